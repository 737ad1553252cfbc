"""A folder of lists: one line each, and the findings of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import set_cell_size

from listbuilder.diagnostics import Diagnostic, Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.wording import describe, describe_fix
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.view.row import Part, Row, info, row
from listbuilder.tui.view.words import MARKS, verdict_parts

_NAME = 28


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of a folder and what is to be said of it."""

    path: Path
    army: ArmyList | None
    roster: Roster | None
    findings: tuple[Diagnostic, ...]
    verdict: Verdict = Verdict.UNREADABLE

    @property
    def empty(self) -> bool:
        """Whether there is a list and nothing in it."""
        return self.roster is not None and not self.roster.army.entries


def folder_rows(lists: Sequence[Listed], language: str) -> list[Row]:
    """Show one line for each list, and a line of totals."""
    if not lists:
        return [info(translate(language, "tui.folder.empty"), "dim")]
    counts = Counter(listed.verdict for listed in lists)
    total = ", ".join(f"{counts[one]} {translate(language, f'verdict.{one.value}')}" for one in Verdict if counts[one])
    rows = [_row(str(place), listed, language) for place, listed in enumerate(lists)]
    return [row("total", total, (), "accent", pickable=False), *rows]


def finding_rows(listed: Listed, language: str) -> list[Row]:
    """Show what was found about one list."""
    rows = []
    for place, finding in enumerate(listed.findings):
        fix = describe_fix(finding, language)
        parts = [
            MARKS[finding.severity],
            Part(f" {finding.code} ", "dim"),
            Part(plain_line(describe(finding, language), 600)),
        ]
        if fix is not None:
            parts.append(Part(f"  {translate(language, 'sheet.word.fix')}: {plain_line(fix, 300)}", "accent"))
        rows.append(row(str(place), tuple(parts), pickable=False, wrap=True, hang=2))
    return rows or [info(translate(language, "tui.problems.none"), "good")]


def _row(key: str, listed: Listed, language: str) -> Row:
    mark, word = verdict_parts(listed.verdict, language, empty=listed.empty)
    army = listed.army
    name = plain_line(army.name if army is not None else listed.path.name, _NAME)
    player = plain_line(army.player or "", 20) if army is not None else ""
    factions = ""
    points = ""
    if listed.roster is not None:
        factions = ", ".join(plain_line(book.name.to(language), 24) for book in listed.roster.factions.values())
        points = format_number(language, listed.roster.cost)
    left = (
        mark,
        Part(" "),
        Part(set_cell_size(name, _NAME)),
        Part(f" {player} · {factions}" if player else f" {factions}", "dim"),
    )
    return row(key, left, (Part(f"{points:>7}  "), Part(f"{word.text:<10}", word.role)))
