"""The ground on which theorems are proved: slots that hold any card of a class-complete pool.

The pool has a card for each kind of effect in each layer that slots hold. All cards, orders,
controllers, hosts, level counters and +1/+1 and -1/-1 counters are open; nothing of a card is left
out, and no order of the board is taken for another. A theorem is a premise and a claim about these.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.encodings.door import Algebra, Chars, Held, Thing, Watched, World
from striate.search.kinds import Kind, whole_kind
from striate.search.options import Option, options_of
from striate.search.poolclasses import Pool
from striate.search.slots import Search, Slot, make_slots, open_choices, world_of
from striate.search.table import Table
from striate.solver.choice import Choice, mask_of
from striate.solver.model import Model
from striate.solver.terms import FALSE, Graph, Lit

# One card at least for each kind of effect in each layer that slots hold.
POOL = (
    "Grizzly Bears", "Serra Angel", "Forest", "Plains", "Llanowar Elves", "Dryad Arbor",
    "Coralhelm Commander", "Student of Warfare", "Kargan Dragonlord",
    "Control Magic", "Darksteel Mutation", "Bonesplitter", "Imprisoned in the Moon", "Sea's Claim",
    "Godhead of Awe", "Humility", "Dress Down", "Opalescence", "Enchanted Evening", "Blood Moon",
    "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Life and Limb", "Conspiracy",
    "March of the Machines", "Mycosynth Lattice", "Painter's Servant", "Glorious Anthem",
    "Bad Moon", "Lord of Atlantis", "Levitation", "Gravity Sphere", "Archetype of Imagination",
    "Nightmare", "Engineered Plague", "Kormus Bell", "Living Plane", "Muraganda Petroglyphs",
    "Maskwood Nexus", "Ashaya, Soul of the Wild", "Prismatic Omen", "Honor of the Pure",
)  # fmt: skip
_WORDS = ("Merfolk", "Saproling")
COUNTERS = ("+1/+1", "-1/-1")


def pool_of(catalogue: Catalogue, names: Sequence[str] = POOL) -> Pool:
    """The options of the named cards; each name must be there and fit a slot."""
    kinds: list[Kind] = []
    members: list[list[Option]] = []
    for name in names:
        card = catalogue.card(name)
        options, reason = ([], "not in the catalogue") if card is None else options_of(card, _WORDS)
        if not options:
            raise LookupError(f"`{name}`: {reason}")
        for option in options:
            kinds.append(whole_kind(option, texts=False))
            members.append([option])
    return Pool(kinds, members)


class NoSuchLayer(WrongInput):
    """A statement speaks of a layer that the rules of then don't have apart."""

    def __init__(self, layer: str) -> None:
        super().__init__(layer)
        self.layer = layer

    def __str__(self) -> str:
        return f"it speaks of layer {self.layer}, which the rules of that day don't have apart"


class _ByLayer(dict[str, list[Chars]]):
    """The state before or after each layer."""

    def __missing__(self, layer: str) -> list[Chars]:
        raise NoSuchLayer(layer)


class Pass(Watched):
    """A watched pass that keeps the state before and after each layer."""

    def __init__(
        self, world: World, copiable: list[Chars] | None = None, trials: bool = False
    ) -> None:
        super().__init__(world, copiable, trials)
        self.after: dict[str, list[Chars]] = _ByLayer()
        self.before: dict[str, list[Chars]] = _ByLayer()

    def apply_layer(self, layer: str) -> None:
        self.before[layer] = self.moment.chars
        super().apply_layer(layer)
        self.after[layer] = self.moment.chars


class _Among:
    """A choice of some of the kinds, asked by masks over all of them."""

    def __init__(self, graph: Graph, name: tuple[object, ...], kinds: Sequence[int]) -> None:
        self.kinds = kinds
        self.choice = Choice(graph, name, len(kinds))
        self.valid = self.choice.valid

    def pick(self, mask: int) -> Lit:
        return self.choice.pick(mask_of(mask >> kind & 1 for kind in self.kinds))

    def value(self, model: Model) -> int:
        return self.kinds[self.choice.value(model)]


@dataclass
class Ground:
    """Slots of one size over the pool, with all their choices open.

    `allowed`: of the first slots, the kinds that each may hold; the others hold any.
    """

    pool: Pool
    size: int
    allowed: Sequence[Sequence[int]] = ()
    algebra: Algebra = field(default_factory=Algebra)

    def __post_init__(self) -> None:
        self.table = Table(self.pool.kinds, every_level=True)
        graph = self.algebra.graph
        held = open_choices(graph, self.size, len(self.pool.kinds))
        held[: len(self.allowed)] = [
            _Among(graph, ("slot", place), kinds) for place, kinds in enumerate(self.allowed)
        ]
        slots = make_slots(self.algebra, self.table, held, dict.fromkeys(COUNTERS, 3), pairs=False)
        world = world_of(self.algebra, self.table, slots)
        self.world: World = world
        self.slots: list[Slot] = slots
        self.constraints = [lit for slot in slots for lit in slot.constraints]
        self._watched: dict[bool, Pass] = {}

    def watched(self, trials: bool = False) -> Pass:
        """The layers over the slots as they are."""
        if trials not in self._watched:
            self._watched[trials] = self.run(trials=trials)
        return self._watched[trials]

    def run(
        self,
        pass_of: Callable[..., Pass] = Pass,
        world: World | None = None,
        **further: bool,
    ) -> Pass:
        world = self.world if world is None else world
        layers = pass_of(world, **further)
        layers.run()
        return layers

    def changed(self, change: Callable[[Thing], Thing]) -> World:
        """The same slots with other facts about their permanents."""
        return replace(self.world, things=[change(thing) for thing in self.world.things])

    def search(self) -> Search:
        """The slots as the search has them, for decoding a model."""
        final = self.watched().moment
        return Search(self.algebra, self.world, self.slots, final)


# --- comparing states -----------------------------------------------------------------------------


def same_words(algebra: Algebra, one: dict[str, Lit], other: dict[str, Lit]) -> Iterable[Lit]:
    for word in {**one, **other}:
        yield algebra.iff(one.get(word, FALSE), other.get(word, FALSE))


def _same_abilities(algebra: Algebra, one: Chars, other: Chars) -> Iterable[Lit]:
    """Whether each instance of an ability is there in both or in neither."""
    mine = {held.key: held for held in one.abilities}
    theirs = {held.key: held for held in other.abilities}
    for key in {**mine, **theirs}:
        a, b = mine.get(key), theirs.get(key)
        left, right = present(a), present(b)
        yield algebra.iff(left, right)
        if a is not None and b is not None and a.alternatives != b.alternatives:
            yield algebra.or_(left ^ 1, _same_guards(algebra, a, b))


def present(held: Held | None) -> Lit:
    return FALSE if held is None else held.present


def _same_guards(algebra: Algebra, a: Held, b: Held) -> Lit:
    left = {ability: guard for guard, ability in a.alternatives}
    right = {ability: guard for guard, ability in b.alternatives}
    return algebra.all_(
        [
            algebra.iff(left.get(ability, FALSE), right.get(ability, FALSE))
            for ability in {**left, **right}
        ]
    )


def same_sizes(algebra: Algebra, one: Chars, other: Chars) -> Lit:
    return algebra.and_(
        algebra.same(one.power, other.power), algebra.same(one.toughness, other.toughness)
    )


def same_chars(algebra: Algebra, one: Chars, other: Chars, mirrored: bool = False) -> Lit:
    """Whether two states of an object agree; `mirrored`: with the players swapped."""
    seat = algebra.xor(one.yours, other.yours)
    return algebra.all_(
        [
            seat if mirrored else seat ^ 1,
            same_sizes(algebra, one, other),
            *same_words(algebra, one.types, other.types),
            *same_words(algebra, one.subtypes, other.subtypes),
            *same_words(algebra, one.supertypes, other.supertypes),
            *same_words(algebra, one.colors, other.colors),
            *_same_abilities(algebra, one, other),
        ]
    )


def same_boards(
    algebra: Algebra, one: Sequence[Chars], other: Sequence[Chars], mirrored: bool = False
) -> Lit:
    """Whether all objects agree."""
    return algebra.all_(
        [same_chars(algebra, a, b, mirrored) for a, b in zip(one, other, strict=True)]
    )
