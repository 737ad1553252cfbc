"""Two versions of a book: every kind of difference is found, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diff.books import BookDiff, OptionLabel, compare_books
from listbuilder.errors import UnreadableError
from listbuilder.exporters.diffs import format_book_diff_json, format_book_diff_markdown, format_book_diff_text
from listbuilder.importers.army_forge.book.book_importer import import_book, load_faction_file
from listbuilder.library import Library
from tests.importers.book_samples import book, option, rule, unit, weapon
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture
def compare(library: Library, tmp_path: Path) -> Callable[[dict[str, Any]], BookDiff]:
    """Compare the sample book with a changed one."""

    def compare(changed: dict[str, Any]) -> BookDiff:
        factions = []
        for name, raw in (("old", book()), ("new", changed)):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps(raw), encoding="utf-8")
            factions.append(load_faction_file(path, library))
        return compare_books(*factions)

    return compare


Compare = Callable[[dict[str, Any]], BookDiff]


def test_identical_books_have_no_differences(compare: Compare) -> None:
    diff = compare(book())
    assert (diff.units, diff.spells) == ((), ())
    assert sentence("bookdiff.nothing") in format_book_diff_text(diff, "en")


def test_units_are_added_and_removed(compare: Compare) -> None:
    raw = book()
    raw["units"][2] |= {"id": "u5", "name": "Heron Guard"}
    raw["upgradePackages"][1]["sections"][0]["options"][0]["costs"][1]["unitId"] = "u5"
    diff = compare(raw)
    assert [(unit.latest.id, unit.status) for unit in diff.units] == [
        ("heron-guard", "added"),
        ("toad-riders", "removed"),
    ]


def test_same_foreign_id_means_renamed_unit(compare: Compare) -> None:
    raw = book()
    raw["units"][1] |= {"name": "Fenmen", "cost": 60, "size": 10, "quality": 3, "defense": 4}
    raw["units"][1]["bases"] = {"round": "32", "square": "30"}
    (unit,) = compare(raw).units
    assert [change.kind for change in unit.changes] == [
        "unit-renamed",
        "unit-repriced",
        "unit-size",
        "unit-quality",
        "unit-defense",
        "unit-base",
    ]
    assert (unit.changes[1].values["old"], unit.changes[1].values["new"]) == (50, 60)


def test_rules_and_weapons_gained_and_lost(compare: Compare) -> None:
    raw = book()
    raw["units"][1] |= {"rules": [rule("Fast")], "weapons": [weapon("Reed Spear", 2, count=5)]}
    (unit,) = compare(raw).units
    assert [(change.kind, change.values["things"]) for change in unit.changes] == [
        ("rules-lost", ("Marsh-Born",)),
        ("rules-gained", ("Fast",)),
        ("arms-lost", ("5x Reed Spear (A1)",)),
        ("arms-gained", ("5x Reed Spear (A2)",)),
    ]


def test_option_changes_are_classified(compare: Compare) -> None:
    raw = book()
    options = raw["upgradePackages"][0]["sections"][0]["options"]
    options[0]["gains"][0]["content"].append(rule("Tough", 3))
    options[0]["costs"][0]["cost"] = 20
    options[1]["gains"][0]["name"] = "Ladder"
    options.append(option("o7", {"u1": 3}, weapon("Cudgel")))
    raw["upgradePackages"][2]["sections"][0]["options"][0] = option("o6", {"u2": 5}, rule("Musician"))
    raw["upgradePackages"][2]["sections"][0]["affects"]["value"] = 2
    diff = compare(raw)
    assert diff.count_by_kind() == {
        "option-added": 2,
        "option-rearmed": 1,
        "option-removed": 1,
        "option-renamed": 1,
        "option-repriced": 1,
        "section-changed": 1,
    }
    changes = [change for unit in diff.units for change in unit.changes if change.kind == "option-renamed"]
    renamed = [offer.to("en") for change in changes if isinstance(offer := change.values["new"], OptionLabel)]
    assert renamed == ['Ladder, 2x Hook (9", A1)']


def test_order_within_brackets_is_ignored(compare: Compare) -> None:
    raw = book()
    raw["upgradePackages"][0]["sections"][0]["options"][0]["gains"][0]["content"].reverse()
    raw["upgradePackages"][0]["sections"][0]["options"].reverse()
    assert compare(raw).units == ()


def test_spell_changes_are_found(compare: Compare) -> None:
    raw = book(spells=[{"name": "Fog Bank", "threshold": 3}, {"name": "Leech", "threshold": 1}])
    assert [change.kind for change in compare(raw).spells] == ["spell-added", "spell-recosted"]


def test_all_formats_agree(compare: Compare) -> None:
    raw = book(versionString="1.3")
    raw["units"][1]["cost"] = 1250
    raw["units"].append(unit("u9", "*Bold* [red]Otters"))
    diff = compare(raw)
    text, markdown = format_book_diff_text(diff, "en"), format_book_diff_markdown(diff, "de")
    assert text.splitlines()[:2] == [
        sentence("bookdiff.title", name="Marsh Folk", old="1.2", new="1.3"),
        sentence("bookdiff.summary", changed=1, added=1, removed=0),
    ]
    assert f"  - {sentence('bookdiff.unit-repriced', old=50, new=1250)}\n" in text
    repriced = sentence("bookdiff.unit-repriced", "de", old=50, new=1250)
    assert f"- {repriced}\n" in markdown.replace("\\", "")
    assert "## \\*Bold\\* \\[red\\]Otters" in markdown
    data = json.loads(format_book_diff_json(diff))
    assert data["summary"]["changes"] == {"unit-added": 1, "unit-repriced": 1}
    assert data["units"][0]["changes"] == [{"kind": "unit-repriced", "old": 50, "new": 1250}]


def test_faction_file_compares_with_a_book(library: Library, tmp_path: Path) -> None:
    source, target = tmp_path / "book.json", tmp_path / "marsh-folk.yaml"
    source.write_text(json.dumps(book()), encoding="utf-8")
    target.write_text(import_book(source, library=library)[0], encoding="utf-8")
    assert compare_books(load_faction_file(target, library), load_faction_file(source, library)).units == ()


def test_neither_faction_nor_book_is_refused(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("format: 1\nname: A list\n", encoding="utf-8")
    with pytest.raises(UnreadableError):
        load_faction_file(path, library)


def test_missing_and_partly_equal_bases_are_compared(compare: Compare) -> None:
    raw = book()
    raw["units"][1]["bases"] = {"round": "25", "square": "20"}
    del raw["units"][2]["bases"]
    changes = [change for unit in compare(raw).units for change in unit.changes]
    bases = [(change.kind, change.values["old"], change.values["new"]) for change in changes]
    assert bases == [("unit-base", "25mm", "25mm / 20mm"), ("unit-base", "25mm", "\N{EN DASH}")]


def headings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("  - ")][2:]


def test_only_changed_parts_have_headings(compare: Compare) -> None:
    raw = book(spells=[{"name": "Fog Bank", "threshold": 3}])
    text = format_book_diff_text(compare(raw), "en")
    assert [line for line in text.splitlines() if line and not line.startswith("  - ")][2:] == [
        sentence("bookdiff.spells")
    ]
    raw = book()
    raw["units"][1]["cost"] = 60
    text = format_book_diff_text(compare(raw), "en")
    assert headings(text) == ["Marshmen"]


def test_reworded_rules_have_their_own_heading(compare: Compare) -> None:
    diff = compare(
        book(specialRules=[{"name": "Bog Walker", "description": "Quite another sentence.", "targetType": 1}])
    )
    assert diff.differs
    assert [(change.kind, str(change.values["rule"])) for change in diff.rules] == [("rule-reworded", "Bog Walker")]
    assert format_book_diff_text(diff, "en").splitlines()[2:4] == ["", sentence("bookdiff.rules")]
    assert json.loads(format_book_diff_json(diff))["rules"] == [{"kind": "rule-reworded", "rule": "Bog Walker"}]
