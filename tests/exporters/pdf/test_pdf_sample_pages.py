"""Invariants for the pages of all sample lists and random lists: type size, boxes, sums, filled pages."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice

import pytest

from listbuilder.diagnostics import Report
from listbuilder.exporters.pdf.cards import lay_out_cards
from listbuilder.exporters.pdf.paragraphs import measure_text
from listbuilder.exporters.pdf.pdf_file import build_pages, lay_out_contents
from listbuilder.exporters.pdf.primitives import Box, Ink, Mark, QrCode, Stroke, TextRun
from listbuilder.exporters.pdf.roster_layout import lay_out_compact, lay_out_roster
from listbuilder.exporters.pdf.style import COLOUR_PALETTE, MM, MONOCHROME_PALETTE, Palette
from listbuilder.i18n import translate
from listbuilder.rules.trackers import total_wounds
from listbuilder.sheet import Grid, Layout, Orientation, PrintOptions, Sheet, SheetUnit, build_sheet
from proof.generated_lists import legal_list, list_sources
from tests.exporters.pdf.printed_lists import LISTS, build_exportable, library
from tests.exporters.sheet_samples import ILLEGAL, document
from tests.sentences import sentence

LOSSES = ("models", "tough", "wounds")
ROSTER_COUNT = 8
TYPEWRITTEN = re.compile(r"\d\"|\w'\w|(?<!\w)-\d|\d ?x ?\d+ ")


@cache
def random_rosters() -> tuple[object, ...]:
    """Return rosters of random lists from all books."""
    dice = random.Random(13)
    chosen = dice.sample(list_sources(library()), ROSTER_COUNT)
    return tuple(table.build_roster(legal_list(table, dice)) for table in chosen)


@cache
def sheets(options: PrintOptions, language: str = "en") -> tuple[Sheet, ...]:
    generated = tuple(
        build_sheet(roster, Report(), language, options, list_hash="7F3A-91C2-K0WM-T5ZD")  # type: ignore[arg-type]
        for roster in random_rosters()
    )
    return (*(build_exportable(path, options, language).sheet for path in LISTS), *generated)


def list_members(sheet: Sheet) -> list[SheetUnit]:
    return [member for unit in sheet.units for member in (unit, *unit.attached_heroes)]


LAYOUTS = {
    "roster": PrintOptions(),
    "landscape": PrintOptions(orientation=Orientation.LANDSCAPE),
    "compact": PrintOptions(layout=Layout.COMPACT),
    "compact with boxes": PrintOptions(layout=Layout.COMPACT, boxes=True),
    "cards": PrintOptions(layout=Layout.CARDS),
    "four cards": PrintOptions(layout=Layout.CARDS, grid=Grid.FOUR),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_type_or_box_is_too_small(name: str):
    options = LAYOUTS[name]
    least = 6.5 if options.layout is Layout.CARDS else 7
    for sheet in sheets(options):
        for page in build_pages([sheet], options):
            sizes = [mark.size for mark in page.marks if isinstance(mark, TextRun) and not mark.text.isdigit()]
            assert min(sizes) >= least - 0.01
            assert min(mark.size for mark in page.marks if isinstance(mark, TextRun)) >= 6.5 - 0.01
            ticked = [mark for mark in page.marks if isinstance(mark, Box) and mark.ink is Ink.BOX]
            assert all(min(mark.across, mark.down) >= 4 * MM - 0.01 for mark in ticked)


@pytest.mark.parametrize("name", ["cards", "four cards"])
def test_nothing_leaves_its_card(name: str):
    options = LAYOUTS[name]
    for sheet in sheets(options, "de"):
        laid = lay_out_cards(sheet, options, "a")
        across, down = (
            (63 * MM, 88 * MM) if name == "cards" else (laid.page.content_width / 2, laid.page.content_height / 2)
        )
        pad = 3 * MM if name == "cards" else 4 * MM
        for page in laid.pages:
            for card in (placed_row for placed_row in page if placed_row.key):
                for mark in card.row.marks:
                    left, upper, right, lower = reach(mark)
                    assert left >= -pad - 0.1, mark
                    assert upper >= -pad - 0.1, mark
                    assert right <= across - pad + 0.1, mark
                    assert lower <= down - pad + 0.1, mark


def reach(mark: Mark) -> tuple[float, float, float, float]:
    match mark:
        case TextRun():
            wide = measure_text(mark.text, mark.weight, mark.size)
            return mark.x, mark.y - mark.size * 0.7, mark.x + wide, mark.y
        case Box():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.down
        case QrCode():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.across
        case Stroke():
            return min(mark.x, mark.to_x), min(mark.y, mark.to_y), max(mark.x, mark.to_x), max(mark.y, mark.to_y)
    return 0, 0, 0, 0


@pytest.mark.parametrize("merge", [False, True])
def test_row_prices_add_up_to_header(merge: bool):
    for sheet in sheets(PrintOptions(layout=Layout.COMPACT, merge=merge)):
        rows = [(member.price, member.count) for member in list_members(sheet) if member.price is not None]
        assert sheet.header.points.startswith(f"{sum(price.cost * count for price, count in rows):,} ")
        for price, count in rows:
            assert bool(price.merged_total) == (count > 1)
            assert not price.merged_total or price.merged_total.endswith(f"= {price.cost * count:,}")


def test_tick_boxes_match_wounds():
    for roster, sheet in zip(random_rosters(), sheets(PrintOptions())[len(LISTS) :], strict=True):
        entries = {entry.id: entry for entry in roster.entries}  # type: ignore[attr-defined]
        for unit in list_members(sheet):
            boxes = sum(tick_box.count for tick_box in unit.tick_boxes if tick_box.id in LOSSES)
            wounds = total_wounds(entries[unit.entry_id], roster.system)  # type: ignore[attr-defined]
            marked = any(tick_box.id == "wounds" and tick_box.count > 1 for tick_box in unit.tick_boxes)
            assert boxes in (wounds, 0) or marked
            assert boxes or wounds > 120
        for unit in sheet.units:
            company = (unit, *unit.attached_heroes)
            assert sum(boxes.half_strength_box > 0 for member in company for boxes in member.tick_boxes) <= 1


@pytest.mark.parametrize("name", ["roster", "landscape", "compact"])
def test_no_last_page_is_nearly_empty(name: str):
    options = LAYOUTS[name]
    printer = lay_out_compact if options.layout is Layout.COMPACT else lay_out_roster
    for sheet in sheets(options):
        laid = printer(sheet, options, "a")
        last = max(placed_row.y + placed_row.row.height for placed_row in laid.pages[-1])
        assert len(laid.pages) == 1 or last >= laid.page.content_height * 0.2


@pytest.mark.parametrize("name", ["roster", "cards"])
def test_labels_use_only_one_language(name: str):
    options = LAYOUTS[name]
    keys = [f"sheet.word.{key}" for key in ("upgrades", "items", "rules", "spells", "opponent", "signatures")]
    keys += ["sheet.box.models", "sheet.box.tokens", "sheet.column.rules", "sheet.combined"]
    for language, other in (("en", "de"), ("de", "en")):
        foreign = {translate(other, key) for key in keys} - {translate(language, key) for key in keys}
        for sheet in islice(sheets(options, language), len(LISTS)):
            marks = (mark for page in build_pages([sheet], options) for mark in page.marks)
            assert {mark.text for mark in marks if isinstance(mark, TextRun)} & foreign == set()


@pytest.mark.parametrize("pages", [1, 2])
def test_roster_fits_requested_pages_if_type_allows(pages: int):
    free, options = (PrintOptions(large=True, pages=number) for number in (None, pages))
    layouts = [lay_out_roster(sheet, options, "a") for sheet in sheets(options)[: len(LISTS)]]
    usual = [lay_out_roster(sheet, free, "a") for sheet in sheets(free)[: len(LISTS)]]
    assert all(len(laid.pages) <= len(loose.pages) for laid, loose in zip(layouts, usual, strict=True))
    assert all(laid.style.text >= 7 - 0.01 for laid in layouts)
    assert any(len(laid.pages) == pages < len(loose.pages) for laid, loose in zip(layouts, usual, strict=True))


@pytest.mark.parametrize("grid", Grid)
def test_every_card_has_list_name_code_and_stamp(grid: Grid):
    options = PrintOptions(layout=Layout.CARDS, grid=grid)
    sheet = document(options=options, report=ILLEGAL).sheet
    for page in lay_out_cards(sheet, options, "a").pages:
        for card in (placed_row for placed_row in page if placed_row.key):
            texts = [mark.text for mark in card.row.marks if isinstance(mark, TextRun)]
            assert {sheet.header.name, sheet.header.hash, sheet.labels.illegal} <= set(texts)


def test_backs_face_their_cards_when_paper_turns():
    options = PrintOptions(layout=Layout.CARDS, backs=True)
    sheet = document(options=options).sheet
    pages = lay_out_cards(sheet, options, "a").pages
    assert len(pages) == 2 * len(lay_out_cards(sheet, PrintOptions(layout=Layout.CARDS), "a").pages)
    fronts = {placed_row.key: placed_row for placed_row in pages[0] if placed_row.key}
    across = 3 * 63 * MM
    for key, title in (("a-0", "The Old Guard"), ("a-1", "Bowmen")):
        front = fronts[key]
        backs = [
            placed_row.x
            for placed_row in pages[1]
            for mark in placed_row.row.marks
            if isinstance(mark, TextRun) and mark.text == title
        ]
        assert any(back == pytest.approx(across - front.x - 63 * MM + 6 * MM, abs=0.1) for back in backs)


def test_judge_stub_shows_deciding_sums():
    (path,) = [path for path in LISTS if path.stem == "aof-3.5-the-iron-vale"]
    (first, *others) = build_pages([build_exportable(path, PrintOptions()).sheet], PrintOptions())
    texts = " ".join(mark.text for mark in first.marks if isinstance(mark, TextRun)).replace("\N{NO-BREAK SPACE}", " ")
    sums = {"heroes": ("3", "5"), "copies": ("2", "3"), "share": ("19%", "35%"), "units": ("9", "13")}
    for limit, (count, most) in sums.items():
        assert f"{sentence(f'sheet.sum.{limit}')} {sentence('sheet.sum.of', n=count, most=most)}" in texts
    for word in ("opponent", "table"):
        assert sentence(f"sheet.word.{word}") in texts
    assert "listbuilder validate -" in texts
    assert not any(isinstance(mark, QrCode) for page in others for mark in page.marks)


@pytest.mark.parametrize("lists", [22, 23, 24, 45, 46, 47])
def test_contents_never_end_with_a_single_line(lists: int):
    options = PrintOptions(layout=Layout.COMPACT)
    layout = lay_out_compact(document(options=options).sheet, options, "a")
    pages = lay_out_contents([layout] * lists, [f"list{number}" for number in range(lists)], options, "Contents").pages
    assert len(pages) == 1 or len(pages[-1]) > 1
    assert sum(map(len, pages)) == lists + 1


def test_card_table_headings_are_whole_if_they_fit():
    options = PrintOptions(layout=Layout.CARDS)
    for sheet in islice(sheets(options), len(LISTS)):
        headings = {text for column in sheet.columns for text in (column.heading, column.short_heading)}
        texts = {
            mark.text for page in build_pages([sheet], options) for mark in page.marks if isinstance(mark, TextRun)
        }
        assert not [
            text for text in texts if text.endswith("…") and any(heading.startswith(text[:-1]) for heading in headings)
        ]


def luminance(colour: tuple[float, float, float]) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    lighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [COLOUR_PALETTE, MONOCHROME_PALETTE])
def test_every_text_colour_contrasts_with_its_background(palette: Palette):
    white = (1.0, 1.0, 1.0)
    inks = {mark.ink for mark in every_mark(PrintOptions()) if isinstance(mark, TextRun)}
    assert {Ink.TEXT, Ink.QUIET, Ink.ACCENT, Ink.ALERT} >= inks
    for ink in inks:
        assert contrast(palette[ink], white) >= 4.5, ink
        assert contrast(palette[ink], palette[Ink.TINT]) >= 4.5, ink
    assert contrast(palette[Ink.BOX], white) >= 3


def every_mark(options: PrintOptions) -> list[Mark]:
    pages = (page for sheet in sheets(options)[::3] for page in build_pages([sheet], options))
    return [mark for page in pages for mark in page.marks]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_no_line_ends_with_separator_or_typewriter_quotes(name: str, language: str):
    for sheet in sheets(LAYOUTS[name], language)[::2]:
        for page in build_pages([sheet], LAYOUTS[name]):
            words = [mark for mark in page.marks if isinstance(mark, TextRun)]
            last = {round(word.y, 2): word for word in sorted(words, key=lambda mark: mark.x)}
            dotted = [word.text for word in last.values() if word.text.endswith("\N{NO-BREAK SPACE}\N{MIDDLE DOT}")]
            assert dotted == []
            assert [word.text for word in words if TYPEWRITTEN.search(word.text)] == []
