"""Fixes that reduce points: the sets of upgrades, halves and units that save enough and lose the least.

The reachable totals are kept as the bits of an integer, one integer for each number of changed entries. That is exact
and fast. A set is then read back from the bits, starting with the entry to change first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from listbuilder.diagnostics import Fix
from listbuilder.model import AppliedUpgrade, Roster, RosterEntry
from listbuilder.rules.edits import Edit, RemoveEntry, RemoveUpgrade, SplitEntry, set_details
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.unit_labels import gained_keys, option_name
from listbuilder.rules.upgrade_actions import affected_halves
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.message_arguments import Message, label_priced_unit, label_priced_units, label_unit

_MAX_TOTALS = 12
_MAX_ENTRIES = 12
_MAX_REDUCTIONS = 80
_MAX_POINTS = 20_000
"""More than any game has; a list with a false points limit does not need an exact sum."""


@dataclass(frozen=True, slots=True)
class Saving:
    """The points saved by removing an upgrade, together with the upgrades that need it."""

    edits: tuple[RemoveUpgrade, ...]
    points: int
    max_count: int = 1
    """How often the upgrade can be removed."""

    @property
    def slots(self) -> set[tuple[str, int]]:
        """The removed options, each with its half."""
        return {(edit.option, half) for edit in self.edits for half in edit.halves}


def name_upgrades(edits: Iterable[RemoveUpgrade]) -> tuple[object, ...]:
    """Return the names of removed upgrades, with a count if it is more than one."""
    counts = Counter(edit.subject for edit in edits)
    return tuple(name if n == 1 else Message("part.times", {"n": n, "option": name}) for name, n in counts.items())


def upgrade_savings(entry: RosterEntry) -> Iterator[Saving]:
    """Yield what each upgrade of an entry would save; upgrades that need it are removed with it and come last."""
    with_dependents = []
    for half, loadout in enumerate(entry.halves):
        for upgrade in loadout.upgrades:
            halves = _shared_halves(entry, upgrade, half)
            if half == halves[0]:
                dependents = _with_dependents([upgrade], loadout.upgrades)
                remaining = [other.upgrade for other in reversed(loadout.upgrades)]
                remaining.remove(upgrade.upgrade)  # the last of several equal ones, like the edit that removes it
                if len(dependents) == 1 or not build_loadout(entry.unit, reversed(remaining)).errors:
                    same = [other for index in halves for other in _same_option(entry, upgrade, index)[-1:]]
                    points = sum(other.cost // other.count for other in same)
                    edits = (_removal_edit(entry, upgrade, halves),)
                    yield Saving(edits, points, min(other.count for other in same))
                else:
                    with_dependents.append(_joint_saving(entry, dependents, half))
    yield from with_dependents


def _removal_edit(
    entry: RosterEntry, upgrade: AppliedUpgrade, halves: tuple[int, ...], *, remove_all: bool = False
) -> RemoveUpgrade:
    name = option_name(upgrade.option)
    return RemoveUpgrade(entry.id, upgrade.upgrade.option, halves, remove_all=remove_all, subject=name)


def _shared_halves(entry: RosterEntry, upgrade: AppliedUpgrade, half: int) -> tuple[int, ...]:
    """Return the halves that lose an upgrade at once: both if it is for all models and both have it."""
    halves = affected_halves(entry, upgrade.section, half)
    return halves if all(_same_option(entry, upgrade, index) for index in halves) else (half,)


def _same_option(entry: RosterEntry, upgrade: AppliedUpgrade, half: int) -> list[AppliedUpgrade]:
    return [other for other in entry.halves[half].upgrades if other.upgrade.option == upgrade.upgrade.option]


def _joint_saving(entry: RosterEntry, dependents: list[AppliedUpgrade], half: int) -> Saving:
    removed = [(upgrade, _shared_halves(entry, upgrade, half)) for upgrade in reversed(dependents)]
    points = sum(
        other.cost for upgrade, halves in removed for index in halves for other in _same_option(entry, upgrade, index)
    )
    edits = dict.fromkeys(_removal_edit(entry, upgrade, halves, remove_all=True) for upgrade, halves in removed)
    return Saving(tuple(edits), points)


def _with_dependents(upgrades: list[AppliedUpgrade], all_upgrades: tuple[AppliedUpgrade, ...]) -> list[AppliedUpgrade]:
    """Return upgrades with those whose section needs what they give, and those that need these in turn."""
    gained = {key for upgrade in upgrades for key in gained_keys(upgrade.option)}
    more = [
        other
        for other in all_upgrades
        if other not in upgrades and any(target.key in gained for target in other.section.targets)
    ]
    return _with_dependents([*upgrades, *more], all_upgrades) if more else upgrades


def remove_entry_fix(entry: RosterEntry) -> Fix:
    """Propose to remove an entry."""
    return make_fix("remove", RemoveEntry(entry.id, subject=entry.title), unit=label_priced_unit(entry))


def remove_entries_fix(entries: tuple[RosterEntry, ...]) -> Fix:
    """Propose to remove several entries."""
    if len(entries) == 1:
        return remove_entry_fix(entries[0])
    edits = [RemoveEntry(entry.id, subject=entry.title) for entry in entries]
    return make_fix("remove-all", *edits, units=label_priced_units(entries))


def remove_half_fixes(entry: RosterEntry) -> Iterator[Fix]:
    """Propose to remove the second half of a combined unit."""
    if len(entry.halves) > 1:
        half = Reduction(entry, entry.halves[1].cost, removes_half=True)
        yield make_fix("give-up", *half.edits(), what=half.label(), saved=half.points)


def split_fixes(entry: RosterEntry) -> Iterator[Fix]:
    """Propose to split a combined unit."""
    if len(entry.halves) > 1:
        yield make_fix("split", SplitEntry(entry.id, subject=entry.title), unit=label_unit(entry))


def last_resort_fixes(entry: RosterEntry) -> Iterator[Fix]:
    """Propose what solves any finding about an entry: split it, remove half of it, remove it."""
    yield from split_fixes(entry)
    yield from remove_half_fixes(entry)
    yield remove_entry_fix(entry)


def remove_one_upgrade_fixes(entry: RosterEntry) -> Iterator[Fix]:
    """Propose to remove each upgrade of an entry, one at a time."""
    for saving in upgrade_savings(entry):
        halves = {edit.halves for edit in saving.edits}
        half = saving.edits[0].halves[0] if halves in ({(0,)}, {(1,)}) else None
        yield make_fix("put-back", *saving.edits, option=name_upgrades(saving.edits), unit=label_unit(entry, half))


@dataclass(frozen=True, slots=True)
class Reduction:
    """What can be removed from one entry at once, and the points it saves."""

    entry: RosterEntry
    points: int
    upgrades: tuple[Saving, ...] = ()
    removes_half: bool = False

    @property
    def removes_entry(self) -> bool:
        """Whether the entry itself is removed."""
        return not self.upgrades and not self.removes_half

    def edits(self) -> Iterator[Edit]:
        """Yield the edits that carry it out."""
        if self.removes_entry:
            yield RemoveEntry(self.entry.id, subject=self.entry.title)
        elif self.removes_half:
            yield SplitEntry(self.entry.id, drop_second_half=True, subject=self.entry.title)
        else:
            yield from (edit for saving in self.upgrades for edit in saving.edits)

    def label(self) -> object:
        """Return the name of what is removed."""
        if self.removes_entry:
            return label_priced_unit(self.entry)
        if self.removes_half:
            return Message("part.half", {"unit": label_unit(self.entry)})
        names = name_upgrades(edit for saving in self.upgrades for edit in saving.edits)
        return Message("part.picks", {"option": names, "unit": label_unit(self.entry)})


def entry_reductions(entry: RosterEntry) -> list[Reduction]:
    """Return what can be removed from an entry: upgrades by the points they save, then a half, then the entry.

    For equal points, the fewest upgrades are removed, and among those the ones taken last.
    """
    sums: dict[int, tuple[Saving, ...]] = {0: ()}
    for saving in upgrade_savings(entry):
        if saving.points > 0:
            for _ in range(min(saving.max_count, _MAX_REDUCTIONS)):
                for points, upgrades in list(sums.items()):
                    removed = {slot for other in upgrades if other != saving for slot in other.slots}
                    if upgrades.count(saving) < saving.max_count and removed.isdisjoint(saving.slots):
                        _record_sum(sums, points + saving.points, (*upgrades, saving))
    reductions = [Reduction(entry, points, upgrades) for points, upgrades in sums.items() if upgrades]
    if len(entry.halves) > 1:
        reductions.append(Reduction(entry, entry.halves[1].cost, removes_half=True))
    if entry.cost > 0:
        reductions.append(Reduction(entry, entry.cost))
    return [reduction for reduction in reductions if reduction.points > 0]


def _record_sum(sums: dict[int, tuple[Saving, ...]], points: int, upgrades: tuple[Saving, ...]) -> None:
    """Record how to save these points, unless a smaller way is known or there are enough ways."""
    known = sums.get(points)
    if _count_removed(upgrades) <= _count_removed(known) if known is not None else len(sums) < _MAX_REDUCTIONS:
        sums[points] = upgrades


def _count_removed(upgrades: tuple[Saving, ...]) -> int:
    return sum([len(saving.edits) for saving in upgrades])


def customisation_score(roster: Roster, entry: RosterEntry) -> int:
    """Return how much a player has customised an entry: named it, attached heroes, taken upgrades."""
    named = bool(entry.entry.name) or entry.unit.unique
    attached = entry.entry.joins is not None or entry.id in roster.attached_heroes
    return named + attached + any(half.upgrades for half in entry.halves)


def removal_order(roster: Roster, groups: Iterable[tuple[RosterEntry, ...]]) -> list[tuple[RosterEntry, ...]]:
    """Return groups of entries in the order to remove them: cheapest, then least customised, then added last."""
    positions = {entry.id: index for index, entry in enumerate(roster.entries)}

    def removal_rank(group: tuple[RosterEntry, ...]) -> tuple[int, ...]:
        cost, score = sum(entry.cost for entry in group), sum(customisation_score(roster, entry) for entry in group)
        return cost, score, -positions[group[0].id]

    return sorted(groups, key=removal_rank)


def reduce_points_fixes(roster: Roster, entries: Sequence[RosterEntry], need: int) -> Iterator[Fix]:
    """Propose what to remove from entries so that they cost `need` points less, the smallest loss first."""
    positions = {entry.id: index for index, entry in enumerate(roster.entries)}
    order = sorted(entries, key=lambda entry: (-customisation_score(roster, entry), positions[entry.id]))
    choices = [entry_reductions(entry) for entry in order]
    if need <= _MAX_POINTS:
        for reductions in islice(_smallest_sets(choices, need), _MAX_TOTALS):
            yield _reduction_fix(reductions)
    sufficient = [reduction for group in choices for reduction in group if reduction.points >= need]
    for reduction in sorted(sufficient, key=lambda reduction: reduction.points)[:_MAX_TOTALS]:
        yield _reduction_fix([reduction])
    most_expensive: list[RosterEntry] = []
    order.reverse()  # for equal costs, the entry to change first
    for entry in sorted(order, key=lambda entry: -entry.cost):
        if sum(other.cost for other in most_expensive) < need:
            most_expensive.append(entry)
    yield remove_entries_fix(tuple(most_expensive))


def _smallest_sets(choices: list[list[Reduction]], need: int) -> Iterator[list[Reduction]]:
    """Yield one set for each sufficient total, the smallest total first, with the fewest entries."""
    most = max(
        (reduction.points for group in choices for reduction in group if reduction.points <= _MAX_POINTS), default=0
    )
    mask = (1 << (need + most + 1)) - 1
    reached = [[1] + [0] * min(len(choices), _MAX_ENTRIES)]
    for group in choices:
        before = reached[-1]
        sums = {reduction.points for reduction in group if reduction.points <= most}
        after = list(before)
        for used in range(1, len(before)):
            for points in sums:
                after[used] |= before[used - 1] << points & mask
        reached.append(after)
    last = reached[-1]
    for total in range(need, mask.bit_length()):
        fewest = next((used for used in range(1, len(last)) if last[used] >> total & 1), None)
        if fewest is not None:
            yield _read_back(choices, reached, fewest, total)


def _read_back(choices: list[list[Reduction]], reached: list[list[int]], used: int, total: int) -> list[Reduction]:
    """Return a set with this total, starting with the entry to change first."""
    reductions: list[Reduction] = []
    for index in reversed(range(len(choices))):
        before = reached[index]
        for reduction in choices[index]:
            rest = total - reduction.points
            if used > 0 and rest >= 0 and before[used - 1] >> rest & 1:
                reductions.append(reduction)
                used, total = used - 1, rest
                break
    return reductions


def _reduction_fix(reductions: Sequence[Reduction]) -> Fix:
    if all(reduction.removes_entry for reduction in reductions):
        return remove_entries_fix(tuple(reduction.entry for reduction in reductions))
    edits = [edit for reduction in reductions for edit in reduction.edits()]
    saved = sum(reduction.points for reduction in reductions)
    return make_fix("give-up", *edits, what=tuple(reduction.label() for reduction in reductions), saved=saved)


def set_points_fix(request: FixRequest, points: int) -> Fix:
    """Propose a points limit."""
    return make_fix("set-points", set_details(subject=request.army.name, points=points), points=points)


def usual_size_fixes(request: FixRequest) -> list[Fix]:
    """Propose the usual points limits that are large enough for the list, the smallest first."""
    sizes = sorted(request.context.system.suggested_points)
    return [set_points_fix(request, points) for points in sizes if points >= request.roster.cost]


@fixes_for("PTS001")
def reduce_list_points(request: FixRequest) -> Iterator[Fix]:
    """Remove upgrades, halves or units until the list is within its points limit."""
    yield from reduce_points_fixes(request.roster, request.roster.entries, request.int_param("over"))


@fixes_for("PTS002")
def set_points_limit(request: FixRequest) -> Iterator[Fix]:
    """Set the next usual points limit, or exactly the points spent."""
    yield from usual_size_fixes(request)[:1]
    yield set_points_fix(request, request.roster.cost)
