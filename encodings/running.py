"""The timeline, step by step: from a board to the world at its end."""

from dataclasses import replace

from striate.boards import timeline
from striate.boards.deeds import AT_UPKEEP, AT_YOUR_UPKEEP, BY_END_OF_TURN
from striate.boards.errors import NotPlayable
from striate.boards.facts import stated
from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings import moves
from striate.encodings.aiming import (
    all_illegal,
    legal_targets,
    refuse_left_over,
    split_targets,
    with_opponent,
)
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import copied_values, whole_values
from striate.encodings.entering import (
    choices_of,
    enter,
    enter_token_copy,
    host_there,
    new_thing,
    seat,
)
from striate.encodings.game import Game, stamp_on_attaching
from striate.encodings.lastknown import (
    as_they_last_were,
    looked_back_at,
    looking_back,
    still_true,
)
from striate.encodings.making import keep_bearers, put_emblem
from striate.encodings.numbering import (
    as_it_is_or_was,
    look_at_speed,
    numbered_abilities,
    printed_abilities,
    printed_on,
    refuse_unasked,
    resolvable,
    takes,
)
from striate.encodings.refusing import (
    refuse_counters,
    refuse_level,
    refuse_mana,
    refuse_to_attach,
    refuse_to_leave,
)
from striate.encodings.replacing import destination, put_counters
from striate.encodings.resolving import do_as_it_says, resolve, run
from striate.encodings.seeing import see
from striate.encodings.state import IN_PLAY, Setting, SpellFacts, Thing, face_of
from striate.encodings.turns import clean_up, turn_with_day_and_night

_PLAYERS = ("you", "opponent")


def play(board: timeline.Board, *, facts: bool = False) -> Game:
    """All steps in order."""
    game = Game(Algebra(), facts)
    game.carry_out = do_as_it_says
    game.world.reserved = timeline.handles_of(board)
    game.world.looked_back_at = frozenset(
        each for step in board.steps for each in looked_back_at(step) if each is not None
    )
    for number, step in enumerate(board.steps):
        try:
            _take_whole(game, step)
        except NotPlayable as error:
            error.step = number
            error.unread = tuple(game.world.notes)
            raise
    return game


def _take_whole(game: Game, step: timeline.Step) -> None:
    """One step, which makes all the objects that it names."""
    game.world.named = list(getattr(step, "creates", ()))
    _take(game, step)
    if game.world.named:
        raise NotPlayable(f"the step makes no object for the handle `{game.world.named[0]}`")


def _take(game: Game, step: timeline.Step) -> None:
    """One step; then effects whose "for as long as" is over end (611.2b)."""
    world = game.world
    match step:
        case timeline.Enter():
            enter(game, step)
        case timeline.EnterTokenCopy():
            enter_token_copy(game, step)
        case timeline.ChangeCounters():
            for kind, number in step.counters:
                refuse_counters(_thing_of(game, step.on), kind, number)
                game.put_counters(_thing_of(game, step.on), kind, number)
        case timeline.LevelUp():
            level_up(game, _thing_of(game, step.on), step.times)
        case timeline.SetClassLevel():
            reach_level(game, _thing_of(game, step.on), step.level)
        case timeline.SetDoor():
            set_door(game, _thing_of(game, step.what), step)
        case timeline.Resolve() | timeline.ResolveEffect() | timeline.ResolveAbility():
            _resolve_step(game, step)
        case timeline.Attach():
            host_there(game, step.what)
            _attach(game, _thing_of(game, step.what), step.to)
        case timeline.Leave():
            refuse_to_leave(_thing_of(game, step.what), step.to)
            _leave(game, _thing_of(game, step.what), step.to)
        case timeline.PutInZone():
            put_in_zone(game, step)
        case timeline.PutSpell() | timeline.CopySpellOnStack():
            put_spell(game, step)
        case timeline.SetStatus():
            _set_status(game, _thing_of(game, step.what), step.status)
        case timeline.PutEmblem():
            put_emblem(game, step.handle, step.card, seat(step.controller))
        case timeline.Designated():
            game.designate(_thing_of(game, step.on), step.word, ends=step.ends)
        case timeline.EndTurn():
            end_turn(game)
        case timeline.PlayerFact():
            _set_fact(game, step)
    moves.bring_back(game)
    game.end_lapsed()
    turn_with_day_and_night(game)
    game.keep_static_copies()
    if world.bearers:
        keep_bearers(game)
    world.tick()


@clause("614.6")
def _leave(game: Game, thing: Thing, zone: str) -> None:
    """614.6: what the step says happens, unless something says what happens instead."""
    to, place = destination(game, thing, zone)
    game.move(thing, to)
    moves.lay(game, thing, place)


@clause("702.87a")
def level_up(game: Game, thing: Thing, times: int) -> None:
    """702.87a: each time it resolves, a level counter is put on it."""
    for _ in range(times):
        put_counters(game, thing, "level", 1, game.controller_of(thing))


def _attach(game: Game, thing: Thing, to: str) -> None:
    if to in game.world.handles:
        host_there(game, to)
        refuse_to_attach(game, thing, _thing_of(game, to))
        game.attach(thing, _thing_of(game, to))
    elif thing.enchants != seat(to):
        game.enchant_player(thing, seat(to))
        thing.stamp = stamp_on_attaching(game.world, thing)


@clause("513.1", "603.7b")
def end_turn(game: Game) -> None:
    """513.1, 603.7b: what waits for the end step is done; 514.2: then effects of the turn end.

    What is gone by it is shown as state-based actions have it: as if it were there in the end.
    """
    waiting = moves.due(game, BY_END_OF_TURN, moves.YOUR_END_STEP)
    stayed = _as_if_it_stayed(game) if waiting else {}
    for deed in waiting:
        game.world.past = deed.past
        run(moves.as_meant(game, deed), deed.steps)
    game.world.past = {}
    things = game.world.things
    gone = {index: seen for index, seen in stayed.items() if things[index].zone not in IN_PLAY}
    game.world.taken |= {index: (things[index].born, seen) for index, seen in gone.items()}
    clean_up(game)


def _as_if_it_stayed(game: Game) -> dict[int, Seen]:
    """What each permanent is once the effects of the turn end, if nothing waited for the end step."""
    world = game.world
    ended = [each.ended for each in world.resolved]
    copies = [thing.copies for thing in world.things]
    game.end_effects("end of turn")
    moment = game.now()
    found = {thing.index: see(moment, thing) for thing in world.in_zone("battlefield")}
    for resolved, was in zip(world.resolved, ended, strict=True):
        resolved.ended = was
    for thing, had in zip(world.things, copies, strict=True):
        thing.copies = had
    game.touch()
    return found


def _thing_of(game: Game, handle: str) -> Thing:
    return game.world.things[game.world.handles[handle]]


@clause("716.2a", "716.2b")
def reach_level(game: Game, thing: Thing, level: int) -> None:
    """716.2a-b: its level becomes that number, a designation that any permanent can have."""
    refuse_level(thing, level)
    thing.class_level = level
    game.touch()


@clause("709.5e", "709.5f", "709.5g")
def set_door(game: Game, thing: Thing, step: timeline.SetDoor) -> None:
    """709.5f-g: the named half is unlocked or locked, or the only one that can be."""
    if thing.zone not in IN_PLAY:
        raise NotPlayable(f"`{step.what}` is not on the battlefield at that step")
    down = thing.down is not None  # 708.2a: what is face down has no halves
    halves = () if down else whole_values(game.world, thing).halves
    able = {number for number in range(len(halves)) if (number in thing.unlocked) ^ step.unlocked}
    named = able if step.half is None else able & {step.half}
    if len(named) != 1:
        verb = "unlocked" if step.unlocked else "locked"
        raise NotPlayable(f"`{step.what}` has no single door to be {verb}: name one with `door`")
    thing.unlocked ^= named
    game.touch()


def _set_status(game: Game, thing: Thing, status: str) -> None:
    """110.5: only permanents have a status."""
    if thing.zone not in IN_PLAY:
        raise NotPlayable(f"`{thing.handle}` is not on the battlefield at that step")
    match status:
        case "face up" | "face down":
            game.turn_face(thing, status == "face up")
        case "transformed":
            game.transform(thing)
        case "flipped":
            game.flip(thing)
        case "phased out":
            moves.phase_out(game, [thing])
        case "phased in":
            moves.phase_in(game, [thing])
        case "tapped" | "untapped":
            thing.tapped = status == "tapped"
            game.touch()


def _set_fact(game: Game, step: timeline.PlayerFact) -> None:
    you = step.player == "you"
    if step.fact == "life":
        game.world.life[you] = step.value
    elif step.fact == "hand":
        game.world.hand[you] = step.value
    elif step.fact != "turn":
        game.world.told |= stated(step.fact, you, step.value)
    else:
        theirs = you == bool(step.value)  # whether it is your turn that begins
        game.world.your_turn = theirs
        moves.phase_in(game, moves.phased_out_of(game, theirs))  # 502.1
        _end_until_next_turn(game, theirs)
        for deed in moves.due(game, AT_UPKEEP, AT_YOUR_UPKEEP):
            run(moves.as_meant(game, deed), deed.steps)
    game.touch()


def _end_until_next_turn(game: Game, you: bool) -> None:
    """611.2a: "until your next turn" ends as that turn begins."""
    for resolved in game.world.resolved:
        if resolved.until == "your next turn" and resolved.setting.you == (TRUE if you else FALSE):
            resolved.ended = True
    over = TRUE if you else FALSE
    for thing in game.world.things:
        thing.copies = [
            each
            for each in thing.copies
            if each.until != "your next turn" or each.setting is None or each.setting.you != over
        ]


def put_in_zone(game: Game, step: timeline.PutInZone) -> None:
    game.add(new_thing(game.world, step.handle, step.zone, seat(step.owner), step.card))


# --- resolutions --------------------------------------------------------------------------------------


def _setting_for(
    game: Game,
    body: tree.Body,
    targets: tuple[str, ...],
    setting: Setting,
    *,
    last: bool = True,
) -> tuple[Setting, tuple[str, ...]]:
    """The objects and players named, as the text's targets; and what is left of them.

    `last`: there is no other half whose targets could be left.
    """
    world = game.world
    players = tuple(
        seat(each) for each in targets if each in _PLAYERS and each not in world.handles
    )
    handles = [world.handles[each] for each in targets if each in world.handles]
    setting = with_opponent(body, replace(setting, players=players))
    if body.targets:
        moment = game.placing(*body.targets)
        split, rest = split_targets(moment, body, handles, setting)
        named = split
        for spec, entry in zip(body.targets, named, strict=True):
            if spec.word == "that" and spec.zone == "battlefield":
                world.past |= as_they_last_were(game, entry)
        split = legal_targets(moment, body, named, setting)
        if not setting.players and all_illegal(body.targets, named, split):
            setting = replace(setting, fails=True)
        if last and not any_node(body.steps, (tree.Modal,)):
            refuse_left_over(moment, [body], rest)
    else:
        split, rest = ((tuple(handles),) if handles else ()), handles
    left = {world.things[index].handle for index in rest}
    over = tuple(each for each in targets if each in left or each not in world.handles)
    return replace(setting, targets=split), over


def _resolve_step(
    game: Game,
    step: timeline.Resolve | timeline.ResolveEffect | timeline.ResolveAbility,
) -> None:
    if isinstance(step, timeline.ResolveAbility):
        resolve_ability(game, step)
    elif isinstance(step, timeline.ResolveEffect):
        source = None if step.of is None else game.world.handles[step.of]
        setting = Setting(source, seat(step.controller), choices=choices_of(step.choose), x=step.x)
        setting = looking_back(game, step.body, setting)
        setting, _ = _setting_for(game, step.body, step.targets, setting)
        resolve(game, step.body, setting, step.text)
    else:
        _resolve_card(game, step)
    game.world.past = {}


def _resolve_card(game: Game, step: timeline.Resolve) -> None:
    """608.2: an instant or sorcery; while it resolves it is a spell on the stack."""
    world = game.world
    owner = seat(step.controller)
    spell = new_thing(world, step.handle, "stack", owner, step.card)
    spell.x, spell.whole = step.x, step.whole
    game.add(spell)
    bodies = [
        ability.body
        for face in step.card.faces
        for ability in face.abilities
        if isinstance(ability, tree.Spell)
    ]
    unread = [
        ability
        for face in step.card.faces
        for ability in face.abilities
        if isinstance(ability, tree.Opaque) and ability.kind == "spell"
    ]
    if unread:
        game.note(step.card.name, "its instructions")
    targets = step.targets
    for body in bodies:  # 702.102d: of a fused spell the left half first, with its own targets
        setting = Setting(spell.index, owner, choices=choices_of(step.choose), x=step.x)
        setting = looking_back(game, body, setting)
        last = body is bodies[-1]
        setting, targets = _setting_for(game, body, targets, setting, last=last)
        resolve(game, body, setting, step.card.name, modes=step.modes)
    if spell.zone == "stack":  # where no instruction has put it (724.1b: an ended turn exiles it)
        to, place = destination(game, spell, _rests_in(step.card))
        game.move(spell, to)
        moves.lay(game, spell, place or "shuffled")
    spell.left = False


@clause("608.2p", "715.3d", "720.3d")
def _rests_in(card: tree.Card) -> str:
    """608.2p: in a graveyard; 715.3d: an Adventure in exile; 720.3d: an Omen is shuffled into the
    library.
    """
    inset = {word for face in card.faces for word in face.subtypes}
    if "Adventure" in inset:
        return "exile"
    return "library" if "Omen" in inset else "graveyard"


def resolve_ability(game: Game, step: timeline.ResolveAbility) -> None:
    """602, 603: the N-th ability of that object, as it has them now."""
    world, thing = game.world, _thing_of(game, step.of)
    abilities = numbered_abilities(game, thing)
    if step.number > len(abilities):
        # 113.7a: one that was put on the stack before the object lost it resolves all the same.
        printed = (guarded[1] for held in printed_on(thing) for guarded in held.alternatives)
        abilities = [each for ability in printed for each in resolvable(ability)]
    if step.number > len(abilities) or not takes(abilities[step.number - 1], step.targets, game):
        # 602.2, 113.7a: activated while it had it; an ability exists apart from its source.
        abilities = printed_abilities(thing) or abilities
    yours: Lit = as_it_is_or_was(game, thing).yours
    controller = yours if step.controller is None else seat(step.controller)
    if not 0 < step.number <= len(abilities):
        raise NotPlayable(
            f"`{step.of}` has {len(abilities)} activated and triggered abilities at this step, "
            f"so there is no ability {step.number}"
        )
    ability = abilities[step.number - 1]
    refuse_mana(step.of, step.number, ability)
    refuse_unasked(game, step, ability)
    look_at_speed(game, step, ability, controller)
    if isinstance(ability, tree.Opaque):
        game.note(step.of, f"ability {step.number}")
        return
    if isinstance(ability, tree.ClassLevel):
        reach_level(game, thing, ability.level)
        return
    choices = {**thing.choices, **choices_of(step.choose)}
    setting = Setting(thing.index, controller, choices=choices, x=step.x)
    setting = looking_back(game, ability.body, setting, ability)
    named = [world.handles[each] for each in step.targets if each in world.handles]
    if still_true(game, ability, setting, named):  # 608.2a: before the targets are looked at
        setting, _ = _setting_for(game, ability.body, step.targets, setting)
        resolve(game, ability.body, setting, step.of, ability, step.modes)


# --- spells on the stack ---------------------------------------------------------------------------------


@clause("707.10", "707.10a", "707.10c")
def put_spell(game: Game, step: timeline.PutSpell | timeline.CopySpellOnStack) -> None:
    """707.10: a copy has the choices made for the spell, new targets if given, and no mana spent."""
    world = game.world
    owner = seat(step.controller)
    card = step.card if isinstance(step, timeline.PutSpell) else None
    thing = new_thing(world, step.handle, "stack", owner, card)
    if isinstance(step, timeline.PutSpell):
        thing.choices = choices_of(step.choose)
        thing.x, thing.whole = step.x, step.whole
        thing.spell = SpellFacts(step.targets, step.modes, step.x, step.kicked, step.mana)
        game.add(thing)
    else:
        of = _thing_of(game, step.of)
        thing.printed = (face_of(of),)
        game.add(thing)
        thing.printed = (copied_values(world, thing, of, step.exceptions),)
        facts = of.spell or SpellFacts()
        targets = facts.targets if step.targets is None else step.targets
        thing.spell = replace(facts, targets=targets, mana="")
        thing.choices = dict(of.choices)
        thing.x = of.x
        if step.unread:
            game.note(step.handle, step.unread)
        game.touch()
