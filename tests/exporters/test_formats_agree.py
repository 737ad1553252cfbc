"""Text, Markdown and HTML show all rows of the Sheet in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from listbuilder.exporters import Exportable, find_exporter
from listbuilder.sheet import Layout, PrintOptions
from listbuilder.textutil.text_width import typeset
from tests.exporters.sheet_rows import Row, flatten
from tests.exporters.sheet_samples import HEX_SYSTEM, ILLEGAL, document, hostile_army

SIGNS = re.compile(r"[\s·☐★⚠✔✘!,:()×+\[\]|>#*─–-]+")


def show(document_: Exportable, kind: str, **options: object) -> str:
    return find_exporter(kind).export([document_], PrintOptions(**options)).decode()  # type: ignore[arg-type]


def from_markdown(text: str) -> str:
    lines = (re.sub(r"^(#+|-|>) ", "", line) for line in text.splitlines())
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub(r"(?<!\\)\*\*", "", "\n".join(lines)))


class _Words(HTMLParser):
    """Collects the visible text, without the popovers that repeat the glossary."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("meta", "input", "br"):
            return
        if self.hidden or tag in ("head", "script", "nav", "thead") or "popover" in dict(attrs):
            self.hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.hidden:
            assert self.hidden.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def from_html(text: str) -> str:
    parser = _Words()
    parser.feed(text)
    return " ".join(parser.words)


PLAIN: dict[str, Callable[[str], str]] = {"txt": str, "md": from_markdown, "html": from_html}
"""How to get plain text from each format."""


def bare(text: str) -> str:
    """Drop punctuation and use typographic marks, which only some formats do."""
    return SIGNS.sub("", typeset(text))


def find_missing_rows(rows: tuple[Row, ...], text: str) -> list[Row]:
    """Return the rows that are missing from the text or out of order."""
    missing_rows, position, text = [], 0, bare(text)
    for row in rows:
        for cell in map(bare, row.cells):
            spot = text.find(cell, position)
            if spot < 0:
                missing_rows.append(row)
                break
            position = spot + len(cell)
    return missing_rows


CASES = {
    "english": document(),
    "german": document("de"),
    "hexes": document(system=HEX_SYSTEM),
    "illegal": document(report=ILLEGAL),
    "hostile": document(army=hostile_army()),
    "public": document(options=PrintOptions(public=True)),
    "compact": document(options=PrintOptions(layout=Layout.COMPACT)),
    "with the game": document(options=PrintOptions(reference=True)),
    "no points": document(options=PrintOptions(points=False)),
    "with odds": document(options=PrintOptions(odds=True)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["txt", "md", "html"])
def test_every_row_is_present_in_order(case: str, kind: str):
    exportable = CASES[case]
    rows = flatten(exportable.sheet)
    shown = show(exportable, kind, width=100)
    if kind == "md":
        shown, rows = from_markdown(shown), tuple(row for row in rows if row.kind != "boxes")
    elif kind == "html":
        shown = from_html(shown)
    assert find_missing_rows(rows, shown) == []


def test_comparison_can_fail():
    rows = flatten(document().sheet)
    shown = from_html(show(document(), "html"))
    assert find_missing_rows(rows, shown.replace("Longbow", "")) != []
    assert find_missing_rows((rows[-1], rows[0]), shown) == [rows[0]]


@pytest.mark.parametrize("kind", ["txt", "md", "html"])
def test_formats_repeat_names_equally_often(kind: str):
    """Each name appears as often in every format as in the rows."""
    exportable = document()
    rows = [row for row in flatten(exportable.sheet) if row.kind != "boxes"]
    shown = show(exportable, kind)
    text = PLAIN[kind](shown)
    expected = " ".join(cell for row in rows for cell in row.cells)
    for name in ("Longbow", "Spear", "Fearless", "Caster(2)", "River Horse", "Flood", "185"):
        assert text.count(name) == expected.count(name), name
