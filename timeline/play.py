"""The game while the timeline runs: its facts, and the reading that says what every object is."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from striate.boards import deeds
from striate.boards.timeline import Seat
from striate.boards.untold import Path
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.walking import any_node
from striate.timeline.context import Context
from striate.timeline.game import Game, Lasting, Thing
from striate.timeline.reading import Look, Reading

MakeReading = Callable[[Game, Path], Reading]
Question = Callable[[object], bool]
_Found = TypeVar("_Found")

# What was asked of what is written, which is kept alive, so that nothing else gets its place.
_ANSWERS: dict[tuple[int, Callable[[object], Any]], tuple[object, Any]] = {}
_MOST = 200_000


_NOBODY_KEEPS = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)
_ZONES = ("battlefield", "command", "stack", "graveyard", "hand", "exile", "library")


def _asks_for_what_may_be_unseen(words: object) -> bool:
    asks = (deeds.counts_a_graveyard, deeds.asks_for_life, deeds.counts_exile)
    return any(each(words) for each in asks)


class Before(NamedTuple):
    """What is played already: the game as that step begins."""

    step: int
    game: Game


class Savings:
    """What need not be looked at. Nothing here is saved; `quick/` says what may be, and why."""

    def before(self, path: Path) -> Before | None:
        """What another way has played that this way has in common with it."""
        return None

    def begins(self, play: "Play", step: int, steps: int) -> None:
        """One of so many steps begins, or, after the last, the end."""

    def may_matter(self, play: "Play", question: Question) -> bool:
        """Whether something could be about of which this is true: if not, none is looked for."""
        return True

    def may_apply(self, play: "Play") -> bool:
        """704.3: whether a state-based action could apply."""
        return True

    def may_have(self, play: "Play", question: Question, thing: Thing) -> bool:
        """Whether what enters, or is turned up, could have an ability of which this is true."""
        return True

    def may_be_given(self, play: "Play", question: Question, thing: Thing) -> bool:
        """Whether it could have one that is not printed on it."""
        return True

    def none_applied(self, play: "Play") -> None:
        """704.3: they were looked for, and none applies."""

    def may_enter_with(self, play: "Play", thing: Thing) -> bool:
        """614.1c-d: whether anything could be said of how it enters."""
        return True

    def is_surely_meant(self, play: "Play", quality: tree.Filter, thing: Thing) -> bool:
        """608.2b: whether words of a target mean it, so that they need not be looked up."""
        return False

    def surely_belongs_on(self, play: "Play", thing: Thing, host: str) -> bool:
        """701.3b: whether it may be attached there, so that neither need be looked up."""
        return False

    def enters_as_printed(self, play: "Play", thing: Thing) -> bool:
        """614.12: whether it has those "enters as a copy" that are printed on it, and no others."""
        return False

    def said_by_others(
        self, play: "Play", thing: Thing
    ) -> list[tuple[Thing, tree.EntersWith | tree.EntersTapped]] | None:
        """614.12: who says with what it enters, beside what its face prints, and what; None: that
        must be looked up."""
        return None

    def others_may_copy(self, play: "Play") -> bool:
        """614.12: whether something could say that others enter as copies."""
        return True


class Play:
    """611.3a: characteristics are worked out of the facts whenever something must read them."""

    def __init__(
        self,
        reading: MakeReading,
        path: Path | None = None,
        savings: Savings | None = None,
        game: Game | None = None,
    ) -> None:
        self.game = Game() if game is None else game
        self.savings = savings or Savings()
        self.path = path or Path()
        self.path.there, self.path.told = self.game.things, self.game.told
        self.reading = reading(self.game, self.path)
        # How the instructions of a replacement effect are carried out (614.1c, 614.1e).
        self.carry_out: Callable[[Play, tree.Body, Context], object] | None = None
        # Told of what state-based actions are about to do: a `statebased.Round`.
        self.watch: Callable[[Any], None] = lambda actions: None
        # Of how many objects a question is not true.
        self._scanned: dict[Callable[[Any], bool], int] = {}
        self.settled: Any = None  # what the savings keep of the facts when none applied
        self._said: tuple[list[Lasting], int, tuple[object, ...]] | None = None

    def state(self) -> Look:
        """Every object as it is now."""
        return self.reading.now()

    def as_it_enters(self, thing: Thing) -> Look:
        """614.12: the object as it would be on the battlefield; until 2017 by itself."""
        alone = "enters-by-itself" in self.game.then
        return self.reading.by_itself(thing.handle) if alone else self.state()

    def whose_turn(self) -> Seat:
        """102.1: the active player."""
        turn = self.game.turn
        return "you" if self.path.your_turn(turn.yours, turn.told) else "opponent"

    def tick(self, event: str, thing: Thing) -> int:
        """613.7: the timestamp that the event gives."""
        return self.reading.stamp(event, thing, self.game.tick())

    def may_matter(self, question: Question) -> bool:
        """Whether something could be about of which it is true; if not, none is looked for."""
        return self.savings.may_matter(self, question)

    def anybody_says(self, question: Question) -> bool:
        """Whether it is true of what is written on any object, or of what an effect says.

        Whatever an object has is written somewhere there: nothing else makes abilities.
        """
        if self._is_written_somewhere(question):
            return True
        lasting = self._said_by_effects() if self.game.lasting else ()
        return any(self.answer(words, question) for words in lasting)

    def _said_by_effects(self) -> Iterable[object]:
        """The words of all effects, each once; as long as no effect begins or ends, as before."""
        lasting = self.game.lasting
        if self._said is None or self._said[0] is not lasting or self._said[1] != len(lasting):
            words = {id(each.words): each.words for each in lasting}
            self._said = lasting, len(lasting), tuple(words.values())
        return self._said[2]

    def _is_written_somewhere(self, question: Question) -> bool:
        """Asked once of each object: what is written on one stays known when it has left."""
        things = self.game.things
        scanned = self._scanned.get(question, 0)
        if scanned == len(things):
            return False
        for thing in islice(things.values(), scanned, None):
            if self.answer(_written_on(thing), question):
                return True  # and the next time it is the first that is asked again
            scanned += 1
            self._scanned[question] = scanned
        return False

    def was_ever(self, quality: Callable[[Thing], bool]) -> bool:
        """Whether it is true of what is printed on any object, gone or not; asked once of each."""
        things = self.game.things
        scanned = self._scanned.get(quality, 0)
        if scanned == len(things):
            return False
        for thing in islice(things.values(), scanned, None):
            if quality(thing):
                return True
            scanned += 1
            self._scanned[quality] = scanned
        return False

    def read_again(self) -> None:
        """Something else than before is written on an object."""
        self._scanned = {}

    def answer(self, written: object, question: Callable[[Any], _Found]) -> _Found:
        """Asked once of what is written: a card, exceptions of a copy, changes of an effect."""
        known = _ANSWERS.get((id(written), question))
        if known is None or known[0] is not written:
            faces = written.faces if isinstance(written, tree.Card) else ()
            words = tuple(face.abilities for face in faces) if faces else written
            if len(_ANSWERS) > _MOST:
                _ANSWERS.clear()
            known = _ANSWERS[id(written), question] = (written, question(words))
        answer: _Found = known[1]
        return answer

    def effects_on(self, handle: str) -> list[Lasting]:
        """The effects of resolutions that do something to the object, oldest first."""
        return [each for each in self.game.lasting if handle in each.by_object]

    def note(self, card: str, line: str) -> None:
        """Something was not carried out, or a choice that matters is not told."""
        if (card, line) not in self.game.unread:
            self.game.unread.append((card, line))

    def said_by(self, says: Question) -> Iterator[str]:
        """Who says it: permanents, emblems, and what has resolved and is so still."""
        yield from (at.card for at, step in self.game.foretold if says(step))
        if self.may_matter(says):
            state = self.state()
            for thing, ability in self.abilities_in(state, "battlefield", "command"):
                if says(ability) and self.in_force(state, thing, ability):
                    yield state.name(thing.handle)

    def in_force(self, state: Look, thing: Thing, ability: tree.Ability) -> bool:
        """604.2: whether a sentence that is kept as words holds: not if "as long as" before it asks
        for what the board keeps, and that is not so."""
        match ability:
            case tree.Inert("<sentence>", (tree.Inert("<lead>, <plain>", (lead, _)),)):
                pass
            case _:
                return True
        match lead:
            case tree.Inert("as long as <cond>", (tree.Compare() | tree.Matches() as asked,)):
                unseen = any_node(asked, _NOBODY_KEEPS)
                return unseen or state.holds(asked, self.speaker(state, thing))
        return True

    def has_resolved(self, says: Callable[[tree.Act | tree.Inert], bool]) -> bool:
        """Whether something that resolved, and is so still, says it."""
        return any(says(step) for _, step in self.game.foretold)

    def is_said(self, says: Question) -> bool:
        return any(True for _ in self.said_by(says))

    def note_where(self, says: Question, line: str) -> None:
        """614.1a, 101.2: something changes what happens, or forbids it, and is not carried out."""
        for card in self.said_by(says):
            self.note(card, line)

    def asks_unseen(self, words: object, at: Context, *, now: bool = False) -> Iterator[str]:
        """119, 404.1, 406.2: what the words ask of life totals, or of cards, that no step tells;
        `now`: or that only a later one does."""
        game, before = self.game, self.path.step - 1
        later = [
            (zone, seat)
            for (zone, seat), (since, number) in (game.milled if now else {}).items()
            if self.path.cards_told(seat, since, zone, before) < number
        ]
        buried = game.buried | {seat for zone, seat in later if zone == "graveyard"}
        for players, unseen, line in (
            (deeds.graveyards_looked_at, buried, deeds.BURIED_UNSEEN),
            (deeds.lives_asked, game.unclear_life, deeds.LIFE_UNSEEN),
        ):
            whose = (self.state().seats(each, at) or unseen for each in players(words) if unseen)
            if any(not unseen.isdisjoint(seats) for seats in whose):
                yield line
        exiled = game.exiled or any(zone == "exile" for zone, _ in later)
        if exiled and deeds.counts_exile(words):
            yield deeds.EXILED_UNSEEN

    def note_unseen(self) -> None:
        """The same of what is there, in any zone; what resolves asks as it does."""
        game = self.game
        if not (game.buried or game.unclear_life or game.exiled):
            return
        if not self.anybody_says(_asks_for_what_may_be_unseen):
            return
        state = self.state()
        for thing, ability in self.abilities_in(state, *_ZONES):
            if _asks_for_what_may_be_unseen(ability):
                at = self.speaker(state, thing)
                for line in self.asks_unseen(ability, at):
                    self.note(at.card, line)

    def abilities_in(self, state: Look, *zones: str) -> Iterator[tuple[Thing, tree.Ability]]:
        """Every object there with each ability that it has then."""
        return (
            (thing, ability)
            for thing in self.game.things.values()
            if thing.zone in zones and not thing.ceased
            for ability in state.abilities(thing.handle)
        )

    def speaker(self, state: Look, thing: Thing) -> Context:
        """What the words of a permanent's abilities mean."""
        return Context(source=thing.handle, card=state.name(thing.handle), choices=thing.choices)

    def do_as_it_says(self, thing: Thing, *, turned_up: bool = False) -> None:
        """614.1c, 614.1e, 708.11: "As ~ enters ..." and "As ~ is turned face up ..." are part of
        that event.

        614.12, 708.11: it must have the ability as it is there then.
        """
        if self.carry_out is None or not self.savings.may_have(self, _does_something, thing):
            return
        state = self.state() if turned_up else self.as_it_enters(thing)
        at = Context(
            source=thing.handle,
            card=state.name(thing.handle),
            controller=state.controller(thing.handle),
            choices=thing.choices,
            x=thing.x,
        )
        had = state.abilities(thing.handle)
        for doing in [each for ability in had for each in (ability, *_stands_for(ability))]:
            if isinstance(doing, tree.EntersDoing) and (
                doing.turned_up if turned_up else doing.enters
            ):
                self.carry_out(self, doing.body, at)


def _written_on(thing: Thing) -> object:
    return thing.card if thing.card is not None else thing.exceptions


def _does_something(words: object) -> bool:
    return any_node(words, _does)


def _does(node: object) -> bool:
    return isinstance(node, tree.EntersDoing) or any(map(_does, _stands_for(node)))


def _stands_for(node: object) -> tuple[tree.Ability, ...]:
    """702: the abilities that a keyword means; 708.11: a copy that is chosen as it's turned up."""
    if isinstance(node, tree.EntersAsCopy) and node.turned_up:
        return (_copies_turned_up(node),)
    return meaning(node) if isinstance(node, tree.Keyword) else ()


@lru_cache(maxsize=256)
def _copies_turned_up(ability: tree.EntersAsCopy) -> tree.EntersDoing:
    """611.2b: until it is turned face down it is a copy of what is chosen."""
    assert isinstance(ability.of, tree.Each)
    chosen = tree.ChosenObject(
        "creature", tree.AllOf((ability.of.filter, tree.Not(tree.Is(tree.This()))))
    )
    effect = tree.Effect(tree.This(), (tree.BecomeCopy(chosen, ability.exceptions),))
    until = tree.AsLongAs(tree.Unless(tree.Matches(tree.This(), tree.IsFaceDown())))
    return tree.EntersDoing(
        tree.Body((tree.Continuous(effect, until),)), enters=False, turned_up=True
    )
