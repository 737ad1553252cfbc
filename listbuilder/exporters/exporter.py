"""The `Exporter` protocol, the document that exporters take, and the exporters by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

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


class Exporter(Protocol):
    """Writes one or more lists to one file."""

    @property
    def id(self) -> str:
        """The name of the format on the command line."""

    @property
    def suffix(self) -> str:
        """The file name extension, with the dot."""

    @property
    def can_hide_upgrades(self) -> bool:
        """Whether it can write a public sheet, which hides upgrades."""

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Return the file; several lists become one book."""


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


_MODULES: Mapping[str, str] = {
    "pdf": "listbuilder.exporters.pdf",
    "html": "listbuilder.exporters.html_page",
    "md": "listbuilder.exporters.markdown",
    "txt": "listbuilder.exporters.plain_text",
    "json": "listbuilder.exporters.json_export",
    "army-forge": "listbuilder.exporters.army_forge_text",
    "share": "listbuilder.exporters.share_export",
}


def exporter_ids() -> tuple[str, ...]:
    """Return the ids of all formats."""
    return tuple(_MODULES)


def find_exporter(format_id: str) -> Exporter:
    """Return the exporter of a format.

    Each module is imported when it is needed, since ReportLab is slow to import.

    Raises:
        UnknownIdError: if there is no such format.
    """
    if format_id not in _MODULES:
        raise UnknownIdError("format", format_id, exporter_ids())
    exporter: Exporter = import_module(_MODULES[format_id]).EXPORTER
    return exporter
