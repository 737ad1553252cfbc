"""The header of a saved list: bounds, switches, names, books and systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.importers.army_forge.saved.fields import FindingCollector, ListHeader, StatedBooks, parse_header
from listbuilder.importers.importer import FORCE_ORG_FIELD, choose_system, find_books, find_systems, sort_newest_first
from listbuilder.library import Library
from listbuilder.listfiles.field_reader import MAX_POINTS
from listbuilder.model import BookPin, FactionId
from listbuilder.rules.unit_labels import MissingBook
from tests.importers.list_samples import BOOK, FACTION, list_codes, open_library, read, record
from tests.unit.making import faction


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


def read_header(**raw: object) -> tuple[ListHeader, list[str]]:
    collector = FindingCollector()
    header = parse_header(raw, collector)
    return header, [finding.code for finding in collector.findings]


@pytest.mark.parametrize(
    ("stated", "limit", "expected_codes"),
    [
        (None, None, []),
        (0, None, []),
        (1, 1, []),
        ("750", 750, []),
        (MAX_POINTS, MAX_POINTS, []),
        (MAX_POINTS + 1, None, ["IMP014"]),
        (-1, None, ["IMP014"]),
        ("0", None, ["IMP014"]),
    ],
)
def test_game_size_bounds(stated: object, limit: int | None, expected_codes: list[str]) -> None:
    header, codes = read_header(pointsLimit=stated)
    assert (header.limit, codes) == (limit, expected_codes)


@pytest.mark.parametrize(
    ("stated", "points", "expected_codes"),
    [
        (None, None, []),
        (0, 0, []),
        (MAX_POINTS, MAX_POINTS, []),
        (MAX_POINTS + 1, None, ["IMP015"]),
        (-1, None, ["IMP015"]),
        ("lots", None, ["IMP015"]),
    ],
)
def test_total_bounds(stated: object, points: int | None, expected_codes: list[str]) -> None:
    header, codes = read_header(listPoints=stated)
    assert (header.points, codes) == (points, expected_codes)
    assert read_header(points=stated)[0].points == points


def test_first_stated_total_wins() -> None:
    assert read_header(listPoints=0, points=5)[0].points == 0
    assert read_header(listPoints=7, points="lots") == (read_header(listPoints=7)[0], [])
    assert read_header(listPoints="lots", points=5)[0].points == 5


@pytest.mark.parametrize(
    ("raw", "used", "expected_codes"),
    [
        ({}, None, []),
        ({"forceOrg": None}, None, []),
        ({"forceOrg": True}, True, []),
        ({"forceOrg": False}, False, []),
        ({"competitive": True}, True, []),
        ({"forceOrg": False, "competitive": True}, True, []),
        ({"forceOrg": False, "competitive": False}, False, []),
        ({"forceOrg": "yes"}, None, ["IMP015"]),
        ({"forceOrg": "yes", "competitive": True}, True, ["IMP015"]),
        ({"forceOrg": 1}, None, ["IMP015"]),
    ],
    ids=str,
)
def test_any_switch_turns_force_organisation_on(
    raw: dict[str, object], used: bool | None, expected_codes: list[str]
) -> None:
    header, codes = read_header(**raw)
    assert (header.force_org, codes) == (used, expected_codes)
    assert (FORCE_ORG_FIELD in header.unstated_fields) is (used is None)


def test_list_names_and_notes_are_cut() -> None:
    header, codes = read_header(name="n" * 201, gameSystem=" aof ", description="d" * 20_001)
    assert (header.name, header.game, header.notes, codes) == ("n" * 200, "aof", "d" * 20_000, [])
    assert read_header()[0] == ListHeader(name="", game="", limit=None, points=None, force_org=None, notes=None)


def test_list_states_books_and_versions() -> None:
    raw = {
        "armyId": "a",
        "armyName": "Fen",
        "armyVersions": [{"armyId": "a", "version": "1"}, 7, {"armyId": 5, "version": "2"}],
    }
    books = StatedBooks.from_list(raw)
    assert (books.names, books.versions) == ({"a": "Fen"}, {"a": "1", "5": "2"})
    assert StatedBooks.from_list({"armyId": "a"}).names == {}
    assert StatedBooks.from_list({"armyName": "Fen"}).names == {}
    assert StatedBooks.from_list({"armyVersions": {"a": "1"}}).versions == {}


def test_versions_of_hundred_books_are_read() -> None:
    raw = {"armyVersions": [{"armyId": str(number), "version": "1"} for number in range(101)]}
    assert list(StatedBooks.from_list(raw).versions) == [str(number) for number in range(100)]


def test_missing_book_is_named_from_the_list() -> None:
    named = StatedBooks({"a": "Fen"}, {"a": "1"})
    unknown = [named.unknown_book("a"), named.unknown_book("b"), named.unknown_book("")]
    assert unknown == [MissingBook("a", "Fen", "1"), MissingBook("b", None, ""), MissingBook("?", None, "")]


def test_units_of_missing_book_keep_their_book(library: Library) -> None:
    named = StatedBooks({"a/b": "Fen Folk", "c": "Moon Folk"}, {})
    assert named.missing_book_id("a/b", library) == "fen-folk-ab", "such a book exists already"
    assert named.missing_book_id("c", library) == "moon-folk"
    assert named.missing_book_id("d/e", library) == "de"
    assert named.missing_book_id("", library) == "unknown"


def test_pins_hold_versions_and_missing_names() -> None:
    named = StatedBooks({"a": "Fen", "b": "Moon"}, {"a": "1", "c": "3"})
    ids = {key: FactionId(f"id-{key}") for key in "abcd"}
    assert named.pins(ids, {"a": faction()}) == {
        "id-a": BookPin("1", name=None),
        "id-b": BookPin("", name="Moon"),
        "id-c": BookPin("3", name=None),
    }


def test_system_tag_prefers_the_later_edition(library: Library) -> None:
    system_ids: list[str] = [header.id for header in find_systems(library, "aof")]
    assert system_ids == [header.id for header in find_systems(library, " AoF ")]
    assert system_ids.index("aof-3.5") < system_ids.index("aof-3.2")
    assert find_systems(library, "chess") == ()
    assert find_systems(library, "") == ()


def test_system_shared_by_all_books_wins(library: Library) -> None:
    systems = find_systems(library, "aof")
    (book,) = library.factions_by_key(BOOK)
    assert choose_system(systems, [book]) == "aof-3.5"
    assert choose_system(tuple(reversed(systems)), [book]) == "aof-3.5"
    assert choose_system(systems, []) == systems[0].id
    others = find_systems(library, "gf")
    assert choose_system(others, [book]) == others[0].id
    assert choose_system([], [book]) is None


def test_books_of_the_game_come_newest_first(tmp_path: Path) -> None:
    for version in ("1.2", "1.10", "1.3"):
        text = FACTION.replace('version: "1.2"', f'version: "{version}"')
        (tmp_path / f"fen-folk-{version}.yaml").write_text(text, encoding="utf-8")
    library = Library.open([tmp_path], user=False)
    books = find_books(library, BOOK, find_systems(library, "aof"))
    assert [book.version for book in books] == ["1.10", "1.3", "1.2"]
    assert sort_newest_first(reversed(books)) == books
    assert find_books(library, BOOK, find_systems(library, "gf")) == []
    assert find_books(library, "nobody", find_systems(library, "aof")) == []


def test_each_pick_without_option_is_reported(library: Library) -> None:
    unit = record("uReeve", "r", ("sWeapon", ""))
    raw = {"gameSystem": "aof", "armyId": BOOK, "listPoints": 40, "list": {"units": [unit], "forceOrg": True}}
    assert [list_codes(read(raw, library)) for _ in range(2)] == [["IMP014"], ["IMP014"]]
