"""What limits count, one function for each measure. A new measure is a member of `Measure` and a function here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from listbuilder.model import ForceOrganisation, Limit, Measure, Roster, RosterEntry, Selection, Taken
from listbuilder.rules.bearing import bears, highest_rating

Group: TypeAlias = tuple[RosterEntry, ...]
"""A host and the heroes in it, or entries that are counted together."""


class Tally(NamedTuple):
    """What was counted: the number, what it is made of, and the entry it is about (None: the whole army)."""

    number: int
    entries: Group
    about: RosterEntry | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A limit to be counted over a roster."""

    limit: Limit
    roster: Roster
    organisation: ForceOrganisation
    """How joined heroes count."""

    def chosen(self) -> Group:
        """Give the entries that the limit is about."""
        wanted, entries = self.limit.of, self.roster.entries
        return entries if wanted is None else tuple([worked for worked in entries if fits(worked, wanted)])

    def parts(self) -> Iterator[tuple[Group, RosterEntry | None]]:
        """Give what is counted together: the army, or each unit with the heroes in it."""
        if not self.limit.each_unit:
            yield self.chosen(), None
            return
        wanted = self.limit.of
        for group in self.groups():
            within = group if wanted is None else tuple([worked for worked in group if fits(worked, wanted)])
            if within:
                yield within, group[0]

    def groups(self) -> Iterator[Group]:
        """Give the units on the table: each with the heroes in it where the game counts them with their host."""
        joined = self.roster.joined if self.organisation.joined_shares_with_host else {}
        if not joined:
            yield from zip(self.roster.entries)
            return
        inside = self.roster.joined_ids
        for worked in self.roster.entries:
            name = worked.entry.id
            if name not in inside:
                yield (worked, *joined.get(name, ()))


def fits(worked: RosterEntry, wanted: Selection) -> bool:
    """Tell whether an entry is one of those that a limit is about."""
    return (
        (not wanted.units or worked.entry.unit in wanted.units)
        and wanted.group in (None, worked.unit.group)
        and wanted.faction in (None, worked.unit.faction)
        and wanted.hero in (None, worked.hero)
        and wanted.unique in (None, worked.unique)
        and (wanted.rule is None or _has(worked, wanted))
        and (not wanted.of_picks or any(chosen_picks((worked,), wanted)))
    )


def _has(worked: RosterEntry, wanted: Selection) -> bool:
    if wanted.over is None:
        return bears(worked.unit, worked.halves, wanted.rule)
    return highest_rating(worked.unit, worked.halves, wanted.rule) > wanted.over


def chosen_picks(entries: Iterable[RosterEntry], wanted: Selection | None) -> Iterator[Taken]:
    """Give the picks that a limit is about: all, or those of an option or a section."""
    for worked in entries:
        for half in worked.halves:
            yield from (taken for taken in half.taken if wanted is None or is_chosen(taken, wanted))


def is_chosen(taken: Taken, wanted: Selection) -> bool:
    """Tell whether a pick is one of those that a limit is about."""
    return wanted.option in (None, taken.option.id) and wanted.section in (None, taken.section.id)


def _heroes(count: Count) -> Iterator[Tally]:
    heroes = tuple([worked for worked in count.chosen() if worked.hero])
    yield Tally(len(heroes), heroes)


def _copies(count: Count) -> Iterator[Tally]:
    """Count entries of the same unit; a combined unit is one copy."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for worked in count.chosen():
        copies[worked.entry.unit].append(worked)
    for same in copies.values():
        yield Tally(len(same), tuple(same), same[-1])


def _share(count: Count) -> Iterator[Tally]:
    """Add up the points of each unit, with the heroes in it where the game says so."""
    wanted = count.limit.of
    for group in count.groups():
        host = group[0]
        if wanted is None or fits(host, wanted):
            yield Tally(host.cost if len(group) == 1 else sum([worked.cost for worked in group]), group, host)


def _units(count: Count) -> Iterator[Tally]:
    """Count units on the table; where only some entries are meant, each of them counts, also in another unit."""
    roster, chosen = count.roster, count.chosen()
    together = count.limit.of is None and not count.organisation.joined_counts_as_unit
    yield Tally(roster.activations if together else len(chosen), chosen)


def _models(count: Count) -> Iterator[Tally]:
    for part, about in count.parts():
        yield Tally(sum([worked.models for worked in part]), part, about)


def _all_picks(count: Count) -> Iterator[Tally]:
    for part, about in count.parts():
        yield Tally(sum(taken.count for taken in chosen_picks(part, count.limit.of)), part, about)


def _points(count: Count) -> Iterator[Tally]:
    """Add up the points of entries, or those paid for an option or in a section."""
    wanted = count.limit.of
    paid = wanted is not None and wanted.of_picks
    for part, about in count.parts():
        spent = (taken.cost for taken in chosen_picks(part, wanted)) if paid else (worked.cost for worked in part)
        yield Tally(sum(spent), part, about)


MEASURES: Mapping[Measure, Callable[[Count], Iterator[Tally]]] = {
    Measure.HEROES: _heroes,
    Measure.COPIES: _copies,
    Measure.SHARE: _share,
    Measure.UNITS: _units,
    Measure.MODELS: _models,
    Measure.PICKS: _all_picks,
    Measure.POINTS: _points,
}


def tallies(limit: Limit, roster: Roster, organisation: ForceOrganisation) -> Iterator[Tally]:
    """Count what a limit is on: once for the army, or for each unit or kind of unit.

    `organisation` says how joined heroes count.
    """
    return MEASURES[limit.counts](Count(limit, roster, organisation))


def _most_heroes(roster: Roster) -> int:
    return sum([worked.hero for worked in roster.entries])


def _most_copies(roster: Roster) -> int:
    """All but one of each other kind may be of one kind."""
    return len(roster.entries) - len({worked.entry.unit for worked in roster.entries}) + 1


def _largest_share(roster: Roster) -> int:
    """All heroes that stand in units may stand in the dearest one."""
    inside = sum([hero.cost for heroes in roster.joined.values() for hero in heroes])
    return max([worked.cost for worked in roster.entries], default=0) + inside


def _most_units(roster: Roster) -> int:
    return len(roster.entries)


def _largest_unit(roster: Roster) -> int:
    """The same of models: all heroes may stand in the largest unit."""
    inside = sum([hero.models for heroes in roster.joined.values() for hero in heroes])
    return max([worked.models for worked in roster.entries], default=0) + inside


_GLANCES: Mapping[Measure, Callable[[Roster], int]] = {
    Measure.HEROES: _most_heroes,
    Measure.COPIES: _most_copies,
    Measure.SHARE: _largest_share,
    Measure.UNITS: _most_units,
}
"""More than what a limit counts can come to, whichever entries it is about."""
_GLANCES_AT_UNITS: Mapping[Measure, Callable[[Roster], int]] = {Measure.MODELS: _largest_unit}
"""The same, of a limit for each unit."""


def surely_within(limit: Limit, roster: Roster, most: int) -> bool:
    """Tell at a glance that a limit is kept, as most are: every verdict asks, and nothing needs to be counted."""
    glance = _GLANCES.get(limit.counts) or (_GLANCES_AT_UNITS.get(limit.counts) if limit.each_unit else None)
    return glance is not None and glance(roster) <= most
