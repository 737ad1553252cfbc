"""Help as wide as the terminal."""

from __future__ import annotations

import argparse
import sys

from listbuilder.cli.width import terminal_width


class HelpText(argparse.HelpFormatter):
    """Asks for the width by itself: argparse would import all of `shutil` to ask, also where no help is wanted."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width(sys.stdout) - 2)
