package org.mage.test.cards.layers;

import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.ActivatedAbility;
import mage.abilities.SpellAbility;
import mage.abilities.TriggeredAbility;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.costs.Cost;
import mage.abilities.effects.common.CreateTokenCopyTargetEffect;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.effects.keyword.ManifestEffect;
import mage.abilities.keyword.BestowAbility;
import mage.cards.Card;
import mage.cards.DoubleFacedCard;
import mage.cards.TransformingDoubleFacedCard;
import mage.cards.repository.CardInfo;
import mage.cards.repository.CardRepository;
import mage.constants.Duration;
import mage.constants.Zone;
import mage.counters.CounterType;
import mage.game.Game;
import mage.game.LayerGame;
import mage.game.PutToBattlefieldInfo;
import mage.game.permanent.Permanent;
import mage.game.stack.StackAbility;
import mage.game.stack.StackObject;
import mage.players.Player;
import mage.target.targetpointer.FixedTarget;
import mage.util.functions.EmptyCopyApplier;
import org.mage.test.player.TestPlayer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A board in play: its steps through the engine's own calls, and its objects by their handles.
 * <p>
 * Each card is loaded when its step comes, so that the engine numbers continuous effects in the order of the board.
 * Nothing is paid for, and nothing triggers by itself. State-based actions come after each step.
 */
class LayerBoard {

    /**
     * The board can't be set up in this engine.
     */
    static class CannotPlay extends RuntimeException {
        CannotPlay(String reason) {
            super(reason);
        }
    }

    private final Game game;
    private final TellingPlayer you;
    private final TellingPlayer opponent;
    private final Map<String, UUID> handles = new LinkedHashMap<>();
    private final Set<String> elsewhere = new LinkedHashSet<>(); // put into another zone by a step

    LayerBoard(Game game, TellingPlayer you, TellingPlayer opponent) {
        this.game = game;
        this.you = you;
        this.opponent = opponent;
    }

    static Ability keyword(String word) {
        return BoardToken.keyword(word);
    }

    // --- steps -------------------------------------------------------------------------------------------------------

    void play(BoardLine line) {
        TellingPlayer.Told told = told(line);
        you.tell(told);
        opponent.tell(told);
        switch (line.word) {
            case "enter":
                enter(line);
                break;
            case "token":
                token(line);
                break;
            case "token copy":
                tokenCopy(line);
                break;
            case "counters":
                counters(permanent(line.get("on")), line.get("kind"), line.number("number"));
                break;
            case "class level":
                if (!permanent(line.get("of")).setClassLevel(line.number("number"))) {
                    throw new CannotPlay("no class level");
                }
                break;
            case "attach":
                attach(line.get("what"), line.get("to"));
                break;
            case "leave":
                leave(line);
                break;
            case "status":
                status(permanent(line.get("of")), line.get("is"));
                break;
            case "put":
                put(line);
                break;
            case "end turn":
                game.getState().removeEotEffects(game);
                break;
            case "turn":
                game.getState().setActivePlayerId((line.number("number") == 1) == isYou(line) ? you.getId() : opponent.getId());
                break;
            case "life":
                player(line).setLife(line.number("number"), game, null);
                break;
            case "hand":
                hand(player(line), line.number("number"));
                break;
            case "monarch":
                game.setMonarchId(null, player(line).getId());
                break;
            case "cast":
                cast(line);
                break;
            case "ability":
                ability(line, told);
                break;
            case "effect":
                effect(line);
                break;
            default:
                throw new CannotPlay("no such step: " + line);
        }
        game.processAction();
        LayerGame.stateBasedActions(game);
    }

    private TellingPlayer.Told told(BoardLine line) {
        TellingPlayer.Told told = new TellingPlayer.Told();
        for (String target : line.all("target")) {
            told.objects.add(id(target));
        }
        for (String word : line.all("choose")) {
            told.words.add(word);
            if (handles.containsKey(word) || word.equals("you") || word.equals("opponent")) {
                told.objects.add(id(word));
            }
        }
        for (String mode : line.all("mode")) {
            told.modes.add(Integer.valueOf(mode));
        }
        for (String key : new String[]{"copy", "host"}) {
            if (line.has(key)) {
                told.objects.add(id(line.get(key)));
            }
        }
        told.x = line.has("x") ? line.number("x") : 0;
        // As it enters it copies if it is told what; a resolving text does what it may.
        told.yes = (!line.word.equals("enter") || line.has("copy")) && !told.words.contains("no");
        return told;
    }

    private Card load(BoardLine line, String name) {
        CardInfo info = CardRepository.instance.findCard(name);
        if (info == null) {
            throw new CannotPlay("the engine has no card " + name);
        }
        Card card = info.createCard();
        List<Card> hand = new ArrayList<>(Collections.singletonList(card));
        game.cheat(player(line).getId(), new ArrayList<>(), hand, new ArrayList<PutToBattlefieldInfo>(),
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        return game.getCard(card.getId());
    }

    private void enter(BoardLine line) {
        TellingPlayer player = player(line);
        Card card = load(line, line.get("card"));
        SpellAbility bestow = line.has("host") ? bestow(card) : null;
        if (line.has("x") || bestow != null) {
            resolved(line, player, bestow == null ? card.getSpellAbility() : bestow);
            handles.put(line.get("as"), card.getId());
            permanent(line.get("as"));
            return;
        }
        if (line.has("down")) {
            Set<Card> cards = new LinkedHashSet<>(Collections.singletonList(card));
            for (Permanent permanent : ManifestEffect.doManifestCards(game, source(player, card.getId()), player, cards)) {
                handles.put(line.get("as"), permanent.getId());
            }
            permanent(line.get("as"));
            return;
        }
        UUID id = card.getId();
        if (card instanceof DoubleFacedCard) {
            DoubleFacedCard both = (DoubleFacedCard) card;
            Card half = line.has("back") ? both.getRightHalfCard() : both.getLeftHalfCard();
            id = half.getId();
            if (line.has("back")) {
                game.getState().setValue(TransformingDoubleFacedCard.VALUE_KEY_ENTER_TRANSFORMED
                        + card.getId() + card.getZoneChangeCounter(game), Boolean.TRUE);
            }
        }
        player.moveCards(card, Zone.BATTLEFIELD, source(player, card.getId()), game);
        if (game.getPermanent(id) == null && card instanceof DoubleFacedCard) {
            id = ((DoubleFacedCard) card).getLeftHalfCard().getId();
        }
        handles.put(line.get("as"), id);
        Permanent permanent = permanent(line.get("as"));
        if (line.has("host") && !id(line.get("host")).equals(permanent.getAttachedTo())) {
            attach(line.get("as"), line.get("host"));
        }
        if (line.has("tapped")) {
            permanent.tap(source(player, id), game);
        }
        if (line.has("flipped")) {
            status(permanent, "flip");
        }
    }

    /**
     * A card that enters attached by bestow was cast so.
     */
    private SpellAbility bestow(Card card) {
        for (Ability ability : card.getAbilities(game)) {
            if (ability instanceof BestowAbility) {
                return (SpellAbility) ability;
            }
        }
        return null;
    }

    private void token(BoardLine line) {
        BoardToken token = new BoardToken(line);
        token.putOntoBattlefield(1, game, source(player(line), player(line).getId()), player(line).getId());
        for (UUID id : token.getLastAddedTokenIds()) {
            handles.put(line.get("as"), id);
        }
        if (line.has("tapped")) {
            permanent(line.get("as")).tap(source(player(line), id(line.get("as"))), game);
        }
    }

    private void tokenCopy(BoardLine line) {
        Permanent permanent = permanent(line.get("of"));
        CreateTokenCopyTargetEffect effect = new CreateTokenCopyTargetEffect(player(line).getId());
        effect.setTargetPointer(new FixedTarget(permanent, game));
        effect.apply(game, source(player(line), permanent.getId()));
        for (Permanent token : effect.getAddedPermanents()) {
            handles.put(line.get("as"), token.getId());
        }
        permanent(line.get("as"));
    }

    private void counters(Permanent permanent, String kind, int number) {
        CounterType type = CounterType.findByName(kind);
        if (type == null) {
            throw new CannotPlay("no counter is called " + kind);
        }
        Ability source = source(game.getPlayer(permanent.getControllerId()), permanent.getId());
        if (number < 0) {
            permanent.removeCounters(type.createInstance(-number), source, game);
        } else {
            permanent.addCounters(type.createInstance(number), permanent.getControllerId(), source, game);
        }
    }

    private void attach(String what, String to) {
        Permanent permanent = permanent(what);
        Permanent host = permanent(to);
        host.addAttachment(permanent.getId(), source(game.getPlayer(permanent.getControllerId()), permanent.getId()), game);
        if (!host.getId().equals(permanent.getAttachedTo())) {
            throw new CannotPlay(what + " can't be attached");
        }
    }

    private void leave(BoardLine line) {
        Permanent permanent = permanent(line.get("what"));
        Player player = game.getPlayer(permanent.getControllerId());
        player.moveCards(permanent, zone(line.get("to")), source(player, permanent.getId()), game);
    }

    private void status(Permanent permanent, String word) {
        Ability source = source(game.getPlayer(permanent.getControllerId()), permanent.getId());
        boolean done = true;
        switch (word) {
            case "tap":
                permanent.tap(source, game);
                break;
            case "untap":
                permanent.untap(game);
                break;
            case "flip":
                done = permanent.flip(game);
                break;
            case "transform":
                done = permanent.transform(source, game, true);
                break;
            default:
                done = permanent.turnFaceUp(source, game, permanent.getControllerId());
        }
        if (!done) {
            throw new CannotPlay(permanent.getName() + " does not " + word);
        }
    }

    private void put(BoardLine line) {
        Card card = load(line, line.get("card"));
        if (!line.get("in").equals("hand")) {
            player(line).moveCards(card, zone(line.get("in")), source(player(line), card.getId()), game);
        }
        handles.put(line.get("as"), card.getId());
        elsewhere.add(line.get("as"));
    }

    private void hand(TellingPlayer player, int number) {
        while (player.getHand().size() < number) {
            Card card = CardRepository.instance.findCard("Mountain").createCard();
            List<Card> hand = new ArrayList<>(Collections.singletonList(card));
            game.cheat(player.getId(), new ArrayList<>(), hand, new ArrayList<PutToBattlefieldInfo>(),
                    new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
        while (player.getHand().size() > number) {
            Card card = game.getCard(player.getHand().iterator().next());
            player.moveCards(card, Zone.EXILED, source(player, card.getId()), game);
        }
    }

    private void cast(BoardLine line) {
        TellingPlayer player = player(line);
        Card card = load(line, line.get("card"));
        resolved(line, player, card.getSpellAbility());
    }

    /**
     * A spell that is cast for nothing, or with mana enough if its X is told, and its resolution.
     */
    private void resolved(BoardLine line, TellingPlayer player, SpellAbility ability) {
        Set<UUID> before = permanents();
        if (line.has("x")) {
            fill(player);
        }
        if (ability == null || !player.cast(ability, game, !line.has("x"), null) || game.getStack().isEmpty()) {
            throw new CannotPlay(line.get("card") + " can't be cast");
        }
        player.getManaPool().emptyPool(game);
        isAimed(line);
        resolves(line, before);
    }

    /**
     * Mana for whatever has to be paid.
     */
    private void fill(Player player) {
        Ability source = source(player, player.getId());
        player.getManaPool().addMana(new Mana(20, 20, 20, 20, 20, 0, 0, 20), game, source);
    }

    private void ability(BoardLine line, TellingPlayer.Told told) {
        UUID objectId = id(line.get("of"));
        Permanent permanent = game.getPermanentOrLKIBattlefield(objectId);
        if (permanent == null) {
            throw new CannotPlay(line.get("of") + " is not on the battlefield");
        }
        UUID controller = line.has("by") ? player(line).getId() : permanent.getControllerId();
        TriggeredAbility waiting = waiting(permanent, line);
        Ability found = waiting != null ? waiting : BoardText.found(permanent, line.get("text"), game);
        if (found == null) {
            // It was activated before the permanent lost it, and resolves by now.
            found = BoardText.found(game.getCard(objectId), line.get("text"), game);
        }
        if (found == null || !(found instanceof ActivatedAbility || found instanceof TriggeredAbility)) {
            throw new CannotPlay("the engine has no ability like: " + line.get("text"));
        }
        Ability ability = found.copy();
        ability.newId();
        ability.setControllerId(controller);
        if (line.has("x")) {
            ability.setCostsTag("X", told.x);
            ability.getManaCostsToPay().setX(told.x, told.x);
        }
        Set<UUID> before = permanents();
        if (!ability.getModes().choose(game, ability)) {
            throw new CannotPlay("no mode: " + line.get("text"));
        }
        if (!ability.getTargets().isEmpty() && !ability.getTargets().chooseTargets(
                ability.getEffects().getOutcome(ability), controller, ability, false, game, false)) {
            throw new CannotPlay("no targets: " + line.get("text"));
        }
        for (Cost cost : ability.getCosts()) {
            // A cost of the card's own is a choice; nothing else is paid.
            if (line.has("choose") && cost.getClass().getName().startsWith("mage.cards.")
                    && !cost.pay(ability, game, ability, controller, true, cost)) {
                throw new CannotPlay("no choice: " + line.get("text"));
            }
        }
        game.getStack().push(game, new StackAbility(ability, controller));
        if (waiting == null || !ability.getTargets().isEmpty()) {
            isAimed(line);
        }
        resolves(line, before);
    }

    /**
     * The ability has triggered and knows upon what; it waits for a player to get priority. If it has triggered more
     * than once, the first one is meant that speaks of what the step tells.
     */
    private TriggeredAbility waiting(Permanent permanent, BoardLine line) {
        TriggeredAbility found = null;
        int times = 0;
        for (TestPlayer player : new TestPlayer[]{you, opponent}) {
            for (TriggeredAbility ability : game.getState().getTriggered(player.getId())) {
                if (permanent.getId().equals(ability.getSourceId())
                        && BoardText.isAlike(permanent, ability, line.get("text"))) {
                    times++;
                    if (found == null || !speaks(found, line) && speaks(ability, line)) {
                        found = ability;
                    }
                }
            }
        }
        if (times > 1 && found.getTargets().isEmpty() && !speaks(found, line)) {
            throw new CannotPlay("which of the events is meant can't be told");
        }
        if (found != null) {
            game.getState().removeTriggeredAbility(found);
        }
        return found;
    }

    private boolean speaks(Ability ability, BoardLine line) {
        List<UUID> targets = new ArrayList<>();
        ability.getEffects().forEach(effect -> targets.addAll(effect.getTargetPointer().getTargets(game, ability)));
        return line.all("target").stream().allMatch(target -> targets.contains(id(target)));
    }

    private Set<UUID> permanents() {
        Set<UUID> ids = new LinkedHashSet<>();
        game.getBattlefield().getAllActivePermanents().forEach(permanent -> ids.add(permanent.getId()));
        return ids;
    }

    /**
     * Whether what is on the stack has the targets that the step tells. An ability that has triggered and targets
     * nothing knows by itself which object it speaks of.
     */
    private void isAimed(BoardLine line) {
        List<UUID> targets = new ArrayList<>();
        Ability ability = game.getStack().getFirst().getStackAbility();
        ability.getAllSelectedTargets().forEach(target -> targets.addAll(target.getTargets()));
        ability.getEffects().forEach(effect -> targets.addAll(effect.getTargetPointer().getTargets(game, ability)));
        for (String target : line.all("target")) {
            if (!targets.contains(id(target))) {
                throw new CannotPlay(target + " can't be the target");
            }
        }
    }

    private void resolves(BoardLine line, Set<UUID> before) {
        StackObject resolving = game.getStack().getFirst();
        Player payer = game.getPlayer(resolving.getControllerId());
        if (resolving.getStackAbility().getRule().contains("may pay ")) {
            fill(payer);
        }
        game.getStack().resolve(game);
        payer.getManaPool().emptyPool(game);
        game.processAction();
        List<UUID> made = new ArrayList<>(permanents());
        made.removeAll(before);
        List<String> names = line.all("makes");
        for (int i = 0; i < made.size() && i < names.size(); i++) {
            handles.put(names.get(i), made.get(i));
        }
    }

    private void effect(BoardLine line) {
        Permanent permanent = permanent(line.get("on"));
        Ability source = source(player(line), permanent.getId());
        if (line.has("counters")) {
            counters(permanent, line.get("counters"), line.number("number"));
            return;
        }
        if (line.has("copy of")) {
            Duration until = line.get("until").equals("turn") ? Duration.EndOfTurn : Duration.Custom;
            game.copyPermanent(until, permanent(line.get("copy of")), permanent.getId(), source, new EmptyCopyApplier());
            return;
        }
        game.addEffect(new BoardEffect(line, permanent.getId(), player(line).getId()), source);
    }

    // --- names -------------------------------------------------------------------------------------------------------

    private boolean isYou(BoardLine line) {
        return !"opponent".equals(line.get("by"));
    }

    private TellingPlayer player(BoardLine line) {
        return isYou(line) ? you : opponent;
    }

    private UUID id(String handle) {
        if (handle.equals("you")) {
            return you.getId();
        }
        if (handle.equals("opponent")) {
            return opponent.getId();
        }
        if (!handles.containsKey(handle)) {
            throw new CannotPlay("nothing is called " + handle);
        }
        return handles.get(handle);
    }

    private Permanent permanent(String handle) {
        Permanent permanent = game.getPermanent(id(handle));
        if (permanent == null) {
            throw new CannotPlay(handle + " is not on the battlefield");
        }
        return permanent;
    }

    private static Zone zone(String word) {
        return word.equals("exile") ? Zone.EXILED : Zone.valueOf(word.toUpperCase());
    }

    private static Ability source(Player player, UUID sourceId) {
        Ability source = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect("a step of the board"));
        source.setControllerId(player.getId());
        source.setSourceId(sourceId);
        return source;
    }

    // --- questions ---------------------------------------------------------------------------------------------------

    /**
     * What is wrong with the answer to a question; nothing if it is right.
     */
    String ask(BoardLine line) {
        UUID id = id(line.get("of"));
        Permanent permanent = game.getPermanent(id);
        if (line.get("what").equals("gone")) {
            return permanent == null ? "" : line.get("of") + " is not gone";
        }
        Card card = permanent == null && elsewhere.contains(line.get("of")) ? game.getCard(id) : permanent;
        if (card == null) {
            return line.get("of") + " is gone";
        }
        return new BoardQuestion(card, game, you.getId()).ask(line);
    }
}
