"""The goal language: what somebody wants to see, as people say it, read into a `Goal`.

A card's name is the longest one after which a claim begins. All claims speak of how an object is in
the end; a card's name as the subject speaks of what is printed. `docs/goals.md` tells it to
readers.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise, takewhile
from typing import Literal, TypeAlias

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.prose import bare_keyword
from striate.cards.tree import Filter, Not
from striate.cards.vocabulary import FAMILY_OF
from striate.cards.walking import any_node
from striate.queries.goals import mending, nearest
from striate.queries.goals import words as goalwords
from striate.queries.goals.claiming import Claims
from striate.queries.goals.describing import Cards
from striate.queries.goals.having import OF_ONE, names_choice
from striate.queries.goals.phrases import meant, openings
from striate.queries.goals.sense import as_printed, is_open, possible, with_compared
from striate.queries.goals.spoken import Spoken, as_called, besides, kind_of, some
from striate.queries.goals.subjects import EITHER, MANY_VERBS, STOPS, owned_at_first
from striate.queries.goals.terms import goal_from_terms, has_terms, in_terms
from striate.queries.goals.tokens import GoalError
from striate.search.goals import (
    ATTACHED,
    RELATIONS,
    Against,
    Alike,
    AnyObject,
    AsPrinted,
    CardNamed,
    Claim,
    Demand,
    Goal,
    GoalFilter,
    HasText,
    KindCount,
    OnlyAbilities,
    Subject,
    TapsFor,
    Total,
    as_filter,
    noun_of,
)
from striate.search.wellknown import longer_name

_QUOTED = re.compile('"[^"]*"')
# No board of a search makes such a number, and the circuit for it would be as large as it is.
_BEYOND_REASON = re.compile(r"(?<![\w,.])\d{5,}(?![\w,])")


_IN_A_ROW = 4  # so often a goal is said in other words; a row may fit its own sentence again


def read_goal(text: str, cards: Cards, left: int = _IN_A_ROW) -> Goal:
    """The goal that the text says; a `GoalError` that points at the word otherwise.

    `left`: so often it is still said in other words.
    """
    if not text.strip():
        raise GoalError(text, 0, 1, "a goal such as `leveler ends as 1/1 with flying`")
    great = _BEYOND_REASON.search(text)
    if great is not None:
        raise GoalError(text, great.start(), great.end(), "a number below 10,000")
    terms: GoalError | None = None
    if has_terms(text):
        try:
            return goal_from_terms(text, cards)
        except GoalError as error:
            terms = error  # "Grizzly Bears power<2" is a sentence
    bare = _QUOTED.sub("", text)
    for pattern, (expected,) in mending.rows_of("unclear"):
        if found := pattern.search(bare):
            raise GoalError(text, *(found.span() if bare == text else (0, len(text))), expected)
    reader = _Reader(text, cards)
    try:
        return with_compared(possible(as_printed(reader.goal(), cards)))
    except GoalError as error:
        if error.ambiguous:
            raise
        if written := in_terms(text):
            with suppress(GoalError):
                return replace(possible(goal_from_terms(written, cards)), text=text)
        unclear: GoalError | None = None
        meant = [
            mending.with_the_bearer(error, reader),
            *mending.with_what_is_there(text, cards),
            *mending.with_other_words(text),
        ]
        for claims in filter(None, meant if left else ()):
            try:
                return replace(read_goal(claims, cards, left - 1), text=text)
            except GoalError as other:
                unclear = unclear or (other if other.ambiguous else None)
        if unclear is not None:
            raise unclear from None
        if left < _IN_A_ROW:
            raise  # of what was said in other words no error is shown
        if not reader.is_understood(error.nearest):
            claims = mending.mended(error, reader, reader.is_understood)
            why = "" if claims else mending.hint(text)
            error.hint = why or error.hint
            error.nearest = claims if claims or why else nearest.sentence(error, reader.reread)
            if not error.nearest:
                error.hint = error.hint or mending.hint(text, sure=False)
        if left and error.nearest and _without_case(error.nearest) == _without_case(text):
            return replace(read_goal(error.nearest, cards, left - 1), text=text)
        error.left_out = nearest.left_out(text, error.nearest) if error.nearest else []
        raise terms or error from None


def _without_case(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?. ")


_ELSE = frozenset({"a", "an", "another", "other", "every", "each", "all", "different"})
_WHY_NOT = frozenset({"isn't", "aren't", "doesn't", "don't"})
_OTHERS = frozenset({"no other", "any other", "every other", "each other", "all other"})
_OF_EACH = frozenset({"both", "all", "each"})
_SAID_OF_ALL = _OF_EACH | MANY_VERBS
_AFTER_ONE = frozenset({",", "and", "nor"}) | _OF_EACH
_NOT_FINITE = frozenset({"as", "into", "to", "be", "being", "having", "lacking", "not", "never"})
_Summed: TypeAlias = tree.Stat | Literal["number"]


class _Reader(Claims):
    """Reads a whole goal; the rest of the grammar is in the classes that this one extends."""

    of_several = False  # the last demands speak of several objects
    parted = False  # of some of the last demands something was said
    thing: Spoken | None = None  # of which the last demand says only that it is there
    asked_not = False  # "why isn't Humility …?"
    holding: tuple[Claim, ...] = ()  # "I control a creature but no land": no land of mine

    def is_understood(self, text: str) -> bool:
        with suppress(GoalError):
            return bool(text) and bool(self.reread(text).demands)
        return False

    def reread(self, text: str) -> Goal:
        """Another text, with the names that were looked up for this one."""
        reader = _Reader(text, self.cards)
        reader.looked = self.looked
        return reader.goal()

    def goal(self) -> Goal:
        while self.tokens and self.tokens[-1].text in ("?", ".", "!"):
            self.tokens.pop()
        places = range(1, len(self.tokens))
        closing = (n for n in places if n < self.phrase(n, "<closing>") == len(self.tokens))
        del self.tokens[next(closing, len(self.tokens)) :]
        starts = openings([token.key for token in self.tokens])
        for at, self.brief in ((at, brief) for brief in (False, True) for at in starts):
            self.begun, self.opened = at, at > 0
            self.asked_not = at > 0 and self.key(at - 1) in _WHY_NOT
            demands = self.demands(at)
            if demands is not None:
                self.tell_apart(demands)
                return Goal(demands, self.text)
        raise self.misses.error()

    def tell_apart(self, demands: tuple[Demand, ...]) -> None:
        """ "Urborg" is a whole name, and how one that is better known begins."""
        for name in {each.subject.name for each in demands if isinstance(each.subject, CardNamed)}:
            first, longer = name.split(" ")[0].casefold(), longer_name(name)
            places = [n for n, each in enumerate(self.tokens) if longer and each.key == first]
            if places and not any(self.key(at - 1) == "card" for at in places):
                raise self.ambiguous(places[0], f"`the card {name}`, or `{longer}`")

    def demands(self, at: int) -> tuple[Demand, ...] | None:
        read_demands: list[Demand] = []
        holding: list[Claim] = []  # "I control a creature and a land": both
        self.parted, self.beside, first = False, None, at
        while True:
            claims = self.holder(at)[0]
            self.thing = None
            self.holding = tuple(holding) if self.key(at) in ("no", "nothing", "not") else ()
            self.before = tuple(read_demands)
            after_there = self.phrase(at, "<there is>")
            self.stated = after_there > at or bool(claims) or (self.opened and not read_demands)
            start = after_there if read_demands else at
            if self.asked_not and self.key(start) == "any":
                return None  # "why doesn't any Elf fly?"
            together = not self.asked_not and self.compound(start)
            read = together or self.demand(start)
            if read is None:
                return None
            if not together and read_demands:
                self.check_number(start, read_demands[-1])
            self.asked_not = False
            demands, at = read
            if read_demands:
                those = {"X": self.thing, "Y": self.beside, "B": first, "D": demands[0], "E": at}
                last, held = None if claims else read_demands[-1], tuple(holding)
                if self.shape("further thing", start, quiet=True, L=last, H=held, **those):
                    return None
            self.beside, first = self.thing, start
            if claims:
                holding = claims
            elif self.thing is not None:
                demands = [
                    replace(
                        e,
                        claims=(*own, *owned_at_first(e.claims, own)[: len(e.claims)]),
                        described=e.described + len(own),
                    )
                    for e in demands
                    for own in [[each for each in holding if each not in e.claims]]
                ]
            read_demands += demands
            self.of_several = len(demands) > 1 or demands[0].count > 1
            spoken_of = len(demands)
            while (more := self.of_the_same(at, read_demands, spoken_of)) is not None:
                read_demands, spoken_of, at = more
            if at >= len(self.tokens):
                return tuple(read_demands)
            after = self.joined(at)
            if after == at:
                self.misses.miss(at, "`and` with a further demand")
                return None
            at = self.asked_further(after, bool(holding))

    def check_number(self, start: int, last: Demand) -> None:
        """ "a creature and a land or an artifact are black" says it of the creature, too."""
        one = (each for each in self.subjects(start) if each.count == 1 and not each.every)
        end = next((each.end for each in one if self.key(each.end) in MANY_VERBS), 0)
        if end and self.key(start) in goalwords.ARTICLES and not (last.claimed or self.opened):
            raise self.ambiguous(end, "a sentence of its own for each")

    def asked_further(self, at: int, held: bool) -> int:
        """Past the verb of a question: "I have Humility, is my Elf 1/1?"."""
        bare = self.thing is not None and not held and self.key(at + 1) in goalwords.ARTICLES
        if not self.next(at, "<asking verb>") or bare or self.key(at - 1) not in STOPS:
            return at
        self.begun, self.opened = at + 1, True
        return at + 1

    def begins_bare(self, at: int, thing: Spoken | Demand) -> bool:
        """Whether a noun in the singular without an article begins it."""
        kind = isinstance(thing.subject, AnyObject) and not thing.every
        word = self.key(at) in goalwords.descriptions() or self.key(at).startswith("non")
        return kind and word and not self.plural_noun(at)

    def joined(self, at: int) -> int:
        """Past the words that join demands, and what says nothing before one: "and still some"."""
        after = self.past_joints(at, "<joint>|;|.")
        return self.phrase(after, "still|now|also") if after > at else at

    def of_the_same(
        self, at: int, demands: list[Demand], last: int
    ) -> tuple[list[Demand], int, int] | None:
        """ "and it has flying": more of what the last demands speak of, and how many they are."""
        start, at = at, self.joined(at)
        some = self.shape("of them", at) if at > start else None
        if some is not None:
            return self.with_some(demands, last, *some)
        several = self.looked_up(at, meant("of several"))
        last = last if several is None else self.spoken_of_together(demands, last, self.key(at))
        alone = last == 1 and demands[-1].count == 1 and not demands[-1].every
        two = self.key(at) == "both" and demands[-1].count == 2 and not demands[-1].every
        they = self.key(at) == "they" and len(demands) > 1
        they = they and (demands[-2].every or demands[-2].count > 1)
        if (several is not None or they) and last == 1 < len(demands) and not (alone or two):
            # "my creatures are black and my lands are white and both have flying"
            raise self.ambiguous(at, "each of the things again, with what is so of it")
        if several is not None and alone:
            last = 2  # "… and another creature is 3/3 and both are Elves"
            if len(demands) != 2 or any(each.every for each in demands):
                return None
        before = [each for each in demands[-last:] if each.total is None]
        counted = [each for each in demands[-last:] if each.total is not None]
        if at == start or not before:
            return None
        either = any(
            any_node(claim, RELATIONS)
            for each in before
            for claim in each.claims
            if claim not in (ATTACHED, Not(ATTACHED))
        )
        if (known := self.of_the_known(at, demands)) is not None:
            return known
        worn = alone and any(self.next(n, "<on it>") for n in range(at, len(self.tokens)))
        tied = self.shape("worn by it", at, quiet=True) if worn else None
        tied = tied or self.shape("held with them", at, quiet=True)
        if tied is not None and all(each.count for each in before):
            if either:
                raise self.ambiguous(tied[1] - 1, EITHER)
            more = [replace(e, claims=(*owned_at_first(e.claims, tied[0]),)) for e in before]
            return [*demands[:-last], *more, *counted], last, tied[1]
        asked = self.key(at - 1) in STOPS and self.phrase(at, "<asking verb> <pronoun>") > at
        at += asked  # ", is it black?"
        plural = self.last and self.last.plural and "all" in (self.key(at + 1), self.key(at + 2))
        if self.key(at) in ("they", "they're") and alone and (plural or len(demands) > last):
            # "Elves, and they are all black", "an Elf is red and a Goblin is red and they fly"
            raise self.ambiguous(at, "`all` before the noun, or `they both`")
        denied, after = several or (False, self.phrase(at, "<pronoun>"))
        shortened = self.key(at) in ("it's", "they're")
        owned = self.key(at) in ("its", "their") or shortened
        if after == at and not owned:
            return None
        # "every creature is black and they have flying", but not after "no creature"
        one = self.key(at) in ("it", "it's", "its")
        if any(each.every and (one or not each.count) for each in before):
            return None
        if either or (one and sum(each.count for each in before) > 1):
            raise self.ambiguous(start, EITHER)  # "two Elves are black and it has haste"
        small = self.being(at + 1, False) if shortened else self.group(after)
        all_such = self.key(at - 1) == "and" and self.plural_noun(after)  # "and all creatures 1/1"
        if small is None and (asked or several is not None) and not all_such:
            small = self.being(after, False)  # "two Bears, all of them 3/3", "both 3/3"
            if small is not None and self.key(after - 1) != "them" and not self.ends(small[1]):
                return None  # "two Bears, all Elves are 3/3"
        if small is None:
            return None
        claims, end = self.continued(small)
        claims = self.denied(claims) if denied else claims
        if several is not None and last == 1 and self.last is not None and self.last.or_more:
            # "at least two are black and all of them fly": every one that is black
            those = before[0].claims
            all_ = tuple(self.resolved([*those, *claims]))
            every = replace(before[0], claims=all_, count=1, every=True, described=len(those))
            return [*demands, every], 1, end
        more = [
            replace(
                e, claims=tuple(self.resolved(self.owned(e.claims, claims, at, end), e.subject))
            )
            for e in before
        ]
        return [*demands[:-last], *more, *counted], last, end

    def of_the_known(self, at: int, demands: list[Demand]) -> tuple[list[Demand], int, int] | None:
        """ "an Aura is on a land and the land is 5/5": more of the one thing that is called so."""
        noun = (
            self.description(at + 1)
            if self.key(at) == "the" and self.key(at + 1) != "card"
            else None
        )
        read = None if noun is None else self.group(noun[1], first=False)
        if noun is None or read is None:
            return None
        wanted = [each for each in goalwords.flat(noun[0]) if each != tree.AllOf()]
        others = [(each, e) for each in demands for e in each.claims if isinstance(e, RELATIONS)]
        called = [
            *((each, None) for each in demands if self.is_called(_of(each), wanted, each.subject)),
            *((each, e) for each, e in others if self.is_called([getattr(e, _other(e))], wanted)),
        ]
        if not called:
            return None
        one, beside = called[0]
        single = not one.every and one.count == 1 and getattr(beside, "which", "one") == "one"
        later = one is not demands[-1] and any(each.another for each in demands)
        if len(called) > 1 or later or not single:
            raise self.ambiguous(at, "`it` for what was spoken of, or `another`")
        claims, at = self.continued(read)
        same = tuple(self.resolved([*one.claims, *claims]))
        if beside is not None:
            filters = goalwords.filters_of(claims)
            if filters is None:
                return None
            other = getattr(beside, (field := _other(beside)))
            more = {field: goalwords.both([*goalwords.all_of(other), *filters])}
            same = tuple(replace(e, **more) if e == beside else e for e in one.claims)
        return [*(e for e in demands if e is not one), replace(one, claims=same)], 1, at

    def is_called(
        self, said: Iterable[Claim], wanted: list[Claim], subject: Subject | None = None
    ) -> bool:
        """Whether a thing of which that is said can be called so: "the land" of a Forest."""
        known = {part for each in said for part in goalwords.flat(each)}
        types = {FAMILY_OF.get(e.subtype, "") for e in known if isinstance(e, tree.HasSubtype)}
        card = isinstance(subject, CardNamed) and self.prints(subject.name, wanted)
        return card or {*wanted} <= known | {tree.HasType(each.capitalize()) for each in types}

    def spoken_of_together(self, demands: list[Demand], last: int, word: str) -> int:
        """So many of the last demands "all" speaks of: "an Elf and two Goblins, all with haste"."""
        bare = [not (each.every or each.claimed) for each in demands]
        whole = bare[::-1].index(False) if False in bare else len(bare)
        two = sum(each.count for each in demands[len(demands) - whole :]) == 2
        return whole if whole > last and (two or word != "both") else last

    def with_some(
        self, demands: list[Demand], last: int, of_them: tuple[int, list[Claim], bool], end: int
    ) -> tuple[list[Demand], int, int] | None:
        """ "two creatures are black and at least one of them is an Elf"; without "at least" the
        others are not."""
        before = [each for each in demands[-last:] if each.total is None]
        (number, claims, loosely), all_ = of_them, before[0] if before else demands[-1]
        so_many = all_.count > 0 if all_.every else number <= all_.count > 1
        if len(before) != 1 or not so_many or all_.another or all_.alike:
            return None
        open_ = self.last is not None and self.last.or_more  # "at least three, exactly one of them"
        if self.parted or (not loosely and (open_ or all_.every or goalwords.OTHERS in claims)):
            raise self.ambiguous(
                end - 1, "`at least` before how many of them, or a sentence of its own"
            )
        self.parted = True
        some_claims = tuple(self.resolved([*all_.claims, *claims]))
        some = replace(all_, claims=some_claims, count=number, every=False)
        if loosely:
            return [*demands, some], 1, end
        rest = (*all_.claims, *self.denied(claims))
        others = replace(all_, claims=rest, count=all_.count - number)
        return [*demands, *([others] if others.count else []), some], 1, end

    # --- demands ----------------------------------------------------------------------------------

    def compound(self, at: int) -> tuple[list[Demand], int] | None:
        """ "Humility and Opalescence are creatures": the same of each."""
        before, unknown = self.misses.copy(), self.unknown_subject
        several: list[Spoken] = []
        joints: list[str] = []
        begun = start = at
        self.shape("one of several", at, quiet=True)
        if self.key(at) == "neither":
            return self.shape("neither of several", at)
        if {"there", "there's"} & {self.key(place) for place in range(max(at - 2, 0), at + 1)}:
            return None  # "there are no lands and every artifact is a creature"
        is_question = self.opened and self.key(at - 1) in ("are", "do")  # "are Humility and … 4/4?"
        both = self.opened and self.key(at) == "both"  # "I want both … to be creatures"
        at += self.key(at) == "both"
        of_each = self.phrase(at, "(both|all|each|every one|each one) of")
        if of_each > at and any(self.key(end) in (",", "and") for _, end in self.names(of_each)):
            at, both = of_each, True  # "each of Humility and Opalescence is black"
        whose = self.how_many(at)[0].claims
        while (one := self.one_of_several(at, is_question and bool(several))) is not None:
            if several:
                those = {"X": one, "Y": several[-1], "B": begun}
                self.shape("things said alike", at, quiet=True, **those)
                every = several[0].every and one.count == 1 and one.is_kind
                if every and self.key(at) not in goalwords.ARTICLES:
                    one = replace(one, every=True)  # "every artifact and enchantment": both
                if one.is_kind and self.how_many(at)[1] == at:  # "my lands and creatures"
                    one = replace(one, claims=(*whose, *one.claims))
            begun = at
            several = [*self.held_alike(at, several, one), one]
            at = self.past_joints(one.end, "<listing>")
            joints.append(self.words(one.end, at - one.end))
            at += several[0].every and self.key(at) == "but" and self.next(at + 1, "<none>|<all>")
            if at == one.end:
                break
        if self.holder(start)[1] > start and not {self.key(at - 1), self.key(at)} & _AFTER_ONE:
            return None  # "I control three creatures and two lands are red"
        if len(several) < 2:
            self.misses, self.unknown_subject = before, unknown
            return None
        end = several[-1].end
        if self.key(end - 1) == "all":
            # "a red creature and a green creature all fly": of no other green one
            several[-1] = replace(several[-1], every=several[0].every)
        # "an Angel and a Demon with the same power"
        single = len(several) == 2 and all(e.is_some() and not e.plural for e in several)
        alike = single and self.shape("in common", end, quiet=True) is not None
        if alike and self.beside:  # "an Angel, a Demon and a Dragon with the same power"
            raise self.ambiguous(end, "of two things alone what they have in common")
        both = both or alike or "as well as" in joints
        asked = self.opened and self.next(end, "<infinitive>")  # "can A and B be red?"
        plural = is_question or both or asked or self.of_many(end)
        if plural:
            several = [replace(each, every=each.every or each.plural) for each in several]
        plural = plural or all(
            (each.every or each.most is not None) and not self.plural_noun(each.end - 1)
            for each in several
        )
        named = {isinstance(each.subject, CardNamed) for each in several}
        inner = joints[:-1]
        telegram = len(named) > 1 or (
            len(inner) == 1 and named == {True} and self.key(end) not in _SAID_OF_ALL
        )
        apart = (inner[-1:] == [","] and telegram) or any(
            one != "," == other for one, other in pairwise(inner)
        )
        if plural and not apart:  # but "Humility, my creatures are 1/1"
            begin = self.phrase(end, "both|all|each")
            verb, after = self.verb(begin)
            kinds = [kind for each in several if (kind := kind_of(each)) is not None]
            # "A, B and C have different power": each two of them
            paired = named == {True} or (
                len(several) == 2 and not any(each.every for each in several)
            )
            mutual = self.shape("mutuals", after) if verb in ("has", "is") else None
            mutual = mutual or (self.shape("in common", begin) if single else None)
            if mutual is not None:
                one = mutual[0](tree.AllOf())
                words = {*one.shared} - {"name"} if one.op == "=" else set()
                if not paired or (words and len(several) > 2):  # each two, or all one color?
                    raise self.ambiguous(after, "cards' names before what they have in common")
                claims = [
                    [mutual[0](kind) for kind in kinds[place:]] for place in range(1, len(several))
                ]
                demands = [self.demanded(*each) for each in zip(several, claims, strict=False)]
                return (demands, mutual[1]) if len(kinds) == len(several) else None
            last, self.last = self.last, None
            read = self.claims(begin)
            self.last = last
            if read is None and (is_question or self.key(begin - 1) in _OF_EACH):
                small = self.being(begin, False)  # "an Elf and a Goblin, both 3/3"
                read = None if small is None else self.continued(small)
            if read is not None:
                return [d for each in several for d in self.all_demanded(each, read[0])], read[1]
        self.misses, self.unknown_subject = before, unknown
        return None

    def held_alike(self, at: int, before: list[Spoken], last: Spoken) -> list[Spoken]:
        """ "creatures and lands I control": both are mine; "all creatures and all lands I control"
        is not told apart."""
        frame, start = self.how_many(at)
        held = [e for e in last.claims[len(frame.claims) :] if isinstance(e, tree.ControlledBy)]
        free = all(
            (each.every or each.plural) and not {tree.ControlledBy} & {*map(type, each.claims)}
            for each in before
        )
        if not (before and held and free and last.is_kind) or not (last.every or last.plural):
            return before
        if start > at:
            raise self.ambiguous(at, "`my` or `my opponent's` before each of the things")
        return [replace(each, claims=(*each.claims, *held)) for each in before]

    def of_many(self, at: int) -> bool:
        """Whether what stands here is said of several: "both", or a verb that is not of one."""
        at = self.phrase(at, "<filler>") if self.key(at) not in _AFTER_ONE else at
        finite = self.verb(at)[0] and self.key(at) not in _NOT_FINITE
        each = {self.key(at - 1), self.key(at)} & _OF_EACH
        return bool(each or (finite and not OF_ONE.fullmatch(self.key(at))))

    def one_of_several(self, at: int, final: bool = False) -> Spoken | None:
        """A subject with "and" and another one, or a plural verb, after it; the `final` one of a
        question with anything."""
        for each in self.cards_called(at):
            if final or self.key(each.end) in _AFTER_ONE or self.verb(each.end)[0]:
                return each
        subjects = self.subjects(at)
        if not subjects:
            return None
        last = subjects[-1]
        alone = last.end == at + 1 and isinstance(last.subject, AnyObject)
        return replace(last, every=True) if alone and self.plural_noun(at) else last

    def demand(self, at: int) -> tuple[list[Demand], int] | None:
        read = self.shape("demand", at, quiet=True) or self.shape("plain demand", at)
        bare = [each for each in self.subjects(at) if each.bare and not each.every]
        if read is not None or self.key(at) == "both":  # ", both black": of those before
            return read
        last = bare[0].end - 1 if bare else 0
        sized = self.key(last - 1) in goalwords.SEVERAL and self.shape("box", last) is not None
        if self.brief and (not bare or bare[0].end < len(self.tokens)):
            read = self.shape("telegram", at, quiet=True)
        if bare and bare[0].plural and (sized or read is not None):  # "creatures 1/1"
            raise self.ambiguous(at, "`all` or a number before several things, or their verb")
        if read is not None or not bare:
            return read
        self.thing = bare[0]
        return self.all_demanded(bare[0], []), bare[0].end

    def said_of(self, at: int, spoken: Spoken) -> tuple[list[Claim], int] | None:
        """What is claimed of a subject, or asked: "is Humility a creature?", "give Forest power
        2"."""
        self.last = spoken
        read = self.claims(at)
        if read is not None and self.asked_not:
            return self.denied(read[0]), read[1]  # "why doesn't Humility have abilities?"
        if read is None and self.opened:
            small = self.being(at, self.asked_not)
            if small is None and not spoken.is_none:  # "are there Slivers and no Sliver abilities"
                small = self.possession(at, "having")
            read = None if small is None else self.continued(small)
        return read

    def going_on(self, at: int, claims: list[Claim]) -> tuple[list[Claim], int]:
        return self.continued((claims, at, "being"))

    def past_having(self, at: int) -> tuple[bool, int]:
        """Past "have", "with", "that have"; whether it is the verb of the sentence."""
        verb, end = self.verb(at + (self.key(at) == "that"))
        if verb in ("has", "is"):
            return self.key(at) != "that", end + (self.key(end) == "of")
        return False, self.phrase(at, "with|of|whose")

    def shared_claims(self, at: int, after_verb: bool) -> tuple[list[Claim], int] | None:
        """What else is said of those that have something in common: "… and are black", "… on my
        side"."""
        whose, at = self.held(at)
        after = self.joined(at) if after_verb else at
        bare = after_verb and not (after > at and self.of_many(after))
        claims, end = (None if bare else self.claims(after)) or ([], at)
        return ([*whose, *claims], end) if whose or claims else None

    def sorts(self, at: int) -> list[Spoken]:
        """Subjects that are a kind of objects, without a number."""
        if self.bare_number(at) is not None:
            return []
        return [
            each
            for each in self.subjects(at)
            if each.plain(count=None)
            and each.is_kind
            and not each.another
            and kind_of(each)
            and (each.every or self.words(at - 2, 2) in _OTHERS or self.key(at - 1) != "other")
        ]

    def says_only(self, at: int) -> bool:
        """ "the only", "my only"."""
        after = self.owner(at + (self.key(at) == "the"))[1]
        return after > at and self.key(after) == "only"

    # --- what a shape means ---

    def the_only(self, spoken: Spoken, kind: Spoken) -> list[Demand] | None:
        """ "Humility is the only creature": it is one, and nothing else."""
        filter = kind_of(kind)
        if spoken.every or spoken.plural:
            sort = kind_of(spoken)
            return None if sort is None else self.all_demanded(kind, [sort])
        if filter is None or spoken.count > 1:
            return None
        one = self.demanded(spoken, goalwords.flat(filter))
        return [one, _no_more(self.demanded(replace(kind, count=1), []), 1)]

    def beyond(
        self,
        spoken: Spoken,
        stat: _Summed,
        much: tree.Comparator | tuple[tree.Comparator, int],
        other: Filter | None,
        beside: _Summed | None = None,
        factor: int = 1,
    ) -> list[Demand] | None:
        """A kind of which there are more, or so many more, or whose sum is greater, than of the
        other; some are there, if it is not of a number that may be none: twice none is none."""
        if other is None:
            return None
        op, more = (much, 0) if isinstance(much, str) else much
        none = stat == "number" and op in ("<", "<=", "=") and factor == 1
        total = Total(stat, op, more, goalwords.both([*goalwords.all_of(other)]), beside, factor)
        return [self.phrased(spoken, total, count=0 if none else 1)]

    def as_before(self, op: tuple[tree.Comparator, int], kind: Filter) -> list[Demand] | None:
        """ "and fewer lands": than the player has of whom more of something else was said."""
        last = self.before[-1]
        total, first = last.total, last.subject
        if total is None or total.stat != "number" or not isinstance(first, AnyObject):
            return None
        player = goalwords.all_of(total.beyond or kind)[-1]
        if total.beyond != goalwords.both([first.filter, player]) or total.factor > 1:
            return None  # "more Elves than Goblins and fewer lands"
        than = goalwords.both([kind, player])
        return self.beyond(Spoken(AnyObject(kind), 0, claims=last.claims), "number", op, than)

    def of_one_name(self, spoken: Spoken, shared: list[Claim], same: Alike) -> Demand:
        named = replace(spoken, claims=(*spoken.claims, *shared))
        return self.phrased(named, count=spoken.count, another=spoken.another, alike=same)

    def phrased(
        self,
        spoken: Spoken,
        total: Total | None = None,
        *,
        count: int = 1,
        another: bool = False,
        alike: Alike = "",
    ) -> Demand:
        """That there is what a phrase describes."""
        claims = tuple(self.resolved(list(spoken.claims), spoken.subject))
        return Demand(spoken.subject, claims, count, False, len(claims), another, total, alike)

    def none_there(self, spoken: Spoken) -> list[Demand] | None:
        """ "Humility isn't there": no permanent is called so; "there is no Elf": none is one."""
        kind = kind_of(spoken, [*(spoken.held or self.holding)])
        self.said_before = ()
        if kind is None:
            return None
        denied = (goalwords.opposite(kind),)
        return [Demand(AnyObject(tree.AllOf()), denied, 0, True, another=spoken.another)]

    def other_than(self, spoken: Spoken) -> Spoken:
        """ "every other creature": all but those before it; "Plague Rats are" many."""
        first = self.before[0]
        if len(self.before) == 1 and first.every and first.count:
            filters = goalwords.filters_of([noun_of(first.subject), *first.phrase])
            if filters is not None and isinstance(first.subject, AnyObject):
                return besides(replace(spoken, count=1), goalwords.both(filters))
        if not all(each.of_some for each in self.before):
            raise self.ambiguous(0, "some objects before `other`, which tell what others are")
        keys = (token.key for token in self.tokens)
        said = {*takewhile(lambda key: key not in ("other", "else"), keys)}
        one = len(self.before) == first.count == 1
        if one and isinstance(first.subject, CardNamed) and said & {"are", "have"}:
            return besides(replace(spoken, count=1), tree.Named(first.subject.name))
        return replace(spoken, count=1, another=True)

    def is_there_before(self, at: int) -> bool:
        """ "Humility is on the battlefield and": what it says stands before."""
        return any(self.phrase(place, "<there>") == at - 1 > place for place in range(at - 1))

    def of_others(self, spoken: Spoken, none: bool, claims: list[Claim]) -> list[Demand] | None:
        """ "and no other creature is 4/4", where the first one is said to be so or has a name."""
        same = self.demanded(replace(spoken, count=1, every=False, none=False), claims)
        if none and len(self.before) == 1 and _implies(self.before[0], same):
            return [_no_more(same, 1)]
        if none and all({*map(goalwords.denied_claim, e.claims)} & {*claims} for e in self.before):
            # "Humility isn't black and no other creature is"
            return [self.demanded(replace(spoken, count=1, every=True, none=True), claims)]
        others = replace(self.other_than(spoken), every=True, none=none)
        return [self.demanded(others, claims)] if claims else self.none_there(others)

    def no_further(self) -> list[Demand] | None:
        """There are no more objects than those that were spoken of, which are all different."""
        own = {*self.holding}
        those = [each for each in self.before if own <= {*each.claims}]
        cards = {each.subject for each in those if isinstance(each.subject, CardNamed)}
        if len(cards) < len(those) > 1 or not all(e.of_some for e in self.before):
            raise self.ambiguous(0, "cards' names before `nothing else`, which tell how many are")
        kind = Demand(AnyObject(tree.AllOf()), self.holding)
        return [_no_more(kind, sum(each.count for each in those))]

    def as_many(
        self, holder: list[Claim], so_many: Spoken | tuple[tree.Comparator, int]
    ) -> list[Demand] | None:
        """ "I have three creatures and my opponent has none", "has more": of the kind before."""
        last = self.before[-1]
        absent = (
            last.claims[0] if last.every and not last.phrase else None
        )  # "no permanent is a creature"
        claims = goalwords.flat(absent.part) if isinstance(absent, Not) else _of(last)
        kept = [e for e in claims if not isinstance(e, tree.ControlledBy | HasText)]
        total = last.total
        plain = total is None or (total.stat == "number" and total.beyond is None)
        plain = plain and bool(absent or not last.claimed)
        if not plain or (len(kept), len(claims)) != (1, 2):
            return None
        one = Spoken(AnyObject(kept[0]), 0, claims=tuple(holder))
        if isinstance(so_many, tuple):
            theirs = goalwords.both(goalwords.filters_of(claims) or [])
            same = {*holder} <= {*claims}
            return None if same else self.beyond(one, "number", so_many, theirs)
        spoken = replace(so_many, subject=one.subject, claims=one.claims)
        return self.none_there(spoken) if spoken.none else self.all_demanded(spoken, [])

    def likewise(self, holder: list[Claim]) -> list[Demand] | None:
        """ "I have two Elves and so does my opponent": of that player the same, if it is one thing
        that is had."""
        first = self.before[0]
        had = [e for e in first.claims if isinstance(e, tree.ControlledBy)]
        alike = all(each.subject == first.subject for each in self.before)
        if len(had) != 1 or had == holder or not alike or first.claimed:
            return None
        return [
            replace(each, claims=(*holder, *(e for e in each.claims if e not in had)))
            for each in self.before
        ]

    def only_those(self, things: list[Spoken], held: list[Claim]) -> list[Demand]:
        """ "I have only Humility and Opalescence": they are there, and nothing else is."""
        those = [self.demanded(each, [*held]) for each in things]
        return [*those, _no_more(Demand(AnyObject(tree.AllOf()), tuple(held)), len(those))]

    def but_cards(self, spoken: Spoken, claims: list[Claim], names: list[str]) -> list[Demand]:
        """ "all creatures are 1/1 except Humility", "no land is a creature except Dryad Arbor"."""
        if not spoken.none:
            named = goalwords.either(list(map(tree.Named, names)))
            return [self.demanded(besides(spoken, named), claims)]
        so = self.demanded(replace(spoken, every=False, none=False), claims)
        cards = [replace(so, subject=CardNamed(name), claims=_of(so)) for name in names]
        return [*cards, _no_more(so, len(names))]

    def so_many_not(
        self, spoken: Spoken, claims: list[Claim], number: int, more: list[Claim] | None = None
    ) -> list[Demand]:
        """ "all lands are Mountains except one, which is black": so many are none, and no more."""
        so = claims if spoken.none else self.denied(claims)
        some = replace(spoken, every=False, none=False, count=number, most=number)
        return [self.demanded(some, [*so, *(more or [])]), self.all_demanded(some, so)[1]]

    def things(self, at: int) -> list[Spoken]:
        """Every way to read a thing here, whatever follows."""
        return [*self.cards_called(at), *self.subjects(at)]

    def cards_called(self, at: int) -> list[Spoken]:
        """The cards' names that begin here, or after how many and whose they are."""
        frame, start = self.how_many(at)
        begun = {at: some(end=at), start: frame}
        return [
            replace(here, subject=CardNamed(name), end=end)
            for begin, here in begun.items()
            for name, end in self.names(begin, here.count > 1)
            if self.key(begin) not in goalwords.LEVELERS
            and not (self.is_land_type(name, at, begin) or self.is_sort(name, at, begin, end))
        ]

    def all_demanded(self, spoken: Spoken, claims: list[Claim]) -> list[Demand]:
        """What is demanded, and that there are no more of them."""
        demand = self.demanded(spoken, claims)
        if spoken.alone:
            kind = replace(demand, claims=demand.phrase)
            return [demand, _no_more(kind, demand.count)]
        if spoken.most is None:
            return [demand]
        limited = _no_more(demand, spoken.most)
        return [demand, limited] if demand.count else [limited]

    def demanded(self, spoken: Spoken, asked_claims: list[Claim]) -> Demand:
        if tree.IsToken() in (*spoken.claims, *asked_claims):
            spoken = as_called(spoken)
        kind, own = (
            self.resolved(list(spoken.claims), spoken.subject),
            goalwords.OWN in asked_claims,
        )
        as_said = tuple(asked_claims)
        asked_claims = self.resolved([*kind, *asked_claims], spoken.subject)[len(kind) :]
        asked_claims += spoken.held
        self.with_another(spoken.subject, asked_claims)
        if spoken.every and not spoken.none:
            # "all creatures are smaller than Serra Angel": all others
            parts: list[Claim | GoalFilter] = [*asked_claims]
            named = [
                each
                for each in parts
                if isinstance(each, Against) and isinstance(each.other, tree.Named)
            ]
            others = [e for each in named if (e := Not(each.other)) not in spoken.claims]
            if others and any(each.op in ("=", "<=", ">=") for each in named):
                # Is a second Serra Angel one of those that are as big as Serra Angel?
                expected = "`every other` at the end, or `except` with the card after the kind"
                raise GoalError(self.text, 0, len(self.text), expected)
            spoken = replace(spoken, claims=(*spoken.claims, *others))
        before = tuple(self.resolved(list(spoken.claims), spoken.subject))
        before = tuple(owned_at_first(before, asked_claims)[: len(before)])
        if spoken.none:  # "no creature has lost flying": none that had it lacks it
            before += tuple(e for e in asked_claims if isinstance(e, AsPrinted))
            asked_claims = [each for each in asked_claims if each not in before]
        self.said_before = as_said if own else tuple(asked_claims)
        if spoken.none:
            asked_claims = self.denied(asked_claims)
        claims = (*before, *asked_claims)
        count = 0 if spoken.is_none else spoken.count
        return Demand(spoken.subject, claims, count, spoken.every, len(before), spoken.another)

    def with_another(self, subject: Subject, claims: list[Claim]) -> None:
        """ "Humility's power is greater than Humility's toughness" is of one and the same."""
        itself = tree.Named(subject.name) if isinstance(subject, CardNamed) else None
        parts: list[Claim | GoalFilter] = [*claims]
        same = any(isinstance(each, Against) and each.other == itself for each in parts)
        if same and not _ELSE & {token.key for token in self.tokens}:
            raise GoalError(self.text, 0, len(self.text), "`its`, or `another` before the name")

    def resolved(self, claims: list[Claim], subject: Subject | None = None) -> list[Claim]:
        """ "no other abilities" beside the abilities that are named."""
        if goalwords.OWN in claims or goalwords.denied_claim(goalwords.OWN) in claims:
            denied = goalwords.denied_claim(goalwords.OWN)
            left = [each for each in claims if each not in (goalwords.OWN, denied)]
            own = self.own_abilities(subject, denied in claims)
            claims = [*left, *(map(goalwords.denied_claim, own) if denied in claims else own)]
        noun = [] if subject is None else goalwords.flat(noun_of(subject))
        together = [*noun, *claims]
        if any(is_open(claim) for claim in claims):
            claims = [
                self.no_others(claim, together) if is_open(claim) else claim for claim in claims
            ]
        kinds = any(isinstance(claim, tree.HasAbilityKind) for claim in together)
        if kinds and any(isinstance(e, tree.HasNoAbilities | OnlyAbilities) for e in claims):
            expected = "each ability that it has, by its keyword or its rules text"
            raise GoalError(self.text, 0, len(self.text), expected)
        if goalwords.OTHERS not in claims:
            return claims
        named = tuple(a for claim in together if (a := goalwords.as_ability(claim)) is not None)
        only: Claim = as_filter(OnlyAbilities(named)) if named else tree.HasNoAbilities()
        also = [
            each for each in noun if goalwords.as_ability(each) is not None and each not in claims
        ]
        return [*(only if claim == goalwords.OTHERS else claim for claim in claims), *also]

    def own_abilities(self, subject: Subject | None, denied: bool) -> list[Claim]:
        """ "still has its abilities": those that the card has as it is printed."""
        abilities = self.abilities_of(subject)
        several = denied and len(abilities) > 1
        levels = any(isinstance(each, tree.LevelSymbol) for each in abilities)
        if not abilities or several or levels or names_choice(abilities):
            expected = "which abilities, as `has flying`, or its rules text in quotation marks"
            raise GoalError(self.text, 0, len(self.text), expected)
        return [
            tree.HasKeyword(each.name)
            if isinstance(each, tree.Keyword) and each == bare_keyword(each.name)
            else HasText(each)
            for each in abilities
        ]

    def no_others(self, claim: Claim, claims: list[Claim]) -> Claim:
        """ "no other creature types" beside those that are named."""
        kind = str(claim.kind) if isinstance(claim, KindCount) else "color"
        words = {each for each in claims if goalwords.is_of_kind(each, kind)}
        if not words:
            expected = f"a {kind} before `no other`"
            raise GoalError(self.text, 0, len(self.text), expected)
        return goalwords.counted(kind, "=", len(words))


def _of(demand: Demand) -> tuple[Claim, ...]:
    """What is said of an object, and what kind it is."""
    noun = noun_of(demand.subject)
    return demand.claims if noun == tree.AllOf() else (noun, *demand.claims)


def _other(claim: Claim) -> str:
    """The field of the other object in a relation to it."""
    attached = isinstance(claim, tree.HasAttached)
    return "by" if attached else "to" if isinstance(claim, tree.IsAttachedTo) else "other"


def _implies(one: Demand, other: Demand) -> bool:
    """Whether the first one speaks of one object, which is all that the other one says."""
    given, wanted = (
        {p for claim in _of(each) for p in goalwords.flat(claim)} for each in (one, other)
    )
    return one.count == 1 and one.of_some and wanted <= given


def _no_more(demand: Demand, most: int) -> Demand:
    """There are at most so many; what a text leaves open counts."""
    claims = tuple(
        as_filter(TapsFor(each.mana, maybe=True)) if isinstance(each, TapsFor) else each
        for each in demand.claims
    )
    limited = Demand(demand.subject, claims, 0, described=len(claims))
    return replace(limited, total=Total("number", "<=", most))
