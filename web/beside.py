"""What the atlas says beside a board: whose order matters there, and which card would join them."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from striate.boards.editions import told_of
from striate.boards.errors import BoardError
from striate.boards.writing import document as document_of
from striate.boards.writing import tidy
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.atlas.asking import Asking, Shown
from striate.queries.atlas.store import Atlas, NoAtlas
from striate.queries.atlas.telling import LAYERS, differences_told
from striate.web.wording import sentences

Plain: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[Plain], None]

MOST_CARDS = 8  # of a board that are looked at, each two of them
_MOST_BESIDE = 8


def beside(document: Plain, catalogue: Catalogue, tell: Tell) -> Plain:
    """The pairs of the board's cards whose order matters, and the best-known further cards."""
    if told_of(tuple(map(str, document.get("rules") or ()))):
        raise BoardError("whose order matters is looked up for today's rules alone")
    asking = Asking(catalogue)
    cards = asking.permanents(_entering(document))
    looked_at = cards[:MOST_CARDS]
    shown: list[Shown] = []
    unknown: list[str] = []
    number = len(looked_at) * (len(looked_at) - 1) // 2
    for done, pair in enumerate(asking.among(looked_at), 1):
        shown += pair.shown
        if pair.unknown and not pair.shown:
            unknown.append(f"{pair.one.name} and {pair.other.name}")
        tell({"done": done, "of": number})
    further, missing = _further(asking, looked_at)
    return {
        "among": [_told(each, catalogue) for each in shown],
        "unknown": unknown,
        "beside": [_told(each, catalogue) for each in further],
        "missing": missing,
        "left_out": [card.name for card in cards[MOST_CARDS:]],
        "cards": len(looked_at),
    }


def _entering(document: Plain) -> list[str]:
    """The names of the cards that enter, but for those that the board has of its own."""
    own = {card.get("name") for card in document.get("cards", ())}
    names = (step.get("enter") for step in document["steps"])
    return [name for name in names if isinstance(name, str) and name not in own]


def _further(asking: Asking, cards: Sequence[Card]) -> tuple[list[Shown], str]:
    """The best-known cards whose order matters with one of these, or why there are none."""
    try:
        asking.atlas = Atlas.open(asking.catalogue)
    except NoAtlas as error:
        return [], sentences(str(error))
    try:
        changed = [card.name for card in cards if card.name in asking.atlas.changed]
        lacking = [card.name for card in cards if asking.atlas.lacks(card)]
        known = [card for card in cards if card.name not in (*changed, *lacking)]
        missing = [
            f"read otherwise since the atlas was made: {', '.join(changed)}" if changed else "",
            f"not in the atlas of the best-known permanents: {', '.join(lacking)}"
            if lacking else "",
        ]  # fmt: skip
        return asking.beside(known, _MOST_BESIDE), "; ".join(filter(None, missing))
    finally:
        asking.atlas.close()


def _told(shown: Shown, catalogue: Catalogue) -> Plain:
    return {
        "one": shown.one.name,
        "other": shown.other.name,
        "layer": shown.layer,
        "what": LAYERS[shown.layer],
        "rules": list(shown.clauses),
        "changes": list(differences_told(shown)),
        "document": tidy(document_of(shown.boards[0], catalogue)),
    }
