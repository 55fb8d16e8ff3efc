"""What the referee leaves out to be quick changes no answer, and a saving that errs is noticed.

Each saving is switched off by what the rules say without it: everything is asked anew of every
object. Each planted fault makes a saving leave out too much.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

import pytest

from striate.boards.timeline import Board
from striate.queries.fuzzing.differing import real_cards
from striate.queries.fuzzing.randomboards import random_board
from striate.referee import (
    asking,
    deeds,
    dependency,
    entering_with,
    entering_words,
    entrants,
    layers,
    locking,
    neighbours,
    play,
    reaching,
    refusing,
    replacing,
    resolving,
    staticcopies,
)
from striate.referee.dependency import Order
from striate.referee.judge import judge
from striate.referee.layers import Layers
from striate.referee.pending import Pending
from striate.referee.play import Play
from striate.referee.state import State
from striate.referee.telling import EffectsAsked, EffectsByObject, TextsAsked
from tests.corpus import corpus
from tests.helpers import board, creature, effect, other

Patch: TypeAlias = pytest.MonkeyPatch
LEAST_USED = 100

BEAR = creature("Bear", "2/2")
CLOTH = other("Cloth", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")
MIRROR = other(
    "Mirror", "Enchantment — Aura",
    "Enchant creature\nAs this Aura enters, choose a creature.\n"
    "Enchanted creature is a copy of the chosen creature.",
)  # fmt: skip
HUSHER = creature("Husher", "3/3", "Lands lose all abilities.")
# Boards on which a saving could err that few others are about.
OWN = [
    board(
        [BEAR, other("Ward", "Enchantment", "All creatures have protection from enchantments."),
         CLOTH],
        {"enter": "Bear"}, {"enter": "Ward"}, {"enter": "Cloth", "attached_to": "Bear"},
    ),
    board(
        [creature("Fox", "2/2", "This creature enters with a +1/+1 counter on it."),
         other("Hush", "Enchantment", "Creatures lose all abilities.")],
        {"enter": "Hush"}, {"enter": "Fox"},
    ),
    board(
        [BEAR, other("Veil", "Enchantment", "All creatures have shroud.")],
        {"enter": "Bear"}, {"enter": "Veil"}, effect("Target creature gets +1/+1.", "Bear"),
    ),
    board(
        [BEAR, creature("Ogre", "5/5")], {"enter": "Bear"}, {"enter": "Ogre"},
        effect("Creatures with power 4 or greater get +1/+1 until end of turn."),
    ),
    board(
        [other("Hush", "Enchantment", "Lands lose all abilities."),
         other("Mute", "Enchantment", "Other enchantments lose all abilities."),
         other("Gate", "Land", "This land enters tapped.")],
        {"enter": "Mute"}, {"enter": "Hush"}, {"enter": "Gate"},
    ),
    board(
        [other("Hush", "Enchantment", "Lands lose all abilities."),
         other("Gate", "Land", "This land enters tapped.")],
        {"enter": "Hush"}, {"enter": "Gate"},
    ),
    board(
        [BEAR, MIRROR, HUSHER, other("Gate", "Land", "This land enters tapped.")],
        {"enter": "Bear"}, {"enter": "Husher"},
        {"enter": "Mirror", "attached_to": "Bear", "choose": {"creature": "Husher"}},
        {"leave": "Husher", "to": "exile"}, {"enter": "Gate"},
    ),
    board(
        [other("Grove", "Enchantment", "Each land you control is an Elf in addition to its other types."),
         other("March", "Enchantment", "All lands are creatures in addition to their other types."),
         creature("Chief", "2/2", "Each other Elf you control enters with an additional +1/+1 counter on it."),
         other("Plot", "Land")],
        {"enter": "Grove"}, {"enter": "March"}, {"enter": "Chief"}, {"enter": "Plot"},
    ),
    board(
        [creature("Fox", "2/2", "This creature enters with a +1/+1 counter on it."),
         other("Den", "Enchantment", 'Creatures you control have "If one or more +1/+1 counters would be put on this creature, twice that many +1/+1 counters are put on it instead."')],
        {"enter": "Den"}, {"enter": "Fox"},
    ),
    board(
        [BEAR, other("Ward", "Enchantment", "All creatures have protection from red."),
         other("Ink", "Enchantment", "All enchantments are red."), CLOTH],
        {"enter": "Bear"}, {"enter": "Ward"}, {"enter": "Ink"},
        {"enter": "Cloth", "attached_to": "Bear"},
    ),
    board(
        [BEAR, other("Mould", "Enchantment", "Creatures you control enter as a copy of this enchantment."),
         creature("Chief", "2/2", "Each other Elf you control enters with an additional +1/+1 counter on it."),
         creature("Shifter", "1/1", "Changeling")],
        {"enter": "Chief"}, {"enter": "Shifter"}, {"enter": "Mould"}, {"enter": "Bear"},
    ),
    board(
        [creature("Rival", "2/2", "This creature enters with a +1/+1 counter on it."),
         creature("Chief", "2/2", "Each other creature you control enters with an additional +1/+1 counter on it."),
         BEAR],
        {"enter": "Chief"}, {"enter": "Rival"}, {"enter": "Bear"}, {"enter": "Bear", "as": "Cub", "controller": "opponent"},
    ),
    board(
        [other("Stand", "Artifact", "This artifact enters with a number of +1/+1 counters on it equal to the number of creatures."),
         other("Wake", "Enchantment", "All artifacts are creatures in addition to their other types."), BEAR],
        {"enter": "Bear"}, {"enter": "Wake"}, {"enter": "Stand"},
    ),
]  # fmt: skip


@cache
def boards() -> tuple[Board, ...]:
    known = real_cards()
    drawn = [random_board(seed) for seed in range(7200, 7400)]
    drawn += [random_board(seed, known) for seed in range(7200, 7300)]
    # 205.3d: what it is made by its own texts as it enters; a sweep found them.
    drawn += [random_board(seed) for seed in (817897, 840884)]
    some = [
        each
        for n, each in enumerate(corpus())
        if n % 3 == 0 or any(name in str(each.file) for name in ("copying", "dependency"))
    ]
    return (*OWN, *some, *drawn)


def answer(board: Board) -> object:
    """What the board shows; which facts were asked for on the way is no part of it."""
    try:
        found = judge(board, facts=False)
    except Exception as error:  # noqa: BLE001  # a mistake of the board's, or of a planted fault
        return f"{type(error).__name__}: {error}"
    return found.objects, found.gone, found.not_modelled


def forget_memories() -> None:
    """What was worked out of a text may rest on what a test replaces."""
    for memory in (asking.by_itself, asking._taken_apart, reaching._tried, deeds.is_same_for_all):
        memory.cache_clear()


@pytest.fixture(scope="module")
def right() -> list[object]:
    forget_memories()
    return [answer(each) for each in boards()]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    forget_memories()


def _all_others(order: Order, effect: Any) -> list[Any]:
    return [each for each in order.pending if each is not effect and order.exists(each)]


def _forgets_all(order: Order, effect: Any, change: Any) -> None:
    order.pending.applied(effect)
    for handle in order.layers.state.views:
        order.pending.look_again(handle)
    for known in (order._trials, order._known, order._sets, order._there, order._now):
        known.clear()


def _look_at_all(play: Play, *words: object) -> State:
    return play.state()


def _by_layer_one(play: Play, handle: str) -> Any:
    return play.state("1").views[handle].text


WITHOUT: dict[str, Callable[[Patch], None]] = {
    "objects by themselves": lambda p: p.setattr(reaching, "untouched", lambda *_: False),
    "parts of the board": lambda p: p.setattr(neighbours, "_part", lambda *_: None),
    "groups asked once": lambda p: p.setattr(asking, "_taken_apart", _nothing_apart),
    "deeds said of all": lambda p: p.setattr(layers, "is_same_for_all", _never),
    "no trial where none can show": lambda p: p.setattr(Order, "may_depend", lambda *_: True),
    "words that a change can touch": lambda p: p.setattr(
        dependency, "could_touch", lambda *_: True
    ),
    "what a trial leaves as it is": lambda p: p.setattr(
        asking, "_before_the_trial", lambda *_: None
    ),
    "others that can matter": lambda p: p.setattr(Order, "_others", _all_others),
    "what rests on no change": lambda p: p.setattr(Order, "applied", _forgets_all),
    "groups that rest on no change": lambda p: p.setattr(State, "forget", _empties),
    "layers that words look at": lambda p: p.setattr(Play, "state_for", _look_at_all),
    "one object's copiable values": lambda p: p.setattr(Play, "copiable_text", _by_layer_one),
    "texts that say nothing of targets": lambda p: p.setattr(
        refusing, "_anything_is_said", lambda _: True
    ),
    "objects that have effects": lambda p: p.setattr(Layers, "speaking", _everybody),
    "texts that say nothing of entering": lambda p: p.setattr(
        entrants, "some_touches", lambda *_: True
    ),
    "what a Clone may copy": lambda p: p.setattr(
        refusing, "_as_it_is_chosen", lambda play, *_: play.state()
    ),
    "copies of what does nothing as it enters": lambda p: p.setattr(play, "_may_bring_doing", bool),
    "words on counters": lambda p: p.setattr(replacing, "_as_they_speak", lambda *_: None),
    "additions in either order": lambda p: p.setattr(neighbours, "_only_adds", lambda *_: False),
    "static copies that are settled": lambda p: p.setattr(
        staticcopies, "_is_one_waiting", lambda _: True
    ),
    "static copies of what does nothing": lambda p: p.setattr(
        Play, "static_copies_are_quiet", lambda _: False
    ),
    "texts that were asked": lambda p: p.setattr(TextsAsked, "now", _asks_all_texts),
    "effects that were asked": lambda p: p.setattr(EffectsAsked, "now", _asks_all_effects),
    "effects by their objects": lambda p: p.setattr(EffectsByObject, "now", _sorts_all_effects),
    "what is named as targets": lambda p: p.setattr(
        resolving, "_as_they_are_named", lambda found, body: found.play.state_for(body.targets)
    ),
    "what others say of entering": lambda p: p.setattr(
        entering_words, "as_they_would_be", lambda *_, **__: None
    ),
    "changes that look at nothing": lambda p: p.setattr(
        locking, "_as_far_as_it_looks", lambda play, *_: play.state()
    ),
}


def _asks_all_texts(asked: Any) -> Any:
    answers = {handle: asked._ask(thing) for handle, thing in asked._things.items()}
    return {handle: answer for handle, answer in answers.items() if answer}


def _asks_all_effects(asked: Any, effects: Any) -> Any:
    return [(effect, answer) for effect in effects if (answer := asked._ask(effect))]


def _sorts_all_effects(_: Any, effects: Any) -> Any:
    handles = dict.fromkeys(handle for effect in effects for handle in effect.by_object)
    return {h: [effect for effect in effects if h in effect.by_object] for h in handles}


def _nothing_apart(part: Any) -> Any:
    return (), (part,), False


def _never(changes: Any) -> bool:
    return False


def _empties(state: State, altered: frozenset[str]) -> None:
    state.groups = {}


def _everybody(engine: Layers) -> Any:
    return list(engine.state.views)


@pytest.mark.parametrize("saving", WITHOUT)
def test_without_the_saving_the_answers_are_the_same(
    saving: str, right: list[object], monkeypatch: Patch
) -> None:
    forget_memories()
    WITHOUT[saving](monkeypatch)
    wrong = [each.id for each, known in zip(boards(), right, strict=True) if answer(each) != known]
    monkeypatch.undo()
    assert wrong == []


def test_the_objects_are_often_looked_at_by_themselves(monkeypatch: Patch) -> None:
    used = []
    untouched = reaching.untouched

    def counted(*asked: Any) -> bool:
        used.append(untouched(*asked))
        return used[-1]

    monkeypatch.setattr(reaching, "untouched", counted)
    for each in boards():
        answer(each)
    assert sum(used) > LEAST_USED


def _forgets_nothing(order: Order, effect: Any, change: Any) -> None:
    order.pending.applied(effect)
    for handle, kinds in change.items():
        if "abilities" in kinds:
            order.pending.look_again(handle)


def _unchanged(part: Any, zone: str, at: Any, state: State, _: Any) -> Any:
    if state.trial_of is None:
        return None
    return frozenset(asking._meant_by(part, zone, at, state.trial_of[0])), frozenset()


def _first_ones(engine: Layers) -> Any:
    """Those that had static effects from the start."""
    first = engine.__dict__.setdefault(
        "first", [each for each in engine.state.views if engine.static_effects(each)]
    )
    return list(first)


ERRING: dict[str, Callable[[Patch], None]] = {
    "every object is untouched": lambda p: p.setattr(reaching, "untouched", lambda *_: True),
    "effects of groups reach nobody": lambda p: p.setattr(
        reaching, "may_mean", lambda play, who, source, thing, *_: source is thing
    ),
    "nothing reaches an object of a part": lambda p: p.setattr(
        neighbours, "may_mean", lambda *_: False
    ),
    "qualities ask nothing": lambda p: p.setattr(neighbours, "_qualities", lambda _: ()),
    "a subtype fits whatever the types": lambda p: p.setattr(
        neighbours, "types_for", lambda _: frozenset()
    ),
    "no text gives what replaces counters": lambda p: p.setattr(
        replacing, "_gives_replacements", lambda _: False
    ),
    "what is copied does nothing": lambda p: p.setattr(
        Play, "static_copies_are_quiet", lambda _: True
    ),
    "sources are always there": lambda p: p.setattr(
        neighbours, "_OF_A_SOURCE", reaching.Question()
    ),
    "every filter looks at one object": lambda p: p.setattr(asking, "by_itself", lambda _: True),
    "a trial changes nobody": lambda p: p.setattr(asking, "_before_the_trial", _unchanged),
    "deeds that look at each are shared": lambda p: p.setattr(
        layers, "is_same_for_all", lambda changes: bool(changes)
    ),
    "no trial": lambda p: p.setattr(Order, "may_depend", lambda *_: False),
    "no words are touched": lambda p: p.setattr(dependency, "could_touch", lambda *_: False),
    "no others": lambda p: p.setattr(Order, "_others", lambda *_: ()),
    "nothing is forgotten": lambda p: p.setattr(Order, "applied", _forgets_nothing),
    "no group is forgotten": lambda p: p.setattr(State, "forget", lambda *_: None),
    "power is never looked at": lambda p: p.setattr(
        Play, "state_for", lambda play, *_: play.state("6")
    ),
    "copying never looks around": lambda p: p.setattr(
        Play, "copying_looks_around", lambda *_: False
    ),
    "nothing says what can't be a target": lambda p: p.setattr(
        refusing, "_anything_is_said", lambda _: False
    ),
    "who gains effects has none": lambda p: p.setattr(Layers, "speaking", _first_ones),
    "an object isn't looked at again": lambda p: p.setattr(Pending, "look_again", _looks_once),
    "nothing says how others enter": lambda p: p.setattr(
        entrants, "some_touches", lambda *_: False
    ),
    "texts are asked once for all": lambda p: p.setattr(TextsAsked, "now", _asks_texts_once),
    "effects are asked once for all": lambda p: p.setattr(EffectsAsked, "now", _asks_effects_once),
    "no effect is on any object": lambda p: p.setattr(EffectsByObject, "now", lambda *_: {}),
    "nobody speaks of what enters": lambda p: p.setattr(entering_words, "_speakers", lambda *_: {}),
    "its own words ask nothing of it": lambda p: p.setattr(
        entering_with, "_asked_of_itself", lambda _: ()
    ),
    "nothing attached is off": lambda p: p.setattr(neighbours, "_is_off", lambda *_: True),
    "whatever is named is a legal target": lambda p: p.setattr(
        resolving, "_as_they_are_named", _printed_of_the_named
    ),
    "all changes look at nothing": lambda p: p.setattr(
        locking, "_as_far_as_it_looks", _copiable_of_targets
    ),
}


def _asks_texts_once(asked: Any) -> Any:
    known = asked.__dict__.setdefault("first", None)
    if known is None:
        known = asked.__dict__["first"] = _asks_all_texts(asked)
    return known


def _asks_effects_once(asked: Any, effects: Any) -> Any:
    known = asked.__dict__.setdefault("first", None)
    if known is None:
        known = asked.__dict__["first"] = _asks_all_effects(asked, effects)
    return known


def _printed_of_the_named(found: Any, body: Any) -> State:
    return reaching.copiable_state(found.play, found.targets)


def _copiable_of_targets(play: Play, step: Any, effect: Any, at: Any) -> State:
    named = tuple(each for entry in at.targets for each in entry)
    return reaching.copiable_state(play, named) if named else play.state_for(effect)


_look_again = Pending.look_again


def _looks_once(pending: Pending, handle: str) -> None:
    if handle not in pending._seen:
        _look_again(pending, handle)


@pytest.mark.parametrize("fault", ERRING)
def test_a_saving_that_leaves_out_too_much_is_noticed(
    fault: str, right: list[object], monkeypatch: Patch
) -> None:
    forget_memories()
    ERRING[fault](monkeypatch)
    pairs = zip(boards(), right, strict=True)
    noticed = any(answer(each) != known for each, known in pairs)
    monkeypatch.undo()
    assert noticed
