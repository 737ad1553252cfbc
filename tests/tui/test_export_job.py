"""Exports of the builder: files, hidden lists with their salt, and previews."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import compute_commitment
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export.export_job import FORMATS, GRIDS, LAYOUTS, ExportRequest, export_list, preview_text
from listbuilder.tui.export.screen import ExportScreen
from tests.tui.screen_helpers import wait_for, words


def session(library: Library) -> EditorSession:
    return EditorSession(library, load_list(library.sample_lists()[0].file).army)


def test_hidden_list_can_be_proved_later(library: Library, tmp_path: Path) -> None:
    opened = session(library)
    written = export_list(opened, ExportRequest(format="json", public=True), tmp_path)
    salt = written.with_suffix(".salt.txt").read_text(encoding="utf-8").strip()
    promised = json.loads(written.read_text(encoding="utf-8"))["lists"][0]["commitment"]
    assert promised == compute_commitment(opened.army, salt)


def test_open_list_has_no_salt(library: Library, tmp_path: Path) -> None:
    written = export_list(session(library), ExportRequest(format="json"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [written.name]


@pytest.mark.parametrize("format_", ["pdf", "html"])
def test_page_preview_follows_the_layout(library: Library, format_: str) -> None:
    opened = session(library)
    shown = {layout: preview_text(opened, ExportRequest(format=format_, layout=layout), 100) for layout in LAYOUTS}
    assert len(set(shown.values())) == len(LAYOUTS)
    units = [entry.unit.name.en for entry in opened.roster.entries]
    for text in shown.values():
        assert all(name in text for name in units)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("width", [40, 60, 100])
def test_cards_are_side_by_side_if_wide(library: Library, grid: str, width: int) -> None:
    lines = preview_text(session(library), ExportRequest(layout="cards", grid=grid), width).splitlines()
    framed = [line for line in lines if line.startswith("│")]
    abreast = 2 if width == 100 and grid != "1" else 1
    assert max(line.count("│") for line in framed) == 2 * abreast
    assert lines.count("") < len(lines) / 2
    assert max(cell_len(line) for line in framed) <= max(width, 44)


def test_text_preview_equals_the_file(library: Library, tmp_path: Path) -> None:
    opened = session(library)
    for name in FORMATS:
        if name not in ("pdf", "html"):
            wish = ExportRequest(format=name)
            assert preview_text(opened, wish, 80) == export_list(opened, wish, tmp_path).read_text(encoding="utf-8"), (
                name
            )


async def test_narrow_screen_toggles_form_and_preview(start):
    async with start(sample=True, size=(40, 12)) as pilot:
        await pilot.press("p")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ExportScreen) and pilot.app.screen.form.has_focus)
        screen = pilot.app.screen
        assert isinstance(screen, ExportScreen)
        assert screen.form.size.width > 34
        assert not screen.page.display
        await pilot.press("tab")
        await wait_for(pilot, lambda: screen.page.has_focus and screen.page.size.width > 34)
        assert not screen.form.display
        await pilot.press("tab")
        await wait_for(pilot, lambda: screen.form.has_focus and not screen.page.display)
        await pilot.resize_terminal(80, 24)
        await wait_for(pilot, lambda: screen.form.display and screen.page.display)


async def test_long_lines_are_previewed_in_full(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        await pilot.press("p", "down", "left", "left")
        await wait_for(pilot, lambda: "Champion [1]" in words(pilot))
        shown = " ".join(line.split("││")[-1].strip(" │") for line in words(pilot).splitlines())
        assert "…" not in shown
        assert "army-forge ▸" in words(pilot)
