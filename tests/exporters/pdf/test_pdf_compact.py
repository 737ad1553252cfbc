"""The compact layout: headings above every weapon column, and the largest type that fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from listbuilder.exporters.pdf.layout import ListLayout
from listbuilder.exporters.pdf.primitives import TextRun
from listbuilder.exporters.pdf.roster_layout import lay_out_compact
from listbuilder.sheet import Layout, Orientation, PrintOptions, Sheet
from tests.exporters.sheet_samples import ARMY, document, entry


def sheet(copies: int = 1, **options: object) -> tuple[Sheet, PrintOptions]:
    chosen = PrintOptions(layout=Layout.COMPACT, **options)  # type: ignore[arg-type]
    extra = tuple(entry(f"x{number}", "bowmen", name=f"Bows {number}") for number in range(copies - 1))
    return document(options=chosen, army=replace(ARMY, entries=(*ARMY.entries, *extra))).sheet, chosen


def headings(printed: ListLayout, word: str) -> list[float]:
    """Return the positions of a word in the first row of the columns."""
    rows = [placed for placed in printed.pages[0] if not placed.key]
    return [
        placed.x + mark.x
        for placed in rows
        for mark in placed.row.marks
        if isinstance(mark, TextRun) and mark.text == word
    ]


@pytest.mark.parametrize(("orientation", "columns"), [(Orientation.PORTRAIT, 2), (Orientation.LANDSCAPE, 3)])
def test_every_column_has_its_headings(orientation: Orientation, columns: int):
    army_sheet, options = sheet(orientation=orientation)
    places = headings(lay_out_compact(army_sheet, options, "a"), army_sheet.labels.weapon)
    assert len(places) == columns
    steps = {round(right - left, 3) for left, right in pairwise(places)}
    assert len(steps) == 1


def test_headings_are_omitted_without_weapons():
    army_sheet, options = sheet()
    unarmed = replace(
        army_sheet, units=tuple(replace(unit, weapons=(), attached_heroes=()) for unit in army_sheet.units)
    )
    assert headings(lay_out_compact(unarmed, options, "a"), army_sheet.labels.weapon) == []


def test_large_army_shrinks_type_then_adds_page():
    printed = [lay_out_compact(*sheet(copies), "a") for copies in (1, 20, 120)]
    sizes = [layout.style.text for layout in printed]
    assert sizes[0] == 9
    assert sizes == sorted(sizes, reverse=True)
    assert len(printed[0].pages) == 1
    assert len(printed[2].pages) > 1
    assert min(sizes) >= 6.5


def test_every_unit_appears_once_and_in_order():
    army_sheet, options = sheet(20)
    keys = [placed.key for page in lay_out_compact(army_sheet, options, "a").pages for placed in page if placed.key]
    assert list(dict.fromkeys(key for key in keys if key.startswith("a-"))) == [
        f"a-{number}" for number in range(len(army_sheet.units))
    ]


def test_type_shrinks_only_for_requested_pages():
    for copies in range(10, 60, 5):
        single, double = (lay_out_compact(*sheet(copies, pages=pages), "a") for pages in (1, 2))
        if len(single.pages) == 1 and single.style.text < 9:
            break
    assert (len(single.pages), len(double.pages), double.style.text) == (1, 2, 9)
