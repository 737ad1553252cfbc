"""Is it legal? One module per family of checks, a registry, the engine, choices."""

from listbuilder.validation.choices import Choice, option_choices, unit_choices
from listbuilder.validation.engine import validate
from listbuilder.validation.inspection import Inspection

__all__ = ["Choice", "Inspection", "option_choices", "unit_choices", "validate"]
