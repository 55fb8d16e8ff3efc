"""The Java class beside XMage's generated tests: what a board needs and the test framework has not.

Everything in it goes through calls that the engine has (1.2 to 1.9 of what is known about it).
"""

BASE = """\
package org.mage.test.cards.layers;

import mage.abilities.Ability;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpellAbility;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.ContinuousEffect;
import mage.abilities.effects.common.CreateTokenCopyTargetEffect;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.ProtectionAbility;
import mage.cards.Card;
import mage.constants.PhaseStep;
import mage.constants.Zone;
import mage.counters.CounterType;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.game.permanent.token.Token;
import mage.players.Player;
import mage.target.targetpointer.FixedTarget;
import org.junit.Assert;
import org.mage.test.player.TestPlayer;
import org.mage.test.serverside.base.CardTestPlayerBase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Boards whose permanents get their timestamps in a given order.
 */
public abstract class LayerBoardTestBase extends CardTestPlayerBase {

    /**
     * A question about a permanent, asked inside the game.
     */
    protected interface Question {
        boolean holds(Permanent permanent, Game game);
    }

    private interface Deed {
        void happens(Permanent permanent, Ability source, Game game);
    }

    protected static final PhaseStep STEP = PhaseStep.PRECOMBAT_MAIN;
    protected int turn = 1;
    protected PhaseStep step = STEP;

    /**
     * What is written after this happens in that step.
     */
    protected void at(int turn, PhaseStep step) {
        this.turn = turn;
        this.step = step;
    }

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
        if (cardName.contains("@")) {
            name(cardName.substring(cardName.indexOf('@') + 1), id);
        }
        return id;
    }

    /**
     * Both players may speak of an object by its alias.
     */
    private void name(String alias, UUID id) {
        for (TestPlayer player : Arrays.asList(playerA, playerB)) {
            // addCard has told it to one of them, and an alias can't be given twice.
            if (player.getAliasByName(alias) == null) {
                player.addAlias(alias, id);
            }
        }
    }

    /**
     * The next deed happens when the stack is empty.
     */
    private void settle() {
        if (turn == 1) {
            waitStackResolved(turn, step, playerA);
        } else {
            waitStackResolved(turn, step);
        }
    }

    private Ability source(UUID controllerId, UUID sourceId) {
        Ability source = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect("enters"));
        source.setControllerId(controllerId);
        source.setSourceId(sourceId);
        return source;
    }

    /**
     * The card enters the battlefield on its own, after everything entered before it and before everything entered
     * after it; choices come from setChoice of the controller.
     */
    protected void enter(TestPlayer controller, String cardName) {
        UUID cardId = load(Zone.HAND, controller, cardName);
        runCode("enter " + cardName, turn, step, playerA, (info, player, game) -> {
            Player owner = game.getPlayer(controller.getId());
            Card card = game.getCard(cardId);
            owner.moveCards(card, Zone.BATTLEFIELD, source(owner.getId(), cardId), game);
        });
        settle();
    }

    /**
     * A token enters the battlefield.
     */
    protected void token(TestPlayer controller, String alias, Token token) {
        runCode("token " + alias, turn, step, playerA, (info, player, game) -> {
            token.putOntoBattlefield(1, game, source(controller.getId(), controller.getId()), controller.getId());
            for (UUID id : token.getLastAddedTokenIds()) {
                name(alias, id);
            }
        });
        settle();
    }

    /**
     * A token that's a copy of a permanent enters the battlefield.
     */
    protected void tokenCopy(TestPlayer controller, String alias, TestPlayer owner, String of) {
        happen("copy " + of, owner, of, (permanent, source, game) -> {
            CreateTokenCopyTargetEffect effect = new CreateTokenCopyTargetEffect(controller.getId());
            effect.setTargetPointer(new FixedTarget(permanent, game));
            effect.apply(game, source(controller.getId(), permanent.getId()));
            for (Permanent token : effect.getAddedPermanents()) {
                name(alias, token.getId());
            }
        });
    }

    /**
     * A permanent leaves the battlefield.
     */
    protected void leave(TestPlayer controller, String permanentName, Zone zone) {
        happen("leave " + permanentName, controller, permanentName, (permanent, source, game) ->
                game.getPlayer(controller.getId()).moveCards(permanent, zone, source, game));
    }

    /**
     * An Aura or Equipment is attached anew.
     */
    protected void attach(TestPlayer controller, String permanentName, TestPlayer hostController, String hostName) {
        happen("attach " + permanentName, controller, permanentName, (permanent, source, game) -> {
            Permanent host = find(hostController, hostName, game.getBattlefield().getAllActivePermanents());
            Assert.assertNotNull(hostName + " is not there", host);
            host.addAttachment(permanent.getId(), source, game);
        });
    }

    /**
     * An effect of that player on one permanent begins.
     */
    protected void affect(TestPlayer controller, ContinuousEffect effect, String permanentName) {
        happen("affect " + permanentName, controller, permanentName, (permanent, source, game) -> {
            effect.setTargetPointer(new FixedTarget(permanent, game));
            game.addEffect(effect, source);
        });
    }

    protected void removeCounters(TestPlayer controller, String permanentName, CounterType type, int count) {
        happen("remove counters from " + permanentName, controller, permanentName, (permanent, source, game) ->
                permanent.removeCounters(type.createInstance(count), source, game));
    }

    protected void transform(TestPlayer controller, String permanentName) {
        happen("transform " + permanentName, controller, permanentName, (permanent, source, game) ->
                permanent.transform(source, game));
    }

    protected void tap(TestPlayer controller, String permanentName) {
        happen("tap " + permanentName, controller, permanentName, (permanent, source, game) ->
                permanent.tap(source, game));
    }

    protected void untap(TestPlayer controller, String permanentName) {
        happen("untap " + permanentName, controller, permanentName, (permanent, source, game) ->
                permanent.untap(game));
    }

    /**
     * A deed that an effect of that player does to a permanent, whoever controls it by now.
     */
    private void happen(String label, TestPlayer controller, String permanentName, Deed deed) {
        runCode(label, turn, step, playerA, (info, player, game) -> {
            Permanent permanent = find(controller, permanentName, game.getBattlefield().getAllActivePermanents());
            Assert.assertNotNull(permanentName + " is not there", permanent);
            deed.happens(permanent, source(controller.getId(), permanent.getId()), game);
        });
        settle();
    }

    private Permanent find(TestPlayer player, String permanentName, List<Permanent> permanents) {
        for (Permanent permanent : permanents) {
            if (player.hasObjectTargetNameOrAlias(permanent, permanentName)) {
                return permanent;
            }
        }
        return null;
    }

    /**
     * Something that no check of the framework asks, of a permanent that this player controls.
     */
    protected void ask(String label, int turn, PhaseStep step, TestPlayer controller, String permanentName, Question question) {
        runCode(label, turn, step, controller, (info, player, game) -> {
            Permanent permanent = find(controller, permanentName,
                    game.getBattlefield().getAllActivePermanents(controller.getId()));
            Assert.assertNotNull(label + ": " + permanentName + " is not there", permanent);
            Assert.assertTrue(label, question.holds(permanent, game));
        });
    }

    /**
     * Whether a permanent has no ability; how a card is cast or played is none.
     */
    protected static boolean hasNone(Permanent permanent, Game game) {
        for (Ability ability : permanent.getAbilities(game)) {
            if (!(ability instanceof SpellAbility) && !(ability instanceof PlayLandAbility)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a permanent has an ability with that text; reminder text, and how it speaks of itself, apart.
     */
    protected static boolean hasText(Permanent permanent, Game game, String text) {
        for (Ability ability : permanent.getAbilities(game)) {
            if (plain(ability.getRule(), permanent).equals(plain(text, permanent))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a permanent has protection from that, perhaps together with protection from more.
     */
    protected static boolean hasProtection(Permanent permanent, Game game, String from) {
        for (Ability ability : permanent.getAbilities(game)) {
            if (ability instanceof ProtectionAbility
                    && plain(ability.getRule(), permanent).matches(".*\\\\bfrom (" + from + ")\\\\b.*")) {
                return true;
            }
        }
        return false;
    }

    private static String plain(String text, Permanent permanent) {
        String plain = text.replaceAll("<i>.*?</i>", "").replaceAll("<[^>]*>", "").replaceAll("[.\\"]", "").toLowerCase();
        if (!permanent.getName().isEmpty()) {
            plain = plain.replace(permanent.getName().toLowerCase(), "{this}");
        }
        return plain.replaceAll("this (creature|land|artifact|enchantment|permanent|aura|equipment|vehicle|token)", "{this}")
                .replace("enters the battlefield", "enters").replace("whenever", "when").replace("{this}", "it").trim();
    }

    /**
     * Play the game until everything has been asked.
     */
    protected void finish(int turn, PhaseStep step) {
        setStrictChooseMode(true);
        setStopAt(turn, step);
        execute();
    }

    protected void finish() {
        finish(1, PhaseStep.BEGIN_COMBAT);
    }
}
"""
