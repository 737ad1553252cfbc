"""From a judged list to a document that exporters take."""

from __future__ import annotations

from listbuilder.cli.lists import Judged
from listbuilder.exporters.base import Document
from listbuilder.listfiles import commitment, encode_share, new_salt, short_hash
from listbuilder.sheet import PrintOptions, build_sheet


def build_document(
    judged: Judged, language: str, options: PrintOptions, salt: str | None = None, *, share: bool = True
) -> Document:
    """Put a judged list into words; a public print carries a commitment to the hidden rest."""
    assert judged.roster is not None
    army = judged.roster.army
    sheet = build_sheet(
        judged.roster,
        judged.report,
        language,
        options,
        list_hash=short_hash(army),
        share=encode_share(army) if share else "",
        commitment=commitment(army, salt or new_salt()) if options.public else "",
    )
    return Document(sheet, judged.roster)
