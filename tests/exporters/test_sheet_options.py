"""What print options show and hide, also for units that are not in the data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.model import Half, UnitRef, Upgrade
from listbuilder.sheet import Layout, PrintOptions, SheetUnit
from tests.exporters.sheet_samples import ARMY, BOOK, document, entry
from tests.sentences import sentence

LOST = replace(
    entry("x", "nobody", "Great Axe", "s1/o1", notes="In the attic.", called="Lost Souls"),
    combined=Half((Upgrade("Great Axe", 2), Upgrade("Horn"))),
)


def build_unknown_unit(options: PrintOptions | None = None, **values: object) -> SheetUnit:
    unknown = replace(LOST, **values)  # type: ignore[arg-type]
    return document(options=options, army=replace(ARMY, entries=(ARMY.entries[2], unknown))).sheet.units[-1]


def test_unknown_unit_shows_what_the_list_contains() -> None:
    unknown = build_unknown_unit()
    assert (unknown.entry_id, unknown.title, unknown.book_name, unknown.models) == ("x", "Lost Souls", "", 0)
    assert unknown.remark == f"River Folk, {sentence('sheet.unknown')}"
    assert unknown.notes == "In the attic."
    assert [(row.count, row.name, row.cost) for row in unknown.upgrades] == [
        (3, "Great Axe", ""),
        (1, sentence("unknown.upgrade", id="s1/o1"), ""),
        (1, "Horn", ""),
    ]


def test_unknown_unit_respects_hiding_options() -> None:
    assert build_unknown_unit(PrintOptions(notes=False)).notes == ""
    hidden = build_unknown_unit(PrintOptions(public=True))
    assert (hidden.notes, hidden.upgrades) == ("", ())
    assert build_unknown_unit(PrintOptions(points=False)).notes == "In the attic."


def test_bare_unknown_unit_is_shown() -> None:
    unknown = build_unknown_unit(combined=None, notes=None, called=None, unit=UnitRef(f"{BOOK}/nobody"))
    assert (unknown.title, unknown.notes) == (sentence("unknown.title"), "")
    assert [row.count for row in unknown.upgrades] == [1, 1]


@pytest.mark.parametrize(("notes", "public", "shown"), [(1, 0, True), (1, 1, False), (0, 0, False), (0, 1, False)])
def test_list_and_unit_notes_share_one_option(notes: int, public: int, shown: bool) -> None:
    options = PrintOptions(notes=bool(notes), public=bool(public))
    sheet = document(options=options).sheet
    assert options.shows_notes is shown
    assert bool(sheet.header.notes) is shown
    assert [hero.notes for unit in sheet.units for hero in unit.attached_heroes] == ["Warlord" if shown else ""]


@pytest.mark.parametrize(
    ("layout", "overrides", "texts", "boxes", "merging"),
    [
        (Layout.ROSTER, {}, True, True, False),
        (Layout.COMPACT, {}, False, False, True),
        (Layout.CARDS, {}, True, True, False),
        (Layout.ROSTER, {"rule_texts": False, "boxes": False}, False, False, False),
        (Layout.ROSTER, {"merge": True}, True, True, True),
        (Layout.COMPACT, {"rule_texts": True, "boxes": True}, True, True, False),
        (Layout.COMPACT, {"merge": False}, False, False, False),
        (Layout.CARDS, {"boxes": False}, True, False, True),
    ],
)
def test_options_override_layout_defaults(
    layout: Layout, overrides: dict[str, bool], texts: bool, boxes: bool, merging: bool
) -> None:
    options = PrintOptions(layout=layout, **overrides)  # type: ignore[arg-type]
    assert (options.shows_texts, options.shows_boxes, options.merges_units) == (texts, boxes, merging)


def test_default_options_print_everything_in_colour() -> None:
    usual = PrintOptions()
    assert (usual.points, usual.notes, usual.share, usual.width) == (True, True, True, 80)
    assert not any((usual.large, usual.monochrome, usual.public, usual.reference, usual.backs, usual.ascii))
