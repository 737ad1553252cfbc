"""The time to build and validate a roster.

    python -m benchmarks engine

Budgets: 0.4 ms for 14 entries on one core when the faction is loaded. The time per entry does not grow with the number
of entries.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from benchmarks.measurement import best_time, print_time
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.writer import format_list_json
from listbuilder.model import ArmyList, EntryId, Faction, FactionId, System
from listbuilder.rules import roster_builder as roster_module
from listbuilder.rules.edits import AddEntry
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import first_new_error

SAMPLE = Path(__file__).parents[1] / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
ENTRIES = 14
POINTS_EACH = 200

Factions: TypeAlias = dict[FactionId, Faction]


def repeat_entries(army: ArmyList, entries: int) -> ArmyList:
    """Return the list with `entries` copies of its own entries, in a game that is large enough."""
    copies = []
    for index in range(entries):
        entry = army.entries[index % len(army.entries)]
        copy = index // len(army.entries)
        joins = EntryId(f"{entry.joins}-{copy}") if entry.joins else None
        copies.append(replace(entry, id=EntryId(f"{entry.id}-{copy}"), joins=joins))
    return replace(army, points=entries * POINTS_EACH, entries=tuple(copies))


def judge(army: ArmyList, system: System, factions: Factions) -> object:
    """Build and validate a roster."""
    return validate(build_roster(army, system, factions))


def judge_cold(army: ArmyList, system: System, factions: Factions) -> object:
    """Do the same without cached loadouts of earlier calls."""
    roster_module._build_halves.cache_clear()
    return judge(army, system, factions)


def judge_uncached(army: ArmyList, system: System, factions: Factions) -> object:
    """Do the same without cached loadouts of equal entries in the list."""
    with patch.object(roster_module, "_build_halves", roster_module._build_halves.__wrapped__):
        return judge(army, system, factions)


def measure_verdicts(army: ArmyList, system: System, factions: Factions) -> float:
    """Measure the verdict of a list; return the time with a warm cache."""
    text = format_list_json(army)
    reference = best_time(lambda: json.loads(text))
    print_time("json.loads of the same list", reference, 1, "itself")
    cold = best_time(lambda: judge_cold(army, system, factions))
    print_time(f"{len(army.entries)} entries, cold cache", cold, cold / reference, "json.loads (budget 0.4 ms)")
    warm = best_time(lambda: judge(army, system, factions))
    print_time(f"{len(army.entries)} entries, warm cache", warm, warm / reference, "json.loads")
    return warm


def measure_offers(army: ArmyList, system: System, factions: Factions, verdict: float) -> None:
    """Measure the previews that a screen needs on every key press."""
    roster = build_roster(army, system, factions)
    report = validate(roster)
    entry = roster.entries[0]
    upgrades = [build_add_edit(entry, section, option) for section in entry.unit.sections for option in section.options]
    options = best_time(lambda: [first_new_error(roster, report, edit) for edit in upgrades], 20)
    print_time("every option of an entry tried", options, options / verdict, "a verdict")
    additions = [AddEntry(unit.ref) for unit in next(iter(factions.values())).units.values()]
    units = best_time(lambda: [first_new_error(roster, report, edit) for edit in additions], 20)
    print_time("every unit of the faction tried", units, units / verdict, "a verdict")


def measure_growth(army: ArmyList, system: System, factions: Factions) -> None:
    """Measure the time per entry for several list sizes."""
    first = None
    for entries in (7, 14, 28, 56, 112):
        larger = repeat_entries(army, entries)
        each = best_time(partial(judge_uncached, larger, system, factions), 200) / entries
        first = first or each
        print_time(f"{entries} entries, time per entry", each, each / first, "that of 7 entries")


def main() -> None:
    """Measure everything."""
    library = Library.open(user=False)
    army = load_list(SAMPLE).army
    system = library.system(army.system)
    factions = dict(library.roster(army).factions)
    sample = repeat_entries(army, ENTRIES)
    verdict = measure_verdicts(sample, system, factions)
    measure_offers(sample, system, factions, verdict)
    measure_growth(army, system, factions)


if __name__ == "__main__":
    main()
