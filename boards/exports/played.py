"""Boards for an interpreter in an engine's own language: one line a step, then one a question.

A line is a word and `key=value` fields, with tabs between them:

    enter	as=Humility	card=Humility	by=you
    ask	of=Humility	what=power	is==	value=1

The interpreter (a class of the engine's tests, written once) plays the steps through the engine's
own calls: nothing is cast or paid for, nothing triggers by itself, and state-based actions come
after each step, as a board has it (docs/boards.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport, Case, ExportedFile, Story
from striate.boards.exports.lasting import changes
from striate.boards.exports.realcards import as_spell, has_spell
from striate.boards.exports.scenario import engine_name, scenario, with_level_ups
from striate.boards.exports.words import ascii_only, slug, story_lines
from striate.boards.timeline import Board, Bound, Expected
from striate.cards import tree
from striate.cards.language import parse_ability
from striate.cards.meanings import meaning
from striate.cards.printing.canonical import NotPrintable, show
from striate.cards.tree import Face
from striate.cards.vocabulary import CARD_TYPES, SUPERTYPES
from striate.cards.walking import nodes

CAN_SET = frozenset(
    {
        "copy", "copy with exceptions", "no copy", "face down", "face up", "aura", "equipment",
        "transformed", "flipped", "tapped", "choice of color", "choice of creature type",
        "choice of basic land type", "other choice", "counters", "counters removed", "spell",
        "ability", "effect", "graveyard", "exile", "hand", "life", "hand size", "token",
        "token copy", "attach", "leave", "transform", "status", "tap", "end of turn",
        "opponent's turn", "class level", "x", "other step",
    }
)  # fmt: skip
_COUNTED = (tree.Activated, tree.Triggered, tree.Chapter)
_STATUS = {
    "face up": "face up", "transformed": "transform", "tapped": "tap", "untapped": "untap",
    "flipped": "flip",
}  # fmt: skip
Line = str


def line(word: str, *fields: tuple[str, object]) -> Line:
    """A word and its fields; what is None, False or empty is left out."""
    words = [word]
    for key, value in fields:
        if value in (None, False, ""):
            continue
        plain = "yes" if value is True else ascii_only(str(value))
        words.append(f"{key}={plain}")
    return "\t".join(words)


def case(board: Board, story: Story) -> Case:
    """The board in lines; raises `CannotExport`."""
    scenario(board, CAN_SET)
    lines = [written for at, step in enumerate(board.steps) for written in _step(board, at, story)]
    expected = [question for one in board.expect for question in questions(one)]
    if not expected:
        raise CannotExport("nothing that the board expects can be asked")
    story_text = story_lines(story.note, story.wrong, story.rules, story.source)
    head = [f"# {ascii_only(one)}" for one in story_text]
    return Case(story, (*head, *lines, *expected))


def files(folder: str, cases: Sequence[Case]) -> list[ExportedFile]:
    """Each board in a file of its own, which the interpreter finds in its folder."""
    return [
        ExportedFile(
            f"{folder}/{slug(one.story.name, '-', reserved=())}.board",
            "\n".join(one.lines) + "\n",
        )
        for one in cases
    ]


def interpreter(engine: str, classes: Mapping[str, str]) -> tuple[ExportedFile, ...]:
    """The classes that play the boards, each with its folder in the engine's tree.

    What all engines share lies in a folder of its own, and names no package.
    """
    place = Path(__file__).with_name("interpreters")
    steps = []
    for name, folder in classes.items():
        shared = place / "shared" / f"{name}.java"
        own = shared if shared.exists() else place / engine / f"{name}.java"
        text = own.read_text(encoding="utf-8")
        if own == shared:
            package = folder.partition("/java/")[2].replace("/", ".")
            text = f"package {package};\n{text}"
        steps.append(ExportedFile(f"{folder}/{name}.java", text))
    return tuple(steps)


# --- what happens ---------------------------------------------------------------------------------


def _step(board: Board, at: int, story: Story) -> Iterator[Line]:
    step = board.steps[at]
    match step:
        case timeline.Enter(token=True):
            yield _token(step)
        case timeline.Enter():
            yield _enter(step)
        case timeline.EnterTokenCopy():
            if step.exceptions or step.choose or step.attached_to is not None:
                raise CannotExport(f"the token copy `{step.handle}` has exceptions or choices")
            yield line("token copy", ("as", step.handle), ("of", step.of), ("by", step.controller))
            if step.tapped:
                yield line("status", ("of", step.handle), ("is", "tap"))
        case timeline.ChangeCounters():
            for kind, number in step.counters:
                yield line("counters", ("on", step.on), ("kind", kind), ("number", number))
        case timeline.LevelUp():
            for kind, number in with_level_ups(step).counters:
                yield line("counters", ("on", step.on), ("kind", kind), ("number", number))
        case timeline.SetClassLevel():
            yield line("class level", ("of", step.on), ("number", step.level), *_chosen(step))
        case timeline.Attach():
            yield line("attach", ("what", step.what), ("to", step.to))
        case timeline.Leave():
            yield line("leave", ("what", step.what), ("to", step.to))
        case timeline.SetStatus():
            if step.status not in _STATUS:
                raise CannotExport(f"the format has no word for what is {step.status}")
            yield line("status", ("of", step.what), ("is", _STATUS[step.status]), *_chosen(step))
        case timeline.PutInZone():
            name = engine_name(step.card)
            yield line(
                "put", ("as", step.handle), ("card", name), ("in", step.zone), ("by", step.owner)
            )
        case timeline.EndTurn():
            yield line("end turn")
        case timeline.PlayerFact(fact="life" | "hand" | "turn" | "monarch"):
            yield line(step.fact, ("by", step.player), ("number", str(step.value)))
        case timeline.Resolve():
            yield _cast(step)
        case timeline.ResolveEffect():
            yield from [_cast(as_spell(step))] if has_spell(step) else changes(step)
        case timeline.ResolveAbility():
            text = dict(story.abilities).get(at) or printed_ability(board, step)
            yield line(
                "ability", ("of", step.of), ("text", text), ("by", step.controller), *_told(step)
            )
        case _:
            raise CannotExport(f"the format has no words for the step {type(step).__name__}")


def _chosen(step: timeline.Step) -> Iterator[tuple[str, object]]:
    for _, value in getattr(step, "choose", ()):
        yield "choose", value


def _enter(step: timeline.Enter) -> Line:
    if step.choose and (step.face_down or _chosen_as_cast(step)):
        raise CannotExport(f"a choice of `{step.handle}` belongs to how it was cast or turned")
    copies = (node for node in nodes(step.card.faces) if isinstance(node, tree.EntersAsCopy))
    if step.copying is not None and any(each.condition is not None for each in copies):
        raise CannotExport(f"`{step.handle}` enters as a copy if something happened before")
    return line(
        "enter",
        ("as", step.handle),
        ("card", engine_name(step.card)),
        ("by", step.controller),
        ("down", step.face_down),
        ("back", step.transformed),
        ("flipped", step.flipped),
        ("copy", step.copying),
        ("host", step.attached_to),
        ("tapped", step.tapped),
        ("x", None if step.x is None else str(step.x)),
        *_chosen(step),
    )


def _chosen_as_cast(step: timeline.Enter) -> bool:
    """601.2b: whether a choice that is no "no" belongs to a cost."""
    asks = (tree.EntersChoose, tree.EntersAs, tree.EntersAsCopy)
    chooses = step.copying is not None or any(
        isinstance(node, asks) for face in step.card.faces for node in nodes(face)
    )
    return not chooses and any(value != "no" for _, value in step.choose)


def _token(step: timeline.Enter) -> Line:
    face = step.card.faces[0]
    if not all(isinstance(one, tree.Keyword) and not one.cost for one in face.abilities):
        raise CannotExport(f"the token `{step.handle}` has a text that the format can't write")
    if step.attached_to is not None or step.x is not None or step.choose:
        raise CannotExport(f"the token `{step.handle}` enters in a way that can't be told")
    for number in (face.power, face.toughness):
        if number is not None and not isinstance(number, int):
            raise CannotExport(f"the token `{step.handle}` has no fixed size")
    return line("token", ("as", step.handle), ("by", step.controller), *_face(face),
                ("tapped", step.tapped))  # fmt: skip


def _face(face: Face) -> Iterator[tuple[str, object]]:
    yield "name", face.name
    for key, words in (("super", face.supertypes), ("type", face.types), ("sub", face.subtypes)):
        for word in words:
            yield key, word
    yield "colors", "".join(face.colors)
    if face.power is not None:
        yield "power", str(face.power)
        yield "toughness", str(face.toughness)
    for ability in face.abilities:
        yield "has", _text(ability)


def _cast(step: timeline.Resolve) -> Line:
    if step.whole is not None:
        raise CannotExport(f"`{step.card.name}` is a part of a card")
    if step.card.layout != "normal":
        raise CannotExport(f"`{step.card.name}` has more than one way to be cast")
    return line("cast", ("card", engine_name(step.card)), ("by", step.controller), *_told(step))


def _told(step: timeline.Resolve | timeline.ResolveAbility) -> Iterator[tuple[str, object]]:
    for target in step.targets:
        yield "target", target
    yield from _chosen(step)
    for mode in step.modes:
        yield "mode", mode
    if step.x is not None:
        yield "x", str(step.x)
    for handle in step.creates:
        yield "makes", handle


def printed_ability(board: Board, step: timeline.ResolveAbility) -> str:
    """The N-th activated or triggered ability that is printed on the permanent."""
    for entered in board.steps:
        if not isinstance(entered, timeline.Enter) or entered.handle != step.of:
            continue
        if entered.copying is None and not entered.face_down:
            counted = list(_counted(entered.card.faces[-1 if entered.transformed else 0]))
            if step.number <= len(counted):
                return _text(counted[step.number - 1])
    raise CannotExport(f"an ability of `{step.of}` may not be the printed one")


def _counted(face: Face) -> Iterator[tree.Ability]:
    for ability in face.abilities:
        for part in meaning(ability) if isinstance(ability, tree.Keyword) else (ability,):
            if isinstance(part, _COUNTED):
                yield ability if isinstance(ability, tree.Keyword) else part


def _text(ability: tree.Node) -> str:
    try:
        return show(ability).replace("\n", " ")
    except NotPrintable as error:
        raise CannotExport(f"an ability can't be written: {error}") from None


# --- what is asked --------------------------------------------------------------------------------


def questions(expected: Expected) -> Iterator[Line]:
    """Everything that the board expects of an object."""

    def ask(what: str, *fields: tuple[str, object]) -> Line:
        return line("ask", ("of", expected.handle), ("what", what), *fields)

    if expected.gone:
        yield ask("gone")
        return
    for what, bound in (("power", expected.power), ("toughness", expected.toughness)):
        if isinstance(bound, Bound):
            yield ask(what, ("is", bound.op), ("value", str(bound.value)))
    if "none" in (expected.power, expected.toughness):
        yield ask("type", ("value", "Creature"), ("not", True))
    for text in expected.has:
        yield ask("ability", *_in_words(text))
    for text in expected.lacks:
        yield ask("ability", *_in_words(text), ("not", True))
    if expected.no_abilities is not None:
        yield ask("no abilities", ("not", not expected.no_abilities))
    if expected.card_types is not None:
        yield ask("types", ("value", " ".join(sorted(expected.card_types))))
    for words, negated in ((expected.is_, False), (expected.is_not, True)):
        for word in words:
            yield ask(_family(word), ("value", word), ("not", negated))
    if expected.colors is not None:
        yield ask("colors", ("value", "".join(c for c in "WUBRG" if c in expected.colors)))
    for color in expected.color_includes:
        yield ask("color", ("value", color))
    if expected.controller is not None:
        yield ask("controller", ("value", expected.controller))
    if expected.name is not None:
        yield ask("name", ("value", expected.name))
    if expected.tapped is not None:
        yield ask("tapped", ("not", not expected.tapped))
    for kind, number in expected.counters:
        yield ask("counters", ("kind", kind), ("is", ">=" if number else "="),
                  ("value", str(number)))  # fmt: skip
    if expected.choices:
        raise CannotExport(f"the format can't ask the choices of a spell of `{expected.handle}`")


def _in_words(text: str) -> Iterator[tuple[str, object]]:
    """An ability in the words of the board, and in those of today's cards if they are others."""
    yield "value", text
    ability = parse_ability(text)
    if not isinstance(ability, tree.Opaque | tree.Keyword):
        try:
            today = show(ability)
        except NotPrintable:
            return
        if today != text:
            yield "value", today


def _family(word: str) -> str:
    if word in CARD_TYPES:
        return "type"
    return "supertype" if word in SUPERTYPES else "subtype"
