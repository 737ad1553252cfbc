"""Results are cached until anything they depend on changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.library.locations import cache_folder
from listbuilder.tournament import check_jobs
from listbuilder.tournament.check_jobs import CheckJob, CheckResult, run_job
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, ILLEGAL, LEGAL, ON_TIME, OTHER
from tests.desk.test_player_status import hand_in

Open = Callable[..., Tournament]


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were checked since the last look."""
    judged_files: list[str] = []

    def noting(errand: CheckJob) -> CheckResult:
        judged_files.extend(file for file, _ in errand.files)
        return run_job(errand)

    monkeypatch.setattr(check_jobs, "run_job", noting)
    return judged_files


@pytest.fixture
def again(open_desk: Open, tmp_path: Path, judged: list[str]) -> Callable[[], dict[str, str]]:
    """Check an event with two lists; return a function that checks again, as a new process would."""
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(open_desk(), tmp_path, *sent)

    def look() -> dict[str, str]:
        judged.clear()
        tournament = Tournament(open_desk().paths.root, Library.open(user=False))
        return {row.player.id: row.status.value for row in build_overview(tournament, EN).rows}

    assert look() == {"1": "legal", "2": "illegal", "3": "missing"}
    return look


def test_unchanged_files_are_not_checked_again(again: Callable[[], dict[str, str]], judged: list[str]) -> None:
    assert again() == {"1": "legal", "2": "illegal", "3": "missing"}
    assert judged == []


def test_only_a_changed_file_is_checked_again(
    again: Callable[[], dict[str, str]], judged: list[str], open_desk: Open
) -> None:
    (path,) = (open_desk().paths.inbox / "2").iterdir()
    path.write_bytes(OTHER.read_bytes())
    assert again()["2"] == "legal"
    assert judged == [f"2/{path.name}"]


def read_cache_files() -> dict[Path, bytes]:
    """Return the cache files."""
    return {file: file.read_bytes() for file in cache_folder().glob("desk@*")}


def test_small_changes_are_stored_separately(
    again: Callable[[], dict[str, str]], judged: list[str], open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_jobs, "_MAX_SEPARATE_SHARE", 1)
    before = read_cache_files()
    (path,) = (open_desk().paths.inbox / "2").iterdir()
    path.write_bytes(OTHER.read_bytes())
    assert again()["2"] == "legal"
    after = read_cache_files()
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()
    assert again()["2"] == "legal"
    assert judged == []
    path.write_bytes(path.read_bytes() + b"# once more")
    assert again()["2"] == "legal"
    assert judged == [f"2/{path.name}"]


def test_large_changes_rewrite_the_cache(again: Callable[[], dict[str, str]], open_desk: Open) -> None:
    before = read_cache_files()
    (path,) = (open_desk().paths.inbox / "2").iterdir()
    path.write_bytes(OTHER.read_bytes())
    assert again()["2"] == "legal"
    after = read_cache_files()
    assert after.keys() == before.keys()
    assert after != before


@pytest.mark.parametrize("change", ["event", "time"])
def test_changed_event_or_time_invalidates_the_cache(
    again: Callable[[], dict[str, str]], judged: list[str], open_desk: Open, change: str
) -> None:
    places = open_desk().paths
    path, old, new = {
        "event": (places.event, "systems: [aof-3.2]", "systems: [aof-3.5]"),
        "time": (places.submission_table, "2026-05-01T12:00:00+02:00", "2026-05-03T12:00:00+02:00"),
    }[change]
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert again()["1"] == {"event": "illegal", "time": "late"}[change]
    assert len(judged) == 2


def test_forged_cache_entries_are_ignored(again: Callable[[], dict[str, str]], judged: list[str]) -> None:
    for file in cache_folder().glob("desk@*"):
        raw = file.read_bytes()
        file.write_bytes(raw.replace(b"illegal", b"legal").replace(b"error", b"note"))
    assert again()["2"] == "illegal"
    assert len(judged) == 2


def test_fresh_view_bypasses_the_cache(again: Callable[[], dict[str, str]], judged: list[str], open_desk: Open) -> None:
    again()
    fresh = type(EN)(language="en", jobs=1, fresh=True)
    build_overview(open_desk(), fresh)
    assert len(judged) == 2


def test_fixes_are_computed_on_demand_and_cached(
    again: Callable[[], dict[str, str]], judged: list[str], open_desk: Open
) -> None:
    root, bare = open_desk().paths.root, replace(EN, fixes=False)

    def fixes(view: OverviewOptions) -> list[bool]:
        judged.clear()
        row = build_overview(Tournament(root, Library.open(user=False)), view).rows[1]
        return [bool(finding["fix"]) for finding in row.findings if finding["code"] == "ORG001"]

    assert fixes(bare) == [True]
    assert judged == [], "a cached result with fixes serves requests without fixes"
    (path,) = (open_desk().paths.inbox / "2").iterdir()
    path.write_bytes(path.read_bytes() + b"# changed\n")
    assert fixes(bare) == [False]
    assert len(judged) == 1
    assert fixes(EN) == [True]
    assert len(judged) == 1
    assert again()["2"] == "illegal"
    assert judged == []
