"""`striate schema`: the JSON Schema of the board file."""

import json

import click


@click.command()
def schema() -> None:
    """Print the JSON Schema of the board file, for editors and for programs that write boards."""
    from striate.boards.jsonschema import board_schema

    click.echo(json.dumps(board_schema(), ensure_ascii=False, indent=2))
