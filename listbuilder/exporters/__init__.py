"""Exporters write lists as PDF, HTML, Markdown, text, JSON, Army Forge text or share strings."""

from listbuilder.exporters.exporter import Exportable, Exporter, exporter_ids, find_exporter

__all__ = ["Exportable", "Exporter", "exporter_ids", "find_exporter"]
