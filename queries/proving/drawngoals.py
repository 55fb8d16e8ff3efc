"""Goals drawn from what objects became on a drawn board, and from what they nearly became.

Every form of a goal is drawn: `search.goals` has them.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, get_args

import msgspec

from striate.boards.names import Cards
from striate.boards.timeline import Seen
from striate.boards.writing import document
from striate.cards import tree
from striate.cards.tree import Filter, Keyword, Num
from striate.cards.vocabulary import COLORS
from striate.queries.goals.judging import Final, abilities, meets, stat, true_of, words_of
from striate.queries.goals.meaning import final_board, permanents, reached
from striate.queries.goals.pinning import text_of
from striate.queries.proving.drawnboards import Drawn, Look, evaluated, given, look_of, says
from striate.referee.abilitykinds import is_kind
from striate.search.goals import (
    Against,
    AnyObject,
    AttachedNumber,
    CardNamed,
    Claim,
    Demand,
    Goal,
    HasText,
    KindCount,
    KindOfWord,
    Leveler,
    OnlyAbilities,
    Printed,
    TapsFor,
    Total,
    WordKind,
    as_filter,
)
from striate.search.making import opposite

KINDS = get_args(KindOfWord)
_SHARED: tuple[WordKind, ...] = ("color", "name", "controller", *KINDS)
_WHICH: tuple[Literal["one", "every", "sum", "number"], ...] = ("one", "every", "sum", "number")
_STATS: tuple[tree.Stat, ...] = ("power", "toughness", "mana value")
_OPS: tuple[tree.Comparator, ...] = ("=", "<=", ">=", "<", ">", "!=")


def draw_goal(rng: random.Random, drawn: Drawn) -> Goal:
    """One phrase or two; some of them speak of every object, of none, or of another one."""
    objects = permanents(drawn.answer)
    words = [*given(drawn)] if rng.random() < 0.4 else []
    theirs = [each for each in words if not says(drawn.printed[each[0].handle], each[1])]
    words = theirs if theirs and rng.random() < 0.5 else words
    if words:
        return Goal((_of_several(rng, *rng.choice(words), drawn),))
    if rng.random() < 0.06:
        return Goal((_together(rng, objects),))
    apart = [*_apart(rng, drawn)] if rng.random() < 0.1 else []
    if apart:
        return Goal((rng.choice(apart),))
    alike = _alike(objects)
    if alike and rng.random() < 0.5:
        return Goal((_of_those(rng, rng.choice(alike)),))
    chosen = [rng.choice(objects) for _ in range(2 if rng.random() < 0.25 else 1)]
    demands = [_demand(rng, seen, drawn) for seen in chosen]
    if rng.random() < 0.15:
        demands.append(_of_all(rng, rng.choice(objects), objects))
    if rng.random() < 0.08:
        demands.append(_no_more(rng, demands[-1], drawn))
    if len(demands) > 1 and rng.random() < 0.15:
        demands[-1] = msgspec.structs.replace(demands[-1], another=True)
    # What is drawn besides leaves the draws of before as they were.
    own = random.Random(repr(demands))
    return Goal(tuple(_in_its_noun(own, each) for each in demands))


def _apart(rng: random.Random, drawn: Drawn) -> Iterator[Demand]:
    """That a card compares so with objects of other names alone."""
    objects = permanents(drawn.answer)
    for seen in objects:
        others = [each for each in objects if each.name != seen.name]
        card = drawn.printed.get(seen.handle)
        if card is None or seen.token or not others:
            continue
        claim = _compared(rng, others)
        named = Demand(CardNamed(card.faces[0].name), (claim,))
        if true_of(claim, seen, objects) and not true_of(claim, seen, [seen]):
            yield named


def _alike(objects: Sequence[Seen]) -> list[list[Seen]]:
    """Those that look alike, two and more of them."""
    groups: dict[Look, list[Seen]] = {}
    for seen in objects:
        groups.setdefault(look_of(seen), []).append(seen)
    return [each for each in groups.values() if len(each) > 1]


def _of_those(rng: random.Random, those: Sequence[Seen]) -> Demand:
    """So many objects of their kind have some words in common, so that cards may stand there one
    for another."""
    first = those[0]
    words: list[Claim] = [tree.HasSupertype(each) for each in first.supertypes]
    words += [tree.HasColor(each) for each in first.colors]
    if first.power is not None:
        words.append(tree.StatIs("power", "=", Num(first.power)))
    common = [each for each in words if all(true_of(each, seen, those) for seen in those)]
    claims = rng.sample(common, min(len(common), rng.choice((1, 1, 2))))
    return Demand(AnyObject(tree.HasType(rng.choice(first.types))), tuple(claims), len(those))


def _of_several(rng: random.Random, seen: Seen, claim: Claim, drawn: Drawn) -> Demand:
    """That the card, or two objects of its kind, are so."""
    own, objects = tree.ControlledBy(seen.controller), permanents(drawn.answer)
    alike = [e for e in objects if look_of(e) == look_of(seen) and true_of(own, e, objects)]
    those = [each for each in alike if true_of(claim, each, objects)]
    if len(those) > 1 and rng.random() < 0.5:
        demand = _of_those(rng, those)
        return msgspec.structs.replace(demand, claims=(claim, own, *demand.claims))
    other = draw_claim(rng, seen, objects) if rng.random() < 0.5 else own
    claims = (claim, other)[: rng.choice((1, 2))]
    card = drawn.printed[seen.handle]
    if rng.random() < 0.5:
        return Demand(CardNamed(card.faces[0].name), claims)
    kind = AnyObject(tree.HasType(rng.choice(card.faces[0].types)))
    demand, final = Demand(kind, claims), final_board(drawn.answer, drawn.printed)
    number = sum(meets(demand, claims, each, final) for each in final.objects)
    return Demand(kind, claims, max(1, min(number, 2)))


def _in_its_noun(rng: random.Random, demand: Demand) -> Demand:
    """ "A tapped creature is 2/2" means what "a creature is tapped and 2/2" does."""
    subject, claims = demand.subject, demand.claims
    plain = demand.of_some and not demand.described
    if not plain or not isinstance(subject, AnyObject) or rng.random() < 0.5:
        return demand
    moved = next((each for each in claims if isinstance(each, _NOUNS)), None)
    if moved is None:
        return demand
    kind = tree.AllOf((moved, subject.filter))
    rest = tuple(each for each in claims if each != moved)
    return Demand(AnyObject(kind), rest, demand.count, another=demand.another)


_NOUNS = (
    tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.HasKeyword,
    tree.HasCounter, tree.IsTapped, tree.IsFaceDown, tree.IsToken, tree.ControlledBy,
    tree.OwnedBy, tree.StatIs, tree.ColorCount,
)  # fmt: skip


def draw_then(rng: random.Random, drawn: Drawn) -> Goal:
    """What may follow where another goal is reached; of all that there are none of, anything."""
    demands = draw_goal(rng, drawn).demands
    return Goal(
        tuple(
            msgspec.structs.replace(each, count=0 if each.every else each.count, another=False)
            for each in demands
            if each.total is None and not each.alike
        )
    )  # fmt: skip


def _together(rng: random.Random, objects: Sequence[Seen]) -> Demand:
    """What some of the objects add up to, or that two have one name or size."""
    kind = AnyObject(tree.HasType(rng.choice([word for each in objects for word in each.types])))
    if rng.random() < 0.3:
        return Demand(kind, (), 2, alike=rng.choice(("name", "power", "mana value")))
    claims = (tree.ControlledBy(rng.choice(objects).controller),) * rng.choice((0, 1))
    final = Final(objects, {})
    meeting = [each for each in objects if meets(Demand(kind, claims), claims, each, final)]
    name: tree.Stat = rng.choice(("power", "toughness", "mana value"))
    number = sum(stat(name, each) or 0 for each in meeting) + rng.choice((0, 0, 0, 1, -1))
    if rng.random() < 0.3:
        other = tree.HasType(rng.choice([word for each in objects for word in each.types]))
        more = rng.choice((0, 0, 1, -1, 2))
        total = Total(rng.choice((name, "number")), rng.choice(_OPS), more, other)
        return Demand(kind, claims, total=total)
    return Demand(kind, claims, total=Total(name, rng.choice(_OPS), number))


def _no_more(rng: random.Random, demand: Demand, drawn: Drawn) -> Demand:
    """ "And there are at most so many of them": of the kind, or of what is so."""
    claims = demand.claims if rng.random() < 0.5 else demand.phrase
    limited = Demand(demand.subject, claims, 0, described=len(claims))
    final = final_board(drawn.answer, drawn.printed)
    count = sum(meets(limited, claims, seen, final) for seen in final.objects)
    most = max(1, count + rng.choice((0, 0, 0, -1)))
    return msgspec.structs.replace(limited, total=Total("number", "<=", most))


def _demand(rng: random.Random, seen: Seen, drawn: Drawn) -> Demand:
    objects = permanents(drawn.answer)
    claims = tuple(draw_claim(rng, seen, objects) for _ in range(rng.choice((1, 1, 2, 3))))
    described = rng.choice((0, 0, 0, 1, len(claims) - 1))
    card = drawn.printed.get(seen.handle)
    kind: Filter = tree.HasType(rng.choice(seen.types or ("Creature",)))
    if card is not None and card.layout == "leveler" and rng.random() < 0.3:
        return Demand(Leveler(), claims, described=described)
    chance = rng.random() if card is not None and not seen.token else 1.0
    if card is not None and chance < 0.65:
        return _counted(rng, Demand(CardNamed(card.faces[0].name), claims), drawn, described)
    if card is not None and chance < 0.8:
        face = card.faces[0]
        words: list[Filter] = [*map(tree.HasType, face.types), *map(tree.HasColor, face.colors)]
        printed = Printed(rng.choice([words[0], tree.Not(words[-1])]))
        return _counted(rng, Demand(printed, claims), drawn, described)
    if seen.token and rng.random() < 0.7:
        kind = tree.AllOf((tree.IsToken(), kind))
    elif rng.random() < 0.15:
        kind = tree.AllOf(())
    return _counted(rng, Demand(AnyObject(kind), claims), drawn, described)


def _counted(rng: random.Random, demand: Demand, drawn: Drawn, described: int) -> Demand:
    """Now and then "two of them": if so many are there, or nearly."""
    final = final_board(drawn.answer, drawn.printed)
    count = sum(meets(demand, demand.claims, seen, final) for seen in final.objects)
    many = count > 1 and rng.random() < 0.5 or rng.random() < 0.03
    return Demand(demand.subject, demand.claims, 2 if many else 1, described=described)


def _of_all(rng: random.Random, seen: Seen, objects: Sequence[Seen]) -> Demand:
    """ "Every creature …", "every black creature …", "no creature …"."""
    subject = AnyObject(tree.HasType(rng.choice(seen.types or ("Creature",))))
    of = (draw_claim(rng, seen, objects),) if rng.random() < 0.3 else ()
    claim = draw_claim(rng, seen, objects)
    if rng.random() < 0.5:
        return Demand(subject, (*of, opposite(claim)), 0, True, len(of))
    return Demand(subject, (*of, claim), 1, True, len(of))


def draw_claim(rng: random.Random, seen: Seen, objects: Sequence[Seen]) -> Claim:
    """Mostly what is so; sometimes what nearly is."""
    attached = list(_attachments(rng, seen, objects))
    if attached and rng.random() < 0.3:
        return rng.choice(attached)
    if len(objects) > 1 and rng.random() < 0.1:
        compared = _compared(rng, [each for each in objects if each != seen] or objects)
        return compared if true_of(compared, seen, objects) else opposite(compared)
    claim = draw_atom(rng, seen)
    if rng.random() < 0.12 and not isinstance(claim, HasText):
        other = draw_atom(rng, seen)
        if not isinstance(other, HasText):
            claim = rng.choice((tree.AnyOf((claim, other)), tree.Not(tree.AllOf((claim, other)))))
    return claim if true_of(claim, seen, objects) or rng.random() < 0.1 else opposite(claim)


def _attachments(rng: random.Random, seen: Seen, objects: Sequence[Seen]) -> Iterator[Claim]:
    """To what it is attached, and what is attached to it; or that nothing is."""
    hosts = [each for each in objects if each.handle == seen.attached_to]
    joined = [each for each in objects if each.attached_to == seen.handle]
    for host in hosts:
        yield tree.IsAttachedTo(_kind(rng, host))
    for each in joined:
        yield tree.HasAttached(_kind(rng, each))
        yield as_filter(AttachedNumber(tree.HasAttached(_kind(rng, each)), rng.choice(_OPS), 1))
    if not joined and any(each.attached_to for each in objects):
        yield tree.Not(tree.HasAttached(tree.HasSubtype(rng.choice(("Aura", "Equipment")))))


def _compared(rng: random.Random, others: Sequence[Seen]) -> Claim:
    """How it stands to another object, or to every other one of a kind."""
    kind = _kind(rng, rng.choice(others))
    own = random.Random(repr(kind))
    if rng.random() < 0.3:
        words: tuple[WordKind, ...] = ("color", "card type")
        first = rng.choice(words)
        shared = (first, own.choice(_SHARED)) if own.random() < 0.4 else (first,)
        return as_filter(Against((), own.choice(("=", "=", "!=")), kind, shared=shared))
    sizes: tuple[tree.Stat, ...] = ("power", "toughness")
    drawn: list[tuple[tree.Stat, ...]] = [sizes, *((each,) for each in sizes)]
    stats = rng.choice(drawn)
    claim = Against(stats, rng.choice(_OPS), kind, "every" if rng.random() < 0.3 else "one")
    if own.random() < 0.5:
        return as_filter(claim)
    which, theirs = own.choice(_WHICH), own.choice((None, *_STATS))
    factor, more = own.choice(((1, 0), (2, 0), (1, 1), (-1, own.randint(0, 6))))
    apart = which == "one" and own.random() < 0.3
    also = Against((), own.choice(("=", "!=")), tree.AllOf(), shared=("color",)) if apart else None
    return as_filter(Against(stats, claim.op, kind, which, factor, more, theirs, also=also))


def _kind(rng: random.Random, seen: Seen) -> Filter:
    kinds: list[Filter] = [tree.HasType(each) for each in seen.types]
    kinds += [tree.HasColor(each) for each in seen.colors]
    kinds += [tree.HasSubtype(each) for each in seen.subtypes]
    kinds += [tree.Named(seen.name)] if seen.name else []
    return rng.choice((tree.AllOf(()), *kinds))


def _against_a_sum(rng: random.Random, seen: Seen, beside: int) -> Claim:
    """ "has power two more than its mana value": of two stats the greater against the less."""
    stats: list[tuple[int, tree.Stat]] = [(stat(each, seen) or 0, each) for each in _STATS]
    (low, less), (high, more) = sorted(rng.sample(stats, 2))
    total = tree.Sum((tree.StatOf(less, tree.Affected()), Num(high - low + beside)))
    return tree.StatIs(more, rng.choice(_OPS), total)


def _words_counted(rng: random.Random, seen: Seen) -> Claim:
    kind = rng.choice(KINDS)
    number = len(words_of(seen, kind)) if rng.random() < 0.5 else rng.randint(0, 3)
    return as_filter(KindCount(kind, rng.choice((">=", "<=", "=")), min(number, 9)))


def draw_atom(rng: random.Random, seen: Seen) -> Claim:
    by = rng.choice((0, 0, 0, 1, -1, 5))
    atoms: list[Claim] = [
        tree.HasType(rng.choice((*seen.types, "Creature", "Artifact"))),
        tree.HasSubtype(rng.choice((*seen.subtypes, "Elf", "Aura", "Forest"))),
        tree.HasColor(rng.choice((*seen.colors, "B", "W"))),
        tree.ColorCount(rng.choice(_OPS), max(0, len(seen.colors) + rng.choice((0, 0, 1)))),
        tree.HasSupertype(rng.choice((*seen.supertypes, "Legendary"))),
        tree.HasNoAbilities(),
        tree.ControlledBy(seen.controller),
        tree.OwnedBy(seen.owner),
        _words_counted(rng, seen),
        rng.choice(
            (tree.IsTapped(), tree.IsFaceDown(), tree.IsToken(), tree.Named(seen.name or "Forest"))
        ),
        as_filter(TapsFor(rng.choice((*COLORS.values(), "C", "any")))),
        tree.HasAbilityKind(rng.choice(("activated", "triggered", "mana"))),
        tree.StatIs("mana value", rng.choice(_OPS), Num(max(0, seen.mana_value + by))),
    ]
    if any(is_kind(each, "mana") for each in abilities(seen)):
        atoms += [as_filter(TapsFor(color)) for color in COLORS.values()]
    if seen.power is not None and seen.toughness is not None:
        box = (
            tree.StatIs("power", "=", Num(seen.power + by)),
            tree.StatIs("toughness", "=", Num(seen.toughness)),
        )
        atoms += [tree.AllOf(box), box[0], tree.StatIs("power", ">", Num(seen.power - 1 + by))]
        other: tree.Amount = tree.StatOf("toughness", tree.Affected())
        if rng.random() < 0.4:
            other = tree.Times(2, other)
        atoms.append(tree.StatIs("power", rng.choice(_OPS), other))
        atoms.append(_against_a_sum(rng, seen, by > 0))
    words = [each.name for each in seen.abilities if isinstance(each, Keyword)]
    atoms += [tree.HasKeyword(word) for word in (words or ["flying"])[:3]]
    atoms += [tree.HasCounter(kind, ">=", number) for kind, number in seen.counters[:2]]
    atoms += [tree.HasCounter(None, rng.choice((">=", "=")), rng.randint(0, 3))]
    texts = [each for each in abilities(seen) if _is_sayable(each)]
    if texts:
        atoms.append(HasText(rng.choice(texts)))
        atoms.append(as_filter(OnlyAbilities(tuple(rng.sample(texts, min(2, len(texts)))))))
    return rng.choice(atoms)


@cache
def _is_sayable(ability: tree.Ability) -> bool:
    """Whether a goal can name its text."""
    text = text_of(ability)
    return text is not None and "\n" not in text and "chosen" not in text


# --- goals that take all that a board has: none that differs in one thing reaches them ------------

_NEAR = 10  # boards that differ in one thing
_TRIED, _MADE = 8, 4  # among so many the best is looked for; and so many are made


def near(rng: random.Random, drawn: Drawn, shelf: Cards) -> list[Drawn]:
    """Boards that differ from it in one thing that a step says, lack the step or come to it last;
    or night falls first."""
    steps = document(drawn.board, shelf)["steps"]
    others = list(_changed(steps))
    tried = rng.sample(others, min(_NEAR, len(others)))
    return [each for plain in tried if (each := evaluated({"steps": plain}, shelf)) is not None]


def entering(drawn: Drawn, shelf: Cards) -> list[Drawn]:
    """Boards on which its cards merely enter, together and each alone."""
    steps = [each for each in document(drawn.board, shelf)["steps"] if "enter" in each]
    alone = [[{key: each[key] for key in ("enter", "as") if key in each}] for each in steps]
    return [each for some in (steps, *alone) if (each := evaluated({"steps": some}, shelf))]


def _changed(steps: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for place, step in enumerate(steps):
        for other in (None, *_otherwise(step, steps)):
            yield [*steps[:place], *([] if other is None else [other]), *steps[place + 1 :]]
        rest = [*steps[:place], *steps[place + 1 :]]
        if rest[place:]:
            yield [*rest, step]
        if "daytime" in step and place:
            yield [step, *rest]


def _otherwise(step: dict[str, Any], steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Without one of its keys, of the other player, face down, with less of a number or another's
    choice."""
    for key, value in step.items():
        if key not in ("enter", "as", "controller"):
            yield {name: each for name, each in step.items() if name != key}
            if key == "x":
                yield {**step, key: max(0, value - 1)}
    for kind, number in step.get("counters", {}).items():
        yield {**step, "counters": {**step["counters"], kind: number // 2}}
    own = step.get("choose", {})
    for kind, value in own.items():
        chosen = {each["choose"][kind] for each in steps if kind in each.get("choose", {})}
        for choice in sorted(chosen - {value}, key=str):
            yield {**step, "choose": {**own, kind: choice}}
    if "enter" in step:
        other = "you" if step.get("controller") == "opponent" else "opponent"
        yield {**step, "controller": other}
        yield {**step, "face_down": True, "choose": {**own, "face down by": "manifest"}}


def draw_telling(rng: random.Random, drawn: Drawn, others: Sequence[Drawn]) -> Goal:
    """Claims about one object, or all of its card; about a second where others are left."""
    objects = permanents(drawn.answer)
    goal, left, by_kind = Goal(()), list(others), rng.random() < 0.3
    for seen in rng.sample(objects, min(2, len(objects))):
        demand = _asked_of(rng, seen, drawn, by_kind=by_kind)
        for _ in range(_MADE):
            claims = _claims(rng, seen, objects, demand, drawn)
            if not claims:
                break
            tried = [_with(demand, each) for each in claims]
            reaching = [[o for o in left if _reaches(goal, one, o)] for one in tried]
            best = min(range(len(tried)), key=lambda n: len(reaching[n]))
            demand, left = tried[best], reaching[best]
            if not left or rng.random() < 0.1:
                break
        if demand.claims:
            goal = Goal((*goal.demands, demand))
        if not left:
            break
    return goal


def _with(demand: Demand, claim: Claim) -> Demand:
    return Demand(demand.subject, (*demand.claims, claim), demand.count)


def _reaches(goal: Goal, demand: Demand, other: Drawn) -> bool:
    return reached(Goal((*goal.demands, demand)), other.answer, other.printed) is not None


def _asked_of(rng: random.Random, seen: Seen, drawn: Drawn, *, by_kind: bool) -> Demand:
    card = drawn.printed.get(seen.handle)
    if card is None or seen.token or by_kind:
        kind = tree.HasType(rng.choice(seen.types or ("Creature",)))
        many = sum(kind.type in each.types for each in permanents(drawn.answer))
        return Demand(AnyObject(kind), (), min(many, 2) if rng.random() < 0.7 else 1)
    alike = [each for each in drawn.printed.values() if each == card]
    return Demand(CardNamed(card.faces[0].name), (), len(alike) if rng.random() < 0.7 else 1)


def _claims(
    rng: random.Random, seen: Seen, objects: Sequence[Seen], demand: Demand, drawn: Drawn
) -> list[Claim]:
    """Some that are true of as many objects as are asked for."""
    claims = [draw_claim(rng, seen, objects) for _ in range(_TRIED)]
    claims += [as_filter(KindCount(kind, "=", len(words_of(seen, kind)))) for kind in KINDS]
    claims += [tree.ControlledBy(seen.controller)]
    rng.shuffle(claims)
    final = Final(objects, drawn.printed)
    return [
        each
        for each in claims
        if true_of(each, seen, objects)
        and sum(meets(demand, (*demand.claims, each), o, final) for o in objects) >= demand.count
    ]
