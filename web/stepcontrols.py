"""Controls made from the step table: one for each key of each kind of step, and how a step begins.

What a card's text asks for is `controls`; here every further key of a kind gets a control by the
kind of value that it has, so that nothing that a board file can say is out of reach.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from striate.boards.choices import KINDS
from striate.boards.editions import DAYS, TODAY, day_in
from striate.boards.handling import handles
from striate.boards.names import Shelf
from striate.boards.steps.keys import (
    CARD,
    CREATES,
    KICKED,
    MANA,
    NEW,
    ONLY_TRUE,
    TEXT,
    TOKEN,
    WORDS,
    YES,
    Key,
)
from striate.boards.steps.kind import StepKind
from striate.boards.steps.table import SECTIONS
from striate.cards.vocabulary import BASIC_LAND_TYPES, CREATURE_TYPES
from striate.web.controls import PLAYERS, Control, Place, choices, name, seat

Plain: TypeAlias = dict[str, Any]

_LABELS = {"becomes": "Becomes", "zone": "In", "class_level": "Level", "except": "Except that",
           "door": "Door", "mana": "Mana spent", "of": "Of",
           "creates": "Calls what it makes"}  # fmt: skip
_KICKED = (("0", "not kicked"), ("true", "kicked"), ("2", "2 times"), ("3", "3 times"),
           ("4", "4 times"), ("5", "5 times"))  # fmt: skip
_TOKEN_WORDS = {"name": "Name", "type_line": "Type line", "power": "Power",
                "toughness": "Toughness", "oracle_text": "Rules text"}  # fmt: skip
_MODES = 8
_FIRST_CHOICE: dict[str, Any] = {"color": "white", "creature type": "Human", "number": 0,
                                 "mode": "1", "player": "you"}  # fmt: skip
# What a field of words can be completed with.
LISTS = (
    ("choice-kinds", KINDS),
    ("creature-types", CREATURE_TYPES),
    ("counter-kinds", ("+1/+1", "-1/-1", "level", "loyalty", "lore", "charge", "stun", "shield",
                       "flying", "first strike", "deathtouch", "hexproof", "indestructible",
                       "lifelink", "menace", "reach", "trample", "vigilance", "oil", "time",
                       "verse", "quest", "age", "fade", "defense", "+1/+0", "+0/+1", "-0/-1")),
)  # fmt: skip


# --- the controls of a row ------------------------------------------------------------------------


def rest(place: Place, kind: StepKind) -> None:
    """A control for each key that has none so far: what the step needs in sight, else below."""
    done = {str(each.edit["key"][0]) for each in (*place.controls, *place.further)
            if each.edit.get("key")}  # fmt: skip
    for key in kind.keys:
        first = key is kind.keys[0]
        if key.name in done or (place.whose and place.whose.edit["key"] == [key.name]):
            continue
        if key.kind is CARD and first:
            continue  # the row's title
        _control(place, key, first=first, far=not (first or key.needed) and not _alone(kind))
    if kind.chooses:
        choices(place, ())
        _another_choice(place)


def _alone(kind: StepKind) -> bool:
    """A step of few keys shows them all."""
    return len(kind.keys) <= 3


def _control(place: Place, key: Key, *, first: bool, far: bool) -> None:
    value = key.kind
    spelled = key.name.replace("_", " ").capitalize()
    label = _LABELS.get(key.name, spelled if not first or value.hole != "number" else "Number")
    far = far and key.name not in place.step
    if value.names:
        options = [*place.handles(), *(PLAYERS if value.players else ())]
        called = "Which" if first else label
        place.pick(called, key.name, options, wanted=key.needed, far=far,
                   none="" if key.needed else "nothing")  # fmt: skip
    elif value.hole == "seat":
        if place.whose is None:
            seat(place, key.name)
        else:
            place.pick(label, key.name, PLAYERS, far=far, none="its controller")
    elif value is KICKED:
        now = place.step.get(key.name, 0)
        edit, shown = place.set(key.name), "true" if now is True else str(int(now))
        place.add(Control("pick", "Kicked", edit, shown, _KICKED), far=far)
    elif value.words:
        none = "" if key.needed else str(value.absent or "none")
        options = [(word, word) for word in value.words]
        place.pick(label, key.name, options, none=none, wanted=key.needed, far=far)
    elif value.hole == "number":
        untold = not key.needed and value.absent is None
        start = max(0, value.least)
        place.count(label, key.name, least=value.least, start=start, far=far, untold=untold)
    elif value is ONLY_TRUE and first:
        return
    elif value.hole == "flag" or value is YES:
        place.tick(spelled.lower(), key.name)
    elif value is NEW:
        name(place)
    elif value is TOKEN:
        _token(place, key.name)
    elif key.name in ("mode", "targets", "creates", "together"):
        _listed(place, key, label, far=far)
    elif key.name == "counters":
        _counters(place, key.name)
    elif value.facts:
        _facts(place, key)
    elif value in (WORDS, TEXT, MANA) or value is CARD or key.name == "card":
        _word(place, [key.name], label, far=far, wanted=key.needed)


def _word(
    place: Place, key: list[Any], label: str, *, far: bool = False, wanted: bool = False,
    hint: str = "",
) -> None:  # fmt: skip
    now: Any = place.step
    for part in key:
        now = _at(now, part)
    value = "" if now is None else now
    place.add(Control("word", label, place.set(*key), value, (), wanted, hint), far=far)


def _at(place: Any, part: Any) -> Any:
    if isinstance(place, Mapping):
        return place.get(part)
    if isinstance(place, list) and isinstance(part, int) and part < len(place):
        return place[part]
    return None


def _token(place: Place, key: str) -> None:
    """What a token is."""
    for part, label in _TOKEN_WORDS.items():
        _word(place, [key, part], label, far=True, hint="text" if part == "oracle_text" else "")
    now = (place.step.get(key) or {}).get("colors") or []
    for letter in "WUBRG":
        edit = {"do": "letter", "at": place.at, "key": [key, "colors"], "letter": letter}
        place.further.append(Control("tick", letter, edit, letter in now))


def _listed(place: Place, key: Key, label: str, *, far: bool) -> None:
    """A list of modes, targets or names, with one more place than it has."""
    given = place.step.get(key.name)
    now = given if isinstance(given, list) else [] if given is None else [given]
    if key.name == "mode":
        options = (("", "none"), *((str(n), str(n)) for n in range(1, _MODES + 1)))
    else:
        options = (("", "none"), *place.handles(), *PLAYERS)
    single = key.name == "mode" and len(now) == 1 and not isinstance(given, list)
    for slot in range(len(now) + 1):
        called = label if slot == 0 else f"{label} {slot + 1}"
        edit = place.set(key.name) if single and slot == 0 else place.set(key.name, slot)
        value = now[slot] if slot < len(now) else ""
        if key.kind is CREATES:
            place.add(Control("word", called, edit, value), far=far)
        else:
            place.add(Control("pick", called, edit, value, options), far=far or slot >= len(now))


def _counters(place: Place, key: str) -> None:
    """How many of each kind, and any further kind by its name."""
    kinds = place.step.get(key) or {}
    for kind in kinds:
        place.count(kind, key, kind, least=-99)
        if len(kinds) > 1:
            edit = {**place.set(key, kind), "value": None}
            place.further.append(Control("press", f"Without {kind}", edit))
    edit = {"do": "kind", "at": place.at, "key": [key]}
    place.further.append(Control("word", "Another kind", edit, "", (), False, "counter-kinds"))


def _facts(place: Place, key: Key) -> None:
    """Whether each of the facts is so; those that are told stand first."""
    given = place.step.get(key.name) or {}
    for fact in key.kind.facts:
        options = (("", "not told"), ("yes", "yes"), ("no", "no"))
        edit = place.set(key.name, fact)
        place.add(Control("pick", fact, edit, given.get(fact, ""), options), far=fact not in given)


def _another_choice(place: Place) -> None:
    """Any choice that a step can hold, whether the text is understood to ask for it or not."""
    edit = {"do": "choice", "at": place.at}
    place.further.append(Control("word", "Another choice", edit, "", (), False, "choice-kinds"))


def first_choice(kind: str) -> Any:
    """With what a choice begins that nobody has made yet."""
    return _FIRST_CHOICE.get(kind, BASIC_LAND_TYPES[0] if "land type" in kind else "yes")


# --- the first row of a step ----------------------------------------------------------------------

_BEGINS: dict[str, Plain] = {
    "effect": {"effect": "target creature gets +3/+3 until end of turn"},
    "emblem": {"emblem": "Creatures you control get +1/+1."},
    "life": {"life": 20},
    "zone": {"zone": "graveyard", "card": "Forest"},
    "spell": {"spell": "Giant Growth"},
    "resolve": {"resolve": "Giant Growth"},
    "enter": {"enter": "Grizzly Bears"},
    "token": {"token": {"name": "Bear", "type_line": "Creature — Bear", "power": 2,
    "toughness": 2}},
    "counters": {"counters": {"+1/+1": 1}},
}  # fmt: skip
_TITLES = {"enter": "A card enters", "resolve": "A spell resolves", "spell": "A spell on the stack",
           "zone": "A card in another zone", "token": "A token",
           "effect": "An effect in your words",
           "emblem": "An emblem", "ability": "An ability resolves"}  # fmt: skip
_GROUPS = (
    ("Cards, tokens, spells", ("enter", "token", "token_copy_of", "resolve", "spell", "copy_spell",
                               "zone")),
    ("What resolves", ("ability", "effect", "emblem")),
    ("Facts", ("end_turn", "life", "hand", "your_turn", "monarch", "initiative", "daytime", "speed",
               "this_turn", "blessing", "dungeon")),
)  # fmt: skip


def beginnings(steps: Sequence[Mapping[str, Any]], shelf: Shelf) -> list[tuple[str, list[Control]]]:
    """For every kind of step a button that adds one, about the last object where it needs one."""
    objects = [handle for handle in handles(list(steps), shelf) if handle]
    kinds = [kind for section in SECTIONS for kind in section.kinds]
    grouped = {word for _, words in _GROUPS for word in words}
    others = tuple(kind.word for kind in kinds if kind.word not in grouped)
    by_word = {kind.word: kind for kind in kinds}
    return [
        (title, [_begin(by_word[word], objects) for word in words])
        for title, words in (*_GROUPS, ("To an object", others))
    ]


def _begin(kind: StepKind, objects: Sequence[str]) -> Control:
    step = dict(_BEGINS.get(kind.word) or {})
    for key in kind.keys:
        if (key is kind.keys[0] or key.needed) and key.name not in step:
            step[key.name] = _first_value(key, objects)
    label = _TITLES.get(kind.word) or kind.title
    return Control("press", label, {"do": "step", "step": step})


def _first_value(key: Key, objects: Sequence[str]) -> Any:
    if key.kind.names:
        return objects[-1] if objects else ""
    if key.kind.words:
        return key.kind.words[0]
    if key.name == "together":
        return list(objects[-2:])
    if key.kind.facts:
        return {"life gained": "yes"}
    if key.kind.hole == "number":
        return max(1, key.kind.least) if key.kind.least > 0 else 0
    return True


# --- the rules ------------------------------------------------------------------------------------


def of_rules(rules: Sequence[object]) -> Control:
    """By the rules of which day the board is read: an edition's, or the day that it names."""
    now = day_in(tuple(map(str, rules)))
    days = [(day, day) for day in reversed(DAYS) if day != TODAY]
    if now and now not in DAYS:
        days.append((now, now))
    return Control("pick", "By the rules of", {"do": "rules"}, now, (("", "today"), *days))
