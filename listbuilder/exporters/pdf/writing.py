"""Words written into a page.

ReportLab encodes the letters and embeds the fonts; the operators around them are written here, since its own text
objects spend most of their time on turning numbers into digits that no printer can tell apart.
"""

from __future__ import annotations

from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.marks import Lettering, Role
from listbuilder.exporters.pdf.style import Palette
from listbuilder.exporters.pdf.tagging import Structure
from listbuilder.exporters.pdf.typefaces import SUBSTITUTE_WIDTH, Weight, load_face

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
