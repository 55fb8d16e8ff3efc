"""The reason as a picture: layers as a ladder, the board after each effect, what waits for what.

Nothing is decided here: `explaining` gives the outcome that both readings agree on and the
referee's trace of it, and this lays them out. The board before and after each effect is read off
the changes that the trace notes.
"""

from collections.abc import Iterator, Sequence

from striate.boards.oldnumbers import numbers_on
from striate.boards.timeline import Seen
from striate.queries.drawing import compared
from striate.queries.explaining import Explanation, parts, ranks, subtract, text_of
from striate.queries.pictured import Arrow, Layer, Node, Part, Picture, Said, Small, Stage
from striate.queries.showing import Words, box, in_order, spoken
from striate.referee.tracing import Applied, Changed, NotApplied, Trace, Waited

_WHY = {
    "existence": "applied first, that one decides whether this effect exists at all",
    "text": "applied first, that one changes what this effect says",
    "what it applies to": "applied first, that one changes which objects this effect applies to",
    "what it does": "applied first, that one changes what this effect does to one of its objects",
}
_SIDES = {"you": "yours", "opponent": "your opponent’s"}


def picture(explanation: Explanation, words: Words) -> Picture:
    """The picture of a whole board's explanation."""
    return _Painter(explanation, words).picture()


class _Painter:
    """Draws one explanation."""

    def __init__(self, explanation: Explanation, words: Words) -> None:
        self.explanation = explanation
        self.words = words
        self.seen = {each.handle: each for each in explanation.answer.objects}
        self.ranks = ranks(explanation)

    def picture(self) -> Picture:
        trace = self.explanation.trace
        stages = [self.beginning(trace), *self.stages(trace, 1)]
        after = trace.after
        if after is not None and after.applied != trace.applied:
            stages += self.afterwards(after, len(stages))
        return Picture(
            tuple(self.layers(trace)),
            tuple(stages),
            tuple(self.idle(trace)),
            trace.state_based,
            tuple(self.aloud(stages, trace)),
        )

    # --- stages -----------------------------------------------------------------------------------

    def beginning(self, trace: Trace) -> Stage:
        title = "Before the first layer" if trace.applied else "No continuous effect applied"
        return Stage(0, "", title, board=tuple(self.boards(trace, -1)))

    def afterwards(self, after: Trace, first: int) -> Iterator[Stage]:
        """704.3: what applies to what the state-based actions left, if only that nothing does."""
        if after.applied:
            yield from self.stages(after, first, "after state-based actions, ")
        else:
            title = "After state-based actions, no continuous effect applied"
            yield Stage(first, "", title, board=tuple(self.boards(after, -1)))

    def stages(self, trace: Trace, first: int, when: str = "") -> Iterator[Stage]:
        for place, each in enumerate(trace.applied):
            title = f"{when}layer {each.layer}, {self.explanation.layers.get(each.layer, '')}"
            yield Stage(
                first + place,
                each.layer,
                title[:1].upper() + title[1:],
                self.source(each.source),
                self.said(each.ability, each.source),
                self.ranks.get(each.timestamp),
                tuple(self.told(each, trace)),
                each.rules,
                tuple(self.boards(trace, place)),
            )

    def numbers(self, *today: str) -> tuple[str, ...]:
        """The numbers that those clauses had in the edition that the board is read by."""
        return numbers_on(self.explanation.edition, today)

    def told(self, each: Applied, trace: Trace) -> Iterator[Said]:
        """What there is to say of an effect: its objects, what it waited for, what waited for
        it."""
        objects = ", ".join(each.objects)
        yield Said(f"It applies to {objects}." if objects else "It applies to nothing.")
        if each.begun_before:
            began = "It began in an earlier layer, so it goes on with the same objects."
            yield Said(began, self.numbers("613.6"))
        for wait in each.waited:
            yield self.waiting(wait)
        for wait in dict.fromkeys(each.loop):
            other = self.source(wait.source)
            yield Said(
                f"It stands in a loop with {other}: each depends on the other, so none of them "
                "waits, "
                "and their timestamps decide.",
                self.numbers("613.8b"),
            )
        others: tuple[Applied | NotApplied, ...] = (*trace.applied, *trace.not_applied)
        for later in others:
            for wait in later.waited:
                if wait.source == each.source and wait.on == each.ability and _in(later, each):
                    name = self.source(later.source)
                    gone = (
                        "" if isinstance(later, Applied) else f" Then it was no more: {later.why}."
                    )
                    yield Said(
                        f"{name} waited for it: "
                        f"{_WHY.get(wait.clause, 'it depends on this one')}.{gone}",
                        wait.rules,
                    )

    def waiting(self, wait: Waited) -> Said:
        other = self.source(wait.source)
        why = _WHY.get(wait.clause, "it depends on that one")
        text = f"It waited for {other}, though its own timestamp is earlier: {why}."
        return Said(text, wait.rules)

    def source(self, handle: str | None) -> str:
        return handle or "A resolved effect"

    def said(self, ability: str, source: str | None) -> str:
        return spoken(text_of(ability, self.words), self.seen.get(source or ""))

    # --- the board after an effect ----------------------------------------------------------------

    def boards(self, trace: Trace, place: int) -> Iterator[Small]:
        """Every object as it is after the effect at that place; -1: before the first."""
        for seen in self.explanation.answer.objects:
            if seen.zone == "battlefield" or any(
                seen.handle in each.objects for each in trace.applied
            ):
                yield self.small(seen, trace, place)

    def small(self, seen: Seen, trace: Trace, place: int) -> Small:
        now = {
            change.what: change
            for change in (trace.applied[place].changes if place >= 0 else ())
            if change.handle == seen.handle
        }

        def value(what: str, last: str) -> tuple[str, str]:
            """The value before the effect and after it."""
            if what in now:
                return now[what].before, now[what].after
            same = _value(trace, seen.handle, what, place, last)
            return same, same

        types = [
            value("supertypes", ", ".join(sorted(seen.supertypes))),
            value("types", ", ".join(sorted(seen.types))),
            value("subtypes", ", ".join(sorted(seen.subtypes))),
        ]
        before, after = (
            [
                *_words(types[0][at]),
                *_words(types[1][at]),
                *(["—"] if types[2][at] else []),
                *_listed(types[2][at]),
            ]
            for at in (0, 1)
        )
        sizes = value("power/toughness", box(seen))
        if seen.zone == "battlefield":
            # 208.3: only while it is a creature it has power and toughness there.
            sizes = (sizes[0] * ("Creature" in types[1][0]), sizes[1] * ("Creature" in types[1][1]))
        texts = "; ".join(text_of_seen(seen, self.words))
        abilities = value("abilities", texts)
        return Small(
            seen.handle,
            value("name", seen.name)[1] or "no name",
            tuple(_compared(before, after)),
            _pair(*value("colors", ", ".join(sorted(seen.colors)))),
            _pair(*sizes),
            _pair(*(_SIDES.get(each, each) for each in value("controller", seen.controller))),
            tuple(_compared(self.lines(abilities[0], seen), self.lines(abilities[1], seen))),
            bool(now),
        )

    def lines(self, abilities: str, seen: Seen) -> list[str]:
        return [spoken(text_of(each, self.words), seen) for each in parts(abilities)]

    # --- the ladder -------------------------------------------------------------------------------

    def layers(self, trace: Trace) -> Iterator[Layer]:
        for number, title in self.explanation.layers.items():
            layer = Layer(number, title)
            here = [
                (stage, each) for stage, each in enumerate(trace.applied, 1) if each.layer == number
            ]
            ghosts = [one for one in trace.not_applied if self.lost_in(one, trace) == number]
            ghosts += _lost_partners([each for _, each in here], ghosts)
            rows: list[tuple[int, int, Applied | NotApplied]] = [
                (self.ranks.get(each.timestamp, 0), stage, each) for stage, each in here
            ]
            rows += [(self.rank_of(one.source), 0, one) for one in ghosts]
            rows.sort(key=lambda row: row[0])
            for rank, stage, row in rows:
                sentence = self.said(row.ability, row.source)
                layer.nodes.append(Node(stage, self.source(row.source), sentence, rank or None))
            layer.arrows += _arrows([row for _, _, row in rows])
            yield layer

    def rank_of(self, handle: str | None) -> int:
        seen = self.seen.get(handle or "")
        return self.ranks.get(seen.timestamp, 0) if seen is not None else 0

    def lost_in(self, one: NotApplied, trace: Trace) -> str:
        """The layer in which an effect waited for another and then was no more; "" for none."""
        for each in trace.applied:
            if any(wait.on == each.ability and wait.source == each.source for wait in one.waited):
                return each.layer
        return ""

    # --- words ------------------------------------------------------------------------------------

    def idle(self, trace: Trace) -> Iterator[Said]:
        for one in trace.not_applied:
            sentence = self.said(one.ability, one.source).rstrip(".")
            yield Said(f"{self.source(one.source)}, “{sentence}”: {one.why}.", one.rules)

    def aloud(self, stages: Sequence[Stage], trace: Trace) -> Iterator[str]:
        """The whole reason as sentences that somebody can say."""
        layer = ""
        for stage, each in zip(stages[1:], trace.applied, strict=False):
            where = (
                ""
                if each.layer == layer
                else (f"In layer {each.layer}, {self.explanation.layers[each.layer]}: ")
            )
            layer = each.layer
            changes = ". ".join(self.change_words(change) for change in each.changes)
            done = changes or "It changes nothing"
            waits = " ".join(
                sentence.text for sentence in stage.told if "waited for" in sentence.text
            )
            yield f"{where}{stage.source}. {done}. {waits}".strip()
        for sentence in self.idle(trace):
            yield f"Not applied: {sentence.text}"
        yield from (f"State-based action: {text}." for text in trace.state_based)
        yield "So in the end: " + "; ".join(self.ends()) + "."

    def ends(self) -> Iterator[str]:
        gone = set(self.explanation.answer.gone)
        for seen in self.explanation.answer.objects:
            if seen.handle in gone:
                yield f"{seen.handle} is gone"
            elif seen.zone == "battlefield":
                types = " ".join(in_order(seen.types)).lower()
                yield f"{seen.handle} is {_a(box(seen) + ' ' + types if box(seen) else types)}"

    def change_words(self, change: Changed) -> str:
        """One change as a sentence."""
        if change.what == "abilities":
            seen = self.seen.get(change.handle)
            before, after = parts(change.before), parts(change.after)
            gained = [spoken(text_of(each, self.words), seen) for each in subtract(after, before)]
            lost = [spoken(text_of(each, self.words), seen) for each in subtract(before, after)]
            phrases = [f"gains {_quoted(gained)}"] if gained else []
            phrases += (
                [f"loses {_quoted(lost)}" if after or len(lost) < 2 else "loses all abilities"]
                if lost
                else []
            )
            return (
                f"{change.handle} {' and '.join(phrases) or 'keeps its abilities in another order'}"
            )
        if change.what == "power/toughness":
            return f"{change.handle} is {change.after or 'without power and toughness'}"
        if change.what == "controller":
            return f"{change.handle} is {_SIDES.get(change.after, change.after)}"
        if change.what == "colors":
            named = [_COLORS.get(letter, letter) for letter in _listed(change.after)]
            return f"{change.handle} is {' and '.join(named) or 'colourless'}"
        if change.what == "name":
            return f"{change.handle} is called {change.after}"
        return f"{change.handle} is {' '.join(_words(change.after)) or f'without {change.what}'}"


_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def text_of_seen(seen: Seen, words: Words) -> list[str]:
    """The abilities of an object as the trace has them: as text, in their order."""
    from striate.queries.showing import ability_words

    return [ability_words(ability, words) for ability in seen.abilities]


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text.rstrip('.')}”" if " " in text else text.lower() for text in texts)


def _a(words: str) -> str:
    return f"an {words}" if words[:1] in "aeiou8" else f"a {words}"


def _in(one: Applied | NotApplied, other: Applied) -> bool:
    return not isinstance(one, Applied) or one.layer == other.layer


def _value(trace: Trace, handle: str, what: str, place: int, last: str) -> str:
    """A characteristic after the effect at that place, from the changes around it."""
    first: str | None = None
    value: str | None = None
    for number, each in enumerate(trace.applied):
        for change in each.changes:
            if change.handle == handle and change.what == what:
                first = change.before if first is None else first
                value = change.after if number <= place else value
    if value is not None:
        return value
    return last if first is None else first


def _listed(value: str) -> list[str]:
    return [each for each in value.split(", ") if each and each not in ("None", "None/None")]


def _words(value: str) -> list[str]:
    """Types in the order of a type line."""
    return list(in_order(_listed(value)))


def _pair(before: str, after: str) -> tuple[Part, ...]:
    """A value, with the one before where it is another."""
    if before == after:
        return (Part(after),) if after else ()
    lost = (Part(before, "lost"),) if before else ()
    return (*lost, Part(after or "none", "new"))


def _compared(before: Sequence[str], after: Sequence[str]) -> Iterator[Part]:
    return (Part(text, mark) for text, mark in compared(after, before))


def _lost_partners(here: Sequence[Applied], ghosts: Sequence[NotApplied]) -> list[NotApplied]:
    """Effects that stood in a loop with one of the layer and then were no more."""
    abilities = {(each.source, each.ability) for each in here}
    abilities |= {(each.source, each.ability) for each in ghosts}
    partners = dict.fromkeys((wait.source, wait.on) for each in here for wait in each.loop)
    return [NotApplied(source, on, "") for source, on in partners if (source, on) not in abilities]


def _arrows(rows: Sequence[Applied | NotApplied]) -> Iterator[Arrow]:
    """What waits for what among the effects of a layer, by their places."""
    places = {(row.source, row.ability): place for place, row in enumerate(rows)}
    drawn: set[tuple[int, int]] = set()
    for start, row in enumerate(rows):
        waits = [(wait, False) for wait in row.waited]
        if isinstance(row, Applied):
            waits += [(wait, True) for wait in row.loop]
        for wait, loop in waits:
            end = places.get((wait.source, wait.on))
            if end is None or end == start or (start, end) in drawn:
                continue
            drawn.add((start, end))
            yield Arrow(start, end, loop, _WHY.get(wait.clause, ""))
