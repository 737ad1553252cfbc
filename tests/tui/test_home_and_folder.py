"""Home and the folder check: search, sorting, versions, and opening at the first finding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from listbuilder.judging.judge import judge_file
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.version_history import SnapshotStore
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs import TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.list_files import HomeState, add_recent_path, load_card, make_card
from listbuilder.tui.home.list_rows import RECENT_PREFIX, filter_cards, home_rows
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.folder_rows import SORTED_BY_FILE, CheckedList, FolderColumn, FolderTable, order_lists
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row import SortState, lay_out_row
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words

SAMPLES = Library.open(user=False).sample_lists()
LEGAL, ILLEGAL = sentence("verdict.legal"), sentence("verdict.illegal")
GAMES = {"aof-3.5": "Age of Fantasy 3.5", "way-of-wood": "Way of Wood 2021"}


@pytest.fixture(scope="module")
def memory(library: Library) -> HomeState:
    chosen = [header.file for header in SAMPLES if header.file.name.startswith(tuple(GAMES))]
    return HomeState(cards={path: load_card(make_card(path), library) for path in chosen})


@pytest.fixture(scope="module")
def checked_lists(library: Library) -> list[CheckedList]:
    return [CheckedList(header.file, judge_file(header.file, library)[0]) for header in SAMPLES]


@pytest.mark.parametrize(
    ("search", "expected_names"),
    [
        (f"{LEGAL} way", {"Dusk Chorus", "Night Watch in the Wood", "The Toll Post"}),
        (ILLEGAL, {"Crown Council (illegal)", "The Big Choir (illegal)"}),
        ("dwarves", {"Crown Council (illegal)", "The Ninth Gallery"}),
        ("age fantasy >=2000", {"Harvest Home", "The Iron Vale"}),
        ("ivale", {"The Iron Vale"}),
        ("zzz", set()),
    ],
)
def test_lists_are_found_by_every_criterion(memory, search, expected_names):
    assert {card.name for card in filter_cards(tuple(memory.cards.values()), GAMES, "en", search)} == expected_names


def test_lists_are_found_by_german_words(memory):
    cards = tuple(memory.cards.values())
    illegal = sentence("verdict.illegal", "de")
    assert len(filter_cards(cards, GAMES, "de", illegal)) == 2
    assert [card.name for card in filter_cards(cards, GAMES, "de", f"unken {illegal}")] == ["The Big Choir (illegal)"]


@pytest.mark.parametrize("room", [37, 60, 76, 116, 156])
@pytest.mark.parametrize("language", ["en", "de"])
def test_columns_align_and_names_are_whole(memory, library, language, room):
    rows = [row for row in home_rows(memory, library, language, "", room) if row.selectable]
    assert len(rows) == len(memory.cards)
    lines = ["".join(part.text for part in lay_out_row(row, room)[0]) for row in rows]
    if room >= 60:
        assert len({line.index(" / ") for line in lines}) == 1
    for line, card in zip(lines, (memory.cards[Path(row.key)] for row in rows), strict=True):
        assert card.name in line or room < 76


def test_recent_lists_come_first_with_many_lists(memory, library):
    recent = tuple(memory.cards)[-2:]
    rows = home_rows(replace(memory, recent=recent), library, "en", "", 76)
    assert [row.key for row in rows if row.key.startswith(RECENT_PREFIX)] == [
        f"{RECENT_PREFIX}{path}" for path in recent
    ]
    assert rows[0].text == sentence("tui.home.recent").upper()
    assert not [row for row in home_rows(memory, library, "en", "dusk", 76) if row.key.startswith(RECENT_PREFIX)]


async def test_cursor_starts_at_last_opened_list(start, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    for header in SAMPLES[:9]:
        (folder / header.file.name).write_bytes(header.file.read_bytes())
    for header in SAMPLES[:3]:
        add_recent_path(folder / header.file.name)
    (folder / "itself.yaml").symlink_to(folder / "itself.yaml")
    path = folder / SAMPLES[2].file.name
    async with start() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await wait_for(pilot, lambda: home.selected_card is not None and home.selected_card.verdict is not None)
        assert home.lists.cursor_key == f"{RECENT_PREFIX}{path}"
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape", "escape", "escape")
        assert pilot.app.screen is home, "Escape ends nothing"
        assert home.lists.cursor_key == f"{RECENT_PREFIX}{path}"
        await pilot.press("r", *"Another", "enter")
        assert load_list(path).army.name == "Another"
        for _ in range(3):  # like several clicks before the first one is handled
            home.lists.report_choice(str(path))
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        dialog = pilot.app.screen
        for _ in range(3):
            dialog.dismiss()
        await wait_for(pilot, lambda: not dialog.is_attached)
        assert isinstance(pilot.app.screen, EditorScreen), "the list was opened once, and only the dialog is closed"


async def test_named_version_appears_in_history(start, tmp_path):
    path = tmp_path / "lists" / "vale.yaml"
    path.parent.mkdir()
    army = load_list(next(header.file for header in SAMPLES if "iron-vale" in header.file.name)).army
    save_list(army, path)
    async with start() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await wait_for(pilot, lambda: home.selected_card is not None)
        await pilot.press("v")
        pilot.app.screen.query_one(Input).value = "For the cup"
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is home)
        save_list(replace(army, entries=army.entries[1:]), path)
        home.opener.open_list_file(path)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("h")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HistoryScreen))
        version = sentence("history.version", subject="For the cup")
        await wait_for(pilot, lambda: version in " ".join(words(pilot).split()))
        await pilot.press("end")
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.entries == army.entries
    assert [(snapshot.name, snapshot.army) for snapshot in SnapshotStore().load_all(path)] == [("For the cup", army)]


def test_named_versions_survive_pruning(tmp_path):
    snapshots, path = SnapshotStore(tmp_path / "snapshots"), tmp_path / "vale.yaml"
    army = load_list(SAMPLES[0].file).army
    snapshots.save(path, army, "first")
    for number in range(30):
        snapshots.try_save(path, replace(army, notes=str(number)))
    stored = snapshots.load_all(path)
    assert [snapshot.name for snapshot in stored if snapshot.name] == ["first"]
    assert len(stored) == 21


@pytest.mark.parametrize("column", FolderColumn)
def test_folder_sorts_by_every_column_both_ways(checked_lists, column):
    def sort_values(sorting: SortState[FolderColumn]) -> list[Any]:
        ordered = [checked_lists[index] for index in order_lists(checked_lists, sorting, "", "en")]
        if column is FolderColumn.VERDICT:
            return [checked.judged.verdict.value for checked in ordered]
        return [getattr(checked, {FolderColumn.FILE: "name"}.get(column, column.value)) for checked in ordered]

    up, down = (
        sort_values(SortState(tuple(FolderColumn), column)),
        sort_values(SortState(tuple(FolderColumn), column, descending=True)),
    )
    assert len(up) == len(checked_lists)
    key = str.casefold if isinstance(up[0], str) else int
    assert up == sorted(up, key=key)
    assert down == sorted(up, key=key, reverse=True)


def test_folder_is_filtered_like_home(checked_lists):
    names = [checked_lists[index].name for index in order_lists(checked_lists, SORTED_BY_FILE, f"wow {ILLEGAL}", "en")]
    assert names == ["way-of-wood-illegal-big-choir.yaml"]
    assert not order_lists(checked_lists, SORTED_BY_FILE, "zzz", "en")


def test_empty_folder_is_reported_after_reading():
    table = FolderTable([], SORTED_BY_FILE, "en", 76)
    assert [row.text for row in table.rows([], checking=True)] == [sentence("tui.home.unread")]
    assert [row.text for row in table.rows([])] == [sentence("tui.folder.empty")]


@pytest.mark.parametrize("room", [40, 76, 156])
def test_folder_shows_all_columns_if_they_fit(checked_lists, room):
    table = FolderTable(checked_lists, SORTED_BY_FILE.by_column(FolderColumn.POINTS), "en", room)
    head = table.header_row().text
    assert f"{sentence('tui.folder.points')} ▴" in head
    row = next(row for row in table.rows(range(len(checked_lists))) if "stroke-of-noon" in row.text or room < 60)
    if room >= 60:
        assert all(word in row.text for word in ("Sample player", "AoF 3.2", "1,500", LEGAL))


async def test_enter_in_folder_opens_first_finding(start, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    for header in SAMPLES[:4]:
        (folder / header.file.name).write_bytes(header.file.read_bytes())
    async with start(size=(80, 24)) as pilot:
        await pilot.press("w")
        screen = pilot.app.screen
        assert isinstance(screen, FolderScreen)
        await wait_for(pilot, lambda: len(screen._lists) == 4)
        await pilot.press("slash", *ILLEGAL, "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.pause()
        finding = next(iter(editor(pilot).session.report))
        assert editor(pilot).session.selected_id == finding.on == editor(pilot).army.cursor_key
        assert editor(pilot).problems.cursor_key == "0"
        assert finding.code in words(pilot)
        assert editor(pilot).focused is editor(pilot).army


async def test_folder_argument_opens_folder_check(tmp_path):
    folder = tmp_path / "handed in"  # apart from the folder that the builder writes to meanwhile
    folder.mkdir()
    for header in SAMPLES[:2]:
        (folder / header.file.name).write_bytes(header.file.read_bytes())
    app = BuilderApp(str(folder), language="en", settings=Settings())
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, FolderScreen) and len(app.screen._lists) == 2)


def test_sample_shows_name_and_game_before_reading():
    memory = HomeState()
    app = BuilderApp(language="en", settings=Settings())
    memory.refresh(app)
    assert {(card.name, card.system) for card in memory.samples.values()} == {
        (sample.name, sample.system) for sample in SAMPLES
    }
    assert all(card.verdict is None for card in memory.samples.values())


async def test_folder_can_be_left_while_reading(start, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number}.yaml").write_bytes(SAMPLES[0].file.read_bytes())
    async with start() as pilot:
        for _ in range(3):
            await pilot.press("w", "escape")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await pilot.app.workers.wait_for_complete()


async def test_home_returns_to_list_and_unreadable_is_last(start, library, tmp_path, monkeypatch):
    folder = tmp_path / "lists"
    folder.mkdir()
    for name in ("iron-vale", "ninth-gallery"):
        sample = next(header.file for header in library.sample_lists() if name in header.file.name)
        (folder / f"{name}.yaml").write_bytes(sample.read_bytes())
    (folder / "newest.yaml").write_text("format: 1\nunits: [", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with start("lists/ninth-gallery.yaml", size=(80, 24)) as pilot:
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        unreadable = sentence("verdict.unreadable").upper()
        await wait_for(pilot, lambda: any(row.text == unreadable for row in home.lists.rows))
        assert home.lists.cursor_key == str(folder / "ninth-gallery.yaml")
        keys = [row.key for row in home.lists.rows]
        assert keys.index(str(folder / "newest.yaml")) > keys.index(str(folder / "iron-vale.yaml"))
