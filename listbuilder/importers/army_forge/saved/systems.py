"""Which of our systems a foreign list is for, and which faction its book is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from listbuilder.library import FactionHeader, Library, SystemHeader, version_key
from listbuilder.model import SystemId


@lru_cache(maxsize=64)
def find_systems(library: Library, tag: str) -> tuple[SystemHeader, ...]:
    """Give the systems that a tag such as `aof` or `GFF` may mean, the likeliest first.

    Those that the other program itself plays come first (they have its key), then later editions before earlier ones.
    """
    wanted = tag.strip().casefold()
    fitting = [header for header in library.systems() if header.short.casefold() == wanted or wanted in header.keys]
    return tuple(sorted(fitting, key=lambda header: (bool(header.keys), version_key(header.edition)), reverse=True))


def choose_system(systems: Sequence[SystemHeader], books: Sequence[FactionHeader]) -> SystemId | None:
    """Choose the system that all books serve, or the likeliest."""
    for header in systems:
        if all(header.id in book.systems for book in books):
            return header.id
    return systems[0].id if systems else None


def find_books(library: Library, key: str, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Give the factions with a foreign id that serve one of the systems, newest first, the user's before ours."""
    ids = {header.id for header in systems}
    fitting = [header for header in library.factions_by_key(key) if not ids.isdisjoint(header.systems)]
    return newest_first(fitting) if len(fitting) > 1 else fitting


def newest_first(books: Iterable[FactionHeader]) -> list[FactionHeader]:
    """Order books by their editions, and of one edition the user's before those that ship."""
    return sorted(books, key=lambda header: (version_key(header.version), not header.bundled), reverse=True)
