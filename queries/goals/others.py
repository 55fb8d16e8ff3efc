"""Reading what stands after a subject and belongs to it: "with flying", "that I control"; and what
it is beside another object: attached to it (701.3), "has greater power than another creature".
"""

import re
from typing import Any

import msgspec

from striate.cards import tree
from striate.cards.tree import Filter
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import Having
from striate.queries.goals.phrases import meant, phrases_of
from striate.queries.goals.spoken import Spoken
from striate.search.goals import Against, Claim, HasText, as_filter

_Claims = tuple[list[Claim], int]
_DENIALS = "<none>|<not>|<does not>|isn't|aren't|nothing|nobody|neither|lacks|lack|without"
_THEIRS = phrases_of("mine|yours|theirs|his|hers")
OF_ONE = re.compile(r"(?:is|was|has|does)n't|.*s")  # a verb of one thing, or of one and of many


class Others(Having):
    """Reads tails and other objects; `claiming` reads what a relative clause says."""

    last: Spoken | None = None  # of the demand before this one

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

    def item(self, at: int) -> tuple[Claim, int] | None:
        """ "has an Aura attached to it", "has no Equipment", or what else it can have."""
        return self.shape("worn", at, quiet=True) or super().item(at)

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

    def stats(self, at: int) -> _Claims | None:
        return self.shape("stats beside another", at, quiet=True) or super().stats(at)

    def measured(self, at: int, stats: list[tree.Stat]) -> _Claims | None:
        """ "power greater than Serra Angel's", "power equal to that of another creature"."""
        beside = self.shape("size beside another", at, quiet=True, S=stats)
        return beside or super().measured(at, stats)

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
        does = self.phrase(end, "<short verb>")  # "more power than Serra Angel has (toughness)"
        own = self.looked_up(does, goalwords.STATS) if does > end else None
        theirs, does = own or (theirs, does)
        end = does if self.ends(does) else end
        together = self.phrase(end, "<together>")
        which = which or ("sum" if together > end else "every" if every else "one")
        if which == "sum" and claim.op != ">" and "other" not in self.words(at, end - at).split():
            # "power equal to the total power of all Elves": with its own, if it is one?
            raise self.ambiguous(at, "`all other` before what is added up")
        theirs = None if (theirs,) == claim.stats else theirs
        claim = msgspec.structs.replace(claim, other=read[0], which=which, theirs=theirs)
        return [as_filter(claim)], together
