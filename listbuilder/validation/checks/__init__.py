"""The checks, one module per topic. Importing a module registers its checks; findings come in that order."""

# isort: off
from listbuilder.validation.checks import combined, command_group, events, heroes
from listbuilder.validation.checks import force_organisation, units, upgrades, versions
# isort: on

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
