"""The pool of a question, grouped into classes by what the goal can reach."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from striate.cards import tree
from striate.cards.vocabulary import CREATURE_TYPES
from striate.encodings.reach import Key, reads
from striate.search import savings
from striate.search.claims import texts_told_apart, wanted_texts
from striate.search.cone import Cone, Kind, cone_of, host_keys, kind_of, whole_kind
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, HasText, Leveler
from striate.search.options import Option, options_of
from striate.search.questions import Question
from striate.solver.collecting import uncollected


@dataclass
class Pool:
    """The classes of a pool for one goal."""

    kinds: list[Kind]
    members: list[list[Option]]
    cone: Cone
    cards: int
    left_out: dict[str, int] = field(default_factory=dict)
    exact: bool = False  # the toughness of every object is held
    hollow: frozenset[str] = frozenset()


@uncollected()
def classes(
    question: Question, goal: Goal, exact: bool = False, hollow: frozenset[str] = frozenset()
) -> Pool:
    """The pool grouped by what the goal can reach.

    `hollow`: of cards with these names only that they are there matters; so of those that are
    counted alike one without effects stands for all.
    """
    left_out: dict[str, int] = {}
    options: list[Option] = []
    seeds = _goal_keys(goal, question.any_)
    # First with chosen words open, to learn which of them can matter.
    words = creature_words(question.cards, seeds)
    cards = 0
    for card in question.cards:
        found, reason = options_of(card, words)
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        cards += 1
        options += found
    asked = [(each, any(may_answer(d, each) for d in goal.demands)) for each in options]
    asked_hosts = frozenset(host_keys(option.enchant for option, may in asked if may))
    whole = exact or question.plain
    askable = [(each, may or whole) for each, may in asked if each.card.name not in hollow]
    bystanders = [each for each in options if each.card.name in hollow]
    wanted = wanted_texts(goal) | texts_told_apart(goal, question.cards)
    cone = cone_of(askable, seeds, wanted, asked_hosts, bystanders)
    if question.plain or not savings.on("classes"):
        groups = {kind: [option] for kind, option in _singles(cone, goal, options)}
    else:
        groups = grouped(cone, goal, options, exact, hollow)
    kinds = sorted(groups, key=_similarity)
    return Pool(kinds, [groups[kind] for kind in kinds], cone, cards, left_out, exact, hollow)


def grouped(
    cone: Cone, goal: Goal, options: list[Option], exact: bool, hollow: frozenset[str]
) -> dict[Kind, list[Option]]:
    """The options by what matters of them; those of which nothing matters are no help."""
    groups: dict[Kind, list[Option]] = {}
    reach = {asked: cone.reach(asked) for asked in (True, False)}
    for option in options:
        flags = tuple(may_answer(demand, option) for demand in goal.demands)
        kind = kind_of(cone, reach[any(flags) or exact], option, flags, exact)
        if not savings.on("cone"):
            kind = whole_kind(option, flags)
        if kind.acts or any(flags) or cone.by_counts or cone.by_hosts:
            groups.setdefault(kind, []).append(option)
    return _without_echoes(groups, hollow)


def _without_echoes(
    groups: dict[Kind, list[Option]], hollow: frozenset[str]
) -> dict[Kind, list[Option]]:
    """Of hollow cards with effects only those like which there is none without."""
    if not hollow:
        return groups

    def there(kind: Kind) -> Kind:
        return replace(kind, statics=(), levels=0)

    idle = {there(kind) for kind in groups if not kind.acts}
    return {
        kind: options
        for kind, options in groups.items()
        if not kind.acts or options[0].card.name not in hollow or there(kind) not in idle
    }


def _singles(cone: Cone, goal: Goal, options: list[Option]) -> Iterator[tuple[Kind, Option]]:
    """Each option as a class of its own (the plain encoding that `bench/find` compares)."""
    reach = cone.reach(True)
    for option in options:
        flags = tuple(may_answer(demand, option) for demand in goal.demands)
        kind = kind_of(cone, reach, option, flags, exact=True)
        names = frozenset({option.face.name, repr(option.choices)})
        yield replace(kind, names=names), option


def _similarity(kind: Kind) -> tuple[Any, ...]:
    """A sort key that puts kinds with like effects together, which keeps functions small."""
    effects = [repr(static) for static in kind.statics]
    return (kind.acts, effects, sorted(kind.types), sorted(kind.subtypes), sorted(kind.colors),
            kind.power, kind.toughness, kind.mana_value, kind.flags, repr(kind.plain))  # fmt: skip


def creature_words(cards: Sequence[tree.Card], seeds: set[Key]) -> list[str]:
    """The creature types that a choice could matter for: those that some text or goal names, and
    one that stands for all others.
    """
    choosers = any(
        isinstance(ability, tree.EntersChoose) and ability.kind == "creature type"
        for card in cards
        for ability in card.faces[0].abilities
    )
    if not choosers:
        return []
    found = {word for kind, word in seeds if kind == "subtype"}
    for card in cards:
        for ability in card.faces[0].abilities:
            if isinstance(ability, tree.Static | tree.LevelSymbol | tree.Keyword):
                found |= {word for kind, word in reads(ability) if kind == "subtype"}
    return sorted({*found & set(CREATURE_TYPES), *_unnamed(cards, found)})


def _unnamed(cards: Sequence[tree.Card], named: set[str]) -> list[str]:
    """A creature type that nothing names; if there is one, also none that is printed."""
    printed = {word for card in cards for face in card.faces for word in face.subtypes}
    others = [word for word in ("Wall", *sorted(CREATURE_TYPES)) if word not in named]
    return ([word for word in others if word not in printed] or others)[:1]


def _goal_keys(goal: Goal, any_: bool) -> set[Key]:
    """The characteristics that the goal looks at, and those that stability does."""
    found: set[Key] = set() if any_ else {("toughness", "*"), ("type", "Creature")}
    for demand in goal.demands:
        if isinstance(demand.subject, AnyObject):
            found |= reads(demand.subject.filter)
        for claim in demand.claims:
            if isinstance(claim, HasText):
                found.add(("text", "*"))
                if isinstance(claim.ability, tree.Keyword):
                    found.add(("ability", claim.ability.name))
            else:
                found |= reads(claim)
    return found


def may_be_asked(goal: Goal, card: tree.Card) -> bool:
    """Whether some demand can be about the card."""
    for demand in goal.demands:
        match demand.subject:
            case CardNamed(name):
                if name == card.name or any(name == face.name for face in card.faces):
                    return True
            case Leveler():
                if any(isinstance(each, tree.LevelSymbol) for each in card.faces[0].abilities):
                    return True
            case _:
                return True
    return False


def may_answer(demand: Demand, option: Option) -> bool:
    """Whether the option's card can be what the demand asks for."""
    subject = demand.subject
    if isinstance(subject, CardNamed):
        return subject.name in (option.card.name, option.face.name)
    if isinstance(subject, Leveler):
        return option.levels > 0
    return True


def some_of(pool: Pool, numbers: Sequence[int]) -> Pool:
    """A pool of some of the classes."""
    kinds = [pool.kinds[number] for number in numbers]
    members = [pool.members[number] for number in numbers]
    return replace(pool, kinds=kinds, members=members)
