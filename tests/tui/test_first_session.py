"""The first five minutes of a new user, key by key, at common terminal widths."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from listbuilder.listfiles.files import load_list, save_list
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.list_dialogs import FixDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.palette import HelpScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import lay_out_row
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words

NARROW, MEDIUM, WIDE = (80, 24), (100, 30), (120, 35)
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


def shown_lines(rows: RowList) -> list[str]:
    """Return the lines of a row list as a fresh layout shows them."""
    width = rows.scrollable_content_region.width - 1
    return ["".join(part.text for part in line).rstrip() for row in rows.rows for line in lay_out_row(row, width)]


@pytest.mark.parametrize(
    ("size", "keys"),
    [(MEDIUM, "down x 1 down enter 3"), (NARROW, "tab tab 1 enter 2 enter"), (NARROW, "1 enter 3 1 enter enter 3 t")],
)
async def test_hidden_pane_is_laid_out_when_shown(start, size, keys):
    async with start(sample=True, size=size) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        screen = editor(pilot)
        screen_text = words(pilot)
        for pane in (screen.units.rows, screen.army, screen.detail):
            if pane.region.area:
                top = pane.scroll_offset.y
                lines = [line for line in shown_lines(pane)[top : top + pane.size.height] if line.strip()]
                assert lines
                assert all(line in screen_text for line in lines)


@SIZES
async def test_filter_and_enter_add_the_found_unit(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        await pilot.press("x", "a", "slash", *"war", "enter")
        await pilot.pause()
        assert screen.session.army.entries[-1].unit == "human-empire/war-wagon-of-earth"
        assert screen.session.selected_id == screen.session.army.entries[-1].id


@SIZES
@pytest.mark.parametrize("added", [True, False])
async def test_escape_keeps_cursor_on_found_unit(start, size, added):
    async with start(sample=True, size=size) as pilot:
        units = editor(pilot).units
        await pilot.press("a", "down", "slash", *"tank", *(["enter"] if added else []), "escape")
        await pilot.pause()
        assert (units.rows.cursor_key, units.filter_input.value) == ("human-empire/steam-tank-of-water", "")
        assert editor(pilot).focused is units.rows
        assert "Steam Tank" in words(pilot)


@SIZES
async def test_escape_from_empty_filter_restores_cursor(start, size):
    async with start(sample=True, size=size) as pilot:
        units = editor(pilot).units
        await pilot.press("a", "down", "down", "down")
        before = units.rows.cursor_key
        await pilot.press("slash", *"qqq", "escape")
        await pilot.pause()
        assert (units.rows.cursor_key, units.filter_input.value) == (before, "")


@SIZES
async def test_option_over_limit_is_taken_and_marked(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        assert screen.session.roster.cost == screen.session.army.points
        await pilot.press("down", "enter")
        while "Sniper Rifle" not in (screen.detail.rows[screen.detail._cursor].text):
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        assert [finding.code for finding in screen.session.report] == ["PTS001"]
        assert f"✗ {sentence('verdict.illegal')}" in words(pilot)
        await pilot.press("u")
        assert screen.session.report.legal


async def test_status_shows_preview_separately_from_verdict(start):
    async with start(sample=True, size=NARROW) as pilot:
        await pilot.press("a")
        await pilot.pause()
        screen = editor(pilot)
        assert screen.session.report.legal
        status = " ".join(row.text for row in screen.status.rows)
        assert sentence("tui.would", why="+40 → 2,040 / 2,000") in status
        await pilot.press("escape")
        await pilot.pause()
        assert sentence("tui.problems.none") in words(pilot)


async def test_remove_in_catalogue_removes_a_copy(start):
    async with start(sample=True, size=NARROW) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("a", "slash", *"fanatics", "escape", "home")
        await pilot.press("down", "down", "down", "down")
        unit = screen.units.cursor_unit
        assert unit is not None
        assert unit.ref == "human-empire/fanatics"
        await pilot.press("x")
        assert screen.session.army is before, "none is in the army"
        await pilot.press("home", "x")
        gone = {entry.unit for entry in before.entries} - {entry.unit for entry in screen.session.army.entries}
        assert gone == {"human-empire/battle-master"}
        await pilot.pause()
        assert "Margravine Adela" in words(pilot), "it says what went"


@SIZES
async def test_list_details_start_in_first_field(start, size):
    async with start(sample=True, size=size) as pilot:
        await pilot.press("e", "end", *" II", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.name == "The Iron Vale II"


async def test_page_keys_scroll_read_only_text(start, tmp_path):
    async with start(sample=True, size=NARROW) as pilot:
        (tmp_path / "lists").mkdir()
        await pilot.press("question_mark")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        text = pilot.app.screen.query_one(RowList)
        await pilot.press("pagedown")
        await pilot.pause()
        assert text.scroll_offset.y >= text.size.height - 3
        await pilot.press("end")
        await pilot.pause()
        assert text.scroll_offset.y == text.max_scroll_y > 0
        await pilot.press("home")
        await pilot.pause()
        assert text.scroll_offset.y == 0
        await pilot.press("escape", "p", "tab", "end")
        screen = pilot.app.screen
        assert isinstance(screen, ExportScreen)
        await pilot.pause()
        assert screen.page.scroll_offset.y == screen.page.max_scroll_y > 0


async def test_next_unit_starts_at_first_line(start):
    async with start(sample=True, size=NARROW) as pilot:
        screen = editor(pilot)
        await pilot.press("enter", "end", "escape", "down", "enter")
        await pilot.pause()
        assert screen.detail.scroll_offset.y == 0
        assert screen.detail.cursor_key == next(row.key for row in screen.detail.rows if row.selectable)
        assert "Q 5+" in words(pilot)


async def test_every_format_has_own_file_and_preview(start):
    async with start(sample=True) as pilot:
        await pilot.press("p")
        screen = pilot.app.screen
        assert isinstance(screen, ExportScreen)
        await pilot.press("down")
        written_paths: dict[str, Path] = {}
        previews: set[str] = set()
        for format_id in screen._values()["format"]:
            assert screen._request.format == format_id
            await pilot.press("e")
            await wait_for(
                pilot, lambda: screen._written_path is not None and screen._written_path not in written_paths.values()
            )
            assert screen._written_path is not None
            written_paths[format_id] = screen._written_path
            previews.add("\n".join(row.text for row in screen.page.rows))
            await pilot.press("right")
        assert len(set(written_paths.values())) == len(written_paths)
        assert len(previews) > len(written_paths) // 2, "text formats are shown as they are written"


async def test_folder_check_ignores_exports(start, library, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    sample = library.sample_lists()[0].file
    (folder / "mine.yaml").write_bytes(sample.read_bytes())
    async with start(folder / "mine.yaml") as pilot:
        await pilot.press("p", "enter")
        export = pilot.app.screen
        assert isinstance(export, ExportScreen)
        await wait_for(pilot, lambda: export._written_path is not None)
        await pilot.press("down", "right", "right", "right", "e")
        await wait_for(pilot, lambda: export._written_path is not None and export._written_path.suffix == ".txt")
        await pilot.press("escape", "escape", "w")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FolderScreen))
        screen = pilot.app.screen
        assert isinstance(screen, FolderScreen)
        await wait_for(pilot, lambda: bool(screen._lists) and not screen._is_checking)
        assert [listed.file.name for listed in screen._lists] == ["mine.yaml"]


async def test_file_picker_accepts_a_typed_folder(start, library, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "theirs.yaml").write_bytes(library.sample_lists()[0].file.read_bytes())
    async with start() as pilot:
        await pilot.press("o")
        pilot.app.screen.query_one(Input).value = str(folder)
        await pilot.press("enter", *"thei", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).save_controller.open_file.path == folder / "theirs.yaml"


async def test_broken_yaml_names_its_line(start, tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("format: 1\nname: x\nunits: [\n  - {id: a")
    async with start() as pilot:
        await pilot.press("o")
        pilot.app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await wait_for(pilot, lambda: bool(pilot.app._notifications))
        assert any("broken.yaml:4" in note.message for note in pilot.app._notifications)


async def test_army_forge_link_shows_a_hint(start):
    async with start() as pilot:
        await pilot.press("i")
        pilot.app.screen.query_one(TextArea).text = "https://army-forge.onepagerules.com/share?id=abc&name=x"
        await pilot.press("ctrl+s")
        await wait_for(pilot, lambda: bool(pilot.app._notifications))
        assert [note.message for note in pilot.app._notifications] == [sentence("tui.import.link")]


async def test_sizes_and_points_are_never_cut(start):
    async with start(sample=True, size=WIDE) as pilot:
        screen = editor(pilot)
        for entry in screen.session.roster.entries:
            row = next(row for row in screen.army.rows if row.key == entry.id)
            (line,) = lay_out_row(row, screen.army.scrollable_content_region.width - 1)
            text = "".join(part.text for part in line)
            assert text.rstrip().endswith(f"{entry.cost}")
            assert entry.models == 1 or f"×{entry.models} " in text
            assert entry.title in text
        for unit in screen.session.factions[0].units.values():
            row = next(row for row in screen.units.rows.rows if row.key == unit.ref)
            assert unit.size == 1 or f"×{unit.size}" in row.text


async def test_german_headings_take_two_lines_at_most(start):
    async with start(sample=True, size=WIDE, language="de") as pilot:
        screen = editor(pilot)
        width = screen.detail.scrollable_content_region.width - 1
        headings = [row for row in screen.detail.rows if row.key.startswith("section:")]
        assert headings
        assert max(len(lay_out_row(row, width)) for row in headings) <= 2


async def test_way_of_wood_shows_armour_piercing(start, library):
    sample = next(header.file for header in library.sample_lists() if header.file.name == "way-of-wood-toll-post.yaml")
    async with start(sample) as pilot:
        screen = editor(pilot)
        weapons = [row.text for row in screen.detail.rows if row.key.startswith("weapon:")]
        assert weapons
        assert not any("–  " in text or text.endswith("–") for text in weapons)


@pytest.mark.parametrize("size", [NARROW, MEDIUM], ids=["narrow", "medium"])
async def test_key_bar_keeps_common_keys(start, size):
    async with start(sample=True, size=size) as pilot:
        await pilot.press("x")
        await pilot.pause()
        shown = {item.key_to_press for item in editor(pilot).query_one(KeyBar).visible_keys()}
        assert {"a", "x", "u", "c", "slash", "p"} <= shown


async def test_dialogs_show_their_own_keys(start):
    async with start(sample=True, size=NARROW) as pilot:
        await pilot.press("down", "j")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.pause()
        last = words(pilot).splitlines()[-1]
        assert sentence("key.cancel") in last
        assert sentence("key.remove") not in last


async def test_enter_saves_notes_like_names(start):
    async with start(sample=True) as pilot:
        await pilot.press("n", *"one", "ctrl+j", *"two", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        selected = editor(pilot).session.selected_entry
        assert selected is not None
        assert selected.entry.notes == "one\ntwo"


async def test_key_bar_names_are_unique(start):
    async with start(sample=True, size=(160, 48)) as pilot:
        for key in ("a", "escape", "enter"):
            await pilot.press(key)
            await pilot.pause()
            names = [item.label for item in editor(pilot).query_one(KeyBar).visible_keys()]
            assert len(set(names)) == len(names)


async def test_escape_from_fixes_changes_nothing(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        await pilot.press("a", "enter")
        before = screen.session.army
        await pilot.press("f")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FixDialog))
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


async def test_comparison_scrolls_by_pages(start, tmp_path):
    async with start(sample=True, size=NARROW) as pilot:
        army = editor(pilot).session.army
        (tmp_path / "lists").mkdir()
        save_list(army, tmp_path / "lists" / "old.yaml")
        assert load_list(tmp_path / "lists" / "old.yaml").army.name == army.name
        await pilot.press(*"xxxxxx", "v")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press(*"old", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
        await pilot.pause()
        lines = pilot.app.screen.query_one("#lines", RowList)
        await pilot.press("end")
        await pilot.pause()
        assert lines.scroll_offset.y == lines.max_scroll_y
