"""How objects enter: face down, attached, bestowed, as a token that copies, again."""

import re

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Enter, EnterTokenCopy
from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import (
    copiable_values,
    face_down_creature,
    melded_values,
    printed_chars,
    printed_faces,
    prototyped_values,
    whole_values,
)
from striate.encodings.entering_as import as_it_enters, token_faces
from striate.encodings.entering_with import concerns_entering, enters_with
from striate.encodings.game import BESTOW, Game, stamp_on_entering
from striate.encodings.refusing import refuse_host, refuse_player
from striate.encodings.state import (
    Chars,
    FaceDown,
    Resolved,
    Setting,
    Thing,
    World,
)


def seat(controller: str) -> Lit:
    return TRUE if controller == "you" else FALSE


def choices_of(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(pairs)


def new_thing(
    world: World, handle: str, zone: str, owner: Lit, card: tree.Card | None = None
) -> Thing:
    """An object that is put into a zone now, owned and controlled by that player (108.3, 110.2)."""
    return Thing(
        handle=handle,
        index=len(world.things),
        zone=zone,
        stamp=stamp_on_entering(world),
        owner=owner,
        controller=owner,
        printed=() if card is None else printed_faces(card, world.algebra),
        card=card,
    )


def enter(game: Game, step: Enter, *, told: bool = True) -> Thing:
    """A permanent enters: it is put there, then "as it enters" is applied (614.12).

    `told`: the board itself says where it is attached.
    """
    world = game.world
    controller = seat(step.controller)
    thing = new_thing(world, step.handle, "battlefield", controller, step.card)
    thing.is_token = TRUE if step.token else FALSE
    thing.tapped = step.tapped
    thing.choices = choices_of(step.choose)
    thing.x = step.x
    thing.cost_choice = dict(step.choose).get("cost", "")
    thing.two_faced = step.card.layout in _TRANSFORMING and len(thing.printed) > 1
    if step.unlocked is not None:
        thing.unlocked = frozenset({step.unlocked})
    if step.front_costs:
        thing.printed = tuple(melded_values(each, step.front_costs) for each in thing.printed)
    if thing.cost_choice.lower() == "prototype":
        prototype(thing)
    if (step.transformed and len(thing.printed) > 1) or step.flipped:
        thing.face = 1
    game.add(thing)
    if step.attached_to is not None:
        told = told and step.copying is None and not step.face_down
        _put_on(game, thing, step.attached_to, told=told)
    if step.face_down:
        thing.down = FaceDown(_face_down_by(game, thing), thing.stamp)
        game.touch()
    if concerns_entering(game, thing):
        as_it_enters(game, thing, step.copying)
    if thing.down is None and _is_bestowed(game, thing):
        bestow(game, thing)
    if concerns_entering(game, thing):
        enters_with(game, thing)
    return thing


def prototype(thing: Thing) -> None:
    """718.3: it was cast with the characteristics of its inset frame."""
    thing.unprototyped = thing.printed
    thing.printed = (prototyped_values(thing.printed[0]), *thing.printed[1:])


def _put_on(game: Game, thing: Thing, host: str, *, told: bool = True) -> None:
    """303.4, 301.5: it enters attached to that object or player."""
    if host in game.world.handles:
        at = host_there(game, host)
        if told:
            refuse_host(game, thing, game.world.things[at])
        thing.attached_to = at
        game.touch()
    else:
        if told:
            refuse_player(game, thing, seat(host))
        game.enchant_player(thing, seat(host))


def host_there(game: Game, handle: str) -> int:
    """301.5c, 303.4f: only what is on the battlefield can be enchanted or equipped."""
    host = game.world.things[game.world.handles[handle]]
    if host.zone != "battlefield":
        raise NotPlayable(f"`{handle}` is not on the battlefield at that step: nothing attaches")
    return host.index


# 712.9: every double-faced card but meld cards.
_TRANSFORMING = ("transform", "double_faced_token", "modal_dfc")


def _face_down_by(game: Game, thing: Thing) -> Chars:
    """708.2: what the rule or effect that put it face down says."""
    given = thing.choices.get("face down as", "")
    if given:
        return _face_down_as(game, given)
    return face_down_creature(thing.choices.get("face down by", ""), game.world, thing)


def _face_down_as(game: Game, words: str) -> Chars:
    """708.2: the characteristics that an effect lists, such as "5/5 artifact creature"."""
    match = re.match(r"\s*(\d+)/(\d+)\s+(.*)", words)
    if match is None:
        game.note("face down", words)
        return printed_chars(
            tree.Face("", types=("Creature",), power=2, toughness=2), game.world.algebra
        )
    named = match.group(3).replace(" and ", " ").split()
    types = tuple(sorted(word.title() for word in named if word.title() in _FACE_DOWN_TYPES))
    subtypes = tuple(word for word in named if word.title() not in _FACE_DOWN_TYPES)
    face = tree.Face(
        "", types=types, subtypes=subtypes, power=int(match.group(1)), toughness=int(match.group(2))
    )
    return printed_chars(face, game.world.algebra)


_FACE_DOWN_TYPES = frozenset({"Artifact", "Creature", "Enchantment", "Land", "Planeswalker"})


def _is_bestowed(game: Game, thing: Thing) -> bool:
    """702.103: attached by its bestow cost."""
    if thing.attached_to is None:
        return False
    return any(
        isinstance(ability, tree.Keyword) and ability.name == "bestow"
        for held in copiable_values(game.world, thing).abilities
        for _, ability in held.alternatives
    )


@clause("702.103b")
def bestow(game: Game, thing: Thing) -> None:
    """702.103b: it becomes an Aura enchantment with enchant creature, and is no creature."""
    thing.bestowed = True
    enchant = tree.Keyword("enchant", quality=tree.HasType("Creature"))
    changes = (
        tree.RemoveTypes(("Creature",)),
        tree.AddTypes(("Enchantment",), ("Aura",)),
        tree.GainAbilities((enchant,)),
    )
    game.world.resolved.append(
        Resolved(
            tree.Effect(tree.This(), changes),
            thing.stamp,
            Setting(thing.index, thing.controller),
            "",
            None,
            {thing.index: TRUE},
            BESTOW,
        )
    )
    game.touch()


def enter_token_copy(game: Game, step: EnterTokenCopy) -> Thing:
    """707.2, 111: a token that's a copy: the copied values are what is printed on it."""
    world = game.world
    controller = seat(step.controller)
    of = world.things[world.handles[step.of]]
    thing = new_thing(world, step.handle, "battlefield", controller)
    thing.is_token = TRUE
    thing.tapped = step.tapped
    thing.choices = choices_of(step.choose)
    thing.x = step.x
    thing.printed = (copiable_values(world, of),)
    game.add(thing)
    thing.printed = token_faces(game, thing, of, step)
    if step.unread:
        game.note(step.handle, step.unread)
    game.touch()
    if step.attached_to is not None:
        _put_on(game, thing, step.attached_to)
    if concerns_entering(game, thing):
        as_it_enters(game, thing, None)
        enters_with(game, thing)
    return thing


def put_onto_battlefield(
    game: Game,
    thing: Thing,
    you: Lit,
    *,
    tapped: bool = False,
    transformed: bool = False,
    face_down: str = "",
) -> None:
    """400.7, 614.12: a card enters again, as a new object; 712.14a: with its back face up.

    708.3: what enters face down has no ability that says how it enters.
    """
    if transformed and not turns_over(thing):
        return  # 712.14a
    game.move(thing, "battlefield", tapped=tapped)
    game.world.past.pop(thing.index, None)
    if thing.zone != "battlefield":
        return
    thing.controller = you
    if face_down:
        thing.down = FaceDown(face_down_creature(face_down, game.world, thing), thing.stamp)
        game.touch()
        if concerns_entering(game, thing):
            enters_with(game, thing)
        return
    if transformed:
        thing.face = 1
        game.touch()
    if asks_as_it_enters(game, thing):
        game.note(thing.handle, "what it is attached to or what is chosen as it enters again")
    if concerns_entering(game, thing):
        as_it_enters(game, thing, None)
        enters_with(game, thing)
    game.touch()


@clause("712.14a")
def turns_over(thing: Thing) -> bool:
    """712.14a: only a double-faced card can enter transformed; any other stays where it is."""
    return thing.two_faced and len(thing.printed) > 1 and thing.is_token == FALSE


def asks_as_it_enters(game: Game, thing: Thing) -> bool:
    """303.4f, 614.12a: whether its controller chooses something that the board doesn't give."""
    values = whole_values(game.world, thing)
    if "Aura" in values.subtypes:
        return True
    return any(
        isinstance(ability, tree.EntersAsCopy | tree.EntersAs | tree.EntersChoose)
        for held in values.abilities
        for _, ability in held.alternatives
    )
