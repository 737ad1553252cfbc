"""A folder of lists: one line each, and the findings of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.cells import set_cell_size

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.judging import Judged, Unread
from listbuilder.rules.unknown import missing_books
from listbuilder.rules.wording import describe, describe_fix
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.view.row import Part, Row, info, row
from listbuilder.tui.view.words import MARKS, verdict_parts

_NAME = 28


class Listed(NamedTuple):
    """A list of a folder: the file that it is in, and what is to be said of it."""

    file: Path
    judged: Judged | Unread


def folder_rows(lists: Sequence[Listed], language: str) -> list[Row]:
    """Show one line for each list, and a line of totals."""
    if not lists:
        return [info(translate(language, "tui.folder.empty"), "dim")]
    counts = Counter(listed.judged.verdict for listed in lists)
    total = ", ".join(f"{counts[one]} {translate(language, f'verdict.{one.value}')}" for one in Verdict if counts[one])
    rows = [_row(str(place), listed, language) for place, listed in enumerate(lists)]
    return [row("total", total, (), "accent", pickable=False), *rows]


def finding_rows(listed: Listed, language: str) -> list[Row]:
    """Show what was found about one list."""
    rows = []
    for place, finding in enumerate(listed.judged.report):
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
    judged, army = listed.judged, listed.judged.army
    empty = isinstance(judged, Judged) and judged.begun
    mark, word = verdict_parts(judged.verdict, language, empty=empty)
    name = plain_line((army is not None and army.name) or listed.file.name, _NAME)
    player = plain_line(army.player or "", 20) if army is not None else ""
    factions = ""
    points = ""
    if isinstance(judged, Judged):
        books = [book.name.to(language) for book in judged.roster.factions.values()]
        books += [book.title(language) for book in missing_books(judged.roster)]
        factions = ", ".join(plain_line(book, 24) for book in books)
        points = format_number(language, judged.roster.cost)
    left = (
        mark,
        Part(" "),
        Part(set_cell_size(name, _NAME)),
        Part(f" {player} · {factions}" if player else f" {factions}", "dim"),
    )
    return row(key, left, (Part(f"{points:>7}  "), Part(f"{word.text:<10}", word.role)))
