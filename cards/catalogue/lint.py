"""What no card means, looked for in every tree of the catalogue.

    python -m striate.cards.catalogue.lint

Seven kinds of mistake of the reader leave a mark in the tree: an object that does something to
itself where the text names two, a group that is asked again after an instruction has changed it, a
duration on one half of a sentence only, a reference to nothing that was named, what is chosen
only if something holds spoken of as if it always were, a static ability that speaks of a choice
that nothing on its card lets anybody make, and an object looked for in a zone where it is not. The
command prints each finding with what became of it and exits with 1 if one has no explanation; a
test runs it over the shipped catalogue.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from striate.cards import tree as t
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.grammar.binding.others import speaks_of_it
from striate.cards.grammar.binding.placing import CHOSEN
from striate.cards.grammar.drafts import SEALED
from striate.cards.walking import any_node, children, nodes, parts


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a card's tree that no card means."""

    check: str
    card: str
    what: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A body, and what was named before it."""

    body: t.Body
    event: t.Event | t.Prose | None
    face: t.Face


# Abilities that are given away have words of their own, and so has each mode.
_SEALED = (t.Modal, *SEALED)
_Check = Callable[[_Place], Iterator[str]]
_CHECKS: dict[str, _Check] = {}

# Findings that are what the card says.
_FOR_EVER = "the text gives no duration, so it lasts until the game ends (611.2a)"
EXPLAINED: dict[tuple[str, str], str] = {
    ("lasts by halves", "Goblin Ski Patrol"): _FOR_EVER,
    ("lasts by halves", "Subversive Acolyte"): _FOR_EVER,
    ("lasts by halves", "Invert // Invent"): _FOR_EVER,
    ("lasts by halves", "Riding the Dilu Horse"): _FOR_EVER,
    ("lasts by halves", "Evil's Thrall"): "the text gives each of the two a duration of its own",
}


def _check(name: str) -> Callable[[_Check], _Check]:
    def register(function: _Check) -> _Check:
        _CHECKS[name] = function
        return function

    return register


def findings(cards: Iterator[t.Card]) -> Iterator[Finding]:
    """Everything found in these cards, in their order."""
    for card in cards:
        for what in _without_chooser(card):
            yield Finding("no chooser", card.name, what)
        for what in _in_no_such_zone(card.faces):
            yield Finding("is elsewhere", card.name, what)
        for face in card.faces:
            for place in _places(face):
                for name, check in _CHECKS.items():
                    for what in check(place):
                        yield Finding(name, card.name, what)


def _places(face: t.Face) -> Iterator[_Place]:
    for ability in face.abilities:
        for node in nodes(ability):
            body = getattr(node, "body", None)
            if isinstance(body, t.Body):
                event = node.event if isinstance(node, t.Triggered) else None
                yield from _with_modes(_Place(body, event, face))


def _with_modes(place: _Place) -> Iterator[_Place]:
    yield place
    for step in place.body.steps:
        for mode in step.modes if isinstance(step, t.Modal) else ():
            yield from _with_modes(_Place(mode, place.event, place.face))


# --- acting on itself -----------------------------------------------------------------------------

_TWO_SIDED = (t.BecomeCopy, t.ExchangeControl, t.ExchangeText, t.FullTextOf)


@_check("acts on itself")
def _acts_on_itself(place: _Place) -> Iterator[str]:
    """A copy of itself, attached to itself, fighting itself, damage to what deals it."""
    for step in nodes(place.body.steps, _SEALED):
        if isinstance(step, t.AttachTo) and step.who == step.to:
            yield "is attached to itself"
        if isinstance(step, t.Act) and step.who is not None and step.who == step.to:
            yield f"{step.verb} itself"
        if isinstance(step, t.Effect):
            for change in step.changes:
                other = getattr(change, "of", getattr(change, "other", None))
                if isinstance(change, _TWO_SIDED) and other == step.who:
                    yield f"{type(change).__name__} of itself"


# --- groups asked again ---------------------------------------------------------------------------

# What an instruction changes, and what of a filter that decides.
_CHANGES: dict[type, tuple[type, ...]] = {
    t.SetController: (t.ControlledBy,),
    t.SetTypes: (t.HasType, t.HasSubtype),
    t.AddTypes: (t.HasSubtype,),
    t.SetSubtypes: (t.HasSubtype,),
    t.SetColors: (t.HasColor, t.ColorCount),
    t.LoseAllAbilities: (t.HasKeyword, t.HasNoAbilities),
    t.GainAbilities: (t.HasNoAbilities,),
    t.LoseAbilities: (t.HasKeyword,),
}


@_check("asks a changed group")
def _asks_again(place: _Place) -> Iterator[str]:
    """An instruction asks for a group that an earlier one of the same words has changed."""
    for earlier, later in _pairs(place.body.steps):
        for group in _groups(later):
            if group in _groups(earlier) and _changes(earlier, group):
                yield f"{type(earlier).__name__}, then {type(later).__name__}"


def _pairs(steps: tuple[t.Step, ...]) -> Iterator[tuple[t.Node, t.Node]]:
    """Each two instructions of which the second can follow the first."""
    for path in _paths(steps):
        for i, earlier in enumerate(path):
            for later in path[i + 1 :]:
                yield earlier, later


def _paths(steps: tuple[t.Step, ...]) -> list[tuple[t.Node, ...]]:
    """The ways through conditions and their alternatives."""
    paths: list[tuple[t.Node, ...]] = [()]
    for step in steps:
        ways: list[tuple[t.Node, ...]] = [(step,)]
        if isinstance(step, t.Do):
            ways = _paths(step.steps) + (_paths(step.otherwise) if step.otherwise else [])
        paths = [(*path, *way) for path in paths for way in ways][:16]
    return paths


def _groups(step: t.Node) -> tuple[t.Each, ...]:
    effect = step.effect if isinstance(step, t.Continuous) else step
    parts = (getattr(effect, name, None) for name in ("who", "to", "of"))
    return tuple(group for group in parts if isinstance(group, t.Each))


def _changes(step: t.Node, group: t.Each) -> bool:
    """Whether the instruction can make members of the group match no more."""
    if isinstance(step, t.MoveZone):
        return step.to != group.zone
    kinds: tuple[type, ...] = ()
    if isinstance(step, t.SetTapped):
        kinds = (t.IsTapped,)
    elif isinstance(step, (t.TurnFace, t.Transform)):
        kinds = (t.IsFaceDown, t.IsTransformed)
    elif isinstance(step, (t.PutCounters, t.RemoveCounters, t.MoveCounters, t.Proliferate)):
        kinds = (t.HasCounter,)
    elif isinstance(step, t.Continuous):
        kinds = tuple(
            kind for change in step.effect.changes for kind in _CHANGES.get(type(change), ())
        )
    return bool(kinds) and any_node(group.filter, kinds)


# --- durations ------------------------------------------------------------------------------------

_GETS = (t.ModifyPT, t.SwitchPT)


@_check("lasts by halves")
def _lasts_by_halves(place: _Place) -> Iterator[str]:
    """ "Gets +2/+1" without an end; an effect that lasts longer than the one that it replaces."""
    for step in nodes(place.body.steps, _SEALED):
        if isinstance(step, t.Continuous) and _for_ever(step):
            yield "power and toughness change for ever"
        if isinstance(step, t.Do) and step.otherwise:
            one, two = _durations(step.steps), _durations(step.otherwise)
            if one and two and one != two:
                yield "two ways of one sentence last unequally long"


def _for_ever(step: t.Continuous) -> bool:
    return step.duration == t.Permanently() and isinstance(step.effect.changes[-1], _GETS)


def _durations(steps: tuple[t.Step, ...]) -> set[t.Duration]:
    return {step.duration for step in steps if isinstance(step, t.Continuous)}


# --- references to nothing ------------------------------------------------------------------------


@_check("has no antecedent")
def _no_antecedent(place: _Place) -> Iterator[str]:
    """A pronoun without an object, a target that the text does not have, a player of no event."""
    body = place.body
    for node in nodes((body.steps, body.targets), _SEALED):
        if isinstance(node, t.Target) and node.index >= len(body.targets) and not _modal(body):
            yield f"target {node.index + 1} of {len(body.targets)}"
        if isinstance(node, (t.Each, t.TargetSpec)) and speaks_of_it(node.filter):
            yield "it in a group"
        if isinstance(node, t.Do) and any_node(node.condition, (t.Affected,)):
            yield "it in a condition"
        if getattr(node, "player", None) == "target" and not _players(place):
            yield "target player"
    for spec in body.targets:
        if spec.word == "that" and place.event is None and not _makes_or_moves(body):
            yield "that object, of no event"
    if not isinstance(place.event, t.Prose) and _says_that_player(body) and place.event is None:
        yield "that player, of no event"


def _modal(body: t.Body) -> bool:
    return any(isinstance(step, t.Modal) for step in body.steps)


def _players(place: _Place) -> bool:
    """Whether a player is targeted, or an object or player."""
    return bool(place.body.players) or any(
        any_node(spec.filter, (t.Unknown,)) for spec in place.body.targets
    )


def _makes_or_moves(body: t.Body) -> bool:
    """Whether some instruction makes, moves or turns up an object that can be "that"."""
    kinds = (
        t.CreateTokens, t.CreateCopies, t.Manifest, t.CopySpell, t.MoveZone, t.Act, t.Delayed,
        t.Prose,
    )  # fmt: skip
    return any_node(body.steps, kinds) or any_node(body.steps, _turns_up)


def _turns_up(node: t.Node) -> bool:
    """ "Reveal cards from the top of your library until you reveal ...": the card is turned up."""
    return isinstance(node, t.Inert) and " until " in node.words


def _says_that_player(body: t.Body) -> bool:
    """Whether "that player" is said where no instruction names one.

    Only of instructions that are understood wholly: an unread one may name the player.
    """
    if any_node(body.steps, (t.Prose, t.Fact, t.Delayed)) or body.players:
        return False
    steps = list(nodes(body.steps, _SEALED))
    nodes_ = [node for node in steps if getattr(node, "player", None) == "that"]
    named = {getattr(node, name, None) for node in steps for name in ("player", "to")}
    return bool(nodes_) and not named & {"any", "opponent", "target", "target controller"}


# --- zones ----------------------------------------------------------------------------------------

_OF_A_ZONE = t.Each | t.TargetSpec | t.Count | t.CountDistinct | t.Aggregate | t.SymbolsAmong
_OF_PERMANENTS = (
    t.IsTapped, t.IsAttachedTo, t.HasAttached, t.HasDesignation, t.IsTransformed, t.IsToken,
)  # fmt: skip


@_check("is elsewhere")
def _is_elsewhere(place: _Place) -> Iterator[str]:
    """An object that the text takes from one zone is looked for in another."""
    for node in nodes(place.body.steps, _SEALED):
        if isinstance(node, t.MoveZone) and node.origin is not None:
            zones = {node.origin, "any", None}
            if not {_zone_of(each, place) for each in _each_of(node.who)} <= zones:
                yield f"not in the {node.origin}"
        if isinstance(node, t.Each) and node.zone != "any":
            elsewhere = {_zone_of(each, place) for each in _each_of(node)} - {
                node.zone,
                "any",
                None,
            }
            yield from (f"an object of the {zone} in the {node.zone}" for zone in elsewhere)


def _each_of(who: t.Node | None) -> tuple[t.Node | None, ...]:
    """The single objects of a set."""
    if not isinstance(who, t.Each):
        return (who,)
    parts = who.filter.parts if isinstance(who.filter, t.AnyOf | t.AllOf) else (who.filter,)
    return tuple(part.ref for part in parts if isinstance(part, t.Is))


def _zone_of(ref: t.Node | None, place: _Place) -> str | None:
    """The zone in which the text finds the object; None: it does not say."""
    match ref:
        case t.Target(index) if index < len(place.body.targets):
            spec = place.body.targets[index]
            return None if spec.word == "that" else spec.zone
        case t.LinkedCard():
            return "exile"
        case t.TopCard(zone) | t.ChosenObject(filter=t.AllOf([*_, t.InZone(zone)])):
            return zone
    return None


def _in_no_such_zone(tree: t.Node | tuple[t.Node, ...]) -> Iterator[str]:
    """108.4, 110.5: a card in no zone of permanents or spells has no controller and no state."""
    for node in nodes(tree):
        if not isinstance(node, _OF_A_ZONE) or node.zone == "any":
            continue
        zone, filter = node.zone, node.filter
        parts = filter.parts if isinstance(filter, t.AllOf) else (filter,)
        for part in parts:
            what = part.part if isinstance(part, t.Not) else part
            controlled = isinstance(what, t.ControlledBy) and zone not in ("battlefield", "stack")
            of_permanents = isinstance(what, _OF_PERMANENTS) and zone != "battlefield"
            placed = isinstance(what, t.InZone) and what is part and what.zone != zone
            if controlled or of_permanents or placed:
                yield f"{type(what).__name__} in the {zone}"


# --- choices --------------------------------------------------------------------------------------


@_check("speaks of no choice")
def _speaks_of_no_choice(place: _Place) -> Iterator[str]:
    """What is chosen only if something holds is not there if it does not."""
    steps = place.body.steps
    for number, step in enumerate(steps):
        if not isinstance(step, t.Do) or step.condition is None:
            continue
        acts = [act for act in step.steps if isinstance(act, t.Act)]
        for word in {CHOSEN[act.verb] for act in acts if act.verb in CHOSEN}:
            if word in parts(steps[number + 1 :]):
                yield f"{word} of a choice that may not be made"


def _without_chooser(card: t.Card) -> Iterator[str]:
    """607.2d: what a static ability calls chosen is chosen by another ability of the card.

    A line that is not understood may say who chooses: the answer says so of the card anyhow.
    """
    if any_node(card, (t.Opaque, t.Prose), closed=(t.Fact, t.UnknownAmount)):
        return
    kinds = {
        kind for face in card.faces for node in nodes(face.abilities) for kind in _chosen(node)
    }
    for face in card.faces:
        for ability in face.abilities:
            acting = () if isinstance(ability, _RESOLVING) else nodes(ability, _RESOLVING)
            for word in dict.fromkeys(word for node in acting for word in _chosen_words(node)):
                if word not in kinds:
                    yield f"{word} that nobody chooses"


_RESOLVING = (t.Activated, t.Triggered, t.Chapter, t.Spell, t.EntersDoing, t.Inert)
_OBJECTS = ("creature", "card", "permanent", "land", "token")
_SAME_CHOICE = {"color word": "color", "name": "card name", "basic land type": "land type"}


def _chosen_words(node: t.Node) -> Iterator[str]:
    """The kinds of choice that the node itself speaks of."""
    if isinstance(node, t.ChosenNumber):
        yield "number"
    elif isinstance(node, t.ChosenObject):
        yield node.kind
    elif isinstance(node, t.ChoseMode):
        yield "mode"
    elif isinstance(node, t.ControlledBy | t.OwnedBy) and node.player == "chosen":
        yield "player"
    for value in children(node):
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and word.startswith("@"):
                yield _SAME_CHOICE.get(word[1:], word[1:])


def _chosen(node: t.Node) -> Iterator[str]:
    """The kinds of choice that the node lets somebody make."""
    if isinstance(node, t.EntersChoose):
        yield _SAME_CHOICE.get(node.kind, node.kind)
    elif isinstance(node, t.Keyword) and node.name.endswith("agenda"):
        yield "card name"  # 702.106a
    elif isinstance(node, t.Act | t.Event) and node.verb.startswith(("choose", "name")):
        yield from (kind for kind in (*_KINDS, *_OBJECTS) if kind in node.verb)
        yield from _OBJECTS if isinstance(node, t.Act) and node.who is not None else ()
    elif isinstance(node, t.Inert) and "choose" in node.words:
        yield from (kind for kind in _KINDS if kind in node.words)
        yield from _OBJECTS if re.search(r"choose (?:<a>|a nonland permanent)", node.words) else ()


_KINDS = ("number", "color", "creature type", "land type", "card type", "card name", "player")


# --- the command ----------------------------------------------------------------------------------


def main() -> int:
    """The table of what is found; 1 if something is left unexplained."""
    catalogue = Catalogue(SHIPPED)
    all_findings = list(dict.fromkeys(findings(catalogue.all_cards())))
    catalogue.close()
    left = [each for each in all_findings if (each.check, each.card) not in EXPLAINED]
    for each in all_findings:
        why = EXPLAINED.get((each.check, each.card), "UNEXPLAINED")
        print(f"{each.check:22} {each.card:34} {each.what:48} {why}")
    print(f"{len(all_findings)} findings, {len(left)} unexplained")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
