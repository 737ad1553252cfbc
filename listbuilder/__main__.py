"""Entry point: without arguments or with a list file it opens the builder, otherwise it runs a command."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

_COMMAND_GC_THRESHOLD = 500_000
"""Garbage collection threshold for commands, whose objects live until the end or are freed without it."""
BUILDER_GC_THRESHOLD = 50_000
"""The threshold for the builder, whose screens leave cycles and which must not pause for long."""


class BuilderLauncher:
    """Starts the builder from commands. Textual is imported late, because that takes longer than most commands."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open the builder, with a list if a path is given. Return the exit code."""
        from listbuilder.tui import run  # noqa: PLC0415  # see above

        gc.set_threshold(BUILDER_GC_THRESHOLD)
        return run(path, data=data, language=language)

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
