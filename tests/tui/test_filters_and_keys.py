"""Filters of the catalogue and the army, and the key bar while they are used."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Severity
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.model import EntryId
from listbuilder.tui.editor.army_pane import army_rows, army_search_rows, army_width
from listbuilder.tui.editor.session import ArmyViewState, EditorSession, display_order
from listbuilder.tui.labels import entry_title
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part
from tests.sentences import sentence
from tests.tui.screen_helpers import all_worked_out, editor, fold, wait_for, words

LIBRARY = Library.open(user=False)
IRON_VALE = next(header.file for header in LIBRARY.sample_lists() if "iron-vale" in header.file.name)
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 35)], ids=["narrow", "wide"])


def keys_shown(pilot) -> dict[str, str]:
    return {item.key: item.label for item in editor(pilot).query_one(KeyBar).visible_keys()}


@pytest.mark.parametrize(
    ("search", "expected_keys"),
    [
        ("kni", ["knights", "guard"]),
        ("ooa", ["guard"]),
        ("caster", ["mage"]),
        ("tough>=9", ["tank"]),
        ("hero tough>=3 >100", ["general"]),
        ("zzzz", []),
    ],
)
def test_army_search_is_fuzzy_and_numeric(search, expected_keys):
    session = EditorSession(LIBRARY, load_list(IRON_VALE).army)
    rows = army_search_rows(session, "en", 76, ArmyViewState(), search)
    assert [row.key for row in rows if row.selectable] == expected_keys
    if search != "tough>=9":  # a number is not highlighted
        assert all(any(part.role == "match" for part in row.left) for row in rows if row.selectable)


@SIZES
async def test_escape_from_army_search_restores_selection(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        everything = [row.key for row in screen.army.rows]
        await pilot.press("down", "down", "down")
        before = screen.session.selected_id
        await pilot.press("slash", *"kettle")
        await pilot.pause()
        assert [row.key for row in screen.army.rows] == ["tank"]
        assert screen.session.selected_id == "tank", "the unit's pane shows what was found"
        await pilot.press("escape")
        await pilot.pause()
        assert (screen.session.selected_id, screen.army.cursor_key) == (before, before)
        assert [row.key for row in screen.army.rows] == everything
        assert screen.focused is screen.army


@SIZES
async def test_unmatched_letters_are_not_commands(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("slash", *"qqx")
        await all_worked_out(pilot)
        await pilot.press(*"xd")
        assert screen.panes.front_filter is not None
        assert (screen.focused, screen.panes.front_filter.filter_input.value) == (
            screen.panes.front_filter.filter_input,
            "qqxxd",
        )
        assert screen.session.army is before
        await pilot.press(*["backspace"] * 5, *"kettle")
        await all_worked_out(pilot)
        assert screen.session.selected_id == "tank"


async def test_enter_opens_found_army_unit(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("slash", *"kni", "down", "enter")
        await pilot.pause()
        assert (screen.session.selected_id, screen.panes.front_name) == ("guard", "detail")
        await pilot.press("escape")
        await pilot.pause()
        assert len(screen.army.rows) == len(screen.session.army.entries), "the whole army is back"
        assert screen.army.cursor_key == "guard"


async def test_edit_during_search_hides_nothing(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("x", "u", "slash", *"kettle", "ctrl+r")
        await pilot.pause()
        assert screen.army.cursor_key == screen.session.selected_id
        assert screen.focused is not None
        await pilot.press("slash", *"zzzz", "enter", "escape")
        assert screen.army.cursor_key == screen.session.selected_id
        assert screen.focused is screen.army


@pytest.mark.parametrize(
    ("language", "pane", "enter", "escape"),
    [("en", "1", "add-this", "back"), ("de", "1", "add-this", "back"), ("en", "2", "open-unit", "back")],
)
async def test_key_bar_names_enter_and_escape_while_typing(start, language, pane, enter, escape):
    async with start(sample=True, size=(80, 24), language=language) as pilot:
        await pilot.press(pane, "slash", *"ma")
        await pilot.pause()
        shown = keys_shown(pilot)
        assert (shown["⏎"], shown["Esc"]) == tuple(sentence(f"key.{name}", language) for name in (enter, escape))
        assert not {"/", "a", "x", "?"} & set(shown), "they are typed"
        assert "F1" in shown


async def test_german_key_bar_keeps_common_keys(start):
    async with start(sample=True, size=(80, 24), language="de") as pilot:
        await pilot.press("1", "enter", "2")
        await pilot.pause()
        assert {"⏎", "a", "x", "u", "f", "c", "/", "?"} <= set(keys_shown(pilot))


def test_marked_unit_still_shows_its_error():
    sample = next(header.file for header in LIBRARY.sample_lists() if "crown-council" in header.file.name)
    session = EditorSession(LIBRARY, load_list(sample).army)
    everything = frozenset(entry.id for entry in session.army.entries)
    marks = {row.key: row.left[0] for row in army_rows(session, "en", 80, ArmyViewState(marked=everything))}
    broken = {entry for entry in everything if session.report.worst_severity_on(entry) is Severity.ERROR}
    assert broken
    assert {entry for entry, mark in marks.items() if mark == Part("●", "bad")} == broken


def test_pane_reports_width_its_rows_need():
    session = EditorSession(LIBRARY, load_list(IRON_VALE).army)
    longest = f"  └ ★ Margravine Adela   Guard Knights {sentence('sheet.combined')} ×10 230"
    assert army_width(session, "en") == len(longest)


@pytest.mark.parametrize("sample", [header.file for header in LIBRARY.sample_lists()], ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "de"])
def test_kind_is_whole_if_there_is_room(sample, language):
    session = EditorSession(LIBRARY, load_list(sample).army)
    rows = army_rows(session, language, 60, height=80)
    for key, first, second in zip(display_order(session.roster), rows[::2], rows[1::2], strict=True):
        entry = session.roster.find_entry(EntryId(key))
        assert entry is not None
        assert entry_title(entry, language) in first.text
        assert entry.unit.name.to(language) in first.text + second.text


def test_long_kind_starts_after_short_name():
    dusk = next(header.file for header in LIBRARY.sample_lists() if "dusk-chorus" in header.file.name)
    session = EditorSession(LIBRARY, load_list(dusk).army)
    lines = [row.text for row in army_rows(session, "de", 34)]
    assert any("Ox" in line and "Ochsenfroschkämpe" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_wide_screen_cuts_no_name(start, language):
    async with start(sample=True, size=(160, 48), language=language) as pilot:
        screen = editor(pilot)
        screen_text = words(pilot)
        for entry in screen.session.roster.entries:
            assert entry.title in screen_text
            assert entry.unit.name.to(language) in screen_text
        for unit in screen.session.factions[0].units.values():
            assert unit.name.to(language) in screen_text
        assert screen_text.count("✔") == 2, "the verdict, and once that there are no problems"


async def test_option_without_target_is_refused_with_reason(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("slash", *"marksmen", "enter")
        refused = sentence("refused.no-target", subject="Firepowder Rifle")
        while "Gatling Rifle" not in screen.detail.rows[screen.detail._cursor].text:
            await pilot.press("down")
        await pilot.press("space")
        await pilot.pause()
        assert screen.session.army is before
        assert fold(refused) in fold(words(pilot))
        await pilot.press("plus")
        await pilot.pause()
        assert screen.session.army is before
        assert fold(refused) in fold(words(pilot))


async def test_each_half_has_its_own_key(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("enter", "down")
        await pilot.pause()
        assert "Sergeant" in screen.detail.rows[screen.detail._cursor].text
        halves = sentence("key.first-half"), sentence("key.second-half")
        assert (keys_shown(pilot)["⏎"], keys_shown(pilot)["."]) == halves
        counts = []
        for key in ("space", "full_stop", "space", "full_stop", "full_stop"):
            await pilot.press(key)
            assert screen.session.selected_entry is not None
            assert screen.detail.upgrade_row is not None
            counts.append(screen.detail.upgrade_row.counts(screen.session.selected_entry))
        assert counts == [(0, 0), (0, 1), (1, 1), (1, 0), (1, 1)]
        while "Spear" not in screen.detail.rows[screen.detail._cursor].text:
            await pilot.press("down")
        await pilot.pause()
        before = screen.session.army
        assert "." not in keys_shown(pilot), "what all models take has one mark"
        await pilot.press("full_stop")
        assert screen.session.army is before


async def test_army_title_counts_marked_units(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        await pilot.press("m", "down", "m")
        one_marked, two_marked = (sentence("tui.army.marked", n=number) for number in (1, 2))
        await wait_for(pilot, lambda: two_marked in words(pilot))
        await pilot.press("m")
        await wait_for(pilot, lambda: one_marked in words(pilot))
        await pilot.press("up", "m")
        await wait_for(pilot, lambda: one_marked not in words(pilot) and two_marked not in words(pilot))


async def test_enter_label_changes_on_rules_row(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        await pilot.press("3")
        await wait_for(pilot, lambda: keys_shown(pilot).get("⏎") == sentence("key.texts"))
        await pilot.press("down")
        await wait_for(pilot, lambda: keys_shown(pilot).get("⏎") == sentence("key.first-half"))
