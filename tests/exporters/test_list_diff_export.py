"""Differences between two lists as text, Markdown and data."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from listbuilder.diff.lists import ListDiff, compare_lists
from listbuilder.exporters.diffs import format_list_diff_json, format_list_diff_markdown, format_list_diff_text
from listbuilder.exporters.markdown import escape_markdown
from listbuilder.model import ArmyList, Upgrade
from tests.exporters.sheet_samples import ARMY, entry, roster
from tests.sentences import sentence

MEN = entry("a", "ferrymen", "spear")
OLD = replace(ARMY, name="Old", entries=(MEN, entry("c", "bowmen")))


NONE = sentence("diff.none")
SAME_POINTS = sentence("diff.total.same", new=150)
FORCE_ORG_LEFT = sentence(
    "diff.field", field=sentence("diff.field.force_org"), old=sentence("diff.yes"), new=sentence("diff.no")
)


def field(name: str, old: object, new: object) -> str:
    return sentence("diff.field", field=sentence(f"diff.field.{name}"), old=old, new=new)


def total(new: int) -> str:
    return sentence("diff.total", old=150, new=new, sign="+" if new > 150 else "-", change=abs(new - 150))


def compare_changed(**values: Any) -> ListDiff:
    return compare_lists(roster(OLD), roster(replace(OLD, **values)))


def lines(diff: ListDiff) -> list[str]:
    return format_list_diff_text(diff).splitlines()


def test_identical_lists_are_reported_as_same() -> None:
    same = sentence("diff.same")
    assert format_list_diff_text(compare_changed()) == f"Old\n{SAME_POINTS}\n{same}\n"
    assert format_list_diff_markdown(compare_changed()) == f"# Old\n\n**{SAME_POINTS}**\n\n{same}\n"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"name": "New"}, [sentence("diff.title", old="Old", new="New"), SAME_POINTS, field("name", "Old", "New")]),
        ({"force_org": False}, ["Old", SAME_POINTS, FORCE_ORG_LEFT]),
        ({"points": None}, ["Old", SAME_POINTS, field("points", 2000, NONE)]),
        ({"notes": ""}, ["Old", SAME_POINTS, field("notes", "Plays on Saturday.", NONE)]),
        ({"entries": (MEN,)}, ["Old", total(90), sentence("diff.removed", unit="Bowmen", points=60)]),
        (
            {"entries": (*OLD.entries, entry("d", "champion"))},
            ["Old", total(175), sentence("diff.added", unit="Champion", points=25)],
        ),
        (
            {"entries": (replace(MEN, upgrades=()), OLD.entries[1])},
            [
                "Old",
                total(130),
                sentence("diff.changed", unit="Ferrymen", old=90, new=70),
                f"    {sentence('diff.dropped', option='Spear (A1, Counter)')}",
            ],
        ),
        (
            {"entries": (replace(MEN, traits=("Brave",)), OLD.entries[1])},
            [
                "Old",
                SAME_POINTS,
                sentence("diff.changed.same", unit="Ferrymen", new=90),
                f"    {sentence('diff.traits', old=NONE, new='Brave')}",
            ],
        ),
    ],
)
def test_every_change_has_its_line(values: dict[str, object], expected: list[str]) -> None:
    assert lines(compare_changed(**values)) == expected


def test_markdown_nests_unit_changes() -> None:
    diff = compare_changed(player=None, entries=(replace(MEN, upgrades=(Upgrade("banner"),)), OLD.entries[1]))
    assert format_list_diff_markdown(diff).splitlines() == [
        "# Old",
        "",
        f"**{total(135)}**",
        "",
        f"- {field('player', 'Ada Fähr', NONE)}",
        f"- {escape_markdown(sentence('diff.changed', unit='Ferrymen', old=90, new=75))}",
        f"  - {sentence('diff.dropped', option='Spear (A1, Counter)')}",
        f"  - {sentence('diff.took', option='Banner')}",
    ]


def test_data_has_both_sides_or_null() -> None:
    came, went = entry("d", "champion"), OLD.entries[1]
    data = json.loads(format_list_diff_json(compare_changed(force_org=False, entries=(MEN, came))))
    assert data["differs"] is True
    assert (data["old"], data["new"]) == ({"name": "Old", "points": 150}, {"name": "Old", "points": 115})
    assert data["fields"] == [{"field": "force_org", "old": True, "new": False, "message": FORCE_ORG_LEFT}]
    sides: dict[str, object] = {"old_id": None, "new_id": None, "old_points": None, "new_points": None, "changes": []}
    messages = [sentence("diff.removed", unit="Bowmen", points=60), sentence("diff.added", unit="Champion", points=25)]
    removed = {"status": "removed", "unit": went.unit, "message": messages[0], "old_id": "c", "old_points": 60}
    added = {"status": "added", "unit": came.unit, "message": messages[1], "new_id": "d", "new_points": 25}
    assert data["entries"] == [{**sides, **removed}, {**sides, **added}]


def test_json_keeps_letters_and_is_indented() -> None:
    written = format_list_diff_json(compare_changed(name="Fähre"))
    assert '\n  "new": {\n    "name": "Fähre",' in written
    assert written.endswith("}\n")


def both(army: ArmyList) -> ListDiff:
    return compare_lists(roster(army), roster(army))


def test_multi_line_name_stays_on_one_line() -> None:
    assert lines(both(replace(OLD, name="A\nB")))[0] == "A B"
