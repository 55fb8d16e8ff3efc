"""A goal that is not understood, said as what was probably meant: a misspelt card, what an object
can do."""

import re
from collections.abc import Callable, Iterable

from striate.boards.errors import COMPARED, did_you_mean
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.queries.goals import nearest, nicknames
from striate.queries.goals.describing import Cards
from striate.queries.goals.nicknames import subject_end
from striate.queries.goals.phrases import meant
from striate.queries.goals.subjects import Subjects
from striate.queries.goals.tokens import JOINING, GoalError, is_alike

_NO_DEEDS = (
    "what it `is` or `has` in the end (what it can do, and what happens, can't be searched for)"
)


# What no goal says, by the words that say it: why, and the option that comes nearest.
# `True`: no word is misspelt then; `False`: a goal with these words may be only misspelt.
_HINTS = [
    (re.compile(pattern, re.IGNORECASE), why, sure)
    for sure, reasons in ((True, (
        (r"\b(?:attached|enchanted|enchants|enchanting|equipped|equips|equipping)\b",
         ("of what is attached to what a goal says `is attached to a creature`, "
          "`is enchanted by Pacifism`, `has an Aura attached to it`")),
        ((r"\b(?:same|different) (?:name|names|power|toughness|colors?|types?|controllers?)\b"
          r"|\bshares?\b"),
         ("of two objects a goal says `have the same power`, `share a color`; of more that they "
          "`have the same name`")),
        (r"\bdoors?\b|\b(?:un)?locked\b",
         "a goal doesn't ask for doors: `a Room is a creature` asks what the Room is"),
        ((r"\bmore \S+(?: \S+)? than (?:\w+ ){0,2}\w+s\b"
          r"|(?<!at )\bmost\b|\bhalf of\b|\bmany\b|\bfew\b"),
         "how many there are is said by a number: `at least three creatures are black`"),
        (r"\b(?:strong|bigg|larg|small|weak|tough|great)est\b",
         "`is bigger than every other creature` compares with all"),
        (r"\b(?:every|all|no|the) others?\b|\bnothing else\b|\balone\b",
         "others are said by a name: `every creature except Humility`, `only Humility is black`"),
        (r"\bfor (?:two|three|four|\d|\{.\}\{)",
         "how much mana it taps for no goal asks: `taps for green`"),
        (r"\bisn't the only\b", "`another Goblin has haste` says that there is one more"),
        (r"\bcosts?\b", "what a card costs is its mana value: `has mana value 2`"),
        (r"\b(?:odd|even|prime)\b", "a goal compares with numbers: `has power 3 or 5`"),
        (r"\b(?!all|its|no)\w+ (?:or more )?abilit(?:y|ies)\b",
         "of abilities a goal says which: `has flying`, `has no abilities but flying`"),
        (r"\b(?:its owner|stolen|steals?)\b",
         "`my opponent controls a creature that I own` says who owns it"),
        (r"\b(?:no|without) (?:power|toughness)\b", "a size is a number: `has power 0`"),
        (r"\bits own color\b", "a goal names the quality: `has protection from red`"),
        (r"\b(?:at|with|is) level \d|\blevel \d+ (?:and|with)\b",
         "a leveler's level stands after its name: `Student of Warfare at level 7 is 1/1`"),
        (r"\b(?:total|combined|sum)\b",
         "a sum is said as `the total power of my creatures is 10`"),
        (r"^(?:it|they)\b",
         "`it` is what the same goal spoke of before: name the card again, or say `every Elf has`"),
        (r"\bcop(?:y|ies|ied|ying)\b",
         "a goal says what an object is, not what it copies: `is named NAME` says the name"),
        (r"\b(?:using|only using) only\b|\busing just\b|\bfrom only\b",
         "`using only` goes with cards or a kind of card; `--cards` and `--pool` say the same"),
        (r"\bwith(?:in)? (?:at most|no more than|fewer than|only) \S+ (?:cards?|permanents?)\b",
         "`--size N` says how many permanents there are at most"),
        (r"\bbase (?:power|toughness)\b",
         "a goal says the power and toughness in the end: `is 1/1`"),
        (r"^if\b.+|\bif (?:it|they)\b",
         "a condition is a statement: `striate verify --if GOAL --then GOAL`"),
        (r"\b(?:names?|naming|chooses|choosing|chosen|set to)\b",
         "what a card chooses is found: leave it out, `can Forest be blue and a Goblin?`"),
        (r"\bcommanders?\b", "which card is a commander no goal asks: name the card"),
        (r"\bx (?:=|is) ?\d", "what X is is found: `has three +1/+1 counters`"),
        (r"\b(?:morph(?:s|ed)?|manifest(?:s|ed)?|cloaked|disguised)\b",
         "`a face-down creature`, `a creature with morph`"),
        (r"\b(?:un)?crew(?:ed|ing)?\b",
         "a goal says what an object is and has in the end: not what happens to it"),
        (r"\bin (?:(?:my|your|a|the) )?(?:graveyards?|hand|exile|library)\b|\bspells?\b",
         "a goal speaks of permanents only"),
        (r"\b(?:transformed|flipped)\b|\bback (?:face|side)\b|\bother side\b",
         'which face is up its name says: `Delver of Secrets is named "Insectile Aberration"`'),
        ((r"\b(?:affects?|works?|timestamps?|depends?"
          r"|(?:came|comes|enter(?:s|ed)?)\b.* (?:before|after))\b"),
         "what it does shows in the end: `Dryad Arbor is 2/2 and the card Glorious Anthem`"),
        ((r"\b(?:attacking|blocking|monstrous|renowned|suspected|goaded|bestowed|prototyped"
          r"|mutated)\b"),
         "a goal says what an object is and has in the end, as `is 8/8`: not what befell it"),
        ((r"\b(?:survives?|dies|kills?|destroy(?:s|ed)?|exiles?|attacks?|blocks?|damage|life total"
          r"|draws?|untaps?|casts?|unblockable)\b"
          r"|\bcan(?:'t|not)? (?:be )?(?:attack|block|target|regenerate|untap|sacrifice)"),
         "a goal says what an object is and has in the end: not what it can do, or what happens"),
    )), (False, (
        (r"\bwith .+ (?:in play|on the battlefield)\b",
         "what is there besides is a sentence: `and two Slivers are on the battlefield`"),
        (r"\ball but\b|\b(?:but|except) (?:one|two)\b",
         "`exactly one creature is not black` says how many are not"),
        ((r"\b(?:one|none|neither|both|each) of (?:which|them|the|my|two)\b|\bone (?:is|has|with)\b"
          r"|\bneither (?!\w+ nor)|, both\b|\bones?$"),
         "each thing has its own words: `a creature is black and another creature is white`"),
        (r"\b(?:aren't|not) (?:both|all|each)\b",
         "`not` is said of each: `isn't black and isn't white`, `not all creatures are black`"),
        (r"\b(?:does|do|doesn't|don't|none)$",
         "a sentence of its own says it whole: `my opponent controls a creature`"),
        ((r"\b(?:half|plus|add|twice the|switche[sd])\b|\b(?:more|less) (?:\S+ )?than\b"
          r"|\bmore power\b"),
         "sizes are compared: `power greater than its toughness`, `toughness twice its power`"),
        (r"\bonly (?:one )?(?:creature |card |land )?(?:types?|colou?rs?)\b|\bonly$",
         "`is only red`, `is only a Goblin` say that there is no other"),
        (r"\b(?:another|other)\b.*\btypes?\b|\btypes? other\b",
         "`has at least two creature types` says that there is another one"),
        (r"\b(?:number of|dozen|as many|more of)\b",
         "how many there are is said by a number: `there are exactly four creatures`"),
        (r"\b(?:un)?like\b",
         "what is so of each is said of each: `Humility is black and so is Opalescence`"),
        (r"\b(?:nobody|no one|neither (?:i|my))\b|\bcontrolling\b",
         "whose it is: `my Humility`, `my opponent controls a creature that I own`"),
        (r"\b(?:makes?|turn(?:s|ed)?|gives?)\b",
         "what makes it so is found: `can Blood Moon be a land?`"),
        (r"\b(?:of type|of all types|all at once)\b", "`is an Elf and a Goblin` says what it is"),
        (r"\bmine\b", "`my creatures`: the noun is said again"),
        (r"\bor\b", "`or` joins what one object is or has; ask for each of two things by itself"),
        (r"\bnor (?:has|is)\b", "`isn't black, isn't an Elf and has no flying` denies each"),
        (r"\bnot only\b", "`a creature that is not an Elf is green` says that there is another"),
        (r"\bhas (?:power|toughness)$", "a size is a number: `has power 2`"),
    )))
    for pattern, why in reasons
]  # fmt: skip


def hint(text: str, *, sure: bool = True) -> str:
    """Why no goal says it, or how one says such a thing, if a word tells; or ""."""
    return next((why for each, why, of in _HINTS if of == sure and each.search(text)), "")


def mended(error: GoalError, reader: Subjects, is_understood: Callable[[str], bool]) -> str:
    """The goal as it may be meant; "" where nothing of the kind is known. Tells more in the
    error."""
    for said in _said(_REPHRASED, error.text):
        if is_understood(said):
            cause = _CAUSE.search(error.text)
            if cause is not None and " and the card " in said:
                (error.start, error.end), error.expected = cause.span(), _NO_CAUSES
            error.hint = _NO_PERMANENT if _names_a_spell(said, reader) else ""
            return "" if error.hint else said
    for mend in (_instead_of_a_deed, nicknames.told_apart, _with_a_card, _with_another_card):
        if mend in (nicknames.told_apart, _with_another_card) and hint(error.text):
            continue
        before = error.hint
        said = mend(error, reader)
        if is_understood(said):
            return said
        if said and (near := _with_more_amiss(said, reader)):
            return near
        if mend is _with_another_card:
            error.hint = before
    return ""


def _with_more_amiss(text: str, reader: Subjects) -> str:
    """The goal with a further word that is misspelt: "Humilty is a creture"."""
    try:
        reader.reread(text)
    except GoalError as error:
        return nearest.sentence(error, reader.reread)
    return ""


_THERE = r"(?:is |are )?(?:in play|on the battlefield|on the board|out|around|there)"
_WITH = r"with|under|beside|alongside|despite|while|when|even with|even under"
# "With Humility in play, Grizzly Bears is 1/1": what is there, and what is so.
_BESIDE = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<goal>.+?),? (?:{_WITH}) (?P<there>.+?) {_THERE}",
        rf"(?:{_WITH}|if) (?P<there>.+?) {_THERE},? (?P<goal>(?:is|are|does|do|can|has|have) .+)",
        r"(?P<there>.+?):(?: what if| can)? (?P<goal>.+)",
        rf"(?:{_WITH}) (?P<there>.+?)(?: {_THERE})?, (?P<goal>.+)",
        r"(?P<goal>.+?),? (?:with|despite|under|alongside|beside|even with) (?P<there>.+)",
        r"(?P<goal>.+?) (?:with|under) (?P<there>.+?) (?P<rest>(?:is|are|has|have|isn't|loses) .+)",
    )
]
_ASKS = re.compile("(?:is|are|does|do|can|has|have) ", re.IGNORECASE)


def with_what_is_there(text: str, cards: Cards) -> list[str]:
    """The goal with the cards beside which it is to be so as things that are there as well."""
    plain = " ".join(text.split()).rstrip("?. ")
    found = []
    for match in filter(None, (pattern.fullmatch(plain) for pattern in _BESIDE)):
        there = match["there"]
        goal = " ".join(filter(None, (match["goal"], match.groupdict().get("rest"))))
        listed = (re.split(rf"{joint} and | or | vs\.? | \+ | & ", there)
                  for joint in ("", ", and |, |"))  # fmt: skip
        names = next((n for n in ([there], *listed) if all(map(cards.card, n))), None)
        if names:
            first = " and ".join(f"the card {name} is on the battlefield" for name in names)
            # "under Blood Moon, is Forest a Swamp"
            found.append(f"{goal} and {first}" if _ASKS.match(goal) else f"{first} and {goal}")
    return found


_SAYS = r"\b(?:is|are|has|have|becomes?|loses?|gains?|isn't|aren't|lacks?)\b"
_SOME = "(?:another|an?|any|two|three|four|no)"
_THINGS = rf"({_SOME} (?!.*{_SAYS}).+)"
# Other words for the same goal: "is 3/3 with two other Elves", "the number of Elves is five".
_SAME = [
    (rf"(.*{_SAYS}.*?),? with {_THINGS}", (r"\1 and there is \2", r"\1 and there are \2")),
    (rf"(.*{_SAYS}.*?),? without {_SOME} (?!.*{_SAYS})(.+)",
     (r"\1 and there is no \2", r"\1 and there are no \2")),
    (r"(?:the )?(?:number|count) of (.+?) (?:is|equals|=) (\S+)", (r"there are exactly \2 \1",)),
    (r"(?:the )?(?:number|count) of (.+?) (?:is|equals) (\S+ .+)", (r"there are \2 \1",)),
    (r"(?:the )?number of ((?:\w+ )?(?:types|colou?rs)) of (.+?) (?:is|equals) (\S+)",
     (r"\2 has \3 \1",)),
    (r"(.+?) gives? itself (.+)", (r"\1 has \2",)),
    (r"(.+?) costs? (\d+)(.*)", (r"\1 has mana value \2\3",)),
    (r"(?:equip|attach|put) (.+?) (?:on)?to (.+)", (r"\1 is attached to \2",)),
    (r"(?:the )?(colou?rs?|types?|name|controller|owner) of (.+?) (is|are) (.+)",
     (r"\2's \1 \3 \4",)),
    (r"(?:the )?(?:greatest|highest|max|maximum) (\w+) (?:among|of) (?:all )?(.+?) is (\d+)",
     (r"one of the \2 has \1 \3 and none of the \2 has \1 greater than \3",)),
    (r"(?:the )?(?:least|lowest|smallest|min|minimum) (\w+) (?:among|of) (?:all )?(.+?) is (\d+)",
     (r"one of the \2 has \1 \3 and none of the \2 has \1 less than \3",)),
]  # fmt: skip


def with_other_words(text: str) -> list[str]:
    """The same goal as it can be read."""
    return _said(_SAME, text)


def _said(rows: Iterable[tuple[str, tuple[str, ...]]], text: str) -> list[str]:
    """The text as the rows say it whose patterns it has."""
    plain = " ".join(text.split()).rstrip("?. ")
    found = [(re.fullmatch(pattern, plain, re.IGNORECASE), said) for pattern, said in rows]
    return [
        _MANY.sub(r"\1are", re.sub(r"\ba (?=[aeiou])", "an ", each))
        for match, said in found
        if match is not None
        for each in (match.expand(one) for one in said)
    ]


_NO_PERMANENT = "of a spell a goal says only what it leaves: `--spells` lets spells resolve"


def _names_a_spell(said: str, reader: Subjects) -> bool:
    """Whether a card that is to be there can be no permanent."""
    named = reader.cards.card(said.rpartition(" and the card ")[2])
    return named is not None and not set(PERMANENT_TYPES) & {*named.faces[0].types}


# What brings something about, or is attached to it, is no part of a goal: that both are there is.
_REPHRASED = [
    (r"(?:which|what) \S.*? (?:give|grant)s? (.+)", (r"what gives \1",)),
    (r"(?:which|what) \S.*? (?:make|turn)s? (.+)", (r"what makes \1",)),
    (r"(.+?) (tokens?) named (\w+)", (r"\1 \3 \2",)),
    (r"(.+?) named (.+)", (r"\1 is named \2",)),
    (r"what animates (.+)", (r"what makes \1 a creature",)),
    (r"(?:does |can |will )?(.+?) animates? ((?:(?!,| but | and ).)+)",
     (r"\2 is a creature and the card \1",)),
    (r"(.+?) (?:give|grant)s? (.+?) to (.+)", (r"\3 has \2 and the card \1",)),
    ((r"(?:does |can |will )?(.+?) (?:make|turn|give)s? (.+?)(?: into)? "
      r"((?:a|an|the|no) .+|\d+/\d+(?: \w+)?|\S+)"),
     (r"\2 is \3 and the card \1", r"\2 has \3 and the card \1")),
    (r"(.+?) in addition to its other [^,]+?((?:,| and) .+)?", (r"\1\2",)),
    (r"mine (.+)", (r"a permanent I control \1",)),
    (r"(.+?) belongs? to (.+)", (r"\1 is under \2's control",)),
    (r"(?:does )?(.+?) (?:remove|take|strip)s? (?:the )?(.+?)(?: away)? from (.+)",
     (r"\3 loses \2 and the card \1",)),
    (r"(.+) (?:because of|thanks to|due to|through|against|by) (.+)", (r"\1 and the card \2",)),
]  # fmt: skip
_MANY = re.compile(r"^((?:all|my)\b.*?s )is\b")


_NO_CAUSES = "what objects are in the end; of a cause a goal says only that it is there"
_CAUSE = re.compile(
    r"\b(?:(?:make|turn|give|animate)s?|because of|thanks to|due to|through|against|by)\b",
    re.IGNORECASE,
)


def _place(error: GoalError, reader: Subjects) -> int:
    """The word at which reading stopped."""
    return next((n for n, each in enumerate(reader.tokens) if each.start >= error.start), -1)


def _with_a_card(error: GoalError, reader: Subjects) -> str:
    """Cards that are meant by what should be a subject: only where they are spelled alike."""
    at = _place(error, reader)
    if at != reader.unknown_subject:
        return ""
    if reader.key(at) == "either":
        return _the_first(reader, at + 1)
    text = reader.text[error.start : subject_end(reader, error.start)].strip()
    if len(text) > COMPARED or text.casefold() in JOINING or hint(text):
        return ""
    alike = [name for name in reader.cards.suggest(text) if is_alike(text, name)]
    error.hint = did_you_mean(text, [*alike, *error.meant_words])
    meant: list[str] = re.findall(r"`([^`]*)`", error.hint)
    after = reader.text[error.start + len(text) :]
    return f"{reader.text[: error.start]}{meant[0]}{after}" if meant else ""


_SIZE = re.compile(r"\d/\d")


def _with_another_card(error: GoalError, reader: Subjects) -> str:
    """ "Dryad Arbour is …": a misspelt card whose first words are words of the language."""
    for start in sorted(reader.subject_starts, reverse=True):
        place = reader.tokens[start].start if start < len(reader.tokens) else error.start
        if place >= error.start:
            continue
        text = reader.text[place : subject_end(reader, place)].strip()
        if text.split(" ")[0].casefold() in JOINING:
            continue
        suggested = reader.cards.suggest(text)
        # "Humility 4/4 …" names no card amiss: what is claimed of it may not be dropped.
        alike = [name for name in suggested if is_alike(text, name) and not _SIZE.search(text)]
        if alike and not reader.named(text) and len(text) <= COMPARED:
            error.hint = did_you_mean(text, alike)
            return f"{reader.text[:place]}{alike[0]}{reader.text[place + len(text) :]}"
    return ""


def _the_first(reader: Subjects, at: int) -> str:
    """ "either Humility or Opalescence is …": the goal with the first of them."""
    for _, end in reader.names(at):
        verb = next((n for n in range(end, len(reader.tokens)) if reader.verb(n)[0]), None)
        if verb is not None:
            name = reader.text[reader.tokens[at].start : reader.tokens[end - 1].end]
            return f"{name} {reader.text[reader.tokens[verb].start :]}"
    return ""


def _instead_of_a_deed(error: GoalError, reader: Subjects) -> str:
    """Says that what an object can do is no characteristic; the goal with what it is or has."""
    at = _place(error, reader)
    end = reader.phrase(at, "<deed>") if at >= 0 else at
    if end == at:
        return ""
    error.expected, error.hint = _NO_DEEDS, ""
    verb = meant("instead of a deed").get(reader.words(at, end - at))
    if verb is None:
        return ""
    return f"{reader.text[: error.start]}{verb}{reader.text[reader.tokens[end - 1].end :]}"
