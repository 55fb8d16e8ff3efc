"""How an instruction names objects and players (109, 115): targets, "it", groups, players.

The phrases build drafts (see `references`), which know where they stand:
- `object`: one object: "~", "target creature", "it", "that creature", "a land you control".
- `objects`: several: "creatures you control", "up to two target creatures", "they".
- `affected`: either, or "~ and target creature".
- `player`: a player or players as the subject of an instruction; a word of `tree.Player`.
"""

from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.binding.others import as_other, said_of
from striate.cards.grammar.drafts import CARD, ON_STACK, Back, Joined, NewTarget, parts_of
from striate.cards.grammar.engine import Declined, decline, one_token
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import all_of, any_of
from striate.cards.vocabulary import ORDINALS
from striate.cards.walking import nodes

# Phrases that read one of these words and give its position.
_PLACES = {
    "target": ("target", "targets"), "it": ("it", "him", "her", "he", "she"),
    "its": ("its", "his", "her"), "they": ("they", "them"), "those": ("those", "these"),
    "a": ("a", "an"), "self": ("~",), "granter": ("^",),
    "attached": ("enchanted", "equipped", "fortified"),
    **{word: (word,) for word in (
        "player", "that", "the", "another", "to", "any", "one", "X", "two", "three", "four",
        "five", "proliferate", "support", "earthbend", "incubate",
    )},
}  # fmt: skip
for _word, _keys in _PLACES.items():
    one_token(f"at {_word}", set(_keys), lambda tokens, at: at)


@builds
def spec(group: t.Each, low: int = 1, high: Any = 1, word: Any = "target") -> t.TargetSpec:
    return t.TargetSpec(as_other(group).filter, low, high, word, group.zone)


@builds
def back_noun(noun: Any) -> Any:
    """ "that creature": what the words say, without adjectives that could mean something else."""
    filter, zone = noun
    if isinstance(filter, t.AllOf) and filter.parts:
        raise Declined
    if zone == "stack":
        return all_of((filter, ON_STACK))
    if filter == t.AllOf(()):
        return CARD if zone is None else None
    return filter


_PLAYER = t.Unknown("player")
ANY_TARGET = any_of((*(t.HasType(k) for k in ("Creature", "Planeswalker", "Battle")), _PLAYER))


def _closed(group: t.Each) -> bool:
    parts = group.filter.parts if isinstance(group.filter, t.AllOf) else (group.filter,)
    return any(isinstance(part, (t.ControlledBy, t.OwnedBy)) for part in parts)


@builds
def joined(one: Any, two: Any) -> Any:
    if isinstance(one, t.Each) and isinstance(two, t.Each) and _closed(two) and not _closed(one):
        raise Declined  # "Birds and Bears you control": both are meant
    if isinstance(two, t.Each) and not isinstance(one, t.Each):
        if any(
            isinstance(part, t.SharesWith) and isinstance(part.ref, Back) for part in nodes(two)
        ):
            raise Declined  # "and all other creatures with the same name as that creature"
        two = said_of(two, one)
    return Joined(_from_one_place((one, two)))


def _from_one_place(several: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "Target creature card and target land card from your graveyard": each is from there."""
    last = several[-1]
    if not isinstance(last, NewTarget) or last.spec.zone in ("any", "battlefield", "stack"):
        return several
    whose = tuple(part for part in parts_of(last.spec.filter) if isinstance(part, t.OwnedBy))

    def there(who: Any) -> Any:
        if not isinstance(who, NewTarget) or who.spec.zone != "any":
            return who
        filter = all_of((who.spec.filter, *whose))
        spec = replace(who.spec, filter=filter, zone=last.spec.zone)
        return replace(who, spec=spec)

    return tuple(map(there, several))


@builds
def three_of(one: Any, two: Any, three: Any) -> Any:
    """ "An artifact card, a creature card, and a land card from your graveyard" is of one zone."""
    several = _from_one_place((one, two, three))
    zones = {who.spec.zone for who in several if isinstance(who, NewTarget)}
    return decline() if len(zones) > 1 else Joined(several)


CREATURE, MINE, THEIRS = t.HasType("Creature"), t.ControlledBy("you"), t.ControlledBy("opponent")
# 701.47, 701.66: whose counters the keyword actions put where.
ARMY = all_of((t.HasSubtype("Army"), MINE))
LAND = t.TargetSpec(all_of((t.HasType("Land"), MINE)))
offers(ORDINALS=ORDINALS, ANY_TARGET=ANY_TARGET, CREATURE=CREATURE, ARMY=ARMY, LAND=LAND)
offers(MINE=MINE, THEIRS=THEIRS)
