"""Reading whom a goal speaks of: "two black creatures with flying that my opponent controls"."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from striate.cards import tree
from striate.cards.vocabulary import FORMS, plural
from striate.queries.goals import verbs
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import Having, flat
from striate.queries.goals.tokens import Misses
from striate.search.goals import AnyObject, CardNamed, Claim, Leveler

_Subject: TypeAlias = CardNamed | Leveler | AnyObject
_LEVELERS = frozenset({"leveler", "levelers", "leveller", "levellers"})
_OPPONENT = frozenset({"opponent", "opponent's", "opponents", "opponents'", "opponent’s", "enemy"})
_ALL = frozenset({"all", "every", "each", "all of", "all the", "all of the"})
_NONE = frozenset({"no", "none of the", "none of", "not one of", "not one of the"})
_ASKING = frozenset({"which", "what"})
_CONTROLLING = ("control", "controls", "has control of", "have control of")
_MOST_WORDS = 8  # before a card's name
_SPEAKER = frozenset({"your", "an", "the", "my"})


@dataclass(frozen=True)
class Spoken:
    """A subject as it was read: what, how many, what is said of it so far, and the place after.

    `every`: it speaks of all such objects; `none`: what follows is denied of each of them.
    `bare`: it can stand without a verb.
    """

    subject: _Subject
    end: int
    count: int = 1
    claims: tuple[Claim, ...] = ()
    every: bool = False
    none: bool = False
    bare: bool = False


class Subjects(Having):
    """Reads subjects; `claims` of `language` reads what a relative clause says."""

    unknown_subject = -1
    opened = False  # a question or a wish: the verb may stand elsewhere

    def relative(self, at: int) -> Group | None:
        """What follows "that": claims, as of a sentence."""
        raise NotImplementedError

    def subjects(self, at: int) -> list[Spoken]:
        """Every way to read a subject here, the longest names first."""
        frame, start = self.how_many(at)
        found = [self.tailed(each) for each in self.heads(at, start, frame)]
        if not found:
            self.unknown_subject = start
            expected = "a card's name, `leveler`, or what it is (`a creature`)"
            self.misses.miss(start, expected, (*goalwords.suggested(), "leveler"))
        return found

    def how_many(self, at: int) -> tuple[Spoken, int]:
        """The number, and whose: "two", "at least two", "all my", "my opponent's"."""
        frame = Spoken(AnyObject(tree.AllOf()), at)
        if self.key(at) in ("everything", "nothing"):
            return replace(frame, every=True, none=self.key(at) == "nothing"), at
        holder, after = self.holder(at)
        if after > at:
            inner, end = self.how_many(after)
            if not inner.every and not inner.claims:
                return replace(inner, claims=tuple(holder), bare=True), end
        for words, field in ((_ALL, "every"), (_NONE, "none")):
            after = self.phrase(at, words, 4)
            if after > at:
                owner, after = self.owner(after)
                more = {"every": True, field: True, "claims": tuple(owner)}
                return replace(frame, **more), after  # type: ignore[arg-type]  # fields by name
        after = self.phrase(at, frozenset({"at least", "any", "some", "one of"}))
        plain = after == at
        owner, after = self.owner(after)
        if owner and plain:
            frame = replace(frame, end=after)  # "my creatures are …" speaks of all of them
        if not owner:
            count, after = self.count(after)
            frame = replace(frame, count=count)
            if count > 1:
                after = self.phrase(after, frozenset({"copies of"}))
            owner, after = self.owner(after)
        return replace(frame, claims=tuple(owner)), after

    def count(self, at: int) -> tuple[int, int]:
        key = self.key(at)
        two = self.phrase(at, frozenset({"a pair of", "a couple of", "both", "both of"}))
        if two > at:
            return 2, two
        if key in goalwords.ARTICLES:
            return 1, at + 1
        if key.isdecimal() and 0 < int(key) <= 20:
            return int(key), at + 1
        if goalwords.NUMBERS.get(key, 0) in range(1, 21):
            return goalwords.NUMBERS[key], at + 1
        return 1, at

    def holder(self, at: int) -> tuple[list[Claim], int]:
        """ "I control", "my opponent controls" before what is controlled."""
        start = at
        seat: tree.Player = "you"
        if self.key(at) in ("i", "you"):
            at += 1
        else:
            owner, at = self.owner(at)
            if owner != [tree.ControlledBy("opponent")]:
                return [], start
            seat = "opponent"
        after = self.phrase(at, frozenset(_CONTROLLING))
        return ([tree.ControlledBy(seat)], after) if after > at else ([], start)

    def owner(self, at: int) -> tuple[list[Claim], int]:
        """ "my", "my opponent's" before a noun."""
        start = at
        at += self.key(at) in _SPEAKER
        if self.key(at) in _OPPONENT:
            # "opponents'": the sign stands alone
            return [tree.ControlledBy("opponent")], at + 1 + (self.key(at + 1) in ("'", "’"))
        if self.key(start) in ("my", "your"):
            return [tree.ControlledBy("you")], start + 1
        return [], start

    def heads(self, at: int, start: int, frame: Spoken) -> list[Spoken]:
        found: list[Spoken] = []
        if frame.none and self.key(start) == "nothing":
            return [replace(frame, end=start + 1)]
        if self.key(start) in _LEVELERS:
            found.append(replace(frame, subject=Leveler(), end=start + 1, bare=True))
        found += self.said_cards(start, frame)
        for begin in dict.fromkeys((at, start)):
            # A card's name may begin with an article or a number of its own.
            here = frame if begin == start else Spoken(frame.subject, begin)
            for name, end in self.names(begin, here.count > 1 or here.every):
                if self.goes_on(end) or (here.bare and self.key(end) in ("", ",", "and")):
                    found.append(replace(here, subject=CardNamed(name), end=end))
                else:
                    self.misses.miss(end, "`is`, `ends as`, `has`, `lacks`", verbs.VERBS)
        before = self.misses.copy()
        read = self.description(start)
        if read is not None:
            found += self.described(read, start, frame)
        if not found:
            self.misses = before
        return found

    def said_cards(self, start: int, frame: Spoken) -> list[Spoken]:
        """ "the card Forest", "a card named Forest": what is printed, whatever it is called."""
        if self.key(start) not in ("card", "cards"):
            return []
        at = start + 1 + (self.key(start + 1) in ("named", "called"))
        quoted = at < len(self.tokens) and self.tokens[at].text.startswith('"')
        if quoted and (name := self.named(self.tokens[at].text.strip('"'))):
            return [replace(frame, subject=CardNamed(name), end=at + 1, bare=True)]
        return [
            replace(frame, subject=CardNamed(name), end=end, bare=True)
            for name, end in self.names(at)
        ]

    def described(self, read: tuple[tree.Filter, int], start: int, frame: Spoken) -> list[Spoken]:
        """What it is; or words before a leveler or a card's name ("a 1/1 leveler")."""
        filter, end = read
        asked = self.key(start - 1) in _ASKING if start else False
        many = frame.every or (start == frame.end and not asked and self.is_plural(end))
        whole = replace(frame, subject=AnyObject(filter), end=end, every=many, bare=True)
        said = (*frame.claims, *flat(filter))
        if self.key(end) in _LEVELERS:
            leveler = Leveler()
            return [replace(frame, subject=leveler, end=end + 1, claims=said, bare=True), whole]
        return [*self.described_cards(start, end, frame), whole]

    def described_cards(self, start: int, end: int, frame: Spoken) -> list[Spoken]:
        """ "a blue Dryad Arbor": a card's name that reaches beyond the words that describe."""
        found = []
        for begin in range(start + 1, min(end, start + _MOST_WORDS) + 1):
            before = _Part(self, begin).description(start)
            if before is None or before[1] != begin:
                continue
            claims = (*frame.claims, *flat(before[0]))
            found += [
                replace(frame, subject=CardNamed(name), end=after, claims=claims, bare=True)
                for name, after in self.names(begin, frame.count > 1 or frame.every)
                if after > end and (self.goes_on(after) or after == len(self.tokens))
            ]
        return found

    def is_plural(self, end: int) -> bool:
        """Whether a subject without a number before it speaks of all: "creatures are black"."""
        if self.key(end) not in ("are", "have", "become", "lose", "gain", "aren't", "don't"):
            return False
        return self.key(end - 1) in _PLURALS

    def each_of_which(self, at: int) -> int:
        """Past "each of which" after several things: what follows is said of each anyway."""
        return self.phrase(at, frozenset({", each of which", "each of which", ", each", "each"}), 4)

    def goes_on(self, at: int) -> bool:
        """Whether what may follow a subject stands here."""
        return self.opened or bool(self.verb(at)[0]) or self.begins_tail(at)

    def begins_tail(self, at: int) -> bool:
        if self.key(at) in ("'s", "with", "without", "under", "controlled", *verbs.THAT):
            return True
        if self.words(at, 2) == "at level":
            return True
        return self.whose(at)[1] > at

    # --- what stands after a subject --------------------------------------------------------------

    def tailed(self, spoken: Spoken) -> Spoken:
        """With all that stands after it and belongs to it: "with flying", "that is not blue"."""
        at, claims = spoken.end, list(spoken.claims)
        while True:
            read = self.at_level(at, spoken) or self.tail(at)
            if read is None:
                break
            more, at = read
            claims += more
        bare = spoken.bare or at > spoken.end
        at = self.each_of_which(at)
        return replace(spoken, end=at, claims=tuple(claims), bare=bare)

    def at_level(self, at: int, spoken: Spoken) -> tuple[list[Claim], int] | None:
        """ "at level 7" of a leveler (711.2a)."""
        if self.words(at, 2) != "at level" or not self.is_leveler(spoken.subject):
            return None
        read = self.number(at + 2)
        return None if read is None else ([tree.HasCounter("level", ">=", read[0])], read[1])

    def is_leveler(self, subject: _Subject) -> bool:
        card = self.cards.card(subject.name) if isinstance(subject, CardNamed) else None
        return isinstance(subject, Leveler) or (card is not None and card.layout == "leveler")

    def tail(self, at: int) -> tuple[list[Claim], int] | None:
        whose, end = self.whose(at)
        if end > at:
            return whose, end
        if self.key(at) in verbs.THAT:
            whose, end = self.whose(at + 1)
            if end > at + 1:
                return whose, end
            read = self.relative(at if self.key(at).endswith(("'s", "'re")) else at + 1)
            return None if read is None else (read[0], read[1])
        if self.key(at) in ("with", "without", "having"):
            return self.accompanied(at)
        modified = self.modifier(at)
        return None if modified is None else (modified[0], modified[1])

    def accompanied(self, at: int) -> tuple[list[Claim], int] | None:
        """ "with flying and trample": all items of the list."""
        read = self.modifier(at)
        if read is None:
            return None
        claims, end, kind = read
        while True:
            after = self.phrase(end, frozenset({",", "and", ", and", "but"}))
            if after == end or self.verb(after)[0]:
                return claims, end
            before = self.misses.copy()
            more = self.modifier(after) or self.possession(after, kind)
            if more is None or self.begins_demand(after, more[1]):
                self.misses = before
                return claims, end
            claims, end = claims + more[0], more[1]

    def begins_demand(self, at: int, end: int) -> bool:
        """Whether words that read as an item are a further subject ("and Haste is …")."""
        return self.verb(end)[0] != "" and any(self.verb(e)[0] for _, e in self.names(at))

    def modifier(self, at: int) -> Group | None:
        key = self.key(at)
        if key in ("with", "having"):
            return self.possession(at + 1, "having")
        if key == "without":
            return self.possession(at + 1, "lacking")
        if key in ("named", "called"):
            return self.name_claim(at + 1)
        if key in ("under", "controlled"):
            return self.control(at)
        if key in ("yours", "mine", "your", "my"):
            if self.key(at + 1) in _OPPONENT:
                return [tree.ControlledBy("opponent")], at + 2, "being"
            if key in ("yours", "mine"):
                return [tree.ControlledBy("you")], at + 1, "being"
        return None

    def control(self, at: int) -> Group | None:
        by = self.key(at) == "controlled"
        at += 1 + (by and self.key(at + 1) == "by")
        seat: tree.Player = "you"
        start = at
        at += self.key(at) in _SPEAKER
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

    def whose(self, at: int) -> tuple[list[Claim], int]:
        """ "you control", "your opponent controls", "of mine" after a subject."""
        if self.words(at, 2) in ("you control", "i control", "of mine", "of yours"):
            return [tree.ControlledBy("you")], at + 2
        start = at
        of = self.key(at) == "of"
        at += of
        at += self.key(at) in _SPEAKER
        if self.key(at) in _OPPONENT and (of or self.key(at + 1) in ("controls", "control")):
            return [tree.ControlledBy("opponent")], at + (1 if of else 2)
        return [], start


class _Part(Having):
    """The words of a reader before a place."""

    def __init__(self, whole: Having, end: int) -> None:
        self.text, self.cards, self.looked = whole.text, whole.cards, whole.looked
        self.tokens = whole.tokens[:end]
        self.misses = Misses(self.text, self.tokens)


_PLURALS = frozenset({"everything", "everyone", *goalwords.NOUNS}) | frozenset(
    {form for forms in FORMS.values() for form, word in forms.items() if form != word.lower()}
    | {"things", "cards", "objects", "permanents"}
    | {plural(word).lower() for word in ("Creature", "Land", "Artifact", "Enchantment")}
)
