"""A checked board file as a `Board`: cards looked up, handles resolved, texts parsed.

Objects come to be in the order of the steps, and a step can name only those before it. Every
mistake of the board is told at once, as far as one does not follow from another.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol, cast

import msgspec

from striate.boards import fitting, timeline
from striate.boards import schema as form
from striate.boards.checking import Mistakes, board_form
from striate.boards.choices import choices, nodes
from striate.boards.errors import BoardError, Path, show
from striate.boards.expecting import expected
from striate.boards.holes import holes
from striate.boards.loading import Loaded
from striate.boards.names import Cards, Handles, Known, Shelf, own_card, token_card
from striate.boards.schema import BoardForm, StepForm
from striate.boards.timeline import Board, Choices, Seat, Step
from striate.cards.tree import Body, Card, CopyExtra, Keyword, Opaque, Prose

_PLAYERS = ("you", "opponent")


class Texts(Protocol):
    """Where rules text is read: `striate.cards.language`."""

    def parse_effect(self, text: str) -> Body: ...

    def parse_exceptions(self, text: str) -> tuple[CopyExtra, ...] | None: ...


def the_language() -> Texts:
    """The Oracle language, imported where a board has text of its own."""
    from striate.cards import language

    return cast(Texts, language)


def build(
    loaded: Loaded, shelf: Shelf, file: str = "", texts: Callable[[], Texts] = the_language
) -> Board:
    """Plain data as a `Board`; a `BoardError` with what is wrong otherwise."""
    board = board_form(loaded, file)
    mistakes = Mistakes(loaded, file)
    _refuse_holes(board, mistakes)
    return Builder(board, shelf, mistakes, texts).board(file)


def _refuse_holes(board: BoardForm, mistakes: Mistakes) -> None:
    """A concrete board leaves nothing open."""
    hint = "`striate find --sketch` fills holes"
    for hole in holes(board):
        mistakes.add(f"this board has a hole at {hole.path}", hole.place, hint)
    for key in ("order", "pool", "size"):
        if getattr(board, key) is not None:
            mistakes.add(f"`{key}` makes this board a sketch", (key,), hint)
    for index, step in enumerate(board.steps):
        if step.maybe:
            path = ("steps", index, "maybe")
            mistakes.add("`maybe` makes this board a sketch", path, hint)
    mistakes.stop()


class Builder:
    """Builds one board; see `build`."""

    def __init__(
        self, board: BoardForm, shelf: Shelf, mistakes: Mistakes, texts: Callable[[], Texts]
    ) -> None:
        self.form = board
        self.mistakes = mistakes
        self.texts = texts
        own = [
            own_card(record, ("cards", index), mistakes) for index, record in enumerate(board.cards)
        ]
        self.shelf = shelf.with_own(card for card in own if card is not None) if own else shelf
        self.handles = Handles()
        self.names: dict[
            str, str
        ] = {}  # of each handle: the name of its card, or of what it copies
        self.spells: set[str] = set()
        self.cards: list[Card] = []  # of all objects, in the order of the steps
        self.known: list[Known | None] = []  # for each step: the card that it names
        self.made: list[str] = []  # for each step: the handle of the object that it makes, or ""

    def board(self, file: str) -> Board:
        for index, step in enumerate(self.form.steps):
            self._object(step, index)
        self.mistakes.stop()
        steps = [self._step(step, index) for index, step in enumerate(self.form.steps)]
        expect = expected(self.form.expect, self.handles, self._subtypes, self.mistakes)
        self.mistakes.stop()
        extras = ((key, str(getattr(self.form, key))) for key in ("area", "engine_bug", "disputed"))
        return Board(
            steps=tuple(steps),
            expect=expect,
            id=str(self.form.id),
            note=str(self.form.note),
            source=str(self.form.source),
            rules=tuple(str(rule) for rule in self.form.rules),
            lines=tuple(self.mistakes.loaded.line(("steps", at)) for at in range(len(steps))),
            file=file,
            extras=tuple((key, text) for key, text in extras if text),
            cards=tuple(_json(record) for record in self.form.cards),
        )

    # --- the objects ------------------------------------------------------------------------------

    def _object(self, step: StepForm, index: int) -> None:
        """Looks up the card of a step, and gives the object that it makes its handle."""
        path: Path = ("steps", index)
        known: Known | None = None
        name: str | None = None  # the default handle; None: the step makes no object
        match step:
            case form.EnterForm():
                known = self._find(step.enter, (*path, "enter"))
                name = known.name if known else str(step.enter)
            case form.TokenForm():
                card = token_card(step.token, (*path, "token"), self.mistakes)
                known = Known(card, 0, True) if card else None
                name = card.name if card else "token"
            case form.TokenCopyForm():
                name = self.names.get(step.token_copy_of, step.token_copy_of)
            case form.ResolveForm():
                known = self._find(step.resolve, (*path, "resolve"))
                name = known.name if known else str(step.resolve)
            case form.ZoneForm():
                known = self._find(step.card, (*path, "card"))
                name = known.name if known else str(step.card)
            case form.SpellForm():
                known = self._find(step.spell, (*path, "spell"))
                name = known.name if known else str(step.spell)
            case form.CopySpellForm():
                name = self.names.get(step.copy_spell, step.copy_spell)
            case _:
                pass
        self.known.append(known)
        if known is not None:
            self.cards.append(known.card)
        handle = ""
        if name is not None:
            wanted: str | None = getattr(step, "as_", None)
            handle = self.handles.give(wanted, name, index, path, self.mistakes)
            self.names[handle] = name
        self.made.append(handle)
        if isinstance(step, (form.SpellForm, form.CopySpellForm)):
            self.spells.add(handle)

    def _find(self, name: str | list[str], path: Path) -> Known | None:
        assert isinstance(name, str)  # a list is a hole, and those are refused before
        return self.shelf.find(name, path, self.mistakes)

    # --- the parts of a step ----------------------------------------------------------------------

    def _there(self, handle: str, index: int, key: str, *more: int) -> str:
        self.handles.check(handle, index, ("steps", index, key, *more), self.mistakes)
        return handle

    def _maybe(self, handle: str | None, index: int, key: str) -> str | None:
        return None if handle is None else self._there(handle, index, key)

    def _host(self, handle: str | None, index: int) -> str | None:
        """What an object enters attached to: an object, or the player of an Aura on a player."""
        return handle if handle in _PLAYERS else self._maybe(handle, index, "attached_to")

    def _targets(self, targets: Sequence[str], index: int) -> tuple[str, ...]:
        for at, target in enumerate(targets):
            if target not in _PLAYERS:
                self._there(target, index, "targets", at)
        return tuple(targets)

    def _choices(self, step: StepForm, index: int) -> Choices:
        if not step.choose:
            return ()
        return choices(step.choose, index, self.handles, self._subtypes, self.mistakes)

    def _no_choice(self, step: StepForm, index: int, called: str) -> None:
        for kind in step.choose:
            path = ("steps", index, "choose", kind)
            self.mistakes.add(f"a step `{called}` asks for no choice", path)

    def _exceptions(self, text: str | None) -> tuple[tuple[CopyExtra, ...], str]:
        """The exceptions of a copy, and what is not understood of them."""
        if not text:
            return (), ""
        extras = self.texts().parse_exceptions(text)
        return ((), text) if extras is None else (extras, "")

    # --- the whole board --------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> list[Card]:
        """The cards of all objects, each once."""
        return list(dict.fromkeys(self.cards))

    @cached_property
    def _subtypes(self) -> set[str]:
        return {word for card in self.kinds for face in card.faces for word in face.subtypes}

    @cached_property
    def _copies_enter(self) -> bool:
        return any(fitting.changes_entering(card.faces) for card in self.kinds)

    @cached_property
    def _level_up_is_given(self) -> bool:
        """702.87a: some card here has level up, or can't be told not to give it."""
        return any(
            isinstance(node, (Opaque, Prose))
            or (isinstance(node, Keyword) and node.name == "level up")
            for card in self.kinds
            for node in nodes(card.faces)
        )

    @cached_property
    def _attached_later(self) -> set[str]:
        return {step.attach for step in self.form.steps if isinstance(step, form.AttachForm)}

    # --- the steps --------------------------------------------------------------------------------

    def _step(self, step: StepForm, index: int) -> Step:
        build = _BUILDERS[type(step)]
        made: Step = build(self, step, index)
        return made

    def _enter(self, step: form.EnterForm, index: int) -> Step:
        path: Path = ("steps", index)
        known = self.known[index]
        assert known is not None
        made = self.made[index]
        self._copying(step, known, index)
        fitting.check_permanent(known, step, path, self.mistakes)
        given = self._choices(step, index)
        if not self._copies_enter:
            given = fitting.check_choices(known, step, given, path, self.mistakes)
        host = self._host(step.attached_to, index)
        fitting.check_attached(known, host, step, path, self.mistakes)
        if host is None and step.copying is None and step.face_down is not True:
            self._check_host(known, index)
        return timeline.Enter(
            handle=made,
            card=known.card,
            controller=_seat(step.controller),
            copying=step.copying,
            face_down=step.face_down is True,
            choose=given,
            attached_to=host,
            transformed=step.transformed is True or fitting.turned(known),
            flipped=step.flipped is True or fitting.turned(known, ("flip",)),
            tapped=step.tapped is True,
            token=step.token,
            x=_number(step.x),
        )

    def _copying(self, step: form.EnterForm, known: Known, index: int) -> None:
        if step.copying is None:
            return
        path = ("steps", index, "copying")
        if step.copying == self.made[index]:
            self.mistakes.add(f"{show(step.copying)} can't enter as a copy of itself", path)
            return
        self._there(step.copying, index, "copying")
        if not fitting.may_copy(known.card) and not any(map(fitting.makes_copies, self.kinds)):
            self.mistakes.add(f"the text of {show(known.name)} lets it copy nothing", path)

    def _check_host(self, known: Known, index: int) -> None:
        """303.4g: an Aura that is attached to nothing does not enter."""
        if fitting.needs_host(known) and self.made[index] not in self._attached_later:
            message = f"the Aura {show(known.name)} enters attached to nothing"
            self.mistakes.add(message, ("steps", index), "add `attached_to: HANDLE`")

    def _token(self, step: form.TokenForm, index: int) -> Step:
        known = self.known[index]
        assert known is not None
        return timeline.Enter(
            handle=self.made[index],
            card=known.card,
            controller=_seat(step.controller),
            choose=self._choices(step, index),
            attached_to=self._host(step.attached_to, index),
            tapped=step.tapped is True,
            token=True,
            x=_number(step.x),
            written=_json(step.token),
        )

    def _token_copy(self, step: form.TokenCopyForm, index: int) -> Step:
        path = ("steps", index, "token_copy_of")
        if step.token_copy_of == self.made[index]:
            self.mistakes.add(f"{show(step.token_copy_of)} can't be a copy of itself", path)
        else:
            self._there(step.token_copy_of, index, "token_copy_of")
        exceptions, unread = self._exceptions(step.except_)
        return timeline.EnterTokenCopy(
            handle=self.made[index],
            of=step.token_copy_of,
            controller=_seat(step.controller),
            exceptions=exceptions,
            unread=unread,
            choose=self._choices(step, index),
            attached_to=self._host(step.attached_to, index),
            tapped=step.tapped is True,
            x=_number(step.x),
            wording=step.except_ or "",
        )

    def _counters(self, step: form.CountersForm, index: int) -> Step:
        self._no_choice(step, index, "counters")
        for kind in step.counters:
            if not kind.strip():
                path = ("steps", index, "counters", kind)
                self.mistakes.add("a kind of counter has a name", path)
        counters = tuple((kind, _number(number) or 0) for kind, number in step.counters.items())
        return timeline.ChangeCounters(on=self._there(step.on, index, "on"), counters=counters)

    def _level_up(self, step: form.LevelUpForm, index: int) -> Step:
        """702.87a."""
        self._no_choice(step, index, "level_up")
        on = self._there(step.level_up, index, "level_up")
        if not self._level_up_is_given:
            path = ("steps", index, "level_up")
            self.mistakes.add(f"{show(on)} has no level up, and no card here gives it", path)
        return timeline.LevelUp(on=on, times=_number(step.times) or 1)

    def _class_level(self, step: form.ClassLevelForm, index: int) -> Step:
        self._no_choice(step, index, "class_level")
        on = self._there(step.on, index, "on")
        if "Class" not in self._subtypes:
            path = ("steps", index, "on")
            self.mistakes.add(
                f"{show(on)} is no Class", path, "a creature gets `counters: {level: N}`"
            )
        return timeline.SetClassLevel(on=on, level=_number(step.class_level) or 1)

    def _resolve(self, step: form.ResolveForm, index: int) -> Step:
        path: Path = ("steps", index)
        known = self.known[index]
        assert known is not None
        fitting.check_resolves(known, path, self.mistakes)
        card = fitting.spell_card(known)
        given = self._choices(step, index)
        targets = self._targets(step.targets, index)
        modes = _modes(step.mode)
        bodies = fitting.bodies(card)
        if len(bodies) == 1:
            fitting.check_body(
                bodies[0], show(known.name), targets, given, _number(step.x), modes, path,
                self.mistakes,
            )  # fmt: skip
        return timeline.Resolve(
            card=card,
            handle=self.made[index],
            controller=_seat(step.controller),
            targets=targets,
            choose=given,
            x=_number(step.x),
            modes=modes,
        )

    def _ability(self, step: form.AbilityForm, index: int) -> Step:
        return timeline.ResolveAbility(
            number=_number(step.ability) or 1,
            of=self._there(step.of, index, "of"),
            controller=None if step.controller is None else _seat(step.controller),
            targets=self._targets(step.targets, index),
            choose=self._choices(step, index),
            x=_number(step.x),
            modes=_modes(step.mode),
        )

    def _effect(self, step: form.EffectForm, index: int) -> Step:
        path: Path = ("steps", index)
        body = self.texts().parse_effect(step.effect)
        given = self._choices(step, index)
        targets = self._targets(step.targets, index)
        x = _number(step.x)
        fitting.check_body(body, "the effect", targets, given, x, (), path, self.mistakes)
        return timeline.ResolveEffect(
            body=body,
            text=step.effect,
            of=self._maybe(step.of, index, "of"),
            controller=_seat(step.controller),
            targets=targets,
            choose=given,
            x=x,
        )

    def _attach(self, step: form.AttachForm, index: int) -> Step:
        self._no_choice(step, index, "attach")
        what = self._there(step.attach, index, "attach")
        if step.to == step.attach:
            path = ("steps", index, "to")
            self.mistakes.add(f"{show(step.to)} can't be attached to itself", path)
        elif step.to not in _PLAYERS:
            self._there(step.to, index, "to")
        return timeline.Attach(what=what, to=step.to)

    def _leave(self, step: form.LeaveForm, index: int) -> Step:
        self._no_choice(step, index, "leave")
        return timeline.Leave(what=self._there(step.leave, index, "leave"), to=cast(Any, step.to))

    def _zone(self, step: form.ZoneForm, index: int) -> Step:
        self._no_choice(step, index, "zone")
        known = self.known[index]
        assert known is not None
        return timeline.PutInZone(
            handle=self.made[index],
            card=known.card,
            zone=cast(Any, step.zone),
            owner=_seat(step.owner),
        )

    def _spell(self, step: form.SpellForm, index: int) -> Step:
        known = self.known[index]
        assert known is not None
        fitting.check_cast(known, ("steps", index), self.mistakes)
        return timeline.PutSpell(
            handle=self.made[index],
            card=fitting.spell_card(known),
            controller=_seat(step.controller),
            targets=self._targets(step.targets, index),
            modes=_modes(step.mode),
            x=_number(step.x),
            kicked=step.kicked,
            mana=step.mana,
            choose=self._choices(step, index),
        )

    def _copy_spell(self, step: form.CopySpellForm, index: int) -> Step:
        self._no_choice(step, index, "copy_spell")
        of = self._there(step.copy_spell, index, "copy_spell")
        if of in self.handles.step and of not in self.spells:
            path = ("steps", index, "copy_spell")
            self.mistakes.add(f"{show(of)} is no spell on the stack", path)
        exceptions, unread = self._exceptions(step.except_)
        return timeline.CopySpellOnStack(
            handle=self.made[index],
            of=of,
            controller=_seat(step.controller),
            targets=None if step.targets is None else self._targets(step.targets, index),
            exceptions=exceptions,
            unread=unread,
            wording=step.except_ or "",
        )

    def _status(self, step: StepForm, index: int) -> Step:
        key, status = _STATUS[type(step)]
        self._no_choice(step, index, key)
        what = self._there(getattr(step, key), index, key)
        return timeline.SetStatus(what=what, status=cast(Any, status))

    def _end_turn(self, step: form.EndTurnForm, index: int) -> Step:
        self._no_choice(step, index, "end_turn")
        return timeline.EndTurn()

    def _life(self, step: form.LifeForm, index: int) -> Step:
        self._no_choice(step, index, "life")
        return timeline.PlayerFact(_seat(step.player), "life", _number(step.life) or 0)

    def _hand(self, step: form.HandForm, index: int) -> Step:
        self._no_choice(step, index, "hand")
        return timeline.PlayerFact(_seat(step.player), "hand", _number(step.hand) or 0)

    def _turn(self, step: form.TurnForm, index: int) -> Step:
        self._no_choice(step, index, "your_turn")
        return timeline.PlayerFact(_seat(step.player), "turn", int(step.your_turn))


_STATUS: dict[type[StepForm], tuple[str, str]] = {
    form.FaceUpForm: ("turn_face_up", "face up"),
    form.FaceDownForm: ("turn_face_down", "face down"),
    form.TransformForm: ("transform", "transformed"),
    form.FlipForm: ("flip", "flipped"),
    form.TapForm: ("tap", "tapped"),
    form.UntapForm: ("untap", "untapped"),
}
_BUILDERS: dict[type[StepForm], Callable[[Builder, Any, int], Step]] = {
    form.EnterForm: Builder._enter,
    form.TokenForm: Builder._token,
    form.TokenCopyForm: Builder._token_copy,
    form.CountersForm: Builder._counters,
    form.LevelUpForm: Builder._level_up,
    form.ClassLevelForm: Builder._class_level,
    form.ResolveForm: Builder._resolve,
    form.AbilityForm: Builder._ability,
    form.EffectForm: Builder._effect,
    form.AttachForm: Builder._attach,
    form.LeaveForm: Builder._leave,
    form.ZoneForm: Builder._zone,
    form.SpellForm: Builder._spell,
    form.CopySpellForm: Builder._copy_spell,
    form.EndTurnForm: Builder._end_turn,
    form.LifeForm: Builder._life,
    form.HandForm: Builder._hand,
    form.TurnForm: Builder._turn,
    **dict.fromkeys(_STATUS, Builder._status),
}


def _seat(side: str) -> Seat:
    assert side in _PLAYERS  # "?" is a hole, and those are refused before
    return cast(Seat, side)


def _number(value: int | str | None) -> int | None:
    assert not isinstance(value, str)  # a range is a hole, and those are refused before
    return value


def _modes(mode: int | list[int] | None) -> tuple[int, ...]:
    if mode is None:
        return ()
    return (mode,) if isinstance(mode, int) else tuple(mode)


def _json(record: msgspec.Struct) -> str:
    """A record as its file has it: the fields that it gives, in the format's order."""
    plain = msgspec.to_builtins(record)
    return msgspec.json.encode(_given(plain)).decode()


def _given(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _given(value) for key, value in plain.items() if value not in (None, "")}
    if isinstance(plain, list):
        return [_given(value) for value in plain]
    return plain


__all__ = ["Board", "BoardError", "Builder", "Cards", "Texts", "build", "the_language"]
