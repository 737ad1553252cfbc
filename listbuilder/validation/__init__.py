"""Validation: checks by family, fixes that are tried before they are offered, and previews of an edit."""

from listbuilder.validation.check_context import Inspection
from listbuilder.validation.engine import validate

__all__ = ["Inspection", "validate"]
