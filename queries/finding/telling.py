"""What `find` prints: boards as files, the answer in words, the format's JSON."""

import textwrap
from typing import Any

from striate.boards.writing import board_json, board_yaml, tidy
from striate.queries.finding.foundboards import Found, FoundBoard, unlooked
from striate.search.asking.world import in_short

_REASONS = 6  # why something was not looked at, the commonest
_REASONS_IN_WORDS = {
    "no permanent that the slots hold": "it is no permanent, or has a layout that is not searched",
    "not wholly understood": "its text is not wholly understood",
    "an Aura that says not what it enchants": "it is an Aura that does not say what it enchants",
    "changes how counters are put": "it changes how counters are put on",
    "says what it can be attached to": "it says what it can be attached to",
    "enters as a copy": "it enters as a copy",
    "a form chosen as it enters": "its form is chosen as it enters",
    "does something as it enters": "it does something as it enters",
    "enters with a number of counters that the slots do not hold":
        "it enters with a number of counters that is not searched",
    "counters under a condition": "it enters with counters under a condition",
    "looks at more than the battlefield": "it looks at more than the battlefield",
    "a choice as it enters that the search does not make":
        "its choice as it enters is not searched",
}  # fmt: skip
_WIDTH = 98  # of a comment
_NAMED = 12  # interchangeable cards that are named one by one


def found_json(found: Found) -> dict[str, Any]:
    """As the format says; `interchangeable` has an entry for each board."""
    searched = {key: found.searched[key] for key in ("cards", "classes", "size")}
    plain: dict[str, Any] = {
        "understood": found.understood,
        "status": found.status,
        "boards": [tidy(each.document) for each in found.boards],
        "size": found.size,
        "smallest": found.smallest,
        "searched": {**searched, "left_out": _left_out(found), "without": unlooked(found)},
        "world": [
            {"what": each.name, "how": each.sort, "words": each.words} for each in found.world
        ],
        "rules": list(found.rules),
        "seconds": round(found.seconds, 3),
        "interchangeable": [
            {handle: list(names) for handle, names in each.interchangeable.items()}
            for each in found.boards
        ],
    }
    if found.then:
        plain["rules_of_then"] = [found.then]
    why = found.why or undecided(found)
    if "memory" in found.searched and not why:
        why = stopped_words(found)
    return {**plain, "why": why} if why else plain


def _left_out(found: Found) -> dict[str, int]:
    """Why cards, and what some would do as they resolve, were not looked at."""
    return {**found.searched.get("left_out", {}), **found.searched.get("unresolved", {})}


def undecided(found: Found) -> str:
    """That smaller boards than the one that was found are not ruled out; "" if they are."""
    first = found.searched.get("undecided", 0)
    if not found.boards or found.smallest:
        return ""
    if not first:
        tokens = "tokens" in unlooked(found)
        return "smaller boards with tokens were not looked at" if tokens else found.why
    last = found.size - 1
    sizes = f"{first} to {last}" if last > first else f"{first}"
    many = "s" if last > 1 else ""
    return f"boards of {sizes} {noun(found)}{many} are not ruled out"


def board_text(board: FoundBoard, form: str) -> str:
    """One board file in YAML or JSON."""
    if form == "json":
        return board_json(board.document, indent=2)
    return board_yaml(board.document)


def understood(found: Found) -> list[str]:
    """The goal said back, in one line."""
    return [f"understood: {found.understood}"] if found.understood else []


def headline(found: Found, asked_for: int) -> str:
    """The answer in one sentence."""
    if found.status == "found":
        return f"found: {_number_of(found)}{_rest(found, asked_for)} ({over(found)})"
    if found.why:
        return f"unknown: {found.why}{f' ({over(found)})' if found.tried else ''}"
    if found.status == "none":
        return f"none: no {_boards_ruled_out(found)} does this{_even_if(found)} ({over(found)})"
    # The size in hand was not finished.
    reached = 0 if found.tried else found.searched["size"] - 1
    done = f"; no board of up to {_many(reached, 'permanent')} does this" if reached > 0 else ""
    return f"unknown: {stopped_words(found)}{done} ({over(found)})"


def stopped_words(found: Found) -> str:
    """That the search did not come to its end, and why if it was the memory."""
    if "memory" in found.searched:
        return f"stopped at {found.searched['memory']:,} MB of memory"
    return "stopped before the end"


def _boards_ruled_out(found: Found) -> str:
    """Which boards a "none" is about. 704: on a stable one state-based actions change nothing.

    A goal that contradicts itself is reached on no board at all.
    """
    if found.tried:
        return "board of this kind"
    contradicts = not any(rule[:3] in ("613", "704") for rule in found.rules)
    if found.never:
        return "board of any size" if contradicts else "stable board of any size"
    falling = found.searched.get("falling")
    stable = "board" if falling else "stable board"
    return f"{stable} of up to {_many(found.size, noun(found))}"


def _even_if(found: Found) -> str:
    if found.never or found.tried or not found.searched.get("falling"):
        return ""
    return ", even if state-based actions take what is asked for and nothing else"


def _number_of(found: Found) -> str:
    number = "a board" if len(found.boards) == 1 else f"{len(found.boards)} boards"
    return f"{number} of {_many(found.size, 'step' if found.tried else noun(found))}"


def noun(found: Found) -> str:
    """What the size counts: permanents, and what resolves if that was allowed."""
    return "step" if "resolving" in found.searched else "permanent"


def _rest(found: Found, asked_for: int) -> str:
    up = any(each.name == "face down" for each in found.world)
    fewest = f"; no smaller board {'of face-up cards ' * up}does this"
    if undecided(found):
        fewest = f"; {undecided(found)}"
    elif not found.smallest or found.size < 2:
        fewest = ""
    if found.stopped and len(found.boards) < asked_for:
        short = (
            f" at {found.searched['memory']:,} MB of memory" if "memory" in found.searched else ""
        )
        return f"{fewest}; stopped{short} before {asked_for} were found"
    if len(found.boards) < asked_for and found.searched.get("listed", True):
        return f"{fewest}; all others of this size are like one of these"
    return fewest


def _many(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}{'es' if noun[-1] == 's' else 's'}"


def over(found: Found) -> str:
    """Over how many cards; or how many kinds of them could take part."""
    if found.tried:
        return f"{_many(found.tried, 'board')} tried"
    lying = any("zone" in step for each in found.boards for step in each.document.get("steps", ()))
    places = found.searched.get("graveyard", 0)
    none = found.status == "none" and not found.never
    untold = found.searched.get("no_tokens") and not found.boards and not found.never
    tokens = ", no tokens" if untold else ""
    if places and (lying or not found.boards):
        return f"{_over_cards(found)}, up to {places} cards in graveyards{tokens}"
    empty = ", graveyards empty" if none and found.searched.get("empty_graveyards") else ""
    return f"{_over_cards(found)}{empty}{tokens}"


def _over_cards(found: Found) -> str:
    cards, classes = found.searched["cards"], found.searched["classes"]
    searched = f"{_many(cards, 'card')} searched"
    if found.searched.get("chosen"):
        return f"{searched}, {_many(classes, 'kind')} could take part"
    return searched


_NAMED_WAYS = 2  # more ways than these are counted


def _not_searched(found: Found) -> str:
    """One line of what no searched board has: ways to be on a board, and cards."""
    parts = []
    if found.world and (not found.boards or found.size > 1):
        ways = in_short(found.world)
        if len(ways) > _NAMED_WAYS:
            ways = [f"{len(ways)} ways to be on a board ({ways[0]}, {ways[1]}, …)"]
        parts.extend(ways)
    if out := sum(found.searched.get("left_out", {}).values()):
        parts.append(f"{out:,} of {found.searched['cards'] + out:,} cards")
    return f"not searched: {', '.join(parts)}" if parts else ""


def details(found: Found, where: str = "") -> list[str]:
    """What else an answer rests on: the rules of a day, cards left out (and `where` that is
    told), rules."""
    not_searched = _not_searched(found)
    lines = [found.then, f"{not_searched}{where}" if not_searched else ""]
    lines = [line for line in lines if line]
    if "resolving" in found.searched:
        lines.append(_what_resolves(found))
    if found.searched.get("proofs"):
        lines.append(certified(*found.searched["proofs"]))
    if found.status == "none" and found.rules:
        lines.append(
            f"it rests on {'rule' if len(found.rules) == 1 else 'rules'} {', '.join(found.rules)}"
        )
    return lines


def left_out(found: Found) -> list[str]:
    """All that the answer says nothing of."""
    lines = [f"{each.sort}: {each.words}" for each in found.world]
    reasons = found.searched.get("left_out", {})
    return lines + [
        f"not searched: {number:,} cards: {in_words(why)}" for why, number in _most(reasons)
    ]


def in_words(reason: str) -> str:
    """Why a card was not searched, for people: the index of cards has the reason in short."""
    return _REASONS_IN_WORDS.get(reason, reason)


def _what_resolves(found: Found) -> str:
    """How many spells and abilities were looked at, and why the others were not."""
    number, left_out = found.searched["resolving"], found.searched["unresolved"]
    words = f"spells and activated abilities: {number:,} looked at"
    if not found.boards:
        words += "; Equipment attached only as it enters"
    if not left_out:
        return words
    most = _most(left_out)
    parts = [f"{count:,} {reason}" for reason, count in most[:_REASONS]]
    rest = sum(count for _, count in most[_REASONS:])
    parts += [f"{rest:,} for other reasons"] if rest else []
    return f"{words}, not: {', '.join(parts)}"


def certified(proofs: int, steps: int) -> str:
    """What of an answer rests on proofs that another program has checked."""
    if not proofs:
        return "certified: no solver was needed"
    of = _many(proofs, "circuit")
    return f"certified: {of} without a board; dratify checked {_many(steps, 'step')} of proof"


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    return [(r, n) for n, r in sorted(((n, r) for r, n in counts.items()), reverse=True)]


def ends(board: FoundBoard) -> list[str]:
    """What every object of the board is in the end, in a line or two."""
    return textwrap.wrap(f"in the end: {'; '.join(board.ends)}", _WIDTH) if board.ends else []


def alternatives(board: FoundBoard) -> list[str]:
    """Interchangeable cards, for each object that has any."""
    lines = []
    for handle, names in board.interchangeable.items():
        number = len(names)
        shown = ", ".join(names[:_NAMED]) + (", …" if number > _NAMED else "")
        any_ = "" if number == 1 else f"any of {number:,} others: "
        lines.append(f"instead of {handle}: {any_}{shown}")
    return lines
