"""Spells, abilities and effects resolve; a player gets an emblem."""

from typing import Any

from striate.boards import casting, fitting, timeline
from striate.boards.errors import show
from striate.boards.records import body_words
from striate.boards.steps.costs import cast_for
from striate.boards.steps.keys import (
    AIMED,
    AS,
    CARD,
    CONTROLLER,
    MAKES,
    MODE,
    OBJECT,
    PLAYER_OR_NONE,
    TIMES,
    WORDS,
    Spot,
    X,
    key,
    needs,
)
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.saying import Saying, said
from striate.cards.tokens import emblem_card
from striate.cards.tree import Card


def _spell(spot: Spot, fields: dict[str, Any]) -> None:
    """What the card asks for as it resolves."""
    known, of = spot.known, spot.of(show(spot.known.name))
    fitting.check_resolves(known, of)
    fields["choose"] = cast_for(spot, "resolve", fields["choose"])
    card = casting.as_cast(fitting.spell_card(known), fields["choose"])
    fields["choose"] = casting.whether_kicked(card, fields["targets"], fields["choose"])
    _check_kicked(spot, card, fields)
    bodies = fitting.bodies(card)
    if len(bodies) == 1:
        by_keywords = fitting.asked_by_keywords(card)
        given = tuple(each for each in fields["choose"] if each[0] not in by_keywords)
        fitting.check_body(bodies[0], fields["targets"], given, fields["x"], fields["modes"], of)
        fitting.check_modes(card, fields["modes"], of)
    costs = fitting.costs_of(known.card)
    fitting.check_x(fields["x"], known.card.faces, costs, of)
    fields["card"] = card
    fields["whole"] = None if known.card is card else known.card


def _check_kicked(spot: Spot, card: Card, fields: dict[str, Any]) -> None:
    """601.2c: a kicked spell has the targets that only it asks for, another has none of them."""
    numbers = casting.targets_if_kicked(card)
    kicked = dict(fields["choose"]).get("kicked", "")
    if numbers is None or kicked not in ("yes", "no"):
        return
    wanted, given = numbers[kicked == "yes"], len(fields["targets"])
    if given != wanted:
        how = "kicked" if kicked == "yes" else "not kicked"
        targets = "1 target" if wanted == 1 else f"{wanted} targets"
        message = f"{show(spot.known.name)}, {how}, asks for {targets}, not {given}"
        spot.ground.mistakes.add(message, (*spot.path, "targets"))


def _effect(spot: Spot, fields: dict[str, Any]) -> None:
    """The rules text, with what it asks for."""
    body = spot.ground.texts().parse_effect(fields["text"])
    of = spot.of("the effect")
    fitting.check_body(body, fields["targets"], fields["choose"], fields["x"], (), of)
    fitting.check_x(fields["x"], body, "", of)
    fields["body"] = body


def _effect_words(step: timeline.ResolveEffect) -> str:
    return step.text or body_words(step.body)


def _emblem(spot: Spot, fields: dict[str, Any]) -> None:
    fields["card"] = emblem_card(spot.ground.texts().parse_abilities(fields["text"]))


def _emblem_words(step: timeline.PutEmblem) -> str:
    from striate.cards.language import print_abilities  # costly: brings the grammar

    return step.text or print_abilities(step.card.faces[0].abilities)


RESOLVE = StepKind(
    timeline.Resolve,
    "",
    (needs("resolve", CARD, "card"), AIMED, X, MODE, CONTROLLER, AS, MAKES),
    makes="card",
    chooses=True,
    finish=_spell,
    setting="spell",
    searched="resolving",
    said=said(
        "cast <resolve>",
        "cast <resolve> on <targets>",
        "cast <resolve> targeting <targets>",
        "<resolve> on <targets>",
        "<resolve> targeting <targets>",
        "<resolve> resolves",
        "<resolve> with X <x>",
        "cast <resolve> with X <x>",
        "<resolve> on <targets> with X <x>",
        "cast <resolve> on <targets> with X <x>",
    ),
)
ABILITY = StepKind(
    timeline.ResolveAbility,
    "Ability resolves",
    (
        needs("ability", TIMES, "number"),
        needs("of", OBJECT),
        AIMED,
        X,
        MODE,
        key("controller", PLAYER_OR_NONE),
        MAKES,
    ),
    chooses=True,
    setting="ability",
    searched="resolving",
    said=said(
        "<ability> <of>",
        "activate <of>",
        "activate <of> with X <x>",
        "animate <of>",
        "activate <of> on <targets>",
        "activate <of> targeting <targets>",
        "activate ability <ability> of <of>",
        "ability <ability> of <of> on <targets>",
        "ability <ability> of <of> targeting <targets>",
        "activate ability <ability> of <of> on <targets>",
        "activate ability <ability> of <of> targeting <targets>",
    ),
)
_FLICKER = "Exile target permanent, then return it to the battlefield under its owner's control."
EFFECT = StepKind(
    timeline.ResolveEffect,
    "Effect",
    (
        needs("effect", WORDS, "text", says=_effect_words),
        AIMED,
        key("of", OBJECT),
        CONTROLLER,
        X,
        MAKES,
    ),
    chooses=True,
    finish=_effect,
    setting="effect",
    searched="resolving",
    said=said(
        Saying("destroy <targets>", {"effect": "Destroy target permanent."}),
        Saying("<targets> is destroyed", {"effect": "Destroy target permanent."}),
        Saying("flicker <targets>", {"effect": _FLICKER}),
        Saying("blink <targets>", {"effect": _FLICKER}),
        Saying("gain control of <targets>", {"effect": "Gain control of target permanent."}),
        Saying("create <what>", {"effect": "Create {what}."}),
    ),
)
EMBLEM = StepKind(
    timeline.PutEmblem,
    "Emblem",
    (needs("emblem", WORDS, "text", says=_emblem_words), AS, CONTROLLER),
    makes="emblem",
    searched="other zones",
    finish=_emblem,
    said=said("<controller> gets an emblem with <emblem>"),
)

SECTIONS = (
    Section(
        heading="`resolve`: an instant or sorcery resolves",
        words="""`targets` come in the text's order; `mode` is a number or a list; `creates` are
handles for the tokens and emblems that it makes, in order. What the text does to the board is
carried out, or the answer says that it is not ([deeds.md](deeds.md)).""",
        example="""\
steps:
  - enter: Grizzly Bears
  - resolve: Giant Growth
    targets: [Grizzly Bears]
    controller: opponent
  - resolve: Enlarge
    targets: [Grizzly Bears]
  - resolve: Untamed Might
    targets: [Grizzly Bears]
    x: 2
    as: might
  - resolve: Izzet Charm
    mode: 3
  - resolve: Raise the Alarm
    creates: [one, two]
""",
        kinds=(RESOLVE,),
    ),
    Section(
        heading="`ability`: the N-th ability resolves",
        words="""N counts the activated and triggered abilities that the object `of` has then, in
the text's order, gained ones last. Mana abilities, chapters, and every keyword that stands for such
an ability (equip, crew, ward) count. What works only in a hand, in exile or on the stack (cycling,
cascade) does not. `outcome` and `explain` show the numbers that hold in the end ("2. {1}{G}: …"; a
keyword that stands for two abilities has "1–2."), and `outcome --json` has them in `numbered`. A
"max speed" ability is there only if its controller's speed is 4 (702.178a).""",
        example="""\
steps:
  - enter: Treetop Village
  - ability: 2
    of: Treetop Village
    controller: you
  - token:
      name: Mage
      type_line: Creature — Wizard
      power: 1
      toughness: 1
      oracle_text: |-
        {X}{R}: Choose one —
        • Target creature gets +X/+0 until end of turn.
        • Target creature gains flying until end of turn.
        {1}: Create a 1/1 white Soldier creature token.
  - ability: 1
    of: Mage
    x: 2
    mode: 1
    targets: [Treetop Village]
  - ability: 2
    of: Mage
    creates: [soldier]
""",
        kinds=(ABILITY,),
    ),
    Section(
        heading="`effect`: a resolved effect as rules text",
        words="",
        example="""\
steps:
  - enter: Grizzly Bears
  - effect: Target creature gets +1/+1 until end of turn.
    targets: [Grizzly Bears]
    of: Grizzly Bears
    controller: opponent
  - effect: Target creature gets +X/+X until end of turn.
    targets: [Grizzly Bears]
    x: 2
  - effect: Create a 2/2 green Bear creature token.
    creates: [cub]
""",
        kinds=(EFFECT,),
    ),
    Section(
        heading="`emblem`: a player gets an emblem",
        words="",
        example="""\
steps:
  - enter: Grizzly Bears
  - emblem: Creatures you control get +1/+1.
    as: blessing
    controller: you
""",
        kinds=(EMBLEM,),
    ),
)
