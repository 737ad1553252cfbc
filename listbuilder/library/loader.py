"""From a file on the shelf to a value of the model, through the cache. User files are checked, bundled ones trusted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from listbuilder import __version__
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place, Severity
from listbuilder.errors import AmbiguousIdError, UnknownIdError, UnreadableError
from listbuilder.library.build_event import build_event
from listbuilder.library.build_faction import build_faction
from listbuilder.library.build_system import build_system, merge_raw
from listbuilder.library.cache import Cache, cache_key, content_hash, program_stamp
from listbuilder.library.registry import Filed, Shelf, version_key
from listbuilder.library.rule_wordings import Wordings
from listbuilder.model import Event, Faction, System

if TYPE_CHECKING:
    from listbuilder.library.glossary import Glossary
    from listbuilder.library.rule_wordings import Wordings

FORMAT = 11
"""Counted up whenever the compiled form changes: what an older version kept is then no longer found."""
_MAKER = f"{__version__} {FORMAT}"
_FACTION_PARTS = ("units", "packages", "rules")
_SYSTEM_PARTS = ("rules", "reference")


CheckDocument: TypeAlias = "Callable[[Document, str, Loader], list[Diagnostic]]"
"""What says what is wrong with a document of a kind; it looks things up in the loader, so the loader is given it."""


class Loader:
    """Loads what is on a shelf; also what checks look things up in."""

    def __init__(self, shelf: Shelf, cache: Cache, check: CheckDocument) -> None:
        self.shelf = shelf
        self._cache = cache
        self._check = check
        self._merged: dict[str, Mapping[str, Any]] = {}
        self._digests: dict[Path, str] = {}
        self._being_checked: set[str] = set()
        """Files whose check is under way: a system and its factions look each other up, and one must come first."""

    def system(self, wanted: str) -> System:
        """Load a system with those it is based on."""
        return build_system(self._merge(wanted), self._digest(self._source("system", wanted)))

    def faction_source(self, wanted: str, system: str | None = None, version: str | None = None) -> Filed:
        """Find the faction of an id that serves a system, else one of another game: of that version, else the newest.

        Without a system there must be one that all of that id serve; raise AmbiguousIdError where games differ.
        """
        sources = self.shelf.named("faction", wanted)
        if len(sources) < 2:  # noqa: PLR2004 - nearly always
            return self._source("faction", wanted)
        if system is None and not set.intersection(*(set(source.systems) for source in sources)):
            raise AmbiguousIdError(wanted, sorted({served for source in sources for served in source.systems}))
        serving = [source for source in sources if system in source.systems] or sources
        same = [source for source in serving if source.version == version]
        return max(same or serving, key=lambda source: version_key(source.version))

    def faction(self, source: Filed) -> Faction:
        """Load a faction; compiled where this content was compiled before."""
        raw = load_bytes(source.file)
        digest = content_hash(raw)
        key = self._faction_key(source, digest)
        name = f"{source.row['id']}+{source.row['systems'][0]}"
        compiled = self._cache.load("faction", name, key)
        if compiled is None:
            from listbuilder.library.compile_faction import compile_faction  # noqa: PLC0415 - a warm start needs none of it

            value = {**self._value(source, raw), "systems": list(source.played_in)}
            compiled = compile_faction(value, self.glossary(value), self.spell_texts())
            if str(source.file) not in self._being_checked:
                self._cache.save("faction", name, key, compiled, _FACTION_PARTS)
        return build_faction(compiled, digest)

    def event(self, wanted: str) -> Event:
        """Load an event."""
        source = self._source("event", wanted)
        return self._event(source, load_bytes(source.file))

    def event_file(self, path: Path) -> Event:
        """Load an event from any file; it is checked, unless the same one was found sound by the same data before."""
        raw = load_bytes(path)
        key = cache_key(["event", content_hash(raw), self.fingerprint])
        value: Mapping[str, Any] | None = self._cache.load("event", "sound", key)
        if value is None:
            value = self._value(Filed({"kind": "event"}, path, bundled=False), raw)
            self._cache.save("event", "sound", key, value)
        return build_event(value)

    @cached_property
    def fingerprint(self) -> str:
        """Name all data there is, by content, and the program: what was worked out holds as long as they stay."""
        sources = sorted({source.file for kind in self.shelf.kinds for source in self.shelf.all(kind)})
        return cache_key([program_stamp(), *(f"{file} {self._content(file)}" for file in sources)])

    def _content(self, file: Path) -> str:
        try:
            return content_hash(load_bytes(file))
        except UnreadableError:
            return ""

    def _event(self, source: Filed, raw: bytes) -> Event:
        return build_event(self._value(source, raw))

    def unit_ids(self, faction: str, systems: Collection[str]) -> tuple[str, ...]:
        """Give the ids of a faction's units in some games, or in all; none where there is no such faction."""
        sources = [
            source
            for source in self.shelf.named("faction", faction)
            if not systems or any(system in systems for system in source.systems)
        ]
        return tuple(dict.fromkeys(unit for source in sources for unit in self._units(source)))

    def _units(self, source: Filed) -> Iterable[str]:
        try:
            return self.faction(source).units
        except UnreadableError:
            return ()

    def merged_system(self, wanted: str) -> Mapping[str, Any] | None:
        """Give a system's raw data with those it is based on merged in; None where there is none or it is broken."""
        try:
            return self._merge(wanted)
        except (UnknownIdError, UnreadableError):
            return None

    def collection(self, wanted: str | None) -> Mapping[str, Any]:
        """Give a collection's raw glossary, empty where there is none."""
        return self._optional("collection", wanted)

    def spell_texts(self) -> Mapping[str, Any]:
        """Give the sentences and phrases that spells are put together from, the user's before ours."""
        texts: dict[str, Any] = {}
        for source in self._texts("spelltexts"):
            texts = merge_raw(texts, self._value(source, load_bytes(source.file)))
        return texts

    def glossary(self, faction: Mapping[str, Any]) -> Glossary:
        """Give the glossary that a raw faction's rules are looked up in."""
        from listbuilder.library.glossary import Glossary  # noqa: PLC0415 - a warm start needs none of it

        systems = [self.merged_system(system) or {} for system in faction["systems"]]
        shared = self.collection(faction.get("collection"))
        said = faction.get("wordings", {})
        return Glossary(
            faction.get("rules", {}),
            [system.get("rules", {}) for system in systems],
            shared.get("rules", {}),
            shared.get("patterns", ()),
            said,
            *([self.wordings] if said else []),
        )

    @cached_property
    def wordings(self) -> Wordings:
        """All texts of all collections and systems, by the wordings they were written for; broken files have none."""
        raw = [self._sound("collection", name) for name in sorted(self.shelf.ids("collection"))]
        raw += [self.merged_system(name) or {} for name in sorted(self.shelf.ids("system"))]
        return Wordings((found.get("rules", {}), found.get("patterns", ())) for found in raw)

    def bundled_rules(self) -> set[str]:
        """Give the ids of the rules in the collections that ship; texts of any collection may lean on them."""
        trusted = [source for source in self.shelf.all("collection") if source.bundled]
        return {rule for source in trusted for rule in self._value(source, load_bytes(source.file))["rules"]}

    def _sound(self, kind: str, wanted: str) -> Mapping[str, Any]:
        try:
            return self._optional(kind, wanted)
        except UnreadableError:
            return {}

    def _source(self, kind: str, wanted: str) -> Filed:
        source = self.shelf.find(kind, wanted)
        if source is None:
            raise UnknownIdError(kind, wanted, self.shelf.ids(kind))
        return source

    def _value(self, source: Filed, raw: bytes) -> Mapping[str, Any]:
        """Read a file; what the user brought is checked first, or is just being checked."""
        document = read_document(raw, str(source.file))
        if not source.bundled and document.name not in self._being_checked:
            self._refuse_errors(document, source.row["kind"])
        assert isinstance(document.value, dict)
        return document.value

    def _refuse_errors(self, document: Document, kind: str) -> None:
        self._being_checked.add(document.name)
        try:
            errors = [found for found in self._check(document, kind, self) if found.severity is Severity.ERROR]
        finally:
            self._being_checked.discard(document.name)
        if errors:
            raise UnreadableError(errors)

    def _optional(self, kind: str, wanted: str | None) -> Mapping[str, Any]:
        source = None if wanted is None else self.shelf.find(kind, wanted)
        return {} if source is None else self._value(source, load_bytes(source.file))

    def _faction_key(self, source: Filed, digest: str) -> str:
        """Name everything that a compiled faction depends on, by content."""
        texts = [self._digest(found) for kind in ("spelltexts", "collection", "system") for found in self._texts(kind)]
        systems = [self._system_key(system) for system in source.played_in if self.shelf.find("system", system)]
        return cache_key([f"faction {_MAKER}", str(source.bundled), digest, *texts, "systems", *systems])

    def _texts(self, kind: str) -> list[Filed]:
        """Give the files of a kind of texts, the bundled ones first."""
        return sorted(self.shelf.all(kind), key=lambda source: (not source.bundled, str(source.row["id"])))

    def _system_key(self, wanted: str) -> str:
        """Name everything that a merged system depends on, by content."""
        chain = self._chain(wanted)
        trusted = all(source.bundled for source in chain)
        return cache_key([f"system {_MAKER}", str(trusted), *(self._digest(source) for source in chain)])

    def _digest(self, source: Filed) -> str:
        """Hash a file that others build on, once."""
        if source.file not in self._digests:
            self._digests[source.file] = content_hash(load_bytes(source.file))
        return self._digests[source.file]

    def _merge(self, wanted: str) -> Mapping[str, Any]:
        """Give a system's raw data with those it is based on merged in."""
        if wanted not in self._merged:
            key = self._system_key(wanted)
            merged = self._cache.load("system", wanted, key)
            if merged is None:
                merged = {}
                for source in reversed(self._chain(wanted)):
                    merged.pop("keys", None)  # who builds on a game is not that game to another program
                    merged = merge_raw(merged, self._value(source, load_bytes(source.file)))
                if not self._being_checked.isdisjoint(str(source.file) for source in self._chain(wanted)):
                    return merged  # it may still be refused
                self._cache.save("system", wanted, key, merged, _SYSTEM_PARTS)
            self._merged[wanted] = merged
        return self._merged[wanted]

    def _chain(self, wanted: str) -> list[Filed]:
        """Give a system's source and those it is based on, itself first."""
        chain = [self._source("system", wanted)]
        names = [wanted]
        while (base := chain[-1].row.get("based_on")) is not None:
            file = str(chain[-1].file)
            if base in names:
                circle = (*names, base)
                raise UnreadableError([Diagnostic("REF014", "based_on", {"circle": circle}, place=Place(file))])
            source = self.shelf.find("system", base)
            if source is None:
                params = {"system": base, "suggestion": "", "known": self.shelf.ids("system")}
                raise UnreadableError([Diagnostic("REF008", "based_on", params, place=Place(file))])
            chain.append(source)
            names.append(base)
        return chain
