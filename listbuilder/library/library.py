"""The Library: all data there is, known from an index, loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from listbuilder.datafiles.document import Document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.i18n import add_folder
from listbuilder.library.cache import Cache
from listbuilder.library.headers import (
    CollectionHeader,
    EventHeader,
    FactionHeader,
    ListHeader,
    SystemHeader,
    collection_header,
    event_header,
    faction_header,
    list_header,
    system_header,
)
from listbuilder.library.index import load_index, scan_folder
from listbuilder.library.loader import Loader
from listbuilder.library.locations import LANGUAGES, bundled_data, cache_folder, cache_secret, is_folder, user_data
from listbuilder.library.registry import Filed, Shadow, Shelf, version_key
from listbuilder.model import ArmyList, Event, Faction, FactionId, Roster, System, split_ref
from listbuilder.model.text import phrase
from listbuilder.rules.roster import build_roster

T = TypeVar("T")


class Library:
    """Systems, factions, events and sample lists.

    The user's files hide bundled ones of the same id, and factions those of the same game and version.
    """

    def __init__(self, shelf: Shelf, cache: Cache, problems: Sequence[Diagnostic] = ()) -> None:
        self._shelf = shelf
        self._loader = Loader(shelf, cache, _check)
        self.cache = cache
        """Where what was worked out from the data may be kept."""
        self._systems: dict[str, System] = {}
        self._factions: dict[Path, Faction] = {}
        self._found: dict[tuple[str, str | None, str | None], Faction] = {}
        self._serving: dict[str, tuple[FactionHeader, ...]] = {}
        self.problems = tuple(problems)
        """What is wrong with the user's files as far as a first look shows."""

    @classmethod
    def open(cls, data_dirs: Sequence[Path | str] = (), *, bundled: bool = True, user: bool = True) -> Library:
        """Open the bundled data, the user's own folder and further folders; the last one wins."""
        cache = Cache(cache_folder(), cache_secret())
        shelf = Shelf()
        problems: list[Diagnostic] = []
        if bundled:
            shelf.put(bundled_data(), load_index(bundled_data()), bundled=True)
        given = tuple(Path(folder) for folder in data_dirs)
        for folder in (*(user_data() if user else ()), *given):
            if is_folder(folder):
                rows, found = scan_folder(folder, cache)
                shelf.put(folder, rows, bundled=False)
                add_folder(folder / LANGUAGES)
                problems += found
            elif folder in given:
                reason = phrase("file.no-folder")
                problems.append(Diagnostic("DAT001", None, {"reason": reason}, place=Place(str(folder))))
        shelf.bequeath()
        return cls(shelf, cache, problems)

    @property
    def shadowed(self) -> tuple[Shadow, ...]:
        """What is hidden by what."""
        return tuple(self._shelf.shadows)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Tell what the user should know about their own files: which cannot be read, which hide others."""
        return (*self.problems, *(shadow.finding() for shadow in self.shadowed))

    @property
    def loader(self) -> Loader:
        """What checks look things up in."""
        return self._loader

    @property
    def fingerprint(self) -> str:
        """What changes when any of the data, or the program, does."""
        return self._loader.fingerprint

    def systems(self) -> tuple[SystemHeader, ...]:
        """List the systems, by id."""
        return self._all_systems

    @cached_property
    def _all_systems(self) -> tuple[SystemHeader, ...]:
        return self._headers("system", system_header, lambda header: header.id)

    def factions(self, system: str | None = None) -> tuple[FactionHeader, ...]:
        """List the factions at hand, of one system or all, by English name.

        Games may have one of the same id each, and of one book there may be several editions, the newest first.
        """
        if system is None:
            return self._all_factions
        if system not in self._serving:
            self._serving[system] = tuple(header for header in self._all_factions if system in header.systems)
        return self._serving[system]

    def newest_factions(self, system: str) -> tuple[FactionHeader, ...]:
        """List the factions of a system that a new list may be built with: of each book the newest edition."""
        newest: dict[FactionId, FactionHeader] = {}
        for header in self.factions(system):
            newest.setdefault(header.id, header)
        return tuple(newest.values())

    @cached_property
    def _all_factions(self) -> tuple[FactionHeader, ...]:
        def build(source: Filed) -> FactionHeader:
            return faction_header(source.row, source.file, bundled=source.bundled, systems=source.systems)

        found = sorted(
            map(build, self._shelf.all("faction")), key=lambda header: version_key(header.version), reverse=True
        )
        return tuple(sorted(found, key=lambda header: (header.name.en, header.systems)))

    def factions_by_key(self, foreign_key: str) -> tuple[FactionHeader, ...]:
        """Give the factions with another program's id: it may have one id for the books of several games."""
        return self._by_key.get(foreign_key, ())

    @cached_property
    def _by_key(self) -> Mapping[str, tuple[FactionHeader, ...]]:
        found: dict[str, tuple[FactionHeader, ...]] = {}
        for header in self._all_factions:
            for key in header.keys:
                found[key] = (*found.get(key, ()), header)
        return found

    def collections(self) -> tuple[CollectionHeader, ...]:
        """List the collections, by id."""
        return self._headers("collection", collection_header, lambda header: header.id)

    def events(self) -> tuple[EventHeader, ...]:
        """List the events, by id."""
        return self._headers("event", event_header, lambda header: header.id)

    def sample_lists(self) -> tuple[ListHeader, ...]:
        """List the sample lists, by system and file."""
        return self._headers("list", list_header, lambda header: f"{header.system} {header.file}")

    def system(self, wanted: str) -> System:
        """Load a system; raise UnknownIdError or UnreadableError."""
        if wanted not in self._systems:
            self._systems[wanted] = self._loader.system(wanted)
        return self._systems[wanted]

    def faction(self, wanted: str, system: str | None = None, version: str | None = None) -> Faction:
        """Load the faction of an id that serves a system, else one of another game; of a version, else the newest.

        Raise UnknownIdError or UnreadableError, and AmbiguousIdError where several games have it and none was named.
        """
        asked = (wanted, system, version)
        if asked not in self._found:
            source = self._loader.faction_source(wanted, system, version)
            if source.file not in self._factions:
                self._factions[source.file] = self._loader.faction(source)
            self._found[asked] = self._factions[source.file]
        return self._found[asked]

    def event(self, wanted: str) -> Event:
        """Load an event by its id; what a list names is never opened as a file."""
        return self._loader.event(wanted)

    def find_event(self, wanted: str | Path) -> Event:
        """Load the event that somebody asks for, by its id or from a file."""
        if self._shelf.find("event", str(wanted)) is None and Path(wanted).suffix:
            return self._loader.event_file(Path(wanted))
        return self.event(str(wanted))

    def has_faction(self, wanted: str) -> bool:
        """Tell whether any game has such a faction, without loading it."""
        return bool(self._shelf.named("faction", wanted))

    def roster(
        self,
        army: ArmyList,
        carried: Iterable[Faction] = (),
        event: Event | None = None,
        more: Iterable[str] = (),
    ) -> Roster:
        """Work a list out with the data it needs and the factions that come with it; what nobody has is left out.

        Of several editions of a book the one counts that the event plays, else the one that the list is pinned to.
        `more` are books to have at hand beside those in use; they need not be sound.
        """
        system = self.system(army.system)
        factions = {faction.id: faction for faction in carried}
        used = {split_ref(ref)[0] for ref in {entry.unit for entry in army.entries}}
        for name in sorted(used.union(map(FactionId, more)) - factions.keys()):
            if self.has_faction(name):
                try:
                    factions[name] = self.faction(name, system.id, self._edition(name, army, event))
                except UnreadableError:
                    if name in used:
                        raise
        return build_roster(army, system, factions, event)

    def _edition(self, name: FactionId, army: ArmyList, event: Event | None) -> str | None:
        """Choose the edition to judge by: the event's where it is at hand, else the list's own."""
        wanted = None if event is None else event.versions.get(name)
        if wanted is not None and any(source.version == wanted for source in self._shelf.named("faction", name)):
            return wanted
        return army.edition(name)

    def _headers(self, kind: str, build: Callable[..., T], order: Callable[[T], str]) -> tuple[T, ...]:
        sources = self._shelf.all(kind)
        return tuple(sorted((build(found.row, found.file, bundled=found.bundled) for found in sources), key=order))


def _check(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Check what a user brought; bundled files need none of it."""
    from listbuilder.datafiles.checks import check_document  # noqa: PLC0415 - start-up is measured

    return check_document(document, kind, loader)
