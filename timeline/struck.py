"""120: the damage of sentences that are kept as words, where they say all: whose, how much, to
what.

The words are those of the grammar's forms of damage; their parts are trees. What a sentence calls a
target without listing it among those of its body is what a step names beyond them.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from striate.boards.deeds import harms_objects, hurts_players
from striate.boards.errors import NotPlayable
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.walking import nodes
from striate.timeline import damage, targeting
from striate.timeline.context import other_seat
from striate.timeline.resolution import Resolution, division, meant, number_of

_SLOT = re.compile(r"<[^<>]+>")
_DEALS = re.compile(r"(.+?) deals (.+)")
_AND = re.compile(r",? and (?=\S+ damage to )|, (?=\S+ damage to )")
# How much, and to what: "|n|" is the n-th part.
_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        r"(?P<much>\S+) damage to (?P<hit>.+)",
        r"damage equal to (?P<much>\|\d+\|) to (?P<hit>.+)",
        r"damage to (?P<hit>.+) equal to (?P<much>\|\d+\|)",
        r"damage equal to (?P<much>its power) to (?P<hit>.+)",
        r"damage to (?P<hit>itself) equal to (?P<much>its power)",
    )
)
_DIVIDED = re.compile(r"(?P<much>\S+) damage divided as you choose among (?P<hit>.+)")
_FIGHT = "then those creatures fight each other"

_CREATURE = tree.HasType("Creature")
_PLANESWALKER = tree.HasType("Planeswalker")
_EITHER = tree.AnyOf((_CREATURE, _PLANESWALKER))
_ANY = tree.AnyOf((_CREATURE, _PLANESWALKER, tree.HasType("Battle")))  # 115.4
_PLAYERS = frozenset((
    "you", "each opponent", "its controller", "that creature's controller",
    "that permanent's controller", "<owner>",
))  # fmt: skip
_THEIRS = tree.ControlledBy("opponent")
_OF_OPPONENTS: dict[str, tree.Filter] = {
    "each creature your opponents control": _CREATURE,
    "each opponent and each creature they control": _CREATURE,
    "each opponent and each creature your opponents control": _CREATURE,
    "each opponent and each creature and planeswalker they control": _EITHER,
}
_OF_THE_PLAYER: dict[str, tree.Filter] = {
    "each creature they control": _CREATURE,
    "each creature that player controls": _CREATURE,
    "<owner> and each creature they control": _CREATURE,
    "<owner> and each creature that player controls": _CREATURE,
    "<owner> and each creature and planeswalker they control": _EITHER,
}
_ALL_OF_THEM = "each creature that player or that planeswalker's controller controls"
_ONE_NAMED = ("any target", "another target", "a third target")
_SOME_NAMED = re.compile(
    r"each of (?:up to )?(?:<n>|one or two|X) (?:other )?targets|(?:X|up to <n>|any number of|"
    r"one or two|one, two, or three) (?:targets|target (?P<which>.+))"
)
_WHICH: dict[str, tree.Filter] = {
    "creatures": _CREATURE,
    "attacking or blocking creatures": _CREATURE,
    "creatures and/or planeswalkers": _EITHER,
}


class _Unclear(Exception):
    """The words, or what the step names, leave something of the damage open."""


class _Strike(msgspec.Struct):
    """One source deals so much to each of these."""

    by: str
    to: tuple[str, ...]
    number: int


def carry_out(resolution: Resolution, step: tree.Inert) -> bool:
    """120.1: deals the damage of one sentence, all at once; whether all of it is told."""
    if not harms_objects(step) and not hurts_players(step):
        return False
    if step.words == _FIGHT:
        both = tree.Act("fight", who=tree.Target(0), to=tree.Target(1))
        damage.carry_out(resolution, both)
        return len(resolution.specs) == 2
    try:
        strikes = list(_strikes(resolution, step))
    except _Unclear:
        damage.unclear_for_players(resolution.play)
        return False
    dealt = [(each.by, to, each.number) for each in strikes for to in each.to if each.number > 0]
    damage.deal_all(resolution, dealt)
    return True


def _strikes(resolution: Resolution, step: tree.Inert) -> Iterator[_Strike]:
    match = _DEALS.fullmatch(_numbered(step.words))
    if match is None:
        raise _Unclear
    dealers = _dealers(resolution, _part(match[1], step))
    damage.poisons(resolution.play, dealers)
    left = _named_beyond(resolution)
    divided = _DIVIDED.fullmatch(match[2])
    if divided is not None:
        yield from _shares(resolution, step, dealers, divided, left)
        return
    clauses = [_clause(each) for each in _AND.split(match[2])]
    if resolution.at.player is not None and _could_be_players(resolution, clauses, step) > 1:
        raise _Unclear  # which of the amounts that player is dealt
    for clause in clauses:
        hit, much = _part(clause["hit"], step), _part(clause["much"], step)
        for by in dealers:
            to = _hit(resolution, hit, by, left)
            _hit_players(resolution, hit, much, by, bool(to))
            if to:
                yield _Strike(by, to, _number(resolution, much, by))
    if left:
        raise _Unclear


def _clause(words: str) -> re.Match[str]:
    clause = next((match for shape in _SHAPES if (match := shape.fullmatch(words))), None)
    if clause is None:
        raise _Unclear
    return clause


def _numbered(words: str) -> str:
    """Each slot by its number: "|0| deals |1| damage to |2|"."""
    numbers = iter(range(len(words)))
    return _SLOT.sub(lambda _: f"|{next(numbers)}|", words)


def _part(words: str, step: tree.Inert) -> Any:
    """The part that stands there, or the words themselves."""
    if not re.fullmatch(r"\|\d+\|", words):
        return words
    part = step.parts[int(words[1:-1])]
    if isinstance(part, tree.Inert) and part.words in ("<who>", "<n>") and len(part.parts) == 1:
        return part.parts[0]
    return part.words if isinstance(part, tree.Inert) and not part.parts else part


# --- whose, and how much --------------------------------------------------------------------------


def _dealers(resolution: Resolution, by: Any) -> tuple[str, ...]:
    """113.7a: the sources; "it" is the source of what resolves if nothing else can be meant."""
    if by == "~" or (by == "it" and _it_is_the_source(resolution)):
        by = tree.This()
    if isinstance(by, tree.Each):
        return meant(resolution, by)
    if not isinstance(by, tree.Ref):
        raise _Unclear
    dealers = resolution.play.state().looked_at(by, resolution.at)
    # Rules text of no object on the board.
    return dealers or (("",) if by == tree.This() else ())


def _it_is_the_source(resolution: Resolution) -> bool:
    ability = resolution.ability
    if isinstance(ability, tree.Triggered):
        return targeting.is_of_its_source(ability)
    if not isinstance(ability, tree.Spell):
        return False
    dealers = [n.who for n in nodes(ability) if isinstance(n, tree.Act) and n.verb in damage.DEALS]
    words = [n.words for n in nodes(ability) if isinstance(n, tree.Inert)]
    own = any(each.startswith("~ deals") for each in words) or "~" in words
    return all(each == tree.This() for each in dealers) and (bool(dealers) or own)


def _number(resolution: Resolution, much: Any, by: str) -> int:
    if much == "its power":
        if not by:
            raise _Unclear
        return resolution.play.state().stat("power", by) or 0
    amount = tree.Num(much) if isinstance(much, int) else tree.X() if much == "X" else much
    if not isinstance(amount, tree.Amount):
        raise _Unclear
    targets = resolution.at.targets
    spoken_of = [node.index for node in nodes(amount) if isinstance(node, tree.Target)]
    if not all(any(targets[index : index + 1]) for index in spoken_of):
        raise _Unclear
    return number_of(resolution, amount)


def _hit_players(resolution: Resolution, hit: Any, much: Any, by: str, struck: bool) -> None:
    """120.3a: what a player is dealt, if the words and the step tell who it is."""
    words, _ = _said(hit)
    state, at = resolution.play.state(), resolution.at
    you = state.you(at)
    whose: dict[str, Seat] = {"you": you, "each opponent": other_seat(you)}
    if words in _ONE_NAMED and at.player is not None and not struck:
        whose[words] = at.player
    if words in whose:
        damage.hurt(resolution.play, by, (whose[words],), _number(resolution, much, by))
    elif isinstance(hit, tree.Who) or hit == "itself" or (words in _ONE_NAMED and struck):
        return
    else:
        damage.unclear_for_players(resolution.play)


# --- to what --------------------------------------------------------------------------------------


def _hit(resolution: Resolution, hit: Any, by: str, left: list[str]) -> tuple[str, ...]:
    """120.1: the objects; what a player is dealt no board keeps."""
    words, owner = _said(hit)
    if hit == "itself":
        return (by,) if by else ()
    if isinstance(hit, tree.Who):
        return meant(resolution, hit)
    if words in _PLAYERS:
        return ()
    if words in _OF_OPPONENTS:
        return _every(resolution, _OF_OPPONENTS[words], _THEIRS)
    if words in _OF_THE_PLAYER and owner in ("", "target") and resolution.at.player is not None:
        return _every(resolution, _OF_THE_PLAYER[words], tree.ControlledBy("target"))
    if words.endswith(_ALL_OF_THEM):
        return _with_all_of_theirs(resolution, words, left)
    if words == "that permanent or player":
        if [spec.word for spec in resolution.specs] != ["target"]:
            raise _Unclear
        return meant(resolution, tree.Target(0))
    return _taken(resolution, words, left)


def _said(hit: Any) -> tuple[str, str]:
    """Its words, and of whom they are."""
    if isinstance(hit, tree.Inert):
        first = hit.parts[0] if hit.parts else ""
        return hit.words, first if isinstance(first, str) else ""
    return (hit, "") if isinstance(hit, str) else ("", "")


def _with_all_of_theirs(resolution: Resolution, words: str, left: list[str]) -> tuple[str, ...]:
    """120.1: the creatures of the player, or of the planeswalker's controller, and that one."""
    play, at = resolution.play, resolution.at
    if at.player is not None:
        return _every(resolution, _CREATURE, tree.ControlledBy("target"))
    listed = meant(resolution, tree.Target(0)) if resolution.specs else ()
    named = (left.pop(0),) if left and words != _ALL_OF_THEM else listed
    if len(named) != 1 or play.game.things[named[0]].zone != "battlefield":
        raise _Unclear
    state = play.state()
    mine = state.controller(named[0]) == state.you(at)
    theirs = _every(resolution, _CREATURE, tree.ControlledBy("you" if mine else "opponent"))
    return theirs if words == _ALL_OF_THEM else (*named, *theirs)


def _every(resolution: Resolution, which: tree.Filter, whose: tree.Filter) -> tuple[str, ...]:
    return meant(resolution, tree.Each(tree.AllOf((which, whose))))


def _named_beyond(resolution: Resolution) -> list[str]:
    """601.2c: what the step names beyond the targets that the body lists.

    Of an ability that triggers on others it may be the object of the event.
    """
    left = [h for entry in resolution.at.targets[len(resolution.specs) :] for h in entry]
    targeting.differ(left, ())
    ability = resolution.ability
    if left and isinstance(ability, tree.Triggered) and targeting.speaks_of_others(ability):
        raise _Unclear
    return left


def _taken(resolution: Resolution, words: str, left: list[str]) -> tuple[str, ...]:
    """Those that the words call targets, of what the step names; nothing is none of them."""
    some = _SOME_NAMED.fullmatch(words)
    if some is None and words not in _ONE_NAMED:
        raise _Unclear
    if not left and resolution.at.player is None:
        raise _Unclear
    taken = left[: len(left) if some else 1]
    del left[: len(taken)]
    if "other" in words or words == "a third target":
        listed = resolution.at.targets[: len(resolution.specs)]
        targeting.differ(taken, [handle for each in listed for handle in each])
    return _legal(resolution, taken, some)


def _legal(resolution: Resolution, named: list[str], some: re.Match[str] | None) -> tuple[str, ...]:
    """115.4, 608.2b: those that are what the words ask for."""
    play, at = resolution.play, resolution.at
    which = some["which"] if some is not None else None
    wanted = _ANY if which is None else _WHICH.get(which)
    if wanted is None:
        raise _Unclear
    state = play.state()
    for handle in named:
        thing = play.game.things[handle]
        if thing.incarnation == 0 and not state.may_match(wanted, handle, at):
            raise NotPlayable(
                f"`{handle}` can't be dealt that damage: it is not such a target (115.4)"
            )
    return tuple(h for h in named if play.game.things[h].zone == "battlefield"
                 and state.may_match(wanted, h, at))  # fmt: skip


def _could_be_players(
    resolution: Resolution, clauses: list[re.Match[str]], step: tree.Inert
) -> int:
    """How many of the clauses a player whom the step names as a target could stand for."""
    listed = enumerate(resolution.specs)
    players = {tree.Target(at) for at, spec in listed if any(targeting.player_words(spec))}
    hits = [_part(each["hit"], step) for each in clauses]
    return sum(hit in _ONE_NAMED or hit in players for hit in hits)


def _shares(
    resolution: Resolution,
    step: tree.Inert,
    dealers: tuple[str, ...],
    divided: re.Match[str],
    left: list[str],
) -> Iterator[_Strike]:
    """601.2d: as it is divided among the objects in their order, and then the player."""
    which = _part(divided["hit"], step)
    words, _ = _said(which)
    some = _SOME_NAMED.fullmatch(words.replace("target <group>", "targets"))
    if some is None or (not left and resolution.at.player is None) or len(dealers) != 1:
        raise _Unclear
    total = _number(resolution, _part(divided["much"], step), dealers[0])
    shares = division(resolution, int(total), len(left) + (resolution.at.player is not None))
    if shares is None:
        raise _Unclear
    legal = _legal(resolution, left, some)
    if isinstance(which, tree.Inert) and which.parts and isinstance(which.parts[0], tree.Each):
        fitting = meant(resolution, which.parts[0])
        legal = tuple(h for h in legal if h in fitting)
    for handle, number in zip(left, shares, strict=False):
        if handle in legal:
            yield _Strike(dealers[0], (handle,), number)
