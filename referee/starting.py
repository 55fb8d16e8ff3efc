"""613.1: what every object is before any continuous effect: the actual object."""

from striate.referee.faces import shown, up
from striate.referee.state import load, mana_value_of
from striate.referee.values import Text, View
from striate.timeline.game import Game, Thing


def load_text(view: View, whole: Text, thing: Thing) -> None:
    """707.3, 709.5, 710.2: the copiable values, and of halves those that the status shows."""
    # 709.4: outside the battlefield it has both halves.
    inside = thing.zone in ("battlefield", "phased out")
    doors = thing.unlocked if inside else range(len(whole.halves))
    visible = shown(whole, flipped=thing.flipped, unlocked=doors)
    load(view, visible, mana_value_of(visible, thing))
    view.text = whole


def starting_views(game: Game) -> dict[str, View]:
    """613.1: the actual objects: what is printed on the face that counts, or defined."""
    views: dict[str, View] = {}
    for thing in game.in_zone("any"):
        whole = up(thing.faces, thing.layout, thing.zone, transformed=thing.transformed)
        in_play = thing.zone in ("battlefield", "stack", "phased out")
        view = View(
            handle=thing.handle,
            zone=thing.zone,
            owner=thing.owner,
            # 108.4a: outside the battlefield and the stack the owner stands for the controller.
            controller=thing.controller if in_play else thing.owner,
            text=whole,
            name="", mana_cost="", mana_value=0,
            supertypes=frozenset(), types=frozenset(), subtypes=frozenset(), colors=frozenset(),
            abilities=(), cannot_have=(),
            power=None, toughness=None, base_power=None, base_toughness=None,
        )  # fmt: skip
        load_text(view, whole, thing)
        views[thing.handle] = view
    return views
