"""Is it legal? One module per family of checks, a registry, the engine; and choices, for who builds a list."""

from listbuilder.validation.engine import validate
from listbuilder.validation.inspection import Inspection

__all__ = ["Inspection", "validate"]
