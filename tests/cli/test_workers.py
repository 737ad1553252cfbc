"""A process that dies, hangs or fails on one file affects only that file."""

from __future__ import annotations

import json
import math
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder import crash_guard
from listbuilder.cli.commands import validate
from listbuilder.cli.input_output import judge_path
from listbuilder.datafiles import check_files
from listbuilder.datafiles.reader import load_document
from listbuilder.diagnostics import Report
from listbuilder.importers.army_forge.book.rule_glossary import RuleTextCount
from listbuilder.importers.dispatch import ListFileImporter
from listbuilder.importers.importer import Importer, SourceFile
from listbuilder.judging.book_guess import guess_affinity
from listbuilder.judging.results import build_list_record
from listbuilder.worker_pool import JobAffinity, WorkerPool, assign_jobs, count_processes, split_batches
from tests.sentences import sentence

LEGAL = Path(__file__).parents[2] / "data" / "lists" / "aof-3.2-matins.yaml"
Deed = Callable[[], object]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    assert signal.getitimer(signal.ITIMER_PROF)[0] > 0, "nothing would end this"
    assert crash_guard._state.end < math.inf, "nothing would end this"
    crash_guard._state.end = 0.0  # as if the time limit were reached
    while True:
        pass


def stumble() -> None:
    raise IndexError


@pytest.fixture(autouse=True)
def cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "lists"
    path.mkdir()
    for number in range(12):
        (path / f"{number:02}.yaml").write_bytes(LEGAL.read_bytes())
    return path


def at(monkeypatch: pytest.MonkeyPatch, deeds: dict[str, Deed]) -> None:
    """Run these actions while the files of these names are checked."""

    def judge_or_not(path: str, *rest: object) -> object:
        deeds.get(Path(path).stem, lambda: None)()
        return judge_path(path, *rest)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(validate, "judge_path", judge_or_not)


def codes(out: str) -> dict[str, list[str]]:
    lists = json.loads(out)["lists"]
    assert [Path(record["path"]).stem for record in lists] == [f"{number:02}" for number in range(12)]
    codes_by_file = {
        Path(record["path"]).stem: [finding["code"] for finding in record["diagnostics"]] for record in lists
    }
    return {name: rest for name, rest in codes_by_file.items() if rest}


@pytest.mark.parametrize("dying", [("03",), ("00", "11"), ("04", "05", "06")])
def test_killed_process_loses_only_its_file(run, folder, monkeypatch, dying):
    at(monkeypatch, dict.fromkeys(dying, die))
    ran = run("validate", folder, "--format", "json", "--jobs", "2")
    assert codes(ran.out) == {name: ["INT002"] for name in dying}
    assert json.loads(ran.out)["summary"] == {
        "legal": 12 - len(dying),
        "illegal": 0,
        "unchecked": 0,
        "unreadable": len(dying),
    }
    assert ran.code == 3
    assert "Traceback" not in ran.err


def test_process_killed_once_is_retried(run, folder, monkeypatch, tmp_path):
    mark = tmp_path / "died"

    def die_once() -> None:
        if not mark.exists():
            mark.touch()
            die()

    at(monkeypatch, {"07": die_once})
    ran = run("validate", folder, "--format", "json", "--jobs", "2")
    assert mark.exists()
    assert (codes(ran.out), ran.code) == ({}, 0)


def test_time_limit_applies_in_worker_processes(run, folder, monkeypatch):
    def find_or_not(source: SourceFile) -> Importer:
        if source.name.endswith("05.yaml"):
            hang()
        return ListFileImporter()

    monkeypatch.setattr("listbuilder.importers.dispatch._choose_importer", find_or_not)
    ran = run("validate", folder, "--format", "json", "--jobs", "2")
    assert codes(ran.out) == {"05": ["DAT025"]}
    assert ran.code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_error_in_fixes_affects_one_list(run, folder, monkeypatch, jobs):
    def stumbling(judged: object, *rest: object) -> object:
        if getattr(judged, "path", "").endswith("09.yaml") and getattr(judged, "army", None) is not None:
            stumble()
        return build_list_record(judged, *rest)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(validate, "build_list_record", stumbling)
    ran = run("validate", folder, "--format", "json", "--jobs", jobs)
    assert codes(ran.out) == {"09": ["INT001"]}
    assert ran.code == 3


@pytest.mark.parametrize(("deed", "code"), [(die, "INT002"), (stumble, "INT001"), (hang, "DAT025")])
def test_bad_data_file_affects_one_check(run, tmp_path, monkeypatch, deed, code):
    for number in range(9):
        (tmp_path / f"{number}.yaml").write_text("a: 1\n", encoding="utf-8")

    def load_or_not(path: Path) -> object:
        if path.stem == "4":
            deed()
        return load_document(path)

    monkeypatch.setattr(check_files, "load_document", load_or_not)
    ran = run("data", "check", *sorted(tmp_path.glob("*.yaml")), "--jobs", "2", "--format", "json")
    codes_by_file = {
        Path(path).stem: [finding["code"] for finding in findings] for path, findings in json.loads(ran.out).items()
    }
    assert codes_by_file == {str(number): [code if number == 4 else "DAT017"] for number in range(9)}
    assert ran.code == (2 if code == "DAT025" else 3)


def test_process_count_is_capped() -> None:
    wishes = ((100_000, 1000), (100_000, 1), (0, 0), (-5, 9), (1, 9))
    assert [count_processes(*wish) for wish in wishes] == [2, 1, 1, 1, 1]


def test_unpicklable_result_is_lost() -> None:
    results = WorkerPool(2, _odd, lambda errand: f"lost {errand}").run_all(range(20))
    assert list(results) == ["lost 3" if number == 3 else str(number) for number in range(20)]


def test_related_jobs_stay_in_one_process() -> None:
    mixed = [JobAffinity(name) for name in "cacabdbd"]
    assert assign_jobs(mixed, 2) == [1, 0, 1, 0, 0, 1, 0, 1]
    assert assign_jobs([JobAffinity("a")] * 5, 2) == [0, 0, 0, 1, 1]
    assert assign_jobs([JobAffinity("a", 9), JobAffinity("b", 1), JobAffinity("c", 1), JobAffinity("d", 9)], 2) == [
        0,
        0,
        1,
        1,
    ]
    assert [assign_jobs([JobAffinity()] * number, 3) for number in range(4)] == [[], [0], [0, 1], [0, 1, 2]]


def test_shares_are_cut_into_equal_parts() -> None:
    works = [1, 1, 8, 1, 3, 1]
    parts = split_batches([(index, f"e{index}", work) for index, work in enumerate(works)], 2)
    assert [part.indexes for part in parts] == [[0, 1], [2], [3, 4], [5]]
    many = [*split_batches([(index, "", 0) for index in range(70)], 2)]
    assert [len(part.jobs) for part in many] == [32, 32, 6]
    assert [*split_batches([], 2)] == []


def test_results_keep_the_job_order(monkeypatch) -> None:
    monkeypatch.setattr("listbuilder.worker_pool._WINDOW", 50)
    workers = WorkerPool(2, str, str, _kin)
    assert list(workers.run_all(range(230))) == [str(number) for number in range(230)]


@pytest.mark.parametrize(
    ("content", "book"),
    [
        ('{"gameSystem": "aof", "armyId": "x", "armyName": "Dark Elves", "list": {}}', "dark-elves"),
        ("format: 1\nunits:\n  - {id: a, unit: dark-elves/witches}\n", "dark-elves"),
        ('{"units": [{"unit": "dark-elves/witches"}]}', "dark-elves"),
        ("++ Us - them - Dark Elves (v3.5.3) [AOF 750pts] ++\n", "dark-elves"),
        ("lb1.abcdef", ""),
        ("", ""),
    ],
)
def test_peek_estimates_work_per_book(tmp_path, content, book) -> None:
    file = tmp_path / "a"
    file.write_text(content)
    assert guess_affinity(str(file)) == JobAffinity(book, 2000 + len(content))


def test_peek_ignores_pipes_and_missing_files(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert [guess_affinity(str(path)).group for path in (tmp_path / "pipe", tmp_path / "none", tmp_path)] == [""] * 3
    assert guess_affinity("a\0b") == JobAffinity()


def _kin(number: int) -> JobAffinity:
    return JobAffinity(str(number * 7 % 10), 1 + number % 3)


def _odd(errand: int) -> object:
    return (lambda: errand) if errand == 3 else str(errand)


def test_error_in_one_book_affects_that_book(run, tmp_path, monkeypatch):
    def import_or_not(book: str, **_: object) -> object:
        if book.endswith("a.json"):
            stumble()
        return "format: 1\nid: b\n", Report(), RuleTextCount()

    monkeypatch.setattr("listbuilder.cli.commands.data.import_book.import_book", import_or_not)
    ran = run("data", "import", tmp_path / "a.json", tmp_path / "b.json", "--output", "-")
    assert ran.out == "---\nformat: 1\nid: b\n"
    assert f"a.json: {sentence('severity.error')} INT001" in ran.err
    assert ran.code == 3


def test_main_process_survives_failing_jobs() -> None:
    workers = WorkerPool(2, _number_or_fail, lambda errand: -errand, use_this_process=True)
    assert list(workers.run_all(range(1, 500))) == [-number if number == 77 else number for number in range(1, 500)]
    assert [*WorkerPool(1, _number_or_fail, lambda errand: -errand, use_this_process=True).run_all([1, 2])] == [1, 2]


def _number_or_fail(number: int) -> int:
    if number == 77:
        raise ValueError
    return number
