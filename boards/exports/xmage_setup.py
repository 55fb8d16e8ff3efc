"""How XMage's test framework is told a board: load, enter, counters, choices, casts (1.2-1.6).

Permanents are loaded before the game or enter in the main phase; what is written first is older.
A permanent whose texts would trigger on entering is loaded, one that would do something in the
upkeep enters, and all that come after the first one that enters must enter too.
"""

from collections.abc import Iterator
from itertools import pairwise

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.mana import lands_for, refuse_if_lands_matter
from striate.boards.exports.resolving import tells_trigger
from striate.boards.exports.scenario import (
    Permanent,
    Scenario,
    lets_others_copy,
    with_level_ups,
)
from striate.boards.exports.triggers import (
    moments,
    refuse_questions,
    refuse_replacements,
    triggers_on_entering,
)
from striate.boards.exports.words import name_string
from striate.boards.exports.xmage_acting import Acting
from striate.boards.exports.xmage_entering import Entering
from striate.boards.exports.xmage_state import check_name, chosen_on_casting, player
from striate.boards.timeline import Enter
from striate.cards import tree

CAN_SET = frozenset(
    {
        "copy", "copy with exceptions", "face down", "face up", "aura", "equipment", "tapped",
        "choice of color", "choice of creature type", "choice of basic land type", "counters",
        "spell", "ability", "effect", "graveyard", "exile", "life", "x", "token", "token copy",
        "attach", "leave", "counters removed", "transform", "tap", "end of turn", "opponent's turn",
    }
)  # fmt: skip
_ACTING = (timeline.Resolve, timeline.ResolveAbility, timeline.ResolveEffect)


class Setup(Entering, Acting):
    """The lines that set a board up, in the order of its timestamps."""

    def __init__(self, made: Scenario) -> None:
        super().__init__(made)
        self.lines: list[str] = []
        self.told_triggers = self._told_triggers()
        self.loaded = self._loaded()

    def run(self) -> list[str]:
        """All lines: what is there before the game first, then lands, then what happens."""
        for permanent in self.made.permanents:
            check_name(permanent.name)
            refuse_questions(permanent)
        if any(isinstance(node, tree.HandOf) for node in self.made.trees()):
            raise CannotExport(
                "a text on the board counts a hand, through which the cards come here"
            )
        refuse_replacements(self.made, self.loaded)
        before: list[str] = []
        for at, step in enumerate(self.made.board.steps):
            self.doing = at
            if isinstance(step, Enter | timeline.EnterTokenCopy) and step.handle in self.loaded:
                before += self._load(self.made.of(step.handle))
            else:
                self.lines += self._step(step)
        self._refuse_triggers()
        return [*before, *self._lands(), *self.lines]

    @property
    def asked_at(self) -> str:
        """When everything is asked: in one step, after the last deed."""
        return self.clock.asking

    @property
    def finish(self) -> str:
        usual = "1, PhaseStep.BEGIN_COMBAT"
        return "finish();" if self.asked_at == usual else f"finish({self.asked_at});"

    def _lands(self) -> list[str]:
        """What pays for everything that is cast or activated."""
        made = {seat: lands_for(costs) for seat, costs in self.costs.items()}
        if not any(made.values()):
            return []
        own_costs = (
            ability
            for one in self.made.permanents
            if chosen_on_casting(one.step)
            for ability in one.step.card.faces[0].abilities
            if isinstance(ability, tree.Inert)
        )
        refuse_if_lands_matter(self.made, own_costs)
        if any(self.named & lands.keys() for lands in made.values()):
            raise CannotExport("the test needs lands for mana, and one of their name must be found")
        self.imports.add("mage.constants.Zone")
        return [
            f"addCard(Zone.BATTLEFIELD, {player(seat)}, {name_string(name)}, {count});"
            for seat, lands in made.items()
            for name, count in lands.items()
        ]

    # --- which permanents are there before the game ----------------------------------------------

    def _loaded(self) -> frozenset[str]:
        """The oldest permanents, up to the first step that is more than a plain entering."""
        handles: list[str] = []
        for step in self.made.board.steps:
            if not isinstance(step, Enter):
                if isinstance(step, timeline.PutInZone | timeline.PlayerFact):
                    continue
                break
            plain = (
                step.copying is None
                and step.attached_to is None
                and step.x is None
                and not (step.face_down or step.tapped or step.token)
                and not chosen_on_casting(step)
                and step.handle not in self.told_triggers
            )
            if not plain or "before" in moments(self.made.of(step.handle), self.made):
                break
            handles.append(step.handle)
            if lets_others_copy(step):
                break  # a copy effect does not reach what `load` puts in
        return frozenset(handles)

    def _told_triggers(self) -> dict[str, timeline.ResolveAbility]:
        """Permanents whose one trigger on entering the next step tells, with that step."""
        steps = self.made.board.steps
        found: dict[str, timeline.ResolveAbility] = {}
        for step, after in pairwise(steps):
            if not isinstance(step, Enter) or not isinstance(after, timeline.ResolveAbility):
                continue
            if after.of != step.handle or step.face_down or step.copying is not None:
                continue
            if triggers_on_entering(self.made.of(step.handle)) == 1 and tells_trigger(
                after, self.made
            ):
                found[step.handle] = after
        return found

    def _refuse_triggers(self) -> None:
        """What a text would do by itself during the test, as its permanent is there or enters."""
        steps = self.made.board.steps
        entered = [one for one in self.made.permanents if one.handle not in self.loaded]
        gone = any(one.gone for one in self.made.board.expect) or any(
            isinstance(one, timeline.Leave) for one in steps
        )
        later = self.clock.turn > 1
        happens = {
            "unknown": True,
            "death": gone,
            "casting": any(isinstance(one, _ACTING) for one in steps) or any(self.costs.values()),
            "turning up": any(isinstance(one, timeline.SetStatus) for one in steps),
            "targeting": any(getattr(one, "targets", ()) for one in steps),
            "transforming": any(map(self._shows_its_texts, steps)),
            "later": later or self.asked_at.endswith("END_TURN"),
        }
        for permanent in self.made.permanents:
            is_loaded = permanent.handle in self.loaded
            at_once = is_loaded or permanent.handle in self.told_triggers
            others = [one for one in entered if one is not permanent]
            harmful = happens | {
                "before": is_loaded or later,
                "entering itself": not at_once or self._is_copied(permanent),
                "entering": bool(others if permanent.handle in self.told_triggers else entered),
            }
            if any(harmful[moment] for moment in moments(permanent, self.made)):
                raise CannotExport(
                    f"a text of `{permanent.handle}` would do something by itself in the game"
                )

    def _shows_its_texts(self, step: timeline.Step) -> bool:
        """Whether a permanent transforms that may have abilities then."""
        if not isinstance(step, timeline.SetStatus) or step.status != "transformed":
            return False
        bare = any(one.handle == step.what and one.no_abilities for one in self.made.board.expect)
        return not bare or step is not self.made.board.steps[-1]

    def _is_copied(self, permanent: Permanent) -> bool:
        return any(
            getattr(one, "copying", None) == permanent.handle
            or (isinstance(one, timeline.EnterTokenCopy) and one.of == permanent.handle)
            for one in self.made.board.steps
        )

    # --- steps ------------------------------------------------------------------------------------

    def _load(self, permanent: Permanent) -> Iterator[str]:
        """What is chosen is queued first: `load` puts the card in at once, and asks."""
        self.imports.add("mage.constants.Zone")
        name = name_string(self.listed(permanent))
        yield from self._choices(permanent)
        yield f"load(Zone.BATTLEFIELD, {player(permanent.seat)}, {name});"

    def _step(self, step: timeline.Step) -> Iterator[str]:
        match step:
            case Enter():
                yield from self._enter(self.made.of(step.handle))
            case timeline.EnterTokenCopy():
                yield from self._token_copy(step)
            case timeline.ChangeCounters():
                yield from self._counters(step)
            case timeline.LevelUp():
                yield from self._counters(with_level_ups(step))
            case timeline.Resolve():
                yield from self._cast(step)
            case timeline.ResolveEffect():
                yield from self._effect(step)
            case timeline.ResolveAbility():
                if self.told_triggers.get(step.of) is not step:
                    yield from self._activate(step)
            case timeline.SetStatus(status="face up"):
                yield from self._face_up(self.made.of(step.what))
            case timeline.SetStatus():
                yield from self._status(step)
            case timeline.Attach():
                yield from self._attach(step)
            case timeline.Leave():
                yield from self._leave(step)
            case timeline.PutInZone():
                yield self._zone(step)
            case timeline.EndTurn():
                self._end_turn()
            case timeline.PlayerFact(fact="turn"):
                self._begin_turn(step)
            case timeline.PlayerFact(fact="life"):
                if any(isinstance(one, _ACTING) for one in self.made.board.steps):
                    raise CannotExport(
                        "a life total is set before the game, and here something resolves"
                    )
                yield f"setLife({player(step.player)}, {step.value});"
            case _:
                raise CannotExport(f"the format has no words for the step {type(step).__name__}")
