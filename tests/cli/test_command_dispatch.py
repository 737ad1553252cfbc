"""From arguments to a command: what is a command, what opens the builder, and the exit codes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

import pytest

from listbuilder.cli.commands.validate import RunOutcome
from listbuilder.cli.input_output import load_secret, read_secret
from listbuilder.cli.main import _names_a_file, is_interactive, opens_builder
from listbuilder.cli.parsers import COMMANDS, build_parser, move_command_first
from listbuilder.cli.reporters import count_verdicts
from listbuilder.cli.streams import ExitCode
from listbuilder.errors import ListbuilderError
from listbuilder.judging.book_guess import guess_affinity
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import compute_commitment, derive_salt
from tests.cli.conftest import LISTS, unknown_word

VALE = LISTS / "aof-3.5-the-iron-vale.yaml"


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ([], []),
        (["show", "x"], ["show", "x"]),
        (["show", "x", "--lang", "de"], ["show", "x", "--lang", "de"]),
        (["--lang", "de", "show", "x"], ["show", "x", "--lang", "de"]),
        (["-q", "--lang=de", "show", "x"], ["show", "x", "-q", "--lang=de"]),
        (["--lang", "de"], ["run-sample", "--lang", "de"]),
        (["-q"], ["run-sample", "-q"]),
        (["--lang", "de", "x.yaml"], ["x.yaml", "--lang", "de"]),
        (["--data", "own", "-q", "x.yaml"], ["x.yaml", "--data", "own", "-q"]),
        (["x.yaml", "--lang", "de"], ["x.yaml", "--lang", "de"]),
        (["--help"], ["--help"]),
        (["-h", "show"], ["-h"]),
        (["--lang", "de", "--help"], ["--help"]),
        (["--version"], ["--version"]),
        (["-q", "--version"], ["--version"]),
        (["x", "show"], ["x", "show"]),
    ],
)
def test_options_before_the_command_are_moved_after_it(typed: list[str], understood: list[str]) -> None:
    assert move_command_first(typed) == understood


def test_only_the_named_commands_parser_is_built() -> None:
    assert list(build_parser(["show"]).subcommands) == ["show"]
    assert len(build_parser(["-q", "show"]).subcommands) == len(build_parser([]).subcommands) > 20
    assert len(build_parser(["nothing"]).subcommands) == len(build_parser([]).subcommands)
    assert build_parser(["show"]).parse_args(["show", "x"]).run is not None
    assert build_parser([]).parse_args([]).run is None
    assert "list" in [action.dest for action in build_parser([]).subcommands["show"].actions]


@pytest.mark.parametrize(
    ("arguments", "opens", "names"),
    [
        (["there.yaml"], True, True),
        (["there"], True, True),
        (["gone.yaml"], False, True),
        (["folder/gone"], False, True),
        (["back\\gone"], False, True),
        (["gone"], False, False),
        (["show"], False, False),
        (["--lang"], False, False),
        (["there.yaml", "--lang"], False, True),
        (["-there.yaml"], False, False),
    ],
)
def test_file_argument_opens_the_builder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], opens: bool, names: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("there.yaml", "there", "show", "-there.yaml"):
        Path(name).touch()
    assert (opens_builder(arguments), _names_a_file(arguments)) == (opens, names)
    assert opens_builder([])


@pytest.mark.parametrize(
    ("stdin", "stdout", "served", "there"),
    [(True, True, False, True), (True, False, False, False), (False, True, False, False), (False, False, True, True)],
)
def test_interactive_in_terminal_or_browser(
    monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool, served: bool, there: bool
) -> None:
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    if served:
        monkeypatch.setenv("TEXTUAL_DRIVER", "web")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: stdin, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: stdout, raising=False)
    assert is_interactive() is there


def test_exit_codes_are_stable() -> None:
    codes = {code.name: int(code) for code in ExitCode}
    assert codes == {"SUCCESS": 0, "PROBLEMS": 1, "ERROR": 2, "INTERNAL_ERROR": 3, "INTERRUPTED": 130}


def record(verdict: str, *findings: tuple[str, str]) -> Any:
    return {"verdict": verdict, "diagnostics": [{"code": code, "severity": severity} for code, severity in findings]}


@pytest.mark.parametrize(
    ("records", "usual", "strict"),
    [
        ([record("legal")], 0, 0),
        ([record("legal", ("ORG009", "warning"))], 0, 1),
        ([record("legal", ("ORG009", "note"))], 0, 0),
        ([record("legal"), record("illegal")], 1, 1),
        ([record("unchecked")], 1, 1),
        ([record("unreadable"), record("illegal")], 2, 2),
        ([record("legal", ("ORG009", "warning")), record("legal", ("ORG001", "note"))], 0, 1),
    ],
)
def test_worst_verdict_decides_the_exit_code(records: list[Any], usual: int, strict: int) -> None:
    outcome = RunOutcome()
    assert list(outcome.track(records)) == records
    assert (outcome.exit_code(strict=False), outcome.exit_code(strict=True)) == (usual, strict)


def test_summary_counts_every_verdict() -> None:
    from collections import Counter  # noqa: PLC0415  # only here

    assert count_verdicts(Counter({"legal": 2})) == {"legal": 2, "illegal": 0, "unchecked": 0, "unreadable": 0}


def test_secret_comes_from_file_environment_or_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text(" deep \n", encoding="utf-8")
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_SECRET", "told")
    assert load_secret(str(tmp_path / "secret")) == read_secret(str(tmp_path / "secret")) == "deep"
    assert load_secret(None) == "told"
    monkeypatch.delenv("LISTBUILDER_SECRET")
    assert len(load_secret(None)) > 20
    assert load_secret(None) != load_secret(None)
    with pytest.raises(ListbuilderError, match="empty"):
        read_secret(str(tmp_path / "empty"))


def test_salt_or_secret_proves_a_commitment(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LISTBUILDER_SECRET", raising=False)
    army = load_list(VALE).army
    promised = compute_commitment(army, derive_salt(army, "deep"))
    nothing = run("prove", VALE, promised)
    assert (nothing.code, nothing.out, "LISTBUILDER_SECRET" in nothing.err) == (2, "", True)
    (tmp_path / "secret").write_text("deep", encoding="utf-8")
    (tmp_path / "salt").write_text(derive_salt(army, "deep"), encoding="utf-8")
    good = [
        run("prove", VALE, promised, "--secret-file", tmp_path / "secret"),
        run("prove", VALE, promised, "--salt-file", tmp_path / "salt"),
    ]
    monkeypatch.setenv("LISTBUILDER_SECRET", "deep")
    good.append(run("prove", VALE, promised))
    assert {ran.code for ran in good} == {0}
    assert len({ran.out for ran in good}) == 1
    monkeypatch.setenv("LISTBUILDER_SECRET", "shallow")
    bad = run("prove", VALE, promised)
    assert bad.code == 1
    assert bad.out not in ("", good[0].out)


def test_explain_accepts_code_or_name(run) -> None:
    by_code, by_name = run("explain", "org001"), run("explain", "too-many-heroes")
    assert (by_code.code, by_code.out) == (0, by_name.out)
    assert by_code.out.startswith("# ORG001 ")
    every = run("explain").out.splitlines()
    assert any(line.split() == ["ORG001", "error", "too-many-heroes"] for line in every)
    unknown = run("explain", "ORG999")
    assert (unknown.code, unknown.out) == (2, "")


def test_help_for_commands_parts_and_unknown_words(run) -> None:
    assert run("help", "desk", "check").out.startswith("usage: listbuilder desk check")
    assert run("help", "desk").out.startswith("usage: listbuilder desk")
    assert run("help").out.startswith("usage: listbuilder")
    wrong = run("help", "nobody")
    assert (wrong.code, wrong.out) == (2, "")
    assert unknown_word("command", "nobody", known=", ".join(COMMANDS)) in " ".join(wrong.err.split())
    assert unknown_word("part", "chek", near="check") in " ".join(run("help", "desk", "chek").err.split())
    manual = run("help", "--man").out
    assert manual.startswith(".TH LISTBUILDER 1 ")
    assert r"desk check [OPTION ...] DIR" in manual


def test_diff_formats_and_exit_codes(run) -> None:
    same = run("diff", VALE, VALE)
    assert same.code == 0
    other = run("diff", VALE, LISTS / "aof-3.5-the-ninth-gallery.yaml")
    assert other.code == 1
    assert " → " in other.out
    for kind in ("json", "markdown"):
        ran = run("diff", VALE, LISTS / "aof-3.5-the-ninth-gallery.yaml", "--format", kind)
        assert ran.code == 1
        assert ran.out[0] == {"json": "{", "markdown": "#"}[kind]


@pytest.mark.parametrize(
    ("text", "book"),
    [
        ("units:\n  - {id: a, unit: human-empire/champion}\n", "human-empire"),
        ('{"armyName": "Human Empire", "x": 1}', "human-empire"),
        ('{"units": [{"unit": "elves/spears"}]}', "elves"),
        ("++ My List - Human Empire (v3) ++", "human-empire"),
        ("nothing", ""),
    ],
)
def test_peek_estimates_book_and_work(tmp_path: Path, text: str, book: str) -> None:
    (tmp_path / "list").write_text(text, encoding="utf-8")
    affinity = cast("Any", guess_affinity(str(tmp_path / "list")))
    assert tuple(affinity) == (book, 2000 + len(text.encode()))
    assert tuple(guess_affinity(str(tmp_path / "gone"))) == tuple(guess_affinity("nul\0"))
