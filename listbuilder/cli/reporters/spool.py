"""A text that has to wait for what comes before it; a long one waits on disk."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

_IN_MEMORY = 1_000_000
_PIECE = 65_536


class Spool:
    """Takes texts and gives them back in their order."""

    def __init__(self) -> None:
        # half a surrogate pair may be in the name of a file
        self._file = SpooledTemporaryFile(  # noqa: SIM115  # closed when it was read
            _IN_MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline=""
        )

    def add(self, text: str) -> None:
        """Keep a text for later."""
        self._file.write(text)

    def read(self) -> Iterator[str]:
        """Give back all there is, piece by piece."""
        self._file.seek(0)
        with self._file:
            while piece := self._file.read(_PIECE):
                yield piece
