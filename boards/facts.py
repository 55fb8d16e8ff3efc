"""Facts about players and the game that a step states, by the words in which texts ask for them.

What no step has stated stays a fact that the board can't tell.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, Literal, TypeAlias

from striate.cards.prose import seal
from striate.cards.tree import AllOf, AnyOf, Filter, HasColor, Not, Prose
from striate.cards.vocabulary import COLOR_NAMES

Fact: TypeAlias = Literal["speed", "monarch", "initiative", "day"]
# A condition holds where the number stated is at least, and at most, so much.
_CONDITIONS: Final[dict[str, tuple[Fact, int, int]]] = {
    "you have max speed": ("speed", 4, 4),  # 702.179e
    "you are the monarch": ("monarch", 1, 1),
    "an opponent is the monarch": ("monarch", 0, 0),  # with two players, where you are not
    "you have the initiative": ("initiative", 1, 1),
    "it is day": ("day", 1, 1),
    "it is night": ("day", 0, 0),
}
_AMOUNTS: Final[dict[str, Fact]] = {"your speed": "speed"}  # 702.179f


@cache
def condition_asked(prose: Prose) -> tuple[Fact, int, int] | None:
    """What a condition asks, if a step can state it: the fact, and from where to where it holds."""
    return _by_template(_CONDITIONS).get(seal(prose)[0].template)


@cache
def amount_asked(prose: Prose) -> Fact | None:
    """Which number an amount asks for, if a step can state it."""
    found: dict[str, Fact] = {
        seal(Prose(words))[0].template: fact for words, fact in _AMOUNTS.items()
    }
    return found.get(seal(prose)[0].template)


# Facts that a permanent's own step tells, by the words in which its text asks for them; and whose
# they are: its own, its controller's, the game's, or one player's at a time.
_ONE_COLOR: Final = tuple(f"{{{letter}}}" for letter in "WUBRG")
Whose: TypeAlias = Literal["its", "player", "game", "one player"]
_TOLD: Final[dict[str, tuple[Whose, tuple[str, ...]]]] = {
    "kicked": ("its", ("~ was kicked", "it was kicked")),  # 702.33d
    "escaped": ("its", ("it escaped", "~ escaped")),  # 702.138c
    "no mana spent": ("its", ("it wasn't cast or no mana was spent to cast it",)),
    "two colors spent": ("its", ("two or more colors of mana were spent to cast it",)),
    "three of a color spent": (
        "its",
        ("at least three mana of the same color was spent to cast it",),
    ),
    "dragon shown or there": (
        "its",
        ("you revealed a dragon card or controlled a dragon as you cast it",),
    ),
    "was cast": ("its", ("it was cast", "you cast it")),
    "evoked": ("its", ("its evoke cost was paid",)),  # 702.74a
    "megamorph paid": ("its", ("its megamorph cost was paid",)),  # 702.37b
    "offspring paid": ("its", ("its offspring cost was paid",)),  # 702.175a
    "echo due": ("its", ("it came under your control since the beginning of your last upkeep",)),
    "echo paid": ("its", ("you pay its echo cost",)),  # 702.30a
    "upkeep paid": ("its", ("you pay its cumulative upkeep",)),  # 702.24a
    "cast from hand": ("its", ("you cast it from your hand",)),
    "cast from graveyard": ("its", ("it was cast from your graveyard",)),
    "entered this turn": ("its", ("it entered this turn", "~ entered this turn")),
    "attacked": ("its", ("it attacked this turn",)),
    "no damage dealt yet": ("its", ("it hasn't dealt damage yet",)),
    "devoured": ("its", ("it devoured a creature",)),  # 702.82
    "max speed": ("player", ("you have max speed",)),  # 702.179e
    "monarch": ("one player", ("you are the monarch",)),  # 724
    "city's blessing": ("player", ("you have the city's blessing",)),  # 702.131
    "dungeon completed": ("player", ("you've completed a dungeon",)),  # 309.7
    "enduring story": ("player", ("you have an enduring story",)),
    "opponent has three poison": ("player", ("an opponent has three or more poison counters",)),
    "opponent is poisoned": ("player", ("an opponent is poisoned",)),
    "player attacked": ("player", ("you attacked this turn",)),
    "creature died": ("game", ("a creature died this turn",)),
    "two cards drawn": ("player", ("you've drawn two or more cards this turn",)),
    "two nonlands entered": (
        "player",
        ("two or more nonland permanents entered under your control this turn",),
    ),
    "artifact entered": ("player", ("an artifact entered under your control this turn",)),
    "land entered": ("player", ("a land entered under your control this turn",)),
    "opponent lost life": ("player", ("an opponent lost life this turn",)),
    "life gained": ("player", ("you gained life this turn",)),
    "life lost": ("player", ("you've lost life this turn",)),
    "instant or sorcery cast": ("player", ("you've cast an instant or sorcery spell this turn",)),
    "noncreature spell cast": ("player", ("you've cast a noncreature spell this turn",)),
    "two spells cast": ("player", ("you've cast two or more spells this turn",)),
    "crime committed": ("player", ("you've committed a crime this turn",)),
    "surveilled": ("player", ("you've surveilled this turn",)),
    "artifact sacrificed": ("player", ("you've sacrificed an artifact this turn",)),
    "permanent sacrificed": ("player", ("you sacrificed a permanent this turn",)),
    "another creature entered": (
        "its",
        (
            "you had another creature enter under your control this turn",
            "another creature entered under your control this turn",
        ),
    ),
    "two creatures died": ("player", ("two or more creatures died under your control this turn",)),
    "no spell cast": ("player", ("you haven't cast a spell this turn",)),
    "two noncreature spells cast": (
        "player",
        ("you've cast two or more noncreature spells this turn",),
    ),
    "counters put on a creature": (
        "player",
        ("you've put one or more +1/+1 counters on a creature this turn",),
    ),
    "three dice rolled": ("player", ("you've rolled three or more dice this turn",)),
    "six unspent mana": ("player", ("you have six or more unspent mana",)),
    "three merfolk attacked": (
        "player",
        ("you attacked with three or more merfolk this turn",),
    ),
    "another merfolk or an island entered": (
        "its",
        ("another merfolk or an island entered under your control this turn",),
    ),
    "small library": ("game", ("a library has twenty or fewer cards in it",)),
    "attacked a battle": ("its", ("it attacked a battle this turn",)),
    "another red spell cast": ("its", ("you've cast another red spell this turn",)),
    "another knight entered": ("its", ("another knight entered under your control this turn",)),
    **{
        f"{color} mana spent": ("its", (f"at least 3 {color} mana was spent to cast it",))
        for color in ("white", "blue", "black", "red", "green")
    },
    **{
        f"kicked with {cost}": ("its", (f"~ was kicked with its {cost} kicker",))
        for cost in (*_ONE_COLOR, *(f"{{1}}{cost}" for cost in _ONE_COLOR))
    },
    "permanent left": (
        "player",
        (
            "a permanent you controlled left the battlefield this turn",
            "a permanent left the battlefield under your control this turn",
        ),
    ),
}
FACT_NAMES: Final = tuple(_TOLD)


@cache
def fact_named(prose: Prose) -> str | None:
    """The name by which a permanent's step tells the fact, if one does."""
    return _names().get(seal(prose)[0].template)


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


@cache
def asks_whether_it_was_done(prose: Prose) -> bool:
    """ "If you do", "when you do": whether the instruction before them was followed (608.2c,
    603.12)."""
    template = seal(prose)[0].template
    return template in {seal(Prose(words))[0].template for words in ("if you do", "when you do")}


@cache
def _names() -> dict[str, str]:
    return {
        seal(Prose(words))[0].template: name
        for name, (_, texts) in _TOLD.items()
        for words in texts
    }


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


@cache
def is_number_told(prose: Prose) -> bool:
    """Whether a choice of a number tells how many counters an action put."""
    words = (*_COUNTED, *_COUNTED_AS_IT_ENTERS)
    return seal(prose)[0].template in {seal(Prose(each))[0].template for each in words}


@cache
def is_number_called(what: str) -> bool:
    """Whether a choice of a number tells what is called so, by its words or by their seal."""
    words = (*_COUNTED, *_COUNTED_AS_IT_ENTERS)
    return what in words or what in {seal(Prose(each))[0].template for each in words}


@cache
def is_counted_as_it_enters(prose: Prose) -> bool:
    """Whether a permanent that enters with counters counts it, as no board keeps it."""
    template = seal(prose)[0].template
    return template in {seal(Prose(each))[0].template for each in _COUNTED_AS_IT_ENTERS}


@cache
def most_of(prose: Prose) -> int | None:
    """The greatest number that it can count, if there is one."""
    template = seal(prose)[0].template
    return next(
        (
            most
            for words, most in _COUNTED_AS_IT_ENTERS.items()
            if seal(Prose(words))[0].template == template
        ),
        None,
    )


def _by_template(
    table: dict[str, tuple[Fact, int, int]],
) -> dict[str, tuple[Fact, int, int]]:
    return {seal(Prose(words))[0].template: question for words, question in table.items()}


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
