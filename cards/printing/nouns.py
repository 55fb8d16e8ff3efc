"""Canonical text of filters, groups, references, amounts and conditions.

Everything is in the singular ("each other Elf you control"), so that verbs need no plural.
"""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.amounts import plus
from striate.cards.grammar.notation import said_as
from striate.cards.grammar.nouns import all_of, is_of_creatures, parts_of
from striate.cards.printing.by_rule import by_lines, say, says, undoes
from striate.cards.printing.canonical import NotPrintable, prints, show
from striate.cards.printing.mentioned import affected, is_spoken, other
from striate.cards.printing.words import article, listed, number
from striate.cards.prose import words_of
from striate.cards.vocabulary import COLOR_NAMES
from striate.cards.vocabulary import plural as plural_of


def possessive(ref: t.Ref) -> str:
    if isinstance(ref, t.LinkedCard):
        return "the last exiled card's"
    words = show(ref)
    end = "'" if words.startswith("those ") else "'s"
    return "its" if ref == t.Affected() else f"{words}{end}"


# --- filters --------------------------------------------------------------------------------------


def in_zone(part: t.Filter, *, is_found: bool = False) -> t.Each:
    """The filter without its zone, as a group in that zone; of what is found, the card."""
    zones: list[t.Zone] = [each.zone for each in parts_of(part) if isinstance(each, t.InZone)]
    rest = all_of(each for each in parts_of(part) if not isinstance(each, t.InZone))
    zone: t.Zone = zones[0] if zones else "battlefield"
    return t.Each(rest, "any" if is_found and zone == "library" else zone)


def _type_word(part: t.Filter) -> str | None:
    if isinstance(part, t.HasType) and not part.type.startswith("@"):
        return part.type.lower()
    if isinstance(part, t.HasSubtype) and not part.subtype.startswith("@"):
        return part.subtype
    return None


def _adjective(part: t.Filter) -> str | None:
    if part in said_as("state"):
        return said_as("state")[part]
    if isinstance(part, t.HasColor) and part.color in COLOR_NAMES:
        return COLOR_NAMES[part.color]
    if isinstance(part, t.HasSupertype):
        return part.supertype.lower()
    if isinstance(part, t.HasAttached) and part.by == t.HasSubtype("Equipment"):
        return "equipped"
    if isinstance(part, t.HasAttached) and part.by == t.HasSubtype("Aura"):
        return "enchanted"
    if isinstance(part, t.Not):
        word = _adjective(part.part) or _type_word(part.part)
        if word is None or " " in word or isinstance(part.part, t.AnyOf):
            return None
        return f"non-{word}" if word[0].isupper() else f"non{word}"
    return None


def alternatives(part: t.Filter) -> str | None:
    """ "red or green" before the noun."""
    if not isinstance(part, t.AnyOf):
        return None
    words = [_adjective(inner) or _type_word(inner) for inner in part.parts]
    if len({_type_word(inner) is None for inner in part.parts}) > 1:
        return None
    if len(words) > 3 or any(word is None or " " in word for word in words):
        return None
    if any(isinstance(inner, t.Not) for inner in part.parts):
        return None
    return listed([word for word in words if word], "or")


_PLACE = {"graveyard": "graveyard", "hand": "hand", "library": "library"}
_TWO_PLACES = {
    t.AnyOf((t.InZone("graveyard"), t.InZone(zone))): f"from your graveyard or {zone}"
    for zone in ("hand", "library")
}


def noun_phrase(part: t.Filter, zone: t.Zone = "battlefield", *, plural: bool = False) -> str:
    before: list[str] = []
    types: list[str] = []
    after: list[str] = []
    owner = ""
    head = {"battlefield": "", "stack": "spell"}.get(zone, "card")
    lists: list[t.AnyOf] = []
    parts = parts_of(part)
    caster = next((_CASTERS[inner] for inner in parts if inner in _CASTERS), "")
    cast = next((words for p in parts if (words := _how_cast(p))), "")
    if zone == "stack" and caster and cast:
        parts = tuple(p for p in parts if p not in _CASTERS and not _how_cast(p))
        after.append(f"{caster} {cast}")
    for inner in parts:
        if isinstance(inner, t.Other):
            before.insert(0, other())
        elif inner == t.IsPermanentCard():
            head = f"permanent {head}".strip()
        elif isinstance(inner, t.OwnedBy) and zone in _PLACE:
            owner = inner.player
        elif isinstance(inner, t.ExiledWith) and zone == "exile":
            after.insert(0, "exiled with ~")
            owner = "with"
        elif inner in _TWO_PLACES and t.OwnedBy("you") in parts_of(part):
            after.insert(0, _TWO_PLACES[inner])
        elif inner == t.OwnedBy("you") and not _TWO_PLACES.keys().isdisjoint(parts_of(part)):
            continue
        elif (word := _adjective(inner)) is not None:
            # A host's word counts as a quality only at the beginning.
            first = isinstance(inner, t.HasAttached)
            before.insert(before[:1] == ["other"] if first else len(before), word)
        elif (word := _type_word(inner)) is not None:
            types.append(word)
        elif isinstance(inner, t.AnyOf):
            lists.append(inner)
        else:
            after.append(_after_noun(inner))
    noun = _noun(before, types, head, lists, after)
    if plural:
        noun[-1] = _plural(noun[-1])
        after = [words.replace(" on it", " on them") for words in after]
    after.sort(key=lambda words: (words.startswith(_LAST), not words.endswith(_WHOSE)))
    place = _place(zone, owner)
    at = 1 if after and after[0].endswith(" own") else 0
    return " ".join([*noun, *after[:at], *([place] if place else []), *after[at:]])


def _how_cast(part: t.Filter) -> str:
    if isinstance(part, t.Unknown) and part.fact.startswith("cast from "):
        return part.fact
    return "cast" if part == t.WasCast() else ""


_CASTERS: dict[t.Filter, str] = {
    t.ControlledBy("you"): "you",
    t.ControlledBy("opponent"): "your opponents",
}
_WHOSE = (" cast", " control", " controls", " own")  # who is said first
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
    before: list[str], types: list[str], head: str, lists: list[t.AnyOf], after: list[str]
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
            after.append(_after_noun(one))
    if head:
        return [*before, *types, head]
    if "token" in before:
        return [word for word in before if word != "token"] + [*types, "token"]
    if before[-1:] == ["commander"] and not types:
        return before
    return [*before, *(types or ["permanent"])]


def _noun_list(part: t.AnyOf) -> str | None:
    """ "artifact creature or Vehicle": each alternative is types only."""
    nouns: list[list[str]] = []
    last: list[str] = []
    marked: dict[str, int] = {}
    for inner in part.parts:
        kind, *able = parts_of(inner)
        if len(able) == 1 and is_of_creatures(kind, able[0]):
            last.append(f"creature {_after_noun(able[0])}")
            continue
        words = [_type_word(one) or _adjective(one) for one in parts_of(inner)]
        if any(word is None for word in words) or not any(map(_type_word, parts_of(inner))):
            return None
        nouns.append([word for word in words if word is not None])
        marked[str(nouns[-1])] = sum(_type_word(one) is None for one in parts_of(inner))
    # A noun with an adjective of its own comes last, so that it is not read for the whole list.
    nouns.sort(key=lambda words: (marked[str(words)], -len(words)))
    states = said_as("state").values()
    for noun in nouns:  # adjectives, subtypes, types
        noun.sort(key=lambda word: (word not in states, word[0].islower()))
    return listed([*(" ".join(words) for words in nouns), *last], "or") if len(last) < 2 else None


def _place(zone: t.Zone, owner: str) -> str:
    if zone in ("exile", "command"):
        return "" if owner == "with" else "in exile" if zone == "exile" else "in the command zone"
    if zone not in _PLACE:
        return ""
    return f"in {_OWNERS.get(owner, 'a')} {zone}"


_OWNERS = {
    "you": "your", "opponent": "an opponent's", "that": "their", "target": "that player's",
    "affected controller": "its controller's", "attached controller": "its controller's",
    "chosen": "the chosen player's", "defending": "defending player's",
    "target controller": "the first target's controller's"
}  # fmt: skip
_AFTER = ("controlled", "state phrase", "with phrase", "that phrase")


def _after_noun(part: t.Filter) -> str:
    for phrase in _AFTER:
        words = say(phrase, part)
        if words is not None:
            return words
    if isinstance(part, t.Unknown):
        return part.fact
    return "exiled with ~" if part == t.ExiledWith() else f"that is {show(part)}"


@says("trait", "predicate noun")
def _predicate(part: t.Filter, plural: bool = False) -> str | None:
    word = said_as("that state").get(part) or _adjective(part)
    if word is not None or isinstance(part, t.Not):
        return word
    if t.IsPermanentCard() in parts_of(part):
        return article(noun_phrase(part, "any"))
    if isinstance(part, t.AnyOf):
        if all(_type_word(inner) is not None for inner in part.parts):
            return article(_noun_list(part) or "")
        return listed([article(noun_phrase(inner)) for inner in part.parts], "or")
    return article(noun_phrase(part))


def _all(words: str) -> str:
    """Cards that are counted are counted wherever they are."""
    return re.sub(r"\b(cards in) a graveyard\b", r"\1 all graveyards", words)


says("ref or it", "ref")(lambda ref, plural: show(ref) if isinstance(ref, t.Ref) else None)
prints(t.Affected)(lambda ref: affected())
says("either noun")(lambda part, plural: _predicate(part) if isinstance(part, t.AnyOf) else None)
undoes("any_of")(lambda part: (part.parts,) if isinstance(part, t.AnyOf) else None)
undoes("all_of")(lambda part: (parts_of(part),))
prints(t.Each)(lambda group: group_phrase(group))
undoes("times")(lambda it: (it.factor, it.amount) if isinstance(it, t.Times) else None)
undoes("count")(lambda it: (t.Each(it.filter, it.zone),) if isinstance(it, t.Count) else None)
says("card noun")(lambda part, plural: noun_phrase(part, "any"))
says("possessor")(lambda ref, plural: possessive(ref))
says("number")(
    lambda n, plural: number(n) if type(n) is int and n >= 0 else n if type(n) is str else None
)
says("figure")(lambda value, plural: str(value) if value >= 0 else None)
says("color")(lambda letter, plural: COLOR_NAMES.get(letter))
says("counter kind", "card name", "words")(lambda words, plural: words)
says("keyword name")(lambda name, plural: "the chosen ability" if name == "@keyword" else name)
says("group")(lambda group, plural: _all(noun_phrase(group.filter, group.zone, plural=plural)))
says("groups")(lambda group, plural: _all(group_phrase(group, plural=plural)))
says("singular")(lambda group, plural: article(noun_phrase(group.filter, group.zone)))


@undoes("stats_are")
def _two_stats(part: t.Filter) -> tuple[Any, ...] | None:
    """ "With power or toughness 1 or less"."""
    match part:
        case t.AnyOf((t.StatIs(one, op, t.Num(value)), t.StatIs(two, also, t.Num(same)))):
            alike = (op, value) == (also, same)
            return (one, two, value, None if op == "=" else op) if alike else None
    return None


def group_phrase(group: t.Each, *, plural: bool = False) -> str:
    """The group without "each"; several closed groups are joined by "and"."""
    part = group.filter
    listable = group.zone == "battlefield" and isinstance(part, t.AnyOf) and _noun_list(part)
    if isinstance(part, t.AnyOf) and not listable and alternatives(part) is None:
        # What is said of one only stands before "and", so that it is not read for both; "and other"
        # says itself that it is said of the second.
        parts = sorted(
            part.parts, key=lambda inner: (t.Other() in parts_of(inner), -len(parts_of(inner)))
        )
        several = [noun_phrase(inner, group.zone, plural=plural) for inner in parts]
        return listed(several, "and")
    return noun_phrase(part, group.zone, plural=plural)


# --- amounts --------------------------------------------------------------------------------------


@says("each counted", "simply counted")
def _each_counted(amount: t.Amount, plural: bool = False) -> str | None:
    """What follows "for each" or "the number of", if the amount counts things."""
    match amount:
        case t.HandOf(player):
            hand = "all hands" if player == "any" else f"{_OWNERS.get(player, 'their')} hand"
            return f"{'cards' if plural else 'card'} in {hand}"
        case t.CountDistinct("creature type", t.Is(t.Affected())):
            return "of its creature types"
        case t.Greatest((kinds, t.Num(most)), least=True):
            return f"{_each_counted(kinds)}, to a maximum of {most}"
    words = by_lines("each counted", amount, plural)
    if words is None or not is_spoken() or not isinstance(amount, t.UnknownAmount):
        return words
    return _HEAD.sub(lambda noun: _in_number(noun[0], plural), words, count=1)


def counted(amount: t.Amount, *, plural: bool = False) -> str | None:
    """The amount as what is counted, if it is of one kind."""
    return None if isinstance(amount, t.Sum) else _each_counted(amount, plural)


_HEAD = re.compile(
    r"^(?:[\w-]+ )*?[\w-]+(?= (?:you|your|that|who|whose|it|it's|its|this|cast|put|in|of|with|from"
    r"|on|beyond|blocking|an|has|named|attached|[a-z]+ed|spent|dealt|drawn)\b)"
)
_UNCOUNTED = ("life", "mana", "damage", "energy", "speed")


def _in_number(noun: str, plural: bool) -> str:
    """Words that are kept as a text has them, in the number that the sentence asks for."""
    if noun.endswith(_UNCOUNTED):
        return noun
    before, space, last = noun.rpartition(" ")
    if plural:
        return noun if last.endswith("s") else f"{before}{space}{plural_of(last)}"
    ends = ("s", ""), ("ies", "y"), ("es", "")
    single = (last.removesuffix(many) + one for many, one in ends if last.endswith(many))
    last = next((one for one in single if plural_of(one) == last), last)
    return f"{before}{space}{last}"


@says("happened this turn")
def _happened(amount: t.Amount, plural: bool = False) -> str | None:
    words = words_of(amount.prose) if isinstance(amount, t.UnknownAmount) else ""
    return None if words.startswith(("your speed", "the ")) else words or None


@says("measure")
def _measure(amount: t.Amount, plural: bool = False) -> str | None:
    if isinstance(amount, t.UnknownAmount) and _happened(amount) is None:
        return words_of(amount.prose)
    return by_lines("measure", amount)


@says("measured")
def measure(amount: t.Amount, plural: bool = False) -> str:
    if isinstance(amount, t.Num | t.X):
        return str(amount.value) if isinstance(amount, t.Num) else "X"
    words = by_lines("measured", amount)
    if words is not None:
        return words
    match amount:  # what no text says in these words
        case t.Times(factor, inner):
            return f"{factor} times {measure(inner)}"
        case t.Sum(parts):
            return " plus ".join(map(measure, parts))
    raise NotPrintable(type(amount).__name__)


@undoes("plus")
def _added(amount: t.Amount) -> tuple[Any, ...] | None:
    if not isinstance(amount, t.Sum):
        return None
    return plus(*amount.parts[:-1]), amount.parts[-1]


@undoes("difference")
def _difference(amount: t.Amount) -> tuple[Any, ...] | None:
    """The greater of "one minus two" and "two minus one"."""
    match amount:
        case t.Greatest((t.Sum((one, t.Times(-1, two))), t.Sum())):
            return one, two
    return None


# --- conditions -----------------------------------------------------------------------------------


NOT_MONARCH = t.Unless(t.Fact(t.Prose("you are the monarch")))


@says("condition", "conditions")
def _condition(value: t.Condition, plural: bool = False) -> str | None:
    match value:
        case t.Every(parts):
            return " and ".join(_every(parts))
        case t.Either(parts):
            return " or ".join(condition(part) for part in parts)
        case t.Fact(words):
            return words_of(words)
        case t.ChoseMode(mode):
            return f"{mode} was chosen"
        case t.Matches(t.ChosenObject(), part, last):
            return f"it {did(part) if last else does(part)}"
        case t.Matches(ref, part, last=True):
            return f"{show(ref)} {did(part)}"
    return by_lines("condition", value)


def condition(value: t.Condition) -> str:
    return _condition(value) or show(value)


_YOURS = (t.ControlledBy("you"), t.OwnedBy("you"))


def _every(parts: tuple[t.Condition, ...]) -> list[str]:
    """The conditions; "you both own and control ~ and a creature" is three in one."""
    mine = tuple(t.Matches(t.This(), part) for part in _YOURS)
    at = next((i for i in range(len(parts) - 2) if parts[i : i + 2] == mine), None)
    also = None if at is None else parts[at + 2]
    if at is None or not isinstance(also, t.Compare) or not isinstance(also.left, t.Count):
        return [condition(part) for part in parts]
    rest = tuple(part for part in parts_of(also.left.filter) if part not in _YOURS)
    melding = f"you both own and control ~ and {article(noun_phrase(t.AllOf(rest)))}"
    return [*map(condition, parts[:at]), melding, *map(condition, parts[at + 3 :])]


def did(part: t.Filter) -> str:
    """The filter as a verb phrase about what an object was."""
    for now, then in (("is ", "was "), ("has ", "had "), ("does not have ", "did not have ")):
        if does(part).startswith(now):
            return then + does(part).removeprefix(now)
    raise NotPrintable(part)


def does(part: t.Filter) -> str:
    """The filter as a verb phrase about one object."""
    return say("does", part) or f"is {show(part)}"


@undoes("has_so_many")
def _controlled(value: t.Condition) -> tuple[Any, ...] | None:
    """ "You control three or more Elves": of whom the objects are said to be."""
    match value:
        case t.Compare(t.Count(filter, "battlefield"), op, t.Num(number)):
            parts = parts_of(filter)
            whose = next((p for p in said_as("player controls") if p in parts), _ANYBODYS)
            rest = t.AllOf(tuple(part for part in parts if part != whose))
            return whose, ((t.Each(rest if whose in parts else filter), op, number),), True
    return None


@undoes("attached_count")
def _attached(value: t.Condition) -> tuple[Any, ...] | None:
    match value:
        case t.Compare(t.Count(filter, "battlefield"), op, t.Num(number)):
            host = next((p for p in parts_of(filter) if isinstance(p, t.IsAttachedTo)), None)
            if host is not None and isinstance(host.to, t.Ref):
                rest = all_of(part for part in parts_of(filter) if part != host)
                return (t.Each(rest), op, number), host.to
    return None


_ANYBODYS = t.ControlledBy("any")
