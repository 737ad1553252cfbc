"""What stands on a row or a page, for tests that measure."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.exporters.pdf.paragraphs import text_width
from listbuilder.exporters.pdf.primitives import Lettering, Mark


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


def texts(marks: Iterable[Mark]) -> list[str]:
    """Give the texts of marks, as they are read."""
    return [plain(mark.text) for mark in words(marks)]
