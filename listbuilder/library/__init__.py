"""The library of installed data files: found, indexed, loaded when needed and built into model values."""

from listbuilder.library.headers import CollectionHeader, EventHeader, FactionHeader, ListHeader, SystemHeader
from listbuilder.library.library import Library
from listbuilder.library.registry import Override, version_key

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
