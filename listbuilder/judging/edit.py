"""Apply an edit to a judged list: pin its books, keep its import findings and judge it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from listbuilder.diagnostics import CODES, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_json
from listbuilder.model import ArmyList, BookPin, Faction, FactionId, Roster, split_unit_ref

_IMPORT_PREFIX = "IMP"


def apply_edit(judged: Judged, edit: Callable[[ArmyList], ArmyList], library: Library) -> Judged:
    """Return the list after an edit, judged again. Raise EditError if the edit does not apply to it."""
    army = pin_used_books(edit(judged.army), judged.roster.factions)
    origin = replace(judged.import_info, findings=remaining_import_findings(judged.import_info.findings, army))
    changed = judge_army(army, library, origin, judged.event, books=judged.roster.factions)
    if isinstance(changed, Unreadable):
        raise UnreadableError(changed.report.diagnostics)
    return replace(changed, path=judged.path)


def pin_used_books(army: ArmyList, books: Mapping[FactionId, Faction]) -> ArmyList:
    """Pin the version of every book that is used and not pinned yet."""
    used = dict.fromkeys(split_unit_ref(entry.unit)[0] for entry in army.entries)
    new = {name: book for name in used if name not in army.books and (book := books.get(name)) is not None}
    if not new:
        return army
    pins = {name: BookPin(book.version, book.sha256) for name, book in new.items()}
    return replace(army, books={**army.books, **pins})


def with_book_totals(roster: Roster) -> ArmyList:
    """Return the list as it is saved: each pinned book with the points of its units."""
    pins = dict(roster.army.books)
    for name, pin in pins.items():
        book = roster.factions.get(name)
        if book is not None and (book.version, book.sha256) == (pin.version, pin.sha256):
            points = sum(entry.cost for entry in roster.entries if entry.unit.faction == name)
            pins[name] = replace(pin, points=points)
    return replace(roster.army, books=pins)


def remaining_import_findings(findings: Report, army: ArmyList) -> Report:
    """Return the file findings of a changed list, as if it had been saved and read again.

    Import findings cannot be found again. They are kept as long as their entry exists; losses are kept for good.
    """
    if not findings:
        return findings
    entry_ids = {entry.id for entry in army.entries}
    remaining_findings = [
        finding
        for finding in findings
        if CODES[finding.code].permanent or (finding.code.startswith(_IMPORT_PREFIX) and finding.on in entry_ids)
    ]
    return build_report([*remaining_findings, *parse_list(format_list_json(army)).report])
