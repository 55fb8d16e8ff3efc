"""`striate atlas`: how any two permanents meet."""

from typing import TYPE_CHECKING, Any

import click

from striate.app.errors import FAILS, UNKNOWN, InputError
from striate.app.looking import progress
from striate.app.reading import json_option, open_catalogue, print_json
from striate.app.working import cluster_option, workers_of

if TYPE_CHECKING:
    from striate.cards.catalogue.store import Catalogue

_BUILD = "build"


@click.command()
@click.argument("card", nargs=-1, required=True)
@click.option("--all", "most", type=click.IntRange(1, 1000), default=3, show_default=True,
              help="So many cards of each group.")  # fmt: skip
@click.option(
    "--best",
    type=click.IntRange(2),
    metavar="N",
    help="For `build`: of the N best-known permanents that do something.",
)
@click.option("-j", "--jobs", type=click.IntRange(1, 256), help="For `build`: so many processes.")
@cluster_option
@json_option
def atlas(
    card: tuple[str, ...],
    most: int,
    best: int | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Show how CARD meets every other permanent, or how two CARDs meet.

    \b
      striate atlas build                            make the atlas (resumable)
      striate atlas "Blood Moon"                     with what its order matters, and why
      striate atlas "Blood Moon" "Life and Limb"     how these two meet

    Whether the order matters in which two permanents came, whether one waits for the other
    (613.8), whether they form a loop, whether one takes the other's ability: each with the
    smallest board that shows it, tried by both readings of the rules. Static abilities only.
    """
    catalogue = open_catalogue()
    if card == (_BUILD,):
        _build(catalogue, best, jobs, cluster, as_json)
        return
    if jobs is not None or cluster is not None or best is not None:
        raise InputError("`--best`, `-j` and `--cluster` are for `striate atlas build`")
    if len(card) == 1:
        _one(card[0], most, catalogue, as_json)
    elif len(card) == 2:
        _two(card[0], card[1], catalogue, as_json)
    else:
        raise InputError("give one card, or two; quote a name of several words")


def _build(
    catalogue: "Catalogue",
    best: int | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    from striate.queries.atlas.building import best_known, build
    from striate.queries.atlas.store import Atlas, user_file

    place = user_file()
    with progress("atlas", None) as step:
        cards = None if best is None else best_known(catalogue, best)
        for at in build(catalogue, place, workers_of(jobs, cluster), cards):
            step(done=at.done, total=at.total)
    atlas = Atlas(place, catalogue)
    size = place.stat().st_size
    if as_json:
        print_json({"file": str(place), "bytes": size, "rows": atlas.counts(), **atlas.meta})
        return
    click.echo(f"The atlas of {int(atlas.meta['permanents']):,} permanents is in `{place}`,")
    click.echo(f"{size / 1e6:.1f} MB:")
    for way, number in atlas.counts().items():
        click.echo(f"{number:10,}  {way}")


def _one(name: str, most: int, catalogue: "Catalogue", as_json: bool) -> None:
    from striate.queries.atlas.asking import Asking
    from striate.queries.atlas.store import Atlas
    from striate.queries.atlas.telling import group_json, group_lines

    asking = Asking(catalogue)
    card = asking.card(name)
    asking.atlas = Atlas.open(catalogue)
    changed = len(asking.atlas.changed)
    if changed and not as_json:
        click.echo(
            f"The atlas was made for another catalogue: {changed:,} cards that were read otherwise "
            "or not there are left out.\n"
        )
    if asking.atlas.partial and not as_json:
        click.echo(
            f"Of the {asking.atlas.meta['permanents']} best-known permanents that do something; "
            "`striate atlas build` makes the atlas of all.\n"
        )
    printed: list[Any] = []
    for group in asking.groups(card, most=most):
        if as_json:
            printed.append(group_json(group, catalogue))
        else:
            for line in group_lines(group, catalogue):
                click.echo(line)
            click.echo()
            printed.append(group)
    if as_json:
        whole = not asking.atlas.partial
        print_json({"card": card.name, "groups": printed, "left_out": changed, "whole": whole})
    elif not printed:
        click.echo(f"{card.name} meets no other permanent by its static abilities.")


def _two(one: str, other: str, catalogue: "Catalogue", as_json: bool) -> None:
    from striate.queries.atlas.asking import Asking
    from striate.queries.atlas.telling import pair_json, pair_lines

    asking = Asking(catalogue)
    cards = asking.card(one), asking.card(other)
    if cards[0] == cards[1]:
        raise InputError(f"`{cards[0].name}` is given twice; give two different cards")
    pair = asking.pair(*cards)
    if as_json:
        print_json(pair_json(pair, catalogue))
    else:
        for line in pair_lines(pair, catalogue):
            click.echo(line)
    if pair.order is None or (pair.unknown and not pair.shown):
        raise click.exceptions.Exit(UNKNOWN)
    if pair.order is False and not pair.shown:
        raise click.exceptions.Exit(FAILS)
