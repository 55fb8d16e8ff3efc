"""115, 601.2c, 608.2b: which objects the targets of a text are, and whether they are legal still."""

from dataclasses import replace

from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment, amount
from striate.encodings.refusing import could_match, refuse_target, refuse_untargetable
from striate.encodings.resolution import (
    is_made,
    makes,
)
from striate.encodings.state import PHASED, Setting


@clause("601.2c", "115.1")
def split_targets(
    moment: Moment, body: tree.Body, handles: list[int], setting: Setting
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """601.2c: the objects named on the board, given to the text's targets in order.

    "That token" is none of them where the text itself makes it. Where fewer are named than there
    could be, an "up to" takes only what it may.
    """
    found: list[tuple[int, ...]] = []
    rest = list(handles)
    specs, own = body.targets, makes(body.steps)
    if setting.x is None and any_node(specs, (tree.X,)):
        raise NotPlayable("the targets are told with an X: add `x: N` to the step")
    most = [_spec_high(moment, each, setting, len(rest)) for each in named_in(body)]
    scarce = len(rest) < sum(most)
    all_lows = sum(each.low for each in specs if each.word == "target")
    spared = _reflexive(body) if len(rest) < all_lows else set()
    for position, spec in enumerate(specs):
        if own and is_made(spec):
            found.append(())
            continue
        # What is chosen on resolution may be left open; targets are all named.
        needed = sum(
            each.low
            for place, each in enumerate(specs)
            if place > position and each.word == "target" and place not in spared
        )
        high = _spec_high(moment, spec, setting, len(rest))
        take = max(0, min(high, len(rest) - needed))
        if scarce:
            inside = replace(setting, targets=tuple(found))
            take = _how_many_fit(moment, spec, rest[:take], inside)
        # 601.2c: not the same object twice for one "target".
        if spec.word == "target" and len(set(rest[:take])) < take:
            raise NotPlayable("the same target is named twice for one “target”")
        # 115.3: nor the one that "another target" is another than.
        before = {i for other in _others(spec.filter) if other < position for i in found[other]}
        if spec.word == "target" and before & set(rest[:take]):
            raise NotPlayable("the same target is named again for “another target”")
        found.append(tuple(rest[:take]))
        rest = rest[take:]
    _refuse_too_few(body, found, setting)
    return tuple(found), rest


@clause("601.2c", "603.12")
def _refuse_too_few(body: tree.Body, found: list[tuple[int, ...]], setting: Setting) -> None:
    """601.2c: every target that the text requires is named; a player may be one of them.

    603.12: one of "when you do" is chosen only if it was done.
    """
    for place, (spec, named) in enumerate(zip(body.targets, found, strict=True)):
        if place in _reflexive(body):
            continue
        if spec.word == "target" and len(named) < spec.low and not setting.players:
            words = _described(spec)
            asked = f": the text asks for {words}" if words else ""
            raise NotPlayable(f"the step names too few `targets` (601.2c){asked}")


def _reflexive(body: tree.Body) -> set[int]:
    """The places of the targets that only what follows a deed speaks of."""
    deeds = [
        each
        for each in nodes(body.steps)
        if isinstance(each, tree.Do) and (each.may or isinstance(each.condition, tree.Fact))
    ]
    inside = {each.index for each in nodes(tuple(deeds)) if isinstance(each, tree.Target)}
    plain = nodes(body.steps, (tree.Do,))
    return inside - {each.index for each in plain if isinstance(each, tree.Target)}


def named_in(body: tree.Body) -> list[tree.TargetSpec]:
    """The targets that are named: all but the tokens that the text itself makes."""
    own = makes(body.steps)
    return [spec for spec in body.targets if not (own and is_made(spec))]


def _how_many_fit(
    moment: Moment, spec: tree.TargetSpec, handles: list[int], setting: Setting
) -> int:
    """How many of these, in order, the words take: those that they need, and then what they may."""
    for place, index in enumerate(handles):
        if place >= spec.low and not _may_be(moment, spec, index, setting):
            return place
    return len(handles)


def _may_be(moment: Moment, spec: tree.TargetSpec, index: int, setting: Setting) -> bool:
    """Whether the words can mean it; 608.2b: of what has moved since, they could."""
    thing = moment.world.things[index]
    if spec.word == "that" or thing.born or thing.zone == PHASED:
        return True
    return _fits(moment, spec, index, setting)


def _fits(moment: Moment, spec: tree.TargetSpec, index: int, setting: Setting) -> bool:
    """Whether it is what the words say now; 608.2d: of a choice yet to be made, only where it is."""
    if spec.zone not in ("any", moment.world.things[index].zone):
        return False
    return spec.word == "choose" or could_match(moment, spec.filter, index, setting)


@clause("115.1", "601.2c")
def refuse_left_over(moment: Moment, bodies: list[tree.Body], rest: list[int]) -> None:
    """115.1: what the board names is one of the objects that the text asks for."""
    asked = [spec for body in bodies for spec in named_in(body)]
    if rest and any(body.targets for body in bodies):
        words = ", ".join(filter(None, map(_described, asked)))
        raise NotPlayable(
            f"`{moment.world.things[rest[0]].handle}` is no legal target at that step (115.1)"
            + (f": the text asks for {words}" if words else "")
        )


def _others(filter: tree.Filter) -> list[int]:
    """The places of the targets that "another target" is said to be another than."""
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return [
        part.part.ref.index
        for part in parts
        if isinstance(part, tree.Not)
        and isinstance(part.part, tree.Is)
        and isinstance(part.part.ref, tree.Target)
    ]


@clause("102.2", "115.1")
def with_opponent(body: tree.Body, setting: Setting) -> Setting:
    """102.2: "target opponent" needs no name where there is only one."""
    if setting.players or "opponent" not in body.players:
        return setting
    return replace(setting, players=(setting.you ^ 1,))


@clause("608.2b")
def legal_targets(
    moment: Moment,
    body: tree.Body,
    targets: tuple[tuple[int, ...], ...],
    setting: Setting,
) -> tuple[tuple[int, ...], ...]:
    """608.2b: a target that has moved is not affected; what the board can't tell counts as legal.

    115.1, 608.2d: one that was no target, or can't be chosen, as the board tells it, is refused.
    """
    inside = replace(setting, targets=targets)
    return tuple(
        tuple(
            index
            for index in chosen
            if (spec.word == "choose" and _brings_to(body, spec.zone))
            or _is_legal(moment, spec, index, inside)
        )
        for spec, chosen in zip(body.targets, targets, strict=True)
    )


def _brings_to(body: tree.Body, zone: str) -> bool:
    """608.2c-d: whether what is chosen there may have been brought there by the text itself."""
    return any_node(body.steps, lambda node: isinstance(node, tree.MoveZone) and node.to == zone)


@clause("608.2b")
def all_illegal(
    specs: tuple[tree.TargetSpec, ...],
    named: tuple[tuple[int, ...], ...],
    legal: tuple[tuple[int, ...], ...],
) -> bool:
    """608.2b: it has targets and all of them are illegal, so it doesn't resolve."""
    aimed = [place for place, spec in enumerate(specs) if spec.word == "target" and named[place]]
    return bool(aimed) and not any(legal[place] for place in aimed)


def _is_legal(moment: Moment, spec: tree.TargetSpec, index: int, setting: Setting) -> bool:
    if spec.word == "that":
        return True
    if _fits(moment, spec, index, setting):
        if spec.word == "target":
            refuse_untargetable(moment, index, setting)
        return True
    refuse_target(moment, spec, index)
    return False


def _spec_high(moment: Moment, spec: tree.TargetSpec, setting: Setting, default: int) -> int:
    if spec.high is None:
        return default
    if isinstance(spec.high, int):
        return spec.high
    number = amount(moment, spec.high, setting)
    return number if isinstance(number, int) else default


def _described(spec: tree.TargetSpec) -> str:
    """What the text calls such a target."""
    from striate.cards.printing.targets import described  # costly: brings the grammar

    return described(spec)
