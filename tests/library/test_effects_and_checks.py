"""Effects in files, checking files together, and rebuilding the index."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.check_files import check_all, check_file
from listbuilder.library import Library
from listbuilder.library.build_faction import build_effect, build_effects
from listbuilder.library.code_pages import explain, format_explanation, write_pages
from listbuilder.model import RuleId
from listbuilder.model.effects import Bearers, Bias, Branch, Effect, NumberRange, Scope, Side, TargetCondition, Trigger
from listbuilder.model.notation import parse_rule
from tests.library.library_samples import FACTION
from tools import build_index as writing


def effect(**more: Any) -> Effect:
    usual: dict[str, Any] = {"verbs": {}, "side": Side("attack"), "bearers": Bearers("each"), "scope": Scope("model")}
    return Effect(**{**usual, **more})


@pytest.mark.parametrize(
    ("raw", "built"),
    [
        ({}, effect()),
        ({"hit": 1, "hits": "X"}, effect(verbs={"hit": 1, "hits": "X"})),
        ({"side": "target"}, effect(side=Side.TARGET, bearers=Bearers("all"))),
        ({"side": "target", "bearers": "each"}, effect(side=Side.TARGET)),
        ({"when": ["charge", ["far", "shoot"]]}, effect(when=(frozenset({"charge"}), frozenset({"far", "shoot"})))),
        ({"against": {"defense": {"least": 4}}}, effect(against=(TargetCondition("defense", NumberRange(4, 99)),))),
        ({"against": {"tough": {"most": 3}}}, effect(against=(TargetCondition("tough", NumberRange(0, 3)),))),
        ({"on": {"hit": 5}}, effect(on=Trigger("hit", NumberRange(5, 6)))),
        ({"on": {"hit": 1}}, effect(on=Trigger("hit", NumberRange(1, 1)))),
        ({"on": {"block": 2}}, effect(on=Trigger("block", NumberRange(1, 2)))),
        ({"ignore": "cover"}, effect(ignore=frozenset({"cover"}))),
        ({"ignore": ["cover", "regeneration"]}, effect(ignore=frozenset({"cover", "regeneration"}))),
        ({"grants": "AP(1)", "improves": "Fear Less"},
         effect(grants=parse_rule("AP(1)"), improves=RuleId("fear-less"))),
        ({"instead": [{"hit": 1}], "every_way": True},
         effect(replacement=(effect(verbs={"hit": 1}),), all_branches=True)),
        ({"choose": [{"hit": 1}]}, effect(branches=(Branch((effect(verbs={"hit": 1}),)),))),
        ({"roll": [{"on": "1-3", "hit": 1}, {"on": 6, "hit": 2}]},
         effect(branches=(Branch((effect(verbs={"hit": 1}),), NumberRange(1, 3)),
                          Branch((effect(verbs={"hit": 2}),), NumberRange(6, 6))))),
        ({"once": True}, effect(once=True)),
    ],
)  # fmt: skip
def test_effects_are_built_from_the_file(raw: dict[str, Any], built: Effect) -> None:
    assert asdict(build_effect(raw)) == asdict(built)


def test_missing_effects_are_none() -> None:
    assert (build_effects(None), build_effects([])) == (None, ())
    leaning = build_effect({"without": next(iter(Bias)).value})
    assert isinstance(leaning.unmodelled_bias, Bias)
    assert build_effect({}).markers is None


def test_check_reports_progress_per_file(data: Path) -> None:
    for number in range(9):
        (data / f"f{number}.yaml").write_text(FACTION.replace("id: testers", f"id: testers-{number}"))
    steps: list[tuple[int, int]] = []
    reports = check_all([data, data / "f0.yaml"], jobs=2, progress=lambda done, of: steps.append((done, of)))
    assert steps == [(number, 9) for number in range(1, 10)]
    assert [path.name for path in reports] == [f"f{number}.yaml" for number in range(9)]
    assert all(report.legal for report in reports.values())
    assert [path.name for path in check_all([data / "f3.yaml"], data_dirs=[data])] == ["f3.yaml"]


def test_unknown_file_kinds_list_the_known_ones(data: Path) -> None:
    (data / "odd.yaml").write_text("just: text\n")
    (data / "empty.yaml").write_text("")
    odd, empty = (list(check_file(data / name, Library.open([data]))) for name in ("odd.yaml", "empty.yaml"))
    assert [(finding.code, bool(finding.params["kinds"])) for finding in (*odd, *empty)] == [
        ("DAT017", True),
        ("DAT017", False),
    ]
    assert [finding.place and (finding.place.line, finding.place.column) for finding in (*odd, *empty)] == [
        (1, 1),
        (1, 1),
    ]


def test_only_the_hiding_file_gets_the_note(data: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for folder in (data, other):
        (folder / "f.yaml").write_text(FACTION)
    library = Library.open([data, other])
    assert [finding.code for finding in check_file(other / "f.yaml", library)] == ["DAT014"]
    assert [finding.code for finding in check_file(data / "f.yaml", library)] == []


def test_index_command_names_skipped_files(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    (schemas / "defs.schema.json").write_text('{"$defs": {}}', encoding="utf-8")
    monkeypatch.setattr(writing, "bundled_data_folder", lambda: data)
    monkeypatch.setattr(writing, "bundled_schema_folder", lambda: schemas)
    (data / "f.yaml").write_text(FACTION)
    assert (writing.main(), capsys.readouterr().err) == (0, "")
    assert '"id": "testers"' in (data / "index.json").read_text("utf-8")
    (data / "odd.yaml").write_text("just: text\n")
    assert writing.main() == 1
    assert capsys.readouterr().err.startswith("odd.yaml ")


def test_code_pages_are_written_into_any_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "codes"
    first, again = write_pages(folder, "en"), write_pages(folder, "en")
    assert first == again
    assert (folder / "ORG001.md").read_text("utf-8") == format_explanation(explain("ORG001", "en"))
    index = (folder / "README.md").read_text("utf-8")
    assert "## ORG: " in index
    assert "- [ORG001](ORG001.md) `too-many-heroes` " in index
    assert len(first) == len(list(folder.iterdir()))
