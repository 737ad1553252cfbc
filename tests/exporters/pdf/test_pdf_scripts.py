"""Right-to-left names, joined letters and system fonts."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from listbuilder.exporters.pdf import fonts
from listbuilder.exporters.pdf.fonts import FONT_FOLDER, Weight, find_fonts, font_folders, load_typeface
from listbuilder.exporters.pdf.pdf_file import export_pdf
from listbuilder.exporters.pdf.text_shaping import reorder_bidi, shape_arabic
from listbuilder.sheet import PrintOptions
from tests.exporters.sheet_samples import document, hostile_army

ISOLATED, FINAL, INITIAL, MEDIAL = "\ufe8f", "\ufe90", "\ufe91", "\ufe92"
BEH, ALEF, LAM, REH, FATHA, TATWEEL = "\u0628", "\u0627", "\u0644", "\u0631", "\u064e", "\u0640"
PEH = "\u067e"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        (BEH, ISOLATED),
        (BEH * 3, INITIAL + MEDIAL + FINAL),
        (f"{BEH} {BEH}", f"{ISOLATED} {ISOLATED}"),
        (BEH + ALEF + BEH, INITIAL + "\ufe8e" + ISOLATED),
        (REH + BEH, "\ufead" + ISOLATED),
        (BEH + FATHA + BEH, INITIAL + FATHA + FINAL),
        (BEH + TATWEEL + BEH, INITIAL + TATWEEL + FINAL),
        (LAM + ALEF, "\ufefb"),
        (BEH + LAM + ALEF + BEH, INITIAL + "\ufefc" + ISOLATED),
        (LAM + ALEF + FATHA, "\ufefb" + FATHA),
        (BEH + LAM + ALEF + FATHA + BEH, INITIAL + "\ufefc" + FATHA + ISOLATED),
        (LAM + FATHA + ALEF, "\ufedf" + FATHA + "\ufe8e"),
        (PEH + PEH, "\ufb58\ufb57"),
        ("Otto", "Otto"),
        ("\u05d0\u05d1", "\u05d0\u05d1"),
        ("", ""),
    ],
)
def test_arabic_letters_take_their_joined_form(text: str, joined: str):
    assert shape_arabic(text) == joined


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("abc", "abc"),
        ("אבג", "גבא"),
        ("a אב b", "a בא b"),
        ("אב גד!", "!דג בא"),
        ("Otto אב גד", "Otto דג בא"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב 1,500 גד", "דג 1,500 בא"),
        ("אב (גד) ה", "ה (דג) בא"),
        ("a (אב) 3", "a (בא) 3"),
        ("שָׁב", "בשָׁ"),
        ("אב abc גד", "דג abc בא"),
        ("12 אב", "בא 12"),
        ("", ""),
    ],
)
def test_line_is_put_into_visual_order(text: str, visual: str):
    assert reorder_bidi(text) == visual


def test_every_joined_letter_has_a_glyph():
    face = load_typeface(Weight.REGULAR)
    name = (
        "\u0641\u0631\u0633\u0627\u0646 \u0627\u0644\u0635\u062d\u0631\u0627\u0621 \u0627\u0644\u0623\u0648\u0644\u0649"
    )
    assert all(run.face is not None for run in face.split_runs(name))
    assert face.width(name) == pytest.approx(sum(run.width for run in face.split_runs(name)))


def test_unsupported_text_is_one_mark(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fonts, "_find_system_face", lambda letter: None)  # noqa: ARG005 - as it is called
    runs = load_typeface(Weight.BOLD).split_runs("A 龍騎兵 B")
    assert [(run.face is None, run.text) for run in runs] == [(False, "A "), (True, "龍騎兵"), (False, " B")]
    assert runs[1].width == fonts.SUBSTITUTE_WIDTH


def test_system_fonts_are_found_by_name_in_order(tmp_path: Path):
    for name in ("deep/er/unifont.ttf", "WQY-MicroHei.ttc", "other.ttf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"no font")
    (tmp_path / "round").symlink_to(tmp_path)
    fonts = find_fonts([tmp_path, tmp_path / "missing"])
    assert [path.name for path in fonts] == ["WQY-MicroHei.ttc", "unifont.ttf"]
    assert all(isinstance(folder, Path) for folder in font_folders())


def test_letter_uses_first_system_font_that_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "wqy-microhei.ttc").write_bytes(b"no font at all")
    shutil.copy(FONT_FOLDER / f"{Weight.REGULAR.value}.ttf", tmp_path / "unifont.ttf")
    monkeypatch.setattr(fonts, "find_system_fonts", lambda: find_fonts([tmp_path]))
    fonts._find_system_face.cache_clear()
    try:
        face = fonts._find_system_face("Ж")
        assert face is not None
        assert face.font.fontName == "System-unifont"
        assert fonts._find_system_face("龍") is None
    finally:
        fonts._find_system_face.cache_clear()


def test_copied_text_is_the_original():
    pdf = export_pdf([document(army=hostile_army())], PrintOptions())
    pages = b"".join(page.get_contents().get_data() for page in PdfReader(BytesIO(pdf)).pages)
    assert "שלום".encode("utf-16-be").hex().upper().encode() in pages
