"""The builder: a Textual app over the engine."""

from __future__ import annotations

import os
from collections.abc import Sequence

_ESCAPE_MS = "25"
"""How long Escape may be the beginning of another key: less than anybody needs to type the next one.

Textual waits four times as long, and whoever is quicker than that loses the Escape or both keys.
"""


def run(path: str | None = None, *, sample: bool = False, data: Sequence[str] = (), language: str | None = None) -> int:
    """Run the builder until the player leaves; give the exit code."""
    os.environ.setdefault("ESCDELAY", _ESCAPE_MS)
    from listbuilder.tui.app import BuilderApp  # noqa: PLC0415 - Textual is imported when the builder is wanted

    app = BuilderApp(path, sample=sample, data=data, language=language)
    app.run()
    return app.return_code or 0
