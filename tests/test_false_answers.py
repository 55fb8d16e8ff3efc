"""Answers that were false once: each is right now, or unknown.

All came from the border: what a sentence means, and which boards there are.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.costs import card_mana_value
from striate.cards.vocabulary import MELDED_FROM, MELDED_VALUES
from striate.queries.finding import resolving
from striate.queries.finding.find import NotWhollyKnown, find, replayed
from striate.queries.finding.foundboards import Found, FoundBoard
from striate.queries.finding.pools import PoolError, PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.proving.stated import Statement
from striate.queries.proving.statements import prove
from striate.search.goals import CardNamed, Demand, Goal
from striate.search.questions import Question, Solution


@dataclass(frozen=True)
class Asked:
    """A goal or a statement with the cards, and the size of the smallest board; 0: it is
    unknown."""

    text: str
    cards: str
    size: int
    sort: str = "find"
    with_: str = ""
    counters: str = ""
    most: int = 4


BEARS = "Grizzly Bears"
CHANTS = "Chant of the Skifsang; Chant of the Skifsang"
TESAK = "Isamaru, Hound of Konda; Tesak, Judith's Hellhound"
MELDING = "Bruna, the Fading Light; Gisela, the Broken Blade"
ASKED = [
    # 702: a keyword that another permanent gives puts counters on what enters, too (614.12).
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Rhythm of the Wild", 0, most=2),
    Asked(f"{BEARS} has haste", f"{BEARS}; Uncivil Unrest", 0, most=2),
    Asked("Isamaru, Hound of Konda is 3/3", TESAK, 0, "never", most=2),
    # A pool without a permanent, or with one that lies face down, has what resolves, too.
    Asked("a Soldier is there", "Raise the Alarm", 0, most=2),
    Asked("Raise the Alarm is 5/3", "Raise the Alarm; Brute Strength", 0, most=2),
    # 111.10i: an Incubator token has another face.
    Asked("a Phyrexian has three +1/+1 counters", "Eyes of Gitaxias; Forest", 0, most=2),
    # 205.3m: as many creature types as there are choosers.
    Asked(f"{BEARS} has three or more creature types", f"{BEARS}; Arcane Adaptation", 3, most=3),
    Asked(f"{BEARS} is 2/2 and is not a Bear and {BEARS} is 2/2 and is a Bear",
          f"{BEARS}; Conspiracy; Engineered Plague", 4, with_="Conspiracy; Engineered Plague"),
    Asked(f"{BEARS} has at most two creature types", f"{BEARS}; Arcane Adaptation", 3, "always",
          most=3),
    # 712.4: what two cards meld into has a name of its own.
    Asked("a creature is named Brisela, Voice of Nightmares", MELDING, 0, most=2),
    Asked("a creature is not named Brisela, Voice of Nightmares", MELDING, 0, "always", most=2),
    # 712.16: what is melded can't be face down. 202.3c: its mana value is that of both.
    Asked("Brisela, Voice of Nightmares is 2/2", "Brisela, Voice of Nightmares", 0, most=1),
    Asked("a face-down creature is 2/2", "Brisela, Voice of Nightmares", 0, most=1),
    Asked("a creature has mana value 11 and is 9/10", "Brisela, Voice of Nightmares", 1, most=1),
    # 701: a deed that no list has ("recruit") may do anything; a dungeon's rooms give hexproof
    # (309); to blight is to put counters, as a cost, too (701.68a).
    Asked("a Soldier is white", "Llanowar Elves; Great Gilded Boat", 0, most=2),
    Asked("Llanowar Elves has hexproof", "Llanowar Elves; Seasoned Dungeoneer", 0, most=2),
    Asked(f"{BEARS} is 1/1", f"{BEARS}; Pyrrhic Strike", 0, most=2),
    # 303.4b: an Aura that enchants a player is attached.
    Asked("an attached Aura", "Curse of Death's Hold", 1),
    Asked("an Aura is attached to something", "Curse of Death's Hold; Forest", 1, most=1),
    # None are as many as none.
    Asked("the number of Bears is equal to the number of lands", "Hill Giant", 1, "never", most=1),
    # 704.5j: what waives the legend rule.
    Asked("two Isamaru, Hound of Konda are white and under my control",
          "Isamaru, Hound of Konda; Mirror Gallery", 3),
    Asked("I control two Brothers Yamazaki", "Brothers Yamazaki", 2),
    # 704.5j-k: of cards that are alike otherwise those stay that have other names and are no
    # world; face down they have no name.
    Asked("two green creatures are legendary and under my control",
          f"{BEARS}; Runeclaw Bear; Leyline of Singularity", 3),
    Asked(f"two {BEARS} are legendary and under my control", f"{BEARS}; Leyline of Singularity", 3),
    Asked("two black enchantments are on the battlefield", "Nether Void; Lethal Vapors", 2),
    # 101.2: what can't be equipped doesn't stand for another that is alike, nor for it face down.
    Asked("Goblin Brawler is 4/2", "Goblin Brawler; Bonesplitter", 2),
    Asked("a creature is 4/2", "Goblin Brawler; Bonesplitter", 2),
    # 205.3i: a land type that is not basic.
    Asked("Azorius Guildgate has phasing", "Azorius Guildgate; Shimmer", 2, "never"),
    # 106.1b: mana of which a text doesn't tell the color; and what adds it in further words.
    Asked("Black Dragon Gate taps for black", "Black Dragon Gate", 1),
    Asked("Axebane Guardian taps for blue", "Axebane Guardian", 1),
    Asked("Coldsteel Heart taps for black", "Coldsteel Heart", 0),
    Asked("Bloom Tender taps for green", "Bloom Tender", 0, "never"),
    Asked("Black Dragon Gate doesn't tap for red and is face up", "Black Dragon Gate", 0),
    # What comes to a graveyard as it enters, is not told (701.17a).
    Asked("a creature is green", "Nimana Skitter-Sneak; Urborg Lhurgoyf", 0, most=1),
    # 305.6: a basic land without a basic land type has its mana ability by its own text.
    Asked("Wastes taps for colorless", "Wastes", 1, "never", most=1),
    # 603.3: counters make one of two parts true that "or" joins.
    Asked("Kurgadon has flying or is 6/6", "Kurgadon", 0, most=1),
    # 701.54c: so does the Ring.
    Asked("Mirrormere Guardian is legendary or is an Elf", "Mirrormere Guardian", 0, most=1),
    # 102.1: whose turn it is tells the players apart, so they can't be swapped.
    Asked("Hardy Veteran is a green 2/2", "Hardy Veteran", 1),
    # 702.103, 702.176a, 718.3, 712, 710: ways to enter, and other faces.
    Asked("Boon Satyr is an Aura", f"Boon Satyr; {BEARS}", 2),
    Asked(f"{BEARS} is 6/4", f"Boon Satyr; {BEARS}", 2),
    Asked("Overlord of the Hauntwoods is a creature", "Overlord of the Hauntwoods", 1, "always"),
    Asked("Overlord of the Hauntwoods is an enchantment creature", "Overlord of the Hauntwoods", 1,
          "always", most=1),
    Asked("Blitz Automaton is red", "Blitz Automaton", 1, most=2),
    Asked("Blitz Automaton is 3/2", "Blitz Automaton", 1),
    Asked("Kazandu Mammoth is a land", "Kazandu Mammoth", 1),
    Asked("Brutal Cathar has nightbound", "Brutal Cathar", 1),
    Asked("Delver of Secrets is a Human Insect", "Delver of Secrets", 1),
    Asked("Nezumi Graverobber is legendary", "Nezumi Graverobber", 1),
    # 702.152a: what a cost gives that was not paid.
    Asked("Tenacious Underdog has haste", "Tenacious Underdog", 1),
    # What is told not to have entered has not, or no longer this turn.
    Asked("two Saddled Rimestag are 2/2 and mine", "Saddled Rimestag", 2, most=2),
    Asked("Saddled Rimestag is 2/2 and another Saddled Rimestag is 4/4 and mine",
          "Saddled Rimestag", 2, most=2),
    # 701.37, 719.3: designations.
    Asked("Fleecemane Lion has hexproof", "Fleecemane Lion", 1, "never"),
    Asked(f"{BEARS} is 3/2", f"{BEARS}; Case of the Gateway Express", 2, "never"),
    # 607.2d: a text with the word that was chosen, which nothing else names.
    Asked('Xenograft has "Each creature you control is a Bear in addition to its other types."',
          "Xenograft; Llanowar Elves", 1),
    # Tokens that no slot holds.
    Asked("a token is a creature", "Flayer Husk", 0, "never"),
    Asked("a creature is a Hero", "Dragoon's Lance", 0, "never"),
    Asked("a token is a creature", "Bitterblossom", 0),
    Asked("a token is a creature", "Elspeth, Sun's Champion", 0),
    # Tokens that no step of a text tells: of roles beside others, keywords, dungeons (309), what is
    # replaced or paid; and more of them, as an ability triggers an additional time (603.2d).
    Asked("a Rat is 2/2", "Twisted Sewer-Witch", 0, most=3),
    Asked("a creature is a Spirit", "Fortress Kin-Guard", 0),
    Asked("a creature is a Goblin", "Cloister Gargoyle", 0, "never"),
    Asked("a Treasure is there", "Hullbreacher", 0),
    Asked("a creature is a Survivor", "Varchild's War-Riders", 0),
    Asked("a creature is an Octopus and is 8/8", "Octomancer", 0),
    # No bound of a number binds.
    Asked("Lhurgoyf has power 30", "Lhurgoyf", 1),
    Asked("Lhurgoyf has power 100", "Lhurgoyf", 0),
    Asked("Lhurgoyf has power less than 60", "Lhurgoyf", 0, "always"),
    # 108.2b: a token is no card, whatever it is called.
    Asked("a token is an Elf and no Llanowar Elves is a creature",
          "Llanowar Mentor; Llanowar Elves", 2),
    Asked("Llanowar Elves is a token", "Llanowar Mentor; Llanowar Elves", 2),
    # A second one of a card is another creature, too.
    Asked("Crusader of Odric is 2/2 and no other creature is there",
          "Crusader of Odric; Glorious Anthem", 2),
    Asked(f"{BEARS} is 4/2 and every other creature is green", f"{BEARS}; Rancor", 3),
    Asked(f"{BEARS} is face down and every other creature is green", BEARS, 2),
    Asked(f"{BEARS} is 4/2 and every other creature is green", f"{BEARS}; Rancor", 3, "never"),
    Asked(f"{BEARS} is 2/2 and every other creature is green", BEARS, 0, "always"),
    # Twice none are none, and nobody asks for that.
    Asked("there are twice as many creatures as lands", f"{BEARS}; Forest", 3),
    Asked("exactly one permanent is a Knight and two tokens are Soldiers",
          "Attended Knight; Panharmonicon", 0, "never"),
    # 111.2: a token stays when what made it has left; and something may resolve that changes it.
    Asked("exactly one permanent is there and it is a token", "Attended Knight", 0),
    Asked("more Soldiers than Knights are there", "Attended Knight", 0),
    Asked("a Soldier is a token and no Knight is there", "Attended Knight", 0, "never"),
    Asked("a Soldier is 4/4", "Attended Knight; Giant Growth", 0),
    Asked("a Soldier is an artifact", "Attended Knight; Liquimetal Coating", 0, "never"),
    # What a spell or a trigger makes is asked for, compared, added up, counted, or a Role.
    Asked("a Goblin is a token", f"{BEARS}; Dragon Fodder", 0, "never"),
    Asked("a token is an Army", f"{BEARS}; Widespread Brutality", 0, most=1),
    Asked("each creature is a Bear or is face down", f"{BEARS}; Dragon Fodder", 0, "always"),
    Asked("a creature is legendary and a token", "Isamaru, Hound of Konda; Rite of Replication", 0),
    Asked(f"{BEARS} is smaller than another creature", f"{BEARS}; Call of the Herd", 0),
    Asked("the total power of creatures is 5", f"{BEARS}; Call of the Herd", 0),
    Asked(f"{BEARS} is 5/5", f"{BEARS}; All That Glitters; Big Score", 0),
    Asked(f"{BEARS} has trample", f"{BEARS}; Curse of the Werefox", 0, "never"),
    Asked(f"a Role is attached to {BEARS}", f"{BEARS}; Royal Treatment", 0),
    # What is tapped by entering as a copy is untapped after that.
    Asked("my Vesuva is untapped and is a Forest", "Vesuva; Forest", 2, most=2),
    # 107.3m, 702.33e: a copy was cast for its own costs.
    Asked("Clone is 5/5", "Clone; Endless One", 0),
    Asked("Clone is 7/7", "Clone; Kavu Primarch", 0),
    # 303.4a: what is to be tapped is.
    Asked("Glimmerdust Nap is face up", f"Glimmerdust Nap; {BEARS}", 2),
    # A copy limited by mana.
    Asked("Mockingbird is a Zombie", "Mockingbird; Nightscape Battlemage", 0),
    # What a named card looks at by being there, and no board here tells.
    Asked("Serra Avatar is 7/7", "Serra Avatar", 0, "never"),
    Asked("a face-up creature is 7/7", "Serra Avatar", 0, "never"),
    Asked("a permanent printed as a creature is 7/7", "Serra Avatar", 0),
    Asked("a permanent printed as an artifact is blue", "Coat of Arms; Grizzly Bears", 0),
    Asked("Maro is 3/3", "Maro", 0),
    Asked("Angelic Field Marshal is 5/5", "Angelic Field Marshal", 0),
    Asked("my Gideon Blackblade is a creature", "Gideon Blackblade", 0, "always"),
    Asked("Adanto Vanguard is 3/1", "Adanto Vanguard", 0),
    Asked("Abzan Falconer has flying", "Abzan Falconer", 0),
    Asked("Abzan Falconer has flying", "Abzan Falconer", 1, counters="+1/+1"),
    # What a named card's own abilities do as they resolve.
    Asked("Figure of Destiny is 8/8", "Figure of Destiny", 0, "never"),
    Asked("Managorger Hydra is 9/9", "Managorger Hydra", 0),
    Asked("Jinxed Idol is under my opponent's control and I own it", "Jinxed Idol", 0),
    # The same of what its keywords stand for, of costs, and of what only some steps do.
    Asked("Smuggler's Copter is a creature with flying", "Smuggler's Copter", 0, "never"),
    Asked("a permanent named Smuggler's Copter is a 3/3 creature", "Smuggler's Copter", 0),
    Asked("Smuggler's Copter is a 3/3 creature", "Smuggler's Copter; Forest", 0),
    Asked("Monastery Swiftspear isn't 1/2 and is face-up", "Monastery Swiftspear", 0),
    # The same where it only switches on what a static ability gives, its own or another's.
    Asked("Mutavault has trample and is a land", "Mutavault; Primal Rage", 0),
    Asked("Treetop Village has riot", "", 0, most=2),  # beside Rhythm of the Wild
    Asked("Lifecraft Engine has exactly one creature type", "Lifecraft Engine", 0),
    Asked("Kitchen Finks is 2/1", "Kitchen Finks", 0),
    Asked("Aerie Bowmasters is 4/5", "Aerie Bowmasters", 0),
    Asked("Unstable Shapeshifter is a Bear", f"Unstable Shapeshifter; {BEARS}", 0, "never"),
    Asked("Thespian's Stage is a Forest", "Thespian's Stage; Forest", 0),
    Asked("Wall of Roots is 0/3", "Wall of Roots", 0),
    Asked("Tree of Redemption is 0/20", "Tree of Redemption", 0),
    Asked("Nazgûl is legendary", "Nazgûl", 0),
    Asked("Vigor is 7/7", "Vigor", 0),
    Asked("Durkwood Baloth has haste", "Durkwood Baloth", 0, "never"),  # 702.62a
    Asked("Repeat Offender has menace", "Repeat Offender", 0),  # 701.60c
    # 730.2: what it is merged with; and what only a card that no slot holds could do.
    Asked("Dreamtail Heron has trample", "Dreamtail Heron; Gluttonous Troll", 0),
    Asked(f"{BEARS} is 5/5", f"{BEARS}; Master Biomancer", 0),
    Asked("a creature is 9/10", "Bruna, the Fading Light; Gisela, the Broken Blade", 0, "never"),
    Asked("Bruna, the Fading Light is 9/10",
          "Bruna, the Fading Light; Gisela, the Broken Blade", 0),
    # What another given card does by being there, under what no board here tells; or from a
    # graveyard; what the one named card does to another.
    Asked(f"{BEARS} is 3/2", f"{BEARS}; Orcish Oriflamme", 0),
    Asked(f"{BEARS} has flying", f"{BEARS}; Abzan Falconer", 0),
    Asked(f"{BEARS} has flying", f"{BEARS}; Wonder; Island", 0),
    Asked("Genju of the Spires is on the battlefield and Mountain is 6/1",
          "Genju of the Spires; Mountain", 0),
    Asked(f"{BEARS} is smaller than Monastery Swiftspear", f"{BEARS}; Monastery Swiftspear", 0),
    Asked(f"{BEARS} is smaller than another creature", f"{BEARS}; Monastery Swiftspear", 0),
    Asked("Pacifism is attached to Smuggler's Copter", "Pacifism; Smuggler's Copter", 0),
    Asked("leveler is 9/8", "Kargan Dragonlord", 0),
    Asked(f"{BEARS} is 1/2", f"{BEARS}; Animate Dead", 0),
    Asked("Animate Dead is face up", f"{BEARS}; Animate Dead", 0),
    # What another given card does to it as it resolves, a spell too.
    Asked(f"{BEARS} is an artifact", f"{BEARS}; Liquimetal Coating", 0, "never"),
    Asked(f"{BEARS} is under my opponent's control and I own it", f"{BEARS}; Sower of Temptation",
          0),
    Asked(f"{BEARS} has no abilities and is 1/1", f"{BEARS}; Turn to Frog", 0),
    Asked(f"{BEARS} has power 4 and no +1/+1 counters",
          f"{BEARS}; Glorious Anthem; Ambush Commander; Forest", 3),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Sporeback Troll", 0),  # 702.58a
    Asked("my opponent controls a creature that I own", f"{BEARS}; Reanimate", 0),
    # What it has as it is printed it has not face down, by its other face or with Humility there.
    Asked("two creatures have flying and are face down", "Serra Angel; Jump", 0, "never"),
    Asked("Delver of Secrets is a Wizard and has flying", "Delver of Secrets; Imagecrafter", 0),
    Asked("a face-up Serra Angel is 1/1 and has flying", "Serra Angel; Humility; Jump", 0, most=3),
    # The same of what a static ability asks, or counts.
    Asked(f"{BEARS} has mountainwalk", f"{BEARS}; Goblin King; Imagecrafter", 0),
    Asked(f"{BEARS} is 4/4", f"{BEARS}; Tempered Steel; Liquimetal Coating", 0, "never"),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Favorable Winds; Jump", 0),
    Asked("a face-up Broodstar is 2/2 and a face-up Forest is there",
          "Broodstar; Forest; Liquimetal Coating", 0, most=3),
    Asked("Liquimetal Coating is there, a face-up Broodstar is 2/2 and a face-up Forest is there",
          "Broodstar; Forest; Liquimetal Coating", 0, most=3),
    Asked("Forest is an Elemental", "Forest; Ruinous Path", 0),  # 702.113a
    Asked("Yavimaya Steelcrusher is 5/2", "Yavimaya Steelcrusher", 0),  # 702.154a
    # What resolves need not be there in the end.
    Asked(f"{BEARS} is 5/5", f"{BEARS}; Giant Growth", 0, most=1),
    Asked(f"{BEARS} is an artifact", f"{BEARS}; Liquimetal Coating", 0, "never", most=1),
    # An ability or a keyword that is given acts on what has it.
    Asked(f"{BEARS} is 3/2", f"{BEARS}; Dragon Mantle", 0, "never"),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Bria, Riptide Rogue", 0),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Undying Evil", 0),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Steward of the Harvest; Treetop Village", 0),
    # One static ability decides whether another bears: a creature is a land, which has that.
    Asked("Sol Ring has indestructible and is face up",
          "Sol Ring; Karn, Silver Golem; Ashaya, Soul of the Wild; Terra Eternal", 0),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Favorable Winds; Wingcrafter", 0, "never", most=3),
    # What resolves takes the ability away that gave another its size, or alters what is counted.
    Asked("Lord of Atlantis is 3/3 and another Lord of Atlantis is 2/2 and face up",
          "Lord of Atlantis; Merfolk Trickster", 0, most=3),
    Asked("Matca Rioters is 2/2 and face up", "Matca Rioters; Forest; Navigator's Compass", 0),
    Asked("Faeburrow Elder is 3/3 and face up", "Faeburrow Elder; Forest; Deathlace", 0, "never"),
    # 730.2a: what merges on top of it is all that it is.
    Asked(f"{BEARS} has power 3 and is a Beast", f"{BEARS}; Migratory Greathorn", 0, most=1),
    # 702.99a: what is encoded on a creature gives it an ability.
    Asked(f"{BEARS} has an ability and is green", f"{BEARS}; Hands of Binding", 0),
    # 315.5: what a conspiracy does in the command zone.
    Asked(f"{BEARS} has haste", f"{BEARS}; Immediate Action", 0),
    # 707.9: a copy that is no legend, as no slot holds it, does what the legend does.
    Asked(f"{BEARS} is 4/4", f'{BEARS}; Kongming, "Sleeping Dragon"; Spark Double', 0, most=3),
    # What no slot holds is counted: a card, its other face, by the goal too.
    Asked("Yavimaya Enchantress is 3/3", "Yavimaya Enchantress; Rhythm of the Wild", 0, most=2),
    Asked("Dakkon Blackblade is 1/1", "Dakkon Blackblade; Emeria's Call", 0, "never", most=2),
    Asked("Nim Lasher is 2/1", "Nim Lasher; Kolvori, God of Kinship", 0, most=2),
    Asked(f"{BEARS} has power equal to the number of enchantments", f"{BEARS}; Bottomless Pool", 0),
    # 712.11b, 701.40a: what is a permanent by its other face alone, or only face down.
    Asked("a nonbasic land is there", "Sea Gate Restoration; Forest", 0),
    Asked("a creature is 2/2", "Lightning Bolt", 1, "never"),
    Asked("a permanent printed as an instant is a creature", "Lightning Bolt; Forest", 0),
    # 711.2a: a level gives abilities; 613.7f: what is turned face up is newer than its Aura.
    Asked("Coralhelm Commander is black and has flying", "Coralhelm Commander; Deathlace", 0),
    Asked("Coralhelm Commander is 4/4 and has indestructible",
          "Coralhelm Commander; Almost Perfect", 0, "never"),
    # 708.8: what is turned face up has made no choice.
    Asked("Voice of All has no abilities but flying", "Voice of All", 0),
    # 122.1a-b: other counters than those that the goal names.
    Asked(f"{BEARS} has at least one counter and is 3/3", BEARS, 1),
    Asked(f"{BEARS} has at least one counter and has flying", BEARS, 1),
    Asked(f"{BEARS} has a +1/+1 counter and flying", f"{BEARS}; Forest", 1),
    # 301.5, 701.3: what an effect makes an Equipment is attached; and Auras that move, in a circle.
    Asked(f"Sol Ring is attached to {BEARS}", f"Bludgeon Brawl; Sol Ring; {BEARS}", 0, "never"),
    Asked(f"{BEARS} is 3/2", f"Bludgeon Brawl; Sol Ring; {BEARS}", 0),
    Asked("Leeching Licid is attached to a creature", f"Leeching Licid; {BEARS}", 0),
    Asked("two permanents named Confiscate are attached to a permanent named Confiscate",
          f"Confiscate; {BEARS}", 0, most=3),
    # 301.6: what a Fortification is attached to.
    Asked("Forest has indestructible", "Forest; Darksteel Garrison", 0, "never"),
    # 301.5d: an Equipment that is attached to a creature of another player.
    Asked(f"my {BEARS} is 4/2 and no Equipment is under my control",
          f"{BEARS}; Bonesplitter; Magnetic Theft", 0, "never"),
    Asked("my Bonesplitter is attached to an opponent's creature",
          f"{BEARS}; Bonesplitter; Control Magic", 0, "never", most=2),
    Asked("my Bonesplitter is attached to an opponent's creature",
          f"{BEARS}; Bonesplitter; Control Magic", 3),
    # 611.2c, 614.1c: what another one did, or let it enter with, stays when that one has left.
    Asked(f"{BEARS} is 5/5", f"{BEARS}; Giant Growth", 0, "never", most=1),
    Asked(f"{BEARS} has flying", f"{BEARS}; Flight Spellbomb", 0, "never", most=1),
    Asked(f"{BEARS} is 3/3", f"{BEARS}; Grumgully, the Generous", 0, "never", most=1),
    Asked(f"{BEARS} is 6/6", f"{BEARS}; Essence of the Wild", 0, "never", most=1),
    # Two Auras stay by each other when what they stood on has left.
    Asked("two Auras are named Daybreak Coronet and no creature is enchanted by Pacifism",
          f"Daybreak Coronet; Pacifism; {BEARS}", 0),
    Asked(f"{BEARS} is 8/8", f"Daybreak Coronet; Pacifism; {BEARS}", 0, most=3),
    # Counters are taken off as well as put on.
    Asked("a planeswalker has exactly two loyalty counters", "Gideon Blackblade", 0),
    Asked("Triskelion is a 2/2 artifact", "Triskelion", 0),
    Asked("Triskelion has flying or power 2 and is an artifact", "Triskelion", 0),
    Asked("Overlord of the Hauntwoods has exactly two time counters and isn't a creature",
          "Overlord of the Hauntwoods", 0),
    Asked(f"{BEARS} is 2/2 and is equipped", f"{BEARS}; Malefic Scythe", 0, counters="soul"),
    # 701.28: what asks which permanents are transformed.
    Asked("Mutagen Connoisseur has power 1", "Mutagen Connoisseur; Delver of Secrets", 0),
    # Bounds of numbers.
    Asked("Lhurgoyf is 12/13", f"Lhurgoyf; {BEARS}", 1, "never"),
    Asked("Endless One has power 5", "Endless One; Chant of the Skifsang", 3, with_=CHANTS, most=3),
    Asked(f"{BEARS} has power 5", f"{BEARS}; Chant of the Skifsang", 3, with_=CHANTS,
          counters="+1/+1", most=3),
    Asked(f"{BEARS} has power 40 times its toughness", BEARS, 1, counters="+1/+0"),
    # So much as others have together, or a text compares with; 711.2a: what a threshold gives.
    Asked((f"{BEARS} has more power than all other creatures together and two face-up "
           "Impervious Greatwurm are there"), f"{BEARS}; Impervious Greatwurm", 3,
          counters="+1/+1", most=3),
    Asked("Mortivore has greater power than Impervious Greatwurm",
          "Mortivore; Impervious Greatwurm", 2, most=2),
    Asked("Dawnsire, Sunstar Dreadnought has flying and is face up",
          "Dawnsire, Sunstar Dreadnought", 1, counters="charge"),
    Asked("Isamaru, Hound of Konda has indestructible", "Isamaru, Hound of Konda; The Seriema", 0,
          most=2),
    # 712.8a, 709.4, 604.3: what lies in graveyards, of two players, and as much as it takes.
    Asked("Tarmogoyf is 1/2", "Tarmogoyf", 1),
    Asked("Tarmogoyf is 2/3", "Tarmogoyf; Fire // Ice", 1),
    Asked("Tarmogoyf is 2/3", "Tarmogoyf; Invasion of Zendikar", 1),
    Asked("Mortivore is face-up and is 1/1", "Mortivore; Anger; Glorious Anthem", 1),
    Asked("Umbra Stalker is 2/2 and face-up", "Umbra Stalker; Gray Merchant of Asphodel", 1),
    Asked("my Werebear is 4/4 and my opponent's Werebear is 4/4", f"Werebear; {BEARS}", 2),
    Asked("Lhurgoyf has power 0 and Chant of the Skifsang is attached to it",
          f"Lhurgoyf; Chant of the Skifsang; {BEARS}", 2),
    # 122.1: level counters on what is no leveler.
    Asked(f"{BEARS} is 4/4", f"{BEARS}; Time of Heroes", 0),
    # 613.7c: counters before others enter; 702.155: lore counters.
    Asked(f"{BEARS} has at least one flying counter and lacks flying", f"{BEARS}; Humility", 2,
          counters="flying"),
    # 711.2a: a level counter is a counter on it.
    Asked('Coralhelm Commander is 4/4 and has "{T}: Add {G}."',
          "Coralhelm Commander; Rishkar, Peema Renegade", 2, most=2),
    Asked("The Elder Dragon War has at least 2 lore counters", "The Elder Dragon War", 1),
    # 702.16h: one that is short for several; 702.29f, 702.37b: variants of a keyword.
    Asked("Iridescent Angel has protection from white", "Iridescent Angel", 1),
    Asked("Iridescent Angel has flying and lacks protection from green",
          "Iridescent Angel; Humility; Levitation", 3),
    Asked("Progenitus has protection from red", "Progenitus", 1, "never"),
    Asked(f"{BEARS} has protection from green", f"{BEARS}; Earnest Fellowship", 0, "never"),
    Asked("Breaker of Creation has hexproof from white", "Breaker of Creation", 1, "never"),
    Asked("Noble Templar has cycling", "Noble Templar", 1),
    Asked("Salt Road Ambushers has morph", "Salt Road Ambushers", 1),
    # What "all", "every" and "no" mean.
    Asked(f"all creatures are black and {BEARS} is black", f"{BEARS}; Darkest Hour", 2, "never"),
    Asked("Bayou is on the battlefield and all lands are Swamps", "Bayou", 1),
    Asked("a creature is a Zombie and no creature has flying", "Mothdust Changeling", 1),
    Asked("Serra Angel is white", "Serra Angel", 1, "always"),
    Asked("Isamaru, Hound of Konda is legendary", "Isamaru, Hound of Konda", 1, "always"),
    # There need not be what there is said to be none of.
    Asked(f"neither {BEARS} nor a land is black", f"{BEARS}; Forest; Darkest Hour", 2, "always",
          most=2),
    # What an object is compared with need not do anything.
    Asked(f"{BEARS} is bigger than Llanowar Elves", f"{BEARS}; Llanowar Elves", 2),
    Asked(f"{BEARS} has the greatest power among creatures", BEARS, 1),
    Asked("Beacon Hawk has power less than its toughness", "Beacon Hawk", 0),
    Asked(f"{BEARS} shares a color with an Elf", f"{BEARS}; Llanowar Elves", 2, "never"),
]  # fmt: skip


@pytest.mark.parametrize("asked", ASKED, ids=lambda each: f"{each.sort} {each.text}{each.counters}")
def test_an_answer_that_was_false_is_right_or_unknown(asked: Asked, catalogue: Catalogue) -> None:
    options = PoolOptions(cards=asked.cards, with_=asked.with_)
    if asked.sort == "find":
        question = pose(asked.text, catalogue, options, size=asked.most, counters=asked.counters)
        found = find(question, catalogue)
        assert found.status == ("found" if asked.size else "unknown"), found.why
        assert found.size == asked.size or not asked.size
        return
    statement = Statement(asked.sort, asked.text)  # type: ignore[arg-type]  # "never" or "always"
    told = prove(statement, catalogue, options, asked.most)
    assert told.status == ("refuted" if asked.size else "unknown"), told.why


def test_a_melded_permanent_has_both_mana_values_and_stays_face_up(catalogue: Catalogue) -> None:
    pairs = {whole: map(catalogue.card, pair) for whole, pair in MELDED_FROM.items()}
    sums = {whole: sum(card_mana_value(c) for c in pair if c) for whole, pair in pairs.items()}
    assert sums == MELDED_VALUES
    down = {"enter": "Brisela, Voice of Nightmares", "face_down": True}
    with pytest.raises(BoardError, match="is melded, and can't be face down"):  # 712.16
        board_from_document({"steps": [down]}, catalogue)


def test_counters_that_two_negations_ask_for_may_come_of_its_own_trigger(
    catalogue: Catalogue,
) -> None:
    card = catalogue.card("Shrine of Boundless Growth")
    assert card is not None
    none, legendary = tree.HasCounter(None, "=", 0), tree.HasSupertype("Legendary")
    claim = tree.Not(tree.AnyOf((none, legendary)))
    goal = Goal((Demand(CardNamed(card.name), (claim,)),))
    assert find(Question(goal, (card,), size=1), catalogue).status == "unknown"


def found_with_spells(goal: str, cards: str, catalogue: Catalogue, size: int) -> Found:
    options = PoolOptions(cards=cards, spells=True)
    return find(pose(goal, catalogue, options, size=size), catalogue)


def test_what_an_ability_did_stays_when_its_source_has_left(catalogue: Catalogue) -> None:
    """113.7a: so a goal that there is no such source can be reached."""
    for rest, status in (("is 3/3", "none"), ("has flying", "unknown")):
        text = f"{BEARS} {rest} and there is no artifact"
        answer = found_with_spells(text, f"{BEARS}; Flight Spellbomb", catalogue, 3)
        assert answer.status == status


def test_what_resolves_and_takes_something_away_is_no_board(catalogue: Catalogue) -> None:
    answer = found_with_spells("a creature is an Ape", f"{BEARS}; Pongify", catalogue, 2)
    assert answer.status == "unknown" and "up to 1 step;" in answer.why


@pytest.mark.parametrize("goal", ["a creature is 5/7 and two enchantments are there"])
def test_boards_with_spells_are_judged_by_the_whole_goal(goal: str, catalogue: Catalogue) -> None:
    """A creature may be one of two enchantments, and is not both."""
    for size, status in ((2, "none"), (3, "found")):
        answer = found_with_spells(goal, "Nyxborn Courser; Giant Growth", catalogue, size)
        assert answer.status == status


@pytest.mark.parametrize(
    ("goal", "cards", "size", "why"),
    [
        # Beside graveyards.
        ("Tarmogoyf is 5/6", "Tarmogoyf; Giant Growth", 2, "looked at"),
        (f"{BEARS} is 5/2", f"{BEARS}; Ghoul's Feast", 2, "looked at"),
        (f"{BEARS} is 5/6", f"{BEARS}; Giant Growth; Tarmogoyf; Nighthowler", 2, "looked at"),
        # Tokens of spells that are not tried may be it, or be counted.
        ("Cloudreach Cavalry has flying", "Cloudreach Cavalry; Eyes in the Skies", 3,
         "as it resolves"),
        ("a token is not black", f"{BEARS}; Eyes in the Skies", 3, "as it resolves"),
        ("a token is under my opponent's control and is 4/4", f"{BEARS}; Horncaller's Chant", 3,
         "as it resolves"),
    ],
)  # fmt: skip
def test_what_resolves_and_is_not_looked_at_is_no_none(
    goal: str, cards: str, size: int, why: str, catalogue: Catalogue
) -> None:
    answer = found_with_spells(goal, cards, catalogue, size)
    assert answer.status == "unknown" and why in answer.why


@pytest.mark.parametrize(
    ("goal", "cards", "size"),
    [
        ("Darksteel Relic has no abilities", "Darksteel Relic; Giant Growth", 1),
        ("a colorless creature is 5/5", f"{BEARS}; Giant Growth", 2),
        ("a creature with ward is 5/5", f"{BEARS}; Giant Growth", 2),
        ("a creature is 5/5", "Giant Growth", 2),
        ("Giant Growth is 5/5", "Giant Growth", 2),
        ("a creature is 2/2", "Giant Growth", 1),
        ("Giant Growth is 2/2", f"{BEARS}; Giant Growth", 1),
        ("every creature is 2/2 and Giant Growth is there", f"{BEARS}; Giant Growth", 1),
        ("Giant Growth is 5/5 and Opt is 2/2", f"{BEARS}; Giant Growth; Opt", 3),
        ("Giant Growth is 3/3", "Giant Growth; Glorious Anthem", 2),
        ("an artifact is face-down", f"{BEARS}; Liquimetal Coating", 3),
        ("a colorless creature is 6/6", f"{BEARS}; Giant Growth", 0),
    ],
)
def test_with_spells_any_card_may_be_manifested(
    goal: str, cards: str, size: int, catalogue: Catalogue
) -> None:
    """701.40a: an instant, too."""
    answer = found_with_spells(goal, cards, catalogue, max(size, 2))
    assert (answer.status, answer.size) == ("found", size) if size else answer.status == "none"


def test_what_a_paid_cost_gives_is_of_a_kind_of_abilities(catalogue: Catalogue) -> None:
    """702.152a: what was cast for its blitz cost has a triggered ability."""
    card = "Tenacious Underdog"
    goal = f"{card} has haste and {card} has no triggered abilities"
    asked = pose(goal, catalogue, PoolOptions(cards=card), size=1)
    assert find(asked, catalogue).status == "none"


@pytest.mark.parametrize(
    ("goal", "status"),
    [
        ("an unattached Aura", "none"),  # 704.5m
        ("an Aura isn't attached to anything", "none"),
        ("an Aura isn't attached to a permanent", "found"),
        ("an Aura is attached to a permanent", "none"),
    ],
)
def test_an_aura_that_stays_is_attached_to_an_object_or_a_player(
    goal: str, status: str, catalogue: Catalogue
) -> None:
    asked = pose(goal, catalogue, PoolOptions(cards="Curse of Death's Hold"), size=2)
    assert find(asked, catalogue).status == status


def test_one_permanent_is_attached_to_no_other(catalogue: Catalogue) -> None:
    """301.5c: which is told of all cards, however few are looked at of two permanents."""
    goal = "an Equipment is attached to a land"
    assert find(pose(goal, catalogue, PoolOptions(), size=1), catalogue).status == "none"


@pytest.mark.parametrize(
    ("goal", "card"),
    [
        # 602.2b: whether its source is still tapped a board has to tell.
        ("a creature has haste", "Flamestick Courier"),
        # 608.2d: and whether it tapped what it acted on, or untapped it.
        ("Vedalken Anatomist has power 0", "Vedalken Anatomist"),
    ],
)
def test_what_a_board_leaves_open_is_not_found(goal: str, card: str, catalogue: Catalogue) -> None:
    assert found_with_spells(goal, card, catalogue, 2).status == "unknown"


# Of so many cards boards are not tried one by one.
MORE = ("Forest; Plains; Island; Swamp; Mountain; Elvish Mystic; Hill Giant; Runeclaw Bear; "
        "Serra Angel; Craw Wurm")  # fmt: skip


@pytest.mark.parametrize("goal", [f"{BEARS} is 5/5", f"{BEARS} is 5/5 and an Elf is there"])
def test_a_board_that_leaves_something_open_after_all_is_not_found(
    goal: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are such boards ruled out: their text was taken to be wholly carried out."""

    def refusing(question: Question, solution: Solution, catalogue: Catalogue) -> FoundBoard:
        if any("resolve" in step for step in solution.document["steps"]):
            raise NotWhollyKnown(frozenset(("Giant Growth",)))
        return replayed(question, solution, catalogue)

    monkeypatch.setattr(resolving, "replayed", refusing)
    few = f"{BEARS}; Llanowar Elves; Giant Growth"
    for cards in (few, f"{few}; {MORE}"):
        assert found_with_spells(goal, cards, catalogue, 3).status == "unknown"


@pytest.mark.parametrize(("legends", "status"), [(True, "unknown"), (False, "none")])
def test_two_legends_of_one_name_are_no_none_with_any(
    legends: bool, status: str, catalogue: Catalogue
) -> None:
    """704.5j: there were two, before one of them went."""
    card = "Isamaru, Hound of Konda" if legends else BEARS
    goal = f"two {card} are legendary and under my control"
    asked = pose(goal, catalogue, PoolOptions(cards=card), size=2, any_=True)
    assert find(asked, catalogue).status == status


def test_what_falls_with_any_has_counters_that_would_go_in_pairs(catalogue: Catalogue) -> None:
    """704.3, 704.5q: with three -1/-1 counters and one +1/+1 counter it goes with all of them."""
    goal = f"{BEARS} has a +1/+1 counter and a -1/-1 counter"
    for any_, status in ((True, "unknown"), (False, "none")):
        asked = pose(goal, catalogue, PoolOptions(cards=BEARS), size=1, any_=any_)
        assert find(asked, catalogue).status == status


def test_what_is_attached_is_not_asked_with_any(catalogue: Catalogue) -> None:
    """704.5m-n: what went has nothing attached to it, nor is attached."""
    with pytest.raises(PoolError, match="attached"):
        pose(f"Pacifism is attached to {BEARS}", catalogue, PoolOptions(), any_=True)


@pytest.mark.parametrize(
    ("goal", "with_"), [(f"{BEARS} is 2/2", "Marketback Walker"), ("nothing is blue", "")]
)
def test_what_is_there_beside_what_is_asked_for_stays(
    goal: str, with_: str, catalogue: Catalogue
) -> None:
    """704.5f: with `--any` only what the goal speaks of may go; not a card that must be there."""
    pool = PoolOptions(cards=f"{BEARS}; Marketback Walker", with_=with_)
    (board,) = find(pose(goal, catalogue, pool, size=2, any_=True), catalogue).boards
    assert all(step.get("x", 1) for step in board.document["steps"])


@pytest.mark.parametrize("rules", ["", "2010-01-01"])
def test_what_falls_with_any_falls_when_all_are_there(rules: str, catalogue: Catalogue) -> None:
    """704.3: Clone would be gone before Elesh Norn entered."""
    pool = PoolOptions(cards="Clone; Elesh Norn, Grand Cenobite")
    asked = pose("Clone has power -2", catalogue, pool, size=2, any_=True, rules=rules)
    (board,) = find(asked, catalogue).boards
    assert board.document["steps"][-1]["enter"] == "Clone"


def test_a_sketch_does_not_put_together_what_was_never_there_at_once(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    """704.3, 614.12: Clone is 0/0 before Humility enters, and 1/1 afterwards."""
    sketch = tmp_path / "sketch.yaml"
    sketch.write_text("pool: [Humility]\norder: free\nsteps: [enter: Clone, enter: '?']")
    for goal, status in (("Clone is 0/0 and Humility is there", "none"), ("Clone is 1/1", "found")):
        asked = pose(goal, catalogue, PoolOptions(), sketch=sketch, any_=True)
        assert find(asked, catalogue).status == status


def test_what_changes_as_another_goes_is_not_told_with_any(catalogue: Catalogue) -> None:
    """704.3: the Raiders are 1/2 only until the Lord has gone."""
    pool = PoolOptions(cards="Lord of Atlantis; Night of Souls' Betrayal; Merfolk Raiders")
    goal = "Lord of Atlantis is 0/0 and Merfolk Raiders is 1/2"
    assert find(pose(goal, catalogue, pool, any_=True), catalogue).status == "unknown"


def test_what_is_chosen_nothing_is_no_board(catalogue: Catalogue) -> None:
    """614.12: slots let a Painter's Servant choose under Humility, too; then it enters first."""
    pool = PoolOptions(cards="Painter's Servant; Humility; Bad Moon", with_="Humility")
    goal = "all of my creatures are black and a permanent has three +1/+1 counters"
    found = find(pose(goal, catalogue, pool, size=2, counters="+1/+1, hexproof"), catalogue)
    assert found.status == "found"
    pool = PoolOptions(cards="Adaptive Automaton; Humility")
    (board,) = find(pose("Adaptive Automaton is a 1/1 Elf", catalogue, pool), catalogue).boards
    assert [step["enter"] for step in board.document["steps"]] == ["Adaptive Automaton", "Humility"]


def test_mine_is_not_refuted_with_the_opponents(catalogue: Catalogue) -> None:
    told = prove(Statement("always", f"my {BEARS} is under my control"), catalogue,
                 PoolOptions(cards=BEARS), 2)  # fmt: skip
    assert told.status == "proved"


def test_no_smaller_board_takes_in_what_resolves(catalogue: Catalogue) -> None:
    """A spell is no permanent, so that one is enough."""
    options = PoolOptions(cards=f"{BEARS}; Jump; Levitation")
    answer = find(pose(f"{BEARS} has flying", catalogue, options, size=2), catalogue)
    assert (answer.size, answer.smallest) == (2, False)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (f"{BEARS} has less power than Hill Giant", f"{BEARS}; Hill Giant"),
        ("all creatures have the same power", BEARS),
    ],
)
def test_what_is_compared_with_is_there_too(text: str, cards: str, catalogue: Catalogue) -> None:
    told = prove(Statement("always", text), catalogue, PoolOptions(cards=cards), 2)
    assert told.status == "proved"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Smuggler's Copter is a blue creature", "Smuggler's Copter; Forest"),
        ("Smuggler's Copter has trample", "Smuggler's Copter; Forest"),
        (f"{BEARS} is an artifact", f"{BEARS}; Smuggler's Copter; Shivan Dragon"),
        (f"{BEARS} is 2/2 and blue", f"{BEARS}; Ambush Commander; Giant Growth"),
        (f"{BEARS} is a Wall", f"{BEARS}; Mistform Wall"),
        ("Serra Angel is white, face up and a Wall", "Serra Angel; Scuttlemutt"),
        (f"{BEARS} is 4/2", f"{BEARS}; Glorious Anthem; Smuggler's Copter"),
        ("Kitchen Finks is blue and is 2/1", "Kitchen Finks; Forest"),
        (f"{BEARS} is blue and is 3/2", f"{BEARS}; Orcish Oriflamme"),
        ("Serra Avatar is blue and is 7/7", "Serra Avatar"),
        ("Voice of All has trample", "Voice of All"),
        ("Kargan Dragonlord is 9/8 and is white", "Kargan Dragonlord"),
        ("Durkwood Baloth has trample", "Durkwood Baloth"),
        ("an artifact is black", "Panharmonicon"),
        ("a Soldier is blue", "Attended Knight; Giant Growth"),
        ("Serra Angel has flying and Grounded is attached to it", "Serra Angel; Grounded"),
        (
            f"my {BEARS} is 4/2 and no Equipment is under my control",
            f"{BEARS}; Bonesplitter; Brass Squire",
        ),
        ("my Bonesplitter is attached to an opponent's creature", f"{BEARS}; Bonesplitter"),
        ("Coralhelm Commander has indestructible and is 5/4", "Coralhelm Commander; Grounded"),
        ("a creature is a 4/4 Bear Ooze", f"{BEARS}; Miming Slime"),
        ("a token is there", f"{BEARS}; Grapeshot; Twincast"),
        (f"{BEARS} is blue", f"{BEARS}; Dragon Fodder; Curse of the Werefox"),
        (f"{BEARS} is blue", f"Daybreak Coronet; Pacifism; {BEARS}"),
        (f"{BEARS} is blue", f"Bludgeon Brawl; Sol Ring; {BEARS}"),
        ("Confiscate is attached to a blue creature", f"Confiscate; {BEARS}"),
        ("Bonesplitter is attached to a land that isn't a creature", "Bonesplitter; Forest"),
    ],
)
def test_what_nothing_there_could_do_is_none(text: str, cards: str, catalogue: Catalogue) -> None:
    assert find(pose(text, catalogue, PoolOptions(cards=cards), size=2), catalogue).status == "none"


@pytest.mark.parametrize(
    ("text", "cards", "others"),
    [
        ("a creature is 4/2 and face-up", f"{BEARS}; Goblin Brawler; Bonesplitter", {}),
        ("two creatures are legendary and under my control",
         f"{BEARS}; Runeclaw Bear; Leyline of Singularity", {}),
        ("a creature is 3/3 and face-up", f"{BEARS}; Runeclaw Bear; Glorious Anthem",
         {BEARS: ("Runeclaw Bear",)}),
        ("Coils of the Medusa is black",
         "Coils of the Medusa; Desert Were-Worm; Embermouth Sentinel", {}),
        ("Viper's Kiss is black", f"Viper's Kiss; {BEARS}; Llanowar Elves", {}),
        ("an opponent controls Vineweft", "Vineweft; Makindi Aeronaut; Melek, Reforged Researcher",
         {}),
    ],
)  # fmt: skip
def test_what_may_stand_there_instead_is_no_other_board(
    text: str, cards: str, others: dict[str, tuple[str, ...]], catalogue: Catalogue
) -> None:
    found = find(pose(text, catalogue, PoolOptions(cards=cards), size=3), catalogue)
    assert found.boards[0].interchangeable == others


def test_what_a_sketch_has_may_help_a_further_permanent(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    sketch = tmp_path / "sketch.yaml"
    sketch.write_text("steps:\n  - enter: Orcish Oriflamme\nsize: 1\n", "utf-8")
    question = pose(f"{BEARS} is 3/2", catalogue, PoolOptions(cards=BEARS), sketch=sketch)
    assert find(question, catalogue).status == "unknown"


def test_a_further_permanent_may_be_tapped(tmp_path: Path, catalogue: Catalogue) -> None:
    """303.4a: so that an Aura can enchant it."""
    sketch = tmp_path / "sketch.yaml"
    sketch.write_text("steps:\n  - enter: Forest\nsize: 2\n", "utf-8")
    text, cards = f"Entangling Vines is attached to {BEARS}", f"Entangling Vines; {BEARS}"
    question = pose(text, catalogue, PoolOptions(cards=cards), sketch=sketch)
    assert find(question, catalogue).status == "unknown"


def test_a_number_that_is_chosen_has_no_end(tmp_path: Path, catalogue: Catalogue) -> None:
    """702.33c: as often as it was kicked."""
    sketch = tmp_path / "sketch.yaml"
    kicked = 'steps:\n  - enter: Quag Vampires\n    choose: {number: "?"}\n'
    weakened = "  - effect: Target creature gets -30/-30.\n    targets: [Quag Vampires]\n"
    sketch.write_text(kicked + weakened, "utf-8")
    question = pose("Quag Vampires is 1/1", catalogue, PoolOptions(), sketch=sketch)
    assert find(question, catalogue).status == "unknown"


@pytest.mark.parametrize(("text", "status"), [
    ("Smuggler's Copter is a 3/3 creature", "found"),
    ("Smuggler's Copter is blue", "none"),
    ("Wall of Roots is 0/3", "unknown"),
    ("Kitchen Finks is 2/1", "unknown"),
    ("Grizzly Bears is 3/3; Gladehart Cavalry", "unknown"),
    ("Grizzly Bears is 4/4; Giant Growth", "none"),
    # What resolves and is neither told by the circuit nor tried one by one.
    ("Isamaru, Hound of Konda is black; Deathlace", "unknown"),
    ("Isamaru, Hound of Konda is blue; Deathlace", "none"),
    ("Grizzly Bears is a Goblin; Artificial Evolution", "unknown"),
])  # fmt: skip
def test_what_triggers_or_is_a_cost_is_not_looked_at_among_what_resolves(
    text: str, status: str, catalogue: Catalogue
) -> None:
    goal, _, spell = text.partition("; ")
    cards = f"{goal.split(' is ')[0]}; {spell}"
    assert found_with_spells(goal, cards, catalogue, 2).status == status


@pytest.mark.parametrize(
    ("text", "then", "cards"),
    [
        ("Dreamtail Heron is face up", "Dreamtail Heron lacks trample",
         "Dreamtail Heron; Gluttonous Troll"),
        (f"{BEARS} is face up", f"{BEARS} lacks flying", f"{BEARS}; Abzan Falconer"),
        ("Monastery Swiftspear is face up", "Monastery Swiftspear is 1/2", "Monastery Swiftspear"),
    ],
)  # fmt: skip
def test_what_would_break_what_follows_is_not_looked_at(
    text: str, then: str, cards: str, catalogue: Catalogue
) -> None:
    statement = Statement("if", text, then)
    assert prove(statement, catalogue, PoolOptions(cards=cards), 2).status == "unknown"


@pytest.mark.parametrize(
    ("then", "cards"),
    [
        ("a creature printed as nongreen", "Gatherer of Graces; Dovin's Automaton"),
        ("Grizzly Bears is colorless", "Serra Angel; Grizzly Bears"),
    ],
)
def test_what_lies_face_down_may_be_any_card_of_those_that_are_told_apart(
    then: str, cards: str, catalogue: Catalogue
) -> None:
    statement = Statement("if", "a creature is face down", then)
    assert prove(statement, catalogue, PoolOptions(cards=cards), 1).status == "refuted"


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        ("a creature token has power 3 or less", "Sludge Crawler; The Legend of Kuruk"),
        ("a creature token lacks flying", "The Legend of Kuruk"),
    ],
)
def test_a_token_stays_that_the_other_face_made(
    goal: str, cards: str, catalogue: Catalogue
) -> None:
    """111.2: its maker may have left, by whichever face it made it (712.8)."""
    question = pose(goal, catalogue, PoolOptions(cards=cards), size=1)
    assert find(question, catalogue).status == "unknown"


def test_what_resolves_of_the_cards_that_match_is_not_looked_at(catalogue: Catalogue) -> None:
    options = PoolOptions(filter='!"Forest" or !"Deathlace"')
    assert find(pose("Forest is black", catalogue, options), catalogue).status == "unknown"


@pytest.mark.parametrize(
    ("goal", "cards", "status"),
    [
        ("a Soldier is 3/1", "Raise the Alarm; Rancor", "found"),
        ("a token is blue", "Raise the Alarm; Turn to Frog", "found"),
        ("my opponent controls a token that I own", "Raise the Alarm; Control Magic", "found"),
        ("a Goblin is 2/1", "Krenko's Command; Bonesplitter", "none"),
        # What is tapped is not tried one by one.
        ("a Soldier is tapped", "Raise the Alarm; Forest", "unknown"),
    ],
)
def test_what_a_spell_makes_may_have_an_aura_or_be_a_target(
    goal: str, cards: str, status: str, catalogue: Catalogue
) -> None:
    assert found_with_spells(goal, cards, catalogue, 2).status == status


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        ("Student of Warfare is 7/1", "Student of Warfare; Blood Lust"),
        ("Student of Warfare is 4/4 and indestructible", "Student of Warfare; Roar of Challenge"),
        ("Student of Warfare is 8/2", "Student of Warfare; Blood Lust"),
    ],
)
def test_what_resolves_may_do_so_at_each_level(goal: str, cards: str, catalogue: Catalogue) -> None:
    assert found_with_spells(goal, cards, catalogue, 2).status == "found"


@pytest.mark.parametrize("card", ["Fleecemane Lion", "Gladecover Scout", "Elusive Tormentor"])
def test_what_resolves_may_meet_it_before_it_has_hexproof(card: str, catalogue: Catalogue) -> None:
    """608.2b: it becomes monstrous, is turned up or transformed afterwards."""
    goal = f"my opponent controls {card}, I own it, and it has hexproof"
    assert found_with_spells(goal, f"{card}; Act of Treason", catalogue, 2).status == "unknown"


def test_hexproof_keeps_nothing_off_that_its_controller_does(catalogue: Catalogue) -> None:
    answer = found_with_spells(
        "Slippery Bogle is 7/7", "Slippery Bogle; Giant Growth", catalogue, 2
    )
    assert answer.status == "none"
