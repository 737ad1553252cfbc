"""Lists out: text, Markdown, HTML, JSON, Army Forge's text, and PDF."""

from listbuilder.exporters.base import Exportable, Exporter, exporter_ids, find_exporter

__all__ = ["Exportable", "Exporter", "exporter_ids", "find_exporter"]
