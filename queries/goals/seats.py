"""Whose an object is, in the ways in which a goal says it: tables of words, with what they say."""

from striate.cards import tree
from striate.cards.tree import Filter

_YOURS = tree.ControlledBy("you")
_THEIRS = tree.ControlledBy("opponent")
OPPONENT = frozenset({"opponent", "opponent's", "opponents", "opponents'", "enemy", "opposing"})
_SPEAKERS = ("", "your ", "an ", "the ", "my ")


def _them(words: frozenset[str]) -> list[str]:
    return [f"{speaker}{word}" for speaker in _SPEAKERS for word in words]


_THEM = _them(OPPONENT)
# Before a noun: "my", "my opponent's"; the sign of "opponents'" stands alone.
OWNERS: dict[str, Filter] = {
    **dict.fromkeys(("my", "my own", "your", "your own", "our"), _YOURS),
    **{f"{them}{sign}": _THEIRS for them in _THEM for sign in ("", " '")},
}
# After a noun.
WHOSE: dict[str, Filter] = {
    **dict.fromkeys(("you control", "i control", "of mine", "of yours"), _YOURS),
    **{words: _THEIRS for them in _THEM
       for words in (f"of {them}", f"{them} controls", f"{them} control")},
    **dict.fromkeys(("you own", "i own", "owned by me", "owned by you"), tree.OwnedBy("you")),
    **{words: tree.OwnedBy("opponent") for them in _THEM
       for words in (f"owned by {them}", f"{them} owns", f"{them} own")},
}  # fmt: skip
# After a noun or "is".
HELD: dict[str, Filter] = {
    "yours": _YOURS,
    "mine": _YOURS,
    "controlled by me": _YOURS,
    "controlled by you": _YOURS,
    **{f"under {speaker}control": _YOURS for speaker in _SPEAKERS if speaker},
    **{f"on {owner} side": said for owner, said in OWNERS.items()},
    **{words: _THEIRS for them in _THEM
       for words in (f"under {them} control", f"under {them}", f"controlled by {them}")},
    **{f"{speaker} {word}": _THEIRS for speaker in ("yours", "mine", "your", "my")
       for word in OPPONENT},
}  # fmt: skip
_CONTROLLING = ("control", "controls", "has control of", "have control of", "has", "have",
                "has got", "have got", "got")  # fmt: skip
DOES_NOT = frozenset({"doesn't", "does not", "don't", "do not"})
_HOLDERS = {
    **dict.fromkeys(("i", "you", "we", "i've", "you've", "we've"), _YOURS),
    **dict.fromkeys(_them(frozenset({"opponent", "opponents", "enemy"})), _THEIRS),
}
# Before what is held: "I control"; and so denied.
HOLDING: dict[str, Filter] = {
    **{f"{who} {verb}": said for who, said in _HOLDERS.items() for verb in _CONTROLLING},
    **{f"{who} {verb}": tree.OwnedBy(said.player) for who, said in _HOLDERS.items()
       for verb in ("own", "owns")},
}  # fmt: skip
NOT_HOLDING: dict[str, Filter] = {
    f"{who} {denial} {verb}": HOLDING[f"{who} {verb}"]
    for who in _HOLDERS
    for denial in DOES_NOT
    for verb in (*_CONTROLLING, "own", "owns")
}
LONGEST = 6
