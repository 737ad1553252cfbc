"""How a file's bytes are read, and why a file is refused."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from listbuilder.crash_guard import run_guarded
from listbuilder.diagnostics import Place
from listbuilder.importers import containers, dispatch
from listbuilder.importers.dispatch import ReadResult, iter_importers, read_lists
from listbuilder.importers.importer import SourceFile, unreadable_error
from listbuilder.library import Library
from listbuilder.model.text import build_catalogue_text

OWN = b"system: aof-3.5\nname: Low Water\nunits: []\n"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def pack_archive(*members: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members:
            file.writestr(name, content)
    return buffer.getvalue()


def list_reasons(result: ReadResult) -> list[tuple[str, object]]:
    return [(finding.code, finding.params.get("reason")) for finding in result.report]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "import.empty"),
        (b" \n\t", "import.empty"),
        (b"a\0b", "import.no-text"),
        (b"just words", "import.no-list"),
        (b'{"a": 1}', "import.no-list"),
        (pack_archive(), "archive.empty"),
        (pack_archive(("folder/", b"")), "archive.empty"),
        (pack_archive((".hidden", OWN)), "archive.empty"),
        (b"PK\x03\x04", "archive.broken"),
        (b"%PDF-1.7", "import.print"),
        (b'{"name": "x", "units": [], "gameSystemId": 2}', "import.book"),
    ],
    ids=lambda value: value if isinstance(value, str) else "raw",  # an archive holds the time at which it was packed
)
def test_non_lists_are_refused_with_a_reason(raw: bytes, reason: str, library: Library) -> None:
    (result,) = read_lists(raw, "x", library)
    assert (result.path, result.army, result.imported) == ("x", None, None)
    assert list_reasons(result) == [("IMP001", build_catalogue_text(reason))]
    assert [finding.place for finding in result.report] == [Place("x")]


def test_broken_json_has_a_position(library: Library) -> None:
    (result,) = read_lists(b'{"a": 1,', "x", library)
    assert sorted(code for code, _ in list_reasons(result)) == ["DAT004", "IMP001"]
    assert ("IMP001", build_catalogue_text("import.broken-json")) in list_reasons(result)


def test_json_with_too_many_parts_is_too_large(library: Library) -> None:
    (result,) = read_lists(b"[" * 200_001, "x", library)
    assert list_reasons(result) == [("IMP001", build_catalogue_text("import.too-large"))]
    (result,) = read_lists(b"[" * 200_000 + b" ", "x", library)
    assert ("IMP001", build_catalogue_text("import.too-large")) not in list_reasons(result)


def test_long_json_of_few_parts_is_read() -> None:
    long = "x" * 200_001
    assert SourceFile("x", f'{{"a": "{long}"}}'.encode()).json_value == {"a": long}


def test_archive_members_are_read_or_refused_by_name(library: Library) -> None:
    raw = pack_archive(("a.yaml", OWN), ("b.zip", pack_archive(("c", b""))), ("d.txt", b"just words"))
    first, nested, words = read_lists(raw, "all.zip", library)
    assert first.army is not None
    assert (first.path, first.army.name) == ("all.zip/a.yaml", "Low Water")
    assert (nested.path, list_reasons(nested)) == (
        "all.zip/b.zip",
        [("IMP001", build_catalogue_text("archive.nested"))],
    )
    assert (words.path, list_reasons(words)) == ("all.zip/d.txt", [("IMP001", build_catalogue_text("import.no-list"))])


def test_list_without_a_system_is_refused(library: Library) -> None:
    (stranger,) = read_lists(b"id: x\nformat: 1\nsystems: [aof-3.5]\nname: X\nunits: []\n", "x", library)
    assert list_reasons(stranger) == [("IMP001", build_catalogue_text("import.faction"))]
    (plain,) = read_lists(OWN, "x", library)
    assert plain.army is not None


def test_own_formats_are_tried_first() -> None:
    assert [importer.id for importer in iter_importers()][:3] == [
        "listbuilder-export",
        "listbuilder",
        "listbuilder-share",
    ]
    assert len(list(iter_importers())) == 6


def test_refusals_have_a_place_if_named() -> None:
    (named,) = unreadable_error("import.empty", "x", code="IMP008", most=3).diagnostics
    assert (named.code, named.place, named.params["most"]) == ("IMP008", Place("x"), 3)
    (nameless,) = unreadable_error("import.empty").diagnostics
    assert (nameless.code, nameless.place) == ("IMP001", None)
    assert SourceFile("x", b"secret").name in repr(SourceFile("x", b"secret"))
    assert "secret" not in repr(SourceFile("x", b"secret"))


def test_slow_member_does_not_affect_others(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def noting(work: Callable[[], object], path: str, *, limited: bool = True) -> object:
        asked.append(limited)
        return run_guarded(work, path, limited=limited)

    monkeypatch.setattr(dispatch, "run_guarded", noting)
    assert len(read_lists(pack_archive(("a.yaml", OWN), ("b.yaml", OWN)), "all.zip", library)) == 2
    assert asked == [False, True, True]


def test_unexpected_archive_errors_become_findings(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_raw: bytes, _name: str) -> None:
        raise IndexError

    monkeypatch.setattr(containers, "read_archive", broken)
    (result,) = read_lists(pack_archive(("a.yaml", OWN)), "all.zip", library)
    assert [finding.code for finding in result.report] == ["INT001"]
