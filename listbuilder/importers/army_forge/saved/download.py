"""Army Forge's saved lists (`saveVersion` 2 and 3, 2022 to 2026): ids only, so the book must be in the library."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.head import Head, build_army, not_at_hand, parse_head
from listbuilder.importers.army_forge.saved.matching import Matcher
from listbuilder.importers.army_forge.saved.oddities import Oddities
from listbuilder.importers.army_forge.saved.records import Record, key_of, parse_records, text_of
from listbuilder.importers.army_forge.saved.systems import choose_system, find_books, find_systems
from listbuilder.importers.base import Imported, Source, unreadable
from listbuilder.library import FactionHeader, Library
from listbuilder.model import Book, Faction, FactionId
from listbuilder.values import dataclass


class SavedImporter:
    """Reads downloads of saved lists."""

    id = "army-forge-saved"

    def recognises(self, source: Source) -> bool:
        """Tell by the version of the save, or by a list inside whose picks are ids."""
        value = source.value
        return isinstance(value, Mapping) and isinstance(value.get("list"), Mapping) and "units" in value["list"]

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the one list in the file."""
        assert isinstance(source.value, Mapping)
        raw, inner = source.value, source.value["list"]
        assert isinstance(inner, Mapping)
        if not isinstance(inner["units"], list):
            raise unreadable("import.no-list", source.name)
        oddities = Oddities()
        head = parse_head({**raw, **inner, "listPoints": raw.get("listPoints", inner.get("listPoints"))}, oddities)
        own_book = key_of(raw.get("armyId"))
        records = parse_records(inner["units"], own_book, _pick_ids, oddities)
        return [_imported(head, records, _Books.named_in(raw), library, oddities)]


def _pick_ids(pick: Mapping[str, object]) -> tuple[str, str]:
    return key_of(pick.get("upgradeId")), key_of(pick.get("optionId"))


@dataclass(frozen=True, slots=True)
class _Books:
    """What a save says about its books: the name of the first, and the versions it was made with, by foreign id."""

    names: Mapping[str, str]
    versions: Mapping[str, str]

    @staticmethod
    def named_in(raw: Mapping[str, object]) -> _Books:
        found = raw.get("armyVersions")
        pairs = [pair for pair in found[:100] if isinstance(pair, Mapping)] if isinstance(found, list) else []
        key, name = key_of(raw.get("armyId")), text_of(raw.get("armyName"))
        versions = {key_of(pair.get("armyId")): text_of(pair.get("version")) for pair in pairs}
        return _Books({key: name} if key and name else {}, versions)


def _imported(head: Head, records: list[Record], named: _Books, library: Library, oddities: Oddities) -> Imported:
    names, versions = named.names, named.versions
    findings: list[Diagnostic] = []
    systems = find_systems(library, head.game)
    headers: dict[str, FactionHeader] = {}
    factions: dict[str, Faction] = {}
    for key in dict.fromkeys(record.book for record in records):
        books = find_books(library, key, systems)
        same = [book for book in books if book.version == versions.get(key)]
        if not books:
            what = f"{names[key]} ({key})" if key in names else key
            findings.append(not_at_hand(what, "where.library"))
            continue
        headers[key] = (same or books)[0]
        try:
            factions[key] = library.faction(headers[key].id, headers[key].systems[0], headers[key].version)
        except UnreadableError as error:
            findings += error.diagnostics
    entries = Matcher(factions, names, oddities).entries(records)
    system = choose_system(systems, list(headers.values()))
    pins = {FactionId(header.id): Book(versions[key]) for key, header in headers.items() if versions.get(key)}
    army = build_army(head, system, entries, pins, library=library, findings=findings)
    report = build_report([*findings, *oddities.findings])
    return Imported(army=army, report=report, stated_points=head.points)
