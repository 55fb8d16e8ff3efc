"""Cards that only are there, counted or as what something is attached to: of those alike, one.

Loses no board iff of a permanent that only is there nothing matters but what the others read of it
(what decides what they count and what they can be attached to), and that it lasts: then a harmless
card stands for it, with no effects, not attached to anything and protected from nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from striate.cards import tree
from striate.quick.reach import reads
from striate.search.cone import Cone
from striate.search.kinds import Kind, kind_of
from striate.search.options import Option

_PROTECTION = ("ability", "protection")


def without_echoes(
    cone: Cone, acting: Sequence[Option], bystanders: list[Option], exact: bool
) -> list[Option]:
    """Those bystanders that are harmless, or like which no harmless one is.

    `cone`: of the others alone, `acting`.
    """
    protected = any(_PROTECTION in reads(static) for option in acting for static in option.statics)
    signs = [_sign(cone, option, exact, protected) for option in bystanders]
    harmless = [_is_harmless(option) for option in bystanders]
    known = {sign for sign, good in zip(signs, harmless, strict=True) if good}
    return [
        option
        for option, sign, good in zip(bystanders, signs, harmless, strict=True)
        if good or sign not in known
    ]


def _sign(cone: Cone, option: Option, exact: bool, protected: bool) -> Kind:
    """What the others read of it. `told`: they tell protected permanents from others."""
    kind = kind_of(cone, cone.reach(exact), option, (), exact)
    plain = frozenset(each for each in kind.plain if protected or not _protects(each))
    return replace(kind, statics=(), plain=plain, levels=0, enchant=None, equipment=False,
                   equips=(), opens=(), told=())  # fmt: skip


def _is_harmless(option: Option) -> bool:
    """704.5f, 704.5j: it lasts, beside another of its name too."""
    face = option.face
    attached = option.enchant is not None or option.equipment
    counted = option.opens or option.counters or option.starting
    changes = option.statics or option.levels or counted
    lasts = "Creature" not in face.types or (face.toughness or 0) > 0
    bare = "Legendary" not in face.supertypes and not any(map(_protects, option.plain))
    return lasts and bare and not attached and not changes


def _protects(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name == "protection"
