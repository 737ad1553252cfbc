"""From a worked-out and judged list to the document that exporters take."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.exporters.base import Document
from listbuilder.listfiles import commitment, encode_share, list_hash, printed_code
from listbuilder.model import Roster
from listbuilder.sheet import PrintOptions, build_sheet


def build_document(
    roster: Roster, report: Report, language: str, options: PrintOptions, *, salt: str = "", share: bool = True
) -> Document:
    """Put a list into words; a public print carries a commitment to the hidden rest, which the salt proves later."""
    army = roster.army
    sheet = build_sheet(
        roster,
        report,
        language,
        options,
        list_hash=printed_code(list_hash(army)),
        share=encode_share(army) if share else "",
        commitment=commitment(army, salt) if options.public else "",
    )
    return Document(sheet, roster)
