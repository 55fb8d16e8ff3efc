"""What is neither a step nor a card, refused with the line that works, if it can be told."""

import re
from collections.abc import Sequence
from textwrap import shorten
from typing import NoReturn

from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.fitting import may_copy
from striate.boards.line.amounts import number
from striate.boards.line.objects import Objects, is_spell
from striate.boards.line.parts import unquoted
from striate.boards.line.sayings import Sayings
from striate.boards.names import Shelf
from striate.boards.steps.instead import COUNTED, INSTEAD, Instead
from striate.boards.steps.kind import StepKind
from striate.boards.steps.table import STEPS
from striate.cards.numbering import is_only_mana, numbered_of
from striate.cards.vocabulary import KEYWORDS

_LISTED = "docs/line.md lists what a line may say"
_ASK = "name the cards, oldest first, with semicolons; the answer says what each of them is"
_LOOKED_FOR = 200  # parts of a text that are looked up
# What people write between cards, and between sentences.
_BETWEEN = re.compile(r",?\s+(?:and(?:\s+then)?|then|plus)\s+|,\s*|\s+[+&>]\s+")
_SENTENCES = re.compile(
    r"\.\s+|,\s+(?:and\s+)?then\s+|,?\s+and\s+(?=(?:I|you|(?:(?:my|the)\s+)?opponent)\s)",
    re.IGNORECASE,
)


def refuse_instead(words: str, sayings: Sayings, known: Sequence[Instead]) -> None:
    """Raises `BoardError` for what people say that is not a step."""
    shelf = sayings.objects.shelf
    for saying, why, line in known:
        slots = next((each for each in saying.cuts(words) if _fit(each, sayings.objects)), None)
        if slots is not None:
            if "{abilities}" in line:
                named = slots.get("what") or slots["object"]
                slots["abilities"] = _abilities(named, sayings.objects)
            if "{taps}" in line:
                slots["taps"] = "; ".join(f"tap {each}" for each in _names(slots["other"], shelf))
            because = f": {why}" if why else ""
            raise BoardError(f"{show(words)} is not a step{because}", hint=line.format(**slots))


def refuse(words: str, sayings: Sayings) -> None:
    """Raises `BoardError`; comes back if the words may be a card's name that is misspelt."""
    shelf = sayings.objects.shelf
    refuse_instead(words, sayings, INSTEAD)
    if words.endswith("?"):
        raise BoardError(f"{show(words)} is a question, and a line says what happened", hint=_ASK)
    _refuse_several(words, sayings.objects)
    _refuse_loyalty(words, sayings.objects)
    _refuse_bare_spell(words, sayings.objects)
    _refuse_names(words, sayings)
    _refuse_form(words)
    first, _, rest = words.partition(" ")
    if rest and first.lower() in KEYWORDS and sayings.objects.can_mean(rest):
        _refuse_keyword(first.lower(), rest)
    if rest and _names_something(words, sayings.objects):
        named = _named_first(words, sayings.objects)
        verb = "" if named else did_you_mean(first, _verbs(), limit=1)
        hint = verb or did_you_mean(words, shelf.suggest(words), limit=1) or _LISTED
        if named:
            hint = f"what stands after `{named}` is not understood; {_LISTED}"
        raise BoardError(f"{show(words)} is neither a card nor a step", hint=hint)


def _fit(slots: dict[str, str], objects: Objects) -> bool:
    """Whether each slot holds what its name says."""
    known = objects.shelf.known(unquoted(slots.get("card", slots.get("spell", ""))))
    if "number" in slots and number(slots["number"]) is None:
        return False
    if "object" in slots and not objects.can_mean(slots["object"]):
        return False
    if "spell" in slots:
        return known is not None and is_spell(known)
    return "card" not in slots or known is not None


def _names(text: str, shelf: Shelf) -> list[str]:
    """The names in a list of them."""
    if shelf.known(unquoted(text)):
        return [text]
    return [each.strip() for each in re.split(r",?\s+and\s+|,", text)]


def _refuse_several(words: str, objects: Objects) -> None:
    """Several cards, or sentences, in one step."""
    plain = re.sub(r"^first\s+", "", words, flags=re.IGNORECASE)
    if len(names := _cards_in(plain, objects.shelf)) > 1:
        raise BoardError("semicolons stand between steps", hint=f"write `{'; '.join(names)}`")
    many = re.fullmatch(r"(.+?)\s+x\s?(\d+)", words)
    if many and objects.shelf.known(many[1]):
        raise BoardError(f"{show(words)} is not a step", hint=f"write `{many[2]} {many[1]}`")
    refuse_sentences(words, objects)


def _cards_in(text: str, shelf: Shelf) -> list[str]:
    """The cards of which the text is a list, each with its options; [] if it is none."""
    cuts = [(cut.start(), cut.end()) for cut in _BETWEEN.finditer(text)]
    for end, begin in reversed([*cuts, (len(text), len(text))]):
        first = re.sub(r"^(?:an?|the)\s+", "", text[:end])
        if shelf.known(re.sub(r"\s*\([^()]*\)$", "", first)):
            rest = _cards_in(text[begin:], shelf)
            return [first, *rest] if rest or begin == len(text) else []
    return []


def refuse_sentences(words: str, objects: Objects) -> None:
    """Sentences, each of which names something."""
    sentences = [part.strip() for part in _SENTENCES.split(words)]
    if len(sentences) > 1 and all(_names_something(part, objects) for part in sentences):
        raise BoardError("semicolons stand between steps", hint=f"write `{'; '.join(sentences)}`")


def _refuse_loyalty(words: str, objects: Objects) -> None:
    """606: a loyalty ability is said by its cost."""
    match = re.fullmatch(r"(.+?)[:,]?\s+[-−+]?\d+(?:\s+ability)?", words)
    known = objects.card_of(objects.first_meant(match[1])) if match else None
    if match is not None and known is not None and "Planeswalker" in known.named.types:
        ways = _abilities(match[1], objects)
        raise BoardError(f"{show(words)} is not a step: {COUNTED}", hint=f"write {ways}")


def _refuse_bare_spell(words: str, objects: Objects) -> None:
    """`Unsummon Grizzly Bears`: a spell or an Aura, and what it is aimed at; or what copies it."""
    pieces = words.split()
    for at in range(len(pieces) - 1, 0, -1):
        card, aim = " ".join(pieces[:at]), " ".join(pieces[at:])
        if objects.shelf.known(card) and objects.can_aim_at(aim):
            known = objects.shelf.known(card)
            if known is not None and (is_spell(known) or "Aura" in known.named.subtypes):
                name = known.name
                raise BoardError(
                    f"{show(words)} is not a step", hint=f"write `cast {name} on {aim}`"
                )
            if known is not None and may_copy(known.card):
                raise BoardError(
                    f"{show(words)} is not a step", hint=f"write `{card} copying {aim}`"
                )


def _abilities(text: str, objects: Objects) -> str:
    """The step for each ability of that object's card which may resolve, as printed."""
    # Printing is imported only for a line that is refused.
    from striate.cards.printing.canonical import show as printed

    handle = objects.first_meant(text)
    known = objects.card_of(handle)
    if known is None:
        return f"`ability N of {handle}`"
    abilities = list(enumerate(numbered_of(known.named.abilities), 1))
    ways = [(n, each) for n, each in abilities if not is_only_mana(each)]
    if len(ways) < 2:
        return f"`ability {ways[0][0] if ways else 'N'} of {handle}`"
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


def wanted(kind: StepKind) -> str:
    """What stands after the word of a step."""
    first = kind.keys[0].kind
    if first.hole == "seat":
        return f"write `{kind.word} you` or `{kind.word} opponent`"
    if first.words:
        return f"expected {' or '.join(f'`{each}`' for each in first.words)}"
    if first.hole == "card":
        return "expected the name of a card"
    return "expected an object, such as `Grizzly Bears`" if first.names else _LISTED


def _refuse_names(words: str, sayings: Sayings) -> None:
    """A verb that is known with one name that is not."""
    wrong_names = [
        (len(slots), kind, wrong[0], slots[wrong[0]])
        for kind in STEPS.values()
        for saying in kind.said
        for slots in (saying.cuts(words) if saying.verb else ())
        if len(wrong := [key for key in slots if not sayings.can_be(kind, key, slots[key], slots)])
        == 1
        and wrong[0] in kind.by_name
    ]
    for _, kind, key, text in sorted(wrong_names, key=lambda each: -each[0]):
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
        raise BoardError(f"{show(words)} is not a step", hint=f"expected {' or '.join(shown)}")


def _names_something(text: str, objects: Objects) -> bool:
    """Whether an object or a card is named somewhere in it."""
    words = text.split()
    spans = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    return any(objects.is_there(span) or objects.shelf.known(span) for span in spans[:_LOOKED_FOR])


def _named_first(text: str, objects: Objects) -> str:
    """The longest name of an object or a card with which it begins; "" if there is none."""
    words = text.split()[:_LOOKED_FOR]
    spans = (" ".join(words[:end]) for end in range(len(words), 0, -1))
    return next((span for span in spans if objects.meant(span) or objects.shelf.known(span)), "")


def _verbs() -> set[str]:
    verbs = {each.verb.split()[0] for kind in STEPS.values() for each in kind.said if each.verb}
    return verbs | {word.replace("_", " ") for word in STEPS}
