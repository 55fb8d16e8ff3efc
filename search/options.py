"""What may stand in a symbolic slot: a card with the choices made as it enters.

A card that the slots do not hold (it enters as a copy, asks for something outside the
battlefield, ...) is left out with a reason that the answer can name (`beyond`).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.facts import FACT_NAMES, condition_asked, fact_named, most_of, whose
from striate.cards import tree
from striate.cards.costs import mana_value
from striate.cards.meanings import face_down
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.vocabulary import BASIC_LAND_TYPES, FAMILY_OF, MELDED_VALUES, VARIANTS
from striate.cards.walking import any_node, nodes
from striate.encodings.door import statics_of
from striate.search.beyond import on_battlefield, says_chosen, unheld
from striate.search.cardindex import flagged
from striate.search.entering import (
    CLASS_LEVEL,
    ENCHANTED,
    OWNER,
    PLAYER_WORDS,
    acting,
    at_class_level,
    choices_of,
    entering_with,
    for_each,
    holds_as_told,
    keywords_of,
    numbers_of,
    reads_ahead,
    times_x,
    with_chosen,
    with_number,
    worded,
)
from striate.search.facedown import ways_down
from striate.search.goals import Leveler, Printed


class Standing(Struct, frozen=True):
    """What a slot's permanent does, and with what it enters."""

    statics: tuple[tree.Static, ...] = ()
    enchant: tree.Filter | None = None
    equipment: bool = False
    equips: tuple[tree.Filter, ...] = ()  # what it can be attached to besides creatures (702.6)
    counters: tuple[tuple[str, int], ...] = ()  # of its abilities
    starting: tuple[tuple[str, int], ...] = ()  # of its types
    levels: int = 0  # one more than the highest bound of its level symbols; 0: no leveler
    opens: tuple[tuple[str, int], ...] = ()  # counters for each of X that it enters with
    most: int | None = None  # the greatest number that can stand for that X
    copied: str = ""  # the card that it is a copy of
    copies: tree.Filter | None = None  # then: what it can be a copy of
    token: bool = False

    @property
    def effects(self) -> list[tree.Effect]:
        """Of its static abilities, without those that these grant."""
        return [effect for static in self.statics for effect in static.effects]


class Option(Standing, frozen=True, eq=False, kw_only=True):
    """A card in a slot, with what was chosen as it entered."""

    card: tree.Card
    choices: tuple[tuple[str, str], ...] = ()
    plain: tuple[tree.Ability, ...]
    counted: int = 0  # its X is a number that the board's step tells, so many for each; 0: an X
    shown: tree.Face | None = None  # if it is a copy: what is copied, with the exceptions
    down: str = ""  # by what it is face down; "": it is not
    form: str = ""  # another face of it is up, or it was cast prototyped; "": it is as it enters

    @property
    def face(self) -> tree.Face:
        """What it is as it enters."""
        return self.card.faces[0] if self.shown is None else self.shown

    @property
    def texts(self) -> tuple[tree.Ability, ...]:
        """607.2d: its abilities, with the words that were chosen."""
        return worded(self.face.abilities, self.choices)

    @property
    def printed(self) -> str:
        """The name by which a board lets it enter."""
        return self.face.name if self.form == _BACK else self.card.faces[0].name

    @property
    def mana_value(self) -> int:
        """202.3b, 710.1c: of a face that is turned up that of the front; 202.3c: of both halves."""
        if self.shown is None and self.card.name in MELDED_VALUES:
            return MELDED_VALUES[self.card.name]
        turned = self.form in (_TRANSFORMED, _FLIPPED)
        return mana_value((self.card.faces[0] if turned else self.face).mana_cost)


def options_of(card: tree.Card, creature_types: Iterable[str]) -> "tuple[list[Option], str]":
    """The ways in which the card may stand in a slot, or why it is left out."""
    if reason := unheld(card):
        return [], reason
    down = face_down_options(card, ways_down(card))
    if is_idle(card):
        return [idle(card), *down], ""
    pairs: list[tuple[tuple[str, str], ...]] = [()]
    for kind, values in choices_of(card, creature_types):
        pairs = [(*before, (kind, value)) for before in pairs for value in values]
    ways = [*(made(card, each) for each in pairs), *forms_of(card)]
    return [*ways, *down], ""


@flagged
def is_idle(card: tree.Card) -> bool:
    """Whether it stands face up in one way only, and does nothing by being there."""
    one = made(card, ())
    does = one.statics or one.enchant or one.equips or one.counters or one.opens or one.levels
    chosen = any(True for _ in choices_of(card, ["Wall"]))
    return not (does or chosen or any(True for _ in forms_of(card)))


def idle(card: tree.Card) -> Option:
    """That way, as `made` tells it."""
    face = card.faces[0]
    equipment, starting = "Equipment" in face.subtypes, tuple(_starting_counters(face, ""))
    return Option(card=card, plain=face.abilities, equipment=equipment, starting=starting)


@flagged
def is_leveler(card: tree.Card) -> bool:
    """711.1: whether it has level symbols."""
    return any(isinstance(each, tree.LevelSymbol) for each in card.faces[0].abilities)


def is_by_its_card(kind: Leveler | Printed | None, card: tree.Card) -> bool:
    """Whether the card is of a kind that no effect changes; None: of any."""
    if isinstance(kind, Printed):
        return printed_so(card.faces[0], kind.filter)
    return kind is None or is_leveler(card)


# --- what is printed ------------------------------------------------------------------------------

PRINTED = (tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.Named)


def is_printed(face: tree.Face, filter: tree.Filter) -> bool:
    match filter:
        case tree.HasType(word):
            return word.title() in face.types or word.startswith("@")
        case tree.HasSubtype(word):
            return word in face.subtypes or word.startswith("@") or _is_every(face, word)
        case tree.HasSupertype(word):
            return word in face.supertypes
        case tree.HasColor(word):
            return word in face.colors or word.startswith("@")
        case tree.Named(name):
            return name == face.name or name.startswith(("@", "~"))
    return True


def printed_so(face: tree.Face, filter: tree.Filter) -> bool:
    """Whether the face is printed so, of what `TOLD` tells; 305.6: a basic land type gives an
    ability."""
    match filter:
        case tree.AllOf(parts):
            return all(printed_so(face, part) for part in parts)
        case tree.AnyOf(parts):
            return any(printed_so(face, part) for part in parts)
        case tree.Not(part):
            return not printed_so(face, part)
        case tree.HasKeyword(word):
            return word in keywords_printed(face)
        case tree.HasNoAbilities():
            return not face.abilities and not {*face.subtypes} & {*BASIC_LAND_TYPES}
    return is_printed(face, filter)


def keywords_printed(face: tree.Face) -> set[str]:
    """The names of its keywords; of a variant that of what it varies, too (702.29f)."""
    names = {each.name for each in face.abilities if isinstance(each, tree.Keyword)}
    return names.union(VARIANTS[name] for name in names if name in VARIANTS)


TOLD = (*PRINTED, tree.HasKeyword, tree.HasNoAbilities)


def is_of_night(face: tree.Face) -> bool | None:
    """702.145: whether it is up by night alone; False: by day, or it asks which it is; or None."""
    if keywords_of(face, "nightbound"):
        return True
    asks = keywords_of(face, "daybound") or any_node(face.abilities, _asks_of_the_day)
    return False if asks else None


def _asks_of_the_day(node: tree.Node) -> bool:
    condition = condition_asked(node.prose) if isinstance(node, tree.Fact) else None
    return condition is not None and condition[0] == "day"


def _is_every(face: tree.Face, word: str) -> bool:
    """702.73a: a changeling is every creature type."""
    return FAMILY_OF.get(word) == "creature" and bool(keywords_of(face, "changeling"))


# --- other ways to be there -----------------------------------------------------------------------

_TRANSFORMED, _FLIPPED, _BACK, _PROTOTYPE = "transformed", "flipped", "back", "prototype"
_BESTOWED = "bestowed"
_CREATURE = tree.HasType("Creature")
_TURNED = {"transform": _TRANSFORMED, "flip": _FLIPPED, "modal_dfc": _BACK}
# Designations that do nothing but what the card's own text says of them.
DESIGNATIONS = ("harnessed", "monstrous", "prepared", "renowned", "saddled", "solved")


def forms_of(card: tree.Card) -> Iterator[Option]:
    """The card with another face up, prototyped, impending or with a designation of its own.

    Each by itself, of a card that asks for no choice besides.
    """
    if any(True for _ in choices_of(card, ["Wall"])):
        return
    face = card.faces[0]
    yield from filter(None, (_turned(card), _prototyped(card), _bestowed(card)))
    for each in keywords_of(face, *HOLD_IF_PAID):
        yield made(card, (("cost", each.name),))
    for word in designations_of(face):
        yield made(card, (("becomes", word),))


def other_face(card: tree.Card) -> Option | None:
    """The card with its other face up, if that has a static ability."""
    if card.layout not in _TURNED or not any(map(statics_of, card.faces[-1].abilities)):
        return None
    return next((each for each in forms_of(card) if each.form == _TURNED[card.layout]), None)


def _turned(card: tree.Card) -> Option | None:
    """712, 710: the other face, with the front's mana cost and colours if it is flipped."""
    form = _TURNED.get(card.layout, "")
    if not form or len(card.faces) != 2:
        return None
    front, back = card.faces
    if form == _FLIPPED:
        back = replace(back, mana_cost=front.mana_cost, colors=front.colors)
    return _in_form(card, back, form)


def _prototyped(card: tree.Card) -> Option | None:
    """718.3b: with the mana cost, power and toughness of the inset frame."""
    face = card.faces[0]
    for each in keywords_of(face, "prototype"):
        if "/" in each.words:
            power, _, toughness = each.words.partition("/")
            inset = replace(
                face,
                power=int(power),
                toughness=int(toughness),
                mana_cost=each.cost,
                colors=tuple(color for color in "WUBRG" if color in each.cost),
            )
            return _in_form(card, inset, _PROTOTYPE)
    return None


def _bestowed(card: tree.Card) -> Option | None:
    """702.103b: an Aura enchantment with enchant creature, and no creature."""
    if not keywords_of(card.faces[0], "bestow"):
        return None
    enchant = tree.Keyword("enchant", quality=_CREATURE)
    changes = (
        tree.RemoveTypes(("Creature",)),
        tree.AddTypes(("Enchantment",), ("Aura",)),
        tree.GainAbilities((enchant,)),
    )
    # Encoding: what began to apply in layer 4 goes on without its ability (613.6).
    becomes = tree.Static((tree.Effect(tree.This(), changes),))
    plain = made(card, ())
    return replace(plain, statics=(*plain.statics, becomes), enchant=_CREATURE, form=_BESTOWED)


def _in_form(card: tree.Card, face: tree.Face, form: str) -> Option | None:
    """The card as that face; None where no slot holds it."""
    formed = tree.Card(face.name, "normal", (face,))
    if unheld(formed) or any(True for _ in choices_of(formed, ["Wall"])):
        return None
    choices = (("cost", "prototype"),) if form == _PROTOTYPE else ()
    return replace(made(formed, choices), card=card, shown=face, form=form)


def designations_of(face: tree.Face) -> list[str]:
    """The designations that the card's own static abilities ask of it (701.37b, 719.3c)."""
    words = {
        node.filter.word
        for static in acting(face)
        for node in nodes(static)
        if isinstance(node, tree.Matches)
        and node.ref == tree.This()
        and isinstance(node.filter, tree.HasDesignation)
    }
    return sorted(words & {*DESIGNATIONS})


def face_down_options(card: tree.Card, ways: Iterable[str]) -> Iterator[Option]:
    """708.2: the card as it stands face down."""
    return (replace(_hidden(way), card=card) for way in ways)


@cache
def _hidden(way: str) -> Option:
    face = face_down(way)
    return replace(made(tree.Card("", "normal", (face,)), ()), shown=face, down=way)


def entering_words(option: "Option", yours: bool) -> dict[str, Any]:
    """What a board's step says of the choices, and of the player whom it enchants."""
    words: dict[str, Any] = {}
    if option.form in (_TRANSFORMED, _FLIPPED):
        words[option.form] = True
    if option.down:
        words["face_down"] = True
        if option.down != "morph":  # which it is where a board says no more
            words["choose"] = {"face down by": option.down}
    for kind, value in option.choices:
        if kind in PLAYER_WORDS:
            value = "you" if yours == (value == OWNER) else "opponent"
        if kind == ENCHANTED:
            words["attached_to"] = value
        elif kind not in (CLASS_LEVEL, "becomes"):
            value_ = int(value) if kind == "number" and value.isdigit() else value
            words.setdefault("choose", {})[kind] = value_
    if any_node(option.face.abilities, _may_tap_it):
        words["tapped"] = True
    return words


def enters_tapped(option: "Option") -> bool:
    """Whether its own text may tap it as it enters, or that by which it is a copy does."""
    own = option.card.faces[0].abilities if option.copied else ()
    by_copying = any(isinstance(each, tree.EntersAsCopy) and each.tapped for each in own)
    return by_copying or any_node(option.face.abilities, (tree.EntersTapped,))


def taps_others(option: "Option") -> bool:
    """Whether it taps others as these enter."""
    return any_node(option.face.abilities, _taps_others)


def _taps_others(node: tree.Node) -> bool:
    return isinstance(node, tree.EntersTapped) and node.who != tree.This()


def _may_tap_it(node: tree.Node) -> bool:
    """It enters tapped by what no board tells, so that the board says it."""
    open_facts = (tree.Fact, tree.UnknownAmount, tree.Unknown)
    return isinstance(node, tree.EntersTapped) and any_node(node.condition, open_facts)


def told_of_players(option: "Option") -> tuple[tuple[str, str], ...]:
    """What its step tells of players and of the game, as other permanents' steps must, too."""
    return tuple(
        each for each in option.choices if each[0] in FACT_NAMES and whose(each[0]) != "its"
    )


def asks_of_a_player(face: tree.Face) -> bool:
    """Whether what it does by being there asks for a fact about the player who controls it."""
    facts = (node for node in nodes(acting(face)) if isinstance(node, tree.Fact))
    names = filter(None, (fact_named(each.prose) for each in facts))
    return any(whose(name) in ("player", "one player") for name in names)


def level_steps(option: "Option", handle: str) -> list[dict[str, Any]]:
    """716.2a: a Class becomes one level after the other; and what it becomes besides."""
    choices = dict(option.choices)
    level = int(choices.get(CLASS_LEVEL, "1"))
    steps: list[dict[str, Any]] = [
        {"class_level": each, "on": handle} for each in range(2, level + 1)
    ]
    if "becomes" in choices:
        steps.append({"becomes": choices["becomes"], "on": handle})
    return steps


def choices_made(option: "Option") -> int:
    """How many choices its controller made; what a fact is by itself is none."""
    return bool(option.down or option.form) + sum(
        choice != (CLASS_LEVEL, "1") and (choice[0] not in FACT_NAMES or choice[1] == "yes")
        for choice in option.choices
    )


def made(card: tree.Card, choices: tuple[tuple[str, str], ...]) -> Option:
    statics: list[tree.Static] = []
    plain: list[tree.Ability] = []
    enchant: tree.Filter | None = None
    equips: list[tree.Filter] = []
    counters: list[tuple[str, int]] = []
    opens: list[tuple[str, int]] = []
    levels = 0
    most: int | None = None
    counted = 0
    numbers = [value for each in card.faces[0].abilities for value in numbers_of(each)[-1:]]
    numbered = with_number(dict(choices).get("number", "") if numbers else "")
    at_level = at_class_level(dict(choices).get(CLASS_LEVEL, ""))
    as_printed = not choices and not says_chosen(card)
    for printed in card.faces[0].abilities:
        ability = (
            printed
            if as_printed
            else with_chosen(printed, (*choices, ("own name", card.faces[0].name)))
        )
        paid = isinstance(ability, tree.Keyword) and ("cost", ability.name) in choices
        options = [
            kept
            for each in map(at_level, statics_of(ability, paid))
            if _acts_on_battlefield(each) and (kept := on_battlefield(each)) is not None
        ]
        statics += options
        match ability:
            case tree.LevelSymbol(low=low, high=high):
                levels = max(levels, (high or low - 1) + 1)
            case tree.Keyword(name="impending") if paid:
                counters.append(("time", ability.number or 0))  # 702.176a
            case tree.Keyword(name="enchant"):
                enchant = ability.quality
            case tree.Keyword(name="equip", quality=quality) if quality:
                equips.append(quality)
        for each in map(numbered, entering_with(ability, card.faces[0].types)):
            if not holds_as_told(each.condition):
                continue
            if isinstance(each.amount, tree.Num):
                counters.append((each.kind, each.amount.value))
                continue
            opens.append((each.kind, for_each(ability) or times_x(each.amount)))
            for part in nodes(each.amount):
                if isinstance(part, tree.UnknownAmount):
                    counted = for_each(ability) or 1
                    most = most_of(part.prose)
        if not options or isinstance(ability, tree.Keyword):
            plain += worded((printed,), choices)  # of a keyword also that it is there
    subtypes = card.faces[0].subtypes
    return Option(
        card=card,
        choices=choices,
        statics=tuple(statics),
        plain=tuple(plain),
        enchant=enchant if "Aura" in subtypes else None,
        equipment="Equipment" in subtypes,
        equips=tuple(equips) if "Equipment" in subtypes else (),
        counters=tuple(_summed(counters)),
        starting=tuple(_starting_counters(card.faces[0], dict(choices).get("number", ""))),
        levels=levels,
        opens=tuple(_summed(opens)),
        most=most,
        counted=counted,
    )


def _summed(counters: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of one kind together."""
    sums: dict[str, int] = {}
    for kind, number in counters:
        sums[kind] = sums.get(kind, 0) + number
    return list(sums.items())


def _starting_counters(face: tree.Face, number: str) -> list[tuple[str, int]]:
    """306.5b, 310.4b, 714.3a: what planeswalkers, battles and Sagas enter with.

    702.155a: with read ahead the `number` that was chosen.
    """
    counters: list[tuple[str, int]] = []
    if "Planeswalker" in face.types and face.loyalty.isdigit():
        counters.append(("loyalty", int(face.loyalty)))
    if "Battle" in face.types and face.defense.isdigit():
        counters.append(("defense", int(face.defense)))
    if "Saga" in face.subtypes:
        counters.append(("lore", int(number) if number and reads_ahead(face) else 1))
    return counters


def _acts_on_battlefield(static: tree.Static) -> bool:
    return static.cda or "battlefield" in static.zones or "any" in static.zones
