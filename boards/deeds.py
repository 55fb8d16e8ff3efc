"""Which instructions the author of a board states by steps, and which change nothing that it keeps.

A board tells what happened; a resolution carries out what its text does to objects. What is not
left to the board here, and a reading does not carry out, is reported by both readings.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

from striate.cards import tree
from striate.cards.prose import seal
from striate.cards.walking import any_node, anywhere, nodes

_LINES = Path(__file__).with_name("deeds.lines").read_text(encoding="utf-8")


def _lines_of(part: str) -> list[str]:
    return _LINES.partition(f"[{part}]\n")[2].partition("\n\n")[0].splitlines()


# 603.7: what waits for one of these times is done by `end_turn: true`, before the cleanup step, or
# by `your_turn: true`, with which a turn begins; what waits for another time, or for an event, is
# stated by a step of its own.
BY_END_OF_TURN = (
    "at the beginning of the next end step",
    "at the beginning of the end step",
    "at end of combat",
    "at the beginning of the next cleanup step",
)

AT_UPKEEP = ("at the beginning of the next upkeep", "at the beginning of the next turn's upkeep")
AT_YOUR_UPKEEP = "at the beginning of your next upkeep"

# What changes nothing that a board keeps, or is told by the author's steps.
LEFT_TO_THE_BOARD: Final = frozenset(_lines_of("acts"))
# What is shuffled into the library by it; of what was known of the library's order nothing is left.
INTO_THE_LIBRARY: dict[str, tuple[str, ...]] = {
    "if you search your library this way, shuffle": (),
    "if you search your library this way, shuffle it": (),
    "shuffle": (),
    "shuffle their graveyard into their library": ("graveyard",),
    "shuffle their hand and graveyard into their library": ("hand", "graveyard"),
    "shuffle their library": (),
    "shuffle your graveyard into your library": ("graveyard",),
    "shuffle your hand and graveyard into your library": ("hand", "graveyard"),
    "shuffle your library": (),
}
# What "if you do" asks of cards that no board keeps: it is done, as what a player may do is.
DONE: Final = frozenset((
    "collect evidence <n>", "discard <a>", "discard card", "discard card at random", "draw card",
    "forage", "mill card", "surveil",
))  # fmt: skip
DOORS: Final = ("unlock a locked door of", "lock or unlock a door of")
MELDS: Final = "exile them, then meld them into"
RING_TEMPTS: Final = "the Ring tempts you"
# 502.3: what does not untap in the next untap step of its controller.
HELD: Final = (
    "do not untap during its controller's next untap step",
    "do not untap during their controller's next untap step",
    "do not untap during your next untap step",
)
_PERMISSIONS = ("you may ", "until end of turn, you ", "until the end of your next turn, you may ")
_MANA = "add "


def is_left_to_the_board(step: tree.Node) -> bool:
    """Whether the step changes nothing on a board, or its author says what comes of it.

    A sentence that is not understood is reported by its body (`Body.touches`).
    """
    if isinstance(step, tree.Inert):
        return not repeats(step) and not harms_objects(step)
    if isinstance(step, tree.AddMana | tree.CopySpell | tree.Delayed | tree.Prose):
        return True
    return isinstance(step, tree.Act) and (
        step.verb in LEFT_TO_THE_BOARD or step.verb.startswith((*_PERMISSIONS, _MANA, "you gain "))
    )


def harms_objects(step: tree.Node) -> bool:
    """120.3: whether it is a sentence kept as words by which an object may be dealt damage."""
    if not isinstance(step, tree.Inert):
        return False
    return any(strikes(node) for node in nodes(step) if isinstance(node, tree.Inert))


def names_targets(step: object) -> bool:
    """601.2c: whether words call something a target that no body lists."""
    if not isinstance(step, tree.Inert):
        return False
    inert = (node for node in nodes(step) if isinstance(node, tree.Inert))
    return any(re.search(r"\btargets?\b", _PLAYERS.sub("", each.words)) for each in inert)


def strikes(inert: tree.Inert) -> bool:
    """Whether it deals damage to more than players."""
    if re.search(r"\bfights?\b", inert.words):
        return True
    before, dealt, after = inert.words.partition(" damage")
    if not dealt or not re.search(r"\bdeals?$|\bdeals? ", before) or _NOT_DEALT.search(inert.words):
        return False
    parts = inert.parts[len(_SLOTS.findall(before)) :]
    slots = _SLOTS.findall(after)
    if any(
        slot in _HIT and not isinstance(part, tree.Inert | str)
        for slot, part in zip(slots, parts, strict=False)
    ):
        return True
    hits = [part for slot, part in zip(slots, parts, strict=False) if slot in _HIT]
    inner = [node for hit in hits if isinstance(hit, tree.Inert) for node in nodes(hit)]
    words = [after, *(node.words for node in inner if isinstance(node, tree.Inert))]
    return any(_OBJECTS.search(_PLAYERS.sub("", each)) for each in words)


_SLOTS = re.compile(r"<([^>]+)>")
_HIT = ("hit", "who", "group", "divided", "target", "ref", "one target")
_PLAYERS = re.compile(r"target (player|opponent)s?\b(?! or)|[\w']+'s controller")
_OBJECTS = re.compile(
    r"\b(targets?|creatures?|permanents?|planeswalkers?|battles?|itself|of them)\b|"
    r"<(who|group|divided|target|ref|one target)>"
)


def called(step: tree.Node) -> str:
    """How a step that is not carried out is reported."""
    if isinstance(step, tree.Act):
        return step.verb
    if isinstance(step, tree.Inert):
        if harms_objects(step):
            return "what damage it deals to objects"
        sentences = (node.words for node in nodes(step) if isinstance(node, tree.Inert))
        return next((words for words in sentences if " " in words), "")
    return f"{type(step).__name__} is not carried out"


def is_hidden(who: object) -> bool:
    """401.2: whether the words mean cards of a library, which no board tells whole."""
    return isinstance(who, tree.Each) and who.zone == "library"


def buries_the_unseen(step: tree.Node) -> bool:
    """701.9a, 701.17a, 701.25a, 701.50a: whether cards of a hand or a library go to a graveyard."""
    if isinstance(step, tree.PutCounters):
        return _is_so_counted(step, _CONNIVES)
    if isinstance(step, tree.Manifest):
        return step.word == "manifest dread"  # 701.62a
    if isinstance(step, tree.MoveZone):
        hidden = any_node(step.who, lambda node: node in _HIDDEN)
        return step.to == "graveyard" and isinstance(step.who, tree.ChosenObject) and hidden
    if not isinstance(step, tree.Act | tree.Inert):
        return False
    return any(_BURIES.search(w) for w in _said(step) if not w.startswith(COUNTERED_THIS_WAY))


COUNTERED_THIS_WAY: Final = "if that spell is countered this way, "
_HIDDEN = (tree.InZone("library"), tree.InZone("hand"))
_BURIES = re.compile(
    r"\b(mills?|discards?|surveils?|learn)\b|into (your|their|its owner's|that player's) graveyard"
)


def costs_as_it_enters(ability: object) -> str:
    """614.1c-d: what its controller pays, sacrifices or discards as it enters; "" if nothing."""
    words = tuple(_spoken(ability)) if isinstance(ability, tree.Inert) else ()
    entering = any(each.startswith(("as ~ enters, ", "if ~ would enter, ")) for each in words)
    text = " ".join(words) if entering else ""
    return next(
        (deed for deed in ("pay any amount of life", "sacrifice", "discard") if deed in text), ""
    )


def stirs_a_library(step: tree.Node) -> bool:
    """121.1, 701.17a, 701.22a, 701.44a: whether another card may be on top of a library after
    it."""
    if isinstance(step, tree.PutCounters):
        return _is_so_counted(step, _STIRS)
    if isinstance(step, tree.MoveZone):
        of_library = tree.InZone("library") in nodes(step.who)
        goes_there = step.to == "library" and step.place != "bottom"
        return of_library or (goes_there and _is_of_a_hand(step))
    if _is_of_a_countered_spell(step):
        return False
    words = " ".join(_spoken(step)) if isinstance(step, tree.Inert) else _worded(step)
    looks = re.match("look/?s?|reveal", words) and not re.search(r"\b(puts?|exile)\b", words)
    stirs = _STIRS_IN_WORDS.search if isinstance(step, tree.Inert) else _STIRS.match
    return bool(stirs(words)) or ("librar" in words and not looks)


def stirs_a_hand(step: tree.Node) -> bool:
    """402.1: whether cards that nobody counts may come to a hand or leave it: what is drawn,
    discarded or shuffled away is counted, and what the board shows moves as it says."""
    if isinstance(step, tree.MoveZone):
        return _is_of_a_hand(step) or (
            step.to == "hand" and any_node(step.who, lambda node: node in _HIDDEN)
        )
    words = _worded(step)
    if _is_of_a_countered_spell(step):
        return False
    if isinstance(step, tree.Inert):
        return any(_HANDS.search(each) or _MOVES.search(each) for each in _spoken(step))
    counted = words in INTO_THE_LIBRARY or words.startswith(_COUNTED)
    return not counted and bool(_HANDS.search(words))


def doing(step: tree.Node) -> tree.Player:
    """608.2c: who does it, or whose cards it moves: "any" where the words name others than you."""
    if isinstance(step, tree.Act):
        both = step.player is None and "their" in step.verb or step.verb.startswith("clash")
        return "any" if both else step.player or "you"
    owners = {node.player for node in nodes(step) if isinstance(node, tree.OwnedBy)}
    named = owners - {"you"} or any(map(_OTHERS.search, _spoken(step)))
    return "any" if named or not isinstance(step, tree.Inert) and not owners else "you"


def _is_of_a_countered_spell(step: tree.Node) -> bool:
    """701.6: what is said of it is carried out as it is countered."""
    return isinstance(step, tree.Inert) and step.words.startswith(COUNTERED_THIS_WAY)


_OTHERS = re.compile(
    r"player|opponent|target|chosen|owner|controller|\b(?:they|their|that library)\b|<subject>"
)
_MOVES = re.compile(r"\b(draws?|discards?)\b")


def _is_of_a_hand(step: tree.MoveZone) -> bool:
    each = isinstance(step.who, tree.Each) and step.who.zone == "hand"
    return each or step.origin == "hand" or _OF_A_HAND in nodes(step.who)


_COUNTED = ("discard", "draw card", "reveal", "look at")
_OF_A_HAND = tree.InZone("hand")
_HANDS = re.compile(r"\bhands?\b(?! size)|^(seek|learn|discover)\b")


def _is_so_counted(step: tree.PutCounters, words: re.Pattern[str]) -> bool:
    amount = step.amount
    return isinstance(amount, tree.UnknownAmount) and bool(words.match(amount.prose.template))


_CONNIVES = re.compile("connives")
_STIRS_IN_WORDS = re.compile(
    r"\b(draws?(?! step)|mills?|scry|scries|surveils?|discover|learn|clash|seek|fateseals?|"
    r"shuffles?)\b"
)
_STIRS = re.compile(
    "(draw|mill|scry|surveil|discover|learn|clash|explores|connives|put(?! into hand$))\\b"
)


def looks_at_a_graveyard(node: object) -> bool:
    """Whether it counts the cards of a graveyard, or means all of them, or the top one."""
    looking = (tree.Count, tree.CountDistinct, tree.Aggregate, tree.Each, tree.TopCard)
    if not isinstance(node, looking):
        return False
    return node.zone == "graveyard"


def graveyards_looked_at(words: object) -> Iterator[tree.Player]:
    """404.1: whose; "any" where the words do not say it, or say whose they are not."""
    for node in filter(looks_at_a_graveyard, nodes(words)):
        owners: list[tree.Player] = []
        owners.extend(each.player for each in nodes(node) if isinstance(each, tree.OwnedBy))
        if isinstance(node, tree.TopCard):
            owners.append(node.owner)
        open_ = (each for each in nodes(node) if isinstance(each, tree.Not | tree.AnyOf))
        if not owners or any(any_node(each, (tree.OwnedBy,)) for each in open_):
            yield "any"
        yield from owners


def lives_asked(words: object) -> Iterator[tree.Player]:
    """119: whose life totals the words ask for."""
    return (node.player for node in nodes(words) if isinstance(node, _OF_LIFE))


_OF_LIFE = (tree.LifeOf, tree.ExchangeStatWithLife)
AT_TIMES = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.Inert)


def exiles_the_unseen(step: tree.Node) -> bool:
    """406.3, 701.13a: whether cards of a hand or a library, or cards that words alone name, are
    exiled."""
    if isinstance(step, tree.MoveZone):
        moved = any_node(step.who, lambda node: node in _HIDDEN or isinstance(node, tree.TopCard))
        return step.to == "exile" and (moved or _is_of_a_hand(step))
    if not isinstance(step, tree.Act | tree.Inert):
        return False
    return any(
        _EXILES.search(words) and not words.startswith(COUNTERED_THIS_WAY) for words in _said(step)
    )


_EXILES = re.compile(r"^(?!when it dies)(?!you may play ).*\bexiles?\b|^collect evidence|"
                     r"becomes (plotted|foretold)")  # fmt: skip


BURIED_UNSEEN: Final = "which cards lie in a graveyard"
LIFE_UNSEEN: Final = "how life totals change"
EXILED_UNSEEN: Final = "which cards are exiled"


def speaks_of_leaving(ability: object, *, of_itself: bool) -> bool:
    """614.1a: whether an ability that changes no object says what happens as one leaves.

    `of_itself`: asked about the object that has the ability.
    """
    return any(
        isinstance(node, tree.Inert)
        and any(words in node.words for words in _LEAVING)
        and (of_itself or not (_ITSELF in node.words or tree.This() in node.parts))
        for node in nodes(ability, (tree.Body,))
    )


_LEAVING = ("would die", "would be put into", "would leave the battlefield", "would be destroyed")
_ITSELF = "if ~ would"


def denies_gaining_life(ability: object) -> bool:
    """101.2: whether it says of all players, at all times, that they can't gain life."""
    nodes_outside = (ability,) if isinstance(ability, tree.Static) else nodes(ability, (tree.Body,))
    statics = (each for each in nodes_outside if isinstance(each, tree.Static))
    effects = (effect for each in statics for effect in each.effects)
    return any(each.condition is None and _NO_GAIN in each.changes for each in effects)


_NO_GAIN = tree.Restrict("players can't gain life")


UNCOUNTERABLE: Final = ("can't be countered", "can't be countered by spells or abilities")


def alters_damage(ability: object) -> bool:
    """614, 615: whether an ability that changes no object changes damage but that of combat.

    The words as one text; that it can't be prevented is left out.
    """
    words = _OTHER_DAMAGE.sub(" ", " ".join(_said_outside(ability)))
    return "damage" in words and bool(_ALTERED.search(words)) or _FROM_ALL in words


_FROM_ALL = "protection from everything"  # of a player: 702.16e
_OTHER_DAMAGE = re.compile(
    r"(?:that would be )?dealt combat damage|\bcombat damage|\bdamage can't be prevented"
)
_ALTERED = re.compile(
    r"prevent|would|can't be dealt|deals|as though|sources of|instead|doesn't cause"
)


def follows_damage(ability: object) -> bool:
    """614, 615.5: whether something is done instead of damage to a player, or as it is
    prevented."""
    sentences = [*_said_outside(ability)]
    return any("<after" in words for words in sentences) and any(map(_A_PLAYER.search, sentences))


_A_PLAYER = re.compile(r"^you$|\b(?:player|opponent)\b")


def alters_lethal_damage(ability: object) -> bool:
    """704.5g: whether what is lethal damage for something is not what the rule says."""
    return any(words == _LETHAL or "lethal damage" in words for words in _said_outside(ability))


# The shipped catalogue has a digest for a restriction of so many words.
_LETHAL = seal(
    "can't be destroyed by lethal damage unless lethal damage dealt by a single source is marked "
    "on it"
)[0]


# 502.3: who stays tapped in an untap step of the player who controls it.
IN_UNTAP_STEPS: Final = frozenset(
    f"doesn't untap during {whose}"
    for whose in (
        "its controller's untap step",
        "their controllers' untap steps",
        "your untap step",
    )
)


# So, if something is so: a counter on it, on what says it ("~"), or what a board does not keep.
_WITH_COUNTERS = {
    "its controller's untap step if ~ has a net counter on it": ("~", "net"),
    "its controller's untap step if it has a sleep counter on it": ("it", "sleep"),
    "your untap step if ~ has a pupa counter on it": ("~", "pupa"),
    "your untap step if it has a +1/+1 counter on it": ("it", "+1/+1"),
    "your untap step if it has a depletion counter on it": ("it", "depletion"),
}
_BY_WHAT_HAPPENED = (
    "its controller's untap step if it attacked during its controller's last turn",
    "its controller's untap step unless that player is the monarch",
    "your untap step if an opponent controls two or more creatures",
    "your untap step if it attacked during your last turn",
    "your untap step unless you have an enduring story",
)
# The shipped catalogue has a digest for a restriction of so many words.
IN_PART_OF_UNTAP_STEPS: Final[dict[str, tuple[str, str] | None]] = {
    name: _WITH_COUNTERS.get(words)
    for words in (*_WITH_COUNTERS, *_BY_WHAT_HAPPENED)
    for said in (f"doesn't untap during {words}",)
    for name in (said, seal(said)[0])
}


# The shipped catalogue has a digest for a restriction of so many words.
NOT_ACTIVATED: Final = "its activated abilities can't be activated"
_BUT_MANA = f"{NOT_ACTIVATED} unless they're mana abilities"
_TAPPING = "its activated abilities with {T} in their costs can't be activated"
NONE_BUT_MANA: Final = frozenset((_BUT_MANA, seal(_BUT_MANA)[0]))
NONE_TAPPING: Final = frozenset((_TAPPING, seal(_TAPPING)[0]))
NONE_ACTIVATED: Final = frozenset((NOT_ACTIVATED, *NONE_BUT_MANA))


class Barred(NamedTuple):
    """602.5: whose abilities can't be activated: the objects meant, or those of a chosen name."""

    who: tree.Each | tree.Ref | None
    by_name: bool
    but_mana: bool


def barred_from_activating(ability: object) -> Iterator[Barred]:
    """602.5: what an ability that changes no object says can't be activated."""
    for node in nodes(ability, (tree.Body,)):
        if not isinstance(node, tree.Inert) or not node.words.startswith(_BARS):
            continue
        inner = node.parts[0] if node.parts and isinstance(node.parts[0], tree.Inert) else node
        who = next((part for part in inner.parts if isinstance(part, tree.Each | tree.Ref)), None)
        by_name = "the chosen name" in inner.words
        yield Barred(who, by_name, "mana abilities" in node.words)


_BARS = ("<activated> can't be activated", "<ref>'s activated abilities can't be activated")


# 303.4c, 301.5: what can't be attached to an object of which this is said; all, or only others.
KEPT_OFF = {
    "can't be enchanted": ("Aura", False),
    "can't be enchanted by other Auras": ("Aura", True),
    "can't be equipped": ("Equipment", False),
}
SPARES = "this effect doesn't remove Auras already attached to it"


def is_kept_off(node: object) -> bool:
    """Whether it says so itself, of what it speaks of."""
    return isinstance(node, tree.Restrict) and node.verb in KEPT_OFF


# 115.1: words that forbid targets.
class Untargetable(NamedTuple):
    """What can't have the target: spells, abilities or both, of that quality, or of opponents."""

    kinds: tuple[Literal["spell", "ability"], ...] = ("spell", "ability")
    quality: tree.Filter | None = None
    of_opponents: bool = False


_RED, _BLUE, _BLACK = tree.HasColor("R"), tree.HasColor("U"), tree.HasColor("B")
_SPELL: Final = ("spell",)
_UNTARGETABLE = {
    "can't be the targets of spells or abilities": Untargetable(),
    "can't be the target of spells or abilities": Untargetable(),
    "can't be the target of spells or abilities your opponents control": Untargetable(
        of_opponents=True
    ),
    "can't be the target of abilities your opponents control": Untargetable(
        ("ability",), of_opponents=True
    ),
    "can't be the targets of spells": Untargetable(_SPELL),
    "can't be the target of spells": Untargetable(_SPELL),
    "can't be the target of Aura spells": Untargetable(_SPELL, tree.HasSubtype("Aura")),
    "can't be the target of blue or black spells": Untargetable(
        _SPELL, tree.AnyOf((_BLUE, _BLACK))
    ),
    "can't be the target of black or red spells your opponents control": Untargetable(
        _SPELL, tree.AnyOf((_BLACK, _RED)), of_opponents=True
    ),
    "can't be the target of abilities from artifact sources": Untargetable(
        ("ability",), tree.HasType("Artifact")
    ),
    "can't be the target of red spells or abilities from red sources": Untargetable(quality=_RED),
    "can't be the targets of blue spells or abilities from blue sources": Untargetable(
        quality=_BLUE
    ),
    "can't be the target of white spells or abilities from white sources": Untargetable(
        quality=tree.HasColor("W")
    ),
    "can't be the target of black spells or abilities from black sources": Untargetable(
        quality=_BLACK
    ),
    "can't be the target of nongreen spells your opponents control or abilities from nongreen "
    "sources your opponents control": Untargetable(
        quality=tree.Not(tree.HasColor("G")), of_opponents=True
    ),
    "can't be the target of nongreen spells or abilities from nongreen sources": Untargetable(
        quality=tree.Not(tree.HasColor("G"))
    ),
}
# The shipped catalogue has a digest for a restriction of so many words.
UNTARGETABLE = {name: v for words, v in _UNTARGETABLE.items() for name in (words, seal(words)[0])}


class Hush(NamedTuple):
    """603.2: what enters, or dies, without causing abilities to trigger."""

    who: tree.Each
    dying: bool
    of_opponents: bool  # no abilities of permanents of the opponents


def hushes(ability: object) -> Iterator[Hush]:
    for node in nodes(ability, (tree.Body,)):
        if isinstance(node, tree.Inert) and (match := _HUSHES.fullmatch(node.words)):
            for who in (part for part in node.parts if isinstance(part, tree.Each)):
                yield Hush(who, match[1] is not None, match[2] is not None)


_HUSHES = re.compile(
    r"<group> entering( or dying)? do(?:es)?n't cause abilities"
    r"( of permanents your opponents control)? to trigger"
)


def spared_by_triggers(ability: object) -> Iterator[tree.Each]:
    """701.21a: what triggered abilities of its controller can't cause to be sacrificed."""
    for node in nodes(ability, (tree.Body,)):
        if isinstance(node, tree.Inert) and node.words.startswith(_BY_TRIGGERS):
            yield from (part for part in node.parts if isinstance(part, tree.Each))


_BY_TRIGGERS = "triggered abilities you control can't cause you to sacrifice"


def lets_again(words: object) -> bool:
    """602.5b, 603.2d, 707.10: whether abilities may be used, or resolve, more often than else."""
    return any(_AGAIN.search(each) for each in _said(words)) or any_node(words, _MAY_COPY)


_MAY_COPY = (tree.CopySpell, tree.Opaque)


_AGAIN = re.compile(r"\bcopy\b|\bcopies\b|twice|additional time|rather than|as though none")


def lifts_hexproof(ability: object) -> bool:
    """702.11, 702.18: whether it lets things be targets "as though they didn't have" a keyword."""
    return any(
        words in _AS_THOUGH or ("as though they didn't have" in words and "target" in words)
        for words in _said(ability)
    )


# The shipped catalogue has a digest for a restriction of so many words.
_AS_THOUGH = frozenset(
    seal(f"can be the targets of spells and abilities{whose} as though they didn't have {name}")[0]
    for whose in ("", " you control")
    for name in ("hexproof", "shroud")
)


# --- what words say -------------------------------------------------------------------------------


def _said(ability: object, closed: tuple[type, ...] = ()) -> Iterator[str]:
    """The words of its parts that change no object."""
    for node in nodes(ability, closed):
        if isinstance(node, tree.Inert):
            yield node.words
        elif isinstance(node, tree.Restrict | tree.Act):
            yield node.verb


def _said_outside(ability: object) -> Iterator[str]:
    """The words that change no object, but for those of what resolves."""
    return _said(ability, (tree.Body,))


def _all_said_outside(ability: object) -> Iterator[str]:
    """The same as one text."""
    yield " ".join(_said_outside(ability))


def _sentences(ability: object) -> Iterator[str]:
    """What it has in words alone."""
    return (node.words for node in nodes(ability) if isinstance(node, tree.Inert))


def _sentence(step: object) -> Iterator[str]:
    """The words of a step that is a sentence."""
    if isinstance(step, tree.Inert):
        yield step.words


def _spoken_of(step: object) -> Iterator[str]:
    """The same with those of its parts."""
    return _spoken(step) if isinstance(step, tree.Inert) else iter(())


def _spoken(step: object) -> Iterator[str]:
    """Its words, with those of its parts; players among them are named by one word."""
    for node in nodes(step):
        if isinstance(node, tree.Inert):
            yield node.words
            yield from (each for each in node.parts if isinstance(each, str))


def _worded(step: object) -> str:
    """An instruction that is held in words, by its first ones."""
    if isinstance(step, tree.Act):
        return step.verb
    return step.words if isinstance(step, tree.Inert) else ""


def _first_words(step: object) -> tuple[str]:
    return (_worded(step),)


def _says(words: Callable[[object], Iterable[str]], pattern: str) -> Callable[[object], bool]:
    """Whether some of these words of an ability, or of a step, have the pattern."""
    find = cache(lambda: re.compile(pattern).search)  # few of all these are ever asked
    return lambda ability: any(map(find(), words(ability)))


_CANT = r"can't (?:<cant>.* )?"
# Whether what was done before is done again: how often, and with which choices, nobody tells.
repeats = _says(_sentences, "repeat this process")
# 400.7: whether a sentence kept as words has cards of a graveyard go elsewhere.
takes_from_a_graveyard = _says(
    _spoken_of,
    r"\b(exiles?|returns?|shuffles?|puts?)\b.*(from|their|your) .*graveyard|"
    r"^collect evidence|^forage",
)
# 614.1c, 607.2a: whether cards that it speaks of are exiled "as ~ enters".
exiles_as_it_enters = _says(_said_outside, "^as ~ enters, exile ")
# 614.1c, 701.17a: whether it mills or discards cards "as ~ enters".
buries_as_it_enters = _says(_said_outside, r"^as ~ enters, .*\b(mill|discard)\b")
# 731.1, 614.1c: whether it becomes day as it enters, if it is neither day nor night.
brings_the_day = _says(_said_outside, "^if it's neither day nor night, it becomes day as ")
# 101.2: whether a player can't sacrifice objects that a resolution speaks of.
spares_what_it_took = _says(_first_words, "^you can't sacrifice ")
# 701.9a: whether that is all that it does.
discards = _says(_first_words, r"^discard(?!.*\bdraw)")
# 404.1: whether it counts the cards of a graveyard, or means all of them, as long as it is there;
# what resolves asks as it does. 119: the same of life totals.
counts_a_graveyard = anywhere(looks_at_a_graveyard, AT_TIMES)
asks_for_life = anywhere(_OF_LIFE, AT_TIMES)
# Whether it counts cards in exile.
counts_exile = anywhere(
    lambda node: (
        isinstance(node, tree.Count | tree.CountDistinct | tree.Aggregate) and node.zone == "exile"
    )
)
# 401.5: whether it speaks of the top card of a library.
looks_at_a_library = anywhere(
    lambda node: isinstance(node, tree.TopCard) and node.zone == "library"
)
# 614.1a: whether an ability that changes no object changes which tokens are created.
replaces_tokens = _says(_sentences, "would be created|would create")
# 614.1a: whether it has another thing done instead of that.
alters_exploring, alters_milling, alters_proliferating, alters_scrying = (
    _says(_said, f"would {deed}") for deed in ("explore", "mill", "proliferate", "scry")
)
# 119, 614.1a: whether an ability that changes no object changes how life totals change.
alters_life = _says(
    _all_said_outside,
    rf"(?:would |{_CANT}|controller to )(?:gain|lose) life|life total can't change",
)
# 402.2: whether it says how many cards a hand may have, but that nothing limits one's own.
NO_LIMIT: Final = "you have no maximum hand size"
alters_hand_size = _says(_said_outside, rf"^(?!{NO_LIMIT}\Z).*maximum hand size")
# 121.3, 614.11: whether something happens instead of a draw, or players can't draw.
alters_draws = _says(_all_said_outside, rf"(?:would |{_CANT})draw")
# 500.7, 614.10: whether a player takes an extra turn, or skips one.
changes_turns = _says(_first_words, r"\bextra turn|\bskips? (?:your|their) next turn")
# 728.1: whether it gives counters by which a player mills and loses life in each turn.
gives_rad_counters = _says(_first_words, "^get rad counter")
# 107.14, 119: whether a sentence kept as words has a player get or pay energy; or pay life, or
# sets a life total.
moves_energy = _says(_spoken_of, r"\{E\}")
changes_life = _says(_sentence, r"\bpays? .*\blife\b|^double .* life total")
# 120.3a: whether a sentence kept as words has a player dealt damage.
_NOT_DEALT = re.compile(r"would|prevent|can't be dealt|<spared>")
hurts_players = _says(
    _spoken_of,
    rf"^(?!.*(?:{_NOT_DEALT.pattern}))(?:.*\bdeals?\b.* damage\b|excess damage is dealt)",
)
# 701.6: whether a sentence kept as words counters something; says that something can't be
# countered, or is done instead.
counters_in_words = _says(_sentence, "^counter ")
denies_countering = _says(_sentences, "can't be countered|would counter")
_GET_COUNTERS = _says(
    _all_said_outside, rf"(?:would |{_CANT})get (?:.*counters|one or more <mana>)"
)
_REPLACES_COUNTERS = anywhere(
    lambda node: isinstance(node, tree.CountersReplaced) and node.kind is None, (tree.Body,)
)


def alters_counters_of_players(ability: object) -> bool:
    """122.1, 614.1a: whether players get other counters, or none."""
    return _GET_COUNTERS(ability) or _REPLACES_COUNTERS(ability)


# 122.1: whether a player loses counters.
takes_counters_of_players = _says(_first_words, r"loses? all (?:\w+ )?counters")
# 101.2: whether a player can't become the monarch, or take the initiative.
denies_designations = _says(
    _all_said_outside, rf"{_CANT}(?:become the monarch|take the initiative)"
)
# 514.2, 611.2a: whether it is over as the turn ends; as its controller's next turn begins.
is_of_this_turn = _says(_all_said_outside, "this turn|until end of turn")
is_until_next_turn = _says(_all_said_outside, "until your next turn")
# 615.12: whether it says of all damage that it can't be prevented.
makes_unpreventable = _says(_said_outside, r"^damage can't be prevented\Z")
# 614.9: whether damage that a player would be dealt could be dealt to an object.
redirects_damage = _says(_said_outside, r"would be dealt to.*(?:instead|<whom>)\Z")
# 514.2: whether damage isn't removed as a turn ends.
keeps_damage = _says(_said_outside, "damage isn't removed from")
# 701.19c: whether it says that what is destroyed can't be regenerated.
buries = _says(_first_words, r"can't be regenerated\Z")
# 502.3: whether an ability that changes no object says what untaps in an untap step; or lets its
# controller choose that its object doesn't.
alters_untap_steps = _says(_said_outside, r"^(?!doesn't untap during ).*\buntap\b")
may_stay_tapped = _says(_said_outside, "^choose not to untap")
# 701.21a: whether opponents can't cause its controller to sacrifice permanents.
spares_from_sacrifice = _says(
    _said_outside,
    "^spells and abilities your opponents control can't cause you to "
    r"(?:sacrifice|discard cards or sacrifice) permanents\Z",
)
# 303.4c, 301.5: whether it says that something can't be attached.
keeps_off = anywhere(is_kept_off)


class KeywordAction(NamedTuple):
    """A clause of 701 with what becomes of it; `example` is a text that a test resolves."""

    number: int
    name: str
    how: Literal["carried out", "stated by the board", "unknown and said"]
    what: str = ""
    example: str = ""


KEYWORD_ACTIONS: Final = tuple(
    KeywordAction(int(number), name, how, *rest)  # type: ignore[arg-type]  # the column of a table
    for number, name, how, *rest in (line.split(" | ") for line in _lines_of("701"))
)
