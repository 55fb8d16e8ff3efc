"""Whether two installed versions of Striate answer alike, characteristic by characteristic, on the
same boards.

`python bench/versions.py FOLDER --before PYTHON [--after PYTHON] [--trees N] [--cards N] [--seed S]
[FILE...]`

`--before` and `--after` are the interpreters of two installations, each with its own catalogue
(`--after`: this one). Random boards are drawn by the older one's generator; both read the same
trees. Board files are read by each version for itself. FOLDER keeps boards and answers, so that
what was broken off goes on, and `groups.json`.

A board on which the versions differ is made small, and those that come to the same (what differs,
and which changes act on the board; or the words of a refusal) are one group.
"""  # noqa: INP001

import argparse
import contextlib
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec

from striate.boards.timeline import Board, Step
from striate.cards.tree import Ability
from striate.queries.fuzzing.causes import cause_of
from striate.queries.fuzzing.differing import as_code
from striate.queries.fuzzing.shrinking import shrunk

_ANSWERING = Path(__file__).with_name("answering.py")
_READINGS = ("constraints", "referee")
_TRIES = 250  # boards that are tried to make one smaller
_MADE_SMALL = 12  # boards that differ in one way and characteristic

Answers = dict[str, Any]  # of both readings, as `answering.py` tells them


class Version:
    """An installed Striate, asked for the answer to one board after another."""

    def __init__(self, python: str) -> None:
        self.python = python
        self._process = self._started("answer", take=subprocess.PIPE)

    def answers(self, name: str, steps: Any) -> Answers:
        """What both readings make of a board."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(json.dumps({"name": name, "steps": steps}) + "\n")
        into.flush()
        found: Answers = json.loads(out.readline())
        return found

    def told(self, what: list[str]) -> Iterator[dict[str, Any]]:
        """The boards that it draws or reads, the subtypes that it knows."""
        out = self._started(*what, take=subprocess.DEVNULL).stdout
        assert out is not None
        return map(json.loads, out)

    def _started(self, *what: str, take: int) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [self.python, str(_ANSWERING), *what], stdin=take, stdout=subprocess.PIPE, text=True
        )


# --- how two answers differ -----------------------------------------------------------------------


class Pair:
    """Two versions; subtypes that only one of them knows are passed over in what they answer."""

    def __init__(self, before: Version, after: Version) -> None:
        self.before, self.after = before, after
        known = [set(next(each.told(["subtypes"]))["subtypes"]) for each in (before, after)]
        self.only_one_knows = known[0] ^ known[1]

    def difference_on(self, steps: Any) -> tuple[str, str]:
        """In what way they differ on a board, and how."""
        return self.difference(self.before.answers("", steps), self.after.answers("", steps))

    def difference(self, before: Answers, after: Answers) -> tuple[str, str]:
        """In what way the answers of two versions differ, and how; ("", "") where they don't."""
        for way, answers in (("fails now", after), ("failed before", before)):
            if any("failed" in answers[each] for each in _READINGS):
                return way, _first_words(answers, "failed")
        refused, refused_now = _refusing(before), _refusing(after)
        if refused != refused_now:
            if not refused_now:
                return "refused before", _first_words(before, "refused")
            way = "refused now" if len(refused_now) == len(_READINGS) else "refused by one now"
            return way, _first_words(after, "refused")
        if refused:
            return "", ""
        told = [one for each in _READINGS if (one := self._told(before[each], after[each]))]
        if not told:
            return "", ""
        if self._told(after["constraints"], after["referee"]):
            return "the readings differ", told[0]
        if len(told) < len(_READINGS):
            return "one reading was wrong", told[0]
        if after["referee"]["unread"] and not before["referee"]["unread"]:
            return "said to be unknown", told[0]
        return "another answer", told[0]

    def _told(self, one: Answers, other: Answers) -> str:
        """Each object's characteristics that differ, of those that both versions tell."""
        found = []
        if one["gone"] != other["gone"]:
            found.append(f"the board, gone: {one['gone']} | {other['gone']}")
        left = {each["handle"]: each for each in one["objects"]}
        right = {each["handle"]: each for each in other["objects"]}
        for handle in {**left, **right}:
            a, b = left.get(handle), right.get(handle)
            if a is None or b is None:
                found.append(f"{handle}, there: {a is not None} | {b is not None}")
                continue
            found += [
                f"{handle}, {what}: {told}"
                for what in a
                if what in b and (told := self._apart(a[what], b[what]))
            ]
        return "; ".join(found)

    def _apart(self, one: Any, other: Any) -> str:
        """Two values, "" where they are the same; of two lists what they don't have in common.

        The order of a list may hang on how a version sorts trees.
        """
        if one == other:
            return ""
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
        return repr(msgspec.convert(value, Ability))
    return json.dumps(value)


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


# --- the boards that differ, in groups ------------------------------------------------------------


def made_small(board: Board, sort: str, pair: Pair) -> Board:
    """The board as small as it gets while the versions differ in the same way."""

    def holds(smaller: Board) -> bool:
        steps = msgspec.to_builtins(smaller.steps)
        return sort_of(*pair.difference_on(steps), steps) == sort

    return shrunk(board, holds, tries=_TRIES)


def group_of(found: dict[str, Any], pair: Pair) -> dict[str, Any]:
    """The board made small, with what those of its cause have in common."""
    steps = msgspec.convert(found["steps"], tuple[Step, ...])
    board = made_small(Board(steps), found["sort"], pair)
    way, how = pair.difference_on(msgspec.to_builtins(board.steps))
    sort = found["sort"]
    words = sort if "refused" in way or "fail" in way else f"{way}: {cause_of(board, how)}"
    return {"group": words, "name": found["name"], "how": how, "board": as_code(board)}


# --- the folder -----------------------------------------------------------------------------------


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """What was written so far, but for a line that was broken off."""
    if path.exists():
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    yield json.loads(line)


def kept(path: Path, lines: Iterator[dict[str, Any]]) -> None:
    """Writes lines of JSON, all or none."""
    draft = path.with_suffix(".draft")
    with draft.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(each) + "\n" for each in lines)
    draft.replace(path)


def draw(folder: Path, options: argparse.Namespace, pair: Pair) -> None:
    """The boards: random ones are the same for both versions, files each reads for itself."""
    for kind in ("cards", "trees"):
        count = getattr(options, kind)
        if count and not (folder / f"{kind}.boards").exists():
            drawn = pair.before.told(["draw", kind, str(options.seed), str(count)])
            kept(folder / f"{kind}.boards", drawn)
    if options.files:
        for name, version in (("before", pair.before), ("after", pair.after)):
            kept(folder / f"files.{name}.boards", version.told(["read", *options.files]))


def answer(folder: Path, which: str, version: Version) -> None:
    """What the version answers to each board that it was not yet asked."""
    path = folder / f"{which}.answers"
    done = {each["name"] for each in lines_of(path)}
    with path.open("a", encoding="utf-8") as file:
        for each in boards_of(folder, which):
            if each["name"] not in done and "steps" in each:
                found = version.answers(each["name"], each["steps"])
                file.write(json.dumps(found) + "\n")


def boards_of(folder: Path, which: str) -> Iterator[dict[str, Any]]:
    for name in ("cards", "trees", f"files.{which}"):
        yield from lines_of(folder / f"{name}.boards")


def compared(folder: Path, pair: Pair) -> Iterator[dict[str, Any]]:
    """Each board that is in the folder, with the way in which the versions differ on it."""
    answers = {each["name"]: each for each in lines_of(folder / "before.answers")}
    boards = {each["name"]: each for each in boards_of(folder, "after")}
    errors = {each["name"]: each.get("error") for each in boards_of(folder, "before")}
    for name, each in boards.items():
        error, error_now = errors.get(name), each.get("error")
        if error or error_now:
            way = "" if error and error_now else "no board before" if error else "no board now"
            yield {"name": name, "way": way, "sort": f"{way}: {error or error_now}"}
    for given in lines_of(folder / "after.answers"):
        name = given["name"]
        if name not in answers:
            continue
        way, how = pair.difference(answers[name], given)
        steps = boards[name]["steps"]
        if way and not name.startswith(("trees ", "cards ")):
            otherwise = _read_otherwise(folder, name, answers[name], pair)
            way = "words read otherwise" if otherwise else way
        yield {
            "name": name,
            "way": way,
            "sort": sort_of(way, how, steps),
            "how": how,
            "steps": steps,
        }


def _read_otherwise(folder: Path, name: str, answers: Answers, pair: Pair) -> bool:
    """Whether the newer version, given the trees as the older one read them, answers as that
    does."""
    steps = next(each["steps"] for each in boards_of(folder, "before") if each["name"] == name)
    return not pair.difference(answers, pair.after.answers(name, steps))[0]


def grouped(differing: list[dict[str, Any]], pair: Pair) -> list[dict[str, Any]]:
    """The groups, largest first; boards beyond the first of a sort stand for themselves by it."""
    sorts: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in differing:
        sorts[each["sort"]].append(each)
    groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for sort, several in sorts.items():
        most = 1 if "refused" in sort or "board" in sort.split(":")[0] else _MADE_SMALL
        for at, each in enumerate(sorted(several, key=lambda one: len(one.get("steps", ())))):
            if at >= most or "steps" not in each or each["way"] == "words read otherwise":
                groups[sort].append({"name": each["name"], "how": each.get("how", ""), "board": ""})
                continue
            small = group_of(each, pair)
            groups[small["group"]].append(small)
            print(f"# {small['group']} ({each['name']})", file=sys.stderr, flush=True)
    found = []
    for words, several in groups.items():
        shown = min(several, key=lambda one: (not one["board"], len(one["board"])))
        names = [each["name"] for each in several]
        found.append({"group": words, "count": len(several), "names": names,
                      "how": shown["how"], "board": shown["board"]})  # fmt: skip
    return sorted(found, key=lambda group: -group["count"])


def tell(ways: Counter[tuple[str, str]], groups: list[dict[str, Any]], out: IO[str]) -> None:
    """The counts by kind of board, then each group with its smallest board."""
    for (kind, way), count in sorted(ways.items()):
        print(f"{kind:8} {way or 'the same':24} {count:7}", file=out)
    for group in groups:
        print(f"\n{group['count']} × {group['group']}", file=out)
        print(f"  {', '.join(group['names'][:8])}\n  {group['how']}\n{group['board']}", file=out)


def main() -> None:
    parser = argparse.ArgumentParser(description="Two versions on the same boards.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*", help="board files")
    parser.add_argument("--before", required=True, help="the interpreter of the older version")
    parser.add_argument("--after", default=sys.executable, help="that of the newer one")
    parser.add_argument("--trees", type=int, default=0, help="random boards of effect trees")
    parser.add_argument("--cards", type=int, default=0, help="random boards of cards")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    pair = Pair(Version(options.before), Version(options.after))
    draw(options.folder, options, pair)
    answer(options.folder, "before", pair.before)
    answer(options.folder, "after", pair.after)
    found = list(compared(options.folder, pair))
    kind = partial(re.sub, r"^(trees|cards) .*|.*", lambda match: match[1] or "files")
    ways = Counter((kind(each["name"], count=1), each["way"]) for each in found)
    groups = grouped([each for each in found if each["way"]], pair)
    (options.folder / "groups.json").write_text(json.dumps(groups, indent=1), encoding="utf-8")
    tell(ways, groups, sys.stdout)
    raise SystemExit(1 if groups else 0)


if __name__ == "__main__":
    main()
