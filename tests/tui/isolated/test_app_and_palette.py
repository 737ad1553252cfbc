"""The app: the key queue, the command palette, settings, crash message and quitting."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.command import CommandPalette

from listbuilder.__main__ import BuilderLauncher
from listbuilder.diagnostics import Diagnostic
from listbuilder.disk import UnsavedError
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.tui import abnormal_exit, palette
from listbuilder.tui import app as app_module
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.list_dialogs import FixDialog, is_fixable, show_fixes
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export import export_job
from listbuilder.tui.home.list_files import add_recent_path
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.key_queue import KeyQueue
from listbuilder.tui.palette import KeyCommandProvider, screen_commands
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.tournament.screen import TextViewerScreen
from listbuilder.tui.user_settings import Settings, save_settings
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.isolated.editor_helpers import SMALL, open_editor, overfull, status
from tests.tui.isolated.fake_page import FakePage
from tests.tui.isolated.small_app import alone, in_front, sample
from tests.tui.screen_helpers import fits, wait_for, words

pytestmark = pytest.mark.usefixtures("somewhere")


class Pump:
    """A fake message queue that a key's follow-up callback passes through."""

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
    """A fake app with a focus that records delivered keys."""

    def __init__(self) -> None:
        self.screen = Pump("screen")
        self.focused: Pump | None = Pump("rows", self.screen)
        self.sent: list[str] = []
        self.turnstile = KeyQueue(cast(Any, self), self.send)

    async def send(self, key: events.Key | events.Paste) -> None:
        assert isinstance(key, events.Key)
        self.sent.append(key.key)

    async def key(self, name: str) -> None:
        await self.turnstile.push(events.Key(name, None))

    async def pass_by(self, *pumps: Pump) -> None:
        """Let each queue run its follow-up callback."""
        for pump in pumps:
            (message,) = pump.queue
            pump.queue.clear()
            await cast(Any, message.callback)()


async def test_key_waits_until_previous_key_is_handled():
    crowd = Crowd()
    rows, screen = crowd.focused, crowd.screen
    assert rows is not None
    assert crowd.turnstile.is_busy, "nobody is let in before there is a screen"
    await crowd.key("a")
    assert crowd.sent == []
    await crowd.turnstile.dispatch_next()
    assert (crowd.sent, crowd.turnstile.is_busy, crowd.turnstile.has_pending) == (["a"], True, False)
    await crowd.key("b")
    assert (crowd.sent, crowd.turnstile.has_pending) == (["a"], True)
    await crowd.pass_by(rows, screen)
    assert crowd.sent == ["a"], "what the key caused has to go the same way"
    await crowd.pass_by(rows, screen)
    assert crowd.sent == ["a", "b"]
    await crowd.pass_by(rows, screen, rows, screen)
    assert (crowd.turnstile.is_busy, crowd.sent) == (False, ["a", "b"])
    await crowd.key("c")
    assert crowd.sent == ["a", "b", "c"]


async def test_closed_widgets_are_skipped_and_new_focus_awaited():
    crowd = Crowd()
    await crowd.turnstile.dispatch_next()
    assert not crowd.turnstile.is_busy
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


async def test_commands_list_every_key_once():
    async with open_editor(size=SMALL) as (pilot, screen):
        commands = {command.id: command for command in screen_commands(pilot.app, screen)}
        assert None not in commands
        assert len({command.action for command in commands.values()}) == len(commands)
        assert commands["editor.remove"].keys == ("x", "Del")
        assert commands["editor.pane"].keys == ("Tab", "→")
        assert commands["editor.help"].keys == ("?",)
        assert (commands["editor.redo"].enabled, commands["editor.remove"].enabled) == (False, True)
        assert str(commands["editor.remove"].label).split() == [*sentence("key.remove").split(), "x", "Del"]
        await pilot.press("question_mark")
        shown = words(pilot)
        assert "x Del" in shown


async def test_palette_searches_and_puts_actions_first():
    async with open_editor(size=SMALL) as (_, screen):
        keys, other = KeyCommandProvider(screen), palette.ListCommandProvider(screen)
        duplicate = sentence("key.duplicate")
        names = [hit.text async for hit in keys.search(duplicate.lower()[:-3])]
        assert names == [duplicate]
        assert [hit async for hit in keys.search("zzzz")] == []
        offered = [str(hit.text) async for hit in keys.discover()]
        enabled = [command for command in screen_commands(screen.app, screen) if command.enabled]
        assert sorted(offered) == sorted(command.name for command in enabled)
        arrows = [command.name for command in enabled if isinstance(command.node, RowList)]
        assert set(offered[-len(arrows) :]) == set(arrows)
        there = sentence("tui.palette.go", name="The Kettle")
        units = [hit.text async for hit in other.search(sentence("tui.palette.go", name="kettle").lower())]
        assert units == [there]
        assert [hit async for hit in other.search("zzzz")] == []
        count = len(screen.session.army.entries)
        hit = await anext(aiter(keys.search(duplicate)))
        await hit.command()
        assert len(screen.session.army.entries) == count + 1


async def test_palette_opens_only_once():
    async with open_editor(size=SMALL) as (pilot, _):
        await pilot.press("ctrl+p", "ctrl+p")
        assert isinstance(in_front(pilot), CommandPalette)
        assert (
            len([open_screen for open_screen in pilot.app.screen_stack if isinstance(open_screen, CommandPalette)]) == 1
        )


async def test_palette_opens_adds_fixes_and_exports(monkeypatch):
    async with open_editor(overfull(), size=SMALL) as (pilot, screen):
        units = dict(palette._unit_actions(screen))
        assert sum(fits(name, "tui.palette.go") for name in units) == 12
        units[sentence("tui.palette.go", name="The Kettle")]()
        assert (screen.session.selected_id, screen.focused) == ("tank", screen.detail)
        units[sentence("tui.palette.add", name="Gryph Riders")]()
        assert screen.session.selected_id == screen.session.army.entries[-1].id, "what was added is selected"
        await pilot.press("u")
        fixes = list(palette._fix_actions(screen))
        assert len({name for name, _ in fixes}) == len(fixes) > 0
        longest = len(sentence("tui.palette.fix", name="x" * 120))
        assert all(fits(name, "tui.palette.fix") and len(name) <= longest for name, _ in fixes)
        before = screen.session.army
        fixes[0][1]()
        assert screen.session.army != before
        exports = dict(palette._export_actions(screen))
        assert list(exports) == [sentence("tui.palette.export", name=name) for name in export_job.FORMATS]
        as_text = sentence("tui.palette.export", name="txt")
        exports[as_text]()
        written = pilot.app.settings.exports_folder / "the-iron-vale.txt"
        assert status(screen) == sentence("tui.export.written", path=written)
        assert written.exists()

        def full(*_: object) -> Path:
            raise UnsavedError("save.full", Path("x"))

        monkeypatch.setattr(export_job, "export_list", full)
        exports[as_text]()
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]


async def test_recent_list_opens_after_saving_current(tmp_path):
    path = tmp_path / "lists" / "gallery.yaml"
    path.parent.mkdir()
    save_list(sample("ninth-gallery").army, path)
    for number in range(12):
        other = path.with_name(f"{number}.yaml")
        save_list(sample("ninth-gallery").army, other)
        add_recent_path(other)
    add_recent_path(path.with_name("gone.yaml"))
    add_recent_path(path)
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("d")
        provider = palette.ListCommandProvider(screen)
        offered = [name for name, _ in provider._things()]
        recent = [name for name in offered if fits(name, "tui.palette.open")]
        assert recent[0] == sentence("tui.palette.open", name="gallery.yaml")
        assert sentence("tui.palette.open", name="gone.yaml") not in recent
        assert len(recent) == 10
        themes = [sentence("tui.palette.theme", name=theme) for theme in pilot.app.available_themes]
        assert set(themes) <= set(offered)
        palette._open_list(pilot.app, path)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen is not screen)
        assert screen.save_controller.open_file.path.exists(), "what was open is saved"
    home = HomeScreen()
    async with alone(home) as (pilot, _):
        palette._open_list(pilot.app, path)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
    page = TextViewerScreen("t", (), "")
    async with alone(page) as (pilot, _):
        palette._open_list(pilot.app, path)
        await pilot.pause()
        assert in_front(pilot) is page


def test_finding_without_fix_opens_no_dialog():
    session = overfull()
    finding = next(finding for finding in session.report if is_fixable(finding))
    assert not is_fixable(Diagnostic("UPG004", None))
    page = FakePage()
    assert show_fixes(page.page, session, Diagnostic("UPG004", None)) is False
    assert page.app.asked == []
    assert show_fixes(page.page, session, finding) is True
    dialog = page.app.answer(None)
    assert isinstance(dialog, FixDialog)
    assert session.history.past == ()
    show_fixes(page.page, session, finding)
    page.app.answer(next(islice(finding.fixes, 1)))
    assert session.history.next_undo is not None


async def test_quit_hint_settings_and_quit_work_everywhere():
    page = TextViewerScreen("t", (), "")
    async with alone(page) as (pilot, _):
        pilot.app.action_help_quit()
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == [pilot.app.tr("tui.quit-with")]
        await pilot.press("f2")
        assert isinstance(in_front(pilot), SettingsScreen)
        await pilot.press("escape", "ctrl+q")
        await pilot.pause()
        assert pilot.app._exit


def test_home_starts_at_the_last_open_list(monkeypatch, tmp_path):
    app = BuilderApp(language="en", settings=Settings())
    shown: list[HomeScreen] = []
    monkeypatch.setattr(app, "switch_screen", shown.append)
    app.go_home(Path("vale.yaml"))
    assert [home._selected_path for home in shown] == [tmp_path / "vale.yaml"]


async def test_quitting_saves_the_open_list():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("d", "p", "ctrl+q")
        await pilot.pause()
        assert pilot.app._exit
    assert len(load_list(screen.save_controller.open_file.path).army.entries) == 13


def test_settings_are_loaded_by_default():
    save_settings(Settings(language="de", theme="nord"))
    assert BuilderApp().settings.theme == "nord"
    assert BuilderApp(settings=Settings()).settings.theme == Settings().theme


@pytest.mark.parametrize(("theme", "shown"), [("nord", "nord"), ("no such theme", "textual-dark")])
async def test_unknown_theme_falls_back_to_default(theme, shown):
    app = BuilderApp(language="en", settings=Settings(theme=theme))
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.theme == shown


async def test_crash_message_names_error_and_keeps_work():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("d")
        message = abnormal_exit.write_crash_report(pilot.app, ValueError("odd"))
        report = state_folder() / "crash.txt"
        assert "ValueError" in message
        assert str(report) in message
        assert "ValueError: odd" in report.read_text(encoding="utf-8")
        assert [len(record.army.entries) for record in Journal().records()] == [13]
        abnormal_exit.write_crash_report(pilot.app, KeyError("again"))
        assert [file.name for file in state_folder().glob("crash*")] == ["crash.txt"], "the last one is enough"
        assert screen.session.army


def test_launcher_returns_the_exit_code(monkeypatch):
    calls: list[tuple[object, ...]] = []

    class Ran:
        return_code: int | None = None

        def __init__(self, path: str | None, *, data: object, language: str | None) -> None:
            calls.append((path, data, language))

        def run(self) -> None:
            calls.append(("ran", os.environ["ESCDELAY"]))

    monkeypatch.setattr(app_module, "BuilderApp", Ran)
    monkeypatch.setattr("gc.set_threshold", lambda _: None)
    monkeypatch.delenv("ESCDELAY", raising=False)
    assert BuilderLauncher().open("x", language="de") == 0
    assert calls == [("x", (), "de"), ("ran", "25")]
    monkeypatch.setenv("ESCDELAY", "90")
    monkeypatch.setattr(Ran, "return_code", 3)
    assert BuilderLauncher().open(None, data=("d",)) == 3
    assert calls[2:] == [(None, ("d",), None), ("ran", "90")], "what the player has set stays"
