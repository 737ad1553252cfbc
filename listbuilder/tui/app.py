"""The builder: which screen comes first, and what every screen has in common."""

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
from listbuilder.tui.abnormal_exit import heed_hang_up, part
from listbuilder.tui.base import Face, Holder
from listbuilder.tui.key_map import keys_of
from listbuilder.tui.palette import KeyCommands, ThingCommands, commands
from listbuilder.tui.screens.help import HelpScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.settings import Settings, is_folder, load_settings


class BuilderApp(Face):
    """The builder."""

    TITLE = "listbuilder"
    COMMANDS = {KeyCommands, ThingCommands}  # noqa: RUF012  # Textual annotates it
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
        """Show every key of the screen in front."""
        self.push_screen(HelpScreen(tuple(commands(self, self.screen))))

    def action_command_palette(self) -> None:
        """Open the palette, which speaks the player's language too."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=self.tr("tui.palette.search"), id="--command-palette"))

    def action_settings(self) -> None:
        """Change the settings."""
        self.push_screen(SettingsScreen())

    def go_home(self, came_from: Path) -> None:
        """Show home in place of the screen in front, at the list that was open there."""
        from listbuilder.tui.home.screen import HomeScreen  # noqa: PLC0415 - loaded when it is wanted

        self.switch_screen(HomeScreen(came_from.absolute()))

    async def action_quit(self) -> None:
        """Leave, once the open list is safe; asked twice, leave what could not be saved to the journal."""
        holder = next((screen for screen in self.screen_stack if isinstance(screen, Holder)), None)
        if holder is None or holder.custody.asking:
            self.exit()
        else:
            holder.custody.leave(self.exit)

    def _fatal_error(self) -> None:
        """Say in a few words that it was us; Textual would print pages of our insides, and nothing would be kept."""
        error = self._exception
        assert error is not None
        self.panic(Text(part(self, error.error if isinstance(error, WorkerFailed) else error)))

    def action_help_quit(self) -> None:
        """Say which key leaves: Ctrl+C copies, and Textual would say so in English alone."""
        self.say(self.tr("tui.quit-with"))

    def compose(self) -> ComposeResult:
        """Paint a frame at once; the engine is imported behind it."""
        yield Static(self.TITLE, classes="page-title", markup=False)

    def on_mount(self) -> None:
        """Set the colours and keys; everything else comes after the first paint."""
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else self.theme
        self.set_keymap(keys_of(self.settings))
        if not self.is_headless:
            heed_hang_up(self)
        self.call_after_refresh(self._begin)

    async def _begin(self) -> None:
        """Show home, and the list or the folder that was asked for."""
        from listbuilder.tui.home.screen import HomeScreen  # noqa: PLC0415 - the same

        home = HomeScreen()
        await self.push_screen(home)
        try:
            if self._path is not None and is_folder(Path(self._path)):
                home.check_folder(Path(self._path))
            elif self._path is not None:
                home.opener.open_any(Path(self._path))
            elif self._sample:
                home.opener.open_sample()
        except ListbuilderError as error:
            self.say_error(error)
        finally:
            await self.turnstile.open()
