"""Which options can be taken, and the objections."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, SystemId, Upgrade
from listbuilder.rules.edits import AddEntry
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import first_new_error
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
ARMS = section("replace", option("Axe (A2)"), option("Bow (A1)"), on=["Blade"])
EDGE = section("upgrade", option("Rending"), on=["Axe"])
RELICS = section("upgrade", option("Ring", 10), option("Crown", 500), select="up_to 2")
SUBJECT = unit(ARMS, EDGE, RELICS, size=1, arms=["Blade (A1)"])
BOOK = faction(SUBJECT)


def refusals(*picks: str, points: int | None = 1000) -> dict[str, str]:
    """Return the refused options with the codes of their reasons."""
    entry = Entry(id=EntryId("a"), unit=SUBJECT.ref, upgrades=tuple(Upgrade(pick) for pick in picks))
    books = {FactionId("test"): BookPin("1")}
    army = ArmyList(name="", system=SystemId("aof-3.2"), points=points, books=books, entries=(entry,))
    roster = build_roster(army, SYSTEM, {BOOK.id: BOOK})
    roster_entry, report = roster.entries[0], validate(roster)
    tried = {
        option.id: first_new_error(roster, report, build_add_edit(roster_entry, section, option))
        for section in SUBJECT.sections
        for option in section.options
    }
    return {name: reason.code for name, reason in tried.items() if reason is not None}


def test_fitting_options_have_no_objections() -> None:
    assert refusals() == {"rending": "UPG004"}


def test_supplied_target_opens_its_options() -> None:
    assert refusals("axe") == {}


def test_needed_rivals_cannot_be_exchanged() -> None:
    assert refusals("axe", "rending")["bow"] == "UPG004"


def test_objections_about_points_and_counts() -> None:
    assert refusals(points=200) == {"rending": "UPG004", "crown": "PTS001"}
    assert refusals("ring", "ring") == {"rending": "UPG004", "ring": "UPG002", "crown": "UPG002"}


def test_existing_errors_are_not_objections() -> None:
    assert refusals("nonsense") == {"rending": "UPG004"}


def test_repeated_errors_are_objections() -> None:
    assert refusals("rending")["rending"] == "UPG004"


def test_too_expensive_units_are_refused() -> None:
    army = ArmyList(name="", system=SystemId("aof-3.2"), points=99)
    roster = build_roster(army, SYSTEM, {BOOK.id: BOOK})
    reason = first_new_error(roster, validate(roster), AddEntry(SUBJECT.ref))
    assert reason is not None
    assert reason.code == "PTS001"
