"""Foreign files in, found by content and not by name."""

from listbuilder.importers.base import Imported, Importer, Source
from listbuilder.importers.reading import ReadList, read_any

__all__ = ["Imported", "Importer", "ReadList", "Source", "read_any"]
