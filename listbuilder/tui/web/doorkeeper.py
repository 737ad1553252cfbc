"""Who is let in: only pages of our own, by an address we know, with the token that was printed.

Any page that a browser has open may send requests to this machine. So three things must be right: the `Host` must be
ours (a foreign name that was made to point here is not), the `Origin` of a request that has one must be our own page,
and the visitor must have been given the token, which the address brings along once and a cookie from then on.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from urllib.parse import urlsplit

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
