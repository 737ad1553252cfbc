"""Options for all models must be in both halves: how differences are reported."""

from __future__ import annotations

from listbuilder.model import ArmyList, Entry, EntryId, Half, Section, Upgrade
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from tests.unit.making import faction, option, section, unit
from tests.unit.trial_lists import SYSTEM


def differing(group: Section, first: tuple[str, ...], second: tuple[str, ...]) -> set[tuple[object, object]]:
    subject = unit(group, size=10)
    halves = Half(tuple(map(Upgrade, second)))
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=tuple(map(Upgrade, first)), combined=halves)
    book = faction(subject)
    report = validate(build_roster(ArmyList(name="", system=SYSTEM.id, entries=(entry,)), SYSTEM, {book.id: book}))
    return {(finding.params["option"], finding.params["half"]) for finding in report if finding.code == "CMB004"}


def test_two_models_are_not_a_single_model() -> None:
    for size, codes in ((1, {"CMB002"}), (2, set())):
        subject = unit(size=size)
        book = faction(subject)
        army = ArmyList(name="", system=SYSTEM.id, entries=(Entry(id=EntryId("a"), unit=subject.ref, combined=Half()),))
        report = validate(build_roster(army, SYSTEM, {book.id: book}))
        assert {finding.code for finding in report if finding.code.startswith("CMB")} == codes


MANY = section("upgrade", option("Shields"), option("Torches"), affects="all", select="any")
ONE = section("upgrade", option("Shields"), option("Torches"), affects="all", select="exactly 1")


def test_each_missing_option_is_reported() -> None:
    assert differing(MANY, ("shields",), ("torches",)) == {(("Shields",), 2), (("Torches",), 1)}
    assert differing(MANY, ("shields", "torches"), ("torches",)) == {(("Shields",), 2)}
    assert differing(MANY, ("shields", "torches"), ("torches", "shields")) == set()


def test_swapped_option_is_one_difference() -> None:
    assert differing(ONE, ("shields",), ("torches",)) == {(("Shields",), 2)}
    assert differing(ONE, (), ("torches",)) == {(("Torches",), 1)}
    assert differing(ONE, ("shields",), ()) == {(("Shields",), 2)}


def test_equal_halves_do_not_differ() -> None:
    assert differing(MANY, ("shields",), ("shields",)) == differing(ONE, (), ()) == set()
    assert differing(MANY, ("shields", "shields"), ("shields",)) == set(), "a different check covers the count"
