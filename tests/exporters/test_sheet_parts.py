"""The parts of a sheet: findings, stats, prices, spells, headers, merged units and credits."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Report, Verdict
from listbuilder.model import (
    ArmyList,
    EntryId,
    Event,
    EventId,
    Faction,
    Limit,
    Measure,
    Moves,
    Roster,
    RuleId,
    System,
    Text,
    TrackingRules,
    UnitField,
    UnitId,
    UnitRef,
)
from listbuilder.model.equipment import BaseSize
from listbuilder.model.notation import parse_equipment_count, parse_rule
from listbuilder.model.special_rules import MovementRules
from listbuilder.rules.roster_builder import build_roster
from listbuilder.sheet import Layout, PrintOptions, Sheet, SheetUnit, build_sheet
from listbuilder.sheet.build import build_findings, build_limit_rows
from listbuilder.sheet.model import BookRow, GlossaryRow, ItemRow, Price, RuleLabel, TickBoxes
from listbuilder.sheet.options import default_layout
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.sheet.unit_blocks import (
    build_odds_line,
    build_unit,
    format_benchmark_target,
    format_decimal,
    format_defense,
    format_tough,
)
from listbuilder.textutil.sanitize import MAX_SHOWN_NOTE, format_count, sanitize_line, sanitize_note, strip_backticks
from tests.exporters.sheet_samples import (
    ARMY,
    BOOK,
    FACTION,
    HEX_SYSTEM,
    ILLEGAL,
    SYSTEM,
    both,
    document,
    entry,
    roster,
)
from tests.sentences import sentence

LEXICON = RuleLabeller(SYSTEM, {BOOK: FACTION}, "de")


def sheet(army: ArmyList = ARMY, *, system: System = SYSTEM, book: Faction = FACTION, **options: object) -> Sheet:
    roster = build_roster(replace(army, system=system.id), system, {book.id: book})
    chosen = PrintOptions(**options)  # type: ignore[arg-type]  # whatever a test asks for
    marks = {"list_hash": "7F3A", "share": "LB1.x", "commitment": "c0ffee"}
    return build_sheet(roster, Report(), "en", chosen, **marks)


def army(*entries: object, **more: object) -> ArmyList:
    return replace(ARMY, entries=entries, **more)  # type: ignore[arg-type]  # entries


def first(*entries: object, **more: object) -> SheetUnit:
    return sheet(army(*entries), **more).units[0]  # type: ignore[arg-type]


def on(key: str | None, army_roster: Roster) -> str:
    (finding,) = build_findings(army_roster, Report((Diagnostic("UPG004", key, {"target": "x"}),)), "de")
    return finding.unit_title


def test_finding_uses_players_unit_name() -> None:
    lost = entry("x", "nobody", called="Lost Souls")
    unnamed = replace(lost, id=EntryId("y"), called=None)
    army_roster = roster(army(*ARMY.entries, lost, unnamed))
    assert [on(key, army_roster) for key in (None, "a", "c", "x", "z z")] == [
        *("", "The Old Guard", "Bogenschützen", "Lost Souls", "z z")
    ]
    assert on("y", army_roster) not in ("", "y")


def test_finding_does_not_repeat_its_unit_name() -> None:
    report = Report((Diagnostic("UPG004", "a", {"target": "The Old Guard", "option": "x"}),))
    (finding,) = build_findings(roster(), report, "en")
    assert (finding.unit_title, finding.entry_id) == ("", "a")
    assert build_findings(roster(), ILLEGAL, "en")[0].fix
    assert build_findings(roster(), ILLEGAL, "en")[1].fix == ""


def stats(unit: SheetUnit) -> dict[str, str]:
    return {stat.id: stat.value for stat in unit.stats}


def test_stats_are_quality_defense_tough_move_wounds() -> None:
    moving = replace(SYSTEM, movement=MovementRules(moves=Moves(6, 12, 12)))
    troll = first(entry("a", "mire-troll"), system=moving)
    assert list(stats(troll)) == ["quality", "defense", "tough", "move", "wounds"]
    assert [stats(troll)[name] for name in ("quality", "defense", "tough", "wounds")] == ["5+", "5+", "3", "9"]
    assert stats(first(entry("a", "bowmen")))["tough"] == "\N{EN DASH}"
    assert list(stats(first(entry("a", "bowmen"), public=True))) == ["quality", "defense"]
    bare = replace(SYSTEM, roles=SYSTEM.roles._replace(tough=None))
    assert "tough" not in stats(first(entry("a", "bowmen"), system=bare))


def test_game_specific_fields_are_shown() -> None:
    troll = replace(FACTION.units[UnitId("mire-troll")], fields={"wounds": 4})
    book = replace(FACTION, units={troll.id: troll})
    sheet_unit = first(entry("a", "mire-troll"), system=HEX_SYSTEM, book=book)
    assert stats(sheet_unit) == {"quality": "5+", "defense": "5+", "speed": "6", "wounds": "4"}
    assert [stat.short for stat in sheet_unit.stats][2:] == ["Sp", "W"]
    silent = replace(HEX_SYSTEM, unit_fields=(UnitField(id="speed", name=both("Speed", "x"), short=both("Sp", "x")),))
    assert "speed" not in stats(first(entry("a", "bowmen"), system=silent))


def test_unit_has_kind_group_and_base() -> None:
    guard, bowmen = sheet().units[0], first(entry("a", "bowmen"))
    assert (guard.title, guard.book_name, guard.models) == ("The Old Guard", "Ferrymen", 20)
    assert guard.remark == sentence("sheet.combined")
    assert (bowmen.title, bowmen.book_name, bowmen.remark, bowmen.subtitle) == (
        "Bowmen",
        "",
        "",
        "\N{MULTIPLICATION SIGN}5",
    )
    assert (bowmen.hero, bowmen.faction, bowmen.base) == (False, "", "25mm")
    assert first(entry("a", "champion")).subtitle == ""
    assert replace(bowmen, book_name="Archers", models=2, remark="x").subtitle == "Archers \N{MULTIPLICATION SIGN}2, x"
    assert replace(bowmen, book_name="Archers", models=1).subtitle == "Archers"
    assert guard.attached_heroes[0].hero
    same = first(entry("a", "bowmen", name="Bowmen"))
    assert same.book_name == ""
    lone = replace(FACTION.units[UnitId("bowmen")], base=None)
    sheet_unit = first(entry("a", "bowmen"), book=replace(FACTION, units={lone.id: lone}))
    assert sheet_unit.base == ""
    assert first(entry("a", "bowmen"), book=replace(FACTION, units={lone.id: lone}), public=True).base == ""
    square = replace(lone, base=BaseSize(round="25mm", square="20mm"))
    assert first(entry("a", "bowmen"), book=replace(FACTION, units={lone.id: square})).base


def test_prices_include_half_and_combined_sum() -> None:
    host, alone = sheet().units[0], first(entry("a", "champion"))
    assert host.price is not None
    assert (host.price.total_with_heroes, host.price.half_with_heroes) == ("185 + 105 = 290", "145")
    assert alone.price is not None
    assert (alone.price.points, alone.price.half, alone.price.total_with_heroes) == ("25", "12", "")
    assert sheet(points=False).units[0].price is None
    assert sheet(public=True).units[0].price is None


def test_identical_units_merge_with_count_and_sum() -> None:
    twins = army(*(entry(key, "bowmen") for key in "abc"), entry("d", "mire-troll"))
    merged = sheet(twins, merge=True).units
    assert [(unit.title, unit.count, unit.entry_id) for unit in merged] == [("Bowmen", 3, "a"), ("Mire Troll", 1, "d")]
    assert merged[0].price is not None
    assert merged[0].price.merged_total == "3 \N{MULTIPLICATION SIGN} 60 = 180"
    assert merged[0].price.displayed == merged[0].price.merged_total
    assert [unit.count for unit in sheet(twins).units] == [1, 1, 1, 1]
    pairs = army(
        *(entry(key, "mire-troll") for key in "ab"),
        *(entry(key, "champion", joins=host) for key, host in (("x", "a"), ("y", "b"))),
    )
    (trolls,) = sheet(pairs, merge=True).units
    assert (trolls.count, [hero.count for hero in trolls.attached_heroes]) == (2, [2])
    hidden = sheet(twins, merge=True, points=False).units[0]
    assert (hidden.count, hidden.price) == (3, None)
    named = army(entry("a", "bowmen"), entry("b", "bowmen", name="Bows"))
    assert len(sheet(named, merge=True).units) == 2


def test_boxes_are_omitted_on_request_or_if_public() -> None:
    assert sheet().units[0].tick_boxes
    assert not sheet(public=True).units[0].tick_boxes
    assert not sheet(boxes=False).units[0].tick_boxes


def test_single_unit_has_no_boxes_or_heroes() -> None:
    army_roster = roster()
    guard = army_roster.entries[0]
    lexicon = RuleLabeller(SYSTEM, {BOOK: FACTION}, "en")
    alone = build_unit(army_roster, Report(), lexicon, PrintOptions(), guard)
    assert (alone.title, alone.tick_boxes, alone.attached_heroes) == ("The Old Guard", (), ())


def test_unit_mark_is_its_worst_finding() -> None:
    marked = document(report=ILLEGAL).sheet
    assert [unit.worst_severity for unit in marked.units][:2] == ["error", ""]
    assert document(report=ILLEGAL, options=PrintOptions(public=True)).sheet.units[0].worst_severity == ""


def test_experience_and_traits_are_joined() -> None:
    assert sheet().units[0].attached_heroes[0].campaign == f"{sentence('sheet.experience', xp=12)}, Brave"
    assert first(entry("a", "bowmen")).campaign == ""
    assert first(entry("a", "bowmen", traits=("Sly", "Old"))).campaign == "Sly, Old"


def test_spells_name_round_they_become_affordable() -> None:
    (hero,) = sheet().units[0].attached_heroes
    assert [spell for known in hero.spells for spell in known.spells] == ["Flood (1)", "Mist (2)"]
    assert first(entry("a", "bowmen")).spells == ()
    bookless = replace(FACTION, spells=())
    caster = first(entry("a", "champion", "charm"), book=bookless)
    assert len(caster.spells) == 1
    assert caster.spells[0].label == sentence("sheet.word.spells")
    assert first(entry("a", "champion"), book=bookless).spells == ()
    assert sheet(public=True).units[0].attached_heroes[0].spells == ()


def test_factions_are_named_only_if_several() -> None:
    other = replace(FACTION, id=BOOK.__class__("hill-folk"), name=Text("Hill Folk"))
    units = {key: replace(unit, faction=other.id) for key, unit in FACTION.units.items()}
    other = replace(other, units=units)
    mixed = army(entry("a", "bowmen"), replace(entry("b", "bowmen"), unit=UnitRef("hill-folk/bowmen")))
    roster = build_roster(mixed, SYSTEM, {BOOK: FACTION, other.id: other})
    sheet = build_sheet(roster, Report(), "en")
    assert [unit.faction for unit in sheet.units] == ["River Folk", "Hill Folk"]
    assert sheet.header.factions == ("River Folk 1.2", "Hill Folk 1.2")
    assert [line.name for line in sheet.header.books] == ["River Folk", "Hill Folk", "Table War 3.5"]


def test_header_shows_list_facts_and_points() -> None:
    header = sheet().header
    assert (header.name, header.player, header.system) == ("The Iron Vale", "Ada Fähr", "Table War 3.5")
    assert header.points == sentence("sheet.points-of", points="610", limit="2,000")
    assert (header.activations, header.models) == (sentence("sheet.units", n=5), sentence("sheet.models", n=35))
    assert (header.hash, header.share, header.commitment) == ("7F3A", "LB1.x", "")
    assert header.facts == ("Ada Fähr", "River Folk 1.2", "Table War 3.5", header.force_org)
    assert sheet(share=False).header.share == ""
    hidden = sheet(public=True).header
    assert (hidden.hash, hidden.share, hidden.commitment) == ("", "", "c0ffee")
    assert sheet(army(points=None)).header.points == sentence("sheet.points", points="0")
    assert sheet(army(points=None), points=False).header.points == ""
    assert sheet(points=False).header.points == sentence("sheet.points", points="2,000")


def test_force_organisation_shown_only_if_game_has_it() -> None:
    organised, free = (sheet(replace(ARMY, force_org=asked)).header.force_org for asked in (True, False))
    assert organised
    assert free
    assert organised != free
    assert sheet(system=replace(SYSTEM, force_organisation=None)).header.force_org == ""


def test_event_is_named_or_shown_by_id() -> None:
    assert sheet(replace(ARMY, event="cup")).header.event == "cup"
    assert sheet().header.event == ""
    event = Event(id=EventId("cup"), name=Text("Iron Cup"))
    army_roster = replace(roster(), event=event)
    assert build_sheet(army_roster, Report(), "en").header.event == "Iron Cup"


def test_credits_name_each_source_once() -> None:
    sources, own = sheet().credits
    assert sources.count("Table War rulebook") == 1
    assert "River Folk, a faction of these tests" in sources
    assert own
    foreign = replace(FACTION, spells=(replace(FACTION.spells[0], text=Text("English alone.")),))
    army_roster = build_roster(ARMY, SYSTEM, {BOOK: foreign})
    assert len(build_sheet(army_roster, Report(), "de").credits) == 3
    assert len(build_sheet(army_roster, Report(), "en").credits) == 2
    assert len(build_sheet(army_roster, Report(), "de", PrintOptions(layout=Layout.COMPACT)).credits) == 2
    assert len(build_sheet(roster(), Report(), "de").credits) == 2
    silent = replace(FACTION, source=None)
    assert "River Folk" not in sheet(book=silent).credits[0]


def test_glossary_is_unique_and_sorted() -> None:
    labels = [row.label for row in document("de").sheet.glossary]
    assert labels == sorted(labels, key=lambda label: label.lower().replace("ä", "a"))
    assert len(set(labels)) == len(labels)
    rows = {row.id: row for row in sheet().glossary}
    assert rows["slow"].remark == "The print adds."
    assert (rows["sergeant"].command, rows["slow"].command) == (True, False)
    assert sheet(rule_texts=False).glossary == ()
    unknown = replace(FACTION.units[UnitId("bowmen")], rules=(parse_rule("Odd Rule(2)"),))
    (row,) = [
        row
        for row in sheet(army(entry("a", "bowmen")), book=replace(FACTION, units={unknown.id: unknown})).glossary
        if row.id == "odd-rule"
    ]
    assert (row.label, row.text) == ("Odd Rule", sentence("sheet.no-text"))


def test_hidden_list_explains_only_base_rules() -> None:
    hidden = sheet(public=True)
    assert {row.id for row in hidden.glossary} == {"hero", "tough", "fearless", "slow"}
    assert hidden.spells == ()
    born = replace(FACTION.units[UnitId("champion")], rules=(parse_rule("Caster(1)"),))
    book = replace(FACTION, units={**FACTION.units, born.id: born})
    army_sheet = sheet(army(entry("a", "champion")), book=book, public=True)
    assert [spell.name for spells in army_sheet.spells for spell in spells.spells] == ["Flood", "Mist"]
    assert "poison" in {row.id for row in army_sheet.glossary}, "what a spell speaks of"


def test_weapon_cells_follow_system_columns() -> None:
    (bow, hand) = first(entry("a", "bowmen")).weapons
    assert (bow.count, bow.name, bow.cells) == (5, "Longbow", ('30"', "5 \N{MULTIPLICATION SIGN} A1", "1", ""))
    assert bow.labelled_cells == ('30"', "5 \N{MULTIPLICATION SIGN} A1", "AP(1)", "")
    assert hand.cells[0] == hand.cells[2] == hand.labelled_cells[2] == "\N{EN DASH}"
    (single,) = first(entry("a", "champion")).weapons
    assert single.cells[1] == "A3"
    plain = replace(SYSTEM, weapon_columns=("range", "attacks", "rules", "special"))
    (bow, _) = first(entry("a", "bowmen"), system=plain).weapons
    assert bow.cells == ('30"', "5 \N{MULTIPLICATION SIGN} A1", "AP(1)", "\N{EN DASH}")
    rangeless = replace(SYSTEM, weapon_columns=("attacks", "rules"), movement=MovementRules(moves=Moves(6, 12, 12)))
    army_sheet = sheet(army(entry("a", "bowmen")), system=rangeless, reach=True)
    assert [column.id for column in army_sheet.columns] == ["reach", "attacks", "rules"]


def test_upgrades_of_both_halves_are_merged() -> None:
    rows = sheet().units[0].upgrades
    assert [(row.count, row.name, row.cost) for row in rows] == [(2, "Spear", "40"), (1, "Sergeant", "5")]
    assert [row.cost for row in sheet(points=False).units[0].upgrades] == ["", ""]


def test_items_show_what_they_give() -> None:
    (hero,) = sheet().units[0].attached_heroes
    assert [(item.count, item.name, item.contents) for item in hero.items] == [
        (1, "River Horse", "Fast, Tough(3), Hooves (A2)"),
        (1, "Charm", "Caster(2)"),
    ]


def test_rule_labels_are_translated() -> None:
    assert LEXICON.rule_label(BOOK, parse_rule("Tough(3)")).text == "Zäh(3)"
    assert LEXICON.rule_label(BOOK, parse_rule("Unheard")).text == "Unheard"
    bow = parse_equipment_count('Bow (24", A2, AP(1))').equipment
    assert LEXICON.weapon_profile(BOOK, bow) == 'Bow (24", A2, PB(1))'  # type: ignore[arg-type]  # a weapon
    club = parse_equipment_count("Club (A1)").equipment
    assert LEXICON.weapon_profile(BOOK, club) == "Club (A1)"  # type: ignore[arg-type]  # a weapon
    assert LEXICON.translate_name(BOOK.__class__("nobody"), "Bow") == "Bow"
    assert LEXICON.find_rule(BOOK, RuleId("never")) is None
    assert set(LEXICON.mentioned_rules(BOOK, [RuleId("fearless-aura")])) == {"fearless"}
    assert LEXICON.mentioned_rules(BOOK, [RuleId("fearless-aura"), RuleId("fearless")]) == ()
    own = replace(FACTION, rules={RuleId("tough"): replace(SYSTEM.rules[RuleId("tough")], name=Text("Ours"))})
    assert RuleLabeller(SYSTEM, {BOOK: own}, "en").rule_label(BOOK, parse_rule("Tough(3)")).text == "Ours(3)"


def test_sums_show_limits_and_hide_prices() -> None:
    limits = (
        Limit(id="spent", measure=Measure.POINTS, most=500),
        Limit(id="units", measure=Measure.UNITS, least=2),
        Limit(id="share", measure=Measure.SHARE, percent=35),
    )
    event = Event(id=EventId("day"), name=Text("Day"), limits={limit.id: limit for limit in limits})
    event_roster = replace(roster(replace(ARMY, force_org=False, points=None)), event=event)

    def limit_texts(*, points: bool) -> list[str]:
        return [limit_row.text for limit_row in build_limit_rows(event_roster, "en", PrintOptions(points=points))]

    assert limit_texts(points=True)[0] == "610"
    assert sentence("sheet.sum.of", n="610", most="500") in limit_texts(points=True)
    assert limit_texts(points=False) == [sentence("sheet.sum.least", n="5", least=2)]


def test_numbers_use_decimal_point_of_language() -> None:
    assert (format_decimal("en", 1.5), format_decimal("de", 1.256, 1)) == ("1.50", "1,3")
    assert (format_defense(4, "en"), format_tough(3, "en"), format_benchmark_target("en")) == (
        *("D4+", "T3", "10\N{MULTIPLICATION SIGN}D4+"),
    )


def test_odds_include_hero_with_its_host() -> None:
    army_roster = roster()
    guard, hero, bowmen = army_roster.entries[0], army_roster.entries[1], army_roster.entries[2]
    assert build_odds_line(hero, army_roster, "en") == ""
    assert build_odds_line(guard, army_roster, "en") != build_odds_line(
        guard, replace(army_roster, attached_heroes={}), "en"
    )
    assert " \N{MIDDLE DOT} " in build_odds_line(bowmen, army_roster, "en"), "shooting and charging"
    assert document(options=PrintOptions(odds=True)).sheet.units[0].odds
    assert document().sheet.units[0].odds == ""
    unarmed = replace(FACTION.units[UnitId("bowmen")], equipment=())
    unarmed_roster = build_roster(
        army(entry("a", "bowmen")), SYSTEM, {BOOK: replace(FACTION, units={unarmed.id: unarmed})}
    )
    assert build_odds_line(unarmed_roster.entries[0], unarmed_roster, "en") == ""


def test_usual_layout_needs_agreeing_games() -> None:
    cards = replace(SYSTEM, default_layout="cards")
    assert default_layout([cards, cards]) is Layout.CARDS
    assert default_layout([cards, SYSTEM]) is Layout.ROSTER
    assert default_layout([]) is Layout.ROSTER


def test_long_lines_and_notes_are_cut() -> None:
    assert sanitize_line("x" * 160) == "x" * 160
    assert sanitize_line("x" * 161) == "x" * 159 + "…"
    assert sanitize_line("x" * 5, 5) == "x" * 5
    assert sanitize_line(" " * 700 + "x") == "…", "nobody reads on for ever"
    assert sanitize_note("x" * MAX_SHOWN_NOTE) == "x" * MAX_SHOWN_NOTE
    assert sanitize_note("x" * (MAX_SHOWN_NOTE + 1)) == "x" * (MAX_SHOWN_NOTE - 1) + "…"
    assert sanitize_note("\n" * 4001) == "…"
    assert sanitize_note("a\n\n\nb") == "a\nb"
    assert sanitize_line("\x00\x1b\x7f") == "\N{SYMBOL FOR NULL}\N{SYMBOL FOR ESCAPE}\N{SYMBOL FOR DELETE}"
    assert (format_count(1, "x"), format_count(0, "x"), format_count(2, "x")) == (
        *("x", "0\N{MULTIPLICATION SIGN} x", "2\N{MULTIPLICATION SIGN} x"),
    )
    assert strip_backticks("`a` b") == "a b"


def test_game_without_rounds_has_no_round_boxes() -> None:
    still = replace(SYSTEM, tracking=TrackingRules(rounds=0))
    assert [boxes.id for boxes in first(entry("a", "bowmen"), system=still).tick_boxes] == ["models"]


def test_quick_reference_is_optional() -> None:
    assert sheet().reference == ()
    assert [passage.title for passage in sheet(reference=True).reference] == ["Turns & <more>", "Courage"]
    assert sheet(reference=True).reference[0].points[0] == "Take turns."


def test_sheet_parts_have_sensible_defaults() -> None:
    plain = SheetUnit(entry_id="k", title="T", book_name="", models=3)
    assert (plain.count, plain.hero, plain.price, plain.worst_severity, plain.tick_boxes, plain.attached_heroes) == (
        1,
        False,
        None,
        "",
        (),
        (),
    )
    boxes = TickBoxes("models", "Models", (("",) * 5, ("",) * 2))
    assert (boxes.count, boxes.half_strength_box) == (7, 0)
    price = Price(60, "60", "30")
    assert (price.displayed, replace(price, merged_total="2 × 60 = 120").displayed) == ("60", "2 × 60 = 120")
    assert GlossaryRow("a", "A", "text").command is False
    assert [BookRow(*parts).text for parts in (("A", "1", "ab"), ("A", "", "ab"), ("A", "1", ""))] == [
        *("A 1 (ab)", "A (ab)", "A 1")
    ]
    horse = ItemRow(1, "Horse", (RuleLabel("fast", "Fast"),), ("Hooves (A1)",))
    assert (horse.contents, ItemRow(1, "Flag").contents) == ("Fast, Hooves (A1)", "")


def test_only_non_legal_lists_are_stamped() -> None:
    army_sheet = sheet()
    assert army_sheet.stamp == ""
    assert army_sheet.header.is_legal
    for verdict, stamp in (
        (Verdict.ILLEGAL, army_sheet.labels.illegal),
        (Verdict.UNCHECKED, army_sheet.labels.unchecked),
    ):
        marked = replace(army_sheet, header=replace(army_sheet.header, outcome=verdict))
        assert (marked.stamp, marked.header.is_legal) == (stamp, False)
