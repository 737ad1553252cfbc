"""The records that reporters write, key by key as `schemas/report.schema.json` has them."""

from __future__ import annotations

from typing import TypedDict


class PlaceRecord(TypedDict):
    """Where in a file."""

    path: str
    line: int | None
    column: int | None


class FixRecord(TypedDict):
    """One way to mend a finding, and what it comes to."""

    text: str
    points: int
    """What the list costs afterwards."""
    lost: int
    entries: list[str]
    """The ids of the entries that it touches."""
    verdict: str


class FindingRecord(TypedDict):
    """One finding."""

    code: str
    name: str
    severity: str
    on: str | None
    line: int | None
    """The line of the list file that it is about, where that is known."""
    message: str
    fix: str | None
    fixes: list[FixRecord]
    params: dict[str, object]
    place: PlaceRecord | None
    source: str | None


class BookRecord(TypedDict):
    """A book that a list was judged by."""

    version: str
    sha256: str


class ListRecord(TypedDict):
    """One list; what could not be worked out has no numbers."""

    path: str
    name: str | None
    player: str | None
    system: str | None
    verdict: str
    points: int | None
    limit: int | None
    units: int | None
    models: int | None
    hash: str | None
    army: str | None
    books: dict[str, BookRecord]
    factions: list[str]
    diagnostics: list[FindingRecord]
