"""Every deed is done, stated by the board, or said: the table of the docs and the catalogue's
trees."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from striate.boards import deeds
from striate.boards import timeline as tl
from striate.boards.describing import deeds_page_with_tables
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.cards import tree as t
from striate.cards.catalogue.store import Catalogue
from striate.cards.language import parse_effect
from striate.cards.walking import nodes
from striate.queries.answers import canonical, read_by
from striate.queries.outcome import outcome

READINGS = ("constraints", "referee")
PROBES = ("Grizzly Bears", "Serra Angel", "Hill Giant", "Forest", "Bonesplitter", "Counterspell")


def probes(catalogue: Catalogue) -> tuple[tl.Step, ...]:
    """A creature, a flying one, one of the opponent's, a land, an Equipment, a spell."""
    bears, angel, giant, forest, sword, spell = (catalogue.card(name) for name in PROBES)
    assert bears and angel and giant and forest and sword and spell
    elf = t.Face("Elf", types=("Creature",), subtypes=("Elf",), power=5, toughness=5)
    return (
        tl.Enter("bears", bears, tapped=False),
        tl.Enter("angel", angel),
        tl.Enter("giant", giant, "opponent"),
        tl.Enter("forest", forest),
        tl.Enter("sword", sword),
        tl.ChangeCounters("bears", (("+1/+1", 1),)),
        tl.Enter("elf", t.Card("Elf", "token", (elf,)), token=True),
        tl.PutSpell("spell", spell, "opponent"),
    )


def fitting(spec: t.TargetSpec, taken: list[str]) -> str:
    """A probe that the words can mean."""
    words = {part.type for part in nodes(spec.filter) if isinstance(part, t.HasType)}
    words |= {part.subtype for part in nodes(spec.filter) if isinstance(part, t.HasSubtype)}
    wanted = "bears" if "bears" not in taken else "giant"
    if "Equipment" in words:
        wanted = "sword"
    if words == {"Land"}:
        wanted = "forest"
    return "spell" if spec.zone == "stack" else wanted


def resolved(catalogue: Catalogue, body: t.Body) -> tl.Board:
    taken: list[str] = []
    for spec in body.targets:
        for _ in range(max(spec.low, 1) if spec.word == "target" else 0):
            taken.append(fitting(spec, taken))
    step = tl.ResolveEffect(body, "(probe)", targets=tuple(taken), x=2)
    return tl.Board((*probes(catalogue), step))


def becomes(catalogue: Catalogue, board: tl.Board) -> str:
    """In which column of the table the last step is, as the readings answer."""
    before = canonical(read_by("referee", tl.Board(board.steps[:-1])))
    found = outcome(board)
    if found.not_modelled:
        told = [read_by(each, board).not_modelled for each in READINGS]  # type: ignore[arg-type]  # a literal
        asked = not any(told)  # a fact that no board can tell, found by reading twice
        assert asked or all(told), told
        return "unknown and said"
    assert found.checked
    return "carried out" if canonical(found.answer) != before else "stated by the board"


@pytest.mark.parametrize(
    "action", [each for each in deeds.KEYWORD_ACTIONS if each.example], ids=lambda each: each.name
)
def test_a_keyword_action_is_in_the_column_of_the_table(
    catalogue: Catalogue, action: deeds.KeywordAction
) -> None:
    body = parse_effect(action.example)
    assert becomes(catalogue, resolved(catalogue, body)) == action.how


def test_every_keyword_action_has_its_line() -> None:
    numbers = [each.number for each in deeds.KEYWORD_ACTIONS]
    assert numbers == list(range(2, 70))


def test_the_page_has_the_tables() -> None:
    page = (Path(__file__).parents[1] / "docs" / "deeds.md").read_text(encoding="utf-8")
    assert deeds_page_with_tables(page) == page, "run `make schema`"


# What comes of them is seen as something is destroyed or asked later on: tests/boards/deeds.yaml.
SEEN_LATER = {
    "regenerate", "become the monarch", "take the initiative", "it becomes day", "it becomes night",
    "end the turn", "unattach",
    "when it dies or is exiled, return it", "detain", *deeds.INTO_THE_LIBRARY, *deeds.DOORS,
}  # fmt: skip


def kinds(catalogue: Catalogue) -> Iterator[tuple[str, t.Step]]:
    """One instruction of each kind in the bodies of the catalogue."""
    seen: set[str] = set()
    for card in catalogue.all_cards():
        for body in nodes(card.faces):
            for step in body.steps if isinstance(body, t.Body) else ():
                kind = step.verb if isinstance(step, t.Act) else type(step).__name__
                if kind not in seen:
                    seen.add(kind)
                    yield kind, step


COMPOSED = (t.Do, t.Modal, t.Prose)  # made of instructions, or not understood: `Body.touches`


def test_no_kind_of_instruction_is_passed_over_in_silence(catalogue: Catalogue) -> None:
    """Each is left to the board, or changes a probe board, or is said by both readings."""
    silent = []
    for kind, step in kinds(catalogue):
        if isinstance(step, COMPOSED) or deeds.is_left_to_the_board(step) or kind in SEEN_LATER:
            continue
        board = resolved(catalogue, t.Body((aimed(step),), (t.TargetSpec(t.AllOf()),)))
        try:
            column = becomes(catalogue, board)
        except BoardError:
            continue
        if column == "stated by the board" and not isinstance(step, QUIET):
            silent.append(kind)
    assert not silent


# What can do nothing on the probes: nothing to double, nothing attached, no other face, no hand.
QUIET = (
    t.DoubleCounters, t.RemoveCounters, t.MoveCounters, t.PutCountersOf, t.Transform, t.TurnFace,
    t.AttachTo, t.Later, t.MoveZone, t.LifeChange, t.SetLife, t.ExchangeStatWithLife, t.SetTapped,
    t.Continuous, t.PutCounters, t.CreateCopies, t.Designate, t.BeginReplacing,
)  # fmt: skip


def aimed(step: t.Step) -> Any:
    """The step said of the first target, where it is said of an object."""
    changes: dict[str, Any] = {}
    if getattr(step, "who", None) is not None:
        changes["who"] = t.Target(0)
    return msgspec.structs.replace(step, **changes)


@pytest.mark.parametrize(
    "step",
    [
        t.MoveZone("destroy", t.Target(0), "graveyard"),
        t.MoveZone("put", t.Target(0), "library", place="top"),
        t.MoveZone("exile", t.Target(0), "exile", until="source leaves"),
        t.PutCounters(t.Target(0), "+1/+1", t.Num(1)),
        t.SetTapped(t.Target(0), True),
        t.PhaseOut(t.Target(0)),
        t.Designate(t.Target(0), "suspected"),
        t.TurnFace(t.Target(0), False),
        t.CreateCopies(t.Num(1), t.Target(0)),
        t.Continuous(t.Effect(t.Target(0), (t.ModifyPT(t.Num(1), t.Num(1)),)), t.Permanently()),
    ],
    ids=lambda step: re.sub(r"\(.*", "", repr(step)),
)
def test_a_deed_changes_the_board(catalogue: Catalogue, step: t.Step) -> None:
    body = t.Body((step,), (t.TargetSpec(t.HasType("Creature")),))
    assert becomes(catalogue, resolved(catalogue, body)) == "carried out"


def test_tokens_that_something_not_understood_would_change_are_said(catalogue: Catalogue) -> None:
    esix = catalogue.card("Esix, Fractal Bloom")
    assert esix
    board = resolved(catalogue, parse_effect("Create a 1/1 white Soldier creature token."))
    steps = (tl.Enter("esix", esix), *board.steps)
    assert outcome(tl.Board(steps)).not_modelled


def test_whether_it_becomes_so_as_it_enters_is_said_where_it_matters(catalogue: Catalogue) -> None:
    """611.2e, 613.7n."""
    bell = t.EntersWith("+1/+1", t.Num(1), who=t.Each(t.HasSubtype("Zombie")), additional=True)
    face = t.Face("Bell", types=("Enchantment",), abilities=(bell,))
    bears = catalogue.card("Grizzly Bears")
    assert bears
    text = (
        "Return target creature card from your graveyard to the battlefield. It becomes a Zombie."
    )
    step = tl.ResolveEffect(parse_effect(text), "(probe)", targets=("dead",))
    lies = tl.PutInZone("dead", bears, "graveyard")
    rings = tl.Enter("bell", t.Card("Bell", "normal", (face,)))
    assert outcome(tl.Board((lies, step))).checked
    assert not outcome(tl.Board((lies, step))).not_modelled
    for reading in READINGS:
        said = read_by(reading, tl.Board((rings, lies, step))).not_modelled  # type: ignore[arg-type]  # a literal
        assert said, reading


@pytest.mark.parametrize(
    ("conspiracy", "sure"), [("Immediate Action", False), ("Weight Advantage", True)]
)
def test_no_board_tells_which_name_a_hidden_agenda_is_about(
    catalogue: Catalogue, conspiracy: str, sure: bool
) -> None:
    """702.106a, 113.6p: it works from the command zone."""
    steps = [{"zone": "command", "card": conspiracy}, {"enter": "Grizzly Bears"}]
    assert outcome(board_from_document({"steps": steps}, catalogue)).sure is sure


@pytest.mark.parametrize("seat", ["you", "opponent"])
@pytest.mark.parametrize("card", ["Treasure Nabber", "Simian Sling", "Vernal Bloom"])
def test_a_player_is_nothing_that_an_event_tapped(
    catalogue: Catalogue, card: str, seat: str
) -> None:
    steps = [{"enter": card}, {"ability": 1, "of": card, "targets": [seat]}]
    board = board_from_document({"steps": steps}, catalogue)
    with contextlib.suppress(NotPlayable):  # as most are not about a player
        assert outcome(board).checked


def test_a_step_that_makes_nothing_for_its_handle_is_a_mistake(catalogue: Catalogue) -> None:
    board = resolved(catalogue, parse_effect("Draw a card."))
    last = msgspec.structs.replace(board.steps[-1], creates=("it",))
    for reading in READINGS:
        with pytest.raises(BoardError, match="makes no object for the handle `it`"):
            read_by(reading, tl.Board((*board.steps[:-1], last)))  # type: ignore[arg-type]  # a literal


@pytest.mark.parametrize(
    "text",
    [
        "Create a token that's a copy of each creature card in your library.",
        "Put all creature cards revealed this way onto the battlefield.",
    ],
)
def test_what_a_library_has_is_never_nothing(catalogue: Catalogue, text: str) -> None:
    """401.2: of cards that no board tells, nobody says that there are none."""
    board = resolved(catalogue, parse_effect(text))
    for reading in READINGS:
        assert read_by(reading, board).not_modelled, reading  # type: ignore[arg-type]  # a literal


def said_by_readings(
    catalogue: Catalogue, text: str, *others: object, **keys: object
) -> dict[str, bool]:
    """Whether each reading says that it does not carry out all of a sorcery's text."""
    card = {"name": "Order", "type_line": "Sorcery", "oracle_text": text}
    steps = [{"enter": "Grizzly Bears"}, *others, {"resolve": "Order", **keys}]
    board = board_from_document({"cards": [card], "steps": steps}, catalogue)
    return {
        each: bool(read_by(each, board).not_modelled)  # type: ignore[arg-type]  # a literal
        for each in READINGS
    }


@pytest.mark.parametrize(
    "text",
    [
        "Create a 1/1 white Soldier creature token. Repeat this process once.",
        "You may repeat this process any number of times.",
        "You recruit.",
        "Time travel.",
        "Remove two time counters from target permanent or suspended card.",
        "Order deals 3 damage divided as you choose among one or two targets.",
        "Put your commander into your hand from the command zone.",
    ],
)
def test_what_could_change_objects_is_not_passed_over(catalogue: Catalogue, text: str) -> None:
    assert all(said_by_readings(catalogue, text).values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Exile an instant or sorcery card at random from your graveyard.", True),
        ("Exile a card from your graveyard at random.", True),
        ("Each player shuffles a card from their graveyard into their library.", True),
        ("Each player shuffles up to two target cards from their graveyard into their library.",
         False),
    ],
)  # fmt: skip
def test_which_card_leaves_a_graveyard_is_told_or_asked(
    catalogue: Catalogue, text: str, said: bool
) -> None:
    """Where cards of graveyards are counted, one that is named by no step is not passed over."""
    counts = {"name": "Count", "type_line": "Creature", "power": "*", "toughness": "3",
              "oracle_text": "Count's power is equal to the number of instant cards in all "
                             "graveyards."}  # fmt: skip
    order = {"name": "Order", "type_line": "Sorcery", "oracle_text": text}
    steps = [
        {"enter": "Count"},
        {"zone": "graveyard", "card": "Opt"},
        {"zone": "graveyard", "card": "Grizzly Bears"},
        {"resolve": "Order"} if said else {"resolve": "Order", "targets": ["Opt"]},
    ]
    board = board_from_document({"cards": [counts, order], "steps": steps}, catalogue)
    found = outcome(board)
    assert found.sure != said
    assert said or found.answer.objects[0].power == 0


def test_of_two_amounts_nothing_says_which_one_the_player_is_dealt(catalogue: Catalogue) -> None:
    """601.2c: of an object and a player either may be the first target."""
    text = "Order deals 2 damage to any target and 1 damage to another target."
    for targets, said in (["opponent", "Grizzly Bears"], True), (["Grizzly Bears", "Hill"], False):
        giant = {"enter": "Hill Giant", "as": "Hill"}
        told = said_by_readings(catalogue, text, giant, targets=targets)
        assert set(told.values()) == {said}, (targets, told)


@pytest.mark.parametrize(
    "text",
    [
        "Order deals 1 damage to each other opponent.",
        "Any player may have Order deal 5 damage to them.",
        "Prevent all damage that would be dealt to you this turn.",
    ],
)
def test_damage_to_players_alone_needs_no_word(catalogue: Catalogue, text: str) -> None:
    assert not any(said_by_readings(catalogue, text).values())


@pytest.mark.parametrize(
    "text",
    [
        (
            "Target creature gets +X/+X until end of turn, where X is the number of cards in your "
            "library."
        ),
        "If there are no cards in your library, target creature gets +2/+2 until end of turn.",
    ],
)
def test_how_many_cards_a_library_has_nobody_tells(catalogue: Catalogue, text: str) -> None:
    """401.2: a board without cards of a library is no board with an empty library."""
    assert outcome(resolved(catalogue, parse_effect(text))).not_modelled


def test_a_mode_that_is_not_understood_is_said_where_it_is_chosen(catalogue: Catalogue) -> None:
    text = (
        "Choose one —\n• Blorp the gleep of a creature.\n• Creatures you control get +1/+1 "
        "until end of turn."
    )
    for mode, said in ((1, True), (2, False)):
        told = said_by_readings(catalogue, text, mode=mode)
        assert set(told.values()) == {said}, (mode, told)
