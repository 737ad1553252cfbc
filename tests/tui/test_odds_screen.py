"""The odds of the selected unit: the same numbers as the command line's, changed by how things stand."""

from __future__ import annotations

import pytest

from listbuilder.exporters.odds_words import number
from listbuilder.odds.listed import listed_party
from listbuilder.odds.situation import Mode, Situation
from listbuilder.odds.table import field_table
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.screens.odds import OddsScreen
from tests.tui.tui_help import editor, words


@pytest.mark.parametrize("size", [(80, 24), (140, 44)])
async def test_the_numbers_of_the_engine_are_shown(start, size):
    async with start(sample=True, size=size) as pilot:
        roster = editor(pilot).workspace.roster
        selected = roster.find(editor(pilot).bench.selected or "")
        assert selected is not None
        await pilot.press("w")
        screen = pilot.app.screen
        assert isinstance(screen, OddsScreen)
        cells = field_table(listed_party(selected, roster, "en"), roster.system, Situation(mode=Mode.CHARGE))
        await pilot.press("end")
        shown = words(pilot)
        await pilot.press("home")
        shown += words(pilot)
        assert "more than 9" in shown
        for cell in cells[-1]:
            assert number("en", cell.odds.mean_wounds) in shown
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, EditorScreen)


async def test_how_things_stand_changes_the_numbers(start):
    async with start(sample=True) as pilot:
        await pilot.press("w")
        before = words(pilot)
        await pilot.press("f")
        after = words(pilot)
        assert "fatigued" in after
        assert before != after
        await pilot.press("f")
        assert words(pilot) == before
