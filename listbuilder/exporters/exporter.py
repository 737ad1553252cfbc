"""The exporters by id, and the document that they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pkgutil import resolve_name

from listbuilder.diagnostics import Report
from listbuilder.errors import UnknownIdError
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import compute_commitment, format_printed_code
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import Roster
from listbuilder.sheet import PrintOptions, Sheet, build_sheet


@dataclass(frozen=True, slots=True)
class Exportable:
    """A list to export: its sheet, and the roster and report for machine-readable formats."""

    sheet: Sheet
    roster: Roster
    report: Report


@dataclass(frozen=True, slots=True)
class Exporter:
    """Writes one or more lists to one file."""

    id: str
    """The name of the format on the command line."""
    suffix: str
    """The file name extension, with the dot."""
    function: str
    """What writes the file, as `module:name`. It is imported when needed, since ReportLab is slow to import."""
    can_hide_upgrades: bool = True
    """Whether it can write a public sheet, which hides upgrades."""

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Return the file; several lists become one book."""
        content: bytes = resolve_name(f"listbuilder.exporters.{self.function}")(documents, options)
        return content


def build_document(
    judged: Judged, language: str, options: PrintOptions, *, salt: str = "", share: bool = True
) -> Exportable:
    """Build the document of a list. With `options.public` it has a commitment that the salt proves later."""
    army = judged.army
    sheet = build_sheet(
        judged.roster,
        judged.report,
        language,
        options,
        list_hash=format_printed_code(judged.list_hash),
        share=encode_share_string(army) if share else "",
        commitment=compute_commitment(army, salt) if options.public else "",
    )
    return Exportable(sheet, judged.roster, judged.report)


_EXPORTERS = {
    exporter.id: exporter
    for exporter in (
        Exporter("pdf", ".pdf", "pdf.pdf_file:export_pdf"),
        Exporter("html", ".html", "html_page.page:export_html"),
        Exporter("md", ".md", "markdown:export_markdown"),
        Exporter("txt", ".txt", "plain_text:export_text"),
        Exporter("json", ".json", "json_export:export_json"),
        Exporter("army-forge", ".txt", "army_forge_text:export_share_texts"),
        Exporter("share", ".txt", "army_forge_text:export_share_strings", can_hide_upgrades=False),
    )
}


def exporter_ids() -> tuple[str, ...]:
    """Return the ids of all formats."""
    return tuple(_EXPORTERS)


def find_exporter(format_id: str) -> Exporter:
    """Return the exporter of a format.

    Raises:
        UnknownIdError: if there is no such format.
    """
    if format_id not in _EXPORTERS:
        raise UnknownIdError("format", format_id, exporter_ids())
    return _EXPORTERS[format_id]
