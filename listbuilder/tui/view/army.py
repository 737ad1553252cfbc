"""The army: its entries in their order, heroes under the unit they are in."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, Roster, RosterEntry
from listbuilder.rules.unknown import unknown_remark, unknown_title
from listbuilder.sheet.plain import TIMES, plain_line
from listbuilder.tui.view.row import BLANK, Part, Row, info, row
from listbuilder.tui.view.words import MARKS, NO_MARK, STAR, title_of
from listbuilder.tui.workspace import Workspace

_NARROWEST, _WIDEST = 16, 32
_BESIDE = 18
"""What stands beside a name: the mark, kind and size, the points."""


def army_order(roster: Roster) -> list[str]:
    """Give the ids in the order they are shown: as in the list, heroes right after their host."""
    return [entry.id for entry, _ in _walk(roster)]


def army_rows(workspace: Workspace, language: str, room: int = 80) -> list[Row]:
    """List the entries with names, sizes, points and marks; names give way where there is little room."""
    roster = workspace.roster
    walk = list(_walk(roster))
    if not walk:
        return [BLANK, info(translate(language, "tui.army.empty"), "dim")]
    worked = {entry.id: found for entry, _ in walk if (found := roster.find(entry.id)) is not None}
    titles = {entry.id: _title(worked[entry.id], inside, language) for entry, inside in walk if entry.id in worked}
    width = min(
        _WIDEST, max(_NARROWEST, room - _BESIDE), max((cell_len(title) for title in titles.values()), default=0)
    )
    padded = {name: _fitted(title, width) for name, title in titles.items()}
    return [_row(workspace, entry, worked.get(entry.id), padded.get(entry.id, ""), language) for entry, _ in walk]


def _walk(roster: Roster) -> Iterator[tuple[Entry, bool]]:
    inside = roster.joined_ids
    for entry in roster.army.entries:
        if entry.id not in inside:
            yield entry, False
            yield from ((hero.entry, True) for hero in roster.joined.get(entry.id, ()))


def _title(worked: RosterEntry, inside: bool, language: str) -> str:
    front = f"└ {STAR} " if inside else f"{STAR} " if worked.hero else ""
    return front + title_of(worked, language)


def _fitted(title: str, width: int) -> str:
    if cell_len(title) > width:
        return set_cell_size(title, width - 1) + "…"
    return set_cell_size(title, width)


def _row(workspace: Workspace, entry: Entry, worked: RosterEntry | None, title: str, language: str) -> Row:
    worst = workspace.report.worst_on(entry.id)
    mark = MARKS[worst] if worst is not None else NO_MARK
    if worked is None:
        name = plain_line(unknown_title(entry, language))
        unknown = plain_line(unknown_remark(entry, workspace.roster, language))
        return row(entry.id, (mark, Part(f" {name}", mark.role), Part(f"  {unknown}", "dim")))
    left = (mark, Part(f" {title}  "), Part(_kind(worked, language), "dim"))
    return row(entry.id, left, f"{format_number(language, worked.cost):>5}")


def _kind(worked: RosterEntry, language: str) -> str:
    """Say what it is and how many: the unit's name where the title is another, size, combined, notes."""
    parts = [plain_line(worked.unit.name.to(language))] if worked.entry.name else []
    if worked.models > 1:
        parts.append(f"{TIMES}{worked.models}")
    if worked.entry.combined is not None:
        parts.append(translate(language, "sheet.combined"))
    if worked.entry.notes:
        parts.append("✎")
    return " ".join(parts)
