# ruff: noqa: INP001
"""Which permanents of the catalogue no slot of the search holds, by reason: the table of
bench/results/find.md.

python bench/leftout.py
"""

from collections import Counter

from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.pools import is_permanent
from striate.search.beyond import unheld
from striate.search.copying import copy_rule


def main() -> None:
    cards = [card for card in Catalogue.open().all_cards() if is_permanent(card)]
    copying = [card for card in cards if copy_rule(card) is not None]
    reasons = Counter(
        reason for card in cards if copy_rule(card) is None and (reason := unheld(card))
    )
    print("| why | permanents | share |\n|---|---|---|")
    for reason, number in [*reasons.most_common(), ("all of these", reasons.total())]:
        print(f"| {reason} | {number:,} | {100 * number / len(cards):.2f} % |")
    print(
        f"\nof {len(cards):,} permanents. {len(copying)} more enter as copies and are looked at "
        "only "
        "where the goal names one or cards are few."
    )


if __name__ == "__main__":
    main()
