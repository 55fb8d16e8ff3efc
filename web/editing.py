"""Changes of a board while somebody builds it: plain data in, plain data out.

Nothing is checked here: a board with a mistake is a board, and its rows say what is wrong.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeAlias

from striate.boards.editions import is_day, with_day
from striate.boards.errors import BoardError
from striate.boards.handling import handles, named_by, rehandled, renamed
from striate.boards.names import Shelf
from striate.boards.steps.table import kind_of_plain
from striate.cards.tree import Card
from striate.web import switches
from striate.web.limits import check_board
from striate.web.stepcontrols import first_choice

Plain: TypeAlias = dict[str, Any]

_SPELLS = {"Instant", "Sorcery"}


def edited(document: Mapping[str, Any], edit: Mapping[str, Any], shelf: Shelf) -> Plain:
    """The board after one change; `edit["do"]` says which."""
    board = deepcopy(dict(document))
    steps = [dict(step) for step in board.get("steps") or [] if isinstance(step, Mapping)]
    board["steps"] = steps
    match edit.get("do"):
        case "add":
            steps.append(_entering(str(edit["name"]), shelf, steps))
        case "step":
            steps.insert(int(edit.get("at", len(steps))), dict(edit["step"]))
        case "card":
            card = {key: value for key, value in dict(edit["card"]).items() if value != ""}
            board["cards"] = [*(board.get("cards") or []), card]
            types = str(card.get("type_line", ""))
            head = "resolve" if any(word in types for word in _SPELLS) else "enter"
            steps.append({head: card.get("name", "")})
        case "set":
            key = list(edit["key"])
            before = handles(steps, shelf)
            _set(steps[int(edit["at"])], key, _plain(key[0], edit.get("value")))
            if key == ["as"]:
                at = int(edit["at"])
                new = handles(steps, shelf)[at]
                steps[at + 1 :] = [renamed(step, before[at], new) for step in steps[at + 1 :]]
        case "count":
            _count(steps[int(edit["at"])], list(edit["key"]), int(edit["by"]), edit)
        case "kind":
            if kind := str(edit.get("value") or "").strip():
                _set(steps[int(edit["at"])], [*edit["key"], kind], 1)
        case "tell":
            switches.written(steps, edit, shelf)
        case "become":
            steps[int(edit["at"])] = _become(steps[int(edit["at"])], str(edit["value"]))
        case "choice":
            if edit.get("value"):
                kind = str(edit["value"])
                _set(steps[int(edit["at"])], ["choose", kind], first_choice(kind))
        case "letter":
            _letter(steps[int(edit["at"])], edit)
        case "move":
            board["steps"] = _moved(steps, int(edit["at"]), int(edit["to"]), shelf)
        case "remove":
            board["steps"] = _removed(steps, int(edit["at"]), shelf)
        case "rules":
            board = _by_rules_of(str(edit.get("value") or ""), board)
        case "clear":
            board = {"steps": []}
        case other:
            raise BoardError(f"`{other}` is not a change of a board")
    board.pop("expect", None)
    check_board(board)
    return board


def _entering(name: str, shelf: Shelf, steps: Sequence[Mapping[str, object]]) -> Plain:
    """The step that the card is likeliest to be added for; an Aura on the last creature."""
    known = shelf.known(name)
    if known is None:
        return {"enter": name}
    if _SPELLS & set(known.named.types):
        return {"resolve": known.name}
    step: Plain = {"enter": known.name}
    if "Aura" in known.named.subtypes:
        hosts = [
            handle
            for earlier, handle in zip(steps, handles(steps, shelf), strict=True)
            if handle and ("enter" in earlier or "token" in earlier) and _is_host(earlier, shelf)
        ]
        if hosts:
            step["attached_to"] = hosts[-1]
    return step


def _by_rules_of(day: str, board: Plain) -> Plain:
    """The board read by the rules of that day; "": by today's."""
    given = [str(rule) for rule in board.get("rules") or ()]
    rules = [rule for rule in given if not is_day(rule)]
    if day:
        rules = list(with_day(tuple(given), day))
    rest = {key: value for key, value in board.items() if key != "rules"}
    return {"rules": rules, **rest} if rules else rest


def _become(step: Plain, value: str) -> Plain:
    """The same card in a step of another kind; `value`: the kind's word, or a zone."""
    kind = kind_of_plain(step)
    if kind is None or not kind.card_key:
        return step
    head: Plain
    name, seat = step[kind.card_key], step.get(kind.seat_key)
    if value == "mutate":
        return {"mutate": name, "onto": ""} | ({"as": step["as"]} if step.get("as") else {})
    if value in ("enter", "resolve", "spell"):
        head = {value: name}
        owner = "controller"
    else:
        head = {"zone": value, "card": name}
        owner = "owner"
    kept = {"as": step.get("as"), owner: seat}
    return head | {key: each for key, each in kept.items() if each}


def _letter(step: Plain, edit: Mapping[str, Any]) -> None:
    """A colour more or less, in the order of the colours."""
    outer, inner = edit["key"]
    record = dict(step.get(outer) or {})
    now = set(record.get(inner) or ()) ^ {str(edit["letter"])}
    record[inner] = [letter for letter in "WUBRG" if letter in now]
    if not now:
        del record[inner]
    step[outer] = record


def _is_host(step: Mapping[str, Any], shelf: Shelf) -> bool:
    card: Card | None = shelf.card(str(step.get("enter", "")))
    return card is None or "Creature" in card.faces[0].types


def _plain(key: str, value: object) -> Any:
    """A value as the board file has it: what is so by default is not said."""
    if value == "" or (key in ("controller", "owner", "player") and value == "you"):
        return None
    if key in ("mode", "kicked", "ability") and isinstance(value, str):
        words = {"true": True, "0": None}
        value = words[value] if key == "kicked" and value in words else value
    if key in ("mode", "kicked", "ability") and isinstance(value, str) and value.isdecimal():
        return int(value)
    return value


def _set(step: Plain, key: list[Any], value: object) -> None:
    """A value at that place of the step; None takes it away, and a mapping that it leaves empty."""
    *inner, last = key
    place: Any = step
    for at, part in enumerate(inner):
        if isinstance(place, list):
            place = place[int(part)]
            continue
        following = inner[at + 1] if at + 1 < len(inner) else last
        if not isinstance(place.get(part), dict | list):
            place[part] = [] if isinstance(following, int) else {}
        place = place[part]
    if isinstance(place, list):
        while len(place) <= int(last):
            place.append("")
        place[int(last)] = "" if value is None else value
        while place and place[-1] == "":
            place.pop()
    elif value is None:
        place.pop(last, None)
    else:
        place[last] = value
    if inner and not step.get(inner[0]):
        step.pop(inner[0], None)


def _count(step: Plain, key: list[Any], by: int, limits: Mapping[str, Any]) -> None:
    """One more or fewer."""
    place: Any = step
    for part in key:
        place = place.get(part) if isinstance(place, Mapping) else None
    is_told = isinstance(place, int)
    now = int(place) if is_told else int(limits.get("from", 0))
    least, most = int(limits.get("least", -99)), int(limits.get("most", 999))
    if limits.get("untold") and (by < 0 if now <= least else not is_told):
        _set(step, key, None if is_told or by < 0 else now)
        return
    _set(step, key, max(least, min(most, now + by)))


def _moved(steps: list[Plain], at: int, to: int, shelf: Shelf) -> list[Plain]:
    """One step elsewhere; every object keeps its handle."""
    names = handles(steps, shelf)
    to = max(0, min(len(steps) - 1, to))
    steps.insert(to, steps.pop(at))
    names.insert(to, names.pop(at))
    return rehandled(steps, names, shelf)


def _removed(steps: list[Plain], at: int, shelf: Shelf) -> list[Plain]:
    """Without one step, and without those that do nothing but speak of what it made."""
    names = handles(steps, shelf)
    gone = {names[at], *map(str, steps[at].get("creates") or ())} - {""}
    left: list[tuple[Plain, str]] = []
    for number, (step, name) in enumerate(zip(steps, names, strict=True)):
        if number == at:
            continue
        if gone & set(named_by(step)):
            loose = name and "token_copy_of" not in step and "copy_spell" not in step
            if not loose:
                gone |= {name} - {""}
                continue
            step = _loosened(step, gone)
        left.append((step, name))
    return rehandled([step for step, _ in left], [name for _, name in left], shelf)


def _loosened(step: Plain, gone: set[str]) -> Plain:
    """The step without what it says of objects that are gone."""
    kept = {key: value for key, value in step.items() if not _is_one_of(value, gone)}
    if isinstance(kept.get("targets"), list):
        kept["targets"] = [each for each in kept["targets"] if each not in gone]
        if not kept["targets"]:
            del kept["targets"]
    return kept


def _is_one_of(value: object, gone: set[str]) -> bool:
    return isinstance(value, str) and value in gone
