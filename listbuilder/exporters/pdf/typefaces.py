"""The type on paper: one family in two weights, other families for what it lacks, and how wide a text is in them."""

from __future__ import annotations

import struct
import unicodedata
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from listbuilder.exporters.pdf.joining import join
from listbuilder.exporters.pdf.reading_direction import visual
from listbuilder.exporters.pdf.system_fonts import system_fonts

FONTS = Path(__file__).parent / "fonts"
CAP_HEIGHT = 0.714
"""How high a capital stands, as a part of the type's size."""
SUBSTITUTE_WIDTH = 1.1
"""How wide the mark is that stands for characters no font has, as a part of the type's size."""
_MOST_WIDTHS = 20_000
_BROKEN = (TTFError, struct.error, OSError, ValueError, KeyError, IndexError, AttributeError, AssertionError)
"""What comes of a font that is not what its name says."""


class Weight(Enum):
    """The cuts of the type; the fallback has only one."""

    REGULAR = "NotoSans-SemiCondensedRegular"
    BOLD = "NotoSans-SemiCondensedBold"
    FALLBACK = "DejaVuSans-Fallback"


class Run(NamedTuple):
    """Characters in the order of the line, drawn with one face, or as one mark where no face has them."""

    face: Typeface | None
    text: str

    @property
    def width(self) -> float:
        """How wide it is in type of size 1."""
        if self.face is None:
            return SUBSTITUTE_WIDTH
        letters = self.face.letters
        return sum(letters[code] for code in map(ord, self.text)) / 1000


class Typeface:
    """A font with the widths of the words already met."""

    def __init__(self, name: str, path: Path) -> None:
        self.font = TTFont(name, str(path), asciiReadable=False)
        pdfmetrics.registerFont(self.font)
        self.glyphs: dict[int, int] = self.font.face.charToGlyph
        self.letters: dict[int, float] = self.font.face.charWidths
        self._widths: dict[str, float] = {}

    def has(self, letter: str) -> bool:
        """Tell whether the font has a picture of a letter."""
        return ord(letter) in self.glyphs

    def plain(self, text: str) -> bool:
        """Tell whether the font alone can write a text, from left to right."""
        if text.isascii():
            return text.isprintable()
        return all(map(self.glyphs.__contains__, map(ord, text)))

    def width(self, text: str) -> float:
        """Measure a text in type of size 1."""
        known = self._widths.get(text)
        if known is None:
            if len(self._widths) > _MOST_WIDTHS:
                self._widths.clear()
            known = self._widths[text] = self._measure(text)
        return known

    def _measure(self, text: str) -> float:
        letters = self.letters
        if self.plain(text):
            return sum(letters[code] for code in map(ord, text)) / 1000
        return sum(run.width for run in self.runs(text))

    def runs(self, text: str) -> list[Run]:
        """Cut a text into runs, in the order in which they stand on the line."""
        found = ((letter, self._face_for(letter)) for letter in visual(join(text)))
        shown = ((letter, face) for letter, face in found if face is not None or not _invisible(letter))
        groups = groupby(shown, key=lambda pair: pair[1])
        return [Run(face, "".join(letter for letter, _ in group)) for face, group in groups]

    def _face_for(self, letter: str) -> Typeface | None:
        if self.has(letter):
            return self
        fallback = load_face(Weight.FALLBACK)
        return fallback if fallback.has(letter) else _foreign_face(letter)


@cache
def load_face(weight: Weight) -> Typeface:
    """Load a font once a process; the fallback only where a text needs it."""
    return Typeface(weight.value, FONTS / f"{weight.value}.ttf")


@cache
def _foreign_face(letter: str) -> Typeface | None:
    """Find a font of the system that has a letter."""
    if _invisible(letter):
        return None
    faces = (_load_foreign(path) for path in system_fonts())
    return next((face for face in faces if face is not None and face.has(letter)), None)


@cache
def _load_foreign(path: Path) -> Typeface | None:
    """Load a font of the system, or nothing where it cannot be embedded."""
    try:
        return Typeface(f"System-{path.stem}", path)
    except _BROKEN:
        return None


def _invisible(letter: str) -> bool:
    """Joiners and variation selectors have no picture of their own."""
    return unicodedata.category(letter) in ("Cf", "Mn", "Me")
