"""What a screen reader finds in a PDF: every word once, unit by unit, tagged as headings and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.exporters.pdf.canvas import PageContent
from listbuilder.exporters.pdf.pdf_file import build_pages, export_pdf
from listbuilder.exporters.pdf.primitives import Role, TextRun
from listbuilder.sheet import Grid, Layout, Orientation, PrintOptions
from listbuilder.textutil.sanitize import format_count
from listbuilder.textutil.text_width import typeset
from tests.exporters.pdf.printed_lists import LISTS, build_exportable
from tests.exporters.sheet_samples import document, hostile_army

WAYS = {
    "roster": PrintOptions(),
    "landscape": PrintOptions(orientation=Orientation.LANDSCAPE),
    "compact": PrintOptions(layout=Layout.COMPACT, boxes=True),
    "cards": PrintOptions(layout=Layout.CARDS, backs=True),
    "four cards": PrintOptions(layout=Layout.CARDS, grid=Grid.FOUR),
    "with the game": PrintOptions(reference=True),
}
OPERATOR = re.compile(rb"\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f]*>|/?[A-Za-z*']+|[\d.-]+|<<|>>|\[|\]")
UNITS = (Role.HEADING, Role.SUBHEADING)


class Tree:
    """The structure of a file, read back."""

    def __init__(self, pdf: bytes) -> None:
        self.book = PdfReader(BytesIO(pdf), strict=True)
        self.root = self.book.root_object["/StructTreeRoot"]
        self.pages = {page.indirect_reference.idnum: number for number, page in enumerate(self.book.pages)}
        self.pieces = [list(pieces(page)) for page in self.book.pages]

    def leaves(self) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        yield from self._leaves(self.root["/K"].get_object())

    def _leaves(self, part: Any) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        own = []
        for kid in part["/K"]:
            child = kid.get_object()
            if isinstance(child, int):
                own.append((self.pages[part.raw_get("/Pg").idnum], int(child)))
            elif "/MCID" in child:
                own.append((self.pages[child.raw_get("/Pg").idnum], int(child["/MCID"])))
            else:
                assert child["/P"] == part
                yield from self._leaves(child)
        if own:
            yield str(part["/S"]), own


def pieces(page: Any) -> Iterator[int]:
    """Return the content ids of a page; fail if text is outside all of them."""
    open_pieces = 0
    words = OPERATOR.findall(page.get_contents().get_data())
    for index, word in enumerate(words):
        if word in (b"BDC", b"BMC"):
            open_pieces += 1
            last = words[max(0, index - 3) : index]
            if b"/MCID" in last:
                yield int(last[last.index(b"/MCID") + 1])
        elif word == b"EMC":
            open_pieces -= 1
        elif word == b"Tj":
            assert open_pieces, "text outside of every part"
    assert open_pieces == 0


@pytest.mark.parametrize("way", WAYS)
def test_every_piece_is_in_structure_tree_once(way: str):
    for army in (None, hostile_army()):
        exportable = document(options=WAYS[way]) if army is None else document(options=WAYS[way], army=army)
        tree = Tree(export_pdf([exportable, exportable], WAYS[way]))
        places = [piece for _, own in tree.leaves() for piece in own]
        assert len(places) == len(set(places))
        assert set(places) == {(page, number) for page, numbers in enumerate(tree.pieces) for number in numbers}
        by_page = [[number for where, number in places if where == page] for page in range(len(tree.pieces))]
        assert all(numbers == sorted(numbers) for numbers in by_page)
        assert tree.book.root_object["/MarkInfo"]["/Marked"].value is True


@pytest.mark.parametrize("way", WAYS)
def test_page_maps_each_piece_to_its_element(way: str):
    tree = Tree(export_pdf([document(options=WAYS[way])], WAYS[way]))
    numbers = tree.root["/ParentTree"]["/Nums"]
    for page, page_object in enumerate(tree.book.pages):
        assert [page_object["/StructParents"], numbers[2 * page]] == [page, page]
        for number, part in enumerate(numbers[2 * page + 1]):
            kids = [kid.get_object() for kid in part.get_object()["/K"]]
            assert number in kids or any(isinstance(kid, dict) and kid["/MCID"] == number for kid in kids)


@pytest.mark.parametrize("way", WAYS)
def test_units_are_read_one_after_another(way: str):
    """Each unit is read completely, with weapons and boxes, before the next one; on cards too."""
    for path in LISTS[::4]:
        sheet = build_exportable(path, WAYS[way]).sheet
        unread = [
            format_count(member.count, member.title) for unit in sheet.units for member in (unit, *unit.attached_heroes)
        ]
        reading = ""
        for role, text in read_aloud(build_pages([sheet], WAYS[way])):
            if unread and role in UNITS and clip_title(unread[0]) in text:
                reading = unread.pop(0)
            assert role not in (Role.CELL, Role.SUBHEADING) or reading
        assert unread == [], path.stem


def read_aloud(pages: Sequence[PageContent]) -> Iterator[tuple[Role, str]]:
    role, words = Role.TEXT, list[str]()
    for mark in (mark for page in pages for mark in page.marks):
        if isinstance(mark, Role):
            yield role, " ".join(words)
            role, words = mark, []
        elif isinstance(mark, TextRun):
            words.append(mark.text)


def clip_title(title: str) -> str:
    """Return the start of a title, which survives wrapping and cutting."""
    return typeset(title).split(" ")[0][:8]


def test_weapon_table_has_a_cell_per_heading():
    tree = Tree(export_pdf([document()], PrintOptions()))
    kinds = [kind for kind, _ in tree.leaves()]
    assert kinds.count("/TH") == len(document().sheet.columns) + 1
    assert kinds[0] == "/H1"
    heroes = [attached_hero for unit in document().sheet.units for attached_hero in unit.attached_heroes]
    assert kinds.count("/H3") == len(heroes)
    assert kinds.count("/Figure") == 1
    weapons = [
        row for unit in document().sheet.units for member in (unit, *unit.attached_heroes) for row in member.weapons
    ]
    assert kinds.count("/TD") == sum(1 + sum(map(bool, row.cells)) for row in weapons)


def test_code_has_alternative_text():
    tree = Tree(export_pdf([document("de")], PrintOptions()))
    figures = [reference.get_object() for reference in tree.root["/ParentTree"]["/Nums"][1]]
    (figure,) = [figure for figure in figures if figure["/S"] == "/Figure"]
    assert figure["/Alt"] == document("de").sheet.labels.checking
