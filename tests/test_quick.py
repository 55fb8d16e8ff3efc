"""`quick/`: what is not looked at changes no answer. The judge looks at everything."""

import random
from math import inf
from typing import Any

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Answer, Board
from striate.boards.untold import Path
from striate.cards.catalogue.scryfall import card_from_record
from striate.cards.language import is_understood
from striate.cards.tree import Card
from striate.encodings.layers import Layers
from striate.encodings.reading import outcome
from striate.encodings.state import Chars
from striate.queries.fuzzing.differing import real_cards
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.quick import attachments, copies, entering, places, sizes, statebased, targets
from striate.quick.savings import QUICK, Quick
from striate.referee.judge import judge
from striate.timeline import play as play_of_timeline
from striate.timeline.play import Play, Savings
from tests.corpus import corpus
from tests.helpers import board, creature, effect, other

# Boards on which something that is looked for is said, in ways that are easily overlooked.
HURTING = [
    other("Garden", "Enchantment", "Creatures you control enter with an additional +1/+1 counter "
                                   "on them."),
    creature("Gardener", "2/3", "Each other creature you control enters with an additional +1/+1 "
                                "counter on it."),
    other("Teacher", "Enchantment", 'Creatures you control have "This creature enters tapped."'),
    creature("Sprout", "0/0", "Sprout enters with two +1/+1 counters on it."),
    creature("Riser", "2/2", "Riot"),
    creature("Clone", "0/0", "You may have Clone enter as a copy of any creature on the "
                             "battlefield."),
    creature("Wisp", "1/1", "Other creatures get -1/-1."),
    creature("Queen", "3/3", "Other creatures have base power and toughness 1/1.",
             type_line="Legendary Creature — Bear"),
    creature("Bear", "2/2"),
    creature("Namer", "1/2", "Creatures are named Bear.", type_line="Legendary Creature — Bear"),
    other("Crown", "Enchantment", "Creatures are legendary."),
    other("Waking", "Enchantment", "Noncreature artifacts are artifact creatures with base power "
                                   "and toughness 0/0."),
    other("Idol", "Artifact"),
    other("Vale", "Land", "Vale enters tapped."),
    other("Shackles", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/-1."),
]  # fmt: skip
# Boards on which what is attached may fall off, or a creature comes near to toughness 0.
PARTING = [
    creature("Bear", "2/2"),
    creature("Hound", "1/1", type_line="Artifact Creature — Dog"),
    creature("Shepherd", "2/2", "Other creatures have protection from white."),
    creature("Golem", "3/3", "This creature is every creature type."),
    creature("Priest", "1/3", "Creatures get -1/-1."),
    creature("Guide", "2/4", "Creatures you control get -0/-1."),
    creature("Dean", "2/3", 'Creatures you control have "Other creatures get -1/-1."'),
    creature("Turner", "2/3", "Each creature gets +1/+2 and switches power and toughness."),
    other("Levy", "Enchantment", "Creatures get +0/+1 for each artifact on the battlefield."),
    creature("Clone", "0/0", "You may have Clone enter as a copy of any creature on the "
                             "battlefield."),
    other("Web", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.",
          colors=["W"]),
    other("Rust", "Enchantment — Aura", "Enchant artifact\nEnchanted artifact gets -0/-1."),
    other("Stone", "Enchantment — Aura", "Enchant permanent\nEnchanted permanent is a colorless "
          "land and loses all other card types and abilities."),
    other("Blade", "Artifact — Equipment", "Equipped creature gets +2/+1.\nEquip {1}"),
    other("March", "Enchantment", "Noncreature artifacts are artifact creatures."),
    other("Forge", "Enchantment", "Artifacts are artifact creatures with base power and toughness "
          "2/1."),
]  # fmt: skip
PASSING: list[dict[str, Any]] = [
    effect("All creatures get -1/-1 until end of turn."),
    effect("Creatures you control gain protection from white until end of turn."),
    effect("All artifacts become enchantments until end of turn."),
    effect("All creatures become artifacts until end of turn."),
    {"end_turn": True},
]
# Boards on which things copy, or a target is what it is asked for only as it is printed.
COPYING = [
    creature("Bear", "2/2"),
    creature("Seed", "0/0"),
    creature("Duke", "3/3", type_line="Legendary Creature — Bear"),
    creature("Golem", "1/3", type_line="Artifact Creature — Golem"),
    creature("Clone", "0/0", "You may have Clone enter as a copy of any creature on the "
                             "battlefield."),
    creature("Thing", "0/0", "You may have Thing enter as a copy of any artifact on the "
                             "battlefield."),
    creature("Mirror", "2/4", "{1}: ~ becomes a copy of target creature card in a graveyard."),
    creature("Essence", "2/2", "Nontoken creatures you control enter as a copy of Essence."),
    other("Idol", "Artifact"),
    other("Anthem", "Enchantment", "Creatures get +1/+1."),
    other("Hush", "Enchantment", "Creatures lose all abilities."),
    other("Freeze", "Enchantment", "Artifacts are enchantments."),
    other("Peace", "Enchantment — Aura", "Enchant creature\nEnchanted creature isn't a creature."),
]  # fmt: skip
# Boards on which something stays only as long as it has its counters, its name or its host alone.
STAYING = [
    creature("Bear", "2/3"),
    creature("Pupil", "2/4", "Level up {1}\nLEVEL 1-2\n1/1\nLEVEL 3+\n3/3",
             type_line="Creature — Human"),
    creature("Engine", "5/5", "Prototype {1} — 1/1", type_line="Artifact Creature — Golem"),
    creature("Duke", "3/3", type_line="Legendary Creature — Human"),
    creature("Sage", "1/2", "Sage gets -0/-1."),
    creature("Clone", "0/0", "You may have Clone enter as a copy of any creature on the "
                             "battlefield."),
    other("Mirror", "Enchantment", "You may have Mirror enter as a copy of any enchantment on the "
                                   "battlefield."),
    other("Dread", "Enchantment", "Creatures get -1/-1."),
    other("Walker", "Legendary Planeswalker — Ajani", "[−1]: You gain 1 life.", loyalty="2"),
    other("Tale", "Enchantment — Saga", "(As this Saga enters and after your draw step, add a lore "
          "counter. Sacrifice after II.)\nI, II — You gain 1 life."),
    other("Realm", "World Enchantment", "Creatures get +0/+1."),
    other("Yoke", "Artifact — Equipment", "Equipped creature gets +1/-1.\nEquip {1}"),
    other("Gloom", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/-2."),
    other("Hush", "Enchantment", "Creatures lose all abilities."),
    other("Idol", "Artifact"),
    other("March", "Enchantment", "Noncreature artifacts are artifact creatures."),
]  # fmt: skip
# Boards on which the other face counts, a color or a land type parts, and counters decide.
TURNING = [
    {"name": "Moth", "layout": "transform", "card_faces": [
        creature("Moth", "2/2"), creature("Husk", "4/0")]},
    {"name": "Squire", "layout": "transform", "card_faces": [
        creature("Squire", "1/1"), other("Lord", "Planeswalker — Ajani", loyalty="3")]},
    {"name": "Fable", "layout": "adventure", "card_faces": [
        creature("Fable", "1/1"), other("Tale", "Sorcery — Adventure", "Draw a card.")]},
    creature("Bear", "2/2"),
    creature("Seed", "0/0", "Seed enters with two +1/+1 counters on it."),
    creature("Monk", "2/2", "Protection from white"),
    creature("Turner", "1/3", "Each creature you control gets +1/+1 and switches "
             "power and toughness."),
    other("Bog", "Land — Swamp"),
    other("Moon", "Enchantment", "Lands are Mountains."),
    other("Paint", "Enchantment", "All permanents are white."),
    other("Vine", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.",
          colors=["G"]),
    other("Moss", "Enchantment — Aura", "Enchant Swamp\nEnchanted land has shroud."),
    other("Blade", "Artifact — Equipment", "Equipped creature gets +1/+0 and has protection from "
          "green.\nEquip {1}"),
    creature("Ghoul", "1/1", "{1}: ~ gains flying until end of turn."),
    creature("Ooze", "2/2", "Ooze has all activated abilities of all creature cards in all "
             "graveyards."),
    creature("Chooser", "1/1", "As this creature enters, choose a color.\nCreatures of the chosen "
             "color get +0/+1."),
    other("School", "Enchantment", 'Creatures you control have "As this creature enters, put a '
          '+1/+1 counter on it."'),
]  # fmt: skip
AIMED = (
    "Target creature gets +1/+1 until end of turn.",
    "Target artifact becomes blue until end of turn.",
    "Target artifact becomes an enchantment until end of turn.",
    "Target creature gains flying until end of turn.",
)
STEPS: list[dict[str, Any]] = [
    effect("All creatures get -1/-1 until end of turn."),
    effect("Creatures you control gain riot until end of turn."),
    {"end_turn": True},
]


def hurting(seed: int) -> Board:
    chance = random.Random(seed)
    steps: list[dict[str, Any]] = []
    creatures: list[str] = []
    for number in range(chance.randint(3, 7)):
        card, handle = chance.choice(HURTING), f"{number}"
        step = {
            "enter": card["name"],
            "as": handle,
            "controller": chance.choice(("you", "opponent")),
        }
        if "Aura" in card["type_line"]:
            if not creatures:
                continue
            step["attached_to"] = chance.choice(creatures)
        if card["name"] == "Clone" and creatures:
            step["copying"] = chance.choice(creatures)
        if "power" in card:
            creatures.append(handle)
        steps.append(step)
        if creatures and chance.random() < 0.3:
            drawn = {"token_copy_of": chance.choice(creatures), "as": f"copy {number}"}
            steps.append(chance.choice((drawn, *STEPS)))
    return board(HURTING, *steps)


def parting(seed: int) -> Board:
    chance = random.Random(seed)
    steps: list[dict[str, Any]] = []
    things: list[str] = []
    creatures: list[str] = []
    for number in range(chance.randint(4, 8)):
        card, handle = chance.choice(PARTING), f"{number}"
        step = {"enter": card["name"], "as": handle}
        attached = "—" in card["type_line"] and "power" not in card
        if attached and not things:
            continue
        if attached:
            step["attached_to"] = chance.choice(things)
        if card["name"] == "Clone" and creatures:
            step["copying"] = chance.choice(creatures)
        steps.append(step)
        things.append(handle)
        if "power" in card:
            creatures.append(handle)
        drawn = chance.choice(PASSING)
        if chance.random() < 0.3:
            steps.append(drawn)
        elif chance.random() < 0.1:
            steps.append({"leave": chance.choice(creatures or things)})
        elif attached and chance.random() < 0.3:
            steps.append({"attach": handle, "to": chance.choice(things[:-1])})
    return board(PARTING, *steps)


def copying(seed: int) -> Board:
    """A few of the cards, so that what one of them alone makes possible is not hidden."""
    chance = random.Random(seed)
    dead = chance.choice(("Seed", "Duke", "Clone", "Bear"))
    steps: list[dict[str, Any]] = [{"zone": "graveyard", "card": dead, "as": "dead"}]
    pool = chance.sample(COPYING, 4)
    there: list[str] = []
    artifacts: list[str] = []
    for number in range(chance.randint(3, 7)):
        card, handle = chance.choice(pool), f"{number}"
        step = {"enter": card["name"], "as": handle}
        originals = {"Clone": there, "Thing": artifacts}.get(card["name"], [])
        if originals and chance.random() < 0.8:
            step["copying"] = chance.choice(originals)
        if card["name"] == "Peace":
            if not there:
                continue
            step["attached_to"] = chance.choice(there)
        steps.append(step)
        if card["name"] == "Mirror":
            steps.append({"ability": 1, "of": handle, "targets": ["dead"]})
        there.append(handle)
        if "Artifact" in card["type_line"]:
            artifacts.append(handle)
        if chance.random() < 0.3:
            steps.append(effect(chance.choice(AIMED), chance.choice(there)))
        if chance.random() < 0.1:
            steps.append({"leave": chance.choice(there)})
    return board(COPYING, *steps)


def staying(seed: int) -> Board:
    """A few of the cards; their counters are removed, their hosts leave, others become copies."""
    chance = random.Random(seed)
    steps: list[dict[str, Any]] = []
    pool = chance.sample(STAYING, 5)
    there: dict[str, str] = {}  # the types of each
    for number in range(chance.randint(3, 8)):
        card, handle = chance.choice(pool), f"{number}"
        types = card["type_line"]
        step: dict[str, Any] = {"enter": card["name"], "as": handle}
        creatures = [each for each in there if "Creature" in there[each]]
        copied = "Enchantment" if card["name"] == "Mirror" else "Creature"
        originals = [each for each in there if copied in there[each]]
        if card["name"] in ("Clone", "Mirror") and originals:
            step["copying"] = chance.choice(originals)
        if "Aura" in types and not creatures:
            continue
        if "Aura" in types or ("Equipment" in types and creatures):
            step["attached_to"] = chance.choice(creatures)
        if card["name"] == "Engine" and chance.random() < 0.5:
            step["choose"] = {"cost": "prototype"}
        steps.append(step)
        if card["name"] == "Pupil" and chance.random() < 0.7:
            steps.append({"level_up": handle, "times": chance.randint(1, 3)})
        there[handle] = types
        another = chance.choice(list(there))
        drawn: list[dict[str, Any]] = [{"token_copy_of": another, "as": f"copy {number}"}]
        if "Walker" in there[another] or "Saga" in there[another]:
            counted = {"loyalty": -1} if "Walker" in there[another] else {"lore": 1}
            drawn.append({"counters": counted, "on": another})
        if chance.random() < 0.1:
            drawn = [{"leave": there.popitem()[0]}]
        if chance.random() < 0.5:
            steps.append(chance.choice(drawn))
    return board(STAYING, *steps)


def turning(seed: int) -> Board:
    """A few of the cards; they transform, get counters, and their hosts change."""
    chance = random.Random(seed)
    pool = chance.sample(TURNING, 6)
    steps: list[dict[str, Any]] = []
    there: dict[str, str] = {}
    for number in range(chance.randint(3, 9)):
        card, handle = chance.choice(pool), f"{number}"
        types = card.get("type_line", "Creature")
        hosts = [each for each in there if ("Land" if card["name"] == "Moss" else "Creature")
                 in there[each]]  # fmt: skip
        step: dict[str, Any] = {"enter": card["name"], "as": handle}
        if "Aura" in types and not hosts:
            continue
        if "Aura" in types or ("Equipment" in types and hosts):
            step["attached_to"] = chance.choice(hosts)
        if card["name"] == "Chooser":
            step["choose"] = {"color": chance.choice(("white", "green"))}
        steps.append(step)
        there[handle] = types
        another = chance.choice(list(there))
        kind = chance.choice(("+1/+1", "-1/-1", "-0/-1"))
        drawn: list[dict[str, Any]] = [{"counters": {kind: 1}, "on": another}]
        if card.get("layout") == "transform":
            drawn += [{"transform": handle}] * 2
        if "Creature" in there[another]:
            drawn.append({"token_copy_of": another, "as": f"copy {number}"})
        if chance.random() < 0.6:
            steps.append(chance.choice(drawn))
    return board(TURNING, *steps)


def told(board: Board, savings: Savings | None) -> tuple[object, ...]:
    try:
        answer: Answer = judge(board, savings=savings)
    except NotPlayable as error:
        return (str(error),)
    return answer.objects, answer.gone, answer.not_modelled, answer.facts


def differing(boards: list[Board], savings: Savings) -> list[Board]:
    return [each for each in boards if told(each, savings) != told(each, None)]


def test_every_line_of_these_cards_is_understood() -> None:
    records = (*HURTING, *PARTING, *COPYING, *STAYING, *TURNING)
    faces = [face for record in records for face in card_from_record(record).faces]
    assert [face.name for face in faces if not is_understood(face.abilities)] == []


def test_on_every_board_of_the_corpus() -> None:
    assert not differing(list(corpus()), QUICK)


def test_on_random_boards() -> None:
    known: tuple[Card, ...] = real_cards()
    boards = [random_board(seed, known) for seed in range(71_000, 71_100)]
    # The first two of these scenes copied what is face down, and what keeps its own types.
    scenes = [random_scene(seed, known) for seed in (511_751, 503_429, *range(71_000, 71_060))]
    assert not differing(boards + scenes, QUICK)


@pytest.fixture(scope="module")
def drawn() -> list[Board]:
    makers = (hurting, parting, copying, staying, turning)
    return [make(seed) for make in makers for seed in range(150)]


def test_on_boards_that_are_drawn_to_hurt(drawn: list[Board]) -> None:
    assert not differing(drawn, QUICK)


def never(*given: object) -> bool:
    return False


MIRROR = creature("Mirror", "2/4", "{1}: ~ becomes a copy of target creature card in a graveyard.")
# Neither says anything for which everything would be looked at.
SEED = creature("Seed", "0/0")
DUKE = creature("Duke", "3/3", type_line="Legendary Creature — Bear")


@pytest.mark.parametrize(
    "named, mirrors, gone",
    [("Seed", ("Mirror",), ("Mirror",)), ("Duke", ("Mirror", "Mirror #2"), ())],
)
def test_what_is_copied_may_lie_in_a_graveyard(
    named: str, mirrors: tuple[str, ...], gone: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """704.5f, 704.5j: of no size that lies on the battlefield, and of no name there."""
    steps: list[dict[str, Any]] = [{"zone": "graveyard", "card": named}]
    steps += [{"enter": "Mirror", "as": each} for each in mirrors]
    steps += [{"ability": 1, "of": each, "targets": [named]} for each in mirrors]
    drawn = board([MIRROR, SEED, DUKE], *steps)
    assert not differing([drawn], QUICK)
    if gone:
        assert judge(drawn, savings=QUICK).gone == gone
    else:
        opened = [judge(drawn, path=Path(opens=True), savings=each).gone for each in (None, QUICK)]
        assert opened[0] == opened[1] and len(opened[0]) == 1
        monkeypatch.setattr(copies.Copies, "may_be", never)  # wrong: nothing copies
        assert not judge(drawn, path=Path(opens=True), savings=QUICK).gone


def test_given_names_may_meet() -> None:
    """704.5j: two legends that an effect names alike."""
    drawn = board([*HURTING, DUKE], {"enter": "Duke"}, {"enter": "Namer"})
    assert not differing([drawn], QUICK)
    opened = [judge(drawn, path=Path(opens=True), savings=each).gone for each in (None, QUICK)]
    assert opened[0] == opened[1] and len(opened[0]) == 1


class BlindToOthers(Quick):
    """A wrong idea: how an object enters, it says itself."""

    def may_enter_with(self, play: Play, thing: Any) -> bool:
        return places.answer_of(play, thing, entering._speaks_of_entering)


class BlindToTexts(Quick):
    """A wrong idea: only what lies there in danger can die."""

    def may_apply(self, play: Play) -> bool:
        parted = attachments.Parted(play, copies.Copies(play))
        return any(statebased._is_in_danger(each, parted) for each in play.game.on_battlefield())


class BlindToEffects(Quick):
    """A wrong idea: nothing is ever about."""

    def may_matter(self, play: Play, question: Any) -> bool:
        return False


def test_a_wrong_idea_of_what_parts_an_attachment_is_caught(
    drawn: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong: protection parts nothing; where it was attached it stays; it may be put anywhere."""
    for name, wrong in (
        ("_parts", never),
        ("_could_part_them", never),
        ("_names", lambda enchant, host: True),
    ):
        with monkeypatch.context() as planted:
            planted.setattr(attachments, name, wrong)
            planted.setattr(play_of_timeline, "_ANSWERS", {})
            assert any(told(each, QUICK) != told(each, None) for each in drawn), name


def test_a_wrong_idea_of_what_is_taken_is_caught(
    drawn: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong: the largest loss is all; a granted one is had once; what is set takes nothing; each
    takes from itself."""
    for where, name, wrong in (
        (sizes.Bound, "and_", sizes.Bound.or_),
        (sizes, "_gives_what_takes", never),
        (sizes, "_set", lambda amount: inf),
        (places, "_inside", lambda node, at: at._replace(place="itself")),
    ):
        with monkeypatch.context() as planted:
            planted.setattr(where, name, wrong)
            planted.setattr(play_of_timeline, "_ANSWERS", {})
            assert any(told(each, QUICK) != told(each, None) for each in drawn), name


@pytest.mark.parametrize(
    "module, name, wrong",
    [
        (copies.Copies, "cards", ()),
        (copies.Copies, "may_be", never),
        (entering, "_alters", never),
        (copies, "speaks_of_others", never),
        (targets, "_changes", never),
        (targets, "anything_copies", never),
    ],
)
def test_a_wrong_idea_of_what_copies_is_caught(
    drawn: list[Board], monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Any
) -> None:
    """Wrong: only a permanent is copied; nothing copies; abilities and types stay as printed."""
    monkeypatch.setattr(module, name, wrong)
    monkeypatch.setattr(play_of_timeline, "_ANSWERS", {})
    assert any(told(each, QUICK) != told(each, None) for each in drawn[300:])


def test_what_restricts_otherwise_keeps_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """614.17d: only words about entering have a board looked at as something enters; 601.2c: and
    none what a spell may target by what is printed on it."""
    passes: list[str] = []
    run = Layers.run

    def counted(self: Layers, last: str = "") -> list[Chars]:
        passes.append(last)
        return run(self, last)

    monkeypatch.setattr(Layers, "run", counted)
    sneak = creature("Sneak", "1/1", "This creature can't be blocked.")
    outcome(board([sneak], *({"enter": "Sneak", "as": f"{number}"} for number in range(6))))
    assert len(passes) == 1
    passes.clear()
    grows = effect("Target creature gets +1/+1 until end of turn.", "Sneak")
    outcome(board([sneak], {"enter": "Sneak"}, *[grows] * 6))
    assert len(passes) == 1


@pytest.mark.parametrize(
    "module, name",
    [(statebased, "_goes"), (statebased, "_may_part_each_other"), (statebased, "_gives_a_type")],
)
def test_a_wrong_idea_of_what_goes_by_its_type_is_caught(
    drawn: list[Board], monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    """Wrong: none goes by a type that is printed, none parts another, none is given such a type."""
    monkeypatch.setattr(module, name, never)
    monkeypatch.setattr(play_of_timeline, "_ANSWERS", {})
    assert any(told(each, QUICK) != told(each, None) for each in drawn)


@pytest.mark.parametrize(
    "module, name, wrong",
    [
        (copies, "faces_up", lambda thing: thing.card.faces[:1] if thing.card else ()),
        (sizes, "_per_counter", never),
        (attachments, "_recolors", never),
        (attachments, "_asks_for_a_subtype", never),
        (attachments, "_parting", lambda node: frozenset()),
        (entering, "_giving", lambda question: never),
    ],
)
def test_a_wrong_idea_of_faces_counters_and_colors_is_caught(
    drawn: list[Board], monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Any
) -> None:
    """Wrong: the front face counts; counters take nothing; no color, no land type parts; no
    ability is given."""
    monkeypatch.setattr(module, name, wrong)
    monkeypatch.setattr(play_of_timeline, "_ANSWERS", {})
    assert any(told(each, QUICK) != told(each, None) for each in drawn[600:])


@pytest.mark.parametrize("wrong", [BlindToOthers(), BlindToTexts(), BlindToEffects()])
def test_a_wrong_idea_of_what_matters_is_caught(wrong: Quick, drawn: list[Board]) -> None:
    assert any(told(each, wrong) != told(each, None) for each in drawn)
