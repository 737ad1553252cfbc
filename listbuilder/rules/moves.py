"""How far an entry moves: the moves of the system, changed by the special rules of the unit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from listbuilder.model import Faction, MoveChange, Moves, Roster, RosterEntry, Rule, RuleId, System, Weapon


def entry_moves(
    entry: RosterEntry, system: System, faction: Faction, companion_entries: Iterable[RosterEntry] = ()
) -> Moves | None:
    """Return the moves of an entry, or None if the system has no moves.

    `companion_entries` are the other entries in the same unit, which may give it rules.
    """
    if system.movement is None:
        return None
    moves, field = system.movement.moves, system.speed_field
    speed = entry.unit.fields.get(field.id, field.default) if field is not None else None
    if speed is not None:  # a unit with its own speed scales the moves of the system
        moves = Moves(speed, speed * moves.rush // moves.advance, speed * moves.charge // moves.advance)
    changes = _move_changes(entry, system, faction, companion_entries)
    moves = next((change.replacement for change in changes if change.replacement is not None), moves)
    for change in changes:
        if change.add is not None:
            moves += change.add
    return Moves(max(0, moves.advance), max(0, moves.rush), max(0, moves.charge))


def companions(entry: RosterEntry, roster: Roster) -> tuple[RosterEntry, ...]:
    """Return the other entries in the same unit: attached heroes and their host."""
    host = entry.entry.joins
    if host is None or entry.id not in roster.attached_ids:
        return roster.attached_heroes.get(entry.id, ())
    unit = (roster.find_entry(host), *roster.attached_heroes.get(host, ()))
    return tuple(other for other in unit if other is not None and other is not entry)


def _move_changes(
    entry: RosterEntry, system: System, faction: Faction, companion_entries: Iterable[RosterEntry]
) -> list[MoveChange]:
    """Return the change of each rule once, even if both halves have the rule."""

    def find(rules: Iterable[RuleId]) -> list[Rule]:
        known = (faction.rules.get(rule) or system.rules.get(rule) for rule in rules)
        return [rule for rule in known if rule is not None]

    own, *others = (
        find(rule.id for half in member.halves for rule in half.rules) for member in (entry, *companion_entries)
    )
    granted = (rule.granted_to_unit for rule in chain(own, *others) if rule.granted_to_unit is not None)
    rules = {rule.id: rule for rule in (*own, *find(granted))}
    return [rule.move_change for rule in rules.values() if rule.move_change is not None]


def threat_range(weapon: Weapon, moves: Moves) -> int:
    """Return how far a weapon threatens in one activation: Advance and shoot, or Charge."""
    return moves.advance + weapon.range if weapon.range else moves.charge


def format_moves(moves: Moves, distance_mark: str) -> str:
    """Format moves as `6"/12"`: Advance, then Rush and Charge, which share a number if they are equal."""
    distances = (moves.advance, moves.rush) if moves.rush == moves.charge else (moves.advance, moves.rush, moves.charge)
    return "/".join(f"{distance}{distance_mark}" for distance in distances)
