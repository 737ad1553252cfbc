"""What changed between two lists, line by line: as text, as Markdown and as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.diff.lists import ListDiff, compare_lists
from listbuilder.exporters.diffs import diff_data, format_diff_json, format_diff_markdown, format_diff_text
from listbuilder.model import ArmyList, Pick
from tests.exporters.sheet_samples import ARMY, entry, roster

MEN = entry("a", "ferrymen", "spear")
OLD = replace(ARMY, name="Old", entries=(MEN, entry("c", "bowmen")))


def changed(**values: Any) -> ListDiff:
    return compare_lists(roster(OLD), roster(replace(OLD, **values)))


def lines(found: ListDiff) -> list[str]:
    return format_diff_text(found).splitlines()


def test_a_list_and_itself_are_told_to_be_the_same() -> None:
    assert format_diff_text(changed()) == "Old\n150 pts, unchanged\nThe lists are the same.\n"
    assert format_diff_markdown(changed()) == "# Old\n\n**150 pts, unchanged**\n\nThe lists are the same.\n"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"name": "New"}, ["Old → New", "150 pts, unchanged", "Name: Old → New"]),
        ({"force_org": False}, ["Old", "150 pts, unchanged", "Force organisation: yes → no"]),
        ({"points": None}, ["Old", "150 pts, unchanged", "Size of the game: 2000 → none"]),
        ({"notes": ""}, ["Old", "150 pts, unchanged", "Notes: Plays on Saturday. → none"]),
        ({"entries": (MEN,)}, ["Old", "150 → 90 pts (-60)", "- Bowmen (60 pts)"]),
        (
            {"entries": (*OLD.entries, entry("d", "champion"))},
            ["Old", "150 → 175 pts (+25)", "+ Champion (25 pts)"],
        ),
        (
            {"entries": (replace(MEN, upgrades=()), OLD.entries[1])},
            ["Old", "150 → 130 pts (-20)", "~ Ferrymen (90 → 70 pts)", "    dropped Spear (A1, Counter)"],
        ),
        (
            {"entries": (replace(MEN, traits=("Brave",)), OLD.entries[1])},
            ["Old", "150 pts, unchanged", "~ Ferrymen (90 pts)", "    traits: none → Brave"],
        ),
    ],
)
def test_every_change_has_its_line(values: dict[str, object], expected: list[str]) -> None:
    assert lines(changed(**values)) == expected


def test_markdown_is_a_list_with_the_changes_of_a_unit_further_in() -> None:
    found = changed(player=None, entries=(replace(MEN, upgrades=(Pick("banner"),)), OLD.entries[1]))
    assert format_diff_markdown(found).splitlines() == [
        "# Old",
        "",
        "**150 → 135 pts (-15)**",
        "",
        "- Player: Ada Fähr → none",
        "- \\~ Ferrymen (90 → 75 pts)",
        "  - dropped Spear (A1, Counter)",
        "  - took Banner",
    ]


def test_data_tell_both_sides_and_null_where_there_is_none() -> None:
    came, went = entry("d", "champion"), OLD.entries[1]
    data = diff_data(changed(force_org=False, entries=(MEN, came)))
    assert data["differs"] is True
    assert (data["old"], data["new"]) == ({"name": "Old", "points": 150}, {"name": "Old", "points": 115})
    message = "Force organisation: yes → no"
    assert data["fields"] == [{"field": "force_org", "old": True, "new": False, "message": message}]
    sides: dict[str, object] = {"old_id": None, "new_id": None, "old_points": None, "new_points": None, "changes": []}
    removed = {"status": "removed", "unit": went.unit, "message": "- Bowmen (60 pts)", "old_id": "c", "old_points": 60}
    added = {"status": "added", "unit": came.unit, "message": "+ Champion (25 pts)", "new_id": "d", "new_points": 25}
    assert data["entries"] == [{**sides, **removed}, {**sides, **added}]


def test_json_keeps_letters_as_they_are_and_is_indented() -> None:
    written = format_diff_json(changed(name="Fähre"))
    assert '\n  "new": {\n    "name": "Fähre",' in written
    assert written.endswith("}\n")


def both(army: ArmyList) -> ListDiff:
    return compare_lists(roster(army), roster(army))


def test_a_name_that_spans_lines_stays_on_one() -> None:
    assert lines(both(replace(OLD, name="A\nB")))[0] == "A B"
