"""How permanents come to XMage's battlefield: entering, cast, face down, as copies, as tokens."""

from collections.abc import Iterator

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.resolving import trigger_told
from striate.boards.exports.scenario import Permanent, Scenario
from striate.boards.exports.triggers import moments
from striate.boards.exports.words import name_string
from striate.boards.exports.xmage_state import State, chosen_on_casting, player
from striate.boards.exports.xmage_tokens import token_built
from striate.boards.timeline import Enter
from striate.cards import tree
from striate.cards.walking import any_node

_FACE_DOWN = {"morph": "Morph", "megamorph": "Morph", "disguise": "Disguise"}
_FACE_DOWN_COST = "{3}"


class Entering(State):
    """The lines by which permanents come, and are turned face up."""

    def _enter(self, permanent: Permanent) -> Iterator[str]:
        step, who = permanent.step, player(permanent.seat)
        if step.face_down:
            yield from self._face_down(permanent)
            return
        if step.x is not None or chosen_on_casting(step):
            yield from self._cast_permanent(permanent)
            return
        if step.attached_to is not None and _has_bestow(step):
            yield from self._bestowed(permanent, step.attached_to)
            return
        yield from self._at("you", main=False)
        if step.token:
            built = token_built(step, self.imports)
            yield f"token({who}, {name_string(permanent.alias)}, {built});"
        else:
            yield from self._answers_on_entering(permanent)
            yield f"enter({who}, {name_string(self.listed(permanent))});"
            if step.attached_to is not None and not self._asks_for_host(permanent):
                yield self._attached(permanent.handle, step.attached_to)
        if step.tapped:
            yield f"tap({who}, {name_string(self.called(step.handle))});"

    def _answers_on_entering(self, permanent: Permanent) -> Iterator[str]:
        """In the order in which the game asks: what it copies, its host, what is chosen."""
        step, who = permanent.step, player(permanent.seat)
        if step.copying is not None:
            yield from self._copy(permanent, step.copying)
        if step.attached_to is not None and self._asks_for_host(permanent):
            if step.copying is not None and step.choose:
                raise CannotExport(f"`{step.handle}` asks for its host and for more as it enters")
            host = self.made.plain_name(step.attached_to)
            self.named.add(host)
            yield f"setChoice({who}, {name_string(host)});"
        yield from self._choices(permanent)
        if step.handle in self.told_triggers:
            told = trigger_told(self.told_triggers[step.handle], self.made)
            if told.may:
                yield f"setChoice({who}, true);"
            for one in told.targets:
                yield f"addTarget({who}, {name_string(self.called(one))});"

    def _asks_for_host(self, permanent: Permanent) -> bool:
        """303.4f: whether it enters as an Aura, for which its controller chooses a host."""
        while permanent.step.copying is not None:
            permanent = self.made.of(permanent.step.copying)
        return "Aura" in permanent.step.card.faces[0].subtypes

    def _bestowed(self, permanent: Permanent, host: str) -> Iterator[str]:
        """702.103b: cast for its bestow cost it is an Aura spell with a target."""
        step = permanent.step
        costs = [one.cost for one in _bestow_of(step)]
        if len(costs) != 1 or step.choose or step.x is not None or step.copying is not None:
            raise CannotExport(f"`{step.handle}` is bestowed with more than one choice")
        yield from self._at(permanent.seat, main=True)
        self.costs[permanent.seat].append((costs[0], 0))
        self.imports.add("mage.constants.Zone")
        listed = name_string(self.listed(permanent))
        yield f"load(Zone.HAND, {player(permanent.seat)}, {listed});"
        target = name_string(self.called(host))
        yield from self._cast_line(permanent.seat, f"{permanent.name} using bestow", target)

    def _token_copy(self, step: timeline.EnterTokenCopy) -> Iterator[str]:
        if step.exceptions or step.unread or step.choose or step.attached_to or step.x is not None:
            raise CannotExport(f"the token copy `{step.handle}` has exceptions or choices")
        copied = self.made.of(step.of)
        if {"entering", "entering itself", "unknown"} & moments(copied, self.made):
            raise CannotExport(f"a text that `{step.handle}` copies would do something by itself")
        yield from self._at("you", main=False)
        alias = name_string(self.made.of(step.handle).alias)
        of = f"{player(copied.seat)}, {name_string(self.called(step.of))}"
        yield f"tokenCopy({player(step.controller)}, {alias}, {of});"
        if step.tapped:
            yield f"tap({player(step.controller)}, {name_string(self.called(step.handle))});"

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
        name = copied_name(self.made, of, permanent)
        self.named.add(name)
        yield f"setChoice({who}, {name_string(name)});"

    def _choices(self, permanent: Permanent) -> Iterator[str]:
        for kind, value in permanent.step.choose:
            word = value.capitalize() if kind == "color" else value
            yield f"setChoice({player(permanent.seat)}, {name_string(word)});"

    def _face_down(self, permanent: Permanent) -> Iterator[str]:
        """702.37c: cast face down for {3}."""
        ways = [_FACE_DOWN[one.name] for one in _turning_keywords(permanent)]
        if len(ways) != 1 or permanent.step.choose or permanent.step.token:
            raise CannotExport(
                f"`{permanent.handle}` can enter face down only by a call that the format has not"
            )
        yield from self._at(permanent.seat, main=True)
        who = player(permanent.seat)
        self.costs[permanent.seat].append((_FACE_DOWN_COST, 0))
        self.imports.add("mage.constants.Zone")
        name = f"{permanent.name}@{permanent.alias}"
        yield f"load(Zone.HAND, {who}, {name_string(name)});"
        yield from self._cast_line(permanent.seat, f"{permanent.name} using {ways[0]}")

    def _face_up(self, permanent: Permanent) -> Iterator[str]:
        """702.37e: turned face up for its morph cost, a special action."""
        costs = [one.cost for one in _turning_keywords(permanent)]
        if not permanent.step.face_down or len(costs) != 1:
            raise CannotExport(f"how `{permanent.handle}` is turned face up can't be told")
        face = permanent.step.card.faces[0]
        if any_node(face.abilities, (tree.EntersChoose, tree.EntersDoing, tree.Opaque)):
            raise CannotExport(
                f"what happens as `{permanent.handle}` is turned face up is not clear"
            )
        yield from self._at(permanent.seat, main=False)
        self.costs[permanent.seat].append((costs[0], 0))
        text = f"@{permanent.alias} {costs[0]}: Turn this face-down permanent face up."
        yield f"activateAbility({self.clock.now}, {player(permanent.seat)}, {name_string(text)});"

    def _cast_permanent(self, permanent: Permanent) -> Iterator[str]:
        """601: cast, where X is chosen for it or a cost asks for a choice."""
        step = permanent.step
        face = step.card.faces[0]
        if step.attached_to is not None or step.copying is not None or not face.mana_cost:
            raise CannotExport(f"`{step.handle}` is cast with more than one choice")
        if step.card.layout != "normal":
            raise CannotExport(f"`{step.handle}` has more than one way to be cast")
        yield from self._at(permanent.seat, main=True)
        who = player(permanent.seat)
        if step.x is not None:
            if "{X}" not in face.mana_cost:
                raise CannotExport(f"`{step.handle}` gets its X from more than its mana cost")
            yield f'setChoice({who}, "X={step.x}");'
        yield from self._choices(permanent)
        self.costs[permanent.seat].append((face.mana_cost, step.x or 0))
        self.imports.add("mage.constants.Zone")
        yield f"load(Zone.HAND, {who}, {name_string(self.listed(permanent))});"
        yield from self._cast_line(permanent.seat, permanent.name)
        if step.tapped:
            yield f"tap({who}, {name_string(self.called(step.handle))});"


def copied_name(made: Scenario, handle: str, copier: Permanent) -> str:
    """707.5: the name of what is copied, with a mark where a copy and its original share it.

    What enters now has no name yet; only what was there before can be confused.
    """
    one = made.of(handle)
    name = _shown_name(made, one)
    before = made.permanents[: made.permanents.index(copier)]
    same = [other for other in before if _shown_name(made, other) == name]
    if len(same) == 1:
        return name
    alike = [other for other in same if _is_copy(other) == _is_copy(one)]
    if len(alike) > 1:
        raise CannotExport(f"two permanents are named `{name}`; one must be found by it")
    return f"{name}[only copy]" if _is_copy(one) else f"{name}[no copy]"


def _is_copy(permanent: Permanent) -> bool:
    return permanent.step.copying is not None


def _shown_name(made: Scenario, permanent: Permanent) -> str:
    """The name that a permanent has by its card, or by what it copied as it entered."""
    if permanent.step.face_down or made.names_change():
        raise CannotExport(
            f"`{permanent.handle}` does not have its printed name, by which it is found"
        )
    if permanent.step.copying is None:
        return permanent.name
    return _shown_name(made, made.of(permanent.step.copying))


def _bestow_of(step: Enter) -> list[tree.Keyword]:
    return [
        one
        for one in step.card.faces[0].abilities
        if isinstance(one, tree.Keyword) and one.name == "bestow"
    ]


def _has_bestow(step: Enter) -> bool:
    return bool(_bestow_of(step)) and step.copying is None


def _turning_keywords(permanent: Permanent) -> list[tree.Keyword]:
    """Morph and its kin: how a card is cast face down and turned up."""
    return [
        one
        for one in permanent.step.card.faces[0].abilities
        if isinstance(one, tree.Keyword) and one.name in _FACE_DOWN
    ]
