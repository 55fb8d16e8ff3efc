package forge.ai.simulation;

import forge.card.CardRarity;
import forge.card.CardRules;
import forge.game.ability.AbilityFactory;
import forge.game.card.Card;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.item.PaperCard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tokens and effects of a board in the engine's own script.
 */
final class BoardScript {

    private static final String[][] COLORS = {{"W", "White"}, {"U", "Blue"}, {"B", "Black"}, {"R", "Red"}, {"G", "Green"}};

    private BoardScript() {
    }

    static Card card(String script, Player player) {
        CardRules rules = new CardRules.Reader().readCard(Arrays.asList(script.split("\n")), "board");
        return Card.fromPaperCard(new PaperCard(rules, "M10", CardRarity.Common), player);
    }

    /**
     * The ability of a sorcery of that player that remembers the first card and has imprinted the second.
     */
    static SpellAbility ability(String script, Player player, Card... cards) {
        Card host = card("Name:A step of the board\nManaCost:no cost\nTypes:Sorcery\nOracle:", player);
        host.addRemembered(cards[0]);
        if (cards.length > 1) {
            host.addImprintedCard(cards[1]);
        }
        SpellAbility ability = AbilityFactory.getAbility(script, host);
        ability.setActivatingPlayer(player);
        return ability;
    }

    static String token(BoardLine line) {
        StringBuilder script = new StringBuilder("Name:" + line.get("name") + "\nManaCost:no cost\nTypes:");
        for (String key : new String[]{"super", "type", "sub"}) {
            line.all(key).forEach(word -> script.append(word).append(' '));
        }
        script.append('\n');
        if (line.has("colors")) {
            script.append("Colors:").append(colors(line.get("colors")).toLowerCase()).append('\n');
        }
        if (line.has("power")) {
            script.append("PT:").append(line.get("power")).append('/').append(line.get("toughness")).append('\n');
        }
        line.all("has").forEach(word -> script.append("K:").append(keyword(word)).append('\n'));
        return script.append("Oracle:").toString();
    }

    /**
     * The scripts that do together what an effect does to the card that is remembered.
     */
    static List<String> effects(BoardLine line) {
        List<String> scripts = new ArrayList<>();
        String lasting = line.get("until").equals("turn") ? "" : " | Duration$ Permanent";
        StringBuilder animate = new StringBuilder();
        if (line.has("power")) {
            animate.append(" | Power$ ").append(line.get("power"));
        }
        if (line.has("toughness")) {
            animate.append(" | Toughness$ ").append(line.get("toughness"));
        }
        List<String> types = new ArrayList<>(line.all("add type"));
        types.addAll(line.all("add subtype"));
        if (!types.isEmpty()) {
            animate.append(" | Types$ ").append(String.join(",", types));
        }
        if (line.has("colors") || line.has("add colors")) {
            animate.append(" | Colors$ ").append(colors(line.has("colors") ? line.get("colors") : line.get("add colors")));
            animate.append(line.has("colors") ? " | OverwriteColors$ True" : "");
        }
        if (line.has("lose all")) {
            animate.append(" | RemoveAllAbilities$ True");
        }
        if (line.has("gain")) {
            List<String> gained = new ArrayList<>();
            line.all("gain").forEach(word -> gained.add(keyword(word)));
            animate.append(" | Keywords$ ").append(String.join(" & ", gained));
        }
        if (animate.length() > 0) {
            scripts.add("DB$ Animate | Defined$ Remembered" + animate + lasting);
        }
        if (line.has("more power")) {
            scripts.add("DB$ Pump | Defined$ Remembered | NumAtt$ " + line.get("more power") + " | NumDef$ "
                    + line.get("more toughness") + lasting);
        }
        if (line.has("switch")) {
            scripts.add("DB$ Pump | Defined$ Remembered | KW$ HIDDEN CARDNAME's power and toughness are switched" + lasting);
        }
        if (line.has("control")) {
            scripts.add("DB$ GainControl | Defined$ Remembered | NewController$ You"
                    + (line.get("until").equals("turn") ? " | LoseControl$ EOT" : ""));
        }
        if (line.has("copy of")) {
            scripts.add("DB$ Clone | Defined$ Imprinted | CloneTarget$ Remembered"
                    + (line.get("until").equals("turn") ? " | Duration$ UntilEndOfTurn" : ""));
        }
        return scripts;
    }

    private static String colors(String letters) {
        List<String> found = new ArrayList<>();
        for (String[] color : COLORS) {
            if (letters.contains(color[0])) {
                found.add(color[1]);
            }
        }
        return String.join(",", found);
    }

    private static String keyword(String word) {
        StringBuilder name = new StringBuilder();
        for (String part : word.split(" ")) {
            name.append(name.length() == 0 ? "" : " ").append(Character.toUpperCase(part.charAt(0))).append(part.substring(1).toLowerCase());
        }
        return name.toString();
    }
}
