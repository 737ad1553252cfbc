"""A fake page that records calls, to test saving and editing without a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from listbuilder.errors import ListbuilderError
from listbuilder.i18n import translate
from listbuilder.listfiles.journal import Journal
from listbuilder.tui.base_app import BaseApp, Page
from listbuilder.tui.user_settings import Settings
from tests.tui.isolated.small_app import LIBRARY


class FakeApp:
    """Records messages and questions instead of showing them."""

    def __init__(self) -> None:
        self.language = "en"
        self.settings = Settings()
        self.journal = Journal()
        self.library = LIBRARY
        self.messages: list[tuple[str, str]] = []
        self.asked: list[tuple[Any, Callable[[Any], object]]] = []
        self.opened: list[Any] = []
        self.suspending: list[Callable[[object], object]] = []
        self.app_suspend_signal = self

    def subscribe(self, _page: object, then: Callable[[object], object]) -> None:
        self.suspending.append(then)

    def show_message(self, message: str, severity: str = "information") -> None:
        self.messages.append((severity, message))

    def show_error(self, error: ListbuilderError) -> None:
        self.messages.append(("error", self.describe_error(error)))

    show_errors = BaseApp.show_errors
    ask = BaseApp.ask

    def describe_error(self, error: ListbuilderError) -> str:
        return str(error)

    def call_from_thread(self, call: Callable[..., object], *values: object) -> None:
        call(*values)

    def push_screen(self, screen: Any, then: Callable[[Any], object] = print) -> None:
        self.asked.append((screen, then))

    def switch_screen(self, screen: Any) -> None:
        self.opened.append(screen)

    def tr(self, key: str, /, **values: object) -> str:
        return translate(self.language, key, **values)

    @property
    def face(self) -> BaseApp:
        """This object typed as the app."""
        return cast(BaseApp, self)

    def answer(self, answer: object) -> Any:
        """Answer the last question and return its dialog."""
        screen, then = self.asked.pop()
        then(answer)
        return screen


class FakePage:
    """A page whose timers fire only on request."""

    def __init__(self) -> None:
        self.app = FakeApp()
        self.timers: list[tuple[float, Callable[[], object]]] = []
        self.intervals: list[tuple[float, Callable[[], object]]] = []
        self.statuses: list[tuple[str, str]] = []
        self.painted = 0

    @property
    def page(self) -> Page:
        """This object typed as a page."""
        return cast(Page, self)

    def tr(self, key: str, /, **values: object) -> str:
        return self.app.tr(key, **values)

    def call_after(self, seconds: float, then: Callable[[], object]) -> None:
        self.timers.append((seconds, then))

    def set_interval(self, seconds: float, then: Callable[[], object]) -> None:
        self.intervals.append((seconds, then))

    def run_worker(self, work: Callable[[], object], **options: object) -> None:
        assert options == {"thread": True, "group": "journal", "exclusive": False, "exit_on_error": False}
        work()

    def tick(self) -> None:
        """Fire all timers."""
        timers, self.timers = self.timers, []
        for _, then in timers:
            then()

    def show_status(self, text: str, role: str = "accent") -> None:
        self.statuses.append((role, text))

    def paint(self) -> None:
        self.painted += 1
