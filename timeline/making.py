"""What a resolution makes or brings back: tokens (111), copies (707.2), emblems (114), 610.3."""

from collections.abc import Callable, Iterator

from striate.boards.deeds import replaces_tokens
from striate.boards.timeline import Enter, EnterTokenCopy, Seat, free_handle
from striate.cards import tree
from striate.cards.tokens import UNKNOWN_CARD, emblem_card, token_card
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.timeline import entering, entering_with, forms, moving, newcomers, replacing, together
from striate.timeline.context import Context
from striate.timeline.forbidding import forbids, keeps_out
from striate.timeline.game import Thing
from striate.timeline.moving import TRANSFORMING
from striate.timeline.play import Play
from striate.timeline.reading import Look


def tokens(
    play: Play, step: tree.CreateTokens, at: Context, hosts: tuple[str | None, ...]
) -> tuple[str, ...]:
    """701.7a: that many tokens with those characteristics, for each player who is told to.

    303.4: a Role enters attached to what the text says, one for each host.

    107.3, 608.2h: its size is worked out once, as they are created.
    """
    if not hosts:
        return ()  # 303.4i: nothing is there that it could be attached to
    state = play.state()
    spec = step.token
    power = None if spec.power is None else state.value(spec.power, at)
    toughness = None if spec.toughness is None else state.value(spec.toughness, at)
    number = state.value(step.amount, at)
    play.reading.note_questions()
    card = token_card(spec, power, toughness)
    handles: list[str] = []
    face = card.faces[0]
    kinds = (*face.types, *face.subtypes)
    with together.one_event(play) as enters:
        for seat in _told(play, step.player, at, state):
            _replaced(play)
            for token, often in replacing.tokens_created(play, kinds, number * len(hosts), seat):
                if token is not None:
                    handles += _beside(play, token, often, seat, step.tapped)
                    continue
                for host in [host for _ in range(int(often) // len(hosts)) for host in hosts]:
                    if host is not None and not _could_be_put_on(play, card, seat, host):
                        continue  # 303.4i
                    handle = next_handle(play, card.name)
                    entry = Enter(
                        handle, card, seat, tapped=step.tapped, token=True, attached_to=host
                    )
                    newcomers.enter(play, entry, by_step=False)
                    _look_whether_it_can_enter(play, handle)
                    handles.append(handle)
                    enters(handle)
    return tuple(handles)


def _beside(
    play: Play, token: tree.TokenSpec, number: int, seat: Seat, tapped: bool
) -> Iterator[str]:
    """614.6: tokens that are created too, or instead; what the instruction says holds of them."""
    sizes = [each.value if isinstance(each, tree.Num) else None
             for each in (token.power, token.toughness)]  # fmt: skip
    card = token_card(token, *sizes)
    for _ in range(int(number)):
        handle = next_handle(play, card.name)
        newcomers.enter(play, Enter(handle, card, seat, tapped=tapped, token=True), by_step=False)
        _look_whether_it_can_enter(play, handle)
        yield handle


def _look_whether_it_can_enter(play: Play, handle: str) -> None:
    """614.17d: what can't enter is not created, or stays where it is."""
    thing = play.game.things[handle]
    if keeps_out(play, thing):
        play.note(thing.faces[0].name, "whether it can enter the battlefield")


def _could_be_put_on(play: Play, card: tree.Card, seat: Seat, host: str) -> bool:
    """303.4i: an Aura token that can't enchant what it is to be attached to isn't created."""
    thing = play.game.things.get(host)
    if thing is None or thing.zone != "battlefield":
        return False
    return play.state().card_may_enchant(card, seat, host)


def copies(
    play: Play, step: tree.CreateCopies, at: Context, of: tuple[str, ...]
) -> tuple[str, ...]:
    """707.2, 111.3: tokens that are copies; what each copies is read as it is created."""
    handles: list[str] = []
    with together.one_event(play) as enters:
        for original in of:
            handles += _copies_of(play, step, at, original, enters)
    return tuple(handles)


def _copies_of(
    play: Play,
    step: tree.CreateCopies,
    at: Context,
    original: str,
    enters: Callable[[str], None],
) -> Iterator[str]:
    state = play.state()
    about_it = at.about(original)
    if play.game.things[original].zone == moving.PHASED_OUT:
        # 702.26b: as though it did not exist; no rule says that it is looked back at.
        play.note(at.card, "a copy of a permanent that is phased out")
        return
    gone = not state.is_there(original)
    if gone and original not in play.game.moved:  # 608.2h: else as it last was
        play.note(at.card, "a copy of an object that has ceased to exist")
        return
    values = state.copiable(original)
    if values is not None and _PERMANENT.isdisjoint(values.types):
        return  # 111.5
    name = values.name if values is not None and values.name else "Token"
    kinds = None if values is None or step.exceptions else (*values.types, *values.subtypes)
    number = state.value(step.amount, about_it)
    play.reading.note_questions()
    for seat in _told(play, step.player, about_it, state):
        _replaced(play)
        for token, often in replacing.tokens_created(play, kinds, number, seat):
            if token is not None:
                yield from _beside(play, token, often, seat, step.tapped)
                continue
            for _ in range(int(often)):
                handle = next_handle(play, name)
                entry = EnterTokenCopy(handle, original, seat, step.exceptions, tapped=step.tapped)
                newcomers.enter_token_copy(play, entry)
                _look_whether_it_can_enter(play, handle)
                enters(handle)
                yield handle


def emblem(play: Play, step: tree.GetEmblem, at: Context) -> None:
    """114.2: for each player who gets one; its words mean what was chosen for the effect."""
    for seat in _told(play, step.player, at, play.state()):
        handle = put_emblem(play, next_handle(play, "Emblem"), emblem_card(step.abilities), seat)
        handle.choices = dict(at.choices)


def put_emblem(play: Play, handle: str, card: tree.Card, seat: Seat) -> Thing:
    """114.1, 114.4: an object in the command zone whose abilities work there."""
    thing = newcomers.new(play, handle, play.reading.faces_of(card), card, seat)
    thing.zone = "command"
    thing.stamp = play.tick("entering", thing)
    play.game.things[handle] = thing
    return thing


def next_handle(play: Play, name: str) -> str:
    """The one that the step gives, or else by its name."""
    game = play.game
    if game.names_to_give:
        return game.names_to_give.pop(0)
    return free_handle(name, game.given_handles.union(game.things))


def _told(play: Play, player: tree.Player, at: Context, state: Look) -> tuple[Seat, ...]:
    """101.4: each player who is told to, the active one first."""
    seats = state.seats(player, at)
    play.reading.note_questions()
    if not seats or (len(seats) > 1 and player != "any"):
        play.note(at.card, "which player makes it")
        return ()
    if len(seats) < 2:
        return seats
    first = play.whose_turn()
    return tuple(sorted(seats, key=lambda seat: seat != first))


def _replaced(play: Play) -> None:
    """614.1a: something here changes what is created, and is not understood."""
    play.note_where(replaces_tokens, "what it does to tokens that would be created")


# --- 610.3 ----------------------------------------------------------------------------------------


def return_banished(play: Play) -> None:
    """610.3: immediately after its source has left, the card returns; 610.3c: to its owner."""
    game = play.game
    returning: list[Thing] = []
    for banished in list(game.banished):
        card, by = game.things[banished.card], game.things[banished.by]
        moved = card.incarnation != banished.incarnation
        in_play = by.zone in ("battlefield", moving.PHASED_OUT)
        if not moved and in_play and by.incarnation == banished.by_incarnation:
            continue
        game.banished.remove(banished)
        if not moved:
            returning.append(card)
    if returning:
        with together.one_event(play, mixed=len(returning) > 1) as enters:
            for card in returning:
                put_into_play(play, card, card.owner)
                enters(card.handle)
    return_earthbent(play)


def return_earthbent(play: Play) -> None:
    """701.66a: the land that died or was put into exile, tapped, to the player who earthbent it."""
    game = play.game
    for entry in list(game.earthbent):
        handle, incarnation, seat = entry
        card = game.things[handle]
        if card.incarnation == incarnation:
            continue
        game.earthbent.remove(entry)
        if card.zone in ("graveyard", "exile") and not card.ceased:
            for each in (*forms.components(play, card), card):
                put_into_play(play, each, seat, tapped=True)


def manifest(play: Play, step: tree.Manifest, at: Context) -> tuple[str, ...]:
    """701.40a, 701.58a, 701.62a: the top card of the library enters face down, a 2/2.

    701.40e: one at a time. What card it is only a board that tells the library knows.
    """
    handles: list[str] = []
    state = play.state()
    number = state.value(step.amount, at)
    play.reading.note_questions()
    by = "cloak" if step.word == "cloak" else "manifest"
    for seat in _told(play, step.player, at, state):
        for _ in range(int(number)):
            library = [card for card in play.game.in_zone("library") if card.owner == seat]
            top = max(library, key=lambda card: card.stamp, default=None)
            if top is not None and (top.covered or step.word == "manifest dread"):
                play.note(at.card, "which card is manifested")
            if top is None or top.covered:
                entry = Enter(
                    next_handle(play, UNKNOWN_CARD.name),
                    UNKNOWN_CARD,
                    seat,
                    face_down=True,
                    choose=(("face down by", by),),
                )
                newcomers.enter(play, entry)
                handles.append(entry.handle)
                continue
            put_into_play(play, top, seat, face_down=by)
            handles.append(top.handle)
    return tuple(handles)


def can_enter_transformed(play: Play, card: Thing) -> bool:
    """712.14a: a double-faced card that has such a back; another one doesn't move."""
    if card.layout == "modal_dfc" and "modal-cards-stay" in play.game.then:
        return False
    return card.layout in TRANSFORMING and len(card.faces) > 1 and not card.token


_PERMANENT = frozenset(PERMANENT_TYPES)


def put_into_play(
    play: Play,
    card: Thing,
    seat: Seat,
    *,
    tapped: bool = False,
    transformed: bool = False,
    face_down: str = "",
    attached_to: str | None = None,
    so: Callable[[], None] | None = None,
) -> None:
    """400.7: a card enters from where it is, as a new object; `attached_to`: what it enters on.

    611.2e: `so` begins what is so of it as it enters.
    """
    if not face_down and forbids(play, card, "can't enter"):
        return  # 101.2
    if not face_down and _PERMANENT.isdisjoint(card.faces[-1 if transformed else 0].types):
        return  # 304.4, 307.4
    if not face_down:
        at = Context(source=card.handle, card=card.faces[0].name, controller=seat)
        entering_with.look_whether_it_counts(play, card, card.faces[0].abilities, at)
    moving.leave(play, card, "battlefield")
    play.game.moved.pop(card.handle, None)
    if card.ceased:
        return
    card.controller = seat
    card.uncast, card.x = True, 0  # 107.3m
    card.tapped = tapped
    card.transformed = transformed
    if face_down:
        card.choices = {"face down by": face_down}
        entering.arrive(play, card, face_down=True)
        return
    if _asks(card, attached_to):
        line = "what it is attached to or what is chosen as it enters again"
        play.note(card.faces[0].name, line)
    entering.arrive(play, card, by_step=False, attached_to=attached_to, so=so)
    _look_whether_it_can_enter(play, card.handle)


def _asks(card: Thing, host: str | None) -> bool:
    """303.4f, 614.12a: its controller chooses as it enters, and the board doesn't tell what."""
    front = card.faces[0]
    kinds = (tree.EntersAsCopy, tree.EntersAs, tree.EntersChoose)
    unattached = host is None and "Aura" in front.subtypes
    return unattached or any(isinstance(a, kinds) for a in front.abilities)
