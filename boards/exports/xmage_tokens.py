"""Tokens in XMage: built from what can be seen of them, or of the class that the engine has.

The only static ability that is built is "other creatures you control get +1/+1".
"""

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
# Tokens with more than that which real cards make, by name: the engine's classes.
_KNOWN = {
    "Treasure": "TreasureToken", "Food": "FoodToken", "Clue": "ClueArtifactToken",
    "Eldrazi Scion": "EldraziScionToken", "Eldrazi Spawn": "EldraziSpawnToken",
    "Marit Lage": "MaritLageToken",
}  # fmt: skip


_LORD_IMPORTS = {
    "mage.abilities.common.SimpleStaticAbility", "mage.constants.Duration",
    "mage.abilities.effects.common.continuous.BoostControlledEffect",
}  # fmt: skip
_OTHERS_OF_YOURS = {tree.Other(), tree.HasType("Creature"), tree.ControlledBy("you")}


def token_built(step: Enter, imports: set[str]) -> str:
    """The expression that makes the token; adds what it needs to `imports`."""
    face = step.card.faces[0]
    name = face.name.removesuffix(" Token")
    if any(not _is_written(one) for one in face.abilities) or face.supertypes:
        if name not in _KNOWN:
            raise CannotExport(
                f"the token `{step.handle}` has a text or supertype that the format can't write"
            )
        imports.add(f"{_PACKAGE}.{_KNOWN[name]}")
        return f"new {_KNOWN[name]}()"
    if "Creature" not in face.types or not isinstance(face.power, int):
        raise CannotExport(f"the token `{step.handle}` is no creature with a fixed size")
    imports.add(f"{_PACKAGE}.custom.CreatureToken")
    return f"new CreatureToken({face.power}, {face.toughness}){_parts(face, imports)}"


def _is_written(ability: tree.Ability) -> bool:
    return _is_single(ability) or _lord(ability) is not None


def _is_single(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name in _SINGLE


def _lord(ability: tree.Ability) -> tuple[int, int] | None:
    """What "other creatures you control get" by an ability that says nothing else."""
    match ability:
        case tree.Static(
            effects=(
                tree.Effect(
                    who=tree.Each(tree.AllOf(parts), "battlefield"),
                    changes=(tree.ModifyPT(tree.Num(power), tree.Num(toughness)),),
                    condition=None,
                ),
            ),
            cda=False,
            zones=("battlefield",),
        ) if set(parts) == _OTHERS_OF_YOURS:
            return power, toughness
    return None


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
    for ability in face.abilities:
        lord = _lord(ability)
        if lord is not None:
            imports |= _LORD_IMPORTS
            boost = (
                f"new BoostControlledEffect({lord[0]}, {lord[1]}, "
                "Duration.WhileOnBattlefield, true)"
            )
            said.append(f".withAbility(new SimpleStaticAbility({boost}))")
            continue
        assert isinstance(ability, tree.Keyword)
        named = f"{camel(ability.name)}Ability"
        imports.add(f"mage.abilities.keyword.{named}")
        said.append(f".withAbility({named}.getInstance())")
    return "".join(said)
