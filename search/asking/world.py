"""The world of an answer: ways to be on a board that a search leaves out, or looks at up to a
number.

The record of every kind of step, and of every key of `enter`, says what the search does with it:
"held", or the name of a limit (`searched` in `boards.steps`). `_RECORDS` says of each limit which
cards it concerns. What concerns a card that the goal names, and is left out, makes a "none"
unknown; all else is named in the answer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.prose import is_relative
from striate.cards.vocabulary import (
    COMBAT_FACTS,
    KEYWORD_COUNTERS,
    PERMANENT_TYPES,
)
from striate.cards.walking import any_node, nodes
from striate.encodings.door import statics_of
from striate.search.asking.creating import created, makes_others
from striate.search.asking.doing import (
    ABILITIES,
    asks_of_a_size,
    could_create,
    could_do_to_others,
    could_help,
    is_out_of_reach,
    may_change,
    may_leave_a_token,
    may_make_it_so,
    may_part_equipment,
    parts_bearing,
    unresolved,
)
from striate.search.beyond import beyond_choices, left_out
from striate.search.chosen import chooses, is_chooser
from striate.search.claims import is_open, wanted_texts
from striate.search.cone import (
    COUNTERS,
    OTHER_ABILITY,
    counts_around,
    in_graveyards,
    looks_at_counters,
    with_granted,
)
from striate.search.copying import copy_rule, enters_as_copy
from striate.search.counters import PAIRED
from striate.search.entering import BODIES, acting, effects_of_faces, entering_with, keywords_of
from striate.search.facedown import names_said
from striate.search.goals import (
    ATTACHMENT,
    Against,
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    HasText,
    Leveler,
    Printed,
    TapsFor,
    all_said,
    relates,
    speaks_of,
)
from striate.search.graveyards import lying_otherwise, reads_graveyards
from striate.search.helping import Possible, told_by_itself
from striate.search.making import ADDING, could_make, makes, parts_of
from striate.search.options import (
    Option,
    asks_of_a_player,
    forms_of,
    idle,
    is_by_its_card,
    is_of_night,
    made,
)
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question, greatest_asked, most_x
from striate.search.tokens import made_by, tokens_of
from striate.search.wanting import claimed

Sort = Literal["excluded", "bounded"]


class Limit(Struct, frozen=True):
    """What is left out, or looked at up to a number only, the `most`; in `words`, for people."""

    name: str
    sort: Sort
    words: str
    most: int | None = None


class _Record(Struct, frozen=True):
    """One kind of limit: which cards it concerns by themselves, and when it is none.

    `decides`: an object that the goal asks for may be so, so that nothing is told without it;
    if it is `of_any`, no named card is. Nor is anything told of a card that `reads` it as the goal
    asks, or by being there `asks` for it, nor of what this could make so.
    """

    limit: Limit
    concerns: Callable[[tree.Card], bool]
    held: Callable[[Question], bool] = lambda question: False
    decides: bool = False
    of_any: bool = False
    reads: Callable[[tree.Card, Question], bool] = lambda card, question: False
    helps: Callable[[tree.Card, Question], bool] = lambda card, question: False
    asks: Callable[[Question], Callable[[tree.Node], bool]] = lambda question: lambda node: False


def widened(question: Question) -> Question:
    """The question with bounds that reach what it asks: for few cards as far as these can need.

    Counters that the goal asks for may be put on.
    """
    kinds = tuple(dict.fromkeys((*question.counters, *_kinds_asked(question.goal))))
    question = replace(question, counters=kinds)
    most = greatest_asked(question)
    if not few(question):
        places = facts_of(question.cards).named(names_said(question.goal))
        called = [question.cards[place] for place in places]
        question = replace(question, spare=max(question.spare, _compared(called, COUNTERS)))
        if any(map(reads_graveyards, called)):
            question = replace(question, places=max(question.places, min(most, _MOST)))
        return question
    said = [*nodes(tuple(face.abilities for card in question.cards for face in card.faces))]
    taken = min((question.size - 1) * _greatest_taken(said), _MOST)
    lying = _compared(question.cards, in_graveyards)
    return replace(
        question,
        types=min(question.size, _TYPES),
        spare=max(question.spare, taken, _compared(question.cards, COUNTERS)),
        places=max(question.places, min(most, _MOST) + taken + 2 * lying),
    )


def _kinds_asked(goal: Goal) -> list[str]:
    """The kinds of counters of which the goal wants some; "two counters" may be of any kind.

    What else it says may come of others of them, or of further ones (122.1a-b).
    """
    said = [*nodes(all_said(goal))]
    denied = [each.part for each in said if isinstance(each, tree.Not)]
    asked = [each for each in said if isinstance(each, tree.HasCounter) and each.number]
    kinds = [each.kind for each in asked if each.kind is not None]
    wanted = [each.kind for each in asked if each not in denied]
    if not wanted:
        return kinds
    words = {each.keyword for each in said if isinstance(each, tree.HasKeyword)}
    words |= {each.name for each in wanted_texts(goal) if isinstance(each, tree.Keyword)}
    sized = ["+1/+1", "-1/-1"] if None in wanted or any(map(asks_of_a_size, said)) else []
    plain = ["charge"] if None in wanted else []  # it does nothing by itself
    return [*kinds, *sized, *plain, *sorted(words & KEYWORD_COUNTERS)]


def _greatest_taken(said: Sequence[tree.Node]) -> int:
    """The greatest number that something takes away from power or toughness."""
    added = (size for n in said if isinstance(n, tree.ModifyPT) for size in (n.power, n.toughness))
    return max((0, *(-size.value for size in added if isinstance(size, tree.Num))))


def _compared(cards: Sequence[tree.Card], kinds: Any) -> int:
    """The greatest number with which something compares counters, or what lies in one player's
    graveyard."""
    said = nodes(tuple(face.abilities for card in cards for face in card.faces))
    compared = (n for n in said if isinstance(n, tree.Compare | tree.HasCounter))
    asking = (each for each in compared if any_node(each, kinds))
    counted = (getattr(n, "value", getattr(n, "number", 0)) for e in asking for n in nodes(e))
    return max((number for number in counted if isinstance(number, int)), default=0)


_TYPES = 4  # so many creature types that nothing names are told apart, of few cards
_MOST = 40  # no bound is made wider by itself


def limits(question: Question) -> tuple[Limit, ...]:
    """What the answer to the question says nothing of: of some cards first, then of any."""
    each = [record.limit for record in _concerning(question)]
    words = f"graveyards of more than {question.places} cards"
    own = [
        replace(one, words=words, most=question.places) if one.name == "graveyards" else one
        for one in each
        if one.name not in _GENERAL
    ]
    return (*own, *_numbers(question), *(one for one in each if one.name in _GENERAL))


def in_short(unheld: Sequence[Limit]) -> list[str]:
    """The ways to be on a board that are not held, in few words: those of some cards by name."""
    own = [each.words for each in unheld if each.name not in {*_GENERAL, "cards"}]
    face = (
        ["manifested or cloaked cards"] if any(each.name == "face down" for each in unheld) else []
    )
    return [*own, *face] or ["changes after a permanent entered"]


def undecided(question: Question) -> str:
    """Why a "none" is not told: what a card that the goal speaks of could be is left out; or "".

    Nor is one told of a text that is not understood, unless some card has just that.
    """
    goal = question.goal
    if any(not _is_some_card(each, question.cards) for each in goal.demands):
        return "what it asks for can be there only face down, and is not looked at"
    if question.any_ and _may_fall_with_pairs(question):
        return "what goes with both +1/+1 and -1/-1 counters is not looked at (704.5q, `--any`)"
    texts = [each for each in wanted_texts(goal) if any_node(each, (tree.Opaque, tree.Prose))]
    if any(_is_of_no_card(each, question.cards) for each in texts if each != OTHER_ABILITY):
        return "a text that it names is not understood"
    named = names_said(goal)
    by_kind = any(not isinstance(each.subject, CardNamed) for each in goal.demands)
    wide = by_kind and few(question)
    called = [card for card in question.cards if card.faces[0].name in named]
    spoken_of, concerning = question.cards if wide else called, _concerning(question)
    for each in concerning:
        for card in spoken_of if each.decides and (wide or not each.of_any) else ():
            if each.concerns(card):
                return f"`{card.name}`: {each.limit.words} is not looked at"
    hopeless = is_out_of_reach(question)
    reading = question.cards if few(question) and relates(goal) else spoken_of
    for each, card in product(concerning, () if hopeless else filter(_up, reading)):
        if each.reads(card, question) or _asking(card, each.asks(question)):
            return f"`{card.name}` hangs on what is not looked at: {each.limit.words}"
    for word in _words_of_kinds(goal):
        kind = [c for c in question.cards if word in (c.faces[0].name, *c.faces[0].subtypes)]
        if kind and any(each.decides and all(map(each.concerns, kind)) for each in concerning):
            return f"no card that is a {word} is looked at as it mostly is"
    for card in question.cards if few(question) and not hopeless else ():
        if _is_somehow_unheld(card) and (could_help(card, question) or _could_be_counted(question)):
            return f"`{card.name}` could help, and is not looked at"
        for each in concerning:
            if each.helps(card, question) or _could_help(card, question, each):
                return f"`{card.name}` could help by what is not looked at: {each.limit.words}"
    for card in unresolved(question) if few(question) and not hopeless else ():
        if "Conspiracy" in card.faces[0].types and could_help(card, question):  # 315.5
            return f"`{card.name}` could help from the command zone, and is not looked at"
        could = (could_do_to_others, could_create, could_count)
        if any(each(card, question) for each in could):
            return f"`{card.name}` could do it as it resolves (`--spells`)"
    lying = lying_otherwise(question.cards, question.graveyard) if few(question) else ""
    if lying:
        return f"`{lying}` in a graveyard says there what it is, which is not looked at"
    return _only_left_out(question)


def _is_some_card(demand: Demand, cards: Sequence[tree.Card]) -> bool:
    """Whether some card is one by its front, as it has to be there, if not face down (701.40a)."""
    kind = demand.subject if isinstance(demand.subject, Leveler | Printed) else None
    named = isinstance(demand.subject, CardNamed) or not demand.count
    return named or any(is_by_its_card(kind, card) for card in cards)


def _may_fall_with_pairs(question: Question) -> bool:
    """704.3: what a state-based action takes still has the counters that another would pair off."""
    cards = question.cards if few(question) else ()
    kinds = {*question.counters, *(kind for card in cards for kind in _kinds_coming(card))}
    looked_at = speaks_of(question.goal, (tree.HasCounter,))
    looked_at |= any(_asking(card, looks_at_counters) for card in cards)
    return kinds >= PAIRED and looked_at


def _only_left_out(question: Question) -> str:
    """A card that no slot holds and that may be what is asked for by itself, as none of the others
    is; or a word that only tokens have, over more cards than are looked at one by one."""
    facts = facts_of(question.cards)
    for demand in question.goal.demands:
        if isinstance(demand.subject, CardNamed):
            names = {each.name for each in parts_of(demand) if isinstance(each, tree.Named)}
            others = facts.unheld if names - {demand.subject.name} else ()
            if card := next(filter(_renames_others, others), None):
                return f"`{card.name}` could help, and is not looked at"
        if isinstance(demand.subject, CardNamed) or not demand.count:
            continue
        kind = None if isinstance(demand.subject, AnyObject) else demand.subject
        parts = claimed(demand, question)
        may_be = [card for card in facts.unheld if _may_be(card, _alone(card), kind, parts)]
        cards = (card for card in question.cards if not is_left_out(card))
        held = (card for card in cards if _may_be(card, (idle(card),), kind, parts))
        if may_be and (len(question.goal.demands) == 1 or next(held, None) is None):
            return f"`{may_be[0].name}` may be so, and is not looked at"
        words = {*_words_of_kinds(Goal((demand,)))} if not few(question) else set[str]()
        words = {word for word in words - facts.subtypes if not facts.named({word})}
        if words:
            return f"tokens are not looked at, and no card is printed as {min(words)}"
    return ""


def _alone(card: tree.Card) -> Iterator[Option]:
    """How it may be there face up, with what its own abilities do."""
    return chain((idle(card), made(card, ())), forms_of(card))


def _may_be(
    card: tree.Card,
    ways: Iterable[Option],
    kind: Leveler | Printed | None,
    parts: Sequence[Claim],
) -> bool:
    """Whether all parts may be true of a card of the kind by itself, in one of the ways."""
    if not is_by_its_card(kind, card):
        return False
    return any(all(_may_have(way, part) for part in parts) for way in ways)


def _may_have(way: Option, part: Claim) -> bool:
    if isinstance(part, HasText) and not part.negated:
        return part.ability in way.face.abilities
    return told_by_itself(way, part, counters=False) is not False


def _renames_others(card: tree.Card) -> bool:
    """Whether something else may have another name by it (707.2)."""
    said = nodes(tuple(face.abilities for face in card.faces))
    return any(
        isinstance(each, tree.SetName | tree.BecomeCopy)
        or (isinstance(each, tree.EntersAsCopy) and each.who != tree.This())
        for each in said
    )


def _words_of_kinds(goal: Goal) -> Iterator[str]:
    """The names and subtypes that something is to have that the goal speaks of."""
    for demand in goal.demands:
        for part in parts_of(demand):
            if isinstance(part, tree.HasSubtype | tree.Named):
                yield part.subtype if isinstance(part, tree.HasSubtype) else part.name


def _is_of_no_card(text: tree.Ability, cards: Sequence[tree.Card]) -> bool:
    return not any(text in face.abilities for card in cards for face in card.faces)


def few(question: Question) -> bool:
    """Whether of the cards each is looked at by itself."""
    return len(question.cards) <= MANY


def _concerning(question: Question) -> list[_Record]:
    cards = question.cards if few(question) else ()
    return [
        each
        for each in _RECORDS
        if not each.held(question) and (not cards or any(map(each.concerns, cards)))
    ]


def _numbers(question: Question) -> tuple[Limit, ...]:
    """Up to how many counters, and which X, are looked at."""
    faces = (face for card in question.cards for face in _up(card))
    opens = not few(question) or any(
        entering_with(each, face.types) for face in faces for each in face.abilities
    )
    if not question.counters and not opens:
        return ()
    most = most_x(question)
    return (Limit("numbers", "bounded", f"an X and counters above {most}", most),)


# --- which cards it concerns ----------------------------------------------------------------------


def _can_be_up(face: tree.Face) -> bool:
    return not set(PERMANENT_TYPES).isdisjoint(face.types)


def _up(card: tree.Card) -> list[tree.Face]:
    """The faces that it can have up on the battlefield (710, 712)."""
    return [*filter(_can_be_up, card.faces)]


def _has_keyword(*names: str) -> Callable[[tree.Card], bool]:
    return lambda card: bool(keywords_of(card.faces[0], *names))


def _any_card(card: tree.Card) -> bool:
    return True


def _is_unheld(name: str, held: Callable[[Option], bool]) -> Callable[[tree.Card], bool]:
    """Of cards with the keyword those that no slot holds cast so."""

    def concerns(card: tree.Card) -> bool:
        return _has_keyword(name)(card) and not any(map(held, forms_of(card)))

    return concerns


def _is_paid(name: str) -> Callable[[Option], bool]:
    return lambda option: ("cost", name) in option.choices


def _has_unheld_faces(card: tree.Card) -> bool:
    """Whether it can be a permanent with another of its faces up that no slot holds (710, 712)."""
    others = any(map(_can_be_up, card.faces[1:]))
    return others and not any(option.shown is not None for option in forms_of(card))


def _looks_at_designations(card: tree.Card) -> bool:
    """Whether it asks for a designation that no slot holds, of itself or of others."""
    held = {
        tree.Matches(tree.This(), tree.HasDesignation(word))
        for option in forms_of(card)
        for kind, word in option.choices
        if kind == "becomes"
    }
    said = (node for face in _up(card) for node in nodes(acting(face)))
    asking = (each for each in said if isinstance(each, tree.Matches) and each not in held)
    return any(any_node(each, (tree.HasDesignation,)) for each in asking)


@cache
def _makes_other_tokens(card: tree.Card) -> bool:
    """Whether it makes tokens that no slot holds, or others than were to be made (111.2)."""
    return any(map(makes_others, _up(card)))


def triggers_again(card: tree.Card) -> bool:
    """Whether by its text abilities trigger an additional time (603.2d)."""
    said = (node for face in _up(card) for node in nodes(face.abilities))
    return any(isinstance(n, tree.Inert) and "triggers an additional" in n.words for n in said)


def _is_not_understood(node: tree.Node) -> bool:
    """Whether it does something by itself or for a cost that is not read: it may make tokens
    (111.2)."""
    unread = isinstance(node, tree.Body) and node.touches and any_node(node.steps, (tree.Prose,))
    return unread or isinstance(node, tree.Opaque)


def _protects_relatively(card: tree.Card) -> bool:
    """702.16a: whether others tell from what something has protection by it."""
    return any(any_node(face.abilities, is_relative) for face in _up(card))


def _copies(card: tree.Card) -> bool:
    return any(isinstance(each, tree.EntersAsCopy) for each in card.faces[0].abilities)


def _from_graveyards(card: tree.Card) -> list[tree.Static]:
    """Its static abilities that work while it lies in a graveyard (113.6)."""
    statics = (each for ability in card.faces[0].abilities for each in statics_of(ability))
    return [each for each in statics if "graveyard" in each.zones]


def _helps_from_graveyards(card: tree.Card, question: Question) -> bool:
    """Whether another such card in a graveyard could make some part of the goal true."""
    effects = (each for static in _from_graveyards(card) for each in static.effects)
    changes = [change for effect in effects for change in effect.changes]
    said = parts_bearing(question)
    return any(could_make(change, part) for change, part in product(changes, said))


def _needs_more_cards(card: tree.Card, question: Question) -> bool:
    """Whether it reads graveyards, and the goal speaks of more than as many cards as lie there."""
    return reads_graveyards(card) and greatest_asked(question) > question.places


def _enters_with_counters(card: tree.Card) -> bool:
    """Whether counters come with it by themselves, as loyalty does."""
    return bool(_kinds_coming(card))


@cache
def _kinds_coming(card: tree.Card) -> frozenset[str]:
    """306.5b, 310.4b, 714.3a: the kinds of counters that come with it by themselves."""
    types = {word for face in card.faces for word in (*face.types, *face.subtypes)}
    return frozenset(kind for word, kind in _COUNTED.items() if word in types).union(
        _entering_kinds(card)
    )


def _taps_for_open_mana(card: tree.Card) -> bool:
    """Whether something taps for mana by its text, of a colour that a choice or others tell."""
    return any(any_node(face.abilities, is_open) for face in _up(card))


def _enters_with_more(card: tree.Card) -> bool:
    """Whether it enters with counters that change its size, or give a keyword (122.1a-b)."""
    return any("/" in kind or kind in KEYWORD_COUNTERS for kind in _entering_kinds(card))


def _speaks_of_what_counters_give(goal: Goal) -> bool:
    sized = any(each.alike or each.total and each.total.of_sizes for each in goal.demands)
    return (
        sized or any_node(all_said(goal), asks_of_a_size) or speaks_of(goal, (Against, *ABILITIES))
    )


def _entering_kinds(card: tree.Card) -> set[str]:
    face = card.faces[0]
    paid = {kind for option in forms_of(card) for kind, _ in option.counters}  # 702.176a
    return paid | {each.kind for one in face.abilities for each in entering_with(one, face.types)}


_COUNTED = {"Planeswalker": "loyalty", "Battle": "defense", "Saga": "lore"}


def _asks_of_players(question: Question) -> Callable[[tree.Node], bool]:
    """Whether it looks at life totals, hands or combat; or at whose turn it is, where the goal
    says whose it is."""
    sided = speaks_of(question.goal, (tree.ControlledBy, tree.OwnedBy))
    kinds = (tree.LifeOf, tree.StartingLifeOf, tree.HandOf, *([tree.IsTurnOf] if sided else []))
    return lambda node: (
        isinstance(node, kinds) or (isinstance(node, tree.Unknown) and node.fact in COMBAT_FACTS)
    )


def _asks_of_other_counters(question: Question) -> Callable[[tree.Node], bool]:
    kinds = {None, *question.counters}
    return lambda node: (
        isinstance(node, COUNTERS) and looks_at_counters(node) and node.kind not in kinds
    )


def _asks_of_counters_coming(question: Question) -> Callable[[tree.Node], bool]:
    if not few(question):
        return looks_at_counters
    kinds = {None, *(kind for card in question.cards for kind in _kinds_coming(card))}
    return lambda node: isinstance(node, COUNTERS) and node.kind in kinds


def _asks_of_commanders(node: tree.Node) -> bool:
    """903.3: which card is one no board tells."""
    return isinstance(node, tree.IsCommander)


def _asking(card: tree.Card, asks: Callable[[tree.Node], bool]) -> list[tree.Effect]:
    """What it changes by being there that hangs on that."""
    effects = effects_of_faces(_up(card))
    changing = (e for e in effects if not all(isinstance(c, tree.Restrict) for c in e.changes))
    return [each for each in changing if any_node(each, asks, closed=BODIES)]


def _could_help(card: tree.Card, question: Question, each: _Record) -> bool:
    """Whether what hangs on that could make something true of another."""
    asking = _asking(card, each.asks(question)) if question.size > 1 else []
    effects = [one for effect in asking for one in with_granted(effect) if one.who != tree.This()]
    return any(makes(effect, part) for effect, part in product(effects, parts_bearing(question)))


def _does_for_a_player(card: tree.Card) -> bool:
    """Whether it asks for a fact about who controls it, or makes tokens for that player."""
    return any(asks_of_a_player(face) or tokens_of(face) for face in _up(card))


def could_count(card: tree.Card, question: Question) -> bool:
    """Whether it makes tokens in some way, and something that counts permanents could help."""
    return few(question) and bool(created(card)) and _could_be_counted(question)


def _could_be_counted(question: Question) -> bool:
    """Whether any other permanent of few cards could help by being there, as something counts it:
    the goal, or what a static ability of one does."""
    counting = _counting(question.cards) if question.size > 1 else ()
    return question.size > 1 and (
        relates(question.goal)
        or any(makes(effect, part) for effect, part in product(counting, parts_bearing(question)))
    )


@lru_cache(maxsize=1024)
def _counting(cards: tuple[tree.Card, ...]) -> tuple[tree.Effect, ...]:
    effects = effects_of_faces(face for card in cards for face in _up(card))
    counting = filter(counts_around, effects)
    return tuple(one for each in counting for one in with_granted(each))


def _may_be_legendary(card: tree.Card, question: Question) -> bool:
    """Whether one of few cards could make it legendary."""
    faces = (face for each in question.cards if few(question) for face in _up(each))
    legendary = tree.HasSupertype("Legendary")
    return any(makes(effect, legendary) for effect in effects_of_faces(faces))


def _leaves_its_player(question: Question) -> bool:
    """Whether nothing gives a permanent to another player, or the goal says of none who owns it:
    then it can be that player's from the start."""
    if not speaks_of(question.goal, (tree.OwnedBy,)):
        return True
    return few(question) and not any(
        any_node(acting(face), (tree.SetController,))
        for card in question.cards
        for face in _up(card)
    )


def _is_somehow_unheld(card: tree.Card) -> bool:
    """Whether it can be there face up in a way that no slot holds."""
    fortifies = "Fortification" in card.faces[0].subtypes  # 301.6: in no slot it has a host
    return is_left_out(card) and bool(_up(card)) or fortifies or _has_unheld_faces(card)


def _could_attach(card: tree.Card, question: Question) -> bool:
    """Whether it could be attached in a circle, or what becomes an Equipment could do something."""
    speaks = question.size > 2 and speaks_of(question.goal, ATTACHMENT)
    round_ = speaks and _enchants_its_kind(card)
    return round_ or makes_attachments(card) and could_help(card, question)


def makes_attachments(card: tree.Card) -> bool:
    """Whether it makes another permanent something that can be attached (301.5)."""
    effects = effects_of_faces(_up(card))
    changes = (change for each in effects if each.who != tree.This() for change in each.changes)
    words = {word for each in changes if isinstance(each, ADDING) for word in each.subtypes}
    return not words.isdisjoint({"Aura", "Equipment", "Fortification"})


def _enchants_its_kind(card: tree.Card) -> bool:
    """303.4d: whether it can enchant an Aura like it, if not itself."""
    face = card.faces[0]
    hosts = (each.quality for each in keywords_of(face, "enchant"))
    return any(host is not None and Possible((face,)).holds(host) for host in hosts)


def _needs_another(card: tree.Card) -> bool:
    """Whether it enchants only what has another Aura: two of them stay when that has left."""
    qualities = tuple(each.quality for each in keywords_of(card.faces[0], "enchant"))
    return any_node(qualities, (tree.HasAttached,))


def is_left_out(card: tree.Card) -> bool:
    """Whether no slot holds the card."""
    return bool(left_out(card) or beyond_choices(card)) and copy_rule(card) is None


_RECORDS = (
    _Record(
        Limit("cards", "excluded", "cards that no search holds"),
        lambda card: is_left_out(card) and bool(_up(card)),
        decides=True,
    ),
    _Record(
        Limit("face down", "excluded", "a card manifested or cloaked"),
        _any_card,
        held=lambda question: question.lying,
    ),
    _Record(
        Limit("bestow", "excluded", "bestow"),
        _is_unheld("bestow", lambda option: option.form == "bestowed"),
        decides=True,
    ),
    _Record(
        Limit("paid costs", "excluded", "impending, dash or blitz"),
        lambda card: any(_is_unheld(name, _is_paid(name))(card) for name in HOLD_IF_PAID),
        decides=True,
    ),
    _Record(
        Limit("prototype", "excluded", "prototype"),
        _is_unheld("prototype", lambda option: option.form == "prototype"),
        decides=True,
    ),
    _Record(Limit("other faces", "excluded", "its other face"), _has_unheld_faces, decides=True),
    # 702.145, 730: it is another by night.
    _Record(
        Limit("night", "excluded", "night"),
        lambda card: is_of_night(card.faces[0]) is not None,
        decides=True,
    ),
    _Record(
        Limit("designations", "excluded", "a designation (monstrous, solved, …)"),
        _looks_at_designations,
        decides=True,
    ),
    _Record(
        Limit("attachments", "excluded", "what a Fortification or a creature is attached to"),
        lambda card: "Fortification" in card.faces[0].subtypes or _has_keyword("reconfigure")(card),
        held=lambda question: not speaks_of(question.goal, ATTACHMENT),
        decides=True,
    ),
    _Record(
        Limit("hosts", "excluded", "Auras in a circle, and what an effect makes an Equipment"),
        lambda card: makes_attachments(card) or _enchants_its_kind(card) or _needs_another(card),
        helps=lambda card, question: (
            _could_attach(card, question)
            or (question.size > 2 and _needs_another(card) and could_help(card, question))
        ),
        reads=lambda card, question: (
            _could_attach(card, question) or (question.size > 2 and _needs_another(card))
        ),
    ),
    _Record(
        Limit("tokens", "excluded", "a token that it makes"),
        _makes_other_tokens,
        decides=True,
        helps=could_count,
    ),
    _Record(
        Limit("more tokens", "excluded", "a token of what triggers an additional time"),
        triggers_again,
        held=lambda question: not any(map(made_by, question.cards)),
        decides=True,
    ),
    _Record(
        Limit("tokens left", "excluded", "a token whose maker has left"),
        lambda card: any(map(tokens_of, _up(card))),
        reads=may_leave_a_token,
        helps=could_count,
    ),
    _Record(
        Limit("unread", "excluded", "a token of a line that is not understood"),
        lambda card: any_node(tuple(face.abilities for face in _up(card)), _is_not_understood),
        decides=True,
        of_any=True,
    ),
    _Record(
        Limit("qualities", "excluded", "what protection from its colors or the like comes to"),
        _protects_relatively,
        held=lambda question: (
            not any(
                isinstance(each, tree.Keyword) and each.quality
                for each in wanted_texts(question.goal)
            )
        ),
        helps=lambda card, question: _protects_relatively(card),
        reads=lambda card, question: _protects_relatively(card),
    ),
    _Record(
        Limit("names", "excluded", "another name than its own that it chooses"),
        lambda card: chooses(card, "card name"),
        held=lambda question: not any_node(tuple(wanted_texts(question.goal)), (tree.Named,)),
        decides=True,
    ),
    _Record(
        Limit("copies", "bounded", "a copy of a copy, or limited by mana"), _copies, decides=True
    ),
    _Record(
        Limit("graveyards", "bounded", "graveyards with more cards"),
        reads_graveyards,
        reads=_needs_more_cards,
        helps=lambda card, question: (
            _needs_more_cards(card, question) and could_help(card, question)
        ),
    ),
    _Record(
        Limit("graveyard abilities", "excluded", "what a card does from a graveyard"),
        lambda card: bool(_from_graveyards(card)),
        helps=_helps_from_graveyards,
        reads=_helps_from_graveyards,
    ),
    _Record(
        Limit("creature types", "bounded", "more creature types than can be told apart"),
        is_chooser,
        held=lambda question: few(question) and question.size <= _TYPES,
    ),
    _Record(
        Limit("counters", "excluded", "counters put on (`--counters`)"),
        _any_card,
        held=lambda question: bool(question.counters),
        asks=lambda question: looks_at_counters,
    ),
    _Record(
        Limit("other counters", "excluded", "counters of other kinds (`--counters`)"),
        _any_card,
        held=lambda question: not question.counters,
        asks=_asks_of_other_counters,
    ),
    _Record(
        Limit("counters taken", "excluded", "counters taken off"),
        _enters_with_counters,
        held=lambda question: not speaks_of(question.goal, (tree.HasCounter,)),
        decides=True,
    ),
    _Record(
        Limit("taken off", "excluded", "what its counters give, once they are taken off"),
        _enters_with_more,
        held=lambda question: not _speaks_of_what_counters_give(question.goal),
        decides=True,
    ),
    _Record(
        Limit("fewer counters", "excluded", "counters taken off at which something looks"),
        _enters_with_counters,
        held=lambda question: not question.counters,
        asks=_asks_of_counters_coming,
    ),
    _Record(
        Limit("mana", "excluded", "mana of a color that its text leaves open"),
        _taps_for_open_mana,
        held=lambda question: not speaks_of(question.goal, (TapsFor,)),
        decides=True,
        helps=lambda card, question: (
            _taps_for_open_mana(card) and any_node(tuple(map(acting, _up(card))), (tree.Activated,))
        ),
    ),
    _Record(
        Limit("resolving", "excluded", "what resolves (`--spells`)"),
        _any_card,
        held=lambda question: question.spells,
        reads=may_make_it_so,
        helps=could_do_to_others,
    ),
    _Record(
        Limit("triggering", "excluded", "what triggers, resolves often or is a cost"),
        _any_card,
        held=lambda question: not question.spells,
        reads=may_make_it_so,
        helps=could_do_to_others,
    ),
    _Record(
        Limit("players", "excluded", "life totals, hands, turns and combat"),
        _any_card,
        asks=_asks_of_players,
    ),
    _Record(
        Limit("commanders", "excluded", "commanders"),
        lambda card: bool(_asking(card, _asks_of_commanders)),
        asks=lambda question: _asks_of_commanders,
    ),
    # 704.5j: which one is kept is that player's choice.
    _Record(
        Limit("legends", "excluded", "two legends of one name (`--any`)"),
        lambda card: any("Legendary" in face.supertypes for face in _up(card)),
        held=lambda question: not question.any_,
        decides=True,
        reads=_may_be_legendary,
    ),
    _Record(
        Limit("its player", "excluded", "what it does for another player than its first one"),
        lambda card: _does_for_a_player(card) or enters_as_copy(card),
        held=_leaves_its_player,
        decides=True,
    ),
    _Record(
        Limit("earlier", "excluded", "what left, was turned over or changed since it entered"),
        _any_card,
        reads=may_change,
        helps=may_part_equipment,
    ),
    *(
        _Record(Limit(name, "excluded", words), _any_card)
        for name, words in (
            ("at once", "permanents that enter at the same time"),
            ("other tokens", "tokens that no card here makes"),
            ("other zones", "cards in exile, hands, libraries and the command zone"),
        )
    ),
)


_GENERAL = frozenset(each.limit.name for each in _RECORDS if each.concerns is _any_card)


def names() -> frozenset[str]:
    """The limits' names."""
    return frozenset({each.limit.name for each in _RECORDS} | {"numbers"})


def concerns(name: str, card: tree.Card) -> bool:
    """Whether the limit of that name concerns the card."""
    return any(each.limit.name == name and each.concerns(card) for each in _RECORDS)
