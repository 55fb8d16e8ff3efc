"""Effects given as rules text in XMage: the engine's own continuous effect on one permanent.

For what no real card's whole text says. The classes and their constructors are those that cards of
the engine use: a colour, and power and toughness by fixed numbers, until the end of the turn.
"""

from striate.boards.exports.words import java_string
from striate.boards.timeline import ResolveEffect
from striate.cards import tree

_PACKAGE = "mage.abilities.effects.common.continuous"


def effect_built(step: ResolveEffect, imports: set[str]) -> str:
    """The expression that makes the effect, "" where there is none; adds to `imports`."""
    change = _only_change(step)
    if isinstance(change, tree.SetColors) and change.colors and set(change.colors) <= set("WUBRG"):
        imports |= {f"{_PACKAGE}.BecomesColorTargetEffect", "mage.ObjectColor"}
        imports.add("mage.constants.Duration")
        color = f"new ObjectColor({java_string(''.join(change.colors))})"
        return f"new BecomesColorTargetEffect({color}, Duration.EndOfTurn)"
    if isinstance(change, tree.ModifyPT):
        power, toughness = change.power, change.toughness
        if isinstance(power, tree.Num) and isinstance(toughness, tree.Num):
            imports |= {f"{_PACKAGE}.BoostTargetEffect", "mage.constants.Duration"}
            return f"new BoostTargetEffect({power.value}, {toughness.value}, Duration.EndOfTurn)"
    return ""


def _only_change(step: ResolveEffect) -> tree.Change | None:
    """What the effect does to its one target until the end of the turn, if that is all."""
    match step.body:
        case tree.Body(
            steps=(
                tree.Continuous(
                    tree.Effect(who=tree.Target(0), changes=(change,), condition=None),
                    tree.UntilEndOfTurn(),
                ),
            ),
            targets=(tree.TargetSpec(low=1, high=1, word="target", zone="battlefield"),),
        ) if step.of is None and len(step.targets) == 1:
            return change
    return None
