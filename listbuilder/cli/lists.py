"""Lists as commands get them: found on disk, read in whatever format, worked out and judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.diagnostics import Diagnostic, Place, Report, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.importers import ReadList, read_any
from listbuilder.importers.partial import told
from listbuilder.library.phrases import phrase
from listbuilder.library.reader import load_bytes
from listbuilder.model import ArmyList, Event, Roster
from listbuilder.validation import validate
from listbuilder.validation.editions import leave_open
from listbuilder.values import dataclass

if TYPE_CHECKING:
    from listbuilder.library import Library

STDIN = "-"
_OTHER_BOOKS = ("VER001", "VER002")
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
        """The verdict's word: legal, illegal, unchecked or unreadable."""
        if self.roster is None:
            return "unreadable"
        return self.report.verdict.value


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Give the files that are meant: folders are searched through, hidden ones and backups left out."""
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            yield path
        else:
            yield from sorted(_search(path))


def _search(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            found = Path(here, name)
            if not name.startswith(".") and found.suffix not in _SKIPPED and found.is_file():
                yield str(found)


def judge(path: str, library: Library, event: Event | None = None) -> list[Judged]:
    """Read a file (an archive may hold several lists) and judge what is in it.

    Without an event the one that a list names itself holds. Data that a list brings along is forgotten afterwards:
    no other list is judged by it.
    """
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else load_bytes(path)
        read = read_any(raw, path, library)
    except UnreadableError as error:
        return [Judged(path, None, None, build_report(list(error.diagnostics)))]
    judged = [_judged(one, library, event) for one in read]
    for one in read:
        for faction in one.imported.factions if one.imported is not None else ():
            library.drop_faction(faction)
    return judged


def _judged(read: ReadList, library: Library, event: Event | None) -> Judged:
    path, army, found = read.path, read.army, [*read.report]
    if army is None:
        return Judged(path, None, None, read.report)
    try:
        roster = library.roster(army)
    except UnknownIdError as error:
        if error.wanted:  # where none is named, that is what was found already
            found.append(Diagnostic("LST003", None, {"system": error.wanted, "known": tuple(error.known)}))
        return Judged(path, army, None, build_report(found))
    except UnreadableError as error:
        return Judged(path, army, None, build_report([*found, *error.diagnostics]))
    found += _strangers(read, roster)
    if event is None and army.event is not None:
        event, unknown = _own_event(army.event, library)
        found += unknown
    found = [*leave_open(found, roster, event), *validate(roster, event)]
    return Judged(path, army, roster, build_report([*found, *_new_prices(army, found, library)]))


def _new_prices(army: ArmyList, found: list[Diagnostic], library: Library) -> Iterator[Diagnostic]:
    if any(finding.code in _OTHER_BOOKS for finding in found):
        from listbuilder.listfiles import price_changes  # noqa: PLC0415  # start-up is measured

        yield from price_changes(army, library)


def _strangers(read: ReadList, roster: Roster) -> Iterator[Diagnostic]:
    """Say it of every list that is judged by what another list of the same archive brought along."""
    own = {faction.id for faction in read.imported.factions} if read.imported is not None else set()
    return (told(faction) for faction in roster.factions.values() if faction.partial and faction.id not in own)


def _own_event(wanted: str, library: Library) -> tuple[Event | None, list[Diagnostic]]:
    """Find the event that a list names: by its id alone, since a list must not make us open files."""
    known = tuple(header.id for header in library.events())
    if wanted in known:
        return library.event(wanted), []
    return None, [Diagnostic("LST005", None, {"event": wanted, "known": known})]


def load_one(path: str, library: Library) -> Judged:
    """Read the one list that a command works on; raise UnreadableError where there is none, or where there are more."""
    usable, others = load_all(path, library)
    if len(usable) > 1:
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("import.several")}, place=Place(path))])
    if not usable:
        grave = (Severity.ERROR, Severity.UNCHECKED)
        errors = [found for one in others for found in one.report if found.severity in grave]
        raise UnreadableError(errors or [found for one in others for found in one.report])
    return usable[0]


def load_all(path: str, library: Library) -> tuple[list[Judged], list[Judged]]:
    """Read every list in a file: those that could be worked out, and those that could not."""
    judged = judge(path, library)
    return [one for one in judged if one.roster is not None], [one for one in judged if one.roster is None]
