"""118.8, 118.9, 601.2b: what a spell was cast for, as `choose: {cost: …}` tells it.

A cost is told by the keyword that lets it be paid. What paying it makes of the spell or of the
permanent is carried out, or the cost is refused.
"""

from collections.abc import Iterable
from typing import Final

from striate.boards.choices import is_read
from striate.boards.errors import did_you_mean, show
from striate.boards.fitting import BACK_FACE_UP, turned
from striate.boards.names import Known
from striate.boards.steps.keys import Spot
from striate.boards.timeline import Choices
from striate.cards import tree
from striate.cards.walking import nodes

# Of a permanent: what it is, has or counts hangs on it (702.62, .103, .109, .138, .152, .160, .176,
# .185), or nothing that a board keeps does, as its triggered abilities are steps of their own.
_PERMANENTS: Final = frozenset(
    [
        "bestow", "blitz", "dash", "disturb", "emerge", "escape", "evoke", "foretell",
        "freerunning", "impending", "kicker", "madness", "mayhem", "miracle",
        "more than meets the eye", "multikicker", "offspring", "plot", "prototype", "prowl",
        "spectacle", "squad", "surge", "suspend", "warp", "web-slinging",
    ]
)  # fmt: skip
_SPELLS: Final = frozenset(
    [
        "emerge", "foretell", "freerunning", "kicker", "madness", "miracle", "multikicker",
        "overload", "plot", "prowl", "spectacle", "surge", "web-slinging",
    ]
)  # fmt: skip
# What would have to be carried out.
_NOT_DONE: Final = {
    "awaken": "it also makes a land a creature (702.113a)",
    "buyback": "its card returns to its owner's hand (702.27a)",
    "cleave": "the words in square brackets are gone (702.148a)",
    "entwine": "it has all its modes, which `mode: […]` tells (702.42a)",
    "escalate": "it has several modes, which `mode: […]` tells (702.120a)",
    "flashback": "its card is exiled (702.34a)",
    "harmonize": "its card is exiled (702.180a)",
    "mutate": "it merges with its target (702.140c)",
    "sneak": "it enters attacking (702.190a)",
}
_ALL: Final = _PERMANENTS | _SPELLS | _NOT_DONE.keys()
_TOLD_BY: Final = {"kicker": "kicked", "multikicker": "kicked", "escape": "escaped"}


def cast_for(spot: Spot, word: str, given: Choices) -> Choices:
    """The choices, with what the cost says besides; a cost that can't be is a mistake."""
    cost = dict(given).get("cost", "").lower()
    if not cost:
        return given
    place, known = spot.at("choose"), spot.known
    allowed = {"enter": _PERMANENTS, "resolve": _SPELLS}.get(word, _PERMANENTS | _SPELLS)
    named = sorted(_costs_of(known, spot.ground.abilities_given))
    understood = is_read(known.card.faces) or cost not in _ALL
    if cost not in named and understood:
        hint = did_you_mean(cost, named) or (
            f"it has {', '.join(map(show, named))}" if named else ""
        )
        place.wrong(f"{show(known.name)} has no cost {show(cost)}", hint, "cost")
    elif cost not in allowed:
        why = _NOT_DONE.get(cost, "a board does not tell what comes of it")
        place.wrong(f"a spell cast for {show(cost)} is not carried out: {why}", "", "cost")
    elif cost in BACK_FACE_UP and word == "spell" and not turned(known):
        message = f"{show(known.name)} is cast for {show(cost)} with its back face up"
        spot.wrong(message, f"name that: {known.card.faces[-1].name}")
    elif (
        cost in BACK_FACE_UP
        and word == "enter"
        and not (spot.form.transformed is True or turned(known))
    ):
        message = f"{show(known.name)} that is cast for {show(cost)} enters with its back face up"
        spot.wrong(message, "add `transformed: true`")
    choices = dict(given) | {"cost": cost}
    if cost in _TOLD_BY:
        choices.setdefault(_TOLD_BY[cost], "yes")
    return tuple(sorted(choices.items()))


def _costs_of(known: Known, gained: Iterable[object]) -> frozenset[str]:
    """The keywords of the card by which it can be cast, with those that a card here gives."""
    texts = (known.card.faces, tuple(gained))
    return _ALL & {node.name for node in nodes(texts) if isinstance(node, tree.Keyword)}
