"""Reading what stands after a subject and belongs to it: "with flying", "that is not blue", "I
control"."""

from striate.cards import tree
from striate.cards.tree import Filter
from striate.queries.goals import verbs
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import Having, flat
from striate.search.goals import Claim

# Whose an object is, in the ways in which a goal says it.
_YOURS = tree.ControlledBy("you")
_THEIRS = tree.ControlledBy("opponent")
OPPONENT = frozenset({"opponent", "opponent's", "opponents", "opponents'", "enemy", "opposing"})
_SPEAKERS = ("", "your ", "an ", "the ", "my ")


def _them(words: frozenset[str]) -> list[str]:
    return [f"{speaker}{word}" for speaker in _SPEAKERS for word in words]


_THEM = _them(OPPONENT)
# Before a noun: "my", "my opponent's"; the sign of "opponents'" stands alone.
OWNERS: dict[str, Filter] = {
    **dict.fromkeys(("my", "my own", "your", "your own", "our"), _YOURS),
    **{f"{them}{sign}": _THEIRS for them in _THEM for sign in ("", " '")},
}
_NOT_OF: tuple[tuple[str, tree.Player], ...] = (
    ("i", "opponent"), ("you", "opponent"), ("my opponent", "you"),
)  # fmt: skip
# After a noun.
WHOSE: dict[str, Filter] = {
    **dict.fromkeys(("you control", "i control", "of mine", "of yours"), _YOURS),
    **{words: _THEIRS for them in _THEM
       for words in (f"of {them}", f"{them} controls", f"{them} control")},
    **dict.fromkeys(("you own", "i own", "owned by me", "owned by you"), tree.OwnedBy("you")),
    **{f"{who} {denial} {verb}": made(player)  # of two players
       for who, player in _NOT_OF
       for denial in ("don't", "do not", "doesn't", "does not")
       for verb, made in (("control", tree.ControlledBy), ("own", tree.OwnedBy))},
    **{words: tree.OwnedBy("opponent") for them in _THEM
       for words in (f"owned by {them}", f"{them} owns", f"{them} own")},
}  # fmt: skip
# After a noun or "is".
HELD: dict[str, Filter] = {
    "yours": _YOURS,
    "mine": _YOURS,
    "controlled by me": _YOURS,
    "controlled by you": _YOURS,
    **{f"{under} {speaker}control": _YOURS for speaker in _SPEAKERS if speaker
       for under in ("under", "in")},
    **{f"on {owner} side": said for owner, said in OWNERS.items()},
    **{words: _THEIRS for them in _THEM
       for words in (f"under {them} control", f"in {them} control", f"under {them}",
                     f"controlled by {them}")},
    **{f"{speaker} {word}": _THEIRS for speaker in ("yours", "mine", "your", "my")
       for word in OPPONENT},
}  # fmt: skip
_CONTROLLING = ("control", "controls", "controlling", "am controlling", "is controlling",
                "to control", "has control of", "have control of", "has", "have",
                "has got", "have got", "got", "ever have", "ever control", "ever get")  # fmt: skip
DOES_NOT = frozenset({"doesn't", "does not", "don't", "do not"})
_HOLDERS = {
    **dict.fromkeys(("i", "you", "we", "i've", "you've", "we've", "i'm", "you're"), _YOURS),
    **dict.fromkeys(_them(frozenset({"opponent", "opponents", "enemy"})), _THEIRS),
}
# "than my opponent", "than me"
RIVALS = {**_HOLDERS, "me": _YOURS}
# Before what is held: "I control"; and so denied.
HOLDING: dict[str, Filter] = {
    **{f"{who} {verb}": said for who, said in _HOLDERS.items() for verb in _CONTROLLING},
    **{f"{who} {verb}": tree.OwnedBy(said.player) for who, said in _HOLDERS.items()
       for verb in ("own", "owns")},
}  # fmt: skip
NOT_HOLDING: dict[str, Filter] = {
    f"{who} {denial} {verb}": HOLDING[f"{who} {verb}"]
    for who in _HOLDERS
    for denial in DOES_NOT
    for verb in (*_CONTROLLING, "own", "owns")
}
LONGEST = 6
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
        return self.seat(at, OWNERS)

    def seat(self, at: int, table: dict[str, Filter]) -> tuple[list[Claim], int]:
        """Whose it is, by a table of words; nothing where none of them stands here."""
        found = self.looked_up(at, table, LONGEST)
        return ([], at) if found is None else ([found[0]], found[1])

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
        ended = self.verb(end)[0] or end == len(self.tokens)
        return ([goalwords.opposite(read[0])], end) if ended else None

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
        if key in verbs.THAT and key.endswith(("'s", "'re")):
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
        held, end = self.seat(at, HELD)
        if self.key(end) in ("controls", "owns"):
            return [], at
        return held, self.phrase(end, _OF_THE_TABLE)

    def whose(self, at: int) -> tuple[list[Claim], int]:
        """ "you control", "your opponent controls", "of mine" after a subject."""
        return self.seat(at, WHOSE)
