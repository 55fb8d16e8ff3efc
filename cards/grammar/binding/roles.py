"""What a pronoun is to its verb: subject, what deals damage, one of two sides.

"~ deals 1 damage to it": the two sides of a verb are two objects, so "it" is not "~". The roles
are written into the drafts of an instruction before they are bound (see `binding`).
"""

from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import DRAFTS, Back

_OBJECT_OF = (t.SetController, t.ExchangeControl, t.ExchangeText, t.SwitchPT, t.ReplaceWords)


def with_roles(step: Any) -> Any:
    """The instruction with the roles of its pronouns."""
    if isinstance(step, t.Continuous):
        who: Any = step.effect.who
        if isinstance(who, Back) and not isinstance(step.effect.changes[0], _OBJECT_OF):
            who = replace(who, subject=True)
        changes = tuple(_change(change, who) for change in step.effect.changes)
        return replace(step, effect=replace(step.effect, who=who, changes=changes))
    if isinstance(step, t.AttachTo) or (isinstance(step, t.Act) and step.who is not None):
        who = step.who
        if isinstance(who, Back) and isinstance(step, t.Act):
            who = replace(who, subject=True, agent=step.verb == "deal damage to")
        who, to = _sides(who, step.to)
        return replace(step, who=who, to=to)
    if isinstance(step, t.Inert) and step.words.startswith("<who> blocks <who> "):
        return replace(step, parts=_sides(*step.parts))
    return step


def _change(change: Any, who: Any) -> Any:
    for name in ("of", "other"):
        side = getattr(change, name, None)
        if isinstance(change, _TWO_SIDED) and isinstance(side, Back):
            return replace(change, **{name: _sides(who, side)[1]})
    return change


_TWO_SIDED = (t.BecomeCopy, t.ExchangeControl, t.ExchangeText, t.FullTextOf)


def _sides(who: Any, to: Any) -> tuple[Any, Any]:
    """Two sides of a verb: the one that is said less plainly is not the other."""
    if isinstance(to, Back) and not (isinstance(who, Back) and to.that and not who.that):
        return who, replace(to, apart=who)
    if (
        isinstance(who, Back)
        and isinstance(to, DRAFTS)
        and (isinstance(to, Back) or to.at < who.at)
    ):
        return replace(who, apart=to), to
    return who, to
