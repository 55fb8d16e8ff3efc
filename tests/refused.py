"""Boards whose last step the rules don't allow, each with words of the message."""

BEARS = "- enter: Grizzly Bears\n"
RING = "- enter: Sol Ring\n"
THEIRS = "- {{enter: {0}, controller: opponent}}\n"
GROWTH = "- {{resolve: Giant Growth, targets: [{0}]}}"
PAGE = (
    "- token: {{name: Page, type_line: Creature — Human, power: 1, toughness: 1, "
    'oracle_text: "{0}"}}\n'
)

_VAMPIRE = (
    "- enter: Ravenous Vampire\n"
    "- {ability: 1, of: Ravenous Vampire, choose: {creature: Grizzly Bears}}"
)
_OUT = BEARS + "- phase_out: Grizzly Bears\n"
REFUSED = {
    "a target of what triggers as its card is cast": (
        "- enter: Drowner of Truth\n- {ability: 1, of: Drowner of Truth, targets: [opponent]}",
        "no such target (601.2c)",
    ),
    "a token that is a copy of an instant": (
        "- {zone: graveyard, card: Lightning Bolt}\n- token_copy_of: Lightning Bolt",
        "(111.5)",
    ),
    "a card in a hand that is told to have none": (
        "- hand: 0\n- {zone: hand, card: Forest}",
        "and more lie in it",
    ),
    "counters by fabricate on what can have none": (
        (
            "- enter: Solemnity\n- enter: Glint-Sleeve Artisan\n"
            "- {ability: 1, of: Glint-Sleeve Artisan, choose: {number: 1}}"
        ),
        "the number for fabricate is 0, not 1",
    ),
    "counters by what endures on what can have none": (
        "- enter: Solemnity\n" + BEARS + "- {effect: Target creature you control endures 2., "
        "targets: [Grizzly Bears], choose: {number: 2}}",
        "can't have a +1/+1 counter",
    ),
    "a turn that another follows without an end": (
        "- your_turn: true\n" + BEARS + "- {your_turn: true, player: opponent}",
        "until a step `end_turn` ends it",
    ),
    "an emblem that leaves": (
        "- {emblem: Creatures you control get +1/+1., as: emblem}\n- leave: emblem",
        "is an emblem",
    ),
    "counters on what is phased out": (
        _OUT + "- {counters: {flying: 1}, on: Grizzly Bears}",
        "phased out",
    ),
    "what is phased out dies": (_OUT + "- leave: Grizzly Bears", "phased out"),
    "what is phased out becomes tapped": (_OUT + "- tap: Grizzly Bears", "phased out"),
    "a copy of what is phased out": (
        _OUT + "- {enter: Clone, copying: Grizzly Bears}",
        "phased out",
    ),
    "an Aura that entered as a copy on what it can't enchant": (
        BEARS + "- enter: Forest\n- {enter: Pacifism, attached_to: Grizzly Bears}\n"
        "- {enter: Copy Enchantment, copying: Pacifism, attached_to: Forest}",
        "can't be attached",
    ),
    "what impending removes, of what was not cast for that cost": (
        (
            "- enter: Overlord of the Hauntwoods\n"
            "- {counters: {time: 2}, on: Overlord of the Hauntwoods}\n"
            "- {ability: 1, of: Overlord of the Hauntwoods}"
        ),
        "(702.176a)",
    ),
    "what triggers as it dies, of what was exiled": (
        "- enter: Young Wolf\n- {leave: Young Wolf, to: exile}\n- {ability: 1, of: Young Wolf}",
        "(603.2, 700.4)",
    ),
    "what triggers as another dies, of what was exiled": (
        BEARS + "- enter: Grave Betrayal\n- {leave: Grizzly Bears, to: exile}\n"
        "- {ability: 1, of: Grave Betrayal, targets: [Grizzly Bears]}",
        "(603.2, 700.4)",
    ),
    "no target for what may be done to one": (
        BEARS + "- enter: Duplicant\n- {ability: 1, of: Duplicant}",
        "`targets` names none (601.2c)",
    ),
    "counters on what a state-based action took": (
        BEARS + '- {counters: {"-1/-1": 2}, on: Grizzly Bears}\n'
        '- {counters: {"+1/+1": 1}, on: Grizzly Bears}',
        "is not on the battlefield",
    ),
    "an enchantment, as the lower half of what is not flipped would be": (
        (
            "- enter: Erayo, Soratami Ascendant\n"
            "- {effect: Destroy target enchantment., targets: ['Erayo, Soratami Ascendant']}"
        ),
        "which asks for target enchantment",
    ),
    "a level of what a state-based action took": (
        (
            "- enter: Student of Warfare\n- effect: All creatures get -5/-5 until end of turn.\n"
            "- level_up: Student of Warfare"
        ),
        "write `leave: Student of Warfare` first",
    ),
    "counters on what would die and was exiled instead": (
        BEARS + "- enter: Leyline of the Void\n- {effect: All creatures get -5/-5 until end of "
        'turn., controller: opponent}\n- {counters: {"+1/+1": 1}, on: Grizzly Bears}',
        "704.3",
    ),
    "a token copy of a copy that a state-based action took": (
        BEARS + "- {enter: Clone, copying: Grizzly Bears}\n"
        "- effect: All creatures get -5/-5 until end of turn.\n- token_copy_of: Clone",
        "write `leave: Clone` first",
    ),
    "a target that a state-based action took, as no step says": (
        BEARS + '- {counters: {"-1/-1": 2}, on: Grizzly Bears}\n' + GROWTH.format("Grizzly Bears"),
        "write `leave: Grizzly Bears` first",
    ),
    "what lives, as what has died": (
        BEARS + "- enter: Gristle Grinner\n- {ability: 1, of: Gristle Grinner, targets: "
        "[Grizzly Bears]}",
        "so that ability has not triggered on it",
    ),
    "what you controlled, as what an opponent did": (
        BEARS + "- enter: Vincent Valentine\n- leave: Grizzly Bears\n- {ability: 1, of: Vincent "
        "Valentine, targets: [Grizzly Bears]}",
        "was not controlled by whom that ability speaks of (603.10a)",
    ),
    "a solved ability of a Case that is not": (
        "- enter: Case of the Crimson Pulse\n- {ability: 3, of: Case of the Crimson Pulse}",
        "is not solved at that step (702.169c-d)",
    ),
    "an X of 0 where it can't be": (
        "- enter: Lair of the Hydra\n- {ability: 2, of: Lair of the Hydra, x: 0}",
        "can't be 0 (601.2b)",
    ),
    "an ability of what dies, of what lives": (
        PAGE.format("When ~ dies, put a +1/+1 counter on it.") + "- {ability: 1, of: Page}",
        "write `leave: Page` before it (603.6c, 603.10a)",
    ),
    "an ability of what leaves, by a keyword, of what is there": (
        PAGE.format("Persist") + "- {ability: 1, of: Page}",
        "603.6c",
    ),
    "an ability of what dies that would do something to it, of what lives": (
        PAGE.format("When ~ dies, all creatures get -1/-0 until end of turn.")
        + "- {ability: 1, of: Page}",
        "603.6c",
    ),
    "an ability of what dies that would count it, of what lives": (
        PAGE.format("When ~ dies, you gain 1 life for each creature you control.")
        + "- {ability: 1, of: Page}",
        "603.6c",
    ),
    "that no creature died, after one has": (
        BEARS + "- leave: Grizzly Bears\n- this_turn: {creature died: 'no'}",
        "the steps show otherwise",
    ),
    "that no life was gained, after some was": (
        "- effect: You gain 1 life.\n- this_turn: {life gained: 'no'}",
        "the steps show otherwise",
    ),
    "what white spells can't target, of one": (
        "- enter: Rebel Informer\n- {resolve: Swords to Plowshares, targets: [Rebel Informer]}",
        "can't be the target",
    ),
    "what the opponent's nongreen spells can't target, of one": (
        (
            "- {enter: 'Thrun, Breaker of Silence'}\n- {resolve: Swords to Plowshares, controller: "
            "opponent, targets: ['Thrun, Breaker of Silence']}"
        ),
        "can't be the target",
    ),
    "an ability whose condition is not so": (
        PAGE.format(
            "{1}: ~ gains flying until end of turn. Activate only if you control three "
            "or more artifacts."
        )
        + RING
        + "- {ability: 1, of: Page}",
        "Activate only if you control three or more artifacts (602.5b)",
    ),
    "an ability whose condition a step denies": (
        PAGE.format(
            "{1}: ~ gains flying until end of turn. Activate only if you gained life this turn."
        )
        + "- this_turn: {life gained: 'no'}\n- {ability: 1, of: Page}",
        "602.5b",
    ),
    "an ability of one's own turn, in the opponent's": (
        PAGE.format("{1}: ~ gains flying until end of turn. Activate only during your turn.")
        + "- {your_turn: true, player: opponent}\n- {ability: 1, of: Page}",
        "602.5b",
    ),
    "the ability of a permanent, of a card that was always in a hand": (
        "- {zone: hand, card: Shivan Dragon}\n- {ability: 1, of: Shivan Dragon}",
        "113.6",
    ),
    "what a creature in a graveyard sees enter": (
        "- {zone: graveyard, card: Soul Warden}\n" + BEARS + "- {ability: 1, of: Soul Warden}",
        "113.6",
    ),
    "what enters untapped, of a land that entered tapped": (
        BEARS + "- enter: Idyllic Grange\n- {ability: 1, of: Idyllic Grange, "
        "targets: [Grizzly Bears]}",
        "entered tapped",
    ),
    "a land, of any target": (
        "- enter: Forest\n- {resolve: Shock, targets: [Forest]}",
        "any target",
    ),
    "what was a creature before it was flipped, of a creature": (
        "- {enter: 'Rune-Tail, Kitsune Ascendant', flipped: true}\n"
        + GROWTH.format('"Rune-Tail, Kitsune Ascendant"'),
        "115.1",
    ),
    "a creature, of a player or planeswalker": (
        BEARS + "- {effect: ~ deals 3 damage to target player or planeswalker., "
        "targets: [Grizzly Bears]}",
        "115.1",
    ),
    "the same creature, of any target and another target": (
        BEARS + "- {resolve: Arc Trail, targets: [Grizzly Bears, Grizzly Bears]}",
        "another target",
    ),
    "the same creature, of two targets": (
        BEARS + "- {effect: ~ deals 2 damage to each of two targets., "
        "targets: [Grizzly Bears, Grizzly Bears]}",
        "named twice",
    ),
    "a creature, as a Case that is solved": (
        BEARS + "- {becomes: solved, on: Grizzly Bears}",
        "no Case",
    ),
    "a token that is gone, as a Case that is solved": (
        BEARS + "- {token_copy_of: Grizzly Bears, as: t}\n- {leave: t}\n- {becomes: solved, on: t}",
        "no Case",
    ),
    "a creature of one's own, of provoke": (
        (
            "- enter: Krosan Vorine\n- {enter: Grizzly Bears, tapped: true}\n"
            "- {ability: 1, of: Krosan Vorine, targets: [Grizzly Bears]}"
        ),
        "115.1",
    ),
    "a player with hexproof": (
        "- {enter: Witchbane Orb, controller: opponent}\n- {resolve: Shock, targets: [opponent]}",
        "can't be the target",
    ),
    "a player who gained hexproof": (
        (
            "- {effect: You gain hexproof until your next turn., controller: opponent}\n"
            "- {resolve: Shock, targets: [opponent]}"
        ),
        "can't be the target",
    ),
    "oneself with shroud": (
        "- effect: You gain shroud until end of turn.\n- {resolve: Shock, targets: [you]}",
        "can't be the target",
    ),
    "what can't be the target of abilities of opponents": (
        PAGE.format("~ can't be the target of abilities your opponents control.")
        + "- {enter: Royal Assassin, controller: opponent}\n- tap: Page\n"
        "- {ability: 1, of: Royal Assassin, targets: [Page]}",
        "can't be the target",
    ),
    "what can't be the target of a colour": (
        PAGE.format("~ can't be the target of red spells or abilities from red sources.")
        + "- {resolve: Shock, targets: [Page]}",
        "can't be the target",
    ),
    "what an effect says can't be a target": (
        BEARS + "- {effect: Target creature can't be the target of spells or abilities your "
        "opponents control this turn., targets: [Grizzly Bears]}\n"
        "- {resolve: Shock, targets: [Grizzly Bears], controller: opponent}",
        "can't be the target",
    ),
    "a card in a graveyard that can't be a target": (
        (
            "- enter: Silent Gravestone\n- {zone: graveyard, card: Grizzly Bears}\n"
            "- {effect: Return target creature card from your graveyard to your hand., "
            "targets: [Grizzly Bears]}"
        ),
        "can't be the target",
    ),
    "oneself, of target opponent": (
        "- {effect: Target opponent creates a 1/1 red Goblin creature token., targets: [you]}",
        "no opponent",
    ),
    "oneself, of target opponent or planeswalker": (
        "- {effect: ~ deals 3 damage to target opponent or planeswalker., targets: [you]}",
        "no opponent",
    ),
    "a player, of target spell": ("- {resolve: Counterspell, targets: [you]}", "no player"),
    "a player, of an ability's target land": (
        PAGE.format("{{T}}: Tap target land.") + "- {ability: 1, of: Page, targets: [opponent]}",
        "no such target",
    ),
    "a creature, of target player": (
        "- enter: Tormod's Crypt\n" + BEARS + "- {ability: 1, of: Tormod's Crypt, "
        "targets: [Grizzly Bears]}",
        "no such target",
    ),
    "a mutating card without mutate": (
        BEARS + "- {mutate: Serra Angel, onto: Grizzly Bears, as: both}",
        "702.140a",
    ),
    "hexproof that a card elsewhere would pass over": (
        THEIRS.format("Gladecover Scout")
        + "- {zone: graveyard, card: Glaring Spotlight}\n"
        + GROWTH.format("Gladecover Scout"),
        "hexproof",
    ),
    "a choice that an ability does not ask for": (
        (
            "- {enter: Shapeshifter, choose: {number: 3}}\n"
            "- {ability: 1, of: Shapeshifter, choose: {color: red}}"
        ),
        "asks for no color",
    ),
    "a land as target creature": ("- enter: Forest\n" + GROWTH.format("Forest"), "115.1"),
    "what an Aura has made a land as target creature": (
        BEARS
        + "- {enter: Song of the Dryads, attached_to: Grizzly Bears}\n"
        + GROWTH.format("Grizzly Bears"),
        "115.1",
    ),
    "a target of which another permanent has the name": (
        (
            "- enter: Yenna, Redtooth Regent\n- {enter: Levitation, as: one}\n"
            "- {enter: Levitation, as: two}\n"
            "- {ability: 1, of: 'Yenna, Redtooth Regent', targets: [one]}"
        ),
        "115.1",
    ),
    "a card elsewhere as target creature": (
        "- {zone: graveyard, card: Grizzly Bears}\n" + GROWTH.format("Grizzly Bears"),
        "115.1",
    ),
    "one of two targets": (
        BEARS + RING + "- {effect: Two target creatures gain flying., targets: "
        "[Grizzly Bears, Sol Ring]}",
        "Sol Ring",
    ),
    "up to two targets, of which one is none": (
        RING + "- {effect: Up to two target creatures gain flying., targets: [Sol Ring]}",
        "Sol Ring",
    ),
    "no target named": ("- enter: Royal Assassin\n- {ability: 1, of: Royal Assassin}", "601.2c"),
    "more objects than the text has words for": (
        BEARS + RING + "- enter: Royal Assassin\n- tap: Grizzly Bears\n"
        "- {ability: 1, of: Royal Assassin, targets: [Grizzly Bears, Sol Ring]}",
        "Sol Ring",
    ),
    "a choice from another zone": (
        BEARS + "- {resolve: Buried Alive, targets: [Grizzly Bears]}",
        "Grizzly Bears",
    ),
    "a token that is gone leaves again": (
        BEARS
        + "- token_copy_of: Grizzly Bears\n  as: copy\n- leave: copy\n- {leave: copy, to: hand}",
        "copy",
    ),
    "a door of what has left": (
        "- enter: Locker Room\n- leave: Locker Room\n- unlock: Locker Room",
        "battlefield",
    ),
    "entering as a copy of what has left": (
        BEARS + "- leave: Grizzly Bears\n- {enter: Clone, copying: Grizzly Bears}",
        "707.5",
    ),
    "hexproof": (
        THEIRS.format("Gladecover Scout") + GROWTH.format("Gladecover Scout"),
        "702.11b",
    ),
    "shroud, of one's own": (
        "- enter: Silhana Starfletcher\n- {effect: Target creature gains shroud., targets: "
        "[Silhana Starfletcher]}\n" + GROWTH.format("Silhana Starfletcher"),
        "702.18a",
    ),
    "protection from the spell's colour": (
        "- enter: White Knight\n- {resolve: Terror, targets: [White Knight]}",
        "702.16b",
    ),
    "protection from the ability's source": (
        (
            "- enter: White Knight\n- enter: Royal Assassin\n- tap: White Knight\n"
            "- {ability: 1, of: Royal Assassin, targets: [White Knight]}"
        ),
        "702.16b",
    ),
    "what a permanent forbids": (
        "- enter: Dense Foliage\n" + BEARS + GROWTH.format("Grizzly Bears"),
        "Dense Foliage",
    ),
    "Equipment on an artifact": (
        RING + "- {enter: Bonesplitter, attached_to: Sol Ring}",
        "can't be attached",
    ),
    "an Aura where it can't enchant": (
        "- enter: Forest\n- {enter: Pacifism, attached_to: Forest}",
        "can't be attached",
    ),
    "an Aura on what is protected from it": (
        "- enter: Black Knight\n- {enter: Pacifism, attached_to: Black Knight}",
        "can't be attached",
    ),
    "bestowed on an artifact": (
        RING + "- {enter: Boon Satyr, attached_to: Sol Ring}",
        "can't be attached",
    ),
    "bestowed on what it makes a creature": (
        RING + "- {enter: Trickster's Elk, attached_to: Sol Ring}",
        "can't be attached",
    ),
    "bestowed on a player": ("- {enter: Boon Satyr, attached_to: opponent}", "303.4c"),
    "an Aura on a player": ("- {enter: Pacifism, attached_to: opponent}", "303.4c"),
    "moved to where it can't be": (
        BEARS + RING + "- {enter: Bonesplitter, attached_to: Grizzly Bears}\n"
        "- {attach: Bonesplitter, to: Sol Ring}",
        "701.3b",
    ),
    "a class level skipped": (
        "- enter: Wizard Class\n- {class_level: 3, on: Wizard Class}",
        "716.2a",
    ),
    "a class level again": (
        (
            "- enter: Wizard Class\n- {class_level: 2, on: Wizard Class}\n"
            "- {class_level: 2, on: Wizard Class}"
        ),
        "716.2a",
    ),
    "a class level skipped by its ability": (
        "- enter: Wizard Class\n- {ability: 2, of: Wizard Class}",
        "716.2a",
    ),
    "counters that are not there": (
        BEARS + "- {counters: {+1/+1: 1}, on: Grizzly Bears}\n"
        "- {counters: {+1/+1: -2}, on: Grizzly Bears}",
        "+1/+1 counter",
    ),
    "a mana ability": (
        "- enter: Llanowar Elves\n- {ability: 1, of: Llanowar Elves}",
        "mana ability",
    ),
    "a door of a Room that is face down (708.2a)": (
        "- {enter: Porcelain Gallery, face_down: true}\n- {unlock: Porcelain Gallery}",
        "door",
    ),
    "a choice of cards in a graveyard that names a permanent": (
        BEARS + "- enter: Specter of Mortality\n"
        "- {ability: 1, of: Specter of Mortality, targets: [Grizzly Bears]}",
        "115.1",
    ),
    "a choice of cards in a library that names a permanent": (
        BEARS + "- {resolve: Buried Alive, targets: [Grizzly Bears]}",
        "115.1",
    ),
    "a choice of a card in a graveyard by its kind": (
        BEARS + "- enter: Torrent Sculptor\n"
        "- {ability: 2, of: Torrent Sculptor, choose: {card: Grizzly Bears}}",
        "608.2d",
    ),
    "a choice of another one than the text speaks of": (
        BEARS + "- enter: Disciple of Bolas\n"
        "- {ability: 1, of: Disciple of Bolas, choose: {creature: Disciple of Bolas}}",
        "608.2d",
    ),
    "an opponent's creature, to be sacrificed": (
        "- {enter: Grizzly Bears, controller: opponent}\n" + _VAMPIRE,
        "608.2d",
    ),
    "a copy of what the text does not speak of": (
        (
            "- {enter: Grizzly Bears, controller: opponent}\n"
            "- {enter: Mirror Image, copying: Grizzly Bears}"
        ),
        "707.5",
    ),
    "a copy of a token that has ceased to exist": (
        (
            "- token: {name: Cub, type_line: Creature — Bear, power: 0, toughness: 0, colors: []}\n"
            "- {enter: Activated Sleeper, copying: Cub}"
        ),
        "707.5",
    ),
    "a copy of what is no artifact": (
        BEARS + "- {enter: Sculpting Steel, copying: Grizzly Bears}",
        "707.5",
    ),
    "a copy that was kicked by what it copies": (
        (
            "- enter: Kavu Primarch\n  choose: {kicked: 'yes'}\n"
            "- {enter: Clone, copying: Kavu Primarch, choose: {kicked: 'yes'}}"
        ),
        "702.33e",
    ),
    "a copy with the X of what it copies": (
        (
            "- {enter: Glorious Anthem}\n- {enter: Endless One, x: 2}\n"
            "- {enter: Clone, copying: Endless One, x: 2}"
        ),
        "107.3m",
    ),
    "hexproof by an emblem of the type that was chosen": (
        BEARS + "- {enter: 'Oko, Shadowmoor Scion'}\n"
        "- {ability: 4, of: 'Oko, Shadowmoor Scion', choose: {creature type: Bear}}\n"
        "- {resolve: Murder, targets: [Grizzly Bears], controller: opponent}",
        "702.11b",
    ),
    "a choice of another kind for an effect that is over as it begins": (
        (
            "- enter: Forest\n- token: {name: Page, type_line: Creature — Human, power: 1, "
            "toughness: 1, "
            'oracle_text: "{T}: Choose a creature you control. '
            'Until ~ leaves the battlefield, it gets +1/+1."}\n'
            "- leave: Page\n- {ability: 1, of: Page, choose: {creature: Forest}}"
        ),
        "608.2d",
    ),
    "protection from what the source last was (113.7a)": (
        (
            "- enter: Black Knight\n- token: {name: Page, type_line: Creature — Human, colors: "
            "[W], "
            'power: 1, toughness: 1, oracle_text: "{T}: Target creature gets +1/+1 until end of '
            'turn."}\n'
            "- leave: Page\n- {ability: 1, of: Page, targets: [Black Knight]}"
        ),
        "702.16b",
    ),
    "an object named for an ability without targets": (
        (
            BEARS + "- token: {name: Page, type_line: Creature — Human, power: 1, toughness: 1, "
            'oracle_text: "{T}: ~ gets +1/+1 until end of turn."}\n'
            "- {ability: 1, of: Page, targets: [Grizzly Bears]}"
        ),
        "Grizzly Bears",
    ),
    "a max speed ability below max speed": (
        (
            "- speed: 3\n- token: {name: Page, type_line: Creature — Human, power: 1, toughness: "
            "1, "
            'oracle_text: "Max speed — {T}: ~ gets +1/+1 until end of turn."}\n'
            "- {ability: 1, of: Page}"
        ),
        "702.178a",
    ),
    "a player named for an ability without one": (
        PAGE.format("{T}: ~ gets +1/+1 until end of turn.")
        + "- {ability: 1, of: Page, targets: [opponent]}",
        "601.2c",
    ),
    "a player named for a spell that targets a creature": (
        BEARS + GROWTH.format("opponent"),
        "115.1",
    ),
    "an object named for a trigger of itself that has no target": (
        BEARS
        + PAGE.format("When ~ enters, creatures you control get +1/+1 until end of turn.")
        + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
        "601.2c",
    ),
    "an object named for a trigger of a time": (
        BEARS
        + PAGE.format("At the beginning of your upkeep, put a +1/+1 counter on ~.")
        + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
        "601.2c",
    ),
    "an object named for a mode that has no target": (
        BEARS
        + PAGE.format(
            "{T}: Choose one —\\n• Target creature gets +1/+1 until end of turn.\\n"
            "• Creatures you control get +1/+1 until end of turn."
        )
        + "- {ability: 1, of: Page, mode: 2, targets: [Grizzly Bears]}",
        "601.2c",
    ),
    "an event that could not be of the object": (
        PAGE.format(
            "Whenever another creature you control attacks, it gets +2/+0 until end of turn."
        )
        + "- {ability: 1, of: Page, targets: [Page]}",
        "603.2",
    ),
    "an activated ability of what has none that can be activated": (
        PAGE.format("{T}: ~ gets +1/+1 until end of turn.")
        + "- {enter: Arrest, attached_to: Page}\n- {ability: 1, of: Page}",
        "602.5",
    ),
    "an activated ability of creatures under Cursed Totem": (
        "- enter: Student of Warfare\n- enter: Cursed Totem\n- level_up: Student of Warfare",
        "602.5",
    ),
    "an activated ability of what has the chosen name": (
        PAGE.format("{T}: ~ gets +1/+1 until end of turn.")
        + "- {enter: Phyrexian Revoker, choose: {card name: Page}}\n- {ability: 1, of: Page}",
        "602.5",
    ),
    "a level of a Class whose abilities can't be activated": (
        (
            "- enter: Wizard Class\n- {enter: Suppression Bonds, attached_to: Wizard Class}\n"
            "- {class_level: 2, on: Wizard Class}"
        ),
        "602.5",
    ),
    "two modes of an ability that has one of them": (
        PAGE.format("{T}: Choose one —\\n• Put a +1/+1 counter on ~.\\n• Untap ~.")
        + "- {ability: 1, of: Page, mode: [1, 2]}",
        "700.2",
    ),
    "one mode of an ability that has two of them": (
        PAGE.format("{T}: Choose two —\\n• Put a +1/+1 counter on ~.\\n• Untap ~.\\n• Tap ~.")
        + "- {ability: 1, of: Page, mode: 1}",
        "700.2",
    ),
    "a mode twice": (
        PAGE.format("{T}: Choose one or both —\\n• Put a +1/+1 counter on ~.\\n• Untap ~.")
        + "- {ability: 1, of: Page, mode: [1, 1]}",
        "700.2",
    ),
    "an activated ability of what is detained (701.35a)": (
        PAGE.format("{T}: ~ gets +1/+1 until end of turn.")
        + "- {effect: Detain target creature., controller: opponent, targets: [Page]}\n"
        + "- {ability: 1, of: Page}",
        "602.5",
    ),
    "a land that enters while none can": (
        "- enter: Worms of the Earth\n- enter: Forest",
        "101.2",
    ),
    "what would be a land as it enters while none can (614.17d)": (
        "- enter: 'Ashaya, Soul of the Wild'\n- enter: Worms of the Earth\n- enter: Grizzly Bears",
        "101.2",
    ),
    "a token that is a copy of a land while none can enter": (
        "- enter: Forest\n- enter: Worms of the Earth\n- token_copy_of: Forest",
        "101.2",
    ),
    "an ability that its source had lost as it entered (603.6a)": (
        "- enter: Humility\n- enter: Elvish Visionary\n- {ability: 1, of: Elvish Visionary}",
        "602.2, 603.2",
    ),
    "the same, when it has the ability again": (
        (
            "- enter: Humility\n- enter: Elvish Visionary\n- leave: Humility\n"
            "- {ability: 1, of: Elvish Visionary}"
        ),
        "602.2, 603.2",
    ),
    "an ability that its source had lost as it died (603.10a)": (
        (
            "- enter: Young Wolf\n- enter: Humility\n- {resolve: Shock, targets: [Young Wolf]}\n"
            "- {ability: 1, of: Young Wolf}"
        ),
        "602.2, 603.2",
    ),
    "an ability that its source never had (602.2)": (
        "- enter: Humility\n- enter: Figure of Destiny\n- {ability: 1, of: Figure of Destiny}",
        "602.2, 603.2",
    ),
    "an ability of a land that a basic land type has taken (305.7)": (
        "- enter: Blood Moon\n- enter: Mutavault\n- {ability: 2, of: Mutavault}",
        "602.2, 603.2",
    ),
    "an ability that Torpor Orb kept from triggering (603.2)": (
        "- enter: Torpor Orb\n- enter: Blade Splicer\n- {ability: 1, of: Blade Splicer}",
        "602.2, 603.2",
    ),
    "one of an opponent's permanent under Elesh Norn": (
        (
            "- enter: 'Elesh Norn, Mother of Machines'\n"
            "- {enter: Blade Splicer, controller: opponent}\n- {ability: 1, of: Blade Splicer}"
        ),
        "602.2, 603.2",
    ),
    "an ability of what died beside Hushbringer": (
        (
            "- enter: Doomed Traveler\n- enter: Hushbringer\n- leave: Doomed Traveler\n"
            "- {ability: 1, of: Doomed Traveler}"
        ),
        "602.2, 603.2",
    ),
    "a creature that enters beside Torpor Orb as what another triggers on": (
        PAGE.format("Whenever a creature enters, put a +1/+1 counter on that creature.")
        + "- enter: Torpor Orb\n"
        + BEARS
        + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
        "causes no ability to trigger",
    ),
    **{
        f"of flanking {what} (702.25a)": (
            PAGE.format("Flanking") + there + f"- {{ability: 1, of: Page, targets: [{whom}]}}",
            "not what that ability triggers on",
        )
        for what, there, whom in (
            ("one's own creature", BEARS, "Grizzly Bears"),
            ("a land", THEIRS.format("Forest"), "Forest"),
            ("a creature with flanking", THEIRS.format("Benalish Cavalry"), "Benalish Cavalry"),
        )
    },
    **{
        f"of {keyword} what was there before it": (
            BEARS + PAGE.format(keyword) + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
            "not what that ability triggers on",
        )
        for keyword in ("Evolve", "Graft 1")
    },
    "of evolve a creature that wasn't larger as it entered (702.100a)": (
        PAGE.format("Evolve")
        + "- {counters: {+1/+1: 3}, on: Page}\n"
        + BEARS
        + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
        "not what that ability triggers on",
    ),
    "of training a creature with the same power (702.149a)": (
        PAGE.format("Training") + "- {enter: Elvish Mystic}\n"
        "- {ability: 1, of: Page, targets: [Elvish Mystic]}",
        "not what that ability triggers on",
    ),
    "of training an opponent's creature (508.1a)": (
        PAGE.format("Training")
        + THEIRS.format("Hill Giant")
        + "- {ability: 1, of: Page, targets: [Hill Giant]}",
        "not what that ability triggers on",
    ),
    "of mentor an opponent's creature (508.1a)": (
        PAGE.format("Mentor")
        + "- {counters: {+1/+1: 3}, on: Page}\n"
        + THEIRS.format("Grizzly Bears")
        + "- {ability: 1, of: Page, targets: [Grizzly Bears]}",
        "115.1",
    ),
    "a chapter for which there are too few lore counters": (
        "- enter: History of Benalia\n- {ability: 2, of: History of Benalia}",
        "714.2b",
    ),
    "what is activated once each turn, a second time in it": (
        PAGE.format("{{1}}: ~ gets +1/+1 until end of turn. Activate only once each turn.")
        + "- {ability: 1, of: Page}\n- {ability: 1, of: Page}",
        "as often as it can in this turn",
    ),
    "what is activated only once, in a later turn": (
        PAGE.format("{{1}}: Put a +1/+1 counter on ~. Activate only once.")
        + "- {ability: 1, of: Page}\n- end_turn: true\n- {ability: 1, of: Page}",
        "as often as it can already",
    ),
    "what is powered up, in a later turn (702.193a)": (
        PAGE.format("Power-up — {{1}}: Put a +1/+1 counter on ~.")
        + "- {ability: 1, of: Page}\n- end_turn: true\n- {ability: 1, of: Page}",
        "as often as it can already",
    ),
    "what triggers once each turn, a second time in it": (
        PAGE.format(
            "Whenever ~ attacks, it gets +1/+0 until end of turn. This ability triggers "
            "only once each turn."
        )
        + "- {ability: 1, of: Page}\n- {ability: 1, of: Page}",
        "as often as it can in this turn",
    ),
    "a mode that was chosen before, of one that hasn't been": (
        '- {token: {name: Page, type_line: Artifact, oracle_text: "{1}: Choose one that '
        "hasn't been "
        'chosen this turn —\\n• You gain 1 life.\\n• Draw a card."}}\n'
        + 2
        * "- {ability: 1, of: Page, mode: 2}\n",
        "mode 2 of `Page` has been chosen already",
    ),
    "targets whose total is too high": (
        "- {enter: Hill Giant}\n- {enter: Hill Giant, as: other}\n"
        + '- {enter: "Kairi, the Swirling Sky", as: kairi}\n- {leave: kairi}\n'
        "- {ability: 2, of: kairi, mode: 1, targets: [Hill Giant, other]}",
        "the targets are not with total mana value 6 or less (601.2c)",
    ),
    "another loyalty ability of a planeswalker in a turn (606.3)": (
        "- enter: Sarkhan Vol\n" + 2 * "- {ability: 1, of: Sarkhan Vol}\n",
        "a loyalty ability",
    ),
}
