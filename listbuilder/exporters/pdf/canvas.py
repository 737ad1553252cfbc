"""Pages of marks drawn with ReportLab.

Words written into a page.

ReportLab encodes the letters and embeds the fonts; the operators around them are written here, since its own text
objects spend most of their time on turning numbers into digits that no printer can tell apart.
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

from listbuilder.exporters.pdf.accessibility import Properties, Structure, describe_file
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, SUBSTITUTE_WIDTH, Weight, load_face
from listbuilder.exporters.pdf.primitives import Anchor, Box, Lettering, Link, Mark, QrMark, Role, Star, Stroke
from listbuilder.exporters.pdf.style import PageFrame, Palette

_ESCAPED = tuple(
    chr(code) if 32 <= code < 127 and chr(code) not in "\\()" else f"\\{code:03o}"  # noqa: PLR2004 - printable ASCII
    for code in range(256)
)
"""How every byte is written between the brackets of a text."""
_UNKNOWN = "?"


def rgb(colour: tuple[float, float, float]) -> str:
    """Write a colour as a page has it."""
    return f"{colour[0]:.3g} {colour[1]:.3g} {colour[2]:.3g}"


class Pen:
    """Writes the words of one page; font, colour and what the words are are named where they change."""

    def __init__(self, canvas: Canvas, structure: Structure, height: float, palette: Palette) -> None:
        self.canvas = canvas
        self.structure = structure
        self.height = height
        self.palette = palette
        # which letters of a font are embedded belongs to the document, and the canvas shows it under no other name
        self.document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
        self.code: list[str] = []
        self.font = ""
        self.ink = ""
        self.down = False
        """Whether a piece of text is open."""

    def turn_to(self, role: Role) -> None:
        """Say what the words are that follow."""
        self._close()
        self.structure.take(role)

    def write(self, words: Lettering) -> None:
        """Write words; unusual ones take several fonts, or pictures."""
        self._open()
        face, y, ink = load_face(words.weight), self.height - words.y, rgb(self.palette[words.ink])
        if face.plain(words.text):
            # the space is for those who copy text: without it what stands apart would stick together
            self._letters(face.font, words.text + " ", words.size, words.x, y, ink)
        else:
            self._runs(words, y, ink)

    def lift(self) -> None:
        """Hand what is written over to the page; shapes that are drawn then change the colour."""
        self._close()
        if self.code:
            self.canvas.addLiteral("\n".join(self.code))
            self.code = []
        self.ink = ""

    def _open(self) -> None:
        if not self.down:
            self.down = True
            self.code.append(f"{self.structure.open()} BT")

    def _close(self) -> None:
        if self.down:
            self.down = False
            self.code.append("ET EMC")

    def _letters(self, font: TTFont, text: str, size: float, x: float, y: float, ink: str) -> None:  # noqa: PLR0917 - all different
        """Write a text that one font can write."""
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

    def _runs(self, words: Lettering, y: float, ink: str) -> None:
        """Write a text that needs more than one font, reads from right to left, or has letters that no font has."""
        x, size = words.x, words.size
        # readers and searchers are told the text itself: its letters stand in other forms and in another order
        meant = words.text.encode("utf-16-be", "surrogatepass").hex().upper()
        self.code.append(f"ET /Span <</ActualText <FEFF{meant}>>> BDC BT")
        for run in load_face(words.weight).runs(words.text):
            if run.face is None:
                self._substitute(x, y, size, ink)
            else:
                self._letters(run.face.font, run.text, size, x, y, ink)
            x += run.width * size
        self.code.append("ET EMC BT")

    def _substitute(self, x: float, y: float, size: float, ink: str) -> None:
        """Draw the mark for what no font can write: a frame with a question mark."""
        across, down, left = size * (SUBSTITUTE_WIDTH - 0.15), size * 0.9, x + size * 0.05
        area = f"{left:.2f} {y - size * 0.16:.2f} {across:.2f} {down:.2f} re S"
        self.code.append(f"ET {ink} RG {size * 0.05:.2f} w {area} BT")
        face = load_face(Weight.REGULAR)
        self._letters(face.font, _UNKNOWN, size, left + (across - face.width(_UNKNOWN) * size) / 2, y, ink)


rl_config.useA85 = 0  # bytes stay bytes: smaller and faster than writing them in letters
_DRAWING = Lock()
"""A font can be at work on one document at a time."""
_DARK = re.compile(b"\x01+")
"""A run of dark modules in a row of a code."""
_SHAPES = (Stroke, Box, Star)
_STAR = tuple((sin(n * pi / 5) * radius, cos(n * pi / 5) * radius) for n, radius in enumerate((1, 0.42) * 5))


@dataclass(frozen=True, slots=True)
class Painted:
    """A page ready to be drawn: its paper and its marks, from the paper's upper left corner."""

    page: PageFrame
    marks: tuple[Mark, ...]


def paint(pages: Sequence[Painted], palette: Palette, properties: Properties) -> bytes:
    """Draw pages as a PDF file; the same pages give the same bytes."""
    stream = BytesIO()
    with _DRAWING:
        first = load_face(Weight.REGULAR).font.fontName
        canvas = Canvas(
            stream,
            pageCompression=1,
            invariant=True,
            lang=properties.language,
            pdfVersion=(1, 7),
            initialFontName=first,  # type: ignore[arg-type]  # the stubs take it for a number
        )
        describe_file(canvas, properties)
        structure = Structure()
        for painted in pages:
            canvas.setPageSize((painted.page.width, painted.page.height))
            structure.begin_page()
            Painter(canvas, structure, painted.page.height, palette).draw(painted.marks)
            canvas.showPage()
        if not pages:
            canvas.showPage()
        structure.write(canvas)
        canvas.save()
    return stream.getvalue()


class Painter:
    """Draws the marks of one page."""

    def __init__(self, canvas: Canvas, structure: Structure, height: float, palette: Palette) -> None:
        self.canvas = canvas
        self.structure = structure
        self.height = height
        self.palette = palette
        self.pen = Pen(canvas, structure, height, palette)

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks in their order, which is the order of reading."""
        for shapes, group in groupby(marks, key=_is_shape):
            if shapes:
                self.pen.lift()
                self.canvas.addLiteral("\n".join(("/Artifact BMC", *map(self._shape, group), "EMC")))
            else:
                for mark in group:
                    self._draw(mark)
        self.pen.lift()

    def _draw(self, mark: Mark) -> None:
        match mark:
            case Lettering():
                self.pen.write(mark)
            case Role():
                self.pen.turn_to(mark)
            case QrMark():
                self._code(mark)
            case Anchor():
                self.canvas.bookmarkPage(mark.key)
                self.canvas.addOutlineEntry(mark.title, mark.key, mark.level, closed=False)
            case Link():
                upper = self.height - mark.y
                area = (mark.x, upper - mark.down, mark.x + mark.across, upper)
                self.canvas.linkRect("", mark.key, area, thickness=0)

    def _shape(self, mark: Mark) -> str:
        match mark:
            case Stroke():
                return self._stroke(mark)
            case Box():
                return self._box(mark)
            case Star():
                return self._star(mark)
        raise TypeError(mark)

    def _stroke(self, mark: Stroke) -> str:
        y, to_y = self.height - mark.y, self.height - mark.to_y
        line = f"{mark.x:.2f} {y:.2f} m {mark.to_x:.2f} {to_y:.2f} l S"
        return f"{rgb(self.palette[mark.ink])} RG {mark.width:.2f} w {line}"

    def _box(self, box: Box) -> str:
        lower = self.height - box.y - box.down
        area = f"{box.x:.2f} {lower:.2f} {box.across:.2f} {box.down:.2f} re"
        ink = rgb(self.palette[box.ink])
        return f"{ink} RG {box.width:.2f} w {area} S" if box.width else f"{ink} rg {area} f"

    def _star(self, star: Star) -> str:
        radius = star.size * CAP_HEIGHT * 0.54
        x, y = star.x + radius, self.height - star.y + radius * 0.82
        points = [f"{x + across * radius:.2f} {y + up * radius:.2f}" for across, up in _STAR]
        return f"{rgb(self.palette[star.ink])} rg {points[0]} m {' l '.join(points[1:])} l h f"

    def _code(self, code: QrMark) -> None:
        """Draw runs of dark modules as one shape: seams between modules would disturb a reader."""
        edge = code.across / len(code.rows)
        runs = (
            f"{run.start()} {y} {len(run[0])} 1 re" for y, row in enumerate(code.rows) for run in _DARK.finditer(row)
        )
        place = f"{edge:.4f} 0 0 {-edge:.4f} {code.x:.2f} {self.height - code.y:.2f} cm"
        self.pen.turn_to(Role.FIGURE)
        self.pen.lift()
        self.canvas.addLiteral(f"{self.structure.open(code.about)} q 0 0 0 rg {place} {' '.join(runs)} f Q EMC")


def _is_shape(mark: Mark) -> bool:
    return isinstance(mark, _SHAPES)
