"""Reading what an object is beside another one: attached to it (701.3), "enchanted by Pacifism";
compared with it, "has greater power than another creature", "two creatures share a color".
"""

from collections.abc import Callable

from striate.cards import tree
from striate.cards.tree import Filter
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.having import flat
from striate.queries.goals.phrases import meant, phrases_of
from striate.queries.goals.tails import Tails
from striate.search.goals import Against, AttachedNumber, Claim, HasText, as_filter

_Measure = tuple[tuple[tree.Stat, ...], tree.Comparator]
_Claims = tuple[list[Claim], int]
_Attaching = type[tree.IsAttachedTo] | type[tree.HasAttached]


_HAVING = frozenset({"with", "without", "has", "have", "having", "no"})


def _is_worn(filter: Filter) -> bool:
    """Whether it is an Aura or an Equipment, which what has it wears."""
    subtypes = [each.subtype for each in flat(filter) if isinstance(each, tree.HasSubtype)]
    return bool({"Aura", "Equipment"} & {*subtypes})


class Others(Tails):
    """Reads attachments and comparisons wherever a modifier or what is had can stand."""

    def begins_tail(self, at: int) -> bool:
        related = self.modifier_attached(at) or self.sized(at) or self.bigger(at)
        return related is not None or super().begins_tail(at)

    def bigger(self, at: int) -> _Claims | None:
        """ "a creature bigger than 4/4", "Humility 4/4"."""
        read = self.box(at)
        return None if read is None else ([read[0]], read[1])

    def modifier(self, at: int) -> Group | None:
        sized = self.sized(at)
        if sized is not None:
            return *sized, "being"
        return self.modifier_attached(at) or super().modifier(at) or self.worn(at)

    def worn(self, at: int) -> Group | None:
        """ "Grizzly Bears with Rancor": a card that is attached to what it is with."""
        for name, end in self.names(at + 1) if self.key(at) == "with" else ():
            card = self.cards.card(name)
            if card is not None and {"Aura", "Equipment"} & {*card.faces[0].subtypes}:
                return [tree.HasAttached(tree.Named(name))], end, "being"
        return None

    def tail(self, at: int) -> tuple[list[Claim], int] | None:
        """ "equipped with Bonesplitter and Rancor": before the verb all of them are meant."""
        read = super().tail(at) or self.bigger(at)
        if (
            read is None
            or self.phrase(at, "<by another>") == at
            or self.key(read[1] - 1) == "nothing"
        ):
            return read
        claims, end = read
        while (after := self.phrase(end, "<and>")) > end:
            more = self.modifier_attached(after)
            if more is None:
                other = self.other(after)
                if other is None:
                    break
                more = [tree.HasAttached(other[0])], other[1], "being"
            claims, end = [*claims, *more[0]], more[1]
        return claims, end

    def modifier_attached(self, at: int) -> Group | None:
        """ "attached to a land", "equipped with Bonesplitter", "enchanted" after its noun."""
        for words, attaching in (
            ("<to another>", tree.IsAttachedTo),
            ("<by another>", tree.HasAttached),
        ):
            after = self.phrase(at, words)
            if after > at and self.key(after) == "nothing":
                aura = "Aura" if self.key(at) == "enchanted" else "Equipment"
                other: Filter = (
                    tree.AllOf() if attaching is tree.IsAttachedTo else tree.HasSubtype(aura)
                )
                return [goalwords.opposite(attaching(other))], after + 1, "being"
            read = self.on_another(after, attaching) if after > at else None
            if read is not None:
                return read
        if self.key(at) == "attached" and self.phrase(at, "<to another>") == at:
            return [tree.IsAttachedTo(tree.AllOf())], at + 1, "being"
        return None

    def on_another(self, at: int, attaching: _Attaching) -> Group | None:
        """What it is attached to, or what is attached to it."""
        several = self.several_on_it(at) if attaching is tree.HasAttached else None
        read = self.other(at) if several is None else None
        if several is not None:
            return [several[0]], several[2], "being"
        return None if read is None else ([attaching(read[0])], read[1], "being")

    def word(self, at: int) -> tuple[Filter, int] | None:
        """ "a creature enchanted by an Aura": what enchants it follows, it is no adjective."""
        return None if self.phrase(at, "<by another>") > at else super().word(at)

    def item(self, at: int) -> tuple[Claim, int] | None:
        """ "has an Aura attached to it", "has no Equipment", or what else it can have."""
        before = self.misses.copy()
        several = self.several_on_it(at)
        read = None if several else self.other(at)
        if read is not None:
            several = tree.HasAttached(read[0]), *read
        if several is not None:
            claim, kind, end = several
            after = self.phrase(end, "<on it>")
            if after > end or (self.key(at - 1) in _HAVING and _is_worn(kind)):
                return claim, after
        self.misses = before
        return super().item(at)

    def several_on_it(self, at: int) -> tuple[Filter, Filter, int] | None:
        """ "two Auras", "exactly one Equipment" on it; of what kind they are, and the place."""
        limits = self.quantity(at)
        read = None if limits is None else self.other(limits[1])
        if limits is None or read is None or len(limits[0]) > 1:
            return None
        op, number = limits[0][0]
        op = ">=" if op == "=" and self.key(at) not in ("exactly", "precisely") else op
        return as_filter(AttachedNumber(tree.HasAttached(read[0]), op, number)), *read

    def other(self, at: int) -> tuple[Filter, int] | None:
        """The other object: what it is or is called, with a keyword or a player."""
        owner, start = self.owner(at)
        if not owner and self.key(at) in ("mine", "yours"):
            raise self.error(at, "a noun after `my`")
        start += not owner and self.key(at) in goalwords.ARTICLES
        plain = not owner and start == at
        named = self.phrase(at, "the card|(a permanent|a card|something) named")
        called = [(tree.Named(name), end) for name, end in self.names(start)]
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
        # "enchanted by Pacifism that has no abilities": of the object itself
        near = not isinstance(read[0], tree.Named) or self.key(end) not in phrases_of("<that>")
        while near and (more := self.of_other(end)) is not None:
            parts, end = [*parts, *more[0]], more[1]
        return goalwords.both([self.of_itself(part, start) for part in parts]), end

    def of_other(self, at: int) -> tuple[list[Claim], int] | None:
        """ "with flying", "I control": of the other object, for it stands nearer."""
        whose, end = self.whose(at)
        if end > at:
            return whose, end
        held, end = self.held(at) if self.key(at) in ("under", "controlled") else ([], at)
        if held:
            return held, end
        if self.key(at) == "with":
            return self.one_thing(at + 1)
        if self.key(at) in ("named", "called"):
            named = self.name_claim(at + 1)
            return None if named is None else (named[0], named[1])
        if self.key(at) in phrases_of("<that>"):
            whose, end = self.whose(at + 1)
            if end > at + 1:
                return whose, end
            read = self.relative(at + (self.key(at) in ("that", "which", "who")))
            return None if read is None else (read[0], read[1])
        return None

    def of_itself(self, part: Claim, at: int) -> Filter:
        """What can be said of the other object: no text, and no size against its own."""
        against = isinstance(part, tree.StatIs) and not isinstance(part.amount, tree.Num)
        if isinstance(part, HasText) or against:
            raise self.error(
                at, "of what it is attached to types, colours, keywords, numbers, a name"
            )
        return part

    # --- comparisons ------------------------------------------------------------------------------

    def sized(self, at: int) -> _Claims | None:
        """ "bigger than another creature"; a size alone is compared elsewhere."""
        found = self.looked_up(at, meant("size"))
        return None if found is None else self.against(found[0][0], found[0][1], found[1])

    def stats(self, at: int) -> _Claims | None:
        before = self.misses.copy()
        found = self.looked_up(at, meant("amount"))
        named = None if found is None else self.stat_names(found[1])
        than = 0 if named is None else self.phrase(named[1], "than|as|to|from")
        if found is not None and named is not None and than > named[1]:
            read = self.against(tuple(named[0]), found[0], than)
            if read is not None:
                return read
            self.misses = before
        return super().stats(at)

    def measured(self, stats: list[tree.Stat], at: int) -> _Claims | None:
        """ "power greater than Serra Angel's", "power equal to that of another creature"."""
        read = super().measured(stats, at)
        if read is None:
            at = self.phrase(at, "is|are|that is")
            found = self.looked_up(at, goalwords.COMPARISONS)
            read = None if found is None else self.against(tuple(stats), found[0], found[1])
        return read

    def against(self, stats: tuple[tree.Stat, ...], op: tree.Comparator, at: int) -> _Claims | None:
        """The other object, or that of each: "every other creature", "that of Serra Angel"."""
        at = self.phrase(at, "that of|those of")
        each = self.phrase(at, "<each other>")
        each += self.key(each) in ("of",)
        sized = self.box(each + (self.key(each) in goalwords.ARTICLES))
        if sized is not None and self.word(sized[1]) is None:
            return None  # "bigger than 4/4"; but "than a 4/4 creature"
        read = self.other(each)
        if read is None:
            return None
        end = read[1]
        named = isinstance(read[0], tree.Named) or self.key(each) in goalwords.ARTICLES
        every = each > at or (not named and self.key(end - 1) in goalwords.PLURALS)
        if self.key(end) == "'s":
            own = self.stat_names(end + 1)
            end = own[1] if own is not None and tuple(own[0]) == stats else end + 1
        return [as_filter(Against(stats, op, read[0], every))], end

    def having(self, at: int, kind: str) -> _Claims | None:
        """ "a color in common with another creature"."""
        shared = self.looked_up(at, meant("shared"))
        after = at if shared is None else self.phrase(shared[1], "(in common|) with")
        read = self.other(after) if shared is not None and after > shared[1] else None
        if shared is None or read is None:
            return super().having(at, kind)
        return [tree.SharesWith(shared[0], tree.Each(read[0]), True)], read[1]

    def mutual(self, at: int) -> tuple[Callable[[Filter], Filter], int] | None:
        """ "the same power", "different power", "a color in common": of two, what one of them is
        beside the other."""
        alike = self.phrase(at, "the same size|equally (big|large)")
        if alike > at:
            return lambda other: as_filter(Against(("power", "toughness"), "=", other)), alike
        kind = self.looked_up(at, meant("shared"))
        if kind is not None:
            word, end = kind[0], self.phrase(kind[1], "in common")
            return lambda other: tree.SharesWith(word, tree.Each(other), True), end
        found = self.looked_up(at, meant("amount"))
        named = None if found is None else self.stat_names(found[1])
        if found is None or named is None or self.phrase(named[1], "than|as|to|from") > named[1]:
            return None
        stats, op = tuple(named[0]), found[0]
        if op not in ("=", "!=")[: 3 - len(stats)]:
            return None  # "different power and toughness": both, or one of them?
        return lambda other: as_filter(Against(stats, op, other)), named[1]
