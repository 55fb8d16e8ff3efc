"""How a question or a wish begins: "can", "how do I make", "is there a way for"; the rest is a
sentence."""

import re

_MODAL = "can|could|will|would|may|might|should|does|do|did"
_WHO = "i|you|we|one|someone|somebody|people|my opponent"
_MAKES = "make|turn|get|give|have|let|see|find|build|create|show|keep"
_MAKES_ONE = "makes|turns|gives|lets|made|turned"
_THING = (
    "way|ways|board|boards|board state|combo|combos|setup|situation|scenario|case|game state|chance"
)
_FINDING = (
    "(?:is|are|can|could|would|might|will) (?:there|it)(?: ever)?(?: be)?|there is|there "
    "are|there's|"
    "there can be|there could be|find|find me|show me|give me|i want|i need|i'd like|i would like|"
    "suppose|imagine|say|let's say|assume|what if|a|any"
)
_FOR = (
    f"that|where|with|for|on which|in which|so that|to (?:{_MAKES})|"
    "of (?:making|getting|having|turning|giving)"
)
_OPENING = re.compile(
    "|".join(
        (
            # "can", "how could", "why is", "when does"
            rf"(?:(?:how|when|why|where) )?(?:{_MODAL}|is|are)",
            # "how do I make", "could you ever get", "can I"
            rf"(?:(?:how|when|where) )?(?:{_MODAL}) (?:{_WHO})(?: ever| even)?(?: (?:{_MAKES}))?",
            # "how to make", "what would make", "which board makes"
            rf"how to (?:{_MAKES})",
            rf"(?:what|which|which board|what board) (?:can|could|would|will|does) (?:{_MAKES})",
            rf"(?:what|which|which board|what board) (?:{_MAKES_ONE})",
            # "is there any way to make", "could there ever be a board where", "is it possible that"
            (
                rf"(?:{_FINDING})(?: (?:a|any|some))?(?: (?:{_THING}|possible|true|legal))?(?: "
                rf"(?:{_FOR}))?"
            ),
            (
                rf"(?:i )?wanna (?:{_MAKES})|what would it take for|make it so that|make sure(?: "
                r"that)?"
            ),
            rf"i (?:want|need|would like) to (?:{_MAKES})|i'd like to (?:{_MAKES})",
            # "make", "which of"
            rf"{_MAKES}|show me|what|which|which of|how",
        )
    )
)
_ARTICLE_ALONE = re.compile("a|any")
_LONGEST = 10


def openings(keys: list[str]) -> list[int]:
    """The places at which a sentence may begin: the first, then after the longest opening."""
    found = [0]
    for end in range(min(_LONGEST, len(keys)), 0, -1):
        words = " ".join(keys[:end])
        if _OPENING.fullmatch(words) and not _ARTICLE_ALONE.fullmatch(words):
            found.append(end)
    return found
