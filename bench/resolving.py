# ruff: noqa: INP001
"""Which spells and activated abilities `find --spells` holds in the slots: the table of
bench/results/find.md.

python bench/resolving.py
"""

from collections import Counter

from striate.cards.catalogue.store import Catalogue
from striate.search.beyond import left_out
from striate.search.resolving.happenings import happenings_of, is_spell


def main() -> None:
    counts: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {"spells": Counter(), "abilities": Counter()}
    for card in Catalogue.open().all_cards():
        kind = "spells" if is_spell(card) else "abilities"
        if kind == "abilities" and left_out(card):
            continue
        happenings, why = happenings_of(card)
        counts[kind] += len({(each.number, each.mode) for each in happenings})
        reasons[kind].update(why)
    total = {kind: counts[kind] + each.total() for kind, each in reasons.items()}
    print("| why | spells | share | abilities | share |\n|---|---|---|---|---|")
    both = sum(reasons.values(), Counter[str]())
    rows = [("held by the slots", [counts[kind] for kind in reasons])]
    rows += [(why, [each[why] for each in reasons.values()]) for why, _ in both.most_common()]
    for why, numbers in rows:
        cells = (
            f"{number:,} | {100 * number / total[kind]:.1f} %"
            for kind, number in zip(reasons, numbers, strict=True)
        )
        print(f"| {why} | {' | '.join(cells)} |")
    print(f"\nof {total['spells']:,} spells and modes and {total['abilities']:,} abilities.")


if __name__ == "__main__":
    main()
