"""What may stand in a symbolic slot: a card with the choices made as it enters.

A card that the slots do not hold (it enters as a copy, asks for something outside the
battlefield, ...) is left out with a reason that the answer can name.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from striate.boards.facts import (
    FACT_NAMES,
    fact_named,
    is_counted_as_it_enters,
    is_number_told,
    most_of,
    whose,
)
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import BASIC_LAND_TYPES, COMBAT_FACTS, PERMANENT_TYPES
from striate.cards.walking import any_node, children, nodes, parts, rewrite
from striate.encodings.effects import statics_of
from striate.encodings.matching import COLOR_LETTERS

_LAYOUTS = frozenset({"normal", "leveler", "transform", "modal_dfc", "class", "meld", "adventure",
                      "saga", "mutate", "prototype", "flip", "case", "prepare"})  # fmt: skip

# What slots do not hold: it looks beyond the battlefield, at facts, or at chosen objects, or
# takes what it does from other objects' texts.
_FOREIGN = (
    tree.Fact,
    tree.UnknownAmount,
    tree.ChosenObject,
    tree.LinkedCard,
    tree.TopCard,
    tree.Target,
    tree.ExiledWith,
    tree.HasAbilityKind,
    tree.SubtypesOf,
    tree.ColorsLike,
    tree.GainAbilitiesOf,
    tree.ReplaceWords,
    tree.ExchangeText,
    tree.FullTextOf,
    tree.BecomeCopy,
    tree.ExchangeControl,
    tree.ChosenNumber,
    tree.X,
    tree.SetName,
    tree.SharesWith,
    tree.Prose,
)

# Values of which there are too many to keep apart.
_ENDLESS = frozenset({"name", "creature type", "subtype", "counter kind", "keyword", "power"})


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A card in a slot, with what was chosen as it entered."""

    card: tree.Card
    choices: tuple[tuple[str, str], ...]
    statics: tuple[tree.Static, ...]
    plain: tuple[tree.Ability, ...]
    enchant: tree.Filter | None
    equipment: bool
    equips: tuple[tree.Filter, ...]  # what it can be attached to besides creatures (702.6)
    counters: tuple[tuple[str, int], ...]
    levels: int  # one more than the highest bound of its level symbols; 0: no leveler
    opens: tuple[tuple[str, int], ...] = ()  # counters for each of X that it enters with
    most: int | None = None  # the greatest number that can stand for that X
    counted: int = 0  # it is a number that the board's step tells, so many for each; 0: an X
    copied: str = ""  # the card that it is a copy of
    shown: tree.Face | None = None  # then: what is copied, with the exceptions
    copies: tree.Filter | None = None  # then: what it can be a copy of

    @property
    def face(self) -> tree.Face:
        """What it is as it enters."""
        return self.card.faces[0] if self.shown is None else self.shown

    @property
    def printed(self) -> str:
        """The name by which a board lets it enter."""
        return self.card.faces[0].name


def options_of(card: tree.Card, creature_types: Iterable[str]) -> "tuple[list[Option], str]":
    """The ways in which the card may stand in a slot, or why it is left out."""
    reason = left_out(card)
    if reason:
        return [], reason
    if beyond_choices(card):
        return [], beyond_choices(card)
    pairs: list[tuple[tuple[str, str], ...]] = [()]
    for kind, values in _choices(card, creature_types):
        pairs = [(*before, (kind, value)) for before in pairs for value in values]
    return [made(card, each) for each in pairs], ""


@cache
def beyond_choices(card: tree.Card) -> str:
    """Whether something is chosen as it enters that slots do not hold; the reason, or ""."""
    made = [kind for kind, values in _choices(card, ["Wall"]) if values]
    acting = nodes(_acting(card.faces[0]), closed=BODIES)
    words = (word for node in acting if not isinstance(node, BODIES) for word in _own_words(node))
    untold = {word[1:] for word in words if word.startswith("@")}
    if len(made) == sum(1 for _ in _choices(card, ["Wall"])) and untold <= {*made, *_alike(made)}:
        return ""
    return "a choice as it enters that the search does not make"


def _own_words(node: tree.Node) -> Iterator[str]:
    """The words of a node, and not those of its parts."""
    for value in children(node):
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str):
                yield word


def _alike(kinds: Iterable[str]) -> set[str]:
    """What texts call those choices besides."""
    return {_OTHER_NAMES[kind] for kind in kinds if kind in _OTHER_NAMES}


_OTHER_NAMES = {"card name": "name", "basic land type": "land type", "number": "number"}

# Whom it enchants is told like a choice; a player is told from whose permanent it is at first.
_ENCHANTED = "enchanted player"
_OWNER, _OTHER = "owner", "other"
_CLASS_LEVEL = "class level"  # 716: which level it has become
_PLAYER_WORDS = {_ENCHANTED: "attached controller", "player": "chosen"}


def _choices(card: tree.Card, creature_types: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """What is chosen as it enters, with the values that can matter; no value: not to be told."""
    face = card.faces[0]
    for each in face.abilities:
        if isinstance(each, tree.EntersChoose):
            yield each.kind, _choice_values(each, creature_types, face)
        if isinstance(each, tree.Keyword) and each.name == "enchant" and each.words:
            both = [_OWNER, _OTHER] if each.words == "player" else [_OTHER]
            yield _ENCHANTED, both if _is_told(face, _ENCHANTED) else []
    for each in face.abilities:
        values = _numbers_of(each)
        if values:
            yield "number", values
    for name in _facts_of(face):
        yield name, ["no", "yes"]
    levels = [each.level for each in face.abilities if isinstance(each, tree.ClassLevel)]
    if levels:
        yield _CLASS_LEVEL, [str(level) for level in (1, *sorted(levels))]


def _numbers_of(ability: tree.Ability) -> list[str]:
    """How many counters a keyword may put as its object enters, where there are only two ways.

    702.98a unleash: one or none; 702.54a bloodthirst, 702.104a tribute: all or none.
    """
    if not isinstance(ability, tree.Keyword) or ability.name not in _ALL_OR_NONE:
        return []
    many = ability.number if ability.name in ("bloodthirst", "tribute") else 1
    return [] if many is None else ["0", str(many)]


def _for_each(ability: tree.Ability) -> int:
    """702.38a amplify, 702.82a devour: how many counters for each card or creature; 0: no such."""
    if not isinstance(ability, tree.Keyword) or ability.name not in ("amplify", "devour"):
        return 0
    return ability.number or 0


_ALL_OR_NONE = ("unleash", "bloodthirst", "tribute")


def _with_number(number: str) -> Callable[[Any], Any]:
    """The number that was told, in place of what a keyword says of it."""

    def put(part: Any) -> Any:
        told = isinstance(part, tree.UnknownAmount) and is_number_told(part.prose)
        return tree.Num(int(number)) if told else part

    return lambda value: rewrite(value, put) if number else value


def _facts_of(face: tree.Face) -> list[str]:
    """The facts that its step tells, and that what it does by being there asks for."""
    acting = (
        each
        for ability in face.abilities
        for each in (*statics_of(ability), *entering_with(ability))
    )
    found = {
        fact_named(part.prose)
        for each in acting
        for part in nodes(each, closed=BODIES)
        if isinstance(part, tree.Fact)
    }
    return sorted(name for name in found if name is not None)


def _choice_values(
    choice: tree.EntersChoose, creature_types: Iterable[str], face: tree.Face
) -> list[str]:
    match choice.kind:
        case "creature type":
            return sorted(creature_types) or ["Wall"]
        case "color":
            barred = {word for each in face.abilities if isinstance(each, tree.EntersChoose)
                      for word in each.but}  # fmt: skip
            return [word for word in COLOR_LETTERS if word not in barred]
        case "basic land type" | "land type":
            return list(BASIC_LAND_TYPES)
        case "mode":
            return list(choice.options)
        case "player" if _is_told(face, "player"):
            if not _speaks(face, _PLAYER_WORDS["player"]):
                return [_OTHER]
            return [_OTHER] if choice.options == ("opponent",) else [_OTHER, _OWNER]
        case "card name" if not _speaks(face, "@name") and not _speaks(face, "@card name"):
            return [face.name]
        case "number" if not any_node(_acting(face), (tree.ChosenNumber,)):
            return [*choice.options[:1]] or ["1"]
    return []


def _acting(face: tree.Face) -> tuple[tree.Static, ...]:
    return tuple(static for each in face.abilities for static in statics_of(each))


def _speaks(face: tree.Face, word: str) -> bool:
    """Whether the word stands in what acts on the battlefield."""
    return any(part == word for part in parts(_acting(face)))


def _is_told(face: tree.Face, choice: str) -> bool:
    """Whether the player is spoken of only as whose an object is."""
    told = rewrite(_acting(face), lambda part: _with_player(part, choice, _OWNER))
    return all(part != _PLAYER_WORDS[choice] for part in parts(told))


def _with_player(part: Any, choice: str, value: str) -> Any:
    """108.3: that player as the owner, who is its first controller, or as the other player."""
    controlled = isinstance(part, tree.ControlledBy | tree.OwnedBy)
    if not controlled or part.player != _PLAYER_WORDS[choice]:
        return part
    owners = type(part)("owner")
    return owners if value == _OWNER else tree.Not(owners)


def entering_words(option: "Option", yours: bool) -> dict[str, Any]:
    """What a board's step says of the choices, and of the player whom it enchants."""
    words: dict[str, Any] = {}
    for kind, value in option.choices:
        if kind in _PLAYER_WORDS:
            value = "you" if yours == (value == _OWNER) else "opponent"
        if kind == _ENCHANTED:
            words["attached_to"] = value
        elif kind != _CLASS_LEVEL:
            told = int(value) if kind == "number" and value.isdigit() else value
            words.setdefault("choose", {})[kind] = told
    if any_node(option.face.abilities, _may_tap_it):
        words["tapped"] = True
    return words


def enters_tapped(option: "Option") -> bool:
    """Whether its own text may tap it as it enters."""
    return any_node(option.face.abilities, (tree.EntersTapped,))


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


def level_steps(option: "Option", handle: str) -> list[dict[str, Any]]:
    """716.2a: a Class becomes one level after the other."""
    level = int(dict(option.choices).get(_CLASS_LEVEL, "1"))
    return [{"class_level": each, "on": handle} for each in range(2, level + 1)]


def choices_made(option: "Option") -> int:
    """How many choices its controller made; what a fact is by itself is none."""
    return sum(
        choice != (_CLASS_LEVEL, "1") and (choice[0] not in FACT_NAMES or choice[1] == "yes")
        for choice in option.choices
    )


@cache
def left_out(card: tree.Card) -> str:
    """Why the card can't stand in a slot; "" if it can."""
    face = card.faces[0]
    if card.layout not in _LAYOUTS or not set(face.types) & set(PERMANENT_TYPES):
        return "no permanent that the slots hold"
    if not all(fits(ability) for ability in face.abilities):
        return "not wholly understood"
    if "Aura" in face.subtypes and not any(
        isinstance(each, tree.Keyword) and each.name == "enchant" and (each.quality or each.words)
        for each in face.abilities
    ):
        return "an Aura that says not what it enchants"
    for ability in face.abilities:
        reason = _beyond(ability)
        if reason:
            return reason
    return ""


def fits(ability: tree.Ability) -> bool:
    """Understood in all that can touch characteristics by being there."""
    return not any_node(ability, _is_unread, closed=(tree.Fact, tree.UnknownAmount, *BODIES))


def _is_unread(node: tree.Node) -> bool:
    if isinstance(node, tree.Opaque):
        return node.touches and node.kind not in ("activated", "triggered", "spell", "chapter")
    return isinstance(node, tree.Prose)


def times_x(amount: tree.Amount) -> int:
    """How many for each of X, or of a number that the board tells; 0: it is another number."""
    if isinstance(amount, tree.Times) and _is_open(amount.amount):
        return amount.factor
    return int(_is_open(amount))


def _is_open(amount: tree.Amount) -> bool:
    return isinstance(amount, tree.X) or (
        isinstance(amount, tree.UnknownAmount) and is_counted_as_it_enters(amount.prose)
    )


def entering_with(ability: tree.Ability) -> list[tree.EntersWith]:
    """The counters that it enters with, a keyword's too (702.32a fading, 702.43a modular).

    702.176a: impending's only come if its cost was paid, which slots don't do.
    """
    if isinstance(ability, tree.EntersWith):
        return [ability]
    if not isinstance(ability, tree.Keyword) or ability.name == "impending":
        return []
    return [each for each in meaning(ability) if isinstance(each, tree.EntersWith)]


def _beyond(ability: tree.Ability) -> str:
    if any_node(ability, (tree.CountersReplaced,), closed=BODIES):
        return "changes how counters are put"
    if isinstance(ability, tree.EntersAsCopy):
        return "enters as a copy"
    if isinstance(ability, tree.EntersAs):
        return "a form chosen as it enters"
    if isinstance(ability, tree.EntersDoing) and ability.enters:
        return "does something as it enters"
    for each in entering_with(ability):
        if not (
            isinstance(each.amount, tree.Num)
            or times_x(each.amount)
            or _numbers_of(ability)
            or _for_each(ability)
        ):
            return "enters with a number of counters that the slots do not hold"
        if each.who != tree.This() or not _is_told_of(each.condition):
            return "counters under a condition"
    for printed in statics_of(ability):
        static = on_battlefield(printed)
        for effect in static.effects if static is not None else ():
            if _looks_beyond(effect):
                return "looks at more than the battlefield"
    return ""


def _is_told_of(condition: tree.Condition | None) -> bool:
    """Whether the board's step tells if the condition holds as it enters."""
    if isinstance(condition, tree.Unless):
        return _is_told_of(condition.part)
    if isinstance(condition, tree.Every | tree.Either):
        return all(map(_is_told_of, condition.parts))
    return condition is None or (
        isinstance(condition, tree.Fact) and fact_named(condition.prose) is not None
    )


def _holds(condition: tree.Condition | None) -> bool:
    """Whether such a condition holds, once what the step tells stands in place of the facts."""
    match condition:
        case tree.Unless(part=part):
            return not _holds(part)
        case tree.Every(parts=inner):
            return all(map(_holds, inner))
        case tree.Either(parts=inner):
            return any(map(_holds, inner))
    return True


@cache
def _looks_beyond(node: tree.Node) -> bool:
    """Whether the effect, or an effect that it grants, needs what slots do not hold."""
    if isinstance(node, tree.Fact) and fact_named(node.prose) is not None:
        return False
    if isinstance(node, _FOREIGN):
        return True
    if isinstance(node, tree.CountDistinct) and node.what in _ENDLESS:
        return True
    if isinstance(node, tree.Unknown) and node.fact not in COMBAT_FACTS:
        return True
    zoned = (tree.Each, tree.Count, tree.CountDistinct, tree.Aggregate)
    if isinstance(node, zoned) and node.zone not in ("battlefield", "graveyard", "any"):
        return True
    if isinstance(node, tree.LoseAllAbilities):
        return bool(node.only) or not all(map(_is_but_a_word, node.keep))
    if isinstance(node, tree.LoseAbilities | tree.CantHave) and not all(
        map(_is_but_a_word, node.abilities)
    ):
        return True
    if isinstance(node, tree.GainAbilities | tree.LoseAbilities | tree.CantHave):
        granted = (each for ability in node.abilities for each in statics_of(ability))
        return any(_looks_beyond(effect) for static in granted for effect in static.effects)
    if isinstance(node, tree.Restrict):
        return node.verb.startswith("this effect doesn't remove")  # 702.16n
    return any(map(_beyond_value, children(node)))


def _is_but_a_word(ability: tree.Ability) -> bool:
    """A keyword that changes nothing by itself: what it does is told apart from the keyword."""
    return isinstance(ability, tree.Keyword) and not statics_of(ability)


def _beyond_value(value: object) -> bool:
    if isinstance(value, tree.Node):
        return _looks_beyond(value)
    return any(map(_beyond_value, children(value)))


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
    numbers = [value for each in card.faces[0].abilities for value in _numbers_of(each)[-1:]]
    with_number = _with_number(dict(choices).get("number", "") if numbers else "")
    at_level = _at_class_level(dict(choices).get(_CLASS_LEVEL, ""))
    for printed in card.faces[0].abilities:
        ability = _with_chosen(printed, (*choices, ("own name", card.faces[0].name)))
        found = [
            kept
            for each in map(at_level, statics_of(ability))
            if _acts_on_battlefield(each) and (kept := on_battlefield(each)) is not None
        ]
        statics += found
        if isinstance(ability, tree.LevelSymbol):
            levels = max(levels, (ability.high or ability.low - 1) + 1)
        if isinstance(ability, tree.Keyword) and ability.name == "enchant":
            enchant = ability.quality
        if isinstance(ability, tree.Keyword) and ability.name == "equip" and ability.quality:
            equips.append(ability.quality)
        for each in map(with_number, entering_with(ability)):
            if not _holds(each.condition):
                continue
            if isinstance(each.amount, tree.Num):
                counters.append((each.kind, each.amount.value))
                continue
            opens.append((each.kind, _for_each(ability) or times_x(each.amount)))
            for part in nodes(each.amount):
                if isinstance(part, tree.UnknownAmount):
                    counted = _for_each(ability) or 1
                    most = most_of(part.prose)
        if not found or isinstance(ability, tree.Keyword):
            plain.append(ability)  # of a keyword also that it is there
    counters = _summed([*counters, *_starting_counters(card.faces[0])])
    subtypes = card.faces[0].subtypes
    return Option(
        card,
        choices,
        tuple(statics),
        tuple(plain),
        enchant if "Aura" in subtypes else None,
        "Equipment" in subtypes,
        tuple(equips) if "Equipment" in subtypes else (),
        tuple(counters),
        levels,
        tuple(_summed(opens)),
        most,
        counted,
    )


def _summed(counters: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of one kind together."""
    found: dict[str, int] = {}
    for kind, number in counters:
        found[kind] = found.get(kind, 0) + number
    return list(found.items())


def _at_class_level(level: str) -> Callable[[tree.Static], tree.Static]:
    """716.2: whether each level's abilities are there is known where the level is."""

    def put(part: Any) -> Any:
        if not isinstance(part, tree.ClassLevelIs):
            return part
        met = {">=": int(level) >= part.number, "=": int(level) == part.number}
        return tree.Every(()) if met[part.op] else tree.Either(())

    def known(static: tree.Static) -> tree.Static:
        found: tree.Static = rewrite(static, put)
        return found

    return known if level else lambda static: static


def _starting_counters(face: tree.Face) -> list[tuple[str, int]]:
    """306.5b, 310.4b, 714.3a: what planeswalkers, battles and Sagas enter with."""
    found: list[tuple[str, int]] = []
    if "Planeswalker" in face.types and face.loyalty.isdigit():
        found.append(("loyalty", int(face.loyalty)))
    if "Battle" in face.types and face.defense.isdigit():
        found.append(("defense", int(face.defense)))
    if "Saga" in face.subtypes:
        found.append(("lore", 1))
    return found


# What they say in their bodies matters only when they resolve.
BODIES = (
    tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.EntersDoing, tree.Opaque,
)  # fmt: skip


def _stands_for(value: object) -> bool:
    """Whether some word of it stands for a choice, or for its own name."""
    return any(
        isinstance(part, str) and (part.startswith("@") or part == "~") for part in parts(value)
    )


def on_battlefield(static: tree.Static) -> tree.Static | None:
    """The effects whose objects can be on the battlefield or in a graveyard, as slots can."""
    effects = tuple(each for each in static.effects if not _stays_outside(each.who))
    return tree.Static(effects, static.cda, static.zones) if effects else None


def _stays_outside(who: tree.Who) -> bool:
    """Whether the group speaks only of objects that are in no zone of the slots."""
    return isinstance(who, tree.Each) and who.zone not in ("battlefield", "graveyard", "any")


def _acts_on_battlefield(static: tree.Static) -> bool:
    return static.cda or "battlefield" in static.zones or "any" in static.zones


def _with_chosen(ability: tree.Ability, choices: tuple[tuple[str, str], ...]) -> tree.Ability:
    """607.2d: the chosen values, and its own name (201.5), in place of what stands for them."""
    if isinstance(ability, BODIES):
        return ability
    chosen = dict(choices)
    own_name = chosen.pop("own name")
    if not _stands_for(ability) and chosen.keys().isdisjoint(_OF_NODES):
        return ability
    table = {f"@{kind}": COLOR_LETTERS.get(value.lower(), value) for kind, value in chosen.items()}
    if "@basic land type" in table:
        table["@land type"] = table["@basic land type"]

    def put(part: Any) -> Any:
        if isinstance(part, str):
            return table.get(part, part)
        if isinstance(part, tree.ChoseMode) and "mode" in chosen:
            same = part.mode.lower() == chosen["mode"].lower()
            return tree.Every(()) if same else tree.Either(())
        told = chosen.get(fact_named(part.prose) or "") if isinstance(part, tree.Fact) else None
        if told is not None:
            return tree.Every(()) if told == "yes" else tree.Either(())
        for kind in _PLAYER_WORDS:
            if kind in chosen:
                part = _with_player(part, kind, chosen[kind])
        return tree.Named(own_name) if part == tree.Named("~") else part

    found: tree.Ability = rewrite(ability, put)
    return found


_OF_NODES = frozenset(
    {"mode", *_PLAYER_WORDS, *FACT_NAMES}
)  # choices of which not a word, but a node tells
