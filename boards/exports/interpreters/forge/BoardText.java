package forge.ai.simulation;

import forge.game.card.Card;
import forge.game.keyword.KeywordInterface;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.LandAbility;
import forge.game.spellability.SpellAbility;
import forge.game.staticability.StaticAbility;
import forge.game.trigger.Trigger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The abilities of a card by their rules text, whatever the words in which the engine says it.
 */
final class BoardText {

    private BoardText() {
    }

    static String plain(String text, Card card) {
        // What a text change took away is still shown, struck out.
        String plain = text.replaceAll("<strike>.*?</strike>", "").replaceAll("\\([^)]*\\)", "");
        String name = card == null ? "" : card.getName();
        for (String self : new String[]{"CARDNAME", "NICKNAME", "~", name, name.replaceAll(",.*", "")}) {
            if (!self.isEmpty()) {
                plain = plain.replace(self, "it");
            }
        }
        return plain.toLowerCase()
                .replaceAll("this (creature|land|artifact|enchantment|permanent|aura|equipment|vehicle|token|class)", "it")
                .replace("enters the battlefield", "enters").replace("whenever", "when").replace("each time", "when")
                .replaceAll("[^a-z0-9+/{}-]+", " ").trim();
    }

    /**
     * The texts of everything that counts as an ability; how a card is cast, or turned face up, does not.
     */
    static List<String> all(Card card) {
        List<String> found = new ArrayList<>();
        for (KeywordInterface keyword : card.getKeywords()) {
            // "Protection:Card.White:Protection from white:..." says in its third part what it is.
            String[] parts = keyword.getOriginal().split(":");
            found.add(parts.length > 2 && parts[0].equals("Protection") ? parts[2] : String.join(" ", parts));
        }
        for (SpellAbility ability : card.getSpellAbilities()) {
            if (!ability.isSpell() && !(ability instanceof LandAbility) && !ability.isMorphUp() && !ability.isManifestUp()) {
                found.add(described(ability));
            }
        }
        for (Trigger trigger : card.getTriggers()) {
            found.add(trigger.toString());
        }
        for (StaticAbility ability : card.getStaticAbilities()) {
            found.add(ability.toString());
        }
        for (ReplacementEffect effect : card.getReplacementEffects()) {
            found.add(effect.toString());
        }
        return found;
    }

    static String described(SpellAbility ability) {
        String cost = ability.getPayCosts() == null ? "" : ability.getPayCosts().toSimpleString() + ": ";
        return ability.getDescription().contains(":") ? ability.getDescription() : cost + ability.getDescription();
    }

    static boolean has(Card card, String text) {
        String wanted = plain(text, card);
        Set<String> here = new HashSet<>();
        for (String each : all(card)) {
            here.add(plain(each, card));
        }
        return here.contains(wanted) || isMana(here, wanted)
                || here.stream().anyMatch(each -> isProtection(each, wanted) || isLandwalk(each, wanted));
    }

    private static boolean isProtection(String here, String wanted) {
        return wanted.startsWith("protection from ") && here.startsWith("protection from ")
                && ((" " + here + " ").contains("from " + wanted.substring("protection from ".length()) + " ")
                || here.matches("protection from (all colors|each color|everything)"));
    }

    private static boolean isLandwalk(String here, String wanted) {
        return wanted.endsWith("walk") && here.startsWith("landwalk " + wanted.replace("walk", ""));
    }

    /**
     * "{T}: Add {W} or {U}" may be one ability for each mana here.
     */
    private static boolean isMana(Set<String> here, String wanted) {
        int add = wanted.indexOf(" add ");
        if (add < 0 || !wanted.substring(add + 5).matches("(\\{[wubrgc]} )+or \\{[wubrgc]}")) {
            return false;
        }
        for (String mana : wanted.substring(add + 5).replace("or ", "").split(" ")) {
            if (!here.contains(wanted.substring(0, add + 5) + mana)) {
                return false;
            }
        }
        return true;
    }

    /**
     * If a choice makes several abilities of one, the told words say which.
     */
    static <T extends SpellAbility> T mostAlike(List<T> abilities, String text, List<String> told, double least) {
        T best = null;
        double most = least;
        for (T ability : abilities) {
            String here = plain(described(ability) + " " + ability, ability.getHostCard());
            double alike = alike(here, plain(text, ability.getHostCard()));
            if (alike > least && told.stream().anyMatch(word -> here.contains(word.toLowerCase()))) {
                alike += 1;
            }
            if (alike > most) {
                most = alike;
                best = ability;
            }
        }
        return best;
    }

    /**
     * How much of a text stands in another one.
     */
    static double alike(String here, String wanted) {
        Set<String> words = new HashSet<>(Arrays.asList(wanted.split(" ")));
        Set<String> both = new HashSet<>(Arrays.asList(here.split(" ")));
        int others = both.size();
        both.retainAll(words);
        return (double) both.size() / words.size() - 0.002 * others;
    }
}
