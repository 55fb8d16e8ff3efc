"""Reading what is measured of an object: power and toughness, and the mana that it taps for."""

from striate.cards import tree
from striate.cards.tree import Filter, Not
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Describing, Group
from striate.queries.goals.phrases import meant
from striate.search.goals import Claim, TapsFor, as_filter

_Claims = tuple[list[Claim], int]


class Measuring(Describing):
    """Reads what follows "power" and "toughness", and "taps for"."""

    def stats(self, at: int) -> _Claims | None:
        """ "power greater than toughness", "power and toughness 3", "at least 3 power"."""
        at += self.key(at) in ("a", "the", "its", "an")
        turned = self.turned_stats(at)
        if turned is not None:
            return turned
        named = self.stat_names(at)
        if named is None:
            return None
        stats, at = named
        return self.measured(stats, at)

    def stat_names(self, at: int) -> tuple[list[tree.Stat], int] | None:
        found = self.looked_up(at, goalwords.STATS)
        if found is None:
            return None
        stats: list[tree.Stat] = [found[0]]
        at = found[1]
        if self.key(at) == "and":
            second = self.looked_up(at + 1, goalwords.STATS)
            if second is not None:
                stats, at = [*stats, second[0]], second[1]
        return stats, at

    def turned_stats(self, at: int) -> _Claims | None:
        """ "more power than toughness", "the same power and toughness", "at least 3 power"."""
        if self.key(at) in meant("turned"):
            left = self.looked_up(at + 1, goalwords.STATS)
            if left is not None and self.key(left[1]) in ("than", "as", "and", "to"):
                own = left[1] + 1 + (self.key(left[1] + 1) in ("its", "the", "their"))
                right = self.looked_up(own, goalwords.STATS)
                op = meant("turned")[self.key(at)]
                # "greater power and toughness" is no comparison of the two
                if right is not None and (op == "=" or self.key(left[1]) != "and"):
                    return [goalwords.stat_against(left[0], op, right[0])], right[1]
        read = self.quantity(at)
        named = None if read is None else self.stat_names(read[1])
        if read is None or named is None:
            return None
        limits: list[tuple[tree.Comparator, int]] = read[0]
        at = named[1]
        after = self.looked_up(at, goalwords.ENDINGS)
        if after is not None and len(limits) == 1 and limits[0][0] == "=":
            # "3 power or more"
            limits = [(after[0], limits[0][1])]
            at = after[1]
        claims: list[Claim] = []
        for stat in named[0]:
            claims += [goalwords.stat_against(stat, op, n) for op, n in limits]
        return claims, at

    def measured(self, stats: list[tree.Stat], at: int) -> _Claims | None:
        """What follows the names of stats: a number or a comparison with another stat."""
        at = self.phrase(at, "<comes to>")
        at = self.phrase(at, "both|each")
        if len(stats) == 2 and self.phrase(at, "equal|the same|same") > at:
            equal: list[Claim] = [goalwords.stat_against(stats[0], "=", stats[1])]
            return equal, self.phrase(at, "equal|the same|same")
        comparison = self.looked_up(at, goalwords.COMPARISONS)
        after = at if comparison is None else comparison[1]
        read = None if self.words(after, 2) in goalwords.FACTORS else self.quantity(at)
        if read is not None and self.key(read[1]) in ("and", "but"):
            # "greater than 4 and less than 8"
            second = self.looked_up(read[1] + 1, goalwords.COMPARISONS)
            more = None if second is None else self.quantity(read[1] + 1)
            if more is not None and self.looked_up(more[1], goalwords.STATS) is None:
                read = [*read[0], *more[0]], more[1]
        other = None if read is None or self.key(read[1]) != "or" else self.number(read[1] + 1)
        if read is not None and other is not None and read[0][0][0] == "=":
            one_of: list[Claim] = [
                goalwords.either([goalwords.stat_against(stat, "=", n)
                                  for n in (read[0][0][1], other[0])])
                for stat in stats
            ]  # fmt: skip
            return one_of, other[1]
        if read is not None:
            claims: list[Claim] = [
                goalwords.stat_against(stat, op, n) for stat in stats for op, n in read[0]
            ]
            return claims, read[1]
        op: tree.Comparator = comparison[0] if comparison is not None else "="
        at = comparison[1] if comparison is not None else at
        start = at
        times = self.looked_up(at, goalwords.FACTORS)
        factor, at = times or (1, at)
        at += self.key(at) in ("its", "the", "their")
        right = self.looked_up(at, goalwords.STATS)
        if right is None:
            expected = "a number, `greater than`, `at least` or the like"
            self.misses.miss(start, expected, goalwords.COMPARISONS)
            return None
        compared = [goalwords.stat_against(stat, op, right[0], factor) for stat in stats]
        return list(compared), right[1]

    def attributed(self, at: int) -> Group | None:
        """ "power is 4", "color is red", "name is Forest", "controller is my opponent"."""
        named = self.stat_names(at)
        denial = (
            at
            if named is None
            else self.phrase(named[1], "isn't|is not|doesn't equal|is no longer|isn't equal to")
        )
        if named is not None and denial > named[1]:  # "its power isn't 4"
            other = self.measured(named[0], denial)
            denied: list[Claim] = [Not(each) for each in other[0]] if other else []  # type: ignore[arg-type]  # sizes are filters
            return (denied, other[1], "being") if other and len(denied) == 1 else None
        measured = None if named is None else self.measured(*named)
        if measured is not None:
            return measured[0], measured[1], "being"
        if self.key(at + 1) not in ("is", "are", "include", "includes"):
            return None
        negated = self.key(at + 2) == "not"
        place = at + 2 + negated
        if self.key(at) in ("color", "colors", "colour", "colours", "type", "types"):
            read = self.what(place)
            if read is not None:
                claims = [goalwords.opposite(read[0])] if negated else [read[0]]
                return list(claims), read[1], "not being" if negated else "being"
        if self.key(at) == "name" and not negated:
            return self.name_claim(place)
        if self.key(at) in ("controller", "owner") and not negated:
            place += self.key(place) in ("my", "your", "an", "the")
            if self.key(place) in ("opponent", "me", "you"):
                seat: tree.Player = "opponent" if self.key(place) == "opponent" else "you"
                whose = tree.ControlledBy if self.key(at) == "controller" else tree.OwnedBy
                return [whose(seat)], place + 1, "being"
        return None

    def tapping(self, at: int, verb: str) -> Group | None:
        """ "red", "{R} or {G}", "red mana", "any color", "mana", after "taps", "taps not", "taps
        only"."""
        negated = verb == "taps not"
        if self.key(at) == "nothing" and not negated:
            return [goalwords.opposite(as_filter(TapsFor("any")))], at + 1, "tapping"
        if self.key(at) == "no" and not negated:
            at, negated = at + 1, True
        at += self.key(at) == "either"
        parts: list[Filter] = []
        joint = ""
        while True:
            read = self.mana(at)
            if read is None:
                break
            parts, at = [*parts, read[0]], read[1]
            listed = self.or_list(at, self.mana) if self.key(at) == "," else ([], at)
            if listed[0]:
                parts, at, joint = [*parts, *listed[0]], listed[1], "or"
                break
            if self.key(at) not in ("or", "and") or (joint and self.key(at) != joint):
                break
            if self.mana(at + 1) is None:
                break
            joint, at = self.key(at), at + 1
        if not parts:
            self.misses.miss(at, "a colour of mana or `mana`", goalwords.MANA)
            return None
        if negated:
            return [goalwords.opposite(part) for part in parts], at, "tapping not"
        whole = goalwords.either(parts) if joint == "or" else goalwords.both(parts)
        claims: list[Claim] = list(whole.parts) if isinstance(whole, tree.AllOf) else [whole]
        if verb == "taps only":
            colors = {part.mana for part in parts if isinstance(part, TapsFor)}
            if not colors or "any" in colors:
                return None
            claims += [goalwords.opposite(as_filter(TapsFor(mana))) for mana in "WUBRGC"
                       if mana not in colors]  # fmt: skip
        return claims, at, "tapping"

    def mana(self, at: int) -> tuple[Filter, int] | None:
        at += self.key(at) in ("one", "a") and self.key(at + 1) == "mana"
        of = self.phrase(at, "mana of")
        if self.phrase(of, "<every color>") > of:
            each = [as_filter(TapsFor(letter)) for letter in "WUBRG"]
            after = self.phrase(of, "<every color>")
            return goalwords.both(each), self.phrase(after, "mana|of mana")
        if self.words(at, 2) == "any mana":
            return as_filter(TapsFor("any")), at + 2
        key = self.words(at, 3).replace(" ", "") if self.key(at) == "{" else self.key(at)
        if key not in goalwords.MANA:
            return None
        at += 3 if self.key(at) == "{" else 1
        return as_filter(TapsFor(goalwords.MANA[key])), at + (self.key(at) == "mana")
