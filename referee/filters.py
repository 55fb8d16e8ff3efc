"""What is true of one object: each filter of the tree, tested against a state.

Names: `handle` is the object in question, `at` whose words the filter is in.
"""

from striate.cards import tree
from striate.cards.tree import Keyword, Node
from striate.cards.vocabulary import PERMANENT_TYPES, PLAYER_FACTS, VARIANTS
from striate.referee.abilitykinds import is_kind
from striate.referee.amounts import value_of
from striate.referee.asking import TESTS, all_matching, color_letter, matches, shared_values
from striate.referee.choosing import word_for
from striate.referee.references import linked, looked_at, objects_of, seats, speaker
from striate.referee.state import State, stat
from striate.timeline.context import Context


def chosen(word: str, at: Context) -> str:
    """607.2d: a word, or the one that was chosen; types are capitalised as in the tree."""
    value = word_for(word, at.choices) if word.startswith("@") else word
    return "" if value.startswith("@") else value


def compare(left: int | None, op: str, right: int) -> bool:
    """A comparison; nothing compares with a value that is not there (208.3)."""
    if left is None:
        return False
    if op == "=":
        return left == right
    if op == "!=":
        return left != right
    if op == "<":
        return left < right
    if op == "<=":
        return left <= right
    return left > right if op == ">" else left >= right


def compares(left: int, op: str, right: tree.Amount, at: Context, state: State, now: State) -> bool:
    """A comparison with an amount."""
    return compare(left, op, value_of(right, at, now))


def _has_type(part: tree.HasType, handle: str, at: Context, state: State) -> bool:
    return chosen(part.type, at) in state.views[handle].types


def _has_subtype(part: tree.HasSubtype, handle: str, at: Context, state: State) -> bool:
    return chosen(part.subtype, at) in state.views[handle].subtypes


def _has_supertype(part: tree.HasSupertype, handle: str, at: Context, state: State) -> bool:
    return part.supertype in state.views[handle].supertypes


def _has_color(part: tree.HasColor, handle: str, at: Context, state: State) -> bool:
    return color_letter(part.color, at) in state.views[handle].colors


def _color_count(part: tree.ColorCount, handle: str, at: Context, state: State) -> bool:
    return compare(len(state.views[handle].colors), part.op, part.number)


def _named(part: tree.Named, handle: str, at: Context, state: State) -> bool:
    wanted = chosen(part.name, at)
    if wanted == "~":
        source = state.views.get(at.source or "")
        wanted = source.text.name if source is not None else at.card
    # 709.4a: a split card has two names.
    return wanted != "" and wanted in state.views[handle].name.split(" // ")


def _is_token(part: Node, handle: str, at: Context, state: State) -> bool:
    return state.thing(handle).token


def _is_permanent_card(part: Node, handle: str, at: Context, state: State) -> bool:
    return not state.views[handle].types.isdisjoint(PERMANENT_TYPES)


def _has_keyword(part: tree.HasKeyword, handle: str, at: Context, state: State) -> bool:
    # 702.29f: typecycling abilities are cycling abilities, and so of the other variants.
    wanted = chosen(part.keyword, at).lower()
    abilities = (held.ability for held in state.views[handle].abilities)
    names = {each.name for each in abilities if isinstance(each, Keyword)}
    return wanted in names or wanted in map(VARIANTS.get, names)


def _has_no_abilities(part: Node, handle: str, at: Context, state: State) -> bool:
    return not state.views[handle].abilities


def _has_ability_kind(part: tree.HasAbilityKind, handle: str, at: Context, state: State) -> bool:
    return any(is_kind(held.ability, part.kind) for held in state.views[handle].abilities)


def _stat_is(part: tree.StatIs, handle: str, at: Context, state: State) -> bool:
    mine, about = stat(part.stat, handle, state), at.about(handle)
    return mine is not None and compares(mine, part.op, part.amount, about, state, state.now)


def _is_extreme(part: tree.IsExtreme, handle: str, at: Context, state: State) -> bool:
    mine = stat(part.stat, handle, state)
    among = all_matching(part.among, state.views[handle].zone, at, state)
    values = [number for h in among if (number := stat(part.stat, h, state)) is not None]
    if mine is None or handle not in among:
        return False
    return mine == (max(values) if part.which == "greatest" else min(values))


def _has_counter(part: tree.HasCounter, handle: str, at: Context, state: State) -> bool:
    counters = state.thing(handle).counters
    number = sum(counters.values()) if part.kind is None else counters.get(part.kind, 0)
    return compare(number, part.op, part.number)


def _has_attached(part: tree.HasAttached, handle: str, at: Context, state: State) -> bool:
    return any(
        thing.attached_to == handle
        and thing.handle in state.views
        and matches(part.by, thing.handle, at, state)
        for thing in state.game.on_battlefield()
    )


def _is_attached_to(part: tree.IsAttachedTo, handle: str, at: Context, state: State) -> bool:
    host = state.thing(handle).attached_to
    if host is None or host not in state.views:
        return False
    if type(part.to) in TESTS:
        return TESTS[type(part.to)](part.to, host, at, state)
    return host in objects_of(part.to, at, state)


def _is_tapped(part: Node, handle: str, at: Context, state: State) -> bool:
    thing = state.thing(handle)
    return state.path.is_tapped(handle, thing.tapped, thing.taps)


def _is_face_down(part: Node, handle: str, at: Context, state: State) -> bool:
    return state.thing(handle).face_down is not None


def _is_transformed(part: Node, handle: str, at: Context, state: State) -> bool:
    return state.thing(handle).transformed


def _was_cast(part: Node, handle: str, at: Context, state: State) -> bool:
    """601.1, 707.10: a spell that is there and is no copy that an effect put there."""
    thing = state.thing(handle)
    return thing.zone == "stack" and not thing.copy_of_spell


def _in_zone(part: tree.InZone, handle: str, at: Context, state: State) -> bool:
    return part.zone == "any" or state.views[handle].zone == part.zone


def _controlled_by(part: tree.ControlledBy, handle: str, at: Context, state: State) -> bool:
    """109.4: only permanents, spells, emblems and such cards (109.4c-g) have a controller."""
    zone = state.views[handle].zone
    if zone in ("graveyard", "hand", "library", "exile"):
        return False
    if zone == "command" and not state.thing(handle).belongs_in_command:
        return False
    return state.views[handle].controller in seats(part.player, at, state)


def _owned_by(part: tree.OwnedBy, handle: str, at: Context, state: State) -> bool:
    return state.views[handle].owner in seats(part.player, at, state)


def _other(part: Node, handle: str, at: Context, state: State) -> bool:
    """Other than the object that says it, if one does; a text's "other than the target" names
    it."""
    return handle != at.source


def _is(part: tree.Is, handle: str, at: Context, state: State) -> bool:
    return handle in objects_of(part.ref, at, state)


def _shares_with(part: tree.SharesWith, handle: str, at: Context, state: State) -> bool:
    if isinstance(part.ref, tree.Each):
        others, seen = all_matching(part.ref.filter, part.ref.zone, at, state), state.now
    else:
        others, seen = looked_at(part.ref, at, state.now)
        others = others[-1:]
    mine = shared_values(part.what, state.views[handle])
    return any(
        not mine.isdisjoint(shared_values(part.what, seen.views[other]))
        for other in others
        if not (part.other and other == handle)
    )


def _exiled_with(part: Node, handle: str, at: Context, state: State) -> bool:
    return handle in linked(at, state)


def _is_commander(part: Node, handle: str, at: Context, state: State) -> bool:
    path = state.unknown(at, "is a commander")
    return path.is_so("is a commander", handle, speaker(at, state))


def _unknown(part: tree.Unknown, handle: str, at: Context, state: State) -> bool:
    """109.1: players are no objects; of the rest, what the board does not tell is asked."""
    if part.fact in PLAYER_FACTS:
        return False
    return state.unknown(at, part.fact).is_so(part.fact, handle, speaker(at, state))


def _all_of(part: tree.AllOf, handle: str, at: Context, state: State) -> bool:
    """What no board need tell is asked only of what fits otherwise."""
    decidable = [p for p in part.parts if not isinstance(p, tree.Unknown)]
    unknown_parts = [p for p in part.parts if isinstance(p, tree.Unknown)]
    return all(TESTS[type(p)](p, handle, at, state) for p in (*decidable, *unknown_parts))


def _any_of(part: tree.AnyOf, handle: str, at: Context, state: State) -> bool:
    return any(TESTS[type(p)](p, handle, at, state) for p in part.parts)


def _not(part: tree.Not, handle: str, at: Context, state: State) -> bool:
    return not TESTS[type(part.part)](part.part, handle, at, state)


TESTS.update(
    {
        tree.HasType: _has_type,
        tree.HasSubtype: _has_subtype,
        tree.HasSupertype: _has_supertype,
        tree.HasColor: _has_color,
        tree.ColorCount: _color_count,
        tree.Named: _named,
        tree.IsToken: _is_token,
        tree.IsPermanentCard: _is_permanent_card,
        tree.HasKeyword: _has_keyword,
        tree.HasNoAbilities: _has_no_abilities,
        tree.HasAbilityKind: _has_ability_kind,
        tree.StatIs: _stat_is,
        tree.IsExtreme: _is_extreme,
        tree.HasCounter: _has_counter,
        tree.HasAttached: _has_attached,
        tree.IsAttachedTo: _is_attached_to,
        tree.IsTapped: _is_tapped,
        tree.IsFaceDown: _is_face_down,
        tree.IsTransformed: _is_transformed,
        tree.WasCast: _was_cast,
        tree.HasDesignation: lambda part, handle, at, state: (
            part.word in state.thing(handle).designations
        ),
        tree.InZone: _in_zone,
        tree.ControlledBy: _controlled_by,
        tree.OwnedBy: _owned_by,
        tree.Other: _other,
        tree.Is: _is,
        tree.SharesWith: _shares_with,
        tree.ExiledWith: _exiled_with,
        tree.IsCommander: _is_commander,
        tree.Unknown: _unknown,
        tree.AllOf: _all_of,
        tree.AnyOf: _any_of,
        tree.Not: _not,
    }
)
