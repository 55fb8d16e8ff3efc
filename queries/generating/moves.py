"""What can be done on a board that is being made: the moves from which `generate` builds boards.

A move is a kind of step and, for some kinds, a card. Objects that a step names are those that are
there, wherever the printed types fit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from striate.boards import timeline as tl
from striate.boards.timeline import Choices, Seat, Step
from striate.cards import tree
from striate.cards.layers_of import layers_of
from striate.cards.walking import nodes

_COPIERS = (tree.EntersAsCopy,)
_MORPHS = frozenset({"morph", "megamorph", "disguise"})
_COUNTERS = ("+1/+1", "+1/+0", "flying")
_VALUES = {
    "color": ("blue", "red"),
    "creature type": ("Saproling", "Elf"),
    "basic land type": ("Island", "Swamp"),
    "land type": ("Island", "Swamp"),
}
_WORDS = {
    "basic land type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
    "land type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
    "color": ("white", "blue", "black", "red", "green"),
    "creature type": ("Elf", "Goblin", "Merfolk", "Bear"),
}
_STEPS_WITHOUT_CARD = (
    "counters", "level up", "attach", "turn face up", "turn face down", "transform", "token copy",
    "ability", "end turn", "phase out", "phase in",
)  # fmt: skip


@dataclass(frozen=True)
class _Present:
    """A permanent on the board that is being made."""

    handle: str
    card: tree.Card
    choices: Choices = ()


@dataclass(frozen=True)
class Draft:
    """A board that is being made: what happened so far and what is there."""

    steps: tuple[Step, ...] = ()
    there: tuple[_Present, ...] = ()

    def handle(self, name: str) -> str:
        names = {getattr(step, "handle", "") for step in self.steps}
        number = 1
        called = name
        while called in names:
            number += 1
            called = f"{name} #{number}"
        return called


@dataclass(frozen=True)
class Move:
    """A kind of step, with the card that it is about."""

    kind: str
    card: tree.Card | None = None


def moves_for(cards: tuple[tree.Card, ...], kinds: tuple[str, ...]) -> tuple[Move, ...]:
    """All moves of some kinds with some cards."""
    moves = [Move(kind) for kind in kinds if kind in _STEPS_WITHOUT_CARD]
    for card in cards:
        if is_spell(card):
            moves += [Move("resolve", card)] if "resolve" in kinds else []
            continue
        moves.append(Move("enter", card))
        if "face down" in kinds and tags_of(card) & {"morph"}:
            moves.append(Move("face down", card))
    return tuple(moves)


def is_spell(card: tree.Card) -> bool:
    return bool({"Instant", "Sorcery"} & set(card.faces[0].types))


@cache
def tags_of(card: tree.Card) -> frozenset[str]:
    """What a card is good for: its layers, and what it can be part of."""
    tags: set[str] = set()
    for face in card.faces[:2]:
        tags |= set(layers_of(face.abilities))
        for ability in face.abilities:
            tags |= _ability_tags(ability)
    face = card.faces[0]
    if card.layout == "transform":
        tags.add("transforms")
    if "Equipment" in face.subtypes:
        tags.add("equipment")
    if "Aura" in face.subtypes:
        tags.add("aura")
    if not tags - {"chooses"}:
        tags.add("body")
    for face in card.faces[:2]:
        tags |= _kinds_of(face.abilities)
    return frozenset(tags)


def _kinds_of(value: object) -> set[str]:
    """The kinds of changes that a text makes, and makes others make."""
    kinds: set[str] = set()
    for node in nodes(value):
        if isinstance(node, tree.LevelSymbol):
            kinds |= {"SetBasePT"} | ({"GainAbilities"} if node.abilities else set())
        elif isinstance(node, tree.Change):
            kinds.add(type(node).__name__)
    return kinds


def _ability_tags(ability: tree.Ability) -> set[str]:
    match ability:
        case tree.LevelSymbol():
            return {"leveler"}
        case tree.EntersAsCopy(exceptions=extra):
            return {"copier", "exception"} if extra else {"copier"}
        case tree.EntersChoose():
            return {"chooses"}
        case tree.EntersAs():
            return {"form"}
        case tree.Spell(body=body) if any(_returns(step) for step in body.steps):
            return {"returns"}
        case tree.Keyword(name=name) if name in _MORPHS:
            return {"morph"}
        case tree.Activated(body=body) if any(
            isinstance(step, tree.Continuous) and step.effect.who == tree.This()
            for step in body.steps
        ):
            return {"animates"}
        case tree.Static(cda=True):
            return {"cda"}
        case tree.Static(effects=effects) if any(map(_is_by_size, effects)):
            return {"by size"}
        case tree.Keyword(name="changeling"):
            return {"cda"}
    return set()


def _is_by_size(effect: tree.Effect) -> bool:
    """Whether what it adds to power or toughness hangs on a power or toughness."""
    adds = any(isinstance(each, tree.ModifyPT) for each in effect.changes)
    return adds and any(
        isinstance(node, tree.StatIs | tree.StatOf | tree.Aggregate)
        and node.stat in ("power", "toughness")
        for node in nodes(effect)
    )


def _returns(step: tree.Step) -> bool:
    return isinstance(step, tree.MoveZone) and step.verb == "return" and step.to == "battlefield"


def fits(filter: tree.Filter, card: tree.Card) -> bool:
    """Whether a card as printed may be what a text speaks of; what types don't tell, fits."""
    face = card.faces[0]
    match filter:
        case tree.HasType(word):
            return word in face.types
        case tree.HasSupertype(word):
            return word in face.supertypes
        case tree.Not(tree.HasType() | tree.HasSupertype() as part):
            return not fits(part, card)
        case tree.AllOf(parts):
            return all(fits(part, card) for part in parts)
        case tree.AnyOf(parts):
            return any(fits(part, card) for part in parts)
    return True


# --- steps ----------------------------------------------------------------------------------------


def played(draft: Draft, move: Move, seats: tuple[Seat, ...]) -> Iterator[Draft]:
    """The board after the move, once for each way to make it."""
    for step in _steps_of(draft, move, seats):
        objects = draft.there
        if isinstance(step, tl.Enter):
            objects = (*objects, _Present(step.handle, step.card, step.choose))
        elif isinstance(step, tl.EnterTokenCopy):
            copied = next(each for each in objects if each.handle == step.of)
            objects = (*objects, _Present(step.handle, copied.card, step.choose))
        yield Draft((*draft.steps, step), objects)


def _steps_of(draft: Draft, move: Move, seats: tuple[Seat, ...]) -> Iterator[Step]:
    card = move.card
    if card is not None:
        if "Legendary" in card.faces[0].supertypes and _is_there(draft, card):
            # 704.5j: of two legends of one name a player would have to choose.
            return
        handle = draft.handle(card.name)
        if move.kind == "resolve":
            yield from resolutions(draft, card, handle)
        elif move.kind == "face down":
            yield tl.Enter(handle, card, face_down=True)
        else:
            for seat in seats:
                yield from _entrances(draft, card, handle, seat)
        return
    if move.kind == "end turn":
        if draft.steps and not isinstance(draft.steps[-1], tl.EndTurn):
            yield tl.EndTurn()
        return
    for each in draft.there:
        yield from _steps_on(draft, each, move.kind, seats)


def _is_there(draft: Draft, card: tree.Card) -> bool:
    return any(each.card.name == card.name for each in draft.there)


def _steps_on(draft: Draft, each: _Present, kind: str, seats: tuple[Seat, ...]) -> Iterator[Step]:
    """Steps of a kind that are about an object."""
    tags = tags_of(each.card)
    match kind:
        case "counters" if fits(tree.HasType("Creature"), each.card):
            for counter in _COUNTERS:
                yield tl.ChangeCounters(each.handle, ((counter, 1),))
        case "level up" if "leveler" in tags:
            for times in _level_steps(each.card):
                yield tl.LevelUp(each.handle, times)
        case "attach" if tags & {"aura", "equipment"}:
            for host in hosts(draft, each.card, each.handle):
                yield tl.Attach(each.handle, host)
        case "turn face up" | "turn face down":
            creature = fits(tree.HasType("Creature"), each.card)
            if creature and _is_turned(draft, each.handle) == (kind == "turn face up"):
                yield tl.SetStatus(each.handle, kind.removeprefix("turn "))  # type: ignore[arg-type]  # the rest of the move's name is a status
        case "transform" if "transforms" in tags:
            yield tl.SetStatus(each.handle, "transformed")
        case "phase out" | "phase in":
            if _is_phased_out(draft, each.handle) == (kind == "phase in"):
                yield tl.SetStatus(
                    each.handle, "phased out" if kind == "phase out" else "phased in"
                )
        case "token copy" if not tags & {"aura"}:
            for seat in seats:
                handle = draft.handle(f"{each.card.name} token")
                yield tl.EnterTokenCopy(handle, each.handle, seat)
        case "ability" if "animates" in tags:
            yield tl.ResolveAbility(_animating(each.card), each.handle)


def _level_steps(card: tree.Card) -> tuple[int, ...]:
    """The numbers of level counters at which something begins or ends."""
    symbols = [each for each in card.faces[0].abilities if isinstance(each, tree.LevelSymbol)]
    bounds = {each.low for each in symbols}
    bounds |= {each.high for each in symbols if each.high is not None}
    return tuple(sorted(bounds - {0}))


def _animating(card: tree.Card) -> int:
    """The number of the activated ability that changes the permanent itself."""
    numbered = [
        each
        for each in card.faces[0].abilities
        if isinstance(each, tree.Activated | tree.Triggered | tree.Chapter)
    ]
    return next(n for n, each in enumerate(numbered, 1) if "animates" in _ability_tags(each))


def _is_turned(draft: Draft, handle: str) -> bool:
    """Whether it is face down now."""
    down = False
    for step in draft.steps:
        if isinstance(step, tl.Enter) and step.handle == handle:
            down = step.face_down
        elif isinstance(step, tl.SetStatus) and step.what == handle:
            down = step.status == "face down" or (down and step.status != "face up")
    return down


def _is_phased_out(draft: Draft, handle: str) -> bool:
    """Whether the last that happened to it was that it phased out."""
    statuses = [step.status for step in draft.steps
            if isinstance(step, tl.SetStatus) and step.what == handle]  # fmt: skip
    return bool(statuses) and statuses[-1] == "phased out"


def hosts(draft: Draft, card: tree.Card, but: str = "") -> Iterator[str]:
    """What an Aura or Equipment may be attached to (301.5, 303.4)."""
    if "Equipment" in card.faces[0].subtypes:
        quality: tree.Filter = tree.HasType("Creature")
    else:
        quality = next(
            (
                each.quality
                for each in card.faces[0].abilities
                if isinstance(each, tree.Keyword) and each.name == "enchant" and each.quality
            ),
            tree.AllOf(),
        )
    now = {step.attached_to for step in draft.steps if getattr(step, "handle", None) == but
           and isinstance(step, tl.Enter)}  # fmt: skip
    last = [step.to for step in draft.steps if isinstance(step, tl.Attach) and step.what == but]
    now = {last[-1]} if last else now
    for each in draft.there:
        if each.handle != but and each.handle not in now and fits(quality, each.card):
            yield each.handle


def _choices_for(card: tree.Card) -> Iterator[Choices]:
    """What may be chosen as it enters."""
    kinds = sorted(
        {each.kind for each in card.faces[0].abilities if isinstance(each, tree.EntersChoose)}
    )
    forms = [each.labels for each in card.faces[0].abilities if isinstance(each, tree.EntersAs)]
    options = [_VALUES.get(kind, ()) for kind in kinds] + forms
    for values in product(*options):
        yield tuple(zip((*kinds, *("mode" for _ in forms)), values, strict=True))


def _entrances(draft: Draft, card: tree.Card, handle: str, seat: Seat) -> Iterator[Step]:
    copying = next((a for a in card.faces[0].abilities if isinstance(a, _COPIERS)), None)
    if copying is not None:
        filter = copying.of.filter if isinstance(copying.of, tree.Each) else tree.AllOf()
        for each in draft.there:
            if fits(filter, each.card):
                for choices in _choices_for(each.card):
                    yield tl.Enter(handle, card, seat, copying=each.handle, choose=choices)
        return
    with_x = any(
        isinstance(each, tree.EntersWith) and each.amount == tree.X()
        for each in card.faces[0].abilities
    )
    for choices in _choices_for(card):
        if "Aura" in card.faces[0].subtypes:
            for host in hosts(draft, card):
                yield tl.Enter(handle, card, seat, choose=choices, attached_to=host)
        else:
            yield tl.Enter(handle, card, seat, choose=choices, x=3 if with_x else None)


def resolutions(draft: Draft, card: tree.Card, handle: str) -> Iterator[Step]:
    """An instant or sorcery with plain targets, for each way to choose them."""
    bodies = [each.body for each in card.faces[0].abilities if isinstance(each, tree.Spell)]
    if len(bodies) != 1 or bodies[0].players:
        return
    specs = bodies[0].targets
    if any(not isinstance(spec.high, int) for spec in specs):
        return
    options = [[each.handle for each in draft.there if fits(spec.filter, each.card)]
               for spec in specs]  # fmt: skip
    for targets in product(*options):
        if len(set(targets)) == len(targets):
            for choices in _word_choices(draft, bodies[0]):
                yield tl.Resolve(card, handle, targets=targets, choose=choices)


def _word_choices(draft: Draft, body: tree.Body) -> Iterator[Choices]:
    """612: the words of a text change: one that is there becomes another."""
    kinds = [
        kind
        for step in body.steps
        if isinstance(step, tree.Continuous)
        for change in step.effect.changes
        if isinstance(change, tree.ReplaceWords)
        for kind in change.kinds
    ]
    if not kinds:
        yield ()
        return
    text = " ".join(repr(each.card) for each in draft.there)
    for kind in kinds:
        words = _WORDS.get(kind, ())
        for old in words:
            if f"'{old}'" in text:
                new = words[(words.index(old) + 1) % len(words)]
                yield (("from", old), ("to", new))
