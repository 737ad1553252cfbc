"""The fix dialog leads from an illegal to a legal list."""

from __future__ import annotations

import re

import pytest

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.tui.editor.list_dialogs import FixDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.sentences import sentence
from tests.tui.screen_helpers import all_worked_out, editor, fits, fold, wait_for, words

ILLEGAL = [header.file for header in Library.open(user=False).sample_lists() if "illegal" in header.file.name]


@pytest.mark.parametrize("sample", ILLEGAL, ids=lambda path: path.stem)
async def test_fixes_make_illegal_lists_legal(start, tmp_path, sample):
    path = tmp_path / "illegal.yaml"
    save_list(load_list(sample).army, path)
    async with start(path) as pilot:
        session = editor(pilot).session
        assert not session.report.legal
        before = session.army
        steps = 0
        while not session.report.legal and steps < 30:
            await pilot.press("f")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, FixDialog))
            await pilot.press("f")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
            steps += 1
        await pilot.pause()
        assert session.report.legal, [finding.code for finding in session.report]
        assert f"✔ {sentence('verdict.legal')}" in words(pilot)
        for _ in range(len(session.history.past)):
            await pilot.press("u")
        assert session.army == before


async def test_panel_jumps_to_unit_and_fixes_it(start, tmp_path):
    path = tmp_path / "illegal.yaml"
    save_list(load_list(next(file for file in ILLEGAL if "crown" in file.name)).army, path)
    async with start(path, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("exclamation_mark", "down")
        finding = screen.session.report.diagnostics[int(screen.problems.cursor_key or 0)]
        assert finding.on is not None
        await pilot.press("enter")
        await pilot.pause()
        assert screen.session.selected_id == finding.on
        await pilot.press("exclamation_mark", "f")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FixDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        await pilot.pause()
        assert screen.session.history.next_undo is not None
        step = screen.session.history.next_undo
        assert step is not None
        assert step.label == "edit.fix"


@pytest.mark.parametrize("size", [(80, 24), (120, 48)], ids=["small", "tall"])
async def test_panel_height_follows_its_content(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        least = 3 if size[1] == 24 else 6
        await pilot.press("exclamation_mark")
        await wait_for(
            pilot, lambda: screen.problems.outer_size.height == least
        )  # one line says that there are no problems
        await pilot.press("2", *["d"] * 9)
        await all_worked_out(pilot)
        await wait_for(pilot, lambda: screen.problems.outer_size.height > least)
        assert screen.problems.outer_size.height <= size[1] * 0.6
        await pilot.press(*["u"] * 9)
        await wait_for(pilot, lambda: screen.problems.outer_size.height == least)


async def test_fix_shows_outcome_before_it_is_applied(start, tmp_path):
    path = tmp_path / "illegal.yaml"
    save_list(load_list(next(file for file in ILLEGAL if "crown" in file.name)).army, path)
    async with start(path, size=(80, 24)) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("f")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FixDialog))
        await pilot.pause()
        screen_text = words(pilot)
        outcome = next(row.text for row in pilot.app.screen.query(RowList).last().rows if row.key == "outcome:0")
        assert fold(outcome) in fold(screen_text)
        *parts, verdict = outcome.strip().split(" · ")
        assert any(fits(part, "tui.fixes.touched") for part in parts)
        illegal = sentence("verdict.illegal")
        assert re.fullmatch(rf"✗ {illegal} \(\d\)", verdict), "what would then be left of ten errors"
        assert sentence("key.duplicate") not in screen_text, "a dialog shows its own keys"
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


@pytest.mark.parametrize(("code", "applied"), [("UPG009", False), ("UPG004", True)], ids=["warning", "error"])
async def test_repeated_key_applies_fix_only_for_errors(start, code, applied):
    fixes = [Fix("fix.remove-entries"), Fix("fix.put-back")]
    answers: list[Fix | None] = []
    async with start() as pilot:
        pilot.app.push_screen(FixDialog(Diagnostic(code, None), fixes), answers.append)
        await pilot.press("f", "f")
        await pilot.pause()
        assert answers == ([fixes[0]] if applied else [])
        if not applied:
            await pilot.press("down", "enter")
            await wait_for(pilot, lambda: answers == [fixes[1]])


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_long_finding_is_fully_readable(start, tmp_path, size):
    path = tmp_path / "older.yaml"
    sample = next(header.file for header in Library.open(user=False).sample_lists() if "iron-vale" in header.file.name)
    path.write_text(
        sample.read_text(encoding="utf-8").replace('version: "3.5.3"', 'version: "3.4.0"'), encoding="utf-8"
    )
    async with start(path, size=size) as pilot:
        await pilot.press("f")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FixDialog))
        dialog = pilot.app.screen
        message, fixes = dialog.query_one(".sentence", RowLabel), dialog.query(RowList).last()
        await wait_for(pilot, lambda: message.size.height > 0 < fixes.size.height)
        if size == (80, 24):
            assert not message.has_more
            assert fixes.size.height == len(fixes._lines)
        else:
            assert fixes.cursor_key is not None
