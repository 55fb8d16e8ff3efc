"""Whether a board's answer reaches a goal, and the expectations that pin what was asked for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from striate.boards.timeline import Answer, Seen
from striate.cards import tree
from striate.cards.catalogue.display import holds_seal
from striate.cards.printing.canonical import NotPrintable
from striate.cards.prose import same_ability, seal
from striate.cards.tree import Ability, Card, Filter, Keyword, LevelSymbol
from striate.cards.vocabulary import BASIC_LAND_TYPES, CREATURE_TYPES, FAMILY_OF, KEYWORDS
from striate.cards.walking import nodes
from striate.queries.expectations import OPERATORS
from striate.referee.abilitykinds import is_kind
from striate.search.goals import (
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    GoalFilter,
    HasText,
    KindCount,
    Leveler,
    OnlyAbilities,
    TapsFor,
)

_CREATURE_TYPES = frozenset(CREATURE_TYPES)
_SHOWN = 8  # words of a type line that an expectation names


def reached(
    goal: Goal, answer: Answer, printed: Mapping[str, Card], *, any_: bool = False
) -> tuple[str, ...] | None:
    """The handles of the asked-for objects in the goal's order; None where it is not reached.

    Different demands are met by different objects on the battlefield. `any_`: a state-based
    action may take them. `printed`: the card of each handle.
    """
    there = [
        seen
        for seen in answer.objects
        if seen.zone == "battlefield" and (any_ or seen.handle not in answer.gone)
    ]
    wanted = [demand for demand in goal.demands for _ in range(demand.count)]
    for demand in goal.demands:
        if any(fails_every(demand, seen, printed.get(seen.handle)) for seen in there):
            return None
    fits = [
        [seen.handle for seen in there if meets(demand, seen, printed.get(seen.handle))]
        for demand in wanted
    ]
    return next(_different(fits, ()), None)


def _different(fits: list[list[str]], taken: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every way to meet each demand by an object of its own."""
    if len(taken) == len(fits):
        yield taken
        return
    for handle in fits[len(taken)]:
        if handle not in taken:
            yield from _different(fits, (*taken, handle))


def meets(demand: Demand, seen: Seen, card: Card | None) -> bool:
    """Whether the object is what is asked for, and every claim is true of it."""
    return subject_is(demand, seen, card) and all(true_of(claim, seen) for claim in demand.claims)


def fails_every(demand: Demand, seen: Seen, card: Card | None) -> bool:
    """Whether a demand on all objects of a kind speaks of this one, and it is not so."""
    if demand.every is None or not subject_is(demand, seen, card):
        return False
    return all(true_of(claim, seen) for claim in demand.every) and not meets(demand, seen, card)


def subject_is(demand: Demand, seen: Seen, card: Card | None) -> bool:
    """A card is told by its printed name, a leveler by its level symbols (711.1)."""
    match demand.subject:
        case CardNamed(name=name):
            return card is not None and name in (card.name, card.faces[0].name)
        case Leveler():
            return card is not None and _is_leveler(card)
        case AnyObject(filter=filter):
            return holds(filter, seen)


def _is_leveler(card: Card) -> bool:
    return any(isinstance(ability, LevelSymbol) for ability in card.faces[0].abilities)


def true_of(claim: Claim, seen: Seen) -> bool:
    if isinstance(claim, HasText):
        return _is_among(claim.ability, abilities(seen)) != claim.negated
    return holds(claim, seen)


def abilities(seen: Seen) -> list[Ability]:
    return [ability for ability in seen.abilities if isinstance(ability, tree.Node)]  # type: ignore[misc]  # nodes there are abilities; the rest is text


def stat(name: str, seen: Seen) -> int | None:
    """208.3: a noncreature has no power and toughness."""
    values = {"power": seen.power, "toughness": seen.toughness, "mana value": seen.mana_value}
    return values[name]


def holds(filter: Filter | GoalFilter, seen: Seen) -> bool:
    """Whether a filter of the goal language is true of an object; `you` are you."""
    match filter:
        case tree.AllOf(parts=parts):
            return all(holds(part, seen) for part in parts)
        case tree.AnyOf(parts=parts):
            return any(holds(part, seen) for part in parts)
        case tree.Not(part=part):
            return not holds(part, seen)
        case tree.HasType(type=word):
            return word in seen.types
        case tree.HasSubtype(subtype=word):
            return word in seen.subtypes
        case tree.HasSupertype(supertype=word):
            return word in seen.supertypes
        case tree.HasColor(color=letter):
            return letter in seen.colors
        case tree.ColorCount(op=op, number=number):
            return _compares(len(seen.colors), op, number)
        case tree.HasKeyword(keyword=name):
            return any(isinstance(a, Keyword) and a.name == name for a in seen.abilities)
        case tree.HasNoAbilities():
            return not seen.abilities
        case tree.HasAbilityKind(kind=kind):
            return any(is_kind(ability, kind) for ability in abilities(seen))
        case KindCount() | OnlyAbilities() | TapsFor():
            return _own_holds(filter, seen)
        case tree.Named(name=name):
            return seen.name == name
        case tree.ControlledBy(player=player):
            return seen.controller == player
        case tree.IsTapped():
            return seen.tapped
        case tree.IsFaceDown():
            return seen.face_down
        case tree.IsToken():
            return seen.token
        case tree.HasCounter(kind=kind, op=op, number=number):
            found = sum(n for each, n in seen.counters if kind in (None, each))
            return _compares(found, op, number)
        case tree.StatIs(stat=name, op=op, amount=amount):
            right = _amount_of(amount, seen)
            left = stat(name, seen)
            return left is not None and right is not None and _compares(left, op, right)
        case _:
            raise TypeError(f"no goal speaks of {type(filter).__name__}")


def _is_among(wanted: Ability, there: Iterable[Ability]) -> bool:
    sealed = seal(wanted)[0]
    return any(same_ability(sealed, each) for each in there)


def _own_holds(claim: GoalFilter, seen: Seen) -> bool:
    match claim:
        case KindCount(kind=kind, op=op, number=number):
            return _compares(len(_words_of(seen, kind)), op, number)
        case OnlyAbilities(abilities=wanted):
            return all(any(_is_among(n, [each]) for n in wanted) for each in abilities(seen))
        case TapsFor(mana=mana, maybe=maybe):
            return any(_taps_for(ability, mana, maybe) for ability in abilities(seen))


def _words_of(seen: Seen, kind: str) -> list[str]:
    """205.2-4: the words of that kind on its type line."""
    match kind:
        case "card type":
            return list(seen.types)
        case "supertype":
            return list(seen.supertypes)
        case "creature type":
            return [word for word in seen.subtypes if word in _CREATURE_TYPES]
        case "land type":
            return [word for word in seen.subtypes if FAMILY_OF.get(word) == "land"]
        case "basic land type":
            return [word for word in seen.subtypes if word in BASIC_LAND_TYPES]
        case _:
            return list(seen.subtypes)


def _taps_for(ability: Ability, mana: str, maybe: bool) -> bool:
    """106.1b, 602.1a: it is activated by tapping the object, and what it adds is such mana."""
    if not isinstance(ability, tree.Activated) or not is_kind(ability, "mana"):
        return False
    if "{T}" not in ability.cost:
        return False
    if mana == "any":
        return True
    for step in nodes(ability.body):
        if not isinstance(step, tree.AddMana):
            continue
        symbols, told = _symbols_added(step.mana)
        if mana in symbols or (maybe and not told):
            return True
    return False


def _symbols_added(words: str) -> tuple[str, bool]:
    """The letters of mana that can be added, and whether the words alone tell."""
    rest = re.sub(r"\{[^{}]*\}|an additional|or|,|\s", "", words)
    if not rest:
        return "".join(re.findall(r"\{([WUBRGC])\}", words)), True
    free = re.search(r"mana (?:of any (?:one )?color|in any combination of colors)$", words)
    return ("WUBRG" if free else ""), False


def _compares(left: int, op: tree.Comparator, right: int) -> bool:
    return bool(OPERATORS[op](left, right))


def _amount_of(amount: tree.Amount, seen: Seen) -> int | None:
    if isinstance(amount, tree.Num):
        return amount.value
    assert isinstance(amount, tree.StatOf)
    return stat(amount.stat, seen)


# --- expectations ---------------------------------------------------------------------------------


def expectations(goal: Goal, answer: Answer, asked: tuple[str, ...]) -> dict[str, Any]:
    """The `expect` of a board: of each asked-for object what the goal speaks of, exactly."""
    by_handle = {seen.handle: seen for seen in answer.objects}
    wanted = [demand for demand in goal.demands for _ in range(demand.count)]
    found: dict[str, Any] = {}
    for demand, handle in zip(wanted, asked, strict=True):
        expect = _expected_of(demand, by_handle[handle])
        if handle in answer.gone:
            expect["gone"] = True
        if expect:
            found[handle] = expect
    return found


def _expected_of(demand: Demand, seen: Seen) -> dict[str, Any]:
    """The exact value of every characteristic that the demand names."""
    expect: dict[str, Any] = {}
    subject = demand.subject
    claims = [*demand.claims, *([subject.filter] if isinstance(subject, AnyObject) else [])]
    for claim in claims:
        if isinstance(claim, HasText):
            note(expect, "lacks" if claim.negated else "has", text_of(claim.ability))
        else:
            for atom in atoms(claim):
                _pin(expect, atom, seen)
    # What can't be pinned by itself ("doesn't tap for red") leaves at least what it is.
    return expect or ({"card_types": sorted(seen.types)} if claims else {})


def atoms(filter: Filter | GoalFilter) -> Iterator[Filter | GoalFilter]:
    if isinstance(filter, tree.AllOf | tree.AnyOf):
        for part in filter.parts:
            yield from atoms(part)
    elif isinstance(filter, tree.Not):
        yield from atoms(filter.part)
    else:
        yield filter


def note(expect: dict[str, Any], key: str, text: str | None) -> None:
    if text is not None and text not in expect.setdefault(key, []):
        expect[key].append(text)
    if not expect.get(key):
        expect.pop(key, None)


def text_of(ability: Ability) -> str | None:
    """Its words, where they are all known."""
    if isinstance(ability, Keyword) and is_but_a_name(ability):
        return ability.name.capitalize()
    from striate.cards.language import print_ability  # costly: brings the grammar

    try:
        text = print_ability(ability)
    except NotPrintable:
        return None
    return None if holds_seal(text) else text


def _pin(expect: dict[str, Any], atom: Filter | GoalFilter, seen: Seen) -> None:
    """What the object is in the characteristic that the atom speaks of."""
    match atom:
        case tree.StatIs(stat="power" | "toughness"):
            expect["power"], expect["toughness"] = seen.power, seen.toughness
        case tree.HasType(type=word) | tree.HasSubtype(subtype=word):
            line = (*seen.types, *seen.subtypes)
            note(expect, "is" if word in line else "is_not", word)
        case tree.HasSupertype(supertype=word):
            note(expect, "is" if word in seen.supertypes else "is_not", word)
        case tree.HasColor() | tree.ColorCount():
            expect["colors"] = list(seen.colors)
        case tree.HasKeyword(keyword=name):
            _pin_keyword(expect, name, seen)
        case tree.HasNoAbilities():
            expect["no_abilities"] = not seen.abilities
        case KindCount(kind="card type"):
            expect["card_types"] = sorted(seen.types)
        case KindCount(kind=kind):
            for word in _words_of(seen, kind)[:_SHOWN]:
                note(expect, "is", word)
        case TapsFor() | tree.HasAbilityKind():
            _pin_kind(expect, atom, seen)
        case tree.Named() | tree.IsFaceDown():
            expect["name"] = seen.name
        case tree.ControlledBy():
            expect["controller"] = seen.controller
        case tree.IsTapped():
            expect["tapped"] = seen.tapped
        case tree.HasCounter(kind=kind):
            counters = dict(seen.counters)
            if kind is not None:
                expect.setdefault("counters", {})[kind] = counters.get(kind, 0)


def _pin_kind(expect: dict[str, Any], atom: TapsFor | tree.HasAbilityKind, seen: Seen) -> None:
    """The first ability of the kind, in its words."""
    for ability in abilities(seen):
        if isinstance(atom, TapsFor):
            meant = _taps_for(ability, atom.mana, atom.maybe)
        else:
            meant = is_kind(ability, atom.kind)
        if meant:
            note(expect, "has", text_of(ability))
            return


def _pin_keyword(expect: dict[str, Any], name: str, seen: Seen) -> None:
    """The ability as it has it; a keyword with a parameter is not to be had without one."""
    have = [a for a in seen.abilities if isinstance(a, Keyword) and a.name == name]
    if have:
        note(expect, "has", text_of(have[0]))
    elif Keyword(name) == _plain(name):
        note(expect, "lacks", text_of(Keyword(name)))


def is_but_a_name(keyword: Keyword) -> bool:
    """Whether the keyword's name is all of its text (702), which no grammar needs to be asked for."""
    return KEYWORDS.get(keyword.name) == "plain" and keyword == Keyword(keyword.name)


_RENAMED = ("totem armor",)  # read as what it is called today


def _plain(name: str) -> Ability | None:
    """The ability that the bare word is, where it is one."""
    if is_but_a_name(Keyword(name)) and name not in _RENAMED:
        return Keyword(name)
    from striate.cards.language import parse_abilities

    found = parse_abilities(name)
    return found[0] if len(found) == 1 else None
