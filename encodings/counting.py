"""119, 122: what a resolution does to what is counted: counters and life totals."""

from dataclasses import replace

from striate.boards.deeds import alters_life, alters_proliferating
from striate.cards import tree
from striate.encodings import making, replacing
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.amounts import has_stat
from striate.encodings.clauses import clause
from striate.encodings.matching import (
    amount,
    counters_on,
    seats,
    stat_of,
)
from striate.encodings.resolution import (
    Resolution,
    members_of,
    things_of,
)
from striate.encodings.state import Resolved, Thing


@clause("121.1", "121.2")
def draw(resolution: Resolution, step: tree.Act) -> None:
    """121.1: cards that are drawn are in the hand; only their number is known."""
    game = resolution.game
    moment = game.now()
    number = 1 if step.amount is None else amount(moment, step.amount, resolution.setting)
    for lit, you in seats(moment, step.player or "you", resolution.setting):
        there = game.world.hand[you]
        if lit == TRUE and there is not None and isinstance(number, int):
            game.world.hand[you] = there + max(0, number)
    game.touch()


def change_counters(
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
            replacing.put_counters(game, thing, step.kind, number, inside.you)
            continue
        kinds = [step.kind] if step.kind else list(dict.fromkeys(c.kind for c in thing.counters))
        for kind in kinds:
            have = counters_on(moment, kind, index)
            if isinstance(step, tree.DoubleCounters):
                more = moment.algebra.choose(lit, have, 0)
                replacing.put_counters(game, thing, kind, more, inside.you)
                continue
            wanted = have if step.amount is None else amount(moment, step.amount, inside)
            number = moment.algebra.times(-1, moment.algebra.least(wanted, have))
            game.put_counters(thing, kind, moment.algebra.choose(lit, number, 0))


@clause("701.63a", "701.63b")
def endure(resolution: Resolution, step: tree.Endure) -> None:
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
            replacing.put_counters(game, thing, "+1/+1", size, inside.setting.you)
            continue
        spirit = tree.TokenSpec(
            types=("Creature",), subtypes=("Spirit",), colors=("W",),
            power=step.amount, toughness=step.amount,
        )  # fmt: skip
        made = tree.CreateTokens(tree.Num(1), spirit, player="affected controller")
        making.create_tokens(inside, made)


@clause("701.34a")
def proliferate(resolution: Resolution, who: tree.Who) -> None:
    """701.34a: one more of each kind of counter that a chosen permanent has.

    The step names those that are chosen; where it names none and some have counters, it is said.
    """
    game = resolution.game
    making.note_where(game, alters_proliferating, "how it proliferates")
    chosen = things_of(resolution, who)
    if not chosen and any(_kinds_on(each) for each in game.world.in_zone("battlefield")):
        game.note(resolution.label, "which permanents get another counter")
    for thing in chosen:
        for kind in _kinds_on(thing):
            replacing.put_counters(game, thing, kind, 1, resolution.setting.you)


def _kinds_on(thing: Thing) -> list[str]:
    return list(dict.fromkeys(each.kind for each in thing.counters if each.number != 0))


def change_life(
    resolution: Resolution, step: tree.LifeChange | tree.SetLife | tree.ExchangeStatWithLife
) -> None:
    """119: life totals as facts; 701.12: exchanged with a power or toughness (layer 7b)."""
    game = resolution.game
    making.note_where(game, alters_life, "how life totals change")
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
                replace(resolution.setting, looks_back=False),
                "",
                None,
                {index: TRUE},
                resolution.label,
            )
        )
