"""Facts about players and the game that a step states, by the words in which texts ask for them.

What no step has stated stays a fact that the board can't tell.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Final, Generic, Literal, TypeAlias, TypeVar, get_args

from striate.cards.prose import seal
from striate.cards.tree import AllOf, AnyOf, Filter, HasColor, Not, Prose
from striate.cards.vocabulary import COLOR_NAMES

Fact: TypeAlias = Literal["speed", "monarch", "initiative", "day"]
Value = TypeVar("Value")


@cache
def _template(prose: Prose) -> str:
    return seal(prose)[0].template


class ByWords(Generic[Value]):
    """A table by the words of texts, which are found in prose, open or sealed."""

    def __init__(self, table: Mapping[str, Value]) -> None:
        self.words = table

    @cached_property
    def by_template(self) -> dict[str, Value]:
        return {_template(Prose(words)): value for words, value in self.words.items()}

    def get(self, prose: Prose) -> Value | None:
        return self.by_template.get(_template(prose))

    def __contains__(self, prose: Prose) -> bool:
        return _template(prose) in self.by_template


# What a condition asks, if a step can state it: the fact, and the least and the most that holds.
_CONDITIONS: Final[dict[str, tuple[Fact, int, int]]] = {
    "you have max speed": ("speed", 4, 4),  # 702.179e
    "you are the monarch": ("monarch", 1, 1),
    "an opponent is the monarch": ("monarch", 0, 0),  # with two players, where you are not
    "you have the initiative": ("initiative", 1, 1),
    "it is day": ("day", 1, 1),
    "it is night": ("day", 0, 0),
}
condition_asked: Final = ByWords(_CONDITIONS).get
# Which number an amount asks for, if a step can state it; 702.179f.
amount_asked: Final = ByWords[Fact]({"your speed": "speed"}).get

# Facts that a permanent's own step tells, by the words in which its text asks for them; and whose
# they are: its own, its controller's, the game's, or one player's at a time.
_ONE_COLOR: Final = tuple(f"{{{letter}}}" for letter in "WUBRG")
Whose: TypeAlias = Literal["its", "player", "game", "one player"]


def _told(whose: Whose) -> Callable[..., tuple[Whose, tuple[str, ...]]]:
    return lambda *texts: (whose, texts)


_its, _players, _games, _one_players = map(_told, get_args(Whose))
_TOLD: Final[dict[str, tuple[Whose, tuple[str, ...]]]] = {
    "kicked": _its("~ was kicked", "it was kicked"),  # 702.33d
    "escaped": _its("it escaped", "~ escaped"),  # 702.138c
    "no mana spent": _its("it wasn't cast or no mana was spent to cast it"),
    "two colors spent": _its("two or more colors of mana were spent to cast it"),
    "three of a color spent": _its("at least three mana of the same color was spent to cast it"),
    "dragon shown or there": _its(
        "you revealed a dragon card or controlled a dragon as you cast it"
    ),
    "was cast": _its("it was cast", "you cast it"),
    "evoked": _its("its evoke cost was paid"),  # 702.74a
    "megamorph paid": _its("its megamorph cost was paid"),  # 702.37b
    "offspring paid": _its("its offspring cost was paid"),  # 702.175a
    "echo due": _its("it came under your control since the beginning of your last upkeep"),
    "echo paid": _its("you pay its echo cost"),  # 702.30a
    "upkeep paid": _its("you pay its cumulative upkeep"),  # 702.24a
    "cast from hand": _its("you cast it from your hand"),
    "cast from graveyard": _its("it was cast from your graveyard"),
    "entered this turn": _its("it entered this turn", "~ entered this turn"),
    "attacked": _its("it attacked this turn"),
    "no damage dealt yet": _its("it hasn't dealt damage yet"),
    "devoured": _its("it devoured a creature"),  # 702.82
    "max speed": _players("you have max speed"),  # 702.179e
    "monarch": _one_players("you are the monarch"),  # 724
    "city's blessing": _players("you have the city's blessing"),  # 702.131
    "dungeon completed": _players("you've completed a dungeon"),  # 309.7
    "enduring story": _players("you have an enduring story"),
    "opponent has three poison": _players("an opponent has three or more poison counters"),
    "opponent is poisoned": _players("an opponent is poisoned"),
    "player attacked": _players("you attacked this turn"),
    "creature died": _games("a creature died this turn"),
    "two cards drawn": _players("you've drawn two or more cards this turn"),
    "two nonlands entered": _players(
        "two or more nonland permanents entered under your control this turn"
    ),
    "artifact entered": _players("an artifact entered under your control this turn"),
    "land entered": _players(
        "a land entered under your control this turn",
        "you had a land enter under your control this turn",
    ),
    "opponent lost life": _players("an opponent lost life this turn"),
    "life gained": _players("you gained life this turn"),
    "life lost": _players("you've lost life this turn"),
    "instant or sorcery cast": _players("you've cast an instant or sorcery spell this turn"),
    "noncreature spell cast": _players("you've cast a noncreature spell this turn"),
    "two spells cast": _players("you've cast two or more spells this turn"),
    "crime committed": _players("you've committed a crime this turn"),
    "surveilled": _players("you've surveilled this turn"),
    "artifact sacrificed": _players("you've sacrificed an artifact this turn"),
    "permanent sacrificed": _players("you sacrificed a permanent this turn"),
    "another creature entered": _its(
        "you had another creature enter under your control this turn",
        "another creature entered under your control this turn",
    ),
    "two creatures died": _players("two or more creatures died under your control this turn"),
    "no spell cast": _players("you haven't cast a spell this turn"),
    "two noncreature spells cast": _players("you've cast two or more noncreature spells this turn"),
    "counters put on a creature": _players(
        "you've put one or more +1/+1 counters on a creature this turn"
    ),
    "three dice rolled": _players("you've rolled three or more dice this turn"),
    "six unspent mana": _players("you have six or more unspent mana"),
    "three merfolk attacked": _players("you attacked with three or more merfolk this turn"),
    "another merfolk or an island entered": _its(
        "another merfolk or an island entered under your control this turn"
    ),
    "small library": _games("a library has twenty or fewer cards in it"),
    "attacked a battle": _its("it attacked a battle this turn"),
    "another red spell cast": _its("you've cast another red spell this turn"),
    "another knight entered": _its("another knight entered under your control this turn"),
    **{
        f"{color} mana spent": _its(f"at least 3 {color} mana was spent to cast it")
        for color in ("white", "blue", "black", "red", "green")
    },
    **{
        f"kicked with {cost}": _its(f"~ was kicked with its {cost} kicker")
        for cost in (*_ONE_COLOR, *(f"{{1}}{cost}" for cost in _ONE_COLOR))
    },
    "permanent left": _players(
        "a permanent you controlled left the battlefield this turn",
        "a permanent left the battlefield under your control this turn",
    ),
}
FACT_NAMES: Final = tuple(_TOLD)
# The name by which a permanent's step tells the fact, if one does.
fact_named: Final = ByWords(
    {words: name for name, (_, texts) in _TOLD.items() for words in texts}
).get
# "If you do", "when you do": whether the instruction before them was followed (608.2c, 603.12).
_IF_DONE: Final = ByWords(dict.fromkeys(("if you do", "when you do")))
asks_whether_it_was_done: Final = _IF_DONE.__contains__


@cache
def happened_for_good(prose: Prose) -> bool:
    """Whether the words say that something happened: once it has, it can't become false, nor can
    what is said of a turn that is over."""
    if prose.template.endswith(" last turn"):
        return True
    words = set(re.findall(r"[\w']+", prose.template))
    negated = any(word.endswith("n't") for word in words) or not words.isdisjoint(_UNSURE)
    return not negated and not words.isdisjoint(_HAPPENED)


_HAPPENED = frozenset((
    "was", "were", "attacked", "entered", "died", "gained", "lost", "dealt", "sacrificed",
    "discarded", "cast", "drew", "spent", "had", "played", "paid", "blocked", "left", "put",
))  # fmt: skip
_UNSURE = frozenset((
    "no", "not", "none", "exactly", "only", "first", "second", "fewer", "less", "is", "are", "has",
    "have", "last", "than", "alone", "different",
))  # fmt: skip


def text_of_fact(name: str) -> str:
    """The words in which texts ask for it; "" if it is no such fact."""
    return _TOLD[name][1][0] if name in _TOLD else ""


def whose(name: str) -> Whose:
    """Whose fact it is; what no text asks for by a name is a player's."""
    return _TOLD[name][0] if name in _TOLD else "player"


@cache
def is_of_a_turn(name: str) -> bool:
    """Whether it holds no longer than a turn, by its words."""
    texts = _TOLD[name][1] if name in _TOLD else ()
    return name == "six unspent mana" or any("this turn" in text for text in texts)


# What else is so, or is not, of the same player in the same turn if the first is.
_IMPLIED: Final[dict[str, dict[str, bool]]] = {
    "two spells cast": {"no spell cast": False},
    "noncreature spell cast": {"no spell cast": False},
    "instant or sorcery cast": {"noncreature spell cast": True, "no spell cast": False},
    "two noncreature spells cast": {
        "noncreature spell cast": True, "two spells cast": True, "no spell cast": False,
    },
    "artifact sacrificed": {"permanent sacrificed": True},
}  # fmt: skip


def implied(name: str, known: Callable[[str], int | None]) -> bool | None:
    """Whether it must be so, or can't be, beside what is known; None if it may be both."""
    for other, facts in _IMPLIED.items():
        if name in facts and known(other) == 1:
            return facts[name]
    impossible = any(known(each) == 1 - so for each, so in _IMPLIED.get(name, {}).items())
    return False if impossible else None


# What is so of a player, or of the game, until the turn ends: what the step `this_turn` tells.
TURN_FACTS: Final = tuple(
    name for name in FACT_NAMES if whose(name) != "its" and is_of_a_turn(name)
)


# 701.44a, 701.50a, 702: the counters that came of it, which `choose: {number: N}` tells.
_COUNTED: Final = (
    "explores", "explores, then explores again", "connives", "connives X",
    *(f"connives {n}" for n in range(1, 10)),
    "the number of times its squad cost was paid", "creature blocking it beyond the first",
    "the number of opponents you attacked this combat", "counters moved", "amplify", "bloodthirst",
    "devour", "endures", "fabricate", "riot", "tribute", "unleash",
)  # fmt: skip
# What a permanent that enters with counters counts and no board keeps, with the most of it.
_COUNTED_AS_IT_ENTERS: Final[dict[str, int | None]] = {
    "color of mana spent to cast it": 5,  # 105.1
    "sunburst": 5,
    "time it was kicked": None,
    "the amount of mana spent to cast it": None,
    "mana spent to cast it": None,
    "creature that convoked it": None,
    "creature that died this turn": None,
    "creatures that died this turn": None,
    "creature that died under your control this turn": None,
    "other spell cast this turn": None,
    "land that entered under your control this turn": None,
    "life you've gained this turn": None,
    "life lost by your opponents this turn": None,
    "opponent who lost life this turn": 1,
}
# Whether a number says how often it was kicked, which also `kicked` tells something of.
is_of_kicking: Final = ByWords({"time it was kicked": 0}).__contains__
_ENTERING: Final = ByWords(_COUNTED_AS_IT_ENTERS)
_NUMBERS: Final = ByWords(dict.fromkeys((*_COUNTED, *_COUNTED_AS_IT_ENTERS)))
# Whether a choice of a number tells how many counters an action put.
is_number_told: Final = _NUMBERS.__contains__
# Whether a permanent that enters with counters counts it, as no board keeps it; and the greatest
# number that it can count, if there is one.
is_counted_as_it_enters: Final = _ENTERING.__contains__
most_of: Final = _ENTERING.get


def is_number_called(what: str) -> bool:
    """Whether a choice of a number tells what is called so, by its words or by their seal."""
    return what in _NUMBERS.words or what in _NUMBERS.by_template


def stated(fact: str, yours: bool, value: int) -> dict[tuple[str, bool], int]:
    """What a step states, by fact and player: one of them is the monarch (725.3) or has the
    initiative (726.3), and there is one time of day.
    """
    if fact == "day":
        return {(fact, True): value, (fact, False): value}
    if fact in ("monarch", "initiative"):
        return {(fact, yours): 1, (fact, not yours): 0}
    return {(fact, yours): value}


def described(part: Filter) -> str:
    """What a filter asks of a card, in so many words that no two filters have the same."""
    if isinstance(part, AllOf | AnyOf):
        joined = " " if isinstance(part, AllOf) else " or "
        return joined.join(map(described, part.parts)) or "a card"
    if isinstance(part, Not):
        return f"not {described(part.part)}"
    if isinstance(part, HasColor):
        return COLOR_NAMES.get(part.color, part.color)
    values = [getattr(part, name) for name in part.__struct_fields__]
    plain = all(isinstance(each, str) for each in values)
    return " ".join(map(str.lower, values)) if plain and len(values) == 1 else repr(part)
