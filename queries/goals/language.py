"""The goal language: what somebody wants to see, as people say it, read into a `Goal`.

goal        := demand (("and" | "while" | "," | ";") demand)*  |  Scryfall terms (see `terms`)
demand      := subject claims
subject     := [count] ("leveler" | a card's name | description+) [whose]
claims      := group ([","] ["and" | "but"] (group | modifier | more of the same))*
group       := ("is" | "are" | "becomes" | "ends" ["up"] ["as"]) ["not"] (what | modifier)
             | ("has" | "have") having | ("lacks" | "doesn't have") having
modifier    := "with" having | "without" having | "named" name | "under" whose "control"
what        := one ("or" one)*
one         := ["a"] description+      description: a type, a colour, "2/2", "4/4 or bigger", ...
having      := ["no"] (keyword | "abilities" | stat comparison | counters | "rules text")
whose       := "you control" | "your opponent controls"

A card's name is the longest one after which a claim begins. All claims speak of how an object is in
the end; a card's name as the subject speaks of what is printed.
"""

from typing import TypeAlias

from striate.boards.errors import COMPARED, meant
from striate.cards import tree
from striate.cards.tree import Filter, Not
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Cards, Group
from striate.queries.goals.having import Having
from striate.queries.goals.terms import goal_from_terms, has_terms
from striate.queries.goals.tokens import GoalError
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal, HasText, Leveler

_Subject: TypeAlias = CardNamed | Leveler | AnyObject
_IS = frozenset({"is", "are", "becomes", "become", "ends", "end"})
_HAS = frozenset({"has", "have"})
_LACKS = frozenset({"lacks", "lack"})
_NOT = frozenset({"isn't", "aren't"})
_DOES = frozenset({"does", "do"})
_DONT = frozenset({"doesn't", "don't"})
_VERBS = _IS | _HAS | _LACKS | _NOT | _DOES | _DONT
_LEVELERS = frozenset({"leveler", "levelers", "leveller", "levellers"})
_OPPONENT = frozenset({"opponent", "opponent's", "opponents"})


def read_goal(text: str, cards: Cards) -> Goal:
    """The goal that the text says; a `GoalError` that points at the word otherwise."""
    if not text.strip():
        raise GoalError(text, 0, 1, "a goal such as `leveler ends as 1/1 with flying`")
    if has_terms(text):
        return goal_from_terms(text, cards)
    return _Reader(text, cards).goal()


class _Reader(Having):
    """Reads a whole goal; the rest of the grammar is in the classes that this one extends."""

    unknown_subject = -1

    def goal(self) -> Goal:
        demands: list[Demand] = []
        at = 0
        while True:
            read = self.demand(at)
            if read is None:
                raise self.error()
            demand, at = read
            demands.append(demand)
            if at >= len(self.tokens) or (self.key(at) == "." and at + 1 == len(self.tokens)):
                return Goal(tuple(demands), self.text)
            after = self.joined(at)
            if after == at:
                self.misses.miss(at, "`and` with a further demand")
                raise self.error()
            at = after

    def joined(self, at: int) -> int:
        """Past the words that join demands."""
        while self.key(at) in (",", ";", "and", "while"):
            at += 1
        return at

    def error(self) -> GoalError:
        error = self.misses.error()
        if self.misses.place == self.unknown_subject:
            text = self.text[error.start : self.subject_end(error.start)].strip()
            names = [name for name in self.cards.suggest(text) if len(text) <= COMPARED]
            error.hint = meant([*names[:3], *error.meant_words])
        return error

    def subject_end(self, start: int) -> int:
        """Where the words that should be a subject end: before a verb, or with the goal."""
        for token in self.tokens:
            if token.start > start and token.key in _VERBS:
                return token.start
        return len(self.text)

    def demand(self, at: int) -> tuple[Demand, int] | None:
        for subject, count, after in self.subjects(at):
            extra, after = self.whose(after)
            read = self.claims(after)
            if read is not None:
                claims, end = read
                return Demand(subject, (*extra, *claims), count), end
        return None

    def subjects(self, at: int) -> list[tuple[_Subject, int, int]]:
        """Every way to read a subject here, the longest names first."""
        count, start = self.count(at)
        found: list[tuple[_Subject, int, int]] = []
        if self.key(start) in _LEVELERS:
            found.append((Leveler(), count, start + 1))
        for begin in dict.fromkeys((at, start)):
            # A card's name may begin with an article or a number of its own.
            many = count if begin == start else 1
            for name, end in self.names(begin, many > 1):
                if self.key(end) in _VERBS or self.at_whose(end):
                    found.append((CardNamed(name), many, end))
                else:
                    self.misses.miss(end, "`is`, `ends as`, `has`, `lacks`", _VERBS)
        before = self.misses.copy()
        read = self.description(start)
        if read is not None:
            found.append((AnyObject(read[0]), count, read[1]))
        if not found:
            self.misses = before
            self.unknown_subject = start
            expected = "a card's name, `leveler`, or what it is (`a creature`)"
            self.misses.miss(start, expected, (*goalwords.suggested(), "leveler"))
        return found

    def count(self, at: int) -> tuple[int, int]:
        key = self.key(at)
        if key in goalwords.ARTICLES:
            return 1, at + 1
        if key.isdecimal() and 0 < int(key) <= 20:
            return int(key), at + 1
        if goalwords.NUMBERS.get(key, 0) > 0:
            return goalwords.NUMBERS[key], at + 1
        return 1, at

    def claims(self, at: int) -> tuple[tuple[Claim, ...], int] | None:
        read = self.group(at)
        if read is None:
            return None
        claims, at, negated = read
        found = list(claims)
        while True:
            after = at
            while self.key(after) in (",", "and", "but"):
                after += 1
            if after > at and self.starts_demand(after):
                break
            more = self.group(after, first=False) or self.modifier(after)
            if more is None and after > at:
                more = self.more(after, negated)
            if more is None:
                break
            claims, at, again = more
            negated = again or negated
            found += claims
        return tuple(found), at

    def starts_demand(self, at: int) -> bool:
        """Whether a subject with a verb after it begins here."""
        before, unknown = self.misses.copy(), self.unknown_subject
        found = any(self.key(self.whose(after)[1]) in _VERBS for _, _, after in self.subjects(at))
        self.misses, self.unknown_subject = before, unknown
        return found

    def group(self, at: int, first: bool = True) -> Group | None:
        """A verb with what it says; the third part is the kind, for `more`."""
        key = self.key(at)
        if key in _IS | _NOT:
            return self.being(at + 1, key)
        if key in _HAS:
            return self.possession(at + 1, "having")
        if key in _LACKS:
            return self.possession(at + 1, "lacking")
        following = self.words(at + 1, 2), self.key(at + 1)
        if key in _DOES and following[0] == "not have":
            return self.possession(at + 3, "lacking")
        if key in _DONT and following[1] == "have":
            return self.possession(at + 2, "lacking")
        if first:
            self.misses.miss(at, "`is`, `ends as`, `has`, `lacks`", _VERBS)
        return None

    def being(self, at: int, verb: str) -> Group | None:
        if verb in ("ends", "end"):
            at += self.key(at) == "up"
            at += self.key(at) == "as"
        at += self.key(at) in ("also", "still")
        negated = verb in _NOT
        if self.key(at) in ("not", "never", "no"):
            negated, at = True, at + 1
        modified = self.modifier(at)
        if modified is not None:
            claims, end, kind = modified
            return (self.denied(claims), end, "not being") if negated else (claims, end, kind)
        read = self.what(at)
        if read is None:
            return None
        filter, end = read
        if negated:
            return [Not(filter)], end, "not being"
        return self.parts(filter), end, "being"

    @staticmethod
    def parts(filter: Filter) -> list[Claim]:
        """The parts of a conjunction are claims of their own."""
        if isinstance(filter, tree.AllOf):
            return [claim for part in filter.parts for claim in _Reader.parts(part)]
        return [filter]

    @staticmethod
    def denied(claims: list[Claim]) -> list[Claim]:
        filters = [claim for claim in claims if not isinstance(claim, HasText)]
        if len(filters) == len(claims):
            return [goalwords.opposite(goalwords.both(filters))]
        return [HasText(c.ability, not c.negated) if isinstance(c, HasText) else Not(c)
                for c in claims]  # fmt: skip

    def more(self, at: int, kind: str) -> Group | None:
        """Another item of the list that the last verb began."""
        if kind == "not being":
            if self.what(at) is not None:
                # "is not black and white" could mean two things.
                word = self.tokens[at]
                raise GoalError(self.text, word.start, word.end, "`is` or `is not` before it")
            return None
        if kind in ("having", "lacking"):
            read = self.possession(at, kind)
            if read is not None:
                return read
        what = self.what(at)
        if what is None:
            return None
        return self.parts(what[0]), what[1], "being"

    def modifier(self, at: int) -> Group | None:
        key = self.key(at)
        if key == "with":
            return self.possession(at + 1, "having")
        if key == "without":
            return self.possession(at + 1, "lacking")
        if key in ("named", "called"):
            return self.name_claim(at + 1)
        if key in ("under", "controlled"):
            return self.control(at)
        if key in ("yours", "your"):
            if self.key(at + 1) in _OPPONENT:
                return [tree.ControlledBy("opponent")], at + 2, "being"
            return [tree.ControlledBy("you")], at + 1, "being"
        return None

    def control(self, at: int) -> Group | None:
        by = self.key(at) == "controlled"
        at += 1 + (by and self.key(at + 1) == "by")
        seat: tree.Player = "you"
        start = at
        at += self.key(at) in ("your", "an", "the", "my")
        if self.key(at) in _OPPONENT:
            seat, at = "opponent", at + 1
        elif by and at == start and self.key(at) in ("you", "me"):
            at += 1
        elif by or at == start:
            self.misses.miss(at, "`your control` or `your opponent's control`")
            return None
        if not by and self.key(at) == "control":
            at += 1
        return [tree.ControlledBy(seat)], at, "being"

    def at_whose(self, at: int) -> bool:
        return self.whose(at)[1] > at

    def whose(self, at: int) -> tuple[list[Claim], int]:
        """ "you control", "your opponent controls" after a subject."""
        if self.words(at, 2) in ("you control", "i control"):
            return [tree.ControlledBy("you")], at + 2
        start = at
        at += self.key(at) in ("your", "an", "the", "my")
        if self.key(at) in _OPPONENT and self.key(at + 1) in ("controls", "control"):
            return [tree.ControlledBy("opponent")], at + 2
        return [], start
