"""Faults in attached heroes."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import ArmyList, Entry, EntryId, RosterEntry, UnitRef
from listbuilder.rules.edits import AddEntry, DuplicateEntry
from proof.faults.fault import FaultContext, fault, is_plain


def _hero(context: FaultContext) -> RosterEntry | None:
    return context.entry(lambda entry: entry.is_hero)


@fault("HER002")
def attach_non_hero(context: FaultContext) -> ArmyList | None:
    entry = context.entry(is_plain)
    host = context.entry(
        lambda other: is_plain(other) and other is not entry and other.id not in context.roster.attached_heroes
    )
    if (
        entry is None
        or host is None
        or not context.source.system.joining.allowed
        or entry.id in context.roster.attached_heroes
    ):
        return None
    return context.change(entry, joins=host.id)


@fault("HER003")
def attach_to_missing_unit(context: FaultContext) -> ArmyList | None:
    hero = _hero(context)
    return context.change(hero, joins=EntryId("missing")) if hero and context.source.system.joining.allowed else None


@fault("HER004")
def attach_to_itself(context: FaultContext) -> ArmyList | None:
    hero = _hero(context)
    return context.change(hero, joins=hero.id) if hero and context.source.system.joining.allowed else None


@fault("HER006")
def attach_to_attached_hero(context: FaultContext) -> ArmyList | None:
    inside = context.entry(lambda entry: entry.is_hero and entry.entry.joins is not None)
    other = context.entry(lambda entry: entry.is_hero and entry.entry.joins is None and entry.unit.size == 1)
    if inside is None or other is None:
        return None
    return context.change(other, joins=inside.id)


@fault("HER007")
def attach_too_tough_hero(context: FaultContext) -> ArmyList | None:
    system = context.source.system
    max_tough = system.joining.max_tough
    host = context.entry(
        lambda entry: is_plain(entry) and entry.unit.size > 1 and entry.id not in context.roster.attached_heroes
    )
    if max_tough is None or host is None:
        return None
    tough = context.choose(
        unit
        for unit in context.source.faction.units.values()
        if system.roles.hero in unit.rule_ids
        and any(
            rule.id == system.roles.tough and isinstance(rule.rating, int) and rule.rating > max_tough
            for rule in unit.rules
        )
    )
    return _add_attached(context, tough.ref, host.id) if tough is not None else None


def _add_attached(context: FaultContext, unit: UnitRef, host: EntryId) -> ArmyList:
    army = AddEntry(unit)(context.army)
    newcomer = army.entries[-1]
    return army.replace_entry(replace(newcomer, joins=host))


def _attachable_hero(context: FaultContext, faction: int | None = None) -> UnitRef | None:
    """Return a hero that can be attached, of the same or a different faction."""
    system = context.source.system
    own = context.source.faction if faction is None else context.source.others[faction]
    max_tough = system.joining.max_tough
    found = context.choose(
        unit
        for unit in own.units.values()
        if system.roles.hero in unit.rule_ids
        and unit.size == 1
        and not any(
            r.id == system.roles.tough and max_tough and isinstance(r.rating, int) and r.rating > max_tough
            for r in unit.rules
        )
    )
    return found.ref if found is not None else None


@fault("HER008")
def attach_to_single_model(context: FaultContext) -> ArmyList | None:
    host = context.entry(lambda entry: is_plain(entry) and entry.models == 1)
    hero = _attachable_hero(context)
    if hero is None or host is None or not context.source.system.joining.multi_model:
        return None
    return _add_attached(context, hero, host.id)


@fault("HER009")
def attach_two_heroes(context: FaultContext) -> ArmyList | None:
    hero = _attachable_hero(context)
    host = next(iter(context.roster.attached_heroes), None)
    if hero is None or host is None or context.source.system.joining.heroes_per_unit is None:
        return None
    return _add_attached(context, hero, host)


@fault("HER010")
def attach_hero_of_different_faction(context: FaultContext) -> ArmyList | None:
    others = [
        index for index, faction in enumerate(context.source.others) if context.source.system.id in faction.systems
    ]
    host = context.entry(
        lambda entry: is_plain(entry) and entry.unit.size > 1 and entry.id not in context.roster.attached_heroes
    )
    if not others or host is None or not context.source.system.joining.allowed:
        return None
    hero = _attachable_hero(context, others[0])
    return _add_attached(context, hero, host.id) if hero is not None else None


@fault("HER005")
def attach_in_a_circle(context: FaultContext) -> ArmyList | None:
    hero = _hero(context)
    if hero is None or not context.source.system.joining.allowed:
        return None
    army = DuplicateEntry(hero.id)(context.army)
    copy: Entry = army.entries[army.entries.index(hero.entry) + 1]
    army = army.replace_entry(replace(copy, joins=hero.id))
    return army.replace_entry(replace(hero.entry, joins=copy.id))
