"""What every object of a board is in the end, with any reading of the rules under the timeline."""

from collections.abc import Callable

import msgspec

from striate.boards.deeds import looks_at_a_library
from striate.boards.timeline import Answer, Board, Seen, Unmodelled
from striate.boards.untold import Path
from striate.cards.prose import words_of
from striate.cards.tree import Matches, Opaque, Static, TopCard
from striate.cards.walking import nodes
from striate.timeline import legends, moving, statebased, steps
from striate.timeline.context import Context
from striate.timeline.play import MakeReading, Play, Savings

_KINDS = ("static", "replacement", "unknown")
Watch = Callable[[Play, statebased.Round], None]


def answer(
    board: Board,
    reading: MakeReading,
    path: Path | None = None,
    watch: Watch = lambda play, actions: None,
    savings: Savings | None = None,
) -> Answer:
    """Every object of the board as it is after the last step.

    `watch` is told before state-based actions do something, and of the end, when they do nothing.
    Without `savings` the timeline looks at everything that a rule speaks of.
    """
    play = steps.played(board, reading, path, watch, savings)
    watch(play, statebased.Round())
    unread = [*play.game.departed, *_unread_lines(play), *_of_hidden_cards(play)]
    objects = tuple(_objects(play))
    play.reading.note_questions()
    facts = [*play.game.asked, *legends.undecided(play)]
    return Answer(
        objects=objects,
        gone=_gone(play),
        not_modelled=_lines([*play.game.unread, *unread]),
        facts=_lines(facts),
    )


def _last_seen(play: Play) -> dict[str, Seen]:
    """What state-based actions or an end step took, as it last was."""
    return {
        handle: shown
        for handle, (incarnation, shown) in play.game.taken.items()
        if play.game.things[handle].incarnation == incarnation
    }


def _objects(play: Play) -> list[Seen]:
    """In the order of the timeline; what 704 or an end step took as it last was, what left by
    a step where it is (400.7).

    A token that has left has ceased to exist (111.7).
    """
    state, last_seen = play.state(), _last_seen(play)
    return [
        _as_one_event(play, last_seen.get(thing.handle) or state.seen(thing.handle))
        for thing in play.game.things.values()
        if thing.listed and (thing.handle in last_seen or not thing.ceased)
    ]


def _as_one_event(play: Play, seen: Seen) -> Seen:
    """613.7m: what entered in one event is shown with one timestamp; which is earlier decides
    nothing by itself.
    """
    game = play.game
    for handles, stamps in zip(game.together, game.stamps, strict=True):
        if seen.handle in handles and seen.timestamp in stamps:
            return msgspec.structs.replace(seen, timestamp=min(stamps))
    return seen


def _gone(play: Play) -> tuple[str, ...]:
    """Handles that were on the battlefield and are not there in the end."""
    return tuple(
        thing.handle
        for thing in play.game.things.values()
        if thing.was_permanent and thing.zone not in moving.IN_PLAY
    )


def _unread_lines(play: Play) -> list[tuple[str, str]]:
    """Lines that are not understood, work where they are, and could change a characteristic."""
    state = play.state()
    return [
        (state.name(thing.handle), words_of(ability.prose))
        for thing, ability in play.abilities_in(state, "battlefield", "command")
        if isinstance(ability, Opaque) and ability.touches and ability.kind in _KINDS
    ]


def _of_hidden_cards(play: Play) -> list[tuple[str, str]]:
    """401.5: what an effect takes from the top card of a library, where nobody tells that card.

    Whether that card is so and so, its words may ask: that is an unknown.
    """
    if not play.may_matter(looks_at_a_library):
        return []
    state = play.state()
    return [
        (state.name(thing.handle), "the top card of a library")
        for thing, ability in play.abilities_in(state, "battlefield")
        if isinstance(ability, Static)
        for card in _taken_from(ability)
        if not state.group(card, Context(source=thing.handle))
    ]


def _taken_from(ability: Static) -> list[TopCard]:
    """The top cards of libraries of which it does not only ask whether they are so and so.

    What it makes of such a card itself is not seen.
    """
    others = tuple(each for each in ability.effects if not isinstance(each.who, TopCard))
    ability = msgspec.structs.replace(ability, effects=others)
    matched = [node.ref for node in nodes(ability) if isinstance(node, Matches)]
    spoken = [n for n in nodes(ability) if isinstance(n, TopCard) and n.zone == "library"]
    return spoken if len(spoken) > sum(isinstance(each, TopCard) for each in matched) else []


def _lines(unread: list[tuple[str, str]]) -> tuple[Unmodelled, ...]:
    return tuple(Unmodelled(card, line) for card, line in sorted(set(unread)))
