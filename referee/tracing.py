"""613, shown: what each effect did in the final evaluation, for `explain`.

The engine writes these as it applies effects; nothing here decides a rule.
"""

from typing import Literal, TypeAlias

import msgspec

from striate.boards.oldnumbers import in_numbers_of, numbers_on

Clause: TypeAlias = Literal["", "existence", "text", "what it applies to", "what it does"]


class Waited(msgspec.Struct, frozen=True):
    """613.8a: this effect was not yet applied because it depends on `on`; `clause` says how.

    `source` is the object that the other effect comes from.
    """

    on: str
    clause: Clause
    rules: tuple[str, ...] = ("613.8a", "613.8b")
    source: str | None = None


class Changed(msgspec.Struct, frozen=True):
    """One characteristic of one object, before and after."""

    handle: str
    what: str
    before: str
    after: str


class Applied(msgspec.Struct, frozen=True):
    """One effect in one layer.

    `loop`: the effects that it depends on and that, by way of others or directly, depend on it: it
    did not wait for them (613.8b).
    """

    layer: str
    source: str | None
    ability: str
    timestamp: int
    objects: tuple[str, ...]
    changes: tuple[Changed, ...]
    waited: tuple[Waited, ...] = ()
    begun_before: bool = False
    rules: tuple[str, ...] = ()
    loop: tuple[Waited, ...] = ()


class NotApplied(msgspec.Struct, frozen=True):
    """An effect that did nothing, and why."""

    source: str | None
    ability: str
    why: str
    rules: tuple[str, ...] = ()
    waited: tuple[Waited, ...] = ()


class Trace(msgspec.Struct, frozen=True):
    """Layer by layer, in the order of application, then what was not applied and what went."""

    applied: tuple[Applied, ...] = ()
    not_applied: tuple[NotApplied, ...] = ()
    state_based: tuple[str, ...] = ()

    after: "Trace | None" = None

    def then(self, after: "Trace | None", actions: tuple[str, ...]) -> "Trace":
        """704.3: what the state-based actions did, and the evaluation after them."""
        return msgspec.structs.replace(self, after=after, state_based=actions)


def numbered_as_of(edition: str, trace: Trace) -> Trace:
    """The trace with the numbers that the clauses had then; that of a layer is one already."""
    if not edition:
        return trace

    def waits(some: tuple[Waited, ...]) -> tuple[Waited, ...]:
        return tuple(
            msgspec.structs.replace(each, rules=numbers_on(edition, each.rules)) for each in some
        )

    return msgspec.structs.replace(
        trace,
        applied=tuple(
            msgspec.structs.replace(
                each,
                rules=(*each.rules[:1], *numbers_on(edition, each.rules[1:])),
                waited=waits(each.waited),
                loop=waits(each.loop),
            )
            for each in trace.applied
        ),
        not_applied=tuple(
            msgspec.structs.replace(
                each, rules=numbers_on(edition, each.rules), waited=waits(each.waited)
            )
            for each in trace.not_applied
        ),
        state_based=tuple(in_numbers_of(edition, each) for each in trace.state_based),
        after=None if trace.after is None else numbered_as_of(edition, trace.after),
    )
