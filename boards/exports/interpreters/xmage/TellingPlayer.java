package org.mage.test.cards.layers;

import mage.MageObject;
import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.abilities.TriggeredAbility;
import mage.cards.Card;
import mage.cards.Cards;
import mage.choices.Choice;
import mage.constants.Outcome;
import mage.game.Game;
import mage.target.Target;
import mage.target.TargetCard;
import org.mage.test.player.TestComputerPlayer;
import org.mage.test.player.TestPlayer;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A player who answers what the board tells, in whatever order the engine asks. What it does not tell is no answer.
 */
class TellingPlayer extends TestPlayer {

    /**
     * What the step that is played tells; the same for every copy of the player.
     */
    static class Told {
        final List<UUID> objects = new ArrayList<>();
        final List<String> words = new ArrayList<>();
        final List<Integer> modes = new ArrayList<>();
        int x = 0;
        boolean yes = true;
        private int asked = 0;
    }

    private static final Map<String, Told> TOLD = new HashMap<>();

    TellingPlayer(TestComputerPlayer computerPlayer) {
        super(computerPlayer);
    }

    private TellingPlayer(final TellingPlayer player) {
        super(player);
    }

    @Override
    public TestPlayer copy() {
        return new TellingPlayer(this);
    }

    void tell(Told told) {
        TOLD.put(getName(), told);
    }

    /**
     * Before the board and after it the player is as in any test.
     */
    static void tellNothing() {
        TOLD.clear();
    }

    private Told told() {
        return TOLD.get(getName());
    }

    private LayerBoard.CannotPlay untold(String what) {
        return new LayerBoard.CannotPlay("the engine asks for what the board does not tell: " + what);
    }

    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        if (told() == null) {
            return super.chooseMode(modes, source, game);
        }
        List<Mode> all = new ArrayList<>(modes.values());
        List<Mode> left = modes.getAvailableModes(source, game);
        for (int number : told().modes) {
            if (number <= all.size() && left.contains(all.get(number - 1))) {
                Mode mode = all.get(number - 1);
                told().modes.remove((Integer) number);
                return mode;
            }
        }
        for (Mode mode : left) {
            for (String word : told().words) {
                if (mode.getEffects().getText(mode).toLowerCase().contains(word.toLowerCase())) {
                    return mode;
                }
            }
        }
        if (modes.getSelectedModes().size() >= modes.getMinModes() && modes.getMinModes() > 0) {
            return null;
        }
        throw untold("a mode");
    }

    @Override
    public boolean choose(Outcome outcome, Choice choice, Game game) {
        if (told() == null) {
            return super.choose(outcome, choice, game);
        }
        List<String> words = told().words;
        // What is asked for again is the next word: "from" one type "to" another.
        for (int i = 0; i < words.size(); i++) {
            String word = words.get((i + told().asked) % words.size());
            if (choice.isKeyChoice()) {
                for (Map.Entry<String, String> each : choice.getKeyChoices().entrySet()) {
                    if (same(each.getKey(), word) || same(each.getValue(), word)) {
                        choice.setChoiceByKey(each.getKey(), false);
                        told().asked++;
                        return true;
                    }
                }
                continue;
            }
            for (String each : choice.getChoices()) {
                if (same(each, word)) {
                    choice.setChoice(each, false);
                    told().asked++;
                    return true;
                }
            }
        }
        throw untold(choice.getMessage());
    }

    private static boolean same(String offered, String word) {
        String plain = offered.replaceAll("<[^<>]*>", "").replaceAll("^an? ", "");
        return plain.equalsIgnoreCase(word) || plain.equalsIgnoreCase(word + " counter");
    }

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game, Map<String, Serializable> options) {
        if (told() == null) {
            return super.choose(outcome, target, source, game, options);
        }
        return choosesFrom(target, target.possibleTargets(getId(), source, game), source, game);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Target target, Ability source, Game game) {
        if (told() == null) {
            return super.chooseTarget(outcome, target, source, game);
        }
        return choosesFrom(target, target.possibleTargets(getId(), source, game), source, game);
    }

    @Override
    public boolean choose(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        if (told() == null) {
            return super.choose(outcome, cards, target, source, game);
        }
        return choosesFrom(target, target.possibleTargets(getId(), source, game, cards), source, game);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        if (told() == null) {
            return super.chooseTarget(outcome, cards, target, source, game);
        }
        return choosesFrom(target, target.possibleTargets(getId(), source, game, cards), source, game);
    }

    private boolean choosesFrom(Target target, Set<UUID> possible, Ability source, Game game) {
        List<UUID> taken = new ArrayList<>();
        for (UUID id : told().objects) {
            Card card = game.getCard(id);
            UUID there = possible.contains(id) || card == null ? id : card.getMainCard().getId();
            if (possible.contains(there) && target.getTargets().size() < target.getMaxNumberOfTargets()
                    && !target.getTargets().contains(there)) {
                target.addTarget(there, source, game);
                taken.add(id);
            }
        }
        if (!target.isNotTarget()) {
            // Each "target" of a text takes the next ones.
            told().objects.removeAll(taken);
        }
        if (!taken.isEmpty()) {
            return true;
        }
        if (target.getMinNumberOfTargets() == 0) {
            return false;
        }
        if (possible.size() == target.getMinNumberOfTargets()) {
            possible.forEach(id -> target.addTarget(id, source, game));
            return true;
        }
        throw untold(target.getTargetName());
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
        if (told() == null) {
            return super.chooseUse(outcome, message, source, game);
        }
        return told().yes;
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String secondMessage, String trueText, String falseText,
                             Ability source, Game game) {
        if (told() == null) {
            return super.chooseUse(outcome, message, secondMessage, trueText, falseText, source, game);
        }
        return told().yes;
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean isManaPay) {
        if (told() == null) {
            return super.announceX(min, max, message, game, source, isManaPay);
        }
        return told().x;
    }

    @Override
    public int getAmount(int min, int max, String message, Ability source, Game game) {
        if (told() == null) {
            return super.getAmount(min, max, message, source, game);
        }
        for (String word : told().words) {
            if (word.matches("\\d+")) {
                return Integer.parseInt(word);
            }
        }
        return min >= max ? min : told().x;
    }

    @Override
    public int chooseReplacementEffect(Map<String, String> effects, Map<String, MageObject> objects, Game game) {
        if (told() == null) {
            return super.chooseReplacementEffect(effects, objects, game);
        }
        return 0;
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        if (told() == null) {
            return super.chooseTriggeredAbility(abilities, game);
        }
        return abilities.get(0);
    }
}
