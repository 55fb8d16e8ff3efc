"""The steps of a board's timeline, oldest first: what each does to the facts of the game."""

from collections.abc import Callable
from functools import partial
from itertools import islice, takewhile

from striate.boards import deeds
from striate.boards import timeline as steps
from striate.boards.editions import readings_of
from striate.boards.errors import NotPlayable
from striate.boards.known import until_the_turn_ends
from striate.boards.record import TURN_ENDED, Record
from striate.boards.steps.objects import Keep, Mutate, Pair, UntapAll
from striate.boards.steps.together import Together
from striate.boards.timeline import Board, Seat, Seen
from striate.boards.untold import Path
from striate.cards import tree
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.cards.walking import any_node
from striate.timeline import (
    bound,
    counters,
    damage,
    forbidding,
    making,
    merging,
    moving,
    newcomers,
    refusing,
    replacing,
    shuffling,
    spells,
    standing,
    statebased,
    telling,
    together,
    triggers,
)
from striate.timeline.context import SEATS, Context, other_seat
from striate.timeline.game import Thing
from striate.timeline.play import MakeReading, Play, Savings
from striate.timeline.resolving import end_step, resolve, upkeep


def played(
    board: Board,
    reading: MakeReading,
    path: Path | None = None,
    watch: Callable[[Play, statebased.Round], None] = lambda play, actions: None,
    savings: Savings | None = None,
) -> Play:
    """The game after every step; `watch` is told before state-based actions do something.

    `savings` rest on today's rules: a board of an older edition is played without them.
    """
    savings = None if savings is None or readings_of(board.rules) else savings
    path = path or Path()
    before = None if savings is None else savings.before(path)
    play = Play(reading, path, savings, None if before is None else before.game)
    play.watch = partial(watch, play)
    if before is None:
        begin(board, play)
    run(board, play, 0 if before is None else before.step)
    return play


def begin(board: Board, play: Play) -> None:
    """What the board says of all its steps."""
    play.game.then = readings_of(board.rules)
    play.game.given_handles, play.game.melds = steps.handles_of(board), board.melds
    keeps = ((place, step) for place, step in enumerate(board.steps) if isinstance(step, Keep))
    play.game.kept = tuple((place, step.what) for place, step in keeps)
    play.path.life_set, play.path.record = frozenset(), Record()


def run(board: Board, play: Play, first: int = 0) -> None:
    """Every step from that one, in its order; after each, durations that are over end (611.2b)."""
    play.carry_out, play.path.could_pair = resolve, partial(bound.could_pair, play)
    entering = together.groups_of(board)
    for index, step in islice(enumerate(board.steps), first, None):
        play.savings.begins(play, index, len(board.steps))
        play.path.step = index + 1
        if isinstance(step, steps.EndTurn):
            _forget_what_went(play)
        later = board.steps[index + 1 :]
        try:
            _carry_out(play, step, later, alone=index not in entering)
            if isinstance(step, steps.EndTurn):
                whose = _told_of_the_turn(later)
                moving.next_turn(play, whose)
                if later:  # else the board ends as the turn does
                    _begin_the_turn(play)
                    moving.draw_for_the_turn(play)
                telling.forget_the_turn(play)
                play.path.turn += 1
                play.game.fitted = {}
                play.game.changed()
                if later and (whose is not None or moving.may_phase(play)):
                    moving.turn_begins(play)
                bound.begin_the_turn(play, is_told=not later or _tells_the_day(later))
                if later:
                    upkeep(play)
                    standing.begin_step(play, standing.UPKEEP, _settle)
                _settle(play)
                triggers.remember_fitting(play)
        except NotPlayable as error:
            error.step = index
            permanents = play.game.on_battlefield()
            statics = (line for each in permanents for line in moving.unread_statics(each))
            error.unread = tuple(dict.fromkeys((*play.game.unread, *play.game.departed, *statics)))
            raise
    play.path.step = len(board.steps)
    play.savings.begins(play, len(board.steps), len(board.steps))


# What enters is looked at as it enters; what is so after that step is mostly what was looked at.
_SAYS_WHAT_CHANGED = (steps.Enter, steps.EnterTokenCopy)


def _told_of_the_turn(later: tuple[steps.Step, ...]) -> Seat | None:
    """500.7: whose turn begins, if a step before its end tells it."""
    for step in until_the_turn_ends(later):
        if isinstance(step, steps.PlayerFact) and step.fact == "turn":
            return _active(step)
    return None


def _tells_the_day(later: tuple[steps.Step, ...]) -> bool:
    """731.2: whether the turn begins with a step that says what it is."""
    facts = takewhile(lambda step: isinstance(step, steps.PlayerFact | steps.TurnFacts), later)
    return any(isinstance(step, steps.PlayerFact) and step.fact == "day" for step in facts)


def _active(step: steps.PlayerFact) -> Seat:
    return step.player if step.value else other_seat(step.player)


def _forget_what_went(play: Play) -> None:
    """400.7: once its turn ends, what has gone is shown as what it is in its zone by now."""
    taken, things = play.game.taken, play.game.things
    play.game.taken = {each: taken[each] for each in taken if things[each].ceased}


def _carry_out(play: Play, step: steps.Step, later: tuple[steps.Step, ...], *, alone: bool) -> None:
    """One step, and what follows from it at once; `alone`: nothing enters together with it."""
    play.game.just_told = set()
    play.game.names_to_give = list(getattr(step, "creates", ()))
    resolved = (each.of for each in later if isinstance(each, steps.ResolveAbility))
    play.game.awaited = frozenset(resolved)
    telling.shows(play, step)
    _look_whether_it_exists(play, step)
    if not isinstance(step, steps.ResolveAbility):
        damage.follows(play)
    if isinstance(step, steps.Leave):
        _leave(play, step, remember=_is_named(step.what, later))
    else:
        _STEPS[type(step)](play, step)
    if not isinstance(step, _SAYS_WHAT_CHANGED):
        play.game.changed()
    if attackers := play.path.attackers():
        counters.attacked(play, *attackers)
    play.note_unseen()
    if alone:
        _settle(play)
    else:
        together.set_aside(play, getattr(step, "handle", ""))
    if play.game.names_to_give:
        name = play.game.names_to_give[0]
        raise NotPlayable(f"the step makes no object for the handle `{name}`")
    triggers.remember_fitting(play)
    play.note_unseen()


def _look_whether_it_exists(play: Play, step: steps.Step) -> None:
    """702.26b: nothing happens to what is phased out, and nothing is a copy of it; 114.5: nor to
    an emblem, which is no card."""
    if isinstance(step, steps.SetStatus) and step.status.startswith("phased"):
        return
    word = _OBJECT_OF.get(type(step))
    handle = getattr(step, word) if word else None
    if handle is None:
        return
    if play.game.things[handle].zone == moving.PHASED_OUT:
        raise NotPlayable(f"`{handle}` is phased out at that step (702.26b)")
    if play.game.things[handle].layout == "emblem":
        raise NotPlayable(f"`{handle}` is an emblem, and stays as it is (114.5)")


_OBJECT_OF: dict[type[steps.Step], str] = {
    steps.Enter: "copying",
    steps.EnterTokenCopy: "of",
    steps.ChangeCounters: "on",
    steps.LevelUp: "on",
    steps.SetClassLevel: "on",
    steps.Designated: "on",
    steps.SetStatus: "what",
    steps.SetDoor: "what",
    steps.Leave: "what",
}


def _settle(play: Play) -> None:
    """What follows at once, with the state-based actions (704.3)."""
    standing.note_abilities(play)
    making.return_banished(play)
    moving.expire(play)
    bound.ascend(play)
    bound.follow_the_day(play)
    if play.may_matter(_copies_statically):
        play.reading.keep_static_copies()
        moving.keep_links(play)
    moving.lose_the_ring(play)
    bound.part(play)
    statebased.perform(play, _afterwards)


def _afterwards(play: Play) -> None:
    """What follows at once from state-based actions."""
    making.return_banished(play)
    moving.expire(play)
    bound.follow_the_day(play)
    moving.lose_the_ring(play)
    bound.part(play)


def _copies_statically(words: object) -> bool:
    """707.2c: whether a static ability makes a copy of something that is there."""
    return any_node(
        words, (tree.BecomeCopy,), (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)
    )


def _is_named(handle: str, later: tuple[steps.Step, ...]) -> bool:
    """Whether a later step looks back at the object."""
    for step in later:
        if isinstance(step, steps.ResolveAbility | steps.EnterTokenCopy) and step.of == handle:
            return True
        named = (
            *(getattr(step, "targets", None) or ()),
            *dict(getattr(step, "choose", ())).values(),
        )
        if handle in named or getattr(step, "copying", None) == handle:
            return True
    return False


# --- objects come and go --------------------------------------------------------------------------


def _enter(play: Play, step: steps.Enter) -> None:
    newcomers.enter(play, step)
    if step.transformed:
        bound.shows_the_day(play, play.game.things[step.handle], night=True)
    refusing.look_at_entering(play, step.handle)
    spells.follows_from_its_cost(play, step)


def _enter_token_copy(play: Play, step: steps.EnterTokenCopy) -> None:
    refusing.look_at_original_of_token(play, step.of)
    newcomers.enter_token_copy(play, step)
    if set(play.state().types(step.handle)).isdisjoint(PERMANENT_TYPES):
        raise NotPlayable(f"`{step.of}` is no permanent: no token is a copy of it (111.5)")
    refusing.look_at_entering(play, step.handle)


def _leave(play: Play, step: steps.Leave, *, remember: bool) -> None:
    """400.7; 704.5d for tokens; 608.2h: what a later step looks back at is remembered.

    614.6: what replaces it is applied.
    """
    thing = play.game.things[step.what]
    if thing.ceased:  # 111.7
        raise NotPlayable(f"`{step.what}` is a token that is gone: it can't leave again")
    taken = play.game.taken.get(step.what)
    if thing.zone == step.to and taken is not None and taken[0] == thing.incarnation:
        play.game.told_gone.add(step.what)
        return  # the step tells what state-based actions have done already
    if thing.zone == step.to:
        raise NotPlayable(f"`{step.what}` lies in the zone `{step.to}` already and can't go there")
    remembered = remember and thing.zone in moving.IN_PLAY
    last = play.state().remembered(step.what) if remembered else thing.last_known
    replacing.go(play, thing, replacing.fate(play, thing, step.to), last)


def _put_in_zone(play: Play, step: steps.PutInZone) -> None:
    """613.7d: a card lies in that zone."""
    faces = play.reading.faces_of(step.card)
    thing = newcomers.new(play, step.handle, faces, step.card, step.owner)
    thing.zone = step.zone
    thing.stamp = play.tick("entering", thing)
    play.game.things[step.handle] = thing
    if step.zone == "hand":
        _look_at_hand(play, step.owner)
    acting = (e for e in step.card.faces[0].abilities if isinstance(e, _ACTING_THERE))
    if step.zone == "command" and any_node(tuple(acting), _is_a_chosen_name):
        play.note(step.card.name, "which name was chosen before the game began")  # 702.106a


def _look_at_hand(play: Play, owner: Seat) -> None:
    """402.1: of a card that lies there nothing tells whether it came just now; a number that is
    told counts it."""
    number = play.game.hands[owner]
    if number is None:
        telling.forget_hands(play, owner)
    elif number < sum(card.owner == owner for card in play.game.in_zone("hand")):
        raise NotPlayable(f"the hand of `{owner}` is told to be {number}, and more lie in it")


_ACTING_THERE = (tree.Static, tree.EntersWith)


def _is_a_chosen_name(node: tree.Node) -> bool:
    return node == tree.Named("@name")


def _put_emblem(play: Play, step: steps.PutEmblem) -> None:
    """114.1: an emblem in the command zone."""
    making.put_emblem(play, step.handle, step.card, step.controller)


# --- changes of objects ---------------------------------------------------------------------------


def _change_counters(play: Play, step: steps.ChangeCounters) -> None:
    for kind, number in step.counters:
        refusing.look_at_counters(play, step.on, kind, number)
        counters.put(play, play.game.things[step.on], kind, number)
        telling.withdraw(play, "counters put on a creature")


def _level_up(play: Play, step: steps.LevelUp) -> None:
    """702.87a: a level counter each time."""
    refusing.look_at_counters(play, step.on, "level", step.times)
    for _ in range(step.times):
        thing = play.game.things[step.on]
        refusing.look_at_activating(play, thing, _LEVEL_UP)
        by = _controller(play, thing)
        replacing.put_counters(play, thing, "level", 1, by)


_LEVEL_UP = tree.Activated("", tree.Body(()))


def _controller(play: Play, thing: Thing) -> Seat:
    """613.1b: who controls it now."""
    state = play.state()
    return state.controller(thing.handle) if state.is_there(thing.handle) else thing.controller


def _set_class_level(play: Play, step: steps.SetClassLevel) -> None:
    """716.2b: a designation; no counter and no timestamp."""
    thing = play.game.things[step.on]
    refusing.look_at_level(thing, step.level)
    refusing.look_at_activating(play, thing, tree.ClassLevel(step.level, "", ()))
    thing.class_level = step.level


def _set_door(play: Play, step: steps.SetDoor) -> None:
    """709.5e-g: a half gets the unlocked designation, or loses it."""
    thing = play.game.things[step.what]
    if thing.zone not in moving.IN_PLAY:
        raise NotPlayable(f"`{step.what}` has no doors off the battlefield (709.5)")
    halves = play.state().halves(step.what)
    free = [n for n in range(halves) if (n in thing.unlocked) != step.unlocked]
    half = step.half if step.half is not None else free[0] if len(free) == 1 else None
    if half not in free:
        done = "locked" if step.unlocked else "unlocked"
        raise NotPlayable(f"`{step.what}` has no one {done} door to name; add `door: NAME`")
    thing.unlocked = thing.unlocked ^ {half}


def _designated(play: Play, step: steps.Designated) -> None:
    """A designation: no characteristic, no timestamp; it ends as the object leaves (400.7)."""
    refusing.look_at_what_went(play, step.on)
    state = play.state()
    is_case = state.is_there(step.on) and "Case" in state.subtypes(step.on)
    if step.word == "solved" and not is_case:
        raise NotPlayable(f"`{step.on}` is no Case, and so is not solved (719.3a)")
    moving.designate(play, play.game.things[step.on], step.word, ends=step.ends)


def _attach(play: Play, step: steps.Attach) -> None:
    for handle in (step.what, step.to):
        thing = play.game.things.get(handle)
        if thing is not None and thing.zone != "battlefield":
            raise refusing.not_there(handle)
    refusing.look_at_attaching(play, play.game.things[step.what], step.to)
    moving.attach(play, play.game.things[step.what], step.to)


def _set_status(play: Play, step: steps.SetStatus) -> None:
    """110.5: a status is a permanent's."""
    thing = play.game.things[step.what]
    if thing.zone not in moving.IN_PLAY:
        raise refusing.not_there(step.what)
    if step.choose:
        thing.choices = {**thing.choices, **dict(step.choose)}
        play.game.changed()
    refused = _REFUSED.get(step.status, "")
    if refused and forbidding.forbids(play, thing, refused):
        raise NotPlayable(f"`{step.what}` {refused} at that step (101.2)")
    if step.status == "face up":
        moving.turn_face_up(play, thing, dict(step.choose))
    else:
        _BECOMES[step.status](play, thing)


_BECOMES: dict[str, Callable[[Play, Thing], None]] = {
    "face down": moving.turn_face_down,
    "transformed": bound.turn_over,
    "flipped": moving.flip,
    "phased out": moving.phase_out,
    "phased in": moving.phase_in,
    "untapped": counters.untap,
    "tapped": counters.tap,
}
_REFUSED = {
    "face up": "can't be turned face up",
    "transformed": "can't transform",
    "phased in": "can't phase in",
    "untapped": "can't become untapped",
}


def _keep(play: Play, step: Keep) -> None:
    """704.5j: it is looked at as the legend rule is applied; what has left can't be kept."""
    if play.game.things[step.what].zone != "battlefield":
        raise NotPlayable(f"`{step.what}` is not on the battlefield, so it can't be kept (704.5j)")


def _untap_all(play: Play, step: UntapAll) -> None:
    """502.3, 701.26b: each permanent that the player controls untaps; none that is phased out."""
    state = play.state()
    permanents = [thing for thing in play.game.things.values() if thing.zone == "battlefield"]
    forbidding.look_at_untap_step(play, step.player)
    theirs = [thing for thing in permanents if state.controller(thing.handle) == step.player]
    stay = [thing.handle for thing in theirs if forbidding.stays_tapped(play, thing)]
    for thing in theirs:
        held, thing.held = thing.held, False
        if not held and thing.handle not in stay:
            counters.untap(play, thing)


def _begin_the_turn(play: Play) -> None:
    """502.3, 714.3c: what is tapped may have untapped as a turn of its controller's began, and a
    Saga may get a lore counter in it, unless a step of the turn says so.

    726.2, 728.1: who has the initiative ventures; who has rad counters mills and loses life.
    """
    now = play.path.step
    turn = until_the_turn_ends(play.path.steps[now:])
    changes = [each for each in turn if isinstance(each, steps.ChangeCounters)]
    more = {each.on for each in changes if "lore" in dict(each.counters)}
    untapping: list[Thing] = []
    for thing in [each for each in play.game.things.values() if each.zone in moving.IN_PLAY]:
        lore = thing.counters.get("lore") and thing.handle not in more
        turns = (
            thing.tapped and not thing.taps and not thing.held and not thing.counters.get("stun")
        )
        if not lore and not turns:
            continue
        state = play.state()
        if play.game.turn_told and state.controller(thing.handle) != play.game.active:
            continue
        if lore:
            play.note(state.name(thing.handle), "whether it has another lore counter by then")
        if turns and not forbidding.stays_tapped(play, thing):
            untapping.append(thing)
    for thing in untapping:
        thing.taps = now
        play.game.changed()
    for seat in telling.holders(play, "initiative"):
        if not play.game.turn_told or seat == play.game.active:
            telling.enters_a_room(play, seat)
    if play.has_resolved(deeds.gives_rad_counters):
        play.game.buried |= {"you", "opponent"}
        telling.unclear_life(play)


# --- resolutions ----------------------------------------------------------------------------------


def _resolve_spell(play: Play, step: steps.Resolve) -> None:
    """608.2: the instructions of the card; 608.2p: then it lies in its owner's graveyard."""
    abilities = [a for face in step.card.faces for a in face.abilities]
    bodies = [ability for ability in abilities if isinstance(ability, tree.Spell)]
    at = Context(
        source=step.handle,
        card=step.card.name,
        controller=step.controller,
        choices=dict(step.choose),
        x=step.x,
    )
    faces = play.reading.faces_of(step.card)
    thing = newcomers.new(play, step.handle, faces, step.card, step.controller)
    thing.listed, thing.whole, thing.x = False, step.whole, step.x
    spells.put_on_stack(play, thing)
    spells.pay_for_spell(play, step)
    targets = step.targets
    for ability in abilities:
        # Where no instruction is read, it may stand in a line that begins like another ability.
        if isinstance(ability, tree.Opaque) and (ability.kind == "spell" or not bodies):
            play.note(step.card.name, ability.prose.template)
    refusing.look_at_players(tuple(ability.body for ability in bodies), targets)
    for ability in bodies:
        # 702.102d: the left half first; each has targets of its own.
        last = ability is bodies[-1]
        left = resolve(
            play, ability.body, at, targets=targets, modes=step.modes, ability=ability, last=last
        )
        targets = tuple(each for each in targets if each in left or each in SEATS)
    if thing.zone == "stack":  # where no instruction has put it
        inset = "".join(word for face in step.card.faces for word in face.subtypes)
        to = _exiles_itself(play, step, at) or _AFTER_RESOLVING.get(inset, "graveyard")
        fate = replacing.fate(play, thing, to)
        replacing.go(play, thing, fate)
        if fate.zone == "library" and not fate.place:
            shuffling.shuffled_into(play, thing)  # 720.3d


def _exiles_itself(play: Play, step: steps.Resolve, at: Context) -> str:
    """608.2p: "exile" if a keyword of it says so instead; what no step tells of it is noted."""
    faces = step.card.faces
    words = {a.name for f in faces for a in f.abilities if isinstance(a, tree.Keyword)}
    if words & {"aftermath", "paradigm"}:  # 702.127a: it can be cast from a graveyard alone
        return "exile"
    if not play.anybody_says(_counts_cards):
        return ""
    if "rebound" in words and play.state().holds(_FROM_HAND, at):
        return "exile"  # 702.88a
    graveyard = play.game.in_zone("graveyard")
    mine = {each.card for each in graveyard if each.owner == step.controller}
    for word in words & {
        "buyback",
        "cipher",
        *(spells.FROM_GRAVEYARDS if step.card in mine else ()),
    }:
        play.note_where(_counts_cards, f"where it goes by {word}")
    return ""


_FROM_HAND = tree.Fact(tree.Prose("you cast it from your hand"))


def _counts_cards(words: object) -> bool:
    return any_node(words, deeds.looks_at_a_graveyard) or deeds.counts_exile(words)


# 608.2p; 715.3d: an Adventure goes into exile; 720.3d: an Omen into the library.
_AFTER_RESOLVING = {"Adventure": "exile", "Omen": "library"}


def _resolve_effect(play: Play, step: steps.ResolveEffect) -> None:
    """608.2: rules text that resolved, of no card or of that object."""
    source = play.game.things.get(step.of or "")
    step_choices = dict(step.choose)
    choices = {**(source.choices if source is not None else {}), **step_choices}
    at = Context(
        source=step.of, card=step.text, controller=step.controller, choices=choices, x=step.x
    )
    mode = step_choices.get("mode", "")
    modes = (int(mode),) if mode.isdigit() else ()
    refusing.look_at_players((step.body,), step.targets)
    resolve(play, step.body, at, targets=step.targets, modes=modes, ability=tree.Spell(step.body))


# --- players and turns ----------------------------------------------------------------------------


def _player_fact(play: Play, step: steps.PlayerFact) -> None:
    game = play.game
    if step.fact == "life":
        totals = [each.value for each in play.path.steps[: play.path.step - 1]
                if isinstance(each, steps.PlayerFact) and each.fact == "life"
                and each.player == step.player]  # fmt: skip
        if totals and game.life[step.player] != step.value:
            telling.withdraw(play, *telling.LIFE_FACTS)
        if not play.path.tells_life(step.player, game.life[step.player], step.value):
            raise NotPlayable(f"the life total of `{step.player}` is not {step.value} by then")
        game.life[step.player] = step.value
        game.unclear_life.discard(step.player)
    elif step.fact == "hand":
        shown = sum(each.owner == step.player for each in game.in_zone("hand"))
        known = game.hands[step.player] is not None
        if not known and not play.path.tells_hand(step.player, shown, step.value):
            raise NotPlayable(f"the hand of `{step.player}` has not {step.value} cards by then")
        game.hands[step.player] = step.value
    elif step.fact != "turn":
        telling.tell(play, step.fact, step.player, step.value)
    else:
        before = until_the_turn_ends(reversed(play.path.steps[: play.path.step - 1]))
        told = [
            each for each in before if isinstance(each, steps.PlayerFact) and each.fact == "turn"
        ]
        if any(_active(each) != _active(step) for each in told):
            whose = "yours" if _active(told[0]) == "you" else "the opponent's"
            raise NotPlayable(f"the turn is {whose} until a step `end_turn` ends it (500.1)")
        game.active = _active(step)
        game.turn_told = game.told_now = True
        game.changed()
        if play.path.turn == 1 and not told:  # else it has begun so
            moving.turn_begins(play)
        play.game.changed()


def _turn_facts(play: Play, step: steps.TurnFacts) -> None:
    for name, value in step.facts:
        telling.tell_by_step(play, name, step.player, int(value == "yes"))


def _end_turn(play: Play, step: steps.EndTurn) -> None:
    """513.1, 514.2: the end step with what waits for it, then the cleanup.

    What is gone by it is shown as state-based actions show it: as it would be in the end.
    """
    game = play.game
    for thing in game.in_zone("stack"):
        play.note(thing.faces[0].name, "what became of it before the turn ended (117.4)")
    takes = game.waiting or play.may_matter(standing.triggers_by_steps)
    stayed = _without_the_end_step(play) if takes else {}
    if takes and play.path.record[TURN_ENDED, "you", play.path.turn]:
        play.note("", "whether the turn that ends is the one without an end step (724.1e)")
    moving.draw_as_the_monarch(play)
    end_step(play)
    standing.begin_step(play, standing.END, _settle)
    for handle, last in stayed.items():
        thing = game.things[handle]
        if thing.zone not in moving.IN_PLAY:
            game.taken[handle] = (thing.incarnation, last)
    moving.end_turn(play)


def _without_the_end_step(play: Play) -> dict[str, Seen]:
    """Each permanent as it is when the effects of the turn have ended, and nothing was waiting."""
    game = play.game
    during = game.lasting
    game.lasting = [each for each in during if not isinstance(each.duration, tree.UntilEndOfTurn)]
    game.changed()
    state = play.state()
    as_seen = {thing.handle: state.seen(thing.handle) for thing in game.on_battlefield()}
    game.lasting = during
    game.changed()
    return as_seen


_STEPS: dict[type, Callable[..., None]] = {
    steps.Enter: _enter,
    steps.EnterTokenCopy: _enter_token_copy,
    steps.ChangeCounters: _change_counters,
    steps.LevelUp: _level_up,
    steps.SetClassLevel: _set_class_level,
    steps.SetDoor: _set_door,
    steps.Resolve: _resolve_spell,
    steps.ResolveAbility: standing.resolve_ability,
    steps.ResolveEffect: _resolve_effect,
    steps.Attach: _attach,
    steps.PutInZone: _put_in_zone,
    steps.PutEmblem: _put_emblem,
    steps.Designated: _designated,
    steps.PutSpell: spells.put_spell,
    steps.CopySpellOnStack: spells.copy_spell,
    steps.SetStatus: _set_status,
    UntapAll: _untap_all,
    Keep: _keep,
    Pair: bound.pair,
    Mutate: merging.mutate,
    Together: together.enter_together,
    steps.EndTurn: _end_turn,
    steps.PlayerFact: _player_fact,
    steps.TurnFacts: _turn_facts,
}
