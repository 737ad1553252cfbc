"""Where the program starts: no arguments or a list file opens the builder, anything else is a command."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

_RUBBISH = 500_000
"""Objects between two looks for rubbish: what commands make stays (data) or goes by itself (lists)."""
RUBBISH_OF_A_SCREEN = 50_000
"""The same for the builder, whose screens leave some behind, and which must not pause for long."""


class LateBuilder:
    """The builder as commands know it. Textual takes longer to import than most commands to run, so it comes late."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open the builder, with a list where one is given."""
        from listbuilder.tui import run  # noqa: PLC0415  # see above

        gc.set_threshold(RUBBISH_OF_A_SCREEN)
        return run(path, data=data, language=language)

    def serve(self, host: str, port: int, *, anyone: bool) -> None:
        """Show the builder in a browser."""
        from listbuilder.tui.web.launch import serve  # noqa: PLC0415  # see above

        serve(host, port, anyone=anyone)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code."""
    gc.set_threshold(_RUBBISH)
    from listbuilder.cli.main import main as command_line  # noqa: PLC0415  # a failing import is told by the caller

    code = command_line(sys.argv[1:] if arguments is None else arguments, LateBuilder())
    gc.freeze()  # the interpreter looks for rubbish once more before it ends: an eighth of a cold verdict
    return code


if __name__ == "__main__":
    sys.exit(main())
