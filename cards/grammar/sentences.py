"""Sentences put together into a body: readings, links between sentences, what stays prose.

A body is cut into sentences at its full stops; each is read wholly or stays `Prose`. Sentences
that hang on the one before ("If you do, ...", "Otherwise, ...", "It's still a land.", "...
instead") are put where they belong.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x
from striate.cards.grammar.binding.instead import kept_changes, replaced_by, same_object
from striate.cards.grammar.binding.placing import (
    in_choice,
    in_later,
    in_reflexive,
    lasting_as,
    with_token,
)
from striate.cards.grammar.drafts import Unclear, has_drafts
from striate.cards.grammar.effects import gathered, in_layer_order
from striate.cards.grammar.engine import GRAMMAR, reading_of
from striate.cards.grammar.inert.forms import names_untold, own_words
from striate.cards.grammar.instructions import SameAgain, Sentence, named
from striate.cards.grammar.normal import Tokens, tokenise, without_stop
from striate.cards.grammar.predicates import COST_FOLLOWS
from striate.cards.grammar.references import Referrer
from striate.cards.prose import prose
from striate.cards.walking import any_node, nodes, rebuilt, rewrite

# --- sentences ------------------------------------------------------------------------------------


def sentences(tokens: Tokens) -> list[str]:
    """The text between full stops; quotations are single tokens, so theirs do not count."""
    texts: list[str] = []
    start = 0
    for i, key in enumerate(tokens.keys):
        if key == ".":
            if i > start:
                texts.append(tokens.slice(start, i))
            start = i + 1
    if start < len(tokens.keys):
        texts.append(tokens.slice(start, len(tokens.keys)))
    return texts


_TOKEN_NAME = re.compile(
    r"\b[Cc]reates? (?P<name>[A-Z][\w' ]*), an? "
    r"|\btokens? named (?P<named>[A-Z][\w' ]*?)(?: with|\. (?:It has|They have)) \""
)


def token_as_self(text: str) -> str:
    """201.5b: a token's own name in the abilities that it is created with is the token."""
    match = _TOKEN_NAME.search(text)
    if match is None:
        return text
    name = re.escape(match["name"] or match["named"])
    pieces = text.split('"')
    pieces[1::2] = [re.sub(rf"\b{name}\b", "~", piece) for piece in pieces[1::2]]
    return '"'.join(pieces)


@lru_cache(maxsize=100_000)
def _read_sentence(text: str) -> tuple[Sentence, ...]:
    """Every reading of a sentence, with drafts."""
    values = GRAMMAR.read("told sentence", without_stop(tokenise(text))).values
    readings = (replace(value, steps=named(value.steps)) for value in values)
    if "where x is" in text.lower():
        # 107.3: no X of the sentence stays open.
        return tuple(value for value in readings if not has_x(value.steps))
    return tuple(readings)


_DELAYED = re.compile(
    r"^(?:(?P<until>until end of turn|until your next turn|this turn), )?(?P<rest>when(?:ever)? "
    r".*)$",
    re.IGNORECASE,
)
_IF_DELAYED = re.compile(r"^if (?P<test>[^,]*), (?P<rest>when(?:ever)? .*)$", re.IGNORECASE)
# 207.2c: an ability word before an instruction has no rules meaning.
ABILITY_WORD = re.compile(r"^[A-Z][\w',!?\- ]{2,40} — (?=[A-Z~])")


# --- bodies ---------------------------------------------------------------------------------------


def _as_delayed(text: str) -> str:
    """106.6: "If that mana is spent on a spell, it ..." waits for that as a delayed trigger does.

    So does what "the next spell you cast this turn has": nothing more happens on this resolution.
    """
    text = ABILITY_WORD.sub("", text)
    if text.startswith("If that mana is spent on "):
        return f"When{text.removeprefix('If')}"
    following = _NEXT_SPELL.match(text)
    if following is None:
        return text
    an = "an" if following["kind"][:1] in "aeiou" else "a"
    return (
        f"When you next cast {an} {following['kind']}spell this turn, it gains "
        f"{following['gained']}"
    )


_NEXT_SPELL = re.compile(
    r"^[Tt]he next (?P<kind>(?:[\w-]+ )?)spell you cast this turn has (?P<gained>.*)$"
)


_WAITING = ("that mana is spent on", "you spend this mana to cast")
_HAS_X = re.compile(r"(?<![\w{])X(?![\w}])")


_Placed: TypeAlias = tuple[list[Any], int]  # all steps, and where those of the last sentence begin


class Writer:
    """Puts a body's sentences together."""

    def __init__(self, referrer: Referrer) -> None:
        self.referrer = referrer
        self.steps: list[Any] = []
        self.touches = False
        self._x_is_defined = False
        self._last = 0  # where the steps of the last sentence begin

    def read(self, text: str) -> None:
        for sentence in sentences(tokenise(text)):
            self.add(sentence)

    def add(self, text: str) -> None:
        """Reads one more sentence; what no reading fits stays prose."""
        by_steps: dict[Any, tuple[_Placed, Any, dict[str, Any]]] = {}
        mark = self.referrer.mark()
        defines = "where x is" in text.lower()
        if self._x_is_defined and not defines and _HAS_X.search(text):
            # 107.3: an X that a sentence before has defined means the same here.
            self._leave(text)
            return
        self._x_is_defined = self._x_is_defined or defines
        readings = _read_sentence(text) or _read_sentence(ABILITY_WORD.sub("", text))
        for reading in readings:
            self.referrer.back_to(mark)
            try:
                steps, last = self._placed(reading)
            except Unclear:
                continue
            if not has_drafts(tuple(steps[last:])):
                key = (tuple(steps), tuple(self.referrer.targets))
                by_steps[key] = ((steps, last), reading, self.referrer.mark())
        self.referrer.back_to(mark)
        if not by_steps and self._delayed(text):
            self.referrer.next_sentence()
            return
        best = [key for key in by_steps if by_steps[key][1].link.startswith("token")] or _surest(
            list(by_steps)
        )
        if len(best) == 1:
            (self.steps, self._last), reading, placed = by_steps[best[0]]
            self.referrer.back_to(placed)
            if names_untold(reading.steps) and not self.referrer.turns_up(reading.steps):
                # Later pronouns may mean what it names and the body does not hold.
                self.referrer.leave()
            self.referrer.next_sentence()
        else:
            self._leave(text)

    def hang(self, link: str, step: Any) -> None:
        self.steps, self._last = _hung(link, (step,), self.steps, self._last)

    def _leave(self, text: str) -> None:
        self._last = len(self.steps)
        self.steps.append(prose(text))
        self.touches = True
        self.referrer.leave()
        self.referrer.next_sentence()

    def _delayed(self, text: str) -> bool:
        """603.7: "Whenever ... this turn, ..." in a body creates a delayed triggered ability."""
        conditional = _IF_DELAYED.match(text)
        if conditional is not None:
            condition = reading_of("test", conditional["test"])
            if has_drafts(condition) or condition is None or not self._delayed(conditional["rest"]):
                return False
            self.steps[-1] = t.Do((self.steps[-1],), condition)
            return True
        match = _DELAYED.match(_as_delayed(text))
        if match is None:
            return False
        tokens = tokenise(match["rest"])
        for comma in (i for i, key in enumerate(tokens.keys) if key == ","):
            when = tokens.slice(0, comma)
            bare = re.sub(r" this turn$", "", when)
            until = match["until"] or ("this turn" if bare != when else "")
            event = reading_of("event", bare)
            if event is None:
                continue
            # 603.7b: what waits for an object that the text has named waits as long as that takes.
            for_one = event.verb in _WAITING or has_drafts(event.who) or has_drafts(event.to)
            if not until and not (event.word == "when" and for_one):
                continue
            then = match["rest"][tokens.spans[comma][1] :].strip()
            if self._begin_delayed(event, then, until):
                return True
        return False

    def _begin_delayed(self, event: t.Event, then: str, until: str) -> bool:
        mark = self.referrer.mark()
        try:
            event = self.referrer.event(event)
        except Unclear:
            self.referrer.back_to(mark)
            return False
        inner = Writer(self.referrer)
        self.referrer.next_sentence()
        inner.add(then)
        if inner.touches or any(isinstance(step, t.Prose) for step in inner.steps):
            self.referrer.back_to(mark)
            return False
        self._last = len(self.steps)
        self.steps.append(t.Delayed(event, tuple(inner.steps), until))
        return True

    def _placed(self, reading: Sentence) -> _Placed:
        """All steps with the sentence in its place, and where its own begin; raises `Unclear`."""
        if any(isinstance(step, SameAgain) for step in reading.steps):
            return self._placed(self._same_again(reading))
        if reading.link.startswith("instead"):
            return self._instead(reading)
        last = self.steps[-1] if self.steps else None
        links: dict[str, Callable[..., _Placed]] = {
            "still": lambda *_: self._still(),
            "token enters": self._token_enters,
            # 111.3: "Create a token. It has ...": part of what it is created with.
            "token has": lambda *given: ([*self.steps[:-1], with_token(last, given)], self._last),
            "keeps": self._keeps,
            "same": lambda *names: self._same_for(names),
            "cost": self._cost,
        }
        if reading.link in links:
            return links[reading.link](*reading.types)
        self.referrer.otherwise = reading.link in ("otherwise", "if you don't")
        new = [self.referrer.step(step) for step in reading.steps]
        before = list(self.steps)
        if not reading.link:
            # "They can't be regenerated" goes with the sentence that it is said of.
            said_of = any(isinstance(s, t.Act) and s.verb == "can't be regenerated" for s in new)
            whole = in_reflexive(before, tuple(new)) or in_later(before, tuple(new))
            whole = whole or in_choice(before, tuple(new))
            if whole is not None:
                return [*before[:-1], whole], self._last
            return [*before, *new], self._last if said_of and before else len(before)
        return _hung(reading.link, tuple(new), before, self._last)

    def _instead(self, reading: Sentence) -> _Placed:
        """ "If C, B instead": B if C holds, otherwise what it replaces (see `binding.instead`)."""
        if not self.steps or isinstance(self.steps[-1], t.Prose):
            raise Unclear("nothing is there to be replaced")
        whole = self.referrer.instead(t.Do(reading.steps, reading.condition))
        first = reading.link == "instead of all"
        replaced = replaced_by(whole, self.steps, self._last, first=first)
        if replaced.within is None:
            steps = _with_instead(whole, self.steps, replaced.places)
        else:
            holder = self.steps[replaced.within]
            inside = _with_instead(whole, list(holder.steps), replaced.places)
            steps = list(self.steps)
            steps[replaced.within] = replace(holder, steps=tuple(inside))
        return steps, min(self._last, len(steps) - 1)

    def _still(self) -> _Placed:
        """205.1b: "It's still a land": what the effect before sets, it adds."""

        def put(node: Any) -> Any:
            if not isinstance(node, t.Effect):
                return node
            added, rest, at = gathered(node.changes)
            return node if at is None else replace(node, changes=(*rest[:at], added, *rest[at:]))

        return self._with_last(put)

    def _with_last(self, put: Callable[[Any], Any]) -> _Placed:
        return [*self.steps[:-1], *_once(self.steps[-1:], put)], self._last

    def _same_again(self, reading: Sentence) -> Sentence:
        last: Any = self.steps[-1] if self.steps else None
        if isinstance(last, t.Do) and len(last.steps) == 1:
            last = last.steps[0]
        (step,) = reading.steps
        if step.verb:
            fits = (
                isinstance(last, t.Act) and last.verb == step.verb and last.who in (None, t.This())
            )
        else:
            fits = isinstance(last, (t.CreateTokens, t.CreateCopies))
        if not fits:
            raise Unclear("no such step is before")
        again = replace(last, amount=step.amount)
        return replace(reading, steps=(again,))

    def _token_enters(self, how: str) -> _Placed:
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, (t.CreateTokens, t.CreateCopies)):
            raise Unclear("no token is created just before")
        attacking = how == "tapped and attacking"
        entering = replace(last, tapped=True, attacking=attacking)
        return [*self.steps[:-1], entering], self._last

    def _keeps(self) -> _Placed:
        """707.9a: "If you do, ~ gains this ability", of the copy effect just before."""

        def put(node: Any) -> Any:
            if not isinstance(node, t.BecomeCopy) or t.KeepThisAbility() in node.exceptions:
                return node
            return replace(node, exceptions=(*node.exceptions, t.KeepThisAbility()))

        return self._with_last(put)

    def _same_for(self, names: tuple[str, ...]) -> _Placed:
        """ "The same is true for trample": the sentence before, once more for each keyword.

        A step that names one keyword and new objects each time would be another effect.
        """
        last = self.steps[-1] if self.steps else None
        known = {node.keyword for node in nodes(last) if isinstance(node, t.HasKeyword)}
        if not isinstance(last, t.Do) or last.otherwise or last.may or len(known) != 1:
            raise Unclear("what is true")
        (word,) = known
        if not any(isinstance(node, t.Keyword) and node == t.Keyword(word) for node in nodes(last)):
            raise Unclear("what is true")

        def put(name: str) -> Any:
            table = {t.HasKeyword(word): t.HasKeyword(name), t.Keyword(word): t.Keyword(name)}
            return rewrite(last, lambda node: table.get(node, node))

        return [*self.steps, *(put(name) for name in names)], self._last

    def _cost(self, name: str, cost: str) -> _Placed:
        """702: "The flashback cost is equal to its mana cost."."""
        unpaid, paid = (t.Keyword(name, words=words) for words in (COST_FOLLOWS, cost))
        return _once(self.steps, lambda node: paid if node == unpaid else node), self._last

    def _close(self) -> None:
        """What an ability that is given speaks of in vain is not understood.

        A keyword whose cost no sentence tells, and "the exiled card" of what never exiled one.
        """
        for i, step in enumerate(self.steps):
            if any_node(step, _lacks_something):
                self.steps[i] = prose("an ability that lacks what it speaks of")
                self.touches = True

    def body(self) -> t.Body:
        self._close()
        referrer = self.referrer
        return t.Body(
            tuple(self.steps), tuple(referrer.targets), self.touches, tuple(referrer.players)
        )


def _once(steps: list[Any], put: Callable[[Any], Any]) -> list[Any]:
    changed = []

    def noted(node: Any) -> Any:
        new = put(node)
        if new is not node:
            changed.append(new)
        return new

    done = [rewrite(step, noted) for step in steps]
    if len(changed) != 1:
        raise Unclear("what is changed")
    return done


def _hung(link: str, new: tuple[Any, ...], before: list[Any], at: int) -> _Placed:
    """All steps with the new ones hung on the last sentence, which begins at `at`."""
    last: Any = before[-1] if before else None
    if last is None or isinstance(last, t.Prose):
        raise Unclear("what was done before")
    if isinstance(last, t.Later | t.Delayed):
        # 603.7: whether what is put off was done is asked when it resolves.
        inside, _ = _hung(link, new, list(last.steps), 0)
        return [*before[:-1], replace(last, steps=tuple(inside))], at
    if link == "if you don't":
        unpaid = _unpaid(last)
        if unpaid is not None:
            return [*before[:-1], t.Do(new, unpaid)], at
        idle: Any = last
        if isinstance(idle, t.Inert) and idle.words.startswith("you may "):
            # An idle "you may ..." is a choice, of which the other half is told here.
            last = t.Do((t.Inert(idle.words.removeprefix("you may "), idle.parts),), may=True)
    may = isinstance(last, t.Do) and last.may
    if link == "otherwise":
        if not isinstance(last, t.Do) or last.otherwise:
            raise Unclear("otherwise than what")
        return [*before[:-1], replace(last, otherwise=new)], at
    each_may = before[at:]
    if may and len(each_may) > 1 and all(isinstance(s, t.Do) and s.may for s in each_may):
        raise Unclear("which of the players did it")
    if link == "if you don't":
        if not may or last.otherwise:
            raise Unclear("what is not done")
        return [*before[:-1], replace(last, otherwise=new)], at
    if link == "if they do" and not may:
        raise Unclear("what they do")
    if link in ("if they do", "if you do") and may:
        return [*before[:-1], replace(last, steps=(*last.steps, *new))], at
    conditional = t.Do(new, t.Fact(prose(link)))
    if link == "when you do" and may:
        return [*before[:-1], replace(last, steps=(*last.steps, conditional))], at
    return [*before, conditional], len(before)


def _with_instead(whole: t.Do, steps: list[Any], places: tuple[int, ...]) -> list[Any]:
    replaced = tuple(steps[place] for place in places)
    inside = _with_kept(lasting_as(whole.steps, replaced), replaced)
    whole = replace(whole, steps=inside, otherwise=replaced)
    rest = [step for place, step in enumerate(steps) if place not in places]
    return [*rest[: places[0]], whole, *rest[places[0] :]]


def _with_kept(new: tuple[Any, ...], replaced: tuple[Any, ...]) -> tuple[Any, ...]:
    """The new effect with the changes of the replaced one that it does not say again."""
    if len(new) != 1 or len(replaced) != 1:
        return new
    [one], [old] = new, replaced
    both = isinstance(one, t.Continuous) and isinstance(old, t.Continuous)
    if not both or not same_object(one.effect.who, old.effect.who):
        return new
    changes = in_layer_order(kept_changes(one.effect.changes, old.effect.changes))
    return (replace(one, effect=t.Effect(one.effect.who, changes)),)


_PAYS = re.compile(r"^<subject> may pay (?P<price>.*)$")
_PAYERS = {"that": "that player", "opponent": "an opponent", "any": "a player"}


def _unpaid(step: Any) -> t.Unless | None:
    """ "That player may pay {1}. If they don't, ...": ... unless that player pays {1}."""
    match = _PAYS.match(step.words) if isinstance(step, t.Inert) else None
    if match is None or len(step.parts) != 2:
        return None
    payer = _PAYERS.get(str(step.parts[0]))
    price = re.sub(r"<\w+>", str(step.parts[1]), match["price"])
    return t.Unless(t.Fact(prose(f"{payer} pays {price}"))) if payer else None


def _surest(keys: list[Any]) -> list[Any]:
    """The readings that leave the fewest facts and amounts untold: they read more of the words."""
    if len(keys) < 2:
        return keys
    untold = (t.Fact, t.UnknownAmount, t.X, t.Inert)
    sure = _first_by(keys, lambda key: sum(isinstance(node, untold) for node in nodes(key)))
    if len(sure) < 2:
        return sure
    sure = _first_by(sure, lambda key: -_said_of_counts(key))
    # Readings that differ only in how they divide what changes nothing are one.
    if len(sure) > 1 and len({_without_idle(steps) for steps, _ in sure}) == 1:
        # The reading comes first that knows the most of what the words name; the others must name
        # no other targets, and do nothing else to them.
        best = min(
            sure, key=lambda key: (-len(key[1]), -len(_acts_on(key)), -own_words(key), repr(key))
        )
        within = (
            best[1][: len(key[1])] == key[1] and _acts_on(key) <= _acts_on(best) for key in sure
        )
        return [best] if all(within) else sure
    return sure


def _first_by(keys: list[Any], rank: Callable[[Any], int]) -> list[Any]:
    lowest = min(map(rank, keys))
    return [key for key in keys if rank(key) == lowest]


def _without_idle(value: Any) -> Any:
    """The value without its steps that change no characteristic."""
    if isinstance(value, tuple):
        return tuple(_without_idle(part) for part in value if not _is_idle(part))
    return rebuilt(value, _without_idle)


def _is_idle(step: Any) -> bool:
    """Whether the step changes no characteristic; nor does the choice not to carry it out."""
    if isinstance(step, t.Do) and step == t.Do(step.steps, may=True):
        return all(_is_idle(part) for part in step.steps)
    return isinstance(step, t.Inert | t.Act)


def _acts_on(value: Any) -> frozenset[t.Act]:
    acts = (node for node in nodes(value) if isinstance(node, t.Act))
    return frozenset(act for act in acts if act.who is not None or act.to is not None)


def _lacks_something(node: t.Node) -> bool:
    if isinstance(node, t.GainAbilities):
        exiles = any(isinstance(part, t.MoveZone) and part.to == "exile" for part in nodes(node))
        return not exiles and any_node(node, (t.LinkedCard,))
    return isinstance(node, t.Keyword) and node.words == COST_FOLLOWS


def _said_of_counts(value: Any) -> int:
    """How much is said of what is counted: "the number of Birds you control" ends where it can."""
    return sum(
        len(node.filter.parts) if isinstance(node.filter, t.AllOf) else 1
        for node in nodes(value)
        if isinstance(node, (t.Count, t.Aggregate))
    )
