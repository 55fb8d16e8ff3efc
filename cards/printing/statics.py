"""Canonical text of changes, static abilities, levels, entering, keywords and tokens."""

from itertools import zip_longest
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.nouns import ANYTHING, all_of, parts_of
from striate.cards.printing.by_rule import say, says, undoes
from striate.cards.printing.canonical import capital, prints, sentence, show
from striate.cards.printing.nouns import (
    condition,
    group_phrase,
    in_zone,
    measure,
    noun_phrase,
    possessive,
)
from striate.cards.printing.words import article, listed
from striate.cards.vocabulary import COLOR_NAMES, KEYWORDS

# --- changes: verb phrases after a subject in the singular ----------------------------------------


def abilities(values: tuple[t.Ability, ...]) -> str:
    """What stands after "has": keywords, and other abilities in quotation marks."""
    words = []
    for value in values:
        # A cost in words would swallow what follows it.
        if isinstance(value, t.Keyword) and (not value.cost or value.cost.endswith("}")):
            words.append(keyword(value))
        else:
            quoted = capital(show(value)).replace('"', "'")
            words.append(f'"{quoted}"')
    return listed(words)


def verb_phrase(change: t.Change) -> str:
    words = say("change", change)
    if words is None and not isinstance(change, t.ModifyPT):
        words = say("verb phrase", (change,)) or say("made", change)
    return words or show(change)


def signed(value: int, negative: bool = False) -> str:
    return f"-{-value}" if value < 0 or (value == 0 and negative) else f"+{value}"


def factor(amount: t.Amount) -> tuple[int, t.Amount | None]:
    if isinstance(amount, t.Num):
        return amount.value, None
    if isinstance(amount, t.Times):
        return amount.factor, amount.amount
    return 1, amount


@prints(t.ModifyPT)
def _modify(change: t.ModifyPT) -> str:
    power, one = factor(change.power)
    toughness, two = factor(change.toughness)
    if one and two and one != two:
        x, y = measure(change.power), measure(change.toughness)
        return f"gets +X/+Y, where X is {x} and Y is {y}"
    amount = one or two
    whole = (one or power == 0) and (two or toughness == 0)
    each = say("each counted", amount) if amount and whole else None
    if each is not None:
        return f"gets {_pair(power, toughness)} for each {each}"
    where = f", where X is {measure(amount)}" if amount and amount != t.X() else ""
    return f"gets {_pair(power, toughness, one, two)}{where}"


def _pair(power: int, toughness: int, *x: t.Amount | None) -> str:
    """-1/-0: a zero takes the sign of the other half; -X/-0: the halves that are X."""
    minus = power < 0 or toughness < 0
    halves = zip_longest((power, toughness), x)
    return "/".join(f"{'-' if n < 0 else '+'}X" if of else signed(n, minus) for n, of in halves)


@says("pt box")
def _box(change: t.Change, plural: bool = False) -> str | None:
    match change:
        case t.SetBasePT(t.Num(power), t.Num(toughness)):
            return f"{power}/{toughness}"
        case t.SetBasePT(t.X(), t.X()):
            return "X/X"
    return None


says("abilities", "quoted")(lambda values, plural: abilities(values))
says("any subtype", "supertype", "card type")(lambda word, plural: word.lower())


@says("owners")
def _owners(of: t.Who, plural: bool = False) -> str:
    return f"all {group_phrase(of, plural=True)}" if isinstance(of, t.Each) else show(of)


says("enterer")(lambda who, plural: "~" if who == t.This() else subject(who))
undoes("from_group")(lambda part: (in_zone(part),))
says("small words")(lambda names, plural: " ".join(names).lower())
says("spaced")(lambda names, plural: " ".join(names))
says("nouns")(lambda part, plural: noun_phrase(part, plural=True))
says("a noun")(lambda part, plural: article(noun_phrase(part)))
says("its or whose")(lambda who, plural: "its" if isinstance(who, t.Each) else possessive(who))


# --- effects and static abilities -----------------------------------------------------------------


_FIRST = t.Unknown("the first each turn")


def subject(who: t.Who) -> str:
    if isinstance(who, t.Each):
        if _FIRST in parts_of(who.filter):
            rest = tuple(part for part in parts_of(who.filter) if part != _FIRST)
            return f"the first {group_phrase(t.Each(all_of(rest), who.zone))} each turn"
        return f"each {group_phrase(who)}"
    return show(who)


# "Gets +1/+1 and has flying": the reader sorts by layer again; rules for the object come last.
_PRINT_RANK: dict[type, int] = {t.ModifyPT: 0, t.Restrict: 2}


def predicates(changes: tuple[t.Change, ...]) -> str:
    ordered = sorted(changes, key=lambda change: _PRINT_RANK.get(type(change), 1))
    phrases = [verb_phrase(change) for change in ordered]
    where = [words for words in phrases if ", where X is " in words]
    plain = [words for words in phrases if ", where X is " not in words]
    if where:
        head, _, tail = where[-1].partition(", where X is ")
        phrases = [*plain, *where[:-1], head]
        return f"{listed(phrases)}, where X is {tail}"
    return listed(phrases)


def _effect_sentence(effect: t.Effect, zone: t.Zone = "battlefield") -> str:
    before = _before(None if _stands_after(effect) else effect.condition, zone)
    who = effect.who
    change = effect.changes[0]
    if isinstance(change, t.DefinePT):
        return sentence(f"{before}{say('defined', (who, change))}{_unless(effect)}")
    if isinstance(change, t.Restrict) and change.verb.startswith(("you ", "players ", "your ")):
        return sentence(f"{before}{change.verb}{_unless(effect)}")
    if isinstance(change, t.Restrict) and isinstance(change.amount, t.Num):
        return sentence(say("sentence", (effect,)) or "")
    if isinstance(change, t.ReplaceWords):
        return (
            "All instances of color words in the text of spells and permanents are changed to "
            "the chosen color word."
        )
    if isinstance(change, t.SetController):
        first = sentence(f"{before}you control {show(who)}{_unless(effect)}")
        rest = effect.changes[1:]
        return f"{first} {sentence(f'it {predicates(rest)}')}" if rest else first
    words, _, where = predicates(effect.changes).partition(", where X is ")
    where = f", where X is {where}" if where else ""
    return sentence(f"{before}{subject(who)} {words}{_unless(effect)}{where}")


_ZONES = {"graveyard": "in your graveyard", "hand": "in your hand", "exile": "in exile",
          "command": "in the command zone", "stack": "on the stack"}  # fmt: skip


def _stands_after(effect: t.Effect) -> bool:
    """ "Unless ..." stands after the sentence, but not after a rule, whose words it would join."""
    value = effect.condition
    restricted = any(isinstance(change, t.Restrict) for change in effect.changes)
    return isinstance(value, t.Unless) and value.part != _YOUR_TURN and not restricted


_YOUR_TURN = t.IsTurnOf("you")


def _unless(effect: t.Effect) -> str:
    value = effect.condition
    if isinstance(value, t.Unless) and _stands_after(effect):
        return f" unless {condition(value.part)}"
    return ""


def _before(value: t.Condition | None, zone: t.Zone) -> str:
    words = [f"~ is {_ZONES[zone]}"] if zone in _ZONES else []
    if zone == "any":
        words = ["~ isn't on the battlefield"]
    if value == t.IsTurnOf("you") and not words:
        return "during your turn, "
    if value is not None:
        words.append(condition(value))
    return f"as long as {' and '.join(words)}, " if words else ""


@prints(t.Static)
def _static(value: t.Static) -> str:
    zone = value.zones[0] if len(value.zones) == 1 else "any"
    sentences = [_effect_sentence(effect, zone) for effect in value.effects]
    if _is_otherwise(value.effects):
        sentences[1] = sentence(f"otherwise, it {predicates(value.effects[1].changes)}")
    return " ".join([*sentences, LINGERS] if value.lingers else sentences)


def _is_otherwise(effects: tuple[t.Effect, ...]) -> bool:
    """Whether the second of two effects is of the same object while the first is not."""
    if len(effects) != 2 or isinstance(effects[0].who, t.Each) or effects[0].condition is None:
        return False
    opposite = t.Unless(effects[0].condition)
    return (effects[1].who, effects[1].condition) == (effects[0].who, opposite)


LINGERS = "If ~ leaves the battlefield, this effect continues until end of turn."


# --- levels and entering --------------------------------------------------------------------------


@prints(t.LevelSymbol)
def _level(value: t.LevelSymbol) -> str:
    band = f"{value.low}+" if value.high is None else f"{value.low}-{value.high}"
    inner = [capital(show(ability)) for ability in value.abilities]
    return "\n".join([f"LEVEL {band}", f"{value.power}/{value.toughness}", *inner])


@prints(t.ClassLevel)
def _class_level(value: t.ClassLevel) -> str:
    inner = [capital(show(ability)) for ability in value.abilities]
    return "\n".join([f"{value.cost}: Level {value.level}", *inner])


says("either")(lambda words, plural: listed(words, "or"))
says("ends")(lambda numbers, plural: f"{numbers[0]} and {numbers[-1]}")
says("color or word")(lambda word, plural: COLOR_NAMES.get(word, word))
# What it can become: a size has no article.
says("choices")(
    lambda labels, plural: listed([s if s[-2:-1] == "/" else article(s) for s in labels], "or")
)


# --- keywords (702) -------------------------------------------------------------------------------


@prints(t.Keyword)
def keyword(value: t.Keyword) -> str:
    if value.words.startswith("cost equal to"):
        rest = value.words.removeprefix("cost ")
        return f"{value.name}. The {value.name} cost is {rest}"
    words = None if value.name == "@keyword" else say("keyword", (value,))
    if words is not None:
        return words
    return (
        "the chosen ability" if value.name == "@keyword" else f"{value.name} {value.words}".strip()
    )


def _is_mana(cost: str) -> bool:
    return cost.startswith("{") and " " not in cost


for _kind in ("plain", "cost", "number", "number cost"):
    says(f"{_kind} keyword")(
        lambda name, plural, kind=_kind: name if KEYWORDS.get(name) == kind else None
    )
says("mana cost")(lambda cost, plural: cost if _is_mana(cost) else None)
says("cost words")(lambda cost, plural: None if _is_mana(cost) else cost or None)
says("limit words")(lambda words, plural: f"{words}.")
says("craft words", "prototype box", "subtype")(lambda words, plural: words)
says("typecycling")(lambda part, plural: f"{noun_phrase(part).lower()}cycling")
says("where x")(lambda amount, plural: f", where X is {say('measured', amount)}")


@undoes("enchant")
def _enchanted(abilities: tuple[t.Keyword, ...]) -> tuple[Any, ...] | None:
    [ability] = abilities
    if ability.name != "enchant" or ability.words:
        return None
    return (in_zone(ability.quality or ANYTHING),)


# --- tokens (111.3) -------------------------------------------------------------------------------


def token_noun(token: t.TokenSpec, *, one: bool, state: str = "") -> str:
    """What stands after the number: "1/1 white Soldier creature tokens with flying"."""
    words = [state] if state else []
    if token.power is not None and token.toughness is not None and not has_two_sizes(token):
        words.append(f"{_size(token.power)}/{_size(token.toughness)}")
    words += [word.lower() for word in token.supertypes]
    if token.colors:
        words.append(listed([COLOR_NAMES[color] for color in token.colors]))
    words += [*token.subtypes, *(word.lower() for word in token.types)]
    words.append("token" if one else "tokens")
    if token.name:
        words.append(f"named {token.name}")
    if token.abilities:
        words.append(f"with {abilities(token.abilities)}")
    return " ".join(words)


def has_two_sizes(token: t.TokenSpec) -> bool:
    """Whether its power and its toughness are measured apart."""
    sizes = {token.power, token.toughness}
    if sizes & {None, t.X()} or any(isinstance(half, t.Num) for half in sizes):
        return False
    return token.power != token.toughness


def _size(amount: t.Amount) -> str:
    return str(amount.value) if isinstance(amount, t.Num) else "X"


# --- what is replaced (614.1a) --------------------------------------------------------------------

says("one of")(
    lambda who, plural: article(group_phrase(who)) if isinstance(who, t.Each) else show(who)
)
says("them")(
    lambda who, plural: group_phrase(who, plural=True) if isinstance(who, t.Each) else show(who)
)
says("token")(lambda token, plural: token_noun(token, one=True))
says("tokens")(lambda token, plural: token_noun(token, one=False))


@says("tokens meant")
def _tokens(which: t.Filter, plural: bool = False) -> str:
    return group_phrase(t.Each(all_of((*parts_of(which), t.IsToken()))), plural=True)


@says("replacing this turn")
def _this_turn(value: t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced, plural: bool) -> str:
    """The sentence without its stop, for the rest of the turn."""
    words = say("replaced", value) or ""
    if isinstance(value, t.GoesElsewhere):
        return words.replace(", ", " this turn, ", 1)
    return f"until end of turn, {words}"
