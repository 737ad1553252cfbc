"""The units to choose from, by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.cells import cell_len

from listbuilder.i18n import format_number, translate
from listbuilder.model import Faction, System, Unit, UnitRef
from listbuilder.query import Found, find, parse_query, unit_subject
from listbuilder.textutil.sanitize import TIMES, plain_line
from listbuilder.tui.view.found import elsewhere_parts, marked_parts
from listbuilder.tui.view.row import Part, Row, heading, info, row, shorten
from listbuilder.tui.view.words import STAR
from listbuilder.tui.workspace import Workspace


def unit_rows(workspace: Workspace, language: str, search: str, room: int) -> list[Row]:
    """List the units of every book that match, grouped as the system groups them; names give way to numbers."""
    table = _Table(workspace, language, room)
    if search.strip():
        found = list(_found_rows(table, search))
        return found or [info(translate(language, "tui.units.none"), "dim")]
    rows: list[Row] = []
    several = len(workspace.factions) > 1
    for faction in workspace.factions:
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
    workspace, language = table.workspace, table.language
    books = {unit.ref: (unit, book) for book in workspace.factions for unit in book.units.values()}
    subjects = [unit_subject(unit, book, workspace.system, language) for unit, book in books.values()]
    for found in find(parse_query(search, language), subjects):
        yield table.row(books[UnitRef(found.key)][0], found)


def _faction_rows(table: _Table, faction: Faction) -> Iterator[Row]:
    workspace, language = table.workspace, table.language
    units = faction.units.values()
    for group in (*workspace.system.groups, None):
        members = [unit for unit in units if group_of(unit, workspace.system) == (group.id if group else None)]
        if members and group is not None:
            yield heading(group.name.to(language).upper(), key=f"group:{faction.id}/{group.id}")
        elif members and any(unit.group for unit in faction.units.values()):
            yield heading(translate(language, "tui.units.other").upper(), key=f"group:{faction.id}/")
        for unit in members:
            yield table.row(unit)


def unit_cells(workspace: Workspace, language: str) -> int:
    """Tell how many cells the units take when none of them is cut."""
    return _Table(workspace, language, 0).cells


class _Table:
    """The columns of the units: star, name and size, how many the army has, points."""

    def __init__(self, workspace: Workspace, language: str, room: int) -> None:
        self.workspace = workspace
        self.language = language
        self._room = room
        self._taken = Counter(worked.unit.ref for worked in workspace.roster.entries)
        costs = [unit.cost for book in workspace.factions for unit in book.units.values()]
        self._cost = max((len(format_number(language, cost)) for cost in costs), default=0)
        self._count = len(f"{max(self._taken.values())}{TIMES} ") if self._taken else 0

    @property
    def cells(self) -> int:
        """How wide the longest unit is."""
        units = (unit for book in self.workspace.factions for unit in book.units.values())
        names = (cell_len(plain_line(unit.name.to(self.language)) + _size(unit)) for unit in units)
        return len(f"{STAR} ") + max(names, default=0) + 1 + self._count + self._cost

    def row(self, unit: Unit, found: Found | None = None) -> Row:
        """Show a unit; a name that is too long is cut, its size is not. What was found is marked."""
        workspace, language = self.workspace, self.language
        role = "dim" if workspace.known_offer(("unit", unit.ref)) is not None else ""
        star = f"{STAR} " if workspace.system.roles.hero in unit.rule_ids else "  "
        size = _size(unit)
        count = f"{self._taken[unit.ref]}{TIMES} " if unit.ref in self._taken else ""
        name = shorten(plain_line(unit.name.to(language)), self._room - len(star + size) - self._count - self._cost - 1)
        left = (Part(star, role), *marked_parts(name, found, role), Part(size, "dim"), *elsewhere_parts(found))
        cost = f"{format_number(language, unit.cost):>{self._cost}}"
        return row(unit.ref, left, (Part(f"{count:>{self._count}}", role or "accent"), Part(cost, role)))


def _size(unit: Unit) -> str:
    return f" {TIMES}{unit.size}" if unit.size > 1 else ""
