"""607.2d, 608.2d: choices that a resolving ability makes: asked for by its text, and kept."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, TypeAlias, TypeVar

import msgspec

from striate.boards import timeline as steps
from striate.boards.choices import asked, chosen_by, not_asked, speaks_of_that_player
from striate.boards.errors import NotPlayable
from striate.boards.fitting import is_rolled
from striate.boards.timeline import Seat
from striate.boards.untold import LIMIT, THAT_PLAYER
from striate.cards import tree
from striate.cards.numbering import numbered_of
from striate.cards.prose import words_of
from striate.cards.vocabulary import BASIC_LAND_TYPES, CARD_TYPES, COLORS, FAMILY_OF, ORDINALS
from striate.cards.walking import mentions, nodes, rewrite
from striate.timeline import replacing, triggers
from striate.timeline.context import Context, other_seat
from striate.timeline.game import Thing, Use
from striate.timeline.play import Play
from striate.timeline.reading import Face

T = TypeVar("T")
# 608.2c: what an instruction has done to which objects, and what each of them was then.
Way: TypeAlias = Mapping[str, Mapping[str, frozenset[str]]]
_OF_A_COLOR = "the color of your choice"
_LAND_TYPES = {"land type", "basic land type"}
_WORDS = {"color": tuple(COLORS), "basic land type": BASIC_LAND_TYPES}
_KINDS = {*_WORDS, "land type", "creature type", "card type", "name"}
_ATTACK = re.compile("(attacks|becomes blocked)(?! or ).*")
_YOURS, _ATTACKING = tree.ControlledBy("you"), tree.Unknown("attacking")


def look_at_chosen(ability: tree.Ability | None, step: steps.ResolveAbility) -> None:
    """608.2d: a choice is one that the ability's text asks for."""
    for kind in not_asked(step.choose, ability) if ability is not None else ():
        raise NotPlayable(f"ability {step.number} of `{step.of}` asks for no {kind}")


def decided(play: Play, body: tree.Body, at: Context, modes: tuple[int, ...]) -> Context:
    """608.2d: what the player chooses by a word, whether or not the step says which."""
    for kind in sorted(_words_asked(body, modes) - _told(at)):
        options = _WORDS.get(kind, ())
        chosen = play.path.chosen(kind, options, at.source or "") if options else None
        if chosen is None:
            play.note(at.card, f"which {kind} is chosen")
        else:
            at = at.choosing(kind, chosen)
    return _of_a_list(play, body, at)


def mode(play: Play, body: tree.Body, at: Context, targets: tuple[str, ...]) -> tuple[int, ...]:
    """700.2b, 706.3: which one it is that no step tells, of those that have no targets of their
    own if the step names none; none where nothing says it."""
    modal = next((step for step in body.steps if isinstance(step, tree.Modal)), None)
    if modal is None or (modal.low, modal.high) != (1, 1):
        return ()
    of_a_die = is_rolled(modal)
    options = tuple(
        str(number)
        for number, each in enumerate(modal.modes, start=1)
        if (of_a_die or not targets and not any(spec.low for spec in each.targets))
        and _once(play, body, each, at) not in play.game.uses
    )
    chosen = play.path.chosen("mode", options, at.source or at.card) if options else None
    return () if chosen is None else (int(chosen),)


def _once(play: Play, body: tree.Body, mode: tree.Body, at: Context) -> Use | None:
    """700.2: a mode that its source can choose but once, or once each turn."""
    verb = next((each.verb for each in nodes(body.steps) if isinstance(each, tree.Act)
                 and each.verb.startswith("choose one that hasn't been chosen")), None)  # fmt: skip
    source = play.game.things.get(at.source or "")
    if verb is None or source is None:
        return None
    return source.handle, source.incarnation, mode, verb.endswith("this turn")


def look_at_chosen_before(play: Play, body: tree.Body, at: Context, modes: tuple[int, ...]) -> None:
    """700.2: one that hasn't been chosen was not chosen before, and now it was."""
    for modal in [step for step in body.steps if isinstance(step, tree.Modal) and modes]:
        for mode in [modal.modes[number - 1] for number in modes if number <= len(modal.modes)]:
            use = _once(play, body, mode, at)
            if use in play.game.uses:
                number = modal.modes.index(mode) + 1
                raise NotPlayable(f"mode {number} of `{at.source}` has been chosen already (700.2)")
            play.game.uses += () if use is None else (use,)


@lru_cache(maxsize=4096)
def _words_asked(body: tree.Body, modes: tuple[int, ...]) -> frozenset[str]:
    """The kinds of words that what the instructions do rests on; of modes, the chosen ones."""
    modal = [node for node in nodes(body.steps) if isinstance(node, tree.Modal)]
    chosen = [each.modes[mode - 1] for each in modal for mode in modes if mode <= len(each.modes)]
    return asked(rewrite((body.steps, *chosen), _without_words)) & _KINDS


def _without_words(node: Any) -> Any:
    """What changes nothing that the board keeps rests on nothing, and modes are chosen."""
    return None if isinstance(node, (tree.Act, tree.Inert, tree.Modal)) else node


def _told(at: Context) -> set[str]:
    """A basic land type is a land type, whichever the board calls it."""
    kinds = set(at.choices)
    return kinds | _LAND_TYPES if kinds & _LAND_TYPES else kinds


def _of_a_list(play: Play, body: tree.Body, at: Context) -> Context:
    """608.2d: of "your choice of flying or trample" one."""
    options = _listed(body)
    if not options:
        return at
    word = at.choices.get("keyword") or at.choices.get("ability")
    if word is None:
        chosen = play.path.chosen("keyword", options, at.source or "")
        return at if chosen is None else at.choosing("keyword", chosen)
    if word.casefold() not in options:
        raise NotPlayable(f"expected one of {', '.join(options)}, not `{word}`")
    return at


def chapter(play: Play, thing: Thing, values: Face) -> int:
    """702.155a: with read ahead a chapter number is chosen, up to the final one."""
    last = final_chapter(values.abilities)
    word = thing.choices.get("number", "")
    if word.isdigit():
        if int(word) < 1 or (last is not None and int(word) > last):
            up_to = f"1 to {last}" if last is not None else "1 on"
            raise NotPlayable(f"`{thing.handle}` starts with a chapter from {up_to} (702.155a)")
        return int(word)
    numbers = tuple(str(number) for number in range(1, (last or 0) + 1))
    chosen = play.path.chosen("number", numbers, thing.handle) if numbers else None
    if chosen is None:
        play.note(values.name, "which chapter it starts with (`choose: {number: N}`)")
    return int(chosen or 1)


def final_chapter(abilities: tuple[tree.Ability, ...]) -> int | None:
    """714.2d: the greatest of its chapter numbers; None if it has none, or one is not read."""
    if any(isinstance(each, tree.Opaque) and each.kind == "chapter" for each in abilities):
        return None
    return max(
        (n for a in abilities if isinstance(a, tree.Chapter) for n in a.numbers), default=None
    )


def numbers_shown(play: Play, words: T, at: Context, way: Way | None = None) -> T:
    """702: a number that no step tells, with all that it can be where the board shows that; 608.2c:
    how many were destroyed, exiled ... "this way", or whether one was."""
    told = bool(at.choices.get("number"))
    if not mentions(words, (tree.UnknownAmount, tree.Fact)):
        return words

    def put(node: Any) -> Any:
        if not isinstance(node, tree.UnknownAmount | tree.Fact):
            return node
        if told and (isinstance(node, tree.Fact) or node.prose.template != "fabricate"):
            return node
        number = None if words_of(node.prose) in at.choices else _this_way(node.prose, way or {})
        if isinstance(node, tree.Fact):
            return node if number is None else tree.Every(()) if number else tree.Either(())
        if number is not None:
            return tree.Num(number)
        shown = _SHOWN.get(node.prose.template)
        of = None if shown is None else shown(play, at)
        return node if of is None else msgspec.structs.replace(node, of=of)

    rewritten: T = rewrite(words, put)
    return rewritten


def _this_way(prose: tree.Prose, way: Way) -> int | None:
    """How many of what it speaks of; None if the words ask for what nothing tells."""
    match = _WAY.fullmatch(words_of(prose))
    if match is None or match["deed"] not in way:
        return None
    kinds = [[_of_one(word) for word in kind.split()] for kind in match["kind"].split(" or ")]
    if not all(word in _KINDS_SAID for kind in kinds for word in kind):
        return None
    card = {"card"} if kinds[-1][-1] == "card" else set()
    moved = [words for words in way[match["deed"]].values() if card <= words]
    return sum(any(words.issuperset({*kind} - card) for kind in kinds) for words in moved)


def _of_one(word: str) -> str:
    word = word.lower()
    return word if word in _KINDS_SAID else word.removesuffix("s")


def kinds_of(play: Play, handle: str) -> frozenset[str]:
    """Its types, those that it does not have, and whether it is a card, as texts say them."""
    state = play.state()
    types = state.types(handle)
    kinds = {*types, *state.subtypes(handle)}
    lacking = (f"non{each}" for each in CARD_TYPES if each not in types)
    card = ("token",) if play.game.things[handle].token else ("nontoken", "card")
    return frozenset(each.lower() for each in (*kinds, *lacking, *card, "permanent"))


_KINDS_SAID = {
    each.lower() for each in (*CARD_TYPES, *FAMILY_OF, *(f"non{each}" for each in CARD_TYPES))
} | {"token", "nontoken", "card", "permanent"}
_WAY = re.compile(
    r"(?:the number of |an? |at least one )?(?P<kind>[\w ]+?)(?: is| was)? "
    r"(?P<deed>dealt damage|destroyed|exiled|returned|sacrificed|tapped) this way"
)


def of_what_was_moved(body: tree.Body, at: Context) -> tree.Body:
    """608.2h: what was sacrificed, tapped, exiled, where the step names it as a choice or the
    text as a target."""
    moved = {one.who: one.verb for one in nodes(body) if isinstance(one, tree.MoveZone)}
    whole = [who for who in moved if isinstance(who, tree.Target)]

    def put(node: Any) -> Any:
        if not isinstance(node, tree.UnknownAmount):
            return node
        words = _MOVED.fullmatch(_OF_IT.sub(r"the \3 \2's \1", node.prose.template))
        if words is None:
            return node
        who: tree.Who | None = tree.ChosenObject(words[2]) if at.choices.get(words[2]) else None
        if who is None and [moved[each] + "d" for each in whole] == [words[1]] and len(moved) == 1:
            who = whole[0]
        return node if who is None else tree.StatOf(words[3], who)  # type: ignore[arg-type]  # as it matches

    rewritten: tree.Body = rewrite(body, put) if mentions(body, (tree.UnknownAmount,)) else body
    return rewritten


_MOVED = re.compile(
    r"the (sacrificed|tapped|exiled|discarded) (\w+)'s (power|toughness|mana value)"
)
_OF_IT = re.compile(r"the ([\w ]+) of the (\w+) (?:you )?(\w+)(?: this way)?")


def with_times_counted(play: Play, thing: Thing, ability: tree.Ability, at: Context) -> Any:
    """603.2, 602.2: its words, with the answer which time it resolves in this turn, as far as the
    board shows that."""
    use = thing.handle, thing.incarnation, getattr(ability, "body", None), True
    now = play.game.uses.count(use) + 1

    def put(node: Any) -> Any:
        words = _NTH_TIME.fullmatch(node.prose.template) if isinstance(node, tree.Fact) else None
        if words is None or node.prose.template in at.choices:
            return node
        so = now >= _OFTEN if words[1] is None else ORDINALS[now - 1 : now] == (words[1],)
        return tree.Every(()) if so else tree.Either(())

    body = use[2]
    rewritten = rewrite(body, put) if mentions(body, (tree.Fact,)) else body
    if rewritten == body:
        return body
    on_battlefield = thing.zone == "battlefield"
    if on_battlefield and play.state().abilities(thing.handle).count(ability) > 1:
        return body
    play.game.uses.append(use)
    return rewritten


_NTH_TIME = re.compile(
    r"this is the (\w+) time this ability has resolved this turn|"
    r"this ability has been activated four or more times this turn"
)
_OFTEN = 4


def _blockers(play: Play, at: Context) -> tuple[int, ...] | None:
    """702.23a, 509.1a: beyond the first, of all creatures of the other player that are there."""
    theirs = tree.Each(tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("opponent"))))
    return tuple(range(len(play.state().group(theirs, at)))) or None


def _attacked(play: Play, at: Context) -> tuple[int, ...] | None:
    """702.121a, 508.1b: the one opponent, if there is nothing else to attack."""
    others = tree.Each(tree.AnyOf((tree.HasType("Planeswalker"), tree.HasType("Battle"))))
    return None if play.state().group(others, at) else (1,)


def _devoured(play: Play, at: Context) -> tuple[int, ...] | None:
    """702.82a, c: none, if there is nothing of that kind to sacrifice."""
    state = play.state()
    keywords = state.keywords(at.source or "", "devour")
    kinds = tree.AnyOf(tuple(each.quality or tree.HasType("Creature") for each in keywords))
    return None if state.group(tree.Each(tree.AllOf((tree.Other(), _YOURS, kinds))), at) else (0,)


def _fabricated(play: Play, at: Context) -> tuple[int, ...] | None:
    """702.123a, 608.2d: none, if it can't have a counter."""
    thing = play.game.things[at.source or ""]
    by = play.state().you(at)
    possible = thing.zone == "battlefield" and replacing.can_have(play, thing, "+1/+1", by)
    return None if possible else (0,)


_SHOWN: dict[str, Callable[[Play, Context], tuple[int, ...] | None]] = {
    "creature blocking it beyond the first": _blockers,
    "the number of opponents you attacked this combat": _attacked,
    "devour": _devoured,
    "fabricate": _fabricated,
}


def _listed(body: tree.Body) -> tuple[str, ...]:
    """The abilities of which one is chosen; none if the text does not list them."""
    kept = (part for part in nodes(body) if isinstance(part, tree.Keyword))
    lists = {part.words for part in kept if part.name == "@keyword"}
    words = lists.pop() if len(lists) == 1 else ""
    if not words or words.startswith("#"):
        return ()
    return tuple(each for part in words.split(", ") for each in _colors_of(part))


def _colors_of(option: str) -> tuple[str, ...]:
    """105.4: "protection from the color of your choice" is one of five."""
    if not option.endswith(_OF_A_COLOR):
        return (option,)
    return tuple(option.replace(_OF_A_COLOR, color) for color in COLORS)


def choose_anew(play: Play, thing: Thing, body: tree.Body, step: steps.ResolveAbility) -> None:
    """607.2d: what an ability of the permanent chooses for another one, or chooses again.

    607.5: of abilities that it has gained later, by a copy effect or another, that is not kept.
    """
    kinds = {chosen_by(node) for node in nodes(body) if isinstance(node, tree.Act)} - {""}
    if not kinds:
        return
    held = play.state().abilities(thing.handle)
    others = asked(tuple(each for each in held if getattr(each, "body", None) != body))
    again = kinds & (thing.choices.keys() | others)
    used = asked(rewrite(body.steps, lambda node: None if isinstance(node, tree.Act) else node))
    for kind in sorted(again - used):
        value = dict(step.choose).get(kind)
        if value is None or is_gained(play, thing, body):
            play.note(step.of, f"which {kind} is chosen")
        else:
            thing.choices = {**thing.choices, kind: value}
            play.game.changed()


def is_gained(play: Play, thing: Thing, body: object) -> bool:
    """Whether it has the ability of that body by an effect that began after it entered."""
    values = play.state().copiable(thing.handle)
    own = () if values is None else numbered_of(values.abilities)
    copied = any(mentions(each.words, (tree.BecomeCopy,)) for each in play.effects_on(thing.handle))
    return copied or all(getattr(each, "body", None) != body for each in own)


def defending(ability: tree.Ability | None, attacker: Seat) -> dict[str, str]:
    """506.2, 508.5: who defends against what made this trigger, as a choice that the words name.

    Only the active player's creatures attack (508.1a). Whose an enchanted attacker was is not told.
    """
    event = triggers.event_of(ability)
    if event is None or not _ATTACK.fullmatch(event.verb):
        return {}
    return {"defending player": other_seat(attacker)} if _is_own(event.who) else {}


@lru_cache(maxsize=4096)
def of_attackers(body: tree.Body, ability: tree.Triggered) -> tree.Body:
    """506.4c, 508.1a: all that attacks is of one player, as is what triggered this by attacking."""
    event = triggers.event_of(ability)
    if event is None or not _ATTACK.fullmatch(event.verb) or not _is_own(event.who):
        return body

    def put(node: Any) -> Any:
        if isinstance(node, tree.AllOf) and _ATTACKING in node.parts and _YOURS not in node.parts:
            return tree.AllOf((*node.parts, _YOURS))
        return node

    rewritten: tree.Body = rewrite(body, put)
    return rewritten


def player_of_event(
    play: Play, ability: tree.Ability | None, at: Context, step: steps.ResolveAbility
) -> Context:
    """603.2: who "that player" is, as the step or the event says; the text may name another."""
    event = triggers.event_of(ability)
    if event is None or not isinstance(ability, tree.Triggered):
        return at
    if ability.body.players or not speaks_of_that_player(ability.body):
        return at
    player, seat = dict(step.choose).get("player"), _who_did_it(event, play.state().you(at))
    if player and seat and player != seat:
        raise NotPlayable(f"the player of which ability {step.number} of `{step.of}` speaks is "
                          f"`{seat}` (603.2)")  # fmt: skip
    if not player and not seat and _of_a_turn(event):
        seat = play.state().seats("active", at)[0]
    meant = player or seat
    return at.choosing(THAT_PLAYER, meant) if meant else at


def _who_did_it(event: tree.Event, you: Seat) -> Seat | None:
    """102.2: the one opponent; 508.1b, 510.1b: an attacker's damage to a player is to that one."""
    damage = event.verb == "deals combat damage to" and _is_own(event.who)
    theirs = event.player == "opponent" or "each opponent's " in event.verb
    return other_seat(you) if theirs or damage else None


def _of_a_turn(event: tree.Event) -> bool:
    """102.1, 603.2b: whether it is of each player's turn, and so of the active player."""
    return event.word == "at" and "each player's " in event.verb


def _is_own(who: object) -> bool:
    """Whether these are creatures of the ability's controller only."""
    yours = (
        isinstance(who, tree.Each)
        and isinstance(who.filter, tree.AllOf)
        and _YOURS in who.filter.parts
    )
    return isinstance(who, tree.This) or yours


# --- 608.2d: several objects --------------------------------------------------------------------


_Named = tuple[tuple[str, ...], ...]


def among(play: Play, body: tree.Body, named: _Named, at: Context) -> _Named:
    """What is chosen on resolution that no step names: all where there are no more than so many,
    else any so many of them. Nobody sees into a hand or a library."""
    for place, spec in enumerate(body.targets):
        if spec.word != "choose" or spec.zone in ("hand", "library"):
            continue
        short = spec.low - len(named[place])
        if short > 0:
            now = msgspec.structs.replace(at, targets=named)
            chosen = _set_of(play, body, place, short, now)
            if chosen is None:
                play.note(at.card, "which objects are chosen")
            else:
                named = (*named[:place], chosen, *named[place + 1 :])
    return named


def _set_of(
    play: Play, body: tree.Body, place: int, short: int, at: Context
) -> tuple[str, ...] | None:
    """With so many more; None: it is not known what can be chosen, or too much can."""
    spec, known = body.targets[place], at.targets[place]
    if spec.zone == "any" or spec.low != spec.high or not _is_chosen_first(body, place):
        return None
    group = play.state().group(tree.Each(spec.filter, spec.zone), at)
    free = [handle for handle in group if handle not in known]
    if len(free) <= short:
        # 101.3, 701.21a: as many as there are.
        return (*known, *free) if len(free) == short or _only_moves(body, place) else None
    if comb(len(free), short) > LIMIT:
        return None
    sets = tuple((*known, *each) for each in combinations(free, short))
    return play.path.among(place, sets, at.card)


def _is_chosen_first(body: tree.Body, place: int) -> bool:
    """Whether nothing is done before that could change what there is to choose from."""
    chosen = {tree.Target(at) for at, spec in enumerate(body.targets) if spec.word == "choose"}
    for step in body.steps:
        if isinstance(step, tree.Do | tree.Modal):
            return False
        if tree.Target(place) in nodes(step):
            return True
        if not isinstance(step, tree.MoveZone) or step.who not in chosen:
            return False
    return False


def _only_moves(body: tree.Body, place: int) -> bool:
    speaking = [step for step in body.steps if tree.Target(place) in nodes(step)]
    return all(
        isinstance(step, tree.MoveZone) and step.who == tree.Target(place) for step in speaking
    )
