"""Reading what stands after a subject and belongs to it: "with flying", "that is not blue", "I
control"."""

from striate.cards import tree
from striate.queries.goals import verbs
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import Having
from striate.search.goals import Claim

OPPONENT = frozenset({"opponent", "opponent's", "opponents", "opponents'", "enemy", "opposing"})
_SPEAKER = frozenset({"your", "an", "the", "my"})
_OF_THE_TABLE = frozenset({"of the table", "of the board", "of the battlefield"})


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
        start = at
        at += self.key(at) in _SPEAKER
        at += self.key(at) == "own"
        if self.key(at) in OPPONENT:
            # "opponents'": the sign stands alone
            return [tree.ControlledBy("opponent")], at + 1 + (self.key(at + 1) in ("'", "’"))
        if self.key(start) in ("my", "your", "our"):
            return [tree.ControlledBy("you")], max(at, start + 1)
        return [], start

    def begins_tail(self, at: int) -> bool:
        if self.key(at) in ("'s", "with", "without", "under", "controlled", *verbs.THAT):
            return True
        if self.phrase(at, verbs.IN_PLAY) > at:
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
        there = self.phrase(at, verbs.IN_PLAY)
        if there > at:
            return [], there
        if self.key(at) == "whose":
            read = self.relative(at)
            return None if read is None else (read[0], read[1])
        if self.key(at) in verbs.THAT:
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
        after = self.phrase(at, frozenset({"but not", ", but not", "and not", ", not"}))
        read = self.what(after) if after > at else None
        if read is None:
            return None
        end = read[1] + (self.key(at) == "," == self.key(read[1]))
        return ([goalwords.opposite(read[0])], end) if self.verb(end)[0] else None

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
        if key == "of" and (read := self.stats(at + 1)) is not None:
            return read[0], read[1], "having"  # "a creature of power 7"
        if key == "without" and self.key(at + 1) in ("being", "becoming"):
            return self.being(at + 2, True)
        if key == "without":
            return self.possession(at + 1, "lacking")
        if key in ("named", "called"):
            return self.name_claim(at + 1)
        if key in ("under", "controlled"):
            return self.control(at)
        if key in verbs.THAT and key.endswith(("'s", "'re")):
            return self.being(at + 1, False)
        if key == "owned":
            whose, end = self.whose(at)
            return (whose, end, "being") if end > at else None
        if key == "on" and self.owner(at + 1)[0]:
            owner, end = self.owner(at + 1)
            if self.key(end) == "side":
                return owner, self.phrase(end + 1, _OF_THE_TABLE), "being"
        if key in ("yours", "mine", "your", "my"):
            if self.key(at + 1) in OPPONENT and self.key(at + 2) not in ("controls", "owns"):
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
        if self.key(at) in OPPONENT:
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
        if self.words(at, 2) in ("you own", "i own"):
            return [tree.OwnedBy("you")], at + 2
        start = at
        if self.words(at, 2) == "owned by":
            seat = at + 2 + (self.key(at + 2) in _SPEAKER)
            if self.key(at + 2) in ("me", "you"):
                return [tree.OwnedBy("you")], at + 3
            return (
                ([tree.OwnedBy("opponent")], seat + 1) if self.key(seat) in OPPONENT else ([], at)
            )
        of = self.key(at) == "of"
        at += of
        at += self.key(at) in _SPEAKER
        if self.key(at) in OPPONENT and (of or self.key(at + 1) in ("controls", "control")):
            return [tree.ControlledBy("opponent")], at + (1 if of else 2)
        if self.key(at) in OPPONENT and not of and self.key(at + 1) in ("owns", "own"):
            return [tree.OwnedBy("opponent")], at + 2
        return [], start
