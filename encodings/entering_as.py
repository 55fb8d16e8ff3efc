"""As what an object enters: a copy, or a form that is chosen as it enters (614.12, 616.1c, 707.5)."""

from dataclasses import replace

from striate.boards.errors import NotPlayable
from striate.boards.timeline import EnterTokenCopy
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.clauses import clause
from striate.encodings.copying import (
    copied_values,
)
from striate.encodings.entering_with import as_it_would_enter
from striate.encodings.game import Game
from striate.encodings.locality import looks_at_one_object
from striate.encodings.matching import group, matches
from striate.encodings.reach import Keys, reads
from striate.encodings.refusing import UNTOLD, refuse_to_copy
from striate.encodings.state import CEASED, PHASED, Chars, CopyEffect, Setting, Thing


@clause("707.5", "614.12")
def as_it_enters(game: Game, thing: Thing, copying: str | None) -> None:
    """707.5: it enters as a copy, whose own "as it enters" abilities then apply."""
    own = _own_copy_rule(game, thing, copying)
    if own is not None:
        of = game.world.things[game.world.handles[copying or ""]]
        refuse_to_copy(own, of)
        _look_at_the_original(game, thing, _source_filter(own), of)
        _enter_as_copy(game, thing, of, own, own)
    copies_made_by_others(game, thing, copying if own is None else None)
    choose_forms(game, thing)
    game.do_as_said(thing, turned_up=False)


def _enter_as_copy(
    game: Game, thing: Thing, of: Thing, ability: tree.EntersAsCopy, own: tree.Ability | None
) -> None:
    values = copied_values(game.world, thing, of, ability.exceptions, own)
    thing.copies.append(CopyEffect(thing.stamp, values, "", entering=True))
    thing.tapped = thing.tapped or ability.tapped
    game.touch()


@clause("616.1c", "616.1f")
def copies_made_by_others(game: Game, thing: Thing, named: str | None) -> None:
    """616.1f: each "enters as a copy" of another permanent is applied once, as long as it would
    apply to what the object is by then; which one comes last is its controller's choice.
    """
    applied: list[tuple[int, tree.EntersAsCopy]] = []
    while True:
        waiting = [rule for rule in _rules_of_others(game, thing) if rule[:2] not in applied]
        if not waiting:
            return
        sources = {of.handle for _, _, of in waiting}
        if len(sources) > 1 and named not in sources:
            game.note(thing.handle, "which of the copy effects is applied last")
        rule = next((each for each in waiting if each[2].handle != named), waiting[0])
        _enter_as_copy(game, thing, rule[2], rule[1], None)
        applied.append(rule[:2])


@clause("707.8a")
def token_faces(game: Game, thing: Thing, of: Thing, step: EnterTokenCopy) -> tuple[Chars, ...]:
    """707.8a: a token that's a copy of a transforming permanent has both faces, the same one up."""
    # 608.2h, 111.7: a token that has ceased to exist is copied as it last was.
    was = of.last.facts if of.zone == CEASED and of.last is not None else of
    if not was.two_faced or was.down is not None:
        return (copied_values(game.world, thing, of, step.exceptions),)
    up, faces = of.face, []
    without_cost = any(isinstance(extra, tree.NoManaCost) for extra in step.exceptions)
    for face in range(len(of.printed)):
        of.face = face
        values = copied_values(game.world, thing, of, step.exceptions)
        if not of.copies and not without_cost:
            # 202.3b: of a transforming token too, the front face's cost counts for the back.
            values.mana_value = of.printed[face].mana_value
        faces.append(values)
    of.face = up
    thing.two_faced, thing.face = True, up
    return tuple(faces)


@clause("614.12", "707.6")
def choose_forms(game: Game, thing: Thing) -> None:
    """707.6: "as it enters" choices of what is copied are made anew.

    614.12: the abilities that count are those that it would have on the battlefield.
    """
    moment, _ = as_it_would_enter(game, thing)
    for held in moment.chars[thing.index].abilities:
        for guard, ability in held.alternatives:
            there = game.world.algebra.and_(guard, held.present)
            if isinstance(ability, tree.EntersAs) and there == TRUE:
                _choose_form(game, thing, ability)


def _source_filter(ability: tree.EntersAsCopy) -> tree.Filter:
    return ability.of.filter if isinstance(ability.of, tree.Each) else tree.AllOf()


_CONTROL: Keys = frozenset({("controller", "*")})


@clause("707.5")
def _look_at_the_original(game: Game, thing: Thing, asked: tree.Filter, of: Thing) -> None:
    """707.5: only what the text describes can be copied; what nobody tells of it is said."""
    setting = Setting(thing.index, thing.controller)
    if of.zone == PHASED:
        return
    moment = None
    if looks_at_one_object(asked):
        moment = game.by_themselves(((of, reads(asked) | _CONTROL),))
    if matches(moment or game.entering(), asked, of.index, setting) != FALSE:
        return
    if any_node(asked, (*UNTOLD, tree.X)):
        game.note(thing.handle, "what it copies doesn't fit its text")
        return
    raise NotPlayable(f"`{thing.handle}` can't enter as a copy of `{of.handle}` (707.5)")


def _own_copy_rule(game: Game, thing: Thing, copying: str | None) -> tree.EntersAsCopy | None:
    """614.12: its own ability, if it would have it on the battlefield."""
    if not copying:
        return None
    moment, _ = as_it_would_enter(game, thing)
    for held in moment.chars[thing.index].abilities:
        for guard, ability in held.alternatives:
            there = game.world.algebra.and_(guard, held.present) == TRUE
            if there and isinstance(ability, tree.EntersAsCopy) and ability.who == tree.This():
                return ability
    return None


def _rules_of_others(game: Game, thing: Thing) -> list[tuple[int, tree.EntersAsCopy, Thing]]:
    """The abilities of other permanents that concern it as it would be (Essence of the Wild)."""
    world = game.world
    moment, speakers = as_it_would_enter(game, thing)
    found = []
    for other in speakers:
        for held in moment.chars[other.index].abilities if other is not thing else ():
            for _, ability in held.alternatives:
                if not isinstance(ability, tree.EntersAsCopy) or held.present != TRUE:
                    continue
                setting = Setting(other.index, moment.chars[other.index].yours)
                who = ability.who
                if isinstance(who, tree.Each) and (
                    matches(moment, who.filter, thing.index, setting) == TRUE
                ):
                    of = [index for index, lit in group(moment, ability.of, setting) if lit == TRUE]
                    found += [(other.index, ability, world.things[each]) for each in of[-1:]]
    return found


def _choose_form(game: Game, thing: Thing, ability: tree.EntersAs) -> None:
    """707.2: an "as it enters" choice that sets characteristics is part of the copiable values."""
    wanted = thing.choices.get("mode", "").strip().lower()
    for label, changes in zip(ability.labels, ability.options, strict=True):
        if label.strip().lower() == wanted or wanted.removeprefix("a ") == label.removeprefix("a "):
            if thing.copies:
                last = thing.copies[-1]
                from striate.encodings.copying import changed_values

                values = changed_values(game.world, thing, last.values, changes)
                thing.copies[-1] = replace(last, values=values)
            else:
                thing.entered_as = changes
            game.touch()
            return
