"""Import saved lists of Army Forge (`saveVersion` 2 and 3). They hold only ids, so the book must be installed."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.fields import (
    FindingCollector,
    StatedBooks,
    UpgradeIds,
    build_army_list,
    parse_header,
    parse_id,
    parse_records,
)
from listbuilder.importers.army_forge.saved.id_matching import IdMatcher
from listbuilder.importers.importer import (
    ImportedList,
    SourceFile,
    choose_system,
    find_books,
    find_systems,
    not_installed_finding,
    unreadable_error,
)
from listbuilder.library import FactionHeader, Library
from listbuilder.model import Faction
from listbuilder.model.text import build_catalogue_text

_MAX_SAVE_VERSION = 3
"""The latest `saveVersion` whose meaning is known."""


class SavedListImporter:
    """Reads downloads of saved lists."""

    id = "army-forge-saved"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the file holds a `list` with units."""
        value = source.json_value
        return isinstance(value, dict) and isinstance(value.get("list"), dict) and "units" in value["list"]

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the list in the file."""
        assert isinstance(source.json_value, dict)
        raw, inner = source.json_value, source.json_value["list"]
        if not isinstance(inner["units"], list):
            raise unreadable_error("import.no-list", source.name)
        collector = FindingCollector()
        # Army Forge may read such files differently
        version, games = raw.get("saveVersion"), (raw.get("gameSystem"), inner.get("gameSystem"))
        if isinstance(version, int) and version > _MAX_SAVE_VERSION:
            collector.add_doubtful(build_catalogue_text("import-note.whole-list"), "save-version", version)
        if games[0] != games[1] and None not in games:
            collector.add_doubtful(build_catalogue_text("import-note.whole-list"), "two-games", games[0])
        head = parse_header({**raw, **inner, "listPoints": raw.get("listPoints", inner.get("listPoints"))}, collector)
        own_book, stated = parse_id(raw.get("armyId")), StatedBooks.from_list(raw)
        records = parse_records(inner["units"], own_book, _read_upgrade_ids, collector)
        findings: list[Diagnostic] = []
        systems = find_systems(library, head.game)
        headers: list[FactionHeader] = []
        factions: dict[str, Faction] = {}
        keys = dict.fromkeys([record.book for record in records])
        for key in keys:
            books = find_books(library, key, systems)
            if books:
                header = next((book for book in books if book.version == stated.versions.get(key)), books[0])
                headers.append(header)
                try:
                    factions[key] = library.faction(header.id, header.systems[0], header.version)
                except UnreadableError as error:
                    findings += error.diagnostics
            elif systems:  # an unknown system is reported once, not for each book
                where = build_catalogue_text("where.library")
                findings.append(not_installed_finding(stated.unknown_book(key), where))
        ids = {key: factions[key].id if key in factions else stated.missing_book_id(key, library) for key in keys}
        entries = IdMatcher(factions, ids, collector).build_entries(records)
        system, pins = choose_system(systems, headers), stated.pins(ids, factions)
        army = build_army_list(head, system, entries, pins, library=library, findings=findings)
        report = build_report([*findings, *collector.findings])
        fields = head.unstated_fields
        return [ImportedList(army=army, report=report, stated_points=head.points, unstated_fields=fields)]


def _read_upgrade_ids(upgrade: Mapping[str, object]) -> UpgradeIds:
    return parse_id(upgrade.get("upgradeId")), parse_id(upgrade.get("optionId"))
