"""A list as plain data (strings, numbers, lists, mappings) and back; YAML, JSON and share strings all use it.

Reading is forgiving about typing (a number where text belongs, a missing entry id) and never drops anything: unknown
keys are kept in `extra`, values of a wrong type too, and both are reported.

Older formats of list files, brought up to date one step at a time.

Format 0 is the draft that had no `format` key: `limit` for `points`, `upgrades` as a mapping of counts,
`combined: true` for a second half with the same picks, and `book` for the faction of units that name none.
A step leaves alone what already looks like its result, so a present-day list whose `format` was forgotten reads well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from listbuilder.datafiles.positions import DataPath
from listbuilder.listfiles.field_reader import LONGEST_NAME, Fields, Findings
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Half, Pick, SystemId, UnitRef
from listbuilder.model.army_list import MOST_ENTRIES, MOST_PICKS_OF_ONE
from listbuilder.rules.entry_ids import letters

FORMAT = 1
"""The format this version writes."""

MOST_TRAITS = 100
MOST_FACTIONS = 10
MOST_PRICES = 2_000
LONGEST_ID = 80
LONGEST_VERSION = 40
LONGEST_HASH = 64
LONGEST_NOTE = 4_000
LONGEST_LIST_NOTE = 20_000

Plain = dict[str, object]

FACTIONS = "factions"
"""Partial factions that an imported list carries with it (see `importers.partial`); kept as they are."""
LIST_KEYS = ("format", "name", "player", "system", "points", "force_org", "event", "notes", "books", "units", FACTIONS)
ENTRY_KEYS = ("id", "unit", "called", "name", "joins", "upgrades", "combined", "notes", "xp", "traits")
BOOK_KEYS = ("name", "version", "sha256", "points", "prices")
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
        "called": entry.called,
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
    found: Plain = {
        "name": book.name,
        "version": book.version or None,
        "sha256": book.sha256,
        "points": book.points,
        "prices": dict(book.prices) or None,
    }
    return _with_extra(found, book.extra)


def _picks_plain(picks: tuple[Pick, ...]) -> list[object]:
    return [pick.option if pick.count == 1 else {pick.option: pick.count} for pick in picks]


def _with_extra(found: Plain, extra: Mapping[str, object]) -> Plain:
    """Leave out what is empty and add what only the file knew."""
    kept = {key: value for key, value in found.items() if value is not None}
    return kept | {key: value for key, value in extra.items() if key not in kept}


def build_list(raw: Mapping[object, object], findings: Findings) -> ArmyList:
    """Build a list from plain data of the present format; everything odd goes into `findings`."""
    fields = findings.fields(raw, LIST_KEYS, ())
    if "units" not in raw:
        findings.missing("units", ())
    books = fields.mapping("books")
    return ArmyList(
        name=fields.text("name") or "",
        system=SystemId(fields.needed("system", LONGEST_ID)),
        player=fields.text("player"),
        points=fields.size_of_game("points"),
        force_org=fields.flag("force_org"),
        event=fields.text("event"),
        notes=fields.text("notes", LONGEST_LIST_NOTE),
        books={
            FactionId(str(book_id)): _build_book(book, findings, ("books", str(book_id))) for book_id, book in books
        },
        entries=_build_entries(fields.items("units", MOST_ENTRIES), findings),
        extra=fields.extra | _carried(fields, findings),
    )


def _carried(fields: Fields, findings: Findings) -> Plain:
    """Give the partial factions that a list brings along, as they stand; whether they are sound is seen elsewhere."""
    factions = fields.items(FACTIONS, MOST_FACTIONS)
    for index, faction in enumerate(factions):
        if not isinstance(faction, Mapping):
            findings.wrong_type((FACTIONS, index), "mapping", faction)
    return {FACTIONS: factions} if factions else {}


def _build_book(raw: object, findings: Findings, path: DataPath) -> Book:
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        if len(str(raw)) > LONGEST_VERSION:
            findings.too_long(path, str(raw), LONGEST_VERSION)
        return Book(str(raw))  # `human-empire: 3.5.3` says enough
    fields = findings.fields(raw, BOOK_KEYS, path)
    version, sha256 = fields.text("version", LONGEST_VERSION), fields.text("sha256", LONGEST_HASH)
    return Book(
        version or "",
        sha256,
        fields.number("points"),
        fields.text("name"),
        _build_prices(fields.mapping("prices"), findings, (*path, "prices")),
        fields.extra,
    )


def _build_prices(raw: list[tuple[object, object]], findings: Findings, path: DataPath) -> dict[str, int]:
    """Read the prices that a list was saved with; what is none is reported, and nothing is compared with it."""
    if len(raw) > MOST_PRICES:
        findings.too_long(path, raw, MOST_PRICES)
    prices: dict[str, int] = {}
    for key, price in raw:
        if isinstance(price, int) and not isinstance(price, bool):
            prices[str(key)] = price
        else:
            findings.wrong_type((*path, str(key)), "number", price)
    return prices


def _build_entries(raw: list[object], findings: Findings) -> tuple[Entry, ...]:
    ids = {str(item["id"]) for item in raw if isinstance(item, dict) and item.get("id") is not None}
    entries: list[Entry] = []
    number = 0
    for index, item in enumerate(raw):
        while (spare := letters(number)) in ids:
            number += 1
        entry = _build_entry(item, spare, findings, ("units", index))
        number += entry.id == spare
        entries.append(entry)
    return tuple(entries)


def _build_entry(raw: object, spare: str, findings: Findings, path: DataPath) -> Entry:
    if isinstance(raw, str):
        raw = {"unit": raw}  # a bare `faction/unit` is an entry without choices
    fields = findings.fields(raw, ENTRY_KEYS, path)
    entry_id, joins = fields.text("id", LONGEST_ID), fields.text("joins", LONGEST_ID)
    return Entry(
        id=EntryId(entry_id or spare),
        unit=UnitRef(fields.needed("unit")),
        called=fields.text("called"),
        name=fields.text("name"),
        upgrades=_build_picks(fields.items("upgrades", MOST_PICKS_OF_ONE), findings, (*path, "upgrades")),
        combined=_build_half(fields.raw("combined"), findings, (*path, "combined")),
        joins=EntryId(joins) if joins else None,
        notes=fields.text("notes", LONGEST_NOTE),
        xp=fields.number("xp") or 0,
        traits=_build_traits(fields.items("traits", MOST_TRAITS), findings, (*path, "traits")),
        extra=fields.extra,
    )


def _build_half(raw: object, findings: Findings, path: DataPath) -> Half | None:
    if raw is None or raw is False:
        return None
    fields = findings.fields(raw, HALF_KEYS, path)
    return Half(_build_picks(fields.items("upgrades", MOST_PICKS_OF_ONE), findings, (*path, "upgrades")), fields.extra)


def _build_traits(raw: list[object], findings: Findings, path: DataPath) -> tuple[str, ...]:
    if not raw:  # as of nearly all
        return ()
    for index, trait in enumerate(raw):
        _check_word(trait, findings, (*path, index))
    return tuple(str(trait) for trait in raw)


def _check_word(raw: object, findings: Findings, path: DataPath) -> None:
    """Report what is no word: nothing at all, a list or mapping where a text belongs, or far too long a text."""
    sound = bool(raw) if isinstance(raw, str) else not (raw is None or isinstance(raw, Mapping | list))
    if not sound:
        findings.wrong_type(path, "text", raw)
    elif len(str(raw)) > LONGEST_NAME:
        findings.too_long(path, str(raw), LONGEST_NAME)


def _build_picks(raw: list[object], findings: Findings, path: DataPath) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for index, item in enumerate(raw):
        if type(item) is str and 0 < len(item) <= LONGEST_NAME:  # as nearly all are
            picks.append(Pick(item))
            continue
        pairs = list(item.items()) if isinstance(item, dict) and item else [(item, 1)]
        for option, count in pairs:
            _check_word(option, findings, (*path, index))
            if isinstance(count, int) and not isinstance(count, bool):
                picks.append(Pick(_word(option), count))
            else:
                # a pick that cannot be counted stays in the list as one that no unit can take
                findings.wrong_type((*path, index), "number", count)
                picks.append(Pick(_word(option), 0))
    return tuple(picks)


def _word(raw: object) -> str:
    """Give what stands for an option as files write it, null and not None."""
    return json.dumps(raw) if raw is None or isinstance(raw, bool) else str(raw)


Raw = dict[object, object]


def format_of(raw: Mapping[object, object]) -> object:
    """Tell the format of a list: its number, or whatever else stands there."""
    return raw.get("format", 0)


def is_newer(raw: Mapping[object, object]) -> bool:
    """Tell whether a list was written by a later version of this program."""
    number = format_of(raw)
    return isinstance(number, int) and not isinstance(number, bool) and number > FORMAT


def odd_format(raw: Mapping[object, object]) -> object | None:
    """Give a format that never was; the draft had none, and some wrote 0 or nothing for it."""
    number = format_of(raw)
    drafted = number is None or (isinstance(number, int) and not isinstance(number, bool) and number >= 0)
    return None if drafted else number


def bring_up_to_date(raw: Mapping[object, object]) -> tuple[Raw, tuple[int, ...]]:
    """Give a list in the present format, and the formats it passed through."""
    current: Raw = dict(raw)
    number = format_of(raw)
    steps: list[int] = []
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        number = 0
    for old in range(number, FORMAT):
        current = _STEPS[old](current)
        steps.append(old)
    current["format"] = FORMAT
    return current, tuple(steps) if steps and current != {**raw, "format": FORMAT} else ()


def _from_draft(raw: Raw) -> Raw:
    """Step from format 0 to 1."""
    current = dict(raw)
    if "limit" in current and "points" not in current:
        current["points"] = current.pop("limit")
    book = current.pop("book", None) if isinstance(current.get("book"), str) else None
    units = current.get("units")
    if isinstance(units, list):
        current["units"] = [_draft_entry(unit, book) if isinstance(unit, dict) else unit for unit in units]
    return current


def _draft_entry(raw: Raw, book: object) -> Raw:
    entry = dict(raw)
    entry["upgrades"] = _draft_picks(entry.get("upgrades", []))
    combined = entry.get("combined")
    if combined is True:
        entry["combined"] = {"upgrades": entry["upgrades"]}
    elif isinstance(combined, dict) and "upgrades" in combined:
        entry["combined"] = {**combined, "upgrades": _draft_picks(combined["upgrades"])}
    unit = entry.get("unit")
    if book is not None and isinstance(unit, str) and "/" not in unit:
        entry["unit"] = f"{book}/{unit}"
    return entry if entry["upgrades"] else {key: value for key, value in entry.items() if key != "upgrades"}


def _draft_picks(raw: object) -> object:
    if not isinstance(raw, dict):
        return raw
    return [option if count == 1 else {option: count} for option, count in raw.items()]


_STEPS: Mapping[int, Callable[[Raw], Raw]] = {0: _from_draft}
