"""Base classes of the app, its screens and its dialogs."""

from __future__ import annotations

import asyncio
import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from textual import events, getters, on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.reactive import Reactive
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import ListbuilderError, UnknownIdError, UnreadableError
from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.listfiles.journal import Journal
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.key_queue import KeyQueue
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.modal_backdrop import ModalBackdrop

T = TypeVar("T")
_NAMED_KEYS = frozenset(("del", "end", "esc", "home", "pgdn", "pgup", "shift", "space", "tab"))
"""Keys, by Textual's names, that have a translated name."""
_FUNCTION_KEY = re.compile(r"f\d+")


class BaseApp(App[None]):
    """The app as its screens see it: language, settings, installed data, journal and messages."""

    def __init__(self, settings: Settings, data: Sequence[str] = (), language: str | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.language = language or settings.effective_language
        self._data = tuple(data)
        self.key_queue = KeyQueue(self, super().on_event)

    @cached_property
    def library(self) -> Library:
        """The installed data, opened when it is first needed."""
        return Library.open(self._data)

    @cached_property
    def journal(self) -> Journal:
        """The recovery journal; outdated records are removed when it is first needed."""
        journal = Journal()
        journal.clean_up()
        return journal

    async def on_event(self, event: events.Event) -> None:
        """Dispatch keys one at a time."""
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded:
            await self.key_queue.push(event)
        else:
            await super().on_event(event)

    @abstractmethod
    def go_home(self, list_path: Path) -> None:
        """Replace the current screen by the home screen, with the cursor on the list that was open."""

    def tr(self, key: str, /, **values: object) -> str:
        """Return a sentence of the catalogue in the user's language."""
        return translate(self.language, key, **values)

    def show_message(self, message: str, severity: SeverityLevel = "information") -> None:
        """Show a short message in place of the previous one."""
        self.clear_notifications()
        self.notify(
            sanitize_line(message, 400), severity=severity, timeout=4 if severity == "information" else 8, markup=False
        )

    def show_error(self, error: ListbuilderError) -> None:
        """Show an error message."""
        self.show_message(self.describe_error(error), "error")

    def describe_error(self, error: ListbuilderError) -> str:
        """Return the message of an error in the user's language."""
        if isinstance(error, UnreadableError) and error.diagnostics:
            first = error.diagnostics[0]
            where = f"{first.place}: " if first.place is not None and first.place.line is not None else ""
            return where + describe_finding(first, self.language)
        if isinstance(error, UnknownIdError):
            return self.tr("tui.unknown", wanted=error.wanted)
        to = getattr(error, "to", None)
        return str(to(self.language)) if to is not None else str(error)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key as it is printed on the user's keyboard."""
        name = super().get_key_display(binding)
        return name if len(name) == 1 else "+".join(map(self._key_name, name.split("+")))

    def _key_name(self, key: str) -> str:
        if key.casefold() in _NAMED_KEYS:
            return self.tr(f"tui.key-name.{key.casefold()}")
        return key.upper() if _FUNCTION_KEY.fullmatch(key) else key

    def binding_name(self, binding: Binding, screen: Screen[Any]) -> str:
        """Return the label of a key: the screen's current one, else the one of the catalogue."""
        name_binding = getattr(screen, "name_binding", None)
        current_name = name_binding(binding.id) if name_binding is not None else None
        return current_name or self.tr(binding.description)


class SaveGuard(Protocol):
    """Saves the open list."""

    is_asking: bool
    """Whether a question about the file is open."""

    def leave(self, then: Callable[[], object]) -> None:
        """Save if necessary and call `then`; if saving fails, write the journal and ask."""

    def write_journal(self) -> bool:
        """Write unsaved changes to the journal and return whether they are safe there."""


@runtime_checkable
class HasUnsavedWork(Protocol):
    """A screen that may have unsaved work."""

    @property
    def save_controller(self) -> SaveGuard:
        """The object that saves it."""


class BaseScreen(Screen[T], Generic[T]):
    """A screen that can be dismissed only once; Textual would dismiss whatever is on top."""

    app = getters.app(BaseApp)
    _resumed = False

    def tr(self, key: str, /, **values: object) -> str:
        """Return a sentence of the catalogue in the user's language."""
        return self.app.tr(key, **values)

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Skip the first refresh of all styles: the screen was built with current ones."""
        event.refresh_styles = event.refresh_styles and self._resumed
        self._resumed = True

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out only if its size changed; Textual also does it for an equal size."""
        if size != self._compositor.size:
            super()._screen_resized(size)

    @property
    def is_in_front(self) -> bool:
        """Whether this screen receives the keys; for Textual, the one below a dialog is current too."""
        return self.app.screen_stack[-1:] == [self]

    def call_after(self, seconds: float, then: Callable[[], object]) -> None:
        """Call `then` after a delay unless the app has ended by then.

        Textual's one-shot timers are lost if their task gets no time while they wait.
        """

        def later() -> object:
            return then() if self.app.is_running else None  # a closing screen has lost its widgets

        asyncio.get_running_loop().call_later(seconds, self.call_next, later)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close the screen; do nothing if it is not on top any more, for example after a second click."""
        return super().dismiss(result) if self.is_in_front else AwaitComplete()


class Page(BaseScreen[None]):
    """A full screen of the builder; it sets the focus itself."""

    AUTO_FOCUS = ""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Textual's own without a repaint, because the two widgets concerned paint themselves."""
    _labelled_in: str | None = None

    def on_screen_resume(self) -> None:
        """Translate the screen again if the language has changed."""
        if self._labelled_in not in (None, self.app.language):
            self.relabel()
        self.refresh_bindings()
        self._labelled_in = self.app.language

    def on_screen_suspend(self) -> None:
        """Clear messages so that no other screen shows them."""
        self.app.clear_notifications()

    def relabel(self) -> None:
        """Write the fixed texts of the screen in the current language."""


class Dialog(ModalScreen[T], BaseScreen[T], Generic[T]):
    """A modal question; Escape dismisses it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "key.cancel", id="dialog.cancel")]

    def render(self) -> Any:
        """Show the screen below, dimmed."""
        background = super().render()
        return ModalBackdrop(background) if isinstance(background, BackgroundScreen) else background

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
