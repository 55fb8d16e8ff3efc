"""Layer 5: colours (105, 613.1e)."""

from striate.cards import tree
from striate.encodings.algebra import FALSE, Algebra, Lit
from striate.encodings.clauses import clause
from striate.encodings.moments import Moment, chosen
from striate.encodings.state import COLORS, Chars, Setting, Words


def letters(names: tuple[str, ...], setting: Setting, moment: Moment) -> set[str]:
    """The colours that the words mean; "@color" may name several ("white and blue")."""
    found: set[str] = set()
    for name in names:
        word = chosen(name, setting, moment)
        found |= {word} if word in COLORS else set()
    return found


@clause("105.3")
def set_colors(wanted: frozenset[str]) -> dict[str, bool]:
    """105.3: the new colours replace all earlier ones; none is colourless."""
    return {each: each in wanted for each in COLORS}


@clause("105.3")
def add_colors(wanted: frozenset[str]) -> dict[str, bool]:
    """105.3: in addition to its other colours."""
    return dict.fromkeys(wanted, True)


def color_net(
    changes: tuple[tree.Change, ...], setting: Setting, moment: Moment
) -> dict[str, bool]:
    """What one effect's colour changes leave: colours that it sets to there or not there."""
    net: dict[str, bool] = {}
    for change in changes:
        # 607.2d: "the chosen color" where none was chosen means nothing, so nothing happens.
        named = isinstance(change, tree.SetColors | tree.AddColors) and change.colors
        if named and not letters(named, setting, moment):
            continue
        if isinstance(change, tree.SetColors):
            net.update(set_colors(frozenset(letters(change.colors, setting, moment))))
        elif isinstance(change, tree.AddColors):
            net.update(add_colors(frozenset(letters(change.colors, setting, moment))))
    return net


def change_colors(new: Chars, nets: list[tuple[Lit, dict[str, bool]]], algebra: Algebra) -> None:
    colors: Words = {}
    for each in COLORS:
        on = algebra.any_([lit for lit, net in nets if net.get(each) is True])
        off = algebra.any_([lit for lit, net in nets if net.get(each) is False])
        colors[each] = algebra.or_(algebra.and_(new.colors.get(each, FALSE), off ^ 1), on)
    new.colors = colors
