"""Textual's web server with access control and a page that loads nothing from other sites.

Any page in a browser can send requests to this machine. A request is therefore only allowed if its `Host` is ours, its
`Origin` (if any) is our own page, and it has the token: first from the printed address, then from a cookie.
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
TOKEN_PARAMETER = "token"  # noqa: S105  # the name of a parameter
_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_TEMPLATES = Path(__file__).parent
_SOCKET_PATH = "/ws"
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


@dataclass(frozen=True, slots=True)
class AccessControl:
    """Decides which requests are allowed."""

    names: frozenset[str]
    """Allowed `Host` values; empty if every name is allowed because other machines may connect."""
    token: str

    @classmethod
    def for_address(cls, host: str, port: int, *, anyone: bool = False) -> AccessControl:
        """Create access control with a new token for an address."""
        hosts = {*_LOOPBACK_NAMES, host} if is_loopback(host) else {host}
        names = frozenset() if anyone and not is_loopback(host) else frozenset(f"{name}:{port}" for name in hosts)
        return cls(names, secrets.token_urlsafe(24))

    def allows(self, headers: Mapping[str, str], token: str, *, needs_origin: bool = False) -> bool:
        """Return whether a request with this token is allowed. WebSocket requests need an `Origin`."""
        host, origin = headers.get("Host", ""), headers.get("Origin")
        is_own_host = not self.names or host in self.names
        is_own_page = not needs_origin if origin is None else urlsplit(origin).netloc == host
        return is_own_host and is_own_page and compare_digest(token.encode(), self.token.encode())


def is_loopback(host: str) -> bool:
    """Return whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class BuilderServer(Server):
    """Shows the builder to allowed visitors."""

    def __init__(self, command: str, host: str, port: int, access: AccessControl) -> None:
        url_host = f"[{host}]" if ":" in host else host
        super().__init__(
            command, host, port, title="listbuilder", public_url=f"http://{url_host}:{port}", templates_path=_TEMPLATES
        )
        self.access = access

    @property
    def address(self) -> str:
        """The address with its token."""
        return f"{self.public_url}/?{TOKEN_PARAMETER}={self.access.token}"

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        app.on_response_prepare.append(_add_security_headers)
        return app

    def initialize_logging(self) -> None:
        """Log only warnings, because the request log would contain the token."""
        logging.basicConfig(level=logging.WARNING)

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing; `launch.serve` has printed the address."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests that are not allowed.

        A token in the address becomes a cookie and is removed from the address.
        """
        query_token = request.query.get(TOKEN_PARAMETER)
        token = query_token if query_token is not None else request.cookies.get(COOKIE, "")
        if not self.access.allows(request.headers, token, needs_origin=request.path == _SOCKET_PATH):
            raise web.HTTPForbidden(text="listbuilder: not admitted\n")
        if query_token is None:
            return await handler(request)
        response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/"})
        response.set_cookie(COOKIE, query_token, httponly=True, samesite="Strict", path="/")
        return response


async def _add_security_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
