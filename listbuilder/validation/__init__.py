"""Validation: checks by family, fixes that are tried before they are offered, and previews of an edit."""

from listbuilder.validation.engine import validate
from listbuilder.validation.registry import Inspection

__all__ = ["Inspection", "validate"]
