"""Formation: how regiments rank up."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check


@check("FRM001")
def sizes_without_a_formation(inspection: Inspection) -> Iterator[Diagnostic]:
    """A regiment has a size for which the book defines rows."""
    formation = inspection.system.formation
    if formation is None:
        return
    sizes = formation.sizes()
    for worked in inspection.roster.entries:
        if worked.models not in sizes:
            yield inspection.found("FRM001", worked.id, unit=titled(worked), n=worked.models, sizes=sizes)
