"""Words written into a page.

ReportLab encodes the letters and embeds the fonts; the operators around them are written here, since its own text
objects spend most of their time on turning numbers into digits that no printer can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.marks import Words
from listbuilder.exporters.pdf.style import Palette
from listbuilder.exporters.pdf.typefaces import SUBSTITUTE_WIDTH, Weight, load_face, run_width

_ESCAPED = tuple(
    chr(code) if 32 <= code < 127 and chr(code) not in "\\()" else f"\\{code:03o}"  # noqa: PLR2004 - printable ASCII
    for code in range(256)
)
"""How every byte is written between the brackets of a text."""
_FRAME = (0.45, 0.45, 0.45)


def rgb(colour: tuple[float, float, float]) -> str:
    """Write a colour as a page has it."""
    return f"{colour[0]:.3g} {colour[1]:.3g} {colour[2]:.3g}"


def draw_words(canvas: Canvas, words: Iterable[Words], height: float, palette: Palette) -> None:
    """Write texts that follow one another as one text object, which the unusual ones interrupt."""
    pen = _Pen(canvas)
    for one in words:
        face, y, colour = load_face(one.weight), height - one.y, palette[one.ink]
        if face.plain(one.text):
            # the space is for those who copy text: without it what stands apart would stick together
            pen.write(face.font, one.text + " ", one.size, one.x, y, rgb(colour))
        else:
            _write_runs(pen, one, y, colour)
    pen.end()


class _Pen:
    """A text object being written; font and colour are named where they change."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        # which letters of a font are embedded belongs to the document, and the canvas shows it under no other name
        self.document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
        self.code: list[str] = []
        self.font = ""
        self.ink = ""

    def write(self, font: TTFont, text: str, size: float, x: float, y: float, ink: str) -> None:  # noqa: PLR0917 - all different
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

    def end(self) -> None:
        """Hand the text over to the page."""
        if self.code:
            self.canvas.addLiteral("BT " + "\n".join(self.code) + " ET")
        self.code, self.font, self.ink = [], "", ""


def _write_runs(pen: _Pen, words: Words, y: float, colour: tuple[float, float, float]) -> None:
    """Write a text that needs more than one font, reads from right to left, or has letters that no font has."""
    x, size = words.x, words.size
    for run in load_face(words.weight).runs(words.text):
        if run.font:
            pen.write(load_face(Weight(run.font)).font, run.text, size, x, y, rgb(colour))
            x += run_width(run) * size
            continue
        pen.end()
        # readers and searchers are told which text the boxes stand for
        meant = run.text.encode("utf-16-be").hex().upper()
        pen.canvas.addLiteral(f"/Span <</ActualText <FEFF{meant}>>> BDC")
        for letter in run.text:
            _write_substitute(pen, letter, x, y, size)
            x += SUBSTITUTE_WIDTH * size
        pen.canvas.addLiteral("EMC")


def _write_substitute(pen: _Pen, letter: str, x: float, y: float, size: float) -> None:
    """Draw a box with the letter's number in it, half of the digits over the other half."""
    digits = f"{ord(letter):04X}"
    half = (len(digits) + 1) // 2
    across, down, small = size * (SUBSTITUTE_WIDTH - 0.15), size * 0.9, size * 0.45
    left = x + size * 0.05
    area = f"{left:.2f} {y - size * 0.16:.2f} {across:.2f} {down:.2f} re S"
    pen.canvas.addLiteral(f"{rgb(_FRAME)} RG {size * 0.05:.2f} w {area}")
    face = load_face(Weight.REGULAR)
    for text, up in ((digits[:half], 0.34), (digits[half:], -0.07)):
        middle = left + (across - face.width(text) * small) / 2
        pen.write(face.font, text, small, middle, y + size * up, rgb(_FRAME))
    pen.end()
