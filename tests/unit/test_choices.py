"""What may be picked now, and what speaks against it."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Pick, SystemId
from listbuilder.rules.edits import Add
from listbuilder.rules.roster import build_roster
from listbuilder.rules.upgrade_actions import taking
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import obstacle
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
ARMS = section("replace", option("Axe (A2)"), option("Bow (A1)"), on=["Blade"])
EDGE = section("upgrade", option("Rending"), on=["Axe"])
RELICS = section("upgrade", option("Ring", 10), option("Crown", 500), select="up_to 2")
SUBJECT = unit(ARMS, EDGE, RELICS, size=1, arms=["Blade (A1)"])
BOOK = faction(SUBJECT)


def refusals(*picks: str, points: int | None = 1000) -> dict[str, str]:
    """Give the options that are refused, with the codes of their reasons."""
    entry = Entry(id=EntryId("a"), unit=SUBJECT.ref, upgrades=tuple(Pick(pick) for pick in picks))
    books = {FactionId("test"): Book("1")}
    army = ArmyList(name="", system=SystemId("aof-3.2"), points=points, books=books, entries=(entry,))
    roster = build_roster(army, SYSTEM, {BOOK.id: BOOK})
    worked, report = roster.entries[0], validate(roster)
    tried = {
        option.id: obstacle(roster, report, taking(worked, section, option))
        for section in SUBJECT.sections
        for option in section.options
    }
    return {name: reason.code for name, reason in tried.items() if reason is not None}


def test_nothing_speaks_against_what_fits() -> None:
    assert refusals() == {"rending": "UPG004"}


def test_what_another_pick_supplies_is_open_once_it_is_there() -> None:
    assert refusals("axe") == {}


def test_a_rival_that_others_need_cannot_be_exchanged() -> None:
    assert refusals("axe", "rending")["bow"] == "UPG004"


def test_points_and_numbers() -> None:
    assert refusals(points=200) == {"rending": "UPG004", "crown": "PTS001"}
    assert refusals("ring", "ring") == {"rending": "UPG004", "ring": "UPG002", "crown": "UPG002"}


def test_what_is_wrong_already_speaks_against_nothing_else() -> None:
    assert refusals("nonsense") == {"rending": "UPG004"}


def test_the_same_error_again_is_still_an_error() -> None:
    assert refusals("rending")["rending"] == "UPG004"


def test_units_are_refused_when_they_cost_too_much() -> None:
    army = ArmyList(name="", system=SystemId("aof-3.2"), points=99)
    roster = build_roster(army, SYSTEM, {BOOK.id: BOOK})
    reason = obstacle(roster, validate(roster), Add(SUBJECT.ref))
    assert reason is not None
    assert reason.code == "PTS001"
