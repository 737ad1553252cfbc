"""Exit codes, the same for every command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit code of the program."""

    LEGAL = 0
    ILLEGAL = 1
    """Something is illegal, unchecked or different."""
    UNUSABLE = 2
    """Wrong arguments or unreadable input."""
    INTERNAL = 3
    INTERRUPTED = 130
