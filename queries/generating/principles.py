"""What the rules say where a wrong reading goes wrong: one sentence each, in our words.

The explanation of a generated board begins with it (`queries/generating/notes.py`).
"""

from striate.boards.editions import DIFFERENCES

PRINCIPLES: dict[str, str] = {
    "back-face-without-indicator": "A face with a colour indicator is each colour of it, whatever "
                                   "its mana cost (204.2)",
    "blood-moon-leaves-text": "A land whose land type is set loses the abilities of its rules "
                              "text (305.7)",
    "cdas-not-first": "Within a layer, characteristic-defining abilities apply first, whatever "
                      "their timestamps (613.3)",
    "colour-after-abilities": "Colours are settled in layer 5, before any ability is lost in "
                              "layer 6 (613.1e-f)",
    "continuation-off": "An effect that has begun to apply goes on in later layers, even if its "
                        "ability is lost by then (613.6)",
    "control-after-types": "Control is settled in layer 2, before types in layer 4 (613.1b, "
                           "613.1d)",
    "copies-lose-the-form": "A form chosen as the original entered sets copiable values (707.2, "
                            "208.2b)",
    "copies-take-choices": "Choices made for the original are not copied; a copy makes its own "
                           "(707.2, 707.6)",
    "copies-take-counters": "Counters are not copiable (707.2)",
    "copies-take-current-values": "A copy takes the copiable values, not what other effects and "
                                  "counters make of them (707.2)",
    "counters-after-switches": "Counters add in layer 7c, before the switch of layer 7d (613.4c-d)",
    "counters-without-stamps": "What a counter does has the timestamp of the moment when it was "
                               "put there (613.7c)",
    "dependency-off": "An effect waits for one that would change what it applies to or does "
                      "(613.8)",
    "exceptions-lost-in-chains": "The exceptions of a copy effect are copiable values of the copy "
                                 "(707.3, 707.9b)",
    "existence-not-considered": "An effect also depends on one that would take away the ability "
                                "that makes it (613.8a)",
    "face-down-before-copy": "Face-down status applies after copy effects, so a face-down "
                             "permanent shows nothing of what it copies (613.2b)",
    "granted-changeling-as-cda": "An ability that another effect grants is not "
                                 "characteristic-defining (604.3a)",
    "granted-stamped-by-object": "A granted ability has the later of the object's timestamp and "
                                 "that of the granting effect (613.7a)",
    "in-addition-replaces": "What an object becomes “in addition” leaves what it was (205.1b)",
    "indirect-dependency": "Dependency is asked of two effects at a time, as the board is then, "
                           "not of what a third may yet bring (613.8a)",
    "level-halves-apart": "A level symbol is one ability; whoever loses it loses its power and "
                          "toughness with it (711.2)",
    "level-stamped-by-counter": "A level symbol is an ability of the permanent and has its "
                                "timestamp, however late the counters came (613.7a)",
    "loops-fall-back": "Only the effects of a dependency loop ignore dependency among themselves; "
                       "others still wait (613.8b)",
    "loss-before-types": "An ability that is lost in layer 6 has done its work in layer 4 by then "
                         "(613.1d, 613.1f)",
    "lower-level-abilities-kept": "A level symbol with two numbers ends above the second (711.2a)",
    "no-stamp-on-attaching": "An Aura or Equipment gets a new timestamp as it becomes attached "
                             "(613.7e)",
    "no-stamp-on-transforming": "A permanent gets a new timestamp as it transforms (613.7g)",
    "no-stamp-on-turning-face-up": "A permanent gets a new timestamp as it turns face up or face "
                                   "down (613.7f)",
    "only-declared-pairs": "Any two effects of one layer can depend on each other, not only those "
                           "on types (613.8a)",
    "only-statics-depend": "Any two effects of one layer can depend on each other, resolved ones "
                           "too (613.8a)",
    "order-computed-once": "After each effect it is worked out anew which one is next (613.8c)",
    "resolved-sets-not-locked": "The objects of a resolved spell or ability are fixed as it "
                                "begins (611.2c)",
    "set-after-modify": "Layer 7b sets power and toughness, layer 7c modifies what was set "
                        "(613.4b-c)",
    "set-asked-again": "An effect keeps the objects of the first layer in which it applies (613.6)",
    "stamped-by-load": "A permanent gets a new timestamp each time it enters (613.7d)",
    "static-sets-locked": "A static ability applies to whatever it speaks of at any moment, newer "
                          "objects too (611.3a)",
    "switch-by-timestamp": "A switch applies in layer 7d, after all that modifies, whatever its "
                           "timestamp (613.4d)",
    "text-change-reaches-granted": "A text change does not touch abilities that other effects "
                                   "grant (612.3)",
    "type-set-keeps-subtypes": "New subtypes replace the old ones of their set (205.1a, 305.7)",
    "upper-bound-exclusive": "A level symbol with two numbers holds up to and with the second "
                             "(711.2a)",
    "words-in-the-singular-only": "A text change replaces each use of the word, in the plural too "
                                  "(612.2)",
}  # fmt: skip


_OF_THEN = {each.name: each.says for each in DIFFERENCES}


def principle(name: str) -> str:
    """What the rules say where that reading, or that pair, goes wrong."""
    if name.startswith("layers-"):
        first, second = name.removeprefix("layers-").split("-and-")
        return f"Layer {first} applies before layer {second} (613.1, 613.4)"
    if name.startswith("kinds-"):
        return (
            "Within a layer effects apply in timestamp order, except that one waits for those on "
            "which it depends (613.7, 613.8)"
        )
    if name in _OF_THEN:
        return f"What the rules once said otherwise: {_OF_THEN[name].rstrip('.')}"
    return PRINCIPLES[name]
