"""The Library: all installed data, known from an index and loaded when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path

from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.i18n import add_catalogue_folder
from listbuilder.library.cache import Cache
from listbuilder.library.index import (
    CollectionHeader,
    DataRegistry,
    EventHeader,
    FactionHeader,
    Header,
    ListHeader,
    SystemHeader,
    build_header,
    load_index,
    scan_folder,
    version_key,
)
from listbuilder.library.loader import Loader
from listbuilder.library.locations import (
    LANGUAGE_FOLDER,
    bundled_data_folder,
    cache_folder,
    cache_secret_file,
    is_folder,
    user_data_folders,
)
from listbuilder.model import ArmyList, Event, Faction, FactionId, Roster, System, split_unit_ref
from listbuilder.model.text import build_catalogue_text
from listbuilder.rules.roster_builder import build_roster


class Library:
    """Systems, factions, events and sample lists.

    The user's files override bundled ones with the same id; factions also need the same game and version.
    """

    def __init__(self, registry: DataRegistry, cache: Cache, problems: Sequence[Diagnostic] = ()) -> None:
        self._registry = registry
        self.loader = Loader(registry, cache, _check)
        """The loader, which data checks use for lookups."""
        self.cache = cache
        """Cache for values that are computed from the data."""
        self._systems: dict[str, System] = {}
        self._factions: dict[Path, Faction] = {}
        self.shadowed = tuple(registry.overrides)
        """Files that override others."""
        self.problems = tuple(problems)
        """Findings about the user's files that were made while indexing them."""

    @classmethod
    def open(cls, data_dirs: Sequence[Path | str] = (), *, bundled: bool = True, user: bool = True) -> Library:
        """Open the bundled data, the user's data folder and `data_dirs`; later folders override earlier ones."""
        cache = Cache(cache_folder(), cache_secret_file())
        registry = DataRegistry()
        problems: list[Diagnostic] = []
        if bundled:
            registry.add_folder(bundled_data_folder(), load_index(bundled_data_folder()), bundled=True)
        further = tuple(Path(folder) for folder in data_dirs)
        for folder in (*(user_data_folders() if user else ()), *further):
            if is_folder(folder):
                rows, findings = scan_folder(folder, cache)
                registry.add_folder(folder, rows, bundled=False)
                add_catalogue_folder(folder / LANGUAGE_FOLDER)
                problems += findings
            elif folder in further:
                reason = build_catalogue_text("file.no-folder")
                problems.append(Diagnostic("DAT001", None, {"reason": reason}, place=Place(str(folder))))
        registry.inherit_factions()
        return cls(registry, cache, problems)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return findings about the user's files: unreadable ones and overrides."""
        return (*self.problems, *(shadow.build_finding() for shadow in self.shadowed))

    @property
    def fingerprint(self) -> str:
        """A hash that changes when any data file or the program changes."""
        return self.loader.fingerprint

    def systems(self) -> tuple[SystemHeader, ...]:
        """List the systems, by id."""
        return self._all_systems

    @cached_property
    def _all_systems(self) -> tuple[SystemHeader, ...]:
        return self._headers("system", SystemHeader, lambda header: header.id)

    def factions(self, system: str | None = None) -> tuple[FactionHeader, ...]:
        """List the installed factions of one system or all, by English name.

        Games can have factions with the same id. Several versions of a book are listed with the newest first.
        """
        if system is None:
            return self._all_factions
        return tuple(header for header in self._all_factions if system in header.systems)

    def newest_factions(self, system: str) -> tuple[FactionHeader, ...]:
        """List the factions of a system for a new list: the newest version of each book."""
        newest: dict[FactionId, FactionHeader] = {}
        for header in self.factions(system):
            newest.setdefault(header.id, header)
        return tuple(newest.values())

    @cached_property
    def _all_factions(self) -> tuple[FactionHeader, ...]:
        headers = [build_header(FactionHeader, source) for source in self._registry.files("faction")]
        headers.sort(key=lambda header: version_key(header.version), reverse=True)
        return tuple(sorted(headers, key=lambda header: (header.name.en, header.systems)))

    def factions_by_key(self, foreign_key: str) -> tuple[FactionHeader, ...]:
        """Return the factions with an id of another program, which may use one id for several games."""
        return tuple(header for header in self._all_factions if foreign_key in header.keys)

    def collections(self) -> tuple[CollectionHeader, ...]:
        """List the collections, by id."""
        return self._headers("collection", CollectionHeader, lambda header: header.id)

    def events(self) -> tuple[EventHeader, ...]:
        """List the events, by id."""
        return self._headers("event", EventHeader, lambda header: header.id)

    def sample_lists(self) -> tuple[ListHeader, ...]:
        """List the sample lists, by system and file."""
        return self._headers("list", ListHeader, lambda header: f"{header.system} {header.file}")

    def system(self, system_id: str) -> System:
        """Load a system; raise UnknownIdError or UnreadableError."""
        if system_id not in self._systems:
            self._systems[system_id] = self.loader.load_system(system_id)
        return self._systems[system_id]

    def faction(self, faction_id: str, system: str | None = None, version: str | None = None) -> Faction:
        """Load a faction, preferably of the given system and version, otherwise the newest.

        Raises UnknownIdError or UnreadableError. Raises AmbiguousIdError if several games have the id and no system is
        given.
        """
        source = self.loader.find_faction(faction_id, system, version)
        if source.file not in self._factions:
            self._factions[source.file] = self.loader.load_faction(source)
        return self._factions[source.file]

    def event(self, event_id: str) -> Event:
        """Load an event by its id only; an id in a list is never opened as a file."""
        return self.loader.load_event(event_id)

    def find_event(self, id_or_path: str | Path) -> Event:
        """Load an event by its id or from a file."""
        if self._registry.find("event", str(id_or_path)) is None and Path(id_or_path).suffix:
            return self.loader.load_event_file(Path(id_or_path))
        return self.event(str(id_or_path))

    def has_faction(self, faction_id: str) -> bool:
        """Return whether any game has such a faction, without loading it."""
        return bool(self._registry.find_all("faction", faction_id))

    def roster(
        self, army: ArmyList, carried: Iterable[Faction] = (), event: Event | None = None, more: Iterable[str] = ()
    ) -> Roster:
        """Build the roster of a list from the installed data and the factions that came with it.

        The version of a book is the event's if it is installed, otherwise the one that the list is pinned to. `more`
        are ids of books to load as well; broken ones among them are ignored. Missing books are left out.
        """
        system = self.system(army.system)
        factions = {faction.id: faction for faction in carried}
        used = {split_unit_ref(ref)[0] for ref in {entry.unit for entry in army.entries}}
        for name in sorted(used.union(map(FactionId, more)) - factions.keys()):
            if self.has_faction(name):
                version = None if event is None else event.versions.get(name)
                if version not in [source.version for source in self._registry.find_all("faction", name)]:
                    version = army.pinned_version(name)
                try:
                    factions[name] = self.faction(name, system.id, version)
                except UnreadableError:
                    if name in used:
                        raise
        return build_roster(army, system, factions, event)

    def _headers(self, kind: str, header: type[Header], order: Callable[[Header], str]) -> tuple[Header, ...]:
        return tuple(sorted((build_header(header, source) for source in self._registry.files(kind)), key=order))


def _check(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Check a file of the user; bundled files are not checked."""
    from listbuilder.datafiles.checks import check_document  # noqa: PLC0415 - the checks import this package

    return check_document(document, kind, loader)
