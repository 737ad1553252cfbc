"""From illegal to legal, guided by the fixes."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.listfiles import load_list, save_list
from tests.tui.tui_help import editor, words

ILLEGAL = [header.file for header in Library.open(user=False).sample_lists() if "illegal" in header.file.name]


@pytest.mark.parametrize("sample", ILLEGAL, ids=lambda path: path.stem)
async def test_fixes_lead_from_illegal_to_legal(start, tmp_path, sample):
    path = tmp_path / "illegal.yaml"
    save_list(load_list(sample).army, path)
    async with start(path) as pilot:
        workspace = editor(pilot).workspace
        assert not workspace.legal
        before = workspace.army
        steps = 0
        while not workspace.legal and steps < 30:
            await pilot.press("f")
            steps += 1
        await pilot.pause()
        assert workspace.legal, [finding.code for finding in workspace.report]
        assert "✔ legal" in words(pilot)
        for _ in range(len(workspace.history.past)):
            await pilot.press("u")
        assert workspace.army == before


async def test_the_panel_jumps_to_the_unit_and_fixes_what_is_under_the_cursor(start, tmp_path):
    path = tmp_path / "illegal.yaml"
    save_list(load_list(next(file for file in ILLEGAL if "crown" in file.name)).army, path)
    async with start(path, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("exclamation_mark", "down")
        finding = screen.workspace.report.diagnostics[int(screen.problems.cursor_key or 0)]
        assert finding.on is not None
        await pilot.press("enter")
        await pilot.pause()
        assert screen.selected == finding.on
        await pilot.press("exclamation_mark", "f")
        await pilot.pause()
        assert screen.workspace.history.undoable is not None
        assert "Undo “Fix" in words(pilot)
