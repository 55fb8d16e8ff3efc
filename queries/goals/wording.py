"""A goal and its claims in words: what was understood, said back; reading it gives the same
goal."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, get_args

import msgspec

from striate.cards import tree
from striate.cards.tree import Filter
from striate.cards.vocabulary import CREATURE_TYPES, FORMS, NUMBER_WORDS, plural
from striate.queries.goals import words as goalwords
from striate.queries.goals.phrases import NAMES, meant
from striate.queries.goals.pinning import text_of
from striate.search.goals import (
    ATTACHED,
    Against,
    Alike,
    AnyObject,
    AsPrinted,
    AttachedNumber,
    CardNamed,
    Claim,
    Demand,
    Goal,
    GoalFilter,
    HasText,
    KindCount,
    KindOfWord,
    Leveler,
    OnlyAbilities,
    Printed,
    Subject,
    TapsFor,
    as_filter,
    noun_of,
)

_Said: TypeAlias = Claim | GoalFilter
_NUMBERS = {value: word for word, value in NUMBER_WORDS.items()}
_BEGINS_OPEN = re.compile(r"[aeiouAEIO8]|1[18]\D")
_OPS = {"=": "", "!=": "other than ", "<": "less than ", "<=": "at most ", ">": "more than ",
        ">=": "at least "}  # fmt: skip
_AGAINST = {**_OPS, "=": "equal to ", "<=": "less than or equal to ", ">": "greater than ",
            ">=": "greater than or equal to "}  # fmt: skip

_ELSE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_WHOSE = {"you": "your", "opponent": "your opponent's"}
_OWNER = {"you": "you", "opponent": "your opponent"}


def goal_words(goal: Goal) -> str:
    """The whole goal in one sentence."""
    sentences: list[str] = []
    for number, demand in enumerate(map(_spoken, goal.demands)):
        words = _demand_words(demand)
        after_verb = number and not _is_bare(goal.demands[number - 1])
        be = "are" if demand.count > 1 else "is"
        if _is_bare(demand) and (after_verb or any(map(_is_of_none, goal.demands[number + 1 :]))):
            # "no permanent is blue and a Bird", "an Elf and no Bird flies" would say something else
            words = f"there {be} {words}"
        elif demand.of_some and not (demand.claims or demand.alike or _is_bare(demand)):
            words = f"{words} {be} on the battlefield"  # a card by its name
        sentences.append(words)
    return " and ".join(sentences)


def _spoken(demand: Demand) -> Demand:
    """What is printed is said of what the object is in the end: "a creature that is printed …"."""
    if not isinstance(demand.subject, Printed):
        return demand
    described = demand.phrase or demand.telling[:1]
    nouns = [e for e in described if isinstance(e, tree.HasType | tree.HasSubtype)][:1]
    kept = tuple(each for each in demand.claims if each not in nouns)
    filter = demand.subject.filter
    parts = [filter] if _noun_phrase(filter) else goalwords.flat(filter)
    printed = [as_filter(AsPrinted(each)) for each in parts]  # type: ignore[arg-type]  # no texts
    return msgspec.structs.replace(
        demand,
        subject=AnyObject(goalwords.both([*nouns] or [tree.AllOf()])),
        claims=(*printed, *kept),
        described=len(printed) + demand.described - (nouns != [] and demand.described > 0),
    )


def _is_bare(demand: Demand) -> bool:
    """Whether only a noun is said of it; a card's name can't be taken for what another one is."""
    alone = not demand.claims and demand.of_some
    return alone and not demand.alike and not isinstance(demand.subject, CardNamed)


def _is_of_none(demand: Demand) -> bool:
    """ "no Goblin flies", but not "no permanent is a Goblin"."""
    return demand.every and not demand.count and noun_of(demand.subject) != tree.AllOf()


def _demand_words(demand: Demand) -> str:
    if demand.every:
        return _of_all(demand)
    if demand.total is not None:
        return total_words(demand)
    described, claims = demand.phrase, demand.claimed
    described, claims = ((), described) if not claims else (described, claims)
    many = demand.count > 1
    subject = _article(demand) + _tail(described, many)
    if demand.alike:
        return f"{subject}{_tail(claims, many)} have {alike_words(demand.alike)}"
    if not claims:
        return subject
    each = ", each of which" if many else ""
    return f"{subject}{each} {_listed(_clauses(claims))}"


def alike_words(what: Alike) -> str:
    """What several objects have: "the same name", "a color in common"."""
    of_many = what in ("color", *get_args(KindOfWord))
    return f"a {what} in common" if of_many else f"the same {what}"


def _article(demand: Demand) -> str:
    """The noun with its number: "another creature", "two cards named …"."""
    if demand.count > 1:
        number = _NUMBERS.get(demand.count, str(demand.count))
        other = "other " if demand.another else ""
        return f"{number} {other}{_noun(demand.subject, many=True)}"
    if demand.another:
        return f"another {_noun(demand.subject)}"
    return subject_words(demand.subject)


def total_words(demand: Demand, *, so: bool = True) -> str:
    """ "the total power of creatures that are under your control is at least 10"; or that it is
    not `so`, "is less than 10"."""
    assert demand.total is not None
    total = demand.total
    op = total.op if so else _ELSE[total.op]
    if total.beyond is not None:
        sum_, other = (
            "the number" if of == "number" else f"the total {of}"
            for of in (total.stat, total.against or total.stat)
        )
        other = f"{_times(total.factor)}{other} of {_kind_words(total.beyond)}"
        than = _AGAINST[op]
        if total.number:
            many, turn = abs(total.number), "more"
            if total.number < 0:  # at most -2 more are at least two fewer
                op, turn = NAMES["TURNED"].get(op, op), "fewer"
            than = f"{_OPS[op]}{_NUMBERS.get(many, many)} {turn} than "
        return f"{sum_} of {_all(demand.subject, demand.claims)} is {than}{other}"
    if not total.of_sizes:
        one = total.number == 1
        verb = "is" if one else "are"
        number = _NUMBERS.get(total.number, total.number)
        those = _all(demand.subject, demand.claims, many=not one)
        return f"there {verb} {_OPS[op] or 'exactly '}{number} {those}"
    those = _all(demand.subject, demand.claims)
    return f"the total {total.stat} of {those} is {_OPS[op]}{total.number}"


def _all(subject: Subject, claims: Sequence[Claim], many: bool = True) -> str:
    return _noun(subject, many) + _tail(claims, many)


def _kind_words(kind: Filter) -> str:
    """All of a kind: "creatures that are under your control"."""
    nouns = [each for each in goalwords.all_of(kind) if _described(tree.AllOf((each,)), True)]
    claims = tuple(each for each in goalwords.all_of(kind) if each not in nouns)
    return _all(AnyObject(goalwords.both(nouns or [tree.AllOf()])), claims)


def _of_all(demand: Demand) -> str:
    subject = "other " * demand.another + _all(demand.subject, demand.phrase, many=False)
    if not demand.count:
        return f"no {subject} {clause(goalwords.denied_claim(demand.claimed[0]))}"
    return f"every {subject} {_listed(_clauses(demand.claimed))}"


def _tail(claims: Sequence[_Said], many: bool = False) -> str:
    return f" that {_listed(_clauses(claims, many))}" if claims else ""


def subject_words(subject: Subject) -> str:
    """What is asked for, as a noun."""
    noun = _noun(subject)
    return f"the {noun}" if isinstance(subject, CardNamed) else _a(noun)


def _a(words: str) -> str:
    return f"{'an' if _BEGINS_OPEN.match(words) else 'a'} {words}"


def _noun(subject: Subject, many: bool = False) -> str:
    match subject:
        case CardNamed(name=name):
            quoted = f'"{name}"' if " and " in name or many else name
            return f"cards named {quoted}" if many else f"card {quoted}"
        case Leveler():
            return "levelers" if many else "leveler"
        case Printed(filter=filter):
            printed = AnyObject(as_filter(AsPrinted(filter)))
            return _noun(printed, many)
        case AnyObject(filter=filter):
            parts = goalwords.flat(filter)
            plain = _described(filter, noun=True)
            noun = "permanents" if many else "permanent"
            # "a defender" is a creature
            nouns = any(getattr(each, "keyword", "") in goalwords.NOUNS for each in parts)
            if plain is None or (nouns and goalwords.CREATURE not in parts):
                return f"{noun} that {_listed(_clauses(goalwords.all_of(filter), many))}"
            if not goalwords.ends_in_noun(filter):
                return f"{plain} {noun}".strip()
            *before, last = plain.split(" ")
            return " ".join([*before, _several(last) if many else last])


def _several(noun: str) -> str:
    for forms in FORMS.values():
        for form, word in forms.items():
            if word == noun and form != noun.lower():
                return form.title() if noun[0].isupper() else form
    return plural(noun)


def _described(filter: Filter, noun: bool = False) -> str | None:
    """A filter as words before one another ("black 2/2 Elf creature"); None where it is none."""
    if not isinstance(filter, tree.AllOf):
        return (_adjective(filter) if noun else None) or _word(filter)
    parts = sorted(_boxed(filter.parts), key=lambda each: each[0])
    words = [e if isinstance(e, str) else _described(e, noun) for _, e in parts]  # type: ignore[arg-type]  # what is boxed is a filter
    return None if None in words else " ".join(map(str, words))


def _adjective(part: _Said) -> str | None:
    """What stands before a noun only: "a flying creature", "a two-color land"."""
    match part:
        case tree.HasKeyword(keyword=keyword):
            return keyword
        case tree.Not(part=tree.HasKeyword(keyword=keyword)) if keyword not in goalwords.NOUNS:
            return f"non{keyword}"
        case tree.StatIs(stat=stat, op="=", amount=tree.Num(value=value)):
            return f"{stat} {value}"
        case tree.ColorCount() | tree.HasAttached() | tree.Not(part=tree.HasAttached()):
            return goalwords.word_of(part)
    return None


_ATTACHED: dict[_Said, str] = {
    tree.HasAttached(tree.HasSubtype("Aura")): "enchanted",
    tree.HasAttached(tree.HasSubtype("Equipment")): "equipped",
    ATTACHED: "attached",
}


def _boxed(parts: Sequence[_Said]) -> Iterator[tuple[int, _Said | str]]:
    """The parts in the order of speech, power with its toughness; told by the first number."""
    rest = list(parts)
    while rest:
        match part := rest.pop(0):
            case tree.AllOf(parts=several):
                rest = [*several, *rest]
            # "power other than 2" and such toughness: more than not being 2/2
            case tree.StatIs("power", op, tree.Num(power)) if op != "!=" and (
                same := _toughnesses(rest, op)
            ):
                other, toughness = same[0]
                rest.remove(other)
                yield 1, f"{_BIGGER.get(op, _OPS[op])}{power}/{toughness}"
            case _:
                yield _ORDER.get(type(part), 0), part


_BIGGER = {">": "bigger than ", "<": "smaller than "}
_ORDER: dict[type, int] = {tree.HasSubtype: 3, tree.HasType: 4, tree.IsToken: 5}


def _toughnesses(parts: Sequence[_Said], op: str) -> list[tuple[tree.StatIs, int]]:
    """Each toughness that is compared so with a number, and the number."""
    sizes = [e for e in parts if isinstance(e, tree.StatIs) and (e.stat, e.op) == ("toughness", op)]
    return [(each, each.amount.value) for each in sizes if isinstance(each.amount, tree.Num)]


def _word(part: _Said) -> str | None:
    """One word or two for what it is."""
    match part:
        case tree.HasSubtype(subtype=word):
            return word
        case tree.Not(part=tree.HasSubtype(subtype=word)):
            return f"non-{word}"
        case tree.Not(part=(tree.HasType() | tree.HasSupertype() | tree.HasColor()) as inner):
            return f"non{_word(inner)}"
        case tree.AllOf(parts=()):
            return ""
        case tree.HasKeyword() | tree.HasAttached() | tree.Not(part=tree.HasAttached()):
            return None
        case tree.ColorCount(op="=", number=2 | 3 | 4 | 5):
            return None
    return goalwords.word_of(part)


# --- clauses --------------------------------------------------------------------------------------


def _clauses(claims: Sequence[_Said], many: bool = False) -> list[str]:
    """Each claim with its verb: "is red", "doesn't have flying"."""
    abilities = [a for c in claims if isinstance(c, OnlyAbilities) for a in c.abilities]
    left = [c for c in claims if c != tree.AllOf()]
    claims = [c for c in left if not abilities or _asked_ability(c) not in abilities] or claims
    clauses = [
        f"{_VERBS['is'][many]} {claim}" if isinstance(claim, str) else clause(claim, many)
        for _, claim in _boxed(claims)
    ]
    return [each for each in clauses if each] or [f"{_VERBS['is'][many]} anything"]


def _asked_ability(claim: _Said) -> tree.Ability | None:
    return goalwords.as_ability(claim) if isinstance(claim, tree.HasKeyword | HasText) else None


def _listed(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


# Each verb of one object and of several, and so denied.
_VERBS = {
    "is": ("is", "are", "is not", "are not"),
    "has": ("has", "have", "doesn't have", "don't have"),
    "taps for": ("taps for", "tap for", "doesn't tap for", "don't tap for"),
}


def clause(claim: _Said, many: bool = False) -> str:
    """A claim as what follows "it", or "they": "is red", "has flying", "doesn't have flying"."""
    denied = isinstance(claim, tree.Not) or (isinstance(claim, HasText) and claim.negated)
    part = claim.part if isinstance(claim, tree.Not) else claim
    verb, words = _with_verb(part)
    if denied and isinstance(part, tree.HasNoAbilities):
        denied, words = False, "abilities"
    if denied and isinstance(part, tree.HasCounter) and (part.op, part.number) == (">=", 1):
        denied, words = False, f"no {f'{part.kind} ' if part.kind else ''}counters"
    if verb:
        return f"{_VERBS[verb][2 * denied + many]} {words}"
    return f"{_VERBS['is'][2 + many]} so that it {words}" if denied else words


def _with_verb(part: _Said) -> tuple[str, str]:
    """The verb and what follows it; several clauses have no verb of their own."""
    had = _had(part)
    word = None if had else _noun_phrase(part)
    match part:
        case _ if had:
            return "has", had
        case HasText(ability=ability):
            return "has", f'"{_text(ability)}"'
        case TapsFor(mana=mana):
            return "taps for", "mana" if mana == "any" else f"{{{mana}}}"
        case tree.Named(name=name):
            return "is", f'named "{name}"'
        case tree.ControlledBy(player=player):
            return "is", f"under {_WHOSE[player]} control"
        case tree.OwnedBy(player=player):
            return "is", f"owned by {_OWNER[player]}"
        case tree.AnyOf() | tree.HasAttached() if part in _ATTACHED:
            return "is", _ATTACHED[part]
        case tree.IsAttachedTo(to=host):
            return "is", f"attached to {_other(host)}"  # type: ignore[arg-type]  # a goal names no reference
        case AsPrinted(filter=filter):
            return "is", f"printed {_as_printed(filter)}"
        case tree.AnyOf((tree.AllOf((_, to)), _)) if part == _apart(to):
            verb, said = _with_verb(to)
            return verb, said.replace(_WHOSE["opponent"], "another player's")
        case tree.AnyOf() if part == meant("held")["controlled by its owner"]:
            return "is", "controlled by its owner"
        case tree.AnyOf(parts=parts):
            for verb, words in (("is", _noun_phrase), ("has", _had)):
                phrases = [words(each) for each in parts]
                if all(phrases):
                    return verb, " or ".join(map(str, phrases))
            return "", " or ".join(map(clause, parts))
        case tree.ColorCount(op="=", number=5):
            return "is", "every color"
        case tree.ColorCount(op=op, number=number) if word is None:
            color = "color" if number == 1 else "colors"
            return "is", f"{_OPS[op]}{_NUMBERS[number]} {color}"
        case tree.AllOf(parts=parts) if not word:
            return "", _listed(_clauses(parts))
    return "is", word or type(part).__name__


def _apart(relation: Filter) -> object:
    """That it is attached so to what another player controls."""
    match relation:
        case tree.IsAttachedTo(tree.AllOf((kind, _))) | tree.HasAttached(tree.AllOf((kind, _))):
            return meant("of another player")["another player controls"](type(relation), kind)
    return None


def _as_printed(filter: Filter) -> str:
    """ "as a legendary creature", "with flying"."""
    plain = filter.part if isinstance(filter, tree.Not) else filter
    if isinstance(plain, tree.HasKeyword):
        return f"{'with' if filter is plain else 'without'} {_had(plain)}"
    if isinstance(plain, tree.HasNoAbilities):
        return "without abilities" if filter is plain else "with abilities"
    words = _noun_phrase(filter)
    if isinstance(filter, tree.AnyOf) and all(isinstance(e, tree.HasColor) for e in filter.parts):
        words = " or ".join(map(str, map(_noun_phrase, filter.parts)))
    return f"as {words}" if words else f"so that it {_listed(_clauses((filter,)))}"


def _noun_phrase(claim: _Said) -> str | None:
    """ "a black creature", "black": with an article where it ends in a noun."""
    words = _described(claim)  # type: ignore[arg-type]  # what is no filter has no words
    if words is None:
        return None
    nouns = (tree.AllOf, tree.HasType, tree.HasSubtype, tree.IsToken)
    if isinstance(claim, nouns) and goalwords.ends_in_noun(claim):
        return _a(words)
    return words


def _had(claim: _Said) -> str:
    """What follows "has", of what an object has."""
    match claim:
        case tree.HasKeyword(keyword=word):
            return word
        case tree.HasNoAbilities():
            return "no abilities"
        case tree.HasAbilityKind(kind=kind):
            return _a(f"{kind} ability")
        case tree.StatIs(stat=stat, op=op, amount=tree.Num(value=value)):
            return f"{stat} {_OPS[op]}{value}"
        case tree.StatIs(stat=stat, op=op, amount=tree.StatOf(stat=other)):
            return f"{stat} {_AGAINST[op]}its {other}"
        case tree.StatIs(stat=stat, op=op, amount=tree.Times(factor, tree.StatOf(stat=other))):
            return f"{stat} {_AGAINST[op]}{_times(factor)}its {other}"
        case tree.StatIs(stat, op, tree.Sum((tree.Times(-1, tree.StatOf(stat=other)), more))):
            return f"{stat} plus {other} {_OPS[op]}{more.value}"  # type: ignore[union-attr]  # `stat_against` makes no other
        case tree.StatIs(stat, op, tree.Sum((tree.StatOf(stat=other), tree.Num(more)))):
            return f"{stat} {_OPS[op]}{_NUMBERS.get(more, more)} more than its {other}"
        case tree.HasCounter(kind=kind, op=op, number=number):
            number_words = _counter_number(op, number)
            noun = "counter" if number == 1 else "counters"
            return f"{number_words} {f'{kind} ' if kind else ''}{noun}"
        case KindCount(kind=kind, op=op, number=number):
            if (op, number) == ("=", 0):
                return f"no {kind}s"
            if kind == "creature type" and number >= len(CREATURE_TYPES):
                return "every creature type"
            return f"{_OPS[op]}{_NUMBERS.get(number, number)} {kind}{'' if number == 1 else 's'}"
        case tree.HasAttached(by=other) if claim not in _ATTACHED:
            return f"{_other(other)} attached to it"
        case AttachedNumber(what=what, op=op, number=number):
            worn = _noun(AnyObject(what.by), number != 1)
            return f"{_counter_number(op, number)} {worn} attached to it"
        case Against():
            return _beside(claim)
        case OnlyAbilities(abilities=abilities):
            return f"no abilities but {_listed([_named(each) for each in abilities])}"
        case _:
            return ""


def _other(filter: Filter) -> str:
    """The object that something is attached to, or that is attached to something."""
    parts = goalwords.all_of(filter)
    called = [each for each in parts if isinstance(each, tree.Named)]
    players = [each for each in parts if isinstance(each, tree.ControlledBy | tree.OwnedBy)]
    had = [each for each in parts if _had(each) and not _adjective(each)]
    kind = tree.AllOf(tuple(each for each in parts if each not in (*called, *players, *had)))
    words = subject_words(AnyObject(kind))
    words += "".join(f' named "{each.name}"' for each in called)
    words += "".join(f" with {_had(each)}" for each in had)
    return words + "".join(f" {_with_verb(each)[1]}" for each in players)


def _beside(claim: Against) -> str:
    """How it stands to another object: "greater power than every other creature"."""
    sizes = " and ".join(claim.stats)
    other = _another(claim.other, "every other" if claim.which == "every" else "another")
    if claim.also is not None:
        last = msgspec.structs.replace(claim.also, other=claim.other, which=claim.which)
        first, _, _ = _beside(msgspec.structs.replace(claim, also=None)).rpartition(other)
        return f"{first}and {_beside(last)}"
    if claim.shared:
        words = [f"{'no' if claim.op == '!=' else 'a'} {kind}" for kind in claim.shared]
        return f"{_listed(words)} in common with {other}"
    if claim.factor < 0:
        return f"{sizes} plus that of {other} {_OPS[claim.op]}{claim.more}"
    theirs = claim.theirs or sizes
    if claim.more:
        than = "more" if claim.more > 0 else "less"
        return f"{sizes} {abs(claim.more)} {than} than the {theirs} of {other}"
    if claim.which == "number":
        theirs, other = "number", _kind_words(claim.other)
    elif claim.which == "sum":
        theirs, other = f"total {theirs}", f"all other {_kind_words(claim.other)}"
    elif claim.factor == 1 and theirs == sizes:
        return f"{_THAN[claim.op].format(sizes)} {other}"
    return f"{sizes} {_AGAINST[claim.op]}{_times(claim.factor)}the {theirs} of {other}"


def _times(factor: int) -> str:
    return {1: "", 2: "twice "}.get(factor, f"{_NUMBERS.get(factor, factor)} times ")


_THAN = {"=": "the same {} as", "<": "less {} than", "<=": "no greater {} than",
         "!=": "different {} than", ">": "greater {} than", ">=": "no less {} than"}  # fmt: skip


def _another(filter: Filter, which: str = "another") -> str:
    """The other object of a comparison: "another creature", "every other creature"."""
    words = _other(filter)
    return words if isinstance(filter, tree.Named) else f"{which} {words.partition(' ')[2]}"


def _counter_number(op: str, number: int) -> str:
    return f"{'exactly ' if op == '=' else _OPS[op]}{_NUMBERS.get(number, number)}"


def _named(ability: tree.Ability) -> str:
    text = _text(ability)
    return text.casefold() if isinstance(ability, tree.Keyword) else f'"{text}"'


def _text(ability: tree.Ability) -> str:
    return text_of(ability) or "that text"


def denied(claims: Sequence[Claim]) -> list[str]:
    """What is so where each of the claims is false, as what follows "it": "is not 3/3"."""
    return [
        f"is not {claim}" if isinstance(claim, str) else clause(goalwords.denied_claim(claim))  # type: ignore[arg-type]  # what is boxed is a claim
        for _, claim in _boxed(claims)
    ]
