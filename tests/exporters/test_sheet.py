"""The Sheet describes the computed list in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Report, Verdict
from listbuilder.model import ArmyList, EntryId, FactionId, RuleId, TrackingRules, UnitId, UnitRef
from listbuilder.model.notation import parse_equipment_count, parse_rule
from listbuilder.rules.roster_builder import build_roster
from listbuilder.sheet import Layout, PrintOptions, Sheet, SheetUnit, build_sheet
from listbuilder.textutil.sanitize import MAX_SHOWN_NAME, sanitize_line, sanitize_note
from listbuilder.validation.engine import validate
from tests.exporters.sheet_rows import flatten
from tests.exporters.sheet_samples import (
    ARMY,
    FACTION,
    HEX_SYSTEM,
    ILLEGAL,
    SYSTEM,
    document,
    entry,
    hostile_army,
    roster,
)
from tests.sentences import sentence


def sheet(language: str = "en", *, army: ArmyList = ARMY, **options: object) -> Sheet:
    return document(language, PrintOptions(**options), army=army).sheet  # type: ignore[arg-type]


def find_unit(army_sheet: Sheet, title: str) -> SheetUnit:
    return next(unit for unit in army_sheet.units if unit.title == title)


def test_combined_unit_merges_its_weapons():
    guard = find_unit(sheet(), "The Old Guard")
    assert guard.subtitle == f"Ferrymen \N{MULTIPLICATION SIGN}20, {sentence('sheet.combined')}"
    assert [(row.count, row.name) for row in guard.weapons] == [(20, "Spear")]
    assert [(row.count, row.name, row.cost) for row in guard.upgrades] == [(2, "Spear", "40"), (1, "Sergeant", "5")]


def test_attached_hero_is_below_host_and_shares_rounds():
    guard = find_unit(sheet(), "The Old Guard")
    (hero,) = guard.attached_heroes
    assert hero.title == "Anselm"
    assert "Anselm" not in [unit.title for unit in sheet().units]
    assert {boxes.id for boxes in hero.tick_boxes} == {"tough", "tokens"}
    assert {boxes.id for boxes in guard.tick_boxes} == {"rounds", "state:shaken", "state:fatigued", "models"}


def test_half_points_are_rounded_down():
    price = find_unit(sheet(), "The Old Guard").price
    assert price is not None
    assert (price.points, price.half) == ("185", "92")


def test_every_model_has_a_box_per_tough():
    boxes = {tick_box.id: tick_box for tick_box in find_unit(sheet(), "Mire Troll").tick_boxes}
    assert [len(group) for group in boxes["tough"].groups] == [3, 3, 3]


def test_mount_adds_tough_and_boxes():
    (hero,) = find_unit(sheet(), "The Old Guard").attached_heroes
    assert "Tough(6)" in [rule.text for rule in hero.rules]
    assert next(boxes for boxes in hero.tick_boxes if boxes.id == "tough").count == 6


def test_german_sheet_uses_translated_names():
    german = sheet("de")
    troll = find_unit(german, "Moortroll")
    assert [rule.text for rule in troll.rules] == ["Furchtlos", "Langsam", "Zäh(3)"]
    assert troll.weapons[0].cells == ("\N{EN DASH}", "6 \N{MULTIPLICATION SIGN} A2", "1", "")
    assert [boxes.label for boxes in troll.tick_boxes if boxes.id == "tough"] == [sentence("sheet.box.wounds", "de")]
    assert german.header.points == sentence("sheet.points-of", "de", points="610", limit="2.000")


def test_glossary_has_exactly_the_rules_in_use():
    labels = [row.label for row in sheet().glossary]
    assert labels == [
        "AP(X)",
        "Caster(2)",
        "Counter",
        "Fast",
        "Fearless",
        "Fearless Aura",
        "Hero",
        "Poison",
        "Sergeant",
        "Slow",
        "Tough(X)",
    ]


def test_unit_texts_use_the_units_ratings():
    guard, troll = find_unit(sheet(), "The Old Guard"), find_unit(sheet(), "Mire Troll")
    (hero,) = guard.attached_heroes
    assert texts_of(troll)["Tough(3)"] == "Falls at 3 wounds."
    assert texts_of(hero)["Tough(6)"] == "Falls at 6 wounds."
    assert {row.label: row.text for row in sheet().glossary}["Tough(X)"] == "Falls at X wounds."
    assert list(texts_of(find_unit(sheet(layout=Layout.COMPACT), "Mire Troll"))) == []
    aura = next(unit for unit in sheet().units if "Fearless Aura" in texts_of(unit))
    assert "Fearless" in texts_of(aura)
    assert "Zäh(3)" in texts_of(find_unit(sheet("de"), "Moortroll"))


def test_text_stays_general_with_two_ratings():
    bow_unit = replace(
        next(iter(FACTION.units.values())),
        equipment=tuple(parse_equipment_count(f'Bow (24", A1, AP({rating}))') for rating in (1, 4)),
    )
    book = replace(FACTION, units={bow_unit.id: bow_unit})
    army = replace(ARMY, entries=(entry("a", bow_unit.id),))
    roster = build_roster(army, SYSTEM, {book.id: book})
    (unit,) = build_sheet(roster, Report(()), "en").units
    assert texts_of(unit) == {"AP(X)": "Blocks are at -X."}


def texts_of(unit: SheetUnit) -> dict[str, str]:
    return {row.label: row.text for row in unit.rule_texts}


def test_rule_of_a_spell_needs_the_caster():
    alone = replace(ARMY, entries=ARMY.entries[2:5])
    army_sheet = sheet(army=alone)
    assert army_sheet.spells == ()
    assert "Poison" not in [row.label for row in army_sheet.glossary]


def test_caster_without_spells_refers_to_book():
    roster = build_roster(ARMY, SYSTEM, {FACTION.id: replace(FACTION, spells=())})
    (hero,) = build_sheet(roster, Report(), "en").units[0].attached_heroes
    assert [(known.label, known.spells) for known in hero.spells] == [
        (sentence("sheet.word.spells"), (sentence("sheet.no-spells"),))
    ]
    (knowing,) = find_unit(sheet(), "The Old Guard").attached_heroes
    assert [(known.label, known.spells) for known in knowing.spells] == [
        (sentence("sheet.spells-from", round=1), ("Flood (1)", "Mist (2)"))
    ]


def test_rule_mentioned_by_another_is_explained():
    aura = replace(ARMY, entries=ARMY.entries[5:])
    assert "Fearless" in [row.label for row in sheet(army=aura).glossary]


def test_armour_piercing_column_depends_on_system():
    bowmen = document(system=HEX_SYSTEM).sheet.units[1]
    assert bowmen.weapons[0].cells == ("30", "5 \N{MULTIPLICATION SIGN} A1", "1", "")
    assert [stat.short for stat in bowmen.stats] == ["Q", "D", "Sp", "W"]
    without = document(system=replace(SYSTEM, weapon_columns=("range", "rules"))).sheet
    assert find_unit(without, "Bowmen").weapons[0].cells == ('30"', "AP(1)")
    assert [stat.short for stat in find_unit(without, "Bowmen").stats] == ["Q", "D", "T", "W"]


def test_compact_merges_identical_units_and_roster_does_not():
    assert [unit.title for unit in sheet().units].count("Bowmen") == 2
    merged = sheet(layout=Layout.COMPACT)
    assert [unit.count for unit in merged.units if unit.title == "Bowmen"] == [2]
    assert len({unit.entry_id for unit in merged.units}) == len(merged.units)


def test_merged_units_and_heroes_add_up():
    pair = (*ARMY.entries[:2], replace(ARMY.entries[0], id=EntryId("y")), replace(ARMY.entries[1], id=EntryId("z")))
    twins = replace(
        ARMY, entries=(*(replace(paired, joins=EntryId("y")) if paired.id == "z" else paired for paired in pair),)
    )
    army_sheet = sheet(army=twins, layout=Layout.COMPACT)
    (guard,) = army_sheet.units
    assert guard.price is not None
    assert guard.price.merged_total == "2 \N{MULTIPLICATION SIGN} 185 = 370"
    assert guard.price.total_with_heroes == "185 + 105 = 290"
    assert guard.price.half_with_heroes == "145"
    assert guard.attached_heroes[0].price is not None
    assert guard.attached_heroes[0].price.merged_total == "2 \N{MULTIPLICATION SIGN} 105 = 210"
    assert army_sheet.header.points.startswith(f"{370 + 210} ")


def test_hidden_points_appear_nowhere():
    text = repr(flatten(sheet(points=False)))
    assert sentence("sheet.points", points="2,000") in text
    for price in ("610", "185", "105", "'40'"):
        assert price not in text


def test_public_sheet_hides_all_choices():
    options = PrintOptions(public=True)
    plain = replace(
        ARMY, entries=tuple(replace(entry, upgrades=(), notes=None, xp=0, traits=()) for entry in ARMY.entries)
    )
    bare = document(options=options, army=replace(plain, notes=None)).sheet
    full = document(options=options, report=ILLEGAL).sheet
    assert full.units == bare.units
    assert (full.glossary, full.spells, full.findings) == (bare.glossary, bare.spells, bare.findings)
    assert full.header.commitment == "c0ffee"
    assert (full.header.share, full.header.hash) == ("", "")


def test_compact_omits_texts_and_boxes():
    compact = sheet(layout=Layout.COMPACT)
    assert compact.glossary == ()
    assert all(unit.tick_boxes == () for unit in compact.units)
    assert [row.text for book in compact.spells for row in book.spells] == ["", ""]


def test_unknown_entry_is_shown_and_marked():
    army = hostile_army()
    army_sheet = document(army=army, report=validate(roster(army))).sheet
    assert sentence("sheet.unknown") in army_sheet.units[-1].remark
    assert army_sheet.units[-1].title == sentence("unknown.title")
    assert army_sheet.units[-1].worst_severity == "unchecked"
    assert not army_sheet.header.is_legal


def test_list_with_missing_book_is_unchecked():
    army = replace(
        ARMY, entries=(*ARMY.entries, replace(ARMY.entries[0], id=EntryId("zz"), unit=UnitRef("nobody/guards")))
    )
    army_sheet = document("de", army=army, report=validate(roster(army))).sheet
    assert (army_sheet.header.outcome, army_sheet.header.verdict_text, army_sheet.stamp) == (
        Verdict.UNCHECKED,
        sentence("verdict.unchecked", "de"),
        sentence("sheet.word.unchecked", "de"),
    )
    assert army_sheet.units[-1].worst_severity == "unchecked"
    (missing,) = [finding for finding in army_sheet.findings if finding.severity == "unchecked"]
    assert "nobody" in missing.message
    assert "listbuilder data import" in missing.message


def test_findings_are_worded_and_mark_their_unit():
    army_sheet = document("de", report=ILLEGAL).sheet
    assert not army_sheet.header.is_legal
    assert army_sheet.findings[0].severity_label == sentence("sheet.severity.error", "de")
    assert find_unit(army_sheet, "The Old Guard").worst_severity == "error"


def test_data_is_named_with_version_and_hash():
    assert [book.text for book in sheet().header.books] == ["River Folk 1.2 (abababab)", "Table War 3.5 (55555555)"]


def test_system_without_caster_or_tough_works():
    bare = replace(SYSTEM, roles=type(SYSTEM.roles)(), rules={})
    army_sheet = document(system=bare).sheet
    assert army_sheet.spells == ()
    assert "Tough(3)" in [rule.text for rule in army_sheet.units[-1].rules]
    assert all(row.text == sentence("sheet.no-text") for row in army_sheet.glossary)


def test_empty_list_gives_a_sheet():
    empty = build_sheet(roster(replace(ARMY, entries=(), name=" ")), Report(), "en")
    assert empty.header.name == sentence("sheet.unnamed")
    assert empty.units == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a\N{SYMBOL FOR ESCAPE}[2Jb"),
        ("a\u202eb", "a\N{REPLACEMENT CHARACTER}b"),
        ("a\r\n b\u2028c", "a b c"),
        ("\ud800", "\N{REPLACEMENT CHARACTER}"),
        ("x" * 10_000, "x" * (MAX_SHOWN_NAME - 1) + "\N{HORIZONTAL ELLIPSIS}"),
        ("שלום 🐉 é", "שלום 🐉 é"),
    ],
)
def test_control_characters_are_replaced(text: str, shown: str):
    assert sanitize_line(text) == shown


def test_note_keeps_its_lines():
    assert sanitize_note("one\r\n\r\n  two \x07") == "one\ntwo \N{SYMBOL FOR BELL}"


def test_header_names_only_factions_in_use():
    other = replace(FACTION, id=FactionId("hill-folk"), name=SYSTEM.name, units={})
    mixed = replace(roster(), factions={**roster().factions, other.id: other})
    assert build_sheet(mixed, Report(), "en").header.factions == ("River Folk 1.2",)


def boxes_of(tough: int, models: int, markers: int = 0, role: str | None = "tough") -> dict[str, list[int]]:
    """Return the group sizes of the boxes of a unit with this Tough and model count."""
    built = replace(
        FACTION.units[UnitId("mire-troll")], size=models, rules=(parse_rule(f"Tough({tough})"),) if tough else ()
    )
    system = replace(
        SYSTEM,
        roles=SYSTEM.roles._replace(tough=RuleId(role) if role else None),
        tracking=TrackingRules(rounds=0, wound_markers=markers),
    )
    army = replace(ARMY, entries=(entry("a", "mire-troll"),))
    roster = build_roster(army, system, {FACTION.id: replace(FACTION, units={built.id: built})})
    (unit,) = build_sheet(roster, Report(), "en").units
    return {boxes.id: [len(group) for group in boxes.groups] for boxes in unit.tick_boxes}


def test_boxes_follow_tough_and_model_count():
    assert boxes_of(3, 2) == {"tough": [3, 3]}
    assert boxes_of(1, 12) == boxes_of(0, 12) == {"models": [5, 5, 2]}
    assert boxes_of(1, 1) == boxes_of(0, 1) == {"wounds": [1]}
    assert boxes_of(2, 1) == {"tough": [2]}
    assert boxes_of(6, 1) == {"tough": [6]}
    assert boxes_of(12, 1) == {"tough": [5, 5, 2]}
    assert boxes_of(1, 2) == {"models": [2]}


def test_too_many_boxes_are_omitted():
    assert boxes_of(12, 10) == {"tough": [5, 5, 2] * 10}
    assert boxes_of(121, 1) == boxes_of(11, 11) == boxes_of(0, 121) == {}
    assert boxes_of(0, 120) == {"models": [5] * 24}


def test_wound_markers_replace_last_models_wounds():
    assert boxes_of(1, 1, markers=4) == {"wounds": [4]}
    assert boxes_of(3, 1, markers=4) == {"tough": [3]}
    assert boxes_of(1, 3, markers=4) == {"models": [2], "wounds": [4]}
    assert boxes_of(1, 2, markers=4) == {"models": [1], "wounds": [4]}
    assert boxes_of(3, 1, markers=4, role=None) == {"wounds": [4]}


def test_rounds_states_and_tokens_follow_system():
    guard = find_unit(sheet(), "The Old Guard")
    counted = {boxes.id: boxes.groups for boxes in (*guard.tick_boxes, *guard.attached_heroes[0].tick_boxes)}
    assert counted["rounds"] == (("1", "2", "3", "4"),)
    assert counted["state:shaken"] == (("",),)
    assert counted["tokens"] == (("",) * 6,)
