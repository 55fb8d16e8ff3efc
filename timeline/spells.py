"""707.10, 601: spells on the stack, with their choices, and copies of them; what is paid.

What a cost that was paid brings about: dash (702.109), blitz (702.152), warp (702.185), and the
haste of what was suspended (702.62). Others give it abilities (`cards.meanings_counted`).
"""

import re
from collections.abc import Iterator

from striate.boards import timeline as steps
from striate.boards.deeds import BY_END_OF_TURN
from striate.boards.known import LEAVING, steps_of_the_turn
from striate.boards.record import GRAVEYARD_LEFT, LEFT, SACRIFICED, UNCOUNTED
from striate.boards.timeline import CopySpellOnStack, PutSpell, Resolve
from striate.cards import tree
from striate.cards.vocabulary import PERMANENT_TYPES, plural
from striate.cards.walking import nodes
from striate.timeline import counters, entering, newcomers, telling
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.possible import pay_energy
from striate.timeline.resolution import Resolution
from striate.timeline.resolving import follow, resolve


def put_spell(play: Play, step: PutSpell) -> None:
    """601.2: a spell with the choices that were made for it and the mana that was spent."""
    turned = _turned_over(step)
    card = turned or step.card
    faces = play.reading.faces_of(card)
    thing = newcomers.new(play, step.handle, faces, card, step.controller)
    thing.x, thing.transformed = step.x, turned is not None
    thing.whole = None if turned else step.whole
    thing.choices = dict(step.choose)
    thing.spell_choices.update(_choices(step))
    newcomers.look_whether_prototyped(play, thing)
    put_on_stack(play, thing)
    _look_whether_bestowed(play, thing)
    pay_for_spell(play, step)


def _turned_over(step: PutSpell) -> tree.Card | None:
    """712.8c: the card that is cast transformed: its front face has its mana cost."""
    whole = step.whole
    if whole is None or whole.layout != "transform" or step.card.name == whole.faces[0].name:
        return None
    return whole


def _choices(step: PutSpell) -> dict[str, str | int | tuple[str, ...]]:
    """601.2b-c: what was chosen, by kind; only what the board tells."""
    choices: dict[str, str | int | tuple[str, ...]] = {}
    if step.targets:
        choices["targets"] = step.targets
    if len(step.modes) == 1:
        choices["mode"] = step.modes[0]
    elif step.modes:
        choices["mode"] = tuple(str(mode) for mode in step.modes)
    if step.x is not None:
        choices["x"] = step.x
    if step.kicked:
        choices["kicked"] = int(step.kicked)
    if step.mana is not None:
        choices["mana"] = step.mana
    choices.update(step.choose)
    return choices


def copy_spell(play: Play, step: CopySpellOnStack) -> None:
    """707.10, 707.10a, 707.10c: characteristics and decisions are copied; mana is no object and is
    not. 707.10g: of a double-faced spell both faces.
    """
    original = play.game.things[step.of]
    copied = play.state().spell_copy(step)
    if copied is None:
        return
    thing = newcomers.new(play, step.handle, copied.faces, None, step.controller)
    thing.layout, thing.transformed = copied.layout, copied.transformed
    thing.exceptions, thing.copy_of_spell = step.exceptions, True
    thing.x, thing.choices = original.x, dict(original.choices)
    thing.spell_choices = {**original.spell_choices, "mana": ""}
    if step.targets is not None:
        thing.spell_choices["targets"] = step.targets
    put_on_stack(play, thing)
    _look_whether_bestowed(play, thing)
    if step.unread:
        play.note(copied.name, step.unread)


def _look_whether_bestowed(play: Play, thing: Thing) -> None:
    """702.103b-c: it is an Aura spell, and so is a copy of it."""
    if thing.choices.get("cost", "").lower() == "bestow":
        play.game.changed()
        entering.bestow(play, thing)


def put_on_stack(play: Play, thing: Thing) -> None:
    """613.7d: it enters the zone."""
    thing.zone = "stack"
    thing.stamp = play.tick("entering", thing)
    play.game.things[thing.handle] = thing


_END = BY_END_OF_TURN[0]
_HASTE = tree.Continuous(
    tree.Effect(tree.This(), (tree.GainAbilities((tree.Keyword("haste"),)),)),
    tree.AsLongAs(tree.Unless(tree.Matches(tree.This(), tree.ControlledBy("opponent")))),
)
_FOLLOWS: dict[str, tree.Step] = {
    "blitz": tree.Later(_END, (tree.MoveZone("sacrifice", tree.This(), "graveyard"),)),
    "dash": tree.Later(_END, (tree.MoveZone("return", tree.This(), "hand"),)),
    "suspend": tree.Do((_HASTE,), tree.Matches(tree.This(), tree.HasType("Creature"))),
    "warp": tree.Later(_END, (tree.MoveZone("exile", tree.This(), "exile"),)),
}


def follows_from_its_cost(play: Play, step: steps.Enter) -> None:
    """702.62a, 702.109a, 702.152a, 702.185a: of the permanent that the spell becomes; of no other
    that it is later.

    603.7c: abilities of the spell make it happen, so it does so even if the permanent lost its own.
    """
    pay_for_spell(play, step)
    deed = _FOLLOWS.get(dict(step.choose).get("cost", ""))
    if deed is not None and play.game.things[step.handle].zone == "battlefield":
        at = Context(source=step.handle, card=step.card.name, controller=step.controller)
        resolve(play, tree.Body((deed,)), at)


# --- 601.2h, 602.2b: what is paid -----------------------------------------------------------------


def pay_for_spell(play: Play, step: Resolve | PutSpell | steps.Enter) -> None:
    """601.2f-h: what the card says that casting it costs besides, and the cost that a step tells.

    A permanent that enters need not have been cast, and what it may cost may not have been paid.
    """
    at = Context(source=step.handle, card=step.card.name, controller=step.controller)
    if not isinstance(step, steps.Enter) and getattr(step, "mana", None) is None:
        pay(play, at, step.card.faces[0].mana_cost)
    paid = {name for name, word in dict(step.choose).items() if word == "yes"}
    paid |= {dict(step.choose).get("cost", "")} | {_NAMES.get(each, each) for each in paid}
    for ability in step.card.faces[0].abilities:
        if isinstance(ability, tree.Keyword) and ability.name in paid:
            pay(play, at, ability.cost)
        elif isinstance(step, steps.Enter):
            continue
        elif isinstance(ability, tree.Keyword) and ability.name in _SAYS:
            pay(play, at, ability.name)
        elif isinstance(ability, tree.Keyword):
            _may_pay(play, at, ability.cost if _may_cost(play, ability, step) else "")
        for node in nodes(ability) if isinstance(ability, tree.Inert) else ():
            if isinstance(node, tree.Inert) and node.words.startswith(_TO_CAST):
                pay(play, at, ", ".join(_leaves(node)))
            elif isinstance(node, tree.Inert) and _RATHER in node.words:
                _may_pay(play, at, ", ".join(_leaves(node)))


def _may_cost(play: Play, keyword: tree.Keyword, step: Resolve | PutSpell | steps.Enter) -> bool:
    """601.2b, 601.3b: whether it may have been paid, as no step denies it: a cost besides, or that
    of a card that lies in its owner's graveyard."""
    denied = {name for name, word in dict(step.choose).items() if word == "no"}
    if keyword.name in _BESIDES:
        return keyword.name not in denied | {_NAMES.get(each, each) for each in denied}
    graveyard = play.game.in_zone("graveyard")
    return keyword.name in FROM_GRAVEYARDS and any(each.card == step.card for each in graveyard)


def _may_pay(play: Play, at: Context, cost: str) -> None:
    """118.9: a cost that may have been paid; which permanents went for it, steps tell."""
    words = [word for word in cost.lower().split(", ") if _OUT_OF_SIGHT.search(word)]
    if words:
        pay(play, at, f"you may {', '.join(words)}")


_RATHER = "rather than pay ~'s mana cost"
_OUT_OF_SIGHT = re.compile(r"\b(life|hand|discard|graveyard)\b")
_BESIDES = ("kicker", "multikicker", "buyback", "entwine", "escalate")
FROM_GRAVEYARDS = ("flashback", "harmonize", "jump-start", "mayhem")
_NAMES = {"kicked": "kicker", "escaped": "escape"}
_TO_CAST = "as an additional cost to cast <cast>, "


def _leaves(cost: tree.Inert) -> Iterator[str]:
    for node in nodes(cost):
        if isinstance(node, tree.Inert):
            number = next((each for each in node.parts if isinstance(each, int)), None)
            yield node.words if number is None else node.words.replace("<n>", str(number))


def _goes_to_the_graveyard_of(play: Play, step: steps.Step, seat: str) -> bool:
    if not isinstance(step, steps.Leave) or step.to != "graveyard":
        return False
    thing = play.game.things.get(step.what)
    return thing is None or thing.owner == seat


def pay(play: Play, at: Context, cost: str, ability: tree.Ability | None = None) -> None:
    """118.3, 601.2h, 602.2b: what was taken for a cost, steps tell; what a player paid in life, in
    cards out of sight or by tapping, nothing tells but the cost itself."""
    pay_energy(play, at, cost)
    if "/P}" in cost:  # 107.4f
        pay(play, at, "you may pay life")
    seat, source = play.state().you(at), play.game.things.get(at.source or "")
    if source is not None and source.zone == "battlefield" and (turns := _TURNS.search(cost)):
        counters.was_turned(play, (source,), turns[0] == "{T}")
    words = _SYMBOLS.sub("", cost).lower().strip(", ")
    words = _SAYS.get(_FIRST.match(words)[0], words)  # type: ignore[index]  # it matches anything
    if not words or words.startswith("reveal "):
        return
    if match := _TAPS.search(words):
        counters.was_turned(play, _meant_by(play, at, seat, words), not match["untaps"])
    if source is not None and words == "exert ~":
        source.held = True  # 701.43a
    turn = steps_of_the_turn(play.path.steps, play.path.step)
    is_told = any(_goes_to_the_graveyard_of(play, each, seat) for each in turn)
    if (
        _TAKES.search(words)
        and not is_told
        and not all(each.token for each in _meant_by(play, at, seat, words))
    ):
        play.game.buried.add(seat)
    surely = not _MAYBE.search(words)
    life = _LIFE.search(words) if surely else None
    resolution = Resolution(play, at, ability)
    if life is not None and not play.path.was_told("life", seat):
        follow(resolution, (tree.LifeChange("you", tree.Num(int(life[1])), gain=False),))
    else:
        foretold = len(play.game.foretold)
        follow(resolution, (tree.Inert(words),))
        del play.game.foretold[foretold:]
        telling.life_changes(play, seat, 0 if life is None else -int(life[1]))
    for pattern, what in _GONE.items():
        if pattern.search(words):
            telling.withdraw(play, *LEAVING)
            telling.happens(play, what, seat if surely else UNCOUNTED)


_FIRST = re.compile(r"#|\w*")
_SYMBOLS = re.compile(r"\{[^{}]*\}")
_TURNS = re.compile(r"\{[TQ]\}")
_TAPS = re.compile(r"\b(?P<untaps>un)?tap\b")
# What it is, nothing tells: not its own object, which is where the steps say; nor a token, which
# lies nowhere (111.7).
_TAKES = re.compile(r"\bsacrifice (?!~|it\b)(?!.*\btokens?\b)")
_MAYBE = re.compile(r"\bor\b|\byou may\b")
_LIFE = re.compile(r"\bpay (\d+) life\b(?! for)")
_GONE = {
    re.compile(r"\bsacrifice\b"): SACRIFICED,
    re.compile(r"\b(sacrifice|return)\b|exile .*you control"): LEFT,
    re.compile(r"exile .*graveyard|collect evidence|forage"): GRAVEYARD_LEFT,
}
_TO_CREW = "tap other untapped creatures"  # 702.122a, 702.171a
_SAYS = {
    "#": "you may pay life, discard a card, exile a card from your graveyard, or tap a permanent",
    "crew": _TO_CREW, "saddle": _TO_CREW, "waterbend": "you may tap an artifact or creature",
    "convoke": "you may tap creatures", "improvise": "you may tap artifacts",
    "delve": "you may exile cards from your graveyard",
}  # fmt: skip


def _meant_by(play: Play, at: Context, seat: str, words: str) -> list[Thing]:
    """118.3: what may have been taken: what it enchants, or what the player controls of such
    kinds."""
    state, all_words = play.state(), set(re.findall(r"[\w'-]+", words))
    if "enchanted" in all_words:
        return [play.game.things[each] for each in state.looked_at(tree.Attached(), at)]
    theirs = [
        thing
        for thing in play.game.on_battlefield()
        if state.controller(thing.handle) == seat
        and not ("other" in words and thing.handle == at.source)
    ]

    def is_named(thing: Thing) -> bool:
        kinds = (*state.types(thing.handle), *state.subtypes(thing.handle))
        return any({each.lower(), plural(each).lower()} & all_words for each in kinds)

    named = [each for each in theirs if is_named(each)]
    return named if named or not _KINDS.isdisjoint(all_words) else theirs


_KINDS = {each.lower() for word in PERMANENT_TYPES for each in (word, plural(word))}
