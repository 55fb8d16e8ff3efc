"""What people say that is a step by another word (`StepKind.said`): `crew Smuggler's Copter`."""

import re
from collections.abc import Mapping
from typing import Any

from striate.boards.choices import asked
from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.line.amounts import are_counters, counters, number
from striate.boards.line.objects import Objects, is_spell, seat
from striate.boards.line.parts import unquoted
from striate.boards.steps.keys import COUNTERS, SEAT, TEXT, WORDS, Key, Kind
from striate.boards.steps.kind import StepKind
from striate.boards.steps.saying import Saying
from striate.boards.steps.table import STEPS
from striate.cards.vocabulary import KEYWORDS

_AIMED = frozenset({"equip", "fortify"})  # 702.6a, 702.67a: they say what they are attached to


class Sayings:
    """Reads them, with the objects that are there."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects

    def read(self, words: str) -> tuple[StepKind, dict[str, Any]] | None:
        """The step that the words say, and its kind."""
        for kind in STEPS.values():
            for saying in kind.said:
                for slots in saying.cuts(words):
                    if all(self.can_be(kind, key, text, slots) for key, text in slots.items()):
                        return kind, self._filled(kind, saying, slots)
        return None

    def can_be(self, kind: StepKind, name: str, text: str, slots: Mapping[str, str]) -> bool:
        """Whether the text can be the value of that key."""
        key = kind.by_name.get(name)
        if key is None:  # a text that stands in what the saying says; what a card asks for
            return name != "choose" or len(self._asked(slots[kind.word])) == 1
        if kind.word == "ability" and name == "of" and "ability" not in slots:
            return self.objects.number_of_only(self.objects.first_meant(text)) is not None
        if key.kind.names:
            player = key.kind.players and seat(text)
            return bool(player) or self.objects.can_mean(text)
        if name == "door":
            object_ = self.objects.with_door(unquoted(text))
            return bool(object_ if kind.word not in slots else kind.word)
        if name == "ability":
            aimed = "targets" in slots or text.lower() not in _AIMED
            return text.isdigit() or (aimed and self._keyword(text, slots["of"]))
        match key.kind.hole:
            case "card":
                known = self.objects.shelf.known(unquoted(text))
                return known is not None and is_spell(known) == (kind.word == "resolve")
            case "target":
                return self.objects.can_aim_at(text)
            case "number":
                return number(text) is not None
            case "seat":
                return bool(seat(text))
            case _:
                return self._can_be_words(key.kind, text)

    def _can_be_words(self, kind: Kind, text: str) -> bool:
        if kind.type is COUNTERS.type:
            return are_counters(text)
        return text.lower() in kind.words if kind.words else kind in (TEXT, WORDS)

    def choice(self, word: str, card: object, words: str) -> str:
        """The kind of choice that `(blue)` after the card is: the only one for which it asks."""
        kinds = sorted(self._asked(str(card))) if STEPS[word].keys[0].kind.hole == "card" else []
        if len(kinds) == 1:
            return kinds[0]
        ways = " or ".join(f"`({kind}: {words})`" for kind in kinds)
        names = [*STEPS[word].by_name, *SEAT.words]
        longer = [name for name in names if len(words) > 2 and name.startswith(words.lower())]
        near = f"did you mean `{longer[0]}`?" if longer else ""
        meant = near or did_you_mean(words, names, limit=1)
        if re.fullmatch(r"level \d+|kicked", words):
            meant = f"write `{card} {words}`"
        elif word == "enter" and not meant and self.objects.can_mean(words):
            known = self.objects.shelf.known(unquoted(str(card)))
            aura = known is not None and "Aura" in known.named.subtypes
            meant = f"write `{card} {'on' if aura else 'copying'} {words}`"
        hint = f"{card} asks for choices: write {ways}" if kinds else meant
        raise BoardError(f"{show(word)} has no option {show(words)}", hint=hint)

    def _asked(self, card: str) -> frozenset[str]:
        """The kinds of choice for which the card asks as it enters."""
        known = self.objects.shelf.known(unquoted(card))
        return asked(known.card.faces) if known else frozenset()

    def _keyword(self, word: str, of: str) -> bool:
        """Whether the object's card has this keyword ability, as printed."""
        return word.lower() in KEYWORDS and any(
            self.objects.number_of(word, handle) is not None
            for handle in self.objects.meant(of) or [unquoted(of)]
        )

    def _filled(self, kind: StepKind, saying: Saying, slots: Mapping[str, str]) -> dict[str, Any]:
        """The step that the saying says with these slots."""
        step: dict[str, Any] = dict.fromkeys(
            key for key in kind.by_name if key in slots or key == kind.word
        )
        for name, text in slots.items():
            if name in kind.by_name:
                step[name] = self._slot(kind.by_name[name], text)
        for name, value in saying.also.items():
            step[name] = value.format(**slots) if isinstance(value, str) else value
        if "choose" in slots:
            step["choose"] = {min(self._asked(slots[kind.word])): unquoted(slots["choose"])}
        if kind.word == "ability" and step["ability"] is None:
            step["ability"] = self.objects.number_of_only(step["of"])
        elif "ability" in step and isinstance(step["ability"], str):
            step["ability"] = self.objects.number_of(step["ability"], step["of"])
        if "door" in slots and kind.word not in slots:
            step[kind.word] = self._room(unquoted(slots["door"]))
        if step[kind.word] is None:
            step[kind.word] = True
        return step

    def _slot(self, key: Key, text: str) -> Any:
        kind = key.kind
        if kind.names:
            return (seat(text) if kind.players else "") or self.objects.handle(text)
        if kind.type is COUNTERS.type:
            return dict(counters(text))
        match kind.hole:
            case "target":
                whole = self.objects.can_mean(text)
                handles = [self.objects.handle(text)] if whole else self.objects.handles_of(text)
                return [seat(each) or each for each in handles]
            case "number":
                figure = number(text)
                return text if figure is None else figure
            case "seat":
                return seat(text)
            case _:
                return text.lower() if kind.words else unquoted(text)

    def _room(self, door: str) -> str:
        rooms = self.objects.with_door(door)
        if len(rooms) > 1:
            raise BoardError(
                f"{show(door)} is a door of {' and of '.join(map(show, rooms))}",
                hint=f"expected for example `unlock {rooms[0]} (door: {door})`",
            )
        return rooms[0]
