"""The pool of a question, grouped into classes by what the goal can reach."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.quick.reach import Key, reads
from striate.search import savings
from striate.search.chosen import (
    creature_words,
    given_by,
)
from striate.search.claims import texts_told_apart, wanted_texts, word_keys
from striate.search.cone import Cone, cone_of
from striate.search.copying import copies, uncopied
from striate.search.facedown import asks_face_down, by_their_cards, named_in
from striate.search.goals import (
    RELATIONS,
    AnyObject,
    CardNamed,
    Demand,
    Goal,
    HasText,
    Leveler,
    Printed,
    speaks_of,
)
from striate.search.graveyards import Graves, graves_of, of_battlefield, read_graveyards
from striate.search.kinds import Kind, kind_of, whole_kind
from striate.search.options import Option, face_down_options, is_by_its_card, options_of
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question
from striate.search.tokens import marked, token_options
from striate.solver.choice import mask_of
from striate.spreading.collecting import uncollected


class Pool(Struct):
    """The classes of a pool for one goal."""

    kinds: list[Kind]
    members: list[list[Option]]
    exact: bool = False  # what falls before the last one enters is looked at (704.3)
    graves: Graves = field(default_factory=Graves)

    @property
    def answering(self) -> list[int]:
        """Of each demand the classes that may answer it, as a mask."""
        return [*map(mask_of, zip(*(kind.flags for kind in self.kinds), strict=True))]


@uncollected()
def classes(
    question: Question,
    hollow: frozenset[str] = frozenset(),
    targeting: frozenset[Key] = frozenset(),
) -> Pool:
    """The pool grouped by what the goal can reach.

    `hollow`: of cards with these names only that they are there matters. `targeting`: what decides
    what can be a target, where something is.
    """
    options: list[Option] = []
    goal = question.goal
    seeds = _goal_keys(goal)
    facts = facts_of(question.cards)
    copying = facts.copying
    words = creature_words(question.cards, seeds | _said_in_texts(goal), question.types)
    lying = facts.standing_down(question)
    for card in question.cards:
        pool_of_classes, reason = options_of(card, () if card.name in hollow else words)
        if not reason or card in copying:
            options += [each for each in pool_of_classes if not each.down]
        options += face_down_options(card, lying.get(card.name, ()))
    options += [option for card in copying for option in uncopied(card)]
    bases = [option for option in options if not (option.down or option.form)]
    for card in copying:
        options += copies(card, bases, words)
    if question.tokens and len(question.cards) <= MANY:
        options += token_options(options)
    looked_at = question.graveyard and any(read_graveyards(each.statics) for each in options)
    if not looked_at and savings.on("elsewhere"):
        options = [of_battlefield(option) for option in options]
    copied = targeting.union(*(reads(each.copies) for each in options if each.copies))
    acting = [each for each in options if each.card.name not in hollow]
    bystanders = [each for each in options if each.card.name in hollow]
    printed = (face.abilities for card in question.cards for face in card.faces)
    texts = chain(printed, (each.texts for each in options))
    wanted = wanted_texts(goal) | texts_told_apart(goal, texts)
    makes = any(option.token for option in options)
    cone = cone_of(acting, seeds, wanted, bystanders, copied, makes=makes)
    cone.counts |= speaks_of(goal, RELATIONS)  # what is asked for is compared with any of them
    groups = grouped(cone, goal, [*acting, *bystanders], hollow)
    kinds = sorted(groups, key=_similarity)
    graves = graves_of(question.graveyard, question.places, kinds)
    members = [groups[kind] for kind in kinds]
    return Pool(kinds, members, graves=graves)


def grouped(
    cone: Cone,
    goal: Goal,
    options: list[Option],
    hollow: frozenset[str],
) -> dict[Kind, list[Option]]:
    """The options by what matters of them; those of which nothing matters are no help."""
    groups: dict[Kind, list[Option]] = {}
    tokens = any(option.token for option in options)
    bases = {option.copied for option in options}
    for option in options:
        is_hollow = option.card.name in hollow
        flags = tuple(not is_hollow and may_answer(demand, option) for demand in goal.demands)
        copying = bool(option.copied) or (
            option.card.name in bases and not (option.down or option.form)
        )
        kind = kind_of(cone, option, flags)
        if not savings.on("cone"):
            kind = whole_kind(option, flags)
        if copying:
            kind = replace(kind, card=option.card.name)
        if tokens:
            kind = marked(kind, option, cone.takes)
        if not savings.on("classes"):
            kind = replace(kind, names=frozenset({option.face.name, repr(option.choices)}))
        if kind.card or kind.acts or kind.makes or kind.waives or any(flags) or cone.counts:
            groups.setdefault(kind, []).append(option)
    return groups


def _similarity(kind: Kind) -> tuple[Any, ...]:
    """A sort key that puts kinds with like effects together, which keeps functions small."""
    effects = [repr(static) for static in kind.statics]
    plain = sorted(map(repr, kind.plain))  # not as hashes have them: every run has one order
    return (kind.acts, effects, sorted(kind.types), sorted(kind.subtypes), sorted(kind.colors),
            kind.power, kind.toughness, kind.mana_value, kind.flags, plain)  # fmt: skip


def _goal_keys(goal: Goal) -> set[Key]:
    """The characteristics that the goal looks at, and those that stability does (704.5f)."""
    keys: set[Key] = {("toughness", "*"), ("type", "Creature")}
    for demand in goal.demands:
        if isinstance(demand.subject, AnyObject):
            keys |= reads(demand.subject.filter)
        for claim in demand.claims:
            if isinstance(claim, HasText):
                keys.add(("text", "*"))
                if isinstance(claim.ability, tree.Keyword):
                    keys.add(("ability", claim.ability.name))
            else:
                keys |= reads(claim)
        summed = (demand.total.stat, demand.total.against) if demand.total is not None else ()
        for stat in (*summed, demand.alike):
            if stat in ("power", "toughness", "mana value", "loyalty", "base power",
                        "base toughness"):  # fmt: skip
                keys |= reads(tree.StatOf(stat, tree.Affected()))
            elif stat and stat != "number":
                keys |= word_keys(stat)
        if demand.total is not None and demand.total.beyond is not None:
            keys |= reads(demand.total.beyond)
    return keys


def _said_in_texts(goal: Goal) -> set[Key]:
    """The subtypes in abilities that the goal asks for: "protection from Elders", "are Bears"."""
    texts = wanted_texts(goal)
    given = {("subtype", word) for text in texts for word in given_by(text)}
    return given | {key for text in texts for key in reads(text) if key[0] == "subtype"}


def asked_for(question: Question) -> Iterable[int]:
    """The places of the cards that some demand can be about."""
    goal, cards = question.goal, question.cards
    if any(not isinstance(each.subject, CardNamed) for each in goal.demands):
        return (place for place, card in enumerate(cards) if may_be_asked(goal, card))
    return facts_of(cards).named(named_in(goal))


def may_be_asked(goal: Goal, card: tree.Card) -> bool:
    """Whether some demand can be about the card."""
    if any(isinstance(each.subject, AnyObject) for each in goal.demands):
        return True
    if any(is_by_its_card(kind, card) for kind in by_their_cards(goal)):
        return True
    names = named_in(goal)
    return card.name in names or any(face.name in names for face in card.faces)


def may_answer(demand: Demand, option: Option) -> bool:
    """Whether the option's card can be what the demand asks for."""
    subject = demand.subject
    if isinstance(subject, CardNamed):
        return not option.token and subject.name in (
            option.card.name,
            option.card.faces[0].name,
        )
    if isinstance(subject, Leveler | Printed):
        return is_by_its_card(subject, option.card) and not option.token
    compared = demand.total is not None and demand.total.beyond is not None
    return compared or bool(option.down) or not asks_face_down(subject)


def some_of(pool: Pool, numbers: Sequence[int]) -> Pool:
    """A pool of some of the classes."""
    kinds = [pool.kinds[number] for number in numbers]
    members = [pool.members[number] for number in numbers]
    return replace(pool, kinds=kinds, members=members)
