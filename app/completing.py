"""What a shell may complete: names of cards, theorems, wrong readings."""

import click
from click.shell_completion import CompletionItem

_MOST = 200  # cards that are offered at once


def cards(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of cards that begin so, whatever the case and the accents."""
    from striate.cards.catalogue.store import Catalogue
    from striate.cards.names import fold

    begun = fold(incomplete)
    alike = (name for name in Catalogue.open().names() if fold(name).startswith(begun))
    return [CompletionItem(name) for name, _ in zip(alike, range(_MOST), strict=False)]


def theorems(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Theorems of the library, with their statements."""
    from striate.queries.proving.verifying import theorems as library

    return _begun(incomplete, {each.id: each.statement for each in library()})


def readings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Wrong readings of the rules, each in a sentence."""
    from striate.queries.generating.boards import asked_for

    return _begun(incomplete, {each.name: each.sentence for each in asked_for((), ())})


def _begun(incomplete: str, known: dict[str, str]) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=value)
        for name, value in sorted(known.items())
        if name.startswith(incomplete)
    ]
