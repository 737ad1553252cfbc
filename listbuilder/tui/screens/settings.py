"""The settings screen: theme, language, paper, folders and keys, saved on every change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.i18n import languages
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import KeyDialog, TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export.export_job import PAPERS
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.tournament.screen import TournamentScreen
from listbuilder.tui.user_settings import KEY_MAPS, save_settings
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Row, choice_row, cycle_value, heading, text_row
from listbuilder.tui.widgets.row_list import RowList

_FOLDERS = ("lists", "exports")
_KEY_PREFIX = "key:"


@cache
def all_bindings() -> tuple[Binding, ...]:
    """Return every binding that has an id, in the order of the screens."""
    owners = (EditorScreen, HomeScreen, PlayScreen, TournamentScreen, RowList)
    bindings = (binding for owner in owners for binding in owner.BINDINGS if isinstance(binding, Binding))
    return tuple(binding for binding in bindings if binding.id is not None)


def find_conflict(keys: Mapping[str, str], binding_id: str, key: str) -> Binding | None:
    """Return a different action of the same screen that already has the key."""
    prefix = binding_id.partition(".")[0] + "."
    for binding in all_bindings():
        name = binding.id or ""
        if name.startswith(prefix) and name != binding_id and key in keys.get(name, binding.key).split(","):
            return binding
    return None


class SettingsScreen(Page):
    """Everything that the player can change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "change(1)", "key.change", id="settings.next", key_display="←→"),
        Binding("left", "change(-1)", "key.change", show=False, id="settings.previous"),
        Binding("backspace,delete", "reset", "key.reset", id="settings.reset", key_display="Del"),
        Binding("escape", "back", "key.back", id="settings.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="settings.help", key_display="?"),
    ]
    form = getters.query_one("#form", RowList)

    def compose(self) -> ComposeResult:
        """Lay out one row for each setting."""
        yield Label(self.tr("tui.settings.title"), classes="page-title", markup=False, id="title")
        yield RowList(id="form", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the current settings."""
        self.form.focus()
        self._paint()

    def _values(self) -> dict[str, tuple[str, ...]]:
        themes = tuple(sorted(self.app.available_themes))
        return {"theme": themes, "language": languages(), "paper": PAPERS, "key_map": tuple(KEY_MAPS)}

    def _current_values(self) -> dict[str, str]:
        settings = self.app.settings
        values = {"theme": self.app.theme, "language": self.app.language}
        return {**values, "paper": settings.paper, "key_map": settings.key_map}

    def _paint(self) -> None:
        settings, app = self.app.settings, self.app
        labels = {"language": self.tr(f"tui.export.language.{app.language}")}
        values = {**self._current_values(), **labels, "key_map": self.tr(f"tui.settings.key_map.{settings.key_map}")}
        rows: list[Row] = [choice_row(name, self.tr(f"tui.settings.{name}"), values[name]) for name in self._values()]
        folders = {"lists": settings.lists_folder, "exports": settings.exports_folder}
        rows += [text_row(name, self.tr(f"tui.settings.{name}"), str(folders[name])) for name in _FOLDERS]
        rows += [BLANK_ROW, heading(self.tr("tui.settings.keys").upper(), self.tr("tui.settings.keys-hint"))]
        keys = settings.key_overrides
        for binding in all_bindings():
            own_keys = keys.get(binding.id or "", binding.key).split(",")
            key = " ".join(self.app.get_key_display(Binding(key, "")) for key in own_keys)
            screen = self.tr(f"tui.place.{(binding.id or '').partition('.')[0]}")
            rows.append(text_row(f"{_KEY_PREFIX}{binding.id}", key, f"{self.tr(binding.description)}  ({screen})"))
        self.query_one("#title", Label).update(self.tr("tui.settings.title"))
        self.form.show(rows)

    def action_change(self, by: int) -> None:
        """Change the selected setting."""
        name = self.form.cursor_key or ""
        values = self._values().get(name)
        if values is None:
            return
        value = cycle_value(values, self._current_values()[name], by)
        if name == "theme":
            self.app.theme = value
        elif name == "language":
            self.app.language = value
        self._save(**{name: value})

    @on(RowList.Selected)
    def _choose(self, event: RowList.Selected) -> None:
        if event.key in _FOLDERS:

            def set_folder(answer: str) -> None:
                self._save(**{event.key: answer.strip()})

            current = getattr(self.app.settings, event.key)
            self.app.ask(TextDialog(self.tr(f"tui.settings.{event.key}"), current), set_folder)
        elif event.key.startswith(_KEY_PREFIX):
            binding = event.key.removeprefix(_KEY_PREFIX)
            self.app.ask(KeyDialog(), partial(self._set_key, binding))
        else:
            self.action_change(1)

    def _set_key(self, binding: str, key: str) -> None:
        other = find_conflict(self.app.settings.key_overrides, binding, key)
        if other is not None:
            self.app.show_message(self.tr("tui.settings.clash", key=key, name=self.tr(other.description)), "warning")
            return
        self._save(keys={**self.app.settings.keys, binding: key})

    def action_reset(self) -> None:
        """Reset the selected key or folder to its default."""
        name = self.form.cursor_key or ""
        if name in _FOLDERS:
            self._save(**{name: ""})
        elif name.startswith(_KEY_PREFIX):
            own_keys = self.app.settings.keys.items()
            self._save(keys={binding: key for binding, key in own_keys if binding != name.removeprefix(_KEY_PREFIX)})

    def _save(self, **changes: Any) -> None:
        settings = self.app.settings = replace(self.app.settings, **changes)
        self.app.set_keymap(settings.key_overrides)
        with self.app.show_errors():
            save_settings(settings)
        self._paint()
        self.refresh_bindings()
