"""Our own PDFs are read back as the lists they show."""

from __future__ import annotations

import pytest

from listbuilder.exporters import find_exporter
from listbuilder.exporters.exporter import build_document
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder
from listbuilder.sheet import Layout, PrintOptions

LISTS = bundled_data_folder() / "lists"
NAMES = ("aof-3.5-the-iron-vale", "way-of-wood-night-watch")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def judged(name: str, library: Library) -> Judged:
    (found,) = judge_file(LISTS / f"{name}.yaml", library)
    assert isinstance(found, Judged)
    return found


@pytest.mark.parametrize("kind", ["pdf", "html"])
@pytest.mark.parametrize("layout", Layout)
def test_printed_pdf_is_read_as_lists(kind: str, layout: Layout, library: Library):
    options = PrintOptions(layout=layout)
    before = [judged(name, library) for name in NAMES]
    made = find_exporter(kind).export([build_document(one, "en", options) for one in before], options)
    after = judge_bytes(made, f"lists.{kind}", library)
    assert [one.list_hash for one in after if isinstance(one, Judged)] == [one.list_hash for one in before]


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_opponent_sheet_carries_no_list(kind: str, library: Library):
    options = PrintOptions(points=False, notes=False, share=False)
    made = find_exporter(kind).export([build_document(judged(NAMES[0], library), "en", options)], options)
    (found,) = judge_bytes(made, f"list.{kind}", library)
    assert isinstance(found, Unreadable)


@pytest.mark.parametrize("raw", [b"%PDF-1.7\n", b"%PDF-1.7\n<rdf:li>lb1.AAAA</rdf:li>", b"%PDF-1.4 lb1.x \xff\xfe\x00"])
def test_pdf_without_list_is_refused(raw: bytes, library: Library):
    (judged,) = judge_bytes(raw, "any.pdf", library)
    assert isinstance(judged, Unreadable)
    assert {finding.code for finding in judged.report} <= {"IMP001", "LST001", "LST003", "IMP002"}
