"""What an exporter is, and what it is given.

From a worked-out and judged list to the document that exporters take.

Exporters by id. Each is imported when it is asked for: nobody waits for a library they do not use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from listbuilder.diagnostics import Report
from listbuilder.errors import UnknownIdError
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import commitment, printed_code
from listbuilder.listfiles.share_string import encode_share
from listbuilder.model import Roster
from listbuilder.sheet import PrintOptions, Sheet, build_sheet


@dataclass(frozen=True, slots=True)
class Exportable:
    """A list to export: its Sheet, and Roster and Report for formats that programs read."""

    sheet: Sheet
    roster: Roster
    report: Report


class Exporter(Protocol):
    """Writes one or more lists as one file of its format."""

    @property
    def id(self) -> str:
        """The name by which people ask for it."""

    @property
    def suffix(self) -> str:
        """How its files end, with the dot."""

    @property
    def hides(self) -> bool:
        """Whether it can write a list without giving its upgrades away."""

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists; several become one book."""


def build_document(
    judged: Judged, language: str, options: PrintOptions, *, salt: str = "", share: bool = True
) -> Exportable:
    """Put a list into words; a public print carries a commitment to the hidden rest, which the salt proves later."""
    army = judged.army
    sheet = build_sheet(
        judged.roster,
        judged.report,
        language,
        options,
        list_hash=printed_code(judged.list_hash),
        share=encode_share(army) if share else "",
        commitment=commitment(army, salt) if options.public else "",
    )
    return Exportable(sheet, judged.roster, judged.report)


_PLACES: Mapping[str, str] = {
    "pdf": "listbuilder.exporters.pdf",
    "html": "listbuilder.exporters.html_page",
    "md": "listbuilder.exporters.markdown",
    "txt": "listbuilder.exporters.text",
    "json": "listbuilder.exporters.json_export",
    "army-forge": "listbuilder.exporters.army_forge_text",
    "share": "listbuilder.exporters.share_string",
}


def exporter_ids() -> tuple[str, ...]:
    """List the formats there are."""
    return tuple(_PLACES)


def find_exporter(wanted: str) -> Exporter:
    """Give the exporter for a format; its module names it EXPORTER."""
    if wanted not in _PLACES:
        raise UnknownIdError("format", wanted, exporter_ids())
    exporter: Exporter = import_module(_PLACES[wanted]).EXPORTER
    return exporter
