"""Reading what an object has: keywords, rules text, counters, power and toughness (see `language`)."""

from striate.cards import tree
from striate.cards.tree import Not
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Describing, Group
from striate.queries.goals.tokens import GoalError
from striate.search.goals import Claim, HasText

# Keywords whose parameter is part of what is asked for.
_PARAMETERS = frozenset(
    {"protection", "ward", "hexproof", "cycling", "equip", "crew", "bushido", "annihilator",
     "affinity", "plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk", "enchant",
     "toxic", "morph", "flashback"}
)  # fmt: skip


class Having(Describing):
    """Reads what follows "has", "with", "lacks", "without"."""

    def possession(self, at: int, kind: str) -> Group | None:
        read = self.having(at)
        if read is None:
            return None
        claims, end = read
        if kind == "having":
            return claims, end, kind
        denied: list[Claim] = [
            HasText(c.ability, not c.negated) if isinstance(c, HasText) else goalwords.opposite(c)
            for c in claims
        ]
        return denied, end, kind

    def having(self, at: int) -> tuple[list[Claim], int] | None:
        """One thing that it has, or "no" such thing."""
        if self.key(at) == "no":
            read = self.item(at + 1)
            if read is None:
                return None
            claim, end = read
            if isinstance(claim, HasText):
                return [HasText(claim.ability, not claim.negated)], end
            return [goalwords.opposite(claim)], end
        stats = self.stats(at)
        if stats is not None:
            return stats
        one = self.item(at)
        return None if one is None else ([one[0]], one[1])

    def item(self, at: int) -> tuple[Claim, int] | None:
        if self.key(at) in ("abilities", "ability"):
            return Not(tree.HasNoAbilities()), at + 1
        keyword = self.looked_up(at, goalwords.keywords(), 4)
        counters = self.counters(at)
        if counters is not None:
            return counters
        text = self.rules_text(at, keyword[1] if keyword is not None else at)
        if text is not None:
            return text
        if keyword is not None:
            return keyword
        known = (*goalwords.keywords(), "abilities", *goalwords.STATS)
        self.misses.miss(
            at, 'a keyword, `power`, `toughness`, counters, `no abilities` or "rules text"', known
        )
        return None

    def rules_text(self, at: int, least: int) -> tuple[HasText, int] | None:
        """A text between quotation marks, or a keyword with its parameter ("ward {2}")."""
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        quoted = token.text.startswith('"') and len(token.text) > 2
        if not quoted and self.key(at) not in _PARAMETERS:
            return None
        from striate.cards.language import is_understood, parse_abilities

        if quoted:
            abilities = parse_abilities(token.text.strip('"'))
            if len(abilities) != 1:
                raise GoalError(self.text, token.start, token.end, "the text of one ability")
            return HasText(abilities[0]), at + 1
        for end in range(min(len(self.tokens), at + 8), least, -1):
            text = self.text[token.start : self.tokens[end - 1].end]
            abilities = parse_abilities(text)
            one = abilities[0] if len(abilities) == 1 else None
            if isinstance(one, tree.Keyword) and is_understood(one):
                return HasText(one), end
        return None

    def counters(self, at: int) -> tuple[Claim, int] | None:
        """ "two +1/+1 counters", "a level counter", "level counters"."""
        start = at
        key = self.key(at)
        number = int(key) if key.isdecimal() else goalwords.NUMBERS.get(key)
        at += number is not None
        op: tree.Comparator = ">="
        after = self.looked_up(at, goalwords.ENDINGS, 2)
        if number is not None and after is not None:
            op, at = after
        for words in (1, 2, 3):
            if self.key(at + words) in ("counter", "counters"):
                kind = self.words(at, words)
                return tree.HasCounter(kind, op, 1 if number is None else number), at + words + 1
        if number is not None and self.key(at) in ("counter", "counters"):
            return tree.HasCounter(None, op, number), at + 1
        if number is not None and at > start:
            self.misses.miss(at, "a kind of counter with `counters`")
        return None

    def stats(self, at: int) -> tuple[list[Claim], int] | None:
        """ "power greater than toughness", "power and toughness 3", "mana value at most 2"."""
        found = self.looked_up(at, goalwords.STATS, 3)
        if found is None:
            return None
        stats: list[tree.Stat] = [found[0]]
        at = found[1]
        if self.key(at) == "and":
            second = self.looked_up(at + 1, goalwords.STATS, 3)
            if second is not None:
                stats, at = [*stats, second[0]], second[1]
        at += self.key(at) in ("of", "each", "both")
        comparison = self.looked_up(at, goalwords.COMPARISONS, 6)
        op, at = comparison if comparison is not None else ("=", at)
        right = self.right_side(at)
        if right is None:
            expected = "a number, `greater than`, `at least` or the like"
            self.misses.miss(at, expected, goalwords.COMPARISONS)
            return None
        value, at = right
        after = self.looked_up(at, goalwords.ENDINGS, 2)
        if comparison is None and after is not None and isinstance(value, int):
            op, at = after
        claims: list[Claim] = [goalwords.stat_against(stat, op, value) for stat in stats]
        return claims, at

    def right_side(self, at: int) -> tuple[tree.Stat | int, int] | None:
        at += self.key(at) in ("its", "the", "their")
        key = self.key(at)
        if key.lstrip("-").isdecimal():
            return int(key), at + 1
        if key in goalwords.NUMBERS and key not in ("a", "an", "no"):
            return goalwords.NUMBERS[key], at + 1
        return self.looked_up(at, goalwords.STATS, 3)
