"""Reading what an object is: names, types, colours, power and toughness (see `language`)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from striate.cards import tree
from striate.cards.names import fold
from striate.cards.tree import AllOf, AnyOf, Card, Filter, Not
from striate.cards.vocabulary import COLORS, FAMILY_OF, PERMANENT_TYPES
from striate.queries.goals import words as goalwords
from striate.queries.goals.phrases import Phrases, meant, phrases, phrases_of
from striate.queries.goals.shapes import shape_at
from striate.queries.goals.tokens import GoalError, Misses, Token, tokens_of
from striate.search.goals import Claim

_LONGEST_NAME = 16  # words of a card's name
_LONGEST = 8  # of what is looked up
OF_LANDS = ("landwalk", "landcycling")  # "nonbasic landwalk", "basic landcycling {1}"
_LISTING = frozenset({"and", "or", "nor", "+", "&", ","})
_NO_NAMES = frozenset((*",;.()=<>/:&", "is", "are", "has", "have", "nobody",
                        ">=", "<=", "!="))  # fmt: skip

# "is not a creature card"
_PRINTED = "what the permanent is in the end, without `card`: what is printed is no goal"
_SIZED = re.compile(rf"(\d+|{'|'.join(goalwords.NUMBERS)})-(power|toughness|mana|drops?|cmc)")

_Value = TypeVar("_Value")

# Claims, the place after them, and what kind of list could go on there.
Group: TypeAlias = tuple[list[Claim], int, str]


class Cards(Protocol):
    """Where names are looked up: a `striate.cards.catalogue.store.Catalogue` or the like."""

    def card(self, name: str) -> Card | None: ...

    def suggest(self, name: str, limit: int = 5) -> list[str]: ...


class Describing:
    """Reads parts of a goal from its tokens; each method gives what it read and the place after."""

    def __init__(self, text: str, cards: Cards) -> None:
        self.text = text
        self.cards = cards
        self.tokens: list[Token] = tokens_of(text)
        self.misses = Misses(text, self.tokens)
        self.looked: dict[str, Card | None] = {}
        self.spans: dict[tuple[int, int], str] = {}  # words, by their place and number

    def key(self, at: int) -> str:
        return self.tokens[at].key if at < len(self.tokens) else ""

    def words(self, at: int, number: int) -> str:
        """So many words as one text; "" where there are not so many."""
        if at + number > len(self.tokens):
            return ""
        words = self.spans.get((at, number))
        if words is None:
            words = " ".join(token.key for token in self.tokens[at : at + number])
            self.spans[at, number] = words
        return words

    def error(self, at: int, expected: str) -> GoalError:
        """That something else was expected at that word."""
        word = self.tokens[at]
        return GoalError(self.text, word.start, word.end, expected)

    def ambiguous(self, at: int, expected: str) -> GoalError:
        """What could mean two things has no nearest sentence."""
        error = self.error(at, expected)
        error.ambiguous = True
        return error

    def wrong(self, at: int, expected: str) -> None:
        raise self.error(at, expected)

    def unclear(self, at: int, expected: str) -> None:
        raise self.ambiguous(at, expected)

    def phrase(self, at: int, words: str) -> int:
        """The place after the longest of these phrases, in the notation of `goals.words`; the same
        place where there is none."""
        return self.phrase_of(at, phrases(words))

    def phrase_of(self, at: int, known: Phrases) -> int:
        if self.key(at) in known.first:
            for number in range(known.longest, 0, -1):
                if self.words(at, number) in known.known:
                    return at + number
        return at

    def shape(
        self, name: str, at: int, *, quiet: bool = False, **given: Any
    ) -> tuple[Any, int] | None:
        """What stands here in a shape of that list of `goals.shapes`, and the place after it;
        `quiet`: where nothing does, nothing is missed."""
        before = self.misses.copy() if quiet else None
        read = shape_at(self, name, at, given)
        self.misses = before if before is not None and read is None else self.misses
        return read

    def next(self, at: int, words: str) -> bool:
        return self.phrase(at, words) > at

    def group_of(self, name: str, at: int, **given: Any) -> Group | None:
        """The same, of shapes that mean claims and the kind of list that could go on."""
        read = self.shape(name, at, **given)
        return None if read is None else (read[0][0], read[1], read[0][1])

    def over(self, at: int) -> bool:
        return at == len(self.tokens)

    def past_article(self, at: int) -> int:
        return at + (self.key(at) in goalwords.ARTICLES)

    def plural_noun(self, at: int) -> bool:
        return self.key(at) in goalwords.PLURALS

    def verb(self, at: int) -> tuple[str, int]:
        """The kind of verb that stands here ("is", "must be"), and the place after it."""
        verb = self.looked_up(at, meant("verb"))
        if self.key(at) in phrases_of("<modal>") and (verb is None or self.key(at + 1) == "to"):
            after = self.phrase(at + 1, "<filler>")
            further = self.looked_up(after, meant("verb"))
            verb = further if self.key(after) in phrases_of("<infinitive>") and further else verb
        return ("", at) if verb is None else verb

    def number(self, at: int) -> tuple[int, int] | None:
        key = self.key(at)
        if key.lstrip("-").isdecimal():
            return int(key), at + 1
        if key in goalwords.NUMBERS and key not in ("a", "an", "no"):
            return goalwords.NUMBERS[key], at + 1
        return None

    def plus_number(self, at: int) -> tuple[int, int] | None:
        plain = self.key(at)[:-1]
        return (int(plain), at + 1) if plain.isdecimal() and self.key(at)[-1] == "+" else None

    def looked_up(self, at: int, table: Mapping[str, _Value]) -> tuple[_Value, int] | None:
        """The longest entry of a table that stands here."""
        for number in range(_LONGEST, 0, -1):
            words = self.words(at, number)
            if words and words in table:
                return table[words], at + number
        return None

    def names(self, at: int, plural: bool = False) -> list[tuple[str, int]]:
        """The cards' names that begin here, the longest first."""
        added = self.key(at) == "+" and not self.key(at + 1).isdecimal()  # but "+2 Mace"
        if at >= len(self.tokens) or self.key(at) in _NO_NAMES or added:
            return []
        verb = self.tokens[at].text in meant("verb")  # "a creature with fly"
        if self.key(at - 1) in _LISTING and self.keyword(at) and self.tokens[at].text.islower():
            return []  # "creatures with flying and vigilance are white"
        start = self.tokens[at].start
        names = []
        for number in range(min(_LONGEST_NAME, len(self.tokens) - at), 0, -1):
            last = self.tokens[at + number - 1]
            apart = last.text in ("+", "!") and last.start > self.tokens[at + number - 2].end
            if last.key in _NO_NAMES or (apart and number > 1):  # "Humility + Opalescence"
                continue
            text = self.text[start : last.end].strip('"')
            name = self.named(text) or (self.named(_singular(text)) if plural else "")
            if name and not (verb and number == 1):
                names.append((self.as_named_before(name, at), at + number))
        return names

    def keyword(self, at: int) -> tuple[Filter, int] | None:
        return self.looked_up(at, goalwords.keywords())

    def names_but_keywords(self, at: int) -> list[tuple[str, int]]:
        """ "angel 5/5 lifelink" names no card Lifelink."""
        lower = self.key(at) in goalwords.keywords() and self.tokens[at].text.islower()
        return [] if lower else self.names(at)

    def as_named_before(self, name: str, at: int) -> str:
        """ "Urborg, Tomb of Yawgmoth … and Urborg": the card that was named whole, not another."""
        exactly = at and self.key(at - 1) in ("card", "named", "called")
        for place in range(0 if exactly else at):
            if self.key(place) == self.key(at):
                whole = next((each for each, _ in self.names(place)), "")
                if whole.startswith(f"{name}, "):
                    return whole
        return name

    def named(self, text: str) -> str:
        """The name that a card's name in a goal stands for; "" where no card has it."""
        if text not in self.looked:
            self.looked[text] = self.cards.card(text)
        card = self.looked[text]
        if card is None:
            return ""
        front = card.faces[0].name
        halved = card.layout == "split" and not set(PERMANENT_TYPES) & {*card.faces[0].types}
        if halved and fold(text) not in (fold(card.name), fold(front)):
            return ""  # "Colossus" is no Collision
        if fold(text) in (fold(card.name), fold(front)):
            return front if len(card.faces) > 1 else card.name
        start = self.text.find(text)
        expected = f"the name of a front face, as `{front}`"
        error = GoalError(self.text, start, start + len(text), expected)
        error.nearest = self.text[:start] + front + self.text[start + len(text) :]
        raise error

    def name_claim(self, at: int) -> Group | None:
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is not None and token.text == '""':
            raise self.error(at, "a name: what has none is `face down`")
        if token is not None and token.text.startswith('"'):
            return [tree.Named(token.text.strip('"'))], at + 1, "being"
        for name, end in self.names(at):
            return [tree.Named(name)], end, "being"
        self.misses.miss(at, "a card's name")
        return None

    def what(self, at: int) -> tuple[Filter, int] | None:
        """One description, or several with "or" between them."""
        at += self.key(at) == "either"
        read = self.one(at)
        return None if read is None else self.alternatives(read)

    def alternatives(self, read: tuple[Filter, int]) -> tuple[Filter, int]:
        """What was read, with all that "or" adds; in "an Elf or Goblin creature" both are
        creatures."""
        comma = self.key(read[1]) == ","
        others, end = self.or_list(read[1], self.one, [read[0]]) if comma else ([], 0)
        if others:  # "blue, black, or red"
            first = [read[0], *others[:-1]]
            last = max(place for place in range(end) if self.key(place) == "or")
            if self.key(last + 1) not in goalwords.ARTICLES:
                first = goalwords.with_noun_of(others[-1], first)
            return goalwords.either([*first, others[-1]]), end
        parts, at = [read[0]], read[1]
        while self.key(at) == "or":
            more = self.one(at + 1)
            if more is None or self.key(at + 1) == "everything":
                break
            shared = self.key(at + 1) not in goalwords.ARTICLES
            unclear = goalwords.may_share(parts[-1], more[0])
            unclear |= goalwords.may_share_keywords(parts, more[0])  # "a red or 3/3 flying Goblin"
            if shared and unclear:
                raise self.ambiguous(at, goalwords.ADJECTIVE)
            parts = goalwords.with_noun_of(more[0], parts) if shared else parts
            parts, at = [*parts, more[0]], more[1]
            if not shared and self.next(at, "with|without|having|<that>"):
                # "a land or a creature with flying"
                raise self.ambiguous(at, "`and is` or `and has` of both, or each as its own goal")
        return goalwords.either(parts), at

    def or_list(
        self, at: int, one: Callable[[int], tuple[_Value, int] | None], first: Sequence[_Value] = ()
    ) -> tuple[list[_Value], int]:
        """What follows the first of several: ", trample, or haste", "or haste"; none if no `or`
        ends it, or a size stands before other things: "4/4, red or blue"."""
        values: list[_Value] = []
        place = at
        while True:
            comma = self.key(place) == ","
            last = self.key(place + comma) == "or"
            more = one(place + comma + last) if comma or last else None
            if more is None:
                return [], at
            if comma and last and place == at and len(first) == 1:  # "isn't green, or a Bear"
                raise self.ambiguous(at, "no comma before `or`, or a sentence of its own")
            values, place = [*values, more[0]], more[1]
            if last:
                sizes = [_is_size(each) for each in (*first, *values)]
                apart = self.key(at) == "," and sizes[0] and not sizes[-1]
                return ([], at) if apart else (values, place)

    def one(self, at: int) -> tuple[Filter, int] | None:
        counted = self.shape("so many", at)
        if counted is not None:
            return counted
        at = self.past_article(at)
        named = self.name_claim(at + 1) if self.key(at) in ("named", "called") else None
        if named is not None:
            return cast("Filter", named[0][0]), named[1]
        return self.description(at)

    def description(self, at: int) -> tuple[Filter, int] | None:
        """Words one after the other that all hold: "black 2/2 Merfolk creature"."""
        parts: list[Filter] = []
        start = at
        while True:
            # "a 2/2, blue creature"
            if parts and self.card_of_types(at) is not None:
                break  # "a blue Serra Angel"
            comma = bool(parts) and self.key(at) == ","
            if comma and (goalwords.ends_in_noun(parts[-1]) or self.or_list(at, self.word)[0]):
                comma = False  # "artifact, land or Elf"
            ended = bool(parts) and self.key(at - 1) in goalwords.SEVERAL  # "all Elves green"
            read = self.no_word(at) if ended else self.word(at + comma)
            if read is None or (comma and not self.before_a_noun(read[1])):
                break
            if comma and (self.are_others(start, at + 1) or self.verb_after_a_name(at + 1)):
                break  # "Humility is black, Serra Angel is green"
            down = tree.IsFaceDown() in parts
            if parts and self.key(at) in ("card", "cards") and not down:
                raise self.error(at, _PRINTED)
            parts, at = [*parts, read[0]], read[1]
        return (goalwords.both(parts), at) if parts else None

    def verb_after_a_name(self, at: int) -> bool:
        return any(self.verb(end)[0] for _, end in self.names(at))

    def are_others(self, start: int, at: int) -> bool:
        """ "is black, green creatures are 2/2": what is said of one object ends before a plural
        with a verb."""
        if self.key(at - 1) != ",":
            return False
        verb = any(self.verb(place)[1] == start for place in range(max(start - 4, 0), start))
        read = self.description(at) if verb or self.key(start - 1) in ("a", "an") else None
        several = read is not None and self.plural_noun(read[1] - 1)
        return several and read is not None and bool(self.verb(read[1])[0])

    def card_of_types(self, at: int) -> tuple[str, int] | None:
        """ "Serra Angel": types that no object has together are a card's name."""
        table = goalwords.descriptions()
        if not all(isinstance(table.get(self.key(n)), tree.HasSubtype) for n in (at, at + 1)):
            return None
        for name, end in self.names(at, plural=True):
            types = [table.get(self.key(place)) for place in range(at, end)]
            words = [each.subtype for each in types if isinstance(each, tree.HasSubtype)]
            if len(words) == end - at and len({FAMILY_OF.get(word) for word in words}) > 1:
                return name, end
        return None

    def word(self, at: int) -> tuple[Filter, int] | None:
        table = goalwords.descriptions()
        box = self.shape("box", at) or self.several_colors(at)
        if box is not None:
            return box
        if self.key(at) == "gold" and self.word(at + 1) is not None:
            return tree.ColorCount(">=", 2), at + 1  # "a gold creature"; "a Gold" is a token
        key = self.key(at)
        if self.key(at + 1) in OF_LANDS:
            return None
        if key in ("will", "mine") and self.tokens[at].text == key:
            return None  # "will Serra Angel fly?": of the type Will its capital tells
        meaning = self.looked_up(at, table)
        if meaning is not None:
            return meaning
        sized = _SIZED.fullmatch(key)
        if sized is not None:  # "a 3-mana creature", "a five-power Elf", "a two-drop"
            number = goalwords.NUMBERS.get(sized[1]) or int(sized[1])
            stat = "mana value" if sized[2] in ("mana", "drop", "drops", "cmc") else sized[2]
            return goalwords.stat_against(cast("tree.Stat", stat), "=", number), at + 1
        read = self.shape("word of a size", at)
        if read is not None:
            return read
        denied = key == "non" or (key == "not" and self.before_a_noun(at + 2))  # "a not red Elf"
        if denied and self.key(at + 1) in table:
            return Not(table[self.key(at + 1)]), at + 2
        for prefix in ("non-", "non"):
            if key.startswith(prefix) and key[len(prefix) :] in table:
                return Not(table[key[len(prefix) :]]), at + 1
        adjective = self.looked_up(at, goalwords.adjectives())
        if adjective is not None and self.before_a_noun(adjective[1]):
            return adjective  # "a flying creature"
        return self.no_word(at)

    def no_word(self, at: int) -> tuple[Filter, int] | None:
        self.misses.miss(
            at, "a type, a colour, power and toughness as `2/2`", goalwords.suggested()
        )
        return None

    def of_level(self, number: int) -> Filter:
        """711.2a: at least so many counters; level 0 has none."""
        counters = tree.HasCounter("level", ">=", max(number, 1))
        return counters if number else Not(counters)

    def before_a_noun(self, at: int) -> bool:
        return self.word(at + (self.key(at) == ",")) is not None  # "a flying, hasty Dragon"

    def several_colors(self, at: int) -> tuple[Filter, int] | None:
        """ "a white and black creature", "blue-black": colours of one and the same thing."""
        parted = [COLORS.get(part) for part in re.split("-and-|[-/]", self.key(at))]
        letters = self.tokens[at].text if at < len(self.tokens) else ""
        if re.fullmatch("[WUBRG](/?[WUBRG]){1,4}", letters):  # "a UW flyer"
            parted = [*letters.replace("/", "")]
        if len(parted) > 1 and all(parted):
            return AllOf(tuple(tree.HasColor(str(letter)) for letter in parted)), at + 1
        colors: list[Filter] = []
        joints, start = set[str](), at
        while self.key(at) in COLORS:
            colors, at = [*colors, tree.HasColor(COLORS[self.key(at)])], at + 1
            after = self.phrase(at, ",|and|, and|or|, or")
            others = self.are_others(start, after) or self.verb_after_a_name(after)
            if after == at or self.key(after) not in COLORS or others:
                break
            joints, at = joints | {self.words(at, after - at).strip(", ")}, after
        words = joints - {""}
        noun = at
        while words == {"and"} and (more := self.looked_up(noun, goalwords.descriptions())):
            noun = more[1]
        if noun > at and self.plural_noun(noun - 1):
            # "all green and white creatures": each is both, or one of the two?
            raise self.ambiguous(at - 1, "`green or white`, or `green-white`")
        if len(colors) < 2 or len(words) > 1 or self.word(at) is None:
            return None
        return AnyOf(tuple(colors)) if words == {"or"} else AllOf(tuple(colors)), at

    def box_or_bigger(self, at: int) -> tuple[Filter, int] | None:
        """ "5/5+"."""
        power, _, toughness = self.key(at).removesuffix("+").partition("/")
        if self.key(at)[-1:] != "+" or not toughness:
            return None
        return goalwords.box(int(power), int(toughness), ">="), at + 1

    def bare_box(self, at: int) -> tuple[tuple[int, int], int] | None:
        power, slash, toughness = (
            str(goalwords.NUMBERS.get(part, part)) for part in self.key(at).partition("/")
        )  # "five/five"
        if not slash or not power.lstrip("-").isdecimal() or not toughness.lstrip("-").isdecimal():
            return None
        return (int(power), int(toughness)), at + 1


def _is_size(said: Any) -> bool:
    """Whether it is of power and toughness alone."""
    claims = said if isinstance(said, list) else [said]
    return all(isinstance(each, tree.StatIs) for one in claims for each in goalwords.flat(one))


def _singular(text: str) -> str:
    """A card's name said in the plural: "Humilities", "Opalescences"."""
    if text.endswith("ies"):
        return text.removesuffix("ies") + "y"
    return text.removesuffix("s") if text.endswith("s") else ""
