"""The lists of the corpus: what the files state is what comes out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conformance.books import CORPUS
from listbuilder.diagnostics import Severity, Verdict
from listbuilder.importers.army_forge.book.book_importer import import_book
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.model import Loadout

RESOLVED = sorted((CORPUS / "lists" / "resolved").glob("*.json"))
AT_HAND = "war-disciples.aofs"
"""The list whose book is bundled; its prices agree, but not all of its equipment."""
LISTS = sorted((CORPUS / "lists").glob("*/*"))
TEXTS = [path for path in LISTS if path.suffix == ".txt"]
OTHER_EDITION = "orcs.aofs"
"""The text whose books are bundled in a later edition than stated."""
GF_BOOK = next((CORPUS / "books" / "gf-3.5.1").glob("*.json"))


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with the Grimdark Future book of the corpus."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "custodian-brothers.yaml").write_text(import_book(GF_BOOK)[0], encoding="utf-8")
    return Library.open([folder], user=False)


def stated(unit: dict[str, Any]) -> Counter[str]:
    """Count what a file says a unit carries."""
    counts: Counter[str] = Counter()
    for equipment in unit["loadout"]:
        counts[equipment["name"]] += int(equipment.get("count") or 1)
    return counts


def carried(loadout: Loadout) -> Counter[str]:
    """Count what a loadout holds; weapons inside an item are the item's in these files."""
    counts: Counter[str] = Counter()
    for each in loadout.weapons:
        counts[each.weapon.name] += each.count
    for gear in loadout.items:
        counts[gear.item.name] += gear.count
        for armed in gear.item.weapons:
            counts[armed.equipment.name] -= armed.count * gear.count
    return +counts


@pytest.mark.parametrize("path", [path for path in RESOLVED if path.stem != AT_HAND], ids=lambda path: path.stem)
def test_resolved_list_matches_its_stated_total(path: Path) -> None:
    library = Library.open(user=False)
    raw = json.loads(path.read_text(encoding="utf-8"))
    (judged,) = judge_file(path, library)
    assert isinstance(judged, Judged)
    assert {finding.code for finding in judged.import_info.findings} - {"IMP032", "IMP033"} == {"IMP007"}
    roster = judged.roster
    assert not roster.unresolved
    halves = [half for entry in roster.entries for half in entry.halves]
    assert sum((carried(half) for half in halves), Counter()) == sum(map(stated, raw["units"]), Counter())
    assert sorted(tuple(sorted(carried(half).items())) for half in halves) == sorted(
        tuple(sorted(stated(unit).items())) for unit in raw["units"]
    )
    assert roster.cost == raw["listPoints"]
    assert roster.activations == raw.get("activationCount", sum(not unit["joinToUnit"] for unit in raw["units"]))
    assert roster.models == raw.get("modelCount", sum(unit["size"] for unit in raw["units"]))


def test_resolved_list_uses_the_bundled_book() -> None:
    (judged,) = judge_file(next(path for path in RESOLVED if path.stem == AT_HAND), Library.open(user=False))
    assert isinstance(judged, Judged)
    assert (judged.verdict, judged.roster.cost, judged.roster.models) == (Verdict.LEGAL, 195, 7)
    assert [(finding.code, finding.params["things"]) for finding in judged.import_info.findings] == [
        ("IMP033", ("Raid Master",))
    ]


def test_older_list_reports_changed_units() -> None:
    path = next(path for path in RESOLVED if path.stem.startswith("wood-elves"))
    (judged,) = judge_file(path, Library.open(user=False))
    assert isinstance(judged, Judged)
    assert judged.verdict is Verdict.UNCHECKED
    changed = [finding.params for finding in judged.import_info.findings if finding.code == "IMP032"]
    assert changed
    assert all(params["version"] == "3.5.3" and params["stated"] != params["points"] for params in changed)


def test_saved_list_matches_its_stated_total(shelf: Library) -> None:
    (judged,) = judge_file(next(path for path in LISTS if "myrmidian" in path.name), shelf)
    assert isinstance(judged, Judged)
    assert list(judged.import_info.findings) == []
    roster = judged.roster
    assert (roster.cost, roster.activations, roster.models) == (2500, 5, 16)
    assert not any(half.errors for entry in roster.entries for half in entry.halves)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_list_imports_saves_and_validates(path: Path) -> None:
    library = Library.open(user=False)
    (judged,) = judge_file(path, library)
    assert isinstance(judged, Judged)
    assert parse_list(format_list_yaml(judged.army)).army == judged.army


@pytest.mark.parametrize("path", [path for path in TEXTS if path.stem != OTHER_EDITION], ids=lambda path: path.stem)
def test_text_without_book_adds_up(path: Path) -> None:
    library = Library.open(user=False)
    (judged,) = judge_file(path, library)
    assert isinstance(judged, Judged)
    assert not {"IMP004", "IMP006"} & {finding.code for finding in judged.report}


def test_text_of_missing_edition_is_unchecked() -> None:
    (judged,) = judge_file(next(path for path in TEXTS if path.stem == OTHER_EDITION), Library.open(user=False))
    assert isinstance(judged, Judged)
    assert judged.verdict is Verdict.UNCHECKED
    assert not [finding for finding in judged.report if finding.severity is Severity.ERROR]
    missing = [finding.params for finding in judged.report if finding.code == "VER001"]
    assert [(str(params["faction"]), params["pinned"], params["version"]) for params in missing] == [
        ("Goblins", "3.1.0", "3.5.2"),
        ("Orcs", "3.1.0", "3.5.2"),
    ]
    prices = {
        str(finding.params["unit"]): (finding.params["stated"], finding.params["points"])
        for finding in judged.report
        if finding.code == "IMP012"
    }
    assert prices == {"Warriors": (15, 20), "Troll": (50, 55)}
    (total,) = (finding.params for finding in judged.report if finding.code == "IMP006")
    assert (total["stated"], judged.roster.cost) == (260, 275)


def test_there_are_nine_lists() -> None:
    assert len(LISTS) == 9
