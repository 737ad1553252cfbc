"""Home: the player's lists, and what can be done with them as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from weakref import WeakKeyDictionary

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input, Label
from textual.worker import get_current_worker

from listbuilder.disk import sweep_once
from listbuilder.errors import ListbuilderError
from listbuilder.rules.wording import describe
from listbuilder.tui.dialogs.ask import AskDialog
from listbuilder.tui.dialogs.write import WriteDialog
from listbuilder.tui.face import Face
from listbuilder.tui.screens.home_opening import Opening
from listbuilder.tui.shelf import (
    Card,
    bring_back,
    build_card,
    copy_list,
    glance_card,
    list_files,
    rename_list,
    throw_away,
)
from listbuilder.tui.view.home import NEW, SAMPLE, home_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows


@dataclass
class Memory:
    """Lists that have been read, and those that were thrown away since the start."""

    cards: dict[Path, Card] = field(default_factory=dict)
    samples: dict[Path, Card] = field(default_factory=dict)
    thrown: list[tuple[Path, Path]] = field(default_factory=list)
    told: bool = False
    """Whether problems of the user's own data have been told."""


_MEMORY: WeakKeyDictionary[Face, Memory] = WeakKeyDictionary()
"""One for each app: tests run several."""


class HomeScreen(Opening):
    """The player's lists."""

    CSS_PATH = "../styles/home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "key.new", id="home.new"),
        Binding("o", "open", "key.open-file", id="home.open-file"),
        Binding("i", "import", "key.import", id="home.import"),
        Binding("d", "duplicate", "key.duplicate", id="home.duplicate"),
        Binding("r", "rename", "key.rename", id="home.rename"),
        Binding("x,delete", "throw", "key.delete", id="home.delete"),
        Binding("u", "bring_back", "key.undo-delete", id="home.undo"),
        Binding("slash", "search", "key.search", id="home.search"),
        Binding("w", "folder", "key.folder", id="home.folder"),
        Binding("s", "app.settings", "key.settings", id="home.settings"),
        Binding("b", "rules", "key.rules", show=False, id="home.rules"),
        Binding("escape", "back", "key.back", show=False, id="home.back"),
        Binding("q", "app.quit", "key.quit", id="home.quit"),
        Binding("question_mark,f1", "app.help", "key.help", id="home.help", key_display="?"),
    ]
    lists = getters.query_one("#lists", Rows)
    search = getters.query_one("#search", Input)

    def __init__(self, last: Path | None = None, *, offer: bool = False) -> None:
        super().__init__()
        self._last = last
        self._offer = offer

    def compose(self) -> ComposeResult:
        """Put a search above the lists."""
        yield Label(self.tr("tui.home.title"), classes="page-title", markup=False, id="title")
        yield Input(id="search", placeholder=self.tr("tui.home.search"), compact=True)
        yield Rows(id="lists", verb="key.open")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look for lists once the screen is painted."""
        self.lists.focus()
        self.call_after_refresh(self.look)
        if self._offer:
            self.call_after_refresh(self.offer_recovery)

    def relabel(self) -> None:
        """Write title and hint in the language of now."""
        self.query_one("#title", Label).update(self.tr("tui.home.title"))
        self.search.placeholder = self.tr("tui.home.search")
        self.paint()

    @property
    def memory(self) -> Memory:
        """What is known of the lists, kept while a list is open."""
        return _MEMORY.setdefault(self.app, Memory())

    def look(self) -> None:
        """Find the lists, show what is known, and read the others; what a kill has left among them goes."""
        sweep_once(self.app.settings.lists_folder)
        files = list_files(self.app.settings)
        self.memory.cards = {path: self._known(path, self.memory.cards) for path in files}
        samples = [header.file for header in self.app.library.sample_lists()]
        self.memory.samples = {path: self._known(path, self.memory.samples, sample=True) for path in samples}
        self.paint()
        self._read()
        if self.app.library.problems and not self.memory.told:
            self.memory.told = True
            problem = self.app.library.problems[0]
            where = f"{problem.place}: " if problem.place is not None else ""
            self.app.say(where + describe(problem, self.app.language), "warning")

    def _known(self, path: Path, before: dict[Path, Card], *, sample: bool = False) -> Card:
        fresh = glance_card(path, sample=sample)
        old = before.get(path)
        return old if old is not None and old.modified == fresh.modified else fresh

    def paint(self) -> None:
        """Show the lists; a screen that is being closed has nothing to show them in."""
        if not self.query("#lists"):
            return
        rows = home_rows(
            tuple(self.memory.cards.values()),
            tuple(self.memory.samples.values()),
            self.app.library,
            self.app.language,
            self.search.value,
        )
        self.lists.show(rows, str(self._last) if self._last is not None else None)
        self._last = None

    @work(thread=True, exclusive=True, group="cards")
    def _read(self) -> None:
        """Read and judge the lists that have not been read yet, without holding up the keys."""
        worker = get_current_worker()
        for cards in (self.memory.cards, self.memory.samples):
            for path, card in list(cards.items()):
                if worker.is_cancelled:
                    return
                if card.verdict is None:
                    cards[path] = build_card(card, self.app.library)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.paint)

    @property
    def card(self) -> Card | None:
        """The list under the cursor."""
        key = Path(self.lists.cursor_key or "")
        return self.memory.cards.get(key) or self.memory.samples.get(key)

    @on(Rows.Chosen, "#lists")
    def _chosen(self, event: Rows.Chosen) -> None:
        if event.key == NEW:
            self.action_new()
        elif event.key == SAMPLE:
            self.open_sample()
        elif (card := self.card) is not None:
            self.attempt(lambda: self.open_copy(card.path) if card.sample else self.open_any(card.path))

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something with files, and say so where it does not work."""
        try:
            act()
        except ListbuilderError as error:
            self.app.say_error(error)

    def action_duplicate(self) -> None:
        """Copy the list under the cursor."""
        card = self.card
        if card is not None:
            name = self.tr("tui.home.copy-of", name=card.name)
            self.attempt(lambda: copy_list(card.path, self.app.settings.lists_folder, name))
            self.look()

    def action_rename(self) -> None:
        """Give the list under the cursor another name."""
        card = self.card
        if card is None or card.sample:
            return

        def rename(answer: str | None) -> None:
            if answer:
                self.attempt(lambda: rename_list(card.path, answer))
                self.look()

        self.app.push_screen(WriteDialog(self.tr("tui.rename.title", name=card.name), card.name), rename)

    def action_throw(self) -> None:
        """Throw the list under the cursor away; it can be brought back."""
        card = self.card
        if card is None or card.sample:
            return
        self.attempt(lambda: self.memory.thrown.append((throw_away(card.path), card.path)))
        self.app.say(self.tr("tui.home.thrown", name=card.name))
        self.look()
        self.refresh_bindings()

    def action_bring_back(self) -> None:
        """Bring the list back that was thrown away last."""
        if self.memory.thrown:
            thrown, path = self.memory.thrown.pop()
            self.attempt(lambda: bring_back(thrown, path))
            self.look()
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to bring back only where something was thrown away."""
        del parameters
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
            event.stop()
            self.lists.action_move(1 if event.key == "down" else -1)

    def ask(self, title: str, sentence: str, answers: dict[str, str], then: Callable[[str | None], None]) -> None:
        """Ask a question."""
        self.app.push_screen(AskDialog(title, sentence, answers), then)
