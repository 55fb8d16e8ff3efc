"""After a sentence whose words speak of something that a board keeps, it has changed or is not
known.

The sentences are those that the trees of the shipped catalogue keep as words, their acts and their
moves, each printed and resolved by itself; and what abilities say of how things happen, each on a
permanent of both players. What it may change is told here by the stems of its words alone, beside
all tables of `boards` and `timeline`.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest

from striate.boards import deeds
from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Board, Enter, ResolveEffect
from striate.cards import tree
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.printing.canonical import show
from striate.cards.walking import nodes
from striate.queries.outcome import outcome
from striate.timeline import instructions, replacing, struck
from tests.helpers import NoCards, creature, other

Powers: TypeAlias = dict[str, set[str]]


class Kept(NamedTuple):
    """Something that a board keeps: who asks for it, and the stems by which words speak of it.

    `still`: of these words it does not change, whatever else they say; `before`: how it is told.
    """

    asks: str
    stems: str
    still: str
    before: tuple[dict[str, Any], ...] = ()
    of_opponents: bool = False  # it is asked of the opponent


_GETS = "This creature gets +X/+0, where X is "
_IF = "This creature gets +1/+0 as long as "
_LOOKS = r"^([\w']+ ){0,4}([Ll]ook|[Rr]eveal|[Cc]hoose)s?\b(?!.*\b(put|discard|exile))"
# Of what the board does not have: what is attached, was exiled, or is no object of the board.
_NOTHING = r"[Ee]nchanted creature|[Ee]xiled (card|with)|(^|and )(Put|Return|Shuffle) ~|« (?!\w+ »)"
_LATER = r"[Nn]ext time|^At the beginning|would|can't|[Ss]kip|maximum hand size|mana can't"
_STILL = f"{_LOOKS}|{_NOTHING}|{_LATER}"
_PLAYERS_HURT = r"deals? .*damage to .*(player|opponent|controller|owner|you\b|them\b)"
KEPT = {
    "hand": Kept(
        f"{_GETS}the number of cards in your hand.",
        r"\bhands?\b|\bdraw|\bdiscards?\b|\blearn|discover|\bseek",
        rf"{_STILL}|card in your hand enters|[Ee]ach (enchantment|Aura)|deals damage",
    ),
    "graveyard": Kept(
        f"{_GETS}the number of cards in your graveyard.",
        r"\bmills?\b|\bdiscards?\b|surveil|\blearn|into (\w+|that player's|its owner's) graveyard",
        _STILL,
    ),
    "exile": Kept(
        f"{_GETS}the number of cards you own in exile.",
        r"\bexiles?\b|collect evidence|plotted|foretold",
        rf"{_STILL}|^Exile (~|each creature|(up to one )?target|the chosen|that object from)|"
        r"You may play",
    ),
    "library": Kept(
        f"{_IF}the top card of your library is an artifact card.",
        r"librar|\bdraws?\b|\bmills?\b|scry|surveil|\blearn|discover|\bseek|clash|fateseal|shuffle",
        rf"{_STILL}|on the bottom of its owner's library|[Ee]ach enchantment|"
        "from the top|target instant or sorcery card",
    ),
    "life": Kept(
        f"{_GETS}your life total.",
        rf"\bpays? .*\blife|life total|{_PLAYERS_HURT}|excess damage|half (your|their) life",
        rf"{_STILL}|Add X mana|Phoenix|damage to (up to one )?target creature",
    ),
    "energy": Kept(
        f"{_GETS}the amount of {{E}} you have.",
        r"\{E\}|energy",
        _STILL,
        ({"effect": "Each player gets {E}{E}."},),
    ),
    "poison": Kept(
        f"{_IF}an opponent is poisoned.", r"gets? .*poison", _STILL, (), of_opponents=True
    ),
    "poison lost": Kept(
        f"{_IF}an opponent is poisoned.",
        r"loses? .*poison",
        _STILL,
        ({"effect": "Each player gets two poison counters."},),
        of_opponents=True,
    ),
    "experience": Kept(
        f"{_GETS}the number of experience counters you have.", r"experience", _STILL
    ),
    "monarch": Kept(f"{_IF}you're the monarch.", r"become the monarch", _STILL),
    "initiative": Kept(f"{_IF}you have the initiative.", r"initiative", _STILL),
    "night": Kept(f"{_IF}it's day.", r"it becomes night", _STILL, ({"daytime": "day"},)),
    "day": Kept(f"{_IF}it's night.", r"it becomes day", _STILL, ({"daytime": "night"},)),
    "hurt": Kept(
        f"{_IF}an opponent was dealt damage this turn.",
        _PLAYERS_HURT,
        f"{_STILL}|Phoenix|damage to (up to one )?target creature",
        (),
        of_opponents=True,
    ),
}
_MATES = (creature("Cub", "2/2"), other("Rock", "Artifact"), other("Field", "Land"))
_PLAYERS: tuple[dict[str, str], ...] = ({}, {"player": "opponent"})
_MINE, _THEIRS = "mine", "theirs"


def probe(kind: str, *more: dict[str, Any]) -> Board:
    """A board that asks for both players' things of one kind."""
    watcher = creature("Watcher", "0/9", KEPT[kind].asks)
    lying: list[dict[str, Any]] = [
        {"zone": zone, "card": card, "as": f"{owner} {zone}", "owner": owner}
        for zone, card in (("graveyard", "Cub"), ("library", "Rock"))
        for owner in ("you", "opponent")
    ]
    steps: list[dict[str, Any]] = [
        *({"life": 29, **each} for each in _PLAYERS),
        *({"hand": 3, **each} for each in _PLAYERS),
        {"enter": "Watcher", "as": _MINE},
        {"enter": "Watcher", "as": _THEIRS, "controller": "opponent"},
        {"enter": "Cub"},
        {"enter": "Cub", "as": "their Cub", "controller": "opponent"},
        {"enter": "Rock"},
        {"enter": "Field"},
        *lying,
        *KEPT[kind].before,
        *more,
    ]
    return board_from_document({"cards": [watcher, *_MATES], "steps": steps}, NoCards())


def seen(board: Board) -> Powers:
    """All that the watchers may be; "unknown" where something is not carried out."""
    found = outcome(board, "referee")
    unread = found.first_to_tell or any(answer.not_modelled for _, answer in found.ways)
    powers: Powers = {_MINE: set(), _THEIRS: set()}
    for _, answer in found.ways:
        for each in answer.objects:
            if each.handle in powers:
                powers[each.handle].add("unknown" if unread else str(each.power))
    return powers


class Sentence(NamedTuple):
    text: str
    body: tree.Body


def _leaves(steps: tuple[tree.Step, ...]) -> Iterator[tree.Step]:
    for step in steps:
        if isinstance(step, tree.Do):
            yield from _leaves((*step.steps, *step.otherwise))
        elif isinstance(step, tree.Modal):
            for body in step.modes:
                yield from _leaves(body.steps)
        elif isinstance(step, tree.Later):
            yield from _leaves(step.steps)
        elif isinstance(step, tree.Act | tree.Inert | tree.MoveZone):
            yield step


def _worded(node: tree.Node, closed: tuple[type, ...] = ()) -> tuple[str, ...]:
    """All that it keeps as words."""
    inner = [each for each in nodes(node, closed) if isinstance(each, tree.Inert)]
    parts = (each for node in inner for each in node.parts if isinstance(each, str))
    return (*(each.words for each in inner), *parts)


def _shape(step: tree.Step) -> tuple[object, ...]:
    """What two steps have alike of which one is enough."""
    if isinstance(step, tree.Inert):
        return _worded(step)
    who = getattr(step, "who", None)
    zones = tuple(node.zone for node in nodes(who) if isinstance(node, tree.InZone | tree.Each))
    if isinstance(step, tree.Act):
        to = step.to if isinstance(step.to, str) else type(step.to)
        return (step.verb, step.player, type(who), zones, to)
    assert isinstance(step, tree.MoveZone)
    return (step.verb, type(who), zones, step.to, step.place, step.origin)


@cache
def sentences() -> tuple[Sentence, ...]:
    """Each shape once, by itself."""
    found: dict[tuple[object, ...], Sentence] = {}
    for card in Catalogue(SHIPPED).all_cards():
        for body in (node for face in card.faces for node in nodes(face.abilities)):
            if isinstance(body, tree.Body):
                for step in _leaves(body.steps):
                    if (shape := _shape(step)) not in found:
                        alone = tree.Body((step,), targets=body.targets, players=body.players)
                        found[shape] = Sentence(show(tree.Spell(alone)), alone)
    return tuple(found.values())


_NAMED = ("their Cub", "Cub", "Rock", "Field", "you graveyard", "opponent graveyard")


def _targets(body: tree.Body) -> Iterator[tuple[str, ...]]:
    """What a step may name, most telling first."""
    if body.players:
        yield from (("opponent",), ("opponent", "their Cub"))
    if body.targets:
        yield from ((each,) for each in _NAMED)
        yield from permutations(_NAMED[:3], 2)
    yield ()


def resolved(board: Board, sentence: Sentence) -> Powers | None:
    """What the watchers are after it; None if the board has nothing for its targets."""
    x = 2 if any(isinstance(node, tree.X) for node in nodes(sentence.body)) else None
    for targets in _targets(sentence.body):
        step = ResolveEffect(sentence.body, sentence.text, targets=targets, x=x)
        try:
            return seen(msgspec.structs.replace(board, steps=(*board.steps, step)))
        except BoardError:
            continue
    return None


_OTHERS = r"opponent|player|controller|owner|\b(they|their)\b"
_OF_BOTH = r"each player|you and |clash"
_OF_THEM = r"^(any number of |two |up to two )?(target|each) (player|opponent)s? (?!may)"


def is_as_before(kind: str, text: str, after: Powers, before: Powers) -> bool:
    """Whether it is of one whom the words name; whom they may name is either of the two."""
    same = {each for each in before if after[each] == before[each]}
    if KEPT[kind].of_opponents:
        return len(same) == 2
    if re.search(_OF_BOTH, text, re.IGNORECASE):
        return bool(same)
    if re.search(_OF_THEM, text, re.IGNORECASE):
        return _THEIRS in same
    return same >= ({_MINE, _THEIRS} if re.search(_OTHERS, text, re.IGNORECASE) else {_MINE})


def unchanged(kind: str) -> Iterator[str]:
    """The sentences that may change it by their words, and after which it surely has not."""
    kept, board = KEPT[kind], probe(kind)
    before = seen(board)
    assert all(len(powers) == 1 and "unknown" not in powers for powers in before.values())
    for sentence in sentences():
        spoken = re.search(kept.stems, sentence.text, re.IGNORECASE)
        if spoken is None or re.search(kept.still, sentence.text):
            continue
        after = resolved(board, sentence)
        if after is not None and is_as_before(kind, sentence.text, after, before):
            yield sentence.text


@pytest.mark.parametrize("kind", KEPT)
def test_what_a_sentence_may_change_is_not_taken_to_be_as_before(kind: str) -> None:
    assert list(unchanged(kind)) == []


_ROWS = (
    ("hand", deeds, "stirs_a_hand"),
    ("graveyard", deeds, "buries_the_unseen"),
    ("library", deeds, "stirs_a_library"),
    ("exile", deeds, "exiles_the_unseen"),
    ("life", deeds, "changes_life"),
    ("hurt", struck, "hurts_players"),
    ("energy", deeds, "moves_energy"),
    ("poison lost", deeds, "takes_counters_of_players"),
)


@pytest.mark.parametrize(("kind", "module", "row"), _ROWS)
def test_a_question_left_out_is_noticed(
    kind: str, module: Any, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, row, lambda step: False)
    assert next(unchanged(kind), None)


@pytest.mark.parametrize(
    ("kind", "verb"),
    [
        ("hand", "draw card"),
        ("hand", "discard card"),
        ("hand", "discard their hand"),
        ("hurt", "deal damage to"),
        ("life", "deal damage to"),
        ("life", "lose half their life, rounded up"),
        ("energy", "get energy"),
        ("poison", "get poison counter"),
        ("experience", "get experience counter"),
        ("monarch", "become the monarch"),
        ("initiative", "take the initiative"),
        ("night", "it becomes night"),
        ("day", "it becomes day"),
    ],
)
def test_an_act_left_out_is_noticed(kind: str, verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(instructions._ACTS, verb, lambda resolution, step: None)
    assert next(unchanged(kind), None)


class Deed(NamedTuple):
    """Something that happens, and the stems by which words say that it happens otherwise."""

    kind: str  # what is asked for
    effect: str
    stems: str
    still: str = r"$^"  # of these words it happens as it would without them


_ELSEWHERE = (
    r"ombat|attack|block|~ by Wall|lethal|cost|~'s mana|prevented\.|removed|causes|attached"
)
# 604.2: on the probe these are not so.
_NOT_SO = "^As long as (there are (one or fewer|four or more)|~ has six|your life total is less)"
# To nothing that the probe harms: the speaker is no creature, and attached to none.
_TO_OTHERS = (
    r"(?:to|If) (?:~|you|a player|an opponent|enchanted creature|Wolverine|another Dinosaur"
    r"|a Cleric|snow)(?!\w| or)|you have max speed"
)
DEEDS = {
    "draw": Deed("hand", "Each player draws a card.", r"would draw|can't draw"),
    "scry": Deed("hand", "Scry 2.", r"would scry"),
    "gain": Deed(
        "life", "Each player gains 3 life.", r"would gain life|can't gain life|gains no life"
    ),
    "lose": Deed("life", "Each player loses 3 life.", r"would lose life|life total can't"),
    "damage": Deed("life", "~ deals 6 damage to each player.", r"\bdamage", _ELSEWHERE),
    "harm": Deed(
        "life", "~ deals 6 damage to each creature.", r"\bdamage", f"{_ELSEWHERE}|{_TO_OTHERS}"
    ),
    "die": Deed("life", "Destroy all creatures.", r"would (die|leave)|would be put", "~ would|~,"),
    "energy": Deed("energy", "Each player gets {E}{E}.", r"would get .*\{E\}|can't get"),
    "poison": Deed(
        "poison", "Each player gets two poison counters.", r"(would|can't) get .*counters"
    ),
    "explore": Deed("hand", "Target creature explores.", r"would explore"),
}


@cache
def said() -> tuple[tuple[str, tree.Ability], ...]:
    """What abilities say outside of what resolves, of each shape once."""
    found: dict[object, tuple[str, tree.Ability]] = {}
    for card in Catalogue(SHIPPED).all_cards():
        for ability in (each for face in card.faces for each in face.abilities):
            outside = nodes(ability, (tree.Body,))
            verbs = [node.verb for node in outside if isinstance(node, tree.Restrict)]
            shape = (*_worded(ability, (tree.Body,)), *verbs)
            if shape and shape not in found:
                found[shape] = show(ability), ability
    return tuple(found.values())


def _ends(board: Board) -> object:
    """What each object is in the end; nothing if that is not sure."""
    found = outcome(board, "referee")
    ends = [(each.handle, each.zone, each.power) for each in found.answer.objects]
    ends = [each for each in ends if not each[0].startswith("speaker")]
    return (ends, found.answer.gone) if found.sure else None


def as_without_it(name: str) -> Iterator[str]:
    """What says by its words that it happens otherwise, and then it surely happens as ever."""
    deed = DEEDS[name]
    happens: dict[str, Any] = {"effect": deed.effect, "of": "Cub"}
    happens |= {"targets": ["Cub"]} if "Target" in deed.effect else {}
    bare, plain = probe(deed.kind), probe(deed.kind, happens)
    ever = _ends(plain)
    for text, ability in said():
        if not re.search(deed.stems, text) or re.search(f"{deed.still}|{_NOT_SO}", text):
            continue
        face = tree.Face("Speaker", types=("Artifact",), abilities=(ability,))
        card = tree.Card("Speaker", "normal", (face,))
        speakers = (Enter("speaker", card), Enter("speaker two", card, "opponent"))
        steps = (*bare.steps, *speakers, *plain.steps[len(bare.steps) :])
        if (ends := _ends(msgspec.structs.replace(plain, steps=steps))) and ends == ever:
            yield text


@pytest.mark.parametrize("name", DEEDS)
def test_what_is_said_to_happen_otherwise_does_not_happen_as_ever(name: str) -> None:
    assert list(as_without_it(name)) == []


@pytest.mark.parametrize(
    ("name", "module", "row"),
    [
        ("draw", deeds, "alters_draws"),
        ("scry", deeds, "alters_scrying"),
        ("gain", deeds, "alters_life"),
        ("damage", deeds, "alters_damage"),
        ("harm", deeds, "alters_damage"),
        ("die", replacing, "speaks_of_leaving"),
        ("energy", deeds, "alters_counters_of_players"),
        ("poison", deeds, "alters_counters_of_players"),
        ("explore", deeds, "alters_exploring"),
    ],
)
def test_what_alters_it_left_out_is_noticed(
    name: str, module: Any, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, row, lambda ability, **kept: False)
    assert next(as_without_it(name), None)
