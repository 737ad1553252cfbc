"""Where the program starts: no arguments or a list file opens the builder, anything else is a command."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    from listbuilder.cli.main import main as command_line  # noqa: PLC0415  # start-up pays only for what is used

    return command_line(given)


if __name__ == "__main__":
    sys.exit(main())
