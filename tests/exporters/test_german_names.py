"""German sheets of our own factions contain no English names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from listbuilder.i18n import format_value
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Faction, SystemId, Text, Unit, UnitRef, Upgrade
from listbuilder.rules.unit_labels import option_name, section_label
from listbuilder.sheet import PrintOptions, build_sheet
from tests.exporters.sheet_rows import flatten

LIBRARY = Library.open(user=False)
OWN = [
    (header.id, system)
    for header in LIBRARY.factions()
    if header.file.parent.name == "original"
    for system in header.systems
]


def names(faction: Faction, system: str) -> Iterator[tuple[str, str]]:
    """Return the pairs of English and German names."""
    yield from faction.equipment_names["de"].items()
    texts: list[Text] = [faction.name, *(unit.name for unit in faction.units.values())]
    texts += [rule.name for rule in (*LIBRARY.system(system).rules.values(), *faction.rules.values())]
    texts += [spell.name for spell in faction.spells]
    yield from ((text.en, text.to("de")) for text in texts)


def everything(faction: Faction, system: str) -> Judged:
    """Judge an illegal list with every option of every unit, so that findings name them too."""
    entries = [
        Entry(id=EntryId(f"{unit.id}-{section.id}"), unit=UnitRef(f"{faction.id}/{unit.id}"), upgrades=picks)
        for unit in faction.units.values()
        for section in unit.sections
        for picks in [tuple(Upgrade(unit.option_reference(section.id, option.id)) for option in section.options)]
    ]
    army = ArmyList(name="Liste", system=SystemId(system), entries=tuple(entries), points=750)
    judged = judge_army(army, LIBRARY)
    assert isinstance(judged, Judged)
    return judged


def headings(unit: Unit) -> Iterator[str]:
    for section in unit.sections:
        yield section_label(section, "de")
        yield from (format_value("de", option_name(option)) for option in section.options)


@pytest.mark.parametrize(("name", "system"), OWN, ids="-".join)
def test_german_sheet_has_no_english_names(name: str, system: str):
    faction = LIBRARY.faction(name, system)
    judged = everything(faction, system)
    sheet = build_sheet(judged.roster, judged.report, "de", PrintOptions(reference=True))
    sheet_texts = [cell for row in flatten(sheet) for cell in row.cells]
    sheet_texts += [heading for unit in faction.units.values() for heading in headings(unit)]
    assert len(sheet.findings) > 3
    both = list(names(faction, system))
    german = " ".join(called for _, called in both)
    foreign = {called for called, translated in both if called != translated and not found_in(called, german)}
    assert [(text, called) for called in sorted(foreign) for text in sheet_texts if found_in(called, text)] == []


def found_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
