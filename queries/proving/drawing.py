"""Goals drawn at random from what objects became on boards, and from what they nearly became."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from striate.cards import tree
from striate.cards.tree import Filter, Num
from striate.encodings.algebra import FALSE, Lit
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, HasText, Leveler
from striate.search.truthtables import Judge
from striate.solver.number import Bits, Number

WORDS = ("Elf", "Merfolk", "Island")  # subtypes that goals may ask for wherever they are


@dataclass
class Drawing:
    """Draws goals about boards of one judge."""

    judge: Judge
    rng: random.Random

    def goal(self, subjects: Sequence[frozenset[int]] = ()) -> Goal:
        """`subjects`: the options that the goal's objects are of; nothing said, of any."""
        size, rng = len(self.judge.slots), self.rng
        if not subjects:
            number = max((self.board() for _ in range(6)), key=self.changed)
            slots = rng.sample(range(size), 2 if size > 1 and rng.random() < 0.2 else 1)
            return Goal(tuple(self.demand(number, index) for index in slots))

        def slots_of(number: int) -> list[int]:
            return [self.slot_of(number, each) for each in subjects]

        def told(number: int) -> int:
            return sum(len(self.unlike(number, index)) for index in slots_of(number))

        number = max((self.board() for _ in range(24)), key=told)
        return Goal(tuple(self.demand(number, index, True) for index in slots_of(number)))

    def slot_of(self, number: int, options: frozenset[int]) -> int:
        board = self.judge.boards[number]
        return next(index for index, place in enumerate(board) if place.option in options)

    def unlike(self, number: int, index: int) -> list[Filter | HasText]:
        """Claims that are true of the object there and not of its card as printed."""
        chars = self.judge.found.final.chars[index]
        place = self.judge.boards[number][index]
        kind = self.judge.kinds[place.option]
        sorts: list[tuple[Any, frozenset[str], dict[str, Lit]]] = [
            (tree.HasType, kind.types, chars.types),
            (tree.HasSupertype, kind.supertypes, chars.supertypes),
            (tree.HasColor, kind.colors, chars.colors),
        ]
        found: list[Filter | HasText] = []
        for claim, printed, now in sorts:
            words = set(self.words(now, number))
            found += [claim(word) for word in sorted(words - printed)]
            found += [tree.Not(claim(word)) for word in sorted(printed - words)]
        if not any(option.choices for option in self.judge.options):
            words = {*self.subtypes(number, index)}
            found += [tree.HasSubtype(word) for word in sorted(words - kind.subtypes)[:3]]
            found += [tree.Not(tree.HasSubtype(word)) for word in sorted(kind.subtypes - words)]
        if self.true(chars.yours, number) != place.yours:
            found.append(tree.ControlledBy("you" if place.yours is False else "opponent"))
        size = (self.value(chars.power, number), self.value(chars.toughness, number))
        if size != (kind.power, kind.toughness) and "Creature" in self.words(chars.types, number):
            found += [_box(*size), tree.StatIs("power", "=", Num(size[0]))]
        printed_words = {each.name for each in kind.plain if isinstance(each, tree.Keyword)}
        there = [each for each in self.keywords(number, index) if each.name not in printed_words]
        found += [tree.HasKeyword(each.name) for each in there]
        gone = printed_words - {each.name for each in self.keywords(number, index)}
        found += [tree.Not(tree.HasKeyword(word)) for word in sorted(gone)]
        return found

    def changed(self, number: int) -> bool:
        """Whether something has other types, colours or size there than what is printed."""
        judge = self.judge
        for place, chars in zip(judge.boards[number], judge.found.final.chars, strict=True):
            kind = judge.kinds[place.option]
            if self.value(chars.power, number) != kind.power:
                return True
            if {*self.words(chars.types, number)} != kind.types:
                return True
            if {*self.words(chars.colors, number)} != kind.colors:
                return True
        return False

    def board(self) -> int:
        """A board that can be, in the end as it is."""
        judge = self.judge
        lasts = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
        while True:
            number = self.rng.randrange(len(judge.boards))
            if lasts >> number & 1 or not lasts:
                return number

    def true(self, lit: Lit, number: int) -> bool:
        return bool(self.judge.graph.table(lit) >> number & 1)

    def words(self, words: dict[str, Lit], number: int) -> list[str]:
        return [word for word, lit in words.items() if self.true(lit, number)]

    def value(self, value: Number, number: int) -> int:
        if not isinstance(value, Bits):
            return value
        found = sum(
            1 << place for place, lit in enumerate(value.bits[:-1]) if self.true(lit, number)
        )
        return found - (1 << len(value.bits) - 1) * self.true(value.bits[-1], number)

    def subtypes(self, number: int, index: int) -> list[str]:
        """Those that it has; where a pool chooses creature types, only those that can be chosen."""
        found = self.words(self.judge.found.final.chars[index].subtypes, number)
        if any(option.choices for option in self.judge.options):
            return []
        return [word for word in found if not word.startswith("*")]

    def demand(self, number: int, index: int, named: bool = False) -> Demand:
        rng = self.rng
        option = self.judge.options[self.judge.boards[number][index].option]
        many = rng.choice((1, 1, 2, 2, 3))
        claims = tuple(self.claim(number, index) for _ in range(many))
        unlike = self.unlike(number, index) if named else []
        if unlike and rng.random() < 0.85:
            rest = claims[:1] if rng.random() < 0.2 else ()
            claims = (*rng.sample(unlike, min(len(unlike), many + 1)), *rest)
        if named:
            return Demand(CardNamed(option.card.name), claims)
        if rng.random() < 0.15:
            types = self.words(self.judge.found.final.chars[index].types, number)
            return Demand(AnyObject(tree.HasType(rng.choice(types or ["Creature"]))), claims)
        if option.levels and rng.random() < 0.5:
            return Demand(Leveler(), claims)
        return Demand(CardNamed(option.card.name), claims)

    def claim(self, number: int, index: int) -> Filter | HasText:
        chars = self.judge.found.final.chars[index]
        rng = self.rng
        power, toughness = self.value(chars.power, number), self.value(chars.toughness, number)
        near = rng.choice((0, 0, 0, 1, -1))
        types = self.words(chars.types, number)
        options: list[Filter | HasText] = [
            tree.HasType(rng.choice([*types, "Creature", "Artifact"])),
            tree.HasSubtype(rng.choice([*self.subtypes(number, index), *WORDS])),
            tree.HasSupertype(rng.choice([*self.words(chars.supertypes, number), "Legendary"])),
            tree.HasColor(rng.choice([*self.words(chars.colors, number), "B"])),
            tree.ColorCount("=", rng.choice((0, len(self.words(chars.colors, number)), 5))),
            tree.HasNoAbilities(),
            tree.ControlledBy(rng.choice(("you", "opponent"))),
            *self.abilities(number, index),
        ]
        if "Creature" in types:
            sized: list[Filter | HasText] = [
                tree.StatIs("power", rng.choice(("=", ">=", "<=")), Num(power + near)),
                tree.StatIs("toughness", rng.choice(("=", ">=", "<")), Num(toughness + near)),
                tree.StatIs("power", ">", tree.StatOf("toughness", tree.Affected())),
                _box(power, toughness),
                _box(power, toughness + near),
            ]
            options += sized
        found = rng.choice(options)
        if rng.random() < 0.2:
            if isinstance(found, HasText):
                return HasText(found.ability, True)
            return tree.Not(found)
        return found

    def abilities(self, number: int, index: int) -> list[Filter | HasText]:
        """Keywords by their name, and texts as they are."""
        found: list[Filter | HasText] = []
        for ability in self.keywords(number, index):
            found += [tree.HasKeyword(ability.name), HasText(ability)]
        return self.rng.sample(found, min(3, len(found)))

    def keywords(self, number: int, index: int) -> list[tree.Keyword]:
        return [
            ability
            for held in self.judge.found.final.chars[index].abilities
            for guard, ability in (held.alternatives if held.combine is None else ())
            if guard != FALSE and isinstance(ability, tree.Keyword)
            if self.true(held.present, number)
        ]


def _box(power: int, toughness: int) -> Filter:
    return tree.AllOf(
        (
            tree.StatIs("power", "=", Num(power)),
            tree.StatIs("toughness", "=", Num(toughness)),
        )
    )
