"""The `expect` of a board that reaches a goal: enough of each object that the goal follows from it.

Where it can't be said so, nothing is expected: a board that says less than the goal would pass
although the goal is not so.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from striate.boards.timeline import Answer, Seen
from striate.cards import tree
from striate.cards.catalogue.display import holds_seal
from striate.cards.printing.canonical import NotPrintable
from striate.cards.prose import bare_keyword, same_ability
from striate.cards.tree import Ability, Card, Filter, Keyword
from striate.cards.walking import any_node
from striate.queries.goals import words as goalwords
from striate.queries.goals.judging import (
    Final,
    abilities,
    holds,
    of_kind,
    subject_is,
    true_of,
    words_of,
)
from striate.queries.goals.meaning import final_board
from striate.search.goals import (
    AnyObject,
    Claim,
    Demand,
    Goal,
    GoalFilter,
    HasText,
    KindCount,
    OnlyAbilities,
    TapsFor,
    noun_of,
    relates,
)

_Expect: TypeAlias = dict[str, Any]
_SHOWN = 8  # words of a type line that an expectation names


def expectations(
    goal: Goal, answer: Answer, handles: tuple[str, ...], printed: Mapping[str, Card]
) -> dict[str, _Expect]:
    """The `expect` of a board; nothing where the goal would not follow from it.

    What several objects are together no `expect` says, so that the rest looks at one alone.
    """
    if relates(goal):
        return {}
    final = final_board(answer, printed)
    objects = {seen.handle: seen for seen in answer.objects}
    expected: dict[str, _Expect] = {}
    wanted = [demand for demand in goal.demands for _ in range(demand.count)]
    for demand, handle in zip(wanted, handles, strict=True):
        expect = expected.setdefault(handle, {})
        if not all(_pinned(expect, claim, objects[handle]) for claim in _claims(demand)):
            return {}
        if handle in answer.gone:
            expect["gone"] = True
    for number, demand in enumerate(goal.demands):
        besides = handles[: sum(e.count for e in goal.demands[:number])] if demand.another else ()
        for seen in final.objects if demand.every else ():
            if seen.handle in besides:
                continue
            expect = expected.setdefault(seen.handle, {})
            if not _pinned_as_all_are(expect, demand, seen, final):
                return {}
    for handle in handles:
        if not expected[handle]:  # all that is asked of it is that it is there
            expected[handle]["gone"] = False
    return {handle: expect for handle, expect in expected.items() if expect}


def _claims(demand: Demand) -> list[Claim]:
    """The claims, and what the object has to be."""
    return [*demand.claims, noun_of(demand.subject)]


def _pinned_as_all_are(expect: _Expect, demand: Demand, seen: Seen, final: Final) -> bool:
    """Whether it follows that what is said of every object of a kind is so of this one."""
    if not isinstance(demand.subject, AnyObject) and not subject_is(demand, seen, final):
        return True
    for claim in (noun_of(demand.subject), *demand.phrase):
        for part in goalwords.flat(claim):
            if not true_of(part, seen, ()) and _pinned(expect, part, seen) is False:
                return True
    return all(_pinned(expect, claim, seen) for claim in demand.claims)


def _pinned(expect: _Expect, claim: Claim | GoalFilter, seen: Seen) -> bool | None:
    """Expects what the claim looks at; whether it follows that it is so, None: neither follows."""
    match claim:
        case tree.AllOf(parts=parts):
            verdicts = [_pinned(expect, part, seen) for part in parts]
            return False if False in verdicts else None if None in verdicts else True
        case tree.AnyOf(parts=parts):
            verdicts = [_pinned(expect, part, seen) for part in parts]
            return True if True in verdicts else None if None in verdicts else False
        case tree.Not(part=part):
            truth = _pinned(expect, part, seen)
            return None if truth is None else not truth
        case HasText():
            truth = true_of(claim, seen, ())
            has = truth != claim.negated
            return (
                truth if _note(expect, "has" if has else "lacks", text_of(claim.ability)) else None
            )
    return holds(claim, seen, ()) if _pin(expect, claim, seen) else None


def _note(expect: _Expect, key: str, text: str | None) -> bool:
    if text is not None and text not in expect.get(key, []):
        expect.setdefault(key, []).append(text)
    return text is not None


def _pin(expect: _Expect, atom: Filter | GoalFilter, seen: Seen) -> bool:
    """What the object is in what the atom looks at; whether that decides the atom."""
    match atom:
        case tree.StatIs(stat="power" | "toughness", amount=amount):
            expect["power"], expect["toughness"] = seen.power, seen.toughness
            return not any_node(amount, _is_mana_value)
        case tree.HasSupertype(word) | tree.HasType(word) | tree.HasSubtype(word):
            line = (*seen.supertypes, *seen.types, *seen.subtypes)
            return _note(expect, "is" if word in line else "is_not", word)
        case tree.HasColor() | tree.ColorCount():
            expect["colors"] = list(seen.colors)
        case tree.HasKeyword(keyword=name):
            return _pin_keyword(expect, name, seen)
        case tree.HasNoAbilities():
            expect["no_abilities"] = not seen.abilities
        case KindCount():
            return _pin_count(expect, atom, seen)
        case OnlyAbilities():
            return _pin_none(expect, seen)
        case TapsFor() | tree.HasAbilityKind():
            return _pin_kind(expect, atom, seen)
        case tree.Named() | tree.IsFaceDown():
            expect["name"] = seen.name  # whether it is face down its step says
        case tree.ControlledBy():
            expect["controller"] = seen.controller
        case tree.IsTapped():
            expect["tapped"] = seen.tapped
        case tree.HasCounter(kind=str(kind)):
            number = dict(seen.counters).get(kind, 0)
            expect.setdefault("counters", {})[kind] = number
            return number == 0 or _told_from(number, atom)
        case tree.IsToken() | tree.AllOf():
            pass  # whether it is a token its step says
        case _:
            return False
    return True


def _is_mana_value(part: tree.Node) -> bool:
    return isinstance(part, tree.StatOf) and part.stat == "mana value"


def _told_from(number: int, atom: tree.HasCounter) -> bool:
    """Whether any number from this one on decides the atom alike: at least so many are expected."""
    return number >= atom.number + (atom.op not in (">=", "<"))


def _pin_count(expect: _Expect, atom: KindCount, seen: Seen) -> bool:
    """All card types; of other words some, from which it follows that there are so many."""
    if atom.kind == "card type":
        expect["card_types"] = sorted(seen.types)
        return True
    words = words_of(seen, atom.kind)
    for word in words[:_SHOWN]:
        _note(expect, "is", word)
    shown = min(len(words), _SHOWN)
    return (atom.op == ">=" and shown >= atom.number) or (atom.op == ">" and shown > atom.number)


def _pin_kind(expect: _Expect, atom: TapsFor | tree.HasAbilityKind, seen: Seen) -> bool:
    """An ability of the kind, in its words; that there is none can't be said."""
    texts = (text_of(ability) for ability in abilities(seen) if of_kind(atom, ability))
    text = next(filter(None, texts), None)
    return _note(expect, "has", text) if text is not None else _pin_none(expect, seen)


def _pin_none(expect: _Expect, seen: Seen) -> bool:
    if not seen.abilities:
        expect["no_abilities"] = True
    return not seen.abilities


def _pin_keyword(expect: _Expect, name: str, seen: Seen) -> bool:
    """The ability as it has it; a keyword with a parameter is not to be had without one."""
    have = [a for a in seen.abilities if isinstance(a, Keyword) and a.name == name]
    if have:
        return _note(expect, "has", text_of(have[0]))
    if goalwords.as_ability(tree.HasKeyword(name)) == Keyword(name):
        return _note(expect, "lacks", text_of(Keyword(name)))
    return _pin_none(expect, seen)


def text_of(ability: Ability) -> str | None:
    """Its words, where they are all known and mean it; chapters mean nothing without their Saga."""
    if isinstance(ability, Keyword) and ability == bare_keyword(ability.name):
        return ability.name.capitalize()
    # Costly: these bring the grammar.
    from striate.cards.language import parse_abilities, print_ability

    try:
        text = print_ability(ability)
    except NotPrintable:
        return None
    back = parse_abilities(text)
    means_it = len(back) == 1 and same_ability(back[0], ability)
    return text if means_it and not holds_seal(text) else None
