"""702.140, 730.2: a mutating spell merges with a creature; 701.42: two cards meld."""

import msgspec

from striate.boards.errors import NotPlayable
from striate.boards.steps.objects import Mutate
from striate.boards.timeline import Seat
from striate.cards.tree import BecomeCopy, Card, Keyword, Static
from striate.cards.vocabulary import MELDED_FROM
from striate.cards.walking import any_node
from striate.timeline import forms, making, newcomers
from striate.timeline.game import Merged, Thing
from striate.timeline.play import Play


def mutate(play: Play, step: Mutate) -> None:
    """702.140c, 730.2: it is placed on top of the creature or under it; the permanent stays what
    it was, and has not entered (730.2b-c)."""
    host = play.game.things[step.onto]
    _look_at(play, step, host)
    card = newcomers.new(play, step.handle, play.reading.faces_of(step.card), step.card, host.owner)
    card.ceased, card.listed, card.zone = True, False, "merged"
    play.game.things[step.handle] = card
    if host.card is None or not _is_plain(play, host, step.card):
        play.note(step.card.name, "how it merges with a permanent that is more than a plain card")
        return
    if host.merged is None:
        host.merged = Merged(((host.handle, host.card, host.token),))
    new = (step.handle, step.card, False)
    parts = (*host.merged.parts, new) if step.under else (new, *host.merged.parts)
    host.merged = Merged(parts)
    host.token = parts[0][2]  # 730.2d
    forms.wear(play, host, _together(tuple(card for _, card, _ in parts)))


def meld(play: Play, seat: Seat, handles: tuple[str, ...]) -> None:
    """701.42a-c, 712.14c: the two cards enter as one permanent; what is no pair stays in exile."""
    things = [play.game.things[handle] for handle in handles]
    pair = {each.card for each in things if each.zone == "exile" and not each.ceased}
    into = next((each for each in play.game.melds if pair == set(each.pair)), None)
    if into is None or len(things) != 2:
        names = {each.name for each in pair if each is not None}
        if any(names == set(two) for two in MELDED_FROM.values()):
            play.note(things[0].faces[0].name, "what it melds into")
        return
    top, other = things
    parts = tuple((each.handle, each.card, False) for each in things if each.card is not None)
    forms.wear(play, top, into.into)
    top.faces = tuple(play.reading.melded(face, into.front_costs) for face in top.faces)
    making.put_into_play(play, top, seat)
    if top.zone != "battlefield":
        forms.wear(play, top, parts[0][1])
        return
    top.merged = Merged(parts)
    other.ceased, other.listed, other.zone = True, False, "merged"


def _look_at(play: Play, step: Mutate, host: Thing) -> None:
    """702.140a-b: a mutating spell, and a non-Human creature of the same owner."""
    abilities = step.card.faces[0].abilities
    if not any(isinstance(each, Keyword) and each.name == "mutate" for each in abilities):
        raise NotPlayable(f"`{step.card.name}` has no mutate (702.140a)")
    state = play.state()
    types = state.types(host.handle) if host.zone == "battlefield" else ()
    if "Creature" not in types or "Human" in state.subtypes(host.handle):
        raise NotPlayable(f"`{host.handle}` is Human or not a creature at that step (702.140a)")


def _is_plain(play: Play, host: Thing, card: Card) -> bool:
    """Whether what is printed on both is all that they are by copiable values."""
    cards = (host.card, card)
    if host.face_down is not None or host.exceptions or host.unprototyped:
        return False
    if any(each is None or len(each.faces) > 1 for each in cards):
        return False
    copied = any(
        any_node(each.words, (BecomeCopy,)) or each.rule in ("707.5", "613.2a")
        for each in play.effects_on(host.handle)
    )
    defines = any(
        isinstance(ability, Static) and ability.cda
        for each in cards
        if each is not None
        for ability in each.faces[0].abilities
    )
    return not copied and not defines and not play.game.static_copies


def _together(cards: tuple[Card, ...]) -> Card:
    """702.140e, 730.2a: the topmost card with the abilities of all."""
    top = cards[0].faces[0]
    abilities = tuple(ability for card in cards for ability in card.faces[0].abilities)
    return msgspec.structs.replace(
        cards[0], faces=(msgspec.structs.replace(top, abilities=abilities),)
    )
