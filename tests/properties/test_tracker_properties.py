"""Properties of the trackers of every list."""

from __future__ import annotations

import itertools

from hypothesis import given

from listbuilder.model import ArmyList, Faction, System
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.trackers import build_trackers
from tests.properties.strategies import SETTINGS, armies


@SETTINGS
@given(armies())
def test_more_wounds_never_restore_models(example: tuple[ArmyList, System, Faction]) -> None:
    army, system, faction = example
    roster = build_roster(army, system, {faction.id: faction})
    trackers = build_trackers(roster)
    assert len(trackers) == roster.activations
    assert sum(strip.strength_after(0).models for strip in trackers) == roster.models
    for strip in trackers:
        strengths = [strip.strength_after(wounds) for wounds in range(strip.max_wounds + 2)]
        models = [state.models for state in strengths]
        assert all(before - 1 <= after <= before for before, after in itertools.pairwise(models))
        assert [state.is_destroyed for state in strengths] == [
            wounds >= strip.max_wounds for wounds in range(strip.max_wounds + 2)
        ]
        halves = [state.is_half_strength for state in strengths]
        assert halves == sorted(halves)
        assert sum(sum(band.box_groups) for band in strip.wound_tracks) == strip.max_wounds
        whole, several = strengths[0].models, strengths[0].models > 1
        for strength in strengths if several and system.tracking.uses_half_strength else ():
            assert strength.is_half_strength == (2 * strength.models <= whole)
