"""Geometry of a unit on the roster: names, aligned columns, prices, tick boxes, header and judge's stub."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import Block, LayoutRow, stack_rows
from listbuilder.exporters.pdf.paragraphs import measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, QrCode, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.roster_layout import (
    VALIDATE_COMMAND,
    build_header_block,
    build_judge_stub,
    draw_verdict_sign,
)
from listbuilder.exporters.pdf.rules_pages import (
    build_finding_blocks,
    build_glossary_blocks,
    build_heading_rows,
    build_spell_blocks,
)
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.unit_block import (
    TableColumn,
    TickBoxLayout,
    UnitLayout,
    WeaponTable,
    build_table_headings,
    build_weapon_table,
    iter_units,
    list_rules_and_base,
    put_text_first,
    separate_with_dots,
)
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import (
    GlossaryRow,
    LimitRow,
    Price,
    SheetFinding,
    SpellBook,
    SpellRow,
    Stat,
    TickBoxes,
    WeaponRow,
)
from tests.exporters.pdf.page_marks import CAPITAL, end, is_gap, plain, texts, word, words
from tests.exporters.sheet_samples import ILLEGAL, document

STYLE = Style()
WIDTH = 500.0
SHEET = document(options=PrintOptions()).sheet
INDENT = STYLE.text * 1.9


def table_of(sheet: Sheet = SHEET, width: float = WIDTH, **more: SheetUnit) -> WeaponTable:
    return build_weapon_table(sheet, width, STYLE, INDENT, **more)


def setter(sheet: Sheet = SHEET, width: float = WIDTH) -> UnitLayout:
    return UnitLayout(sheet, table_of(sheet, width), STYLE)


def unit(title: str) -> SheetUnit:
    return next(unit for unit in iter_units(SHEET.units) if unit.title == title)


def marks_of(block: Block) -> tuple[Mark, ...]:
    return stack_rows(block.rows).marks


def test_number_columns_align_right_and_rules_take_rest():
    table = table_of()
    assert [cell.heading for cell in table.cells] == [column.heading for column in SHEET.columns]
    assert [cell.right for cell in table.cells] == [True, True, True, False]
    assert table.cells[0].x == INDENT + table.name_width
    gaps = [right.x - (left.x + left.width) for left, right in pairwise(table.cells)]
    assert STYLE.text / 2 < gaps[0] < STYLE.text * 2
    assert gaps == pytest.approx([gaps[0]] * len(gaps))
    last = table.cells[-1]
    assert last.x + last.width == pytest.approx(WIDTH)
    assert not table.rules_below
    assert TableColumn("", 10, 50, right=True).text_start(20) == 40
    assert TableColumn("", 10, 50, right=False).text_start(20) == 10


def test_column_is_as_wide_as_its_widest_cell():
    table = table_of()
    rows = [row for unit in iter_units(SHEET.units) for row in unit.weapons]
    for number, cell in enumerate(table.cells[:-1]):
        column_texts = [
            SHEET.columns[number].heading,
            *(row.cells[number].replace('"', "\N{DOUBLE PRIME}") for row in rows),
        ]
        assert cell.width == pytest.approx(
            max(measure_text(text, Weight.REGULAR, STYLE.text) for text in column_texts), abs=0.2
        )


def test_weapon_names_take_at_most_two_fifths():
    longest = max(
        measure_text(row.name, Weight.REGULAR, STYLE.text) + (STYLE.line_height if unit.title == "Anselm" else 0)
        for unit in iter_units(SHEET.units)
        for row in unit.weapons
    )
    assert longest < table_of().name_width < longest + 2 * STYLE.text
    wordy = replace(SHEET.units[1], weapons=(WeaponRow(1, "very " * 40, ("", "", "", "")),))
    many = replace(SHEET, units=(wordy,))
    assert table_of(many).name_width == pytest.approx((WIDTH - INDENT) * 2 / 5)


def test_narrow_table_shortens_headings_then_stacks_rules():
    tables = [table_of(width=width) for width in range(500, 50, -10)]
    whole, short = (tuple(getattr(column, form) for column in SHEET.columns) for form in ("heading", "short_heading"))
    headings = [tuple(cell.heading for cell in table.cells) for table in tables]
    assert list(dict.fromkeys(headings)) == [whole, short, short[:-1]], "each shorter than the one before"
    assert [table.rules_below for table in tables] == [heads == short[:-1] for heads in headings]
    rules = [row.cells[-1] for unit in iter_units(SHEET.units) for row in unit.weapons]
    longest = max(measure_text(text, Weight.REGULAR, STYLE.text) for text in (*rules, SHEET.columns[-1].short_heading))
    assert all(table.cells[-1].width >= longest for table in tables if not table.rules_below), "rules are not wrapped"
    assert all(table.name_width >= STYLE.text * 4 for table in tables)
    assert table_of(width=60).name_width == STYLE.text * 4


def test_single_unit_table_measures_only_that_unit():
    bows = unit("Bowmen")
    alone, every = table_of(unit=bows), table_of()
    assert alone.name_width <= every.name_width
    assert len(alone.stat_widths) == len(bows.stats)
    assert list(iter_units(SHEET.units)).index(unit("Anselm")) == 1, "heroes come behind their host"


def test_no_price_column_without_prices():
    free = replace(SHEET, units=tuple(replace(unit, price=None, attached_heroes=()) for unit in SHEET.units))
    table = table_of(free)
    assert (table.price_width, table.half_price_width) == (0, 0)
    assert table.title_width == pytest.approx(WIDTH - sum(table.stat_widths))
    priced = table_of()
    assert priced.title_width == pytest.approx(
        WIDTH - sum(priced.stat_widths) - priced.price_width - priced.half_price_width
    )
    assert priced.price_width > 0
    assert priced.half_price_width > 0


def test_headings_align_with_their_columns():
    table = table_of()
    row = build_table_headings(SHEET, table, STYLE, 7)
    name, *heads = words(row.marks)
    assert (name.text, name.x) == (SHEET.labels.weapon, 7 + INDENT)
    for cell, head in zip(table.cells, heads, strict=True):
        if cell.right:
            assert end(head) == pytest.approx(7 + cell.x + cell.width)
        else:
            assert head.x == pytest.approx(7 + cell.x)
    assert max(mark.y for mark in words(row.marks)) < row.height < STYLE.line_height * 2
    assert [mark for mark in row.marks if isinstance(mark, Role)] == [Role.ROW, *[Role.HEAD] * 5, Role.TEXT]


def test_unit_starts_with_line_and_ends_with_gap():
    block = setter().build_block(unit("Bowmen"), "k")
    top, *_, last = block.rows
    assert 0 < top.height < STYLE.line_height
    assert is_gap(last, STYLE)
    assert top.marks == (Anchor("k", "Bowmen", 1), Stroke(0, 0, WIDTH, 0, 0.5, Ink.RULE))
    assert block.key == "k"
    twins = setter().build_block(replace(unit("Bowmen"), count=2), "k").rows[0].marks[0]
    assert isinstance(twins, Anchor)
    assert twins.title == "2\N{MULTIPLICATION SIGN} Bowmen"


def test_prices_align_right_with_stats_before_them():
    table = table_of()
    for title in ("Bowmen", "The Old Guard", "Anselm", "Mire Troll"):
        sheet_unit = unit(title)
        host = sheet_unit if sheet_unit in SHEET.units else SHEET.units[0]
        marks = marks_of(setter().build_block(host, "k"))
        assert sheet_unit.price is not None
        half = word(marks, f"({SHEET.labels.half} {sheet_unit.price.half})")
        assert end(half) == pytest.approx(WIDTH)
        points = next(
            mark for mark in words(marks) if mark.text == sheet_unit.price.displayed and mark.weight is Weight.BOLD
        )
        assert end(points) == pytest.approx(WIDTH - table.half_price_width)
        assert points.y == half.y
        figures = [mark for mark in words(marks) if mark.weight is Weight.BOLD and mark.y == points.y]
        ends = [end(mark) for mark in figures if mark.text in {stat.value for stat in sheet_unit.stats}]
        places = [table.title_width + sum(table.stat_widths[: number + 1]) for number in range(len(sheet_unit.stats))]
        assert set(map(round, ends)) <= set(map(round, places))


def test_stat_label_is_close_to_its_value():
    bowmen = unit("Bowmen")
    marks = words(marks_of(setter().build_block(bowmen, "k")))
    for stat in bowmen.stats:
        label = next(mark for mark in marks if mark.text == stat.short and mark.ink is Ink.QUIET)
        figure = marks[marks.index(label) + 1]
        assert figure.text == stat.value
        assert 0 < figure.x - end(label) < STYLE.text / 2


def test_combined_price_is_below_unit_price():
    marks = marks_of(setter().build_block(unit("The Old Guard"), "k"))
    price = unit("The Old Guard").price
    assert price is not None
    together = word(marks, price.total_with_heroes)
    half = word(marks, f"({SHEET.labels.half} {price.half_with_heroes})")
    assert end(half) == pytest.approx(WIDTH)
    assert end(together) <= half.x - STYLE.text * 0.5 + 0.01
    assert (
        together.y == half.y == pytest.approx(word(marks, f"({SHEET.labels.half} {price.half})").y + STYLE.line_height)
    )
    assert price.total_with_heroes not in texts(marks_of(setter().build_block(unit("Bowmen"), "k")))


def test_combined_price_moves_below_long_rules():
    guard = unit("The Old Guard")
    price = guard.price
    assert price is not None
    bare = setter().build_block(replace(guard, rules=(), base="", attached_heroes=()), "k")
    assert word(marks_of(bare), price.total_with_heroes)
    places = []
    for count in range(1, 30):
        ruled = replace(guard, rules=unit("Mire Troll").rules[:1] * count, base="", attached_heroes=())
        marks = marks_of(setter().build_block(ruled, "k"))
        named = [mark for mark in words(marks) if "Fearless" in mark.text]
        together = word(marks, price.total_with_heroes)
        assert all(end(mark) <= together.x - STYLE.text + 0.1 for mark in named if mark.y == together.y)
        lines = sorted({mark.y for mark in named})
        alone = marks_of(setter().build_block(replace(ruled, price=replace(price, total_with_heroes="")), "k"))
        needed = len({mark.y for mark in words(alone) if "Fearless" in mark.text})
        assert len(lines) == needed, "the rules take no line more for it"
        places.append(lines.index(together.y) if together.y in lines else -1)
    assert set(places) == {0, -1}, "on their first line, or under them"


def test_mark_word_and_star_precede_name():
    hero = replace(unit("Anselm"), worst_severity="error")
    row = setter()._head(hero, 20, joined=True)
    marks = [mark for mark in row.marks if isinstance(mark, TextRun | Star)]
    warning, joined, star, title = marks[:4]
    assert isinstance(warning, TextRun)
    assert isinstance(joined, TextRun)
    assert isinstance(star, Star)
    assert isinstance(title, TextRun)
    assert (warning.text, warning.x, warning.ink) == ("!", 20, Ink.ALERT)
    assert 0 < joined.x - end(warning) < STYLE.text / 2
    assert 0 < star.x - end(joined) < STYLE.text / 2
    assert star.size * CAPITAL < title.x - star.x < star.size * 1.5
    assert next(mark for mark in row.marks if isinstance(mark, Role)) is Role.SUBHEADING
    noted = setter()._head(replace(hero, worst_severity="note"), 0, joined=False).marks
    assert "!" not in texts(noted)
    assert SHEET.labels.joined not in texts(noted)
    assert Role.HEADING in noted
    assert not any(isinstance(mark, Star) for mark in setter()._head(unit("Bowmen"), 0, joined=False).marks)


def test_long_unit_name_takes_the_whole_width():
    def lines(name: str) -> tuple[int, bool]:
        row = setter()._head(replace(unit("Bowmen"), title=name), 0, joined=False)
        named = [mark for mark in words(row.marks) if "name" in mark.text]
        price = next(mark for mark in words(row.marks) if mark.text.startswith(f"({SHEET.labels.half}"))
        return len({mark.y for mark in named}), price.y > max(mark.y for mark in named)

    assert lines("name") == (1, False)
    assert lines("name " * 12) == (2, False)
    assert lines("name " * 30)[1]


def test_weapon_cells_align_with_headings():
    table = table_of()
    weapon = WeaponRow(12, "Longbow", ('30"', "A1", "1", "Poison"))
    (row,) = setter().build_weapon_rows(weapon, INDENT)
    count, name, reach, attacks, ap, rules = words(row.marks)
    assert count.weight is Weight.BOLD
    assert INDENT - STYLE.text < end(count) < INDENT
    assert name.x == INDENT
    for mark, cell in zip((reach, attacks, ap), table.cells, strict=False):
        assert end(mark) == pytest.approx(cell.x + cell.width)
    assert rules.x == table.cells[-1].x
    assert [mark for mark in row.marks if isinstance(mark, Role)][:2] == [Role.ROW, Role.CELL]


def test_weapon_names_wrap_within_their_column():
    table = table_of()
    weapon = WeaponRow(1, "name " * 20, ('30"', "A1", "1", "Poison"))
    for indent in (INDENT, INDENT + STYLE.line_height):
        (row,) = setter().build_weapon_rows(weapon, indent)
        named = [mark for mark in words(row.marks) if "name" in mark.text]
        assert len(named) > 1
        assert all(mark.x == indent for mark in named)
        assert max(end(mark) for mark in named) <= INDENT + table.name_width - STYLE.text * 0.5 + 0.1


def test_rules_go_below_weapon_if_narrow():
    narrow = setter(width=120)
    weapon = WeaponRow(1, "Bow", ('30"', "A1", "1", "Poison"))
    row, below = narrow.build_weapon_rows(weapon, INDENT)
    assert "Poison" not in texts(row.marks)
    assert words(below.marks)[0]._replace(y=0) == TextRun(INDENT, 0, "Poison", Weight.REGULAR, 9, Ink.QUIET)
    assert len(list(narrow.build_weapon_rows(replace(weapon, cells=('30"', "A1", "1", "")), INDENT))) == 1


def test_extras_are_listed_after_their_label():
    anselm = unit("Anselm")
    rows = list(setter().build_extra_rows(replace(anselm, odds="Odds.", notes="one\ntwo"), INDENT))
    lines = [" ".join(texts(row.marks)) for row in rows]
    assert lines[0].startswith(f"{SHEET.labels.items} River Horse (")
    assert lines[1].startswith(f"{SHEET.labels.upgrades} River Horse +20")
    assert "Odds." in lines
    assert lines[-2:] == ["one", "two"]
    assert all(words(row.marks)[0].x == INDENT for row in rows)
    assert list(setter().build_extra_rows(replace(unit("Bowmen"), upgrades=()), INDENT)) == []


def test_separator_dots_stay_with_preceding_text():
    dot = "\N{NO-BREAK SPACE}\N{MIDDLE DOT}"
    assert separate_with_dots(["a b", "c"]) == [f"a\N{NO-BREAK SPACE}b{dot}", "c"]
    assert separate_with_dots([]) == []
    assert list_rules_and_base(unit("Bowmen"), SHEET) == [f"{SHEET.labels.base} 25mm"]
    assert list_rules_and_base(replace(unit("Bowmen"), base=""), SHEET) == []


ROUNDS = TickBoxes("rounds", "Round", (("1", "2", "3", "4"),))
SHAKEN = TickBoxes("state:shaken", "Shaken", (("",),))
MODELS = TickBoxes("models", "Models", (("",) * 5, ("",) * 2), 4)
STRIPS = TickBoxLayout(300, STYLE)
EDGE = 4 * MM


def boxes(marks: tuple[Mark, ...]) -> list[Box]:
    return [mark for mark in marks if isinstance(mark, Box)]


def test_own_boxes_are_left_and_shared_boxes_right():
    (row,) = STRIPS.build_rows([ROUNDS, SHAKEN, MODELS])
    assert row.height == STYLE.box_row_height
    tick_boxes = boxes(row.marks)
    assert len(tick_boxes) == 12
    assert word(row.marks, "Models").x == 0
    shaken = word(row.marks, "Shaken")
    assert end(shaken) == pytest.approx(300)
    assert {(box.across, box.down, box.ink) for box in tick_boxes} == {(EDGE, EDGE, Ink.BOX)}
    assert {box.y for box in tick_boxes} == {(row.height - EDGE) / 2}, "in the middle of the row"
    models = tick_boxes[:7]
    assert 0 < models[0].x - end(word(row.marks, "Models")) < STYLE.text
    gaps = [right.x - (left.x + EDGE) for left, right in pairwise(models)]
    assert [gap for number, gap in enumerate(gaps) if number != 4] == pytest.approx([0] * 5), "in groups of five"
    assert 0 < gaps[4] < STYLE.text


def test_bracket_marks_the_half_strength_box():
    (row,) = STRIPS.build_rows([MODELS])
    strokes = [mark for mark in row.marks if isinstance(mark, Stroke)]
    box = boxes(row.marks)[3]
    right, bottom = box.x + EDGE, box.y + EDGE
    upright, *arms = strokes
    assert (upright.x, upright.y, upright.to_x, upright.to_y) == pytest.approx((right, box.y, right, bottom))
    for arm, y in zip(arms, (box.y, bottom), strict=True):
        assert (arm.y, arm.to_x, arm.to_y) == pytest.approx((y, right, y))
        assert box.x + EDGE / 2 < arm.x < right
    for half, index in ((5, 4), (6, 5), (7, 6)):
        (row,) = STRIPS.build_rows([replace(MODELS, half_strength_box=half)])
        upright = next(mark for mark in row.marks if isinstance(mark, Stroke))
        assert upright.x == pytest.approx(boxes(row.marks)[index].x + EDGE)
    (row,) = STRIPS.build_rows([replace(MODELS, half_strength_box=0)])
    assert not [mark for mark in row.marks if isinstance(mark, Stroke)]


def test_number_is_centred_in_its_box():
    (row,) = STRIPS.build_rows([ROUNDS])
    for box, number in zip(boxes(row.marks), words(row.marks)[1:], strict=True):
        assert (number.x + end(number)) / 2 == pytest.approx(box.x + box.across / 2)
        assert box.y < number.y < box.y + box.down
        assert number.size >= 6.5
    assert words(row.marks)[0].text == "Round"
    assert words(row.marks)[0].x == 0, "alone, they stand at the left"


def test_single_box_precedes_its_label():
    (row,) = STRIPS.build_rows([SHAKEN], 20)
    (box,) = boxes(row.marks)
    assert box.x == 20
    assert 0 < word(row.marks, "Shaken").x - (box.x + EDGE) < STYLE.text


def test_boxes_wrap_when_line_is_full():
    many = TickBoxes("tough", "Tough", tuple(("",) * 5 for _ in range(12)))
    rows = STRIPS.build_rows([many, ROUNDS, SHAKEN])
    assert len(rows) > 2
    for row in rows:
        assert all(box.x >= -0.01 for box in boxes(row.marks))
        assert all(box.x + box.across <= 300.02 for box in boxes(row.marks))
    assert sum(len(boxes(row.marks)) for row in rows) == 65
    long = TickBoxes("wounds", "Wounds", (("",) * 60,))
    rows = STRIPS.build_rows([long])
    counts = [len(boxes(row.marks)) for row in rows]
    assert sum(counts) == 60
    assert counts[1] == int(300 / EDGE)
    assert boxes(rows[1].marks)[0].x == 0


def test_rounds_and_states_tighten_before_wrapping():
    every = [ROUNDS, SHAKEN, replace(SHAKEN, id="state:tired", label="Fatigued")]

    def gaps(width: float) -> tuple[int, float]:
        rows = TickBoxLayout(width, STYLE).build_rows(every)
        marks = rows[0].marks
        return len(rows), round(boxes(marks)[4].x - boxes(marks)[3].x - EDGE, 1) if len(boxes(marks)) > 4 else 0

    lines, wide = gaps(300)
    assert lines == 1
    assert STYLE.text < wide < STYLE.text * 2
    needed = 300 - words(TickBoxLayout(300, STYLE).build_rows(every)[0].marks)[0].x
    assert needed == 300, "they begin at the left where a unit has nothing of its own"
    tight = TickBoxLayout(300, STYLE)
    whole = tight._line_width(tight._lines(every, 300)[0])
    assert gaps(whole + 0.1) == (1, wide)
    lines, narrow = gaps(whole - 1)
    assert lines == 1
    assert STYLE.text / 2 < narrow < STYLE.text * 0.75
    rows = TickBoxLayout(whole - 20, STYLE).build_rows(every)
    assert [len(boxes(row.marks)) for row in rows] == [4, 2], "numbers by themselves, words by themselves"


def test_trailing_boxes_align_right_or_are_omitted():
    marks = STRIPS.build_line_end([MODELS], 300)
    tick_boxes = boxes(marks)
    assert tick_boxes[-1].x + EDGE == pytest.approx(300)
    assert STRIPS.build_line_end([MODELS], 60) == ()
    assert put_text_first([*marks])[0].__class__ is TextRun


def head(sheet: Sheet = SHEET) -> tuple[Mark, ...]:
    return marks_of(build_header_block(sheet, WIDTH, STYLE, "k"))


def test_header_has_name_left_and_points_right():
    marks = head()
    name, points = word(marks, "The Iron Vale"), word(marks, SHEET.header.points)
    assert (name.x, name.size, name.ink) == (0, STYLE.title, Ink.ACCENT)
    assert end(points) == pytest.approx(WIDTH)
    assert name.y == points.y
    assert marks[0] == Anchor("k", "The Iron Vale", 0)
    verdict = word(marks, SHEET.header.verdict_text)
    assert end(verdict) == pytest.approx(WIDTH)
    assert verdict.weight is Weight.BOLD
    code = word(marks, SHEET.header.hash)
    assert end(code) == pytest.approx(WIDTH)
    assert code.y == pytest.approx(verdict.y + STYLE.line_height)
    assert word(marks, "Plays on Saturday.").ink is Ink.QUIET


def test_header_omits_missing_facts():
    header = replace(SHEET.header, points="", hash="", notes="", commitment="c0ffee")
    marks = head(replace(SHEET, header=header))
    assert SHEET.labels.hash not in texts(marks)
    assert texts(marks)[-1] == "c0ffee"
    bare = replace(header, player="", factions=(), system="", event="", force_org="", commitment="")
    assert texts(head(replace(SHEET, header=bare)))[0] == "The Iron Vale"
    two_notes = replace(SHEET, header=replace(header, notes="one\ntwo"))
    assert texts(head(two_notes))[-2:] == ["one", "two"]
    wide = replace(SHEET, header=replace(SHEET.header, factions=("Faction of many words",) * 9))
    facts = [mark for mark in words(head(wide)) if "Faction" in mark.text]
    room = min(mark.x for mark in words(head(wide)) if end(mark) == pytest.approx(WIDTH) and mark.size == STYLE.text)
    assert max(end(mark) for mark in facts) < room


def test_long_list_name_avoids_points():
    long = replace(SHEET, header=replace(SHEET.header, name="name " * 30))
    marks = head(long)
    named = [mark for mark in words(marks) if "name" in mark.text]
    points = word(marks, SHEET.header.points)
    assert len(named) > 1
    assert max(end(mark) for mark in named) <= points.x - STYLE.title + 0.1


def build_stub(sheet: Sheet = SHEET, style: Style = STYLE) -> LayoutRow:
    return build_judge_stub(sheet, WIDTH, style)


def test_judge_stub_has_code_facts_and_lines():
    row = build_stub()
    rule = row.marks[0]
    assert isinstance(rule, Stroke)
    assert (rule.x, rule.y, rule.to_x, rule.to_y) == (0, 0, WIDTH, 0)
    code = next(mark for mark in row.marks if isinstance(mark, QrCode))
    assert code.x == 0
    assert 0 < code.y < STYLE.line_height
    verdict = word(row.marks, SHEET.header.verdict_text)
    sign = next(mark for mark in row.marks if isinstance(mark, Box))
    assert code.across < sign.x < code.across + 2 * STYLE.line_height
    assert 0 < verdict.x - (sign.x + sign.across) < STYLE.text
    assert word(row.marks, VALIDATE_COMMAND).size == 9
    opponent = word(row.marks, SHEET.labels.opponent)
    assert WIDTH * 0.6 < opponent.x < WIDTH * 0.75
    assert SHEET.labels.player not in texts(row.marks), "the list names one"
    for mark in words(row.marks):
        assert end(mark) <= WIDTH + 0.1
        assert mark.y <= row.height


def test_stub_facts_avoid_the_writing_lines():
    long = replace(SHEET, limit_rows=tuple(LimitRow(f"Limit {number}", "3 of 5") for number in range(20)))
    row = build_stub(long)
    facts = [mark for mark in words(row.marks) if "Limit" in mark.text]
    assert len({mark.y for mark in facts}) > 1
    assert max(end(mark) for mark in facts) <= word(row.marks, SHEET.labels.opponent).x - STYLE.line_height + 0.1


def test_stub_without_code_asks_for_player():
    header = replace(SHEET.header, share="", player="", hash="")
    row = build_stub(replace(SHEET, header=header, limit_rows=()))
    assert not any(isinstance(mark, QrCode) for mark in row.marks)
    sign = next(mark for mark in row.marks if isinstance(mark, Box))
    assert sign.x == 0
    assert 0 < word(row.marks, header.verdict_text).x - sign.across < STYLE.text
    assert VALIDATE_COMMAND not in texts(row.marks)
    lines = [mark for mark in row.marks if isinstance(mark, Stroke) and mark.width == 0.5]
    assert len(lines) == 1 + 1 + 2 + 2
    labels = [
        SHEET.labels.player,
        SHEET.labels.opponent,
        SHEET.labels.table,
        SHEET.labels.game,
        SHEET.labels.signatures,
    ]
    heights = [word(row.marks, label).y for label in labels]
    assert heights[2] == heights[3]
    steps = [lower - upper for upper, lower in pairwise(sorted(set(heights)))]
    assert steps == pytest.approx([steps[0]] * 3)
    assert 7 * MM < steps[0] < 10 * MM, "room for handwriting"
    for mark in (word(row.marks, label) for label in labels):
        assert any(line.y == mark.y and 0 < line.x - end(mark) < STYLE.text / 2 for line in lines), mark.text
    for line in lines:
        assert line.y == line.to_y
        assert line.y in heights
        assert line.to_x - line.x > 15
        assert line.to_x <= WIDTH + 0.1
    left, right = lines[-2:]
    assert STYLE.text / 2 < right.x - left.to_x < 2 * STYLE.text
    assert right.to_x == pytest.approx(WIDTH)
    assert left.to_x - left.x == pytest.approx(right.to_x - right.x)


@pytest.mark.parametrize(("size", "read"), [(5, 7.5), (8, 8), (20, 9)])
def test_stub_stays_readable_for_any_list_size(size: float, read: float):
    row = build_stub(style=STYLE.scaled(size / 9))
    assert word(row.marks, SHEET.labels.opponent).size == pytest.approx(read)
    small = next(mark for mark in words(row.marks) if mark.text.startswith(SHEET.credits[0][:10]))
    assert small.size == pytest.approx(7)


@pytest.mark.parametrize(("verdict", "strokes"), [(Verdict.LEGAL, 2), (Verdict.ILLEGAL, 2), (Verdict.UNCHECKED, 1)])
def test_verdict_sign_is_drawn_in_a_box(verdict: Verdict, strokes: int):
    box, *lines = draw_verdict_sign(verdict, 5, 20, 10)
    assert isinstance(box, Box)
    assert box.x == 5
    assert box.across == box.down
    assert box.y < 20 - 10 * 0.6
    assert box.y + box.down > 20
    assert len(lines) == strokes
    for line in lines:
        assert isinstance(line, Stroke)
        for x, y in ((line.x, line.y), (line.to_x, line.to_y)):
            assert box.x < x < box.x + box.across
            assert box.y < y < box.y + box.down
    if verdict is Verdict.LEGAL:
        down, up = lines
        assert isinstance(down, Stroke)
        assert isinstance(up, Stroke)
        assert (down.to_x, down.to_y) == (up.x, up.y)
        assert up.to_y < down.y < down.to_y, "a tick goes down and then higher up"


def test_section_heading_is_below_a_line():
    line, text, gap = build_heading_rows("Spells", "River Folk", WIDTH, STYLE, "k")
    assert line.marks == (Anchor("k", "Spells", 1), Stroke(0, 0, WIDTH, 0, 0.5, Ink.TEXT))
    assert texts(text.marks) == ["Spells", "River Folk"]
    assert 0 < line.height < text.height == STYLE.line_height
    assert is_gap(gap, STYLE)
    assert texts(build_heading_rows("Rules", "", WIDTH, STYLE, "k")[1].marks) == ["Rules"]


def test_spells_get_paragraphs_or_one_line_without_texts():
    spells = SpellBook("x", (SpellRow("Flood", "1", "Two hits.\nMore."), SpellRow("Mist", "2", "")))
    flood, mist = build_spell_blocks(spells, WIDTH, STYLE)
    assert texts(marks_of(flood)) == ["Flood (1)", "Two hits.", "More."]
    assert texts(marks_of(mist)) == ["Mist (2)"]
    silent = SpellBook("x", (SpellRow("Flood", "1", ""), SpellRow("Mist", "2", "")))
    (block,) = build_spell_blocks(silent, WIDTH, STYLE)
    assert [plain(text) for text in texts(marks_of(block))] == ["Flood (1)", "Mist (2)"]
    assert len(block.rows) == 2


def test_rule_remarks_are_optional():
    rows = [
        GlossaryRow("a", "Slow", "Moves less.\nAlways.", "The print adds."),
        GlossaryRow("b", "Fast", "Moves more."),
    ]
    slow, fast = build_glossary_blocks(rows, WIDTH, STYLE)
    assert texts(marks_of(slow)) == ["Slow", "Moves less.", "Always.", "The print adds."]
    assert texts(marks_of(fast)) == ["Fast", "Moves more."]
    assert [mark.ink for mark in words(marks_of(slow))] == [Ink.TEXT, Ink.TEXT, Ink.TEXT, Ink.QUIET]
    bare, _ = build_glossary_blocks(rows, WIDTH, STYLE, remarks=False)
    assert "The print adds." not in texts(marks_of(bare))
    (empty,) = build_glossary_blocks([GlossaryRow("c", "Silent", "")], WIDTH, STYLE)
    assert texts(marks_of(empty)) == ["Silent"]
    assert is_gap(slow.rows[-1], STYLE)


def test_finding_shows_severity_unit_and_fix():
    finding = SheetFinding("error", "Error", "ORG001", "x", "Bowmen", "Too many.\nFar too many.", "Take\none.", "p. 5")
    (block,) = build_finding_blocks(replace(SHEET, findings=(finding,)), WIDTH, STYLE)
    marks = words(marks_of(block))
    assert texts(marks) == [
        *("Error ORG001", "Bowmen", "Too many.", "Far too many.", f"{SHEET.labels.fix}: Take", "one.", "p. 5")
    ]
    assert [mark.ink for mark in marks] == [Ink.ALERT, *[Ink.TEXT] * 3, *[Ink.QUIET] * 3]
    plainer = replace(finding, severity="warning", unit_title="", fix="", source="", message="Odd.")
    (block,) = build_finding_blocks(replace(SHEET, findings=(plainer,)), WIDTH, STYLE)
    assert texts(marks_of(block)) == ["Error ORG001", "Odd."]
    assert words(marks_of(block))[0].ink is Ink.TEXT
    assert len(build_finding_blocks(document(report=ILLEGAL).sheet, WIDTH, STYLE)) == 2


def test_stats_have_wide_gaps_if_there_is_room():
    stats = tuple(Stat(str(number), "Q", "Quality", "5+") for number in range(4))
    bowmen = replace(unit("Bowmen"), stats=stats, price=Price(1, "1", "0"))
    each = measure_text("Q", Weight.REGULAR, 9) + measure_text("5+", Weight.BOLD, 11)

    def gap(width: float) -> float:
        return table_of(replace(SHEET, units=(bowmen,)), width).stat_widths[0] - each

    assert STYLE.text / 2 < gap(150) < STYLE.text < gap(400) < 2 * STYLE.text
    shorter = replace(bowmen, stats=stats[:2], title="x")
    assert len(table_of(replace(SHEET, units=(shorter, bowmen))).stat_widths) == 4


def test_stat_column_fits_widest_value_of_all_units():
    narrow, wide = (
        replace(unit("Bowmen"), title=title, stats=(Stat("x", short, "X", value),))
        for title, short, value in (("a", "Q", "12+"), ("b", "Speed", "5"))
    )
    (across,) = table_of(replace(SHEET, units=(narrow, wide))).stat_widths
    label, value = measure_text("Speed", Weight.REGULAR, 9), measure_text("12+", Weight.BOLD, 11)
    assert STYLE.text < across - label - value < 2 * STYLE.text
