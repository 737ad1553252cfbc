"""The builder in a browser, on this machine only unless somebody insists."""

from __future__ import annotations

import ipaddress
import shlex
import sys

from listbuilder.errors import ListbuilderError
from listbuilder.i18n import translate
from listbuilder.tui.settings import load_settings


class ServeError(ListbuilderError):
    """The builder cannot be shown in a browser."""


def serve(host: str = "127.0.0.1", port: int = 8000, *, anyone: bool = False) -> None:
    """Show the builder in a browser until it is stopped; another address than this machine's needs `anyone`."""
    language = load_settings().spoken
    if not anyone and not is_loopback(host):
        raise ServeError(translate(language, "tui.serve.refused", host=host))
    try:
        from textual_serve.server import Server  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise ServeError(translate(language, "tui.serve.missing")) from error
    key = "tui.serve.here" if is_loopback(host) else "tui.serve.anyone"
    sys.stderr.write(translate(language, key, host=host, port=port) + "\n")
    command = f"{shlex.quote(sys.executable)} -m listbuilder"
    Server(command, host=host, port=port, title="listbuilder").serve()


def is_loopback(host: str) -> bool:
    """Tell whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
