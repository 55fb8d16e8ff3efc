"""704.5j: the legend rule, and what says that it doesn't apply."""

from collections import defaultdict
from collections.abc import Iterable

from striate.boards.timeline import Answer, Seen
from striate.cards import tree

_WHOLE = "the <legend rule> doesn't apply"
_OF_GROUP = "the <legend rule> doesn't apply to <group>"
_OF_SO_MANY = (
    "if there are exactly <n> permanents named ~ on the battlefield, "
    "the <legend rule> doesn't apply to them"
)


def waives(ability: object) -> bool:
    """Whether it says of some permanents that the legend rule doesn't apply to them."""
    return bool(_waiver(ability))


def one_must_go(answer: Answer) -> bool:
    """704.5j: whether a player controls two legendary permanents of one name, and the rule
    applies."""
    there = [
        seen
        for seen in answer.objects
        if seen.zone == "battlefield" and seen.handle not in answer.gone
    ]
    named: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    for seen in there:
        if "Legendary" in seen.supertypes and seen.name:
            named[(seen.controller, seen.name)].append(seen)
    return any(
        len([each for each in alike if not _is_waived(each, there)]) > 1 for alike in named.values()
    )


def _is_waived(seen: Seen, there: Iterable[Seen]) -> bool:
    there = list(there)
    return any(
        _waiver(ability) and _speaks_of(_waiver(ability), source, seen, there)
        for source in there
        for ability in source.abilities
    )


def _waiver(ability: object) -> tuple[tree.Inert, ...]:
    """The sentence that says so; nothing if there is none."""
    if not isinstance(ability, tree.Inert):
        return ()
    if ability.words in (_WHOLE, _OF_GROUP, _OF_SO_MANY):
        return (ability,)
    inner = [each for each in ability.parts if isinstance(each, tree.Inert)]
    return next((found for each in inner if (found := _waiver(each))), ())


def _speaks_of(
    sentence: tuple[tree.Inert, ...], source: Seen, seen: Seen, there: list[Seen]
) -> bool:
    words, parts = sentence[0].words, sentence[0].parts
    if words == _WHOLE:
        return True
    if words == _OF_SO_MANY:
        alike = sum(each.name == source.name for each in there)
        return seen.name == source.name and alike == parts[0]
    group = parts[1]
    return isinstance(group, tree.Each) and _is_in(group.filter, source, seen)


def _is_in(filter: tree.Filter, source: Seen, seen: Seen) -> bool:
    """Of filters that no such sentence has nothing is waived."""
    match filter:
        case tree.AllOf(parts=parts):
            return all(_is_in(part, source, seen) for part in parts)
        case tree.ControlledBy(player="you"):
            return seen.controller == source.controller
        case tree.IsToken():
            return seen.token
        case tree.HasType(type=word):
            return word in seen.types
        case tree.HasSubtype(subtype=word):
            return word in seen.subtypes
        case _:
            return False
