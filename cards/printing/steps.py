"""Canonical text of the steps of a body: each is a sentence."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.inert_acts import NO_EXCHANGE, template_of
from striate.cards.grammar.moves import LIBRARY_OR_GRAVEYARD
from striate.cards.grammar.nouns import all_of
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import NotPrintable, capital, show
from striate.cards.printing.changes import change_phrase, exceptions
from striate.cards.printing.inert import inert
from striate.cards.printing.mentioned import TEXTS
from striate.cards.printing.nouns import NOT_MONARCH, condition, group_phrase, parts_of
from striate.cards.printing.plainly import FOR_EVER, is_plain
from striate.cards.printing.replacing import replacing
from striate.cards.printing.statics import abilities
from striate.cards.printing.targets import (
    figure,
    how_many,
    how_much,
    in_zone,
    measured,
    player,
    so_many,
    to_whom,
    two_that_share,
    who,
)
from striate.cards.printing.tokens import has_two_sizes, token_noun
from striate.cards.printing.words import article, listed
from striate.cards.prose import words_of
from striate.cards.walking import nodes

# --- steps ----------------------------------------------------------------------------------------


def _continuous(step: t.Continuous, *, bare: bool = False) -> str:
    """What is done, and how long it lasts: at the end, where that is said of nothing else."""
    mark = TEXTS[-1].mark() if TEXTS else ()
    words = _effect(step.effect, bare)
    if isinstance(step.duration, t.Permanently):
        return f"{FOR_EVER}, {words}" if is_plain() else words
    if not set('",«—.') & set(words) and " be blocked " not in words:
        return f"{words} {_duration(step.duration)}"
    if TEXTS:
        TEXTS[-1].back_to(mark)
    return f"{_duration(step.duration)}, {_effect(step.effect, bare)}"


def _effect(effect: t.Effect, bare: bool) -> str:
    first = effect.changes[0]
    if isinstance(first, t.SetController) and len(effect.changes) == 1:
        if first.player == "you":
            return f"gain control of {who(effect.who)}"
        return f"{player(first.player)} {'gain' if bare else 'gains'} control of {who(effect.who)}"
    if isinstance(first, t.ExchangeControl) and (two := two_that_share(effect.who, first.other)):
        return f"exchange control of two {two}"
    if isinstance(first, t.ExchangeControl):
        return f"exchange control of {show(effect.who)} and {show(first.other)}"
    if isinstance(first, t.ExchangeText):
        return f"exchange the text boxes of {show(effect.who)} and {show(first.other)}"
    if isinstance(first, t.SwitchPT) and len(effect.changes) == 1:
        return f"switch the power and toughness of {who(effect.who)}"
    if isinstance(first, t.ReplaceWords):
        with_ = "another" if first.new == "@to" else first.new
        kinds = " or ".join(f"one {_KINDS[kind]} with {with_}" for kind in first.kinds)
        return f"change the text of {show(effect.who)} by replacing all instances of {kinds}"
    subject = who(effect.who)
    phrases = [_begun(change) for change in effect.changes]
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


_BECOMES = (t.AddTypes, t.SetTypes, t.SetSubtypes, t.SetColors, t.AddColors)
_THIRD = re.compile(r"^(get|gain|lose|become|attack|block|ha|i)s\b")


def _bare(words: str) -> str:
    """The verb phrase as several do it, or as it is said after "you may have it"."""
    return _THIRD.sub(lambda verb: _IRREGULAR.get(verb[1], verb[1]), words)


_TOGETHER = re.compile(r"\beach\b|^those ")
_IRREGULAR = {"ha": "have", "i": "are"}


_KINDS = {
    "color": "color word", "basic land type": "basic land type", "creature type": "creature type",
}  # fmt: skip


_DURATIONS: dict[type, str] = {
    t.UntilEndOfTurn: "until end of turn",
    t.UntilYourNextTurnEnds: "until the end of your next turn",
    t.UntilYourNextTurn: "until your next turn",
    t.UntilLeaves: "for as long as ~ remains on the battlefield",
}


def _duration(value: t.Duration) -> str:
    if not isinstance(value, t.AsLongAs):
        return _DURATIONS[type(value)]
    if isinstance(value.condition, t.Fact):
        return words_of(value.condition.prose)
    if value.condition == t.Matches(t.This(), t.IsAttachedTo(t.Affected())):
        return "for as long as ~ remains attached to it"
    return f"for as long as {condition(value.condition)}"


def _act(step: t.Act) -> str:
    words = _act_words(step)
    if step.verb.startswith("costs more"):
        return words
    return f"{words} {step.detail}".rstrip()


def _act_words(step: t.Act) -> str:
    template = template_of(step)
    if template is None:
        return _by_rule(step) if step.verb in _BY_RULE else _plain_act(step)
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
        elif piece.startswith("<to>"):
            words.append(to_whom(step.to) + piece.removeprefix("<to>"))
        elif "//" in piece:
            words.append(piece.split("//")[0 if step.amount == t.Num(1) else 1])
        elif "/" in piece:
            words.append(piece.split("/")[1 if third else 0])
        else:
            words.append(piece)
    return " ".join(words)


@says("affected", "damaged", "object", "objects", "chosen object")
def _whom(value: Any, plural: bool = False) -> str:
    return to_whom(value)


@says("how much")
def _how_much(amount: t.Amount, plural: bool = False) -> str:
    return how_much(amount)


def _by_rule(step: t.Step) -> str:
    """As the first line says it that reads it so."""
    words = say("instruction", (step,))
    if words is None:
        raise NotPrintable(f"no line says {step}")
    return words


_BY_RULE = {
    "prevent all damage to", "prevent all combat damage to", "prevent all damage by",
    "prevent all combat damage by", "prevent all damage to and by",
    "prevent all combat damage to and by", "remove from combat", "can't be regenerated",
    "when it dies or is exiled, return it",
}  # fmt: skip


def _search(step: t.Act) -> str:
    """ "search your library for a basic land card": the words without the zone."""
    others = step.player not in (None, "you")
    verb = f"{player(step.player or 'you')} searches their" if others else "search your"
    card = step.who
    if isinstance(card, t.ChosenObject) and card.filter is not None and TEXTS:
        TEXTS[-1].chosen.add(card)
        parts = parts_of(card.filter)
        if LIBRARY_OR_GRAVEYARD not in parts:
            return f"{verb} library for {article(group_phrase(in_zone(card.filter)))}"
        places = (t.OwnedBy("you"), LIBRARY_OR_GRAVEYARD, t.InZone("any"))
        rest = all_of(part for part in parts if part not in places)
        return f"{verb} library and/or graveyard for {article(group_phrase(t.Each(rest, 'any')))}"
    if isinstance(card, t.Target) and TEXTS:
        spec = TEXTS[-1].body.targets[card.index]
        TEXTS[-1].named.add(card.index)
        noun = group_phrase(t.Each(spec.filter, "any"), plural=spec.high != 1)
        return f"{verb} library for {how_many(spec.low, spec.high)} {noun}"
    return f"{verb} library for {to_whom(card)}"


_BY_PLAYER: dict[str, str] = {
    "get energy": "{player} get{s} « {amount} » energy",
    "discard": "{player} discard{s} {who}",
    "put into hand": "{player} put{s} {who} into {their} hand",
}


def _plain_act(step: t.Act) -> str:
    if step.verb == "search library for":
        return _search(step)
    if step.verb in _BY_PLAYER:
        return _BY_PLAYER[step.verb].format(
            player=player(step.player or "you"),
            s="" if step.player in (None, "you") else "s",
            their="your" if step.player in (None, "you") else "their",
            amount=how_much(step.amount) if step.amount is not None else "",
            who=who(step.who) if step.who is not None else "",
        )
    if step.verb == "creatures attack it if able during that player's next turn":
        return (
            f"during {player(step.player or 'target')}'s next turn,"
            " creatures that player controls attack ~ if able"
        )
    if step.verb == "choose from it":
        return f"choose {who(step.who)} from it"
    if step.verb == "costs more for each target beyond the first":
        return f"~ costs {step.detail} more to cast for each target beyond the first"
    if step.verb == "prevent the next damage to":
        assert step.amount is not None
        much = figure(step.amount)
        return f"prevent the next {much} damage that would be dealt to {to_whom(step.to)} this turn"
    if step.verb.startswith("add ") and step.player not in (None, "you"):
        return f"{player(step.player or 'you')} adds {step.verb.removeprefix('add ')}"
    whom = step.who if step.who is not None else step.to
    if whom is None:
        return (
            f"{player(step.player)} {step.verb}" if step.player not in (None, "you") else step.verb
        )
    return f"{step.verb} {to_whom(whom)}"


def _move(step: t.MoveZone) -> str:
    whom = who(step.who)
    if step.to != "graveyard":
        whom = whom.replace(" in your graveyard", " from your graveyard")
    if step.origin is not None:
        own = step.origin in ("graveyard", "hand")
        whom += f" from {'your ' if own else ''}{step.origin}".replace("battle", "the battle")
    if step.until:
        return f"{step.verb} {whom} until ~ leaves the battlefield"
    if step.place == "top or bottom":
        return f"put {whom} on the {step.place} of its owner's library"
    if step.place not in ("", "top", "bottom"):
        return f"put {whom} into its owner's library {step.place}"
    if step.place:
        where = "top" if step.place == "top" else "the bottom"
        return f"put {whom} on {where} of its owner's library"
    if step.verb == "sacrifice" and step.under is not None:
        return f"its controller sacrifices {whom}"
    if step.verb in ("destroy", "exile", "sacrifice"):
        return f"{step.verb} {whom}"
    if step.verb == "shuffle":
        return f"shuffle {whom} into its owner's library"
    if step.to == "hand":
        return (
            f"return {whom} to its owner's hand"
            if step.verb == "return"
            else f"put {whom} into its owner's hand"
        )
    if step.to == "graveyard" and step.verb == "return":
        return f"return {whom} to its owner's graveyard"
    if step.to == "graveyard":
        return f"put {whom} into its owner's graveyard"
    words = f"{'return' if step.verb == 'return' else 'put'} {whom} "
    words += "to the battlefield" if step.verb == "return" else "onto the battlefield"
    if step.transformed:
        words += " transformed"
    if step.tapped:
        words += " tapped"
    unders = {
        "you": " under your control", "affected owner": " under its owner's control",
        "affected controller": " under its controller's control",
    }  # fmt: skip
    return words + unders.get(step.under or "", "")


def _token(step: t.CreateTokens) -> str:
    token = step.token
    one = step.amount == t.Num(1)
    verb = "create" if step.player == "you" else f"{player(step.player)} creates"
    if token.subtypes == ("Aura", "Role"):
        host = "" if step.attached_to is None else f" attached to {who(step.attached_to)}"
        roles = so_many(step.amount, f"{token.name} Role token{'' if one else 's'}")
        if isinstance(step.attached_to, t.Each):
            return f"for each {group_phrase(step.attached_to)}, {verb} {roles} attached to it"
        return f"{verb} {roles}{host}"
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


def _copies(step: t.CreateCopies) -> str:
    one = step.amount == t.Num(1)
    verb = "create"
    if step.player not in ("you", "affected controller"):
        verb = f"{player(step.player)} creates"
    state = ("tapped and attacking " if step.attacking else "tapped ") if step.tapped else ""
    noun = "token that's a copy of" if one else "tokens that are copies of"
    some = so_many(step.amount, f"{state}{noun}")
    if _is_many(step.of):
        end = f"{some} it{exceptions(step.exceptions)}"
        return f"for each of {who(step.of)}, create {end}"
    if isinstance(step.of, t.Each):
        each = f"for each {group_phrase(step.of)}, "
        if step.player == "affected controller":
            verb = "its controller creates"
        return f"{each}{verb} {some} it{exceptions(step.exceptions)}"
    return f"{verb} {some} {who(step.of)}{exceptions(step.exceptions)}"


_UNFORETOLD = ("explores", "connives")


def _is_many(ref: Any, said: str = "") -> bool:
    if isinstance(ref, t.Those) or " and " in said:
        return " and " in said or (said.startswith("those ") and "«" not in said)
    if not isinstance(ref, t.Target) or not TEXTS:
        return False
    targets = TEXTS[-1].body.targets
    return ref.index < len(targets) and targets[ref.index].high != 1


def _counters(step: t.PutCounters) -> str:
    if isinstance(step.amount, t.UnknownAmount):
        words = words_of(step.amount.prose)
        if words.startswith(_UNFORETOLD):
            return f"{who(step.who)} {words}"
    return f"put {_so_many_counters(step.amount, step.kind)} on {who(step.who)}"


def _so_many_counters(amount: t.Amount | None, kind: str | None) -> str:
    """ "A +1/+1 counter", "all counters"."""
    kind = f"{kind} " if kind else ""
    if amount is None:
        return f"all {kind}counters"
    return so_many(amount, f"{kind}{'counter' if amount == t.Num(1) else 'counters'}")


def _distribute(step: t.DistributeCounters) -> str:
    return f"distribute {figure(step.amount)} {step.kind} counters among {who(step.who)}"


def _remove_counters(step: t.RemoveCounters) -> str:
    return f"remove {_so_many_counters(step.amount, step.kind)} from {who(step.who)}"


def _moved_counters(step: t.MoveCounters) -> str:
    onto = f"from {who(step.who)} onto {who(step.to)}"
    if step.lacking:
        return f"move a counter of each kind not on {who(step.to)} {onto}"
    some = _SOME.get(type(step.amount))
    if some is None:
        return f"move {_so_many_counters(step.amount, step.kind)} {onto}"
    return f"move {some} {step.kind + ' ' if step.kind else ''}counters {onto}"


_SOME: dict[type, str] = {t.UnknownAmount: "any number of", t.Greatest: "one or more"}


def _counters_of(step: t.PutCountersOf) -> str:
    return f"put its counters on {who(step.who)}"


def _double(step: t.DoubleCounters) -> str:
    if step.kind is None:
        return f"double the number of each kind of counter on {who(step.who)}"
    return f"double the number of {step.kind} counters on {who(step.who)}"


def _mana(step: t.AddMana) -> str:
    if step.amount is None:
        return f"add {step.mana}"
    return f"add {step.mana} for each « {measured(step.amount)} »"


def _life(step: t.LifeChange) -> str:
    verb = "gain" if step.gain else "lose"
    subject = player(step.player)
    return f"{subject} {verb}{'' if step.player == 'you' else 's'} {figure(step.amount)} life"


def _copy_spell(step: t.CopySpell) -> str:
    times = "" if step.amount == t.Num(1) else f" « {how_much(step.amount)} » times"
    return f"copy {who(step.of)}{times}{exceptions(step.exceptions)}"


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
    told = [f"{when}, {_in_a_row(steps[:first])}"]
    for step in steps[first:]:
        told += do_sentences(step) if isinstance(step, t.Do) else [instruction(step)]
    return ". ".join([told[0], *map(capital, told[1:])])


def _later(step: t.Later) -> str:
    """603.7c: what is put off, and the condition that is asked only then."""
    inner = step.steps[0]
    if len(step.steps) == 1 and isinstance(inner, t.Do) and inner.condition is not None:
        negative = isinstance(inner.condition, t.Unless)
        part = inner.condition.part if isinstance(inner.condition, t.Unless) else inner.condition
        test = f"{'unless' if negative else 'if'} {condition(part)}"
        return f"{step.when}, {_together(inner.steps)} {test}"
    return _put_off(step.when, step.steps)


def _for_the_turn(step: t.BeginReplacing) -> str:
    ability = step.ability
    if isinstance(ability, t.GoesElsewhere) and not isinstance(ability.who, t.Each):
        if ability.event == "leave":
            return (
                f"if {who(ability.who)} would leave the battlefield,"
                " exile it instead of putting it anywhere else"
            )
        return f"if {who(ability.who)} would die this turn, exile it instead"
    return replacing(ability, " this turn")


def _designate(step: t.Designate) -> str:
    if step.word == "suspected" and not step.ends:
        return f"suspect {who(step.who)}"
    return f"{who(step.who)} {'is no longer' if step.ends else 'becomes'} {step.word}"


def _whose(word: str) -> str:
    return "your" if word == "you" else f"{player(word)}'s"


_STEPS: dict[type, Callable[[Any], str]] = {
    t.Continuous: _continuous,
    t.Act: _act,
    t.MoveZone: _move,
    t.CreateTokens: _token,
    t.CreateCopies: _copies,
    t.PutCounters: _counters,
    t.DistributeCounters: _distribute,
    t.RemoveCounters: _remove_counters,
    t.MoveCounters: _moved_counters,
    t.PutCountersOf: _counters_of,
    t.DoubleCounters: _double,
    t.GainPrintedBelow: lambda step: (
        f"{who(step.who)} gains the abilities printed below this one until end of turn"
    ),
    t.Endure: lambda step: f"{who(step.who)} endures {figure(step.amount)}",
    t.Proliferate: lambda step: "proliferate",
    t.AddMana: _mana,
    t.LifeChange: _life,
    t.CopySpell: _copy_spell,
    t.Delayed: lambda step: _delayed(step),
    t.Later: _later,
    t.BeginReplacing: lambda step: _for_the_turn(step),
    t.PhaseOut: lambda step: f"{who(step.who)} phases out",
    t.Designate: lambda step: _designate(step),
    t.GetEmblem: lambda step: (
        f"{player(step.player)} {'get' if step.player == 'you' else 'gets'}"
        f" an emblem with {abilities(step.abilities)}"
    ),
    t.ExchangeStatWithLife: lambda step: (
        f"exchange {_whose(step.player)} life total with {show(step.ref)}'s {step.stat}"
    ),
    t.SetLife: lambda step: f"{_whose(step.player)} life total becomes {figure(step.amount)}",
    t.Inert: inert,
    t.Prose: words_of,
}


def instruction(step: t.Step) -> str:
    """One step without a capital and full stop."""
    if isinstance(step, t.Do):
        simple = not step.cost and not step.otherwise
        if step.may and simple and not any(isinstance(inner, t.Do) for inner in step.steps):
            words = "" if step.condition is None else _if(step.condition)
            return f"{words}{_you_may(step.steps)}"
        return " ".join(do_sentences(step))
    return _STEPS.get(type(step), _by_rule)(step)


# --- sentences ------------------------------------------------------------------------------------


def _in_a_row(steps: tuple[t.Step, ...]) -> str:
    return ", then ".join(instruction(step) for step in steps)


_LASTS = re.compile(r"(?:until|for as long as) [^,\"]*, ")
_DEED = re.compile(r"(?<= )(deal|fight|explore|connive|phase)s\b")
_SUBJECT = re.compile(
    r"(?:~|the|that|those|its|it|each|any number|up to|enchanted|target|another|an?) "
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
    if not step.may and step.otherwise and _otherwise_first(step):
        before = _in_a_row(step.otherwise)
        words = _if(step.condition) if step.condition is not None else ""
        return [before, f"{words}instead {_in_a_row(step.steps)}"]
    unless = step.condition.part if isinstance(step.condition, t.Unless) else None
    said = isinstance(unless, t.Fact) and step.condition != NOT_MONARCH and not step.otherwise
    if not step.may and isinstance(unless, t.Fact) and said:
        return [f"{_together(step.steps)} unless {words_of(unless.prose)}"]
    if not step.may:
        if trailing and step.condition is not None:
            done = _together(step.steps)  # first: it names what the condition asks about
            told = f"{done} {_if(step.condition).removesuffix(', ')}"
        else:
            told = "" if step.condition is None else _if(step.condition)
            told += _in_a_row(step.steps)
        return [told, f"otherwise, {_in_a_row(step.otherwise)}"] if step.otherwise else [told]
    condition_words = "" if step.condition is None else _if(step.condition)
    if step.cost:
        found = [f"{condition_words}you may pay {step.cost}"]
        rest = step.steps
    else:
        found = [f"{condition_words}{_you_may(step.steps[:1])}"]
        rest = step.steps[1:]
    for changing, inner in groupby(rest, key=_changes_something):
        if changing:
            found.append(f"if you do, {_in_a_row(tuple(inner))}")
        else:
            found += [words for each in inner for words in _if_you_do(each)]
    if step.otherwise:
        found.append(f"if you don't, {_in_a_row(step.otherwise)}")
    return found


def _otherwise_first(step: t.Do) -> bool:
    """Whether the text that is replaced by "instead" names a target before the condition does."""
    before = _named_first(step.otherwise)
    after = max(_named_first((step.condition,)), _named_first(step.steps))
    return before >= 0 and (after < 0 or before < after)


def _named_first(steps: tuple[Any, ...]) -> int:
    """The first target that the steps name and nothing before them has named."""
    named = TEXTS[-1].named if TEXTS else set()
    found = [
        node.index
        for node in nodes(steps)
        if isinstance(node, t.Target) and node.index not in named
    ]
    return min(found, default=-1)


def _if(value: t.Condition) -> str:
    if isinstance(value, t.Fact) and value.prose.template.startswith(("if you do", "when ")):
        return f"{words_of(value.prose)}, "
    if value == NO_EXCHANGE:
        return "if you don't make an exchange, "
    return f"if {condition(value)}, "


def _changes_something(step: t.Step) -> bool:
    return not isinstance(step, t.Do | t.Act | t.Inert)


def _if_you_do(step: t.Step) -> list[str]:
    if not isinstance(step, t.Do):
        return [f"if you do, {instruction(step)}"]
    if step.condition == t.Fact(t.Prose("when you do")):
        return do_sentences(step)
    first, *rest = do_sentences(step)
    return [f"if you do, {first}", *rest]
