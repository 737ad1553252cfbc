"""Layout of plain text: aligned columns, prices at the edge, line breaks."""

from __future__ import annotations

import re

import pytest

from listbuilder.exporters.plain_text import MIN_WIDTH, format_sheet
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.text_width import align_ends, pad, text_width, to_ascii, wrap
from tests.exporters.sheet_samples import ILLEGAL, document
from tests.sentences import sentence

WIDE = 100
WORDS = document().sheet.labels
PRICE = rf"{WORDS.points} \({WORDS.half} \d+\)"


def lines(width: int = WIDE) -> list[str]:
    options = PrintOptions(width=width)
    return format_sheet(document(options=options).sheet, options).split("\n")


def test_lines_separate_all_units() -> None:
    sheet_lines = lines()
    assert sheet_lines.count("─" * WIDE) == len(document().sheet.units) + 1
    assert sheet_lines[-1] == ""


def test_prices_are_aligned_at_right_edge() -> None:
    priced = [line for line in lines() if re.search(rf"{PRICE}$", line)]
    assert sum(" = " in line for line in priced) == 1
    assert len(priced) == len(document().sheet.units) + 2
    assert {len(line) for line in priced} == {WIDE}


def test_weapons_are_aligned_across_units() -> None:
    weapons = [line.strip() for line in lines() if re.match(r"^ +\d+  \S.*A\d", line) and WORDS.upgrades not in line]
    own = [line for line in lines() if re.match(r"^  +\d+  \S.* A\d", line) and not line.startswith("    ")]
    assert len(weapons) == sum(
        len(unit.weapons) for each in document().sheet.units for unit in (each, *each.attached_heroes)
    )
    assert len({line.index(" A") for line in own}) == 1


def test_attached_hero_is_indented_below_host() -> None:
    sheet_lines = lines()
    host = next(index for index, line in enumerate(sheet_lines) if line.startswith("The Old Guard"))
    hero = next(index for index, line in enumerate(sheet_lines) if "Anselm" in line)
    rule = next(index for index in range(host, len(sheet_lines)) if sheet_lines[index].startswith("─"))
    assert host < hero < rule
    assert sheet_lines[hero].startswith("  ")
    assert not sheet_lines[hero].startswith("   ")
    assert all(line.startswith("    ") for line in sheet_lines[hero + 1 : rule])


def test_headings_have_space_above_and_content_below() -> None:
    sheet_lines = lines()
    for heading in (WORDS.rules.upper(), WORDS.data.upper()):
        index = next(number for number, line in enumerate(sheet_lines) if line.startswith(heading))
        assert sheet_lines[index - 1] == ""
        assert sheet_lines[index + 1].strip()
    assert not any(line.startswith(WORDS.findings.upper()) for line in sheet_lines)
    assert WORDS.findings.upper() in format_sheet(document(report=ILLEGAL).sheet, PrintOptions()).split("\n")


def test_finding_is_on_one_line() -> None:
    options = PrintOptions(width=400)
    text = format_sheet(document(options=options, report=ILLEGAL).sheet, options)
    (first,) = [line for line in text.splitlines() if "PTS001" in line]
    assert first.index("PTS001") < first.index(": ") < first.index(f"{WORDS.fix}: ")
    assert sum("UPG004" in line for line in text.splitlines()) == 1


def test_page_has_a_minimum_width() -> None:
    assert lines(10) == lines(MIN_WIDTH)
    assert lines(41) != lines(40)


def test_single_box_precedes_label_and_rows_follow() -> None:
    text = "\n".join(lines())
    assert "☐ Shaken" in text
    assert "☐☐☐ ☐☐☐ ☐☐☐" in text
    assert f"{sentence('sheet.box.rounds')} ☐☐☐☐" in text


@pytest.mark.parametrize(
    ("text", "wide"), [("abc", 3), ("ä", 1), ("龍", 2), ("e\N{COMBINING ACUTE ACCENT}", 1), ("a\u200bb", 2), ("", 0)]
)
def test_text_width_counts_terminal_cells(text: str, wide: int) -> None:
    assert text_width(text) == wide
    assert text_width(pad(text, 5)) == text_width(pad(text, 5, right=True)) == 5
    assert pad(text, 5).startswith(text)
    assert pad(text, 5, right=True).endswith(text)
    assert pad(text, wide) == pad(text, max(0, wide - 1)) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Zäh ß", "Zaeh ss"), ("é", "e"), ("龍", "?"), ("a\N{COMBINING ACUTE ACCENT}", "a"), ("2×", "2x")],
)
def test_ascii_conversion_replaces_letters(text: str, plain: str) -> None:
    assert to_ascii(text) == plain


def test_lines_are_filled_greedily() -> None:
    assert wrap("aa bb cc", 5) == ["aa bb", "cc"]
    assert wrap("aa bb cc", 4) == ["aa", "bb", "cc"]
    assert wrap("aa bb cc", 8) == ["aa bb cc"]
    assert wrap("aa bb cc", 6, "  ") == ["aa bb", "  cc"]
    assert wrap("aa bb cc", 6, "  ", "  ") == ["  aa", "  bb", "  cc"]
    assert wrap("", 5) == [""]


def test_too_long_word_is_cut_at_line_end() -> None:
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap("龍龍龍", 4) == ["龍龍", "龍"]
    assert wrap("abcdef", 5, "  ") == ["abc", "  def"]


def test_texts_share_line_with_two_spaces_between() -> None:
    assert align_ends("left", "right", 11) == ["left  right"]
    assert align_ends("left", "right", 10) == ["left", "     right"]
    assert align_ends("left", "right", 13, "  ") == ["  left  right"]
    assert align_ends("left", "", 10, "  ") == ["  left"]


@pytest.mark.parametrize("width", [32, 36, 60])
def test_narrow_price_stays_whole_beside_unit(width: int) -> None:
    """A card preview in 80 columns is this narrow; it used to wrap the price and cut the rest."""
    sheet_lines = lines(width)
    assert max(map(text_width, sheet_lines[: sheet_lines.index(WORDS.rules.upper())])) <= width
    priced = [line for line in sheet_lines if re.search(rf"\d+ {PRICE}$", line)]
    assert len(priced) == len(document().sheet.units) + 2
