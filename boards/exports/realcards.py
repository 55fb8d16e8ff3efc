"""A resolved effect that is given as rules text, told by a real card that does the same.

Looked for are instants and sorceries whose only text means the same to this program. Of several
one that has been printed for long is taken, so that every engine has it, then the one with the
plainest cost, then the first by name: a board always gets the same card.
"""

from collections.abc import Mapping
from functools import cache

import msgspec

from striate.boards.exports.formats import CannotExport
from striate.boards.timeline import Resolve, ResolveEffect
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card

SILENT_KEYWORDS = frozenset({"cycling", "devoid", "flashback", "split second", "flash"})
_PLAIN = frozenset("WUBRG0123456789{}")
# Of cards that do the same: those of many editions. Beside them stand cards of the last years.
_PRINTED_FOR_LONG = frozenset(
    """Abnormal Endurance|Act of Treason|Assassinate|Broken Wings|Divination|Essence Scatter|
    Excommunicate|Explosive Vegetation|Fog|Giant Growth|Griptide|Hero's Downfall|Inspired Charge|
    Jump|Lightning Bolt|Lightning Strike|Mind Rot|Momentary Blink|Murder|Naturalize|Night's Whisper|
    Plummet|Predator's Strike|Prey Upon|Pyroclasm|Quench|Rabid Bite|Raise Dead|Raise the Draugr|
    Read the Bones|Recollect|Regrowth|Relearn|Resurrection|Serum Visions|Shatter|Shock|
    Sign in Blood|Stone Rain|Terror|Think Twice|Thought Scour|Titanic Growth|Tranquility|
    Trumpet Blast|Twiddle|Unsummon|Utter End|Vendetta|Wrath of God|Zombify""".replace(
        "\n    ", ""
    ).split("|")
)


def has_spell(step: ResolveEffect) -> bool:
    """Whether a real card's whole text is that effect."""
    return step.of is None and step.body in _by_body()


def as_spell(step: ResolveEffect) -> Resolve:
    """The step as a spell that a real card is; raises where no card does the same."""
    card = _by_body().get(step.body)
    if card is None or step.of is not None:
        raise CannotExport("no real card has the effect's rules text as its whole text")
    return Resolve(card, card.name, step.controller, step.targets, step.choose, step.x)


@cache
def _by_body() -> Mapping[tree.Body, Card]:
    """Instants and sorceries by what they do."""
    by_body: dict[tree.Body, Card] = {}
    cards = Catalogue.open().all_cards()
    for card in sorted(cards, key=_rank):
        body = _only_body(card)
        if body is not None:
            by_body.setdefault(body, card)
    return by_body


def _rank(card: Card) -> tuple[bool, bool, bool, int, str]:
    face = card.faces[0]
    slow = "Instant" not in face.types
    young = card.name not in _PRINTED_FOR_LONG
    return (young, slow, not set(face.mana_cost) <= _PLAIN, len(face.mana_cost), card.name)


def _only_body(card: Card) -> tree.Body | None:
    if card.layout != "normal" or not {"Instant", "Sorcery"} & set(card.faces[0].types):
        return None
    texts = [one for one in card.faces[0].abilities if not _is_silent(one)]
    one = texts[0] if len(texts) == 1 else None
    if not isinstance(one, tree.Spell) or not card.faces[0].mana_cost:
        return None
    steps = tuple(step for step in one.body.steps if not _draws(step))
    return msgspec.structs.replace(one.body, steps=steps)


def _is_silent(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name in SILENT_KEYWORDS


def _draws(step: tree.Step) -> bool:
    """You draw cards, which no board that is exported looks at."""
    return isinstance(step, tree.Act) and (step.verb, step.player) == ("draw card", "you")
