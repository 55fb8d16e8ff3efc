"""Random boards over the whole effect tree, one for each seed, on which both readings must agree."""

from dataclasses import dataclass, field
from random import Random

import msgspec

from striate.boards import timeline as tl
from striate.cards import tree as t
from striate.cards.tokens import emblem_card
from striate.queries.fuzzing.randomtrees import (
    COLORS,
    COUNTERS,
    CREATURE_TYPES,
    DESIGNATIONS,
    LAND_TYPES,
    Trees,
)

_NAMES = tuple(f"Card {letter}" for letter in "ABCDEFGH")
_SPELL_EXTRAS: tuple[tuple[t.CopyExtra, ...], ...] = ((), (t.SetColors(("R",)),))
_PHASES = ("phased out", "phased out", "phased in")
_VALUES = {
    "color": ("red", "blue", "white"),
    "creature type": CREATURE_TYPES,
    "basic land type": LAND_TYPES,
}


@dataclass
class Boards:
    """Makes one board from one seed; `known` are real cards that may be on it."""

    seed: int
    known: tuple[t.Card, ...] = ()
    chance: Random = field(init=False)
    trees: Trees = field(init=False)
    handles: list[str] = field(init=False, default_factory=list)
    there: dict[str, t.Card] = field(init=False, default_factory=dict)
    spells: list[str] = field(init=False, default_factory=list)
    steps: list[tl.Step] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.trees = Trees(self.chance, _NAMES[:4])

    def board(self) -> tl.Board:
        for _ in range(self.chance.randint(1, 5)):
            self.enter()
        for _ in range(self.chance.randint(0, 7)):
            self.step()
        return tl.Board(tuple(self.steps), id=f"seed-{self.seed}")

    # --- cards ------------------------------------------------------------------------------------

    def card(self) -> t.Card:
        """A permanent card; of some kinds more often than they are printed."""
        if self.known and self.trees.odds(0.7):
            return self.trees.one(self.known)
        kind: str = self.trees.often(
            (12, lambda: "normal"),
            (3, lambda: "leveler"),
            (1, lambda: "class"),
            (1, lambda: "copier"),
            (1, lambda: "chooser"),
            (1, lambda: "transform"),
            (1, lambda: "flip"),
            (1, lambda: "morph"),
            (1, lambda: "plasma"),
        )
        name = self.trees.one(_NAMES)
        if kind in ("transform", "flip"):
            front, back = self.face(name, "normal"), self.face(f"{name} Back", "normal")
            back = msgspec.structs.replace(back, mana_cost="")
            return t.Card(f"{name} // {name} Back", kind, (front, back))
        return t.Card(name, "leveler" if kind == "leveler" else "normal", (self.face(name, kind),))

    def face(self, name: str, kind: str) -> t.Face:
        trees = self.trees
        types: tuple[str, ...] = trees.often(
            (8, lambda: ("Creature",)),
            (2, lambda: ("Enchantment",)),
            (2, lambda: ("Land",)),
            (1, lambda: ("Artifact",)),
            (1, lambda: ("Artifact", "Creature")),
        )
        if kind in ("leveler", "copier", "plasma", "morph"):
            types = ("Creature",)
        if kind == "class":
            types = ("Enchantment",)
        creature = "Creature" in types
        subtypes = trees.some(CREATURE_TYPES, 0, 2) if creature else ()
        if "Land" in types:
            subtypes = trees.some(LAND_TYPES, 0, 1)
        if kind == "class":
            subtypes = ("Class",)
        colors = trees.some(COLORS, 0, 2) if types != ("Land",) else ()
        cost = "" if types == ("Land",) else f"{{{self.chance.randint(0, 3)}}}"
        return t.Face(
            name,
            mana_cost=cost + "".join(f"{{{color}}}" for color in colors),
            supertypes=("Legendary",) if trees.odds(0.1) else (),
            types=types,
            subtypes=subtypes,
            colors=colors,
            power=self.chance.randint(0, 4) if creature else None,
            toughness=self.chance.randint(1, 5) if creature else None,
            abilities=self.abilities(kind, creature),
            printed_power="1" if creature else "",
            printed_toughness="1" if creature else "",
        )

    def abilities(self, kind: str, creature: bool) -> tuple[t.Ability, ...]:
        trees = self.trees
        own = tuple(trees.ability(2) for _ in range(trees.one((0, 1, 1, 1, 2, 2))))
        if kind == "leveler":
            return (*own[:1], *trees.level_symbols(2))
        if kind == "class":
            return trees.class_levels(1)
        if kind == "copier":
            copier = t.EntersAsCopy(t.Each(t.HasType("Creature")), trees.exceptions(True))
            return (*own[:1], copier)
        if kind == "chooser":
            chosen = trees.one(("color", "creature type", "basic land type"))
            return (t.EntersChoose(chosen), trees.static(1, (chosen,)), *own[:1])
        if kind == "morph":
            return (t.Keyword("morph", cost="{2}"), *own)
        if kind == "plasma":
            small, large = (t.SetBasePT(t.Num(n), t.Num(n)) for n in (1, 5))
            flies = (small, t.GainAbilities((t.Keyword("flying"),)))
            form = t.EntersAs((flies, (large,)), ("a small one", "a large one"))
            return (form, *(trees.keyword() for _ in own[:1]))
        if creature and trees.odds(0.12):
            own = (trees.defining(True), *own)
        if trees.odds(0.06):
            own = (t.EntersWith(trees.one(COUNTERS), t.Num(self.chance.randint(1, 2))), *own)
        return own

    # --- steps ------------------------------------------------------------------------------------

    def handle(self, name: str) -> str:
        found, number = name, 1
        while found in self.handles:
            number += 1
            found = f"{name} #{number}"
        self.handles.append(found)
        return found

    def seat(self) -> tl.Seat:
        return "you" if self.trees.odds(0.65) else "opponent"

    def choose(self, card: t.Card) -> tl.Choices:
        found: dict[str, str] = {}
        for face in card.faces:
            for ability in face.abilities:
                if isinstance(ability, t.EntersChoose) and ability.kind in _VALUES:
                    found[ability.kind] = self.trees.one(_VALUES[ability.kind])
                if isinstance(ability, t.EntersAs):
                    found["mode"] = self.trees.one(ability.labels)
        return tuple(sorted(found.items()))

    def enter(self) -> None:
        trees, card = self.trees, self.card()
        copier = any(isinstance(each, t.EntersAsCopy) for each in card.faces[0].abilities)
        creatures = [h for h, c in self.there.items() if "Creature" in c.faces[0].types]
        copying = trees.one(tuple(creatures)) if copier and creatures else None
        kinds = set(card.faces[0].subtypes)
        host = self.host() if kinds & {"Aura", "Equipment"} else None
        if "Aura" in kinds and host is None:
            return
        step = tl.Enter(
            handle=self.handle(card.name),
            card=card,
            controller=self.seat(),
            copying=copying,
            face_down=copying is None and not kinds & {"Aura"} and trees.odds(0.06),
            choose=self.choose(card),
            attached_to=host,
            transformed=card.layout == "transform" and trees.odds(0.3),
            flipped=card.layout == "flip" and trees.odds(0.3),
            tapped=trees.odds(0.1),
            token=trees.odds(0.1),
        )
        self.there[step.handle] = card
        self.steps.append(step)

    def attached(self) -> None:
        """An Aura or Equipment on something."""
        host = self.host()
        if host is None:
            return
        trees, name = self.trees, self.trees.one(_NAMES)
        aura = trees.odds(0.6)
        effect = t.Effect(t.Attached(), trees.changes(1, ()))
        kin: t.Ability = t.Keyword("equip", cost="{1}")
        if aura:
            kin = t.Keyword("enchant", quality=t.AllOf(()) if trees.odds(0.5) else
                            t.HasType("Creature"))  # fmt: skip
        face = t.Face(
            name,
            mana_cost="{1}{U}" if aura else "{2}",
            types=("Enchantment",) if aura else ("Artifact",),
            subtypes=("Aura",) if aura else ("Equipment",),
            colors=("U",) if aura else (),
            abilities=(kin, t.Static((effect,)), *((trees.static(1),) if trees.odds(0.2) else ())),
        )
        card = t.Card(name, "normal", (face,))
        step = tl.Enter(self.handle(name), card, self.seat(), attached_to=host)
        self.there[step.handle] = card
        self.steps.append(step)

    def host(self) -> str | None:
        fitting = [h for h, card in self.there.items() if "Creature" in card.faces[0].types]
        return self.trees.one(tuple(fitting)) if fitting else None

    def step(self) -> None:
        if not self.there:
            self.enter()
            return
        self.trees.often(
            (6, self.enter),
            (3, self.attached),
            (4, self.counters),
            (3, self.level_up),
            (6, self._resolve_effect),
            (2, self.resolve),
            (2, self.resolve_ability),
            (2, self._token_copy),
            (3, self.status),
            (2, self._move_attachment),
            (1, self.leave),
            (2, self.put_in_zone),
            (1, self.end_turn),
            (1, self._player_fact),
            (1, self.spell),
            (1, self.emblem),
            (1, self.designated),
        )

    def _any_there(self) -> str:
        return self.trees.one(tuple(self.there))

    def counters(self) -> None:
        kind, handle = self.trees.one(COUNTERS), self._any_there()
        number = self.trees.one((1, 1, 2, 3))
        self.steps.append(tl.ChangeCounters(handle, ((kind, number),)))
        if self.trees.odds(0.15):
            self.steps.append(tl.ChangeCounters(handle, ((kind, -self.chance.randint(1, number)),)))

    def level_up(self) -> None:
        fitting = [
            h
            for h, card in self.there.items()
            if any(isinstance(each, t.LevelSymbol) for each in card.faces[0].abilities)
        ]
        classes = [h for h, card in self.there.items() if "Class" in card.faces[0].subtypes]
        if fitting:
            handle = self.trees.one(tuple(fitting))
            self.steps.append(tl.LevelUp(handle, self.chance.randint(1, 3)))
        elif classes:
            handle = self.trees.one(tuple(classes))
            reached = [each for each in self.steps if isinstance(each, tl.SetClassLevel)]
            level = 2 + sum(each.on == handle for each in reached)
            self.steps.append(tl.SetClassLevel(handle, level))

    def targets(self, body: t.Body) -> tuple[str, ...]:
        """Different objects as far as there are some (601.2c, 115.3)."""
        named: list[str] = []
        for _ in body.targets:
            there = [handle for handle in self.there if handle not in named] or list(self.there)
            named.append(self.trees.one(tuple(there)))
        return tuple(named)

    def _resolve_effect(self) -> None:
        body = self.trees.body(1)
        self.steps.append(
            tl.ResolveEffect(
                body=body,
                text="(a random effect)",
                of=self._any_there(),
                controller=self.seat(),
                targets=self.targets(body),
                choose=(("number", "2"),),
                x=2,
            )
        )

    def resolve(self) -> None:
        name, body = self.trees.one(_NAMES), Trees(self.chance, _NAMES[:4], own=False).body(1)
        face = t.Face(name, mana_cost="{U}", types=("Instant",), colors=("U",),
                      abilities=(t.Spell(body),))  # fmt: skip
        card = t.Card(name, "normal", (face,))
        self.steps.append(
            tl.Resolve(card, self.handle(name), self.seat(), self.targets(body), (("number", "1"),))
        )

    def resolve_ability(self) -> None:
        for handle, card in self.there.items():
            bodies = [
                each.body
                for each in card.faces[0].abilities
                if isinstance(each, t.Activated | t.Triggered)
            ]
            if len(bodies) == 1 and not bodies[0].touches:
                self.steps.append(
                    tl.ResolveAbility(1, handle, targets=self.targets(bodies[0]), x=1)
                )
                return

    def _token_copy(self) -> None:
        of = self._any_there()
        handle = self.handle(of.split(" #")[0])
        step = tl.EnterTokenCopy(
            handle,
            of,
            self.seat(),
            self.trees.exceptions(own=False),
            choose=self.choose(self.there[of]),
        )
        self.there[handle] = self.there[of]
        self.steps.append(step)

    def status(self) -> None:
        handle = self._any_there()
        card = self.there[handle]
        statuses: tuple[str, ...] = ("tapped", "untapped", "face down", "face up", *_PHASES)
        if card.layout == "transform":
            statuses = (*statuses, "transformed", "transformed", "transformed")
        if card.layout == "flip":
            statuses = (*statuses, "flipped", "flipped", "flipped")
        self.steps.append(tl.SetStatus(handle, self.trees.one(statuses)))  # type: ignore[arg-type]  # a random word of the right ones

    def _move_attachment(self) -> None:
        attachments = [
            h
            for h, card in self.there.items()
            if {"Aura", "Equipment"} & set(card.faces[0].subtypes)
        ]
        host = self.host()
        if attachments and host is not None:
            handle = self.trees.one(tuple(attachments))
            if handle != host:
                self.steps.append(tl.Attach(handle, host))

    def leave(self) -> None:
        handle = self._any_there()
        to = self.trees.one(("graveyard", "graveyard", "exile", "hand"))
        self.steps.append(tl.Leave(handle, to))  # type: ignore[arg-type]  # a random word of the right ones
        del self.there[handle]

    def emblem(self) -> None:
        card = emblem_card((self.trees.static(1),))
        self.steps.append(tl.PutEmblem(self.handle("Emblem"), card, self.seat()))

    def designated(self) -> None:
        word = self.trees.one(DESIGNATIONS)
        self.steps.append(tl.Designated(self._any_there(), word, self.trees.odds(0.2)))

    def put_in_zone(self) -> None:
        card = self.card()
        zone = self.trees.one(("graveyard", "graveyard", "hand", "exile"))
        step = tl.PutInZone(self.handle(card.name), card, zone, self.seat())  # type: ignore[arg-type]  # a random word of the right ones
        self.steps.append(step)

    def end_turn(self) -> None:
        self.steps.append(tl.EndTurn())

    def _player_fact(self) -> None:
        fact, value = self.trees.one((("life", 7), ("hand", 2), ("turn", 1)))
        self.steps.append(tl.PlayerFact(self.seat(), fact, value))  # type: ignore[arg-type]  # a random word of the right ones

    def spell(self) -> None:
        if self.spells and self.trees.odds(0.5):
            of = self.trees.one(tuple(self.spells))
            handle = self.handle(of.split(" #")[0])
            self.steps.append(
                tl.CopySpellOnStack(handle, of, self.seat(), None, self.trees.one(_SPELL_EXTRAS))
            )
        else:
            card = self.card()
            if "Land" in card.faces[0].types:
                return
            handle = self.handle(card.name)
            self.steps.append(tl.PutSpell(handle, card, self.seat(), mana="{1}{U}"))
        self.spells.append(handle)


def random_board(seed: int, known: tuple[t.Card, ...] = ()) -> tl.Board:
    """The board of a seed."""
    return Boards(seed, known).board()
