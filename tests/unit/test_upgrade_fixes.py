"""Fixes for picks that cannot be applied: only surplus picks are dropped."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import Diagnostic
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Text, Unit, UnitId, Upgrade
from listbuilder.rules.edits import RemoveUpgrade, apply_fix
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.engine import validate
from listbuilder.validation.fixes.fix_registry import FIX_PROPOSERS, FixRequest
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
SWAP = section("replace", option("Axe (A1)"), affects="any", on=["Blade"])
GIFTS = section("upgrade", option("Rope"), option("Lamp"), select="any")
SUBJECT = unit(SWAP, GIFTS, arms=["5x Blade (A1)"])


def find_diagnostic(code: str, entry: Entry, subject: Unit = SUBJECT) -> tuple[ArmyList, Diagnostic]:
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry,))
    book = faction(subject)
    report = validate(build_roster(army, SYSTEM, {book.id: book}))
    return army, next(finding for finding in report if finding.code == code)


def entry(*picks: Upgrade, second: tuple[Upgrade, ...] | None = None) -> Entry:
    return Entry(id=EntryId("a"), unit=SUBJECT.ref, upgrades=picks, combined=None if second is None else Half(second))


def test_only_picks_without_target_are_dropped() -> None:
    army, finding = find_diagnostic("UPG004", entry(Upgrade("rope"), Upgrade("axe", 7), Upgrade("lamp")))
    assert finding.fix is not None
    (entry_after,) = apply_fix(army, finding.fix).entries
    assert entry_after.upgrades == (Upgrade("rope"), Upgrade("axe", 5), Upgrade("lamp"))


def test_picks_are_dropped_in_their_half() -> None:
    army, finding = find_diagnostic("UPG004", entry(Upgrade("axe", 5), second=(Upgrade("axe", 6),)))
    assert finding.params["half"] == 2
    assert finding.fix is not None
    (entry_after,) = apply_fix(army, finding.fix).entries
    assert (entry_after.upgrades, entry_after.combined) == ((Upgrade("axe", 5),), Half((Upgrade("axe", 5),)))


def test_unknown_option_is_dropped_entirely() -> None:
    army, finding = find_diagnostic(
        "UPG001", entry(Upgrade("rope"), Upgrade("zzz", 3), Upgrade("lamp"), Upgrade("zzz"))
    )
    assert finding.fix is not None
    assert (finding.fix.name, len(finding.fix.edits)) == ("fix.put-back", 1)
    (entry_after,) = apply_fix(army, finding.fix).entries
    assert entry_after.upgrades == (Upgrade("rope"), Upgrade("lamp"))


def test_corrected_option_keeps_its_count() -> None:
    twice = (
        section("upgrade", option("Rope"), affects="any", select="exactly 1"),
        section("replace", option("Rope"), on=["Blade"]),
    )
    subject = unit(*twice, arms=["5x Blade (A1)"])
    army, finding = find_diagnostic("UPG007", entry(Upgrade("rope", 2)), subject)
    assert finding.params["ways"] == ("upgrade-rope/rope", "replace-rope/rope")
    picks = [apply_fix(army, fix).entries[0].upgrades for fix in finding.fixes]
    assert picks[0] == (Upgrade("upgrade-rope/rope", 2),)


def test_last_taker_of_target_is_named() -> None:
    first = section("replace", option("Axe (A1)"), on=["Blade"])
    second = section("replace", option("Bow (A1)"), on=["Blade"])
    other = section("upgrade", option("Rope"))
    subject = unit(first, second, other, size=1, arms=["Blade (A1)"])
    army, finding = find_diagnostic("UPG004", entry(Upgrade("axe"), Upgrade("rope"), Upgrade("bow")), subject)
    assert (finding.params["option"], finding.params["taker"]) == (("Bow",), ("Axe",))
    assert (finding.params["target"], finding.params["over"]) == ("Blade", 1)
    entries_after = [apply_fix(army, fix).entries for fix in finding.fixes]
    upgrades = [entries[0].upgrades for entries in entries_after if entries]
    assert upgrades == [(Upgrade("axe"), Upgrade("rope")), (Upgrade("rope"), Upgrade("bow"))]


def test_improving_does_not_take_the_target() -> None:
    first = section("replace", option("Axe (A1)"), on=["Blade"])
    door = section("replace", option("Door"), on=["Shield"])
    sharp = section("upgrade", option("Poison"), on=["Blade"])
    second = section("replace", option("Bow (A1)"), on=["Blade"])
    subject = unit(sharp, first, door, second, size=1, arms=["Blade (A1)", "Shield (Tough(1))"])
    _, finding = find_diagnostic(
        "UPG004", entry(Upgrade("poison"), Upgrade("axe"), Upgrade("door"), Upgrade("bow")), subject
    )
    assert (finding.params["option"], finding.params["taker"]) == (("Bow",), ("Axe",))


def test_half_adopts_the_others_option() -> None:
    gifts = section("upgrade", option("Rope"), option("Lamp"), affects="all", select="any")
    weapons = section(
        "replace", option("Pike (A1)"), option("Bow (A1)"), affects="all", select="exactly 1", on=["Blade"]
    )
    subject = unit(gifts, weapons, arms=["5x Blade (A1)"])
    army, finding = find_diagnostic(
        "CMB004", entry(Upgrade("lamp"), Upgrade("rope"), second=(Upgrade("lamp"),)), subject
    )
    assert apply_fix(army, finding.fixes[0]).entries[0].combined == Half((Upgrade("lamp"), Upgrade("rope")))
    army, finding = find_diagnostic("CMB004", entry(Upgrade("pike"), second=(Upgrade("bow"),)), subject)
    alike = [apply_fix(army, fix).entries[0] for fix in finding.fixes[:2]]
    assert [(changed_entry.upgrades, changed_entry.combined) for changed_entry in alike] == [
        ((Upgrade("pike"),), Half((Upgrade("pike"),))),
        ((Upgrade("bow"),), Half((Upgrade("bow"),))),
    ]


def test_differing_option_is_dropped_entirely() -> None:
    gifts = section("upgrade", option("Rope"), option("Lamp"), affects="all", select="any")
    army, finding = find_diagnostic("CMB004", entry(Upgrade("lamp", 2), second=()), unit(gifts))
    off = next(fix for fix in finding.fixes if fix.name == "fix.put-back")
    assert apply_fix(army, off).entries[0].upgrades == ()


def test_picks_are_reordered_in_their_half() -> None:
    axe = section("upgrade", option("Axe (A1)"))
    edge = section("upgrade", option("Rending"), on=["Axe"])
    army, finding = find_diagnostic(
        "UPG004", entry(Upgrade("rending"), Upgrade("axe"), second=(Upgrade("axe"),)), unit(axe, edge)
    )
    (entry_after,) = apply_fix(army, finding.fixes[0]).entries
    assert (entry_after.upgrades, entry_after.combined) == (
        (Upgrade("axe"), Upgrade("rending")),
        Half((Upgrade("axe"),)),
    )


def test_at_most_three_owners_are_named() -> None:
    others = [replace(unit(section("upgrade", option("Crown"))), id=UnitId(name), name=Text(name)) for name in "vwxyz"]
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry(Upgrade("crown")),))
    book = faction(SUBJECT, *others)
    (diagnostic,) = (
        finding for finding in validate(build_roster(army, SYSTEM, {book.id: book})) if finding.code == "UPG008"
    )
    assert diagnostic.params["owners"] == tuple(other.name for other in others[:3])


def test_surplus_options_go_from_their_half() -> None:
    once = section("upgrade", option("Rope"), option("Lamp"), select="exactly 1")
    army = ArmyList(
        name="", system=SYSTEM.id, entries=(entry(Upgrade("rope"), second=(Upgrade("rope"), Upgrade("lamp"))),)
    )
    book = faction(unit(once))
    inspection = CheckContext(build_roster(army, SYSTEM, {book.id: book}))
    over = next(finding for finding in validate(inspection.roster) if finding.code == "UPG003")
    proposed = FIX_PROPOSERS["UPG003"](FixRequest(inspection, over))
    halves = [edit.halves for fix in proposed for edit in fix.edits if isinstance(edit, RemoveUpgrade)]
    assert halves == [(1,), (0, 1), (1,), (0, 1), (1,), (1,)], "one or the other, in one half or both, always complete"
