"""Run the command line in this process and capture its output and exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from listbuilder import i18n
from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.main import main
from tests.sentences import sentence

UNKNOWN = {"near": "cli.unknown-near", "known": "cli.unknown", "command": "cli.unknown-many"}
LISTS = Path(__file__).parents[2] / "data" / "lists"


def unknown_word(kind: str, word: str, language: str = "en", /, **more: str) -> str:
    """Return the message about an unknown word: with what is `near`, or `known`, or the `command` that lists all."""
    key = next((key for name, key in UNKNOWN.items() if name in more), "cli.unknown-none")
    return sentence(key, language, kind=sentence(f"kind.{kind}", language), wanted=word, **more)


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the languages that a command found in a user folder."""
    with monkeypatch.context() as patched:
        patched.setattr(i18n, "_FOLDERS", list(i18n._FOLDERS))
        yield
    i18n.languages.cache_clear()
    i18n.load_catalogue.cache_clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Ran]:
    """Run a command with its own cache and only the bundled data."""
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LISTBUILDER_DATA", str(tmp_path / "no-data"))
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("LISTBUILDER_LANG", "en")

    def go(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments], BuilderLauncher())
        except SystemExit as stop:  # argparse exits this way
            code = stop.code if isinstance(stop.code, int) else 2
        captured = capsys.readouterr()
        return Ran(int(code), captured.out, captured.err)

    return go
