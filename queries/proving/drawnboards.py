"""Boards drawn from the board format over a few cards, evaluated by the referee: no slot is known
here."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import astuple, replace

from striate.boards.deeds import is_kept_off
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.facts import TURN_FACTS, fact_named
from striate.boards.names import Cards
from striate.boards.reading import board_from_document
from striate.boards.steps.objects import Mutate
from striate.boards.steps.permanents import ENTER
from striate.boards.steps.table import kind_of_event
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
from striate.boards.writing import document
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
    PERMANENT_TYPES,
)
from striate.cards.walking import any_node, nodes, rewrite
from striate.encodings.door import statics_of
from striate.queries.finding.enumerating import lasting
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.meaning import permanents
from striate.queries.outcome import all_ways
from striate.referee.judge import could_be_attached_so, judge
from striate.search.asking.world import concerns, makes_attachments, triggers_again
from striate.search.decoding import attached_as_placed
from striate.search.entering import entering_with
from striate.search.facedown import ways_down
from striate.search.graveyards import reads_graveyards
from striate.search.legendrule import one_must_go, waives
from striate.search.options import made
from striate.search.resolving.happenings import is_spell
from striate.search.tokens import tokens_of

_COUNTERS = (
    "+1/+1", "-1/-1", "flying", "lifelink", "+1/+0", "charge", "hexproof", "time", "lore",
)  # fmt: skip
DESIGNATIONS = ("harnessed", "monstrous", "prepared", "renowned", "saddled", "solved")
_TURNED = {"transform": "transformed", "flip": "flipped"}
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
        movable = [h for h, c in zip(handles, entered, strict=True) if kinds & _printed(c)]
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
    if rng.random() < 0.1:
        way = rng.choice((*_DOWN, *ways_down(card)))
        return {**step, "face_down": True, "choose": {"face down by": way}}
    if card.layout in _TURNED and rng.random() < 0.35:
        step[_TURNED[card.layout]] = True
    if card.layout == "modal_dfc" and rng.random() < 0.35:
        step["enter"] = card.faces[1].name
        face = card.faces[1]
    if rng.random() < 0.05:
        step["tapped"] = True
    if rng.random() < 0.02:
        step["token"] = True
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


def acts(card: Card) -> bool:
    """Whether it has a continuous effect."""
    return any(statics_of(each) for each in card.faces[0].abilities)


def works_from_graveyards(card: Card) -> bool:
    """113.6: whether it has a continuous effect while it lies there."""
    statics = (each for ability in card.faces[0].abilities for each in statics_of(ability))
    return any("graveyard" in each.zones for each in statics)


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
class Used:
    """A way to be there, by its name in `search.asking.world`; of which card, up to what number;
    or what a card did by itself, or may be for what happened to others (`by`)."""

    name: str
    card: Card | None = None
    number: int | None = None
    by: tuple[Card, ...] = ()


def ways_used(board: Board) -> set[Used]:
    """What the board has that a search may leave out or look at up to a number."""
    used: set[Used] = set()
    cards = printed_cards(board)
    copies = {step.handle for step in board.steps if isinstance(step, Enter) and step.copying}
    lying = sum(isinstance(step, PutInZone) for step in board.steps)
    done = Counter((e.of, e.number) for e in board.steps if isinstance(e, ResolveAbility))
    used |= {Used("more tokens")} if max(done.values(), default=0) > 1 else set()
    for step in board.steps:
        match step:
            case Enter():
                used |= set(_ways_of(step, copies))
            case ChangeCounters(counters=counters, on=on):
                most = max(number for _, number in counters)
                used |= {Used("counters"), Used("numbers", number=most)}
                if any(number < 0 for _, number in counters):
                    used |= {Used(name, cards.get(on)) for name in ("counters taken", "taken off")}
            case Designated(word=word, on=on):
                held = word in DESIGNATIONS
                card = cards.get(on)
                used.add(Used("designations", card) if held else Used("earlier", by=_some(card)))
            case Attach(what=what) if what in cards and concerns("attachments", cards[what]):
                used.add(Used("attachments", cards[what]))
            case Attach(what=what) if what in cards and "Aura" in _printed(cards[what]):
                used.add(Used("hosts", cards[what]))  # it moved, perhaps in a circle
            case Attach(what=what) if what in cards and "Equipment" not in _printed(cards[what]):
                used.add(Used("hosts"))  # an effect made it one
            case PutInZone(zone="graveyard", card=card):
                used |= {Used("graveyards", number=lying), Used("graveyard abilities", card)}
            case PlayerFact(fact="day"):
                used |= {Used("night", card) for card in cards.values()}
            case ResolveAbility(of=of) if of in cards and makes_tokens(cards[of], step.number):
                used.add(Used("tokens", cards[of]))
            case ResolveAbility(of=of):
                used.add(Used("resolving", by=_some(cards.get(of))))
                used |= {Used("triggering")} if _is_beyond_spells(step, cards, done) else set()
            case Leave(what=what, to=to):
                used.add(Used("earlier", by=(*cards.values(),)))
                if to == "graveyard" and what in cards:
                    used |= {Used("graveyards", number=lying + 1)}
                    used |= {Used("graveyard abilities", cards[what])}
            case Mutate(card=card):
                used.add(Used("earlier", by=(card,)))
            case _:
                searched = kind_of_event(step).searched
                by = (*cards.values(),) if searched in ("earlier", "players") else ()
                used |= (
                    {Used("face down")} if kind_of_event(step).word == "turn_face_down" else set()
                )
                used |= {Used(searched, by=by)} if searched != "held" else set()
    return used


def _some(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


def _is_beyond_spells(
    step: ResolveAbility, cards: Mapping[str, Card], done: Counter[tuple[str, int]]
) -> bool:
    """Whether it triggers, resolves often or is another's, so that `--spells` leaves it out."""
    own = numbered_of(cards[step.of].faces[0].abilities) if step.of in cards else ()
    ability = own[step.number - 1] if step.number <= len(own) else None
    return not isinstance(ability, tree.Activated) or done[step.of, step.number] > 1


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
        yield Used("resolving", by=(card,))
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
    if not isinstance(one, _RESOLVING):
        return False
    steps = one.body.steps
    makes = any(isinstance(each, tree.CreateTokens) for each in steps)
    return makes and all(isinstance(each, tree.CreateTokens | tree.Inert) for each in steps)


_RESOLVING = (tree.Activated, tree.Triggered)


# --- what a card does by itself ---


def does_by_itself(card: Card) -> bool:
    """Whether some ability changes an object as it resolves, or it merges with one."""
    abilities = card.faces[0].abilities
    if any_node(abilities, _is_mutate):
        return True
    meant = tuple(meaning(each) for each in abilities if isinstance(each, tree.Keyword))
    bodies = (each for each in nodes((abilities, meant)) if isinstance(each, _RESOLVING))
    return any(any_node(each, _DEEDS) for each in bodies)


_DEEDS = (tree.Continuous, tree.PutCounters, tree.ExchangeStatWithLife)


def draw_deeds(
    rng: random.Random,
    boards: Sequence[Drawn],
    cards: Sequence[Card],
    size: int,
    number: int,
    shelf: Catalogue,
) -> Iterator[Drawn]:
    """So many attempts to do something more on one of the boards, or on one that is drawn for it,
    in the end or before something else; some object is left."""
    for _ in range(number if boards else 0):
        drawn_for_it = rng.random() < _FOR_DEEDS
        board = None if drawn_for_it else rng.choice(boards).board
        steps = list(document(board, shelf)["steps"] if board else _steps(rng, cards, size))
        for _ in range(rng.choice((1, 1, 2))):
            done = _deed(rng, _entered(steps, shelf), cards, steps)
            place = rng.randint(_first(steps, done), len(steps)) if drawn_for_it else len(steps)
            steps[place:place] = done
        drawn = evaluated({"steps": steps}, shelf)
        if drawn is not None and drawn.permanents and _is_played_so(drawn):
            yield drawn


_FOR_DEEDS = 0.5  # so often what resolves may be before something else


def _first(steps: Sequence[Mapping[str, Any]], done: Sequence[Mapping[str, Any]]) -> int:
    """The first place at which all that is named there has entered."""
    named = {word for step in done for value in step.values() for word in words_in(value)}
    return max((n for n, each in enumerate(steps, 1) if _handle(each) in named), default=0)


def _handle(step: Mapping[str, Any]) -> object:
    return step.get("as", step.get("enter"))


def _entered(steps: Sequence[Mapping[str, Any]], shelf: Catalogue) -> dict[str, Card]:
    """The cards by their handles."""
    entered = ((_handle(step), shelf.card(step["enter"])) for step in steps if "enter" in step)
    return {str(handle): card for handle, card in entered if card is not None}


def words_in(value: object) -> set[str]:
    """What a step says at one of its keys."""
    return {each for each in (value if isinstance(value, list) else [value]) if type(each) is str}


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


def _deed(
    rng: random.Random, printed: Mapping[str, Card], cards: Sequence[Card], steps: Sequence[Any]
) -> list[dict[str, Any]]:
    spells = [card for card in cards if is_spell(card)]
    if spells and rng.random() < 0.5:
        return [_cast(rng, rng.choice(spells), printed)]
    if not printed:
        return []
    handle, card = rng.choice(sorted(printed.items()))
    face = card.faces[0]
    merging = [
        each.faces[0].name for each in cards if any_node(each.faces[0].abilities, _is_mutate)
    ]
    if merging and rng.random() < 0.3:
        return [{"mutate": rng.choice(merging), "onto": handle}]
    abilities = numbered_of(face.abilities)
    if not abilities:
        return []
    number = rng.randint(1, len(abilities))
    done = abilities[number - 1]
    step: dict[str, Any] = {"ability": number, "of": handle}
    event = done.event if isinstance(done, tree.Triggered) else None
    before = any(each.items() >= step.items() for each in steps)
    if before and _is_as_it_enters(event) and not any(map(triggers_again, printed.values())):
        return []
    step |= _aimed(rng, done.body, printed) if isinstance(done, _RESOLVING) else {}
    dies = isinstance(event, tree.Event) and event.verb == "dies"
    return [*([{"leave": handle}] if dies else []), step]


def _cast(rng: random.Random, card: Card, printed: Mapping[str, Card]) -> dict[str, Any]:
    step: dict[str, Any] = {"resolve": card.faces[0].name, "as": f"s{rng.random()}"}
    step |= {"controller": "opponent"} if rng.random() < 0.3 else {}
    for each in card.faces[0].abilities:
        step |= _aimed(rng, each.body, printed) if isinstance(each, tree.Spell) else {}
    return step


def _aimed(rng: random.Random, body: tree.Body, printed: Mapping[str, Card]) -> dict[str, Any]:
    """A mode, if it has some (700.2), and targets."""
    modal = next((each for each in body.steps if isinstance(each, tree.Modal)), None)
    mode = rng.randint(1, len(modal.modes)) if modal is not None else 0
    targets = [*body.targets, *(modal.modes[mode - 1].targets if modal is not None else ())]
    aimed: dict[str, Any] = {"mode": mode} if mode else {}
    if targets:
        aimed["targets"] = [rng.choice(sorted(printed)) for _ in targets]
    return aimed


def draw_changed(
    rng: random.Random, cards: Sequence[Card], size: int, number: int, shelf: Catalogue
) -> Iterator[Drawn]:
    """So many attempts at a board on which something left or was changed since it entered; now and
    then before something else entered, or after something resolved. Of players is told something
    where a card asks for it."""
    asking = any_node(tuple(face.abilities for card in cards for face in card.faces), _OF_PLAYERS)
    for _ in range(number):
        leaves = rng.random() < _LEAVING
        steps = list(_steps(rng, cards, size + 1 if leaves else rng.randint(1, size)))
        entered = _entered(steps, shelf)
        steps += _deed(rng, entered, cards, steps) if rng.random() < _FOR_DEEDS / 2 else []
        steps[:0] = _of_players(rng) if asking else []
        changed = _changes(rng, entered, steps, leaves=leaves)
        first = len(steps) if rng.random() < _LAST else _first(steps, [changed])
        steps.insert(rng.randint(first, len(steps)), changed)
        drawn = evaluated({"steps": steps}, shelf)
        if drawn is not None and drawn.permanents and _is_played_so(drawn):
            yield drawn


_OF_PLAYERS = (tree.LifeOf, tree.StartingLifeOf, tree.HandOf, tree.IsTurnOf, tree.Fact)


def _of_players(rng: random.Random) -> list[dict[str, Any]]:
    """What some players have, in the beginning."""
    numbers = {"life": (1, 5, 10, 20, 40), "hand": (0, 1, 2, 4, 7), "speed": (0, 1, 4)}
    told: list[dict[str, Any]] = []
    for player in ("you", "opponent"):
        word = rng.choice(sorted(numbers))
        held = rng.choice(("monarch", "initiative", "blessing", "dungeon"))
        facts = {rng.choice(TURN_FACTS): rng.choice(("yes", "no")) for _ in range(3)}
        told += [{word: rng.choice(numbers[word]), "player": player}, {held: player}]
        told.append({"this_turn": facts, "player": player})
    told.append({"your_turn": True, "player": rng.choice(("you", "opponent"))})
    return rng.sample(told, rng.randint(0, len(told)))


_LEAVING = 0.6  # so often what is changed leaves
_LAST = 0.7  # so often nothing comes after it


def _changes(
    rng: random.Random, entered: Mapping[str, Card], steps: Sequence[Any], *, leaves: bool
) -> dict[str, Any]:
    """A step that changes something after it entered, as its card allows."""
    handle = rng.choice(sorted(entered))
    if leaves:
        return {"leave": handle, "to": rng.choice(("graveyard", "exile", "hand"))}
    card = entered[handle]
    down = any(_handle(each) == handle and "face_down" in each for each in steps)
    ways = ["phase_out", "untap_all", "end_turn"]
    ways += ["turn_face_up"] * 2 if down else ["turn_face_down"]
    ways += [word for word in _TURNED if card.layout == word] * 2
    ways += ["pair"] * 4 if _has(card.faces[0], "soulbond") and len(entered) > 1 else []
    ways += ["level_up"] * 4 if card.layout == "leveler" else []
    ways += ["unlock", "lock"] if "Room" in card.faces[0].subtypes else []
    way = rng.choice(ways)
    said = {"untap_all": rng.choice(("you", "opponent")), "end_turn": True}
    other = rng.choice([each for each in sorted(entered) if each != handle] or [handle])
    return {way: said.get(way, handle)} | ({"with": other} if way == "pair" else {})


def _is_as_it_enters(event: object) -> bool:
    """603.6a: an object enters once."""
    return isinstance(event, tree.Event) and (event.verb, event.who) == ("enters", tree.This())


def _is_mutate(node: tree.Node) -> bool:
    return isinstance(node, tree.Keyword) and node.name == "mutate"


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
        return tuple({card.name: card for card in rng.sample(sorts.plain, number)}.values())
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
    return tuple({card.name: card for card in chosen}.values())


def draw_around(rng: random.Random, catalogue: Catalogue, number: int) -> tuple[Card, ...]:
    """The card of that number, one that it meets, if there is any, and a plain one; none around
    one that does nothing."""
    sorts, card = sorts_of(catalogue), catalogue.card_at(number)
    does = acts(card) or does_by_itself(card) or any(ways_to_be(card))
    if not does and not (is_spell(card) and any_node(card.faces[0].abilities, _DEEDS)):
        return ()
    others = (*_meeting(rng, card, sorts), rng.choice(sorts.plain))
    return tuple({each.name: each for each in (card, *others)}.values())


def _meeting(rng: random.Random, card: Card, sorts: "Sorts") -> list[Card]:
    """One card on which a word is printed of which the card speaks, or the other way round."""
    cards = [sorts.printed.get(word, []) for word in sorted(_spoken(card))]
    cards += [sorts.speaking.get(word, []) for word in sorted(_printed(card))]
    cards = [each for each in cards if each]
    return [rng.choice(rng.choice(cards))] if cards else []


def _printed(card: Card) -> set[str]:
    face = card.faces[0]
    return {*face.supertypes, *face.types, *face.subtypes} - {"Creature"}


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
_ALIKE = 0.2  # so many pools have a card that stands there as another one does
_SORTED = 3  # pools of more cards have two of one sort now and then
PLAIN = "plain"
_PLAIN_POOLS = 0.05  # so many pools are of cards without an effect


Look: TypeAlias = tuple[tuple[str, ...], int | None, int | None, tuple[str, ...]]


def look_of(face: Face | Seen) -> Look:
    """What most goals see of it."""
    return face.types, face.power, face.toughness, face.colors


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
            _by_word(lasting, _printed),
            _by_word(lasting, _spoken),
            alike,
            [
                card
                for card in cards
                if is_spell(card) and any_node(card.faces[0].abilities, _DEEDS)
            ],
        )
    return _SORTS[catalogue.stamp]


_OPEN: list[Catalogue] = []


def open_catalogue() -> Catalogue:
    if not _OPEN:
        _OPEN.append(Catalogue.open())
    return _OPEN[0]
