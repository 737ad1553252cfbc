"""Textual's web server behind our doorkeeper, with a page of our own that loads nothing from elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path

from aiohttp import web
from textual_serve.server import Server

from listbuilder.tui.web.doorkeeper import COOKIE, TOKEN, Doorkeeper

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
