"""The checked-in gallery is what the program prints today."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from listbuilder.i18n import languages
from listbuilder.sheet import Layout
from tests.exporters.pdf.printed_lists import ROOT, army, library
from tools import gallery
from tools.gallery import MADE_WITH, SYSTEMS, Sample, made_with, main, render, samples

FOLDER = ROOT / "exports"
SAMPLES = list(samples())
NEAR = 0.5
"""Maximum distance in points between two positions that count as equal."""


def words(pdf: bytes) -> list[list[tuple[str, float, float]]]:
    """Return the texts of every page with their positions."""
    pages = []
    for page in PdfReader(BytesIO(pdf)).pages:
        page_words: list[tuple[str, float, float]] = []

        def note(
            text: str, _cm: object, tm: list[float], *_: object, to: list[tuple[str, float, float]] = page_words
        ) -> None:
            if text.strip():
                to.append((text.strip(), tm[4], tm[5]))

        page.extract_text(visitor_text=note)
        pages.append(page_words)
    return pages


def assert_alike(pdf: bytes, other: bytes) -> None:
    """Compare two files by page count, words and positions."""
    here, there = words(pdf), words(other)
    assert len(here) == len(there)
    for mine, theirs in zip(here, there, strict=True):
        assert [text for text, _, _ in mine] == [text for text, _, _ in theirs]
        for (text, x, y), (_, x2, y2) in zip(mine, theirs, strict=True):
            assert abs(x - x2) <= NEAR, text
            assert abs(y - y2) <= NEAR, text


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.path)
def test_sample_is_up_to_date(sample: Sample):
    rendered, stored = render(sample, library()), (FOLDER / sample.path).read_bytes()
    if sample.format == "pdf":
        if rendered != stored:
            assert_alike(rendered, stored)
        same_tools = made_with() == json.loads((FOLDER / MADE_WITH).read_text("utf-8"))
        assert rendered == stored or not same_tools
    else:
        assert rendered.decode() == stored.decode()


def test_position_comparison_can_fail():
    texts = [
        (FOLDER / SYSTEMS[0] / f"{layout.value}.en.pdf").read_bytes() for layout in (Layout.ROSTER, Layout.COMPACT)
    ]
    assert_alike(texts[0], texts[0])
    with pytest.raises(AssertionError):
        assert_alike(*texts)


def test_every_system_has_every_layout_and_language():
    shown = {sample.path for sample in SAMPLES if sample.path.split("/")[0] in SYSTEMS}
    assert len(shown) == len(SYSTEMS) * len(Layout) * len(languages())
    listed = {system for header in library().factions() for system in header.systems}
    assert {army(ROOT / "data" / "lists" / f"{name}.yaml").system for name in SYSTEMS} == listed


def test_gallery_is_small():
    assert sum((FOLDER / sample.path).stat().st_size for sample in SAMPLES) < 4_500_000


def test_command_requires_a_folder(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_command_writes_only_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few = [sample for sample in SAMPLES if sample.path.endswith((".txt", ".md"))][:2]
    monkeypatch.setattr(gallery, "samples", lambda: iter(few))
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "mine.txt").write_text("mine", encoding="utf-8")
    for _ in range(2):
        assert main([str(tmp_path)]) == 0
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {MADE_WITH, "formats/mine.txt", *(sample.path for sample in few)}
    for sample in few:
        assert (tmp_path / sample.path).read_bytes() == render(sample, library())
    assert (tmp_path / MADE_WITH).read_text("utf-8") == json.dumps(made_with(), indent=2) + "\n"
