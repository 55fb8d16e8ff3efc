"""How objects enter: as a copy, face down, with counters, tapped, with choices (614.1c-d, 614.12)."""

import re
from dataclasses import replace
from functools import lru_cache

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Enter, EnterTokenCopy
from striate.cards import tree
from striate.cards.walking import nodes
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import (
    copiable_values,
    copied_values,
    face_down_creature,
    melded_values,
    printed_chars,
    printed_faces,
    prototyped_values,
    whole_values,
)
from striate.encodings.game import BESTOW, Game, stamp_on_entering
from striate.encodings.matching import Moment, amount, group, holds, matches
from striate.encodings.moments import is_local
from striate.encodings.reach import Keys, reads
from striate.encodings.refusing import refuse_host, refuse_player, refuse_to_copy
from striate.encodings.state import (
    Chars,
    CopyEffect,
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


def concerns_entering(game: Game, thing: Thing) -> bool:
    """Encoding: whether anything written on the board speaks of how objects enter.

    Where nothing does, the state before the entering need not be computed.
    """
    values = whole_values(game.world, thing)
    if {"Planeswalker", "Battle"} & set(values.types) or "Saga" in values.subtypes:
        return True
    if any(_speaks_of_entering(resolved.effect) for resolved in game.world.resolved):
        return True
    return any(
        _speaks_of_entering(ability) and (other is thing or not _is_about_itself(ability))
        for other in _talkers(game.world, thing)
        for chars in (*other.printed, *(copy.values for copy in other.copies))
        for part in (chars, *((chars.bottom,) if chars.bottom else ()), *chars.halves)
        for held in part.abilities
        for _, ability in held.alternatives
    )


def _talkers(world: World, entering: Thing) -> list[Thing]:
    """The objects whose printed text speaks of how others enter, those that are copies, and the
    one that enters.

    Encoding: asked once of what is printed on an object.
    """
    found = []
    for thing in world.things:
        known = world.talks.get(thing.index)
        if known is None or known[0] is not thing.printed:
            known = world.talks[thing.index] = (thing.printed, _talks(thing))
        if known[1] or thing.copies or thing is entering:
            found.append(thing)
    return found


def _talks(thing: Thing) -> bool:
    return any(
        _speaks_of_entering(ability) and not _is_about_itself(ability)
        for chars in thing.printed
        for part in (chars, *((chars.bottom,) if chars.bottom else ()), *chars.halves)
        for held in part.abilities
        for _, ability in held.alternatives
    )


def _is_about_itself(ability: tree.Ability) -> bool:
    """Whether the ability speaks of the entering of its own object only."""
    if isinstance(ability, tree.Keyword | tree.EntersAs):
        return True
    return isinstance(ability, _ENTERING) and ability.who == tree.This()


_ENTERING = (tree.EntersWith, tree.EntersTapped, tree.EntersAs, tree.EntersAsCopy)
_WITH_COUNTERS = frozenset({"Planeswalker", "Battle", "Saga"})


@lru_cache(maxsize=65536)
def _speaks_of_entering(value: tree.Node) -> bool:
    """Whether a tree holds an ability about entering, or brings types that enter with counters."""
    for node in nodes(value):
        if isinstance(node, _ENTERING):
            return True
        if isinstance(node, tree.Keyword) and _entering_abilities(node):
            return True
        for name in ("types", "subtypes", "every"):
            words = getattr(node, name, ())
            if isinstance(words, tuple) and _WITH_COUNTERS & set(words):
                return True
    return False


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


@clause("707.5", "614.12")
def as_it_enters(game: Game, thing: Thing, copying: str | None) -> None:
    """707.5: it enters as a copy, whose own "as it enters" abilities then apply."""
    own = _own_copy_rule(game, thing, copying)
    if own is not None:
        of = game.world.things[game.world.handles[copying or ""]]
        refuse_to_copy(own, of)
        setting = Setting(thing.index, thing.controller)
        if not matches(game.entering(), _source_filter(own), of.index, setting):
            game.note(thing.handle, "what it copies doesn't fit its text")
        _enter_as_copy(game, thing, of, own, own)
    copies_made_by_others(game, thing, copying if own is None else None)
    choose_forms(game, thing)


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
    if not of.two_faced or of.down is not None:
        return (copied_values(game.world, thing, of, step.exceptions),)
    up, faces = of.face, []
    for face in range(len(of.printed)):
        of.face = face
        values = copied_values(game.world, thing, of, step.exceptions)
        if not of.copies:
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
    for held in _as_it_would_enter(game, thing).chars[thing.index].abilities:
        for guard, ability in held.alternatives:
            there = game.world.algebra.and_(guard, held.present)
            if isinstance(ability, tree.EntersAs) and there == TRUE:
                _choose_form(game, thing, ability)


def _source_filter(ability: tree.EntersAsCopy) -> tree.Filter:
    return ability.of.filter if isinstance(ability.of, tree.Each) else tree.AllOf()


def _own_copy_rule(game: Game, thing: Thing, copying: str | None) -> tree.EntersAsCopy | None:
    """614.12: its own ability, if it would have it on the battlefield."""
    for held in game.entering().chars[thing.index].abilities if copying else ():
        for guard, ability in held.alternatives:
            there = game.world.algebra.and_(guard, held.present) == TRUE
            if there and isinstance(ability, tree.EntersAsCopy) and ability.who == tree.This():
                return ability
    return None


def _rules_of_others(game: Game, thing: Thing) -> list[tuple[int, tree.EntersAsCopy, Thing]]:
    """The abilities of other permanents that concern it as it would be (Essence of the Wild)."""
    world, moment = game.world, _as_it_would_enter(game, thing)
    found = []
    for other in list(world.in_zone("battlefield")):
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


@clause("614.1c", "614.12", "306.5b", "714.3a")
def enters_with(game: Game, thing: Thing) -> None:
    """614.1c: counters and status that its own text, its type or other permanents give it."""
    world = game.world
    extra = entering_exceptions(game, thing)
    moment = _as_it_would_enter(game, thing)
    chars = moment.chars[thing.index]
    if thing.down is None:
        _starting_counters(game, thing, chars)
    own = Setting(thing.index, thing.controller, choices=thing.choices, x=thing.x)
    todo = [(each, own) for each in extra]
    for other in list(world.in_zone("battlefield")):
        for held in moment.chars[other.index].abilities:
            for guard, ability in held.alternatives:
                for each in _entering_abilities(ability):
                    if world.algebra.and_(guard, held.present) != TRUE:
                        continue
                    yours = moment.chars[other.index].yours
                    setting = Setting(other.index, yours, choices=other.choices, x=thing.x)
                    if _applies_to_entering(moment, each, other, thing, setting):
                        todo.append((each, setting))
    for each, setting in todo:
        if each.condition is not None and holds(game.entering(), each.condition, setting) != TRUE:
            continue
        if isinstance(each, tree.EntersTapped):
            thing.tapped = True
            continue
        if isinstance(each.amount, tree.Num):
            game.put_counters(thing, each.kind, each.amount.value)
        else:
            game.put_counters(thing, each.kind, amount(game.entering(), each.amount, setting))
    game.touch()


def _as_it_would_enter(game: Game, thing: Thing) -> Moment:
    """614.12: the object as it would be on the battlefield, and all that speaks of how it enters.

    Encoding: these objects by themselves, where nothing reaches what decides it, and nothing is
    given an ability that says how others enter.
    """
    speakers = tuple(other for other in _talkers(game.world, thing) if other is not thing)
    asked = _ENTERS_BY_ITSELF
    for speaker in speakers:
        for held in game.base(speaker).abilities:
            for _, ability in held.alternatives:
                if isinstance(ability, tree.EntersAsCopy) and ability.who != tree.This():
                    return game.entering()
                for each in _entering_abilities(ability):
                    if isinstance(each.who, tree.Each) and not is_local(each.who.filter):
                        return game.entering()
                    asked |= reads(each.who)
    if any(kind == "ability" for kind, _ in asked):
        return game.entering()
    return game.by_themselves(asked, (thing, *speakers), _GIVEN_TO_ENTER) or game.entering()


_GIVEN_TO_ENTER: Keys = frozenset({("entering", "*")})
# What decides how an object enters (614.12, 306.5b, 310.4b, 714.3a), besides what words look at.
_ENTERS_BY_ITSELF: Keys = frozenset(
    {
        ("text", "*"),
        ("controller", "*"),
        ("type", "Planeswalker"),
        ("type", "Battle"),
        ("subtype", "Saga"),
    }
)


@clause("707.9e")
def entering_exceptions(game: Game, thing: Thing) -> list[tree.EntersWith | tree.EntersTapped]:
    """707.9e: "except it enters with ..." is done as it enters; it is no ability of the copy."""
    found: list[tree.EntersWith | tree.EntersTapped] = []

    def without(values: Chars) -> Chars:
        kept = []
        for held in values.abilities:
            extra = held.alternatives[0][1]
            if held.key[0] == "exception" and isinstance(
                extra, tree.EntersWith | tree.EntersTapped
            ):
                found.append(extra)
            else:
                kept.append(held)
        new = values.copy()
        new.abilities = tuple(kept)
        return new

    thing.copies = [replace(effect, values=without(effect.values)) for effect in thing.copies]
    up = min(thing.face, len(thing.printed) - 1)
    thing.printed = (*thing.printed[:up], without(thing.printed[up]), *thing.printed[up + 1 :])
    game.touch()
    return found


def _entering_abilities(ability: tree.Ability) -> list[tree.EntersWith | tree.EntersTapped]:
    from striate.cards.meanings import meaning

    if isinstance(ability, tree.EntersWith | tree.EntersTapped):
        return [ability]
    if isinstance(ability, tree.Keyword):
        found = meaning(ability)
        return [each for each in found if isinstance(each, tree.EntersWith | tree.EntersTapped)]
    return []


def _applies_to_entering(
    moment: Moment,
    ability: tree.EntersWith | tree.EntersTapped,
    other: Thing,
    thing: Thing,
    setting: Setting,
) -> bool:
    if ability.who == tree.This():
        return other is thing and _pays_for(moment.world, ability, thing)
    if other is thing or not isinstance(ability.who, tree.Each):
        return False
    return matches(moment, ability.who.filter, thing.index, setting) == TRUE


def _pays_for(world: World, ability: tree.EntersWith | tree.EntersTapped, thing: Thing) -> bool:
    """702.176a: impending's time counters come only if its impending cost was paid."""
    return not (
        isinstance(ability, tree.EntersWith)
        and ability.kind == "time"
        and thing.cost_choice.lower() != "impending"
        and any(
            isinstance(each, tree.Keyword) and each.name == "impending"
            for held in whole_values(world, thing).abilities
            for _, each in held.alternatives
        )
    )


def _starting_counters(game: Game, thing: Thing, chars: Chars) -> None:
    """306.5b, 310.4b, 714.3a: loyalty, defense and lore counters."""
    for _, number in chars.loyalty:
        if chars.types.get("Planeswalker", FALSE) == TRUE:
            # 107.3m: an X there is that of the spell that it was, or 0.
            loyalty = int(number) if number.isdigit() else thing.x or 0
            game.put_counters(thing, "loyalty", loyalty)
    if chars.subtypes.get("Saga", FALSE) == TRUE:
        game.put_counters(thing, "lore", 1)
    if chars.types.get("Battle", FALSE) == TRUE and chars.defense.isdigit():
        game.put_counters(thing, "defense", int(chars.defense))


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
