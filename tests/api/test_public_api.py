"""The public API: its names and what they do."""

from __future__ import annotations

import doctest
import inspect
import pydoc
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import listbuilder
from listbuilder import api
from listbuilder.errors import ListbuilderError, UnknownIdError
from listbuilder.library.build_system import build_event
from listbuilder.library.locations import bundled_data_folder
from listbuilder.sheet import Layout
from tests.sentences import sentence

LISTS = bundled_data_folder() / "lists"
ILLEGAL = LISTS / "aof-3.5-illegal-crown-council.yaml"
LEGAL = LISTS / "aof-3.5-the-iron-vale.yaml"

PROMISED = {
    "Choice": {"against", "edit", "ghost", "legal", "points", "preview", "text", "unit", "verdict"},
    "Finding": {"code", "diagnostic", "fixes", "line", "name", "severity", "source", "text", "unit"},
    "Fix": {"fix", "points", "text"},
    "JudgedList": {
        *("apply", "choices", "code", "export", "findings", "judged", "legal", "library", "name", "odds", "player"),
        *("points", "save", "size", "system", "units", "verdict"),
    },
    "ListedUnit": {"id", "models", "name", "points", "roster_entry", "worked"},
    "UnreadableListError": {"findings"},
}
"""Removing or redefining a name breaks programs and needs a new major version."""


def test_guide_examples_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, source in (("my-list.yaml", ILLEGAL), ("theirs.yaml", LEGAL)):
        (tmp_path / name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[2] / "docs" / "guide" / "python.md"
    tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, verbose=False)
    assert (tried.failed, tried.attempted > 15) == (0, True)


def test_public_names_are_exactly_as_promised() -> None:
    assert set(listbuilder.__all__) == {"JudgedList", "Library", "UnreadableListError", "load", "load_all"}
    assert set(api.__all__) == {*PROMISED, "load", "load_all"}
    for name, promised in PROMISED.items():
        offered = getattr(api, name)
        fields = {*getattr(offered, "__annotations__", {}), *vars(offered)}
        assert {field for field in fields if not field.startswith("_")} == promised, name
    assert list(inspect.signature(api.load).parameters) == ["path", "library", "event", "submitted"]
    with pytest.raises(AttributeError):
        listbuilder.nothing_of_this_name  # noqa: B018  # the access raises


def test_commands_do_not_import_the_api() -> None:
    code = "import listbuilder, sys; sys.exit('listbuilder.api' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_legal_list_prints_as_a_roster() -> None:
    army = listbuilder.load(LEGAL)
    assert (army.legal, army.verdict, army.points <= (army.size or 0)) == (True, "legal", True)
    assert army.points == sum(unit.points for unit in army.units)
    assert all(unit.name in str(army) for unit in army.units)
    assert army.name in repr(army)


def test_applying_fixes_makes_the_list_legal() -> None:
    army = listbuilder.load(ILLEGAL)
    finding = next(finding for finding in army.findings if finding.code == "HER009")
    assert str(finding) == finding.text("en") != finding.text("de")
    assert (finding.severity, finding.line is not None, finding.unit) == ("error", True, "squire")
    assert finding.source()
    for _ in army.findings:
        fix = next(
            (finding.fixes[0] for finding in army.findings if finding.severity == "error" and finding.fixes), None
        )
        if fix is not None:
            after = army.apply(fix)
            assert after.points - army.points == fix.points, str(fix)
            army = after
    assert army.legal


def test_choices_predict_points_and_verdict() -> None:
    army = listbuilder.load(LISTS / "aofs-3.5-the-lamp-street-watch.yaml")
    choices = list(army.choices())
    assert {choice.unit for choice in choices} == {None, *(unit.id for unit in army.units)}
    for choice in choices:
        after = army.apply(choice)
        assert (after.points - army.points, after.verdict) == (choice.points, choice.verdict), str(choice)
        assert choice.legal or choice.against


def test_odds_against_profiles_and_other_lists() -> None:
    army, other = listbuilder.load(LEGAL), listbuilder.load(ILLEGAL)
    unit = army.units[0]
    plain = army.odds(unit.id, "10xD6+T1")
    assert army.odds(unit.name, "10xD2+T1").mean_wounds < plain.mean_wounds
    assert army.odds(unit.id, (other, "titan")).mean_wounds > 0
    for nobody, target in (("Nobody", "10xD4+T1"), (unit.id, "ten men")):
        with pytest.raises(UnknownIdError):
            army.odds(nobody, target)


def test_reprs_are_short() -> None:
    army = listbuilder.load(ILLEGAL)
    finding = next(finding for finding in army.findings if finding.code == "HER009")
    assert repr(finding) == f"<Finding HER009 error: {finding.text('en')!r}>"
    assert repr(finding.fixes[0]) == f"<Fix {sentence('fix.part', unit='Champion no. 3')!r}>"
    assert repr(army.units[0]) == "<ListedUnit 'titan': Elemental Titan (810)>"
    choice = f"{sentence('edit.add', subject='Steam-Suit Champion')} (+130)"
    assert repr(next(army.choices())) == f"<Choice {choice!r}: illegal>"


def test_help_documents_every_name() -> None:
    shown = pydoc.plain(pydoc.render_doc(listbuilder))
    for name in listbuilder.__all__:
        assert name in shown
    assert "load(path:" in shown
    assert "for finding in army.findings:\n" in shown


def test_export_options_match_the_command_line() -> None:
    army = listbuilder.load(LEGAL)
    assert army.export(layout="cards") == army.export(layout=Layout.CARDS) != army.export(layout="roster")
    for wrong in ({"layout": "card"}, {"lay_out": "cards"}, {"language": "xx"}):
        with pytest.raises(UnknownIdError) as caught:
            army.export("html", **wrong)
        assert len(caught.value.known) > 1


def test_event_can_be_id_or_file(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("format: 1\nid: own\nname: Own\nsystems: [aof-3.5]\npoints: 100\n", encoding="utf-8")
    assert listbuilder.load(LEGAL, event="club-day-2000").legal
    assert listbuilder.load(LEGAL, event=file).size == 100
    with pytest.raises(UnknownIdError):
        listbuilder.load(LEGAL, event="nowhere")


def test_saved_list_loads_again(tmp_path: Path) -> None:
    army = listbuilder.load(LEGAL)
    assert army.export().startswith(b"%PDF")
    assert army.export("html", language="de", large=True).startswith(b"<!DOCTYPE html>")
    for name in ("a.yaml", "a.json"):
        army.save(tmp_path / name)
        assert listbuilder.load(tmp_path / name).code == army.code


def test_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(ListbuilderError, match=r"unknown format: doc \(known: pdf, "):
        listbuilder.load(LEGAL).export("doc")


def test_unreadable_list_raises_with_reasons(tmp_path: Path) -> None:
    (tmp_path / "no.yaml").write_text("[unfinished")
    with pytest.raises(listbuilder.UnreadableListError) as caught:
        listbuilder.load(tmp_path / "no.yaml")
    assert str(caught.value) == " ".join(map(str, caught.value.findings)) != ""
    (error,) = listbuilder.load_all(tmp_path / "no.yaml")
    assert isinstance(error, listbuilder.UnreadableListError)


def test_custom_library_can_be_used(tmp_path: Path) -> None:
    nothing = listbuilder.Library.open([tmp_path], bundled=True, user=False)
    assert listbuilder.load(LEGAL, library=nothing).legal


def test_submission_time_is_compared_with_deadline() -> None:
    deadline = datetime(2026, 5, 1, 18, tzinfo=UTC)
    cup = build_event({"id": "cup", "name": "Cup", "deadline": deadline.isoformat()})
    for late, minutes in ((False, 0), (True, 1)):
        moment = deadline + timedelta(minutes=minutes)
        for submitted in (moment, moment.replace(tzinfo=None)):
            army = listbuilder.load(LEGAL, event=cup, submitted=submitted)
            (other,) = listbuilder.load_all(LEGAL, event=cup, submitted=submitted)
            assert isinstance(other, listbuilder.JudgedList)
            assert [("EVT008" in {finding.code for finding in army_list.findings}) for army_list in (army, other)] == [
                late,
                late,
            ]
