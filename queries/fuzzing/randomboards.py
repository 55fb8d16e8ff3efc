"""Random boards over the whole effect tree, one for each seed, on which both readings must
agree."""

from dataclasses import dataclass, field
from functools import partial
from random import Random

from striate.boards import timeline as tl
from striate.boards.choices import not_asked
from striate.boards.steps.keys import YES
from striate.boards.steps.kind import StepKind
from striate.boards.steps.table import STEPS
from striate.cards import tree as t
from striate.cards.tokens import emblem_card
from striate.cards.walking import nodes
from striate.queries.fuzzing.randomcards import NAMES, Cards, is_room
from striate.queries.fuzzing.randomtrees import Trees
from striate.queries.fuzzing.randomwords import COUNTERS, CREATURE_TYPES, LAND_TYPES

_SPELL_EXTRAS: tuple[tuple[t.CopyExtra, ...], ...] = ((), (t.SetColors(("R",)),))
_PHASES = ("phased out", "phased out", "phased in")
_FACTS = (
    ("life", 7), ("hand", 2), ("turn", 1), ("turn", 0), ("monarch", 1), ("initiative", 1),
    ("speed", 2), ("speed", 4), ("day", 1), ("day", 0),
)  # fmt: skip
_TURNS_OVER = ("transform", "modal_dfc")
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
    cards: Cards = field(init=False)
    trees: Trees = field(init=False)
    handles: list[str] = field(init=False, default_factory=list)
    there: dict[str, t.Card] = field(init=False, default_factory=dict)
    elsewhere: dict[str, tuple[str, t.Card]] = field(init=False, default_factory=dict)
    spells: list[str] = field(init=False, default_factory=list)
    steps: list[tl.Step] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.cards = Cards(self.chance, self.known)
        self.trees = self.cards.trees

    def board(self) -> tl.Board:
        for _ in range(self.chance.randint(1, 5)):
            self.enter()
        for _ in range(self.chance.randint(0, 7)):
            self.step()
        return tl.Board(tuple(self.steps), id=f"seed-{self.seed}")

    # --- steps ------------------------------------------------------------------------------------

    def handle(self, name: str) -> str:
        handle, number = name, 1
        while handle in self.handles:
            number += 1
            handle = f"{name} #{number}"
        self.handles.append(handle)
        return handle

    def seat(self) -> tl.Seat:
        return "you" if self.trees.odds(0.65) else "opponent"

    def choose(self, card: t.Card) -> tl.Choices:
        choices: dict[str, str] = {}
        for face in card.faces:
            for ability in face.abilities:
                if isinstance(ability, t.EntersChoose) and ability.kind in _VALUES:
                    choices[ability.kind] = self.trees.one(_VALUES[ability.kind])
                if isinstance(ability, t.EntersAs):
                    choices["mode"] = self.trees.one(ability.labels)
        return tuple(sorted(choices.items()))

    def enter(self) -> None:
        trees, card = self.trees, self.cards.card()
        copier = any(isinstance(each, t.EntersAsCopy) for each in card.faces[0].abilities)
        creatures = [h for h, c in self.there.items() if "Creature" in c.faces[0].types]
        copying = trees.one(tuple(creatures)) if copier and creatures else None
        kinds = set(card.faces[0].subtypes)
        host = self.host() if kinds & {"Aura", "Equipment"} else None
        if "Aura" in kinds and host is None:
            return
        down = copying is None and not kinds & {"Aura"} and trees.odds(0.06)
        choose = self.choose(card)
        if card.layout == "prototype" and not down and trees.odds(0.5):
            choose = (*choose, ("cost", "prototype"))
        step = tl.Enter(
            handle=self.handle(card.name),
            card=card,
            controller=self.seat(),
            copying=copying,
            face_down=down,
            choose=choose,
            attached_to=host,
            unlocked=trees.one((0, 1, None)) if is_room(card) and not down else None,
            transformed=card.layout in _TURNS_OVER and trees.odds(0.3),
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
        trees, name = self.trees, self.trees.one(NAMES)
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
            (1, self._player_fact),
            (1, self.spell),
            (1, self.emblem),
            (1, self.door),
            *((kind.weight, partial(self.drawn, kind)) for kind in STEPS.values() if kind.weight),
        )

    def drawn(self, kind: StepKind) -> None:
        """A step drawn by the kinds of value of its keys, as its record has them."""
        fields = dict(kind.fixed)
        for key in (key for key in kind.keys if key.field):
            value: object = key.kind.absent
            if key.kind.names:
                value = self._any_there()
            elif key.kind.hole == "seat":
                value = self.seat()
            elif key.kind.hole == "number":
                value = self.chance.randint(max(0, key.kind.least), 4)
            elif key.kind.words:
                value = self.trees.one(key.kind.words)
            elif key.kind is YES:
                value = self.trees.odds(0.2)
            fields[key.field] = value
        self.steps.append(kind.event(**fields))

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

    def targets(self, body: t.Body, mode: int = 1) -> tuple[str, ...]:
        """Different objects as far as there are some (601.2c, 115.3), such as the text asks for.

        What the text itself makes is not named, and what may be left out or is chosen where
        nothing fits is left out mostly.
        """
        named: list[str] = []
        first = body.steps[0] if body.steps else None
        modes = first.modes[mode - 1 : mode] if isinstance(first, t.Modal) else ()
        for part in (body, *modes):
            makes = any(isinstance(node, t.CreateTokens | t.CreateCopies) for node in nodes(part))
            for spec in part.targets:
                if makes and spec.word == "that" and spec.filter == t.IsToken():
                    continue
                target = self._target(spec, named)
                if target is not None:
                    named.append(target)
        return tuple(named)

    def _target(self, spec: t.TargetSpec, named: list[str]) -> str | None:
        """An object for the words, if they need one or there is one that looks like it."""
        known = {handle: ("battlefield", card) for handle, card in self.there.items()}
        known |= self.elsewhere
        fitting = [
            handle
            for handle, (zone, card) in known.items()
            if spec.zone in ("any", zone) and self._looks_like(card, spec.filter)
        ]
        optional = spec.low == 0 or spec.word == "choose"
        if optional and (not fitting or self.trees.odds(0.2)) and not self.trees.odds(0.02):
            return None
        several = [handle for handle in fitting or self.there if handle not in named]
        return self.trees.one(tuple(several or fitting or self.there))

    def _looks_like(self, card: t.Card, filter: t.Filter) -> bool:
        """Whether what is printed has the card types that the text names."""
        parts = filter.parts if isinstance(filter, t.AllOf) else (filter,)
        wanted = {part.type for part in parts if isinstance(part, t.HasType)}
        return wanted <= set(card.faces[0].types)

    def _told(self) -> tl.Choices:
        """What a resolution can ask: a number, an object."""
        choices = {"number": self.trees.one(("1", "2"))}
        if self.trees.odds(0.7):
            choices["creature"] = self._any_there()
        return tuple(sorted(choices.items()))

    def _resolve_effect(self) -> None:
        body, mode = self.trees.body(1), self.trees.one((1, 2))
        self.steps.append(
            tl.ResolveEffect(
                body=body,
                text="(a random effect)",
                of=self._any_there(),
                controller=self.seat(),
                targets=self.targets(body, mode),
                choose=(*self._told(), ("mode", str(mode))),
                x=2,
                creates=self._names_of_made(body),
            )
        )

    def _names_of_made(self, body: t.Body) -> tuple[str, ...]:
        """A handle for the first object that a body surely makes, sometimes."""
        first = body.steps[0]
        sure = isinstance(first, t.GetEmblem) or (
            isinstance(first, t.CreateTokens)
            and isinstance(first.amount, t.Num)
            and first.attached_to is None
        )
        if not sure or self.trees.odds(0.3):
            return ()
        handle = self.handle("Made")
        if isinstance(first, t.CreateTokens):
            face = t.Face("Made", types=first.token.types, subtypes=first.token.subtypes)
            self.there[handle] = t.Card("Made", "token", (face,))
        return (handle,)

    def resolve(self) -> None:
        if self.cards.known_spells and self.trees.odds(0.8):
            card = self.trees.one(self.cards.known_spells)
            bodies = [a.body for a in card.faces[0].abilities if isinstance(a, t.Spell)]
            body = bodies[0] if bodies else t.Body(())
        else:
            body = Trees(self.chance, NAMES[:4], own=False).body(1)
            face = t.Face(self.trees.one(NAMES), mana_cost="{U}", types=("Instant",), colors=("U",),
                          abilities=(t.Spell(body),))  # fmt: skip
            card = t.Card(face.name, "normal", (face,))
        modes: tuple[int, ...] = () if self.trees.odds(0.2) else (self.trees.one((1, 2)),)
        self.steps.append(
            tl.Resolve(
                card,
                self.handle(card.name),
                self.seat(),
                self.targets(body, *modes),
                self._told(),
                x=2,
                modes=modes,
            )
        )

    def resolve_ability(self) -> None:
        """One of the printed abilities of something that is there; no level, no mana ability."""
        handle = self._any_there()
        bodies = [
            each.body
            for each in self.there[handle].faces[0].abilities
            if isinstance(each, t.Activated | t.Triggered)
        ]
        fitting = [number for number, body in enumerate(bodies, 1) if not body.touches]
        if fitting and not any(self._makes_mana(body) for body in bodies):
            number = self.trees.one(tuple(fitting))
            named = self.targets(bodies[number - 1])
            choices = self._told()
            unasked = not_asked(choices, bodies[number - 1])
            choose = tuple(each for each in choices if each[0] not in unasked)
            self.steps.append(tl.ResolveAbility(number, handle, targets=named, choose=choose, x=1))

    def _makes_mana(self, body: t.Body) -> bool:
        return any(isinstance(node, t.AddMana) for node in nodes(body))

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
        if card.layout in _TURNS_OVER:
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
        self.elsewhere[handle] = (to, self.there.pop(handle))

    def emblem(self) -> None:
        card = emblem_card((self.trees.static(1),))
        self.steps.append(tl.PutEmblem(self.handle("Emblem"), card, self.seat()))

    def door(self) -> None:
        """709.5e-g: a half of a Room is unlocked or locked."""
        rooms = tuple(handle for handle, card in self.there.items() if is_room(card))
        if rooms:
            half, unlocked = self.trees.one((0, 1, None)), self.trees.odds(0.7)
            self.steps.append(tl.SetDoor(self.trees.one(rooms), half, unlocked))

    def put_in_zone(self) -> None:
        card = self.cards.card()
        zone = self.trees.one(("graveyard", "graveyard", "hand", "exile"))
        step = tl.PutInZone(self.handle(card.name), card, zone, self.seat())  # type: ignore[arg-type]  # a random word of the right ones
        self.elsewhere[step.handle] = (zone, card)
        self.steps.append(step)

    def _player_fact(self) -> None:
        fact, value = self.trees.one(_FACTS)
        self.steps.append(tl.PlayerFact(self.seat(), fact, value))  # type: ignore[arg-type]  # a random word of the right ones

    def spell(self) -> None:
        if self.spells and self.trees.odds(0.5):
            of = self.trees.one(tuple(self.spells))
            handle = self.handle(of.split(" #")[0])
            self.steps.append(
                tl.CopySpellOnStack(handle, of, self.seat(), None, self.trees.one(_SPELL_EXTRAS))
            )
        else:
            card = self.cards.card()
            if "Land" in card.faces[0].types:
                return
            if is_room(card):  # 709.3: one half of it is cast
                half = self.trees.one(card.faces)
                card = t.Card(half.name, "normal", (half,))
            handle = self.handle(card.name)
            self.steps.append(tl.PutSpell(handle, card, self.seat(), mana="{1}{U}"))
        self.spells.append(handle)


def random_board(seed: int, known: tuple[t.Card, ...] = ()) -> tl.Board:
    """The board of a seed."""
    return Boards(seed, known).board()
