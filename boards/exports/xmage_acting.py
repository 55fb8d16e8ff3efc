"""What is done in XMage's tests: spells, abilities, counters, attaching, turning, leaving, time."""

from collections.abc import Iterator

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.mana import lands_for, refuse_if_lands_matter
from striate.boards.exports.realcards import as_spell, has_spell
from striate.boards.exports.resolving import (
    Told,
    ability_prefix,
    ability_told,
    sorcery_speed,
    spell_told,
)
from striate.boards.exports.scenario import Permanent, engine_name
from striate.boards.exports.triggers import refuse_granted_triggers, works_from_graveyard
from striate.boards.exports.words import name_string
from striate.boards.exports.xmage_effects import effect_built
from striate.boards.exports.xmage_state import COUNTERS, State, check_name, player
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.walking import any_node

_ZONES = {"graveyard": "GRAVEYARD", "exile": "EXILED", "hand": "HAND", "library": "LIBRARY"}
_LASTING = (timeline.Resolve, timeline.ResolveAbility, timeline.ResolveEffect)


def _guards(node: tree.Node) -> bool:
    """702.18, 702.16: what may keep a creature from being its controller's target."""
    return isinstance(node, tree.Keyword) and node.name in ("shroud", "protection")


class Acting(State):
    """The lines by which things happen to permanents."""

    # --- spells and abilities ---------------------------------------------------------------------

    def _cast(self, step: timeline.Resolve) -> Iterator[str]:
        told = spell_told(step)
        refuse_granted_triggers(step.card.faces[0])
        check_name(step.card.name)
        yield from self._at(told.seat, main="Instant" not in step.card.faces[0].types)
        name, who = name_string(step.card.name), player(told.seat)
        self.imports.add("mage.constants.Zone")
        yield from self._answers(told)
        yield f"load(Zone.HAND, {who}, {name});"
        yield from self._cast_line(told.seat, step.card.name, self._targets(told))

    def _effect(self, step: timeline.ResolveEffect) -> Iterator[str]:
        """By a real card that does the same, else by the engine's own effect."""
        built = "" if has_spell(step) else effect_built(step, self.imports)
        if not built:
            yield from self._cast(as_spell(step))
            return
        yield from self._at("you", main=False)
        (target,) = (self.called(one) for one in step.targets)
        yield f"affect({player(step.controller)}, {built}, {name_string(target)});"

    def _activate(self, step: timeline.ResolveAbility) -> Iterator[str]:
        told = ability_told(step, self.made, fresh=step.of not in self.loaded)
        prefix = ability_prefix(step, self.made)
        yield from self._at(told.seat, main=sorcery_speed(step, self.made))
        yield from self._answers(told)
        yield from self._activated(self.made.of(step.of), prefix, told.seat, self._targets(told))

    def _activated(
        self, permanent: Permanent, prefix: str, seat: Seat, targets: str
    ) -> Iterator[str]:
        """The ability of that permanent whose text begins so, and its resolution."""
        alias = self.called(permanent.handle)
        # Without an alias the ability is found by its text alone.
        text = name_string(f"{alias} {prefix}" if alias.startswith("@") else prefix)
        given = f", {targets}" if targets else ""
        yield f"activateAbility({self.clock.now}, {player(seat)}, {text}{given});"
        yield self._settled(seat)

    def _answers(self, told: Told) -> Iterator[str]:
        who = player(told.seat)
        if told.cost:
            self.costs[told.seat].append((told.cost, told.x))
        if told.mode:
            yield f'setModeChoice({who}, "{told.mode}");'
        if "{X}" in told.cost:
            yield f'setChoice({who}, "X={told.x}");'
        if told.may:
            yield f"setChoice({who}, true);"
        if told.color:
            yield f"setChoice({who}, {name_string(told.color.capitalize())});"

    def _targets(self, told: Told) -> str:
        """The targets as one text; "" for none."""
        if not told.targets:
            return ""
        return name_string("^".join(self.called(one) for one in told.targets))

    # --- counters, attachments, faces -------------------------------------------------------------

    def _counters(self, step: timeline.ChangeCounters) -> Iterator[str]:
        yield from self._at("you", main=False)
        alias = name_string(self.called(step.on))
        for kind, number in step.counters:
            if kind not in COUNTERS:
                raise CannotExport(f"the format has no counter called `{kind}`")
            self.imports.add("mage.counters.CounterType")
            if number < 0:
                who = player(self.made.of(step.on).seat)
                constant = f"CounterType.{COUNTERS[kind]}"
                yield f"removeCounters({who}, {alias}, {constant}, {-number});"
            elif number:
                constant = f"CounterType.{COUNTERS[kind]}"
                when = f"{self.clock.now}, playerA"
                yield f"addCounters({when}, {alias}, {constant}, {number});"

    def _attach(self, step: timeline.Attach) -> Iterator[str]:
        """702.6a: equip where that can be paid for, else by a call of the test base."""
        what = self.made.of(step.what)
        if step.to in ("you", "opponent"):
            raise CannotExport(f"`{step.what}` enchants a player, which the format can't be told")
        equips = [
            one.cost
            for one in what.step.card.faces[0].abilities
            if isinstance(one, tree.Keyword) and one.name == "equip" and not one.quality
        ]
        can = len(equips) == 1 and what.seat == "you" and self._can_be_equipped(step)
        if can and self._can_pay(equips[0]):
            yield from self._at("you", main=True)
            self.costs["you"].append((equips[0], 0))
            target = name_string(self.called(step.to))
            yield from self._activated(what, f"Equip {equips[0]}", "you", target)
            return
        yield from self._at("you", main=False)
        yield self._attached(step.what, step.to)

    def _can_be_equipped(self, step: timeline.Attach) -> bool:
        """702.6a: a creature by its card that you control and that nothing guards from
        targeting."""
        host = self.made.of(step.to)
        guarded = any(
            any_node(one.step.card.faces, _guards)
            for one in self.made.permanents
            if one.handle != step.what
        )
        return host.seat == "you" and "Creature" in host.step.card.faces[0].types and not guarded

    def _can_pay(self, cost: str) -> bool:
        """Whether lands for that cost would change nothing on the board."""
        try:
            lands_for([(cost, 0)])
            refuse_if_lands_matter(self.made)
        except CannotExport:
            return False
        return not self.made.control_changes() and self.clock.your_turn

    def _status(self, step: timeline.SetStatus) -> Iterator[str]:
        """701.27, 701.26: transform by the permanent's own ability where there is one; tap."""
        permanent = self.made.of(step.what)
        if step.choose:
            raise CannotExport(f"`{step.what}` is turned with a choice")
        if step.status == "transformed":
            yield from self._transform(permanent)
            return
        yield from self._at("you", main=False)
        word = "tap" if step.status == "tapped" else "untap"
        yield f"{word}({player(permanent.seat)}, {name_string(self.called(step.what))});"

    def _transform(self, permanent: Permanent) -> Iterator[str]:
        at = self.turned.get(permanent.handle, 0)
        face = permanent.step.card.faces[at % 2]
        own = [
            one.cost
            for one in face.abilities
            if isinstance(one, tree.Activated)
            and one.body.steps == (tree.Transform(tree.This()),)
            and not one.body.targets
        ]
        if len(own) == 1 and permanent.seat == "you" and self._can_pay(own[0]):
            yield from self._at("you", main=True)
            self.costs["you"].append((own[0], 0))
            yield from self._activated(permanent, f"{own[0]}: Transform", "you", "")
        else:
            yield from self._at("you", main=False)
            yield (
                f"transform({player(permanent.seat)}, "
                f"{name_string(self.called(permanent.handle))});"
            )
        self.turned[permanent.handle] = at + 1

    # --- zones and time ---------------------------------------------------------------------------

    def _leave(self, step: timeline.Leave) -> Iterator[str]:
        permanent = self.made.of(step.what)
        yield from self._at("you", main=False)
        self.imports.add("mage.constants.Zone")
        who, called = player(permanent.seat), name_string(self.called(step.what))
        yield f"leave({who}, {called}, Zone.{_ZONES[step.to]});"

    def _zone(self, step: timeline.PutInZone) -> str:
        """Cards in other zones come in no certain order, and may not have effects from there."""
        name = engine_name(step.card)
        check_name(name)
        for ability in step.card.faces[0].abilities:
            if (
                isinstance(ability, tree.Static)
                and not ability.cda
                and ability.zones != ("battlefield",)
            ):
                raise CannotExport(f"`{name}` has an effect from another zone, in no certain order")
        if any(isinstance(node, tree.TopCard) for node in self.made.trees()) and (
            len([one for one in self.made.board.steps if isinstance(one, timeline.PutInZone)]) > 1
            or any(isinstance(one, _LASTING) for one in self.made.board.steps)
        ):
            raise CannotExport("the order of cards in a graveyard can't be told")
        if step.zone == "graveyard" and works_from_graveyard(step.card.faces[0]):
            raise CannotExport(f"a text of `{name}` could do something from the graveyard")
        self.imports.add("mage.constants.Zone")
        return f"addCard(Zone.{_ZONES[step.zone]}, {player(step.owner)}, {name_string(name)});"

    def _end_turn(self) -> None:
        if any(isinstance(node, tree.IsTurnOf) for node in self.made.trees()):
            raise CannotExport("a text on the board looks at whose turn it is, and a turn ends")
        self.clock.next_turn()

    def _begin_turn(self, step: timeline.PlayerFact) -> None:
        """The turn of the player whose turn it is; nothing may wear off on the way there."""
        yours = (step.player == "you") == bool(step.value)
        if yours == self.clock.your_turn:
            return
        if any(isinstance(one, _LASTING) for one in self.made.board.steps):
            raise CannotExport("something resolves on this board, and the turn changes")
        self.clock.next_turn()
