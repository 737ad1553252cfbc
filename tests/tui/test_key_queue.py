"""Keys that arrive faster than the screen paints reach the intended widget in order."""

from __future__ import annotations

import time

import pytest
from textual import events
from textual.strip import Strip

from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row_list import RowList
from tests.tui.screen_helpers import burst, editor, wait_for

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 35)], ids=["narrow", "wide"])


@pytest.fixture
def slow_paint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make painting slow, like on a busy machine."""
    inner = RowList.render_line

    def render_line(self: RowList, y: int) -> Strip:
        time.sleep(0.001)
        return inner(self, y)

    monkeypatch.setattr(RowList, "render_line", render_line)


@pytest.mark.usefixtures("slow_paint")
@SIZES
async def test_keys_after_filter_key_are_typed(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        before = [entry.unit for entry in screen.session.army.entries]
        burst(pilot, "xa/war\r")
        await wait_for(pilot, lambda: len(screen.session.history.past) == 2)
        assert screen.units.filter_input.value == "war"
        assert [entry.unit for entry in screen.session.army.entries] == [*before[1:], "human-empire/war-wagon-of-earth"]


@pytest.mark.usefixtures("slow_paint")
async def test_dialog_takes_its_keys_and_editor_the_rest(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        last = screen.session.army.entries[-1].id
        burst(pilot, "a/tank\x1b\x1brTwin\rdx")
        await wait_for(pilot, lambda: len(screen.session.history.past) == 3)
        assert [step.label for step in screen.session.history.past] == ["edit.rename", "edit.duplicate", "edit.remove"]
        assert screen.session.army.entries[0].name == "Twin"
        assert screen.session.army.entries[-1].id == last
        assert screen.units.filter_input.value == ""


async def test_pasted_text_keeps_its_position(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        burst(pilot, "a/w")
        assert pilot.app._driver is not None
        pilot.app._driver.send_message(events.Paste("a"))
        burst(pilot, "r")
        await wait_for(pilot, lambda: screen.units.filter_input.value == "war")


async def test_keys_survive_a_closing_screen(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        count = len(screen.session.army.entries)
        burst(pilot, "?\x1bi\x1bhx\x1bbfury\x1b\x1bx")
        await wait_for(pilot, lambda: len(screen.session.army.entries) == count - 1)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        burst(pilot, "d1\x1b\x1b")  # the screen closes before the edit is shown
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_keys_before_first_screen_are_queued():
    app = BuilderApp(sample=True, language="en", settings=Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        burst(pilot, "xx")
        await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
        screen = editor(pilot)
        await wait_for(pilot, lambda: len(screen.session.history.past) == 2)
