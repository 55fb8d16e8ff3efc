"""Permanents as drawn cards: what each is, what differs from the printed card, as HTML or Markdown.

The frames are our own; nothing is loaded from anywhere. The same drawing stands in the notebook
and on the page. What is told by colour is told by a sign too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from typing import Literal

from striate.boards.timeline import Board, Seen
from striate.cards import tree
from striate.cards.vocabulary import CREATURE_TYPES
from striate.queries.outcome import Outcome
from striate.queries.showing import (
    Words,
    ability_words,
    box,
    colors,
    in_order,
    spoken,
    spoken_abilities,
    standing,
    type_line,
)

_Mark = Literal["", "new", "lost"]


@dataclass(frozen=True)
class Piece:
    """A piece of a drawn card: its text, and whether the printed card has it not, or lost it."""

    text: str
    mark: _Mark = ""


@dataclass(frozen=True)
class Drawn:
    """One object as it is drawn."""

    handle: str
    name: str
    controller: str
    zone: str
    colors: str  # "WUBRG" letters; "–" for none
    types: tuple[Piece, ...]
    abilities: tuple[Piece, ...]
    box: tuple[Piece, ...]  # power and toughness, and the printed ones where these are others
    also: str
    gone: bool
    printed_colors: str = ""  # where they are others


def to_the_word(pieces: Iterable[Piece]) -> list[tuple[Piece, ...]]:
    """Lines of pieces: a text that was changed stands once, with the words that differ marked.

    What is lost stands after what is there, as `drawn` gives it.
    """
    pieces = tuple(pieces)
    lines: list[tuple[Piece, ...]] = []
    lost = [piece for piece in pieces if piece.mark == "lost"]
    for piece in pieces:
        if piece.mark == "new" and (before := _nearest(piece, lost)) is not None:
            lost.remove(before)
            lines.append(tuple(_compared_in_place(piece.text.split(), before.text.split())))
        elif piece.mark != "lost" or piece in lost:
            lines.append((piece,))
    return lines


_ALIKE = 0.6  # of its words that a changed text shares with what it was


def _nearest(piece: Piece, lost: list[Piece]) -> Piece | None:
    """The text of which this one is another wording."""
    words = piece.text.split()
    for before in lost:
        others = before.text.split()
        if len(words) > 2 and SequenceMatcher(None, words, others).ratio() >= _ALIKE:
            return before
    return None


def _compared_in_place(now: list[str], before: list[str]) -> Iterator[Piece]:
    """The words in their order, runs of those that are new or lost as one piece."""
    for what, i, j, k, m in SequenceMatcher(None, before, now).get_opcodes():
        if what == "equal":
            yield Piece(" ".join(now[k:m]))
            continue
        if i < j:
            yield Piece(" ".join(before[i:j]), "lost")
        if k < m:
            yield Piece(" ".join(now[k:m]), "new")


def drawn(board: Board, outcome: Outcome, words: Words) -> list[Drawn]:
    """Every object of the answer, in the order of the timeline."""
    printed = dict(_printed_cards(board))
    gone = set(outcome.answer.gone)
    return [
        _drawn(seen, printed.get(seen.handle), seen.handle in gone, words)
        for seen in outcome.answer.objects
    ]


def _printed_cards(board: Board) -> Iterator[tuple[str, tree.Card]]:
    for step in board.steps:
        card = getattr(step, "card", None)
        handle = getattr(step, "handle", "")
        if isinstance(card, tree.Card) and handle:
            yield handle, card


def _drawn(seen: Seen, card: tree.Card | None, gone: bool, words: Words) -> Drawn:
    face = None if card is None else _face(card, seen)
    now = type_line(seen)
    before = now if face is None else _type_line(face)
    texts = spoken_abilities(seen, words)
    printed = texts if face is None else _texts(face, seen, words)
    return Drawn(
        seen.handle,
        seen.name or "no name",
        seen.controller,
        seen.zone,
        colors(seen),
        tuple(_types_compared(seen, now, before)),
        tuple(_compared(texts, printed)),
        tuple(_box(seen, face)),
        standing(seen, gone),
        gone,
        _printed_colors(seen, face),
    )


def _types_compared(seen: Seen, now: str, before: str) -> list[Piece]:
    """205.3m: what is every creature type has lost none of them."""
    pieces = list(_compared(now.split(), before.split()))
    if not set(CREATURE_TYPES) <= set(seen.subtypes):
        return pieces
    return [each for each in pieces if each.mark != "lost" or each.text not in CREATURE_TYPES]


def _printed_colors(seen: Seen, face: tree.Face | None) -> str:
    """The colours of the printed card, where the object has others."""
    if face is None:
        return ""
    printed = "".join(letter for letter in "WUBRG" if letter in face.colors) or "–"
    return "" if printed == colors(seen) else printed


def _face(card: tree.Card, seen: Seen) -> tree.Face:
    return next((face for face in card.faces if face.name == seen.name), card.faces[0])


def _type_line(face: tree.Face) -> str:
    front = " ".join((*in_order(face.supertypes), *in_order(face.types)))
    return f"{front} — {' '.join(face.subtypes)}" if face.subtypes else front


def _texts(face: tree.Face, seen: Seen, words: Words) -> list[str]:
    """The face's abilities as text; 305.6: those of its basic land types, too."""
    mana = [f"{{T}}: Add {{{_MANA[word]}}}." for word in face.subtypes if word in _MANA]
    texts = [*(ability_words(each, words) for each in face.abilities), *mana]
    return [spoken(text, seen) for text in texts]


_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


def _compared(now: Iterable[str], before: Iterable[str]) -> Iterator[Piece]:
    return (Piece(text, mark) for text, mark in compared(now, before))


def compared(now: Iterable[str], before: Iterable[str]) -> Iterator[tuple[str, _Mark]]:
    """What is there, marked where it was not before; then what was there before and is not now."""
    left = list(before)
    for text in now:
        if text in left:
            left.remove(text)
            yield text, ""
        else:
            yield text, "" if text == "—" else "new"
    for text in left:
        if text != "—":
            yield text, "lost"


def _box(seen: Seen, face: tree.Face | None) -> Iterator[Piece]:
    now = box(seen)
    before = ""
    if face is not None and face.power is not None and face.toughness is not None:
        # 208.2: a star is printed, no number; what it stands for now is no change.
        if "*" in f"{face.printed_power}{face.printed_toughness}":
            face = None
        else:
            before = f"{face.power}/{face.toughness}"
    changed = face is not None and now != before
    if now:
        yield Piece(now, "new" if changed else "")
    if before and changed:
        yield Piece(before, "lost")


# --- HTML -----------------------------------------------------------------------------------------

_STYLE = """
.striate{display:flex;flex-wrap:wrap;gap:.6rem;font:14px/1.35 system-ui,sans-serif}
.striate .side{flex-basis:100%;font-weight:600}
.striate .card{width:15rem;border:2px solid #8a8178;border-radius:.6rem;padding:.5rem .6rem;
 background:#fbf9f4;color:#1d1b18;display:flex;flex-direction:column;gap:.25rem}
.striate .card.gone{opacity:.75;border-style:dashed}
.striate .card.gone .name{text-decoration:line-through}
.striate .name{font-weight:700;display:flex;justify-content:space-between;gap:.5rem}
.striate .types{font-style:italic;border-bottom:1px solid #c9c2b8;padding-bottom:.2rem}
.striate .text{flex:1}.striate .text p{margin:.15rem 0}
.striate .foot{display:flex;justify-content:space-between;align-items:end;gap:.5rem}
.striate .box{font-weight:700;font-size:1.15em}
.striate ins{text-decoration:none;background:#d9efd0;border-bottom:2px solid #39761f}
.striate del{color:#8c2f23;font-weight:400}
.striate .dot{font-size:.85em;letter-spacing:.08em}
.striate .note{flex-basis:100%}
@media (prefers-color-scheme:dark){
.striate .card{background:#26231f;color:#f1ede6;border-color:#857b70}
 .striate ins{background:#22401a;border-color:#7fbf63}.striate del{color:#ff9d8f}}
""".replace("\n", "")


def html(board: Board, outcome: Outcome, words: Words, beside: Iterable[str]) -> str:
    """The whole answer, with its own style sheet; `beside` is what is said beneath it."""
    parts = [f'<div class="striate"><style>{_STYLE}</style>', *_sides(drawn(board, outcome, words))]
    parts += [f'<div class="note">{escape(line)}</div>' for line in beside]
    return "".join((*parts, "</div>"))


def _sides(cards: list[Drawn]) -> Iterator[str]:
    for seat, heading in (("you", "Yours"), ("opponent", "Your opponent's")):
        of_seat = [card for card in cards if card.controller == seat]
        if of_seat:
            yield f'<div class="side">{heading}</div>'
            yield from map(_card_html, of_seat)


def _card_html(card: Drawn) -> str:
    """One object as a card; every text of the board is escaped."""
    name = card.name if card.name == card.handle else f"{card.handle} ({card.name})"
    texts = "".join(f"<p>{_piece(piece)}</p>" for piece in card.abilities)
    return (
        f'<article class="card{" gone" if card.gone else ""}">'
        f'<div class="name"><span>{escape(name)}</span>'
        f'<span class="dot" title="colour">{escape(card.colors)}</span></div>'
        f'<div class="types">{" ".join(map(_piece, card.types))}</div>'
        f'<div class="text">{texts}</div>'
        f'<div class="foot"><span>{escape(card.also)}</span>'
        f'<span class="box">{" ".join(map(_piece, card.box))}</span></div></article>'
    )


def _piece(piece: Piece) -> str:
    text = escape(piece.text)
    return {"new": f"<ins>{text}</ins>", "lost": f"<del>{text}</del>"}.get(piece.mark, text)


# --- Markdown -------------------------------------------------------------------------------------


def markdown(board: Board, outcome: Outcome, words: Words, beside: Iterable[str]) -> str:
    """A table; what differs from the printed card is **bold**, what it lost ~~struck out~~."""
    rows = ["| object | is | colour | P/T | abilities | also |", "|---|---|---|---|---|---|"]
    for card in drawn(board, outcome, words):
        name = card.handle if card.controller == "you" else f"{card.handle} (opponent's)"
        cells = (
            _cell(name),
            " ".join(map(_marked, card.types)),
            card.colors,
            " ".join(map(_marked, card.box)),
            "<br>".join(map(_marked, card.abilities)),
            _cell(card.also),
        )
        rows.append(f"| {' | '.join(cells)} |")
    rows += ["", *(f"{_cell(line)}  " for line in beside)]
    return "\n".join(rows)


def _marked(piece: Piece) -> str:
    text = _cell(piece.text)
    return {"new": f"**{text}**", "lost": f"~~{text}~~"}.get(piece.mark, text)


def _cell(text: str) -> str:
    for letter in "\\|*_`~":
        text = text.replace(letter, f"\\{letter}")
    return escape(text, quote=False).replace("\n", " ")
