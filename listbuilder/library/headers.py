"""Index rows of data files and the typed headers that are built from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from listbuilder.model import EventId, FactionId, SystemId, Text, build_text, split_unit_ref

FILE_KINDS = ("system", "collection", "spelltexts", "faction", "event", "list")
_ID_PATTERN = r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"
_ROW_KEYS = {
    "system": ("id", "name", "edition", "short", "based_on", "own_factions", "keys", "books"),
    "faction": ("id", "name", "version", "systems", "collection", "keys"),
    "collection": ("id", "name", "keys"),
    "spelltexts": ("id",),
    "event": ("id", "name", "systems", "points"),
    "list": ("name", "system", "points"),
}
_KIND_BY_FOLDER = {"systems": "system", "events": "event", "lists": "list"}


@dataclass(frozen=True, slots=True)
class SystemHeader:
    """A system as listed in the index."""

    id: SystemId
    name: Text
    edition: str
    short: str
    keys: tuple[str, ...]
    """Ids of this game in other programs, such as Army Forge."""
    books: tuple[str, ...]
    """Foreign ids of the games whose books can be played in this one."""
    file: Path
    sha256: str
    bundled: bool


@dataclass(frozen=True, slots=True)
class FactionHeader:
    """A faction as listed in the index."""

    id: FactionId
    name: Text
    version: str
    systems: tuple[SystemId, ...]
    units: int
    collection: str | None
    keys: tuple[str, ...]
    file: Path
    sha256: str
    bundled: bool


@dataclass(frozen=True, slots=True)
class CollectionHeader:
    """A collection as listed in the index."""

    id: str
    name: Text
    keys: tuple[str, ...]
    """Foreign ids of the games whose books share this glossary."""
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class EventHeader:
    """An event as listed in the index."""

    id: EventId
    name: Text
    systems: tuple[SystemId, ...]
    points: int | None
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class ListHeader:
    """A sample list as listed in the index."""

    name: str
    system: SystemId
    factions: tuple[FactionId, ...]
    points: int | None
    file: Path
    bundled: bool


_EVENT_KEYS = {
    "banned_factions",
    "banned_units",
    "collections",
    "deadline",
    "factions",
    "force_org",
    "least_points",
    "limits",
    "lists",
    "main_faction_percent",
    "mixing",
    "named_characters",
    "narrative",
    "points",
    "required",
    "scoring",
    "shown",
    "teams",
    "unit_limits",
    "versions",
}
"""Keys that identify an event file."""


def detect_kind(value: object, path: PurePath) -> str | None:  # noqa: PLR0911 - one line for each kind
    """Return the kind of a data file by its keys or its folder; None if it is unknown."""
    if not isinstance(value, dict):
        return None
    if "system" in value and ("units" in value or "id" not in value):  # a list has no id, an event no units
        return "list"
    if "citation" in value or "short" in value:
        return "system"
    if "publisher" in value or isinstance(value.get("patterns"), list):
        return "collection"
    if "effects" in value:
        return "spelltexts"
    if "units" in value or "packages" in value:
        return "faction"
    if value.keys() & _EVENT_KEYS:
        return "event"
    return _KIND_BY_FOLDER.get(path.parent.name)


def build_row(kind: str, value: Mapping[str, Any], sha256: str) -> dict[str, Any] | None:
    """Build the index row of a file; None if a needed key is missing or has a wrong type."""
    row: dict[str, Any] = {key: value[key] for key in _ROW_KEYS[kind] if value.get(key) is not None}
    row = {"kind": kind, **row, "sha256": sha256}
    if kind == "faction":
        units = value.get("units")
        row["units"] = len(units) if isinstance(units, list) else 0
    elif kind == "list":
        entries = value.get("units")
        entries = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        refs = [split_unit_ref(str(entry.get("unit"))) for entry in entries]
        row["factions"] = sorted({faction for faction, _ in refs if faction})
    return row if _is_valid_row(row) else None


def _is_valid_row(row: Mapping[str, Any]) -> bool:
    """Return whether a row has the types that headers rely on; the schema check reports the rest."""
    if row["kind"] == "list":
        return all(isinstance(row.get(key), str) for key in ("name", "system")) and isinstance(
            row.get("points", 0), int
        )
    needed = {"system": ("name", "edition", "short"), "faction": ("name", "version", "systems"), "spelltexts": ()}
    texts = ("edition", "short", "version", "based_on", "collection")
    return (
        isinstance(row.get("id"), str)
        and re.fullmatch(_ID_PATTERN, row["id"]) is not None
        and all(key in row for key in needed.get(row["kind"], ("name",)))
        and all(isinstance(row.get(key, ""), str) for key in texts)
        and all(_is_string_list(row.get(key, [])) for key in ("systems", "keys", "books"))
        and (row["kind"] != "faction" or bool(row["systems"]))
        and _is_text(row.get("name", ""))
        and isinstance(row.get("points", 0), int)
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and bool(value) and _is_string_list(list(value.values())))


def _is_string_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def build_system_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> SystemHeader:
    """Build the header of a system from its row."""
    return SystemHeader(
        id=SystemId(row["id"]),
        name=build_text(row["name"]),
        edition=row["edition"],
        short=row["short"],
        keys=tuple(row.get("keys", ())),
        books=tuple(row.get("books", ())),
        file=file,
        sha256=row["sha256"],
        bundled=bundled,
    )


def build_faction_header(row: Mapping[str, Any], file: Path, *, bundled: bool, systems: Sequence[str]) -> FactionHeader:
    """Build the header of a faction; `systems` are those that no other file overrides."""
    return FactionHeader(
        id=FactionId(row["id"]),
        name=build_text(row["name"]),
        version=row["version"],
        systems=tuple(SystemId(system) for system in systems),
        units=row["units"],
        collection=row.get("collection"),
        keys=tuple(row.get("keys", ())),
        file=file,
        sha256=row["sha256"],
        bundled=bundled,
    )


def build_collection_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> CollectionHeader:
    """Build the header of a collection from its row."""
    keys = tuple(row.get("keys", ()))
    return CollectionHeader(id=row["id"], name=build_text(row["name"]), keys=keys, file=file, bundled=bundled)


def build_event_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> EventHeader:
    """Build the header of an event from its row."""
    return EventHeader(
        id=EventId(row["id"]),
        name=build_text(row["name"]),
        systems=tuple(SystemId(system) for system in row.get("systems", ())),
        points=row.get("points"),
        file=file,
        bundled=bundled,
    )


def build_list_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> ListHeader:
    """Build the header of a list from its row."""
    return ListHeader(
        name=row["name"],
        system=SystemId(row["system"]),
        factions=tuple(FactionId(faction) for faction in row["factions"]),
        points=row.get("points"),
        file=file,
        bundled=bundled,
    )
