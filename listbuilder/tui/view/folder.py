"""A folder of lists: one line each, and the findings of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import set_cell_size

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import format_number, translate
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.wording import describe, describe_fix
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.view.row import Part, Row, info, row
from listbuilder.tui.view.words import MARKS

_NAME = 28


@dataclass(frozen=True, slots=True)
class Verdict:
    """A list of a folder and what is to be said of it."""

    path: Path
    army: ArmyList | None
    roster: Roster | None
    findings: tuple[Diagnostic, ...]
    legal: bool = False

    @property
    def word(self) -> str:
        """The key of the verdict's word."""
        if self.roster is None:
            return "tui.home.unreadable"
        return "sheet.verdict.legal" if self.legal else "sheet.verdict.illegal"


def folder_rows(verdicts: Sequence[Verdict], language: str) -> list[Row]:
    """Show one line for each list, and a line of totals."""
    if not verdicts:
        return [info(translate(language, "tui.folder.empty"), "dim")]
    counts = Counter(verdict.word for verdict in verdicts)
    total = ", ".join(f"{count} {translate(language, word)}" for word, count in sorted(counts.items()))
    rows = [_verdict_row(str(place), verdict, language) for place, verdict in enumerate(verdicts)]
    return [row("total", total, (), "accent", pickable=False), *rows]


def verdict_rows(verdict: Verdict, language: str) -> list[Row]:
    """Show what was found about one list."""
    rows = []
    for place, finding in enumerate(verdict.findings):
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


def _verdict_row(key: str, verdict: Verdict, language: str) -> Row:
    mark = Part("✔ ", "good") if verdict.legal else Part("✗ " if verdict.roster else "! ", "bad")
    army = verdict.army
    name = plain_line(army.name if army is not None else verdict.path.name, _NAME)
    player = plain_line(army.player or "", 20) if army is not None else ""
    factions = ""
    points = ""
    if verdict.roster is not None:
        factions = ", ".join(plain_line(book.name.to(language), 24) for book in verdict.roster.factions.values())
        points = format_number(language, verdict.roster.cost)
    left = (
        mark,
        Part(set_cell_size(name, _NAME)),
        Part(f" {player} · {factions}" if player else f" {factions}", "dim"),
    )
    word = translate(language, verdict.word)
    return row(key, left, (Part(f"{points:>7}  "), Part(f"{word:<10}", "good" if verdict.legal else "bad")))
