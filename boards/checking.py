"""Plain data put into the forms of `schema`, or every mistake that is found on the way told."""

import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from striate.boards.editions import edition_on, is_like_a_day
from striate.boards.errors import (
    BoardError,
    Path,
    did_you_mean,
    show,
    strange_letter,
)
from striate.boards.mistakes import Mistakes
from striate.boards.plain import MAX_BYTES, MAX_DEPTH, MAX_PARTS, Loaded
from striate.boards.schema import (
    LARGEST,
    MAX_CARDS,
    MAX_STEPS,
    PASSED_OVER,
    BoardForm,
    CardRecord,
    ExpectForm,
    FaceRecord,
    StepForm,
)
from striate.boards.steps.keys import ONLY_TRUE
from striate.boards.steps.table import STEPS, words_of


def board_form(loaded: Loaded, file: str = "") -> BoardForm:
    """Plain data as a `BoardForm`; a `BoardError` with every mistake found otherwise."""
    mistakes = Mistakes(loaded, file)
    data = loaded.data
    if not isinstance(data, dict):
        kind = "nothing" if data is None else "a list" if isinstance(data, list) else show(data)
        mistakes.add(f"a board is a mapping with `steps`, not {kind}", ())
        raise mistakes.error()
    _look_at_keys(data, mistakes)
    version = data.get("format", 1)
    if version != 1 or isinstance(version, bool):
        mistakes.add(f"the format {show(version)} is not known to this version", ("format",))
        mistakes.stop()
    if "steps" not in data and not any(did_you_mean(key, ["steps"]) for key in data):
        mistakes.add("the key `steps` is missing", ())
    own = {key: value for key, value in data.items() if key not in ("steps", "cards", "expect")}
    board = _part(own | {"steps": []}, BoardForm, (), mistakes)
    steps = _steps(data.get("steps", []), mistakes)
    cards = _cards(data.get("cards", []), mistakes)
    expect = _expect(data.get("expect", {}), mistakes)
    mistakes.stop()
    assert isinstance(board, BoardForm)
    return msgspec.structs.replace(board, steps=steps, cards=cards, expect=expect)


def _look_at_keys(data: dict[object, object], mistakes: Mistakes) -> None:
    """What was read from a text has texts as keys; what a program hands over may have others.

    Level by level, so that no depth is too much for it.
    """
    level: list[tuple[Path, object]] = [((), data)]
    seen = 0
    for _ in range(MAX_DEPTH + 1):
        below: list[tuple[Path, object]] = []
        for path, value in level:
            for key in value if isinstance(value, dict) else ():
                if not isinstance(key, str):
                    mistakes.add(f"a key is a text, and this one is {show(key)}", path)
            below += _parts(path, value)
            if seen + len(below) > MAX_PARTS:
                message = f"the board has more than {MAX_PARTS} parts, the most that is read"
                mistakes.add(message, ())
                mistakes.stop()
        seen, level = seen + len(below), below
    if level:
        mistakes.add(f"is nested deeper than {MAX_DEPTH} levels", ())
    mistakes.stop()


def _parts(path: Path, value: object) -> Iterator[tuple[Path, object]]:
    """What lies in a mapping or a list; a list that is too long to be read is told elsewhere."""
    if isinstance(value, dict):
        yield from (((*path, key), part) for key, part in value.items() if isinstance(key, str))
    elif isinstance(value, list) and len(value) <= MAX_STEPS:
        yield from (((*path, index), part) for index, part in enumerate(value))


def _steps(data: object, mistakes: Mistakes) -> list[StepForm]:
    if not isinstance(data, list):
        mistakes.add(f"expected a list of steps, not {show(data)}", ("steps",))
        return []
    if len(data) > MAX_STEPS:
        mistakes.add(f"has {len(data)} steps, and {MAX_STEPS} is the most that is read", ("steps",))
        return []
    steps = [_step(step, ("steps", index), mistakes) for index, step in enumerate(data)]
    return [step for step in steps if step is not None]


def _step(data: object, path: Path, mistakes: Mistakes) -> StepForm | None:
    if not isinstance(data, dict):
        hint = "a step is a mapping such as `enter: Humility`"
        mistakes.add(f"expected a step, not {show(data)}", path, hint)
        return None
    heads = words_of(data)
    if not heads:
        _headless(data, path, mistakes)
        return None
    if len(heads) > 1:
        both = " and ".join(show(head) for head in heads)
        mistakes.add(f"a step is one thing that happened, and this is {both}", path)
        return None
    kind = STEPS[heads[0]]
    form: StepForm | None = _part(data, kind.form, path, mistakes, f"a step `{kind.word}`")
    if form is not None and kind.keys[0].kind is ONLY_TRUE and data[kind.word] is not True:
        mistakes.add(f"write `{kind.word}: true`, or leave the step out", (*path, kind.word))
    return form


def _headless(data: Mapping[str, object], path: Path, mistakes: Mistakes) -> None:
    for key in data:
        hint = did_you_mean(key, STEPS, limit=1)
        if hint:
            mistakes.add(f"{show(key)} is not a step", (*path, key), _with_strange(key, hint))
            return
    hint = "a step has a key such as `enter`, `counters`, `resolve` or `ability`"
    if not data:
        mistakes.add("the step is empty", path, hint)
        return
    keys = ", ".join(show(key) for key in list(data)[:5])
    mistakes.add(f"{keys} does not say what happened", path, hint)


def _cards(data: object, mistakes: Mistakes) -> list[CardRecord]:
    if not isinstance(data, list):
        mistakes.add(f"expected a list of cards, not {show(data)}", ("cards",))
        return []
    if len(data) > MAX_CARDS:
        mistakes.add(f"has {len(data)} cards, and {MAX_CARDS} is the most that is read", ("cards",))
        return []
    cards = []
    for index, record in enumerate(data):
        path = ("cards", index)
        before = len(mistakes.found)
        if not isinstance(record, dict):
            mistakes.add(f"expected a card as `{{name: …}}`, not {show(record)}", path)
            continue
        record = _of_use(record)
        if isinstance(faces := record.get("card_faces"), list):
            record["card_faces"] = [_of_use(face) for face in faces]
            for at, face in enumerate(record["card_faces"]):
                if isinstance(face, dict):
                    _part(face, FaceRecord, (*path, "card_faces", at), mistakes, "a card's face")
            if len(mistakes.found) > before:
                continue
        cards.append(_part(record, CardRecord, path, mistakes, "a card"))
    return [card for card in cards if card is not None]


def _of_use(record: object) -> Any:
    """A record without the fields of Scryfall's that say nothing to the layers."""
    if not isinstance(record, dict):
        return record
    return {key: value for key, value in record.items() if key not in PASSED_OVER}


def _expect(data: object, mistakes: Mistakes) -> dict[str, ExpectForm]:
    if not isinstance(data, dict):
        mistakes.add(f"expected handles with what they are, not {show(data)}", ("expect",))
        return {}
    expect: dict[str, ExpectForm] = {}
    for handle, value in data.items():
        path = ("expect", handle)
        if not isinstance(value, dict):
            hint = "as `{power: 1, has: [Flying]}`"
            mistakes.add(f"expected what {show(handle)} is, not {show(value)}", path, hint)
            continue
        form = _part(value, ExpectForm, path, mistakes, "what is expected of an object")
        if form is not None:
            expect[handle] = form
    return expect


def _part(
    data: Mapping[str, object],
    form: type[msgspec.Struct],
    path: Path,
    mistakes: Mistakes,
    called: str = "a board",
) -> Any:
    """A mapping in its form; None, with the mistakes told, if it does not fit."""
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError:
        pass
    before = len(mistakes.found)
    fields = _fields(form)
    for key, value in data.items():
        if key not in fields:
            hint = did_you_mean(key, fields)
            if not hint:
                others = [name for name in fields if name not in data and name != "maybe"]
                hint = "it may have " + ", ".join(f"`{name}`" for name in others) if others else ""
            message = f"{show(key)} is not a key of {called}"
            mistakes.add(message, (*path, key), _with_strange(key, hint))
        else:
            _value(value, fields[key], (*path, key), mistakes)
    for field in msgspec.structs.fields(form):
        if field.required and field.encode_name not in data:
            mistakes.add(f"the key `{field.encode_name}` of {called} is missing", path)
    assert len(mistakes.found) > before
    return None


def _with_strange(key: str, hint: str) -> str:
    return ", ".join(part for part in (strange_letter(key), hint) if part)


@cache
def _fields(form: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(form, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(form)}


def _value(value: Any, wanted: Any, path: Path, mistakes: Mistakes) -> None:
    """Tells what is wrong with a value: of a list or a mapping, which of its parts."""
    try:
        msgspec.convert(value, wanted)
        return
    except msgspec.ValidationError:
        pass
    before = len(mistakes.found)
    container = type(value)
    inner = _inside(wanted, container) if container in (list, dict) else None
    if inner is not None:
        for key, item in value.items() if container is dict else enumerate(value):
            _value(item, inner, (*path, key), mistakes)
    if len(mistakes.found) > before:
        return
    if isinstance(value, int) and abs(value) > LARGEST and int in _alternatives(wanted):
        mistakes.add(f"the number {show(value)} is too large", path)
    elif isinstance(value, str) and len(value) > (longest := _longest(wanted)):
        mistakes.add(f"the text {show(value)} has more than {longest} letters", path)
    else:
        hint = "put it in quotes" if _unquoted(value, wanted) else ""
        mistakes.add(f"expected {_described(wanted)}, not {show(value)}", path, hint)


def _longest(wanted: Any) -> int:
    """How long a text can be there."""
    lengths = [_longest(part) for part in get_args(wanted)]
    if isinstance(wanted, Meta) and wanted.max_length is not None:
        lengths.append(wanted.max_length)
    return min(lengths, default=MAX_BYTES)


def _alternatives(wanted: object) -> list[Any]:
    """The members of a union, through every `Annotated`."""
    if get_origin(wanted) is Annotated:
        return _alternatives(get_args(wanted)[0])
    if get_origin(wanted) in (Union, types.UnionType):
        return [one for part in get_args(wanted) for one in _alternatives(part)]
    return [wanted]


def _inside(wanted: object, container: type) -> Any:
    """What is wanted of an item of the list, or of a value of the mapping."""
    for one in _alternatives(wanted):
        if get_origin(one) is container:
            return get_args(one)[-1]
    return None


def _unquoted(value: object, wanted: object) -> bool:
    """A number, `true` or `null` stands where only a text can stand."""
    texts = str in _alternatives(wanted)
    return texts and (value is None or isinstance(value, int)) and int not in _alternatives(wanted)


def _described(wanted: Any) -> str:
    if get_origin(wanted) is Annotated:
        inner, *metas = get_args(wanted)
        for meta in metas:
            if meta.description:
                return str(meta.description)
        return _described(inner)
    if get_origin(wanted) in (Union, types.UnionType):
        return next(
            (text for part in get_args(wanted) if (text := _described(part)) != "a value"),
            "a value",
        )
    return {str: "a text", int: "a whole number", bool: "`true` or `false`"}.get(wanted, "a value")


def check_day(rules: Sequence[object], mistakes: Mistakes) -> None:
    """Of the rules' numbers one may be a day: the edition that the board is read by."""
    days = [(at, str(rule)) for at, rule in enumerate(rules) if is_like_a_day(str(rule))]
    for at, day in days[:1]:
        try:
            edition_on(day)
        except BoardError as error:
            mistakes.add(error.message, ("rules", at))
    for at, _ in days[1:]:
        mistakes.add("a board is read by the rules of one day", ("rules", at))
