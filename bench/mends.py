# ruff: noqa: INP001
"""Each mend of a false answer is taken away: how many drawn goals does the oracle need to find one?

    python bench/mends.py [NAME ...] [--goals 200]

Prints a table, a row for each mend. A row says "no" if no false answer came up among so many
goals.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from striate.boards.timeline import Enter
from striate.cards.tree import Card
from striate.queries.finding import find as finding
from striate.queries.finding import nearby
from striate.queries.finding import resolving as spells
from striate.queries.proving import drawncomparing
from striate.queries.proving.drawncomparing import Asked, compare
from striate.search import (
    circuit,
    cone,
    decoding,
    entering,
    kinds,
    options,
    poolclasses,
    poolfacts,
    running,
)
from striate.search.asking import doing, world
from striate.search.asking.phrases import Ways
from striate.search.ordering import option_score
from striate.search.questions import Question


def without_limits(*names: str, reads: Iterable[object] = ()) -> AbstractContextManager[object]:
    """The answer says nothing of these, and no card hangs on what is read so."""
    kept = tuple(
        replace(each, reads=nothing, helps=nothing) if each.reads in reads else each
        for each in world._RECORDS
        if each.limit.name not in names
    )
    return patch.object(world, "_RECORDS", kept)


def nothing(card: Card, question: Question) -> bool:
    return False


def one_by_one(question: Question) -> Ways:
    """Each phrase has an object of its own."""
    return Ways((question.goal,), True)


def no_forms(*forms: str) -> Callable[..., Iterator[options.Option]]:
    right = options.forms_of

    def some(card: Card) -> Iterator[options.Option]:
        for each in right(card):
            costs = {value for kind, value in each.choices if kind in ("cost", "becomes")}
            if each.form not in forms and not costs & {*forms}:
                yield each

    return some


def forms(*names: str, limits: str, reads: Iterable[object] = ()) -> list[object]:
    some = no_forms(*names)
    return [
        patch.object(options, "forms_of", some),
        patch.object(poolfacts, "forms_of", some),
        patch.object(world, "forms_of", some),
        without_limits(limits, reads=reads),
    ]


def best_known(
    members: list[options.Option], yours: bool, used: object, legend: bool, sturdy: bool
) -> options.Option:
    """The best-known card of the class, whatever the others are."""
    return min(members, key=option_score)


def upright_alone(right: Callable[..., bool]) -> Callable[..., bool]:
    """What lies face down is passed over, if something upright is as good."""

    def solve(*given: Any, **more: Any) -> bool:
        right(*given, **more)
        return False

    return solve


def no_copies(step: Enter, others: Any) -> Iterator[tuple[str, nearby.Steps]]:
    """Nothing enters as a copy."""
    yield from (each for each in ENTERED(step, others) if "copying" not in each[0])


def at_the_end(step: Enter, others: Any) -> Iterator[tuple[str, nearby.Steps]]:
    """Nothing is put on another one before something else enters."""
    return ENTERED(step, others if isinstance(others, dict) else ())


ENTERED = nearby._entered
ARE = circuit._are


def no_worlds(members: Any, word: str) -> bool:
    return word != "World" and ARE(members, word)


def by_name(each: options.Option, index: int, picked: Any, **more: object) -> bool:
    return bool(each.card.name != picked[index].card.name)


def narrow(question: object) -> object:
    """No bound is made wider by what is asked."""
    return question


DEEDS = (doing.may_make_it_so, doing.may_change)  # it flips as it resolves


@dataclass(frozen=True)
class Mend:
    """What is taken away, and what is drawn: pools of a way to be there or of cards of each of some
    sorts, and boards that look so."""

    patches: Callable[[], list[Any]]
    way: str = ""
    tokens: bool = False
    of: str = ""
    look: str = ""
    size: int = 0  # of so many permanents, if smaller boards need no mend
    counters: bool = True  # they are put on now and then
    spells: bool = False


MENDS = {
    "phrases may be one object": Mend(lambda: [patch.object(finding, "ways", one_by_one)]),
    "creature types told apart": Mend(
        lambda: [
            patch.object(world, "_TYPES", 1),
            without_limits("creature types"),
        ],
        of="types chosen, leveler",
        look="different choices: creature type",
    ),
    "the legend rule is waived": Mend(
        lambda: [patch.object(kinds, "waives", lambda ability: False)],
        of="legends, legend",
        look="two legends of a name",
        size=3,
    ),
    "bestow": Mend(lambda: forms("bestowed", limits="bestow"), "bestow"),
    "impending, dash, blitz": Mend(
        lambda: forms("impending", "dash", "blitz", limits="paid costs"), "impending"
    ),
    "prototype": Mend(lambda: forms("prototype", limits="prototype"), "prototype"),
    "modal back faces": Mend(lambda: forms("back", limits="other faces"), "modal_dfc face"),
    "transformed": Mend(lambda: forms("transformed", limits="other faces"), "transform face"),
    "flipped": Mend(
        lambda: forms("flipped", limits="other faces", reads=DEEDS), "flip face", look="other faces"
    ),
    "designations": Mend(
        lambda: forms(*options.DESIGNATIONS, limits="designations"),
        "designations",
        look="designations",
    ),
    "face down": Mend(
        lambda: [
            patch.object(poolfacts.PoolFacts, "standing_down", lambda *given, **more: {}),
            without_limits("face down"),
        ]
    ),
    "night": Mend(
        lambda: [without_limits("night", "other faces")],
        of="daybound, daybound, abilities lost",
        look="night",
    ),
    "tokens that no slot holds": Mend(
        lambda: [without_limits("tokens")], tokens=True, of="tokens, tokens, strong"
    ),
    "copies limited by mana": Mend(
        lambda: [without_limits("copies")], of="copies, copies, plain", look="copies", size=3
    ),
    "bounds of numbers": Mend(
        lambda: [
            patch.object(finding, "widened", narrow),
            patch.object(world, "_numbers", lambda *given: ()),
            without_limits("graveyards"),
        ],
        of="graveyards, plain",
        look="graveyards, many",
    ),
    "what works from a graveyard": Mend(
        lambda: [without_limits("graveyard abilities")],
        "graveyard abilities",
        look="graveyard abilities",
    ),
    "what a card does by itself": Mend(
        lambda: [without_limits(reads=DEEDS)],
        of="doing, doing, doing",
        look="resolving",
    ),
    "texts told apart from effects": Mend(
        lambda: [
            patch.object(kinds, "marks", lambda face, wanted: iter(())),
            patch.object(cone, "acts", lambda ability: False),
        ],
        of="abilities lost, acting, plain",
    ),
    "legends that an effect makes": Mend(
        lambda: [
            patch.object(circuit, "_makes_legendary", lambda node: False),
            patch.object(decoding, "_member", best_known),
        ],
        of="makes Legendary + to many, quiet, twin",
        look="two given a word",
        size=3,
        counters=False,  # with these its boards are refused one by one, without an end
    ),
    "worlds": Mend(
        lambda: [
            patch.object(circuit, "_are", no_worlds),
            patch.object(decoding, "_member", best_known),
        ],
        of="worlds, alike",
        look="two alike",
    ),
    "face down where no upright board lasts": Mend(
        lambda: [patch.object(running.Run, "solve", upright_alone(running.Run.solve))],
        of="forbidding, equipment",
        look="lying host",
    ),
    "what can't be attached to": Mend(
        lambda: [patch.object(kinds, "_forbidding", lambda option: frozenset())],
        of="forbidding, twin, equipment",
        look="hosted",
    ),
    "mana that a text leaves open": Mend(
        lambda: [without_limits("mana")], of="mana, mana", look="mana of its color"
    ),
    "land types beyond the basic ones": Mend(
        lambda: [patch.object(entering, "LAND_TYPES", ())],
        "chooses land type",
        look="given a word",
    ),
    "what resolves and is not tried": Mend(
        lambda: [patch.object(spells, "_open", lambda question, **more: "")],
        of="spells, plain, spells",
        spells=True,
    ),
    "why-not: copies": Mend(lambda: [patch.object(nearby, "_entered", no_copies)], "copies"),
    "why-not: facts": Mend(
        lambda: [patch.object(nearby, "choices_of", lambda card, types: ())],
        of="facts, facts",
        look="told",
    ),
    "why-not: what is attached before others enter": Mend(
        lambda: [patch.object(nearby, "_entered", at_the_end)],
        of="attached + bases, bases, plain",
        look="in its order",
        size=3,
    ),
    "what may stand there instead": Mend(
        lambda: [patch.object(decoding, "_may_replace", by_name)],
        of="legend + plain, twin",
        look="two alike",
    ),
    "static abilities that a deed switches on": Mend(
        lambda: [patch.object(doing, "_decided_by", lambda *given, **more: ())],
        of="animating, to what it says, to what it says",
        look="given where it resolved",
    ),
    "what a goal compares with": Mend(
        lambda: [patch.object(poolclasses, "speaks_of", lambda goal, kinds: False)],
        of="quiet, quiet, quiet, quiet",
    ),
}


_SECONDS = 20.0  # a goal that takes longer says nothing
_POOLS = ((6, 2), (5, 3))  # so many cards, for boards of so many permanents, by turns


@contextmanager
def taken_away(mend: Mend) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch.object(drawncomparing, "_SECONDS", _SECONDS))
        if not mend.counters:
            stack.enter_context(patch.object(drawncomparing, "_WITH_COUNTERS", 0.0))
        for each in mend.patches():
            stack.enter_context(each)
        yield


def needed(mend: Mend, most: int) -> tuple[int, str]:
    """After how many goals a false answer came up, and the first one; 0: none did."""
    goals = pool = 0
    while goals < most and pool < most:  # of some pools no board looks so
        cards, size = _POOLS[pool % len(_POOLS)]
        with taken_away(mend):
            compared = compare(
                Asked(
                    28,
                    pool,
                    cards,
                    mend.size or size,
                    tokens=mend.tokens,
                    way=mend.way,
                    of=mend.of,
                    look=mend.look,
                    spells=mend.spells,
                )
            )
        goals, pool = goals + compared.goals, pool + 1
        if compared.wrong:
            return goals, compared.wrong[0]
    return 0, ""


def _drawn(mend: Mend) -> str:
    pools = mend.of or mend.way or "any"
    return f"{pools}; {mend.look}" if mend.look else pools


def main() -> None:
    arguments = ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="*", help="mends; all without any")
    arguments.add_argument("--goals", type=int, default=200)
    given = arguments.parse_args()
    print("| mend taken away | found within goals | pools with |")
    print("|---|---|---|")
    for name in given.names or MENDS:
        number, _ = needed(MENDS[name], given.goals)
        print(f"| {name} | {number or 'no'} | {_drawn(MENDS[name])} |", flush=True)


if __name__ == "__main__":
    main()
