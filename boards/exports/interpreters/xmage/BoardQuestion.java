package org.mage.test.cards.layers;

import mage.cards.Card;
import mage.constants.CardType;
import mage.constants.SubType;
import mage.constants.SuperType;
import mage.counters.CounterType;
import mage.game.Controllable;
import mage.game.Game;
import mage.game.permanent.Permanent;

import java.util.TreeSet;
import java.util.UUID;

/**
 * One question about an object.
 */
class BoardQuestion {

    private final Card object;
    private final Game game;
    private final UUID you;

    BoardQuestion(Card object, Game game, UUID you) {
        this.object = object;
        this.game = game;
        this.you = you;
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
                return compared(object.getPower().getValue(), line);
            case "toughness":
                return compared(object.getToughness().getValue(), line);
            case "counters":
                CounterType type = CounterType.findByName(line.get("kind"));
                return compared(type == null ? 0 : object.getCounters(game).getCount(type), line);
            case "ability":
                return yes(line.all("value").stream().anyMatch(each -> BoardText.has(object, each, game)));
            case "no abilities":
                return yes(BoardText.abilities(object, game).isEmpty());
            case "types":
                TreeSet<String> types = new TreeSet<>();
                object.getCardType(game).forEach(each -> types.add(each.toString()));
                return yes(String.join(" ", types).equals(value));
            case "type":
                return yes(object.getCardType(game).contains(CardType.valueOf(value.toUpperCase())));
            case "supertype":
                return yes(object.getSuperType(game).contains(SuperType.valueOf(value.toUpperCase())));
            case "subtype":
                return yes(object.hasSubtype(SubType.byDescription(value), game));
            case "colors":
                return yes(colors().equals(value == null ? "" : value));
            case "color":
                return yes(colors().contains(value));
            case "controller":
                return yes(((Controllable) object).isControlledBy(you) == value.equals("you"));
            case "name":
                return yes(object.getName().equals(value == null ? "" : value));
            case "tapped":
                return yes(((Permanent) object).isTapped());
            default:
                throw new LayerBoard.CannotPlay("no such question: " + line);
        }
    }

    private String colors() {
        String found = "";
        found += object.getColor(game).isWhite() ? "W" : "";
        found += object.getColor(game).isBlue() ? "U" : "";
        found += object.getColor(game).isBlack() ? "B" : "";
        found += object.getColor(game).isRed() ? "R" : "";
        return found + (object.getColor(game).isGreen() ? "G" : "");
    }

    private String seen(BoardLine line) {
        StringBuilder all = new StringBuilder();
        if (line.get("what").contains("abilit")) {
            BoardText.abilities(object, game).forEach(ability -> all.append(ability.getRule()).append("; "));
            return all.toString();
        }
        return object.getName() + " " + object.getSuperType(game) + object.getCardType(game)
                + object.getSubtype(game) + " " + colors();
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
