"""The campaign dialog: a form with a live price, applied as one undoable step."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from listbuilder.rules.roster_builder import experience_cost
from listbuilder.tui.editor.header import Header
from listbuilder.tui.editor.list_dialogs import CampaignDialog, CampaignProgress
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_experience_traits_and_notes_are_one_step(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        before, cost = screen.session.army, screen.session.roster.cost
        selected = screen.session.selected_entry
        assert selected is not None
        await pilot.press("E")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, CampaignDialog))
        await pilot.press("backspace", *"12")
        dearer = experience_cost(12, selected.is_hero, screen.session.system)
        await wait_for(pilot, lambda: f"+{dearer}" in words(pilot))
        over = sentence("tui.over", points=dearer)
        header = screen.query_one(Header)
        assert not any(over in row.text for row in header.rows), "nothing is bought yet"
        assert screen.session.army is before
        await pilot.press("tab", *"Swift, Grim,", "tab", *"lost an eye", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        entry = screen.session.army.find_entry(selected.id)
        assert entry is not None
        assert (entry.xp, entry.traits, entry.notes) == (12, ("Swift", "Grim"), "lost an eye")
        assert screen.session.roster.cost == cost + dearer
        await wait_for(pilot, lambda: any(over in row.text for row in header.rows) and over in words(pilot))
        await pilot.press("u")
        assert screen.session.army == before


async def test_unchanged_campaign_form_is_no_step(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        for key in ("escape", "enter"):
            await pilot.press("E", key)
            await wait_for(pilot, lambda: pilot.app.screen is screen)
            assert screen.session.history.past == ()


async def test_invalid_experience_is_ignored(start):
    async with start(sample=True) as pilot:
        await pilot.press("E")
        dialog = pilot.app.screen
        assert isinstance(dialog, CampaignDialog)
        for typed, xp in (("", 0), ("-5", 0), ("7", 7), ("99999999", 99_999)):
            dialog.query_one("#xp", Input).value = typed
            assert dialog.progress == CampaignProgress(xp, (), "")


async def test_game_without_campaigns_disables_the_form(start, library):
    wood = next(header.file for header in library.sample_lists() if "toll-post" in header.file.name)
    async with start(wood) as pilot:
        screen = editor(pilot)
        await pilot.press("E")
        assert pilot.app.screen is screen
        assert not screen.unit_actions.is_enabled("campaign")
