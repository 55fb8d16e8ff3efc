"""The calls of XMage and Forge that generated tests may make, as empty Java classes.

Extracted by hand from the engines' documented test interfaces: what a generated file uses beyond
these does not compile. Bodies are empty; only names, types and packages count.
"""

import re
from collections.abc import Iterator

KEYWORDS = tuple(
    re.findall(
        r"\w+",
        "Flying FirstStrike DoubleStrike Deathtouch Haste Hexproof Indestructible Lifelink Reach "
        "Trample Vigilance Defender Shroud Flash Fear Intimidate Shadow Horsemanship Infect Wither "
        "Banding Phasing Menace Prowess Changeling Exalted Flanking Skulk Undying Persist Convoke "
        "Cascade Islandwalk Swampwalk Forestwalk Mountainwalk Plainswalk Protection",
    )
)

_XMAGE = """
package mage.constants; public enum Zone { BATTLEFIELD, HAND, GRAVEYARD, LIBRARY, EXILED, COMMAND, OUTSIDE }
package mage.constants; public enum PhaseStep { UPKEEP, DRAW, PRECOMBAT_MAIN, BEGIN_COMBAT, POSTCOMBAT_MAIN, END_TURN }
package mage.constants; public enum CardType { ARTIFACT, CREATURE, ENCHANTMENT, LAND, PLANESWALKER, BATTLE, KINDRED }
package mage.constants; public enum SubType { MERFOLK; public static SubType byDescription(String word) { return null; } }
package mage.constants; public enum SuperType { BASIC, LEGENDARY, SNOW, WORLD }
package mage.constants; public enum EmptyNames { FACE_DOWN_CREATURE; public String getTestCommand() { return null; } }
package mage.counters; public enum CounterType { LEVEL, P1P1, M1M1, P1P0, P0P1, P1P2, P2P2, M0M1, M0M2, M1M0, M2M1, M2M2, LOYALTY, DEFENSE, LORE, CHARGE, QUEST, TIME, AGE, FADE, SHIELD, STUN, FINALITY, FLYING, FIRST_STRIKE, DOUBLE_STRIKE, DEATHTOUCH, HASTE, HEXPROOF, INDESTRUCTIBLE, LIFELINK, MENACE, REACH, TRAMPLE, VIGILANCE, SHADOW, EXALTED, DECAYED; public Counter createInstance(int amount) { return null; } }
package mage.counters; public class Counter { }
package mage.abilities; public interface Ability { String getRule(); void setControllerId(java.util.UUID id); void setSourceId(java.util.UUID id); }
package mage.abilities; public abstract class SpellAbility implements Ability { }
package mage.abilities; public abstract class PlayLandAbility implements Ability { }
package mage.abilities.effects.common; public class CreateTokenCopyTargetEffect extends mage.abilities.effects.OneShotEffect { public CreateTokenCopyTargetEffect(java.util.UUID player) { } public boolean apply(mage.game.Game game, mage.abilities.Ability source) { return true; } public java.util.List<mage.game.permanent.Permanent> getAddedPermanents() { return null; } }
package mage.target.targetpointer; public interface TargetPointer { }
package mage.target.targetpointer; public class FixedTarget implements TargetPointer { public FixedTarget(mage.game.permanent.Permanent permanent, mage.game.Game game) { } }
package mage.counters; public class Counters { public int getCount(CounterType type) { return 0; } }
package mage; public class MageInt { public int getValue() { return 0; } }
package mage.game.permanent; public class Battlefield { public java.util.List<Permanent> getAllActivePermanents(java.util.UUID controller) { return null; } public java.util.List<Permanent> getAllActivePermanents() { return null; } }
package mage.game.permanent.token; public interface Token { boolean putOntoBattlefield(int amount, mage.game.Game game, mage.abilities.Ability source, java.util.UUID controller); java.util.List<java.util.UUID> getLastAddedTokenIds(); }
package mage.game.permanent.token.custom; public class CreatureToken implements mage.game.permanent.token.Token { public CreatureToken(int power, int toughness) { } public CreatureToken withName(String name) { return this; } public CreatureToken withColor(String colors) { return this; } public CreatureToken withType(mage.constants.CardType type) { return this; } public CreatureToken withSubType(mage.constants.SubType type) { return this; } public CreatureToken withAbility(mage.abilities.Ability ability) { return this; } public boolean putOntoBattlefield(int amount, mage.game.Game game, mage.abilities.Ability source, java.util.UUID controller) { return true; } public java.util.List<java.util.UUID> getLastAddedTokenIds() { return null; } }
package mage.abilities.effects; public interface Effect { Effect setTargetPointer(mage.target.targetpointer.TargetPointer pointer); }
package mage.abilities.effects; public interface ContinuousEffect extends Effect { }
package mage.abilities.effects; public abstract class ContinuousEffectImpl implements ContinuousEffect { public Effect setTargetPointer(mage.target.targetpointer.TargetPointer pointer) { return null; } }
package mage.abilities.effects; public abstract class OneShotEffect implements Effect { public Effect setTargetPointer(mage.target.targetpointer.TargetPointer pointer) { return null; } }
package mage.abilities.effects.common; public class InfoEffect extends mage.abilities.effects.OneShotEffect { public InfoEffect(String text) { } }
package mage.abilities.effects.common.continuous; public class BecomesColorTargetEffect extends mage.abilities.effects.ContinuousEffectImpl { public BecomesColorTargetEffect(mage.ObjectColor color, mage.constants.Duration duration) { } }
package mage.abilities.effects.common.continuous; public class BoostTargetEffect extends mage.abilities.effects.ContinuousEffectImpl { public BoostTargetEffect(int power, int toughness, mage.constants.Duration duration) { } }
package mage.abilities.effects.common.continuous; public class BoostControlledEffect extends mage.abilities.effects.ContinuousEffectImpl { public BoostControlledEffect(int power, int toughness, mage.constants.Duration duration, boolean excludeSource) { } }
package mage; public class ObjectColor { public ObjectColor(String color) { } }
package mage.constants; public enum Duration { WhileOnBattlefield, EndOfTurn, EndOfGame, Custom }
package mage.abilities.common; public class SimpleStaticAbility implements mage.abilities.Ability { public SimpleStaticAbility(mage.constants.Zone zone, mage.abilities.effects.Effect effect) { } public SimpleStaticAbility(mage.abilities.effects.Effect effect) { } public void setControllerId(java.util.UUID id) { } public void setSourceId(java.util.UUID id) { } public String getRule() { return null; } }
package mage.cards; public interface Card { java.util.UUID getId(); Card getMainCard(); }
package mage.game; public interface Game { mage.game.permanent.Battlefield getBattlefield(); mage.players.Player getPlayer(java.util.UUID id); mage.cards.Card getCard(java.util.UUID id); java.util.Map<java.util.UUID, mage.players.Player> getPlayers(); void addEffect(mage.abilities.effects.ContinuousEffect effect, mage.abilities.Ability source); void cheat(java.util.UUID owner, java.util.List<mage.cards.Card> library, java.util.List<mage.cards.Card> hand, java.util.List<mage.game.permanent.PutToBattlefieldInfo> battlefield, java.util.List<mage.cards.Card> graveyard, java.util.List<mage.cards.Card> command, java.util.List<mage.cards.Card> exiled); }
package mage.game.permanent; public interface PutToBattlefieldInfo { mage.cards.Card getMainCard(); }
package mage.game.permanent; public interface Permanent extends mage.cards.Card { String getName(); void removeCounters(mage.counters.Counter counter, mage.abilities.Ability source, mage.game.Game game); boolean isTapped(); boolean tap(mage.abilities.Ability source, mage.game.Game game); boolean untap(mage.game.Game game); boolean transform(mage.abilities.Ability source, mage.game.Game game); boolean addAttachment(java.util.UUID id, mage.abilities.Ability source, mage.game.Game game); java.util.List<mage.abilities.Ability> getAbilities(mage.game.Game game); java.util.List<mage.constants.SuperType> getSuperType(mage.game.Game game); boolean hasSubtype(mage.constants.SubType type, mage.game.Game game); mage.MageInt getPower(); mage.MageInt getToughness(); mage.counters.Counters getCounters(mage.game.Game game); }
package mage.players; public interface Player { java.util.UUID getId(); boolean moveCards(mage.cards.Card card, mage.constants.Zone to, mage.abilities.Ability source, mage.game.Game game); void updateRange(mage.game.Game game); }
package org.mage.test.player; public abstract class TestPlayer implements mage.players.Player { public void addAlias(String name, java.util.UUID id) { } public java.util.UUID getAliasByName(String name) { return null; } public boolean hasObjectTargetNameOrAlias(mage.game.permanent.Permanent object, String name) { return true; } }
package org.junit; public @interface Test { }
package org.junit; public class Assert { public static void assertTrue(String message, boolean is) { } public static void assertFalse(String message, boolean is) { } public static void assertNotNull(String message, Object it) { } }
"""
# Members of XMage's test base class; `at` stands for a turn, a step and a player.
_XMAGE_CALLS = """
addCard(Zone zone, TestPlayer player, String name)
addCard(Zone zone, TestPlayer player, String name, int count)
setLife(TestPlayer player, int life)
setStopAt(int turn, PhaseStep step)
setStrictChooseMode(boolean strict)
execute()
castSpell(AT, String card, boolean wait)
castSpell(AT, String card, String target, boolean wait)
activateAbility(AT, String ability)
activateAbility(AT, String ability, String... targets)
waitStackResolved(AT)
waitStackResolved(int turn, PhaseStep step)
addCounters(AT, String permanent, CounterType type, int count)
setChoice(TestPlayer player, boolean yes)
setChoice(TestPlayer player, String choice)
setModeChoice(TestPlayer player, String number)
addTarget(TestPlayer player, String target)
checkPT(String label, AT, String permanent, Integer power, Integer toughness)
checkAbility(String label, AT, String permanent, Class<?> ability, Boolean has)
checkColor(String label, AT, String permanent, String colors, Boolean has)
checkType(String label, AT, String permanent, CardType type, Boolean has)
checkSubType(String label, AT, String permanent, SubType type, Boolean has)
checkPermanentCount(String label, AT, String permanent, Integer count)
assertPermanentCount(Player player, String permanent, int count)
"""
_FORGE = """
package forge.game.zone; public enum ZoneType { Hand, Graveyard, Library, Exile, Battlefield }
package forge.game.keyword; public enum Keyword { FLYING, FIRST_STRIKE, DOUBLE_STRIKE, DEATHTOUCH, HASTE, HEXPROOF, INDESTRUCTIBLE, LIFELINK, REACH, TRAMPLE, VIGILANCE, MENACE, DEFENDER, SHROUD }
package forge.game.card; public interface CounterType { }
package forge.game.card; public enum CounterEnumType implements CounterType { LEVEL, P1P1, P0P1, P1P0, P1P2, P2P2, M1M1, M0M1, M0M2, M1M0, M2M1, M2M2, LOYALTY, DEFENSE, CHARGE, FADE, TIME, ICE, QUEST, SHIELD, STUN, FINALITY }
package forge.game.card; public class CounterKeywordType implements CounterType { public static CounterKeywordType get(String word) { return null; } }
package forge.card; public enum CardStateName { Backside }
package forge.game.player; public class Player { }
package forge.game.spellability; public class SpellAbility { }
package forge.game.card; public class CloneStates { }
package forge.game.card; public class CardFactory { public static CloneStates getCloneStates(Card original, Card copy, forge.game.spellability.SpellAbility ability) { return null; } }
package forge.game.card; public class Colors { public boolean hasWhite() { return true; } public boolean hasBlue() { return true; } public boolean hasBlack() { return true; } public boolean hasRed() { return true; } public boolean hasGreen() { return true; } }
package forge.game.card; public class TypeLine { public boolean hasSubtype(String word) { return true; } public boolean isLegendary() { return true; } public boolean isBasic() { return true; } public boolean isSnow() { return true; } public boolean isArtifact() { return true; } public boolean isBattle() { return true; } public boolean isCreature() { return true; } public boolean isEnchantment() { return true; } public boolean isLand() { return true; } public boolean isPlaneswalker() { return true; } }
package forge.game.card; public class Card { public void addCounterInternal(CounterType type, int count, forge.game.player.Player player, boolean fire, Object table, Object params) { } public void setChosenType(String type) { } public void setChosenColors(java.util.List<String> colors) { } public void attachToEntity(Card host, Object ability) { } public void turnFaceDown(boolean override) { } public void addCloneState(CloneStates states, long timestamp) { } public forge.game.spellability.SpellAbility getFirstSpellAbility() { return null; } public void changeToState(forge.card.CardStateName name) { } public int getNetPower() { return 0; } public int getNetToughness() { return 0; } public boolean hasKeyword(forge.game.keyword.Keyword word) { return true; } public void setBackSide(boolean is) { } public boolean turnFaceUp(forge.game.spellability.SpellAbility cause) { return true; } public boolean changeCardState(String mode, String custom, forge.game.spellability.SpellAbility cause) { return true; } public void setTapped(boolean is) { } public boolean isTapped() { return true; } public boolean setClassLevel(int level) { return true; } public TypeLine getType() { return null; } public Colors getColor() { return null; } public forge.game.player.Player getController() { return null; } public String getName() { return null; } public int getCounters(CounterType type) { return 0; } }
package forge.game; public class GameAction { public void checkStaticAbilities() { } public void checkStateEffects(boolean run) { } }
package forge.game; public class Game { public java.util.List<forge.game.player.Player> getPlayers() { return null; } public GameAction getAction() { return null; } public long getNextTimestamp() { return 0; } }
package forge.ai; public class AITest { protected forge.game.Game initAndCreateGame() { return null; } protected forge.game.card.Card addCard(String name, forge.game.player.Player player) { return null; } protected forge.game.card.Card addCardToZone(String name, forge.game.player.Player player, forge.game.zone.ZoneType zone) { return null; } protected int countCardsWithName(forge.game.Game game, String name) { return 0; } }
package com.google.common.collect; public class Lists { public static <T> java.util.ArrayList<T> newArrayList(T... all) { return null; } }
package org.testng; public class AssertJUnit { public static void assertEquals(int a, int b) { } public static void assertEquals(Object a, Object b) { } public static void assertTrue(boolean is) { } public static void assertFalse(boolean is) { } }
package org.testng.annotations; public @interface Test { }
"""
_TYPE = re.compile(
    r"^package ([\w.]+); public (?:abstract )?(?:class|enum|interface|@interface) (\w+)"
)


def _classes(text: str) -> Iterator[tuple[str, str]]:
    for line in text.strip().splitlines():
        match = _TYPE.match(line)
        assert match is not None, line
        yield f"{match[1].replace('.', '/')}/{match[2]}.java", line


def xmage_calls() -> frozenset[str]:
    """The names of the calls that a generated class may make on its base class."""
    return frozenset(line.partition("(")[0] for line in _XMAGE_CALLS.split("\n") if line)


def xmage_stubs() -> dict[str, str]:
    """Java files by path."""
    files = dict(_classes(_XMAGE))
    for name in KEYWORDS:
        body = (
            "public void setControllerId(java.util.UUID i) { } public void "
            "setSourceId(java.util.UUID i) { } public String getRule() { return null; }"
        )
        files[f"mage/abilities/keyword/{name}Ability.java"] = (
            f"package mage.abilities.keyword; public class {name}Ability "
            f"implements mage.abilities.Ability {{ public static {name}Ability getInstance() "
            f"{{ return null; }} {body} }}"
        )
    for name in ("Treasure", "Food", "ClueArtifact", "EldraziScion", "EldraziSpawn", "MaritLage"):
        files[f"mage/game/permanent/token/{name}Token.java"] = (
            f"package mage.game.permanent.token; public class {name}Token "
            "extends mage.game.permanent.token.custom.CreatureToken "
            f"{{ public {name}Token() {{ super(0, 0); }} }}"
        )
    files["org/mage/test/serverside/base/CardTestPlayerBase.java"] = _base()
    return files


def _base() -> str:
    at = "int turn, PhaseStep step, TestPlayer player"
    calls = [
        f"protected void {line.replace('AT', at)} {{ }}"
        for line in _XMAGE_CALLS.strip().splitlines()
    ]
    return "\n".join(
        [
            "package org.mage.test.serverside.base;",
            "import java.util.List; import mage.abilities.Ability; import mage.cards.Card;",
            "import mage.constants.*; import mage.counters.CounterType; import mage.game.Game;",
            "import mage.game.permanent.*; import mage.players.Player;",
            "import org.mage.test.player.TestPlayer;",
            "public abstract class CardTestPlayerBase {",
            "protected TestPlayer playerA, playerB; protected Game currentGame;",
            "public interface Code { void run(String info, Player player, Game game); }",
            f"protected void runCode(String info, {at}, Code code) {{ }}",
            (
                "protected List<PutToBattlefieldInfo> getBattlefieldCards(TestPlayer p) { return "
                "null; }"
            ),
            "protected List<Card> getHandCards(TestPlayer p) { return null; }",
            "protected Permanent getPermanent(String name, Player p) { return null; }",
            *calls,
            "}",
        ]
    )


def forge_stubs() -> dict[str, str]:
    return dict(_classes(_FORGE))
