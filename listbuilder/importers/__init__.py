"""Foreign files in, found by content and not by name."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.importers.base import Imported, Importer, Source
    from listbuilder.importers.dispatch import ReadList, read_any

__all__ = ["Imported", "Importer", "ReadList", "Source", "read_any"]

_HOMES = dict.fromkeys(("Imported", "Importer", "Source"), "base") | dict.fromkeys(("ReadList", "read_any"), "reading")


def __getattr__(name: str) -> object:
    """Import what is asked for then: a desk whose lists are known reads its tables, and no list."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
