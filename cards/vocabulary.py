"""Words of the game: 205.2-205.4 types, 105 colours, 122.1b counters, 700 and 702 names.

The lists of 205.3 are those of the edition in `cards.edition`, with the types that it no longer
has. Each family maps singular and plural forms to the type.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

_Family: TypeAlias = Literal["creature", "land", "artifact", "enchantment", "planeswalker"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in text.split())


CREATURE_TYPES: tuple[str, ...] = _words("""
    Advisor Aetherborn Alien Ally Andorian Angel Antelope Ape Archer Archon Armadillo Army
    Artificer Assassin Assembly-Worker Astartes Athlete Atog Aurochs Autobot Avatar Azra
    Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder Berserker
    Bird Bison Blinkmoth Boar Borg Bringer Brushwagg C'tan Caitian Camarid Camel
    Capybara Caribou Carrier Cat Centaur Cephalid Child Chimera Citizen Clamfolk Cleric
    Clown Cockatrice Construct Cow Coward Coyote Crab Crocodile Custodes Cyberman Cyclops
    Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon
    Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi
    Elemental Elephant Elf Elk Employee Eternal Eye Faerie Ferret Fish Flagbearer Fox
    Fractal Frog Fungus Gamer Gamma Gargoyle Germ Giant Giraffe Gith Glimmer Gnoll Gnome
    Goat Goblin God Golem Gorgon Gorn Graveborn Gremlin Griffin Guest Hag Halfling Hamster
    Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Hound Human
    Hunter Hydra Hyena Illusion Imp Incarnation Inhuman Inkling Inquisitor Insect Jackal
    Jellyfish Juggernaut Kangaroo Kavu Kelpien Killbot Kirin Kithkin Klingon Knight Kobold
    Kor Kraken Kree Lamia Lammasu Lanthanite Leech Lemur Leviathan Lhurgoyf Licid Lizard
    Llama Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite
    Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic
    Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus
    Officer Ogre Ooze Orb Orc Orgg Orion Otter Ouphe Ox Oyster Pangolin Peasant Pegasus
    Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant
    Platypus Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat
    Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr
    Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman
    Shapeshifter Shark Sheep Shi'ar Siren Skeleton Skrull Skunk Slith Sliver Sloth Slug
    Snail Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike
    Spirit Splinter Sponge Spy Squid Squirrel Starfish Surrakar Survivor Symbiote Synth
    Talosian Tentacle Tetravite Thalakos Tholian Thopter Thrull Tiefling Time_Lord Tosk Toy
    Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Utrom Vampire Varmint
    Vedalken Villain Volver Vorta Vulcan Wall Walrus Warlock Warrior Weasel Weird
    Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Xindi Yeti Zombie Zubera
""")
LAND_TYPES: tuple[str, ...] = _words("""
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere
    Swamp Tower Town Urza's
""")
ARTIFACT_TYPES: tuple[str, ...] = _words("""
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold
    Incubator Infinity Junk Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle
    Vibranium
""")
ENCHANTMENT_TYPES: tuple[str, ...] = _words("""
    Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine
""")
PLANESWALKER_TYPES: tuple[str, ...] = _words("""
    Ajani Aminatou Angrath Arlinn Arzakon Ashiok Bahamut Basri Bolas Calix Chandra Comet
    Dack Dakkon Daretti Davriel Dellian Dihada Domri Dovin Dyfed Ellywick Elminster Elspeth
    Estrid Feroz Freyalise Garruk Gideon Greensleeves Grist Guff Huatli Inzerva Jace Jared
    Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen
    Nahiri Narset Niko Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra
    Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo Tezzeret Tibalt Tyvar Ugin Urza Venser
    Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel
""")
SPELL_TYPES: tuple[str, ...] = ("Adventure", "Arcane", "Lesson", "Omen", "Trap")
BATTLE_TYPES: tuple[str, ...] = ("Siege",)
BASIC_LAND_TYPES: tuple[str, ...] = ("Plains", "Island", "Swamp", "Mountain", "Forest")

CARD_TYPES: tuple[str, ...] = (
    "Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land",
    "Planeswalker", "Sorcery", "Tribal", "Conspiracy", "Dungeon", "Phenomenon", "Plane",
    "Scheme", "Vanguard",
)  # fmt: skip
PERMANENT_TYPES: tuple[str, ...] = (
    "Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker",
)  # fmt: skip
SUPERTYPES: tuple[str, ...] = ("Basic", "Legendary", "Ongoing", "Snow", "World")

COLORS: dict[str, str] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_NAMES: dict[str, str] = {letter: name for name, letter in COLORS.items()}

FAMILIES: dict[_Family, tuple[str, ...]] = {
    "creature": CREATURE_TYPES,
    "land": LAND_TYPES,
    "artifact": ARTIFACT_TYPES,
    "enchantment": ENCHANTMENT_TYPES,
    "planeswalker": PLANESWALKER_TYPES,
}

_IRREGULAR: dict[str, str] = {
    "Child": "Children", "Cyclops": "Cyclopes", "Dwarf": "Dwarves", "Elf": "Elves",
    "Fungus": "Fungi", "Hero": "Heroes", "Homunculus": "Homunculi", "Locus": "Loci",
    "Mouse": "Mice", "Ox": "Oxen", "Pegasus": "Pegasi", "Werewolf": "Werewolves",
    "Wolf": "Wolves", "Octopus": "Octopuses", "Human": "Humans", "Shaman": "Shamans",
    "Walrus": "Walruses", "Class": "Classes", "Thief": "Thieves",
}  # fmt: skip


def plural(word: str) -> str:
    """The plural that the printer writes."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("folk", "kin", "Plains", "Equipment", "Eldrazi", "Myr", "Aurochs", "Urza's")):
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeou":
        return word[:-1] + "ies"
    return word + "s"


def _forms(words: tuple[str, ...]) -> dict[str, str]:
    table: dict[str, str] = {}
    for word in words:
        regular = word[:-1] + "ies" if word.endswith("y") else word + "s"
        for form in (word, plural(word), regular):
            table[form.lower()] = word
    return table


FORMS: dict[_Family, dict[str, str]] = {name: _forms(words) for name, words in FAMILIES.items()}


def _families() -> dict[str, _Family]:
    table: dict[str, _Family] = {}
    for family, words in FAMILIES.items():
        for word in words:
            table.setdefault(word, family)
    return table


FAMILY_OF: dict[str, _Family] = _families()

# 205.3d-q: the card types that each family of subtypes belongs to.
TYPES_OF_FAMILY: dict[str, tuple[str, ...]] = {
    "creature": ("Creature", "Kindred", "Tribal"),
    "land": ("Land",),
    "artifact": ("Artifact",),
    "enchantment": ("Enchantment",),
    "planeswalker": ("Planeswalker",),
    "spell": ("Instant", "Sorcery"),
    "battle": ("Battle",),
    "dungeon": ("Dungeon",),
    "plane": ("Plane",),
}
EVERY_CREATURE_TYPE = "*creature"  # stands for every creature type not named besides
_FAMILY: dict[str, str] = {
    **FAMILY_OF,
    **dict.fromkeys(SPELL_TYPES, "spell"),
    **dict.fromkeys(BATTLE_TYPES, "battle"),
    EVERY_CREATURE_TYPE: "creature",
}


def family(word: str) -> str:
    """205.3b: which card types the subtype is one of, as a key of `TYPES_OF_FAMILY`."""
    return _FAMILY.get(word, "")


HONED = frozenset({"hone"})  # 122.1, from September 2026: counters for what is equipped
# 122.1b: the keywords of which there are counters.
KEYWORD_COUNTERS = frozenset((
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste",
    "hexproof", "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
))  # fmt: skip


@lru_cache(maxsize=65536)
def power_bonus(kind: str) -> tuple[int, int] | None:
    """122.1a: +X/+Y and the like."""
    parts = kind.replace("−", "-").split("/")
    if len(parts) != 2:
        return None
    try:
        return int(parts[0]), int(parts[1])
    except ValueError:
        return None


# 712.5: the pairs of cards that meld, by what they form.
MELDED_FROM: dict[str, tuple[str, str]] = {
    "Chittering Host": ("Midnight Scavengers", "Graf Rats"),
    "Hanweir, the Writhing Township": ("Hanweir Garrison", "Hanweir Battlements"),
    "Brisela, Voice of Nightmares": ("Bruna, the Fading Light", "Gisela, the Broken Blade"),
    "Mishra, Lost to Phyrexia": ("Phyrexian Dragon Engine", "Mishra, Claimed by Gix"),
    "Urza, Planeswalker": ("The Mightstone and Weakstone", "Urza, Lord Protector"),
    "Titania, Gaea Incarnate": ("Argoth, Sanctum of Nature", "Titania, Voice of Gaea"),
    "Ragnarok, Divine Deliverance": ("Fang, Fearless l'Cie", "Vanille, Cheerful l'Cie"),
}
# 202.3c: the mana values of the pairs' costs together.
MELDED_VALUES = {
    "Chittering Host": 7, "Hanweir, the Writhing Township": 3, "Brisela, Voice of Nightmares": 11,
    "Mishra, Lost to Phyrexia": 7, "Urza, Planeswalker": 8, "Titania, Gaea Incarnate": 3,
    "Ragnarok, Divine Deliverance": 7,
}  # fmt: skip
MELDING = frozenset((*MELDED_FROM, *(name for pair in MELDED_FROM.values() for name in pair)))


# 702: keyword abilities, by what stands after the word.
#   plain: nothing; cost: a cost; number: a number (or X); number cost: "N—cost";
#   quality: a phrase of its own, read in `keywords`.
_PLAIN = _words("""
    deathtouch defender double_strike first_strike flash flying haste hexproof indestructible
    intimidate lifelink reach shroud trample vigilance banding flanking phasing shadow
    horsemanship fear provoke storm sunburst epic convoke haunt split_second delve gravestorm
    changeling conspire persist wither retrace exalted cascade rebound infect battle_cry
    living_weapon undying soulbond unleash cipher evolve extort fuse dethrone hidden_agenda
    double_agenda prowess exploit menace devoid ingest myriad skulk melee improvise aftermath
    ascend assist jump-start mentor riot demonstrate daybound nightbound decayed training
    compleated enlist ravenous read_ahead living_metal for_mirrodin!
    storied bargain start_your_engines!
    job_select storm umbra_armor totem_armor space_sculptor tiered station web-slinging_free
    hideaway increment paradigm prepared substance landhome undaunted
""")
_COST = _words("""
    equip cumulative_upkeep buyback cycling echo kicker multikicker flashback madness morph
    megamorph ninjutsu commander_ninjutsu entwine transmute replicate recover aura_swap fortify
    transfigure evoke prowl unearth level_up miracle overload scavenge bestow outlast dash surge
    emerge escalate embalm eternalize spectacle escape mutate encore boast foretell disturb
    cleave reconfigure blitz squad plot disguise ward freerunning offspring mayhem warp
    harmonize sneak power-up more_than_meets_the_eye web-slinging visit prototype
""")
_NUMBER = _words("""
    rampage fading modular bushido soulshift dredge bloodthirst graft ripple vanishing absorb
    frenzy poisonous annihilator devour tribute renown crew fabricate afflict afterlife
    toxic backup saddle hideaway amplify casualty firebending mobilize teamwork
""")
_NUMBER_COST = _words("suspend reinforce awaken impending")

_KeywordKind: TypeAlias = Literal["plain", "cost", "number", "number cost"]
KEYWORDS: dict[str, _KeywordKind] = {
    **dict.fromkeys(_PLAIN, "plain"),
    **dict.fromkeys(_COST, "cost"),
    **dict.fromkeys(_NUMBER, "number"),
    **dict.fromkeys(_NUMBER_COST, "number cost"),
}

# 702: keywords whose name alone a filter can ask for ("creatures with landwalk").
QUALITY_KEYWORDS: tuple[str, ...] = (
    "protection", "landwalk", "enchant", "affinity", "offering", "champion", "splice",
    "partner", "companion", "forecast", "craft", "gift",
)  # fmt: skip

# 702.29f, 702.33c, 702.37b, 702.49d: what has the variant has an ability of that name, too.
VARIANTS: dict[str, str] = {
    "typecycling": "cycling", "multikicker": "kicker", "megamorph": "morph",
    "commander ninjutsu": "ninjutsu",
}  # fmt: skip


# 122.1b: keyword counters; other names of counters are free.
NUMBER_WORDS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
NUMBER_WORDS["ninety-nine"] = 99
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

_ABILITY_WORDS: frozenset[str] = frozenset(
    _words("""
    adamant addendum alliance battalion bloodrush celebration channel chroma cohort constellation
    converge corrupted council's_dilemma coven delirium descend_4 descend_8 domain eerie eminence
    enrage fateful_hour fathomless_descent ferocious flurry formidable grandeur hellbent heroic
    imprint inspired join_forces kinship landfall lieutenant magecraft metalcraft morbid
    pack_tactics paradox parley radiance raid rally renew revolt secret_council spell_mastery
    start_your_engines strive survival sweep tempting_offer threshold underdog undergrowth valiant
    vivid void will_of_the_council max_speed
    """)
)

# What a card's own name never stands for in its text: types, colours, keywords, ability words.
GAME_WORDS: frozenset[str] = frozenset(
    {form.lower() for table in FORMS.values() for form in table}
    - {word.lower() for word in PLANESWALKER_TYPES}
    | {word.lower() for word in (*CARD_TYPES, *SUPERTYPES, *COLORS, *KEYWORDS, *_ABILITY_WORDS)}
)

# 111.10: artifact tokens that a single word defines.
PREDEFINED_ARTIFACTS = (
    "Treasure", "Food", "Gold", "Clue", "Blood", "Powerstone", "Map", "Junk", "Lander", "Mutagen",
    "Vibranium",
)  # fmt: skip
# 111.10j-r: Role tokens.
PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")  # 700.8
ROLES = ("Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero")

# A board keeps no combat: nothing attacks or blocks, unless something that resolved speaks of it.
COMBAT_FACTS = ("attacking", "attacking alone", "blocking", "blocked", "unblocked")
# What "target opponent or planeswalker" says beside the objects: no object is a player.
PLAYER_FACTS = ("player", "opponent")
