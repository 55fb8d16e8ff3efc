"""The goal language: every form is read as meant, and errors point at the word."""

import msgspec
import pytest

from striate.cards import tree
from striate.cards.tree import AllOf, AnyOf, Keyword, Not, Num, StatIs, StatOf
from striate.queries.goals import language
from striate.queries.goals.language import read_goal
from striate.queries.goals.tokens import GoalError
from striate.queries.goals.words import box
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal, HasText, Leveler
from tests.findcards import CARDS, Shelf, creature, other

NAMES = [
    creature("Lord of Here, the First", "2/2"),
    creature("Salt and Sand", "1/1"),
    creature("Leveler", "10/10"),
    other("World Is Round", "Enchantment"),
]
SHELF = Shelf([*CARDS, *NAMES])
CREATURE = tree.HasType("Creature")
FLYING = tree.HasKeyword("flying")
CUB = CardNamed("Plain Cub")
POWER_1, TOUGHNESS_1 = StatIs("power", "=", Num(1)), StatIs("toughness", "=", Num(1))


def demands(text: str) -> tuple[Demand, ...]:
    """The demands, whatever belongs to the noun phrase."""
    found = read_goal(text, SHELF).demands
    return tuple(e if e.every else msgspec.structs.replace(e, described=0) for e in found)


@pytest.mark.parametrize(
    ("text", "subject", "claims"),
    [
        ("leveler ends as 1/1", Leveler(), (POWER_1, TOUGHNESS_1)),
        ("a leveler ends up as 1/1 with flying", Leveler(), (POWER_1, TOUGHNESS_1, FLYING)),
        ("Plain Cub is black", CUB, (tree.HasColor("B"),)),
        ("the PLAIN CUB becomes black", CUB, (tree.HasColor("B"),)),
        (
            "a Plain Cub is a black 1/1 Merfolk creature with flying",
            CUB,
            (tree.HasColor("B"), POWER_1, TOUGHNESS_1, tree.HasSubtype("Merfolk"), CREATURE,
             FLYING),
        ),
        (
            "Plain Cub is 4/4 or bigger",
            CUB,
            (StatIs("power", ">=", Num(4)), StatIs("toughness", ">=", Num(4))),
        ),
        (
            "Plain Cub is at most 1/0",
            CUB,
            (StatIs("power", "<=", Num(1)), StatIs("toughness", "<=", Num(0))),
        ),
        (
            "a creature has no abilities and is not 1/1",
            AnyObject(CREATURE),
            (tree.HasNoAbilities(), Not(box(1, 1))),
        ),
        (
            "Plain Cub ends with power greater than toughness, under your opponent's control",
            CUB,
            (StatIs("power", ">", StatOf("toughness", tree.Affected())),
             tree.ControlledBy("opponent")),
        ),
        (
            "a creature your opponent controls has power 3 or greater",
            AnyObject(CREATURE),
            (tree.ControlledBy("opponent"), StatIs("power", ">=", Num(3))),
        ),
        (
            "Plain Cub has power and toughness at least three",
            CUB,
            (StatIs("power", ">=", Num(3)), StatIs("toughness", ">=", Num(3))),
        ),
        (
            "Plain Cub has mana value less than its power",
            CUB,
            (StatIs("mana value", "<", StatOf("power", tree.Affected())),),
        ),
        (
            "Plain Cub has flying, first strike and vigilance",
            CUB,
            (FLYING, tree.HasKeyword("first strike"), tree.HasKeyword("vigilance")),
        ),
        ("Plain Cub lacks flying", CUB, (Not(FLYING),)),
        ("Plain Cub doesn't have flying", CUB, (Not(FLYING),)),
        ("Plain Cub is without abilities", CUB, (tree.HasNoAbilities(),)),
        ("Plain Cub is a nonland artifact", CUB,
         (Not(tree.HasType("Land")), tree.HasType("Artifact"))),
        ("Plain Cub is black or white", CUB, (AnyOf((tree.HasColor("B"), tree.HasColor("W"))),)),
        ("Plain Cub isn't a black creature", CUB, (Not(AllOf((tree.HasColor("B"), CREATURE))),)),
        ("Plain Cub is colorless but a creature", CUB, (tree.ColorCount("=", 0), CREATURE)),
        ("Plain Cub is mono-black", CUB, (tree.HasColor("B"), tree.ColorCount("=", 1))),
        ("Plain Cub is named Sky Cub", CUB, (tree.Named("Sky Cub"),)),
        ("leveler has two +1/+1 counters", Leveler(), (tree.HasCounter("+1/+1", "=", 2),)),
        ("leveler has no level counters", Leveler(), (Not(tree.HasCounter("level", ">=", 1)),)),
        ('Plain Cub has "protection from red"', CUB,
         (HasText(Keyword("protection", quality=tree.HasColor("R"))),)),
        ("Plain Cub lacks ward {2}", CUB, (HasText(Keyword("ward", cost="{2}"), negated=True),)),
        ("Salt and Sand is black", CardNamed("Salt and Sand"), (tree.HasColor("B"),)),
        ("Lord of Here, the First is black", CardNamed("Lord of Here, the First"),
         (tree.HasColor("B"),)),
        ("World Is Round is a creature", CardNamed("World Is Round"), (CREATURE,)),
        ('"Leveler" is black', CardNamed("Leveler"), (tree.HasColor("B"),)),
    ],
)  # fmt: skip
def test_a_sentence_is_read(
    text: str, subject: CardNamed | Leveler | AnyObject, claims: tuple[Claim, ...]
) -> None:
    assert demands(text) == (Demand(subject, claims),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Loud Hymn is a creature and Plain Cub is 4/4 or bigger",
            [("Loud Hymn", 1), ("Plain Cub", 2)],
        ),
        ("Plain Cub is black and a creature; Salt and Sand has flying, and Sky Cub lacks flying",
         [("Plain Cub", 2), ("Salt and Sand", 1), ("Sky Cub", 1)]),
        ("Loud Hymn is a creature while Night Fall is an artifact",
         [("Loud Hymn", 1), ("Night Fall", 1)]),
    ],
)  # fmt: skip
def test_demands_on_different_objects(text: str, expected: list[tuple[str, int]]) -> None:
    found = [(demand.subject, len(demand.claims)) for demand in demands(text)]
    assert found == [(CardNamed(name), claims) for name, claims in expected]


def test_several_of_a_kind() -> None:
    assert demands("two creatures are named Plain Cub") == (
        Demand(AnyObject(CREATURE), (tree.Named("Plain Cub"),), 2),
    )
    assert demands("3 Plain Cubs are black") == (Demand(CUB, (tree.HasColor("B"),), 3),)


@pytest.mark.parametrize(
    ("text", "demand"),
    [
        (
            "t:merfolk pow=1 kw:flying",
            Demand(AnyObject(AllOf((tree.HasSubtype("Merfolk"), POWER_1, FLYING))), ()),
        ),
        ('!"Plain Cub" c=b', Demand(CUB, (AllOf((tree.HasColor("B"), *(
            Not(tree.HasColor(letter)) for letter in "WURG"))),))),
        ("is:leveler pow>tou", Demand(Leveler(), (
            StatIs("power", ">", StatOf("toughness", tree.Affected())),))),
        ("t:creature (c:b or -kw:flying)", Demand(AnyObject(AllOf((
            CREATURE, AnyOf((AllOf((tree.HasColor("B"),)), Not(FLYING)))))), ())),
        ("is:vanilla mv>=2", Demand(AnyObject(AllOf((AllOf((CREATURE, tree.HasNoAbilities())),
            StatIs("mana value", ">=", Num(2))))), ())),
    ],
)  # fmt: skip
def test_scryfall_terms(text: str, demand: Demand) -> None:
    assert demands(text) == (demand,)


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        ("Plain Cub is a creture", "creture", "did you mean `creature`"),
        ("leveler ends as 1/1 with flyinq", "flyinq", "did you mean `flying`"),
        ("Plein Cub is black", "Plein", "expected a card's name"),
        ("Plain Cub soars", "soars", "expected `is`"),
        ("Plain Cub is black if green Sky Cub has flying", "if", "expected"),
        ("Plain Cub is not black and white", "white", "`is` or `is not` before it"),
        ("Plain Cub has power very big", "very", "expected a number"),
        ("Sky Cub makes Plain Cub a Bear", "makes", "is a Bear and the card Sky Cub"),
        ("Plain Cub is black thanks to Sky Cub", "thanks to", "only that it is there"),
        ("t:merfolq", "t:merfolq", "did you mean `merfolk`"),
        ("t:merfolk mana:3", "mana:3", "expected one of"),
        ("pow=1 set:abc", "set:abc", "expected one of"),
    ],
)
def test_an_error_points_at_the_word(text: str, word: str, said: str) -> None:
    with pytest.raises(GoalError) as caught:
        read_goal(text, SHELF)
    message = str(caught.value)
    first, shown, carets, *_ = message.split("\n")
    assert said in message
    assert first.startswith(f"at `{word}`")
    assert shown[carets.index("^") : carets.rindex("^") + 1] == word


@pytest.mark.parametrize("text", ["", "   ", "Plain Cub is", "Plain Cub", "leveler ends as"])
def test_an_error_at_the_end_says_what_is_missing(text: str) -> None:
    with pytest.raises(GoalError, match="at the end of the goal: expected"):
        read_goal(text, SHELF)


def test_no_text_is_too_long_or_too_odd() -> None:
    for text in ("and " * 400, "(" * 900, "is " * 600, '"' * 50, "t:" * 300, "\0", "with " * 400):
        with pytest.raises(GoalError):
            read_goal(text, SHELF)
    with pytest.raises(GoalError, match="at most"):
        read_goal("x" * 5_000, SHELF)


def test_a_number_beyond_reason_is_refused_at_once() -> None:
    with pytest.raises(GoalError, match="a number below 10,000"):
        read_goal("Grizzly Bears is 99999999/5", Shelf(CARDS))


@pytest.mark.parametrize(
    "text",
    [
        "exactly three permanents have the same name",
        "two creatures with different powers, one of which flies",
    ],
)
def test_a_goal_is_not_said_in_other_words_without_end(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of other words may fit what it says itself: ten seconds for a refusal."""
    read: list[str] = []

    def heard(*given: object) -> Goal:
        read.append(str(given[0]))
        return read_goal(*given)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(language, "read_goal", heard)
    with pytest.raises(GoalError):
        heard(text, SHELF)
    assert len(read) < 20
