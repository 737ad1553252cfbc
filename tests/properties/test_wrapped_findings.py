"""Findings in a terminal are wrapped as the standard library would."""

from __future__ import annotations

from textwrap import wrap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from listbuilder.cli.render import indented
from listbuilder.cli.streams import Terminal
from tests.properties.strategies import SETTINGS

_PIECES = (
    "a",
    "two-parts",
    "Größe",
    "x" * 30,
    "x" * 38,
    "x" * 39,
    "x" * 90,
    " ",
    "  ",
    "\n",
    "\t",
    "\u00a0",
    "–",
    "(3)",
)
TEXTS = st.lists(st.sampled_from([*_PIECES, *[" "] * 8]), max_size=30).map("".join)


@settings(SETTINGS, max_examples=500)
@given(TEXTS, st.integers(40, 60))
@example("a b", 40)
@example(f"{'x' * 38} a", 40)
@example(f"{'x' * 36} a b", 40)
@example(f"a {'x' * 39}", 40)
@example("", 40)
def test_findings_wrap_within_the_width(text: str, width: int) -> None:
    terminal = Terminal(width)
    wrapped = wrap(terminal.plain(text), width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    assert indented(text, terminal) == wrapped


def test_simple_wrapping_avoids_textwrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textwrap.wrap", None)
    assert indented(f"{'x' * 36} a b-c", Terminal(40)) == [f"  {'x' * 36} a", "  b-c"]
