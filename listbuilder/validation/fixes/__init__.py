"""Fixes for findings: one module per topic proposes them, the search tries and ranks them."""

from listbuilder.validation.fixes import combined, events, force_organisation, points_reduction, units, upgrades  # noqa: F401  # importing a module registers its fixes
