"""What may go wrong, by whose mistake: the two bases by which a command knows what to say.

This module imports nothing, so that `striate --help` does not wait for it.
"""


class WrongInput(Exception):
    """The input is wrong: the message says what, where, and what to do."""


class OurMistake(Exception):
    """This program made a mistake and noticed it: the message says what is to be reported."""


def visible(text: str) -> str:
    """The text with each character that can't be printed as its number, but for line breaks."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )
