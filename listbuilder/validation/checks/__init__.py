"""The checks, one module per family. Importing a family registers its checks; findings come in that order."""

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
