"""Whether two installed versions of Striate answer alike on the same boards, and if not, why.

    python bench/versions.py FOLDER --before PYTHON \\
        [--trees N] [--cards N] [--scenes N] [--seed S] [FILE...]

`--before` is the interpreter of the older installation, with its own catalogue; the newer one
is the one that runs this. Random boards are drawn by the newer one's generator, so that both read
the same trees. Board files are read by each version for itself. FOLDER keeps a journal, a line for
each lot of boards: what was broken off goes on.

Each difference is put down to the intended changes of `bench/changes.py`: the fewest that, taken
back in the newer version, make it answer as the older one. What none explains is made small.
"""  # noqa: INP001

import argparse
import contextlib
import json
import re
import subprocess
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from answering import STEPS, answered, drawn, of_files, subtypes
from changes import CHANGES, WORDS, refusal, taken_back

from striate.boards.timeline import Board
from striate.cards.prose import _alike, _digest
from striate.cards.tree import Ability
from striate.queries.fuzzing.causes import cause_of
from striate.queries.fuzzing.differing import as_code
from striate.queries.fuzzing.shrinking import shrunk

_ANSWERING = Path(__file__).with_name("answering.py")
_READINGS = ("constraints", "referee")
_LOT = 500  # boards of a line of the journal
_TRIES = 250  # boards that are tried to make one smaller
_SHOWN = 6  # unexplained boards of one sort that are kept whole
# Both readings of the older one, or it and the newer one, leave it open.
_NOT_JUDGED = ("", "both unknown", "no step of then")

Answers = dict[str, Any]  # of both readings, as `answering.py` gives them


def answers_now(board: dict[str, Any]) -> Answers:
    """What both readings of this version make of a board, as plain as the older one's."""
    answers: Answers = msgspec.json.decode(msgspec.json.encode(answered(board)))
    return answers


class Older:
    """The older Striate, asked for the answers to many boards."""

    def __init__(self, python: str) -> None:
        self.python = python

    def answers(self, boards: Iterable[dict[str, Any]]) -> Iterator[Answers]:
        """What both its readings make of each board, in order; it works while we do."""
        with self._started(["answer"], subprocess.PIPE) as process:
            threading.Thread(target=_feed, args=(process, boards)).start()
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)

    def read(self, files: list[str]) -> list[dict[str, Any]]:
        with self._started(["read", *files], subprocess.DEVNULL) as process:
            assert process.stdout is not None
            return list(map(json.loads, process.stdout))

    def subtypes(self) -> set[str]:
        with self._started(["subtypes"], subprocess.DEVNULL) as process:
            assert process.stdout is not None
            return set(json.loads(process.stdout.readline())["subtypes"])

    def _started(self, what: list[str], take: int) -> "subprocess.Popen[str]":
        command = [self.python, str(_ANSWERING), *what]
        return subprocess.Popen(command, stdin=take, stdout=subprocess.PIPE, text=True)


def _feed(process: "subprocess.Popen[str]", boards: Iterable[dict[str, Any]]) -> None:
    assert process.stdin is not None
    for each in boards:
        process.stdin.write(json.dumps(each) + "\n")
    process.stdin.close()


# --- how two answers differ -----------------------------------------------------------------------


class Comparison:
    """Answers of two versions; subtypes that only one of them knows are passed over."""

    def __init__(self, only_one_knows: set[str]) -> None:
        self.only_one_knows = only_one_knows

    def difference(self, before: Answers, after: Answers) -> tuple[str, str]:
        """In what way the answers differ, and how; ("", "") if they don't."""
        for way, answers in (("fails now", after), ("failed before", before)):
            if any("failed" in answers[each] for each in _READINGS):
                return way, _first_words(answers, "failed")
        refused, refused_now = _refusing(before), _refusing(after)
        if any("no board of this version" in before[each].get("refused", "") for each in refused):
            return "no step of then", ""
        if bool(refused) != bool(refused_now) or len(refused_now) == 1:
            if not refused_now:
                return "refused before", _first_words(before, "refused")
            way = "refused now" if len(refused_now) == len(_READINGS) else "refused by one now"
            return way, _first_words(after, "refused")
        if refused:
            return "", ""
        apart = [one for each in _READINGS if (one := self._apart(before[each], after[each]))]
        if not apart:
            return "", ""
        if self._apart(after["constraints"], after["referee"]):
            return "the readings differ", apart[0]
        if before["referee"]["unread"]:
            return ("both unknown" if after["referee"]["unread"] else "known now"), apart[0]
        if after["referee"]["unread"]:
            return "unknown now", apart[0]
        return "another answer", apart[0]

    def _apart(self, one: Any, other: Any) -> str:
        """Each object's characteristics that differ, of those that both versions tell."""
        differing = []
        if one["gone"] != other["gone"]:
            differing.append(f"the board, gone: {one['gone']} | {other['gone']}")
        left = {each["handle"]: each for each in one["objects"]}
        right = {each["handle"]: each for each in other["objects"]}
        for handle in {**left, **right}:
            a, b = left.get(handle), right.get(handle)
            if a is None or b is None:
                differing.append(f"{handle}, there: {a is not None} | {b is not None}")
                continue
            differing += [
                f"{handle}, {what}: {words}"
                for what in a
                if what in b and a[what] != b[what] and (words := self._values(a[what], b[what]))
            ]
        return "; ".join(differing)

    def _values(self, one: Any, other: Any) -> str:
        """Two values, "" where they are the same; of two lists what they don't have in common.

        The order of a list may hang on how a version sorts trees.
        """
        if isinstance(one, list) and isinstance(other, list):
            mine, others = (
                Counter(
                    _as_one_text(each) for each in several if str(each) not in self.only_one_knows
                )
                for several in (one, other)
            )
            left, right = list((mine - others).elements()), list((others - mine).elements())
            return f"{left} | {right}" if left or right else ""
        return f"{one} | {other}"


def _as_one_text(value: Any) -> str:
    """The same for trees that are equal: what is as it is by default may be written or not."""
    with contextlib.suppress(msgspec.ValidationError):
        return repr(msgspec.convert(_sealed(value), Ability))
    return json.dumps(value)


def _sealed(value: Any) -> Any:
    """Words that one version leaves open and another seals are compared sealed, and only what both
    versions have."""
    if isinstance(value, list):
        return [_sealed(each) for each in value]
    if not isinstance(value, dict):
        return value
    sealed = {key: _sealed(each) for key, each in value.items()}
    node = sealed.get("node", "")
    for key in _IN_WORDS.get(node, ()):
        words = sealed.get(key)
        if isinstance(words, list):
            sealed[key] = [_seal(each) for each in words]
        elif words:
            sealed[key] = _seal(words)
    if node == "Prose" and "words" in sealed:
        sealed["words"] = [word.casefold() for word in sealed["words"]]
    return {key: each for key, each in sealed.items() if key not in _NEWER.get(node, ())}


def _seal(words: str) -> str:
    return words if words[:1] == "#" else _digest(_alike(words))


# By the class of a node, what may be sealed, and what c4031cf has not.
_IN_WORDS = {"Prose": ("template",), "Act": ("verb", "detail"), "Restrict": ("verb",),
             "Event": ("detail",), "Inert": ("words",), "Activated": ("cost", "limits"),
             "Triggered": ("limits",), "Keyword": ("words",)}  # fmt: skip
_NEWER = {
    "TokensReplaced": ("other", "more"), "UnknownAmount": ("of",), "EntersAs": ("turned_up",),
    "EntersAsCopy": ("turned_up", "exiles"),
}  # fmt: skip


def _refusing(answers: Answers) -> list[str]:
    return [each for each in _READINGS if "refused" in answers[each]]


def _first_words(answers: Answers, key: str) -> str:
    return next(str(answers[each][key]) for each in _READINGS if key in answers[each])


def sort_of(way: str, how: str, steps: Any) -> str:
    """What is kept while a board is made smaller: the characteristic, or the words of a refusal."""
    if not way.startswith(("refused", "fail", "no board")):
        return f"{way}: {how.split(':')[0].rsplit(',', 1)[-1].strip()}"
    names = {value for step in steps for key in ("handle", "of", "on", "what", "to", "copying")
             if isinstance(value := step.get(key), str)}  # fmt: skip
    names |= {name for step in steps for name in (*(step.get("targets") or ()), _card(step))}
    for name in sorted(names - {""}, key=len, reverse=True):
        how = how.replace(name, "…")
    return f"{way}: {re.sub(r'[0-9]+', 'N', how)}"


def _card(step: Any) -> str:
    return str((step.get("card") or {}).get("name", ""))


# --- why they differ ------------------------------------------------------------------------------


def is_meant(way: str, how: str) -> bool:
    """Whether the answers are alike, or the newer one refuses for one of `REFUSALS`."""
    return way in _NOT_JUDGED or (way == "refused now" and bool(refusal(how)))


def causes_of(
    board: dict[str, Any], before: Answers, comparison: Comparison
) -> tuple[str, ...] | None:
    """The fewest intended changes that make the difference; None if they don't explain it.

    Without them the board is answered as before, or is refused for one of `REFUSALS`.
    """

    def alike(names: tuple[str, ...]) -> bool:
        with taken_back(names):
            way, how = comparison.difference(before, answers_now(board))
        return is_meant(way, how)

    for name in CHANGES:
        if alike((name,)):
            return (name,)
    names = tuple(CHANGES)
    if not alike(names):
        return None
    for name in CHANGES:
        fewer = tuple(each for each in names if each != name)
        if len(fewer) > 1 and alike(fewer):
            names = fewer
    return names


# --- lots of boards -------------------------------------------------------------------------------


class Lot(msgspec.Struct):
    """What became of some boards: how many differ in which way, for which reasons."""

    name: str
    ways: dict[str, int] = {}
    causes: dict[str, int] = {}
    unexplained: list[dict[str, Any]] = []


def explained_by_words(
    unexplained: list[dict[str, Any]], older: Older, comparison: Comparison
) -> Iterator[tuple[dict[str, Any], str]]:
    """Those that both versions answer alike without some words, each with the change."""
    for name, without in WORDS.items():
        boards = [{"name": each["name"], "steps": without(each["steps"])} for each in unexplained]
        pairs = [
            (each, board)
            for each, board in zip(unexplained, boards, strict=True)
            if msgspec.json.encode(board["steps"]) != msgspec.json.encode(each["steps"])
        ]
        answers = older.answers(board for _, board in pairs) if pairs else ()
        for (each, board), before in zip(pairs, answers, strict=True):
            way, how = comparison.difference(before, answers_now(board))
            if is_meant(way, how):
                yield each, name
            elif causes_of(board, before, comparison) is not None:
                yield each, f"{name} + others"


def compared(
    name: str,
    boards: list[dict[str, Any]],
    answers: Iterable[Answers],
    comparison: Comparison,
    older: Older,
) -> Lot:
    ways: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    unexplained = []
    for board, before in zip(boards, answers, strict=True):
        way, how = comparison.difference(before, answers_now(board))
        ways[way or "the same"] += 1
        if way in _NOT_JUDGED:
            continue
        words = refusal(how) if way == "refused now" else ""
        names = (words,) if words else causes_of(board, before, comparison)
        if names is not None:
            causes[f"{way}: {' + '.join(names)}"] += 1
            continue
        sort = sort_of(way, how, board["steps"])
        unexplained.append({"name": board["name"], "sort": sort, "how": how, "before": before,
                            "steps": board["steps"]})  # fmt: skip
    for each, words in list(explained_by_words(unexplained, older, comparison)):
        unexplained.remove(each)
        causes[f"{each['sort'].split(':')[0]}: {words}"] += 1
    return Lot(name, dict(ways), dict(causes), unexplained)


def lots_of(options: argparse.Namespace) -> Iterator[tuple[str, str, int, int]]:
    """The name, kind, first seed and size of each lot of random boards."""
    for start in range(0, max(options.trees, options.cards, options.scenes), _LOT):
        for kind in ("trees", "cards", "scenes"):
            size = min(_LOT, getattr(options, kind) - start)
            if size > 0:
                yield f"{kind} {options.seed + start}", kind, options.seed + start, size


def files_compared(files: list[str], older: Older, comparison: Comparison) -> Lot:
    """Boards of files, each read by each version for itself."""
    ours, theirs = list(of_files(files)), older.read(files)
    both = [
        (new, old)
        for new, old in zip(ours, theirs, strict=True)
        if "steps" in new and "steps" in old
    ]
    lot = compared(
        "files",
        [new for new, _ in both],
        older.answers(old for _, old in both),
        comparison,
        older,
    )
    for new, old in zip(ours, theirs, strict=True):
        way = {(True, False): "no board before", (False, True): "no board now"}.get(
            ("steps" in new, "steps" in old)
        )
        if way:
            lot.ways[way] = lot.ways.get(way, 0) + 1
            how = str(new.get("error") or old.get("error"))
            lot.unexplained.append({"name": new["name"], "sort": way, "how": how})
    return lot


# --- what is shown --------------------------------------------------------------------------------


def made_small(differing: dict[str, Any], older: Older, comparison: Comparison) -> tuple[str, str]:
    """The cause that boards of its kind have in common, and the board as small as it gets."""
    if "steps" not in differing:
        return differing["sort"], ""
    board = Board(msgspec.convert(differing["steps"], tuple[STEPS, ...]))

    @cache
    def difference(steps: Any) -> tuple[str, str]:
        given = {"name": "", "steps": msgspec.to_builtins(steps)}
        (before,) = older.answers([given])
        return comparison.difference(before, answers_now(given))

    def holds(smaller: Board) -> bool:
        way, how = difference(smaller.steps)
        return sort_of(way, how, msgspec.to_builtins(smaller.steps)) == differing["sort"]

    small = shrunk(board, holds, tries=_TRIES)
    way, how = difference(small.steps)
    words = differing["sort"] if way.startswith("refused") else f"{way}: {cause_of(small, how)}"
    return words, f"{how}\n{as_code(small)}"


def show(lots: list[Lot], older: Older, comparison: Comparison, *, small: bool) -> None:
    """The counts by kind of board, the reasons, and boards that none explains."""
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    causes: Counter[str] = Counter()
    sorts: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for lot in lots:
        ways[lot.name.split(" ", maxsplit=1)[0]].update(lot.ways)
        causes.update(lot.causes)
        for each in lot.unexplained:
            sorts[each["sort"]].append(each)
    for kind, counts in ways.items():
        print(f"{kind} {sum(counts.values())}")
        for way, count in counts.most_common():
            print(f"  {way:24} {count:7}")
    for words, count in causes.most_common():
        print(f"{count:7} {words}")
    for sort, several in sorted(sorts.items(), key=lambda item: -len(item[1])):
        names = ", ".join(each["name"] for each in several[:8])
        print(f"\n{len(several)} unexplained: {sort}\n  {names}\n  {several[0]['how'][:600]}")
        if small:
            first = min(several, key=lambda each: len(each.get("steps", ())))
            print("\n".join(made_small(first, older, comparison)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*", help="board files")
    parser.add_argument("--before", required=True, help="the interpreter of the older version")
    parser.add_argument("--trees", type=int, default=0, help="random boards of effect trees")
    parser.add_argument("--cards", type=int, default=0, help="random boards of cards")
    parser.add_argument("--scenes", type=int, default=0, help="random scenes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="only show what the journal holds")
    parser.add_argument("--small", action="store_true", help="make unexplained boards small")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / "journal"
    lots = (
        [msgspec.json.decode(line, type=Lot) for line in path.read_bytes().splitlines()]
        if path.exists()
        else []
    )
    older = Older(options.before)
    comparison = Comparison(older.subtypes() ^ set(subtypes()))
    done = {each.name for each in lots}
    if not options.table:
        with path.open("ab") as journal:
            for lot in _new_lots(options, done, older, comparison):
                journal.write(msgspec.json.encode(lot) + b"\n")
                journal.flush()
                lots.append(lot)
    show(lots, older, comparison, small=options.small)
    raise SystemExit(1 if any(lot.unexplained for lot in lots) else 0)


def _new_lots(
    options: argparse.Namespace, done: set[str], older: Older, comparison: Comparison
) -> Iterator[Lot]:
    if options.files and "files" not in done:
        yield files_compared(options.files, older, comparison)
    for name, kind, first, size in lots_of(options):
        if name not in done:
            boards = list(drawn(kind, first, size))
            yield compared(name, boards, older.answers(boards), comparison, older)


if __name__ == "__main__":
    main()
