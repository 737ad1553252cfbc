"""Parts of a printed page: rows, flow, fitted type, paper, footers, stamps, codes and labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from listbuilder.exporters.pdf import cut_labels as labels_module
from listbuilder.exporters.pdf.canvas import PageContent
from listbuilder.exporters.pdf.cut_labels import SeatLabel, build_label_pdf
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import (
    MIN_TYPE_SIZE,
    Block,
    Flow,
    LayoutAttempt,
    LayoutRow,
    ListLayout,
    PlacedRow,
    build_line_rows,
    choose_font_scale,
    side_by_side,
    stack_rows,
)
from listbuilder.exporters.pdf.paragraphs import (
    TextSpan,
    break_lines,
    keep_on_one_line,
    measure_longest_word,
    measure_text,
)
from listbuilder.exporters.pdf.pdf_file import build_pages, lay_out_contents, number_pages
from listbuilder.exporters.pdf.primitives import (
    Anchor,
    Box,
    Ink,
    Link,
    Mark,
    QrCode,
    Role,
    Star,
    Stroke,
    TextRun,
    move_mark,
)
from listbuilder.exporters.pdf.roster_layout import MAX_QR_VERSION, build_qr_code
from listbuilder.exporters.pdf.style import (
    LARGE_TYPE_FACTOR,
    MM,
    PageFrame,
    Style,
    build_page,
    build_style,
    centre_content,
)
from listbuilder.sheet import Layout, Orientation, Paper, PrintOptions
from tests.exporters.pdf.page_marks import CAPITAL, end, texts, word, words
from tests.exporters.sheet_samples import ILLEGAL, document
from tests.sentences import sentence

HERE = TextRun(1, 2, "here", Weight.BOLD, 9, Ink.TEXT)


def test_shift_moves_every_coordinate_of_a_mark():
    moved: list[tuple[Mark, Mark]] = [
        (HERE, HERE._replace(x=11, y=22)),
        (Box(1, 2, 3, 4, 5, Ink.BOX), Box(11, 22, 3, 4, 5, Ink.BOX)),
        (Stroke(1, 2, 3, 4, 5, Ink.RULE), Stroke(11, 22, 13, 24, 5, Ink.RULE)),
        (Star(1, 2, 3, Ink.TEXT), Star(11, 22, 3, Ink.TEXT)),
        (QrCode(1, 2, 3, ()), QrCode(11, 22, 3, ())),
        (Link(1, 2, 3, 4, "k"), Link(11, 22, 3, 4, "k")),
        (Anchor("k", "t", 1), Anchor("k", "t", 1)),
        (Role.TEXT, Role.TEXT),
    ]
    for mark, expected in moved:
        assert move_mark(mark, 10, 20) == expected


def test_rows_merge_downwards_and_columns_sideways():
    tall, short = LayoutRow(10, (HERE,)), LayoutRow(5, (HERE,))
    assert stack_rows([tall, short]) == LayoutRow(15, (HERE, HERE._replace(y=12)))
    assert stack_rows([]) == LayoutRow(0)
    assert side_by_side([tall, short], [short]) == LayoutRow(15, (HERE, HERE._replace(y=12), HERE))


def test_first_paragraph_line_carries_its_role():
    rows = build_line_rows([[HERE], [HERE]], 3, 4, 12)
    assert rows == [LayoutRow(12, (Role.TEXT, HERE._replace(x=4, y=6))), LayoutRow(12, (HERE._replace(x=4, y=6),))]
    assert build_line_rows([[HERE]], 0, 0, 12, None) == [LayoutRow(12, (HERE,))]
    assert build_line_rows([], 0, 0, 12) == []


def flow_of(*heights: float, height: float = 100, foot: float = 0) -> Flow:
    flow = Flow(300, height, foot)
    for number, row_height in enumerate(heights):
        flow.add(Block((LayoutRow(row_height),), str(number)))
    return flow


def test_foot_is_reserved_only_on_first_page():
    flow = flow_of(40, foot=30)
    assert flow.remaining_height == 30
    assert (flow.fits(30), flow.fits(30.009), flow.fits(30.1)) == (True, True, False)
    flow.add(Block((LayoutRow(31),)))
    assert (len(flow.pages), flow.remaining_height) == (2, 69)
    stub = LayoutRow(25)
    flow.place_foot(stub)
    assert flow.pages[0][-1] == PlacedRow(0, 75, stub)


def test_page_is_filled_to_its_lowest_row():
    assert Flow(300, 100).last_page_fill == 0
    assert flow_of(20, 30).last_page_fill == 0.5
    assert flow_of(90, 20).last_page_fill == 0.2


def test_section_moves_if_too_little_fits_below_heading():
    def begins(used: float, *heights: float, count: int = 1) -> int:
        flow = flow_of(used)
        flow.add_columns([LayoutRow(10)], [Block((LayoutRow(height),), "x") for height in heights], count, 0)
        return next(
            number for number, page in enumerate(flow.pages) if any(placed_row.key == "x" for placed_row in page)
        )

    assert begins(30, 20, 20, 20) == 0
    assert begins(31, 20, 20, 20) == 1, "sixty are wanted, or all that there is"
    assert begins(60, 15, 15) == 0
    assert begins(61, 15, 15) == 1
    assert begins(61, 15, 15, count=2) == 0, "in two columns it is half as high"
    assert begins(25, 65, 10) == 0
    assert begins(26, 65, 10) == 1, "the first never goes without the heading"


def test_columns_continue_below_running_row_on_next_page():
    flow = Flow(100, 130)
    flow.repeated_row = LayoutRow(10)
    flow.place(flow.repeated_row)
    flow.add_columns((), [Block((LayoutRow(60),), str(number)) for number in range(7)], 2, 20)
    assert [[(placed_row.key, placed_row.x, placed_row.y) for placed_row in page] for page in flow.pages] == [
        [("", 0, 0), ("0", 0, 10), ("1", 0, 70), ("2", 60, 10), ("3", 60, 70)],
        [("", 0, 0), ("4", 0, 10), ("5", 0, 70), ("6", 60, 10)],
    ]
    assert flow.y == 130


def test_block_too_long_below_running_row_splits():
    flow = Flow(100, 130)
    flow.repeated_row = LayoutRow(10)
    flow.place(flow.repeated_row)
    flow.add_columns((), [Block((LayoutRow(60), LayoutRow(60), LayoutRow(60)), "x")], 1, 0)
    assert [[placed_row.y for placed_row in page if placed_row.key] for page in flow.pages] == [[10, 70], [10]]


def test_columns_are_as_short_as_possible():
    flow = Flow(100, 500)
    flow.add_columns((), [Block((LayoutRow(row_height),)) for row_height in (90, 30, 30, 30)], 2, 0)
    assert [(placed_row.x, placed_row.y) for placed_row in flow.pages[0]] == [(0, 0), (50, 0), (50, 30), (50, 60)]
    assert flow.y == 90
    flow = Flow(100, 500)
    flow.add_columns((), [Block((LayoutRow(row_height),)) for row_height in (10, 10, 100)], 3, 0)
    assert flow.y == 100


def lay(pages: dict[float, list[float]]) -> tuple[Callable[[float], Flow], list[float]]:
    """Return a fake layout function: how full each page is, for each type size from its key upwards."""
    asked: list[float] = []

    def lay_out_scaled(factor: float) -> Flow:
        asked.append(round(factor, 3))
        flow = Flow(100, 100)
        flow.pages = [
            [PlacedRow(0, 0, LayoutRow(100 * full))]
            for full in pages[max(page for page in pages if page <= factor + 1e-9)]
        ]
        return flow

    return lay_out_scaled, asked


def test_type_is_unchanged_if_last_page_is_filled():
    laid, asked = lay({0: [1, 0.2]})
    assert choose_font_scale(laid, 9, None).font_scale == 1
    assert asked == [1]


def test_thin_last_page_shrinks_or_grows_type():
    laid, _ = lay({0: [1], 0.95: [1, 0.1]})
    assert choose_font_scale(laid, 9, None).font_scale == 0.94
    laid, asked = lay({0: [1, 0.1], 1.05: [1, 0.3]})
    assert choose_font_scale(laid, 9, None).font_scale == 1.06
    assert asked == [1, 0.97, 0.94, 0.91, 0.88, 1.03, 1.06]
    laid, asked = lay({0: [1, 0.1]})
    assert choose_font_scale(laid, 9, None).font_scale == 1, "nothing helps"
    laid, asked = lay({0: [1, 0.1]})
    choose_font_scale(laid, 7.5, None)
    assert asked == [1, 0.97, 0.94, 1.03, 1.06, 1.1, 1.15], "never smaller than can be read"
    laid, asked = lay({0: [0.1]})
    assert choose_font_scale(laid, 9, None).font_scale == 1
    assert asked == [1], "a single page may be as empty as it is"


def test_type_shrinks_by_quarters_to_requested_pages():
    laid, asked = lay({0: [1], 0.95: [1, 1], 0.99: [1, 1, 1]})
    assert choose_font_scale(laid, 9, 2).font_scale == pytest.approx(8.75 / 9)
    assert choose_font_scale(laid, 9, 1).font_scale == pytest.approx(8.5 / 9)
    assert choose_font_scale(laid, 9, 3).font_scale == 1
    laid, asked = lay({0: [1, 1], 0.9: [1, 1, 1]})
    assert choose_font_scale(laid, 9, 1).font_scale == pytest.approx(8 / 9), "the largest of those that need fewest"
    assert min(asked) == pytest.approx(MIN_TYPE_SIZE / 9, abs=0.001)
    assert len(asked) == 9


def test_page_below_a_fifth_is_thin():
    laid, _ = lay({0: [1, 0.2], 1: [1, 0.19]})
    assert [LayoutAttempt(factor, laid(factor)).has_thin_last_page for factor in (0, 1)] == [False, True]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (595.28, 841.89)), (Paper.LETTER, (612, 792))])
def test_paper_has_its_size_in_both_orientations(paper: Paper, size: tuple[float, float]):
    upright = build_page(PrintOptions(paper=paper))
    lying = build_page(PrintOptions(paper=paper, orientation=Orientation.LANDSCAPE))
    assert (upright.width, upright.height) == pytest.approx(size, abs=0.01)
    assert (lying.width, lying.height) == pytest.approx(size[::-1], abs=0.01)
    assert (upright.left, upright.top, upright.right) == pytest.approx((14 * MM,) * 3)
    assert upright.bottom == pytest.approx(19 * MM), "room for a footer"
    assert upright.left + upright.content_width + upright.right == pytest.approx(size[0], abs=0.01)
    assert upright.top + upright.content_height + upright.bottom == pytest.approx(size[1], abs=0.01)


def test_margins_centre_the_printed_area():
    page = centre_content(PageFrame(100, 200, 1, 2, 3, 4), 60, 80)
    assert (page.left, page.right, page.top, page.bottom) == (20, 20, 60, 60)
    assert (page.content_width, page.content_height) == (60, 80)


def test_type_sizes_follow_the_quarter_grid():
    style = Style()
    assert (style.text, style.heading, style.title, style.line_height) == (9, 11, 20, 12)
    assert build_style(PrintOptions(large=True)).text == pytest.approx(9 * LARGE_TYPE_FACTOR)
    assert style.box_row_height % (style.line_height / 4) == pytest.approx(0)
    assert style.box_size + style.line_height * 0.2 <= style.box_row_height < style.box_size + style.line_height * 0.45
    assert style.box_size == 4 * MM
    assert Style(text=20).box_size == 18, "as large as the type, where that is larger"
    assert style.line_height / 2 < style.baseline < style.line_height


def build_marks(**more: object) -> list[list[Mark]]:
    army_sheet = document(options=PrintOptions(), **more).sheet  # type: ignore[arg-type]
    return [list(page.marks) for page in build_pages([army_sheet], PrintOptions())]


def test_footer_is_right_aligned_in_lower_margin():
    page = build_page(PrintOptions())
    pages = build_marks()
    for number, marks in enumerate(pages, 1):
        last = words(marks)[-1]
        assert last.text.startswith(sentence("pdf.page", page=number, pages=len(pages)))
        assert end(last) == pytest.approx(page.width - page.right, abs=0.1)
        assert page.height - page.bottom < last.y < page.height - 4 * MM
        assert last.ink is Ink.QUIET
        assert 8 < last.size <= 9


def test_illegal_list_is_stamped_on_every_page():
    page = build_page(PrintOptions())
    illegal = sentence("sheet.word.illegal")
    for marks in build_marks(report=ILLEGAL):
        stamp = word(marks, illegal)
        box = next(mark for mark in marks if isinstance(mark, Box) and mark.ink is Ink.ALERT)
        assert box.x + box.across == pytest.approx(page.width - page.right, abs=0.1)
        assert box.y >= 4 * MM
        assert box.y + box.down <= page.top
        assert box.x < stamp.x
        assert end(stamp) < box.x + box.across
        assert stamp.x - box.x == pytest.approx(box.x + box.across - end(stamp), abs=0.1)
        above, below = stamp.y - stamp.size * CAPITAL - box.y, box.y + box.down - stamp.y
        assert 1 < above < stamp.size / 2
        assert above == pytest.approx(below, abs=0.2)
        assert stamp.ink is Ink.ALERT
        assert stamp.size == 10
        assert 0 < page.top - (box.y + box.down) < 2 * MM, "close to the text"
    assert not any(illegal in texts(marks) for marks in build_marks())


def test_footer_cuts_long_name_but_not_code():
    sheet = document().sheet
    long = replace(sheet, header=replace(sheet.header, name="x" * 150))
    style, page = Style(), build_page(PrintOptions())
    (numbered,) = number_pages([ListLayout(long, page, style, ((),))], "en")
    (foot,) = words(numbered.marks)
    assert foot.text.endswith("… · 7F3A-91C2-K0WM-T5ZD")
    assert page.left - 0.1 <= foot.x < page.left + 12
    narrow = replace(page, bottom=8.9 * MM)
    assert number_pages([ListLayout(long, narrow, style, ((),))], "en")[0].marks == (Role.MARGIN,)
    (bare,) = number_pages([ListLayout(None, page, style, ((),))], "en")
    assert texts(bare.marks) == [sentence("pdf.page", page=1, pages=1)]


def test_stamp_shrinks_with_margin_and_style():
    sheet = document(report=ILLEGAL).sheet
    page = replace(build_page(PrintOptions()), top=8 * MM)
    (numbered,) = number_pages([ListLayout(sheet, page, Style(), ((),))], "en")
    stamp = words(numbered.marks)[0]
    box = next(mark for mark in numbered.marks if isinstance(mark, Box))
    assert 8 < stamp.size < 10
    assert 3 * MM < box.y < stamp.y - stamp.size * CAPITAL
    assert stamp.y < box.y + box.down <= page.top
    half = Style().scaled(0.5)
    (small,) = number_pages([ListLayout(sheet, build_page(PrintOptions()), half, ((),))], "en")
    assert [mark.size for mark in words(small.marks)] == pytest.approx([half.heading, half.text])


def test_code_is_large_enough_for_a_phone():
    small = build_qr_code("x", "about")
    assert small is not None
    assert (small.across, small.description, small.x, small.y) == (20 * MM, "about", 0, 0)
    large = build_qr_code("x" * 1200)
    assert large is not None
    assert large.across == pytest.approx(len(large.rows) * 0.36 * MM)
    assert len(large.rows) <= 17 + 4 * MAX_QR_VERSION
    assert build_qr_code("x" * 1273) is not None
    assert build_qr_code("x" * 1274) is None, "version 25 holds no more"


def test_labels_are_three_by_eight_per_page(monkeypatch: pytest.MonkeyPatch):
    drawn_pages: list[PageContent] = []
    monkeypatch.setattr(labels_module, "draw_pdf", lambda pages, *_: drawn_pages.extend(pages))
    build_label_pdf([SeatLabel(str(number), "Kim Weber", ("Red", "Elves")) for number in range(25)], "Cup", "de")
    first, second = drawn_pages
    boxes = [mark for mark in first.marks if isinstance(mark, Box)]
    assert len(boxes) == 24
    assert [(round(box.x / MM), round((box.y - boxes[0].y) / MM)) for box in boxes[:4]] == [
        *((0, 0), (70, 0), (140, 0), (0, 36))
    ]
    assert {(round(box.across / MM, 2), round(box.down / MM, 2)) for box in boxes} == {(70, 36)}
    assert boxes[0].y == pytest.approx(first.page.height - boxes[-1].y - 36 * MM, abs=0.1)
    assert len([mark for mark in second.marks if isinstance(mark, Box)]) == 1
    mark, name, team, faction = words(first.marks)[4:8]
    assert (mark.text, name.text, team.text, faction.text) == ("1", "Kim Weber", "Red", "Elves")
    assert end(mark) == pytest.approx(140 * MM - 5 * MM, abs=0.1)
    assert name.x == team.x == pytest.approx(75 * MM)
    assert 5 * MM < mark.y - mark.size * CAPITAL - boxes[1].y < 8 * MM
    assert mark.y < name.y < team.y < faction.y < boxes[0].y + 36 * MM
    assert team.y - name.y == pytest.approx(faction.y - team.y)
    assert (mark.size, name.size, team.size) == (26, 15, 10)


def test_label_without_mark_omits_it():
    raw = build_label_pdf([SeatLabel("", "Kim", ()), SeatLabel("7", "W" * 15, ())], "Cup", "de")
    text = PdfReader(BytesIO(raw)).pages[0].extract_text()
    assert "W" * 15 in text
    about = PdfReader(BytesIO(raw)).metadata
    assert about is not None
    assert about.title == "Cup"
    assert len(PdfReader(BytesIO(build_label_pdf([SeatLabel("", "W" * 99, ())], "", "de"))).pages) == 1


def test_label_name_shrinks_to_fit():
    width = 60 * MM
    labels = [labels_module._label(SeatLabel("", "W" * letters, ()), 0, 0, width) for letters in range(1, 40)]
    sizes = [next(mark.size for mark in label if isinstance(mark, TextRun)) for label in labels]
    assert (sizes[0], sizes[-1]) == (15, 10)
    assert sizes == sorted(sizes, reverse=True)
    between = [(letters, size) for letters, size in enumerate(sizes, 1) if 10 < size < 15]
    assert between
    assert all(measure_text("W" * letters, Weight.BOLD, size) <= width for letters, size in between)


def test_short_labels_are_unbroken_and_long_ones_breakable():
    assert keep_on_one_line("a b") == "a\N{NO-BREAK SPACE}b"
    exact = "x" * 15 + " " + "y" * 16
    assert " " not in keep_on_one_line(exact)
    assert " " in keep_on_one_line(exact + "z")
    spans = [TextSpan("a bcd", Weight.REGULAR, 9), TextSpan("ef", Weight.BOLD, 20)]
    assert measure_longest_word(spans) == max(
        measure_text("bcd", Weight.REGULAR, 9), measure_text("ef", Weight.BOLD, 20)
    )
    assert measure_longest_word([]) == 0


def test_lines_start_at_left_and_never_end_with_dot():
    lines = break_lines([TextSpan("aaaa bbbb cccc", Weight.REGULAR, 10)], 50)
    assert [line[0].x for line in lines] == [0] * len(lines)
    dot = "\N{NO-BREAK SPACE}\N{MIDDLE DOT}"
    first, second = break_lines(
        [TextSpan(f"aaaaaaa{dot}", Weight.REGULAR, 10), TextSpan("bbbbbbb", Weight.REGULAR, 10)], 55
    )
    assert [run.text for run in first] == ["aaaaaaa"]
    assert [(run.text, run.x) for run in second] == [("bbbbbbb", 0)]


def test_words_in_a_paragraph_are_one_space_apart():
    (line,) = break_lines([TextSpan("one", Weight.BOLD, 12), TextSpan("two", Weight.REGULAR, 9)], 300)
    first, second = line
    assert second.x - end(first) == pytest.approx(measure_text(" ", Weight.REGULAR, 9))


def test_contents_list_points_and_page_numbers():
    options = PrintOptions(layout=Layout.COMPACT)
    sheet = document(options=options).sheet
    page, style = build_page(options), build_style(options)
    rows = ((PlacedRow(0, 0, LayoutRow(9, (HERE,))),),)
    lists = ListLayout(sheet, page, style, rows * 3)
    game = ListLayout(None, page, style, rows * 2, "Quick reference Table War")
    (own,) = lay_out_contents([lists, game, lists], ["a", "g", "b"], options, "Contents").pages
    title, first, rules, last = own
    assert texts(title.row.marks) == ["Contents"]
    assert [texts(placed_row.row.marks)[2] for placed_row in (first, last)] == ["2", "7"], "its own page is counted"
    assert texts(rules.row.marks) == ["Quick reference Table War", "5"]
    name, points, number, about, verdict = words(first.row.marks)
    assert name.text == "The Iron Vale"
    assert points.text == sheet.header.points
    assert end(number) == pytest.approx(page.content_width, abs=0.01)
    assert {round(end(words(placed_row.row.marks)[1]), 2) for placed_row in (first, last)} == {round(end(points), 2)}
    assert style.line_height < page.content_width - end(points) < style.line_height * 4, "room for the page number"
    assert about.y == verdict.y == pytest.approx(name.y + style.line_height)
    assert about.x == 0
    link = next(mark for mark in first.row.marks if isinstance(mark, Link))
    assert (link.x, link.y, link.across, link.down, link.key) == (0, 0, page.content_width, first.row.height, "a")
    for upper, lower in pairwise(own):
        assert lower.y == pytest.approx(upper.y + upper.row.height)
    assert first.row.height > number.y + style.line_height
    assert rules.row.height < first.row.height


def test_book_uses_language_of_its_first_list():
    options = PrintOptions(layout=Layout.COMPACT)
    english, german = (document(language, options).sheet for language in ("en", "de"))
    for book, language in (([english, german], "en"), ([german, english], "de")):
        pages = build_pages(book, options)
        page_texts = texts(pages[0].marks)
        assert page_texts[0] == sentence("sheet.word.contents", language)
        assert page_texts[-1] == sentence("pdf.page", language, page=1, pages=3)
        assert [texts(page.marks)[0] for page in pages[1:]] == ["The Iron Vale", "The Iron Vale"]
    assert texts(build_pages([german], options)[0].marks)[0] == "The Iron Vale"
