from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.diagnostics import Diagnostic, Severity, Verdict
from listbuilder.diagnostics.messages import describe_finding, message_key
from listbuilder.i18n import format_value
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import compare_with_pinned_books, migrate_list, pin_book_versions
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.model import ArmyList, BookPin, FactionId, SystemId, Upgrade
from tests.sentences import sentence

BOOK = """
format: 1
id: fen-folk
systems: [aof-3.5]
version: "1.0"
name: Fen Folk
units:
  - {id: reeve, name: Reeve, size: 1, quality: 4, defense: 5, cost: 40, rules: [Hero, Tough(3)],
     weapons: [Hand Weapon (A3)], upgrades: [gear]}
  - {id: heron, name: Great Heron, size: 1, quality: 3, defense: 4, cost: 150, weapons: [Beak (A1)]}
packages:
  gear:
    - id: mount
      options:
        - {id: eel, gain: [Great Eel (Fast)], cost: 45}
        - {id: charm, gain: [Eel Charm (Regeneration)], cost: 20}
"""
NEWER = (
    BOOK.replace('version: "1.0"', 'version: "1.1"')
    .replace("cost: 40,", "cost: 50,")
    .replace("        - {id: charm, gain: [Eel Charm (Regeneration)], cost: 20}\n", "")
    .replace("id: heron, name: Great Heron", "id: stork, name: Great Stork")
)
LIST = """
format: 1
name: Low Water
system: aof-3.5
points: 240
units:
  - {id: a, unit: fen-folk/reeve, name: Marn, upgrades: [eel, charm]}
  - {id: b, unit: fen-folk/heron}
"""


def open_library(folder: Path, *texts: str) -> Library:
    folders = []
    for number, text in enumerate(texts):
        path = folder / str(number)
        path.mkdir()
        (path / "fen-folk.yaml").write_text(text, encoding="utf-8")
        folders.append(path)
    return Library.open(folders, user=False)


@pytest.fixture
def pinned(tmp_path: Path) -> ArmyList:
    (tmp_path / "then").mkdir()
    return pin_book_versions(parse_list(LIST).army, open_library(tmp_path / "then", BOOK))


def list_findings(findings: tuple[Diagnostic, ...]) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.on) for finding in findings]


def test_pins_hold_version_hash_and_points(pinned: ArmyList):
    book = pinned.books["fen-folk"]
    assert (book.version, len(book.sha256 or ""), book.points) == ("1.0", 64, 255)
    assert parse_list(format_list_yaml(pinned)).army == pinned


def test_changed_book_lists_changed_prices(pinned: ArmyList, tmp_path: Path):
    changed = BOOK.replace("cost: 40,", "cost: 50,").replace("cost: 20", "cost: 15").replace("cost: 150", "cost: 150 ")
    (judged,) = judge_bytes(format_list_yaml(pinned).encode(), "x", open_library(tmp_path, changed))
    assert [finding.code for finding in judged.report if finding.code[:3] == "VER"] == ["VER002", "VER010", "VER006"]
    (prices,) = [finding for finding in judged.report if finding.code == "VER010"]
    changes = (
        sentence("price.unit", unit="Reeve", old=40, new=50),
        sentence("price.option", option="Eel Charm (Regeneration)", unit="Reeve", old=20, new=15),
    )
    assert describe_finding(prices, "en") == sentence("VER010", faction="Fen Folk", changes=changes)
    assert sentence("price.unit", "de", unit="Reeve", old=40, new=50) in describe_finding(prices, "de")


def test_number_of_named_prices_is_limited(pinned: ArmyList, tmp_path: Path):
    units = "".join(
        f"  - {{id: u{number}, name: U{number}, size: 1, quality: 4, defense: 4, cost: 10, weapons: [Beak (A1)]}}\n"
        for number in range(12)
    )
    book = BOOK.partition("units:\n")[0] + "units:\n" + units
    prices = {f"u{number}": 9 for number in range(12)}
    army = replace(pinned, books={FactionId("fen-folk"): BookPin("1.0", "00ff", prices=prices)})
    report = compare_with_pinned_books(army, open_library(tmp_path, book)).report
    (finding,) = [finding for finding in report if finding.code == "VER010"]
    changes = tuple(sentence("price.unit", unit=f"U{number}", old=9, new=10) for number in range(12))
    assert describe_finding(finding, "en") == sentence("VER010", faction="Fen Folk", changes=changes)
    assert sentence("named.more", things=", ".join(changes[:5]), n=7) in describe_finding(finding, "en")


def test_invalid_prices_are_reported():
    loaded = parse_list("system: x\nbooks: {a: {version: '1', prices: {b: cheap, c: 7}}}\nunits: []\n")
    assert [(finding.code, finding.on) for finding in loaded.report] == [("DAT008", "books.a.prices.b")]
    assert loaded.army.books[FactionId("a")].prices == {"c": 7}


def test_the_same_book_gives_no_report(pinned: ArmyList, tmp_path: Path):
    report = compare_with_pinned_books(pinned, open_library(tmp_path, BOOK))
    assert (report.changed_books, list_findings(report.report.diagnostics)) == ((), [])


def test_new_version_is_reported_with_points(pinned: ArmyList, tmp_path: Path):
    report = compare_with_pinned_books(pinned, open_library(tmp_path, NEWER))
    expected = [("VER001", None), ("VER004", "b"), ("VER005", "a"), ("VER010", None), ("VER006", None)]
    assert list_findings(report.report.diagnostics) == expected
    assert report.report.verdict is Verdict.UNCHECKED
    (total,) = [finding.params for finding in report.report if finding.code == "VER006"]
    assert (total["old"], total["new"]) == (255, 95)
    book, unit, option, prices, _ = (finding.params for finding in report.report)
    assert (book["pinned"], book["version"]) == ("1.0", "1.1")
    assert "heron" in format_value("en", unit["unit"])
    assert ("Marn" in format_value("en", option["unit"]), option["option"]) == (True, "charm")
    assert sentence("price.unit", unit="Reeve", old=40, new=50) in format_value("en", prices["changes"])
    assert {"UNT001", "UPG001"} <= {finding.code for finding in report.new_errors}


def test_old_book_allows_prices_per_unit(pinned: ArmyList, tmp_path: Path):
    library = open_library(tmp_path, BOOK, NEWER)
    assert compare_with_pinned_books(pinned, library).changed_books == ()
    _, report = migrate_list(pinned, library)
    (price,) = [finding for finding in report.report if finding.code == "VER007"]
    assert (price.on, price.params["old"], price.params["new"]) == ("a", 105, 95)
    (book,) = [finding for finding in report.report if finding.code == "VER001"]
    assert (book.severity, message_key(book, "en")) == (Severity.NOTE, "VER001.no-open")
    assert "PTS001" not in {finding.code for finding in report.new_errors}


def test_changed_content_of_same_version_is_reported(pinned: ArmyList, tmp_path: Path):
    report = compare_with_pinned_books(pinned, open_library(tmp_path, BOOK.replace("cost: 45", "cost: 46")))
    assert list_findings(report.report.diagnostics) == [("VER002", None), ("VER010", None), ("VER006", None)]


def test_vanished_book_is_reported(pinned: ArmyList):
    report = compare_with_pinned_books(pinned, Library.open(user=False))
    assert list_findings(report.report.diagnostics) == [("VER004", "a"), ("VER004", "b")]


def test_migration_updates_pins_and_drops_nothing(pinned: ArmyList, tmp_path: Path):
    library = open_library(tmp_path, NEWER)
    migrated, changes = migrate_list(pinned, library)
    assert len(changes.report) == 5
    assert migrated.entries == pinned.entries
    assert migrated.books["fen-folk"].version == "1.1"
    assert compare_with_pinned_books(migrated, library).changed_books == ()


def test_unused_pins_are_removed(pinned: ArmyList, tmp_path: Path):
    library = open_library(tmp_path, BOOK)
    assert pin_book_versions(replace(pinned, entries=()), library).books == {}
    changed = replace(pinned.entries[0], upgrades=(Upgrade("eel"),))
    assert pin_book_versions(pinned.replace_entry(changed), library).books["fen-folk"].points == 235


def test_list_of_unknown_system_is_unchanged(pinned: ArmyList, tmp_path: Path):
    other = replace(pinned, system=SystemId("nowhere"))
    assert pin_book_versions(other, open_library(tmp_path, BOOK)) is other
