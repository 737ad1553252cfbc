"""Foreign files in, found by content and not by name."""

from listbuilder.importers.base import Imported, Importer, Source
from listbuilder.importers.reading import ReadList, load_any, read_any

__all__ = ["Imported", "Importer", "ReadList", "Source", "load_any", "read_any"]
