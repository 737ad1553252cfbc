"""What would mend a finding: one module per family proposes, the search tries and ranks."""

from listbuilder.validation.remedies import (  # noqa: F401  # importing a family registers its remedies
    combined,
    command,
    events,
    heroes,
    limits,
    organisation,
    picks,
    points,
    units,
    upgrades,
    versions,
)
from listbuilder.validation.remedies.search import find_fixes

__all__ = ["find_fixes"]
