"""Forms: sentences that change no characteristic, as words with typed parts.

A form is notation in a file of rules that is read and printed alike:

    form sentence: as an additional cost to cast <what>, <cost> | skip your <step>

Plain words stand for themselves. `(a|b)` are two ways to say the same; the first is printed.
`draw/draws` is a verb as "you" and as others
do it. `{a|b}` are alternatives that differ, and `[...]` words that may be missing; they are kept as
they stand. `<slot>` is a part: one of `SLOTS` (a phrase of the grammar whose value is a tree) or
the name of another kind of form. The value is an `Inert` with the printed words and the values of
the parts, so that every word has been consumed by a rule and a text change reaches the parts (612).

A form is written down only if no reading of its words changes an object of a board.
"""

import re
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import GRAMMAR, GrammarError, one_token
from striate.cards.grammar.notation import machine
from striate.cards.walking import nodes

# What a slot reads: the phrase of the grammar. `printing.steps` prints its value again.
SLOTS: dict[str, str] = {
    "group": "groups", "a": "singular", "noun": "inert noun", "n": "number", "amount": "amount",
    "equal": "measured", "each": "each counted", "mana": "mana cost", "cond": "conditions",
    "color": "color", "type": "card type", "subtype": "any subtype", "keyword": "keyword name",
    "counter": "counter kind", "name": "card name", "ref": "ref", "stat": "stat",
    "filter": "predicate noun", "than": "comparison", "legend rule": "legend rule",
    "who": "affected", "one target": "single target", "subject": "player", "owner": "player",
    "vote": "vote",
}  # fmt: skip


# 704.5j: the name of the rule stands in quotation marks.
_RULE = '"legend rule"'
one_token("legend rule", {'"'}, lambda it, at: _RULE if f'"{it.word(at)}"' == _RULE else None)


SLOT = re.compile(r"<([\w ]+)>")
VERB = re.compile(r"\b(?!and/or\b)([a-z']+)/([a-z']+)\b")  # "draw/draws"
_OPTIONAL = re.compile(r"\[([^{}\[\]]*)\]")  # with no other inside
_CHOICE = re.compile(r"\{([^{}\[\]]*)\}")
_BAR = re.compile(r"\|(?![^()]*\))")  # not inside round brackets
_FIRST_OF = re.compile(r"\(([^()|]*)\|[^()]*\)")
CHOICES: dict[str, str] = {}  # alternatives as written, and the phrase that reads them


@machine("form")
def _add(kind: str, notation: str) -> None:
    """Adds a form of that kind: words in square brackets may be left out, choices are phrases."""
    choice, optional = _CHOICE.search(notation), _OPTIONAL.search(notation)
    if choice is not None:
        slot = f"<{_choice_of(choice[1])}>"
        _add(kind, f"{notation[: choice.start()]}{slot}{notation[choice.end() :]}")
    elif optional is not None:
        for words in ("", f"{{{optional[1]}}}" if "|" in optional[1] else optional[1]):
            _add(kind, f"{notation[: optional.start()]}{words}{notation[optional.end() :]}")
    else:
        _add_plain(kind, re.sub(r" +", " ", notation).replace(" ,", ",").strip())


def _choice_of(alternatives: str) -> str:
    """The slot for one of the alternatives; none of them is empty."""
    if alternatives not in CHOICES:
        CHOICES[alternatives] = slot = f"choice {len(CHOICES)}"
        for words in _BAR.split(alternatives):
            _add(slot, words)
    return CHOICES[alternatives]


def _add_plain(kind: str, notation: str) -> None:
    slots = SLOT.findall(notation)
    between = SLOT.split(_FIRST_OF.sub(r"\1", notation))[::2]
    if len(between) != len(slots) + 1:
        raise GrammarError(f"a slot in round brackets: {notation}")
    names = [f"p{i}" for i in range(len(slots))]
    numbered = iter(names)
    read = SLOT.sub(
        lambda slot: f"<{next(numbered)}:{SLOTS.get(slot[1], f'inert {slot[1]}')}>", notation
    )

    def build(*values: Any) -> t.Inert:
        words, parts = [between[0]], []
        for slot, value, after in zip(slots, values, between[1:], strict=True):
            if slot.startswith("choice "):
                words += [value.words, after]
                parts += value.parts
            else:
                words += [f"<{slot}>", after]
                parts.append(value)
        return t.Inert("".join(words), tuple(parts))

    GRAMMAR.rule(f"inert {kind}", VERB.sub(r"(\1|\2)", read), slots=names)(build)


def surest(readings: tuple[t.Inert, ...]) -> t.Inert | None:
    """Of several readings of one text, none of which changes anything, that with the most words."""
    return min(readings, key=lambda one: (-own_words(one), repr(one)), default=None)


def own_words(value: Any) -> int:
    phrases = (node.words for node in nodes(value) if isinstance(node, t.Inert))
    return sum(len(SLOT.sub("", words).split()) for words in phrases)


def names_untold(value: Any) -> bool:
    """Whether a form names objects that stand in no place of the tree: "a creature card", a
    target."""
    inside = [node for node in nodes(value) if isinstance(node, t.Inert)]
    return any(
        isinstance(part, t.Each) or (isinstance(part, t.Inert) and "target" in part.words)
        for node in inside
        for part in (node, *node.parts)
    )
