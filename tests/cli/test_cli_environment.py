"""What commands depend on: the terminal, the user's data folders, a list's own event."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import unknown_word
from tests.sentences import sentence

LISTS = Path(__file__).parents[2] / "data" / "lists"
FACTIONS = Path(__file__).parents[2] / "data" / "factions" / "original"
VALE = LISTS / "aof-3.5-the-iron-vale.yaml"


def test_list_is_printed_without_a_terminal(run):
    ran = run(VALE)
    assert ran.code == 0
    assert "The Iron Vale" in ran.out


def test_help_is_shown_without_terminal_and_list(run):
    ran = run()
    assert ran.code == 2
    assert ran.out == ""
    assert "validate" in ran.err


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own" / "factions"
    folder.mkdir(parents=True)
    (folder / "free-cities.yaml").write_bytes((FACTIONS / "free-cities.yaml").read_bytes())
    return folder


def shadowed(own: Path) -> dict[str, object]:
    """Return the values of the message about a file that hides a bundled one."""
    hidden = FACTIONS / "free-cities.yaml"
    return {"file": own / hidden.name, "hidden": hidden, "id": "free-cities (aofr-3, aof-3.5)"}


def test_user_data_hiding_bundled_data_is_reported(run, own):
    ran = run("factions", "--data", own.parent)
    assert ran.code == 0
    assert ran.err.count(sentence("cli.shadowed", **shadowed(own))) == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_hidden_data_is_reported_once_for_all_processes(run, own, jobs, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    ran = run("validate", VALE, VALE, "--data", own.parent, "--jobs", jobs)
    assert ran.err.count(sentence("cli.shadowed", **shadowed(own))) == 1


def test_unreadable_user_data_is_reported(run, own):
    (own / "broken.yaml").write_text("format: 1\n  id: [", encoding="utf-8")
    ran = run("factions", "--data", own.parent)
    assert "broken.yaml:2" in ran.err
    assert "DAT004" in ran.err


def test_list_is_checked_against_its_named_event(run, tmp_path):
    named = tmp_path / "named.yaml"
    named.write_text(VALE.read_text(encoding="utf-8") + "event: regiments-autumn\n", encoding="utf-8")
    ran = run("validate", named, "--format", "json")
    findings = json.loads(ran.out)["lists"][0]["diagnostics"]
    assert "EVT001" in {finding["code"] for finding in findings}
    assert run("validate", named, "--event", "club-day-2000").code == 0


def test_folder_report_aligns_the_verdict_column(run):
    ran = run("validate", LISTS)
    table = ran.out.split("\n\n")[0].splitlines()
    assert len({line.rindex("  ") for line in table}) == 1
    assert "Amber March 1.0 (" in ran.out


def test_unit_findings_name_their_book(run):
    ran = run("validate", LISTS / "aofr-2.7-illegal-spring-flood.yaml", "--format", "json")
    findings = json.loads(ran.out)["lists"][0]["diagnostics"]
    assert {finding["source"] for finding in findings if finding["code"].startswith("UPG")} == {"Reed League 1.0"}
    assert all(finding["source"] for finding in findings)


def test_mistyped_id_gets_a_suggestion(run):
    ran = run("units", "human-empir")
    assert ran.code == 2
    assert ran.err == unknown_word("faction", "human-empir", near="human-empire") + "\n"
    german = run("units", "human-empir", "--lang", "de")
    assert german.err == unknown_word("faction", "human-empir", "de", near="human-empire") + "\n"


def test_ids_are_never_truncated(run):
    ran = run("factions")
    assert "giant-tribes-change-disciples " in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_hidden_folders_and_backups_are_skipped(run, tmp_path):
    for name in (".git/list.yaml", "list.yaml.bak", "sub/list.yaml"):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(VALE.read_bytes())
    records = json.loads(run("validate", tmp_path / "in", "--format", "json").out)["lists"]
    assert [Path(record["path"]).parent.name for record in records] == ["sub"]


def test_missing_book_file_is_not_an_unknown_faction(run):
    ran = run("data", "diff", "nowhere/orcs.json", "orcs")
    assert ran.code == 2
    assert "DAT001" in ran.err


@pytest.mark.parametrize(
    "key", ["force_org: true", "limits: {heroes: {per: 500}}", "required: [player]", "points: 750"]
)
def test_event_file_is_recognised_by_any_event_key(run, tmp_path, key):
    event = tmp_path / "cup.yaml"
    event.write_text(f"format: 1\nid: cup\nname: Cup\n{key}\n", encoding="utf-8")
    assert run("data", "check", event).code == 0
