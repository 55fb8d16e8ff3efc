# ruff: noqa: INP001
"""Which permanents of the catalogue no slot of the search holds, by reason: the table of docs/find.md.

python bench/leftout.py
"""

from collections import Counter

from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.pools import is_permanent
from striate.search.copying import copy_rule
from striate.search.options import beyond_choices, left_out


def main() -> None:
    cards = [card for card in Catalogue.open().all_cards() if is_permanent(card)]
    reasons = Counter(reason for card in cards if (reason := _reason(card)))
    print("| why | permanents | share |\n|---|---|---|")
    for reason, number in [*reasons.most_common(), ("all of these", reasons.total())]:
        print(f"| {reason} | {number:,} | {100 * number / len(cards):.2f} % |")
    print(f"\nof {len(cards):,} permanents")


def _reason(card: Card) -> str:
    if copy_rule(card) is not None:
        return "enters as a copy, looked at only where the goal names it or cards are few"
    return left_out(card) or beyond_choices(card)


if __name__ == "__main__":
    main()
