"""Whether the Auras of a board could enter as it says (303.4f)."""

from striate.boards.timeline import Board, Enter
from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.matching import matches
from striate.encodings.running import play
from striate.encodings.state import Setting


def auras_enter_legally(board: Board) -> bool:
    """303.4f: an Aura enters attached only to what its enchant ability allows at that time."""
    return all(
        _enters_legally(Board(board.steps[:place]), step)
        for place, step in enumerate(board.steps)
        if isinstance(step, Enter) and step.attached_to is not None
    )


def _enters_legally(before: Board, step: Enter) -> bool:
    game = play(before)
    host = game.world.handles[step.attached_to or ""]
    moment = game.now()
    setting = Setting(None, TRUE if step.controller == "you" else FALSE)
    return all(
        ability.quality is None or matches(moment, ability.quality, host, setting) == TRUE
        for ability in step.card.faces[0].abilities
        if isinstance(ability, tree.Keyword) and ability.name == "enchant"
    )
