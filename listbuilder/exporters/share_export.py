"""Export as share strings, one line per list, that fit into a chat or QR code and can be imported again."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.sheet import PrintOptions


class ShareExporter:
    """Exporter for share strings."""

    id = "share"
    suffix = ".txt"
    can_hide_upgrades = False

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG002 - a share string is always complete
        """Return one line for each list."""
        return "".join(f"{encode_share_string(document.roster.army)}\n" for document in documents).encode()


EXPORTER = ShareExporter()
