"""What the commands share that give work to several processes, here or on a cluster."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from striate.app.errors import InputError

if TYPE_CHECKING:
    from striate.spreading.executor import Workers

jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="So many processes.  [default: 1]"
)
two_jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=2, show_default=True,
    help="So many processes, where there is much to do.",
)  # fmt: skip
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The workers of a Dask cluster, by its scheduler: tcp://HOST:8786.",
)


def workers_of(
    jobs: int | None,
    cluster: str | None = None,
    begin: Callable[[], None] | None = None,
) -> "Workers":
    """The workers that the options ask for; `begin` is called first in each further process."""
    from striate.cards.catalogue.stamp import stamp
    from striate.spreading.executor import Workers

    if jobs is not None and cluster is not None:
        raise InputError("give `--jobs` or `--cluster`, not both")
    return Workers(jobs or 1, cluster, begin, stamp)
