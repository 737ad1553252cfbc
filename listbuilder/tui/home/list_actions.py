"""Copy, rename, version, delete and restore lists from the home screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from listbuilder.listfiles.journal import RecoveredList
from listbuilder.model.army_list import MAX_NAME_LENGTH
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import TextDialog
from listbuilder.tui.home.list_files import (
    HomeState,
    ListCard,
    copy_list,
    discard_recovered,
    move_to_bin,
    rename_list,
    restore_from_bin,
    save_named_version,
)
from listbuilder.tui.home.open_list import ListOpener


class ListActions:
    """Actions on whole lists. Each one refreshes the home screen afterwards."""

    def __init__(self, page: Page, memory: HomeState, opener: ListOpener, refresh: Callable[[], object]) -> None:
        self._page = page
        self._memory = memory
        self._opener = opener
        self._refresh = refresh

    def duplicate(self, card: ListCard) -> None:
        """Copy a list."""
        name = self._page.tr("tui.home.copy-of", name=card.name)[:MAX_NAME_LENGTH]
        self._run(lambda: copy_list(card.path, self._page.app.settings.lists_folder, name))

    def rename(self, card: ListCard) -> None:
        """Ask for a new name and rename a list."""
        title = self._page.tr("tui.rename.title", name=card.name)
        self._ask(title, card.name, lambda answer: rename_list(card.path, answer))

    def save_version(self, card: ListCard) -> None:
        """Ask for a name and save the current list as a named version in its history."""
        default_name = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"

        def save(answer: str) -> None:
            save_named_version(card.path, answer, self._page.app.journal)
            self._page.app.show_message(self._page.tr("tui.home.kept", name=answer))

        self._ask(self._page.tr("tui.version.title", name=card.name), default_name, save)

    def delete(self, card: ListCard) -> None:
        """Move a list to the bin."""
        self._run(
            lambda: self._memory.deleted.append((move_to_bin(card.path), card.path)), "tui.home.thrown", card.name
        )

    def discard_recovered(self, recovered: RecoveredList) -> None:
        """Move recovered changes to the history of their list, or to the bin if the list has no file."""

        def discard() -> None:
            deleted = discard_recovered(recovered, self._page.app.journal)
            if deleted is not None:
                self._memory.deleted.append((deleted, Path(recovered.list_id)))

        self._run(discard, "tui.home.put-off", recovered.army.name)

    def restore(self) -> None:
        """Restore the list that was deleted last."""
        if self._memory.deleted:
            deleted, path = self._memory.deleted.pop()
            self._run(lambda: restore_from_bin(deleted, path))

    def _run(self, action: Callable[[], object], message: str = "", name: str = "") -> None:
        results: list[object] = []
        self._opener.try_action(lambda: results.append(action()))
        if results and message:
            self._page.app.show_message(self._page.tr(message, name=name))
        self._refresh()
        self._page.refresh_bindings()

    def _ask(self, title: str, text: str, action: Callable[[str], object]) -> None:
        def run(answer: str | None) -> None:
            if answer is not None and answer.strip():
                self._run(lambda: action(answer.strip()))

        self._page.app.push_screen(TextDialog(title, text, max_length=MAX_NAME_LENGTH), run)
