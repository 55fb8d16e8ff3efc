"""What is said of a board that tells a wrong reading: expectations, and the wrong answer in
words."""

from collections.abc import Iterator
from typing import Literal

from striate.boards.timeline import Answer, Bound, Expected, Seen
from striate.cards import tree
from striate.cards.catalogue.display import text_of
from striate.encodings.variants import WrongReading
from striate.queries.answers import canonical

_WORDS_SHOWN = 3  # of a type line that differs in many words


def pairs(right: Answer, wrong: Answer) -> list[tuple[Seen, Seen]]:
    """Each object as both readings see it, in the timeline's order."""
    theirs = {each.handle: each for each in canonical(wrong).objects}
    mine = {each.handle: each for each in canonical(right).objects}
    return [
        (mine[each.handle], theirs[each.handle]) for each in right.objects if each.handle in theirs
    ]


def expected(right: Answer, wrong: Answer) -> tuple[Expected, ...]:
    """What must hold of each object of which the two answers differ; if of none, which is there."""
    expectations: list[Expected] = []
    for mine, other in pairs(right, wrong):
        one = _expected_of(mine, other)
        if one != Expected(mine.handle):
            expectations.append(one)
    return tuple(expectations) or tuple(_there_alone(right, wrong))


def _there_alone(right: Answer, wrong: Answer) -> Iterator[Expected]:
    """The objects that only one of the two answers has (111.7: the other's ceased to exist)."""
    mine, theirs = ({each.handle for each in one.objects} for one in (right, wrong))
    for handle in sorted(mine ^ theirs):
        yield Expected(handle, gone=handle in theirs)


def _expected_of(mine: Seen, other: Seen) -> Expected:
    apart_in_words = _words_of(mine) != _words_of(other) or mine.types != other.types
    box = (mine.power, mine.toughness) != (other.power, other.toughness)
    has, lacks = _keywords_apart(mine, other, mana=not apart_in_words)
    line, its = _words_of(mine), _words_of(other)
    return Expected(
        mine.handle,
        power=bound(mine.power) if box else None,
        toughness=bound(mine.toughness) if box else None,
        has=has,
        lacks=lacks,
        no_abilities=True if not mine.abilities and other.abilities else None,
        card_types=mine.types if mine.types != other.types else None,
        is_=tuple(word for word in line if word not in its)[:_WORDS_SHOWN],
        is_not=tuple(word for word in its if word not in line)[:_WORDS_SHOWN],
        colors=mine.colors if mine.colors != other.colors else None,
        controller=mine.controller if mine.controller != other.controller else None,
        name=mine.name if mine.name != other.name else None,
        counters=tuple(
            (kind, dict(mine.counters).get(kind, 0))
            for kind, _ in sorted({*mine.counters, *other.counters})
            if mine.counters != other.counters
        ),
    )


def bound(value: int | None) -> Bound | Literal["none"]:
    return "none" if value is None else Bound("=", value)


def _words_of(seen: Seen) -> tuple[str, ...]:
    return (*seen.supertypes, *seen.subtypes)


def _keywords_apart(
    mine: Seen, other: Seen, *, mana: bool = True
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The short abilities that only one of the two has; `mana` ones follow from land types."""
    mine_alone = (_short(each, mana) for each in mine.abilities if each not in other.abilities)
    other_alone = (_short(each, mana) for each in other.abilities if each not in mine.abilities)
    return tuple(filter(None, mine_alone)), tuple(filter(None, other_alone))


def _short(ability: object, mana: bool) -> str:
    """A keyword, or a `mana` ability, as text; nothing for longer ones."""
    if isinstance(ability, tree.Keyword):
        return text_of(ability, lambda mark: None)
    if not mana or not isinstance(ability, tree.Activated):
        return ""
    if all(isinstance(step, tree.AddMana) for step in ability.body.steps):
        return text_of(ability, lambda mark: None)
    return ""


# --- in words -------------------------------------------------------------------------------------


def told(reading: WrongReading, right: Answer, wrong: Answer) -> str:
    """What the wrong reading says, and what comes of it."""
    parts = [
        f"{mine.handle} {_instead(so, right_so)}"
        for mine, other in pairs(right, wrong)
        for so, right_so in apart(mine, other)
    ]
    parts += [
        f"{each.handle} {'is there' if each.gone else 'ceases to exist'}"
        for each in (() if parts else _there_alone(right, wrong))
    ]
    by = f" ({', '.join(reading.engines)})" if reading.engines else ""
    otherwise = "".join(f" {engine} errs otherwise: {how}." for engine, how in reading.otherwise)
    ending = "." if otherwise and not _ends(parts, by) else ""
    return f"{reading.sentence} So: {'; '.join(parts)}{by}{ending}{otherwise}"


def _ends(parts: list[str], by: str) -> bool:
    """Whether what is said so far already ends with a full stop."""
    return not by and parts[-1].endswith(".")


def _instead(so: str, right_so: str) -> str:
    if so == "has nothing":
        return f"lacks {right_so}"
    return f"{so} but should not" if right_so == "nothing" else f"{so} instead of {right_so}"


def apart(mine: Seen, other: Seen) -> list[tuple[str, str]]:
    """(what it is wrongly, what it is), one for each respect."""
    differences = []
    if (mine.power, mine.toughness) != (other.power, other.toughness):
        differences.append((f"is {box(other)}", box(mine)))
    if line(mine) != line(other):
        differences.append((f"is {line(other)}", line(mine)))
    if mine.colors != other.colors:
        differences.append((f"is {colors(other)}", colors(mine)))
    if mine.controller != other.controller:
        differences.append((f"is controlled by {other.controller}", f"by {mine.controller}"))
    if mine.counters != other.counters:
        differences.append((f"has {counters(other)}", counters(mine)))
    has, lacks = _keywords_apart(mine, other)
    if has or lacks:
        differences.append((f"has {', '.join(lacks) or 'nothing'}", ", ".join(has) or "nothing"))
    elif mine.abilities and not other.abilities:
        differences.append(("has no abilities", "some"))
    elif other.abilities and not mine.abilities:
        differences.append(("has abilities", "none"))
    return differences


def box(seen: Seen) -> str:
    return "without power and toughness" if seen.power is None else f"{seen.power}/{seen.toughness}"


def line(seen: Seen) -> str:
    front = " ".join((*seen.supertypes, *seen.types))
    if len(seen.subtypes) > 20:
        return f"{front} of every creature type"
    return f"{front} — {' '.join(seen.subtypes)}" if seen.subtypes else front


def colors(seen: Seen) -> str:
    return "".join(letter for letter in "WUBRG" if letter in seen.colors) or "colourless"


def counters(seen: Seen) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in seen.counters) or "no counters"
