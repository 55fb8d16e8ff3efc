"""Wrong readings of what changes of types and colours do (205.1, 305.7, 105.3)."""

from msgspec.structs import replace

from striate.cards.vocabulary import family
from striate.encodings.clauses import wrong
from striate.encodings.colours import add_colors, set_colors
from striate.encodings.typeline import TypeNet, add_types, set_subtypes, set_types, text_lost

_KEEPS = "type-set-keeps-subtypes"
_REPLACES = "in-addition-replaces"


@wrong(_KEEPS, of=set_types)
def types_set_beside_old_subtypes(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """An effect that sets a type or subtype leaves the old subtypes there."""
    return replace(set_types.right(types, subtypes), families=frozenset())


@wrong(_KEEPS, of=set_subtypes)
def subtypes_set_beside_old_ones(which: str, subtypes: frozenset[str]) -> TypeNet:
    """The old subtypes of the set stay."""
    return replace(set_subtypes.right(which, subtypes), families=frozenset())


@wrong("blood-moon-leaves-text", of=text_lost)
def no_text_lost(subtypes: frozenset[str], when: str) -> str:
    """A land whose land type was set keeps the abilities of its rules text."""
    return ""


@wrong(_REPLACES, of=add_types)
def types_added_instead(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """What comes "in addition to its other types" or colours takes the others away."""
    right = add_types.right(types, subtypes)
    return replace(right, families=frozenset(family(word) for word in subtypes))


@wrong(_REPLACES, of=add_colors)
def colors_added_instead(wanted: frozenset[str]) -> dict[str, bool]:
    """The colours that it had go."""
    return set_colors(wanted)
