"""Text in terminal columns: width, wrapping, alignment, ASCII and typographic characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")

_ASCII = str.maketrans(
    {
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
        "\N{MIDDLE DOT}": "-",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{BLACK STAR}": "*",
        "\N{BALLOT BOX}": "[ ]",
        "\N{VULGAR FRACTION ONE HALF}": "1/2",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
    }
)


def to_ascii(text: str) -> str:
    """Return a text in ASCII; characters without an equivalent become question marks."""
    if text.isascii():
        return text
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", text).translate(_ASCII):
        plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        letters.append(plain or ("" if unicodedata.combining(letter) else "?"))
    return "".join(letters)


def map_texts(value: _T, change: Callable[[str], str]) -> _T:
    """Return a value of dataclasses and tuples with every text in it changed."""
    changed: Any = value
    if isinstance(value, str):
        changed = change(value)
    elif isinstance(value, tuple):
        changed = tuple(map_texts(item, change) for item in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {part.name: map_texts(getattr(value, part.name), change) for part in fields(value) if part.init}
        changed = type(value)(**parts)
    return changed  # type: ignore[no-any-return]  # each branch keeps the type of what it changes


def text_width(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return len(text) if text.isascii() else sum(_character_width(letter) for letter in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text up to a width with spaces."""
    space = " " * max(0, width - text_width(text))
    return space + text if right else text + space


def wrap(text: str, width: int, indent: str = "", first: str = "") -> list[str]:
    """Wrap a text at spaces; lines are indented, and words that are too long are split."""
    lines = [first]
    for word in _split_words(text, max(1, width - max(len(indent), len(first)))):
        front = lines[-1]
        if front.strip() and text_width(front) + 1 + text_width(word) > width:
            lines.append(indent + word)
        else:
            lines[-1] = f"{front} {word}" if front.strip() else front + word
    return lines


def align_ends(left: str, right: str, width: int, indent: str = "") -> list[str]:
    """Align two texts to both ends of a line; if they do not fit, the right one gets its own line."""
    gap = width - len(indent) - text_width(left) - text_width(right)
    if not right:
        return wrap(left, width, indent, indent)
    if gap > 1:
        return [indent + left + " " * gap + right]
    return [*wrap(left, width, indent, indent), *(pad(line, width, right=True) for line in wrap(right, width))]


def _split_words(text: str, width: int) -> Iterator[str]:
    for word in text.split(" "):
        rest = word
        while text_width(rest) > width:
            cut = next((length for length in range(1, len(rest)) if text_width(rest[: length + 1]) > width), len(rest))
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


_INCHES = re.compile(r'(?<=\d)"')
_MINUS = re.compile(r"(?<![\w\d)-])-(?=[\dX](?!\w*-))")
_APOSTROPHE = re.compile(r"(?<=\w)'")


def typeset(text: str) -> str:
    """Replace inch marks, apostrophes and minus signs by typographic characters."""
    if "-" in text:
        # our font has no minus sign, and one from another font would stand out
        text = _MINUS.sub("\N{EN DASH}", text)
    if '"' in text:
        text = _INCHES.sub("\N{DOUBLE PRIME}", text)
    return _APOSTROPHE.sub("\N{RIGHT SINGLE QUOTATION MARK}", text) if "'" in text else text
