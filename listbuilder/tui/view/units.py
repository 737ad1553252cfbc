"""The units to choose from, by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.i18n import format_number, translate
from listbuilder.model import Faction, System, Unit
from listbuilder.sheet.plain import TIMES, plain_line
from listbuilder.tui.view.row import Part, Row, heading, info, row, shorten
from listbuilder.tui.view.words import STAR
from listbuilder.tui.workspace import Workspace


def unit_rows(workspace: Workspace, language: str, search: str = "", room: int = 80) -> list[Row]:
    """List the units of every book that match, grouped as the system groups them; names give way to numbers."""
    rows: list[Row] = []
    several = len(workspace.factions) > 1
    table = _Table(workspace, language, room)
    for faction in workspace.factions:
        found = list(_faction_rows(table, faction, search))
        if several and found:
            rows.append(row(f"book:{faction.id}", plain_line(faction.name.to(language)), (), "accent", pickable=False))
        rows.extend(found)
    if not rows:
        rows.append(info(translate(language, "tui.units.none" if search else "tui.units.no-book"), "dim"))
    return rows


def group_of(unit: Unit, system: System) -> str | None:
    """Give the group that a unit is filed under, None where the system names no such group."""
    known = {group.id for group in system.groups}
    return unit.group if unit.group in known else None


def matches(unit: Unit, search: str) -> bool:
    """Tell whether a unit has all words that were typed in one of its names, its rules or its weapons."""
    names = [unit.name.en, *(name for _, name in unit.name.others), *(rule.name for rule in unit.rules)]
    names += [stack.thing.name for stack in unit.equipment]
    hay = " ".join(names).casefold()
    return all(word in hay for word in search.casefold().split())


def _faction_rows(table: _Table, faction: Faction, search: str) -> Iterator[Row]:
    workspace, language = table.workspace, table.language
    units = [unit for unit in faction.units.values() if not search or matches(unit, search)]
    for group in (*workspace.system.groups, None):
        members = [unit for unit in units if group_of(unit, workspace.system) == (group.id if group else None)]
        if members and group is not None:
            yield heading(group.name.to(language).upper(), key=f"group:{faction.id}/{group.id}")
        elif members and any(unit.group for unit in faction.units.values()):
            yield heading(translate(language, "tui.units.other").upper(), key=f"group:{faction.id}/")
        for unit in members:
            yield table.row(unit)


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

    def row(self, unit: Unit) -> Row:
        """Show a unit; a name that is too long is cut, its size is not."""
        workspace, language = self.workspace, self.language
        role = "dim" if workspace.known_offer(("unit", unit.ref)) is not None else ""
        star = f"{STAR} " if workspace.system.roles.hero in unit.rule_ids else "  "
        size = f" {TIMES}{unit.size}" if unit.size > 1 else ""
        count = f"{self._taken[unit.ref]}{TIMES} " if unit.ref in self._taken else ""
        name = shorten(plain_line(unit.name.to(language)), self._room - len(star + size) - self._count - self._cost - 1)
        left = (Part(star, role), Part(name, role), Part(size, "dim"))
        cost = f"{format_number(language, unit.cost):>{self._cost}}"
        return row(unit.ref, left, (Part(f"{count:>{self._count}}", role or "accent"), Part(cost, role)))
