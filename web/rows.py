"""The timeline as rows: what each step says, its controls, what can follow, what is wrong with
it."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.handling import handles
from striate.boards.names import Shelf
from striate.boards.steps.table import kind_of_plain
from striate.boards.timeline import Answer, Board
from striate.boards.workbench import the_language
from striate.cards.numbering import numbered_of
from striate.cards.tree import Ability, Activated, Body, Card, Chapter, Keyword, Triggered
from striate.queries.showing import Words
from striate.web import controls, stepcontrols
from striate.web.controls import Control, Place
from striate.web.following import ability_button, following
from striate.web.wording import sentences, summary_of

Plain: TypeAlias = dict[str, Any]

MANY = 10  # rows or objects from which on they are drawn compactly


@dataclass
class Row:
    """One step of the timeline as the page shows it."""

    at: int
    kind: str  # "card", "spell", "zone", "deed"
    title: str
    about: str
    handle: str
    opponent: bool
    key: str = ""  # which stays its own where rows change places
    summary: str = ""
    whole: bool = True  # what stands under More is there
    whose: Control | None = None
    controls: list[Control] = field(default_factory=list)
    further: list[Control] = field(default_factory=list)
    following: list[tuple[str, list[Control]]] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Known:
    """What is known of a board that its rows are drawn from; `board` None: it has a mistake."""

    document: Mapping[str, Any]
    shelf: Shelf
    words: Words
    board: Board | None = None
    answer: Answer | None = None
    error: BoardError | None = None
    unread: Sequence[Mapping[str, str]] = ()
    before: Callable[[int], Answer | None] = lambda at: None  # the objects before that step


def rows(known: Known, opened: Collection[str] | None = None) -> list[Row]:
    """A row for each step, in order; of many, only the opened ones say what can follow.

    `opened`: the keys of the rows whose *More* is open; None: all.
    """
    steps = [step for step in known.document.get("steps") or [] if isinstance(step, Mapping)]
    names = handles(steps, known.shelf)
    seen = {each.handle: each for each in known.answer.objects} if known.answer else {}
    all_rows = []
    for at, step in enumerate(steps):
        before = [name for name in names[:at] if name]
        row = _row(known, at, dict(step), before, names[at])
        if len(steps) >= MANY and opened is not None and row.key not in opened:
            row.whole = False
        elif known.board is not None and names[at] in seen:
            card = _card(known, at, {})
            row.following = following(seen[names[at]], card, known.answer, known.words, len(steps))
        all_rows.append(row)
    _mark(all_rows, known)
    return all_rows


def _row(known: Known, at: int, step: Plain, before: list[str], handle: str) -> Row:
    place = Place(at, step, before)
    card = _card(known, at, step)
    kind, title, about = _heading(step, card, known)
    _fill(place, step, card, known)
    opponent = (step.get("controller") or step.get("owner") or step.get("player")) == "opponent"
    shown = handle if handle and handle != title else ""
    key = handle or f"{title}-{at}"
    summary = summary_of(step) if kind == "deed" else about
    return Row(
        at, kind, title, about, shown, opponent, key, summary, whose=place.whose,
        controls=place.controls, further=place.further,
    )  # fmt: skip


def _card(known: Known, at: int, step: Plain) -> Card | None:
    if known.board is not None and at < len(known.board.steps):
        card: Card | None = getattr(known.board.steps[at], "card", None)
        return card
    kind = kind_of_plain(step)
    name = step.get(kind.card_key) if kind is not None else None
    return known.shelf.card(name) if isinstance(name, str) else None


def _heading(step: Plain, card: Card | None, known: Known) -> tuple[str, str, str]:
    """What sort of row it is, its title, and the line below."""
    kind = kind_of_plain(step)
    if kind is None:
        return "deed", "?", ""
    if kind.makes == "card":
        sort = {"enter": "card", "zone": "zone"}.get(kind.word, "spell")
        about = printed(card)
        return (
            sort,
            str(step[kind.card_key]),
            about if kind.word != "spell" else f"on the stack · {about}",
        )
    if kind.word == "token":
        return "card", str(step["token"].get("name") or "Token"), f"token · {printed(card)}"
    if kind.word == "token_copy_of":
        return "card", f"Token copy of {step['token_copy_of']}", ""
    return "deed", kind.title, ""


def printed(card: Card | None) -> str:
    """A card in a line: its types and its power and toughness."""
    if card is None:
        return ""
    face = card.faces[0]
    line = " ".join((*face.supertypes, *face.types))
    if face.subtypes:
        line += f" — {' '.join(face.subtypes)}"
    box = f"{face.printed_power}/{face.printed_toughness}" if face.printed_power else ""
    return " · ".join(part for part in (line, box) if part)


def _fill(place: Place, step: Plain, card: Card | None, known: Known) -> None:
    """The controls of each sort of step: what its text asks for, then every further key."""
    kind = kind_of_plain(step)
    if kind is None:
        return
    if kind.makes == "card":
        _happens(place, step, kind.word, card)
    match kind.word:
        case "enter" | "token":
            controls.entering(place, card)
        case "resolve" | "spell":
            controls.resolving(place, card)
        case "ability":
            _ability(place, step, known)
        case "effect" | "emblem":
            _own_words(place, step, kind.word)
    stepcontrols.rest(place, kind)


HAPPENS = (
    ("enter", "entered"), ("resolve", "resolved"), ("spell", "is on the stack"),
    ("graveyard", "lies in a graveyard"), ("hand", "is in a hand"), ("exile", "is in exile"),
    ("command", "is in the command zone"), ("library", "is in a library"),
)  # fmt: skip


MUTATES = ("mutate", "merges with a creature")


def _happens(place: Place, step: Plain, word: str, card: Card | None) -> None:
    """What became of the card: the step as another kind of step."""
    abilities = [each for face in card.faces for each in face.abilities] if card else []
    mutates = any(isinstance(each, Keyword) and each.name == "mutate" for each in abilities)
    options = (*HAPPENS, MUTATES) if mutates or word == "mutate" else HAPPENS
    now = str(step.get("zone")) if word == "zone" else word
    edit = {"do": "become", "at": place.at}
    place.add(Control("pick", "What happened", edit, now, options), far=True)


def _own_words(place: Place, step: Plain, word: str) -> None:
    """An effect or emblem of the reader's own words, with what they ask for."""
    if word == "emblem":
        controls.text_of_own(place, "emblem", "Its text")
    else:
        controls.text_of_own(place, "effect", "What it says")
        text = step.get("effect")
        body = the_language().parse_effect(text) if isinstance(text, str) and text else None
        controls.instructions(place, body)
        place.pick("Of", "of", place.handles(), none="nothing", far=True)
    controls.seat(place)


def _ability(place: Place, step: Plain, known: Known) -> None:
    """Which ability of which object, with what it asks for."""
    controls.naming(place, "of")
    answer = known.before(place.at)
    seen = (
        next((each for each in answer.objects if each.handle == step.get("of")), None)
        if answer
        else None
    )
    abilities = numbered_of(seen.abilities) if seen is not None else ()
    options = [
        (str(number), f"{number}. {ability_button(ability, seen, known.words)}")
        for number, ability in enumerate(abilities, 1)
    ]
    number = step.get("ability")
    edit = place.set("ability")
    listed = (
        options if str(number) in dict(options) else [(str(number), f"number {number}"), *options]
    )
    place.controls.append(Control("pick", "Ability", edit, str(number), tuple(listed), True))
    if isinstance(number, int) and 0 < number <= len(abilities):
        controls.instructions(place, _body_of(abilities[number - 1]))
    else:
        controls.instructions(place, None)


# --- what is wrong --------------------------------------------------------------------------------

_STEP = re.compile(r"steps\[(\d+)\]")


def _mark(all_rows: list[Row], known: Known) -> None:
    """Mistakes and lines that are not understood, in the rows that they are about."""
    for mistake in known.error.all() if known.error is not None else ():
        at = _STEP.match(mistake.path)
        if at and int(at[1]) < len(all_rows):
            all_rows[int(at[1])].mistakes.append(capital(spelled(said(mistake))))
    for line in known.unread:
        for row in all_rows:
            if line["card"] in (row.title, row.handle):
                row.unread.append(line["line"])
                break


def first_row(error: BoardError) -> int:
    """The first row with a mistake: the rows before it can be answered; 0 if no row is named."""
    matches = [_STEP.match(mistake.path) for mistake in error.all()]
    return min((int(each[1]) if each else 0 for each in matches), default=0)


def said(mistake: BoardError) -> str:
    """A mistake as the page says it: how a file would mend it is said by the row's controls."""
    hint = "" if mistake.hint.startswith("add `") else mistake.hint
    return f"{mistake.message}; {hint}" if hint else mistake.message


def told(mistake: BoardError) -> str:
    """A mistake beneath all rows, with the number of its row."""
    at = _STEP.match(mistake.path)
    where = f"Row {int(at[1]) + 1}: " if at else ""
    return where + capital(spelled(said(mistake)))


def spelled(text: str) -> str:
    """As people write: "row 3" for `steps[2]`, and a word between quotation marks."""
    return sentences(_STEP.sub(lambda match: f"row {int(match[1]) + 1}", text))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _body_of(ability: Ability) -> Body | None:
    """What happens as it resolves; None if it has no instructions that are read."""
    return ability.body if isinstance(ability, Activated | Triggered | Chapter) else None
