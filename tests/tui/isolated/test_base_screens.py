"""What all screens share: messages, key names, sizes, and no markup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Checkbox, Input, Label, Select, Static

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.disk import UnsavedError
from listbuilder.errors import ListbuilderError, UnknownIdError, UnreadableError
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.model.army_list import MAX_LIST_NOTES_LENGTH, MAX_NAME_LENGTH
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import ChoiceDialog, KeyDialog, QuestionDialog, TextDialog
from listbuilder.tui.editor.list_dialogs import CampaignDialog, CampaignProgress, FixDialog, ListDetailsDialog
from listbuilder.tui.editor.pane import FilteredPane
from listbuilder.tui.editor.screen import EditorScreen, PaneLayout
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home.new_list import NewListScreen
from listbuilder.tui.home.open_list import FileDialog
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.palette import HelpScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.tournament.screen import TextViewerScreen, TournamentScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row import row
from listbuilder.tui.widgets.row_list import RowList
from tests.tui.isolated.small_app import SmallApp, alone, sample
from tests.tui.screen_helpers import wait_for

HERE = Path(__file__).parent


def timeline() -> HistoryScreen:
    return HistoryScreen(sample("iron-vale"), OpenListFile(HERE / "vale.yaml", Journal()))


SCREENS: dict[type[Screen[Any]], Callable[[], Screen[Any]]] = {
    QuestionDialog: lambda: QuestionDialog("t", "s", {"a": "A"}),
    CampaignDialog: lambda: CampaignDialog("t", CampaignProgress(0, (), ""), lambda _: []),
    ChoiceDialog: lambda: ChoiceDialog("t", [row("a", "A")]),
    CompareScreen: lambda: CompareScreen(sample("iron-vale")),
    TournamentScreen: lambda: TournamentScreen(HERE),
    EditorScreen: lambda: EditorScreen(
        sample("iron-vale"), OpenListFile(HERE / "vale.yaml", Journal(), is_unmodified=True)
    ),
    ExportScreen: lambda: ExportScreen(sample("iron-vale")),
    FileDialog: lambda: FileDialog("t", HERE),
    FixDialog: lambda: FixDialog(Diagnostic("UPG004", None), []),
    FolderScreen: lambda: FolderScreen(HERE),
    HelpScreen: lambda: HelpScreen(()),
    HomeScreen: HomeScreen,
    ListDetailsDialog: lambda: ListDetailsDialog(sample("iron-vale")),
    NewListScreen: NewListScreen,
    OddsScreen: lambda: OddsScreen(sample("iron-vale"), "spears"),
    PlayScreen: lambda: PlayScreen(sample("iron-vale"), HERE / "vale.yaml"),
    KeyDialog: KeyDialog,
    TextViewerScreen: lambda: TextViewerScreen("t", (), "text"),
    RulesScreen: lambda: RulesScreen(sample("iron-vale").system, ()),
    SettingsScreen: SettingsScreen,
    SummaryScreen: lambda: SummaryScreen(sample("iron-vale")),
    HistoryScreen: timeline,
    TextDialog: lambda: TextDialog("t", "x"),
}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
async def test_screens_never_interpret_markup(screen):
    shown = SCREENS[screen]()
    async with alone(shown) as (pilot, _):
        ours = [
            widget for widget in (*shown.query(Static), *pilot.app.query(Static)) if type(widget) in (Label, Static)
        ]
        assert [widget for widget in ours if widget._render_markup] == []


@pytest.mark.parametrize(
    "screen",
    [CampaignDialog, TournamentScreen, FolderScreen, HomeScreen, ListDetailsDialog, NewListScreen, RulesScreen],
)
async def test_fields_are_compact_and_limited(screen):
    shown = SCREENS[screen]()
    async with alone(shown, size=(80, 50)):
        fields = [*shown.query(Input), *shown.query(Checkbox), *shown.query(Select)]
        assert fields
        assert all(field.has_class("-textual-compact") for field in fields)
        if screen in (CampaignDialog, ListDetailsDialog):
            assert {field.max_length for field in shown.query(Input)} <= {MAX_NAME_LENGTH, 2000, MAX_LIST_NOTES_LENGTH}


def test_containers_are_not_painted():
    assert EditorScreen.BLANK
    assert PaneLayout.BLANK
    assert FilteredPane.BLANK


async def test_focus_change_does_not_repaint_screen(monkeypatch):
    page = SCREENS[ExportScreen]()
    assert isinstance(page, ExportScreen)
    async with alone(page) as (pilot, _):
        painted: list[tuple[object, ...]] = []
        monkeypatch.setattr(page, "refresh", lambda *regions, **_: painted.append(regions))
        await pilot.press("tab")
        assert page.page.has_focus
        assert painted == []


@pytest.mark.parametrize(("size", "classes"), [((89, 35), {"-narrow", "-short"}), ((90, 36), {"-broad", "-tall"})])
async def test_screen_classes_follow_its_size(size, classes):
    async with alone(SCREENS[EditorScreen](), size=size) as (pilot, _):
        assert pilot.app.screen.classes & {"-narrow", "-broad", "-short", "-tall"} == classes
    for wide, name in ((63, "-tiny"), (64, "-narrow"), (89, "-narrow"), (90, "-broad")):
        async with alone(SCREENS[ExportScreen](), size=(wide, 24)) as (pilot, _):
            assert pilot.app.screen.classes & {"-tiny", "-narrow", "-broad"} == {name}
    for high, name in ((19, "-low"), (20, "-usual")):
        async with alone(SCREENS[PlayScreen](), size=(80, high)) as (pilot, _):
            assert pilot.app.screen.classes & {"-low", "-usual"} == {name}


@pytest.mark.parametrize("screen", [ExportScreen, HomeScreen, OddsScreen, PlayScreen, SettingsScreen, HistoryScreen])
async def test_content_is_shown_before_first_resize(screen, monkeypatch):
    monkeypatch.setattr(RowList, "on_resize", lambda rows: rows._lay_out())
    shown = SCREENS[screen]()
    async with alone(shown) as (pilot, _):
        await wait_for(pilot, lambda: any(rows.rows for rows in shown.query(RowList)))
        assert [rows.id for rows in shown.query(".pane") if isinstance(rows, RowList) and not rows.rows] == []


def app(**settings: str) -> SmallApp:
    return SmallApp(language=None, settings=Settings(**settings))  # type: ignore[arg-type]  # fields of the settings


async def test_message_is_cut_and_replaces_previous():
    async with alone(TextViewerScreen("t", (), "")) as (pilot, _):
        pilot.app.show_message("x" * 500)
        await pilot.pause()
        (note,) = pilot.app._notifications
        assert (len(note.message), note.severity, note.timeout, note.markup) == (400, "information", 4, False)
        pilot.app.show_message("[b]two", "warning")
        await pilot.pause()
        (note,) = pilot.app._notifications
        assert (note.message, note.severity, note.timeout) == ("[b]two", "warning", 8)
        pilot.app.show_error(UnknownIdError("faction", "elves"))
        await pilot.pause()
        (note,) = pilot.app._notifications
        assert (note.message, note.severity) == (pilot.app.tr("tui.unknown", wanted="elves"), "error")


def test_errors_are_translated_and_name_the_line():
    finding = Diagnostic("DAT001", None, place=Place("a.yaml", 3))
    other = Diagnostic("DAT002", None)
    for language in ("en", "de"):
        spoken = app(language=language)
        text = describe_finding(finding, language)
        assert spoken.describe_error(UnreadableError([finding, other])) == f"a.yaml:3: {text}"
        whole = Diagnostic("DAT001", None, place=Place("a.yaml"))
        assert spoken.describe_error(UnreadableError([whole])) == text, "without a line the file is named already"
        assert spoken.describe_error(UnreadableError([other])) == describe_finding(other, language)
        assert spoken.describe_error(ListbuilderError("plain")) == "plain"
        assert spoken.describe_error(UnreadableError([])) == ""
        full = UnsavedError("save.full", Path("x"))
        assert spoken.describe_error(full) == full.to(language)
    assert app(language="de").describe_error(full) != app(language="en").describe_error(full)


@pytest.mark.parametrize(
    ("key", "en", "de"),
    [
        ("a", "a", "a"),
        ("plus", "+", "+"),
        ("f5", "F5", "F5"),
        ("escape", "Esc", "Esc"),
        ("delete", "Del", "Entf"),
        ("shift+tab", "Shift+Tab", "Umschalt+Tab"),
        ("home", "Home", "Pos1"),
    ],
)
def test_keys_are_named_as_on_the_keyboard(key, en, de):
    shown = [app(language=language).get_key_display(Binding(key, "x")) for language in ("en", "de")]
    assert shown == [en, de]


def test_requested_language_overrides_settings():
    assert BuilderApp(language="de", settings=Settings(language="en")).language == "de"
    assert BuilderApp(settings=Settings(language="de")).language == "de"


async def test_screen_closes_once_and_only_in_front():
    first, second = TextViewerScreen("one", (), ""), TextViewerScreen("two", (), "")
    async with alone(first) as (pilot, answers):
        await pilot.app.push_screen(second)
        first.dismiss()
        await pilot.pause()
        assert pilot.app.screen is second, "who is not in front closes nobody"
        second.dismiss()
        await pilot.pause()
        assert pilot.app.screen is first
        first.dismiss()
        first.dismiss()
        await pilot.pause()
        assert answers == [None]


class Said(Page):
    """A page that counts how often it was relabelled."""

    relabelled = 0

    def relabel(self) -> None:
        self.relabelled += 1


async def test_page_relabels_only_if_language_changed():
    page = Said()
    async with alone(page) as (pilot, _):
        for language, times in (("en", 0), ("de", 1), ("de", 1), ("en", 2)):
            pilot.app.show_message("message")
            dialog = QuestionDialog("t", "s", {"a": "A"})
            await pilot.app.push_screen(dialog)
            await pilot.pause()
            assert len(pilot.app._notifications) == 0, "messages stay with their screen"
            pilot.app.language = language
            await pilot.press("escape")
            await pilot.pause()
            assert page.relabelled == times


async def test_styles_refresh_only_for_screens_seen_before():
    page = TextViewerScreen("t", (), "")
    async with alone(page) as (_, _answers):
        fresh, again = TextViewerScreen("t", (), ""), page
        refreshes = []
        for screen in (fresh, again):
            event = events.ScreenResume()
            event.refresh_styles = True
            screen._keep_styles(event)
            refreshes.append(event.refresh_styles)
        assert refreshes == [False, True]
        event = events.ScreenResume()
        event.refresh_styles = False
        page._keep_styles(event)
        assert not event.refresh_styles


async def test_screen_is_laid_out_once_per_size(monkeypatch):
    page = TextViewerScreen("t", (), "")
    async with alone(page) as (pilot, _):
        laid: list[Size] = []
        monkeypatch.setattr(Screen, "_screen_resized", lambda _, size: laid.append(size))
        page._screen_resized(Size(80, 24))
        assert laid == []
        page._screen_resized(Size(70, 20))
        assert laid == [Size(70, 20)]
        assert pilot.app.size == Size(80, 24)
