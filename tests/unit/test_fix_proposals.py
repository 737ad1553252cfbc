"""Fixes proposed for a finding before they are tried: how many, in which order, for which entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from listbuilder.diagnostics import Fix
from listbuilder.diagnostics.messages import build_finding_record, build_fix_records, format_fix
from listbuilder.model import (
    ArmyList,
    Entry,
    EntryFilter,
    EntryId,
    Event,
    EventId,
    Half,
    Limit,
    Measure,
    Roster,
    Text,
    UnitRef,
    Upgrade,
)
from listbuilder.rules.edits import AttachHero, CombineEntry, RemoveEntry, RemoveUpgrade
from listbuilder.rules.roster_builder import build_roster, build_roster_entry
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.engine import validate
from listbuilder.validation.fixes import search
from listbuilder.validation.fixes.combined import attach_fixes, combine_fixes
from listbuilder.validation.fixes.fix_registry import FIX_PROPOSERS, FixRequest
from listbuilder.validation.fixes.force_organisation import larger_game_fixes, reduce_unit_cost, remove_groups_fixes
from listbuilder.validation.fixes.upgrades import remove_upgrades_fixes, single_upgrades
from tests.cases.case_files import judge_file, load_cases
from tests.plain_values import plain_fix
from tests.unit.making import faction, option, section, unit
from tests.unit.trial_lists import SYSTEM, finding, give_up, plain_fixes, put_back, remove, roster

CASES = load_cases()


def pairs(worked_out: Roster) -> list[tuple[str, str]]:
    edits = [edit for fix in combine_fixes(CheckContext(worked_out), worked_out.entries) for edit in fix.edits]
    return [(edit.entry, edit.other or "") for edit in edits if isinstance(edit, CombineEntry)]


def test_records_hold_all_fixes_on_request() -> None:
    over = finding("PTS001", roster({"id": "a", "unit": "spears"}, {"id": "b", "unit": "riders"}, points=150))
    assert len(build_finding_record(over, "en")["fixes"]) == 1
    assert len(build_finding_record(over, "en", all_fixes=True)["fixes"]) == len(over.fixes) > 1


def test_fixes_for_wrong_joins() -> None:
    def proposed(code: str, worked_out: Roster) -> list[tuple[str, str]]:
        fixes = FIX_PROPOSERS[code](FixRequest(CheckContext(worked_out), finding(code, worked_out)))
        return [(type(edit).__name__, getattr(edit, "entry", "")) for fix in fixes for edit in fix.edits]

    spears = roster({"id": "a", "unit": "spears"}, {"id": "b", "unit": "spears", "joins": "a"})
    assert proposed("HER002", spears) == [
        ("DetachHero", "b"),
        ("CombineEntry", "a"),
        ("RemoveEntry", "b"),
        ("RemoveEntry", "a"),
    ]
    heroes = [{"id": name, "unit": "captain", "joins": "a"} for name in "bc"]
    crowded = proposed("HER009", roster({"id": "a", "unit": "spears"}, *heroes))
    assert crowded[-2:] == [("DetachHero", "b"), ("RemoveEntry", "a")], (
        "the other hero is detached, or the host is removed"
    )


def test_equal_copies_are_combined_once() -> None:
    same = [{"id": name, "unit": "spears"} for name in "abc"]
    assert pairs(roster(*same)) == [("b", "c")]
    named = roster({"id": "a", "unit": "spears"}, {"id": "b", "unit": "spears", "upgrades": ["pike"]}, *same[2:])
    assert pairs(named) == [("b", "c"), ("a", "c"), ("a", "b")]


def test_named_copy_is_kept_when_combining() -> None:
    plain, named = {"id": "a", "unit": "spears"}, {"id": "b", "unit": "spears", "name": "Old Guard"}
    assert pairs(roster(plain, named)) == [("b", "a")]
    assert pairs(roster(named, plain)) == [("b", "a")]
    assert pairs(roster({**plain, "name": "Young Guard"}, named)) == [("a", "b")]


def test_at_most_twelve_pairs_are_proposed() -> None:
    assert len(pairs(roster(*({"id": f"s{n}", "unit": "spears", "name": f"Band {n}"} for n in range(6))))) == 12
    few = roster(*({"id": f"s{n}", "unit": "spears", "name": f"Band {n}"} for n in range(5)))
    assert len(pairs(few)) == 10


def test_heroes_and_single_models_are_not_combined() -> None:
    for unit_id in ("captain", "troll"):
        assert pairs(roster({"id": "a", "unit": unit_id}, {"id": "b", "unit": unit_id})) == []
    assert pairs(roster({"id": "a", "unit": "spears", "combined": {}}, {"id": "b", "unit": "spears"})) == []


def hosts(worked_out: Roster, *heroes: str) -> list[tuple[str, str]]:
    hero_entries = [entry for entry in worked_out.entries if entry.id in heroes]
    edits = [edit for fix in attach_fixes(CheckContext(worked_out), hero_entries) for edit in fix.edits]
    return [(edit.entry, edit.host or "") for edit in edits if isinstance(edit, AttachHero)]


def test_heroes_may_join_units_without_heroes() -> None:
    worked_out = roster(
        {"id": "a", "unit": "spears"},
        {"id": "b", "unit": "riders"},
        {"id": "c", "unit": "spears"},
        {"id": "t", "unit": "troll"},
        {"id": "x", "unit": "captain", "joins": "a"},
        {"id": "y", "unit": "sage", "joins": "b"},
        {"id": "z", "unit": "herald"},
    )
    assert hosts(worked_out, "x") == [("x", "c")]
    assert hosts(worked_out, "y", "z") == [("z", "c"), ("y", "c")]


def test_heroes_and_joined_units_are_no_hosts() -> None:
    worked_out = roster(
        {"id": "a", "unit": "spears"},
        {"id": "r", "unit": "riders", "joins": "a"},
        {"id": "s", "unit": "spears"},
        {"id": "t", "unit": "twins"},
        {"id": "x", "unit": "captain"},
    )
    assert hosts(worked_out, "x") == [("x", "s")]
    assert hosts(worked_out, "t") == [("t", "s")]


def removed(fixes: list[Fix]) -> list[list[str]]:
    return [[edit.entry for edit in fix.edits if isinstance(edit, RemoveEntry)] for fix in fixes]


COSTS = roster(*({"id": str(n), "unit": "spears", "upgrades": [{"crossbow": n}]} for n in range(1, 10)))


def test_single_removals_start_with_the_cheapest() -> None:
    groups = [(entry,) for entry in reversed(COSTS.entries)]
    assert removed(list(remove_groups_fixes(COSTS, groups, 1))) == [[str(n)] for n in range(1, 10)]


def test_several_removals_mix_the_cheapest() -> None:
    groups = [(entry,) for entry in reversed(COSTS.entries)]
    assert removed(list(remove_groups_fixes(COSTS, groups, 2))) == [
        [str(a), str(b)] for a in range(1, 6) for b in range(a + 1, 6)
    ]
    assert len(list(remove_groups_fixes(COSTS, groups, 5))) == 40


def test_groups_are_removed_heroes_first() -> None:
    worked_out = roster({"id": "a", "unit": "spears"}, {"id": "x", "unit": "captain", "joins": "a"})
    assert removed(list(remove_groups_fixes(worked_out, [worked_out.entries], 1))) == [["x", "a"]]


ROPES = section("upgrade", option("Rope"), option("Lamp"), option("Drum"), select="any")


def offered(
    over: int, *picks: Upgrade, second: tuple[Upgrade, ...] | None = None
) -> list[list[tuple[str, tuple[int, ...]]]]:
    subject = unit(ROPES)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks, combined=None if second is None else Half(second))
    roster_entry = build_roster_entry(entry, subject, faction(subject), SYSTEM)
    singles = single_upgrades(roster_entry)
    fixes = remove_upgrades_fixes(roster_entry, singles, over)
    return [[(edit.option, edit.halves) for edit in fix.edits if isinstance(edit, RemoveUpgrade)] for fix in fixes]


def test_last_pick_is_dropped_first() -> None:
    assert offered(1, Upgrade("rope", 2), Upgrade("lamp")) == [[("lamp", (0,))], [("rope", (0,))]]
    assert offered(2, Upgrade("rope", 2), Upgrade("lamp")) == [
        [("lamp", (0,)), ("rope", (0,))],
        [("rope", (0,)), ("rope", (0,))],
    ]


def test_combined_unit_may_drop_both_picks() -> None:
    assert offered(1, Upgrade("rope"), second=(Upgrade("rope"),)) == [
        [("rope", (1,))],
        [("rope", (0, 1))],
        [("rope", (0,))],
        [("rope", (0, 1))],
    ]


def test_at_most_forty_choices_are_proposed() -> None:
    many = section("upgrade", *(option(f"Thing {n}") for n in range(12)), select="any")
    subject = unit(many)
    picks = tuple(Upgrade(option.id) for option in many.options)
    roster_entry = build_roster_entry(
        Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks), subject, faction(subject), SYSTEM
    )
    assert len(list(remove_upgrades_fixes(roster_entry, single_upgrades(roster_entry), 2))) == 40
    assert len(list(remove_upgrades_fixes(roster_entry, single_upgrades(roster_entry), 1))) == 12


def test_splitting_precedes_dropping_a_banner() -> None:
    """Splitting loses nothing; of the banners, the last one is dropped first."""
    twice = {"id": "a", "unit": "spears", "upgrades": ["banner"], "combined": {"upgrades": ["banner"]}}
    free = finding("CMD001", roster(twice, points=2000, force_org=True))
    assert plain_fixes(free.fixes)[:2] == [{"fix.split": {"unit": "Spears"}}, put_back("Spears half 2", "Banner")]


def test_no_fix_removes_more_than_needed() -> None:
    """Combined, the two exceed the share, and the only fix would remove both."""
    others = [{"id": name, "unit": name} for name in ("squires", "scouts")]
    both = [{"id": name, "unit": "spears"} for name in "ab"]
    diagnostic = finding("ORG002", roster(*both, *others, points=500, force_org=True))
    assert plain_fixes(diagnostic.fixes) == [remove("Spears #2 (90)")]


def test_one_half_drops_if_that_is_enough() -> None:
    twice = {"id": "a", "unit": "spears", "upgrades": ["banner"], "combined": {"upgrades": ["banner"]}}
    fixes = [fix for fix in finding("CMD001", roster(twice)).fixes if fix.name == "fix.put-back"]
    assert plain_fixes(fixes) == [put_back("Spears half 2", "Banner"), put_back("Spears half 1", "Banner")]


def test_hero_upgrade_may_be_dropped() -> None:
    veterans = [{"id": name, "unit": "veteran", "upgrades": ["oath"]} for name in "ab"]
    diagnostic = finding("ORG001", roster(*veterans, points=400, force_org=True))
    assert plain_fixes(diagnostic.fixes)[0] == {
        "fix.steps": {"first": put_back("Veteran #2", "Hero"), "then": put_back("Veteran #1", "Hero")}
    }


def test_share_without_game_size_shrinks() -> None:
    """35 % of 300 points are 105, but of the 276 left after dropping 24 they are 96."""
    others = [{"id": name, "unit": name} for name in ("squires", "band", "scouts")]
    archers = {"id": "a", "unit": "spears", "upgrades": [{"crossbow": 10}]}
    worked_out = roster(archers, *others, force_org=True)
    diagnostic = finding("ORG003", worked_out)
    assert (worked_out.cost, diagnostic.on, diagnostic.params["over"]) == (300, "a", 15)
    proposed = list(reduce_unit_cost(FixRequest(CheckContext(worked_out), diagnostic)))
    saved = [fix.params["saved"] for fix in proposed if fix.name == "fix.give-up"]
    assert set(saved) == {24, 27, 30}
    assert [fix.params["points"] for fix in proposed if fix.name == "fix.set-points"] == [750, 1500]


def test_game_size_is_proposed_if_unset() -> None:
    trolls = [{"id": str(number), "unit": "troll"} for number in range(7)]
    diagnostic = finding("ORG002", roster(*trolls, force_org=True))
    assert not any(fix.name == "fix.set-points" and fix.params["points"] == 750 for fix in diagnostic.fixes)
    agreed = finding("ORG002", roster(*trolls, points=1000, force_org=True))
    assert not any(fix.name == "fix.set-points" for fix in agreed.fixes)


def test_proposed_game_size_is_the_next_usual() -> None:
    small = finding("PTS002", roster({"id": "a", "unit": "troll"}))
    assert plain_fixes(small.fixes) == [{"fix.set-points": {"points": points}} for points in (750, 120)]
    large = finding("PTS002", roster(*({"id": str(number), "unit": "troll"} for number in range(20))))
    assert plain_fixes(large.fixes) == [{"fix.set-points": {"points": 2400}}]


@pytest.mark.parametrize(("hero", "games"), [("bard", [750, 1500]), ("herald", [1500])])
def test_game_size_equal_to_list_fits(hero: str, games: list[int]) -> None:
    worked_out = roster(*({"id": str(n), "unit": "troll"} for n in range(6)), {"id": "h", "unit": hero}, force_org=True)
    proposed = larger_game_fixes(FixRequest(CheckContext(worked_out), finding("ORG002", worked_out)))
    assert [fix.params["points"] for fix in proposed] == games


def at_a_cup(worked_out: Roster, *limits: Limit) -> Roster:
    event = Event(id=EventId("cup"), name=Text("Cup"), limits={limit.id: limit for limit in limits})
    return replace(worked_out, event=event)


def limited(limit: Limit, *units: dict[str, Any]) -> Sequence[Fix]:
    [diagnostic] = [
        finding for finding in validate(at_a_cup(roster(*units, points=2000), limit)) if finding.code == "ORG007"
    ]
    return diagnostic.fixes


def test_limit_fixes_drop_just_enough_points() -> None:
    spears = {"id": "a", "unit": "spears", "upgrades": ["pike", "sergeant"]}
    for counts in (Measure.POINTS, Measure.SHARE):
        fixes = limited(Limit(id="x", measure=counts, name=Text("X"), most=90), spears)
        assert plain_fix(fixes[0]) == give_up("Spears", "Pike", "Sergeant", saved=20), counts


def test_only_surplus_picks_are_dropped() -> None:
    spears = {"id": "a", "unit": "spears", "upgrades": ["sergeant", "musician", "banner"]}
    fixes = limited(Limit(id="x", measure=Measure.UPGRADES, name=Text("X"), per_unit=True, most=2), spears)
    given_up = [plain_fix(fix) for fix in fixes if fix.name in ("fix.put-back", "fix.give-up")]
    assert [sum(name in str(fix) for name in ("Sergeant", "Musician", "Banner")) for fix in given_up] == [1, 1, 1]


def test_limit_fixes_touch_only_counted_entries() -> None:
    """Two limits exceeded by one, one of them within a unit, and one that is kept."""
    troops = [{"id": "t1", "unit": "troll"}, {"id": "t2", "unit": "troll"}, {"id": "r", "unit": "riders"}]
    armed = {"id": "s", "unit": "spears", "upgrades": ["sergeant", "musician"]}

    def counting(name: str, counts: Measure, unit_id: str, most: int, *, each_unit: bool = False) -> Limit:
        of = EntryFilter(units=frozenset({UnitRef(f"trial/{unit_id}")}))
        return Limit(id=name, measure=counts, applies_to=of, most=most, per_unit=each_unit, name=Text(name))

    limits = (
        counting("trolls", Measure.UNITS, "troll", 1),
        counting("picks", Measure.UPGRADES, "spears", 1, each_unit=True),
        counting("riders", Measure.UNITS, "riders", 1),
        Limit(id="least", measure=Measure.UNITS, least=1, name=Text("least")),
    )
    worked_out = at_a_cup(roster(*troops, armed, points=2000), *limits)
    inspection = CheckContext(worked_out)
    touched = {
        str(finding.params["name"]): {
            getattr(edit, "entry", None)
            for fix in FIX_PROPOSERS["ORG007"](FixRequest(inspection, finding))
            for edit in fix.edits
        }
        for finding in validate(worked_out)
        if finding.code == "ORG007"
    }
    assert touched == {"trolls": {"t1", "t2"}, "picks": {"s"}}


def test_option_with_two_officers_counts_for_both() -> None:
    staff = section("upgrade", option(["Musician", "Sergeant"], ident="staff"), option("Musician"), select="any")
    subject = unit(staff, size=10)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=(Upgrade("musician"), Upgrade("staff")))
    book = faction(subject)
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry,))
    diagnostic = finding("CMD001", build_roster(army, SYSTEM, {book.id: book}))
    picks = [edit.option for fix in diagnostic.fixes for edit in fix.edits if isinstance(edit, RemoveUpgrade)]
    assert sorted(picks) == ["musician", "staff"]


def test_unknown_unit_is_named_from_the_list() -> None:
    named = roster(
        {"id": "a", "unit": "zzz", "name": "Old Guard"}, {"id": "b", "unit": "zzz"}, {"id": "c", "unit": "band"}
    )
    fixes = [plain_fixes(finding.fixes) for finding in validate(named) if finding.code == "UNT001"]
    assert fixes == [[remove("Old Guard")], [remove("trial/zzz")]]


def test_duplicate_ids_get_no_fixes() -> None:
    shared = roster({"id": "a", "unit": "captain", "upgrades": ["laser-gun"]}, {"id": "a", "unit": "sage"})
    diagnostics = [finding for finding in validate(shared) if finding.code == "UPG001"]
    assert [plain_fixes(diagnostic.fixes) for diagnostic in diagnostics] == [[]]


def test_repeated_edits_count_separately() -> None:
    once, other = RemoveEntry(EntryId("a")), RemoveEntry(EntryId("b"))
    assert search._includes((other, once), (once,))
    assert not search._includes((other, once), (once, once))
    assert search._includes((once, other, once), (once, once))


def over_by_one(*units: dict[str, Any]) -> list[object]:
    return plain_fixes(finding("PTS001", roster(*units, points=roster(*units).cost - 1)).fixes)


def test_at_most_eight_fixes_are_offered() -> None:
    riders = [{"id": f"r{n}", "unit": "riders", "name": str(n), "upgrades": ["pistol"]} for n in range(9)]
    pistols = [give_up(f'Riders "{n}"', "Pistol", saved=5) for n in reversed(range(9))]
    assert over_by_one(*riders) == pistols[:8]
    assert over_by_one(*riders[:7]) == [*pistols[2:], remove('Riders "6" (105)')]


def test_at_most_three_similar_fixes_per_unit() -> None:
    picks = ["sergeant", "pike", "banner", "musician", {"crossbow": 3}]
    given_up = [
        fix for fix in over_by_one({"id": "a", "unit": "spears", "upgrades": picks}) if "fix.give-up" in str(fix)
    ]
    assert given_up == [
        give_up("Spears", "Crossbow", saved=3),
        give_up("Spears", "Sergeant", saved=5),
        give_up("Spears", "Musician", saved=10),
    ]


def test_fix_records_hold_tried_outcomes() -> None:
    diagnostic = finding("PTS001", roster({"id": "a", "unit": "spears", "upgrades": ["sergeant"]}, points=94))
    assert plain_fixes(diagnostic.fixes) == [give_up("Spears", "Sergeant", saved=5)]
    assert build_fix_records([*diagnostic.fixes, Fix("fix.remove", {"subject": "x"})], "en") == [
        {"text": format_fix(diagnostic.fixes[0], "en"), "points": 90, "lost": 5, "entries": ["a"], "verdict": "legal"}
    ]


@pytest.mark.parametrize("code", sorted(FIX_PROPOSERS))
def test_every_fix_builder_solves_a_case(code: str) -> None:
    cases = (case for case in CASES if case.code == code and case.illegal)
    diagnostics = (diagnostic for case in cases for diagnostic in judge_file(case)[1] if diagnostic.code == code)
    assert any(diagnostic.fix is not None for diagnostic in diagnostics)
