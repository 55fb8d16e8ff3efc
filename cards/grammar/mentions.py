"""How an instruction names objects and players (109, 115): targets, "it", groups, players.

The phrases build drafts (see `references`), which know where they stand:
- `object`: one object: "~", "target creature", "it", "that creature", "a land you control".
- `objects`: several: "creatures you control", "up to two target creatures", "they".
- `affected`: either, or "~ and target creature".
- `player`: a player or players as the subject of an instruction; a word of `tree.Player`.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.antecedents import CARD, ON_STACK
from striate.cards.grammar.binding.others import as_other, said_of
from striate.cards.grammar.drafts import Back, Joined, Named, NewPlayer, NewTarget, PlayerBack
from striate.cards.grammar.engine import NOTHING, Reading, alias, rule, terminal, words
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.nouns import all_of, any_of


def place(phrase: str, *keys: str) -> None:
    """A phrase that reads one of these words and gives its position."""
    first = set(keys)

    @terminal(phrase, first)
    def _read(tokens: Tokens, at: int) -> Iterator[Reading]:
        if tokens.keys[at] in first:
            yield at + 1, at


place("at target", "target", "targets")
place("at it", "it", "him", "her", "he", "she")
place("at its", "its", "his", "her")
place("at they", "they", "them")
place("at their", "their")
place("at that", "that")
place("at those", "those", "these")
place("at the", "the")
place("at a", "a", "an")
place("at another", "another")
place("at self", "~")
place("at granter", "^")
place("at attached", "enchanted", "equipped", "fortified")
place("at other", "other")
place("at up", "up")


# --- one object -----------------------------------------------------------------------------------


def _spec(group: t.Each, low: int = 1, high: Any = 1, word: Any = "target") -> t.TargetSpec:
    return t.TargetSpec(as_other(group).filter, low, high, word, group.zone)


def target_of(at: int, group: t.Each, low: int = 1) -> NewTarget:
    """ "Target ..." as an entry of the body's targets."""
    return NewTarget(at, _spec(group, low=low))


rule("object", "<at:at self>")(lambda at: Named(at, t.This()))
rule("object", "<at:at granter>")(lambda at: Named(at, t.Granter()))
rule(
    "object",
    "<at:at attached> (creature|permanent|land|artifact|enchantment|planeswalker)",
    "<at:at attached> (Vehicle|Equipment|creature or Vehicle|artifact creature|Wall)",
    "<at:at attached> <subtype>",
)(lambda at, subtype=None: Named(at, t.Attached()))
rule("object", "<at:at it>")(lambda at: Back(at))
rule("object", "<at:at that> <noun:back noun>", "the <at:at target> <noun:back noun>")(
    lambda at, noun: Back(at, noun=noun, that=True)
)


rule("object", "<at:at the> token")(lambda at: Back(at, noun=t.IsToken(), that=True))
rule("objects", "<at:at the> tokens")(lambda at: Back(at, many=True, noun=t.IsToken(), that=True))
rule("object", "<at:at the> <kind=creature|permanent|land|artifact>")(
    lambda at, kind: Back(at, noun=_THE[kind], that=True)
)
# "The creature you control", of two targets that differ in who controls them.
rule("object", "<at:at the> creature <whose:whose creature>")(
    lambda at, whose: Back(at, noun=all_of((t.HasType("Creature"), whose)), that=True)
)
words(
    "whose creature",
    {
        "you control": t.ControlledBy("you"),
        "an opponent controls": t.ControlledBy("opponent"),
        "you don't control": t.Not(t.ControlledBy("you")),
    },
)
_THE: dict[str, t.Filter | None] = {
    "creature": t.HasType("Creature"),
    "land": t.HasType("Land"),
    "artifact": t.HasType("Artifact"),
    "permanent": None,
}
rule("back noun", "(object|objects)")(lambda: None)


@rule("back noun", "<noun>")
def _back_noun(noun: Any) -> Any:
    """ "that creature": what the words say, without adjectives that could mean something else."""
    filter, zone = noun
    if isinstance(filter, t.AllOf) and filter.parts:
        return NOTHING
    if zone == "stack":
        return all_of((filter, ON_STACK))
    if filter == t.AllOf(()):
        return CARD if zone is None else None
    return filter


_PLAYER = t.Unknown("player")
_OPPONENT = t.Unknown("opponent")
ANY_TARGET = any_of((*(t.HasType(k) for k in ("Creature", "Planeswalker", "Battle")), _PLAYER))


@rule(
    "single target",
    "<at:at target> <group:plain group>",
    "(one|exactly one) <at:at target> <group:plain group>",
)
def _single_target(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group))


@rule(
    "single target",
    "<at:at target> <group:plain group> with the <which=greatest|least> <stat>",
)
def _extreme_target(at: int, group: t.Each, which: Any, stat: t.Stat) -> Any:
    """ "Target creature you control with the greatest power": among the creatures you control."""
    extreme = t.IsExtreme(which, stat, group.filter)
    return NewTarget(at, _spec(t.Each(all_of((group.filter, extreme)), group.zone)))


@rule("single target", "up to one <at:at target> <group:plain group>")
def _up_to_one(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group, low=0))


@rule("single target", "<at:at target> <group:plain group> with <than=greater|lesser> power")
@rule(
    "single target",
    "<low=up to one> <at:at target> <group:plain group> with <than=greater|lesser> power",
)
def _of_other_power(at: int, group: t.Each, than: str, low: str | None = None) -> Any:
    """ "With lesser power": than that of the object that the text has named before."""
    power = t.StatIs("power", "<" if than == "lesser" else ">", t.StatOf("power", t.Affected()))
    filter = all_of((group.filter, power))
    return NewTarget(at, _spec(t.Each(filter, group.zone), low=0 if low else 1))


@rule(
    "single target",
    "<at:at another> target <group:plain group>",
    "(one other|a different) <at:at target> <group:plain group>",
)
def _another_target(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group), another=True)


@rule("single target", "up to one other <at:at target> <group:plain group>")
def _up_to_one_other(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group, low=0), another=True)


rule("single target", "a second <at:at target> <group:plain group>")(
    lambda at, group: NewTarget(at, _spec(group), another=True)
)
rule("object", "the sacrificed <noun:back noun>")(
    lambda noun: t.ChosenObject("sacrificed creature") if noun == t.HasType("Creature") else NOTHING
)
rule("single target", "any <at:at target>")(lambda at: NewTarget(at, t.TargetSpec(ANY_TARGET)))
rule("single target", "any other <at:at target>")(
    lambda at: NewTarget(at, t.TargetSpec(ANY_TARGET), another=True)
)
words("player word", {"player": _PLAYER, "opponent": _OPPONENT})


@rule("single target", "<at:at target> <group:plain group> or <player:player word>")
@rule("single target", "<at:at target> <player:player word> or <group:plain group>")
def _target_or_player(at: int, group: t.Each, player: t.Filter) -> Any:
    if group.zone != "battlefield":
        return NOTHING
    return NewTarget(at, t.TargetSpec(any_of((group.filter, player))))


@rule("single target", "<at:at target> <one:closed group> or <two:closed group>")
@rule("single target", "<few=up to one> <at:at target> <one:closed group> or <two:closed group>")
def _target_in_two_zones(at: int, one: t.Each, two: t.Each, few: str | None = None) -> Any:
    """ "Target creature on the battlefield or creature card in a graveyard"."""
    if "any" in (one.zone, two.zone) or one.zone == two.zone or "stack" in (one.zone, two.zone):
        return NOTHING
    filters = tuple(all_of((group.filter, t.InZone(group.zone))) for group in (one, two))
    return NewTarget(at, t.TargetSpec(t.AnyOf(filters), 0 if few else 1, zone="any"))


alias("object", "<value:single target>")


@rule("chosen object", "<at:at a> <group:plain group>")
def _chosen(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group, word="choose"))


@rule("chosen object", "<at:at another> <group:plain group> or <other:singular>")
def _chosen_other_or(at: int, group: t.Each, other: t.Each) -> Any:
    """ "Another creature or a token": only the first has to be another one."""
    if group.zone != other.zone:
        return NOTHING
    either = any_of((all_of((t.Other(), group.filter)), other.filter))
    return NewTarget(at, _spec(t.Each(either, group.zone), word="choose"))


@rule("chosen object", "<at:at another> <group:plain group>")
def _chosen_other(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group, word="choose"), another=True)


@rule("chosen object", "up <at:at to> one [other] <group:plain group>")
def _chosen_up_to_one(at: int, group: t.Each) -> Any:
    return NewTarget(at, _spec(group, low=0, word="choose"))


place("at to", "to")
_SOME = {
    "any": ("any number of", 0, None), "one": ("one or more", 1, None), "X": ("X", 1, t.X()),
    "two": ("two", 2, 2), "three": ("three", 3, 3), "four": ("four", 4, 4), "five": ("five", 5, 5),
}  # fmt: skip
for _first, (_how_many, _low, _high) in _SOME.items():
    place(f"at {_first}", _first)
    _rest = _how_many.removeprefix(_first)
    rule("chosen objects", f"<at:at {_first}>{_rest} <group:plain group>")(
        lambda at, group, low=_low, high=_high: NewTarget(at, _spec(group, low, high, "choose"))
    )
alias("object or chosen", "<value:object>", "<value:chosen object>")


# --- several objects ------------------------------------------------------------------------------

rule("how many", "<high:number>", "exactly <high:number>")(lambda high: (high, high))
rule("how many", "up to <high:number>")(lambda high: (0, high))
rule("how many", "one or two")(lambda: (1, 2))
rule("how many", "one, two, or three")(lambda: (1, 3))
rule("how many", "any number of")(lambda: (0, None))
rule("how many", "one or more")(lambda: (1, None))
rule("how many", "up to « <amount:measured> »")(lambda amount: (0, amount))
rule("how many", "« <amount:measured> »")(lambda amount: (1, amount))
rule("how many", "X")(lambda: (1, t.X()))
rule("how many", "up to X")(lambda: (0, t.X()))


@rule("several targets", "[each of] <many:how many> <at:at target> <group:plain group>")
@rule(
    "several targets", "[each of] <many:how many> <other=other> <at:at target> <group:plain group>"
)
def _several(many: Any, at: int, group: t.Each, other: str | None = None) -> Any:
    low, high = many
    if high == 1:
        return NOTHING
    return NewTarget(at, _spec(group, low, high), another=other is not None)


@rule("several chosen", "<many:how many> <group:plain group>")
def _several_chosen(many: Any, group: t.Each) -> Any:
    low, high = many
    return NOTHING if high == 1 else (low, high, group)


alias("objects", "<value:several targets>", "<value:whole group>")
rule("objects", "[each of] <at:at they>")(lambda at: Back(at, many=True))
rule("objects", "(each of|all of|all|both of|both|each) <at:at they>")(
    lambda at: Back(at, many=True)
)
rule("objects", "[each of|all of|all|both|both of] <at:at those> <noun:back noun>")(
    lambda at, noun: Back(at, many=True, noun=noun, that=True)
)
rule("objects", "those same « <who:affected> »")(lambda who: t.Those(who))
rule(
    "whole group",
    "(all|each|each of the) <group:plain group>",
    "each of <group:plain group>",
    "<group:plain group>",
)(lambda group: as_other(group) if group.zone != "any" else NOTHING)

alias("affected", "<value:object>", "<value:objects>")


def _closed(group: t.Each) -> bool:
    """Whether the words say who controls the objects."""
    parts = group.filter.parts if isinstance(group.filter, t.AllOf) else (group.filter,)
    return any(isinstance(part, (t.ControlledBy, t.OwnedBy)) for part in parts)


@rule("affected", "<one:object> and <two:object>", "<one:object> and <two:objects>")
@rule("affected", "<one:objects> and <two:objects>")
def _joined(one: Any, two: Any) -> Any:
    if isinstance(one, t.Each) and isinstance(two, t.Each) and _closed(two) and not _closed(one):
        return NOTHING  # "Birds and Bears you control": both are meant
    if isinstance(two, t.Each) and not isinstance(one, t.Each):
        two = said_of(two, one)
    return Joined((one, two))


# --- players --------------------------------------------------------------------------------------

rule("that phrase", "other than <who:single target>")(lambda who: t.Not(t.Is(who)))
rule("that phrase", "other than <at:at that> <noun:back noun>")(
    lambda at, noun: t.Not(t.Is(_that_one(at, noun)))
)


def _that_one(at: int, noun: t.Filter | None) -> Any:
    return Back(at, noun=noun, that=True)


rule("that phrase", "that (is|are) both <one:color> and <two:color>")(
    lambda one, two: all_of((t.HasColor(one), t.HasColor(two)))
)
rule("adjective", "<one:color>, <two:color>, <three:color>, or <four:color>")(
    lambda one, two, three, four: any_of(t.HasColor(c) for c in (one, two, three, four))
)
rule("with phrase", "with lesser power")(
    lambda: t.StatIs("power", "<", t.StatOf("power", t.This()))
)
rule("with phrase", "with the chosen ability")(lambda: t.HasKeyword("@keyword"))
rule("with phrase", "with mana cost {0} or {1}")(lambda: t.Unknown("with mana cost {0} or {1}"))
rule("after", "from your (hand or graveyard|graveyard or hand)")(
    lambda: (
        all_of((t.OwnedBy("you"), any_of((t.InZone("graveyard"), t.InZone("hand"))))),
        "any",
    )
)
rule("after", "from among them", "from among those cards", "revealed this way")(
    lambda: (t.Unknown("from among them"), "library")
)
rule("adjective", "<box:pt box>")(
    lambda box: all_of(
        (t.StatIs("power", "=", box.power), t.StatIs("toughness", "=", box.toughness))
    )
)
words("state", {"kicked": t.Unknown("kicked")})
rule("after", "of that type")(lambda: (t.HasSubtype("@creature type"), None))
rule("after", "of the creature type of your choice")(lambda: (t.HasSubtype("@creature type"), None))
rule("after", "of the color of your choice")(lambda: (t.HasColor("@color"), None))
words(
    "player",
    {
        "you": "you",
        "each opponent": "opponent",
        "your opponents": "opponent",
        "each player": "any",
        "players": "any",
        "defending player": "defending",
        "the active player": "active",
        "the chosen player": "chosen",
        "enchanted player": "attached controller",
    },
)
rule("player", "<at:at target> <kind=player|opponent>")(lambda at, kind: NewPlayer(at, kind))
rule("player", "<at:at that> player")(lambda at: PlayerBack(at, "player"))
rule("player", "<at:at its> <role=controller|owner>")(
    lambda at, role: PlayerBack(at, role, Back(at))
)
rule("player", "each player other than <at:at its> controller")(
    lambda at: PlayerBack(at, "other", Back(at))
)
rule("player", "each player other than the first target 's controller")(
    lambda: "not target controller"
)
rule("player", "<at:at that> <noun:back noun> 's <role=controller|owner>")(
    lambda at, noun, role: PlayerBack(at, role, Back(at, noun=noun, that=True))
)
rule("player", "enchanted (creature|permanent|land|artifact) 's controller")(
    lambda: "attached controller"
)
rule("player", "equipped creature 's controller")(lambda: "attached controller")
rule("player", "~ 's owner")(lambda: "owner")

# Who controls what, where the player has to be found.

rule("controlled", "<player:new player> (controls|control)")(lambda player: t.ControlledBy(player))
rule("controlled", "<player:new player> 's team controls")(lambda player: t.ControlledBy(player))
rule("controlled", "<player:new player> owns")(lambda player: t.OwnedBy(player))
rule("new player", "<at:at target> <kind=player|opponent>")(lambda at, kind: NewPlayer(at, kind))
rule("after", "in <player:new player> 's <zone:card zone>")(
    lambda player, zone: (t.OwnedBy(player), zone)
)

rule(
    "object",
    "<at:at the> chosen <kind=creature|permanent|card|land|artifact|enchantment|planeswalker>",
)(lambda at, kind: Back(at, chosen=kind, that=True))


@rule(
    "that phrase",
    "other than <at:at the> chosen <kind=creature|permanent|card|land|artifact|enchantment|planeswalker>",
)
def _other_than_chosen(at: int, kind: str) -> Any:
    who: Any = Back(at, chosen=kind, that=True)
    return t.Not(t.Is(who))


# The printer's names for what has been named before.

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
words("nth target", {f"the {word} target": index for index, word in enumerate(_ORDINALS)})
rule("object", "<at:at the> <index:nth>")(lambda at, index: Back(at, place=index))
rule("lasting object", "<at:at the> <index:nth>")(lambda at, index: Back(at, place=index))
words("nth", {f"{word} target": index for index, word in enumerate(_ORDINALS)})
rule("ref", "<index:nth target>")(lambda index: t.Target(index))
rule("player", "the first target 's controller")(lambda: "target controller")
rule("player", "the first target 's owner")(lambda: "affected owner")
rule("after", "that is controlled by <player>", "controlled by <player>")(
    lambda player: (t.ControlledBy(player), None)
)
rule("after", "that is owned by <player>")(lambda player: (t.OwnedBy(player), None))


# "Target creature and all other creatures with the same name as that creature": one set (201.2a).


@rule(
    "affected",
    "<one:single target> and (all|each) other <group:plain group> with the same name as (that <noun:back noun>|it)",
)
def _namesakes(one: Any, group: t.Each, noun: Any = None) -> Any:
    same = t.Each(all_of((group.filter, t.SharesWith("name", one))), group.zone)
    return Joined((one, same))
