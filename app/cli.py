"""`striate`: the command line. Commands are loaded when they are used, so that help is quick."""

import atexit
import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from striate.app.errors import told_plainly
from striate.spreading.collecting import collect_seldom

# Each command: its name, where it is, and its line in `striate --help`.
COMMANDS: dict[str, tuple[str, str]] = {
    "outcome": ("striate.app.outcome:outcome", "Show what every object of a board is."),
    "check": ("striate.app.check:check", "Check boards against what they expect."),
    "find": ("striate.app.find:find", "Find the smallest board that gives a result."),
    "why-not": ("striate.app.whynot:why_not", "Show what keeps a board from a result."),
    "generate": (
        "striate.app.generate:generate",
        "Generate boards that tell a wrong engine from a right one.",
    ),
    "quiz": ("striate.app.quiz:quiz", "Ask what an object is, with answers that break a rule."),
    "export": ("striate.app.export:export", "Write boards as tests of another engine."),
    "explain": ("striate.app.explain:explain", "Show layer by layer why an object is what it is."),
    "verify": ("striate.app.verify:verify", "Prove statements about the rules, or refute them."),
    "sweep": ("striate.app.sweep:sweep", "Read random boards twice, by the million."),
    "atlas": ("striate.app.atlas:atlas", "Show how any two permanents meet."),
    "board": ("striate.app.board:board", "Print a board in a line as a board file."),
    "rules": ("striate.app.rules:rules", "Show where each rule is carried out and tested."),
    "grade": ("striate.app.grade:grade", "Tell which rules another engine breaks."),
    "schema": ("striate.app.schema:schema", "Print the JSON Schema of the board file."),
    "serve": ("striate.app.serve:serve", "Show the page in a browser."),
    "site": ("striate.app.staticsite:site", "Write the page as files that need no server of ours."),
    "mcp": ("striate.app.mcp:mcp", "Give assistants tools that answer layer questions."),
    "cards": ("striate.app.cards:cards", "Import, show, search and measure cards."),
}


class _LazyGroup(click.Group):
    """A group whose commands are imported when they are run, not when they are listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """With the command that may be meant, where there is none of that name."""
        word = args[0]
        if word not in COMMANDS and not word.startswith("-") and not ctx.resilient_parsing:
            from striate.boards.errors import did_you_mean, show

            near = did_you_mean(word, COMMANDS)
            answered = f'a board is answered by `striate outcome "{word}"`'
            advice = "`striate --help` lists the commands"
            hint = near or (answered if ";" in word or " " in word else advice)
            ctx.fail(f"{show(word)} is no command; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        with told_plainly(as_json="--json" in ctx.args):
            return super().invoke(ctx)


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="striate", message="striate %(version)s")
def main() -> None:
    """Answers questions about Magic's layer system (Comprehensive Rules 613)."""


class _Ending:
    """How the process ends, after everything else that is done at its end."""

    def __init__(self) -> None:
        self.status: int | None = None

    def leave(self) -> None:
        """At once: a circuit of millions of nodes is not taken apart piece by piece."""
        if self.status is None:
            return
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self.status)


def run() -> None:
    """The command as a process of its own."""
    collect_seldom()
    ending = _Ending()
    atexit.register(ending.leave)
    try:
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            ending.status = end.code or 0
        raise


if __name__ == "__main__":
    run()
