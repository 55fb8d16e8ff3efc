package forge.ai.simulation;

import forge.LobbyPlayer;
import forge.ai.LobbyPlayerAi;
import forge.ai.PlayerControllerAi;
import forge.card.ColorSet;
import forge.card.MagicColor;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.GameObject;
import forge.game.ability.ApiType;
import forge.game.card.Card;
import forge.game.card.CardCollection;
import forge.game.card.CardCollectionView;
import forge.game.player.DelayedReveal;
import forge.game.player.Player;
import forge.game.player.PlayerController;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.AbilitySub;
import forge.game.spellability.SpellAbility;
import forge.util.collect.FCollectionView;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A player who answers what the board tells, in whatever order the engine asks. What it does not tell is no answer.
 * <p>
 * Some methods stand here with the parameters of older and of newer versions; so they say not what they override.
 */
class TellingController extends PlayerControllerAi {

    static class Lobby extends LobbyPlayerAi {
        Lobby(String name) {
            super(name, null);
        }

        @Override
        public Player createIngamePlayer(Game game, int id) {
            Player player = new Player(getName(), game, id);
            player.setFirstController(new TellingController(game, player, this));
            return player;
        }
    }

    /**
     * What the step that is played tells.
     */
    static class Told {
        final List<GameObject> objects = new ArrayList<>(); // the targets first
        int targets = 0;
        final List<String> words = new ArrayList<>();
        final List<Integer> modes = new ArrayList<>();
        int x = 0;
        boolean copies = false;
        private int asked = 0;
    }

    static Told told = new Told();

    private TellingController(Game game, Player player, LobbyPlayer lobbyPlayer) {
        super(game, player, lobbyPlayer);
    }

    private static LayerBoard.CannotPlay untold(String what) {
        return new LayerBoard.CannotPlay("the engine asks for what the board does not tell: " + what);
    }

    /**
     * The next word that is offered: what is asked for again is "to" after "from".
     */
    private static String word(Collection<String> offered, String what) {
        for (int i = 0; i < told.words.size(); i++) {
            String word = told.words.get((i + told.asked) % told.words.size());
            for (String each : offered) {
                if (each.equalsIgnoreCase(word)) {
                    told.asked++;
                    return each;
                }
            }
        }
        throw untold(what);
    }

    public String chooseSomeType(String kind, SpellAbility sa, Collection<String> valid, boolean optional) {
        return word(valid, "a " + kind + " type");
    }

    public String chooseSomeType(String kind, SpellAbility sa, Collection<String> valid, List<String> invalid,
                                 boolean optional) {
        return word(valid, "a " + kind + " type");
    }

    @Override
    public byte chooseColor(String message, SpellAbility sa, ColorSet colors) {
        return MagicColor.fromName(word(Arrays.asList("white", "blue", "black", "red", "green"), "a color"));
    }

    @Override
    public byte chooseColorAllowColorless(String message, Card card, ColorSet colors) {
        return chooseColor(message, null, colors);
    }

    public List<String> chooseColors(String message, SpellAbility sa, int min, int max, List<String> options) {
        List<String> found = new ArrayList<>();
        for (String word : told.words) {
            if (found.size() < max && MagicColor.fromName(word.toLowerCase()) != 0) {
                found.add(word.toLowerCase());
            }
        }
        if (found.size() < min) {
            throw untold("colors");
        }
        return found;
    }

    @Override
    public String chooseKeywordForPump(List<String> options, SpellAbility sa, String prompt, Card target) {
        return word(options, "a keyword");
    }

    @Override
    public String chooseProtectionType(String prompt, SpellAbility sa, List<String> options) {
        return word(options, "protection");
    }

    @Override
    public <T extends GameEntity> T chooseSingleEntityForEffect(FCollectionView<T> options, DelayedReveal reveal,
            SpellAbility sa, String title, boolean optional, Player related, Map<String, Object> params) {
        List<T> found = chosen(options, 1);
        if (!found.isEmpty()) {
            return found.get(0);
        }
        if (optional || options.isEmpty()) {
            return null;
        }
        if (options.size() == 1) {
            return options.getFirst();
        }
        throw untold(title);
    }

    @Override
    public <T extends GameEntity> List<T> chooseEntitiesForEffect(FCollectionView<T> options, int min, int max,
            DelayedReveal reveal, SpellAbility sa, String title, Player related, Map<String, Object> params) {
        List<T> found = chosen(options, max);
        if (found.size() < min && options.size() > min) {
            throw untold(title);
        }
        return found.size() < min ? all(options) : found;
    }

    @Override
    public CardCollectionView chooseCardsForEffect(CardCollectionView options, SpellAbility sa, String title, int min,
            int max, boolean optional, Map<String, Object> params) {
        List<Card> found = chosen(options, max);
        if (found.size() >= min || optional) {
            return new CardCollection(found);
        }
        if (options.size() > min) {
            throw untold(title);
        }
        return options;
    }

    private static <T> List<T> all(Iterable<T> options) {
        List<T> found = new ArrayList<>();
        options.forEach(found::add);
        return found;
    }

    /**
     * What is chosen as it resolves comes before what is targeted, which may be offered, too.
     */
    private static <T> List<T> chosen(Iterable<T> options, int max) {
        List<T> found = new ArrayList<>();
        List<GameObject> objects = new ArrayList<>(told.objects);
        Collections.rotate(objects, -told.targets);
        for (GameObject object : objects) {
            for (T each : options) {
                if (each.equals(object) && found.size() < max && !found.contains(each)) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    @Override
    public boolean confirmReplacementEffect(ReplacementEffect effect, SpellAbility sa, GameEntity affected, String question) {
        SpellAbility does = effect.getOverridingAbility() != null ? effect.getOverridingAbility() : sa;
        return does == null || does.getApi() != ApiType.Clone ? !told.words.contains("no") : told.copies;
    }

    @Override
    public boolean chooseBinary(SpellAbility sa, String question, PlayerController.BinaryChoiceType kind, Boolean usual) {
        return !told.words.contains("no");
    }

    @Override
    public int chooseNumber(SpellAbility sa, String title, int min, int max) {
        for (String word : told.words) {
            if (word.matches("\\d+")) {
                return Integer.parseInt(word);
            }
        }
        return Math.max(min, told.x);
    }

    @Override
    public Integer announceRequirements(SpellAbility ability, String announce) {
        return told.x;
    }

    @Override
    public SpellAbility chooseSingleSpellForEffect(List<SpellAbility> spells, SpellAbility sa, String title,
            Map<String, Object> params) {
        SpellAbility best = BoardText.mostAlike(spells, String.join(" ", told.words), told.words, 0);
        for (SpellAbility each : spells) {
            boolean color = !told.words.isEmpty() && MagicColor.fromName(told.words.get(0).toLowerCase()) != 0;
            if (best == null && each.getParam(color ? "ChangeColorWord" : "ChangeTypeWord") != null) {
                best = each; // 612.2: which kind of word is changed
            }
        }
        if (best == null) {
            throw untold(title);
        }
        return best;
    }

    @Override
    public List<SpellAbility> chooseSpellAbilitiesForEffect(List<SpellAbility> spells, SpellAbility sa, String title,
            int number, Map<String, Object> params) {
        return Collections.singletonList(chooseSingleSpellForEffect(spells, sa, title, params));
    }

    @Override
    public List<AbilitySub> chooseModeForAbility(SpellAbility sa, List<AbilitySub> possible, int min, int number,
            boolean allowRepeat) {
        List<AbilitySub> found = new ArrayList<>();
        for (int mode : told.modes) {
            if (mode <= possible.size()) {
                found.add(possible.get(mode - 1));
            }
        }
        if (found.isEmpty() && !told.words.isEmpty()) {
            AbilitySub best = BoardText.mostAlike(possible, String.join(" ", told.words), told.words, 0);
            if (best != null) {
                found.add(best);
            }
        }
        if (found.size() < min) {
            throw untold("a mode");
        }
        return found;
    }
}
