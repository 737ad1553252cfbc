"""Pages of marks drawn with ReportLab."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from math import cos, pi, sin
from threading import Lock

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.marks import Anchor, Box, Lettering, Link, Mark, QrMark, Role, Star, Stroke
from listbuilder.exporters.pdf.metadata import Properties, describe_file
from listbuilder.exporters.pdf.style import PageFrame, Palette
from listbuilder.exporters.pdf.tagging import Structure
from listbuilder.exporters.pdf.typefaces import CAP_HEIGHT, Weight, load_face
from listbuilder.exporters.pdf.writing import Pen, rgb

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
