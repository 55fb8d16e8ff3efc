"""What is told as a card enters: choices, numbers of counters, facts; and its text once that is
told."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Any

from striate.boards.facts import FACT_NAMES, fact_named, is_counted_as_it_enters, is_number_told
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, LAND_TYPES
from striate.cards.walking import any_node, nodes, parts, rewrite
from striate.encodings.door import statics_of

# Whom it enchants is told like a choice; a player is told from whose permanent it is at first.
ENCHANTED = "enchanted player"
OWNER, _OTHER = "owner", "other"
CLASS_LEVEL = "class level"  # 716: which level it has become
PLAYER_WORDS = {ENCHANTED: "attached controller", "player": "chosen"}


def choices_of(card: tree.Card, creature_types: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """What is chosen as it enters, with the values that can matter; no value: not to be told."""
    face = card.faces[0]
    for each in face.abilities:
        if isinstance(each, tree.EntersChoose):
            yield each.kind, _choice_values(each, creature_types, face)
        if isinstance(each, tree.Keyword) and each.name == "enchant" and each.words:
            both = [OWNER, _OTHER] if each.words == "player" else [_OTHER]
            yield ENCHANTED, both if _is_told(face, ENCHANTED) else []
    for each in face.abilities:
        values = numbers_of(each)
        if values:
            yield "number", values
    if reads_ahead(face):
        yield "number", chapters_of(face)
    for name in _facts_of(face):
        yield name, ["no", "yes"]
    levels = [each.level for each in face.abilities if isinstance(each, tree.ClassLevel)]
    if levels:
        yield CLASS_LEVEL, [str(level) for level in (1, *sorted(levels))]


def keywords_of(face: tree.Face, *names: str) -> list[tree.Keyword]:
    """Its printed keywords with one of these names."""
    keywords = (each for each in face.abilities if isinstance(each, tree.Keyword))
    return [each for each in keywords if each.name in names]


def numbers_of(ability: tree.Ability) -> list[str]:
    """How many counters a keyword may put as its object enters, where there are only two ways.

    702.98a unleash: one or none; 702.54a bloodthirst, 702.104a tribute: all or none.
    """
    if not isinstance(ability, tree.Keyword) or ability.name not in _ALL_OR_NONE:
        return []
    many = ability.number if ability.name in ("bloodthirst", "tribute") else 1
    return [] if many is None else ["0", str(many)]


def reads_ahead(face: tree.Face) -> bool:
    """702.155a: whether it starts with as many lore counters as its controller chooses."""
    return bool(keywords_of(face, "read ahead"))


def chapters_of(face: tree.Face) -> list[str]:
    """714.2d: the numbers up to its final chapter's."""
    chapters = [each for each in face.abilities if isinstance(each, tree.Chapter)]
    last = max((number for each in chapters for number in each.numbers), default=0)
    return [str(number) for number in range(1, last + 1)]


@cache
def chapters(final: int) -> tree.Ability:
    """What stands for the chapter abilities of a Saga, of which that is the last (714.4)."""
    return tree.Opaque("unknown", tree.Prose(f"chapters up to {final}"), touches=False)


def chapters_in(face: tree.Face) -> frozenset[tree.Ability]:
    numbers = chapters_of(face) if "Saga" in face.subtypes else []
    return frozenset({chapters(len(numbers))} if numbers else ())


def for_each(ability: tree.Ability) -> int:
    """702.38a amplify, 702.82a devour: how many counters for each card or creature; 0: no such."""
    if not isinstance(ability, tree.Keyword) or ability.name not in ("amplify", "devour"):
        return 0
    return ability.number or 0


_ALL_OR_NONE = ("unleash", "bloodthirst", "tribute")


def with_number(number: str) -> Callable[[Any], Any]:
    """The number that was told, in place of what a keyword says of it."""

    def put(part: object) -> Any:
        is_told = isinstance(part, tree.UnknownAmount) and is_number_told(part.prose)
        return tree.Num(int(number)) if is_told else part

    return lambda value: rewrite(value, put) if number else value


def _facts_of(face: tree.Face) -> list[str]:
    """The facts that its step tells, and that what it does by being there asks for."""
    acting = (
        each
        for ability in face.abilities
        for each in (*statics_of(ability, paid=False), *entering_with(ability, face.types))
    )
    facts = {
        fact_named(part.prose)
        for each in acting
        for part in nodes(each, closed=BODIES)
        if isinstance(part, tree.Fact)
    }
    return sorted(name for name in facts if name is not None)


def _choice_values(
    choice: tree.EntersChoose, creature_types: Iterable[str], face: tree.Face
) -> list[str]:
    match choice.kind:
        case "creature type":
            return sorted(creature_types) or ["Wall"]
        case "color":
            barred = {word for each in face.abilities if isinstance(each, tree.EntersChoose)
                      for word in each.but}  # fmt: skip
            return [word for word, letter in COLORS.items() if letter not in barred]
        case "basic land type":
            return list(BASIC_LAND_TYPES)
        case "land type":  # 205.3i
            return list(dict.fromkeys((*BASIC_LAND_TYPES, *LAND_TYPES)))
        case "mode":
            return list(choice.options)
        case "player" if _is_told(face, "player"):
            if not _speaks(face, PLAYER_WORDS["player"]):
                return [_OTHER]
            return [_OTHER] if choice.options == ("opponent",) else [_OTHER, OWNER]
        case "card name" if not _speaks(face, "@name") and not _speaks(face, "@card name"):
            return [face.name]
        case "number" if not any_node(acting(face), (tree.ChosenNumber,)):
            return [*choice.options[:1]] or ["1"]
    return []


def acting(face: tree.Face) -> tuple[tree.Static, ...]:
    return tuple(static for each in face.abilities for static in statics_of(each, paid=False))


def effects_of_faces(faces: Iterable[tree.Face]) -> Iterator[tree.Effect]:
    """What the faces' static abilities do on the battlefield."""
    return (effect for face in faces for static in acting(face) for effect in static.effects)


def _speaks(face: tree.Face, word: str) -> bool:
    """Whether the word stands in what acts on the battlefield."""
    return any(part == word for part in parts(acting(face)))


def _is_told(face: tree.Face, choice: str) -> bool:
    """Whether the player is spoken of only as whose an object is."""
    spoken = rewrite(acting(face), lambda part: _with_player(part, choice, OWNER))
    return all(part != PLAYER_WORDS[choice] for part in parts(spoken))


def _with_player(part: Any, choice: str, value: str) -> Any:
    """108.3: that player as the owner, who is its first controller, or as the other player."""
    controlled = isinstance(part, tree.ControlledBy | tree.OwnedBy)
    if not controlled or part.player != PLAYER_WORDS[choice]:
        return part
    owners = type(part)("owner")
    return owners if value == OWNER else tree.Not(owners)


def times_x(amount: tree.Amount) -> int:
    """How many for each of X, or of a number that the board tells; 0: it is another number."""
    if isinstance(amount, tree.Times) and _is_open(amount.amount):
        return amount.factor
    return int(_is_open(amount))


def _is_open(amount: tree.Amount) -> bool:
    return isinstance(amount, tree.X) or (
        isinstance(amount, tree.UnknownAmount) and is_counted_as_it_enters(amount.prose)
    )


def entering_with(ability: tree.Ability, types: Collection[str]) -> list[tree.EntersWith]:
    """The counters that it enters with, a keyword's too (702.32a fading, 702.43a modular).

    702.176a: impending's only come if its cost was paid, which slots don't do. 702.44a: of sunburst
    the printed `types` decide which counters.
    """
    if isinstance(ability, tree.EntersWith):
        return [ability]
    if not isinstance(ability, tree.Keyword) or ability.name == "impending":
        return []
    counters = [each for each in meaning(ability) if isinstance(each, tree.EntersWith)]
    if ability.name == "sunburst":
        kind = "+1/+1" if "Creature" in types else "charge"
        counters = [
            tree.EntersWith(each.kind, each.amount) for each in counters if each.kind == kind
        ]
    return counters


def is_told_of(condition: tree.Condition | None) -> bool:
    """Whether the board's step tells if the condition holds as it enters."""
    if isinstance(condition, tree.Unless):
        return is_told_of(condition.part)
    if isinstance(condition, tree.Every | tree.Either):
        return all(map(is_told_of, condition.parts))
    return isinstance(condition, tree.ChoseMode | None) or (
        isinstance(condition, tree.Fact) and fact_named(condition.prose) is not None
    )


def holds_as_told(condition: tree.Condition | None) -> bool:
    """Whether such a condition holds, once what the step tells stands in place of the facts."""
    match condition:
        case tree.Unless(part=part):
            return not holds_as_told(part)
        case tree.Every(parts=inner):
            return all(map(holds_as_told, inner))
        case tree.Either(parts=inner):
            return any(map(holds_as_told, inner))
    return True


def at_class_level(level: str) -> Callable[[tree.Static], tree.Static]:
    """716.2: whether each level's abilities are there is known where the level is."""

    def put(part: object) -> Any:
        if not isinstance(part, tree.ClassLevelIs):
            return part
        met = {">=": int(level) >= part.number, "=": int(level) == part.number}
        return tree.Every(()) if met[part.op] else tree.Either(())

    def known(static: tree.Static) -> tree.Static:
        rewritten: tree.Static = rewrite(static, put)
        return rewritten

    return known if level else lambda static: static


# What they say in their bodies matters only when they resolve.
BODIES = (
    tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.EntersDoing, tree.Opaque,
)  # fmt: skip


def stands_for_choice(value: object) -> bool:
    """Whether some word of it stands for a choice, or for its own name."""
    return any(
        isinstance(part, str) and (part.startswith("@") or part == "~") for part in parts(value)
    )


def with_chosen(ability: tree.Ability, choices: tuple[tuple[str, str], ...]) -> tree.Ability:
    """607.2d: the chosen values, and its own name (201.5), in place of what stands for them."""
    if isinstance(ability, BODIES):
        return ability
    chosen = dict(choices)
    own_name = chosen.pop("own name")
    if not stands_for_choice(ability) and chosen.keys().isdisjoint(_OF_NODES):
        return ability
    table = _words_chosen(tuple(chosen.items()))

    def put(part: object) -> Any:
        if isinstance(part, str):
            return table.get(part, part)
        if isinstance(part, tree.ChoseMode) and "mode" in chosen:
            same = part.mode.lower() == chosen["mode"].lower()
            return tree.Every(()) if same else tree.Either(())
        if "becomes" in chosen and _asks_for_designation(part, chosen["becomes"]):
            return tree.Every(())
        value = chosen.get(fact_named(part.prose) or "") if isinstance(part, tree.Fact) else None
        if value is not None:
            return tree.Every(()) if value == "yes" else tree.Either(())
        for kind in PLAYER_WORDS:
            if kind in chosen:
                part = _with_player(part, kind, chosen[kind])
        return tree.Named(own_name) if part == tree.Named("~") else part

    rewritten: tree.Ability = rewrite(ability, put)
    return rewritten


def worded(
    abilities: tuple[tree.Ability, ...], choices: tuple[tuple[str, str], ...]
) -> tuple[tree.Ability, ...]:
    """607.2d: the chosen words in the texts; what modes and facts do stands in no text."""
    words = _words_chosen(choices)
    if not words:
        return abilities
    spoken: tuple[tree.Ability, ...] = rewrite(
        abilities, lambda part: words.get(part, part) if isinstance(part, str) else part
    )
    return spoken


def _words_chosen(choices: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The words that stand for a choice in a text, each with what was chosen."""
    chosen = ((kind, value) for kind, value in choices if kind not in _OF_NODES)
    words = {f"@{kind}": COLORS.get(value.lower(), value) for kind, value in chosen}
    called_too = {
        f"@{OTHER_NAMES[kind[1:]]}": words[kind] for kind in words if kind[1:] in OTHER_NAMES
    }
    return words | called_too


# What texts call a choice besides.
OTHER_NAMES = {"card name": "name", "basic land type": "land type"}


def _asks_for_designation(part: object, word: str) -> bool:
    """Whether it asks whether the object itself has become so."""
    return part == tree.Matches(tree.This(), tree.HasDesignation(word))


_OF_NODES = frozenset(
    {"mode", "becomes", *PLAYER_WORDS, *FACT_NAMES}
)  # choices of which not a word, but a node tells
