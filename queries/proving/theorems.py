"""The library of theorems: statements about the rules that `verify` proves, or refutes.

Three ways: over symbolic boards (`symbolicclaims`), by all concrete boards of a small family or all
cards of the catalogue (`enumeratedclaims`), and by searching for the board that a false statement
forbids.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from striate.cards.catalogue.store import Catalogue
from striate.queries.proving import enumeratedclaims as enumerated
from striate.queries.proving import misreadings as misread
from striate.queries.proving import symbolicclaims as symbolic
from striate.queries.proving.symbolicclaims import Claims

_SLOTS = 4


_Cases: TypeAlias = Callable[[Catalogue], Iterator[enumerated.Case]]


@dataclass(frozen=True)
class OverSlots:
    """For all boards of up to so many permanents of the class-complete pool."""

    claims: Claims
    slots: int = _SLOTS
    pool: tuple[str, ...] = ()  # other cards than the ground's


@dataclass(frozen=True)
class OverCases:
    """For every case of a finite family."""

    cases: _Cases
    what: str


@dataclass(frozen=True)
class NoBoard:
    """No board of these cards reaches the goal. `older`, `newer`: which entered first."""

    goal: str
    cards: str
    size: int = _SLOTS
    with_: str = ""
    older: str = ""
    newer: str = ""


@dataclass(frozen=True)
class Theorem:
    """A statement about the rules. `kind` "false": it looks true, and a board shows that it
    isn't."""

    id: str
    rules: tuple[str, ...]
    statement: str
    proof: OverSlots | OverCases | NoBoard
    kind: Literal["true", "false"] = "true"


def slots(
    id: str,
    rules: str,
    statement: str,
    claims: Claims,
    pool: tuple[str, ...] = (),
    most: int = _SLOTS,
) -> Theorem:
    return Theorem(id, tuple(rules.split()), statement, OverSlots(claims, most, pool))


def cases(id: str, rules: str, statement: str, each: _Cases, what: str) -> Theorem:
    return Theorem(id, tuple(rules.split()), statement, OverCases(each, what))


def _untrue(id: str, rules: str, statement: str, board: NoBoard) -> Theorem:
    return Theorem(id, tuple(rules.split()), statement, board, "false")


# For the hardest proof: cards that differ in what their effects look at or write.
_FEWER = (
    "Grizzly Bears", "Forest", "Coralhelm Commander", "Control Magic", "Humility", "Dress Down",
    "Opalescence", "Enchanted Evening", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Life and Limb",
    "March of the Machines", "Painter's Servant", "Lord of Atlantis", "Levitation", "Nightmare",
    "Maskwood Nexus", "Glorious Anthem",
)  # fmt: skip

# Cards whose abilities define types, colours and sizes, and effects on the same.
_DEFINING = (
    "Mothdust Changeling", "Eldrazi Skyspawner", "Nightmare", "Grizzly Bears", "Conspiracy",
    "Life and Limb", "Painter's Servant", "Humility", "Opalescence", "Maskwood Nexus",
)  # fmt: skip

_TRUE_ONES = (
    slots("one-board-one-outcome", "613.1 613.7 613.8",
          "In each layer, as long as effects are left, one of them is next; in the end each that "
          "exists has been applied, and none twice.", symbolic.one_outcome),
    cases("bands-cover-once", "711.2a 711.2b 711.5",
          "For each number of level counters from a leveler's first level on, exactly one of its "
          "level symbols applies; below, none does.", enumerated.bands,
          "every leveler of the catalogue, each number of level counters up to two past its last "
          "bound"),
    cases("leveler-pt-by-counters", "711.2 711.5",
          "A leveler's power and toughness depend on how many level counters it has, and on "
          "nothing in how they came.", enumerated.leveler_sizes,
          "every leveler of the catalogue, each number of level counters up to two past its last "
          "bound, put on at once, one by one, by level up, and with some taken off again"),
    cases("class-levels-apart", "711.7 716.2",
          "Level counters do not change a Class's level, and a Class's level is no level counter.",
          enumerated.class_levels,
          "every Class and every leveler of the catalogue, levels 1 to 3 and 0 "
          "to 3 level counters"),
    slots("order-in-7c", "613.4c",
          "Effects and counters of layer 7c add amounts that no power or toughness decides, so "
          "their order never matters (for cards whose text does not read power or toughness "
          "there).",
          symbolic.order_in_7c),
    slots("two-switches-cancel", "613.4d",
          "Permanents whose power and toughness are switched twice are as if they never were.",
          symbolic.two_switches),
    slots("independent-effects-commute", "613.7 613.8",
          "Two permanents that entered one after the other could have entered in the other order, "
          "if "
          "neither is attached to anything, nothing gives others abilities whose order could "
          "matter, "
          "and in no layer a chain of permanents leads from one to the other of which each reads "
          "or "
          "overwrites what the next one writes.",
          symbolic.independent_commute, _FEWER, 3),
    slots("no-waiting-across-layers", "613.8a",
          "An effect waits only for effects that apply in the same layer.",
          symbolic.no_waiting_across),
    slots("order-respects-dependency", "613.8a 613.8b 613.8c",
          "No effect is applied before one that it depends on, outside of dependency loops.",
          symbolic.respects_dependency),
    slots("order-by-timestamp", "613.7 613.8b",
          "Of the effects that wait for nothing, the one with the earlier timestamp is applied "
          "first.", symbolic.total_order),
    slots("defining-abilities-first", "613.3",
          "In each layer, what characteristic-defining abilities say is applied before all else.",
          symbolic.defining_first, _DEFINING),
    slots("control-before-types", "613.1b 613.1d",
          "As types are decided, each permanent has the controller with which it ends.",
          symbolic.control_before_types),
    slots("loops-by-timestamp", "613.8b",
          "Of the effects of a dependency loop that wait for nothing outside it, the earliest "
          "is applied first.", symbolic.loops_by_timestamp),
    cases("copies-of-copies", "707.2 707.3",
          "A copy of a copy has the copiable values of the copy.", enumerated.copies_of_copies,
          "the pool's creatures, each copied in each of the surroundings in which all stays, and "
          "the copy copied"),
    cases("copiable-values-stable", "707.2",
          "Effects that do not copy, counters and status never change what a copy gets.",
          enumerated.copiable_values,
          "the pool's creatures, copied with counters, tapped and under a resolved effect in each "
          "of "
          "the surroundings in which all stays, all of which then leaves"),
    slots("cda-pt-never-survives-setting", "613.4a 613.4b",
          "What a characteristic-defining ability says of power and toughness never shows through "
          "an effect that sets both.", symbolic.defining_is_set_over),
    slots("ability-loss-undoes-nothing-earlier", "613.6",
          "An effect that began to apply in layers 2 to 5 goes on in all later layers although its "
          "ability is lost in layer 6; types, colours and controllers never depend on such losses.",
          symbolic.loss_undoes_nothing),
    slots("noncreature-no-pt", "208.3",
          "Nothing that asks for power or toughness finds a permanent that is no creature.",
          symbolic.noncreature_sizes),
    slots("subtype-has-its-type", "205.1a 205.3d",
          "Each subtype that a permanent has belongs to a card type that it has.",
          symbolic.subtypes_fit),
    slots("basic-land-type-mana", "305.6 305.7",
          "A land that has a basic land type after layer 4 has that type's mana ability then.",
          symbolic.basic_types_tap),
    cases("face-down-hides-the-card", "708.2 708.2a",
          "Whatever card a face-down permanent is, its characteristics are the same.",
          enumerated.face_down, "the pool's cards, face down in each of the surroundings"),
    cases("late-losses-keep-types", "613.1d 613.1f",
          "What a resolved effect takes away in layer 6 has given its types in layer 4.",
          misread.late_losses, "every creature with changeling that enters without a choice, and "
                               "Humble"),
    cases("resolved-effects-are-waited-for", "613.8a",
          "What applies to creatures applies to a land that an ability made a creature later.",
          misread.resolved_waited_for,
          "four lands that become creatures, each with four effects on creatures' types"),
    cases("entering-again-is-newest", "613.7d",
          "A permanent that leaves and enters again has a newer timestamp than all that stayed.",
          misread.entered_again, "three permanents, flickered in each of the surroundings"),
    cases("changed-is-newest", "613.7e 613.7f 613.7g",
          "A permanent that becomes attached, is turned face up or transforms has a newer "
          "timestamp than all others.", misread.stamped_anew,
          "an Equipment, a face-down creature and a card with two faces in each of the "
          "surroundings in which it can"),
    cases("chosen-forms-are-copied", "707.2 208.2b",
          "A permanent that becomes a copy has the form that was chosen as the original entered.",
          misread.forms_copied,
          "each form of Primal Clay and Primal Plasma, copied in each of the surroundings"),
    cases("words-change-in-the-plural", "612.2",
          "A lord whose creature type was changed to Bear makes Bears bigger.",
          misread.plural_words, "six lords, each with Grizzly Bears"),
    cases("granted-words-stay", "612.3",
          "A text change leaves the words of abilities that other effects grant.",
          misread.granted_words, "three Goblins, changed before and after Goblin King entered"),
    cases("copies-choose-anew", "707.6",
          "A permanent that enters as a copy has what was chosen for itself.",
          misread.copies_choose,
          "three artifacts that ask for a colour, copied, each two colours"),
    cases("counters-before-switches", "613.4c 613.4d",
          "Power and toughness are switched with what counters have added.",
          misread.switched_with_counters, "five creatures, each with five kinds of counters"),
    cases("switches-come-last", "613.4c 613.4d",
          "Power and toughness are switched with what is added later, too.",
          misread.switched_first, "four creatures, each with two effects that add"),
    cases("counters-in-order", "613.7c",
          "An effect that took abilities away takes no keyword that a counter gives later.",
          misread.counters_in_order,
          "each kind of keyword counter, before and after Humility and Dress Down"),
    cases("back-faces-keep-their-indicator", "204.2 712.8",
          "A permanent that has transformed has the colours of its back face.",
          misread.back_faces, "every Werewolf of the catalogue that transforms"),
    cases("exceptions-are-copied", "707.3 707.9b",
          "A copy of a copy has what the first one has otherwise than its original.",
          misread.exceptions_copied,
          "five creatures, each copied by Phantasmal Image and Phyrexian Metamorph, and these by "
          "Clone"),
    cases("face-down-hides-copies", "613.2b 708.2",
          "A face-down permanent looks the same whatever it copies.",
          misread.copied_face_down,
          "three face-down cards that become copies of five creatures"),
    cases("granted-abilities-are-new", "604.3 613.7a",
          "A granted ability that sets power and toughness overwrites what set them before it was "
          "granted.", misread.granted_late,
          "Chimeric Mass with two to four counters, before and after Godhead of Awe and Humility"),
    cases("no-waiting-through-a-third", "613.8a",
          "An effect does not wait for one that matters to it only after a third has applied.",
          misread.third_effects,
          "Life and Limb before Opalescence and four cards that give creature types, in both "
          "orders"),
    cases("waiting-beside-loops", "613.8b",
          "An effect outside a dependency loop waits for the effects of a loop on which it "
          "depends.",
          misread.beside_loops,
          "two cards that give land types, each before two pairs whose effects are a loop"),
    slots("swap-players", "102.1 613.1",
          "With every permanent owned and controlled by the other player, the outcome is the same "
          "with the players exchanged.", symbolic.players_swapped),
)  # fmt: skip

_ANTHEM = "Glorious Anthem, Grizzly Bears, Suntail Hawk, Night of Souls' Betrayal, Humility"

FALSE_ONES = (
    _untrue("newest-effect-wins", "613.8a",
           "Of two effects that disagree, the one that came last wins.",
           NoBoard("Urborg, Tomb of Yawgmoth is a mountain and is not a swamp",
                   "Urborg, Tomb of Yawgmoth; Blood Moon", older="Blood Moon",
                   newer="Urborg, Tomb of Yawgmoth")),
    _untrue("humility-leaves-1-1", "613.4b 613.4c", "Humility leaves every creature 1/1.",
           NoBoard("a face-up creature is 2/2 or bigger and Humility is face-up", _ANTHEM)),
    _untrue("flier-keeps-power-after-anthem", "613.4c",
           "A 1/1 with flying has power 1 after any anthem.",
           NoBoard("Suntail Hawk has power 2 or more and has flying", _ANTHEM)),
    _untrue("humility-leaves-no-abilities", "613.7 613.1f",
           "A creature without abilities is what Humility leaves.",
           NoBoard("a creature has flying and Humility is face-up",
                   "Humility; Levitation; Grizzly Bears")),
    _untrue("blood-moon-spares-urborgs-swamps", "613.8a 305.7",
           "With Blood Moon, Urborg's Swamps are still Swamps.",
           NoBoard("Urborg, Tomb of Yawgmoth is a Mountain and is not a swamp and "
                   "Forest is face-up and is not a swamp",
                   "Urborg, Tomb of Yawgmoth; Blood Moon; Forest")),
    _untrue("lost-ability-does-nothing", "613.6",
           "An ability that its permanent has lost does nothing.",
           NoBoard("Humility is face-up and has no abilities and Serra Angel is 1/1",
                   "Humility; Opalescence; Serra Angel; Dress Down")),
    _untrue("basic-land-always-taps", "305.6 613.1f", "A basic land always has its mana ability.",
           NoBoard("Forest is face-up and has no abilities",
                   "Forest; Living Plane; Humility; Dress Down")),
    _untrue("top-level-is-never-small", "711.2 613.4b",
           "A leveler that has flying from its level is at least as big as the level says.",
           NoBoard("leveler ends as 1/1 with flying",
                   "Coralhelm Commander; Student of Warfare; Godhead of Awe; Grizzly Bears")),
    _untrue("lords-look-at-the-card", "613.1d 613.1f",
           "Lord of Atlantis does nothing for Grizzly Bears.",
           NoBoard("Grizzly Bears has islandwalk",
                   "Grizzly Bears; Lord of Atlantis; Conspiracy; Maskwood Nexus")),
    _untrue("lands-are-colourless", "613.1e", "A basic land has no colour.",
           NoBoard("Plains is black", "Plains; Painter's Servant; Mycosynth Lattice; Kormus Bell")),
    _untrue("setting-is-final", "613.4b 613.4c",
           "After Godhead of Awe entered, another creature is 1/1.",
           NoBoard("Grizzly Bears is 2/2", "Grizzly Bears; Godhead of Awe; Glorious Anthem",
                   with_="Godhead of Awe", older="Glorious Anthem", newer="Godhead of Awe")),
    _untrue("enchantments-dont-fight", "613.1d 613.4b",
    "An enchantment that is no Aura never fights.",
           NoBoard("Humility is a face-up creature", "Humility; Opalescence; Grizzly Bears")),
    _untrue("dress-down-leaves-nothing", "613.7 613.1f",
           "With Dress Down, no creature has an ability.",
           NoBoard("Grizzly Bears has flying and Dress Down is face-up",
                   "Grizzly Bears; Levitation; Dress Down")),
    _untrue("yours-are-every-type", "613.7 613.8a",
           "Each creature that you control with Maskwood Nexus is a Goblin.",
           NoBoard("Maskwood Nexus is a creature and is not a goblin",
                   "Maskwood Nexus; Enchanted Evening; Opalescence")),
)  # fmt: skip

LIBRARY = (*_TRUE_ONES, *FALSE_ONES)
