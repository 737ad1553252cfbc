"""Helpers that read the text marks of a row or a page."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.exporters.pdf.layout import LayoutRow
from listbuilder.exporters.pdf.paragraphs import measure_text
from listbuilder.exporters.pdf.primitives import Mark, TextRun
from listbuilder.exporters.pdf.style import Style

CAPITAL = 0.7
"""Approximate height of a capital letter relative to its font size."""


def words(marks: Iterable[Mark]) -> list[TextRun]:
    """Return the text marks."""
    return [mark for mark in marks if isinstance(mark, TextRun)]


def word(marks: Iterable[Mark], text: str) -> TextRun:
    """Return the only text mark with this text, ignoring separator dots and no-break spaces."""
    (match,) = [mark for mark in words(marks) if plain(mark.text) == text]
    return match


def plain(text: str) -> str:
    """Return a text without separator dots and no-break spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ").removesuffix(" \N{MIDDLE DOT}")


def end(mark: TextRun) -> float:
    """Return the x coordinate of the end of a text mark."""
    return mark.x + measure_text(mark.text, mark.weight, mark.size)


def is_gap(row: LayoutRow, style: Style) -> bool:
    """Return whether a row is empty and lower than a line of text."""
    return not row.marks and 0 < row.height < style.line_height


def texts(marks: Iterable[Mark]) -> list[str]:
    """Return the texts of all text marks."""
    return [plain(mark.text) for mark in words(marks)]
