"""The bundled sample lists in every human-readable format."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.exporters import Exportable, find_exporter
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import format_printed_code, list_hash
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef, Upgrade
from listbuilder.sheet import PrintOptions, build_sheet
from listbuilder.validation.engine import validate
from tests.exporters.sheet_rows import flatten
from tests.exporters.test_formats_agree import PLAIN, find_missing_rows

LISTS = sorted((Path(__file__).parents[2] / "data" / "lists").glob("*.yaml"))


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "de"])
def test_sample_list_reads_same_in_every_format(library: Library, path: Path, language: str):
    army = load_list(path).army
    roster = library.roster(army)
    code, share = format_printed_code(list_hash(army)), encode_share_string(army)
    report = validate(roster)
    exportable = Exportable(build_sheet(roster, report, language, list_hash=code, share=share), roster, report)
    rows = flatten(exportable.sheet)
    assert not [row for row in rows for cell in row.cells if cell.startswith("sheet.") or not cell.strip()]
    assert len(exportable.sheet.units) == roster.activations
    for kind, plain in PLAIN.items():
        shown = plain(find_exporter(kind).export([exportable], PrintOptions()).decode())
        expected_rows = tuple(row for row in rows if kind != "md" or row.kind != "boxes")
        assert find_missing_rows(expected_rows, shown) == [], kind


def test_sample_lists_exist():
    assert LISTS


def test_fast_mount_changes_speed_on_sheet():
    library = Library.open(user=False)
    riders = (
        Entry(id=EntryId("a"), unit=UnitRef("green-road/road-captain")),
        Entry(id=EntryId("b"), unit=UnitRef("green-road/road-captain"), upgrades=(Upgrade("palfrey"),)),
        Entry(id=EntryId("c"), unit=UnitRef("green-road/hedge-witch")),
    )
    army = ArmyList(name="Riders", system=SystemId("way-of-wood"), entries=riders)
    roster = library.roster(army)
    units = build_sheet(roster, validate(roster), "en").units
    assert [next(stat.value for stat in unit.stats if stat.id == "speed") for unit in units] == ["5", "9", "5"]
    assert [box.count for box in units[2].tick_boxes if box.id == "wounds"] == [5]
    assert [box.id for box in units[0].tick_boxes if box.id in ("tough", "wounds")] == ["tough"]
