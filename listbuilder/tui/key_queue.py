"""One key at a time: the next one is let through when the one before it has done all that it does."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from textual import events

if TYPE_CHECKING:
    from textual.app import App
    from textual.message_pump import MessagePump
    from textual.widget import Widget

Typed: TypeAlias = events.Key | events.Paste


class Turnstile:
    """Where keys wait.

    Textual sends a key to whoever has the focus when it arrives. Keys that are typed in one burst, or while a paint
    takes its time, so pass by a filter or a dialog that a key before them opens, and run as commands. Here a key is
    sent when the one before it has gone the whole way up from its widget, and when what that caused has gone the same
    way: a follower behind it in every queue comes back with the focus where it was.
    """

    def __init__(self, app: App[Any], send: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._send = send
        self._waiting: deque[Typed] = deque()
        self.busy = True
        """Whether a key is under way; nobody is let in before the first screen is there."""
        self._way: deque[MessagePump] = deque()
        """Whom the follower still has to pass."""
        self._before: Widget | None = None
        """Who would have got a key when the follower set out behind what the last one caused."""

    @property
    def crowded(self) -> bool:
        """Whether a key waits behind the one that is under way."""
        return bool(self._waiting)

    async def open(self) -> None:
        """Let in whoever has come before there was anybody to take a key."""
        await self._next()

    async def enter(self, typed: Typed) -> None:
        """Let a key through at once, or when its turn comes."""
        self._waiting.append(typed)
        if not self.busy:
            await self._next()

    async def _next(self) -> None:
        self.busy = bool(self._waiting)
        if self.busy:
            self._way.extend(self._target.ancestors_with_self)
            self._before = None
            await self._send(self._waiting.popleft())
            await self._follow()

    @property
    def _target(self) -> Widget:
        """Who would get a key now."""
        return self._app.focused or self._app.screen

    async def _follow(self) -> None:
        """Go up through the queues, behind what is in them; whoever is being closed is passed over."""
        while self._way:
            if self._way.popleft().post_message(events.Callback(callback=self._follow)):
                return
        before, self._before = self._before, self._target
        if before is self._before:
            await self._next()
        else:
            self._way.extend(self._before.ancestors_with_self)
            await self._follow()
