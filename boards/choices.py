"""The choices of a step: their kinds and values, and whether the text asks for them.

Values are kept as texts: colours as words ("blue"), types as printed ("Merfolk"), numbers in
digits. A card name is kept under the kind "name", as the effect tree calls it.

Whether a choice fits can be told only where the text is understood wholly, and whether one is
missing only where the object enters as what is printed: otherwise nothing is said here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from striate.boards.deeds import DOORS, MELDS, RING_TEMPTS
from striate.boards.errors import Path, did_you_mean, show
from striate.boards.facts import FACT_NAMES, fact_named, is_number_told
from striate.boards.mistakes import Mistakes, Subject
from striate.boards.names import Handles
from striate.boards.timeline import Choices, Seat
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import (
    ARTIFACT_TYPES,
    BASIC_LAND_TYPES,
    BATTLE_TYPES,
    CARD_TYPES,
    COLOR_NAMES,
    COLORS,
    CREATURE_TYPES,
    ENCHANTMENT_TYPES,
    LAND_TYPES,
    PLANESWALKER_TYPES,
    SPELL_TYPES,
    SUPERTYPES,
    family,
)
from striate.cards.walking import any_node, parts

ALL_TYPES = (
    *SUPERTYPES, *CARD_TYPES, *CREATURE_TYPES, *LAND_TYPES, *ARTIFACT_TYPES, *ENCHANTMENT_TYPES,
    *PLANESWALKER_TYPES, *SPELL_TYPES, *BATTLE_TYPES,
)  # fmt: skip
WORDS: dict[str, tuple[str, ...]] = {
    "color": tuple(COLORS),
    "basic land type": BASIC_LAND_TYPES,
    "land type": LAND_TYPES,
    "card type": CARD_TYPES,
    "creature type": CREATURE_TYPES,
    "player": ("you", "opponent"),
    "face down by": ("morph", "megamorph", "disguise", "manifest", "cloak"),
    **dict.fromkeys(FACT_NAMES, ("yes", "no")),
}
# Kinds whose value is an object on the board.
_OBJECT_WORDS = (
    "creature", "permanent", "artifact", "land", "enchantment", "planeswalker", "card", "object",
)  # fmt: skip
# Of several objects of a kind that a text has chosen, the later ones have a number.
OBJECTS = (
    *_OBJECT_WORDS,
    *(f"{nth} {word}" for word in _OBJECT_WORDS for nth in ("second", "third")),
)
_FREE = (
    "name", "number", "mode", "ability", "keyword", "counter", "division", "door", "cost",
    "face down as", "from", "to",
)  # fmt: skip
_SYNONYMS = {
    "card name": "name", "land card name": "name", "opponent": "player", "color word": "color",
}  # fmt: skip
KINDS = (*WORDS, *OBJECTS, *_FREE, *_SYNONYMS)
# A basic land type is a land type, and may be given as either.
_LIKE = {
    "land type": "basic land type", "basic land type": "land type", "ability": "keyword",
    "keyword": "ability",
}  # fmt: skip
# Kinds of which it can be said that a text does not ask for them.
_ASKED = (
    "color", "creature type", "basic land type", "land type", "card type", "name", "number", "mode",
    "player", "ability", "keyword", "counter", "division", "door",
    *FACT_NAMES,
)  # fmt: skip


def choices(
    given: Mapping[str, str | int],
    index: int,
    handles: Handles,
    types: Iterable[str],
    mistakes: Mistakes,
    in_words: Callable[[str], type | None] = lambda words: None,
) -> Choices:
    """The choices of a step, with what is wrong told. `types`: further words that are types.

    `in_words`: what a text asks in words of its own, a condition (bool) or a number.
    """
    kept: dict[str, str] = {}
    for kind, value in given.items():
        path = ("steps", index, "choose", kind)
        name = _SYNONYMS.get(kind, kind)
        if name in WORDS:
            word = _word(name, str(value), types)
            if word is None:
                hint = did_you_mean(str(value), WORDS[name]) or _all_of(WORDS[name])
                mistakes.add(f"{show(value)} is no {name}", path, hint)
            kept[name] = word or ""
        elif name in OBJECTS:
            handles.check(str(value), index, path, mistakes)
            kept[name] = str(value)
        elif name in _FREE:
            if name == "number" and not isinstance(value, int):
                mistakes.add(f"expected a whole number, not {show(value)}", path)
            kept[name] = str(value)
        elif (wanted := in_words(kind)) is not None:
            if (value not in ("yes", "no")) if wanted is bool else not isinstance(value, int):
                what = '"yes" or "no"' if wanted is bool else "a whole number"
                mistakes.add(f"expected {what}, not {show(value)}", path)
            kept[kind] = str(value)
        else:
            near = did_you_mean(kind, KINDS, limit=1)
            mistakes.add(f"{show(kind)} is not a kind of choice", path, near)
            kept |= {known: "" for known in KINDS if near and show(known) in near}
    _word_change(kept, index, types, mistakes)
    return tuple(sorted(kept.items()))


def is_a_number(kind: str, value: str) -> bool:
    """Whether a board file has the value as a number, not as a text of digits."""
    return kind == "number" or (kind not in KINDS and value.lstrip("-").isdigit())


def _word(kind: str, value: str, types: Iterable[str]) -> str | None:
    if kind == "color":
        value = COLOR_NAMES.get(value, value)
    known = WORDS[kind]
    if kind == "creature type":
        # 205.3m: a board may have a card of a type that we do not know, and other cards beside it.
        known += tuple(word for word in types if family(word) in ("", "creature"))
    return next((word for word in known if word.casefold() == value.casefold()), None)


def _all_of(words: tuple[str, ...]) -> str:
    return "one of " + ", ".join(f"`{word}`" for word in words) if len(words) <= 15 else ""


def _word_change(
    kept: dict[str, str], index: int, types: Iterable[str], mistakes: Mistakes
) -> None:
    """612.2: one word for another of the same kind."""
    path: Path = ("steps", index, "choose")
    if "to" in kept and "from" not in kept:
        mistakes.add("a text change chooses both `from` and `to`", path)
    if not {"from", "to"} <= kept.keys():
        return
    for kind in ("color", "basic land type", "creature type"):
        words = [_word(kind, kept[key], types) for key in ("from", "to")]
        if words[0] and words[1]:
            kept["from"], kept["to"] = words[0], words[1]
            return
    both = f"{show(kept['from'])} and {show(kept['to'])}"
    mistakes.add(f"{both} are not two colours, two basic land types or two creature types", path)


# --- what a text asks for -------------------------------------------------------------------------


def is_read(value: object) -> bool:
    """No part of the text is left as words."""
    return not any_node(value, (tree.Opaque, tree.Prose))


@lru_cache(maxsize=4096)
def asked(value: object) -> frozenset[str]:
    """The kinds of choice that a text speaks of."""
    kinds: set[str] = set()
    for part in parts(value):
        if isinstance(part, tree.EntersChoose):
            kinds.add(_SYNONYMS.get(part.kind, part.kind))
        elif (
            isinstance(part, tree.ChosenNumber)
            or isinstance(part, tree.UnknownAmount)
            and is_number_told(part.prose)
        ):
            kinds.add("number")
        elif isinstance(part, tree.Fact) and fact_named(part.prose):
            kinds.add(str(fact_named(part.prose)))
        elif isinstance(part, tree.Keyword):
            kinds |= _BY_KEYWORD.get(part.name) or asked(meaning(part))
        elif (isinstance(part, tree.MoveCounters) and part.kind is None) or (
            isinstance(part, tree.RemoveCounters) and part.kind is None and part.amount is not None
        ):
            kinds.add("counter")
        elif isinstance(part, tree.DistributeCounters) or (
            isinstance(part, tree.Inert) and "damage divided" in part.words
        ):
            kinds.add("division")
        elif isinstance(part, tree.EntersAs | tree.Modal):
            kinds.add("mode")
        elif isinstance(part, tree.Act) and part.detail.startswith("If ~ was kicked"):
            kinds.add("kicked")
        elif isinstance(part, tree.Act) and chosen_by(part):
            kinds.add(chosen_by(part))
        elif isinstance(part, str) and part.startswith(("@keyword ", "@ability ")):
            kinds.add(part[1:].split()[0])
        elif isinstance(part, str) and part.startswith("@"):
            kinds.add(_SYNONYMS.get(part[1:], part[1:]))
        elif part == "chosen":  # as a `Player`
            kinds.add("player")
    return frozenset(kinds | ({"player"} if speaks_of_that_player(value) else set()))


# 702.155a, 702.88a: what a keyword asks that its words do not say.
_BY_KEYWORD = {"read ahead": {"number"}, "rebound": {"cast from hand"}}


def speaks_of_that_player(value: object) -> bool:
    """Whether a text's "that player" is none whom it names, or whose object it names."""
    return any_node(value, _is_of_that_player) and not any_node(value, (tree.TargetSpec,))


def _is_of_that_player(node: tree.Node) -> bool:
    return getattr(node, "player", "") == "that"


def chosen_by(act: tree.Act) -> str:
    """The kind of choice that the instruction "choose a number" makes; "" if it makes none."""
    if act.verb in DOORS:
        return "door"
    kind = act.verb.removeprefix("choose a ").removeprefix("choose an ")
    kind = _SYNONYMS.get(kind, kind)
    return kind if kind in _ASKED and kind != act.verb else ""


def not_asked(given: Choices, texts: object) -> list[str]:
    """The kinds chosen for which a text, understood wholly, does not ask."""
    kinds = [kind for kind, _ in given if kind in _REFUSED]
    if not kinds or not is_read(texts):
        return []
    wanted = asked(texts)
    if any_node(texts, _chooses_an_object):
        wanted |= {*OBJECTS}
    return [kind for kind in kinds if not {kind, _LIKE.get(kind)} & wanted]


_REFUSED = frozenset((*_ASKED, *OBJECTS, "from", "to"))  # if no text asks for it


def _chooses_an_object(node: tree.Node) -> bool:
    if isinstance(node, tree.Keyword):
        return any_node(meaning(node), _chooses_an_object)
    choosing = isinstance(node, tree.Act) and node.verb in (MELDS, RING_TEMPTS)
    return choosing or isinstance(node, tree.ChosenObject) or acts_as_turned_up(node)


def acts_as_turned_up(node: object) -> bool:
    """614.1e: whether it says something of its object as that is turned face up."""
    turning = (tree.EntersAs, tree.EntersDoing, tree.EntersAsCopy)
    return isinstance(node, turning) and node.turned_up


def chosen_as_turned_up(abilities: Iterable[tree.Ability]) -> set[str]:
    """614.1e: the kinds of choice that are made each time that a permanent is turned face up."""
    doing = [each for each in abilities if acts_as_turned_up(each)]
    kinds = {each.kind for each in parts(doing) if isinstance(each, tree.ChosenObject)}
    copies = {"creature" for each in doing if isinstance(each, tree.EntersAsCopy)}
    return {*asked(tuple(doing)), *kinds, *copies}


def needed(abilities: Collection[tree.Ability]) -> set[str]:
    """The kinds of choice that a permanent's characteristics rest on as soon as it is there."""
    chosen: set[str] = set()
    spoken_of: set[str] = set()
    for ability in abilities:
        if isinstance(ability, tree.EntersChoose):
            chosen.add(_SYNONYMS.get(ability.kind, ability.kind))
        elif isinstance(ability, tree.EntersAs):
            chosen.add("mode")
        elif isinstance(ability, tree.Static):
            for effect in _altering(ability):
                chosen |= asked(effect) & {"creature type"} if ability.cda else set()
                spoken_of |= {one.kind for one in _objects(effect) if not one.filter}
    if spoken_of:  # what no ability of it chooses later was chosen as it entered
        objects = _objects(tuple(abilities))
        chosen |= spoken_of - {one.kind for one in objects if one.filter is not None}
    return rested_on(abilities) & chosen


def rested_on(abilities: Iterable[tree.Ability]) -> set[str]:
    """All the kinds of choice that they speak of as they are there, whenever one is made."""
    kinds: set[str] = set()
    for ability in abilities:
        if isinstance(ability, tree.EntersAs):
            kinds.add("mode")
        elif isinstance(ability, tree.Static):
            for effect in _altering(ability):
                kinds |= asked(effect) | {one.kind for one in _objects(effect)}
        elif isinstance(ability, (tree.Keyword, tree.LevelSymbol, tree.EntersWith)):
            kinds |= asked(ability)
    return kinds


def _altering(ability: tree.Static) -> Iterator[tree.Effect]:
    for effect in ability.effects:
        if any(not isinstance(change, tree.Restrict) for change in effect.changes):
            yield effect


def _objects(words: object) -> Iterator[tree.ChosenObject]:
    return (one for one in parts(words) if isinstance(one, tree.ChosenObject))


def fitted(
    given: Choices, abilities: Iterable[tree.Ability], opponent: Seat, of: Subject
) -> Choices:
    """The choices of a permanent, as its text words them.

    Where the text lists what can be chosen, the value is one of the list, under the kind "mode"
    whatever kind the board gives it. Where it is an opponent that is chosen, there is only one.
    """
    kept = dict(given)
    for ability in abilities:
        if isinstance(ability, tree.EntersAs):
            _one_of(kept, ability.labels, of)
        elif isinstance(ability, tree.EntersChoose) and ability.kind == "mode" and ability.options:
            _one_of(kept, ability.options, of)
        elif isinstance(ability, tree.EntersChoose) and ability.options == ("opponent",):
            if kept.setdefault("player", opponent) != opponent:
                of.wrong(f"{of.called} asks for an opponent", "", "choose", "player")
        elif isinstance(ability, tree.EntersChoose) and ability.kind in kept:
            value = kept[ability.kind]
            if COLORS.get(value, value) in ability.but:
                message = f"{of.called} asks for a {ability.kind} other than {show(value)}"
                of.wrong(message, "", "choose", ability.kind)
    return tuple(sorted(kept.items()))


def _one_of(kept: dict[str, str], options: tuple[str, ...], of: Subject) -> None:
    by_fold = {option.casefold(): option for option in options}
    for kind, value in list(kept.items()):
        option = by_fold.get(value.casefold())
        if option is not None:
            del kept[kind]
            kept["mode"] = option
            return
    if "mode" in kept:
        message = f"{of.called} has no choice {show(kept['mode'])}"
        of.wrong(message, _all_of(options), "choose", "mode")


def check_asked(given: Choices, texts: object, of: Subject) -> None:
    """A choice that a text, understood wholly, does not ask for fits nothing."""
    for kind in not_asked(given, texts):
        message = f"{of.called} asks for no {kind}, and {show(dict(given)[kind])} is chosen"
        of.wrong(message, "", "choose")


def check_made(given: Choices, wanted: AbstractSet[str], of: Subject) -> None:
    """Every choice that the outcome rests on is made."""
    kinds = {kind for kind, _ in given}
    kinds |= {_LIKE[kind] for kind in kinds if kind in _LIKE}
    # Whether there is an object to choose is known as the board is played.
    missing = sorted(wanted - kinds - {"from", "to", *OBJECTS})
    for kind in missing:
        article = "an" if kind[0] in "aeiou" else "a"
        hint = f"add `choose: {{{kind}: …}}`, in a line `({kind}: …)` after it"
        of.wrong(f"{of.called} asks for {article} {kind} that is not chosen", hint)
    if {"from", "to"} & wanted - kinds:
        hint = "add `choose: {from: …, to: …}`" if "to" in wanted else "add `choose: {from: …}`"
        of.wrong(f"{of.called} changes words that are not chosen", hint)
