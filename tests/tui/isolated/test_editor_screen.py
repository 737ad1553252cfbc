"""The editor screen in isolation: focus, keys and status messages."""

from __future__ import annotations

import pytest

from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.rules.edits import remove_entries
from listbuilder.tui.dialogs import TextDialog
from listbuilder.tui.editor.list_dialogs import FixDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from tests.sentences import sentence
from tests.tui.isolated.editor_helpers import SMALL, WIDE, empty, open_editor, overfull, status, still
from tests.tui.isolated.small_app import alone, dim_keys, in_front, key_line, sample, texts
from tests.tui.screen_helpers import at_rest, wait_for, words

pytestmark = pytest.mark.usefixtures("somewhere")


async def test_focus_starts_at_army_and_cycles_panes():
    async with open_editor() as (pilot, screen):
        units, army, detail = screen.units.rows, screen.army, screen.detail
        assert army.has_focus
        for key, pane in (
            ("tab", detail),
            ("tab", units),
            ("tab", army),
            ("shift+tab", units),
            ("shift+tab", detail),
            ("left", army),
            ("right", detail),
            ("1", units),
            ("2", army),
            ("3", detail),
            ("escape", army),
            ("enter", detail),
            ("escape", army),
            ("a", units),
            ("escape", army),
        ):
            await pilot.press(key)
            assert pane.has_focus, key
            assert screen.panes.front_name == {units: "units", army: "army", detail: "detail"}[pane]
        await pilot.click("#detail", offset=(5, 1))
        assert (screen.panes.front_name, detail.has_focus) == ("detail", True)
        await pilot.click("#units", offset=(5, 2))
        assert (screen.panes.front_name, units.has_focus) == ("units", True)


async def test_empty_list_starts_at_units_and_enter_adds():
    async with open_editor(empty()) as (pilot, screen):
        assert screen.focused is screen.units.rows
        assert texts(screen.detail) != []
        assert screen.units.cursor_unit is not None
        name = screen.units.cursor_unit.name.en
        await pilot.press("enter")
        (entry,) = screen.session.army.entries
        assert entry.unit == screen.units.rows.cursor_key
        assert (screen.session.selected_id, screen.focused) == (entry.id, screen.units.rows)
        await pilot.press("a")
        assert len(screen.session.army.entries) == 2, "among the units the same key adds"
        await pilot.press("x")
        assert len(screen.session.army.entries) == 1
        assert status(screen) == pilot.app.tr("tui.units.taken-out", name=name)
        await pilot.press("x", "x")
        assert screen.session.army.entries == ()
        assert status(screen) == pilot.app.tr("tui.units.not-taken", name=name)
        await pilot.press("2", "enter", "x", "d", "r", "n", "j", "c", "shift+down")
        assert pilot.app.screen is screen
        assert screen.session.army.entries == ()


async def test_key_bar_dims_unavailable_actions():
    async with open_editor(size=(300, 30)) as (pilot, screen):
        names = key_line(screen)
        assert names["c"] == pilot.app.tr("key.split"), "the unit is combined"
        assert names["x"] == pilot.app.tr("key.remove")
        assert names["u"] == pilot.app.tr("key.undo")
        redo = next(key for key, name in names.items() if name == pilot.app.tr("key.redo"))
        assert dim_keys(screen) == {".", "u", "f", "j", redo}
        await pilot.press("down")
        await at_rest(pilot)
        assert key_line(screen)["j"] == pilot.app.tr("key.part"), "Otto is attached"
        assert "j" not in dim_keys(screen)
        assert key_line(screen)["c"] == pilot.app.tr("key.combine")
        await pilot.press("d")
        await at_rest(pilot)
        duplicated = sentence("edit.duplicate", subject="Otto")
        assert key_line(screen)["u"] == f"{sentence('key.undo')} {sentence('sheet.quoted', text=duplicated)}"
        assert "u" not in dim_keys(screen)
        assert "f" not in dim_keys(screen), "the copy is too dear"
        await pilot.press("u")
        await at_rest(pilot)
        assert redo not in dim_keys(screen)
        assert "f" in dim_keys(screen)
        await pilot.press("1")
        await at_rest(pilot)
        assert key_line(screen)["x"] == pilot.app.tr("key.take-out")
        assert {"c", "j", "d", "r"} <= dim_keys(screen), "what is selected must be in sight"
        assert "x" not in dim_keys(screen)


async def test_status_shows_last_action_until_next_step():
    async with open_editor(size=SMALL) as (pilot, screen):
        verdict = status(screen)
        assert verdict == pilot.app.tr("tui.problems.none")
        await pilot.press("d", "u")
        step = sentence("edit.duplicate", subject="Vale Regiment")
        undone = sentence("tui.undone", step=step)
        assert status(screen) == undone
        await at_rest(pilot)
        assert status(screen) == undone, "it stays while nothing is done"
        await pilot.press("ctrl+r")
        assert status(screen) == sentence("tui.redone", step=step)
        await pilot.press("down")
        await at_rest(pilot)
        assert step not in status(screen)
        await pilot.press("u")
        await at_rest(pilot)
        assert undone in status(screen)
        await pilot.press("x")
        await at_rest(pilot)
        assert undone not in status(screen), "an edit is a step too"


async def test_header_marks_unsaved_changes(tmp_path):
    async with open_editor() as (pilot, screen):
        assert "*" not in texts(screen.header)[0]
        await pilot.press("d")
        assert "*" in texts(screen.header)[0]
        await pilot.press("ctrl+s")
        assert "*" not in texts(screen.header)[0]
        assert status(screen) == sentence("tui.saved", path=tmp_path / "nowhere" / "vale.yaml")
        await pilot.press("S")
        assert isinstance(pilot.app.screen, TextDialog)


async def test_new_list_is_marked_unsaved_at_once(tmp_path):
    screen = EditorScreen(sample("iron-vale"), OpenListFile(tmp_path / "new.yaml", Journal()))
    async with alone(screen) as (pilot, _):
        await at_rest(pilot)
        assert "*" in texts(screen.header)[0]


async def test_problems_panel_opens_jumps_and_closes():
    async with open_editor(overfull(), size=SMALL) as (pilot, screen):
        problems = screen.problems
        assert not problems.is_open
        assert not problems.region.area
        assert "PTS" in status(screen)
        await pilot.press("exclamation_mark")
        await at_rest(pilot)
        assert (problems.is_open, screen.focused) == (True, problems)
        assert status(screen) == "", "the panel shows it"
        assert problems.cursor_key == "0"
        assert problems.cursor_finding is screen.session.report.diagnostics[0]
        assert "PTS" in words(pilot)
        await pilot.press("exclamation_mark")
        assert (problems.is_open, screen.focused) == (False, screen.army)
        await pilot.press("exclamation_mark", "escape")
        assert (problems.is_open, screen.focused) == (False, screen.army)
        assert pilot.app.screen is screen
        await pilot.press("3", "exclamation_mark", "enter")
        assert (problems.is_open, screen.focused) == (False, screen.army), "about no unit: the army"
        await pilot.press("f")
        assert isinstance(in_front(pilot), FixDialog)
        await pilot.press("enter")
        assert in_front(pilot) is screen
        assert screen.session.history.next_undo is not None


async def test_finding_jumps_to_its_unit():
    crowded = sample("crown-council")
    async with open_editor(crowded, size=SMALL) as (pilot, screen):
        await pilot.press("exclamation_mark")
        on = [finding.on for finding in screen.session.report]
        finding_index = next(
            index for index, name in enumerate(on) if name is not None and name != screen.session.selected_id
        )
        screen.problems.show(screen.problems.rows, str(finding_index))
        finding = screen.session.report.diagnostics[finding_index]
        assert screen.problems.cursor_finding is finding
        await pilot.press("enter")
        assert (screen.session.selected_id, screen.focused) == (finding.on, screen.detail)
        assert not screen.problems.is_open
        await pilot.press("escape")
        assert screen.army.cursor_key == finding.on


async def test_fix_without_any_is_reported():
    async with open_editor(size=SMALL) as (pilot, screen):
        screen.action_fix()
        await pilot.pause()
        assert status(screen) == pilot.app.tr("tui.problems.no-fix")
        assert pilot.app.screen is screen


async def test_tall_screen_always_shows_problems():
    async with open_editor(overfull(), size=WIDE) as (pilot, screen):
        assert screen.problems.region.area
        assert "PTS" in " ".join(texts(screen.problems))
        assert str(screen.problems._border_title) == pilot.app.tr("tui.problems.title")
        assert "[f]" in " ".join(texts(screen.problems)), "with what would mend it"
        assert status(screen) == ""
        await pilot.resize_terminal(80, 24)
        await at_rest(pilot)
        assert not screen.problems.region.area
        assert "PTS" in status(screen)


async def test_preview_updates_with_the_key(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        cost = screen.session.roster.cost
        await pilot.press("1")
        await at_rest(pilot)
        assert screen.header._preview_cost is not None
        still(screen, monkeypatch)
        statuses = set()
        for key in ("down", "down", "down"):
            await pilot.press(key)
            unit = screen.units.cursor_unit
            assert unit is not None
            assert screen.header._preview_cost == cost + unit.cost, "in the gauge"
            assert f"+{unit.cost}" in status(screen), "and in words"
            statuses.add(status(screen))
        assert len(statuses) == 3
        await pilot.press("enter")
        assert screen.session.roster.cost == cost + unit.cost
        assert screen.header._preview_cost == cost + 2 * unit.cost, "once more would cost as much again"
        await pilot.press("u")
        assert screen.header._preview_cost == cost + unit.cost


async def test_preview_is_shown_before_idle_work(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("1")
        await at_rest(pilot)
        still(screen, monkeypatch)
        screen.header.shade_preview(None)
        screen.show_status("")
        assert "preview" not in [row.key for row in screen.status.rows]
        next(screen._update_in_slices())
        assert screen.header._preview_cost is not None
        assert screen.status.rows[-1].key == "preview"


async def test_edit_is_shown_with_the_key(monkeypatch):
    async with open_editor(size=WIDE) as (pilot, screen):
        still(screen, monkeypatch)
        await pilot.press("d")
        assert len([row for row in screen.army.rows if row.selectable]) == len(screen.session.army.entries)
        assert screen.army.cursor_key == screen.session.selected_id
        await pilot.press("3", "home", "down")
        assert screen.detail.upgrade_row is not None
        before = texts(screen.detail)
        await pilot.press("enter")
        assert texts(screen.detail) != before


async def test_focused_problems_update_with_the_key(monkeypatch):
    async with open_editor(overfull(), size=SMALL) as (pilot, screen):
        await pilot.press("exclamation_mark")
        await at_rest(pilot)
        still(screen, monkeypatch)
        before = texts(screen.problems)
        screen.session.apply(remove_entries(tuple(entry.id for entry in screen.session.army.entries[1:])))
        assert texts(screen.problems) != before
        assert len([row for row in screen.problems.rows if row.selectable]) == len(screen.session.report.diagnostics)


async def test_escape_leaves_filter_then_pane_then_list(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        closed: list[object] = []
        monkeypatch.setattr(
            pilot.app,
            "go_home",
            lambda path: closed.extend((path, screen.save_controller.open_file._journal_entry is None)),
        )
        await pilot.press("1", "down", "down", "slash", *"tank")
        assert screen.units.filter_input.has_focus
        await pilot.press("escape")
        assert (screen.focused, screen.units.rows.cursor_key) == (screen.units.rows, "human-empire/steam-tank-of-water")
        assert screen.units.filter_input.value == ""
        await pilot.press("escape")
        assert screen.focused is screen.army
        assert closed == []
        await pilot.press("escape")
        assert closed == [screen.save_controller.open_file.path, True], (
            "the list is let go before home looks at all lists"
        )


async def test_going_home_saves_the_list():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("d", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert screen.save_controller.open_file.path.exists()


async def test_more_and_less_work_only_in_unit_pane():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("plus", "minus", "full_stop")
        assert screen.session.history.past == ()
        await pilot.press("3", "down")
        assert screen.detail.upgrade_row is not None
        assert screen.session.selected_entry is not None
        before = screen.detail.upgrade_row.counts(screen.session.selected_entry)
        await pilot.press("plus")
        counts = screen.detail.upgrade_row.counts(screen.session.selected_entry)
        assert sum(counts) == sum(before) + 1
        await pilot.press("minus", "minus")
        assert sum(screen.detail.upgrade_row.counts(screen.session.selected_entry)) == sum(before) - 1
        await pilot.press("equals_sign")
        assert sum(screen.detail.upgrade_row.counts(screen.session.selected_entry)) == sum(before)
        first, second = screen.detail.upgrade_row.counts(screen.session.selected_entry)
        assert screen.check_action("second_half", ()) is True
        await pilot.press("full_stop")
        assert screen.detail.upgrade_row.counts(screen.session.selected_entry) == (first, 1 - second)
        await pilot.press("2")
        assert screen.check_action("second_half", ()) is None


async def test_marks_folds_and_orders_show_at_once(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        still(screen, monkeypatch)
        rows = len(screen.army.rows)
        await pilot.press("m")
        assert str(screen.army._border_subtitle) == pilot.app.tr("tui.army.marked", n=1)
        await pilot.press("m", "z")
        assert str(screen.army._border_subtitle) == ""
        assert len(screen.army.rows) == rows + 1
        await pilot.press("z", "Z")
        assert len(screen.army.rows) > rows + 5
        await pilot.press("Z", "y")
        assert str(screen.army._border_subtitle) == pilot.app.tr("tui.army.by-role")
        assert screen.session.history.past == ()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALL, (120, 40)], ids=["small", "wide"])
async def test_language_change_relabels_the_editor(size, language):
    other = {"en": "de", "de": "en"}[language]
    async with open_editor(size=size, language=language) as (pilot, screen):
        assert pilot.app.tr("tui.army.title") in words(pilot)
        await pilot.press("f2", "down", "right", "escape")
        await at_rest(pilot)
        assert pilot.app.language == other
        assert str(screen.army._border_title) == pilot.app.tr("tui.army.title")
        assert pilot.app.tr("tui.army.title") in words(pilot)
        assert pilot.app.tr("key.add") in words(pilot)
