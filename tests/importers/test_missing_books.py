"""Saved lists whose book is not installed keep the file's names and match no other book."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Report, Verdict
from listbuilder.i18n import format_value
from listbuilder.importers.army_forge.saved.fields import FindingCollector, parse_records
from listbuilder.importers.army_forge.saved.id_matching import _stated_label
from listbuilder.importers.dispatch import read_lists
from listbuilder.importers.partial_factions import resolve_units
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import compare_with_pinned_books
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import BookPin, split_unit_ref
from listbuilder.sheet import build_sheet
from tests.importers.list_samples import BOOK, SAVED_2026, open_library, read, record
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def save(*units: object) -> dict[str, Any]:
    raw: dict[str, Any] = copy.deepcopy(SAVED_2026)
    raw["list"] |= {"units": list(units)}
    return {**raw, "listPoints": None}


def judge_value(raw: object, library: Library) -> Judged:
    return judge_single_list(json.dumps(raw).encode(), library)


def judge_single_list(raw: bytes, library: Library) -> Judged:
    (judged,) = judge_bytes(raw, "x", library)
    assert isinstance(judged, Judged)
    return judged


def test_save_without_book_keeps_the_files_names(library: Library):
    raw = save(record("uReeve", "r", name="Reeve of the Fen"), record("uHeron", "h"))
    result = read(raw, library)
    assert [entry.unit for entry in result.army.entries] == ["fen-folk/reeve-of-the-fen", "fen-folk/uHeron"]
    assert [entry.called for entry in result.army.entries] == ["Reeve of the Fen", None]
    assert result.army.books == {"fen-folk": BookPin("1.2", name="Fen Folk")}
    first = result.report.diagnostics[0]
    assert (first.code, str(first.params["what"])) == ("IMP002", "Fen Folk 1.2")


def test_missing_book_is_not_matched_by_name(library: Library):
    raw = {**save(record("uReeve", "r")), "armyName": "Human Empire"}
    judged = judge_value(raw, library)
    assert [entry.unit for entry in judged.army.entries] == [f"human-empire-{BOOK}/uReeve"]
    assert judged.verdict is Verdict.UNCHECKED
    assert {finding.code for finding in judged.report} == {"IMP002", "UNT002"}


def test_missing_book_shows_names_from_the_file(library: Library):
    named = record("uReeve", "r", name="Reeve of the Fen")
    raw = save(named, record("uHeron", "h", ("sArms", "oNet")), record("uHeron", "i", customName="Grey"))
    judged = judge_value(raw, library)
    missing = [finding.params for finding in judged.report if finding.code == "UNT002"]
    assert [(str(params["faction"]), format_value("en", params["unit"])) for params in missing] == [
        ("Fen Folk 1.2", "Reeve of the Fen"),
        ("Fen Folk 1.2", sentence("unknown.unit", id="uHeron")),
        ("Fen Folk 1.2", "Grey"),
    ]
    sheet = build_sheet(judged.roster, judged.report, "en")
    assert [(unit.title, unit.subtitle) for unit in sheet.units] == [
        ("Reeve of the Fen", f"Fen Folk 1.2, {sentence('sheet.unknown')}"),
        (sentence("unknown.title"), f"Fen Folk 1.2, {sentence('sheet.unknown')} (uHeron)"),
        ("Grey", f"Fen Folk 1.2, {sentence('sheet.unknown')} (uHeron)"),
    ]
    assert [row.name for row in sheet.units[1].upgrades] == [sentence("unknown.upgrade", id="sArms/oNet")]
    assert sheet.header.factions == ("Fen Folk 1.2",)


@pytest.mark.parametrize("write", [format_list_yaml, format_list_json, encode_share_string])
def test_names_of_missing_books_survive_saving(write, library: Library):
    army = read(save(record("uReeve", "r", name="Reeve of the Fen"), record("uHeron", "h")), library).army
    (again,) = read_lists(write(army).encode(), "x", library)
    assert again.army == army
    assert not [finding for finding in again.report if finding.code.startswith(("LST", "DAT"))]


def test_findings_name_the_known_unit(tmp_path: Path):
    raw = save(record("uReeve", "r", selectedUpgrades=[None]))
    result = read(raw, open_library(tmp_path / "data"))
    assert [str(finding.params["where"]) for finding in result.report if finding.code == "IMP015"] == ["Reeve"]


def test_never_installed_book_has_not_vanished(library: Library):
    army = read(save(record("uReeve", "r")), library).army
    assert army is not None
    assert compare_with_pinned_books(army, library).report == Report()


@pytest.mark.parametrize("write", [format_list_yaml, format_list_json, encode_share_string])
def test_saved_list_resolves_once_book_arrives(write, library: Library, tmp_path: Path):
    saved = write(read(SAVED_2026, library).army)
    later = open_library(tmp_path / "data")
    judged, expected = judge_single_list(saved.encode(), later), judge_value(SAVED_2026, later)
    assert judged.army.entries == expected.army.entries
    assert (judged.verdict, judged.roster.cost) == (expected.verdict, expected.roster.cost)
    assert judged.roster.unresolved == ()


def test_nameless_book_is_found_by_foreign_id(library: Library, tmp_path: Path):
    nameless = {**SAVED_2026, "armyName": ""}
    army = read(nameless, library).army
    assert army is not None
    assert {split_unit_ref(entry.unit)[0] for entry in army.entries} == {BOOK}
    settled = resolve_units(army, open_library(tmp_path / "data"))
    assert settled.entries == read(SAVED_2026, open_library(tmp_path / "more")).army.entries
    assert list(settled.books) == ["fen-folk"]


def test_unresolvable_entries_stay_unchanged(library: Library, tmp_path: Path):
    army = read(save(record("uNobody", "n", ("sNo", "oNo"))), library).army
    assert army is not None
    assert resolve_units(army, open_library(tmp_path / "data")) == army


def test_unknown_picks_keep_their_own_label() -> None:
    labels = {"o1": "Spear of Reeds", "o2": "Eel Skin"}
    picks = [
        {"upgrade": {"uid": "s"}, "option": {"uid": key, "id": f"{key}-id", "label": label}}
        for key, label in labels.items()
    ]
    raw = {"selectedUpgrades": [None, {"option": 3}, *picks]}
    (record,) = parse_records([{"id": "u", **raw}], "b", lambda _pick: ("s", "o"), FindingCollector())
    assert [_stated_label(record, key) for key in ("o1", "o2", "o2-id", "o3")] == [*labels.values(), "Eel Skin", ""]
