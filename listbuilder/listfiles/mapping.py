"""A list as plain data (strings, numbers, lists, mappings) and back; YAML, JSON and share strings all use it.

Reading is forgiving about typing (a number where text belongs, a missing entry id) and never drops anything: unknown
keys are kept in `extra`, values of a wrong type too, and both are reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.library.positions import Path
from listbuilder.listfiles.findings import Findings
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Half, Pick, SystemId, UnitRef
from listbuilder.rules.entry_ids import letters

FORMAT = 1
"""The format this version writes."""

MOST_ENTRIES = 1_000

Plain = dict[str, object]

FACTIONS = "factions"
"""Partial factions that an imported list carries with it (see `importers.partial`); kept as they are."""
LIST_KEYS = ("format", "name", "player", "system", "points", "force_org", "event", "notes", "books", "units", FACTIONS)
ENTRY_KEYS = ("id", "unit", "name", "joins", "upgrades", "combined", "notes", "xp", "traits")
BOOK_KEYS = ("version", "sha256", "points")
HALF_KEYS = ("upgrades",)


def list_mapping(army: ArmyList) -> Plain:
    """Give a list as plain data, in the order the design writes it; empty fields are left out."""
    found: Plain = {
        "format": FORMAT,
        "name": army.name,
        "player": army.player,
        "system": army.system,
        "points": army.points,
        "force_org": army.force_org or None,
        "event": army.event,
        "notes": army.notes,
        "books": {book_id: book_mapping(book) for book_id, book in army.books.items()} or None,
        "units": [entry_mapping(entry) for entry in army.entries],
    }
    return _with_extra(found, army.extra)


def entry_mapping(entry: Entry) -> Plain:
    """Give one entry as plain data."""
    half = entry.combined
    found: Plain = {
        "id": entry.id,
        "unit": entry.unit,
        "joins": entry.joins,
        "name": entry.name,
        "upgrades": _picks_plain(entry.upgrades) or None,
        "combined": None if half is None else _with_extra({"upgrades": _picks_plain(half.upgrades)}, half.extra),
        "xp": entry.xp or None,
        "traits": list(entry.traits) or None,
        "notes": entry.notes,
    }
    return _with_extra(found, entry.extra)


def book_mapping(book: Book) -> Plain:
    """Give the pin of one book as plain data."""
    return _with_extra({"version": book.version, "sha256": book.sha256, "points": book.points}, book.extra)


def _picks_plain(picks: tuple[Pick, ...]) -> list[object]:
    return [pick.option if pick.count == 1 else {pick.option: pick.count} for pick in picks]


def _with_extra(found: Plain, extra: Mapping[str, object]) -> Plain:
    """Leave out what is empty and add what only the file knew."""
    kept = {key: value for key, value in found.items() if value is not None}
    return kept | {key: value for key, value in extra.items() if key not in kept}


def build_list(raw: Mapping[object, object], findings: Findings) -> ArmyList:
    """Build a list from plain data of the present format; everything odd goes into `findings`."""
    fields = findings.fields(raw, LIST_KEYS, ())
    for key in ("system", "units"):
        if key not in raw:
            findings.missing(key, ())
    books = fields.mapping("books")
    return ArmyList(
        name=fields.text("name") or "",
        system=SystemId(fields.text("system") or ""),
        player=fields.text("player"),
        points=fields.number("points"),
        force_org=fields.flag("force_org"),
        event=fields.text("event"),
        notes=fields.text("notes"),
        books={
            FactionId(str(book_id)): _build_book(book, findings, ("books", str(book_id))) for book_id, book in books
        },
        entries=_build_entries(fields.items("units"), findings),
        extra=fields.extra | ({FACTIONS: raw[FACTIONS]} if FACTIONS in raw else {}),
    )


def _build_book(raw: object, findings: Findings, path: Path) -> Book:
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        return Book(str(raw))  # `human-empire: 3.5.3` says enough
    fields = findings.fields(raw, BOOK_KEYS, path)
    return Book(fields.text("version") or "", fields.text("sha256"), fields.number("points"), fields.extra)


def _build_entries(raw: list[object], findings: Findings) -> tuple[Entry, ...]:
    ids = {str(item["id"]) for item in raw if isinstance(item, dict) and item.get("id") is not None}
    entries: list[Entry] = []
    number = 0
    for index, item in enumerate(raw):
        while letters(number) in ids:
            number += 1
        entry = _build_entry(item, letters(number), findings, ("units", index))
        number += entry.id == letters(number)
        entries.append(entry)
    return tuple(entries)


def _build_entry(raw: object, spare: str, findings: Findings, path: Path) -> Entry:
    if isinstance(raw, str):
        raw = {"unit": raw}  # a bare `faction/unit` is an entry without choices
    fields = findings.fields(raw, ENTRY_KEYS, path)
    if "unit" not in fields:
        findings.missing("unit", path)
    entry_id, joins = fields.text("id"), fields.text("joins")
    return Entry(
        id=EntryId(entry_id or spare),
        unit=UnitRef(fields.text("unit") or ""),
        name=fields.text("name"),
        upgrades=_build_picks(fields.items("upgrades"), findings, (*path, "upgrades")),
        combined=_build_half(fields.raw("combined"), findings, (*path, "combined")),
        joins=EntryId(joins) if joins else None,
        notes=fields.text("notes"),
        xp=fields.number("xp") or 0,
        traits=tuple(str(trait) for trait in fields.items("traits")),
        extra=fields.extra,
    )


def _build_half(raw: object, findings: Findings, path: Path) -> Half | None:
    if raw is None or raw is False:
        return None
    fields = findings.fields(raw, HALF_KEYS, path)
    return Half(_build_picks(fields.items("upgrades"), findings, (*path, "upgrades")), fields.extra)


def _build_picks(raw: list[object], findings: Findings, path: Path) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for index, item in enumerate(raw):
        pairs = item.items() if isinstance(item, dict) else [(item, 1)]
        for option, count in pairs:
            if isinstance(count, int) and not isinstance(count, bool):
                picks.append(Pick(str(option), count))
            else:
                # a pick that cannot be counted stays in the list as one that no unit can take
                findings.wrong_type((*path, index), "number", count)
                picks.append(Pick(str(option), 0))
    return tuple(picks)
