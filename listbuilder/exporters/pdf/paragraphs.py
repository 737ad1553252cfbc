"""Line breaking: paragraphs of several weights and inks, broken at spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from listbuilder.exporters.pdf.fonts import Weight, load_typeface
from listbuilder.exporters.pdf.primitives import Ink, TextRun
from listbuilder.textutil.text_width import typeset

NO_BREAK = "\N{NO-BREAK SPACE}"
DOT = f"{NO_BREAK}\N{MIDDLE DOT}"
"""The separator between short texts on one line."""
_MAX_LABEL_LENGTH = 32


class TextSpan(NamedTuple):
    """A part of a paragraph; a space follows it."""

    text: str
    weight: Weight
    size: float
    ink: Ink = Ink.TEXT


def keep_on_one_line(text: str) -> str:
    """Return a short label with no-break spaces, so that it stays on one line."""
    return text.replace(" ", NO_BREAK) if len(text) <= _MAX_LABEL_LENGTH else text


def measure_text(text: str, weight: Weight, size: float) -> float:
    """Return the width of a text on one line."""
    return load_typeface(weight).width(text) * size


def align_right(span: TextSpan, right: float, base: float) -> TextRun:
    """Return a text on one line that ends at `right`."""
    return TextRun(right - measure_text(span.text, span.weight, span.size), base, *span)


def measure_longest_word(spans: Iterable[TextSpan]) -> float:
    """Return the width of the longest word, which needs at least that much room."""
    return max(
        (measure_text(word, span.weight, span.size) for span in spans for word in typeset(span.text).split(" ")),
        default=0,
    )


def clip_text(text: str, weight: Weight, size: float, width: float) -> str:
    """Return a text with typographic quotes, cut with an ellipsis if it is too wide."""
    face, text = load_typeface(weight), typeset(text)
    if face.width(text) * size <= width:
        return text
    room = width / size - face.width("…")
    for length, letter in enumerate(text):
        room -= face.width(letter)
        if room < 0:
            return text[:length].rstrip() + "…"
    return text


def break_and_clip_lines(spans: Iterable[TextSpan], width: float, max_lines: int) -> list[list[TextRun]]:
    """Break a paragraph into at most `max_lines`; the last one is cut with an ellipsis if needed."""
    lines = break_lines(spans, width)
    if len(lines) <= max_lines:
        return lines
    last, following = lines[max_lines - 1][-1], lines[max_lines][0].text
    text = clip_text(f"{last.text} {following} {following}", last.weight, last.size, width - last.x)
    return [*lines[: max_lines - 1], [*lines[max_lines - 1][:-1], last._replace(text=text)]]


def break_lines(spans: Iterable[TextSpan], width: float) -> list[list[TextRun]]:
    """Break a paragraph into lines; words that are too long are split."""
    lines: list[list[TextRun]] = [[]]
    x = 0.0
    for span in spans:
        face, size = load_typeface(span.weight), span.size
        space = face.width(" ") * size
        words: list[str] = []
        start = x = x + space if lines[-1] else x
        for word in _split_words(span, width):
            word_width = face.width(word) * size
            if x + word_width > width + 0.01 and (words or lines[-1]):
                if words:
                    lines[-1].append(TextRun(start, 0, " ".join(words), span.weight, size, span.ink))
                last = lines[-1][-1]
                if last.text.endswith(DOT):
                    lines[-1][-1] = last._replace(text=last.text.removesuffix(DOT))
                lines.append([])
                words, start, x = [], 0.0, 0.0
            words.append(word)
            x += word_width + space
        lines[-1].append(TextRun(start, 0, " ".join(words), span.weight, size, span.ink))
        x -= space
    return lines


def _split_words(span: TextSpan, width: float) -> Iterator[str]:
    """Yield the words; one that is wider than a line comes in pieces."""
    face, room = load_typeface(span.weight), width / span.size
    for word in typeset(span.text).split(" "):
        if face.width(word) <= room:
            yield word
            continue
        piece, piece_width = "", 0.0
        for letter in word:
            step = face.width(letter)
            if piece and piece_width + step > room:
                yield piece
                piece, piece_width = "", 0.0
            piece += letter
            piece_width += step
        yield piece
