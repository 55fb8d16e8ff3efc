"""What the answer says of an object of a state."""

from itertools import accumulate, pairwise

from striate.boards.timeline import Seen
from striate.cards.tree import Ability
from striate.cards.vocabulary import COLORS
from striate.referee.abilitykinds import bodies
from striate.referee.choosing import filled
from striate.referee.state import CREATURE, State, has_printed_box

_ORDER = {letter: place for place, letter in enumerate(COLORS.values())}


def seen(state: State, handle: str) -> Seen:
    view = state.views[handle]
    thing = state.thing(handle)
    has_box = CREATURE in view.types or has_printed_box(view, thing)
    return Seen(
        handle=handle,
        name=view.name,
        zone=view.zone,
        controller=view.controller,
        owner=view.owner,
        supertypes=tuple(sorted(view.supertypes)),
        types=tuple(sorted(view.types)),
        subtypes=tuple(sorted(view.subtypes)),
        colors=tuple(sorted(view.colors, key=lambda letter: _ORDER.get(letter, 9))),
        abilities=tuple(
            filled(held.ability, thing.choices if held.linked else {}) for held in view.abilities
        ),
        power=(0 if view.power is None else view.power) if has_box else None,
        toughness=(0 if view.toughness is None else view.toughness) if has_box else None,
        mana_value=view.mana_value,
        counters=tuple(sorted((kind, n) for kind, n in thing.counters.items() if n)),
        timestamp=thing.stamp,
        tapped=state.path.status(handle, thing.tapped, thing.taps),
        face_down=thing.face_down is not None,
        token=thing.token,
        attached_to=thing.attached_to,
        choices=tuple(sorted(thing.spell_choices.items())),
        class_level=max(thing.class_level, 1) if "Class" in view.subtypes else 0,
        numbers=_counted([held.ability for held in view.abilities]),
    )  # fmt: skip


def _counted(abilities: list[Ability]) -> tuple[tuple[int, ...], ...]:
    """602, 603: what `ability: N` calls each of them; one keyword can stand for several."""
    ends = [0, *accumulate(len(bodies(each)) for each in abilities)]
    return tuple(tuple(range(before + 1, end + 1)) for before, end in pairwise(ends))
