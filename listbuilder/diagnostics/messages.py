"""Findings in words: the sentence, the fix, and where the rule stands, in the reader's language.

A finding as a plain value, for reports, scripts and other processes; see `schemas/report.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.i18n import has, show_value, translate


class FixRecord(TypedDict):
    """One way to mend a finding in plain values, and what it comes to."""

    text: str
    points: int
    """What the list costs afterwards."""
    lost: int
    entries: list[str]
    """The ids of the entries that it touches."""
    verdict: str


def describe(diagnostic: Diagnostic, language: str) -> str:
    """Say what was found, in a sentence."""
    return translate(language, sentence_key(diagnostic, language), **diagnostic.params)


def describe_fix(diagnostic: Diagnostic, language: str) -> str | None:
    """Say what would mend it, in a sentence; None where only the player can know."""
    return None if diagnostic.fix is None else word_fix(diagnostic.fix, language)


def word_fix(fix: Fix, language: str) -> str:
    """Say what one fix does, in a sentence."""
    return translate(language, fix.name, **fix.params)


def fix_records(fixes: Iterable[Fix], language: str) -> list[FixRecord]:
    """Give what fixes do and come to as plain values, for programs; one that was not tried is none."""
    return [
        {
            "text": word_fix(fix, language),
            "points": outcome.after,
            "lost": outcome.lost,
            "entries": list(outcome.touched),
            "verdict": outcome.verdict.value,
        }
        for fix in fixes
        if (outcome := fix.outcome) is not None
    ]


def describe_source(diagnostic: Diagnostic, language: str) -> str | None:
    """Name what a finding rests on: a section, a book, an event, a decision; None where it rests on none."""
    return None if diagnostic.source is None else show_value(language, diagnostic.source)


def describe_title(code: str, language: str) -> str:
    """Name a kind of finding in a few words."""
    return translate(language, f"{code}.title")


def sentence_key(diagnostic: Diagnostic, language: str) -> str:
    """Choose the sentence: a value that is empty, zero or False has a variant `CODE.no-<name>` where one is written."""
    for name, value in diagnostic.params.items():
        if not value and has(language, f"{diagnostic.code}.no-{name}"):
            return f"{diagnostic.code}.no-{name}"
    return diagnostic.code


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
