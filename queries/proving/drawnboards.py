"""Boards drawn from the board format over a few cards, evaluated by the referee: no slot is known
here."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import astuple, replace

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.facts import fact_named
from striate.boards.names import Cards
from striate.boards.reading import board_from_document
from striate.boards.steps.keys import Key
from striate.boards.steps.kind import StepKind
from striate.boards.steps.permanents import ENTER
from striate.boards.steps.table import STEPS, kind_of_event
from striate.boards.timeline import (
    Answer,
    Attach,
    Board,
    ChangeCounters,
    Designated,
    Enter,
    Leave,
    PlayerFact,
    PutInZone,
    Resolve,
    ResolveAbility,
    Seen,
)
from striate.boards.workbench import PLAYERS
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.numbering import numbered_of
from striate.cards.tree import Card, Face, Keyword
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    COLORS,
    CREATURE_TYPES,
    LAND_TYPES,
    MELDED_FROM,
)
from striate.cards.walking import any_node, nodes, rewrite
from striate.encodings.door import statics_of
from striate.queries.finding.enumerating import lasting
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.meaning import permanents
from striate.queries.outcome import all_ways
from striate.referee.judge import could_be_attached_so, judge
from striate.search.asking.world import makes_attachments, triggers_again
from striate.search.decoding import attached_as_placed
from striate.search.entering import entering_with
from striate.search.facedown import ways_down
from striate.search.graveyards import reads_graveyards
from striate.search.legendrule import one_must_go
from striate.search.resolving.happenings import is_spell

_COUNTERS = (
    "+1/+1", "-1/-1", "flying", "lifelink", "+1/+0", "charge", "hexproof", "time", "lore",
)  # fmt: skip
DESIGNATIONS = ("harnessed", "monstrous", "prepared", "renowned", "saddled", "solved")
_TURNED = {"transform": "transformed", "flip": "flipped"}
Kinds: TypeAlias = Mapping[str, StepKind]
_DOWN = ("manifest", "cloak", "morph", "disguise")
_TWINS = 0.25  # of so many permanents another one of the same card is there


@dataclass(frozen=True)
class Drawn:
    """A board that no state-based action changes, with what the referee says of it."""

    board: Board
    answer: Answer
    printed: dict[str, Card]

    @property
    def permanents(self) -> int:
        return len(permanents(self.answer))

    @property
    def resolved(self) -> int:
        """How many spells and abilities resolved there."""
        return sum(isinstance(each, Resolve | ResolveAbility) for each in self.board.steps)

    @property
    def of_its_color(self) -> Answer:
        """The same, of what adds mana of the color that it chose (106.1b)."""
        chosen = {
            step.handle: COLORS[value]
            for step in self.board.steps
            if isinstance(step, Enter)
            for kind, value in step.choose
            if kind == "color"
        }
        objects = (
            replace(
                seen, abilities=rewrite(seen.abilities, partial(_in_color, chosen[seen.handle]))
            )
            if seen.handle in chosen
            else seen
            for seen in self.answer.objects
        )
        return replace(self.answer, objects=tuple(objects))

    @property
    def tokens(self) -> bool:
        return any(seen.token for seen in permanents(self.answer))

    @property
    def counters(self) -> set[str]:
        """The kinds that are put on; level counters levelers have anyway."""
        put = [each for each in self.board.steps if isinstance(each, ChangeCounters)]
        return {kind for each in put for kind, n in each.counters if n > 0} - {"level"}


def _in_color(color: str, node: tree.Node) -> tree.Node:
    if isinstance(node, tree.AddMana):
        return replace(node, mana=node.mana.replace("one mana of the chosen color", f"{{{color}}}"))
    if isinstance(node, tree.Inert):
        words = node.words.replace("one mana of the chosen color", f"{{{color}}}")
        return replace(node, words=words)
    return node


def draw_boards(
    rng: random.Random,
    cards: Sequence[Card],
    size: int,
    number: int,
    catalogue: Catalogue,
    rules: str = "",
) -> Iterator[Drawn]:
    """So many attempts, by the rules of a day; what these don't allow, or what is open, is none."""
    by = {"rules": [rules]} if rules else {}
    for _ in range(number):
        plain = {"steps": list(_steps(rng, cards, rng.randint(1, size))), **by}
        drawn = evaluated(plain, catalogue)
        if drawn is not None:
            yield drawn


def evaluated(plain: dict[str, Any], shelf: Cards) -> Drawn | None:
    """The board, if it is one that lasts and of which nothing is open."""
    try:
        board = board_from_document(plain, shelf)
        answer = judge(board)
        lasts = _lasts(board, answer)
    except (BoardError, NotPlayable):
        return None
    known = not (answer.not_modelled or answer.facts)
    return Drawn(board, answer, printed_cards(board)) if lasts and known else None


def _lasts(board: Board, answer: Answer) -> bool:
    """Whether no state-based action changes it. What left, or went because something left, is no
    part of the board."""
    if not any(isinstance(step, Leave) for step in board.steps):
        return lasting(board, answer)
    stays = not one_must_go(answer) and attached_as_placed(board, answer, answer.gone)
    return stays and could_be_attached_so(board)


def _steps(rng: random.Random, cards: Sequence[Card], number: int) -> Iterator[dict[str, Any]]:
    """Permanents of these cards, with what the format lets be said of each."""
    there = [card for card in cards if works_from_graveyards(card)]
    numbers: tuple[int, ...] = (0, 1, 2) if there else (0, 0, 0, 0, 0, 0, 1, 2)
    numbers = (0, 1, 2, 5, 10, 24) if any(map(reads_graveyards, cards)) else numbers
    for _ in range(rng.choice(numbers)):
        card = rng.choice(there if there and rng.random() < 0.5 else cards)
        step = {"zone": "graveyard", "card": card.faces[0].name, "as": f"g{rng.random()}"}
        yield step | ({"owner": "opponent"} if rng.random() < 0.2 else {})
    lasting_ones = [card for card in cards if not is_spell(card)]
    words = {word for card in cards for face in card.faces for word in face.subtypes}
    bound = any(_has(card.faces[0], "daybound") for card in cards)
    night = rng.randint(0, number) if bound and rng.random() < 0.3 else None
    handles: list[str] = []
    entered: list[Card] = []
    for place in range(number):
        if place == night:
            yield {"daytime": "night"}
        card = rng.choice(entered if entered and rng.random() < _TWINS else lasting_ones)
        entered.append(card)
        step = _entering(rng, card, f"p{place}", handles, words)
        handles.append(f"p{place}")
        yield step
        face = card.faces[0]
        if "Equipment" in face.subtypes and place and rng.random() < 0.6:
            yield {"attach": handles[-1], "to": rng.choice(handles[:-1])}
        again = any(map(triggers_again, entered))
        for each in _afterwards(rng, card, handles, bool(step.get("face_down"))):
            yield each
            if again and "ability" in each and rng.random() < 0.5:
                yield each
        made_so = any(map(makes_attachments, entered))
        kinds = {"Aura", "Artifact"} if made_so else {"Aura"}
        movable = [h for h, c in zip(handles, entered, strict=True) if kinds & words_printed(c)]
        if movable and place > 1 and rng.random() < _MOVED:
            what = rng.choice(movable)
            yield {"attach": what, "to": rng.choice([each for each in handles if each != what])}
    if night == number:
        yield {"daytime": "night"}


_MOVED = 0.4  # so often something that can be attached is attached to another one


def _entering(
    rng: random.Random, card: Card, handle: str, handles: list[str], words: set[str]
) -> dict[str, Any]:
    face = card.faces[0]
    step: dict[str, Any] = {"enter": face.name, "as": handle}
    if rng.random() < 0.3:
        step["controller"] = "opponent"
    if rng.random() < 0.1 and card.name not in MELDED_FROM:
        way = rng.choice((*_DOWN, *ways_down(card)))
        return {**step, "face_down": True, "choose": {"face down by": way}}
    if card.layout in _TURNED and rng.random() < 0.35:
        step[_TURNED[card.layout]] = True
    if card.layout in ("modal_dfc", "split") and rng.random() < 0.35:
        step["enter"] = card.faces[1].name
        face = card.faces[1]
    if rng.random() < 0.05:
        step["tapped"] = True
    bestowed = _has(face, "bestow") and rng.random() < 0.8
    if handles and ("Aura" in face.subtypes or bestowed):
        step["attached_to"] = rng.choice(handles)
    if "{X}" in face.mana_cost and rng.random() < 0.8:
        step["x"] = rng.choice((0, 1, 2, 3, 5, 12, 20))
    may_copy = any(isinstance(each, tree.EntersAsCopy) for each in face.abilities)
    if handles and may_copy and rng.random() < 0.8:
        step["copying"] = rng.choice(handles)
    choose = dict(_choices(rng, face, words))
    return {**step, "choose": choose} if choose else step


def _choices(rng: random.Random, face: Face, words: set[str]) -> Iterator[tuple[str, Any]]:
    """What is chosen as it enters; often one of the subtypes that are printed in the pool."""
    lands = [word for word in LAND_TYPES if word in words]
    for each in face.abilities:
        if isinstance(each, tree.EntersChoose):
            values: dict[str, Sequence[Any]] = {
                "color": tuple(COLORS),
                "creature type": (*face.subtypes, "Elf", "Bear", rng.choice(CREATURE_TYPES)),
                "basic land type": BASIC_LAND_TYPES,
                "land type": (*BASIC_LAND_TYPES, *lands, *lands),  # 205.3i
                "player": ("you", "opponent"),
                "opponent": ("opponent",),
                "mode": each.options,
                "number": (1, 2, 3),
            }
            if values.get(each.kind):
                yield each.kind, rng.choice(list(values[each.kind]))
    for cost in ("prototype", *HOLD_IF_PAID, "suspend"):
        if _has(face, cost) and rng.random() < 0.5:
            yield "cost", cost
    for node in nodes(face.abilities):
        if isinstance(node, tree.Fact) and rng.random() < 0.5:
            name = fact_named(node.prose)
            if name is not None:
                yield name, rng.choice(("yes", "no"))


def _afterwards(
    rng: random.Random, card: Card, handles: list[str], down: bool
) -> Iterator[dict[str, Any]]:
    on = handles[-1]
    face = card.faces[0]
    if card.layout == "leveler" and rng.random() < 0.6:
        yield {"counters": {"level": rng.randint(1, 8)}, "on": on}
    if card.layout == "class" and rng.random() < 0.6:
        yield {"class_level": 2, "on": on}
        if rng.random() < 0.4:
            yield {"class_level": 3, "on": on}
    if rng.random() < 0.1:
        kind = rng.choice((*_COUNTERS, "+1/+1"))
        yield {"counters": {kind: rng.choice((1, 1, 2, 3, 20))}, "on": rng.choice(handles)}
    come_with = [each.kind for one in face.abilities for each in entering_with(one, face.types)]
    come_with += ["loyalty"] if "Planeswalker" in face.types else []
    if come_with and rng.random() < 0.3:
        yield {"counters": {rng.choice(come_with): -1}, "on": on}
    if rng.random() < 0.06:
        yield {rng.choice(("tap", "tap", "untap")): rng.choice(handles)}
    designations = {n.word for n in nodes(face.abilities) if isinstance(n, tree.HasDesignation)}
    given = {n.word for n in nodes(face.abilities) if isinstance(n, tree.Designate)}
    given &= set() if down else {"suspected"}  # 708.2a: what lies face down can't do it
    for word in sorted(designations & {*DESIGNATIONS} | given):
        if rng.random() < 0.5:
            yield {"becomes": word, "on": on}
    counted = numbered_of(face.abilities)
    makers = [n for n in range(1, len(counted) + 1) if makes_tokens(card, n)]
    if makers and rng.random() < 0.7:
        yield {"ability": rng.choice(makers), "of": on}


def _has(face: Face, keyword: str) -> bool:
    return any(isinstance(each, Keyword) and each.name == keyword for each in face.abilities)


def works_from_graveyards(card: Card) -> bool:
    """113.6: whether it has a continuous effect while it lies there."""
    statics = (each for ability in card.faces[0].abilities for each in statics_of(ability))
    return any("graveyard" in each.zones for each in statics)


@dataclass(frozen=True)
class Used:
    """A way to be there, by its name in `search.asking.world`; of which card, up to what number."""

    name: str
    card: Card | None = None
    number: int | None = None


def ways_used(board: Board) -> set[Used]:
    """What the board has that a search may leave out or look at up to a number."""
    used: set[Used] = set()
    cards = printed_cards(board)
    copies = {step.handle for step in board.steps if isinstance(step, Enter) and step.copying}
    lying = sum(isinstance(step, PutInZone) for step in board.steps)
    for step in board.steps:
        match step:
            case Enter():
                used |= set(_ways_of(step, copies))
            case ChangeCounters(counters=counters, on=on):
                most = max(number for _, number in counters)
                used |= {Used("counters"), Used("numbers", number=most)}
                used |= {Used("taken off", cards.get(on))} if most < 0 else set()
            case Designated(word=word, on=on) if word in DESIGNATIONS:
                used.add(Used("designations", cards.get(on)))
            case Attach(what=what) if what in cards:
                used.add(Used("attachments", cards[what]))
            case PutInZone(zone="graveyard", card=card):
                used |= {Used("graveyards", number=lying), Used("graveyard abilities", card)}
            case PlayerFact(fact="day"):
                used |= {Used("night", card) for card in cards.values()}
            case ResolveAbility(of=of) if of in cards and makes_tokens(cards[of], step.number):
                used.add(Used("tokens", cards[of]))
            case Leave(what=what, to="graveyard") if what in cards:
                used |= {Used("graveyards", number=lying + 1)}
                used |= {Used("graveyard abilities", cards[what]), Used("earlier")}
            case _:
                searched = kind_of_event(step).searched
                used |= {Used(searched)} if searched != "held" else set()
    return used


def _ways_of(step: Enter, copies: set[str]) -> Iterator[Used]:
    card = step.card
    costs = {str(value) for kind, value in step.choose if kind == "cost"}
    ways = dict(step.choose).get("face down by", "")
    plain = kind_of_event(step).write(step)
    for key in ENTER.keys:
        name = key.searched
        if key.name not in plain or name in ("held", "copies", "face down", "numbers"):
            continue
        yield Used(name, card if name == "other faces" else None)
    if step.face_down and not (ways_down(card) and ways not in ("manifest", "cloak")):
        yield Used("face down")
    if step.copying in copies or step.copying and any_node(card.faces[0].abilities, _of_mana):
        yield Used("copies", card)
    if step.x is not None:
        yield Used("numbers", number=step.x)
    if step.attached_to is not None and _has(card.faces[0], "bestow"):
        yield Used("bestow", card)
    if "prototype" in costs:
        yield Used("prototype", card)
    if costs & {*HOLD_IF_PAID}:
        yield Used("paid costs", card)
    if "suspend" in costs:
        yield Used("resolving")
    if any(kind == "creature type" for kind, _ in step.choose):
        yield Used("creature types", card)


def looks_of(drawn: Drawn) -> set[str]:
    """How the board is otherwise than one on which some cards enter as they mostly do."""
    names = Counter(used.name for used in ways_used(drawn.board))
    looks = {*names, *(f"{name}, {number}" for name, number in names.items() if number > 1)}
    looks |= {f"{used.name}, many" for used in ways_used(drawn.board) if (used.number or 0) > _MANY}
    steps = [each for each in drawn.board.steps if isinstance(each, Enter)]
    choices = {each for step in steps for each in step.choose}
    chosen = Counter(kind for kind, _ in choices)
    looks |= {"lying"} if any(each.face_down for each in steps) else set()
    looks |= {f"different choices: {kind}" for kind, number in chosen.items() if number > 1}
    looks |= {"told"} if any(value == "yes" for _, value in choices) else set()
    seen = permanents(drawn.answer)
    lying = {each.handle for each in seen if each.face_down}
    looks |= {"lying host"} if any(each.attached_to in lying for each in seen) else set()
    looks |= {"hosted"} if any(each.attached_to for each in seen) else set()
    alike = Counter(map(look_of, seen))
    several = len({each.name for each in seen}) > 1
    looks |= {"two alike"} if several and max(alike.values()) > 1 else set()
    looks |= {"resolving beside others"} if several and drawn.resolved else set()
    words = [*given(drawn)]
    looks |= {"given a word"} if words else set()
    twice = {(look_of(one), one.controller, word, one.name) for one, word in words}
    both = Counter(each[:3] for each in twice)
    looks |= {"two given a word"} if max(both.values(), default=0) > 1 else set()
    doing = {step.of for step in drawn.board.steps if isinstance(step, ResolveAbility)}
    beside = any(e.handle in doing and not says(drawn.printed[e.handle], w) for e, w in words)
    looks |= {"given where it resolved"} if beside else set()
    twins = Counter((each.name, each.controller) for each in seen if "Legendary" in each.supertypes)
    return looks | ({"two legends of a name"} if max(twins.values(), default=0) > 1 else set())


_MANY = 8


def says(card: Card, word: tree.Filter) -> bool:
    """Whether the card says anywhere the word that something is said to have."""
    said = astuple(word)[0]
    values = (value for node in nodes(card.faces) for value in astuple(node))
    return any(said in (value if isinstance(value, tuple) else (value,)) for value in values)


Given: TypeAlias = (
    tree.HasKeyword | tree.HasType | tree.HasSubtype | tree.HasSupertype | tree.HasColor
)


def given(drawn: Drawn) -> Iterator[tuple[Seen, Given]]:
    """Objects with words that are not printed on them: something there gave these."""
    for seen in permanents(drawn.answer):
        card = drawn.printed.get(seen.handle)
        if card is None:
            continue
        face = card.faces[0]
        keywords = {each.name for each in seen.abilities if isinstance(each, Keyword)}
        keywords -= {each.name for each in face.abilities if isinstance(each, Keyword)}
        yield from ((seen, tree.HasKeyword(each)) for each in sorted(keywords))
        for kind, now, before in (
            (tree.HasType, seen.types, face.types),
            (tree.HasSubtype, seen.subtypes, face.subtypes),
            (tree.HasSupertype, seen.supertypes, face.supertypes),
            (tree.HasColor, seen.colors, face.colors),
        ):
            yield from ((seen, kind(word)) for word in now if word not in before)


def _of_mana(node: tree.Node) -> bool:
    """Whether it looks at what was spent."""
    return isinstance(node, tree.StatIs) and node.stat == "mana value"


def makes_tokens(card: Card, number: int) -> bool:
    """Whether that ability of the card, as a step counts them, makes tokens and does nothing
    else."""
    abilities = numbered_of(card.faces[0].abilities)
    one = abilities[number - 1] if 0 < number <= len(abilities) else None
    if not isinstance(one, RESOLVING):
        return False
    steps = one.body.steps
    makes = any(isinstance(each, tree.CreateTokens) for each in steps)
    return makes and all(isinstance(each, tree.CreateTokens | tree.Inert) for each in steps)


RESOLVING = (tree.Activated, tree.Triggered)


def draw_played(
    rng: random.Random, cards: Sequence[Card], size: int, number: int, shelf: Catalogue
) -> Iterator[Drawn]:
    """So many attempts at a board that is played step by step, by steps of every kind that cards of
    the pool or the rules may bring about."""
    kinds = {word: kind for word, kind in STEPS.items() if _is_done(word, cards)}
    for _ in range(number):
        drawn = evaluated({"steps": _played(rng, cards, kinds, size, shelf)}, shelf)
        if drawn is not None and drawn.permanents and _is_played_so(drawn):
            yield drawn


def _is_done(word: str, cards: Sequence[Card]) -> bool:
    by = _DONE_BY.get(word)
    return word not in _OF_NO_CARD and (by is None or any_node((*cards, _meant((*cards,))), by))


def is_mutate(node: tree.Node) -> bool:
    return isinstance(node, Keyword) and node.name == "mutate"


def _is_laid_out(layout: str, node: tree.Node) -> bool:
    return isinstance(node, Card) and node.layout == layout


_DESIGNATING = (tree.Designate, tree.HasDesignation)
# No card does these, or a step of another kind says it.
_OF_NO_CARD = {
    "enter", "token", "together", "effect", "emblem", "spell", "copy_spell", "token_copy_of",
}  # fmt: skip
_DONE_BY: dict[str, Callable[[tree.Node], bool]] = {
    "pair": lambda node: isinstance(node, Keyword) and node.name == "soulbond",
    "mutate": is_mutate,
    "turn_face_down": lambda node: isinstance(node, tree.TurnFace),
    "becomes": lambda node: isinstance(node, _DESIGNATING),
    "level_up": lambda node: isinstance(node, tree.LevelSymbol),
    "class_level": lambda node: isinstance(node, tree.ClassLevel),
    **dict.fromkeys(("lock", "unlock"), partial(_is_laid_out, "split")),
    **{word: partial(_is_laid_out, word) for word in _TURNED},
}


def _meant(value: object) -> tuple[object, ...]:
    return tuple(meaning(node) for node in nodes(value) if isinstance(node, Keyword))


def _played(
    rng: random.Random, cards: Sequence[Card], kinds: Kinds, size: int, shelf: Cards
) -> list[dict[str, Any]]:
    """What enters, and what is done between and after; what the format refuses is not done."""
    lasting_ones = [card for card in cards if not is_spell(card)]
    words = {word for card in cards for face in card.faces for word in face.subtypes}
    plan = [True] * rng.randint(0, max(0, size)) + [False] * rng.choice((0, 1, 2, 2, 3, 4))
    rng.shuffle(plan)
    steps: list[dict[str, Any]] = []
    entered: dict[str, Card] = {}
    there: list[str] = []
    for place, enters in enumerate((True, *plan)):
        for _ in range(_TRIED):
            card, handle = rng.choice(lasting_ones), f"p{place}"
            if enters:
                more = [_entering(rng, card, handle, there, words)]
            else:
                more = _done(rng, kinds, {each: entered.get(each) for each in there}, cards, steps)
            now = _there([*steps, *more], shelf) if more else None
            if now is not None:
                steps, there = [*steps, *more], now
                entered |= {handle: card} if enters else {}
                break
    return steps


_TRIED = 6  # so often a step is drawn that the format refuses


def _there(steps: list[dict[str, Any]], shelf: Cards) -> list[str] | None:
    """What is there after these steps, unless they can't be."""
    try:
        answer = judge(board_from_document({"steps": steps}, shelf))
    except (BoardError, NotPlayable):
        return None
    return [seen.handle for seen in permanents(answer)]


def _done(
    rng: random.Random,
    kinds: Kinds,
    there: Mapping[str, Card | None],
    cards: Sequence[Card],
    steps: Sequence[Any],
) -> list[dict[str, Any]]:
    """A step of some kind, often of one by which something resolves."""
    spells, chance = [card for card in cards if is_spell(card)], rng.random()
    if not there:
        return []
    if spells and chance < _CAST:
        card = rng.choice(spells)
        bodies = [e.body for e in card.faces[0].abilities if isinstance(e, tree.Spell)]
        return [_aimed(rng, _said(rng, kinds["resolve"], there, [card]), bodies, [*there])]
    if chance < _RESOLVING_SO:
        return _ability(rng, kinds["ability"], there, cards, steps)
    told = rng.random() < _TOLD
    others = sorted(kinds.keys() - {"resolve", "ability"})
    words = [each for each in others if (kinds[each].searched == "players") == told]
    words += [] if told else [*_OFTEN, *(each for each in words if each in _DONE_BY)] * 2
    step = _said(rng, kinds[rng.choice(words)], there, cards)
    return [step] if _may_become(step, there, cards) else []


def _may_become(
    step: Mapping[str, Any], there: Mapping[str, Card | None], cards: Sequence[Card]
) -> bool:
    """Whether some card makes the object so, if the step says what it becomes; most do it to
    themselves."""
    word = step.get("becomes")
    if word is None or any_node((*cards, _meant((*cards,))), partial(_makes_others_so, word)):
        return True
    card = there.get(step.get("on", ""))
    return card is not None and any_node((card, _meant((card,))), partial(_says_it, word))


def _says_it(word: str, node: tree.Node) -> bool:
    return isinstance(node, _DESIGNATING) and node.word == word


def _makes_others_so(word: str, node: tree.Node) -> bool:
    return _says_it(word, node) and isinstance(node, tree.Designate) and node.who != tree.This()


_CAST, _RESOLVING_SO = 0.25, 0.55  # so often a spell resolves; or an ability does
_TOLD = 0.1  # of the others so many tell something of a player
_OFTEN = ("attach", "leave", "end_turn")


def _ability(
    rng: random.Random,
    kind: StepKind,
    there: Mapping[str, Card | None],
    cards: Sequence[Card],
    steps: Sequence[Any],
) -> list[dict[str, Any]]:
    """An ability of what is there; 603.6a: an object enters once, 603.6c: and has to leave."""
    step = _said(rng, kind, there, cards)
    card = there[step["of"]]
    own = numbered_of(card.faces[0].abilities) if card is not None else ()
    if not own:
        return [step]
    step["ability"] = rng.randint(1, len(own))
    done = own[step["ability"] - 1]
    step = _aimed(rng, step, [done.body] if isinstance(done, RESOLVING) else [], [*there])
    event = getattr(done, "event", None)
    verb = event.verb if isinstance(event, tree.Event) and event.who == tree.This() else ""
    before = any((e.get("ability"), e.get("of")) == (step["ability"], step["of"]) for e in steps)
    if verb == "enters" and before and not any(map(triggers_again, cards)):
        return []
    return [*([{"leave": step["of"]}] if verb.startswith(_GOES) else []), step]


def _aimed(
    rng: random.Random, step: dict[str, Any], bodies: Sequence[tree.Body], there: Sequence[str]
) -> dict[str, Any]:
    """Mostly with a mode, if it has some (700.2), and with as many targets as it names."""
    for body in bodies if rng.random() < _AIMED else ():
        modal = next((each for each in body.steps if isinstance(each, tree.Modal)), None)
        mode = rng.randint(1, len(modal.modes)) if modal is not None else 0
        specs = [*body.targets, *(modal.modes[mode - 1].targets if modal is not None else ())]
        named = [rng.choice([*there] * _NAMED + [*PLAYERS]) for _ in specs]
        step = {key: value for key, value in step.items() if key not in ("mode", "targets")}
        step |= {"mode": mode} if mode else {}
        step |= {"targets": named} if named else {}
    return step


_AIMED, _NAMED = 0.8, 6  # so often it is aimed; a player seldom
_GOES = ("dies", "leaves the battlefield", "is put into")


def _said(
    rng: random.Random, kind: StepKind, there: Mapping[str, Card | None], cards: Sequence[Card]
) -> dict[str, Any]:
    """The step with a value for each key that it needs, and for some others."""
    step: dict[str, Any] = {}
    for key in kind.keys:
        if key.needed or rng.random() < _KEYS.get(key.name, 0.3):
            others = [each for each in sorted(there) if each not in step.values()]
            value = _value(rng, key, others, cards)
            step |= {} if value is None else {key.name: value}
    if kind.makes:
        step["as"] = f"s{rng.random()}"
    if kind.chooses and rng.random() < _CHOSEN:
        kinds = (*(("creature", each) for each in there), *_CHOICES)
        step["choose"] = dict([rng.choice(kinds)])
    return step


_KEYS = {"targets": 0.7, "with": 1.0, "mode": 0.15, "x": 0.15, "door": 0.7}  # so often said
_CHOSEN = 0.1
_CHOICES: tuple[tuple[str, str | int], ...] = (
    ("color", "red"), ("creature type", "Elf"), ("number", 2), ("basic land type", "Island"),
)  # fmt: skip
_VALUES: dict[str, Sequence[Any]] = {
    "ability": (1, 1, 2, 3), "class_level": (2, 3), "times": (1, 2, 5, 8), "x": (1, 2, 3),
    "mode": (1, 2, 3), "life": (1, 5, 10, 20, 40), "hand": (0, 1, 2, 4, 7), "speed": (0, 1, 4),
    "zone": ("graveyard",), "end_turn": (True,), "your_turn": (True,),
}  # fmt: skip


def _value(rng: random.Random, key: Key, there: Sequence[str], cards: Sequence[Card]) -> Any:
    """Some value of the kind of the key; none if it isn't drawn."""
    kind = key.kind
    if key.name in _VALUES:
        return rng.choice(_VALUES[key.name])
    if kind.names:
        return rng.choice(there) if there else None
    if kind.hole == "target":
        return rng.choices([*there, *there, *PLAYERS], k=rng.choice((1, 1, 2)))
    if key.name == "mutate":
        cards = [card for card in cards if any_node(card.faces, is_mutate)]
    if kind.hole == "card":
        return rng.choice(cards).faces[0].name
    if key.name == "door":
        halves = [face.name for card in cards if card.layout == "split" for face in card.faces]
        return rng.choice(halves)
    if kind.hole == "flag":
        return True
    if kind.facts:
        return {rng.choice(kind.facts): rng.choice(("yes", "no")) for _ in range(2)}
    if key.name == "becomes":
        said = nodes((faces := tuple(card.faces for card in cards), _meant(faces)))
        return rng.choice([node.word for node in said if isinstance(node, _DESIGNATING)])
    if key.name == "counters":
        return {rng.choice(_COUNTERS): rng.choice((1, 1, 2, -1))}
    return rng.choice(kind.words) if kind.words else None


def _is_played_so(drawn: Drawn) -> bool:
    """603.4: an ability that resolves has found its "if" true, so it needs its targets, and what it
    asks is so, as where an evoke cost was paid. Of several ways it is one."""
    try:
        ways = all_ways(drawn.board, "referee")
    except BoardError:
        return False
    return any(_looks(answer) == _looks(drawn.answer) for _, answer in ways.read)


def _looks(answer: Answer) -> dict[str, "Look"]:
    return {seen.handle: look_of(seen) for seen in permanents(answer)}


def words_in(value: object) -> set[str]:
    """What a step says at one of its keys."""
    return {each for each in (value if isinstance(value, list) else [value]) if type(each) is str}


def words_printed(card: Card) -> set[str]:
    face = card.faces[0]
    return {*face.supertypes, *face.types, *face.subtypes} - {"Creature"}


Look: TypeAlias = tuple[tuple[str, ...], int | None, int | None, tuple[str, ...]]


def look_of(face: Face | Seen) -> Look:
    """What most goals see of it."""
    return face.types, face.power, face.toughness, face.colors


_OPEN: list[Catalogue] = []


def open_catalogue() -> Catalogue:
    if not _OPEN:
        _OPEN.append(Catalogue.open())
    return _OPEN[0]
