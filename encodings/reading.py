"""The first reading of the rules: from a board to the answer, by constraints.

On a board without holes every literal folds to a constant, so that no solver is called.
"""

from striate.boards.timeline import Answer, Board, Unmodelled
from striate.cards import tree
from striate.encodings import moves
from striate.encodings.algebra import TRUE
from striate.encodings.clauses import clause
from striate.encodings.game import Game
from striate.encodings.matching import Moment
from striate.encodings.numbering import present
from striate.encodings.replacing import destination
from striate.encodings.running import play
from striate.encodings.seeing import concrete, see
from striate.encodings.state import CEASED, Thing
from striate.encodings.statebased import loses_host, taken


def outcome(board: Board, *, facts: bool = False) -> Answer:
    """What every object is in the end; `facts` is what unknown facts are taken to be.

    State-based actions are looked at once, after the last step: what they take is shown as it was
    just before, and so is what an end step took (603.7), everything else as it is then.
    """
    game = play(board, facts=facts)
    before = game.now()
    unread = not_modelled(game, before)
    unshown = _resolved_handles(board)
    shown = [thing for thing in game.world.things if _is_shown(unshown, thing)]
    last = {thing.index: see(before, thing) for thing in shown if _is_taken(before, thing)}
    last |= {index: seen for index, (born, seen) in game.world.taken.items()
             if game.world.things[index].born == born}  # fmt: skip
    state_based_actions(game, before)
    game.end_lapsed()
    after = game.now()
    seen = tuple(
        last.get(thing.index) or see(after, thing)
        for thing in shown
        if thing.index in last or thing.zone != CEASED
    )
    gone = tuple(thing.handle for thing in shown if thing.left)
    return Answer(seen, gone, unread)


@clause("704.3", "704.5q")
def state_based_actions(game: Game, before: Moment) -> None:
    """704.3: all that apply are performed at once, as the state before them says."""
    things = [thing for thing in game.world.things if thing.zone == "battlefield"]
    taken_ones = [thing for thing in things if _is_taken(before, thing)]
    falling = [thing for thing in things if loses_host(before, thing)]
    ends = [
        (thing, destination(game, thing, "graveyard"), game.as_it_last_is(thing))
        for thing in taken_ones
    ]
    # 704.5q: +1/+1 and -1/-1 counters on one permanent go in pairs.
    for thing in things:
        kinds = {each.kind: concrete(each.number) for each in thing.counters}
        pairs = min(kinds.get("+1/+1", 0), kinds.get("-1/-1", 0))
        for kind in ("+1/+1", "-1/-1") if pairs else ():
            game.put_counters(thing, kind, -pairs)
    for thing in falling:
        game.unattach(thing)
    for thing, (to, place), last in ends:
        game.move(thing, to, last=last)
        moves.lay(game, thing, place)


def _is_taken(moment: Moment, thing: Thing) -> bool:
    return thing.zone == "battlefield" and taken(moment, thing) == TRUE


def _is_shown(resolved: set[str], thing: Thing) -> bool:
    """Instants and sorceries that only resolved are not objects of the answer."""
    return thing.spell is not None or thing.handle not in resolved


def _resolved_handles(board: Board) -> set[str]:
    from striate.boards.timeline import Resolve

    return {step.handle for step in board.steps if isinstance(step, Resolve)}


def _printed(ability: tree.Ability) -> str:
    from striate.cards.language import print_ability  # costly: brings the grammar

    return print_ability(ability)


def not_modelled(game: Game, moment: Moment) -> tuple[Unmodelled, ...]:
    """Lines that are not understood and could matter: on what is there, or in what resolved."""
    found = dict(game.world.notes)
    for thing in game.world.things:
        if thing.zone not in ("battlefield", "command") and not thing.left:
            continue
        for ability in present(moment.chars[thing.index]):
            if isinstance(ability, tree.Opaque) and ability.touches and ability.kind == "static":
                found[(thing.handle, _printed(ability))] = None
    return tuple(Unmodelled(card, line) for card, line in found)
