"""Properties of all actions on a list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model import ArmyList, Faction, System
from listbuilder.rules.roster_builder import build_roster, rebuild_roster
from listbuilder.rules.upgrade_actions import (
    Refusal,
    RefusalReason,
    UpgradeSlot,
    add_one,
    attach_hero,
    clear_section,
    combine_entry,
    count_option,
    detach_hero,
    remove_one,
    split_entry,
    toggle_option,
)
from tests.properties.strategies import SETTINGS, armies

REASONS = {
    toggle_option: {RefusalReason.NO_TARGET},
    add_one: {RefusalReason.NO_TARGET, RefusalReason.FULL},
    remove_one: {RefusalReason.NOT_TAKEN},
    clear_section: {RefusalReason.NOT_TAKEN},
}


@SETTINGS
@given(armies(), st.data())
def test_options_are_taken_or_refused_with_reason(
    example: tuple[ArmyList, System, Faction], data: st.DataObject
) -> None:
    army, system, faction = example
    roster = build_roster(army, system, {faction.id: faction})
    choices = [
        UpgradeSlot(entry.id, section, option, half)
        for entry in roster.entries
        for section in entry.unit.sections
        for option in section.options
        for half in range(len(entry.halves))
    ]
    if not choices:
        return
    choice = data.draw(st.sampled_from(choices))
    assert choice.option is not None
    roster_entry = roster.find_entry(choice.entry)
    assert roster_entry is not None
    before = count_option(roster_entry, choice.section, choice.option, choice.half)
    for action, reasons in REASONS.items():
        edit = action(roster, choice)
        if isinstance(edit, Refusal):
            assert edit.reason in reasons
            continue
        changed = rebuild_roster(roster, edit(army)).find_entry(choice.entry)
        assert changed is not None
        after = count_option(changed, choice.section, choice.option, choice.half)
        assert changed.entry != roster_entry.entry
        assert {
            toggle_option: after in (before + 1, before - 1, 1),
            add_one: after in (before + 1, 1),
            remove_one: after == before - 1,
            clear_section: after == 0,
        }[action]


@SETTINGS
@given(armies(), st.data())
def test_entries_combine_and_attach_reversibly(example: tuple[ArmyList, System, Faction], data: st.DataObject) -> None:
    army, system, faction = example
    if not army.entries:
        return
    roster = build_roster(army, system, {faction.id: faction})
    names = st.sampled_from([entry.id for entry in army.entries])
    first, other = data.draw(names), data.draw(names)
    edits = [
        combine_entry(roster, first),
        combine_entry(roster, first, other),
        split_entry(roster, first),
        attach_hero(roster, first, other),
    ]
    for edit in (*edits, detach_hero(roster, first)):
        if not isinstance(edit, Refusal):
            assert edit(army) != army or edit == attach_hero(roster, first, other)
            rebuild_roster(roster, edit(army))
