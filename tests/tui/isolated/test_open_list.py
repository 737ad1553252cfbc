"""Opening lists without a screen: files, copies, samples, imports and recovery; and leaving the editor."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from listbuilder.disk import UnsavedError
from listbuilder.errors import UnreadableError
from listbuilder.exporters import find_exporter
from listbuilder.exporters.exporter import build_document
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal, RecoveredList
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.rules.edits import RenameEntry
from listbuilder.sheet import PrintOptions
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.list_dialogs import ListDetailsDialog
from listbuilder.tui.editor.navigation import open_destination, show_import_findings
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home import open_list
from listbuilder.tui.home.list_files import home_state, load_recent_paths
from listbuilder.tui.home.list_rows import list_choice_rows
from listbuilder.tui.home.open_list import FLAGSHIP_SAMPLE, ListOpener
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.summary import SummaryScreen
from tests.sentences import sentence
from tests.tui.isolated.fake_page import FakeApp, FakePage
from tests.tui.isolated.small_app import LIBRARY, sample

SHIPPED = next(header.file for header in LIBRARY.sample_lists() if header.file.name == FLAGSHIP_SAMPLE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    list_path = tmp_path / "lists" / "vale.yaml"
    list_path.parent.mkdir()
    save_list(sample("iron-vale").army, list_path)
    return list_path


def opener() -> tuple[FakeApp, ListOpener]:
    app = FakeApp()
    return app, ListOpener(app.face)


def get_editor(app: FakeApp) -> EditorScreen:
    (screen,) = app.opened
    assert isinstance(screen, EditorScreen)
    screen.save_controller.open_file.close()
    return screen


def test_own_file_opens_in_place_and_is_recent(path):
    app, ways = opener()
    ways.open_file(path)
    screen = get_editor(app)
    assert screen.save_controller.open_file.path == path
    assert screen.session.army == load_list(path).army
    assert screen._greeting is None
    assert load_recent_paths() == [path]


def test_bundled_list_opens_as_copy(path):
    for way in ("open_file", "open_list_file", "open_copy"):
        app, ways = opener()
        getattr(ways, way)(SHIPPED)
        screen = get_editor(app)
        assert screen.save_controller.open_file.path == path.parent / "the-iron-vale.yaml"
        assert (screen.save_controller.open_file.is_unmodified, screen.save_controller.is_saved) == (True, True)
    assert load_recent_paths() == []


def test_flagship_sample_opens_first(monkeypatch):
    app, ways = opener()
    ways.open_sample()
    assert get_editor(app).session.army.name == "The Iron Vale"
    others = tuple(header for header in LIBRARY.sample_lists() if header.file.name != FLAGSHIP_SAMPLE)
    monkeypatch.setattr(LIBRARY, "sample_lists", lambda: others)
    app, ways = opener()
    ways.open_sample()
    assert get_editor(app).session.army.name == load_list(others[0].file).army.name
    monkeypatch.setattr(LIBRARY, "sample_lists", tuple)
    app, ways = opener()
    ways.open_sample()
    assert (app.opened, app.messages) == ([], [("warning", sentence("tui.home.no-sample"))])


def test_pasted_text_is_list_path_or_link(path):
    app, ways = opener()
    ways.open_pasted_text(str(path))
    assert get_editor(app).save_controller.open_file.path == path
    app, ways = opener()
    ways.open_pasted_text("https://army-forge.onepagerules.com/share?id=x")
    assert ([tone for tone, _ in app.messages], app.opened) == (["warning"], [])
    app, ways = opener()
    ways.open_pasted_text(encode_share_string(sample("iron-vale").army))
    screen = get_editor(app)
    assert len(screen.session.roster.entries) == 12
    assert not screen.save_controller.is_saved, "what was imported is worth keeping"
    for text in ("hello", f"{path}\nhello"):
        app, ways = opener()
        with pytest.raises(UnreadableError):
            ways.open_pasted_text(text)
        assert app.opened == []


def test_import_findings_are_shown_first(path):
    judged = sample("iron-vale").judged
    text = find_exporter("army-forge").export([build_document(judged, "en", PrintOptions())], PrintOptions())
    foreign = path.with_name("share.txt")
    foreign.write_bytes(text.replace(b"Gryph Riders", b"Gryph Ridars"))
    app, ways = opener()
    ways.open_file(foreign)
    screen = get_editor(app)
    assert screen.save_controller.open_file.path.parent == path.parent
    assert screen.save_controller.open_file.path != foreign
    assert screen._greeting is not None, "something was found"
    asked: list[object] = []
    app, ways = opener()
    ways.open_file(foreign, asked.append)
    assert get_editor(app)._greeting == asked.append, "whoever asks for something else gets that"
    foreign.write_text("no list", encoding="utf-8")
    app, ways = opener()
    with pytest.raises(UnreadableError):
        ways.open_file(foreign)


def test_findings_open_in_their_own_list():
    page = FakePage()
    crowded = sample("crown-council")
    show_import_findings(page.page, crowded.report)
    ((dialog, _),) = page.app.asked
    assert isinstance(dialog, ChoiceDialog)
    assert len(dialog._rows) == len(crowded.report.diagnostics)
    assert all(row.wrap and row.hang == 2 for row in dialog._rows)


def test_unsaved_work_is_shown_before_other_greetings(path):
    notes = Journal().open_entry(path)
    assert notes is not None
    filed = load_list(path)
    notes.write(RenameEntry(filed.army.entries[0].id, "Lost")(filed.army), filed.stamp.sha256, 1)
    notes.close()
    app, ways = opener()
    ways.open_file(path, print)
    screen = get_editor(app)
    assert screen._greeting not in (None, print)


@pytest.mark.parametrize(("answer", "look"), [("copy", False), ("look", True), (None, None)])
def test_list_open_elsewhere_is_asked_about(path, answer, look):
    elsewhere = OpenListFile.load(path, Journal())
    app, ways = opener()
    ways.open_list_file(path)
    assert app.opened == []
    dialog = app.answer(answer)
    assert [row.key for row in dialog._rows] == ["copy", "look"]
    if look is None:
        assert app.opened == []
    else:
        keeper = get_editor(app).save_controller.open_file
        assert (keeper.path == path, keeper.read_only) == (look, look)
    elsewhere.close()


def test_error_after_a_question_is_reported(path):
    elsewhere = OpenListFile.load(path, Journal())
    app, ways = opener()
    ways.open_list_file(path)
    path.unlink()
    app.answer("copy")
    assert ([tone for tone, _ in app.messages], app.opened) == (["error"], [])
    elsewhere.close()


def build_recovered(path: Path | str, base: str | None = None) -> RecoveredList:
    return RecoveredList(str(path), datetime.now(UTC), sample("iron-vale").army, base, Path("record"), 2)


def test_recovered_work_opens_at_its_list(path):
    app, ways = opener()
    ways.open_recovered(build_recovered(path, "hash"))
    assert get_editor(app).save_controller.open_file.path == path
    assert app.opened[0].save_controller.is_saved, "its list; what was lost is in the timeline"
    free = path.parent / "the-iron-vale.yaml"
    for work, expected_path in (
        (build_recovered(path), free),  # a list of that name exists by now
        (build_recovered("some-id"), free),  # it never had a file
        (build_recovered(path.with_name("gone.yaml"), "hash"), path.with_name("gone.yaml")),
    ):
        app, ways = opener()
        ways.open_recovered(work)
        screen = get_editor(app)
        assert screen.save_controller.open_file.path == expected_path
        assert not screen.save_controller.is_saved
        assert screen._greeting is not None
    path.write_text("{", encoding="utf-8")
    app, ways = opener()
    ways.open_recovered(build_recovered(path, "hash"))
    assert get_editor(app).save_controller.open_file.path == free, "its list is none any more"


def test_failed_opening_releases_the_file(path, monkeypatch):
    def broken(*_: object, **__: object) -> EditorSession:
        raise UnreadableError([])

    monkeypatch.setattr(open_list, "EditorSession", broken)
    app, ways = opener()
    with app.face.show_errors():
        ways.open_list_file(path)
    assert ([tone for tone, _ in app.messages], app.opened) == (["error"], [])
    OpenListFile.load(path, Journal()).close()


def test_list_opens_even_if_recents_fail(path, monkeypatch):
    def full(*_: object) -> None:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr(open_list, "add_recent_path", full)
    app, ways = opener()
    ways.open_list_file(path)
    assert [tone for tone, _ in app.messages] == ["error"]
    assert get_editor(app).save_controller.open_file.path == path


class Trip:
    """An open list on a page that records what is opened."""

    def __init__(self) -> None:
        self.page = FakePage()
        self.session = sample("iron-vale")

    def open(self, name: str) -> None:
        open_destination(name, self.page.page, self.session, OpenListFile(Path("vale.yaml")))


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("rules", RulesScreen),
        ("compare", CompareScreen),
        ("export", ExportScreen),
        ("summary", SummaryScreen),
        ("odds", OddsScreen),
        ("timeline", HistoryScreen),
        ("play", PlayScreen),
        ("details", ListDetailsDialog),
        ("other_faction", ChoiceDialog),
    ],
)
def test_every_destination_opens_its_screen(name, screen):
    trip = Trip()
    trip.open(name)
    ((shown, _),) = trip.page.app.asked
    assert type(shown) is screen


def test_odds_need_a_selected_unit():
    trip = Trip()
    trip.session.selected_id = None
    trip.open("odds")
    assert trip.page.app.asked == []


def test_list_details_change_in_one_step():
    trip = Trip()
    nothing: list[dict[str, object] | None] = [None, {}]
    for answer in nothing:
        trip.open("details")
        trip.page.app.answer(answer)
        assert trip.session.history.past == ()
    trip.open("details")
    trip.page.app.answer({"name": "Other", "points": 1000})
    army = trip.session.army
    assert (army.name, army.points, len(trip.session.history.past)) == ("Other", 1000, 1)


def test_other_faction_is_offered_if_available(monkeypatch):
    trip = Trip()
    faction_counts: list[int] = []
    trip.session.on_change = lambda: faction_counts.append(len(trip.session.factions))
    trip.open("other_faction")
    dialog = trip.page.app.answer(None)
    keys = [row.key for row in dialog._rows]
    assert "human-empire" not in keys
    assert len(keys) == len(LIBRARY.newest_factions("aof-3.5")) - 1
    assert faction_counts == []
    trip.open("other_faction")
    trip.page.app.answer(keys[0])
    assert faction_counts == [2]
    assert [book.id for book in trip.session.factions] == ["human-empire", keys[0]]
    monkeypatch.setattr(LIBRARY, "newest_factions", lambda _: ())
    trip = Trip()
    trip.open("other_faction")
    assert trip.page.app.asked == []
    assert [message for _, message in trip.page.app.messages] == [sentence("tui.other-faction.none")]


def test_known_lists_are_own_then_samples(path):
    app = FakeApp()
    (path.parent / "raw.yaml").write_text("{", encoding="utf-8")
    rows = list_choice_rows(app.face)
    own = [row for row in rows if Path(row.key).parent == path.parent]
    assert sorted(row.left[0].text for row in own) == ["raw", "vale"]
    assert rows[: len(own)] == own
    assert len(rows) == len(own) + len(LIBRARY.sample_lists())
    home_state(app.face).refresh(app.face)
    for _ in home_state(app.face).load_cards(app.face):
        pass
    assert {row.left[0].text for row in list_choice_rows(app.face)} >= {"The Iron Vale"}
    names = {Path(row.key).name for row in list_choice_rows(app.face, "aof-3.5")[len(own) :]}
    assert names == {header.file.name for header in LIBRARY.sample_lists() if header.system == "aof-3.5"}
