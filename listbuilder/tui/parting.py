"""The builder's last words when an error of ours ends it: what is open is kept, and what happened is written down."""

from __future__ import annotations

import traceback
from contextlib import suppress

from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import SaveError
from listbuilder.library.locations import state_folder
from listbuilder.tui.face import Face, Holder

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
