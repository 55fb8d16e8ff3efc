package forge.ai.simulation;

import forge.card.CardStateName;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.GameObject;
import forge.game.ability.AbilityFactory;
import forge.game.ability.AbilityKey;
import forge.game.ability.AbilityUtils;
import forge.game.ability.ApiType;
import forge.game.ability.effects.CharmEffect;
import forge.game.card.Card;
import forge.game.card.CardUtil;
import forge.game.card.CounterEnumType;
import forge.game.card.CounterType;
import forge.game.keyword.Keyword;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.trigger.Trigger;
import forge.game.trigger.TriggerType;
import forge.game.zone.ZoneType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A board in play: its steps through the engine's own calls, and its objects by their handles.
 * <p>
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

    private static final double ALIKE = 0.35;
    private static final int LIBRARY = 20; // who draws from an empty library loses, and all of theirs is gone

    private final Game game;
    private final LayerBoardsTest test;
    private final Player you;
    private final Player opponent;
    private final Map<String, GameObject> handles = new LinkedHashMap<>();
    private final Set<String> elsewhere = new LinkedHashSet<>(); // put into another zone by a step

    LayerBoard(Game game, LayerBoardsTest test) {
        this.game = game;
        this.test = test;
        you = game.getPlayers().get(0);
        opponent = game.getPlayers().get(1);
        handles.put("you", you);
        handles.put("opponent", opponent);
        for (int i = 0; i < LIBRARY; i++) {
            put("Mountain", you, "library");
            put("Mountain", opponent, "library");
        }
    }

    // --- steps -------------------------------------------------------------------------------------------------------

    void play(BoardLine line) {
        TellingController.told = told(line);
        Player player = player(line);
        switch (line.word) {
            case "enter":
                enter(line, test.made(line.get("card"), player), player);
                break;
            case "token":
                Card token = BoardScript.card(BoardScript.token(line), player);
                token.setToken(true);
                enter(line, token, player);
                break;
            case "token copy":
                Set<Card> before = battlefield();
                resolve(BoardScript.ability("DB$ CopyPermanent | Defined$ Remembered", player, card(line.get("of"))));
                names(line.all("as"), before);
                card(line.get("as"));
                break;
            case "counters":
                counters(card(line.get("on")), line.get("kind"), line.number("number"));
                break;
            case "class level":
                card(line.get("of")).setClassLevel(line.number("number"));
                break;
            case "attach":
                attach(card(line.get("what")), (GameEntity) object(line.get("to")));
                break;
            case "leave":
                leave(line.get("what"), line.get("to"));
                break;
            case "status":
                status(card(line.get("of")), line.get("is"));
                break;
            case "put":
                handles.put(line.get("as"), put(line.get("card"), player, line.get("in")));
                elsewhere.add(line.get("as"));
                break;
            case "end turn":
                endTurn();
                break;
            case "turn":
                game.getPhaseHandler().devModeSet(PhaseType.MAIN1, (line.number("number") == 1) == (player == you) ? you : opponent);
                break;
            case "life":
                player.setLife(line.number("number"), null);
                break;
            case "hand":
                while (player.getZone(ZoneType.Hand).size() < line.number("number")) {
                    put("Mountain", player, "hand");
                }
                break;
            case "monarch":
                game.getAction().becomeMonarch(player, null);
                break;
            case "cast":
                cast(line, player);
                break;
            case "ability":
                ability(line);
                break;
            case "effect":
                effect(line, player);
                break;
            default:
                throw new CannotPlay("no such step: " + line);
        }
        settle();
    }

    /**
     * State-based actions, without what has triggered.
     */
    private void settle() {
        game.getTriggerHandler().runWaitingTriggers();
        game.getTriggerHandler().clearWaitingTriggers();
        game.getAction().checkStaticAbilities(false);
        TellingController.told = new TellingController.Told();
        game.getAction().checkStateEffects(false);
        game.getTriggerHandler().clearWaitingTriggers();
        game.getStack().clearSimultaneousStack();
        game.getAction().checkStaticAbilities(false);
    }

    private TellingController.Told told(BoardLine line) {
        TellingController.Told told = new TellingController.Told();
        for (String target : line.all("target")) {
            told.objects.add(object(target));
        }
        told.targets = told.objects.size();
        for (String word : line.all("choose")) {
            told.words.add(word);
            if (handles.containsKey(word)) {
                told.objects.add(object(word));
            }
        }
        for (String mode : line.all("mode")) {
            told.modes.add(Integer.valueOf(mode));
        }
        for (String key : new String[]{"copy", "host"}) {
            if (line.has(key)) {
                told.objects.add(object(line.get(key)));
            }
        }
        told.x = line.has("x") ? line.number("x") : 0;
        told.copies = line.has("copy") || !line.word.equals("enter");
        return told;
    }

    private void enter(BoardLine line, Card card, Player player) {
        GameEntity host = line.has("host") ? (GameEntity) object(line.get("host")) : null;
        if (!card.isToken()) {
            player.getZone(ZoneType.Hand).add(card);
        }
        if (line.has("x")) {
            SpellAbility spell = card.getFirstSpellAbility();
            if (spell == null) {
                throw new CannotPlay("no spell has that X");
            }
            spell.setActivatingPlayer(player);
            spell.setXManaCostPaid(line.number("x"));
            card.setCastSA(spell);
        }
        if (line.has("back")) {
            if (!card.changeToState(CardStateName.Transformed)) {
                throw new CannotPlay("no back face");
            }
            card.setBackSide(true);
        }
        if (host != null && card.hasKeyword(Keyword.BESTOW)) {
            card.animateBestow();
        }
        Card there;
        if (!line.has("down")) {
            there = game.getAction().moveToPlay(card, player, null, params());
        } else if (card.hasKeyword(Keyword.MORPH) || card.hasKeyword(Keyword.MEGAMORPH)) {
            card.turnFaceDown(true);
            there = game.getAction().moveToPlay(card, player, null, params());
        } else {
            there = card.manifest(player, null, params());
        }
        if (there == null || !there.isInPlay()) {
            throw new CannotPlay(line.get("as") + " does not enter");
        }
        handles.put(line.get("as"), there);
        if (line.has("flipped")) {
            status(there, "flip");
        }
        if (host != null && !(there.isAttachedToEntity() && there.getEntityAttachedTo().equals(host))) {
            attach(there, host);
        }
        if (line.has("tapped")) {
            there.setTapped(true);
        }
    }

    private void attach(Card card, GameEntity host) {
        game.getAction().checkStaticAbilities(false);
        card.attachToEntity(host, null);
        if (!card.isAttachedToEntity() || !card.getEntityAttachedTo().equals(host)) {
            throw new CannotPlay(card + " can't be attached");
        }
    }

    static CounterType counter(String kind) {
        if (kind.matches("[+-]\\d/[+-]\\d")) {
            return CounterType.getType(kind.replace("+", "P").replace("-", "M").replace("/", ""));
        }
        try {
            return CounterType.get(CounterEnumType.valueOf(kind.toUpperCase().replace(' ', '_')));
        } catch (IllegalArgumentException error) {
            for (Keyword keyword : Keyword.values()) {
                if (keyword.toString().equalsIgnoreCase(kind)) {
                    return CounterType.getType(keyword.toString());
                }
            }
            throw new CannotPlay("no counter is called " + kind);
        }
    }

    private void counters(Card card, String kind, int number) {
        if (number < 0) {
            card.subtractCounter(counter(kind), -number);
        } else {
            card.addCounterInternal(counter(kind), number, you, false, null, AbilityKey.newMap());
        }
    }

    private void leave(String handle, String to) {
        Card card = card(handle);
        switch (to) {
            case "exile":
                handles.put(handle, game.getAction().exile(card, null, params()));
                break;
            case "hand":
                handles.put(handle, game.getAction().moveToHand(card, null));
                break;
            case "library":
                handles.put(handle, game.getAction().moveToLibrary(card, null));
                break;
            default:
                handles.put(handle, game.getAction().moveToGraveyard(card, null, params()));
        }
    }

    private void status(Card card, String word) {
        switch (word) {
            case "tap":
                card.tap(false);
                break;
            case "untap":
                card.untap(false);
                break;
            case "face up":
                card.turnFaceUp(null);
                break;
            default:
                String mode = word.equals("flip") ? "Flip" : "Transform";
                resolve(BoardScript.ability("DB$ SetState | Defined$ Remembered | Mode$ " + mode, card.getController(), card));
        }
    }

    private Card put(String name, Player player, String zone) {
        Card card = test.made(name, player);
        card.setTimestamp(game.getNextTimestamp());
        player.getZone(ZoneType.smartValueOf(Character.toUpperCase(zone.charAt(0)) + zone.substring(1))).add(card);
        return card;
    }

    private void endTurn() {
        Player player = game.getPhaseHandler().getPlayerTurn();
        for (Card card : game.getCardsIncludePhasingIn(ZoneType.Battlefield)) {
            card.onCleanupPhase(player);
        }
        game.getEndOfTurn().executeUntil();
        game.getEndOfTurn().executeUntilEndOfPhase(player);
        game.onCleanupPhase();
    }

    // --- what resolves -----------------------------------------------------------------------------------------------

    private void cast(BoardLine line, Player player) {
        Card card = test.made(line.get("card"), player);
        player.getZone(ZoneType.Hand).add(card);
        SpellAbility spell = card.getFirstSpellAbility();
        if (spell == null) {
            throw new CannotPlay(line.get("card") + " can't be cast");
        }
        player.getZone(ZoneType.Hand).remove(card);
        game.getStackZone().add(card);
        card.setZone(game.getStackZone());
        resolves(line, spell, player);
        if (game.getStackZone().contains(card)) {
            game.getAction().moveToGraveyard(card, null, params());
        }
    }

    private void ability(BoardLine line) {
        Card card = card(line.get("of"));
        Player player = line.has("by") ? player(line) : card.getController();
        List<SpellAbility> all = new ArrayList<>();
        for (SpellAbility ability : card.getAllSpellAbilities()) {
            if (ability.isActivatedAbility() || ability.isManaAbility()) {
                ability.setActivatingPlayer(player);
                all.add(ability);
            }
        }
        SpellAbility found = BoardText.mostAlike(all, line.get("text"), TellingController.told.words, ALIKE);
        double most = found == null ? ALIKE : BoardText.alike(
                BoardText.plain(BoardText.described(found), card), BoardText.plain(line.get("text"), card));
        Trigger triggered = null;
        for (Trigger trigger : card.getTriggers()) {
            double alike = BoardText.alike(BoardText.plain(trigger.toString(), card), BoardText.plain(line.get("text"), card));
            if (alike > most) {
                most = alike;
                triggered = trigger;
            }
        }
        if (triggered != null) {
            found = triggered.ensureAbility();
        }
        if (found == null) {
            // It was activated before the card became a copy, and resolves by now.
            List<SpellAbility> printed = new ArrayList<>();
            for (SpellAbility ability : card.getOriginalState(CardStateName.Original).getSpellAbilities()) {
                if (ability.isActivatedAbility()) {
                    printed.add(ability);
                }
            }
            found = BoardText.mostAlike(printed, line.get("text"), TellingController.told.words, ALIKE);
        }
        if (found == null) {
            throw new CannotPlay("the engine has no ability like: " + line.get("text"));
        }
        SpellAbility ability = found.copy(card, player, false);
        if (triggered != null) {
            ability.setTrigger(triggered);
            happened(ability, card);
            if (!triggered.requirementsCheck(game) || !isOfItself(triggered, card)) {
                return; // an intervening "if"
            }
            if (triggered.getMode() == TriggerType.Attacks && line.get("text").contains("defending player")) {
                throw new CannotPlay("no step tells who is attacked");
            }
        } else {
            ability.addCostToHashList(CardUtil.getLKICopy(card), "Sacrificed");
        }
        resolves(line, ability, player);
    }

    /**
     * "If it was kicked", "if its power was 3 or greater" (as it last was there) are said of the card itself here.
     */
    private boolean isOfItself(Trigger triggered, Card card) {
        String valid = triggered.getParam("ValidCard");
        return valid == null || !valid.startsWith("Card.Self+")
                || triggered.matchesValidParam("ValidCard", game.getChangeZoneLKIInfo(card));
    }

    /**
     * What a triggered ability speaks of is its first target, or what its source is attached to, or its source.
     */
    private void happened(SpellAbility ability, Card card) {
        List<GameObject> told = TellingController.told.objects;
        GameObject object = !told.isEmpty() ? told.get(0) : card.isAttachedToEntity() ? card.getEntityAttachedTo() : card;
        for (AbilityKey key : new AbilityKey[]{AbilityKey.Card, AbilityKey.NewCard, AbilityKey.Attacker, AbilityKey.Source,
                AbilityKey.Target, AbilityKey.Blocker}) {
            for (SpellAbility part = ability; part != null; part = part.getSubAbility()) {
                part.setTriggeringObject(key, object);
            }
        }
    }

    private void resolves(BoardLine line, SpellAbility ability, Player player) {
        for (SpellAbility part = ability; part != null; part = part.getSubAbility()) {
            part.setActivatingPlayer(player);
        }
        if (line.has("x")) {
            ability.setXManaCostPaid(line.number("x"));
        }
        if (ability.getApi() == ApiType.Charm) {
            CharmEffect.makeChoices(ability);
        }
        List<GameObject> left = new ArrayList<>(TellingController.told.objects);
        for (SpellAbility part = ability; part != null; part = part.getSubAbility()) {
            for (GameObject target : new ArrayList<>(left)) {
                if (part.usesTargeting() && part.getTargets().size() < Math.max(1, part.getMaxTargets()) && part.canTarget(target)) {
                    part.getTargets().add(target);
                    left.remove(target);
                }
            }
            if (part.usesTargeting() && part.getTargets().size() < part.getMinTargets()) {
                throw new CannotPlay("a target of " + ability.getHostCard() + " can't be told");
            }
        }
        Set<Card> before = battlefield();
        AbilityUtils.handleRemembering(ability); // what was targeted, for "then return it"
        resolve(ability);
        names(line.all("makes"), before);
    }

    private void resolve(SpellAbility ability) {
        AbilityUtils.resolve(ability);
    }

    private void effect(BoardLine line, Player player) {
        Card card = card(line.get("on"));
        if (line.has("counters")) {
            counters(card, line.get("counters"), line.number("number"));
            return;
        }
        for (String script : BoardScript.effects(line)) {
            Card copied = line.has("copy of") ? card(line.get("copy of")) : null;
            resolve(copied == null ? BoardScript.ability(script, player, card) : BoardScript.ability(script, player, card, copied));
        }
    }

    private Set<Card> battlefield() {
        Set<Card> cards = new LinkedHashSet<>();
        for (Card card : game.getCardsIn(ZoneType.Battlefield)) {
            cards.add(card);
        }
        return cards;
    }

    private void names(List<String> names, Set<Card> before) {
        int at = 0;
        for (Card card : game.getCardsIn(ZoneType.Battlefield)) {
            if (!before.contains(card) && at < names.size()) {
                handles.put(names.get(at++), card);
            }
        }
    }

    // --- names and questions -----------------------------------------------------------------------------------------

    private Map<AbilityKey, Object> params() {
        Map<AbilityKey, Object> params = AbilityKey.newMap();
        params.put(AbilityKey.LastStateBattlefield, game.copyLastStateBattlefield());
        params.put(AbilityKey.LastStateGraveyard, game.copyLastStateGraveyard());
        return params;
    }

    private Player player(BoardLine line) {
        return "opponent".equals(line.get("by")) ? opponent : you;
    }

    private GameObject object(String handle) {
        GameObject object = handles.get(handle);
        if (object == null) {
            throw new CannotPlay("nothing is called " + handle);
        }
        return object instanceof Card ? game.getCardState((Card) object, (Card) object) : object;
    }

    private Card card(String handle) {
        return (Card) object(handle);
    }

    /**
     * What is wrong with the answer to a question; nothing if it is right.
     */
    String ask(BoardLine line) {
        Card card = card(line.get("of"));
        boolean there = card.isInPlay();
        if (line.get("what").equals("gone")) {
            return there ? line.get("of") + " is not gone" : "";
        }
        if (!there && !elsewhere.contains(line.get("of"))) {
            return line.get("of") + " is gone";
        }
        return new BoardQuestion(card).ask(line);
    }
}
