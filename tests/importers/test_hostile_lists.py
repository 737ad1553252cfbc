"""Importing never raises: every file is a list or a reason."""

from __future__ import annotations

import io
import json
import random
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder.importers.dispatch import read_lists
from listbuilder.judging.judge import judge_file
from listbuilder.library import Library
from listbuilder.listfiles.writer import format_list_yaml
from tests.importers.list_samples import SAVED_2026, TEXT_2026, list_codes, open_library, read, resolved_list

OWN = "format: 1\nname: Own\nsystem: aof-3.5\nunits: [{id: a, unit: fen-folk/reeve}]\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", "IMP001"),
        (b"   \n", "IMP001"),
        (b"\0\1\2\3" * 100, "IMP001"),
        (b"hello, this is a letter", "IMP001"),
        (b"{", "IMP001 DAT004"),
        (b"[" * 100_000, "DAT012"),
        (b'{"a":' * 100_000, "DAT012"),
        (b'{"units": 3, "list": {"units": 4}}', "IMP001"),
        (b'{"saveVersion": 3, "list": {"units": "x"}}', "IMP001"),
        (b'{"units": [{"selectedUpgrades": 3}], "gameSystem": 7}', "IMP014 DAT007"),
        (b'{"units": [{"loadout": null}, 4, null, [[]]], "gameSystem": "aof"}', "IMP014 IMP015 IMP005"),
        (b'{"kind": "listbuilder-export"}', "IMP001"),
        (b'{"kind": "listbuilder-export", "lists": [1, {"choices": 3}]}', "IMP001"),
        (b"lb1.AAAAAAAA", "IMP001"),
        (b"lb7.AAAAAAAA", "IMP001"),
        (b"format: 99\nsystem: x\nunits: []\n", "LST004"),
        (b"format: 1\nsystem: [\n", "DAT004"),
        (b"PK\x03\x04 but no archive", "IMP001"),
        (b"\xff\xfe\x00", "IMP001"),
        ("name: \ud83d".encode("utf-16", "surrogatepass"), "IMP001"),
        (b"X [1] Q4+ D4+", "IMP007 IMP005"),
        (b"++ ++\n[1] Q4+ D4+ | 5pts |", "IMP007 IMP005"),
        (b"++ a ++ [999] Q9+ D9+ | 999999pts | 999999XP | (((((" + b"(" * 5000, "IMP007 IMP004 IMP005"),
    ],
    ids=range(23),
)
def test_junk_gives_one_list_or_reason(raw: bytes, expected: str, library: Library):
    (result,) = read_lists(raw, "junk", library)
    assert set(list_codes(result)) == set(expected.split())
    refused = {"IMP001", "DAT004", "DAT012", "LST004"} & set(list_codes(result))
    assert (result.army is None) == bool(refused)


def test_a_file_over_five_megabytes_is_refused(tmp_path: Path, library: Library):
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * 5_000_001)
    (judged,) = judge_file(path, library)
    assert list_codes(judged) == ["DAT003"]
    assert list_codes(read_lists(b"x" * 5_000_001, "stdin", library)[0]) == ["DAT003"]


def test_json_larger_than_any_list_is_refused(library: Library):
    units = ", ".join('{"unit": "human-empire/infantrymen"}' for _ in range(30_000))
    assert list_codes(read(f'{{"system": "aof-3.5", "units": [{units}]}}', library)) == ["DAT003"]


def test_export_with_too_many_lists_is_refused(library: Library):
    exported_list = '{"choices": {"system": "aof-3.5", "units": []}}'
    lists = ", ".join([exported_list] * 1_001)
    assert list_codes(read(f'{{"kind": "listbuilder-export", "lists": [{lists}]}}', library)) == ["IMP001"]


def test_a_text_larger_than_any_list_is_refused(library: Library):
    assert list_codes(read("system: x\nunits:\n" + "- a\n" * 400_000, library)) == ["DAT003"]
    assert list_codes(read(TEXT_2026 + "x\n" * 600_000, library)) == ["IMP001"]


def test_missing_files_and_folders_are_reported(tmp_path: Path, library: Library):
    assert list_codes(judge_file(tmp_path / "no", library)[0]) == ["DAT001"]
    assert list_codes(judge_file(tmp_path, library)[0]) == ["DAT001"]


def test_old_encodings_are_read_with_a_note(library: Library):
    text = TEXT_2026.replace("Low Water", "Moor\N{LATIN SMALL LETTER A WITH DIAERESIS}cker")
    result = read(text.encode("cp1252"), library)
    assert list_codes(result) == ["IMP005", "IMP005", "IMP005"]
    assert result.army.name == "Moor\N{LATIN SMALL LETTER A WITH DIAERESIS}cker"
    assert list_codes(read(text.encode("utf-16"), library)) == ["IMP005", "IMP005"]


@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_damaged_lists_never_raise(library: Library, data: st.DataObject):
    raw = bytearray(
        data.draw(st.sampled_from([json.dumps(SAVED_2026), json.dumps(resolved_list()), TEXT_2026, OWN])).encode()
    )
    random_ = random.Random(data.draw(st.integers(0, 10_000)))
    for _ in range(random_.randint(1, 12)):
        start = random_.randrange(len(raw))
        raw[start : start + random_.randint(0, 4)] = random_.choice(
            [b"", b"{", b"]", b'"', b"\xc3", b"null", b"9999999999"]
        )
    for result in read_lists(bytes(raw[: random_.randint(1, len(raw))]), "damaged", library):
        assert "INT001" not in list_codes(result)
        if result.army is not None:
            format_list_yaml(result.army)
            library.roster(result.army) if result.army.system == "aof-3.5" else None


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**12), st.text(max_size=8), st.sampled_from(["aof", "uReeve"])
)
KEYS = ["units", "list", "id", "armyId", "selectedUpgrades", "upgrade", "option", "gains", "costs", "weapons", "rules",
        "size", "quality", "defense", "cost", "name", "loadout", "gameSystem", "joinToUnit", "combined"]  # fmt: skip
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)),
)


@settings(max_examples=120, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(TREES, TREES)
def test_plausible_json_never_raises(library: Library, first: object, second: object):
    unit = {"selectedUpgrades": first, "loadout": second, "weapons": first, "rules": second, "id": "uReeve"}
    for raw in (
        {"list": {"units": [first, unit]}, "saveVersion": first},
        {"units": [unit, second], "gameSystem": "aof"},
    ):
        for result in read_lists(json.dumps(raw).encode(), "x.json", library):
            assert "INT001" not in list_codes(result)


def archive(*members: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
    return buffer.getvalue()


def test_an_archive_gives_every_list_in_it(library: Library):
    raw = archive(
        ("ada.yaml", OWN.encode()),
        ("sub/bob.txt", TEXT_2026.encode()),
        ("carl.json", json.dumps(SAVED_2026).encode()),
        ("readme.md", b"no list at all"),
        ("__MACOSX/ada.yaml", b"junk"),
        ("inner.zip", archive(("x", b"y"))),
    )
    lists = read_lists(raw, "all.zip", library)
    assert [(result.path, result.army is not None) for result in lists] == [
        ("all.zip/ada.yaml", True),
        ("all.zip/sub/bob.txt", True),
        ("all.zip/carl.json", True),
        ("all.zip/readme.md", False),
        ("all.zip/inner.zip", False),
    ]


@pytest.mark.parametrize(
    "name", ["../up.yaml", "a/../../up.yaml", "/etc/passwd", "C:\\x.yaml", "..\\up.yaml", "\\\\host\\x"]
)
def test_climbing_archive_paths_are_refused(name: str, library: Library):
    (result,) = read_lists(archive((name, OWN.encode()), ("ok.yaml", OWN.encode())), "all.zip", library)
    assert list_codes(result) == ["IMP008"]


def test_archive_with_large_stated_size_is_refused(library: Library):
    raw = archive(*((f"{number}.txt", b"0" * 4_900_000) for number in range(11)))
    assert len(raw) < 5_000_000
    (result,) = read_lists(raw, "all.zip", library)
    assert list_codes(result) == ["IMP008"]


def test_archive_with_false_sizes_is_handled(library: Library):
    raw = bytearray(archive(("big.txt", b"0" * 4_000_000)))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        start = raw.index(signature) + offset
        raw[start : start + 4] = struct.pack("<I", 10)
    (result,) = read_lists(bytes(raw), "all.zip", library)
    assert result.army is None
    assert list_codes(result)[0] in ("IMP001", "IMP008")


def test_empty_broken_and_protected_archives_are_reported(library: Library):
    assert list_codes(read_lists(archive(("folder/", b"")), "all.zip", library)[0]) == ["IMP001"]
    whole = archive(("a.yaml", OWN.encode() * 20))
    assert list_codes(read_lists(whole[: len(whole) // 2], "all.zip", library)[0]) == ["IMP001"]
    locked = bytearray(whole)
    for signature, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        locked[locked.index(signature) + offset] |= 1
    assert list_codes(read_lists(bytes(locked), "all.zip", library)[0]) == ["IMP001"]
