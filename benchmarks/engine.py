"""How long it takes to work out and judge a list, as times and as ratios that another machine can compare.

    python -m benchmarks.engine

Budgets: 0.4 ms for 14 entries on one core once the faction is loaded, and time that grows with the number of entries
and no faster.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from benchmarks.measuring import best, line
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


def grown(army: ArmyList, entries: int) -> ArmyList:
    """Give the list with so many entries, by repeating what it has, in a game large enough for them."""
    found = []
    for place in range(entries):
        entry = army.entries[place % len(army.entries)]
        copy = place // len(army.entries)
        joins = EntryId(f"{entry.joins}-{copy}") if entry.joins else None
        found.append(replace(entry, id=EntryId(f"{entry.id}-{copy}"), joins=joins))
    return replace(army, points=entries * POINTS_EACH, entries=tuple(found))


def judge(army: ArmyList, system: System, factions: Factions) -> object:
    """Work a list out and judge it."""
    return validate(build_roster(army, system, factions))


def judge_first(army: ArmyList, system: System, factions: Factions) -> object:
    """Do the same as if for the first time: no loadout is remembered from an earlier call."""
    roster_module._build_halves.cache_clear()
    return judge(army, system, factions)


def judge_forgetful(army: ArmyList, system: System, factions: Factions) -> object:
    """Do the same without remembering a loadout even from one entry to its like further down."""
    with patch.object(roster_module, "_build_halves", roster_module._build_halves.__wrapped__):
        return judge(army, system, factions)


def measure_verdicts(army: ArmyList, system: System, factions: Factions) -> float:
    """Measure working out and judging; give the time of a warm verdict."""
    text = format_list_json(army)
    unit = best(lambda: json.loads(text))
    line("json.loads of the same list", unit, 1, "itself")
    cold = best(lambda: judge_first(army, system, factions))
    line(f"{len(army.entries)} entries for the first time", cold, cold / unit, "json.loads (budget 0.4 ms)")
    warm = best(lambda: judge(army, system, factions))
    line(f"{len(army.entries)} entries again", warm, warm / unit, "json.loads")
    return warm


def measure_offers(army: ArmyList, system: System, factions: Factions, verdict: float) -> None:
    """Measure what a screen asks for on every key press."""
    roster = build_roster(army, system, factions)
    report = validate(roster)
    worked = roster.entries[0]
    taken = [build_add_edit(worked, section, option) for section in worked.unit.sections for option in section.options]
    options = best(lambda: [first_new_error(roster, report, edit) for edit in taken], 20)
    line("every option of an entry tried out", options, options / verdict, "a verdict")
    added = [AddEntry(unit.ref) for unit in next(iter(factions.values())).units.values()]
    units = best(lambda: [first_new_error(roster, report, edit) for edit in added], 20)
    line("every unit of the faction tried out", units, units / verdict, "a verdict")


def measure_growth(army: ArmyList, system: System, factions: Factions) -> None:
    """Measure how the time for each entry changes with their number."""
    first = None
    for entries in (7, 14, 28, 56, 112):
        larger = grown(army, entries)
        each = best(partial(judge_forgetful, larger, system, factions), 200) / entries
        first = first or each
        line(f"{entries} entries, each", each, each / first, "one of 7")


def main() -> None:
    """Measure everything."""
    library = Library.open(user=False)
    army = load_list(SAMPLE).army
    system = library.system(army.system)
    factions = dict(library.roster(army).factions)
    sample = grown(army, ENTRIES)
    verdict = measure_verdicts(sample, system, factions)
    measure_offers(sample, system, factions, verdict)
    measure_growth(army, system, factions)


if __name__ == "__main__":
    main()
