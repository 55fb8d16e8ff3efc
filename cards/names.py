"""Card names as people write them: folded, so that case, accents and punctuation don't matter."""

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from heapq import nsmallest

_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss"})
_JOINS = re.compile(r"['’‘\".,!?:®ʼ]")
_GAPS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """The form in which names are compared: "Lim-Dûl's Vault" is "lim duls vault"."""
    # Some letters have a lower case only when they have been decomposed.
    lowered = unicodedata.normalize("NFKD", name.casefold()).casefold().translate(_LIGATURES)
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c)
    )
    folded = _GAPS.sub(" ", _JOINS.sub("", plain)).strip()
    return folded or name.strip().casefold()


_FIFTH = 5  # a name that shares fewer of the letter triples is not looked at


class Register:
    """Folded names, in a form in which those like another name are found at once."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = tuple(keys)
        self._sizes: list[int] = []
        self._with: dict[str, list[int]] = {}  # the names that a triple of letters stands in
        for number, key in enumerate(self._keys):
            triples = _triples(key)
            self._sizes.append(len(triples))
            for triple in triples:
                self._with.setdefault(triple, []).append(number)

    def closest(self, name: str, limit: int = 5) -> list[str]:
        """The names most like this one: first by shared letter triples, then by difflib's ratio."""
        wanted = fold(name)
        triples = _triples(wanted)
        shared: Counter[int] = Counter()
        for triple in triples:
            shared.update(self._with.get(triple, ()))
        first, scored = wanted.split(" ")[0], []
        for number, count in shared.items():
            if count * _FIFTH < len(triples):
                continue
            key = self._keys[number]
            # A name that begins like a longer one ("coralhelm") is meant more often than not.
            head = key.startswith(wanted) or key.split(" ", 1)[0] == first
            alike = count / (len(triples) + self._sizes[number] - count)
            scored.append((-alike - 0.3 * head, key))
        return _likeliest(wanted, nsmallest(40, scored), limit)


def _likeliest(wanted: str, scored: list[tuple[float, str]], limit: int) -> list[str]:
    ratio = difflib.SequenceMatcher(b=wanted)
    ranked = []
    for score, key in scored:
        ratio.set_seq1(key)
        likeness = max(ratio.ratio(), -score)
        if likeness >= 0.45:
            ranked.append((-likeness, key))
    return [key for _, key in sorted(ranked)[:limit]]


def _triples(key: str) -> set[str]:
    padded = f"  {key} "
    return {padded[i : i + 3] for i in range(len(padded) - 2)}
