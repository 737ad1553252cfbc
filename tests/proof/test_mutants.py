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
from proof.mutants.changing import changes
from proof.mutants.knowing import Knowledge
from proof.mutants.rooms import ROOMS, Room
from proof.mutants.swapping import swap
from proof.mutants.telling import Row, write
from proof.mutants.trying import Workshop
from proof.mutants.watching import Watch

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
    found = list(changes("box.py", SOURCE))
    assert len(found) == 11
    for change in found:
        assert ast.dump(ast.parse(change.apply(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_mutant_knows_its_function_and_place() -> None:
    found = {change.place: change.function for change in changes("box.py", SOURCE)}
    assert found["box.py: module: one more: 3"] == ""
    assert found["box.py: Box.full: statement gone: self.log(count)"] == "Box.full"
    assert found["box.py: Box.full: turned to >=: count + 1 > LIMIT"] == "Box.full"


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
    assert [change.new for change in changes("x.py", f"z = {old}")] == [new]


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
    assert list(changes("x.py", hidden)) == []


def noted(seconds: float, *reached: str, **more: bool) -> dict[str, object]:
    return {"seconds": seconds, "reached": list(reached), **more}


def knowledge(tmp_path: Path) -> Knowledge:
    tests = {
        "": {"reached": ["m.py:setup"]},
        "t.py::slow": noted(2, "m.py:f"),
        "t.py::quick": noted(1, "m.py:f", "m.py:g"),
        "t.py::other": noted(0, "n.py:f"),
        "t.py::broken": noted(0, "m.py:f", failed=True),
        "t.py::absent": noted(0, "m.py:f", skipped=True),
    }
    return Knowledge(tmp_path / "known", {"t.py": {"hash": "", "tests": tests}})


def test_most_specific_tests_run_first(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    assert known.likely(["t.py"], "m.py", "f") == ["t.py::slow", "t.py::quick"]
    known.notes["t.py"]["tests"]["t.py::slow"]["reached"].append("n.py:g")
    assert known.likely(["t.py"], "m.py", "f") == ["t.py::quick", "t.py::slow"]
    assert known.likely(["t.py"], "m.py", "") == ["t.py::quick", "t.py::slow"]
    assert known.likely(["t.py"], "n.py", "f") == ["t.py::other"]
    assert known.seconds(["t.py::quick", "t.py::slow"]) == 3


def test_quick_tests_run_before_slow_ones(tmp_path: Path) -> None:
    tests = {f"{name}.py::{number}": seconds for name, seconds in (("a", 0.01), ("b", 2.0)) for number in range(3)}
    notes = {
        f"{name}.py": {
            "hash": "",
            "tests": {one: noted(seconds, "m.py:f") for one, seconds in tests.items() if one[0] == name},
        }
        for name in "ab"
    }
    known = Knowledge(tmp_path / "known", notes)
    assert [test[0] for test in known.all_tests(["b.py", "a.py"])] == ["a"] * 3 + ["b"] * 3


def test_failing_tests_never_count(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    known.left_out.add("t.py::quick")
    assert known.likely(["t.py"], "m.py", "f") == ["t.py::slow"]
    assert known.all_tests(["t.py"]) == ["t.py::other", "t.py::slow"]


def test_tests_reaching_nothing_count_as_readers(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    known.notes["t.py"]["tests"]["t.py::reader"] = noted(1)
    assert known.readers(["t.py"]) == ["t.py::reader"]


def test_module_setup_is_covered_by_all_tests(tmp_path: Path) -> None:
    assert knowledge(tmp_path).others(["t.py"], "m.py", "setup") == ["t.py::other", "t.py::quick", "t.py::slow"]


def test_notes_expire_with_neighbouring_files(tmp_path: Path) -> None:
    test, case = tmp_path / "test_x.py", tmp_path / "cases.yaml"
    test.write_text("")
    case.write_text("a")
    known = Knowledge(tmp_path / "kept" / "known")
    known.keep(test, "test_x.py", {"test_x.py::a": noted(1)})
    again = Knowledge(known.folder)
    again.load()
    assert again.knows(test, "test_x.py")
    case.write_text("b")
    assert not again.knows(test, "test_x.py")


def test_untested_area_keeps_its_row(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    write([Row("a", 95, 100, 1, 20, ("a.py: one more: 1",)), Row("b", 90, 50, 1, 10, ())], page)
    write([Row("a", 95, 100, 2, 40, ("a.py: one more: 2",))], page)
    text = page.read_text(encoding="utf-8")
    assert "| a | 100 | 2 | 40 | 39 | 97 | 95 |" in text
    assert "| b | 50 | 1 | 10 | 10 | 100 | 90 |" in text
    assert [line for line in text.splitlines() if line.startswith("- ")] == ["- a: `a.py: one more: 2`"]


def test_equivalent_mutants_exist_and_have_reasons() -> None:
    root = EQUIVALENT.parents[2]
    places = {
        change.place
        for room in ROOMS
        for path in room.files(root)
        for change in changes(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    }
    lines = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    for line in lines:
        place, _, reason = line.partition("  # ")
        assert place.strip() in places, line
        assert reason.strip(), line


def loaded(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
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
    module = loaded(path, monkeypatch)
    held, made = module.make, module.make()
    assert swap(str(path), source.replace("return 1", "return 2"), "make.<locals>.inner")
    assert (held()(), made(), module.other()) == (2, 2, 1)


def test_moved_lines_need_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "changed.py"
    path.write_text("def one():\n    return 1\n")
    assert swap(str(path), "nobody has loaded it", "one")
    loaded(path, monkeypatch)
    assert not swap(str(path), "\ndef one():\n    return 1\n", "one")
    assert not swap(str(path), "def one():\n    return 1\n", "gone")


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
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    project = tmp_path / "project"
    for name, text in PROJECT.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    (project / "proof").symlink_to(EQUIVALENT.parents[1])
    with Workshop(project, Knowledge(tmp_path / "known")) as made:
        yield made


def test_mutants_are_tried_and_reverted(workshop: Workshop) -> None:
    room = Room("rules", ("rules",), ("tests/unit",))
    path = "listbuilder/rules/box.py"
    source = (workshop.copy / path).read_text(encoding="utf-8")
    assert workshop.learn(room) == []
    noticed = {
        f"{change.old} {change.what}": workshop.attempt(change, room).noticed for change in changes(path, source)
    }
    test = "tests/unit/test_box.py::test_"
    assert noticed == {
        "3 one more": f"{test}full",
        "count > 3 turned to >=": f"{test}full",
        "count + 0 reckoned with -": "",
        "0 one more": f"{test}spare",
        "6 one more": f"{test}usual",
        "5 one more": f"{test}kept",
    }
    assert (workshop.copy / path).read_text(encoding="utf-8") == source


def test_unloadable_module_counts_as_detected(workshop: Workshop) -> None:
    path = "listbuilder/judging/first.py"
    (change,) = (one for one in changes(path, PROJECT[path]) if one.old == "0")
    noticed = workshop.attempt(change, Room("judging", ("judging",), ())).noticed
    assert noticed == "listbuilder.judging.first, which cannot be loaded"


def test_idle_processes_time_out(tmp_path: Path) -> None:
    def work(process: int, session: int, *times: int) -> None:
        (tmp_path / str(process)).mkdir(exist_ok=True)
        stat = f"{process} (a (b) 7) S 1 {process} {session} 0 0 0 1 1 1 1 {' '.join(map(str, times))} 20 0"
        (tmp_path / str(process) / "stat").write_text(stat, encoding="utf-8")

    watch = Watch(7, 3600, tmp_path, idle=0)
    assert not watch.is_over(), "the system has no process information"
    for place in range(4):  # it or one of its children has worked
        work(8, 7, *(int(place >= turn) for turn in range(4)))
        work(9, 1, place, 0, 0, 0)
        assert not watch.is_over()
    work(9, 1, 99, 0, 0, 0)
    assert watch.is_over(), "only an unrelated process has worked"
    assert not Watch(7, 3600, tmp_path).is_over()
    assert Watch(7, -1, tmp_path).is_over(), "the time limit is reached"
