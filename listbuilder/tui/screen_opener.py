"""Opens the screens of the app. It imports the engine, so the app imports it after the first paint."""

from __future__ import annotations

from pathlib import Path

from textual.command import CommandPalette

from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.palette import HelpScreen, KeyCommandProvider, ListCommandProvider, screen_commands
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.user_settings import is_folder


class ScreenOpener:
    """Opens screens that can be reached from every screen."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app

    async def open_first(self, path: str | None, *, sample: bool) -> None:
        """Open the home screen, and the list or folder from the command line."""
        home = HomeScreen()
        await self._app.push_screen(home)
        with self._app.show_errors():
            if path is not None and is_folder(Path(path)):
                home.check_folder(Path(path))
            elif path is not None:
                home.opener.open_file(Path(path))
            elif sample:
                home.opener.open_sample()

    def go_home(self, list_path: Path) -> None:
        """Replace the current screen by the home screen, with the cursor on a list."""
        self._app.switch_screen(HomeScreen(list_path.absolute()))

    def open_help(self) -> None:
        """Show every key of the current screen."""
        self._app.push_screen(HelpScreen(tuple(screen_commands(self._app, self._app.screen))))

    def open_palette(self) -> None:
        """Open the palette with a placeholder in the user's language."""
        if not isinstance(self._app.screen, CommandPalette):
            providers = {KeyCommandProvider, ListCommandProvider}
            placeholder = self._app.tr("tui.palette.search")
            self._app.push_screen(CommandPalette(providers, placeholder=placeholder, id="--command-palette"))

    def open_settings(self) -> None:
        """Open the settings."""
        self._app.push_screen(SettingsScreen())
