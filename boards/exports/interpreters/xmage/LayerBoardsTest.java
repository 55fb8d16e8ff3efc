package org.mage.test.cards.layers;

import mage.constants.PhaseStep;
import mage.constants.RangeOfInfluence;
import org.junit.Assert;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.mage.test.player.TestComputerPlayer;
import org.mage.test.player.TestPlayer;
import org.mage.test.serverside.base.CardTestPlayerBase;

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
@RunWith(Parameterized.class)
public class LayerBoardsTest extends CardTestPlayerBase {

    /**
     * Ends the game once everything has been asked; what would trigger afterwards is no part of the board.
     */
    private static final class Asked extends Error {
        private Asked() {
            super("everything has been asked", null, false, false);
        }
    }

    private final String name;
    private final File file;

    public LayerBoardsTest(String name, File file) {
        this.name = name;
        this.file = file;
    }

    @Parameterized.Parameters(name = "{0}")
    public static List<Object[]> boards() {
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
        return found;
    }

    @Override
    protected TestPlayer createNewPlayer(String playerName, RangeOfInfluence rangeOfInfluence) {
        return new TellingPlayer(new TestComputerPlayer(playerName, rangeOfInfluence));
    }

    @Test
    public void board() throws IOException {
        List<BoardLine> lines = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (String line : Files.readAllLines(file.toPath(), StandardCharsets.UTF_8)) {
            if (line.startsWith("#")) {
                notes.add(line.substring(1).trim());
            } else if (!line.isEmpty()) {
                lines.add(new BoardLine(line));
            }
        }
        TellingPlayer.tellNothing();
        List<String> wrong = new ArrayList<>();
        Throwable[] stopped = new Throwable[1];
        runCode(name, 1, PhaseStep.PRECOMBAT_MAIN, playerA, (info, player, game) -> {
            try {
                LayerBoard board = new LayerBoard(game, (TellingPlayer) playerA, (TellingPlayer) playerB);
                for (BoardLine line : lines) {
                    if (!line.word.equals("ask")) {
                        board.play(line);
                    }
                }
                for (BoardLine line : lines) {
                    if (line.word.equals("ask")) {
                        String answer = board.ask(line);
                        if (!answer.isEmpty()) {
                            wrong.add(answer);
                        }
                    }
                }
            } catch (Throwable error) {
                stopped[0] = error;
            }
            throw new Asked();
        });
        setStopAt(1, PhaseStep.BEGIN_COMBAT);
        try {
            execute();
        } catch (Asked asked) {
            // as it must end
        }
        if (stopped[0] instanceof LayerBoard.CannotPlay) {
            Assume.assumeNoException(name + " is skipped", stopped[0]);
        }
        if (stopped[0] != null) {
            throw new AssertionError(name + ": the engine stopped", stopped[0]);
        }
        Assert.assertTrue(name + ": " + wrong + "\n" + String.join("\n", notes), wrong.isEmpty());
    }
}
