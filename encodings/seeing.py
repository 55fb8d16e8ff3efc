"""What the answer says of an object, read off a moment whose literals are all constants."""

from functools import lru_cache

from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.numbering import numbered
from striate.cards.prose import without_words
from striate.cards.vocabulary import CREATURE_TYPES, EVERY_CREATURE_TYPE
from striate.encodings.algebra import TRUE
from striate.encodings.amounts import has_stat
from striate.encodings.choosing import filled
from striate.encodings.moments import Moment
from striate.encodings.state import COLORS, Chars, Thing, seat_of, surely


def subtypes_of(chars: Chars) -> tuple[str, ...]:
    """702.73a: with every creature type, where it has all of them."""
    subtypes = surely(chars.subtypes)
    if EVERY_CREATURE_TYPE not in subtypes:
        return subtypes
    rest = (word for word in subtypes if word != EVERY_CREATURE_TYPE)
    return tuple(dict.fromkeys((*rest, *sorted(CREATURE_TYPES))))


def _shown_abilities(chars: Chars, thing: Thing) -> tuple[tree.Ability, ...]:
    """607.2d: with what was chosen in place of "the chosen ..."."""
    return tuple(
        _shown(ability, tuple((thing.choices if held.choices is None else held.choices).items()))
        for held, ability in chars.surely()
    )


@lru_cache(maxsize=65536)
def _shown(ability: tree.Ability, choices: tuple[tuple[str, str], ...]) -> tree.Ability:
    shown: tree.Ability = without_words(filled(ability, dict(choices)))
    return shown


def see(moment: Moment, thing: Thing) -> Seen:
    chars = moment.chars[thing.index]
    has_box = has_stat(moment, "power", thing.index) == TRUE
    return Seen(
        handle=thing.handle,
        name=chars.name,
        zone=thing.zone,
        controller=seat_of(chars.yours),
        owner=seat_of(thing.owner),
        supertypes=surely(chars.supertypes),
        types=surely(chars.types),
        subtypes=subtypes_of(chars),
        colors=tuple(each for each in COLORS if chars.colors.get(each) == TRUE),
        abilities=_shown_abilities(chars, thing),
        power=concrete(chars.power) if has_box else None,
        toughness=concrete(chars.toughness) if has_box else None,
        mana_value=concrete(chars.mana_value),
        counters=tuple(
            sorted((each.kind, concrete(each.number)) for each in thing.counters if each.number)
        ),
        timestamp=thing.stamp,
        tapped=moment.world.path.status(thing.handle, thing.tapped, thing.may_be_tapped),
        face_down=thing.down is not None,
        token=thing.is_token == TRUE,
        attached_to=_attached_handle(moment, thing),
        choices=tuple(sorted(thing.spell.items())),
        class_level=thing.class_level if "Class" in surely(chars.subtypes) else 0,
        numbers=_numbers(chars),
    )


def _numbers(chars: Chars) -> tuple[tuple[int, ...], ...]:
    """602, 603: under which numbers `ability: N` counts each of the abilities that it has."""
    numbers: list[tuple[int, ...]] = []
    counted = 0
    for ability in chars.text():
        number = len(numbered(ability))
        numbers.append(tuple(range(counted + 1, counted + number + 1)))
        counted += number
    return tuple(numbers)


def _attached_handle(moment: Moment, thing: Thing) -> str | None:
    if thing.enchants is not None:
        return seat_of(thing.enchants)
    return None if thing.attached_to is None else moment.world.things[thing.attached_to].handle


def concrete(number: object) -> int:
    if not isinstance(number, int):
        raise TypeError("a number of a concrete board did not fold")
    return number
