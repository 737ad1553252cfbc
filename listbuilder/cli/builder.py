"""The builder as the command line sees it: it is handed in, since the two faces do not know each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Builder(Protocol):
    """Opens the builder in a terminal or in a browser."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open it, with a list where one is given, and give the exit code."""

    def serve(self, host: str, port: int, *, anyone: bool) -> None:
        """Show it in a browser until it is stopped."""
