"""Whole lists built by keys alone, in every system with factions."""

from __future__ import annotations

from random import Random

import pytest

from listbuilder.library import Library
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.new_list import ListDraft, answer_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words

SYSTEMS = sorted({system for header in Library.open(user=False).factions() for system in header.systems})


@pytest.mark.parametrize("system", SYSTEMS)
async def test_legal_list_is_built_by_keys_alone(start, library, system):
    offered = [row.key for row in answer_rows(ListDraft(), "system", library, "en", "")]
    async with start() as pilot:
        await pilot.press("n", *["down"] * offered.index(system), "enter", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        session = editor(pilot).session
        assert session.system.id == system
        assert session.army.points is not None
        for _ in range(sum(len(book.units) for book in session.factions)):
            await pilot.press("enter")
            await pilot.press(*(("down",) if session.report.legal else ("u", "down")))
        assert len(session.army.entries) >= 4
        assert session.roster.cost >= session.army.points * 0.4
        await pilot.press("escape", "down", "enter", "down", "enter")
        await pilot.pause()
        await pilot.press(*(() if session.report.legal else ("u",)))  # the list may be full
        assert session.report.legal, [finding.code for finding in session.report]
        assert f"✔ {sentence('verdict.legal')}" in words(pilot)


async def test_three_enters_make_a_list(start):
    async with start() as pilot:
        await pilot.press("n", "enter", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.points
        assert editor(pilot).session.factions


async def test_typed_points_and_faction_make_a_list(start):
    async with start() as pilot:
        await pilot.press("n", "enter", *"iron", "backspace", "backspace", "backspace", "backspace", *"human", "enter")
        await pilot.press(*"1234", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        army = editor(pilot).session.army
        assert army.points == 1234
        assert [str(book.name) for book in editor(pilot).session.factions] == ["Human Empire"]


async def test_sample_opens_with_one_key(start):
    async with start() as pilot:
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.entries


async def test_edits_by_keys_can_be_undone(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("d", "r", *"Twin", "enter")
        assert screen.session.selected_entry is not None
        assert screen.session.selected_entry.entry.name == "Twin"
        await pilot.press("shift+down", "n", *"brave", "ctrl+s")
        assert screen.session.selected_entry.entry.notes == "brave"
        await pilot.press("c", "x")
        for _ in range(6):
            await pilot.press("u")
        assert screen.session.army == before
        for _ in range(6):
            await pilot.press("ctrl+r")
        assert screen.session.army != before


EDITING = ("d", "x", "c", "enter", "space", "shift+down", "u", "ctrl+r", "plus")
WALK = (*EDITING, "down", "up", "end", "home", "tab")


@pytest.mark.parametrize("seed", [1, 2])
async def test_undo_reverts_random_keys(start, seed):
    chance = Random(seed)
    async with start(sample=True, size=(100, 30)) as pilot:
        session = editor(pilot).session
        before = session.army
        for _ in range(60):
            await pilot.press(chance.choice(WALK))
            if isinstance(pilot.app.screen, ChoiceDialog):
                await pilot.press("enter")
        after, steps = session.army, len(session.history.past)
        assert steps > 5
        await pilot.press(*["u"] * steps)
        assert session.army == before
        await pilot.press(*["ctrl+r"] * steps)
        assert session.army == after


async def test_filter_finds_units_while_typing(start):
    async with start(sample=True) as pilot:
        await pilot.press("1", "slash", *"tank")
        await pilot.pause()
        shown = [row for row in editor(pilot).units.rows.rows if row.selectable]
        assert [row.key for row in shown] == ["human-empire/steam-tank-of-water"]
        await pilot.press("escape")
        await pilot.pause()
        assert len(editor(pilot).units.rows.rows) > 10


async def test_illegal_addition_is_previewed_and_allowed(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        count = len(screen.session.army.entries)
        await pilot.press("a")
        await pilot.pause()
        assert f"✔ {sentence('verdict.legal')}" in words(pilot)
        assert screen.status.rows[-1].key == "preview"
        assert screen.status.rows[-1].left[0].text in words(pilot)
        await pilot.press("enter")
        assert len(screen.session.army.entries) == count + 1
        assert not screen.session.report.legal
        await pilot.press("u")
        assert screen.session.report.legal


async def test_hero_detaches_and_attaches(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        await pilot.press("down", "j", "enter")
        assert screen.session.selected_entry is not None
        assert screen.session.selected_entry.is_hero
        assert screen.session.selected_entry.entry.joins is None
        await pilot.press("j", "down", "enter")
        assert screen.session.selected_entry.entry.joins is not None


@pytest.mark.parametrize(("size", "shown"), [((80, 24), 1), ((100, 30), 2), ((140, 40), 3), ((200, 60), 3)])
async def test_panes_follow_the_width(start, size, shown):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        panes = [screen.units, screen.army, screen.detail]
        for _ in range(3):
            await pilot.press("tab")
            await pilot.pause()
            assert sum(bool(pane.region.area) for pane in panes) == shown
            front = {"units": screen.units, "army": screen.army, "detail": screen.detail}[screen.panes.front_name]
            assert front.region.area
            assert screen.focused is not None
            assert screen.focused in front.walk_children(with_self=True)


async def test_mouse_selects_units_and_presses_keys(start):
    async with start(sample=True, size=(140, 40)) as pilot:
        screen = editor(pilot)
        await pilot.click("#army", offset=(10, 3))
        await pilot.pause()
        assert screen.session.selected_id == screen.army.cursor_key == screen.army.rows[2].key
        count = len(screen.session.army.entries)
        remove = screen.query_one(KeyBar).render_line(0).text.index(f"x {sentence('key.remove')}")
        await pilot.click("KeyBar", offset=(remove, 0))
        await pilot.pause()
        assert len(screen.session.army.entries) == count - 1


async def test_hidden_pane_shows_changed_list(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("a", "x", *["down"] * 3, "enter", "escape")
        await wait_for(pilot, lambda: screen.army.display)
        await pilot.pause()
        assert screen.session.army != before
        first = screen.session.roster.entries[0]
        assert first.title in words(pilot)
