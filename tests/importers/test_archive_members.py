"""Members of an archive: which are skipped, how many are read, and that one cannot spoil the others."""

from __future__ import annotations

import io
import zipfile

import pytest

from listbuilder.datafiles.reader import MAX_FILE_SIZE
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.importers import containers
from listbuilder.importers.containers import MAX_ARCHIVE_BYTES, MAX_ARCHIVE_MEMBERS, read_archive
from listbuilder.model.text import build_catalogue_text


def pack_archive(*members: tuple[str, bytes], locked: int = 0) -> bytes:
    """Pack members, marking the first few as protected."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members:
            file.writestr(name, content)
    raw = bytearray(buffer.getvalue())
    flag_offset = 0
    for _ in range(locked):
        flag_offset = raw.index(b"PK\x01\x02", flag_offset) + 8
        raw[flag_offset] |= 1
    return bytes(raw)


def reason(content: bytes | Diagnostic) -> object:
    assert isinstance(content, Diagnostic)
    return content.code, content.params["reason"]


def refusal(raw: bytes) -> tuple[str, object, Place | None]:
    with pytest.raises(UnreadableError) as refused:
        list(read_archive(raw, "all.zip"))
    (finding,) = refused.value.diagnostics
    return finding.code, finding.params["reason"], finding.place


def test_members_keep_order_and_archive_name() -> None:
    raw = pack_archive(("b.txt", b"two"), ("sub/", b""), ("sub/a.txt", b"one"), ("empty.txt", b""))
    assert list(read_archive(raw, "all.zip")) == [
        ("all.zip/b.txt", b"two"),
        ("all.zip/sub/a.txt", b"one"),
        ("all.zip/empty.txt", b""),
    ]


@pytest.mark.parametrize(
    "name", ["__MACOSX/a", ".hidden", "sub/.hidden/a", "sub/Thumbs.db", ".DS_Store", "desktop.ini"]
)
def test_system_litter_in_archives_is_skipped(name: str) -> None:
    raw = pack_archive((name, b"junk"), ("a.txt", b"one"))
    assert list(read_archive(raw, "all.zip")) == [("all.zip/a.txt", b"one")]


def test_archives_are_limited_to_2000_members() -> None:
    members = [(str(number), b"") for number in range(MAX_ARCHIVE_MEMBERS)]
    assert len(list(read_archive(pack_archive(*members), "all.zip"))) == 2_000
    assert refusal(pack_archive(*members, ("more", b""))) == (
        "IMP008",
        build_catalogue_text("archive.too-many"),
        Place("all.zip"),
    )


@pytest.mark.parametrize("sizes", [(50_000_000,), (49_999_999, 1), ()])
def test_archives_are_limited_to_50_megabytes(sizes: tuple[int, ...]) -> None:
    def members(*sizes: int) -> list[zipfile.ZipInfo]:
        infos = [zipfile.ZipInfo(str(number)) for number, _ in enumerate(sizes)]
        for member, size in zip(infos, sizes, strict=True):
            member.file_size = size
        return infos

    containers._check_directory(members(*sizes), "all.zip")
    with pytest.raises(UnreadableError) as refused:
        containers._check_directory(members(*sizes, MAX_ARCHIVE_BYTES - sum(sizes) + 1), "all.zip")
    assert refused.value.diagnostics[0].params["reason"] == build_catalogue_text("archive.too-large")


def test_member_size_limit_equals_file_limit() -> None:
    raw = pack_archive(("fits", b"0" * MAX_FILE_SIZE), ("large", b"0" * (MAX_FILE_SIZE + 1)), ("after", b"x"))
    fits, large, after = (content for _, content in read_archive(raw, "all.zip"))
    assert isinstance(fits, bytes)
    assert len(fits) == MAX_FILE_SIZE
    assert reason(large) == ("IMP001", build_catalogue_text("import.too-large"))
    assert after == b"x"


def test_unreadable_members_do_not_count_towards_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_ARCHIVE_BYTES", 4)
    raw = pack_archive(("a", b""), ("b", b""), ("c", b""), ("d", b"four"), locked=3)
    *locked, (_, content) = read_archive(raw, "all.zip")
    assert [reason(problem) for _, problem in locked] == [("IMP001", build_catalogue_text("archive.protected"))] * 3
    assert content == b"four"


def test_damaged_member_does_not_stop_the_rest() -> None:
    raw = pack_archive(("a.txt", b"first words"), ("b.txt", b"more")).replace(b"first words", b"other words", 1)
    (_, damaged), (_, content) = read_archive(raw, "all.zip")
    assert reason(damaged) == ("IMP001", build_catalogue_text("archive.broken"))
    assert isinstance(damaged, Diagnostic)
    assert damaged.place == Place("all.zip/a.txt")
    assert content == b"more"


def test_non_archives_and_climbing_paths_are_refused() -> None:
    assert refusal(b"PK\x03\x04 nothing") == ("IMP001", build_catalogue_text("archive.broken"), Place("all.zip"))
    assert refusal(pack_archive(("a", b""), ("x/../../b", b""))) == (
        "IMP008",
        build_catalogue_text("archive.climbs"),
        Place("all.zip"),
    )


def test_nameless_member_does_not_stop_reading() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("a.txt", b"one")
        file.writestr("x", b"two")
        file.filelist[-1].filename = ""
    first, nameless = read_archive(buffer.getvalue(), "all.zip")
    assert first == ("all.zip/a.txt", b"one")
    assert isinstance(nameless[1], Diagnostic)
