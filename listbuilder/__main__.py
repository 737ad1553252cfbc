"""Entry point: without arguments or with a list file it opens the builder, otherwise it runs a command."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

_COMMAND_GC_THRESHOLD = 500_000
"""Garbage collection threshold for commands, whose objects live until the end or are freed without it."""
BUILDER_GC_THRESHOLD = 50_000
"""The threshold for the builder, whose screens leave cycles and which must not pause for long."""
_ESCAPE_DELAY_MS = "25"
"""Milliseconds that Textual waits after Escape for the rest of a longer key sequence.

Its default is four times as long, so a key that is typed soon after Escape would be lost.
"""


class BuilderLauncher:
    """Starts the builder from commands. Textual is imported late, because that takes longer than most commands."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open the builder, with a list if a path is given. Return the exit code."""
        os.environ.setdefault("ESCDELAY", _ESCAPE_DELAY_MS)  # Textual reads it when it is imported
        from listbuilder.tui.app import BuilderApp  # noqa: PLC0415  # see above

        gc.set_threshold(BUILDER_GC_THRESHOLD)
        app = BuilderApp(path, data=data, language=language)
        app.run()
        return app.return_code or 0

    def serve(self, host: str, port: int, *, anyone: bool) -> None:
        """Show the builder in a browser."""
        from listbuilder.tui.web.launch import serve  # noqa: PLC0415  # see above

        serve(host, port, anyone=anyone)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    gc.set_threshold(_COMMAND_GC_THRESHOLD)
    from listbuilder.cli.main import main as command_line  # noqa: PLC0415  # the caller reports a failing import

    code = command_line(sys.argv[1:] if arguments is None else arguments, BuilderLauncher())
    gc.freeze()  # skip the last collection: an eighth of the time of a cold command
    return code


if __name__ == "__main__":
    sys.exit(main())
