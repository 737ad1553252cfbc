"""From a worked-out and judged list to the document that exporters take."""

from __future__ import annotations

from listbuilder.exporters.base import Exportable
from listbuilder.judging import Judged
from listbuilder.listfiles import commitment, encode_share, printed_code
from listbuilder.sheet import PrintOptions, build_sheet


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
