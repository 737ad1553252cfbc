"""Entries with the same name are numbered so that messages are unambiguous."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId
from listbuilder.rules.roster_builder import build_roster, rebuild_roster
from listbuilder.validation.message_arguments import label_priced_unit, label_unit
from tests.sentences import sentence
from tests.unit.making import faction, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
UNIT = unit()
FACTION = faction(UNIT)


def army(*names: str | None) -> ArmyList:
    entries = tuple(Entry(id=EntryId(f"e{index}"), unit=UNIT.ref, name=name) for index, name in enumerate(names))
    return ArmyList(name="Twins", entries=entries, system=SYSTEM.id)


def numbers(*names: str | None) -> list[int]:
    return [entry.copy_number for entry in build_roster(army(*names), SYSTEM, {FACTION.id: FACTION}).entries]


def test_only_shared_names_are_numbered() -> None:
    assert numbers(None) == [0]
    assert numbers(None, "Otto", None, "Otto", "Anna", None) == [1, 1, 2, 2, 0, 3]


def test_trial_edits_keep_the_shown_numbers() -> None:
    before = build_roster(army(None, None, None), SYSTEM, {FACTION.id: FACTION})
    first, second, third = before.army.entries
    renamed = replace(third, notes="moved")
    after = rebuild_roster(before, replace(before.army, entries=(second, renamed)))
    assert [(entry.id, entry.copy_number) for entry in after.entries] == [(second.id, 2), (third.id, 3)]
    assert first.id not in {entry.id for entry in after.entries}


def test_number_precedes_the_price() -> None:
    entry = build_roster(army("Otto", "Otto"), SYSTEM, {FACTION.id: FACTION}).entries[1]
    name = UNIT.name.en
    numbered = sentence("unit.number", unit=f'{name} "Otto"', number=2)
    assert str(label_priced_unit(entry)) == f"{numbered} ({entry.cost})"
    assert label_unit(entry).to("de") == sentence("unit.number", "de", unit=f'{UNIT.name.to("de")} "Otto"', number=2)


def test_offers_differing_in_number_are_equal() -> None:
    first, second = build_roster(army(None, None), SYSTEM, {FACTION.id: FACTION}).entries
    assert str(label_priced_unit(first)) != str(label_priced_unit(second))
    assert label_priced_unit(first) == label_priced_unit(second)
