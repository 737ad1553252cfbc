"""Faults in attached heroes."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import ArmyList, Entry, EntryId, RosterEntry, UnitRef
from listbuilder.rules.edits import AddEntry, DuplicateEntry
from proof.faults.fault import FaultContext, fault, is_plain


def _hero(field: FaultContext) -> RosterEntry | None:
    return field.entry(lambda entry: entry.is_hero)


@fault("HER002")
def a_unit_that_is_no_hero_joins(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry(is_plain)
    host = field.entry(
        lambda other: is_plain(other) and other is not roster_entry and other.id not in field.roster.attached_heroes
    )
    if (
        roster_entry is None
        or host is None
        or not field.table.system.joining.allowed
        or roster_entry.id in field.roster.attached_heroes
    ):
        return None
    return field.change(roster_entry, joins=host.id)


@fault("HER003")
def a_join_to_nothing(field: FaultContext) -> ArmyList | None:
    hero = _hero(field)
    return field.change(hero, joins=EntryId("nobody")) if hero and field.table.system.joining.allowed else None


@fault("HER004")
def a_join_to_oneself(field: FaultContext) -> ArmyList | None:
    hero = _hero(field)
    return field.change(hero, joins=hero.id) if hero and field.table.system.joining.allowed else None


@fault("HER006")
def a_join_to_a_joined_hero(field: FaultContext) -> ArmyList | None:
    inside = field.entry(lambda entry: entry.is_hero and entry.entry.joins is not None)
    other = field.entry(lambda entry: entry.is_hero and entry.entry.joins is None and entry.unit.size == 1)
    if inside is None or other is None:
        return None
    return field.change(other, joins=inside.id)


@fault("HER007")
def a_hero_too_tough_to_join(field: FaultContext) -> ArmyList | None:
    system = field.table.system
    most = system.joining.max_tough
    host = field.entry(
        lambda entry: is_plain(entry) and entry.unit.size > 1 and entry.id not in field.roster.attached_heroes
    )
    if most is None or host is None:
        return None
    tough = field.any(
        unit
        for unit in field.table.faction.units.values()
        if system.roles.hero in unit.rule_ids
        and any(
            rule.id == system.roles.tough and isinstance(rule.rating, int) and rule.rating > most for rule in unit.rules
        )
    )
    return _joined(field, tough.ref, host.id) if tough is not None else None


def _joined(field: FaultContext, unit: UnitRef, host: EntryId) -> ArmyList:
    army = AddEntry(unit)(field.army)
    newcomer = army.entries[-1]
    return army.replace_entry(replace(newcomer, joins=host))


def _joiner(field: FaultContext, faction: int | None = None) -> UnitRef | None:
    """Return a hero that can be attached, of the same or a different faction."""
    system = field.table.system
    own = field.table.faction if faction is None else field.table.others[faction]
    most = system.joining.max_tough
    hero = field.any(
        unit
        for unit in own.units.values()
        if system.roles.hero in unit.rule_ids
        and unit.size == 1
        and not any(
            r.id == system.roles.tough and most and isinstance(r.rating, int) and r.rating > most for r in unit.rules
        )
    )
    return hero.ref if hero is not None else None


@fault("HER008")
def a_join_to_a_single_model(field: FaultContext) -> ArmyList | None:
    host = field.entry(lambda entry: is_plain(entry) and entry.models == 1)
    hero = _joiner(field)
    if hero is None or host is None or not field.table.system.joining.multi_model:
        return None
    return _joined(field, hero, host.id)


@fault("HER009")
def two_heroes_in_one_unit(field: FaultContext) -> ArmyList | None:
    hero = _joiner(field)
    host = next(iter(field.roster.attached_heroes), None)
    if hero is None or host is None or field.table.system.joining.heroes_per_unit is None:
        return None
    return _joined(field, hero, host)


@fault("HER010")
def a_hero_of_another_faction(field: FaultContext) -> ArmyList | None:
    others = [n for n, book in enumerate(field.table.others) if field.table.system.id in book.systems]
    host = field.entry(
        lambda entry: is_plain(entry) and entry.unit.size > 1 and entry.id not in field.roster.attached_heroes
    )
    if not others or host is None or not field.table.system.joining.allowed:
        return None
    hero = _joiner(field, others[0])
    return _joined(field, hero, host.id) if hero is not None else None


@fault("HER005")
def joins_in_a_circle(field: FaultContext) -> ArmyList | None:
    hero = _hero(field)
    if hero is None or not field.table.system.joining.allowed:
        return None
    army = DuplicateEntry(hero.id)(field.army)
    copy: Entry = army.entries[army.entries.index(hero.entry) + 1]
    army = army.replace_entry(replace(copy, joins=hero.id))
    return army.replace_entry(replace(hero.entry, joins=copy.id))
