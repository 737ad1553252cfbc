"""The units to choose from, with a filter under them.

The units to choose from, by group.
"""

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
    """List the units of every book that match, grouped as the system groups them; names give way to numbers."""
    table = _Table(session, language, room)
    if search.strip():
        found = list(_found_rows(table, search))
        return found or [info(translate(language, "tui.units.none"), "dim")]
    rows: list[Row] = []
    several = len(session.factions) > 1
    for faction in session.factions:
        found = list(_faction_rows(table, faction))
        if several and found:
            rows.append(row(f"book:{faction.id}", plain_line(faction.name.to(language)), (), "accent", pickable=False))
        rows.extend(found)
    if not rows:
        rows.append(info(translate(language, "tui.units.no-book"), "dim"))
    return rows


def group_of(unit: Unit, system: System) -> str | None:
    """Give the group that a unit is filed under, None where the system names no such group."""
    known = {group.id for group in system.groups}
    return unit.group if unit.group in known else None


def _found_rows(table: _Table, search: str) -> Iterator[Row]:
    """List what a query finds, the best first, whatever group and book it is in."""
    session, language = table.session, table.language
    books = {unit.ref: (unit, book) for book in session.factions for unit in book.units.values()}
    subjects = [unit_subject(unit, book, session.system, language) for unit, book in books.values()]
    for found in find(parse_query(search, language), subjects):
        yield table.row(books[UnitRef(found.key)][0], found)


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
    """Tell how many cells the units take when none of them is cut."""
    return _Table(session, language, 0).cells


class _Table:
    """The columns of the units: star, name and size, how many the army has, points."""

    def __init__(self, session: EditorSession, language: str, room: int) -> None:
        self.session = session
        self.language = language
        self._room = room
        self._taken = Counter(worked.unit.ref for worked in session.roster.entries)
        costs = [unit.cost for book in session.factions for unit in book.units.values()]
        self._cost = max((len(format_number(language, cost)) for cost in costs), default=0)
        self._count = len(f"{max(self._taken.values())}{TIMES} ") if self._taken else 0

    @property
    def cells(self) -> int:
        """How wide the longest unit is."""
        units = (unit for book in self.session.factions for unit in book.units.values())
        names = (cell_len(plain_line(unit.name.to(self.language)) + _size(unit)) for unit in units)
        return len(f"{STAR} ") + max(names, default=0) + 1 + self._count + self._cost

    def row(self, unit: Unit, found: Found | None = None) -> Row:
        """Show a unit; a name that is too long is cut, its size is not. What was found is marked."""
        session, language = self.session, self.language
        role = "dim" if session.known_error(("unit", unit.ref)) is not None else ""
        star = f"{STAR} " if session.system.roles.hero in unit.rule_ids else "  "
        size = _size(unit)
        count = f"{self._taken[unit.ref]}{TIMES} " if unit.ref in self._taken else ""
        name = shorten(plain_line(unit.name.to(language)), self._room - len(star + size) - self._count - self._cost - 1)
        left = (Part(star, role), *marked_parts(name, found, role), Part(size, "dim"), *elsewhere_parts(found))
        cost = f"{format_number(language, unit.cost):>{self._cost}}"
        return row(unit.ref, left, (Part(f"{count:>{self._count}}", role or "accent"), Part(cost, role)))


def _size(unit: Unit) -> str:
    return f" {TIMES}{unit.size}" if unit.size > 1 else ""


class UnitRows(SearchedPane):
    """The units that match what is typed."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "units", verb="key.add-this")

    @property
    def basis(self) -> Hashable:
        """What is looked for, and what is known to break a rule."""
        return self.search, self.session.checked_choices

    def build(self) -> list[Row]:
        """List the units."""
        return unit_rows(self.session, self.app.language, self.search, self.room)

    def paint(self) -> None:
        """Show the units."""
        self.title(self.app.tr("tui.units.title"))
        super().paint()


class UnitsPane(Finder):
    """The units, and the filter that finds them."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(UnitRows(session, listener), "units-pane")
        self.session = session

    @property
    def wanted(self) -> int:
        """How many cells the units need to be read whole, with what is around them."""
        return unit_cells(self.session, self.app.language) + FRAME

    def give_up(self) -> None:
        """Show all units again, the cursor on what was found: who looked for it, or added it, goes on from there."""
        self.end(self.rows.cursor_key or self.came_from)

    @property
    def unit(self) -> Unit | None:
        """The unit under the cursor."""
        return self.session.find_unit(self.rows.cursor_key or "")

    def add(self) -> None:
        """Add the unit under the cursor; what breaks a rule is added and marked."""
        unit = self.unit
        if unit is not None:
            self.session.apply(Add(unit.ref, subject=unit.name), follow=True)

    def take_out(self) -> str:
        """Take the last copy of the unit under the cursor out of the army, and say so."""
        unit, language = self.unit, self.app.language
        copies = [worked for worked in self.session.roster.entries if worked.unit is unit]
        if unit is None:
            return ""
        if not copies:
            return self.app.tr("tui.units.not-taken", name=unit.name.to(language))
        name = title_of(copies[-1], language)
        self.session.apply(Remove(copies[-1].id, subject=name))
        return self.app.tr("tui.units.taken-out", name=name)

    def ghost(self) -> Ghost | None:
        """Look ahead to what adding the unit under the cursor would lead to."""
        unit = self.unit
        return self.session.preview_unit(unit) if unit is not None else None

    def hint(self, ghost: Ghost | None) -> list[Row]:
        """Say what adding the unit would lead to; where there is no room to show it whole, what it is."""
        language = self.app.language
        if ghost is None:
            return []
        coming = self.coming() if self.app.size.width < MEDIUM else None
        brief = [profile_row(self.session, coming, language)] if coming is not None else []
        return [*brief, ghost_row(ghost, language)]

    def coming(self) -> RosterEntry | None:
        """Give the unit under the cursor as it would stand in the army."""
        ghost = self.ghost()
        return next((one.after for one in ghost.entries if one.before is None), None) if ghost is not None else None

    def work_out(self) -> Iterator[None]:
        """Work out which units would break a rule, one after the other, and show it."""
        for unit in [unit for book in self.session.factions for unit in book.units.values()]:
            self.session.unit_error(unit)
            yield
        self.rows.paint()
