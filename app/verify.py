"""`striate verify`: statements about the rules, proved or refuted."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from striate.app import completing
from striate.app.bycases import prove_by_cases
from striate.app.errors import FAILS, UNKNOWN, InputError
from striate.app.looking import (
    interrupts,
    listen,
    looked_inside,
    progress,
    search_progress,
    verbose_option,
)
from striate.app.reading import (
    SECONDS,
    counted,
    json_option,
    open_catalogue,
    print_json,
    rules_option,
)
from striate.app.working import cluster_option, jobs_option, workers_of

if TYPE_CHECKING:
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.proving.verifying import Decision
    from striate.solver.deadline import Deadline
    from striate.spreading.executor import Workers

_SIZE = 4  # permanents, where an own statement has no other number


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=completing.theorems)
@click.option("--never", metavar="GOAL", help="No board reaches the goal.")
@click.option("--always", metavar="GOAL", help="Every object that the goal speaks of is so.")
@click.option("--if", "if_", metavar="GOAL", help="Wherever this goal is reached, ...")
@click.option("--then", metavar="GOAL", help="... this one is, too.")
@click.option("--lint-cards", is_flag=True,
              help="Each card against what the rules ask of its layout.")  # fmt: skip
@click.option("--list", "list_", is_flag=True, help="List the theorems.")
@jobs_option
@cluster_option
@click.option("--cards", default="", help="For your own statement: only these cards.")
@click.option("--pool", "filter", default="", help="For your own statement: cards that match.")
@click.option("--size", type=click.IntRange(1, 20),
              help="The most permanents: of your own statement (4 without it), or of theorems that "
                   "are then proved by cases.")  # fmt: skip
@click.option("--journal", "path", type=click.Path(dir_okay=False, path_type=Path),
              help="For a proof by cases: keeps each case, so that it can go on.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with the journal where it was.")
@click.option(
    "--timeout",
    type=SECONDS,
    help="For each statement, or each case of a proof by cases: give up after so many.",
)
@click.option("--certify", is_flag=True,
              help="For your own statement: prove what is ruled out, and have another program "
                   "check the proof.")  # fmt: skip
@rules_option
@verbose_option
@json_option
def verify(
    ids: tuple[str, ...],
    never: str | None,
    always: str | None,
    if_: str | None,
    then: str | None,
    lint_cards: bool,
    list_: bool,
    jobs: int | None,
    cluster: str | None,
    cards: str,
    filter: str,
    size: int | None,
    path: Path | None,
    resume: bool,
    timeout: float | None,
    certify: bool,
    day: str | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Prove statements about the rules, or refute them with a board.

    \b
    striate verify -j 2                      the whole library
    striate verify order-respects-dependency
    striate verify order-in-7c --size 6 -j 8 --journal proof.journal
    striate verify --never "Humility is 5/5" --pool "t:enchantment"
    striate verify --always "Humility is an enchantment" --cards "Humility, Opalescence"
    striate verify two-switches-cancel --rules 2019-10-04
    striate verify --never "Humility is 5/5" --cards "Humility, Opalescence" --rules 2007-02-01

    Exit status: 0 all true statements are proved and all false ones refuted, 1 one is not,
    3 none is wrong and one could not be decided.
    """
    from striate.solver.deadline import Deadline

    deadline = Deadline.after(timeout)  # what follows takes its time too
    if (if_ is None) != (then is None):
        raise InputError("`--if` and `--then` go together")
    if (path is not None or resume) and (size is None or never or always or if_):
        raise InputError("`--journal` and `--resume` are for theorems with `--size`")
    if certify:
        needs_proofs(own=bool(never or always or if_))
    if list_:
        _tell_library()
        return
    own = [text for text in (never, always, if_) if text is not None]
    if day is not None and (if_ is not None or lint_cards or (size is not None and not own)):
        raise InputError(
            "`--rules` is for theorems without `--size`, and for `--never` and `--always`: what is "
            "proved otherwise rests on today's rules"
        )
    catalogue = open_catalogue()
    status = 0
    if lint_cards:
        status = lint(catalogue)
    decisions: list[Decision] = []
    with looked_inside(verbose):
        workers = workers_of(jobs, cluster, listen if verbose else None)
        if size is not None and not own:
            decisions += prove_by_cases(ids, size, catalogue, workers, timeout, (path, resume))
            for each in decisions if not as_json else ():
                tell(each)
        elif ids or not (own or lint_cards):
            decisions += library(ids, catalogue, workers, timeout, day or "", quiet=as_json)
        if own:
            decisions += _statements(
                {"never": never, "always": always, "if": if_}, then, catalogue, (cards, filter),
                size or _SIZE, timeout, deadline, certify, day or "", quiet=as_json,
            )  # fmt: skip
    if as_json:
        print_json([plain(each) for each in decisions])
    status = status or _exit_of(decisions)
    if status:
        raise click.exceptions.Exit(status)


def needs_proofs(own: bool) -> None:
    """`--certify` where it can't be done is a mistake."""
    from striate.solver.certifying import is_there

    if not own:
        raise InputError("`--certify` is for your own statement: --never, --always or --if")
    if not is_there():
        raise InputError("`--certify` needs more: pip install 'striate[certify]'")


def _exit_of(decisions: "list[Decision]") -> int:
    """Unknown never passes; what is wrong outweighs it."""
    if any(not each.as_listed and each.status != "unknown" for each in decisions):
        return FAILS
    return UNKNOWN if any(each.status == "unknown" for each in decisions) else 0


def library(
    ids: tuple[str, ...],
    catalogue: "Catalogue",
    workers: "Workers",
    timeout: float | None,
    day: str,
    quiet: bool,
) -> "list[Decision]":
    from striate.queries.proving.verifying import theorems
    from striate.queries.proving.verifying import verify as decide_all

    chosen = theorems(ids)
    decisions = []
    with progress("theorems", len(chosen)) as step:
        for each in decide_all(chosen, catalogue, workers, timeout, day):
            decisions.append(each)
            step()
            if not quiet:
                tell(each)
    if not quiet:
        listed = sum(each.as_listed for each in decisions)
        click.echo(f"{listed} of {len(decisions)} as listed")
    places = {each.id: number for number, each in enumerate(chosen)}
    return sorted(decisions, key=lambda each: places[each.id])


def _statements(
    request: dict[str, str | None],
    then: str | None,
    catalogue: "Catalogue",
    cards: tuple[str, str],
    size: int,
    timeout: float | None,
    deadline: "Deadline",
    certify: bool,
    rules: str,
    quiet: bool,
) -> "list[Decision]":
    from striate.queries.finding.pools import PoolOptions
    from striate.queries.proving.stated import Statement
    from striate.queries.proving.statements import prove

    decisions: list[Decision] = []
    with interrupts() as interrupted:
        for sort, goal in request.items():
            if goal is None or interrupted():
                continue
            statement = Statement(sort, goal, then or "" if sort == "if" else "")  # type: ignore[arg-type]  # the sorts are the options' names
            with search_progress() as now:
                each = prove(
                    statement, catalogue, PoolOptions(*cards), size, timeout=timeout,
                    certify=certify, deadline=None if decisions else deadline,
                    interrupted=interrupted, progress=now, rules=rules,
                )  # fmt: skip
            decisions.append(each)
            if not quiet:
                tell(each)
    return decisions


def tell(decision: "Decision") -> None:
    """One decision; a board is printed as a file, behind what is said about it as comments."""
    surprise = decision.rules and not decision.as_listed and decision.status != "unknown"
    expected = "  NOT AS LISTED" if surprise else ""
    click.echo(f"{decision.status:8} {decision.id}  ({decision.seconds:.1f} s){expected}")
    click.echo(f"         {decision.statement}")
    if decision.understood:
        click.echo(f"         understood: {decision.understood}")
    if decision.bound:
        click.echo(f"         bound: {decision.bound}")
    if decision.solvers:
        click.echo(f"         by {' and '.join(decision.solvers)}")
    if decision.proofs is not None:
        from striate.queries.finding.telling import certified

        click.echo(f"         {certified(*decision.proofs)}")
    if decision.why:
        click.echo(f"         {decision.why}")
    if decision.counterexample is not None:
        from striate.boards.writing import board_yaml

        for line in board_yaml(decision.counterexample).splitlines():
            click.echo(f"         {line}")


def plain(decision: "Decision") -> dict[str, Any]:
    """A decision as format.md has it."""
    kept: dict[str, Any] = {
        "id": decision.id,
        "rules": list(decision.rules),
        "statement": decision.statement,
        "status": decision.status,
        "bound": decision.bound,
    }
    if decision.understood:
        kept["understood"] = decision.understood
    if decision.counterexample is not None:
        from striate.boards.writing import tidy

        kept["counterexample"] = tidy(decision.counterexample)
    if decision.proofs is not None:
        kept["proofs"] = dict(zip(("circuits", "steps"), decision.proofs, strict=True))
    if decision.solvers:
        kept["solvers"] = list(decision.solvers)
    if decision.why:
        kept["why"] = decision.why
    return {**kept, "listed_as": decision.kind, "seconds": decision.seconds}


def _tell_library() -> None:
    from striate.queries.proving.theorems import LIBRARY

    for each in LIBRARY:
        click.echo(f"{each.id}  ({each.kind}; {', '.join(each.rules)})")
        click.echo(f"         {each.statement}")


def lint(catalogue: "Catalogue") -> int:
    """Tells what is wrong with cards; the exit status."""
    from striate.queries.proving.enumeratedclaims import card_faults

    number = 0
    faults = 0
    for card in catalogue.all_cards():
        number += 1
        for fault in card_faults(card):
            faults += 1
            click.echo(f"{card.name}: {fault}")
    click.echo(f"{number:,} cards, {counted(faults, 'fault')}", err=True)
    return FAILS if faults else 0
