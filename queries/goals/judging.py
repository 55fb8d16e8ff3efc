"""Whether a claim of a goal is true of one object of an answer."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.prose import in_full, seal, stands_for
from striate.cards.tree import Ability, Card, Filter, Keyword, LevelSymbol
from striate.cards.vocabulary import BASIC_LAND_TYPES, CREATURE_TYPES, FAMILY_OF, VARIANTS
from striate.cards.walking import nodes
from striate.queries.expectations import OPERATORS
from striate.referee.abilitykinds import is_kind
from striate.search.goals import (
    Against,
    AnyObject,
    AttachedNumber,
    CardNamed,
    Claim,
    Demand,
    GoalFilter,
    HasText,
    KindCount,
    Leveler,
    OnlyAbilities,
    Printed,
    TapsFor,
)
from striate.search.options import printed_so

_CREATURE_TYPES = frozenset(CREATURE_TYPES)


class Final(Struct, frozen=True):
    """What a goal speaks of: the permanents of a final board, and the card of each handle."""

    objects: Sequence[Seen]
    printed: Mapping[str, Card]


def meets(demand: Demand, claims: Iterable[Claim], seen: Seen, final: Final) -> bool:
    """Whether the object is of the demand's kind, and the claims are true of it."""
    return subject_is(demand, seen, final) and all(
        true_of(claim, seen, final.objects) for claim in claims
    )


def subject_is(demand: Demand, seen: Seen, final: Final) -> bool:
    """A card is told by its printed name, a leveler by its level symbols (711.1); on a token
    nothing is printed."""
    card = final.printed.get(seen.handle)
    match demand.subject:
        case AnyObject(filter=filter):
            return holds(filter, seen, final.objects)
        case _ if card is None:
            return False
        case CardNamed(name=name):
            return name in (card.name, card.faces[0].name)
        case Leveler():
            return any(isinstance(each, LevelSymbol) for each in card.faces[0].abilities)
        case Printed(filter=filter):
            return not seen.token and printed_so(card.faces[0], filter)


def true_of(claim: Claim, seen: Seen, objects: Sequence[Seen]) -> bool:
    """Whether the claim is true of one of the objects."""
    if isinstance(claim, HasText):
        return _is_among(claim.ability, abilities(seen)) != claim.negated
    return holds(claim, seen, objects)


def abilities(seen: Seen) -> list[Ability]:
    return [ability for ability in seen.abilities if isinstance(ability, tree.Node)]  # type: ignore[misc]  # nodes there are abilities; the rest is text


def stat(name: str, seen: Seen) -> int | None:
    """208.3: a noncreature has no power and toughness."""
    values = {"power": seen.power, "toughness": seen.toughness, "mana value": seen.mana_value}
    return values[name]


def holds(filter: Filter | GoalFilter, seen: Seen, objects: Sequence[Seen]) -> bool:
    """Whether a filter of the goal language is true of one of the objects; `you` are you."""
    match filter:
        case tree.AllOf(parts=parts):
            return all(holds(part, seen, objects) for part in parts)
        case tree.AnyOf(parts=parts):
            return any(holds(part, seen, objects) for part in parts)
        case tree.Not(part=part):
            return not holds(part, seen, objects)
        case tree.IsAttachedTo(to=host):
            hosts = (each for each in objects if each.handle == seen.attached_to)
            return any(holds(host, each, objects) for each in hosts)  # type: ignore[arg-type]  # a goal names no reference
        case tree.HasAttached(by=kind):
            hosts = (each for each in objects if each.attached_to == seen.handle)
            return any(holds(kind, each, objects) for each in hosts)
        case AttachedNumber(what=what, op=op, number=number):
            hosts = (each for each in objects if each.attached_to == seen.handle)
            return _compares(sum(holds(what.by, each, objects) for each in hosts), op, number)
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
            names = {each.name for each in seen.abilities if isinstance(each, Keyword)}
            return name in names or name in map(VARIANTS.get, names)
        case tree.HasNoAbilities():
            return not seen.abilities
        case TapsFor() | tree.HasAbilityKind():
            return any(of_kind(filter, ability) for ability in abilities(seen))
        case KindCount(kind=kind, op=op, number=number):
            return _compares(len(words_of(seen, kind)), op, number)
        case OnlyAbilities(abilities=wanted):
            held = [one for each in abilities(seen) for one in in_full(each)]
            return all(any(_is_among(n, [each]) for n in wanted) for each in held)
        case Against(other=kind):
            those = [each for each in objects if holds(kind, each, objects)]
            return _stands_against(filter, seen, those)
        case tree.Named(name=name):
            return seen.name == name
        case tree.ControlledBy(player=player):
            return seen.controller == player
        case tree.OwnedBy(player=player):
            return seen.owner == player
        case tree.IsTapped():
            return bool(seen.tapped)
        case tree.IsFaceDown():
            return seen.face_down
        case tree.IsToken():
            return seen.token
        case tree.HasCounter(kind=kind, op=op, number=number):
            count = sum(n for each, n in seen.counters if kind in (None, each))
            return _compares(count, op, number)
        case tree.StatIs(stat=name, op=op, amount=amount):
            left = stat(name, seen)
            return left is not None and _compares(left, op, _amount_of(amount, seen))
        case _:
            raise TypeError(f"no goal speaks of {type(filter).__name__}")


def _is_among(wanted: Ability, abilities: Iterable[Ability]) -> bool:
    sealed = seal(wanted)[0]
    return any(stands_for(each, sealed) for each in abilities)


def _stands_against(claim: Against, seen: Seen, those: Sequence[Seen]) -> bool:
    """208.3: of what has no such stat nothing is so; as one of the others it is passed over."""
    others = [
        each for each in those
        if each.handle != seen.handle and all(
            stat(part.theirs_of(name), each) is not None
            for part in claim.all() for name in part.stats
        )
    ]  # fmt: skip
    parts = [_each_against(part, seen, those, others) for part in claim.all()]
    so = [all(each) for each in zip(*parts, strict=True)]
    return any(so) and (all(so) or claim.which != "every")


def _each_against(
    claim: Against, seen: Seen, those: Sequence[Seen], others: Sequence[Seen]
) -> list[bool]:
    """How it stands to each of the others, to their sum or their number."""
    theirs = [claim.theirs_of(each) for each in claim.stats]
    if claim.which == "number":
        rows = [[len(those) for _ in theirs]]
    elif claim.which == "sum":
        rows = [[sum(stat(name, each) or 0 for each in others) for name in theirs]] * bool(others)
    else:
        rows = [[stat(name, each) or 0 for name in theirs] for each in others]
    so = [
        all(
            (left := stat(name, seen)) is not None
            and _compares(left, claim.op, claim.factor * right + claim.more)
            for name, right in zip(claim.stats, row, strict=True)
        )
        for row in rows
    ]
    for kind in claim.shared:
        common = (in_common(kind, seen, each) for each in others)
        so = [one and two == (claim.op != "!=") for one, two in zip(so, common, strict=True)]
    return so


def in_common(kind: str, *objects: Seen) -> bool:
    """Whether all of the objects have some word of this kind."""
    return bool(set.intersection(*({*words_of(each, kind)} for each in objects)))


def of_kind(claim: TapsFor | tree.HasAbilityKind, ability: Ability) -> bool:
    """Whether the ability is such a one."""
    if isinstance(claim, TapsFor):
        return _taps_for(ability, claim.mana, claim.maybe)
    return is_kind(ability, claim.kind)


def words_of(seen: Seen, kind: str) -> list[str]:
    """205.2-4: the words of that kind on its type line; 105.2: its colours; 201.2a: its name."""
    match kind:
        case "color":
            return list(seen.colors)
        case "card type":
            return list(seen.types)
        case "supertype":
            return list(seen.supertypes)
        case "name" | "controller":
            return list(filter(None, [getattr(seen, kind)]))
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
        symbols, known = _symbols_added(_words_of_mana(step))
        if mana in symbols or (maybe and not known):
            return True
    return False


def _words_of_mana(step: tree.Node) -> str:
    if isinstance(step, tree.AddMana):
        return step.mana
    if isinstance(step, tree.Inert) and step.words.startswith("add "):
        own = [part for part in step.parts if isinstance(part, str)]
        return " ".join((*own, step.words.partition(", where ")[0]))
    return ""


def _symbols_added(words: str) -> tuple[str, bool]:
    """The letters of mana that can be added, and whether the words alone tell."""
    rest = re.sub(r"\{[^{}]*\}|an additional|or|,|\s", "", words)
    if not rest:
        return "".join(re.findall(r"\{([WUBRGC])\}", words)), True
    free = re.search(r"mana (?:of any (?:one )?color|in any combination of colors)$", words)
    return ("WUBRG" if free else "".join(re.findall(r"\{([WUBRGC])\}", words))), False


def _compares(left: int, op: tree.Comparator, right: int) -> bool:
    return bool(OPERATORS[op](left, right))


def _amount_of(amount: tree.Amount, seen: Seen) -> int:
    """107.2: a number that can't be determined is 0, as the toughness of a noncreature."""
    if isinstance(amount, tree.Num):
        return amount.value
    if isinstance(amount, tree.Times):
        return amount.factor * _amount_of(amount.amount, seen)
    if isinstance(amount, tree.Sum):
        return sum(_amount_of(part, seen) for part in amount.parts)
    assert isinstance(amount, tree.StatOf)
    return stat(amount.stat, seen) or 0
