"""Share strings, one line for each list: short enough for a chat or a QR code, and `import` reads them back."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.base import Exportable
from listbuilder.listfiles.share_string import encode_share
from listbuilder.sheet import PrintOptions


class ShareExporter:
    """Writes lists as share strings."""

    id = "share"
    suffix = ".txt"
    hides = False

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG002  # all is told
        """Write one line for each list."""
        return "".join(f"{encode_share(document.roster.army)}\n" for document in documents).encode()


EXPORTER = ShareExporter()
