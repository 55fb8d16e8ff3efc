"""Lines of which not every word is read, and which still touch no object by being there.

What opens a sentence says what it is about: an event that has to happen first (614.1a, 614.6), what a
player may do (601.3, 118.9), a cost (601.2f), combat (508.1c-d, 509.1b-c), a draft or an opening hand
(103.6, 702.139). Such a line stays not understood, but no permanent that just stands there is changed by it.
A line of which any sentence has a verb that could change one is none of these.
"""

import re
from typing import Literal, TypeAlias

# Sorts of lines: what it replaces can still happen on a board ("replacement"), or nothing of it can.
Sort: TypeAlias = Literal["replacement", "triggered", "activated", "static"]

_LEAD = r"(?:(?:As long as|During|While|On) [^,.]+, |(?:Once )?(?:during )?each [^,.]*turns?, )?"
_EVENTS = (
    "draw|discard|mill|scry|surveil|explore|assemble|face|roll|flip|learn|search|gain life|"
    "lose life|pay life|lose the game|win the game|begin|copy|counter|create|be created|die|"
    "be destroyed|be put into|be dealt|deal|cause|"
    r"get one or more (?:counters|poison counters|{E})"
)
# 614.6: nothing of it happens unless the event would. As an object enters or gets counters it would.
_WOULD = re.compile(
    rf"{_LEAD}if (?:(?!\bwould\b|[.,]).)*\bwould (?:{_EVENTS})\b"
    r"(?! [^,.]*(?:\bcounters? on\b|onto the battlefield|\benters?\b))",
    re.IGNORECASE,
)
_PREVENTS = re.compile(
    rf"{_LEAD}(?:prevent all (?:combat |noncombat )?damage|double all (?:combat )?damage|"
    r"(?:combat )?damage can't be prevented)\b",
    re.IGNORECASE,
)
# 603.2d: how often abilities trigger.
_TRIGGERING = re.compile(
    r"(?:As long as [^,.]+, )?if [^,.]* triggers?, that ability triggers an additional time\.?$|"
    r"[^,.]* don't cause abilities to trigger\.?$",
    re.IGNORECASE,
)
_PERMITS = re.compile(
    rf"{_LEAD}(?:you|any player|each player|that player|its owner) may "
    r"(?:cast|play|look at|pay|spend|activate|reveal the (?:first|top))\b|"
    r"Reveal the first card you draw\b",
    re.IGNORECASE,
)
_COSTS = re.compile(
    rf"{_LEAD}(?:as an additional cost to cast ~,|[^.,]*\bcosts? (?:up to |an additional |you pay )?"
    r"[^.,]*\b(?:less|more|additional|rather than)\b|[^.,]*\bcost an additional\b)",
    re.IGNORECASE,
)
_COMBAT = re.compile(
    rf"{_LEAD}(?:(?!\b(?:and|with|without|that|who|,)\b)[^.,])*?(?: with [^,.]*?| that attacked[^,.]*?| you control[^,.]*?)?"
    r" (?:can't|can|must) (?:attack|block|be blocked|be activated|be cast|cast|play|search|pay life)\b|"
    r"All [^.,]*\bable to block\b|All creatures attack\b",
    re.IGNORECASE,
)
_PLAYERS = re.compile(
    r"(?:you|players|your opponents|each player|each opponent) "
    r"(?:skip|have no maximum hand size|don't lose)\b",
    re.IGNORECASE,
)
# 614.1a: what is done instead of entering, before it is there.
_INSTEAD_OF_ENTERING = re.compile(
    r"If ~ would enter, (?:you may )?(?:sacrifice|discard) [^.]* instead\. If you do, put ~ onto the "
    r"battlefield\. If you don't, put it into its owner's graveyard\.$"
)
# 115: what may or must be a target.
_TARGETS = re.compile(
    r"(?:While choosing targets as part of [^,.]*, [^,.]* must choose [^.]*|"
    r"You can't choose an? [^.,]* as ~'s target [^.,]*)\.$"
)
# Dice, crews, combat damage, mana: what is done otherwise than the rules say.
_OTHERWISE = re.compile(
    r"[^.,\"]* (?:crews|saddles|stations) [^.\"]* using its toughness rather than its power\.$|"
    r"If ~ is in a graveyard, effects from [^.]*\.$|"
    r"(?:If ~ is unblocked, )?[^.,]* may (?:have it )?assign [^.]*combat damage[^.]*\.$|"
    r"(?:If you roll an? [^.,]* on [^.,]*, you may reroll|Increase the result of each die) [^.]*\.$|"
    r"You can't spend mana to cast ~\.$|Your opponents can't venture into [^.]*\.$|"
    r"You draw cards from the bottom of [^.]*\.$|A player losing unspent mana causes [^.]* to lose "
    r"[^.]* life\.$"
)
# 602.1, 702.6a: a cost and a colon, or the cost of an equip ability.
_ACTIVATED = re.compile(r"(?:\{[^\"]*?\}[^\".]*?:|Equip \{[^.]*\}\. This ability costs\b)")
# 614.12, 607.2d: what is chosen as it enters does nothing by itself; what looks at it does.
_CHOOSES = re.compile(
    r"As ~ enters, (?:(?:you and )?(?:an opponent|each opponent|each player) (?:each )?)?"
    r"(?:chooses?|names?|notes?|secretly chooses?) (?!an? [^.]*(?:creature|permanent|artifact|land)s? "
    r"(?:you|it|on)\b)[^.]*\.$"
)
# 702.139: from outside the game; 103.6: from an opening hand; drafts are before the game.
_BEFORE_THE_GAME = re.compile(
    r"Companion — |You may reveal ~ from your opening hand\b|(?:As|Before|After) you (?:draft|shuffle "
    r"your deck)\b|Reveal ~ as you draft\b|(?:During|Immediately after) the draft\b|"
    r"Instead of drafting\b"
)
# What a sentence after the first can begin with: it goes on about the same event or permission.
_GOES_ON = re.compile(
    r"(?:If|Then|Otherwise|When|Whenever|You|Put|Remove|Create|Exile|That|Until|They|Sacrifice|Return|Spend|"
    r"Mana|This effect|The source's|Any player may|Its controller may|The same is true)\b"
)
# Instructions, which nothing but an event carries out.
_INSTRUCTS = re.compile(
    r"(?:Then )?(?:If you (?:do|don't|can't), )?(?:put|remove|create|exile|sacrifice|return|"
    r"you lose the game|you gain \d+ life)\b|When [^,.]* this way, ~ deals\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:gets?|has|have|had|becomes?|enters?|base|are|isn't|aren't|gains?|control of|named|"
    r"counters? on|enchanted by|equipped by|attached|target|loses? (?!life|the game|unspent)|"
    r"it's an?|is an?|as though it didn't)\b"
)
_HARMLESS = re.compile(
    r"\bgains? (?:\d+|X|that much|twice that much|life)\b[^,.]*|\b(?:if|where) [^,.]*|"
    r"\bfor each [^,.]*this way\b|\bhave no maximum hand size\b|\bas though (?:it|they) had flash\b|"
    r"\bthat aren't mana abilities\b|\bhas cast this turn\b|\bcards? in (?:hand|it)\b"
)
_ABILITY_WORD = re.compile(r"^(?!Companion|To solve)[A-Z][^.:\"{}]{0,60} — ")
_QUOTED = re.compile(r'"[^"]*"')


def sort_of_unread(text: str) -> Sort | None:
    """What a line that nothing reads is, if it touches no object by being there; else None."""
    if text.startswith("To solve — "):
        return "triggered"  # 719.3a
    if text.startswith("Max speed — "):
        return None  # 702.178a: whether it is there is open
    if _ACTIVATED.match(text):
        return "activated"
    aside = (_BEFORE_THE_GAME, _INSTEAD_OF_ENTERING, _TARGETS, _CHOOSES, _OTHERWISE)
    if any(each.match(text) for each in aside):
        return "static"
        return "static"
    first, *others = _sentences(_ABILITY_WORD.sub("", text))
    if not all(_INSTRUCTS.match(each) or _goes_on(each) for each in others):
        return None
    if _WOULD.match(first) or _PREVENTS.match(first):
        return "replacement"
    if _TRIGGERING.match(first):
        return "static"
    about = (_PERMITS, _COSTS, _COMBAT, _PLAYERS)
    if any(each.match(first) for each in about) and not _changes(first):
        return "static"
    return None


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) +", _QUOTED.sub('"', text)) or [text]


def _goes_on(sentence: str) -> bool:
    return _GOES_ON.match(sentence) is not None and not _changes(sentence)


def _changes(sentence: str) -> bool:
    """Whether some verb of it could change what an object is, or how it enters."""
    return _CHANGES.search(_HARMLESS.sub("", sentence)) is not None
