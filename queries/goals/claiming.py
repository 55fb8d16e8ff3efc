"""Reading what is claimed of a subject: its verbs, and all that "and", "but" and "or" add to
them."""

import re

from striate.cards import tree
from striate.cards.tree import Not
from striate.cards.walking import any_node
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Group
from striate.queries.goals.phrases import meant, phrases_of
from striate.queries.goals.subjects import EITHER, STOPS, VERB_EXPECTED, Subjects
from striate.queries.goals.tokens import GoalError
from striate.search.goals import (
    RELATIONS,
    AnyObject,
    AsPrinted,
    CardNamed,
    Claim,
    GoalFilter,
    KindCount,
)

_OR_OF_TEXTS = "`and` beside a rules text"
_OR_OF_VERBS = "no `or` between verbs where there is an `and` before it"


# "isn't a creature with flying": neither that it has it, nor that it hasn't, is said.
_QUALIFYING = "with|without|having|<that>"


class Claims(Subjects):
    """Reads what follows a subject."""

    said_before: tuple[Claim, ...] = ()  # of the subject before this one

    # --- claims -----------------------------------------------------------------------------------

    def claims(self, at: int) -> tuple[list[Claim], int] | None:
        read = self.group(at)
        return None if read is None else self.continued(read)

    def relative(self, at: int) -> Group | None:
        last, self.last = self.last, None  # of the sentence, not of the clause
        shortened = self.key(at) in phrases_of("<that>")  # "that's"
        if shortened and self.key(at + 1) == "got":
            read = self.possession(at + 2, "having")
        else:
            read = self.being(at + 1, False) if shortened else self.group(at)
        self.last = last
        if read is None:
            return None
        claims, end = self.continued(read, within=at)
        return claims, end, "being"

    def continued(self, read: Group, within: int = 0) -> tuple[list[Claim], int]:
        """What the first verb said, and all that goes on; `within` a relative clause, which begins
        there, a verb ends it."""
        all_claims, at, kind = read
        last, either, of_verbs = len(all_claims), False, False
        all_claims = list(all_claims)
        while True:
            rather = self.phrase(at, "<rather>")
            less = None if rather == at else self.group_of("less", rather, K=kind)
            if less is not None:
                all_claims, at, last = all_claims + less[0], less[1], len(less[0])
                continue
            begin, at = at, self.past_trailers(at)
            if self.phrase(begin, "<any longer>") > begin:
                first = self.no_longer(all_claims[-last:])
                all_claims, last = [*all_claims[: len(all_claims) - last], *first], len(first)
            after = self.phrase(at + 1, "<trailer>") if self.key(at) == "," else at
            at = after if after > at + 1 else at  # ", too"
            if self.key(at) == "or" and (other := self.group(at + 1, first=False)) is not None:
                if len(all_claims) > last:
                    # "is black and has flying or is white" could mean two things
                    raise self.ambiguous(at, _OR_OF_VERBS)
                all_claims[-last:], at = (
                    [self.one_of([all_claims[-last:], other[0]], at, _OR_OF_TEXTS)],
                    other[1],
                )
                last, of_verbs, kind = 1, True, other[2]
                continue
            after = self.past_joints(at)
            article = after > at and self.key(after) in ("a", "an")
            limited = self.last is not None and (self.last.none or self.last.most is not None)
            if limited and not within and self.words(after - 1, 2) == ", which":
                break  # "exactly one creature has flying, which is black": and that one is
            if within and article and kind == "being" and self.is_another(within, at, after):
                break
            if after > at and (self.starts_demand(after) or self.begins_of_several(after)):
                types = goalwords.descriptions()
                before, named = (types.get(self.key(place)) for place in (at - 1, after))
                bare = named is not None and self.key(after) not in goalwords.PLURALS
                bare = bare and not any(end > after + 1 for _, end in self.names(after))
                typed = [isinstance(each, tree.HasSubtype) for each in (before, named)]
                if within and all(typed) and self.plural_noun(at - 1) and self.plural_noun(after):
                    # "all creatures that are Elves and Goblins are black"
                    raise self.ambiguous(after, "`all` before a second thing")
                if within and bare and typed[1] <= typed[0]:
                    # "a land that is a Forest and Swamp is 1/1", "that isn't black and white"
                    raise self.ambiguous(after, "`the card` before a name, or `a` before a type")
                break
            verb = self.phrase(after + 1, "<filler>")
            qualified = kind == "not being" and after == at and self.next(at, _QUALIFYING)
            if self.key(after) in ("that", "which"):
                if any(isinstance(each, RELATIONS) for each in all_claims[-last:]):
                    # "Rancor enchants Grizzly Bears, which is black"
                    raise self.error(after, EITHER)
                # "is a land that taps for red", "and that my opponent controls"
                whose, whose_end = self.whose(after + 1)
                if whose_end > after + 1:
                    all_claims, at, last = [*all_claims, *whose], whose_end, len(whose)
                    continue
                after = verb if self.verb(verb)[0] else after
            verb_ends = within and after == at
            more = None if verb_ends else self.group(after, first=False)
            more = more or self.modifier(after)
            if more is None and (level := self.level_of_it(after)) is not None:
                more = *level, "being"  # "is 1/1 at level 8"
            if more is None and after == at and (theirs := self.whose(at))[0]:
                more = *theirs, "being"  # "is something that I own", without "that"
            those = self.last if self.key(after - 1) == "but" else None
            told = self.next(after, "under|controlled|owned|on|in")
            mine = those is not None and (those.none or not told) and self.held(after)[0]
            if those is not None and those.every and (mine or self.ends_in_several(after)):
                # "all creatures fly but mine", "all lands are creatures but Forests"
                raise self.ambiguous(after - 1, "`except` before what is left out")
            denial = self.phrase(after, "<not>|no")
            if more is None and denial > after and self.leaves_open(denial, kind, all_claims):
                expected = (
                    "`is not` or `are not` for one thing, or what is said of the other, in full"
                )
                raise self.ambiguous(after, expected)
            if more is None and after > at:
                kind = self.told_apart(after, kind, all_claims)
                more = self.nothing_more(after, kind, all_claims) or self.more(after, kind)
                if either and more is not None and self.key(at) != ",":
                    # "is blue and a Zombie or red and a Goblin"
                    raise self.ambiguous(at, "`is` or `has` before what follows")
                either = more is not None and any(isinstance(e, tree.AnyOf) for e in more[0])
            if more is None:
                break
            if qualified:
                raise self.ambiguous(at, "`and has` or `and is`, if that is so without what is not")
            if article and kind == "being" and self.is_shortened(after, more[1]):
                # "a Bear is 3/3 and an Elf 4/4"
                raise self.ambiguous(after, "`is` before the size, or the size before the noun")
            recent: list[Claim | GoalFilter] = all_claims[-last:]  # type: ignore[assignment]  # wider
            if not self.verb(after)[0] and any(isinstance(each, AsPrinted) for each in recent):
                more = self.no_longer(more[0]), more[1], more[2]  # "has lost flying and vigilance"
            mixed = of_verbs or goalwords.is_mixed(recent, more[0])
            if mixed and self.key(at) == "and" and not self.verb(after)[0]:
                # "has flying or trample and lifelink", "has flying or is black and a Zombie"
                raise self.ambiguous(at, goalwords.OR_AND_AND)
            of_verbs = False
            later = self.key(after - 1) == "but" or self.next(
                after, "gains|gain|gained|gets|get|keeps|keep|kept|retains"
            )
            if later and any(map(goalwords.as_ability, more[0])):
                # "has lost all abilities, but has flying", "loses all and gains trample"
                none = tree.HasNoAbilities()
                all_claims = [goalwords.OTHERS if e == none else e for e in all_claims]
            claims, at, again = more
            kind = again if again != "being" or kind != "not being" else kind
            all_claims += claims
            last = len(claims)
        return all_claims, at

    def is_another(self, begun: int, at: int, after: int) -> bool:
        """Whether "a land" after "a creature that is black and" is another thing."""
        read = self.description(after + 1)
        if self.key(after - 1) == "also":
            return False
        if read is None or not (goalwords.ends_in_noun(read[0]) or read[0] == tree.AllOf()):
            return False
        noun = any(self.key(place) in ("a", "an") for place in range(begun, at))
        verb = self.has_verb(read[1])
        tail = not verb and self.begins_tail(read[1])
        if (verb and not self.stated) or (noun and tail) or (not noun and self.ends(read[1])):
            # "a permanent that is an Aura and a creature is black"
            raise self.ambiguous(after, "`is` before it, or `another` before a second thing")
        return tail

    def leaves_open(self, at: int, kind: str, claims: list[Claim]) -> bool:
        """Whether a noun after "not" could be a thing of its own: "Goblins have haste but not
        Elves", "an Elf is black but no Goblin", "Mutavault has all creature types but no Elf"."""
        read = self.description(at)
        has = kind == "having" and self.words(at - 2, 2) == "but no"
        has = has and read is not None and not self.is_worn(read[0])
        kinds = self.last is not None and (self.last.is_kind or has) and not self.last.none
        if read is None or not kinds or not self.ends(read[1]):
            return False
        nouns = (tree.HasSubtype, tree.HasType)
        noun = goalwords.flat(read[0])[-1]
        none, several = self.key(at - 1) == "no", self.plural_noun(read[1] - 1)
        told = any(isinstance(part, nouns) for each in claims for part in goalwords.flat(each))
        told = told and not has
        bare = none or (several and (kind == "having" or isinstance(noun, tree.HasSubtype)))
        return bare and isinstance(noun, nouns) and not told

    def is_shortened(self, at: int, end: int) -> bool:
        """Whether a size stands where the verb is left out: "an Elf 4/4"."""
        begin = next((n for n in range(at + 2, end) if self.shape("box", n, quiet=True)), end)
        return begin < end and self.key(begin - 1) in goalwords.descriptions()

    def past_trailers(self, at: int) -> int:
        """Past words that change nothing; "as well" may begin "as well as"."""
        after = self.phrase(at, "<trailer>")
        return at if self.phrase(at, "<joint>|<rather>") > after else after

    def past_joints(self, at: int, joints: str = "<joint>") -> int:
        while (after := self.phrase(at, joints)) > at:
            at = after
        return at

    def starts_demand(self, at: int) -> bool:
        """Whether a subject with a verb after it begins here."""
        before, unknown = self.misses.copy(), self.unknown_subject
        stated, self.stated = self.stated, True
        starts = any(
            self.has_verb(each.end)
            or self.key(each.end) == "'s"
            or self.phrase(each.end, "<does not>") > each.end
            or (each.bare and isinstance(each.subject, CardNamed) and self.ends(each.end))
            or (each.bare and self.holder(at)[1] > at)  # "and my opponent has a Forest"
            for each in self.subjects(at)
        )
        self.misses, self.unknown_subject, self.stated = before, unknown, stated
        return starts

    def begins_of_several(self, at: int) -> bool:
        """Whether "both are", "none of them has" stands here: it speaks of more than one."""
        words = self.looked_up(at, meant("of several"))
        return words is not None and self.has_verb(words[1])

    def group(self, at: int, first: bool = True) -> Group | None:
        """A verb with what it says; the third part is the kind, for `more`."""
        verb = self.phrase(at, "<filler>")
        read = self.group_of("claim", verb)
        if read is None and first and not self.verb(verb)[0]:
            self.misses.miss(at, VERB_EXPECTED, meant("verb"))
        return read

    def lost(self, at: int, claims: list[Claim]) -> list[Claim]:
        """ "loses flying", but not "loses flying or vigilance": both, or one of them?"""
        one_of = any(isinstance(e, Not) and isinstance(e.part, tree.AnyOf) for e in claims)
        if one_of and self.next(at, "loses|lose|lost|(has|have) lost|to lose"):
            raise self.ambiguous(at, "`lacks flying or vigilance`, if it has neither")
        subject = AnyObject(tree.AllOf()) if self.last is None else self.last.subject
        typed = not isinstance(subject, AnyObject) or any_node(subject.filter, (tree.HasSubtype,))
        typed = typed or (self.last is not None and self.last.every)
        if not typed and any(isinstance(e, KindCount) for e in claims):
            # "a land has lost its land types": which had some, and no print tells it
            raise self.ambiguous(at, "`has no` before the types, if it need not have had any")
        return self.no_longer(claims)

    def no_longer(self, claims: list[Claim]) -> list[Claim]:
        """With what it was printed as; of a card's name it is known."""
        subject = self.noun if self.last is None else self.last.subject
        named = subject is not None and not isinstance(subject, AnyObject)
        if not named and any_node(tuple(claims), (tree.StatIs,)):
            expected = "its size in the end alone: what it was no goal tells"
            raise GoalError(self.text, 0, len(self.text), expected)
        return claims if named else [*claims, *goalwords.as_printed(claims)]

    def being(self, at: int, negated: bool) -> Group | None:
        if negated and self.key(at) in ("all", "each"):
            raise self.ambiguous(at, "`is` or `is not` of each")
        at = self.phrase(at, "<filler>")
        if self.key(at) in ("all", "each") and self.key(at - 1) in ("are", "they're"):
            at += self.shape("so many", at) is None  # "my creatures are all black"
        read = self.group_of("said of it", at, N=negated)
        after = self.phrase(at, "<not>")
        negated = negated != (after > at)
        read = read or self.group_of("being so", self.phrase(after, "<filler>"), N=negated)
        if read is not None and after > at and self.key(after - 1) == "longer":
            return self.no_longer(read[0]), read[1], read[2]  # "that's no longer black"
        return read

    def clause(self, at: int) -> tuple[list[Claim], int] | None:
        """ "is not so that it has flying and is black": all of it is denied."""
        inner = self.group(at)
        return None if inner is None else self.continued(inner, within=at)

    def so(self, at: int, negated: bool) -> Group | None:
        """What it is, or is not: "black", "a Goblin", "only red", "of two colors"."""
        exactly = not negated and self.key(at) == "exactly" and self.what(at + 1) is not None
        if self.next(at, "only|just|merely") and self.key(at + 1) == "the":
            return None  # "are black, but only the Elf flies"
        if self.key(at) in ("only", "just", "merely") or exactly:
            return self.group_of("something else" if negated else "nothing else", at + 1)
        at += self.key(at) == "of"
        read = self.what(at) or self.keyword(at)
        if read is None:
            begin = self.past_article(at)
            listed = self.opened or (self.brief and not self.after_verb(at))
            for name, end in self.names(begin) if begin > at or not listed else ():
                if self.key(at - 2) in STOPS and not self.ends(end):
                    return None  # "Opalescence is a creature, is Humility 4/4?"
                raise self.ambiguous(at, f"`is named {name}`, if that card is meant")
            return None
        filter, end = read
        begins = self.past_article(at)
        card = self.card_of_types(begins) or self.card_of_types(end)
        if card is not None and begins == at and self.opened and not self.after_verb(at):
            return None  # "is there a 0/1 Serra Angel?"
        if card is not None and card[1] >= end:  # "Clone is a Serra Angel"
            raise self.ambiguous(begins, f"`is named {card[0]}`, if that card is meant")
        if negated:
            return [Not(filter) if not isinstance(filter, Not) else filter.part], end, "not being"
        return goalwords.flat(filter), end, "being"

    def after_verb(self, at: int) -> bool:
        return any(self.verb(place)[1] == at for place in range(max(at - 4, 0), at))

    def more(self, at: int, kind: str) -> Group | None:
        """Another item of the list that the last verb began."""
        if self.next(at, "both|(everything|everyone) else"):
            return None  # "Humility is there and Opalescence is there, both 0/0"
        verb, again = kind.replace("tapping", "taps"), self.key(at - 1) == "but"
        read = self.group_of("more", self.phrase(at, "<filler>"), K=kind, V=verb, A=again)
        return read if read is not None and read[2] else None

    def kind_is(self, at: int, wanted: str, kind: str) -> bool:
        return re.match(wanted, kind) is not None

    def several_things(self, at: int) -> bool:
        read = self.description(at)
        return read is not None and any(map(self.plural_noun, range(at, read[1])))

    def ends_in_several(self, at: int) -> bool:
        """Whether a noun in the plural alone ends the sentence here."""
        read = self.description(at)
        return read is not None and self.plural_noun(read[1] - 1) and self.ends(read[1])

    def nothing_more(self, at: int, kind: str, claims: list[Claim]) -> Group | None:
        """ "is black and nothing else": no other word of that kind."""
        end = self.phrase(at, "nothing else|nothing more")
        if end == at or kind not in ("being", "not being") or self.verb(end)[0]:
            return None
        words = [each for each in claims if not isinstance(each, Not)]
        if any(isinstance(each, KindCount | tree.ColorCount) for each in words):
            return [], end, "being"  # "is only black, nothing more"
        alone = goalwords.alone(tree.AllOf(tuple(words))) if words else None  # type: ignore[arg-type]  # a text has no kind
        *_, number = [None] if alone is None else goalwords.flat(alone)
        if not isinstance(number, KindCount | tree.ColorCount):
            expected = "types or colours alone before `nothing else`"
            raise self.ambiguous(at, expected)
        return [number], end, "being"

    def elided(self, at: int, way: str = "") -> list[Claim]:
        """What "is", "isn't" ("not") or "is too" ("too") leaves out: after a denial what was
        denied, "Humility isn't black, Opalescence is", "and Opalescence isn't"."""
        said = [*self.said_before]
        plain = [goalwords.affirmed(each) for each in said]
        denials = sum(one != other for one, other in zip(said, plain, strict=True))
        if not denials or (way == "too" and denials < len(said)):
            return self.denied(said) if way == "not" else said
        words = any(each.key.startswith(("non", "colo")) for each in self.tokens[:at])
        if way == "too" or denials < len(said) or words or (not way and denials > 1):
            # "is nonblack and Opalescence is", "isn't black and Opalescence is too"
            place = min(at, len(self.tokens) - 1)
            raise self.ambiguous(place, "what it is or has, in full, after what is denied")
        return said if way else plain

    def denied(self, claims: list[Claim]) -> list[Claim]:
        """That not all of them are so."""
        filters = goalwords.filters_of(claims)
        if filters is not None:
            return [goalwords.opposite(goalwords.both(filters))]
        if len(claims) > 1:
            expected = "one rules text alone where all of it is denied"
            raise GoalError(self.text, 0, len(self.text), expected)
        return [goalwords.denied_claim(claims[0])]
