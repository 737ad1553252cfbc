"""Standard output and standard error, what a terminal can show, the progress bar and the exit codes.

Characters that a stream cannot encode are escaped. A closed stream is not an error: the exit code still counts.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple, TextIO, TypeVar

from listbuilder.textutil.escaping import escape_characters, escape_commands
from listbuilder.textutil.sanitize import has_hidden, is_hidden_character

_T = TypeVar("_T")
ESCAPE = "listbuilder.escape"
"""The error handler for characters that a stream cannot encode; in JSON they stay the same characters."""
XML_ESCAPE = "xmlcharrefreplace"
"""The same for XML."""
PIPED_WIDTH = 80
_MIN_WIDTH = 40
_MIN_PROGRESS_ITEMS = 4
_BAR_CELLS = 24
_STYLES: Mapping[str, str] = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "magenta": "35", "cyan": "36"}
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
"""Our symbols and their replacements in ASCII."""


class ExitCode(IntEnum):
    """Exit code of the program."""

    SUCCESS = 0
    PROBLEMS = 1
    """Something is illegal, unchecked or different."""
    ERROR = 2
    """Wrong arguments or unreadable input."""
    INTERNAL_ERROR = 3
    INTERRUPTED = 130


def prepare_streams() -> None:
    """Replace closed streams by the null device and escape what the others cannot encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # it stays open
    codecs.register_error(ESCAPE, _escape_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def write_stdout(output: str | bytes, *, escape: str | None = None) -> None:
    """Write to standard output; with `escape`, a stream that is not UTF-8 gets plain ASCII."""
    encoding = (sys.stdout.encoding or "").lower().replace("_", "-")
    if isinstance(output, str) and escape is not None and encoding not in ("utf-8", "utf8", "utf-8-sig"):
        output = output.encode("ascii", escape).decode("ascii")
    _write(sys.stdout, output)


def print_line(text: object = "") -> None:
    """Write a line to standard output."""
    write_stdout(f"{text}\n")


def write_stderr(text: str, end: str = "\n") -> None:
    """Write a message to standard error."""
    _write(sys.stderr, f"{text}{end}")


def flush_streams() -> OSError | None:
    """Flush both streams; return the error if that fails, for example because the disk is full."""
    failed = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _redirect_to_null(stream)
        except OSError as error:
            failed = error
            _redirect_to_null(stream)
        except ValueError:
            continue  # the stream is closed
    return failed


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return escape_characters(error.object[error.start : error.end]), error.end


def _write(stream: TextIO, output: str | bytes) -> None:
    # with PYTHONUNBUFFERED there is no buffer, and a write may silently drop a part of the text
    unbuffered = isinstance(getattr(stream, "buffer", None), io.RawIOBase)
    try:
        if isinstance(output, str) and not unbuffered:
            stream.write(output)
        else:
            stream.flush()
            _write_all(
                stream, output.encode(stream.encoding, stream.errors or ESCAPE) if isinstance(output, str) else output
            )
    except BrokenPipeError:
        _redirect_to_null(stream)


def _write_all(stream: TextIO, data: bytes) -> None:
    """Write all bytes; raise OSError if the stream accepts no more."""
    while data:
        written = stream.buffer.write(data)
        if not written:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        data = data[written:]


def _redirect_to_null(stream: TextIO) -> None:
    """Discard further output, because the reader has closed the pipe (`| head`)."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def terminal_width(stream: TextIO) -> int:
    """Return the width of a terminal, 80 for a pipe; `shutil` would import every compression library for this."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(stream.fileno()).columns)
    except (ValueError, OSError):
        return PIPED_WIDTH


class Terminal(NamedTuple):
    """What a stream can show: its width, colours and our symbols."""

    width: int = PIPED_WIDTH
    colour: bool = False
    symbols: bool = True

    @classmethod
    def detect(cls, stream: TextIO, colour: str | None = None) -> Terminal:
        """Return what a stream can show; a pipe has 80 columns and no colours unless `colour` is `always`."""
        try:
            tty = stream.isatty()
        except ValueError:
            tty = False
        symbols = True
        try:
            "✔─×".encode(stream.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            symbols = False
        width = terminal_width(stream) if tty else PIPED_WIDTH
        usual = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        coloured = {"always": True, "never": False}.get(colour or "", usual)
        return cls(max(_MIN_WIDTH, width), coloured, symbols)

    def style(self, text: str, *styles: str) -> str:
        """Return a text with styles, or unchanged if there are no colours."""
        if not self.colour or not text:
            return text
        codes = ";".join(_STYLES[style] for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def sanitize(self, text: str) -> str:
        """Return a text that is safe to print: without control characters, commands and missing symbols."""
        safe = escape_commands(text)
        if has_hidden(safe):
            safe = "".join(
                character
                if character == "\n" or not is_hidden_character(character, before)
                else "\N{REPLACEMENT CHARACTER}"
                for before, character in pairwise(f" {safe}")
            )
        if self.symbols:
            return safe
        for symbol, replacement in _SYMBOLS.items():
            safe = safe.replace(symbol, replacement)
        return safe.encode("ascii", "replace").decode()

    def sanitize_line(self, text: str) -> str:
        """Return a safe text on one line, so that a text from a file cannot look like a line of ours."""
        return self.sanitize(text.replace("\n", " "))

    def symbol(self, symbol: str) -> str:
        """Return a symbol, or its replacement in ASCII."""
        return symbol if self.symbols else _SYMBOLS.get(symbol, "?")


class ProgressBar:
    """A line on standard error that is redrawn for every item, if that is a terminal and there are enough items."""

    def __init__(self, terminal: Terminal) -> None:
        self._full, self._empty = ("█", "░") if terminal.symbols else ("#", ".")
        self._is_terminal = sys.stderr.isatty()

    def draw(self, done: int, total: int) -> None:
        """Draw the bar for a number of finished items; after the last one, clear it."""
        if not self._is_terminal or total < _MIN_PROGRESS_ITEMS:
            return
        cells = done * _BAR_CELLS // total
        bar = f"{self._full * cells}{self._empty * (_BAR_CELLS - cells)} {done}/{total}"
        write_stderr(f"\r{bar}" if done < total else "\r\x1b[K", end="")


def show_progress(items: Sequence[_T], terminal: Terminal) -> Iterator[_T]:
    """Yield the items and show the progress."""
    bar = ProgressBar(terminal)
    for done, item in enumerate(items, 1):
        yield item
        bar.draw(done, len(items))
