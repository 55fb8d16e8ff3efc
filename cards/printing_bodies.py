"""Canonical text of bodies: targets, instructions, events, activated and triggered abilities.

The first mention of a target is its whole noun phrase, later ones "the first target", "the second
target". Every step is a sentence, so that the text reads back to the same tree.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from striate.cards import tree as t
from striate.cards.acts import NO_EXCHANGE, TEMPLATES
from striate.cards.copying import COPY_WORDS
from striate.cards.events import event_words
from striate.cards.mentions import ANY_TARGET
from striate.cards.nouns import all_of, any_of
from striate.cards.predicates import THIS_TURN_WORDS
from striate.cards.printing import prints, sentence, show
from striate.cards.printing_nouns import (
    article,
    condition,
    group_phrase,
    listed,
    measure,
    noun_phrase,
    number,
    parts_of,
)
from striate.cards.printing_statics import abilities, verb_phrase
from striate.cards.prose import words_of
from striate.cards.references import rebuild
from striate.cards.vocabulary import COLOR_NAMES

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


# --- what has been named --------------------------------------------------------------------------


class _Text:
    """The body that is being printed: which of its targets have been named."""

    def __init__(self, body: t.Body) -> None:
        self.body = body
        self.named: set[int] = set()
        self.chosen: set[t.ChosenObject] = set()
        self.player_named = False


_TEXTS: list[_Text] = []


@contextmanager
def _printing(body: t.Body) -> Iterator[_Text]:
    text = _Text(body)
    _TEXTS.append(text)
    try:
        yield text
    finally:
        _TEXTS.pop()


@prints(t.Target)
def target(ref: t.Target) -> str:
    """A target by its noun phrase, or by its place once it has been named."""
    place = f"the {_ORDINALS[ref.index]} target" if ref.index < len(_ORDINALS) else "the target"
    if not _TEXTS:
        return place
    text = _TEXTS[-1]
    if ref.index in text.named or ref.index >= len(text.body.targets):
        return place
    text.named.add(ref.index)
    return _spec(text.body.targets[ref.index])


def _spec(spec: t.TargetSpec) -> str:
    if spec.word == "that":
        return _that(spec)
    noun = _target_noun(spec)
    word = "target " if spec.word == "target" else ""
    if noun.startswith("any "):
        return noun
    if (spec.low, spec.high) == (1, 1):
        return f"{word}{noun}" if word else an(noun)
    return f"{_how_many(spec.low, spec.high)} {word}{noun}"


def _target_noun(spec: t.TargetSpec) -> str:
    if spec.zone == "any" and spec.filter == _ANYWHERE:
        return "spell or permanent"
    parts = parts_of(spec.filter)
    if ANY_TARGET in parts:
        return "any target" if len(parts) == 1 else "any other target"
    if isinstance(spec.filter, t.AnyOf):
        players = [part.fact for part in spec.filter.parts if part in _PLAYER_WORDS]
        rest = tuple(part for part in spec.filter.parts if part not in _PLAYER_WORDS)
        if players and rest:
            return f"{group_phrase(t.Each(any_of(rest), spec.zone))} or {players[0]}"
    return group_phrase(t.Each(spec.filter, spec.zone))


_PLAYER_WORDS = (t.Unknown("player"), t.Unknown("opponent"))
_ANYWHERE = t.AnyOf((t.InZone("stack"), t.InZone("battlefield")))


def _that(spec: t.TargetSpec) -> str:
    many = spec.high != 1
    if spec.filter == t.AllOf(()):
        return "those objects" if many else "that object"
    noun = noun_phrase(spec.filter, "battlefield")
    return f"those {noun}" if many else f"that {noun}"


def _how_many(low: int, high: Any) -> str:
    if high is None:
        return "any number of" if low == 0 else "one or more"
    if isinstance(high, t.X):
        return "up to X" if low == 0 else "X"
    if not isinstance(high, int):
        return f"{'up to ' if low == 0 else ''}« {measured(high)} »"
    if low == 0:
        return f"up to {number(high)}"
    if low == high:
        return number(high)
    return "one or two" if (low, high) == (1, 2) else "one, two, or three"


@prints(t.ChosenObject)
def _chosen(ref: t.ChosenObject) -> str:
    text = _TEXTS[-1] if _TEXTS else None
    if ref.filter is None or text is None or ref in text.chosen:
        return f"the chosen {ref.kind}"
    text.chosen.add(ref)
    return an(group_phrase(_in_zone(ref.filter)))


def _in_zone(filter: t.Filter) -> t.Each:
    """The filter without its zone, as a group in that zone."""
    zones = [part.zone for part in parts_of(filter) if isinstance(part, t.InZone)]
    rest = all_of(part for part in parts_of(filter) if not isinstance(part, t.InZone))
    zone = zones[0] if zones else "battlefield"
    return t.Each(rest, "any" if zone == "library" else zone)


def an(noun: str) -> str:
    """With its article; "an other" is "another"."""
    return f"an{noun}" if noun.startswith("other ") else article(noun)


@prints(t.ControlledBy)
def _controlled(part: t.ControlledBy) -> str:
    return f"controlled by {player(part.player)}"


@prints(t.OwnedBy)
def _owned(part: t.OwnedBy) -> str:
    return f"owned by {player(part.player)}"


_PLAYERS = {
    "you": "you", "opponent": "each opponent", "any": "each player", "that": "that player",
    "chosen": "the chosen player", "defending": "defending player", "active": "the active player",
    "owner": "~'s owner", "attached controller": "enchanted creature's controller",
    "target controller": "the first target's controller",
    "affected owner": "the first target's owner", "affected controller": "its controller",
}  # fmt: skip


def player(word: str) -> str:
    """A player as the subject of a sentence."""
    if word == "target controller" and _TEXTS:
        return f"{show(t.Target(0))}'s controller"
    if word != "target":
        return _PLAYERS[word]
    if not _TEXTS or _TEXTS[-1].player_named:
        return "that player"
    _TEXTS[-1].player_named = True
    kinds = _TEXTS[-1].body.players
    return f"target {kinds[0]}" if kinds else "target player"


def who(value: Any) -> str:
    """An object or a set of objects."""
    if isinstance(value, t.Each):
        if isinstance(value.filter, t.AnyOf) and any(
            isinstance(part, t.Is) for part in value.filter.parts
        ):
            return " and ".join(_member(part, value.zone) for part in value.filter.parts)
        return f"each {group_phrase(value)}"
    return show(value)


def _member(part: t.Filter, zone: t.Zone) -> str:
    return show(part.ref) if isinstance(part, t.Is) else f"each {group_phrase(t.Each(part, zone))}"


def to_whom(value: Any) -> str:
    return player(value) if isinstance(value, str) else who(value)


# --- amounts --------------------------------------------------------------------------------------


def how_much(amount: t.Amount) -> str:
    """An amount before a noun."""
    if isinstance(amount, t.Num):
        return number(amount.value)
    if isinstance(amount, t.X):
        return "X"
    if isinstance(amount, t.UnknownAmount) and amount.prose.template in (
        "that many",
        "twice that many",
    ):
        return amount.prose.template
    return f"« {measured(amount)} »"


def measured(amount: t.Amount) -> str:
    """An amount as what stands after "equal to"."""
    if isinstance(amount, t.UnknownAmount):
        words = words_of(amount.prose)
        if words.startswith("the ") or "'s " in words:
            return words
    return measure(amount)


# --- changes --------------------------------------------------------------------------------------


def _half(amount: t.Amount) -> str:
    if isinstance(amount, t.Num):
        return f"-{-amount.value}" if amount.value < 0 else f"+{amount.value}"
    if isinstance(amount, t.X):
        return "+X"
    if amount == t.Times(-1, t.X()):
        return "-X"
    if isinstance(amount, t.Times) and amount.factor < 0:
        inner = t.Times(-amount.factor, amount.amount) if amount.factor != -1 else amount.amount
        return f"-« {measured(inner)} »"
    return f"+« {measured(amount)} »"


def change_phrase(change: t.Change) -> str:
    """A change as a verb phrase."""
    if isinstance(change, t.ModifyPT):
        return f"gets {_half(change.power)}/{_half(change.toughness)}"
    if isinstance(change, t.BecomeCopy):
        return f"becomes a copy of {who(change.of)}{exceptions(change.exceptions)}"
    if isinstance(change, t.Restrict):
        return _restriction(change)
    if isinstance(change, t.AddTypes) and change.every and (change.types or change.subtypes):
        return _every_type(change)
    if isinstance(change, t.GainAbilities):
        return f"gains {_gained(change.abilities)}"
    return verb_phrase(change)


def _every_type(change: t.AddTypes) -> str:
    words = [*(word.lower() for word in change.supertypes), *change.subtypes]
    words += [word.lower() for word in change.types]
    return f"is {article(' '.join(words))} with all creature types {_BESIDE}"


_BESIDE = "in addition to its other types"


def _gained(values: tuple[t.Ability, ...]) -> str:
    if len(values) == 1 and isinstance(values[0], t.Keyword) and values[0].name == "@keyword":
        options = values[0].words.split(", ")
        return (
            f"your choice of {listed(options, 'or')}" if values[0].words else "the chosen ability"
        )
    return abilities(values)


def _restriction(change: t.Restrict) -> str:
    words = THIS_TURN_WORDS.get(change.verb, change.verb)
    return words if change.by is None else f"{words} {noun_phrase(change.by)}"


def extra(value: Any) -> str:
    """One copy exception with its subject (707.9)."""
    if isinstance(value, t.CopyIf):
        return f"if it's {_if_copied(value.filter)}, {extra(value.extra)}"
    if isinstance(value, t.KeepThisAbility):
        return "it has this ability"
    if isinstance(value, t.KeepOwn):
        return f"it doesn't copy its {value.what[0]}"
    if isinstance(value, t.SetName):
        return f"its name is {value.name}"
    if isinstance(value, t.EntersWith):
        more = "additional " if value.additional else ""
        return f"it enters with {how_much(value.amount)} {more}{value.kind} counters on it"
    if isinstance(value, t.EntersTapped):
        return "it enters tapped"
    if isinstance(value, t.RemoveTypes) and value.other_types:
        return "it loses all other card types"
    return f"it {change_phrase(value)}"


def _if_copied(part: t.Filter) -> str:
    if isinstance(part, t.HasSupertype):
        return part.supertype.lower()
    return article(noun_phrase(part))


def exceptions(values: tuple[Any, ...]) -> str:
    if not values:
        return ""
    return f", {COPY_WORDS} {', '.join(extra(value) for value in values)}"


# --- steps ----------------------------------------------------------------------------------------


def _continuous(step: t.Continuous) -> str:
    effect = step.effect
    first = effect.changes[0]
    lead = _duration(step.duration, effect.who)
    if isinstance(first, t.SetController) and len(effect.changes) == 1:
        if first.player == "you":
            return f"{lead}gain control of {who(effect.who)}"
        return f"{lead}{player(first.player)} gains control of {who(effect.who)}"
    if isinstance(first, t.ExchangeControl):
        return f"{lead}exchange control of {show(effect.who)} and {show(first.other)}"
    if isinstance(first, t.ExchangeText):
        return f"{lead}exchange the text boxes of {show(effect.who)} and {show(first.other)}"
    if isinstance(first, t.SwitchPT) and len(effect.changes) == 1:
        return f"{lead}switch the power and toughness of {who(effect.who)}"
    if isinstance(first, t.ReplaceWords):
        kinds = " or ".join(f"one {_KINDS[kind]} with another" for kind in first.kinds)
        return f"{lead}change the text of {show(effect.who)} by replacing all instances of {kinds}"
    subject = who(effect.who)
    return f"{lead}{subject} {listed([change_phrase(change) for change in effect.changes])}"


_KINDS = {
    "color": "color word", "basic land type": "basic land type", "creature type": "creature type",
}  # fmt: skip


def _duration(value: t.Duration, of: Any) -> str:
    if isinstance(value, t.Permanently):
        return ""
    if isinstance(value, t.UntilEndOfTurn):
        return "until end of turn, "
    if isinstance(value, t.UntilYourNextTurn):
        return "until your next turn, "
    if isinstance(value, t.UntilLeaves):
        return "for as long as ~ remains on the battlefield, "
    if isinstance(value.condition, t.Fact):
        return f"{words_of(value.condition.prose)}, "
    if value.condition == t.Matches(t.This(), t.IsAttachedTo(t.Affected())):
        return "for as long as ~ remains attached to it, "
    return f"for as long as {condition(value.condition)}, "


def _act(step: t.Act) -> str:
    words = _act_words(step)
    later = step.detail.startswith("at ")
    if step.verb.startswith("costs more"):
        return words
    return f"{step.detail}, {words}" if later else f"{words} {step.detail}".rstrip()


def _act_words(step: t.Act) -> str:
    template = TEMPLATES.get((step.verb, step.amount is not None, step.to is not None))
    if template is None:
        return _plain_act(step)
    third = step.player not in (None, "you") or step.who is not None
    words: list[str] = []
    if step.player not in (None, "you"):
        words.append(player(step.player or "you"))
    elif step.who is not None:
        words.append(who(step.who))
    for piece in template.split(" "):
        if piece.startswith("<amount>"):
            assert step.amount is not None
            words.append(how_much(step.amount) + piece.removeprefix("<amount>"))
        elif piece.startswith("<to>"):
            words.append(to_whom(step.to) + piece.removeprefix("<to>"))
        elif "//" in piece:
            words.append(piece.split("//")[0 if step.amount == t.Num(1) else 1])
        elif "/" in piece:
            words.append(piece.split("/")[1 if third else 0])
        else:
            words.append(piece)
    return " ".join(words)


_AROUND: dict[str, str] = {
    "prevent all damage to": "prevent all damage that would be dealt to {} this turn",
    "prevent all combat damage to": "prevent all combat damage that would be dealt to {} this turn",
    "prevent all combat damage to and by": (
        "prevent all combat damage that would be dealt to and dealt by {} this turn"
    ),
    "prevent all damage to and by": "prevent all damage that would be dealt to and dealt by {} this turn",
    "prevent all combat damage by": "prevent all combat damage that would be dealt by {} this turn",
    "prevent all damage by": "prevent all damage that would be dealt by {} this turn",
    "remove from combat": "remove {} from combat",
    "can't be regenerated": "{} can't be regenerated",
    "exile until the source leaves": "exile {} until ~ leaves the battlefield",
    "put on top of the library": "put {} on top of its owner's library",
    "put on the bottom of the library": "put {} on the bottom of its owner's library",
    "when it dies or is exiled, return it": (
        "when {} dies or is exiled, return it to the battlefield tapped under your control"
    ),
    "return to hand": "return {} to its owner's hand",
    "return to battlefield": "return {} to the battlefield",
    "return to battlefield tapped": "return {} to the battlefield tapped",
    "return to battlefield under your control": "return {} to the battlefield under your control",
    "return to battlefield under its owner's control": (
        "return {} to the battlefield under its owner's control"
    ),
    "return to battlefield under its owner's control tapped": (
        "return {} to the battlefield tapped under its owner's control"
    ),
    "return to battlefield under your control tapped": (
        "return {} to the battlefield tapped under your control"
    ),
}


def _search(step: t.Act) -> str:
    """ "search your library for a basic land card": the words without the zone."""
    others = step.player not in (None, "you")
    verb = f"{player(step.player or 'you')} searches their" if others else "search your"
    card = step.who
    if isinstance(card, t.ChosenObject) and card.filter is not None and _TEXTS:
        _TEXTS[-1].chosen.add(card)
        return f"{verb} library for {an(group_phrase(_in_zone(card.filter)))}"
    if isinstance(card, t.Target) and _TEXTS:
        spec = _TEXTS[-1].body.targets[card.index]
        _TEXTS[-1].named.add(card.index)
        noun = group_phrase(t.Each(spec.filter, "any"))
        return f"{verb} library for {_how_many(spec.low, spec.high)} {noun}"
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
    if step.verb == "becomes monstrous":
        return f"{who(step.who)} becomes monstrous"
    if step.verb == "exile it and return it transformed":
        return "exile ~, then return it to the battlefield transformed under its owner's control"
    if step.verb == "costs more for each target beyond the first":
        return f"~ costs {step.detail} more to cast for each target beyond the first"
    if step.verb == "prevent the next damage to":
        assert step.amount is not None
        much = how_much(step.amount)
        return f"prevent the next {much} damage that would be dealt to {to_whom(step.to)} this turn"
    whom = step.who if step.who is not None else step.to
    if step.verb in _AROUND and whom is not None:
        return _AROUND[step.verb].format(to_whom(whom))
    if whom is None:
        return (
            f"{player(step.player)} {step.verb}" if step.player not in (None, "you") else step.verb
        )
    return f"{step.verb} {to_whom(whom)}"


def _move(step: t.MoveZone) -> str:
    whom = who(step.who)
    if step.verb in ("destroy", "exile", "sacrifice"):
        return f"{step.verb} {whom}"
    if step.verb == "shuffle":
        return f"shuffle {whom} into its owner's library"
    if step.to == "hand":
        return (
            f"return {whom} to its owner's hand"
            if step.verb == "return"
            else f"put {whom} into your hand"
        )
    if step.to == "graveyard" and step.verb == "return":
        return f"return {whom} to its owner's graveyard"
    if step.to == "graveyard":
        return f"put {whom} into its owner's graveyard"
    words = f"{'return' if step.verb == 'return' else 'put'} {whom} "
    words += "to the battlefield" if step.verb == "return" else "onto the battlefield"
    if step.tapped:
        words += " tapped"
    unders = {
        "you": " under your control", "affected owner": " under its owner's control",
        "affected controller": " under its controller's control",
    }  # fmt: skip
    return words + unders.get(step.under or "", "")


def _token(step: t.CreateTokens) -> str:
    token = step.token
    words = [how_much(step.amount)]
    if step.tapped:
        words.append("tapped and attacking" if step.attacking else "tapped")
    if token.power is not None and token.toughness is not None:
        words.append(f"{_box(token.power)}/{_box(token.toughness)}")
    words += [word.lower() for word in token.supertypes]
    if token.colors:
        words.append(listed([COLOR_NAMES[color] for color in token.colors]))
    words += [*token.subtypes, *(word.lower() for word in token.types)]
    words.append("token" if step.amount == t.Num(1) else "tokens")
    if token.name:
        words.append(f"named {token.name}")
    if token.abilities:
        words.append(f"with {abilities(token.abilities)}")
    if step.attacking and not step.tapped:
        words.append("that's attacking")
    verb = "create" if step.player == "you" else f"{player(step.player)} creates"
    box = {token.power, token.toughness} - {None, t.X()}
    amounts = [part for part in box if part is not None and not isinstance(part, t.Num)]
    where = f", where X is {measured(amounts[0])}" if amounts else ""
    return f"{verb} {' '.join(words)}{where}"


def _box(amount: t.Amount) -> str:
    return str(amount.value) if isinstance(amount, t.Num) else "X"


def _copies(step: t.CreateCopies) -> str:
    one = step.amount == t.Num(1)
    verb = "create"
    if step.player not in ("you", "affected controller"):
        verb = f"{player(step.player)} creates"
    state = ("tapped and attacking " if step.attacking else "tapped ") if step.tapped else ""
    noun = "token that's a copy of" if one else "tokens that are copies of"
    if _is_many(step.of):
        end = f"{how_much(step.amount)} {state}{noun} it{exceptions(step.exceptions)}"
        return f"for each of {who(step.of)}, create {end}"
    if isinstance(step.of, t.Each):
        each = f"for each {group_phrase(step.of)}, "
        if step.player == "affected controller":
            verb = "its controller creates"
        return f"{each}{verb} {how_much(step.amount)} {state}{noun} it{exceptions(step.exceptions)}"
    return (
        f"{verb} {how_much(step.amount)} {state}{noun} {who(step.of)}{exceptions(step.exceptions)}"
    )


_UNFORETOLD = ("explores", "connives")


def _is_many(ref: Any) -> bool:
    if not isinstance(ref, t.Target) or not _TEXTS:
        return False
    targets = _TEXTS[-1].body.targets
    return ref.index < len(targets) and targets[ref.index].high != 1


def _counters(step: t.PutCounters) -> str:
    if isinstance(step.amount, t.UnknownAmount):
        words = words_of(step.amount.prose)
        if words.startswith(_UNFORETOLD):
            return f"{who(step.who)} {words}"
        if words == "proliferate":
            return words
        if words.endswith(", distributed"):
            much = words.removesuffix(", distributed")
            return f"distribute {much} {step.kind} counters among {who(step.who)}"
    noun = "counter" if step.amount == t.Num(1) else "counters"
    return f"put {how_much(step.amount)} {step.kind} {noun} on {who(step.who)}"


def _remove_counters(step: t.RemoveCounters) -> str:
    kind = f"{step.kind} " if step.kind else ""
    much = "all" if step.amount is None else how_much(step.amount)
    return f"remove {much} {kind}counters from {who(step.who)}"


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
    return f"{subject} {verb}{'' if step.player == 'you' else 's'} {how_much(step.amount)} life"


def _copy_spell(step: t.CopySpell) -> str:
    times = "" if step.amount == t.Num(1) else f" « {how_much(step.amount)} » times"
    return f"copy {who(step.of)}{times}{exceptions(step.exceptions)}"


def _delayed(step: t.Delayed) -> str:
    when = show(step.event)
    if step.until != "this turn":
        return f"{step.until}, {when}, {_in_a_row(step.steps)}"
    return f"{when} this turn, {_in_a_row(step.steps)}"


def _whose(word: str) -> str:
    return "your" if word == "you" else f"{player(word)}'s"


_STEPS: dict[type, Callable[[Any], str]] = {
    t.Continuous: _continuous,
    t.Act: _act,
    t.MoveZone: _move,
    t.CreateTokens: _token,
    t.CreateCopies: _copies,
    t.PutCounters: _counters,
    t.RemoveCounters: _remove_counters,
    t.DoubleCounters: _double,
    t.AddMana: _mana,
    t.LifeChange: _life,
    t.CopySpell: _copy_spell,
    t.SetTapped: lambda step: f"{'tap' if step.tapped else 'untap'} {who(step.who)}",
    t.Delayed: lambda step: _delayed(step),
    t.GetEmblem: lambda step: (
        f"{player(step.player)} {'get' if step.player == 'you' else 'gets'}"
        f" an emblem with {abilities(step.abilities)}"
    ),
    t.Transform: lambda step: f"transform {who(step.who)}",
    t.TurnFace: lambda step: f"turn {who(step.who)} face {'up' if step.up else 'down'}",
    t.AttachTo: lambda step: f"attach {who(step.who)} to {who(step.to)}",
    t.ExchangeStatWithLife: lambda step: (
        f"exchange {_whose(step.player)} life total with {show(step.ref)}'s {step.stat}"
    ),
    t.SetLife: lambda step: f"{_whose(step.player)} life total becomes {how_much(step.amount)}",
    t.Prose: words_of,
}


def instruction(step: t.Step) -> str:
    """One step without a capital and full stop."""
    if isinstance(step, t.Do):
        return " ".join(do_sentences(step))
    return _STEPS[type(step)](step)


# --- sentences ------------------------------------------------------------------------------------


def _in_a_row(steps: tuple[t.Step, ...]) -> str:
    return ", then ".join(instruction(step) for step in steps)


def do_sentences(step: t.Do, *, trailing: bool = False) -> list[str]:
    """The sentences of steps with a condition, a "may" or a cost.

    `trailing` puts the condition last, where it would be taken for an intervening "if" (603.4).
    """
    if not step.may and step.otherwise and _named_first(step.otherwise) >= 0:
        before = _in_a_row(step.otherwise)
        words = _if(step.condition) if step.condition is not None else ""
        return [before, f"{words}instead {_in_a_row(step.steps)}"]
    condition_words = ""
    if step.condition is not None:
        condition_words = _if(step.condition)
    if isinstance(step.condition, t.Unless) and isinstance(step.condition.part, t.Fact):
        if not step.may and not step.otherwise:
            return [f"{_in_a_row(step.steps)} unless {words_of(step.condition.part.prose)}"]
    if not step.may and trailing and step.condition is not None:
        found = [f"{_in_a_row(step.steps)} {condition_words.removesuffix(', ')}"]
        if step.otherwise:
            found.append(f"otherwise, {_in_a_row(step.otherwise)}")
        return found
    if not step.may:
        found = [f"{condition_words}{_in_a_row(step.steps)}"]
        if step.otherwise:
            found.append(f"otherwise, {_in_a_row(step.otherwise)}")
        return found
    if step.cost:
        found = [f"{condition_words}you may pay {step.cost}"]
        rest = step.steps
    else:
        found = [f"{condition_words}you may {instruction(step.steps[0])}"]
        rest = step.steps[1:]
    for inner in rest:
        found += _if_you_do(inner)
    if step.otherwise:
        found.append(f"if you don't, {_in_a_row(step.otherwise)}")
    return found


def _named_first(steps: tuple[t.Step, ...]) -> int:
    """The first target that the steps name and nothing before them has named."""
    named = _TEXTS[-1].named if _TEXTS else set()
    found: list[int] = []

    def see(node: Any) -> Any:
        if isinstance(node, t.Target) and node.index not in named:
            found.append(node.index)
        return node

    rebuild(steps, see)
    return min(found, default=-1)


def _if(value: t.Condition) -> str:
    if isinstance(value, t.Fact) and value.prose.template in ("if you do", "when you do"):
        return f"{value.prose.template}, "
    if value == NO_EXCHANGE:
        return "if you don't make an exchange, "
    return f"if {condition(value)}, "


def _if_you_do(step: t.Step) -> list[str]:
    if isinstance(step, t.Do):
        if step.condition == t.Fact(t.Prose("when you do")):
            return do_sentences(step)
        first, *rest = do_sentences(step)
        return [f"if you do, {first}", *rest]
    return [f"if you do, {instruction(step)}"]


def body_sentences(body: t.Body, *, triggered: bool = False) -> list[str]:
    found: list[str] = []
    more = ""
    for step in body.steps:
        if isinstance(step, t.Act) and step.verb == "more modes can be chosen":
            more = step.detail
            continue
        trailing = triggered and not found
        if isinstance(step, t.Modal):
            found.append(_modal(step, more))
        elif isinstance(step, t.Do):
            found += [sentence(text) for text in do_sentences(step, trailing=trailing)]
        else:
            found.append(sentence(instruction(step)))
    return found


def _is_spree(step: t.Modal) -> bool:
    return all(
        mode.steps and isinstance(mode.steps[0], t.Act) and mode.steps[0].verb == _SPREE
        for mode in step.modes
    )


_SPREE = "additional cost of this mode"


def _spree(mode: t.Body) -> str:
    cost = mode.steps[0]
    assert isinstance(cost, t.Act)
    rest = t.Body(mode.steps[1:], mode.targets, mode.touches, mode.players)
    return f"+ {cost.detail} — {body_text(rest)}"


def _modal(step: t.Modal, more: str = "") -> str:
    if _is_spree(step):
        return "\n".join(["Spree", *(_spree(mode) for mode in step.modes)])
    again = " You may choose the same mode more than once." if step.repeat else ""
    extra_words = f" {more}" if more else ""
    head = f"Choose {_choose(step.low, step.high)}"
    head += f".{extra_words}{again}" if extra_words or again else " —"
    return "\n".join([head, *(f"• {body_text(mode)}" for mode in step.modes)])


def _choose(low: int, high: int | None) -> str:
    if high is None:
        return "any number" if low == 0 else "one or more"
    if low == high:
        return number(low)
    return "one or both" if (low, high) == (1, 2) else f"up to {number(high)}"


@prints(t.Body)
def body_text(body: t.Body) -> str:
    """The whole body."""
    with _printing(body):
        return " ".join(body_sentences(body))


# --- abilities ------------------------------------------------------------------------------------


def _with_word(word: str, text: str) -> str:
    return f"{word} — {text}" if word else text


def _limits(limits: tuple[str, ...]) -> str:
    return "".join(f" {sentence(limit)}" for limit in limits)


@prints(t.Activated)
def _activated(value: t.Activated) -> str:
    text = f"{value.cost}: {body_text(value.body)}{_limits(value.limits)}"
    return _with_word(value.word, text)


@prints(t.Event)
def event(value: t.Event) -> str:
    """The event with its first word."""
    return f"{value.word} {event_words(value, _actor, _doer)}"


def _actor(value: Any) -> str:
    if isinstance(value, str):
        return _DOERS.get(value, value)
    if isinstance(value, t.Each):
        part = value.filter
        if isinstance(part, t.AnyOf) and t.Is(t.This()) in part.parts:
            rest = any_of(inner for inner in part.parts if inner != t.Is(t.This()))
            if isinstance(rest, t.Is):
                return f"~ or {show(rest.ref)}"
            return f"~ or {an(_event_group(t.Each(rest, value.zone)))}"
        return an(_event_group(value))
    return show(value)


def _event_group(group: t.Each) -> str:
    if isinstance(group.filter, t.AnyOf):
        players = [part.fact for part in group.filter.parts if part in _PLAYER_WORDS]
        rest = tuple(part for part in group.filter.parts if part not in _PLAYER_WORDS)
        if players and rest:
            return f"{players[0]} or {group_phrase(t.Each(any_of(rest)))}"
    words = group_phrase(group)
    return f"{words} spell" if group.zone == "stack" and "spell" not in words else words


_DOERS = {
    "you": "you", "opponent": "an opponent", "any": "a player", "defending": "defending player",
    "attached controller": "enchanted player",
}  # fmt: skip


def _doer(word: str) -> str:
    return _DOERS[word]


@prints(t.Triggered)
def _triggered(value: t.Triggered) -> str:
    when = show(value.event)
    test = "" if value.condition is None else f" if {condition(value.condition)},"
    with _printing(value.body):
        first_if = value.condition is None
        body = " ".join(body_sentences(value.body, triggered=first_if))
    if not value.body.steps or not isinstance(value.body.steps[0], t.Modal):
        body = body[:1].lower() + body[1:]
    text = f"{when[:1].upper()}{when[1:]},{test} {body}{_limits(value.limits)}"
    return _with_word(value.word, text)


_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


@prints(t.Chapter)
def _chapter(value: t.Chapter) -> str:
    return f"{', '.join(_ROMAN[n] for n in value.numbers)} — {body_text(value.body)}"


@prints(t.Spell)
def _spell(value: t.Spell) -> str:
    return body_text(value.body)


@prints(t.EntersAsCopy)
def _enters_as_copy(value: t.EntersAsCopy) -> str:
    of = f"any {group_phrase(value.of)}" if isinstance(value.of, t.Each) else show(value.of)
    tapped = " tapped" if value.tapped else ""
    rest = f"as a copy of {of}{exceptions(value.exceptions)}"
    if isinstance(value.who, t.Each):
        return sentence(f"each {group_phrase(value.who)} enters {rest}")
    if value.may:
        return sentence(f"you may have ~ enter{tapped} {rest}")
    return sentence(f"~ enters{tapped} {rest}")
