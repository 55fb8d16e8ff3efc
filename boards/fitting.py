"""Whether a step fits its card: kinds of card, faces, modes, targets, attachments, copying.

Only what can be told from the printed card is refused here; what rests on how objects are at
that moment is left to the readings of the rules.
"""

from collections.abc import Sequence
from typing import Any

from striate.boards import deeds
from striate.boards.choices import asked, check_asked, check_made, fitted, is_read, needed
from striate.boards.errors import meant, show
from striate.boards.mistakes import Subject
from striate.boards.names import Known
from striate.boards.timeline import Choices, Seat
from striate.cards import tree
from striate.cards.tree import Body, Card, Face
from striate.cards.vocabulary import MELDED_FROM, PERMANENT_TYPES
from striate.cards.walking import any_node, nodes

_SPELLS = {"Instant", "Sorcery"}
_TWO_SIDED = ("transform", "modal_dfc", "meld", "double_faced_token", "reversible_card", "battle")
_HALVES = ("split", "aftermath", "adventure", "modal_dfc", "transform", "prepare", "omen")
_PLAYERS = ("you", "opponent")
BACK_FACE_UP = ("disturb", "more than meets the eye")  # 702.146a, 702.162a


# --- permanents -----------------------------------------------------------------------------------


def check_permanent(known: Known, form: Any, of: Subject) -> None:
    """The card can be a permanent, and has the faces that the step speaks of."""
    types = set(known.named.types)
    if types.isdisjoint(PERMANENT_TYPES) and (form.face_down is not True or not _SPELLS & types):
        of.wrong(f"{of.called} is no permanent", _placed(known), "enter")
    if form.copying is not None:
        return
    card = known.card
    if form.transformed is True and (len(card.faces) == 1 or card.layout not in _TWO_SIDED):
        of.wrong(f"{show(card.name)} has one face only", "", "transformed")
    elif form.transformed is True and _SPELLS & set(card.faces[-1].types):
        # 712.10, 712.13a: then it would not enter.
        of.wrong(f"{show(card.faces[-1].name)} is no permanent", "", "transformed")
    if form.face_down is True and card.name in MELDED_FROM:  # 712.16
        of.wrong(f"{show(card.name)} is melded, and can't be face down", "", "face_down")
    if form.flipped is True and card.layout != "flip":
        of.wrong(f"{show(card.name)} is not a flip card", "", "flipped")


def _placed(known: Known) -> str:
    """Which step it is of whose card."""
    types = set(known.named.types)
    if types.isdisjoint((*PERMANENT_TYPES, *_SPELLS)):  # 315.3
        return meant(["zone: command"])
    return meant([f"{'resolve' if _SPELLS & types else 'enter'}: {known.name}"])


def turned(known: Known, layouts: Sequence[str] = _TWO_SIDED) -> bool:
    """The name on the board is that of a back face (712) or of the flipped half (710)."""
    return known.face > 0 and known.card.layout in layouts


def is_shared_line(card: Card) -> bool:
    """709.5: a split card that is a permanent, with one type line for both halves."""
    return card.layout == "split" and all(not _SPELLS & set(face.types) for face in card.faces)


def cast_half(known: Known, form: Any) -> int | None:
    """709.5d: a Room entered by the name of a half was cast as that half."""
    if known.whole or not is_shared_line(known.card) or form.face_down is True:
        return None
    return known.face


def half_named(door: str, cards: Sequence[Card]) -> int | None:
    """709.5j: which half of a Room has that name."""
    for card in cards:
        for number, face in enumerate(card.faces):
            if is_shared_line(card) and face.name.casefold() == door.strip().casefold():
                return number
    return None


def may_copy(card: Card) -> bool:
    """707.5: its own text can let it enter as a copy."""
    return any_node(
        card.faces,
        lambda node: (
            isinstance(node, tree.Opaque)
            or (isinstance(node, tree.EntersAsCopy) and node.who == tree.This())
        ),
    )


def makes_copies(card: Card) -> bool:
    """707.5: its text can let other permanents enter as copies."""
    for ability in _abilities(card):
        if isinstance(ability, tree.Opaque):
            if ability.kind in ("static", "replacement", "unknown"):
                return True
        elif changes_entering(ability):
            return True
    return False


def changes_entering(texts: object) -> bool:
    """Some text makes other permanents enter as copies."""
    return any_node(
        texts,
        lambda node: isinstance(node, tree.EntersAsCopy) and not isinstance(node.who, tree.This),
    )


def check_choices(
    known: Known, form: Any, given: Choices, gained: tuple[object, ...], of: Subject
) -> Choices:
    """607.2d: the choices that the permanent asks for as it enters, and no others.

    614.12: what it is given by then may ask as well.
    """
    if form.copying is not None or form.face_down is True:
        return given
    abilities = _shown(known).abilities
    opponent: Seat = "you" if form.controller == "opponent" else "opponent"
    given = fitted(given, abilities, opponent, of)
    check_asked(given, (known.card.faces, gained), of)
    check_made(given, needed(abilities), of)
    return given


def _shown(known: Known) -> Face:
    return known.named if turned(known) else known.card.faces[0]


def check_attached(known: Known, attached_to: str | None, form: Any, of: Subject) -> None:
    """303.4, 301.5: Auras enter attached; nothing but Auras and Equipment is attached."""
    if form.copying is not None:
        return
    subtypes = {subtype for face in known.card.faces for subtype in face.subtypes}
    if attached_to is not None and form.face_down is not True:
        bestow = any(
            isinstance(ability, tree.Keyword) and ability.name == "bestow"
            for ability in _abilities(known.card)
        )
        if not subtypes & {"Aura", "Equipment", "Fortification"} and not bestow:
            message = f"{of.called} is not an Aura, Equipment or Fortification"
            of.wrong(message, "", "attached_to")


def needs_host(known: Known) -> bool:
    """303.4: an Aura that enchants an object or a player."""
    face = _shown(known)
    return "Aura" in face.subtypes and any(
        isinstance(ability, tree.Keyword) and ability.name == "enchant"
        for ability in face.abilities
    )


# --- spells ---------------------------------------------------------------------------------------


def spell_card(known: Known) -> Card:
    """709.3, 712.8, 715.3: on the stack a spell has only the characteristics of the part cast."""
    if known.whole or known.card.layout not in _HALVES:
        return known.card
    if known.face == 0 and known.card.layout not in ("split", "aftermath"):
        return known.card
    return Card(name=known.named.name, layout="normal", faces=(known.named,))


def check_resolves(known: Known, of: Subject) -> None:
    """The card is an instant or sorcery."""
    check_half(known, "resolve", of)
    if not _SPELLS & {kind for face in spell_card(known).faces for kind in face.types}:
        of.wrong(f"{of.called} is not an instant or sorcery", _placed(known), "resolve")


def check_half(known: Known, key: str, of: Subject) -> None:
    """709.3: one half of a split card is cast; 702.102a: of a card with fuse it may be both."""
    card = known.card
    fuse = tree.Keyword("fuse")
    if not known.whole or card.layout not in ("split", "aftermath") or fuse in _abilities(card):
        return
    halves = " or ".join(show(face.name) for face in card.faces)
    of.wrong(f"only one half of {show(card.name)} is cast: name it, {halves}", "", key)


def check_cast(known: Known, of: Subject) -> None:
    """305.9: a land is no spell; 712.11: only what says so is cast with its back face up."""
    check_half(known, "spell", of)
    check_unmelded(known, "spell", of)
    front = known.card.faces[0]
    words = {each.name for each in front.abilities if isinstance(each, tree.Keyword)}
    casts = "Battle" in front.types or not words.isdisjoint(BACK_FACE_UP)
    if known.face > 0 and known.card.layout == "transform" and not casts:
        of.wrong(f"{of.called} is a back face and never a spell", "", "spell")
    if "Land" in known.named.types:
        of.wrong(f"{of.called} is a land and never a spell", "", "spell")


def check_unmelded(known: Known, key: str, of: Subject) -> None:
    """712.8b, 712.21: what two cards have melded into is a permanent, and two cards elsewhere."""
    pair = MELDED_FROM.get(known.card.name)
    if pair is not None:
        of.wrong(f"{of.called} is two cards off the battlefield", " and ".join(pair), key)


def bodies(card: Card) -> tuple[Body, ...]:
    """The instructions of an instant or sorcery, one for each face that has some."""
    return tuple(
        ability.body
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, tree.Spell)
    )


def asked_by_keywords(card: Card) -> frozenset[str]:
    """702: the kinds of choice that its keywords speak of."""
    words = (each for face in card.faces for each in face.abilities)
    return asked(tuple(each for each in words if isinstance(each, tree.Keyword)))


def check_body(
    body: Body,
    targets: Sequence[str],
    given: Choices,
    x: int | None,
    modes: Sequence[int],
    of: Subject,
) -> None:
    """Modes, targets, choices and X as the instructions ask for them."""
    chosen = _chosen_modes(body, modes, given, of)
    if not is_read(body):
        return
    check_asked(given, body, of)
    continuous = tuple(
        node for node in nodes(body) if isinstance(node, (tree.Continuous, tree.PutCounters))
    )
    if chosen is not None:
        _check_targets((body, *chosen), targets, of)
        kinds = asked(continuous) & {"color", "creature type", "basic land type", "from", "to"}
        check_made(given, kinds, of)
        if x is None and any_node(continuous, (tree.X,)):
            of.wrong(f"{of.called} asks for an X that is not given", "add `x: …`")


def check_x(x: int | None, texts: object, costs: str, of: Subject) -> None:
    """107.3: an X is told only of what has one, in its cost or its text."""
    if x is None or "X" in costs or any_node(texts, (tree.X, tree.Opaque, tree.Prose)):
        return
    if not any("X" in str(getattr(node, "cost", "")) for node in nodes(texts)):
        of.wrong(f"{of.called} asks for no X", "", "x")


def costs_of(card: Card) -> str:
    return "".join(face.mana_cost for face in card.faces)


def _chosen_modes(
    body: Body, modes: Sequence[int], given: Choices, of: Subject
) -> tuple[Body, ...] | None:
    """700.2: the modes chosen; None where that can't be told."""
    modal = next((step for step in body.steps if isinstance(step, tree.Modal)), None)
    if modal is None:
        if modes and is_read(body):
            of.wrong(f"{of.called} has no modes", "", "mode")
        return ()
    named = next((value for kind, value in given if kind == "mode"), "")
    if not modes and named.isdigit():
        modes = (int(named),)
    if not modes:
        if not named and not is_rolled(modal):
            hint = f"add `mode: …`, from 1 to {len(modal.modes)}"
            of.wrong(f"{of.called} has modes and none is chosen", hint)
        return None
    beyond = [mode for mode in modes if mode > len(modal.modes)]
    if beyond:
        message = f"{of.called} has {len(modal.modes)} modes, not a mode `{beyond[0]}`"
        of.wrong(message, "", "mode")
        return None
    return tuple(modal.modes[mode - 1] for mode in modes)


def is_rolled(modal: tree.Modal) -> bool:
    """706.3: whether it is a table of results: a die says which mode it is."""
    first = modal.modes[0].steps[:1]
    return any(isinstance(each, tree.Act) and each.verb == "result of the die" for each in first)


def wrong_modes(body: Body, modes: Sequence[int]) -> str:
    """700.2, 700.2d: what is wrong with how many are chosen, or that one is chosen twice.

    Nothing is said of what may let a player choose more of them.
    """
    modal = next((step for step in body.steps if isinstance(step, tree.Modal)), None)
    more = any(isinstance(node, tree.Act) and "more modes" in node.verb for node in body.steps)
    if modal is None or not modes or body.touches or more:
        return ""
    if len(set(modes)) < len(modes) and not modal.repeat:
        return "a mode is chosen no more than once"
    most = len(modes) if modal.high is None else modal.high
    if modal.low <= len(modes) <= most:
        return ""
    number = modal.low if len(modes) < modal.low else most
    return f"{number} mode{'' if number == 1 else 's'} can be chosen, not {len(modes)}"


def check_modes(card: Card, modes: Sequence[int], of: Subject) -> None:
    """702.42a, 702.120a: with entwine and escalate more modes can be chosen."""
    keywords = {node.name for node in nodes(card.faces) if isinstance(node, tree.Keyword)}
    wrong = "" if keywords & {"entwine", "escalate"} else wrong_modes(bodies(card)[0], modes)
    if wrong:
        of.wrong(f"of {of.called} {wrong}", "", "mode")


def _check_targets(parts: Sequence[Body], targets: Sequence[str], of: Subject) -> None:
    """601.2c: no fewer and no more objects than the text names."""
    specs = [spec for part in parts for spec in part.targets]
    low = sum(spec.low for spec in specs if spec.word == "target")
    highs = [spec.high for spec in specs]
    objects = [target for target in targets if target not in _PLAYERS]
    players = len(targets) - len(objects) - sum(len(part.players) for part in parts)
    count = len(objects) + max(0, players)  # a player can be what "any target" stands for
    if count < low:
        wanted = "a target" if low == 1 else f"{low} targets"
        got = "none is" if not count else f"{count} are" if count > 1 else "1 is"
        of.wrong(f"{of.called} asks for {wanted}, and {got} given", "", "targets")
    if any(deeds.names_targets(node) for node in nodes(tuple(parts))):
        return  # its words call more a target than the body lists
    if all(isinstance(high, int) for high in highs):
        chosen = {node for node in nodes(tuple(parts)) if isinstance(node, tree.ChosenObject)}
        most = len(chosen) + sum(high for high in highs if isinstance(high, int))
        if len(objects) > most:
            wanted = f"{most} target{'' if most == 1 else 's'}" if most else "no targets"
            message = f"{of.called} asks for {wanted}, and {len(objects)} are given"
            places = [at for at, target in enumerate(targets) if target not in _PLAYERS]
            of.wrong(message, "", "targets", places[most])


def _abilities(card: Card) -> tuple[tree.Ability, ...]:
    return tuple(ability for face in card.faces for ability in face.abilities)
