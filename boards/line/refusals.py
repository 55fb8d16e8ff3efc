"""What is no step and no card, refused with the line that works, if it can be told."""

from textwrap import shorten
from typing import NoReturn

from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.line.objects import Objects
from striate.boards.line.parts import unquoted
from striate.boards.line.sayings import Sayings
from striate.boards.steps.instead import INSTEAD
from striate.boards.steps.kind import StepKind
from striate.boards.steps.table import STEPS
from striate.cards.numbering import is_only_mana, numbered_of
from striate.cards.vocabulary import KEYWORDS

_LISTED = "docs/line.md lists what a line may say"
_LOOKED_FOR = 200  # parts of a text that are looked up


def refuse(words: str, sayings: Sayings) -> None:
    """Raises `BoardError`; comes back if the words may be a card's name that is misspelt."""
    for saying, why, line in INSTEAD:
        slots = next(saying.cuts(words), None)
        if slots is not None:
            if "{abilities}" in line:
                slots["abilities"] = _abilities(slots["what"], sayings.objects)
            raise BoardError(f"{show(words)} is no step: {why}", hint=line.format(**slots))
    shelf = sayings.objects.shelf
    names = [part.strip() for part in words.split(",")]
    if len(names) > 1 and all(map(shelf.known, names)):
        raise BoardError("semicolons stand between steps", hint=f"write `{'; '.join(names)}`")
    _refuse_names(words, sayings)
    _refuse_form(words)
    first, _, rest = words.partition(" ")
    if rest and first.lower() in KEYWORDS and sayings.objects.can_mean(rest):
        _refuse_keyword(first.lower(), rest)
    if rest and _names_something(words, sayings.objects):
        verb = did_you_mean(first, _verbs(), limit=1)
        hint = verb or did_you_mean(words, shelf.suggest(words), limit=1) or _LISTED
        raise BoardError(f"{show(words)} is no card and no step", hint=hint)


def _abilities(text: str, objects: Objects) -> str:
    """The step for each ability of that object's card which may resolve, as printed."""
    # Printing is imported only for a line that is refused.
    from striate.cards.printing.canonical import show as printed

    handle = objects.first_meant(text)
    known = objects.card_of(handle)
    abilities = list(enumerate(numbered_of(known.named.abilities), 1)) if known else []
    ways = [(n, each) for n, each in abilities if not is_only_mana(each)] or abilities
    if len(ways) < 2:
        return f"`ability {ways[0][0] if ways else 1} of {handle}`"
    return " or ".join(
        f"`ability {n} of {handle}` ({shorten(printed(each), 50, placeholder=' …')})"
        for n, each in ways
    )


def refuse_door(door: str) -> NoReturn:
    """709.5d: a Room enters by the half that is cast, whose door is unlocked then."""
    raise BoardError(
        f"no Room with the door {show(door)} is there",
        hint=f"a Room enters by the half that was cast: `{door}` unlocks that door",
    )


def _refuse_names(words: str, sayings: Sayings) -> None:
    """A verb that is known with one name that is not."""
    found = [
        (len(slots), kind, wrong[0], slots[wrong[0]])
        for kind in STEPS.values()
        for saying in kind.said
        for slots in (saying.cuts(words) if saying.verb else ())
        if len(wrong := [key for key in slots if not sayings.can_be(kind, key, slots[key], slots)])
        == 1
        and wrong[0] in kind.by_name
    ]
    for _, kind, key, text in sorted(found, key=lambda each: -each[0]):
        _refuse_name(kind, key, text, sayings.objects)


def _refuse_name(kind: StepKind, key: str, text: str, objects: Objects) -> None:
    wanted = kind.by_name[key].kind
    if not (wanted.names or wanted.hole in ("card", "target")):
        return
    if objects.shelf.known(unquoted(text)):
        return
    what = "card" if wanted.hole == "card" else "object and no card"
    hint = did_you_mean(text, objects.shelf.suggest(text), limit=1)
    raise BoardError(f"no {what} is called {show(text)}", hint=hint)


def _refuse_keyword(keyword: str, of: str) -> NoReturn:
    raise BoardError(
        f"{show(of)} has no {keyword} as printed",
        hint=f"write `ability N of {of}` with the number that `striate outcome` shows",
    )


def _refuse_form(words: str) -> None:
    """A verb that is known, but says more or less than it can."""
    spoken = f"{words.lower()} "
    forms = [
        (saying.verb, kind.shown(saying))
        for kind in STEPS.values()
        for saying in kind.said
        if saying.verb and saying.slots and spoken.startswith(f"{saying.verb.lower()} ")
    ]
    if forms:
        longest = max(len(verb) for verb, _ in forms)
        shown = [f"`{form}`" for verb, form in forms if len(verb) == longest]
        raise BoardError(f"{show(words)} is no step", hint=f"expected {' or '.join(shown)}")


def _names_something(text: str, objects: Objects) -> bool:
    """Whether an object or a card is named somewhere in it."""
    words = text.split()
    spans = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    return any(objects.is_there(span) or objects.shelf.known(span) for span in spans[:_LOOKED_FOR])


def _verbs() -> set[str]:
    said = {each.verb.split()[0] for kind in STEPS.values() for each in kind.said if each.verb}
    return said | {word.replace("_", " ") for word in STEPS}
