"""The lists of a made-up event: legal ones by its rules, and ones with a single fault each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count

from listbuilder.diagnostics import Severity
from listbuilder.library import Library
from listbuilder.model import ArmyList, Event, Roster, Unit
from listbuilder.rules.edits import AddEntry, RemoveEntry
from listbuilder.validation.engine import validate
from proof.faults import FAULTS, Field
from proof.generating import Table, legal_list

SYSTEM = "aof-3.5"
SIZE = 2000
LEAST = 300
BANNED_FACTION = "giant-tribes"
_FILLED = 1600
_TRIES = 20
_LARGE = 6
"""What the event calls a monster: Tough above this."""

EVENT = f"""format: 1
id: sown-cup
name: {{en: Sown Cup, de: Saatpokal}}
systems: [{SYSTEM}]
points: {SIZE}
least_points: {LEAST}
force_org: true
deadline: 2026-05-01T20:00+02:00
banned_factions: [{BANNED_FACTION}]
banned_units: [BANNED]
unit_limits: {{LIMITED}}
limits:
  monsters: {{name: Monsters, counts: points, of: {{rule: Tough, over: {_LARGE}}}, percent: 25}}
  models: {{name: Models in a unit, counts: models, each: unit, most: 30}}
required: [player]
scoring: {{on_time: 2, each_day_late: -1}}
"""


def event_text(tables: tuple[Table, ...], more: str = "") -> str:
    """Write the event: of every faction one unit is banned, and one may be taken once."""
    banned = ", ".join(_banned(table).ref for table in tables)
    limited = ", ".join(f"{_limited(table).ref}: 1" for table in tables)
    return EVENT.replace("BANNED", banned).replace("LIMITED", limited) + more


def open_tables(library: Library, count: int) -> tuple[Table, ...]:
    """Give so many factions of the event's game that other programs know too, each with its neighbour."""
    headers = [one for one in library.factions(SYSTEM) if one.keys and not one.id.startswith(BANNED_FACTION)][:count]
    factions = [library.faction(header.id, SYSTEM) for header in headers]
    system = library.system(SYSTEM)
    return tuple(
        Table(system, faction, (factions[(place + 1) % len(factions)],)) for place, faction in enumerate(factions)
    )


def _plain_units(table: Table) -> list[Unit]:
    hero = table.system.roles.hero
    return sorted(
        (unit for unit in table.faction.units.values() if hero not in unit.rule_ids and unit.size > 1),
        key=lambda unit: (unit.cost, unit.id),
    )


def _banned(table: Table) -> Unit:
    return _plain_units(table)[0]


def _limited(table: Table) -> Unit:
    return _plain_units(table)[1]


class Grower:
    """Makes lists for one event; the same dice make the same lists."""

    def __init__(self, tables: tuple[Table, ...], event: Event, different: int, dice: random.Random) -> None:
        self._tables = [replace(table, event=event) for table in tables]
        self._dice = dice
        self._grown = [_grown(self._tables[number % len(tables)], dice) for number in range(different)]
        self._made = count(1)

    def legal(self, number: int) -> Roster:
        """Give a list that the event has nothing against; the same number has the same faction."""
        place = number % len(self._grown)
        return self._named(self._grown[place], place)

    def faulty(self, fault: str) -> Roster:
        """Give a list with one fault and nothing else wrong."""
        code, sow = KNOWN[fault]
        for place in self._dice.choices(range(len(self._grown)), k=_TRIES * len(self._tables)):
            field = Field(self._table(place), self._grown[place], self._dice)
            bent = sow(field)
            made = field.table.work_out(bent) if bent is not None else None
            if made is not None and codes(made) == {code}:
                return self._named(made, place)
        raise LookupError(fault)

    def _named(self, roster: Roster, place: int) -> Roster:
        """Give every list a name of its own, so that no two files are the same."""
        return self._table(place).work_out(replace(roster.army, name=f"Host {next(self._made)}"))

    def _table(self, place: int) -> Table:
        return self._tables[place % len(self._tables)]


def _grown(table: Table, dice: random.Random) -> Roster:
    assert table.event is not None
    # a list begins with nothing, and leaves some room for faults
    early = replace(table, event=replace(table.event, points=_FILLED, min_points=None, required_fields=()))
    made = (table.work_out(legal_list(early, dice, SIZE)) for _ in range(_TRIES))
    return next(roster for roster in made if roster.cost >= LEAST and not codes(roster))


def codes(roster: Roster) -> set[str]:
    """Give what the rules have against a list in memory."""
    supplied = frozenset({"player"})
    return {one.code for one in validate(roster, supplied=supplied) if one.severity is not Severity.NOTE}


def _one_more(choose: Callable[[Table], Unit], count: int = 1) -> Callable[[Field], ArmyList | None]:
    def sow(field: Field) -> ArmyList | None:
        army = field.army
        for _ in range(count):
            army = AddEntry(choose(field.table).ref)(army)
        return army

    return sow


def _too_few(field: Field) -> ArmyList | None:
    army = field.army
    for worked in field.roster.entries[1:]:
        army = RemoveEntry(worked.id)(army)
    return army


def _until(code: str, units: Callable[[Field], Iterable[Unit]]) -> Callable[[Field], ArmyList | None]:
    """Add one unit after the other, until something is found."""

    def sow(field: Field) -> ArmyList | None:
        army = field.army
        for unit in units(field):
            army = AddEntry(unit.ref)(army)
            if code in codes(field.table.work_out(army)):
                return army
        return None

    return sow


def _shuffled(field: Field) -> list[Unit]:
    units = _plain_units(field.table)[2:]
    return field.dice.sample(units, len(units))


def _large(field: Field) -> list[Unit]:
    return sorted(field.table.faction.units.values(), key=lambda unit: (-unit.cost, unit.id))


def _heroes(field: Field) -> list[Unit]:
    role = field.table.system.roles.hero
    found = (unit for unit in field.table.faction.units.values() if role in unit.rule_ids)
    return sorted(found, key=lambda unit: (unit.cost, unit.id))


_ENGINE = (
    *("a-single-model-combined", "a-hero-combined", "halves-that-differ", "a-second-banner"),
    *("a-unit-that-is-no-hero-joins", "a-join-to-nothing", "a-join-to-oneself", "a-join-to-a-single-model"),
    *("two-heroes-in-one-unit", "joins-in-a-circle", "too-many-copies", "a-second-faction", "an-invented-unit"),
    *("an-invented-faction", "experience-below-zero", "two-entries-of-one-id"),
    *("a-book-of-another-edition", "a-book-that-was-changed", "an-invented-option", "an-option-twice"),
    *("a-count-of-nothing", "an-option-of-another-unit"),
)
"""Faults that can be sown alone, without another following from them."""
KNOWN: Mapping[str, tuple[str, Callable[[Field], ArmyList | None]]] = {
    **{name: FAULTS[name] for name in _ENGINE},
    "a-banned-unit": ("EVT004", _one_more(_banned)),
    "a-limited-unit-twice": ("EVT005", _one_more(_limited, 2)),
    "too-much-of-what-the-event-limits": ("ORG007", _until("ORG007", _large)),
    "a-hero-too-many": ("ORG001", _until("ORG001", _heroes)),
    "too-few-points": ("EVT009", _too_few),
    "too-many-points": ("PTS001", _until("PTS001", _shuffled)),
}
