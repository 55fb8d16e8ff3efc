"""614.1c-d, 614.12, 707.5, 708.3: how a permanent enters the battlefield.

Copying comes first (707.5), then "as it enters" choices that set power and toughness (613.2a),
then counters and tapping, checked on the object as it would exist on the battlefield (614.12).
"""

from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.tree import CopyExtra, EntersAsCopy, Keyword
from striate.referee import entrants, facedown, refusing
from striate.referee.entering_as import WHEREVER, as_it_enters, enter_as_copies
from striate.referee.entering_with import enter_with
from striate.referee.game import Lasting, Thing
from striate.referee.play import Play


def arrive(
    play: Play,
    thing: Thing,
    *,
    copying: str | None = None,
    attached_to: str | None = None,
    face_down: bool = False,
    extras: tuple[CopyExtra, ...] = (),
    told: bool = True,
) -> None:
    """614.12: the object enters; `extras` are how a copying effect says that it enters.

    `told`: the board itself says where it is attached.
    """
    game = play.game
    game.things[thing.handle] = thing
    thing.stamp = game.tick()  # 613.7d
    thing.was_permanent = True
    if face_down:
        # 708.3: its own enters-the-battlefield abilities have no effect.
        thing.face_down = facedown.characteristics(thing.choices)
        game.changed()
    others = entrants.some_touches(play, thing, (EntersAsCopy,))
    if (copying is not None and not face_down) or others:
        extras = (*extras, *enter_as_copies(play, thing, copying, others=others))
    if not face_down:
        as_it_enters(play, thing)
        play.do_as_it_says(thing)
    if attached_to is not None:
        host = game.things.get(attached_to)
        if host is not None and host.zone != "battlefield":
            # 301.5c, 303.4f
            raise NotPlayable(f"`{attached_to}` is not on the battlefield at that step")
        if copying is None and not face_down and told:
            refusing.look_at_host(play, thing, attached_to)
        thing.attached_to = attached_to
        _bestow(play, thing)
        game.changed()
    enter_with(play, thing, extras)


def _bestow(play: Play, thing: Thing) -> None:
    """702.103b: cast bestowed it is an Aura enchantment with enchant creature while attached."""
    text = entrants.text_of(play, thing)
    has_bestow = any(isinstance(a, Keyword) and a.name == "bestow" for a in text.abilities)
    if not has_bestow or "Aura" in text.subtypes or thing.face_down is not None:
        return
    enchant = Keyword("enchant", quality=tree.HasType("Creature"))
    changes = (tree.SetTypes(("Enchantment",), ("Aura",)), tree.GainAbilities((enchant,)))
    play.game.lasting.append(
        Lasting(
            number=play.game.number(),
            stamp=thing.stamp,
            by_object={thing.handle: changes},
            duration=WHEREVER,
            at=entrants.context_of(thing),
            rule="702.103b",
            while_attached=thing.handle,
        )
    )
