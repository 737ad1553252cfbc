"""Force organisation: fewer heroes, copies and units, and units that are worth less.

Limits that a system or an event sets on anything: less of what they count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from listbuilder.diagnostics import Fix
from listbuilder.model import Limit, Measure, Roster, RosterEntry
from listbuilder.rules.edits import details
from listbuilder.rules.limits import Tally, ceiling, is_chosen, tallies
from listbuilder.validation.fixes.combined import combine, join, lone_heroes, pair_up, stand_alone
from listbuilder.validation.fixes.points_reduction import apart, halved, lighter, shed, usual_games, without_all
from listbuilder.validation.fixes.ranking import least_missed
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.fixes.upgrades import fewer_picks, single_picks

_MOST_SETS = 40
_MOST_GONE = 200
"""How many groups all sets together take out: where many must go, a few sets are enough, and each costs its trial."""
_SPARE = 3
"""How many more than the cheapest ones are looked at; beyond that, another choice only costs more."""


def fewer(roster: Roster, groups: Sequence[tuple[RosterEntry, ...]], over: int) -> Iterator[Fix]:
    """Propose to take out so many groups of entries, those in every mixture that are missed least."""
    order = least_missed(roster, groups)
    near = order[: over + _SPARE] if over > 1 else order
    for chosen in islice(combinations(near, over), min(_MOST_SETS, max(1, _MOST_GONE // over))):
        yield without_all(tuple(worked for group in chosen for worked in reversed(group)))


def larger_games(case: Case) -> Iterator[Fix]:
    """Propose the usual sizes of game to a list that has none: its limits would be counted from them."""
    if case.roster.size is None:
        yield from usual_games(case)


@remedy("ORG001")
def fewer_heroes(case: Case) -> Iterator[Fix]:
    """Take heroes out, or what made them heroes."""
    heroes = [worked for worked in case.roster.entries if worked.hero]
    role = case.inspection.system.roles.hero
    yield from larger_games(case)
    for worked in heroes:
        if role not in worked.unit.rule_ids:
            yield from lighter(worked)
    yield from fewer(case.roster, [(worked,) for worked in heroes], case.number("over"))


@remedy("ORG002")
def fewer_copies(case: Case) -> Iterator[Fix]:
    """Combine two copies, or take some out."""
    worked = case.worked
    if worked is None:
        return
    same = [other for other in case.roster.entries if other.entry.unit == worked.entry.unit]
    yield from larger_games(case)
    yield from pair_up(case.inspection, same, case.number("over"))
    yield from combine(case.inspection, same)
    yield from fewer(case.roster, [(other,) for other in same], case.number("over"))


@remedy("ORG003")
def cheaper_units(case: Case) -> Iterator[Fix]:
    """Split a unit, let its heroes stand alone or join another, or give up what makes it too costly."""
    worked = case.worked
    if worked is None:
        return
    heroes = case.roster.joined.get(worked.id, ())
    yield from larger_games(case)
    yield from apart(worked)
    yield from (stand_alone(hero) for hero in heroes)
    yield from join(case.inspection, heroes)
    need = case.number("over")
    if case.roster.size is None:  # the share is counted from what is spent, and shrinks with it
        need = -(-need * 100 // (100 - case.number("percent")))
    yield from shed(case.roster, (worked, *heroes), need)


@remedy("ORG004")
def fewer_units(case: Case) -> Iterator[Fix]:
    """Let lone heroes join units, combine copies, or take units out with the heroes in them."""
    roster = case.roster
    yield from larger_games(case)
    yield from join(case.inspection, lone_heroes(case.inspection))
    yield from combine(case.inspection, roster.entries)
    over = case.number("over")
    rules = case.inspection.organisation
    if rules is not None and rules.joined_counts_as_unit:
        yield from fewer(roster, [(worked,) for worked in roster.entries], over)
        return
    inside = roster.joined_ids
    tops = [worked for worked in roster.entries if worked.id not in inside]
    yield from fewer(roster, [(worked, *roster.joined.get(worked.id, ())) for worked in tops], over)


@remedy("ORG005")
def one_faction(case: Case) -> Iterator[Fix]:
    """Keep the units of one faction."""
    entries = case.roster.entries
    for kept in sorted({worked.unit.faction for worked in entries}):
        yield without_all(tuple(worked for worked in entries if worked.unit.faction != kept))


@remedy("ORG006")
def no_organisation(case: Case) -> Iterator[Fix]:
    """Switch off what the game does not know."""
    yield repair("force-org-off", details(subject=case.army.name, force_org=False))


_MOST_TOGETHER = 3


@remedy("ORG007")
def less_of_it(case: Case) -> Iterator[Fix]:
    """Give up picks, halves or units that are counted, as many as there are too many."""
    for limit, tally in _broken(case):
        if limit.counts in (Measure.POINTS, Measure.SHARE):
            yield from shed(case.roster, tally.entries, case.number("over"))
        elif limit.counts is Measure.PICKS:
            yield from _fewer_picks(case, limit, tally)
        else:
            yield from combine(case.inspection, tally.entries)
            for worked in tally.entries:
                yield from halved(worked)
                yield from lighter(worked)
        for together in range(1, _MOST_TOGETHER + 1):
            yield from map(without_all, combinations(tally.entries, together))


def _broken(case: Case) -> Iterator[tuple[Limit, Tally]]:
    """Find the limit that a finding is about, and count again."""
    inspection = case.inspection
    for limit in inspection.limits.values():
        most = ceiling(limit, inspection.base.points)
        for tally in tallies(limit, inspection.roster, inspection.counting):
            on = tally.about.id if tally.about is not None else None
            if most is not None and tally.number - most.number == case.number("over") and on == case.finding.on:
                yield limit, tally


def _fewer_picks(case: Case, limit: Limit, tally: Tally) -> Iterator[Fix]:
    wanted = limit.of
    for worked in tally.entries:
        singles = [
            single
            for half in range(len(worked.halves))
            for single in single_picks(worked, half)
            if wanted is None or is_chosen(single.taken, wanted)
        ]
        yield from fewer_picks(worked, singles, min(len(singles), case.number("over")))
