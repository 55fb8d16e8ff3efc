"""Canonical text of changes, static abilities, levels and entering."""

from striate.cards import tree
from striate.cards.grammar.nouns import all_of
from striate.cards.meanings import ATTACHED_ONLY
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import capital, prints, sentence, show
from striate.cards.printing.keywords import keyword
from striate.cards.printing.nouns import (
    condition,
    group_phrase,
    measure,
    noun_phrase,
    parts_of,
    possessive,
)
from striate.cards.printing.words import article, listed
from striate.cards.prose import words_of
from striate.cards.tree import Ability, Amount, Change, Each, Effect, Keyword, Num
from striate.cards.vocabulary import COLOR_NAMES

# --- changes: verb phrases after a subject in the singular ----------------------------------------


def abilities(values: tuple[Ability, ...]) -> str:
    """What stands after "has": keywords, and other abilities in quotation marks."""
    words = []
    for value in values:
        if isinstance(value, Keyword) and not _runs_on(value):
            words.append(keyword(value))
        else:
            words.append(f'"{_quoted(capital(show(value)))}"')
    return listed(words)


def _runs_on(value: Keyword) -> bool:
    """A cost in words would swallow what follows it."""
    return bool(value.cost) and not value.cost.endswith("}")


def _quoted(text: str) -> str:
    return text.replace('"', "'")


def verb_phrase(change: Change) -> str:
    """The change as a predicate: "gets +1/+1"."""
    if isinstance(change, tree.Restrict):
        if change.by is None:
            return change.verb
        one = change.verb == ATTACHED_ONLY
        noun = noun_phrase(change.by, plural=not one)
        return f"{change.verb} {article(noun) if one else noun}"
    said = None if isinstance(change, _IN_PYTHON) else say("verb phrase", (change,))
    return said or show(change)


# What is more than an order of words.
_IN_PYTHON = (tree.ModifyPT, tree.LoseAbilities, tree.CantHave)


def signed(value: int, negative: bool = False) -> str:
    return f"-{-value}" if value < 0 or (value == 0 and negative) else f"+{value}"


def _pair(power: int, toughness: int) -> str:
    """-1/-0: a zero takes the sign of the other half."""
    return f"{signed(power, toughness < 0)}/{signed(toughness, power < 0)}"


def factor(amount: Amount) -> tuple[int, Amount | None]:
    if isinstance(amount, Num):
        return amount.value, None
    if isinstance(amount, tree.Times):
        return amount.factor, amount.amount
    return 1, amount


@prints(tree.ModifyPT)
def _modify(change: tree.ModifyPT) -> str:
    power, one = factor(change.power)
    toughness, two = factor(change.toughness)
    if one is None and two is None:
        return f"gets {_pair(power, toughness)}"
    amount = one if one is not None else two
    assert amount is not None
    each = say("each counted", amount)
    same = one is None or two is None or one == two
    whole = (one is not None or power == 0) and (two is not None or toughness == 0)
    if each is not None and same and whole:
        return f"gets {_pair(power, toughness)} for each {each}"
    if one is not None and two is not None and one != two:
        return (
            f"gets +X/+Y, where X is {measure(change.power)} and Y is {measure(change.toughness)}"
        )
    if isinstance(amount, tree.X):
        return f"gets {_x_pair(change)}"
    return f"gets {_x_pair(change)}, where X is {measure(amount)}"


def _x_pair(change: tree.ModifyPT) -> str:
    halves = []
    minus = any(factor(half)[0] < 0 for half in (change.power, change.toughness))
    for half in (change.power, change.toughness):
        times, inner = factor(half)
        halves.append(signed(times, minus) if inner is None else "-X" if times < 0 else "+X")
    return "/".join(halves)


@says("pt box")
def _box(change: Change, plural: bool = False) -> str | None:
    match change:
        case tree.SetBasePT(Num(power), Num(toughness)):
            return f"{power}/{toughness}"
        case tree.SetBasePT(tree.X(), tree.X()):
            return "X/X"
    return None


says("abilities")(lambda values, plural: abilities(values))
says("keyword names")(lambda names, plural: listed(names))
says("any subtype", "supertype")(lambda word, plural: word.lower())
says("card type")(lambda word, plural: word.lower())
says("quoted")(lambda values, plural: abilities(values))


@says("owners")
def _owners(of: tree.Who, plural: bool = False) -> str:
    return f"all {group_phrase(of, plural=True)}" if isinstance(of, Each) else show(of)


@prints(tree.LoseAbilities)
def _lose(change: tree.LoseAbilities) -> str:
    if change.abilities == (tree.Keyword("@keyword"),):
        return "loses the chosen ability"
    if change.abilities == (tree.THIS_ABILITY,):
        return "loses this ability"
    return f"loses {abilities(change.abilities)}"


@prints(tree.CantHave)
def _cant_have(change: tree.CantHave) -> str:
    words = abilities(change.abilities)
    return f"loses {words} and can't have or gain {words}"


_OTHERS = "in addition to its other types"


@prints(tree.AddTypes)
def _add_types(change: tree.AddTypes) -> str:
    if set(change.types) == {"Artifact", "Creature"} and not change.subtypes:
        return f"is {article(_type_words(change))}"
    if not change.types and not change.subtypes:
        return f"is {' '.join(word.lower() for word in change.supertypes)}"
    return f"is {article(_type_words(change))} {_OTHERS}"


def _type_words(change: tree.AddTypes | tree.SetTypes) -> str:
    supertypes = [word.lower() for word in change.supertypes]
    return " ".join([*supertypes, *change.subtypes, *(word.lower() for word in change.types)])


@prints(tree.SetTypes)
def _set_types(change: tree.SetTypes) -> str:
    words = f"is {article(_type_words(change))}"
    plain = not {"Artifact", "Creature"} - set(change.types)
    return f"{words} and loses all other card types" if plain else words


@prints(tree.SetSubtypes)
def _set_subtypes(change: tree.SetSubtypes) -> str:
    return f"is {article(' '.join(change.subtypes))}"


@prints(tree.DefinePT)
def _define(change: tree.DefinePT) -> str:
    return "power and toughness"


@prints(tree.SetController)
def _controller(change: tree.SetController) -> str:
    return "control"


# --- effects and static abilities -----------------------------------------------------------------


_FIRST = tree.Unknown("the first each turn")


def subject(who: tree.Who) -> str:
    if isinstance(who, Each):
        if _FIRST in parts_of(who.filter):
            rest = tuple(part for part in parts_of(who.filter) if part != _FIRST)
            return f"the first {group_phrase(Each(all_of(rest), who.zone))} each turn"
        return f"each {group_phrase(who)}"
    return show(who)


# "Gets +1/+1 and has flying": the reader sorts by layer again; rules for the object come last.
_PRINT_RANK: dict[type, int] = {tree.ModifyPT: 0, tree.Restrict: 2}


def predicates(changes: tuple[Change, ...]) -> str:
    """All changes of an effect; "where X is ..." stands last."""
    ordered = sorted(changes, key=lambda change: _PRINT_RANK.get(type(change), 1))
    phrases = [verb_phrase(change) for change in ordered]
    where = [words for words in phrases if ", where X is " in words]
    plain = [words for words in phrases if ", where X is " not in words]
    if where:
        head, _, tail = where[-1].partition(", where X is ")
        phrases = [*plain, *where[:-1], head]
        return f"{listed(phrases)}, where X is {tail}"
    return listed(phrases)


def _effect_sentence(effect: Effect, zone: tree.Zone = "battlefield") -> str:
    """One effect as a whole sentence."""
    before = _before(None if _stands_after(effect) else effect.condition, zone)
    who = effect.who
    change = effect.changes[0]
    if isinstance(change, tree.DefinePT):
        return sentence(f"{before}{_defined(who, change)}{_unless(effect)}")
    if isinstance(change, tree.Restrict) and change.verb.startswith(("you ", "players ", "your ")):
        return sentence(f"{before}{change.verb}{_unless(effect)}")
    if isinstance(change, tree.Restrict) and isinstance(change.amount, Num):
        whom = change.verb.removeprefix("prevent damage to ")
        number = change.amount.value
        return sentence(f"if a source would deal damage to {whom}, prevent {number} of that damage")
    if isinstance(change, tree.ReplaceWords):
        return (
            "All instances of color words in the text of spells and permanents are changed to "
            "the chosen color word."
        )
    if isinstance(change, tree.SetController):
        first = sentence(f"{before}you control {show(who)}{_unless(effect)}")
        rest = effect.changes[1:]
        return f"{first} {sentence(f'it {predicates(rest)}')}" if rest else first
    words, _, where = predicates(effect.changes).partition(", where X is ")
    where = f", where X is {where}" if where else ""
    return sentence(f"{before}{subject(who)} {words}{_unless(effect)}{where}")


def _defined(who: tree.Who, change: tree.DefinePT) -> str:
    owner = possessive(who) if not isinstance(who, Each) else "its"
    power, toughness = change.power, change.toughness
    if power is not None and power == toughness:
        return f"{owner} power and toughness are each equal to {measure(power)}"
    if power is not None and toughness is not None:
        return (
            f"{owner} power is equal to {measure(power)}"
            f" and its toughness is equal to {measure(toughness)}"
        )
    half, name = (power, "power") if power is not None else (toughness, "toughness")
    assert half is not None
    return f"{owner} {name} is equal to {measure(half)}"


_ZONES = {"graveyard": "in your graveyard", "hand": "in your hand", "exile": "in exile",
          "command": "in the command zone", "stack": "on the stack"}  # fmt: skip


def _stands_after(effect: Effect) -> bool:
    """ "Unless ..." stands after the sentence, but not after a rule, whose words it would join."""
    value = effect.condition
    restricted = any(isinstance(change, tree.Restrict) for change in effect.changes)
    return isinstance(value, tree.Unless) and value.part != _YOUR_TURN and not restricted


_YOUR_TURN = tree.IsTurnOf("you")


def _unless(effect: Effect) -> str:
    value = effect.condition
    if isinstance(value, tree.Unless) and _stands_after(effect):
        return f" unless {condition(value.part)}"
    return ""


def _before(value: tree.Condition | None, zone: tree.Zone) -> str:
    words = [f"~ is {_ZONES[zone]}"] if zone in _ZONES else []
    if zone == "any":
        words = ["~ isn't on the battlefield"]
    if value == tree.IsTurnOf("you") and not words:
        return "during your turn, "
    if value is not None:
        words.append(condition(value))
    return f"as long as {' and '.join(words)}, " if words else ""


@prints(tree.Static)
def _static(value: tree.Static) -> str:
    zone = value.zones[0] if len(value.zones) == 1 else "any"
    sentences = [_effect_sentence(effect, zone) for effect in value.effects]
    return " ".join([*sentences, LINGERS] if value.lingers else sentences)


LINGERS = "If ~ leaves the battlefield, this effect continues until end of turn."


@prints(tree.Opaque)
def _opaque(value: tree.Opaque) -> str:
    return words_of(value.prose)


# --- levels and entering --------------------------------------------------------------------------


@prints(tree.LevelSymbol)
def _level(value: tree.LevelSymbol) -> str:
    band = f"{value.low}+" if value.high is None else f"{value.low}-{value.high}"
    inner = [capital(show(ability)) for ability in value.abilities]
    return "\n".join([f"LEVEL {band}", f"{value.power}/{value.toughness}", *inner])


@prints(tree.ClassLevel)
def _class_level(value: tree.ClassLevel) -> str:
    inner = [capital(show(ability)) for ability in value.abilities]
    return "\n".join([f"{value.cost}: Level {value.level}", *inner])


def _when(value: tree.Condition | None) -> str:
    if value is None:
        return ""
    if isinstance(value, tree.Unless):
        return f" unless {condition(value.part)}"
    return f" if {condition(value)}"


def _enterer(who: tree.Who) -> str:
    return "~" if who == tree.This() else subject(who)


@prints(tree.EntersTapped)
def _enters_tapped(value: tree.EntersTapped) -> str:
    return sentence(f"{_enterer(value.who)} enters tapped{_when(value.condition)}")


@prints(tree.EntersWith)
def _enters_with(value: tree.EntersWith) -> str:
    amount = value.amount
    who = _enterer(value.who)
    more = "additional " if value.additional else ""
    when = _when(value.condition)
    if isinstance(amount, Num):
        many = "an" if value.additional and amount.value == 1 else str(amount.value)
        if not value.additional and amount.value == 1:
            noun = article(f"{value.kind} counter")
        else:
            noun = f"{many} {more}{value.kind} counter{'s' if amount.value != 1 else ''}"
        return sentence(f"{who} enters with {noun} on it{when}")
    if amount == tree.X():
        return sentence(f"{who} enters with X {more}{value.kind} counters on it{when}")
    if amount == tree.Times(2, tree.X()):
        return sentence(f"{who} enters with twice X {value.kind} counters on it{when}")
    words = f"a number of {more}{value.kind} counters on it equal to {measure(amount)}"
    return sentence(f"{who} enters with {words}{when}")


@prints(tree.EntersChoose)
def _enters_choose(value: tree.EntersChoose) -> str:
    if value.kind == "mode":
        what = listed(list(value.options), "or")
    elif value.kind == "number" and value.options:
        what = f"a number between {value.options[0]} and {value.options[-1]}"
    elif value.options == ("opponent",):
        what = "an opponent"
    elif value.kind == "creature":
        what = "another creature you control"
    else:
        what = article(value.kind)
    if value.but:
        but = value.but[0]
        what = f"{what} other than {COLOR_NAMES.get(but, but)}"
    return sentence(f"as ~ enters, choose {what}")


@prints(tree.EntersAs)
def _enters_as(value: tree.EntersAs) -> str:
    labels = [label if label[-2:-1] == "/" else article(label) for label in value.labels]
    options = listed(labels, "or")
    when = "enters or is turned face up" if value.turned_up else "enters"
    return sentence(f"as ~ {when}, it becomes your choice of {options}")
