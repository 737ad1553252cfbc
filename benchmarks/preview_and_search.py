"""The preview of an edit and a search through all units, as a screen needs them on every key press.

    python -m benchmarks preview_and_search

Budgets: a complete preview takes at most twice as long as validating the changed list, a search through 60 units at
most 2 ms.
"""

from __future__ import annotations

from functools import partial

from benchmarks.engine import ENTRIES, SAMPLE, repeat_entries
from benchmarks.measurement import best_time, format_budget, print_time
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


def read_preview(previews: EditPreviewer, edit: Edit) -> object:
    """Build a preview and read everything that a screen shows of it."""
    preview = previews.preview(edit)
    assert preview is not None
    return (
        preview.verdict,
        preview.new_findings,
        preview.notable_changes,
        [change.lines for change in preview.entry_changes],
    )


def judge_changed(roster: Roster, edit: Edit) -> object:
    """Validate the changed list, with all entries but one cached."""
    return validate(rebuild_roster(roster, edit(roster.army))).verdict


def measure_previews(roster: Roster) -> None:
    """Measure previews compared with validating the changed list."""
    report = validate(roster)
    previews = EditPreviewer(roster, report)
    entry = next(entry for entry in roster.entries if entry.unit.sections)
    section = entry.unit.sections[0]
    edits: dict[str, Edit] = {
        "an added unit": AddEntry(next(iter(roster.factions[entry.unit.faction].units.values())).ref),
        "an added upgrade": build_add_edit(entry, section, section.options[0]),
    }
    for name, edit in edits.items():
        verdict = best_time(partial(judge_changed, roster, edit))
        time = best_time(partial(read_preview, previews, edit))
        ratio = time / verdict
        label = f"preview of {name}, {len(roster.entries)} entries"
        print_time(label, time, ratio, f"a verdict {format_budget(ratio, 2)}")


def search(typed: str, subjects: list[SearchSubject]) -> object:
    """Parse a query and return its matches."""
    return find_matches(parse_query(typed, "de"), subjects)


def measure_queries(subjects: list[SearchSubject]) -> None:
    """Measure searches without a cache."""
    for typed in QUERIES:
        time = best_time(partial(search, typed, subjects))
        print_time(
            f"search for {typed!r} in {len(subjects)} units", time, time * 1000, f"1 ms {format_budget(time * 1000, 2)}"
        )


def main() -> None:
    """Measure and print."""
    library = Library.open(user=False)
    army = repeat_entries(load_list(SAMPLE).army, ENTRIES)
    roster = library.roster(army)
    measure_previews(roster)
    book = next(iter(roster.factions.values()))
    subjects = [build_unit_subject(unit, book, roster.system, "de") for unit in book.units.values()]
    measure_queries((subjects * (UNITS // len(subjects) + 1))[:UNITS])


if __name__ == "__main__":
    main()
