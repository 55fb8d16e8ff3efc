"""What a resolution does (608.2): its instructions in the order written, each carried out by its module.

Costs are not carried out, and what touches no characteristic is passed over.
"""

from dataclasses import replace

from striate.boards.deeds import INTO_THE_LIBRARY, called, is_left_to_the_board
from striate.boards.facts import asks_whether_it_was_done
from striate.cards import tree
from striate.cards.walking import nodes
from striate.encodings import making, moves, turns
from striate.encodings.aiming import (
    legal_targets,
    refuse_left_over,
    split_targets,
    with_opponent,
)
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.beginning import begin_effect
from striate.encodings.clauses import clause
from striate.encodings.counting import change_counters, change_life, draw, endure, proliferate
from striate.encodings.effects import layer_of
from striate.encodings.entering_with import others_say_how_it_enters
from striate.encodings.game import Game
from striate.encodings.matching import Moment, group, holds, refer
from striate.encodings.refusing import moves_to
from striate.encodings.replacing import begin_replacing
from striate.encodings.resolution import (
    Resolution,
    forbids_regeneration,
    look_at_the_top,
    note_what_is_not_chosen,
    things_of,
)
from striate.encodings.state import Setting, Thing, face_of


def resolve(
    game: Game,
    body: tree.Body,
    setting: Setting,
    label: str,
    ability: tree.Ability | None = None,
    modes: tuple[int, ...] = (),
) -> None:
    """608.2c: the instructions in the order written."""
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


@clause("614.1c", "614.1e", "614.12", "708.11")
def do_as_it_says(game: Game, thing: Thing, body: tree.Body) -> None:
    """614.1c, 614.1e: the instructions of a replacement effect, as part of the entering or turning."""
    you = game.now().chars[thing.index].yours
    setting = Setting(thing.index, you, choices=thing.choices, x=thing.x)
    resolve(game, body, setting, thing.handle)


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
    for place, step in enumerate(steps):
        _name_sets(resolution, step)
        if isinstance(step, tree.MoveZone) and step.to == "battlefield":
            _note_what_it_enters_as(resolution, step, steps[place + 1 :])
        if not isinstance(step, tree.Do):
            resolution.moved_any = None
        run_step(resolution, step)


@clause("611.2e")
def _note_what_it_enters_as(
    resolution: Resolution, step: tree.MoveZone, after: tuple[tree.Step, ...]
) -> None:
    """611.2e: what a permanent "is" by the text that puts it onto the battlefield it is as it enters.

    What it "becomes" it becomes afterwards, and a tree doesn't tell the two apart.
    """
    said = [
        change
        for each in after
        if isinstance(each, tree.Continuous) and each.effect.who == step.who
        for change in each.effect.changes
    ]
    if not any(layer_of(change) in ("4", "5") for change in said):
        return
    game = resolution.game
    for thing in things_of(resolution, step.who):
        if others_say_how_it_enters(game, thing):
            game.note(resolution.label, "whether it is that as it enters")


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
            begin_effect(resolution, effect, duration)
        case tree.PutCounters() | tree.RemoveCounters() | tree.DoubleCounters():
            change_counters(resolution, step)
        case tree.Endure():
            endure(resolution, step)
        case tree.Proliferate(who):
            proliferate(resolution, who)
        case tree.SetTapped(who, tapped):
            for thing in things_of(resolution, who):
                thing.tapped = tapped
                game.touch()
        case tree.TurnFace(who, up):
            for thing in things_of(resolution, who):
                game.turn_face(thing, up)
        case tree.Transform(who):
            for thing in things_of(resolution, who):
                # 701.27a: only a permanent transforms.
                bound = turns.turns_by_day_and_night_alone(game, thing)
                if thing.zone == "battlefield" and not bound:
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
        case tree.BeginReplacing():
            begin_replacing(resolution, step)
        case tree.Later():
            moves.put_off(resolution, step)
        case tree.LifeChange() | tree.SetLife() | tree.ExchangeStatWithLife():
            change_life(resolution, step)
        case tree.Do():
            _run_do(resolution, step)
        case tree.Modal(modes=modes):
            _run_modes(resolution, modes)
        case tree.Act(verb) if verb in INTO_THE_LIBRARY:
            moves.shuffle_library(resolution, step)
        case tree.Act("reveal", who=tree.Target() as who):
            found = group(game.now(), who, resolution.setting)
            resolution.revealed += [index for index, _ in found]
        case tree.Act("draw card"):
            draw(resolution, step)
        case tree.Act("become the monarch"):
            turns.take_over(resolution, step, "monarch")
        case tree.Act("take the initiative"):
            turns.take_over(resolution, step, "initiative")
        case tree.Act("it becomes day" | "it becomes night"):
            turns.become_day(game, day=step.verb == "it becomes day")
        case tree.Act("end the turn"):
            turns.end_the_turn(resolution)
        case tree.Act("put into hand", who=tree.Target(index)) if _lies_in_graveyard(
            resolution, index
        ):  # the words stand for cards of a library, too, which no board tells whole
            moves.move(resolution, tree.MoveZone("put", tree.Target(index), "hand"))
        case tree.Act("the Ring tempts you"):
            making.tempt(resolution)
        case tree.Act("regenerate", who=tree.Node() as who):
            for thing in things_of(resolution, who):
                thing.shields += 1  # 701.19a
        case tree.Act("when it dies or is exiled, return it", who=tree.Node() as who):
            moves.watch(resolution, things_of(resolution, who))
        case _ if not is_left_to_the_board(step):
            game.note(resolution.label, called(step))
    moves.bring_back(game)


def _lies_in_graveyard(resolution: Resolution, index: int) -> bool:
    """Whether the target that the words stand for is a card in a graveyard."""
    return index < len(resolution.specs) and resolution.specs[index].zone == "graveyard"


def _run_do(resolution: Resolution, step: tree.Do) -> None:
    """608.2c-d: "if" and "may"; what a player may do is done, its cost taken as paid."""
    lit = _was_done(resolution, step.condition)
    if lit is None:
        lit = holds(_with_what_is_revealed(resolution), step.condition, resolution.setting)
    if lit == TRUE:
        run(resolution, step.steps)
    elif lit == FALSE:
        run(resolution, step.otherwise)
    else:
        resolution.game.unsupported("a condition that depends on a hole")


@clause("708.12")
def _with_what_is_revealed(resolution: Resolution) -> Moment:
    """708.12: what words ask of a revealed face-down permanent is what its face says."""
    moment = resolution.game.now()
    things = [resolution.game.world.things[index] for index in resolution.revealed]
    down = [each for each in things if each.down is not None and each.zone == "battlefield"]
    return moment.fork({each.index: face_of(each) for each in down}) if down else moment


@clause("608.2c", "603.12")
def _was_done(resolution: Resolution, condition: tree.Condition | None) -> Lit | None:
    """608.2c, 603.12: "if you do" and "when you do" look at what the instruction before them did.

    Only what moves objects tells; of another instruction they stay a question.
    """
    if resolution.moved_any is None or not isinstance(condition, tree.Fact):
        return None
    if not asks_whether_it_was_done(condition.prose):
        return None
    return TRUE if resolution.moved_any else FALSE


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
        inside = with_opponent(body, replace(resolution.setting, targets=targets))
        if body.touches:
            resolution.game.note(resolution.label, "mode")
        chosen = replace(resolution, setting=inside, specs=body.targets, looked_at=set())
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
        setting = with_opponent(body, setting)
        named, handles = split_targets(moment, body, handles, setting)
        legal = legal_targets(moment, body, named, setting)
        for spec, chosen, left in zip(body.targets, named, legal, strict=True):
            some = some or (spec.word == "target" and bool(chosen))
            any_legal = any_legal or (spec.word == "target" and bool(left))
        found.append(legal)
    refuse_left_over(moment, bodies, handles)
    return found if any_legal or not some or setting.players else []
