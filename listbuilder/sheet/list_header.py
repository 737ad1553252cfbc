"""The header of a sheet, and the limits that a judge checks first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.model import Roster
from listbuilder.rules.limits import Bound, Derivation, LimitStatus, most_critical
from listbuilder.sheet.options import PrintOptions
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.validation.check_registry import CheckContext


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit and how much of it is used: `Heroes`, `3 of 5`."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BookRow:
    """An army book or system that the list was built with."""

    name: str
    version: str
    short_hash: str

    @property
    def text(self) -> str:
        """Name, version and short hash in one line."""
        return " ".join(
            part for part in (self.name, self.version, f"({self.short_hash})" if self.short_hash else "") if part
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What is printed above the units; a string is empty if the list does not have it."""

    name: str
    player: str
    factions: tuple[str, ...]
    """Names with versions: `Human Empire 3.5.3`."""
    system: str
    event: str
    force_org: str
    points: str
    """`1,845 / 2,000 pts`; only the limit if points are hidden."""
    limit: int | None
    activations: str
    models: str
    outcome: Verdict
    verdict_text: str
    """The verdict in the sheet's language."""
    books: tuple[BookRow, ...]
    notes: str = ""
    hash: str = ""
    """The short hash of the list; empty if upgrades are hidden."""
    share: str = ""
    """The share string, for a QR code; empty if upgrades are hidden."""
    commitment: str = ""
    """The hash that proves a hidden list later; empty unless upgrades are hidden."""

    @property
    def is_legal(self) -> bool:
        """Whether everything was checked and no error was found."""
        return self.outcome is Verdict.LEGAL

    @property
    def facts(self) -> tuple[str, ...]:
        """Player, factions, system, event and force organisation: the first line below the name."""
        return tuple(part for part in (self.player, *self.factions, self.system, self.event, self.force_org) if part)

    @property
    def counts(self) -> tuple[str, ...]:
        """Units and models: the end of that line."""
        return (self.activations, self.models)


def build_limit_rows(roster: Roster, language: str, options: PrintOptions) -> tuple[LimitRow, ...]:
    """Return points and the limits of system and event; empty on a public sheet."""
    if options.public:
        return ()
    shown = (
        standing
        for standing in most_critical(CheckContext(roster).limit_statuses)
        if options.points or standing.limit.measure.value not in {"share", "points"}
    )
    rows = (_limit_row(standing, language) for standing in shown)
    return (*_points_row(roster, language, options), *(row for row in rows if row is not None))


def _points_row(roster: Roster, language: str, options: PrintOptions) -> Iterator[LimitRow]:
    if not options.points:
        return
    used, limit = format_number(language, roster.cost), roster.points_limit
    text = used if limit is None else _format_of(language, used, format_number(language, limit))
    yield LimitRow(translate(language, "sheet.sum.points"), text)


def _limit_row(standing: LimitStatus, language: str) -> LimitRow | None:
    """Return a limit with its count, or None if it has neither a maximum nor a minimum."""
    limit, number = standing.limit, standing.number
    name = (
        limit.name.to(language) if limit.name is not None else translate(language, f"sheet.sum.{limit.measure.value}")
    )
    if standing.maximum is not None:
        return LimitRow(sanitize_line(name), _format_maximum(number, standing.maximum, standing.points, language))
    if standing.minimum is None:
        return None
    text = translate(language, "sheet.sum.least", n=format_number(language, number), least=standing.minimum.number)
    return LimitRow(sanitize_line(name), text)


def _format_maximum(number: int, most: Bound, points: int, language: str) -> str:
    if most.derivation is Derivation.PERCENT and points:
        # rounded up, so that a share just over the limit is not shown as equal to it
        share = -(-100 * number // points)
        return translate(language, "ghost.percent", n=share, most=most.percent)
    return _format_of(language, format_number(language, number), format_number(language, most.number))


def _format_of(language: str, number: str, most: str) -> str:
    return translate(language, "sheet.sum.of", n=number, most=most)
