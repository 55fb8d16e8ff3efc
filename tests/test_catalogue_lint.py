"""No tree of the shipped catalogue says what no card means, but for what is explained."""

import pytest

from striate.cards import tree as t
from striate.cards.catalogue.lint import EXPLAINED, findings
from striate.cards.catalogue.store import SHIPPED, Catalogue

CREATURES = t.Each(t.AllOf((t.HasType("Creature"), t.ControlledBy("opponent"))))
THEIRS = t.ControlledBy("opponent")
FOR_A_TURN = t.UntilEndOfTurn()


def _effect(who: t.Who, change: t.Change, duration: t.Duration = FOR_A_TURN) -> t.Continuous:
    return t.Continuous(t.Effect(who, (change,)), duration)


def _card(*steps: t.Step, targets: int = 1) -> t.Card:
    body = t.Body(steps, (t.TargetSpec(t.HasType("Creature")),) * targets)
    face = t.Face("Cub", types=("Instant",), abilities=(t.Spell(body),))
    return t.Card("Cub", "normal", (face,))


def test_the_catalogue_holds_nothing_that_no_card_means() -> None:
    catalogue = Catalogue(SHIPPED)
    found = {(each.check, each.card) for each in findings(catalogue.all_cards())}
    catalogue.close()
    assert found - set(EXPLAINED) == set()
    assert set(EXPLAINED) - found == set()


@pytest.mark.parametrize(
    "check, card",
    [
        ("acts on itself", _card(_effect(t.Target(0), t.BecomeCopy(t.Target(0))))),
        ("acts on itself", _card(t.AttachTo(t.Target(0), t.Target(0)))),
        ("acts on itself", _card(t.Act("fight", who=t.This(), to=t.This()))),
        (
            "asks a changed group",
            _card(_effect(CREATURES, t.SetController("you")), t.SetTapped(CREATURES, False)),
        ),
        (
            "asks a changed group",
            _card(
                t.MoveZone("exile", CREATURES, "exile"), t.PutCounters(CREATURES, "+1/+1", t.Num(1))
            ),
        ),
        (
            "lasts by halves",
            _card(_effect(t.This(), t.ModifyPT(t.Num(2), t.Num(1)), t.Permanently())),
        ),
        ("has no antecedent", _card(t.SetTapped(t.Target(1), True))),
        ("is elsewhere", _card(t.SetTapped(t.Each(t.Is(t.LinkedCard())), True))),
        ("is elsewhere", _card(t.MoveZone("return", t.Target(0), "hand", origin="graveyard"))),
        ("is elsewhere", _card(t.MoveZone("exile", t.Each(THEIRS, "hand"), "exile"))),
        ("is elsewhere", _card(t.MoveZone("exile", t.Each(t.InZone("hand")), "exile"))),
        (
            "has no antecedent",
            _card(
                t.Do((t.SetTapped(t.Target(0), True),), t.Matches(t.Affected(), t.HasType("Land")))
            ),
        ),
        (
            "speaks of no choice",
            _card(
                t.Do((t.Act("choose a color"),), t.IsTurnOf("you")),
                _effect(t.Target(0), t.SetColors(("@color",))),
            ),
        ),
        (
            "has no antecedent",
            _card(t.SetTapped(t.Each(t.SharesWith("color", t.Affected())), True)),
        ),
        ("has no antecedent", _card(t.Act("draw card", player="target", amount=t.Num(1)))),
        ("has no antecedent", _card(_effect(t.Target(0), t.SetController("that")))),
    ],
)
def test_a_planted_mistake_is_found(check: str, card: t.Card) -> None:
    assert [each.check for each in findings(iter([card]))] == [check]


def test_they_after_a_change_of_control_are_no_mistake() -> None:
    card = _card(_effect(CREATURES, t.SetController("you")), t.SetTapped(t.Those(CREATURES), False))
    assert not list(findings(iter([card])))


def test_a_choice_that_nobody_makes_is_found() -> None:
    chosen = t.Static((t.Effect(CREATURES, (t.SetColors(("@color",)),)),))
    alone = t.Face("Cub", types=("Creature",), abilities=(chosen,))
    (found,) = findings(iter([t.Card("Cub", "normal", (alone,))]))
    assert (found.check, found.what) == ("no chooser", "color that nobody chooses")
    both = t.Face("Cub", types=("Creature",), abilities=(t.EntersChoose("color"), chosen))
    assert not list(findings(iter([t.Card("Cub", "normal", (both,))])))
    other = t.Face("Cub", types=("Creature",), abilities=(t.EntersChoose("player"), chosen))
    assert list(findings(iter([t.Card("Cub", "normal", (other,))])))
