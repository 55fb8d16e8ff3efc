"""The words of a sentence that are neither things nor what they are: verbs, joints, fillers."""


def _forms(*phrases: str) -> frozenset[str]:
    return frozenset(phrases)


IS = _forms(
    "is", "are", "be", "being", "becomes", "become", "turns into", "turn into", "into", "to be",
    "ends", "end", "ends as", "end as", "ends up", "end up", "ends up as", "end up as",
    "ends up being", "end up being", "stays", "stay", "remains", "remain", "counts as", "count as",
    "was", "were", "to become", "as",
)  # fmt: skip
IS_NOT = _forms(
    "isn't", "aren't", "is no longer", "are no longer", "stops being", "stop being", "isn't being",
    "ceases to be", "cease to be", "to stop being", "does not become", "doesn't become", "be no longer",
    "no longer is", "no longer be", "isn't any longer", "never is", "never becomes",
)  # fmt: skip
HAS = _forms(
    "has", "have", "having", "gains", "gain", "gets", "get", "keeps", "keep", "has got", "have got",
    "ends with", "end with", "ends up with", "end up with", "to have", "to gain", "to get",
    "to keep",
)  # fmt: skip
LACKS = _forms(
    "lacks", "lack", "lacking", "loses", "lose", "lost", "has lost", "have lost", "to lose",
    "doesn't have", "does not have", "don't have", "do not have", "no longer has", "no longer have",
    "hasn't", "haven't", "hasn't got", "never has", "never have", "not have", "to lack", "has not",
)  # fmt: skip
TAPS = _forms(
    "taps for", "tap for", "can tap for", "can be tapped for", "produces", "produce",
    "can produce", "can make", "makes", "adds", "can add", "to tap for", "be tapped for",
)  # fmt: skip
TAPS_NOT = _forms(
    "doesn't tap for", "does not tap for", "don't tap for", "can't tap for", "cannot tap for",
    "can't be tapped for", "doesn't produce", "does not produce", "can't produce", "no longer taps for",
    "can no longer tap for", "not tap for",
)  # fmt: skip
VERBS: dict[str, str] = {
    phrase: kind
    for kind, phrases in (
        ("is", IS), ("is not", IS_NOT), ("has", HAS), ("lacks", LACKS), ("taps", TAPS),
        ("taps not", TAPS_NOT),
    )
    for phrase in phrases
}  # fmt: skip
LONGEST_VERB = 4

NOT = _forms("not", "never", "no longer", "not even")
JOINTS = _forms(",", "and", "but", "yet", "plus", "as well as", "and also", "while", "&")
# What an object can do, or what happens to it, is no characteristic.
DEEDS = _forms(
    "can't fly", "cannot fly", "doesn't fly", "does not fly", "can fly", "no longer flies",
    "can attack", "can block", "can't attack", "can't block", "cannot attack", "cannot block",
    "can't be", "cannot be", "can be", "can't have", "cannot have", "can't become", "can't lose", "attacks", "blocks", "dies", "doesn't untap", "must attack",
    "is destroyed", "survives", "deals", "is able to", "isn't able to", "affects", "doesn't affect",
    "does not affect", "targets", "is targeted", "triggers", "enters", "leaves",
)  # fmt: skip
INSTEAD_OF_DEEDS = {
    "can't have": "lacks", "cannot have": "lacks", "can't be": "is not", "cannot be": "is not",
    "can't become": "is not", "can't lose": "has", "can be": "is",
    "can't fly": "lacks flying", "cannot fly": "lacks flying", "doesn't fly": "lacks flying",
    "does not fly": "lacks flying", "can fly": "has flying", "no longer flies": "lacks flying",
}  # fmt: skip
# Words that change nothing where they stand.
FILLERS = _forms("also", "still", "now", "both", "currently", "always", "even", "actually")
TRAILERS = _forms(
    "anymore", "any more", "any longer", "at all", "at the end", "in the end", "at once", "too",
    "at the same time", "as well", "now", "again", "altogether", "still", "instead", "somehow",
)  # fmt: skip
# That something is there is said of it by naming it.
THERE = _forms(
    "there", "on the battlefield", "in play", "around", "on the board", "out", "present",
)  # fmt: skip
BUT_FOR = _forms(
    "but", "except", "except for", "other than", "besides", "apart from", "save", "save for",
    "aside from", "excepting",
)  # fmt: skip
THAT = _forms("that", "which", "who", "that's", "which's", "that're")

# How a question or a wish begins; what follows is read as a sentence.
OPENINGS = _forms(
    "can", "could", "will", "would", "may", "does", "do", "did", "is it possible that",
    "is it possible for", "is there a way for", "is there a board where", "is there a board on which",
    "is there a board with", "is there a board in which", "are there boards where", "is there", "are there", "there is",
    "there are", "a board where", "a board on which", "a board with", "a board in which",
    "find a board where", "find a board with", "find a board on which", "find", "find me",
    "show me", "show", "show me a board where", "show me a board with", "i want", "i want a board where", "how can", "how could",
    "how does", "how do", "when does", "when is", "how is", "when are", "is", "are", "make",
    "how do i make", "how can i make", "how to make", "what makes", "which", "what", "which of", "what if", "turn", "how do i turn",
    "how can i turn", "what turns", "what gives", "give", "get", "how do i get", "how can i get", "how do i give", "let", "which board makes",
    "what board makes", "what can make", "what could make", "can i make", "can you make", "can i turn", "can you turn",
)  # fmt: skip
LONGEST_OPENING = 6
