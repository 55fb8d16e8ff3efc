"""115, 601.2c, 608.2b: which of the named targets each "target ..." of a text stands for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from striate.boards import deeds
from striate.boards.errors import NotPlayable
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.vocabulary import PLAYER_FACTS
from striate.cards.walking import any_node, mentions, nodes, rewrite
from striate.timeline.context import Context
from striate.timeline.play import Play


def players_among(targets: tuple[str, ...]) -> tuple[Seat | None, tuple[str, ...]]:
    """115.1: the player that is a target, and the objects that are."""
    seat: Seat | None = None
    objects: list[str] = []
    for target in targets:
        if target == "you" or target == "opponent":
            seat = "you" if target == "you" else "opponent"
        else:
            objects.append(target)
    return seat, tuple(objects)


def player_words(words: tree.Node | tuple[tree.Node, ...]) -> Iterator[str]:
    """115.4, 120.1: the players that are meant beside objects: "player", "opponent"."""
    for node in nodes(words):
        if isinstance(node, tree.Unknown) and node.fact in PLAYER_FACTS:
            yield node.fact


def shared_out(
    play: Play,
    body: tree.Body,
    targets: tuple[str, ...],
    at: Context,
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """601.2c: the targets in the text's order; those that are left over stand for later words.

    An entry for several takes as many as fit while leaving enough for the targets after it; one
    that needs none takes a target only if it matches, where there are fewer targets than words.
    Tokens that the text itself makes are not among the named.
    """
    specs = tuple(NOBODY if names_nothing(spec, body) else spec for spec in body.targets)
    if at.x is None and any_node(specs, (tree.X,)):
        raise NotPlayable("its targets are described with an X; add `x: N` to the step")
    by_spec: list[tuple[str, ...]] = []
    left = list(targets)
    named = [spec for spec in specs if spec is not NOBODY]
    scarce = len(targets) < sum(_high(play, spec, at, len(targets)) for spec in named)
    lows = [spec.low if spec.word == "target" else 0 for spec in specs]
    if len(targets) < sum(lows):
        # 603.12: what hangs on a deed is not there where it was not done.
        lows = [0 if only_when_done(body.steps, at) else low for at, low in enumerate(lows)]
    for place, spec in enumerate(specs):
        needed_later = sum(lows[place + 1 :])
        room = max(0, min(_high(play, spec, at, len(targets)), len(left) - needed_later))
        taken: list[str] = []
        while left and len(taken) < room:
            optional = len(taken) >= spec.low
            now = msgspec.structs.replace(at, targets=(*by_spec, tuple(taken)))
            if optional and scarce and not _could_be(play, spec, left[0], now):
                break
            taken.append(left.pop(0))
        if spec.word == "target":
            differ(taken, _named_before(spec, by_spec))
        by_spec.append(tuple(taken))
    if scarce:
        _note_open(play, specs, by_spec, at)
    return tuple(by_spec), tuple(left)


def differ(taken: Sequence[str], before: Iterable[str]) -> None:
    """601.2c: one instance of the word "target" means different objects; 115.3: "another target" is
    none of those before."""
    if len(set(taken)) < len(taken):
        raise NotPlayable(f"`{taken[0]}` is named twice as one “target”")
    for one in before:
        if one in taken:
            raise NotPlayable(f"`{one}` is named again as “another target”")


def _note_open(
    play: Play, specs: tuple[tree.TargetSpec, ...], by_spec: list[tuple[str, ...]], at: Context
) -> None:
    """601.2c: of "up to one target ... Up to one target ..." a board with one that both could mean
    does not tell which."""
    last: str | None = None  # what a phrase has taken though it needed none, and none since
    for spec, handles in zip(specs, by_spec, strict=True):
        if spec.word != "target":
            continue
        untargeted = msgspec.structs.replace(at, targets=())
        if last is not None and not handles and _could_be(play, spec, last, untargeted):
            play.note(at.card, f"which “up to … target” `{last}` is")
            return
        if handles:
            last = handles[-1] if len(handles) > spec.low else None


def only_when_done(steps: tuple[tree.Step, ...], place: int) -> bool:
    """603.12: whether the target is one of "when you do ...", and of no other instruction.

    603.3d: one of "you may exile target creature" is chosen whether that is done or not.
    """
    target = tree.Target(place)
    speaking = [step for step in steps if target in nodes(step)]
    return bool(speaking) and all(
        isinstance(step, tree.Do)
        and (isinstance(step.condition, tree.Fact) or only_when_done(step.steps, place))
        for step in speaking
    )


def _named_before(spec: tree.TargetSpec, by_spec: list[tuple[str, ...]]) -> Iterator[str]:
    """The targets than which this one is said to be another."""
    for part in spec.filter.parts if isinstance(spec.filter, tree.AllOf) else (spec.filter,):
        match part:
            case tree.Not(part=tree.Is(ref=tree.Target(index=index))) if index < len(by_spec):
                yield from by_spec[index]
            case _:
                pass


# "That token" before it is made.
NOBODY = tree.TargetSpec(tree.IsToken(), 0, 0, "that")


def is_own_token(spec: tree.TargetSpec) -> bool:
    """Whether the words are "that token" or "those tokens", or of what was just manifested."""
    return spec.word == "that" and spec.filter in (tree.IsToken(), tree.IsFaceDown())


def names_nothing(spec: tree.TargetSpec, body: tree.Body) -> bool:
    """Whether the words are of a token that the body itself makes, so that no board can name it."""
    return is_own_token(spec) and mentions(
        body.steps, (tree.CreateTokens, tree.CreateCopies, tree.Manifest)
    )


def leaves_event_open(body: tree.Body, named: tuple[tuple[str, ...], ...]) -> bool:
    """603.2: whether the board does not name "that creature", the object of the event.

    What no instruction that is carried out speaks of need not be named, and what is asked of it
    ("if it's an Elf") is open by itself.
    """
    steps = rewrite(body.steps, _without_questions)
    left = tuple(step for step in steps if not deeds.is_left_to_the_board(step))
    spoken_of = {node.index for node in nodes(left) if isinstance(node, tree.Target)}
    specs = tuple(NOBODY if names_nothing(spec, body) else spec for spec in body.targets)
    return bool(spoken_of & open_places(specs, named))


def _without_questions(node: Any) -> Any:
    return msgspec.structs.replace(node, condition=None) if isinstance(node, tree.Do) else node


def open_places(specs: tuple[tree.TargetSpec, ...], named: tuple[tuple[str, ...], ...]) -> set[int]:
    """603.2: the places of "that creature" for which no object is named."""
    named = (*named, *((),) * (len(specs) - len(named)))
    return {
        place
        for place, (spec, handles) in enumerate(zip(specs, named, strict=False))
        if spec.word == "that" and len(handles) < spec.low and not is_card_on_top(spec)
    }


def is_of_its_source(ability: tree.Triggered) -> bool:
    """603.2: whether what triggers it happens to its source, and so "it" is the source."""
    return isinstance(ability.event, tree.Event) and ability.event.who == tree.This()


def speaks_of_others(ability: tree.Triggered) -> bool:
    """603.2: whether what triggers it is of another object than its source, or may be."""
    event = ability.event
    if not isinstance(event, tree.Event) or isinstance(event.to, tree.Node):
        return True
    return not isinstance(event.who, tree.This | None)


def is_card_on_top(spec: tree.TargetSpec) -> bool:
    """Whether the words are "it" of a card that was looked at on top of a library."""
    return spec.word == "that" and spec.zone == "library" and spec.filter == tree.AllOf(())


def _high(play: Play, spec: tree.TargetSpec, at: Context, most: int) -> int:
    if spec.high is None:
        return most
    if isinstance(spec.high, int):
        return spec.high
    assert isinstance(spec.high, tree.Node)
    return play.state().value(spec.high, at)


def _could_be(play: Play, spec: tree.TargetSpec, handle: str, at: Context) -> bool:
    """601.2c: whether the words can mean it; a target that has moved since was one (608.2b)."""
    thing = play.game.things[handle]
    moved = thing.incarnation > 0 or thing.zone == "phased out"
    return moved or _is_legal(play, spec, handle, at)


def legal(
    play: Play,
    body: tree.Body,
    by_spec: tuple[tuple[str, ...], ...],
    at: Context,
) -> tuple[tuple[str, ...], ...]:
    """608.2b: a target that has left its zone, or no longer is what is asked for, is unaffected.

    608.2d: what is chosen as the text is followed may be what it has put there.
    """
    return tuple(
        tuple(
            handle
            for handle in handles
            if _is_legal(play, spec, handle, at)
            or (spec.word == "choose" and _puts_into(spec.zone, body))
        )
        for spec, handles in zip(body.targets, by_spec, strict=True)
    )


def _puts_into(zone: str, body: tree.Body) -> bool:
    return any_node(body.steps, lambda node: isinstance(node, tree.MoveZone) and node.to == zone)


def _is_legal(play: Play, spec: tree.TargetSpec, handle: str, at: Context) -> bool:
    """115.4, 608.2b: what no board can tell about it is taken to be right."""
    if spec.word == "that":
        return True
    thing = play.game.things[handle]
    if thing.ceased or spec.zone not in ("any", thing.zone):
        return False
    if spec.word == "choose":
        return True  # 608.2d: the text may have made it such by then
    if play.savings.is_surely_meant(play, spec.filter, thing):
        return True
    # It is not itself one of the targets that its description speaks of ("another target").
    others = tuple(tuple(h for h in entry if h != handle) for entry in at.targets)
    at = msgspec.structs.replace(at, targets=others)
    return play.state().may_match(spec.filter, handle, at)


def fails(
    specs: tuple[tree.TargetSpec, ...],
    by_spec: tuple[tuple[str, ...], ...],
    left: tuple[tuple[str, ...], ...],
) -> bool:
    """608.2b: it doesn't resolve if it has targets and all of them are illegal."""
    aimed = [place for place, spec in enumerate(specs) if spec.word == "target"]
    chosen = [place for place in aimed if by_spec[place]]
    return bool(chosen) and not any(left[place] for place in chosen)
