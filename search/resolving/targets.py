"""115, 702: whether a permanent can be the target, as a literal over slots."""

from striate.cards import tree
from striate.encodings.door import Moment, Setting, Thing, matches, protected
from striate.quick.reach import Keys
from striate.solver.terms import Lit

# What of an object decides whether it can be a target, besides its words.
TARGETING: Keys = frozenset(
    {("ability", "shroud"), ("ability", "hexproof"), ("ability", "protection"), ("controller", "*")}
)


def can_target(
    moment: Moment, filter: tree.Filter, thing: Thing, source: Thing, setting: Setting
) -> Lit:
    """115.1, 601.2c, 608.2b: it is what the text asks for, and nothing keeps it from being that."""
    algebra = moment.algebra
    return algebra.all_(
        [
            matches(moment, filter, thing.index, setting),
            shrouded(moment, thing) ^ 1,
            hexproof(moment, thing, source, setting) ^ 1,
            protected(moment, thing, source) ^ 1,
        ]
    )


def shrouded(moment: Moment, thing: Thing) -> Lit:
    """702.18a: shroud."""
    keywords = moment.chars[thing.index].keywords("shroud", moment.algebra)
    return moment.algebra.any_(lit for _, lit, _ in keywords)


def hexproof(moment: Moment, thing: Thing, source: Thing, setting: Setting) -> Lit:
    """702.11b, 702.11d: hexproof, of a quality too, from what an opponent controls."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    own = Setting(thing.index, chars.yours, choices=thing.choices)
    lits = []
    for _, lit, keyword in chars.keywords("hexproof", algebra):
        if keyword.quality is not None:
            lit = algebra.and_(lit, matches(moment, keyword.quality, source.index, own))
        lits.append(lit)
    return algebra.and_(algebra.xor(setting.you, chars.yours), algebra.any_(lits))
