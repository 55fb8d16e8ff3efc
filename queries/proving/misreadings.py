"""Theorems shown case by case against what engines get wrong: each is refuted by one wrong reading.

(`encodings/variants_*.py`: loss-before-types, only-statics-depend, stamped-by-load,
copies-lose-the-form, words-in-the-singular-only, back-face-without-indicator, copies-take-choices,
counters-after-switches, counters-without-stamps, exceptions-lost-in-chains,
text-change-reaches-granted,
face-down-before-copy, granted-changeling-as-cda, granted-stamped-by-object, indirect-dependency,
loops-fall-back, no-stamp-on-attaching, no-stamp-on-transforming, no-stamp-on-turning-face-up.)
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.cards.filters import search
from striate.cards.vocabulary import COLOR_NAMES, KEYWORD_COUNTERS
from striate.queries.outcome import outcome
from striate.queries.proving.enumeratedclaims import SURROUNDINGS, Case, differing, final

_Steps: TypeAlias = list[dict[str, Any]]

_ANIMATED = (
    ("Mutavault", 2),
    ("Mishra's Factory", 2),
    ("Treetop Village", 2),
    ("Faerie Conclave", 2),
)
_OF_CREATURES: _Steps = [
    {"enter": "Ashaya, Soul of the Wild"},
    {"enter": "Arcane Adaptation", "choose": {"creature type": "Goblin"}},
    {"enter": "Conspiracy", "choose": {"creature type": "Goblin"}},
    {"enter": "Maskwood Nexus"},
]
_FORMS = {
    "Primal Clay": ("3/3 artifact creature", "2/2 artifact creature with flying",
                    "1/6 Wall artifact creature with defender"),
    "Primal Plasma": ("3/3 creature", "2/2 creature with flying", "1/6 creature with defender"),
}  # fmt: skip
_LORDS = {"Goblin King": "Goblin", "Lord of Atlantis": "Merfolk", "Goblin Chieftain": "Goblin",
          "Elvish Archdruid": "Elf", "Merfolk Sovereign": "Merfolk",
          "Lord of the Undead": "Zombie"}  # fmt: skip

_OF_A_COLOR = ("Caged Sun", "Gauntlet of Power", "Heraldic Banner")
_SIZES = ("Grizzly Bears", "Serra Angel", "Llanowar Elves", "Wall of Frost", "Hill Giant")


def _around(names: tuple[str, ...]) -> _Steps:
    return [{"enter": each, "as": f"around {each}"} for each in names]


def late_losses(catalogue: Catalogue) -> Iterator[Case]:
    """613.1d, 613.1f: the types that changeling gave are there, whatever layer 6 takes away."""
    for name in search.search(catalogue, "keyword:changeling t:creature"):
        steps: _Steps = [{"enter": name, "as": "it"}]
        taken = {"steps": [*steps, {"resolve": "Humble", "targets": ["it"]}]}
        try:
            one, two = (final(each, catalogue, "it") for each in ({"steps": steps}, taken))
        except BoardError:
            continue  # it asks for a choice as it enters, or can't stay alone
        wrong = "" if one.subtypes == two.subtypes else "`subtypes`"
        yield Case(name, wrong, taken)


def resolved_waited_for(catalogue: Catalogue) -> Iterator[Case]:
    """613.8a: an effect on creatures waits for the resolved one that makes a creature."""
    for name, number in _ANIMATED:
        for static in _OF_CREATURES:
            animated = [{"enter": name}, {"ability": number, "of": name}]
            older, newer = {"steps": [static, *animated]}, {"steps": [*animated, static]}
            wrong = differing(final(older, catalogue, name), final(newer, catalogue, name))
            yield Case(f"{name} and {static['enter']}", wrong, older)


def entered_again(catalogue: Catalogue) -> Iterator[Case]:
    """613.7d: the timestamp of what enters again is newer than all others."""
    for names in SURROUNDINGS:
        for name in ("Grizzly Bears", "Serra Angel", "Honor of the Pure"):
            steps: _Steps = [{"enter": name, "as": "it"}, *_around(names)]
            board = {"steps": [*steps, {"resolve": "Flicker", "targets": ["it"]}]}
            objects = outcome(board_from_document(board, catalogue)).answer.objects
            stamps = {one.handle: one.timestamp for one in objects if one.zone == "battlefield"}
            wrong = "" if stamps["it"] == max(stamps.values()) else "`timestamp`"
            yield Case(f"{name} among {', '.join(names)}", wrong, board)


def forms_copied(catalogue: Catalogue) -> Iterator[Case]:
    """707.2, 208.2b: what becomes a copy has the form that was chosen for the original."""
    for name, forms in _FORMS.items():
        for form in forms:
            for names in SURROUNDINGS:
                steps: _Steps = [{"enter": name, "as": "original", "choose": {"mode": form}},
                                 {"enter": "Grizzly Bears", "as": "copy"},
                                 *_around(names)]  # fmt: skip
                copied = {"resolve": "Cytoshape", "targets": ["copy"],
                          "choose": {"creature": "original"}}  # fmt: skip
                board = {"steps": [*steps, copied]}
                one, two = (final(board, catalogue, each) for each in ("original", "copy"))
                yield Case(f"{form} among {', '.join(names)}", differing(one, two), board)


def stamped_anew(catalogue: Catalogue) -> Iterator[Case]:
    """613.7e-g: the timestamp of what is attached, turned over or transformed is the newest."""
    for names in SURROUNDINGS:
        for name, entered, happens in (
            ("Colossus Hammer", {}, {"attach": "it", "to": "Grizzly Bears"}),
            ("Exalted Angel", {"face_down": True}, {"turn_face_up": "it"}),
            ("Delver of Secrets", {}, {"transform": "it"}),
        ):
            it = {"enter": name, "as": "it", **entered}
            board = {"steps": [{"enter": "Grizzly Bears"}, it, *_around(names), happens]}
            try:
                objects = outcome(board_from_document(board, catalogue)).answer.objects
            except BoardError:
                continue  # it can't happen there: 701.3b, or it is gone
            stamps = {one.handle: one.timestamp for one in objects if one.zone == "battlefield"}
            wrong = "" if stamps["it"] == max(stamps.values()) else "`timestamp`"
            yield Case(f"{name} among {', '.join(names)}", wrong, board)


def plural_words(catalogue: Catalogue) -> Iterator[Case]:
    """612.2: with its word changed to Bear, a lord does for Bears what it did for its own."""
    for name, word in _LORDS.items():
        steps: _Steps = [{"enter": "Grizzly Bears"}, {"enter": name}]
        changed = {"resolve": "Artificial Evolution", "targets": [name],
                   "choose": {"from": word, "to": "Bear"}}  # fmt: skip
        board = {"steps": [*steps, changed]}
        seen = final(board, catalogue, "Grizzly Bears")
        wrong = "" if (seen.power, seen.toughness) == (3, 3) else "`power`"
        yield Case(name, wrong, board)


def granted_words(catalogue: Catalogue) -> Iterator[Case]:
    """612.3: a text change leaves the words of abilities that other effects grant."""
    for name, first in product(("Raging Goblin", "Goblin Piker", "Mogg Fanatic"), (True, False)):
        changed = {"resolve": "Mind Bend", "targets": [name],
                   "choose": {"from": "Mountain", "to": "Forest"}}  # fmt: skip
        king = {"enter": "Goblin King"}
        later = [king, changed] if first else [changed, king]
        board = {"steps": [{"enter": name}, *later]}
        granted = repr(final(board, catalogue, name).abilities).casefold()
        wrong = "" if "mountain" in granted and "forest" not in granted else "`abilities`"
        yield Case(f"{name}, {'before' if not first else 'after'} Goblin King", wrong, board)


def back_faces(catalogue: Catalogue) -> Iterator[Case]:
    """204.2, 712.8: a permanent that has transformed has the colours that its back face has."""
    for name in search.search(catalogue, "is:transform t:werewolf"):
        card = catalogue.card(name)
        if card is None:
            continue
        board = {"steps": [{"enter": name, "as": "it", "transformed": True}]}
        seen = final(board, catalogue, "it")
        wrong = "" if set(seen.colors) == set(card.faces[1].colors) else "`colors`"
        yield Case(name, wrong, board)


def copies_choose(catalogue: Catalogue) -> Iterator[Case]:
    """707.6: an artifact that enters as a copy has the colour that was chosen for itself."""
    for name, first, second in product(_OF_A_COLOR, COLOR_NAMES.values(), COLOR_NAMES.values()):
        steps: _Steps = [
            {"enter": "Grizzly Bears"},
            {"enter": name, "as": "original", "choose": {"color": first}},
            {"enter": "Sculpting Steel", "copying": "original", "choose": {"color": second}},
        ]
        seen = final({"steps": steps}, catalogue, "Grizzly Bears")
        wrong = "" if seen.power == 2 + (first, second).count("green") else "`power`"
        yield Case(f"{name}, {first} and {second}", wrong, {"steps": steps})


def switched_with_counters(catalogue: Catalogue) -> Iterator[Case]:
    """613.4c-d: power and toughness are switched with what counters have added to them."""
    text = "switch target creature's power and toughness until end of turn"
    switched = {"effect": text, "targets": ["it"]}
    for name, kind in product(_SIZES, ("+1/+0", "+0/+1", "+2/+0", "+1/+2", "+0/+2")):
        steps: _Steps = [{"enter": name, "as": "it"}, {"counters": {kind: 1}, "on": "it"}]
        board = {"steps": [*steps, switched]}
        one, two = final({"steps": steps}, catalogue, "it"), final(board, catalogue, "it")
        right = (one.power, one.toughness) == (two.toughness, two.power)
        yield Case(f"{name} with {kind}", "" if right else "`power`", board)


def switched_first(catalogue: Catalogue) -> Iterator[Case]:
    """613.4d: what adds after a switch has resolved is switched, too."""
    switched = {"effect": "switch target creature's power and toughness until end of turn",
                "targets": ["it"]}  # fmt: skip
    lasting = [each for each in _SIZES if each != "Wall of Frost"]  # which is 7/0 then (704.5f)
    for name, more in product(lasting, ("+2/+0", "+0/+3")):
        added = {"effect": f"target creature gets {more} until end of turn", "targets": ["it"]}
        it: _Steps = [{"enter": name, "as": "it"}]
        late, soon = ({"steps": [*it, *each]} for each in ([switched, added], [added, switched]))
        one, two = (final(each, catalogue, "it") for each in (late, soon))
        yield Case(f"{name} with {more}", differing(one, two), late)


def counters_in_order(catalogue: Catalogue) -> Iterator[Case]:
    """613.7c: what a keyword counter gives is taken by what comes later, and by nothing else."""
    for taker, kind in product(("Humility", "Dress Down"), sorted(KEYWORD_COUNTERS)):
        put: _Steps = [{"counters": {kind: 1}, "on": "Grizzly Bears"}]
        for late in (True, False):
            last = [{"enter": taker}, *put] if late else [*put, {"enter": taker}]
            board = {"steps": [{"enter": "Grizzly Bears"}, *last]}
            has = bool(final(board, catalogue, "Grizzly Bears").abilities)
            name = f"{kind} {'after' if late else 'before'} {taker}"
            yield Case(name, "" if has == late else "`abilities`", board)


def exceptions_copied(catalogue: Catalogue) -> Iterator[Case]:
    """707.3, 707.9b: what a copy is otherwise than its original is copied with it."""
    for copier, name in product(("Phantasmal Image", "Phyrexian Metamorph"), _SIZES):
        board = {"steps": [
            {"enter": name, "as": "original"},
            {"enter": copier, "as": "first", "copying": "original"},
            {"enter": "Clone", "as": "second", "copying": "first"},
        ]}  # fmt: skip
        one, two = (final(board, catalogue, each) for each in ("first", "second"))
        yield Case(f"{copier} of {name}", differing(one, two), board)


def copied_face_down(catalogue: Catalogue) -> Iterator[Case]:
    """613.2b, 708.2: nothing of what a face-down permanent copies shows."""
    for down, copied in product(("Exalted Angel", "Serra Angel", "Dryad Arbor"), _SIZES):
        steps: _Steps = [
            {"enter": down, "as": "down", "face_down": True},
            {"enter": copied, "as": "copied"},
        ]
        board = {"steps": [*steps, {"resolve": "Mirrorweave", "targets": ["copied"]}]}
        one, two = (final(each, catalogue, "down") for each in ({"steps": steps}, board))
        yield Case(f"{down}, a copy of {copied}", differing(one, two), board)


def granted_late(catalogue: Catalogue) -> Iterator[Case]:
    """604.3, 613.7a: a granted ability defines nothing, and is as new as what grants it."""
    for setter, x, first in product(("Godhead of Awe", "Humility"), (2, 3, 4), (True, False)):
        mass: _Steps = [{"enter": "Chimeric Mass", "x": x}]
        both = [{"enter": setter}, *mass] if first else [*mass, {"enter": setter}]
        board = {"steps": [*both, {"ability": 1, "of": "Chimeric Mass"}]}
        seen = final(board, catalogue, "Chimeric Mass")
        wrong = "" if (seen.power, seen.toughness) == (x, x) else "`power`"
        yield Case(f"{x} counters, {setter} {'before' if first else 'after'}", wrong, board)


def third_effects(catalogue: Catalogue) -> Iterator[Case]:
    """613.8a: whether an effect depends on another is asked of the board as it is then."""
    saproling = {"choose": {"creature type": "Saproling"}}
    for name in ("Maskwood Nexus", "Conspiracy", "Arcane Adaptation", "Xenograft"):
        third: dict[str, Any] = {"enter": name, **(saproling if name != "Maskwood Nexus" else {})}
        for later in ([{"enter": "Opalescence"}, third], [third, {"enter": "Opalescence"}]):
            board = {"steps": [{"enter": "Life and Limb"}, *later]}
            seen = final(board, catalogue, "Life and Limb")
            named = f"Life and Limb, {', '.join(each['enter'] for each in later)}"
            yield Case(named, "`types`" if "Land" in seen.types else "", board)


def beside_loops(catalogue: Catalogue) -> Iterator[Case]:
    """613.8b: what is in no loop waits for an effect of one."""
    thirds = (("Urborg, Tomb of Yawgmoth", "Swamp"), ("Prismatic Omen", "Island"))
    for (third, word), maker in product(thirds, ("Nature's Revolt", "Living Plane")):
        steps: _Steps = [{"enter": each} for each in (third, maker, "Ashaya, Soul of the Wild")]
        seen = final({"steps": steps}, catalogue, "Ashaya, Soul of the Wild")
        wrong = "" if word in seen.subtypes else "`subtypes`"
        yield Case(f"{third} before {maker} and Ashaya", wrong, {"steps": steps})
