"""The classes of the atlas: permanents that do the same in a layer, and those that can be stopped.

A `Kind` is what permanents of the same card types do in one layer. Two pairs of kinds are *alike*
if they are the same up to which keywords, creature types and colours they name, and by how much
they raise power and toughness: what is found for one such pair is found for all.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from striate.cards import tree
from striate.cards.vocabulary import CREATURE_TYPES, KEYWORDS
from striate.cards.walking import rewrite
from striate.encodings.door import LAYERS
from striate.queries.atlas.meeting import pairs_that_meet
from striate.queries.atlas.parts import Bundle, Sign, ability_keys, bundles_of
from striate.queries.atlas.spreads import attaches
from striate.queries.atlas.stopping import can_take_from, takes_abilities, types_altered
from striate.quick.reach import Key, Keys, reads, touch
from striate.search.wellknown import card_score


@dataclass(frozen=True)
class Kind:
    """What permanents of these card types do in one layer."""

    bundle: Bundle
    types: tuple[str, ...]
    attaches: bool

    @property
    def layer(self) -> str:
        return self.bundle.layer


@dataclass(frozen=True)
class Body:
    """What of a permanent decides who can stop it: its types, and from which layers on it acts."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    attaches: bool
    begins: tuple[str, ...]
    types_altered: frozenset[str]

    def acts_from(self, layer: str) -> bool:
        """Whether some effect of it begins in that layer or later."""
        return any(LAYERS.index(each) >= LAYERS.index(layer) for each in self.begins)


@dataclass
class Classes:
    """All permanents that do something in a layer, by class; the best known of each class first."""

    kinds: dict[Kind, list[tree.Card]] = field(default_factory=dict)
    bodies: dict[Body, list[tree.Card]] = field(default_factory=dict)
    _words: dict[tuple[Kind, "_Around"], str] = field(default_factory=dict)

    @classmethod
    def of(cls, cards: Iterable[tree.Card]) -> "Classes":
        classes = cls()
        for card in sorted(cards, key=lambda card: (card_score(card), card.name)):
            face = card.faces[0]
            for bundle in bundles_of(card):
                kind = Kind(bundle, face.types, attaches(card))
                classes.kinds.setdefault(kind, []).append(card)
            if bundles_of(card):
                classes.bodies.setdefault(body_of(card), []).append(card)
        return classes

    def in_layer(self, layer: str) -> list[Kind]:
        return [kind for kind in self.kinds if kind.layer == layer]

    def pairs(self) -> "list[tuple[Kind, Kind]]":
        """The pairs of kinds that may meet."""
        all_pairs = []
        for layer in LAYERS:
            kinds = self.in_layer(layer)
            numbers = pairs_that_meet([kind.bundle for kind in kinds])
            all_pairs += [(kinds[a], kinds[b]) for a, b in numbers]
        return all_pairs

    def stoppings(self) -> list[tuple[Kind, Body]]:
        """What takes abilities away, with every body that it could stop."""
        return [
            (kind, body)
            for kind, cards in self.kinds.items()
            if takes_abilities(kind.bundle)
            for body in self.bodies
            if any(may_stop(card, kind.bundle, body) for card in cards)
        ]

    def likeness(self, one: Kind, other: Kind) -> str:
        """The same for pairs that are alike."""
        names: dict[str, str] = {}

        def put(match: re.Match[str]) -> str:
            word = match.group(1)
            if word in _NAMES:
                return names.setdefault(word, f"{_NAMES[word]}{len(names)}")
            return word

        return _WORD.sub(put, f"{self._beside(one, other)} meets {self._beside(other, one)}")

    def _beside(self, kind: Kind, other: Kind) -> str:
        """The kind in words that leave out what does not matter beside the other."""
        around = _around(other.bundle.signs)
        key = (kind, around)
        if key not in self._words:
            self._words[key] = _in_words(kind, around)
        return self._words[key]


_WORD = re.compile(r"'([A-Za-z' -]+)'")
_NAMES = {
    **dict.fromkeys(CREATURE_TYPES, "creature type "),
    **dict.fromkeys(KEYWORDS, "keyword "),
    **dict.fromkeys("WUBRG", "colour "),
}
_NAMELESS = tree.Opaque("unknown", tree.Prose("an ability"), touches=False)


def may_stop(card: tree.Card, bundle: Bundle, body: Body) -> bool:
    """Whether what the card does in that layer can take such a permanent's ability before it
    acts."""
    return (
        takes_abilities(bundle)
        and body.acts_from(bundle.layer)
        and can_take_from(card, bundle, body.types, body.supertypes, body.types_altered)
    )


def body_of(card: tree.Card) -> Body:
    face = card.faces[0]
    begins: dict[str, None] = {}
    for bundle in bundles_of(card):
        if any(not part.begun for part in bundle.parts):
            begins[bundle.layer] = None
    altered = types_altered(card)
    return Body(face.supertypes, face.types, attaches(card), tuple(begins), altered)


@dataclass(frozen=True)
class _Around:
    """What a kind looks at and writes in its layer; `any_`: of abilities, whatever they are."""

    touches: Keys
    writes: Keys
    any_: bool


@cache
def _around(signs: tuple[Sign, ...]) -> _Around:
    looks = frozenset[Key]().union(*(sign.others | sign.itself for sign in signs))
    writes = frozenset[Key]().union(*(sign.written for sign in signs))
    named = any(kind == "ability" and word != "*" for kind, word in looks)
    return _Around(looks | writes, writes, ("ability", "*") in looks | writes and not named)


def _in_words(kind: Kind, around: _Around) -> str:
    parts: dict[object, None] = {}
    for part in kind.bundle.parts:
        changes = tuple(dict.fromkeys(_plainer(each, around) for each in part.changes))
        who: object = part.who
        if isinstance(part.who, tree.Each) and not touch(reads(part.who), around.writes):
            who = rewrite(part.who, _coarser)
        condition: object = part.condition
        if part.condition is not None and not touch(reads(part.condition), around.writes):
            condition = "some condition"
        parts[who, condition, changes, part.begun, part.given] = None
    return repr((tuple(parts), kind.types, kind.attaches))


_COARSE = (
    tree.Each, tree.AllOf, tree.AnyOf, tree.Not, tree.HasType, tree.HasSupertype, tree.ControlledBy,
    tree.Other,
)  # fmt: skip


def _coarser(value: object) -> object:
    """Of a group that the other does not change, types and players; what else it asks is one."""
    if isinstance(value, tree.Node) and not isinstance(value, _COARSE):
        return tree.HasSubtype("some quality")
    return value


def _plainer(change: tree.Change, around: _Around) -> object:
    """Numbers of bonuses are one number; abilities that the other does not touch, one ability."""
    match change:
        case tree.ModifyPT(power=tree.Num(), toughness=tree.Num()):
            return tree.ModifyPT(tree.Num(1), tree.Num(1))
        case tree.GainAbilities() | tree.LoseAbilities() | tree.CantHave():
            kept = (each for each in change.abilities if _stands_out(each, around))
            return type(change)((*dict.fromkeys(kept), _NAMELESS))
    return change


def _stands_out(ability: tree.Ability, around: _Around) -> bool:
    """Whether it acts, or the other looks at it or takes it by its name."""
    if not isinstance(ability, tree.Keyword):
        return isinstance(ability, tree.Static)
    return not around.any_ and touch(ability_keys(ability), around.touches)
