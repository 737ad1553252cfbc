"""The library of installed data files: found, indexed, loaded when needed and built into model values."""

from listbuilder.library.index import (
    CollectionHeader,
    EventHeader,
    FactionHeader,
    ListHeader,
    Override,
    SystemHeader,
    version_key,
)
from listbuilder.library.library import Library

__all__ = [
    "CollectionHeader",
    "EventHeader",
    "FactionHeader",
    "Library",
    "ListHeader",
    "Override",
    "SystemHeader",
    "version_key",
]
