"""Boards near a given one: each step removed, moved, given to the other player, or replaced."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.fitting import is_shared_line
from striate.boards.handling import LISTS, made_by, naming_fields, spoken_of, without
from striate.boards.timeline import (
    Attach,
    Board,
    ChangeCounters,
    Choices,
    Enter,
    LevelUp,
    Seat,
    Step,
    free_handle,
)
from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.finding.enumerating import SIDES, chosen, most_levels
from striate.queries.finding.pools import could_be_there, is_permanent
from striate.search.entering import choices_of, keywords_of
from striate.search.options import entering_words, forms_of

Steps = tuple[Step, ...]
_TURNED = {"transform": "transformed", "flip": "flipped", "modal_dfc": "transformed"}


def in_order(steps: Sequence[Step]) -> bool:
    """Whether every object is there when a step speaks of it."""
    seen: set[str] = set()
    for step in steps:
        if not spoken_of(step) <= seen:
            return False
        seen |= {*made_by(step)}
    return True


class Changes(Struct, frozen=True):
    """What a change may bring: cards of the pool, with these creature types chosen, so many
    counters of a kind. Auras and Equipment of the pool are put on the `hosts`."""

    pool: Sequence[Card] = ()
    hosts: Collection[str] = ()
    types: tuple[str, ...] = ()
    most: int = 8

    def ways(self, card: Card, seat: Seat) -> list[Choices]:
        """The choices of a card as it enters for a player, and facts that it then tells."""
        facts = [name for name, values in choices_of(card, ()) if values == ["no", "yes"]]
        told_ = [*product(*((((name, value),) for value in ("no", "yes")) for name in facts))]
        return [
            tuple(sorted((*choose, *chain(*each))))
            for choose, each in product(chosen(card, self.types, seat), told_)
        ]

    def entering(self, card: Card, plain: Enter) -> Iterator[Enter]:
        """The step with the card and each way in which it can enter: with the choices that this
        player makes, as a half (709.5d), with another face up, or for a cost of its own."""
        step = replace(plain, card=card)
        stays = is_permanent(card)  # 110.4
        for choose in self.ways(card, step.controller) if stays else ():
            yield replace(step, choose=choose)
        if stays and is_shared_line(card):
            yield from (replace(step, unlocked=half) for half in range(len(card.faces)))
        forms, front = list(forms_of(card)), card.faces[0]
        for form in forms:
            said = entering_words(form, True)
            choose = tuple(said.pop("choose", {}).items())
            if form.printed != front.name:  # a back face that is cast (712.8)
                said["transformed"] = True
            if said or choose:
                yield replace(step, choose=choose, **said)
        if not forms and keywords_of(front, "prototype"):
            yield replace(step, choose=(("cost", "prototype"),))
        turned, alone = _TURNED.get(card.layout), replace(card, faces=card.faces[-1:])
        if turned and could_be_there(alone) and all(form.shown is None for form in forms):
            # Its front or its back asks for a choice.
            for choose in chosen(alone, self.types, step.controller):
                yield replace(step, choose=choose, **{turned: True})


def neighbours(steps: Steps, given: Changes) -> Iterator[tuple[str, Steps]]:
    """Every board that one change makes, with the change in words."""
    for edits in (
        removed(steps), _moved(steps), _handed_over(steps), _recounted(steps, given.most),
        replaced(steps, given),
    ):  # fmt: skip
        yield from ((words, changed) for words, changed in edits if in_order(changed))
    yield from added(steps, given)


def removed(steps: Steps) -> Iterator[tuple[str, Steps]]:
    """A step left out, with all that speaks of what it makes."""
    for index, step in enumerate(steps):
        yield f"without {told(step, index)}", without(steps, index)


def _moved(steps: Steps) -> Iterator[tuple[str, Steps]]:
    """Two steps that change places."""
    for one in range(len(steps)):
        for two in range(one + 1, len(steps)):
            changed = list(steps)
            changed[one], changed[two] = steps[two], steps[one]
            words = f"{told(steps[one], one)} and {told(steps[two], two)} in the other order"
            yield words, tuple(changed)


def _handed_over(steps: Steps) -> Iterator[tuple[str, Steps]]:
    """What entered or resolved under the other player's control."""
    for index, step in enumerate(steps):
        seat = getattr(step, "controller", None)
        if seat is not None:
            other: Seat = "opponent" if seat == "you" else "you"
            whose = "your opponent's" if other == "opponent" else "yours"
            changed: Any = replace(step, controller=other)
            yield f"{told(step, index)} is {whose}", put(steps, index, changed)


def _recounted(steps: Steps, most: int) -> Iterator[tuple[str, Steps]]:
    """Another number of counters; on a leveler also where there were none."""
    counted = set()
    for index, step in enumerate(steps):
        if isinstance(step, ChangeCounters):
            for kind, number in step.counters:
                if kind == "level":
                    counted.add(step.on)
                fewer = range(-most, 0) if number < 0 else ()  # so many are taken off
                for other in (*range(1, max(most, number + 1) + 1), *fewer):
                    if other != number:
                        counters = tuple((k, other if k == kind else n) for k, n in step.counters)
                        changed = replace(step, counters=counters)
                        yield f"{other} {kind} counters on {step.on}", put(steps, index, changed)
                if len(step.counters) > 1:
                    rest = tuple(each for each in step.counters if each != (kind, number))
                    changed = replace(step, counters=rest)
                    yield f"without the {kind} counters on {step.on}", put(steps, index, changed)
        elif isinstance(step, LevelUp):
            counted.add(step.on)
            for times in range(1, max(most, step.times + 3) + 1):
                if times != step.times:
                    changed_up = replace(step, times=times)
                    yield f"{step.on} levels up {times} times", put(steps, index, changed_up)
        elif isinstance(step, Enter) and step.x is not None:  # "enters with X counters"
            for x in range(max(most, step.x + 1) + 1):
                if x != step.x:
                    yield f"{step.handle} with X = {x}", put(steps, index, replace(step, x=x))
    for step in steps:
        if isinstance(step, Enter) and step.handle not in counted:
            for number in range(1, most_levels(step.card) + 1):
                further = ChangeCounters(step.handle, (("level", number),))
                yield f"{number} level counters on {step.handle}", (*steps, further)


def replaced(steps: Steps, given: Changes) -> Iterator[tuple[str, Steps]]:
    """Another card of the pool instead of a permanent, in its place."""
    for index, step in enumerate(steps):
        if isinstance(step, Enter) and not step.token and step.copying is None:
            plain = replace(step, unlocked=None, front_costs="", transformed=False, flipped=False)
            for card in given.pool:
                if card.name == step.card.name or not _enterable(card, bool(step.attached_to)):
                    continue
                name = card.faces[0].name
                for changed in given.entering(card, plain):
                    words = f"{name}{how(changed)} instead of {told(step, index)}"
                    yield words, _renamed(put(steps, index, changed), step.handle, name)


def added(steps: Steps, given: Changes) -> Iterator[tuple[str, Steps]]:
    """A further card of the pool, at each place, for each player; on each host or as each copy
    that there may be (303.4f, 301.5b, 707.2)."""
    taken = {handle for step in steps for handle in made_by(step)}
    for card in given.pool:
        handle = free_handle(card.faces[0].name, taken)
        ways = [each for seat in SIDES for each in given.entering(card, Enter(handle, card, seat))]
        for place, step in product(range(len(steps) + 1), ways):
            there = [handle for each in steps[:place] for handle in made_by(each)]
            last = place == len(steps)
            others = dict.fromkeys((*there, *given.hosts)) if last else there
            whose = "" if step.controller == "you" else " of your opponent's"
            where = "at the end" if last else f"before step {place + 1}"
            for how_, further in _entered(step, others):
                words = f"with {handle}{how(step)}{whose}{how_} {where}"
                yield words, (*steps[:place], *further, *steps[place:])


def _entered(step: Enter, others: Iterable[str]) -> Iterator[tuple[str, Steps]]:
    """The card by itself, on one of the others or on a player, or as a copy of it."""
    face = step.card.faces[0]
    if _enterable(step.card, False) or step.transformed or step.flipped:
        yield "", (step,)
    for each in keywords_of(face, "enchant") if not step.transformed else ():
        for player in SIDES if each.words else ():
            if each.words == "player" or player != step.controller:  # "opponent"
                whom = "you" if player == "you" else "your opponent"
                yield f" on {whom}", (replace(step, attached_to=player),)
    for other in others:
        if "Aura" in face.subtypes or keywords_of(face, "bestow"):  # 702.103a
            yield f" on {other}", (replace(step, attached_to=other),)
        elif "Equipment" in face.subtypes:
            yield f" on {other}", (step, Attach(step.handle, other))
        elif any(isinstance(each, tree.EntersAsCopy) for each in face.abilities):
            yield f" copying {other}", (replace(step, copying=other),)


def how(step: Enter) -> str:
    """The choices made as it enters, and its half or other face, in words."""
    said = [_in_words(kind, value) for kind, value in step.choose]
    said += [each for each in ("transformed", "flipped") if getattr(step, each)]
    said += [] if step.unlocked is None else [step.card.faces[step.unlocked].name]
    return f" ({', '.join(said)})" if said else ""


def _in_words(kind: str, value: str) -> str:
    return {"yes": kind, "no": f"{kind}: no"}.get(value, value)


def _enterable(card: Card, attached: bool) -> bool:
    """Whether a card can enter with nothing chosen; an Aura only where one was."""
    return ("Aura" in card.faces[0].subtypes) == attached


def _renamed(steps: Steps, old: str, name: str) -> Steps:
    """The handle of a replaced card follows its name."""
    taken = {handle for step in steps for handle in made_by(step)} - {old}
    new = free_handle(name, taken)
    result = []
    for step in steps:
        fields: dict[str, Any] = {}
        for field in ("handle", *naming_fields(step)):
            if getattr(step, field, None) == old:
                fields[field] = new
        for field in LISTS:
            listed = getattr(step, field, None) or ()
            if old in listed:
                fields[field] = tuple(new if each == old else each for each in listed)
        result.append(replace(step, **fields) if fields else step)
    return tuple(result)


def put(steps: Steps, index: int, step: Step) -> Steps:
    return (*steps[:index], step, *steps[index + 1 :])


def told(step: Step, index: int) -> str:
    """A step in words."""
    handle = getattr(step, "handle", None)
    if handle is not None:
        return str(handle)
    if isinstance(step, ChangeCounters):
        return f"the counters on {step.on}"
    return f"step {index + 1}"


def with_steps(board: Board, steps: Steps) -> Board:
    """The board with other steps and nothing said about its outcome."""
    return replace(board, steps=steps, expect=(), lines=(), note="", id="")
