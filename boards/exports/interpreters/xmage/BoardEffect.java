package org.mage.test.cards.layers;

import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.effects.ContinuousEffectImpl;
import mage.constants.CardType;
import mage.constants.DependencyType;
import mage.constants.Duration;
import mage.constants.Layer;
import mage.constants.Outcome;
import mage.constants.SubLayer;
import mage.constants.SubType;
import mage.game.Game;
import mage.game.permanent.Permanent;

import java.util.UUID;

/**
 * An effect that a board gives as rules text, on one permanent; each part in its layer.
 */
class BoardEffect extends ContinuousEffectImpl {

    private final BoardLine line;
    private final UUID on;
    private final UUID by;

    BoardEffect(BoardLine line, UUID on, UUID by) {
        super(line.get("until").equals("turn") ? Duration.EndOfTurn : Duration.EndOfGame, Outcome.Neutral);
        this.line = line;
        this.on = on;
        this.by = by;
        if (line.all("add type").contains("Creature")) {
            dependencyTypes.add(DependencyType.BecomeCreature);
        }
    }

    private BoardEffect(final BoardEffect effect) {
        super(effect);
        this.line = effect.line;
        this.on = effect.on;
        this.by = effect.by;
    }

    @Override
    public BoardEffect copy() {
        return new BoardEffect(this);
    }

    @Override
    public boolean hasLayer(Layer layer) {
        switch (layer) {
            case ControlChangingEffects_2:
                return line.has("control");
            case TypeChangingEffects_4:
                return line.has("add type") || line.has("add subtype");
            case ColorChangingEffects_5:
                return line.has("colors") || line.has("add colors");
            case AbilityAddingRemovingEffects_6:
                return line.has("gain") || line.has("lose all");
            case PTChangingEffects_7:
                return line.has("power") || line.has("toughness") || line.has("more power") || line.has("switch");
            default:
                return false;
        }
    }

    @Override
    public boolean apply(Game game, Ability source) {
        return false;
    }

    @Override
    public boolean apply(Layer layer, SubLayer sublayer, Ability source, Game game) {
        Permanent permanent = game.getPermanent(on);
        if (permanent == null) {
            return false;
        }
        switch (layer) {
            case ControlChangingEffects_2:
                return !line.has("control") || permanent.changeControllerId(by, game, source);
            case TypeChangingEffects_4:
                line.all("add type").forEach(word -> permanent.addCardType(game, CardType.valueOf(word.toUpperCase())));
                line.all("add subtype").forEach(word -> permanent.addSubType(game, SubType.byDescription(word)));
                return true;
            case ColorChangingEffects_5:
                if (line.has("colors")) {
                    permanent.getColor(game).setColor(new ObjectColor(line.get("colors")));
                }
                if (line.has("add colors")) {
                    permanent.getColor(game).addColor(new ObjectColor(line.get("add colors")));
                }
                return true;
            case AbilityAddingRemovingEffects_6:
                if (line.has("lose all")) {
                    permanent.removeAllAbilities(source.getSourceId(), game);
                }
                line.all("gain").forEach(word ->
                        permanent.addAbility(LayerBoard.keyword(word), source.getSourceId(), game));
                return true;
            case PTChangingEffects_7:
                applies(sublayer, permanent);
                return true;
            default:
                return false;
        }
    }

    private void applies(SubLayer sublayer, Permanent permanent) {
        if (sublayer == SubLayer.SetPT_7b) {
            if (line.has("power")) {
                permanent.getPower().setModifiedBaseValue(line.number("power"));
            }
            if (line.has("toughness")) {
                permanent.getToughness().setModifiedBaseValue(line.number("toughness"));
            }
        } else if (sublayer == SubLayer.ModifyPT_7c && line.has("more power")) {
            permanent.addPower(line.number("more power"));
            permanent.addToughness(line.number("more toughness"));
        } else if (sublayer == SubLayer.SwitchPT_e && line.has("switch")) {
            permanent.switchPowerToughness();
        }
    }
}
