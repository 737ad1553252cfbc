"""Sheets -> pages -> a PDF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from listbuilder.exporters.pdf.accessibility import Properties
from listbuilder.exporters.pdf.canvas import Painted, paint
from listbuilder.exporters.pdf.cards import print_cards
from listbuilder.exporters.pdf.contents import ContentsSetter
from listbuilder.exporters.pdf.pages import Printed, number_pages
from listbuilder.exporters.pdf.roster import print_compact, print_roster
from listbuilder.exporters.pdf.rules_pages import print_rules
from listbuilder.exporters.pdf.style import build_palette
from listbuilder.i18n import translate
from listbuilder.sheet import Layout, PrintOptions, Sheet

_PRINTERS: Mapping[Layout, Callable[[Sheet, PrintOptions, str], Printed]] = {
    Layout.ROSTER: print_roster,
    Layout.COMPACT: print_compact,
    Layout.CARDS: print_cards,
}


def build_pdf(sheets: Sequence[Sheet], options: PrintOptions) -> bytes:
    """Write lists as one file."""
    language = sheets[0].language if sheets else "en"
    return paint(build_pages(sheets, options), build_palette(options), _properties(sheets, language))


def build_pages(sheets: Sequence[Sheet], options: PrintOptions) -> list[Painted]:
    """Lay lists out on numbered pages."""
    keys = [f"list{number}" for number in range(len(sheets))]
    prints = [_PRINTERS[options.layout](sheet, options, key) for sheet, key in zip(sheets, keys, strict=True)]
    rules = _rules(sheets, options)
    prints += rules.values()
    if len(sheets) > 1:
        prints.insert(0, ContentsSetter(options, sheets[0].words.contents).print(prints, [*keys, *rules]))
    return number_pages(prints, sheets[0].language if sheets else "en")


def _rules(sheets: Sequence[Sheet], options: PrintOptions) -> dict[str, Printed]:
    """Lay out how the games of these lists are played, each game once, by the place that links lead to."""
    games: dict[str, Sheet] = {}
    for sheet in sheets:
        if sheet.reference:
            games.setdefault(sheet.header.system, sheet)
    keys = (f"game{number}" for number in range(len(games)))
    return {key: print_rules(sheet, options, key) for key, sheet in zip(keys, games.values(), strict=False)}


def _properties(sheets: Sequence[Sheet], language: str) -> Properties:
    headers = [sheet.header for sheet in sheets]
    one = headers[0] if len(headers) == 1 else None
    return Properties(
        title=one.name if one is not None else translate(language, "pdf.book", n=len(headers)),
        author=", ".join(dict.fromkeys(header.player for header in headers if header.player)),
        subject=", ".join(dict.fromkeys(header.system for header in headers)),
        keywords=tuple(dict.fromkeys(word for header in headers for word in (*header.factions, header.hash) if word)),
        language=language,
        shares=tuple(header.share for header in headers if header.share),
    )
