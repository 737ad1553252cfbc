"""Exits without a question: the terminal is gone, a signal ends the program, or an error crashes it.

Unsaved changes are written to the recovery journal first.
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
from listbuilder.tui.base_app import BaseApp

_TERMINAL_CHECK_INTERVAL = 2.0
"""Seconds between two checks for the terminal."""
_EXIT_SIGNALS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
CRASH_REPORT_NAME = "crash.txt"
_SIGNAL_EXIT_CODE = 128
"""Added to the number of a signal, it is the exit code of a program that the signal ended."""


def install_hangup_handler(app: BaseApp) -> None:
    """Exit the builder when a signal asks for it or when the terminal is gone."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError):  # not every platform and loop supports it
        for number in _EXIT_SIGNALS:
            loop.add_signal_handler(number, journal_and_exit, app, number)
    if has_terminal():
        app.set_interval(_TERMINAL_CHECK_INTERVAL, lambda: None if has_terminal() else journal_and_exit(app))


def has_terminal() -> bool:
    """Return whether standard input is still a terminal."""
    try:
        return sys.__stdin__ is not None and os.isatty(sys.__stdin__.fileno())
    except (OSError, ValueError):
        return False


def journal_and_exit(app: BaseApp, signal_number: int = _EXIT_SIGNALS[0]) -> None:
    """Write all unsaved changes to the journal and exit without a question."""
    if app.save_controller is not None:
        app.save_controller.write_journal()
    app.exit(return_code=_SIGNAL_EXIT_CODE + signal_number)


def write_crash_report(app: BaseApp, error: BaseException) -> str:
    """Write all unsaved changes to the journal and a crash report to disk; return a message for the user."""
    from listbuilder.library.locations import state_folder  # noqa: PLC0415  # imports the engine

    if app.save_controller is not None:
        app.save_controller.write_journal()
    report = state_folder() / CRASH_REPORT_NAME
    with suppress(SaveError):
        make_folder(report.parent)
        write_atomically(report, "".join(traceback.format_exception(error)).encode("utf-8", "replace"), backup=False)
    return app.tr("tui.crashed", error=type(error).__name__, path=str(report))
