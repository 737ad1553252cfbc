"""Usage errors, examples, shell completion, the manual page, --quiet, --sort and --color."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.commands.help import format_man_page
from listbuilder.cli.completion_engine import NAME_KINDS, complete
from listbuilder.cli.parsers import COMMANDS, EXAMPLES, build_parser
from listbuilder.i18n import languages
from listbuilder.library import Library
from tests.cli.conftest import unknown_word
from tests.sentences import sentence

EVERYTHING = build_parser([])
HERO = "format: 1\nname: H\nsystem: aof-3.5\npoints: 500\nunits:\n  - {id: a, unit: human-empire/champion}\n"
THREE = "format: 1\nname: T\nsystem: aof-3.5\npoints: 2000\nunits:\n" + "".join(
    f"  - {{id: {entry_id}, unit: human-empire/infantrymen, upgrades: [{pick}]}}\n"
    for entry_id, pick in (("a", "nonsense"), ("b", ""), ("c", "nonsense"))
)

Said: TypeAlias = Callable[[str], str]
"""What a command prints, by language."""


def says(key: str, *, option: str = "", **values: str) -> Said:
    """Return the message about an option, or about the whole line."""
    return lambda language: f"{option}: " * bool(option) + sentence(key, language, **values)


def wrong(kind: str, word: str, *, option: str = "", **more: str) -> Said:
    return lambda language: f"{option}: " * bool(option) + unknown_word(kind, word, language, **more)


def missing(name: str, example: str) -> Said:
    def message(language: str) -> str:
        return f"{sentence('usage.missing', language, names=name)} {sentence('usage.example', language, line=example)}"

    return message


NEAR_SYSTEMS = "aof-3.5, aofs-3.5, aofr-3"
NEAR_CODES = "too-many-heroes, too-many-points, too-many-copies"
DESK_PARTS = "init, take, check, letters, lock, verify, publish, reveal, prove, export"
WRONG: dict[str, Said] = {
    "validate x --jobs -3": says("usage.no-count", option="--jobs", value="-3"),
    "data check --jobs 0": says("usage.no-count", option="--jobs", value="0"),
    "data new list --points -5": says("usage.no-count", option="--points", value="-5"),
    "event new --points ²": says("usage.no-count", option="--points", value="²"),
    "valdate": wrong("command", "valdate", near="validate"),
    "desk chek .": wrong("part", "chek", near="check"),
    "help valdate": wrong("command", "valdate", near="validate"),
    "help desk chek": wrong("part", "chek", near="check"),
    "desk": says("usage.parts", parts=DESK_PARTS),
    "validate": missing("PATH", "listbuilder validate lists/iron-vale.yaml"),
    "rules": missing("SYSTEM", "listbuilder rules aof-3.5"),
    "validate a --fromat json": wrong("option", "--fromat", near="--format"),
    "validate a --format jsno": wrong("value", "jsno", option="--format", near="json"),
    "odds a --markers x": says("usage.no-number", option="--markers", value="x"),
    "validate a --jobs": says("usage.needs-value", option="--jobs"),
    "validate a --strict=1": says("usage.takes-none", option="--strict", value="1"),
    "validate a --s": says("usage.ambiguous", value="--s", others="--submitted, --sort, --strict"),
    "validate a --submitted x": says("usage.no-time", value="x"),
    "export a --pages 0": says("usage.no-count", option="--pages", value="0"),
    "export a --boxes --no-boxes": says("usage.not-together", option="--no-boxes", other="--boxes"),
    "serve --port 0": says("usage.no-port", option="--port", value="0"),
    "show a b c": says("usage.too-much", words="b, c"),
    "units human-empire --system way-of-wood": wrong("faction", "human-empire", known="murkmere, green-road"),
    "odds human-empire": says("odds.which-unit", faction="human-empire"),
    "odds human-empire/knights --given Tuogh --system aof-3.5": wrong("rule", "Tuogh", near="Tough"),
    "odds human-empire/knights --system aof-35": wrong("system", "aof-35", near=NEAR_SYSTEMS),
    "explain too-many-heros": wrong("code", "too-many-heros", near=NEAR_CODES),
    "explain xyzzy": wrong("code", "xyzzy", command="listbuilder explain"),
    "factions aof-35": wrong("system", "aof-35", near=NEAR_SYSTEMS),
}


@pytest.mark.parametrize(("line", "expected"), WRONG.items())
def test_wrong_arguments_are_explained_in_both_languages(run, line: str, expected: Said):
    for language in ("en", "de"):
        ran = run(*line.split(), "--lang", language)
        assert (ran.code, ran.out) == (2, "")
        assert expected(language) in " ".join(ran.err.split())
        assert "usage:" not in ran.err
        assert not ran.err.startswith("listbuilder") or max(map(len, ran.err.splitlines())) <= 80


def test_usage_errors_use_the_environment_language(run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LISTBUILDER_LANG", "de")
    assert unknown_word("command", "valdate", "de", near="validate") in " ".join(run("valdate").err.split())


def test_common_options_work_before_the_command(run):
    assert run("--lang", "de", "-q", "systems") == run("systems", "--lang", "de", "-q")
    german = run("--lang", "de", "help", "dsk")
    assert unknown_word("command", "dsk", "de", near="desk") in " ".join(german.err.split())


def test_missing_option_file_gets_a_suggestion(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "salt.txt").touch()
    (tmp_path / "list.yaml").write_text(HERO, encoding="utf-8")
    ran = run("prove", "list.yaml", "abc", "--salt-file", "slat.txt", "--lang", "de")
    assert (ran.code, ran.out) == (2, "")
    assert sentence("file.missing-near", "de", near="salt.txt") in " ".join(ran.err.split())


def test_every_command_has_examples():
    assert {parser.command for parser in EVERYTHING.walk()} == set(EXAMPLES)


@pytest.fixture
def world(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample folder that the examples use."""
    folder = tmp_path / "world"
    run("sample", folder)
    (folder / "salt.txt").write_text("salt", encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(BuilderLauncher, "serve", lambda *_, **__: None)
    return folder


@pytest.mark.usefixtures("world")
def test_every_example_runs(run):
    lines = dict.fromkeys(line for examples in EXAMPLES.values() for line in examples)
    ran = {}
    for line in lines:
        if line != "data check":  # slow, and other tests run it
            ran[line] = run(*shlex.split(line))
        if line.startswith("desk init"):
            with Path(line.split()[-1], "players.csv").open("a", encoding="utf-8") as players:
                players.write("p1,Your Name,,,\n")
    assert {line: result.err for line, result in ran.items() if result.code not in (0, 1)} == {}


def test_help_shows_examples(run):
    shown = run("help", "desk", "check").out
    assert shown == run("desk", "check", "--help").out
    assert shown.startswith(f"{sentence('help.word.usage')}: listbuilder desk check ")
    assert f"listbuilder {EXAMPLES['desk check'][0]}\n" in shown
    assert run("help").out == run("--help").out


@pytest.mark.parametrize("language", languages())
def test_manual_page_has_every_command_and_option(run, tmp_path: Path, language: str):
    page = run("help", "--man", "--lang", language).out
    assert page == format_man_page(build_parser([], language))
    assert f".SH {sentence('help.man.examples', language)}\n" in page
    plain = page.replace("\\-", "-")
    for parser in EVERYTHING.walk():
        assert parser is EVERYTHING or f'.SS "{parser.command}"\n' in plain
        assert [name for action in parser.actions for name in action.option_strings if name not in plain] == []
    (tmp_path / "page.1").write_text(page, encoding="utf-8")
    if shutil.which("groff"):
        checked = ["groff", "-man", "-ww", "-z", "-Tutf8", str(tmp_path / "page.1")]
        assert subprocess.run(checked, capture_output=True, text=True, check=True).stderr == ""


FACTIONS = {header.id for header in Library.open(user=False).factions()}
COMPLETED = {
    "": set(COMMANDS),
    "va": {"validate"},
    "desk c": {"check"},
    "desk check --st": {"--status"},
    "desk check x --status l": {"late", "legal"},
    "validate --format j": {"json", "junit"},
    "validate --format=j": {"--format=json", "--format=junit"},
    "validate --format = j": {"json", "junit"},
    "validate x --event club": {"club-day-2000", ":files"},
    "validate ": {":files"},
    "validate x --lang d": {"de"},
    "units human-e": {"human-empire"},
    "factions aofr": {"aofr-2.7", "aofr-3", "aofr-basic"},
    "units human-empire --system aofs": {"aofs-3.5"},
    "odds human-em": {"human-empire/", ":files"},
    "odds human-empire/knight": {"human-empire/knight", "human-empire/knights", ":files"},
    "odds human-empire/knights --against human-empire/champ": {"human-empire/champion", ":files"},
    "explain org00": {f"ORG00{number}" for number in range(1, 9)},
    "help val": {"validate"},
    "prove list.yaml ": set(),
    "li": {":files"},
    "lists/ir": {":files"},
    "lists/iron-vale.yaml ": set(),
    "lists/iron-vale.yaml --la": {"--lang"},
    "--l": {"--lang"},
    "--ver": {"--version"},
    "--lang d": {"de"},
    "--lang=d": {"--lang=de"},
    "--lang de va": {"validate"},
    "--lang de units human-e": {"human-empire"},
    "--lang de li": {":files"},
    "help desk ch": {"check"},
    "explain too-many-h": {"too-many-heroes"},
    "completion ": {"bash", "fish", "zsh"},
    "odds a --against x y --cov": {"--cover", "--coverage"},
    "odds a --against x --cover ": {":files", *(f"{name}/" for name in FACTIONS)},
    "show --no-texts ": {":files"},
    "show a.yaml b": set(),
    "show - b": set(),
    "show a.yaml --no-texts --form": {"--format"},
    "show a.yaml --lang=": {"--lang=en", "--lang=de"},
    "help desk l": {"letters", "lock"},
    "data new ": {"faction", "system", "event", "list"},
    "data n": {"new"},
    "-q val": {"validate"},
    "--lang de x.yaml ": set(),
    "validate --format =js": {"json"},
    "export a --grid ": {"3x3", "2x2", "1"},
    "desk init club": {"club-day-2000", ":files"},
    "rules aof-3.5 ": set(),
    "serve --port ": set(),
    "sho": {"show"},
    "nosuch ": set(),
}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.mark.parametrize(("line", "expected"), COMPLETED.items())
def test_completion_offers_commands_options_and_names(library: Library, line: str, expected: set[str]):
    assert {answer.word for answer in complete(line.split(" "), lambda: library)} == expected


def test_completion_descriptions_follow_the_language(run, monkeypatch: pytest.MonkeyPatch):
    german = f"validate\t{sentence('help.validate', 'de')}\n"
    assert run("complete", "--", "--lang", "de", "valid").out == german
    monkeypatch.setenv("LISTBUILDER_LANG", "de")
    assert run("complete", "--", "valid").out == german
    assert run("complete", "--", "validate", "--str").out == f"--strict\t{sentence('help.validate.strict', 'de')}\n"


def test_completion_uses_user_data_silently(run, world: Path):
    assert run("complete", "--", "units", "--data", "own", "river").out == "river-guild\tRiver Guild\n"
    (world / "own" / "factions" / "broken.yaml").write_text("- [", encoding="utf-8")
    ran = run("complete", "--", "odds", "--data", "own", "river-guild/")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("river-guild/")
    assert run("complete").out.splitlines()[0].split("\t") == ["validate", sentence("help.validate")]


def test_every_argument_has_a_completion_kind():
    actions = [action for parser in EVERYTHING.walk() for action in parser.actions if action.nargs != 0]
    names = [{*action.option_strings, str(action.metavar)} for action in actions if action.choices is None]
    assert [name for name in names if not name & set(NAME_KINDS)] == []


SHELLS = {
    "bash": 'source ./script; ask() { COMP_WORDS=(listbuilder "$@"); COMP_CWORD=$#; _listbuilder;'
    ' printf "%s\\n" "${COMPREPLY[@]}"; }; ask val; ask validate --format = js; ask show a.y',
    "fish": "source ./script; for line in val 'validate --format=js' 'show a.y'; complete -C \"listbuilder $line\";"
    " end",
    # only check that zsh asks for the answers and separates files from words
    "zsh": "compdef() :; _files() print -l a.y*; compadd() print -r -- $@[-1]; _describe() print -l -- ${${(P)3}%%:*};"
    " source ./script; ask() { words=(listbuilder $@); CURRENT=$#words; _listbuilder }; ask val;"
    " ask validate --format=js; ask show a.y",
}


@pytest.mark.parametrize(("shell", "script"), SHELLS.items(), ids=SHELLS)
def test_real_shells_complete(run, tmp_path: Path, shell: str, script: str):
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    (tmp_path / "a.yaml").touch()
    (tmp_path / "script").write_text(run("completion", shell).out, encoding="utf-8")
    around = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([program, "-c", script], cwd=tmp_path, env=around, capture_output=True, text=True, check=True)
    words = [line.partition("\t")[0].rpartition("=")[2] for line in done.stdout.splitlines()]
    assert words == ["validate", "json", "a.yaml"]


def entry(name: str) -> str:
    return sentence("cli.entry", id=name)


def test_reports_tell_units_of_one_name_apart(run, tmp_path: Path):
    path = tmp_path / "three.yaml"
    path.write_text(THREE, encoding="utf-8")
    shown = {name: run("validate", path, "--format", name).out for name in ("text", "github", "junit", "markdown")}
    error, line = sentence("severity.error"), sentence("cli.line", line=8)
    assert f"{path}:6: {error} UPG001 unknown-options ({entry('a')})\n" in shown["text"]
    assert f"{path}:8: {error} UPG001 unknown-options ({entry('c')})\n" in shown["text"]
    assert f"line=8,title=UPG001 ({entry('c')})::" in shown["github"]
    assert f"UPG001 ({line}, {entry('c')}) " in shown["junit"]
    assert f"**UPG001** ({line}, {entry('c')}) " in shown["markdown"]
    results = json.loads(run("validate", path, "--format", "sarif").out)["runs"][0]["results"]
    wrong = [result["locations"][0] for result in results if result["ruleId"] == "UPG001"]
    assert [location["logicalLocations"][0]["name"] for location in wrong] == ["a", "c"]
    assert [location["physicalLocation"]["region"]["startLine"] for location in wrong] == [6, 8]
    assert run("validate", path, "--format", "csv").out.endswith(",a c\n")


def test_foreign_units_of_one_name_are_told_apart(run, tmp_path: Path, world: Path):
    save = json.loads((world / "friends" / "save.json").read_text(encoding="utf-8"))
    unit = {**save["list"]["units"][0], "combined": False}
    wrong = [{"instanceId": "x", "upgradeId": "nope", "optionId": "nope"}]
    picks = {"one": wrong, "two": [], "three": wrong}
    save["list"]["units"] = [
        {**unit, "selectionId": name, "selectedUpgrades": upgrades} for name, upgrades in picks.items()
    ]
    path = tmp_path / "save.json"
    path.write_text(json.dumps(save), encoding="utf-8")
    shown = run("validate", path, "--format", "github").out
    titles = [f"title={code} ({entry(name)})::" for code in ("IMP002", "UPG001") for name in "abc"]
    assert [title in shown for title in titles] == [True, False, True] * 2


def test_quiet_shows_only_problems(run, tmp_path: Path):
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "a.yaml").write_text(HERO, encoding="utf-8")
    assert run("validate", lists, "-q") == run("validate", lists / "a.yaml", "--quiet")
    assert run("validate", lists, "-q").out == ""
    (lists / "b.yaml").write_text(THREE, encoding="utf-8")
    loud, quiet = run("validate", lists), run("validate", lists, "-q")
    assert (loud.code, quiet.code) == (1, 1)
    totals = sentence("report.totals", lists=2, legal=1, illegal=1, unchecked=0, unreadable=0)
    assert [totals in ran.out for ran in (loud, quiet)] == [True, False]
    assert ("a.yaml" in quiet.out, "b.yaml" in quiet.out) == (False, True)
    assert run("validate", lists, "-q", "--format", "csv").out == run("validate", lists, "--format", "csv").out
    assert run("show", lists / "a.yaml", "-q", "--format", "json").err == ""
    assert run("units", "human-empire", "-q").err == ""


def test_rows_are_sorted_on_request(run, tmp_path: Path):
    other_book = HERO.replace("units:", "books: {human-empire: {version: '0.1'}}\nunits:")
    for name, text in (("a", HERO), ("b", other_book), ("c", THREE), ("d", "")):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    paths = [tmp_path / f"{name}.yaml" for name in "abcd"]
    worst = json.loads(run("validate", *paths, "--sort", "verdict", "--format", "json").out)["lists"]
    assert [Path(record["path"]).stem for record in worst] == ["d", "c", "b", "a"]
    assert [record["verdict"] for record in worst] == ["unreadable", "illegal", "unchecked", "legal"]
    units = json.loads(run("units", "human-empire", "--sort", "cost", "--format", "json").out)["units"]
    assert [unit["cost"] for unit in units] == sorted(unit["cost"] for unit in units)
    factions = json.loads(run("factions", "aof-3.5", "--sort", "units", "--format", "json").out)
    assert [faction["units"] for faction in factions] == sorted(faction["units"] for faction in factions)
    assert run("factions", "aof-3.5").out == run("factions", "--system", "aof-3.5").out


@pytest.mark.parametrize(
    ("asked", "variable", "coloured"), [("always", "1", True), ("never", "", False), ("auto", "1", False)]
)
def test_color_option_overrides_environment(
    run, monkeypatch: pytest.MonkeyPatch, asked: str, variable: str, coloured: bool
):
    monkeypatch.setenv("NO_COLOR", variable)
    assert ("\x1b[" in run("systems", "--color", asked).out) is coloured
    assert ("\x1b[" in run("show", "nowhere.yaml", "--color", asked).err) is coloured


def test_commands_without_input_fail(run, tmp_path: Path):
    for line in (["validate"], ["export"], ["data", "check"]):
        ran = run(*line, tmp_path)
        assert (ran.code, ran.out) == (2, "")
        assert str(tmp_path) in ran.err
    folder = tmp_path / "desk"
    (tmp_path / "empty").mkdir()
    assert run("desk", "init", "club-day-2000", folder).code == 0
    for part in ("check", "letters", "lock"):
        ran = run("desk", part, folder)
        assert sentence("desk.nobody", path=folder / "players.csv") in ran.err
        assert ran.code != 0
    assert run("desk", "reveal", folder, "somebody").err == unknown_word("player", "somebody") + "\n"
    ran = run("desk", "take", folder, tmp_path / "empty")
    assert (ran.code, ran.err) == (2, sentence("cli.nothing-found", paths=tmp_path / "empty") + "\n")
    ran = run("factions", "gf-3.5")
    assert (ran.code, ran.out) == (2, "")
    assert "listbuilder data import" in ran.err
