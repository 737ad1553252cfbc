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


def judge_sample(name: str, library: Library) -> Judged:
    (outcome,) = judge_file(LISTS / f"{name}.yaml", library)
    assert isinstance(outcome, Judged)
    return outcome


@pytest.mark.parametrize("kind", ["pdf", "html"])
@pytest.mark.parametrize("layout", Layout)
def test_printed_pdf_is_read_as_lists(kind: str, layout: Layout, library: Library):
    options = PrintOptions(layout=layout)
    before = [judge_sample(name, library) for name in NAMES]
    content = find_exporter(kind).export([build_document(source, "en", options) for source in before], options)
    after = judge_bytes(content, f"lists.{kind}", library)
    assert [outcome.list_hash for outcome in after if isinstance(outcome, Judged)] == [
        source.list_hash for source in before
    ]


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_opponent_sheet_carries_no_list(kind: str, library: Library):
    options = PrintOptions(points=False, notes=False, share=False)
    content = find_exporter(kind).export([build_document(judge_sample(NAMES[0], library), "en", options)], options)
    (outcome,) = judge_bytes(content, f"list.{kind}", library)
    assert isinstance(outcome, Unreadable)


@pytest.mark.parametrize("raw", [b"%PDF-1.7\n", b"%PDF-1.7\n<rdf:li>lb1.AAAA</rdf:li>", b"%PDF-1.4 lb1.x \xff\xfe\x00"])
def test_pdf_without_list_is_refused(raw: bytes, library: Library):
    (judged,) = judge_bytes(raw, "any.pdf", library)
    assert isinstance(judged, Unreadable)
    assert {finding.code for finding in judged.report} <= {"IMP001", "LST001", "LST003", "IMP002"}
