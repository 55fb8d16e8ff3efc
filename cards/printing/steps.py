"""Canonical text of the steps of a body: each is a sentence."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.creating import COPY_WORDS, LIBRARY_OR_GRAVEYARD
from striate.cards.grammar.inert.forms import SLOT, SLOTS, VERB
from striate.cards.grammar.inert_acts import NO_EXCHANGE, template_of
from striate.cards.grammar.notation import said_as
from striate.cards.grammar.nouns import all_of, parts_of
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import NotPrintable, capital, prints, sentence, show
from striate.cards.printing.mentioned import FOR_EVER, TEXTS, is_plain
from striate.cards.printing.nouns import (
    NOT_MONARCH,
    condition,
    counted,
    group_phrase,
    in_zone,
    measure,
    noun_phrase,
)
from striate.cards.printing.statics import factor, has_two_sizes, signed, token_noun, verb_phrase
from striate.cards.printing.targets import (
    figure,
    how_many,
    how_much,
    measured,
    player,
    so_many,
    to_whom,
    two_that_share,
    who,
)
from striate.cards.printing.words import article, listed, number
from striate.cards.prose import words_of
from striate.cards.walking import nodes

# --- what changes nothing -------------------------------------------------------------------------

_MANY = re.compile(r"(?:<n>|X|number of) $")  # before a noun in the plural


_WORDS: dict[str, Callable[[Any], str]] = {
    "group": group_phrase,
    "noun": group_phrase,
    "a": lambda value: article(group_phrase(value)),
    "amount": lambda value: number(value.value) if isinstance(value, t.Num) else measure(value),
    "each": lambda value: counted(value) or measure(value),
    "cond": condition,
    "filter": noun_phrase,
    "one target": who,
    "subtype": str,
}


def inert(value: t.Inert, first_many: bool = False) -> str:
    """The words with each part in its slot, and each verb as its subject asks.

    `first_many`: a group that stands first is said in the plural.
    """
    parts = iter(value.parts)
    before: Any = None
    others = "<subject>" in value.words and value.parts[0] not in ("you", "they")

    def filled(match: re.Match[str]) -> str:
        nonlocal before
        part, number_before = next(parts), before
        before = part
        if isinstance(part, t.Inert):
            return inert(part, match.start() == 0 and cast_many)
        many = number_before != 1 and _MANY.search(words[: match.start()])
        many = many or (first_many and match.start() == 0)
        if many and match[1] == "group" and isinstance(part, t.Each):
            return group_phrase(part, plural=True)
        if match[1] in _WORDS:
            return _WORDS[match[1]](part)
        return say(SLOTS.get(match[1], ""), part) or str(part)

    cast = value.parts[0] if value.words.startswith("<cast> costs") else None
    cast_many = isinstance(cast, t.Inert) and cast.words.startswith("<group>")
    words = VERB.sub(r"\2" if others else r"\1", value.words)
    words = words.replace(" costs ", " cost ", 1) if cast_many else words
    words = _COUNTED.sub(lambda match: _FIGURES[match[1]], SLOT.sub(filled, words))
    return _NEXT_SENTENCE.sub(lambda match: match[0].upper(), words)


_NEXT_SENTENCE = re.compile(r"(?<=[a-z]\. )[a-z]")
# Damage and life are written in digits.
_FIGURES = {number(value): str(value) for value in range(1, 21)}
_COUNTED = re.compile(rf"\b({'|'.join(_FIGURES)})(?= (?:\w+ )?(?:damage|life)\b)")


# --- changes in a body, and copy exceptions (707.9) -----------------------------------------------


def _half(amount: t.Amount, other: t.Amount) -> str:
    if isinstance(amount, t.Num):
        less = isinstance(other, t.Num | t.Times) and factor(other)[0] < 0
        return signed(amount.value, less)
    if isinstance(amount, t.X):
        return "+X"
    if amount == t.Times(-1, t.X()):
        return "-X"
    if isinstance(amount, t.Times) and amount.factor < 0:
        inner = t.Times(-amount.factor, amount.amount) if amount.factor != -1 else amount.amount
        return f"-« {measured(inner)} »"
    return f"+« {measured(amount)} »"


def change_phrase(change: t.Change) -> str:
    if isinstance(change, t.ModifyPT):
        power, toughness = change.power, change.toughness
        return f"gets {_half(power, toughness)}/{_half(toughness, power)}"
    return say("begun", change) or verb_phrase(change)


def extra(value: Any) -> str:
    return (say("exception", value) or "").replace("it is ", "it's ", 1)


says("this turn")(lambda verb, plural: said_as("timed rule").get(verb, verb))
says("split")(lambda words, plural: listed(words.split(", "), "or") or None)


def exceptions(values: tuple[Any, ...]) -> str:
    if not values:
        return ""
    return f", {COPY_WORDS} {listed([extra(value) for value in values])}"


# --- steps ----------------------------------------------------------------------------------------


def _continuous(step: t.Continuous, *, bare: bool = False) -> str:
    """What is done, and how long it lasts: at the end, where that is said of nothing else."""
    mark = TEXTS[-1].mark() if TEXTS else ()
    words = _effect(step.effect, bare, so=step.so)
    if isinstance(step.duration, t.Permanently):
        return f"{FOR_EVER}, {words}" if is_plain() else words
    if not set('",«—.') & set(words) and " be blocked " not in words:
        return f"{words} {say('how long', step.duration)}"
    if TEXTS:
        TEXTS[-1].back_to(mark)
    return f"{say('how long', step.duration)}, {_effect(step.effect, bare)}"


def _effect(effect: t.Effect, bare: bool, *, so: bool = False) -> str:
    words = say("effect", effect)
    if words is not None:
        return words.replace(" gains control ", " gain control ", 1) if bare else words
    subject = who(effect.who)
    phrases = [(_so if so else _begun)(change) for change in effect.changes]
    if not subject.startswith("the ") and _is_many(effect.who, subject):
        apart = all(map(_THIRD.match, phrases)) and not _TOGETHER.search(subject)
        bare, subject = True, f"{subject} each" if apart else subject
        phrases = [words.replace(" its other ", " their other ") for words in phrases]
    return f"{subject} {listed([_bare(words) for words in phrases] if bare else phrases)}"


def _begun(change: t.Change) -> str:
    """The change as a verb phrase: what a resolution makes of something, it becomes."""
    words = change_phrase(change)
    if isinstance(change, _BECOMES):
        return re.sub(r"^is (?!the chosen .*land)", "becomes ", words)
    return words


def _so(change: t.Change) -> str:
    """611.2e: what it is and has as it enters."""
    if change == t.LoseAllAbilities():
        return "has no abilities"
    return re.sub(r"^gains ", "has ", change_phrase(change))


_BECOMES = (t.AddTypes, t.SetTypes, t.SetSubtypes, t.SetColors, t.AddColors)
_THIRD = re.compile(r"^(get|gain|lose|become|attack|block|ha|i)s\b")


def _bare(words: str) -> str:
    """The verb phrase as several do it, or as it is said after "you may have it"."""
    return _THIRD.sub(lambda verb: _IRREGULAR.get(verb[1], verb[1]), words)


_TOGETHER = re.compile(r"\beach\b|^those ")
_IRREGULAR = {"ha": "have", "i": "are"}


def _act(step: t.Act) -> str:
    template = template_of(step)
    if step.verb == "deal damage to" and -1 < _named_first((step.to,)) < _named_first(
        (step.amount,)
    ):
        template = "deal/deals damage to <to> equal to <equal>"  # in the order of the targets
    if template is None:
        words = say("act", step) or say("instruction", (step,)) or say("any act", step)
        assert words is not None
        return words
    return f"{_from_template(template, step)} {step.detail}".rstrip()


def _from_template(template: str, step: t.Act) -> str:
    third = step.player not in (None, "you") or step.who is not None
    words: list[str] = []
    if step.player not in (None, "you"):
        words.append(player(step.player or "you"))
    elif step.who is not None:
        words.append(who(step.who))
        third = not words[0].startswith("those ")
    before, _, counted = template.partition("<amount> ")
    if "//" in counted and step.amount == t.Num(1):
        template = f"{before}{article(counted)}"
    for piece in template.split(" "):
        if piece.startswith("<amount>"):
            assert step.amount is not None
            much = how_much if counted and not counted.startswith("damage") else figure
            words.append(much(step.amount) + piece.removeprefix("<amount>"))
        elif piece == "<equal>":
            words.append(measured(step.amount or t.Num(0)))
        elif piece.startswith("<to>"):
            words.append(to_whom(step.to) + piece.removeprefix("<to>"))
        elif "//" in piece:
            words.append(piece.split("//")[0 if step.amount == t.Num(1) else 1])
        elif "/" in piece:
            words.append(piece.split("/")[1 if third else 0])
        else:
            words.append(piece)
    return " ".join(words)


@says("searched")
def _searched(card: Any, plural: bool = False) -> str:
    """ "For a basic land card": the words without the zone."""
    if isinstance(card, t.ChosenObject) and card.filter is not None and TEXTS:
        TEXTS[-1].chosen.add(card)
        parts = parts_of(card.filter)
        if LIBRARY_OR_GRAVEYARD not in parts:
            return f"for {article(group_phrase(in_zone(card.filter, is_found=True)))}"
        places = (t.OwnedBy("you"), LIBRARY_OR_GRAVEYARD, t.InZone("any"))
        rest = all_of(part for part in parts if part not in places)
        return f"and/or graveyard for {article(group_phrase(t.Each(rest, 'any')))}"
    if isinstance(card, t.Target) and TEXTS:
        spec = TEXTS[-1].body.targets[card.index]
        TEXTS[-1].named.add(card.index)
        noun = group_phrase(t.Each(spec.filter, "any"), plural=spec.high != 1)
        return f"for {how_many(spec.low, spec.high)} {noun}"
    return f"for {to_whom(card)}"


says("two alike")(
    lambda effect, plural: two_that_share(effect.who, effect.changes[0].other) or None
)
prints(t.Inert)(lambda value: sentence(inert(value)))
says("said of a copy")(lambda change, plural: re.sub("^gains ", "has ", change_phrase(change)))
says("affected", "damaged", "object", "objects", "chosen object")(lambda it, plural: to_whom(it))
says("moved")(lambda it, plural: who(it).replace(" in your graveyard", " from your graveyard"))
says("how much")(lambda amount, plural: how_much(amount))
says("figures")(lambda amount, plural: figure(amount))
says("equal")(lambda amount, plural: measured(amount))
says("exceptions")(lambda values, plural: exceptions(values))
says("prose")(lambda value, plural: words_of(value))
says("shown")(lambda value, plural: show(value))
says("player")(lambda word, plural: player(word) if isinstance(word, str) else None)


def _token(step: t.CreateTokens) -> str:
    if (roles := say("roles", step)) is not None:
        return roles
    token = step.token
    one = step.amount == t.Num(1)
    verb = "create" if step.player == "you" else f"{player(step.player)} creates"
    state = ("tapped and attacking" if step.attacking else "tapped") if step.tapped else ""
    words = [token_noun(token, one=one, state=state)]
    if step.attacking and not step.tapped:
        words.append("that's attacking")
    if has_two_sizes(token) and token.power is not None and token.toughness is not None:
        power, toughness = measured(token.power), measured(token.toughness)
        words.append(f"with power equal to {power} and toughness equal to {toughness}")
        return f"{verb} {so_many(step.amount, ' '.join(words))}"
    box = {token.power, token.toughness} - {None, t.X()}
    amounts = [part for part in box if part is not None and not isinstance(part, t.Num)]
    where = f", where X is {measured(amounts[0])}" if amounts else ""
    return f"{verb} {so_many(step.amount, ' '.join(words))}{where}"


says("several")(lambda of, plural: who(of) if _is_many(of) else None)


def _is_many(ref: Any, words: str = "") -> bool:
    if isinstance(ref, t.Those) or " and " in words:
        return " and " in words or (words.startswith("those ") and "«" not in words)
    if not isinstance(ref, t.Target) or not TEXTS:
        return False
    targets = TEXTS[-1].body.targets
    return ref.index < len(targets) and targets[ref.index].high != 1


def _delayed(step: t.Delayed) -> str:
    when = show(step.event)
    if not step.until:
        return _put_off(when, step.steps)
    if step.until != "this turn":
        return _put_off(f"{step.until}, {when}", step.steps)
    return _put_off(f"{when} this turn", step.steps)


def _put_off(when: str, steps: tuple[t.Step, ...]) -> str:
    """603.7: what is put off; a fact about how it went is asked in a sentence of its own."""
    asks = [isinstance(step, t.Do) and isinstance(step.condition, t.Fact) for step in steps]
    first = asks.index(True, 1) if True in asks[1:] else len(steps)
    sentences = [f"{when}, {_in_a_row(steps[:first])}"]
    for step in steps[first:]:
        sentences += do_sentences(step) if isinstance(step, t.Do) else [instruction(step)]
    return ". ".join([sentences[0], *map(capital, sentences[1:])])


def _later(step: t.Later) -> str:
    """603.7c: what is put off, and the condition that is asked only then."""
    inner = step.steps[0]
    if len(step.steps) == 1 and isinstance(inner, t.Do) and inner.condition is not None:
        premise = inner.condition
        test = ("unless", premise.part) if isinstance(premise, t.Unless) else ("if", premise)
        return f"{step.when}, {_together(inner.steps)} {test[0]} {condition(test[1])}"
    return _put_off(step.when, step.steps)


STEPS: dict[type, Callable[[Any], str]] = {
    t.Continuous: _continuous, t.Act: _act, t.CreateTokens: _token, t.Delayed: _delayed,
    t.Later: _later, t.Inert: inert, t.Prose: words_of,
}  # fmt: skip


def _by_rule(step: t.Step) -> str:
    words = say("step", step) or say("instruction", (step,))
    if words is None:
        raise NotPrintable(f"no line says {step}")
    return words


def instruction(step: t.Step) -> str:
    if isinstance(step, t.Do):
        simple = not step.cost and not step.otherwise
        if step.may and simple and not any(isinstance(inner, t.Do) for inner in step.steps):
            return f"{_if(step.condition)}{_you_may(step.steps)}"
        return " ".join(do_sentences(step))
    return STEPS.get(type(step), _by_rule)(step)


# --- sentences ------------------------------------------------------------------------------------


def _in_a_row(steps: tuple[t.Step, ...]) -> str:
    return ", then ".join(instruction(step) for step in steps)


_LASTS = re.compile(r"(?:until|for as long as) [^,\"]*, ")
_DEED = re.compile(r"(?<= )(deal|fight|explore|connive|phase|become)s\b")
_SUBJECT = re.compile(
    r"(?:~|the|that|those|its|it|each|any number|up to|enchanted|target|another|an?|your life) "
)


def _you_may(steps: tuple[t.Step, ...]) -> str:
    """ "You may draw a card", but "you may have that creature get +1/+1"."""
    first, *more = steps
    words = _continuous(first, bare=True) if isinstance(first, t.Continuous) else instruction(first)
    words = ", then ".join([words, *map(instruction, more)])
    lead = _LASTS.match(words)
    rest = words[lead.end() :] if lead else words
    if not _SUBJECT.match(rest):
        return f"you may {words}"
    rest = _DEED.sub(r"\1", rest, count=1)
    return f"{lead[0]}you may have {rest}" if lead else f"you may have {rest}"


def _together(steps: tuple[t.Step, ...]) -> str:
    """ "A and B": a condition at the end is of both, as it is not of "A, then B"."""
    return " and ".join(instruction(step) for step in steps)


def do_sentences(step: t.Do, *, trailing: bool = False) -> list[str]:
    """The sentences of steps with a condition, a "may" or a cost.

    `trailing` puts the condition last, where it would be taken for an intervening "if" (603.4).
    """
    premise = step.condition
    if not step.may and step.otherwise and _otherwise_first(step):
        before = _in_a_row(step.otherwise)
        return [before, f"{_if(premise)}instead {_in_a_row(step.steps)}"]
    unless = premise.part if isinstance(premise, t.Unless) else None
    if not (step.may or step.otherwise or unless is None or _has_opposite(unless)):
        return [f"{_together(step.steps)} unless {condition(unless)}"]
    if not step.may:
        if trailing and premise is not None:
            first = _together(step.steps)  # it names what the condition asks about
            sentence = f"{first} {_if(premise).removesuffix(', ')}"
        else:
            sentence = f"{_if(premise)}{_in_a_row(step.steps)}"
        done = [f"otherwise, {_in_a_row(step.otherwise)}"] if step.otherwise else []
        return [sentence, *done]
    if step.cost:
        texts, rest = [f"{_if(premise)}you may pay {step.cost}"], step.steps
    else:
        texts, rest = [f"{_if(premise)}{_you_may(step.steps[:1])}"], step.steps[1:]
    for idle, inner in groupby(rest, key=lambda each: isinstance(each, t.Do | t.Act | t.Inert)):
        if not idle:
            texts.append(f"if you do, {_in_a_row(tuple(inner))}")
        else:
            texts += [words for each in inner for words in _if_you_do(each)]
    if step.otherwise:
        texts.append(f"if you don't, {_in_a_row(step.otherwise)}")
    return texts


def _has_opposite(value: t.Condition) -> bool:
    """Whether the opposite has words of its own, as "it's not your turn"."""
    if isinstance(value, t.Fact):
        return t.Unless(value) == NOT_MONARCH
    mark = TEXTS[-1].mark() if TEXTS else ()
    words = condition(t.Unless(value))
    if TEXTS:
        TEXTS[-1].back_to(mark)
    return not words.startswith("it's not true that ")


def _otherwise_first(step: t.Do) -> bool:
    """Whether the text that is replaced by "instead" names a target before the condition does."""
    before = _named_first(step.otherwise)
    after = max(_named_first((step.condition,)), _named_first(step.steps))
    return before >= 0 and (after < 0 or before < after)


def _named_first(steps: tuple[Any, ...]) -> int:
    """The first target that the steps name and nothing before them has named."""
    named = TEXTS[-1].named if TEXTS else set()
    indexes = [
        node.index
        for node in nodes(steps)
        if isinstance(node, t.Target) and node.index not in named
    ]
    return min(indexes, default=-1)


def _if(value: t.Condition | None) -> str:
    if value is None:
        return ""
    if isinstance(value, t.Fact) and value.prose.template.startswith(("if you do", "when ")):
        return f"{words_of(value.prose)}, "
    if value == NO_EXCHANGE:
        return "if you don't make an exchange, "
    return f"if {condition(value)}, "


def _if_you_do(step: t.Step) -> list[str]:
    if not isinstance(step, t.Do):
        return [f"if you do, {instruction(step)}"]
    if step.condition == t.Fact(t.Prose("when you do")):
        return do_sentences(step)
    first, *rest = do_sentences(step)
    return [f"if you do, {first}", *rest]
