"""HTML: one self-contained file for a phone at the table and for a browser's printer."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.base import Exportable
from listbuilder.exporters.html_page.page import format_page
from listbuilder.sheet import PrintOptions


class HtmlExporter:
    """Writes rosters as a page."""

    id = "html"
    suffix = ".html"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists as one page."""
        return format_page([document.sheet for document in documents], options).encode()


EXPORTER = HtmlExporter()
