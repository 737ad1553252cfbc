"""Exit codes, the same for every command."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit code of the program."""

    SUCCESS = 0
    PROBLEMS = 1
    """Something is illegal, unchecked or different."""
    ERROR = 2
    """Wrong arguments or unreadable input."""
    INTERNAL_ERROR = 3
    INTERRUPTED = 130
