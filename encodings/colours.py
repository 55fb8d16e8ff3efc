"""Layer 5: colours (105, 613.1e)."""

from collections.abc import Callable

from striate.cards import tree
from striate.encodings.clauses import clause
from striate.encodings.moments import Moment, chosen
from striate.encodings.state import COLORS, Setting


def letters(names: tuple[str, ...], setting: Setting, moment: Moment) -> set[str]:
    """The colours that the words mean; "@color" may name several ("white and blue")."""
    meant: set[str] = set()
    for name in names:
        word = chosen(name, setting, moment)
        meant |= {word} if word in COLORS else set()
    return meant


@clause("105.3")
def set_colors(wanted: frozenset[str]) -> dict[str, bool]:
    """105.3: the new colours replace all earlier ones; none is colourless."""
    return {each: each in wanted for each in COLORS}


@clause("105.3")
def add_colors(wanted: frozenset[str]) -> dict[str, bool]:
    """105.3: in addition to its other colours."""
    return dict.fromkeys(wanted, True)


def color_change(
    changes: tuple[tree.Change, ...], setting: Setting, moment: Moment
) -> tuple[Callable[[str], bool], frozenset[str]]:
    """What one effect's colour changes leave: which colours they take away, which they give."""
    net: dict[str, bool] = {}
    for change in changes:
        if isinstance(change, tree.SetColors | tree.AddColors):
            wanted = frozenset(letters(change.colors, setting, moment))
            # 607.2d: "the chosen color" where none was chosen means nothing, so nothing happens.
            if wanted or not change.colors:
                sets = isinstance(change, tree.SetColors)
                net.update(set_colors(wanted) if sets else add_colors(wanted))
    gone = frozenset(each for each, is_there in net.items() if not is_there)
    return gone.__contains__, frozenset(net) - gone
