"""Export as PDF: rosters, compact sheets and cards."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.pdf.pdf_file import build_pdf
from listbuilder.sheet import PrintOptions


class PdfExporter:
    """Exporter for PDF."""

    id = "pdf"
    suffix = ".pdf"
    can_hide_upgrades = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Return the lists as one file; several get a table of contents."""
        return build_pdf([document.sheet for document in documents], options)


EXPORTER = PdfExporter()
