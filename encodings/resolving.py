"""What a resolution does (608.2): continuous effects begin, counters, statuses and zones change.

Sets and amounts are locked in here (608.2h, 611.2c-d). Costs are not carried out, and what
touches no characteristic is passed over.
"""

from dataclasses import replace

import msgspec

from striate.boards.deeds import is_left_to_the_board
from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.encodings import making, moves
from striate.encodings.abilities import abilities_among
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.amounts import has_stat
from striate.encodings.clauses import clause
from striate.encodings.colours import colors_like_words
from striate.encodings.control import Seat, seat_meant
from striate.encodings.copying import copied_values, without_choices
from striate.encodings.game import Game, tracks_phased
from striate.encodings.matching import (
    AMOUNTS,
    Moment,
    amount,
    counters_on,
    group,
    holds,
    matches,
    refer,
    seats,
    stat_of,
)
from striate.encodings.refusing import moves_to, refuse_target, refuse_untargetable
from striate.encodings.resolution import (
    Resolution,
    forbids_regeneration,
    is_made,
    look_at_the_top,
    makes,
    members_of,
    note_what_is_not_chosen,
    things_of,
)
from striate.encodings.state import CopyEffect, Resolved, Setting, Thing
from striate.encodings.typeline import subtypes_among
from striate.encodings.wording import Pair


class _Locked(tree.Node, frozen=True):
    """608.2h: an amount as it was on resolution."""

    value: object


AMOUNTS[_Locked] = lambda moment, value, setting: value.value


def resolve(
    game: Game,
    body: tree.Body,
    setting: Setting,
    label: str,
    ability: tree.Ability | None = None,
    modes: tuple[int, ...] = (),
) -> None:
    """608.2c: the instructions in the order written."""
    game.world.moved, game.world.departed = {}, {}
    if setting.fails:
        return
    recalled = _recalled_in(body)
    stamp = game.world.tick()
    spares_nothing = forbids_regeneration(body)
    resolution = Resolution(
        game, setting, stamp, label, ability, modes, body.targets, spares_nothing, recalled
    )
    if body.touches:
        game.note(label, _ability_text(body, ability))
    note_lost_givers(resolution, body)
    look_at_the_top(resolution, body)
    note_what_is_not_chosen(resolution, body)
    run(resolution, body.steps)


def note_lost_givers(resolution: Resolution, body: tree.Body) -> None:
    """201.5a: an ability that names what gave it, where that is gone or was never known."""
    game = resolution.game
    for part in nodes(body):
        if isinstance(part, tree.Granter) and not refer(game.now(), part, resolution.setting):
            game.note(resolution.label, "the object that gave the ability")


def _ability_text(body: tree.Body, ability: tree.Ability | None) -> str:
    from striate.cards.language import print_ability

    return print_ability(ability if ability is not None else tree.Spell(body))


def run(resolution: Resolution, steps: tuple[tree.Step, ...]) -> None:
    for step in steps:
        _name_sets(resolution, step)
        run_step(resolution, step)


@clause("608.2c")
def _name_sets(resolution: Resolution, step: tree.Step) -> None:
    """608.2c: a group that later words mean again ("they") is the one that this step finds."""
    said = step.effect if isinstance(step, tree.Continuous) else step
    for name in ("who", "to", "of"):
        words = getattr(said, name, None)
        if isinstance(words, tree.Each) and words in resolution.recalled:
            now = tuple(group(resolution.game.now(), words, resolution.setting))
            sets = {**resolution.setting.sets, words: now}
            resolution.setting = replace(resolution.setting, sets=sets)


def _recalled_in(body: tree.Body) -> frozenset[tree.Each]:
    """The groups that some words of the body refer back to."""
    return frozenset(node.group for node in nodes(body) if isinstance(node, tree.Those))


@clause("613.7b")
def run_step(resolution: Resolution, step: tree.Step) -> None:
    """613.7b, 608.2c: what an instruction makes has the timestamp of that instruction."""
    game = resolution.game
    resolution.stamp = game.world.tick()
    match step:
        case tree.Continuous(effect, duration):
            _begin_effect(resolution, effect, duration)
        case tree.PutCounters() | tree.RemoveCounters() | tree.DoubleCounters():
            _change_counters(resolution, step)
        case tree.Endure():
            _endure(resolution, step)
        case tree.Proliferate(who):
            _proliferate(resolution, who)
        case tree.SetTapped(who, tapped):
            for thing in things_of(resolution, who):
                thing.tapped = tapped
                game.touch()
        case tree.TurnFace(who, up):
            for thing in things_of(resolution, who):
                game.turn_face(thing, up)
        case tree.Transform(who):
            for thing in things_of(resolution, who):
                if thing.zone == "battlefield":  # 701.27a: only a permanent transforms
                    game.transform(thing)
        case tree.AttachTo(who, to):
            for host in things_of(resolution, to)[:1]:
                for thing in things_of(resolution, who):
                    if moves_to(game.now(), thing, host):
                        game.attach(thing, host)
        case tree.MoveZone():
            moves.move(resolution, step)
        case tree.CreateTokens():
            making.create_tokens(resolution, step)
        case tree.CreateCopies():
            making.create_copies(resolution, step)
        case tree.GetEmblem():
            making.get_emblem(resolution, step)
        case tree.PhaseOut(who):
            moves.phase_out(game, things_of(resolution, who))
        case tree.Designate(who, word, ends):
            for thing in things_of(resolution, who):
                game.designate(thing, word, ends=ends)
        case tree.Manifest():
            making.manifest(resolution, step)
        case tree.Later():
            moves.put_off(resolution, step)
        case tree.LifeChange() | tree.SetLife() | tree.ExchangeStatWithLife():
            _change_life(resolution, step)
        case tree.Do():
            _run_do(resolution, step)
        case tree.Modal(modes=modes):
            _run_modes(resolution, modes)
        case tree.Act("draw card"):
            _draw(resolution, step)
        case tree.Act("the Ring tempts you"):
            making.tempt(resolution)
        case tree.Act("regenerate", who=tree.Node() as who):
            for thing in things_of(resolution, who):
                thing.shields += 1  # 701.19a
        case _ if not is_left_to_the_board(step):
            game.note(resolution.label, _said(step))
    moves.bring_back(game)


def _said(step: tree.Step) -> str:
    """What of a resolution is not carried out."""
    return step.verb if isinstance(step, tree.Act) else f"{type(step).__name__} is not carried out"


@clause("121.1", "121.2")
def _draw(resolution: Resolution, step: tree.Act) -> None:
    """121.1: cards that are drawn are in the hand; only their number is known."""
    game = resolution.game
    moment = game.now()
    number = 1 if step.amount is None else amount(moment, step.amount, resolution.setting)
    for lit, you in seats(moment, step.player or "you", resolution.setting):
        there = game.world.hand[you]
        if lit == TRUE and there is not None and isinstance(number, int):
            game.world.hand[you] = there + max(0, number)
    game.touch()


def _run_do(resolution: Resolution, step: tree.Do) -> None:
    """608.2c-d: "if" and "may"; what a player may do is done, its cost taken as paid."""
    lit = holds(resolution.game.now(), step.condition, resolution.setting)
    if lit == TRUE:
        run(resolution, step.steps)
    elif lit == FALSE:
        run(resolution, step.otherwise)
    else:
        resolution.game.unsupported("a condition that depends on a hole")


def _run_modes(resolution: Resolution, modes: tuple[tree.Body, ...]) -> None:
    """700.2: the chosen modes in the order written; their targets come in that order."""
    picked = sorted(number for number in resolution.modes if 0 < number <= len(modes))
    if not picked and len(modes) > 1:
        word = resolution.setting.choices.get("mode", "")
        picked = [int(word)] if word.isdigit() and 0 < int(word) <= len(modes) else []
    if not picked:
        resolution.game.note(resolution.label, "the chosen mode")
    bodies = [modes[number - 1] for number in picked]
    aimed = _aimed(resolution, bodies)
    things = resolution.game.world.things
    born = {index: things[index].born for entry in aimed for group in entry for index in group}
    for body, entry in zip(bodies, aimed, strict=False):
        # 400.7: what an earlier mode has moved is another object.
        targets = tuple(
            tuple(index for index in group if things[index].born == born[index]) for group in entry
        )
        inside = replace(resolution.setting, targets=targets)
        if body.touches:
            resolution.game.note(resolution.label, "mode")
        chosen = replace(resolution, setting=inside, specs=body.targets)
        look_at_the_top(chosen, body)
        note_what_is_not_chosen(chosen, body)
        run(chosen, body.steps)


@clause("608.2b", "700.2c")
def _aimed(resolution: Resolution, bodies: list[tree.Body]) -> list[tuple[tuple[int, ...], ...]]:
    """608.2b: the legal targets of each mode, looked at before anything happens.

    Where every target of every mode is illegal, it doesn't resolve: no mode.
    """
    moment, setting = resolution.game.now(), resolution.setting
    handles = [index for entry in setting.targets for index in entry]
    found: list[tuple[tuple[int, ...], ...]] = []
    some = any_legal = False
    for body in bodies:
        named, handles = split_targets(moment, body, handles, setting)
        legal = legal_targets(moment, body.targets, named, setting)
        for spec, chosen, left in zip(body.targets, named, legal, strict=True):
            some = some or (spec.word == "target" and bool(chosen))
            any_legal = any_legal or (spec.word == "target" and bool(left))
        found.append(legal)
    return found if any_legal or not some or setting.players else []


@clause("601.2c", "115.1")
def split_targets(
    moment: Moment, body: tree.Body, handles: list[int], setting: Setting
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """601.2c: the objects named on the board, given to the text's targets in order.

    "That token" is none of them where the text itself makes it.
    """
    found: list[tuple[int, ...]] = []
    rest = list(handles)
    specs, own = body.targets, makes(body.steps)
    if setting.x is None and any_node(specs, (tree.X,)):
        raise NotPlayable("the targets are told with an X: add `x: N` to the step")
    for position, spec in enumerate(specs):
        if own and is_made(spec):
            found.append(())
            continue
        needed = sum(each.low for each in specs[position + 1 :] if not (own and is_made(each)))
        high = _spec_high(moment, spec, setting, len(rest))
        take = max(min(high, len(rest) - needed), min(spec.low, len(rest)))
        # 601.2c: not the same object twice for one "target".
        if spec.word == "target" and len(set(rest[:take])) < take:
            raise NotPlayable("the same target is named twice for one “target”")
        # 115.3: nor the one that "another target" is another than.
        before = {i for other in _others(spec.filter) if other < position for i in found[other]}
        if spec.word == "target" and before & set(rest[:take]):
            raise NotPlayable("the same target is named again for “another target”")
        found.append(tuple(rest[:take]))
        rest = rest[take:]
    return tuple(found), rest


def _others(filter: tree.Filter) -> list[int]:
    """The places of the targets that "another target" is said to be another than."""
    parts = filter.parts if isinstance(filter, tree.AllOf) else (filter,)
    return [
        part.part.ref.index
        for part in parts
        if isinstance(part, tree.Not)
        and isinstance(part.part, tree.Is)
        and isinstance(part.part.ref, tree.Target)
    ]


@clause("608.2b")
def legal_targets(
    moment: Moment,
    specs: tuple[tree.TargetSpec, ...],
    targets: tuple[tuple[int, ...], ...],
    setting: Setting,
) -> tuple[tuple[int, ...], ...]:
    """608.2b: a target that has moved is not affected; what the board can't tell counts as legal.

    115.1: one that was no target, as the board tells it, is refused.
    """
    inside = replace(setting, targets=targets)
    return tuple(
        tuple(index for index in chosen if _is_legal(moment, spec, index, inside))
        for spec, chosen in zip(specs, targets, strict=True)
    )


@clause("608.2b")
def all_illegal(
    specs: tuple[tree.TargetSpec, ...],
    named: tuple[tuple[int, ...], ...],
    legal: tuple[tuple[int, ...], ...],
) -> bool:
    """608.2b: it has targets and all of them are illegal, so it doesn't resolve."""
    aimed = [place for place, spec in enumerate(specs) if spec.word == "target" and named[place]]
    return bool(aimed) and not any(legal[place] for place in aimed)


def _is_legal(moment: Moment, spec: tree.TargetSpec, index: int, setting: Setting) -> bool:
    if spec.word != "target":
        return True
    there = spec.zone in ("any", moment.world.things[index].zone)
    if there and _could_match(moment, spec.filter, index, setting):
        refuse_untargetable(moment, index, setting)
        return True
    refuse_target(moment, spec, index)
    return False


def _could_match(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> bool:
    """Whether it matches as far as the board can tell."""
    if isinstance(filter, tree.AllOf):
        return all(_could_match(moment, part, index, setting) for part in filter.parts)
    if any_node(filter, UNTOLD):
        return True
    return matches(moment, filter, index, setting) != FALSE


UNTOLD = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


def _spec_high(moment: Moment, spec: tree.TargetSpec, setting: Setting, default: int) -> int:
    if spec.high is None:
        return default
    if isinstance(spec.high, int):
        return spec.high
    number = amount(moment, spec.high, setting)
    return number if isinstance(number, int) else default


# --- continuous effects -------------------------------------------------------------------------------


def _with_the_resolving_one(effect: tree.Effect, ability: tree.Ability | None) -> tree.Effect:
    """ "Loses this ability": the one that resolves; a resolving spell is none."""
    said = tree.LoseAbilities((tree.THIS_ABILITY,))
    if said not in effect.changes:
        return effect
    lost = tree.LoseAbilities(() if ability is None else (ability,))
    changes = tuple(lost if change == said else change for change in effect.changes)
    return msgspec.structs.replace(effect, changes=changes)


def _begin_effect(resolution: Resolution, effect: tree.Effect, duration: tree.Duration) -> None:
    """611.2: a continuous effect begins."""
    effect = _with_the_resolving_one(effect, resolution.ability)
    game = resolution.game
    keep_while = duration.condition if isinstance(duration, tree.AsLongAs) else None
    if all(isinstance(each, _SAID) for each in effect.changes):
        moment = game.about(effect.who, effect.condition, keep_while, *effect.changes)
    else:
        moment = game.now()
    if isinstance(duration, tree.UntilLeaves) and has_left(moment, resolution.setting):
        return
    condition = holds(moment, effect.condition, resolution.setting)
    members = {
        index: game.world.algebra.and_(lit, condition)
        for index, lit in members_of(resolution, effect.who)
    }
    members = {
        index: lit
        for index, lit in members.items()
        if lit != FALSE and lasts(moment, keep_while, replace(resolution.setting, affected=index))
    }
    copies = [each for each in effect.changes if isinstance(each, tree.BecomeCopy)]
    for change in copies:
        become_copies(resolution, change, members, duration)
    changes = tuple(each for each in effect.changes if not isinstance(each, tree.BecomeCopy))
    if not changes:
        return
    meant = effect.who.group if isinstance(effect.who, tree.Those) else effect.who
    for part, locked in locked_parts(moment, members, changes, resolution.setting):
        game.world.resolved.append(
            Resolved(
                tree.Effect(meant, locked),
                resolution.stamp,
                resolution.setting,
                until_word(duration),
                keep_while,
                part,
                resolution.label,
                resolution.ability,
            )
        )
    game.touch()


# Changes of which the amounts alone depend on the moment (611.2d).
_SAID = (
    tree.ModifyPT,
    tree.SetBasePT,
    tree.SwitchPT,
    tree.GainAbilities,
    tree.LoseAbilities,
    tree.LoseAllAbilities,
    tree.AddColors,
    tree.SetColors,
    tree.AddTypes,
)


@clause("611.2b")
def has_left(moment: Moment, setting: Setting) -> bool:
    """611.2b: an effect that lasts until its source leaves never begins once that has left."""
    source = setting.source
    return source is not None and moment.world.things[source].zone != "battlefield"


@clause("611.2b")
def lasts(moment: Moment, condition: tree.Condition | None, setting: Setting) -> bool:
    """611.2b: an effect "for as long as" never begins where its condition doesn't hold.

    702.26f: nor where it tracks what is phased out.
    """
    if condition is not None and tracks_phased(moment, condition, setting):
        return False
    return holds(moment, condition, setting) != FALSE


@clause("611.2a")
def until_word(duration: tree.Duration) -> str:
    match duration:
        case tree.UntilEndOfTurn():
            return "end of turn"
        case tree.UntilYourNextTurn():
            return "your next turn"
        case tree.UntilLeaves():
            return "source leaves"
    return ""


@clause("611.2c", "611.2d", "608.2h")
def locked_parts(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """611.2c-d: the set of objects and the values are those of the moment of resolution.

    An effect whose values differ from object to object is one part for each.
    """
    if any(isinstance(change, tree.ExchangeControl) for change in changes):
        return exchanged(moment, members, changes, setting)
    if any(isinstance(change, tree.ExchangeText) for change in changes):
        return texts_exchanged(moment, members, changes, setting)
    if not any(_is_about_affected(change) for change in changes):
        return [(members, tuple(_locked_change(moment, each, setting) for each in changes))]
    parts = []
    for index, lit in members.items():
        inside = replace(setting, affected=index)
        parts.append(
            ({index: lit}, tuple(_locked_change(moment, each, inside) for each in changes))
        )
    return parts


def _is_about_affected(change: tree.Change) -> bool:
    """Whether the values of the change are told from each object of its set."""
    if isinstance(change, tree.GainAbilities):
        return False
    return any_node(change, _mentions_affected)


def _mentions_affected(node: tree.Node) -> bool:
    if isinstance(node, tree.Affected):
        return True
    return getattr(node, "player", None) in ("affected controller", "affected owner")


def _locked_change(moment: Moment, change: tree.Change, setting: Setting) -> tree.Change:
    """The change with its amounts, players and references as they are now."""
    match change:
        case tree.SetController(player):
            seat = seat_meant(moment, player, setting)
            return change if seat is None else Seat(seat)  # type: ignore[return-value]  # a change that no card can say
        case tree.SubtypesOf(family=family, add=add):
            words = subtypes_among(moment, change, setting)
            there = tuple(word for word, lit in words.items() if lit == TRUE)
            return tree.AddTypes(subtypes=there) if add else tree.SetSubtypes(family, there)
        case tree.ColorsLike():
            words = colors_like_words(moment, change, setting)
            return tree.SetColors(tuple(word for word, lit in words.items() if lit == TRUE))
        case tree.GainAbilitiesOf():
            found = abilities_among(moment, change, setting)
            return tree.GainAbilities(tuple(ability for _, ability, lit in found if lit == TRUE))
    fields = {}
    for name in ("power", "toughness"):
        value = getattr(change, name, None)
        if value is not None:
            number = amount(moment, value, setting)
            fields[name] = tree.Num(number) if isinstance(number, int) else _Locked(number)
    return msgspec.structs.replace(change, **fields) if fields else change


@clause("701.12b")
def exchanged(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """701.12b: each of two permanents goes to the other's controller, if these differ."""
    parts: list[tuple[dict[int, Lit], tuple[tree.Change, ...]]] = []
    for change in changes:
        if not isinstance(change, tree.ExchangeControl):
            continue
        others = refer(moment, change.other, setting)
        mine = [index for index in members]
        if len(mine) == 2 and not others:
            mine, others = mine[:1], mine[1:]
        theirs = [each for each in others if each not in mine[:1]]
        both = (*mine[:1], *theirs[:1])
        # 701.12a: with what has left nothing is exchanged.
        if len(both) == 2 and all(moment.world.things[i].zone == "battlefield" for i in both):
            a, b = both
            first, second = moment.chars[a].yours, moment.chars[b].yours
            if first != second:
                parts.append(({a: TRUE}, (Seat(second),)))  # type: ignore[arg-type]  # a change that no card can say
                parts.append(({b: TRUE}, (Seat(first),)))  # type: ignore[arg-type]  # a change that no card can say
    return parts


@clause("612.5")
def texts_exchanged(
    moment: Moment,
    members: dict[int, Lit],
    changes: tuple[tree.Change, ...],
    setting: Setting,
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """612.5: one effect on both objects; without two permanents nothing is exchanged (701.12a)."""
    parts: list[tuple[dict[int, Lit], tuple[tree.Change, ...]]] = []
    for change in changes:
        if not isinstance(change, tree.ExchangeText):
            continue
        both = list(dict.fromkeys([*members, *refer(moment, change.other, setting)]))[:2]
        there = [moment.world.things[index].zone == "battlefield" for index in both]
        if len(both) == 2 and all(there):
            made = tree.ExchangeText(Pair(*both))  # type: ignore[arg-type]  # a reference that no card can say
            parts.append((dict.fromkeys(both, TRUE), (made,)))
    return parts


@clause("707.2b", "707.4")
def become_copies(
    resolution: Resolution,
    change: tree.BecomeCopy,
    members: dict[int, Lit],
    duration: tree.Duration,
) -> None:
    """707.4: becoming a copy later: copiable values are overwritten, nothing else changes."""
    game = resolution.game
    moment = game.now()
    of = [index for index, lit in group(moment, change.of, resolution.setting) if lit != FALSE]
    if not of:
        return
    world = game.world
    keep_while = duration.condition if isinstance(duration, tree.AsLongAs) else None
    taken = [
        (world.things[index], lit, copied_values(
            world, world.things[index], world.things[of[-1]], change.exceptions, resolution.ability
        ))
        for index, lit in members.items()
    ]  # fmt: skip
    for thing, lit, values in taken:
        if lit != TRUE:
            game.unsupported("a copy that depends on a hole")
        effect = CopyEffect(resolution.stamp, without_choices(values), until_word(duration))
        effect.setting = replace(resolution.setting, affected=thing.index)
        effect.keep_while = keep_while
        thing.copies.append(effect)
    game.touch()


# --- counters, zones, life ------------------------------------------------------------------------------


def _change_counters(
    resolution: Resolution, step: tree.PutCounters | tree.RemoveCounters | tree.DoubleCounters
) -> None:
    """122.1, 613.7c: counters put on get the timestamp of this moment."""
    game = resolution.game
    moment = game.now()
    for index, lit in members_of(resolution, step.who):
        thing = game.world.things[index]
        if thing.zone in ("hand", "library", "graveyard"):
            continue  # 400.7: no text puts counters on cards there; it spoke of what it was
        inside = replace(resolution.setting, affected=index)
        if isinstance(step, tree.PutCounters):
            number = moment.algebra.choose(lit, amount(moment, step.amount, inside), 0)
            game.put_counters(thing, step.kind, number)
            continue
        kinds = [step.kind] if step.kind else list(dict.fromkeys(c.kind for c in thing.counters))
        for kind in kinds:
            have = counters_on(moment, kind, index)
            if isinstance(step, tree.DoubleCounters):
                number = have
            else:
                wanted = have if step.amount is None else amount(moment, step.amount, inside)
                number = moment.algebra.times(-1, moment.algebra.least(wanted, have))
            game.put_counters(thing, kind, moment.algebra.choose(lit, number, 0))


@clause("701.63a", "701.63b")
def _endure(resolution: Resolution, step: tree.Endure) -> None:
    """701.63a: its controller puts the counters on it, or else creates an N/N white Spirit.

    701.63b: where N is 0, nothing happens.
    """
    game = resolution.game
    for thing in things_of(resolution, step.who):
        inside = replace(resolution, setting=replace(resolution.setting, affected=thing.index))
        size = amount(game.now(), step.amount, inside.setting)
        counters = amount(game.now(), step.counters, inside.setting)
        if size == 0:
            continue
        if counters != 0:
            game.put_counters(thing, "+1/+1", size)
            continue
        spirit = tree.TokenSpec(
            types=("Creature",), subtypes=("Spirit",), colors=("W",),
            power=step.amount, toughness=step.amount,
        )  # fmt: skip
        made = tree.CreateTokens(tree.Num(1), spirit, player="affected controller")
        making.create_tokens(inside, made)


@clause("701.34a")
def _proliferate(resolution: Resolution, who: tree.Who) -> None:
    """701.34a: one more of each kind of counter that a chosen permanent has.

    The step names those that are chosen; where it names none and some have counters, it is said.
    """
    game = resolution.game
    chosen = things_of(resolution, who)
    if not chosen and any(_kinds_on(each) for each in game.world.in_zone("battlefield")):
        game.note(resolution.label, "which permanents get another counter")
    for thing in chosen:
        for kind in _kinds_on(thing):
            game.put_counters(thing, kind, 1)


def _kinds_on(thing: Thing) -> list[str]:
    return list(dict.fromkeys(each.kind for each in thing.counters if each.number != 0))


def _change_life(
    resolution: Resolution, step: tree.LifeChange | tree.SetLife | tree.ExchangeStatWithLife
) -> None:
    """119: life totals as facts; 701.12: exchanged with a power or toughness (layer 7b)."""
    game = resolution.game
    moment = game.now()
    life = game.world.life
    for lit, you in seats(moment, step.player, resolution.setting):
        if lit != TRUE:
            continue
        if isinstance(step, tree.ExchangeStatWithLife):
            exchange_stat(resolution, step, you)
            continue
        number = amount(moment, step.amount, resolution.setting)
        if not isinstance(number, int):
            game.unsupported("a life total that depends on a hole")
            continue
        if isinstance(step, tree.SetLife):
            life[you] = number
        else:
            life[you] += number if step.gain else -number
    game.touch()


@clause("701.12g")
def exchange_stat(resolution: Resolution, step: tree.ExchangeStatWithLife, you: bool) -> None:
    """701.12g: the player's life becomes the stat, the stat is set to the former life total."""
    game = resolution.game
    moment = game.now()
    for index in [each.index for each in things_of(resolution, step.ref)]:
        if has_stat(moment, step.stat, index) == FALSE:
            continue  # 701.12a, 208.3: there is nothing to exchange
        stat = stat_of(moment, step.stat, index)
        old = tree.Num(game.world.life[you])
        change = tree.SetBasePT(old, None) if step.stat == "power" else tree.SetBasePT(None, old)
        if isinstance(stat, int):
            game.world.life[you] = stat
        game.world.resolved.append(
            Resolved(
                tree.Effect(step.ref, (change,)),
                resolution.stamp,
                resolution.setting,
                "",
                None,
                {index: TRUE},
                resolution.label,
            )
        )
