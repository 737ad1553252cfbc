"""What saved and resolved lists say about the list as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.importers.army_forge.book.reading import whole
from listbuilder.importers.army_forge.saved.oddities import Oddities
from listbuilder.importers.army_forge.saved.records import text_of
from listbuilder.importers.assuming import FORCE_ORG, UNSTATED, assumed_force_org
from listbuilder.library import Library
from listbuilder.listfiles.field_reader import MOST_POINTS
from listbuilder.model import ArmyList, Book, Entry, FactionId, SystemId, slug
from listbuilder.model.text import phrase

_LONGEST_NOTE = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Name, game, sizes and switches of a foreign list."""

    name: str
    game: str
    limit: int | None
    points: int | None
    """The total that the file states."""
    force_org: bool | None
    """None where the file does not say."""
    notes: str | None

    @property
    def unstated(self) -> frozenset[str]:
        """The fields of a list that the file does not state."""
        return UNSTATED | {FORCE_ORG} if self.force_org is None else UNSTATED


def parse_head(raw: Mapping[str, object], oddities: Oddities) -> Head:
    """Read the head of a list."""
    points = _points(raw.get("listPoints"), oddities)
    return Head(
        name=text_of(raw.get("name")),
        game=text_of(raw.get("gameSystem")),
        limit=_limit(raw.get("pointsLimit"), oddities),
        points=points if points is not None else _points(raw.get("points"), oddities),
        force_org=_force_org(raw, oddities),
        notes=text_of(raw.get("description"), _LONGEST_NOTE) or None,
    )


def _limit(value: object, oddities: Oddities) -> int | None:
    """Give the size of the game; nought is how the other program says that none was agreed."""
    if value is None or value == 0:
        return None
    found = whole(value, 1, MOST_POINTS)
    if found is None:
        oddities.lost(phrase("odd.whole-list"), "limit", value)
    return found


def _points(value: object, oddities: Oddities) -> int | None:
    found = whole(value, 0, MOST_POINTS)
    if found is None and value is not None:
        oddities.odd(phrase("odd.whole-list"), "total", value)
    return found


def _force_org(raw: Mapping[str, object], oddities: Oddities) -> bool | None:
    """Tell whether force organisation is used; it was called competitive until 2023."""
    stated = [raw[key] for key in ("forceOrg", "competitive") if raw.get(key) is not None]
    switches = [value for value in stated if isinstance(value, bool)]
    if len(switches) < len(stated):
        oddities.odd(phrase("odd.whole-list"), "force-org", stated[0])
    return any(switches) if switches else None


def build_army(
    head: Head,
    system: SystemId | None,
    entries: tuple[Entry, ...],
    books: Mapping[FactionId, Book],
    *,
    library: Library,
    findings: list[Diagnostic],
) -> ArmyList:
    """Put a list together; what the head does not say is assumed, and `findings` says so."""
    force_org = head.force_org
    if system is None and head.game:
        findings.append(not_at_hand(head.game, "where.systems"))
    elif system is None:
        findings.append(Diagnostic("DAT007", None, {"missing": "gameSystem"}))
    elif force_org is None:
        force_org = assumed_force_org(library.system(system), findings)
    return ArmyList(
        name=head.name,
        system=system or SystemId(slug(head.game)),
        points=head.limit,
        force_org=force_org or False,
        notes=head.notes,
        books=books,
        entries=entries,
    )


def not_at_hand(what: object, where: str) -> Diagnostic:
    """Say that a book or a game is missing, so that the list cannot be checked in full."""
    params = {"what": what, "where": phrase(where), "suggestion": ""}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)
