"""A board in a line: `Grizzly Bears; Frogify on Grizzly Bears; level_up Student of Warfare x2`.

    board    := step (";" step)*                  a line break separates steps too
    step     := entering | deed | fact | mapping
    entering := ["enter"] CARD ["copying" HANDLE] ["on" HANDLE] [options]
    deed     := WORD HEAD [PLACE] ["x" NUMBER] ["->" HANDLE ("," HANDLE)*] [options]
    fact     := ("graveyard" | "exile" | "command" | "library") ":" CARD [options]
    options  := "(" option ("," option)* ")"      option := FLAG | SEAT | KEY ":" VALUE
    mapping  := "{" … "}"                         a step as the board file has it

WORD is a step of the board file (`steps.table`), HEAD the value of its first key, PLACE "on",
"to" or "of" with a handle, as the step has it. What an option's KEY is no key of the step is a
choice (`creature type: Elf`). CARD, HEAD, HANDLE and VALUE may stand in double quotes. A handle may
be shortened to words that only one object's handle has. Where it is no object's handle, but names
a permanent card, that card enters just before the step.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from striate.boards.emitting import flow
from striate.boards.errors import BoardError, show
from striate.boards.from_yaml import load_yaml
from striate.boards.names import Shelf
from striate.boards.schema import Yes
from striate.boards.steps.keys import MODES, NEW, WORDS, Kind
from striate.boards.steps.naming import Naming
from striate.boards.steps.table import STEPS, kind_of_plain
from striate.boards.writing import tidy
from striate.cards.names import fold

_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")
_ZONES = ("graveyard", "exile", "command", "library")
_PLACES = ("on", "to", "of", "copying")
_COUNT = re.compile(r"(-?\d+|\?|\d+\.\.\d+)\s+([^,]+)")
_BOX = re.compile(r"(?P<name>.*?)\s*(?P<power>[\d*+-]+)/(?P<toughness>[\d*+-]+)$")
_TOKEN_KEYS = {"type": "type_line", "text": "oracle_text", "colors": "colors"}
_PLAIN_VALUE = re.compile(r"[^\s\"(),;:{}](?:[^\"(),;{}]*[^\s\"(),;{}])?")


def looks_like_a_line(argument: str) -> bool:
    """Whether an argument that names no file is a board in a line, and not a misspelt file."""
    return not argument.lower().endswith(_SUFFIXES)


def document_of_line(text: str, shelf: Shelf) -> dict[str, Any]:
    """The board of a line as plain data of the board file; raises `BoardError`."""
    reader = _Reader(shelf)
    steps = [
        step for number, part in enumerate(_parts(text), 1) for step in reader.steps(part, number)
    ]
    if not steps:
        raise BoardError(
            "the board has no step", hint='for example "Grizzly Bears; Frogify on Grizzly Bears"'
        )
    return tidy({"steps": steps})


def line_of_document(document: Mapping[str, Any], shelf: Shelf) -> str:
    """The steps of plain data as a line, which reads back to the same steps.

    A step that has no short words stands as the mapping that it is in the board file.
    """
    reader = _Reader(shelf)
    told = []
    for step in document["steps"]:
        short = _short(step)
        told.append(short if short and reader.says(short, step) else flow(step))
        reader.note(step)
    return "; ".join(told)


# --- parts ----------------------------------------------------------------------------------------


def _parts(text: str) -> Iterator[str]:
    """The steps of a line: what stands between semicolons and line breaks outside quotes."""
    for part in _split(text, ";\n"):
        if part.strip():
            yield part.strip()


def _split(text: str, marks: str) -> Iterator[str]:
    """The text cut at the marks that stand outside quotes, parentheses and braces."""
    start = depth = 0
    quoted = False
    for place, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "({[":
            depth += 1
        elif letter in ")}]":
            depth = max(0, depth - 1)
        elif letter in marks and not depth:
            yield text[start:place]
            start = place + 1
    if quoted:
        raise BoardError(f"a quotation does not end: {show(text[text.rindex(chr(34)) :])}")
    yield text[start:]


class _Phrase(NamedTuple):
    """A step's text without its options, and the options by name (a flag is True)."""

    words: str
    options: dict[str, Any]


def _phrase(text: str) -> _Phrase:
    """Options stand in parentheses at the end; a card's own parentheses need quotes."""
    if not text.endswith(")"):
        return _Phrase(text, {})
    opening = _opening(text)
    options: dict[str, Any] = {}
    for option in _split(text[opening + 1 : -1], ","):
        key, colon, value = option.partition(":")
        name = _unquoted(key.strip())
        if not name:
            raise BoardError(f"an option is empty in {show(text)}")
        options[name] = _value(value.strip()) if colon else True
    return _Phrase(text[:opening].strip(), options)


def _opening(text: str) -> int:
    """Where the parenthesis opens that the text's last letter closes."""
    quoted, depth = False, 0
    for place in range(len(text) - 1, -1, -1):
        letter = text[place]
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter == ")") - (letter == "(")
            if not depth:
                return place
    raise BoardError(f"a parenthesis is closed that was not opened: {show(text)}")


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


def _value(text: str) -> Any:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, _unquoted(text))


# --- reading --------------------------------------------------------------------------------------


class _Reader:
    """Reads steps one after the other; knows the handles of the objects that are there."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._naming = Naming(shelf)
        self._entered: list[dict[str, Any]] = []  # cards that a step names and that were not there

    def steps(self, text: str, number: int) -> list[dict[str, Any]]:
        """One step as plain data, after the entering of cards that it names; handles are noted."""
        self._entered = []
        try:
            made = self._read(text)
        except BoardError as error:
            error.path = error.path or f"step {number}"
            raise
        self.note(made)
        return [*self._entered, made]

    def says(self, text: str, step: Mapping[str, Any]) -> bool:
        """Whether the text reads to just that step."""
        try:
            return _alike(self._read(text)) == _alike(step)
        except BoardError:
            return False

    def note(self, step: Mapping[str, Any]) -> None:
        """The handle of the object that a step makes, as the board file gives it."""
        self._naming.handle(step)

    def _read(self, text: str) -> dict[str, Any]:
        if text.startswith("{"):
            data = load_yaml(text, "").data
            if not isinstance(data, dict):
                raise BoardError(f"{show(text)} is no step")
            return data
        words, options = _phrase(text)
        zone = re.match(rf"({'|'.join(_ZONES)})\s*:\s*", words)
        if zone:
            return self._with(
                {"zone": zone.group(1), "card": _unquoted(words[zone.end() :])}, "zone", options
            )
        if not self._shelf.known(_unquoted(words)):
            for word in sorted(STEPS, key=len, reverse=True):
                rest = re.match(rf"{word.replace('_', '[_ ]')}(?:\s+|$)", words)
                if rest:
                    return self._deed(word, words[rest.end() :].strip(), options)
        return self._entering(words, options)

    # --- a permanent enters

    def _entering(self, words: str, options: dict[str, Any]) -> dict[str, Any]:
        name, host = self._name_and(words, "on")
        name, copied = self._name_and(name, "copying")
        step: dict[str, Any] = {"enter": _unquoted(name)}
        if host:
            step["attached_to"] = self._handle(host)
        if copied:
            step["copying"] = self._handle(copied)
        return self._with(step, "enter", options)

    def _name_and(self, words: str, place: str) -> tuple[str, str]:
        """A card's name and what stands after `place`; many cards have that word in their names."""
        if self._shelf.known(_unquoted(words)):
            return words, ""
        cuts = [
            match for match in re.finditer(rf"\s{place}\s", words) if _outside(words, match.start())
        ]
        for match in reversed(cuts):
            name = words[: match.start()].strip()
            known = self._shelf.known(
                _unquoted(self._name_and(name, "copying")[0] if place == "on" else name)
            )
            if known:
                return name, words[match.end() :].strip()
        return words, ""

    # --- a deed

    def _deed(self, word: str, rest: str, options: dict[str, Any]) -> dict[str, Any]:
        rest, arrow, targets = (part.strip() for part in _cut(rest, "->"))
        keys = STEPS[word].by_name
        step: dict[str, Any] = {word: None}
        if "times" in keys:
            repeated = re.search(r"\s+x(\d+)$", rest)
            if repeated:
                step["times"], rest = int(repeated.group(1)), rest[: repeated.start()]
        for place in _PLACES:
            if place in keys:
                rest, where = self._placed(rest, place)
                if where:
                    step[place] = self._handle(where) if keys[place].kind.names else where
        step[word] = self._head(word, rest, options)
        if arrow:
            step["targets"] = list(self._handles_of(targets))
        return self._with(step, word, options)

    def _placed(self, text: str, place: str) -> tuple[str, str]:
        """What stands before and after "on", "to" or "of": the first cut before a known handle."""
        for match in re.finditer(rf"(?:^|\s){place}\s", text):
            after = text[match.end() :].strip()
            if _outside(text, match.start()) and (
                self._known_handle(after) or place == "to" and after in _LEAVING
            ):
                return text[: match.start()].strip(), after
        cuts = [cut for cut in re.finditer(rf"\s{place}\s", text) if _outside(text, cut.start())]
        if not cuts or self._known_handle(text):
            return text, ""
        return text[: cuts[-1].start()].strip(), text[cuts[-1].end() :].strip()

    def _head(self, word: str, text: str, options: dict[str, Any]) -> Any:
        kind = STEPS[word]
        if word == "counters":
            return dict(_counters(text))
        if word == "token":
            return _token(text, options)
        if kind.keys[0].kind.type is Yes and text in ("", "true", "false"):
            return text != "false"
        if not text:
            raise BoardError(f"{show(word)} says nothing more")
        value = _value(text)
        return self._handle(text) if kind.keys[0].kind.names and isinstance(value, str) else value

    def _with(self, step: dict[str, Any], word: str, options: dict[str, Any]) -> dict[str, Any]:
        """The step with its options; those that are no key of the step are choices."""
        keys = STEPS[word].by_name
        chosen: dict[str, Any] = {}
        for name, value in options.items():
            key = name.replace(" ", "_")
            if value is True and name in ("you", "opponent"):
                if not STEPS[word].seat_key:
                    raise BoardError(f"{show(word)} belongs to no player")
                step[STEPS[word].seat_key] = name
            elif key in keys and key != word:
                step[key] = self._option(keys[key].kind, value)
            elif value is True:
                raise BoardError(f"{show(name)} is nothing that {show(word)} can be")
            else:
                chosen[name] = value
        return {**step, "choose": chosen} if chosen else step

    def _option(self, kind: Kind, value: object) -> Any:
        if kind.names and isinstance(value, str):
            return self._handle(value)
        if kind.hole == "target":
            return list(self._handles_of(str(value)))
        if kind is MODES and isinstance(value, str) and "+" in value:
            return [int(mode) for mode in value.split("+")]
        return str(value) if kind is NEW else value

    # --- handles

    def _known_handle(self, text: str) -> bool:
        return bool(self._meant(_unquoted(text)))

    def _handle(self, text: str) -> str:
        """The handle meant; a permanent card that isn't there yet enters first."""
        wanted = _unquoted(text)
        meant = self._meant(wanted)
        if len(meant) > 1:
            raise BoardError(f"{show(wanted)} may be {' or '.join(map(show, meant))}")
        if meant or wanted in ("you", "opponent", "?"):
            return meant[0] if meant else wanted
        known = self._shelf.known(wanted)
        if known is None or {"Instant", "Sorcery"} & set(known.named.types):
            return wanted
        self._entered.append({"enter": known.name})
        self.note(self._entered[-1])
        return known.name

    def _meant(self, wanted: str) -> list[str]:
        """The handle itself, or those that are spelled alike, or those that have these words."""
        handles = self._naming.names
        if wanted in handles:
            return [wanted]
        folded = fold(wanted)
        alike = [handle for handle in handles if fold(handle) == folded]
        if not alike and folded:
            alike = [each for each in handles if f" {folded} " in f" {fold(each)} "]
        return alike

    def _handles_of(self, text: str) -> Iterator[str]:
        """Handles between commas; a handle's own commas are seen by the handles that there are."""
        pieces = [piece.strip() for piece in _split(text, ",")]
        while pieces:
            longest = next(
                (n for n in range(len(pieces), 1, -1) if self._known_handle(", ".join(pieces[:n]))),
                1,
            )
            yield self._handle(", ".join(pieces[:longest]))
            pieces = pieces[longest:]


def _alike(step: Mapping[str, Any]) -> dict[str, Any]:
    """A step for comparison: a token's numbers may be texts, and what is empty may be missing."""
    plain = dict(step)
    if isinstance(plain.get("token"), Mapping):
        plain["token"] = {
            key: str(value) if key in ("power", "toughness") else value
            for key, value in plain["token"].items()
            if value not in ("", [], None)
        }
    return plain


_LEAVING = ("graveyard", "exile", "hand", "library")


def _outside(text: str, place: int) -> bool:
    return text.count('"', 0, place) % 2 == 0


def _cut(text: str, mark: str) -> tuple[str, str, str]:
    """The text before and after the first mark outside quotes."""
    for match in re.finditer(re.escape(mark), text):
        if _outside(text, match.start()):
            return text[: match.start()], mark, text[match.end() :]
    return text, "", ""


def _counters(text: str) -> Iterator[tuple[str, int | str]]:
    """`2 +1/+1, 1 level`: numbers and kinds."""
    for part in text.split(","):
        match = _COUNT.fullmatch(part.strip())
        if match is None:
            raise BoardError(
                f"{show(part.strip())} is no number of counters",
                hint='expected for example "2 +1/+1"',
            )
        number = match.group(1)
        yield match.group(2).strip(), int(number) if number.lstrip("-").isdigit() else number


def _token(text: str, options: dict[str, Any]) -> dict[str, Any]:
    """`token Bear 2/2 (type: Creature — Bear, colors: green)`: the record of a token."""
    record: dict[str, Any] = {}
    match = _BOX.fullmatch(text)
    if match:
        text = match.group("name")
        for key in ("power", "toughness"):
            value = match.group(key)
            record[key] = int(value) if value.lstrip("-").isdigit() else value
    if text:
        record["name"] = _unquoted(text)
    for short, key in _TOKEN_KEYS.items():
        if short in options:
            value = options.pop(short)
            record[key] = str(value).split() if key == "colors" else value
    return record


# --- writing --------------------------------------------------------------------------------------


def _short(step: Mapping[str, Any]) -> str | None:
    """The step in short words, as far as there are some."""
    kind = kind_of_plain(step)
    if kind is None:
        return None
    word = kind.word
    rest = {key: value for key, value in step.items() if key != word}
    head: str | None
    if word == "counters":
        head = ", ".join(f"{number} {kind}" for kind, number in step[word].items())
    elif word == "token" and isinstance(step[word], Mapping):
        record = step[word]
        box = f"{record['power']}/{record['toughness']}" if "power" in record else ""
        head = f"{_quoted(str(record.get('name', '')))} {box}".strip()
        rest = dict(_token_options(record)) | rest
    elif word == "zone":
        word, head = f"{step['zone']}:", _quoted(str(rest.pop("card", "")))
    else:
        head = _head_text(word, step[word])
    if head is None:
        return None
    words = [] if word == "enter" else [word]
    words.append(head)
    for key, place in (
        ("copying", "copying"),
        ("attached_to", "on"),
        *((p, p) for p in ("on", "to", "of")),
    ):
        if key in rest:
            words.append(f"{place} {rest.pop(key)}")
    if "times" in rest:
        words.append(f"x{rest.pop('times')}")
    if rest.get("targets"):
        words.append("-> " + ", ".join(map(str, rest.pop("targets"))))
    options = list(_options(rest, kind.seat_key))
    return " ".join(filter(None, words)) + (f" ({', '.join(options)})" if options else "")


def _token_options(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for short, key in _TOKEN_KEYS.items():
        if record.get(key):
            yield short, " ".join(record[key]) if key == "colors" else str(record[key])


def _head_text(word: str, value: object) -> str | None:
    if isinstance(value, bool):
        return "" if value else "false"
    if isinstance(value, str):
        return f'"{value}"' if STEPS[word].keys[0].kind is WORDS else _quoted(value)
    return str(value) if isinstance(value, int) else None


def _quoted(text: str) -> str:
    return text if '"' in text or not re.search(r"[();{}\[\]]|->", text) else f'"{text}"'


def _options(rest: Mapping[str, Any], seat: str) -> Iterator[str]:
    for key, value in rest.items():
        if key == "choose":
            yield from (f"{name}: {_option_text(chosen)}" for name, chosen in value.items())
        elif key == seat and value in ("you", "opponent"):
            yield value
        elif value is True:
            yield key.replace("_", " ")
        elif key == "mode" and isinstance(value, list):
            yield f"mode: {'+'.join(map(str, value))}"
        else:
            yield f"{key.replace('_', ' ')}: {_option_text(value)}"


def _option_text(value: object) -> str:
    text = str(value)
    return text if _PLAIN_VALUE.fullmatch(text) else f'"{text}"'
