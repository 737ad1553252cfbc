"""The registry of installed data files by kind and id; later folders override earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.diagnostics import Diagnostic, Place


@lru_cache(maxsize=256)
def version_key(version: str) -> tuple[int, ...]:
    """Return the sort key of a version; empty if it has no number."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


class DataFile(NamedTuple):
    """A data file with its index row."""

    row: Mapping[str, Any]
    file: Path
    bundled: bool
    systems: tuple[str, ...] = ()
    """For a faction: its systems that no later file overrides, and those derived from them."""

    @property
    def version(self) -> str:
        """The version of a faction."""
        return str(self.row["version"])

    @property
    def all_systems(self) -> tuple[str, ...]:
        """All systems that a faction was written for, and those derived from them."""
        written_for: list[str] = self.row["systems"]
        return (*written_for, *(system for system in self.systems if system not in written_for))

    def replaces(self, other: DataFile) -> bool:
        """Return whether this file replaces another; different versions exist side by side."""
        return self.version == other.version or not (version_key(self.version) and version_key(other.version))


class Override(NamedTuple):
    """A data file that overrides another of the same kind and id."""

    kind: str
    id: str
    file: Path
    replaced: Path
    systems: tuple[str, ...] = ()
    """For a faction: the systems in which it does."""
    same_folder: bool = False
    """Whether both are in one data folder, so that the order is arbitrary."""

    @property
    def title(self) -> str:
        """The id of what is overridden, with the games of a faction."""
        return f"{self.id} ({', '.join(self.systems)})" if self.systems else self.id

    def build_finding(self) -> Diagnostic:
        """Return the finding about this override."""
        params = {"kind": self.kind, "id": self.title, "hidden": str(self.replaced)}
        return Diagnostic("DAT014", self.id, params, place=Place(str(self.file)))


class DataRegistry:
    """Data files by kind and id; later registrations override earlier ones.

    Factions with the same id exist side by side if they have no system in common or are versions of one book.
    """

    def __init__(self) -> None:
        self._files: dict[str, dict[str, tuple[DataFile, ...]]] = {}
        self.overrides: list[Override] = []

    def add_folder(self, folder: Path, rows: Sequence[Mapping[str, Any]], *, bundled: bool) -> None:
        """Register the files of a folder."""
        for row in rows:
            kind = row["kind"]
            source = DataFile(row, folder / row["path"], bundled, tuple(row["systems"]) if kind == "faction" else ())
            name = str(source.file) if kind == "list" else row["id"]  # lists have no ids
            files = self._files.setdefault(kind, {})
            files[name] = (*self._remaining_files(name, files.get(name, ()), source, folder), source)

    def _remaining_files(
        self, name: str, older: Sequence[DataFile], source: DataFile, folder: Path
    ) -> Iterator[DataFile]:
        """Yield the older files that stay next to a new one: other versions, or factions of other systems."""
        for other in older:
            shared = tuple(system for system in other.systems if system in source.systems)
            if other.systems and not (shared and source.replaces(other)):
                yield other
                continue
            if other.file != source.file:
                together = other.file.is_relative_to(folder)
                self.overrides.append(Override(source.row["kind"], name, source.file, other.file, shared, together))
            if kept := tuple(system for system in other.systems if system not in shared):
                yield other._replace(systems=kept)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of registered files."""
        return tuple(self._files)

    def inherit_factions(self) -> None:
        """Add derived systems to the factions of their base, unless they have a faction with that id."""
        factions = self._files.get("faction", {})
        for derived, base in self._derived_systems():
            for name, sources in factions.items():
                if not any(derived in source.systems for source in sources):
                    factions[name] = tuple(
                        source._replace(systems=(*source.systems, derived)) if base in source.systems else source
                        for source in sources
                    )

    def _derived_systems(self) -> Iterator[tuple[str, str]]:
        """Yield (system, base) for derived systems without factions of their own, bases first."""
        rows = {source.row["id"]: source.row for source in self.files("system")}
        pending = [row for row in rows.values() if row.get("based_on") in rows and not row.get("own_factions")]
        while pending:
            pending_ids = {row["id"] for row in pending}
            ready = [row for row in pending if row["based_on"] not in pending_ids]
            yield from ((row["id"], row["based_on"]) for row in ready)
            if not ready:  # a circle, which the data check reports
                return
            pending = [row for row in pending if row not in ready]

    def factions_for(self, system: str) -> Iterator[DataFile]:
        """Yield the factions that can be played in a system."""
        return (source for source in self.files("faction") if system in source.systems)

    def find(self, kind: str, name: str) -> DataFile | None:
        """Return a file by kind and id; the first if there are several."""
        return next(iter(self.find_all(kind, name)), None)

    def find_all(self, kind: str, name: str) -> tuple[DataFile, ...]:
        """Return all files with a kind and id; a faction may have one for each game and version."""
        return self._files.get(kind, {}).get(name, ())

    def files(self, kind: str) -> Iterator[DataFile]:
        """Yield all files of a kind."""
        return (source for files in self._files.get(kind, {}).values() for source in files)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the sorted ids of a kind."""
        return tuple(sorted(self._files.get(kind, ())))
