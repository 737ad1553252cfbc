"""Importers: one package per format family. A file is recognised by its content, not by its name."""

from listbuilder.importers.base import Imported, Importer, Source
from listbuilder.importers.dispatch import ReadList, read_any

__all__ = ["Imported", "Importer", "ReadList", "Source", "read_any"]
