"""A judged list changes: its books are pinned, what was said of its file is told again, and it is judged anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from listbuilder.diagnostics import CODES, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged, Unread
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_json
from listbuilder.model import ArmyList, Book, Faction, FactionId, Roster, split_ref

_IMPORT = "IMP"


def change(judged: Judged, edit: Callable[[ArmyList], ArmyList], library: Library) -> Judged:
    """Give a list after an edit, judged anew; raise EditError where the edit has no meaning."""
    army = pin_books(edit(judged.army), judged.roster.factions)
    origin = replace(judged.origin, found=still_found(judged.origin.found, army))
    made = judge_army(army, library, origin, judged.event, books=judged.roster.factions)
    if isinstance(made, Unread):
        raise UnreadableError(made.report.diagnostics)
    return replace(made, path=judged.path)


def pin_books(army: ArmyList, books: Mapping[FactionId, Faction]) -> ArmyList:
    """Note the version of every book in use that the list does not name yet."""
    used = dict.fromkeys(split_ref(entry.unit)[0] for entry in army.entries)
    new = {name: book for name in used if name not in army.books and (book := books.get(name)) is not None}
    if not new:
        return army
    pins = {name: Book(book.version, book.sha256) for name, book in new.items()}
    return replace(army, books={**army.books, **pins})


def to_save(roster: Roster) -> ArmyList:
    """Give a list as its file is to have it: with what the units of each book cost together."""
    army = roster.army
    return replace(army, books={name: _summed(name, pin, roster) for name, pin in army.books.items()})


def _summed(name: FactionId, pin: Book, roster: Roster) -> Book:
    book = roster.factions.get(name)
    if book is None or book.version != pin.version or book.sha256 != pin.sha256:
        return pin
    return replace(pin, points=sum(worked.cost for worked in roster.entries if worked.unit.faction == name))


def still_found(found: Report, army: ArmyList) -> Report:
    """Give what is still to be said of the file of a list that was changed: as it would be written now.

    What an import found cannot be found again: about an entry it stays as long as the entry, and what was lost stays
    lost.
    """
    if not found:
        return found
    there = {entry.id for entry in army.entries}
    kept = [
        finding
        for finding in found
        if CODES[finding.code].lasting or (finding.code.startswith(_IMPORT) and finding.on in there)
    ]
    return build_report([*kept, *parse_list(format_list_json(army)).report])
