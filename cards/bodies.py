"""Abilities that resolve: activated, triggered, chapters, loyalty, modal, spells (602, 603, 608).

A body is cut into sentences at its full stops; each is read wholly or stays `Prose`. Sentences
that hang on the one before ("If you do, ...", "Otherwise, ...", "It's still a land.", "...
instead") are put where they belong.
"""

import re
from functools import lru_cache
from typing import Any

import msgspec

from striate.cards import acts, events, instructions, keyword_actions, moves, untold
from striate.cards import tree as t
from striate.cards.grammar import GRAMMAR
from striate.cards.instructions import SameTokens, Sentence, named
from striate.cards.normal import Tokens, tokenise, without_stop
from striate.cards.predicates import COST_FOLLOWS
from striate.cards.prose import prose
from striate.cards.readers import reads
from striate.cards.references import Referrer, Unclear, drafts_in, has_drafts, rebuild

PARTS = (acts, events, instructions, keyword_actions, moves, untold)

# --- sentences ------------------------------------------------------------------------------------


def sentences(tokens: Tokens) -> list[str]:
    """The text between full stops; quotations are single tokens, so theirs do not count."""
    found: list[str] = []
    start = 0
    for i, key in enumerate(tokens.keys):
        if key == ".":
            if i > start:
                found.append(tokens.slice(start, i))
            start = i + 1
    if start < len(tokens.keys):
        found.append(tokens.slice(start, len(tokens.keys)))
    return found


@lru_cache(maxsize=100_000)
def read_sentence(text: str) -> tuple[Sentence, ...]:
    """Every reading of a sentence, with drafts."""
    values = GRAMMAR.read("told sentence", without_stop(tokenise(text))).values
    return tuple(msgspec.structs.replace(value, steps=named(value.steps)) for value in values)


_DELAYED = re.compile(
    r"^(?:(?P<until>until end of turn|until your next turn|this turn), )?(?P<rest>when(?:ever)? .*)$",
    re.IGNORECASE,
)
# 207.2c: an ability word before an instruction has no rules meaning.
_ABILITY_WORD = re.compile(r"^[A-Z][A-Za-z' ]{2,40} — (?=[A-Z~])")
_COULD_TOUCH = re.compile(
    r"\b(?:gets?|gains?|loses?|becomes?|has|have|control|exchange|switch|base|types?|copy|copies"
    r"|counters?|transforms?|convert|attach|tap|untap|face|text|name|color|creature|creatures"
    r"|adapt|bolster|amass|explores?|connives?|support|monstrosity|manifest|proliferate|populate"
    r"|create|onto|land|permanent|artifact|meld|flip|level|double|instead|if|it|they|that)\b",
    re.IGNORECASE,
)


def could_touch(text: str) -> bool:
    """Whether, as far as its words show, a sentence that is not read changes characteristics."""
    return _COULD_TOUCH.search(text) is not None


# --- bodies ---------------------------------------------------------------------------------------


class Writer:
    """Puts a body's sentences together."""

    def __init__(self, referrer: Referrer) -> None:
        self.referrer = referrer
        self.steps: list[Any] = []
        self.touches = False
        self._last = 0  # where the steps of the last sentence begin

    def add(self, text: str) -> None:
        """Reads one more sentence; what no reading fits stays prose."""
        found: dict[Any, tuple[list[Any], int, Any]] = {}
        mark = self.referrer.mark()
        readings = read_sentence(text) or read_sentence(_ABILITY_WORD.sub("", text))
        for reading in readings:
            self.referrer.back_to(mark)
            try:
                outcome = self._placed(reading)
            except Unclear:
                continue
            if outcome is not None:
                steps, last = outcome
                key = (tuple(steps), tuple(self.referrer.targets))
                found[key] = (steps, last, reading)
        self.referrer.back_to(mark)
        if not found and self._delayed(text):
            self.referrer.next_sentence()
            return
        best = [key for key in found if found[key][2].link.startswith("token")] or _surest(
            list(found)
        )
        if len(best) == 1:
            reading = found[best[0]][2]
            outcome = self._placed(reading)
            assert outcome is not None
            self.steps, self._last = outcome
        else:
            self._last = len(self.steps)
            self.steps.append(prose(text))
            self.touches = self.touches or could_touch(text)
            self.referrer.unread()
        self.referrer.next_sentence()

    def _delayed(self, text: str) -> bool:
        """603.7: "Whenever ... this turn, ..." in a body creates a delayed triggered ability."""
        match = _DELAYED.match(text)
        if match is None:
            return False
        tokens = tokenise(match["rest"])
        for comma in (i for i, key in enumerate(tokens.keys) if key == ","):
            when = tokens.slice(0, comma)
            bare = re.sub(r" this turn$", "", when)
            until = match["until"] or ("this turn" if bare != when else "")
            event = _any_event(bare) if until else None
            if event is None:
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

    def _placed(self, reading: Sentence) -> tuple[list[Any], int] | None:
        """All steps with the sentence in its place, and where its own begin."""
        if reading.link == "still":
            return self._still(reading.types)
        if any(isinstance(step, SameTokens) for step in reading.steps):
            same = self._same_tokens(reading)
            return None if same is None else self._placed(same)
        if reading.link == "token enters":
            return self._token_enters(reading.types[0])
        if reading.link == "token has":
            return self._token_has(reading.types)
        if reading.link == "keeps":
            return self._keeps()
        if reading.link == "cost":
            return self._cost(*reading.types)
        if reading.link == "instead":
            return self._instead(reading)
        new = [self.referrer.step(step) for step in reading.steps]
        before = list(self.steps)
        if not reading.link:
            return [*before, *new], len(before)
        if not before or isinstance(before[-1], t.Prose):
            return None
        last = before[-1]
        if reading.link == "otherwise":
            if not isinstance(last, t.Do) or last.otherwise:
                return None
            if last.condition is None and not last.may:
                return None
            return [*before[:-1], msgspec.structs.replace(last, otherwise=tuple(new))], self._last
        may = isinstance(last, t.Do) and last.may
        if reading.link == "if you don't":
            if not isinstance(last, t.Do) or not may or last.otherwise:
                return None
            return [*before[:-1], msgspec.structs.replace(last, otherwise=tuple(new))], self._last
        if reading.link == "if you do" and isinstance(last, t.Do) and last.may:
            inside = (*last.steps, *new)
            return [*before[:-1], msgspec.structs.replace(last, steps=inside)], self._last
        told = t.Do(tuple(new), t.Fact(t.Prose(reading.link)))
        if reading.link == "when you do" and isinstance(last, t.Do) and last.may:
            inside = (*last.steps, told)
            return [*before[:-1], msgspec.structs.replace(last, steps=inside)], self._last
        return [*before, told], len(before)

    def _instead(self, reading: Sentence) -> tuple[list[Any], int] | None:
        """ "If C, B instead": B if C holds, otherwise what the sentence before says."""
        replaced = tuple(self.steps[self._last :])
        if not replaced or any(isinstance(step, t.Prose) for step in replaced):
            return None
        whole = self.referrer.instead(t.Do(reading.steps, reading.condition))
        whole = msgspec.structs.replace(whole, otherwise=replaced)
        return [*self.steps[: self._last], whole], self._last

    def _still(self, types: tuple[str, ...]) -> tuple[list[Any], int] | None:
        """205.1b: "It's still a land": what the effect before sets, it adds."""
        if not self.steps:
            return None
        changed = 0

        def put(node: Any) -> Any:
            nonlocal changed
            if isinstance(node, t.Effect):
                changes = _added(node.changes)
                changed += changes is not None
                return node if changes is None else msgspec.structs.replace(node, changes=changes)
            return node

        last = rebuild(self.steps[-1], put)
        return ([*self.steps[:-1], last], self._last) if changed == 1 else None

    def _same_tokens(self, reading: Sentence) -> Sentence | None:
        last = self.steps[-1] if self.steps else None
        if isinstance(last, t.Do) and len(last.steps) == 1:
            last = last.steps[0]
        if not isinstance(last, (t.CreateTokens, t.CreateCopies)):
            return None
        (step,) = reading.steps
        made = msgspec.structs.replace(last, amount=step.amount)
        return msgspec.structs.replace(reading, steps=(made,))

    def _token_enters(self, how: str) -> tuple[list[Any], int] | None:
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, (t.CreateTokens, t.CreateCopies)):
            return None
        attacking = how == "tapped and attacking"
        made = msgspec.structs.replace(last, tapped=True, attacking=attacking)
        return [*self.steps[:-1], made], self._last

    def _token_has(self, abilities: tuple[Any, ...]) -> tuple[list[Any], int] | None:
        """111.3: "Create a token. It has ...": part of the characteristics it is created with."""
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, t.CreateTokens):
            return None
        token = last.token
        token = msgspec.structs.replace(token, abilities=(*token.abilities, *abilities))
        return [*self.steps[:-1], msgspec.structs.replace(last, token=token)], self._last

    def _keeps(self) -> tuple[list[Any], int] | None:
        """707.9a: "If you do, ~ gains this ability", of the copy effect just before."""
        changed = 0

        def put(node: Any) -> Any:
            nonlocal changed
            if isinstance(node, t.BecomeCopy) and t.KeepThisAbility() not in node.exceptions:
                changed += 1
                extras = (*node.exceptions, t.KeepThisAbility())
                return msgspec.structs.replace(node, exceptions=extras)
            return node

        steps = [*self.steps[:-1], *(rebuild(step, put) for step in self.steps[-1:])]
        return (steps, self._last) if changed == 1 else None

    def _cost(self, name: str, cost: str) -> tuple[list[Any], int] | None:
        """702: "The flashback cost is equal to its mana cost."."""
        open_keyword = t.Keyword(name, words=COST_FOLLOWS)
        changed = 0

        def put(node: Any) -> Any:
            nonlocal changed
            if node == open_keyword:
                changed += 1
                return t.Keyword(name, words=cost)
            return node

        steps = [rebuild(step, put) for step in self.steps]
        return (steps, self._last) if changed == 1 else None

    def _close(self) -> None:
        """A keyword whose cost no sentence tells is not understood."""
        for i, step in enumerate(self.steps):
            found = False

            def see(node: Any) -> Any:
                nonlocal found
                found = found or (isinstance(node, t.Keyword) and node.words == COST_FOLLOWS)
                return node

            rebuild(step, see)
            if found:
                self.steps[i] = prose("a keyword ability without its cost")
                self.touches = True

    def body(self) -> t.Body:
        self._close()
        referrer = self.referrer
        return t.Body(
            tuple(self.steps), tuple(referrer.targets), self.touches, tuple(referrer.players)
        )


def _surest(keys: list[Any]) -> list[Any]:
    """The readings that leave the fewest facts and amounts untold: they read more of the words."""
    if len(keys) < 2:
        return keys
    counts = [_untold(key) for key in keys]
    sure = [key for key, count in zip(keys, counts, strict=True) if count == min(counts)]
    if len(sure) < 2:
        return sure
    near = [_said_of_counts(key) for key in sure]
    return [key for key, words in zip(sure, near, strict=True) if words == max(near)]


def _said_of_counts(value: Any) -> int:
    """How much is said of what is counted: "the number of Birds you control" ends where it can."""
    found = 0

    def see(node: Any) -> Any:
        nonlocal found
        if isinstance(node, (t.Count, t.Aggregate)):
            found += len(node.filter.parts) if isinstance(node.filter, t.AllOf) else 1
        return node

    rebuild(value, see)
    return found


def _untold(value: Any) -> int:
    found = 0

    def see(node: Any) -> Any:
        nonlocal found
        found += isinstance(node, (t.Fact, t.UnknownAmount, t.X))
        return node

    rebuild(value, see)
    return found


def _added(changes: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The changes with types added that would be set; None if none of them sets types."""
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supers: tuple[str, ...] = ()
    rest: list[Any] = []
    every: tuple[str, ...] = ()
    at: int | None = None
    for change in changes:
        if isinstance(change, (t.SetTypes, t.AddTypes, t.SetSubtypes)):
            at = len(rest) if at is None else at
            subtypes = (*subtypes, *change.subtypes)
            if not isinstance(change, t.SetSubtypes):
                types, supers = (*types, *change.types), (*supers, *change.supertypes)
                every = (*every, *change.every)
        else:
            rest.append(change)
    if at is None:
        return None
    return (*rest[:at], t.AddTypes(types, subtypes, supers, every), *rest[at:])


# 700.2: modes stand behind "•", those of spree behind "+" and a cost.
_MODE_MARK = re.compile(r"\s*(?:^|(?<=\s))(?:•|\+(?= \{)) ")


def read_body(
    text: str,
    event: t.Event | None = None,
    *,
    spell: bool = False,
    linked: bool = False,
    own: bool = False,
) -> t.Body:
    """A body from its text: sentences, and modes after "Choose one —"."""
    text = _unnested(text)
    parts = _MODE_MARK.split(text)
    head = parts[0].strip()
    writer = Writer(Referrer(event, spell=spell, linked=linked, own=own))
    if len(parts) > 1:
        return _modal(head, parts[1:], writer, event, spell)
    for sentence in sentences(tokenise(head)):
        writer.add(sentence)
    return writer.body()


# A quotation inside one that has been taken out: 'This creature gets +1/+1 ...'.
_INNER_QUOTE = re.compile(r"(?<=\s)'((?=[A-Z{~]).*?[.!])'")


def _unnested(text: str) -> str:
    pieces = text.split('"')
    pieces[::2] = [_INNER_QUOTE.sub(r'"\1"', piece) for piece in pieces[::2]]
    return '"'.join(pieces)


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_CHOOSE = re.compile(
    r"^(?P<before>.*?\. )?(?:you may )?choose (?P<how>one|two|three|four|five|one or both|one or more"
    r"|any number|up to one|up to two|up to three|up to four|up to five|one at random"
    r"|one that hasn't been chosen(?: this turn)?)"
    r"(?: —|\.(?P<more> If [^.]* instead\.)?(?P<again> You may choose the same mode more than once\.)?)$",
    re.IGNORECASE,
)


def _modal(
    head: str, modes: list[str], writer: Writer, event: t.Event | None, spell: bool
) -> t.Body:
    """700.2: each mode is a body of its own."""
    match = _CHOOSE.match(head)
    bodies = tuple(read_body(mode.strip(), event, spell=spell) for mode in modes)
    if match is None and head in ("", "Spree") and all(_MODE_COST.match(mode) for mode in modes):
        # 702.172: spree: one or more modes, each with a cost of its own.
        return t.Body((t.Modal(1, None, tuple(_spree(mode, event) for mode in modes)),))
    if match is None:
        for sentence in sentences(tokenise(head)):
            writer.add(sentence)
        writer.steps.append(t.Modal(1, 1, bodies))
        writer.touches = True
        if not any(isinstance(step, t.Prose) for step in writer.steps):
            writer.steps.append(prose(head))
        return writer.body()
    for sentence in sentences(tokenise(match["before"] or "")):
        writer.add(sentence)
    how = match["how"].lower()
    if how.startswith("one that") or how == "one at random":
        writer.steps.append(t.Act(f"choose {how}"))
    if match["more"]:
        writer.steps.append(t.Act("more modes can be chosen", detail=match["more"].strip()))
    repeat = match["again"] is not None
    writer.steps.append(t.Modal(*_bounds(how), bodies, repeat))
    writer.touches = writer.touches or any(body.touches for body in bodies)
    return writer.body()


_MODE_COST = re.compile(r"^(?P<cost>(?:\{[^}]*\})+) — ")


def _spree(mode: str, event: t.Event | None) -> t.Body:
    match = _MODE_COST.match(mode)
    assert match is not None
    body = read_body(mode[match.end() :].strip(), event, spell=True)
    cost = t.Act("additional cost of this mode", detail=match["cost"])
    return msgspec.structs.replace(body, steps=(cost, *body.steps))


def _bounds(how: str) -> tuple[int, int | None]:
    if how == "one or both":
        return 1, 2
    if how == "one or more":
        return 1, None
    if how == "any number":
        return 0, None
    if how.startswith("up to "):
        return 0, _NUMBERS[how.removeprefix("up to ")]
    number = _NUMBERS[how.split(" ")[0]]
    return number, number


# --- abilities ------------------------------------------------------------------------------------

_LIMIT = re.compile(
    r"^(?:Activate (?:this ability )?(?:only|no more than)\b|Any player may activate this ability"
    r"|Only your opponents may activate this ability|Any opponent may activate this ability"
    r"|This ability (?:triggers|can be activated) only\b|Do this only\b|X can't be 0"
    r"|Spend only \w+ mana on X|This ability costs \{[^}]*\} (?:more|less) to activate for each\b"
    r"|This ability can't be countered|X is (?:the|equal)\b)",
    re.IGNORECASE,
)


def cut_limits(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without its sentences that say how often or when, and those sentences."""
    if "•" in text:
        head, _, mode = text.rpartition("•")
        mode, at_the_end = cut_limits(mode)
        return f"{head}• {mode.strip()}", at_the_end
    kept: list[str] = []
    limits: list[str] = []
    for sentence in sentences(tokenise(text)):
        (limits if _LIMIT.match(sentence) else kept).append(sentence)
    return (". ".join(kept) + "." if kept else "", tuple(limits)) if limits else (text, ())


# 607.2: a card exiled as a cost is "that card" and "the exiled card".
_COST_EXILES = re.compile(r"\bExile (?:a|an|another) [^,]*\bcard\b", re.IGNORECASE)
# 602.1: a cost such as "Sacrifice ~" names the object, so that "it" can mean it.
_COST_NAMES_SELF = t.Event("when", "cost", t.This())


@reads("activated")
def read_activated(cost: str, rest: str, word: str, loyalty: bool) -> t.Ability | None:
    """602.1: "[cost]: [effect.] [activation instructions]"."""
    text, limits = cut_limits(rest)
    event = _COST_NAMES_SELF if "~" in cost else None
    linked = _COST_EXILES.search(cost) is not None
    return t.Activated(cost, read_body(text, event, linked=linked), limits, word, loyalty)


@lru_cache(maxsize=50_000)
def _any_event(text: str) -> t.Event | None:
    value: t.Event | None = GRAMMAR.read("event", tokenise(text)).value
    return value


@lru_cache(maxsize=50_000)
def read_event(text: str) -> t.Event | None:
    """The event, if exactly one reading of the whole text exists."""
    event = _any_event(text)
    return None if has_drafts(event) else event


@reads("triggered")
def read_triggered(text: str, word: str) -> t.Ability | None:
    """603.1: "[When/Whenever/At] [event], [if condition,] [effect]"."""
    text, limits = cut_limits(text)
    tokens = tokenise(text)
    commas = [i for i, key in enumerate(tokens.keys) if key == ","]
    for comma in commas:
        event = read_event(tokens.slice(0, comma))
        if event is not None:
            rest = text[tokens.spans[comma][1] :].strip()
            return _triggered(event, rest, limits, word)
    if not commas:
        return None
    first = commas[0]
    body = read_body(text[tokens.spans[first][1] :].strip())
    return t.Triggered(prose(tokens.slice(0, first)), body, None, limits, word)


def _triggered(event: t.Event, rest: str, limits: tuple[str, ...], word: str) -> t.Ability:
    found: t.Triggered | None = None
    for comma in re.finditer(", ", rest) if rest.lower().startswith("if ") else ():
        condition = intervening(rest[3 : comma.start()])
        if condition is None:
            continue
        own = "~" in rest[: comma.start()]
        body = read_body(rest[comma.end() :], event, own=own)
        ability = t.Triggered(event, body, condition, limits, word)
        if not any(isinstance(step, t.Prose) for step in body.steps):
            return ability
        found = found or ability
    if found is not None:
        return found
    return t.Triggered(event, read_body(rest, event), None, limits, word)


@lru_cache(maxsize=20_000)
def intervening(text: str) -> t.Condition | None:
    """603.4: the condition after the event, as a condition of the rules or a fact."""
    tokens = tokenise(text)
    for phrase in ("conditions", "past fact"):
        values = GRAMMAR.read(phrase, tokens).values
        if values:
            found: t.Condition | None = values[0] if len(values) == 1 else None
            return None if found is None or drafts_in(found) else found
    return None


_EXERT = re.compile(r"^You may exert ~ as it attacks\.(?: When you do, (?P<then>.*))?$")


@reads("replacement")
def read_exert(text: str) -> t.Ability | None:
    """701.39: "You may exert ~ as it attacks. When you do, ..." triggers as it is exerted."""
    match = _EXERT.match(text)
    if match is None:
        return None
    event = t.Event("when", "is exerted as it attacks", t.This())
    return t.Triggered(event, read_body(match["then"] or "", event))


_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}


@reads("chapter")
def read_chapter(numbers: tuple[int, ...], text: str) -> t.Ability | None:
    """714.2: a Saga's chapter."""
    return t.Chapter(numbers, read_body(text))


@reads("spell")
def read_spell(paragraphs: tuple[str, ...]) -> t.Ability | None:
    """113.3a: all instructions of an instant or sorcery, in one body."""
    return t.Spell(read_body("\n".join(paragraphs), spell=True))


_SOURCE_NAME = re.compile(
    r"\b(?P<before>for as long as |until )(?P<name>[A-Z][\w',\- ]*?)(?P<after> remains on| leaves the)",
    re.IGNORECASE,
)


@reads("effect")
def read_effect(text: str) -> t.Body | None:
    """A resolved effect given as rules text; a name that it lasts as long as is its source's."""
    return read_body(_SOURCE_NAME.sub(_source_as_self, text))


def _source_as_self(match: re.Match[str]) -> str:
    named = match["name"][:1].isupper()
    return f"{match['before']}~{match['after']}" if named else match.group()
