"""Findings as messages in the user's language, and as JSON records (`schemas/report.schema.json`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.i18n import format_value, has_sentence, translate


class FixRecord(TypedDict):
    """The JSON record of a fix."""

    text: str
    points: int
    """The points of the list afterwards."""
    lost: int
    entries: list[str]
    """Ids of the entries that it changes."""
    verdict: str


def describe_finding(diagnostic: Diagnostic, language: str) -> str:
    """Return the message of a finding."""
    return translate(language, message_key(diagnostic, language), **diagnostic.params)


def describe_fix(diagnostic: Diagnostic, language: str) -> str | None:
    """Return the text of the smallest fix; None if there is none."""
    return None if diagnostic.fix is None else format_fix(diagnostic.fix, language)


def format_fix(fix: Fix, language: str) -> str:
    """Return the text of a fix."""
    return translate(language, fix.name, **fix.params)


def build_fix_records(fixes: Iterable[Fix], language: str) -> list[FixRecord]:
    """Return the records of all fixes that were tried."""
    return [
        {
            "text": format_fix(fix, language),
            "points": outcome.points_after,
            "lost": outcome.points_lost,
            "entries": list(outcome.changed),
            "verdict": outcome.verdict.value,
        }
        for fix in fixes
        if (outcome := fix.outcome) is not None
    ]


def describe_source(diagnostic: Diagnostic, language: str) -> str | None:
    """Return the source of a finding: a section, book, event or decision; None if it has none."""
    return None if diagnostic.source is None else format_value(language, diagnostic.source)


def describe_title(code: str, language: str) -> str:
    """Return the title of a code."""
    return translate(language, f"{code}.title")


def message_key(diagnostic: Diagnostic, language: str) -> str:
    """Return the catalogue key of the message: `CODE.no-<name>`, if a value is empty and that key exists."""
    for name, value in diagnostic.params.items():
        if not value and has_sentence(language, f"{diagnostic.code}.no-{name}"):
            return f"{diagnostic.code}.no-{name}"
    return diagnostic.code


class PlaceRecord(TypedDict):
    """The JSON record of a position in a file."""

    path: str
    line: int | None
    column: int | None


class FindingRecord(TypedDict):
    """The JSON record of a finding."""

    code: str
    name: str
    severity: str
    on: str | None
    line: int | None
    """The line of the list file that it is about, if known."""
    message: str
    fix: str | None
    fixes: list[FixRecord]
    params: dict[str, object]
    place: PlaceRecord | None
    source: str | None


class FileRecord(TypedDict):
    """The JSON record of a file and its findings."""

    path: str
    diagnostics: list[FindingRecord]


def build_finding_record(
    diagnostic: Diagnostic, language: str, line: int | None = None, *, with_fix: bool = True, all_fixes: bool = False
) -> FindingRecord:
    """Return the JSON record of a finding; fixes are computed only on request."""
    place = diagnostic.place
    fixes = diagnostic.fixes if all_fixes else filter(None, [diagnostic.fix] if with_fix else [])
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "on": diagnostic.on,
        "line": line if place is None else place.line,
        "message": describe_finding(diagnostic, language),
        "fix": describe_fix(diagnostic, language) if with_fix else None,
        "fixes": build_fix_records(fixes, language),
        "params": {name: _to_json(value, language) for name, value in diagnostic.params.items()},
        "place": None if place is None else {"path": place.path, "line": place.line, "column": place.column},
        "source": describe_source(diagnostic, language),
    }


def _to_json(value: object, language: str) -> object:
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [_to_json(item, language) for item in value]
    return format_value(language, value)
