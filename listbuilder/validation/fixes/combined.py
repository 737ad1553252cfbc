"""Fixes that combine, split, attach or detach: fewer units on the table without losing any."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from listbuilder.diagnostics import Fix
from listbuilder.model import RosterEntry, Stance, Taken
from listbuilder.rules.edits import Combine, Edit, Join, Leave, PutBack, Remove, Take
from listbuilder.rules.labels import option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.validation.checks.heroes import misfits
from listbuilder.validation.fixes.points_reduction import last_resorts
from listbuilder.validation.fixes.ranking import least_missed
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.message_arguments import listed, priced, titled
from listbuilder.validation.registry import Inspection

_MAX_PAIRS = 12

_Pair: TypeAlias = tuple[RosterEntry, RosterEntry]


@remedy("CMB001", "CMB002", "CMB003", "CMB005")
def split_combined_unit(request: Case) -> Iterator[Fix]:
    """Split the combined unit, keep one half, or remove it."""
    if request.worked is not None:
        yield from last_resorts(request.worked)


@remedy("CMB004")
def equalise_halves(request: Case) -> Iterator[Fix]:
    """Take the option in the half that lacks it, or remove it from the half that has it."""
    entry, lacking = request.worked, request.number("half") - 1
    if entry is None:
        return
    having = 1 - lacking
    for upgrade in entry.halves[having].taken:
        name = option_name(upgrade.option)
        if name == request.finding.params.get("option"):
            alternatives = _alternatives(entry, upgrade, lacking)
            yield _take_too_fix(entry, upgrade, lacking, alternatives)
            for alternative in alternatives:
                yield _take_too_fix(entry, alternative, having, (upgrade,))
            removal = PutBack(entry.id, upgrade.pick.option, (having,), every=True, subject=name)
            yield repair("put-back", removal, option=name, unit=titled(entry, having))
    yield from last_resorts(entry)


def _take_too_fix(entry: RosterEntry, upgrade: Taken, half: int, replaced: tuple[Taken, ...]) -> Fix:
    name = option_name(upgrade.option)
    instead_of = tuple(other.pick.option for other in replaced)
    edit = Take(entry.id, upgrade.pick.option, (half,), instead_of, subject=name)
    return repair("take-too", edit, option=name, unit=titled(entry, half))


def _alternatives(entry: RosterEntry, upgrade: Taken, half: int) -> tuple[Taken, ...]:
    """Return what a half has taken instead of an upgrade, if the section allows only one option."""
    if not section_capacity(upgrade.section, entry.unit).one_of:
        return ()
    return tuple(other for other in entry.halves[half].taken if other.section is upgrade.section)


def combine(context: Inspection, entries: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose pairs of copies to combine, the last ones first; equal pairs are proposed once."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for entry in entries:
        if _can_combine(context, entry):
            copies[entry.entry.unit].append(entry)
    for same in copies.values():
        seen: set[object] = set()
        for second, first in combinations(reversed(same), 2):
            key = (_choices(context, first), _choices(context, second))
            if key not in seen and len(seen) < _MAX_PAIRS:
                seen.add(key)
                kept, other = _keep_named(first, second)
                yield repair("combine", _combine_edit(kept, other), units=(priced(kept), priced(other)))


def _can_combine(context: Inspection, entry: RosterEntry) -> bool:
    rules = context.system.combining
    forbidden_single = entry.unit.size == 1 and rules.single_models is Stance.FORBID
    return rules.allowed and len(entry.halves) == 1 and not entry.hero and not forbidden_single


def _choices(context: Inspection, entry: RosterEntry) -> object:
    """Return all that the player chose for an entry, with the heroes attached to it."""
    heroes = context.roster.joined.get(entry.id, ())
    return entry.entry.upgrades, entry.entry.name, entry.entry.joins, tuple(hero.id for hero in heroes)


def _keep_named(first: RosterEntry, second: RosterEntry) -> _Pair:
    """Return both entries with the one to keep in front: the first, unless only the second has a custom name."""
    return (second, first) if second.entry.name and not first.entry.name else (first, second)


def _combine_edit(kept: RosterEntry, other: RosterEntry) -> Combine:
    return Combine(kept.id, other=other.id, subject=kept.title)


def join(context: Inspection, heroes: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose each unit that a hero may be attached to, the last hero and the last unit first."""
    roster = context.roster
    if not context.system.joining.allowed:
        return
    hosts = [host for host in roster.entries if host.entry.joins is None and not host.hero]
    for hero in reversed(list(heroes)):
        for host in reversed(hosts):
            attached = tuple(other for other in roster.joined.get(host.id, ()) if other.id != hero.id)
            if host.id not in (hero.id, hero.entry.joins) and not any(misfits(context, host, hero, attached)):
                edit = Join(hero.id, host.id, subject=hero.title)
                yield repair("join", edit, unit=titled(hero), host=titled(host))


def stand_alone(hero: RosterEntry) -> Fix:
    """Propose to detach a hero."""
    return repair("part", Leave(hero.id, subject=hero.title), unit=titled(hero))


def lone_heroes(context: Inspection) -> list[RosterEntry]:
    """Return the heroes that are not attached to a unit."""
    return [entry for entry in context.roster.entries if entry.hero and entry.entry.joins is None]


def pair_up(context: Inspection, copies: Sequence[RosterEntry], over: int) -> Iterator[Fix]:
    """Propose to combine several pairs of copies at once; if that is not enough, the least missed are removed."""
    able = [entry for entry in copies if _can_combine(context, entry)]
    too_many = max(0, 2 * over - len(able))
    if over > 1 and too_many < over:
        order = least_missed(context.roster, [(entry,) for entry in able])
        removed = [entry for (entry,) in order[:too_many]]
        pairs = _pairs([entry for entry in able if entry not in removed])[: over - too_many][::-1]
        edits: list[Edit] = [_combine_edit(*_keep_named(*pair)) for pair in pairs]
        units = listed(entry for pair in pairs for entry in pair)
        if not removed:
            yield repair("pair-up", *edits, units=units)
        else:
            edits += [Remove(entry.id, subject=entry.title) for entry in removed]
            yield repair("pair-up-some", *edits, units=units, gone=listed(removed))


def _pairs(entries: Sequence[RosterEntry]) -> list[_Pair]:
    """Return pairs of entries, the last ones first; entries with the same upgrades are paired if possible."""
    pairs: list[_Pair] = []
    unpaired: dict[object, RosterEntry] = {}
    for entry in reversed(entries):
        other = unpaired.pop(entry.entry.upgrades, None)
        if other is None:
            unpaired[entry.entry.upgrades] = entry
        else:
            pairs.append((entry, other))
    different = list(unpaired.values())
    return [*pairs, *zip(different[1::2], different[::2], strict=False)]
