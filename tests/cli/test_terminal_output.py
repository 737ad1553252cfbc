"""The progress bar, escaped characters, and valid ports."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser
from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.cli import streams
from listbuilder.cli.commands import serve
from listbuilder.cli.streams import ProgressBar, Terminal, show_progress
from listbuilder.textutil.escaping import escape_characters


class Screen(io.StringIO):
    """A standard error that is a terminal, or not."""

    def __init__(self, *, watched: bool) -> None:
        super().__init__()
        self.watched = watched

    def isatty(self) -> bool:
        return self.watched


def bar_states(monkeypatch: pytest.MonkeyPatch, count: int, *, watched: bool = True, symbols: bool = True) -> list[str]:
    """Return the states of the bar while `count` items are processed."""
    screen = Screen(watched=watched)
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(show_progress(range(count), Terminal(symbols=symbols))) == list(range(count))
    return screen.getvalue().split("\r")[1:]


def test_progress_bar_grows_and_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bar_states(monkeypatch, 4) == [
        "█" * 6 + "░" * 18 + " 1/4",
        "█" * 12 + "░" * 12 + " 2/4",
        "█" * 18 + "░" * 6 + " 3/4",
        "\x1b[K",
    ]
    assert bar_states(monkeypatch, 5, symbols=False)[0] == "#" * 4 + "." * 20 + " 1/5"


def test_progress_bar_needs_a_terminal_and_several_items(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bar_states(monkeypatch, 3) == []
    assert bar_states(monkeypatch, 4, watched=False) == []


def test_progress_bar_clears_when_overfull(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(watched=True)
    monkeypatch.setattr(sys, "stderr", screen)
    ProgressBar(Terminal()).draw(9, 8)
    assert screen.getvalue() == "\r\x1b[K"


@pytest.mark.parametrize(
    ("text", "shown"), [("Ł", "\\u0141"), ("🐉", "\\ud83d\\udc09"), ("", ""), ("aß", "\\u0061\\u00df")]
)
def test_characters_are_escaped_as_in_json(text: str, shown: str) -> None:
    assert escape_characters(text) == shown


def test_only_unencodable_characters_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="latin-1", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    streams.prepare_streams()
    streams.print_line("Ä Łódź")
    assert raw.getvalue() == b"\xc4 \\u0141\xf3d\\u017a\n"
    streams.write_stdout("é", escape=streams.XML_ESCAPE)
    assert raw.getvalue().endswith(b"\n&#233;")


@pytest.mark.parametrize("encoding", ["utf-8", "UTF_8", "utf8", "utf-8-sig"])
def test_utf8_streams_get_every_character(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, write_through=True))
    streams.write_stdout("é", escape=streams.XML_ESCAPE)
    assert raw.getvalue().decode("utf-8-sig") == "é"


def test_closed_pipe_is_not_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        streams.write_stdout("x" * 100_000)
        assert streams.flush_streams() is None
        streams.write_stdout("y" * 100_000)
        assert streams.flush_streams() is None


def port(text: str) -> int:
    parser = ArgumentParser(exit_on_error=False)
    serve.add_arguments(parser)
    number: int = parser.parse_args(["--port", text]).port
    return number


@pytest.mark.parametrize("number", [1, 80, 65535])
def test_valid_ports(number: int) -> None:
    assert port(str(number)) == number


@pytest.mark.parametrize("text", ["0", "65536", "99999999999999999999", "-1", "\uff18\uff10", "80a", "", " 80"])
def test_invalid_ports_are_refused(text: str) -> None:
    with pytest.raises((Exception, SystemExit)) as caught:
        port(text)
    assert isinstance(caught.value, SystemExit) or "port" in str(caught.value)


def test_server_binds_to_localhost_by_default() -> None:
    parser = ArgumentParser()
    serve.add_arguments(parser)
    usual = parser.parse_args([])
    assert (usual.host, usual.port, usual.anyone) == ("127.0.0.1", 8000, False)
    served: list[tuple[object, ...]] = []
    builder = SimpleNamespace(serve=lambda host, port, *, anyone: served.append((host, port, anyone)))
    context: Any = SimpleNamespace(builder=builder)
    assert serve.run(parser.parse_args(["--host", "0.0.0.0", "--port", "81", "--anyone"]), context) == 0
    assert served == [("0.0.0.0", 81, True)]
