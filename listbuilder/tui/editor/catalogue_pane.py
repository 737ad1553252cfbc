"""The catalogue pane: the units that can be added, with a filter below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from rich.cells import cell_len

from listbuilder.i18n import format_number, translate
from listbuilder.model import Faction, RosterEntry, System, Unit, UnitRef
from listbuilder.query import SearchResult, build_unit_subject, find_matches, parse_query
from listbuilder.rules.edits import AddEntry, RemoveEntry
from listbuilder.textutil.sanitize import TIMES, sanitize_line
from listbuilder.tui.editor.pane import FRAME_WIDTH, MEDIUM_WIDTH, FilteredPane, Pane, PaneListener
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import preview_row
from listbuilder.tui.editor.unit_rows import profile_row
from listbuilder.tui.labels import HERO_MARK, entry_title
from listbuilder.tui.widgets.row import Part, Row, heading, highlight_match, info, other_match_parts, row, truncate
from listbuilder.validation.preview import EditPreview


def catalogue_rows(session: EditorSession, language: str, search: str, room: int) -> list[Row]:
    """Return the units of all offered books in the groups of the system; with a query, the best match first."""
    table = _Table(session, language, room)
    if search.strip():
        units = {unit.ref: (unit, book) for book in session.factions for unit in book.units.values()}
        subjects = [build_unit_subject(unit, book, session.system, language) for unit, book in units.values()]
        matches = find_matches(parse_query(search, language), subjects)
        rows = [table.row(units[UnitRef(match.key)][0], match) for match in matches]
        return rows or [info(translate(language, "tui.units.none"), "dim")]
    rows = []
    for faction in session.factions:
        unit_rows = list(_faction_rows(table, faction))
        if unit_rows and len(session.factions) > 1:
            name = sanitize_line(faction.name.to(language))
            rows.append(row(f"book:{faction.id}", name, (), "accent", selectable=False))
        rows += unit_rows
    return rows or [info(translate(language, "tui.units.no-book"), "dim")]


def group_of(unit: Unit, system: System) -> str | None:
    """Return the group of a unit, or None if the system does not have it."""
    known = {group.id for group in system.unit_groups}
    return unit.group if unit.group in known else None


def _faction_rows(table: _Table, faction: Faction) -> Iterator[Row]:
    session, language = table.session, table.language
    units = faction.units.values()
    for group in (*session.system.unit_groups, None):
        members = [unit for unit in units if group_of(unit, session.system) == (group.id if group else None)]
        if members and group is not None:
            yield heading(group.name.to(language).upper(), key=f"group:{faction.id}/{group.id}")
        elif members and any(unit.group for unit in units):
            yield heading(translate(language, "tui.units.other").upper(), key=f"group:{faction.id}/")
        for unit in members:
            yield table.row(unit)


def catalogue_width(session: EditorSession, language: str) -> int:
    """Return the width of the units if nothing is cut."""
    table = _Table(session, language, 0)
    units = (unit for book in session.factions for unit in book.units.values())
    names = (cell_len(sanitize_line(unit.name.to(language)) + _size_text(unit)) for unit in units)
    return len(f"{HERO_MARK} ") + max(names, default=0) + 1 + table.count_width + table.cost_width


class _Table:
    """The columns of the catalogue: star, name and size, copies in the army, points."""

    def __init__(self, session: EditorSession, language: str, room: int) -> None:
        self.session = session
        self.language = language
        self._width = room
        self._copies = Counter(entry.unit.ref for entry in session.roster.entries)
        costs = [unit.cost for book in session.factions for unit in book.units.values()]
        self.cost_width = max((len(format_number(language, cost)) for cost in costs), default=0)
        self.count_width = len(f"{max(self._copies.values())}{TIMES} ") if self._copies else 0

    def row(self, unit: Unit, match: SearchResult | None = None) -> Row:
        """Return the row of a unit; a long name is cut, its size is not."""
        session, language = self.session, self.language
        role = "dim" if session.known_error(("unit", unit.ref)) is not None else ""
        star = f"{HERO_MARK} " if session.system.roles.hero in unit.rule_ids else "  "
        size = _size_text(unit)
        count = f"{self._copies[unit.ref]}{TIMES} " if unit.ref in self._copies else ""
        name_width = self._width - len(star + size) - self.count_width - self.cost_width - 1
        name = truncate(sanitize_line(unit.name.to(language)), name_width)
        left = (Part(star, role), *highlight_match(name, match, role), Part(size, "dim"), *other_match_parts(match))
        cost = f"{format_number(language, unit.cost):>{self.cost_width}}"
        return row(unit.ref, left, (Part(f"{count:>{self.count_width}}", role or "accent"), Part(cost, role)))


def _size_text(unit: Unit) -> str:
    return f" {TIMES}{unit.size}" if unit.size > 1 else ""


class CataloguePane(Pane):
    """The units that match the query."""

    NAME, ENTER_LABEL = "units", "key.add-this"

    @property
    def cache_key(self) -> Hashable:
        """The query, and how many units were checked."""
        return self.search_text, self.session.checked_choices

    def build_rows(self) -> list[Row]:
        """Build the rows of the units."""
        return catalogue_rows(self.session, self.app.language, self.search_text, self.row_width)

    def paint(self) -> None:
        """Show the units."""
        self.set_titles(self.app.tr("tui.units.title"))
        super().paint()


class FilteredCataloguePane(FilteredPane):
    """The catalogue with its filter."""

    def __init__(self, session: EditorSession, listener: PaneListener) -> None:
        super().__init__(CataloguePane(session, listener), "units-pane")

    @property
    def preferred_width(self) -> int:
        """The width at which no unit is cut."""
        return catalogue_width(self.session, self.app.language) + FRAME_WIDTH

    def cancel_filter(self) -> None:
        """Show all units again with the cursor on the match, so that the user can go on from there."""
        self.end_filter(self.rows.cursor_key or self.row_before_filter)

    @property
    def cursor_unit(self) -> Unit | None:
        """The unit under the cursor."""
        return self.session.find_unit(self.rows.cursor_key or "")

    def add_unit(self) -> None:
        """Add the unit under the cursor, even if this breaks a rule."""
        unit = self.cursor_unit
        if unit is not None:
            self.session.apply(AddEntry(unit.ref, subject=unit.name), follow=True)

    def remove_last_copy(self) -> str:
        """Remove the last copy of the unit under the cursor and return a message."""
        unit, language = self.cursor_unit, self.app.language
        copies = [entry for entry in self.session.roster.entries if entry.unit is unit]
        if unit is None:
            return ""
        if not copies:
            return self.app.tr("tui.units.not-taken", name=unit.name.to(language))
        name = entry_title(copies[-1], language)
        self.session.apply(RemoveEntry(copies[-1].id, subject=name))
        return self.app.tr("tui.units.taken-out", name=name)

    def cursor_preview(self) -> EditPreview | None:
        """Return the preview of adding the unit under the cursor."""
        unit = self.cursor_unit
        return self.session.preview_unit(unit) if unit is not None else None

    def hint_rows(self, preview: EditPreview | None) -> list[Row]:
        """Return what adding the unit would lead to; on a narrow screen, also its profile."""
        language = self.app.language
        if preview is None:
            return []
        coming = self.previewed_entry() if self.app.size.width < MEDIUM_WIDTH else None
        profile = [profile_row(self.session, coming, language)] if coming is not None else []
        return [*profile, preview_row(preview, language)]

    def previewed_entry(self) -> RosterEntry | None:
        """Return the entry that adding the unit under the cursor would create."""
        preview = self.cursor_preview()
        changes = preview.entry_changes if preview is not None else ()
        return next((change.after for change in changes if change.before is None), None)

    def check_units(self) -> Iterator[None]:
        """Check which units would cause an error, one at a time, and show it."""
        for unit in [unit for book in self.session.factions for unit in book.units.values()]:
            self.session.unit_error(unit)
            yield
        self.rows.paint()
