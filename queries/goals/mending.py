"""A goal that is not understood, said as what was probably meant: a misspelt card, one called by
the first part of its name ("Yawgmoth" where no other card begins so), what an object can do."""

import re
from collections.abc import Callable
from functools import cache, reduce
from pathlib import Path

from striate.boards.errors import COMPARED, did_you_mean
from striate.cards.names import fold
from striate.queries.goals import nearest
from striate.queries.goals.describing import Cards
from striate.queries.goals.phrases import meant
from striate.queries.goals.subjects import Subjects
from striate.queries.goals.tokens import JOINING, MEASURES, GoalError, is_alike
from striate.queries.goals.words import keywords
from striate.search.wellknown import boards_with, longer_name

_NO_DEEDS = (
    "what it `is` or `has` in the end (what it can do, and what happens, can't be searched for)"
)


@cache
def rows_of(part: str) -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    """The patterns of a part of `mending.words`, and what is said of each."""
    parts: dict[str, list[tuple[str, list[str]]]] = {}
    rows: list[tuple[str, list[str]]] = []
    for line in Path(__file__).with_name("mending.words").read_text(encoding="utf-8").split("\n"):
        if line.startswith("["):
            rows = parts.setdefault(line[1:-1], [])
        elif line.startswith("  "):
            rows[-1][1].append(line[2:])
        elif line and not line.startswith("#"):
            rows.append((line, []))
    named = [(f"<{name}>", pattern) for name, (pattern,) in parts["names"]]
    pairs = []
    for pattern, sentence in parts[part]:
        whole = reduce(lambda text, each: text.replace(*each), named, pattern)
        pairs.append((re.compile(whole, re.IGNORECASE), tuple(sentence)))
    return pairs


def hint(text: str, *, sure: bool = True) -> str:
    """Why no goal says it, or how one says such a thing, if a word tells; or ""."""
    rows = rows_of("sure" if sure else "perhaps")
    return next((why for pattern, (why,) in rows if pattern.search(text)), "")


def mended(error: GoalError, reader: Subjects, is_understood: Callable[[str], bool]) -> str:
    """The goal as it may be meant; "" where nothing of the kind is known. Tells more in the
    error."""
    for sentence in _said("rephrased", error.text):
        if is_understood(sentence):
            cause = _CAUSE.search(error.text)
            _, goal_there, card = sentence.rpartition(" and the card ")
            if cause is not None and goal_there:
                (error.start, error.end), error.expected = cause.span(), _NO_CAUSES
            error.hint = _NO_PERMANENT if goal_there and not reader.is_permanent(card) else ""
            return "" if error.hint else sentence
    named = (told_apart, _with_a_card, _with_another_card, told_apart_in_short)
    for mend in (_instead_of_a_deed, *named):
        if mend not in (_instead_of_a_deed, _with_a_card) and hint(error.text):
            continue
        before = error.hint
        sentence = mend(error, reader)
        if is_understood(sentence):
            return sentence
        if sentence and (near := _with_more_amiss(sentence, reader)):
            return near
        if mend in (_with_another_card, told_apart_in_short):
            error.hint = before
    return ""


def _with_more_amiss(text: str, reader: Subjects) -> str:
    """The goal with a further word that is misspelt: "Humilty is a creture"."""
    try:
        reader.reread(text)
    except GoalError as error:
        return nearest.sentence(error, reader.reread)
    return ""


# "Blood Moon: is Forest a Swamp", but not "Humility: is a creature".
_ASKS = re.compile(
    r"(?:is|are|does|do|can|has|have|could|would|will|may|might) (?!(?:an?|no|not) \S+$)",
    re.IGNORECASE,
)


_IS_THERE = re.compile(r"(?:is|are) (an? .+)", re.IGNORECASE)


def with_what_is_there(text: str, cards: Cards) -> list[str]:
    """The goal with the cards beside which it is to be so as things that are there as well."""
    plain = " ".join(text.split()).rstrip("?. ")
    goals = []
    for match in filter(None, (pattern.fullmatch(plain) for pattern, _ in rows_of("beside"))):
        words = match["there"]
        goal = " ".join(filter(None, (match["goal"], match.groupdict().get("rest"))))
        goal = goal.removesuffix(" possible")
        listed = (re.split(rf"{joint} vs\.? | \+ | & |,? then | with | plus ", words,
                           flags=re.IGNORECASE)
                  for joint in ("", " and |", ", and |, | and |"))  # fmt: skip
        names = next((n for n in ([words], *listed) if all(map(cards.card, n))), None)
        if names:
            called = (name if longer_name(name) else f"the card {name}" for name in names)
            first = " and ".join(f"{each} is on the battlefield" for each in called)
            # "under Blood Moon, is Forest a Swamp"
            goals.append(f"{goal} and {first}" if _ASKS.match(goal) else f"{first} and {goal}")
            if thing := _IS_THERE.fullmatch(goal):  # "under Humility, is a flier with haste …?"
                goals.append(f"{first} and there is {thing[1]}")
    return goals


def with_other_words(text: str) -> list[str]:
    """The same goal as it can be read: what players call a card by its name, too."""
    named = reduce(_with_a_name, rows_of("nicknames"), text)
    of_one = len({each for _, each in APPLIED.findall(text)}) == 1
    applied = APPLIED.sub(r"\1", text) if of_one else text
    others = (named, applied, _said_of_each(text))
    return [*_said("same", text), *(each for each in others if each != text)]


_OF_EACH = re.compile(
    r"(?:assert )?(?P<not>not |!)?"
    r"(?:(?P<some>all|any)\((?P<told>.+) for (?P<a>\w) in (?:\w+\.)?(?P<these>\w+?)s?\)"
    r"|(?:for ?all|for each|for every|∀|∃) ?"
    r"(?:(?P<kind>\w+?)s? (?P<b>\w)|(?P<c>\w) ?(?:in|∈) ?(?P<those>\w+?)s?)"
    r"[,:] ?(?P<said>.+))",
    re.IGNORECASE,
)


def _said_of_each(text: str) -> str:
    """ "all(c.power <= c.toughness for c in creatures)", said of every creature."""
    match = _OF_EACH.fullmatch(" ".join(text.split()))
    if match is None:
        return text
    x = match["a"] or match["b"] or match["c"]
    kind = match["these"] or match["kind"] or match["those"]
    said = APPLIED.sub(r"\2.\1", match["told"] or match["said"])
    said = re.sub(rf"\b{x}\.(is|has)_?(\w+)(?:\(\))?", r"\1 \2", said)
    said = re.sub(rf"\b{x}(?:\.|'s )(?!is|has)", "its ", said).removeprefix(f"{x} ")
    number = "a" if match["some"] == "any" or text[0] == "∃" else "every"
    number = ("no" if number == "a" else "not every") if match["not"] else number
    kind = "permanent" if kind.casefold() in ("board", "battlefield", "object") else kind
    owned = said.startswith("its ")
    return f"{number} {kind}'s {said[4:]}" if owned else f"{number} {kind} {said}"


# "power(x) > toughness(x)" is said of one x.
APPLIED = re.compile(r"\b(\w+)\(([a-z]|obj\w*|it|self|card|permanent)\)")


def _with_a_name(text: str, row: tuple[re.Pattern[str], tuple[str, ...]]) -> str:
    words, (name,) = row
    called = rf"(?<!named )(?<!called )\b(?:the )?(?:{words.pattern})\b"
    return re.sub(called, name, text, flags=re.IGNORECASE)


def _said(part: str, text: str) -> list[str]:
    """The text as the rows of a part say it whose patterns it has."""
    plain = " ".join(text.split()).rstrip("?. ")
    matches = [(pattern.fullmatch(plain), sentence) for pattern, sentence in rows_of(part)]
    return [
        _MANY.sub(r"\1are", re.sub(r"\ba (?=[aeiou])", "an ", each))
        for match, sentence in matches
        if match is not None
        for each in (match.expand(one) for one in sentence)
    ]


_NO_PERMANENT = "of a spell a goal says only what it leaves: `--spells` lets spells resolve"


_MANY = re.compile(r"^((?:(?:all|my)\b.*?|[a-z]+)s )is\b")


_NO_CAUSES = "what objects are in the end; of a cause a goal says only that it is there"
_CAUSE = re.compile(
    r"\b(?:(?:make|turn|give|animate)s?|because of|thanks to|due to|through|against|by)\b",
    re.IGNORECASE,
)


def _with_a_card(error: GoalError, reader: Subjects) -> str:
    """Cards that are meant by what should be a subject: only where they are spelled alike."""
    at = place_of(error, reader)
    if at != reader.unknown_subject:
        return ""
    text = reader.text[error.start : subject_end(reader, error.start)].strip()
    begun = text.casefold().split(" ")[0]
    known = begun in JOINING | MEASURES or text.casefold() in keywords()
    if len(text) > COMPARED or known or hint(text):
        return ""
    alike = [name for name in reader.cards.suggest(text) if is_alike(text, name)]
    question = did_you_mean(text, [*alike, *error.meant_words])
    meant: list[str] = re.findall(r"`([^`]*)`", question)
    if not meant:
        return ""
    error.hint = question
    # A word of the language stands for the one word, "a Zombi token".
    end = error.end if meant[0] in error.meant_words else error.start + len(text)
    return f"{reader.text[: error.start]}{meant[0]}{reader.text[end:]}"


_CLAIMED = re.compile(r"\d/\d|\b(?:not|no|never|without)\b", re.IGNORECASE)


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
        alike = [name for name in suggested if is_alike(text, name) and not _CLAIMED.search(text)]
        if alike and not reader.named(text) and len(text) <= COMPARED:
            error.hint = did_you_mean(text, alike)
            return f"{reader.text[:place]}{alike[0]}{reader.text[place + len(text) :]}"
    return ""


def _instead_of_a_deed(error: GoalError, reader: Subjects) -> str:
    """Says that what an object can do is no characteristic; the goal with what it is or has."""
    at = place_of(error, reader)
    end = reader.phrase(at, "<deed>") if at >= 0 else at
    if end == at:
        return ""
    error.expected, error.hint = _NO_DEEDS, ""
    verb = meant("instead of a deed").get(reader.words(at, end - at))
    if verb is None:
        return ""
    return f"{reader.text[: error.start]}{verb}{reader.text[reader.tokens[end - 1].end :]}"


# --- cards called by the first part of their names ---

_SHORTEST_NAME = 4
_LOOKED_AT = 40
_NAMED = 3  # of several
_OF_A_KIND = frozenset({"a", "an", "any", "some", "no", "every", "each", "all", "the"})


def subject_end(reader: Subjects, start: int) -> int:
    """Where the words that should be a subject end: before a verb or a tail, or with the goal."""
    for place, token in enumerate(reader.tokens):
        if token.start > start and (reader.verb(place)[0] or reader.begins_tail(place)):
            return token.start
    return len(reader.text)


def place_of(error: GoalError, reader: Subjects) -> int:
    """The word at which reading stopped."""
    return next((n for n, each in enumerate(reader.tokens) if each.start >= error.start), -1)


def bearers(error: GoalError, reader: Subjects, *, first: bool = False) -> tuple[str, list[str]]:
    """The words that stand where a card's name should, and the cards that begin with them, best
    known first: those that are called so before a comma, or else all.
    """
    at = place_of(error, reader)
    if at < 0 or at != reader.unknown_subject:
        return "", []
    text = reader.text[error.start : subject_end(reader, error.start)].strip(" ,.?!")
    text = text.split(" ")[0] if first and " " in text else text
    wanted = fold(text)
    counted = at > 0 and reader.number(at - 1) is not None
    kind = counted or (at > 0 and reader.key(at - 1) in _OF_A_KIND)  # "a monster" is no nickname
    if kind or len(wanted) < _SHORTEST_NAME or wanted in JOINING | MEASURES:
        return text, []
    names = [name.split(" // ")[0] for name in reader.cards.suggest(text, _LOOKED_AT)]
    begun = [name for name in names if f"{_called(name)} ".startswith(f"{wanted} ")]
    begun = [name for name in begun if _called(name.split(",")[0]) == wanted] or begun
    return text, sorted(dict.fromkeys(begun), key=lambda name: (-boards_with(name), name))


def _called(name: str) -> str:
    return fold(name).removeprefix("the ")


def with_the_bearer(error: GoalError, reader: Subjects) -> str:
    """The goal with the card's whole name, where only one is called so; "" otherwise."""
    text, names = bearers(error, reader)
    # "emblem with flying" is not of Emblem of the Warmind.
    of = "| of |$" if text[:1].isupper() else ""
    begun = f"(?:the )?{re.escape(text)}(?:,| the | at {of})"
    alone = len(names) == 1 and re.match(begun, names[0], re.IGNORECASE)
    if not alone or not reader.is_permanent(names[0]):
        return ""
    return _instead(error, reader, text, names[0])


def told_apart(error: GoalError, reader: Subjects) -> str:
    """The goal with the best-known of several cards that are called so; tells the others."""
    return _of_several(error, reader, *bearers(error, reader))


def told_apart_in_short(error: GoalError, reader: Subjects) -> str:
    """The same of a telegram, whose subject is its first word: "thassa not creature"."""
    text, names = bearers(error, reader, first=True)
    return _of_several(error, reader, text, [name for name in names if "," in name])


def _of_several(error: GoalError, reader: Subjects, text: str, names: list[str]) -> str:
    if not names:
        return ""
    *others, last = [f"`{name}`" for name in names[:_NAMED]]
    error.hint = f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    return _instead(error, reader, text, names[0])


def _instead(error: GoalError, reader: Subjects, text: str, name: str) -> str:
    return f"{reader.text[: error.start]}{name}{reader.text[error.start + len(text) :]}"
