"""Whether what the words of a line alone say of it is so, over the lines of a card file that are read.

python bench/unread.py CARDS.jsonl.gz

`striate.cards.grammar.inert.unread` tells of a line that nothing reads whether it can touch an object. Asked of
lines that are read, it must call none harmless that changes one, or how one enters. Prints those; none may be.
"""  # noqa: INP001

import sys
from collections.abc import Iterator
from pathlib import Path

from striate.cards import tree
from striate.cards.catalogue.records import Bad, CardFile
from striate.cards.grammar.inert.unread import sort_of_unread
from striate.cards.grammar.normal import normalise
from striate.cards.language import parse_abilities

_ENTERING = (tree.EntersWith, tree.EntersTapped, tree.EntersAs, tree.EntersAsCopy)


def lines(path: Path) -> Iterator[tuple[str, str]]:
    """Each paragraph of a permanent's text once, with the name of a card that has it."""
    met: set[str] = set()
    for record in CardFile.open(path).records():
        if isinstance(record, Bad):
            continue
        for face in record.get("card_faces") or [record]:
            types = str(face.get("type_line", ""))
            if "Instant" in types or "Sorcery" in types:
                continue
            for line in str(face.get("oracle_text", "")).split("\n"):
                text = normalise(line, str(face.get("name", "")))
                if text and text not in met:
                    met.add(text)
                    yield str(face.get("name", "")), text


def changes(ability: tree.Ability) -> bool:
    """Whether it changes an object by being there, or how one enters."""
    if isinstance(ability, tree.Static):
        made = [change for effect in ability.effects for change in effect.changes]
        return any(not isinstance(change, tree.Restrict) for change in made)
    return isinstance(ability, _ENTERING)


def main(path: str) -> None:
    asked = wrong = 0
    for name, text in lines(Path(path)):
        if sort_of_unread(text) is not None:
            asked += 1
            if any(map(changes, parse_abilities(text, name))):
                wrong += 1
                print(f"{name}: {text}")
    print(f"{asked:,} lines called harmless by their words, {wrong} of them change something")


if __name__ == "__main__":
    main(sys.argv[1])
