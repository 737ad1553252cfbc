"""The builder: which screen comes first, and what every screen has in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from listbuilder.errors import ListbuilderError
from listbuilder.tui.face import Face
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.settings import Settings, load_settings


class BuilderApp(Face):
    """The builder."""

    TITLE = "listbuilder"
    CSS_PATH = "styles/app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "key.quit", show=False, id="app.quit", priority=True),
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


def run(path: str | None = None, *, sample: bool = False, data: Sequence[str] = (), language: str | None = None) -> int:
    """Run the builder until the player leaves; give the exit code."""
    app = BuilderApp(path, sample=sample, data=data, language=language)
    app.run()
    return app.return_code or 0
