"""Editor tools: previews, search, summary, play, marks, history, palette and key map."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.command import Command, CommandList, CommandPalette
from textual.pilot import Pilot

from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.game_state_file import game_state_path
from listbuilder.model import RosterEntry
from listbuilder.rules.edits import RemoveEntry, remove_entries
from listbuilder.rules.trackers import Game, build_trackers
from listbuilder.rules.upgrade_actions import Refusal
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.army_pane import army_rows
from listbuilder.tui.editor.catalogue_pane import catalogue_rows
from listbuilder.tui.editor.header import points_gauge
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import (
    UpgradeRow,
    add_upgrade,
    find_upgrade_row,
    list_upgrade_rows,
    remove_upgrade,
    toggle_upgrade,
)
from listbuilder.tui.home.list_files import make_card
from listbuilder.tui.home.list_rows import filter_cards
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.play import PlayScreen, play_rows
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row import Part, highlight_spans, lay_out_row
from listbuilder.tui.widgets.row_list import RowLabel
from tests.sentences import sentence
from tests.tui.screen_helpers import ask_the_palette, editor, fits, wait_for, words

LIBRARY = Library.open(user=False)
IRON_VALE = next(header.file for header in LIBRARY.sample_lists() if "iron-vale" in header.file.name)


@pytest.fixture
def session() -> EditorSession:
    return EditorSession(LIBRARY, load_list(IRON_VALE).army)


def upgrade_counts(session: EditorSession, key: str) -> tuple[int, ...]:
    upgrade_row = find_row_by_option(session, key)
    assert session.selected_entry is not None
    return upgrade_row.counts(session.selected_entry)


def find_row_by_option(session: EditorSession, key: str) -> UpgradeRow:
    assert session.selected_entry is not None
    match = next(
        (
            upgrade_row
            for upgrade_row in list_upgrade_rows(session.selected_entry)
            if upgrade_row.key.endswith(f":{key}")
        ),
        None,
    )
    assert match is not None, key
    return match


def the_unit(session: EditorSession) -> RosterEntry:
    assert session.selected_entry is not None
    return session.selected_entry


def test_halves_share_rows_and_have_own_keys(session):
    assert the_unit(session).entry.combined is not None
    keys = [upgrade_row.key for upgrade_row in list_upgrade_rows(the_unit(session))]
    assert len(set(keys)) == len(keys), "each section once"
    counts = [upgrade_counts(session, "sergeant")]
    for half in (1, 0, 1):
        session.try_apply(
            toggle_upgrade(session.roster, the_unit(session), find_row_by_option(session, "sergeant"), half)
        )
        counts.append(upgrade_counts(session, "sergeant"))
    assert counts == [(1, 0), (1, 1), (0, 1), (0, 0)]
    assert len(find_row_by_option(session, "spear").halves) == 1, "what all models take has one mark"


def test_more_fills_room_and_less_takes_last(session):
    roster = session.roster
    refused = add_upgrade(roster, the_unit(session), find_row_by_option(session, "sergeant"))
    assert not isinstance(refused, Refusal)
    session.try_apply(refused)
    assert upgrade_counts(session, "sergeant") == (1, 1)
    session.try_apply(remove_upgrade(session.roster, the_unit(session), find_row_by_option(session, "sergeant")))
    assert upgrade_counts(session, "sergeant") == (1, 0)


def test_selection_follows_edits(session):
    entry_counts: list[int] = []
    session.on_change = lambda: entry_counts.append(len(session.army.entries))
    first, second = (entry.id for entry in session.army.entries[:2])
    session.select(first)
    assert session.apply(RemoveEntry(first))
    assert session.selected_id == second
    assert session.undo() is not None
    assert session.selected_id == first
    assert entry_counts == [len(session.army.entries) - 1, len(session.army.entries)]
    assert find_upgrade_row(the_unit(session), "pick:nobody:nothing") is None


@pytest.mark.parametrize(
    ("used", "then", "bar"),
    [(500, None, "█████░░░░░"), (500, 700, "█████▒▒░░░"), (500, 300, "███▒▒░░░░░"), (900, 1200, "█████████▒")],
)
def test_gauge_shades_previewed_points(used, then, bar):
    parts = points_gauge(used, 1000, 10, then)
    assert "".join(part.text for part in parts) == bar
    assert ("bad" in {part.role for part in parts}) == (then is not None and then > 1000)


def test_query_ranks_units_and_highlights_matches(session):
    rows = catalogue_rows(session, "en", "fly <200", 80)
    keys = [row.key for row in rows if row.selectable]
    assert keys
    factions = {unit.ref: unit for book in session.factions for unit in book.units.values()}
    assert all(factions[key].cost < 200 for key in keys)
    assert all(any(part.role == "match" for part in row.left) for row in rows)
    assert catalogue_rows(session, "en", "wwe", 80)[0].key == "human-empire/war-wagon-of-earth"
    assert not any(row.selectable for row in catalogue_rows(session, "en", "zzzzz", 80))


def test_highlighting_keeps_the_whole_text():
    assert highlight_spans("Heavy Men", [(0, 2), (6, 9)], "dim") == (
        Part("He", "match"),
        Part("avy ", "dim"),
        Part("Men", "match"),
    )
    assert highlight_spans("x", ()) == (Part("x"),)


def test_lists_are_found_by_file_name(tmp_path: Path):
    cards = [make_card(tmp_path / f"{name}.yaml") for name in ("iron-vale", "green-tide")]
    assert [card.name for card in filter_cards(cards, {}, "en", "tide")] == ["green-tide"]
    assert filter_cards(cards, {}, "en", "") == cards


async def test_moving_through_units_previews_the_unit(start):
    async with start(sample=True, size=(120, 35)) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("x", "a", "down", "down")
        await pilot.pause()
        unit = screen.units.cursor_unit
        assert unit is not None
        screen_text = words(pilot)
        assert f"+ {unit.name.en}" in screen_text, "the unit's pane"
        assert f"→ {screen.session.roster.cost + unit.cost:,} / 2,000" in screen_text
        assert "▒" in screen_text, "the gauge"
        assert len(screen.session.army.entries) == len(before.entries) - 1
        screen.units.rows.action_move(1)
        assert screen.units.cursor_unit is not None
        ahead = screen.session.roster.cost + screen.units.cursor_unit.cost
        assert f"→ {ahead:,} / 2,000" in screen.status.rows[-1].text, "with the key itself, before anything is painted"
        await pilot.press("escape")
        await pilot.pause()
        assert "▒" not in words(pilot)
        assert screen.detail.entry is screen.session.selected_entry


async def test_moving_over_option_previews_loadout(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        await pilot.press("enter")
        while "Halberd" not in screen.detail.rows[screen.detail._cursor].text:
            await pilot.press("down")
        await pilot.pause()
        status = " ".join(row.text for row in screen.status.rows)
        assert "+ 20× Halberd (" in status
        assert "- 20× " in status
        assert sentence("verdict.legal") in status


@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=["narrow", "wide"])
async def test_summary_opens_and_closes(start, size):
    async with start(sample=True, size=size) as pilot:
        await pilot.press("i")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, SummaryScreen))
        await pilot.pause()
        screen_text = words(pilot)
        assert "2,000 / 2,000" in screen_text
        assert "█" in screen_text
        await pilot.press("i")
        await wait_for(pilot, lambda: pilot.app.screen is not None and not isinstance(pilot.app.screen, SummaryScreen))


async def test_ticks_are_saved_and_undone(start, tmp_path):
    path = tmp_path / "lists" / "vale.yaml"
    path.parent.mkdir()
    path.write_bytes(IRON_VALE.read_bytes())
    async with start(path, size=(80, 24)) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        await pilot.press("enter", "plus", "minus", "a", "1", "n")
        await pilot.pause()
        assert screen.selected_tracker is not None
        unit = screen.selected_tracker.entry
        ticks = screen.game.unit_state(unit)
        assert (ticks.wounds, ticks.activated, len(ticks.states), screen.game.present.round) == (
            1,
            frozenset({1}),
            1,
            2,
        )
        assert game_state_path(path).exists()
        assert sentence("tui.play.round", n=2, rounds=4) in words(pilot)
        await pilot.press("u")
        assert screen.game.present.round == 1
        await pilot.press("escape", "g")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PlayScreen) and pilot.app.screen is not screen)
        again = pilot.app.screen
        assert isinstance(again, PlayScreen)
        await pilot.pause()
        assert again.game.unit_state(unit).wounds == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("room", [76, 96])
def test_play_rows_cut_only_names(library, language, room):
    noon = next(header.file for header in library.sample_lists() if "stroke-of-noon" in header.file.name)
    roster = EditorSession(library, load_list(noon).army).roster
    game = Game.start(build_trackers(roster))
    for row in play_rows(roster, build_trackers(roster), game, language, room):
        (line, *_) = lay_out_row(row, room)
        text = "".join(part.text for part in line)
        assert text.count("…") <= (room == 76)
        assert row.key.startswith("boxes:") or translate(language, "sheet.models", n=2).split()[-1][:5] in text


def shows_first(lines: RowLabel, key: str) -> bool:
    return bool(lines.rows) and lines.rows[0].key == key


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_play_screen_shows_boxes_and_profile(start, size):
    async with start(sample=True, size=size) as pilot:
        await pilot.press("g")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        profile, visited = screen.query_one("#profile", RowLabel), list[str]()
        while screen.units.cursor_key not in visited:
            assert screen.selected_tracker is not None
            key = screen.selected_tracker.entry
            await wait_for(pilot, partial(shows_first, profile, f"profile:{key}"))
            rows, top = screen.units, screen.units.scroll_offset.y
            shown = {rows.rows[index].key for index, _ in rows._lines[top : top + rows.size.height]}
            assert {key, f"boxes:{key}"} <= shown
            visited.append(key)
            await pilot.press("down")
        assert len(visited) > 8
        assert "1 Crew" in profile.rows[0].text
        assert (size == (40, 12)) or "A3" in words(pilot)


def test_marked_units_are_edited_together(session):
    ids = [entry.id for entry in session.army.entries]
    for name in ids[2:4]:
        session.select(name)
        session.toggle_mark()
    assert session.target_ids == tuple(ids[2:4])
    session.apply(remove_entries(session.target_ids))
    assert [entry.id for entry in session.army.entries] == [name for name in ids if name not in ids[2:4]]
    assert session.army_view.marked == frozenset(), "what is gone is not marked"
    session.undo()
    assert [entry.id for entry in session.army.entries] == ids


def test_folding_and_sorting_keep_the_list(session):
    army = session.army
    plain = [row.key for row in army_rows(session, "en", 80, session.army_view)]
    session.toggle_fold()
    assert any(row.key == f"gear:{session.selected_id}" for row in army_rows(session, "en", 80, session.army_view))
    session.toggle_fold(every=True)
    session.toggle_fold(every=True)
    assert [row.key for row in army_rows(session, "en", 80, session.army_view)] == plain
    roomy = [row.key for row in army_rows(session, "en", 36, session.army_view, height=60)]
    assert roomy == [key for entry in plain for key in (entry, f"gear:{entry}")], "a second line where all have one"
    orders = set()
    for _ in range(3):
        session.sort_by_next_order()
        orders.add(tuple(row.key for row in army_rows(session, "en", 80, session.army_view) if row.selectable))
    assert len(orders) == 3
    assert all(set(order) == {entry.id for entry in army.entries} for order in orders)
    assert session.army is army


async def test_marks_and_orders_work_by_keys(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        screen = editor(pilot)
        count = len(screen.session.army.entries)
        await pilot.press("m", "down", "down", "m", "x")
        assert len(screen.session.army.entries) == count - 2
        await pilot.press("u", "y", "Z")
        await pilot.pause()
        assert sentence("tui.army.by-role") in words(pilot)
        assert len(screen.session.army.entries) == count


@pytest.mark.parametrize("size", [(80, 24), (120, 35)], ids=["narrow", "wide"])
async def test_history_restores_any_version(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("x", "x", "h")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HistoryScreen))
        await pilot.press("end")
        await pilot.pause()
        timeline = pilot.app.screen
        assert isinstance(timeline, HistoryScreen)
        assert sentence("history.start") in timeline.version_list.rows[-1].text
        assert timeline.comparison.rows[0].text.startswith(sentence("history.start"))
        assert "Vale Regiment" in words(pilot)
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army == before
        await pilot.press("ctrl+r", "ctrl+r")
        assert len(screen.session.army.entries) == len(before.entries) - 2


async def test_vim_key_map_works():
    app = BuilderApp(sample=True, language="en", settings=Settings(key_map="vim"))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
        screen = editor(pilot)
        await wait_for(pilot, lambda: len(screen.army.rows) > 1)
        order = [row.key for row in screen.army.rows if row.selectable]
        await pilot.press("j", "j", "k")
        assert screen.session.selected_id == order[1]
        await pilot.press("G")
        assert screen.session.selected_id == order[-1]
        await pilot.press("g", "l")
        assert (screen.session.selected_id, screen.panes.front_name) == (order[0], "detail")
        await pilot.press("h", "j", "J")
        await wait_for(pilot, lambda: isinstance(app.screen, ChoiceDialog))


async def test_palette_puts_actions_first_and_fixes_once(start, library):
    sample = next(header.file for header in library.sample_lists() if "crown-council" in header.file.name)
    async with start(sample, size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        results = pilot.app.screen.query_one(CommandList)
        await wait_for(pilot, lambda: results.option_count > 10)
        await pilot.app.workers.wait_for_complete()
        names = [str(option.hit.text) for option in results.options if isinstance(option, Command)]
        assert names.index(sentence("key.add")) < names.index(sentence("key.down"))
        await pilot.press("escape")
        await ask_the_palette(pilot, sentence("tui.palette.fix", name="").strip().lower())
        found_names = [str(option.hit.text) for option in found_in(pilot).options if isinstance(option, Command)]
        fixes = [name for name in found_names if fits(name, "tui.palette.fix")]
        assert len(fixes) == len(set(fixes)) > 3


def found_in(pilot: Pilot[None]) -> CommandList:
    return pilot.app.screen.query_one(CommandList)


async def test_palette_adds_units(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        count = len(screen.session.army.entries)
        await ask_the_palette(pilot, sentence("tui.palette.add", name="fanatics").lower())
        await pilot.press("enter")
        await wait_for(pilot, lambda: len(screen.session.army.entries) == count + 1)
        assert screen.session.army.entries[-1].unit == "human-empire/fanatics"


async def test_roster_can_be_copied(start):
    async with start(sample=True) as pilot:
        await pilot.press("p", "right", "right", "right", "c")
        await wait_for(pilot, lambda: "The Iron Vale" in pilot.app.clipboard)
