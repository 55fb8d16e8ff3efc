"""Reading what an object has: abilities, counters, power and toughness, mana (see `language`)."""

import re
from collections.abc import Sequence

from striate.cards import tree
from striate.cards.tree import Filter
from striate.cards.vocabulary import COLORS
from striate.cards.walking import parts
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import OF_LANDS, Describing, Group
from striate.queries.goals.phrases import phrases_of
from striate.search.goals import Claim, HasText

_PARAMETERS = phrases_of("<with a parameter>")
_SHORTENED = re.compile("^pro[- ]", re.IGNORECASE)  # "pro-red"
_NUMBER = re.compile("(?<=ward) ([0-9]+)$", re.IGNORECASE)  # "ward 2"
_Claims = tuple[list[Claim], int]


class Having(Describing):
    """Reads what follows "has", "with", "lacks", "without", "power", "taps for"."""

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
        at += self.key(at) == "any" or (
            self.key(at) == "keyword" and self.key(at + 1)[:6] != "abilit"
        )
        read = self.shape("item", at)
        if read is None:
            known = (*goalwords.keywords(), "abilities", *goalwords.STATS)
            expected = 'a keyword, `power`, `toughness`, counters, `no abilities` or "rules text"'
            self.misses.miss(at, expected, known)
        return read

    def keyword(self, at: int) -> tuple[Filter, int] | None:
        return self.looked_up(at, goalwords.keywords())

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
            if names_choice(abilities):
                raise self.error(
                    at, "the text with what was chosen (`Elf` for `of the chosen type`)"
                )
            return HasText(abilities[0]), at + 1
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
                return HasText(one), end
        return None

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
        return HasText(one), after + 1

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
        return self.shape("stats", at)

    def measured(self, at: int, stats: list[tree.Stat]) -> _Claims | None:
        """What follows the names of stats: a number or a comparison with another stat."""
        read = self.shape("measure", at, S=stats)
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


def names_choice(abilities: Sequence[tree.Ability]) -> bool:
    """Whether they name what was chosen: no goal says what that is."""
    return any(isinstance(part, str) and part.startswith("@") for part in parts(abilities))
