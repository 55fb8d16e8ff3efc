"""The timeline as rows: what each step says, its controls, what can follow, what is wrong with it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.handling import handles
from striate.boards.names import Shelf
from striate.boards.steps.table import kind_of_plain
from striate.boards.timeline import Answer, Board, Seen
from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.numbering import body_of, numbered
from striate.queries.showing import Words, ability_words, spoken
from striate.web import controls
from striate.web.controls import Control, Place
from striate.web.wording import shortened

Plain: TypeAlias = dict[str, Any]


@dataclass
class Row:
    """One step of the timeline as the page shows it."""

    at: int
    kind: str  # "card", "spell", "zone", "deed"
    title: str
    about: str
    handle: str
    opponent: bool
    whose: Control | None = None
    controls: list[Control] = field(default_factory=list)
    further: list[Control] = field(default_factory=list)
    following: list[tuple[str, list[Control]]] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """What is known of a board that its rows are drawn from; `board` None: it has a mistake."""

    document: Mapping[str, Any]
    shelf: Shelf
    words: Words
    board: Board | None = None
    answer: Answer | None = None
    error: BoardError | None = None
    unread: Sequence[Mapping[str, str]] = ()
    before: Callable[[int], Answer | None] = lambda at: None  # the objects before that step


def rows(told: Told) -> list[Row]:
    """A row for each step, in order."""
    steps = [step for step in told.document.get("steps") or [] if isinstance(step, Mapping)]
    names = handles(steps, told.shelf)
    seen = {each.handle: each for each in told.answer.objects} if told.answer else {}
    found = []
    for at, step in enumerate(steps):
        before = [name for name in names[:at] if name]
        row = _row(told, at, dict(step), before, names[at])
        if told.board is not None and names[at] in seen:
            row.following = _following(seen[names[at]], row, told, len(steps))
        found.append(row)
    _mark(found, told)
    return found


def _row(told: Told, at: int, step: Plain, before: list[str], handle: str) -> Row:
    place = Place(at, step, before)
    card = _card(told, at, step)
    kind, title, about = _heading(step, card, told)
    _fill(place, step, card, told)
    opponent = (step.get("controller") or step.get("owner") or step.get("player")) == "opponent"
    shown = handle if handle and handle != title else ""
    return Row(at, kind, title, about, shown, opponent, place.whose, place.controls, place.further)


def _card(told: Told, at: int, step: Plain) -> Card | None:
    if told.board is not None and at < len(told.board.steps):
        card: Card | None = getattr(told.board.steps[at], "card", None)
        return card
    kind = kind_of_plain(step)
    name = step.get(kind.card_key) if kind is not None else None
    return told.shelf.card(name) if isinstance(name, str) else None


def _heading(step: Plain, card: Card | None, told: Told) -> tuple[str, str, str]:
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


def _fill(place: Place, step: Plain, card: Card | None, told: Told) -> None:
    """The controls of each sort of step."""
    kind = kind_of_plain(step)
    match kind.word if kind is not None else "":
        case "":
            return
        case "enter" | "token":
            controls.entering(place, card)
        case "resolve" | "spell":
            controls.resolving(place, card)
        case "ability":
            _ability(place, step, told)
        case "effect" | "emblem":
            _own_words(place, step, told)
        case _:
            assert kind is not None
            controls.plain(place, kind)


def _own_words(place: Place, step: Plain, told: Told) -> None:
    """An effect or emblem of the reader's own words."""
    if "emblem" in step:
        controls.text_of_own(place, "emblem", "Its text")
    else:
        controls.text_of_own(place, "effect", "What it says")
        body = getattr(told.board.steps[place.at], "body", None) if told.board else None
        controls.instructions(place, body)
        place.pick("Of", "of", place.handles(), none="nothing", far=True)
    controls.seat(place)


def _ability(place: Place, step: Plain, told: Told) -> None:
    """Which ability of which object, with what it asks for."""
    controls.naming(place, "of")
    answer = told.before(place.at)
    seen = (
        next((each for each in answer.objects if each.handle == step.get("of")), None)
        if answer
        else None
    )
    abilities = numbered(seen) if seen is not None else ()
    options = [
        (str(number), f"{number}. {_said(ability, seen, told.words)}")
        for number, ability in enumerate(abilities, 1)
    ]
    number = step.get("ability")
    edit = place.set("ability")
    listed = (
        options if str(number) in dict(options) else [(str(number), f"number {number}"), *options]
    )
    place.controls.append(Control("pick", "Ability", edit, str(number), tuple(listed), True))
    if isinstance(number, int) and 0 < number <= len(abilities):
        controls.instructions(place, body_of(abilities[number - 1]))
    else:
        controls.instructions(place, None)


def _said(ability: tree.Ability, seen: Seen | None, words: Words) -> str:
    return shortened(spoken(ability_words(ability, words), seen))


# --- what can follow ------------------------------------------------------------------------------


def _following(seen: Seen, row: Row, told: Told, at: int) -> list[tuple[str, list[Control]]]:
    """What can happen to the object next, as buttons that add a row."""
    handle = seen.handle
    if seen.zone not in ("battlefield", "stack"):
        return []

    def press(label: str, **step: object) -> Control:
        return Control("press", label, {"do": "step", "step": step, "at": at})

    counts = [_counter("+1/+1", handle, at), _counter("-1/-1", handle, at)]
    faces = len(card.faces) if (card := _card(told, row.at, {})) is not None else 1
    levels = any(isinstance(ability, tree.LevelSymbol) for ability in seen.abilities)
    if levels:
        counts = [press("Level up", level_up=handle), _counter("level", handle, at), *counts]
    counts += [_counter(kind, handle, at) for kind in ("flying", "charge")]
    groups = [("Counters", counts)]
    abilities = [
        press(f"{number}. {_said(ability, seen, told.words)}", ability=number, of=handle)
        for number, ability in enumerate(numbered(seen), 1)
        if not (levels and _is_level_up(ability))
    ]
    if "Class" in seen.subtypes:
        level = max(1, seen.class_level) + 1
        abilities.append(press(f"Becomes level {level}", class_level=level, on=handle))
    if abilities:
        groups.append(("One of its abilities resolves", abilities))
    status = [press("Untap", untap=handle) if seen.tapped else press("Tap", tap=handle)]
    if seen.face_down:
        status.append(press("Turn face up", turn_face_up=handle))
    else:
        status.append(press("Turn face down", turn_face_down=handle))
    if faces > 1:
        status.append(press("Transform", transform=handle))
    if "Equipment" in seen.subtypes or "Aura" in seen.subtypes:
        hosts = (
            [each.handle for each in told.answer.objects if "Creature" in each.types]
            if told.answer
            else []
        )
        status.append(press("Attach to …", attach=handle, to=(hosts or [""])[-1]))
    status += [
        press("Token copy of it", token_copy_of=handle),
        press("Phase out", phase_out=handle),
        press("Dies", leave=handle),
        press("Exiled", leave=handle, to="exile"),
    ]
    return [*groups, ("It", status)]


def _is_level_up(ability: tree.Ability) -> bool:
    """702.87a: what level up stands for has a row of its own."""
    return isinstance(ability, tree.Activated) and ability.body.steps == (
        tree.PutCounters(tree.This(), "level", tree.Num(1)),
    )


def _counter(kind: str, handle: str, at: int) -> Control:
    edit = {"do": "step", "step": {"counters": {kind: 1}, "on": handle}, "at": at}
    return Control("press", f"{kind} counter", edit)


# --- what is wrong --------------------------------------------------------------------------------

_STEP = re.compile(r"steps\[(\d+)\]")


def _mark(found: list[Row], told: Told) -> None:
    """Mistakes and lines that are not understood, in the rows that they are about."""
    for mistake in told.error.all() if told.error is not None else ():
        at = _STEP.match(mistake.path)
        if at and int(at[1]) < len(found):
            found[int(at[1])].mistakes.append(capital(spelled(said(mistake))))
    for line in told.unread:
        for row in found:
            if line["card"] in (row.title, row.handle):
                row.unread.append(line["line"])
                break


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
    """`steps[2]` as people count: "row 3"."""
    return _STEP.sub(lambda match: f"row {int(match[1]) + 1}", text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
