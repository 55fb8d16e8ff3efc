"""Random resolutions: every kind of instruction that a body can hold, and every deed it can do."""

from abc import ABC, abstractmethod
from typing import Literal

from striate.boards.deeds import BY_END_OF_TURN
from striate.cards import tree as t
from striate.cards.vocabulary import ROLES
from striate.queries.fuzzing.randomwords import (
    COLORS,
    COUNTERS,
    CREATURE_TYPES,
    DESIGNATIONS,
    LAND_TYPES,
    Words,
)

_MANIFESTS: tuple[Literal["manifest", "manifest dread", "cloak"], ...] = (
    "manifest",
    "manifest dread",
    "cloak",
)
_LATER = (
    *BY_END_OF_TURN,
    "at the beginning of your next end step",
    "at the beginning of the next turn's upkeep",
    "at the beginning of your next upkeep",
)
_PREDEFINED = ("Clue", "Food", "Treasure")
_ALWAYS: t.Filter = t.AllOf(())


class Deeds(Words, ABC):
    """Makes bodies out of words; what stands in them besides is made by who knows all trees."""

    @abstractmethod
    def changes(self, depth: int, chosen: tuple[str, ...]) -> tuple[t.Change, ...]:
        """What one effect does."""

    @abstractmethod
    def given(self, depth: int) -> tuple[t.Ability, ...]:
        """Abilities that something else gives."""

    @abstractmethod
    def exceptions(self, entering: bool = False, own: bool = True) -> tuple[t.CopyExtra, ...]:
        """707.9: what a copy effect changes."""

    @abstractmethod
    def static(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Static:
        """604: one effect or two."""

    @abstractmethod
    def apart(self) -> "Deeds":
        """Deeds for what is made: their words speak of no target."""

    def body(self, depth: int) -> t.Body:
        """Two targets at most, one or two instructions; or a choice of modes."""
        if self.odds(0.05):
            return t.Body((self._one_of(depth),))
        number = self.often((4 if self.own else 0, lambda: 0), (5, lambda: 1), (1, lambda: 2))
        specs = [t.TargetSpec(_ALWAYS) for _ in range(number)]
        if number == 2:
            specs[1] = t.TargetSpec(t.Not(t.Is(t.Target(0))))
        steps = [self.instruction(depth, number) for _ in range(self.chance.randint(1, 2))]
        named = _group_of(steps[0])
        if named is not None and self.odds(0.3):
            steps.append(self._about(depth, t.Those(named)))  # "they"
        return t.Body(tuple(steps), tuple(specs))

    def instruction(self, depth: int, targets: int) -> t.Step:
        untargeted: tuple[t.Who, ...] = (t.This(), self.group(False))
        who: t.Who = t.Target(0) if targets else self.one(untargeted)
        if self.odds(0.1):
            who = t.ChosenObject("creature", t.HasType("Creature"))
        if targets > 1 and self.odds(0.6):
            return self._between(t.Target(0), t.Target(1))
        result: t.Step = self.often(
            (16, lambda: self._about(depth, who)),
            (1, lambda: t.Act("draw card", "you", amount=t.Num(1))),
            (1, lambda: t.LifeChange("you", t.Num(2))),
            (1, lambda: t.SetLife(self.one(("you", "opponent")), t.Num(5))),
            (6, lambda: self.deed(depth, who)),
            (1, lambda: self._if(depth, targets)),
        )
        return result

    def _about(self, depth: int, who: t.Who) -> t.Step:
        """What changes objects where they are."""
        result: t.Step = self.often(
            (12, lambda: t.Continuous(self.resolved(depth, who), self.duration())),
            (2, lambda: t.PutCounters(who, self.one(COUNTERS), t.Num(self.chance.randint(1, 2)))),
            (1, lambda: t.DistributeCounters(who, self.one(COUNTERS), t.Num(2))),
            (1, lambda: t.RemoveCounters(who, self.one((None, *COUNTERS)), None)),
            (1, lambda: t.DoubleCounters(who, self.one(COUNTERS))),
            (1, lambda: t.Proliferate(who)),
            (1, lambda: t.Endure(who, t.Num(2))),
            (1, lambda: t.SetTapped(who, self.odds(0.7))),
            (1, lambda: t.TurnFace(who, self.odds(0.6))),
            (1, lambda: t.Transform(who)),
            (0 if isinstance(who, t.Each | t.Those) else 1, lambda: self._for_life(who)),
        )
        return result

    def _for_life(self, ref: t.Who) -> t.Step:
        stat = self.one(("power", "toughness"))
        assert not isinstance(ref, t.Each | t.Those)
        return t.ExchangeStatWithLife("you", ref, stat)  # type: ignore[arg-type]  # a random word of the right ones

    def _between(self, first: t.Ref, second: t.Ref) -> t.Step:
        """What is done to one object with another."""
        changes: tuple[t.Change, ...] = (
            t.ExchangeControl(second),
            t.ExchangeText(second),
            t.BecomeCopy(second, self.exceptions(own=False)),
        )
        if self.odds(0.3):
            return t.AttachTo(first, second)
        effect = t.Effect(first, (self.one(changes),))
        return t.Continuous(effect, self.duration())

    def _if(self, depth: int, targets: int) -> t.Do:
        condition = self.condition() if self.odds(0.8) else None
        otherwise = (self.instruction(depth, targets),) if self.odds(0.3) else ()
        return t.Do((self.instruction(depth, targets),), condition, otherwise=otherwise)

    def _one_of(self, depth: int) -> t.Modal:
        """700.2: each mode has a target of its own."""
        specs = (t.TargetSpec(_ALWAYS),)
        modes = tuple(t.Body((self.instruction(depth, 1),), specs) for _ in range(2))
        return t.Modal(1, 1, modes)

    def deed(self, depth: int, who: t.Who) -> t.Step:
        """What moves, makes, hides or marks objects."""
        result: t.Step = self.often(
            (3, lambda: self.move(who)),
            (3, lambda: self.tokens(depth)),
            (1, lambda: t.GetEmblem((self.apart().static(0),), self.one(("you", "opponent")))),
            (1, lambda: t.PhaseOut(who)),
            (1, lambda: t.Act("regenerate", who=who)),
            (1, lambda: t.Act("unattach", who=who)),
            (1, lambda: t.Act("when it dies or is exiled, return it", who=who)),
            (1, lambda: t.Act("the Ring tempts you")),
            (2, lambda: t.Designate(who, self.one(DESIGNATIONS), self.odds(0.2))),
            (1, lambda: t.Manifest(t.Num(self.chance.randint(1, 2)), self.one(_MANIFESTS))),
            (1, lambda: self.role(who)),
            (1, lambda: t.BeginReplacing(t.GoesElsewhere(who))),
            (1, lambda: t.BeginReplacing(self.replacing(), self.odds(0.7))),
            (1 if self.own else 0, lambda: t.AttachTo(t.This(), who)),
            (2, lambda: t.Later(self.one(_LATER), (self._put_off(who),))),
            (2, lambda: self.copies(who)),
        )
        return result

    def replacing(self) -> t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced:
        """614: what happens instead of dying, of putting counters, of creating tokens."""
        kind = self.one(("dies", "counters", "tokens"))
        if kind == "tokens":
            which: t.Filter = self.one((_ALWAYS, t.HasType("Creature"), t.HasType("Artifact")))
            if self.odds(0.4):
                other = t.TokenSpec("", (), ("Artifact",), ("Clue",))
                return t.TokensReplaced(which, self.one((0, 1)), "you", other, self.one((0, 1)))
            return t.TokensReplaced(which, self.one((2, 3)), self.one(("you", "any")))
        whom: t.Who = t.Each(self.filter(1), "battlefield")
        if kind == "counters":
            by: t.Player = self.one(("any", "any", "you", "opponent"))
            times, more, half = self.one(
                ((2, 0, False), (1, 1, False), (1, -1, False), (1, 0, True), (0, 0, False))
            )
            return t.CountersReplaced(whom, self.one((None, *COUNTERS)), times, more, half, by)
        to: t.Zone = self.one(("exile", "exile", "hand", "library"))
        place: Literal["", "bottom"] = "bottom" if to == "library" else ""
        if self.odds(0.3):
            whose: t.Player = self.one(("any", "you", "opponent"))
            return t.GoesElsewhere(t.Each(_ALWAYS, "any"), to, place, "any", whose)
        event: Literal["graveyard", "leave"] = self.one(("graveyard", "leave"))
        return t.GoesElsewhere(whom, to, place, event=event)

    def _put_off(self, who: t.Who) -> t.Step:
        result: t.Step = self.often(
            (4, lambda: self.move(who)),
            (1, lambda: t.PutCounters(who, "+1/+1", t.Num(1))),
            (1, lambda: self.tokens(0)),
        )
        return result

    def role(self, host: t.Who) -> t.CreateTokens:
        spec = t.TokenSpec(self.one(ROLES), types=("Enchantment",), subtypes=("Aura", "Role"))
        return t.CreateTokens(t.Num(1), spec, attached_to=host)

    def move(self, who: t.Who) -> t.MoveZone:
        result: t.MoveZone = self.often(
            (2, lambda: t.MoveZone("destroy", who, "graveyard")),
            (2, lambda: t.MoveZone("exile", who, "exile")),
            (
                3 if self.own else 0,
                lambda: t.MoveZone("exile", who, "exile", until="source leaves"),
            ),
            (1, lambda: t.MoveZone("sacrifice", who, "graveyard")),
            (1, lambda: t.MoveZone("return", who, "hand")),
            (2, lambda: t.MoveZone("return", who, "battlefield", "affected owner")),
            (1, lambda: t.MoveZone("return", who, "battlefield", "you", transformed=True)),
            (1, lambda: t.MoveZone("put", who, "library", place=self.one(("top", "bottom")))),
            (1, lambda: t.MoveZone("shuffle", who, "library")),
        )
        return result

    def tokens(self, depth: int) -> t.CreateTokens:
        """111.3: its size may be worked out as it is created; 111.10: or it is a predefined one."""
        if self.odds(0.15):
            kind = self.one(_PREDEFINED)
            return t.CreateTokens(t.Num(1), t.TokenSpec("", types=("Artifact",), subtypes=(kind,)))
        size = self.amount() if self.odds(0.3) else t.Num(self.chance.randint(0, 3))
        spec = t.TokenSpec(
            self.one(("", "", self.names[0])),
            types=self.one((("Creature",), ("Artifact", "Creature"))),
            subtypes=self.some(CREATURE_TYPES, 1, 2),
            colors=self.some(COLORS, 0, 2),
            power=size,
            toughness=t.Num(self.chance.randint(1, 3)),
            abilities=self.apart().given(depth)[:1] if depth else (),
        )
        number = self.amount() if self.odds(0.15) else t.Num(self.chance.randint(1, 2))
        player: t.Player = self.one(("you", "you", "opponent", "any"))
        return t.CreateTokens(number, spec, self.odds(0.2), player=player)

    def copies(self, who: t.Who) -> t.CreateCopies:
        number = t.Num(self.chance.randint(1, 2))
        return t.CreateCopies(number, who, self.exceptions(own=False), self.odds(0.2))

    def resolved(self, depth: int, who: t.Who) -> t.Effect:
        changes = self.changes(depth, ())
        if self.odds(0.06):
            changes = (self._word_change(),)
        elif self.own and not isinstance(who, t.This) and self.odds(0.08):
            changes = (t.BecomeCopy(t.This(), self.exceptions(own=False)),)
        return t.Effect(who, changes)

    def duration(self) -> t.Duration:
        result: t.Duration = self.often(
            (5, lambda: t.UntilEndOfTurn()),
            (3, lambda: t.Permanently()),
            (1, lambda: t.UntilYourNextTurn()),
            (1, lambda: t.UntilYourNextTurnEnds()),
            (1 if self.own else 0, lambda: t.UntilLeaves()),
            (1 if self.own else 0, lambda: t.AsLongAs(self.condition(0))),
        )
        return result

    def _word_change(self) -> t.Change:
        kind = self.one(("color", "basic land type", "creature type"))
        words = {
            "color": ("red", "blue", "white"),
            "basic land type": LAND_TYPES,
            "creature type": CREATURE_TYPES,
        }[kind]
        old, new = self.chance.sample(words, 2)
        return t.ReplaceWords((kind,), old, new)  # type: ignore[arg-type]  # a random word of the right ones


def _group_of(step: t.Step) -> t.Each | None:
    """The group that the instruction names, which later words can mean again."""
    who = step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)
    return who if isinstance(who, t.Each) else None
