"""Page geometry: everything is inside the margins, nothing overlaps, units stay whole."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from listbuilder.exporters.pdf.cards import POKER_CARD_SIZE, lay_out_cards
from listbuilder.exporters.pdf.layout import ListLayout, PlacedRow
from listbuilder.exporters.pdf.paragraphs import measure_text
from listbuilder.exporters.pdf.pdf_file import build_pages, export_pdf
from listbuilder.exporters.pdf.primitives import Box, QrCode, Star, Stroke, TextRun
from listbuilder.exporters.pdf.roster_layout import lay_out_compact, lay_out_roster
from listbuilder.exporters.pdf.style import MM
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions, Sheet
from tests.exporters.pdf.printed_lists import LISTS, ROOT, build_exportable
from tests.exporters.sheet_samples import HEX_SYSTEM, ILLEGAL, SYSTEM, document, hostile_army

VALE = ROOT / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
EDGE = 4 * MM
PRINTERS = {Layout.ROSTER: lay_out_roster, Layout.COMPACT: lay_out_compact, Layout.CARDS: lay_out_cards}
VARIANTS = [
    PrintOptions(layout=layout, paper=paper, orientation=orientation, large=large, grid=grid)
    for layout in Layout
    for paper in Paper
    for orientation in Orientation
    for large in (False, True)
    for grid in (Grid if layout is Layout.CARDS else (Grid.NINE,))
]


def name(options: PrintOptions) -> str:
    large = "large" if options.large else "normal"
    return f"{options.layout.value}-{options.grid.value}-{options.paper.value}-{options.orientation.value}-{large}"


def extent(mark: object) -> tuple[float, float, float, float] | None:
    match mark:
        case TextRun():
            wide = measure_text(mark.text, mark.weight, mark.size)
            return mark.x, mark.y - mark.size * 0.8, mark.x + wide, mark.y + mark.size * 0.25
        case Box():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.down
        case Star():
            return mark.x, mark.y - mark.size * 0.8, mark.x + mark.size * 0.8, mark.y
        case QrCode():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.across
        case Stroke():
            return min(mark.x, mark.to_x), min(mark.y, mark.to_y), max(mark.x, mark.to_x), max(mark.y, mark.to_y)
    return None


def lay_out(sheet: Sheet, options: PrintOptions) -> ListLayout:
    return PRINTERS[options.layout](sheet, options, "list0")


@pytest.mark.parametrize("options", VARIANTS, ids=name)
@pytest.mark.parametrize("case", ["sample", "hostile"])
def test_nothing_leaves_the_printable_area(options: PrintOptions, case: str):
    more: dict[str, Any] = {"army": hostile_army(), "report": ILLEGAL} if case == "hostile" else {}
    exportable = build_exportable(VALE, options) if case == "sample" else document(options=options, **more)
    laid = lay_out(exportable.sheet, options)
    for page, placed in zip(build_pages([exportable.sheet], options), laid.pages, strict=True):
        for box in filter(None, map(extent, page.marks)):
            assert box[0] >= EDGE
            assert box[1] >= EDGE - 2
            assert box[2] <= page.page.width - EDGE
            assert box[3] <= page.page.height - EDGE + 3
        for placed_row in placed:
            for mark in placed_row.row.marks:
                if not isinstance(mark, TextRun | QrCode | Star):
                    continue
                within = extent(mark)
                assert within is not None
                assert placed_row.x + within[0] >= -0.1
                assert placed_row.x + within[2] <= laid.page.content_width + 0.1
                assert placed_row.y + within[3] <= laid.page.content_height + laid.style.text * 0.3


ANY = st.builds(
    PrintOptions,
    layout=st.sampled_from(Layout),
    paper=st.sampled_from(Paper),
    orientation=st.sampled_from(Orientation),
    grid=st.sampled_from(Grid),
    large=st.booleans(),
    points=st.booleans(),
    public=st.booleans(),
    rule_texts=st.sampled_from((None, True, False)),
    boxes=st.sampled_from((None, True, False)),
    merge=st.sampled_from((None, True, False)),
)


@settings(max_examples=60, deadline=None)
@given(ANY, st.sampled_from((SYSTEM, HEX_SYSTEM)), st.sampled_from(("en", "de")), st.sampled_from((None, ILLEGAL)))
def test_any_options_keep_all_text_on_page(options: PrintOptions, system, language: str, report):
    pages = build_pages([document(language, options, system=system, report=report).sheet], options)
    for page in pages:
        texts = [mark for mark in page.marks if isinstance(mark, TextRun)]
        assert texts
        for mark in texts:
            end = mark.x + measure_text(mark.text, mark.weight, mark.size)
            assert mark.x >= EDGE
            assert end <= page.page.width - EDGE
            assert EDGE <= mark.y <= page.page.height - EDGE


@pytest.mark.parametrize("options", VARIANTS, ids=name)
def test_words_do_not_touch_each_other(options: PrintOptions):
    for page in build_pages([build_exportable(VALE, options, "de").sheet], options):
        lines: dict[int, list[tuple[float, float, str]]] = defaultdict(list)
        for mark in page.marks:
            if isinstance(mark, TextRun):
                end = mark.x + measure_text(mark.text, mark.weight, mark.size)
                lines[round(mark.y * 10)].append((mark.x, end, mark.text))
        for line in lines.values():
            line.sort()
            for (_, end, left), (start, _, right) in pairwise(line):
                assert start >= end - 0.01, (left, right)


UNIT = re.compile(r"list\d+(-\d+)*")


def blocks(placed: Sequence[PlacedRow], *, cards: bool) -> dict[str, tuple[float, float, float, float]]:
    """Return the rectangle around each unit or card on a page, without text cards."""
    boxes: dict[str, tuple[float, float, float, float]] = {}
    for number, placed_row in enumerate(placed):
        if UNIT.fullmatch(placed_row.key):
            key = f"{placed_row.key}@{number}" if cards else placed_row.key
            x, y, right, lower = boxes.get(key, (placed_row.x, placed_row.y, placed_row.x, placed_row.y))
            widest = max((box[2] for box in filter(None, map(extent, placed_row.row.marks))), default=0)
            across = max(right, placed_row.x + widest)
            boxes[key] = (
                min(x, placed_row.x),
                min(y, placed_row.y),
                across,
                max(lower, placed_row.y + placed_row.row.height),
            )
    return boxes


@pytest.mark.parametrize("options", VARIANTS, ids=name)
def test_units_do_not_overlap_or_split(options: PrintOptions):
    page_by_key: dict[str, int] = {}
    for number, placed in enumerate(lay_out(build_exportable(VALE, options).sheet, options).pages):
        boxes = blocks(placed, cards=options.layout is Layout.CARDS)
        for key, (x, y, right, lower) in boxes.items():
            assert page_by_key.setdefault(key, number) == number or options.layout is Layout.CARDS
            for other, (x2, y2, right2, lower2) in boxes.items():
                apart = right <= x2 + 0.1 or right2 <= x + 0.1 or lower <= y2 + 0.1 or lower2 <= y + 0.1
                assert key == other or apart, (key, other)


def test_unit_longer_than_page_continues_on_next():
    sheet = document().sheet
    long = replace(sheet.units[0], notes="\n".join(f"line {number}" for number in range(200)))
    laid = lay_out(replace(sheet, units=(long, *sheet.units[1:])), PrintOptions())
    pages = [
        number for number, placed in enumerate(laid.pages) if any(placed_row.key == "list0-0" for placed_row in placed)
    ]
    assert len(pages) > 2
    assert all(laid.pages)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_no_page_is_blank_or_ends_with_heading(path):
    for layout in Layout:
        options = PrintOptions(layout=layout)
        laid = lay_out(build_exportable(path, options).sheet, options)
        for placed in laid.pages:
            assert any(isinstance(mark, TextRun) for placed_row in placed for mark in placed_row.row.marks)
            if layout is Layout.ROSTER:
                flowing = [
                    placed_row
                    for placed_row in placed
                    if placed_row.y + placed_row.row.height < laid.page.content_height - 0.1 or placed_row.key
                ]
                last = [
                    placed_row
                    for placed_row in flowing
                    if any(isinstance(mark, TextRun) for mark in placed_row.row.marks)
                ][-1]
                headings = [
                    mark for mark in last.row.marks if isinstance(mark, TextRun) and mark.size > laid.style.text
                ]
                assert not headings or last.key


@pytest.mark.parametrize("paper", Paper)
def test_poker_cards_fit_three_by_three(paper: Paper):
    options = PrintOptions(layout=Layout.CARDS, paper=paper)
    laid = lay_out(build_exportable(VALE, options).sheet, options)
    assert (63 * MM, 88 * MM) == POKER_CARD_SIZE
    first = [placed_row for placed_row in laid.pages[0] if placed_row.key]
    assert len(first) == 9
    assert len({round(placed_row.x, 3) for placed_row in first}) == 3
    assert first[1].x - first[0].x == pytest.approx(63 * MM)
    assert first[3].y - first[0].y == pytest.approx(88 * MM)


@pytest.mark.parametrize("path", [path for path in LISTS if "aof-3.5" in path.name], ids=lambda path: path.stem)
def test_2000_point_army_fits_one_compact_page(path):
    """A list with ten problems prints them too, which fits on the longer A4 only."""
    for paper in (Paper.A4,) if "illegal" in path.stem else Paper:
        options = PrintOptions(layout=Layout.COMPACT, paper=paper)
        assert len(lay_out(build_exportable(path, options).sheet, options).pages) == 1


def test_compact_type_shrinks_before_adding_page():
    options = PrintOptions(layout=Layout.COMPACT)
    sheet = document(options=options).sheet
    sizes, pages = [], []
    for times in (1, 4, 6, 8, 40):
        laid = lay_out(replace(sheet, units=sheet.units * times), options)
        sizes.append(laid.style.text)
        pages.append(len(laid.pages))
    assert pages[0] == 1
    assert pages[-1] > 1
    assert sizes[0] == 9
    assert 6.5 <= min(sizes) < 9
    assert any(size < 9 and count == 1 for size, count in zip(sizes, pages, strict=True))


def test_positions_match_the_written_file():
    """A PDF reader finds the text at the positions of the layout."""
    options = PrintOptions()
    exportable = build_exportable(VALE, options)
    pages = build_pages([exportable.sheet], options)
    reader = PdfReader(BytesIO(export_pdf([exportable], options)))
    assert len(reader.pages) == len(pages)
    for page, painted in zip(reader.pages, pages, strict=True):
        places: list[tuple[float, float]] = []
        page.extract_text(visitor_text=lambda _text, _cm, tm, *_: places.append((tm[4], tm[5])))  # noqa: B023  # called here
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (painted.page.width, painted.page.height), abs=0.01
        )
        positions = {
            (round(mark.x), round(painted.page.height - mark.y)) for mark in painted.marks if isinstance(mark, TextRun)
        }
        assert {y for _, y in positions} & {round(y) for _, y in places}
        assert all(0 <= x <= painted.page.width and 0 <= y <= painted.page.height for x, y in places)
