"""Standard output and standard error: the one place where commands write to them.

Letters that a stream lacks are escaped, and a stream that is closed, or that nobody reads any more, is no reason to
stop: the exit code tells the verdict whatever becomes of the words.

How wide a stream is shown; a module of its own, because help needs it and nothing else.

A stream as a place for people: its width, whether it shows colours, whether it knows our symbols.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TextIO

from listbuilder.textutil.escaping import defuse_commands, escaped
from listbuilder.textutil.sanitize import hides, is_hidden

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from typing import TextIO

ESCAPE = "listbuilder.escape"
"""How letters are escaped that a stream lacks; in a text of JSON they are still the same letters."""
REFERENCE = "xmlcharrefreplace"
"""The same for XML."""


def prepare() -> None:
    """Make the streams fit to be used: a closed one leads nowhere, and none fails at a letter."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # it stays open
    codecs.register_error(ESCAPE, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def emit(made: str | bytes, *, escape: str | None = None) -> None:
    """Write data; with `escape`, a stream that is not UTF-8 gets plain ASCII, since the format allows no other."""
    if isinstance(made, str) and escape is not None and not _is_unicode(sys.stdout):
        made = made.encode("ascii", escape).decode("ascii")
    _write(sys.stdout, made)


def print_line(text: object = "") -> None:
    """Write a line of data."""
    emit(f"{text}\n")


def talk(text: str, end: str = "\n") -> None:
    """Say something beside the data."""
    _write(sys.stderr, f"{text}{end}")


def finish() -> OSError | None:
    """Write what still waits; give the reason where that cannot be done (a full disk)."""
    failed = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _let_go(stream)
        except OSError as error:
            failed = error
            _let_go(stream)
        except ValueError:
            continue  # somebody has closed it
    return failed


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return escaped(error.object[error.start : error.end]), error.end


def _write(stream: TextIO, made: str | bytes) -> None:
    try:
        if isinstance(made, str) and not _is_bare(stream):
            stream.write(made)
        else:
            stream.flush()
            _write_all(stream, made.encode(stream.encoding, stream.errors or ESCAPE) if isinstance(made, str) else made)
    except BrokenPipeError:
        _let_go(stream)


def _is_bare(stream: TextIO) -> bool:
    """Tell whether a stream has no buffer (`PYTHONUNBUFFERED`): what it cannot take whole, it drops without a word."""
    return isinstance(getattr(stream, "buffer", None), io.RawIOBase)


def _write_all(stream: TextIO, data: bytes) -> None:
    """Write bytes to the last, or raise OSError where there is no more room."""
    while data:
        written = stream.buffer.write(data)
        if not written:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        data = data[written:]


def _let_go(stream: TextIO) -> None:
    """Lead a stream nowhere: the reader has seen enough (`| head`), and nothing is left to tell it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig")


TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from typing import TextIO

PIPED_WIDTH = 80


def terminal_width(stream: TextIO) -> int:
    """Ask for the width; `shutil` would too, but brings every compression library along."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(stream.fileno()).columns)
    except (ValueError, OSError):
        return PIPED_WIDTH


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
