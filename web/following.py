"""What can happen to an object next, as buttons that add a row."""

from collections.abc import Iterator

from striate.boards.steps.objects import DESIGNATION
from striate.boards.timeline import Answer, Seen
from striate.cards import tree
from striate.cards.numbering import numbered_of
from striate.cards.tree import Card
from striate.queries.showing import Words, ability_words, spoken
from striate.web.controls import Control
from striate.web.wording import shortened

_COUNTERS = ("+1/+1", "-1/-1", "flying", "charge", "stun", "shield")


def following(
    seen: Seen, card: Card | None, answer: Answer | None, words: Words, at: int
) -> list[tuple[str, list[Control]]]:
    """The groups of buttons of one object; each adds its row at the end, as row `at`."""
    handle = seen.handle

    def press(label: str, **step: object) -> Control:
        return Control("press", label, {"do": "step", "step": step, "at": at})

    if seen.zone == "stack":
        return [("It", [press("Copy of the spell", copy_spell=handle)])]
    if seen.zone == "phased out":
        return [("It", [press("Phase in", phase_in=handle)])]
    if seen.zone != "battlefield":
        return []
    levels = any(isinstance(ability, tree.LevelSymbol) for ability in seen.abilities)
    counts = [press(f"{kind} counter", counters={kind: 1}, on=handle) for kind in _COUNTERS]
    if levels:
        level = press("level counter", counters={"level": 1}, on=handle)
        counts = [press("Level up", level_up=handle), level, *counts]
    groups = [("Counters", counts)]
    abilities = [
        press(f"{number}. {ability_button(ability, seen, words)}", ability=number, of=handle)
        for number, ability in enumerate(numbered_of(seen.abilities), 1)
        if not (levels and _is_level_up(ability))
    ]
    if "Class" in seen.subtypes:
        level_now = max(1, seen.class_level) + 1
        abilities.append(press(f"Becomes level {level_now}", class_level=level_now, on=handle))
    if abilities:
        groups.append(("One of its abilities resolves", abilities))
    return [*groups, ("It", list(_deeds(seen, card, answer, at)))]


def _deeds(seen: Seen, card: Card | None, answer: Answer | None, at: int) -> Iterator[Control]:
    handle = seen.handle

    def press(label: str, **step: object) -> Control:
        return Control("press", label, {"do": "step", "step": step, "at": at})

    yield press("Untap", untap=handle) if seen.tapped else press("Tap", tap=handle)
    if seen.face_down:
        yield press("Turn face up", turn_face_up=handle)
    else:
        yield press("Turn face down", turn_face_down=handle)
    if card is not None and len(card.faces) > 1:
        if card.layout == "flip":
            yield press("Flip", flip=handle)
        elif "Room" in seen.subtypes:
            yield from (press(f"Unlock {f.name}", unlock=handle, door=f.name) for f in card.faces)
        else:
            yield press("Transform", transform=handle)
    if "Equipment" in seen.subtypes or "Aura" in seen.subtypes:
        hosts = [each.handle for each in answer.objects if "Creature" in each.types
                 and each.handle != handle] if answer else []  # fmt: skip
        yield press("Attach to …", attach=handle, to=(hosts or [""])[-1])
    yield press("Token copy of it", token_copy_of=handle)
    yield press("Phase out", phase_out=handle)
    yield press("Dies", leave=handle)
    yield press("Exiled", leave=handle, to="exile")
    if "Legendary" in seen.supertypes:
        yield press("Is kept", keep=handle)
    yield press("Becomes …", becomes=DESIGNATION.words[0], on=handle)


def ability_button(ability: tree.Ability, seen: Seen | None, words: Words) -> str:
    """An ability, short enough for a button."""
    return shortened(spoken(ability_words(ability, words), seen))


def _is_level_up(ability: tree.Ability) -> bool:
    """702.87a: what level up stands for has a row of its own."""
    return isinstance(ability, tree.Activated) and ability.body.steps == (
        tree.PutCounters(tree.This(), "level", tree.Num(1)),
    )
