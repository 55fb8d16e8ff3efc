"""What a board shows of its turns: how often something happened, and which words ask for that."""

from collections import Counter
from typing import Final, Literal, NamedTuple

from striate.boards.facts import ByWords

# By what happened, to which player's objects or to whom, and in which turn (0: whenever).
Record = Counter[tuple[str, str, int]]
Side = Literal["you", "any", "opponent"]
DIED, LEFT, NONLAND_LEFT = "creature died", "permanent left", "nonland permanent left"
SACRIFICED, ARTIFACT_SACRIFICED = "permanent sacrificed", "artifact sacrificed"
POISON, EXPERIENCE, ENERGY = "poison", "experience", "energy"
COUNTERS: Final = (POISON, EXPERIENCE, ENERGY)
VENTURED = "ventured"
LIFE = "life total changed as nothing tells"
HAND = "cards in hand changed as nothing tells"
FOR_GOOD: Final = (*COUNTERS, VENTURED, "monarch", "initiative")
GAINED, LOST, GRAVEYARD_LEFT = "life gained", "life lost", "card left a graveyard"
DRAWN, DICE = "card drawn", "die rolled"
SPELL_CAST, NONCREATURE_CAST = "spell cast", "noncreature spell cast"
PLAYER_HURT, TURN_ENDED = "player dealt damage", "turn ended by what resolved"
COUNTER_PUT, TOKEN_CREATED, DESCENDED = "counter put on a creature", "token created", "descended"
# Of these a step may show that they happened; that nothing more of it did, none shows.
NEVER_ALL: Final = frozenset(
    (
        GAINED, LOST, GRAVEYARD_LEFT, DRAWN, COUNTER_PUT, TOKEN_CREATED, DESCENDED, DICE,
        SPELL_CAST, NONCREATURE_CAST,
    )
)  # fmt: skip
UNCOUNTED = "that no step shows"  # in the place of the player


class Asked(NamedTuple):
    """So often, or more often, whose it is, seen from the player who asks."""

    what: str
    side: Side
    least: int = 1


_CONDITIONS: Final[dict[str, Asked]] = {
    "a creature died this turn": Asked(DIED, "any"),
    "a creature died under your control this turn": Asked(DIED, "you"),
    "two or more creatures died under your control this turn": Asked(DIED, "you", 2),
    "three or more creatures died this turn": Asked(DIED, "any", 3),
    "a permanent you controlled left the battlefield this turn": Asked(LEFT, "you"),
    "a permanent left the battlefield under your control this turn": Asked(LEFT, "you"),
    "a nonland permanent left the battlefield this turn": Asked(NONLAND_LEFT, "any"),
    "you sacrificed a permanent this turn": Asked(SACRIFICED, "you"),
    "you've sacrificed an artifact this turn": Asked(ARTIFACT_SACRIFICED, "you"),
    "an opponent was dealt damage this turn": Asked(PLAYER_HURT, "opponent"),
    "you gained 3 or more life this turn": Asked(GAINED, "you", 3),
    "you gained 4 or more life this turn": Asked(GAINED, "you", 4),
    "you lost 2 or more life this turn": Asked(LOST, "you", 2),
    "an opponent lost 3 or more life this turn": Asked(LOST, "opponent", 3),
    "you've drawn two or more cards this turn": Asked(DRAWN, "you", 2),
    "you've rolled three or more dice this turn": Asked(DICE, "you", 3),
    "you've cast two or more spells this turn": Asked(SPELL_CAST, "you", 2),
    "you've cast three or more spells this turn": Asked(SPELL_CAST, "you", 3),
    "you created a token this turn": Asked(TOKEN_CREATED, "you"),
    "you've cast two or more noncreature spells this turn": Asked(NONCREATURE_CAST, "you", 2),
    "a card left your graveyard this turn": Asked(GRAVEYARD_LEFT, "you"),
    "you put a counter on a creature this turn": Asked(COUNTER_PUT, "you"),
    "you descended this turn": Asked(DESCENDED, "you"),  # 700.11
    "an opponent is poisoned": Asked(POISON, "opponent"),
    "an opponent has three or more poison counters": Asked(POISON, "opponent", 3),
}
_AMOUNTS: Final[dict[str, Asked]] = {
    "creature that died this turn": Asked(DIED, "any"),
    "creatures that died this turn": Asked(DIED, "any"),
    "creature that died under your control this turn": Asked(DIED, "you"),
    "card you've drawn this turn": Asked(DRAWN, "you"),
    "cards you've drawn this turn": Asked(DRAWN, "you"),
    "life you gained this turn": Asked(GAINED, "you"),
    "the life you've lost this turn": Asked(LOST, "you"),
    "1 life your opponents have lost this turn": Asked(LOST, "opponent"),
    "tokens you created this turn": Asked(TOKEN_CREATED, "you"),
    "bloodthirst": Asked(PLAYER_HURT, "opponent"),
    "poison counter your opponents have": Asked(POISON, "opponent"),
    "experience counter you have": Asked(EXPERIENCE, "you"),
    "experience counters you have": Asked(EXPERIENCE, "you"),
    "the amount of {E} you have": Asked(ENERGY, "you"),
}
# What a condition or an amount asks of the record.
asked: Final = ByWords({**_CONDITIONS, **_AMOUNTS}).get
# 102.2: what is so of every game of two players: the number, or whether it is so.
of_two_players: Final = ByWords(
    {"you have two or more opponents": 0, "opponent you have": 1, "opponents you have": 1}
).get
# Whether it asks if the object was dealt damage this turn.
_DAMAGED: Final = ("it was dealt damage this turn", "~ was dealt damage this turn")
is_of_its_damage: Final = ByWords(dict.fromkeys(_DAMAGED)).__contains__


def so_often(record: Record, what: Asked, seat: str, turn: int) -> int:
    """How often it is shown to have happened; of counters since the game began."""
    when = 0 if what.what in COUNTERS else turn
    other = "opponent" if seat == "you" else "you"
    seats = {"you": (seat,), "opponent": (other,), "any": ("you", "opponent")}[what.side]
    return sum(record[what.what, each, when] for each in seats)
