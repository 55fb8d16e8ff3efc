"""One resolution in progress: whose words these are, and which objects they mean."""

from dataclasses import dataclass, field, replace

from striate.boards.deeds import is_hidden
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.game import Game
from striate.encodings.matching import Moment, group, refer
from striate.encodings.refusing import look_at_choice, look_at_choices
from striate.encodings.state import PHASED, Setting, Thing


@dataclass(slots=True)
class Resolution:
    """One resolution in progress; `specs` are the targets of the body that is being carried out.

    `spares_nothing`: its text says that what it destroys can't be regenerated.
    """

    game: Game
    setting: Setting
    stamp: int
    label: str
    ability: tree.Ability | None
    modes: tuple[int, ...]
    specs: tuple[tree.TargetSpec, ...] = ()
    spares_nothing: bool = False
    recalled: frozenset[tree.Each] = frozenset()
    looked_at: set[tree.Who] = field(default_factory=set)  # choices that the text means
    revealed: list[int] = field(default_factory=list)  # what it has revealed
    moved_any: bool | None = None  # by the instruction just followed; None: it was of no such kind


def things_of(resolution: Resolution, who: tree.Who) -> list[Thing]:
    """The objects that the words mean, which a hole may not leave open."""
    found = []
    for index, lit in members_of(resolution, who):
        if lit == TRUE:
            found.append(resolution.game.world.things[index])
        elif lit != FALSE:
            resolution.game.unsupported("a set of objects that depends on a hole")
    return found


def members_of(resolution: Resolution, who: tree.Who) -> list[tuple[int, Lit]]:
    """The objects that the words mean, each with the literal that it is one of them."""
    moment = resolution.game.about(who)
    _look_at_what_is_chosen(resolution, who)
    if isinstance(who, tree.ChosenObject) and not refer(moment, who, resolution.setting):
        _choose(resolution, moment, who)
    # 702.26b, e: what is phased out is not affected.
    things = moment.world.things
    found = list(group(moment, who, resolution.setting))
    return [(index, lit) for index, lit in found if things[index].zone != PHASED]


def _look_at_what_is_chosen(resolution: Resolution, who: tree.Who) -> None:
    """608.2d: a choice that the board names is legal as an instruction first speaks of it."""
    setting = resolution.setting
    if who in resolution.looked_at:
        return
    if isinstance(who, tree.ChosenObject) and who.kind in setting.choices:
        resolution.looked_at.add(who)
        for index in refer(resolution.game.now(), who, setting):
            look_at_choice(resolution.game.now(), who, index, setting)
    elif isinstance(who, tree.Target) and who.index < min(
        len(resolution.specs), len(setting.targets)
    ):
        resolution.looked_at.add(who)
        spec = resolution.specs[who.index]
        if spec.word == "choose":
            look_at_choices(resolution.game.now(), spec, setting.targets[who.index], setting)


def _choose(resolution: Resolution, moment: Moment, who: tree.ChosenObject) -> None:
    """608.2d: a choice that the board doesn't name is made if there is only one; else it is open.

    A card that it names by another word (as a `creature`, or among `targets`) is that one. Of a hand
    or a library the board need not tell all cards.
    """
    if who.filter is None:
        return
    zones: list[tree.Zone] = [
        each.zone for each in nodes(who.filter) if isinstance(each, tree.InZone)
    ]
    zone = zones[0] if zones else "battlefield"
    fitting = [
        resolution.game.world.things[index]
        for index, lit in group(moment, tree.Each(who.filter, zone), resolution.setting)
        if lit != FALSE
    ]
    if zone == "any":  # 109.2: a card, of which most zones show none
        fitting = [thing for thing in fitting if thing.zone in _HOLDS_CARDS]
    setting = resolution.setting
    spare = setting.targets[len(resolution.specs) :]  # that no words of the text call targets
    named = {resolution.game.world.things[i].handle for entry in spare for i in entry}
    if zone != "battlefield":
        named |= set(setting.choices.values())
    told = [each for each in fitting if each.handle in named]
    fitting = told if len(told) == 1 else fitting
    open_still = len(fitting) > 1 or zone in ("any", "library", "hand")
    if fitting and open_still and len(told) != 1:
        resolution.game.note(resolution.label, f"which {who.kind} is chosen")
    elif fitting:
        resolution.looked_at.add(who)
        made = {**resolution.setting.choices, who.kind: fitting[0].handle}
        resolution.setting = replace(resolution.setting, choices=made)


_HOLDS_CARDS = ("graveyard", "hand", "library", "exile")


def note_hidden(resolution: Resolution, who: tree.Who) -> None:
    """401.2: the board does not say what cards a library has."""
    if is_hidden(who):
        resolution.game.note(resolution.label, "the cards of a library")


def is_made(spec: tree.TargetSpec) -> bool:
    """Whether the words ("that token", "that face-down creature") mean what the same text makes."""
    return spec.word == "that" and spec.filter in (tree.IsToken(), tree.IsFaceDown())


def makes(value: object) -> bool:
    """Whether the steps make tokens, or face-down creatures."""
    return any_node(value, (tree.CreateTokens, tree.CreateCopies, tree.Manifest))


def called_made(resolution: Resolution, made: list[Thing]) -> None:
    """608.2c: from now on "that token" and "those tokens" are these, or "that creature"."""
    setting = resolution.setting
    named = list(setting.targets)
    named += [()] * (len(resolution.specs) - len(named))
    for place, spec in enumerate(resolution.specs):
        if is_made(spec):
            named[place] = tuple(thing.index for thing in made)
    resolution.setting = replace(setting, targets=tuple(named))


def note_what_is_not_chosen(resolution: Resolution, body: tree.Body) -> None:
    """608.2d: objects that a player chooses on resolution ("two lands"), of which too few are told."""
    for spec, entry in zip(body.targets, resolution.setting.targets, strict=False):
        hidden = spec.zone in ("library", "hand")
        if spec.word == "choose" and not hidden and len(entry) < spec.low:
            resolution.game.note(resolution.label, "which objects are chosen")


_LOOKS = ("look at the top card of your library", "reveal the top card of your library")


def look_at_the_top(resolution: Resolution, body: tree.Body) -> None:
    """401.5: "it" is the card that the text looks at; a library that nobody told is not empty."""
    places = [place for place, spec in enumerate(body.targets) if _is_card_looked_at(spec)]
    looks = any(isinstance(each, tree.Act) and each.verb in _LOOKS for each in nodes(body.steps))
    if not places or not looks:
        return
    moment = resolution.game.now()
    top = refer(moment, tree.TopCard("library"), resolution.setting)
    if not top:
        resolution.game.note(resolution.label, "the top card of the library")
    named = list(resolution.setting.targets)
    named += [()] * (len(body.targets) - len(named))
    for place in places:
        named[place] = named[place] or tuple(top)
    resolution.setting = replace(resolution.setting, targets=tuple(named))


def _is_card_looked_at(spec: tree.TargetSpec) -> bool:
    return spec.word == "that" and spec.zone == "library" and spec.filter == tree.AllOf(())


def forbids_regeneration(body: tree.Body) -> bool:
    """701.19c: "it can't be regenerated" in the same text."""
    acts = (each for each in nodes(body.steps) if isinstance(each, tree.Act))
    return any(each.verb == "can't be regenerated" for each in acts)
