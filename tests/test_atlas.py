"""The atlas: how any two permanents meet. A small one is built here, of well-known cards."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.tree import Card
from striate.queries.atlas import building, store
from striate.queries.atlas.asking import Asking, Shown, by_both, understood
from striate.queries.atlas.brute import check
from striate.queries.atlas.building import best_known, build, journal_of
from striate.queries.atlas.deciding import Way, possible
from striate.queries.atlas.meeting import can_meet, can_wait, order_can_matter, ties
from striate.queries.atlas.panel import extra_of
from striate.queries.atlas.parts import Bundle, bundles_of
from striate.queries.atlas.spreads import of_recipe
from striate.queries.atlas.store import Atlas, NoAtlas
from striate.queries.atlas.watching import looked_over, seen_by_encodings
from striate.queries.finding.pools import is_permanent
from striate.queries.outcome import outcome
from striate.web.beside import beside

NAMES = (
    "Blood Moon", "Life and Limb", "Urborg, Tomb of Yawgmoth", "Humility", "Opalescence",
    "Glorious Anthem", "Archetype of Imagination", "Gravity Sphere", "Song of the Dryads",
    "Control Magic", "Confiscate", "Grizzly Bears", "Prismatic Omen", "Darksteel Mutation",
    "Painter's Servant", "Celestial Dawn", "Student of Warfare", "Bonesplitter",
)  # fmt: skip


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.open()


@pytest.fixture(scope="module")
def cards(catalogue: Catalogue) -> dict[str, Card]:
    found = {name: catalogue.card(name) for name in NAMES}
    return {name: card for name, card in found.items() if card is not None}


@pytest.fixture(scope="module")
def asking(catalogue: Catalogue) -> Asking:
    return Asking(catalogue)


@pytest.fixture(scope="module")
def place(
    tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, cards: dict[str, Card]
) -> Path:
    """A small atlas."""
    path = tmp_path_factory.mktemp("atlas") / "atlas.sqlite"
    for _ in build(catalogue, path, cards=cards.values()):
        pass
    return path


@pytest.fixture(scope="module")
def few(cards: dict[str, Card]) -> list[Card]:
    return [*cards.values()][:9]


@pytest.fixture(scope="module")
def rows_of_few(
    tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, few: list[Card]
) -> list[tuple[object, ...]]:
    """What one process writes of a few cards in one go."""
    path = tmp_path_factory.mktemp("few") / "atlas.sqlite"
    for _ in build(catalogue, path, cards=few):
        pass
    return _rows(path)


@pytest.fixture
def with_atlas(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRIATE_ATLAS", str(place))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["atlas", *arguments])


def in_layer(card: Card, layer: str) -> Bundle:
    return next(each for each in bundles_of(card) if each.layer == layer)


# --- what trees say -------------------------------------------------------------------------------


def test_two_permanents_meet_only_in_a_layer_where_both_do_something(
    cards: dict[str, Card],
) -> None:
    assert [each.layer for each in bundles_of(cards["Humility"])] == ["6", "7b"]
    assert bundles_of(cards["Grizzly Bears"]) == ()


def test_bonuses_commute_and_settings_clash(cards: dict[str, Card], catalogue: Catalogue) -> None:
    anthem, crusade = cards["Glorious Anthem"], catalogue.card("Crusade")
    assert crusade is not None
    assert not can_meet(in_layer(anthem, "7c"), in_layer(crusade, "7c"))
    humility, opalescence = cards["Humility"], cards["Opalescence"]
    assert order_can_matter(in_layer(humility, "7b"), in_layer(opalescence, "7b"))


def test_an_effect_that_only_looks_waits_and_its_order_does_not_matter(
    cards: dict[str, Card], catalogue: Catalogue
) -> None:
    # Urborg adds a type to each land; March of the Machines looks at artifacts only.
    opalescence, evening = cards["Opalescence"], catalogue.card("Enchanted Evening")
    assert evening is not None
    bundles = in_layer(opalescence, "4"), in_layer(evening, "4")
    assert possible(*bundles) == {"waits"}


def test_a_loop_needs_two_that_look_at_each_other(cards: dict[str, Card]) -> None:
    blood, life = in_layer(cards["Blood Moon"], "4"), in_layer(cards["Life and Limb"], "4")
    painter = in_layer(cards["Painter's Servant"], "5")
    assert can_wait(blood, life) and can_wait(life, blood)
    assert not (can_wait(blood, painter) and can_wait(painter, blood))


def test_a_third_ties_two_that_do_not_meet(cards: dict[str, Card], catalogue: Catalogue) -> None:
    nexus, evening = catalogue.card("Maskwood Nexus"), catalogue.card("Enchanted Evening")
    assert nexus is not None and evening is not None
    two = in_layer(nexus, "4"), in_layer(evening, "4")
    assert not can_meet(*two)
    assert ties(in_layer(cards["Opalescence"], "4"), *two)


def test_what_is_in_other_zones_meets_nothing_on_the_battlefield(catalogue: Catalogue) -> None:
    jailer = catalogue.card("Yixlid Jailer")
    assert jailer is not None
    assert bundles_of(jailer) == ()


# --- what boards show -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Blood Moon", "Urborg, Tomb of Yawgmoth"), "stops"),
        (("Dryad Arbor", "Blood Moon", "Life and Limb"), "waits"),
        (("Dryad Arbor", "Woodland Changeling", "Blood Moon", "Life and Limb"), "loop"),
        (("Opalescence", "Humility", "Glorious Anthem"), "stops"),
    ],
)
def test_both_readings_see_the_same_relations(
    names: tuple[str, ...], expected: str, catalogue: Catalogue
) -> None:
    board = board_from_document({"steps": [{"enter": name} for name in names]}, catalogue)
    seen, _ = looked_over(board)
    assert seen == seen_by_encodings(board)
    assert expected in {each.relation for each in seen}


@pytest.mark.parametrize(
    ("one", "other", "order", "ways"),
    [
        ("Blood Moon", "Life and Limb", True, {"order", "waited", "loop"}),
        ("Humility", "Opalescence", True, {"order"}),
        ("Archetype of Imagination", "Gravity Sphere", True, {"order"}),
        ("Control Magic", "Confiscate", True, {"order"}),
        ("Humility", "Glorious Anthem", False, {"stops"}),
        ("Darksteel Mutation", "Humility", None, {"order", "stops", "stopped"}),
        ("Grizzly Bears", "Humility", False, set()),
    ],
)
def test_pairs_are_as_judges_know_them(
    one: str, other: str, order: bool | None, ways: set[str], asking: Asking
) -> None:
    pair = asking.pair(asking.card(one), asking.card(other))
    if order is not None:
        assert pair.order is order
    assert {each.way for each in pair.shown} <= ways | {"waits", "waited"}
    assert ways - {"order", "stops", "stopped"} <= {each.way for each in pair.shown}
    for shown in pair.shown:
        assert by_both(shown.spread, shown.layer, shown.way)
        assert (shown.way == "order") == bool(shown.differences)


def test_the_order_of_two_can_matter_through_a_third(asking: Asking) -> None:
    pair = asking.pair(asking.card("Maskwood Nexus"), asking.card("Enchanted Evening"))
    assert not any(each.way == "order" for each in pair.shown)
    assert pair.through or pair.beyond == ("4",)


def test_a_recipe_serves_other_cards(asking: Asking) -> None:
    one, other = asking.card("Blood Moon"), asking.card("Life and Limb")
    for shown in asking.pair(one, other).shown:
        recipe = shown.spread.recipe()
        again = of_recipe(
            recipe, one, other, lambda word: extra_of(asking.catalogue, asking.prober.panel, word)
        )
        assert again == shown.spread


def test_every_pair_agrees_with_brute_force() -> None:
    """A slice of `python -m striate.queries.atlas.brute`, whose 300 pairs are in docs/atlas.md."""
    for each in check(20_261_122, 5):
        assert each.agrees, each


def test_what_could_be_stopped_and_no_board_shows_is_unknown_and_not_never(asking: Asking) -> None:
    def unknown(one: str, other: str) -> set[str]:
        return {way for way, _ in asking.pair(asking.card(one), asking.card(other)).unknown}

    assert unknown("Frogify", "Glorious Anthem") == set()  # it enchants creatures
    assert unknown("Blood Moon", "Glorious Anthem") == set()  # it speaks of lands
    assert run("Frogify", "Glorious Anthem").exit_code == 1
    assert "stops" in unknown("Sludge Monster", "Elvish Champion")  # with a slime counter on it
    assert "stopped" in unknown("Elvish Champion", "Sludge Monster")


# --- the file -------------------------------------------------------------------------------------


def test_a_small_atlas_answers_with_what_was_replayed(
    place: Path, catalogue: Catalogue, cards: dict[str, Card]
) -> None:
    asking = Asking(catalogue, Atlas(place, catalogue))
    groups = list(asking.groups(cards["Blood Moon"]))
    by_way = {(group.way, group.layer): group for group in groups}
    assert "Life and Limb" in {each.other.name for each in by_way["order", "4"].shown}
    assert "Urborg, Tomb of Yawgmoth" in {each.other.name for each in by_way["stops", "4"].shown}
    for group in groups:
        for shown in group.shown:
            assert by_both(shown.spread, shown.layer, _as_first(shown))


def _as_first(shown: Shown) -> Way:
    """The way as it reads for the first card of the board."""
    turned: dict[Way, Way] = {
        "waits": "waited", "waited": "waits", "stops": "stopped", "stopped": "stops",
    }  # fmt: skip
    return shown.way if shown.spread.first.card == shown.one else turned.get(shown.way, shown.way)


def test_rows_of_the_atlas_are_shown_by_both_readings(place: Path, catalogue: Catalogue) -> None:
    atlas = Atlas(place, catalogue)
    asking = Asking(catalogue, atlas)
    tried = 0
    for name in NAMES:
        card = asking.card(name)
        for line in atlas.lines(card):
            if line.size:
                others = [each for each in atlas.cards_of(line) if each != name]
                assert all(asking.replayed(line, card, other) for other in others), line
                tried += len(others)
    assert tried > 50


def test_the_page_asks_which_cards_orders_matter(place: Path, catalogue: Catalogue) -> None:
    asking = Asking(catalogue, Atlas(place, catalogue))
    names = ["Blood Moon", "Life and Limb", "Grizzly Bears", "Giant Growth"]
    among = list(asking.among(asking.permanents(names)))
    assert len(among) == 3
    mattering = [(each.one.name, each.other.name) for each in among if each.order]
    assert mattering == [("Blood Moon", "Life and Limb")]
    beside = asking.beside(asking.permanents(["Humility"]))
    assert beside
    assert "Opalescence" in {each.other.name for each in beside}
    assert all(each.way == "order" for each in beside)


def test_the_page_shows_cards_of_the_atlas_beside_a_board(
    place: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRIATE_ATLAS", str(place))
    news: list[dict[str, int]] = []
    board = {"steps": [{"enter": "Humility"}, {"enter": "Grizzly Bears"}]}
    told = beside(board, catalogue, news.append)
    assert told["missing"] == "" and told["among"] == []
    assert "Opalescence" in {each["other"] for each in told["beside"]}
    assert news == [{"done": 1, "of": 1}]


def test_an_interrupted_build_goes_on_where_it_was(
    tmp_path: Path,
    catalogue: Catalogue,
    few: list[Card],
    rows_of_few: list[tuple[object, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(building, "_AT_ONCE", 4)
    path = tmp_path / "atlas.sqlite"
    steps = build(catalogue, path, cards=few)
    next(steps)
    next(steps)
    steps.close()
    assert not path.exists()
    assert journal_of(path).exists()
    begun, *after = build(catalogue, path, cards=few)
    assert [each.done for each in after] == list(range(2, begun.total + 1)) != []
    assert not journal_of(path).exists()
    assert _rows(path) == rows_of_few != []


def _rows(path: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as db:
        asked = "SELECT one, other, way, size, text FROM meetings JOIN recipes ON id = recipe"
        return sorted(db.execute(asked).fetchall())


def test_two_processes_build_the_same(
    tmp_path: Path, catalogue: Catalogue, few: list[Card], rows_of_few: list[tuple[object, ...]]
) -> None:
    from striate.spreading.executor import Workers

    path = tmp_path / "atlas.sqlite"
    for _ in build(catalogue, path, Workers(jobs=2), cards=few):
        pass
    assert _rows(path) == rows_of_few


def test_an_atlas_of_another_catalogue_tells_of_cards_that_are_read_alike(
    tmp_path: Path, place: Path, catalogue: Catalogue, cards: dict[str, Card]
) -> None:
    """Of a card that is read otherwise it tells nothing, and names it with no other."""
    other = tmp_path / "atlas.sqlite"
    other.write_bytes(place.read_bytes())
    moon, now = cards["Blood Moon"], Atlas(place, catalogue)
    met = next(line for line in now.lines(moon) if len(now.cards_of(line)) > 1)
    name = now.cards_of(met)[0]
    with sqlite3.connect(other) as db:
        db.execute("UPDATE meta SET value = 'x' WHERE key = 'catalogue'")
        db.execute("UPDATE cards SET digest = x'00' WHERE name = ?", (name,))
    then = Atlas(other, catalogue)
    assert name in then.changed and "Blood Moon" not in then.changed and not now.changed
    assert [*then.lines(moon)] == [*now.lines(moon)]
    assert then.cards_of(met) == now.cards_of(met)[1:]
    with pytest.raises(NoAtlas, match=r"read otherwise.*atlas build"):
        next(then.lines(cards[name]))


def test_the_shipped_atlas_is_asked_unless_the_user_has_one_that_fits(
    tmp_path: Path, place: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped, own = tmp_path / "shipped.sqlite", tmp_path / "own.sqlite"
    shipped.write_bytes(place.read_bytes())
    monkeypatch.setattr(store, "SHIPPED", shipped)
    monkeypatch.setenv("STRIATE_ATLAS", str(own))
    assert Atlas.open(catalogue).path == shipped
    own.write_bytes(place.read_bytes())
    assert Atlas.open(catalogue).path == own
    with sqlite3.connect(own) as db:
        db.execute("UPDATE meta SET value = 'x' WHERE key = 'catalogue'")
        db.execute("UPDATE cards SET digest = x'00' WHERE name = 'Humility'")
    assert Atlas.open(catalogue).path == shipped
    with sqlite3.connect(own) as db:
        db.execute("UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'permanents') "
                   "WHERE key = 'of'")  # fmt: skip
    assert Atlas.open(catalogue).path == own  # of all permanents, so that it tells of more
    shipped.unlink()
    assert Atlas.open(catalogue).path == own  # of those cards that are read alike
    with sqlite3.connect(own) as db:
        db.execute("UPDATE meta SET value = 'x' WHERE key = 'edition'")
    with pytest.raises(NoAtlas, match=r"own.sqlite.*another edition of the atlas"):
        Atlas.open(catalogue)


def test_the_shipped_atlas_is_of_the_shipped_catalogue() -> None:
    atlas = Atlas(store.SHIPPED, Catalogue(SHIPPED))
    assert len(atlas.changed) < 10
    assert atlas.counts()["order"] > 100


def test_the_atlas_of_some_permanents_says_what_it_lacks(
    place: Path, catalogue: Catalogue, cards: dict[str, Card], with_atlas: None
) -> None:
    atlas = Atlas(place, catalogue)
    crusade, bears = catalogue.card("Crusade"), cards["Grizzly Bears"]
    assert crusade is not None
    assert atlas.partial and atlas.lacks(crusade)
    assert not atlas.lacks(cards["Humility"]) and not atlas.lacks(bears)
    assert "has only the 18 best-known permanents" in run("Crusade").output
    assert run("Humility").output.startswith("Of the 18 best-known permanents")
    told = beside({"steps": [{"enter": "Crusade"}]}, catalogue, lambda _: None)
    assert told["missing"] == "not in the atlas of the best-known permanents: Crusade"


def test_the_best_known_permanents_that_do_something(catalogue: Catalogue) -> None:
    found = best_known(catalogue, 30)
    assert len(found) == 30 and all(map(bundles_of, found))
    assert {"Humility", "Opalescence", "Blood Moon"} <= {card.name for card in found}


# --- the command ----------------------------------------------------------------------------------


def test_a_card_is_answered_by_groups(with_atlas: None) -> None:
    done = run("Blood Moon")
    assert done.exit_code == 0, done.output
    assert "the order of the two matters" in done.output
    assert "613.7" in done.output
    assert "board: " in done.output


def test_json_has_boards_that_check_takes(with_atlas: None, catalogue: Catalogue) -> None:
    done = run("Blood Moon", "Life and Limb", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["order_matters"] is True
    for way in found["ways"]:
        for document in way["boards"]:
            assert outcome(board_from_document(document, catalogue)).checked
    groups = json.loads(run("Blood Moon", "--json").stdout)["groups"]
    assert {group["way"] for group in groups} >= {"order", "stops"}


def test_two_that_never_meet_end_with_one() -> None:
    done = run("Grizzly Bears", "Glorious Anthem")
    assert done.exit_code == 1
    assert "does not matter" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Blood Mon",), "did you mean `Blood Moon`"),
        (("Giant Growth",), "is no permanent"),
        (("Blood Moon", "Blood Moon"), "given twice"),
        (("Blood Moon", "Humility", "Opalescence"), "give one card, or two"),
        (("Blood Moon", "-j", "2"), "are for `striate atlas build`"),
    ],
)
def test_wrong_input_is_told_plainly(
    arguments: tuple[str, ...], said: str, with_atlas: None
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_without_an_atlas_it_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRIATE_ATLAS", str(tmp_path / "none.sqlite"))
    monkeypatch.setattr(store, "SHIPPED", tmp_path / "none.sqlite")
    done = run("Blood Moon")
    assert done.exit_code == 2
    assert "striate atlas build" in done.output


def test_cards_that_are_not_understood_are_unknown(
    asking: Asking, catalogue: Catalogue, cards: dict[str, Card]
) -> None:
    permanents = (card for card in catalogue.all_cards() if is_permanent(card))
    unread = next(card for card in permanents if not understood(card))
    pair = asking.pair(unread, cards["Grizzly Bears"])
    assert pair.order is None
    assert pair.not_modelled == (unread.name,)
