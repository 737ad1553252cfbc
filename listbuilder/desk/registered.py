"""Which book a registration means: players write its name as they like, and a typing error is no other faction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from listbuilder.desk.desk import Desk
from listbuilder.desk.matching import words
from listbuilder.textutil.fuzzy import closest


def is_registered(wanted: str, played: Mapping[str, str], desk: Desk) -> bool:
    """Tell whether what was registered is one of the books that are played, given with the names that lists show."""
    asked = set(words(wanted))
    names = {name for book, shown in played.items() for name in (shown, *desk.names_of(book))}
    return any(asked <= set(words(name)) for name in names) or _is_mistyped(wanted, names, desk)


def _is_mistyped(wanted: str, names: set[str], desk: Desk) -> bool:
    """Tell whether these names are nearer to what was written than those of all other books, of which it is none."""
    asked, known = words(wanted), tuple(sorted(names.union(*desk.book_names.values())))
    if any(words(name) == asked for name in known):
        return False
    return any(set(words(name)) <= set(asked) for name in names) or _nearest(wanted, known) in names


_nearest = lru_cache(maxsize=64)(closest)  # what one player writes, others of the team or the club do, too
