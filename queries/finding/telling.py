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
    "enchants a card in a graveyard": "it enchants a card in a graveyard",
    "enters as a copy": "it enters as a copy",
    "a form chosen as it enters": "its form is chosen as it enters",
    "does something as it enters": "it does something as it enters",
    "enters with a number of counters that the slots do not hold":
        "it enters with a number of counters that is not searched",
    "counters under a condition": "it enters with counters under a condition",
    "looks at more than the battlefield":
        "it needs more than permanents hold: other zones, texts, names or choices",
    "a choice as it enters that the search does not make":
        "its choice as it enters is not searched",
}  # fmt: skip
_WIDTH = 98  # of a comment
_NAMED = 12  # interchangeable cards that are named one by one


def found_json(answer: Found) -> dict[str, Any]:
    """As the format says; `interchangeable` has an entry for each board."""
    searched = {key: answer.searched[key] for key in ("cards", "classes", "size")}
    plain: dict[str, Any] = {
        "understood": answer.understood,
        "status": answer.status,
        "boards": [tidy(each.document) for each in answer.boards],
        "size": answer.size,
        "smallest": answer.smallest,
        "searched": {**searched, "left_out": _left_out(answer), "without": unlooked(answer)},
        "world": [
            {"what": each.name, "how": each.sort, "words": each.words} for each in answer.world
        ],
        "rules": list(answer.rules),
        "seconds": round(answer.seconds, 3),
        "interchangeable": [
            {handle: list(names) for handle, names in each.interchangeable.items()}
            for each in answer.boards
        ],
    }
    if answer.then:
        plain["rules_of_then"] = [answer.then]
    why = answer.why or undecided(answer)
    if "memory" in answer.searched and not why:
        why = stopped_words(answer)
    return {**plain, "why": why} if why else plain


def _left_out(answer: Found) -> dict[str, int]:
    """Why cards, and what some would do as they resolve, were not looked at."""
    return {**answer.searched.get("left_out", {}), **answer.searched.get("unresolved", {})}


def undecided(answer: Found) -> str:
    """That smaller boards than the one that was found are not ruled out; "" if they are."""
    first = answer.searched.get("undecided", 0)
    if not answer.boards or answer.smallest:
        return ""
    if not first:
        tokens = "tokens" in unlooked(answer)
        of_others = answer.why or ("smaller boards are not ruled out" if answer.size > 1 else "")
        return "smaller boards with tokens were not looked at" if tokens else of_others
    last = answer.size - 1
    sizes = f"{first} to {last}" if last > first else f"{first}"
    many = "s" if last > 1 else ""
    return f"boards of {sizes} {noun(answer)}{many} are not ruled out"


def board_text(board: FoundBoard, form: str) -> str:
    """One board file in YAML or JSON."""
    if form == "json":
        return board_json(board.document, indent=2)
    return board_yaml(board.document)


def understood(answer: Found) -> list[str]:
    """The goal said back, in one line."""
    return [f"understood: {answer.understood}"] if answer.understood else []


def headline(answer: Found, asked_for: int) -> str:
    """The answer in one sentence."""
    if answer.status == "found":
        return f"found: {_number_of(answer)}{_rest(answer, asked_for)} ({over(answer)})"
    if answer.why:
        return f"unknown: {answer.why}{f' ({over(answer)})' if answer.tried else ''}"
    if answer.status == "none":
        return f"none: no {_boards_ruled_out(answer)} does this{_even_if(answer)} ({over(answer)})"
    # The size in hand was not finished.
    reached = 0 if answer.tried or _of_one_size(answer) else answer.searched["size"] - 1
    done = f"; no board of up to {_many(reached, 'permanent')} does this" if reached > 0 else ""
    return f"unknown: {stopped_words(answer)}{done} ({over(answer)})"


def stopped_words(answer: Found) -> str:
    """That the search did not come to its end, and why if it was the memory."""
    if "memory" in answer.searched:
        return f"stopped at {answer.searched['memory']:,} MB of memory"
    return "stopped before the end"


def _boards_ruled_out(answer: Found) -> str:
    """Which boards a "none" is about. 704: on a stable one state-based actions change nothing.

    A goal that contradicts itself is reached on no board at all.
    """
    if answer.tried:
        return "board of this kind"
    contradicts = not any(rule[:3] in ("613", "704") for rule in answer.rules)
    if answer.never:
        return "board of any size" if contradicts else "stable board of any size"
    falling = answer.searched.get("falling")
    stable = "board" if falling else "stable board"
    most = "exactly" if _of_one_size(answer) else "up to"
    return f"{stable} of {most} {_many(answer.size, noun(answer))}"


def _of_one_size(answer: Found) -> bool:
    """Whether smaller boards were not asked for, so that nothing is told of them."""
    return bool(answer.searched.get("exact"))


def _even_if(answer: Found) -> str:
    if answer.never or answer.tried or not answer.searched.get("falling"):
        return ""
    return ", even if state-based actions take what is asked for and nothing else"


def _number_of(answer: Found) -> str:
    number = "a board" if len(answer.boards) == 1 else f"{len(answer.boards)} boards"
    return f"{number} of {_many(answer.size, 'step' if answer.tried else noun(answer))}"


def noun(answer: Found) -> str:
    """What the size counts: permanents, and what resolves if that was allowed."""
    return "step" if "resolving" in answer.searched else "permanent"


def _rest(answer: Found, asked_for: int) -> str:
    up = any(each.name == "face down" for each in answer.world)
    fewest = f"; no smaller board {'of face-up cards ' * up}does this"
    if undecided(answer):
        fewest = f"; {undecided(answer)}"
    elif not answer.smallest or answer.size < 2:
        fewest = ""
    if answer.stopped and len(answer.boards) < asked_for:
        short = (
            f" at {answer.searched['memory']:,} MB of memory" if "memory" in answer.searched else ""
        )
        return f"{fewest}; stopped{short} before {asked_for} were found"
    if len(answer.boards) < asked_for and answer.searched.get("listed", True):
        return f"{fewest}; all others of this size are like one of these"
    return fewest


def _many(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}{'es' if noun[-1] == 's' else 's'}"


def over(answer: Found) -> str:
    """Over how many cards; or how many kinds of them could take part."""
    if answer.tried:
        return f"{_many(answer.tried, 'board')} tried"
    lying = any("zone" in step for each in answer.boards for step in each.document.get("steps", ()))
    places = answer.searched.get("graveyard", 0)
    none = answer.status == "none" and not answer.never
    untold = answer.searched.get("no_tokens") and not answer.boards and not answer.never
    tokens = ", no tokens" if untold else ""
    if places and (lying or not answer.boards):
        return f"{_over_cards(answer)}, up to {places} cards in graveyards{tokens}"
    empty = ", graveyards empty" if none and answer.searched.get("empty_graveyards") else ""
    return f"{_over_cards(answer)}{empty}{tokens}"


def _over_cards(answer: Found) -> str:
    cards, classes = answer.searched["cards"], answer.searched["classes"]
    searched = f"{_many(cards, 'card')} searched"
    if answer.searched.get("chosen"):
        return f"{searched}, {_many(classes, 'kind')} could take part"
    return searched


_NAMED_WAYS = 2  # more ways than these are counted


def _not_searched(answer: Found) -> str:
    """One line of what no searched board has: ways to be on a board, and cards."""
    parts = []
    if answer.world and (not answer.boards or answer.size > 1):
        ways = in_short(answer.world)
        if len(ways) > _NAMED_WAYS:
            ways = [f"{len(ways)} ways to be on a board ({ways[0]}, {ways[1]}, …)"]
        parts.extend(ways)
    if out := sum(answer.searched.get("left_out", {}).values()):
        parts.append(f"{out:,} of {answer.searched['cards'] + out:,} cards")
    return f"not searched: {', '.join(parts)}" if parts else ""


def details(answer: Found, where: str = "") -> list[str]:
    """What else an answer rests on: the rules of a day, cards left out (and `where` that is
    told), rules."""
    not_searched = _not_searched(answer)
    lines = [answer.then, f"{not_searched}{where}" if not_searched else ""]
    lines = [line for line in lines if line]
    if "resolving" in answer.searched:
        lines.append(_what_resolves(answer))
    if answer.searched.get("proofs"):
        lines.append(certified(*answer.searched["proofs"]))
    if answer.status == "none" and answer.rules:
        lines.append(
            f"it rests on {'rule' if len(answer.rules) == 1 else 'rules'} {', '.join(answer.rules)}"
        )
    return lines


def left_out(answer: Found) -> list[str]:
    """All that the answer says nothing of."""
    lines = [f"{each.sort}: {each.words}" for each in answer.world]
    reasons = answer.searched.get("left_out", {})
    return lines + [
        f"not searched: {number:,} cards: {in_words(why)}" for why, number in _most(reasons)
    ]


def in_words(reason: str) -> str:
    """Why a card was not searched, for people: the index of cards has the reason in short."""
    return _REASONS_IN_WORDS.get(reason, reason)


def _what_resolves(answer: Found) -> str:
    """How many spells and abilities were looked at, and why the others were not."""
    number, left_out = answer.searched["resolving"], answer.searched["unresolved"]
    words = f"spells and activated abilities: {number:,} looked at"
    if not answer.boards:
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
