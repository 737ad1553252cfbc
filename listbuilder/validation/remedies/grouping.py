"""Fewer units without losing any: copies that combine, heroes that join."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from listbuilder.diagnostics import Fix
from listbuilder.model import RosterEntry, Stance
from listbuilder.rules.edits import Combine, Join, Leave
from listbuilder.validation.heroes import misfits
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import priced, titled
from listbuilder.validation.remedies.registry import repair

_MOST_PAIRS = 12


def combine(inspection: Inspection, entries: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose to combine copies of a unit; pairs that come to the same are proposed once, what was added last first."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for worked in entries:
        if may_combine(inspection, worked):
            copies[worked.entry.unit].append(worked)
    for same in copies.values():
        seen: set[object] = set()
        for second, first in combinations(reversed(same), 2):
            alike = (_kind(inspection, first), _kind(inspection, second))
            if alike not in seen and len(seen) < _MOST_PAIRS:
                seen.add(alike)
                yield _pair(first, second)


def merge(first: RosterEntry, second: RosterEntry) -> Combine:
    """Combine two copies; the one with a name is kept."""
    kept, other = (second, first) if second.entry.name and not first.entry.name else (first, second)
    return Combine(kept.id, other=other.id, subject=kept.title)


def _pair(first: RosterEntry, second: RosterEntry) -> Fix:
    edit = merge(first, second)
    kept, other = (first, second) if edit.entry == first.id else (second, first)
    return repair("combine", edit, units=(priced(kept), priced(other)))


def _kind(inspection: Inspection, worked: RosterEntry) -> object:
    inside = inspection.roster.joined.get(worked.id, ())
    return worked.entry.upgrades, worked.entry.name, worked.entry.joins, tuple(hero.id for hero in inside)


def may_combine(inspection: Inspection, worked: RosterEntry) -> bool:
    """Tell whether an entry is a copy that another may become one unit with."""
    rules = inspection.system.combining
    single = worked.unit.size == 1 and rules.single_models is Stance.FORBID
    return rules.allowed and len(worked.halves) == 1 and not worked.hero and not single


def join(inspection: Inspection, heroes: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose each unit that a hero may join; the last hero and the last unit first."""
    roster = inspection.roster
    if not inspection.system.joining.allowed:
        return
    hosts = [host for host in roster.entries if host.entry.joins is None and not host.hero]
    for hero in reversed(list(heroes)):
        for host in reversed(hosts):
            inside = tuple(other for other in roster.joined.get(host.id, ()) if other.id != hero.id)
            if host.id not in (hero.id, hero.entry.joins) and not any(misfits(inspection, host, hero, inside)):
                edit = Join(hero.id, host.id, subject=hero.title)
                yield repair("join", edit, unit=titled(hero), host=titled(host))


def stand_alone(hero: RosterEntry) -> Fix:
    """Propose to let a hero leave its unit."""
    return repair("part", Leave(hero.id, subject=hero.title), unit=titled(hero))


def lone_heroes(inspection: Inspection) -> list[RosterEntry]:
    """Give the heroes who stand alone."""
    return [worked for worked in inspection.roster.entries if worked.hero and worked.entry.joins is None]
