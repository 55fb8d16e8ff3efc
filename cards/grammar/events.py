"""Trigger events (603.2): "whenever another creature you control enters" as an `Event`.

`EVENTS` lists what happens, in words: `<who>` is the object or group that it happens to or that
does it, `<player>` who does it, `<to>` the other object. The words without slots are the event's
`verb`. An event that is not listed is left as prose.
"""

from collections.abc import Callable
from typing import Any, cast

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back
from striate.cards.grammar.engine import NOTHING, alias, rule, words
from striate.cards.grammar.nouns import all_of, any_of


class _Many(t.Node, frozen=True):
    """ "one or more creatures": they can be "they" and "those creatures" afterwards."""

    group: t.Each


# --- who does it ----------------------------------------------------------------------------------

rule("actor", "~")(lambda: t.This())
alias("actor", "<value:attached>")
# Only in delayed triggers (603.7): the objects that the body has named.
rule("actor", "<at:at the> <kind:card type>")(
    lambda at, kind: Back(at, noun=t.HasType(kind), that=True)
)
rule("actor", "<at:at that> <noun:back noun>")(lambda at, noun: Back(at, noun=noun, that=True))
rule("actor", "<at:at it>")(lambda at: Back(at))
rule("actor", "<at:at the> <index:nth>")(lambda at, index: Back(at, place=index))
rule("actor", "(a|an) <group:plain group>", "<group:plain group>")(
    lambda group: group if group.zone in ("battlefield", "stack", "any") else NOTHING
)
rule("actor", "one or more <group:plain group>")(
    lambda group: _Many(group) if group.zone in ("battlefield", "stack", "any") else NOTHING
)
rule("actor", "another <group:plain group>")(lambda group: _other(group))
rule(
    "actor",
    "~ or another <group>",
    "~ and/or one or more other <group>",
    "~ or one or more other <group>",
)(lambda group: _or_self(_other(group), True))
rule("actor", "~ or <other:article group>")(lambda other: _or_self(other, False))
rule("actor", "<one:attached> or ~", "~ or <one:attached>")(
    lambda one: t.Each(any_of((t.Is(t.This()), t.Is(one))))
)
rule("actor", "~ or another <noun> with the same name")(
    lambda noun: (
        _or_self(t.Each(all_of((noun[0], t.SharesWith("name", t.This()), t.Other()))), False)
        if noun[1] == "battlefield"
        else NOTHING
    )
)
rule("article group", "(a|an) <group>")(lambda group: group)


def _other(group: t.Each) -> Any:
    if t.Other() in getattr(group.filter, "parts", ()):
        return NOTHING
    return t.Each(all_of((group.filter, t.Other())), group.zone)


def _or_self(group: Any, other: bool) -> Any:
    if group is NOTHING:
        return NOTHING
    return t.Each(t.AnyOf((t.Is(t.This()), group.filter)), group.zone)


words(
    "doer",
    {
        "you": "you", "an opponent": "opponent", "a player": "any", "each player": "any",
        "one or more opponents": "opponent", "another player": "opponent",
        "enchanted player": "attached controller",
        "enchanted creature's controller": "attached controller",
        "an opponent of yours": "opponent",
    },
)  # fmt: skip

# --- what happens ---------------------------------------------------------------------------------

# (words of the event, in any of these forms; the first is the verb)
_OBJECT_EVENTS: tuple[str, ...] = (
    "enters|enter", "dies|die", "attacks|attack", "blocks|block", "attacks alone",
    "attacks or blocks", "enters or attacks", "blocks or becomes blocked", "becomes blocked|become blocked",
    "enters or dies", "attacks and isn't blocked", "leaves the battlefield|leave the battlefield",
    "becomes tapped|become tapped", "becomes untapped|become untapped", "is dealt damage|are dealt damage",
    "is dealt combat damage", "deals damage|deal damage", "deals combat damage|deal combat damage",
    "is turned face up|are turned face up", "mutates", "transforms", "becomes crewed", "becomes monstrous", "is exerted as it attacks",
    "becomes renowned", "explores", "becomes saddled", "attacks while saddled", "is put into a graveyard from the battlefield|are put into a graveyard from the battlefield",
    "is put into a graveyard from anywhere|are put into a graveyard from anywhere", "becomes the target of a spell or ability",
    "becomes the target of a spell", "becomes the target of a spell or ability an opponent controls",
    "becomes the target of a spell or ability you control", "becomes the target of an instant or sorcery spell",
    "becomes the target of a spell or ability for the first time each turn",
    "becomes the target of a spell or ability you control for the first time each turn",
    "becomes the target of a spell an opponent controls", "becomes crewed for the first time each turn",
    "becomes saddled for the first time each turn", "becomes tapped for the first time during each of your turns",
    "becomes tapped during your turn", "is dealt noncombat damage", "enters or transforms into ~",
    "blocks two or more creatures", "is put into your graveyard from the battlefield|are put into your graveyard from the battlefield",
    "phases in", "evolves", "trains", "is tapped for mana", "is countered", "is sacrificed", "is exiled",
    "enters or is turned face up", "becomes plotted", "dies or is put into exile from the battlefield",
    "enters from your graveyard", "enters from your hand", "enters from a graveyard", "deals excess damage", "becomes unattached from a permanent",
    "enters or leaves the battlefield", "attacks or dies", "becomes the target of a spell you control",
    "is put into an opponent's graveyard from anywhere|are put into an opponent's graveyard from anywhere", "is put into an opponent's graveyard|are put into an opponent's graveyard",
    "is put into your graveyard from anywhere|are put into your graveyard from anywhere", "is put into your graveyard from your library|are put into your graveyard from your library", "is put into a graveyard|are put into a graveyard",
    "attacks you or a planeswalker you control|attack you or a planeswalker you control",
    "attacks one of your opponents or a planeswalker an opponent controls",
    "dies during your turn", "leaves your graveyard|leave your graveyard", "isn't blocked", "specializes",
    "enters or deals combat damage to a player", "attacks a player who has more life than you",
    "is put into an opponent's graveyard from the battlefield|are put into an opponent's graveyard from the battlefield",
    "attacks while there are four or more card types among cards in your graveyard",
    "leaves the battlefield or becomes untapped",
)  # fmt: skip
_PLAYER_EVENTS: tuple[str, ...] = (
    "attack|attacks", "gain life|gains life", "lose life|loses life", "draw a card|draws a card", 
    "draw your second card each turn", "draw their second card each turn|draws their second card each turn", "scry|scries", "surveil", "investigate", "proliferate",
    "scry or surveil", "search your library|searches their library", "shuffle your library|shuffles their library",
    "cycle or discard a card|cycles or discards a card", "cycle a card|cycles a card", "cycle ~", "discard ~", "cycle another card", "cycle or discard another card", "create a token|creates a token", "create one or more tokens",
    "commit a crime", "roll one or more dice", "flip a coin|flips a coin", "win a coin flip|wins a coin flip", "lose a coin flip", "get one or more {E}",
    "cast your first spell each turn", "cast your second spell each turn", "cast your third spell each turn", "cast their second spell each turn|casts their second spell each turn", "cast their first spell each turn|casts their first spell each turn",
    "discard one or more cards|discards one or more cards", "mill one or more cards", "have 10 or less life|has 10 or less life",
    "have no cards in hand|has no cards in hand", "activate an ability of an artifact or creature that isn't a mana ability",
    "cast a creature spell that has an Adventure", "attack you|attacks you", "clash|clashes", "clash and win", "become the monarch|becomes the monarch",
 "activate a loyalty ability", "lose the game|loses the game", "gain or lose life during your turn",
    "complete a dungeon", "unlock this door", "give a gift", "forage", "fully unlock a room",
    "exert a creature", "foretell a card", "draw your third card each turn", "draw your fifth card each turn",
    "commit a crime during your turn", "get one or more {E} during your turn", "cast a modal spell",
    "cast your first instant or sorcery spell each turn", "activate a loyalty ability of enchanted planeswalker",
    "are dealt noncombat damage|is dealt noncombat damage",
    "collect evidence", "solve a case", "win the game", "become the target of a spell or ability", "are dealt damage|is dealt damage", "are dealt combat damage|is dealt combat damage",
    "descend", "are attacked|is attacked", "gain life for the first time each turn", "lose life for the first time each turn", "manifest dread", "discover", "learn", "turn a permanent face up",
    "activate an ability|activates an ability", "draw a card except the first one you draw in each of your draw steps", "draw a card except the first one they draw in each of their draw steps|draws a card except the first one they draw in each of their draw steps",
)  # fmt: skip
_TIMES: tuple[str, ...] = (
    "the beginning of your upkeep", "the beginning of each upkeep", "the beginning of each player's upkeep",
    "the beginning of each opponent's upkeep", "the beginning of your end step", "the beginning of each end step",
    "the beginning of the end step", "the beginning of each player's end step", "the beginning of each opponent's end step",
    "the beginning of combat on your turn", "the beginning of combat on each player's turn", "the beginning of each combat", "the beginning of your draw step", "the beginning of each player's draw step",
    "the beginning of your precombat main phase", "the beginning of your first main phase", "the beginning of your second main phase",
    "the beginning of your postcombat main phase", "the beginning of each of your main phases", "end of combat", "the end of combat", "the beginning of combat",
    "the beginning of the upkeep of enchanted creature's controller", "the beginning of enchanted player's upkeep", "the beginning of combat on each opponent's turn",
    "the beginning of the next end step", "the beginning of each of your postcombat main phases", "the beginning of each player's first main phase", "the beginning of each player's precombat main phase", "the beginning of each of your end steps", "the beginning of the chosen player's upkeep", "the beginning of each other player's upkeep", "the beginning of each opponent's draw step", "the beginning of each other player's end step", "the beginning of the draw step of enchanted creature's controller", "the beginning of the end step of enchanted creature's controller",
)  # fmt: skip
_PLAYER_TIMES = (
    "creature's controller",
    "player's",
    "opponent's",
    "upkeep of enchanted",
    "each upkeep",
    "enchanted player",
)


def _forms(text: str) -> tuple[str, list[str]]:
    forms = text.split("|")
    return forms[0], forms


for _text in _OBJECT_EVENTS:
    _verb, _all = _forms(_text)
    rule("happening", *(f"<who:actor> {form}" for form in _all))(
        lambda who, verb=_verb: ("", verb, who, None, None)
    )
for _text in _PLAYER_EVENTS:
    _verb, _all = _forms(_text)
    rule("happening", *(f"<player:doer> {form}" for form in _all))(
        lambda player, verb=_verb: ("", verb, None, player, None)
    )

# 603.6a: "enters under your control" is what newer texts call "a creature you control enters".
for _whose, _player in (("your", "you"), ("an opponent's", "opponent")):
    rule("happening", f"<who:actor> (enters|enter) under {_whose} control")(
        lambda who, player=_player: _entering(_controlled(who, cast("t.Player", player)))
    )


def _entering(who: Any) -> Any:
    return NOTHING if who is NOTHING else ("", "enters", who, None, None)


def _controlled(who: Any, player: t.Player) -> Any:
    """The objects of which that player is the controller; the source may be one of them."""
    if isinstance(who, _Many):
        return _Many(_controlled(who.group, player))
    if not isinstance(who, t.Each):
        return NOTHING
    if isinstance(who.filter, t.AnyOf) and t.Is(t.This()) in who.filter.parts:
        mine = (t.Is(t.This()),)
        rest = (
            all_of((part, t.ControlledBy(player))) for part in who.filter.parts if part not in mine
        )
        return t.Each(t.AnyOf((*mine, *rest)), who.zone)
    return t.Each(all_of((who.filter, t.ControlledBy(player))), who.zone)


# with a further object or player

_WITH_OBJECT: tuple[str, ...] = (
    "blocks|block", "becomes blocked by|become blocked by", "blocks or becomes blocked by", "deals combat damage to|deal combat damage to",
    "deals damage to|deal damage to", "becomes attached to", "enters attached to", "exploits", "crews", "saddles", "attacks|attack", "is put into a graveyard from the battlefield with",
    "deals noncombat damage to", "fights", "becomes unattached from", "transforms into", "becomes blocked by two or more",
)  # fmt: skip
for _text in _WITH_OBJECT:
    _verb, _all = _forms(_text)
    rule("happening", *(f"<who:actor> {form} <to:other actor>" for form in _all))(
        lambda who, to, verb=_verb: ("", verb, who, None, to)
    )
alias("other actor", "<value:actor>")
words(
    "other actor",
    {
        "a player": "any",
        "an opponent": "opponent",
        "you": "you",
        "one of your opponents": "opponent",
        "defending player": "defending",
    },
)
rule("other actor", "a player or planeswalker")(
    lambda: t.Each(any_of((t.HasType("Planeswalker"), t.Unknown("player"))))
)
rule("other actor", "a player or battle")(
    lambda: t.Each(any_of((t.HasType("Battle"), t.Unknown("player"))))
)
rule("other actor", "an opponent or battle")(
    lambda: t.Each(any_of((t.HasType("Battle"), t.Unknown("opponent"))))
)
rule("other actor", "an opponent or planeswalker")(
    lambda: t.Each(any_of((t.HasType("Planeswalker"), t.Unknown("opponent"))))
)

_PLAYER_OBJECT: tuple[str, ...] = (
    "cast|casts", "sacrifice|sacrifices", "cast or copy|casts or copies", "discard|discards", "attack with|attacks with", "copy|copies", "play|plays", "tap|taps", "activate an ability of|activates an ability of",
    "control no", "lose control of|loses control of", "next cast|next casts", "exile", "crew", "turn face up", "mill", "reveal",
)  # fmt: skip


def _done_to(verb: str, player: str, to: Any) -> Any:
    """ "Discards one or more cards" is an event of its own, as its words have it."""
    cards = isinstance(to, _Many) and to.group == t.Each(t.AllOf(()), "any")
    return NOTHING if cards and verb in ("discard", "mill") else ("", verb, None, player, to)


for _text in _PLAYER_OBJECT:
    _verb, _all = _forms(_text)
    rule("happening", *(f"<player:doer> {form} <to:done to>" for form in _all))(
        lambda player, to, verb=_verb: _done_to(verb, player, to)
    )
alias("done to", "<value:actor>")
# counters
rule(
    "happening",
    "one or more <kinds:counters> are put on <to:actor>",
    "<kinds:counters> (is|are) put on <to:actor>",
)(lambda kinds, to: (kinds[0] or "any", "counters are put on", to, None, None))
rule("happening", "you put one or more <kinds:counters> on <to:actor>")(
    lambda kinds, to: (kinds[0] or "any", "put counters on", to, "you", None)
)
rule("happening", "the last <kinds:counters> is removed from <to:actor>")(
    lambda kinds, to: (kinds[0] or "any", "last counter is removed from", to, None, None)
)
rule("happening", "~ and at least <number> other creatures attack")(
    lambda number: (str(number), "attacks with at least others", t.This(), None, None)
)
rule("happening", "you attack with <number> or more <group>")(
    lambda number, group: (f"{number} or more", "attack with", None, "you", group)
)
rule("happening", "<player:doer> (cast|casts) <to:actor> that targets <who:actor>")(
    lambda player, to, who: ("", "cast that targets", who, player, to)
)
rule(
    "happening",
    "<player:doer> (cast|casts) <to:actor> from <where=exile|your graveyard|a graveyard|anywhere other than your hand|anywhere other than their hand|your hand>",
)(lambda player, to, where: (f"from {where}", "cast", None, player, to))
rule(
    "happening",
    "<player:doer> (cast|casts) <to:actor> that targets only a single <group:plain group>",
)(lambda player, to, group: ("only a single", "cast that targets", group, player, to))
rule("happening", "a spell or ability an opponent controls causes you to discard ~")(
    lambda: ("", "an opponent's spell or ability causes to discard", t.This(), "you", None)
)
rule("happening", "~ becomes level <number>")(
    lambda number: (str(number), "becomes level", t.This(), None, None)
)
rule(
    "happening",
    "<player:doer> (cast|casts) <to:actor> during <when=an opponent's turn|your turn|their turn>",
)(lambda player, to, when: (f"during {when}", "cast", None, player, to))
rule("happening", "you expend <number>")(lambda number: (str(number), "expend", None, "you", None))
rule("happening", "you roll a <number> or higher [on a die]")(
    lambda number: (f"a {number} or higher", "roll", None, "you", None)
)
rule("happening", "~ has no <kinds:counters> on it")(
    lambda kinds: (kinds[0] or "any", "has no counters", t.This(), None, None)
)
rule(
    "happening",
    "<who:actor> <verb=attacks|enters|dies|deals combat damage> for the first time each turn",
)(lambda who, verb: ("for the first time each turn", verb, who, None, None))
for _attacks in ("attacks", "attacks or blocks"):
    rule("happening", f"<who:actor> {_attacks} while you control <group:article group>")(
        lambda who, group, verb=_attacks: ("", f"{verb} while you control", who, None, group)
    )
    rule("happening", f"<who:actor> {_attacks} while you control <number> or more <group>")(
        lambda who, number, group, verb=_attacks: (
            f"{number} or more", f"{verb} while you control", who, None, group,
        )
    )  # fmt: skip
rule("happening", "<player:doer> (attack|attacks) a player")(
    lambda player: ("", "attack a player", None, player, "any")
)
rule("happening", "one or more counters are put on <to:actor> for the first time each turn")(
    lambda to: ("for the first time each turn", "one or more counters are put on", to, None, None)
)


rule("happening", "<player:doer> (tap|taps) <to:actor> for mana")(
    lambda player, to: ("for mana", "tap", None, player, to)
)
_RIDDEN = t.Each(any_of((t.HasSubtype("Mount"), t.HasSubtype("Vehicle"))))
rule("happening", "<who:actor> saddles a Mount or crews a Vehicle during your main phase")(
    lambda who: (
        "",
        "saddles a Mount or crews a Vehicle during your main phase",
        who,
        None,
        _RIDDEN,
    )
)
for _text in ("that mana is spent on", "you spend this mana to cast"):
    rule("happening", f"{_text} <to:actor>")(lambda to, verb=_text: ("", verb, None, None, to))
# What happens without an object that the text could mean again.
_FIXED_EVENTS = (
    "a source an opponent controls deals damage to you",
    "one or more of your opponents are attacked",
)
words("happening", {text: ("", text, None, None, None) for text in _FIXED_EVENTS})
_TO_OPPONENT = (
    "a source you control deals noncombat damage to",
    "a source you control deals damage to",
)
words(
    "happening",
    {f"{text} an opponent": ("", text, None, None, "opponent") for text in _TO_OPPONENT},
)
rule("happening", "an opponent controls <group:article group>")(
    lambda group: ("", "an opponent controls", None, None, group)
)


def _event(word: str, happening: Any) -> Any:
    detail, verb, who, player, to = happening
    if isinstance(to, _Many):
        to = to.group
    if isinstance(who, _Many):
        if detail:
            return NOTHING
        detail, who = "one or more", who.group
    return t.Event(word, verb, who, player, to, None, detail)  # type: ignore[arg-type]  # the grammar gives only words of the tree


rule("event", "<word=when|whenever> <what:happening>")(lambda word, what: _event(word, what))


# A second event that names no object; the first says what the text is about.
_OR_WHEN = (
    "and whenever you fully unlock a Room",
    "and at the beginning of your upkeep",
    "or at the beginning of your upkeep",
    "or the creature it haunts dies",
)
words("or when", {text: text for text in _OR_WHEN})
rule("event", "<word=when|whenever> <what:happening> <more:or when>")(
    lambda word, what, more: NOTHING if what[0] else _event(word, (more, *what[1:]))
)


def _whose_time(time: str) -> t.Player | None:
    """The player whose step it is: "that player" where it can be several."""
    if any(word in time for word in _PLAYER_TIMES):
        return "that"
    return "you" if "your" in time else None


for _time in _TIMES:
    rule("event", f"at {_time}")(lambda time=_time: t.Event("at", time, None, _whose_time(time)))


# --- the words of an event ------------------------------------------------------------------------

_FORMS: dict[str, tuple[str, str]] = {
    text.split("|")[0]: (text.split("|")[0], text.split("|")[-1])
    for text in (*_OBJECT_EVENTS, *_PLAYER_EVENTS, *_WITH_OBJECT, *_PLAYER_OBJECT)
}


def event_words(event: t.Event, actor: Callable[[Any], str], doer: Callable[[str], str]) -> str:
    """What follows "when", "whenever" or "at"."""
    if event.word == "at":
        return event.verb
    special = _SPECIAL_WORDS.get((event.verb, bool(event.detail)))
    if special is not None:
        return special(event, actor, doer)
    words_of_it: list[str] = []
    if event.player is None and event.who is None:
        return event.verb if event.to is None else f"{event.verb} {actor(event.to)}"
    if event.player is not None:
        words_of_it.append(doer(event.player))
        base, third = _FORMS[event.verb]
        words_of_it.append(base if event.player == "you" else third)
    elif event.detail == "one or more":
        to = f" {actor(event.to)}" if event.to is not None else ""
        return f"one or more {_bare(actor(event.who))} {event.verb}{to}"
    else:
        words_of_it += [actor(event.who), event.verb]
    if event.to is not None:
        words_of_it.append(actor(event.to))
    return " ".join([*words_of_it, event.detail] if event.detail else words_of_it)


def _bare(words_of_it: str) -> str:
    """A noun phrase without its article."""
    first, _, rest = words_of_it.partition(" ")
    if first == "another":
        return f"other {rest}"
    return rest if first in ("a", "an") else words_of_it


def _kind(event: t.Event) -> str:
    return "" if event.detail == "any" else f"{event.detail} "


_SPECIAL_WORDS: dict[tuple[str, bool], Callable[..., str]] = {
    ("saddles a Mount or crews a Vehicle during your main phase", False): (
        lambda event, actor, doer: f"{actor(event.who)} {event.verb}"
    ),
    ("counters are put on", True): lambda event, actor, doer: (
        f"one or more {_kind(event)}counters are put on {actor(event.who)}"
    ),
    ("put counters on", True): lambda event, actor, doer: (
        f"you put one or more {_kind(event)}counters on {actor(event.who)}"
    ),
    ("last counter is removed from", True): lambda event, actor, doer: (
        f"the last {_kind(event)}counter is removed from {actor(event.who)}"
    ),
    ("has no counters", True): lambda event, actor, doer: f"~ has no {_kind(event)}counters on it",
    ("attacks with at least others", True): lambda event, actor, doer: (
        f"~ and at least {event.detail} other creatures attack"
    ),
    ("attack with", True): lambda event, actor, doer: (
        f"you attack with {event.detail} {actor(event.to).split(' ', 1)[1]}"
    ),
    ("expend", True): lambda event, actor, doer: f"you expend {event.detail}",
    ("roll", True): lambda event, actor, doer: f"you roll {event.detail}",
    ("cast that targets", True): lambda event, actor, doer: (
        f"{doer(event.player)} cast {actor(event.to)} that targets"
        f" {event.detail} {_bare(actor(event.who))}"
    ),
    ("an opponent's spell or ability causes to discard", False): lambda event, actor, doer: (
        "a spell or ability an opponent controls causes you to discard ~"
    ),
    ("cast that targets", False): lambda event, actor, doer: (
        f"{doer(event.player)} cast {actor(event.to)} that targets {actor(event.who)}"
    ),
    **{
        (f"{verb} while you control", True): lambda event, actor, doer: (
            f"{actor(event.who)} {event.verb} {event.detail} {_bare(actor(event.to))}"
        )
        for verb in ("attacks", "attacks or blocks")
    },
    ("attack a player", False): lambda event, actor, doer: (
        f"{doer(event.player)} {'attack' if event.player == 'you' else 'attacks'} a player"
    ),
    ("one or more counters are put on", True): lambda event, actor, doer: (
        f"one or more counters are put on {actor(event.who)} {event.detail}"
    ),
    **{
        (f"{verb} while you control", False): lambda event, actor, doer: (
            f"{actor(event.who)} {event.verb} {actor(event.to)}"
        )
        for verb in ("attacks", "attacks or blocks")
    },
}
