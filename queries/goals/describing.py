"""Reading what an object is: names, types, colours, power and toughness (see `language`)."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias, TypeVar

from striate.cards import tree
from striate.cards.names import fold
from striate.cards.tree import Card, Filter, Not
from striate.queries.goals import words as goalwords
from striate.queries.goals.tokens import GoalError, Misses, Token, tokens_of
from striate.search.goals import Claim, HasText

_LONGEST_NAME = 16  # words of a card's name

_Value = TypeVar("_Value")

# Claims, the place after them, and what kind of list could go on there.
Group: TypeAlias = tuple[list[Claim], int, str]


class Cards(Protocol):
    """Where names are looked up: a `striate.cards.catalogue.store.Catalogue` or the like."""

    def card(self, name: str) -> Card | None: ...

    def suggest(self, name: str) -> list[str]: ...


class Describing:
    """Reads parts of a goal from its tokens; each method gives what it read and the place after."""

    def __init__(self, text: str, cards: Cards) -> None:
        self.text = text
        self.cards = cards
        self.tokens: list[Token] = tokens_of(text)
        self.misses = Misses(text, self.tokens)

    def key(self, at: int) -> str:
        return self.tokens[at].key if at < len(self.tokens) else ""

    def words(self, at: int, number: int) -> str:
        """So many words as one text; "" where there are not so many."""
        if at + number > len(self.tokens):
            return ""
        return " ".join(token.key for token in self.tokens[at : at + number])

    def looked_up(
        self, at: int, table: Mapping[str, _Value], longest: int
    ) -> tuple[_Value, int] | None:
        """The longest entry of a table that stands here."""
        for number in range(longest, 0, -1):
            words = self.words(at, number)
            if words and words in table:
                return table[words], at + number
        return None

    def names(self, at: int, plural: bool = False) -> list[tuple[str, int]]:
        """The cards' names that begin here, the longest first."""
        if at >= len(self.tokens):
            return []
        start = self.tokens[at].start
        found = []
        for number in range(min(_LONGEST_NAME, len(self.tokens) - at), 0, -1):
            last = self.tokens[at + number - 1]
            if last.key in (",", ";", ".", "("):
                continue
            text = self.text[start : last.end].strip('"')
            name = self.named(text) or (plural and text.endswith("s") and self.named(text[:-1]))
            if name:
                found.append((name, at + number))
        return found

    def named(self, text: str) -> str:
        """The name that a card's name in a goal stands for; "" where no card has it."""
        card = self.cards.card(text)
        if card is None:
            return ""
        front = card.faces[0].name
        if fold(text) in (fold(card.name), fold(front)) or card.layout in ("split", "flip"):
            return front if len(card.faces) > 1 else card.name
        start = self.text.find(text)
        raise GoalError(
            self.text, start, start + len(text), f"the name of a front face, as `{front}`"
        )

    def name_claim(self, at: int) -> Group | None:
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is not None and token.text.startswith('"'):
            return [tree.Named(token.text.strip('"'))], at + 1, "being"
        for name, end in self.names(at):
            return [tree.Named(name)], end, "being"
        self.misses.miss(at, "a card's name")
        return None

    def what(self, at: int) -> tuple[Filter, int] | None:
        """One description, or several with "or" between them."""
        read = self.one(at)
        if read is None:
            return None
        parts, at = [read[0]], read[1]
        while self.key(at) == "or":
            more = self.one(at + 1)
            if more is None:
                return None
            parts, at = [*parts, more[0]], more[1]
        return goalwords.either(parts), at

    def one(self, at: int) -> tuple[Filter, int] | None:
        if self.key(at) in goalwords.ARTICLES:
            at += 1
        if self.key(at) in ("named", "called"):
            named = self.name_claim(at + 1)
            if named is None or isinstance(named[0][0], HasText):
                return None
            return named[0][0], named[1]
        return self.description(at)

    def description(self, at: int) -> tuple[Filter, int] | None:
        """Words one after the other that all hold: "black 2/2 Merfolk creature"."""
        parts: list[Filter] = []
        while True:
            read = self.word(at)
            if read is None:
                break
            parts, at = [*parts, read[0]], read[1]
        return (goalwords.both(parts), at) if parts else None

    def word(self, at: int) -> tuple[Filter, int] | None:
        table = goalwords.descriptions()
        box = self.box(at)
        if box is not None:
            return box
        found = self.looked_up(at, table, 3)
        if found is not None:
            return found
        key = self.key(at)
        for prefix in ("non-", "non"):
            if key.startswith(prefix) and key[len(prefix) :] in table:
                return Not(table[key[len(prefix) :]]), at + 1
        self.misses.miss(
            at, "a type, a colour, power and toughness as `2/2`", goalwords.suggested()
        )
        return None

    def box(self, at: int) -> tuple[Filter, int] | None:
        """ "2/2", "4/4 or bigger", "at least 4/4"."""
        before = self.looked_up(at, goalwords.COMPARISONS, 6)
        op, place = before if before is not None else ("=", at)
        power, slash, toughness = self.key(place).partition("/")
        if not slash or not power.lstrip("-").isdecimal() or not toughness.lstrip("-").isdecimal():
            return None
        place += 1
        after = self.looked_up(place, goalwords.ENDINGS, 2)
        if before is None and after is not None:
            op, place = after
        filter = goalwords.box(int(power), int(toughness), op)
        if op == "!=":
            filter = Not(goalwords.box(int(power), int(toughness)))
        return filter, place
