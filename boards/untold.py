"""What a board does not tell, as unknowns, and one way that they can be: a path.

A reading that looks at something untold asks its path. The path answers what was decided, or takes
the first of what can be and keeps the decision. `ways` reads again for each other decision, so that
every way that the untold can be is read once; what nobody looks at is never decided.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, partial
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from striate.boards import pairing, uncast
from striate.boards.emitting import flow
from striate.boards.facts import (
    amount_asked,
    condition_asked,
    described,
    fact_named,
    happened_for_good,
    implied,
    is_number_told,
    is_of_kicking,
    whose,
)
from striate.boards.known import STATED_AT_THE_START, Known, known, shows_what_left
from striate.boards.record import (
    ARTIFACT_SACRIFICED,
    COUNTERS,
    HAND,
    LIFE,
    NEVER_ALL,
    SACRIFICED,
    UNCOUNTED,
    Asked,
    Record,
    asked,
    is_of_its_damage,
    of_two_players,
    so_often,
)
from striate.boards.timeline import EndTurn, Leave, PlayerFact, PutInZone, Step
from striate.boards.unknownnumber import Range, UnknownNumber
from striate.cards.prose import is_open, seal, words_of
from striate.cards.tree import Filter, Prose, UnknownAmount
from striate.cards.vocabulary import COMBAT_FACTS

Value: TypeAlias = bool | str
Answer = TypeVar("Answer")
LIMIT = 64  # ways that a board is read in
TRIBUTE, UNPAID = "tribute", Prose("tribute wasn't paid")
MUTATED = Prose("the number of times ~ has mutated")
MANY = 20  # past every threshold that matters, few enough as tokens
YOUR_TURN, FIRST_TURN = "it is your turn", "the first turn is yours"
PARTNER = "the creature that it is paired with (702.95)"
ORDER = "the order of the timestamps (613.7m)"
EVENT = "the object of the event (603.2)"
SHOWN_EVENT = "an object of the board is that of its event"
ASKED_OF_EVENT = "what it asks of the object of its event"
BECOMES_DAY, BECOMES_NIGHT = "it becomes day (731.2b)", "it becomes night (731.2a)"
TAPPED = "whether it is still tapped, as it was for {T} or to attack (508.1f, 602.2b)"
HOLDERS = {"monarch": "the monarch", "initiative": "the player with the initiative"}
AMONG = "the objects that are chosen"  # and for which words of the text
CHOSEN = "the chosen "  # and the kind of choice
TOP = "the top card of the library is "  # and what it is asked whether it is
_FIRST_LIFE = 20  # 103.4
_SPEEDS = 4  # turns in which a speed of 4 can't be had, if every second one is that player's
# Facts that may be so as an ability triggers and not as it resolves, and the other way round.
MAY_CHANGE = ("no spell cast", "no damage dealt yet", "six unspent mana")
MOST_COUNTED = 8  # values of a number that are read one by one


class Unknown(msgspec.Struct, frozen=True):
    """Something untold: what it is, in the words of the text or by its name, and of whom.

    `whom` is a handle, "you" or "opponent", or nothing if it is the game's. `when` is the step of a
    resolution or the turn, or nothing if it is so for good.
    """

    what: str
    whom: str = ""
    when: str = ""


# 102.1: players that a board may fail to name: a target, a choice, the player of an event.
UNTOLD_PLAYERS = ("target", "chosen", "that", "defending")


class Speaker(NamedTuple):
    """Whose words ask: their object, its controller, and the object that they speak about.

    `resolving`: they are carried out at this step; else they are asked of every moment.
    """

    source: str
    seat: str
    affected: str = ""
    resolving: bool = False


class Turn(NamedTuple):
    """Whose turn the board says it is: as a step told it, or if the first is yours (500.1)."""

    yours: bool = True
    told: bool = False  # by a step, of this turn or of one before it
    told_now: bool = False  # by a step of this turn


Region: TypeAlias = tuple[Value, ...] | Range


class Decision(msgspec.Struct):
    """What is assumed of one unknown: its value, and all values with which the board reads alike.

    `domain`: the values that it could have before it was asked.
    """

    unknown: Unknown
    value: Any
    region: Any  # a Region
    domain: Any
    asker: str = ""  # the object whose words ask first


def _anybody(one: str, other: str) -> bool:
    return True


class Path:
    """One way that what is not told can be: the decisions in the order in which they were asked.

    `given` are the values that it may take, where that is settled. `otherwise` is the answer to a
    question of yes or no that nothing decides; `settled` are facts that hold of no object, as
    nothing on the board brings them about. `opens`: numbers that are not told are unknown; else
    they are what they are taken to be.
    """

    __slots__ = (
        "beginning", "could_pair", "decisions", "entering", "evidence", "given", "life_set",
        "of_another",
        "opens", "otherwise", "record", "settled", "step", "steps", "taken", "there", "told",
        "turn",
    )  # fmt: skip

    def __init__(
        self,
        given: Mapping[Unknown, Region] | None = None,
        *,
        otherwise: bool = False,
        settled: frozenset[str] = frozenset(),
        opens: bool = False,
        steps: tuple[Step, ...] = (),
    ) -> None:
        self.decisions: dict[Unknown, Decision] = {}
        self.given: dict[Unknown, Region] = dict(given or {})
        self.otherwise = otherwise
        self.settled = settled
        self.opens = opens
        self.steps = steps
        self.there: Mapping[str, pairing.Object] = {}  # the objects of the game that is played
        self.told: Mapping[tuple[str, bool], int] = {}  # facts that steps state, by "is you"
        self.could_pair: Callable[[str, str], bool] = _anybody
        self.taken: dict[Unknown, Known] = {}  # what was looked at and is known without a step
        self.evidence: dict[tuple[str, str, int], bool] = {}  # by what, of whom, in which turn
        self.life_set: frozenset[str] = frozenset()  # players whose total something has set
        self.record = Record()  # what the steps have shown
        self.of_another = False  # what resolves triggered on something of another object
        self.step = 0  # the step that is carried out
        self.beginning = ""  # the ability that resolves as a step of a turn begins (603.2b)
        self.entering = ""  # what enters, while it is asked with how many counters
        self.turn = 1

    def __getstate__(self) -> dict[str, Any]:
        """Without the game that asks it."""
        kept = (name for name in self.__slots__ if name != "could_pair")
        return {name: getattr(self, name) for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.could_pair = _anybody
        for name, value in state.items():
            setattr(self, name, value)

    def going_on(self, given: Mapping[Unknown, Region]) -> "Path":
        """A way from here in which these are settled."""
        path = self._anew(given)
        path.step, path.turn, path.taken = self.step, self.turn, self.taken
        path.beginning, path.entering = self.beginning, self.entering
        path.there, path.told, path.life_set = self.there, self.told, self.life_set
        path.could_pair = self.could_pair
        path.of_another, path.record = self.of_another, self.record
        path.evidence = dict(self.evidence)
        return path

    def _anew(self, given: Mapping[Unknown, Region]) -> "Path":
        return Path(given, otherwise=self.otherwise, settled=self.settled, opens=self.opens,
                    steps=self.steps)  # fmt: skip

    def from_the_start(self) -> "Path":
        """The same way, for the whole board to be read anew."""
        given = {each.unknown: each.region for each in self.decisions.values()}
        return self._anew({**self.given, **given})

    def holds(self, unknown: Unknown, asker: str = "") -> bool:
        """Whether it is so."""
        return self.one_of(unknown, (self.otherwise, not self.otherwise), asker) is True

    def one_of(self, unknown: Unknown, options: tuple[Value, ...], asker: str = "") -> Value:
        """Which of the options it is."""
        decision = self.decisions.get(unknown)
        if decision is None:
            domain = self.given.get(unknown, options)
            assert isinstance(domain, tuple)
            decision = Decision(unknown, domain[0], domain[:1], domain, asker)
            self.decisions[unknown] = decision
        value: Value = decision.value
        return value

    def number(
        self, unknown: Unknown, usually: int, asker: str = "", least: int = 0,
        most: int | None = None,
    ) -> int:  # fmt: skip
        """The number that it is, which is `usually` unless something says otherwise."""
        if not self.opens:
            return usually
        decision = self.decisions.get(unknown)
        if decision is None:
            domain = self.given.get(unknown, Range(least, most))
            assert isinstance(domain, Range)
            value = max(domain.least, usually)
            value = value if domain.most is None else min(domain.most, value)
            decision = self.decisions[unknown] = Decision(unknown, value, domain, domain, asker)
        return UnknownNumber(decision)

    def compatible(self, other: "Path") -> bool:
        """Whether something can be as both paths have it."""
        return all(
            meet(each.region, other.decisions[unknown].region)
            for unknown, each in self.decisions.items()
            if unknown in other.decisions
        )

    def together(self, other: "Path") -> "Path":
        """What both paths decide."""
        path = self.going_on(self.given)
        path.decisions = dict(self.decisions)
        for unknown, decision in other.decisions.items():
            mine = path.decisions.get(unknown)
            region = decision.region if mine is None else common(mine.region, decision.region)
            value = decision.value if mine is None else mine.value
            value = value if _has(region, value) else _first(region)
            path.decisions[unknown] = msgspec.structs.replace(decision, region=region, value=value)
        return path

    def fact(self, prose: Prose, speaker: Speaker) -> bool:
        """Whether a condition holds that is kept as its words."""
        by_words = self._told_in_words(prose, speaker)
        if by_words is not None:
            return by_words == "yes"
        unknown = self._of_words(prose, speaker)
        sure = self._known(unknown, prose, speaker)
        what, least, most = condition_asked(prose) or ("", 0, 0)
        if sure is None and what in HOLDERS and self.opens:
            held = Unknown(HOLDERS[what], "", str(self._changes(what)))
            holder = self.one_of(held, ("you", "opponent"), speaker.source)
            return least <= (holder == speaker.seat) <= most
        if sure is None:
            so = implied(unknown.what, partial(self._decided, unknown))
            return self.holds(unknown, speaker.source) if so is None else so
        self.taken[unknown] = sure
        return sure.value

    def _changes(self, what: str) -> int:
        """How often it may have become so, or not so, of a player, as nothing tells of which."""
        return self.record[what, UNCOUNTED, 0]

    def _tribute_paid(self, handle: str) -> bool | None:
        """702.104a: whether counters were put on it as it entered, as a step says or is assumed."""
        thing = self.there.get(handle)
        told_number = None if thing is None else thing.choices.get("number")
        assumed = (
            e for e in self.decisions.values() if (e.unknown.what, e.asker) == (TRIBUTE, handle)
        )
        number = told_number or next((each.value for each in assumed), None)
        return None if number is None else str(number) != "0"

    def _decided(self, beside: Unknown, what: str) -> int | None:
        """What is told or assumed of the same player at the same time, or was shown."""
        told_number = self.told.get((what, beside.whom == "you"))
        if told_number is not None and beside.whom in ("you", "opponent"):
            return told_number
        shown = self.evidence.get((what, beside.whom, self.turn))
        decision = self.decisions.get(msgspec.structs.replace(beside, what=what))
        value = shown if decision is None else decision.value
        return None if value is None else int(value)

    def _told_in_words(self, prose: Prose, speaker: Speaker) -> str | None:
        """What the step says of these words, of what resolves or enters: "yes", "no", a number."""
        if not speaker.resolving and not self._enters(speaker):
            return None
        return dict(getattr(self._this_step(), "choose", ())).get(words_of(prose))

    def _this_step(self) -> Step | None:
        return self.steps[self.step - 1] if self.steps and self.step else None

    def _enters(self, speaker: Speaker) -> bool:
        """Whether it is this step's object, or one that enters now, whose words ask."""
        return (
            self.entering == speaker.source != ""
            or getattr(self._this_step(), "handle", "") == speaker.source
        )

    def suppose(self, prose: Prose, speaker: Speaker, value: bool) -> None:
        """A step shows that a fact is so, unless it may have changed since."""
        name = fact_named(prose)
        stays = condition_asked(prose) is not None or (name is not None and name not in MAY_CHANGE)
        stays = stays or (value and happened_for_good(prose))
        if not self.opens or not stays:
            return
        unknown = self._of_words(prose, speaker)
        self.evidence.setdefault((unknown.what, unknown.whom, self.turn), value)

    def _known(self, unknown: Unknown, prose: Prose, speaker: Speaker) -> Known | None:
        """What is known although no step tells it."""
        if not self.opens:
            return None
        if self._was_not_cast(speaker) and (so := uncast.holds(prose)) is not None:
            return Known(so, "601.2")
        if self._lacks(uncast.keywords_asked(prose), speaker):
            return Known(False, "601.2b")
        if prose == UNPAID and (paid := self._tribute_paid(speaker.source)) is not None:
            return Known(not paid, "702.104b")
        shown = self.evidence.get((unknown.what, unknown.whom, self.turn))
        if shown is not None:
            return Known(shown, "603.4")
        stated = condition_asked(prose)
        if stated is not None and stated[0] in STATED_AT_THE_START:
            gained = stated[0] == "speed" and self.turn > _SPEEDS  # 702.179d: once in each turn
            gained = gained or self._changes(stated[0]) > 0
            return None if gained else Known(False, STATED_AT_THE_START[stated[0]])
        if (of_two := of_two_players(prose)) is not None:
            return Known(bool(of_two), "102.2")
        if (happened := asked(prose)) is not None:
            return self._happened(happened, speaker.seat)
        if is_of_its_damage(prose) and speaker.affected in ("", speaker.source):
            struck = self._shown_of("dealt damage this turn", speaker.source, speaker)
            return None if struck is None else Known(struck, "shown")
        name = fact_named(prose)
        if name is None:
            return None
        if name == "entered this turn" and speaker.affected in ("", speaker.source):
            entered = self._entered(speaker.source)
            if entered is not None:
                return Known(entered, "shown")
        whom = speaker.source if whose(name) == "its" else unknown.whom
        combat = "attacking" not in self.settled
        steps = self.steps[: self.step]
        return known(steps, name, whom, combat, self.record, len(self.there))

    def _happened(self, what: Asked, seat: str) -> Known | None:
        """What the record shows; that it shows nothing is known if nothing else can have been."""
        why = "122.1f" if what.what in COUNTERS else "shown"
        if so_often(self.record, what, seat, self.turn) >= what.least:
            return Known(True, why)
        return Known(False, why) if self._shows_all(what) else None

    def _shows_all(self, what: Asked) -> bool:
        """Whether nothing more of it can have happened than what the record has."""
        counters = what.what in COUNTERS
        if counters or self.record[what.what, UNCOUNTED, self.turn]:
            return counters and not self.record[what.what, UNCOUNTED, 0]
        if what.what in NEVER_ALL:
            return False
        of_a_sacrifice = what.what in (SACRIFICED, ARTIFACT_SACRIFICED)
        return shows_what_left(self.steps[: self.step], sacrificed=of_a_sacrifice)

    def _entered(self, handle: str) -> bool | None:
        """Whether it came onto the battlefield in this turn; None if it is not there."""
        thing = self.there.get(handle)
        return None if thing is None or thing.zone != "battlefield" else thing.entered == self.turn

    def _was_not_cast(self, speaker: Speaker) -> bool:
        """Whether "it" is an object that came onto the battlefield without being cast.

        Of what happened to another object the words say nothing of their own.
        """
        it = self._it(speaker)
        return it in self.there and self.there[it].uncast

    def _lacks(self, keywords: tuple[str, ...], speaker: Speaker) -> bool:
        """601.2b: what was cast had what is printed on the card, whatever it is a copy of now;
        nothing that is about gives it such a keyword."""
        thing = self.there.get(self._it(speaker))
        if not keywords or thing is None or thing.card is None:
            return False
        if uncast.is_printed(thing.card, keywords):
            return False
        return not any(uncast.gives(other.card, keywords) for other in self.there.values())

    def _it(self, speaker: Speaker) -> str:
        of_another = speaker.resolving and self.of_another
        return speaker.affected or ("" if of_another else speaker.source)

    def counted(self, amount: UnknownAmount, speaker: Speaker) -> int:
        """A number that is kept as its words."""
        if self._is_of_before(amount, speaker):
            return max(amount.of)
        by_words = self._told_in_words(amount.prose, speaker)
        if by_words is not None:
            return int(by_words)
        unknown = self._of_words(amount.prose, speaker)
        if self.opens and uncast.counts(amount.prose) and self._was_not_cast(speaker):
            return 0
        if self.opens and self._lacks(uncast.keywords_asked(amount.prose), speaker):
            return 0
        thing = self.there.get(speaker.source)
        kicked = thing.choices.get("kicked") if thing and is_of_kicking(amount.prose) else None
        if self.opens and kicked is not None:  # 702.33c
            return 0 if kicked == "no" else self.number(unknown, 1, speaker.source, least=1)
        if self.opens and amount.prose == MUTATED and thing and thing.zone == "battlefield":
            return thing.times_mutated
        if self.opens and (of_two := of_two_players(amount.prose)) is not None:
            return of_two
        what = asked(amount.prose) if self.opens else None
        shown = 0 if what is None else so_often(self.record, what, speaker.seat, self.turn)
        if what is not None and amount.of and (shown or self._shows_all(what)):
            return max(amount.of) if shown else 0  # 702.54a
        if what is not None and not amount.of:
            if self._shows_all(what):
                return shown
            return self.number(unknown, shown, speaker.source, least=shown)
        if self.opens and amount.of:
            options = tuple(str(number) for number in sorted(set(amount.of)))
            return int(self.one_of(unknown, options, speaker.source))
        most = 4 if unknown.what == "speed" else None  # 702.179d
        return self.number(unknown, MANY if self.otherwise else 0, speaker.source, most=most)

    def is_so(self, fact: str, handle: str, speaker: Speaker) -> bool:
        """Whether a fact about an object holds."""
        over = fact in COMBAT_FACTS and isinstance(self._this_step(), EndTurn)  # 511.3
        if over or fact in self.settled:
            return False
        if fact in pairing.FACTS and self.opens:
            return self._is_paired(fact, handle, speaker)
        if self.opens and (shown := self._shown_of(fact, handle, speaker)) is not None:
            return shown
        if fact in COMBAT_FACTS:
            return self.holds(Unknown(fact, handle, self._when(speaker)), speaker.source)
        unknown = Unknown(fact, f"{handle}, {speaker.source}", self._when(speaker))
        return self.holds(unknown, speaker.source)

    def _shown_of(self, fact: str, handle: str, speaker: Speaker) -> bool | None:
        """What steps have shown of an object on the battlefield; None if they can't show it."""
        if fact == "that entered this turn":
            return self._entered(handle)
        thing = self.there.get(handle)
        if thing is None or thing.zone != "battlefield" or fact not in _STRUCK:
            return None
        by = [each for each, turn in thing.struck.items() if turn == self.turn]
        if speaker.source in by if fact == "dealt damage by ~ this turn" else by:
            return True
        # 506.1: of combat a board tells nothing but that something attacks.
        return False if "attacking" in self.settled else None

    def _is_paired(self, fact: str, handle: str, speaker: Speaker) -> bool:
        """702.95b: whether it is paired, or is what the speaker is paired with."""

        def choose(asker: str, options: tuple[str, ...]) -> str:
            # 702.95a: it may be paired anew with what has come since.
            when = f"{self._when(speaker)}, with {', '.join(options[1:])} there"
            unknown = Unknown(PARTNER, asker, when)
            return str(self.one_of(unknown, options, asker))

        of = handle if fact == pairing.PAIRED else speaker.source
        partner = pairing.partner(self.there, of, choose, self.could_pair)
        return bool(partner) if fact == pairing.PAIRED else partner == handle

    def player(self, word: str, speaker: Speaker) -> str:
        """Which player a word means that the board should name: "you", "opponent" or nobody ("").

        506.2: without an attack there is no defending player.
        """
        unknown = Unknown(player_called(word), speaker.source, self._when(speaker))
        nobody = ("",) if word == "defending" or not self.opens else ()
        return str(self.one_of(unknown, (*nobody, "you", "opponent"), speaker.source))

    def library(self, speaker: Speaker) -> int:
        """401.2: how many cards libraries have beside those that the board shows."""
        unknown = Unknown("the cards of a library", speaker.source, self._when(speaker))
        return self.number(unknown, 1000 if self.otherwise else 0, speaker.source)

    def top_card(self, part: Filter, speaker: Speaker) -> bool:
        """401.2, 401.5: whether the top card is so, where no step says which card it is."""
        unknown = Unknown(f"{TOP}{described(part)}", speaker.seat, self._when(speaker))
        return self.holds(unknown, speaker.source)

    def kept(self, name: str, handles: tuple[str, ...]) -> str | None:
        """704.5j: which of the legends is kept; None: nothing is assumed."""
        if not self.opens:
            return None
        unknown = Unknown("kept", f"{name}: {', '.join(handles)}", self._now())
        return str(self.one_of(unknown, handles, handles[0]))

    def _now(self) -> str:
        """What resolves: the step, or what triggered as it ends a turn."""
        return f"step {self.step}{self.beginning}"

    def chosen(self, kind: str, options: tuple[str, ...], source: str) -> str | None:
        """608.2d: what is chosen as something resolves; None: nothing is assumed."""
        if not self.opens:
            return None
        unknown = Unknown(f"{CHOSEN}{kind}", source, self._now())
        return str(self.one_of(unknown, options, source))

    def among(
        self, place: int, sets: tuple[tuple[str, ...], ...], source: str
    ) -> tuple[str, ...] | None:
        """608.2d: which several objects are chosen as something resolves; None: none is assumed."""
        if not self.opens:
            return None
        options = {flow(list(each)): each for each in sets}
        unknown = Unknown(f"{AMONG} ({place + 1})", source, self._now())
        return options[str(self.one_of(unknown, tuple(options), source))]

    def event_of(self, handles: tuple[str, ...], source: str) -> str | None:
        """603.2: of which object the event was on which it triggered."""
        if not self.opens:
            return None
        unknown = Unknown(EVENT, source, self._now())
        return str(self.one_of(unknown, handles, source))

    def takes_event_elsewhere(self, source: str) -> None:
        """603.2: nothing on the board could have been the object of its event."""
        self.taken[Unknown(SHOWN_EVENT, source, self._now())] = Known(False, "603.2")

    def asks_of_event(self, number: int, source: str) -> bool:
        """603.2: whether what the text asks of the object of its event is so; none is named."""
        unknown = Unknown(ASKED_OF_EVENT, source, f"{self._now()}, {number}")
        return self.holds(unknown, source)

    def is_tapped(self, handle: str, shown: bool, since: int) -> bool:
        """508.1f, 602.2b: whether it is; since that step it may be, or not, as no step tells it."""
        if not since or not self.opens:
            return shown
        return self.one_of(_tapping(handle, since), (True, False), handle) is True

    def status(self, handle: str, shown: bool, since: int) -> bool | Unknown:
        """The same for an answer: what nothing has asked stays open."""
        unknown = _tapping(handle, since)
        open_ = since and self.opens and unknown not in self.decisions and unknown not in self.given
        return unknown if open_ else self.is_tapped(handle, shown, since)

    def attackers(self) -> list[str]:
        """506.4, 608.2b: what must be attacking for this step to be as it is taken to be."""
        when = self._now()
        return [
            # "Attacking you" is asked by somebody: the handle of the asker stands last.
            each.whom
            if each.what in COMBAT_FACTS
            else each.whom.removesuffix(f", {decision.asker}")
            for each, decision in self.decisions.items()
            if each.when == when and each.what.startswith("attacking") and decision.value is True
        ]

    def becomes(self, what: str) -> bool:
        """731.2: whether it is so from the untap step of this turn on."""
        return self.opens and self.holds(Unknown(what, "", f"turn {self.turn}"))

    def order(self, handles: tuple[str, ...]) -> tuple[str, ...]:
        """613.7m: in which order their controller has their timestamps."""
        if not self.opens or len(handles) < 2:
            return handles
        orders = {", ".join(each): each for each in permutations(handles)}
        unknown = Unknown(ORDER, handles[0], self._now())
        return orders[str(self.one_of(unknown, tuple(orders), handles[0]))]

    def announced(self, speaker: Speaker) -> int:
        """107.3: the X that was announced, or chosen, as the step says nothing of it."""
        return self.number(Unknown("X", speaker.source, self._now()), 0, speaker.source)

    def life(self, seat: str, kept: int) -> int:
        """103.4: a life total; `kept`: what it is as far as the board tells it."""
        if seat in self.life_set:
            return kept
        later = self._told_later("life", seat)
        usually = _FIRST_LIFE if later is None else later
        return self.number(self._life(seat), usually) + kept - _FIRST_LIFE

    def _life(self, seat: str) -> Unknown:
        return self._anew_in_turn("life", seat, self.record[LIFE, seat, 0])

    def _anew_in_turn(self, what: str, seat: str, anew: int) -> Unknown:
        return Unknown(what, seat, f"turn {self.turn}, {anew}" if anew else f"turn {self.turn}")

    def tells_life(self, seat: str, kept: int, total: int) -> bool:
        """A step tells the total, and so what it was before; whether it can be so."""
        known = seat in self.life_set
        self.life_set |= {seat}
        return known or self._is(self._life(seat), total - kept + _FIRST_LIFE)

    def _is(self, unknown: Unknown, number: int) -> bool:
        """A step tells which number it is; whether it can be that one."""
        decision = self.decisions.get(unknown)
        if decision is None:
            return True
        if not _has(decision.region, number):
            return False
        decision.value, decision.region, decision.domain = number, *[Range(number, number)] * 2
        return True

    def cards_told(
        self, seat: str, since: int, zone: str = "graveyard", until: int | None = None
    ) -> int:
        """Of how many cards the steps say that they lie in that zone from then on, or go there
        from where nobody has seen them."""
        number = 0
        for step in self.steps[since:until]:
            if isinstance(step, PutInZone):
                number += step.zone == zone and step.owner == seat
            elif isinstance(step, Leave) and step.to == zone and step.what in self.there:
                thing = self.there[step.what]
                number += thing.zone in ("hand", "library") and thing.owner == seat
        return number

    def was_told(self, fact: str, seat: str) -> bool:
        return any(_tells(step, fact, seat) for step in self.steps[: self.step])

    def _told_later(self, fact: str, seat: str) -> int | None:
        """What a step tells first, and nothing has told so far: it was so before, too."""
        if self.was_told(fact, seat):
            return None
        later = (step for step in self.steps[self.step :] if _tells(step, fact, seat))
        return next((step.value for step in later if isinstance(step, PlayerFact)), None)

    def your_turn(self, kept: bool, by_step: bool) -> bool:
        """102.1: whether it is your turn; `kept`: if the first is, or as a step has `told`.

        500.1: turns follow on each other, so that one unknown decides all that nothing tells.
        """
        if not self.opens or by_step:
            return kept
        several = any(isinstance(step, EndTurn) for step in self.steps)
        what = FIRST_TURN if several else YOUR_TURN
        return kept == self.one_of(Unknown(what, "", "turn 1"), (True, False))

    def is_your_turn(self, turn: Turn) -> bool:
        """102.1: the same for a text that asks.

        A turn that no step tells may be one more of the same player's (500.7), and after the last
        `end_turn` the turn that ends may still be in its cleanup step (514.2).
        """
        if not self.opens or turn.told_now:
            return turn.yours
        if self.turn == 1:
            return self.your_turn(turn.yours, turn.told)
        unknown = Unknown(YOUR_TURN, "", f"turn {self.turn}")
        return self.one_of(unknown, (turn.yours, not turn.yours)) is True

    def hand(self, seat: str, shown: int) -> int:
        """402.1: how many cards a hand has: those that the board shows, or more."""
        later = self._told_later("hand", seat)
        if not self.opens:
            return shown if later is None else later
        return shown + self.number(self._hand(seat), 0 if later is None else max(0, later - shown))

    def _hand(self, seat: str) -> Unknown:
        return self._anew_in_turn("further cards in hand", seat, self.record[HAND, seat, 0])

    def tells_hand(self, seat: str, shown: int, total: int) -> bool:
        """A step tells the number, and so what it was before; whether it can be so."""
        return self._is(self._hand(seat), total - shown)

    def _of_words(self, prose: Prose, speaker: Speaker) -> Unknown:
        """The unknown that the words ask for: a player's, the game's, or their object's."""
        name = fact_named(prose)
        kind = "its" if name is None else whose(name)
        what = _written(prose) if name is None else name
        if (asked_for := amount_asked(prose)) is not None:
            kind, what = "player", asked_for
        if kind == "game":
            return Unknown(what, "", self._when(speaker))
        if kind != "its":
            return Unknown(what, speaker.seat, self._when(speaker))
        whom = speaker.source
        if speaker.affected not in ("", whom) and (name is not None or _OF_AN_OBJECT.search(what)):
            whom = f"{speaker.affected}, {whom}"
        if name is None:
            whom = f"{whom}, {speaker.seat}"
            if self._enters(speaker):
                return Unknown(what, whom, self._now())
        return Unknown(what, whom, self._when(speaker))

    def _is_of_before(self, amount: UnknownAmount, speaker: Speaker) -> bool:
        """702.136a: whether it was chosen as the permanent entered, if at all; what followed has
        begun then: no later question is one."""
        later = not speaker.resolving and self.entering != speaker.source
        return self.opens and later and amount.of != () and is_number_told(amount.prose)

    def _when(self, speaker: Speaker) -> str:
        return self._now() if speaker.resolving else f"turn {self.turn}"


# What words that are kept say of the object that is affected; a digest may say it, too.
_OF_AN_OBJECT = re.compile(r"\b(it|its|it's|they|their|them|that|those)\b|[~^#]")


def _tapping(handle: str, since: int) -> Unknown:
    return Unknown(TAPPED, handle, f"step {since}")


def player_called(word: str) -> str:
    """A player that the board should name, as the text words it."""
    return "that player" if word == "that" else f"the {word} player"


THAT_PLAYER = player_called("that")  # of the event, among the choices of what resolves
_STRUCK = frozenset((
    "that was dealt damage this turn", "that has been dealt damage this turn",
    "dealt damage this turn", "dealt damage by ~ this turn",
))  # fmt: skip


def _tells(step: Step, fact: str, seat: str) -> bool:
    return isinstance(step, PlayerFact) and step.fact == fact and step.player == seat


@cache
def _written(prose: Prose) -> str:
    """The words as they are compared, with those that a text change can replace."""
    if is_open(prose):
        return words_of(prose)
    sealed = seal(prose)[0]
    return " ".join((sealed.template, *sealed.words))


def could_be(path: Path, read: Callable[[Path], bool]) -> bool:
    """Whether it is so in some way that goes on from what the path has decided.

    With more ways than are read nothing says that it can't be.
    """
    try:
        return any(answer for _, answer in ways(read, path=path))
    except TooManyWays:
        return True


class TooManyWays(Exception):
    """More ways than are read; `asked` are the unknowns that the most of them hang on."""

    def __init__(self, decisions: tuple[Decision, ...]) -> None:
        super().__init__(decisions)
        self.asked = decisions


def ways(
    read: Callable[[Path], Answer], limit: int = LIMIT, path: Path | None = None
) -> Iterator[tuple[Path, Answer]]:
    """Every way that what is not told can be, with what is read then: first that of the defaults.

    They go on from what `path` has decided. Raises `TooManyWays` if there are more than the limit.
    """
    start = path or Path()
    waiting: list[dict[Unknown, Region]] = [
        {**start.given, **{each.unknown: each.region for each in start.decisions.values()}}
    ]
    number, counts = 0, Counter[Unknown]()
    first: dict[Unknown, Decision] = {}
    while waiting:
        if number + len(waiting) > limit:
            raise TooManyWays(tuple(first[each] for each, _ in counts.most_common(3)))
        given = waiting.pop()
        way = start.going_on(given)
        answer = read(way)
        # What was read may hold the decisions themselves, and be read on from in another way.
        way.decisions = {unknown: copy(each) for unknown, each in way.decisions.items()}
        number += 1
        counts.update(list(way.decisions))
        first = {**way.decisions, **first}
        yield way, answer
        waiting += reversed(list(_turns(way)))
        if any(_is_counted_out(each) for each in way.decisions.values()):
            raise TooManyWays(tuple(first[each] for each, _ in counts.most_common(3)))


def _is_counted_out(decision: Decision) -> bool:
    """Whether each value of a number ends otherwise, however many there are."""
    region = decision.region
    if not isinstance(region, Range) or region.most is None:
        return False
    endless = isinstance(decision.domain, Range) and decision.domain.most is None
    return endless and region.least == region.most > MOST_COUNTED


def _turns(path: Path) -> Iterator[dict[Unknown, Region]]:
    """The ways that leave this one at a decision, as those before it are."""
    decisions = list(path.decisions.values())
    for place, decision in enumerate(decisions):
        for rest in beside(decision.domain, decision.region):
            turn = {each.unknown: each.region for each in decisions[:place]}
            turn[decision.unknown] = rest
            for later in decisions[place + 1 :]:
                if later.unknown in path.given:
                    turn[later.unknown] = path.given[later.unknown]
            yield turn


def meet(one: Region, other: Region) -> bool:
    """Whether some value is in both."""
    if isinstance(one, Range) and isinstance(other, Range):
        return one.meets(other)
    return not set(one).isdisjoint(other)  # type: ignore[arg-type]  # both hold values


def common(one: Region, other: Region) -> Region:
    """The values in both."""
    if isinstance(one, Range) and isinstance(other, Range):
        ends = [each for each in (one.most, other.most) if each is not None]
        return Range(max(one.least, other.least), min(ends) if ends else None)
    return tuple(each for each in one if each in other)  # type: ignore[union-attr, operator]


def _has(region: Region, value: Any) -> bool:
    return region.holds(value) if isinstance(region, Range) else value in region


def _first(region: Region) -> Value | int:
    return region.least if isinstance(region, Range) else region[0]


def beside(domain: Region, region: Region) -> list[Region]:
    """What is left of a domain beside a part of it."""
    if isinstance(domain, Range) and isinstance(region, Range):
        return list(domain.without(region))
    rest = tuple(each for each in domain if each not in region)  # type: ignore[union-attr, operator]
    return [rest] if rest else []
