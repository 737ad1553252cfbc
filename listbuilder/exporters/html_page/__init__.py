"""Export as one self-contained HTML file, for a phone at the table and for printing from a browser."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.html_page.page import format_page
from listbuilder.sheet import PrintOptions


class HtmlExporter:
    """Exporter for HTML."""

    id = "html"
    suffix = ".html"
    can_hide_upgrades = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Return the lists as one page."""
        return format_page([document.sheet for document in documents], options).encode()


EXPORTER = HtmlExporter()
