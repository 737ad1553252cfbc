"""What a screen asks for on every key press: the ghost of an edit, and a query over all units.

    python -m benchmarks.looking

Budgets: a ghost with everything that is shown of it at most twice judging the changed list, a query over 60 units at
most 2 ms.
"""

from __future__ import annotations

from functools import partial

from benchmarks.engine import ENTRIES, SAMPLE, grown
from benchmarks.measuring import best, line
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.model import Roster
from listbuilder.query import SearchSubject, build_unit_subject, find_matches, parse_query
from listbuilder.rules.edits import AddEntry, Edit
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.rules.upgrade_actions import build_add_edit
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import EditPreviewer

UNITS = 60
QUERIES = ("h", "hgm", "fly <120", "ap>1 range>=24", "hero caster", "q<=4 d>=3", "xyzzy")


def read_all(ahead: EditPreviewer, edit: Edit) -> object:
    """Look ahead and read everything that a screen shows of it."""
    ghost = ahead.preview(edit)
    assert ghost is not None
    return ghost.verdict, ghost.new_findings, ghost.notable_changes, [change.lines for change in ghost.entry_changes]


def judge_changed(roster: Roster, edit: Edit) -> object:
    """Judge the changed list, of which all but one entry is known."""
    return validate(rebuild_roster(roster, edit(roster.army))).verdict


def measure_ghosts(roster: Roster) -> None:
    """Measure looking ahead, held against judging the list once."""
    report = validate(roster)
    ahead = EditPreviewer(roster, report)
    worked = next(worked for worked in roster.entries if worked.unit.sections)
    section = worked.unit.sections[0]
    edits: dict[str, Edit] = {
        "a unit to add": AddEntry(next(iter(roster.factions[worked.unit.faction].units.values())).ref),
        "an option to take": build_add_edit(worked, section, section.options[0]),
    }
    for name, edit in edits.items():
        verdict = best(partial(judge_changed, roster, edit))
        time = best(partial(read_all, ahead, edit))
        line(f"the ghost of {name}, {len(roster.entries)} entries", time, time / verdict, "judging it (budget 2)")


def look(typed: str, subjects: list[SearchSubject]) -> object:
    """Understand a query and find what it asks for."""
    return find_matches(parse_query(typed, "de"), subjects)


def measure_queries(subjects: list[SearchSubject]) -> None:
    """Measure a query over so many units, understood and found anew."""
    for typed in QUERIES:
        time = best(partial(look, typed, subjects))
        line(f"{typed!r} over {len(subjects)} units", time, time * 1000, "ms (budget 2)")


def main() -> None:
    """Run both."""
    library = Library.open(user=False)
    army = grown(load_list(SAMPLE).army, ENTRIES)
    roster = library.roster(army)
    measure_ghosts(roster)
    book = next(iter(roster.factions.values()))
    subjects = [build_unit_subject(unit, book, roster.system, "de") for unit in book.units.values()]
    measure_queries((subjects * (UNITS // len(subjects) + 1))[:UNITS])


if __name__ == "__main__":
    main()
