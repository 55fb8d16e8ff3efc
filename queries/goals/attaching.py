"""Reading what is attached to what (701.3): "attached to my creature", "enchanted by Pacifism"."""

from striate.cards import tree
from striate.cards.tree import Filter
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.tails import Tails
from striate.queries.goals.tokens import GoalError
from striate.search.goals import Claim, HasText

_TO = frozenset({"attached to", "enchanting", "equipping"})
_BY = frozenset({"enchanted by", "enchanted with", "equipped by", "equipped with"})
_ON_IT = frozenset({"attached", "attached to it", "attached to them"})
_NAMED = frozenset({"the card", "a permanent named", "a card named", "something named"})


class Attaching(Tails):
    """Reads attachments wherever a modifier or a thing that is had can stand."""

    def begins_tail(self, at: int) -> bool:
        return self.modifier_attached(at) is not None or super().begins_tail(at)

    def modifier(self, at: int) -> Group | None:
        return self.modifier_attached(at) or super().modifier(at)

    def modifier_attached(self, at: int) -> Group | None:
        """ "attached to a land", "equipped with Bonesplitter", "enchanted" after its noun."""
        for words, made in ((_TO, tree.IsAttachedTo), (_BY, tree.HasAttached)):
            after = self.phrase(at, words)
            if after > at and self.key(after) == "nothing":
                return [goalwords.opposite(made(tree.AllOf()))], after + 1, "being"
            read = self.other(after) if after > at else None
            if read is not None:
                return [made(read[0])], read[1], "being"
        if self.key(at) == "attached" and self.phrase(at, _TO) == at:
            return [tree.IsAttachedTo(tree.AllOf())], at + 1, "being"
        return None

    def word(self, at: int) -> tuple[Filter, int] | None:
        """ "a creature enchanted by an Aura": what enchants it follows, it is no adjective."""
        return None if self.phrase(at, _BY) > at else super().word(at)

    def item(self, at: int) -> tuple[Claim, int] | None:
        """ "has an Aura attached to it", or what else it can have."""
        before = self.misses.copy()
        read = self.other(at)
        after = at if read is None else self.phrase(read[1], _ON_IT)
        if read is not None and after > read[1]:
            return tree.HasAttached(read[0]), after
        self.misses = before
        return super().item(at)

    def other(self, at: int) -> tuple[Filter, int] | None:
        """The other object: what it is or is called, with a keyword or a player."""
        owner, start = self.owner(at)
        start += not owner and self.key(at) in goalwords.ARTICLES
        plain = not owner and start == at
        named = self.phrase(at, _NAMED)
        called = [(tree.Named(name), end) for name, end in self.names(start)]
        if named > at and (said := self.name_claim(named)) is not None:
            read: tuple[Claim, int] | None = (said[0][0], said[1])
        else:
            described = self.description(start) if not (plain and called) else None
            read = described or next(iter(called), None)
        if read is None:
            return None
        parts, end = [read[0], *owner], read[1]
        # "enchanted by Pacifism that has no abilities": of the object itself
        near = not isinstance(read[0], tree.Named) or self.key(end) not in ("that", "which")
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
        if self.key(at) in ("that", "which"):
            whose, end = self.whose(at + 1)
            if end > at + 1:
                return whose, end
            read = self.relative(at + 1)
            return None if read is None else (read[0], read[1])
        return None

    def of_itself(self, part: Claim, at: int) -> Filter:
        """What can be said of the other object: no text, and no size against its own."""
        against = isinstance(part, tree.StatIs) and not isinstance(part.amount, tree.Num)
        if isinstance(part, HasText) or against:
            word = self.tokens[at]
            expected = "of what it is attached to types, colours, keywords, numbers, a name"
            raise GoalError(self.text, word.start, word.end, expected)
        return part
