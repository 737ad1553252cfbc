"""Weapon reach, price signs, quotation marks and long enumerations on a sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.exporters import find_exporter
from listbuilder.i18n import format_value
from listbuilder.model import Moves
from listbuilder.model.special_rules import MovementRules
from listbuilder.sheet import Layout, PrintOptions
from listbuilder.sheet.model import UpgradeRow
from tests.exporters.sheet_samples import ARMY, SYSTEM, document
from tests.sentences import sentence

MOVING = replace(SYSTEM, movement=MovementRules(moves=Moves(6, 12, 12)))
REACH = PrintOptions(reach=True)


def test_reach_column_adds_move_to_range():
    sheet = document(options=REACH, system=MOVING).sheet
    assert [column.id for column in sheet.columns] == ["range", "reach", "attacks", "armour_piercing", "rules"]
    (bowmen, *_) = [unit for unit in sheet.units if unit.title == "Bowmen"]
    assert [(row.name, row.cells[:2]) for row in bowmen.weapons] == [
        ("Longbow", ('30"', '36"')),
        ("Hand Weapon", ("–", '12"')),
    ]
    assert [row.labelled_cells[1] for row in bowmen.weapons] == [
        sentence("sheet.reach", reach=reach) for reach in ('36"', '12"')
    ]


def test_reach_is_hidden_by_default_and_public():
    assert "reach" not in [column.id for column in document(system=MOVING).sheet.columns]
    public = document(options=replace(REACH, public=True), system=MOVING).sheet
    assert "reach" not in [column.id for column in public.columns]


def test_reach_is_a_dash_without_moves():
    rows = [row for unit in document(options=REACH).sheet.units for row in unit.weapons]
    assert {row.cells[1] for row in rows} == {"–"}
    assert {row.labelled_cells[1] for row in rows} == {"–"}


@pytest.mark.parametrize("kind", ["pdf", "html", "txt", "md"])
@pytest.mark.parametrize("layout", Layout)
def test_every_format_and_layout_supports_reach(kind: str, layout: Layout):
    options = replace(REACH, layout=layout)
    assert find_exporter(kind).export([document(options=options, system=MOVING)], options)


@pytest.mark.parametrize(("cost", "added"), [("25", "+25"), ("0", "+0"), ("-35", "-35"), ("", "")])
def test_only_extra_cost_has_a_plus(cost: str, added: str):
    assert UpgradeRow(1, "Rusty", cost).signed_cost == added


@pytest.mark.parametrize(
    ("language", "count", "shown"),
    [
        ("en", 1, "a"),
        ("en", 5, "a, b, c, d, e"),
        ("en", 6, "a, b, c, d, e, f"),
        ("en", 7, sentence("named.more", "en", things="a, b, c, d, e", n=2)),
        ("de", 46, sentence("named.more", "de", things="a, b, c, d, e", n=41)),
    ],
    ids=["one", "five", "six", "seven", "many in German"],
)
def test_long_lists_name_five_and_count_rest(language: str, count: int, shown: str):
    assert format_value(language, tuple("abcdefghijklmnopqrstuvwxyz" * 2)[:count]) == shown


@pytest.mark.parametrize(("language", "quoted"), [("en", "“Otto”"), ("de", "„Otto“")])
def test_findings_use_quotation_marks_of_their_language(language: str, quoted: str):
    named = Report((Diagnostic("UPG004", "a", {"target": 'Pike "Otto" (6")', "option": "x"}),))
    (finding,) = document(language, army=ARMY, report=named).sheet.findings
    assert quoted in finding.message
    assert '"Otto"' not in finding.message
    assert '(6")' in finding.message
