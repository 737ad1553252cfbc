"""The HTML page in a browser: it fits phones, remembers ticks, explains rules and is accessible."""

from __future__ import annotations

import io
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from listbuilder.exporters import find_exporter
from listbuilder.sheet import PrintOptions
from tests.exporters.browser import Browser, find_chromium
from tests.exporters.pdf.printed_lists import LISTS, build_exportable
from tests.exporters.sheet_samples import HEX_SYSTEM, ILLEGAL, document, hostile_army
from tests.sentences import sentence

CHROMIUM = find_chromium()
needed = os.environ.get("LISTBUILDER_NEEDS_CHROMIUM") == "1"
pytestmark = pytest.mark.skipif(CHROMIUM is None and not needed, reason="no Chromium on this machine")

PAGES = {
    "illegal": [document(report=ILLEGAL)],
    "hexes": [document("de", system=HEX_SYSTEM)],
    "hostile": [document(army=hostile_army())],
    "book": [document(), document("de", options=PrintOptions(public=True))],
}
SIZES = {"small": (320, 640), "phone": (390, 844), "desk": (1280, 900)}

CONTRAST = """
(() => {
  const channel = (value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const found = numbers(getComputedStyle(node).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !parent.checkVisibility() || ["SCRIPT", "STYLE"].includes(parent.tagName)) continue;
    const [a, b] = [light(numbers(getComputedStyle(parent).color)), light(behind(parent))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push([text, ratio]);
  }
  return poor;
})()
"""

CROSSING = """
[...document.querySelectorAll("thead th")]
  .filter((head) => head.offsetWidth && head.scrollWidth > head.offsetWidth + 1)
  .map((head) => [head.className, head.scrollWidth, head.offsetWidth])
"""
"""Script that finds headings wider than their column."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is required here and was not found"
    with Browser(CHROMIUM, tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = tmp_path_factory.mktemp("pages")
    for name, documents in PAGES.items():
        (pages / f"{name}.html").write_bytes(find_exporter("html").export(documents, PrintOptions()))
    return pages


def print_pages(browser: Browser) -> list[str]:
    """Return the text of each page with ligatures expanded and line breaks as spaces."""
    pages = PdfReader(io.BytesIO(browser.pdf())).pages
    return [" ".join(unicodedata.normalize("NFKC", page.extract_text()).split()) for page in pages]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_page_fits_and_loads_nothing(browser: Browser, folder: Path, name: str, size: str):
    path = folder / f"{name}.html"
    browser.open(path, *SIZES[size])
    # not innerWidth: phones widen the window to overflowing content
    assert browser.run("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert browser.requests() == [path.as_uri()]
    assert browser.complaints() == []
    assert browser.run("document.querySelectorAll('img, iframe, object').length") == 0
    assert browser.screenshot().startswith(b"\x89PNG")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["illegal", "hexes"])
def test_every_text_has_enough_contrast(browser: Browser, folder: Path, name: str, scheme: str):
    browser.open(folder / f"{name}.html", *SIZES["phone"], scheme=scheme)
    assert browser.run(CONTRAST) == []


def test_light_and_dark_differ(browser: Browser, folder: Path):
    colours = []
    for scheme in ("light", "dark"):
        browser.open(folder / "illegal.html", *SIZES["phone"], scheme=scheme)
        colours.append(browser.run("getComputedStyle(document.body).backgroundColor"))
    assert colours[0] != colours[1]


def test_touch_targets_are_large_enough(browser: Browser, folder: Path):
    browser.open(folder / "illegal.html", *SIZES["small"])
    targets = "[...document.querySelectorAll('input, .list button, .tools button, .head nav a, summary')]"
    shown = f"{targets}.filter((one) => one.checkVisibility())"
    assert browser.run(f"Math.min(...{shown}.map((one) => one.getBoundingClientRect().height))") >= 40
    boxes = "[...document.querySelectorAll('input')]"
    assert browser.run(f"Math.min(...{boxes}.map((one) => one.offsetWidth))") >= 40


def test_round_and_theme_persist_and_clearing_is_undoable(browser: Browser, folder: Path):
    path = folder / "illegal.html"
    browser.open(path, *SIZES["small"])
    browser.run("document.querySelectorAll('input')[1].click()")
    browser.run("document.querySelector('.more').click()")
    browser.run("document.querySelector('.theme').click()")
    browser.open(path, *SIZES["small"])
    assert browser.run("document.querySelector('.round').textContent") == "2 / 4"
    assert browser.run("document.documentElement.dataset.theme") == "dark"
    assert browser.run(CONTRAST) == []
    assert browser.run("document.querySelector('.undo').hidden") is True
    browser.run("document.querySelector('.clear').click()")
    assert browser.run("document.querySelectorAll('input:checked').length") == 0
    browser.run("document.querySelector('.undo').click()")
    assert browser.run("document.querySelectorAll('input:checked').length") == 1
    assert browser.run("document.querySelector('.round').textContent") == "2 / 4"
    browser.run("localStorage.clear()")


def test_ticks_persist_until_cleared(browser: Browser, folder: Path):
    path = folder / "illegal.html"
    ticked = "[...document.querySelectorAll('input:checked')].map((box) => box.name)"
    browser.open(path, *SIZES["phone"])
    assert browser.run(ticked) == []
    assert browser.run("document.querySelector('.clear').hidden") is True
    browser.run("document.querySelectorAll('input')[1].click()")
    browser.open(path, *SIZES["phone"])
    assert browser.run(ticked) == ["s0-u0.rounds.0.1"]
    browser.run("document.querySelector('.clear').click()")
    browser.open(path, *SIZES["phone"])
    assert browser.run(ticked) == []


def test_tap_on_rule_shows_its_text(browser: Browser, folder: Path):
    browser.open(folder / "illegal.html", *SIZES["phone"])
    browser.run("[...document.querySelectorAll('[popovertarget]')].find((b) => b.textContent == 'Counter').click()")
    assert "Strikes first when charged." in browser.run("document.querySelector(':popover-open').innerText")
    assert browser.run(CONTRAST) == []


def test_page_is_readable_without_script(browser: Browser, folder: Path):
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(folder / "illegal.html", *SIZES["phone"])
        page_texts = print_pages(browser)
    finally:
        browser.send("Emulation.setScriptExecutionDisabled", value=False)
    for words in ("The Old Guard", "Longbow", "Strikes first when charged."):
        assert words in " ".join(page_texts)


def test_quick_reference_is_closed_but_printed(browser: Browser, tmp_path: Path):
    options = PrintOptions(reference=True)
    (tmp_path / "game.html").write_bytes(find_exporter("html").export([document(options=options)], options))
    browser.open(tmp_path / "game.html", *SIZES["phone"])
    assert "Be brave." not in browser.run("document.body.innerText")
    assert "Be brave." in " ".join(print_pages(browser))


def test_unit_stays_on_one_printed_page(browser: Browser, folder: Path):
    browser.open(folder / "illegal.html", *SIZES["desk"])
    pages = print_pages(browser)
    assert all(len(text.split()) > 5 for text in pages)
    assert "The Iron Vale" in pages[0]
    assert "Longbow" in pages[0]


def test_illegal_list_is_stamped_on_printed_pages(browser: Browser, folder: Path):
    browser.open(folder / "illegal.html", *SIZES["desk"])
    pages = print_pages(browser)
    assert len(pages) > 1
    stamp = sentence("sheet.word.illegal")
    assert all(stamp in text for text in pages)
    browser.open(folder / "book.html", *SIZES["desk"])
    assert not any(stamp in text for text in print_pages(browser))


@pytest.mark.parametrize("name", [path.stem for path in LISTS])
def test_printed_pages_are_full_with_number_and_code(browser: Browser, tmp_path: Path, name: str):
    (path,) = [path for path in LISTS if path.stem == name]
    exportable = build_exportable(path, PrintOptions())
    (tmp_path / "list.html").write_bytes(find_exporter("html").export([exportable], PrintOptions()))
    browser.open(tmp_path / "list.html", *SIZES["desk"])
    pages = PdfReader(io.BytesIO(browser.pdf())).pages
    for number, page in enumerate(pages, start=1):
        text = " ".join(page.extract_text().split())
        assert exportable.sheet.header.hash in text
        assert f"{number} / {len(pages)}" in text
    assert len(pages) == 1 or lowest_word(pages[0]) < float(pages[0].mediabox.height) / 2


def lowest_word(page: PageObject) -> float:
    """Return the height of the lowest word above the footer."""
    heights: list[float] = []

    def visit(text: str, _: object, matrix: list[float], *__: object) -> None:
        if text.strip():
            heights.append(float(matrix[5]))

    page.extract_text(visitor_text=visit)
    foot = 14 * 72 / 25.4
    return min(height for height in heights if height > foot)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", [path.stem for path in LISTS])
def test_every_sample_fits_a_small_phone(browser: Browser, tmp_path: Path, name: str, language: str):
    (path,) = [path for path in LISTS if path.stem == name]
    options = PrintOptions(reach=True, reference=True)
    (tmp_path / "list.html").write_bytes(
        find_exporter("html").export([build_exportable(path, options, language)], options)
    )
    browser.open(tmp_path / "list.html", *SIZES["small"])
    assert browser.run("document.documentElement.scrollWidth") == SIZES["small"][0]
    assert browser.run(CROSSING) == []
