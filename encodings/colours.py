"""Layer 5: colours (105, 613.1e)."""

from striate.cards import tree
from striate.encodings.algebra import FALSE, Lit
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment, chosen, refer
from striate.encodings.state import COLORS, Chars, Setting, Words


def letters(names: tuple[str, ...], setting: Setting, moment: Moment) -> set[str]:
    """The colours that the words mean; "@color" may name several ("white and blue")."""
    found: set[str] = set()
    for name in names:
        word = chosen(name, setting, moment)
        found |= {word} if word in COLORS else set()
    return found


@clause("105.3")
def set_colors(
    moment: Moment, change: tree.SetColors, lit: Lit, new: Chars, setting: Setting
) -> None:
    """105.3: the new colours replace all earlier ones; none is colourless."""
    wanted = letters(change.colors, setting, moment)
    algebra = moment.algebra
    new.colors = {
        each: algebra.ite(lit, 1 if each in wanted else 0, new.colors.get(each, FALSE))
        for each in COLORS
    }


@clause("105.3")
def add_colors(
    moment: Moment, change: tree.AddColors, lit: Lit, new: Chars, setting: Setting
) -> None:
    """105.3: in addition to its other colours."""
    wanted = letters(change.colors, setting, moment)
    algebra = moment.algebra
    new.colors = {
        each: algebra.or_(new.colors.get(each, FALSE), lit if each in wanted else FALSE)
        for each in COLORS
    }


def colors_like_words(moment: Moment, change: tree.ColorsLike, setting: Setting) -> Words:
    found: Words = {}
    for index in refer(moment, change.of, setting):
        for each, lit in moment.chars[index].colors.items():
            found[each] = moment.algebra.or_(found.get(each, FALSE), lit)
    return found


@clause("105.3")
def colors_like(
    moment: Moment, change: tree.ColorsLike, lit: Lit, new: Chars, setting: Setting
) -> None:
    """105.3: becomes the colours of that object."""
    wanted = colors_like_words(moment, change, setting)
    algebra = moment.algebra
    new.colors = {
        each: algebra.ite(lit, wanted.get(each, FALSE), new.colors.get(each, FALSE))
        for each in COLORS
    }
