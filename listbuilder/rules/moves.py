"""How far an entry goes: the game's moves, changed by every rule of the unit that its glossary gives a stride."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from listbuilder.model import Faction, Moves, Roster, RosterEntry, Rule, RuleId, Stride, System, Unit, Weapon

_NOTHING = Moves(0, 0, 0)


def worked_moves(
    worked: RosterEntry, system: System, faction: Faction, beside: Iterable[RosterEntry] = ()
) -> Moves | None:
    """Give the moves of an entry, by the rules of both its halves; None where the game states none.

    `beside` are the others of the same unit, a host or heroes, who may bestow rules on all of it.
    """
    moves = _own_moves(worked.unit, system)
    if moves is None:
        return None
    strides = tuple(_strides(worked, system, faction, beside))
    moves = next((stride.instead for stride in strides if stride.instead is not None), moves)
    for stride in strides:
        moves += stride.add or _NOTHING
    return Moves(max(0, moves.advance), max(0, moves.rush), max(0, moves.charge))


def _own_moves(unit: Unit, system: System) -> Moves | None:
    """Give the moves before any rule: the game's, or the unit's own in the game's proportion."""
    if system.pace is None:
        return None
    usual, field = system.pace.moves, system.speed
    speed = unit.fields.get(field.id, field.default) if field is not None else None
    if speed is None:
        return usual
    return Moves(speed, speed * usual.rush // usual.advance, speed * usual.charge // usual.advance)


def companions(worked: RosterEntry, roster: Roster) -> tuple[RosterEntry, ...]:
    """Give those who stand in one unit with an entry: its heroes, or its host and the other heroes."""
    host = worked.entry.joins
    if host is None or worked.id not in roster.joined_ids:
        return roster.joined.get(worked.id, ())
    beside = roster.joined.get(host, ())
    return tuple(other for other in (roster.find(host), *beside) if other is not None and other is not worked)


def _strides(worked: RosterEntry, system: System, faction: Faction, beside: Iterable[RosterEntry]) -> Iterator[Stride]:
    """Give what each rule does once: a musician of one half leads the whole unit, a mount is in both."""

    def find(rule: RuleId) -> Rule | None:
        return faction.rules.get(rule) or system.rules.get(rule)

    own = _known(worked, find)
    bestowing = (*own, *(rule for other in beside for rule in _known(other, find)))
    bestowed = (find(rule.bestows) for rule in bestowing if rule.bestows is not None)
    rules = {rule.id: rule for rule in (*own, *bestowed) if rule is not None}
    return (rule.stride for rule in rules.values() if rule.stride is not None)


def _known(worked: RosterEntry, find: Callable[[RuleId], Rule | None]) -> list[Rule]:
    found = (find(carried.id) for half in worked.halves for carried in half.rules)
    return [rule for rule in found if rule is not None]


def weapon_reach(weapon: Weapon, moves: Moves) -> int:
    """Tell how far a weapon threatens in one activation: an Advance and a shot, or a Charge into melee."""
    return moves.advance + weapon.range if weapon.range else moves.charge


def format_moves(moves: Moves, measure: str) -> str:
    """Write moves as people say them: Advance, then Rush and Charge, which are one number where they are the same."""
    far = [moves.rush] if moves.rush == moves.charge else [moves.rush, moves.charge]
    return "/".join(f"{distance}{measure}" for distance in (moves.advance, *far))
