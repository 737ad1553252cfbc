"""Home: the player's lists, and what can be done with them as a whole."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.events import Key, Paste
from textual.widgets import Input, Label
from textual.worker import get_current_worker

from listbuilder.diagnostics.messages import describe
from listbuilder.listfiles.journal import Recovered
from listbuilder.model import ArmyList
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import ChooseDialog, WriteDialog
from listbuilder.tui.home.list_actions import Housekeeping
from listbuilder.tui.home.list_files import ListCard, Memory, memory_of
from listbuilder.tui.home.list_rows import NEW, RECENT, SAMPLE, home_rows, lost_key
from listbuilder.tui.home.new_list import NewListScreen
from listbuilder.tui.home.open_list import FileDialog, Opener, at_first_finding
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.settings import is_folder, typed_path
from listbuilder.tui.widgets.key_bar import Filter, KeyBar
from listbuilder.tui.widgets.row import row
from listbuilder.tui.widgets.row_list import Rows


class HomeScreen(Page):
    """The player's lists."""

    CSS_PATH = "../styles/home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "key.new", id="home.new"),
        Binding("o", "open", "key.open-file", id="home.open-file"),
        Binding("i", "import", "key.import", id="home.import"),
        Binding("d", "deed('duplicate')", "key.duplicate", id="home.duplicate"),
        Binding("v", "deed('keep')", "key.version", id="home.version"),
        Binding("r", "deed('rename')", "key.rename", id="home.rename"),
        Binding("x,delete", "deed('throw')", "key.delete", id="home.delete"),
        Binding("u", "bring_back", "key.undo-delete", id="home.undo"),
        Binding("slash", "search", "key.search", id="home.search"),
        Binding("w", "folder", "key.folder", id="home.folder"),
        Binding("s", "app.settings", "key.settings", id="home.settings"),
        Binding("b", "rules", "key.rules", show=False, id="home.rules"),
        Binding("escape", "back", "key.back", id="home.back", key_display="Esc"),
        Binding("q", "app.quit", "key.quit", id="home.quit"),
        Binding("question_mark,f1", "app.help", "key.help", id="home.help", key_display="?"),
    ]
    lists = getters.query_one("#lists", Rows)
    search = getters.query_one("#search", Input)

    def __init__(self, last: Path | None = None) -> None:
        super().__init__()
        self._last = last
        self._looked = False
        """Before that nobody knows whether there are lists, and nobody is greeted as new."""

    @cached_property
    def opener(self) -> Opener:
        """What opens lists from here."""
        return Opener(self.app)

    def compose(self) -> ComposeResult:
        """Put a search above the lists."""
        yield Label(self.tr("tui.home.title"), classes="page-title", markup=False, id="title")
        lists = Rows(id="lists", verb="key.open")
        search = Filter(lists, self.tr("tui.home.search"), classes="")
        search.id = "search"
        yield from (search, lists)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look for lists once the screen is painted."""
        self.lists.focus()
        self.call_after_refresh(self.look)

    @on(Rows.Resized, "#lists")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        self.paint()

    def relabel(self) -> None:
        """Write title and hint in the language of now."""
        self.query_one("#title", Label).update(self.tr("tui.home.title"))
        self.search.placeholder = self.tr("tui.home.search")
        self.paint()

    @property
    def memory(self) -> Memory:
        """What is known of the lists, kept while a list is open."""
        return memory_of(self.app)

    def look(self) -> None:
        """Find the lists, show what is known, and read the others."""
        self.memory.look(self.app)
        self._looked = True
        self.paint()
        self._read()
        if self.app.library.problems and not self.memory.told:
            self.memory.told = True
            problem = self.app.library.problems[0]
            where = f"{problem.place}: " if problem.place is not None else ""
            self.app.say(where + describe(problem, self.app.language), "warning")

    def paint(self) -> None:
        """Show the lists; a screen that is being closed has nothing to show them in."""
        with suppress(NoMatches):
            if self._looked:
                self._show()

    def _show(self) -> None:
        rows = home_rows(self.memory, self.app.library, self.app.language, self.search.value, self.lists.room)
        self.lists.show(rows, str(self._last) if self._last is not None else None)
        self._last = None

    @work(thread=True, exclusive=True, group="cards")
    def _read(self) -> None:
        """Read and judge the lists that have not been read yet, without holding up the keys."""
        worker = get_current_worker()
        for _ in self.memory.read(self.app):
            if worker.is_cancelled:
                return
        self.app.call_from_thread(self.paint)

    @property
    def card(self) -> ListCard | None:
        """The list under the cursor."""
        return self.memory.find(Path((self.lists.cursor_key or "").removeprefix(RECENT)))

    @property
    def lost(self) -> Recovered | None:
        """What a crash left, where the cursor is on that."""
        key = self.lists.cursor_key
        return next((lost for lost in self.memory.lost if lost_key(lost) == key), None)

    @on(Rows.Chosen, "#lists")
    def _chosen(self, event: Rows.Chosen) -> None:
        if not self.in_front:  # the second of two clicks, when the first has opened something already
            return
        if event.key == NEW:
            self.action_new()
        elif event.key == SAMPLE:
            self.opener.open_sample()
        elif (lost := self.lost) is not None:
            self.opener.attempt(lambda: self.opener.open_lost(lost))
        elif (card := self.card) is not None:
            opener = self.opener
            opener.attempt(lambda: opener.open_copy(card.path) if card.sample else opener.open_any(card.path))

    @cached_property
    def keeping(self) -> Housekeeping:
        """What is done to lists as a whole."""
        return Housekeeping(self, self.memory, self.opener, self.look)

    def action_deed(self, name: str) -> None:
        """Do something to the list under the cursor; a sample can only be copied, lost work only put away."""
        card, lost = self.card, self.lost
        if name == "throw" and lost is not None:
            self.keeping.put_off(lost)
        elif card is not None and (name == "duplicate" or not card.sample):
            getattr(self.keeping, name)(card)

    def action_bring_back(self) -> None:
        """Bring the list back that was thrown away last."""
        self.keeping.bring_back()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to bring back only where something was thrown away, and to leave a search only where there is one."""
        del parameters
        if action == "back":
            return self.search.has_focus or bool(self.search.value)
        return bool(self.memory.thrown) if action == "bring_back" else True

    def action_search(self) -> None:
        """Type to filter the lists."""
        self.search.focus()

    def action_back(self) -> None:
        """Leave the search."""
        self.search.value = ""
        self.lists.focus()

    @on(Input.Changed, "#search")
    def _filter(self) -> None:
        self.paint()

    @on(Input.Submitted, "#search")
    def _open_found(self) -> None:
        self.lists.action_choose()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.search.has_focus and event.key in ("up", "down"):
            self.lists.action_move(1 if event.key == "down" else -1)

    def action_new(self) -> None:
        """Begin a new list."""

        def begin(made: tuple[ArmyList, str] | None) -> None:
            if made is not None:
                army, faction = made
                self.opener.attempt(lambda: self.opener.open_new(army, (faction,)))

        self.app.push_screen(NewListScreen(), begin)

    def action_open(self) -> None:
        """Choose a file to open: one of ours, or another program's."""

        def open_it(answer: Path | None) -> None:
            if answer is not None:
                self.opener.attempt(lambda: self.opener.open_any(answer))

        self.app.push_screen(FileDialog(self.tr("tui.open.title"), self.app.settings.lists_folder), open_it)

    def action_import(self) -> None:
        """Import another program's list: paste it, or name its file."""

        def import_it(answer: str | None) -> None:
            if answer and answer.strip():
                self._take_in(answer.strip())

        self.app.push_screen(WriteDialog(self.tr("tui.import.title"), "", page=True), import_it)

    def on_paste(self, event: Paste) -> None:
        """Take in what is pasted or dropped on the lists; whoever types keeps what is pasted there."""
        if event.text.strip() and self.in_front:
            self._take_in(event.text.strip())

    def _take_in(self, text: str) -> None:
        """Open another program's list, or the file or folder that a text names."""
        if "\n" not in text and is_folder(typed_path(text)):
            self.check_folder(typed_path(text))
        else:
            self.opener.attempt(lambda: self.opener.open_text(text))

    def action_folder(self) -> None:
        """Judge every list of the player's folder; another can be named there."""
        self.check_folder(self.app.settings.lists_folder)

    def check_folder(self, folder: Path) -> None:
        """Judge every list of a folder."""
        screen = FolderScreen(folder)

        def look_closer(_: None) -> None:
            opened = screen.opened
            if opened is not None:
                one = partial(self.opener.open_imported, opened.judged, at_first_finding)
                whole = partial(self.opener.open_any, opened.file, at_first_finding)
                self.opener.attempt(whole if opened.alone else one)

        self.app.push_screen(screen, look_closer)

    def action_rules(self) -> None:
        """Look up the rules of a system."""
        language, library = self.app.language, self.app.library
        titles = {header.id: plain_line(f"{header.name.to(language)} {header.edition}") for header in library.systems()}

        def show(answer: str | None) -> None:
            if answer is not None:
                self.opener.attempt(lambda: self.app.push_screen(RulesScreen(library.system(answer), ())))

        rows = [row(name, title) for name, title in titles.items()]
        self.app.push_screen(ChooseDialog(self.tr("tui.new.system"), rows), show)
