"""Lists as commands get them: found on disk, read in whatever format, worked out and judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.diagnostics import Diagnostic, Report, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.importers import read_any
from listbuilder.library.reader import load_bytes
from listbuilder.model import ArmyList, Event, Roster
from listbuilder.validation import validate

if TYPE_CHECKING:
    from listbuilder.library import Library

STDIN = "-"
_SKIPPED = (".bak", ".tmp")


@dataclass(frozen=True, slots=True)
class Judged:
    """A list and the verdict on it; without a roster it could not be read or worked out."""

    path: str
    army: ArmyList | None
    roster: Roster | None
    report: Report

    @property
    def verdict(self) -> str:
        """The verdict's word: legal, illegal or unreadable."""
        if self.roster is None:
            return "unreadable"
        return "legal" if self.report.legal else "illegal"


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Give the files that are meant: folders are searched through, hidden files and backups left out."""
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            yield path
            continue
        for found in sorted(Path(path).rglob("*")):
            hidden = any(part.startswith(".") for part in found.relative_to(path).parts)
            if found.is_file() and not hidden and found.suffix not in _SKIPPED:
                yield str(found)


def judge(path: str, library: Library, event: Event | None = None) -> list[Judged]:
    """Read a file (an archive may hold several lists) and judge what is in it."""
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else load_bytes(path)
        read = read_any(raw, path, library)
    except UnreadableError as error:
        return [Judged(path, None, None, build_report(list(error.diagnostics)))]
    return [_judged(one.path, one.army, one.report, library, event) for one in read]


def _judged(path: str, army: ArmyList | None, found: Report, library: Library, event: Event | None) -> Judged:
    if army is None:
        return Judged(path, None, None, found)
    try:
        roster = library.roster(army)
    except UnknownIdError as error:
        unknown = Diagnostic("LST003", None, {"system": error.wanted, "known": tuple(error.known)})
        return Judged(path, army, None, build_report([*found, unknown]))
    report = build_report([*found, *validate(roster, event)])
    return Judged(path, army, roster, report)


def load_one(path: str, library: Library) -> Judged:
    """Read the one list that a command works on; raise UnreadableError where there is none."""
    judged = judge(path, library)[0]
    if judged.roster is None:
        errors = [diagnostic for diagnostic in judged.report if diagnostic.severity is Severity.ERROR]
        raise UnreadableError(errors or list(judged.report))
    return judged
