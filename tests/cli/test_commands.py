from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.cli.main import opens_builder
from listbuilder.cli.parsers import COMMANDS
from listbuilder.diagnostics import CODES

LISTS = Path(__file__).parents[2] / "data" / "lists"
LEGAL = LISTS / "aof-3.2-matins.yaml"
ILLEGAL = LISTS / "aof-3.2-illegal-one-hero-too-many.yaml"


def test_systems(run):
    ran = run("systems", "--format", "json")
    ids = {system["id"] for system in json.loads(ran.out)}
    assert {"aofr-basic", "aof-3.2", "aofr-2.7", "aofr-3", "way-of-wood", "aof-3.5"} <= ids
    assert "way-of-wood" in run("systems").out


def test_factions_of_a_system(run):
    data = json.loads(run("factions", "--system", "way-of-wood", "--format", "json").out)
    assert len(data) >= 2
    assert all("way-of-wood" in faction["systems"] and faction["units"] >= 12 for faction in data)


def test_unknown_ids_exit_with_two_and_suggestions(run):
    ran = run("factions", "--system", "nothing")
    assert ran.code == 2
    assert "way-of-wood" in ran.err
    assert run("units", "nobody").code == 2


def test_units_json_has_sections_and_options(run):
    faction = json.loads(run("units", "clockwork-abbey", "--format", "json").out)
    assert faction["faction"] == "clockwork-abbey"
    hero = next(unit for unit in faction["units"] if unit["hero"])
    assert {"id", "name", "size", "quality", "defense", "cost", "rules", "weapons", "sections"} <= hero.keys()
    section = next(section for unit in faction["units"] for section in unit["sections"])
    assert {"id", "label", "variant", "affects", "select", "targets", "options"} <= section.keys()
    assert {"id", "label", "cost"} <= section["options"][0].keys()


def test_show_prints_the_roster(run):
    ran = run("show", LEGAL)
    assert ran.code == 0
    assert "745 / 750" in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_show_of_an_illegal_list_exits_with_one(run):
    assert run("show", ILLEGAL).code == 1


def test_show_as_json_adds_up(run):
    roster = json.loads(run("show", LEGAL, "--format", "json").out)
    assert roster["points"] == sum(entry["cost"] for entry in roster["entries"]) == 745
    assert roster["models"] == sum(entry["models"] for entry in roster["entries"])


def test_explain_knows_every_code(run):
    for code in CODES:
        ran = run("explain", code)
        assert ran.code == 0
        assert code in ran.out


def test_explain_accepts_names_and_refuses_unknown_codes(run):
    assert run("explain", "too-many-heroes").out == run("explain", "org001").out
    assert run("explain", "XXX999").code == 2


def test_explain_without_a_code_lists_all(run):
    assert len(run("explain").out.splitlines()) == len(CODES)


def test_data_new_passes_data_check(run, tmp_path):
    for system in ("aof-3.2", "way-of-wood", "aofr-3"):
        target = tmp_path / f"{system}.yaml"
        assert run("data", "new", "--system", system, "--output", target).code == 0
        ran = run("data", "check", target)
        assert ran.code == 0, ran.out


def test_data_new_overwrites_only_with_force(run, tmp_path):
    target = tmp_path / "mine.yaml"
    target.write_text("precious", encoding="utf-8")
    assert run("data", "new", "--output", target).code == 2
    assert target.read_text(encoding="utf-8") == "precious"
    assert run("data", "new", "--output", target, "--force").code == 0


def test_data_check_names_file_line_and_suggestion(run, tmp_path):
    target = tmp_path / "mine.yaml"
    run("data", "new", "--system", "aof-3.2", "--output", target)
    text = target.read_text(encoding="utf-8").replace("quality:", "qualty:", 1)
    target.write_text(text, encoding="utf-8")
    ran = run("data", "check", target)
    line = text[: text.index("qualty")].count("\n") + 1
    assert ran.code == 2
    assert f"mine.yaml:{line}:" in ran.out
    assert "quality" in ran.out


def test_data_option_adds_a_folder(run, tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    run("data", "new", "--system", "aof-3.2", "--output", folder / "my-faction.yaml")
    data = json.loads(run("factions", "--data", folder, "--format", "json").out)
    assert "my-faction" in {faction["id"] for faction in data}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert "usage: listbuilder" in ran.out


def test_unknown_command_exits_with_two(run):
    assert run("frobnicate").code == 2
    assert run("validate").code == 2


def test_only_list_files_open_the_builder(tmp_path):
    assert opens_builder([])
    assert opens_builder([str(LEGAL)])
    assert not opens_builder(["validate"])
    assert not opens_builder([str(tmp_path / "nothing")])


def test_sample_is_printed_without_a_terminal(run):
    ran = run("run-sample", LEGAL)
    assert ran.code == 0
    assert "745 / 750" in ran.out


def test_ascii_encoding_gets_ascii_symbols():
    """A stream that is not UTF-8 gets similar ASCII characters, never an error."""
    ran = subprocess.run(
        [sys.executable, "-m", "listbuilder", "validate", str(LEGAL)],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": "", "LISTBUILDER_LANG": "de", "HOME": "/nonexistent"},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(b"+ ")


def test_internal_errors_print_no_traceback(run, monkeypatch):
    def explode(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("listbuilder.cli.commands.systems.print_table", explode)
    ran = run("systems")
    assert ran.code == 3
    assert "boom" in ran.err
    assert "Traceback" not in ran.err


def test_language_folder_adds_a_language(run, tmp_path):
    folder = tmp_path / "own" / "i18n" / "fr"
    folder.mkdir(parents=True)
    (folder / "words.json").write_text('{"verdict.legal": "conforme", "odd": 3}', encoding="utf-8")
    ran = run("validate", LEGAL, "--data", tmp_path / "own", "--lang", "fr")
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith("conforme")
    assert ran.out.splitlines()[1:] == run("validate", LEGAL).out.splitlines()[1:], "the rest stays English"
