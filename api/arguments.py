"""What a function of `import striate` is given, held against what it takes.

The shell refuses the same by its options. What is wrong is a `WrongInput`, as all that is wrong
with a question: its message says what to give.
"""

from collections.abc import Iterable

from striate.boards.errors import show
from striate.cards.errors import WrongInput


def text(name: str, value: object) -> str:
    """A text, as a goal, a filter or a handle is one."""
    if isinstance(value, str):
        return value
    raise WrongInput(f"`{name}` is a text, not {show(value)}")


def texts(name: str, values: Iterable[object]) -> tuple[str, ...]:
    """Some texts, as names are."""
    return tuple(text(name, each) for each in values)


def card_list(value: object) -> str:
    """The cards as the shell's `--cards` has them, given so or as a list of names."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        names = list(value)
        if all(isinstance(name, str) for name in names):
            return ";".join(names)
    raise WrongInput(
        f"`cards` is a list of names, or one text as `Humility, Opalescence`, not {show(value)}"
    )


def number(name: str, value: int, least: int, most: int | None = None) -> int:
    """A whole number with the bounds that the shell has for it."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and value >= least and (most is None or value <= most):
        return value
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
    raise WrongInput(f"`{name}` is a whole number {bounds}, not {show(value)}")


def seconds(value: object) -> float | None:
    """After how many seconds to end; None for never."""
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    raise WrongInput(f"`timeout` is a number of seconds above 0, not {show(value)}")
