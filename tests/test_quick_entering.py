"""`quick/entering.py`: how something enters need not be looked up if all have what they print."""

from typing import Any

import pytest

from striate.quick.savings import QUICK
from striate.referee.judge import judge
from striate.timeline import play as play_of_timeline
from tests.helpers import board, creature, other

CARDS = [
    creature("Bear", "2/2", type_line="Creature — Bear"),
    creature("Hydra", "0/1", "Hydra enters with two +1/+1 counters on it.",
             type_line="Creature — Hydra"),
    creature("Renewer", "3/3", "Each other creature you control enters with an additional +1/+1 "
                               "counter on it."),
    creature("Den", "3/3", "Each other Bear you control enters with an additional +1/+1 "
                           "counter on it."),
    creature("Actor", "1/1", "You may have Actor enter as a copy of any creature on the "
                             "battlefield."),
    creature("Host", "3/3", "Each creature you control enters with an additional +1/+1 counter on "
                            "it."),
    other("Hush", "Enchantment", "Creatures lose all abilities."),
    other("Loan", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature."),
    other("Muzzle", "Enchantment — Aura", "Enchant creature\nEnchanted creature loses all "
                                          "abilities."),
    other("Lesson", "Enchantment", 'Creatures you control have "As this creature enters, choose '
                                   'a color." and "This creature is the chosen color."'),
    other("Moon", "Enchantment", "Nonbasic lands are Mountains."),
    other("Gate", "Land", "Gate enters tapped."),
    other("Walker", "Planeswalker", loyalty="3"),
    other("Peace", "Enchantment", "Planeswalkers you control are 4/4 Dragon creatures."),
    other("Tale", "Enchantment — Saga", "I — You gain 1 life.\nII — You gain 1 life."),
    other("Spring", "Enchantment", "Nonland permanents are artifacts in addition to their other "
                                   "types."),
    other("Forge", "Enchantment", "Artifact creatures enter with a +1/+1 counter on them."),
]  # fmt: skip


def told(names: tuple[str, ...], savings: Any) -> tuple[object, ...]:
    """ "Muzzle on 1": on what came as the second; "their Bear": under the opponent's control."""
    steps: list[dict[str, Any]] = []
    for number, words in enumerate(names):
        name, _, host = words.removeprefix("their ").partition(" on ")
        step: dict[str, Any] = {"enter": name, "as": f"t{number}"}
        if words.startswith("their "):
            step["controller"] = "opponent"
        if name == "Actor":
            step["copying"] = "t0"
        steps.append(step | ({"attached_to": f"t{host}"} if host else {}))
    answer = judge(board(CARDS, *steps), savings=savings)
    return answer.objects, answer.gone, answer.not_modelled


def yes(*given: object) -> bool:
    return True


def no(*given: object) -> bool:
    return False


@pytest.mark.parametrize(
    "name, wrong, names",
    [
        ("_Groups.has_what_it_prints", yes, ("Hush", "Hydra")),
        ("_Groups.has_what_it_prints", yes, ("Hush", "Renewer", "Bear")),
        ("_Groups.has_what_it_prints", yes, ("Renewer", "Muzzle on 0", "Bear")),
        ("_Groups.has_what_it_prints", yes, ("Moon", "Gate")),
        ("_Groups.has_what_it_prints", yes, ("Peace", "Walker")),
        ("_alters", no, ("Hush", "Hydra")),
        ("_has_its_own_words", yes, ("Hydra", "Actor")),
        ("_TAKING", (), ("Moon", "Gate")),
        ("_Groups.meaning", lambda *_: (), ("Renewer", "Bear")),
        ("_Groups.surely_mean", yes, ("Den", "Hydra")),
        ("_Groups.surely_mean", yes, ("Renewer", "Loan on 0", "their Bear")),
        ("_Groups.surely_not", yes, ("Renewer", "Bear")),
        ("_given_by", lambda node: frozenset(), ("Spring", "Forge", "Bear")),
        ("_given_by", lambda node: frozenset(), ("their Renewer", "Loan on 0", "Bear")),
    ],
)
def test_a_wrong_idea_of_how_something_enters_is_caught(
    name: str, wrong: Any, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = told(names, None)
    assert told(names, QUICK) == right
    monkeypatch.setattr(f"striate.quick.entering.{name}", wrong)
    monkeypatch.setattr(play_of_timeline, "_ANSWERS", {})
    assert told(names, QUICK) != right


def test_by_words_about_a_group_it_says_nothing_of_itself() -> None:
    """614.12: the first Host enters without a counter, the second with one."""
    assert told(("Host", "Host"), QUICK) == told(("Host", "Host"), None)
