"""What a text calls the object that its source is attached to (301.5, 303.4, 301.6).

The tree says only `Attached`, and canonical text "enchanted creature"; a face knows the noun:
Equipment is on an "equipped creature", an Aura on what its enchant ability names.
"""

import re
from collections.abc import Iterable

from striate.cards import tree as t
from striate.cards.printing.canonical import show

# Not the group "each enchanted creature you control", but the one object.
_HOST = re.compile(
    r"(?<!each )(?<!\ban )(?<!other )(?<!another )\b([Ee])nchanted creature\b"
    r"(?! (?:you control|your opponents control|an opponent controls))"
)


def host_words(subtypes: Iterable[str], abilities: Iterable[object]) -> str:
    if "Equipment" in subtypes:
        return "equipped creature"
    if "Fortification" in subtypes:
        return "fortified land"
    for ability in abilities:
        if isinstance(ability, t.Keyword) and ability.name == "enchant":
            return f"enchanted {_noun(ability.quality)}"
    return "enchanted creature"


def with_host(text: str, host: str) -> str:
    return _HOST.sub(
        lambda match: host[0].upper() + host[1:] if match.group(1) == "E" else host, text
    )


def _noun(quality: t.Filter | None) -> str:
    """The one type that everything enchanted has; "permanent" if there are several."""
    parts = quality.parts if isinstance(quality, t.AllOf) else (quality,)
    types = [part.type for part in parts if isinstance(part, t.HasType)]
    subtypes = [part.subtype for part in parts if isinstance(part, t.HasSubtype)]
    known = [word for word in types if word in ("Creature", "Land", "Artifact", "Planeswalker")]
    if known:
        return known[-1].lower()
    return subtypes[0] if len(subtypes) == 1 and not types else "permanent"


def face_texts(face: t.Face) -> tuple[str, ...]:
    host = host_words(face.subtypes, face.abilities)
    return tuple(with_host(show(ability), host) for ability in face.abilities)
