"""Lists out: text, Markdown, HTML, JSON, Army Forge's text, and PDF."""

from listbuilder.exporters.base import Document, Exporter
from listbuilder.exporters.registry import exporter_ids, find_exporter

__all__ = ["Document", "Exporter", "exporter_ids", "find_exporter"]
