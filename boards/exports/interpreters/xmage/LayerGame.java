package mage.game;

/**
 * State-based actions without the triggers that wait for a player to get priority.
 */
public final class LayerGame {

    private LayerGame() {
    }

    public static void stateBasedActions(Game game) {
        boolean more = true;
        while (more) {
            more = ((GameImpl) game).checkStateBasedActions();
            game.processAction(); // what they unattach is not told as something that happened
        }
    }
}
