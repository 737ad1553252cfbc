"""The sums that decide a verdict: what was counted, and how much of it is allowed."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import format_number, translate
from listbuilder.model import Limit, Roster
from listbuilder.rules.limits import Bound, Way, base_points, ceiling, floor
from listbuilder.rules.measures import tallies
from listbuilder.sheet.header import Sum
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.plain import plain_line


def build_sums(roster: Roster, language: str, options: PrintOptions) -> tuple[Sum, ...]:
    """List points and the limits of the game's force organisation; a hidden list shows none of them."""
    if options.public:
        return ()
    organisation = roster.system.force_organisation
    limits = organisation.limits.values() if organisation is not None and roster.army.force_org else ()
    counted = (_sum(roster, limit, language) for limit in limits if options.points or not _tells_prices(limit))
    return (*_points(roster, language, options), *(found for found in counted if found is not None))


def _tells_prices(limit: Limit) -> bool:
    return limit.counts.value in ("share", "points")


def _points(roster: Roster, language: str, options: PrintOptions) -> Iterator[Sum]:
    if not options.points:
        return
    used, limit = format_number(language, roster.cost), roster.army.points
    text = used if limit is None else _of(language, used, format_number(language, limit))
    yield Sum(translate(language, "sheet.sum.points"), text)


def _sum(roster: Roster, limit: Limit, language: str) -> Sum | None:
    """Put a limit into words: the highest count where it caps, else the lowest; nothing where none are counted."""
    assert roster.system.force_organisation is not None
    points = base_points(roster).points
    numbers = [tally.number for tally in tallies(limit, roster, roster.system.force_organisation)]
    most, least = ceiling(limit, points), floor(limit, points)
    if not numbers or (most is None and least is None):
        return None
    name = limit.name.to(language) if limit.name is not None else translate(language, f"sheet.sum.{limit.counts.value}")
    if most is not None:
        return Sum(plain_line(name), _most(max(numbers), most, points, language))
    assert least is not None
    text = translate(language, "sheet.sum.least", n=format_number(language, min(numbers)), least=least.number)
    return Sum(plain_line(name), text)


def _most(number: int, most: Bound, points: int, language: str) -> str:
    if most.way is Way.PERCENT and points:
        # rounded up: what is over the limit must not read as on it
        return _of(language, f"{-(-100 * number // points)} %", f"{most.percent} %")
    return _of(language, format_number(language, number), format_number(language, most.number))


def _of(language: str, number: str, most: str) -> str:
    return translate(language, "sheet.sum.of", n=number, most=most)
