"""Reducing points: enough, as few as possible, from few and uncared-for entries."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import Fix
from listbuilder.model import ArmyList, Entry, EntryId, Half, Roster, Unit, UnitId, Upgrade
from listbuilder.rules.edits import RemoveEntry, RemoveUpgrade, SplitEntry
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.fixes.points_reduction import entry_reductions, reduce_points_fixes
from tests.unit.making import faction, option, section, unit
from tests.unit.trial_lists import SYSTEM

ROPES = section("upgrade", option("Rope", 3), affects="any", select="exactly 1")
SHIELDS = section("upgrade", option("Shields", 10), affects="all")


def army(*entries: tuple[Unit, Entry]) -> Roster:
    book = faction(*(subject for subject, _ in entries))
    written = tuple(entry for _, entry in entries)
    return build_roster(ArmyList(name="", system=SYSTEM.id, entries=written), SYSTEM, {book.id: book})


def costing(cost: int, ident: str, name: str | None = None) -> tuple[Unit, Entry]:
    subject = replace(unit(), id=UnitId(f"of-{ident}"), cost=cost)
    return subject, Entry(id=EntryId(ident), unit=subject.ref, name=name)


def priced(*costs: int) -> Roster:
    return army(*(costing(cost, str(cost)) for cost in costs))


def gone(fix: Fix) -> list[str]:
    return [edit.entry for edit in fix.edits if isinstance(edit, RemoveEntry)]


def test_sufficient_totals_use_fewest_entries() -> None:
    roster = priced(100, 60, 40)
    assert list(map(gone, reduce_points_fixes(roster, roster.entries, 50))) == [
        ["60"],
        ["100"],  # not 60 and 40
        ["40", "100"],
        ["60"],  # the entries that suffice alone
        ["100"],
        ["100"],  # the fewest entries
    ]


def test_exact_savings_are_enough() -> None:
    roster = priced(100, 60, 40)
    assert gone(next(reduce_points_fixes(roster, roster.entries, 60))) == ["60"]
    assert gone(next(reduce_points_fixes(roster, roster.entries, 61))) == ["100"]
    *_, last = reduce_points_fixes(roster, roster.entries, 100)
    assert gone(last) == ["100"]
    *_, last = reduce_points_fixes(roster, roster.entries, 101)
    assert gone(last) == ["100", "60"]


def test_unnamed_and_last_entries_go_first() -> None:
    for order in ("ab", "ba"):
        roster = army(*(costing(60, name, "Old Guard" if name == "a" else None) for name in order))
        assert gone(next(reduce_points_fixes(roster, roster.entries, 50))) == ["b"]
    roster = army(costing(60, "a"), costing(60, "b"), costing(60, "c"))
    assert gone(next(reduce_points_fixes(roster, roster.entries, 50))) == ["c"]
    assert gone(next(reduce_points_fixes(roster, roster.entries, 70))) == ["c", "b"]


def test_number_of_proposals_is_limited() -> None:
    roster = priced(*range(1, 21))
    proposals = list(map(gone, reduce_points_fixes(roster, roster.entries, 1)))
    cheapest = [[str(cost)] for cost in range(1, 13)]
    assert proposals == [*cheapest, *cheapest, ["20"]]


def test_each_entry_gives_up_one_thing() -> None:
    subject = unit(section("upgrade", option("Flag", 10)))
    flagged = Entry(id=EntryId("b"), unit=subject.ref, upgrades=(Upgrade("flag"),), combined=Half())
    roster = army(costing(100, "a", "Old Guard"), (subject, flagged))
    first = next(reduce_points_fixes(roster, roster.entries, 110))
    assert [(type(edit), getattr(edit, "entry", "")) for edit in first.edits] == [
        (RemoveUpgrade, "b"),
        (RemoveEntry, "a"),
    ], "not the half as well"


def test_totals_combine_at_most_twelve_entries() -> None:
    roster = army(*(costing(10, f"e{number}") for number in range(14)))
    assert [len(gone(fix)) for fix in reduce_points_fixes(roster, roster.entries, 120)] == [12, 12]
    assert [len(gone(fix)) for fix in reduce_points_fixes(roster, roster.entries, 121)] == [13]


def test_sums_are_exact_up_to_twenty_thousand_points() -> None:
    for need, cost, ways in ((20_000, 20_000, 3), (20_001, 20_001, 2), (10, 20_000, 3), (10, 20_001, 2)):
        roster = priced(cost)
        assert [gone(fix) for fix in reduce_points_fixes(roster, roster.entries, need)] == [[str(cost)]] * ways


def test_free_upgrades_save_nothing() -> None:
    roster = priced(0, 1)
    assert [bundle.points for entry in roster.entries for bundle in entry_reductions(entry)] == [1]
    assert list(map(gone, reduce_points_fixes(roster, roster.entries, 1))) == [["1"]] * 3


def equipped(*picks: Upgrade, second: tuple[Upgrade, ...] | None = None) -> Roster:
    subject = unit(ROPES, SHIELDS)
    half = None if second is None else Half(second)
    return army((subject, Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks, combined=half)))


def test_entry_savings_escalate() -> None:
    (entry,) = equipped(Upgrade("rope", 2), Upgrade("shields"), second=(Upgrade("shields"),)).entries
    bundles = entry_reductions(entry)
    assert [bundle.points for bundle in bundles] == [3, 6, 20, 23, 26, 110, 226]
    assert [(bundle.removes_half, bundle.removes_entry) for bundle in bundles[-2:]] == [(True, False), (False, True)]
    assert not any(bundle.removes_half or bundle.removes_entry for bundle in bundles[:-2])
    edits = [list(bundle.edits()) for bundle in bundles]
    assert [type(edit) for edit in edits[1]] == [RemoveUpgrade, RemoveUpgrade]
    assert edits[-2] == [SplitEntry(EntryId("a"), drop_second_half=True)]
    assert edits[-1] == [RemoveEntry(EntryId("a"))]


def test_totals_per_entry_are_limited() -> None:
    many = section("upgrade", *(option(f"Thing {n}", 2**n) for n in range(8)), select="any")
    subject = unit(many)
    picks = tuple(Upgrade(option.id) for option in many.options)
    (entry,) = army((subject, Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks))).entries
    assert len(entry_reductions(entry)) == 79 + 1  # an empty total saves nothing, the entry itself does


def test_enough_picks_are_dropped() -> None:
    roster = equipped(Upgrade("rope", 4))
    first = next(reduce_points_fixes(roster, roster.entries, 7))
    assert (first.name, first.params["saved"], len(first.edits)) == ("fix.give-up", 9, 3)


def test_dependent_picks_are_dropped_once() -> None:
    mount = section("upgrade", option("Boar (Fast, Tusks (A2))", 20))
    sharp = section("upgrade", option("Poison", 7), on=["Tusks"])
    subject = unit(mount, sharp)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=(Upgrade("boar"), Upgrade("poison")))
    (roster_entry,) = army((subject, entry)).entries
    assert [bundle.points for bundle in entry_reductions(roster_entry)] == [7, 27, 127]


def given_up(points: int, *prices: int) -> list[str]:
    """Return what an entry with one pick of each price drops to save these points."""
    section_of_all = section("upgrade", *(option(f"Thing {n}", price) for n, price in enumerate(prices)), select="any")
    subject = unit(section_of_all)
    picks = tuple(Upgrade(option.id) for option in section_of_all.options)
    (entry,) = army((subject, Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks))).entries
    (bundle,) = [bundle for bundle in entry_reductions(entry) if bundle.points == points]
    return [edit.option for edit in bundle.edits() if isinstance(edit, RemoveUpgrade)]


def test_fewest_picks_for_equal_savings() -> None:
    assert given_up(15, 5, 10, 15) == ["thing-2"]
    assert given_up(15, 15, 5, 10) == ["thing-0"]
    assert given_up(30, 5, 10, 15, 20) == ["thing-1", "thing-3"]


def test_later_picks_are_dropped_first() -> None:
    assert given_up(5, 5, 5, 5) == ["thing-2"]
    assert given_up(10, 5, 5, 5) == ["thing-1", "thing-2"]


def test_independent_picks_go_before_dependent_ones() -> None:
    mount = section("upgrade", option("Boar (Fast, Tusks (A2))", 20))
    sharp = section("upgrade", option("Poison", 7), on=["Tusks"])
    banner = section("upgrade", option("Banner", 27))
    subject = unit(mount, sharp, banner)
    for picks in (("boar", "poison", "banner"), ("banner", "boar", "poison")):
        entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=tuple(map(Upgrade, picks)))
        (roster_entry,) = army((subject, entry)).entries
        (bundle,) = [bundle for bundle in entry_reductions(roster_entry) if bundle.points == 27]
        assert [edit.option for edit in bundle.edits() if isinstance(edit, RemoveUpgrade)] == ["banner"]
