"""The fonts of a print: one family in two weights, a fallback, and system fonts for other scripts.

ReportLab only embeds TrueType outlines, so system fonts are chosen by name, when a character first needs one.
"""

from __future__ import annotations

import os
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from listbuilder.exporters.pdf.text_shaping import reorder_bidi, shape_arabic

_SYSTEM_FONT_FILES = (
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
"""Common system fonts with TrueType outlines, the better looking ones first."""
_MAX_FOLDERS = 2_000
"""More than any system has, so that a cyclic link cannot block a print."""


def font_folders() -> Iterator[Path]:
    """Yield the folders in which operating systems keep fonts."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises without a home folder
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    yield from (Path(data) / "fonts", home / ".fonts", *(Path(folder) / "fonts" for folder in shared if folder))
    yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    for variable, below in (("WINDIR", "Fonts"), ("LOCALAPPDATA", "Microsoft/Windows/Fonts")):
        if folder := os.environ.get(variable):
            yield Path(folder) / below


def find_fonts(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the known fonts in some folders, in order of preference."""
    paths: dict[str, Path] = {}
    known = [name.casefold() for name in _SYSTEM_FONT_FILES]
    for root in folders:
        for number, (folder, _, names) in enumerate(os.walk(root)):
            if number == _MAX_FOLDERS:
                break
            for name in names:
                if name.casefold() in known:
                    paths.setdefault(name.casefold(), Path(folder) / name)
    return tuple(paths[name] for name in known if name in paths)


@cache
def find_system_fonts() -> tuple[Path, ...]:
    """Return the known fonts of this system."""
    return find_fonts(font_folders())


FONT_FOLDER = Path(__file__).parent / "fonts"
CAP_HEIGHT = 0.714
"""The height of a capital, as a fraction of the font size."""
SUBSTITUTE_WIDTH = 1.1
"""The width of the substitute for a missing glyph, as a fraction of the font size."""
_MAX_CACHED_WIDTHS = 20_000
_FONT_ERRORS = (TTFError, struct.error, OSError, ValueError, KeyError, IndexError, AttributeError, AssertionError)
"""Errors that ReportLab raises for a broken font file."""


class Weight(Enum):
    """The weights of the font; the fallback has only one."""

    REGULAR = "NotoSans-SemiCondensedRegular"
    BOLD = "NotoSans-SemiCondensedBold"
    FALLBACK = "DejaVuSans-Fallback"


class GlyphRun(NamedTuple):
    """Characters in visual order that one font draws, or a substitute if no font has them."""

    face: Typeface | None
    text: str

    @property
    def width(self) -> float:
        """The width at font size 1."""
        if self.face is None:
            return SUBSTITUTE_WIDTH
        return sum(map(self.face.char_widths.__getitem__, map(ord, self.text))) / 1000


class Typeface:
    """A font with a cache of text widths."""

    def __init__(self, name: str, path: Path) -> None:
        self.font = TTFont(name, str(path), asciiReadable=False)
        pdfmetrics.registerFont(self.font)
        self.glyphs: dict[int, int] = self.font.face.charToGlyph
        self.char_widths: dict[int, float] = self.font.face.charWidths
        self._widths: dict[str, float] = {}

    def has_glyph(self, letter: str) -> bool:
        """Return whether the font has a glyph for a character."""
        return ord(letter) in self.glyphs

    def can_draw(self, text: str) -> bool:
        """Return whether the font can draw a text by itself, from left to right."""
        if text.isascii():
            return text.isprintable()
        return all(map(self.glyphs.__contains__, map(ord, text)))

    def width(self, text: str) -> float:
        """Return the width of a text at font size 1."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) > _MAX_CACHED_WIDTHS:
                self._widths.clear()
            runs = [GlyphRun(self, text)] if self.can_draw(text) else self.split_runs(text)
            width = self._widths[text] = sum(run.width for run in runs)
        return width

    def split_runs(self, text: str) -> list[GlyphRun]:
        """Split a text into runs, in visual order."""
        faces = ((letter, self._face_for(letter)) for letter in reorder_bidi(shape_arabic(text)))
        visible = ((letter, face) for letter, face in faces if face is not None or not _has_no_glyph(letter))
        groups = groupby(visible, key=lambda pair: pair[1])
        return [GlyphRun(face, "".join(letter for letter, _ in group)) for face, group in groups]

    def _face_for(self, letter: str) -> Typeface | None:
        faces = (self, load_typeface(Weight.FALLBACK))
        return next((face for face in faces if face.has_glyph(letter)), None) or _find_system_face(letter)


@cache
def load_typeface(weight: Weight) -> Typeface:
    """Load a font once per process."""
    return Typeface(weight.value, FONT_FOLDER / f"{weight.value}.ttf")


@cache
def _find_system_face(letter: str) -> Typeface | None:
    """Return a system font that has a glyph for a character."""
    if _has_no_glyph(letter):
        return None
    faces = (_load_system_face(path) for path in find_system_fonts())
    return next((face for face in faces if face is not None and face.has_glyph(letter)), None)


@cache
def _load_system_face(path: Path) -> Typeface | None:
    """Load a system font, or return None if it cannot be embedded."""
    try:
        return Typeface(f"System-{path.stem}", path)
    except _FONT_ERRORS:
        return None


def _has_no_glyph(letter: str) -> bool:
    """Return whether a character, such as a joiner or variation selector, has no glyph of its own."""
    return unicodedata.category(letter) in ("Cf", "Mn", "Me")
