"""Help in every language, complete, and quick to print."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import __version__
from listbuilder.cli.parsers import COMMANDS, EXAMPLES, Parser, build_parser, is_subcommand
from listbuilder.i18n import languages, load_catalogue
from tests.sentences import sentence

MAX_RATIO = 4
"""`--help` may take this many times the processor time of a bare interpreter."""


@pytest.mark.parametrize("arguments", [["--help"], ["--help", "validate"], ["--lang", "de", "--help"]])
def test_help_names_every_command(run, arguments: list[str]):
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert [name for name in COMMANDS if name not in ran.out] == []


def test_unknown_command_lists_the_commands(run):
    ran = run("frobnicate", "more")
    assert (ran.code, ran.out) == (2, "")
    assert [name for name in COMMANDS if name not in ran.err] == []


def help_keys(parser: Parser) -> Iterator[set[str]]:
    """Yield the keys of every text in a parser's help, the possible ones of each text together."""
    own = ".".join(["help", *parser.command.split()])
    yield {f"{own}.description"}
    yield from ({f"{own}.example.{number}"} for number in range(1, len(EXAMPLES[parser.command]) + 1))
    yield from ({f"{own}.{name}"} for name in parser.subcommands)
    for action in parser.actions:
        if not is_subcommand(action):
            name = action.option_strings[-1].lstrip("-") if action.option_strings else action.dest
            yield {f"help.option.{name}", *([f"{own}.{name}"] if parser.command else [])}


@pytest.mark.parametrize("language", languages())
def test_every_help_text_is_translated(language: str):
    keys = [keys for parser in build_parser([]).walk() for keys in help_keys(parser)]
    assert [alternatives for alternatives in keys if not alternatives & load_catalogue(language).keys()] == []
    unused = {key for key in load_catalogue(language) if key.startswith("help.")} - set().union(*keys)
    assert {key for key in unused if not key.startswith(("help.man.", "help.word."))} == {"help.epilog"}


@pytest.mark.parametrize("language", languages())
def test_help_shows_the_texts_of_its_language(run, language: str):
    for parser in build_parser([], language).walk():
        shown = " ".join(run("help", *parser.command.split(), "--lang", language).out.split())
        assert shown.startswith(f"{sentence('help.word.usage', language)}: listbuilder")
        assert re.search(r"help\.[a-z]", shown) is None, "a key without a text"
        texts = [parser.help_of(action) for action in parser.actions if not is_subcommand(action)]
        texts += [parser.text("description"), *(text for _, text in parser.examples())]
        texts += [parser.text(name) for name in parser.subcommands]
        assert [text for text in texts if " ".join(text.split()) not in shown] == []


@pytest.mark.parametrize(
    ("arguments", "variables", "language"),
    [
        (["--help"], {}, "en"),
        (["--help"], {"LISTBUILDER_LANG": "de"}, "de"),
        (["--help"], {"LANG": "de_DE.UTF-8"}, "de"),
        (["--help"], {"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        (["--lang", "en", "--help"], {"LISTBUILDER_LANG": "de"}, "en"),
        (["validate", "--help", "--lang=de"], {}, "de"),
        (["--lang", "de", "help", "desk", "check"], {}, "de"),
        (["desk", "check", "-h", "--lang", "de"], {}, "de"),
        ([], {"LISTBUILDER_LANG": "de"}, "de"),
    ],
)
def test_help_language_follows_option_and_environment(
    run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], variables: dict[str, str], language: str
):
    for variable in ("LISTBUILDER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    ran = run(*arguments)
    assert (ran.out or ran.err).startswith(f"{sentence('help.word.usage', language)}: listbuilder")
    assert f"\n{sentence('help.word.examples', language)}:\n" in ran.out + ran.err


def test_help_uses_a_language_of_the_user(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "own" / "i18n" / "qq"
    folder.mkdir(parents=True)
    (folder / "words.json").write_text('{"help.validate": "controlla"}', encoding="utf-8")
    assert "controlla" in run("--data", tmp_path / "own", "--lang", "qq", "--help").out
    monkeypatch.setenv("LISTBUILDER_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("LISTBUILDER_LANG", "qq")
    assert "controlla" in run("--help").out


def test_help_and_version_are_quick(tmp_path: Path):
    bytecode = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}

    def measure(*arguments: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True, env={**os.environ, **bytecode})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    bare = min(measure("-c", "pass") for _ in range(5))
    for argument in ("--help", "--version"):
        assert min(measure("-m", "listbuilder", argument) for _ in range(6)) <= MAX_RATIO * bare, argument


def test_version_is_printed(run):
    assert run("--version").out == f"listbuilder {__version__}\n"


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        ("nowhere.yaml", "file.missing"),
        ("lists/nowhere", "file.missing"),
        ("https://example.org/share?id=abc", "file.address"),
    ],
)
def test_missing_file_is_not_an_unknown_command(run, argument: str, why: str):
    ran = run(argument)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{argument}: {sentence('severity.error')} DAT001")
    assert sentence("DAT001", reason=sentence(why)) in " ".join(ran.err.split())
