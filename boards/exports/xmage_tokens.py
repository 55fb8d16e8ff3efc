"""Tokens in XMage: built from what can be seen of them, or of the class that the engine has."""

from striate.boards.exports.formats import CannotExport
from striate.boards.exports.words import camel, java_string, name_string
from striate.boards.timeline import Enter
from striate.cards import tree
from striate.cards.tree import Face
from striate.cards.vocabulary import CREATURE_TYPES

_PACKAGE = "mage.game.permanent.token"
# Keywords whose class has one instance.
_SINGLE = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof",
        "indestructible", "lifelink", "reach", "trample", "vigilance", "defender", "shroud",
    }
)  # fmt: skip
# Tokens with a text of their own that real cards make, by name: the engine's classes.
_KNOWN = {
    "Treasure": "TreasureToken", "Food": "FoodToken", "Clue": "ClueArtifactToken",
    "Eldrazi Scion": "EldraziScionToken", "Eldrazi Spawn": "EldraziSpawnToken",
}  # fmt: skip


def token_built(step: Enter, imports: set[str]) -> str:
    """The expression that makes the token; adds what it needs to `imports`."""
    face = step.card.faces[0]
    name = face.name.removesuffix(" Token")
    if any(not _is_single(one) for one in face.abilities):
        if name not in _KNOWN:
            raise CannotExport(f"the token `{step.handle}` has a text that the format can't write")
        imports.add(f"{_PACKAGE}.{_KNOWN[name]}")
        return f"new {_KNOWN[name]}()"
    if "Creature" not in face.types or not isinstance(face.power, int):
        raise CannotExport(f"the token `{step.handle}` is no creature with a fixed size")
    imports.add(f"{_PACKAGE}.custom.CreatureToken")
    return f"new CreatureToken({face.power}, {face.toughness}){_parts(face, imports)}"


def _is_single(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name in _SINGLE


def _parts(face: Face, imports: set[str]) -> str:
    said = [f".withName({name_string(face.name)})"]
    if face.colors:
        said.append(f".withColor({java_string(''.join(face.colors))})")
    for type in face.types:
        if type != "Creature":
            imports.add("mage.constants.CardType")
            said.append(f".withType(CardType.{type.upper()})")
    for subtype in face.subtypes:
        if subtype not in CREATURE_TYPES:
            raise CannotExport(f"the token `{face.name}` has a subtype that no creature has")
        imports.add("mage.constants.SubType")
        said.append(f".withSubType(SubType.byDescription({java_string(subtype)}))")
    if face.supertypes:
        raise CannotExport(f"the token `{face.name}` has a supertype, which the format can't write")
    for ability in face.abilities:
        assert isinstance(ability, tree.Keyword)
        named = f"{camel(ability.name)}Ability"
        imports.add(f"mage.abilities.keyword.{named}")
        said.append(f".withAbility({named}.getInstance())")
    return "".join(said)
