"""Every row of a Sheet is in the PDF as selectable text in reading order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.exporters.pdf.pdf_file import build_pages, export_pdf
from listbuilder.exporters.pdf.primitives import TextRun
from listbuilder.exporters.pdf.rules_pages import lay_out_quick_reference
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions, Sheet
from listbuilder.sheet.build import build_quick_reference
from tests.exporters.pdf.printed_lists import (
    LISTS,
    build_exportable,
    find_absent_rows,
    find_missing_rows,
    library,
    read,
    rows_of,
)
from tests.exporters.sheet_samples import HEX_SYSTEM, ILLEGAL, SYSTEM, document, hostile_army
from tests.sentences import sentence

CASES: dict[str, dict[str, Any]] = {
    "english": {},
    "german": {"language": "de"},
    "hexes": {"system": HEX_SYSTEM},
    "illegal": {"report": ILLEGAL},
    "hostile": {"army": hostile_army(), "report": ILLEGAL},
}
SHORT = {
    "public": PrintOptions(public=True),
    "no points": PrintOptions(points=False),
    "no texts": PrintOptions(rule_texts=False),
}


@pytest.mark.parametrize("case", CASES)
def test_roster_has_every_row_in_order(case: str):
    exportable = document(**CASES[case])
    assert find_missing_rows(rows_of(exportable.sheet), read(export_pdf([exportable], PrintOptions()))) == []


@pytest.mark.parametrize("case", SHORT)
def test_roster_options_keep_every_row_in_order(case: str):
    options = SHORT[case]
    exportable = document(options=options)
    assert find_missing_rows(rows_of(exportable.sheet), read(export_pdf([exportable], options))) == []


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("grid", [None, *Grid])
def test_compact_and_cards_have_every_row(case: str, grid: Grid | None):
    options = PrintOptions(layout=Layout.CARDS, grid=grid) if grid else PrintOptions(layout=Layout.COMPACT)
    exportable = document(options=options, **CASES[case])
    rows = rows_of(on_cards(exportable.sheet) if grid else exportable.sheet)
    lost = find_absent_rows(rows, read(export_pdf([exportable], options)))
    # a long note is interrupted by the next card's band, and an overlong name is cut
    assert [row for row in lost if grid is None or len(row.cells[0]) < 150] == []


def on_cards(sheet: Sheet) -> Sheet:
    """Return the rows that cards show: all but editorial remarks."""
    return replace(sheet, glossary=tuple(replace(row, remark="") for row in sheet.glossary))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("layout", Layout)
def test_sample_lists_print_completely(path: Path, layout: Layout):
    options = PrintOptions(layout=layout)
    language = "de" if layout is Layout.CARDS else "en"
    exportable = build_exportable(path, options, language)
    text = read(export_pdf([exportable], options))
    compare = find_missing_rows if layout is Layout.ROSTER else find_absent_rows
    shown = on_cards(exportable.sheet) if layout is Layout.CARDS else exportable.sheet
    assert compare(rows_of(shown), text) == []


@pytest.mark.parametrize("layout", Layout)
def test_quick_reference_is_own_page_after_list(layout: Layout):
    options = PrintOptions(layout=layout, reference=True)
    exportable = document(options=options)
    pages = PdfReader(BytesIO(export_pdf([exportable], options))).pages
    chapters = [row for row in rows_of(exportable.sheet) if row.kind == "chapter"]
    assert chapters
    assert find_missing_rows(chapters, pages[-1].extract_text()) == []
    assert len(find_absent_rows(chapters, "".join(page.extract_text() for page in pages[:-1]))) == len(chapters)


def test_book_explains_each_game_once():
    options = PrintOptions(reference=True)
    games = [document(options=options, system=system) for system in (SYSTEM, HEX_SYSTEM, SYSTEM)]
    text = read(export_pdf(games, options))
    pages = [page.extract_text() for page in PdfReader(BytesIO(export_pdf(games, options))).pages]
    assert text.count("Be brave.") == 2
    title = sentence("sheet.word.reference")
    assert f"{title} Table War" in pages[-2]
    assert f"{title} Hex War" in pages[-1]
    contents = " ".join(pages[0].split())
    for game, page in (("Table War 3.5", len(pages) - 1), ("Hex War 2021", len(pages))):
        assert f"{title} {game} {page}" in contents


@pytest.mark.parametrize("name", [header.id for header in library().systems()])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_quick_reference_fits_one_page(name: str, language: str):
    system = library().system(name)
    for paper in Paper:
        for orientation in Orientation:
            options = PrintOptions(paper=paper, orientation=orientation, reference=True)
            sheet = replace(document(options=options).sheet, reference=build_quick_reference(system, language))
            assert len(lay_out_quick_reference(sheet, options, "game").pages) == 1


def test_comparison_can_fail():
    exportable = document()
    text = read(export_pdf([exportable], PrintOptions()))
    rows = rows_of(exportable.sheet)
    assert find_missing_rows(rows, text.replace("Longbow", "")) != []
    assert find_missing_rows((rows[-5], rows[0]), text) == [rows[0]]
    assert find_absent_rows(rows, text.replace("Longbow", "")) != []


def test_hidden_upgrades_and_prices_stay_hidden():
    public = PrintOptions(public=True)
    text = read(export_pdf([document(options=public)], public))
    assert "c0ffee" in text
    assert "Spear" not in text
    assert "River Horse" not in text
    free = PrintOptions(points=False)
    assert "185" not in read(export_pdf([document(options=free)], free))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_card_boxes_have_labels(path: Path):
    """Every group of boxes needs its label, since numbers alone mean nothing."""
    options = PrintOptions(layout=Layout.CARDS)
    sheet = build_exportable(path, options, "de").sheet
    words = Counter(
        mark.text for page in build_pages([sheet], options) for mark in page.marks if isinstance(mark, TextRun)
    )
    labels = Counter(row.cells[0] for row in rows_of(sheet) if row.kind == "boxes")
    assert labels
    assert labels - words == Counter()


def test_identical_units_share_card_only_without_boxes():
    for boxes, counts in ((True, [1, 1]), (False, [2])):
        options = PrintOptions(layout=Layout.CARDS, boxes=boxes)
        units = [unit for unit in document(options=options).sheet.units if unit.title == "Bowmen"]
        assert [unit.count for unit in units] == counts
