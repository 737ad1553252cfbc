"""Factions with the same id in several systems: each list uses the book of its own system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.diagnostics import Severity, Verdict
from listbuilder.errors import AmbiguousIdError
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import compare_with_pinned_books, migrate_list, pin_book_versions
from listbuilder.listfiles.share_string import decode_share_string, encode_share_string
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, Event, EventId, FactionId, SystemId, Text, UnitRef
from listbuilder.validation.engine import validate
from tests.library.library_samples import FACTION

KEYED = FACTION.replace("id: testers", "id: testers\nkeys: [shared-key]")
SKIRMISH = KEYED.replace("[aofr-3]", "[aofs-3.5]").replace("cost: 90", "cost: 15").replace("size: 10", "size: 1")


@pytest.fixture
def library(data: Path) -> Library:
    """A library in which two systems have a faction `testers` with the same foreign key."""
    for game, text in (("regiments", KEYED), ("skirmish", SKIRMISH)):
        folder = data / "factions" / game
        folder.mkdir(parents=True)
        (folder / "testers.yaml").write_text(text)
    return Library.open([data])


def army(system: str, ref: str = "testers/pikemen") -> ArmyList:
    entry = Entry(id=EntryId("a"), unit=UnitRef(ref))
    return ArmyList(name="One", system=SystemId(system), points=1000, entries=(entry,))


def codes(army_list: ArmyList, library: Library) -> set[str]:
    return {finding.code for finding in validate(library.roster(army_list))}


def test_factions_of_two_systems_coexist(library: Library):
    assert library.shadowed == ()
    assert [header.systems for header in library.factions() if header.id == "testers"] == [("aofr-3",), ("aofs-3.5",)]
    for system, cost in (("aofr-3", 90), ("aofs-3.5", 15)):
        assert library.faction("testers", system).units["pikemen"].cost == cost
        assert [header.systems for header in library.factions(system) if header.id == "testers"] == [(system,)]


def test_list_uses_the_book_of_its_system(library: Library):
    assert [library.roster(army(system)).cost for system in ("aofr-3", "aofs-3.5")] == [90, 15]
    assert "UNT003" not in codes(army("aofr-3"), library) | codes(army("aofs-3.5"), library)


def test_book_of_another_system_is_a_noted_fallback(library: Library):
    assert library.roster(army("gf-3.5")).cost == 90
    assert "UNT003" in codes(army("gf-3.5"), library)


def test_faction_id_is_ambiguous_without_a_system(library: Library):
    with pytest.raises(AmbiguousIdError) as caught:
        library.faction("testers")
    assert (caught.value.wanted, caught.value.systems) == ("testers", ("aofr-3", "aofs-3.5"))


def test_foreign_keys_may_match_several_systems(library: Library):
    assert [header.systems for header in library.factions_by_key("shared-key")] == [("aofr-3",), ("aofs-3.5",)]
    assert library.factions_by_key("nobody") == ()


def test_hiding_a_faction_affects_only_one_system(data: Path):
    (data / "a.yaml").write_text(FACTION.replace("[aofr-3]", "[aofr-3, aof-3.5]"))
    (data / "b.yaml").write_text(FACTION.replace("cost: 90", "cost: 95"))
    library = Library.open([data])
    assert [(shadow.file.name, shadow.replaced.name, shadow.systems) for shadow in library.shadowed] == [
        ("b.yaml", "a.yaml", ("aofr-3",))
    ]
    assert [library.roster(army(system)).cost for system in ("aofr-3", "aof-3.5")] == [95, 90]
    assert {header.file.name: header.systems for header in library.factions() if header.id == "testers"} == {
        "a.yaml": ("aof-3.5",),
        "b.yaml": ("aofr-3",),
    }


def test_pins_and_shares_use_the_lists_system(library: Library):
    for system, cost in (("aofr-3", 90), ("aofs-3.5", 15)):
        pinned = pin_book_versions(army(system), library)
        assert pinned.books["testers"].sha256 == library.faction("testers", system).sha256
        assert compare_with_pinned_books(pinned, library).changed_books == ()
        assert library.roster(decode_share_string(encode_share_string(pinned))).cost == cost


def test_old_editions_come_from_the_same_system(data: Path, library: Library):
    pinned = pin_book_versions(army("aofs-3.5"), library)
    (data / "z.yaml").write_text(SKIRMISH.replace('"1.0"', '"2.0"').replace("cost: 15", "cost: 20"))
    migrated, changes = migrate_list(pinned, Library.open([data]))
    assert migrated.books["testers"].version == "2.0"
    prices = [finding.params for finding in changes.report if finding.code == "VER007"]
    assert [(price["old"], price["new"]) for price in prices] == [(15, 20)]


@pytest.mark.usefixtures("library")
def test_event_units_resolve_in_its_systems(data: Path):
    (data / "factions" / "skirmish" / "testers.yaml").write_text(SKIRMISH.replace("id: pikemen", "id: scouts"))
    text = "format: 1\nid: cup\nname: Cup\npoints: 100\nsystems: [{}]\nbanned_units: [testers/scouts]\n"
    for system, expected in (("aofs-3.5", []), ("aofr-3", ["REF007"])):
        (data / "cup.yaml").write_text(text.format(system))
        assert [finding.code for finding in check_file(data / "cup.yaml", Library.open([data]))] == expected


def editions(data: Path, *versions: str) -> Library:
    for number, version in enumerate(versions):
        text = FACTION.replace('"1.0"', f'"{version}"').replace("cost: 90", f"cost: {number + 1}")
        (data / f"{number}.yaml").write_text(text)
    return Library.open([data])


@pytest.mark.parametrize("order", [("1.9", "1.10"), ("1.10", "1.9")])
def test_newest_of_several_editions_is_used(data: Path, order: tuple[str, ...]):
    library = editions(data, *order)
    assert library.shadowed == ()
    assert [header.version for header in library.factions("aofr-3") if header.id == "testers"] == ["1.10", "1.9"]
    assert [header.version for header in library.newest_factions("aofr-3") if header.id == "testers"] == ["1.10"]
    assert (library.faction("testers").version, library.faction("testers", "aofr-3").version) == ("1.10", "1.10")
    for pinned_version, version in (("1.9", "1.9"), ("1.10", "1.10"), ("2.0", "1.10")):
        assert library.faction("testers", "aofr-3", pinned_version).version == version


def test_version_without_number_hides_earlier_files(data: Path):
    library = editions(data, "1.9", "mine")
    assert [(shadow.file.name, shadow.replaced.name) for shadow in library.shadowed] == [("1.yaml", "0.yaml")]
    assert library.faction("testers", "aofr-3", "1.9").version == "mine"


def test_list_uses_its_pinned_edition(data: Path):
    library = editions(data, "1.9", "1.10")
    for version, cost, expected in (("1.9", 1, set()), ("1.10", 2, set()), ("1.8", 2, {"VER001"})):
        pinned = replace(army("aofr-3"), books={FactionId("testers"): BookPin(version)})
        assert library.roster(pinned).cost == cost
        assert {code for code in codes(pinned, library) if code.startswith("VER")} == expected
        assert pin_book_versions(pinned, library).books["testers"].version == version
        assert migrate_list(pinned, library)[0].books["testers"].version == "1.10"


def test_missing_event_edition_falls_back_to_pin(data: Path):
    library = editions(data, "1.9", "1.10")
    cup = Event(id=EventId("cup"), name=Text("Cup"), versions={FactionId("testers"): "1.8"})
    judged = judge_army(replace(army("aofr-3"), books={FactionId("testers"): BookPin("1.9")}), library, event=cup)
    assert isinstance(judged, Judged)
    assert (judged.verdict, judged.roster.cost) == (Verdict.ILLEGAL, 1)


def test_event_edition_overrides_the_pin(data: Path):
    library = editions(data, "1.9", "1.10")
    cup = Event(id=EventId("cup"), name=Text("Cup"), versions={FactionId("testers"): "1.9"})
    for pin, verdict, expected in (
        ("1.9", Verdict.LEGAL, set()),
        (None, Verdict.LEGAL, set()),
        ("1.10", Verdict.ILLEGAL, {"EVT007"}),
    ):
        books = {} if pin is None else {FactionId("testers"): BookPin(pin)}
        judged = judge_army(replace(army("aofr-3"), books=books), library, event=cup)
        assert isinstance(judged, Judged)
        assert (judged.verdict, judged.roster.cost) == (verdict, 1)
        assert {finding.code for finding in judged.report if finding.severity is Severity.ERROR} == expected


def test_same_wording_has_same_effects_across_systems():
    shipped = Library.open(user=False)
    for rule in ("armor", "highborn"):
        there, here = (shipped.faction("high-elves", system).rules[rule] for system in ("aof-3.5", "aofs-3.5"))
        assert (here.stacking, here.move_change, here.text) == (there.stacking, there.move_change, there.text)
    assert shipped.faction("high-elves", "aofs-3.5").rules["armor"].stacking == "lowest"
