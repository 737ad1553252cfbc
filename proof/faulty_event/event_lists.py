"""The lists of a generated event: legal lists, and lists with a single fault."""

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
from proof.faults import FAULTS, FaultContext
from proof.generated_lists import ListSource, legal_list

SYSTEM = "aof-3.5"
SIZE = 2000
LEAST = 300
BANNED_FACTION = "giant-tribes"
_FILLED = 1600
_TRIES = 20
_LARGE = 6
"""A unit with a higher Tough counts as a monster in the event."""

EVENT = f"""format: 1
id: sown-cup
name: {{en: Test Cup, de: Testpokal}}
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


def event_text(tables: tuple[ListSource, ...], more: str = "") -> str:
    """Return the event file. It bans one unit of every faction and limits another to one copy."""
    banned = ", ".join(_banned(table).ref for table in tables)
    limited = ", ".join(f"{_limited(table).ref}: 1" for table in tables)
    return EVENT.replace("BANNED", banned).replace("LIMITED", limited) + more


def open_list_sources(library: Library, count: int) -> tuple[ListSource, ...]:
    """Return so many factions with Army Forge ids, each with a second faction."""
    headers = [
        header for header in library.factions(SYSTEM) if header.keys and not header.id.startswith(BANNED_FACTION)
    ][:count]
    factions = [library.faction(header.id, SYSTEM) for header in headers]
    system = library.system(SYSTEM)
    return tuple(
        ListSource(system, faction, (factions[(index + 1) % len(factions)],)) for index, faction in enumerate(factions)
    )


def _plain_units(table: ListSource) -> list[Unit]:
    hero = table.system.roles.hero
    return sorted(
        (unit for unit in table.faction.units.values() if hero not in unit.rule_ids and unit.size > 1),
        key=lambda unit: (unit.cost, unit.id),
    )


def _banned(table: ListSource) -> Unit:
    return _plain_units(table)[0]


def _limited(table: ListSource) -> Unit:
    return _plain_units(table)[1]


class ListGenerator:
    """Generates lists for one event. The same seed generates the same lists."""

    def __init__(self, tables: tuple[ListSource, ...], event: Event, different: int, dice: random.Random) -> None:
        self._tables = [replace(table, event=event) for table in tables]
        self._dice = dice
        self._grown = [_grown(self._tables[number % len(tables)], dice) for number in range(different)]
        self._made = count(1)

    def legal(self, number: int) -> Roster:
        """Return a list that is legal in the event. The number selects the faction."""
        index = number % len(self._grown)
        return self._named(self._grown[index], index)

    def faulty(self, fault: str) -> Roster:
        """Return a list with exactly one fault."""
        code, inject = KNOWN[fault]
        for index in self._dice.choices(range(len(self._grown)), k=_TRIES * len(self._tables)):
            field = FaultContext(self._table(index), self._grown[index], self._dice)
            faulty = inject(field)
            faulty_roster = field.table.build_roster(faulty) if faulty is not None else None
            if faulty_roster is not None and codes(faulty_roster) == {code}:
                return self._named(faulty_roster, index)
        raise LookupError(fault)

    def _named(self, roster: Roster, index: int) -> Roster:
        """Give the list a unique name, so that no two files are equal."""
        return self._table(index).build_roster(replace(roster.army, name=f"Host {next(self._made)}"))

    def _table(self, index: int) -> ListSource:
        return self._tables[index % len(self._tables)]


def _grown(table: ListSource, dice: random.Random) -> Roster:
    assert table.event is not None
    # a list begins with nothing, and leaves some room for faults
    early = replace(table, event=replace(table.event, points=_FILLED, min_points=None, required_fields=()))
    rosters = (table.build_roster(legal_list(early, dice, SIZE)) for _ in range(_TRIES))
    return next(roster for roster in rosters if roster.cost >= LEAST and not codes(roster))


def codes(roster: Roster) -> set[str]:
    """Return the codes of the findings of a roster."""
    supplied = frozenset({"player"})
    return {finding.code for finding in validate(roster, supplied=supplied) if finding.severity is not Severity.NOTE}


def _one_more(choose: Callable[[ListSource], Unit], count: int = 1) -> Callable[[FaultContext], ArmyList | None]:
    def inject(field: FaultContext) -> ArmyList | None:
        army = field.army
        for _ in range(count):
            army = AddEntry(choose(field.table).ref)(army)
        return army

    return inject


def _too_few(field: FaultContext) -> ArmyList | None:
    army = field.army
    for entry in field.roster.entries[1:]:
        army = RemoveEntry(entry.id)(army)
    return army


def _until(code: str, units: Callable[[FaultContext], Iterable[Unit]]) -> Callable[[FaultContext], ArmyList | None]:
    """Return a function that adds units until a code is found."""

    def inject(field: FaultContext) -> ArmyList | None:
        army = field.army
        for unit in units(field):
            army = AddEntry(unit.ref)(army)
            if code in codes(field.table.build_roster(army)):
                return army
        return None

    return inject


def _shuffled(field: FaultContext) -> list[Unit]:
    units = _plain_units(field.table)[2:]
    return field.dice.sample(units, len(units))


def _large(field: FaultContext) -> list[Unit]:
    return sorted(field.table.faction.units.values(), key=lambda unit: (-unit.cost, unit.id))


def _heroes(field: FaultContext) -> list[Unit]:
    role = field.table.system.roles.hero
    heroes = (unit for unit in field.table.faction.units.values() if role in unit.rule_ids)
    return sorted(heroes, key=lambda unit: (unit.cost, unit.id))


_ENGINE = (
    *("a-single-model-combined", "a-hero-combined", "halves-that-differ", "a-second-banner"),
    *("a-unit-that-is-no-hero-joins", "a-join-to-nothing", "a-join-to-oneself", "a-join-to-a-single-model"),
    *("two-heroes-in-one-unit", "joins-in-a-circle", "too-many-copies", "a-second-faction", "an-invented-unit"),
    *("an-invented-faction", "experience-below-zero", "two-entries-of-one-id"),
    *("a-book-of-another-edition", "a-book-that-was-changed", "an-invented-option", "an-option-twice"),
    *("a-count-of-nothing", "an-option-of-another-unit"),
)
"""Faults that cause no other finding."""
KNOWN: Mapping[str, tuple[str, Callable[[FaultContext], ArmyList | None]]] = {
    **{name: FAULTS[name] for name in _ENGINE},
    "a-banned-unit": ("EVT004", _one_more(_banned)),
    "a-limited-unit-twice": ("EVT005", _one_more(_limited, 2)),
    "too-much-of-what-the-event-limits": ("ORG007", _until("ORG007", _large)),
    "a-hero-too-many": ("ORG001", _until("ORG001", _heroes)),
    "too-few-points": ("EVT009", _too_few),
    "too-many-points": ("PTS001", _until("PTS001", _shuffled)),
}
