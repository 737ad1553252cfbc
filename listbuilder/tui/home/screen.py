"""The home screen: the player's lists and the actions on whole lists."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.events import Key, Paste
from textual.widgets import Input, Label
from textual.worker import get_current_worker

from listbuilder.diagnostics.messages import describe_finding
from listbuilder.listfiles.journal import RecoveredList
from listbuilder.model import ArmyList
from listbuilder.model.army_list import MAX_NAME_LENGTH
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.home.list_files import (
    HomeState,
    ListCard,
    copy_list,
    discard_recovered,
    home_state,
    move_to_bin,
    rename_list,
    restore_from_bin,
    save_named_version,
)
from listbuilder.tui.home.list_rows import NEW_LIST_KEY, RECENT_PREFIX, SAMPLE_KEY, home_rows, recovered_key
from listbuilder.tui.home.new_list import NewListScreen
from listbuilder.tui.home.open_list import FileDialog, ListOpener, show_first_finding
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.user_settings import is_folder, parse_path
from listbuilder.tui.widgets.key_bar import FilterInput, KeyBar
from listbuilder.tui.widgets.row import row
from listbuilder.tui.widgets.row_list import RowList


class HomeScreen(Page):
    """The player's lists."""

    CSS_PATH = "../styles/home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "key.new", id="home.new"),
        Binding("o", "open", "key.open-file", id="home.open-file"),
        Binding("i", "import", "key.import", id="home.import"),
        Binding("d", "run('duplicate')", "key.duplicate", id="home.duplicate"),
        Binding("v", "run('save_version')", "key.version", id="home.version"),
        Binding("r", "run('rename')", "key.rename", id="home.rename"),
        Binding("x,delete", "run('delete')", "key.delete", id="home.delete"),
        Binding("u", "restore", "key.undo-delete", id="home.undo"),
        Binding("slash", "search", "key.search", id="home.search"),
        Binding("w", "folder", "key.folder", id="home.folder"),
        Binding("s", "app.settings", "key.settings", id="home.settings"),
        Binding("b", "rules", "key.rules", show=False, id="home.rules"),
        Binding("escape", "back", "key.back", id="home.back", key_display="Esc"),
        Binding("q", "app.quit", "key.quit", id="home.quit"),
        Binding("question_mark,f1", "app.help", "key.help", id="home.help", key_display="?"),
    ]
    lists = getters.query_one("#lists", RowList)
    search = getters.query_one("#search", Input)

    def __init__(self, selected: Path | None = None) -> None:
        super().__init__()
        self._selected_path = selected
        self._lists_found = False
        """Until then it is unknown whether the player has lists, so the welcome is not shown."""

    @cached_property
    def opener(self) -> ListOpener:
        """Opens lists from here."""
        return ListOpener(self.app)

    def compose(self) -> ComposeResult:
        """Lay out the search above the lists."""
        yield Label(self.tr("tui.home.title"), classes="page-title", markup=False, id="title")
        lists = RowList(id="lists", enter_label="key.open")
        search = FilterInput(lists, self.tr("tui.home.search"), classes="")
        search.id = "search"
        yield from (search, lists)
        yield KeyBar()

    def on_mount(self) -> None:
        """Find the lists after the first paint."""
        self.lists.focus()
        self.call_after_refresh(self.refresh_lists)

    def relabel(self) -> None:
        """Update title and placeholder after a change of language."""
        self.query_one("#title", Label).update(self.tr("tui.home.title"))
        self.search.placeholder = self.tr("tui.home.search")
        self.paint()

    @property
    def home_state(self) -> HomeState:
        """The home state; it survives while a list is open."""
        return home_state(self.app)

    def refresh_lists(self) -> None:
        """Find the lists, show what is known and read the others in the background."""
        self.home_state.refresh(self.app)
        self._lists_found = True
        self.paint()
        self._read_lists()
        if self.app.library.problems and not self.home_state.problems_shown:
            self.home_state.problems_shown = True
            problem = self.app.library.problems[0]
            where = f"{problem.place}: " if problem.place is not None else ""
            self.app.show_message(where + describe_finding(problem, self.app.language), "warning")

    @on(Input.Changed, "#search")
    @on(RowList.Resized, "#lists")
    def paint(self) -> None:
        """Show the lists, unless the screen is being closed."""
        with suppress(NoMatches):
            if self._lists_found:
                rows = home_rows(
                    self.home_state, self.app.library, self.app.language, self.search.value, self.lists.row_width
                )
                self.lists.show(rows, str(self._selected_path) if self._selected_path is not None else None)
                self._selected_path = None

    @work(thread=True, exclusive=True, group="cards")
    def _read_lists(self) -> None:
        """Read and validate new lists in a thread, so that keys are not delayed."""
        worker = get_current_worker()
        for _ in self.home_state.load_cards(self.app):
            if worker.is_cancelled:
                return
        self.app.call_from_thread(self.paint)

    @property
    def selected_card(self) -> ListCard | None:
        """The list under the cursor."""
        return self.home_state.find_card(Path((self.lists.cursor_key or "").removeprefix(RECENT_PREFIX)))

    @property
    def selected_recovered(self) -> RecoveredList | None:
        """The recovered changes under the cursor."""
        key = self.lists.cursor_key
        return next((recovered for recovered in self.home_state.recovered if recovered_key(recovered) == key), None)

    @on(RowList.Selected, "#lists")
    def _open_row(self, event: RowList.Selected) -> None:
        if not self.is_in_front:  # second click, after the first has opened something
            return
        with self.app.show_errors():
            if event.key == NEW_LIST_KEY:
                self.action_new()
            elif event.key == SAMPLE_KEY:
                self.opener.open_sample()
            elif (recovered := self.selected_recovered) is not None:
                self.opener.open_recovered(recovered)
            elif (card := self.selected_card) is not None:
                open_card = self.opener.open_copy if card.sample else self.opener.open_file
                open_card(card.path)

    def action_run(self, name: str) -> None:
        """Run an action on the list under the cursor. Samples can only be copied, recovered changes only deleted."""
        card, recovered = self.selected_card, self.selected_recovered
        if name == "delete" and recovered is not None:
            self._change_lists(lambda: self._discard_recovered(recovered), "tui.home.put-off", recovered.army.name)
        elif card is not None and (name == "duplicate" or not card.sample):
            getattr(self, f"_{name}")(card)

    def _change_lists(self, change: Callable[[], object], message: str = "", name: str = "") -> None:
        """Change files and show the lists again, with a message if the change succeeds."""
        with self.app.show_errors():
            change()
            if message:
                self.app.show_message(self.tr(message, name=name))
        self.refresh_lists()
        self.refresh_bindings()

    def _ask_name(self, title: str, text: str, change: Callable[[str], object]) -> None:
        def run(answer: str) -> None:
            if answer.strip():
                self._change_lists(lambda: change(answer.strip()))

        self.app.ask(TextDialog(title, text, max_length=MAX_NAME_LENGTH), run)

    def _duplicate(self, card: ListCard) -> None:
        name = self.tr("tui.home.copy-of", name=card.name)[:MAX_NAME_LENGTH]
        self._change_lists(lambda: copy_list(card.path, self.app.settings.lists_folder, name))

    def _rename(self, card: ListCard) -> None:
        title = self.tr("tui.rename.title", name=card.name)
        self._ask_name(title, card.name, lambda answer: rename_list(card.path, answer))

    def _save_version(self, card: ListCard) -> None:
        """Ask for a name and save the current list as a named version in its history."""

        def save(answer: str) -> None:
            save_named_version(card.path, answer, self.app.journal)
            self.app.show_message(self.tr("tui.home.kept", name=answer))

        default_name = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"
        self._ask_name(self.tr("tui.version.title", name=card.name), default_name, save)

    def _delete(self, card: ListCard) -> None:
        deleted = self.home_state.deleted
        self._change_lists(lambda: deleted.append((move_to_bin(card.path), card.path)), "tui.home.thrown", card.name)

    def _discard_recovered(self, recovered: RecoveredList) -> None:
        binned = discard_recovered(recovered, self.app.journal)
        if binned is not None:
            self.home_state.deleted.append((binned, Path(recovered.list_id)))

    def action_restore(self) -> None:
        """Restore the list that was deleted last."""
        if self.home_state.deleted:
            deleted, path = self.home_state.deleted.pop()
            self._change_lists(lambda: restore_from_bin(deleted, path))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable restoring without deleted lists, and leaving the search without one."""
        del parameters
        if action == "back":
            return self.search.has_focus or bool(self.search.value)
        return bool(self.home_state.deleted) if action == "restore" else True

    def action_search(self) -> None:
        """Focus the search."""
        self.search.focus()

    def action_back(self) -> None:
        """Clear the search."""
        self.search.value = ""
        self.lists.focus()

    @on(Input.Submitted, "#search")
    def _open_selected(self) -> None:
        self.lists.action_choose()

    def on_key(self, event: Key) -> None:
        """Move the cursor with the arrow keys while typing."""
        if self.search.has_focus and event.key in ("up", "down"):
            self.lists.action_move(1 if event.key == "down" else -1)

    def action_new(self) -> None:
        """Start a new list."""

        def open_new(answer: tuple[ArmyList, str]) -> None:
            army, faction = answer
            self.opener.open_new(army, (faction,))

        self.app.ask(NewListScreen(), open_new)

    def action_open(self) -> None:
        """Choose a file to open."""
        dialog = FileDialog(self.tr("tui.open.title"), self.app.settings.lists_folder)
        self.app.ask(dialog, self.opener.open_file)

    def action_import(self) -> None:
        """Ask for a list of a different program, as text or path, and open it."""
        self.app.ask(TextDialog(self.tr("tui.import.title"), "", is_page=True), self._open_text)

    def on_paste(self, event: Paste) -> None:
        """Open what is pasted or dropped on the lists. Text inputs keep what is pasted there."""
        if self.is_in_front:
            with self.app.show_errors():
                self._open_text(event.text)

    def _open_text(self, answer: str) -> None:
        """Open an imported list, or the file or folder that a text names."""
        text = answer.strip()
        if text and "\n" not in text and is_folder(parse_path(text)):
            self.check_folder(parse_path(text))
        elif text:
            self.opener.open_pasted_text(text)

    def action_folder(self) -> None:
        """Check every list in the player's folder."""
        self.check_folder(self.app.settings.lists_folder)

    def check_folder(self, folder: Path) -> None:
        """Check every list in a folder."""
        screen = FolderScreen(folder)

        def open_selected(_: None) -> None:
            with self.app.show_errors():
                listed = screen.selection
                if listed is not None and screen.is_only_list(listed):
                    self.opener.open_file(listed.file, show_first_finding)
                elif listed is not None:
                    self.opener.open_imported(listed.judged, show_first_finding)

        self.app.push_screen(screen, open_selected)

    def action_rules(self) -> None:
        """Choose a system and show its rules."""
        language, library = self.app.language, self.app.library
        rows = [
            row(header.id, sanitize_line(f"{header.name.to(language)} {header.edition}"))
            for header in library.systems()
        ]

        def show(answer: str) -> None:
            self.app.push_screen(RulesScreen(library.system(answer), ()))

        self.app.ask(ChoiceDialog(self.tr("tui.new.system"), rows), show)
