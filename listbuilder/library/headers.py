"""What is known of a file without reading it: a row of the index, and the typed headers made of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from listbuilder.model import EventId, FactionId, SystemId, Text, build_text, split_ref

KINDS = ("system", "collection", "spelltexts", "faction", "event", "list")
_ID = r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"  # compiled when it is needed: our own files are in the index
_FIELDS = {
    "system": ("id", "name", "edition", "short", "based_on", "own_factions", "keys", "books"),
    "faction": ("id", "name", "version", "systems", "collection", "keys"),
    "collection": ("id", "name", "keys"),
    "spelltexts": ("id",),
    "event": ("id", "name", "systems", "points"),
    "list": ("name", "system", "points"),
}
_FOLDERS = {"systems": "system", "events": "event", "lists": "list"}


@dataclass(frozen=True, slots=True)
class SystemHeader:
    """A system as the index knows it."""

    id: SystemId
    name: Text
    edition: str
    short: str
    keys: tuple[str, ...]
    """Another program's ids of this game (Army Forge's)."""
    books: tuple[str, ...]
    """Its ids of the games whose books this one plays with."""
    file: Path
    sha256: str
    bundled: bool


@dataclass(frozen=True, slots=True)
class FactionHeader:
    """A faction as the index knows it."""

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
    """A collection as the index knows it."""

    id: str
    name: Text
    keys: tuple[str, ...]
    """Another program's ids of the games whose books share this glossary."""
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class EventHeader:
    """An event as the index knows it."""

    id: EventId
    name: Text
    systems: tuple[SystemId, ...]
    points: int | None
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class ListHeader:
    """A sample list as the index knows it."""

    name: str
    system: SystemId
    factions: tuple[FactionId, ...]
    points: int | None
    file: Path
    bundled: bool


_OF_EVENTS = {
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
"""Keys that make a file an event, where it is nothing else."""


def kind_of(value: object, path: PurePath) -> str | None:  # noqa: PLR0911 - one line for each kind
    """Tell what kind of file this is, by the keys that only one kind has, else by its folder."""
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
    if value.keys() & _OF_EVENTS:
        return "event"
    return _FOLDERS.get(path.parent.name)


def build_row(kind: str, value: Mapping[str, Any], sha256: str) -> dict[str, Any] | None:
    """Build a file's row for the index; None where it has not even what a row needs."""
    row: dict[str, Any] = {key: value[key] for key in _FIELDS[kind] if value.get(key) is not None}
    row = {"kind": kind, **row, "sha256": sha256}
    if kind == "faction":
        units = value.get("units")
        row["units"] = len(units) if isinstance(units, list) else 0
    elif kind == "list":
        entries = value.get("units")
        entries = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        refs = [split_ref(str(entry.get("unit"))) for entry in entries]
        row["factions"] = sorted({faction for faction, _ in refs if faction})
    return row if _sound(row) else None


def _sound(row: Mapping[str, Any]) -> bool:
    """Tell whether a row has the types that a header relies on; what else is wrong the schema will say."""
    if row["kind"] == "list":
        return all(isinstance(row.get(key), str) for key in ("name", "system")) and isinstance(
            row.get("points", 0), int
        )
    needed = {"system": ("name", "edition", "short"), "faction": ("name", "version", "systems"), "spelltexts": ()}
    texts = ("edition", "short", "version", "based_on", "collection")
    return (
        isinstance(row.get("id"), str)
        and re.fullmatch(_ID, row["id"]) is not None
        and all(key in row for key in needed.get(row["kind"], ("name",)))
        and all(isinstance(row.get(key, ""), str) for key in texts)
        and all(_texts(row.get(key, [])) for key in ("systems", "keys", "books"))
        and (row["kind"] != "faction" or bool(row["systems"]))
        and _name(row.get("name", ""))
        and isinstance(row.get("points", 0), int)
    )


def _name(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and bool(value) and _texts(list(value.values())))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def system_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> SystemHeader:
    """Build a system's header from its row."""
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


def faction_header(row: Mapping[str, Any], file: Path, *, bundled: bool, systems: Sequence[str]) -> FactionHeader:
    """Build a faction's header from its row; `systems` are those that no other file serves in its place."""
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


def collection_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> CollectionHeader:
    """Build a collection's header from its row."""
    keys = tuple(row.get("keys", ()))
    return CollectionHeader(id=row["id"], name=build_text(row["name"]), keys=keys, file=file, bundled=bundled)


def event_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> EventHeader:
    """Build an event's header from its row."""
    return EventHeader(
        id=EventId(row["id"]),
        name=build_text(row["name"]),
        systems=tuple(SystemId(system) for system in row.get("systems", ())),
        points=row.get("points"),
        file=file,
        bundled=bundled,
    )


def list_header(row: Mapping[str, Any], file: Path, *, bundled: bool) -> ListHeader:
    """Build a list's header from its row."""
    return ListHeader(
        name=row["name"],
        system=SystemId(row["system"]),
        factions=tuple(FactionId(faction) for faction in row["factions"]),
        points=row.get("points"),
        file=file,
        bundled=bundled,
    )
