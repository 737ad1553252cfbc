"""PDF: rosters, compact sheets and cards for the table."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.base import Exportable
from listbuilder.exporters.pdf.build import build_pdf
from listbuilder.sheet import PrintOptions


class PdfExporter:
    """Writes lists as PDF."""

    id = "pdf"
    suffix = ".pdf"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists; several become one book with a table of contents."""
        return build_pdf([document.sheet for document in documents], options)


EXPORTER = PdfExporter()
