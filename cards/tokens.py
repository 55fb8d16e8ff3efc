"""What a token is printed with, where an effect creates it (111.3, 111.4, 111.10)."""

from functools import cache

from striate.cards.tree import (
    Ability,
    AddTypes,
    AllOf,
    Card,
    ControlledBy,
    Each,
    Effect,
    Face,
    HasDesignation,
    Restrict,
    Static,
    TokenSpec,
)

# 111.10: what a predefined token has besides its type.
_PREDEFINED: dict[str, str] = {
    "Treasure": "{T}, Sacrifice this token: Add one mana of any color.",
    "Food": "{2}, {T}, Sacrifice this token: You gain 3 life.",
    "Gold": "Sacrifice this token: Add one mana of any color.",
    "Shard": "{2}, Sacrifice this token: Scry 1, then draw a card.",
    "Clue": "{2}, Sacrifice this token: Draw a card.",
    "Blood": "{1}, {T}, Discard a card, Sacrifice this token: Draw a card.",
    "Powerstone": "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
    "Map": (
        "{1}, {T}, Sacrifice this token: Target creature you control explores. "
        "Activate only as a sorcery."
    ),
    "Incubator": "{2}: Transform this token.",
    "Junk": (
        "{T}, Sacrifice this token: Exile the top card of your library. "
        "You may play that card this turn. Activate only as a sorcery."
    ),
    "Lander": (
        "{2}, {T}, Sacrifice this token: Search your library for a basic land card, "
        "put it onto the battlefield tapped, then shuffle."
    ),
    "Mutagen": (
        "{1}, {T}, Sacrifice this token: Put a +1/+1 counter on target creature. "
        "Activate only as a sorcery."
    ),
    "Vibranium": (
        "Indestructible\n{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."
    ),
}
# 111.10j-r: Roles, by the word before "Role".
_ROLES: dict[str, str] = {
    "Cursed": "Enchanted creature has base power and toughness 1/1.",
    "Monster": "Enchanted creature gets +1/+1 and has trample.",
    "Royal": "Enchanted creature gets +1/+1 and has ward {1}.",
    "Sorcerer": 'Enchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."',
    "Virtuous": "Enchanted creature gets +1/+1 for each enchantment you control.",
    "Wicked": (
        "Enchanted creature gets +1/+1.\n"
        "When this token is put into a graveyard from the battlefield, each opponent loses 1 life."
    ),
    "Young Hero": (
        'Enchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, '
        'put a +1/+1 counter on it."'
    ),
}


def token_card(spec: TokenSpec, power: int | None, toughness: int | None) -> Card:
    """111.3: the token's characteristics, with its power and toughness as the effect gave them."""
    name = token_name(spec)
    face = Face(
        name,
        supertypes=spec.supertypes,
        types=spec.types,
        subtypes=spec.subtypes,
        colors=spec.colors,
        power=power,
        toughness=toughness,
        abilities=(*spec.abilities, *_defined(spec)),
        printed_power="" if power is None else str(power),
        printed_toughness="" if toughness is None else str(toughness),
    )
    if face.types == ("Artifact",) and face.subtypes == ("Incubator",) and not spec.abilities:
        return Card(name, "double_faced_token", (face, _PHYREXIAN))
    return Card(name, "token", (face,))


# 111.10i: the back face of an Incubator token.
_PHYREXIAN = Face(
    "Phyrexian Token",
    types=("Artifact", "Creature"),
    subtypes=("Phyrexian",),
    power=0,
    toughness=0,
    printed_power="0",
    printed_toughness="0",
)


def token_name(spec: TokenSpec) -> str:
    """111.4: its own, or its subtypes and the word Token."""
    return spec.name or " ".join((*spec.subtypes, "Token"))


# A card of a library that the board doesn't tell: only its back is known (701.40a).
UNKNOWN_CARD = Card("Unknown card", "normal", (Face(""),))


def emblem_card(abilities: tuple[Ability, ...]) -> Card:
    """114.3: an emblem has no characteristics but the abilities that it was made with."""
    return Card("Emblem", "emblem", (Face("", abilities=abilities),))


_BEARER = AllOf((HasDesignation("Ring-bearer"), ControlledBy("you")))
# 701.54c: what the emblem named The Ring has from the first temptation on.
THE_RING = Card(
    "The Ring",
    "emblem",
    (
        Face(
            "The Ring",
            abilities=(
                Static(
                    (
                        Effect(
                            Each(_BEARER),
                            (
                                AddTypes(supertypes=("Legendary",)),
                                Restrict("can't be blocked by creatures with greater power"),
                            ),
                        ),
                    )
                ),
            ),
        ),
    ),
)


def _defined(spec: TokenSpec) -> tuple[Ability, ...]:
    """111.10: the abilities that the word means; none where the effect makes something else."""
    if spec.subtypes == ("Aura", "Role") and spec.name in _ROLES:
        return _abilities(f"Enchant creature\n{_ROLES[spec.name]}")
    if spec.power is not None or len(spec.subtypes) != 1 or spec.abilities:
        return ()
    word = spec.subtypes[0]
    kind = "Enchantment" if word == "Shard" else "Artifact"
    return _abilities(_PREDEFINED[word]) if word in _PREDEFINED and spec.types == (kind,) else ()


@cache
def _abilities(text: str) -> tuple[Ability, ...]:
    from striate.cards.language import parse_face  # costly: brings the grammar

    return parse_face(text)
