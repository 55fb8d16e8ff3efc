"""Which object "it", "that creature" or "they" means: the rules of binding, one by one.

A text names objects in order (`drafts.Entity`): those of the trigger event, of a cost and of
a condition before the first sentence, then the targets, the chosen objects, "~", the groups and
the tokens of each sentence. A pronoun has a number, a kind (what its noun says) and a moment (the
sentence that it stands in). Each rule takes candidates away; what is left must be exactly one
object. Where two fit, or none, the sentence is not understood.

The rules stand in `RULES` in the order in which they are asked; README.md beside this file tells
what each says, and a test takes each of them away and sees that a reading goes wrong.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import (
    CARD,
    DRAFTS,
    Back,
    Entity,
    Unclear,
    fits,
    is_called,
    is_token,
    parts_of,
)


class Scene:
    """What is known where a pronoun stands."""

    def __init__(self, spell: bool) -> None:
        self.sentence = 0
        self.named: list[Entity] = []  # everything that the text has named, in order
        self.spell = spell  # whether the text is that of an instant or sorcery
        self.unread = -2  # the last sentence that is not understood
        self.replaced: set[int] = set()  # sentences that this one replaces ("instead")
        self.placed: dict[int, t.Target] = {}  # where objects of events and tokens stand

    def identity(self, entity: Entity) -> Any:
        """Which object it is, for two that the text has named may be the same."""
        if entity.ref is not None:
            return entity.ref
        return self.placed.get(id(entity.lazy), id(entity.lazy))


_Pool: TypeAlias = list[Entity]
_Rule: TypeAlias = Callable[[_Pool, Back, Scene], _Pool]
_Kept: TypeAlias = Callable[[Entity, Back, Scene], bool]
_Applies: TypeAlias = Callable[[_Pool, Back, Scene], bool]


def bound(draft: Back, scene: Scene) -> Entity:
    """The one object that the pronoun means; raises `Unclear`."""
    pool = list(scene.named)
    for narrow in RULES.values():
        pool = narrow(pool, draft, scene)
    if len({scene.identity(entity) for entity in pool}) != 1:
        raise Unclear("it could be several, or none")
    return pool[-1]


def _only(kept: _Kept) -> _Rule:
    """No others can be meant."""
    return lambda pool, it, scene: [each for each in pool if kept(each, it, scene)]


def _rather(kept: Callable[[Entity], bool], applies: _Applies = lambda *_: True) -> _Rule:
    """Those are meant, where one is there and the rule is asked."""
    return lambda pool, it, scene: (
        (applies(pool, it, scene) and [each for each in pool if kept(each)]) or pool
    )


def _declined(why: str, applies: _Applies) -> _Rule:
    """Nobody can say which is meant."""

    def narrow(pool: _Pool, it: Back, scene: Scene) -> _Pool:
        if applies(pool, it, scene):
            raise Unclear(why)
        return pool

    return narrow


def _in_number(pool: _Pool, it: Back, scene: Scene) -> _Pool:
    in_number = [entity for entity in pool if entity.many == it.many]
    if not in_number and it.many and it.noun == t.IsToken():
        # 102.2: "for each opponent, create a token" makes one where there is one opponent.
        return [entity for entity in pool if entity.made]
    return in_number


def _of_the_kind(pool: _Pool, it: Back, scene: Scene) -> _Pool:
    fitting = [entity for entity in pool if fits(it.noun, entity.filter)]
    could_become = it.noun in (None, CARD) or isinstance(it.noun, t.HasType)
    if not fitting and could_become and len(set(map(scene.identity, pool))) == 1:
        return pool
    return [entity for entity in fitting if is_called(it.noun, entity.filter)] or fitting


def _stays(entity: Entity, scene: Scene) -> bool:
    """Whether it is a target on the battlefield that the text leaves there."""
    name = scene.identity(entity)
    placed = any(isinstance(part, t.InZone) for part in parts_of(entity.filter))
    if placed or not isinstance(name, t.Target) or name in scene.placed.values():
        return False
    return not any((e.gone or e.exiled) and scene.identity(e) == name for e in scene.named)


def _is_a_card(pool: _Pool, it: Back, scene: Scene) -> _Pool:
    if it.noun != CARD or not any(entity.card for entity in pool):
        return pool
    return [entity for entity in pool if not _stays(entity, scene)]


def _is_nearest(pool: _Pool, it: Back, scene: Scene) -> _Pool:
    last = max((entity.sentence for entity in pool), default=-1)
    return [entity for entity in pool if entity.sentence == last]


def _in_passing(pool: _Pool, it: Back, scene: Scene) -> bool:
    return bool(pool) and (pool[0].sentence < scene.sentence or it.subject)


def _is_of_event(pool: _Pool, it: Back, scene: Scene) -> bool:
    return bool(pool) and pool[0].sentence == -1 and not any(e.topic for e in pool)


def _may_be_unmade(pool: _Pool, it: Back, scene: Scene) -> bool:
    doubtful = {e.sentence for e in pool if e.doubtful and e.sentence < scene.sentence}
    return any(e.focus and not e.made and e.sentence in doubtful for e in scene.named)


def _just_found(pool: _Pool, it: Back, scene: Scene) -> _Pool:
    just_found = [e for e in pool if e.found and e.sentence == scene.sentence]
    names = set(map(scene.identity, just_found))
    return [entity for entity in pool if scene.identity(entity) in names] or pool


def _or_the_card(pool: _Pool, it: Back, scene: Scene) -> bool:
    last = max((entity.sentence for entity in pool), default=-1)
    return it.at < 0 and any(e.weak and e.sentence >= last for e in scene.named)


RULES: dict[str, _Rule] = {
    # What a pronoun can't mean.
    "number": _in_number,
    "replaced": _only(lambda e, it, scene: not (e.made and e.sentence in scene.replaced)),
    "card": _only(lambda e, it, scene: it.noun in (None, CARD) or not e.card),
    "token": _only(lambda e, it, scene: it.noun != CARD or not is_token(e.filter)),
    "that": _only(lambda e, it, scene: not (it.that and e.own)),
    "spell": _only(lambda e, it, scene: not (scene.spell and e.own) or it.agent),
    "turned up": _only(lambda e, it, scene: not e.weak or e.sentence == scene.sentence),
    "apart": _only(lambda e, it, scene: it.apart is None or scene.identity(e) != it.apart),
    "gone": _rather(
        lambda e: not e.gone, lambda pool, it, scene: it.subject and not (it.agent or it.that)
    ),
    "kind": _of_the_kind,
    "permanent": _is_a_card,
    # Which of those that fit.
    "nearest": _is_nearest,
    "unread": _declined(
        "a sentence before is not understood",
        lambda pool, it, scene: bool(pool) and scene.unread >= pool[0].sentence,
    ),
    "aside": _rather(lambda e: not e.aside, _in_passing),
    "vague": _declined(
        "it could be the object of the fact", lambda pool, it, scene: any(e.vague for e in pool)
    ),
    "subject": _rather(
        lambda e: e.topic,
        lambda pool, it, scene: (
            not it.that and (it.agent or it.subject or not all(e.own for e in pool if e.topic))
        ),
    ),
    "event": _rather(lambda e: e.main, _is_of_event),
    "doubtful": _declined("the token may not have been made", _may_be_unmade),
    "made": _rather(lambda e: e.made),
    "found": _just_found,
    "again": _rather(lambda e: e.focus, lambda pool, it, scene: not any(e.made for e in pool)),
    "or the card": _declined("it could be the card", _or_the_card),
}


_OBJECT_OF = (t.SetController, t.ExchangeControl, t.ExchangeText, t.SwitchPT, t.ReplaceWords)


def with_roles(step: Any) -> Any:
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
