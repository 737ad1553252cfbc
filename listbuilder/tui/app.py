"""The builder app: global keys, the first screen, and leaving."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.worker import WorkerFailed

from listbuilder.tui.abnormal_exit import install_hangup_handler, write_crash_report
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.user_settings import Settings, load_settings

if TYPE_CHECKING:
    from listbuilder.tui.screen_opener import ScreenOpener


class BuilderApp(BaseApp):
    """The builder."""

    TITLE = "listbuilder"
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

    @cached_property
    def _opener(self) -> ScreenOpener:
        from listbuilder.tui.screen_opener import ScreenOpener  # noqa: PLC0415  # imports the engine

        return ScreenOpener(self)

    def action_help(self) -> None:
        """Show every key of the current screen."""
        self._opener.open_help()

    def action_command_palette(self) -> None:
        """Open the palette."""
        self._opener.open_palette()

    def action_settings(self) -> None:
        """Open the settings."""
        self._opener.open_settings()

    def go_home(self, list_path: Path) -> None:
        """Replace the current screen by the home screen, with the cursor on the list that was open."""
        self._opener.go_home(list_path)

    async def action_quit(self) -> None:
        """Save the open list and quit; if it already asks about the file, quit and rely on the journal."""
        if self.save_controller is None or self.save_controller.is_asking:
            self.exit()
        else:
            self.save_controller.leave(self.exit)

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
        self.set_keymap(self.settings.key_overrides)
        if not self.is_headless:
            install_hangup_handler(self)
        self.call_after_refresh(self._open_first_screen)

    async def _open_first_screen(self) -> None:
        try:
            await self._opener.open_first(self._path, sample=self._sample)
        finally:
            await self.key_queue.dispatch_next()
