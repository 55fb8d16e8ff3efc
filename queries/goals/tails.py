"""Reading what stands after a subject and belongs to it: "with flying", "that is not blue", "I
control"."""

from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import Having, flat
from striate.queries.goals.phrases import meant, phrases_of
from striate.search.goals import Claim


class Tails(Having):
    """Reads tails; `claiming` reads what a relative clause says."""

    def relative(self, at: int) -> Group | None:
        """What follows "that": claims, as of a sentence."""
        raise NotImplementedError

    def being(self, at: int, negated: bool) -> Group | None:
        """What follows "is"."""
        raise NotImplementedError

    def owner(self, at: int) -> tuple[list[Claim], int]:
        """ "my", "my opponent's" before a noun."""
        return self.seat(at, "owner")

    def seat(self, at: int, table: str) -> tuple[list[Claim], int]:
        """Whose it is, by a list of words; nothing where none of them stands here."""
        found = self.looked_up(at, meant(table))
        return ([], at) if found is None else ([found[0]], found[1])

    def begins_tail(self, at: int) -> bool:
        if self.key(at) in ("'s", "with", "without", "under", "controlled", *phrases_of("<that>")):
            return True
        if self.phrase(at, "<in play>") > at:
            return True
        if self.words(at, 2) == "at level":
            return True
        if self.key(at) == "on":
            return self.modifier(at) is not None
        return self.whose(at)[1] > at

    def tail(self, at: int) -> tuple[list[Claim], int] | None:
        whose, end = self.whose(at)
        if end > at:
            return whose, end
        after = self.phrase(at, "<in play>")
        if after > at:
            return [], after
        if self.key(at) == "whose":
            read = self.relative(at)
            return None if read is None else (read[0], read[1])
        if self.key(at) in phrases_of("<that>"):
            whose, end = self.whose(at + 1)
            if end > at + 1:
                return whose, end
            read = self.relative(at if self.key(at).endswith(("'s", "'re")) else at + 1)
            return None if read is None else (read[0], read[1])
        if self.key(at) in ("with", "without", "having"):
            return self.accompanied(at)
        modified = self.modifier(at)
        return self.taken_out(at) if modified is None else (modified[0], modified[1])

    def taken_out(self, at: int) -> tuple[list[Claim], int] | None:
        """ "an Elf, but not a Warrior, has reach"."""
        after = self.phrase(at, "but not|, but not|and not|, not")
        read = self.what(after) if after > at else None
        if read is None:
            return None
        end = read[1] + (self.key(at) == "," == self.key(read[1]))
        ended = self.verb(end)[0] or end == len(self.tokens)
        return ([goalwords.opposite(read[0])], end) if ended else None

    def accompanied(self, at: int) -> tuple[list[Claim], int] | None:
        """ "with flying and trample": all items of the list."""
        read = self.modifier(at)
        if read is None:
            return None
        claims, end, kind = read
        while True:
            after = self.phrase(end, ",|and|, and|but")
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
        if key == "of" and (several := self.counted(at + 1)) is not None:
            return flat(several[0]), several[1], "being"  # "a creature of every color"
        if key == "of" and (read := self.stats(at + 1)) is not None:
            return read[0], read[1], "having"  # "a creature of power 7"
        if key == "without" and self.key(at + 1) in ("being", "becoming"):
            return self.being(at + 2, True)
        if key == "without":
            return self.possession(at + 1, "lacking")
        if key in ("named", "called"):
            return self.name_claim(at + 1)
        if key in phrases_of("<that>") and key.endswith(("'s", "'re")):
            return self.being(at + 1, False)
        if key == "owned":
            whose, end = self.whose(at)
            return (whose, end, "being") if end > at else None
        held, end = self.held(at)
        if held:
            return held, end, "being"
        if key in ("under", "controlled"):
            self.misses.miss(at + 1, "`your control` or `your opponent's control`")
        return None

    def held(self, at: int) -> tuple[list[Claim], int]:
        """ "under my control", "on my opponent's side", "mine"."""
        held, end = self.seat(at, "held")
        if self.key(end) in ("controls", "owns"):
            return [], at
        return held, self.phrase(end, "of the (table|board|battlefield)")

    def whose(self, at: int) -> tuple[list[Claim], int]:
        """ "you control", "your opponent controls", "of mine" after a subject."""
        return self.seat(at, "whose")
