"""Canonical text of replacement effects on dying, counters and tokens (614.1a)."""

from striate.cards import tree as t
from striate.cards.grammar.nouns import all_of
from striate.cards.printing.canonical import prints, sentence, show
from striate.cards.printing.nouns import group_phrase, parts_of
from striate.cards.printing.tokens import token_noun
from striate.cards.printing.words import article, number

_WHOSE = {"any": "a", "you": "your", "opponent": "an opponent's"}
_FROM = {"battlefield": "the battlefield", "any": "anywhere",
         "elsewhere": "anywhere other than the battlefield"}  # fmt: skip
_PUTS = {"you": "you", "opponent": "an opponent"}
_TIMES = {2: "twice", 3: "three times"}


def replacing(
    value: t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced, when: str = ""
) -> str:
    """The sentence without its stop; `when` says until when."""
    if isinstance(value, t.GoesElsewhere):
        return _goes_elsewhere(value, when)
    words = _counters(value) if isinstance(value, t.CountersReplaced) else _tokens(value)
    return f"until end of turn, {words}" if when else words


def _one(who: t.Who) -> str:
    return article(group_phrase(who)) if isinstance(who, t.Each) else show(who)


def _goes_elsewhere(value: t.GoesElsewhere, when: str) -> str:
    going = "die"
    if value.event == "leave":
        going = "leave the battlefield"
    elif value.origin != "battlefield" or value.whose != "any":
        going = f"be put into {_WHOSE[value.whose]} graveyard from {_FROM[value.origin]}"
    to = {
        "exile": "exile it",
        "hand": "return it to its owner's hand",
        "library": f"put it on the {value.place} of its owner's library"
        if value.place
        else "shuffle it into its owner's library",
    }[value.to]
    return f"if {_one(value.who)} would {going}{when}, {to} instead"


def _counters(value: t.CountersReplaced) -> str:
    if value.times == 0:
        who = "~" if value.who == t.This() else group_phrase(value.who, plural=True)  # type: ignore[arg-type]  # a group
        if value.kind is not None:
            return f"{who} can't have {value.kind} counters put on them"
        return f"counters can't be put on {who}"
    kind = f"{value.kind} counters" if value.kind else "counters"
    those = kind if value.kind else "of each of those kinds of counters"
    if value.half:
        much = f"half that many {those}"
    elif value.more < 0:
        much = f"that many {kind} minus {number(-value.more)}"
    elif value.more:
        much = f"that many plus {number(value.more)} {those}"
    else:
        much = f"{_TIMES[value.times]} that many {those}"
    down = ", rounded down" if value.half else ""
    if value.by == "any":
        if down:
            return (
                f"if an effect would put one or more {kind} on {_one(value.who)}, put {much} "
                f"on it instead{down}"
            )
        return (
            f"if one or more {kind} would be put on {_one(value.who)}, {much} are put on it instead"
        )
    return (
        f"if {_PUTS[value.by]} would put one or more {kind} on {_one(value.who)},"
        f" put {much} on it instead{down}"
    )


def _tokens(value: t.TokensReplaced) -> str:
    which = all_of((*parts_of(value.which), t.IsToken()))
    noun = group_phrase(t.Each(which, "battlefield"), plural=True)
    under = " under your control" if value.under == "you" else ""
    if value.other is not None:
        others = token_noun(value.other, one=value.more == 1)
        if value.times == 0:
            much = f"that many {others}"
        else:
            much = f"those tokens plus {article(others) if value.more else f'that many {others}'}"
        are = "are created instead"
        return f"if one or more {noun} would be created{under}, {much} {are}"
    return (
        f"if one or more {noun} would be created{under},"
        f" {_TIMES[value.times]} that many of those tokens are created instead"
    )


@prints(t.GoesElsewhere, t.CountersReplaced, t.TokensReplaced)
def _line(value: t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced) -> str:
    return sentence(replacing(value))
