"""Army and unit rows of the sample list: aligned columns, gear, marks and upgrades."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.rules.army_summary import EntryOrder
from listbuilder.rules.edits import RenameEntry, SetNotes
from listbuilder.rules.loadout import SectionCapacity
from listbuilder.rules.trackers import Game, build_trackers
from listbuilder.tui.editor import unit_rows
from listbuilder.tui.editor.army_pane import army_rows, army_search_rows, army_width
from listbuilder.tui.editor.session import ArmyViewState, EditorSession, display_order
from listbuilder.tui.editor.unit_actions import host_rows, partner_rows
from listbuilder.tui.editor.unit_rows import (
    RULES_KEY,
    equipment_text,
    explain_row,
    list_upgrade_rows,
    profile_row,
    unit_detail_rows,
)
from listbuilder.tui.screens.play import play_rows
from listbuilder.tui.widgets.row import Row
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, open_sample

SESSION = open_sample()
COMBINED = sentence("sheet.combined")


def left_of(remaining: int, total: int) -> str:
    return sentence("tui.detail.left", left=remaining, total=total)


def sample_rows(room: int, look: ArmyViewState | None = None, height: int = 0) -> list[Row]:
    return army_rows(SESSION, "en", room, look or ArmyViewState(), height)


@pytest.mark.parametrize("room", [20, 24, 32, 40, 47, 55, 63, 80, 120, 200])
def test_numbers_align_and_rows_fit_width(room: int) -> None:
    rows = sample_rows(room)
    assert len(rows) == len(SESSION.army.entries)
    assert len({sum(len(part.text) for part in row.right) for row in rows}) == 1
    for row in rows:
        left_text, right = ("".join(part.text for part in side) for side in (row.left, row.right))
        assert len(left_text) + 1 + len(right) <= room
        assert right.split()[-1] in {str(entry.cost) for entry in SESSION.roster.entries}
    if room >= army_width(SESSION, "en"):
        assert {len(row.left[2].text) for row in rows} == {21}, "all titles, and the kinds under each other"


def test_required_width_is_just_enough() -> None:
    required = army_width(SESSION, "en")
    assert required == 55
    words = [[part.text for part in row.left[2:]] for row in sample_rows(required)]
    assert not any("…" in part for row in words for part in row)
    assert any("…" in part.text for row in sample_rows(45) for part in row.left)
    bare = EditorSession(LIBRARY, replace(SESSION.army, entries=()))
    assert len(army_rows(bare, "en", 80)) == 2


def test_kind_and_gear_appear_if_wide_enough() -> None:
    assert sample_rows(80)[0].text.startswith('  Vale Regiment          Infantrymen combined  Mv 7"/13" · W 20')
    assert sample_rows(55)[0].text.startswith("  Vale Regiment          Infantrymen combined×20 220")
    assert sample_rows(24)[0].text == "  Vale Regiment ×20 220"
    assert sample_rows(20)[2].text == "  Order of… ×10 230"
    assert sample_rows(80)[3].text.startswith("  └ ★ Margravine Adela   Battle Master ✎  T 3")


def test_kind_is_cut_before_the_title() -> None:
    rows = [row.text for row in sample_rows(40)]
    assert rows[0] == "  Vale Regiment  Infantrymen co…×20 220"
    assert rows[1] == "  └ ★ Otto              Champion     65"
    assert rows[2] == "  Order of the Anvil  Guard Kni…×10 230"
    assert rows[10] == "  The Kettle  Steam Tank of Wat…    250"


def test_long_title_is_cut_only_beside_kind() -> None:
    session = open_sample()
    session.apply(RenameEntry(session.roster.entries[0].id, "T" * 40))

    def title(room: int, height: int = 0) -> str:
        return army_rows(session, "en", room, ArmyViewState(), height)[0].left[2].text.rstrip()

    whole = 40 + 2 + len(f"Guard Knights {COMBINED}") + 2 + 4 + 4
    assert title(whole) == "T" * 40
    assert title(whole - 1) == "T" * 31 + "…"
    assert title(60, 99) == "T" * 40, "with a line below there is room"


def test_second_line_shows_gear_if_height_allows() -> None:
    entries = len(SESSION.army.entries)
    assert len(sample_rows(60, height=2 * entries + 1)) == 2 * entries
    assert len(sample_rows(60, height=2 * entries)) == entries
    first, gear, *_ = sample_rows(60, height=99)
    assert first.text == "  Vale Regiment          Infantrymen combined×20 220"
    assert gear.text == '    Mv 7"/13" · W 20 · 20 Spear · Message Runner'
    assert (gear.selectable, gear.wrap) == (False, False)
    entry = SESSION.roster.entries[0].id
    unfolded = sample_rows(60, ArmyViewState(unfolded=frozenset({entry})))
    assert len(unfolded) == entries + 1
    assert (unfolded[1].key, unfolded[1].wrap, unfolded[1].hang) == (f"gear:{entry}", True, 4)


def test_role_order_adds_role_headings() -> None:
    rows = sample_rows(80, ArmyViewState(order=EntryOrder.ROLE))
    heads = [row.text for row in rows if not row.selectable]
    assert heads == ["CORE", "CAVALRY", "CHARIOTS", "WAR MACHINES"]
    assert [row.key for row in rows if row.selectable] == display_order(SESSION.roster, EntryOrder.ROLE)
    assert [row.key for row in sample_rows(80)] == display_order(SESSION.roster)


def test_marks_and_stars_precede_names() -> None:
    entry = SESSION.roster.entries[0].id
    marked = sample_rows(80, ArmyViewState(marked=frozenset({entry})))
    assert marked[0].left[0].text != sample_rows(80)[0].left[0].text
    assert marked[1].left[0] == sample_rows(80)[1].left[0]
    assert marked[0].left[0].role == "accent"
    alone = army_search_rows(SESSION, "en", 80, ArmyViewState(), "otto")
    assert [row.left[2].text[:2] for row in alone] == ["★ "]
    assert [part.role for part in alone[0].left if part.text == "Otto"] == ["match"]
    assert [row.selectable for row in army_search_rows(SESSION, "en", 80, ArmyViewState(), "nobody at all")] == [False]
    halberds = army_search_rows(SESSION, "en", 80, ArmyViewState(), "halberd")
    assert any(part.text == "Halberd" and part.role == "match" for row in halberds for part in row.left)


def rows_of(index: int, session: EditorSession = SESSION, *, texts: bool = False) -> dict[str, Row]:
    entry = session.roster.entries[index]
    return {row.key: row for row in unit_detail_rows(session, entry, "en", rule_texts=texts) if row.key != "blank"}


def test_unit_pane_shows_stats_rules_weapons_items() -> None:
    rows = rows_of(0)
    assert rows["head"].text == f'Infantrymen ×20, {COMBINED}Q 5+  D 5+  T –  Mv 7"/13"  W 20'
    assert rows[RULES_KEY].text.startswith("▸ Hold the Line · Sergeant")
    assert rows["item:Message Runner"].text == "  1 Message Runner  Extended Buff Range"
    weapon = next(row for key, row in rows.items() if key.startswith("weapon:Spear"))
    assert weapon.text == " 20 Spear  – 20 × A1 Counter"
    for row in (rows["head"], rows[RULES_KEY], rows["item:Message Runner"], weapon):
        assert (row.wrap, row.selectable) == (True, row is rows[RULES_KEY])
    assert (weapon.hang, rows["item:Message Runner"].hang, rows[RULES_KEY].hang) == (4, 4, 2)
    assert rows_of(0, texts=True)[RULES_KEY].text.startswith("▾ ")
    assert len(rows_of(0, texts=True)) > len(rows)
    alone = next(index for index, entry in enumerate(SESSION.roster.entries) if entry.models == 1)
    assert "×" not in rows_of(alone)["head"].left[1].text


def test_sections_show_remaining_and_options_show_taken() -> None:
    rows = rows_of(0)
    assert rows["section:upgrade-up-to-3-models-with-one"].text.endswith(left_of(3, 6))
    assert rows["pick:upgrade-up-to-3-models-with-one:sergeant"].text == " [x][ ] Sergeant+5"
    assert rows["section:replace-all-hand-weapons"].right[0].text == sentence("tui.detail.both")
    assert rows["pick:replace-all-hand-weapons:"].text == " ( ) Hand Weapons–"
    assert rows["pick:replace-all-hand-weapons:spear"].text == " (•) Spear (A1, Counter)+25 ×2"
    assert rows["pick:upgrade-one-model-with:message-runner"].text.startswith(" [ ][x] Message Runner")
    half = rows["pick:upgrade-up-to-3-models-with-one:sergeant"]
    assert [part.role for part in (*half.left, *half.right)] == ["bold", "bold", "bold"], "one half is enough"
    assert [part.role for part in rows["pick:replace-all-hand-weapons:halberd"].left] != ["bold", "bold"]
    chosen = rows["pick:replace-all-hand-weapons:spear"]
    assert [part.role for part in chosen.left] == ["bold", "bold"]
    assert chosen.hang == len("(•)") + 2


def test_option_dims_only_if_both_halves_refuse() -> None:
    session = open_sample()
    refusing, target_row = next(
        (entry, upgrade_row)
        for entry in session.roster.entries
        for upgrade_row in list_upgrade_rows(entry)
        if upgrade_row.option is not None and len(upgrade_row.halves) == 2 and upgrade_row.counts(entry) == (0, 0)
    )
    assert target_row.option is not None

    def role() -> str:
        return next(row for row in unit_detail_rows(session, refusing, "en") if row.key == target_row.key).left[1].role

    refused = Diagnostic("UPG004", refusing.id, {"target": "x"})
    keys = [session.option_key(refusing, target_row.section, target_row.option, half) for half in target_row.halves]
    assert role() == ""
    session._errors[keys[0]] = refused
    assert role() == ""
    session._errors[keys[1]] = refused
    assert role() == "dim"


@pytest.mark.parametrize(
    ("capacity", "count", "options", "hint", "mark"),
    [
        (SectionCapacity(1, 1), 0, 2, "", "( )"),
        (SectionCapacity(1, 1), 1, 2, "", "(•)"),
        (SectionCapacity(1, 1), 1, 1, "", "[x]"),
        (SectionCapacity(1, 1), 0, 1, "", "[ ]"),
        (SectionCapacity(None, 1), 0, 2, sentence("tui.detail.each-once"), "[ ]"),
        (SectionCapacity(None, 1), 0, 1, "", "[ ]"),
        (SectionCapacity(None, None), 3, 2, "", "[3]"),
        (SectionCapacity(5, 2), 0, 2, left_of(10, 10), "[ ]"),
        (SectionCapacity(5, 5), 4, 2, left_of(6, 10), "[4]"),
        (SectionCapacity(2, None), 9, 2, left_of(0, 4), "[9]"),
    ],
)
def test_section_hint_and_option_mark_follow_capacity(
    capacity: SectionCapacity, count: int, options: int, hint: str, mark: str
) -> None:
    assert unit_rows._hint(capacity, count, options, 2, "en") == hint
    assert unit_rows._mark(capacity, count, options) == mark


def test_notes_are_shown_line_by_line() -> None:
    session = open_sample()
    entry = session.roster.entries[0].id
    session.apply(SetNotes(entry, "one\ntwo"))
    lines = [row.text for row in unit_detail_rows(session, session.roster.entries[0], "en") if "✎" in row.text]
    assert lines == ["  ✎ one", "  ✎ two"]
    session.apply(RenameEntry(entry, "Lads"))
    assert army_rows(session, "en", 80)[0].text.startswith("  Lads")


def test_option_rules_are_explained_under_cursor() -> None:
    entry = SESSION.roster.entries[0]
    assert explain_row(SESSION, entry, RULES_KEY, "en")
    assert explain_row(SESSION, entry, "elsewhere", "en") == ""
    assert explain_row(SESSION, entry, "pick:replace-all-hand-weapons:", "en") == ""
    text = explain_row(SESSION, entry, "pick:replace-all-hand-weapons:halberd", "en")
    assert text.startswith("Rending: ")
    banner = explain_row(SESSION, entry, "pick:upgrade-up-to-3-models-with-one:banner", "en")
    assert banner.startswith("Banner: ")


def test_hero_can_join_units_or_stand_alone() -> None:
    hero = next(entry for entry in SESSION.roster.entries if entry.entry.joins is not None)
    rows = host_rows(SESSION, hero, "en")
    assert rows[0].key == ""
    keys = [row.key for row in rows]
    assert hero.id not in keys
    assert all(SESSION.roster.find_entry(key) is not None for key in keys[1:])
    assert not any((host := SESSION.roster.find_entry(key)) is not None and host.is_hero for key in keys[1:])
    here = next(row for row in rows if row.key == hero.entry.joins)
    assert here.left[0].role == "bold"
    wagon = next(row for row in rows if "Wagon" in row.text)
    assert wagon.left[0].role == "dim", "it is one model"
    knights = next(entry for entry in SESSION.roster.entries if entry.title == "Gryph Riders")
    partners = partner_rows(SESSION, knights, "en")
    assert [row.key for row in partners] == [""]
    assert partners[0].right[0].text == f"+{knights.unit.cost}"


def test_one_line_profile_omits_missing_stats() -> None:
    entry = SESSION.roster.entries[0]
    line = profile_row(SESSION, entry, "en").text
    assert line.startswith('Q 5+ D 5+ Mv 7"/13" W 20 · 20 Spear')
    assert "T –" not in line
    assert equipment_text(SESSION, entry, "en") == 'Mv 7"/13" · W 20 · 20 Spear · Message Runner'
    assert equipment_text(SESSION, entry, "en") is equipment_text(SESSION, entry, "en"), "worked out once"


def test_boxes_are_ticked_from_the_first_model_on() -> None:
    trackers = build_trackers(SESSION.roster)
    strip = trackers[0]
    game = Game.start(trackers).add_wounds(strip, 7).toggle_activated(strip)
    head, boxes, *others = play_rows(SESSION.roster, trackers, game, "en", 76)
    assert len(others) == 2 * len(trackers) - 2
    assert (head.selectable, boxes.selectable, boxes.wrap, boxes.hang) == (True, False, True, 4)
    runs = [run for band in strip.wound_tracks for run in band.box_groups]
    assert sum(part.text.count("☒") for part in boxes.left) == 7
    assert sum(part.text.count("☐") for part in boxes.left) == sum(runs) - 7
    assert boxes.text.startswith("    ☒☒☒☒☒ ☒☒☐☐☐ ☐☐☐☐☐ ")
    assert "★ ☐☐☐" in boxes.text
    assert [part.role for part in boxes.left if "☒" in part.text] == ["bad", "bad"]
    assert head.left[0].text == "☒ "
    assert others[0].left[0].text == "☐ "
    assert head.left[1].text.startswith("Vale Regiment ★")
    assert head.left[2].text == sentence("sheet.models", n=14)
    half = Game.start(trackers).add_wounds(strip, strip.half_strength_at)
    assert play_rows(SESSION.roster, trackers, half, "en", 76)[0].left[2].role == "warn"
    gone = Game.start(trackers).add_wounds(strip, 99)
    dead = play_rows(SESSION.roster, trackers, gone, "en", 76)[0]
    assert (dead.left[1].role, dead.left[2].role) == ("dim", "bad")
    assert any("◆" in part.text for row in play_rows(SESSION.roster, trackers, game, "en", 76) for part in row.right)
    shaken = Game.start(trackers).toggle_state(strip, strip.states[0].id)
    states = play_rows(SESSION.roster, trackers, shaken, "en", 76)[0].right
    assert [part.text[:3] for part in states if part.text[1:2].isdigit()][:2] == [" 1☒", " 2☐"]


def test_empty_army_has_nothing_to_tick() -> None:
    bare = EditorSession(LIBRARY, replace(SESSION.army, entries=()))
    assert [row.selectable for row in play_rows(bare.roster, (), None, "en", 76)] == [False]  # type: ignore[arg-type]  # no game
