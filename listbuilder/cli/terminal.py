"""A stream as a place for people: its width, whether it shows colours, whether it knows our symbols."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import pairwise
from typing import TextIO

from listbuilder.cli.harmless import defuse_commands
from listbuilder.cli.width import PIPED_WIDTH, terminal_width
from listbuilder.i18n.letters import hides, is_hidden
from listbuilder.values import dataclass

_STYLES: Mapping[str, str] = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "magenta": "35",
    "cyan": "36",
}
_SYMBOLS: Mapping[str, str] = {
    "✔": "+",
    "✘": "x",
    "!": "!",
    "·": "-",
    "…": "...",
    "★": "*",
    "└": "`",
    "─": "-",
    "×": "x",
    "±": "+/-",
}


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a stream can show."""

    width: int = PIPED_WIDTH
    colour: bool = False
    symbols: bool = True

    @classmethod
    def of(cls, stream: TextIO, colour: str | None = None) -> Terminal:
        """Find out what a stream can show; a pipe gets 80 columns and no colours, unless they are asked for."""
        try:
            tty = stream.isatty()
        except ValueError:
            tty = False
        width = terminal_width(stream) if tty else PIPED_WIDTH
        usual = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        shown = {"always": True, "never": False}.get(colour or "", usual)
        return cls(max(40, width), shown, _writes(stream, "✔─×"))

    def style(self, text: str, *styles: str) -> str:
        """Colour a text where colours are shown."""
        if not self.colour or not text:
            return text
        codes = ";".join(_STYLES[style] for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def plain(self, text: str) -> str:
        """Make a text from a file harmless: no control characters, no commands, no symbols that the stream lacks."""
        shown = defuse_commands(text)
        if hides(shown):
            shown = "".join(
                letter if letter == "\n" or not is_hidden(letter, before) else "\N{REPLACEMENT CHARACTER}"
                for before, letter in pairwise(f" {shown}")
            )
        if self.symbols:
            return shown
        for symbol, plain in _SYMBOLS.items():
            shown = shown.replace(symbol, plain)
        return shown.encode("ascii", "replace").decode()

    def line(self, text: str) -> str:
        """Make a text harmless that has one line to itself: none of a file's own making can look like one of ours."""
        return self.plain(text.replace("\n", " "))

    def symbol(self, symbol: str) -> str:
        """Give a symbol, or its likeness in ASCII."""
        return symbol if self.symbols else _SYMBOLS.get(symbol, "?")


def _writes(stream: TextIO, letters: str) -> bool:
    try:
        letters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
