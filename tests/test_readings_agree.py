"""Both readings of the rules agree: on every board of the corpus and on random ones.

A disagreement is reported as small as it gets. To see that of a seed again:
`striate sweep --trees 1 --seed SEED` (`--cards 1` for real cards, `--scenes 1` for scenes).
"""

import re
from collections import Counter

import pytest

from striate.boards import timeline as tl
from striate.boards.timeline import Board
from striate.cards import tree as t
from striate.queries.checking import check
from striate.queries.fuzzing.differing import as_code, differs, real_cards, sort_of
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.queries.fuzzing.shrinking import shrunk
from striate.queries.outcome import outcome
from tests.corpus import corpus, every_board
from tests.unmended import UNMENDED


def test_every_board_of_the_corpus_passes_by_both_readings() -> None:
    wrong = []
    for board in corpus():
        verdict = check(board)
        if verdict.status != "pass" or verdict.trouble:
            wrong.append((board.id, verdict.status, verdict.differences, verdict.trouble[:500]))
    assert not wrong


def test_a_board_that_is_still_to_be_mended_does_not_pass() -> None:
    known = {board.id: board for board in every_board()}
    assert UNMENDED.keys() <= known.keys()
    mended = [each for each in UNMENDED if check(known[each]).status == "pass"]
    assert mended == [], "take them out of tests/unmended.py"


def test_ids_of_the_corpus_are_its_own() -> None:
    numbers = Counter(board.id for board in every_board())
    assert [name for name, number in numbers.items() if number > 1] == []


@pytest.mark.parametrize("start", [1, 101, 201, 301])
def test_random_boards_read_alike(start: int) -> None:
    for seed in range(start, start + 100):
        agree(random_board(seed), seed)


def test_random_boards_of_real_cards_read_alike() -> None:
    known = real_cards()
    assert len(known) > 1000
    for seed in range(60):
        agree(random_board(seed, known), seed)


def agree(board: Board, seed: int) -> None:
    told = differs(board)
    if told:
        small = shrunk(board, lambda less: sort_of(differs(less)) == sort_of(told), tries=500)
        pytest.fail(f"seed {seed}: {differs(small)}\n{as_code(small)}")


def test_random_scenes_read_alike() -> None:
    for seed in range(1, 121):
        agree(random_scene(seed), seed)


def test_a_random_board_is_the_same_for_the_same_seed() -> None:
    for draw in (random_board, random_scene):
        assert draw(7) == draw(7)
        assert draw(7) != draw(8)


RARE = (
    "KeepOwn", "NoManaCost", "ExchangeControl", "ExchangeText", "BecomeCopy", "Chapter",
    "ClassLevel",
    "LevelSymbol", "ReplaceWords", "PhaseOut", "EntersTapped", "EntersAs",
)  # fmt: skip


def test_scenes_draw_what_other_boards_seldom_have() -> None:
    boards = [random_scene(seed) for seed in range(1, 301)]
    written = Counter(
        name for board in boards for name in set(re.findall(r"[A-Z][A-Za-z]+", repr(board)))
    )
    assert not {name for name in RARE if written[name] < 3}
    types = {kind for board in boards for step in board.steps if isinstance(step, tl.Enter)
             for kind in step.card.faces[0].types}  # fmt: skip
    assert types >= {"Planeswalker", "Battle", "Land"}


HASTE = t.Keyword("haste")


def _gives(who: t.Who, *changes: t.Change) -> t.Static:
    return t.Static((t.Effect(who, changes),))


def _creature(handle: str, *abilities: t.Ability) -> tl.Enter:
    face = t.Face(handle, types=("Creature",), power=1, toughness=5, abilities=abilities)
    return tl.Enter(handle, t.Card(handle, "normal", (face,)))


def _aura(handle: str, change: t.Change) -> tl.Enter:
    face = t.Face(
        handle,
        types=("Enchantment",),
        subtypes=("Aura",),
        abilities=(_gives(t.Attached(), change),),
    )
    return tl.Enter(handle, t.Card(handle, "normal", (face,)), attached_to="hunter")


FOUND = {
    "abilities that are gained in another order are the same ones (613.8a)": (
        tl.Enter("it", t.Card("It", "normal", (t.Face(
            "It", types=("Creature",), power=1, toughness=2,
            abilities=(
                t.EntersWith("flying", t.Num(1)),
                HASTE,
                t.Static((t.Effect(t.Each(t.AllOf()), (
                    t.GainAbilitiesOf(t.This(), "keywords", ("flying", "haste")),
                )),)),
            ),
        ),))),
        tl.ResolveEffect(
            t.Body((t.Continuous(
                t.Effect(t.This(), (t.GainAbilities((HASTE,)), t.LoseAbilities((HASTE,)))),
                t.UntilEndOfTurn(),
            ),)),
            "(loses haste and gains it)",
            of="it",
        ),
    ),
    "what has left does not transform (701.27a)": (
        tl.Enter("it", t.Card("It", "transform", (
            t.Face("Day", types=("Land",)),
            t.Face("Night", types=("Creature",), power=1, toughness=3),
        ))),
        tl.ResolveEffect(
            t.Body((t.MoveZone("exile", t.This(), "exile"), t.Transform(t.This()))),
            "(exiles and transforms it)",
            of="it",
        ),
    ),
    "what it entered as a copy of is as old as itself (613.7a)": (
        _creature("first", _gives(t.This(), t.GainAbilities((HASTE,)))),
        _creature("loud", _gives(t.Each(t.AllOf()), t.GainAbilities((
            _gives(t.This(), t.LoseAllAbilities(only="keyword")),
        )))),
        tl.Enter("copy", t.Card("Copy", "normal", (t.Face(
            "Copy", types=("Creature",), power=3, toughness=5,
            abilities=(t.EntersAsCopy(t.Each(t.AllOf())),),
        ),)), copying="first"),
    ),
    "a basic land type brings an ability, which others wait for (305.6, 613.8a)": (
        _creature("giver", _gives(
            t.Each(t.HasNoAbilities()), t.GainAbilities((HASTE,)), t.SetTypes(("Land",)),
        )),
        _creature("isles", _gives(t.Each(t.AllOf()), t.AddTypes(subtypes=("Island",)))),
        tl.Enter("land", t.Card("Land", "normal", (t.Face("Land", types=("Land",)),))),
    ),
    "taking all creature types away is the same of what is no creature (613.8a)": (
        _creature("hunter", _gives(t.Each(t.HasSubtype("Rogue")), t.RemoveTypes(("Creature",)))),
        _aura("guise", t.SetSubtypes("creature", ("Rogue",))),
        _aura("blank", t.SubtypesOf(t.Each(t.HasSubtype("Aura")), "creature", add=False)),
    ),
    "no token is made for a player whom the board should name (601.2c)": (
        _creature("bystander"),
        tl.ResolveEffect(
            t.Body((t.CreateTokens(t.Num(1), t.TokenSpec(types=("Artifact",)), player="target"),)),
            "(target player creates a token)",
        ),
    ),
    "a target is no choice of what waits for the end step (608.2d)": (
        _creature("first"),
        _creature("second"),
        tl.ResolveEffect(
            t.Body(
                (t.Later("at the beginning of the next end step", (t.MoveZone(
                    "return", t.ChosenObject("creature", t.HasType("Creature")), "hand"
                ),)),),
                (t.TargetSpec(t.AllOf()),),
            ),
            "(later a creature is returned)",
            targets=("first",),
        ),
        tl.EndTurn(),
    ),
    "of what a spell has exiled the colors, types and abilities are the last ones (608.2h)": (
        tl.Enter("blue", t.Card("Blue", "normal", (t.Face(
            "Blue", types=("Creature",), subtypes=("Elf",), colors=("U",), power=1, toughness=1,
            abilities=(HASTE,),
        ),))),
        tl.Enter("copy", t.Card("Copy", "normal", (t.Face(
            "Copy", types=("Creature",), power=3, toughness=5,
            abilities=(t.EntersAsCopy(t.Each(t.AllOf())),),
        ),)), copying="blue"),
        _creature("other"),
        tl.ResolveEffect(
            t.Body((
                t.MoveZone("exile", t.Target(), "exile"),
                t.Continuous(
                    t.Effect(t.Each(t.HasType("Creature")), (
                        t.SubtypesOf(t.Target(), "creature"),
                        t.GainAbilitiesOf(t.Target(), "keywords", ("haste",)),
                    )),
                    t.Permanently(),
                ),
            ), (t.TargetSpec(t.AllOf()),)),
            "(the others become what it was)",
            targets=("copy",),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FOUND)
def test_what_random_boards_found_is_read_alike(what: str) -> None:
    assert not differs(Board(FOUND[what]))


CHANGELING = t.Static((t.Effect(t.This(), (t.AddTypes(every=("creature type",)),)),), cda=True)


@pytest.mark.parametrize("add", [True, False])
def test_all_creature_types_but_one_and_that_one_are_all(add: bool) -> None:
    """613.8a: taking one type away changes nothing of what "the types of each" does, if another
    object has it: so neither waits, and what is taken away last stays away.
    """
    everyone = t.Each(t.HasType("Creature"))
    shares = t.Static((t.Effect(everyone, (t.SubtypesOf(everyone, "creature", add),)),))
    loses = t.Effect(t.Target(0), (t.RemoveTypes(subtypes=("Rogue",)),))
    board = Board(
        (
            tl.Enter("all", creature(CHANGELING)),
            tl.Enter("rogue", creature(shares, subtypes=("Rogue",))),
            tl.ResolveEffect(
                t.Body((t.Continuous(loses, t.Permanently()),), (t.TargetSpec(t.AllOf(())),)),
                text="",
                targets=("all",),
            ),
        )
    )
    assert differs(board) == ""
    [seen] = [each for each in outcome(board).answer.objects if each.handle == "all"]
    assert "Goblin" in seen.subtypes and "Rogue" not in seen.subtypes


def creature(*abilities: t.Ability, subtypes: tuple[str, ...] = ()) -> t.Card:
    face = t.Face(
        "Some Creature",
        types=("Creature",),
        subtypes=subtypes,
        power=1,
        toughness=1,
        abilities=abilities,
    )
    return t.Card(face.name, "normal", (face,))
