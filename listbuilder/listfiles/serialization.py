"""Army lists as plain data and back. YAML, JSON and share strings all use it.

Reading drops nothing: unknown keys and values of a wrong type are reported and kept in `extra`.
Lists of older formats are migrated one step at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from listbuilder.datafiles.positions import DataPath
from listbuilder.listfiles.field_reader import FieldReader, FileFindings
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, SystemId, UnitRef, Upgrade
from listbuilder.model.army_list import (
    MAX_ENTRIES,
    MAX_ENTRY_NOTES_LENGTH,
    MAX_LIST_NOTES_LENGTH,
    MAX_NAME_LENGTH,
    MAX_UPGRADES_PER_ENTRY,
)
from listbuilder.model.ids import column_letters

LIST_FORMAT = 1
"""The format that this version writes."""

_MAX_TRAITS = 100
MAX_FACTIONS = 10
_MAX_PRICES = 2_000
_MAX_ID_LENGTH = 80
_MAX_VERSION_LENGTH = 40
_MAX_HASH_LENGTH = 64

_Plain = dict[str, object]
_Raw = dict[object, object]

FACTIONS_KEY = "factions"
"""The key of partial factions that an imported list contains (see `importers.partial_factions`)."""
_LIST_KEYS = (
    "format",
    "name",
    "player",
    "system",
    "points",
    "force_org",
    "event",
    "notes",
    "books",
    "units",
    FACTIONS_KEY,
)
_ENTRY_KEYS = ("id", "unit", "called", "name", "joins", "upgrades", "combined", "notes", "xp", "traits")
_BOOK_KEYS = ("name", "version", "sha256", "points", "prices")


def list_to_mapping(army: ArmyList) -> _Plain:
    """Return a list as plain data in the order of a list file; empty fields are left out."""
    books: _Plain = {}
    for book_id, book in army.books.items():
        pin: _Plain = {"name": book.name, "version": book.version or None, "sha256": book.sha256}
        books[book_id] = _merge_extra(pin | {"points": book.points, "prices": dict(book.prices) or None}, book.extra)
    fields: _Plain = {
        "format": LIST_FORMAT,
        "name": army.name,
        "player": army.player,
        "system": army.system,
        "points": army.points,
        "force_org": army.force_org or None,
        "event": army.event,
        "notes": army.notes,
        "books": books or None,
        "units": [_entry_to_mapping(entry) for entry in army.entries],
    }
    return _merge_extra(fields, army.extra)


def _entry_to_mapping(entry: Entry) -> _Plain:
    half = entry.combined
    fields: _Plain = {
        "id": entry.id,
        "unit": entry.unit,
        "called": entry.called,
        "joins": entry.joins,
        "name": entry.name,
        "upgrades": _upgrades_to_list(entry.upgrades) or None,
        "combined": None if half is None else _merge_extra({"upgrades": _upgrades_to_list(half.upgrades)}, half.extra),
        "xp": entry.xp or None,
        "traits": list(entry.traits) or None,
        "notes": entry.notes,
    }
    return _merge_extra(fields, entry.extra)


def _upgrades_to_list(upgrades: tuple[Upgrade, ...]) -> list[object]:
    return [upgrade.option if upgrade.count == 1 else {upgrade.option: upgrade.count} for upgrade in upgrades]


def _merge_extra(fields: _Plain, extra: Mapping[str, object]) -> _Plain:
    """Leave out empty fields and add those that only the file knew."""
    filled = {key: value for key, value in fields.items() if value is not None}
    return filled | {key: value for key, value in extra.items() if key not in filled}


def build_list(raw: Mapping[object, object], findings: FileFindings) -> ArmyList:
    """Build a list from plain data of the current format; every problem goes into `findings`."""
    fields = findings.read_fields(raw, _LIST_KEYS, ())
    if "units" not in raw:
        findings.add_missing("units", ())
    books = fields.pairs("books")
    return ArmyList(
        name=fields.text("name") or "",
        system=SystemId(fields.required_text("system", _MAX_ID_LENGTH)),
        player=fields.text("player"),
        points=fields.points_limit("points"),
        force_org=fields.flag("force_org"),
        event=fields.text("event"),
        notes=fields.text("notes", MAX_LIST_NOTES_LENGTH),
        books={
            FactionId(str(book_id)): _build_book(book, findings, ("books", str(book_id))) for book_id, book in books
        },
        entries=_build_entries(fields.items("units", MAX_ENTRIES), findings),
        extra=fields.extra | _read_partial_factions(fields, findings),
    )


def _read_partial_factions(fields: FieldReader, findings: FileFindings) -> _Plain:
    """Return the partial factions of a list unchanged; their content is checked elsewhere."""
    factions = fields.items(FACTIONS_KEY, MAX_FACTIONS)
    for index, faction in enumerate(factions):
        if not isinstance(faction, Mapping):
            findings.add_wrong_type((FACTIONS_KEY, index), "mapping", faction)
    return {FACTIONS_KEY: factions} if factions else {}


def _build_book(raw: object, findings: FileFindings, path: DataPath) -> BookPin:
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        if len(str(raw)) > _MAX_VERSION_LENGTH:
            findings.add_too_long(path, str(raw), _MAX_VERSION_LENGTH)
        return BookPin(str(raw))  # short form: `human-empire: 3.5.3`
    fields = findings.read_fields(raw, _BOOK_KEYS, path)
    version, sha256 = fields.text("version", _MAX_VERSION_LENGTH), fields.text("sha256", _MAX_HASH_LENGTH)
    points, name, stated = fields.number("points"), fields.text("name"), fields.pairs("prices")
    if len(stated) > _MAX_PRICES:
        findings.add_too_long((*path, "prices"), stated, _MAX_PRICES)
    prices: dict[str, int] = {}
    for key, price in stated:
        if isinstance(price, int) and not isinstance(price, bool):
            prices[str(key)] = price
        else:
            findings.add_wrong_type((*path, "prices", str(key)), "number", price)
    return BookPin(version or "", sha256, points, name, prices, fields.extra)


def _build_entries(raw: list[object], findings: FileFindings) -> tuple[Entry, ...]:
    ids = {str(item["id"]) for item in raw if isinstance(item, dict) and item.get("id") is not None}
    entries: list[Entry] = []
    number = 0
    for index, item in enumerate(raw):
        while (spare := column_letters(number)) in ids:
            number += 1
        entry = _build_entry(item, spare, findings, ("units", index))
        number += entry.id == spare
        entries.append(entry)
    return tuple(entries)


def _build_entry(raw: object, spare: str, findings: FileFindings, path: DataPath) -> Entry:
    if isinstance(raw, str):
        raw = {"unit": raw}  # short form: `faction/unit`
    fields = findings.read_fields(raw, _ENTRY_KEYS, path)
    entry_id, joins = fields.text("id", _MAX_ID_LENGTH), fields.text("joins", _MAX_ID_LENGTH)
    return Entry(
        id=EntryId(entry_id or spare),
        unit=UnitRef(fields.required_text("unit")),
        called=fields.text("called"),
        name=fields.text("name"),
        upgrades=_build_upgrades(fields, findings, (*path, "upgrades")),
        combined=_build_half(fields.raw("combined"), findings, (*path, "combined")),
        joins=EntryId(joins) if joins else None,
        notes=fields.text("notes", MAX_ENTRY_NOTES_LENGTH),
        xp=fields.number("xp") or 0,
        traits=_build_traits(fields.items("traits", _MAX_TRAITS), findings, (*path, "traits")),
        extra=fields.extra,
    )


def _build_half(raw: object, findings: FileFindings, path: DataPath) -> Half | None:
    if raw is None or raw is False:
        return None
    fields = findings.read_fields(raw, ("upgrades",), path)
    return Half(_build_upgrades(fields, findings, (*path, "upgrades")), fields.extra)


def _build_traits(raw: list[object], findings: FileFindings, path: DataPath) -> tuple[str, ...]:
    for index, trait in enumerate(raw):
        _check_text(trait, findings, (*path, index))
    return tuple(str(trait) for trait in raw)


def _check_text(raw: object, findings: FileFindings, path: DataPath) -> None:
    """Report an empty value, a list or mapping in place of a text, and a text that is too long."""
    if raw is None or raw == "" or isinstance(raw, Mapping | list):
        findings.add_wrong_type(path, "text", raw)
    elif len(str(raw)) > MAX_NAME_LENGTH:
        findings.add_too_long(path, str(raw), MAX_NAME_LENGTH)


def _build_upgrades(fields: FieldReader, findings: FileFindings, path: DataPath) -> tuple[Upgrade, ...]:
    upgrades: list[Upgrade] = []
    for index, item in enumerate(fields.items("upgrades", MAX_UPGRADES_PER_ENTRY)):
        pairs = list(item.items()) if isinstance(item, dict) and item else [(item, 1)]
        for option, count in pairs:
            _check_text(option, findings, (*path, index))
            is_number = isinstance(count, int) and not isinstance(count, bool)
            if not is_number:
                findings.add_wrong_type((*path, index), "number", count)
            # as files write it: null, not None
            text = json.dumps(option) if option is None or isinstance(option, bool) else str(option)
            # an upgrade with a wrong count is kept with one that no unit can take
            upgrades.append(Upgrade(text, count if is_number else 0))
    return tuple(upgrades)


def parse_format(raw: Mapping[object, object]) -> int | None:
    """Return the format of a list; None if it never existed. Drafts have none, 0 or null."""
    number = raw.get("format")
    if number is None:
        return 0
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else None


def migrate_format(raw: Mapping[object, object]) -> tuple[_Raw, tuple[int, ...]]:
    """Return a list in the current format, and the formats it was migrated from."""
    current: _Raw = dict(raw)
    steps = tuple(range(parse_format(raw) or 0, LIST_FORMAT))
    for step in steps:
        current = _MIGRATIONS[step](current)
    current["format"] = LIST_FORMAT
    return current, steps if current != {**raw, "format": LIST_FORMAT} else ()


def _migrate_draft(raw: _Raw) -> _Raw:
    """Migrate format 0, the draft without a `format` key, to format 1.

    The draft has `limit` for `points`, upgrades as a mapping of counts, `combined: true` for two equal halves, and
    `book` for units without a faction. Fields that are already current stay, because `format` may just be forgotten.
    """
    current = dict(raw)
    if "limit" in current and "points" not in current:
        current["points"] = current.pop("limit")
    book = current.pop("book", None) if isinstance(current.get("book"), str) else None
    units = current.get("units")
    if isinstance(units, list):
        current["units"] = [_migrate_draft_entry(unit, book) if isinstance(unit, dict) else unit for unit in units]
    return current


def _migrate_draft_entry(raw: _Raw, book: object) -> _Raw:
    entry = dict(raw)
    entry["upgrades"] = _migrate_draft_upgrades(entry.get("upgrades", []))
    combined = entry.get("combined")
    if combined is True:
        entry["combined"] = {"upgrades": entry["upgrades"]}
    elif isinstance(combined, dict) and "upgrades" in combined:
        entry["combined"] = {**combined, "upgrades": _migrate_draft_upgrades(combined["upgrades"])}
    unit = entry.get("unit")
    if book is not None and isinstance(unit, str) and "/" not in unit:
        entry["unit"] = f"{book}/{unit}"
    return entry if entry["upgrades"] else {key: value for key, value in entry.items() if key != "upgrades"}


def _migrate_draft_upgrades(raw: object) -> object:
    if not isinstance(raw, dict):
        return raw
    return [option if count == 1 else {option: count} for option, count in raw.items()]


_MIGRATIONS: Mapping[int, Callable[[_Raw], _Raw]] = {0: _migrate_draft}
