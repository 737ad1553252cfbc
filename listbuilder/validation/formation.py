"""Formation: how regiments rank up."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import RosterEntry
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry


@check_entry("FRM001")
def sizes_without_a_formation(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A regiment has a size for which the book defines rows."""
    formation = inspection.system.formation
    if formation is not None and worked.models not in (sizes := formation.sizes()):
        yield inspection.found("FRM001", worked.id, unit=titled(worked), n=worked.models, sizes=sizes)
