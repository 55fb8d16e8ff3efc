"""Objects that a resolution makes: tokens (111, 701.7), copies (707.2), emblems (114)."""

from collections.abc import Callable
from dataclasses import replace

from striate.boards.deeds import replaces_tokens
from striate.boards.timeline import Enter, EnterTokenCopy, free_handle
from striate.cards import tree
from striate.cards.tokens import THE_RING, UNKNOWN_CARD, emblem_card, token_card
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import copied_values
from striate.encodings.entering import (
    enter,
    enter_token_copy,
    new_thing,
    put_onto_battlefield,
)
from striate.encodings.game import Game
from striate.encodings.matching import amount, matches, player_seat, refer, seats
from striate.encodings.replacing import number_of_tokens
from striate.encodings.resolution import Resolution, called_made, note_hidden, things_of
from striate.encodings.state import CEASED, PHASED, Setting, Thing


@clause("111.2", "111.3", "701.7a")
def create_tokens(resolution: Resolution, step: tree.CreateTokens) -> None:
    """111.2-3: tokens with the characteristics that the text gives enter under the player's control."""
    game = resolution.game
    number = _how_many(resolution, step.amount)
    power, toughness = (
        _size(resolution, part) for part in (step.token.power, step.token.toughness)
    )
    card = token_card(step.token, power, toughness)
    hosts = [None] if step.attached_to is None else things_of(resolution, step.attached_to)
    made: list[Thing] = []
    for you in _players(resolution, step.player):
        note_replacements(game, resolution.label)
        for host in hosts * number_of_tokens(game, card.faces[0].types, number, you):
            if host is not None and not _could_be_put_on(game, card, host, you):
                continue  # 303.4i
            handle = new_handle(game, card.name)
            entering = Enter(
                handle,
                card,
                "you" if you else "opponent",
                tapped=step.tapped,
                token=True,
                attached_to=None if host is None else host.handle,
            )
            made.append(enter(game, entering, told=False))
    called_made(resolution, made)


@clause("303.4i")
def _could_be_put_on(game: Game, card: tree.Card, host: Thing, you: bool) -> bool:
    """303.4i: an Aura token isn't created where it can't enchant what it is to be attached to."""
    if host.zone != "battlefield":
        return False
    moment = game.now()
    setting = Setting(None, TRUE if you else FALSE)
    return all(
        matches(moment, ability.quality, host.index, setting) == TRUE
        for ability in card.faces[0].abilities
        if isinstance(ability, tree.Keyword) and ability.name == "enchant" and ability.quality
    )


@clause("707.2", "111.3")
def create_copies(resolution: Resolution, step: tree.CreateCopies) -> None:
    """707.2: tokens with the copiable values of each object that is copied, as they are now."""
    game = resolution.game
    note_hidden(resolution, step.of)
    originals = things_of(resolution, step.of)
    if not isinstance(step.of, tree.Each):
        named = refer(game.now(), step.of, resolution.setting)
        if any(game.world.things[index].zone == PHASED for index in named):
            game.note(resolution.label, "a copy of what is phased out")  # 702.26b
    made: list[Thing] = []
    for of in originals:
        if of.zone == CEASED and of.index not in game.world.past:  # 608.2h: else as it last was
            game.note(resolution.label, "a copy of what has ceased to exist")
            continue
        inside = replace(resolution, setting=replace(resolution.setting, affected=of.index))
        number = _how_many(inside, step.amount)
        values = copied_values(game.world, of, of, ())
        types = tuple(word for word, lit in values.types.items() if lit == TRUE)
        names = values.names
        name = next((name for name, lit in names.items() if lit == TRUE), "")
        for you in _players(inside, step.player):
            note_replacements(game, resolution.label)
            for _ in range(number_of_tokens(game, None if step.exceptions else types, number, you)):
                entering = EnterTokenCopy(
                    new_handle(game, name or "Token"),
                    of.handle,
                    "you" if you else "opponent",
                    step.exceptions,
                    tapped=step.tapped,
                )
                made.append(enter_token_copy(game, entering))
    called_made(resolution, made)


@clause("701.40a", "701.58a", "701.62a")
def manifest(resolution: Resolution, step: tree.Manifest) -> None:
    """701.40a, 701.58a: the top cards enter face down, one at a time (701.40e).

    701.62a: of two cards the player chooses; a library that nobody told holds unknown cards.
    """
    game = resolution.game
    made: list[Thing] = []
    for you in _players(resolution, step.player):
        for _ in range(_how_many(resolution, step.amount)):
            seat = TRUE if you else FALSE
            known = [thing for thing in game.world.in_zone("library") if thing.owner == seat]
            known.sort(key=lambda thing: thing.stamp)
            if step.word == "manifest dread" and known:
                game.note(resolution.label, "which card is manifested")
            if known:
                put_onto_battlefield(game, known[-1], seat, face_down=_BY[step.word])
                made.append(known[-1])
                continue
            unknown = Enter(
                new_handle(game, UNKNOWN_CARD.name),
                UNKNOWN_CARD,
                "you" if you else "opponent",
                face_down=True,
                choose=(("face down by", _BY[step.word]),),
            )
            made.append(enter(game, unknown))
    called_made(resolution, made)


_BY = {"manifest": "manifest", "manifest dread": "manifest", "cloak": "cloak"}


@clause("114.1", "114.2")
def get_emblem(resolution: Resolution, step: tree.GetEmblem) -> None:
    """114.1-2: the player puts an emblem with those abilities into the command zone.

    What its words call chosen is what was chosen as the effect that made it resolved.
    """
    for you in _players(resolution, step.player):
        emblem = put_emblem(
            resolution.game,
            new_handle(resolution.game, "Emblem"),
            emblem_card(step.abilities),
            TRUE if you else FALSE,
        )
        emblem.choices = dict(resolution.setting.choices)
        resolution.game.touch()


@clause("701.54a", "701.54c")
def tempt(resolution: Resolution) -> None:
    """701.54c: the player gets the emblem named The Ring, once; 701.54a: and a Ring-bearer."""
    game, you = resolution.game, resolution.setting.you
    world = game.world
    if not any(each.card is THE_RING and each.owner == you for each in world.things):
        put_emblem(game, new_handle(game, THE_RING.name), THE_RING, you)
    mine = tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("you")))
    for bearer in things_of(resolution, tree.ChosenObject("creature", mine))[:1]:
        former = world.bearers.get(you == TRUE)
        if former is not None:
            world.things[former].marks.discard(RING_BEARER)
        game.designate(bearer, RING_BEARER)
        world.bearers[you == TRUE] = bearer.index


RING_BEARER = "Ring-bearer"


@clause("701.54a")
def keep_bearers(game: Game) -> None:
    """701.54a: a creature is the Ring-bearer until another player gains control of it."""
    world = game.world
    for you, index in list(world.bearers.items()):
        thing = world.things[index]
        there = RING_BEARER in thing.marks
        if there and game.now().chars[index].yours == (TRUE if you else FALSE):
            continue
        thing.marks.discard(RING_BEARER)
        del world.bearers[you]
        game.touch()


def put_emblem(game: Game, handle: str, card: tree.Card, you: Lit) -> Thing:
    """114.2: its owner and controller is the player who got it."""
    emblem = new_thing(game.world, handle, "command", you, card)
    emblem.is_emblem = True
    return game.add(emblem)


def new_handle(game: Game, name: str) -> str:
    """The next handle that the step gives, or the default one."""
    world = game.world
    if world.named:
        return world.named.pop(0)
    return free_handle(name, {*world.reserved, *world.handles})


def note_replacements(game: Game, label: str) -> None:
    """614.1a: what would make more, fewer or other tokens and is not understood."""
    note_where(game, replaces_tokens, "what it does to tokens that would be created")


def note_where(game: Game, says: Callable[[tree.Ability], bool], line: str) -> None:
    """614.1a: what on the battlefield changes what happens, and is not carried out."""
    moment = game.now()
    for thing in game.world.in_zone("battlefield"):
        for held in moment.chars[thing.index].abilities:
            for guard, ability in held.alternatives:
                there = moment.algebra.and_(guard, held.present) != FALSE
                if there and says(ability):
                    game.note(thing.handle, line)


def _size(resolution: Resolution, part: tree.Amount | None) -> int | None:
    """608.2h: worked out once, as the token is created."""
    if part is None:
        return None
    number = amount(resolution.game.now(), part, resolution.setting)
    if not isinstance(number, int):
        resolution.game.unsupported("a token's size that depends on a hole")
        return 0
    return number


def _how_many(resolution: Resolution, value: tree.Amount) -> int:
    number = amount(resolution.game.now(), value, resolution.setting)
    if not isinstance(number, int):
        resolution.game.unsupported("a number of tokens that depends on a hole")
        return 0
    return max(0, number)


def _players(resolution: Resolution, player: tree.Player) -> list[bool]:
    """The players who make it, as "is you"; 101.4: the active player first.

    601.2c: the board has to name a player who is a target; it is nobody else's to say.
    """
    moment = resolution.game.now()
    if player not in ("any", "opponent", "you"):
        seat = player_seat(moment, player, resolution.setting)
        if seat is None:
            resolution.game.note(resolution.label, "which player makes the tokens")
            return []
        return [seat == TRUE]
    found = [you for lit, you in seats(moment, player, resolution.setting) if lit == TRUE]
    return sorted(found, key=lambda you: you != resolution.game.world.your_turn)
