"""Textual's web server behind our doorkeeper, with a page of our own that loads nothing from elsewhere.

Who is let in: only pages of our own, by an address we know, with the token that was printed.

Any page that a browser has open may send requests to this machine. So three things must be right: the `Host` must be
ours (a foreign name that was made to point here is not), the `Origin` of a request that has one must be our own page,
and the visitor must have been given the token, which the address brings along once and a cookie from then on.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

COOKIE = "listbuilder"
TOKEN = "token"  # noqa: S105  # the name of a parameter
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Doorkeeper:
    """Lets visitors in or sends them away."""

    names: frozenset[str]
    """How we may be addressed (`Host`); empty where every name is right, because others may come too."""
    token: str

    @classmethod
    def at(cls, host: str, port: int, *, anyone: bool = False) -> Doorkeeper:
        """Make a doorkeeper with a fresh token for an address."""
        known = {*_LOOPBACK, host} if is_loopback(host) else {host}
        names = frozenset() if anyone and not is_loopback(host) else frozenset(f"{name}:{port}" for name in known)
        return cls(names, secrets.token_urlsafe(24))

    def admits(self, headers: Mapping[str, str], shown: str, *, needs_origin: bool = False) -> bool:
        """Tell whether a request may pass; `shown` is the token it brought, `needs_origin` holds for sockets."""
        host = headers.get("Host", "")
        if self.names and host not in self.names:
            return False
        origin = headers.get("Origin")
        if origin is None:
            return not needs_origin and self._knows(shown)
        return urlsplit(origin).netloc == host and self._knows(shown)

    def _knows(self, shown: str) -> bool:
        return compare_digest(shown.encode(), self.token.encode())


def is_loopback(host: str) -> bool:
    """Tell whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_PAGES = Path(__file__).parent
_SOCKET = "/ws"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class BuilderServer(Server):
    """Shows the builder to whoever the doorkeeper admits."""

    def __init__(self, command: str, host: str, port: int, doorkeeper: Doorkeeper) -> None:
        named = f"[{host}]" if ":" in host else host
        super().__init__(
            command, host, port, title="listbuilder", public_url=f"http://{named}:{port}", templates_path=_PAGES
        )
        self.doorkeeper = doorkeeper

    @property
    def address(self) -> str:
        """The address with its token, for the one who started us."""
        return f"{self.public_url}/?{TOKEN}={self.doorkeeper.token}"

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        app.on_response_prepare.append(_harden)
        return app

    def initialize_logging(self) -> None:
        """Log only what goes wrong: every visit in full would print the token, too."""
        logging.basicConfig(level=logging.WARNING)

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: whoever started us has told the address already."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Send away whoever has no business here; a token in the address becomes a cookie and leaves the address."""
        brought = request.query.get(TOKEN)
        shown = brought if brought is not None else request.cookies.get(COOKIE, "")
        if not self.doorkeeper.admits(request.headers, shown, needs_origin=request.path == _SOCKET):
            raise web.HTTPForbidden(text="listbuilder: not admitted\n")
        if brought is None:
            return await handler(request)
        response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/"})
        response.set_cookie(COOKIE, brought, httponly=True, samesite="Strict", path="/")
        return response


async def _harden(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
