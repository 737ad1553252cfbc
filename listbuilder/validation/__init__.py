"""Is it legal? One module per family of checks, a registry, the engine; and choices, for who builds a list."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.validation.check_context import Inspection
    from listbuilder.validation.engine import validate

__all__ = ["Inspection", "validate"]

_HOMES = {"Inspection": "check_context", "validate": "engine"}


def __getattr__(name: str) -> object:
    """Import what is asked for then: words about findings are needed without any check."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
