package org.mage.test.cards.layers;

import mage.MageInt;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.constants.CardType;
import mage.constants.SubType;
import mage.constants.SuperType;
import mage.game.permanent.token.TokenImpl;

/**
 * A token of a board, by its characteristics.
 */
class BoardToken extends TokenImpl {

    BoardToken(BoardLine line) {
        super(line.get("name"), line.get("name"));
        line.all("super").forEach(word -> supertype.add(SuperType.valueOf(word.toUpperCase())));
        line.all("type").forEach(word -> cardType.add(CardType.valueOf(word.toUpperCase())));
        line.all("sub").forEach(word -> subtype.add(SubType.byDescription(word)));
        if (line.has("colors")) {
            color.setColor(new ObjectColor(line.get("colors")));
        }
        if (line.has("power")) {
            power = new MageInt(line.number("power"));
            toughness = new MageInt(line.number("toughness"));
        }
        line.all("has").forEach(word -> addAbility(keyword(word)));
    }

    private BoardToken(final BoardToken token) {
        super(token);
    }

    @Override
    public BoardToken copy() {
        return new BoardToken(this);
    }

    /**
     * The engine's ability for a keyword without more.
     */
    static Ability keyword(String word) {
        StringBuilder name = new StringBuilder("mage.abilities.keyword.");
        for (String part : word.toLowerCase().replaceAll("[^a-z ]", "").split(" ")) {
            name.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        try {
            Class<?> type = Class.forName(name.append("Ability").toString());
            try {
                return (Ability) type.getMethod("getInstance").invoke(null);
            } catch (NoSuchMethodException error) {
                return (Ability) type.getConstructor().newInstance();
            }
        } catch (ReflectiveOperationException error) {
            throw new LayerBoard.CannotPlay("the engine has no keyword " + word);
        }
    }
}
