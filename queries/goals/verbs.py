"""The words of a sentence that are neither things nor what they are: verbs, joints, fillers, and
how a question or a wish begins.
"""

import re


def _forms(*phrases: str) -> frozenset[str]:
    return frozenset(phrases)


IS = _forms(
    "is", "are", "be", "being", "becomes", "become", "turns into", "turn into", "into", "to be",
    "ends", "end", "ends as", "end as", "ends up", "end up", "ends up as", "end up as",
    "ends up being", "end up being", "stays", "stay", "remains", "remain", "counts as", "count as",
    "was", "were", "to become", "as", "became", "has become", "have become", "turned into",
    "is turned into", "are turned into", "is considered", "are considered", "is treated as",
    "are treated as", "stayed", "to stay", "to remain",
)  # fmt: skip
IS_NOT = _forms(
    "isn't", "aren't", "is no longer", "are no longer", "stops being", "stop being", "isn't being",
    "ceases to be", "cease to be", "to stop being", "does not become", "doesn't become",
    "be no longer",
    "no longer is", "no longer be", "not be", "to not be", "not to be", "not become", "not stay",
    "doesn't count as", "does not count as", "no longer counts as", "doesn't stay",
    "doesn't remain",
    "wasn't", "weren't", "don't become", "stopped being", "isn't any longer", "never is",
    "never becomes",
)  # fmt: skip
HAS = _forms(
    "has", "have", "had", "having", "gains", "gain", "gets", "get", "keeps", "keep", "has got",
    "have got",
    "retains", "retain", "gained", "got", "kept", "has gained",
    "ends with", "end with", "ends up with", "end up with", "to have", "to gain", "to get",
    "to keep", "shares", "share",
)  # fmt: skip
LACKS = _forms(
    "lacks", "lack", "lacking", "loses", "lose", "lost", "has lost", "have lost", "to lose",
    "doesn't have", "does not have", "don't have", "do not have", "no longer has", "no longer have",
    "hasn't", "haven't", "hasn't got", "never has", "never have", "not have", "to not have",
    "not to have", "has no longer", "doesn't keep",
    "doesn't gain", "doesn't get", "not keep", "not gain", "to lack", "has not",
)  # fmt: skip
TAPS = _forms(
    "taps for", "tap for", "can tap for", "can be tapped for", "produces", "produce",
    "can produce", "can make", "makes", "adds", "can add", "to tap for", "be tapped for",
)  # fmt: skip
TAPS_ONLY = _forms(
    "taps only for", "tap only for", "only taps for", "only tap for", "can only tap for",
    "only produces", "only makes", "makes only", "only make", "make only",
    "taps for only", "tap for only", "taps for just", "taps for nothing but",
    "produces only", "can only produce",
    *(f"{verb} for anything but" for verb in ("doesn't tap", "don't tap", "can't tap",
                                              "does not tap", "cannot tap")),
)  # fmt: skip
TAPS_NOT = _forms(
    "doesn't tap for", "does not tap for", "don't tap for", "can't tap for", "cannot tap for",
    "can't be tapped for", "doesn't produce", "does not produce", "can't produce",
    "no longer taps for", "can't make", "doesn't make", "can't add", "doesn't add", "cannot make",
    "can no longer tap for", "not tap for",
)  # fmt: skip
ATTACHES = _forms("enchants", "equips")
WEARS = _forms("wears", "wear", "carries", "carry", "holds", "hold", "wields", "wield")
FLIES = _forms("flies", "fly", "can fly")
FLIES_NOT = _forms("can't fly", "cannot fly", "doesn't fly", "does not fly", "don't fly",
                   "no longer flies", "no longer fly", "can no longer fly")  # fmt: skip
COPIES = _forms("copies", "copied", *(f"{verb} {words}" for verb in IS
                for words in ("a copy of", "as a copy of", "copying", "a clone of")))  # fmt: skip
VERBS: dict[str, str] = {
    phrase: kind
    for kind, phrases in (
        ("is", IS), ("is not", IS_NOT), ("has", HAS), ("lacks", LACKS), ("taps", TAPS),
        ("taps not", TAPS_NOT), ("taps only", TAPS_ONLY), ("attaches", ATTACHES), ("wears", WEARS),
        ("flies", FLIES), ("flies not", FLIES_NOT), ("copies", COPIES),
    )
    for phrase in phrases
}  # fmt: skip
EXPECTED = "`is`, `ends as`, `has` or `lacks`"
LONGEST_VERB = 7

# "must be", "should have": in the end it is so.
MODALS = _forms("can", "could", "will", "would", "should", "may", "might", "must", "shall", "needs",
                "need", "has", "have", "ought")  # fmt: skip
INFINITIVES = _forms("be", "have", "become", "lose", "gain", "keep", "stay", "remain",
"lack", "not",
                     "to", "no", "never")  # fmt: skip
NOT = _forms("not", "never", "no longer", "not even")
JOINTS = _forms(",", "and", "but", "yet", "plus", "as well as", "and also", "while", "&",
                "although", "though", "even though", "whereas", "in addition to",
                "in addition to being",
                "besides being")  # fmt: skip
AND = _forms("and", ",", ", and")  # between the things of a list
# "a land rather than a creature": what follows is denied.
RATHER = _forms("nor", "rather than", "instead of", "instead of being", "rather than being")
# "and it has flying" speaks of what was spoken of before.
PRONOUNS = _forms("it", "they", "which", "that one")
# What an object can do, or what happens to it, is no characteristic.
DEEDS = _forms(
    "can attack", "can block", "can't attack", "can't block", "cannot attack", "cannot block",
    "can't be", "cannot be", "can be", "can't have", "cannot have", "can't become", "can't lose",
    "attacks", "blocks", "dies", "doesn't untap", "must attack",
    "is destroyed", "survives", "deals", "is able to", "isn't able to", "affects", "doesn't affect",
    "does not affect", "targets", "is targeted", "triggers", "enters", "leaves",
)  # fmt: skip
INSTEAD_OF_DEEDS = {
    "can't have": "lacks", "cannot have": "lacks", "can't be": "is not", "cannot be": "is not",
    "can't become": "is not", "can't lose": "has", "can be": "is", "enters": "is",
}  # fmt: skip
# Words that change nothing where they stand.
FILLERS = _forms("also", "still", "now", "both", "currently", "always", "even", "actually", "ever",
                 "simultaneously", "suddenly", "really", "itself", "themselves")  # fmt: skip
TRAILERS = _forms(
    "anymore", "any more", "any longer", "at all", "at the end", "in the end", "at once", "too",
    "at the same time", "as well", "now", "again", "altogether", "still", "instead", "somehow",
    "whatsoever", "in color", "in colour", "on top", "itself", "themselves", "this turn",
    "at end of turn", "right now", "at the moment", "by the end", "eventually", "right",
)  # fmt: skip
IN_PLAY = _forms("on the battlefield", "in play", "on the board", "on board")
GONE = _forms("gone", "absent", "missing")
# That something is there is said of it by naming it.
THERE = _forms(
    "there", "on the battlefield", "in play", "around", "on the board", "out", "present",
    "on board",
)  # fmt: skip
BUT_FOR = _forms(
    "but", "except", "except for", "other than", "besides", "apart from", "save", "save for",
    "aside from", "excepting",
)  # fmt: skip
THAT = _forms("that", "which", "who", "that's", "which's", "that're")

# "Can", "how do I make", "is there a way for": the rest is a sentence.
_MODAL = "can|could|will|would|may|might|should|does|do|did"
_WHO = "i|you|we|one|someone|somebody|people"
_MAKES = "make|turn|put|get|give|have|let|see|find|build|create|show|keep"
_MADE = _MAKES.replace("have|", "")  # "can I have a Wall?" is of what I control
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
            rf"(?:(?:how|when|where) )?(?:{_MODAL}) (?:{_WHO})(?: ever| even)?(?: (?:{_MADE}))?",
            rf"(?:(?:how|when|where) )?(?:{_MODAL}) my opponent(?: ever| even)? (?:{_MADE})",
            # "how to make", "what would make", "which board makes"
            rf"how to (?:{_MAKES})",
            rf"(?:what|which)(?: board| card)? (?:can|could|would|will|does) (?:{_MAKES})",
            rf"(?:what|which)(?: board| card)? (?:{_MAKES_ONE})",
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
            "how come",
            r"why (?:is|are|isn't|aren't|does|do|doesn't|don't)|what (?:happens )?if",
            # A goal speaks of the end.
            r"(?:(?:in|at|by) the end(?: of (?:the )?turn)?|at end of turn|this turn)(?: ,)?",
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
