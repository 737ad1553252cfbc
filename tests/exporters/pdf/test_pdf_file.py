"""The file itself: metadata, outline, links, footers, fonts, the same bytes every time."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any, cast

import pytest
import segno
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, NullObject

from listbuilder.exporters import find_exporter
from listbuilder.exporters.pdf.pdf_file import build_pages, export_pdf
from listbuilder.exporters.pdf.primitives import QrCode
from listbuilder.exporters.pdf.roster_layout import build_qr_code
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.sheet import Layout, PrintOptions
from tests.exporters.pdf.printed_lists import LISTS, ROOT, army, build_exportable, read
from tests.exporters.sheet_samples import ILLEGAL, document, hostile_army
from tests.sentences import sentence

VALE = ROOT / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf), strict=True)


def titles(outline: list[Any]) -> Iterator[tuple[int, str]]:
    for entry in outline:
        if isinstance(entry, list):
            yield from ((depth + 1, title) for depth, title in titles(entry))
        else:
            yield 0, entry.title


def test_registry_finds_pdf_exporter():
    assert find_exporter("pdf").export([], PrintOptions()) == export_pdf([], PrintOptions())


def test_file_metadata_describes_list():
    book = reader(export_pdf([document("de")], PrintOptions()))
    info = book.metadata
    assert info is not None
    assert str(book.root_object["/Lang"]) == "de"
    assert book.root_object["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert info.title == "The Iron Vale"
    assert info.author == "Ada Fähr"
    assert info.subject == "Tischkrieg 3.5"
    assert "7F3A-91C2" in str(info["/Keywords"])
    assert info.creator == "listbuilder"


@pytest.mark.parametrize("layout", Layout)
def test_outline_names_every_unit(layout: Layout):
    options = PrintOptions(layout=layout)
    exportable = build_exportable(VALE, options)
    entries = list(titles(reader(export_pdf([exportable], options)).outline))
    assert entries[0] == (0, "The Iron Vale")
    names = [title for depth, title in entries if depth == 1]
    assert [unit.title for unit in exportable.sheet.units] == [
        name for name in names if name in {u.title for u in exportable.sheet.units}
    ]
    assert any(exportable.sheet.labels.spells in name for name in names)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("legal", [True, False])
def test_every_page_has_footer_and_illegal_stamp(layout: Layout, legal: bool):
    options = PrintOptions(layout=layout)
    exportable = document(options=options, report=None if legal else ILLEGAL)
    pages = reader(export_pdf([exportable], options)).pages
    for number, page in enumerate(pages, 1):
        text = page.extract_text()
        assert f"{sentence('pdf.page', page=number, pages=len(pages))} · The Iron Vale · 7F3A-91C2" in text
        assert (sentence("sheet.word.illegal") in text) is not legal
    text = "".join(page.extract_text() for page in pages)
    reasons = text.find("PTS001")
    assert (reasons > text.find("Mire Troll")) is not legal


@pytest.mark.parametrize("layout", Layout)
def test_same_list_gives_same_bytes(layout: Layout):
    options = PrintOptions(layout=layout)
    pdf = export_pdf([build_exportable(VALE, options)], options)
    export_pdf([build_exportable(LISTS[0], options, "de")], options)
    assert export_pdf([build_exportable(VALE, options)], options) == pdf


def test_another_process_gives_the_same_bytes():
    script = (
        "from tests.exporters.pdf.printed_lists import build_exportable, LISTS; import hashlib;"
        "from listbuilder.exporters.pdf.pdf_file import export_pdf as e;"
        "from listbuilder.sheet import PrintOptions as o;"
        "print(hashlib.sha256(e([build_exportable(LISTS[0], o())], o())).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_book_contents_link_to_its_lists():
    options = PrintOptions()
    exportables = [build_exportable(path, options) for path in LISTS[:3]]
    book = reader(export_pdf(exportables, options))
    first = book.pages[0].extract_text()
    contents = sentence("sheet.word.contents")
    assert first.startswith(contents)
    entries = list(titles(book.outline))
    lists = [title for depth, title in entries if depth == 0]
    assert lists == [contents, *(exportable.sheet.header.name for exportable in exportables)]
    links = [link.get_object() for link in book.pages[0].annotations or ()]
    assert len(links) == 3
    for exportable in exportables:
        destination = next(
            entry
            for entry in book.outline
            if not isinstance(entry, list) and entry.title == exportable.sheet.header.name
        )
        number = book.get_destination_page_number(destination)
        assert number is not None
        assert exportable.sheet.header.name in book.pages[number].extract_text()
        assert f" {number + 1} " in " ".join(first.split())
    total = len(book.pages)
    assert sentence("pdf.page", page=total, pages=total) in book.pages[-1].extract_text()


def test_hostile_text_is_only_text():
    pdf = export_pdf([document(army=hostile_army(), report=ILLEGAL)], PrintOptions())
    text = read(pdf)
    assert '<img src="file:///etc/passwd">' in text
    assert "root:" not in text
    book = reader(pdf)
    for page in book.pages:
        assert "/Annots" not in page
        assert "/XObject" not in cast("DictionaryObject", page["/Resources"])
    assert not {"/JavaScript", "/OpenAction", "/EmbeddedFiles"} & set(book.root_object)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 10_000,
        "🐉🦄",
        "שלום עולם",
        "مرحبا",
        "龍騎兵",
        "a\x00b\x1b[2J",
        "\ud800",
        "e\u0301" * 50,
        "\u202eabc",
        "]]>&amp;",
    ],
)
def test_any_name_prints_in_every_layout(name: str):
    strange = replace(hostile_army(), name=name, player=name, notes=name)
    for layout in Layout:
        options = PrintOptions(layout=layout)
        book = reader(export_pdf([document(army=strange, options=options)], options))
        assert 1 <= len(book.pages) <= 6


def test_unsupported_letters_show_mark_and_stay_searchable():
    army = replace(hostile_army(), name="🐉")
    pdf = export_pdf([document(army=army)], PrintOptions())
    assert reader(pdf).pages[0].extract_text().startswith("?")
    assert read(pdf).startswith("🐉")
    content = b"".join(page.get_contents().get_data() for page in reader(pdf).pages)
    assert b"/ActualText <FEFFD83DDC09>" in content


def test_only_two_font_weights_are_embedded_by_default():
    fonts = {
        font.get_object()["/BaseFont"]
        for page in reader(export_pdf([build_exportable(VALE, PrintOptions())], PrintOptions())).pages
        for font in page["/Resources"]["/Font"].values()
    }
    ours = {font for font in fonts if "Noto" in font}
    assert len(ours) == 2
    assert all("+" in font for font in ours)
    assert not any("DejaVu" in font for font in fonts)


def test_code_holds_share_string():
    share = encode_share_string(army(VALE))
    code = build_qr_code(share)
    assert code is not None
    expected = segno.make_qr(share, error="l", mask=3, boost_error=False)
    assert code.rows == tuple(bytes(row) for row in expected.matrix)
    for layout in Layout:
        options = PrintOptions(layout=layout)
        marks = [mark for page in build_pages([build_exportable(VALE, options).sheet], options) for mark in page.marks]
        assert [mark.rows for mark in marks if isinstance(mark, QrCode)] == [code.rows]


def test_too_long_share_string_has_no_code():
    assert build_qr_code("") is None
    assert build_qr_code("lb1." + "x" * 2500) is None
    assert build_qr_code("lb1." + "x" * 10_000) is None


def test_public_list_has_no_code():
    options = PrintOptions(public=True)
    pages = build_pages([build_exportable(VALE, options).sheet], options)
    assert not [mark for page in pages for mark in page.marks if isinstance(mark, QrCode)]


def test_monochrome_has_no_colour():
    options = PrintOptions(monochrome=True, layout=Layout.CARDS)
    book = reader(export_pdf([document(options=options, report=ILLEGAL)], options))
    colours: set[tuple[float, ...]] = set()
    for page in book.pages:
        for line in page.get_contents().get_data().split(b"\n"):
            parts = line.split()
            for index, part in enumerate(parts):
                if part in (b"rg", b"RG"):
                    colours.add(tuple(map(float, parts[index - 3 : index])))
    assert colours == {(0, 0, 0), (1, 1, 1)}


def test_export_without_lists_is_one_empty_page():
    assert len(reader(export_pdf([], PrintOptions())).pages) == 1


def test_cross_reference_table_names_every_object():
    pdf = export_pdf([build_exportable(VALE, PrintOptions())], PrintOptions())
    pdf_reader = reader(pdf)
    numbers = {int(number) for number in re.findall(rb"(?:^|\n)(\d+) 0 obj\b", pdf)}
    assert numbers == set(pdf_reader.xref[0]) == set(range(1, cast("int", pdf_reader.trailer["/Size"])))
    assert not any(isinstance(pdf_reader.get_object(number), NullObject) for number in numbers)
