"""How bad a finding is, and what all of them mean for a list."""

from __future__ import annotations

from enum import Enum


class Severity(Enum):
    """How bad it is, worst first: an error makes a list illegal, a warning wants a second look, a note informs.

    Unchecked is what could not be checked because a book, an edition or an event is not at hand.
    """

    ERROR = "error"
    UNCHECKED = "unchecked"
    WARNING = "warning"
    NOTE = "note"


class Verdict(Enum):
    """What is to be said of a list: unchecked where nothing is wrong in what could be checked, but not all could."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCHECKED = "unchecked"
    UNREADABLE = "unreadable"
    """There is no list, or it could not be worked out at all."""
