"""The table screens in isolation: the tournament overview and the folder check."""

from __future__ import annotations

import getpass
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input, Label, ProgressBar

from listbuilder.disk import UnsavedError
from listbuilder.library import Library
from listbuilder.tournament.acceptance_log import load_acceptance_log
from listbuilder.tournament.overview import Overview, OverviewOptions, build_overview
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.tournament import Decision, Tournament, load_decisions
from listbuilder.tui.dialogs import TextDialog
from listbuilder.tui.screens import folder as folder_screen
from listbuilder.tui.screens.folder import FolderScreen, _is_candidate
from listbuilder.tui.screens.folder_rows import CheckedList
from listbuilder.tui.tournament import screen as desk_screen
from listbuilder.tui.tournament.screen import TextViewerScreen, TournamentScreen
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import LIBRARY, SmallPilot, alone, texts
from tests.tui.isolated.tournament_helpers import make_tournament, wait_for_overview, wait_for_workers
from tests.tui.screen_helpers import fits, fold, wait_for, words


@pytest.fixture
def places(tmp_path: Path) -> TournamentPaths:
    """An event folder with a legal list, an illegal list and a missing one."""
    return make_tournament(tmp_path)


async def take_messages(pilot: SmallPilot) -> list[str]:
    """Return the messages since the last call."""
    await pilot.pause()
    messages = [note.message for note in pilot.app._notifications]
    pilot.app.clear_notifications()
    return messages


def only(decision: Decision) -> tuple[str, str, str]:
    return decision.decision, decision.reason, decision.by


async def test_only_confirmation_locks_lists(places):
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        for keys in (["escape"], ["enter"]):
            await pilot.press("k")
            assert fold(sentence("desk.lock.ask", n=1)) in fold(words(pilot))
            await pilot.press(*keys)
            await wait_for_workers(pilot)
            assert load_acceptance_log(places.acceptance_log).accepted == ()
        assert await take_messages(pilot) == []
        await pilot.press("k", "down", "enter")
        await wait_for_workers(pilot)
        assert [acceptance.player for acceptance in load_acceptance_log(places.acceptance_log).accepted] == ["1"]
        assert [fits(message, "desk.lock.head", n=1) for message in await take_messages(pilot)] == [True]
        await wait_for(pilot, lambda: screen._overview.rows[0].status.value == "accepted")
        await pilot.press("k", "u", "home", "a", "x")
        assert screen is pilot.app.screen
        assert load_decisions(places) == {}, "an accepted list cannot be decided on again"
        await pilot.press("k")
        assert await take_messages(pilot) == [sentence("desk.lock.nothing")]


async def test_overriding_decisions_need_a_reason(places):
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        await pilot.press("u")
        assert await take_messages(pilot) == [sentence("desk.nothing-to-undo")]
        await pilot.press("a")
        user = getpass.getuser()
        assert only(load_decisions(places)["1"]) == ("accept", "", user), "what is legal needs none"
        await pilot.press("down", "a")
        dialog = pilot.app.screen
        assert isinstance(dialog, TextDialog)
        assert dialog.query_one(Input).placeholder == sentence("desk.why.hint")
        await pilot.press("escape")
        assert set(load_decisions(places)) == {"1"}
        await pilot.press("a", "space", "enter")
        assert set(load_decisions(places)) == {"1"}, "nothing is no reason"
        await pilot.press("a", *" agreed ", "enter")
        assert only(load_decisions(places)["2"]) == ("accept", "agreed", user)
        assert "agreed" in " ".join(texts(screen.query_one("#findings", RowLabel)))
        await pilot.press("up", "x", "escape")
        assert only(load_decisions(places)["1"])[0] == "accept"
        await pilot.press("x", *"no", "enter")
        assert only(load_decisions(places)["1"]) == ("reject", "no", user)
        await pilot.press("u")
        assert only(load_decisions(places)["1"])[0] == "accept", "one by one"
        await pilot.press("u", "u")
        assert load_decisions(places) == {}
        await pilot.press("end", "a", "x")
        assert pilot.app.screen is screen
        assert await take_messages(pilot) == [sentence("desk.nothing-to-decide", player="Sam O'Neil")]


async def test_slow_overview_runs_once_at_a_time(places, monkeypatch):
    going, languages = Event(), []

    def table(tournament: Tournament, view: OverviewOptions) -> Overview:
        languages.append(view.language)
        assert going.wait(60)
        return build_overview(tournament, view)

    monkeypatch.setattr(desk_screen, "build_overview", table)
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for(pilot, lambda: bool(languages))
        for _ in range(3):
            screen.check()
        assert languages == ["en"]
        pilot.app.language = "de"
        screen.relabel()
        going.set()
        await wait_for(pilot, lambda: not screen.is_checking)
        screen.check()
        await wait_for(pilot, lambda: len(languages) > 1)
        await wait_for_workers(pilot)
        assert languages == ["en", "de"], "what was wanted meanwhile is not forgotten"


async def test_decision_during_refresh_is_kept(places, monkeypatch):
    going, begun = Event(), []

    def table(tournament: Tournament, view: OverviewOptions) -> Overview:
        overview = build_overview(tournament, view)
        begun.append(tournament)
        assert going.wait(60)
        return overview

    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        monkeypatch.setattr(desk_screen, "build_overview", table)
        places.players.write_text(places.players.read_text("utf-8") + "9,Nina Nine\n", "utf-8")
        screen.check()
        await wait_for(pilot, lambda: bool(begun))
        await pilot.press("home", "a")
        assert set(load_decisions(places)) == {"1"}
        going.set()
        await wait_for(pilot, lambda: len(begun) > 1 and not screen.is_checking)
        await pilot.press("down", "x", *"no", "enter")
        assert set(load_decisions(places)) == {"1", "2"}, "the one before is kept"
        assert "Nina Nine" in words(pilot)


async def test_locking_judges_afresh_in_process(places, monkeypatch):
    views: list[OverviewOptions] = []

    def table(tournament: Tournament, view: OverviewOptions) -> Overview:
        views.append(view)
        return build_overview(tournament, view)

    monkeypatch.setattr(desk_screen, "build_overview", table)
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        assert views == [OverviewOptions(language="en", jobs=1)]
        await pilot.press("k", "down", "enter")
        await wait_for_workers(pilot)
        assert views[1] == OverviewOptions(language="en", fresh=True, fixes=False, jobs=1)


async def test_long_player_name_is_cut_in_message(places):
    text = places.players.read_text(encoding="utf-8").replace("Sam O'Neil", "S" * 80)
    places.players.write_text(text, encoding="utf-8")
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        await pilot.press("end", "a")
        (message,) = await take_messages(pilot)
        assert message == sentence("desk.nothing-to-decide", player="S" * 59 + "…")


async def test_failed_decision_is_reported(places, monkeypatch):
    def full(*_: object) -> None:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr(desk_screen, "save_decisions", full)
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        await pilot.press("a")
        assert len(await take_messages(pilot)) == 1
        assert screen._overview.rows[0].decision is None


async def test_lists_and_letters_open_for_reading(places):
    screen = TournamentScreen(places.root)
    async with alone(screen, size=(80, 30)) as (pilot, answers):
        await wait_for_overview(pilot, screen)
        assert str(screen.query_one("#title", Label).content) == "Iron Cup"
        assert [row.key for row in screen.table.rows] == ["1", "2", "3"]
        await pilot.press("enter")
        read = pilot.app.screen
        assert isinstance(read, TextViewerScreen)
        assert not any("─" * 21 in text for text in texts(read.query_one(RowList))), (
            "no line is wider than a small screen"
        )
        await pilot.press("escape", "l")
        letter = pilot.app.screen
        assert isinstance(letter, TextViewerScreen)
        greeting = sentence("letter.greeting", "de", player="Kim Weber")
        assert greeting in texts(letter.query_one(RowList)), "in the language of the recipient"
        await pilot.press("escape", "end", "enter")
        assert pilot.app.screen is screen
        await pilot.press("slash", *"kim", "enter")
        assert isinstance(pilot.app.screen, TextViewerScreen), "Enter in the filter opens what was found"
        await pilot.press("q")
        assert screen.search.value == "kim"
        await pilot.press("escape")
        assert (screen.search.value, screen.table.has_focus, answers) == ("", True, [])
        await pilot.press("escape")
        assert answers == [None]


async def test_overview_is_filtered_sorted_and_reversed(places):
    screen = TournamentScreen(places.root)
    async with alone(screen, size=(100, 30)) as (pilot, _):
        await wait_for_overview(pilot, screen)
        table, findings = screen.table, screen.query_one("#findings", RowLabel)
        assert table.has_focus
        before = texts(findings)
        await pilot.press("down")
        await pilot.pause()
        assert texts(findings) != before, "what is said follows the cursor"
        orders = []
        for key in ("s", "r", "s", "s", "s", "s", "s"):
            await pilot.press(key)
            orders.append("".join(row.key for row in table.rows))
        assert orders == ["123", "321", "312", "312", "321", "321", "123"]
        await pilot.press("slash", "down", "up", "up")
        assert (table.cursor_key, screen.search.has_focus) == ("1", True)
        await pilot.press(*"zzz")
        await pilot.pause()
        assert texts(table) == [sentence("tui.nothing-found")]
        await pilot.press("enter")
        assert pilot.app.screen is screen
        await pilot.press("escape")
        assert (screen.search.value, table.has_focus) == ("", True)
        wide = texts(screen.query_one("#head", RowLabel))
        await pilot.resize_terminal(40, 30)
        await pilot.pause()
        assert texts(screen.query_one("#head", RowLabel)) != wide


async def test_unreadable_event_is_reported_and_retried(places, monkeypatch):
    monkeypatch.setattr(desk_screen, "_INTERVAL", 0.02)
    event = places.event.read_text(encoding="utf-8")
    places.event.write_text("{", encoding="utf-8")
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for(pilot, lambda: any("event.yaml" in note.message for note in pilot.app._notifications))
        assert texts(screen.table) == [sentence("tui.home.unread")]
        places.event.write_text(event, encoding="utf-8")
        await wait_for_overview(pilot, screen)
        assert [row.key for row in screen.table.rows] == ["1", "2", "3"]


async def test_long_event_name_is_cut(places, tmp_path):
    text = places.event.read_text(encoding="utf-8").replace("Iron Cup", "I" * 70)
    places.event.write_text(text, encoding="utf-8")
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        assert str(screen.query_one("#title", Label).content) == "I" * 59 + "…"
    deep = tmp_path / ("d" * 80)
    screen = TournamentScreen(deep)
    async with alone(screen):
        title = str(screen.query_one("#title", Label).content)
        assert (len(title), title[-1]) == (60, "…")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two lists, hidden copies, a text file and a backup."""
    root = tmp_path / "handed in"
    (root / ".hidden").mkdir(parents=True)
    for name, file in (("vale.yaml", "iron-vale"), ("gallery.yaml", "ninth-gallery")):
        sample = next(header.file for header in LIBRARY.sample_lists() if file in header.file.name)
        (root / name).write_bytes(sample.read_bytes())
        (root / ".hidden" / name).write_bytes(sample.read_bytes())
    (root / "noise.txt").write_text("no list at all", encoding="utf-8")
    (root / "vale.yaml.bak").write_text("x", encoding="utf-8")
    return root


async def wait_until_checked(pilot: SmallPilot, screen: FolderScreen) -> None:
    await wait_for_workers(pilot)
    await wait_for(pilot, lambda: not screen._is_checking)
    await pilot.pause()


async def test_folder_is_judged_live_and_list_opens(folder):
    screen = FolderScreen(folder)
    async with alone(screen, size=(100, 30)) as (pilot, answers):
        await wait_until_checked(pilot, screen)
        table, findings = screen.table, screen.query_one("#findings", RowLabel)
        assert [_list.name for _list in screen._lists] == ["gallery.yaml", "noise.txt", "vale.yaml"]
        bar = screen.query_one(ProgressBar)
        assert (bar.total, bar.progress, bar.show_eta) == (3, 3, False)
        assert table.has_focus
        assert str(table.border_title) == f"2 {sentence('verdict.legal')}, 1 {sentence('verdict.unreadable')}"
        assert [row.left[0].role for row in findings.rows] == ["good"], "nothing is wrong with the first"
        await pilot.press("down")
        await pilot.pause()
        assert any("IMP" in text for text in texts(findings)), "what was found in this one"
        await pilot.press("enter")
        assert (answers, screen.selection) == ([], None), "what is no list is not opened"
        await pilot.press("r")
        assert [row.key for row in table.rows] == ["2", "1", "0"]
        wide = texts(screen.query_one("#head", RowLabel))
        await pilot.resize_terminal(60, 30)
        await pilot.pause()
        assert texts(screen.query_one("#head", RowLabel)) != wide, "columns follow the width"
        await pilot.press("s", "slash", *"vale", "enter")
        assert answers == [None]
        assert screen.selection is not None
        assert (screen.selection.file, screen.is_only_list(screen.selection)) == (folder / "vale.yaml", True)
        assert screen.selection.judged.army is not None


async def test_folder_rows_arrive_in_tens(folder, monkeypatch):
    for number in range(21):
        (folder / f"{number:02}.txt").write_text("no list", encoding="utf-8")
    calls: list[tuple[int, int, int]] = []
    inner = FolderScreen._advance

    def advance(self: FolderScreen, done: int, total: int, new: list[CheckedList]) -> None:
        calls.append((done, total, len(new)))
        inner(self, done, total, new)

    monkeypatch.setattr(FolderScreen, "_advance", advance)
    screen = FolderScreen(folder)
    async with alone(screen) as (pilot, _):
        await wait_until_checked(pilot, screen)
        assert calls == [(0, 24, 0), (10, 24, 10), (20, 24, 10), (24, 24, 4)]


async def test_folder_is_changed_and_escape_goes_back(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    screen = FolderScreen(other)
    async with alone(screen, size=(100, 30)) as (pilot, answers):
        await wait_until_checked(pilot, screen)
        assert texts(screen.table) == [sentence("tui.folder.empty")]
        assert screen.query_one(ProgressBar).progress == 1
        await pilot.press("o")
        assert screen.typed.has_focus
        screen.typed.value = str(folder)
        await pilot.press("enter")
        await wait_until_checked(pilot, screen)
        assert screen.table.has_focus
        assert len(screen._lists) == 3
        screen.typed.value = str(tmp_path / "nowhere")
        await pilot.press("o", "enter")
        await wait_until_checked(pilot, screen)
        assert screen._lists == [], "what was found elsewhere is gone"
        await pilot.press("o", "escape")
        assert (screen.table.has_focus, answers) == (True, [])
        await pilot.press("slash", "x", "escape")
        assert (screen.search.value, answers) == ("", [])
        await pilot.press("escape")
        assert answers == [None]
        assert screen.selection is None


def test_hidden_exported_and_backup_files_are_skipped(tmp_path):
    folder, prints = tmp_path, tmp_path / "exports"
    for name in ("a.yaml", "b.bak", "c.tmp", ".d.yaml", "exports/e.pdf", "sub/.f/g.yaml", "sub/h.yaml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    names = {path.name for path in folder.rglob("*") if _is_candidate(path, folder, prints)}
    assert names == {"a.yaml", "h.yaml"}
    assert _is_candidate(prints / "e.pdf", prints, prints), "who names the folder of prints means it"
    assert _is_candidate(prints / "e.pdf", prints, tmp_path)


async def test_event_folder_opens_tournament_screen(places):
    screen = FolderScreen(places.root)
    async with alone(screen) as (pilot, answers):
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TournamentScreen))
        tournament_screen = pilot.app.screen
        assert isinstance(tournament_screen, TournamentScreen)
        await wait_for_overview(pilot, tournament_screen)
        await pilot.press("escape")
        await pilot.pause()
        assert answers == [None]


async def test_changed_folder_drops_earlier_results(folder, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    (other / "noise.txt").write_text("no list at all", encoding="utf-8")
    held, inner = Event(), folder_screen.check_file

    def slow(path: Path, library: Library) -> list[CheckedList]:
        assert path.parent == other or held.wait(20)
        return inner(path, library)

    monkeypatch.setattr(folder_screen, "check_file", slow)
    screen = FolderScreen(folder)
    async with alone(screen, size=(100, 30)) as (pilot, _):
        assert texts(screen.table) == [sentence("tui.home.unread")]
        screen.typed.value = str(other)
        await pilot.press("o", "enter")
        await wait_for(pilot, lambda: len(screen._lists) == 1)
        held.set()
        await wait_for_workers(pilot)
        await pilot.pause(0.1)
        assert [_list.name for _list in screen._lists] == ["noise.txt"]
