"""Handles keys one at a time, so that fast typing is safe."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from textual import events

if TYPE_CHECKING:
    from textual.app import App
    from textual.message_pump import MessagePump
    from textual.widget import Widget

KeyEvent: TypeAlias = events.Key | events.Paste


class KeyQueue:
    """Dispatches a key when everything that the previous key caused is done.

    Textual delivers a key to the widget that has the focus when it arrives. With fast typing, a key would
    bypass a dialog that an earlier key is about to open. Each key therefore waits until a callback has passed
    through the message queues after the previous key, and until this leaves the focus unchanged.
    """

    def __init__(self, app: App[Any], send: Callable[[KeyEvent], Awaitable[None]]) -> None:
        self._app = app
        self._send = send
        self._pending: deque[KeyEvent] = deque()
        self.is_busy = True
        """Whether a key is being handled; True until the first screen is ready."""
        self._queues: deque[MessagePump] = deque()
        """The message queues that the callback still has to pass."""
        self._focus_before: Widget | None = None
        """The widget that had the focus when the callback started its last pass."""

    @property
    def has_pending(self) -> bool:
        """Whether a key is waiting."""
        return bool(self._pending)

    async def push(self, event: KeyEvent) -> None:
        """Dispatch a key, at once or when it is its turn."""
        self._pending.append(event)
        if not self.is_busy:
            await self.dispatch_next()

    async def dispatch_next(self) -> None:
        """Dispatch the key that has waited longest; called once from outside, when the first screen is ready."""
        self.is_busy = bool(self._pending)
        if self.is_busy:
            self._queues.extend(self._receiver.ancestors_with_self)
            self._focus_before = None
            await self._send(self._pending.popleft())
            await self._pass_queues()

    @property
    def _receiver(self) -> Widget:
        """The widget that would receive a key now."""
        return self._app.focused or self._app.screen

    async def _pass_queues(self) -> None:
        """Post this method to the next queue; at the end, repeat for a new focus or dispatch the next key."""
        while self._queues:
            # False if the widget is being closed
            if self._queues.popleft().post_message(events.Callback(callback=self._pass_queues)):
                return
        focus_before, self._focus_before = self._focus_before, self._receiver
        if focus_before is self._focus_before:
            await self.dispatch_next()
        else:
            self._queues.extend(self._focus_before.ancestors_with_self)
            await self._pass_queues()
