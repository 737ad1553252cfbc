"""The catalogue pane: the units that can be added, with a filter below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from rich.cells import cell_len

from listbuilder.i18n import format_number, translate
from listbuilder.model import Faction, RosterEntry, System, Unit, UnitRef
from listbuilder.query import Found, find, parse_query, unit_subject
from listbuilder.rules.edits import Add, Remove
from listbuilder.textutil.sanitize import TIMES, plain_line
from listbuilder.tui.editor.pane import FRAME, MEDIUM, Finder, Listener, SearchedPane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import ghost_row
from listbuilder.tui.editor.unit_rows import profile_row
from listbuilder.tui.labels import STAR, title_of
from listbuilder.tui.widgets.row import Part, Row, elsewhere_parts, heading, info, marked_parts, row, shorten
from listbuilder.validation.preview import Ghost


def unit_rows(session: EditorSession, language: str, search: str, room: int) -> list[Row]:
    """Return the units of all offered books that match, in the groups of the system."""
    table = _Table(session, language, room)
    if search.strip():
        matches = list(_matching_rows(table, search))
        return matches or [info(translate(language, "tui.units.none"), "dim")]
    rows: list[Row] = []
    for faction in session.factions:
        units = list(_faction_rows(table, faction))
        if units and len(session.factions) > 1:
            rows.append(row(f"book:{faction.id}", plain_line(faction.name.to(language)), (), "accent", pickable=False))
        rows.extend(units)
    if not rows:
        rows.append(info(translate(language, "tui.units.no-book"), "dim"))
    return rows


def group_of(unit: Unit, system: System) -> str | None:
    """Return the group of a unit, or None if the system does not have it."""
    known = {group.id for group in system.groups}
    return unit.group if unit.group in known else None


def _matching_rows(table: _Table, search: str) -> Iterator[Row]:
    """Yield the matches of a query, best first, regardless of group and book."""
    session, language = table.session, table.language
    units = {unit.ref: (unit, book) for book in session.factions for unit in book.units.values()}
    subjects = [unit_subject(unit, book, session.system, language) for unit, book in units.values()]
    for match in find(parse_query(search, language), subjects):
        yield table.row(units[UnitRef(match.key)][0], match)


def _faction_rows(table: _Table, faction: Faction) -> Iterator[Row]:
    session, language = table.session, table.language
    units = faction.units.values()
    for group in (*session.system.groups, None):
        members = [unit for unit in units if group_of(unit, session.system) == (group.id if group else None)]
        if members and group is not None:
            yield heading(group.name.to(language).upper(), key=f"group:{faction.id}/{group.id}")
        elif members and any(unit.group for unit in faction.units.values()):
            yield heading(translate(language, "tui.units.other").upper(), key=f"group:{faction.id}/")
        for unit in members:
            yield table.row(unit)


def unit_cells(session: EditorSession, language: str) -> int:
    """Return the width of the units if nothing is cut."""
    return _Table(session, language, 0).cells


class _Table:
    """The columns of the catalogue: star, name and size, copies in the army, points."""

    def __init__(self, session: EditorSession, language: str, room: int) -> None:
        self.session = session
        self.language = language
        self._width = room
        self._copies = Counter(entry.unit.ref for entry in session.roster.entries)
        costs = [unit.cost for book in session.factions for unit in book.units.values()]
        self._cost_width = max((len(format_number(language, cost)) for cost in costs), default=0)
        self._count_width = len(f"{max(self._copies.values())}{TIMES} ") if self._copies else 0

    @property
    def cells(self) -> int:
        """The width of the longest unit."""
        units = (unit for book in self.session.factions for unit in book.units.values())
        names = (cell_len(plain_line(unit.name.to(self.language)) + _size_text(unit)) for unit in units)
        return len(f"{STAR} ") + max(names, default=0) + 1 + self._count_width + self._cost_width

    def row(self, unit: Unit, match: Found | None = None) -> Row:
        """Return the row of a unit; a long name is cut, its size is not."""
        session, language = self.session, self.language
        role = "dim" if session.known_error(("unit", unit.ref)) is not None else ""
        star = f"{STAR} " if session.system.roles.hero in unit.rule_ids else "  "
        size = _size_text(unit)
        count = f"{self._copies[unit.ref]}{TIMES} " if unit.ref in self._copies else ""
        name = shorten(
            plain_line(unit.name.to(language)),
            self._width - len(star + size) - self._count_width - self._cost_width - 1,
        )
        left = (Part(star, role), *marked_parts(name, match, role), Part(size, "dim"), *elsewhere_parts(match))
        cost = f"{format_number(language, unit.cost):>{self._cost_width}}"
        return row(unit.ref, left, (Part(f"{count:>{self._count_width}}", role or "accent"), Part(cost, role)))


def _size_text(unit: Unit) -> str:
    return f" {TIMES}{unit.size}" if unit.size > 1 else ""


class UnitRows(SearchedPane):
    """The units that match the query."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "units", verb="key.add-this")

    @property
    def basis(self) -> Hashable:
        """The query, and how many units were checked."""
        return self.search, self.session.checked_choices

    def build(self) -> list[Row]:
        """Build the rows of the units."""
        return unit_rows(self.session, self.app.language, self.search, self.room)

    def paint(self) -> None:
        """Show the units."""
        self.title(self.app.tr("tui.units.title"))
        super().paint()


class UnitsPane(Finder):
    """The catalogue with its filter."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(UnitRows(session, listener), "units-pane")
        self.session = session

    @property
    def wanted(self) -> int:
        """The width at which no unit is cut."""
        return unit_cells(self.session, self.app.language) + FRAME

    def give_up(self) -> None:
        """Show all units again with the cursor on the match, so that the user can go on from there."""
        self.end(self.rows.cursor_key or self.came_from)

    @property
    def unit(self) -> Unit | None:
        """The unit under the cursor."""
        return self.session.find_unit(self.rows.cursor_key or "")

    def add(self) -> None:
        """Add the unit under the cursor, even if this breaks a rule."""
        unit = self.unit
        if unit is not None:
            self.session.apply(Add(unit.ref, subject=unit.name), follow=True)

    def take_out(self) -> str:
        """Remove the last copy of the unit under the cursor and return a message."""
        unit, language = self.unit, self.app.language
        copies = [entry for entry in self.session.roster.entries if entry.unit is unit]
        if unit is None:
            return ""
        if not copies:
            return self.app.tr("tui.units.not-taken", name=unit.name.to(language))
        name = title_of(copies[-1], language)
        self.session.apply(Remove(copies[-1].id, subject=name))
        return self.app.tr("tui.units.taken-out", name=name)

    def ghost(self) -> Ghost | None:
        """Return the preview of adding the unit under the cursor."""
        unit = self.unit
        return self.session.preview_unit(unit) if unit is not None else None

    def hint(self, preview: Ghost | None) -> list[Row]:
        """Return what adding the unit would lead to; on a narrow screen, also its profile."""
        language = self.app.language
        if preview is None:
            return []
        coming = self.coming() if self.app.size.width < MEDIUM else None
        profile = [profile_row(self.session, coming, language)] if coming is not None else []
        return [*profile, ghost_row(preview, language)]

    def coming(self) -> RosterEntry | None:
        """Return the entry that adding the unit under the cursor would create."""
        preview = self.ghost()
        changes = preview.entries if preview is not None else ()
        return next((change.after for change in changes if change.before is None), None)

    def work_out(self) -> Iterator[None]:
        """Check which units would cause an error, one at a time, and show it."""
        for unit in [unit for book in self.session.factions for unit in book.units.values()]:
            self.session.unit_error(unit)
            yield
        self.rows.paint()
