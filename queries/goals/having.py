"""Reading what an object has, and what belongs to it: "with flying", "that I control"; and what it
is beside another object: attached to it (701.3), "has greater power than another creature"."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from striate.cards import tree
from striate.cards.tree import Filter
from striate.cards.vocabulary import COLORS, PERMANENT_TYPES
from striate.cards.walking import parts
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import OF_LANDS, Describing, Group
from striate.queries.goals.phrases import meant, phrases_of
from striate.queries.goals.spoken import Spoken
from striate.search.goals import Against, Claim, HasText, as_filter

_PARAMETERS = phrases_of("<with a parameter>")
_SHORTENED = re.compile("^pro[- ]", re.IGNORECASE)  # "pro-red"
_NUMBER = re.compile("(?<=ward) ([0-9]+)$", re.IGNORECASE)  # "ward 2"
_DENIALS = "<none>|<not>|<does not>|isn't|aren't|nothing|nobody|neither|lacks|lack|without"
_THEIRS = phrases_of("mine|yours|theirs|his|hers")
OF_ONE = re.compile(r"(?:is|was|has|does)n't|.*s")  # a verb of one thing, or of one and of many
_Claims = tuple[list[Claim], int]


class Having(Describing):
    """Reads what follows "has", "with", "lacks", "without", "power", "taps for"; tails and other
    objects. `claiming` reads what a relative clause says."""

    last: Spoken | None = None  # of the demand before this one

    def possession(self, at: int, kind: str) -> Group | None:
        return self.group_of("possession", self.phrase(at, "<filler>"), P=kind)

    def possessed(self, at: int, kind: str) -> _Claims | None:
        return self.shape("had" if kind == "having" else "lacked", at)

    def items(self, at: int) -> _Claims | None:
        """One thing, or several with "or" between them."""
        at += self.key(at) == "either"
        one = self.one_thing(at)
        if one is None:
            return None
        several, at = [one[0]], one[1]
        while (more := self.or_list(at, self.one_thing, several))[0]:
            several, at = [*several, *more[0]], more[1]
        if len(several) == 1:
            return several[0], at
        return [self.one_of(several, at - 1, "keywords only with `or` between them")], at

    def one_of(self, sides: list[list[Claim]], at: int, expected: str) -> Claim:
        """One of several; a rules text has no `or` beside it."""
        choices: list[Filter] = []
        for side in sides:
            filters = goalwords.filters_of(side)
            if filters is None:
                raise self.error(at, expected)
            choices.append(goalwords.both(filters))
        return goalwords.either(choices)

    def one_thing(self, at: int) -> _Claims | None:
        stats = self.stats(at)
        if stats is not None:
            return stats
        one = self.item(at)
        return None if one is None else self.with_qualities(one[0], at, one[1])

    # --- abilities --------------------------------------------------------------------------------

    def item(self, at: int) -> tuple[Claim, int] | None:
        worn = self.shape("worn", at, quiet=True)
        at += self.key(at) == "any" or (
            self.key(at) == "keyword" and self.key(at + 1)[:6] != "abilit"
        )
        read = worn or self.shape("item", at)
        if read is None:
            known = (*goalwords.keywords(), "abilities", *goalwords.STATS)
            expected = 'a keyword, `power`, `toughness`, counters, `no abilities` or "rules text"'
            self.misses.miss(at, expected, known)
        return read

    def parameters(self, at: int) -> tuple[HasText, int] | None:
        """A text between quotation marks, or a keyword with its parameter ("ward {2}")."""
        _, least = self.keyword(at) or (None, at)
        named = self.phrase(at, "<the ability>")
        at = named if self.key(named).startswith('"') else at
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        quoted = token.text.startswith('"') and len(token.text) > 2
        begun = self.key(at).split("-")[0]
        plain = begun not in _PARAMETERS and not begun.endswith("cycling")
        if not quoted and plain and self.key(at + 1) not in OF_LANDS:
            return None
        from striate.cards.language import parse_abilities
        from striate.cards.prose import is_understood

        if quoted:
            text = token.text.strip('"')
            abilities = parse_abilities(text, self.named_in(text))
            if len(abilities) != 1:
                raise self.error(at, "the text of one ability")
            return self.with_its_words(at, abilities[0]), at + 1
        for end in range(min(len(self.tokens), at + 8), least, -1):
            text = self.text[token.start : self.tokens[end - 1].end]
            if " from " in text and " and " in text:
                continue  # `with_qualities` reads on
            if self.key(end - 2) in COLORS and self.key(end - 1) not in goalwords.PLURALS:
                continue  # "a protection from white Knight"
            text = _NUMBER.sub(r" {\1}", _SHORTENED.sub("protection from ", text))
            abilities = parse_abilities(text)
            one = abilities[0] if len(abilities) == 1 else None
            if isinstance(one, tree.Keyword) and is_understood(one):
                return self.with_its_words(at, one), end
        return None

    def with_its_words(self, at: int, ability: tree.Ability) -> HasText:
        """607.2d: an ability says what was chosen, and not that it was."""
        if names_choice((ability,)):
            raise self.error(at, "the text with what was chosen (`Elf` for `of the chosen type`)")
        return HasText(ability)

    def with_qualities(self, claim: Claim, start: int, at: int) -> _Claims:
        """702.16g: "protection from black and red" is from either of them."""
        claims = [claim]
        ability = claim.ability if isinstance(claim, HasText) else None
        words = {self.key(place) for place in range(start, at)}
        if not isinstance(ability, tree.Keyword) or "from" not in words:
            return claims, at
        while (more := self.of_the_same_keyword(ability.name, at)) is not None:
            claims, at = [*claims, more[0]], more[1]
        return claims, at

    def of_the_same_keyword(self, name: str, at: int) -> tuple[Claim, int] | None:
        """A further quality: "and red", ", from artifacts"."""
        after = self.phrase(at, "<and>")
        after += after > at and self.key(after) == "from"
        if after == at or self.word(after) is None:
            return None
        from striate.cards.language import parse_abilities
        from striate.cards.prose import is_understood

        abilities = parse_abilities(f"{name} from {self.tokens[after].text}")
        one = abilities[0] if len(abilities) == 1 else None
        begun = self.verb(after + 1)[0] and self.key(after) not in COLORS
        if begun or not isinstance(one, tree.Keyword) or not is_understood(one):
            return None
        return self.with_its_words(after, one), after + 1

    def named_in(self, text: str) -> str:
        """201.5: the card spoken of whose name the text says: the object itself is meant."""
        names = [each.faces[0].name for each in self.looked.values() if each is not None]
        return max((name for name in names if name in text), key=len, default="")

    # --- what else it can have --------------------------------------------------------------------

    def counter_kind(self, at: int, counted: str = "") -> tuple[str, int] | None:
        """ "+1/+1" before "counter", or "shared" before "and a -1/-1 counter"; 122.1b: of two words
        it is a keyword's name."""
        for words in (1, 2):
            kind = self.words(at, words)
            known = words == 1 or kind in goalwords.keywords()
            known = known and not self.next(at, "<no kind of counter>") and not kind[:1].isdigit()
            known = known and kind not in goalwords.NUMBERS  # "two or three counters"
            after = self.phrase(at + words, "(<and>|or) (a|an|)") if counted == "shared" else at
            if after > at + words:
                return (kind, at + words) if known and self.counter_kind(after) else None
            if known and self.key(at + words) in ("counter", "counters"):
                return kind, at + words
        if counted and not self.key(at).startswith("counter"):
            self.misses.miss(at, "a kind of counter with `counters`")
        return None

    # --- sizes and mana ---

    def stats(self, at: int) -> _Claims | None:
        """ "power greater than toughness", "power and toughness 3", "at least 3 power"."""
        return self.shape("stats beside another", at, quiet=True) or self.shape("stats", at)

    def measured(self, at: int, stats: list[tree.Stat]) -> _Claims | None:
        """What follows the names of stats: a number, another stat, "greater than Serra Angel's"."""
        beside = self.shape("size beside another", at, quiet=True, S=stats)
        read = beside or self.shape("measure", at, S=stats)
        if read is None:
            expected = "a number, `greater than`, `at least` or the like"
            self.misses.miss(self.phrase(at, "<comes to>"), expected, goalwords.COMPARISONS)
        return read

    def tapping(self, at: int, verb: str) -> Group | None:
        """ "red", "{R} or {G}", "red mana", "any color", "mana", after "taps", "taps not", "taps
        only"."""
        read = self.group_of("tapping", at, V=verb)
        if read is None:
            at = self.phrase(at, "either" if verb == "taps not" else "no|either|no either")
            self.misses.miss(at, "a colour of mana or `mana`", goalwords.MANA)
        return read

    def symbol(self, at: int) -> tuple[str, int] | None:
        return self.looked_up(at, goalwords.MANA)

    # --- what stands after a noun, and other objects ---

    def owner(self, at: int) -> tuple[list[Claim], int]:
        """ "my", "my opponent's" before a noun."""
        return self.seat(at, "owner")

    def seat(self, at: int, table: str) -> tuple[list[Claim], int]:
        """Whose it is, by a list of words; nothing where none of them stands here."""
        words = self.looked_up(at, meant(table))
        return ([], at) if words is None else (goalwords.flat(words[0]), words[1])

    def ends(self, at: int) -> bool:
        """Whether the sentence ends here, or goes on with another thing."""
        return at >= len(self.tokens) or self.phrase(at, "<joint>|;|.") > at

    def begins_tail(self, at: int) -> bool:
        return self.shape("begin of a tail", at) is not None

    def accompanied(self, at: int) -> tuple[list[Claim], int] | None:
        """ "with flying and trample": all items of the list."""
        read = self.modifier(at)
        if read is None:
            return None
        claims, end, kind = read
        while True:
            after = self.phrase(end, "<and>|but|, but|+")
            if after == end or self.verb(after)[0]:
                return claims, end
            before = self.misses.copy()
            meant_so = self.told_apart(after, kind, claims)
            more = self.modifier(after) or self.possession(after, meant_so)
            named = self.verb_after_a_name(after)  # "and Haste is …"
            if more is None or (named and self.verb(more[1])[0]):
                self.misses = before
                return claims, end
            if self.key(end) == "and" and goalwords.is_mixed(claims, more[0]):
                # "with flying or trample and lifelink"
                raise self.ambiguous(end, goalwords.OR_AND_AND)
            claims, end = claims + more[0], more[1]
            kind = more[2] if more[2] in ("having", "lacking") else kind  # "without A, with B, C"

    def told_apart(self, at: int, kind: str, claims: list[Claim]) -> str:
        """How a further item is meant: "without flying, 4/4" has that size; with "and", or not?"""
        read = self.shape("further item", at, K=kind, C=claims[-1:])
        return kind if read is None else read[0]

    def modifier(self, at: int) -> Group | None:
        read = self.group_of("modifier", at)
        if read is None and self.key(at) in ("under", "controlled"):
            self.misses.miss(at + 1, "`your control` or `your opponent's control`")
        return read

    def held(self, at: int) -> tuple[list[Claim], int]:
        """ "under my control", "on my opponent's side", "mine"."""
        held, end = self.seat(at, "held")
        listed = self.begins_mine(at) and not self.ends(end)
        if listed or self.key(end) in ("controls", "owns"):
            return [], at
        return held, self.phrase(end, "of the (table|board|battlefield)")

    def begins_mine(self, at: int) -> bool:
        """ ", mine are 2/2": another subject, no land type."""
        return at > 0 and self.key(at) == "mine" and self.ends(at - 1)

    def whose(self, at: int) -> tuple[list[Claim], int]:
        """ "you control", "your opponent controls", "of mine" after a subject."""
        return self.seat(at, "whose")

    def word(self, at: int) -> tuple[Filter, int] | None:
        """ "a creature enchanted by an Aura": what enchants it follows, it is no adjective."""
        mine = self.begins_mine(at) or self.next(at - 1, "not mine")
        tail = self.next(at, "<by another>|equipped to")
        tail = tail or (self.key(at) == "attached" and super().word(at + 1) is None)
        return None if mine or tail else super().word(at)

    def after_having(self, at: int) -> bool:
        return self.key(at - 1) in ("with", "without", "has", "have", "having", "no")

    def is_worn(self, kind: Filter | str) -> bool:
        """Whether what is so, or a card, is an Aura or an Equipment, which what has it wears."""
        card = self.cards.card(kind) if isinstance(kind, str) else None
        words = {"Aura", "Equipment"}
        if isinstance(kind, str):
            own = () if card is None else (*card.faces[0].subtypes, *card.faces[0].abilities)
            return any(getattr(each, "name", each) in (*words, "bestow") for each in own)
        return any(each in goalwords.flat(kind) for each in map(tree.HasSubtype, words))

    def other(self, at: int) -> tuple[Filter, int] | None:
        """The other object: what it is or is called, with a keyword or a player."""
        owner, start = self.owner(at)
        if not owner and self.key(at) in ("mine", "yours"):
            raise self.error(at, "a noun after `my`")
        start = start + (self.key(start) == "other") if owner else self.past_article(at)
        plain = not owner and start == at
        named = self.phrase(at, "the card|(a permanent|a card|something) named")
        many = at > 0 and (self.number(at - 1) or (1,))[0] != 1  # "equipped with two Bonesplitters"
        names = self.names(start, many)
        called = [(tree.Named(n), end) for n, end in names if self.is_permanent(n)]
        if named > at and (namesake := self.name_claim(named)) is not None:
            read: tuple[Claim, int] | None = (namesake[0][0], namesake[1])
        else:
            types = self.card_of_types(start) is not None
            described = None if called and (plain or types) else self.description(start)
            read = described or next(iter(called), None)
            card = None if read is None else self.card_of_types(read[1])
            if read is not None and card is not None:  # "a white Serra Angel"
                read = (
                    goalwords.both([self.of_itself(read[0], start), tree.Named(card[0])]),
                    card[1],
                )
        if read is None:
            return None
        parts, end = [read[0], *owner], read[1]
        # "enchanted by Pacifism that has …", "by two Auras which has …": of the object itself
        apart = isinstance(read[0], tree.Named) or (
            self.plural_noun(end - 1)
            and (self.key(end).endswith("'s") or OF_ONE.fullmatch(self.key(end + 1)))
        )
        near = not apart or self.key(end) not in phrases_of("<that>")
        near = near and self.key(end - 1) not in goalwords.keywords()  # "no defender with power 2"
        while near and (more := self.shape("of other", end)) is not None:
            parts, end = [*parts, *more[0]], more[1]
        return goalwords.both([self.of_itself(part, start) for part in parts]), end

    def is_permanent(self, name: str) -> bool:
        """Whether the card can be a permanent: "on my turn" speaks of no card."""
        card = self.cards.card(name)
        types = [] if card is None else [word for face in card.faces for word in face.types]
        return bool(set(PERMANENT_TYPES) & {*types})

    def of_itself(self, part: Claim, at: int) -> Filter:
        """What can be said of the other object: no text, and no size against its own."""
        against = isinstance(part, tree.StatIs) and not isinstance(part.amount, tree.Num)
        if isinstance(part, HasText) or against:
            raise self.error(
                at, "of what it is attached to types, colours, keywords, numbers, a name"
            )
        return part

    # --- comparisons ------------------------------------------------------------------------------

    def beyond_the_most(self, at: int, claim: Against) -> tuple[Filter, int] | None:
        """ "more power than my opponent's strongest creature" is more than each of them has."""
        whose, start = self.owner(at)
        most = self.looked_up(start + (self.key(start) == "the"), meant("superlative"))
        if most is None or not {*claim.stats} <= {*most[0][0]} or claim.op[0] != most[0][1]:
            return None
        kind = self.other(most[1])
        return None if kind is None else (goalwords.both([kind[0], *whose]), kind[1])  # type: ignore[list-item]  # whose it is, is no text

    def is_denied(self, at: int) -> bool:
        """Whether what stands here is denied: "isn't bigger than any Elf", "no Elf is …"."""
        begin = max((n for n in range(at) if self.phrase(n, "<joint>") > n), default=-1)
        return any(self.next(n, _DENIALS) for n in range(begin + 1, at))

    def against(self, at: int, size: tuple[Any, ...]) -> _Claims | None:
        """What it is compared with: another object, each of a kind ("every other creature", "those
        of Serra Angel"), all of them together, or how many there are. `size`: which stats, how,
        how many times theirs, and how much more."""
        claim = Against(size[0], size[1], tree.AllOf(), "one", *size[2:])
        as_much = claim.op == "=" and self.key(at - 1) == "as" and self.key(at - 3) != "same"
        if as_much and self.key(at - 2) != "size" and self.is_denied(at):  # "isn't as big as"
            raise self.ambiguous(at - 1, "`is smaller than`, `has less power than` or the like")
        (which, theirs), at = self.shape("of what", at) or (("", None), at)
        each = self.phrase(at, "<each other>")
        each += self.key(each) in ("of",)
        sized = self.shape("box", self.past_article(each))
        if sized is not None and self.word(sized[1]) is None:
            return None  # "bigger than 4/4"; but "than a 4/4 creature"
        others = self.phrase(at, "<everyone else>")
        most = self.beyond_the_most(each, claim)
        read = most or self.other(each)
        if others > at and self.ends(others):  # "than all others": creatures, as it is one
            sizes = {"power", "toughness"}
            kind = goalwords.CREATURE if sizes & {*claim.stats} else tree.AllOf()
            read = kind, others
        if read is None:
            return None
        end = read[1]
        one = self.key(each) in goalwords.ARTICLES - {"the"}
        named = any(isinstance(each, tree.Named) for each in goalwords.all_of(read[0])) or one
        whose = self.owner(each)[1] == end or self.key(each) in _THEIRS  # "than theirs"
        whose = whose and not (
            self.last is not None and self.last.is_owned
        )  # "my Elf … than theirs"
        every = (
            most is not None
            or each > at
            or whose
            or (not named and any(map(self.plural_noun, range(each, end))))
        )
        every = every and not ("any" in map(self.key, range(at, each)) and self.is_denied(at))
        if self.key(end) == "'s":
            own, end = self.shape("stat names", end + 1) or ([], end + 1)
            if len(own) == 1:
                theirs = own[0]
            elif own and tuple(own) != claim.stats:
                return None
        plain = (claim.op, claim.factor, claim.more) == ("=", 1, 0) and not (which or every)
        beyond, end = (plain and self.shape("so much beyond", end)) or (0, end)
        does = self.phrase(end, "<short verb>")  # "more power than Serra Angel has (toughness)"
        own = self.looked_up(does, goalwords.STATS) if does > end else None
        theirs, does = own or (theirs, does)
        end = does if self.ends(does) else end
        together = self.phrase(end, "<together>")
        which = which or ("sum" if together > end else "every" if every else "one")
        alike = claim.op != ">" or theirs not in (None, *claim.stats)
        if which == "sum" and alike and "other" not in self.words(at, end - at).split():
            # "power equal to the total power of all Elves", "toughness greater than the total
            # power of my Elves": with its own, if it is one?
            raise self.ambiguous(at, "`all other` before what is added up")
        theirs = None if (theirs,) == claim.stats else theirs
        more = claim.more + beyond
        claim = msgspec.structs.replace(claim, other=read[0], which=which, theirs=theirs, more=more)
        return [as_filter(claim)], together


def names_choice(abilities: Sequence[tree.Ability]) -> bool:
    """Whether they name what was chosen, or who: no goal says what that is."""
    return any(
        isinstance(part, str) and (part.startswith("@") or part == "chosen")
        for part in parts(abilities)
    )
