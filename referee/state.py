"""613.1: the objects as they are at one point of the layers, and how stats are read from them."""

from collections.abc import Mapping

from striate.boards.timeline import Seat
from striate.boards.untold import Path
from striate.cards import costs
from striate.referee.values import Text, View, show, text_abilities
from striate.timeline.context import Context
from striate.timeline.game import Game, Remembered, Thing

CREATURE = "Creature"


class State:
    """The facts of the game with the views computed so far.

    `path` answers what no board can tell; `consulted` notes each such question.
    """

    def __init__(self, game: Game, views: dict[str, View], *, path: Path) -> None:
        self.game = game
        self.views = views
        self.path = path
        self.consulted: dict[tuple[str, str], None] = {}
        self._then: Mapping[str, Remembered] = {}
        self._present: State | None = None

    def with_views(self, views: dict[str, View]) -> "State":
        """The same facts with other views: a trial (613.8a). Its questions are not noted."""
        return State(self.game, views, path=self.path)

    def looking_back(self, then: Mapping[str, Remembered]) -> "State":
        """608.2h: the same, but for these objects, which are as they last were."""
        views = {**self.views, **{handle: each.whole for handle, each in then.items()}}
        state = State(self.game, views, path=self.path)
        state.consulted = self.consulted
        state._then, state._present = then, self.now
        return state

    @property
    def now(self) -> "State":
        """Everything as it is at this moment: sets of objects have nothing in them that has
        left."""
        return self if self._present is None else self._present

    def unknown(self, at: Context, fact: str) -> Path:
        """What answers a question that no board can tell; the question is noted."""
        self.consulted[at.card, fact] = None
        return self.path

    def handles_in(self, zone: str) -> list[str]:
        """The objects in that zone, in the order of the timeline."""
        views = self.views
        if zone == "any":
            return list(views)
        return [handle for handle, view in views.items() if view.zone == zone]

    def thing(self, handle: str) -> Thing:
        """The facts about that object."""
        then = self._then.get(handle)
        return self.game.things[handle] if then is None else then.thing

    def mine(self, seat: Seat, zone: str) -> list[str]:
        """Objects in that zone that the player controls (108.4a: or owns, outside play)."""
        return [handle for handle in self.handles_in(zone) if self.views[handle].controller == seat]


def stat(name: str, handle: str, state: State) -> int | None:
    """208: the value of a stat now; None where the object has none (208.3)."""
    view = state.views[handle]
    if name == "mana value":
        return view.mana_value
    if name == "loyalty":
        return state.thing(handle).counters.get("loyalty", 0)
    if CREATURE not in view.types and not has_printed_box(view, state.thing(handle)):
        return None
    value = {
        "power": view.power,
        "toughness": view.toughness,
        "base power": view.base_power,
        "base toughness": view.base_toughness,
    }[name]
    return 0 if value is None else value  # 208.5


def has_printed_box(view: View, thing: Thing) -> bool:
    """208.3: outside the battlefield a noncreature has power and toughness if they are printed.

    Nothing is printed on a copy of a spell.
    """
    outside = view.zone not in ("battlefield", "phased out") and not thing.copy_of_spell
    return outside and view.text.power is not None


def load(view: View, text: Text, mana_value: int) -> None:
    """613.1: the object's characteristics are those of the text."""
    view.text = text
    show(view, text, mana_value, text_abilities(text.abilities))


def mana_value_of(text: Text, thing: Thing) -> int:
    """202.3: the total of the mana cost; 202.3b a back face takes the front's; 202.3e X."""
    cost = text.mana_cost if text.front_cost is None else text.front_cost
    value = costs.mana_value(cost)
    if thing.zone == "stack" and thing.x:
        value += thing.x * costs.symbols(cost).count("X")
    return value
