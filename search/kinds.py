"""Classes: what matters of an option, so that options of one class can stand for one another."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any

from striate.boards.deeds import is_kept_off
from striate.cards import tree
from striate.cards.costs import symbols
from striate.cards.walking import any_node
from striate.encodings.door import LAYERS, layer_of, statics_of
from striate.quick.reach import Key, Keys
from striate.search.cone import (
    ENTERING,
    OTHER_ABILITY,
    Cone,
    acts,
    counter_matters,
    in_keys,
    mark,
    marks,
)
from striate.search.entering import chapters_in
from striate.search.legendrule import waives
from striate.search.options import Option, Standing, is_of_night, told_of_players


class Kind(Standing, frozen=True, kw_only=True):
    """A class of options that the question cannot tell apart: what matters of them."""

    names: frozenset[str]
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[str]
    power: int
    toughness: int
    mana_value: int
    cost: str
    plain: frozenset[tree.Ability] = frozenset()
    flags: tuple[bool, ...] = ()  # which demands of the goal its card may answer
    card: str = ""  # its card, where something could copy it or it is a copy
    told: tuple[tuple[str, str], ...] = ()  # facts about players that its step tells
    down: bool = False  # it is face down, and something looks at that
    made: tree.Face | None = None  # it is this token, which stands behind what makes it
    waives: bool = False  # it says that the legend rule doesn't apply (704.5j)
    night: bool | None = None  # it is up by night alone, or by day (702.145)
    makes: tuple[tuple[tree.Face, int | None], ...] = ()  # such tokens, how many; None: any number
    forbids: frozenset[tree.Ability] = frozenset()  # what it says that can't be: for the replay

    @property
    def acts(self) -> bool:
        return bool(self.statics)

    @property
    def enters(self) -> bool:
        """Whether it enters with counters or makes tokens, if nothing takes the ability away."""
        return bool(self.counters or self.opens or self.makes)


def kind_of(cone: Cone, option: Option, flags: tuple[bool, ...]) -> Kind:
    """What matters of an option."""
    face = option.face
    statics: list[tree.Static] = []
    plain = set(marks(option.texts, cone.wanted))
    counted = OTHER_ABILITY in cone.wanted
    for printed in (*option.statics, *option.plain):
        for each in cone.ability(printed):
            if not isinstance(each, tree.Static):
                # What stands for a text is so of the whole of it, of which slots may hold a part.
                if printed not in option.statics or not (counted or each == mark(printed)):
                    plain.add(each)
            elif not _is_told_apart(printed, option):
                statics.append(each)
    keys = cone.keys
    counters = tuple(each for each in option.counters if counter_matters(keys, each[0]))
    opens = tuple(each for each in option.opens if counter_matters(keys, each[0]))
    entering = frozenset({ENTERING} if cone.takes and (counters or opens) else ())
    has_texts = in_keys(keys, "ability") or in_keys(keys, "text")
    chapters = chapters_in(face) if counter_matters(keys, "lore") else frozenset()
    return Kind(
        **printed_words(face, keys),
        **_as_it_stands(
            option,
            statics=tuple(statics),
            counters=counters,
            starting=tuple(each for each in option.starting if counter_matters(keys, each[0])),
            levels=option.levels if statics else 0,
            opens=opens,
            token=option.token and in_keys(keys, "token"),
        ),
        mana_value=option.mana_value if in_keys(keys, "cost") else 0,
        cost=_colored_cost(face.mana_cost) if in_keys(keys, "cost") else "",
        plain=entering | chapters | (frozenset(plain) if has_texts else frozenset()),
        forbids=_forbidding(option),
        flags=flags,
        down=bool(option.down) and in_keys(keys, "face down"),
    )


def _forbidding(option: Option) -> frozenset[tree.Ability]:
    """What it says that can't be, as far as the replay alone looks at it."""
    return frozenset(e for e in (*option.statics, *option.plain) if any_node(e, _forbids))


def _forbids(node: tree.Node) -> bool:
    """101.2: whether it says what can't enter, or be attached to something."""
    return is_kept_off(node) or isinstance(node, tree.Restrict) and node.verb == "can't enter"


def _as_it_stands(option: Option, **restricted: Any) -> dict[str, Any]:
    """What an option does, enters with and tells; `restricted` to what matters of it."""
    standing: dict[str, Any] = {name: getattr(option, name) for name in Standing.__struct_fields__}
    waiving = any(map(waives, option.plain))
    told = {"told": told_of_players(option), "night": is_of_night(option.face), "waives": waiving}
    return standing | told | restricted


def printed_words(face: tree.Face, keys: AbstractSet[Key]) -> dict[str, Any]:
    """What is printed on a face, as far as the keys tell it apart."""

    def kept(kind: str, words: Iterable[str]) -> frozenset[str]:
        return frozenset(word for word in words if in_keys(keys, kind, word))

    return {
        "names": kept("name", (face.name,)),
        "supertypes": kept("supertype", face.supertypes),
        "types": kept("type", face.types),
        "subtypes": kept("subtype", face.subtypes),
        "colors": kept("color", face.colors),
        "power": (face.power or 0) if in_keys(keys, "power") else 0,
        "toughness": (face.toughness or 0) if in_keys(keys, "toughness") else 0,
    }


def _is_told_apart(ability: tree.Ability, option: Option) -> bool:
    """Whether it is a keyword of which what it does stands among the option's static abilities."""
    return isinstance(ability, tree.Keyword) and any(
        static in option.statics for static in statics_of(ability)
    )


def whole_kind(option: Option, flags: tuple[bool, ...] = (), *, texts: bool = True) -> Kind:
    """The option as a class of its own, with everything that is printed on it.

    `texts`: what it does, and that it has the text, are told apart.
    """
    face = option.face
    acting = tuple(each for each in option.statics if _in_some_layer(each))
    entering = [ENTERING] if option.counters or option.opens else []
    return Kind(
        **printed_words(face, _EVERY_WORD),
        **_as_it_stands(option, statics=acting),
        mana_value=option.mana_value,
        cost=face.mana_cost,
        plain=frozenset({*option.plain, *option.statics, *entering} - {*acting})
        | frozenset(mark(each) for each in option.texts if texts and acts(each))
        | chapters_in(face),
        flags=flags,
        down=bool(option.down),
    )


_PRINTED = ("name", "supertype", "type", "subtype", "color", "power", "toughness")
_EVERY_WORD: Keys = frozenset((kind, "*") for kind in _PRINTED)


def _in_some_layer(static: tree.Static) -> bool:
    return any(layer_of(change) in LAYERS for each in static.effects for change in each.changes)


def _colored_cost(cost: str) -> str:
    """What devotion and the like see of a cost (700.5)."""
    colored = [each for each in symbols(cost) if set(each) & set("WUBRG")]
    return "".join(f"{{{each}}}" for each in sorted(colored))
