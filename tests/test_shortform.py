"""A board in a line: what each line means, there and back, and what is refused."""

import re
from pathlib import Path
from typing import Any

import pytest

from striate.boards.describing import line_page_with_sayings
from striate.boards.errors import BoardError
from striate.boards.from_yaml import load_yaml
from striate.boards.line.reading import document_of_line
from striate.boards.line.writing import line_of_document
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document, read_boards
from striate.boards.steps.instead import INSTEAD, Instead
from striate.boards.steps.kind import StepKind
from striate.boards.steps.saying import Saying
from striate.boards.steps.table import STEPS
from striate.boards.timeline import Board
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from tests.corpus import BOARDS

# Each line, and below it the steps of the board file that it means.
LINES = """
Grizzly Bears
    [{enter: Grizzly Bears}]
enter Grizzly Bears
    [{enter: Grizzly Bears}]
grizzly bears
    [{enter: grizzly bears}]
"Grizzly Bears"
    [{enter: Grizzly Bears}]
Grizzly Bears (opponent)
    [{enter: Grizzly Bears, controller: opponent}]
Grizzly Bears (you)
    [{enter: Grizzly Bears, controller: you}]
Grizzly Bears (as: Bob)
    [{enter: Grizzly Bears, as: Bob}]
Grizzly Bears (tapped, as: Bob, opponent)
    [{enter: Grizzly Bears, as: Bob, controller: opponent, tapped: true}]
Grizzly Bears; Grizzly Bears; tap Grizzly Bears #2
    [{enter: Grizzly Bears}, {enter: Grizzly Bears}, {tap: "Grizzly Bears #2"}]
Blood Moon; Urborg, Tomb of Yawgmoth; Dryad Arbor (opponent)
    [{enter: Blood Moon}, {enter: "Urborg, Tomb of Yawgmoth"}, {enter: Dryad Arbor, controller: opponent}]
Urborg, Tomb of Yawgmoth; Evil Presence on Urborg
    [{enter: "Urborg, Tomb of Yawgmoth"}, {enter: Evil Presence, attached_to: "Urborg, Tomb of Yawgmoth"}]
Frogify on Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Frogify, attached_to: Grizzly Bears}]
mutate Cavern Whisperer onto Grizzly Bears (under)
    [{enter: Grizzly Bears}, {mutate: Cavern Whisperer, onto: Grizzly Bears, under: true}]
together Humility, Opalescence (ordered)
    [{enter: Humility}, {enter: Opalescence}, {together: [Humility, Opalescence], ordered: true}]
Grizzly Bears; Frogify on Bears
    [{enter: Grizzly Bears}, {enter: Frogify, attached_to: Grizzly Bears}]
Grizzly Bears; Clone copying Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Clone, copying: Grizzly Bears}]
Grizzly Bears; Clone copying Bears; Frogify on Clone
    [{enter: Grizzly Bears}, {enter: Clone, copying: Grizzly Bears}, {enter: Frogify, attached_to: Clone}]
Painter's Servant (blue)
    [{enter: "Painter's Servant", choose: {color: blue}}]
Hexdrinker level 8; level 2 Student of Warfare (opponent)
    [{enter: Hexdrinker}, {counters: {level: 8}, on: Hexdrinker}, {enter: Student of Warfare, controller: opponent}, {counters: {level: 2}, on: Student of Warfare}]
Barbarian Class at level 3
    [{enter: Barbarian Class}, {class_level: 2, on: Barbarian Class}, {class_level: 3, on: Barbarian Class}]
Mutavault; activate Mutavault
    [{enter: Mutavault}, {ability: 2, of: Mutavault}]
Grizzly Bears; Hill Giant; Pacifism on Hill Giant; attach Pacifism to Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Hill Giant}, {enter: Pacifism, attached_to: Hill Giant}, {attach: Pacifism, to: Grizzly Bears}]
Birds of Paradise (face down)
    [{enter: Birds of Paradise, face_down: true}]
Delver of Secrets; transform Delver of Secrets
    [{enter: Delver of Secrets}, {transform: Delver of Secrets}]
Nezumi Graverobber; flip Nezumi Graverobber
    [{enter: Nezumi Graverobber}, {flip: Nezumi Graverobber}]
Conspiracy (creature type: Elf)
    [{enter: Conspiracy, choose: {creature type: Elf}}]
Caged Sun (color: blue)
    [{enter: Caged Sun, choose: {color: blue}}]
Phantasmal Terrain on Forest (basic land type: Swamp)
    [{enter: Forest}, {enter: Phantasmal Terrain, attached_to: Forest, choose: {basic land type: Swamp}}]
Forest; Phantasmal Terrain on Forest (basic land type: Swamp)
    [{enter: Forest}, {enter: Phantasmal Terrain, attached_to: Forest, choose: {basic land type: Swamp}}]
Endless One (x: 3)
    [{enter: Endless One, x: 3}]
Student of Warfare; level_up Student of Warfare x2
    [{enter: Student of Warfare}, {level_up: Student of Warfare, times: 2}]
Student of Warfare; level up student x7
    [{enter: Student of Warfare}, {level_up: Student of Warfare, times: 7}]
Student of Warfare; counters 2 level on Student of Warfare
    [{enter: Student of Warfare}, {counters: {level: 2}, "on": Student of Warfare}]
Grizzly Bears; counters 2 +1/+1, 1 -1/-1 on Grizzly Bears
    [{enter: Grizzly Bears}, {counters: {+1/+1: 2, -1/-1: 1}, "on": Grizzly Bears}]
Grizzly Bears; counters 1 flying on bears; counters -1 flying on bears
    [{enter: Grizzly Bears}, {counters: {flying: 1}, "on": Grizzly Bears}, {counters: {flying: -1}, "on": Grizzly Bears}]
Wizard Class; class_level 2 on Wizard Class
    [{enter: Wizard Class}, {class_level: 2, "on": Wizard Class}]
Grizzly Bears; resolve Giant Growth -> Grizzly Bears
    [{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears]}]
Urborg, Tomb of Yawgmoth; Dryad Arbor; resolve Twisted Image -> Dryad Arbor
    [{enter: "Urborg, Tomb of Yawgmoth"}, {enter: Dryad Arbor}, {resolve: Twisted Image, targets: [Dryad Arbor]}]
Grizzly Bears; Hill Giant; resolve Fatal Frenzy -> Grizzly Bears (controller: opponent)
    [{enter: Grizzly Bears}, {enter: Hill Giant}, {resolve: Fatal Frenzy, targets: [Grizzly Bears], controller: opponent}]
Grizzly Bears; resolve Giant Growth -> Grizzly Bears (opponent)
    [{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears], controller: opponent}]
Coralhelm Commander; resolve Artificial Evolution -> coralhelm (from: Merfolk, to: Goblin)
    [{enter: Coralhelm Commander}, {resolve: Artificial Evolution, targets: [Coralhelm Commander], choose: {from: Merfolk, to: Goblin}}]
Akroma, Angel of Wrath; Zhao, the Moon Slayer; resolve Switcheroo -> Akroma, Angel of Wrath, Zhao, the Moon Slayer
    [{enter: "Akroma, Angel of Wrath"}, {enter: "Zhao, the Moon Slayer"}, {resolve: Switcheroo, targets: ["Akroma, Angel of Wrath", "Zhao, the Moon Slayer"]}]
Treetop Village; ability 2 of Treetop Village
    [{enter: Treetop Village}, {ability: 2, of: Treetop Village}]
Captivating Vampire; Grizzly Bears; ability 1 of Captivating Vampire -> Grizzly Bears
    [{enter: Captivating Vampire}, {enter: Grizzly Bears}, {ability: 1, of: Captivating Vampire, targets: [Grizzly Bears]}]
Walking Ballista; ability 1 of ballista (x: 2)
    [{enter: Walking Ballista}, {ability: 1, of: Walking Ballista, x: 2}]
Grizzly Bears; effect "target creature gets +1/+1 until end of turn" -> Grizzly Bears
    [{enter: Grizzly Bears}, {effect: target creature gets +1/+1 until end of turn, targets: [Grizzly Bears]}]
effect "creatures you control have flying" (opponent)
    [{effect: creatures you control have flying, controller: opponent}]
Grizzly Bears; effect "target creature gains flying; trample" -> bears
    [{enter: Grizzly Bears}, {effect: target creature gains flying; trample, targets: [Grizzly Bears]}]
Grizzly Bears; leave Grizzly Bears
    [{enter: Grizzly Bears}, {leave: Grizzly Bears}]
Grizzly Bears; leave Grizzly Bears to exile
    [{enter: Grizzly Bears}, {leave: Grizzly Bears, to: exile}]
Grizzly Bears; leave bears to hand
    [{enter: Grizzly Bears}, {leave: Grizzly Bears, to: hand}]
graveyard: Grizzly Bears
    [{zone: graveyard, card: Grizzly Bears}]
graveyard: Grizzly Bears (opponent)
    [{zone: graveyard, card: Grizzly Bears, owner: opponent}]
exile: Forest (as: hidden)
    [{zone: exile, card: Forest, as: hidden}]
command: Kenrith, the Returned King
    [{zone: command, card: "Kenrith, the Returned King"}]
zone graveyard (card: Forest)
    [{zone: graveyard, card: Forest}]
Birds of Paradise (face down); turn_face_up Birds of Paradise
    [{enter: Birds of Paradise, face_down: true}, {turn_face_up: Birds of Paradise}]
Grizzly Bears; turn face down Grizzly Bears
    [{enter: Grizzly Bears}, {turn_face_down: Grizzly Bears}]
Grizzly Bears; tap Grizzly Bears; untap Grizzly Bears
    [{enter: Grizzly Bears}, {tap: Grizzly Bears}, {untap: Grizzly Bears}]
Grizzly Bears; end_turn
    [{enter: Grizzly Bears}, {end_turn: true}]
Grizzly Bears; end turn
    [{enter: Grizzly Bears}, {end_turn: true}]
life 7
    [{life: 7}]
life 7 (opponent)
    [{life: 7, player: opponent}]
hand 3 (opponent)
    [{hand: 3, player: opponent}]
your_turn (opponent)
    [{your_turn: true, player: opponent}]
your_turn false
    [{your_turn: false}]
token Bear 2/2 (type: Creature — Bear, colors: green)
    [{token: {power: 2, toughness: 2, name: Bear, type_line: Creature — Bear, colors: [green]}}]
token Elf Warrior 1/1 (type: Creature — Elf Warrior, colors: G, opponent, as: elf)
    [{token: {power: 1, toughness: 1, name: Elf Warrior, type_line: Creature — Elf Warrior, colors: [G]}, as: elf, controller: opponent}]
token 1/1 (type: Creature — Spirit, colors: white black, text: "flying, lifelink")
    [{token: {power: 1, toughness: 1, type_line: Creature — Spirit, oracle_text: "flying, lifelink", colors: [white, black]}}]
Grizzly Bears; token_copy_of Grizzly Bears (as: copy)
    [{enter: Grizzly Bears}, {token_copy_of: Grizzly Bears, as: copy}]
Grizzly Bears; token copy of Grizzly Bears (opponent)
    [{enter: Grizzly Bears}, {token_copy_of: Grizzly Bears, controller: opponent}]
Grizzly Bears; token_copy_of Grizzly Bears (except: "it has haste")
    [{enter: Grizzly Bears}, {token_copy_of: Grizzly Bears, except: it has haste}]
spell Grizzly Bears (as: cast, mana: "{G}{G}")
    [{spell: Grizzly Bears, as: cast, mana: "{G}{G}"}]
spell Fireball (x: 3, opponent); copy_spell Fireball
    [{spell: Fireball, controller: opponent, x: 3}, {copy_spell: Fireball}]
spell Izzet Charm (mode: 2)
    [{spell: Izzet Charm, mode: 2}]
spell Mystic Confluence (mode: 1+1+3)
    [{spell: Mystic Confluence, mode: [1, 1, 3]}]
cast Giant Growth on Grizzly Bears
    [{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears]}]
Grizzly Bears; Giant Growth targeting Bears
    [{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears]}]
Wrath of God
    [{resolve: Wrath of God}]
Grizzly Bears; opponent casts Giant Growth on Bears
    [{enter: Grizzly Bears}, {resolve: Giant Growth, targets: [Grizzly Bears], controller: opponent}]
Akroma, Angel of Wrath; Hill Giant; cast Switcheroo on Akroma, Angel of Wrath, Hill Giant
    [{enter: "Akroma, Angel of Wrath"}, {enter: Hill Giant}, {resolve: Switcheroo, targets: ["Akroma, Angel of Wrath", Hill Giant]}]
cast Frogify on Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Frogify, attached_to: Grizzly Bears}]
enter Frogify on Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Frogify, attached_to: Grizzly Bears}]
crew Smuggler's Copter
    [{enter: Smuggler's Copter}, {ability: 2, of: Smuggler's Copter}]
Caustic Bronco; opponent saddles Bronco
    [{enter: Caustic Bronco}, {ability: 2, of: Caustic Bronco, controller: opponent}]
equip Grizzly Bears with Bonesplitter
    [{enter: Grizzly Bears}, {enter: Bonesplitter}, {attach: Bonesplitter, to: Grizzly Bears}]
bestow Boon Satyr on Grizzly Bears
    [{enter: Grizzly Bears}, {enter: Boon Satyr, attached_to: Grizzly Bears, choose: {cost: bestow}}]
Opponent controls Blood Moon; my opponent's Hill Giant; I have Grizzly Bears
    [{enter: Blood Moon, controller: opponent}, {enter: Hill Giant, controller: opponent}, {enter: Grizzly Bears, controller: you}]
Opponent controls Grizzly Bears with two +1/+1 counters and a flying counter
    [{enter: Grizzly Bears, controller: opponent}, {counters: {+1/+1: 2, flying: 1}, "on": Grizzly Bears}]
Grizzly Bears; Grizzly Bears with a +1/+1 counter (as: Bob, tapped)
    [{enter: Grizzly Bears}, {enter: Grizzly Bears, as: Bob, tapped: true}, {counters: {+1/+1: 1}, "on": Bob}]
two Grizzly Bears; tap Grizzly Bears #2
    [{enter: Grizzly Bears}, {enter: Grizzly Bears}, {tap: "Grizzly Bears #2"}]
Porcelain Gallery; unlock Dollmaker's Shop
    [{enter: Porcelain Gallery}, {unlock: Porcelain Gallery, door: Dollmaker's Shop}]
Porcelain Gallery (as: room); unlock Dollmaker's Shop of room
    [{enter: Porcelain Gallery, as: room}, {unlock: room, door: Dollmaker's Shop}]
Delver of Secrets; Delver transforms
    [{enter: Delver of Secrets}, {transform: Delver of Secrets}]
Grizzly Bears; Tap Grizzly Bears; Destroy Bears
    [{enter: Grizzly Bears}, {tap: Grizzly Bears}, {effect: Destroy target permanent., targets: [Grizzly Bears]}]
opponent creates a 1/1 white Soldier creature token with flying
    [{effect: Create a 1/1 white Soldier creature token with flying., controller: opponent}]
manifest Birds of Paradise
    [{enter: Birds of Paradise, face_down: true, choose: {face down by: manifest}}]
Conspiracy naming Elf
    [{enter: Conspiracy, choose: {creature type: Elf}}]
opponent's turn; opponent has 5 life; I have the initiative
    [{your_turn: true, player: opponent}, {life: 5, player: opponent}, {initiative: you}]
opponent's Grizzly Bears; Pacifism on my opponent's Bears
    [{enter: Grizzly Bears, controller: opponent}, {enter: Pacifism, attached_to: Grizzly Bears}]
Pacifism on opponent's Grizzly Bears
    [{enter: Grizzly Bears, controller: opponent}, {enter: Pacifism, attached_to: Grizzly Bears}]
Smuggler's Copter; crew it
    [{enter: Smuggler's Copter}, {ability: 2, of: Smuggler's Copter}]
my opponent controls two Grizzly Bears
    [{enter: Grizzly Bears, controller: opponent}, {enter: Grizzly Bears, controller: opponent}]
3 Forests
    [{enter: Forest}, {enter: Forest}, {enter: Forest}]
Endless One with X=3
    [{enter: Endless One, x: 3}]
Isamaru, Hound of Konda; Isamaru, Hound of Konda; keep Isamaru, Hound of Konda
    [{enter: "Isamaru, Hound of Konda"}, {enter: "Isamaru, Hound of Konda"}, {keep: "Isamaru, Hound of Konda"}]
{zone: graveyard, card: Forest}; Grizzly Bears
    [{zone: graveyard, card: Forest}, {enter: Grizzly Bears}]
Grizzly Bears; {counters: {+1/+1: 2}, on: Grizzly Bears}
    [{enter: Grizzly Bears}, {counters: {+1/+1: 2}, "on": Grizzly Bears}]
Grizzly Bears; Frogify on Grizzly Bears; level_up Student of Warfare x2
    [{enter: Grizzly Bears}, {enter: Frogify, attached_to: Grizzly Bears}, {enter: Student of Warfare}, {level_up: Student of Warfare, times: 2}]
"""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf(Catalogue.open())


def told() -> list[tuple[str, str]]:
    rows = LINES.strip().splitlines()
    return list(zip(rows[::2], (row.strip() for row in rows[1::2]), strict=True))


def test_there_are_enough_lines() -> None:
    assert len(told()) >= 60


@pytest.mark.parametrize(("line", "steps"), told(), ids=[line for line, _ in told()])
def test_a_line_means_its_steps(line: str, steps: str, shelf: Shelf) -> None:
    assert document_of_line(line, shelf) == {
        "steps": load_yaml(f"steps: {steps}", "").data["steps"]
    }


@pytest.mark.parametrize(("line", "steps"), told(), ids=[line for line, _ in told()])
def test_steps_are_said_and_read_back(line: str, steps: str, shelf: Shelf) -> None:
    document = {"steps": load_yaml(f"steps: {steps}", "").data["steps"]}
    assert document_of_line(line_of_document(document, shelf), shelf) == document


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "the board has no step"),
        (" ; \n ; ", "the board has no step"),
        ('effect "gains flying', "a quotation does not end"),
        ("Grizzly Bears opponent)", r"a `\)` has no `\("),
        ("Grizzly Bears (flying)", "`enter` has no option `flying`"),
        ("Riptide Replicator (blue)", r"no option `blue`; Riptide Replicator asks for choices"),
        ("Grizzly Bears level 3", "is neither a card nor a step"),
        ("activate Figure of Destiny", "`ability 1 of .* or `ability 2 of .* or `ability 3 of"),
        ("Grizzly Bears (,)", "an option is empty"),
        ("tap", "`tap` needs more after it"),
        ("Grizzly Bears; end turn (opponent)", "`end_turn` belongs to no player"),
        ("Grizzly Bears; counters many on Grizzly Bears", "is not a number of counters"),
        ("Grizzly Bears; Grizzly Bears (as: Runeclaw Bears); tap Bears", "may be"),
        ("[1, 2]", "no card is named"),
        ("{enter", "is not YAML"),
        ("Humility, Opalescence", "write `Humility; Opalescence`"),
        ("Grizzly Bears; attack with Bears", "no combat; write `tap Bears` if it is tapped"),
        ("Grizzly Bears attacks", "no combat; write `tap Grizzly Bears`"),
        ("Grizzly Bears blocks Hill Giant", "no combat; write `leave Grizzly Bears` if it died"),
        ("crew Smuggler's Copter with Grizzly Bears", "write `tap Grizzly Bears; crew Smugg"),
        ("Clone; crew Clone", "has no crew as printed; write `ability N of Clone`"),
        ("bestow Boon Satyr", "expected `bestow CARD on HANDLE`"),
        ("equip Bonesplitterr to Grizzly Bears", "called `Bonesplitterr`; did you mean `Bonespl"),
        ("cast Giant Grwth on Grizzly Bears", "did you mean `Giant Growth`"),
        ("csat Giant Growth on Grizzly Bears", "did you mean `cast`"),
        ("wiggle Grizzly Bears", "is neither a card nor a step"),
        ("Delver of Secrets; flip Delver of Secrets", "not a flip card; write `transform Delver"),
        ("Grizzly Bears; tap opponent's Grizzly Bears", "did not enter under the control"),
        ("Grizzly Bears; Hill Giant; tap it", "`it` may be `Grizzly Bears` or `Hill Giant`"),
        ("Cloudshift on Grizzly Bears with a +1/+1 counter", "does not tell what has the count"),
        ("Frogify on Grizzly Bears with a +1/+1 counter", "does not tell what has the counters"),
        ("Humility wiggles", "what stands after `Humility` is not understood"),
        ("graveyard: Forest, Shock", "write `graveyard: Forest; graveyard: Shock`"),
        ("Clone (Grizzly Bears)", "write `Clone copying Grizzly Bears`"),
        ("Grizzly Bears; equip Bonesplitter", "expected `equip HANDLE to HANDLE`"),
        ("Unsummon Grizzly Bears", "write `cast Unsummon on Grizzly Bears`"),
        ("Liliana of the Veil -2", "or `ability 2 of Liliana of the Veil`"),
        ("first Humility, then Opalescence", "write `Humility; Opalescence`"),
        ("I control Humility. Opponent has Opalescence", "write `I control Humility; Opp"),
        ("Hexdrinker (level 8)", "write `Hexdrinker level 8`"),
        ("sacrifice Xyzzy", "no object and no card is called `Xyzzy`"),
        ("unlock Dollmaker's Shop", "no Room with the door `Dollmaker's Shop` is there"),
        ("two Porcelain Gallery; unlock Dollmaker's Shop", "is a door of .* and of"),
        ("Grizzly Bears; rules 2010", "`2010` is not a day; write it as 2010-04-23"),
        ("Grizzly Bears; rules 1999-01-01", "the first edition is 2007-02-01"),
        ("Grizzly Bears; rules 2010-04-23; rules 2012-05-01", "by the rules of one day"),
        ("rules 2010-04-23", "the board has no step"),
        ("Grizzly Bears; rules 20100101", "`20100101` is not a day; write it as 2010-01-01"),
        ("Grizzly Bears; rules 2012/5/1", "`2012/5/1` is not a day; write it as 2012-05-01"),
        ("Grizzly Bears (opponnent)", "no option `opponnent`; did you mean `opponent`"),
        ("Frogify on Grizly Bears", "called `Grizly Bears`; did you mean `Grizzly Bears`"),
        ("graveyard Forest; Tarmogoyf", "write `graveyard: Forest`"),
        ("turn Bears sideways", "expected `turn HANDLE face up` or"),
    ],
)
def test_a_line_that_says_no_board_is_refused(line: str, error: str, shelf: Shelf) -> None:
    with pytest.raises(BoardError, match=error):
        board_from_document(document_of_line(line, shelf), shelf)


@pytest.mark.parametrize("said", ["rules 2010-04-23", "By the rules of 2010-04-23"])
def test_a_line_tells_the_day_of_its_rules(said: str, shelf: Shelf) -> None:
    read = document_of_line(f"{said}; Grizzly Bears", shelf)
    assert read == {"rules": ["2010-04-23"], "steps": [{"enter": "Grizzly Bears"}]}
    given = {**read, "rules": ["613.8a", "2010-04-23"]}
    assert line_of_document(given, shelf) == "Grizzly Bears; rules 2010-04-23"
    assert document_of_line("Grizzly Bears; rules 2010-04-23", shelf) == read


# A text for each slot of a saying, and the value that it means, on the board below.
SLOTS: dict[str, tuple[str, object]] = {
    "enter": ("Hill Giant", "Hill Giant"),
    "resolve": ("Shock", "Shock"),
    "targets": ("Bob", ["Bob"]),
    "counters": ("two +1/+1 counters and a flying counter", {"+1/+1": 2, "flying": 1}),
    "times": ("3", 3),
    "class_level": ("2", 2),
    "ability": ("1", 1),
    "door": ("Dollmaker's Shop", "Dollmaker's Shop"),
    "becomes": ("suspected", "suspected"),
    "player": ("opponent", "opponent"),
    "controller": ("opponent", "opponent"),
    "monarch": ("you", "you"),
    "initiative": ("opponent", "opponent"),
    "life": ("7", 7),
    "hand": ("2", 2),
    "speed": ("3", 3),
    "x": ("2", 2),
    "daytime": ("night", "night"),
    "emblem": ('"Creatures you control get +1/+1."', "Creatures you control get +1/+1."),
    "what": ("a 1/1 white Soldier creature token", ""),
    "choose": ("Elf", {"creature type": "Elf"}),
    "change": ("+1/+1", ""),
    "mutate": ("Cavern Whisperer", "Cavern Whisperer"),
    "other": ("Ann", ""),
    "card": ("Hill Giant", ""),
    "number": ("2", ""),
    "spell": ("Shock", ""),
    "object": ("Bob", ""),
    "whose": ("opponent's", ""),
    "box": ("2/2", ""),
}
THERE = "Grizzly Bears (as: Bob); Bonesplitter (as: Ann); Porcelain Gallery (as: room)"
SAYINGS = [(kind, saying) for kind in STEPS.values() for saying in kind.said]


def slot(name: str, kind: StepKind, saying: Saying) -> tuple[str, object]:
    if name == "enter" and "choose" in saying.slots:
        return "Conspiracy", "Conspiracy"
    ann = name == "attach" or kind.word == "ability" and name == "of"
    return SLOTS.get(name, ("Ann", "Ann") if ann else ("Bob", "Bob"))


@pytest.mark.parametrize(
    ("kind", "saying"), SAYINGS, ids=[f"{kind.word}: {saying.words}" for kind, saying in SAYINGS]
)
def test_what_a_step_prints_as_a_saying_reads_to_the_same_step(
    kind: StepKind, saying: Saying, shelf: Shelf
) -> None:
    slots = {name: slot(name, kind, saying) for name in saying.slots}
    given = {name: value for name, (_, value) in slots.items()}
    texts = {name: text for name, (text, _) in slots.items()}
    extra = {
        name: value.format(**texts) if isinstance(value, str) else value
        for name, value in saying.also.items()
    }
    wanted = {key: value for key, value in given.items() if key != "what"} | extra
    if kind.word == "ability":
        wanted[kind.word] = 1
    if "door" in wanted:
        wanted[kind.word] = "room" if kind.word not in texts else wanted[kind.word]
    line = saying.written(texts)
    *_, read = document_of_line(f"{THERE}; {line}", shelf)["steps"]
    assert {kind.word: True} | wanted == read
    # The step written in the line's own words reads to it again.
    document = document_of_line(THERE, shelf)
    document["steps"].append(read)
    assert document_of_line(line_of_document(document, shelf), shelf) == document


@pytest.mark.parametrize("instead", INSTEAD, ids=[each.saying.words for each in INSTEAD])
def test_the_line_that_a_refusal_names_works(instead: Instead, shelf: Shelf) -> None:
    slots = {name: SLOTS[name][0] for name in instead.saying.slots if name != "what"}
    slots["what"] = "Forest" if "graveyard" in instead.line else "Bob"
    if "crew" in instead.line:
        slots["what"] = "Smuggler's Copter"
    if re.search("(activate|animate) {what}", instead.line):
        slots["what"] = "Mutavault"
    if "(transformed)" in instead.line:
        slots["card"] = "Delver of Secrets"
    if "(flipped)" in instead.line:
        slots["card"] = "Nezumi Graverobber"
    if " X <number> on" in instead.saying.words:
        slots["card"] = "Fireball"
    if "equip {card}" in instead.line:
        slots["card"] = "Colossus Hammer"
    if "level {number}" in instead.line:
        slots["what"] = "Hexdrinker"
    with pytest.raises(BoardError) as caught:
        document_of_line(f"{THERE}; {instead.saying.written(slots)}", shelf)
    lines = re.findall(r"`([^`]+)`", caught.value.hint)
    assert lines
    for line in lines:
        worked = line.replace("HANDLE", "Bob").replace("ability N", "ability 1")
        document_of_line(f"{THERE}; {worked}", shelf)


def test_the_page_lists_what_the_steps_say_of_themselves() -> None:
    page = (Path(__file__).parent.parent / "docs" / "line.md").read_text(encoding="utf-8")
    assert line_page_with_sayings(page) == page, "run `make schema`"


def test_a_card_whose_name_begins_like_a_step_is_the_card(shelf: Shelf) -> None:
    for name in ("Counterspell", "Hand of Honor", "Life from the Loam", "Exile", "Spell Snare"):
        (step,) = document_of_line(name, shelf)["steps"]
        assert name in step.values()


def test_a_mistake_is_told_with_the_number_of_its_step(shelf: Shelf) -> None:
    with pytest.raises(BoardError) as caught:
        document_of_line("Grizzly Bears; counters many on Grizzly Bears", shelf)
    assert str(caught.value).startswith("step 2: ")


def plain(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps, a token's numbers as texts and what is empty left out."""
    steps = []
    for step in document["steps"]:
        record = step.get("token")
        if isinstance(record, dict):
            kept = {key: value for key, value in record.items() if value not in ("", [], None)}
            boxes = {key: str(kept[key]) for key in ("power", "toughness") if key in kept}
            step = {**step, "token": kept | boxes}
        steps.append(dict(step))
    return steps


def test_every_board_of_the_corpus_goes_there_and_back(shelf: Shelf) -> None:
    mappings = looked_at = 0
    for path in sorted(BOARDS.glob("*.yaml")):
        for board in read_boards(path, shelf):
            assert isinstance(board, Board), str(board)
            if board.cards:
                continue
            given = document(board)
            line = line_of_document(given, shelf)
            assert plain(document_of_line(line, shelf)) == plain(given), board.id
            mappings += line.startswith("{") or "; {" in line
            looked_at += 1
    assert looked_at > 300
    # Few steps have no short words: those that name what they create, tokens with texts.
    assert mappings < looked_at / 10
