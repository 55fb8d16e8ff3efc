"""Which unread static paragraphs surely change no characteristic by being there.

A small positive test by words: the paragraph must begin like a cost, a permission, a
restriction, or a replacement of an event that is no characteristic, and hold none of the words
that characteristics are changed with. Everything else could touch them.
"""

import re

_BEGINNINGS = re.compile(
    r"^(?:as an additional cost to|~ costs?\b|this ability costs?\b"
    r"|(?:[\w' ,/-]+ )?(?:spells?|abilities)(?: [\w' ,/-]+)? costs? (?:\{|up to)"
    r"|(?:you|players|each player|your opponents|opponents|each opponent|that player|enchanted player)"
    r" (?:may|can't|can|don't|skip|skips|must|play|plays)\b"
    r"|prevent\b|damage\b|if (?:you|a player|an opponent|a source|damage|[\w' ]+ would)\b"
    r"|cast ~|activate\b|~ can't\b|~ can\b|~ attacks\b|~ must\b|~ doesn't\b|~ blocks\b"
    r"|(?:[\w' ,/-]+) (?:can't|doesn't|don't) (?:attack|block|be|untap|cast|play|activate|draw)\b"
    r"|untap\b|skip\b|play\b|your opponents play\b|players play\b|you may\b|each player\b"
    r"|to solve|companion\b|~ is your commander|~ can be your commander|a deck can have"
    r"|during [\w' ]+, (?:you|players|your opponents|[\w' ]+ can't)"
    r"|as long as [^,]*, (?:you|players|your opponents|prevent|damage|spells)"
    r"|if [^,]*, you may|the (?:first|second) [\w' ]+ costs?"
    r"|creatures [\w' ]*can't|all damage|all creatures able)",
    re.IGNORECASE,
)

# Ways of speaking that hold a suspicious word and mean nothing for characteristics.
_IDIOMS = re.compile(
    r"you control|opponents control|player controls|opponent controls|that player controls"
    r"|gains? \w+ life|gain life|gains life|loses? \w+ life|lose life|have no maximum hand size"
    r"|you have|your opponents have|has cast|have cast|had|without paying|mana of any (?:color|type)"
    r"|any color|any type|one color|of the chosen (?:type|color|name)|chosen (?:type|color|name)"
    r"|with the same name|mana value|with base|lose the game|win the game|wins the game"
    r"|loses the game|as though it had|as though they had|as though it didn't have"
    r"|as though they didn't have|has flying|with power|with toughness|your library|face down",
    re.IGNORECASE,
)

_SUSPICIOUS = re.compile(
    r"\b(?:becomes?|gets?|gains?|has|have|loses?|copy|copies|copied|control|controls|exchange"
    r"|base|enters?|counters?|face|transform\w*|types?|colou?rs?|names?|text|token|tokens"
    r"|is (?:a|an|every|all|also|colorless|white|blue|black|red|green|legendary)"
    r"|are (?:a|an|every|all|also|colorless|white|blue|black|red|green|legendary|the)"
    r"|isn't|aren't|power|toughness|put)\b",
    re.IGNORECASE,
)


# Whole paragraphs of one kind, whatever else they say.
_WHOLE = re.compile(
    r"^(?:[^.\"]*\bcosts? (?:up to )?(?:\{|X|that|an additional)[^.\"]*\b(?:less|more|cast|activate)\b[^.\"]*\.?"
    r"|[^.\"]*\btriggers an additional time\.?"
    r"|if [^.\"]*\bwould (?:die|be put into [^.\"]*graveyard)[^.\"]*, exile [^.\"]* instead\.?"
    r"|if [^.\"]*\bwould be put into [^.\"]*graveyard[^.\"]*, (?:reveal|shuffle)[^.\"]*\.?"
    r"|if [^.\"]*\bwould (?:gain|lose|draw|deal|create|roll|scry|mill|search)\b[^.\"]* instead\.?"
    r"|if [^.\"]*\bwould create one or more tokens[^.\"]*\.?"
    r"|if an effect would create one or more tokens[^.\"]*twice that many[^.\"]*\.?"
    r"|~ enters prepared\.?|[^\"]*\bdraft(?:ed|ing)?\b[^\"]*|[^.\"]*\bdo so\.?"
    r"|players have no maximum hand size\.?|your maximum hand size [^.\"]*\.?"
    r"|you have (?:protection|hexproof|shroud)[^.\"]*\.?|the \"legend rule\" doesn't apply[^.\"]*\.?"
    r"|(?:once (?:each|during each of your) turns?, |any player |as long as [^,\"]*, )?(?:you )?may cast [^\"]*"
    r"|as an additional cost to cast ~, [^\"]*"
    r"|as ~ enters, (?![^\"]*\b(?:becomes?|copy|counters?|tapped|enters with|base)\b)[^\"]*"
    r"|a deck can have [^\"]*|companion — [^\"]*|to solve — [^\"]*|double all damage [^.\"]*\.?"
    r"|(?:[^,\"]*, )?prevent all (?:combat )?damage that would be dealt [^.\"]*\.?"
    r"|if damage would be dealt to [^\"]*|if [^.\"]* would be dealt damage[^\"]*"
    r"|if [^.\"]*tokens? would be created[^\"]*|if it's neither day nor night[^\"]*"
    r"|if a spell or ability an opponent controls causes you to discard ~[^.\"]*\.?"
    r"|if ~ is in your opening hand[^\"]*|if you would create [^.\"]*\.?|you may exert [^\"]*"
    r"|(?:spells and abilities|creatures entering|permanents entering) [^.\"]*\bcause\b[^.\"]*\.?"
    r"|[^.\"]*\bdon't lose unspent\b[^.\"]*\.?|creatures with [^.\"]*walk can be blocked as though [^.\"]*"
    r"|no more than [\w ]* creatures? can (?:attack|block) [^.\"]*\.?|you may reveal [^\"]*"
    r"|if (?:a land is )?tapped for mana, [^.\"]*\.?|rather than pay [^.\"]*\.?|while voting[^.\"]*\.?"
    r"|mana of any type can be spent [^.\"]*\.?|spend only [^.\"]*\.?|you may look at [^\"]*)$",
    re.IGNORECASE,
)


def cannot_touch(text: str) -> bool:
    """Whether the words show that nothing is changed while the ability is merely there."""
    if _WHOLE.match(text):
        return True
    if '"' in text or not _BEGINNINGS.match(text):
        return False
    return _SUSPICIOUS.search(_IDIOMS.sub("", _countering(text))) is None


_CREATION = re.compile(
    r"\btokens? would be created\b|\bwould create\b|\bwould be created\b", re.IGNORECASE
)


def altered_deeds(text: str) -> tuple[str, ...]:
    """The deeds that the ability could replace as they happen (614.1a)."""
    return ("tokens",) if _CREATION.search(text) else ()


def _countering(text: str) -> str:
    """ "Can't be countered" is about spells, not about counters."""
    return re.sub(r"\bcountered\b|\bcounter target\b", "", text)
