"""Forge: Java tests of TestNG on `AITest`, whose calls put cards straight onto the battlefield.

Each `addCard` gives a fresh timestamp, so that the order of calls is the order of the board. No
replacement effect and no trigger happens: what a card would choose or get as it enters is set by
the test, and boards where that is not possible are refused.
"""

from collections.abc import Iterable, Iterator, Sequence

from striate.boards import timeline
from striate.boards.exports.checks import EVERGREEN, Check, checks
from striate.boards.exports.codefiles import java_class, told
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.put_there import entering_counters, enters_tapped, original
from striate.boards.exports.scenario import (
    Permanent,
    Scenario,
    engine_name,
    scenario,
    shown_abilities,
    with_level_ups,
)
from striate.boards.exports.words import java_string
from striate.boards.timeline import Board, Bound
from striate.cards import tree
from striate.cards.walking import nodes

_FOLDER = "forge-gui-desktop/src/test/java/forge/ai/simulation"
_PACKAGE = "forge.ai.simulation"
_CAN_SET = frozenset(
    {
        "copy", "face down", "face up", "aura", "equipment", "transformed", "transform",
        "choice of color", "choice of creature type", "counters", "class level", "tapped", "tap",
        "graveyard", "exile", "hand",
    }
)  # fmt: skip
_CAN_CHECK = frozenset(
    {
        "power", "toughness", "comparison", "keyword", "type", "subtype", "supertype", "colors",
        "color", "controller", "name", "counters", "tapped", "gone",
    }
)  # fmt: skip
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
_SUPERTYPES = ("Basic", "Legendary", "Snow")
COUNTERS = {
    "level": "LEVEL", "+1/+1": "P1P1", "-1/-1": "M1M1", "+1/+0": "P1P0", "+0/+1": "P0P1",
    "+1/+2": "P1P2", "+2/+2": "P2P2", "-1/-0": "M1M0", "-0/-1": "M0M1", "-0/-2": "M0M2",
    "-2/-1": "M2M1", "-2/-2": "M2M2", "loyalty": "LOYALTY", "defense": "DEFENSE",
    "charge": "CHARGE", "fade": "FADE", "time": "TIME", "ice": "ICE", "quest": "QUEST",
    "shield": "SHIELD", "stun": "STUN", "finality": "FINALITY",
}  # fmt: skip
KEYWORD_COUNTERS = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "hexproof", "indestructible",
        "lifelink", "menace", "reach", "trample", "vigilance",
    }
)  # fmt: skip
_COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_GAME = "forge.game"


def player(seat: str) -> str:
    """`p` is the active player."""
    return "p" if seat == "you" else "q"


class _Test:
    """The lines of one test method."""

    def __init__(self, made: Scenario) -> None:
        self.made = made
        self.imports = {
            "forge.ai.AITest", f"{_GAME}.Game", f"{_GAME}.player.Player",
            "org.testng.AssertJUnit", "org.testng.annotations.Test", f"{_GAME}.card.Card",
        }  # fmt: skip

    def setup(self) -> Iterator[str]:
        self._refuse_copies()
        yield "Game game = initAndCreateGame();"
        yield "Player p = game.getPlayers().get(1);"
        yield "Player q = game.getPlayers().get(0);"
        yield ""
        for step in self.made.board.steps:
            yield from self._step(step)
        yield "game.getAction().checkStaticAbilities();"

    def _refuse_copies(self) -> None:
        """A copy's choices can't be set, and only the spell that a card is makes it a copy."""
        for permanent in self.made.permanents:
            step = permanent.step
            if step.copying is not None:
                copied = shown_abilities(original(self.made, permanent))
                if any(isinstance(node, tree.EntersChoose) for node in nodes(copied)):
                    raise CannotExport(f"`{step.handle}` chooses as what it copies")
                if "Land" in step.card.faces[0].types:
                    raise CannotExport(f"`{step.handle}` is no spell, by which the format copies")
            for node in () if step.face_down else nodes(shown_abilities(step)):
                if isinstance(node, tree.Opaque) and node.touches:
                    raise CannotExport(f"`{step.handle}` has a text that is not understood")

    def _step(self, step: timeline.Step) -> Iterator[str]:
        match step:
            case timeline.Enter():
                yield from self._enter(self.made.of(step.handle))
            case timeline.ChangeCounters():
                yield from self._put(self.made.of(step.on), step.counters)
            case timeline.LevelUp():
                yield from self._put(self.made.of(step.on), with_level_ups(step).counters)
            case timeline.SetStatus():
                yield from self._status(step)
            case timeline.SetClassLevel():
                if step.choose:
                    raise CannotExport(f"`{step.on}` chooses as it gains a level")
                yield f"{self.made.of(step.on).alias}.setClassLevel({step.level});"
            case timeline.PutInZone():
                self.imports.add(f"{_GAME}.zone.ZoneType")
                zone = step.zone.capitalize()
                name = java_string(engine_name(step.card))
                yield f"addCardToZone({name}, {player(step.owner)}, ZoneType.{zone});"
            case _:
                return

    def _enter(self, permanent: Permanent) -> Iterator[str]:
        alias, step = permanent.alias, permanent.step
        yield f"Card {alias} = addCard({java_string(permanent.name)}, {player(permanent.seat)});"
        if step.face_down:
            yield f"{alias}.turnFaceDown(true);"
        if step.transformed:
            self.imports.add("forge.card.CardStateName")
            yield f"{alias}.changeToState(CardStateName.Backside);"
            yield f"{alias}.setBackSide(true);"
        if step.copying is not None:
            self.imports.add(f"{_GAME}.card.CardFactory")
            of = self.made.of(step.copying).alias
            states = f"CardFactory.getCloneStates({of}, {alias}, {alias}.getFirstSpellAbility())"
            yield f"{alias}.addCloneState({states}, game.getNextTimestamp());"
        for kind, value in step.choose:
            if kind == "color":
                self.imports.add("com.google.common.collect.Lists")
                yield f"{alias}.setChosenColors(Lists.newArrayList({java_string(value)}));"
            else:
                yield f"{alias}.setChosenType({java_string(value)});"
        yield from self._put(permanent, entering_counters(self.made, permanent))
        if enters_tapped(self.made, permanent):
            yield f"{alias}.setTapped(true);"
        if step.attached_to is not None:
            # 301.5c, 303.4: what the host is by now decides whether it can be attached.
            yield "game.getAction().checkStaticAbilities();"
            yield f"{alias}.attachToEntity({self.made.of(step.attached_to).alias}, null);"

    def _status(self, step: timeline.SetStatus) -> Iterator[str]:
        """613.7f-g: the engine itself gives a new timestamp to what turns face up or transforms."""
        alias = self.made.of(step.what).alias
        if step.choose:
            raise CannotExport(f"`{step.what}` chooses as it changes")
        match step.status:
            case "face up":
                yield f"{alias}.turnFaceUp(null);"
            case "transformed":
                yield f'{alias}.changeCardState("Transform", null, null);'
            case _:
                tapped = "true" if step.status == "tapped" else "false"
                yield f"{alias}.setTapped({tapped});"

    def _put(self, permanent: Permanent, counters: Iterable[tuple[str, int]]) -> Iterator[str]:
        for kind, number in counters:
            if number:
                who = player(permanent.seat)
                arguments = f"{self._counter(kind)}, {number}, {who}, false, null, null"
                yield f"{permanent.alias}.addCounterInternal({arguments});"

    def _counter(self, kind: str) -> str:
        if kind in KEYWORD_COUNTERS:
            self.imports.add(f"{_GAME}.card.CounterKeywordType")
            return f"CounterKeywordType.get({java_string(kind.title())})"
        if kind not in COUNTERS:
            raise CannotExport(f"the format has no counter called `{kind}`")
        self.imports.add(f"{_GAME}.card.CounterEnumType")
        return f"CounterEnumType.{COUNTERS[kind]}"

    # --- questions --------------------------------------------------------------------------------

    def question(self, check: Check) -> Iterator[str]:
        alias = check.permanent.alias
        match check.kind:
            case "power" | "toughness":
                yield self._number(f"{alias}.getNet{check.kind.capitalize()}()", check.bounds[0])
            case "counters":
                yield self._number(
                    f"{alias}.getCounters({self._counter(check.value)})", check.bounds[0]
                )
            case "keyword":
                yield self._truth(self._keyword(check), check.wanted)
            case "type":
                yield self._truth(f"{alias}.getType().is{check.value}()", check.wanted)
            case "subtype":
                asked = f"{alias}.getType().hasSubtype({java_string(check.value)})"
                yield self._truth(asked, check.wanted)
            case "supertype":
                if check.value not in _SUPERTYPES:
                    raise CannotExport(
                        f"the format can't ask whether a permanent is `{check.value}`"
                    )
                yield self._truth(f"{alias}.getType().is{check.value}()", check.wanted)
            case "colors" | "color":
                for letter, word in _COLORS.items():
                    if check.kind == "colors" or letter in check.colors:
                        yield self._truth(f"{alias}.getColor().has{word}()", letter in check.colors)
            case "controller":
                yield f"AssertJUnit.assertEquals({player(check.seat)}, {alias}.getController());"
            case "name":
                yield f"AssertJUnit.assertEquals({java_string(check.value)}, {alias}.getName());"
            case "tapped":
                yield self._truth(f"{alias}.isTapped()", check.wanted)
            case _:
                raise CannotExport(f"the format can't ask for {check.kind}")

    def _keyword(self, check: Check) -> str:
        """A keyword; "hexproof from black" is the engine's hexproof too."""
        if check.value == "hexproof" and any(
            isinstance(node, tree.Keyword) and node.name == "hexproof" and node.quality is not None
            for node in self.made.trees()
        ):
            raise CannotExport("the format can't tell hexproof from hexproof from something")
        self.imports.add(f"{_GAME}.keyword.Keyword")
        constant = check.value.upper().replace(" ", "_")
        return f"{check.permanent.alias}.hasKeyword(Keyword.{constant})"

    def _truth(self, asked: str, wanted: bool) -> str:
        return f"AssertJUnit.assert{'True' if wanted else 'False'}({asked});"

    def _number(self, asked: str, bound: Bound) -> str:
        if bound.op == "=":
            return f"AssertJUnit.assertEquals({bound.value}, {asked});"
        return self._truth(f"{asked} {_COMPARED[bound.op]} {bound.value}", True)

    def gone(self, asked: Sequence[Check]) -> Iterator[str]:
        """704: after state-based actions, which come last."""
        if not asked:
            return
        yield ""
        yield "game.getAction().checkStateEffects(true);"
        for check in asked:
            name = java_string(self.made.plain_name(check.permanent.handle))
            yield f"AssertJUnit.assertEquals(0, countCardsWithName(game, {name}));"


def case(board: Board, story: Story) -> Case:
    made = scenario(board, _CAN_SET)
    test = _Test(made)
    lines = [*test.setup(), ""]
    asked = checks(made, _CAN_CHECK, _TYPES, EVERGREEN)
    for check in asked:
        if check.kind != "gone":
            lines += test.question(check)
    lines += test.gone([check for check in asked if check.kind == "gone"])
    return told(story, asked, lines, test.imports)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    """One class with a method for each case."""
    return java_class(name, cases, folder=_FOLDER, package=_PACKAGE, base="AITest")


BACKEND = Backend(case, files)
