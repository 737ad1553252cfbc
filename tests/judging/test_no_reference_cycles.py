"""Judging leaves no reference cycles, so thousands of lists need no garbage collection."""

from __future__ import annotations

import gc
import json

import pytest

from listbuilder.cli.reporters import REPORTERS, find_reporter
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics import FixSequence
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import RecordDetail, build_list_record
from listbuilder.library import Library

ILLEGAL = {
    "format": 1,
    "system": "aof-3.5",
    "points": 100,
    "units": [
        {"id": name, "unit": "dark-elves/witches", "upgrades": ["nope", "sergeant", "sergeant"]} for name in "ab"
    ],
}


def alive() -> int:
    return sum(isinstance(instance, FixSequence) for instance in gc.get_objects())


def test_partly_read_fixes_leave_no_cycles(library: Library):
    gc.collect()
    gc.disable()
    try:
        before = alive()
        (judged,) = judge_bytes(json.dumps(ILLEGAL).encode(), "a.json", library)
        assert sum(finding.fix is not None for finding in judged.report) > 1
        assert alive() > before
        del judged
        assert alive() == before
    finally:
        gc.enable()


@pytest.mark.parametrize("name", REPORTERS)
def test_garbage_does_not_grow_with_lists(library: Library, name: str):
    (judged,) = judge_bytes(json.dumps(ILLEGAL).encode(), "a.json", library)
    record = build_list_record(judged, "en", RecordDetail(every_fix=True))
    report = find_reporter(name)

    def rubbish(lists: int) -> int:
        gc.collect()
        for _piece in report(iter([record] * lists), "en", Terminal()):
            pass
        return gc.collect()

    gc.disable()
    try:
        rubbish(1)  # the first run imports modules
        assert rubbish(40) == rubbish(2)
    finally:
        gc.enable()
