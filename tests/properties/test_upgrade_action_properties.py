"""Properties of all actions on a list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model import ArmyList, Faction, System
from listbuilder.rules.roster import build_roster, rework
from listbuilder.rules.upgrade_actions import (
    OptionAt,
    Refused,
    Why,
    clear,
    combine,
    fewer,
    join,
    more,
    part,
    picks_of,
    split,
    toggle,
)
from tests.properties.strategies import SETTINGS, armies

REASONS = {
    toggle: {Why.NO_TARGET},
    more: {Why.NO_TARGET, Why.FULL},
    fewer: {Why.NOT_TAKEN},
    clear: {Why.NOT_TAKEN},
}


@SETTINGS
@given(armies(), st.data())
def test_options_are_taken_or_refused_with_reason(drawn: tuple[ArmyList, System, Faction], data: st.DataObject) -> None:
    army, system, faction = drawn
    roster = build_roster(army, system, {faction.id: faction})
    choices = [
        OptionAt(worked.id, section, option, half)
        for worked in roster.entries
        for section in worked.unit.sections
        for option in section.options
        for half in range(len(worked.halves))
    ]
    if not choices:
        return
    choice = data.draw(st.sampled_from(choices))
    assert choice.option is not None
    worked = roster.find(choice.entry)
    assert worked is not None
    before = picks_of(worked, choice.section, choice.option, choice.half)
    for deed, reasons in REASONS.items():
        edit = deed(roster, choice)
        if isinstance(edit, Refused):
            assert edit.why in reasons
            continue
        changed = rework(roster, edit(army)).find(choice.entry)
        assert changed is not None
        after = picks_of(changed, choice.section, choice.option, choice.half)
        assert changed.entry != worked.entry
        assert {
            toggle: after in (before + 1, before - 1, 1),
            more: after in (before + 1, 1),
            fewer: after == before - 1,
            clear: after == 0,
        }[deed]


@SETTINGS
@given(armies(), st.data())
def test_entries_combine_and_attach_reversibly(drawn: tuple[ArmyList, System, Faction], data: st.DataObject) -> None:
    army, system, faction = drawn
    if not army.entries:
        return
    roster = build_roster(army, system, {faction.id: faction})
    names = st.sampled_from([entry.id for entry in army.entries])
    one, other = data.draw(names), data.draw(names)
    deeds = [combine(roster, one), combine(roster, one, other), split(roster, one), join(roster, one, other)]
    for deed in (*deeds, part(roster, one)):
        if not isinstance(deed, Refused):
            assert deed(army) != army or deed == join(roster, one, other)
            rework(roster, deed(army))
