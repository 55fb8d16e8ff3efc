"""Every mistake in a board file: what is said, and where."""

import textwrap
from collections.abc import Callable
from typing import Any

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document, board_from_text, sketch_from_document
from striate.boards.timeline import Enter
from striate.cards import names
from striate.cards.tree import (
    AddTypes,
    AllOf,
    Body,
    Card,
    Continuous,
    Each,
    Effect,
    EntersAsCopy,
    EntersChoose,
    Face,
    HasType,
    Keyword,
    Modal,
    ModifyPT,
    Num,
    Permanently,
    ReplaceWords,
    SetColors,
    Spell,
    Static,
    Target,
    TargetSpec,
    This,
    X,
)

CREATURE = HasType("Creature")
ONE_TARGET = (TargetSpec(CREATURE),)


def card(name: str, types: str = "Creature", *abilities: object, layout: str = "normal") -> Card:
    before, _, after = types.partition(" — ")
    face = Face(
        name=name,
        types=tuple(before.split()),
        subtypes=tuple(after.split()),
        abilities=abilities,  # type: ignore[arg-type]  # any ability will do
    )
    return Card(name=name, layout=layout, faces=(face,))


def two_faced(layout: str, *faces: Card) -> Card:
    name = " // ".join(face.name for face in faces)
    return Card(name=name, layout=layout, faces=tuple(face.faces[0] for face in faces))


def pump(*change: object, targets: tuple[TargetSpec, ...] = ONE_TARGET) -> Spell:
    effect = Effect(Target(), change)  # type: ignore[arg-type]  # any change will do
    return Spell(Body((Continuous(effect, Permanently()),), targets))


CARDS = [
    card("Grizzly Bears", "Creature — Bear"),
    card("Coralhelm Commander", "Creature — Merfolk", Keyword("level up", cost="{1}")),
    card("Humility", "Enchantment"),
    card("Forest", "Land — Forest"),
    card("Plot", "Conspiracy"),
    card("Growth", "Instant", pump(ModifyPT(Num(3), Num(3)))),
    card("Swell", "Sorcery", pump(ModifyPT(X(), X()))),
    card("Dye", "Instant", pump(SetColors(("@color",)))),
    card("Reword", "Instant", pump(ReplaceWords(("color",)))),
    card("Pair Up", "Instant", Spell(Body((), (TargetSpec(CREATURE), TargetSpec(CREATURE))))),
    card("Charm", "Instant", Spell(Body((Modal(1, 1, (Body(()), Body((), ONE_TARGET))),)))),
    card("Clone", "Creature — Shapeshifter", EntersAsCopy(Each(CREATURE))),
    card("Reflection", "Enchantment", EntersAsCopy(Each(CREATURE), who=Each(CREATURE))),
    card(
        "Automaton",
        "Creature — Construct",
        EntersChoose("creature type"),
        Static((Effect(This(), (AddTypes(subtypes=("@creature type",)),)),)),
    ),
    card("Pacifism", "Enchantment — Aura", Keyword("enchant", quality=CREATURE)),
    card("Curse", "Enchantment — Aura", Keyword("enchant", words="player")),
    card("Anything", "Enchantment — Aura", Keyword("enchant", quality=AllOf(()))),
    card("Siege", "Enchantment", EntersChoose("mode", ("Khans", "Dragons"))),
    card("Gate", "Land", EntersChoose("color", but=("W",))),
    card("Rack", "Artifact", EntersChoose("player", ("opponent",))),
    card("Dasher", "Creature", Keyword("dash", cost="{R}")),
    card("Mutant", "Creature", Keyword("mutate", cost="{R}")),
    two_faced(
        "transform", card("Ghost", "Creature", Keyword("disturb", cost="{U}")), card("Spirit")
    ),
    two_faced("transform", card("Day"), card("Night")),
    two_faced("flip", card("Up"), card("Down")),
    two_faced("adventure", card("Giant"), card("Stomp", "Instant")),
    two_faced("split", card("Fire", "Instant"), card("Ice", "Instant")),
]


class FewCards:
    """A catalogue of the cards above."""

    def __init__(self) -> None:
        self.by_name = {names.fold(one.name): one for one in CARDS}
        for one in CARDS:
            for face in one.faces:
                self.by_name.setdefault(names.fold(face.name), one)

    def card(self, name: str) -> Card | None:
        return self.by_name.get(names.fold(name))

    def suggest(self, name: str) -> list[str]:
        return [self.by_name[key].name for key in names.Register(self.by_name).closest(name)]


def told(text: str) -> list[str]:
    """What is said of a board, a mistake a line."""
    with pytest.raises(BoardError) as caught:
        board_from_text(textwrap.dedent(text), FewCards(), file="b.yaml")
    return str(caught.value).splitlines()


def told_of(steps: str) -> list[str]:
    """What is said of these steps, one a line; the first of them is on line 2."""
    return told(text_of(steps))


def text_of(steps: str) -> str:
    """The board of these steps, each on a line of its own, written without its braces."""
    lines = [f"  - {{{step.strip()}}}" for step in steps.strip().splitlines()]
    return "\n".join(["steps:", *lines])


# --- the form -------------------------------------------------------------------------------------

# A whole file, and what is said of it.
FILES: list[tuple[str, list[str]]] = [
    (
        ('idd: x\n'
        'steps: []'),
        [
            '1: idd: `idd` is not a key of a board; did you mean `id`?',
        ],
    ),
    (
        ('format: 2\n'
        'steps: []'),
        [
            '1: format: the format `2` is not known to this version',
        ],
    ),
    (
        '[]',
        [
            '1: a board is a mapping with `steps`, not a list',
        ],
    ),
    (
        '3',
        [
            '1: a board is a mapping with `steps`, not `3`',
        ],
    ),
    (
        'stps: []',
        [
            '1: stps: `stps` is not a key of a board; did you mean `steps`?',
        ],
    ),
    (
        'id: x',
        [
            '1: the key `steps` is missing',
        ],
    ),
    (
        'steps: {}',
        [
            '1: steps: expected a list of steps, not `{}`',
        ],
    ),
    (
        ('steps:\n'
        '  - 7\n'
        '  - {}\n'
        '  - foo: 1\n'
        '  - entre: Humility\n'
        '  - еnter: Humility'),
        [
            '2: steps[0]: expected a step, not `7`; a step is a mapping such as `enter: Humility`',
            ('3: steps[1]: the step is empty; a step has a key such as `enter`, `counters`, '
            '`resolve` or `ability`'),
            ('4: steps[2]: `foo` does not say what happened; a step has a key such as `enter`, '
            '`counters`, `resolve` or `ability`'),
            '5: steps[3].entre: `entre` is not a step; did you mean `enter`?',
            ('6: steps[4].еnter: `еnter` is not a step; it has the letter U+0435 (cyrillic small '
            'letter ie), did you mean `enter`?'),
        ],
    ),
    (
        ('steps:\n'
        '  - enter: Humility\n'
        '    attach: b'),
        [
            '2: steps[0]: a step is one thing that happened, and this is `enter` and `attach`',
        ],
    ),
    (
        ('steps:\n'
        '  - enter: Humility\n'
        '    controler: you\n'
        '    as: 3\n'
        '    x: -1\n'
        '    controller: me\n'
        '    choose: [color]'),
        [
            ('3: steps[0].controler: `controler` is not a key of a step `enter`; did you mean '
            '`controller`?'),
            '4: steps[0].as: expected a handle, not `3`; put it in quotes',
            '5: steps[0].x: expected a whole number from 0 on, not `-1`',
            '6: steps[0].controller: expected `you` or `opponent`, not `me`',
            '7: steps[0].choose: expected choices as `{color: blue}`, not `[…]`',
        ],
    ),
    (
        ('steps:\n'
        '  - counters: {level: x, +1/+1: 3.5, "": 1}\n'
        '  - counters: {}\n'
        '    on: a\n'
        '  - resolve: [Growth, 2]\n'
        '    targets: a\n'
        '    mode: [1, x]\n'
        '  - resolve: Growth\n'
        '    targets: [a, 3, {b: c}]\n'
        '  - end_turn: false\n'
        '  - leave: a\n'
        '    to: command\n'
        '  - counters: {level: 9999999}\n'
        '    on: a\n'
        '  - spell: Growth\n'
        '    kicked: maybe'),
        [
            '2: steps[0].counters.level: expected a whole number, not `x`',
            "2: steps[0].counters['+1/+1']: expected a whole number, not `3.5`",
            '2: steps[0]: the key `on` of a step `counters` is missing',
            '3: steps[1].counters: expected counters as `{+1/+1: 2}`, not `{}`',
            "5: steps[2].resolve[1]: expected a card's name, not `2`; put it in quotes",
            '6: steps[2].targets: expected a list of handles, not `a`',
            '7: steps[2].mode[1]: expected the number of a mode, not `x`',
            ('9: steps[3].targets[1]: expected a handle, `you` or `opponent`, not `3`; put it in '
            'quotes'),
            '9: steps[3].targets[2]: expected a handle, `you` or `opponent`, not `{…}`',
            '10: steps[4].end_turn: write `end_turn: true`, or leave the step out',
            '12: steps[5].to: expected `graveyard`, `exile`, `hand` or `library`, not `command`',
            '13: steps[6].counters.level: the number `9999999` is too large',
            '16: steps[7].kicked: expected `true`, `false` or how often, not `maybe`',
        ],
    ),
    (
        ('cards:\n'
        '  - {nam: x, type_line: Creature}\n'
        '  - 3\n'
        '  - {name: x, card_faces: [{nme: y}]}\n'
        '  - {name: y, power: [1]}\n'
        'steps: []'),
        [
            '2: cards[0].nam: `nam` is not a key of a card; did you mean `name`?',
            '2: cards[0]: the key `name` of a card is missing',
            '3: cards[1]: expected a card as `{name: …}`, not `3`',
            (
                "4: cards[2].card_faces[0].nme: `nme` is not a key of a card's face;"
                " did you mean `name`?"
            ),
            "4: cards[2].card_faces[0]: the key `name` of a card's face is missing",
            '5: cards[3].power: expected what the card prints there, not `[…]`',
        ],
    ),
    (
        ('cards:\n'
        '  - {name: x, type_line: Bear}\n'
        'steps: []'),
        [
            '2: cards[0]: `Bear` in the type line `Bear` is not a card type',
        ],
    ),
    (
        ('order: [[a]]\n'
        'size: 1000\n'
        'pool: 3\n'
        'steps: []'),
        [
            '1: order[0]: expected two handles as `[a, b]`, not `[…]`',
            '2: size: expected a whole number from 0 to 100, not `1000`',
            ('3: pool: expected a list of names, or a filter as `t:creature`, not `3`; put it in '
            'quotes'),
        ],
    ),
    (
        ('steps:\n'
        '  - enter: Humility\n'
        'expect:\n'
        '  Humilty: {power: 3}\n'
        '  Humility: {power: 1.5, toughness: ">> 1", has: Flying, color: [W], colors: [W, x], '
        'choices: {a: 1}, is: [Creture]}\n'
        '  b: 3'),
        [
            ('5: expect.Humility.power: expected a number, a comparison as ">= 5", or null, not '
            '`1.5`'),
            ('5: expect.Humility.toughness: expected a number, a comparison as ">= 5", or null, '
            'not `>> 1`'),
            '5: expect.Humility.has: expected a list of texts, not `Flying`',
            ('5: expect.Humility.color: `color` is not a key of what is expected of an object; did '
            'you mean `colors`?'),
            '5: expect.Humility.colors[1]: expected a colour as `W`, `U`, `B`, `R` or `G`, not `x`',
            '6: expect.b: expected what `b` is, not `3`; as `{power: 1, has: [Flying]}`',
        ],
    ),
    (
        ('expect: []\n'
        'steps: []'),
        [
            '1: expect: expected handles with what they are, not `[]`',
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "messages"), FILES)
def test_a_file_that_has_not_the_form(text: str, messages: list[str]) -> None:
    assert told(text) == [f"b.yaml:{message}" for message in messages]


# --- the board ------------------------------------------------------------------------------------

# Steps, one a line (the first on line 2), and what is said of them.
STEPS: list[tuple[str, list[str]]] = [
    (
        'enter: Grizly Bears',
        ['2: steps[0].enter: no card is named `Grizly Bears`; did you mean `Grizzly Bears`?'],
    ),
    (
        'enter: Grizzly Bears\nenter: Humility, as: Grizzly Bears',
        ['3: steps[1].as: the handle `Grizzly Bears` is taken by steps[0]; give it another one'],
    ),
    (
        'enter: Grizzly Bears\ncounters: {level: 1}, on: Grizly Bears',
        ['3: steps[1].on: no object has the handle `Grizly Bears`; did you mean `Grizzly Bears`?'],
    ),
    (
        'counters: {level: 1}, on: a\nenter: Grizzly Bears, as: a',
        ['2: steps[0].on: `a` is not there yet: it comes at steps[1]'],
    ),
    (
        'tap: a',
        ['2: steps[0].tap: no object has the handle `a`; no object is there yet'],
    ),
    (
        'enter: Clone, copying: a, as: a',
        ["2: steps[0].copying: `a` can't enter as a copy of itself"],
    ),
    (
        'enter: Clone, copying: b',
        ['2: steps[0].copying: no object has the handle `b`; no object is there yet'],
    ),
    (
        'enter: Grizzly Bears\nenter: Humility, copying: Grizzly Bears',
        ['3: steps[1].copying: the text of `Humility` lets it copy nothing'],
    ),
    (
        'enter: Grizzly Bears\nenter: Reflection, copying: Grizzly Bears',
        ['3: steps[1].copying: the text of `Reflection` lets it copy nothing'],
    ),
    (
        'enter: Humility, as: you',
        ["2: steps[0].as: the handle `you` is a player's"],
    ),
    (
        'attach: a, to: a',
        ['2: steps[0].attach: no object has the handle `a`; no object is there yet',
        "2: steps[0].to: `a` can't be attached to itself"],
    ),
    (
        'enter: Pacifism',
        [('2: steps[0]: the Aura `Pacifism` enters attached to nothing; '
         'add `attached_to: HANDLE`, in a line `Pacifism on HANDLE`')],
    ),
    (
        'enter: Curse',
        [('2: steps[0]: the Aura `Curse` enters attached to nothing; '
         'add `attached_to: HANDLE`, in a line `Curse on HANDLE`')],
    ),
    (
        'enter: Pacifism, attached_to: nobody',
        ['2: steps[0].attached_to: no object has the handle `nobody`; no object is there yet'],
    ),
    (
        'enter: Grizzly Bears, as: a\nenter: Grizzly Bears, as: b, attached_to: a',
        ['3: steps[1].attached_to: `Grizzly Bears` is not an Aura, Equipment or Fortification'],
    ),
    (
        'enter: Growth',
        ['2: steps[0].enter: `Growth` is no permanent; did you mean `resolve: Growth`?'],
    ),
    (
        'enter: Stomp',
        ['2: steps[0].enter: `Stomp` is no permanent; did you mean `resolve: Stomp`?'],
    ),
    (  # 315.3
        'enter: Plot',
        ['2: steps[0].enter: `Plot` is no permanent; did you mean `zone: command`?'],
    ),
    (
        'resolve: Plot',
        ['2: steps[0].resolve: `Plot` is not an instant or sorcery; did you mean `zone: command`?'],
    ),
    (
        'resolve: Grizzly Bears',
        [('2: steps[0].resolve: `Grizzly Bears` is not an instant or sorcery; did you mean `enter: '
         'Grizzly Bears`?')],
    ),
    (
        'spell: Forest',
        ['2: steps[0].spell: `Forest` is a land and never a spell'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Growth',
        ['3: steps[1].targets: `Growth` asks for a target, and none is given'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Growth, targets: [Grizzly Bears, Grizzly Bears]',
        ['3: steps[1].targets[1]: `Growth` asks for 1 target, and 2 are given'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Pair Up, targets: [Grizzly Bears]',
        ['3: steps[1].targets: `Pair Up` asks for 2 targets, and 1 is given'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Swell, targets: [Grizzly Bears]',
        ['3: steps[1]: `Swell` asks for an X that is not given; add `x: …`'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Dye, targets: [Grizzly Bears]',
        [('3: steps[1]: `Dye` asks for a color that is not chosen; '
         'add `choose: {color: …}`, in a line `(color: …)` after it')],
    ),
    (
        'enter: Grizzly Bears\nresolve: Dye, targets: [Grizzly Bears], choose: {color: bleu}',
        ['3: steps[1].choose.color: `bleu` is no color; did you mean `blue`?'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Growth, targets: [Grizzly Bears], choose: {color: blue}',
        ['3: steps[1].choose: `Growth` asks for no color, and `blue` is chosen'],
    ),
    (  # 601.2c: what a text does not let one choose is not chosen, nor a target by another word
        'enter: Grizzly Bears\neffect: Draw a card., choose: {creature: Grizzly Bears}',
        ['3: steps[1].choose: the effect asks for no creature, and `Grizzly Bears` is chosen'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Reword, targets: [Grizzly Bears]',
        ['3: steps[1]: `Reword` changes words that are not chosen; add `choose: {from: …, to: …}`'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Reword, targets: [Grizzly Bears], choose: {from: white}',
        ['3: steps[1]: `Reword` changes words that are not chosen; add `choose: {from: …, to: …}`'],
    ),
    (
        ('enter: Grizzly Bears\nresolve: Reword, targets: [Grizzly Bears], choose: {from: white, '
        'to: Island}'),
        [('3: steps[1].choose: `white` and `Island` are not two colours, two basic land types or '
         'two creature types')],
    ),
    (
        'resolve: Charm',
        ['2: steps[0]: `Charm` has modes and none is chosen; add `mode: …`, from 1 to 2'],
    ),
    (
        'resolve: Charm, mode: 3',
        ['2: steps[0].mode: `Charm` has 2 modes, not a mode `3`'],
    ),
    (
        'resolve: Charm, mode: 2',
        ['2: steps[0].targets: `Charm` asks for a target, and none is given'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Growth, targets: [Grizzly Bears], mode: 1',
        ['3: steps[1].mode: `Growth` has no modes'],
    ),
    (
        'enter: Automaton',
        [('2: steps[0]: `Automaton` asks for a creature type that is not chosen; add `choose: '
         '{creature type: …}`, in a line `(creature type: …)` after it')],
    ),
    (
        'spell: Fire // Ice',
        ['2: steps[0].spell: only one half of `Fire // Ice` is cast: name it, `Fire` or `Ice`'],
    ),
    (
        'resolve: Fire // Ice',
        ['2: steps[0].resolve: only one half of `Fire // Ice` is cast: name it, `Fire` or `Ice`'],
    ),
    (
        'enter: Automaton, choose: {creature type: Bearr}',
        ['2: steps[0].choose.creature type: `Bearr` is no creature type; did you mean `Bear`?'],
    ),
    (
        'enter: Automaton, choose: {creature typ: Bear}',
        [('2: steps[0].choose.creature typ: `creature typ` is not a kind of choice; did you mean '
         '`creature type`?')],
    ),
    (
        'enter: Grizzly Bears, choose: {you win the flip: "yes"}',
        ['2: steps[0].choose.you win the flip: `you win the flip` is not a kind of choice'],
    ),
    (
        'enter: Automaton, choose: {creature type: Bear, color: blue}',
        ['2: steps[0].choose: `Automaton` asks for no color, and `blue` is chosen'],
    ),
    (
        'enter: Grizzly Bears, choose: {number: x}',
        ['2: steps[0].choose.number: expected a whole number, not `x`',
        '2: steps[0].choose: `Grizzly Bears` asks for no number, and `x` is chosen'],
    ),
    (
        'enter: Dasher, choose: {cost: dsh}',
        ['2: steps[0].choose.cost: `Dasher` has no cost `dsh`; did you mean `dash`?'],
    ),
    (
        'enter: Dasher, choose: {cost: impending}',
        ['2: steps[0].choose.cost: `Dasher` has no cost `impending`; it has `dash`'],
    ),
    (
        'enter: Mutant, choose: {cost: mutate}',
        [('2: steps[0].choose.cost: a spell cast for `mutate` is not carried out: it merges with '
         'its target (702.140c)')],
    ),
    (
        'enter: Ghost, choose: {cost: disturb}',
        [('2: steps[0]: `Ghost` that is cast for `disturb` enters with its back face up; add '
         '`transformed: true`')],
    ),
    (
        'token: {name: Bear}, choose: {cost: dash}',
        ['2: steps[0].choose.cost: a step `token` is cast for no cost'],
    ),
    (
        'enter: Grizzly Bears, x: 3',
        ['2: steps[0].x: `Grizzly Bears` asks for no X'],
    ),
    (
        'token: {name: Bear, type_line: Creature}, x: 3',
        ['2: steps[0].x: `Bear` asks for no X'],
    ),
    (
        'enter: Grizzly Bears\nresolve: Growth, targets: [Grizzly Bears], x: 3',
        ['3: steps[1].x: `Growth` asks for no X'],
    ),
    (
        'spell: Grizzly Bears, x: 3, kicked: true',
        ['2: steps[0].x: `Grizzly Bears` asks for no X',
        '2: steps[0].kicked: `Grizzly Bears` has no kicker'],
    ),
    (
        'spell: Grizzly Bears, choose: {color: red}',
        ['2: steps[0].choose: `Grizzly Bears` asks for no color, and `red` is chosen'],
    ),
    (
        'token: {name: Bear, type_line: Creature}, choose: {color: red}',
        ['2: steps[0].choose: `Bear` asks for no color, and `red` is chosen'],
    ),
    (
        'enter: Grizzly Bears, choose: {face down by: morph}',
        ['2: steps[0].choose.face down by: `Grizzly Bears` enters face up; add `face_down: true`'],
    ),
    (
        'enter: Grizzly Bears, choose: {mode: Khans}',
        ['2: steps[0].choose: `Grizzly Bears` asks for no mode, and `Khans` is chosen'],
    ),
    (
        'enter: Grizzly Bears, choose: {player: opponent}',
        ['2: steps[0].choose: `Grizzly Bears` asks for no player, and `opponent` is chosen'],
    ),
    (
        'enter: Grizzly Bears, choose: {keyword: flying}',
        ['2: steps[0].choose: `Grizzly Bears` asks for no keyword, and `flying` is chosen'],
    ),
    (
        'enter: Grizzly Bears\ntap: Grizzly Bears, choose: {color: red}',
        ['3: steps[1].choose.color: a step `tap` asks for no choice'],
    ),
    (
        'this_turn: {life gaind: "yes"}',
        [('2: steps[0].this_turn.life gaind: `life gaind` is not a fact of a player\'s turn; did '
         'you mean `life gained`?')],
    ),
    (
        'this_turn: {life gained: "yes"}\nthis_turn: {life gained: "no"}',
        ['3: steps[1].this_turn.life gained: another step says something else of `life gained`'],
    ),
    (
        'enter: Grizzly Bears\ntap: Grizzly Bears\nenter: Clone\ntogether: [Grizzly Bears, Clone]',
        [('5: steps[3].together[0]: `Grizzly Bears` is not what one of the steps just before has '
         'put there; write the steps that enter together one after the other, and then this one')],
    ),
    (
        'this_turn: {kicked: "yes"}',
        ['2: steps[0].this_turn.kicked: `kicked` is not a fact of a player\'s turn'],
    ),
    (
        'enter: Grizzly Bears, transformed: true',
        ['2: steps[0].transformed: `Grizzly Bears` has one face only'],
    ),
    (
        'enter: Grizzly Bears, flipped: true',
        ['2: steps[0].flipped: `Grizzly Bears` is not a flip card'],
    ),
    (
        'enter: Grizzly Bears\nlevel_up: Grizzly Bears',
        ['3: steps[1].level_up: `Grizzly Bears` has no level up, and no card here gives it'],
    ),
    (
        'enter: Grizzly Bears\nclass_level: 2, on: Grizzly Bears',
        ['3: steps[1].on: `Grizzly Bears` is not a Class; a creature gets `counters: {level: N}`'],
    ),
    (
        'enter: Grizzly Bears\ncopy_spell: Grizzly Bears',
        ['3: steps[1].copy_spell: `Grizzly Bears` is not a spell on the stack'],
    ),
    (
        'enter: Grizzly Bears\ntoken_copy_of: Grizzly Bears, as: Grizzly Bears',
        ['3: steps[1].as: the handle `Grizzly Bears` is taken by steps[0]; give it another one'],
    ),
    (
        'enter: "?"',
        ['2: steps[0].enter: this is a hole; `striate find --sketch` fills holes'],
    ),
    (
        'enter: [Humility, Clone]\ncounters: {level: "0..8"}, on: "?"',
        ['2: steps[0].enter: this is a hole; `striate find --sketch` fills holes',
         '3: steps[1].counters.level: this is a hole; `striate find --sketch` fills holes',
         '3: steps[1].on: this is a hole; `striate find --sketch` fills holes'],
    ),
    (
        'enter: Humility, maybe: true',
        [('2: steps[0].maybe: `maybe` makes this board a sketch; `striate find --sketch` fills '
         'holes')],
    ),
    (
        'enter: Humility\nleave: Humility, choose: {color: blue}',
        ['3: steps[1].choose.color: a step `leave` asks for no choice'],
    ),
    (
        'token: {type_line: Bear}',
        ['2: steps[0].token: `Bear` in the type line `Bear` is not a card type'],
    ),
    (
        'token: {power: x}',
        ['2: steps[0].token: `x` is no power or toughness'],
    ),
    (
        'enter: Humility, as: a\ntap: b\nuntap: c',
        ['3: steps[1].tap: no object has the handle `b`; there are `a`',
        '4: steps[2].untap: no object has the handle `c`; there are `a`'],
    ),
    (
        'resolve: Growth, targets: [them]',
        ['2: steps[0].targets[0]: no object has the handle `them`; no object is there yet'],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "messages"), STEPS)
def test_a_board_that_can_not_be(steps: str, messages: list[str]) -> None:
    assert told_of(steps) == [f"b.yaml:{message}" for message in messages]


def test_what_the_text_lists_is_chosen_from_the_list() -> None:
    assert told_of("enter: Siege, choose: {mode: Khan}") == [
        "b.yaml:2: steps[0].choose.mode: `Siege` has no choice `Khan`; one of `Khans`, `Dragons`"
    ]
    assert told_of("enter: Gate, choose: {color: white}") == [
        "b.yaml:2: steps[0].choose.color: `Gate` asks for a color other than `white`"
    ]
    assert told_of("enter: Rack, choose: {player: you}") == [
        "b.yaml:2: steps[0].choose.player: `Rack` asks for an opponent"
    ]
    siege = {"enter": "Siege", "choose": {"mode": "dragons"}}
    racks = [{"enter": "Rack"}, {"enter": "Rack", "controller": "opponent"}]
    chosen, yours, theirs = board_from_document({"steps": [siege, *racks]}, FewCards()).steps
    assert isinstance(chosen, Enter) and chosen.choose == (("mode", "Dragons"),)
    # There is one opponent, so nothing is left open.
    assert isinstance(yours, Enter) and yours.choose == (("player", "opponent"),)
    assert isinstance(theirs, Enter) and theirs.choose == (("player", "you"),)


def test_what_is_expected_is_of_objects_and_types_that_are_there() -> None:
    text = """
        steps: [{enter: Humility}]
        expect:
          Humilty: {power: 3}
          Humility: {is: [Creture], is_not: [bear], choices: {mod: 1}}
    """
    assert told(text) == [
        "b.yaml:4: expect.Humilty: no object has the handle `Humilty`; did you mean `Humility`?",
        (
            "b.yaml:5: expect.Humility.choices.mod: `mod` is not a choice of a spell;"
            " did you mean `mode`?"
        ),
        (
            "b.yaml:5: expect.Humility.is[0]: `Creture` is not a supertype, card type or subtype;"
            " did you mean `Creature`?"
        ),
    ]


def test_the_file_and_the_line_of_a_mistake_in_json() -> None:
    text = '{"steps": [\n {"enter": "Humility"},\n {"tap":\n "b"}]}'
    with pytest.raises(BoardError) as caught:
        board_from_text(text, FewCards(), file="b.json", as_json=True)
    assert (caught.value.file, caught.value.line, caught.value.path) == (
        "b.json",
        3,
        "steps[1].tap",
    )


def test_a_board_of_a_million_steps_is_refused() -> None:
    with pytest.raises(BoardError) as caught:
        board_from_document({"steps": [{"end_turn": True}] * 1_000_000}, FewCards())
    assert str(caught.value) == "steps: has 1000000 steps, and 10000 is the most that is read"


ODD_KEYS = [
    ({1: 2}, "a key is a text, and this one is `1`"),
    (
        {"steps": [{"enter": "Humility", True: 3}]},
        "steps[0]: a key is a text, and this one is `true`",
    ),
    (
        {"steps": [], "expect": {"a": {"choices": {None: 2}}}},
        "expect.a.choices: a key is a text, and this one is `nothing`",
    ),
    ([1], "a board is a mapping with `steps`, not a list"),
]


@pytest.mark.parametrize(("document", "message"), ODD_KEYS)
@pytest.mark.parametrize("read", [board_from_document, sketch_from_document])
def test_a_key_that_is_no_text_is_told_with_its_place(
    read: Callable[..., object], document: Any, message: str
) -> None:
    with pytest.raises(BoardError) as caught:
        read(document, FewCards())
    assert str(caught.value) == message


def test_a_document_that_holds_itself_is_refused() -> None:
    document: dict[str, object] = {"steps": []}
    document["cards"] = [document]
    with pytest.raises(BoardError, match="nested deeper"):
        board_from_document(document, FewCards())


def test_no_more_than_twenty_mistakes_are_told() -> None:
    assert len(told_of("\n".join(["tap: a"] * 1000))) == 20


def test_a_long_value_is_shown_short_and_on_one_line() -> None:
    with pytest.raises(BoardError) as caught:
        board_from_document({"steps": [{"enter": "x\n" * 100_000}]}, FewCards())
    assert str(caught.value) == "steps[0].enter: no card is named `" + "x\\n" * 29 + "x…`"
