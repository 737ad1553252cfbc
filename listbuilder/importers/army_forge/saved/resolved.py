"""Army Forge's resolved lists (tabletop exports, 2023 to today): whole units with their picks, prices and equipment.

Where the library has the book and the file agrees with it, the book counts. Where it has none, or one of another
edition (most units cost something else there), the file itself becomes a partial faction, and the report says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.head import build_army, parse_head
from listbuilder.importers.army_forge.saved.matching import Matcher
from listbuilder.importers.army_forge.saved.named_books import NamedBooks
from listbuilder.importers.army_forge.saved.oddities import Oddities
from listbuilder.importers.army_forge.saved.partial_book import format_partial, read_descriptions
from listbuilder.importers.army_forge.saved.records import Ids, PickReading, Record, key_of, parse_records, text_of
from listbuilder.importers.army_forge.saved.resolved_shape import may_be_written, modern_units
from listbuilder.importers.army_forge.saved.systems import choose_system, find_books, find_systems
from listbuilder.importers.army_forge.saved.todays import differing_costs, other_today, stated_costs, unknown_things
from listbuilder.importers.base import Imported, Source, unreadable
from listbuilder.importers.partial import make_faction, told, with_factions
from listbuilder.library import FactionHeader, Library, SystemHeader
from listbuilder.model import Book, Faction, FactionId

_LEAST_AGREEMENT = 0.5


class ResolvedImporter:
    """Reads tabletop exports."""

    id = "army-forge-resolved"

    def recognises(self, source: Source) -> bool:
        """Tell by units that carry their picks or their equipment."""
        value = source.value
        units = value.get("units") if isinstance(value, dict) else None
        first = units[0] if isinstance(units, list) and units else None
        return isinstance(first, dict) and ("selectedUpgrades" in first or "loadout" in first)

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the one list in the file."""
        raw = source.value
        assert isinstance(raw, dict)
        oddities = Oddities()
        head = parse_head(raw, oddities)
        records = parse_records(
            modern_units(raw["units"], written=may_be_written(source.text)),
            key_of(raw.get("armyId")),
            PickReading(_pick_ids),
            oddities,
        )
        if not records:
            raise unreadable("import.no-list", source.name)
        systems, said = find_systems(library, head.game), partial(read_descriptions, raw, records)
        chooser = _BookChooser(library, systems, text_of(raw.get("armyName")), said)
        factions = {key: chooser.faction(key, records) for key in dict.fromkeys(record.book for record in records)}
        known = {key: faction for key, faction in factions.items() if faction is not None}
        named = NamedBooks.named_in(raw)
        missing = {key: named.missing_id(key, library) for key in factions if key not in known}
        ids = {key: faction.id for key, faction in known.items()}
        entries = Matcher(known, {**ids, **missing}, oddities).entries(records)
        system = choose_system(chooser.systems, chooser.headers)
        pins = {**named.pins(missing, known), **chooser.pins}
        army = build_army(head, system, entries, pins, library=library, findings=chooser.findings)
        return [
            Imported(
                army=with_factions(army, chooser.carried, chooser.partial),
                report=build_report([*chooser.findings, *oddities.findings]),
                stated_points=head.points,
                factions=tuple(chooser.partial),
                unstated=head.unstated,
            )
        ]


def _pick_ids(pick: Mapping[str, object]) -> Ids:
    section, option = pick.get("upgrade"), pick.get("option")
    if not isinstance(section, dict) or not isinstance(option, dict):
        return key_of(pick.get("upgradeId")), key_of(pick.get("optionId"))
    return (
        key_of(section.get("uid")) or key_of(section.get("id")),
        key_of(option.get("uid")) or key_of(option.get("id")),
    )


class _BookChooser:
    """Chooses the faction for each book of a list: the library's, or one made of the file."""

    def __init__(
        self, library: Library, systems: tuple[SystemHeader, ...], name: str, said: Callable[[], Mapping[str, str]]
    ) -> None:
        self.library = library
        self.systems = systems
        self.name = name
        self.said = said
        """Tells what the file says about rules, by their ids; a book that is at hand says it itself."""
        self.headers: list[FactionHeader] = []
        self.pins: dict[FactionId, Book] = {}
        """The editions that fit better than the newest."""
        self.partial: list[Faction] = []
        self.carried: list[Mapping[str, object]] = []
        self.findings: list[Diagnostic] = []

    def faction(self, key: str, records: list[Record]) -> Faction | None:
        """Give the faction of one book."""
        own = [record for record in records if record.book == key]
        books = list(self._books(key))
        header, best = max(books, key=lambda book: _agreement(book[1], own), default=(None, None))
        if header is None or best is None or _agreement(best, own) < _LEAST_AGREEMENT:
            return self._made(key, own, best)
        self.headers.append(header)
        self.findings += [*differing_costs(best, own), *unknown_things(best, own)]
        if best is not books[0][1]:
            self.pins[best.id] = Book(best.version, best.sha256)
        return best

    def _books(self, key: str) -> Iterator[tuple[FactionHeader, Faction]]:
        """Give the editions of a book that are at hand and sound, the newest first."""
        for header in find_books(self.library, key, self.systems):
            with suppress(UnreadableError):
                yield header, self.library.faction(header.id, header.systems[0], header.version)

    def _made(self, key: str, own: list[Record], other: Faction | None) -> Faction | None:
        known = next((header.name.en for header in self.library.factions_by_key(key)), "") or self.name
        system = choose_system(self.systems, [])
        raw = format_partial(own, self.said(), key, known, system, self.library)
        if raw is None:
            return None
        faction = make_faction(raw, self.library)
        self.carried.append(raw)
        self.partial.append(faction)
        self.findings.append(told(faction, other.version if other is not None else ""))
        if other is not None:
            self.findings += [*other_today(other, own), *unknown_things(other, own)]
        return faction


def _agreement(faction: Faction, records: list[Record]) -> float:
    """Tell how far a file seems to be made with this edition of a book: the share of units that cost the same there."""
    costs = stated_costs(faction, records)
    return sum(unit.cost == cost for unit, cost in costs) / len(costs) if costs else 0
