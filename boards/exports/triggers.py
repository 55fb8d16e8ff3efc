"""What would happen by itself in an engine that plays the game: triggers and questions on entering.

A board says what happened, and nothing else. Where the engine would do more (a trigger when
something enters, an upkeep cost, a question that the board does not answer), the test would show
another board, so such boards are refused.
"""

from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Permanent, Scenario
from striate.cards import tree
from striate.cards.walking import nodes

# Events that no test makes: nothing attacks, is dealt damage, is drawn by an effect, turned up ...
_NEVER = frozenset(
    {
        "attacks", "blocks", "attacks alone", "attacks or blocks", "blocks or becomes blocked",
        "becomes blocked", "attacks and isn't blocked", "is dealt damage", "is dealt combat damage",
        "deals damage", "deals combat damage", "deals damage to", "deals combat damage to",
        "mutates", "becomes crewed", "becomes monstrous", "becomes renowned", "explores",
        "phases in", "is tapped for mana",
        "attack", "tap a land for mana", "gain life", "lose life", "discard a card", "scry",
        "is sacrificed", "is countered", "is exiled", "becomes saddled",
    }
)  # fmt: skip
_DEATHS = frozenset(
    {
        "dies", "leaves the battlefield", "is put into a graveyard from the battlefield",
        "is put into a graveyard from anywhere", "is put into your graveyard from the battlefield",
    }
)  # fmt: skip
_CASTING = frozenset({"cast", "activate an ability"})
_TRANSFORMING = frozenset({"transforms", "transforms into"})
_TARGETING = "becomes the target of"
_LATER = ("end step", "end of combat", "postcombat main", "second main", "end of turn")
_BEFORE = ("upkeep", "draw step", "first main phase", "precombat main phase")
_ENTERING = (tree.EntersWith, tree.EntersTapped, tree.EntersAsCopy)
_REPLACING = (tree.GoesElsewhere, tree.CountersReplaced, tree.TokensReplaced, *_ENTERING)
_ENTERING_KEYWORDS = frozenset(
    """amplify|backup|battle cry|bloodthirst|casualty|champion|cumulative upkeep|daybound|devour|
    echo|evoke|evolve|exploit|fabricate|fading|for mirrodin!|graft|haunt|hideaway|impending|
    job select|living weapon|nightbound|nongraft|offspring|provoke|ravenous|riot|saddle|soulbond|
    squad|suspend|training|tribute|unleash|vanishing|read ahead|mobilize|start your engines!|
    living metal|more than meets the eye""".replace("\n    ", "").split("|")
)


def _happens_when(ability: tree.Ability) -> str:
    """When a triggered ability would do something in a test, or "never"."""
    if isinstance(ability, tree.Opaque) and ability.kind == "triggered":
        return "unknown"
    if isinstance(ability, tree.Chapter | tree.EntersDoing):
        return "unknown"
    if isinstance(ability, tree.Keyword):
        return "unknown" if ability.name in _ENTERING_KEYWORDS else "never"
    if not isinstance(ability, tree.Triggered):
        return "never"
    event = ability.event
    if _is_silent(ability.body):
        return "never"
    if not isinstance(event, tree.Event):
        return "unknown"
    if event.word == "at":
        if any(word in event.verb for word in _LATER):
            return "later"
        return "before" if any(word in event.verb for word in _BEFORE) else "unknown"
    if event.verb in _NEVER:
        return "never"
    if event.verb in _DEATHS:
        return "death"
    if event.verb in _CASTING:
        return "casting"
    if event.verb in _TRANSFORMING:
        return "transforming"
    if event.verb in ("is turned face up", "enters or is turned face up"):
        return "turning up"
    if event.verb.startswith(_TARGETING):
        return "targeting"
    if event.verb.startswith("enters"):
        return _entering(event)
    return "unknown"


def _entering(event: tree.Event) -> str:
    """Whether it triggers as its own permanent enters, as others do, or both."""
    if isinstance(event.who, tree.This):
        return "entering itself"
    own = any(
        isinstance(node, tree.Is) and isinstance(node.ref, tree.This) for node in nodes(event)
    )
    return "entering either" if own else "entering"


def _is_silent(body: tree.Body) -> bool:
    """You draw cards, which asks nothing and touches no characteristic but that of hands."""
    return not body.targets and all(
        isinstance(step, tree.Act) and step.verb == "draw card" and step.player == "you"
        for step in body.steps
    )


def moments(permanent: Permanent, made: Scenario) -> set[str]:
    """When the texts of a permanent would do something by themselves."""
    if permanent.step.face_down and not made.turned_up(permanent.handle):
        return set()
    faces = permanent.step.card.faces
    shown = faces if made.transforms(permanent.handle) else faces[:1]
    abilities = [ability for face in shown for ability in face.abilities]
    found = {_happens_when(ability) for ability in abilities}
    for ability in abilities:
        for one in nodes(ability):
            if one is not ability and isinstance(one, tree.Triggered | tree.Keyword):
                # What others are given happens as they enter.
                when = _happens_when(one)
                found.add("entering" if when == "entering itself" else when)
    if "entering either" in found:
        found |= {"entering", "entering itself"}
    return found - {"never", "entering either"}


def triggers_on_entering(permanent: Permanent) -> int:
    """How many of its abilities trigger as it enters."""
    abilities = permanent.step.card.faces[0].abilities
    kinds = ("entering itself", "entering either")
    return sum(_happens_when(one) in kinds for one in abilities)


def refuse_replacements(made: Scenario, loaded: frozenset[str]) -> None:
    """616.1: an engine asks which of two replacement effects of an event is first."""
    shown = {one.handle: _texts(one, made) for one in made.permanents}
    for family in _REPLACING:
        if sum(any(_replaces(node, family) for node in texts) for texts in shown.values()) > 1:
            raise CannotExport("two texts on the board may replace one event, which is asked about")
    for handle, texts in shown.items():
        if handle not in loaded and sum(_is_own_entering(node) for node in texts) > 1:
            raise CannotExport(f"what `{handle}` does as it enters is done in an order to be told")


def _texts(permanent: Permanent, made: Scenario) -> list[tree.Node]:
    """What the card says, or that which it copied as it entered."""
    while permanent.step.copying is not None:
        permanent = made.of(permanent.step.copying)
    return list(nodes(permanent.step.card.faces[0].abilities))


def _replaces(node: tree.Node, family: type[tree.Node]) -> bool:
    """Whether it is such a replacement, of events of other objects if it is one of entering."""
    if isinstance(node, tree.CountersReplaced) and not node.times:
        return False  # 614.17: none at all can be put, which replaces nothing
    other = not isinstance(getattr(node, "who", None), tree.This)
    return isinstance(node, family) and (other or family not in _ENTERING)


def _is_own_entering(node: tree.Node) -> bool:
    own = isinstance(getattr(node, "who", tree.This()), tree.This)
    return own and isinstance(node, (*_ENTERING, tree.EntersChoose, tree.EntersAs))


def works_from_graveyard(face: tree.Face) -> bool:
    """Whether a triggered ability of a card in a graveyard could do something in a test (113.6)."""
    acting = [ability for ability in face.abilities if _happens_when(ability) != "never"]
    return any(
        isinstance(one, tree.Opaque)
        or (isinstance(one, tree.MoveZone) and (one.who, one.origin) == (tree.This(), "graveyard"))
        for ability in acting
        for one in nodes(ability)
    )


def refuse_granted_triggers(value: tree.Face) -> None:
    """A spell that gives an ability which would do something by itself is refused."""
    for one in nodes(value):
        if not isinstance(one, tree.Triggered | tree.Keyword):
            continue
        if _happens_when(one) not in ("never", "later"):
            raise CannotExport(f"`{value.name}` gives an ability that would do something by itself")


def refuse_questions(permanent: Permanent) -> None:
    """An engine asks as a permanent enters what a text that is not understood may be asking."""
    face = permanent.step.card.faces[0]
    if permanent.step.face_down:
        return
    for ability in face.abilities:
        if isinstance(ability, tree.Opaque) and (
            ability.touches or ability.kind in ("replacement", "unknown")
        ):
            raise CannotExport(
                f"`{permanent.handle}` has a text that is not understood, and the engine may ask"
            )
    if "Battle" in face.types:
        raise CannotExport(f"`{permanent.handle}` is a battle, whose protector the engine asks for")
