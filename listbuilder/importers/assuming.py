"""What a foreign list leaves unsaid and the game decides."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.phrases import phrase
from listbuilder.model import System


def assumed_force_org(system: System, findings: list[Diagnostic]) -> bool:
    """Use force organisation where the game has it, and say so; an event that says otherwise goes before."""
    if not system.default_force_org:
        return False
    params = {"assumption": phrase("assumed.force-org"), "value": system.title}
    findings.append(Diagnostic("IMP005", None, params))
    return True
