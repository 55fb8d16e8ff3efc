"""Goals drawn from what objects became on a drawn board, and from what they nearly became."""

import random

from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.tree import Filter, Keyword, Num
from striate.queries.goals.judging import true_of
from striate.queries.goals.meaning import permanents
from striate.queries.proving.drawnboards import Drawn
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, KindCount, as_filter


def draw_goal(rng: random.Random, drawn: Drawn) -> Goal:
    """One phrase or two; some of them speak of every object, of none, or of another one."""
    objects = permanents(drawn.answer)
    chosen = [rng.choice(objects) for _ in range(2 if rng.random() < 0.25 else 1)]
    demands = [_demand(rng, seen, drawn) for seen in chosen]
    if rng.random() < 0.12:
        demands.append(_of_all(rng, rng.choice(objects)))
    if len(demands) > 1 and rng.random() < 0.15:
        last = demands[-1]
        demands[-1] = Demand(last.subject, last.claims, last.count, last.every, 0, True)
    return Goal(tuple(demands))


def _demand(rng: random.Random, seen: Seen, drawn: Drawn) -> Demand:
    claims = tuple(_claim(rng, seen) for _ in range(rng.choice((1, 1, 2, 3))))
    card = drawn.printed.get(seen.handle)
    if card is not None and not seen.token and rng.random() < 0.65:
        return Demand(CardNamed(card.faces[0].name), claims)
    kind: Filter = tree.HasType(rng.choice(seen.types or ("Creature",)))
    if seen.token and rng.random() < 0.7:
        kind = tree.AllOf((tree.IsToken(), kind))
    return Demand(AnyObject(kind), claims)


def _of_all(rng: random.Random, seen: Seen) -> Demand:
    """ "Every creature …", "no creature …"."""
    subject = AnyObject(tree.HasType(rng.choice(seen.types or ("Creature",))))
    claim = _claim(rng, seen)
    if rng.random() < 0.5:
        return Demand(subject, (tree.Not(claim),), 0, ())
    return Demand(subject, (claim,), 1, ())


def _claim(rng: random.Random, seen: Seen) -> Filter:
    """Mostly what is so; sometimes what nearly is."""
    by = rng.choice((0, 0, 0, 1, -1, 5))
    found: list[Filter] = [
        tree.HasType(rng.choice((*seen.types, "Creature", "Artifact"))),
        tree.HasSubtype(rng.choice((*seen.subtypes, "Elf", "Aura", "Forest"))),
        tree.HasColor(rng.choice((*seen.colors, "B", "W"))),
        tree.ColorCount("=", len(seen.colors)),
        tree.HasSupertype("Legendary"),
        tree.HasNoAbilities(),
        tree.ControlledBy(seen.controller),
        as_filter(KindCount("creature type", ">=", rng.randint(1, 3))),
    ]
    if seen.power is not None and seen.toughness is not None:
        box = (
            tree.StatIs("power", "=", Num(seen.power + by)),
            tree.StatIs("toughness", "=", Num(seen.toughness)),
        )
        found += [tree.AllOf(box), box[0], tree.StatIs("power", ">", Num(seen.power - 1 + by))]
    words = [each.name for each in seen.abilities if isinstance(each, Keyword)]
    found += [tree.HasKeyword(word) for word in (words or ["flying"])[:3]]
    found += [tree.HasCounter(kind, ">=", number) for kind, number in seen.counters[:2]]
    claim = rng.choice(found)
    return claim if true_of(claim, seen) or rng.random() < 0.1 else tree.Not(claim)
