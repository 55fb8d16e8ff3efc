package forge.ai.simulation;

import forge.card.CardType;
import forge.card.ColorSet;
import forge.game.card.Card;

import java.util.TreeSet;

/**
 * One question about a card.
 */
class BoardQuestion {

    private final Card card;

    BoardQuestion(Card card) {
        this.card = card;
    }

    /**
     * What is wrong; nothing if the answer is right.
     */
    String ask(BoardLine line) {
        String said = said(line);
        boolean right = said.equals("yes") != line.has("not");
        return right ? "" : line + " (here: " + (said.equals("no") || said.equals("yes") ? seen(line) : said) + ")";
    }

    private String said(BoardLine line) {
        String value = line.get("value");
        switch (line.get("what")) {
            case "power":
                return compared(card.getNetPower(), line);
            case "toughness":
                return compared(card.getNetToughness(), line);
            case "counters":
                return compared(card.getCounters(LayerBoard.counter(line.get("kind"))), line);
            case "ability":
                return yes(line.all("value").stream().anyMatch(each -> BoardText.has(card, each)));
            case "no abilities":
                return yes(BoardText.all(card).isEmpty());
            case "types":
                return yes(types().equals(value));
            case "type":
                return yes((" " + types() + " ").contains(" " + value + " "));
            case "supertype":
                return yes(card.getType().hasSupertype(CardType.Supertype.valueOf(value)));
            case "subtype":
                return yes(card.getType().hasSubtype(value));
            case "colors":
                return yes(colors().equals(value == null ? "" : value));
            case "color":
                return yes(colors().contains(value));
            case "controller":
                return yes(card.getController().getName().equals(value));
            case "name":
                return yes(card.getName().equals(value == null ? "" : value));
            case "tapped":
                return yes(card.isTapped());
            default:
                throw new LayerBoard.CannotPlay("no such question: " + line);
        }
    }

    private String types() {
        TreeSet<String> types = new TreeSet<>();
        card.getType().getCoreTypes().forEach(type -> types.add(type.name()));
        return String.join(" ", types);
    }

    private String colors() {
        ColorSet colors = card.getColor();
        return (colors.hasWhite() ? "W" : "") + (colors.hasBlue() ? "U" : "") + (colors.hasBlack() ? "B" : "")
                + (colors.hasRed() ? "R" : "") + (colors.hasGreen() ? "G" : "");
    }

    private String seen(BoardLine line) {
        return line.get("what").contains("abilit") ? BoardText.all(card).toString()
                : card.getName() + " " + card.getType() + " " + colors();
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static String compared(int seen, BoardLine line) {
        int wanted = line.number("value");
        boolean is;
        switch (line.get("is")) {
            case "=":
                is = seen == wanted;
                break;
            case "!=":
                is = seen != wanted;
                break;
            case "<":
                is = seen < wanted;
                break;
            case "<=":
                is = seen <= wanted;
                break;
            case ">":
                is = seen > wanted;
                break;
            default:
                is = seen >= wanted;
        }
        return is ? "yes" : String.valueOf(seen);
    }
}
