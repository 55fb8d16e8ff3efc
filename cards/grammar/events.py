"""Trigger events (603.2): "whenever another creature you control enters" as an `Event`.

`events of an object: enters/enter` in the rules lists what happens, in words of one or two forms;
the first is the event's `verb`. An event that is not listed is left as prose.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import GRAMMAR, Declined, Reading, decline, terminal
from striate.cards.grammar.inert.forms import VERB
from striate.cards.grammar.normal import Tokens, tokenise
from striate.cards.grammar.notation import builds, listed, machine, offers
from striate.cards.grammar.nouns import all_of, any_of
from striate.cards.prose import LONGEST_OPEN


@builds
class Many(t.Node, frozen=True):
    """ "one or more creatures": they can be "they" and "those creatures" afterwards."""

    group: t.Each


_PLAYER_TIMES = (
    "creature's controller", "'s controller", "player's", "opponent's", "upkeep of enchanted",
    "each upkeep", "enchanted player",
)  # fmt: skip


@builds
def controlled(who: Any, player: t.Player) -> Any:
    """The objects of which that player is the controller; the source may be one of them."""
    if isinstance(who, Many):
        return Many(controlled(who.group, player))
    if not isinstance(who, t.Each):
        raise Declined
    if isinstance(who.filter, t.AnyOf) and t.Is(t.This()) in who.filter.parts:
        mine = (t.Is(t.This()),)
        rest = (
            all_of((part, t.ControlledBy(player))) for part in who.filter.parts if part not in mine
        )
        return t.Each(t.AnyOf((*mine, *rest)), who.zone)
    return t.Each(all_of((who.filter, t.ControlledBy(player))), who.zone)


# with a further object or player


def _done_to(verb: str, player: str, to: Any) -> Any:
    """ "Discards one or more cards" is an event of its own, as its words have it."""
    cards = isinstance(to, Many) and to.group == t.Each(t.AllOf(()), "any")
    return decline() if cards and verb in ("discard", "mill") else ("", verb, None, player, to)


RIDDEN = t.Each(any_of((t.HasSubtype("Mount"), t.HasSubtype("Vehicle"))))


@builds
def event_of(word: str, happening: Any) -> Any:
    detail, verb, who, player, to = happening
    if isinstance(to, Many):
        if who is None and not detail:
            detail = "one or more"
        to = to.group
    if isinstance(who, Many):
        if detail:
            raise Declined
        detail, who = "one or more", who.group
    return t.Event(word, verb, who, player, to, None, detail)  # type: ignore[arg-type]  # the grammar gives only words of the tree


# What an event's words stand between, and its parts.
_AROUND: dict[str, tuple[str, Callable[..., Any]]] = {
    "of an object": ("<who:actor> {}", lambda verb, who: ("", verb, who, None, None)),
    "of a player": ("<player:doer> {}", lambda verb, player: ("", verb, None, player, None)),
    "between objects": (
        "<who:actor> {} <to:other actor>",
        lambda verb, who, to: ("", verb, who, None, to),
    ),
    "of a player with an object": ("<player:doer> {} <to:done to>", _done_to),
}


def _forms(text: str) -> list[str]:
    return list(dict.fromkeys(VERB.sub(form, text) for form in (r"\1", r"\2")))


@machine("events")
def _listed(kind: str, text: str) -> None:
    forms = _forms(text)
    if kind == "at":
        # The player whose step it is: "that player" where it can be several.
        several = any(word in text for word in _PLAYER_TIMES)
        time = t.Event("at", text, None, "that" if several else "you" if "your" in text else None)
        GRAMMAR.rule("timed event", f"at {text}")(lambda: time)
        return
    around, build = _AROUND[kind]
    GRAMMAR.rule("happening", *map(around.format, forms))(partial(build, forms[0]))


@builds
@cache
def as_others_do() -> dict[str, str]:
    """The verb of an event as "you" do it, and as others do."""
    forms = (_forms(text) for kind in _AROUND for text in listed(f"events {kind}"))
    return {each[0]: each[-1] for each in forms}


_OTHER = re.compile(r"^(?:or|and) (?:when(?:ever)? )?(?P<event>.*)$")


@lru_cache(maxsize=20_000)
def other_event(words: str) -> Any:
    """What else the ability waits for (603.2): "or whenever ...", as it is read; or None."""
    match = _OTHER.match(words)
    if match is None:
        return None
    phrase = "event" if match["event"].startswith("at ") else "happening"
    return next(iter(GRAMMAR.read(phrase, tokenise(match["event"])).values), None)


@terminal("other event", {"or", "and"})
def _other_event(tokens: Tokens, at: int) -> Iterator[Reading]:
    """The rest of an event's words, if they are one more event."""
    words = tokens.slice(at, len(tokens.keys))
    if len(words) <= LONGEST_OPEN and other_event(words) is not None:
        yield len(tokens.keys), words


offers(RIDDEN=RIDDEN)
