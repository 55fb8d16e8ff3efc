"""613.2a, 730.2: the form that a permanent has chosen, and the cards that it is merged of."""

from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.walking import in_words
from striate.timeline.game import Thing, context_of
from striate.timeline.play import Play


def choose(play: Play, thing: Thing, *, turned_up: bool = False, by_step: bool = True) -> None:
    """613.2a, 208.2b, 707.6: the form that is chosen is part of its copiable values, and a copy
    chooses for itself.

    What a step could tell and does not is an unknown.
    """
    if not play.savings.may_have(play, in_words(tree.EntersAs), thing):
        return
    state = play.state() if turned_up else play.as_it_enters(thing)
    for ability in state.abilities(thing.handle):
        if not isinstance(ability, tree.EntersAs) or (turned_up and not ability.turned_up):
            continue
        chosen = thing.choices.get("mode")
        if not chosen and by_step:
            chosen = play.path.chosen("mode", ability.labels, thing.handle)
        changes = _option(ability, chosen or "")
        if changes is None:
            continue
        form = {thing.handle: play.state().in_form(thing.handle, changes)}
        details = {"ability": ability, "rule": "613.2a", "words": changes}
        play.game.begin(thing.stamp, form, tree.Permanently(), context_of(thing), **details)
        play.game.changed()


def _option(ability: tree.EntersAs, chosen: str) -> tuple[tree.Change, ...] | None:
    def plain(words: str) -> str:
        return words.lower().removeprefix("a ").removeprefix("an ").strip(" .")

    for label, changes in zip(ability.labels, ability.options, strict=False):
        if plain(label) == plain(chosen):
            return changes
    if chosen.isdigit() and 0 < int(chosen) <= len(ability.options):
        return ability.options[int(chosen) - 1]
    return None


# --- 730 ------------------------------------------------------------------------------------------


def wear(play: Play, thing: Thing, card: Card) -> None:
    """730.2a: its copiable values are those of this card."""
    thing.card, thing.faces, thing.layout = card, play.reading.faces_of(card), card.layout
    play.read_again()
    play.game.changed()


def come_apart(play: Play, thing: Thing, to: str) -> None:
    """730.3: each component is put into the zone, as a card of its own; a token ceases."""
    thing.parts = ()
    if thing.merged is None:
        return
    for handle, card, token in thing.merged.parts:
        part = play.game.things[handle]
        part.token = token
        wear(play, part, card)
        if part is not thing:
            part.ceased, part.listed, part.zone = token, True, to
            part.was_permanent = True
            part.incarnation += 1
            part.controller = part.owner
            part.stamp = play.tick("entering", part)
            thing.parts = (*thing.parts, (handle, part.incarnation))
    thing.merged = None


def components(play: Play, thing: Thing) -> list[Thing]:
    """730.3c, 712.21c: what finds the card finds all that the permanent became, as they are still
    those objects."""
    parts = [(play.game.things[handle], number) for handle, number in thing.parts]
    return [part for part, number in parts if part.incarnation == number and not part.ceased]
