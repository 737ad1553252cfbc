"""Random lists of the bundled factions: any, and legal ones."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    BookPin,
    Entry,
    EntryId,
    Faction,
    Half,
    Roster,
    RosterEntry,
    System,
    Unit,
    Upgrade,
)
from listbuilder.rules.edits import AddEntry, Edit
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import first_new_error

SETTINGS = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@cache
def library() -> Library:
    return Library.open(user=False)


@cache
def tables() -> tuple[tuple[System, Faction], ...]:
    """Return every original faction with each of its systems."""
    headers = [header for header in library().factions() if "original" in str(header.file)]
    return tuple(
        (library().system(system), library().faction(header.id, system))
        for header in headers
        for system in header.systems
    )


@st.composite
def picks(draw: st.DrawFn, unit: Unit) -> tuple[Upgrade, ...]:
    names = [unit.option_reference(section.id, option.id) for section in unit.sections for option in section.options]
    if not names:
        return ()
    upgrade = st.builds(Upgrade, st.sampled_from(names), st.integers(1, 3))
    return tuple(draw(st.lists(upgrade, max_size=5)))


@st.composite
def armies(draw: st.DrawFn) -> tuple[ArmyList, System, Faction]:
    """Draw any list, legal or not."""
    system, faction = draw(st.sampled_from(tables()))
    entries: list[Entry] = []
    for index in range(draw(st.integers(0, 6))):
        unit = draw(st.sampled_from(list(faction.units.values())))
        combined = draw(st.one_of(st.none(), st.builds(Half, picks(unit))))
        joins = draw(st.sampled_from([None, *(entry.id for entry in entries)]))
        entries.append(
            Entry(
                id=EntryId(ascii_lowercase[index]),
                unit=unit.ref,
                upgrades=draw(picks(unit)),
                combined=combined,
                joins=joins,
                name=draw(st.sampled_from([None, "Otto", "[red]x", "=1+1", "a: b # c"])),
                xp=draw(st.sampled_from([0, 0, 3, 12])),
            )
        )
    books = {faction.id: BookPin(faction.version, faction.sha256)}
    army = ArmyList(
        name=draw(st.text(max_size=20)),
        system=system.id,
        points=draw(st.sampled_from([None, 750, 1500])),
        force_org=draw(st.booleans()),
        books=books,
        entries=tuple(entries),
    )
    return army, system, faction


def build_example_roster(army: ArmyList, system: System, faction: Faction) -> Roster:
    return build_roster(army, system, {faction.id: faction})


def unit_edits(faction: Faction) -> list[Edit]:
    """Return the edits that add each unit of a faction."""
    return [AddEntry(unit.ref, subject=unit.name) for unit in faction.units.values()]


def pick_edits(roster_entry: RosterEntry) -> list[Edit]:
    """Return the edits that take each option of an entry once more."""
    return [
        build_add_edit(roster_entry, section, option)
        for section in roster_entry.unit.sections
        for option in section.options
    ]


@st.composite
def legal_armies(draw: st.DrawFn) -> tuple[ArmyList, System, Faction]:
    """Draw a legal list, built only from legal offers."""
    system, faction = draw(st.sampled_from(tables()))
    books = {faction.id: BookPin(faction.version, faction.sha256)}
    army = ArmyList(name="Legal", system=system.id, points=1500, force_org=draw(st.booleans()), books=books)
    for _ in range(draw(st.integers(1, 7))):
        roster = build_example_roster(army, system, faction)
        report = validate(roster)
        arming = draw(st.booleans())
        edits = pick_edits(draw(st.sampled_from(roster.entries))) if roster.entries and arming else unit_edits(faction)
        offers = [edit for edit in edits if first_new_error(roster, report, edit) is None]
        if offers:
            army = draw(st.sampled_from(offers))(army)
    return army, system, faction
