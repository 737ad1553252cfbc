"""What stands on top of a printed list and in the judge's stub.

The sums that decide a verdict: what was counted, and how much of it is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.model import Limit, Roster
from listbuilder.rules.limits import Bound, Derivation, Standing, decisive
from listbuilder.sheet.options import PrintOptions
from listbuilder.textutil.sanitize import plain_line
from listbuilder.validation.registry import Inspection


@dataclass(frozen=True, slots=True)
class Sum:
    """What decides a verdict: `Heroes`, `3 of 5`."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BookLine:
    """Which data a list was worked out with."""

    name: str
    version: str
    sha: str

    @property
    def text(self) -> str:
        """Name, version and short hash in one line."""
        return " ".join(part for part in (self.name, self.version, f"({self.sha})" if self.sha else "") if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What stands on top of a list; every string may be empty where the list says nothing."""

    name: str
    player: str
    factions: tuple[str, ...]
    """Names with versions: `Human Empire 3.5.3`."""
    system: str
    event: str
    force_org: str
    points: str
    """`1,845 / 2,000 pts`; only the limit where prices are hidden."""
    limit: int | None
    activations: str
    models: str
    judged: Verdict
    verdict: str
    """The verdict in the language."""
    books: tuple[BookLine, ...]
    notes: str = ""
    hash: str = ""
    """The short hash of the list; empty where upgrades are hidden."""
    share: str = ""
    """The share string, for a QR code; empty where upgrades are hidden."""
    commitment: str = ""
    """The hash that proves a hidden list later; empty unless upgrades are hidden."""

    @property
    def legal(self) -> bool:
        """Whether everything was checked and nothing is wrong."""
        return self.judged is Verdict.LEGAL

    @property
    def facts(self) -> tuple[str, ...]:
        """Who, what and by which rules: the first line under the name."""
        return tuple(part for part in (self.player, *self.factions, self.system, self.event, self.force_org) if part)

    @property
    def counts(self) -> tuple[str, ...]:
        """Units and models: the end of that line."""
        return (self.activations, self.models)


def build_sums(roster: Roster, language: str, options: PrintOptions) -> tuple[Sum, ...]:
    """List points and the limits that hold, the event's among them; a hidden list shows none of them."""
    if options.public:
        return ()
    standings = decisive(Inspection(roster).standings)
    counted = (_sum(one, language) for one in standings if options.points or not _tells_prices(one.limit))
    return (*_points(roster, language, options), *(found for found in counted if found is not None))


def _tells_prices(limit: Limit) -> bool:
    return limit.counts.value in ("share", "points")


def _points(roster: Roster, language: str, options: PrintOptions) -> Iterator[Sum]:
    if not options.points:
        return
    used, limit = format_number(language, roster.cost), roster.size
    text = used if limit is None else _of(language, used, format_number(language, limit))
    yield Sum(translate(language, "sheet.sum.points"), text)


def _sum(standing: Standing, language: str) -> Sum | None:
    """Put into words how the army stands against a limit; nothing where that neither caps nor asks."""
    limit, number = standing.limit, standing.number
    name = limit.name.to(language) if limit.name is not None else translate(language, f"sheet.sum.{limit.counts.value}")
    if standing.most is not None:
        return Sum(plain_line(name), _most(number, standing.most, standing.points, language))
    if standing.least is None:
        return None
    text = translate(language, "sheet.sum.least", n=format_number(language, number), least=standing.least.number)
    return Sum(plain_line(name), text)


def _most(number: int, most: Bound, points: int, language: str) -> str:
    if most.way is Derivation.PERCENT and points:
        # rounded up: what is over the limit must not read as on it
        share = -(-100 * number // points)
        return translate(language, "ghost.percent", n=share, most=most.percent)
    return _of(language, format_number(language, number), format_number(language, most.number))


def _of(language: str, number: str, most: str) -> str:
    return translate(language, "sheet.sum.of", n=number, most=most)
