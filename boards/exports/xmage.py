"""XMage: JUnit 4 tests in Java 8, in the form whose engine behaviour is known from running it.

`LayerBoardTestBase` is written once beside the tests: it loads each card by itself, so that the
engine numbers continuous effects in the order of the board. Characteristics are asked inside the
game by alias, as the player who controls the permanent.
"""

from collections.abc import Iterator, Sequence

from striate.boards.exports.checks import (
    EVERGREEN,
    Check,
    checks,
    every_creature_type,
    is_creature_type,
)
from striate.boards.exports.codefiles import java_class, told
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.scenario import Scenario, scenario
from striate.boards.exports.words import (
    ascii_only,
    camel,
    java_string,
)
from striate.boards.exports.xmage_setup import CAN_SET, Setup, player
from striate.boards.timeline import Board

_FOLDER = "Mage.Tests/src/test/java/org/mage/test/cards/layers"
_PACKAGE = "org.mage.test.cards.layers"
_CAN_CHECK = frozenset(
    {
        "power and toughness", "keyword", "type", "subtype", "supertype", "colors", "color",
        "controller", "name", "gone",
    }
)  # fmt: skip
_TYPES = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle", "Kindred")
# The classes of 1.7; protection is asked by its text, the others by their class.
_KEYWORDS = EVERGREEN | {
    "flash", "fear", "intimidate", "shadow", "horsemanship", "infect", "wither", "banding",
    "phasing", "prowess", "changeling", "exalted", "flanking", "skulk", "undying", "persist",
    "convoke", "cascade", "islandwalk", "swampwalk", "forestwalk", "mountainwalk", "plainswalk",
    "protection from white", "protection from blue", "protection from black",
    "protection from red", "protection from green",
}  # fmt: skip
COLORS = "WUBRG"
_AT = "1, STEP"


def _keyword_class(name: str) -> str:
    """The class of a keyword: `FirstStrikeAbility` for "first strike"."""
    return f"{camel(name)}Ability"


class _Checks:
    """The lines that ask: those inside the game, and those after it."""

    def __init__(self, made: Scenario) -> None:
        self.made = made
        self.imports: set[str] = set()
        self.during: list[str] = []
        self.after: list[str] = []
        self.rules = ascii_only(", ".join(made.board.rules))

    def add(self, check: Check) -> None:
        one = check.permanent
        self.alias = java_string(f"@{one.alias}")
        self.player = player(check.seat)
        if check.kind == "gone":
            self.after.append(f"assertPermanentCount({self.player}, {self.alias}, 0);")
        elif check.kind == "supertype":
            self.after.append(self._legendary(check))
        elif check.kind == "name":
            self.after.append(self._name(check))
        elif check.kind == "keyword" and check.value.startswith("protection from "):
            self.after.append(self._protection(check))
        else:
            self.during += self._inside(check)

    def _label(self, check: Check, what: str) -> str:
        """What is printed where the check fails; marks of the framework are left out."""
        kept = "".join(
            letter
            for letter in ascii_only(f"{check.permanent.name} {what}")
            if letter.isalnum() or letter in " .,'+-/()"
        )
        return java_string(
            f"{check.permanent.alias} {kept}" + (f" ({self.rules})" if self.rules else "")
        )

    def _inside(self, check: Check) -> Iterator[str]:
        def call(name: str, what: str, *arguments: object) -> str:
            given = "".join(f", {argument}" for argument in arguments)
            return f"{name}({self._label(check, what)}, {_AT}, {self.player}, {self.alias}{given});"

        wanted = "true" if check.wanted else "false"
        no = "" if check.wanted else "no "
        match check.kind:
            case "power and toughness":
                power, toughness = (bound.value for bound in check.bounds)
                yield call("checkPT", f"is {power}/{toughness}", power, toughness)
            case "keyword":
                name = _keyword_class(check.value)
                self.imports.add(f"mage.abilities.keyword.{name}")
                yield call("checkAbility", f"has {no}{check.value}", f"{name}.class", wanted)
            case "type":
                self.imports.add("mage.constants.CardType")
                constant = f"CardType.{check.value.upper()}"
                yield call("checkType", f"is {no}{check.value.lower()}", constant, wanted)
            case "subtype":
                if is_creature_type(check.value) and every_creature_type(self.made):
                    raise CannotExport(
                        "the engine answers in two ways for a subtype where something has every "
                        "creature type"
                    )
                self.imports.add("mage.constants.SubType")
                constant = f"SubType.byDescription({java_string(check.value)})"
                yield call("checkSubType", f"is {no}{check.value}", constant, wanted)
            case "colors":
                has = "".join(letter for letter in COLORS if letter in check.colors)
                lacks = "".join(letter for letter in COLORS if letter not in check.colors)
                if has:
                    yield call("checkColor", f"is {has}", f'"{has}"', "true")
                if lacks:
                    yield call("checkColor", f"is not {lacks}", f'"{lacks}"', "false")
            case "color":
                yield call("checkColor", f"is {check.colors[0]}", f'"{check.colors[0]}"', "true")
            case "controller":
                yield call("checkPermanentCount", f"is {self.player}'s", 1)
            case _:
                raise CannotExport(f"the format can't ask for {check.kind}")

    def _legendary(self, check: Check) -> str:
        if check.value != "Legendary":
            raise CannotExport(f"the format can't ask whether a permanent is `{check.value}`")
        name = self.made.plain_name(check.permanent.handle)
        self.imports.add("org.junit.Assert")
        wanted = "assertTrue" if check.wanted else "assertFalse"
        asked = f"getPermanent({java_string(name)}, {self.player}).isLegendary(currentGame)"
        return f"Assert.{wanted}({self._label(check, 'legendary')}, {asked});"

    def _protection(self, check: Check) -> str:
        color = check.value.removeprefix("protection from ").upper()
        self.imports |= {"mage.ObjectColor", "mage.abilities.keyword.ProtectionAbility"}
        ability = f"ProtectionAbility.from(ObjectColor.{color})"
        wanted = "true" if check.wanted else "false"
        return f"assertAbility({self.player}, {self.alias}, {ability}, {wanted});"

    def _name(self, check: Check) -> str:
        """A name is asked by counting: so many permanents of that player have it."""
        if self.made.names_change() or any(one.gone for one in self.made.board.expect):
            raise CannotExport(
                "names change on this board, and the format asks for them by counting"
            )
        names = [
            (self._final_name(one.handle), self.made.seat_of(one.handle))
            for one in self.made.permanents
        ]
        if (check.value, check.seat) not in names:
            raise CannotExport(f"how `{check.permanent.handle}` gets its name is not clear")
        count = names.count((check.value, check.seat))
        name = java_string(check.value)
        if not check.value:
            self.imports.add("mage.constants.EmptyNames")
            name = "EmptyNames.FACE_DOWN_CREATURE.getTestCommand()"
        return f"assertPermanentCount({self.player}, {name}, {count});"

    def _final_name(self, handle: str) -> str:
        step = self.made.of(handle).step
        if step.face_down and not self.made.turned_up(handle):
            return ""
        return self.made.of(handle).name if step.copying is None else self._final_name(step.copying)


def case(board: Board, story: Story) -> Case:
    made = scenario(board, CAN_SET)
    setup = Setup(made)
    lines = setup.run()
    asking = _Checks(made)
    asked = checks(made, _CAN_CHECK, _TYPES, _KEYWORDS)
    for check in asked:
        asking.add(check)
    lines += ["", *asking.during] if asking.during else []
    lines += ["finish();", *(["", *asking.after] if asking.after else [])]
    return told(story, asked, lines, {"org.junit.Test"} | setup.imports | asking.imports)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    """One class with a method for each case."""
    base = "LayerBoardTestBase"
    return java_class(name, cases, folder=_FOLDER, package=_PACKAGE, base=base)


_BASE = """\
package org.mage.test.cards.layers;

import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.common.InfoEffect;
import mage.cards.Card;
import mage.constants.PhaseStep;
import mage.constants.Zone;
import mage.players.Player;
import org.mage.test.player.TestPlayer;
import org.mage.test.serverside.base.CardTestPlayerBase;

import java.util.ArrayList;
import java.util.UUID;

/**
 * Boards whose permanents get their timestamps in a given order.
 */
public abstract class LayerBoardTestBase extends CardTestPlayerBase {

    protected static final PhaseStep STEP = PhaseStep.PRECOMBAT_MAIN;

    /**
     * Add one card to the game at once (not on execute), so that the cards' effects are registered in this order.
     */
    protected UUID load(Zone zone, TestPlayer player, String cardName) {
        addCard(zone, player, cardName);
        UUID id = zone == Zone.BATTLEFIELD
                ? getBattlefieldCards(player).get(0).getMainCard().getId()
                : getHandCards(player).get(0).getId();
        currentGame.getPlayers().values().forEach(p -> p.updateRange(currentGame));
        currentGame.cheat(player.getId(), new ArrayList<>(), new ArrayList<>(getHandCards(player)),
                new ArrayList<>(getBattlefieldCards(player)), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        getHandCards(player).clear();
        getBattlefieldCards(player).clear();
        return id;
    }

    /**
     * The card enters the battlefield on its own, after everything entered before it and before everything entered
     * after it; choices come from setChoice of the controller.
     */
    protected void enter(TestPlayer controller, String cardName) {
        UUID cardId = load(Zone.HAND, controller, cardName);
        runCode("enter " + cardName, 1, STEP, playerA, (info, player, game) -> {
            Player owner = game.getPlayer(controller.getId());
            Card card = game.getCard(cardId);
            Ability source = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect("enters"));
            source.setControllerId(owner.getId());
            source.setSourceId(cardId);
            owner.moveCards(card, Zone.BATTLEFIELD, source, game);
        });
        waitStackResolved(1, STEP, playerA);
    }

    protected void finish() {
        setStrictChooseMode(true);
        setStopAt(1, PhaseStep.BEGIN_COMBAT);
        execute();
    }
}
"""

BACKEND = Backend(case, files, support=(ExportedFile(f"{_FOLDER}/LayerBoardTestBase.java", _BASE),))
