"""Army Forge's saved lists (`saveVersion` 2 and 3, 2022 to 2026): ids only, so the book must be in the library."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.diagnostics import Diagnostic, Severity, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.head import Head, build_army, parse_head
from listbuilder.importers.army_forge.saved.matching import Matcher
from listbuilder.importers.army_forge.saved.records import Record, parse_records, text_of
from listbuilder.importers.army_forge.saved.systems import choose_system, find_books, find_systems
from listbuilder.importers.base import Imported, Source, unreadable
from listbuilder.library import FactionHeader, Library
from listbuilder.library.phrases import phrase
from listbuilder.model import Book, Faction, FactionId


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
        head = parse_head({**raw, **inner, "listPoints": raw.get("listPoints", inner.get("listPoints"))})
        records = parse_records(inner["units"], text_of(raw.get("armyId")), _pick_ids)
        return [_imported(head, records, _versions(raw), text_of(raw.get("armyName")), library)]


def _pick_ids(pick: Mapping[str, object]) -> tuple[str, str]:
    return text_of(pick.get("upgradeId")), text_of(pick.get("optionId"))


def _versions(raw: Mapping[str, object]) -> dict[str, str]:
    """Give the versions of the books that a save was made with."""
    found = raw.get("armyVersions")
    pairs = [pair for pair in found[:100] if isinstance(pair, Mapping)] if isinstance(found, list) else []
    return {text_of(pair.get("armyId")): text_of(pair.get("version")) for pair in pairs}


def _imported(head: Head, records: list[Record], versions: Mapping[str, str], name: str, library: Library) -> Imported:
    findings: list[Diagnostic] = []
    systems = find_systems(library, head.game)
    headers: dict[str, FactionHeader] = {}
    factions: dict[str, Faction] = {}
    for key in dict.fromkeys(record.book for record in records):
        books = find_books(library, key, systems)
        same = [book for book in books if book.version == versions.get(key)]
        if not books:
            # the file names one book only, the first
            what = f"{name} ({key})" if name and key == records[0].book else key
            findings.append(_missing(what, "where.library"))
            continue
        headers[key] = (same or books)[0]
        try:
            factions[key] = library.faction(headers[key].id, headers[key].systems[0])
        except UnreadableError as error:
            findings += error.diagnostics
    matcher = Matcher(factions)
    entries = matcher.entries(records)
    system = choose_system(systems, list(headers.values()))
    if system is None:
        findings.append(_missing(head.game, "where.systems"))
    pins = {FactionId(header.id): Book(versions[key]) for key, header in headers.items() if versions.get(key)}
    army = build_army(head, system, entries, pins)
    report = build_report([*findings, *matcher.findings])
    return Imported(army=army, report=report, source_format=SavedImporter.id, stated_points=head.points)


def _missing(what: str, where: str) -> Diagnostic:
    """Say that a book or a game is not at hand."""
    params = {"what": what, "where": phrase(where), "suggestion": ""}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)
