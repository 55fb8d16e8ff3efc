"""A board of one's own as a test: it ends as it expects, or expects what it ends as."""

from pathlib import Path

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board, Expected, Seen
from striate.queries.checking import Checked, check
from striate.queries.generating.telling import bound
from striate.queries.outcome import outcome

_WORDS_SHOWN = 3  # of a type line


def tested(board: Board) -> Board:
    """The board, with its outcome as what it expects if it expects nothing.

    Raises `BoardError` if it does not surely end so: such a test would ask for what may be wrong.
    """
    whole = board if board.expect else msgspec.structs.replace(board, expect=_outcome_of(board))
    found = check(whole)
    if found.status != "pass":
        raise BoardError(_why_not(found), file=board.file)
    return msgspec.structs.replace(whole, id=board.id or Path(board.file).stem)


def _outcome_of(board: Board) -> tuple[Expected, ...]:
    answer = outcome(board).answer
    return tuple(
        Expected(seen.handle, gone=True) if seen.handle in answer.gone else _expected(seen)
        for seen in answer.objects
        if seen.zone == "battlefield"
    )


def _expected(seen: Seen) -> Expected:
    """What it is; of abilities only that it has none, as every format can ask for that."""
    return Expected(
        seen.handle,
        power=bound(seen.power) if "Creature" in seen.types else None,
        toughness=bound(seen.toughness) if "Creature" in seen.types else None,
        no_abilities=True if not seen.abilities else None,
        card_types=seen.types,
        is_=(*seen.supertypes, *seen.subtypes)[:_WORDS_SHOWN],
        controller=seen.controller if seen.controller == "opponent" else None,
    )


def _why_not(found: Checked) -> str:
    if found.status == "fail":
        first = found.differences[0]
        return f"the board does not end as it expects: {first.what} of `{first.handle}` is another"
    if found.not_modelled:
        first_line = found.not_modelled[0]
        return f"what the board ends as is unknown: `{first_line.card}`: {first_line.line}"
    return "what the board ends as is unknown; `striate check` says why"
