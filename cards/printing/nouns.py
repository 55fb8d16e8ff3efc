"""Canonical text of filters, groups, references, amounts and conditions.

Everything is in the singular ("each other Elf you control"), so that verbs need no plural.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from striate.cards import tree
from striate.cards.grammar.conditions import COLOR_COUNTS
from striate.cards.grammar.notation import said_as
from striate.cards.grammar.nouns import STATES
from striate.cards.printing.canonical import NotPrintable, prints, show
from striate.cards.printing.plainly import affected, other
from striate.cards.prose import words_of
from striate.cards.tree import Amount, Condition, Filter, Num, Zone
from striate.cards.vocabulary import COLOR_NAMES, NUMBER_WORDS
from striate.cards.vocabulary import plural as plural_of

_NUMBERS = {value: word for word, value in NUMBER_WORDS.items()}
_STATE_WORDS = {part: word for word, part in reversed(STATES.items())}
_STATE_WORDS[tree.Unknown("kicked")] = "kicked"


def number(value: int) -> str:
    return _NUMBERS.get(value, str(value))


def article(noun: str) -> str:
    if noun.startswith("other "):
        return f"an{noun}"
    first = noun.lstrip("+-")
    vowel = first[:1].lower() in "aeiou" and not noun.startswith(("one", "uni", "X"))
    return f"an {noun}" if vowel or _SAID_WITH_A_VOWEL.match(first) else f"a {noun}"


_SAID_WITH_A_VOWEL = re.compile(r"(?:8|11|18)\b")


def listed(parts: Sequence[str], join: str = "and") -> str:
    """ "a", "a and b", "a, b, and c"."""
    if len(parts) < 3:
        return f" {join} ".join(parts)
    return f"{', '.join(parts[:-1])}, {join} {parts[-1]}"


# --- references -----------------------------------------------------------------------------------


@prints(tree.This)
def _this(ref: tree.This) -> str:
    return "~"


@prints(tree.Granter)
def _granter(ref: tree.Granter) -> str:
    """201.5a: once it is known, by its handle."""
    return ref.handle or "^"


@prints(tree.Attached)
def _attached(ref: tree.Attached) -> str:
    return "enchanted creature"


@prints(tree.Affected)
def _affected(ref: tree.Affected) -> str:
    return affected()


@prints(tree.ChosenObject)
def _chosen(ref: tree.ChosenObject) -> str:
    return f"the chosen {ref.kind}"


@prints(tree.TopCard)
def _top(ref: tree.TopCard) -> str:
    return f"the top card of your {ref.zone}"


@prints(tree.LinkedCard)
def _linked(ref: tree.LinkedCard) -> str:
    return "the exiled card"


def possessive(ref: tree.Ref) -> str:
    if isinstance(ref, tree.LinkedCard):
        return "the last exiled card's"
    return "its" if ref == tree.Affected() else f"{show(ref)}'s"


# --- filters --------------------------------------------------------------------------------------


def parts_of(part: Filter) -> tuple[Filter, ...]:
    return part.parts if isinstance(part, tree.AllOf) else (part,)


def _type_word(part: Filter) -> str | None:
    """The noun that a type or subtype is."""
    if isinstance(part, tree.HasType):
        return part.type.lower()
    if isinstance(part, tree.HasSubtype) and not part.subtype.startswith("@"):
        return part.subtype
    return None


def _adjective(part: Filter) -> str | None:
    """The part as a word before the noun, if it is one."""
    if part in _STATE_WORDS:
        return _STATE_WORDS[part]
    if isinstance(part, tree.HasColor) and part.color in COLOR_NAMES:
        return COLOR_NAMES[part.color]
    if isinstance(part, tree.HasSupertype):
        return part.supertype.lower()
    if isinstance(part, tree.HasAttached) and part.by == tree.HasSubtype("Equipment"):
        return "equipped"
    if isinstance(part, tree.HasAttached) and part.by == tree.HasSubtype("Aura"):
        return "enchanted"
    if isinstance(part, tree.Not):
        word = _adjective(part.part) or _type_word(part.part)
        if word is None or " " in word or isinstance(part.part, tree.AnyOf):
            return None
        return f"non-{word}" if word[0].isupper() else f"non{word}"
    return None


def alternatives(part: Filter) -> str | None:
    """ "red or green" before the noun."""
    if not isinstance(part, tree.AnyOf):
        return None
    words = [_adjective(inner) or _type_word(inner) for inner in part.parts]
    if len({_type_word(inner) is None for inner in part.parts}) > 1:
        return None
    if len(words) > 3 or any(word is None or " " in word for word in words):
        return None
    if any(isinstance(inner, tree.Not) for inner in part.parts):
        return None
    return listed([word for word in words if word], "or")


_PLACE = {"graveyard": "graveyard", "hand": "hand", "library": "library"}
_TWO_PLACES = {
    tree.AnyOf((tree.InZone("graveyard"), tree.InZone(zone))): f"from your graveyard or {zone}"
    for zone in ("hand", "library")
}


def noun_phrase(part: Filter, zone: Zone = "battlefield", *, plural: bool = False) -> str:
    """The group's description without an article."""
    before: list[str] = []
    types: list[str] = []
    after: list[str] = []
    owner = ""
    head = {"battlefield": "", "stack": "spell"}.get(zone, "card")
    lists: list[tree.AnyOf] = []
    for inner in parts_of(part):
        if isinstance(inner, tree.Other):
            before.insert(0, other())
        elif inner == tree.IsPermanentCard():
            head = f"permanent {head}".strip()
        elif isinstance(inner, tree.OwnedBy) and zone in _PLACE:
            owner = inner.player
        elif isinstance(inner, tree.ExiledWith) and zone == "exile":
            after.insert(0, "exiled with ~")
            owner = "with"
        elif inner in _TWO_PLACES and tree.OwnedBy("you") in parts_of(part):
            after.insert(0, _TWO_PLACES[inner])
        elif inner == tree.OwnedBy("you") and not _TWO_PLACES.keys().isdisjoint(parts_of(part)):
            continue
        elif (word := _adjective(inner)) is not None:
            # A host's word counts as a quality only at the beginning.
            first = isinstance(inner, tree.HasAttached)
            before.insert(before[:1] == ["other"] if first else len(before), word)
        elif (word := _type_word(inner)) is not None:
            types.append(word)
        elif isinstance(inner, tree.AnyOf):
            lists.append(inner)
        else:
            after.append(_after_noun(inner))
    noun = _noun(before, types, head, lists, after)
    if plural:
        noun[-1] = _plural(noun[-1])
        after = [words.replace(" on it", " on them") for words in after]
    after.sort(key=lambda words: words.startswith(_LAST))
    place = _place(zone, owner)
    return " ".join([*noun, *([place] if place else []), *after])


# What ends in a group of its own, which would take what follows.
_LAST = ("attached to", "with the greatest", "that doesn't have the same name as")


def _plural(noun: str) -> str:
    """The plural of each noun in "artifact creature or Vehicle"."""
    pieces = re.split(r"(, or |, | or )", noun)
    for index in range(0, len(pieces), 2):
        words = pieces[index].split(" ")
        words[-1] = plural_of(words[-1])
        pieces[index] = " ".join(words)
    return "".join(pieces)


def _noun(
    before: list[str], types: list[str], head: str, lists: list[tree.AnyOf], after: list[str]
) -> list[str]:
    """Adjectives and head; alternatives are nouns where they can be, adjectives where not."""
    types.sort(key=lambda word: word[0].islower())
    if not types and not head and lists and set(before) <= {"other"}:
        nouns = _noun_list(lists[0])
        if nouns is not None:
            after[:0] = [_after_noun(one) for one in lists[1:]]
            return [*before, nouns]
    for one in lists:
        words = alternatives(one)
        if words is not None:
            before.append(words)
        else:
            after.insert(0, _after_noun(one))
    if head:
        return [*before, *types, head]
    if before and before[-1] in ("token", "commander") and not types:
        return before
    return [*before, *(types or ["permanent"])]


def _noun_list(part: tree.AnyOf) -> str | None:
    """ "artifact creature or Vehicle": each alternative is types only."""
    nouns: list[list[str]] = []
    marked: dict[str, int] = {}
    for inner in part.parts:
        words = [_type_word(one) or _adjective(one) for one in parts_of(inner)]
        if any(word is None for word in words) or not any(map(_type_word, parts_of(inner))):
            return None
        nouns.append([word for word in words if word is not None])
        marked[str(nouns[-1])] = sum(_type_word(one) is None for one in parts_of(inner))
    # A noun with an adjective of its own comes last, so that it is not read for the whole list.
    nouns.sort(key=lambda words: (marked[str(words)], -len(words)))
    return listed([" ".join(sorted(words, key=lambda w: w[0].islower())) for words in nouns], "or")


def _place(zone: Zone, owner: str) -> str:
    if zone == "exile":
        return "" if owner == "with" else "in exile"
    if zone not in _PLACE:
        return ""
    places = {
        "you": f"in your {zone}",
        "opponent": f"in an opponent's {zone}",
        "that": f"in their {zone}",
        "target": f"in that player's {zone}",
        "affected controller": f"in its controller's {zone}",
        "attached controller": f"in its controller's {zone}",
        "chosen": f"in the chosen player's {zone}",
    }
    return places.get(owner, f"in a {zone}")


_COMPARED = {
    "<": "less than", ">": "greater than", "=": "equal to", "!=": "not equal to",
    "<=": "less than or equal to", ">=": "greater than or equal to",
}  # fmt: skip


def _after_noun(part: Filter) -> str:
    """The part as words after the noun."""
    if part in said_as("controlled"):
        return said_as("controlled")[part]
    if part in said_as("state phrase"):
        return said_as("state phrase")[part]
    if part == tree.WasCast():
        return "that was cast"
    if isinstance(part, tree.Not):
        return _not_after(part.part)
    if isinstance(part, tree.HasSubtype):
        kind = part.subtype.removeprefix("@")
        return f"of the chosen {'type' if kind == 'creature type' else kind}"
    if isinstance(part, tree.HasColor):
        return "of the chosen color"
    if isinstance(part, tree.Unknown):
        return part.fact
    return _PARTS[type(part)](part) if type(part) in _PARTS else f"that is {show(part)}"


def _not_after(part: Filter) -> str:
    if isinstance(part, tree.HasKeyword):
        return f"without {part.keyword}"
    if isinstance(part, tree.AnyOf) and len(part.parts) == 2:
        keywords = [one.keyword for one in part.parts if isinstance(one, tree.HasKeyword)]
        if len(keywords) == 2:
            return f"without {listed(keywords, 'or')}"
    if isinstance(part, tree.HasAbilityKind):
        return f"without {article(part.kind)} ability"
    if isinstance(part, tree.HasCounter) and (part.op, part.number) == (">=", 1):
        return f"with no {_counter(part.kind, plural=True)} on it"
    if isinstance(part, tree.Named):
        return f"not named {part.name}"
    if isinstance(part, tree.InZone):
        return "that isn't on the battlefield"
    if isinstance(part, tree.SharesWith) and part.what == "name":
        named = show(part.ref)
        if isinstance(part.ref, tree.Each):
            named = f"another {named}" if part.other else article(named)
        return f"that doesn't have the same name as {named}"
    if isinstance(part, tree.Is):
        return f"other than {show(part.ref)}"
    if isinstance(part, tree.HasSubtype) and part.subtype.startswith("@"):
        return "that isn't of the chosen type"
    return f"that isn't {_predicate(part)}"


def _predicate(part: Filter) -> str:
    """What stands after "is": an adjective or a noun with an article."""
    word = _adjective(part)
    if word is not None:
        return word
    if part in said_as("that state"):
        return said_as("that state")[part]
    if tree.IsPermanentCard() in parts_of(part):
        return article(noun_phrase(part, "any"))
    if isinstance(part, tree.AnyOf):
        if all(_type_word(inner) is not None for inner in part.parts):
            return article(_noun_list(part) or "")
        return listed([article(noun_phrase(inner)) for inner in part.parts], "or")
    return article(noun_phrase(part))


def _counter(kind: str | None, *, plural: bool = False) -> str:
    noun = "counters" if plural else "counter"
    return f"{kind} {noun}" if kind else noun


def _counters_phrase(part: tree.HasCounter) -> str:
    if part.op == ">=" and part.number == 1:
        return article(_counter(part.kind))
    many = _counter(part.kind, plural=part.number != 1)
    if part.op == "=":
        return f"exactly {number(part.number)} {many}"
    more = "more" if part.op == ">=" else "fewer"
    return f"{number(part.number)} or {more} {_counter(part.kind, plural=True)}"


def _stat(part: tree.StatIs) -> str:
    bounds = {"=": "", **said_as("comparison")}
    if isinstance(part.amount, Num | tree.X) and part.op in bounds:
        size = "X" if isinstance(part.amount, tree.X) else part.amount.value
        return f"with {part.stat} {size} {bounds[part.op]}".rstrip()
    return f"with {part.stat} {_COMPARED[part.op]} {measure(part.amount)}"


def _attached_to(part: tree.IsAttachedTo) -> str:
    if isinstance(part.to, tree.Ref):
        return f"attached to {show(part.to)}"
    return f"attached to {article(noun_phrase(part.to))}"


def _any_after(part: tree.AnyOf) -> str:
    stats = part.parts
    if all(isinstance(p, tree.HasKeyword) for p in stats):
        return f"with {listed([p.keyword for p in stats if isinstance(p, tree.HasKeyword)], 'or')}"
    first = stats[0]
    if isinstance(first, tree.StatIs) and len(stats) == 2:
        other = stats[1]
        if isinstance(other, tree.StatIs) and (other.op, other.amount) == (first.op, first.amount):
            words = _stat(first)
            return words.replace(f"with {first.stat}", f"with {first.stat} or {other.stat}")
    return f"that's {_predicate(part)}"


_PARTS: dict[Any, Callable[[Any], str]] = {
    tree.StatIs: _stat,
    tree.AnyOf: _any_after,
    tree.HasKeyword: lambda part: (
        "with the chosen ability" if part.keyword == "@keyword" else f"with {part.keyword}"
    ),
    tree.HasNoAbilities: lambda part: "with no abilities",
    tree.HasAbilityKind: lambda part: f"with {article(part.kind)} ability",
    tree.HasCounter: lambda part: f"with {_counters_phrase(part)} on it",
    tree.Named: lambda part: (
        "with the chosen name" if part.name == "@name" else f"named {part.name}"
    ),
    tree.IsExtreme: lambda part: (
        f"with the {part.which} {part.stat} among {noun_phrase(part.among, plural=True)}"
    ),
    tree.IsAttachedTo: _attached_to,
    tree.HasAttached: lambda part: f"with {article(noun_phrase(part.by))} attached to it",
    tree.SharesWith: lambda part: f"that shares a {part.what} with {show(part.ref)}",
    tree.Is: lambda part: f"that's {show(part.ref)}",
    tree.ExiledWith: lambda part: "exiled with ~",
    tree.ColorCount: lambda part: (
        f"that's exactly {number(part.number)} colors"
        if part.op == "="
        else f"that's {number(part.number)} or more colors"
    ),
}


@prints(tree.Each)
def _each(group: tree.Each) -> str:
    return group_phrase(group)


def group_phrase(group: tree.Each, *, plural: bool = False) -> str:
    """The group without "each"; several closed groups are joined by "and"."""
    part = group.filter
    in_play = group.zone == "battlefield"
    if (
        isinstance(part, tree.AnyOf)
        and not (in_play and _noun_list(part))
        and not _adjectival(part)
    ):
        # What is said of one only stands before "and", so that it is not read for both; "and other"
        # says itself that it is said of the second.
        parts = sorted(
            part.parts,
            key=lambda inner: (tree.Other() in parts_of(inner), -len(parts_of(inner))),
        )
        several = [noun_phrase(inner, group.zone, plural=plural) for inner in parts]
        return listed(several, "and")
    return noun_phrase(part, group.zone, plural=plural)


def _adjectival(part: tree.AnyOf) -> bool:
    return alternatives(part) is not None


# --- amounts --------------------------------------------------------------------------------------

_DISTINCT = {
    "name": "differently named", "power": "different power", "mana value": "different mana value",
    "creature type": "creature type", "counter kind": "different kinds of counters",
}  # fmt: skip


def counted(amount: Amount, *, plural: bool = False) -> str | None:
    """The amount as what follows "for each" or "the number of", if it counts things."""
    end = "s" if plural else ""
    if isinstance(amount, tree.Count):
        return group_phrase(tree.Each(amount.filter, amount.zone), plural=plural)
    if isinstance(amount, tree.HandOf):
        return f"card{end} in {_whose_hand(amount.player)}"
    if isinstance(amount, tree.CountersOn):
        return f"{_counter(amount.kind, plural=plural)} on {show(amount.ref)}"
    if isinstance(amount, tree.CountersAmong):
        group = noun_phrase(amount.filter, plural=True)
        return f"{_counter(amount.kind, plural=plural)} among {group}"
    if isinstance(amount, tree.Greatest) and amount.least:
        kinds, most = amount.parts
        if not isinstance(most, Num):
            raise NotPrintable(type(most).__name__)
        return f"{counted(kinds)}, to a maximum of {most.value}"
    if amount == tree.CountDistinct("creature type", tree.Is(tree.Affected())):
        return "of its creature types"
    if isinstance(amount, tree.CountDistinct):
        if amount.what == "party role":
            return f"creature{end} in your party"
        if amount.what == "name":
            return f"differently named {noun_phrase(amount.filter, amount.zone, plural=plural)}"
        group = noun_phrase(amount.filter, amount.zone, plural=True)
        what = _DISTINCT.get(amount.what, amount.what)
        return f"{what}{end if not what.endswith('s') else ''} among {group}"
    if isinstance(amount, tree.SymbolsIn):
        return f"{COLOR_NAMES[amount.color]} mana symbol{end} in {possessive(amount.ref)} mana cost"
    if isinstance(amount, tree.SymbolsAmong):
        group = noun_phrase(amount.filter, amount.zone, plural=True)
        return f"{COLOR_NAMES[amount.color]} mana symbol{end} in the mana costs of {group}"
    if isinstance(amount, tree.ColorsOf):
        return f"of {possessive(amount.ref)} colors"
    if isinstance(amount, tree.UnknownAmount) and not amount.prose.template.startswith(_MEASURES):
        return words_of(amount.prose)
    return None


_MEASURES = ("your speed", "the ")


def _whose_hand(player: str) -> str:
    hands = {"you": "your hand", "any": "all hands", "opponent": "an opponent's hand",
             "affected controller": "its controller's hand", "defending": "defending player's hand",
        "attached controller": "its controller's hand",
        "chosen": "the chosen player's hand"}  # fmt: skip
    return hands.get(player, "their hand")


def _of_sizes(amount: tree.Greatest) -> str:
    """Power and toughness of one object, or of each of a group; "" where it is another amount."""
    one, two = amount.parts[0], amount.parts[-1]
    if isinstance(one, tree.Aggregate) and isinstance(two, tree.Aggregate):
        group = group_phrase(tree.Each(one.filter, one.zone), plural=True)
        return f"the greatest power and/or toughness among {group}"
    first = one.parts[0] if isinstance(one, tree.Sum) else None
    if isinstance(first, tree.StatOf):
        return f"the difference between {possessive(first.ref)} power and toughness"
    return ""


def measure(amount: Amount) -> str:
    """The amount after "equal to"."""
    words = counted(amount, plural=True)
    if words is not None:
        return f"the number of {words}"
    if isinstance(amount, tree.Sum):
        return _sum(amount)
    if isinstance(amount, tree.Times):
        return _times(amount)
    if isinstance(amount, tree.Half):
        return f"half {measure(amount.amount)}, rounded {'up' if amount.up else 'down'}"
    if isinstance(amount, tree.StatOf):
        return f"{possessive(amount.ref)} {amount.stat}"
    if isinstance(amount, tree.Aggregate):
        group = group_phrase(tree.Each(amount.filter, amount.zone), plural=True)
        return f"the {amount.which} {amount.stat} among {group}"
    if isinstance(amount, tree.Greatest):
        return _of_sizes(amount) or "the highest life total among players"
    if isinstance(amount, tree.Devotion):
        return f"your devotion to {listed([COLOR_NAMES[color] for color in amount.colors])}"
    if isinstance(amount, tree.UnknownAmount):
        return words_of(amount.prose)
    if isinstance(amount, Num):
        return str(amount.value)
    return _PLAIN[amount]


_PLAIN: dict[Amount, str] = {
    tree.LifeOf("you"): "your life total",
    tree.LifeOf("opponent"): "an opponent's life total",
    tree.LifeOf("that"): "that player's life total",
    tree.StartingLifeOf("you"): "your starting life total",
    tree.StartingLifeOf("opponent"): "an opponent's starting life total",
    tree.ChosenNumber(): "the chosen number",
    tree.X(): "X",
}


def _sum(amount: tree.Sum) -> str:
    first, *rest = amount.parts
    if isinstance(first, tree.Times) and first.factor == -1 and isinstance(rest[-1], Num):
        return f"{rest[-1].value} minus {measure(first.amount)}"
    words = measure(first)
    for part in rest:
        if isinstance(part, Num):
            words = f"{words} {'plus' if part.value >= 0 else 'minus'} {abs(part.value)}"
        elif isinstance(part, tree.Times) and part.factor == -1:
            words = f"{words} minus {measure(part.amount)}"
        else:
            words = f"{words} plus {measure(part)}"
    return words


def _times(amount: tree.Times) -> str:
    words = {2: "twice", 3: "three times"}.get(amount.factor)
    return f"{words or f'{amount.factor} times'} {measure(amount.amount)}"


# --- conditions -----------------------------------------------------------------------------------


NOT_MONARCH = tree.Unless(tree.Fact(tree.Prose("you are the monarch")))


def condition(value: Condition) -> str:
    """The condition after "as long as"."""
    if isinstance(value, tree.Every):
        return " and ".join(_every(value.parts))
    if isinstance(value, tree.Either):
        return " or ".join(condition(part) for part in value.parts)
    if value == NOT_MONARCH:
        return "you are not the monarch"
    if isinstance(value, tree.Unless):
        if isinstance(value.part, tree.IsTurnOf):
            return _TURNS[value.part.player].replace("it's", "it's not")
        return f"it's not true that {condition(value.part)}"
    if isinstance(value, tree.Fact):
        return words_of(value.prose)
    if isinstance(value, tree.IsTurnOf):
        return _TURNS[value.player]
    if isinstance(value, tree.Matches):
        return _matches(value)
    if isinstance(value, tree.Compare):
        return _compare(value)
    if isinstance(value, tree.ChoseMode):
        return f"{value.mode} was chosen"
    return show(value)


_TURNS = {
    "you": "it's your turn",
    "opponent": "it's an opponent's turn",
    "that": "it's that player's turn",
}
_YOURS = (tree.ControlledBy("you"), tree.OwnedBy("you"))


def _every(parts: tuple[Condition, ...]) -> list[str]:
    """The conditions; "you both own and control ~ and a creature" is three in one."""
    mine = tuple(tree.Matches(tree.This(), part) for part in _YOURS)
    at = next((i for i in range(len(parts) - 2) if parts[i : i + 2] == mine), None)
    also = None if at is None else parts[at + 2]
    if at is None or not isinstance(also, tree.Compare) or not isinstance(also.left, tree.Count):
        return [condition(part) for part in parts]
    rest = tuple(part for part in parts_of(also.left.filter) if part not in _YOURS)
    melding = f"you both own and control ~ and {article(noun_phrase(tree.AllOf(rest)))}"
    return [*map(condition, parts[:at]), melding, *map(condition, parts[at + 3 :])]


def _matches(value: tree.Matches) -> str:
    part = value.filter
    subject = "it" if isinstance(value.ref, tree.ChosenObject) else show(value.ref)
    if isinstance(value.ref, tree.TopCard):
        word = _adjective(part)
        return f"{subject} is {word or article(noun_phrase(part, 'any'))}"
    if part == tree.ControlledBy("you"):
        return f"you control {subject}"
    if part == tree.Not(tree.ControlledBy("you")):
        return f"another player controls {subject}"
    return f"{subject} {did(part) if value.last else does(part)}"


def did(part: Filter) -> str:
    """The filter as a verb phrase about what an object was."""
    for now, then in (("is ", "was "), ("has ", "had "), ("does not have ", "did not have ")):
        if does(part).startswith(now):
            return then + does(part).removeprefix(now)
    raise NotPrintable(part)


def does(part: Filter) -> str:
    """The filter as a verb phrase about one object."""
    if isinstance(part, tree.HasCounter):
        return f"has {_counters_phrase(part)} on it"
    if isinstance(part, tree.HasKeyword):
        return f"has {part.keyword}"
    if isinstance(part, tree.HasNoAbilities):
        return "has no abilities"
    if isinstance(part, tree.StatIs) and isinstance(part.amount, Num):
        return _stat(part).replace("with ", "has ", 1)
    if isinstance(part, tree.SharesWith):
        return f"shares a {part.what} with {show(part.ref)}"
    if isinstance(part, tree.Not):
        inner = part.part
        if isinstance(inner, tree.HasKeyword):
            return f"does not have {inner.keyword}"
        if isinstance(inner, tree.HasCounter):
            if (inner.op, inner.number) != (">=", 1):
                few = f"fewer than {number(inner.number)}"
                return f"has {few} {_counter(inner.kind, plural=True)} on it"
            return f"has no {_counter(inner.kind, plural=True)} on it"
        return f"is {_adjective(part) or f'not {_predicate(inner)}'}"
    return f"is {_predicate(part)}"


def _compare(value: tree.Compare) -> str:
    left, op, right = value.left, value.op, value.right
    if right == tree.Greatest(COLOR_COUNTS) and isinstance(left, tree.Count):
        word = _adjective(left.filter)
        return f"{word} is the most common color among all permanents or is tied for most common"
    if isinstance(left, tree.Count) and isinstance(right, Num):
        found = _controlled(left, op, right.value)
        if found:
            return found
    if isinstance(left, tree.Aggregate) and left.which == "total" and isinstance(right, Num):
        return _total(left, op, right.value)
    if isinstance(right, Num) and counted(left) is not None:
        one = (op, right.value) == (">=", 1)
        words = counted(left, plural=not one) or ""
        return f"there {'is' if one else 'are'} {_quantity(words, op, right.value)}"
    compared = measure(right)
    return f"{measure(left)} {said_as('is compared')[op]} {compared}"


def _total(left: tree.Aggregate, op: str, value: int) -> str:
    """ "creatures you control have total power 8 or greater"."""
    group = group_phrase(tree.Each(left.filter, left.zone), plural=True)
    if left.zone == "battlefield" and op in said_as("comparison"):
        return f"{group} have total {left.stat} {value} {said_as('comparison')[op]}"
    return f"{measure(left)} {said_as('is compared')[op]} {value}"


def _quantity(noun: str, op: str, value: int) -> str:
    """ "three or more Elf you control"."""
    if (op, value) == (">=", 1):
        return article(noun)
    if (op, value) == ("=", 0):
        return f"no {noun}"
    words = {
        ">=": f"{number(value)} or more", "<=": f"{number(value)} or fewer",
        "=": f"exactly {number(value)}", "<": f"fewer than {number(value)}",
        ">": f"more than {number(value)}",
    }  # fmt: skip
    return f"{words[op]} {noun}"


def _controlled(left: tree.Count, op: str, value: int) -> str | None:
    """ "you control three or more Elf creature"."""
    if left.zone != "battlefield":
        return None
    parts = parts_of(left.filter)
    many = (op, value) != (">=", 1)
    for part, player in said_as("player controls").items():
        if part in parts and part != tree.ControlledBy("any"):
            rest = tree.AllOf(tuple(p for p in parts if p != part))
            return f"{player} {_quantity(noun_phrase(rest, plural=many), op, value)}"
    noun = noun_phrase(left.filter, plural=many)
    return f"any player controls {_quantity(noun, op, value)}"
