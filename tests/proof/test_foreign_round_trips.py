"""Generated armies survive a round trip through other programs' formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.judging.judge import judge_army, judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.hashes import army_hash
from listbuilder.model import Roster
from listbuilder.sheet import PrintOptions
from proof.army_forge_saves import army_forge_save, can_be_saved
from proof.generated_lists import legal_lists, list_sources


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="module")
def rosters(library: Library) -> list[Roster]:
    armies = legal_lists(list_sources(library)[:40], 40, seed=11)
    candidates = [table.build_roster(army) for table, army in armies]
    assert sum(map(can_be_saved, candidates)) >= 30
    return [roster for roster in candidates if can_be_saved(roster)]


def read(path: Path, text: str, library: Library) -> Judged:
    path.write_text(text, encoding="utf-8")
    (judged,) = judge_file(path, library)
    assert isinstance(judged, Judged)
    return judged


def test_army_forge_save_round_trips(rosters: list[Roster], library: Library, tmp_path: Path):
    for roster in rosters:
        judged = read(tmp_path / "save.json", json.dumps(army_forge_save(roster)), library)
        assert judged.verdict is Verdict.LEGAL, list(judged.report)
        back = judged.roster
        assert (back.cost, back.models, back.activations) == (roster.cost, roster.models, roster.activations)
        assert judged.army_hash == army_hash(roster)


def test_share_text_round_trips(rosters: list[Roster], library: Library, tmp_path: Path):
    options = PrintOptions(width=100)
    for roster in rosters:
        judged = judge_army(roster.army, library)
        assert isinstance(judged, Judged)
        document = build_document(judged, "en", options)
        text = find_exporter("army-forge").export([document], options).decode()
        assert read(tmp_path / "share.txt", text, library).army_hash == army_hash(roster)
