"""Pages of marks drawn with ReportLab."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from math import cos, pi, sin
from threading import Lock

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from listbuilder.exporters.pdf.marks import Anchor, Box, Code, Ink, Link, Mark, Star, Stroke, Words
from listbuilder.exporters.pdf.style import Page, Palette
from listbuilder.exporters.pdf.typefaces import CAP_HEIGHT, SUBSTITUTE_WIDTH, Weight, load_face, run_width

rl_config.useA85 = 0  # bytes stay bytes: smaller and faster than writing them in letters
_DRAWING = Lock()
"""A font can be at work on one document at a time."""
_STAR = tuple((sin(n * pi / 5) * radius, cos(n * pi / 5) * radius) for n, radius in enumerate((1, 0.42) * 5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties:
    """What a file says about itself."""

    title: str
    author: str
    subject: str
    keywords: tuple[str, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Painted:
    """A page ready to be drawn: its paper and its marks, from the paper's upper left corner."""

    page: Page
    marks: tuple[Mark, ...]


def paint(pages: Sequence[Painted], palette: Palette, properties: Properties) -> bytes:
    """Draw pages as a PDF file; the same pages give the same bytes."""
    stream = BytesIO()
    with _DRAWING:
        canvas = Canvas(stream, pageCompression=1, invariant=True, lang=properties.language)
        canvas.setTitle(properties.title)
        canvas.setAuthor(properties.author)
        canvas.setSubject(properties.subject)
        canvas.setKeywords(", ".join(properties.keywords))
        canvas.setCreator("listbuilder")
        for painted in pages:
            canvas.setPageSize((painted.page.width, painted.page.height))
            Painter(canvas, painted.page.height, palette).draw(painted.marks)
            canvas.showPage()
        if not pages:
            canvas.showPage()
        canvas.save()
    return stream.getvalue()


class Painter:
    """Draws the marks of one page."""

    def __init__(self, canvas: Canvas, height: float, palette: Palette) -> None:
        self.canvas = canvas
        self.height = height
        self.palette = palette

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks in their order, which is the order of reading."""
        text = _Text(self)
        for mark in marks:
            if isinstance(mark, Words):
                text.write(mark)
            else:
                text.end()
                self._draw(mark)
        text.end()

    def ink(self, ink: Ink) -> tuple[float, float, float]:
        """Look a colour up."""
        return self.palette[ink]

    def _draw(self, mark: Mark) -> None:
        match mark:
            case Stroke():
                self.canvas.setStrokeColorRGB(*self.ink(mark.ink))
                self.canvas.setLineWidth(mark.width)
                self.canvas.line(mark.x, self.height - mark.y, mark.to_x, self.height - mark.to_y)
            case Box():
                self._box(mark)
            case Star():
                self._star(mark)
            case Code():
                self._code(mark)
            case Anchor():
                self.canvas.bookmarkPage(mark.key)
                self.canvas.addOutlineEntry(mark.title, mark.key, mark.level, closed=False)
            case Link():
                upper = self.height - mark.y
                area = (mark.x, upper - mark.down, mark.x + mark.across, upper)
                self.canvas.linkRect("", mark.key, area, thickness=0)

    def _box(self, box: Box) -> None:
        if box.width:
            self.canvas.setStrokeColorRGB(*self.ink(box.ink))
            self.canvas.setLineWidth(box.width)
        else:
            self.canvas.setFillColorRGB(*self.ink(box.ink))
        lower = self.height - box.y - box.down
        self.canvas.rect(box.x, lower, box.across, box.down, stroke=int(box.width > 0), fill=int(not box.width))

    def _star(self, star: Star) -> None:
        radius = star.size * CAP_HEIGHT * 0.54
        x, y = star.x + radius, self.height - star.y + radius * 0.82
        path = self.canvas.beginPath()
        path.moveTo(x + _STAR[0][0] * radius, y + _STAR[0][1] * radius)
        for across, up in _STAR[1:]:
            path.lineTo(x + across * radius, y + up * radius)
        path.close()
        self.canvas.setFillColorRGB(*self.ink(star.ink))
        self.canvas.drawPath(path, stroke=0, fill=1)

    def _code(self, code: Code) -> None:
        """Draw runs of dark modules as one shape: seams between modules would disturb a reader."""
        edge = code.across / len(code.rows)
        self.canvas.saveState()
        self.canvas.setFillColorRGB(0, 0, 0)
        self.canvas.translate(code.x, self.height - code.y)
        self.canvas.scale(edge, -edge)
        runs = (f"{start} {y} {length} 1 re" for y, row in enumerate(code.rows) for start, length in _dark(row))
        self.canvas.addLiteral(" ".join(runs) + " f")
        self.canvas.restoreState()


class _Text:
    """Words that follow one another, written as one text object where the fonts have all their letters."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.object: PDFTextObject | None = None
        self.font: tuple[Weight, float] | None = None
        self.ink: Ink | None = None

    def write(self, words: Words) -> None:
        """Write a text, letter by letter where it is an unusual one."""
        if not load_face(words.weight).plain(words.text):
            self.end()
            _draw_runs(self.painter, words)
            return
        if self.object is None:
            self.object = self.painter.canvas.beginText()
        text = self.object
        text.setTextOrigin(words.x, self.painter.height - words.y)
        if self.font != (words.weight, words.size):
            self.font = (words.weight, words.size)
            text.setFont(words.weight.value, words.size)
        if self.ink is not words.ink:
            self.ink = words.ink
            text.setFillColorRGB(*self.painter.ink(words.ink))
        text.textLine(words.text)

    def end(self) -> None:
        """Hand the text over to the page."""
        if self.object is not None:
            self.painter.canvas.drawText(self.object)
        self.object, self.font, self.ink = None, None, None


def _draw_runs(painter: Painter, words: Words) -> None:
    """Draw a text that needs more than one font, reads from right to left, or has letters that no font has."""
    canvas, size = painter.canvas, words.size
    x, y = words.x, painter.height - words.y
    for run in load_face(words.weight).runs(words.text):
        canvas.setFillColorRGB(*painter.ink(words.ink))
        if run.font:
            canvas.setFont(run.font, size)
            canvas.drawString(x, y, run.text)
            x += run_width(run) * size
            continue
        # readers and searchers are told which text the boxes stand for
        meant = run.text.encode("utf-16-be").hex().upper()
        canvas.addLiteral(f"/Span <</ActualText <FEFF{meant}>>> BDC")
        for letter in run.text:
            _draw_substitute(canvas, letter, x, y, size)
            x += SUBSTITUTE_WIDTH * size
        canvas.addLiteral("EMC")


def _draw_substitute(canvas: Canvas, letter: str, x: float, y: float, size: float) -> None:
    """Draw a box with the letter's number in it, half of the digits over the other half."""
    digits = f"{ord(letter):04X}"
    half = (len(digits) + 1) // 2
    across, down = size * (SUBSTITUTE_WIDTH - 0.15), size * 0.9
    canvas.setLineWidth(size * 0.05)
    canvas.setStrokeColorRGB(0.45, 0.45, 0.45)
    canvas.rect(x + size * 0.05, y - size * 0.16, across, down)
    canvas.setFont(Weight.REGULAR.value, size * 0.45)
    canvas.drawCentredString(x + size * 0.05 + across / 2, y + size * 0.34, digits[:half])
    canvas.drawCentredString(x + size * 0.05 + across / 2, y - size * 0.07, digits[half:])


def _dark(row: bytes) -> list[tuple[int, int]]:
    """Find the runs of dark modules in a row."""
    runs: list[tuple[int, int]] = []
    place = 0
    for dark, group in groupby(row):
        length = len(list(group))
        if dark:
            runs.append((place, length))
        place += length
    return runs
