"""The terminal goes away, or somebody ends the program: what is open is noted, and the builder ends.

Without that, edits of the last moment would be lost with a terminal that is closed, and a builder whose terminal has
gone without a signal would go on for ever, with its list open to nobody else.

The builder's last words when an error of ours ends it: what is open is kept, and what happened is written down.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from contextlib import suppress

from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import SaveError
from listbuilder.library.locations import state_folder
from listbuilder.tui.base import Face, Holder

_EVERY = 2.0
"""Seconds between two looks whether the terminal is still there."""
_ENDING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
_BY_SIGNAL = 128
"""What the exit code of a program begins with that a signal ended."""


def heed_hang_up(app: Face) -> None:
    """End the builder where a signal asks for it, or where it has lost its terminal."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError):  # not everywhere can a loop hear of signals
        for number in _ENDING:
            loop.add_signal_handler(number, end, app, number)
    if has_terminal():
        app.set_interval(_EVERY, lambda: None if has_terminal() else end(app))


def has_terminal() -> bool:
    """Tell whether keys can still come from a terminal."""
    try:
        return sys.__stdin__ is not None and os.isatty(sys.__stdin__.fileno())
    except (OSError, ValueError):
        return False


def end(app: Face, number: int = _ENDING[0]) -> None:
    """Note every open list and end, without a question that nobody could answer."""
    for screen in app.screen_stack:
        if isinstance(screen, Holder):
            screen.custody.keep_in_journal()
    app.exit(return_code=_BY_SIGNAL + number)


REPORT = "crash.txt"


def part(app: Face, error: BaseException) -> str:
    """Keep what is open, write down what happened, and give the few words to say about it."""
    for screen in app.screen_stack:
        if isinstance(screen, Holder):
            screen.custody.keep_in_journal()
    report = state_folder() / REPORT
    with suppress(SaveError):
        make_folder(report.parent)
        write_atomically(report, "".join(traceback.format_exception(error)).encode("utf-8", "replace"), backup=False)
    return app.tr("tui.crashed", error=type(error).__name__, path=str(report))
