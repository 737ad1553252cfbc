"""The preview of an edit agrees with its result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model import ArmyList, Faction, System
from listbuilder.rules.edits import Add, Edit, Remove
from listbuilder.rules.roster import build_roster
from listbuilder.rules.upgrade_actions import taking
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import Foresight, obstacle
from tests.properties.strategies import SETTINGS, armies


@SETTINGS
@given(armies(), st.data())
def test_preview_agrees_with_judging_the_edit(drawn: tuple[ArmyList, System, Faction], data: st.DataObject) -> None:
    army, system, faction = drawn
    roster = build_roster(army, system, {faction.id: faction})
    report = validate(roster)
    edits: list[Edit] = [Add(unit.ref) for unit in faction.units.values()]
    edits += [Remove(worked.id) for worked in roster.entries]
    edits += [
        taking(worked, section, option)
        for worked in roster.entries
        for section in worked.unit.sections
        for option in section.options
    ]
    edit = data.draw(st.sampled_from(edits))
    ghost = Foresight(roster, report).of(edit)
    assert ghost is not None
    then = build_roster(edit(army), system, {faction.id: faction})
    judged = validate(then)
    assert [(one.code, one.on) for one in ghost.report] == [(one.code, one.on) for one in judged]
    assert (ghost.before, ghost.after, ghost.verdict) == (roster.cost, then.cost, judged.verdict)
    first = obstacle(roster, report, edit)
    assert (first is None) == all(finding.severity.value == "warning" for finding in ghost.arisen)
    if first is not None:
        assert ghost.arisen[0] == first
    for shift in ghost.told:
        assert shift.to("en")
        assert shift.to("de")
