"""Abilities that resolve: activated, triggered, chapters, loyalty, modal, spells (602, 603, 608).

Each reads its frame (cost, event, condition, limits, modes) here; the sentences of its body are
read in `sentences`.
"""

import re
from functools import lru_cache

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.drafts import drafts_in, has_drafts
from striate.cards.grammar.engine import GRAMMAR, is_read, reading_of
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.references import Referrer
from striate.cards.grammar.sentences import ABILITY_WORD, Writer, sentences, token_as_self
from striate.cards.prose import prose
from striate.cards.walking import any_node

# 700.2: modes stand behind "•", those of spree behind "+" and a cost.
# Modes of "{P} worth" stand in lines of their own.
_MODE_MARK = re.compile(r"\s*(?:^|(?<=\s))(?:•|\+(?= \{)) |(?<!•)\s(?=(?:\{P\})+ — )")


# 706.2: what happens for each result of a die.
_RESULT = re.compile(r"(?:^|\s)(\d+(?:-\d+|\+)?) \| ")


def _read_body(
    text: str,
    event: t.Event | None = None,
    *,
    spell: bool = False,
    linked: bool = False,
    about: t.Ref | None = None,
    topic: bool = False,
) -> t.Body:
    """A body from its text: sentences, and modes after "Choose one —"."""
    text = token_as_self(_unnested(text))
    writer = Writer(Referrer(event, spell=spell, linked=linked, about=about, topic=topic))
    first, *results = _RESULT.split(text)
    if results:
        return _rolled(first.strip(), results, writer, event, spell)
    parts = _MODE_MARK.split(text)
    head = parts[0].strip()
    if len(parts) > 1:
        return _modal(head, parts[1:], writer, event, spell)
    defined: t.Amount | None = None
    for sentence in sentences(tokenise(head)):
        # 107.3: a sentence of its own may say what X is.
        is_x = sentence[1:5] == " is "
        amount = reading_of("where x", f"where {sentence}") if is_x else None
        if amount is not None and defined is None and has_x(tuple(writer.steps)):
            defined = amount
        else:
            writer.add(sentence)
    body = writer.body()
    if defined is None:
        return body
    return replace(body, steps=with_x(body.steps, defined))


# A quotation inside one that has been taken out: 'This creature gets +1/+1 ...'.
_INNER_QUOTE = re.compile(r"(?<=\s)'((?=[A-Z{~]).*?[.!])'")


def _unnested(text: str) -> str:
    pieces = text.split('"')
    pieces[::2] = [_INNER_QUOTE.sub(r'"\1"', piece) for piece in pieces[::2]]
    return '"'.join(pieces)


_CHOOSE = re.compile(
    r"^(?P<before>.*?\. )?(?P<when>when you do, )?(?:you may )?choose "
    r"(?P<how>(?!the same )[a-z' ]+?)"
    r"(?: —|\.(?P<more> If [^.]*,(?: instead)? (?:you may )?choose (?:both|two|one or more|one or "
    r"both|all)(?: instead)?\.| If [^.]* instead\.)?(?P<again> You may choose the same mode more "
    r"than once\.)?)$",
    re.IGNORECASE,
)


def _modal(
    head: str, modes: list[str], writer: Writer, event: t.Event | None, spell: bool
) -> t.Body:
    """700.2: each mode is a body of its own."""
    match = _CHOOSE.match(ABILITY_WORD.sub("", head))
    how = match["how"].lower() if match is not None else ""
    chosen = reading_of("choose", how)
    match = None if chosen is None else match
    # What stands in a paragraph after the modes is no part of the last one.
    last, *after = modes[-1].split("\n")
    modes = [*modes[:-1], last]
    bodies = tuple(_read_body(mode.strip(), event, spell=spell) for mode in modes)
    if match is not None and match["when"] and any_node(bodies, (t.LinkedCard,)):
        match = None  # what the sentence before has exiled is no card of the modes
    if match is None and after:
        return t.Body((prose(f"{head} ..."),), touches=True)
    if match is None and head in _OF_A_COST and all(_MODE_COST.match(mode) for mode in modes):
        costly = tuple(_spree(mode, event) for mode in modes)
        if head == WORTH:
            return t.Body((t.Modal(0, None, costly, repeat=True),))
        return t.Body((t.Modal(1, _OF_A_COST[head], costly),))
    if match is None or chosen is None:
        writer.read(head)
        writer.steps.append(t.Modal(1, 1, bodies))
        writer.touches = True
        if not any(isinstance(step, t.Prose) for step in writer.steps):
            writer.steps.append(prose(head))
        return writer.body()
    writer.read(match["before"] or "")
    if how.startswith("one that") or how == "one at random":
        writer.steps.append(t.Act(f"choose {how}"))
    if match["more"]:
        writer.steps.append(t.Act("more modes can be chosen", detail=match["more"].strip()))
    repeat = match["again"] is not None
    # A mode that is not understood is said where it is chosen; the others can be told.
    modal = t.Modal(chosen[0], chosen[1], bodies, repeat)
    if match["when"]:
        writer.hang("when you do", modal)
    else:
        writer.steps.append(modal)
    writer.read("\n".join(after))
    return writer.body()


# 702.172, 702.183: one or more modes, or one, each with a cost of its own; its name has no meaning.
# "Choose up to five {P} worth of modes": how many those are their costs tell.
WORTH = "Choose up to five {P} worth of modes. You may choose the same mode more than once."
_OF_A_COST = {"": None, "Spree": None, "Tiered": 1, WORTH: 5}
_MODE_COST = re.compile(r"^(?:[A-Z][^—{}]* — )?(?P<cost>(?:\{[^}]*\})+) — ")


def _spree(mode: str, event: t.Event | None) -> t.Body:
    match = _MODE_COST.match(mode)
    assert match is not None
    body = _read_body(mode[match.end() :].strip(), event, spell=True)
    cost = t.Act("additional cost of this mode", detail=match["cost"])
    return replace(body, steps=(cost, *body.steps))


def _rolled(
    head: str, results: list[str], writer: Writer, event: t.Event | None, spell: bool
) -> t.Body:
    """706.2: the board says which result came up, as it says which mode is chosen."""
    writer.read(head)
    bodies = []
    for numbers, text in zip(results[::2], results[1::2], strict=True):
        body = _read_body(text.strip(), event, spell=spell)
        result = t.Act("result of the die", detail=numbers)
        bodies.append(replace(body, steps=(result, *body.steps)))
    writer.steps.append(t.Modal(1, 1, tuple(bodies)))
    return writer.body()


# --- abilities ------------------------------------------------------------------------------------


def _cut_limits(text: str) -> tuple[str, tuple[str, ...]]:
    """602.5, 603.2h: the text without its sentences that say only how often, when or by whom."""
    if "•" in text:
        head, _, mode = text.rpartition("•")
        mode, at_the_end = _cut_limits(mode)
        return f"{head}• {mode.strip()}", at_the_end
    kept: list[str] = []
    limits: list[str] = []
    for sentence in sentences(tokenise(text)):
        limit = is_read("inert limit of ability", sentence)
        (limits if limit else kept).append(sentence)
    return (". ".join(kept) + "." if kept else "", tuple(limits)) if limits else (text, ())


# 607.2: a card exiled as a cost is "that card" and "the exiled card".
_COST_EXILES = re.compile(r"\bExile (?:a|an|another) [^,]*\bcard\b", re.IGNORECASE)
# 602.1: a cost such as "Sacrifice ~" names the object, so that "it" can mean it.
_COST_NAMES_SELF = t.Event("when", "cost", t.This())
_COST_NAMES_GRANTER = t.Event("when", "cost", t.Granter())


def read_activated(cost: str, rest: str, word: str, loyalty: bool) -> t.Activated:
    """602.1: "[cost]: [effect.] [activation instructions]"."""
    text, limits = _cut_limits(rest)
    event = _COST_NAMES_SELF if "~" in cost else None
    if "^" in cost:
        event = None if event is not None else _COST_NAMES_GRANTER
    linked = _COST_EXILES.search(cost) is not None
    return t.Activated(cost, _read_body(text, event, linked=linked), limits, word, loyalty)


def read_triggered(text: str, word: str) -> t.Ability | None:
    """603.1: "[When/Whenever/At] [event], [if condition,] [effect]"."""
    text, limits = _cut_limits(text)
    tokens = tokenise(text)
    commas = [i for i, key in enumerate(tokens.keys) if key == ","]
    abilities: list[t.Triggered] = []
    for comma in commas:
        event = reading_of("event", tokens.slice(0, comma))
        if event is not None and not has_drafts(event):
            rest = text[tokens.spans[comma][1] :].strip()
            abilities.append(_triggered(event, rest, limits, word))
            # "Whenever you cast an instant, sorcery, or Wizard spell": the event may go on.
            if not any(isinstance(step, t.Prose) for step in abilities[-1].body.steps):
                return abilities[-1]
    if abilities:
        return abilities[0]
    if not commas:
        return None
    first = commas[0]
    body = _read_body(text[tokens.spans[first][1] :].strip())
    return t.Triggered(prose(tokens.slice(0, first)), body, None, limits, word)


_OF_HOST = re.compile(r"if (?:enchanted|equipped) creature\b", re.IGNORECASE)
_CALLED: dict[str, t.Ref] = {"~": t.This(), "^": t.Granter()}


def _triggered(event: t.Event, rest: str, limits: tuple[str, ...], word: str) -> t.Triggered:
    first: t.Triggered | None = None
    for comma in re.finditer(", ", rest) if rest.lower().startswith("if ") else ():
        condition = _intervening(rest[3 : comma.start()])
        if condition is None:
            continue
        clause = rest[: comma.start()]
        # "If enchanted creature is a Human, that creature ...": no other creature is spoken of.
        hosted = _OF_HOST.match(clause) is not None and clause.count("creature") == 1
        named = next((ref for word, ref in _CALLED.items() if word in clause), None)
        about, topic = (t.Attached(), True) if hosted else (named, rest[3:4] in _CALLED)
        body = _read_body(rest[comma.end() :], event, about=about, topic=topic)
        ability = t.Triggered(event, body, condition, limits, word)
        if not any(isinstance(step, t.Prose) for step in body.steps):
            return ability
        first = first or ability
    if first is not None:
        return first
    return t.Triggered(event, _read_body(rest, event), None, limits, word)


@lru_cache(maxsize=20_000)
def _intervening(text: str) -> t.Condition | None:
    """603.4: the condition after the event, as a condition of the rules or a fact."""
    tokens = tokenise(text)
    for phrase in ("conditions", "past fact"):
        values = GRAMMAR.read(phrase, tokens).values
        if values:
            condition: t.Condition | None = values[0] if len(values) == 1 else None
            return None if condition is None or drafts_in(condition) else condition
    return None


def read_replacement(text: str) -> t.Ability | None:
    return _read_as_it_enters(text) or _read_exert(text)


_AS_IT = re.compile(r"^As ~ (?P<when>enters|is turned face up|enters or is turned face up), ")
# What is carried out there and then; what else a text does as it enters, the board's step tells.
_DONE = (
    t.PutCounters, t.RemoveCounters, t.MoveZone, t.TurnFace, t.SetTapped, t.CreateTokens,
    t.Designate,
)  # fmt: skip


def _read_as_it_enters(text: str) -> t.Ability | None:
    """614.1c, 614.1e: "As ~ enters, [instructions]"."""
    match = _AS_IT.match(text)
    if match is None:
        return None
    body = _read_body(text[match.end() :], t.Event("when", "enters", t.This()))
    if body.targets or body.players or not all(isinstance(each, _DONE) for each in body.steps):
        return None
    when = match["when"]
    return t.EntersDoing(body, when != "is turned face up", when != "enters")


_EXERT = re.compile(r"^You may exert ~ as (?:it|he|she) attacks\.(?: When you do, (?P<then>.*))?$")


def _read_exert(text: str) -> t.Ability | None:
    """701.43: "You may exert ~ as it attacks. When you do, ..." triggers as it is exerted."""
    match = _EXERT.match(text)
    if match is None:
        return None
    event = t.Event("when", "is exerted as it attacks", t.This())
    return t.Triggered(event, _read_body(match["then"] or "", event))


def read_chapter(numbers: tuple[int, ...], text: str) -> t.Chapter:
    """714.2: a Saga's chapter."""
    return t.Chapter(numbers, _read_body(text))


def read_spell(paragraphs: tuple[str, ...]) -> t.Spell:
    """113.3a: all instructions of an instant or sorcery, in one body."""
    return t.Spell(_read_body("\n".join(paragraphs), spell=True))


_SOURCE_NAME = re.compile(
    r"\b(?P<before>for as long as |until )(?P<name>[A-Z][\w',\- ]*?)(?P<after> remains on| leaves "
    r"the)",
    re.IGNORECASE,
)


def read_effect(text: str) -> t.Body:
    """A resolved effect given as rules text; a name that it lasts as long as is its source's."""
    return _read_body(
        _SOURCE_NAME.sub(
            lambda m: f"{m['before']}~{m['after']}" if m["name"][:1].isupper() else m[0], text
        )
    )
