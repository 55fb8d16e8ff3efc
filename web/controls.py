"""What a row of the timeline lets its reader change: controls as data, drawn by a template.

Each control carries the change that it makes (see `editing`); the page adds the value that was
picked and sends it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from striate.boards.choices import asked
from striate.boards.facts import FACT_NAMES
from striate.boards.fitting import bodies, may_copy
from striate.cards import tree
from striate.cards.tree import Body, Card
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS
from striate.cards.walking import any_node, nodes

Plain: TypeAlias = dict[str, Any]
PLAYERS = (("you", "you"), ("opponent", "your opponent"))
_MOST_TARGETS = 8


@dataclass(frozen=True)
class Control:
    """One control: `kind` is how it is drawn, `edit` what it does, `value` what it shows now."""

    kind: Literal["pick", "count", "tick", "word", "press"]
    label: str
    edit: Plain
    value: Any = None
    options: tuple[tuple[str, str], ...] = ()
    wanted: bool = False  # the row means nothing without it
    hint: str = ""


@dataclass
class Place:
    """Where a row stands: its number, the objects before it, its step."""

    at: int
    step: Plain
    before: Sequence[str]
    controls: list[Control] = field(default_factory=list)
    further: list[Control] = field(default_factory=list)
    whose: Control | None = None

    def set(self, *key: object) -> Plain:
        return {"do": "set", "at": self.at, "key": list(key)}

    def pick(
        self, label: str, key: str, options: Iterable[tuple[str, str]], *, wanted: bool = False,
        far: bool = False, none: str = "",
    ) -> None:  # fmt: skip
        """A value out of several; `none` is what stands there where nothing is picked."""
        now = self.step.get(key)
        first = (("", none or "choose …"),) if none or now is None else ()
        listed = _with_now((*first, *options), now)
        control = Control("pick", label, self.set(key), "" if now is None else now, listed, wanted)
        (self.further if far else self.controls).append(control)

    def add(self, control: Control, *, far: bool = False) -> None:
        (self.further if far else self.controls).append(control)

    def tick(self, label: str, key: str) -> None:
        self.further.append(Control("tick", label, self.set(key), self.step.get(key) is True))

    def count(
        self, label: str, *key: Any, least: int = 0, start: int = 0, far: bool = False,
        untold: bool = False,
    ) -> None:  # fmt: skip
        """A number; `untold`: as long as nobody says it, it is unknown, and not `start`."""
        now: Any = self.step
        for part in key:
            now = now.get(part) if isinstance(now, dict) else None
        edit = {"do": "count", "at": self.at, "key": list(key), "least": least, "from": start}
        if untold:
            edit["untold"] = True
        shown = now if now is not None else "–" if untold else start
        self.add(Control("count", label, edit, shown), far=far)

    def handles(self) -> list[tuple[str, str]]:
        return [(handle, handle) for handle in self.before]


def _with_now(options: Sequence[tuple[str, str]], now: object) -> tuple[tuple[str, str], ...]:
    """The options, with what stands there even where it fits nothing."""
    if now is None or str(now) in {value for value, _ in options}:
        return tuple(options)
    return (*options, (str(now), f"{now} (?)"))


# --- whose it is ----------------------------------------------------------------------------------


def seat(place: Place, key: str = "controller") -> None:
    now = place.step.get(key) or "you"
    options = (("you", "Yours"), ("opponent", "Opponent’s"))
    place.whose = Control("pick", "Whose", place.set(key), now, options)


# --- permanents -----------------------------------------------------------------------------------


def entering(place: Place, card: Card | None) -> None:
    """What can be said of a permanent as it enters."""
    seat(place)
    step = place.step
    subtypes = {word for face in card.faces for word in face.subtypes} if card else set()
    if "attached_to" in step or subtypes & {"Aura", "Equipment", "Fortification"} or _bestows(card):
        options = [*place.handles(), *PLAYERS]
        wanted = "Aura" in subtypes
        place.pick("On", "attached_to", options, wanted=wanted, none="" if wanted else "nothing")
    if "copying" in step or (card is not None and may_copy(card)):
        place.pick("As a copy of", "copying", place.handles(), none="no copy")
    if card is not None:
        choices(place, card.faces, tuple(a for face in card.faces for a in face.abilities))
    if "x" in step or (card is not None and any("{X}" in face.mana_cost for face in card.faces)):
        place.count("X", "x", untold=True)
    place.tick("tapped", "tapped")
    place.tick("face down", "face_down")
    if step.get("face_down") is True:
        ways = ("morph", "disguise", "manifest", "cloak")
        _choice(place, "face down by", [(way, way) for way in ways], far=True)
    if "transformed" in step or (card is not None and len(card.faces) > 1):
        if card is not None and card.layout == "flip":
            place.tick("flipped", "flipped")
        else:
            place.tick("with its back face up", "transformed")
    if "enter" in step:
        place.tick("as a token", "token")
    name(place)


def name(place: Place) -> None:
    """The name by which other rows speak of it."""
    edit = place.set("as")
    place.further.append(Control("word", "Called", edit, place.step.get("as") or ""))


def _bestows(card: Card | None) -> bool:
    return card is not None and any(
        isinstance(ability, tree.Keyword) and ability.name == "bestow"
        for face in card.faces
        for ability in face.abilities
    )


# --- choices --------------------------------------------------------------------------------------

_CHOSEN: dict[str, tuple[str, ...]] = {
    "color": tuple(COLORS),
    "basic land type": BASIC_LAND_TYPES,
    "land type": BASIC_LAND_TYPES,
    "player": ("you", "opponent"),
}
_YES_OR_NO = ("yes", "no")
_LABELS = {"color": "Colour", "name": "Card name", "from": "From", "to": "To"}


def choices(place: Place, texts: object, abilities: Iterable[tree.Ability] = ()) -> None:
    """Every choice that the text asks for, and every one that stands there already."""
    kinds = dict.fromkeys(sorted(asked(texts) - {"player"}))
    for ability in abilities:
        if isinstance(ability, tree.EntersAs):
            _choice(place, "mode", [(label, label) for label in ability.labels], wanted=True)
            kinds.pop("mode", None)
        elif isinstance(ability, tree.EntersChoose):
            options = [(option, option) for option in ability.options]
            if options and ability.kind != "player":
                _choice(place, ability.kind, options, wanted=True)
                kinds.pop(ability.kind, None)
    kinds |= dict.fromkeys(place.step.get("choose") or ())
    done = {control.edit["key"][1] for control in (*place.controls, *place.further)
            if "choose" in _key(control)}  # fmt: skip
    for kind in kinds:
        if kind in done:
            continue
        if kind == "number":
            place.count("Number", "choose", "number")
        else:
            words = _YES_OR_NO if kind in FACT_NAMES else _CHOSEN.get(kind, ())
            _choice(place, kind, [(word, word) for word in words], wanted=True)


def _key(control: Control) -> list[Any]:
    return list(control.edit.get("key", ()))[:1]


def _choice(
    place: Place, kind: str, options: Sequence[tuple[str, str]], *, wanted: bool = False,
    far: bool = False,
) -> None:  # fmt: skip
    now = (place.step.get("choose") or {}).get(kind)
    label = _LABELS.get(kind, kind[:1].upper() + kind[1:])
    edit = place.set("choose", kind)
    if options:
        listed = _with_now((("", "choose …"), *options), now)
        control = Control("pick", label, edit, "" if now is None else now, listed, wanted)
    else:
        hint = "creature-types" if kind == "creature type" else ""
        control = Control("word", label, edit, "" if now is None else now, (), wanted, hint)
    (place.further if far else place.controls).append(control)


# --- what resolves --------------------------------------------------------------------------------


def resolving(place: Place, card: Card | None) -> None:
    seat(place)
    its_bodies = bodies(card) if card is not None else ()
    instructions(place, its_bodies[0] if its_bodies else None, far=False)
    name(place)


def instructions(place: Place, body: Body | None, *, far: bool = False) -> None:
    """Modes, targets, X and choices of what resolves, as its text asks for them."""
    step = place.step
    parts: tuple[Body, ...] = () if body is None else (body, *_modes(place, body))
    specs = [spec for part in parts for spec in part.targets]
    given = step.get("targets")
    now: list[Any] = given if isinstance(given, list) else []
    low = sum(spec.low for spec in specs if spec.word == "target")
    highs = [spec.high if isinstance(spec.high, int) else len(now) + 1 for spec in specs]
    players = sum(len(part.players) for part in parts)
    slots = max(len(now), min(_MOST_TARGETS, sum(highs) + players))
    options = (("", "pick …"), *place.handles(), *PLAYERS)
    for slot in range(slots):
        value = now[slot] if slot < len(now) else ""
        label = "Target" if slots == 1 else f"Target {slot + 1}"
        edit = place.set("targets", slot)
        listed = _with_now(options, value)
        place.controls.append(Control("pick", label, edit, value, listed, wanted=slot < low))
    continuous = tuple(
        node
        for node in nodes(parts)
        if isinstance(node, tree.Continuous | tree.PutCounters | tree.CreateTokens)
    )
    if "x" in step or any_node(continuous, (tree.X,)):
        place.count("X", "x", untold=True)
    choices(place, continuous if body is not None else ())


def _modes(place: Place, body: Body) -> tuple[Body, ...]:
    """The modes that are chosen, with a control to choose them by their words."""
    modal = next((part for part in body.steps if isinstance(part, tree.Modal)), None)
    if modal is None:
        return ()
    from striate.web.wording import mode_words

    now = place.step.get("mode")
    chosen = now if isinstance(now, list) else [] if now is None else [now]
    options = [(str(n), f"{n}. {mode_words(mode)}") for n, mode in enumerate(modal.modes, 1)]
    most = len(modal.modes) if modal.high is None else modal.high
    if most <= 1:
        value = str(chosen[0]) if chosen else ""
        listed = (("", "choose one …"), *options)
        place.controls.append(Control("pick", "Mode", place.set("mode"), value, listed, True))
    else:
        for slot in range(min(most, len(chosen) + 1)):
            value = str(chosen[slot]) if slot < len(chosen) else ""
            label = f"Mode {slot + 1}"
            edit = place.set("mode", slot)
            listed = (("", "choose …"), *options)
            place.controls.append(Control("pick", label, edit, value, listed, slot < modal.low))
    return tuple(
        modal.modes[mode - 1]
        for mode in chosen
        if isinstance(mode, int) and 0 < mode <= len(modal.modes)
    )


# --- words ----------------------------------------------------------------------------------------


def naming(place: Place, key: str, label: str = "") -> None:
    """The object that the step is about."""
    place.pick(label or "Of", key, place.handles(), wanted=True)


def text_of_own(place: Place, key: str, label: str) -> None:
    """Rules text that the reader writes."""
    edit = place.set(key)
    place.controls.append(Control("word", label, edit, place.step.get(key) or "", (), True, "text"))
