"""How XMage's test framework is told a board: load, enter, counters, choices, casts (1.2-1.6).

Permanents are loaded before the game or enter in the main phase; what is written first is older.
A permanent whose texts would trigger on entering is loaded, one that would do something in the
upkeep enters, and all that come after the first one that enters must enter too.
"""

from collections.abc import Iterator

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.mana import lands_for, refuse_if_lands_matter
from striate.boards.exports.resolving import Told, ability_prefix, ability_told, spell_told
from striate.boards.exports.scenario import Permanent, Scenario, engine_name, with_level_ups
from striate.boards.exports.triggers import moments, refuse_granted_triggers, refuse_questions
from striate.boards.exports.words import java_string
from striate.boards.timeline import Enter
from striate.cards import tree
from striate.cards.walking import any_node

CAN_SET = frozenset(
    {
        "copy", "copy with exceptions", "face down", "face up", "aura", "choice of color",
        "choice of creature type", "counters", "spell", "ability", "graveyard", "exile", "life",
    }
)  # fmt: skip
_COUNTERS = {
    "level": "LEVEL", "+1/+1": "P1P1", "-1/-1": "M1M1", "+1/+0": "P1P0", "+0/+1": "P0P1",
    "+1/+2": "P1P2", "+2/+2": "P2P2", "-0/-1": "M0M1", "-0/-2": "M0M2", "-1/-0": "M1M0",
    "-2/-1": "M2M1", "-2/-2": "M2M2",
    **{
        word: word.upper().replace(" ", "_")
        for word in (
            "loyalty", "defense", "lore", "charge", "quest", "time", "age", "fade", "shield",
            "stun", "finality", "flying", "first strike", "double strike", "deathtouch", "haste",
            "hexproof", "indestructible", "lifelink", "menace", "reach", "trample", "vigilance",
            "shadow", "exalted", "decayed",
        )
    },
}  # fmt: skip
_SPECIAL = "@^$#[]"
_STEP = "1, STEP, playerA"
_FACE_DOWN = {"morph": "Morph", "megamorph": "Morph", "disguise": "Disguise"}
_FACE_DOWN_COST = "{3}"


def player(seat: str) -> str:
    return "playerA" if seat == "you" else "playerB"


class Setup:
    """The lines that set a board up, in the order of its timestamps."""

    def __init__(self, made: Scenario) -> None:
        self.made = made
        self.lines: list[str] = []
        self.imports: set[str] = set()
        self.costs: list[tuple[str, int]] = []
        self.loaded = self._loaded()

    def run(self) -> list[str]:
        """All lines: what is there before the game first, then lands, then what happens."""
        for permanent in self.made.permanents:
            _check_name(permanent.name)
            refuse_questions(permanent)
        if any(isinstance(node, tree.HandOf) for node in self.made.trees()):
            raise CannotExport(
                "a text on the board counts a hand, through which the cards come here"
            )
        self._refuse_triggers()
        before: list[str] = []
        for step in self.made.board.steps:
            if isinstance(step, Enter) and step.handle in self.loaded:
                before += self._load(self.made.of(step.handle))
            else:
                self.lines += self._step(step)
        lands = lands_for(self.costs)
        if lands:
            refuse_if_lands_matter(self.made)
            self.imports.add("mage.constants.Zone")
        mana = [
            f"addCard(Zone.BATTLEFIELD, playerA, {java_string(name)}, {count});"
            for name, count in lands.items()
        ]
        return [*before, *mana, *self.lines]

    # --- which permanents are there before the game ----------------------------------------------

    def _loaded(self) -> frozenset[str]:
        """The oldest permanents, up to the first step that is more than a plain entering."""
        handles: list[str] = []
        for step in self.made.board.steps:
            if not isinstance(step, Enter):
                if isinstance(step, timeline.PutInZone | timeline.PlayerFact):
                    continue
                break
            plain = step.copying is None and step.attached_to is None and not step.face_down
            if not plain or "before" in moments(self.made.of(step.handle), self.made):
                break
            handles.append(step.handle)
        return frozenset(handles)

    def _refuse_triggers(self) -> None:
        """What a text would do by itself during the test, as its permanent is there or enters."""
        entered = [one for one in self.made.permanents if one.handle not in self.loaded]
        gone = any(one.gone for one in self.made.board.expect)
        casts = any(isinstance(one, timeline.Resolve) for one in self.made.board.steps)
        turned = any(isinstance(one, timeline.SetStatus) for one in self.made.board.steps)
        targets = any(getattr(one, "targets", ()) for one in self.made.board.steps)
        for permanent in self.made.permanents:
            is_loaded = permanent.handle in self.loaded
            for moment in moments(permanent, self.made):
                harmful = {
                    "unknown": True,
                    "before": is_loaded,
                    "death": gone,
                    "casting": casts,
                    "turning up": turned,
                    "targeting": targets,
                    "entering itself": not is_loaded or self._is_copied(permanent),
                    "entering": bool(entered),
                }[moment]
                if harmful:
                    raise CannotExport(
                        f"a text of `{permanent.handle}` would do something by itself in the game"
                    )

    def _is_copied(self, permanent: Permanent) -> bool:
        return any(one.step.copying == permanent.handle for one in self.made.permanents)

    # --- steps ------------------------------------------------------------------------------------

    def _load(self, permanent: Permanent) -> Iterator[str]:
        self.imports.add("mage.constants.Zone")
        name = java_string(f"{permanent.name}@{permanent.alias}")
        yield f"load(Zone.BATTLEFIELD, {player(permanent.seat)}, {name});"
        yield from self._choices(permanent)

    def _step(self, step: timeline.Step) -> Iterator[str]:
        match step:
            case timeline.Enter():
                yield from self._enter(self.made.of(step.handle))
            case timeline.ChangeCounters():
                yield from self._counters(step)
            case timeline.LevelUp():
                yield from self._counters(with_level_ups(step))
            case timeline.Resolve():
                yield from self._cast(step)
            case timeline.ResolveAbility():
                yield from self._activate(step)
            case timeline.SetStatus(status="face up"):
                yield self._face_up(self.made.of(step.what))
            case timeline.PutInZone():
                yield self._zone(step)
            case timeline.PlayerFact(fact="life"):
                if any(isinstance(one, timeline.Resolve) for one in self.made.board.steps):
                    raise CannotExport(
                        "a life total is set before the game, and here a spell resolves"
                    )
                yield f"setLife({player(step.player)}, {step.value});"
            case _:
                return

    def _enter(self, permanent: Permanent) -> Iterator[str]:
        step, who = permanent.step, player(permanent.seat)
        if step.face_down:
            yield from self._face_down(permanent)
            return
        yield f"enter({who}, {java_string(f'{permanent.name}@{permanent.alias}')});"
        if step.copying is not None:
            yield from self._copy(permanent, step.copying)
        yield from self._choices(permanent)
        if step.attached_to is not None:
            if step.choose or step.copying is not None:
                raise CannotExport(f"`{step.handle}` asks for its host and for more as it enters")
            host = self.made.plain_name(step.attached_to)
            yield f"setChoice({who}, {java_string(host)});"

    def _copy(self, permanent: Permanent, of: str) -> Iterator[str]:
        who = player(permanent.seat)
        abilities = permanent.step.card.faces[0].abilities
        copiers = [one for one in abilities if isinstance(one, tree.EntersAsCopy)]
        if len(copiers) != 1:
            raise CannotExport(f"`{permanent.handle}` copies in a way that can't be told")
        copied = self.made.of(of)
        if {"entering", "entering itself", "unknown"} & moments(copied, self.made):
            raise CannotExport(
                f"a text that `{permanent.handle}` copies would do something by itself"
            )
        if copiers[0].may:
            yield f"setChoice({who}, true);"
        yield f"setChoice({who}, {java_string(self._copied_name(of, permanent))});"

    def _copied_name(self, handle: str, copier: Permanent) -> str:
        """707.5: what enters now has no name yet; only what was there before can be confused."""
        one = self.made.of(handle)
        if one.step.copying is not None or one.step.face_down or self.made.names_change():
            raise CannotExport(f"`{handle}` does not have its printed name, by which it is found")
        order = list(self.made.permanents)
        for other in order[: order.index(copier)]:
            if other is one:
                continue
            if other.name == one.name or self._became(other, one.name):
                raise CannotExport(
                    f"two permanents are named `{one.name}`; one must be found by it"
                )
        return one.name

    def _became(self, other: Permanent, name: str) -> bool:
        """Whether it entered as a copy of something of that name."""
        while other.step.copying is not None:
            other = self.made.of(other.step.copying)
            if other.name == name:
                return True
        return False

    def _choices(self, permanent: Permanent) -> Iterator[str]:
        if permanent.step.copying is not None and permanent.step.choose:
            raise CannotExport(f"`{permanent.handle}` is asked for a choice by what it copies")
        for kind, value in permanent.step.choose:
            word = value.capitalize() if kind == "color" else value
            yield f"setChoice({player(permanent.seat)}, {java_string(word)});"

    def _face_down(self, permanent: Permanent) -> Iterator[str]:
        """702.37c: cast face down for {3}."""
        ways = [_FACE_DOWN[one.name] for one in _turning_keywords(permanent)]
        if len(ways) != 1 or permanent.seat != "you" or permanent.step.choose:
            raise CannotExport(
                f"`{permanent.handle}` can enter face down only by a call that the format has not"
            )
        self.costs.append((_FACE_DOWN_COST, 0))
        self.imports.add("mage.constants.Zone")
        name = f"{permanent.name}@{permanent.alias}"
        yield f"load(Zone.HAND, playerA, {java_string(name)});"
        yield f"castSpell({_STEP}, {java_string(f'{permanent.name} using {ways[0]}')}, true);"

    def _face_up(self, permanent: Permanent) -> str:
        """702.37e: turned face up for its morph cost, a special action."""
        costs = [one.cost for one in _turning_keywords(permanent)]
        if not permanent.step.face_down or len(costs) != 1 or permanent.seat != "you":
            raise CannotExport(f"how `{permanent.handle}` is turned face up can't be told")
        face = permanent.step.card.faces[0]
        if any_node(face.abilities, (tree.EntersChoose, tree.Opaque)):
            raise CannotExport(
                f"what happens as `{permanent.handle}` is turned face up is not clear"
            )
        self.costs.append((costs[0], 0))
        text = f"@{permanent.alias} {costs[0]}: Turn this face-down permanent face up."
        return f"activateAbility({_STEP}, {java_string(text)});"

    def _counters(self, step: timeline.ChangeCounters) -> Iterator[str]:
        alias = java_string(f"@{self.made.of(step.on).alias}")
        for kind, number in step.counters:
            if kind not in _COUNTERS:
                raise CannotExport(f"the format has no counter called `{kind}`")
            self.imports.add("mage.counters.CounterType")
            if number:
                yield f"addCounters({_STEP}, {alias}, CounterType.{_COUNTERS[kind]}, {number});"

    def _zone(self, step: timeline.PutInZone) -> str:
        """Cards in other zones come in no certain order, and may not have effects from there."""
        name = engine_name(step.card)
        _check_name(name)
        for ability in step.card.faces[0].abilities:
            if (
                isinstance(ability, tree.Static)
                and not ability.cda
                and ability.zones != ("battlefield",)
            ):
                raise CannotExport(f"`{name}` has an effect from another zone, in no certain order")
        if any(isinstance(node, tree.TopCard) for node in self.made.trees()):
            raise CannotExport("the order of cards in a graveyard can't be told")
        self.imports.add("mage.constants.Zone")
        zone = {"graveyard": "GRAVEYARD", "exile": "EXILED"}[step.zone]
        return f"addCard(Zone.{zone}, {player(step.owner)}, {java_string(name)});"

    # --- spells and abilities ---------------------------------------------------------------------

    def _cast(self, step: timeline.Resolve) -> Iterator[str]:
        told = spell_told(step)
        refuse_granted_triggers(step.card.faces[0])
        name = java_string(step.card.name)
        _check_name(step.card.name)
        self.imports.add("mage.constants.Zone")
        yield f"load(Zone.HAND, playerA, {name});"
        yield from self._answers(told)
        targets = f"{self._targets(told)}, " if told.targets else ""
        yield f"castSpell({_STEP}, {name}, {targets}true);"

    def _activate(self, step: timeline.ResolveAbility) -> Iterator[str]:
        permanent = self.made.of(step.of)
        told = ability_told(step, self.made, fresh=step.of not in self.loaded)
        yield from self._answers(told)
        prefix = java_string(f"@{permanent.alias} {ability_prefix(step, self.made)}")
        targets = f", {self._targets(told)}" if told.targets else ""
        yield f"activateAbility({_STEP}, {prefix}{targets});"
        yield f"waitStackResolved({_STEP});"

    def _answers(self, told: Told) -> Iterator[str]:
        if told.cost:
            self.costs.append((told.cost, told.x))
        if told.mode:
            yield f'setModeChoice(playerA, "{told.mode}");'
        if "{X}" in told.cost:
            yield f'setChoice(playerA, "X={told.x}");'
        if told.color:
            yield f"setChoice(playerA, {java_string(told.color.capitalize())});"

    def _targets(self, told: Told) -> str:
        return java_string("^".join(f"@{self.made.of(one).alias}" for one in told.targets))


def _turning_keywords(permanent: Permanent) -> list[tree.Keyword]:
    """Morph and its kin: how a card is cast face down and turned up."""
    return [
        one
        for one in permanent.step.card.faces[0].abilities
        if isinstance(one, tree.Keyword) and one.name in _FACE_DOWN
    ]


def _check_name(name: str) -> None:
    """1.2: names with the characters that the framework reads as marks can't be written."""
    marks = sorted(set(_SPECIAL) & set(name))
    if marks:
        raise CannotExport(f"`{name}` has {marks[0]}, which the format reads as a mark")
