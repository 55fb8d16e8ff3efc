"""The abilities of an object that resolve, as `ability: N` counts them (602, 603)."""

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.encodings.algebra import FALSE, TRUE
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
