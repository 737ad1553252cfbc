"""Standard output and standard error: the one place where commands write to them.

Letters that a stream lacks are escaped, and a stream that is closed, or that nobody reads any more, is no reason to
stop: the exit code tells the verdict whatever becomes of the words.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys

from listbuilder.textutil.escaping import escaped

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
