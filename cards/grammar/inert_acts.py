"""Instructions that touch no characteristic (608.2, 701), from one table for reading and printing.

A template is the instruction in words: "draw/draws" is a verb as "you" and as another player do
it; "card//cards" a noun for one and for several; "<amount>" how many, "<to>" what it is done to.
The words without slots are the act's `verb`. `_PLAYER_ACTS` are done by a player (imperatives by
you), `_OBJECT_ACTS` by an object, `_FIXED_ACTS` have no slots and are done by you.
"""

import re
from collections.abc import Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.amounts import times
from striate.cards.grammar.drafts import NewTarget, PlayerBack
from striate.cards.grammar.engine import NOTHING, Reading, rule, terminal, words
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.nouns import all_of, any_of

_PLAYER_ACTS: tuple[str, ...] = (
    "draw/draws <amount> card//cards",
    "discard/discards <amount> card//cards",
    "discard/discards <amount> card//cards at random",
    "mill/mills <amount> card//cards",
    "scry/scries <amount>",
    "surveil/surveils <amount>",
    "discover/discovers <amount>",
    "exile/exiles the top <amount> cards of their library",
    "get/gets <amount> poison counter//counters",
    "get/gets <amount> experience counter//counters",
    "get/gets <amount> rad counter//counters",
    "take/takes <amount> extra turn//turns after this one",
    "skip/skips your next turn",
    "discard/discards your hand",
    "discard/discards their hand",
    "reveal/reveals your hand",
    "reveal/reveals a card at random from their hand",
    "reveal/reveals their hand",
    "shuffle/shuffles your library",
    "shuffle/shuffles their library",
    "exile/exiles their graveyard",
    "shuffle/shuffles your graveyard into your library",
    "shuffle/shuffles their graveyard into their library",
    "shuffle/shuffles your hand and graveyard into your library",
    "shuffle/shuffles their hand and graveyard into their library",
    "learn/learns",
    "become/becomes the monarch",
    "time travel/travels",
    "recruit/recruits",
    "take/takes the initiative",
    "win/wins the game",
    "lose/loses the game",
    "venture/ventures into the dungeon",
    "look/looks at the top <amount> cards of your library",
    "reveal/reveals the top <amount> cards of your library",
    "reveal/reveals the top <amount> cards of their library",
    "look/looks at the top card of your library",
    "reveal/reveals the top card of your library",
    "reveal/reveals the top card of their library",
    "exile/exiles the top card of your library",
    "exile/exiles the top card of their library",
    "exile/exiles the top <amount> cards of your library",
    "can't gain life this turn",
    "can't cast spells this turn",
    "flip/flips a coin",
    "lose/loses half their life, rounded up",
    "untap/untaps up to <amount> lands",
    "gain/gains control of this spell",
    "roll/rolls a d20",
    "roll/rolls a six-sided die",
)  # fmt: skip

_OBJECT_ACTS: tuple[str, ...] = (
    "deal/deals <amount> damage to <to>",
    "fight/fights <to>",
    "fight/fights each other",
    "do/does not untap during its controller's next untap step",
    "do/does not untap during their controller's next untap step",
    "do/does not untap during your next untap step",
    "enter/enters tapped",
    "lose/loses <amount> loyalty",
)  # fmt: skip

_FIXED_ACTS: tuple[str, ...] = (
    "put the rest on the bottom of your library in a random order",
    "put the rest on the bottom of your library in any order",
    "put the rest on the bottom of your library",
    "put the rest into your graveyard",
    "put the rest into your hand",
    "put that card into your hand",
    "put one of them into your hand and the rest on the bottom of your library in any order",
    "put one of them into your hand and the rest on the bottom of your library in a random order",
    "put one of them into your hand and the rest into your graveyard",
    "put one of them into your hand and the other into your graveyard",
    "put one of them into your hand and the other on the bottom of your library",
    "put them back in any order",
    "put that card into your hand and the rest on the bottom of your library in a random order",
    "put that card into your hand and the rest on the bottom of your library in any order",
    "put that card into your hand and the rest into your graveyard",
    "you may cast that card without paying its mana cost",
    "you may cast the copy without paying its mana cost",
    "you may cast the copy",
    "you may cast it without paying its mana cost",
    "you may play it this turn",
    "you may play them this turn",
    "you may play it until the end of your next turn",
    "until the end of your next turn, you may play it",
    "if you search your library this way, shuffle",
    "if you search your library this way, shuffle it",
    "choose one of them",
    "choose one that hasn't been chosen",
    "choose one that hasn't been chosen this turn",
    "choose one at random",
    "you may cast ~ for as long as it remains exiled",
    "flip a coin until you lose a flip",
    "round up each time",
    "you may choose a new target for that copy",
    "you may choose new targets for that copy",
    "you may choose new targets for it",
    "put any number of them on the bottom of your library and the rest on top in any order",
    "damage can't be prevented this turn",
    "prevent all combat damage that would be dealt this turn",
    "the Ring tempts you",
    "it becomes day",
    "it becomes night",
    "repeat this process",
    "repeat this process once",
    "repeat this process any number of times",
    "restart the game",
    "clash with an opponent",
    "choose a color",
    "choose a creature type",
    "choose a basic land type",
    "choose a land type",
    "choose a nonbasic land type",
    "choose a card name",
    "choose a nonland card name",
    "choose a card type",
    "choose a number",
    "choose an opponent",
    "choose a player",
    "shuffle",
    "after this phase, there is an additional combat phase",
    "after this main phase, there is an additional combat phase followed by an additional main phase",
    "end the turn",
    "the new creature type can't be Wall",
    "you may choose new targets for the copy",
    "you may choose new targets for the copies",
    "you may play that card this turn",
    "you may play those cards this turn",
    "until end of turn, you may play that card",
    "until the end of your next turn, you may play that card",
    "until the end of your next turn, you may play those cards",
    "you may play an additional land this turn",
    "if that spell would be put into your graveyard, exile it instead",
    "if that spell would be put into a graveyard, exile it instead",
    "until end of turn, you don't lose this mana as steps and phases end",
)  # fmt: skip

# --- amounts --------------------------------------------------------------------------------------

rule("how much", "(a|an)", "an additional")(lambda: t.Num(1))
rule("how much", "<number>")(lambda number: t.Num(number))
rule("how much", "X additional")(lambda: t.X())
rule("how much", "<number> additional")(lambda number: t.Num(number))
rule("how much", "X")(lambda: t.X())
rule("how much", "that (many|much)")(lambda: t.UnknownAmount(t.Prose("that many")))
rule("how much", "twice that (many|much)")(lambda: t.UnknownAmount(t.Prose("twice that many")))
rule("how much", "« <amount:measured> »")(lambda amount: amount)

# --- templates ------------------------------------------------------------------------------------

_SLOT = {"<amount>": "<amount:how much>", "<to>": "<to:damaged>"}


def _notation(template: str) -> str:
    """The grammar's notation of a template."""
    pieces = []
    for word in template.split(" "):
        bare = word.rstrip(",")
        comma = word[len(bare) :]
        if bare in _SLOT:
            piece = _SLOT[bare]
        elif "/" in bare:
            piece = "(" + "|".join(bare.replace("//", "/").split("/")) + ")"
        else:
            piece = bare
        pieces.append(piece + (" ," if comma else ""))
    return " ".join(pieces)


def _verb_of(template: str) -> str:
    """The act's `verb`: the template's words in their first form, without its slots."""
    words_left = [
        re.split("/+", word)[0] for word in template.split(" ") if not word.startswith("<")
    ]
    return " ".join(words_left)


TEMPLATES: dict[tuple[str, bool, bool], str] = {}


def _add(phrase: str, template: str, field: str) -> None:
    verb = _verb_of(template)
    key = (verb, "<amount>" in template, "<to>" in template)
    TEMPLATES[key] = template

    @rule(phrase, _notation(template))
    def _act(amount: Any = None, to: Any = None) -> Any:
        return Verb(t.Act(verb, amount=amount, to=to), field)


rule("damaged", "<who:affected>")(lambda who: who)
rule("damaged", "<player>")(lambda player: player)
rule("damaged", "<at:at they>")(lambda at: PlayerBack(at, "player"))
# Old wording of milling (701.17).
rule(
    "player verb",
    "(puts|put) the top <amount:how much> cards of (your|their) library into (your|their) graveyard",
)(lambda amount: Verb(t.Act("mill card", amount=amount), "player"))
rule("player verb", "(puts|put) the top card of (your|their) library into (your|their) graveyard")(
    lambda: Verb(t.Act("mill card", amount=t.Num(1)), "player")
)


@rule("instruction", "an opponent chooses <at:at target> <group:plain group> they control")
def _chosen_by_opponent(at: int, group: t.Each) -> Any:
    theirs = all_of((group.filter, t.ControlledBy("opponent")))
    target: Any = NewTarget(at, t.TargetSpec(theirs, zone=group.zone))
    return (t.Act("choose", who=target),)


words(
    "each player word", {"each player": t.Unknown("player"), "each opponent": t.Unknown("opponent")}
)
rule("damaged", "<group:whole group> and <player:each player word>")(
    lambda group, player: t.Each(any_of((group.filter, player)), group.zone)
)
rule("player verb", "(get|gets) <amount:how much> <mana:mana symbols>")(
    lambda amount, mana: (
        Verb(t.Act("get energy", amount=amount), "player") if mana == "{E}" else NOTHING
    )
)
rule("player verb", "(get|gets) <mana:mana symbols>")(
    lambda mana: (
        Verb(t.Act("get energy", amount=t.Num(mana.count("{E}"))), "player")
        if set(mana.split("}")) == {"{E", ""}
        else NOTHING
    )
)
rule("player verb", "(get|gets) « <amount:how much> » energy")(
    lambda amount: Verb(t.Act("get energy", amount=amount), "player")
)
rule("instruction", "choose a number between <low:digits> and <high:digits>")(
    lambda low, high: (t.Act("choose a number", detail=f"between {low} and {high}"),)
)
rule(
    "instruction", "change the target of <who:object>", "you may change the target of <who:object>"
)(lambda who: (t.Act("change the target of", who=who),))
rule(
    "single target",
    "<at:at target> spell or ability",
    "<at:at target> spell or ability with a single target",
)(lambda at: NewTarget(at, t.TargetSpec(t.Unknown("spell or ability"), zone="stack")))
rule(
    "instruction",
    "during <player:new player> 's next turn, creatures that player controls attack ~ if able",
)(
    lambda player: (
        t.Act("creatures attack it if able during that player's next turn", player=player),
    )
)
rule("instruction", "~ costs <cost:mana cost> more to cast for each target beyond the first")(
    lambda cost: (t.Act("costs more for each target beyond the first", detail=cost),)
)
# 701.12b: no exchange is made if there is no object to exchange with.
NO_EXCHANGE = t.Compare(t.Count(t.Is(t.Target(0))), "=", t.Num(0))
words("test", {"you don't make an exchange": NO_EXCHANGE})
words(
    "condition", {"you are the defending player": t.Fact(t.Prose("you are the defending player"))}
)
rule("instruction", "exchange <player:life player> life total with <ref:object> 's <stat>")(
    lambda player, ref, stat: (t.ExchangeStatWithLife(player, ref, stat),)
)
rule("life player", "your")(lambda: "you")
rule("life player", "<player:new player> 's")(lambda player: player)
rule(
    "instruction",
    "<player> 's life total becomes <amount:how much>",
    "your life total becomes <amount:how much>",
)(lambda amount, player=None: (t.SetLife(player or "you", amount),))
rule("player verb", "(get|gets) an emblem with <abilities>")(
    lambda abilities: Verb(t.GetEmblem(abilities), "player")
)
rule("player verb", "(puts|put) <who:object> into (your|their) hand")(
    lambda who: Verb(t.Act("put into hand", who=who), "player")
)
rule("instruction", "choose a creature type other than <subtype>")(
    lambda subtype: (t.Act("choose a creature type", detail=f"other than {subtype}"),)
)
rule(
    "instruction",
    "you gain <quality=hexproof|shroud|protection from everything> until <end=end of turn|your next turn>",
)(lambda quality, end: (t.Act(f"you gain {quality} until {end}"),))
rule("instruction", "exile them, then meld them into <name:melded name>")(
    lambda name: (t.Act("exile them, then meld them into", detail=name),)
)


@terminal("melded name", None)
def _melded_name(tokens: Tokens, at: int) -> Iterator[Reading]:
    """701.42: the name of the melded permanent ends the sentence."""
    end = len(tokens.keys) - (tokens.keys[-1] == ".")
    if not {".", '"'}.intersection(tokens.keys[at:end]):
        yield end, tokens.slice(at, end)


rule("condition", "you both own and control ~ and (a|an) <group:plain group>")(
    lambda group: t.Every(
        (
            t.Matches(t.This(), t.ControlledBy("you")),
            t.Matches(t.This(), t.OwnedBy("you")),
            t.Compare(
                t.Count(all_of((group.filter, t.ControlledBy("you"), t.OwnedBy("you")))),
                ">=",
                t.Num(1),
            ),
        )
    )
)
rule("condition", "you control <number> or more <group:plain group> with different powers")(
    lambda number, group: t.Compare(
        t.CountDistinct("power", all_of((group.filter, t.ControlledBy("you")))),
        ">=",
        t.Num(number),
    )
)
rule("object verb", "(phases|phase) out")(lambda: Verb(t.PhaseOut(t.This())))
rule("player verb", "(discards|discard) <who:object>")(
    lambda who: Verb(t.Act("discard", who=who), "player")
)
for _template in _PLAYER_ACTS:
    _add("player verb", _template, "player")
for _template in _OBJECT_ACTS:
    _add("object verb", _template, "who")
for _template in _FIXED_ACTS:
    rule("instruction", _template.replace(",", " ,"))(lambda verb=_template: (t.Act(verb),))

# --- life -----------------------------------------------------------------------------------------

rule("player verb", "(gain|gains) <amount:how much> life")(
    lambda amount: Verb(t.LifeChange("you", amount), "player")
)
rule("player verb", "(gain|gains) life equal to <amount:measured>")(
    lambda amount: Verb(t.LifeChange("you", amount), "player")
)
rule("player verb", "(lose|loses) <amount:how much> life")(
    lambda amount: Verb(t.LifeChange("you", amount, gain=False), "player")
)
rule("player verb", "(lose|loses) life equal to <amount:measured>")(
    lambda amount: Verb(t.LifeChange("you", amount, gain=False), "player")
)
rule("player verb", "(gain|gains) <amount:how much> life for each <each:each counted>")(
    lambda amount, each: Verb(t.LifeChange("you", _per(amount, each)), "player")
)
rule("player verb", "(lose|loses) <amount:how much> life for each <each:each counted>")(
    lambda amount, each: Verb(t.LifeChange("you", _per(amount, each), gain=False), "player")
)
rule("player verb", "(draw|draws) <amount:how much> (card|cards) for each <each:each counted>")(
    lambda amount, each: Verb(t.Act("draw card", amount=_per(amount, each)), "player")
)
rule("player verb", "(draw|draws) cards equal to <amount:measured>")(
    lambda amount: Verb(t.Act("draw card", amount=amount), "player")
)
rule("object verb", "(deals|deal) damage to <to:damaged> equal to <amount:measured>")(
    lambda to, amount: Verb(t.Act("deal damage to", amount=amount, to=to))
)
rule("object verb", "(deals|deal) damage equal to <amount:measured> to <to:damaged>")(
    lambda to, amount: Verb(t.Act("deal damage to", amount=amount, to=to))
)
rule(
    "object verb",
    "(deals|deal) <amount:how much> damage to <to:damaged> for each <each:each counted>",
)(lambda to, amount, each: Verb(t.Act("deal damage to", amount=_per(amount, each), to=to)))


def _per(amount: Any, each: Any) -> Any:
    """ "2 life for each ...": that many times what is counted."""
    return times(amount.value, each) if isinstance(amount, t.Num) else t.Num(0)
