"""Army Forge's saved lists (`saveVersion` 2 and 3, 2022 to 2026): ids only, so the book must be in the library."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.books import NamedBooks, choose_system, find_books, find_systems
from listbuilder.importers.army_forge.saved.fields import (
    Head,
    Ids,
    Oddities,
    PickReading,
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

_NEWEST = 3
"""The `saveVersion` up to which it is known what the file says."""


class SavedImporter:
    """Reads downloads of saved lists."""

    id = "army-forge-saved"

    def recognises(self, source: Source) -> bool:
        """Tell by the version of the save, or by a list inside whose picks are ids."""
        value = source.value
        return isinstance(value, dict) and isinstance(value.get("list"), dict) and "units" in value["list"]

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the one list in the file."""
        assert isinstance(source.value, dict)
        raw, inner = source.value, source.value["list"]
        if not isinstance(inner["units"], list):
            raise unreadable("import.no-list", source.name)
        oddities = Oddities()
        _heed_disagreement(raw, inner, oddities)
        head = parse_head({**raw, **inner, "listPoints": raw.get("listPoints", inner.get("listPoints"))}, oddities)
        own_book = key_of(raw.get("armyId"))
        records = parse_records(inner["units"], own_book, _PICKS, oddities)
        return [_imported(head, records, NamedBooks.named_in(raw), library, oddities)]


def _heed_disagreement(raw: Mapping[str, object], inner: Mapping[str, object], oddities: Oddities) -> None:
    """Tell what may make the other program see another list in the file than we do."""
    version, games = raw.get("saveVersion"), (raw.get("gameSystem"), inner.get("gameSystem"))
    if isinstance(version, int) and version > _NEWEST:
        oddities.odd(phrase("odd.whole-list"), "save-version", version)
    if games[0] != games[1] and None not in games:
        oddities.odd(phrase("odd.whole-list"), "two-games", games[0])


_stated = itemgetter("upgradeId", "optionId")
_sound: set[Ids] = set()
"""Ids that were read before and are as they should be: they stand in list after list."""
_MOST_SOUND = 16384


def _pick_ids(pick: Mapping[str, object]) -> Ids:
    stated = pick.get("upgradeId"), pick.get("optionId")
    ids = key_of(stated[0]), key_of(stated[1])
    if ids == stated and ids[1] and len(_sound) < _MOST_SOUND:
        _sound.add(ids)
    return ids


def _known_picks(picks: list[object]) -> tuple[Ids, ...] | None:
    try:
        ids: tuple[Ids, ...] = tuple(map(_stated, picks))  # type: ignore[arg-type]  # what is no pick raises
        return ids if _sound.issuperset(ids) else None
    except (KeyError, TypeError):
        return None


_PICKS = PickReading(_pick_ids, _known_picks)


def _imported(head: Head, records: list[Record], named: NamedBooks, library: Library, oddities: Oddities) -> Imported:
    findings: list[Diagnostic] = []
    systems = find_systems(library, head.game)
    headers: dict[str, FactionHeader] = {}
    factions: dict[str, Faction] = {}
    keys = dict.fromkeys([record.book for record in records])
    for key in keys:
        books = find_books(library, key, systems)
        same = [book for book in books if book.version == named.versions.get(key)]
        if not books:
            # of an unknown game no book can be at hand, and that it is unknown is told once
            findings += [not_at_hand(named.unknown(key), "where.library")] if systems else []
            continue
        headers[key] = (same or books)[0]
        try:
            factions[key] = library.faction(headers[key].id, headers[key].systems[0], headers[key].version)
        except UnreadableError as error:
            findings += error.diagnostics
    ids = {key: factions[key].id if key in factions else named.missing_id(key, library) for key in keys}
    entries = Matcher(factions, ids, oddities).entries(records)
    system = choose_system(systems, list(headers.values()))
    pins = named.pins(ids, factions)
    army = build_army(head, system, entries, pins, library=library, findings=findings)
    report = build_report([*findings, *oddities.findings])
    return Imported(army=army, report=report, stated_points=head.points, unstated=head.unstated)
