"""Writes down what the engine does in the final evaluation, as a `Trace`."""

from functools import lru_cache

import msgspec

from striate.cards.printing.canonical import NotPrintable
from striate.cards.prose import words_of
from striate.cards.tree import Ability, Opaque
from striate.cards.vocabulary import CREATURE_TYPES
from striate.referee.effects import ContinuousEffect
from striate.referee.oldlayers import rule_of
from striate.referee.state import State
from striate.referee.tracing import Applied, Changed, Clause, NotApplied, Waited
from striate.referee.values import Held, Key, View


def printed(ability: Ability | None, key: Key = ()) -> str:
    """The ability as text; a counter's effect by its kind."""
    if isinstance(ability, Opaque):
        return words_of(ability.prose)
    if ability is not None:
        return _text_of(ability)
    return f"{key[2]} counter" if key and key[0] == "counter" else "resolved effect"


@lru_cache(maxsize=16384)
def _text_of(ability: Ability) -> str:
    from striate.cards.language import print_ability  # costly: brings the grammar

    try:
        return print_ability(ability)
    except NotPrintable:
        return repr(ability)


class Recorder:
    """Collects what happened, in order."""

    def __init__(self, then: frozenset[str] = frozenset()) -> None:
        self.then = then
        self.done: list[Applied] = []
        self.idle: list[NotApplied] = []
        self._waits: dict[tuple[str, Key], list[Waited]] = {}
        self._loops: dict[tuple[str, Key], list[Waited]] = {}

    def waited(
        self,
        layer: str,
        effect: ContinuousEffect,
        waited: tuple[tuple[ContinuousEffect, Clause], ...],
    ) -> None:
        """613.8b: earlier effects that depend on this one wait for it."""
        for earlier, clause in waited:
            waiting = self._waits.setdefault((layer, earlier.key), [])
            waiting.append(_waited(effect, clause))

    def looped(
        self,
        layer: str,
        effect: ContinuousEffect,
        loop: tuple[tuple[ContinuousEffect, ContinuousEffect, Clause], ...],
    ) -> None:
        """613.8b: effects that depend on one another in a loop with this one wait for none of
        it."""
        for one, other, clause in loop:
            waiting = self._loops.setdefault((layer, one.key), [])
            waiting.append(_waited(other, clause, "613.8b"))

    def waits_of(self, handle: str, slot: object) -> tuple[Waited, ...]:
        """613.8b: what the effects of that ability waited for, in whatever layer."""
        return tuple(
            wait
            for (_, key), waits in self._waits.items()
            if key[:3] == ("static", handle, slot)
            for wait in waits
        )

    def taking(self, handle: str, ability: str) -> Applied | None:
        """The last effect after which the object had that ability once less than before."""
        for each in reversed(self.done):
            for change in each.changes:
                if (change.handle, change.what) == (handle, "abilities") and (
                    change.before.count(ability) > change.after.count(ability)
                ):
                    return each
        return None

    def face_down(self, before: View, view: View) -> None:
        """613.2b: what it is face down, where that differs from what layer 1a made of it."""
        changes = differences(before, view)
        self.done.append(
            Applied(
                "1b", view.handle, "face down", 0, (view.handle,), tuple(changes),
                rules=("613.2b", "708.2a"),
            )
        )  # fmt: skip

    def applied(
        self,
        effect: ContinuousEffect,
        layer: str,
        before: dict[str, View],
        state: State,
        began_before: bool,
    ) -> None:
        """One effect has been applied."""
        changes: list[Changed] = []
        for handle, view in before.items():
            changes.extend(
                _seen(differences(view, state.views[handle]), state.views[handle], layer)
            )
        rules = [rule_of(layer, self.then), effect.rule]
        if began_before:
            rules.append("613.6")
        if layer == "4" and any(change.what == "abilities" for change in changes):
            rules.append("305.7")
        own_waits = tuple(self._waits.get((layer, effect.key), ()))
        loop = tuple(dict.fromkeys(self._loops.get((layer, effect.key), ())))
        if own_waits or loop:
            rules.append("613.8b")
        self.done.append(
            Applied(
                layer,
                effect.source,
                printed(effect.ability, effect.key),
                effect.stamp[0],
                tuple(before),
                tuple(changes),
                own_waits,
                began_before,
                tuple(rule for rule in rules if rule),
                loop,
            )
        )

    def not_applied(
        self, source: str | None, ability: Ability | None, why: str, *rules: str
    ) -> None:
        """An effect that could have been expected and did nothing."""
        self.idle.append(NotApplied(source, printed(ability), why, rules))


def _waited(on: ContinuousEffect, clause: Clause, *rules: str) -> Waited:
    wait = Waited(printed(on.ability, on.key), clause, source=on.source)
    return msgspec.structs.replace(wait, rules=rules) if rules else wait


def differences(before: View, after: View) -> list[Changed]:
    """Each characteristic that differs, as text."""
    changed = []
    for what in ("name", "controller", "supertypes", "types", "subtypes", "colors", "abilities"):
        old, new = _shown(getattr(before, what)), _shown(getattr(after, what))
        if old != new:
            changed.append(Changed(before.handle, what, old, new))
    size_before, size_after = (before.power, before.toughness), (after.power, after.toughness)
    if size_before != size_after:
        sizes = (_size(size_before), _size(size_after))
        changed.append(Changed(before.handle, "power/toughness", *sizes))
    return changed


def _seen(changes: list[Changed], view: View, layer: str) -> list[Changed]:
    """208.3: a permanent that is no creature when layer 7 begins has no power or toughness.

    In 2007 it was layer 6, of which 6a to 6e are the parts (418.5a).
    """
    of_sizes = layer[0] == "7" or layer in ("6a", "6b", "6c", "6d", "6e")
    if not of_sizes or view.zone != "battlefield" or "Creature" in view.types:
        return changes
    return [change for change in changes if change.what != "power/toughness"]


def _size(size: tuple[int | None, int | None]) -> str:
    """Power and toughness as text; "" for an object that has none."""
    power, toughness = size
    return "" if power is None else f"{power}/{toughness}"


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        words = {str(word) for word in value}
        if words.issuperset(CREATURE_TYPES):
            words = {*words.difference(CREATURE_TYPES), "every creature type"}
        return ", ".join(sorted(words))
    if isinstance(value, tuple):
        return "; ".join(printed(h.ability) if isinstance(h, Held) else str(h) for h in value)
    return str(value)
