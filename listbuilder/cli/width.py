"""How wide a stream is shown; a module of its own, because help needs it and nothing else."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from typing import TextIO

PIPED_WIDTH = 80


def terminal_width(stream: TextIO) -> int:
    """Ask for the width; `shutil` would too, but brings every compression library along."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(stream.fileno()).columns)
    except (ValueError, OSError):
        return PIPED_WIDTH
