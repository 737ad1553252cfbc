"""Every exception of ours, in one tree.

    ListbuilderError            something a person can act on; its text is shown, never a traceback
    ├── UnreadableError         a file or a text that cannot be read; carries the diagnostics that say why
    ├── UnknownIdError          an id that no loaded data knows (a system, a faction, an event)
    ├── AmbiguousIdError        a faction's id that several games have, where none was named
    ├── EditError               an edit that cannot be applied to this list
    └── SaveError               a file that could not be written; nothing was lost

Illegal lists are not errors: they are values (a Report).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.diagnostics import Diagnostic

_FEW = 12
"""So many ids are named in an error's own text; the faces choose what was probably meant."""


class ListbuilderError(Exception):
    """Something went wrong that the person in front of the screen can act on."""


class UnreadableError(ListbuilderError):
    """A file or text could not be read; `diagnostics` says why, with file and line."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(", ".join(diagnostic.code for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


class UnknownIdError(ListbuilderError):
    """No loaded data has this id; `known` are the ids there are."""

    def __init__(self, kind: str, wanted: str, known: Sequence[str] = ()) -> None:
        some = f" (known: {', '.join(known)})" if 0 < len(known) <= _FEW else ""
        super().__init__(f"unknown {kind}: {wanted}{some}")
        self.kind = kind
        self.wanted = wanted
        self.known = tuple(known)


class AmbiguousIdError(ListbuilderError):
    """Several games have a faction of this id; `systems` are those to choose from."""

    def __init__(self, wanted: str, systems: Sequence[str]) -> None:
        super().__init__(f"ambiguous faction: {wanted} ({', '.join(systems)})")
        self.wanted = wanted
        self.systems = tuple(systems)


class EditError(ListbuilderError):
    """An edit names an entry or a pick that the list does not have."""


class SaveError(ListbuilderError):
    """A file could not be written; what was to be written is still in memory."""
