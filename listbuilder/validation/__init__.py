"""Is it legal? One module per family of checks, a registry, the engine, choices."""

from listbuilder.validation.choices import obstacle
from listbuilder.validation.engine import validate
from listbuilder.validation.inspection import Inspection

__all__ = ["Inspection", "obstacle", "validate"]
