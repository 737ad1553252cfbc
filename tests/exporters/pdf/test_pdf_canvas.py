"""The operators written into a page, and right-to-left lines."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from listbuilder.exporters.pdf import fonts
from listbuilder.exporters.pdf.accessibility import FileProperties, build_xmp_packet
from listbuilder.exporters.pdf.canvas import PageContent, draw_pdf, format_colour
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Link, Mark, QrCode, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.style import COLOUR_PALETTE, PageFrame
from listbuilder.exporters.pdf.text_shaping import reorder_bidi

PAGE = PageFrame(200, 300, 10, 10, 10, 10)
ABOUT = FileProperties(
    title="T & <x>", author="A", subject="S", keywords=("k", "l"), language="de", share_strings=("LB1.a", "LB1.b")
)


def draw_content(*marks: Mark) -> str:
    """Return the content stream of the page as text."""
    (page,) = PdfReader(BytesIO(draw_pdf([PageContent(PAGE, marks)], COLOUR_PALETTE, ABOUT))).pages
    return page.get_contents().get_data().decode("latin-1")


def test_shapes_are_drawn_from_upper_left_corner():
    ink = format_colour(COLOUR_PALETTE[Ink.RULE])
    assert f"{ink} RG 0.50 w 10.00 280.00 m 50.00 260.00 l S" in draw_content(Stroke(10, 20, 50, 40, 0.5, Ink.RULE))
    assert f"{ink} RG 1.00 w 10.00 240.00 30.00 40.00 re S" in draw_content(Box(10, 20, 30, 40, 1, Ink.RULE))
    assert f"{ink} rg 10.00 240.00 30.00 40.00 re f" in draw_content(Box(10, 20, 30, 40, 0, Ink.RULE))


def test_star_sits_on_baseline_at_capital_height():
    coordinates = re.findall(r"(-?[\d.]+) (-?[\d.]+) [ml]", draw_content(Star(10, 100, 20, Ink.ACCENT)))
    points = [(float(x), float(y)) for x, y in coordinates]
    assert len(points) == 10
    height = max(y for _, y in points) - min(y for _, y in points)
    assert height == pytest.approx(20 * CAP_HEIGHT, rel=0.05)
    assert min(y for _, y in points) == pytest.approx(200, abs=0.5)
    assert min(x for x, _ in points) == pytest.approx(10, abs=0.7)
    top = max(points, key=lambda point: point[1])
    middle = (min(x for x, _ in points) + max(x for x, _ in points)) / 2
    assert top[0] == pytest.approx(middle, abs=0.05), "it stands upright"


def test_code_is_drawn_as_runs_of_dark_modules():
    content = draw_content(QrCode(10, 20, 30, (b"\x01\x01\x00", b"\x00\x01\x00", b"\x01\x00\x01"), "about"))
    assert "10.0000 0 0 -10.0000 10.00 280.00 cm" in content
    assert re.findall(r"(\d) (\d) (\d) 1 re", content) == [
        *(("0", "0", "2"), ("1", "1", "1"), ("0", "2", "1"), ("2", "2", "1"))
    ]


def word(text: str, x: float = 10, y: float = 20, *, ink: Ink = Ink.TEXT, weight: Weight = Weight.REGULAR) -> TextRun:
    return TextRun(x, y, text, weight, 9, ink)


def test_words_set_font_and_colour_only_once():
    content = draw_content(Role.TEXT, word("one"), word("two", 40), word("three", 60, ink=Ink.ALERT))
    assert "1 0 0 1 10.00 280.00 Tm" in content
    assert "1 0 0 1 40.00 280.00 Tm" in content
    assert content.count(f"{format_colour(COLOUR_PALETTE[Ink.TEXT])} rg") == 1
    assert content.count(f"{format_colour(COLOUR_PALETTE[Ink.ALERT])} rg") == 1
    assert len(re.findall(r"/F\S+ 9 Tf", content)) == 1
    bold = draw_content(Role.TEXT, word("one"), word("two", weight=Weight.BOLD), word("three"))
    assert len(re.findall(r"/F\S+ 9 Tf", bold)) == 3


def test_colour_is_set_again_after_a_shape():
    content = draw_content(Role.TEXT, word("one"), Box(1, 1, 2, 2, 0, Ink.ALERT), word("two"))
    assert content.count(f"{format_colour(COLOUR_PALETTE[Ink.TEXT])} rg") == 2
    assert content.index("/Artifact BMC") < content.index(" re f") < content.index("EMC", content.index(" re f"))


def test_words_are_tagged_with_their_role():
    content = draw_content(Role.HEADING, word("one"), Role.TEXT, word("two"), Role.MARGIN, word("three"))
    assert re.findall(r"/(\w+) (?:<</MCID (\d)>> BDC|BMC)", content) == [("H2", "0"), ("P", "1"), ("Artifact", "")]
    assert content.count(" BT") == content.count("ET EMC") == 3


def test_paragraph_tag_continues_on_next_page():
    first = (Role.HEADING, word("one"), Role.MARGIN, word("foot"), Role.MARGIN, word("more"))
    raw = draw_pdf(
        [PageContent(PAGE, first), PageContent(PAGE, (word("two"), Role.TEXT, word("three")))], COLOUR_PALETTE, ABOUT
    )
    second = PdfReader(BytesIO(raw)).pages[1].get_contents().get_data().decode("latin-1")
    assert re.findall(r"/(\w+) <</MCID (\d)>> BDC", second) == [("H2", "0"), ("P", "1")]


def test_unsupported_letters_are_framed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fonts, "_find_system_face", lambda letter: None)  # noqa: ARG005 - as it is called
    content = draw_content(Role.TEXT, word("a 龍"))
    (frame,) = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re S", content)
    left, lower, across, down = map(float, frame)
    assert 10 < left < 30
    assert lower < 280 < lower + down
    assert across == pytest.approx(9 * 0.95, abs=0.01)
    assert "ActualText <FEFF006100209F8D>" in content
    places = [float(x) for x in re.findall(r"1 0 0 1 ([\d.]+) [\d.]+ Tm", content)]
    face = fonts.load_typeface(Weight.REGULAR)
    assert places[-1] + face.width("?") * 9 / 2 == pytest.approx(left + across / 2, abs=0.02), "the mark in its middle"
    assert left == pytest.approx(10 + face.width("a ") * 9 + 9 * 0.05, abs=0.01)


def test_run_width_is_sum_of_its_letters(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fonts, "_find_system_face", lambda letter: None)  # noqa: ARG005 - as it is called
    face = fonts.load_typeface(Weight.REGULAR)
    first, mark = face.split_runs("Abc 龍")
    assert first.width == pytest.approx(face.width("Abc "))
    assert mark.width == 1.1
    assert face.width("Abc 龍") == pytest.approx(face.width("Abc ") + 1.1)
    assert face.width("Abc ") == pytest.approx(sum(face.width(letter) for letter in "Abc "))


def test_anchors_and_links_point_to_their_targets():
    raw = draw_pdf(
        [
            PageContent(PAGE, (Anchor("k", "Title", 0), word("x"))),
            PageContent(PAGE, (Link(10, 20, 30, 40, "k"), word("y"))),
        ],
        COLOUR_PALETTE,
        ABOUT,
    )
    book = PdfReader(BytesIO(raw))
    (annotation,) = [reference.get_object() for reference in book.pages[1].annotations or ()]
    assert [float(edge) for edge in annotation["/Rect"]] == [10, 240, 40, 280]
    (outline,) = book.outline
    assert outline.title == "Title"
    assert book.metadata is not None
    assert (book.metadata.title, book.metadata.author, book.metadata.subject) == ("T & <x>", "A", "S")
    assert str(book.metadata["/Keywords"]) == "k, l"


def test_metadata_packet_describes_the_file():
    packet = build_xmp_packet(ABOUT)
    assert '<rdf:li xml:lang="x-default">T &amp; &lt;x&gt;</rdf:li>' in packet
    assert "<lists:share><rdf:Seq><rdf:li>LB1.a</rdf:li><rdf:li>LB1.b</rdf:li></rdf:Seq></lists:share>" in packet
    silent = build_xmp_packet(replace(ABOUT, author="", share_strings=(), title="a\x00 b"))
    assert "dc:creator" not in silent
    assert "lists:share" not in silent
    assert ">a b<" in silent


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("אב 5% גד", "דג 5% בא"),
        ("אב $5 גד", "דג $5 בא"),
        ("אב 1-2 גד", "דג 1-2 בא"),
        ("אב 1+2 גד", "דג 1+2 בא"),
        ("אב 1.5 גד", "דג 1.5 בא"),
        ("אב 1,a", "a,1 בא"),
        ("a 1,5 b אב", "a 1,5 b בא"),
        ("אב a1 גד", "דג a1 בא"),
        ("a אב 12", "a 12 בא"),
        ("a אב, גד b", "a דג ,בא b"),
        ("a (b אב) c", "a (b בא) c"),
        ("אב (cd) ef", "ef (cd) בא"),
        ("אב (cd)", "(cd) בא"),
        ("אב [ג{ד}] ה", "ה [{ד}ג] בא"),
        ("(אב", "בא)"),
        ("אב) גד", "דג (בא"),
        ("a (אב", "a (בא"),
        ("«אב»", "«בא»"),
        ("אב  ", "  בא"),
        ("a אב  ", "a בא  "),
        ("a אב!", "a בא!"),
        ("אב!a", "a!בא"),
        ("12 34 אב", "בא 34 12"),
        ("a-אב", "a-בא"),
        ("%אב", "בא%"),
        ("אב%", "%בא"),
    ],
)
def test_brackets_and_numbers_follow_surrounding_direction(text: str, visual: str):
    assert reorder_bidi(text) == visual


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("\u0628 12", "12 \u0628"),
        ("\u0628 1-2", "2-1 \u0628"),
        ("\u0628 1,2", "1,2 \u0628"),
        ("\u0628 \u0661\u0662 \u0628", "\u0628 \u0661\u0662 \u0628"),
        ("\u0628 5%", "%5 \u0628"),
        ("a \u0661\u0662", "a \u0661\u0662"),
    ],
)
def test_numbers_after_arabic_letters_are_arabic(text: str, visual: str):
    assert reorder_bidi(text) == visual
