"""Data versions: the list notes the book that judges it now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Fix
from listbuilder.model import Book
from listbuilder.rules.edits import details
from listbuilder.validation.remedies.registry import Case, remedy, repair


@remedy("VER001", "VER002", "VER003")
def note_the_book(case: Case) -> Iterator[Fix]:
    """Note the version and the hash of the book."""
    books = case.army.books
    for faction in case.roster.factions.values():
        if faction.name == case.finding.params.get("faction"):
            before = books.get(faction.id) or Book(faction.version)
            pinned = {**books, faction.id: replace(before, version=faction.version, sha256=faction.sha256)}
            edit = details(subject=faction.name, books=pinned)
            yield repair("pin", edit, faction=faction.name, version=faction.version)
