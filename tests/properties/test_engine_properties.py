"""Properties of every list: points add up, offers are legal, nothing is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.diagnostics import Severity
from listbuilder.diagnostics.messages import describe_finding, describe_fix
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import (
    ArmyList,
    EntryId,
    Faction,
    Half,
    Loadout,
    MissingUpgradeTarget,
    System,
    Unit,
    UnitRef,
    Upgrade,
    UpgradeError,
    Variant,
    Weapon,
)
from listbuilder.rules.edits import (
    DuplicateEntry,
    Edit,
    History,
    MoveEntries,
    RemoveEntry,
    RenameEntry,
    SetNotes,
    apply_fix,
    set_details,
)
from listbuilder.rules.loadout import EquipmentState, build_loadout
from listbuilder.rules.rule_ratings import has_rule, highest_rating
from listbuilder.rules.upgrade_actions import build_add_edit, build_combine_edit, build_remove_edit
from listbuilder.validation.check_registry import CHECKS, CheckContext, is_combined
from listbuilder.validation.checks import run_checks
from listbuilder.validation.checks.force_organisation import broken_limits
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import first_new_error
from tests.properties.strategies import (
    SETTINGS,
    armies,
    build_example_roster,
    legal_armies,
    library,
    pick_edits,
    picks,
    tables,
    unit_edits,
)

Drawn = tuple[ArmyList, System, Faction]


def is_idle(error: UpgradeError) -> bool:
    """Return whether no instance of a pick found its target."""
    return isinstance(error, MissingUpgradeTarget) and error.missing_count == error.upgrade.count


@cache
def raw_prices(faction: str) -> dict[str, tuple[int, dict[str, int]]]:
    """Read costs straight from the file: of each unit and of each option by full id."""
    path = next(header.file for header in library().factions() if header.id == faction)
    raw: dict[str, Any] = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    prices: dict[str, tuple[int, dict[str, int]]] = {}
    for unit in raw["units"]:
        options = {
            f"{section['id']}/{option['id']}": option["cost"]
            if isinstance(option["cost"], int)
            else option["cost"][unit["id"]]
            for package in unit.get("upgrades", [])
            for section in raw["packages"][package]
            for option in section["options"]
        }
        prices[unit["id"]] = (unit["cost"], options)
    return prices


def price(faction: str, unit: str, upgrades: tuple[Upgrade, ...]) -> int:
    cost, options = raw_prices(faction)[unit]
    full = [
        [value for name, value in options.items() if pick.option in (name, name.split("/")[1])] for pick in upgrades
    ]
    return cost + sum(pick.count * values[0] for pick, values in zip(upgrades, full, strict=True))


@SETTINGS
@given(armies())
def test_points_add_up(example: Drawn) -> None:
    army, system, faction = example
    total = 0
    for entry in army.entries:
        unit = entry.unit.rpartition("/")[2]
        total += price(faction.id, unit, entry.upgrades)
        if entry.combined is not None:
            total += price(faction.id, unit, entry.combined.upgrades)
        if system.experience is not None:
            hero = system.roles.hero in faction.units[unit].rule_ids
            total += (
                entry.xp // system.experience.every * (system.experience.hero_cost if hero else system.experience.cost)
            )
    roster = build_example_roster(army, system, faction)
    assert roster.cost == total == sum(entry.cost for entry in roster.entries)


@SETTINGS
@given(armies())
def test_every_list_gets_a_verdict(example: Drawn) -> None:
    army, system, faction = example
    report = validate(build_example_roster(army, system, faction))
    assert report.legal == all(finding.severity is not Severity.ERROR for finding in report)
    ids = {entry.id for entry in army.entries}
    assert all(finding.on is None or finding.on in ids for finding in report)


def some_edit(draw: st.DrawFn, army: ArmyList, system: System, faction: Faction) -> Edit:
    roster = build_example_roster(army, system, faction)
    edits: list[Edit] = [set_details(points=draw(st.integers(0, 3000))), set_details(name=draw(st.text(max_size=5)))]
    if roster.entries:
        roster_entry = draw(st.sampled_from(roster.entries))
        edits += [
            RemoveEntry(roster_entry.id),
            DuplicateEntry(roster_entry.id),
            MoveEntries((roster_entry.id,), draw(st.integers(-3, 3))),
        ]
        edits += [RenameEntry(roster_entry.id, "Ada"), SetNotes(roster_entry.id, "x"), build_combine_edit(roster_entry)]
        if roster_entry.unit.sections:
            section = draw(st.sampled_from(roster_entry.unit.sections))
            edits.append(build_add_edit(roster_entry, section, draw(st.sampled_from(section.options))))
        if roster_entry.halves[0].upgrades:
            upgrade = draw(st.sampled_from(roster_entry.halves[0].upgrades))
            edits.append(build_remove_edit(roster_entry, upgrade.section, upgrade.option))
    return draw(st.sampled_from(edits))


@SETTINGS
@given(st.data())
def test_do_undo_redo_is_identity(data: st.DataObject) -> None:
    army, system, faction = data.draw(armies())
    history = History(army)
    states = [army]
    for _ in range(data.draw(st.integers(1, 8))):
        history = history.apply(data.draw(st.composite(some_edit)(history.present, system, faction)))
        if history.present != states[-1]:
            states.append(history.present)
    last = history
    for state in reversed(states):
        assert history.present == state
        history = history.undo()
    assert history.present == army
    for state in states:
        assert history.present == state
        history = history.redo()
    assert history == last


@SETTINGS
@given(st.data())
def test_offers_are_legal_refusals_are_not(data: st.DataObject) -> None:
    army, system, faction = data.draw(legal_armies())
    roster = build_example_roster(army, system, faction)
    report = validate(roster)
    assert report.legal
    edits = unit_edits(faction)
    for entry in roster.entries[:2]:
        edits += pick_edits(entry)
    for edit in edits:
        reason = first_new_error(roster, report, edit)
        after = validate(build_example_roster(edit(army), system, faction))
        if reason is None:
            assert after.legal
        else:
            assert reason in after.diagnostics
            assert reason.severity is Severity.ERROR


@SETTINGS
@given(legal_armies())
def test_legal_list_stays_legal_after_saving(example: Drawn) -> None:
    army, system, faction = example
    before = validate(build_example_roster(army, system, faction))
    for text in (format_list_yaml(army), format_list_json(army)):
        loaded = parse_list(text)
        assert loaded.army == army
        assert len(loaded.report) == 0
        assert validate(build_example_roster(loaded.army, system, faction)) == before


@SETTINGS
@given(armies())
def test_saved_lists_load_unchanged(example: Drawn) -> None:
    army, _, _ = example
    for text in (format_list_yaml(army), format_list_json(army)):
        assert parse_list(text).army == army


@st.composite
def armed_units(draw: st.DrawFn) -> tuple[Any, tuple[Upgrade, ...]]:
    _, faction = draw(st.sampled_from(tables()))
    unit = draw(st.sampled_from(list(faction.units.values())))
    return unit, draw(picks(unit))


def weapons(loadout: Loadout) -> Counter[str]:
    counted: Counter[str] = Counter()
    for carried in loadout.weapons:
        counted[carried.weapon.name] += carried.count
    return counted


@SETTINGS
@given(armed_units())
def test_pick_errors_depend_only_on_earlier_picks(example: tuple[Unit, tuple[Upgrade, ...]]) -> None:
    unit, upgrades = example
    bench = EquipmentState(unit)
    expected = []
    for index, pick in enumerate(upgrades):
        (choice,) = unit.find_options(pick.option)
        short = bench.apply(*choice, pick.count)
        if short is not None:
            expected.append((index, *short))
    errors = [error for error in build_loadout(unit, upgrades).errors if isinstance(error, MissingUpgradeTarget)]
    assert [(error.index, error.target, error.missing_count) for error in errors] == expected


@SETTINGS
@given(armed_units())
def test_equipment_counts_are_positive_and_explained(example: tuple[Unit, tuple[Upgrade, ...]]) -> None:
    unit, upgrades = example
    loadout = build_loadout(unit, upgrades)
    assert all(row.count > 0 for row in loadout.weapons)
    assert all(row.count > 0 for row in loadout.items)
    known = {stack.equipment.name for stack in unit.equipment}
    stacks = [stack for section in unit.sections for option in section.options for stack in option.gains]
    for stack in (*unit.equipment, *stacks):
        known.add(stack.equipment.name)
        known.update(weapon.name for weapon in stack.equipment.all_weapons)
    assert {row.weapon.name for row in loadout.weapons} <= known


@SETTINGS
@given(armed_units())
def test_only_replacements_remove_weapons(example: tuple[Any, tuple[Upgrade, ...]]) -> None:
    unit, upgrades = example
    adding = tuple(pick for pick in upgrades if unit.find_options(pick.option)[0][0].variant is Variant.UPGRADE)
    before, after = weapons(build_loadout(unit, ())), weapons(build_loadout(unit, adding))
    assert all(after[name] >= count for name, count in before.items())


@SETTINGS
@given(armed_units())
def test_a_pick_without_its_target_changes_nothing(example: tuple[Any, tuple[Upgrade, ...]]) -> None:
    unit, upgrades = example
    loadout = build_loadout(unit, upgrades)
    idle = {error.index for error in loadout.errors if isinstance(error, MissingUpgradeTarget) and is_idle(error)}
    effective = tuple(pick for index, pick in enumerate(upgrades) if index not in idle)
    again = build_loadout(unit, effective)
    assert (again.weapons, again.items, again.rules) == (loadout.weapons, loadout.items, loadout.rules)
    assert not [error for error in again.errors if is_idle(error)]


def swaps_of_one_for_one() -> list[tuple[Any, Upgrade]]:
    """Return every option that replaces one weapon by one other."""
    swaps = []
    for unit in {id(unit): unit for _, faction in tables() for unit in faction.units.values()}.values():
        carried = {stack.equipment.key for stack in unit.equipment if isinstance(stack.equipment, Weapon)}
        for section in unit.sections:
            affects_one = section.affects is None or section.affects.number < 2
            single = affects_one and not section.affects_all and [target.count for target in section.targets] == [1]
            if section.variant is not Variant.REPLACE or not single or section.targets[0].key not in carried:
                continue
            swaps += [
                (unit, Upgrade(unit.option_reference(section.id, option.id)))
                for option in section.options
                if [gain.count for gain in option.gains] == [1] and isinstance(option.gains[0].equipment, Weapon)
            ]
    return swaps


def test_one_for_one_swap_keeps_the_count() -> None:
    swaps = swaps_of_one_for_one()
    assert len(swaps) > 50
    for unit, pick in swaps:
        before, after = weapons(build_loadout(unit, ())), weapons(build_loadout(unit, (pick,)))
        assert (before - after).total() == (after - before).total() == 1, (unit.id, pick)


JUNK = st.one_of(st.text(max_size=12), st.sampled_from(["", "/", "a", "[red]x", "{unit}", "../..", "\x1b[2J", "=1+1"]))


@st.composite
def nonsense(draw: st.DrawFn) -> Drawn:
    """Draw a list with nonsense in every field."""
    army, system, faction = draw(armies())
    entries = []
    for entry in army.entries:
        half = st.builds(Half, st.lists(st.builds(Upgrade, JUNK, st.integers()), max_size=3).map(tuple))
        entries.append(
            replace(
                entry,
                id=EntryId(draw(JUNK)),
                unit=draw(st.one_of(st.just(entry.unit), JUNK.map(UnitRef))),
                name=draw(st.one_of(st.none(), JUNK)),
                upgrades=(*entry.upgrades, *draw(half).upgrades),
                combined=draw(st.one_of(st.none(), half)),
                joins=draw(st.one_of(st.none(), JUNK.map(EntryId))),
                xp=draw(st.integers()),
            )
        )
    points = draw(st.one_of(st.none(), st.integers()))
    return replace(army, points=points, entries=tuple(entries)), system, faction


@SETTINGS
@given(nonsense())
def test_nonsense_lists_get_findings_in_words(example: Drawn) -> None:
    army, system, faction = example
    for finding in validate(build_example_roster(army, system, faction)):
        for language in ("en", "de"):
            assert describe_finding(finding, language)
            assert finding.fix is None or describe_fix(finding, language)
        if finding.fix is not None:
            apply_fix(army, finding.fix)


@SETTINGS
@given(armies())
def test_skipped_checks_would_find_nothing(example: Drawn) -> None:
    inspection = CheckContext(build_example_roster(*example))
    for registered in CHECKS:
        if registered.applies_to in (None, is_combined):  # these rules hold only for combined units
            continue
        run = registered.run.__wrapped__  # type: ignore[attr-defined]  # of one entry
        passed_over = [entry for entry in inspection.roster.entries if not registered.applies_to(entry)]
        assert [finding for roster_entry in passed_over for finding in run(inspection, roster_entry)] == []


@SETTINGS
@given(armies())
def test_remembered_entries_would_be_clean_again(example: Drawn) -> None:
    context = CheckContext(build_example_roster(*example))
    run_checks(context)
    unproven = CheckContext(context.roster).unproven_entries
    clean = [entry for entry in context.roster.entries if entry not in unproven]
    for registered in CHECKS:
        if registered.applies_to is not None:
            run = registered.run.__wrapped__  # type: ignore[attr-defined]  # of one entry
            applicable = filter(registered.applies_to, clean)
            assert [finding for entry in applicable for finding in run(context, entry)] == []


@SETTINGS
@given(armies())
def test_limits_that_are_not_counted_are_kept(example: Drawn) -> None:
    context = CheckContext(build_example_roster(*example))
    broken = [status for status in context.limit_statuses if not status.is_met]
    assert len(list(broken_limits(context))) == len(broken)


@SETTINGS
@given(armies())
def test_quick_rule_lookup_agrees_with_loadout(example: Drawn) -> None:
    roster = build_example_roster(*example)
    rules = {rule.id for entry in roster.entries for half in entry.halves for rule in half.rules}
    for roster_entry in roster.entries:
        for rule in rules:
            assert has_rule(roster_entry.unit, roster_entry.halves, rule) is any(
                half.has_rule(rule) for half in roster_entry.halves
            )
            highest = max(half.rating(rule) for half in roster_entry.halves)
            assert highest_rating(roster_entry.unit, roster_entry.halves, rule) == highest


@SETTINGS
@given(armies())
def test_quick_target_lookup_agrees_with_applying(example: Drawn) -> None:
    for unit in build_example_roster(*example).factions[example[2].id].units.values():
        for section in unit.sections:
            for option in section.options[:1]:
                missing = EquipmentState(unit).missing_target(section, option)
                assert (missing is None) is (EquipmentState(unit).apply(section, option, 1) is None)
