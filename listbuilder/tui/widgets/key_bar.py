"""The keys that do something now, in one line; the last one always shows where to find the others.

The line under a list that is typed into to find something in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, getters
from textual.binding import ActiveBinding, Binding
from textual.geometry import Size
from textual.keys import format_key
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from listbuilder.tui.base import Face
from listbuilder.tui.widgets.row_list import Rows


class Filter(Input):
    """What is looked for in some rows."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As Textual has it, but a letter more does not lay out the whole screen anew."""

    def __init__(self, rows: Rows, placeholder: str = "", classes: str = "filter") -> None:
        super().__init__(placeholder=placeholder, classes=classes, compact=True, select_on_focus=False)
        self._rows = rows

    @property
    def verb(self) -> str | None:
        """The catalogue key of what Enter does while it is typed into: what it does to the row that was found."""
        return self._rows.verb


_GAP, _NARROW_GAP = "  ", " "


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A key and what it does: in full as it is now, and briefly."""

    key: str
    name: str
    brief: str
    enabled: bool
    press: str

    @property
    def cells(self) -> int:
        """How much of the line it takes."""
        return cell_len(self.key) + cell_len(self.name) + 1

    @property
    def short(self) -> ShownKey:
        """The same with its brief name."""
        return ShownKey(self.key, self.brief, self.brief, self.enabled, self.press)


class KeyBar(Widget):
    """One line of keys, painted anew when they change."""

    app = getters.app(Face)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--off"}

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[ShownKey] = []

    def on_mount(self) -> None:
        """Follow the screen's keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, _screen: Screen[object]) -> None:
        """Look the keys up after the next paint, which does not wait for them."""
        self.call_after_refresh(self._catch_up)

    def _catch_up(self) -> None:
        if not self.is_attached:  # its screen was closed meanwhile
            return
        shown = self._collect(self.screen.active_bindings)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def _collect(self, active: dict[str, ActiveBinding]) -> list[ShownKey]:
        """Give each thing that can be done once, however many keys do it."""
        seen: dict[str, ShownKey] = {}
        focused = self.screen.focused
        if isinstance(focused, (Rows, Filter)) and focused.verb is not None:
            verb = self.app.tr(focused.verb)
            seen[verb] = ShownKey("⏎", verb, verb, True, "enter")
        ranks = {
            binding.id: rank for rank, binding in enumerate(type(self.screen).BINDINGS) if isinstance(binding, Binding)
        }
        shown = (found for found in active.values() if _is_shown(found.binding))
        for found in sorted(shown, key=lambda found: _rank(found.binding, ranks)):
            binding = found.binding
            name = self.app.binding_name(binding, self.screen)
            key = self._key(binding) if name not in seen else ""
            if key:
                seen[name] = ShownKey(key, name, self._brief(binding, name), found.enabled, binding.key)
        return list(seen.values())

    def _key(self, binding: Binding) -> str:
        """Give a key as it is shown; none for one that is a letter to whoever has the focus."""
        shown, own, focused = self.app.get_key_display(binding), format_key(binding.key), self.screen.focused
        if len(shown) > 1 or focused is None or not focused.check_consume_key(binding.key, shown):
            return shown
        return own.upper() if len(own) > 1 else ""

    def _brief(self, binding: Binding, name: str) -> str:
        """Name a key briefly: without the words that a screen puts behind its usual name."""
        usual = self.app.tr(binding.description)
        return usual if name.startswith(usual) else name

    @property
    def _room(self) -> int:
        """How many cells the keys have, behind the first one, which stays empty."""
        return self.size.width - 1

    def fitting(self) -> list[ShownKey]:
        """Give the keys as they are shown in the room that there is."""
        return fit_keys(self._shown, self._room)

    def render_line(self, y: int) -> Strip:
        """Paint the keys."""
        base = self.rich_style
        key_style = self.get_component_rich_style("key-bar--key")
        off = self.get_component_rich_style("key-bar--off")
        segments = [Segment(" ", base)]
        shown = self.fitting() if y == 0 else []
        gap = gap_between(shown, self._room)
        for item in shown:
            segments += [
                Segment(item.key, key_style if item.enabled else off),
                Segment(f" {item.name}{gap}", base if item.enabled else off),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        place, shown = 1, self.fitting()
        gap = gap_between(shown, self._room)
        for item in shown:
            place += item.cells + len(gap)
            if event.x < place:
                self.app.simulate_key(item.press.split(",")[0])
                return


def fit_keys(keys: Sequence[ShownKey], room: int) -> list[ShownKey]:
    """Shorten names, then leave out what does nothing now, then what does not fit beside the more important."""
    shown = list(keys)
    if _cells(shown, _GAP) > room:
        shown = [item.short for item in shown]
    while _cells(shown, _GAP) > room and (idle := [item for item in shown[:-1] if not item.enabled]):
        shown.remove(idle[-1])
    return shown if _cells(shown, _GAP) <= room else _most(shown, room)


def gap_between(shown: Sequence[ShownKey], room: int) -> str:
    """Give what stands between two keys: less where more keys have room so."""
    return _GAP if _cells(shown, _GAP) <= room else _NARROW_GAP


def _is_shown(binding: Binding) -> bool:
    return bool(binding.show and binding.description and not binding.system)


def _rank(binding: Binding, ranks: Mapping[str | None, int]) -> int:
    """Keep the order in which the screen names its keys; the others follow, help comes last."""
    return len(ranks) + 1 if binding.action == "app.help" else ranks.get(binding.id, len(ranks))


def _cells(shown: Sequence[ShownKey], gap: str) -> int:
    return sum(item.cells for item in shown) + len(gap) * (len(shown) - 1)


def _most(shown: Sequence[ShownKey], room: int) -> list[ShownKey]:
    """Keep the first keys that fit, a shorter one in place of one that does not, and always the last."""
    kept: list[ShownKey] = []
    for item in shown[:-1]:
        if _cells([*kept, item, shown[-1]], _NARROW_GAP) <= room:
            kept.append(item)
    return [*kept, shown[-1]]
