"""Lay out sheets as pages and write them as a PDF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.pdf.accessibility import FileProperties
from listbuilder.exporters.pdf.canvas import PageContent, draw_pdf
from listbuilder.exporters.pdf.cards import lay_out_cards
from listbuilder.exporters.pdf.contents import ContentsLayout
from listbuilder.exporters.pdf.pages import ListLayout, number_pages
from listbuilder.exporters.pdf.roster_layout import lay_out_compact, lay_out_roster
from listbuilder.exporters.pdf.rules_pages import lay_out_quick_reference
from listbuilder.exporters.pdf.style import build_palette
from listbuilder.i18n import translate
from listbuilder.sheet import Layout, PrintOptions, Sheet

_LAYOUTS: Mapping[Layout, Callable[[Sheet, PrintOptions, str], ListLayout]] = {
    Layout.ROSTER: lay_out_roster,
    Layout.COMPACT: lay_out_compact,
    Layout.CARDS: lay_out_cards,
}


def export_pdf(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as one file; several get a table of contents."""
    sheets = [document.sheet for document in documents]
    language = sheets[0].language if sheets else "en"
    return draw_pdf(build_pages(sheets, options), build_palette(options), _properties(sheets, language))


def build_pages(sheets: Sequence[Sheet], options: PrintOptions) -> list[PageContent]:
    """Return the numbered pages of lists, with a table of contents if there are several."""
    keys = [f"list{number}" for number in range(len(sheets))]
    layouts = [_LAYOUTS[options.layout](sheet, options, key) for sheet, key in zip(sheets, keys, strict=True)]
    references = _quick_references(sheets, options)
    layouts += references.values()
    if len(sheets) > 1:
        layouts.insert(0, ContentsLayout(options, sheets[0].labels.contents).lay_out(layouts, [*keys, *references]))
    return number_pages(layouts, sheets[0].language if sheets else "en")


def _quick_references(sheets: Sequence[Sheet], options: PrintOptions) -> dict[str, ListLayout]:
    """Return the quick reference of each system, once, by link target."""
    systems: dict[str, Sheet] = {}
    for sheet in sheets:
        if sheet.reference:
            systems.setdefault(sheet.header.system, sheet)
    keyed = ((f"game{number}", sheet) for number, sheet in enumerate(systems.values()))
    return {key: lay_out_quick_reference(sheet, options, key) for key, sheet in keyed}


def _properties(sheets: Sequence[Sheet], language: str) -> FileProperties:
    headers = [sheet.header for sheet in sheets]
    return FileProperties(
        title=headers[0].name if len(headers) == 1 else translate(language, "pdf.book", n=len(headers)),
        author=", ".join(dict.fromkeys(header.player for header in headers if header.player)),
        subject=", ".join(dict.fromkeys(header.system for header in headers)),
        keywords=tuple(dict.fromkeys(word for header in headers for word in (*header.factions, header.hash) if word)),
        language=language,
        share_strings=tuple(header.share for header in headers if header.share),
    )
