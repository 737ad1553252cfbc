"""Unreadable files, user languages, lazy collections and schemas of a system."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.check_files import check_language, find_language_files, is_language_file
from listbuilder.datafiles.reader import (
    MAX_FILE_SIZE,
    find_similar_names,
    list_some_files,
    load_bytes,
    load_document,
    unreadable_finding,
)
from listbuilder.datafiles.schema import build_system_schema, load_schema
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnreadableError
from listbuilder.library import Library
from listbuilder.library.cache import LazyMapping, LazySequence
from listbuilder.model.text import build_catalogue_text
from tests.sentences import sentence
from tools.build_index import build_schema


@pytest.mark.parametrize(
    ("name", "number", "reason"),
    [
        ("gone.yaml", errno.ENOENT, "file.missing"),
        ("gone.yaml", errno.ENOTDIR, "file.missing"),
        ("x", errno.EISDIR, "file.folder"),
        ("x", errno.EACCES, "file.forbidden"),
        ("x", errno.EPERM, "file.forbidden"),
        ("http:/x.org/list", errno.ENOENT, "file.address"),
        ("www.x.org", errno.ENOENT, "file.address"),
        ("x.org/share?id=5", errno.ENOENT, "file.address"),
    ],
)
def test_unreadable_files_state_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, number: int, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    finding = unreadable_finding(name, number)
    assert (finding.code, finding.place and finding.place.path) == ("DAT001", name)
    assert finding.params == {"reason": build_catalogue_text(reason)}
    assert describe_finding(finding, "en") == sentence("DAT001", reason=sentence(reason))


def test_unknown_errors_get_a_general_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (errno.EIO, None):
        assert unreadable_finding("x", number).params == {"reason": build_catalogue_text("file.other")}


def test_similar_file_names_are_suggested(tmp_path: Path) -> None:
    for name in ("vale.yaml", "vale.json", "vale.txt", "vale.yml", ".vale.yaml", "other.txt"):
        (tmp_path / name).touch()
    (tmp_path / "lists").mkdir()
    assert find_similar_names(str(tmp_path / "vael.yaml")) == tuple(
        str(tmp_path / name) for name in ("vale.json", "vale.txt", "vale.yaml")
    )
    assert find_similar_names(str(tmp_path / "lits" / "x" / "vale.yaml")) == (str(tmp_path / "lists"),)
    assert find_similar_names(str(tmp_path / "zzz")) == ()
    assert find_similar_names("nul\0") == ()
    assert list_some_files(str(tmp_path)) == tuple(
        str(tmp_path / name) for name in ("other.txt", "vale.json", "vale.txt")
    )
    assert list_some_files(str(tmp_path / "nowhere")) == ()


def test_size_limit_is_exact_and_handles_close(tmp_path: Path) -> None:
    path = tmp_path / "file"
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0
    path.write_bytes(b"x" * 10)
    assert load_bytes(path, max_size=10) == b"x" * 10
    for reading in (
        lambda: load_bytes(path, max_size=9),
        lambda: load_bytes(tmp_path),
        lambda: load_bytes(tmp_path / "no"),
    ):
        with pytest.raises(UnreadableError):
            reading()
    after = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0
    assert after == before
    assert MAX_FILE_SIZE == 5_000_000
    with pytest.raises(UnreadableError) as caught:
        load_document(_write_sized_file(path, MAX_FILE_SIZE + 1))
    assert [finding.params for finding in caught.value.diagnostics] == [{"most": MAX_FILE_SIZE}]


def _write_sized_file(path: Path, size: int) -> Path:
    with path.open("wb") as file:
        file.truncate(size)
    return path


def test_growing_files_are_read_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    fstat = os.fstat

    def late(handle: int) -> os.stat_result:
        status = fstat(handle)
        path.write_bytes(b"old and " + b"new " * 40_000)
        return status

    monkeypatch.setattr(os, "fstat", late)
    assert load_bytes(path) == b"old and " + b"new " * 40_000
    path.write_bytes(b"old")
    with pytest.raises(UnreadableError):
        load_bytes(path, max_size=1_000)


def test_user_languages_are_checked_per_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "i18n" / "fr"
    folder.mkdir(parents=True)
    words = folder / "words.json"
    sentences: dict[str, Any] = {
        "cli.written": "Écrit : {path}",
        "verdict.legal": 5,
        "cli.writen": "x",
        "cli.exists": "{pth}",
    }
    words.write_text(json.dumps(sentences, indent=1), encoding="utf-8")
    positions = [
        (finding.code, finding.place and finding.place.line, finding.place and finding.place.column)
        for finding in check_language(words)
    ]
    assert positions == [("DAT036", 3, 2), ("DAT037", 4, 2), ("DAT038", 5, 16)]
    findings = list(check_language(words))
    assert findings[1].params["suggestion"] == "cli.written"
    assert (findings[2].params["wrong"], findings[2].params["known"]) == (("{pth}",), ("{path}",))
    for text in ("[]", "{", "{]"):
        words.write_text(text, encoding="utf-8")
        assert [finding.code for finding in check_language(words)] == ["DAT036"]
    assert find_language_files(tmp_path) == [words]
    paths = [words, tmp_path / "i18n" / "words.json", folder / "words.yaml", folder / "W.JSON"]
    assert [is_language_file(path) for path in paths] == [True, False, False, True]


def test_unexpected_placeholders_are_found(tmp_path: Path) -> None:
    words = tmp_path / "words.json"
    words.write_text('{"verdict.legal": "{odd}"}', encoding="utf-8")
    (finding,) = check_language(words)
    assert (finding.code, finding.params["known"]) == ("DAT038", "–")


def test_lazy_collections_build_once_and_compare_equal() -> None:
    built: list[str] = []

    def build(key: str, raw: int) -> int:
        built.append(key)
        return raw * 2

    mapping = LazyMapping({"a": 1, "b": 2}, build)
    assert (mapping["a"], mapping.get("a"), mapping.get("b"), mapping.get("c"), mapping.get("c", 7)) == (
        2,
        2,
        4,
        None,
        7,
    )
    assert built == ["a", "b"]
    assert ("a" in mapping, "c" in mapping, len(mapping), dict(mapping)) == (True, False, 2, {"a": 2, "b": 4})
    sequence, same = LazySequence([1, 2], str), LazySequence(["1", "2"], str)
    assert sequence == same == ("1", "2")
    assert sequence != LazySequence([1], str)
    assert sequence != ["1", "2"]
    assert (hash(sequence), repr(sequence), len(sequence), sequence[0], sequence[:1]) == (
        hash(("1", "2")), "('1', '2')", 2, "1", ("1",)
    )  # fmt: skip


def test_schema_offers_the_terms_of_a_system() -> None:
    library = Library.open(user=False)
    system_schema = build_system_schema(load_schema("faction"), library.system("aofr-3"))
    assert system_schema["$id"].endswith(":aofr-3")
    offered = system_schema["$defs"]["rule"]["anyOf"][0]["enum"]
    assert {"Tough(1)", "Fearless"} <= set(offered)
    assert offered == sorted(offered)
    assert len(offered) == len(system_schema["$defs"]["rule"]["anyOf"][0]["enumDescriptions"])
    unit = system_schema["properties"]["units"]["items"]["properties"]
    groups = [group.id for group in library.system("aofr-3").unit_groups]
    assert unit["group"]["enum"] == groups
    assert unit["fields"]["additionalProperties"] is False
    wood = build_system_schema(load_schema("faction"), library.system("way-of-wood"))["properties"]["units"]["items"][
        "properties"
    ]
    fields = library.system("way-of-wood").unit_fields
    assert set(wood["fields"]["properties"]) == {field.id for field in fields}
    assert wood["fields"]["required"] == [field.id for field in fields if field.default is None]
    event = build_system_schema(load_schema("event"), library.system("aofr-3"))
    chosen = event["$defs"]["limit_of"]["properties"]
    assert "Tough" in chosen["rule"]["anyOf"][0]["enum"]
    assert chosen["group"]["enum"] == groups
    assert "enum" not in load_schema("event")["$defs"]["limit_of"]["properties"]["group"], "the schema is unchanged"
    assert (
        build_system_schema(load_schema("list"), library.system("aofr-3"))["properties"].keys()
        == load_schema("list")["properties"].keys()
    )


def test_schema_bundles_only_used_definitions() -> None:
    shared = {"a": {"x": {"$ref": "#/$defs/b"}}, "b": {"type": "ü"}, "c": {}}
    schema = build_schema('{"p": {"$ref": "#/$defs/a"}, "$defs": {"old": {}}}', shared)
    assert json.loads(schema) == {"p": {"$ref": "#/$defs/a"}, "$defs": {"a": shared["a"], "b": shared["b"]}}
    assert "ü" in schema
    assert schema.startswith('{\n  "p"')
    assert json.loads(build_schema('{"p": 1, "$defs": {"old": {}}}', shared)) == {"p": 1}


def test_broken_links_do_not_suggest_themselves(tmp_path: Path) -> None:
    (tmp_path / "iron.yaml").symlink_to(tmp_path / "nowhere")
    assert find_similar_names(str(tmp_path / "iron.yaml")) == ()
    (tmp_path / "irons.yaml").touch()
    assert find_similar_names(str(tmp_path / "iron.yaml")) == (str(tmp_path / "irons.yaml"),)
