"""Kinds of fault, each with the code of its finding. A fault function returns None if it does not apply to a list."""

from proof.faults import combined, heroes, organisation, units, upgrades
from proof.faults.fault import FAULTS, FaultContext

__all__ = ["FAULTS", "FaultContext", "combined", "heroes", "organisation", "units", "upgrades"]
