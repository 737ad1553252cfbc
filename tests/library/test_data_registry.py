"""The kind of a data file, its row in the index, and which files hide each other."""

from __future__ import annotations

import json
from pathlib import Path, PurePath
from typing import Any

import pytest

from listbuilder.library.index import (
    DataRegistry,
    build_index,
    build_row,
    detect_kind,
    find_data_files,
    load_index,
    save_index,
    version_key,
)
from tests.library.library_samples import FACTION


@pytest.mark.parametrize(
    ("value", "folder", "kind"),
    [
        ({"system": "s", "units": []}, "x", "list"),
        ({"system": "s"}, "x", "list"),
        ({"system": "s", "id": "a", "units": []}, "x", "list"),
        ({"system": "s", "id": "a", "points": 5}, "x", "event"),
        ({"system": "s", "id": "a"}, "x", None),
        ({"citation": {}}, "x", "system"),
        ({"short": "S"}, "x", "system"),
        ({"short": "S", "units": []}, "x", "system"),
        ({"publisher": "P"}, "x", "collection"),
        ({"patterns": []}, "x", "collection"),
        ({"patterns": {}}, "x", None),
        ({"effects": {}}, "x", "spelltexts"),
        ({"units": []}, "x", "faction"),
        ({"packages": {}}, "x", "faction"),
        ({"deadline": "2026-01-01"}, "x", "event"),
        ({"points": 5, "units": []}, "x", "faction"),
        ({}, "systems", "system"),
        ({}, "events", "event"),
        ({}, "lists", "list"),
        ({}, "x", None),
        ([], "systems", None),
        (None, "lists", None),
    ],
)
def test_file_kind_is_recognised(value: object, folder: str, kind: str | None) -> None:
    assert detect_kind(value, PurePath(f"data/{folder}/file.yaml")) == kind


SOUND: dict[str, dict[str, Any]] = {
    "faction": {"id": "x", "name": "X", "version": "1", "systems": ["s"]},
    "system": {"id": "x.1-b", "name": {"en": "X"}, "edition": "1", "short": "X", "keys": ["5"]},
    "event": {"id": "x", "name": "X", "points": 5},
    "collection": {"id": "x", "name": "X"},
    "spelltexts": {"id": "x"},
    "list": {"name": "X", "system": "s", "points": 5},
}


@pytest.mark.parametrize("kind", SOUND)
def test_valid_file_gets_an_index_row(kind: str) -> None:
    row = build_row(kind, {**SOUND[kind], "more": 1, "keys": SOUND[kind].get("keys")}, "hash")
    counts: dict[str, dict[str, Any]] = {"faction": {"units": 0}, "list": {"factions": []}}
    assert row == {"kind": kind, **SOUND[kind], "sha256": "hash", **counts.get(kind, {})}


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("faction", {"id": None}), ("faction", {"id": 5}), ("faction", {"id": "../x"}), ("faction", {"id": "X"}),
        ("faction", {"id": "x-"}), ("faction", {"id": ""}), ("faction", {"name": None}),
        ("faction", {"name": 5}), ("faction", {"name": {}}), ("faction", {"name": {"en": 5}}),
        ("faction", {"name": {"en": "X", "de": 5}}), ("faction", {"version": 1}), ("faction", {"version": None}),
        ("faction", {"systems": []}), ("faction", {"systems": ["s", 5]}), ("faction", {"systems": "s"}),
        ("faction", {"systems": None}), ("faction", {"keys": "k"}), ("faction", {"keys": [5]}),
        ("faction", {"collection": ["c"]}), ("system", {"edition": None}), ("system", {"short": None}),
        ("system", {"short": 5}), ("system", {"based_on": ["x"]}), ("system", {"books": [1]}),
        ("system", {"name": None}),
        ("event", {"points": "5"}), ("event", {"name": None}), ("event", {"systems": "s"}),
        ("collection", {"name": None}), ("spelltexts", {"id": None}),
        ("list", {"name": None}), ("list", {"name": 5}), ("list", {"system": None}), ("list", {"points": "5"}),
    ],
)  # fmt: skip
def test_incomplete_header_gets_no_index_row(kind: str, change: dict[str, Any]) -> None:
    assert build_row(kind, SOUND[kind] | change, "") is None


def test_index_of_unknown_format_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "faction.yaml").write_text(FACTION)
    (tmp_path / "other.yaml").write_text("just: text\n")
    (tmp_path / "words.yaml").write_text("just text\n")
    rows = build_index(tmp_path)["files"]
    assert [(row["kind"], row["path"], row["units"]) for row in rows] == [("faction", "faction.yaml", 1)]
    assert load_index(tmp_path) == rows, "the index is missing"
    save_index(tmp_path)
    written = (tmp_path / "index.json").read_text("utf-8")
    assert json.loads(written) == {"format": 1, "files": rows}
    assert len(written.splitlines()) == 3, "one line per file"
    (tmp_path / "faction.yaml").unlink()
    assert load_index(tmp_path) == rows, "the faction file is not read again"
    for broken in (written.replace('"format": 1', '"format": 2'), "[]", "{", '{"files": []}', '{"format": 1}'):
        (tmp_path / "index.json").write_text(broken, encoding="utf-8")
        assert load_index(tmp_path) == [], "the folder is read, and nothing is in it"
    (tmp_path / "broken.yaml").write_text("a: [")
    assert load_index(tmp_path) == []


def test_index_keeps_unicode_letters(tmp_path: Path) -> None:
    (tmp_path / "faction.yaml").write_text(FACTION.replace("Testers", "Prüfer"), encoding="utf-8")
    save_index(tmp_path)
    assert "Prüfer" in (tmp_path / "index.json").read_text("utf-8")


def test_data_files_are_chosen_by_name(tmp_path: Path) -> None:
    names = ["b.yaml", "a.yml", "B.JSON", "index.json", "x.schema.json", ".hidden.yaml", "note.txt", "lists/z.yaml"]
    names += ["i18n/de.json", ".git/x.yaml", "a/deep/y.yaml", "yaml"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to(tmp_path / "lists")
    (tmp_path / "file.yaml").symlink_to("b.yaml")
    relative_paths = [path.relative_to(tmp_path).as_posix() for path in find_data_files(tmp_path)]
    expected = {"b.yaml", "a.yml", "B.JSON", "lists/z.yaml", "a/deep/y.yaml", "file.yaml"}
    assert set(relative_paths) == expected
    assert relative_paths == sorted(relative_paths, key=lambda name: name.split("/"))


def faction(path: str, version: str = "1.0", systems: tuple[str, ...] = ("a",), ident: str = "x") -> dict[str, Any]:
    return {"kind": "faction", "id": ident, "version": version, "systems": list(systems), "path": path}


def list_active_files(shelf: DataRegistry) -> list[tuple[str, tuple[str, ...]]]:
    return [(source.file.name, source.systems) for source in shelf.files("faction")]


@pytest.mark.parametrize(
    ("first", "then", "remaining", "hidden"),
    [
        (faction("f"), faction("g"), [("g", ("a",))], [("f", ("a",))]),
        (faction("f"), faction("g", "1.1"), [("f", ("a",)), ("g", ("a",))], []),
        (faction("f"), faction("g", "draft"), [("g", ("a",))], [("f", ("a",))]),
        (faction("f", "draft"), faction("g"), [("g", ("a",))], [("f", ("a",))]),
        (faction("f"), faction("g", systems=("b",)), [("f", ("a",)), ("g", ("b",))], []),
        (faction("f", systems=("a", "b")), faction("g"), [("f", ("b",)), ("g", ("a",))], [("f", ("a",))]),
        (faction("f", systems=("a", "b")), faction("g", "2.0"), [("f", ("a", "b")), ("g", ("a",))], []),
        (faction("f"), faction("g", ident="y"), [("f", ("a",)), ("g", ("a",))], []),
    ],
)
@pytest.mark.parametrize("together", [True, False])
def test_which_files_hide_each_other(first: Any, then: Any, remaining: Any, hidden: Any, together: bool) -> None:
    shelf = DataRegistry()
    ours, theirs = Path("/ours"), Path("/ours" if together else "/theirs")
    shelf.add_folder(ours, [first], bundled=True)
    shelf.add_folder(theirs, [then], bundled=False)
    assert list_active_files(shelf) == remaining
    assert [(shadow.replaced.name, shadow.systems) for shadow in shelf.overrides] == hidden
    assert all(shadow.same_folder is together for shadow in shelf.overrides)
    assert [shadow.title for shadow in shelf.overrides] == ["x (a)" for _ in hidden]


def test_lists_are_keyed_by_path_not_id() -> None:
    shelf = DataRegistry()
    for number in range(2):
        rows = [{"kind": "list", "path": f"l{number}"}, {"kind": "event", "id": "cup", "path": f"e{number}"}]
        shelf.add_folder(Path("/d"), rows, bundled=False)
    assert [source.file.name for source in shelf.files("list")] == ["l0", "l1"]
    assert [source.file.name for source in shelf.files("event")] == ["e1"]
    assert [(shadow.title, shadow.replaced.name) for shadow in shelf.overrides] == [("cup", "e0")]
    shelf.add_folder(Path("/d"), [{"kind": "event", "id": "cup", "path": "e1"}], bundled=False)
    assert len(shelf.overrides) == 1, "a file does not hide itself"


def system(ident: str, base: str | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "system", "id": ident, "path": ident, **({"based_on": base} if base else {}), **more}


def test_variants_inherit_factions_unless_opted_out() -> None:
    shelf = DataRegistry()
    games = [
        system("c", "b"),
        system("b", "a"),
        system("a"),
        system("own", "a", own_factions=True),
        system("z", "gone"),
    ]
    shelf.add_folder(Path("/d"), [*games, system("k", "l"), system("l", "k")], bundled=False)
    shelf.add_folder(
        Path("/d"), [faction("f"), faction("g", systems=("b",), ident="y"), faction("h", ident="w")], bundled=False
    )
    shelf.add_folder(Path("/d"), [faction("i", systems=("c",), ident="w")], bundled=False)
    shelf.inherit_factions()
    assert sorted(list_active_files(shelf)) == [
        ("f", ("a", "b", "c")), ("g", ("b", "c")), ("h", ("a", "b")), ("i", ("c",))
    ]  # fmt: skip
    (first,) = shelf.find_all("faction", "x")
    assert first.all_systems == ("a", "b", "c")
    assert [source.file.name for source in shelf.factions_for("c")] == ["f", "g", "i"]


def test_versions_are_ordered_by_their_numbers() -> None:
    assert sorted(["1.10", "1.9", "2", "draft", "1.9.1"], key=version_key) == ["draft", "1.9", "1.9.1", "1.10", "2"]
