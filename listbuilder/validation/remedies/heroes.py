"""Joined heroes: alone, in another unit, or less tough."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.validation.remedies.grouping import combine, join, stand_alone
from listbuilder.validation.remedies.registry import Case, remedy
from listbuilder.validation.remedies.savings import last_resorts, lighter, without


@remedy("HER001", "HER002", "HER003", "HER004", "HER005", "HER006", "HER007", "HER008", "HER009", "HER010")
def elsewhere(case: Case) -> Iterator[Fix]:
    """Let the hero stand alone or join another unit, let another leave, or give up what makes it too tough."""
    hero = case.worked
    if hero is None:
        return
    yield stand_alone(hero)
    if hero.hero:
        yield from join(case.inspection, [hero])
    else:
        for other in case.roster.entries:
            if other is not hero:
                yield from combine(case.inspection, (other, hero))
    yield from lighter(hero)
    yield from last_resorts(hero)
    host = case.roster.find(hero.entry.joins) if hero.entry.joins is not None else None
    if host is not None:
        yield from (stand_alone(other) for other in case.roster.joined.get(host.id, ()) if other is not hero)
        yield without(host)
