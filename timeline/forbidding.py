"""101.2: where one effect says that something happens and another that it can't, it doesn't."""

from collections.abc import Callable, Iterator

from striate.boards import deeds
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.numbering import is_mana_ability
from striate.cards.tree import Ability
from striate.cards.walking import anywhere, in_words
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look

_RESTRICTS = in_words(tree.Restrict)


def forbids(play: Play, thing: Thing, *verbs: str) -> bool:
    """604.1, 611.2: whether something that is in force says one of these of the object."""
    return any(restrictions(play, thing, verbs.__contains__))


def restrictions(
    play: Play, thing: Thing, asks: Callable[[str], bool]
) -> Iterator[tuple[str, Context]]:
    """What of those verbs is said that the object can't, each with who says it."""
    if not play.may_matter(_RESTRICTS):
        return
    state = play.state()
    for lasting in play.effects_on(thing.handle):
        verbs = [verb for verb in _verbs(lasting.words) if asks(verb)]
        if verbs and (lasting.condition is None or state.holds(lasting.condition, lasting.at)):
            yield from ((verb, lasting.at) for verb in verbs)
    for _, effect, at in _restricting(play, state):
        verbs = [verb for verb in _verbs(effect.changes) if asks(verb)]
        if verbs and _holds(effect, at, state) and _speaks_of(effect.who, thing, at, state):
            yield from ((verb, at) for verb in verbs)


def _restricting(play: Play, state: Look) -> Iterator[tuple[Thing, tree.Effect, Context]]:
    """604.1: the effects of static abilities that restrict something, each with its source."""
    for other, ability in play.abilities_in(state, "battlefield"):
        if isinstance(ability, tree.Static) and _RESTRICTS(ability):
            at = play.speaker(state, other)
            yield from ((other, effect, at) for effect in ability.effects)


def _holds(effect: tree.Effect, at: Context, state: Look) -> bool:
    return effect.condition is None or state.holds(effect.condition, at)


def _verbs(changes: tuple[object, ...]) -> Iterator[str]:
    return (each.verb for each in changes if isinstance(each, tree.Restrict))


def _speaks_of(who: tree.Who, thing: Thing, at: Context, state: Look) -> bool:
    """Whether the words mean the object; "lands can't enter" means them wherever they are."""
    if not isinstance(who, tree.Each):
        return thing.handle in state.group(who, at)
    zones = ("any", "battlefield", thing.zone)
    return who.zone in zones and state.matches(who.filter, thing.handle, at)


def said_of_players(play: Play) -> Iterator[tuple[str, Seat]]:
    """702.11c, 702.16b, 702.18a: what is said that a player has, and whose permanent or spell says
    it."""
    state = play.state()
    for _, effect, at in _restricting(play, state) if play.may_matter(_RESTRICTS) else ():
        if _holds(effect, at, state):
            for verb in _verbs(effect.changes):
                if "you have" in verb:
                    yield verb, state.you(at)
    for at, step in play.game.foretold:
        if isinstance(step, tree.Act) and step.verb.startswith("you gain"):
            yield step.verb, state.you(at)


def keeps_out(play: Play, thing: Thing) -> bool:
    """614.17d: whether what is there says that the object, as it would be there, can't enter."""
    if not play.may_matter(_may_keep_out):
        return False
    state = play.as_it_enters(thing)
    for other, effect, at in _restricting(play, state):
        general = effect.who != tree.This()
        if "can't enter" not in _verbs(effect.changes) or general == (other is thing):
            continue
        if _holds(effect, at, state) and thing.handle in state.group(effect.who, at):
            return True
    return False


@anywhere
def _may_keep_out(node: tree.Node) -> bool:
    return isinstance(node, tree.Restrict) and node.verb == "can't enter"


def cannot_be_activated(play: Play, thing: Thing, ability: Ability) -> bool:
    """602.5, 101.2: whether something says so of an activated ability of the object.

    702.87a, 716.2a: gaining a level is one.
    """
    if not isinstance(ability, tree.Activated | tree.ClassLevel):
        return False
    spared = is_mana_ability(ability)
    taps = isinstance(ability, tree.Activated) and "{T}" in ability.cost

    def bars(verb: str) -> bool:
        barred = verb in deeds.NONE_ACTIVATED or (verb in deeds.NONE_TAPPING and taps)
        return barred and not (spared and verb in deeds.NONE_BUT_MANA)

    if any(restrictions(play, thing, bars)):
        return True
    if not play.may_matter(_bars):
        return False
    state = play.state()
    for other, had in play.abilities_in(state, "battlefield"):
        for meant in deeds.barred_from_activating(had):
            if not (spared and meant.but_mana) and _is_barred(play, state, meant, thing, other):
                return True
    return False


def _bars(words: object) -> bool:
    return any(True for _ in deeds.barred_from_activating(words))


def _is_barred(play: Play, state: Look, meant: deeds.Barred, thing: Thing, other: Thing) -> bool:
    at = play.speaker(state, other)
    if meant.who is not None:
        return thing.handle in state.group(meant.who, at)
    name = at.choices.get("name") if meant.by_name else None
    if name is None:
        play.note(at.card, "whose abilities can't be activated")
        return False
    return name in state.name(thing.handle).split(" // ")


def causes_no_trigger(
    play: Play, thing: Thing, source: Thing, *, dying: bool = False, since: int | None = None
) -> bool:
    """603.2: whether something says that, as it enters or dies, it causes no ability of the source
    to trigger; `since`: only what had an earlier timestamp."""
    if not play.may_matter(is_hush):
        return False
    state = play.state()
    for other, had in play.abilities_in(state, "battlefield"):
        if since is not None and other.stamp > since:
            continue
        for hush in deeds.hushes(had):
            theirs = state.controller(source.handle) != state.controller(other.handle)
            at = play.speaker(state, other)
            if (
                (hush.dying or not dying)
                and (theirs or not hush.of_opponents)
                and state.matches(hush.who.filter, thing.handle, at)
            ):
                return True
    return False


def is_hush(words: object) -> bool:
    return any(True for _ in deeds.hushes(words))


def may_be_sacrificed(play: Play, thing: Thing, at: Context, ability: object) -> bool:
    """701.21a: whether what resolves can cause its controller to sacrifice it."""
    if forbids(play, thing, "can't be sacrificed"):
        return False
    if play.has_resolved(deeds.spares_what_it_took):
        play.note(thing.faces[0].name, "whether it can be sacrificed")
    state = play.state()
    seat, mine = state.controller(thing.handle), state.you(at)
    for other, had in play.abilities_in(state, "battlefield"):
        if seat != mine and seat == state.controller(other.handle):
            if deeds.spares_from_sacrifice(had):
                return False
        elif isinstance(ability, tree.Triggered) and mine == state.controller(other.handle):
            context = play.speaker(state, other)
            if any(
                thing.handle in state.group(who, context) for who in deeds.spared_by_triggers(had)
            ):
                return False
    return True


_UNTAP_STEP = "doesn't untap during "


def keeps_off(play: Play, thing: Thing, host: str) -> bool:
    """303.4c, 301.5, 101.2: whether something says that the host can't be enchanted, or equipped,
    by it; what is there already may be spared."""
    at = play.game.things.get(host)
    if at is None or not play.may_matter(deeds.keeps_off):
        return False
    subtypes = play.state().subtypes(thing.handle)
    acts = list(restrictions(play, at, lambda verb: verb in (deeds.SPARES, *deeds.KEPT_OFF)))
    spared = {by.source for verb, by in acts if verb == deeds.SPARES and thing.attached_to == host}
    return any(
        kind in subtypes and by.source not in spared and not (others and by.source == thing.handle)
        for verb, by in acts
        for kind, others in [deeds.KEPT_OFF.get(verb, ("", False))]
    )


def _speaks_of_untapping(verb: str) -> bool:
    return verb.startswith(_UNTAP_STEP) or verb in deeds.IN_PART_OF_UNTAP_STEPS


def stays_tapped(play: Play, thing: Thing) -> bool:
    """502.3: whether it doesn't untap in the untap step of its controller, who is active."""
    state = play.state()
    seat = state.controller(thing.handle)
    for verb, at in restrictions(play, thing, _speaks_of_untapping):
        counter = deeds.IN_PART_OF_UNTAP_STEPS.get(verb)
        if counter is not None:
            source = play.game.things.get(at.source or "")
            bearer = thing if counter[0] == "it" or source is None else source
            if bearer.counters.get(counter[1], 0) > 0:
                return True
        elif verb not in deeds.IN_UNTAP_STEPS:
            play.note(state.name(thing.handle), "whether it untaps")
        elif "your" not in verb.split() or state.you(at) == seat:
            return True
    return False


has_phasing = anywhere(lambda node: isinstance(node, tree.Keyword) and node.name == "phasing")


def look_at_untap_step(play: Play, active: Seat) -> None:
    """502.3: a text may say how many untap, that others do too, or leave it to its controller."""
    if play.has_resolved(deeds.alters_untap_steps):
        play.note("", "what untaps in an untap step")
    if not play.game.told_now and play.is_said(has_phasing):
        play.note("", "what phases in or out in an untap step")  # 502.1
    if not play.may_matter(deeds.alters_untap_steps):
        return
    state = play.state()
    for thing, ability in play.abilities_in(state, "battlefield"):
        if not deeds.alters_untap_steps(ability):
            continue
        mine = (thing.tapped or thing.taps) and state.controller(thing.handle) == active
        if mine or not deeds.may_stay_tapped(ability):
            play.note(state.name(thing.handle), "what untaps in an untap step")
