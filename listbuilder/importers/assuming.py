"""What a foreign list leaves unsaid and the game decides."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import System
from listbuilder.model.text import phrase

UNSTATED = frozenset({"player", "notes", "books"})
"""The fields of a list that no format of Army Forge has room for."""
POINTS, FORCE_ORG = "points", "force_org"
"""The fields that are assumed where a file does not state them; an event may answer both."""


def assumed_force_org(system: System, findings: list[Diagnostic]) -> bool:
    """Use force organisation where the game has it, and say so; an event that says otherwise goes before."""
    if not system.default_force_org:
        return False
    params = {"assumption": phrase("assumed.force-org"), "value": system.title, "field": FORCE_ORG}
    findings.append(Diagnostic("IMP005", None, params))
    return True


def assumed_size(system: System, spent: int | None, findings: list[Diagnostic]) -> int | None:
    """Take the smallest usual game that has room for the points spent, and say so; None where there is none.

    Limits counted from the points spent would be too strict for everyone who left a few points over.
    """
    size = min((size for size in system.suggested_points if spent is not None and size >= spent), default=None)
    if size is not None:
        params = {"assumption": phrase("assumed.size"), "value": size, "field": POINTS}
        findings.append(Diagnostic("IMP005", None, params))
    return size
