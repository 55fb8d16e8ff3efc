"""Which trees of a card file do not read back from their canonical text.

`python bench/roundtrip.py CARDS.jsonl.gz` prints each such ability: its text, what it is printed
as, and, on the third line, the first place where the trees differ.
"""  # noqa: INP001

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from striate.cards import tree
from striate.cards.catalogue.records import Bad, CardFile
from striate.cards.catalogue.scryfall import BadRecord, card_from_record
from striate.cards.language import parse_face, print_abilities, same_ability
from striate.cards.printing.canonical import NotPrintable
from striate.cards.prose import is_understood


def abilities_in(path: Path) -> Iterator[tuple[str, tree.Ability]]:
    """Every understood ability of the file's cards, with the name of the first card that has it."""
    met: set[tree.Ability] = set()
    file = CardFile.open(path)
    for record in file.records():
        if isinstance(record, Bad):
            continue
        try:
            card = card_from_record(record)
        except BadRecord:
            continue
        for face in card.faces:
            for ability in face.abilities:
                if ability not in met and is_understood(ability):
                    met.add(ability)
                    yield card.name, ability


def read_back(ability: tree.Ability) -> tuple[str, tuple[tree.Ability, ...]]:
    """The canonical text, and what it is read as."""
    text = print_abilities((ability,))
    types = ("Instant",) if isinstance(ability, tree.Spell) else ("Creature",)
    return text, parse_face(text, types=types)


def difference(one: Any, two: Any) -> str:
    """The first place where two trees differ."""
    if type(one) is type(two) and isinstance(one, tree.Node):
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(two, name):
                below = difference(getattr(one, name), getattr(two, name))
                return f"{type(one).__name__}.{name} {below}"
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            if a != b:
                return f"[{number}] {difference(a, b)}"
    return f"{one} != {two}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Trees that do not read back.")
    parser.add_argument("file", type=Path)
    seen = failed = 0
    for name, ability in abilities_in(parser.parse_args().file):
        seen += 1
        try:
            text, back = read_back(ability)
        except NotPrintable as error:
            text, back = str(error), ()
        if len(back) == 1 and same_ability(back[0], ability):
            continue
        failed += 1
        print(f"{name}: {text}\n    {difference((ability,), back)}", flush=True)
    print(f"{seen} abilities, {failed} do not read back")


if __name__ == "__main__":
    main()
