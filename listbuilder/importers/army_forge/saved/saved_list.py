"""Import saved lists of Army Forge (`saveVersion` 2 and 3). They hold only ids, so the book must be installed."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.books import NamedBooks, choose_system, find_books, find_systems
from listbuilder.importers.army_forge.saved.fields import (
    Head,
    Ids,
    Oddities,
    Record,
    build_army,
    key_of,
    not_at_hand,
    parse_head,
    parse_records,
)
from listbuilder.importers.army_forge.saved.id_matching import Matcher
from listbuilder.importers.base import Imported, Source, unreadable
from listbuilder.library import FactionHeader, Library
from listbuilder.model import Faction
from listbuilder.model.text import phrase

_MAX_SAVE_VERSION = 3
"""The latest `saveVersion` whose meaning is known."""


class SavedImporter:
    """Reads downloads of saved lists."""

    id = "army-forge-saved"

    def recognises(self, source: Source) -> bool:
        """Return whether the file holds a `list` with units."""
        value = source.value
        return isinstance(value, dict) and isinstance(value.get("list"), dict) and "units" in value["list"]

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Return the list in the file."""
        assert isinstance(source.value, dict)
        raw, inner = source.value, source.value["list"]
        if not isinstance(inner["units"], list):
            raise unreadable("import.no-list", source.name)
        collector = Oddities()
        _check_consistency(raw, inner, collector)
        head = parse_head({**raw, **inner, "listPoints": raw.get("listPoints", inner.get("listPoints"))}, collector)
        own_book = key_of(raw.get("armyId"))
        records = parse_records(inner["units"], own_book, _read_upgrade_ids, collector)
        return [_build_imported(head, records, NamedBooks.named_in(raw), library, collector)]


def _check_consistency(raw: Mapping[str, object], inner: Mapping[str, object], collector: Oddities) -> None:
    """Report what may make Army Forge read the file differently."""
    version, games = raw.get("saveVersion"), (raw.get("gameSystem"), inner.get("gameSystem"))
    if isinstance(version, int) and version > _MAX_SAVE_VERSION:
        collector.odd(phrase("odd.whole-list"), "save-version", version)
    if games[0] != games[1] and None not in games:
        collector.odd(phrase("odd.whole-list"), "two-games", games[0])


def _read_upgrade_ids(upgrade: Mapping[str, object]) -> Ids:
    return key_of(upgrade.get("upgradeId")), key_of(upgrade.get("optionId"))


def _build_imported(
    head: Head, records: list[Record], stated: NamedBooks, library: Library, collector: Oddities
) -> Imported:
    findings: list[Diagnostic] = []
    systems = find_systems(library, head.game)
    headers: dict[str, FactionHeader] = {}
    factions: dict[str, Faction] = {}
    keys = dict.fromkeys([record.book for record in records])
    for key in keys:
        books = find_books(library, key, systems)
        stated_version = [book for book in books if book.version == stated.versions.get(key)]
        if not books:
            if systems:  # an unknown system is reported once, not for each book
                findings.append(not_at_hand(stated.unknown(key), "where.library"))
            continue
        headers[key] = (stated_version or books)[0]
        try:
            factions[key] = library.faction(headers[key].id, headers[key].systems[0], headers[key].version)
        except UnreadableError as error:
            findings += error.diagnostics
    ids = {key: factions[key].id if key in factions else stated.missing_id(key, library) for key in keys}
    entries = Matcher(factions, ids, collector).entries(records)
    system = choose_system(systems, list(headers.values()))
    pins = stated.pins(ids, factions)
    army = build_army(head, system, entries, pins, library=library, findings=findings)
    report = build_report([*findings, *collector.findings])
    return Imported(army=army, report=report, stated_points=head.points, unstated=head.unstated)
