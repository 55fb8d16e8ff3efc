"""Which cards the slots do not hold, each with the reason."""

from functools import cache

from msgspec.structs import replace

from striate.boards.facts import fact_named
from striate.cards import tree
from striate.cards.meanings import hosts_allowed, meaning
from striate.cards.vocabulary import COMBAT_FACTS, PERMANENT_TYPES
from striate.cards.walking import any_node, nodes, parts
from striate.encodings.door import statics_of
from striate.search.cardindex import flagged, indexed
from striate.search.entering import (
    BODIES,
    OTHER_NAMES,
    acting,
    choices_of,
    entering_with,
    for_each,
    is_told_of,
    keywords_of,
    numbers_of,
    stands_for_choice,
    times_x,
)

LAYOUTS = frozenset({"normal", "leveler", "transform", "modal_dfc", "class", "meld", "adventure",
                      "saga", "mutate", "prototype", "flip", "case", "prepare",
                      "resolving"})  # fmt: skip
RESOLVING = "resolving"  # no card's layout: that of what stands for an instruction that resolves

# What slots do not hold: it looks beyond the battlefield, at facts, or at chosen objects, or
# takes what it does from other objects' texts.
_FOREIGN = (
    tree.UnknownAmount, tree.ChosenObject, tree.LinkedCard, tree.TopCard, tree.Target,
    tree.ExiledWith, tree.HasAbilityKind, tree.SubtypesOf, tree.GainAbilitiesOf, tree.ReplaceWords,
    tree.ExchangeText, tree.FullTextOf, tree.BecomeCopy, tree.ExchangeControl, tree.ChosenNumber,
    tree.X, tree.SetName, tree.SharesWith, tree.IsTransformed, tree.Prose,
)  # fmt: skip

_UNHELD_COUNTERS = "enters with a number of counters that the slots do not hold"

# Values of which there are too many to keep apart.
_ENDLESS = frozenset({"name", "creature type", "subtype", "counter kind", "keyword", "power"})


@flagged
def says_chosen(card: tree.Card) -> bool:
    """Whether something in it that `with_chosen` looks at stands for a choice, or for its name."""
    looked_at = (each for each in card.faces[0].abilities if not isinstance(each, BODIES))
    return any(map(stands_for_choice, looked_at))


@indexed(lambda index: index.reasons(index.columns.beyond))
def beyond_choices(card: tree.Card) -> str:
    """Whether something is chosen as it enters that slots do not hold; the reason, or ""."""
    chosen = list(choices_of(card, ["Wall"]))
    kinds = {kind for kind, values in chosen if values}
    spoken = parts(acting(card.faces[0]), closed=BODIES)
    untold = {word[1:] for word in spoken if isinstance(word, str) and word[:1] == "@"}
    called = kinds | {OTHER_NAMES[kind] for kind in kinds if kind in OTHER_NAMES}
    if all(values for _, values in chosen) and untold <= called:
        return ""
    return "a choice as it enters that the search does not make"


@indexed(lambda index: index.reasons(index.columns.left_out))
def left_out(card: tree.Card) -> str:
    """Why the card can't stand in a slot; "" if it can."""
    face = card.faces[0]
    if card.layout not in LAYOUTS or not set(face.types) & set(PERMANENT_TYPES):
        return "no permanent that the slots hold"
    if "Planeswalker" in face.types and not face.loyalty.isdigit():
        return _UNHELD_COUNTERS  # 306.5b: its loyalty is X
    if not all(map(fits, face.abilities)):
        return "not wholly understood"
    hosts = keywords_of(face, "enchant")
    if any_node(tuple(each.quality for each in hosts), (tree.InZone,)):
        return "enchants a card in a graveyard"
    enchants = any(each.quality or each.words for each in hosts)
    if enchants != ("Aura" in face.subtypes):
        # A damaged text (`cards import` marks it as doubtful) may lack either.
        return "an Aura that says not what it enchants, or what enchants and is no Aura"
    reasons = (_beyond(ability, face) for ability in face.abilities)
    return next(filter(None, reasons), "")


def unheld(card: tree.Card) -> str:
    """Why no slot holds the card with what is chosen as it enters; "" if one does."""
    return left_out(card) or beyond_choices(card)


def stand_in(card: tree.Card) -> tree.Card | None:
    """What a slot can hold in the card's place: it lacks what no slot holds; None: nothing can.

    What stands there is no argument: a board of it is only proposed, and says nothing if it fails.
    """
    face = card.faces[0]
    kept = tuple(_held_part(each, face) for each in face.abilities)
    other = replace(card, faces=(replace(face, abilities=kept), *card.faces[1:]))
    return None if unheld(other) else other


_NOTHING = tree.Opaque("static", tree.Prose(""), touches=False)


def _held_part(ability: tree.Ability, face: tree.Face) -> tree.Ability:
    if isinstance(ability, tree.Static) and fits(ability):
        effects = tuple(filter(None, map(_held_effect, ability.effects)))
        ability = replace(ability, effects=effects) if effects else _NOTHING
    return ability if fits(ability) and not _beyond(ability, face) else _NOTHING


def _held_effect(effect: tree.Effect) -> tree.Effect | None:
    if any(isinstance(each, tree.Restrict) and looks_beyond(each) for each in effect.changes):
        return None  # it says how far the other changes go (702.16n)
    changes = tuple(each for each in effect.changes if not looks_beyond(each))
    held = replace(effect, changes=changes)
    return held if changes and not looks_beyond(held) else None


def fits(ability: tree.Ability) -> bool:
    """Understood in all that can touch characteristics by being there."""
    return not any_node(ability, _is_unread, closed=(tree.Fact, tree.UnknownAmount, *BODIES))


def _is_unread(node: tree.Node) -> bool:
    if isinstance(node, tree.Opaque):
        return node.touches and node.kind not in ("activated", "triggered", "spell", "chapter")
    return isinstance(node, tree.Prose)


def _beyond(ability: tree.Ability, face: tree.Face) -> str:
    if any_node(ability, (tree.CountersReplaced,), closed=BODIES):
        return "changes how counters are put"
    if hosts_allowed(ability):
        return "says what it can be attached to"
    if isinstance(ability, tree.EntersAsCopy):
        return "enters as a copy"
    if isinstance(ability, tree.EntersAs):
        return "a form chosen as it enters"
    if isinstance(ability, tree.EntersDoing) and ability.enters:
        return "does something as it enters"
    for each in entering_with(ability, face.types):
        if not (
            isinstance(each.amount, tree.Num)
            or times_x(each.amount)
            or numbers_of(ability)
            or for_each(ability)
        ):
            return _UNHELD_COUNTERS
        if each.who != tree.This() or not is_told_of(each.condition):
            return "counters under a condition"
    for printed in statics_of(ability):
        static = on_battlefield(printed)
        for effect in static.effects if static is not None else ():
            if looks_beyond(effect):
                return "looks at more than the battlefield"
    return ""


@cache
def looks_beyond(value: tree.Node) -> bool:
    """Whether the effect, or an effect that it grants, needs what slots do not hold."""
    return any_node(value, _is_beyond, closed=(tree.Fact, *_OF_ABILITIES, tree.Restrict))


_OF_ABILITIES = (tree.GainAbilities, tree.LoseAbilities, tree.LoseAllAbilities, tree.CantHave)


def _is_beyond(node: tree.Node) -> bool:
    """Whether the node itself does; of abilities that are given or taken, what these are."""
    if isinstance(node, tree.Fact):
        return fact_named(node.prose) is None
    if isinstance(node, _FOREIGN):
        return True
    if isinstance(node, tree.CountDistinct) and node.what in _ENDLESS:
        return True
    if isinstance(node, tree.Unknown) and node.fact not in COMBAT_FACTS:
        return True
    zoned = (tree.Each, tree.Count, tree.CountDistinct, tree.Aggregate, tree.SymbolsAmong)
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
        return any(looks_beyond(effect) for static in granted for effect in static.effects) or (
            isinstance(node, tree.GainAbilities) and any_node(_with_meanings(node), _AS_IT_ENTERS)
        )
    # 702.16n
    return isinstance(node, tree.Restrict) and node.verb.startswith("this effect doesn't remove")


# 614.12: what enters asks for what is given to it there, and no slot does.
_AS_IT_ENTERS = (tree.EntersWith, tree.EntersAs, tree.EntersDoing, tree.EntersAsCopy)


def given_by(effect: tree.Effect) -> tuple[tree.Ability, ...]:
    """The abilities that it gives, and those that keywords among them stand for (702)."""
    gains = (each for each in effect.changes if isinstance(each, tree.GainAbilities))
    return tuple(ability for each in gains for ability in _with_meanings(each))


def _with_meanings(change: tree.GainAbilities) -> tuple[tree.Ability, ...]:
    words = (each for each in nodes(change.abilities) if isinstance(each, tree.Keyword))
    return (*change.abilities, *(ability for each in words for ability in meaning(each)))


def _is_but_a_word(ability: tree.Ability) -> bool:
    """A keyword that changes nothing by itself: what it does is told apart from the keyword."""
    return isinstance(ability, tree.Keyword) and not statics_of(ability)


def on_battlefield(static: tree.Static) -> tree.Static | None:
    """The effects whose objects can be on the battlefield or in a graveyard, as slots can."""
    effects = tuple(each for each in static.effects if not _stays_outside(each.who))
    return tree.Static(effects, static.cda, static.zones) if effects else None


def _stays_outside(who: tree.Who) -> bool:
    """Whether the group speaks only of objects that are in no zone of the slots."""
    return isinstance(who, tree.Each) and who.zone not in ("battlefield", "graveyard", "any")
