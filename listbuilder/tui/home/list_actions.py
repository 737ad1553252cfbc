"""Copy, rename, version, delete and restore lists from the home screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from listbuilder.listfiles.journal import Recovered
from listbuilder.model.army_list import LONGEST_NAME
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import WriteDialog
from listbuilder.tui.home.list_files import (
    ListCard,
    Memory,
    bring_back,
    copy_list,
    keep_version,
    put_off,
    rename_list,
    throw_away,
)
from listbuilder.tui.home.open_list import Opener


class Housekeeping:
    """Actions on whole lists. Each one refreshes the home screen afterwards."""

    def __init__(self, page: Page, memory: Memory, opener: Opener, refresh: Callable[[], object]) -> None:
        self._page = page
        self._memory = memory
        self._opener = opener
        self._refresh = refresh

    def duplicate(self, card: ListCard) -> None:
        """Copy a list."""
        name = self._page.tr("tui.home.copy-of", name=card.name)[:LONGEST_NAME]
        self._run(lambda: copy_list(card.path, self._page.app.settings.lists_folder, name))

    def rename(self, card: ListCard) -> None:
        """Ask for a new name and rename a list."""
        title = self._page.tr("tui.rename.title", name=card.name)
        self._ask(title, card.name, lambda answer: rename_list(card.path, answer))

    def save_version(self, card: ListCard) -> None:
        """Ask for a name and save the current list as a named version in its history."""
        default_name = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"

        def save(answer: str) -> None:
            keep_version(card.path, answer, self._page.app.journal)
            self._page.app.say(self._page.tr("tui.home.kept", name=answer))

        self._ask(self._page.tr("tui.version.title", name=card.name), default_name, save)

    def delete(self, card: ListCard) -> None:
        """Move a list to the bin."""
        self._run(lambda: self._memory.thrown.append((throw_away(card.path), card.path)), "tui.home.thrown", card.name)

    def put_off(self, recovered: Recovered) -> None:
        """Move recovered changes to the history of their list, or to the bin if the list has no file."""

        def discard() -> None:
            deleted = put_off(recovered, self._page.app.journal)
            if deleted is not None:
                self._memory.thrown.append((deleted, Path(recovered.of)))

        self._run(discard, "tui.home.put-off", recovered.army.name)

    def bring_back(self) -> None:
        """Restore the list that was deleted last."""
        if self._memory.thrown:
            deleted, path = self._memory.thrown.pop()
            self._run(lambda: bring_back(deleted, path))

    def _run(self, action: Callable[[], object], message: str = "", name: str = "") -> None:
        results: list[object] = []
        self._opener.attempt(lambda: results.append(action()))
        if results and message:
            self._page.app.say(self._page.tr(message, name=name))
        self._refresh()
        self._page.refresh_bindings()

    def _ask(self, title: str, text: str, action: Callable[[str], object]) -> None:
        def run(answer: str | None) -> None:
            if answer is not None and answer.strip():
                self._run(lambda: action(answer.strip()))

        self._page.app.push_screen(WriteDialog(title, text, most=LONGEST_NAME), run)
