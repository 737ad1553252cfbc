"""The builder from outside: the README screenshot and the web server."""

from __future__ import annotations

import asyncio
import logging
import re
import runpy
import socket
import sys
from collections.abc import Coroutine
from inspect import getcoroutinelocals
from typing import Any

import pytest

from listbuilder.i18n import translate
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.web import launch
from listbuilder.tui.web.server import AccessControl
from tests.sentences import sentence
from tools import screenshot

pytestmark = pytest.mark.usefixtures("somewhere")


async def test_screenshot_shows_editor_at_an_option():
    app = BuilderApp(sample=True, language="en", settings=Settings())
    picture = await screenshot.take_picture(app)
    shown = picture.replace("&#160;", " ")
    assert "Vale Regiment" in shown
    assert sentence("tui.would", why="\n").splitlines()[0].strip() in shown
    assert len(re.findall(r"clipPath id=\"[^\"]*line-\d+", picture)) == 41


@pytest.mark.parametrize("arguments", [["x", "deep/er/p.svg"], ["x"]])
def test_screenshot_is_written_to_requested_path(tmp_path, monkeypatch, arguments):
    def run(work: Coroutine[Any, Any, str]) -> str:
        (app,) = getcoroutinelocals(work).values()
        assert app._sample is True
        work.close()
        return "<svg/>"

    monkeypatch.setattr(asyncio, "run", run)
    monkeypatch.setattr(sys, "argv", arguments)
    target = tmp_path / (arguments[1] if len(arguments) > 1 else "docs/builder.svg")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("STATE", "CONFIG", "LISTS"):
            environment.setenv(f"LISTBUILDER_{name}", "")
        for _ in range(2):  # also if the folder exists
            runpy.run_path(screenshot.__file__, run_name="__main__")
            assert target.read_text(encoding="utf-8") == "<svg/>\n"
        target.unlink()
        runpy.run_path(screenshot.__file__, run_name="elsewhere")
        assert not target.exists(), "who only imports it draws nothing"


@pytest.mark.parametrize(("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)])
def test_address_is_checked_in_its_family(monkeypatch, host, family):
    tried: list[tuple[object, ...]] = []

    class Server:
        def close(self) -> None:
            tried.append(("closed",))

    def create_server(address: tuple[str, int], family: int) -> Server:
        tried.append((address, family))
        return Server()

    monkeypatch.setattr(socket, "create_server", create_server)
    launch._check_free(host, 8000, "en")
    assert tried == [((host, 8000), family), ("closed",)]


def test_server_logs_only_errors(monkeypatch):
    from listbuilder.tui.web.server import BuilderServer  # noqa: PLC0415  # its packages are an optional extra

    logged: list[dict[str, object]] = []
    monkeypatch.setattr(logging, "basicConfig", lambda **options: logged.append(options))
    BuilderServer("true", "127.0.0.1", 8000, AccessControl.for_address("127.0.0.1", 8000)).initialize_logging()
    assert logged == [{"level": logging.WARNING}]


@pytest.mark.parametrize(
    ("host", "named", "word"),
    [
        ("127.0.0.1", "http://127.0.0.1:", "here"),
        ("::1", "http://[::1]:", "here"),
        ("0.0.0.0", "http://0.0.0.0:", "anyone"),
    ],
)
def test_serving_prints_address_and_who_may_enter(monkeypatch, capsys, host, named, word):
    from listbuilder.tui.web.server import BuilderServer  # noqa: PLC0415  # its packages are an optional extra

    served: list[BuilderServer] = []
    freed: list[tuple[object, ...]] = []

    def serve(server: BuilderServer) -> None:
        served.append(server)

    monkeypatch.setattr(BuilderServer, "serve", serve)
    monkeypatch.setattr(launch, "_check_free", lambda *arguments: freed.append(arguments))
    launch.serve(host, anyone=word == "anyone")
    (server,) = served
    output = capsys.readouterr().err
    assert output == translate("en", f"tui.serve.{word}", address=server.address) + "\n"
    assert server.address.startswith(f"{named}8000/?token=")
    assert freed == [(host, 8000, "en")]
    assert server.command.endswith(" -m listbuilder")
