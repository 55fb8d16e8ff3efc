"""115, 601.2c, 608.2b: which objects the targets of a text are, and whether they are legal still."""

from dataclasses import replace

from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE
from striate.encodings.clauses import clause
from striate.encodings.matching import (
    Moment,
    amount,
    matches,
)
from striate.encodings.refusing import refuse_target, refuse_untargetable
from striate.encodings.resolution import (
    is_made,
    makes,
)
from striate.encodings.state import Setting


@clause("601.2c", "115.1")
def split_targets(
    moment: Moment, body: tree.Body, handles: list[int], setting: Setting
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """601.2c: the objects named on the board, given to the text's targets in order.

    "That token" is none of them where the text itself makes it.
    """
    found: list[tuple[int, ...]] = []
    rest = list(handles)
    specs, own = body.targets, makes(body.steps)
    if setting.x is None and any_node(specs, (tree.X,)):
        raise NotPlayable("the targets are told with an X: add `x: N` to the step")
    for position, spec in enumerate(specs):
        if own and is_made(spec):
            found.append(())
            continue
        needed = sum(each.low for each in specs[position + 1 :] if not (own and is_made(each)))
        high = _spec_high(moment, spec, setting, len(rest))
        take = max(min(high, len(rest) - needed), min(spec.low, len(rest)))
        # 601.2c: not the same object twice for one "target".
        if spec.word == "target" and len(set(rest[:take])) < take:
            raise NotPlayable("the same target is named twice for one “target”")
        # 115.3: nor the one that "another target" is another than.
        before = {i for other in _others(spec.filter) if other < position for i in found[other]}
        if spec.word == "target" and before & set(rest[:take]):
            raise NotPlayable("the same target is named again for “another target”")
        found.append(tuple(rest[:take]))
        rest = rest[take:]
    return tuple(found), rest


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


@clause("608.2b")
def legal_targets(
    moment: Moment,
    specs: tuple[tree.TargetSpec, ...],
    targets: tuple[tuple[int, ...], ...],
    setting: Setting,
) -> tuple[tuple[int, ...], ...]:
    """608.2b: a target that has moved is not affected; what the board can't tell counts as legal.

    115.1: one that was no target, as the board tells it, is refused.
    """
    inside = replace(setting, targets=targets)
    return tuple(
        tuple(index for index in chosen if _is_legal(moment, spec, index, inside))
        for spec, chosen in zip(specs, targets, strict=True)
    )


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
    if spec.word != "target":
        return True
    there = spec.zone in ("any", moment.world.things[index].zone)
    if there and could_match(moment, spec.filter, index, setting):
        refuse_untargetable(moment, index, setting)
        return True
    refuse_target(moment, spec, index)
    return False


def could_match(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> bool:
    """Whether it matches as far as the board can tell."""
    if isinstance(filter, tree.AllOf):
        return all(could_match(moment, part, index, setting) for part in filter.parts)
    if any_node(filter, UNTOLD):
        return True
    return matches(moment, filter, index, setting) != FALSE


UNTOLD = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


def _spec_high(moment: Moment, spec: tree.TargetSpec, setting: Setting, default: int) -> int:
    if spec.high is None:
        return default
    if isinstance(spec.high, int):
        return spec.high
    number = amount(moment, spec.high, setting)
    return number if isinstance(number, int) else default
