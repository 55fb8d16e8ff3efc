package org.mage.test.cards.layers;

import mage.abilities.Ability;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpellAbility;
import mage.cards.Card;
import mage.constants.SubType;
import mage.game.Game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The abilities of a permanent by their rules text, whatever the words in which the engine says it.
 */
final class BoardText {

    private static final double ALIKE = 0.5;
    private static final double WAITING = 0.3;

    private BoardText() {
    }

    /**
     * The abilities that count: how a card is cast or played, and turned face up, is none.
     */
    static List<Ability> abilities(Card object, Game game) {
        List<Ability> found = new ArrayList<>();
        for (Ability ability : object.getAbilities(game)) {
            if (!(ability instanceof SpellAbility) && !(ability instanceof PlayLandAbility)
                    && !isAboutFaceDown(ability)) {
                found.add(ability);
            }
        }
        return found;
    }

    /**
     * The engine keeps how a permanent is turned face up, and that it is face down, as abilities.
     */
    private static boolean isAboutFaceDown(Ability ability) {
        String rule = ability.getRule();
        return rule != null && (rule.startsWith("Turn it face up") || rule.contains("face-down permanent face up")
                || rule.startsWith("{this} becomes a 2/2 face-down creature"));
    }

    /**
     * A rules text without reminder text, in one spelling of what engines spell differently.
     */
    static String plain(String text, Card object) {
        String plain = text.replaceAll("(?s)<i>.*?</i>", "").replaceAll("<[^>]*>", "").replaceAll("\\([^)]*\\)", "");
        String name = object.getName();
        for (String self : new String[]{"{this}", "~", name, name.replaceAll(",.*", "")}) {
            if (!self.isEmpty()) {
                plain = plain.replace(self, "it");
            }
        }
        return plain.toLowerCase()
                .replaceAll("this (creature|land|artifact|enchantment|permanent|aura|equipment|vehicle|token|class)", "it")
                .replace("enters the battlefield", "enters").replace("whenever", "when").replace("each time", "when")
                .replaceAll("[^a-z0-9+/{}-]+", " ").trim();
    }

    static boolean has(Card object, String text, Game game) {
        String wanted = plain(text, object);
        Set<String> rules = new HashSet<>();
        for (Ability ability : abilities(object, game)) {
            rules.add(ability.getRule() == null ? "" : plain(ability.getRule(), object));
        }
        return rules.contains(wanted) || isMana(rules, wanted) || isOfLandType(object, rules, wanted, game)
                || rules.stream().anyMatch(rule -> isProtection(rule, wanted));
    }

    /**
     * Protection from that, perhaps together with protection from more.
     */
    private static boolean isProtection(String rule, String wanted) {
        if (!wanted.startsWith("protection from ") || !rule.startsWith("protection from ")) {
            return false;
        }
        String quality = wanted.substring("protection from ".length());
        return (" " + rule + " ").contains("from " + quality + " ")
                || rule.matches("protection from (all colors|each color|everything)")
                && quality.matches("white|blue|black|red|green");
    }

    /**
     * "{T}: Add {W} or {U}" is one ability for each mana here.
     */
    private static boolean isMana(Set<String> rules, String wanted) {
        int add = wanted.indexOf(" add ");
        if (add < 0 || !wanted.substring(add + 5).matches("(\\{[wubrgc]} )+or \\{[wubrgc]}")) {
            return false;
        }
        for (String mana : wanted.substring(add + 5).replace("or ", "").split(" ")) {
            if (!rules.contains(wanted.substring(0, add + 5) + mana)) {
                return false;
            }
        }
        return true;
    }

    /**
     * 305.6: what has all basic land types says the mana of all in one ability here.
     */
    private static boolean isOfLandType(Card object, Set<String> rules, String wanted, Game game) {
        if (rules.contains("{t} add one mana of any color")) {
            for (String type : new String[]{"w Plains", "u Island", "b Swamp", "r Mountain", "g Forest"}) {
                if (wanted.equals("{t} add {" + type.charAt(0) + "}")) {
                    return object.hasSubtype(SubType.byDescription(type.substring(2)), game);
                }
            }
        }
        return false;
    }

    /**
     * The one ability that says the same, or that has the same cost, or the most alike one; null if none is alike.
     */
    static Ability found(Card object, String text, Game game) {
        List<Ability> same = new ArrayList<>();
        List<Ability> others = new ArrayList<>();
        for (Ability ability : object.getAbilities(game)) {
            if (ability instanceof SpellAbility || ability instanceof PlayLandAbility || ability.getRule() == null) {
                continue;
            }
            if (plain(ability.getRule(), object).equals(plain(text, object))) {
                return ability;
            }
            if (head(ability.getRule()).equals(head(text))) {
                same.add(ability);
            } else {
                others.add(ability);
            }
        }
        return same.isEmpty() ? mostAlike(others, object, text, ALIKE) : mostAlike(same, object, text, 0);
    }

    /**
     * A cost, or the word by which an ability triggers.
     */
    private static String head(String text) {
        int colon = text.indexOf(':');
        return colon >= 0 ? text.substring(0, colon).replace(" ", "").toLowerCase() : text.replaceAll(" .*", "");
    }

    private static Ability mostAlike(List<Ability> abilities, Card object, String text, double least) {
        Ability best = null;
        double most = least;
        for (Ability ability : abilities) {
            double alike = alike(plain(ability.getRule(), object), plain(text, object));
            if (alike > most) {
                most = alike;
                best = ability;
            }
        }
        return best;
    }

    static boolean isAlike(Card object, Ability ability, String text) {
        return ability.getRule() != null && alike(plain(ability.getRule(), object), plain(text, object)) > WAITING;
    }

    private static double alike(String one, String other) {
        Set<String> left = new HashSet<>(Arrays.asList(one.split(" ")));
        Set<String> right = new HashSet<>(Arrays.asList(other.split(" ")));
        Set<String> both = new HashSet<>(left);
        both.retainAll(right);
        left.addAll(right);
        return (double) both.size() / left.size();
    }
}
