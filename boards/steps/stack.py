"""Spells on the stack."""

from typing import Any

from striate.boards import fitting, timeline
from striate.boards.choices import check_asked
from striate.boards.errors import show
from striate.boards.steps.costs import cast_for
from striate.boards.steps.keys import (
    AIMED,
    AS,
    CARD,
    CONTROLLER,
    EXCEPT,
    KICKED,
    MANA,
    MAYBE_TARGETS,
    MODE,
    OBJECT,
    Spot,
    X,
    key,
    needs,
)
from striate.boards.steps.kind import Section, StepKind
from striate.cards import tree
from striate.cards.walking import any_node


def _spell(spot: Spot, fields: dict[str, Any]) -> None:
    known, of = spot.known, spot.of(show(spot.known.name))
    fitting.check_cast(known, of)
    fields["choose"] = cast_for(spot, "spell", fields["choose"])
    texts, costs = known.card.faces, fitting.costs_of(known.card)
    fitting.check_x(spot.form.x, texts, costs, of)
    check_asked(fields["choose"], texts, of)
    if spot.form.kicked and not any_node(texts, _is_about_kicking):
        spot.at("kicked").wrong(f"{show(known.name)} has no kicker")
    fields["card"] = fitting.spell_card(known)
    fields["whole"] = None if known.card is fields["card"] else known.card


def _is_about_kicking(node: tree.Node) -> bool:
    """702.33: kicker or multikicker, or words that are not understood."""
    kicker = isinstance(node, tree.Keyword) and node.name in ("kicker", "multikicker")
    return kicker or isinstance(node, tree.Opaque | tree.Prose)


def _copy(spot: Spot, fields: dict[str, Any]) -> None:
    ground, of = spot.ground, fields["of"]
    if of in ground.handles.step and of not in ground.spells:
        spot.at("copy_spell").wrong(f"{show(of)} is not a spell on the stack")
    fields["exceptions"], fields["unread"] = ground.exceptions(spot.form.except_)


SPELL = StepKind(
    timeline.PutSpell,
    "",
    (
        needs("spell", CARD, "card"),
        AS,
        CONTROLLER,
        AIMED,
        MODE,
        X,
        key("kicked", KICKED),
        key("mana", MANA),
    ),
    makes="card",
    chooses=True,
    finish=_spell,
    setting="stack",
    searched="other zones",
)
COPY_SPELL = StepKind(
    timeline.CopySpellOnStack,
    "Copy of a spell",
    (
        needs("copy_spell", OBJECT, "of"),
        AS,
        CONTROLLER,
        key("targets", MAYBE_TARGETS),
        EXCEPT,
    ),
    makes="copy",
    chooses=True,
    finish=_copy,
    setting="stack",
    searched="other zones",
)

SECTIONS = (
    Section(
        heading="`spell`, `copy_spell`: spells on the stack",
        words="""`spell` keys: `as`, `controller`, `targets`, `mode`, `x`, `kicked` (true
or how often), `mana` (what was spent), `choose`. `copy_spell` puts a copy on the stack
(707.10): choices are copied, mana spent is not; keys `as`, `controller`, `targets`, `except`.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - spell: Fireball
    as: fire
    x: 3
    targets: [Grizzly Bears]
    controller: opponent
    mana: "{3}{R}"
  - copy_spell: fire
    as: copy
    targets: [Grizzly Bears]
    controller: you
  - spell: Izzet Charm
    mode: 3
  - {spell: Goblin Bushwhacker, as: goblin, kicked: true}
  - {copy_spell: goblin, except: it has flying}
""",
        kinds=(
            SPELL,
            COPY_SPELL,
        ),
    ),
)
