"""Cards in graveyards as unknowns, where something on the battlefield counts or compares them.

So many places, each empty or a card that does nothing there, of either player. Only what is read of
such cards tells them apart. Loses no board iff no board of the question needs more cards there, or
one whose own abilities work from a graveyard or say there what it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.costs import mana_value
from striate.cards.walking import any_node, nodes
from striate.encodings.door import Algebra, Chars, Thing, statics_of
from striate.quick.reach import Key, deed_reads, reads, touch, writes
from striate.search.beyond import LAYOUTS, fits
from striate.search.cardindex import flagged
from striate.search.cone import follow, in_graveyards, in_keys
from striate.search.entering import BODIES
from striate.search.kinds import Kind, printed_words
from striate.search.options import Option
from striate.search.slots import printed_chars
from striate.search.symmetry import not_after
from striate.search.table import Chooser, Table
from striate.search.wellknown import card_score
from striate.solver.choice import Choice, mask_of
from striate.solver.model import Model
from striate.solver.terms import TRUE, Lit


class Graves(Struct):
    """What may lie in graveyards: classes of cards, with the best-known card of each."""

    kinds: list[Kind] = field(default_factory=list)
    cards: list[tree.Card] = field(default_factory=list)
    places: int = 0


class Grave(Struct):
    """One place in a graveyard."""

    chooser: Chooser
    chars: Chars
    alive: Lit
    yours: Lit
    constraints: list[Lit]

    def thing(self, index: int) -> Thing:
        return Thing(
            handle=f"grave {index}",
            index=index,
            zone="graveyard",
            stamp=0,
            owner=self.yours,
            controller=self.yours,
            printed=(self.chars,),
            alive=self.alive,
        )


def read_graveyards(statics: Sequence[tree.Static]) -> bool:
    return any_node(tuple(statics), in_graveyards)


@flagged
def reads_graveyards(card: tree.Card) -> bool:
    return any_node(card.faces[0].abilities, in_graveyards, closed=BODIES)


def graves_of(cards: Iterable[tree.Card], places: int, kinds: Sequence[Kind]) -> Graves:
    """The classes of the cards by what the kinds read of graveyards; none if nothing does."""
    keys = _keys_read(kind.statics for kind in kinds)
    if keys is None:
        return Graves()
    best: dict[Kind, tuple[float, tree.Card]] = {}
    for card in cards:
        if (face := _still_face(card, keys)) is not None:
            kind, score = _kind_of(face, keys), card_score(card)
            if kind not in best or (score, card.name) < (best[kind][0], best[kind][1].name):
                best[kind] = (score, card)
    ordered = sorted(best, key=lambda kind: (best[kind][0], best[kind][1].name))
    return Graves(ordered, [best[kind][1] for kind in ordered], places)


def of_battlefield(option: Option) -> Option:
    """What it does to objects on the battlefield; where all graveyards are empty that is all."""
    if not any(_is_elsewhere(each.who) for each in option.effects):
        return option
    statics: list[tree.Static] = []
    plain = list(option.plain)
    for static in option.statics:
        effects = tuple(each for each in static.effects if not _is_elsewhere(each.who))
        if effects:
            statics.append(replace(static, effects=effects))
        else:
            plain.append(static)
    return replace(option, statics=tuple(statics), plain=tuple(plain))


def _is_elsewhere(who: tree.Who) -> bool:
    """Whether it speaks only of objects that are not on the battlefield."""
    if not isinstance(who, tree.Each) or who.zone == "battlefield":
        return False
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return who.zone == "graveyard" or tree.Not(tree.InZone("battlefield")) in parts


def _keys_read(statics: Iterable[Sequence[tree.Static]]) -> set[Key] | None:
    """What something reads of cards in graveyards; None: nothing does."""
    inside = list(nodes(tuple(map(tuple, statics))))
    reading = [node for node in inside if in_graveyards(node)]
    if not reading:
        return None
    keys = {key for node in reading for key in reads(node)}
    for node in inside:
        # What an effect there looks at before it changes what is read.
        who = node.who if isinstance(node, tree.Effect) else None
        if isinstance(who, tree.Each) and who.zone in ("graveyard", "any"):
            assert isinstance(node, tree.Effect)
            keys = keys.union(reads(who), *map(deed_reads, node.changes))
    follow(keys)
    return keys


def lying_otherwise(cards: Iterable[tree.Card], graveyard: Iterable[tree.Card]) -> str:
    """The name of a card that no place holds, where one of the cards reads graveyards; or ""."""
    faces = (face for card in cards for face in card.faces)
    keys = _keys_read([*statics_of(each)] for face in faces for each in face.abilities)
    if keys is None:
        return ""
    cards_there = (card for card in graveyard if card.layout != "meld")  # 712.4: two other cards
    return next((card.name for card in cards_there if _still_face(card, keys) is None), "")


def _still_face(card: tree.Card, keys: AbstractSet[Key]) -> tree.Face | None:
    """The face that counts there, if a place holds the card: 712.8a, 715.4 the front; 709.4 of a
    split card both halves."""
    split = card.layout == "split"
    if not split and (card.layout not in LAYOUTS or card.layout == "meld"):
        return None
    face = card.halves if split else card.faces[0]
    return face if _lies_still(face, keys) else None


def _lies_still(face: tree.Face, keys: AbstractSet[Key]) -> bool:
    """Nothing that it says works from a graveyard, or says there what is read of it (604.3).

    208.3: what is no creature has its printed size there, and there alone; that no class tells.
    """
    sized = any(in_keys(keys, kind) for kind in ("power", "toughness"))
    if sized and face.power is not None and "Creature" not in face.types:
        return False
    return all(_is_idle(ability, keys) for ability in face.abilities)


def _is_idle(ability: tree.Ability, keys: AbstractSet[Key]) -> bool:
    if not fits(ability):
        return False
    read = frozenset(keys)
    return all(
        {*each.zones} <= {"battlefield"}
        and not (each.cda and any(touch(read, writes(c)) for e in each.effects for c in e.changes))
        for each in statics_of(ability)
    )


def _kind_of(face: tree.Face, keys: set[Key]) -> Kind:
    cost = in_keys(keys, "cost")
    return Kind(
        **printed_words(face, keys),
        mana_value=mana_value(face.mana_cost) if cost else 0,
        cost=face.mana_cost if cost else "",
        plain=frozenset(face.abilities) if in_keys(keys, "ability") else frozenset(),
    )


def make_graves(algebra: Algebra, graves: Graves) -> list[Grave]:
    """The places, filled from the first on, in the order of the classes."""
    if not graves.kinds:
        return []
    table, size = Table(graves.kinds), len(graves.kinds)
    all_graves: list[Grave] = []
    for place in range(graves.places):
        chooser = Choice(algebra.graph, ("grave", place), size)
        alive = algebra.graph.var(("in a graveyard", place))
        yours = algebra.graph.var(("in your graveyard", place))
        constraints = [chooser.valid]
        for before in all_graves[-1:]:
            in_order = not_after(algebra, before.chooser, chooser, size)
            constraints += [algebra.or_(alive ^ 1, each) for each in (before.alive, in_order)]
        chars = printed_chars(algebra, table, chooser)
        all_graves.append(Grave(chooser, chars, alive, yours, constraints))
    return all_graves


def lying(graves: Graves, places: Sequence[Grave], model: Model) -> list[tuple[tree.Card, bool]]:
    """The cards in graveyards in the model, with whether they are yours."""
    return [
        (graves.cards[each.chooser.value(model)], model.value(each.yours))
        for each in places
        if model.value(each.alive)
    ]


def plainer(places: Sequence[Grave], graves: Graves) -> Iterator[list[list[Lit]]]:
    """Wishes for well-known cards, few, and yours: for each wish what to ask for, best first."""
    scores = [card_score(card) for card in graves.cards]
    known = []
    for limit in (-1.0, 0.0, 2.0, 4.0, 6.0):
        mask = mask_of(score <= limit for score in scores)
        known.append([each.chooser.pick(mask) for each in places] if mask else [1 ^ TRUE])
    yield known
    yield [[places[number].alive ^ 1] for number in range(len(places))]
    for each in places:
        yield [[each.yours]]
