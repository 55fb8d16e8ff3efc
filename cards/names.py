"""Card names as people write them: folded, so that case, accents and punctuation don't matter."""

import difflib
import re
import unicodedata
from collections.abc import Iterable

_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss"})
_JOINS = re.compile(r"['’‘\".,!?:®ʼ]")
_GAPS = re.compile(r"[\W_]+")


def fold(name: str) -> str:
    """The form in which names are compared: "Lim-Dûl's Vault" is "lim duls vault"."""
    lowered = name.casefold().translate(_LIGATURES)
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c)
    )
    folded = _GAPS.sub(" ", _JOINS.sub("", plain)).strip()
    return folded or name.strip().casefold()


def closest(name: str, keys: Iterable[str], limit: int = 5) -> list[str]:
    """The keys most like a name: first by shared letter triples, then by difflib's ratio."""
    wanted = fold(name)
    triples = _triples(wanted)
    scored = []
    for key in keys:
        own = _triples(key)
        shared = len(triples & own)
        if shared:
            # A name that begins like a longer one ("coralhelm") is meant more often than not.
            head = key.startswith(wanted) or key.split(" ")[0] == wanted.split(" ")[0]
            scored.append((shared / (len(triples | own) or 1) + 0.3 * head, key))
    best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:40]
    ratio = difflib.SequenceMatcher(b=wanted)
    ranked = []
    for score, key in best:
        ratio.set_seq1(key)
        likeness = max(ratio.ratio(), score)
        if likeness >= 0.45:
            ranked.append((likeness, key))
    return [key for _, key in sorted(ranked, key=lambda pair: (-pair[0], pair[1]))[:limit]]


def _triples(key: str) -> set[str]:
    padded = f"  {key} "
    return {padded[i : i + 3] for i in range(len(padded) - 2)}
