"""A board of one's own as a test: it ends as it expects, or expects what it ends as."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board, Expected, Seen
from striate.cards.tree import Card, Keyword
from striate.queries.checking import Checked, check
from striate.queries.finding.foundboards import printed_cards
from striate.queries.generating.telling import bound
from striate.queries.outcome import outcome

_WORDS_SHOWN = 3  # of a type line
_PLAIN = frozenset(
    [
        "deathtouch", "defender", "double strike", "first strike", "flying", "haste", "hexproof",
        "indestructible", "lifelink", "menace", "reach", "trample", "vigilance",
    ]
)  # fmt: skip


def tested(board: Board) -> Board:
    """The board, with its outcome as what it expects if it expects nothing.

    Raises `BoardError` if it does not surely end so: such a test would ask for what may be wrong.
    """
    whole = board if board.expect else msgspec.structs.replace(board, expect=_outcome_of(board))
    checked = check(whole)
    if checked.status != "pass":
        raise BoardError(_why_not(checked), file=board.file)
    return msgspec.structs.replace(whole, id=board.id or Path(board.file).stem)


def _outcome_of(board: Board) -> tuple[Expected, ...]:
    answer = outcome(board).answer
    printed = printed_cards(board)
    return tuple(
        Expected(seen.handle, gone=True)
        if seen.handle in answer.gone
        else _expected(seen, printed.get(seen.handle))
        for seen in answer.objects
        if seen.zone == "battlefield"
    )


def _expected(seen: Seen, card: Card | None) -> Expected:
    """What it is, with the plain keywords that it has, and those of its card that it has not."""
    has = _plain_keywords(seen.abilities)
    lost = _plain_keywords(card.faces[0].abilities) if card else ()
    return Expected(
        seen.handle,
        power=bound(seen.power) if "Creature" in seen.types else None,
        toughness=bound(seen.toughness) if "Creature" in seen.types else None,
        has=has,
        lacks=tuple(word for word in lost if word not in has),
        card_types=seen.types,
        is_=(*seen.supertypes, *seen.subtypes)[:_WORDS_SHOWN],
        controller=seen.controller if seen.controller == "opponent" else None,
    )


def _plain_keywords(abilities: Iterable[object]) -> tuple[str, ...]:
    """702: those that every engine has a word for; none has it for "hexproof from monocolored"."""
    names = (each.name for each in abilities if isinstance(each, Keyword) and each.quality is None)
    return tuple(dict.fromkeys(name for name in names if name in _PLAIN))


def _why_not(checked: Checked) -> str:
    if checked.status == "fail":
        first = checked.differences[0]
        return f"the board does not end as it expects: {first.what} of `{first.handle}` is another"
    if checked.not_modelled:
        first_line = checked.not_modelled[0]
        return f"what the board ends as is unknown: `{first_line.card}`: {first_line.line}"
    return "what the board ends as is unknown; `striate check` says why"
