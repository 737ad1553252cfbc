"""Combined units: taken apart, or made alike.

Fewer units without losing any: copies that combine, heroes that join.

Many copies of a unit: combined two by two, and as few taken out as must go even so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from listbuilder.diagnostics import Fix
from listbuilder.model import Roster, RosterEntry, Stance, Taken
from listbuilder.rules.edits import Combine, Join, Leave, PutBack, Remove, Take
from listbuilder.rules.labels import option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.validation.checks.heroes import misfits
from listbuilder.validation.fixes.points_reduction import last_resorts
from listbuilder.validation.fixes.ranking import least_missed
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.message_arguments import listed, priced, titled
from listbuilder.validation.registry import Inspection


@remedy("CMB001", "CMB002", "CMB003", "CMB005")
def not_combined(case: Case) -> Iterator[Fix]:
    """Make two units of it, or keep one half."""
    if case.worked is not None:
        yield from last_resorts(case.worked)


@remedy("CMB004")
def halves_alike(case: Case) -> Iterator[Fix]:
    """Take the option in the half that lacks it, or give it up in the one that has it."""
    worked, lacking = case.worked, case.number("half") - 1
    if worked is None:
        return
    having = 1 - lacking
    for taken in worked.halves[having].taken:
        if option_name(taken.option) == case.finding.params.get("option"):
            rivals = _rivals(worked, taken, lacking)
            yield _take_too(worked, taken, lacking, rivals)
            for rival in rivals:
                yield _take_too(worked, rival, having, (taken,))
            name = option_name(taken.option)
            off = PutBack(worked.id, taken.pick.option, (having,), every=True, subject=name)
            yield repair("put-back", off, option=name, unit=titled(worked, having))
    yield from last_resorts(worked)


def _take_too(worked: RosterEntry, taken: Taken, half: int, rivals: tuple[Taken, ...]) -> Fix:
    name = option_name(taken.option)
    instead_of = tuple(rival.pick.option for rival in rivals)
    edit = Take(worked.id, taken.pick.option, (half,), instead_of, subject=name)
    return repair("take-too", edit, option=name, unit=titled(worked, half))


def _rivals(worked: RosterEntry, taken: Taken, half: int) -> tuple[Taken, ...]:
    """Give what the other half has instead, where the section lets only one option be taken."""
    if not section_capacity(taken.section, worked.unit).one_of:
        return ()
    return tuple(other for other in worked.halves[half].taken if other.section is taken.section)


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


_Pair: TypeAlias = tuple[RosterEntry, RosterEntry]


def pair_up(inspection: Inspection, same: Sequence[RosterEntry], over: int) -> Iterator[Fix]:
    """Propose pairs of copies where one pair is not enough; those that are missed least go where pairs are too few."""
    able = [worked for worked in same if may_combine(inspection, worked)]
    too_many = max(0, 2 * over - len(able))
    if over > 1 and too_many < over:
        gone = _least_missed(inspection.roster, able)[:too_many]
        kept = [worked for worked in able if worked not in gone]
        yield _proposal(_two_by_two(kept)[: over - too_many][::-1], gone)


def _proposal(pairs: list[_Pair], gone: list[RosterEntry]) -> Fix:
    together = [merge(*pair) for pair in pairs]
    units = listed(worked for pair in pairs for worked in pair)
    if not gone:
        return repair("pair-up", *together, units=units)
    removed = [Remove(worked.id, subject=worked.title) for worked in gone]
    return repair("pair-up-some", *together, *removed, units=units, gone=listed(gone))


def _least_missed(roster: Roster, entries: Sequence[RosterEntry]) -> list[RosterEntry]:
    return [worked for (worked,) in least_missed(roster, [(worked,) for worked in entries])]


def _two_by_two(entries: Sequence[RosterEntry]) -> list[_Pair]:
    """Make pairs, what was added last first; those with the same picks go together, as far as there are such."""
    pairs: list[_Pair] = []
    alone: dict[object, RosterEntry] = {}
    for worked in reversed(entries):
        other = alone.pop(worked.entry.upgrades, None)
        if other is None:
            alone[worked.entry.upgrades] = worked
        else:
            pairs.append((worked, other))
    unlike = list(alone.values())
    return [*pairs, *zip(unlike[1::2], unlike[::2], strict=False)]
