"""The units to choose from, by group."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import format_number, translate
from listbuilder.model import Faction, System, Unit
from listbuilder.sheet.plain import TIMES, plain_line
from listbuilder.tui.view.row import Part, Row, heading, info, row
from listbuilder.tui.view.words import STAR
from listbuilder.tui.workspace import Workspace


def unit_rows(workspace: Workspace, language: str, search: str = "") -> list[Row]:
    """List the units of every book that match, grouped as the system groups them."""
    rows: list[Row] = []
    several = len(workspace.factions) > 1
    for faction in workspace.factions:
        found = list(_faction_rows(workspace, faction, language, search))
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


def _faction_rows(workspace: Workspace, faction: Faction, language: str, search: str) -> Iterator[Row]:
    units = [unit for unit in faction.units.values() if not search or matches(unit, search)]
    for group in (*workspace.system.groups, None):
        members = [unit for unit in units if group_of(unit, workspace.system) == (group.id if group else None)]
        if members and group is not None:
            yield heading(group.name.to(language).upper(), key=f"group:{faction.id}/{group.id}")
        elif members and any(unit.group for unit in faction.units.values()):
            yield heading(translate(language, "tui.units.other").upper(), key=f"group:{faction.id}/")
        for unit in members:
            yield _unit_row(workspace, unit, language)


def _unit_row(workspace: Workspace, unit: Unit, language: str) -> Row:
    closed = workspace.known_offer(("unit", unit.ref)) is not None
    role = "dim" if closed else ""
    hero = workspace.system.roles.hero in unit.rule_ids
    size = f" {TIMES}{unit.size}" if unit.size > 1 else ""
    count = sum(1 for worked in workspace.roster.entries if worked.unit is unit)
    left = (
        Part(f"{STAR} " if hero else "  ", role),
        Part(plain_line(unit.name.to(language)), role),
        Part(size, "dim"),
    )
    taken = Part(f"{count}{TIMES} " if count else "", "dim" if closed else "accent")
    return row(unit.ref, left, (taken, Part(f"{format_number(language, unit.cost):>5}", role)))
