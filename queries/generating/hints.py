"""Where to look for boards that tell a wrong reading from the right one.

`POOL` are cards that many players know; how well, `search/wellknown.py` says. A hint says which
kinds of cards (by the layers that they act in and what they can be part of) and which kinds of
steps have to do with a rule; it never says what the board is.
"""

from dataclasses import dataclass

from striate.boards.timeline import Seat

POOL = (
    "Grizzly Bears", "Forest", "Tropical Island", "Dryad Arbor", "Ornithopter", "Serra Angel",
    "Clockwork Beast",
    "Sol Ring", "Manor Gargoyle",
    "Raging Goblin", "Llanowar Elves", "Humility", "Opalescence", "Blood Moon",
    "Urborg, Tomb of Yawgmoth", "March of the Machines", "Mycosynth Lattice", "Enchanted Evening",
    "Conspiracy", "Life and Limb", "Maskwood Nexus", "Arcane Adaptation", "Lignify",
    "Song of the Dryads", "Darksteel Mutation", "Painter's Servant", "Spreading Seas",
    "Prismatic Omen", "Living Plane", "Kormus Bell", "Magus of the Moon",
    "Yavimaya, Cradle of Growth", "Ashaya, Soul of the Wild", "Dress Down", "Lord of Atlantis",
    "Goblin King", "Glorious Anthem", "Crusade", "Godhead of Awe", "Levitation",
    "Archetype of Imagination", "Fervor", "Turn to Frog", "Ovinize", "Giant Growth", "Overrun",
    "Inside Out", "Twisted Image", "About Face", "Tarmogoyf", "Nightmare", "Woodland Changeling",
    "Coralhelm Commander", "Student of Warfare", "Kargan Dragonlord", "Knight of Cliffhaven",
    "Transcendent Master", "Clone", "Phantasmal Image", "Quicksilver Gargantuan", "Copy Artifact",
    "Mirrorweave", "Adaptive Automaton", "Exalted Angel", "Bayek of Siwa", "Mutavault",
    "Chimeric Mass", "Svogthos, the Restless Tomb", "Lightning Greaves", "Swiftfoot Boots",
    "Flight", "Rancor", "Confiscate", "Control Magic", "Act of Treason", "Mind Bend",
    "Magical Hack", "Artificial Evolution", "Ulvenwald Oddity", "Avabruck Caretaker",
    "Kruin Outlaw", "Righteous War", "Bellowing Tanglewurm", "Muraganda Petroglyphs",
    "Titania's Song", "Ensoul Artifact", "Nature's Revolt", "Celestial Dawn", "Evil Presence",
    "Sea's Claim", "Master of Etherium", "Switcheroo", "Witness Protection",
    "Thassa, God of the Sea", "Gravity Sphere", "Colossus Hammer", "Humble", "Flicker",
    "Primal Plasma", "Sephara, Sky's Blade",
)  # fmt: skip

YOU: tuple[Seat, ...] = ("you",)
BOTH: tuple[Seat, ...] = ("you", "opponent")


@dataclass(frozen=True)
class Hint:
    """Cards with one of the tags (`queries/generating/moves.py`), and kinds of steps.

    `needs`: a board without a step of one of these kinds, or with a card of one of these tags,
    can't have to do with the rule; of each group it needs one, of one named twice two.
    """

    tags: frozenset[str]
    kinds: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = YOU
    needs: tuple[frozenset[str], ...] = ()
    budget: int = 8_000  # boards of one size that are looked at


def hint(
    tags: str,
    *kinds: str,
    seats: tuple[Seat, ...] = YOU,
    needs: str = "",
) -> Hint:
    """A hint in few words; `needs` are groups with commas inside and semicolons between."""
    groups = tuple(frozenset(group.split(", ")) for group in needs.split("; ")) if needs else ()
    return Hint(frozenset(tags.split(", " if ", " in tags else None)), kinds, seats, groups)


_TYPES = hint("4 body")
_THREE_TYPES = hint("4")  # three effects, each of which waits for, or would bring about, another
_LEVELS = hint("leveler", "level up", needs="level up")

HINTS: dict[str, tuple[Hint, ...]] = {
    "dependency-off": (_TYPES,),
    "order-computed-once": (_THREE_TYPES,),
    "indirect-dependency": (_THREE_TYPES,),
    "loops-fall-back": (_THREE_TYPES,),
    "existence-not-considered": (_TYPES,),
    "only-declared-pairs": (hint("6 body"),),
    "continuation-off": (hint("6 4 body"),),
    "set-asked-again": (hint("4 5 6 7b body"),),
    "resolved-sets-not-locked": (hint("6 7b body", "resolve", needs="resolve"),),
    "static-sets-locked": (hint("6 7c body"),),
    "granted-stamped-by-object": (hint("7b animates body", "ability", needs="GainAbilities"),),
    "granted-changeling-as-cda": (hint("7b animates body", "ability", needs="GainAbilities"),),
    "level-stamped-by-counter": (hint("leveler 7b", "level up", needs="level up"),),
    "upper-bound-exclusive": (_LEVELS,),
    "lower-level-abilities-kept": (_LEVELS,),
    "level-halves-apart": (hint("leveler 6", "level up", "resolve", needs="leveler"),),
    "no-stamp-on-attaching": (hint("aura equipment 6 body", "attach", needs="attach"),),
    "no-stamp-on-turning-face-up": (
        hint("morph 6 body", "face down", "turn face up", "resolve", needs="turn face up"),
        hint("leveler 7b", "level up", "turn face down", "turn face up", needs="turn face down"),
    ),
    "no-stamp-on-transforming": (hint("transforms 6 body", "transform", needs="transform"),),
    "counters-without-stamps": (hint("6 body", "counters", needs="counters"),),
    "control-after-types": (hint("2 4 body", seats=BOTH, needs="2"),),
    "colour-after-abilities": (hint("5 6 body"),),
    "set-after-modify": (hint("7b 7c body"),),
    "cdas-not-first": (hint("4 cda"),),
    "text-change-reaches-granted": (hint("3 6 body", "resolve", needs="3"),),
    "counters-after-switches": (hint("7d body", "counters", "resolve", needs="7d"),),
    "switch-by-timestamp": (hint("7d 7c body", "resolve", needs="7d"),),
    "type-set-keeps-subtypes": (_TYPES,),
    "in-addition-replaces": (hint("4 5 body"),),
    "blood-moon-leaves-text": (_TYPES,),
    "copies-take-counters": (
        hint(
            "copier leveler body", "counters", "level up", "token copy", needs="copier, token copy"
        ),
    ),
    "copies-take-current-values": (hint("copier 7c body", "counters", "resolve", needs="copier"),),
    "copies-take-choices": (hint("copier chooses", needs="copier"),),
    "face-down-before-copy": (hint("morph 1a body", "face down", "resolve", needs="face down"),),
    "exceptions-lost-in-chains": (hint("copier body", needs="copier"),),
    "loss-before-types": (hint("4 cda 6", "resolve", needs="resolve"),),
    "only-statics-depend": (hint("4 animates", "ability", "resolve", needs="ability, resolve"),),
    "stamped-by-load": (hint("4 7b returns", "resolve", needs="returns"),),
    "copies-lose-the-form": (hint("1a form body", "resolve", needs="form"),),
    "words-in-the-singular-only": (hint("3 7c body", "resolve", needs="3; 7c"),),
    "back-face-without-indicator": (hint("transforms", "transform", needs="transform"),),
}

# Those that take longest, the longest first: several processes begin with them.
LONGEST = ("no-stamp-on-turning-face-up", "no-stamp-on-transforming", "loops-fall-back")
