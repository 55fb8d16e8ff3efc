"""Permanents enter: cards, tokens, tokens that are copies."""

from typing import Any

import msgspec
from msgspec.structs import replace

from striate.boards import fitting, timeline
from striate.boards.choices import check_asked
from striate.boards.errors import show
from striate.boards.records import token_record
from striate.boards.steps.costs import cast_for
from striate.boards.steps.keys import (
    AS,
    ATTACHED_TO,
    CARD,
    CONTROLLER,
    EXCEPT,
    FLAG,
    OBJECT,
    TAPPED,
    TOKEN,
    YES,
    Spot,
    X,
    copied,
    key,
    needs,
)
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.saying import Saying, said


def is_told(step: timeline.Enter) -> bool:
    """A token given by its characteristics, not by a card's name."""
    return bool(step.written) or step.token and step.card.layout == "token"


def _is_card(step: timeline.Enter) -> bool:
    return not is_told(step)


def _record(step: timeline.Enter) -> Any:
    return msgspec.json.decode(step.written) if step.written else token_record(step.card)


def _entered_name(step: timeline.Enter) -> str:
    """709.5d: a Room by the half that was cast."""
    return step.card.name if step.unlocked is None else step.card.faces[step.unlocked].name


def _entering(spot: Spot, fields: dict[str, Any]) -> None:
    """What the card says of how it enters."""
    ground, form, known = spot.ground, spot.form, spot.known
    of = spot.of(show(known.name))
    fitting.check_permanent(known, form, of)
    fields["choose"] = cast_for(spot, "enter", fields["choose"])
    if not ground.copies_enter:
        gained = ground.abilities_given
        fields["choose"] = fitting.check_choices(known, form, fields["choose"], gained, of)
        if form.copying is None and not gained:
            fitting.check_x(form.x, known.card.faces, fitting.costs_of(known.card), of)
    if "face down by" in form.choose and form.face_down is not True:
        message = f"{show(known.name)} enters face up"
        spot.at("choose").wrong(message, "add `face_down: true`", "face down by")
    host = fields["attached_to"]
    fitting.check_attached(known, host, form, of)
    other = form.copying is not None or form.face_down is True or form.transformed is True
    if host is None and not other:
        _check_host(spot)
    fields["unlocked"] = fitting.cast_half(known, form)
    fields["front_costs"] = ground.front_costs(known)
    fields["transformed"] |= fitting.turned(known)
    fields["flipped"] |= fitting.turned(known, ("flip",))


def _check_host(spot: Spot) -> None:
    """303.4g: an Aura that is attached to nothing does not enter."""
    if fitting.needs_host(spot.known) and spot.made not in spot.ground.attached_later:
        message = f"the Aura {show(spot.known.name)} enters attached to nothing"
        line = f"in a line `{spot.known.name} on HANDLE`"
        spot.wrong(message, f"add `attached_to: HANDLE`, {line}")


def _copying(spot: Spot, handle: str | None) -> str | None:
    """707.5: what it enters as a copy of, where some text lets it."""
    ground, known = spot.ground, spot.known
    if handle is None or copied("can't enter as a copy of itself").read(spot, handle) == spot.made:
        return handle
    others = list(ground.cards)
    others.remove(known.card)
    if not fitting.may_copy(known.card) and not any(map(fitting.makes_copies, set(others))):
        spot.wrong(f"the text of {show(known.name)} lets it copy nothing")
    return handle


def _token(spot: Spot, fields: dict[str, Any]) -> None:
    known, ground = spot.known, spot.ground
    fields["card"] = known.card
    if not ground.copies_enter:
        texts = (known.card.faces, ground.abilities_given)
        of = spot.of(show(known.name))
        check_asked(fields["choose"], texts, of)
        if not ground.abilities_given:
            fitting.check_x(spot.form.x, texts, "", of)


def _exceptions(spot: Spot, fields: dict[str, Any]) -> None:
    fields["exceptions"], fields["unread"] = spot.ground.exceptions(spot.form.except_)


def _face_down_by(word: str) -> dict[str, Any]:
    return {"face_down": True, "choose": {"face down by": word}}


ENTER = StepKind(
    timeline.Enter,
    "",
    (
        needs("enter", CARD, "card", says=_entered_name, searched="held"),
        AS,
        CONTROLLER,
        key("copying", replace(OBJECT, read=_copying), searched="copies"),
        key("face_down", FLAG, searched="face down"),
        ATTACHED_TO,
        key("transformed", FLAG, searched="other faces"),
        key("flipped", FLAG, searched="other faces"),
        TAPPED,
        key("token", YES, searched="other tokens"),
        X,
    ),
    makes="card",
    chooses=True,
    finish=_entering,
    belongs=_is_card,
    setting="entering",
    searched="held",
    said=said(
        "<enter> enters",
        Saying("<enter> enters tapped", {"tapped": True}),
        Saying("tapped <enter>", {"tapped": True}),
        Saying("<enter> tapped", {"tapped": True}),
        "cast <enter>",
        "cast <enter> on <attached_to>",
        "play <enter>",
        "<enter> attached to <attached_to>",
        "<enter> enchanting <attached_to>",
        "<enter> enchants <attached_to>",
        "enchant <attached_to> with <enter>",
        "<attached_to> enchanted by <enter>",
        "<attached_to> enchanted with <enter>",
        "<attached_to> equipped with <enter>",
        Saying("bestow <enter> on <attached_to>", {"choose": {"cost": "bestow"}}),
        "<enter> as a copy of <copying>",
        "<enter> enters as a copy of <copying>",
        "cast <enter> as a copy of <copying>",
        Saying("kicked <enter>", {"choose": {"kicked": "yes"}}),
        Saying("<enter> kicked", {"choose": {"kicked": "yes"}}),
        Saying("cast <enter> kicked", {"choose": {"kicked": "yes"}}),
        Saying("<enter> face down", {"face_down": True}),
        Saying("face-down <enter>", {"face_down": True}),
        Saying("morph <enter>", {"face_down": True}),
        Saying("disguise <enter>", _face_down_by("disguise")),
        Saying("cast <enter> face down", {"face_down": True}),
        Saying("manifest <enter>", _face_down_by("manifest")),
        Saying("cloak <enter>", _face_down_by("cloak")),
        "<enter> with X <x>",
        "cast <enter> with X <x>",
        Saying("<enter> naming <choose>"),
        Saying("<enter> choosing <choose>"),
    ),
)
TOKEN_STEP = StepKind(
    timeline.Enter,
    "Token",
    (needs("token", TOKEN, "written", says=_record), AS, CONTROLLER, ATTACHED_TO, TAPPED, X),
    fixed={"token": True},
    makes="token",
    chooses=True,
    finish=_token,
    belongs=is_told,
    setting="entering",
    searched="other tokens",
)
TOKEN_COPY = StepKind(
    timeline.EnterTokenCopy,
    "Token copy",
    (
        needs("token_copy_of", copied("can't be a copy of itself"), "of"),
        AS,
        CONTROLLER,
        EXCEPT,
        ATTACHED_TO,
        TAPPED,
        X,
    ),
    makes="copy",
    chooses=True,
    finish=_exceptions,
    setting="token copy",
    searched="resolving",
    said=said("create a token that's a copy of <token_copy_of>"),
)

SECTIONS = (
    Section(
        heading="`enter`: a permanent enters",
        words="""`copying` is what a Clone copies, `attached_to` the host of an Aura or Equipment,
`x` the X of "enters with X"; [choices](#choices) come below. "Enters with" counters, loyalty, a
Saga's lore counter and "enters tapped" come by themselves.""",
        example="""\
steps:
  - enter: Grizzly Bears
    as: bears
    tapped: true
  - {enter: Frogify, attached_to: bears, controller: opponent}
  - {enter: Clone, copying: bears}
  - {enter: Birds of Paradise, face_down: true}
  - {enter: Delver of Secrets, transformed: true}
  - {enter: Nezumi Graverobber, flipped: true}
  - {enter: Endless One, x: 3}
  - {enter: Hill Giant, token: true}
""",
        kinds=(ENTER,),
    ),
    Section(
        heading="`token`: a token by its characteristics",
        words="""The record may have `name`, `type_line`, `power`, `toughness`, `colors`,
`oracle_text`; the step `as`, `controller`, `attached_to`, `tapped`, `x`.""",
        example="""\
steps:
  - token: {name: Bear, type_line: Creature — Bear, power: 2, toughness: 2, colors: [G],
            oracle_text: Trample}
    as: bear
    controller: opponent
    tapped: true
  - token: {type_line: Enchantment — Aura, oracle_text: Enchant creature}
    attached_to: bear
  - token: {type_line: Creature — Hydra, power: 0, toughness: 0,
            oracle_text: This creature enters with X +1/+1 counters on it.}
    x: 2
""",
        kinds=(TOKEN_STEP,),
    ),
    Section(
        heading="`token_copy_of`: a token that is a copy",
        words="""`except` is rules text that the copy effect adds.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - token_copy_of: Grizzly Bears
    as: copy
    controller: opponent
    except: it has haste
    tapped: true
  - {enter: Frogify, attached_to: copy, as: frog}
  - {token_copy_of: frog, attached_to: Grizzly Bears}
  - enter: Endless One
    x: 2
  - {token_copy_of: Endless One, as: hydra, x: 0}
""",
        kinds=(TOKEN_COPY,),
    ),
)
