"""Load data files into model values, through the cache; files of the user are checked, bundled ones trusted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from listbuilder import __version__
from listbuilder.datafiles.reader import Document, load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place, Severity
from listbuilder.errors import AmbiguousIdError, UnknownIdError, UnreadableError
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.library.build_system import build_event, build_system, merge_raw
from listbuilder.library.cache import Cache, cache_key, content_hash, program_fingerprint
from listbuilder.library.glossary import Glossary
from listbuilder.library.index import DataFile, DataRegistry, version_key
from listbuilder.library.rule_wordings import WordingIndex
from listbuilder.model import Event, Faction, System

_COMPILER_VERSION = f"{__version__} 11"
"""The number is increased whenever the compiled form changes, so that older cache files are ignored."""
_FACTION_PARTS = ("units", "packages", "rules")
_SYSTEM_PARTS = ("rules", "reference")


CheckDocument: TypeAlias = "Callable[[Document, str, Loader], list[Diagnostic]]"
"""Returns the findings about a document of a kind.

Passed to the loader, because the checks themselves import it.
"""


class Loader:
    """Loader for the files of a registry; data checks use it for lookups."""

    def __init__(self, registry: DataRegistry, cache: Cache, check: CheckDocument) -> None:
        self.registry = registry
        self._cache = cache
        self._check = check
        self._merged: dict[str, Mapping[str, Any]] = {}
        self._digests: dict[Path, str] = {}
        self._being_checked: set[str] = set()
        """Files whose check is running; a system and its factions look each other up."""

    def load_system(self, system_id: str) -> System:
        """Load a system, merged with those it is based on."""
        return build_system(self._merge(system_id), self._digest(self._find_source("system", system_id)))

    def find_faction(self, faction_id: str, system: str | None = None, version: str | None = None) -> DataFile:
        """Return the file of a faction, preferably of the given system and version, otherwise the newest.

        Raises AmbiguousIdError if no system is given and no system is common to all factions with this id.
        """
        sources = self.registry.find_all("faction", faction_id)
        if len(sources) < 2:  # noqa: PLR2004 - the usual case
            return self._find_source("faction", faction_id)
        if system is None and not set.intersection(*(set(source.systems) for source in sources)):
            raise AmbiguousIdError(faction_id, sorted({served for source in sources for served in source.systems}))
        serving = [source for source in sources if system in source.systems] or sources
        same = [source for source in serving if source.version == version]
        return max(same or serving, key=lambda source: version_key(source.version))

    def load_faction(self, source: DataFile) -> Faction:
        """Load a faction, from the cache if this content was compiled before."""
        raw = load_bytes(source.file)
        digest = content_hash(raw)
        kinds = ("spelltexts", "collection", "system")
        texts = [self._digest(text) for kind in kinds for text in self._text_files(kind)]
        systems = [self._system_key(system) for system in source.all_systems if self.registry.find("system", system)]
        key = cache_key([f"faction {_COMPILER_VERSION}", str(source.bundled), digest, *texts, "systems", *systems])
        name = f"{source.row['id']}+{source.row['systems'][0]}"
        compiled = self._cache.load("faction", name, key)
        if compiled is None:
            value = {**self._read(source, raw), "systems": list(source.all_systems)}
            compiled = compile_faction(value, self.build_glossary(value), self.load_spell_texts())
            if str(source.file) not in self._being_checked:
                self._cache.save("faction", name, key, compiled, _FACTION_PARTS)
        return build_faction(compiled, digest)

    def load_event(self, event_id: str) -> Event:
        """Load an event by its id."""
        source = self._find_source("event", event_id)
        return build_event(self._read(source, load_bytes(source.file)))

    def load_event_file(self, path: Path) -> Event:
        """Load an event from any file; it is checked unless the same file passed with the same data before."""
        raw = load_bytes(path)
        key = cache_key(["event", content_hash(raw), self.fingerprint])
        value: Mapping[str, Any] | None = self._cache.load("event", "sound", key)
        if value is None:
            value = self._read(DataFile({"kind": "event"}, path, bundled=False), raw)
            self._cache.save("event", "sound", key, value)
        return build_event(value)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all data files and the program."""
        parts = [program_fingerprint()]
        for file in sorted({source.file for kind in self.registry.kinds for source in self.registry.files(kind)}):
            try:
                parts.append(f"{file} {content_hash(load_bytes(file))}")
            except UnreadableError:
                parts.append(f"{file} ")
        return cache_key(parts)

    def unit_ids(self, faction: str, systems: Collection[str]) -> tuple[str, ...]:
        """Return the ids of a faction's units in some games, or in all; empty if it is unknown."""
        ids: dict[str, None] = {}
        for source in self.registry.find_all("faction", faction):
            if not systems or any(system in systems for system in source.systems):
                with suppress(UnreadableError):
                    ids |= dict.fromkeys(self.load_faction(source).units)
        return tuple(ids)

    def merged_system(self, system_id: str) -> Mapping[str, Any] | None:
        """Return the raw data of a system, merged with its bases; None if it is unknown or broken."""
        try:
            return self._merge(system_id)
        except (UnknownIdError, UnreadableError):
            return None

    def load_collection(self, collection_id: str | None) -> Mapping[str, Any]:
        """Return the raw glossary of a collection; empty if it is unknown."""
        source = None if collection_id is None else self.registry.find("collection", collection_id)
        return {} if source is None else self._read(source, load_bytes(source.file))

    def load_spell_texts(self) -> Mapping[str, Any]:
        """Return the sentences and phrases for spell texts; those of the user override bundled ones."""
        texts: dict[str, Any] = {}
        for source in self._text_files("spelltexts"):
            texts = merge_raw(texts, self._read(source, load_bytes(source.file)))
        return texts

    def build_glossary(self, faction: Mapping[str, Any]) -> Glossary:
        """Return the glossary for a raw faction."""
        systems = [self.merged_system(system) or {} for system in faction["systems"]]
        shared = self.load_collection(faction.get("collection"))
        book_wordings = faction.get("wordings", {})
        return Glossary(
            faction.get("rules", {}),
            [system.get("rules", {}) for system in systems],
            shared.get("rules", {}),
            shared.get("patterns", ()),
            book_wordings,
            *([self.wordings] if book_wordings else []),
        )

    @cached_property
    def wordings(self) -> WordingIndex:
        """The texts of all readable collections and systems, by the wordings they were written for."""
        raw: list[Mapping[str, Any]] = []
        for name in self.registry.ids("collection"):
            with suppress(UnreadableError):
                raw.append(self.load_collection(name))
        raw += [self.merged_system(name) or {} for name in self.registry.ids("system")]
        return WordingIndex((source.get("rules", {}), source.get("patterns", ())) for source in raw)

    def bundled_rule_ids(self) -> set[str]:
        """Return the ids of the rules in bundled collections; texts of any collection may mention them."""
        trusted = [source for source in self.registry.files("collection") if source.bundled]
        return {rule for source in trusted for rule in self._read(source, load_bytes(source.file))["rules"]}

    def _find_source(self, kind: str, source_id: str) -> DataFile:
        source = self.registry.find(kind, source_id)
        if source is None:
            raise UnknownIdError(kind, source_id, self.registry.ids(kind))
        return source

    def _read(self, source: DataFile, raw: bytes) -> Mapping[str, Any]:
        """Read a file; one of the user is checked first, unless its check is running."""
        document = read_document(raw, str(source.file))
        if not source.bundled and document.name not in self._being_checked:
            self._being_checked.add(document.name)
            try:
                findings = self._check(document, source.row["kind"], self)
            finally:
                self._being_checked.discard(document.name)
            if errors := [finding for finding in findings if finding.severity is Severity.ERROR]:
                raise UnreadableError(errors)
        assert isinstance(document.value, dict)
        return document.value

    def _text_files(self, kind: str) -> list[DataFile]:
        """Return the files of a kind, bundled ones first."""
        return sorted(self.registry.files(kind), key=lambda source: (not source.bundled, str(source.row["id"])))

    def _system_key(self, system_id: str) -> str:
        """Return a key for everything that a merged system depends on."""
        chain = self._system_chain(system_id)
        trusted = all(source.bundled for source in chain)
        return cache_key([f"system {_COMPILER_VERSION}", str(trusted), *(self._digest(source) for source in chain)])

    def _digest(self, source: DataFile) -> str:
        if source.file not in self._digests:
            self._digests[source.file] = content_hash(load_bytes(source.file))
        return self._digests[source.file]

    def _merge(self, system_id: str) -> Mapping[str, Any]:
        """Return the raw data of a system, merged with its bases."""
        if system_id not in self._merged:
            key = self._system_key(system_id)
            merged = self._cache.load("system", system_id, key)
            if merged is None:
                merged = {}
                for source in reversed(self._system_chain(system_id)):
                    merged.pop("keys", None)  # derived systems don't inherit foreign ids
                    merged = merge_raw(merged, self._read(source, load_bytes(source.file)))
                if not self._being_checked.isdisjoint(str(source.file) for source in self._system_chain(system_id)):
                    return merged  # not cached, because the check may still fail
                self._cache.save("system", system_id, key, merged, _SYSTEM_PARTS)
            self._merged[system_id] = merged
        return self._merged[system_id]

    def _system_chain(self, system_id: str) -> list[DataFile]:
        """Return the file of a system and of those it is based on, itself first."""
        chain = [self._find_source("system", system_id)]
        names = [system_id]
        while (base := chain[-1].row.get("based_on")) is not None:
            file = str(chain[-1].file)
            if base in names:
                circle = (*names, base)
                raise UnreadableError([Diagnostic("REF014", "based_on", {"circle": circle}, place=Place(file))])
            source = self.registry.find("system", base)
            if source is None:
                params = {"system": base, "suggestion": "", "known": self.registry.ids("system")}
                raise UnreadableError([Diagnostic("REF008", "based_on", params, place=Place(file))])
            chain.append(source)
            names.append(base)
        return chain
