"""Refreshing the guides: new output takes the place of the old, and left-out lines stay left out."""

from __future__ import annotations

from tools.refresh_guides import merge_output, split_commands

OLD = """\
3 lists found
…
error ORG001: too many heroes in here
  take one out
…
3 lists: 1 legal
"""
NEW = """\
Found 3 lists
a legal one
another legal one
ORG001 error: too many heroes
  6 heroes; the limit is 5
  Remove one hero
a note that nobody shows
3 lists: 1 legal
"""


def test_excerpts_keep_their_places() -> None:
    merged, is_found = merge_output(OLD, NEW)
    lines = merged.splitlines()
    assert is_found
    assert (lines[0], lines[1], lines[-2], lines[-1]) == ("Found 3 lists", "…", "…", "3 lists: 1 legal")
    assert "ORG001 error: too many heroes" in lines
    assert "a legal one" not in lines
    assert "a note that nobody shows" not in lines


def test_output_without_left_out_lines_is_replaced() -> None:
    assert merge_output("old\n", NEW) == (NEW, True)


def test_excerpt_that_is_gone_is_reported() -> None:
    assert merge_output("…\nabcdefgh\n…\n", "123\n456\n") == ("…\n123\n…\n", False)


def test_commands_have_the_output_below_them() -> None:
    assert list(split_commands("$ a\n1\n2\n$ b\n")) == [("a", "1\n2\n"), ("b", "")]
    assert list(split_commands("a\nb\n")) == [("a", ""), ("b", "")]
