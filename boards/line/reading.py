"""A board in a line: `Grizzly Bears; Frogify on Grizzly Bears; level_up Student of Warfare x2`.

    board    := step (";" step)* [";" rules]      a line break separates steps too
    rules    := ["by the"] "rules" ["of"] DATE    by the rules of that day
    step     := [WHO] (entering | saying | deed | fact | mapping)
    entering := ["enter"] [NUMBER] CARD ["copying" HANDLE] ["on" HANDLE] [COUNTERS] [options]
    deed     := WORD HEAD [PLACE] ["x" NUMBER] ["->" HANDLE ("," HANDLE)*] [options]
    fact     := ("graveyard" | "exile" | "command" | "library") ":" CARD [options]
    options  := "(" option ("," option)* ")"      option := FLAG | SEAT | KEY ":" VALUE
    mapping  := "{" … "}"                         a step as the board file has it

WORD is a step of the board file (`steps.table`), HEAD the value of its first key, PLACE "on",
"onto", "to" or "of" with a handle, as the step has it. A saying is one of the kind's
(`StepKind.said`). An option whose KEY is not a key of the step is a choice (`creature type: Elf`).
CARD, HEAD, HANDLE and VALUE may stand in double quotes. A handle may be shortened to words that
only one object's handle has. If it is no object's handle, but names a permanent card, that card
enters just before the step. What is neither a step nor a card is refused, with the line that works
if there is one (`steps.instead`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from striate.boards.editions import edition_on
from striate.boards.errors import BoardError, show
from striate.boards.line.amounts import are_counters, counters, number
from striate.boards.line.objects import Objects, is_spell, seat
from striate.boards.line.parts import cut, is_outside, parts_of, phrase, unquoted, value_of
from striate.boards.line.refusals import (
    refuse,
    refuse_door,
    refuse_instead,
    refuse_sentences,
    wanted,
)
from striate.boards.line.sayings import Sayings
from striate.boards.loading import load_text
from striate.boards.names import Shelf
from striate.boards.schema import Yes
from striate.boards.steps.instead import INSTEAD
from striate.boards.steps.keys import MODES, NEW, SEAT, Kind
from striate.boards.steps.table import STEPS
from striate.boards.writing import tidy
from striate.cards.tree import ClassLevel, LevelSymbol

Step = dict[str, Any]

TOKEN_KEYS = {"type": "type_line", "text": "oracle_text", "colors": "colors"}
_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")
_ZONES = ("graveyard", "exile", "command", "library")
_LEAVING = ("graveyard", "exile", "hand", "library")
_PLACES = ("on", "onto", "to", "of", "copying")
_BOX = re.compile(r"(?P<name>.*?)\s*(?P<power>[\d*+-]+)/(?P<toughness>[\d*+-]+)$")
_MANY = re.compile(r"(\d{1,2}|[a-z]+)x?\s+(.+)", re.IGNORECASE)
_LEVEL = re.compile(
    r"(?P<card>.+?),?\s+(?:at\s+)?level\s+(?P<level>\d{1,2})|level\s+(?P<of>\d{1,2})\s+(?P<named>.+)",
    re.IGNORECASE,
)
_WHO = re.compile(r"((?:my |the |an |your )?opponent|you|I)\s+(\w+)\s+(.+)", re.IGNORECASE)
_WHOSE = re.compile(
    r"((?:(?:my|the|an|your) )?opponent(?=[’']s)|my(?!\s+opponent\b))(?:[’']s)?\s+(.+)",
    re.IGNORECASE,
)
_RULES = re.compile(r"(?:by the )?rules (?:of )?(?P<day>\d[\d/.-]*)", re.IGNORECASE)
_X_IS = re.compile(r"\bX\s*=\s*(?=\d)")
_HAVE = ("control", "have", "ha")


def looks_like_a_line(argument: str) -> bool:
    """Whether an argument that names no file is a board in a line, and not a misspelt file."""
    return not argument.lower().endswith(_SUFFIXES)


def document_of_line(text: str, shelf: Shelf) -> Step:
    """The board of a line as plain data of the board file; raises `BoardError`."""
    reader = Reader(shelf)
    steps: list[Step] = []
    days: list[str] = []
    for at, part in enumerate(parts_of(text), 1):
        if match := _RULES.fullmatch(part):
            days.append(_day(match["day"]))
        else:
            steps += reader.steps(part, at)
    if not steps:
        raise BoardError(
            "the board has no step", hint='for example "Grizzly Bears; Frogify on Grizzly Bears"'
        )
    return tidy({"rules": days, "steps": steps} if days else {"steps": steps})


def _day(text: str) -> str:
    """The day, if its rules are known; raises `BoardError`."""
    edition_on(text)
    return text


class Reader:
    """Reads steps one after the other; knows the objects that are there."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.objects = Objects(shelf)
        self._sayings = Sayings(self.objects)

    def steps(self, text: str, number: int) -> list[Step]:
        """One step as plain data, after the entering of cards that it names; handles are noted."""
        self.objects.entered = []
        try:
            return [*self._noted(text)]
        except BoardError as error:
            error.path = error.path or f"step {number}"
            raise

    def says(self, text: str, step: Mapping[str, Any]) -> bool:
        """Whether the text reads to just that step."""
        self.objects.entered = []
        try:
            return _alike(self._read(text)) == _alike(step) and not self.objects.entered
        except BoardError:
            return False

    # --- what a part of the line says, which may be several steps

    def _noted(self, text: str) -> Iterator[Step]:
        words, options = ("", {}) if text.startswith("{") else phrase(text)
        whose, many = "", self._several(words)
        said_by = None if self._sayings.read(words) else self._said_by(words)
        if said_by and not many:
            whose, many = said_by[0], self._several(said_by[1])
        entering, grows = self._with_counters(words) or self._at_level(words) or ("", ())
        if many:
            for _ in range(many[0]):
                step = self._entering(many[1], ({whose: True} if whose else {}) | options)
                self.objects.note(step)
                yield step
        elif entering:
            step = self._worded(entering, options)
            if "enter" not in step or "attached_to" in step:
                raise BoardError(
                    f"{show(words)} does not tell what has the counters",
                    hint="write `put a +1/+1 counter on HANDLE` as a step of its own",
                )
            handle = self.objects.note(step)
            yield from (*self.objects.entered, step)
            yield from ({**more, "on": handle} for more in grows)
        else:
            step = self._read(text)
            self.objects.note(step)
            yield from (*self.objects.entered, step)

    def _refuse_flip(self, step: Mapping[str, Any]) -> None:
        """710.1: of a card with two faces people say that it flips, and mean that it transforms."""
        handle = step.get("flip")
        known = self.objects.card_of(handle) if isinstance(handle, str) else None
        if known is not None and known.card.layout in ("transform", "modal_dfc"):
            raise BoardError(
                f"{show(handle)} is not a flip card", hint=f"write `transform {handle}`"
            )

    def _several(self, words: str) -> tuple[int, str] | None:
        """`2 Grizzly Bears`: how many, and the card's name."""
        match = _MANY.fullmatch(words)
        if match is None or self._shelf.known(unquoted(words)):
            return None
        many, name = number(match.group(1)), match.group(2)
        if many is None or not 0 < many <= 20:
            return None
        names = (name, name.removesuffix("s")) if many > 1 else (name,)  # `3 Forests`
        return next(((many, each) for each in names if self._shelf.known(unquoted(each))), None)

    def _with_counters(self, words: str) -> tuple[str, Sequence[Step]] | None:
        """`Grizzly Bears with a +1/+1 counter`: what enters, and the counters that it gets."""
        for match in re.finditer(r"\s+with\s+", words):
            tail = re.sub(r"\s+on it$", "", words[match.end() :])
            if is_outside(words, match.start()) and are_counters(tail):
                return words[: match.start()], [{"counters": dict(counters(tail))}]
        return None

    def _at_level(self, words: str) -> tuple[str, Sequence[Step]] | None:
        """`Hexdrinker level 3`: a leveler with so many level counters (711), a Class (716)."""
        match = _LEVEL.fullmatch(words)
        known = self._shelf.known(unquoted(match["card"] or match["named"])) if match else None
        if match is None or known is None:
            return None
        card, level = match["card"] or match["named"], int(match["of"] or match["level"])
        abilities = known.named.abilities
        if any(isinstance(each, ClassLevel) for each in abilities):
            return card, [{"class_level": each} for each in range(2, level + 1)]
        if any(isinstance(each, LevelSymbol) for each in abilities):
            return card, [{"counters": {"level": level}}] if level else []
        return None

    def _read(self, text: str) -> Step:
        """A part of the line that says one step."""
        if text.startswith("{"):
            data = load_text(text, "", as_json=False).data
            if not isinstance(data, dict):
                raise BoardError(f"{show(text)} is not a step")
            return data
        step = self._worded(*phrase(text))
        self._refuse_flip(step)
        return step

    def _worded(self, words: str, options: dict[str, Any]) -> Step:
        words = words if '"' in words else _X_IS.sub("X ", words)
        zone = re.match(rf"({'|'.join(_ZONES)})\s*:\s*", words)
        if zone:
            name = words[zone.end() :]
            names = [part.strip() for part in name.split(",")]
            if not self._shelf.known(unquoted(name)) and all(map(self._shelf.known, names)):
                steps = "; ".join(f"{zone.group(1)}: {each}" for each in names)
                raise BoardError("each card is a step of its own", hint=f"write `{steps}`")
            lying = {"zone": zone.group(1), "card": unquoted(name)}
            return self._with(lying, "zone", options)
        known = self._shelf.known(unquoted(words))
        if known is not None:
            resolves = is_spell(known) and "face down" not in options and "copying" not in options
            kind = "resolve" if resolves else "enter"
            return self._with({kind: unquoted(words)}, kind, options)
        return (
            self._saying(words, options)
            or self._by_a_player(words, options)
            or self._step_word(words, options)
            or self._card_enters(words, options)
            or self._step_word(words[:1].lower() + words[1:], options)
            or self._refused(words, options)
        )

    def _saying(self, words: str, options: dict[str, Any]) -> Step | None:
        reading = self._sayings.read(words)
        if reading is None:
            return None
        kind, step = reading
        given = {who: what for who, what in options.items() if kind.seat_key or who not in _SEATS}
        return self._with(step, kind.word, given)

    def _step_word(self, words: str, options: dict[str, Any]) -> Step | None:
        """A step by its word in the board file."""
        refuse_instead(words, self._sayings, _LIKE_STEPS)
        for word in sorted(STEPS, key=len, reverse=True):
            rest = re.match(rf"{word.replace('_', '[_ ]')}(?:\s+|$)", words)
            if rest:
                after = words[rest.end() :].strip()
                return (self._entering if word == "enter" else _deed(self, word))(after, options)
        return None

    def _card_enters(self, words: str, options: dict[str, Any]) -> Step | None:
        name = self._name_and(self._name_and(words, "on")[0], "copying")[0]
        return self._entering(words, options) if self._shelf.known(unquoted(name)) else None

    def _refused(self, words: str, options: dict[str, Any]) -> Step:
        """What is neither a step nor a card: the line that works, or a card that nobody knows."""
        refuse(words, self._sayings)
        return self._entering(words, options)

    def _by_a_player(self, words: str, options: dict[str, Any]) -> Step | None:
        """`Opponent controls Blood Moon`, `opponent's Blood Moon`, `you cast Giant Growth on
        it`."""
        said_by = self._said_by(words)
        if said_by is None:
            return None
        player, deed = said_by
        refuse_sentences(words, self.objects)
        return self._worded(deed, {player: True, **options})

    def _said_by(self, words: str) -> tuple[str, str] | None:
        """The player of whom it is said, and what."""
        whose, who = _WHOSE.fullmatch(words), _WHO.fullmatch(words)
        if whose is not None:
            return seat(whose.group(1)) or "you", whose.group(2)
        if who is None or who.group(2) in STEPS:
            return None
        player, verb = seat(who.group(1)), who.group(2).lower()
        plain = verb.removesuffix("s") if player == "opponent" else verb
        return player, who.group(3) if plain in _HAVE else f"{plain} {who.group(3)}"

    # --- a permanent enters

    def _entering(self, words: str, options: dict[str, Any]) -> Step:
        name, host = self._name_and(words, "on")
        name, copied = self._name_and(name, "copying")
        step: Step = {"enter": unquoted(name)}
        if host:
            step["attached_to"] = self.objects.handle(host)
        if copied:
            step["copying"] = self.objects.handle(copied)
        return self._with(step, "enter", options)

    def _name_and(self, words: str, place: str) -> tuple[str, str]:
        """A card's name and what stands after `place`; many cards have that word in their names."""
        if self._shelf.known(unquoted(words)):
            return words, ""
        cuts = [
            match
            for match in re.finditer(rf"\s{place}\s", words)
            if is_outside(words, match.start())
        ]
        for match in reversed(cuts):
            name = words[: match.start()].strip()
            known = self._shelf.known(
                unquoted(self._name_and(name, "copying")[0] if place == "on" else name)
            )
            if known:
                return name, words[match.end() :].strip()
        return words, ""

    # --- a step by its word

    def head(self, word: str, text: str, options: dict[str, Any]) -> Any:
        kind = STEPS[word]
        if word == "counters":
            return dict(counters(text))
        if word == "token":
            return _token(text, options)
        if kind.keys[0].kind.type is Yes and text in ("", "true", "false"):
            return text != "false"
        if not text:
            raise BoardError(f"{show(word)} needs more after it", hint=wanted(kind))
        if isinstance(kind.keys[0].kind.absent, list):
            return list(self.objects.handles_of(text.removeprefix("[").removesuffix("]")))
        value = value_of(text)
        named = kind.keys[0].kind.names and isinstance(value, str)
        return self.objects.handle(text) if named else value

    def deed(self, word: str, rest: str, options: dict[str, Any]) -> Step:
        rest, arrow, targets = (part.strip() for part in cut(rest, "->"))
        keys = STEPS[word].by_name
        step: Step = {word: None}
        if "times" in keys:
            repeated = re.search(r"\s+x(\d+)$", rest)
            if repeated:
                step["times"], rest = int(repeated.group(1)), rest[: repeated.start()]
        for place in _PLACES:
            if place in keys:
                rest, where = self._placed(rest, place)
                if where:
                    step[place] = self.objects.handle(where) if keys[place].kind.names else where
        step[word] = self.head(word, rest, options)
        if "door" in keys and self.objects.entered:
            refuse_door(rest)
        if arrow:
            step["targets"] = list(self.objects.handles_of(targets))
        return self._with(step, word, options)

    def _placed(self, text: str, place: str) -> tuple[str, str]:
        """What stands before and after "on", "to" or "of": the first cut before a known handle."""
        for match in re.finditer(rf"(?:^|\s){place}\s", text):
            after = text[match.end() :].strip()
            if is_outside(text, match.start()) and (
                self.objects.is_there(after) or place == "to" and after in _LEAVING
            ):
                return text[: match.start()].strip(), after
        cuts = [c for c in re.finditer(rf"\s{place}\s", text) if is_outside(text, c.start())]
        if not cuts or self.objects.is_there(text):
            return text, ""
        return text[: cuts[-1].start()].strip(), text[cuts[-1].end() :].strip()

    # --- options

    def _with(self, step: Step, word: str, options: dict[str, Any]) -> Step:
        """The step with its options; those that are no key of the step are choices."""
        keys = STEPS[word].by_name
        chosen: dict[str, Any] = dict(step.get("choose") or {})
        for name, value in options.items():
            key = name.replace(" ", "_")
            if value is True and name in _SEATS:
                if not STEPS[word].seat_key:
                    raise BoardError(f"{show(word)} belongs to no player")
                step[STEPS[word].seat_key] = name
            elif key in keys and key != word:
                step[key] = self._option(keys[key].kind, value)
            elif value is True:
                chosen[self._sayings.choice(word, step.get(word), name)] = name
            else:
                chosen[name] = value
        return {**step, "choose": chosen} if chosen else step

    def _option(self, kind: Kind, value: object) -> Any:
        if kind.names and isinstance(value, str):
            return self.objects.handle(value)
        if kind.hole == "target":
            return list(self.objects.handles_of(str(value)))
        if kind is MODES and isinstance(value, str) and "+" in value:
            return [int(mode) for mode in value.split("+")]
        return str(value) if kind is NEW else value


_SEATS = SEAT.words
_STEP_WORDS = tuple(f"{word.replace('_', ' ')} " for word in STEPS)
# What begins like a step, and is none.
_LIKE_STEPS = [each for each in INSTEAD if f"{each.saying.words} ".startswith(_STEP_WORDS)]


def _deed(reader: Reader, word: str) -> Any:
    return lambda rest, options: reader.deed(word, rest, options)


def _alike(step: Mapping[str, Any]) -> Step:
    """A step for comparison: a token's numbers may be texts, and what is empty may be missing."""
    plain = dict(step)
    if isinstance(plain.get("token"), Mapping):
        plain["token"] = {
            key: str(value) if key in ("power", "toughness") else value
            for key, value in plain["token"].items()
            if value not in ("", [], None)
        }
    return plain


def _token(text: str, options: dict[str, Any]) -> Step:
    """`token Bear 2/2 (type: Creature — Bear, colors: green)`: the record of a token."""
    record: Step = {}
    match = _BOX.fullmatch(text)
    if match:
        text = match.group("name")
        for key in ("power", "toughness"):
            value = match.group(key)
            record[key] = int(value) if value.lstrip("-").isdigit() else value
    if text:
        record["name"] = unquoted(text)
    for short, key in TOKEN_KEYS.items():
        if short in options:
            value = options.pop(short)
            record[key] = str(value).split() if key == "colors" else value
    return record
