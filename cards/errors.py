"""What may go wrong, by whose mistake: the two bases by which a command knows what to say.

This module imports nothing, so that `striate --help` does not wait for it.
"""


class StriateError(Exception):
    """The family: everything that this program raises on purpose."""

    def _render_traceback_(self) -> list[str]:
        """A notebook shows the message alone: the traceback would be ours, not the reader's."""
        return [str(self)]


class WrongInput(StriateError):
    """The input is wrong: the message says what, where, and what to do."""


class UnknownCard(WrongInput, LookupError):
    """No card has that name; the message says which names are near."""


class OurMistake(StriateError):
    """This program made a mistake and noticed it: the message says what is to be reported."""


def nearest_names(names: list[str]) -> str:
    """The end of a message that names what may be meant; "" if nothing is near."""
    if not names:
        return ""
    *others, last = (f"`{name}`" for name in names)
    return f"; did you mean {', '.join(others)} or {last}?" if others else f"; did you mean {last}?"


def visible(text: str) -> str:
    """The text with each character that can't be printed as its number, but for line breaks."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )
