"""Armies that are hard to recognise from share text survive a round trip."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.judging.judge import judge_army, judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.sheet import PrintOptions

OPTIONS = PrintOptions(width=100)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def there_and_back(system: str, unit: dict[str, Any], library: Library) -> tuple[Judged, Judged]:
    """Write a list of one unit as share text and read it back."""
    raw = {"format": 1, "name": "Hard", "system": system, "points": 750, "units": [unit]}
    written = judge_army(parse_list(raw).army, library)
    assert isinstance(written, Judged)
    text = find_exporter("army-forge").export([build_document(written, "en", OPTIONS)], OPTIONS)
    (read,) = judge_bytes(text, "share.txt", library)
    assert isinstance(read, Judged)
    return written, read


HARD = {
    "one model's knife was swapped before those of all": (
        "aof-3.5",
        {"unit": "free-cities/roofrunners", "upgrades": ["stiletto", "two-knives"]},
    ),
    "one model's knife was swapped after those of all": (
        "aof-3.5",
        {"unit": "free-cities/roofrunners", "upgrades": ["roof-slates", "stiletto"]},
    ),
    "a swap gives back some of what it takes": (
        "aof-3.2",
        {"unit": "ramhorn-clans/icefall-raiders", "upgrades": ["great-axe", {"axe-and-pick": 5}]},
    ),
    "optional picks, combined single model": (
        "aofr-2.7",
        {
            "unit": "reed-league/fen-wyrm",
            "upgrades": ["marsh-gas", "lurker", "venom-fangs"],
            "combined": {"upgrades": ["lurker", "venom-fangs"]},
        },
    ),
}


@pytest.mark.parametrize(("system", "unit"), HARD.values(), ids=HARD)
def test_share_text_round_trip_keeps_the_army(system: str, unit: dict[str, Any], library: Library):
    written, read = there_and_back(system, unit, library)
    assert read.army_hash == written.army_hash
    assert {finding.code for finding in read.report} - {finding.code for finding in written.report} <= {"IMP005"}


def test_share_text_leaves_the_edition_open(library: Library):
    unit = {"unit": "amber-march/marchmen"}
    _, after = there_and_back("aofr-2.7", unit, library)
    assumed = [finding for finding in after.report if str(finding.params.get("value")).endswith("Regiments 2.7")]
    assert [finding.code for finding in assumed] == ["IMP005"]
