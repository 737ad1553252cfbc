"""The checks, one module per topic. Importing a module registers its checks; findings come in that order."""

from listbuilder.validation.checks import (
    combined,
    command_group,
    events,
    force_organisation,
    heroes,
    units,
    upgrades,
    versions,
)

__all__ = [
    "combined",
    "command_group",
    "events",
    "force_organisation",
    "heroes",
    "units",
    "upgrades",
    "versions",
]
