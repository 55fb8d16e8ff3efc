"""Pools of cards that drawn boards are made of."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from msgspec.structs import astuple

from striate.boards.deeds import is_kept_off
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.numbering import numbered_of
from striate.cards.tree import Card, Keyword
from striate.cards.vocabulary import (
    CREATURE_TYPES,
    LAND_TYPES,
    PERMANENT_TYPES,
)
from striate.cards.walking import any_node, nodes
from striate.encodings.door import statics_of
from striate.queries.proving.drawnboards import (
    RESOLVING,
    Look,
    is_mutate,
    look_of,
    makes_tokens,
    says,
    words_printed,
    works_from_graveyards,
)
from striate.search.asking.world import is_left_out, makes_attachments, triggers_again
from striate.search.beyond import left_out
from striate.search.chosen import is_chooser
from striate.search.copying import enters_as_copy
from striate.search.entering import BODIES
from striate.search.graveyards import reads_graveyards
from striate.search.helping import Possible
from striate.search.legendrule import waives
from striate.search.options import asks_of_a_player, forms_of, is_leveler, made
from striate.search.resolving.happenings import is_spell
from striate.search.selection import once
from striate.search.tokens import made_by, tokens_of

# --- pools ---


def draw_cards(
    rng: random.Random,
    catalogue: Catalogue,
    number: int,
    *,
    tokens: bool = False,
    way: str = "",
) -> tuple[Card, ...]:
    """Some cards with an effect, and some that enter in a `way` of their own, or make `tokens`;
    now and then only such as do nothing.

    The way is drawn before the card, so that rare ways come up as often as common ones.
    """
    sorts = sorts_of(catalogue)
    if way == PLAIN or (not way and not tokens and rng.random() < _PLAIN_POOLS):
        return once(*rng.sample(sorts.plain, number))
    chosen = rng.sample(sorts.strong, number // 3)
    chosen += rng.sample(sorts.acting, number // 2 - number // 3)
    if tokens:
        makers = [each for each in (*sorts.acting, *sorts.plain) if tokens_of(each.faces[0])]
        chosen += rng.sample(makers, number // 4)
    else:
        ways = [way] if way else rng.choices(sorted(sorts.ways), k=max(1, number // 4))
        ways += [rng.choice(ways)] if number > _SORTED and rng.random() < 0.5 else []
        some = [rng.choice(sorts.ways[way]) for way in ways]
        chosen[:1] = _meeting(rng, some[0], sorts)
        chosen += some
    chosen += rng.sample(sorts.plain, max(1, number - len(chosen)))
    if rng.random() < _ALIKE:
        chosen[-1] = rng.choice(sorts.alike[look_of(rng.choice(chosen).faces[0])])
    return once(*chosen)


PLAIN = "plain"
_ALIKE = 0.2  # so many pools have a card that stands there as another one does
_SORTED = 3  # pools of more cards have two of one sort now and then
_PLAIN_POOLS = 0.05  # so many pools are of cards without an effect


def draw_around(rng: random.Random, catalogue: Catalogue, number: int) -> tuple[Card, ...]:
    """The card of that number, one that it meets, if there is any, and a plain one; none around
    one that does nothing."""
    sorts, card = sorts_of(catalogue), catalogue.card_at(number)
    does = acts(card) or does_by_itself(card) or any(ways_to_be(card))
    if not does and not (is_spell(card) and any_node(card.faces[0].abilities, _DEEDS)):
        return ()
    others = (*_meeting(rng, card, sorts), rng.choice(sorts.plain))
    return once(card, *others)


def _meeting(rng: random.Random, card: Card, sorts: "Sorts") -> list[Card]:
    """One card on which a word is printed of which the card speaks, or the other way round."""
    cards = [sorts.printed.get(word, []) for word in sorted(_spoken(card))]
    cards += [sorts.speaking.get(word, []) for word in sorted(words_printed(card))]
    cards = [each for each in cards if each]
    return [rng.choice(rng.choice(cards))] if cards else []


def _spoken(card: Card) -> set[str]:
    """The words of a type line of which it speaks, or which it chooses (205.3i); 704.5j: the legend
    rule is about legends."""
    abilities = card.faces[0].abilities
    words = {astuple(each)[0] for each in nodes(abilities) if isinstance(each, _SPOKEN)}
    words |= {"Legendary"} if any(map(waives, abilities)) else set()
    kinds = [each.kind for each in abilities if isinstance(each, tree.EntersChoose)]
    return words - {"Creature"} | ({*LAND_TYPES} if "land type" in kinds else set())


def _by_word(cards: Sequence[Card], words_of: Callable[[Card], set[str]]) -> dict[str, list[Card]]:
    by_word: dict[str, list[Card]] = {}
    for card in cards:
        for word in words_of(card):
            by_word.setdefault(word, []).append(card)
    return by_word


_SPOKEN = (tree.HasType, tree.HasSubtype, tree.HasSupertype)


def acts(card: Card) -> bool:
    """Whether it has a continuous effect."""
    return any(statics_of(each) for each in card.faces[0].abilities)


# --- what a card does by itself ---


def does_by_itself(card: Card) -> bool:
    """Whether some ability changes an object as it resolves, or it merges with one."""
    abilities = card.faces[0].abilities
    if any_node(abilities, is_mutate):
        return True
    meant = tuple(meaning(each) for each in abilities if isinstance(each, tree.Keyword))
    bodies = (each for each in nodes((abilities, meant)) if isinstance(each, RESOLVING))
    return any(any_node(each, _DEEDS) for each in bodies)


_DEEDS = (tree.Continuous, tree.PutCounters, tree.ExchangeStatWithLife)


def ways_to_be(card: Card) -> set[str]:
    """How it can be there otherwise than as it enters by itself; what else is drawn apart."""
    face = card.faces[0]
    turned = len(card.faces) > 1 and bool(set(card.faces[1].types) & {*PERMANENT_TYPES})
    named = {each.name for each in face.abilities if isinstance(each, Keyword)}
    ways = named & {"bestow", *HOLD_IF_PAID, "prototype", "morph", "disguise", "daybound"}
    ways |= named & {"changeling", "read ahead", "living weapon", "job select", "reconfigure"}
    ways |= {f"{card.layout} face"} if turned else set()
    ways |= {card.layout} & {"leveler", "class", "saga"}
    ways |= {"attached"} if {"Aura", "Equipment", "Fortification"} & {*face.subtypes} else set()
    for each in face.abilities:
        if isinstance(each, tree.EntersChoose):
            ways.add(f"chooses {each.kind}")
        if isinstance(each, tree.EntersAsCopy):
            ways.add("copies")
        if waives(each):
            ways.add("legends")
    if any_node(face.abilities, (tree.HasDesignation,)):
        ways.add("designations")
    if "{X}" in face.mana_cost:
        ways.add("numbers")
    if works_from_graveyards(card):
        ways.add("graveyard abilities")
    if reads_graveyards(card):
        ways.add("graveyards")
    if "World" in face.supertypes:
        ways.add("worlds")
    ways |= {f"makes {word}" for ability in face.abilities for word in _made_of(ability)}
    ways |= {way for way, says in _SAYING.items() if any_node(face.abilities, says)}
    counted = numbered_of(face.abilities)
    if any(makes_tokens(card, number) for number in range(1, len(counted) + 1)):
        ways.add("tokens")
    return ways


def _made_of(ability: tree.Ability) -> Iterator[str]:
    """205.4: the supertypes that it gives others."""
    effects = (effect for static in statics_of(ability) for effect in static.effects)
    for change in (
        change for each in effects if each.who != tree.This() for change in each.changes
    ):
        yield from change.supertypes if isinstance(change, tree.AddTypes) else ()


def _is_of_open_mana(node: tree.Node) -> bool:
    words = node.mana if isinstance(node, tree.AddMana) else ""
    words = node.words if isinstance(node, tree.Inert) and node.words.startswith("add ") else words
    return "color" in words and not words.endswith("any color")


def _animates(node: tree.Node) -> bool:
    changes = node.effect.changes if isinstance(node, tree.Continuous) else ()
    return any(isinstance(each, _TYPES) and "Creature" in each.types for each in changes)


_TYPES = (tree.AddTypes, tree.SetTypes)
_SAYING: dict[str, Callable[[tree.Node], bool]] = {
    "forbidding": is_kept_off,
    "mana": _is_of_open_mana,
    "animating": _animates,
}


@dataclass(frozen=True)
class Sorts:
    """Permanents with an effect, strong ones of these, those of each way to be, and the others;
    and by word those on which it is printed, and those that speak of it; and what is cast.

    `alike`: by their looks.
    """

    acting: list[Card]
    strong: list[Card]
    ways: dict[str, list[Card]]
    plain: list[Card]
    printed: dict[str, list[Card]]
    speaking: dict[str, list[Card]]
    alike: dict[Look, list[Card]]
    spells: list[Card]


# What changes what others are, or looks at others, so that a pool's cards meet.
_STRONG = (
    tree.AddTypes, tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.LoseAllAbilities,
    tree.SetColors, tree.SetController, tree.Count, tree.HasAttached, tree.SetBasePT,
)  # fmt: skip
_SORTS: dict[str, Sorts] = {}


def sorts_of(catalogue: Catalogue) -> Sorts:
    if catalogue.stamp not in _SORTS:
        cards = [card for card in catalogue.all_cards() if card.faces[0].types]
        lasting = [card for card in cards if not is_spell(card)]
        ways, alike = dict[str, list[Card]](), dict[Look, list[Card]]()
        for card in lasting:
            alike.setdefault(look_of(card.faces[0]), []).append(card)
            for way in ways_to_be(card):
                ways.setdefault(way, []).append(card)
        _SORTS[catalogue.stamp] = Sorts(
            [card for card in lasting if acts(card)],
            [card for card in lasting if any_node(made(card, ()).statics, _STRONG)],
            ways,
            [card for card in lasting if not acts(card)],
            _by_word(lasting, words_printed),
            _by_word(lasting, _spoken),
            alike,
            [
                card
                for card in cards
                if is_spell(card) and any_node(card.faces[0].abilities, _DEEDS)
            ],
        )
    return _SORTS[catalogue.stamp]


# --- pools of cards that meet: what one gives, another one asks for ---


@dataclass(frozen=True)
class Meetings:
    """Cards by a word: that give it as something resolves or as long as they are there, and whose
    effects ask for it; and by each kind of node, keyword and layout that they have."""

    doing: dict[str, list[Card]]
    giving: dict[str, list[Card]]
    asking: dict[str, list[Card]]
    kinds: dict[str, list[Card]]


@cache
def meetings_of(catalogue: Catalogue) -> Meetings:
    cards = [card for card in catalogue.all_cards() if card.faces[0].types]
    words = (_done_by, _given_by, _asked_by, _kinds_in)
    return Meetings(*(_by_word(cards, each) for each in words))


def draw_meeting(rng: random.Random, catalogue: Catalogue) -> tuple[Card, ...]:
    """A card that gives something and one that asks for it, or a chain of three; or cards of some
    kinds, rare ones as often as common ones. Often with a plain one."""
    meets = meetings_of(catalogue)
    if rng.random() < _OF_KINDS:
        words = [rng.choice(sorted(meets.kinds)) for _ in range(rng.choice((2, 3)))]
        chosen = [rng.choice(meets.kinds[each]) for each in words]
    else:
        words = sorted(meets.asking.keys() & {*meets.giving, *meets.doing})
        subtype = rng.random() < _SUBTYPES
        word = rng.choice([each for each in words if (each in CREATURE_TYPES) == subtype])
        does = meets.doing.get(word, [])
        chosen = [rng.choice(meets.asking[word])]
        first = rng.choice(does if does and rng.random() < _DOING else meets.giving.get(word, does))
        before = sorted(_asked_by(first) & meets.doing.keys())
        chosen += [first, *([rng.choice(meets.doing[rng.choice(before)])] if before else [])]
    if rng.random() < _WITH_PLAIN or all(map(is_spell, chosen)):
        chosen.append(rng.choice(sorts_of(catalogue).plain))
    return once(*chosen)


_OF_KINDS, _DOING, _WITH_PLAIN, _SUBTYPES = 0.4, 0.6, 0.7, 0.2

_COUNTERS = (
    tree.PutCounters, tree.DistributeCounters, tree.Proliferate, tree.MoveCounters, tree.EntersWith,
    tree.DoubleCounters, tree.PutCountersOf, tree.RemoveCounters,
)  # fmt: skip
# What is given, and what is asked for, by its topic.
_TOPICS: dict[str, tuple[tuple[type, ...], tuple[type, ...]]] = {
    "attached": ((tree.AttachTo,), (tree.HasAttached, tree.IsAttachedTo, tree.Attached)),
    "color": ((tree.SetColors, tree.AddColors), (tree.ColorCount, tree.Devotion)),
    "control": ((tree.SetController, tree.ExchangeControl), (tree.ControlledBy,)),
    "counters": (_COUNTERS, (tree.HasCounter, tree.CountersOn, tree.CountersAmong)),
    "face down": ((tree.TurnFace, tree.Manifest), (tree.IsFaceDown,)),
    "name": ((tree.SetName, tree.ReplaceWords), (tree.SharesWith, tree.CountDistinct, tree.Named)),
    "nothing": ((tree.LoseAllAbilities,), (tree.HasNoAbilities,)),
    "size": (
        (*_COUNTERS, tree.SetBasePT, tree.ModifyPT, tree.SwitchPT),
        (tree.StatIs, tree.IsExtreme, tree.StatOf, tree.Aggregate),
    ),
    "tapped": ((tree.SetTapped,), (tree.IsTapped,)),
    "token": ((tree.CreateTokens,), (tree.IsToken,)),
    "transformed": ((tree.Transform,), (tree.IsTransformed,)),
    "zone": ((tree.MoveZone,), (tree.InZone,)),
}
# Their words are what is given, or asked for.
_GIVING = (
    tree.AddTypes, tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.SetColors,
    tree.AddColors, tree.TokenSpec, tree.Designate, *_COUNTERS,
)  # fmt: skip
_ASKING = (
    *_SPOKEN, tree.HasColor, tree.HasKeyword, tree.HasCounter, tree.HasDesignation,
    tree.HasAbilityKind,
)  # fmt: skip


def _done_by(card: Card) -> set[str]:
    said = _said(card)
    bodies = (node.steps for node in said if isinstance(node, tree.Body))
    enters = (node for node in said if isinstance(node, tree.EntersWith))
    return {word for node in nodes((*bodies, *enters)) for word in _given(node)}


def _given_by(card: Card) -> set[str]:
    return {word for node in nodes(_effects(card)) for word in _given(node)}


def _asked_by(card: Card) -> set[str]:
    return {word for node in nodes(_effects(card)) for word in _asked(node)}


def _given(node: tree.Node) -> Iterator[str]:
    yield from (topic for topic, (gives, _) in _TOPICS.items() if isinstance(node, gives))
    yield from _words(node) if isinstance(node, _GIVING) else ()
    for each in node.abilities if isinstance(node, tree.GainAbilities) else ():
        yield each.name if isinstance(each, Keyword) else type(each).__name__.lower()


def _asked(node: tree.Node) -> Iterator[str]:
    yield from (topic for topic, (_, asks) in _TOPICS.items() if isinstance(node, asks))
    yield from _words(node) if isinstance(node, _ASKING) else ()


def _words(node: tree.Node) -> Iterator[str]:
    for value in astuple(node):
        yield from (e for e in (value if isinstance(value, tuple) else (value,)) if type(e) is str)


def _said(card: Card) -> list[tree.Node]:
    """All that its faces say, and what their keywords mean."""
    abilities = tuple(face.abilities for face in card.faces)
    meant = tuple(meaning(each) for each in nodes(abilities) if isinstance(each, Keyword))
    return [*nodes((abilities, meant))]


def _effects(card: Card) -> tuple[tree.Node, ...]:
    return tuple(e for n in _said(card) if isinstance(n, tree.Static) for e in n.effects)


def _kinds_in(card: Card) -> set[str]:
    said = [*nodes(tuple(face.abilities for face in card.faces))]
    names = {node.name for node in said if isinstance(node, Keyword)}
    verbs = {node.verb for node in said if isinstance(node, tree.Act)}
    return {card.layout, *names, *verbs, *(type(node).__name__ for node in said)}


# --- pools of a card of each of some sorts ---


def _does(card: Card, *changes: type) -> bool:
    return not left_out(card) and any_node(made(card, ()).statics, changes)


def _does_any(*changes: type) -> Callable[[Card], bool]:
    return lambda card: _does(card, *changes)


def _says(card: Card, kind: type) -> bool:
    return not is_left_out(card) and any_node(card.faces[0].abilities, (kind,))


def _is(card: Card, word: str) -> bool:
    face = card.faces[0]
    return word in (*face.supertypes, *face.types, *face.subtypes) and not is_left_out(card)


SORTS: dict[str, Callable[[Card], bool]] = {
    "control": _does_any(tree.SetController),
    "types": _does_any(tree.SetTypes, tree.AddTypes, tree.SetSubtypes, tree.RemoveTypes),
    "colors": _does_any(tree.SetColors, tree.AddColors),
    "bases": _does_any(tree.SetBasePT),
    "sizes": _does_any(tree.ModifyPT),
    "keywords": _does_any(tree.GainAbilities),
    "abilities lost": _does_any(tree.LoseAllAbilities, tree.CantHave),
    "legend": partial(_is, word="Legendary"),
    "aura": lambda card: _is(card, "Aura") and acts(card),
    "equipment": lambda card: _is(card, "Equipment") and acts(card),
    "copies": enters_as_copy,
    "facts": lambda card: asks_of_a_player(card.faces[0]),
    "counters": partial(_says, kind=tree.EntersWith),
    "choices": partial(_says, kind=tree.EntersChoose),
    "types chosen": lambda card: is_chooser(card) and _does(card, tree.AddTypes, tree.SetSubtypes),
    "tokens": lambda card: bool(made_by(card)),
    "graveyards": reads_graveyards,
    "leveler": is_leveler,
    "forms": lambda card: any(True for _ in forms_of(card)),
    "to a kind": lambda card: _does(card, tree.GainAbilities) and bool(_kinds_of(card)),
    "to many": lambda card: any_node(made(card, ()).statics, _is_of_many),
    "acting": acts,
    "doing": does_by_itself,
    "quiet": lambda card: not acts(card) and not any_node(card.faces, (*BODIES, tree.Inert)),
    "again": triggers_again,
    "attaching": makes_attachments,
    "granting": lambda card: (
        any_node(made(card, ()).statics, _grants_a_text) and not left_out(card)
    ),
}
TAKEN = ("taken", "untaken", "alike", "twin", "to what it says")


def _kinds_of(card: Card) -> list[tree.Filter]:
    """The colors and subtypes of the objects that its effects are about."""
    groups = (each for each in nodes(made(card, ()).statics) if isinstance(each, tree.Each))
    return [e for e in nodes(tuple(groups)) if isinstance(e, tree.HasColor | tree.HasSubtype)]


def _is_of_many(node: tree.Node) -> bool:
    return isinstance(node, tree.Effect) and isinstance(node.who, tree.Each)


def _grants_a_text(node: tree.Node) -> bool:
    given = node.abilities if isinstance(node, tree.GainAbilities) else ()
    return any(not isinstance(each, tree.Keyword) for each in given)


@cache
def _cards_of(sort: str, catalogue: Catalogue) -> tuple[Card, ...]:
    if "+" in sort:
        first, *rest = (_cards_of(each.strip(), catalogue) for each in sort.split("+"))
        return tuple(card for card in first if all(card in those for those in rest))
    sorts = sorts_of(catalogue)
    if sort in sorts.ways:
        return tuple(sorts.ways[sort])
    if sort in ("plain", "spells", "strong"):
        return tuple(getattr(sorts, sort))
    return tuple(card for card in (*sorts.acting, *sorts.plain) if SORTS[sort](card))


def draw_together(rng: random.Random, catalogue: Catalogue, sorts: str) -> tuple[Card, ...]:
    """One card of each of the sorts, which stand between commas (of both, "bases + attached").

    "taken": one that an effect of the first speaks of, "untaken": one of which none does; "alike":
    one that looks as the last one; "twin": one that has its supertypes, too; "to what it says": one
    that gives something to a kind of which the first one speaks.
    """
    chosen: list[Card] = []
    for sort in map(str.strip, sorts.split(",")):
        among = _taken(rng, chosen, sort, catalogue) if sort in TAKEN else None
        chosen.append(
            rng.choice(among or _cards_of(sort if among is None else "acting", catalogue))
        )
    return once(*chosen)


def _taken(
    rng: random.Random, chosen: Sequence[Card], sort: str, catalogue: Catalogue
) -> Sequence[Card]:
    if sort in ("alike", "twin"):
        last = chosen[-1].faces[0]
        others = [e for e in sorts_of(catalogue).alike[look_of(last)] if e != chosen[-1]]
        return [e for e in others if sort == "alike" or e.faces[0].supertypes == last.supertypes]
    card = chosen[0]
    if sort == "to what it says":
        those = _cards_of("to a kind", catalogue)
        return [each for each in those if any(says(card, word) for word in _kinds_of(each))]
    groups = [n.filter for n in nodes(made(card, ()).statics) if isinstance(n, tree.Each)]
    sorts = sorts_of(catalogue)
    some = [*rng.sample(sorts.acting, _SOME), *rng.sample(sorts.plain, _SOME)]
    return [
        each
        for each in some
        if any(map(Possible((each.faces[0],)).holds, groups)) == (sort == "taken")
    ]


_SOME = 150  # cards of each sort are looked at
