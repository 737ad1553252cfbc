"""The app itself: keys one at a time, the palette's commands and things, settings, last words and leaving."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.command import CommandPalette

import listbuilder.tui
from listbuilder.diagnostics import Diagnostic
from listbuilder.disk import UnsavedError
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.tui import abnormal_exit, palette
from listbuilder.tui import app as app_module
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.dialogs import FixDialog, is_fixable, offer_fixes
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.selection import Bench
from listbuilder.tui.export import export_job
from listbuilder.tui.home.list_files import note_recent
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.key_queue import Turnstile
from listbuilder.tui.palette import KeyCommands, commands
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.screens.text_viewer import ReadingScreen
from listbuilder.tui.settings import Settings, save_settings
from listbuilder.tui.widgets.row_list import Rows
from tests.tui.alone.editing import SMALL, edited, overfull, status
from tests.tui.alone.pretend import PretendPage
from tests.tui.alone.small_app import alone, in_front, sample
from tests.tui.tui_help import wait_for, words

pytestmark = pytest.mark.usefixtures("somewhere")


class Pump:
    """Somebody whom the follower of a key passes."""

    def __init__(self, name: str, *above: Pump, closed: bool = False) -> None:
        self.name = name
        self.ancestors_with_self = [self, *above]
        self.closed = closed
        self.queue: list[events.Callback] = []

    def post_message(self, message: events.Callback) -> bool:
        if not self.closed:
            self.queue.append(message)
        return not self.closed


class Crowd:
    """An app with a focus, and the keys that came through."""

    def __init__(self) -> None:
        self.screen = Pump("screen")
        self.focused: Pump | None = Pump("rows", self.screen)
        self.sent: list[str] = []
        self.turnstile = Turnstile(cast(Any, self), self.send)

    async def send(self, key: events.Key | events.Paste) -> None:
        assert isinstance(key, events.Key)
        self.sent.append(key.key)

    async def key(self, name: str) -> None:
        await self.turnstile.enter(events.Key(name, None))

    async def pass_by(self, *pumps: Pump) -> None:
        """Let those who have the follower in their queue come to it."""
        for pump in pumps:
            (message,) = pump.queue
            pump.queue.clear()
            await cast(Any, message.callback)()


async def test_a_key_is_let_through_when_the_one_before_it_has_gone_the_whole_way():
    crowd = Crowd()
    rows, screen = crowd.focused, crowd.screen
    assert rows is not None
    assert crowd.turnstile.busy, "nobody is let in before there is a screen"
    await crowd.key("a")
    assert crowd.sent == []
    await crowd.turnstile.open()
    assert (crowd.sent, crowd.turnstile.busy, crowd.turnstile.crowded) == (["a"], True, False)
    await crowd.key("b")
    assert (crowd.sent, crowd.turnstile.crowded) == (["a"], True)
    await crowd.pass_by(rows, screen)
    assert crowd.sent == ["a"], "what the key caused has to go the same way"
    await crowd.pass_by(rows, screen)
    assert crowd.sent == ["a", "b"]
    await crowd.pass_by(rows, screen, rows, screen)
    assert (crowd.turnstile.busy, crowd.sent) == (False, ["a", "b"])
    await crowd.key("c")
    assert crowd.sent == ["a", "b", "c"]


async def test_who_is_closed_is_passed_over_and_a_new_focus_is_waited_for():
    crowd = Crowd()
    await crowd.turnstile.open()
    assert not crowd.turnstile.busy
    rows, screen = crowd.focused, crowd.screen
    assert rows is not None
    await crowd.key("a")
    await crowd.key("b")
    await crowd.pass_by(rows)
    dialog = Pump("dialog")
    crowd.screen, crowd.focused = dialog, None
    screen.closed = True
    await crowd.pass_by(screen)
    assert crowd.sent == ["a"]
    await crowd.pass_by(dialog)
    assert crowd.sent == ["a", "b"], "when it goes to the same twice"


async def test_commands_are_every_key_once_with_all_its_keys():
    async with edited(size=SMALL) as (pilot, screen):
        found = {command.id: command for command in commands(pilot.app, screen)}
        assert None not in found
        assert len({command.action for command in found.values()}) == len(found)
        assert found["editor.remove"].keys == ("x", "Del")
        assert found["editor.pane"].keys == ("Tab", "→")
        assert found["editor.help"].keys == ("?",)
        assert (found["editor.redo"].enabled, found["editor.remove"].enabled) == (False, True)
        assert str(found["editor.remove"].label).split() == ["Remove", "x", "Del"]
        await pilot.press("question_mark")
        shown = words(pilot)
        assert "x Del" in shown


async def test_the_palette_finds_what_fits_and_offers_deeds_before_arrows():
    async with edited(size=SMALL) as (_, screen):
        keys, other = KeyCommands(screen), palette.ThingCommands(screen)
        found = [hit.text async for hit in keys.search("duplic")]
        assert found == ["Duplicate"]
        assert [hit async for hit in keys.search("zzzz")] == []
        offered = [str(hit.text) async for hit in keys.discover()]
        enabled = [command for command in commands(screen.app, screen) if command.enabled]
        assert sorted(offered) == sorted(command.name for command in enabled)
        arrows = [command.name for command in enabled if isinstance(command.node, Rows)]
        assert set(offered[-len(arrows) :]) == set(arrows)
        units = [hit.text async for hit in other.search("go to kettle")]
        assert units == ["Go to The Kettle"]
        assert [hit async for hit in other.search("zzzz")] == []
        count = len(screen.workspace.army.entries)
        hit = await anext(aiter(keys.search("duplic")))
        await hit.command()
        assert len(screen.workspace.army.entries) == count + 1


async def test_the_palette_opens_once_and_finds_what_is_typed():
    async with edited(size=SMALL) as (pilot, _):
        await pilot.press("ctrl+p", "ctrl+p")
        assert isinstance(in_front(pilot), CommandPalette)
        assert len([one for one in pilot.app.screen_stack if isinstance(one, CommandPalette)]) == 1


async def test_things_of_the_open_list_are_gone_to_added_mended_and_exported(monkeypatch):
    async with edited(overfull(), size=SMALL) as (pilot, screen):
        units = dict(palette._units(screen))
        assert sum(name.startswith("Go to ") for name in units) == 12
        units["Go to The Kettle"]()
        assert (screen.bench.selected, screen.focused) == ("tank", screen.detail)
        units["Add Gryph Riders"]()
        assert screen.bench.selected == screen.workspace.army.entries[-1].id, "what was added is selected"
        await pilot.press("u")
        fixes = list(palette._fixes(screen))
        assert len({name for name, _ in fixes}) == len(fixes) > 0
        assert all(name.startswith("Fix: ") and len(name) <= 125 for name, _ in fixes)
        before = screen.workspace.army
        fixes[0][1]()
        assert screen.workspace.army != before
        exports = dict(palette._exports(screen))
        assert list(exports) == [f"Export as {name}" for name in export_job.FORMATS]
        exports["Export as txt"]()
        written = pilot.app.settings.exports_folder / "the-iron-vale.txt"
        assert status(screen) == f"Written: {written}"
        assert written.exists()

        def full(*_: object) -> Path:
            raise UnsavedError("save.full", Path("x"))

        monkeypatch.setattr(export_job, "export", full)
        exports["Export as txt"]()
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]


async def test_a_recent_list_is_opened_once_the_open_one_is_safe(tmp_path):
    path = tmp_path / "lists" / "gallery.yaml"
    path.parent.mkdir()
    save_list(sample("ninth-gallery").army, path)
    for number in range(12):
        other = path.with_name(f"{number}.yaml")
        save_list(sample("ninth-gallery").army, other)
        note_recent(other)
    note_recent(path.with_name("gone.yaml"))
    note_recent(path)
    async with edited(size=SMALL) as (pilot, screen):
        await pilot.press("d")
        provider = palette.ThingCommands(screen)
        offered = [name for name, _ in provider._things()]
        recent = [name for name in offered if name.startswith("Open ")]
        assert recent[0] == "Open gallery.yaml"
        assert "Open gone.yaml" not in recent
        assert len(recent) == 10
        assert sum(name.startswith("Theme ") for name in offered) == len(pilot.app.available_themes)
        palette._open(pilot.app, path)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen is not screen)
        assert screen.custody.keeper.path.exists(), "what was open is saved"
    home = HomeScreen()
    async with alone(home) as (pilot, _):
        palette._open(pilot.app, path)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
    page = ReadingScreen("t", (), "")
    async with alone(page) as (pilot, _):
        palette._open(pilot.app, path)
        await pilot.pause()
        assert in_front(pilot) is page


def test_a_finding_without_a_fix_is_not_offered_any():
    bench = Bench(overfull())
    finding = next(one for one in bench.workspace.report if is_fixable(one))
    assert not is_fixable(Diagnostic("UPG004", None))
    page = PretendPage()
    assert offer_fixes(page.page, bench, Diagnostic("UPG004", None)) is False
    assert page.app.asked == []
    assert offer_fixes(page.page, bench, finding) is True
    dialog = page.app.answer(None)
    assert isinstance(dialog, FixDialog)
    assert bench.workspace.history.past == ()
    offer_fixes(page.page, bench, finding)
    page.app.answer(next(islice(finding.fixes, 1)))
    assert bench.workspace.history.undoable is not None


async def test_who_asks_how_to_leave_is_told_and_settings_and_help_are_keys_everywhere():
    page = ReadingScreen("t", (), "")
    async with alone(page) as (pilot, _):
        pilot.app.action_help_quit()
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == [pilot.app.tr("tui.quit-with")]
        await pilot.press("f2")
        assert isinstance(in_front(pilot), SettingsScreen)
        await pilot.press("escape", "ctrl+q")
        await pilot.pause()
        assert pilot.app._exit


def test_home_is_shown_at_the_list_that_was_open_however_it_was_named(monkeypatch, tmp_path):
    app = BuilderApp(language="en", settings=Settings())
    shown: list[HomeScreen] = []
    monkeypatch.setattr(app, "switch_screen", shown.append)
    app.go_home(Path("vale.yaml"))
    assert [home._selected_path for home in shown] == [tmp_path / "vale.yaml"]


async def test_who_quits_with_a_list_open_saves_it_first():
    async with edited(size=SMALL) as (pilot, screen):
        await pilot.press("d", "p", "ctrl+q")
        await pilot.pause()
        assert pilot.app._exit
    assert len(load_list(screen.custody.keeper.path).army.entries) == 13


def test_settings_are_loaded_where_none_are_given():
    save_settings(Settings(language="de", theme="nord"))
    assert BuilderApp().settings.theme == "nord"
    assert BuilderApp(settings=Settings()).settings.theme == Settings().theme


@pytest.mark.parametrize(("theme", "shown"), [("nord", "nord"), ("no such theme", "textual-dark")])
async def test_a_theme_that_is_not_known_is_the_usual_one(theme, shown):
    app = BuilderApp(language="en", settings=Settings(theme=theme))
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.theme == shown


async def test_last_words_name_the_error_and_keep_what_is_open():
    async with edited(size=SMALL) as (pilot, screen):
        await pilot.press("d")
        said = abnormal_exit.part(pilot.app, ValueError("odd"))
        report = state_folder() / "crash.txt"
        assert "ValueError" in said
        assert str(report) in said
        assert "ValueError: odd" in report.read_text(encoding="utf-8")
        assert [len(one.army.entries) for one in Journal().records()] == [13]
        abnormal_exit.part(pilot.app, KeyError("again"))
        assert [file.name for file in state_folder().glob("crash*")] == ["crash.txt"], "the last one is enough"
        assert screen.workspace.army


def test_the_builder_is_run_and_gives_its_exit_code(monkeypatch):
    made: list[tuple[object, ...]] = []

    class Ran:
        return_code: int | None = None

        def __init__(self, path: str | None, *, sample: bool, data: object, language: str | None) -> None:
            made.append((path, sample, data, language))

        def run(self) -> None:
            made.append(("ran", os.environ["ESCDELAY"]))

    monkeypatch.setattr(app_module, "BuilderApp", Ran)
    monkeypatch.delenv("ESCDELAY", raising=False)
    assert listbuilder.tui.run("x", language="de") == 0
    assert made == [("x", False, (), "de"), ("ran", "25")]
    monkeypatch.setenv("ESCDELAY", "90")
    monkeypatch.setattr(Ran, "return_code", 3)
    assert listbuilder.tui.run(sample=True, data=("d",)) == 3
    assert made[2:] == [(None, True, ("d",), None), ("ran", "90")], "what the player has set stays"
