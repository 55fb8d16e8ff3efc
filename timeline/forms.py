"""613.2a: what a permanent becomes as it enters, or as it is turned face up: one of these."""

from striate.cards import tree
from striate.cards.walking import in_words
from striate.timeline.game import Lasting, Thing, context_of
from striate.timeline.play import Play


def choose(play: Play, thing: Thing, *, turned_up: bool = False, told: bool = True) -> None:
    """613.2a, 208.2b, 707.6: the form that is chosen is part of its copiable values, and a copy
    chooses for itself.

    What a step could tell and does not is an unknown.
    """
    if not play.may_matter(in_words(tree.EntersAs)):
        return
    there = play.state() if turned_up else play.as_it_enters(thing)
    for ability in there.abilities(thing.handle):
        if not isinstance(ability, tree.EntersAs) or (turned_up and not ability.turned_up):
            continue
        chosen = thing.choices.get("mode")
        if not chosen and told:
            chosen = play.path.chosen("mode", ability.labels, thing.handle)
        changes = _option(ability, chosen or "")
        if changes is None:
            continue
        play.game.lasting.append(
            Lasting(
                number=play.game.number(),
                stamp=thing.stamp,
                by_object={thing.handle: play.state().in_form(thing.handle, changes)},
                duration=tree.Permanently(),
                at=context_of(thing),
                ability=ability,
                rule="613.2a",
                words=changes,
            )
        )
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
