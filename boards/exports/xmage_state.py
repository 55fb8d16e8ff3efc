"""What the parts of XMage's set-up share: how permanents are called, and what lines need.

Also the words of the format that more than one part uses.
"""

from collections.abc import Iterator

from striate.boards import timeline
from striate.boards.exports.checks import every_creature_type
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Permanent, Scenario
from striate.boards.exports.words import name_string
from striate.boards.exports.xmage_time import Clock
from striate.boards.timeline import Enter, ResolveAbility, Seat
from striate.cards import tree

COUNTERS = {
    "level": "LEVEL", "+1/+1": "P1P1", "-1/-1": "M1M1", "+1/+0": "P1P0", "+0/+1": "P0P1",
    "+1/+2": "P1P2", "+2/+2": "P2P2", "-0/-1": "M0M1", "-0/-2": "M0M2", "-1/-0": "M1M0",
    "-2/-1": "M2M1", "-2/-2": "M2M2",
    **{
        word: word.upper().replace(" ", "_")
        for word in (
            "loyalty", "defense", "lore", "charge", "quest", "time", "age", "fade", "shield",
            "stun", "finality", "flying", "first strike", "double strike", "deathtouch", "haste",
            "hexproof", "indestructible", "lifelink", "menace", "reach", "trample", "vigilance",
            "shadow", "exalted", "decayed",
        )
    },
}  # fmt: skip
_LASTING = timeline.Resolve | timeline.ResolveAbility | timeline.ResolveEffect
_OF_A_TURN = timeline.EndTurn | timeline.PlayerFact | timeline.SetStatus
_SPECIAL = "@^$#[]"
_DOUBLE_FACED = ("transform", "modal_dfc")


def player(seat: str) -> str:
    return "playerA" if seat == "you" else "playerB"


def check_name(name: str) -> None:
    """1.2: names with the characters that the framework reads as marks can't be written."""
    marks = sorted(set(_SPECIAL) & set(name))
    if marks:
        raise CannotExport(f"`{name}` has {marks[0]}, which the format reads as a mark")


def chosen_on_casting(step: Enter) -> bool:
    """601.2b: whether a choice belongs to a cost, so that only who casts the card is asked."""
    asked = any(isinstance(one, tree.EntersChoose) for one in step.card.faces[0].abilities)
    return bool(step.choose) and not asked and step.copying is None


class State:
    """What is known of the test while its lines are written."""

    def __init__(self, made: Scenario) -> None:
        self.made = made
        self.imports: set[str] = {"mage.constants.PhaseStep"}
        self.costs: dict[Seat, list[tuple[str, int]]] = {"you": [], "opponent": []}
        self.doing = 0  # which step of the board is written
        self.named: set[str] = set()  # permanents that an answer names
        self.clock = Clock()
        self.turned: dict[str, int] = {}  # how often a double-faced permanent has transformed
        self.loaded: frozenset[str] = frozenset()
        # Permanents whose trigger on entering the next step tells, with that step.
        self.told_triggers: dict[str, ResolveAbility] = {}
        self.every_creature_type = every_creature_type(made)

    def called(self, handle: str, *, asked: bool = False) -> str:
        """How a test speaks of a permanent: an alias, of a double-faced card the face's name.

        An alias given to a double-faced card does not reach the permanent. Who controls it is
        `asked`, and only that player's permanents are looked through.
        """
        permanent = self.made.of(handle)
        if permanent.step.token or permanent.step.card.layout not in _DOUBLE_FACED:
            return f"@{permanent.alias}"
        self.made.plain_name(handle, of_its_player=asked)
        return permanent.step.card.faces[self.turned.get(handle, 0) % 2].name

    def listed(self, permanent: Permanent) -> str:
        """A card's name as it is put into the game, with its alias where that reaches it."""
        if permanent.step.card.layout in _DOUBLE_FACED:
            return permanent.name
        return f"{permanent.name}@{permanent.alias}"

    def _at(self, seat: Seat, *, main: bool) -> list[str]:
        """The step of that player's next deed: in the opponent's turn if that is needed.

        The turn passes by itself only where nothing can wear off, untap or look at whose turn it
        is.
        """
        if main and seat == "opponent" and self.clock.turn == 1 and self._turn_may_pass():
            self.clock.next_turn()
        return self.clock.at(seat, main=main)

    def _turn_may_pass(self) -> bool:
        steps = self.made.board.steps
        before = steps[: self.doing]
        return not (
            any(isinstance(one, _OF_A_TURN) for one in steps)
            or any(isinstance(one, _LASTING | timeline.Leave) for one in before)
            or any(getattr(one, "tapped", False) for one in steps)
            or any(isinstance(one, tree.IsTurnOf | tree.IsTapped) for one in self.made.trees())
        )

    def _settled(self, seat: Seat) -> str:
        """The stack is empty before what comes next.

        In a later turn all players wait: waiting as one of them took place in turn 1 in some
        versions of the framework.
        """
        if self.clock.turn > 1:
            return f"waitStackResolved({self.clock.now});"
        return f"waitStackResolved({self.clock.now}, {player(seat)});"

    def _cast_line(self, seat: Seat, words: str, targets: str = "") -> Iterator[str]:
        """A spell of that name, and its resolution."""
        given = f"{targets}, " if targets else ""
        yield f"castSpell({self.clock.now}, {player(seat)}, {name_string(words)}, {given}true);"
        if self.clock.turn > 1:
            yield self._settled(seat)

    def is_face_down(self, handle: str) -> bool:
        """708.2: face down, or a copy of what is."""
        step = self.made.of(handle).step
        if step.copying is not None:
            return self.is_face_down(step.copying)
        return step.face_down and not self.made.turned_up(handle)

    def _attached(self, what: str, to: str) -> str:
        parts = [
            f"{player(self.made.of(one).seat)}, {name_string(self.called(one))}"
            for one in (what, to)
        ]
        return f"attach({', '.join(parts)});"
