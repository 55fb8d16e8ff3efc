"""docs/python.md: what stands below its last marker is made from the docstrings.

`python -m tests.test_python_docs` writes it anew.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import striate
from striate import errors, results, testing

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
MARKER = "<!-- made from the docstrings -->\n"
_CLASSES = (
    results.Outcome,
    results.Object,
    results.Explanation,
    results.Check,
    results.Found,
    results.WhyNot,
    results.Boards,
    results.Decisions,
)


def _signature(function: Any) -> str:
    """The parameters as they are called, without the types."""
    bare = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in inspect.signature(function).parameters.values()
        if each.name != "self"
    ]
    return str(inspect.Signature(bare))


def _doc(value: Any) -> str:
    return inspect.getdoc(value) or ""


def _functions() -> Iterator[str]:
    for name in striate.__all__:
        value = getattr(striate, name)
        if isinstance(value, FunctionType):
            yield f"### `striate.{name}{_signature(value)}`\n\n{_doc(value)}\n"
    for name in ("card", "search"):
        value = getattr(striate.cards, name)
        yield f"### `striate.cards.{name}{_signature(value)}`\n\n{_doc(value)}\n"
    yield f"### `striate.testing.board{_signature(testing.board)}`\n\n{_doc(testing.board)}\n"


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(kind).items():
        if not name.startswith("_") and (
            isinstance(value, property | FunctionType) or hasattr(value, "attrname")
        ):
            yield name, value


def _classes() -> Iterator[str]:
    for kind in _CLASSES:
        lines = [f"### `striate.results.{kind.__name__}`", "", _doc(kind), ""]
        if kind is results.Object:
            fields = ", ".join(f"`{name}`" for name in kind.__dataclass_fields__)
            lines += [f"Fields: {fields}.", ""]
        for name, value in _members(kind):
            called = f"{name}{_signature(value)}" if isinstance(value, FunctionType) else name
            lines.append(f"- `{called}`: {' '.join(_doc(value).split())}")
        yield "\n".join(lines).rstrip() + "\n"


def _errors() -> Iterator[str]:
    for name in errors.__all__:
        kind = getattr(errors, name)
        base = next(each.__name__ for each in kind.__mro__[1:])
        first = _doc(kind).split("\n\n")[0].replace("\n", " ")
        yield f"- `{name}` (a `{base}`): {first}"


def reference() -> str:
    parts = ["## Functions\n", *_functions(), "## Answers\n", *_classes()]
    return "\n".join([*parts, "## Errors\n", *_errors(), ""])


def test_the_reference_is_made_from_the_docstrings() -> None:
    _, _, found = PAGE.read_text().partition(MARKER)
    assert found == reference(), "run `make python-docs`"


def test_every_public_member_says_what_it_is() -> None:
    for kind in _CLASSES:
        assert _doc(kind)
        for name, value in _members(kind):
            assert _doc(value), f"{kind.__name__}.{name}"


def main() -> None:
    text, _, _ = PAGE.read_text().partition(MARKER)
    PAGE.write_text(text + MARKER + reference())


if __name__ == "__main__":
    main()
