"""Random keys, weighted like a person's, with resizes in between: invariants after every key.

Each session has a different game, size and language. The suite runs a few short ones; `make walks` runs every game
in every size and both languages, 200 keys each.

LISTBUILDER_WALKS=40 pytest tests/tui/test_random_keys.py                 forty sessions of 200 keys
LISTBUILDER_WALKS=40 LISTBUILDER_SEED=1000 pytest …                      forty different ones
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from listbuilder.i18n import format_number
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.pane import Pane
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row import lay_out_row
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.tui.screen_helpers import caught_up, wait_for

FIRST = int(os.environ.get("LISTBUILDER_SEED", "0"))
SIZES = [(80, 24), (100, 30), (120, 35), (160, 48)]
ODD_SIZES = [*SIZES, (40, 12), (60, 20), (90, 24), (119, 30), (200, 60)]
WEIGHTS = {
    **dict.fromkeys(("down", "enter"), 12),
    **dict.fromkeys(("up", "tab", "u", "space"), 6),
    **dict.fromkeys(("a", "x", "d", "escape", "f", "1", "2", "3"), 4),
    **dict.fromkeys(("c", "j", "slash", "w", "r", "ctrl+r", "end", "home", "pagedown", "plus", "minus", "t"), 2),
    **dict.fromkeys(("exclamation_mark", "n", "e", "b", "question_mark", "p", "v", "left", "shift+down", "ctrl+s"), 1),
    **dict.fromkeys(("h", "i", "g", "m", "z", "Z", "y", "E", "S", "o"), 1),
}
HOME_WEIGHTS = {
    **dict.fromkeys(("down", "enter"), 6),
    **dict.fromkeys(("up", "slash", "n", "d", "v", "r", "w", "escape", "i", "question_mark", "end"), 1),
}
SAMPLES: dict[str, list[Path]] = {}
for header in sorted(Library.open(user=False).sample_lists(), key=lambda header: header.file):
    SAMPLES.setdefault(header.system, []).append(header.file)
GROUNDS = list(product(SAMPLES, SIZES, ("en", "de")))
STRIDE = 13
"""Step between sessions: neighbours differ in game, size and language."""
WALKS = len(GROUNDS) if (wanted := os.environ.get("LISTBUILDER_WALKS", "0")) == "all" else int(wanted)
KEYS = 200 if WALKS else 45


def check_rows(rows: RowList) -> None:
    """Check that a row list equals a fresh layout and shows its cursor."""
    width = rows.scrollable_content_region.width - 1
    height = rows.scrollable_content_region.height
    if width < 1 or height < 1:
        return
    lines: list[str] = []
    first = 0
    for row in rows.rows:
        if row.key == rows.cursor_key and row.selectable:
            first = len(lines)
        lines += [
            "".join(part.text for part in line)
            for line in (lay_out_row(row, width) if row.wrap else lay_out_row(row, width)[:1])
        ]
    top = rows.scroll_offset.y
    shown = ["".join(segment.text for segment in rows.render_line(y))[1:] for y in range(height)]
    expected = [line.rstrip() for line in lines[top : top + height]]
    if isinstance(rows, RowLabel) and len(lines) > top + height:  # static lines mark what does not fit
        expected[-1] = f"{expected[-1][: width - 1]}…"
    assert [line.rstrip() for line in shown][: len(expected)] == expected, rows
    if rows.has_focus and rows.cursor_key is not None:
        choices = [row.key for row in rows.rows if row.selectable]
        # the same key scrolls on beyond the outermost choice
        assert top <= first or rows.cursor_key == choices[-1], (rows, "the cursor is above what is in sight")
        assert first < top + height or rows.cursor_key == choices[0], (rows, "the cursor is below what is in sight")


def check_list(screen: EditorScreen) -> None:
    """Check the points in the header, the selection, and that "saved" matches the file."""
    session, keeper = screen.session, screen.save_controller.open_file
    assert format_number(screen.app.language, session.roster.cost) in screen.header.rows[1].text
    assert screen.session.selected_id is None or session.army.find_entry(screen.session.selected_id) is not None
    assert screen.army.cursor_key == screen.session.selected_id or (
        screen.army.search_text and not screen.army.cursor_key
    )
    if keeper.is_saved(session.army):
        assert load_list(keeper.path).army.entries == session.army.entries, "saved is what is shown"
    for pane in screen.query(RowList):
        if isinstance(pane, Pane) and pane.region.area:
            assert [row.text for row in pane.build_rows()] == [row.text for row in pane.rows], pane


def check(pilot: Pilot[None]) -> None:
    """Check all invariants."""
    app = pilot.app
    assert isinstance(app, BuilderApp)
    assert app._exception is None
    for rows in app.screen.query(RowList):
        if rows.region.area and rows.is_attached:
            check_rows(rows)
    if isinstance(app.screen, EditorScreen):
        check_list(app.screen)


async def walk(pilot: Pilot[None], chance: Random, keys: int, path: Path) -> list[str]:
    """Press keys and check the invariants after each."""
    pressed: list[str] = []
    for _ in range(keys):
        weights = WEIGHTS
        if isinstance(pilot.app.screen, HomeScreen):
            weights = HOME_WEIGHTS
            if chance.random() < 0.3:
                with pilot.app.screen.app.show_errors():
                    pilot.app.screen.opener.open_list_file(path)
                await wait_for(pilot, lambda: not isinstance(pilot.app.screen, HomeScreen))
        if chance.random() < 0.05:
            size = chance.choice(ODD_SIZES)
            pressed.append(f"{size}")
            await pilot.resize_terminal(*size)
        else:
            key = chance.choices(list(weights), list(weights.values()))[0]
            pressed.append(key)
            await pilot.press(key)
        await pilot.pause()
        await wait_for(pilot, lambda: caught_up(pilot))
        try:
            check(pilot)
        except AssertionError as error:
            raise AssertionError(f"after {' '.join(pressed)}") from error
    return pressed


@pytest.mark.parametrize("seed", range(FIRST, FIRST + (WALKS or 4)))
async def test_random_keys_keep_the_builder_consistent(tmp_path, seed):
    chance = Random(seed)
    path = tmp_path / "lists" / "walked.yaml"
    path.parent.mkdir()
    system, size, language = GROUNDS[seed * STRIDE % len(GROUNDS)]
    save_list(load_list(chance.choice(SAMPLES[system])).army, path)
    app = BuilderApp(str(path), language=language, settings=Settings())
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
        await pilot.pause()
        await walk(pilot, chance, KEYS, path)
        while not isinstance(app.screen, (EditorScreen, HomeScreen)):
            await pilot.press("escape")
            await pilot.pause()
        if isinstance(app.screen, EditorScreen):
            screen = app.screen
            fresh = judge_army(screen.session.army, app.library)
            assert isinstance(fresh, Judged)
            assert fresh.roster.cost == screen.session.roster.cost
            await pilot.press("ctrl+s")
            await pilot.pause()
            assert load_list(screen.save_controller.open_file.path).army.entries == screen.session.army.entries
