"""Text from files is shown literally: never as markup or control characters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.command import CommandPalette

from listbuilder.listfiles.files import load_list, save_list
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home.screen import HomeScreen
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words

NAMES = ["[bold red]x[/]", "[@click=app.quit]x", "[/nope]", "$primary", "<img src=x>", "=1+1"]


@pytest.fixture
def hostile(tmp_path, library, request):
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    army = load_list(sample).army
    name = request.param
    first = replace(army.entries[0], name=name, notes=f"{name} \x1b[2J bell\x07")
    path = tmp_path / "lists" / "hostile.yaml"
    path.parent.mkdir()
    save_list(replace(army, name=name, player=name, notes=name, entries=(first, *army.entries[1:])), path)
    return path, name


@pytest.mark.parametrize("hostile", NAMES, indirect=True)
async def test_names_are_plain_text_everywhere(start, hostile):
    path, name = hostile
    async with start(path) as pilot:
        screen = editor(pilot)
        screen_text = words(pilot)
        assert screen_text.count(name) >= 3, "in the header, the army and the title of the unit"
        assert "\x1b" not in screen_text
        assert "\x07" not in screen_text
        await pilot.press("d", "u")
        await pilot.pause()
        undone = sentence("tui.undone", step=sentence("edit.duplicate", subject=name))
        assert undone in words(pilot), "the status line"
        pilot.app.show_message(name)
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == [name], "a toast"
        await pilot.press("r", "escape", "e", "escape", "p")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ExportScreen) and name in words(pilot))
        await pilot.press("escape", "down", "j")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog) and name in words(pilot))
        await pilot.press("escape", "up", "ctrl+p")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        await pilot.press("escape", "question_mark", "escape", "x")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert name in words(pilot), "the undo key"
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen) and name in words(pilot))
        assert screen.session.army.name == name


@pytest.mark.parametrize(
    "hostile",
    ["\u202eabc", "a\nb", "\n", "\t", "👨\u200d👩\u200d👧 x", "e\u0301" * 200, "全角" * 60, "\x9b2J", "\u0000x"],
    indirect=True,
    ids=ascii,
)
async def test_odd_letters_are_harmless(start, hostile):
    path, _ = hostile
    async with start(path, size=(100, 30)) as pilot:
        await pilot.press("enter", "t", "tab", "tab", "d", "u", "p")
        await pilot.pause()
        assert not {"\x1b", "\x07", "\x9b", "\u202e", "\0", "\t"} & set(words(pilot))
        await pilot.press("escape", "escape", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await pilot.pause()
        assert not {"\x1b", "\x07", "\x9b", "\u202e", "\0", "\t"} & set(words(pilot))


async def test_clicks_on_names_run_nothing(start, tmp_path, library):
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    army = load_list(sample).army
    path = tmp_path / "x.yaml"
    save_list(replace(army, name="[@click=app.quit]x", entries=(replace(army.entries[0], name=NAMES[1]),)), path)
    async with start(path, size=(140, 40)) as pilot:
        for widget in ("#header", "#army", "#detail"):
            for x in (2, 10):
                await pilot.click(widget, offset=(x, 1))
                await pilot.click(widget, offset=(x, 0))
        await pilot.pause()
        assert pilot.app.is_running
        editor(pilot)
