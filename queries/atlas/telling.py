"""What the atlas found, in sentences and as JSON."""

from collections.abc import Iterator
from typing import Any

from striate.boards.line.writing import line_of_document
from striate.boards.names import Shelf
from striate.boards.timeline import Board
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.queries.atlas.asking import Group, Pair, Shown, clauses_of
from striate.queries.atlas.deciding import Way

LAYERS = {
    "2": "control", "3": "text", "4": "types", "5": "colours", "6": "abilities",
    "7a": "power and toughness, defined", "7b": "power and toughness, set",
    "7c": "power and toughness, modified", "7d": "power and toughness, switched",
}  # fmt: skip
_OF_CARD: dict[Way, str] = {
    "order": "the order of the two matters",
    "waits": "it waits for the other, whichever came first",
    "waited": "the other waits for it, whichever came first",
    "loop": "each depends on the other: a loop, in which timestamps decide",
    "stops": "it takes the other's ability before that does anything",
    "stopped": "the other takes its ability before that does anything",
}
_MOST_DIFFERENCES = 3


# --- sentences ------------------------------------------------------------------------------------


def group_lines(group: Group, catalogue: Catalogue) -> Iterator[str]:
    """One way of a card, with the best-known cards that it meets so."""
    number = f"{group.count:,} card{'' if group.count == 1 else 's'}"
    yield f"Layer {group.layer}, {LAYERS[group.layer]}: {_OF_CARD[group.way]} — {number}"
    yield f"  rules {', '.join(clauses_of(group.way, group.layer))}"
    for shown in group.shown:
        yield f"  {shown.other.name}"
        yield from (f"    {line}" for line in _shown_lines(shown, catalogue))
    if group.count and not group.shown:
        yield "  no board of the best-known of these shows it with this very card"
    if group.unknown:
        yield (
            f"  unknown with {group.unknown:,} more: their words allow it, no board tried shows it"
        )


def pair_lines(pair: Pair, catalogue: Catalogue) -> Iterator[str]:
    """How two cards meet."""
    one, other = pair.one.name, pair.other.name
    for shown in pair.shown:
        yield f"Layer {shown.layer}, {LAYERS[shown.layer]}: {_sentence(shown.way, one, other)}"
        yield f"  rules {', '.join(shown.clauses)}"
        yield from (f"  {line}" for line in _shown_lines(shown, catalogue))
    for shown in pair.through:
        yield f"Layer {shown.layer}, {LAYERS[shown.layer]}: their order decides what a third does"
        yield f"  rules {', '.join(shown.clauses)}, 613.8"
        yield from (f"  {line}" for line in _shown_lines(shown, catalogue))
    for way, layer in pair.unknown:
        yield f"Layer {layer}, {LAYERS[layer]}: unknown whether {_question(way, one, other)}"
        yield "  their words allow it; no board that was tried shows it"
    yield from _conclusion(pair)


def _conclusion(pair: Pair) -> Iterator[str]:
    if pair.not_modelled:
        yield f"Not wholly understood, so more may be: {', '.join(pair.not_modelled)}"
    ordered = any(way == "order" for way, _ in pair.unknown) or pair.not_modelled
    if pair.order or ordered:
        return
    yield "The order in which they came does not matter: neither looks at what the other"
    yield "changes and is changed by it, nor do they change the same thing differently."
    for layer in pair.beyond:
        yield (
            f"Unknown is only whether a third permanent that acts in layer {layer} makes it matter."
        )


def _sentence(way: Way, one: str, other: str) -> str:
    return {
        "order": "the order in which they came matters",
        "waits": f"{one} waits for {other}, whichever came first",
        "waited": f"{other} waits for {one}, whichever came first",
        "loop": "each depends on the other: a loop, in which timestamps decide",
        "stops": f"{one} takes the ability of {other} before that does anything",
        "stopped": f"{other} takes the ability of {one} before that does anything",
    }[way]


def _question(way: Way, one: str, other: str) -> str:
    return {
        "order": "the order in which they came matters",
        "waits": f"{one} can wait for {other}",
        "waited": f"{other} can wait for {one}",
        "loop": "each can depend on the other",
        "stops": f"{one} can take the ability of {other}",
        "stopped": f"{other} can take the ability of {one}",
    }[way]


def _shown_lines(shown: Shown, catalogue: Catalogue) -> Iterator[str]:
    boards = shown.boards
    yield f"board: {board_line(boards[0], catalogue)}"
    yield from differences_told(shown)


def differences_told(shown: Shown) -> Iterator[str]:
    """What the order decides, as far as a reader wants it."""
    first, second = shown.spread.first.card.name, shown.spread.second.card.name
    for handle, what, before, after in shown.differences[:_MOST_DIFFERENCES]:
        yield (
            f"{handle}, {what}: {before} if {second} is the younger, "
            f"{after} if {first} is the younger"
        )
    more = len(shown.differences) - _MOST_DIFFERENCES
    if more > 0:
        yield f"and {more} more"


def board_line(board: Board, catalogue: Catalogue) -> str:
    """The board in a line, as the commands take it."""
    return line_of_document(document(board, catalogue), Shelf(catalogue))


# --- JSON -----------------------------------------------------------------------------------------


def group_json(group: Group, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "way": group.way,
        "layer": group.layer,
        "rules": list(clauses_of(group.way, group.layer)),
        "count": group.count,
        "unknown": group.unknown,
        "cards": [shown_json(each, catalogue) for each in group.shown],
    }


def pair_json(pair: Pair, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "cards": [pair.one.name, pair.other.name],
        "order_matters": pair.order,
        "ways": [shown_json(each, catalogue) for each in pair.shown],
        "through_a_third": [shown_json(each, catalogue) for each in pair.through],
        "unknown": [{"way": way, "layer": layer} for way, layer in pair.unknown],
        "a_third_could_matter_in_layers": list(pair.beyond),
        "not_understood": list(pair.not_modelled),
    }


def shown_json(shown: Shown, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "card": shown.other.name,
        "with": shown.one.name,
        "way": shown.way,
        "layer": shown.layer,
        "rules": list(shown.clauses),
        "boards": [document(board, catalogue) for board in shown.boards],
        "line": board_line(shown.boards[0], catalogue),
        "differences": [
            {"handle": handle, "what": what, "first_order": before, "second_order": after}
            for handle, what, before, after in shown.differences
        ],
        "checked": True,
    }
