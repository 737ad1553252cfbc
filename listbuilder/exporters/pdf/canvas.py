"""Draw pages with ReportLab.

Text operators are written here, because ReportLab's text objects spend most of their time formatting numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from math import cos, pi, sin
from threading import Lock

from reportlab import rl_config
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.accessibility import FileProperties, StructureTree, write_properties
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, SUBSTITUTE_WIDTH, Weight, load_typeface
from listbuilder.exporters.pdf.primitives import Anchor, Box, Link, Mark, QrCode, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.style import PageFrame, Palette

_ESCAPED = tuple(
    chr(code) if 32 <= code < 127 and chr(code) not in "\\()" else f"\\{code:03o}"  # noqa: PLR2004 - printable ASCII
    for code in range(256)
)
"""How each byte is written in a PDF string."""


def format_colour(colour: tuple[float, float, float]) -> str:
    """Return a colour as PDF operands."""
    return f"{colour[0]:.3g} {colour[1]:.3g} {colour[2]:.3g}"


rl_config.useA85 = 0  # binary streams are smaller and faster than ASCII85
_DRAW_LOCK = Lock()
"""ReportLab fonts can only be used by one document at a time."""
_DARK_RUN = re.compile(b"\x01+")
"""A run of dark modules in a row of a QR code."""
_SHAPES = (Stroke, Box, Star)
_STAR_POINTS = tuple((sin(n * pi / 5) * radius, cos(n * pi / 5) * radius) for n, radius in enumerate((1, 0.42) * 5))


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page and its marks, in points from the upper left corner of the paper."""

    page: PageFrame
    marks: tuple[Mark, ...]


def draw_pdf(pages: Sequence[PageContent], palette: Palette, properties: FileProperties) -> bytes:
    """Return pages as a PDF file; the same pages give the same bytes."""
    stream = BytesIO()
    with _DRAW_LOCK:
        font_name = load_typeface(Weight.REGULAR).font.fontName
        canvas = Canvas(
            stream,
            pageCompression=1,
            invariant=True,
            lang=properties.language,
            pdfVersion=(1, 7),
            initialFontName=font_name,  # type: ignore[arg-type]  # the stubs declare it as a number
        )
        write_properties(canvas, properties)
        structure = StructureTree()
        for content in pages:
            canvas.setPageSize((content.page.width, content.page.height))
            structure.begin_page()
            PageDrawer(canvas, structure, content.page.height, palette).draw(content.marks)
            canvas.showPage()
        if not pages:
            canvas.showPage()
        structure.write_to(canvas)
        canvas.save()
    return stream.getvalue()


class PageDrawer:
    """Draws the marks of one page. Font, colour and role of texts are only written when they change."""

    def __init__(self, canvas: Canvas, structure: StructureTree, height: float, palette: Palette) -> None:
        self.canvas = canvas
        self.structure = structure
        self.height = height
        self.palette = palette
        # the document knows which glyphs are embedded, and ReportLab has no public access to it
        self.document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
        self.code: list[str] = []
        self.font = ""
        self.ink = ""
        self.text_is_open = False

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks in their order, which is the reading order."""
        for are_shapes, group in groupby(marks, key=lambda mark: isinstance(mark, _SHAPES)):
            if are_shapes:
                self._flush()
                self.canvas.addLiteral("\n".join(("/Artifact BMC", *map(self._shape, group), "EMC")))
            else:
                for mark in group:
                    self._draw(mark)
        self._flush()

    def _draw(self, mark: Mark) -> None:
        match mark:
            case TextRun():
                self._write(mark)
            case Role():
                self._close_text()
                self.structure.set_role(mark)
            case QrCode():
                self._draw_code(mark)
            case Anchor():
                self.canvas.bookmarkPage(mark.key)
                self.canvas.addOutlineEntry(mark.title, mark.key, mark.level, closed=False)
            case Link():
                upper = self.height - mark.y
                area = (mark.x, upper - mark.down, mark.x + mark.across, upper)
                self.canvas.linkRect("", mark.key, area, thickness=0)

    def _write(self, words: TextRun) -> None:
        """Write a text; characters outside the font take other fonts or a substitute."""
        if not self.text_is_open:
            self.text_is_open = True
            self.code.append(f"{self.structure.begin_content()} BT")
        face, y, ink = load_typeface(words.weight), self.height - words.y, format_colour(self.palette[words.ink])
        if face.can_draw(words.text):
            # the space separates texts when they are copied
            self._write_run(face.font, words.text + " ", words.size, words.x, y, ink)
        else:
            self._write_complex(words, y, ink)

    def _flush(self) -> None:
        """Pass the text so far to the page, because shapes change the colour."""
        self._close_text()
        if self.code:
            self.canvas.addLiteral("\n".join(self.code))
            self.code = []
        self.ink = ""

    def _close_text(self) -> None:
        if self.text_is_open:
            self.text_is_open = False
            self.code.append("ET EMC")

    def _write_run(self, font: TTFont, text: str, size: float, x: float, y: float, ink: str) -> None:  # noqa: PLR0917 - all different
        """Write a text that one font can draw."""
        if ink != self.ink:
            self.ink = ink
            self.code.append(f"{ink} rg")
        self.code.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm")
        for subset, letters in font.splitString(text, self.document):
            name = f"{font.getSubsetInternalName(subset, self.document)} {size:.4g} Tf"
            if name != self.font:
                self.font = name
                self.code.append(name)
            self.code.append(f"({''.join(map(_ESCAPED.__getitem__, letters))}) Tj")

    def _write_complex(self, words: TextRun, y: float, ink: str) -> None:
        """Write a text that needs several fonts, reads from right to left or has missing glyphs."""
        x, size = words.x, words.size
        # the drawn glyphs are shaped and reordered, so readers and searches need the original text
        original = words.text.encode("utf-16-be", "surrogatepass").hex().upper()
        self.code.append(f"ET /Span <</ActualText <FEFF{original}>>> BDC BT")
        for run in load_typeface(words.weight).split_runs(words.text):
            if run.face is not None:
                self._write_run(run.face.font, run.text, size, x, y, ink)
            else:
                # the substitute for a missing glyph is a box with a question mark
                width, left, face = size * (SUBSTITUTE_WIDTH - 0.15), x + size * 0.05, load_typeface(Weight.REGULAR)
                area = f"{left:.2f} {y - size * 0.16:.2f} {width:.2f} {size * 0.9:.2f} re S"
                self.code.append(f"ET {ink} RG {size * 0.05:.2f} w {area} BT")
                self._write_run(face.font, "?", size, left + (width - face.width("?") * size) / 2, y, ink)
            x += run.width * size
        self.code.append("ET EMC BT")

    def _shape(self, mark: Mark) -> str:
        match mark:
            case Stroke():
                line = f"{mark.x:.2f} {self.height - mark.y:.2f} m {mark.to_x:.2f} {self.height - mark.to_y:.2f} l S"
                return f"{format_colour(self.palette[mark.ink])} RG {mark.width:.2f} w {line}"
            case Box():
                lower = self.height - mark.y - mark.down
                area = f"{mark.x:.2f} {lower:.2f} {mark.across:.2f} {mark.down:.2f} re"
                ink = format_colour(self.palette[mark.ink])
                return f"{ink} RG {mark.width:.2f} w {area} S" if mark.width else f"{ink} rg {area} f"
            case Star():
                radius = mark.size * CAP_HEIGHT * 0.54
                x, y = mark.x + radius, self.height - mark.y + radius * 0.82
                points = [f"{x + across * radius:.2f} {y + up * radius:.2f}" for across, up in _STAR_POINTS]
                return f"{format_colour(self.palette[mark.ink])} rg {points[0]} m {' l '.join(points[1:])} l h f"
        raise TypeError(mark)

    def _draw_code(self, code: QrCode) -> None:
        """Draw each run of dark modules as one shape, because seams between modules disturb scanners."""
        edge = code.across / len(code.rows)
        runs = (
            f"{run.start()} {y} {len(run[0])} 1 re"
            for y, row in enumerate(code.rows)
            for run in _DARK_RUN.finditer(row)
        )
        matrix = f"{edge:.4f} 0 0 {-edge:.4f} {code.x:.2f} {self.height - code.y:.2f} cm"
        self._flush()
        self.structure.set_role(Role.FIGURE)
        self.canvas.addLiteral(
            f"{self.structure.begin_content(code.description)} q 0 0 0 rg {matrix} {' '.join(runs)} f Q EMC"
        )
