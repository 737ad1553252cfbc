"""Native formats: how they are recognised, how many lists they hold, and split share strings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.errors import UnreadableError
from listbuilder.i18n import languages
from listbuilder.importers.dispatch import JsonExportImporter, ListFileImporter, ShareStringImporter
from listbuilder.importers.importer import MAX_TEXT_BYTES, ImportedList, SourceFile
from listbuilder.importers.partial_factions import (
    add_partial_factions,
    hash_data,
    load_partial_factions,
    partial_faction_finding,
    unknown_book_name,
    with_partial_factions,
)
from listbuilder.library import Library
from listbuilder.listfiles.files import LoadedList, read_list
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import ArmyList, BookPin, SystemId
from listbuilder.model.text import build_catalogue_text
from tests.importers.list_samples import open_library

CHOICES: dict[str, Any] = {"system": "aof-3.5", "units": []}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def army(name: str = "Low Water", **more: Any) -> ArmyList:
    return ArmyList(name=name, system=SystemId("aof-3.5"), **more)


def source(text: str) -> SourceFile:
    return SourceFile("x", text.encode())


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("system: a\nunits: []\n", True),
        ("format: 1\nname: x\n", True),
        ("name: x\nunits : []\n", True),
        ("system: a\n", False),
        ("system: a\nsystem: b\n", False),
        ("name: x\nplayer: y\npoints: 3\n", False),
        (" system: a\n units: []\n", False),
        ('{"system": "a", "units": []}', True),
        ('{"system": "a"}', False),
        ('{"units": []}', False),
        ('["system", "units"]', False),
        ("", False),
    ],
)
def test_list_files_are_recognised_by_two_keys(text: str, known: bool) -> None:
    assert ListFileImporter().recognises(source(text)) is known


def test_exports_are_recognised_by_kind() -> None:
    texts = ('{"kind": "listbuilder-export"}', '{"kind": "other"}', "{}", '["kind"]', "kind: listbuilder-export")
    assert [JsonExportImporter().recognises(source(text)) for text in texts] == [True, False, False, False, False]


def export_file(*lists: object) -> SourceFile:
    return source(json.dumps({"kind": "listbuilder-export", "lists": list(lists)}))


def refusal(importer: JsonExportImporter | ShareStringImporter, file: SourceFile, library: Library) -> object:
    with pytest.raises(UnreadableError) as refused:
        importer.read(file, library)
    (finding,) = refused.value.diagnostics
    return finding.params["reason"]


def test_exports_hold_one_to_thousand_lists(library: Library) -> None:
    exported_list = {"choices": CHOICES}
    read = JsonExportImporter().read
    assert [len(read(export_file(*[exported_list] * count), library)) for count in (1, 2, 1_000)] == [1, 2, 1_000]
    assert refusal(JsonExportImporter(), export_file(*[exported_list] * 1_001), library) == build_catalogue_text(
        "import.too-large"
    )
    assert refusal(JsonExportImporter(), export_file(), library) == build_catalogue_text("import.no-choices")
    assert refusal(JsonExportImporter(), export_file(3, {}, {"choices": []}), library) == build_catalogue_text(
        "import.no-choices"
    )
    assert refusal(JsonExportImporter(), source('{"lists": {}}'), library) == build_catalogue_text("import.no-choices")


@pytest.mark.parametrize(
    ("roster", "points"),
    [
        ({"points": 0}, 0),
        ({"points": 750}, 750),
        ({"points": True}, None),
        ({"points": "9"}, None),
        ({}, None),
        (3, None),
    ],
)
def test_export_points_must_be_a_number(roster: object, points: int | None, library: Library) -> None:
    (imported_list,) = JsonExportImporter().read(export_file({"choices": CHOICES, "roster": roster}), library)
    assert imported_list.stated_points == points


def in_pieces(word: str, count: int, between: str = "\n> ") -> str:
    """Split a word into pieces, the first long enough to be recognised."""
    head, rest = word[: -(count - 1)], word[-(count - 1) :]
    return between.join([head, *rest])


def test_share_strings_join_up_to_60_pieces(library: Library) -> None:
    word = encode_share_string(
        army(notes="a long note of many different words, so that there is enough to break: 1234567890")
    )
    assert len(word) > 80
    text = f"My list:\n{in_pieces(word, 60)}"
    assert [imported_list.army.name for imported_list in ShareStringImporter().read(source(text), library)] == [
        "Low Water"
    ]
    assert refusal(ShareStringImporter(), source(f"My list:\n{in_pieces(word, 61)}"), library) == build_catalogue_text(
        "share.damaged"
    )


def test_up_to_100_share_strings_are_read(library: Library) -> None:
    words = [encode_share_string(army(f"List {number}")) for number in range(101)]
    for count in (2, 100, 101):
        lists = ShareStringImporter().read(source("".join(f"({word})\n" for word in words[:count])), library)
        assert [imported_list.army.name for imported_list in lists] == [
            f"List {number}" for number in range(min(count, 100))
        ]


def test_share_strings_are_searched_in_300_000_letters(library: Library) -> None:
    word = encode_share_string(army())
    room = MAX_TEXT_BYTES - len(word)
    assert MAX_TEXT_BYTES == 300_000
    assert len(ShareStringImporter().read(source("." * room + word), library)) == 1
    assert refusal(ShareStringImporter(), source("." * MAX_TEXT_BYTES + word), library) == build_catalogue_text(
        "share.damaged"
    )


def test_share_strings_are_recognised_except_in_json() -> None:
    word = encode_share_string(army())
    texts = (word, f"Look: {word} there", json.dumps({"notes": word}), json.dumps([word]), "lb1.")
    assert [ShareStringImporter().recognises(source(text)) for text in texts] == [True, True, False, True, False]


CARRIED: dict[str, Any] = {
    "format": 1,
    "id": "bog-folk",
    "systems": ["aof-3.5"],
    "version": "1",
    "name": "Bog Folk",
    "units": [{"id": "imp", "name": "Imp", "size": 1, "quality": 4, "defense": 5, "cost": 10}],
}


def read_partial_factions(library: Library, *raws: object) -> tuple[list[str], list[str]]:
    factions, findings = load_partial_factions(army(extra={"factions": list(raws)}), library, "x")
    assert all(faction.partial for faction in factions)
    return [faction.id for faction in factions], [finding.code for finding in findings]


def test_carried_faction_yields_to_installed_one(library: Library, tmp_path: Path) -> None:
    assert read_partial_factions(library, CARRIED) == (["bog-folk"], [])
    fen = CARRIED | {"id": "fen-folk"}
    assert read_partial_factions(library, fen) == (["fen-folk"], [])
    assert read_partial_factions(open_library(tmp_path / "data"), fen, CARRIED) == (["bog-folk"], [])
    elsewhere = fen | {"systems": ["gf-3.5"]}
    assert read_partial_factions(open_library(tmp_path / "more"), elsewhere) == (["fen-folk"], [])


def test_carried_faction_errors_are_limited_to_five(library: Library) -> None:
    def bent(count: int) -> dict[str, Any]:
        return CARRIED | {"units": [{**CARRIED["units"][0], "id": f"imp-{n}", "cost": "x"} for n in range(count)]}

    for count, reported in ((1, 1), (5, 5), (6, 5)):
        factions, codes = read_partial_factions(library, bent(count))
        assert (factions, len(codes)) == ([], reported)
    assert read_partial_factions(library, bent(1), CARRIED)[0] == ["bog-folk"]


def test_carried_factions_are_limited_to_ten(library: Library) -> None:
    raws = [CARRIED | {"id": f"bog-{number}"} for number in range(11)]
    assert read_partial_factions(library, *raws)[0] == [f"bog-{number}" for number in range(10)]
    assert load_partial_factions(army(extra={"factions": CARRIED}), library) == ((), [])


def test_carried_faction_is_pinned_and_reported(library: Library) -> None:
    (faction,), _ = load_partial_factions(army(extra={"factions": [CARRIED]}), library)
    plain = army()
    assert add_partial_factions(plain, [], []) is plain
    bound = add_partial_factions(plain, [CARRIED], [faction])
    assert bound.books == {"bog-folk": BookPin("1", faction.sha256)}
    assert bound.extra == {"factions": [CARRIED]}
    before = Diagnostic("IMP005", None, {})
    imported_list = with_partial_factions(ImportedList(army=bound, report=Report((before,))), library, "x")
    assert sorted(finding.code for finding in imported_list.report) == ["IMP005", "IMP007"]
    assert dict(partial_faction_finding(faction, "2").params) == {"faction": faction.name, "units": 1, "other": "2"}
    alone = ImportedList(army=plain, report=Report())
    assert with_partial_factions(alone, library, "x") is alone


def test_nameless_book_is_named_in_every_language() -> None:
    assert set(unknown_book_name()) == set(languages())
    assert all(unknown_book_name().values())


def test_data_hash_ignores_key_order() -> None:
    assert hash_data({"a": 1, "b": [2, 3]}) == hash_data({"b": [2, 3], "a": 1})
    assert hash_data({"a": [2, 3]}) != hash_data({"a": [3, 2]})
    assert len(hash_data(None)) == 64


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
@pytest.mark.parametrize(
    "raw",
    [
        b'{"system": "aof-3.5", "units": [], "name": "A", "name": "B"}',
        b'\xef\xbb\xbf{"system": "aof-3.5", "units": [{"unit": 1.5}],\r\n "colour": "red"}',
        '{"system": "aof-3.5", "units": [], "name": "Fähnlein"}'.encode(),
        '{"system": "aof-3.5", "units": [], "name": "Fähnlein"}'.encode("cp1252"),
        '{"system": "aof-3.5", "units": [], "name": "Fähnlein"}'.encode("utf-16"),
    ],
)
def test_importer_reads_json_like_read_list(raw: bytes, name: str, library: Library) -> None:
    assert outcome(lambda: ListFileImporter().read(SourceFile(name, raw), library)[0].loaded) == outcome(
        lambda: read_list(raw, name, comments=False)
    )


def outcome(read: Callable[[], LoadedList | None]) -> object:
    """Return the result, or the reason for refusing."""
    try:
        return read()
    except UnreadableError as error:
        return error.diagnostics
