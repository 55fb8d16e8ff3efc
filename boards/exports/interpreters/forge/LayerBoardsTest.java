package forge.ai.simulation;

import forge.ai.AITest;
import forge.deck.Deck;
import forge.game.Game;
import forge.game.GameRules;
import forge.game.GameStage;
import forge.game.GameType;
import forge.game.Match;
import forge.game.card.Card;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.player.RegisteredPlayer;
import org.testng.AssertJUnit;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Every board of the folder `layers` among the resources of the tests: its steps are played, then its questions are
 * asked. A board that can't be set up in this engine (it lacks a card, or asks for a choice that the board does not
 * tell) is skipped with the reason.
 */
public class LayerBoardsTest extends AITest {

    @DataProvider(name = "boards")
    public Object[][] boards() {
        List<Object[]> found = new ArrayList<>();
        URL folder = LayerBoardsTest.class.getResource("/layers");
        File[] files = folder == null ? null : new File(folder.getPath()).listFiles();
        if (files != null) {
            Arrays.sort(files);
            for (File file : files) {
                if (file.getName().endsWith(".board")) {
                    found.add(new Object[]{file.getName().replace(".board", ""), file});
                }
            }
        }
        return found.toArray(new Object[0][]);
    }

    @Test(dataProvider = "boards")
    public void board(String name, File file) throws IOException {
        initAndCreateGame();
        List<String> notes = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        try {
            LayerBoard board = new LayerBoard(newGame(), this);
            List<BoardLine> asked = new ArrayList<>();
            for (String line : Files.readAllLines(file.toPath(), StandardCharsets.UTF_8)) {
                if (line.startsWith("#")) {
                    notes.add(line.substring(1).trim());
                } else if (line.startsWith("ask")) {
                    asked.add(new BoardLine(line));
                } else if (!line.isEmpty()) {
                    board.play(new BoardLine(line));
                }
            }
            for (BoardLine line : asked) {
                String answer = board.ask(line);
                if (!answer.isEmpty()) {
                    wrong.add(answer);
                }
            }
        } catch (LayerBoard.CannotPlay reason) {
            throw new SkipException(name + " is skipped: " + reason.getMessage());
        }
        AssertJUnit.assertTrue(name + ": " + wrong + "\n" + String.join("\n", notes), wrong.isEmpty());
    }

    /**
     * A game between two players who answer what the board tells.
     */
    private static Game newGame() {
        List<RegisteredPlayer> players = new ArrayList<>();
        for (String name : new String[]{"you", "opponent"}) {
            players.add(new RegisteredPlayer(new Deck()).setPlayer(new TellingController.Lobby(name)));
        }
        GameRules rules = new GameRules(GameType.Constructed);
        Game game = new Game(players, rules, new Match(rules, players, "a board"));
        game.setAge(GameStage.Play);
        game.getPhaseHandler().devModeSet(PhaseType.MAIN1, game.getPlayers().get(0));
        return game;
    }

    Card made(String name, Player player) {
        try {
            return createCard(name, player);
        } catch (RuntimeException error) {
            throw new LayerBoard.CannotPlay("the engine has no card " + name);
        }
    }
}
