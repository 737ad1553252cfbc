"""What saved and resolved lists say about the list as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from listbuilder.importers.army_forge.book.reading import whole
from listbuilder.importers.army_forge.saved.records import text_of
from listbuilder.model import ArmyList, Book, Entry, FactionId, SystemId, slug

_MOST = 1_000_000
_LONGEST_NOTE = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Name, game, sizes and switches of a foreign list."""

    name: str
    game: str
    limit: int | None
    points: int | None
    """The total that the file states."""
    force_org: bool
    notes: str | None


def parse_head(raw: Mapping[str, object]) -> Head:
    """Read the head of a list."""
    points = whole(raw.get("listPoints"), 0, _MOST)
    return Head(
        name=text_of(raw.get("name")),
        game=text_of(raw.get("gameSystem")),
        limit=whole(raw.get("pointsLimit"), 1, _MOST),
        points=points if points is not None else whole(raw.get("points"), 0, _MOST),
        force_org=raw.get("forceOrg") is True or raw.get("competitive") is True,
        notes=text_of(raw.get("description"), _LONGEST_NOTE) or None,
    )


def build_army(
    head: Head, system: SystemId | None, entries: tuple[Entry, ...], books: Mapping[FactionId, Book]
) -> ArmyList:
    """Put a list together."""
    return ArmyList(
        name=head.name,
        system=system or SystemId(slug(head.game) or "unknown"),
        points=head.limit,
        force_org=head.force_org,
        notes=head.notes,
        books=books,
        entries=entries,
    )
