"""Reading whom a goal speaks of: "two black creatures with flying that my opponent controls"."""

from collections.abc import Sequence

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.names import fold
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, FAMILY_OF
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Cards
from striate.queries.goals.having import OF_ONE, Having
from striate.queries.goals.phrases import meant, phrases_of
from striate.queries.goals.spoken import UNNUMBERED, UNPLACED, Spoken, kind_of, of_player, some
from striate.queries.goals.tokens import Misses
from striate.search.goals import (
    Against,
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    Leveler,
    Subject,
    as_filter,
    noun_of,
)
from striate.search.options import PRINTED, is_printed

VERB_EXPECTED = "`is`, `ends as`, `has` or `lacks`"
EITHER = "a name: `it` could be either of the two"
_ENDING = frozenset({",", "and", "but", ";", "."})
_MOST_OBJECTS = 21
_ASKING = frozenset({"which", "what"})
_WHOSE: dict[str, tree.Player] = {"mine": "you", "yours": "you", "theirs": "opponent"}
_CAN = frozenset({"can", "could"})
STOPS = frozenset({",", ";", "."})
MANY_VERBS = phrases_of("<many verb>")
_MOST_WORDS = 8  # before a card's name


class Subjects(Having):
    """Reads subjects."""

    unknown_subject = -1

    def __init__(self, text: str, cards: Cards) -> None:
        super().__init__(text, cards)
        self.subject_starts: set[int] = set()

    noun: Subject | None = None  # after which a relative clause may stand
    beside: "Spoken | None" = None  # the thing named before it: "an Elf and a Goblin"
    before: tuple[Demand, ...] = ()  # the demands that were read, of this goal
    brief = False  # a verb may be left out, since nothing else can be read: "Sol Ring 1/1 creature"
    stated = False  # "there is", "I control": that there is such a thing is a whole sentence
    opened = False  # a question or a wish: the verb may stand elsewhere
    begun = 0  # so many words open it

    def subjects(self, at: int) -> list[Spoken]:
        """Every way to read a subject here, the longest names first."""
        self.subject_starts.add(at)
        frame, start = self.how_many(at)
        most = self.looked_up(start, meant("superlative"))
        if most is not None:
            return self.extreme(most[1], frame, *most[0])
        heads = self.heads(at, start, frame)
        if frame.another and frame.count == 1 and self.key(start - 1) == "other":
            # "other creatures" are all others, and no other one
            heads = [each for each in heads if not self.plural_noun(each.end - 1)]
        subjects = [self.tailed(each, self.holder(at)[0]) for each in heads]
        if not subjects:
            self.unknown_subject = start
            expected = "a card's name, `leveler`, or what it is (`a creature`)"
            self.misses.miss(start, expected, (*goalwords.suggested(), "leveler"))
        return subjects

    def extreme(
        self, at: int, frame: Spoken, stats: tuple[tree.Stat, ...], op: tree.Comparator
    ) -> list[Spoken]:
        """ "the strongest creature", "the biggest of my Elves": none of the kind stands so."""
        of = self.phrase(at, "of( all|)( the|)|among( all|)( the|)")
        whose, start = self.owner(of)
        holder = frame.claims if frame.bare else ()  # "I control the strongest": of all
        frame = replace(frame, end=-1, claims=(*frame.claims, *whose), bare=True)
        alone = of == at and not self.word(at)
        one = replace(frame, subject=AnyObject(goalwords.CREATURE), end=self.phrase(at, "one"))
        heads = [one] if alone else self.heads(start, start, frame)
        subjects = []
        for each in map(self.tailed, heads):
            kind = kind_of(replace(each, claims=each.claims[len(holder) :]))
            many = self.plural_noun(each.end - 1) and of == at
            if kind is not None and each.is_kind and each.is_some() and not many:
                beside = as_filter(Against(stats, op, kind, "every"))
                subjects.append(replace(each, claims=(*each.claims, beside)))
        return subjects

    def topmost(self, at: int) -> list[Spoken]:
        """ "the strongest creature" after "is"."""
        most = self.looked_up(self.how_many(at)[1], meant("superlative"))
        return self.subjects(at) if most is not None else []

    def how_many(self, at: int) -> tuple[Spoken, int]:
        """The number, and whose: "two", "at least two", "all my", "my opponent's"."""
        frame, start = self.shape("how many", at) or (some(), at)
        begun = {UNNUMBERED: start, UNPLACED: at}
        return replace(frame, end=begun.get(frame.end, frame.end)), start

    def limit(
        self,
        limits: list[tuple[tree.Comparator, int]],
        further: int | None,
        owner: list[Claim] | None,
        exact: bool = False,
    ) -> Spoken | None:
        """At least so many, and at most; one number alone, that is not `exact`, is no limit."""
        low, most = self.bounds(limits)
        equal = limits[0][0] == "="
        most = further or (None if most and equal and not exact else most)
        number = max(low, most or 0)
        if limits[0][0] == "!=" or (equal and most is None) or not -1 < number <= _MOST_OBJECTS:
            return None
        if most == 0:
            return some(claims=owner, every=True, none=True)
        return some(low, owner, most=most, or_more=most is None)

    def bounds(self, limits: list[tuple[tree.Comparator, int]]) -> tuple[int, int | None]:
        """At least so many, and at most."""
        low = [number + (op == ">") for op, number in limits if op in ("=", ">=", ">")]
        most = [number - (op == "<") for op, number in limits if op in ("=", "<=", "<")]
        return max(low, default=0), min(most, default=None)

    def bare_number(self, at: int) -> tuple[int, int] | None:
        read = self.number(at)
        return read if read is not None and 0 < read[0] <= 20 else None

    def reread(self, text: str) -> Goal:
        """Another text, with the names that were looked up for this one."""
        raise NotImplementedError

    def holder(self, at: int) -> tuple[list[Claim], int]:
        """ "I control", "my opponent controls" before what is controlled."""
        return self.seat(at, "holding")

    def heads(self, at: int, start: int, frame: Spoken) -> list[Spoken]:
        heads: list[Spoken] = []
        if self.key(start) == "not" and start == at and not self.names(at):
            return heads  # "not Serra Angel has flying"
        if frame.none and self.key(start) == "nothing":
            return [replace(frame, end=start + 1)]
        asked = self.key(start) in _ASKING and (not start or self.key(start - 1) != ",")
        if asked and self.verb(start + 1)[0] and start == at:
            return [replace(frame, end=start + 1)]  # "what has flying and no abilities?"
        heads += self.of_another(at, start, frame)
        copy = self.phrase(start, "copy of")
        if copy > start and (of := self.group_of("copied", copy)) is not None:
            return [replace(frame, claims=(*frame.claims, *of[0]), end=of[1], bare=True)]
        tail = self.next(start, "with|without|named|called|<that>")
        other = frame.another or (self.key(at) == "one" and start == at + 1 > 1)
        # "an Elf and another are black", "I control an Elf and another is black"
        of_both = self.beside and (self.beside.claims or self.key(start) in MANY_VERBS)
        last = self.last if other and (tail or (self.has_verb(start) and not of_both)) else None
        # "one Clone is … and the other"
        ends = [e for n in range(at) if self.key(n) == "one" for _, e in self.names(n + 1)]
        one = last is not None and (last.count == 1 or frame.another)
        if last is not None and one and (last.is_kind or last.end in ends):
            # "one creature has trample, another has reach", "… with power 3 and another with 4"
            whose = (e for e in last.claims if not tail or isinstance(e, tree.ControlledBy))
            claims = (*dict.fromkeys((*frame.claims, *whose)),)
            alike = replace(frame, subject=last.subject, end=start, claims=claims, another=True)
            return [] if last.every or last.alone or last.held else [alike]
        if self.key(start) in goalwords.LEVELERS:
            many = start == frame.end and self.key(start).endswith("s") and not self.asks_for_one()
            heads.append(replace(frame, subject=Leveler(), end=start + 1, bare=True, plural=many))
        heads += self.said_cards(start, frame)
        for begin in dict.fromkeys((at, start)):
            # A card's name may begin with an article or a number of its own.
            here = frame if begin == start else Spoken(frame.subject, begin)
            several = here.count > 1 or here.every
            if not several and begin == at:
                heads += self.said_in_the_plural(begin, here)
            for name, end in self.names(begin, several):
                # "and remove flying"
                spell = self.tokens[begin].text.islower() and not self.is_permanent(name)
                kind = self.is_land_type(name, at, begin) or self.is_sort(name, at, begin, end)
                if kind or spell:
                    continue
                numbered = here.count > 1 or here.most is not None
                further = self.beside and start > at  # "two Elves and a Humility"
                alone = here.bare or numbered or here.held or here.is_none or further
                listed = self.key(end) == "+" or (self.brief and self.key(end) == ",")
                # "Opalescence, but no enchantment is a creature"
                listed = listed or (self.key(end) == "but" and not self.verb(end + 1)[0])
                if listed or self.goes_on(end) or (alone and self.key(end) in ("", ",", "and")):
                    bare = bool(here.bare or numbered or listed or further)
                    heads.append(replace(here, subject=CardNamed(name), end=end, bare=bare))
                else:
                    self.misses.miss(end, VERB_EXPECTED, meant("verb"))
        before = self.misses.copy()
        place = self.past_article(start + 1) if self.key(start) == "either" else start
        card = self.card_of_types(place)
        if card is not None:  # "Serra Angel and no Humility"
            return [*heads, replace(frame, subject=CardNamed(card[0]), end=card[1], bare=True)]
        # "mine is a 1/1 Elf": no land type
        mine = self.key(start) == "mine" and (at == start or self.key(start - 1) == "of")
        read = None if mine else self.description(place)
        if read is None:
            heads += self.described_cards(start, start, frame)
        else:
            joined = self.alternatives(read)
            if joined[1] > read[1]:
                whole = (*frame.claims, joined[0])
                many = start == frame.end and self.is_plural(joined[1])
                heads.append(replace(frame, end=joined[1], claims=whole, bare=True, plural=many))
            if joined[1] == read[1] or self.key(read[1]) != ",":  # "no Elf, Goblin or Zombie"
                heads += self.described(read, start, frame)
        if not heads:
            self.misses = before
        return heads

    def is_land_type(self, name: str, at: int, begin: int) -> bool:
        """205.3: "a Forest", "all Forests" is whatever has the type; "Forest" is the card."""
        type_ = goalwords.descriptions().get(name.lower())
        if name not in BASIC_LAND_TYPES and not isinstance(type_, tree.HasSubtype):
            return False
        before = self.key(begin - 1) if begin else ""
        typed = begin > at or before in ("a", "an")  # "I want a Forest that is black"
        mine = before in ("my", "your", "opponent's") and self.tokens[begin].text == name
        if mine and name not in BASIC_LAND_TYPES and self.has_verb(begin + 1):
            # "my Nightmare is 3/3": the card, or whatever has the type?
            raise self.ambiguous(begin, f"`my card {name}`, or `I control a {name} that is …`")
        return typed and before not in ("the", "card", "cards")

    def is_sort(self, name: str, at: int, begin: int, end: int) -> bool:
        """ "a white Dragon" is whatever is so, "a White Dragon" the card; "a Goblin Wizard" could
        be either."""
        words = [self.key(place) for place in range(begin, end)]
        before = self.key(begin - 1) if begin else ""
        sort = self.tokens[begin].text.islower() and not self.tokens[end - 1].text.islower()
        typed = begin > at or before in ("a", "an") or sort  # "white Knight"
        typed = typed and before not in ("the", "card", "cards")
        if len(words) < 2 or not (typed or words[-1] in goalwords.PLURALS):
            return False
        last = goalwords.descriptions().get(words[-1])
        first = self.tokens[begin].text
        table = {**goalwords.adjectives(), **goalwords.descriptions()}
        adjective = not isinstance(table.get(words[0], last), tree.HasSubtype)
        if isinstance(last, tree.HasSubtype) and first.islower() and adjective:
            return len(words) == 2
        types = [FAMILY_OF.get(word.capitalize()) for word in fold(name).split()]
        if {*types} == {"creature"} and (self.has_verb(end) or self.begins_tail(end)):
            raise self.ambiguous(begin, f"`the card {name}`, or `that is` before the second type")
        return False

    def of_another(self, at: int, start: int, frame: Spoken) -> list[Spoken]:
        """ "my lands are Swamps and my opponent's are not": the same things of another player."""
        whose = _WHOSE.get(self.key(start))
        end = start + (whose is not None)
        owner: list[Claim] = [tree.ControlledBy(whose)] if whose else list(frame.claims)
        numbered = frame.none or frame.every or (end > start > at)  # "none of mine"
        plain = numbered or frame.end == start or end > start
        if self.last is None or not owner or not plain or not self.has_verb(end) or end == at:
            return []
        if self.beside and not OF_ONE.fullmatch(self.key(end)):
            # "my creature and my opponent's are black": both, or theirs alone?
            raise self.ambiguous(at, "the noun of each, as `my Elf and my opponent's Elf`")
        kept = [each for each in self.last.claims if not isinstance(each, tree.ControlledBy)]
        if self.key(start) == "yours" and {*owner} & {*self.last.claims}:
            return []  # "my Elf flies and yours doesn't"
        if len(kept) == len(self.last.claims) and (self.last.none or self.key(at - 1) == "but"):
            return []  # "every creature is black but mine are white"
        if not numbered and (self.last.count > 1 or self.last.most is not None):
            # "two of my Elves are black and my opponent's are red": two of them, or all?
            raise self.ambiguous(at, "`all` or a number before them, and the noun")
        many = frame if numbered else self.last
        if many.none and not numbered:  # "none of my opponent's creatures fly, but mine do"
            many = replace(many, none=False, every=not OF_ONE.fullmatch(self.key(end)))
        return [replace(many, subject=self.last.subject, end=end, claims=(*owner, *kept))]

    def other(self, at: int) -> tuple[tree.Filter, int] | None:
        """ "every creature of mine is smaller than each of my opponent's": creatures of theirs; "my
        Elf is bigger than theirs": than their Elf."""
        if self.key(at) == "another" and self.ends(
            at + 1
        ):  # "one of my Elves is bigger than another"
            some = self.last is not None and self.last.is_kind and self.last.is_some()
            kind = kind_of(self.last) if self.last is not None and some else None
            return None if kind is None else (kind, at + 1)
        owner, end = self.owner(at)
        if self.key(at) in ("mine", "theirs", "his", "hers"):
            mine = self.key(at) == "mine"
            owner, end = [tree.ControlledBy("you" if mine else "opponent")], at + 1
        last = self.last if owner and self.ends(end) else None
        each = last is not None and last.every and not last.none  # "mine are bigger than theirs"
        one = last is not None and self.is_my(last) and not {*owner} & {*last.claims}
        one = one and self.key(at - 1) in phrases_of("<than>")
        if last is None or not (one or (last.is_kind and (each or self.key(at - 1) == "of"))):
            return super().other(at)
        kind = kind_of(of_player(last, owner))
        return None if kind is None else (kind, end)

    def is_my(self, spoken: Spoken) -> bool:
        """ "my Elf", but not "an Elf of mine", "one of my Elves": which of theirs is meant?"""
        end = spoken.end
        after = any(end in (self.whose(n)[1], self.held(n)[1]) for n in range(max(end - 4, 0), end))
        return spoken.is_owned and not after and not self.plural_noun(end - 1)

    def said_in_the_plural(self, at: int, frame: Spoken) -> list[Spoken]:
        """ "Opalescences are creatures" speaks of all of them, as "all Opalescences" does."""
        plain = self.names(at)

        def owns(end: int) -> bool:
            return self.key(end - 1).endswith("'s")  # "Lignify's creature"

        return [
            replace(frame, subject=CardNamed(name), end=end, every=True)
            for name, end in self.names(at, plural=True)
            if (name, end) not in plain
            and name not in BASIC_LAND_TYPES
            and self.key(end - 1) != "'s"
            and not self.is_sort(name, at, at, end)
            and (self.key(end) in (*MANY_VERBS, "and") or (self.opened and not owns(end)))
        ]

    def said_cards(self, start: int, frame: Spoken) -> list[Spoken]:
        """ "the card Forest", "a card named Forest": what is printed, whatever it is called."""
        if self.key(start) not in ("card", "cards"):
            return []
        at = start + 1 + (self.key(start + 1) in ("named", "called"))
        cards = [replace(frame, subject=CardNamed(n), end=end) for n, end in self.names(at)]
        return [replace(each, bare=True) for each in cards]

    def described(self, read: tuple[tree.Filter, int], start: int, frame: Spoken) -> list[Spoken]:
        """What it is; or words before a leveler or a card's name ("a 1/1 leveler")."""
        filter, end = read
        ones = self.key(end) == "ones" and (frame.every or frame.count > 1)
        if (ones or self.key(end) == "one") and (
            noun := self.noun_before()
        ):  # "a blue one", "no blue ones"
            filter, end = goalwords.both([*goalwords.all_of(filter), *noun]), end + 1
            frame = replace(frame, another=not frame.every)
        if end - 1 > start and self.key(end - 1) == "everything":
            return []  # "Phyrexian everything"
        is_question = self.key(start - 1) in _ASKING if start else False
        unnumbered = start == frame.end + (self.key(start - 1) == "the")
        many = unnumbered and not is_question and self.is_plural(end)
        if many and frame.alone and frame.count == 1:
            frame = replace(frame, every=True, alone=False)  # "the only lands are Forests"
        # "are Elves black?", "make my lands creatures"
        all_ = frame.every or (many and self.opened and self.word(end) is not None)
        whole = replace(
            frame, subject=AnyObject(filter), end=end, every=all_, plural=many, bare=True
        )
        claims = (*frame.claims, *goalwords.flat(filter))
        if self.key(end) in goalwords.LEVELERS:
            leveler = Leveler()
            return [replace(frame, subject=leveler, end=end + 1, claims=claims, bare=True), whole]
        shorter = (
            self.shortened(start, end, whole)
            if all_ and (self.opened or self.brief) and not is_question
            else []
        )
        return [*self.described_cards(start, end, frame), whole, *shorter]

    def noun_before(self) -> list[tree.Filter]:
        """The types of what the last demand named: "a white creature and a blue one"."""
        last = self.before[-1].subject if self.before else None
        noun = goalwords.all_of(noun_of(last)) if last else ()
        return [each for each in noun if isinstance(each, tree.HasType | tree.HasSubtype)]

    def ability_before(self, at: int) -> tuple[tree.Filter, int] | None:
        """ "one creature with flying and one without": the ability that was spoken of."""
        claims = goalwords.parted(self.before[-1].claims) if self.before else []
        those = {goalwords.affirmed(each) for each in claims}
        one = [each for each in those if isinstance(each, tree.HasKeyword)]
        return (one[0], self.phrase(at, "it|any|one")) if len(one) == 1 else None

    def shortened(self, start: int, end: int, whole: Spoken) -> list[Spoken]:
        """ "is every creature Sliver?": where the verb stands before, fewer words may be the
        subject."""
        subjects = []
        for last in range(end - 1, start, -1):
            read = _Part(self, last).description(start)
            noun = goalwords.descriptions().get(self.key(last - 1))
            if not isinstance(noun, tree.HasType | tree.HasSubtype | tree.AllOf):
                continue  # "all red creatures 1/1"
            if read is not None and read[1] == last:
                subjects.append(replace(whole, subject=AnyObject(read[0]), end=last))
        return subjects

    def described_cards(self, start: int, end: int, frame: Spoken) -> list[Spoken]:
        """ "a blue Dryad Arbor": a card's name that reaches beyond the words that describe."""
        subjects = []
        for begin in range(start + 1, start + _MOST_WORDS + 1):
            if self.verb(begin)[0]:
                break  # "no creature flies" names no card
            before = _Part(self, begin).what(start)
            if before is None or before[1] != begin or self.key(begin) in goalwords.LEVELERS:
                continue
            claims = goalwords.flat(before[0])
            named = self.key(start - 1) == "the"  # "the enchantment Opalescence" is that card
            subjects += [
                replace(
                    frame,
                    subject=CardNamed(name),
                    end=after,
                    claims=(
                        *frame.claims,
                        *([] if named and self.prints(name, claims) else claims),
                    ),
                    bare=True,
                )
                for name, after in self.names(begin, frame.count > 1 or frame.every)
                if not self.is_sort(name, start, begin, after)
                and not (self.tokens[begin].text.islower() and name.lower() in goalwords.keywords())
                and (self.is_permanent(name) or not self.tokens[begin].text.islower())
                and (name not in BASIC_LAND_TYPES or (named and self.key(begin - 1) == "land"))
                and (after > end or after == end > begin + (not named))
                # "my white Black Knight", but "a blue Goblin Wizard" need not be a card
                and (
                    self.goes_on(after)
                    or (frame.bare and (after == end or self.ends(after)))
                    or (self.over(after) and (after > end or self.key(begin) in COLORS))
                )
            ]
        return subjects

    def prints(self, name: str, claims: list[Claim]) -> bool:
        """Whether the card is so as it is printed."""
        card = self.looked.get(name) or self.cards.card(name)
        face = None if card is None else card.faces[0]
        return face is not None and all(
            isinstance(each, PRINTED) and is_printed(face, each) for each in claims
        )

    def is_plural(self, end: int) -> bool:
        """Whether a noun without a number before it may speak of all: "creatures are black"."""
        return self.plural_noun(end - 1) and not self.asks_for_one()

    def asks_for_one(self) -> bool:
        """ "Can lands be creatures?" asks for one of them; of all "can I make lands creatures?"."""
        if not self.opened or self.key(self.begun - 1) not in _CAN:
            return False
        return self.begun == 1 or self.key(self.begun - 2) in STOPS

    def speaks_of_all(self, spoken: Spoken, at: int) -> bool:
        """Whether the verb after a plural, and after what belongs to it, says so."""
        at = self.phrase(self.phrase(at, "<each of which>"), "<filler>")
        denial = self.phrase(at, "do|don't|do not")
        verb = self.verb(at)[0] and not OF_ONE.fullmatch(self.key(at))
        many = verb or denial > at or self.key(at) == "'s"  # "my creatures' power is 3"
        # "give my creatures flying"
        many = many or (self.opened and self.shape("without verb", at, quiet=True) is not None)
        return spoken.every or bool(spoken.plural and many and not spoken.alone)

    def goes_on(self, at: int) -> bool:
        """Whether what may follow a subject stands here."""
        return self.opened or self.has_verb(at) or self.begins_tail(at)

    def has_verb(self, at: int) -> bool:
        """Whether a verb stands here, or after words that change nothing: "still has"."""
        denial = self.phrase(at, "<does not>|do|does")
        alone = denial > at and (denial >= len(self.tokens) or self.key(denial) in _ENDING)
        return alone or bool(self.verb(self.phrase(at, "<filler>"))[0])

    # --- what stands after a subject --------------------------------------------------------------

    def tailed(self, spoken: Spoken, holder: Sequence[Claim] = ()) -> Spoken:
        """With all that stands after it and belongs to it: "with flying", "that is not blue"; who
        controls it may be said before."""
        at, claims, self.noun = spoken.end, list(spoken.claims), spoken.subject
        of_many = self.key(at) in phrases_of("<that>") and self.key(at + 1) in MANY_VERBS
        if of_many and self.beside and spoken.count == 1 and not (spoken.every or spoken.plural):
            # "two Elves and a Goblin that are black"
            error = self.ambiguous(at, "`that is`, of each of them")
            error.ambiguous = self.key(at + 2) not in ("both", "all")
            raise error
        while True:
            worn = bool(claims) and isinstance(claims[-1], tree.IsAttachedTo)
            if worn and self.next(at, "<that>|<to another>"):
                raise self.ambiguous(at, EITHER)  # "Rancor on Grizzly Bears that is 2/2"
            read = self.shape("after a noun", at, X=spoken)
            if read is None:
                break
            more, at = read
            claims += more
        bare = spoken.bare or at > spoken.end
        own, more = spoken.claims, claims[len(spoken.claims) :]
        claims = self.owned(own, more, spoken.end, at) if holder else owned_at_first(own, more)
        every = self.speaks_of_all(spoken, at)
        after = self.phrase(at, "<each of which>")  # what follows is said of each anyway
        # "my creature all fly", "make Elves all lose haste"
        one = spoken.count == 1 and spoken.most is None
        every = every or (one and self.key(at) == "all" and after == at + 1)
        if after > at + 1 and spoken.most == spoken.count:
            # "exactly two creatures, both of which are black": of all there are
            spoken = replace(spoken, most=None, alone=True)
        return replace(spoken, end=after, claims=tuple(claims), bare=bare, every=every)

    def owned(
        self, before: Sequence[Claim], more: Sequence[Claim], start: int, end: int
    ) -> list[Claim]:
        """ "my opponent controls a creature that is mine": I own it, where no control is told."""
        if "control" in self.words(start, end - start):
            return owned_at_first(before, more)
        return [*before, *owned_at_first(more, before)[: len(more)]]

    def abilities_of(self, subject: Subject | None) -> tuple[tree.Ability, ...]:
        """The abilities that are printed on the card, where one is named."""
        card = self.cards.card(subject.name) if isinstance(subject, CardNamed) else None
        return () if card is None else card.faces[0].abilities

    def highest_level(self, subject: Subject) -> list[Claim] | None:
        """711.2a: the last of the levels that are printed on the card."""
        abilities = self.abilities_of(subject)
        lows = [each.low for each in abilities if isinstance(each, tree.LevelSymbol)]
        return [self.of_level(max(lows))] if lows else None

    def level_of_it(self, at: int) -> tuple[list[Claim], int] | None:
        return None if self.last is None else self.shape("level", at, X=self.last)

    def before_a_noun(self, at: int) -> bool:
        return self.key(at) in goalwords.LEVELERS or super().before_a_noun(at)

    def is_leveler(self, subject: Subject) -> bool:
        levels = any(isinstance(each, tree.LevelSymbol) for each in self.abilities_of(subject))
        return levels or isinstance(subject, Leveler)


def owned_at_first(before: Sequence[Claim], claims: Sequence[Claim]) -> list[Claim]:
    """ "my Humility is under my opponent's control": whose it was from the start, with the rest."""
    told = [e for e in claims if isinstance(e, tree.ControlledBy) and e not in before]
    seats = [e for e in before if told and isinstance(e, tree.ControlledBy)]
    return [*(tree.OwnedBy(e.player) if e in seats else e for e in before), *claims]


class _Part(Having):
    """The words of a reader before a place."""

    def __init__(self, whole: Having, end: int) -> None:
        self.text, self.cards = whole.text, whole.cards
        self.looked, self.spans = whole.looked, whole.spans
        self.tokens = whole.tokens[:end]
        self.misses = Misses(self.text, self.tokens)

    def before_a_noun(self, at: int) -> bool:
        return at == len(self.tokens) or super().before_a_noun(at)
