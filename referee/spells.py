"""707.10, 601: spells on the stack, with their choices, and copies of them."""

from striate.boards.timeline import CopySpellOnStack, PutSpell
from striate.cards.tree import Card
from striate.referee import copiable
from striate.referee.context import Context
from striate.referee.copying import copiable_values, decided
from striate.referee.faces import faces_of
from striate.referee.game import Thing
from striate.referee.play import Play
from striate.referee.values import Text


def put_spell(play: Play, step: PutSpell) -> None:
    """601.2: a spell with the choices that were made for it and the mana that was spent."""
    thing = _on_stack(play, step.handle, faces_of(step.card), step.card)
    thing.owner = thing.controller = step.controller
    thing.x, thing.whole = step.x, step.whole
    thing.choices = dict(step.choose)
    thing.spell_choices.update(_choices(step))


def _choices(step: PutSpell) -> dict[str, str | int | tuple[str, ...]]:
    """601.2b-c: what was chosen, by kind; only what the board tells."""
    found: dict[str, str | int | tuple[str, ...]] = {}
    if step.targets:
        found["targets"] = step.targets
    if len(step.modes) == 1:
        found["mode"] = step.modes[0]
    elif step.modes:
        found["mode"] = tuple(str(mode) for mode in step.modes)
    if step.x is not None:
        found["x"] = step.x
    if step.kicked:
        found["kicked"] = int(step.kicked)
    if step.mana is not None:
        found["mana"] = step.mana
    found.update(step.choose)
    return found


def copy_spell(play: Play, step: CopySpellOnStack) -> None:
    """707.10, 707.2: characteristics and decisions are copied; mana is no object and is not."""
    state = play.state()
    original = play.game.things[step.of]
    values = copiable_values(state, step.of)
    if values is None:
        return
    at = Context(
        source=step.handle,
        card=values.name,
        controller=step.controller,
        choices=original.choices,
        x=original.x,
    )
    extras = decided(step.exceptions, values, Text(), None, at, state, step.of)
    text = copiable.copied(values, copiable.lasting_part(extras), Text())
    thing = _on_stack(play, step.handle, (text,), None)
    thing.owner = thing.controller = step.controller
    thing.copy_of_spell = True
    thing.x = original.x
    thing.choices = dict(original.choices)
    thing.spell_choices = {**original.spell_choices, "mana": ""}
    if step.targets is not None:
        thing.spell_choices["targets"] = step.targets
    if step.unread:
        play.game.unread.append((values.name, step.unread))


def _on_stack(play: Play, handle: str, faces: tuple[Text, ...], card: Card | None) -> Thing:
    thing = Thing(
        handle=handle,
        order=len(play.game.things),
        faces=faces,
        layout="normal" if card is None else card.layout,
        owner="you",
        controller="you",
        zone="stack",
        stamp=play.game.tick(),  # 613.7d
        card=card,
    )
    play.game.things[handle] = thing
    return thing
