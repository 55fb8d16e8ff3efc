"""The goal language: what somebody wants to see, as people say it, read into a `Goal`.

goal        := demand (("and" | "while" | "," | ";") demand)*  |  Scryfall terms (see `goalterms`)
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

from collections.abc import Mapping
from typing import Protocol, TypeAlias, TypeVar

from striate.cards import tree
from striate.cards.names import fold
from striate.cards.tree import Card, Filter, Not
from striate.queries import goalwords
from striate.queries.goalterms import goal_from_terms, has_terms
from striate.queries.goaltokens import GoalError, Misses, Token, tokens_of
from striate.queries.goaltree import AnyObject, CardNamed, Claim, Demand, Goal, HasText, Leveler

_Value = TypeVar("_Value")

Subject: TypeAlias = CardNamed | Leveler | AnyObject
LONGEST_NAME = 16  # words of a card's name

_IS = frozenset({"is", "are", "becomes", "become", "ends", "end"})
_HAS = frozenset({"has", "have"})
_LACKS = frozenset({"lacks", "lack"})
_NOT = frozenset({"isn't", "aren't"})
_DOES = frozenset({"does", "do"})
_DONT = frozenset({"doesn't", "don't"})
VERBS = _IS | _HAS | _LACKS | _NOT | _DOES | _DONT
_LEVELERS = frozenset({"leveler", "levelers", "leveller", "levellers"})
_OPPONENT = frozenset({"opponent", "opponent's", "opponents"})


class Cards(Protocol):
    """Where names are looked up: a `striate.cards.catalogue.Catalogue` or the like."""

    def card(self, name: str) -> Card | None: ...

    def suggest(self, name: str) -> list[str]: ...


def read_goal(text: str, cards: Cards) -> Goal:
    """The goal that the text says; a `GoalError` that points at the word otherwise."""
    if not text.strip():
        raise GoalError(text, 0, 1, "a goal such as `leveler ends as 1/1 with flying`")
    if has_terms(text):
        return goal_from_terms(text, cards)
    return _Reader(text, cards).goal()


class _Reader:
    """Reads a goal from its tokens; each method gives what it read and the place after it."""

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

    # --- goals and demands --------------------------------------------------------------------------

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
        if not error.hint and self.misses.place == self.unknown_subject:
            near = self.cards.suggest(self.text[error.start : self.subject_end(error.start)])
            if near:
                error.hint = "did you mean " + " or ".join(f"`{name}`" for name in near[:3]) + "?"
        return error

    unknown_subject = -1

    def subject_end(self, start: int) -> int:
        """Where the words that should be a subject end: before a verb, or with the goal."""
        for token in self.tokens:
            if token.start > start and token.key in VERBS:
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

    def subjects(self, at: int) -> list[tuple[Subject, int, int]]:
        """Every way to read a subject here, the longest names first."""
        count, start = self.count(at)
        found: list[tuple[Subject, int, int]] = []
        if self.key(start) in _LEVELERS:
            found.append((Leveler(), count, start + 1))
        for begin in dict.fromkeys((at, start)):
            # A card's name may begin with an article or a number of its own.
            many = count if begin == start else 1
            for name, end in self.names(begin, many > 1):
                if self.key(end) in VERBS or self.at_whose(end):
                    found.append((CardNamed(name), many, end))
        before = self.misses.copy()
        read = self.description(start)
        if read is not None:
            found.append((AnyObject(read[0]), count, read[1]))
        if not found:
            self.misses = before
            self.unknown_subject = start
            expected = "a card's name, `leveler`, or what it is (`a creature`)"
            self.misses.miss(start, expected, (*goalwords.descriptions(), *_LEVELERS))
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

    def names(self, at: int, plural: bool = False) -> list[tuple[str, int]]:
        """The cards' names that begin here, the longest first."""
        if at >= len(self.tokens):
            return []
        start = self.tokens[at].start
        found = []
        for number in range(min(LONGEST_NAME, len(self.tokens) - at), 0, -1):
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

    # --- claims -----------------------------------------------------------------------------------------

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
        found = any(self.key(self.whose(after)[1]) in VERBS for _, _, after in self.subjects(at))
        self.misses, self.unknown_subject = before, unknown
        return found

    Group: TypeAlias = tuple[list[Claim], int, str]

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
            self.misses.miss(at, "`is`, `ends as`, `has`, `lacks`", VERBS)
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
            return [Not(goalwords.both(filters))]
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
            seat = "opponent" if self.key(at + 1) in _OPPONENT else "you"
            return [tree.ControlledBy(seat)], at + 1 + (seat == "opponent"), "being"
        return None

    def name_claim(self, at: int) -> Group | None:
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is not None and token.text.startswith('"'):
            return [tree.Named(token.text.strip('"'))], at + 1, "being"
        for name, end in self.names(at):
            return [tree.Named(name)], end, "being"
        self.misses.miss(at, "a card's name")
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

    # --- what an object is --------------------------------------------------------------------------------

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
        self.misses.miss(at, "a type, a colour, power and toughness as `2/2`", table)
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

    # --- what an object has -------------------------------------------------------------------------------

    def possession(self, at: int, kind: str) -> Group | None:
        read = self.having(at)
        if read is None:
            return None
        claims, end = read
        if kind == "having":
            return claims, end, kind
        denied: list[Claim] = [
            HasText(c.ability, not c.negated) if isinstance(c, HasText) else Not(c) for c in claims
        ]
        return denied, end, kind

    def having(self, at: int) -> tuple[list[Claim], int] | None:
        """One thing that it has, or "no" such thing."""
        if self.key(at) == "no":
            read = self.item(at + 1)
            if read is None:
                return None
            claim, end = read
            if isinstance(claim, HasText):
                return [HasText(claim.ability, not claim.negated)], end
            return [Not(claim) if not isinstance(claim, Not) else claim.part], end
        stats = self.stats(at)
        if stats is not None:
            return stats
        one = self.item(at)
        return None if one is None else ([one[0]], one[1])

    def item(self, at: int) -> tuple[Claim, int] | None:
        if self.key(at) in ("abilities", "ability"):
            return Not(tree.HasNoAbilities()), at + 1
        keyword = self.looked_up(at, goalwords.keywords(), 4)
        counters = self.counters(at)
        if counters is not None:
            return counters
        text = self.rules_text(at, keyword[1] if keyword is not None else at)
        if text is not None:
            return text
        if keyword is not None:
            return keyword
        known = (*goalwords.keywords(), "abilities", *goalwords.STATS)
        self.misses.miss(
            at, 'a keyword, `power`, `toughness`, counters, `no abilities` or "rules text"', known
        )
        return None

    def rules_text(self, at: int, least: int) -> tuple[HasText, int] | None:
        """A text between quotation marks, or a keyword with its parameter ("ward {2}")."""
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        quoted = token.text.startswith('"') and len(token.text) > 2
        if not quoted and self.key(at) not in _PARAMETERS:
            return None
        from striate.cards.language import is_understood, parse_abilities

        if quoted:
            abilities = parse_abilities(token.text.strip('"'))
            if len(abilities) != 1:
                raise GoalError(self.text, token.start, token.end, "the text of one ability")
            return HasText(abilities[0]), at + 1
        for end in range(min(len(self.tokens), at + 8), least, -1):
            text = self.text[token.start : self.tokens[end - 1].end]
            abilities = parse_abilities(text)
            if len(abilities) == 1 and isinstance(abilities[0], tree.Keyword):
                if is_understood(abilities[0]):
                    return HasText(abilities[0]), end
        return None

    def counters(self, at: int) -> tuple[Claim, int] | None:
        """ "two +1/+1 counters", "a level counter", "level counters"."""
        start = at
        key = self.key(at)
        number = int(key) if key.isdecimal() else goalwords.NUMBERS.get(key)
        at += number is not None
        op: tree.Comparator = ">="
        after = self.looked_up(at, goalwords.ENDINGS, 2)
        if number is not None and after is not None:
            op, at = after
        for words in (1, 2, 3):
            if self.key(at + words) in ("counter", "counters"):
                kind = self.words(at, words)
                return tree.HasCounter(kind, op, 1 if number is None else number), at + words + 1
        if number is not None and self.key(at) in ("counter", "counters"):
            return tree.HasCounter(None, op, number), at + 1
        if number is not None and at > start:
            self.misses.miss(at, "a kind of counter with `counters`")
        return None

    def stats(self, at: int) -> tuple[list[Claim], int] | None:
        """ "power greater than toughness", "power and toughness 3", "mana value at most 2"."""
        found = self.looked_up(at, goalwords.STATS, 3)
        if found is None:
            return None
        stats, at = [found[0]], found[1]
        if self.key(at) == "and":
            second = self.looked_up(at + 1, goalwords.STATS, 3)
            if second is not None:
                stats, at = [*stats, second[0]], second[1]
        at += self.key(at) in ("of", "each", "both")
        comparison = self.looked_up(at, goalwords.COMPARISONS, 6)
        op, at = comparison if comparison is not None else ("=", at)
        right = self.right_side(at)
        if right is None:
            expected = "a number, `greater than`, `at least` or the like"
            self.misses.miss(at, expected, goalwords.COMPARISONS)
            return None
        value, at = right
        after = self.looked_up(at, goalwords.ENDINGS, 2)
        if comparison is None and after is not None and isinstance(value, int):
            op, at = after
        return [goalwords.stat_against(stat, op, value) for stat in stats], at

    def right_side(self, at: int) -> tuple[tree.Stat | int, int] | None:
        at += self.key(at) in ("its", "the", "their")
        key = self.key(at)
        if key.lstrip("-").isdecimal():
            return int(key), at + 1
        if key in goalwords.NUMBERS and key not in ("a", "an", "no"):
            return goalwords.NUMBERS[key], at + 1
        return self.looked_up(at, goalwords.STATS, 3)


# Keywords whose parameter is part of what is asked for.
_PARAMETERS = frozenset(
    {"protection", "ward", "hexproof", "cycling", "equip", "crew", "bushido", "annihilator",
     "affinity", "plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk", "enchant",
     "toxic", "morph", "flashback"}
)  # fmt: skip
