"""A finding as a plain value, for reports, scripts and other processes; see `schemas/report.schema.json`."""

from __future__ import annotations

from typing import TypedDict

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import show_value
from listbuilder.rules.wording import FixRecord, describe, describe_fix, describe_source, fix_records


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


class FileRecord(TypedDict):
    """A file and what was found in it."""

    path: str
    diagnostics: list[FindingRecord]


def finding_record(
    diagnostic: Diagnostic, language: str, line: int | None = None, *, fixed: bool = True, every_fix: bool = False
) -> FindingRecord:
    """Make the record of one finding, as `schemas/report.schema.json` has it; fixes are only tried if asked."""
    place = diagnostic.place
    fixes = diagnostic.fixes if every_fix else filter(None, [diagnostic.fix] if fixed else [])
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "on": diagnostic.on,
        "line": line if place is None else place.line,
        "message": describe(diagnostic, language),
        "fix": describe_fix(diagnostic, language) if fixed else None,
        "fixes": fix_records(fixes, language),
        "params": {name: _plain(value, language) for name, value in diagnostic.params.items()},
        "place": None if place is None else {"path": place.path, "line": place.line, "column": place.column},
        "source": describe_source(diagnostic, language),
    }


def _plain(value: object, language: str) -> object:
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [_plain(item, language) for item in value]
    return show_value(language, value)
