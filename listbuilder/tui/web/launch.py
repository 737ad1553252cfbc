"""Start the builder in a browser, on this machine only unless the caller allows others."""

from __future__ import annotations

import shlex
import socket
import sys

from listbuilder.errors import ListbuilderError
from listbuilder.i18n import translate
from listbuilder.tui.user_settings import load_settings


class ServeError(ListbuilderError):
    """The builder cannot be shown in a browser."""


def serve(host: str = "127.0.0.1", port: int = 8000, *, anyone: bool = False) -> None:
    """Serve the builder until it is stopped. Raise ServeError if that is not possible.

    A host that other machines can reach needs `anyone`.
    """
    language = load_settings().effective_language
    try:
        from listbuilder.tui.web.server import AccessControl, BuilderServer, is_loopback  # noqa: PLC0415  # its packages are an optional extra
    except ImportError as error:
        raise ServeError(translate(language, "tui.serve.missing")) from error
    if not anyone and not is_loopback(host):
        raise ServeError(translate(language, "tui.serve.refused", host=host))
    _check_free(host, port, language)
    command = f"{shlex.quote(sys.executable)} -m listbuilder"
    server = BuilderServer(command, host, port, AccessControl.for_address(host, port, anyone=anyone))
    key = "tui.serve.here" if is_loopback(host) else "tui.serve.anyone"
    sys.stderr.write(translate(language, key, address=server.address) + "\n")
    server.serve()


def _check_free(host: str, port: int, language: str) -> None:
    """Raise ServeError if a different program uses the port; otherwise the printed token would reach that program."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        raise ServeError(translate(language, "tui.serve.taken", host=host, port=str(port))) from error
