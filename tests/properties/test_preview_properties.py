"""The preview of an edit agrees with its result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model import ArmyList, Faction, System
from listbuilder.rules.edits import AddEntry, Edit, RemoveEntry
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import EditPreviewer, first_new_error
from tests.properties.strategies import SETTINGS, armies


@SETTINGS
@given(armies(), st.data())
def test_preview_agrees_with_judging_the_edit(example: tuple[ArmyList, System, Faction], data: st.DataObject) -> None:
    army, system, faction = example
    roster = build_roster(army, system, {faction.id: faction})
    report = validate(roster)
    edits: list[Edit] = [AddEntry(unit.ref) for unit in faction.units.values()]
    edits += [RemoveEntry(entry.id) for entry in roster.entries]
    edits += [
        build_add_edit(entry, section, option)
        for entry in roster.entries
        for section in entry.unit.sections
        for option in section.options
    ]
    edit = data.draw(st.sampled_from(edits))
    preview = EditPreviewer(roster, report).preview(edit)
    assert preview is not None
    then = build_roster(edit(army), system, {faction.id: faction})
    judged = validate(then)
    assert [(finding.code, finding.on) for finding in preview.report] == [
        (finding.code, finding.on) for finding in judged
    ]
    assert (preview.points_before, preview.points_after, preview.verdict) == (roster.cost, then.cost, judged.verdict)
    first = first_new_error(roster, report, edit)
    assert (first is None) == all(finding.severity.value == "warning" for finding in preview.new_findings)
    if first is not None:
        assert preview.new_findings[0] == first
    for shift in preview.notable_changes:
        assert shift.to("en")
        assert shift.to("de")
