"""Everything there is, by kind and id: bundled files, and the user's over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.diagnostics import Diagnostic, Place


@lru_cache(maxsize=256)  # asked for book by book with every list
def version_key(version: str) -> tuple[int, ...]:
    """Give what versions are ordered by; empty where there is no number in it."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


class Filed(NamedTuple):
    """A file and its row."""

    row: Mapping[str, Any]
    file: Path
    bundled: bool
    systems: tuple[str, ...] = ()
    """Of a faction: the systems that it serves and that no later file has taken over, and those that build on them."""

    @property
    def version(self) -> str:
        """Of a faction: its edition."""
        return str(self.row["version"])

    @property
    def played_in(self) -> tuple[str, ...]:
        """Of a faction: all systems that it was written for, and those that build on one."""
        named: list[str] = self.row["systems"]
        return (*named, *(system for system in self.systems if system not in named))

    def stands_in_for(self, other: Filed) -> bool:
        """Tell whether it takes another's place: editions stand side by side, where versions tell them apart."""
        return self.version == other.version or not (version_key(self.version) and version_key(other.version))


def _bequeathed(source: Filed, heir: str, base: str) -> Filed:
    return source._replace(systems=(*source.systems, heir)) if base in source.systems else source


class Shadow(NamedTuple):
    """A file that hides another of the same kind and id."""

    kind: str
    id: str
    file: Path
    hidden: Path
    systems: tuple[str, ...] = ()
    """Of a faction: the systems for which it does."""
    together: bool = False
    """Whether both lie in one data folder, so that nobody chose which one counts."""

    @property
    def title(self) -> str:
        """What is hidden: the id, and of a faction the games."""
        return f"{self.id} ({', '.join(self.systems)})" if self.systems else self.id

    def finding(self) -> Diagnostic:
        """Say it to the user."""
        params = {"kind": self.kind, "id": self.title, "hidden": str(self.hidden)}
        return Diagnostic("DAT014", self.id, params, place=Place(str(self.file)))


class Shelf:
    """Sources by kind and id; whoever is put on later hides who was there before.

    A faction is known by its games and its version as well: two of one id stand side by side where no system is served
    by both, and where they are editions of one book.
    """

    def __init__(self) -> None:
        self._sources: dict[str, dict[str, tuple[Filed, ...]]] = {}
        self.shadows: list[Shadow] = []

    def put(self, folder: Path, rows: Sequence[Mapping[str, Any]], *, bundled: bool) -> None:
        """Put a folder's files on the shelf."""
        for row in rows:
            kind = row["kind"]
            source = Filed(row, folder / row["path"], bundled, tuple(row["systems"]) if kind == "faction" else ())
            # lists have no ids: each stands for itself
            name = str(source.file) if kind == "list" else row["id"]
            named = self._sources.setdefault(kind, {})
            named[name] = (*self._left(name, named.get(name, ()), source, folder), source)

    def _left(self, name: str, before: Sequence[Filed], source: Filed, folder: Path) -> Iterator[Filed]:
        """Give who stays beside a newcomer: factions of another version, or for systems that it does not serve."""
        for other in before:
            shared = tuple(system for system in other.systems if system in source.systems)
            if other.systems and not (shared and source.stands_in_for(other)):
                yield other
                continue
            if other.file != source.file:
                together = other.file.is_relative_to(folder)
                self.shadows.append(Shadow(source.row["kind"], name, source.file, other.file, shared, together))
            if kept := tuple(system for system in other.systems if system not in shared):
                yield other._replace(systems=kept)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of things that there are."""
        return tuple(self._sources)

    def bequeath(self) -> None:
        """Let a game that builds on another have that game's factions, where it has none of the same id of its own."""
        factions = self._sources.get("faction", {})
        for heir, base in self._heirs():
            for name, sources in factions.items():
                if not any(heir in source.systems for source in sources):
                    factions[name] = tuple(_bequeathed(source, heir, base) for source in sources)

    def _heirs(self) -> Iterator[tuple[str, str]]:
        """Give the games that build on another and do not say that they have factions of their own, bases first."""
        rows = {source.row["id"]: source.row for source in self.all("system")}
        waiting = [row for row in rows.values() if row.get("based_on") in rows and not row.get("own_factions")]
        while waiting:
            unsettled = {row["id"] for row in waiting}
            ready = [row for row in waiting if row["based_on"] not in unsettled]
            yield from ((row["id"], row["based_on"]) for row in ready)
            if not ready:  # a circle, of which the check of the file tells
                return
            waiting = [row for row in waiting if row not in ready]

    def serving(self, system: str) -> Iterator[Filed]:
        """Give the factions that can be played in a system."""
        return (source for source in self.all("faction") if system in source.systems)

    def find(self, kind: str, name: str) -> Filed | None:
        """Find a source by its kind and id; of several factions the one that was there first."""
        return next(iter(self.named(kind, name)), None)

    def named(self, kind: str, name: str) -> tuple[Filed, ...]:
        """Give all sources of a kind and id: of a faction one for each game and edition there is."""
        return self._sources.get(kind, {}).get(name, ())

    def all(self, kind: str) -> Iterator[Filed]:
        """Give all sources of a kind."""
        return (source for named in self._sources.get(kind, {}).values() for source in named)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Give all ids of a kind, sorted."""
        return tuple(sorted(self._sources.get(kind, ())))
