"""Canonical text of effect trees: what `cards show` prints, and what reads back to the same tree.

Printers are registered by class with `@prints(Class)`; `show(value)` finds the printer of a
value. The parts of the language register theirs in `nouns`, `statics`, ...; they are imported when
the first value is shown whose printer is not there yet.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from striate.cards import tree as t
from striate.cards.prose import words_of

_MODULES = ("bodies", "nouns", "statics", "steps", "targets")
_PRINTERS: dict[type, Callable[[Any], str]] = {}
_PRINTER = TypeVar("_PRINTER", bound=Callable[..., str])


class NotPrintable(ValueError):
    """A value for whose class no printer is registered."""


def prints(*classes: type) -> Callable[[_PRINTER], _PRINTER]:
    def register(printer: _PRINTER) -> _PRINTER:
        for kind in classes:
            _PRINTERS[kind] = printer
        return printer

    return register


def show(value: t.Node) -> str:
    printer = _PRINTERS.get(type(value)) or _every_printer().get(type(value), _by_lines)
    return printer(value)


def _by_lines(value: t.Node) -> str:
    from striate.cards.printing.by_rule import say  # costly: brings the grammar

    words = say("thing", value) or say("change", value) or say("made", value)
    if words is not None:
        return words
    line = say("line", value)
    if line is None:
        raise NotPrintable(f"`{type(value).__name__}` has no printer")
    return sentence(line)


@cache
def _every_printer() -> dict[type, Callable[[Any], str]]:
    for module in _MODULES:
        import_module(f"striate.cards.printing.{module}")
    return _PRINTERS


prints(t.Prose)(words_of)
prints(t.Opaque)(lambda value: words_of(value.prose))


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """With a capital at the start and a full stop at the end."""
    text = capital(text)
    return text if text.endswith((".", '."', "!")) else f"{text}."
