"""All exceptions of listbuilder, in one tree.

    ListbuilderError            a problem that the user can solve; its text is shown without a traceback
    ├── UnreadableError         a file or text that cannot be read; contains diagnostics
    ├── UnknownIdError          an id that is not in the loaded data (system, faction, event)
    ├── AmbiguousIdError        a faction id that exists in several systems, without a system
    ├── EditError               an edit that cannot be applied to this list
    └── SaveError               a file that could not be written; nothing was lost

Illegal lists are not errors. They are values with a `Report`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.diagnostics import Diagnostic

_MAX_LISTED_IDS = 12
"""Up to this many ids are listed in the message; front ends suggest the closest one."""


class ListbuilderError(Exception):
    """A problem that the user can solve."""


class UnreadableError(ListbuilderError):
    """A file or text could not be read; `diagnostics` contains the reasons with file and line."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(", ".join(diagnostic.code for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


class UnknownIdError(ListbuilderError):
    """No loaded data has this id; `known` contains the existing ids."""

    def __init__(self, kind: str, wanted: str, known: Sequence[str] = ()) -> None:
        suffix = f" (known: {', '.join(known)})" if 0 < len(known) <= _MAX_LISTED_IDS else ""
        super().__init__(f"unknown {kind}: {wanted}{suffix}")
        self.kind = kind
        self.wanted = wanted
        self.known = tuple(known)


class AmbiguousIdError(ListbuilderError):
    """Several systems have a faction with this id; `systems` contains them."""

    def __init__(self, wanted: str, systems: Sequence[str]) -> None:
        super().__init__(f"ambiguous faction: {wanted} ({', '.join(systems)})")
        self.wanted = wanted
        self.systems = tuple(systems)


class EditError(ListbuilderError):
    """An edit names an entry or upgrade that the list does not have."""


class SaveError(ListbuilderError):
    """A file could not be written; the data is still in memory."""
