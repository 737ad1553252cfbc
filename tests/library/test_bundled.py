from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.datafiles import yaml_reader
from listbuilder.datafiles.check_files import check_all, check_file
from listbuilder.datafiles.reader import load_document
from listbuilder.datafiles.templates import _quote_name, build_starter_faction
from listbuilder.library import Library
from listbuilder.library.index import INDEX_NAME, build_index, find_data_files, format_index, load_index
from listbuilder.library.locations import bundled_data_folder
from listbuilder.model import ArmyList, Entry, EntryId, Half, SystemId, UnitRef, Upgrade
from listbuilder.validation.engine import validate


def test_all_bundled_data_is_clean():
    steps: list[tuple[int, int]] = []
    reports = check_all([bundled_data_folder()], jobs=2, progress=lambda done, total: steps.append((done, total)))
    assert {str(path): list(report) for path, report in reports.items() if len(report)} == {}
    files = list(find_data_files(bundled_data_folder()))
    assert list(reports) == files
    assert steps == [(number, len(files)) for number in range(1, len(files) + 1)]


def test_the_index_is_fresh():
    fresh = format_index(build_index(bundled_data_folder()))
    assert (bundled_data_folder() / INDEX_NAME).read_text(encoding="utf-8") == fresh, "run: python -m tools.build_index"


def test_without_an_index_the_folder_is_read(tmp_path: Path):
    (tmp_path / "cup.yaml").write_text("format: 1\nid: cup\nname: Cup\npoints: 5\n")
    for damage in (None, "{", "[]", '{"format": 99}'):
        if damage is not None:
            (tmp_path / INDEX_NAME).write_text(damage)
        assert [row["id"] for row in load_index(tmp_path)] == ["cup"]


def test_bundled_data_loads_and_explains_its_rules():
    library = Library.open()
    for header in library.systems():
        assert all(rule.text.en for rule in library.system(header.id).rules.values())
    for book in library.factions():
        faction = library.faction(book.id, book.systems[0])
        assert len(faction.units) == book.units
        assert all(unit.cost >= 0 for unit in faction.units.values())
        assert all(rule.name.en for rule in faction.rules.values())
        assert faction.sha256 == book.sha256
        used = {rule.id for unit in faction.units.values() for rule in unit.rules}
        for system in map(library.system, book.systems):
            assert used - set(faction.rules) - set(system.rules) == set(), (book.id, system.id)
    for event in library.events():
        assert library.event(event.id).id == event.id


@pytest.mark.parametrize(
    ("system", "unit", "option"),
    [("aofr-2.7", "glass-caravans/camel-lancers", "iron-teeth"), ("aofr-3", "harvest-court/boar-lords", "tusk-blades")],
)
def test_mount_weapons_are_paid_for_both_halves(system: str, unit: str, option: str):
    library = Library.open(user=False)

    def codes(half: Half) -> set[str]:
        entry = Entry(id=EntryId("a"), unit=UnitRef(unit), upgrades=(Upgrade(option),), combined=half)
        return {
            finding.code
            for finding in validate(library.roster(ArmyList(name="", system=SystemId(system), entries=(entry,))))
        }

    assert "CMB004" in codes(Half())
    assert "CMB004" not in codes(Half((Upgrade(option),)))


@pytest.mark.parametrize("system", [header.id for header in Library.open(user=False).systems()])
def test_the_starter_faction_passes_the_check(system: str, tmp_path: Path):
    library = Library.open()
    (tmp_path / "f.yaml").write_text(build_starter_faction(library.system(system), "x.json"))
    assert list(check_file(tmp_path / "f.yaml", library)) == []


def test_checked_folders_see_each_other(data: Path):
    system = 'format: 1\nid: own\nname: Own\nedition: "1"\nshort: O\ncitation: {document: D}\nbased_on: aofr-3\n'
    (data / "s.yaml").write_text(system)
    (data / "f.yaml").write_text(build_starter_faction(Library.open([data]).system("own"), "x.json"))
    assert [len(report) for report in check_all([data]).values()] == [0, 0]
    assert [len(report) for report in check_all([data / "f.yaml"]).values()] == [1]
    assert [len(report) for report in check_all([data / "missing.yaml"]).values()] == [1]


def test_bundled_files_are_standard_yaml(monkeypatch: pytest.MonkeyPatch):
    """Notation is quoted where YAML would cut it, so that editors see what we see."""
    files = list(find_data_files(bundled_data_folder()))
    values = [load_document(path).value for path in files]
    monkeypatch.setattr(yaml_reader, "_has_open_bracket", lambda _value: False)
    assert [path for path, value in zip(files, values, strict=True) if load_document(path).value != value] == []


def test_written_names_read_back_unchanged():
    names = ("Höhlen Zwerge", "Łódź 1", "null", "")
    assert [_quote_name(name) for name in names] == ["Höhlen Zwerge", '"Łódź 1"', '"null"', '""']
