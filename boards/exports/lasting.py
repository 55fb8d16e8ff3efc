"""Effects given as rules text, for an interpreter: what they change, layer by layer, on one target.

For what no real card's whole text says (`realcards`).
"""

from collections.abc import Iterator

from striate.boards.exports.formats import CannotExport
from striate.boards.timeline import ResolveEffect
from striate.cards import tree

_DURATIONS = {tree.UntilEndOfTurn: "turn", tree.Permanently: "game"}


def changes(step: ResolveEffect) -> Iterator[str]:
    """One line for each thing that the effect does."""
    if step.of is not None or step.choose or step.creates:
        raise CannotExport("an effect given as rules text asks for more than its targets")
    for done in step.body.steps:
        yield "\t".join((f"effect\tby={step.controller}", *_fields(done, step)))


def _fields(done: tree.Step, step: ResolveEffect) -> Iterator[str]:
    match done:
        case tree.Continuous(tree.Effect(who=tree.Target(at), condition=None) as effect, duration):
            if type(duration) not in _DURATIONS:
                raise CannotExport("an effect given as rules text has a duration of its own")
            yield f"on={step.targets[at]}"
            yield f"until={_DURATIONS[type(duration)]}"
            for change in effect.changes:
                yield from _changed(change, step)
        case tree.PutCounters(who=tree.Target(at), kind=str(kind), amount=tree.Num(number)):
            yield f"on={step.targets[at]}"
            yield f"counters={kind}"
            yield f"number={number}"
        case _:
            raise CannotExport("no real card has the effect's rules text as its whole text")


def _changed(change: tree.Change, step: ResolveEffect) -> Iterator[str]:
    match change:
        case tree.AddTypes(types, subtypes, supertypes, ()) if not supertypes:
            yield from (f"add type={word}" for word in types)
            yield from (f"add subtype={word}" for word in subtypes)
        case tree.SetColors(colors):
            yield f"colors={''.join(colors)}"
        case tree.AddColors(colors):
            yield f"add colors={''.join(colors)}"
        case tree.GainAbilities(abilities) if all(map(_is_keyword, abilities)):
            yield from (f"gain={one.name}" for one in abilities if isinstance(one, tree.Keyword))
        case tree.LoseAllAbilities((), ""):
            yield "lose all=yes"
        case tree.SetBasePT(power, toughness) if all(map(_is_number, (power, toughness))):
            yield from (f"{key}={number.value}" for key, number in
                        (("power", power), ("toughness", toughness))
                        if isinstance(number, tree.Num))  # fmt: skip
        case tree.ModifyPT(tree.Num(power), tree.Num(toughness)):
            yield f"more power={power}"
            yield f"more toughness={toughness}"
        case tree.SwitchPT():
            yield "switch=yes"
        case tree.SetController("you"):
            yield "control=yes"
        case tree.BecomeCopy(tree.Target(at), ()):
            yield f"copy of={step.targets[at]}"
        case _:
            raise CannotExport("no real card has the effect's rules text as its whole text")


def _is_keyword(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and not (
        ability.cost or ability.words or ability.quality or ability.amount or ability.number
    )


def _is_number(amount: tree.Amount | None) -> bool:
    return amount is None or isinstance(amount, tree.Num)
