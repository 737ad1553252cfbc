"""Everything there is, by kind and id: bundled files, and the user's over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.diagnostics import Diagnostic, Place


class Source(NamedTuple):
    """A file and its row."""

    row: Mapping[str, Any]
    file: Path
    bundled: bool


class Shadow(NamedTuple):
    """A file that hides another of the same kind and id."""

    kind: str
    id: str
    file: Path
    hidden: Path

    def finding(self) -> Diagnostic:
        """Say it to the user."""
        params = {"kind": self.kind, "id": self.id, "hidden": str(self.hidden)}
        return Diagnostic("DAT014", self.id, params, place=Place(str(self.file)))


class Shelf:
    """Sources by kind and id; whoever is put on later hides who was there before."""

    def __init__(self) -> None:
        self._sources: dict[tuple[str, str], Source] = {}
        self.shadows: list[Shadow] = []

    def put(self, folder: Path, rows: Sequence[Mapping[str, Any]], *, bundled: bool) -> None:
        """Put a folder's files on the shelf."""
        for row in rows:
            source = Source(row, folder / row["path"], bundled)
            # lists have no ids: each stands for itself
            name = str(source.file) if row["kind"] == "list" else row["id"]
            before = self._sources.get((row["kind"], name))
            if before is not None and before.file != source.file:
                self.shadows.append(Shadow(row["kind"], name, source.file, before.file))
            self._sources[row["kind"], name] = source

    def find(self, kind: str, name: str) -> Source | None:
        """Find a source by its kind and id."""
        return self._sources.get((kind, name))

    def all(self, kind: str) -> Iterator[Source]:
        """Give all sources of a kind."""
        return (source for (found, _), source in self._sources.items() if found == kind)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Give all ids of a kind, sorted."""
        return tuple(sorted(name for found, name in self._sources if found == kind))
