"""The army pane: the entries of the list, with a filter below."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_number, translate
from listbuilder.model import EntryId, RosterEntry
from listbuilder.query import SearchResult, build_entry_subject, build_subject, find_matches, parse_query
from listbuilder.rules.army_summary import EntryOrder, group_entries
from listbuilder.rules.unit_labels import unresolved_label, unresolved_title
from listbuilder.textutil.sanitize import TIMES, sanitize_line
from listbuilder.tui.editor.pane import FRAME_WIDTH, FilteredPane, Pane
from listbuilder.tui.editor.session import ArmyViewState, EditorSession
from listbuilder.tui.editor.unit_rows import equipment_text
from listbuilder.tui.labels import HERO_MARK, NO_MARK, SEVERITY_MARKS, entry_title
from listbuilder.tui.widgets.row import (
    BLANK_ROW,
    COLUMN_GAP,
    Part,
    Row,
    heading,
    highlight_match,
    info,
    other_match_parts,
    row,
    truncate,
)

_MAX_TITLE_WIDTH = 32
_MIN_KIND_WIDTH = 7
"""A narrower part of a unit's name is not readable."""
_MIN_GEAR_WIDTH = 30
"""From this width on, a row shows the equipment."""
_UNLIMITED_WIDTH = 1000
MARKED_SIGN = "●"
_DEFAULT_VIEW = ArmyViewState()


def army_rows(
    session: EditorSession, language: str, room: int, view: ArmyViewState = _DEFAULT_VIEW, height: int = 0
) -> list[Row]:
    """Return the rows of all entries: mark, title, kind, size and points; kinds are cut first.

    If the height allows two lines for every entry, the second line shows the equipment.
    """
    groups = group_entries(session.roster, view.order)
    if not groups:
        return [BLANK_ROW, info(translate(language, "tui.army.empty"), "dim")]
    max_height = 2 * len(session.army.entries) + len(groups)
    table = _Table(session, language, room, view, double=max_height <= height)
    rows: list[Row] = []
    for group in groups:
        name = sanitize_line(group.name.to(language)) or translate(language, "tui.units.other")
        rows += [heading(name.upper(), key=f"role:{name}")] if view.order is EntryOrder.ROLE else []
        rows += [row for entry in group.entries for row in table.rows(entry)]
    return rows


def army_search_rows(session: EditorSession, language: str, room: int, view: ArmyViewState, search: str) -> list[Row]:
    """Return the entries that match a query, best first, with highlighted matches."""
    roster, table = session.roster, _Table(session, language, room, view)
    subjects = [
        build_entry_subject(roster_entry, roster.factions[roster_entry.unit.faction], session.system, language)
        for roster_entry in roster.entries
    ]
    unknown = (entry for entry in session.army.entries if roster.find_entry(entry.id) is None)
    subjects += [build_subject(entry.id, [unresolved_title(entry, language)]) for entry in unknown]
    matches = find_matches(parse_query(search, language), subjects)
    rows = [row for match in matches for row in table.rows(EntryId(match.key), match)]
    return rows or [info(translate(language, "tui.army.none"), "dim")]


def army_width(session: EditorSession, language: str, view: ArmyViewState = _DEFAULT_VIEW) -> int:
    """Return the width of the entries if nothing is cut; equipment is not counted."""
    return _Table(session, language, _UNLIMITED_WIDTH, view).cells


class _Table:
    """The columns of the army: mark, title, kind, size, points."""

    def __init__(
        self, session: EditorSession, language: str, room: int, view: ArmyViewState, *, double: bool = False
    ) -> None:
        self._session = session
        self._language = language
        self._view = view
        self._two_lines = double
        self._roster_entries = {entry.id: entry for entry in session.roster.entries}
        self._attached_ids = session.roster.attached_ids
        entries = self._roster_entries.values()
        self._size_width = max((cell_len(_size_text(entry)) for entry in entries), default=0)
        self._cost_width = max((len(format_number(language, entry.cost)) for entry in entries), default=0)
        max_title_width = max((cell_len(self._title(entry)) for entry in entries), default=1)
        max_kind_width = max((cell_len(self._kind_text(entry)) for entry in entries), default=0)
        kind_column = COLUMN_GAP + max_kind_width if max_kind_width else 0
        fixed_width = 2 + (self._size_width + 1) + (self._cost_width + 1)
        text_width = room - fixed_width
        fits = double or max_title_width + kind_column <= text_width
        self._title_width = max(1, min(max_title_width, text_width, max_title_width if fits else _MAX_TITLE_WIDTH))
        rest = text_width - self._title_width - COLUMN_GAP
        self._kind_width = 0 if rest < _MIN_KIND_WIDTH or (double and rest < max_kind_width) else rest
        """The width of the kind column; 0 if it would be too narrow or the second line shows it all."""
        self.cells = fixed_width + self._title_width + kind_column
        """The width of the longest title and the longest kind with the columns around them."""

    def rows(self, entry: EntryId, match: SearchResult | None = None) -> Iterator[Row]:
        """Yield the row of an entry and, if there is room or it is unfolded, its equipment."""
        roster_entry, list_entry = self._roster_entries.get(entry), self._session.army.find_entry(entry)
        if roster_entry is not None:
            yield self._entry_row(roster_entry, match)
        elif list_entry is not None:
            mark, name = self._mark(entry), sanitize_line(unresolved_title(list_entry, self._language))
            unknown = sanitize_line(unresolved_label(list_entry, self._session.roster, self._language))
            yield row(entry, (mark, Part(f" {name}", mark.role), Part(f"  {unknown}", "dim")))
        if roster_entry is not None and (self._two_lines or entry in self._view.unfolded):
            kind = "" if self._kind_width else self._kind_text(roster_entry)
            text = " · ".join(filter(None, (kind, equipment_text(self._session, roster_entry, self._language))))
            is_unfolded = entry in self._view.unfolded
            yield row(f"gear:{entry}", f"    {text}", (), "dim", selectable=False, wrap=is_unfolded, hang=4)

    def _mark(self, entry: str) -> Part:
        worst = self._session.report.worst_severity_on(entry)
        mark = SEVERITY_MARKS[worst] if worst is not None else NO_MARK
        return Part(MARKED_SIGN, mark.role or "accent") if entry in self._view.marked else mark

    def _entry_row(self, entry: RosterEntry, match: SearchResult | None) -> Row:
        kind, kind_width, title_width = self._kind_text(entry), self._kind_width, self._title_width
        title = self._title(entry, apart=match is not None)
        if kind_width:  # a long kind may use the room that a short title leaves
            borrowed = min(max(0, cell_len(kind) - kind_width), max(0, title_width - cell_len(title)))
            kind_width, title_width = kind_width + borrowed, title_width - borrowed
        if self._kind_width >= _MIN_GEAR_WIDTH and match is None and not self._two_lines:
            kind = "  ".join(filter(None, (kind, equipment_text(self._session, entry, self._language))))
        title = set_cell_size(truncate(title, title_width), title_width)
        kind = truncate(kind, kind_width) if kind_width else ""
        right = (
            Part(_size_text(entry).rjust(self._size_width), "dim"),
            Part(f" {format_number(self._language, entry.cost):>{self._cost_width}}"),
        )
        left = (self._mark(entry.id), Part(" "), *highlight_match(title, match), Part(" " * COLUMN_GAP if kind else ""))
        return row(entry.id, (*left, *highlight_match(kind, match, "dim"), *other_match_parts(match)), right)

    def _title(self, entry: RosterEntry, *, apart: bool = False) -> str:
        """Return the title of an entry; attached heroes are indented unless listed apart from their unit."""
        prefix = f"{HERO_MARK} " if entry.is_hero else ""
        if entry.id in self._attached_ids and not apart:
            prefix = f"└ {HERO_MARK} "
        return prefix + entry_title(entry, self._language)

    def _kind_text(self, entry: RosterEntry) -> str:
        """Return the kind: the unit's name if the title differs, combined, has notes."""
        parts = [sanitize_line(entry.unit.name.to(self._language))] if entry.entry.name else []
        if entry.entry.combined is not None:
            parts.append(translate(self._language, "sheet.combined"))
        return " ".join([*parts, *(["✎"] if entry.entry.notes else [])])


def _size_text(entry: RosterEntry) -> str:
    return f"{TIMES}{entry.models}" if entry.models > 1 else ""


class ArmyPane(Pane):
    """The entries of the list."""

    NAME, ENTER_LABEL = "army", "key.open-unit"

    @property
    def cache_key(self) -> Hashable:
        """The query, the view state and the height."""
        return self.search_text, self.session.army_view, self.size.height

    def build_rows(self) -> list[Row]:
        """Build the rows of all entries, or of those that match the query."""
        session, language, view = self.session, self.app.language, self.session.army_view
        if self.search_text.strip():
            return army_search_rows(session, language, self.row_width, view, self.search_text)
        return army_rows(session, language, self.row_width, view, self.size.height)

    def paint(self) -> None:
        """Show the entries with the cursor on the selected one."""
        view, hints = self.session.army_view, []
        if view.marked:
            hints.append(self.app.tr("tui.army.marked", n=len(view.marked)))
        if view.order is not EntryOrder.LISTED:
            hints.append(self.app.tr(f"tui.army.by-{view.order.value}"))
        self.set_titles(self.app.tr("tui.army.title"), " · ".join(hints))
        self.show(self.current_rows(), self.session.selected_id)


class FilteredArmyPane(FilteredPane):
    """The army pane with its filter, which is visible only during a search."""

    def __init__(self, rows: ArmyPane) -> None:
        super().__init__(rows, "army-pane")
        self.filter_input.display = False

    @property
    def preferred_width(self) -> int:
        """The width at which no entry is cut."""
        return army_width(self.session, self.app.language, self.session.army_view) + FRAME_WIDTH

    def start_filter(self) -> None:
        """Show the filter and focus it."""
        self.filter_input.display = True
        super().start_filter()

    def choose_match(self) -> None:
        """Select the match under the cursor and show the whole army again."""
        if self.rows.cursor_key is not None:
            self.end_filter(self.rows.cursor_key)
            super().choose_match()

    def cancel_filter(self) -> None:
        """Show the whole army again with the cursor where it was."""
        self.end_filter(self.row_before_filter)

    def end_filter(self, cursor: str | None) -> None:
        """Hide the filter and show the whole army."""
        if self.filter_input.has_focus:
            self.screen.set_focus(self.rows)
        self.filter_input.display = False
        super().end_filter(cursor)

    def paint(self) -> None:
        """Show the army; end the search if it hides the selected entry.

        While the user types, a query without matches does not end it, so that the next letter is not a command.
        """
        super().paint()
        is_typing = self.filter_input.has_focus and self.rows.cursor_key is None
        if self.rows.search_text and not is_typing and self.rows.cursor_key != self.session.selected_id:
            self.end_filter(self.session.selected_id)
