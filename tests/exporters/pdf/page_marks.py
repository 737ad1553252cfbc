"""What stands on a row or a page, for tests that measure."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.exporters.pdf.blocks import PaperRow
from listbuilder.exporters.pdf.marks import Lettering, Mark
from listbuilder.exporters.pdf.setting import text_width
from listbuilder.exporters.pdf.style import Style

CAPITAL = 0.7
"""About how high a capital letter is, as a part of the size of the type."""


def words(marks: Iterable[Mark]) -> list[Lettering]:
    """Give the words among marks."""
    return [mark for mark in marks if isinstance(mark, Lettering)]


def word(marks: Iterable[Mark], text: str) -> Lettering:
    """Give the one mark of words with a text, dots and unbroken blanks aside."""
    (found,) = [mark for mark in words(marks) if plain(mark.text) == text]
    return found


def plain(text: str) -> str:
    """Give a text without the dots and blanks that keep it together."""
    return text.replace("\N{NO-BREAK SPACE}", " ").removesuffix(" \N{MIDDLE DOT}")


def end(mark: Lettering) -> float:
    """Tell where words end."""
    return mark.x + text_width(mark.text, mark.weight, mark.size)


def is_gap(row: PaperRow, style: Style) -> bool:
    """Return whether a row is empty and lower than a line of text."""
    return not row.marks and 0 < row.height < style.grid


def texts(marks: Iterable[Mark]) -> list[str]:
    """Give the texts of marks, as they are read."""
    return [plain(mark.text) for mark in words(marks)]
