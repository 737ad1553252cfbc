"""The builder: which screen comes first, and what every screen has in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.command import Provider

from listbuilder.errors import ListbuilderError
from listbuilder.tui.commands import KeyCommands, commands
from listbuilder.tui.face import Face
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.settings import Settings, load_settings


class BuilderApp(Face):
    """The builder."""

    TITLE = "listbuilder"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {KeyCommands}
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
        from listbuilder.tui.screens.help import HelpScreen  # noqa: PLC0415 - loaded when it is wanted

        self.push_screen(HelpScreen(tuple(commands(self, self.screen))))

    def action_settings(self) -> None:
        """Change the settings."""
        from listbuilder.tui.screens.settings import SettingsScreen  # noqa: PLC0415 - loaded when it is wanted

        self.push_screen(SettingsScreen())

    def on_mount(self) -> None:
        """Show home at once; a list that was asked for comes after the first paint."""
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else self.theme
        self.set_keymap(dict(self.settings.keys))
        home = HomeScreen()
        self.push_screen(home)
        self.call_after_refresh(self._begin, home)

    def _begin(self, home: HomeScreen) -> None:
        try:
            if self._path is not None:
                home.open_path(Path(self._path))
            elif self._sample:
                home.open_sample()
        except ListbuilderError as error:
            self.say_error(error)
