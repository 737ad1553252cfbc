"""What every screen knows of the app it is in: language, settings, data, journal, and a voice."""

from __future__ import annotations

import asyncio
import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from textual import events, getters, on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import Reactive
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from listbuilder.diagnostics.messages import describe
from listbuilder.errors import ListbuilderError, UnknownIdError, UnreadableError
from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.listfiles.journal import Journal
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.key_queue import Turnstile
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.modal_backdrop import Veil

if TYPE_CHECKING:
    from listbuilder.library import Library
    from listbuilder.listfiles.journal import Journal

Tone = Literal["information", "warning", "error"]
T = TypeVar("T")
_NAMED_KEYS = frozenset(("del", "end", "esc", "home", "pgdn", "pgup", "shift", "space", "tab"))
"""Keys that are called otherwise on other keyboards, by what Textual calls them."""
_FUNCTION_KEY = re.compile(r"f\d+")


class Face(App[None]):
    """The app as its screens see it."""

    def __init__(self, settings: Settings, data: Sequence[str] = (), language: str | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.language = language or settings.spoken
        self._data = tuple(data)
        self.turnstile = Turnstile(self, super().on_event)
        """Where keys wait for each other."""

    @cached_property
    def library(self) -> Library:
        """All data there is, opened when it is first needed."""
        return Library.open(self._data)

    @cached_property
    def journal(self) -> Journal:
        """What survives a crash; what is of no use any more is swept out first."""
        journal = Journal()
        journal.sweep()
        return journal

    async def on_event(self, event: events.Event) -> None:
        """Let keys through one at a time."""
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded:
            await self.turnstile.enter(event)
        else:
            await super().on_event(event)

    @abstractmethod
    def go_home(self, came_from: Path) -> None:
        """Show home in place of the screen in front, at the list that was open there."""

    def tr(self, key: str, /, **values: object) -> str:
        """Say something in the player's language."""
        return translate(self.language, key, **values)

    def say(self, message: str, tone: Tone = "information") -> None:
        """Show a short message; it takes the place of the one before, so that they never pile up."""
        self.clear_notifications()
        self.notify(plain_line(message, 400), severity=tone, timeout=4 if tone == "information" else 8, markup=False)

    def say_error(self, error: ListbuilderError) -> None:
        """Show why something did not work."""
        self.say(self.error_text(error), "error")

    def error_text(self, error: ListbuilderError) -> str:
        """Say in the player's language why something did not work."""
        if isinstance(error, UnreadableError) and error.diagnostics:
            first = error.diagnostics[0]
            where = f"{first.place}: " if first.place is not None and first.place.line is not None else ""
            return where + describe(first, self.language)
        if isinstance(error, UnknownIdError):
            return self.tr("tui.unknown", wanted=error.wanted)
        to = getattr(error, "to", None)
        return str(to(self.language)) if to is not None else str(error)

    def get_key_display(self, binding: Binding) -> str:
        """Name a key as it stands on the player's keyboard."""
        shown = super().get_key_display(binding)
        return shown if len(shown) == 1 else "+".join(map(self._key_name, shown.split("+")))

    def _key_name(self, key: str) -> str:
        if key.casefold() in _NAMED_KEYS:
            return self.tr(f"tui.key-name.{key.casefold()}")
        return key.upper() if _FUNCTION_KEY.fullmatch(key) else key

    def binding_name(self, binding: Binding, screen: Screen[Any]) -> str:
        """Name what a key does: as the screen says at this moment, else as the catalogue does."""
        naming = getattr(screen, "name_binding", None)
        now = naming(binding.id) if naming is not None else None
        return now or self.tr(binding.description)


class Safe(Protocol):
    """Who keeps what is open safe."""

    asking: bool
    """Whether it has asked already what to do with what could not be saved."""

    def leave(self, then: Callable[[], object]) -> None:
        """Save it if it needs saving and go on, or ask; what is asked about is in the journal."""

    def keep_in_journal(self) -> bool:
        """Note it at once where a crash cannot take it."""


@runtime_checkable
class Holder(Protocol):
    """A screen that has something to save."""

    @property
    def custody(self) -> Safe:
        """Who keeps it."""


class Leaf(Screen[T], Generic[T]):
    """A screen that is closed once: Textual closes whatever is in front, and at last the builder."""

    _resumed = False

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Keep the styles that the screen has just been made with; Textual would work all of them out again."""
        event.refresh_styles = event.refresh_styles and self._resumed
        self._resumed = True

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out for another size; Textual does it for the same once more, and for all behind a dialog."""
        if size != self._compositor.size:
            super()._screen_resized(size)

    @property
    def in_front(self) -> bool:
        """Whether the keys go to this screen; for Textual, the one behind it is current too."""
        return self.app.screen_stack[-1:] == [self]

    def after(self, seconds: float, then: Callable[[], object]) -> None:
        """Do something a while later, whatever the machine is busy with, unless the builder ends before that.

        Textual's own timer for one call is lost without a word where its task gets no time for as long as it waits.
        """

        def later() -> object:
            return then() if self.app.is_running else None  # a screen loses its widgets before it is closed itself

        asyncio.get_running_loop().call_later(seconds, self.call_next, later)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close the screen; who is not in front any more (a second click came behind the first) closes nobody."""
        return super().dismiss(result) if self.in_front else AwaitComplete()


class Page(Leaf[None]):
    """A screen of the builder; each says itself where the keys go first."""

    app = getters.app(Face)
    AUTO_FOCUS = ""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As Textual has it, but a new focus paints the two widgets it concerns and not the whole screen."""
    _spoken: str | None = None

    def on_screen_resume(self) -> None:
        """Say everything anew if the language was changed meanwhile."""
        if self._spoken not in (None, self.app.language):
            self.relabel()
        self.refresh_bindings()
        self._spoken = self.app.language

    def on_screen_suspend(self) -> None:
        """Take messages along to no other screen."""
        self.app.clear_notifications()

    def relabel(self) -> None:
        """Write the fixed texts of the screen in the language of now."""

    def tr(self, key: str, /, **values: object) -> str:
        """Say something in the player's language."""
        return self.app.tr(key, **values)


class Dialog(ModalScreen[T], Leaf[T], Generic[T]):
    """A question; Escape gives no answer."""

    app = getters.app(Face)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "key.cancel", id="dialog.cancel")]

    def render(self) -> Any:
        """Show the screen behind the dialog, dimmed."""
        made = super().render()
        return Veil(made) if isinstance(made, BackgroundScreen) else made

    def tr(self, key: str, /, **values: object) -> str:
        """Say something in the player's language."""
        return self.app.tr(key, **values)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
