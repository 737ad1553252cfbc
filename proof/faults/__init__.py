"""Kinds of fault, each with the code that must tell it. A fault that a list has no room for gives None."""

from proof.faults import combined, heroes, organisation, units, upgrades
from proof.faults.sowing import FAULTS, Field

__all__ = ["FAULTS", "Field", "combined", "heroes", "organisation", "units", "upgrades"]
