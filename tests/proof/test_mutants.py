"""The tool that changes the code: what it changes, which tests it chooses, and what it writes down."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from proof.mutants.__main__ import EQUIVALENT
from proof.mutants.changing import changes
from proof.mutants.knowing import Knowledge
from proof.mutants.rooms import ROOMS
from proof.mutants.telling import Row, write

SOURCE = """
LIMIT = 3

class Box:
    def full(self, count: int = 1) -> bool:
        if not count:
            return False
        self.log(count)
        return count + 1 > LIMIT and count < 9
"""


def test_every_change_gives_other_code_that_can_be_read() -> None:
    found = list(changes("box.py", SOURCE))
    assert len(found) == 11
    for change in found:
        assert ast.dump(ast.parse(change.apply(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_a_change_knows_its_function_and_its_place() -> None:
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
def test_the_least_becomes_the_most_and_any_becomes_all(old: str, new: str) -> None:
    assert [change.new for change in changes("x.py", f"z = {old}")] == [new]


@pytest.mark.parametrize("hidden", ["x: Literal[1]", "assert 1 < 2", "def f(x: Literal[2]) -> Literal[3]: ..."])
def test_what_no_test_can_notice_is_left_alone(hidden: str) -> None:
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
    return Knowledge(tmp_path / "known.json", {"t.py": {"hash": "", "tests": tests}})


def test_the_quickest_tests_that_reach_a_function_come_first(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    assert known.likely(["t.py"], "m.py", "f") == ["t.py::quick", "t.py::slow"]
    assert known.likely(["t.py"], "m.py", "") == ["t.py::quick", "t.py::slow"]
    assert known.likely(["t.py"], "n.py", "f") == ["t.py::other"]
    assert known.seconds(["t.py::quick", "t.py::slow"]) == 3


def test_a_test_that_fails_without_a_change_never_counts(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    known.left_out.add("t.py::quick")
    assert known.likely(["t.py"], "m.py", "f") == ["t.py::slow"]
    assert known.all_tests(["t.py"]) == ["t.py::other", "t.py::slow"]


def test_what_is_set_up_for_a_whole_file_is_looked_after_by_all_its_tests(tmp_path: Path) -> None:
    assert knowledge(tmp_path).others(["t.py"], "m.py", "setup") == ["t.py::other", "t.py::quick", "t.py::slow"]


def test_notes_are_good_while_file_and_neighbours_are_the_same(tmp_path: Path) -> None:
    test, case = tmp_path / "test_x.py", tmp_path / "cases.yaml"
    test.write_text("")
    case.write_text("a")
    known = Knowledge(tmp_path / "kept" / "known.json")
    known.keep(test, "test_x.py", {"test_x.py::a": noted(1)})
    again = Knowledge(known.file)
    again.load()
    assert again.knows(test, "test_x.py")
    case.write_text("b")
    assert not again.knows(test, "test_x.py")


def test_a_room_that_was_not_tried_keeps_its_row(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    write([Row("a", 95, 100, 1, 20, ("a.py: one more: 1",)), Row("b", 90, 50, 1, 10, ())], page)
    write([Row("a", 95, 100, 2, 40, ("a.py: one more: 2",))], page)
    text = page.read_text(encoding="utf-8")
    assert "| a | 100 | 2 | 40 | 39 | 97 | 95 |" in text
    assert "| b | 50 | 1 | 10 | 10 | 100 | 90 |" in text
    assert [line for line in text.splitlines() if line.startswith("- ")] == ["- a: `a.py: one more: 2`"]


def test_every_equivalent_change_can_still_be_made_and_has_a_reason() -> None:
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
