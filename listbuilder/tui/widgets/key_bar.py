"""The bar with the keys that work now, and the filter field under a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, getters
from textual.binding import Binding
from textual.geometry import Size
from textual.keys import format_key
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.widgets.row_list import RowList


class FilterInput(Input):
    """The text field that filters a list."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Textual's own, but typing a letter does not lay out the whole screen."""

    def __init__(self, rows: RowList, placeholder: str = "", classes: str = "filter") -> None:
        super().__init__(placeholder=placeholder, classes=classes, compact=True, select_on_focus=False)
        self._rows = rows

    @property
    def enter_label(self) -> str | None:
        """The catalogue key of what Enter does to the row under the cursor."""
        return self._rows.enter_label


_GAP, _NARROW_GAP = "  ", " "


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key of the bar with its full and its short label."""

    key: str
    label: str
    short_label: str
    enabled: bool
    key_to_press: str

    @property
    def width(self) -> int:
        """The width in the bar."""
        return cell_len(self.key) + cell_len(self.label) + 1


class KeyBar(Widget):
    """One line of keys; the last key opens the help."""

    app = getters.app(BaseApp)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--off"}

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[KeyHint] = []

    def on_mount(self) -> None:
        """Follow the keys of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._schedule_update)
        self._schedule_update(self.screen)

    def _schedule_update(self, _screen: Screen[object]) -> None:
        """Look the keys up after the next paint, so that the paint does not wait."""
        self.call_after_refresh(self._update)

    def _update(self) -> None:
        if not self.is_attached:  # the screen was closed in the meantime
            return
        keys = self._collect_keys()
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def _collect_keys(self) -> list[KeyHint]:
        """Return each action once, with its first key, in the order of the screen; the help comes last."""
        by_label: dict[str, KeyHint] = {}
        focused = self.screen.focused
        if isinstance(focused, (RowList, FilterInput)) and focused.enter_label is not None:
            verb = self.app.tr(focused.enter_label)
            by_label[verb] = KeyHint("⏎", verb, verb, True, "enter")
        ranks = {
            binding.id: rank for rank, binding in enumerate(type(self.screen).BINDINGS) if isinstance(binding, Binding)
        }

        def rank(binding: Binding) -> int:
            return len(ranks) + 1 if binding.action == "app.help" else ranks.get(binding.id, len(ranks))

        bindings = [(active.binding, active.enabled) for active in self.screen.active_bindings.values()]
        for binding, enabled in sorted(bindings, key=lambda item: rank(item[0])):
            if not binding.show or not binding.description or binding.system:
                continue
            name = self.app.binding_name(binding, self.screen)
            key = self._key_name(binding) if name not in by_label else ""
            if key:
                usual_label = self.app.tr(binding.description)
                short_label = usual_label if name.startswith(usual_label) else name
                by_label[name] = KeyHint(key, name, short_label, enabled, binding.key)
        return list(by_label.values())

    def _key_name(self, binding: Binding) -> str:
        """Return the name of a key; empty if the focused widget takes it as text."""
        name, own_name, focused = self.app.get_key_display(binding), format_key(binding.key), self.screen.focused
        if len(name) > 1 or focused is None or not focused.check_consume_key(binding.key, name):
            return name
        return own_name.upper() if len(own_name) > 1 else ""

    def visible_keys(self) -> list[KeyHint]:
        """Return the keys that fit after one empty cell, with the labels that fit."""
        return fit_keys(self._keys, self.size.width - 1)

    def render_line(self, y: int) -> Strip:
        """Render the keys."""
        base = self.rich_style
        key_style = self.get_component_rich_style("key-bar--key")
        off = self.get_component_rich_style("key-bar--off")
        segments = [Segment(" ", base)]
        visible = self.visible_keys() if y == 0 else []
        gap = choose_gap(visible, self.size.width - 1)
        for hint in visible:
            segments += [
                Segment(hint.key, key_style if hint.enabled else off),
                Segment(f" {hint.label}{gap}", base if hint.enabled else off),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        end, visible = 1, self.visible_keys()
        gap = choose_gap(visible, self.size.width - 1)
        for hint in visible:
            end += hint.width + len(gap)
            if event.x < end:
                self.app.simulate_key(hint.key_to_press.split(",")[0])
                return


def fit_keys(keys: Sequence[KeyHint], room: int) -> list[KeyHint]:
    """Shorten labels, then drop disabled keys, then drop keys that do not fit; always keep the last."""
    fitting = list(keys)
    if _total_width(fitting, _GAP) > room:
        fitting = [replace(hint, label=hint.short_label) for hint in fitting]
    while _total_width(fitting, _GAP) > room and (disabled := [hint for hint in fitting[:-1] if not hint.enabled]):
        fitting.remove(disabled[-1])
    if _total_width(fitting, _GAP) <= room:
        return fitting
    hints: list[KeyHint] = []
    for hint in fitting[:-1]:  # a short key may fit after a long one did not
        if _total_width([*hints, hint, fitting[-1]], _NARROW_GAP) <= room:
            hints.append(hint)
    return [*hints, fitting[-1]]


def choose_gap(keys: Sequence[KeyHint], room: int) -> str:
    """Return the gap between two keys: narrow if that makes more keys fit."""
    return _GAP if _total_width(keys, _GAP) <= room else _NARROW_GAP


def _total_width(keys: Sequence[KeyHint], gap: str) -> int:
    return sum(hint.width for hint in keys) + len(gap) * (len(keys) - 1)
