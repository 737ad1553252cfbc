"""The type on paper: one family in two weights, other families for what it lacks, and how wide a text is in them.

Fonts of the system for letters that none of ours has, Chinese, Japanese and Korean ones above all.

ReportLab embeds fonts with TrueType outlines, so these are asked for by name; nothing is looked for before a letter
needs it.
"""

from __future__ import annotations

import os
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from listbuilder.exporters.pdf.text_shaping import join, visual

_KNOWN = (
    "NotoSansSC-Regular.ttf",
    "NotoSansSC[wght].ttf",
    "NotoSansJP[wght].ttf",
    "NotoSansKR[wght].ttf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "uming.ttc",
    "ipaexg.ttf",
    "ipagp.ttf",
    "TakaoPGothic.ttf",
    "VL-PGothic-Regular.ttf",
    "NanumGothic.ttf",
    "UnDotum.ttf",
    "msyh.ttc",
    "simsun.ttc",
    "YuGothR.ttc",
    "msgothic.ttc",
    "malgun.ttf",
    "Arial Unicode.ttf",
    "arialuni.ttf",
    "Songti.ttc",
    "STHeiti Light.ttc",
    "AppleGothic.ttf",
    "FreeSans.ttf",
    "unifont.ttf",
)
"""Files with TrueType outlines that systems bring along, the better looking ones first."""
_MOST_FOLDERS = 2_000
"""More than any system has; a link that leads in circles must not hold up a print."""


def font_folders() -> Iterator[Path]:
    """Name the folders in which systems keep fonts."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    yield from (Path(data) / "fonts", home / ".fonts", *(Path(folder) / "fonts" for folder in shared if folder))
    yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    for variable, below in (("WINDIR", "Fonts"), ("LOCALAPPDATA", "Microsoft/Windows/Fonts")):
        if place := os.environ.get(variable):
            yield Path(place) / below


def find_fonts(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Find the known fonts that are in some folders, in their order."""
    found: dict[str, Path] = {}
    wanted = {name.casefold() for name in _KNOWN}
    for folder in folders:
        for number, (place, _, names) in enumerate(os.walk(folder)):
            if number == _MOST_FOLDERS:
                break
            for name in wanted & _folded(names).keys():
                found.setdefault(name, Path(place) / _folded(names)[name])
    return tuple(found[name.casefold()] for name in _KNOWN if name.casefold() in found)


def _folded(names: Iterable[str]) -> Mapping[str, str]:
    return {name.casefold(): name for name in names}


@cache
def system_fonts() -> tuple[Path, ...]:
    """Find the known fonts of this system, once a process."""
    return find_fonts(font_folders())


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
