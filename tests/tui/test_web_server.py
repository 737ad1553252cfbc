"""The web server: only requests with the token are served."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import WSMsgType, WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer, unused_port

from listbuilder.tui.web import server as web_server
from listbuilder.tui.web.launch import ServeError, serve
from listbuilder.tui.web.server import COOKIE, AccessControl, BuilderServer, is_loopback

EVIL = "http://evil.example"


class WithoutProgram(BuilderServer):
    """A server whose socket does not start the builder."""

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close()
        return socket


@pytest_asyncio.fixture
async def visitor() -> AsyncIterator[tuple[TestClient[Any, Any], BuilderServer]]:
    port = unused_port()
    builder = WithoutProgram("true", "127.0.0.1", port, AccessControl.for_address("127.0.0.1", port))
    async with TestClient(TestServer(await builder._make_app(), port=port)) as client:
        yield client, builder


def test_server_accepts_only_local_hosts():
    assert all(map(is_loopback, ("127.0.0.1", "127.1.2.3", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.0.1", "localhost.example", "")))
    for host in ("0.0.0.0", "example.org"):
        with pytest.raises(ServeError):
            serve(host)


def test_taken_port_is_refused(capsys):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(ServeError, match=str(port)):
            serve(port=port)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js", "/download/x", "/?token=wrong", "/?token="])
async def test_nothing_is_served_without_token(visitor, path: str):
    client, _ = visitor
    assert (await client.get(path)).status == 403


async def test_token_becomes_a_strict_cookie(visitor):
    client, builder = visitor
    first = await client.get(f"/?token={builder.access.token}", allow_redirects=False)
    assert (first.status, first.headers["Location"]) == (303, "/")
    cookie = first.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    page = await client.get("/", cookies={COOKIE: builder.access.token})
    assert page.status == 200
    assert builder.access.token not in await page.text()


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Origin": EVIL}, {"Origin": "null"}, {"Origin": ""}]
)
async def test_foreign_host_or_origin_is_refused(visitor, headers: dict[str, str]):
    client, builder = visitor
    response = await client.get("/", headers=headers, cookies={COOKIE: builder.access.token})
    assert response.status == 403


@pytest.mark.parametrize("origin", [EVIL, None])
async def test_socket_opens_only_for_own_page(visitor, origin: str | None):
    client, builder = visitor
    cookies = {"Cookie": f"{COOKIE}={builder.access.token}"}
    with pytest.raises(WSServerHandshakeError):
        await client.ws_connect("/ws", headers={**cookies, **({"Origin": origin} if origin else {})})
    async with client.ws_connect("/ws", headers={**cookies, "Origin": builder.public_url}) as socket:
        assert (await socket.receive()).type is WSMsgType.CLOSE


async def test_page_loads_nothing_from_elsewhere(visitor):
    client, builder = visitor
    page = await client.get("/", cookies={COOKIE: builder.access.token})
    allowed = page.headers["Content-Security-Policy"]
    assert allowed.startswith("default-src 'none'")
    assert "http" not in allowed
    text = (Path(web_server.__file__).parent / "app_index.html").read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href|url)\W{1,3}(?:https?:)?//", text)


def test_open_server_still_needs_the_token():
    door = AccessControl.for_address("0.0.0.0", 8000, anyone=True)
    assert door.allows({"Host": "club.example:8000"}, door.token)
    assert door.allows({"Host": "club.example:8000", "Origin": "http://club.example:8000"}, door.token)
    assert not door.allows({"Host": "club.example:8000", "Origin": EVIL}, door.token)
    assert not door.allows({"Host": "club.example:8000"}, "")
