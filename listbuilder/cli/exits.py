"""Exit codes, the same for every command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a script learns from us without reading."""

    LEGAL = 0
    ILLEGAL = 1
    """Something is illegal, or could not be checked in full."""
    UNUSABLE = 2
    """Usage or unreadable input."""
    INTERNAL = 3
    INTERRUPTED = 130
