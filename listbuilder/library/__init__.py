"""Data files in: found, read, checked, and made values of the model. The Library is lazy: start-up reads an index."""

from listbuilder.library.headers import CollectionHeader, EventHeader, FactionHeader, ListHeader, SystemHeader
from listbuilder.library.library import Library
from listbuilder.library.registry import Shadow, version_key

__all__ = [
    "CollectionHeader",
    "EventHeader",
    "FactionHeader",
    "Library",
    "ListHeader",
    "Shadow",
    "SystemHeader",
    "version_key",
]
