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
MIN_POINTS = 300
BANNED_FACTION = "giant-tribes"
_FILLED = 1600
_TRIES = 20
_LARGE = 6
"""A unit with a higher Tough counts as a monster in the event."""

EVENT = f"""format: 1
id: test-cup
name: {{en: Test Cup, de: Testpokal}}
systems: [{SYSTEM}]
points: {SIZE}
least_points: {MIN_POINTS}
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


def event_text(sources: tuple[ListSource, ...], more: str = "") -> str:
    """Return the event file. In every faction it bans one unit and limits a different one to one copy."""
    banned = ", ".join(_banned(source).ref for source in sources)
    limited = ", ".join(f"{_limited(source).ref}: 1" for source in sources)
    return EVENT.replace("BANNED", banned).replace("LIMITED", limited) + more


def open_list_sources(library: Library, count: int) -> tuple[ListSource, ...]:
    """Return `count` factions with Army Forge ids, each with a second faction."""
    headers = [
        header for header in library.factions(SYSTEM) if header.keys and not header.id.startswith(BANNED_FACTION)
    ][:count]
    factions = [library.faction(header.id, SYSTEM) for header in headers]
    system = library.system(SYSTEM)
    return tuple(
        ListSource(system, faction, (factions[(index + 1) % len(factions)],)) for index, faction in enumerate(factions)
    )


def _plain_units(source: ListSource) -> list[Unit]:
    hero = source.system.roles.hero
    return sorted(
        (unit for unit in source.faction.units.values() if hero not in unit.rule_ids and unit.size > 1),
        key=lambda unit: (unit.cost, unit.id),
    )


def _banned(source: ListSource) -> Unit:
    return _plain_units(source)[0]


def _limited(source: ListSource) -> Unit:
    return _plain_units(source)[1]


class ListGenerator:
    """Generates lists for one event. The same seed generates the same lists."""

    def __init__(self, sources: tuple[ListSource, ...], event: Event, different: int, rng: random.Random) -> None:
        self._sources = [replace(source, event=event) for source in sources]
        self._rng = rng
        self._rosters = [_generate_roster(self._sources[number % len(sources)], rng) for number in range(different)]
        self._numbers = count(1)

    def legal(self, number: int) -> Roster:
        """Return a list that is legal in the event. The number selects the faction."""
        index = number % len(self._rosters)
        return self._named(self._rosters[index], index)

    def faulty(self, fault: str) -> Roster:
        """Return a list with exactly one fault."""
        code, inject = KNOWN[fault]
        for index in self._rng.choices(range(len(self._rosters)), k=_TRIES * len(self._sources)):
            context = FaultContext(self._source(index), self._rosters[index], self._rng)
            faulty = inject(context)
            roster = context.source.build_roster(faulty) if faulty is not None else None
            if roster is not None and codes(roster) == {code}:
                return self._named(roster, index)
        raise LookupError(fault)

    def _named(self, roster: Roster, index: int) -> Roster:
        """Return the list with a unique name, so that no two files are equal."""
        return self._source(index).build_roster(replace(roster.army, name=f"Host {next(self._numbers)}"))

    def _source(self, index: int) -> ListSource:
        return self._sources[index % len(self._sources)]


def _generate_roster(source: ListSource, rng: random.Random) -> Roster:
    assert source.event is not None
    # a list starts empty and must leave room for faults
    relaxed = replace(source, event=replace(source.event, points=_FILLED, min_points=None, required_fields=()))
    rosters = (source.build_roster(legal_list(relaxed, rng, SIZE)) for _ in range(_TRIES))
    return next(roster for roster in rosters if roster.cost >= MIN_POINTS and not codes(roster))


def codes(roster: Roster) -> set[str]:
    """Return the codes of the findings of a roster."""
    supplied = frozenset({"player"})
    return {finding.code for finding in validate(roster, supplied=supplied) if finding.severity is not Severity.NOTE}


def _add_units(choose: Callable[[ListSource], Unit], count: int = 1) -> Callable[[FaultContext], ArmyList | None]:
    def inject(context: FaultContext) -> ArmyList | None:
        army = context.army
        for _ in range(count):
            army = AddEntry(choose(context.source).ref)(army)
        return army

    return inject


def _remove_all_but_one(context: FaultContext) -> ArmyList | None:
    army = context.army
    for entry in context.roster.entries[1:]:
        army = RemoveEntry(entry.id)(army)
    return army


def _add_until(code: str, units: Callable[[FaultContext], Iterable[Unit]]) -> Callable[[FaultContext], ArmyList | None]:
    """Return a function that adds units until a finding with this code appears."""

    def inject(context: FaultContext) -> ArmyList | None:
        army = context.army
        for unit in units(context):
            army = AddEntry(unit.ref)(army)
            if code in codes(context.source.build_roster(army)):
                return army
        return None

    return inject


def _shuffled(context: FaultContext) -> list[Unit]:
    units = _plain_units(context.source)[2:]
    return context.rng.sample(units, len(units))


def _large(context: FaultContext) -> list[Unit]:
    return sorted(context.source.faction.units.values(), key=lambda unit: (-unit.cost, unit.id))


def _heroes(context: FaultContext) -> list[Unit]:
    role = context.source.system.roles.hero
    heroes = (unit for unit in context.source.faction.units.values() if role in unit.rule_ids)
    return sorted(heroes, key=lambda unit: (unit.cost, unit.id))


_SINGLE_FINDING_FAULTS = (
    *("combine-single-model", "combine-hero", "make-halves-differ", "add-second-banner"),
    *("attach-non-hero", "attach-to-missing-unit", "attach-to-itself", "attach-to-single-model"),
    *("attach-two-heroes", "attach-in-a-circle", "add-too-many-copies", "add-second-faction", "add-unknown-unit"),
    *("add-unknown-faction", "set-negative-experience", "repeat-entry-id"),
    *("pin-different-version", "pin-changed-book", "take-unknown-option", "take-option-twice"),
    *("take-invalid-count", "take-option-of-different-unit"),
)
"""Faults that cause no other finding."""
KNOWN: Mapping[str, tuple[str, Callable[[FaultContext], ArmyList | None]]] = {
    **{name: FAULTS[name] for name in _SINGLE_FINDING_FAULTS},
    "add-banned-unit": ("EVT004", _add_units(_banned)),
    "add-limited-unit-twice": ("EVT005", _add_units(_limited, 2)),
    "exceed-event-limit": ("ORG007", _add_until("ORG007", _large)),
    "add-one-hero-too-many": ("ORG001", _add_until("ORG001", _heroes)),
    "too-few-points": ("EVT009", _remove_all_but_one),
    "too-many-points": ("PTS001", _add_until("PTS001", _shuffled)),
}
