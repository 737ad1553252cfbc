"""Whom a hero may join, and which copy a unit may be combined with."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.i18n import format_number, translate
from listbuilder.model import RosterEntry
from listbuilder.rules.edits import Join
from listbuilder.textutil.sanitize import TIMES
from listbuilder.tui.view.row import Part, Row, row
from listbuilder.tui.view.words import told_apart
from listbuilder.tui.workspace import Workspace

ALONE = ""
"""The key that stands for no other unit."""


def join_rows(workspace: Workspace, hero: RosterEntry, language: str) -> list[Row]:
    """List the units a hero could join, dim where something speaks against it, and standing alone."""
    rows = [row(ALONE, translate(language, "tui.join.alone"))]
    for host in workspace.roster.entries:
        if host.id == hero.id or host.entry.joins is not None or host.hero:
            continue
        closed = workspace.try_out(Join(hero.id, host.id)) is not None
        here = hero.entry.joins == host.id
        rows.append(_entry_row(host, language, "bold" if here else "dim" if closed else ""))
    return rows


def likely_host(rows: Sequence[Row]) -> str:
    """Give the first unit that nothing speaks against, for a hero who stands alone; else standing alone."""
    return next((row.key for row in rows if row.key != ALONE and row.left[0].role != "dim"), ALONE)


def likely_partner(rows: Sequence[Row]) -> str:
    """Give the copy that costs nothing more, the one that was added last; else a fresh one."""
    return rows[-1].key


def partner_rows(workspace: Workspace, worked: RosterEntry, language: str) -> list[Row]:
    """List the other copies of a unit that could become its second half, and a fresh one."""
    rows = [row(ALONE, translate(language, "tui.combine.fresh"), f"+{format_number(language, worked.unit.cost)}")]
    others = (other for other in workspace.roster.entries if other.unit is worked.unit and other.id != worked.id)
    rows.extend(_entry_row(other, language, "") for other in others if other.entry.combined is None)
    return rows


def _entry_row(worked: RosterEntry, language: str, role: str) -> Row:
    size = f"  {TIMES}{worked.models}" if worked.models > 1 else ""
    left = (Part(told_apart(worked, language), role), Part(size, "dim"))
    return row(worked.id, left, (Part(format_number(language, worked.cost), role),))
