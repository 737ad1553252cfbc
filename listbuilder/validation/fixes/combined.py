"""Fixes that combine, split, attach or detach: fewer units on the table without losing any."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from listbuilder.diagnostics import Fix
from listbuilder.model import AppliedUpgrade, Permission, RosterEntry
from listbuilder.rules.edits import AddUpgrade, AttachHero, CombineEntry, DetachHero, Edit, RemoveEntry, RemoveUpgrade
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.unit_labels import option_name
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.checks.heroes import attachment_errors
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.fixes.points_reduction import last_resort_fixes, removal_order
from listbuilder.validation.message_arguments import label_priced_unit, label_priced_units, label_unit

_MAX_PAIRS = 12

_Pair: TypeAlias = tuple[RosterEntry, RosterEntry]


@fixes_for("CMB001", "CMB002", "CMB003", "CMB005")
def split_combined_unit(request: FixRequest) -> Iterator[Fix]:
    """Split the combined unit, keep one half, or remove it."""
    yield from last_resort_fixes(request.entry)


@fixes_for("CMB004")
def equalise_halves(request: FixRequest) -> Iterator[Fix]:
    """Take the option in the half that lacks it, or remove it from the half that has it."""
    entry, lacking = request.entry, request.int_param("half") - 1
    having = 1 - lacking
    for upgrade in entry.halves[having].upgrades:
        name = option_name(upgrade.option)
        if name == request.finding.params.get("option"):
            exclusive = section_capacity(upgrade.section, entry.unit).is_exclusive
            upgrades = entry.halves[lacking].upgrades if exclusive else ()
            alternatives = tuple(other for other in upgrades if other.section is upgrade.section)
            yield _take_too_fix(entry, upgrade, lacking, alternatives)
            for alternative in alternatives:
                yield _take_too_fix(entry, alternative, having, (upgrade,))
            removal = RemoveUpgrade(entry.id, upgrade.upgrade.option, (having,), remove_all=True, subject=name)
            yield make_fix("put-back", removal, option=name, unit=label_unit(entry, having))
    yield from last_resort_fixes(entry)


def _take_too_fix(entry: RosterEntry, upgrade: AppliedUpgrade, half: int, replaced: tuple[AppliedUpgrade, ...]) -> Fix:
    name = option_name(upgrade.option)
    instead_of = tuple(other.upgrade.option for other in replaced)
    edit = AddUpgrade(entry.id, upgrade.upgrade.option, (half,), instead_of, subject=name)
    return make_fix("take-too", edit, option=name, unit=label_unit(entry, half))


def combine_fixes(context: CheckContext, entries: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose pairs of copies to combine, the last ones first; equal pairs are proposed once."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for entry in entries:
        if _can_combine(context, entry):
            copies[entry.entry.unit].append(entry)
    for same in copies.values():
        keys: set[object] = set()
        for second, first in combinations(reversed(same), 2):
            key = (_choices(context, first), _choices(context, second))
            if key not in keys and len(keys) < _MAX_PAIRS:
                keys.add(key)
                kept_entry, other = _keep_named(first, second)
                yield make_fix(
                    "combine",
                    _combine_edit(kept_entry, other),
                    units=(label_priced_unit(kept_entry), label_priced_unit(other)),
                )


def _can_combine(context: CheckContext, entry: RosterEntry) -> bool:
    rules = context.system.combining
    forbidden_single = entry.unit.size == 1 and rules.single_models is Permission.FORBID
    return rules.allowed and len(entry.halves) == 1 and not entry.is_hero and not forbidden_single


def _choices(context: CheckContext, entry: RosterEntry) -> object:
    """Return all that the player chose for an entry, with the heroes attached to it."""
    heroes = context.roster.attached_heroes.get(entry.id, ())
    return entry.entry.upgrades, entry.entry.name, entry.entry.joins, tuple(hero.id for hero in heroes)


def _keep_named(first: RosterEntry, second: RosterEntry) -> _Pair:
    """Return both entries with the one to keep in front: the first, unless only the second has a custom name."""
    return (second, first) if second.entry.name and not first.entry.name else (first, second)


def _combine_edit(kept_entry: RosterEntry, other: RosterEntry) -> CombineEntry:
    return CombineEntry(kept_entry.id, other=other.id, subject=kept_entry.title)


def attach_fixes(context: CheckContext, heroes: Iterable[RosterEntry]) -> Iterator[Fix]:
    """Propose each unit that a hero may be attached to, the last hero and the last unit first."""
    roster = context.roster
    if not context.system.joining.allowed:
        return
    hosts = [host for host in roster.entries if host.entry.joins is None and not host.is_hero]
    for hero in reversed(list(heroes)):
        for host in reversed(hosts):
            attached = tuple(other for other in roster.attached_heroes.get(host.id, ()) if other.id != hero.id)
            if host.id not in (hero.id, hero.entry.joins) and not any(attachment_errors(context, host, hero, attached)):
                edit = AttachHero(hero.id, host.id, subject=hero.title)
                yield make_fix("join", edit, unit=label_unit(hero), host=label_unit(host))


def detach_fix(hero: RosterEntry) -> Fix:
    """Propose to detach a hero."""
    return make_fix("part", DetachHero(hero.id, subject=hero.title), unit=label_unit(hero))


def unattached_heroes(context: CheckContext) -> list[RosterEntry]:
    """Return the heroes that are not attached to a unit."""
    return [entry for entry in context.roster.entries if entry.is_hero and entry.entry.joins is None]


def combine_pairs_fixes(context: CheckContext, copies: Sequence[RosterEntry], over: int) -> Iterator[Fix]:
    """Propose to combine several pairs of copies at once; if that is not enough, the least missed are removed."""
    able = [entry for entry in copies if _can_combine(context, entry)]
    too_many = max(0, 2 * over - len(able))
    if over > 1 and too_many < over:
        order = removal_order(context.roster, [(entry,) for entry in able])
        removed = [entry for (entry,) in order[:too_many]]
        pairs = _pairs([entry for entry in able if entry not in removed])[: over - too_many][::-1]
        edits: list[Edit] = [_combine_edit(*_keep_named(*pair)) for pair in pairs]
        units = label_priced_units(entry for pair in pairs for entry in pair)
        if not removed:
            yield make_fix("pair-up", *edits, units=units)
        else:
            edits += [RemoveEntry(entry.id, subject=entry.title) for entry in removed]
            yield make_fix("pair-up-some", *edits, units=units, gone=label_priced_units(removed))


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
