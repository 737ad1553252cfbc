"""A folder of thousands of lists is judged in one process: what was judged is gone at once, without a look for it."""

from __future__ import annotations

import gc
import json

from listbuilder.diagnostics import Fixes
from listbuilder.judging import judge_bytes
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
    return sum(isinstance(one, Fixes) for one in gc.get_objects())


def test_a_report_whose_fixes_were_read_in_part_leaves_no_circles(library: Library):
    gc.collect()
    gc.disable()
    try:
        before = alive()
        (judged,) = judge_bytes(json.dumps(ILLEGAL).encode(), "a.json", library)
        assert sum(found.fix is not None for found in judged.report) > 1
        assert alive() > before
        del judged
        assert alive() == before
    finally:
        gc.enable()
