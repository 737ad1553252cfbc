"""The rules reference: search and read rules, spells and chapters of a system and its factions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Input, Label

from listbuilder.i18n import translate
from listbuilder.model import Faction, Rule, System
from listbuilder.sheet.build import build_quick_reference
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Row, heading, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList

RuleEntry = tuple[str, str, str]
"""Key, label and text of an entry."""


def collect_rule_entries(
    system: System, factions: Sequence[Faction], language: str
) -> list[tuple[str, list[RuleEntry]]]:
    """Return all entries by heading: the chapters in order of play, everything else sorted by name."""
    command = [rule for rule in system.rules.values() if rule.id in system.command_group.rules]
    other_rules = [rule for rule in system.rules.values() if rule.id not in system.command_group.rules]
    chapters = [
        (f"chapter:{passage.id}", passage.title, "\n".join(passage.points))
        for passage in build_quick_reference(system, language)
    ]
    parts = [(translate(language, "sheet.word.reference"), chapters)]
    parts.append((translate(language, "sheet.word.command"), _rule_entries(command, language, "command")))
    for book in factions:
        name = sanitize_line(book.name.to(language))
        spells = []
        for spell in book.spells:
            label = f"{sanitize_line(spell.name.to(language))} ({spell.cost})"
            spells.append((f"{book.id}:spell:{spell.id}", label, sanitize_line(spell.text.to(language), 600)))
        parts.append((f"{name} · {translate(language, 'sheet.word.spells')}", spells))
        rules = _rule_entries(book.rules.values(), language, book.id)
        parts.append((f"{name} · {translate(language, 'sheet.word.rules')}", rules))
    title = sanitize_line(f"{system.name.to(language)} {system.edition}")
    parts.append((title, _rule_entries(other_rules, language, system.id)))
    return [(title, rows) for title, rows in parts if rows]


def rule_name_rows(parts: Sequence[tuple[str, list[RuleEntry]]], language: str, search: str) -> list[Row]:
    """Return the entries that match by name, or else by text."""
    rows = _filter_entries(parts, search, 1) or _filter_entries(parts, search, 2)
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def _filter_entries(parts: Sequence[tuple[str, list[RuleEntry]]], search: str, field: int) -> list[Row]:
    words = search.casefold().split()
    rows: list[Row] = []
    for title, entries in parts:
        matches = [entry for entry in entries if all(word in entry[field].casefold() for word in words)]
        if matches:
            rows += [*([BLANK_ROW] if rows else []), heading(title.upper())]
            rows += [row(key, label) for key, label, _ in matches]
    return rows


def rule_text_rows(parts: Sequence[tuple[str, list[RuleEntry]]], key: str | None, language: str) -> list[Row]:
    """Return rows with the full text of an entry."""
    for _, entries in parts:
        for name, label, text in entries:
            if name == key:
                lines = (text or translate(language, "sheet.no-text")).split("\n")
                spaced = [item for line in lines for item in (BLANK_ROW, info(line))]
                return [row("name", label, (), "accent", selectable=False), *spaced]
    return []


def _rule_entries(rules: Iterable[Rule], language: str, prefix: str) -> list[RuleEntry]:
    entries = []
    for rule in rules:
        remark = f" ({rule.correction.to(language)})" if rule.correction is not None else ""
        text = sanitize_line(rule.text.to(language) + remark, 600)
        entries.append((f"{prefix}:{rule.id}", sanitize_line(rule.label(language)), text))
    return sorted(entries, key=lambda entry: entry[1].casefold())


class RulesScreen(Page):
    """How a game is played, and the special rules, spells and command group of a system and some factions."""

    CSS_PATH = "../styles/rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="rules.search"),
        Binding("escape", "back", "key.back", id="rules.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="rules.help", key_display="?"),
    ]
    names = getters.query_one("#names", RowList)
    text = getters.query_one("#text", RowLabel)
    typed = getters.query_one("#typed", Input)

    def __init__(self, system: System, factions: Sequence[Faction]) -> None:
        super().__init__()
        self._system = system
        self._factions = tuple(factions)

    def compose(self) -> ComposeResult:
        """Lay out the names on the left and the text on the right."""
        title = sanitize_line(f"{self._system.name.to(self.app.language)} {self._system.edition}")
        yield Label(f"{self.tr('tui.rules.title')}  ·  {title}", classes="page-title", markup=False)
        yield Input(id="typed", placeholder=self.tr("tui.search"), compact=True)
        with Horizontal():
            yield RowList(id="names", classes="pane")
            yield RowLabel(id="text", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show all entries."""
        self._parts = collect_rule_entries(self._system, self._factions, self.app.language)
        self.typed.focus()
        self._paint()

    @on(Input.Changed)
    def _paint(self) -> None:
        self.names.show(rule_name_rows(self._parts, self.app.language, self.typed.value))
        self._show_text()

    @on(RowList.Highlighted)
    def _show_text(self) -> None:
        self.text.show(rule_text_rows(self._parts, self.names.cursor_key, self.app.language))

    @on(Input.Submitted)
    def _submit(self) -> None:
        self.names.focus()

    def action_search(self) -> None:
        """Focus the search."""
        self.typed.focus()

    def action_back(self) -> None:
        """Clear the search, then close the screen."""
        if self.typed.value:
            self.typed.value = ""
        else:
            self.dismiss()

    def on_key(self, event: Key) -> None:
        """Move the cursor with the arrow and page keys while typing."""
        step = 1 if event.key in ("down", "pagedown") else -1
        if self.typed.has_focus and event.key in ("up", "down"):
            self.names.action_move(step)
        elif self.typed.has_focus and event.key in ("pageup", "pagedown"):
            self.names.action_page(step)
