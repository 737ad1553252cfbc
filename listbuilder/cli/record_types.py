"""The records that reporters write, key by key as `schemas/report.schema.json` has them."""

from __future__ import annotations

from typing import TypedDict

from listbuilder.rules.wording import FixRecord


class PlaceRecord(TypedDict):
    """Where in a file."""

    path: str
    line: int | None
    column: int | None


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

    name: str
    version: str
    sha256: str
    partial: bool
    """Made of the list itself, since no book that fits was at hand."""


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
