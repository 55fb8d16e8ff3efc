"""The classes of a pool together with those of what may resolve, and which permanents have it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.door import statics_of
from striate.quick.reach import Key
from striate.search.cone import looks_at_counters
from striate.search.copying import copy_rule
from striate.search.graveyards import reads_graveyards
from striate.search.kinds import Kind
from striate.search.options import Option
from striate.search.poolclasses import Pool, classes
from striate.search.questions import Question
from striate.search.resolving.happenings import Happening, name_of
from striate.search.resolving.targets import TARGETING
from striate.search.wellknown import card_score
from striate.solver.choice import mask_of

_OFF_THE_BOARD = (tree.LifeOf, tree.HandOf)


class Staged(Struct):
    """The permanents' classes, and those of what may resolve."""

    pool: Pool
    kinds: list[Kind]  # of what may resolve
    members: list[list[Happening]]
    spells: int  # which of them are a spell's
    uses: list[int]  # of each the classes of permanents that have it

    @property
    def spell_cards(self) -> list[tree.Card]:
        return [each.source for those in self.members for each in those if each.is_spell]


def unstaged(card: tree.Card) -> str:
    """Why a permanent of slots is on no board on which something resolves; "" if it may be.

    Cards that resolved lie in graveyards, change life totals and hands, and may tap
    something or put counters.
    """
    if copy_rule(card) is not None:
        return "enters as a copy"
    if reads_graveyards(card):
        return "looks at graveyards"
    abilities = card.faces[0].abilities
    statics = tuple(each for ability in abilities for each in statics_of(ability))
    if any_node(abilities, _OFF_THE_BOARD, closed=(tree.Activated, tree.Triggered)):
        return "looks at life totals or hands"
    if any_node(statics, looks_at_counters):
        return "looks at counters"
    if any_node(abilities, (tree.IsTapped,), closed=(tree.Activated, tree.Triggered)):
        return "looks at what is tapped"
    if any_node(abilities, _speaks_of_targets, closed=(tree.Activated, tree.Triggered)):
        return "says what can be a target"
    return ""


def _speaks_of_targets(node: tree.Node) -> bool:
    words = node.verb if isinstance(node, tree.Restrict) else ""
    text = node.words if isinstance(node, tree.Inert) else ""
    return "can't be the target" in words or "can be the targets" in text


def staged(
    question: Question,
    happenings: Iterable[Happening],
    hollow: frozenset[str] = frozenset(),
) -> Staged:
    """The classes of the question's permanents, and of what can resolve besides.

    `hollow`: of cards with these names only that they are there matters.
    """
    by_name = {name_of(each): each for each in happenings}
    stand_ins = tuple(each.card for each in by_name.values())
    both = replace(question, cards=(*question.cards, *stand_ins), tokens=False)
    targeting: frozenset[Key] = (
        TARGETING if any(h.target for h in by_name.values()) else frozenset()
    )
    mixed = classes(both, hollow, targeting=targeting)
    resolving: dict[Kind, list[Happening]] = {}
    lasting: list[tuple[Kind, list[Option]]] = []
    for kind, members in zip(mixed.kinds, mixed.members, strict=True):
        those = [by_name[each.card.name] for each in members if each.card.name in by_name]
        if those and kind.acts:
            resolving.setdefault(replace(kind, flags=()), []).extend(those)
        rest = [each for each in members if each.card.name not in by_name]
        if rest:
            lasting.append((kind, rest))
    kinds, staged_classes = list(resolving), list(resolving.values())
    offers: dict[str, frozenset[int]] = {}
    for number, happened in enumerate(staged_classes):
        for each in happened:
            if not each.is_spell:
                before = offers.get(each.source.name, frozenset())
                offers[each.source.name] = before | {number}
    pool, offered = _by_offer(mixed, lasting, offers)
    uses = [mask_of(number in those for those in offered) for number in range(len(kinds))]
    spells = mask_of(any(h.is_spell for h in each) for each in staged_classes)
    for happened in staged_classes:
        happened.sort(key=lambda h: (card_score(h.source), h.source.name))
    return Staged(pool, kinds, staged_classes, spells, uses)


def _by_offer(
    mixed: Pool,
    lasting: Sequence[tuple[Kind, list[Option]]],
    offers: dict[str, frozenset[int]],
) -> tuple[Pool, list[frozenset[int]]]:
    """The classes of permanents, told apart by which abilities they have."""
    kinds: list[Kind] = []
    members: list[list[Option]] = []
    offered: list[frozenset[int]] = []
    for kind, options in lasting:
        split: dict[frozenset[int], list[Option]] = {}
        for option in options:
            # 708.2a: what is face down has none of them.
            those = frozenset[int]() if option.down else offers.get(option.card.name, frozenset())
            split.setdefault(those, []).append(option)
        for those, same in split.items():
            kinds.append(kind)
            members.append(same)
            offered.append(those)
    return replace(mixed, kinds=kinds, members=members), offered
