"""Text set in lines: words broken at spaces, several weights and inks in one paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.exporters.pdf.fonts import Weight, load_face
from listbuilder.exporters.pdf.primitives import Ink, Lettering
from listbuilder.textutil.text_width import typeset

NO_BREAK = "\N{NO-BREAK SPACE}"
DOT = f"{NO_BREAK}\N{MIDDLE DOT}"
"""What parts short texts that stand one after the other on a line."""
_LONGEST_LABEL = 32


class TextSpan(NamedTuple):
    """A part of a paragraph; a space follows it."""

    text: str
    weight: Weight
    size: float
    ink: Ink = Ink.TEXT


def unbroken(text: str) -> str:
    """Keep a short label on one line."""
    return text.replace(" ", NO_BREAK) if len(text) <= _LONGEST_LABEL else text


def text_width(text: str, weight: Weight, size: float) -> float:
    """Measure a text on one line."""
    return load_face(weight).width(text) * size


def longest_word(spans: Iterable[TextSpan]) -> float:
    """Measure the longest word of a paragraph, which a narrower place would cut."""
    return max(
        (text_width(word, span.weight, span.size) for span in spans for word in typeset(span.text).split(" ")),
        default=0,
    )


def clip(text: str, weight: Weight, size: float, width: float) -> str:
    """Set a text as print has it, and cut it with a mark where it is wider than its place."""
    face, text = load_face(weight), typeset(text)
    if face.width(text) * size <= width:
        return text
    room = width / size - face.width("…")
    for letters, letter in enumerate(text):
        room -= face.width(letter)
        if room < 0:
            return text[:letters].rstrip() + "…"
    return text


def cut_lines(spans: Iterable[TextSpan], width: float, most: int) -> list[list[Lettering]]:
    """Break a paragraph into at most so many lines; what does not fit is cut off with a mark."""
    lines = set_lines(spans, width)
    if len(lines) <= most:
        return lines
    last, following = lines[most - 1][-1], lines[most][0].text
    text = clip(f"{last.text} {following} {following}", last.weight, last.size, width - last.x)
    return [*lines[: most - 1], [*lines[most - 1][:-1], last._replace(text=text)]]


def set_lines(spans: Iterable[TextSpan], width: float, hanging: float = 0) -> list[list[Lettering]]:
    """Break a paragraph into lines no wider than `width`; later lines are indented, words too long are cut."""
    setter = _Setter(width, hanging)
    for span in spans:
        setter.add(span)
    return setter.lines


class _Setter:
    """The paragraph so far: its lines, and where the next word would stand."""

    def __init__(self, width: float, hanging: float) -> None:
        self.width = width
        self.hanging = hanging
        self.lines: list[list[Lettering]] = [[]]
        self.x = 0.0
        self.fresh = True

    def add(self, span: TextSpan) -> None:
        """Set a span, as one piece of text a line."""
        face, size = load_face(span.weight), span.size
        space = face.width(" ") * size
        words: list[str] = []
        start = self.x if self.fresh else self.x + space
        x = start
        for word in self._cut(span):
            wide = face.width(word) * size
            if x + wide > self.width + 0.01 and not (self.fresh and not words):
                self._put(start, words, span)
                self._next_line()
                words, start = [], self.hanging
                x = start
            words.append(word)
            x += wide + space
            self.fresh = False
        self._put(start, words, span)
        self.x = x - space

    def _put(self, x: float, words: Sequence[str], span: TextSpan) -> None:
        if words:
            self.lines[-1].append(Lettering(x, 0, " ".join(words), span.weight, span.size, span.ink))

    def _next_line(self) -> None:
        """Begin another line; a dot that parted two texts has nothing to part at the end of one."""
        last = self.lines[-1]
        if last and last[-1].text.endswith(DOT):
            last[-1] = last[-1]._replace(text=last[-1].text.removesuffix(DOT))
        self.lines.append([])
        self.fresh = True

    def _cut(self, span: TextSpan) -> Iterator[str]:
        face = load_face(span.weight)
        room = (self.width - self.hanging) / span.size
        for word in typeset(span.text).split(" "):
            if face.width(word) <= room:
                yield word
            else:
                yield from _pieces(word, room, span.weight)


def _pieces(word: str, room: float, weight: Weight) -> Iterator[str]:
    face, piece, wide = load_face(weight), "", 0.0
    for letter in word:
        step = face.width(letter)
        if piece and wide + step > room:
            yield piece
            piece, wide = "", 0.0
        piece += letter
        wide += step
    yield piece
