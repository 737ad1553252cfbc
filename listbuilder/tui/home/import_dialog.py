"""Choose a file: walk through folders, filter by typing, or type a path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog
from listbuilder.tui.settings import is_file, is_folder, typed_path
from listbuilder.tui.widgets.filter_input import Filter
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import Rows

_UP = ".."
_MOST = 500


class FileDialog(Dialog[Path]):
    """A folder to choose a file from; gives its path."""

    def __init__(self, title: str, folder: Path) -> None:
        super().__init__()
        self._title = title
        self._folder = folder

    def compose(self) -> ComposeResult:
        """Put a line to type in above the folder."""
        rows = Rows(one_click=True, verb="key.open")
        with Vertical(classes="dialog files"):
            yield Filter(rows, self.tr("tui.files.hint"), "search")
            yield rows
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the folder, or the nearest one above it that is there."""
        while not is_folder(self._folder) and self._folder != self._folder.parent:
            self._folder = self._folder.parent
        self._enter(self._folder)

    def _enter(self, folder: Path) -> None:
        self._folder = folder
        self.query_one(Input).value = ""
        self.query_one(Vertical).border_title = Content(plain_line(f"{self._title}: {folder}", 60))
        self._paint()

    @on(Input.Changed)
    def _paint(self) -> None:
        typed = self.query_one(Input).value
        folder, words = self._typed_folder(typed)
        found = [item for item in _folder_rows(folder) if all(word in item.text.casefold() for word in words)]
        self.query_one(Rows).show(found or [info(self.tr("tui.nothing-found"), "dim")], afresh=True)

    def _typed_folder(self, typed: str) -> tuple[Path, list[str]]:
        """Give the folder whose content is to be seen, and the words that filter it: a path leads to its folder."""
        path = self._folder / typed_path(typed)
        if "/" not in typed and os.sep not in typed:
            return self._folder, typed.casefold().split()
        if typed.endswith(("/", os.sep)) and is_folder(path):
            return path, []
        return (path.parent, [path.name.casefold()]) if is_folder(path.parent) else (self._folder, [typed.casefold()])

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        typed = self._folder / typed_path(event.value)
        if not event.value.strip():
            self.query_one(Rows).action_choose()
        elif is_file(typed):
            self.dismiss(typed)
        elif is_folder(typed):
            self._enter(typed.resolve())
        else:
            self.query_one(Rows).action_choose()

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        folder, _ = self._typed_folder(self.query_one(Input).value)
        path = folder.parent if event.key == _UP else folder / event.key
        if is_folder(path):
            self._enter(path)
        else:
            self.dismiss(path)

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self.query_one(Rows).action_move(1 if event.key == "down" else -1)


def _folder_rows(folder: Path) -> Iterator[Row]:
    """List what is in a folder: the way up, folders, files; what is hidden stays hidden."""
    yield row(_UP, (Part("↑ ", "accent"), Part(_UP)))
    try:
        items = [item for item in folder.iterdir() if not item.name.startswith(".")]
        folders = {item for item in items if is_folder(item)}
    except OSError:
        return  # a folder that cannot be read has nothing to choose
    ordered = sorted(items, key=lambda item: (item not in folders, item.name.casefold()))
    for item in ordered[:_MOST]:
        if item in folders:
            yield row(item.name, (Part("▸ ", "accent"), Part(f"{plain_line(item.name)}/")))
        else:
            yield row(item.name, (Part("  "), Part(plain_line(item.name))))
