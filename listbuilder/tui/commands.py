"""Every action of the screen in front, for the command palette and for help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen

from listbuilder.tui.face import Face
from listbuilder.tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a key does."""

    name: str
    keys: tuple[str, ...]
    action: str
    node: DOMNode
    enabled: bool
    id: str | None

    @property
    def label(self) -> Content:
        """Its name and keys, as text and never as markup."""
        return Content(self.name).append_text(f"  {' '.join(self.keys)}", "$text-muted")


def commands(app: Face, screen: Screen[Any]) -> Iterator[Command]:
    """Give everything that can be done on a screen, in the order of its keys, each once."""
    found: dict[str, Command] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.description or binding.system or binding.id is None:
            continue
        key = app.get_key_display(binding)
        before = found.get(binding.action)
        if before is None:
            name = app.binding_name(binding, screen)
            found[binding.action] = Command(name, (key,), binding.action, active.node, active.enabled, binding.id)
        elif key not in before.keys:
            keys = (*before.keys, key)
            found[binding.action] = Command(before.name, keys, before.action, before.node, before.enabled, before.id)
    return iter(found.values())


class KeyCommands(Provider):
    """The palette's commands: all keys of the screen it was called from."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed; what arrows do comes last."""
        for command in sorted(self._enabled(), key=lambda command: isinstance(command.node, Rows)):
            yield DiscoveryHit(command.label, partial(self._run, command), text=command.name)

    async def search(self, query: str) -> Hits:
        """Offer what matches."""
        matcher = self.matcher(query)
        for command in self._enabled():
            score = matcher.match(command.name)
            if score > 0:
                yield Hit(score, command.label, partial(self._run, command), text=command.name)

    def _enabled(self) -> Iterator[Command]:
        app = self.app
        assert isinstance(app, Face)
        return (command for command in commands(app, self.screen) if command.enabled)

    async def _run(self, command: Command) -> None:
        await self.app.run_action(command.action, command.node)
