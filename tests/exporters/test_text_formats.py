"""Plain text, Markdown and share text compared with golden files."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.errors import UnknownIdError
from listbuilder.exporters import exporter_ids, find_exporter
from listbuilder.exporters.army_forge_text import format_share_text
from listbuilder.exporters.markdown import escape_markdown
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.text_width import text_width, to_ascii, wrap
from tests.exporters.sheet_samples import HEX_SYSTEM, document, hostile_army, roster

GOLDEN = Path(__file__).parent / "golden"
NARROW = PrintOptions(width=72)

FILES = {
    "iron-vale.en.txt": ("txt", document(), NARROW),
    "iron-vale.de.txt": ("txt", document("de"), NARROW),
    "iron-vale.ascii.txt": ("txt", document("de"), PrintOptions(ascii=True)),
    "iron-vale.hexes.txt": ("txt", document(system=HEX_SYSTEM), NARROW),
    "iron-vale.en.md": ("md", document(), NARROW),
    "iron-vale.public.md": ("md", document(options=PrintOptions(public=True)), NARROW),
    "iron-vale.army-forge.txt": ("army-forge", document("de"), NARROW),
    "iron-vale.json": ("json", document(), NARROW),
    "iron-vale.en.html": ("html", document(), NARROW),
}


@pytest.mark.parametrize("name", FILES)
def test_export_matches_golden_file(name: str):
    """Set LISTBUILDER_GOLDEN=write to rewrite the files; review the changes before committing them."""
    kind, exportable, options = FILES[name]
    written = find_exporter(kind).export([exportable], options)
    if os.environ.get("LISTBUILDER_GOLDEN") == "write":
        (GOLDEN / name).write_bytes(written)
    assert written == (GOLDEN / name).read_bytes()
    assert written == find_exporter(kind).export([exportable], options)


@pytest.mark.parametrize("width", [40, 80, 132])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_line_exceeds_requested_width(width: int, ascii_only: bool):
    exportable = document(army=hostile_army())
    text = find_exporter("txt").export([exportable], PrintOptions(width=width, ascii=ascii_only)).decode()
    lines = [line for line in text.splitlines() if "LB1." not in line]
    assert max(text_width(line) for line in lines) <= width
    assert text.isascii() or not ascii_only


@pytest.mark.parametrize("kind", ["txt", "md", "army-forge", "html"])
def test_no_control_characters_are_written(kind: str):
    text = find_exporter(kind).export([document(army=hostile_army())], PrintOptions()).decode()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert "x" * 161 not in text


def test_share_text_has_the_parsable_shape():
    text = format_share_text(roster())
    first, *blocks = text.strip().split("\n\n")
    assert re.fullmatch(r"\+\+ .+ - .+ \(v[\d.]+\) \[[A-Z]+ \d+pts\] \[\d+ Units\] \+\+", first)
    line = re.compile(r".+ \[\d+\] Q\d\+ D\d\+ \| \d+pts( \| \d+XP)? \|( .+)?")
    assert blocks[0].splitlines()[2] == "| Joined to:"
    assert all(line.fullmatch(block.splitlines()[0]) for block in blocks)


def test_hidden_share_text_omits_weapons_and_prices():
    text = format_share_text(roster(), PrintOptions(public=True))
    assert "Spear" not in text
    assert "185" not in text


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
def test_markdown_escapes_are_reversible(text: str):
    escaped = escape_markdown(text)
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_<>|\[\]]", escaped)
    assert not re.match(r"[#>+=-]|\d+[.)]", escaped)


@given(st.text(max_size=60), st.integers(min_value=5, max_value=30))
def test_wrapping_loses_nothing(text: str, width: int):
    lines = wrap(text.replace("\n", " "), width)
    assert re.sub(r" ", "", "".join(lines)) == re.sub(r" ", "", text.replace("\n", " "))


@given(st.text(max_size=30))
def test_ascii_output_is_ascii(text: str):
    assert to_ascii(text).isascii()


def test_exporters_are_found_by_id():
    for exporter_id in exporter_ids():
        if exporter_id != "pdf":
            exporter = find_exporter(exporter_id)
            assert exporter.id == exporter_id
            assert exporter.suffix.startswith(".")
    with pytest.raises(UnknownIdError):
        find_exporter("docx")


def test_several_lists_make_one_file():
    book = [document(), document("de")]
    for exporter_id in ("txt", "md", "army-forge", "html", "json"):
        text = find_exporter(exporter_id).export(book, PrintOptions()).decode()
        assert text.count("The Iron Vale") >= 2
