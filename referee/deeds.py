"""613.8a "what it does": a change with every variable replaced by its value for one object.

Two concrete changes are equal exactly when the effect does the same to the object. What an
effect would do is decided here, before anything is written; the writers only write.
"""

from collections.abc import Callable

import msgspec

from striate.cards import tree
from striate.cards.tree import Amount, Node, Num, Who
from striate.cards.walking import rewrite
from striate.referee import asking
from striate.referee.abilitykinds import is_kind
from striate.referee.choosing import filled
from striate.referee.control import GivenTo
from striate.referee.effects import TextOfOther
from striate.referee.faces import shown, up
from striate.referee.references import looked_at, objects_of, seats
from striate.referee.state import State
from striate.referee.text import FullText, TextBox
from striate.referee.typeline import EVERY, FAMILIES_OF, fits
from striate.referee.values import View
from striate.timeline.context import Context


def deeds(changes: tuple[Node, ...], handle: str, at: Context, state: State) -> tuple[Node, ...]:
    """What these parts of one effect do to that object now."""
    about = at.about(handle)
    view = state.views[handle]
    types = _types_given(changes, view)
    done: list[Node] = []
    for change in changes:
        concrete = _CONCRETE.get(type(change))
        result = change if concrete is None else concrete(change, about, view, state)
        if isinstance(result, tree.SetSubtypes) and _is_undefined(result.subtypes):
            continue
        if result is not None:
            done.append(_fitting(result, types))
    return tuple(done)


def _is_undefined(subtypes: tuple[str, ...]) -> bool:
    """607.5a: a type that was never chosen: that part does nothing."""
    return bool(subtypes) and all(word.startswith("@") for word in subtypes)


def group(who: Who, at: Context, state: State) -> tuple[str, ...]:
    """611.3a: the objects that the words mean now."""
    if isinstance(who, tree.Each):
        return asking.all_matching(who.filter, who.zone, at, state)
    if isinstance(who, tree.Those):
        # 608.2c: "they" are those that the earlier instruction meant, not those that match now.
        return objects_of(who, at, state) if who.group in at.named else group(who.group, at, state)
    return objects_of(who, at, state)


def _asked(of: Who, at: Context, state: State) -> tuple[tuple[str, ...], State]:
    """608.2h: the objects whose characteristics are taken, and the state in which they are."""
    if isinstance(of, tree.Each | tree.Those):
        return group(of, at, state), state
    return looked_at(of, at, state)


def _types_given(changes: tuple[Node, ...], view: View) -> frozenset[str]:
    types = set(view.types)
    for change in changes:
        if isinstance(change, tree.SetTypes):
            types = set()
    for change in changes:
        if isinstance(change, tree.SetTypes | tree.AddTypes):
            types.update(change.types)
    return frozenset(types)


def _fitting(change: Node, types: frozenset[str]) -> Node:
    """205.3d: subtypes that the object can't gain are no part of what the effect does to it."""
    if isinstance(change, tree.AddTypes):
        every = tuple(kind for kind in change.every if any(fits(w, types) for w in EVERY[kind][:1]))
        return tree.AddTypes(
            change.types, _gainable(change.subtypes, types), change.supertypes, every
        )
    if isinstance(change, tree.SetSubtypes):
        return tree.SetSubtypes(change.family, _gainable(change.subtypes, types))
    return change


def _gainable(subtypes: tuple[str, ...], types: frozenset[str]) -> tuple[str, ...]:
    """205.3d, 607.2d: those that fit its types; a choice that was not made names none."""
    return tuple(word for word in subtypes if fits(word, types) and not word.startswith("@"))


def _number(amount: Amount | None, at: Context, state: State) -> Num | None:
    return None if amount is None else Num(asking.value(amount, at, state))


def _set_controller(
    change: tree.SetController, at: Context, view: View, state: State
) -> Node | None:
    players = seats(change.player, at, state)
    return GivenTo(players[0]) if players else None


def _become_copy(change: tree.BecomeCopy, at: Context, view: View, state: State) -> Node | None:
    """707.2c: handled by the engine, which knows when the effect first applied."""
    return change


def _full_text(change: tree.FullTextOf, at: Context, view: View, state: State) -> Node | None:
    """612.6: the text of the other object, with what is kept in addition."""
    originals, seen = _asked(change.of, at, state)
    if not originals:
        return None
    other = seen.views[originals[-1]]
    kept = (*other.text.abilities, *change.keep)
    # 612.6 names these characteristics only.
    text = msgspec.structs.replace(
        other.text, abilities=kept, loyalty="", defense="", front_cost=None, bottom=None
    )
    return FullText(text, other.mana_value, originals[-1])


def _text_of_other(change: TextOfOther, at: Context, view: View, state: State) -> Node | None:
    """612.5: the rules text of the other object; of a token that is gone, what it entered with."""
    other = state.views.get(change.other)
    if other is None:
        gone = state.game.things.get(change.other)
        if gone is None:
            return None
        whole = up(gone.faces, gone.layout, "battlefield", transformed=False)
        return TextBox(shown(whole, flipped=False, unlocked=gone.unlocked).abilities)
    return TextBox(tuple(held.ability for held in other.abilities if held.origin == "text"))


def _fill(change: Node, at: Context, view: View, state: State) -> Node | None:
    return filled(change, at.choices)


def _set_colors(change: Node, at: Context, view: View, state: State) -> Node | None:
    assert isinstance(change, tree.SetColors | tree.AddColors)
    colors = tuple(sorted({asking.color_letter(color, at) for color in change.colors} - {""}))
    if change.colors and not colors:
        return None  # the colour was not chosen
    return tree.SetColors(colors) if isinstance(change, tree.SetColors) else tree.AddColors(colors)


def _subtypes_of(change: tree.SubtypesOf, at: Context, view: View, state: State) -> Node | None:
    return subtypes_now(change, at, state)


def subtypes_now(change: tree.SubtypesOf, at: Context, state: State) -> Node:
    """205.1b: the subtypes of that family that those objects have at this moment."""
    words_now: set[str] = set()
    of, seen = _asked(change.of, at, state)
    for handle in of:
        words = seen.views[handle].subtypes
        words_now.update(word for word in words if change.family in FAMILIES_OF.get(word, ()))
    subtypes = tuple(sorted(words_now))
    if change.add:
        return tree.AddTypes(subtypes=subtypes)
    return tree.SetSubtypes(change.family, subtypes)


def _gain(change: tree.GainAbilities, at: Context, view: View, state: State) -> Node | None:
    return tree.GainAbilities(given_by(at.source or "", filled(change.abilities, at.choices)))


def given_by(handle: str, abilities: tuple[tree.Ability, ...]) -> tuple[tree.Ability, ...]:
    """201.5a: the name of what gives an ability means that very object, in the ability too."""

    def named(part: object) -> object:
        if part == tree.Granter():
            return tree.Granter(handle)
        if isinstance(part, tree.Activated) and "^" in part.cost:
            cost = part.cost.replace("^", handle)
            return rewrite(msgspec.structs.replace(part, cost=cost), named)
        return part

    known: tuple[tree.Ability, ...] = rewrite(abilities, named)
    return known


def _gain_of(change: tree.GainAbilitiesOf, at: Context, view: View, state: State) -> Node | None:
    """613.1f: the abilities of that kind that each object of the group has now."""
    abilities: list[tree.Ability] = []
    of, seen = _asked(change.of, at, state)
    for handle in of:
        abilities.extend(held.ability for held in seen.views[handle].abilities)
    kept = [ability for ability in abilities if _is_wanted(ability, change)]
    if change.kind != "all":
        # 716.2a: of a class level bar, which is an activated and a static ability, the former.
        kept = [
            tree.ClassLevel(ability.level, ability.cost, ())
            if isinstance(ability, tree.ClassLevel)
            else ability
            for ability in kept
        ]
    if change.kind == "keywords":
        kept = list(dict.fromkeys(kept))
    return tree.GainAbilities(tuple(kept))


def _is_wanted(ability: tree.Ability, change: tree.GainAbilitiesOf) -> bool:
    if change.kind == "all":
        return True
    if change.kind == "keywords":
        return isinstance(ability, tree.Keyword) and (
            not change.keywords or ability.name in change.keywords
        )
    if change.kind == "activated and triggered":
        return is_kind(ability, "activated") or is_kind(ability, "triggered")
    if change.kind == "loyalty":
        return isinstance(ability, tree.Activated) and ability.loyalty
    if change.kind == "activated but mana":
        return is_kind(ability, "activated") and not is_kind(ability, "mana")
    if change.kind == "activated but loyalty":
        loyal = isinstance(ability, tree.Activated) and ability.loyalty
        return is_kind(ability, "activated") and not loyal
    return is_kind(ability, change.kind)


def _set_pt(change: Node, at: Context, view: View, state: State) -> Node | None:
    assert isinstance(change, tree.DefinePT | tree.SetBasePT)
    power, toughness = _number(change.power, at, state), _number(change.toughness, at, state)
    return tree.SetBasePT(power, toughness)


def _modify(change: tree.ModifyPT, at: Context, view: View, state: State) -> Node | None:
    if _is_doubling(change.power, "power") and _is_doubling(change.toughness, "toughness"):
        # 701.10c: a power of -2 is doubled to -4, so nothing stops at 0 here.
        whole = (asking.value(half, at, state) for half in (change.power, change.toughness))
        return tree.ModifyPT(*map(Num, whole))
    return tree.ModifyPT(
        Num(_added(change.power, at, state)), Num(_added(change.toughness, at, state))
    )


def _is_doubling(half: Amount, stat: tree.Stat) -> bool:
    """701.10b, 701.11b: that half is left alone, or adds what the object has of it."""
    inner = half.amount if isinstance(half, tree.Times) and half.factor == 2 else half
    return inner in (Num(0), tree.StatOf(stat, tree.Affected()))


def _added(amount: Amount, at: Context, state: State) -> int:
    """107.1b: where a calculation gives less than 0, "+X" and "-X" have an X of 0."""
    if isinstance(amount, Num):
        return amount.value
    if isinstance(amount, tree.Times):
        return amount.factor * _added(amount.amount, at, state)
    return max(asking.value(amount, at, state), 0)


_CONCRETE: dict[type, Callable[..., Node | None]] = {
    tree.SetController: _set_controller,
    tree.BecomeCopy: _become_copy,
    tree.FullTextOf: _full_text,
    TextOfOther: _text_of_other,
    tree.SetName: _fill,
    tree.ReplaceWords: _fill,
    tree.SetTypes: _fill,
    tree.AddTypes: _fill,
    tree.RemoveTypes: _fill,
    tree.SetSubtypes: _fill,
    tree.SubtypesOf: _subtypes_of,
    tree.SetColors: _set_colors,
    tree.AddColors: _set_colors,
    tree.GainAbilities: _gain,
    tree.GainAbilitiesOf: _gain_of,
    tree.LoseAbilities: _fill,
    tree.LoseAllAbilities: _fill,
    tree.CantHave: _fill,
    tree.DefinePT: _set_pt,
    tree.SetBasePT: _set_pt,
    tree.ModifyPT: _modify,
}
