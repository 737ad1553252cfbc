"""Fixes for findings: one module per topic proposes them, the search tries and ranks them."""

from listbuilder.validation.fixes import (  # noqa: F401  # importing a module registers its fixes
    combined,
    events,
    force_organisation,
    points_reduction,
    units,
    upgrades,
)
