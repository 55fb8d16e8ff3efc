"""How the two readings of the rules differ on a board, and the board as Python has it."""

from functools import cache
from typing import Literal, TypeAlias, get_args

import msgspec

from striate.boards import timeline as tl
from striate.boards.deeds import is_left_to_the_board
from striate.boards.errors import BoardError
from striate.boards.untold import Path
from striate.cards import tree as t
from striate.cards.catalogue.store import Catalogue
from striate.cards.layers_of import layers_of
from striate.cards.prose import is_understood
from striate.cards.walking import nodes
from striate.queries.answers import Engine, Failure, compare, read_by

_ENGINES: tuple[Engine, ...] = ("constraints", "referee")
Verdict: TypeAlias = Literal["alike", "refused", "refused by one", "differ"]


def differs(board: tl.Board) -> str:
    """How the readings differ on a board; "" where they agree, or one refuses it as wrong."""
    return verdict(board)[1]


def verdict(board: tl.Board) -> tuple[Verdict, str]:
    """What the readings make of a board, and how they differ.

    Facts that no board can tell are taken to be so where the board has an even number of steps.
    """
    facts = len(board.steps) % 2 == 0
    differences, refused = [], 0
    answers: list[tl.Answer] = []
    for engine in _ENGINES:
        try:
            answers.append(read_by(engine, board, Path(otherwise=facts)))
        except BoardError:
            refused += 1
        except Failure as error:
            differences.append(f"{engine} break down with {error.error}")
    if refused:
        return ("refused" if refused == len(_ENGINES) else "refused by one"), ""
    if len(answers) == len(_ENGINES):
        differences = [
            f"{each.handle}, {each.what}: {each.constraints} | {each.referee}"
            for each in compare(*answers)
        ]
    return ("differ" if differences else "alike"), "; ".join(differences)


def sort_of(difference: str) -> str:
    """What is kept while a board is made smaller: the characteristic, or the kind of failure."""
    return difference.split(":")[0].rsplit(",", 1)[-1].strip() if difference else ""


def as_code(board: tl.Board) -> str:
    """The steps as Python values, one each line."""
    return "\n".join(f"  {written(step)}" for step in board.steps)


def written(value: object) -> str:
    """A value as Python builds it, without the fields that are as they mostly are."""
    if isinstance(value, tuple):
        inner = ", ".join(written(part) for part in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if not isinstance(value, msgspec.Struct):
        return repr(value)
    parts = [
        f"{info.name}={written(getattr(value, info.name))}"
        for info in msgspec.structs.fields(value)
        if getattr(value, info.name) != info.default and not info.name.startswith("printed")
    ]
    return f"{type(value).__name__}({', '.join(parts)})"


@cache
def real_cards() -> tuple[t.Card, ...]:
    """Cards whose every line is understood and that change objects, as they are or as they
    resolve."""
    return tuple(
        card
        for card in Catalogue.open().all_cards()
        if not _is_split_spell(card)
        and is_understood(tuple(face.abilities for face in card.faces))
        and any(layers_of(ability) or does_a_deed(ability) for ability in card.faces[0].abilities)
    )


def _is_split_spell(card: t.Card) -> bool:
    return card.layout == "split" and "Room" not in card.faces[0].subtypes


def does_a_deed(ability: t.Ability) -> bool:
    """Whether what resolves does something to objects."""
    return any(isinstance(node, get_args(t.Step)) and not is_left_to_the_board(node)
               for body in nodes(ability) if isinstance(body, t.Body)
               for node in body.steps)  # fmt: skip
