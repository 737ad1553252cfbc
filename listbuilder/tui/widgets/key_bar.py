"""The keys that do something now, in one line; the last one always shows where to find the others."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, getters
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from listbuilder.tui.face import Face
from listbuilder.tui.widgets.rows import Rows

_GAP = "  "


class KeyBar(Widget):
    """One line of keys, painted anew when they change."""

    app = getters.app(Face)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--off"}

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[str, str, bool, str]] = []

    def on_mount(self) -> None:
        """Follow the screen's keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self.call_after_refresh(self._follow, self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        shown = self._collect(screen.active_bindings)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def _collect(self, active: dict[str, ActiveBinding]) -> list[tuple[str, str, bool, str]]:
        seen: dict[str, tuple[str, str, bool, str]] = {}
        focused = self.screen.focused
        if isinstance(focused, Rows) and focused.verb is not None:
            seen["enter"] = ("⏎", self.app.tr(focused.verb), True, "enter")
        for found in sorted(active.values(), key=self._rank):
            binding = found.binding
            if binding.show and binding.action not in seen:
                key = self.app.get_key_display(binding)
                seen[binding.action] = (key, self.app.binding_name(binding, self.screen), found.enabled, binding.key)
        return list(seen.values())

    def _rank(self, found: ActiveBinding) -> int:
        """Keep the order in which the screen names its keys; the others follow, help comes last."""
        own = [binding.id for binding in type(self.screen).BINDINGS if isinstance(binding, Binding)]
        if found.binding.action == "app.help":
            return len(own) + 1
        return own.index(found.binding.id) if found.binding.id in own else len(own)

    def _fitting(self) -> list[tuple[str, str, bool, str]]:
        """Leave out from behind what does not fit, but never the last, which is help."""
        room = self.size.width - 1
        shown = list(self._shown)
        while len(shown) > 1 and sum(_cells(item) for item in shown) > room:
            del shown[-2]
        return shown

    def render_line(self, y: int) -> Strip:
        """Paint the keys."""
        base = self.rich_style
        key_style = self.get_component_rich_style("key-bar--key")
        off = self.get_component_rich_style("key-bar--off")
        segments = [Segment(" ", base)]
        for key, name, enabled, _ in self._fitting() if y == 0 else ():
            segments += [
                Segment(key, key_style if enabled else off),
                Segment(f" {name}{_GAP}", base if enabled else off),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        place = 1
        for item in self._fitting():
            place += _cells(item)
            if event.x < place:
                self.app.simulate_key(item[3])
                return


def _cells(item: tuple[str, str, bool, str]) -> int:
    return cell_len(item[0]) + cell_len(item[1]) + 1 + len(_GAP)
