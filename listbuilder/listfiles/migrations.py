"""Older formats of list files, brought up to date one step at a time.

Format 0 is the draft that had no `format` key: `limit` for `points`, `upgrades` as a mapping of counts,
`combined: true` for a second half with the same picks, and `book` for the faction of units that name none.
A step leaves alone what already looks like its result, so a present-day list whose `format` was forgotten reads well."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from listbuilder.listfiles.serialization import FORMAT

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
