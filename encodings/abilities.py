"""Layer 6: abilities gained and lost (613.1f), and what "can't have" does."""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.prose import same_ability
from striate.cards.walking import any_node, parts, rewrite
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.choosing import filled
from striate.encodings.clauses import clause
from striate.encodings.effects import Changes, ContinuousEffect, On, statics_of
from striate.encodings.filters import is_kind
from striate.encodings.moments import UNDEFINED, Moment, asked_of, choices_of_source
from striate.encodings.state import Chars, Held, Setting


@lru_cache(maxsize=65536)
def is_one_of(ability: tree.Ability, abilities: tuple[tree.Ability, ...]) -> bool:
    """Whether an effect that takes these abilities means this one.

    A bare keyword means the keyword with any parameter ("loses protection").
    """
    for each in abilities:
        if isinstance(each, tree.Keyword) and isinstance(ability, tree.Keyword):
            if each == ability or (each == tree.Keyword(each.name) and each.name == ability.name):
                return True
        elif same_ability(each, ability):
            return True
    return False


def _with_choices(
    abilities: tuple[tree.Ability, ...], setting: Setting, moment: Moment
) -> tuple[tree.Ability, ...]:
    """The abilities with the chosen colour, type or keyword in place of "@..." words."""
    return tuple(_fill_choices(each, setting, moment) for each in abilities)


def _fill_choices(ability: tree.Ability, setting: Setting, moment: Moment) -> tree.Ability:
    """607.2d: what was chosen for the effect, or as its source entered; 607.5a: or undefined."""
    if not _speaks_of_choice(ability) or setting.choices is UNDEFINED:
        return ability
    return filled(ability, {**choices_of_source(moment, setting), **setting.choices})


@lru_cache(maxsize=65536)
def _speaks_of_choice(value: object) -> bool:
    return any(
        part.startswith("@") if isinstance(part, str) else isinstance(part, tree.ChosenNumber)
        for part in parts(value, closed=(tree.Prose,))
    )


@clause("613.1f")
def can_have(new: Chars, ability: tree.Ability, algebra: Algebra) -> Lit:
    """613.1f: an object that can't have an ability doesn't gain it either."""
    if not new.cant_have:
        return TRUE
    return (
        algebra.any_([lit for lit, abilities in new.cant_have if is_one_of(ability, abilities)]) ^ 1
    )


_Alternatives = tuple[tuple[Lit, tree.Ability], ...]
_Sequences = list[tuple[Changes, Lit]]
_SPARING = "this effect doesn't remove "


@clause("613.1f", "113.10a")
def gain(on: On, sequences: _Sequences) -> None:
    """613.1f: the object gains the abilities, each instance its own; same ones add up.

    Encoding: abilities without effects of their own are one instance each (of all effects, where
    only having one counts), those with effects one for each position, with what it may be by guard.
    """
    algebra, effect, index, new = on.algebra, on.effect, on.index, on.new
    plain, active = _gifts(on, sequences)
    stamp, choices = on.stamp, _setting_choices(effect, on.setting)
    once = not on.moment.world.instances

    def give(place: object, alternatives: _Alternatives, present: Lit) -> None:
        if present == FALSE:
            return
        whose: tuple[object, ...] = () if once and not isinstance(place, int) else effect.key
        held = Held(alternatives, present, stamp, ("granted", whose, index, place), choices)
        if whose and (index, place) not in effect.given:
            # Encoding: nothing else gives an instance with this key.
            effect.given.add((index, place))
            new.abilities = (*new.abilities, held)
        else:
            put(new, held, algebra)

    for (ability, number), lits in plain.items():
        present = algebra.all_([on.lit, algebra.any_(lits), can_have(new, ability, algebra)])
        give(ability if number == 1 else (ability, number), ((TRUE, ability),), present)
    for position, those in active.items():
        allowed = [algebra.and_(guard, can_have(new, each, algebra)) for guard, each in those]
        present = algebra.and_(on.lit, algebra.any_(allowed))
        give(position, tuple(those) if len(those) > 1 else ((TRUE, those[0][1]),), present)


def _giver(moment: Moment, effect: ContinuousEffect) -> str:
    """The permanent whose static ability gives; nobody follows what began by a resolution."""
    if effect.resolved is not None or effect.source is None:
        return tree.LOST_TRACK_OF
    return moment.world.things[effect.source].handle


@lru_cache(maxsize=65536)
def _naming_giver(ability: tree.Ability, handle: str) -> tree.Ability:
    """201.5a: an ability that calls what gives it by name goes on speaking of that object."""
    if not any_node(ability, (tree.Granter,)) and not _cost_names_giver(ability):
        return ability

    def known(part: object) -> object:
        if isinstance(part, tree.Granter):
            return part if part.handle else tree.Granter(handle)
        return part

    named: tree.Ability = rewrite(ability, known)
    if isinstance(named, tree.Activated) and _cost_names_giver(named):
        return replace(named, cost=named.cost.replace("^", handle))
    return named


def _cost_names_giver(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Activated) and "^" in ability.cost


_Gifts = tuple[dict[tuple[tree.Ability, int], list[Lit]], dict[int, list[tuple[Lit, tree.Ability]]]]


def _gifts(on: On, sequences: _Sequences) -> _Gifts:
    """What the effect gives to each of its objects: without effects of its own, and with them."""
    moment, effect = on.moment, on.effect
    for _, wording in effect.alternatives:
        for change in wording.changes:
            if isinstance(change, tree.Restrict) and change.verb.startswith(_SPARING):
                words = change.verb.removeprefix(_SPARING)
                moment.world.spared[effect.key] = (effect.source, words)
    plain: dict[tuple[tree.Ability, int], list[Lit]] = {}
    active: dict[int, list[tuple[Lit, tree.Ability]]] = {}
    for sequence, guard in sequences:
        position = 0
        met: dict[tree.Ability, int] = {}
        for change in sequence:
            if not isinstance(change, tree.GainAbilities):
                continue
            for ability in _with_choices(change.abilities, on.setting, moment):
                ability = _naming_giver(ability, _giver(moment, effect))
                if statics_of(ability):
                    active.setdefault(position, []).append((guard, ability))
                    position += 1
                else:
                    met[ability] = met.get(ability, 0) + 1
                    plain.setdefault((ability, met[ability]), []).append(guard)
    return plain, active


def put(new: Chars, held: Held, algebra: Algebra) -> None:
    """Encoding: an instance that may have been given at another step already is that one."""
    for number, other in enumerate(new.abilities):
        if other.key == held.key:
            both = held.with_present(algebra.or_(other.present, held.present))
            new.abilities = (*new.abilities[:number], both, *new.abilities[number + 1 :])
            return
    new.abilities = (*new.abilities, held)


def _setting_choices(effect: ContinuousEffect, setting: Setting) -> "dict[str, str] | None":
    """607.2: choices of the granting resolution go with the granted ability; 607.5a: so does it
    that a choice is undefined.
    """
    if setting.choices is UNDEFINED:
        return UNDEFINED
    return setting.choices if effect.resolved is not None and setting.choices else None


@clause("613.1f")
def gain_abilities_of(on: On, change: tree.GainAbilitiesOf) -> None:
    """613.1f: has the abilities of that kind that those objects have at this moment."""
    algebra, new = on.algebra, on.new
    gained = []
    for origin, ability, has_it in abilities_among(on.moment, change, on.setting):
        present = algebra.all_([on.lit, has_it, can_have(new, ability, algebra)])
        if present != FALSE:
            key = ("granted", on.effect.key, on.index, origin)
            gained.append(Held(((TRUE, ability),), present, on.stamp, key))
    new.abilities = (*new.abilities, *gained)


def abilities_among(
    moment: Moment, change: tree.GainAbilitiesOf, setting: Setting
) -> list[tuple[tuple[object, ...], tree.Ability, Lit]]:
    """The abilities that an effect of the kind "has all ... abilities of" speaks of now."""
    algebra = moment.algebra
    held_abilities: list[tuple[tuple[object, ...], tree.Ability, Lit]] = []
    keywords: dict[tree.Ability, Lit] = {}
    for then, index, is_meant in asked_of(moment, change.of, setting):
        those = then.chars[index].those(algebra, lambda each: _is_wanted(each, change))
        for held, has_it, ability in those:
            lit = algebra.and_(is_meant, has_it)
            if lit == FALSE:
                continue
            if change.kind == "keywords":
                keywords[ability] = algebra.or_(keywords.get(ability, FALSE), lit)
            else:
                held_abilities.append(((index, held.key), _of_kind(ability, change), lit))
    for ability, lit in keywords.items():
        held_abilities.append((("keyword", ability), ability, lit))
    return held_abilities


@clause("716.2a")
def _of_kind(ability: tree.Ability, change: tree.GainAbilitiesOf) -> tree.Ability:
    """716.2a: a class level bar is two abilities; the activated one has nothing of the static
    one."""
    if isinstance(ability, tree.ClassLevel) and change.kind != "all":
        return tree.ClassLevel(ability.level, ability.cost, ())
    return ability


def _is_wanted(ability: tree.Ability, change: tree.GainAbilitiesOf) -> bool:
    if change.kind == "keywords":
        return isinstance(ability, tree.Keyword) and ability.name in change.keywords
    if change.kind == "all":
        return True
    wanted, _, but = change.kind.partition(" but ")
    if but and _is_of_kind(ability, but):
        return False
    return any(_is_of_kind(ability, kind) for kind in wanted.split(" and "))


def _is_of_kind(ability: tree.Ability, kind: str) -> bool:
    """606.1: a loyalty ability is an activated one with a loyalty symbol in its cost."""
    if kind == "loyalty":
        return isinstance(ability, tree.Activated) and ability.loyalty
    return is_kind(ability, kind)


@clause("613.1f")
def lose_abilities(on: On, change: tree.LoseAbilities | tree.CantHave) -> None:
    """613.1f: every instance of each of those abilities goes."""
    gone = _with_choices(change.abilities, on.setting, on.moment)
    keywords = all(isinstance(each, tree.Keyword) for each in gone)
    _lose(on, lambda held, each: (
        not (keywords and held.combine is not None) and is_one_of(each, gone)
    ))  # fmt: skip


@clause("613.1f")
def lose_all_abilities(on: On, change: tree.LoseAllAbilities) -> None:
    """613.1f: every ability that it has at this moment goes, intrinsic and granted ones too."""
    keep = _with_choices(change.keep, on.setting, on.moment)
    _lose(on, lambda _, each: is_lost(each, change.only) and not is_one_of(each, keep))


def _lose(on: On, goes: Callable[[Held, tree.Ability], bool]) -> None:
    algebra = on.algebra

    def still(held: Held) -> Lit:
        gone = {guard for guard, ability in held.alternatives if goes(held, ability)}
        return algebra.and_(held.present, algebra.and_(on.lit, algebra.any_(gone)) ^ 1)

    on.new.keep_abilities(still)


def is_lost(ability: tree.Ability, only: str) -> bool:
    if not only:
        return True
    if only == "not mana":
        return not is_kind(ability, "mana")
    if only == "keyword":
        return isinstance(ability, tree.Keyword)
    return is_kind(ability, only)


@clause("613.1f")
def cant_have(on: On, change: tree.CantHave) -> None:
    """613.1f: it loses the abilities, and no effect can give them to it while this lasts."""
    lose_abilities(on, change)
    gone = _with_choices(change.abilities, on.setting, on.moment)
    on.new.cant_have = (*on.new.cant_have, (on.lit, gone))
