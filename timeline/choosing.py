"""607.2d, 608.2d: choices that a resolving ability makes: asked for by its text, and kept."""

from striate.boards import timeline as steps
from striate.boards.choices import asked, chosen_by, not_asked
from striate.boards.errors import NotPlayable
from striate.cards.tree import Ability, Act, Body
from striate.cards.walking import nodes, rewrite
from striate.timeline.game import Thing
from striate.timeline.play import Play


def look_at_chosen(ability: Ability | None, step: steps.ResolveAbility) -> None:
    """608.2d: a choice is one that the ability's text asks for."""
    for kind in not_asked(step.choose, ability) if ability is not None else ():
        raise NotPlayable(f"ability {step.number} of `{step.of}` asks for no {kind}")


def choose_anew(play: Play, thing: Thing, body: Body, step: steps.ResolveAbility) -> None:
    """607.2d: what the permanent chose as it entered, and an ability of it chooses again."""
    kinds = {chosen_by(node) for node in nodes(body) if isinstance(node, Act)}
    used = asked(rewrite(body.steps, lambda node: None if isinstance(node, Act) else node))
    for kind in sorted(kinds & thing.choices.keys() - used):
        value = dict(step.choose).get(kind)
        if value is None:
            play.note(step.of, f"which {kind} is chosen")
        else:
            thing.choices = {**thing.choices, kind: value}
            play.game.changed()
