"""What a body says of things that no board tells: facts of the past, amounts "this way".

They are held as their words (`Fact`, `UnknownAmount`): "if it was kicked", "unless you pay {2}",
"where X is the number of cards revealed this way". Their words name no target. What an object was
before it moved is no such fact: "if it was a Human" (608.2h).

A predicate that changes no characteristic ("can't be blocked") is a `Restrict` with its words. They
run to the end of the predicate (a full stop, a condition, or "and"/"," before a further verb), and
are one only if a form of `inert/combat.rules` consumes every one of them.
"""

import re
from collections.abc import Iterator

from striate.cards import tree as t
from striate.cards.grammar.amounts import PAST_VERBS
from striate.cards.grammar.engine import Reading, is_read, terminal
from striate.cards.grammar.normal import Tokens, uncapital
from striate.cards.grammar.notation import builds, offers
from striate.cards.prose import prose, words_of
from striate.cards.walking import any_node

_STOPS = {"»", ",", ".", '"', ":", "—", "target", "targets", "instead", "then"}
_PAST = {
    "was", "resolved", "were", "died", "dies", "way", "won", "win", "lose", "lost", "paid", "spent",
    "kicked", "cast", "dealt", "countered", "been", "attacked", "drawn", "gained", "did", "does",
    "bargained", "had", "prevented", "sacrificed", "blocked", "activated", "entered", "drew", "put",
    "exiled", "discarded", "revealed", "clash", "monarch", "crewed", "attacking", "saddled",
    "flipped",
}  # fmt: skip


@terminal("past fact", None)
def _past_fact(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = tokens.up_to(at, _STOPS)
    keys = tokens.keys[at:end]
    if "would" in keys:
        return  # 614.1: what is replaced later is no fact of the past
    if "if" in keys and "or if" not in " ".join(keys):
        return  # another condition: between the two stands another instruction
    closed = tokens.keys[end : end + 1] in ((), (",",), (".",))
    if len(keys) > 2 and closed and _PAST.intersection(keys):
        text = tokens.slice(at, end)
        if not is_read("conditions", text):
            yield end, t.Fact(prose(text))


@terminal("deed fact", {"you", "its", "that", "any", "they", "a", "an", "each", "it", "the", "~"})
def _deed_fact(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What somebody does after "unless": a whole clause."""
    end = len(tokens.keys)
    keys = {*tokens.keys[at:]}
    if end - at > 2 and keys & _DEEDS and not keys & {"target", ".", '"'}:
        yield end, t.Fact(prose(tokens.slice(at, end)))


_DEEDS = {
    "pay", "pays", "discard", "discards", "sacrifice", "sacrifices", "return", "exile", "deal",
}  # fmt: skip


@terminal("told this way", None)
def _this_way(tokens: Tokens, at: int) -> Iterator[Reading]:
    """ "creature tapped this way", "card revealed this way": words of a count."""
    keys = tokens.keys
    for end in range(at + 1, min(at + 12, len(keys))):
        if keys[end] in _STOPS or keys[end] == "can't":
            return
        if keys[end] in ("way", "turn", "game") and keys[end - 1] == "this":
            yield end + 1, t.UnknownAmount(prose(tokens.slice(at, end + 1)))
            return


_JUST_DONE = re.compile(
    r"(?:you (?!cast|play|activate|spend)|it connives\b|.* (?:is|are) (?:countered|destroyed"
    r"|discarded|exiled|milled|revealed|sacrificed)\b).* ?this way$"
)


@terminal("reflexive", {"when"})
def _reflexive(tokens: Tokens, at: int) -> Iterator[Reading]:
    """603.12: "When you discard a card this way": what has just been done, in words."""
    for end, verb in _this_way(tokens, at + 1):
        if _JUST_DONE.match(words_of(verb.prose)):
            yield end, f"when {words_of(verb.prose)}"


@terminal("vote", None)
def _vote(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What is voted for: a word or two that mean nothing else (701.38)."""
    for end in (at + 1, at + 2):
        if end <= len(tokens.keys) and tokens.slice(at, end).replace(" ", "").isalpha():
            yield end, tokens.slice(at, end)


@terminal("lost or dealt", {"life", "damage", "result", "mana"})
def _lost_or_dealt(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = tokens.up_to(at, (*_STOPS, "minus") if tokens.keys[at] == "result" else _STOPS)
    if tokens.keys[at] == "result" or tokens.keys[end - 1] in ("way", "turn"):
        yield end, t.UnknownAmount(prose(f"the {tokens.slice(at, end)}"))


# What is asked of others too is not remembered (what was attached to it, how it compared), and
# what no board tells ("it was kicked") is a fact.
_NOT_REMEMBERED = (
    t.HasAttached, t.IsAttachedTo, t.IsExtreme, t.SharesWith, t.InZone,
    t.IsCommander, t.Unknown,
)  # fmt: skip


@builds
def remembered(part: t.Filter) -> bool:
    return not any_node(part, _NOT_REMEMBERED)


_MORE_VERBS = {"drew", "scried", "had", "committed", "was", "were", "descended", "blocked"}
_FACT_STOPS = {",", ".", "and", '"', "—", "controls", "as", "unless", "gets", "has", "is"}
_STARTS = {"you", "an", "a", "another", "~", "it", "no", "enchanted", "one", "two", "three"}


@terminal("turn fact", _STARTS)
def _turn_fact(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What happened this turn: a clause in the past that ends in "this turn", without and/or."""
    keys = tokens.keys
    past = False
    for end in range(at + 1, min(at + 16, len(keys))):
        key = keys[end]
        if key in _FACT_STOPS or (key == "control" and keys[end - 1] not in ("your", "their")):
            return
        past = past or key in PAST_VERBS or key in _MORE_VERBS
        if key == "turn" and keys[end - 1] == "this" and past:
            yield end + 1, t.Fact(t.Prose(uncapital(tokens.slice(at, end + 1))))
            return


offers(prose=prose, words_of=words_of)


_BEGINNINGS = {
    "can't", "can", "must", "attacks", "attack", "blocks", "block", "assigns", "assign",
    "does", "do", "doesn't", "don't", "deals", "deal", "untap", "untaps", "may",
}  # fmt: skip
_VERBS = {
    "has", "have", "gets", "get", "is", "are", "loses", "lose", "can't", "can", "must", "attacks",
    "assigns", "assign", "its", "their", "it", "they", "does", "do", "gains", "gain",
}  # fmt: skip

# Of what is said of the objects in another way, beside a predicate.
_SUBJECTS = {("other", "players"), ("this", "effect")}


def _predicate_end(keys: tuple[str, ...], at: int) -> int:
    end = at + 1
    while end < len(keys):
        key = keys[end]
        following = keys[end + 1] if end + 1 < len(keys) else ""
        beyond = keys[end + 2] if end + 2 < len(keys) else ""
        if key == "." or (key == "as" and following == "long") or key in ('"', "where"):
            break
        if key == "during" and (following == "turns" or (following, beyond) == ("your", "turn")):
            break
        begins = following in _VERBS or (following, beyond) in _SUBJECTS
        if key == "and" and (begins or following == "all"):
            break
        after = (beyond, *keys[end + 3 : end + 4])
        if key == "," and (
            begins or (following == "and" and (beyond in _VERBS or after in _SUBJECTS))
        ):
            break
        end += 1
    return end


@terminal("restriction", _BEGINNINGS)
def _restriction(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = _predicate_end(tokens.keys, at)
    words_read = tokens.slice(at, end)
    if is_read("inert verb", words_read):
        # The words of one object: "attack each combat" is "attacks each combat".
        one = re.sub(r"^(?:attack|block)(?= (?:each|if))|^assign(?= )", r"\g<0>s", words_read)
        yield end, t.Restrict(re.sub("^don't ", "doesn't ", one))
