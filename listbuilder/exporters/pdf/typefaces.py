"""The type on paper: one family in two weights, a second family for what it lacks, and how wide a text is in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
CAP_HEIGHT = 0.714
"""How high a capital stands, as a part of the type's size."""
SUBSTITUTE_WIDTH = 1.1
"""How wide the box is that stands for a character no font has, as a part of the type's size."""
_MOST_WIDTHS = 20_000
_BACKWARDS = ("R", "AL")


class Weight(Enum):
    """The cuts of the type; the fallback has only one."""

    REGULAR = "NotoSans-SemiCondensedRegular"
    BOLD = "NotoSans-SemiCondensedBold"
    FALLBACK = "DejaVuSans-Fallback"


class Run(NamedTuple):
    """Characters drawn in one way: with a font, or as substitutes where `font` is empty."""

    font: str
    text: str
    right_to_left: bool = False


class Face:
    """A font with the widths of the words already met."""

    def __init__(self, weight: Weight) -> None:
        self.name = weight.value
        self.font = TTFont(self.name, str(FONTS / f"{self.name}.ttf"), asciiReadable=False)
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
        return sum(run_width(run) for run in self.runs(text))

    def runs(self, text: str) -> list[Run]:
        """Cut a text into runs; what reads from right to left comes turned around, as it is drawn."""
        joined: list[Run] = []
        for backwards, group in groupby(zip(text, _directions(text), strict=True), key=itemgetter(1)):
            piece = "".join(letter for letter, _ in group)
            for letter in _reversed(piece) if backwards else piece:
                font = self._font_for(letter)
                if not font and _invisible(letter):
                    continue
                if joined and joined[-1].font == font and joined[-1].right_to_left == backwards:
                    joined[-1] = Run(font, joined[-1].text + letter, backwards)
                else:
                    joined.append(Run(font, letter, backwards))
        return joined

    def _font_for(self, letter: str) -> str:
        if self.has(letter):
            return self.name
        return Weight.FALLBACK.value if load_face(Weight.FALLBACK).has(letter) else ""


@cache
def load_face(weight: Weight) -> Face:
    """Load a font once a process; the fallback only where a text needs it."""
    return Face(weight)


def run_width(run: Run) -> float:
    """Measure a run in type of size 1."""
    if not run.font:
        return SUBSTITUTE_WIDTH * len(run.text)
    letters = load_face(Weight(run.font)).letters
    return sum(letters[code] for code in map(ord, run.text)) / 1000


def _invisible(letter: str) -> bool:
    """Joiners and variation selectors have no picture of their own."""
    return unicodedata.category(letter) in ("Cf", "Mn", "Me")


def _directions(text: str) -> list[bool]:
    """Tell for every letter whether it is read from right to left; spaces and marks go with what is around them."""
    kinds = [unicodedata.bidirectional(letter) for letter in text]
    found, before = [], False
    for place, kind in enumerate(kinds):
        if kind in _BACKWARDS:
            before = True
        elif kind == "NSM":
            pass
        elif kind in ("WS", "ON", "CS"):
            after = next((one for one in kinds[place:] if one not in ("WS", "ON", "CS", "NSM")), "L")
            before = before and after in _BACKWARDS
        else:
            before = False
        found.append(before)
    return found


def _reversed(text: str) -> str:
    """Turn a text around, marks staying behind the letters they sit on."""
    return "".join(reversed(list(_clusters(text))))


def _clusters(text: str) -> Iterator[str]:
    cluster = ""
    for letter in text:
        if cluster and not unicodedata.combining(letter):
            yield cluster
            cluster = ""
        cluster += letter
    yield cluster
