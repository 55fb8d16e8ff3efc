"""The abilities of an object that resolve, as `ability: N` counts them (602, 603)."""

from striate.boards.errors import NotPlayable
from striate.boards.timeline import ResolveAbility
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import unlocked_values
from striate.encodings.game import Game
from striate.encodings.state import IN_PLAY, Chars, Held, Thing, face_of

Resolvable = tree.Activated | tree.Triggered | tree.Chapter | tree.ClassLevel | tree.Opaque


def present(chars: Chars) -> list[tree.Ability]:
    return [
        ability
        for held in chars.abilities
        if held.present == TRUE
        for guard, ability in held.alternatives
        if guard == TRUE
    ]


@clause("602.1", "603.1")
def numbered_abilities(game: Game, thing: Thing) -> list[Resolvable]:
    """602.1, 603.1: the activated and triggered abilities that it has now, in the text's order.

    113.7a: of what has left the battlefield, those that it last had there.
    """
    found: list[Resolvable] = []
    for held in as_it_is_or_was(game, thing).abilities:
        if held.present == FALSE:
            continue
        for _, ability in held.alternatives:
            found += resolvable(ability)
    return found


def as_it_is_or_was(game: Game, thing: Thing) -> Chars:
    """608.2h: what the object is now; if it has left, what it last was on the battlefield."""
    if thing.last is not None and thing.zone not in IN_PLAY:
        return thing.last.chars
    return game.now().chars[thing.index]


def takes(ability: Resolvable, targets: tuple[str, ...], game: Game) -> bool:
    """Whether the ability asks for objects, where the board names some."""
    if isinstance(ability, tree.Opaque):
        return True
    named = any(each in game.world.handles for each in targets)
    if isinstance(ability, tree.ClassLevel):
        return not named
    body = ability.body
    modal = any(isinstance(each, tree.Modal) for each in body.steps)
    return not named or bool(body.targets) or modal


def printed_abilities(thing: Thing) -> list[Resolvable]:
    """The abilities printed on its face."""
    found: list[Resolvable] = []
    for held in printed_on(thing):
        for _, ability in held.alternatives:
            found += resolvable(ability)
    return found


def printed_on(thing: Thing) -> tuple[Held, ...]:
    """What is printed on its face, of a Room on its unlocked halves."""
    values = face_of(thing)
    return (unlocked_values(values, thing) if values.halves else values).abilities


def resolvable(ability: tree.Ability) -> list[Resolvable]:
    """602, 603: what of the ability `ability: N` counts, in order."""
    if isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter | tree.ClassLevel):
        return [ability]
    if isinstance(ability, tree.Opaque):
        return [ability] if ability.kind in ("activated", "triggered", "chapter") else []
    if isinstance(ability, tree.Keyword):
        return [
            each
            for each in meaning(ability)
            if isinstance(each, tree.Activated | tree.Triggered | tree.Chapter)
        ]
    return []


@clause("115.1", "602.2b")
def refuse_unasked(game: Game, step: ResolveAbility, ability: Resolvable) -> None:
    """115.1: an activated ability has the targets that its text asks for, and no others."""
    if not isinstance(ability, tree.Activated) or ability.body.touches or ability.body.targets:
        return
    named = [each for each in step.targets if each in game.world.handles]
    if named and not any_node(ability.body.steps, _NAMES_OBJECTS):
        raise NotPlayable(
            f"ability {step.number} of `{step.of}` has no targets, and `{named[0]}` is named (115.1)"
        )


# What objects that a step names can stand for though they are no targets.
_NAMES_OBJECTS = (
    tree.Target,
    tree.ChosenObject,
    tree.Affected,
    tree.Modal,
    tree.Proliferate,
    tree.CopySpell,
    tree.Prose,
)


@clause("702.178a")
def look_at_speed(game: Game, step: ResolveAbility, ability: Resolvable, yours: Lit) -> None:
    """702.178a: as long as its controller's speed is 4 the object has the ability."""
    if getattr(ability, "word", "").lower() != "max speed":
        return
    speed = game.world.told.get(("speed", yours == TRUE))
    if speed is None:
        game.note(step.of, f"whether its controller has max speed for ability {step.number}")
    elif speed != 4:
        raise NotPlayable(
            f"`{step.of}` has ability {step.number} only at max speed, and its controller's speed is"
            f" {speed} at this step (702.178a)"
        )
