"""The builder app: global keys, the first screen, and leaving."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.widgets import Static
from textual.worker import WorkerFailed

from listbuilder.errors import ListbuilderError
from listbuilder.tui.abnormal_exit import install_hangup_handler, write_crash_report
from listbuilder.tui.base_app import BaseApp, HasUnsavedWork
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.key_map import key_overrides
from listbuilder.tui.palette import KeyCommandProvider, ListCommandProvider, screen_commands
from listbuilder.tui.screens.help import HelpScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.user_settings import Settings, is_folder, load_settings


class BuilderApp(BaseApp):
    """The builder."""

    TITLE = "listbuilder"
    COMMANDS = {KeyCommandProvider, ListCommandProvider}  # noqa: RUF012  # Textual annotates it
    CSS_PATH = "styles/app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "key.quit", show=False, id="app.quit", priority=True),
        Binding("f2", "settings", "key.settings", show=False, id="app.settings"),
        Binding("ctrl+p", "command_palette", "key.palette", show=False, id="app.palette", priority=True),
    ]

    def __init__(
        self,
        path: str | None = None,
        *,
        sample: bool = False,
        data: Sequence[str] = (),
        language: str | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(settings if settings is not None else load_settings(), data, language)
        self._path = path
        self._sample = sample

    def action_help(self) -> None:
        """Show every key of the current screen."""
        self.push_screen(HelpScreen(tuple(screen_commands(self, self.screen))))

    def action_command_palette(self) -> None:
        """Open the palette with a placeholder in the user's language."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=self.tr("tui.palette.search"), id="--command-palette"))

    def action_settings(self) -> None:
        """Open the settings."""
        self.push_screen(SettingsScreen())

    def go_home(self, list_path: Path) -> None:
        """Replace the current screen by the home screen, with the cursor on the list that was open."""
        self.switch_screen(HomeScreen(list_path.absolute()))

    async def action_quit(self) -> None:
        """Save the open list and quit; if it already asks about the file, quit and rely on the journal."""
        screen = next(
            (open_screen for open_screen in self.screen_stack if isinstance(open_screen, HasUnsavedWork)), None
        )
        if screen is None or screen.save_controller.is_asking:
            self.exit()
        else:
            screen.save_controller.leave(self.exit)

    def _fatal_error(self) -> None:
        """Write a crash report and show a short message instead of Textual's traceback."""
        error = self._exception
        assert error is not None
        self.panic(Text(write_crash_report(self, error.error if isinstance(error, WorkerFailed) else error)))

    def action_help_quit(self) -> None:
        """Show which key quits; Textual's own message is in English only."""
        self.show_message(self.tr("tui.quit-with"))

    def compose(self) -> ComposeResult:
        """Show the title until the home screen is ready."""
        yield Static(self.TITLE, classes="page-title", markup=False)

    def on_mount(self) -> None:
        """Set the theme and the keys; open the home screen after the first paint."""
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else self.theme
        self.set_keymap(key_overrides(self.settings))
        if not self.is_headless:
            install_hangup_handler(self)
        self.call_after_refresh(self._open_first_screen)

    async def _open_first_screen(self) -> None:
        """Open the home screen, and the list or folder from the command line."""
        home = HomeScreen()
        await self.push_screen(home)
        try:
            if self._path is not None and is_folder(Path(self._path)):
                home.check_folder(Path(self._path))
            elif self._path is not None:
                home.opener.open_file(Path(self._path))
            elif self._sample:
                home.opener.open_sample()
        except ListbuilderError as error:
            self.show_error(error)
        finally:
            await self.key_queue.dispatch_next()
