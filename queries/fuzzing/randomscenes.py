"""Random scenes: one permanent of a rare kind, its copies, and much that happens to just these.

Boards drawn evenly seldom do two rare things to one object. A scene does: a leveler that is copied,
goes face down and changes its controller; a Class whose text is exchanged; a Siege that is a copy.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial

import msgspec

from striate.boards import timeline as tl
from striate.boards.steps.table import STEPS
from striate.cards import tree as t
from striate.queries.fuzzing.randomboards import Boards
from striate.queries.fuzzing.randomcards import NAMES
from striate.queries.fuzzing.randomwords import COUNTERS

_KINDS = (
    "leveler", "leveler", "class", "class", "morph", "transform", "flip", "copier", "room",
    "station",
    "plasma", "chooser", "planeswalker", "battle", "saga", "doer",
)  # fmt: skip
_OF_TYPE = {"planeswalker": "Planeswalker", "battle": "Battle", "saga": "Enchantment"}
# What texts keep (707.9c).
_KEPT: tuple[tuple[t.Kept, ...], ...] = (
    ("color",), ("name",), ("power and toughness",), ("types",), ("other abilities",)
)  # fmt: skip
_OWN_COUNTERS = {"Planeswalker": "loyalty", "Battle": "defense", "Saga": "lore", "Class": "level"}
_RARE_TYPES = {"Planeswalker", "Battle", "Vehicle", "Equipment", "Aura"}
_RARE_ABILITIES = {"EntersAsCopy", "EntersDoing", "EntersAs", "EntersChoose"}
_SORTS: list[tuple[tuple[t.Card, ...], dict[str, list[t.Card]]]] = []  # of the cards asked for last


def _sorts(known: tuple[t.Card, ...]) -> dict[str, list[t.Card]]:
    """The cards by what is rare about them."""
    if not _SORTS or _SORTS[0][0] is not known:
        by_sort: defaultdict[str, list[t.Card]] = defaultdict(list)
        for card in known:
            face = card.faces[0]
            words = {*face.types, *face.subtypes} & _RARE_TYPES
            words |= {type(each).__name__ for each in face.abilities} & _RARE_ABILITIES
            for sort in words or {card.layout}:
                by_sort[sort].append(card)
        _SORTS[:] = [(known, dict(by_sort))]
    return _SORTS[0][1]


@dataclass
class Scenes(Boards):
    """Makes one scene from one seed; `cast` are the permanents to which everything happens."""

    cast: list[str] = field(init=False, default_factory=list)

    def board(self) -> tl.Board:
        self._hero()
        for _ in range(self.chance.randint(0, 2)):
            self.enter()
        if self.there and self.trees.odds(0.4):
            self.cast.append(self._any_there())
        for _ in range(self.chance.randint(3, 8)):
            self._act() if self.trees.odds(0.85) else self.step()
        return tl.Board(tuple(self.steps), id=f"scene-{self.seed}")

    # --- who --------------------------------------------------------------------------------------

    def _hero(self) -> None:
        card = self._rare_card()
        down = self.trees.odds(0.15)
        hosts = [step.handle for step in self.steps if isinstance(step, tl.Enter)]
        kinds = {"Aura", "Equipment"} & set(card.faces[0].subtypes)
        if kinds and not hosts:
            self.enter()
            hosts = [self.host() or ""]
        if "Aura" in kinds and not hosts[0]:
            card, kinds = self.cards.of_kind("leveler"), set()
        step = tl.Enter(
            handle=self.handle(card.name),
            card=card,
            controller=self.seat(),
            choose=self.choose(card),
            face_down=down and not kinds,
            attached_to=hosts[0] or None if kinds else None,
            transformed=card.layout == "transform" and not down and self.trees.odds(0.3),
            unlocked=0 if card.layout == "split" and not down else None,
        )
        self.there[step.handle] = card
        self.steps.append(step)
        self.cast.append(step.handle)

    def _rare_card(self) -> t.Card:
        if self.cards.permanents and self.trees.odds(0.7):
            sorts = _sorts(self.cards.permanents)
            return self.trees.one(tuple(sorts[self.trees.one(tuple(sorted(sorts)))]))
        kind = self.trees.one(_KINDS)
        if kind not in (*_OF_TYPE, "doer"):
            return self.cards.of_kind(kind)
        face = self.cards.face(self.trees.one(NAMES), "normal")
        changes: dict[str, object] = {"abilities": (self._doing(kind), *face.abilities[:1])}
        if kind in _OF_TYPE:
            subtypes = {"battle": ("Siege",), "saga": ("Saga",)}.get(kind, ())
            changes |= {"types": (_OF_TYPE[kind],), "subtypes": subtypes, "power": None}
            changes |= {"toughness": None, "printed_power": "", "printed_toughness": ""}
        changes |= {"loyalty": "3"} if kind == "planeswalker" else {}
        changes |= {"defense": "4"} if kind == "battle" else {}
        face = msgspec.structs.replace(face, **changes)
        layout = "saga" if kind == "saga" else "normal"
        return t.Card(face.name, layout, (face,))

    def _doing(self, kind: str) -> t.Ability:
        body = self.trees.body(0)
        if kind == "planeswalker":
            return t.Activated(self.trees.one(("+1", "−2")), body, loyalty=True)
        if kind == "saga":
            return t.Chapter((1, 2), body)
        if kind == "doer" and self.trees.odds(0.5):
            return t.EntersTapped()
        return self.trees.static(1)

    def _member(self) -> str:
        present = tuple(handle for handle in self.cast if handle in self.there)
        return self.trees.one(present) if present and self.trees.odds(0.9) else self._any_there()

    # --- what happens -----------------------------------------------------------------------------

    def _act(self) -> None:
        if not self.there:
            self.enter()
            return
        self.trees.often(
            (4, self._copy_of_one),
            (2, self._enter_as_copy),
            (5, self._between_two),
            (4, self._grow),
            (4, self._turn),
            (5, self._resolve_on_one),
            (2, self._equip),
            (1, self._leave_and_come_back),
            (1, partial(self.drawn, STEPS["end_turn"])),
        )

    def _exceptions(self, kept: bool) -> tuple[t.CopyExtra, ...]:
        """707.9; `kept`: there is something that can keep what it has."""
        if self.trees.odds(0.15):
            return (t.KeepOwn(self.trees.one(_KEPT)) if kept else t.NoManaCost(),)
        return self.trees.exceptions(entering=kept, own=False)

    def _copy_of_one(self) -> None:
        of = self._member()
        handle = self.handle(of.split(" #")[0])
        card = self.there[of]
        self.steps.append(tl.EnterTokenCopy(handle, of, self.seat(), self._exceptions(False),
                                            choose=self.choose(card)))  # fmt: skip
        self.there[handle] = card
        self.cast.append(handle)

    def _enter_as_copy(self) -> None:
        of = self._member()
        copier = self.cards.of_kind("copier")
        everything = t.EntersAsCopy(t.Each(t.IsPermanentCard()), self._exceptions(True))
        face = msgspec.structs.replace(
            copier.faces[0], abilities=(*copier.faces[0].abilities[:-1], everything)
        )
        card = msgspec.structs.replace(copier, faces=(face,))
        handle = self.handle(card.name)
        choose = self.choose(self.there[of])
        self.steps.append(tl.Enter(handle, card, self.seat(), copying=of, choose=choose))
        self.there[handle] = card
        self.cast.append(handle)

    def _between_two(self) -> None:
        """701.12, 707.4, 301.5: copying, exchanging, attaching."""
        first, second = self._member(), self._any_there()
        if first == second:
            self._copy_of_one()
            return
        if self.trees.odds(0.5):
            first, second = second, first
        self._resolve(self.trees._between(t.Target(0), t.Target(1)), first, second)

    def _grow(self) -> None:
        """711, 716, 606: levels of creatures and Classes, loyalty, defense and other counters."""
        handle = self._member()
        face = self.there[handle].faces[0]
        if any(isinstance(each, t.LevelSymbol) for each in face.abilities):
            self.steps.append(tl.LevelUp(handle, self.chance.randint(1, 3)))
        elif any(isinstance(each, t.ClassLevel) for each in face.abilities):
            raised = sum(isinstance(s, tl.SetClassLevel) and s.on == handle for s in self.steps)
            self.steps.append(tl.SetClassLevel(handle, 2 + raised))
        else:
            own = [
                _OWN_COUNTERS[word]
                for word in (*face.types, *face.subtypes)
                if word in _OWN_COUNTERS
            ]
            kind = self.trees.one((*own, *own, *own, *COUNTERS))
            self.steps.append(tl.ChangeCounters(handle, ((kind, self.chance.randint(1, 3)),)))

    def _turn(self) -> None:
        handle = self._member()
        layout = self.there[handle].layout
        last = [s.status for s in self.steps if isinstance(s, tl.SetStatus) and s.what == handle]
        options = ["phased in" if "phased out" in last[-1:] else "phased out", "tapped"]
        options += ["face up" if "face down" in last[-1:] else "face down"] * 2
        if layout in ("transform", "modal_dfc"):
            options += ["transformed"] * 3
        if layout == "flip":
            options += ["flipped"] * 3
        status = self.trees.one(tuple(options))
        self.steps.append(tl.SetStatus(handle, status))  # type: ignore[arg-type]  # a random word of the right ones

    def _resolve_on_one(self) -> None:
        trees, on = self.trees, t.Target(0)
        effects: tuple[t.Change, ...] = (
            t.SetController(trees.one(("you", "opponent"))),
            t.SetController(trees.one(("you", "opponent"))),
            trees._word_change(),
            t.LoseAllAbilities(),
            t.SetBasePT(t.Num(1), t.Num(1)),
            *trees.changes(1, ()),
        )
        step: t.Step = trees.often(
            (6, lambda: t.Continuous(t.Effect(on, (trees.one(effects),)), trees.duration())),
            (1, lambda: t.PhaseOut(on)),
            (1, lambda: t.Transform(on)),
            (2, lambda: t.TurnFace(on, trees.odds(0.5))),
            (1, lambda: trees.copies(on)),
            (1, lambda: t.MoveZone("exile", on, "exile", until="source leaves")),
            (1, lambda: t.Proliferate(on)),
        )
        self._resolve(step, self._member())

    def _resolve(self, step: t.Step, *targets: str) -> None:
        specs = tuple(
            t.TargetSpec(t.AllOf(()) if at == 0 else t.Not(t.Is(t.Target(0))))
            for at in range(len(targets))
        )
        self.steps.append(tl.ResolveEffect(
            body=t.Body((step,), specs),
            text="(a random effect)",
            of=self._any_there(),
            controller=self.seat(),
            targets=targets,
            choose=(("number", "2"),),
            x=2,
        ))  # fmt: skip

    def _equip(self) -> None:
        """301.5, 613.7e: an Equipment comes onto one of them, or moves to it and back."""
        worn = [h for h, card in self.there.items() if "Equipment" in card.faces[0].subtypes]
        on = self._member()
        if worn and self.trees.odds(0.6):
            handle = self.trees.one(tuple(worn))
            if handle != on:
                self.steps.append(tl.Attach(handle, on))
            return
        name = self.trees.one(NAMES)
        static = t.Static((t.Effect(t.Attached(), self.trees.changes(1, ())),))
        face = t.Face(name, mana_cost="{2}", types=("Artifact",), subtypes=("Equipment",),
                      abilities=(static, t.Keyword("equip", cost="{1}")))  # fmt: skip
        card = t.Card(name, "normal", (face,))
        handle = self.handle(name)
        host = on if "Creature" in self.there[on].faces[0].types else None
        self.steps.append(tl.Enter(handle, card, self.seat(), attached_to=host))
        self.there[handle] = card

    def _leave_and_come_back(self) -> None:
        step = t.MoveZone("exile", t.Target(0), "exile")
        back = t.MoveZone("return", t.Target(0), "battlefield", "affected owner")
        specs = (t.TargetSpec(t.AllOf(())),)
        self.steps.append(tl.ResolveEffect(t.Body((step, back), specs), "(a random effect)",
                                           targets=(self._member(),)))  # fmt: skip


def random_scene(seed: int, known: tuple[t.Card, ...] = ()) -> tl.Board:
    """The scene of a seed."""
    return Scenes(seed, known).board()
