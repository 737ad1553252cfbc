"""The builder: a Textual app for editing lists."""

from __future__ import annotations

import os
from collections.abc import Sequence

_ESCAPE_DELAY_MS = "25"
"""Milliseconds that Textual waits after Escape for the rest of a longer key sequence.

Its default is four times as long, so a key that is typed soon after Escape would be lost.
"""


def run(path: str | None = None, *, sample: bool = False, data: Sequence[str] = (), language: str | None = None) -> int:
    """Run the builder until the user quits and return the exit code."""
    os.environ.setdefault("ESCDELAY", _ESCAPE_DELAY_MS)
    from listbuilder.tui.app import BuilderApp  # noqa: PLC0415  # Textual reads ESCDELAY when it is imported

    app = BuilderApp(path, sample=sample, data=data, language=language)
    app.run()
    return app.return_code or 0
