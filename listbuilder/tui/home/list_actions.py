"""What is done to lists as a whole, from home: copied, named, kept as a version, thrown away and brought back."""

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
    """Every deed ends with a look at what there is now."""

    def __init__(self, page: Page, memory: Memory, opener: Opener, look: Callable[[], object]) -> None:
        self._page = page
        self._memory = memory
        self._opener = opener
        self._look = look

    def duplicate(self, card: ListCard) -> None:
        """Copy a list."""
        name = self._page.tr("tui.home.copy-of", name=card.name)[:LONGEST_NAME]
        self._do(lambda: copy_list(card.path, self._page.app.settings.lists_folder, name))

    def rename(self, card: ListCard) -> None:
        """Give a list another name."""
        title = self._page.tr("tui.rename.title", name=card.name)
        self._ask(title, card.name, lambda answer: rename_list(card.path, answer))

    def keep(self, card: ListCard) -> None:
        """Keep a list as it is now under a name, in its history; what is done to it later leaves that alone."""
        today = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"

        def keep(answer: str) -> None:
            keep_version(card.path, answer, self._page.app.journal)
            self._page.app.say(self._page.tr("tui.home.kept", name=answer))

        self._ask(self._page.tr("tui.version.title", name=card.name), today, keep)

    def throw(self, card: ListCard) -> None:
        """Throw a list away; it can be brought back."""
        self._do(lambda: self._memory.thrown.append((throw_away(card.path), card.path)), "tui.home.thrown", card.name)

    def put_off(self, lost: Recovered) -> None:
        """Put away what a crash left: to the earlier versions of its list, or where it has none into the bin."""

        def put() -> None:
            thrown = put_off(lost, self._page.app.journal)
            if thrown is not None:
                self._memory.thrown.append((thrown, Path(lost.of)))

        self._do(put, "tui.home.put-off", lost.army.name)

    def bring_back(self) -> None:
        """Bring the list back that was thrown away last."""
        if self._memory.thrown:
            thrown, path = self._memory.thrown.pop()
            self._do(lambda: bring_back(thrown, path))

    def _do(self, deed: Callable[[], object], told: str = "", name: str = "") -> None:
        done: list[object] = []
        self._opener.attempt(lambda: done.append(deed()))
        if done and told:
            self._page.app.say(self._page.tr(told, name=name))
        self._look()
        self._page.refresh_bindings()

    def _ask(self, title: str, text: str, deed: Callable[[str], object]) -> None:
        def answered(answer: str | None) -> None:
            if answer is not None and answer.strip():
                self._do(lambda: deed(answer.strip()))

        self._page.app.push_screen(WriteDialog(title, text, most=LONGEST_NAME), answered)
