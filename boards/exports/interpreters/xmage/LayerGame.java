package mage.game;

/**
 * State-based actions without the triggers that wait for a player to get priority.
 */
public final class LayerGame {

    private LayerGame() {
    }

    public static void stateBasedActions(Game game) {
        while (((GameImpl) game).checkStateBasedActions()) {
            game.processAction();
        }
    }
}
