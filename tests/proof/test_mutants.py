"""The mutation testing tool: what it changes, which tests it runs, and what it records."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from proof.mutants.__main__ import EQUIVALENT
from proof.mutants.code_swap import swap_function
from proof.mutants.coverage_notes import CoverageNotes
from proof.mutants.mutation_targets import TARGETS, MutationTarget
from proof.mutants.mutations import find_mutations
from proof.mutants.process_watch import ProcessWatch
from proof.mutants.results_page import ResultRow, write_page
from proof.mutants.trial_runner import TrialRunner

SOURCE = """
LIMIT = 3

class Box:
    def full(self, count: int = 1) -> bool:
        if not count:
            return False
        self.log(count)
        return count + 1 > LIMIT and count < 9
"""


def test_mutants_parse_and_differ() -> None:
    mutations = list(find_mutations("box.py", SOURCE))
    assert len(mutations) == 11
    for mutation in mutations:
        assert ast.dump(ast.parse(mutation.apply(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_mutation_has_identity_and_function() -> None:
    functions = {mutation.identity: mutation.function for mutation in find_mutations("box.py", SOURCE)}
    assert functions["box.py: module: add one: LIMIT = 3"] == ""
    assert functions["box.py: Box.full: remove statement: self.log(count)"] == "Box.full"
    assert functions["box.py: Box.full: compare with >=: count + 1 > LIMIT"] == "Box.full"


def test_constants_are_told_apart_by_their_line() -> None:
    mutations = find_mutations("x.py", "def f():\n    a = 0  # none yet\n    b = 0\n")
    assert [mutation.identity for mutation in mutations] == ["x.py: f: add one: a = 0", "x.py: f: add one: b = 0"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("max(f(x) for x in y)", "min((f(x) for x in y))"),
        ("min(a, b)", "max(a, b)"),
        ("any(y)", "all(y)"),
        ("all(y)", "any(y)"),
    ],
)
def test_min_max_any_and_all_are_swapped(old: str, new: str) -> None:
    assert [mutation.new for mutation in find_mutations("x.py", f"z = {old}")] == [new]


@pytest.mark.parametrize(
    "hidden",
    [
        "x: Literal[1]",
        "assert 1 < 2",
        "def f(x: Literal[2]) -> Literal[3]: ...",
        "@lru_cache(maxsize=4)\ndef f(): ...",
        "z = zip(a, b, strict=True)",
        "TYPE_CHECKING = False",
    ],
)
def test_undetectable_changes_are_skipped(hidden: str) -> None:
    assert list(find_mutations("x.py", hidden)) == []


def note(seconds: float, *reached: str, **more: bool) -> dict[str, object]:
    return {"seconds": seconds, "reached": list(reached), **more}


def sample_notes(tmp_path: Path) -> CoverageNotes:
    tests = {
        "": {"reached": ["m.py:setup"]},
        "t.py::slow": note(2, "m.py:f"),
        "t.py::quick": note(1, "m.py:f", "m.py:g"),
        "t.py::other": note(0, "n.py:f"),
        "t.py::broken": note(0, "m.py:f", failed=True),
        "t.py::absent": note(0, "m.py:f", skipped=True),
    }
    return CoverageNotes(tmp_path / "notes", {"t.py": {"hash": "", "tests": tests}})


def test_most_specific_tests_run_first(tmp_path: Path) -> None:
    notes = sample_notes(tmp_path)
    assert notes.tests_reaching(["t.py"], "m.py", "f") == ["t.py::slow", "t.py::quick"]
    notes.notes["t.py"]["tests"]["t.py::slow"]["reached"].append("n.py:g")
    assert notes.tests_reaching(["t.py"], "m.py", "f") == ["t.py::quick", "t.py::slow"]
    assert notes.tests_reaching(["t.py"], "m.py", "") == ["t.py::quick", "t.py::slow"]
    assert notes.tests_reaching(["t.py"], "n.py", "f") == ["t.py::other"]
    assert notes.seconds(["t.py::quick", "t.py::slow"]) == 3


def test_quick_tests_run_before_slow_ones(tmp_path: Path) -> None:
    tests = {f"{name}.py::{number}": seconds for name, seconds in (("a", 0.01), ("b", 2.0)) for number in range(3)}
    files = {
        f"{name}.py": {
            "hash": "",
            "tests": {test: note(seconds, "m.py:f") for test, seconds in tests.items() if test[0] == name},
        }
        for name in "ab"
    }
    notes = CoverageNotes(tmp_path / "notes", files)
    assert [test[0] for test in notes.all_tests(["b.py", "a.py"])] == ["a"] * 3 + ["b"] * 3


def test_failing_tests_never_count(tmp_path: Path) -> None:
    notes = sample_notes(tmp_path)
    notes.left_out.add("t.py::quick")
    assert notes.tests_reaching(["t.py"], "m.py", "f") == ["t.py::slow"]
    assert notes.all_tests(["t.py"]) == ["t.py::other", "t.py::slow"]


def test_tests_reaching_nothing_count_as_readers(tmp_path: Path) -> None:
    notes = sample_notes(tmp_path)
    notes.notes["t.py"]["tests"]["t.py::reader"] = note(1)
    assert notes.tests_reaching_nothing(["t.py"]) == ["t.py::reader"]


def test_module_setup_is_covered_by_all_tests(tmp_path: Path) -> None:
    assert sample_notes(tmp_path).tests_in_reaching_files(["t.py"], "m.py", "setup") == [
        "t.py::other",
        "t.py::quick",
        "t.py::slow",
    ]


def test_notes_expire_with_neighbouring_files(tmp_path: Path) -> None:
    test, case = tmp_path / "test_x.py", tmp_path / "cases.yaml"
    test.write_text("")
    case.write_text("a")
    notes = CoverageNotes(tmp_path / "new" / "notes")
    notes.save(test, "test_x.py", {"test_x.py::a": note(1)})
    reloaded = CoverageNotes(notes.folder)
    reloaded.load()
    assert reloaded.is_current(test, "test_x.py")
    case.write_text("b")
    assert not reloaded.is_current(test, "test_x.py")


def test_untested_area_keeps_its_row(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    write_page([ResultRow("a", 95, 100, 1, 20, ("a.py: add one: 1",)), ResultRow("b", 90, 50, 1, 10, ())], page)
    write_page([ResultRow("a", 95, 100, 2, 40, ("a.py: add one: 2",))], page)
    text = page.read_text(encoding="utf-8")
    assert "| a | 100 | 2 | 40 | 39 | 97 | 95 |" in text
    assert "| b | 50 | 1 | 10 | 10 | 100 | 90 |" in text
    assert [line for line in text.splitlines() if line.startswith("- ")] == ["- a: `a.py: add one: 2`"]


def test_target_paths_exist() -> None:
    root = EQUIVALENT.parents[2]
    paths = [root / "listbuilder" / name for target in TARGETS for name in (*target.packages, *target.excluded)]
    paths += [root / name for target in TARGETS for name in target.tests]
    assert [str(path) for path in paths if not path.exists()] == []


def test_equivalent_mutations_exist_and_have_reasons() -> None:
    root = EQUIVALENT.parents[2]
    identities = {
        mutation.identity
        for target in TARGETS
        for path in target.files(root)
        for mutation in find_mutations(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    }
    lines = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    for line in lines:
        identity, _, reason = line.partition("  # ")
        assert identity.strip() in identities, line
        assert reason.strip(), line


def load_module(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = spec_from_file_location("changed", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "changed", module)
    return module


def test_swapped_function_changes_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "changed.py"
    source = "def make():\n    def inner():\n        return 1\n    return inner\n\ndef other():\n    return 1\n"
    path.write_text(source)
    module = load_module(path, monkeypatch)
    make, inner = module.make, module.make()
    assert swap_function(str(path), source.replace("return 1", "return 2"), "make.<locals>.inner")
    assert (make()(), inner(), module.other()) == (2, 2, 1)


def test_moved_lines_need_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "changed.py"
    path.write_text("def one():\n    return 1\n")
    assert swap_function(str(path), "not loaded yet", "one")
    load_module(path, monkeypatch)
    assert not swap_function(str(path), "\ndef one():\n    return 1\n", "one")
    assert not swap_function(str(path), "def one():\n    return 1\n", "gone")


PROJECT = {
    "listbuilder/__init__.py": "",
    "listbuilder/judging/first.py": "FIRST = (7,)[0]\n",
    "listbuilder/rules/box.py": """
def full(count: int) -> bool:
    return count > 3

def spare(count: int) -> int:
    return count + 0

def usual(*, count: int = 6) -> int:
    return count

def early() -> int:
    return 5

KEPT = early()
""",
    "tests/unit/test_box.py": """
from listbuilder.rules.box import KEPT, full, spare, usual

def test_full() -> None:
    assert [count for count in range(6) if full(count)] == [4, 5]

def test_spare() -> None:
    assert spare(2) == 2

def test_usual() -> None:
    assert usual() == 6

def test_kept() -> None:
    assert KEPT == 5
""",
}


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[TrialRunner]:
    project = tmp_path / "project"
    for name, text in PROJECT.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    (project / "proof").symlink_to(EQUIVALENT.parents[1])
    with TrialRunner(project, CoverageNotes(tmp_path / "notes")) as trial_runner:
        yield trial_runner


def test_mutants_are_tried_and_reverted(runner: TrialRunner) -> None:
    target = MutationTarget("rules", ("rules",), ("tests/unit",))
    path = "listbuilder/rules/box.py"
    source = (runner.copy / path).read_text(encoding="utf-8")
    assert runner.record(target) == []
    detected_by = {
        f"{mutation.old} {mutation.kind}": runner.run(mutation, target).detected_by
        for mutation in find_mutations(path, source)
    }
    test = "tests/unit/test_box.py::test_"
    assert detected_by == {
        "3 add one": f"{test}full",
        "count > 3 compare with >=": f"{test}full",
        "count + 0 calculate with -": "",
        "0 add one": f"{test}spare",
        "6 add one": f"{test}usual",
        "5 add one": f"{test}kept",
    }
    assert (runner.copy / path).read_text(encoding="utf-8") == source


def test_unloadable_module_counts_as_detected(runner: TrialRunner) -> None:
    path = "listbuilder/judging/first.py"
    (mutation,) = (mutation for mutation in find_mutations(path, PROJECT[path]) if mutation.old == "0")
    trial = runner.run(mutation, MutationTarget("judging", ("judging",), ()))
    assert trial.detected_by == "the failed import of listbuilder.judging.first"


def test_idle_processes_time_out(tmp_path: Path) -> None:
    def work(process: int, session: int, *times: int) -> None:
        (tmp_path / str(process)).mkdir(exist_ok=True)
        stat = f"{process} (a (b) 7) S 1 {process} {session} 0 0 0 1 1 1 1 {' '.join(map(str, times))} 20 0"
        (tmp_path / str(process) / "stat").write_text(stat, encoding="utf-8")

    watch = ProcessWatch(7, 3600, tmp_path, idle=0)
    assert not watch.is_over(), "without process information it never ends"
    for index in range(4):  # it or one of its children has worked
        work(8, 7, *(int(index >= turn) for turn in range(4)))
        work(9, 1, index, 0, 0, 0)
        assert not watch.is_over()
    work(9, 1, 99, 0, 0, 0)
    assert watch.is_over(), "only an unrelated process has worked"
    assert not ProcessWatch(7, 3600, tmp_path).is_over()
    assert ProcessWatch(7, -1, tmp_path).is_over(), "the time limit is reached"
