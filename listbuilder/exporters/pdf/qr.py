"""The list itself as a QR code."""

from __future__ import annotations

import segno

from listbuilder.exporters.pdf.marks import QrMark
from listbuilder.exporters.pdf.style import MM

LARGEST = 25
"""The largest version of the code that a phone still reads from paper at this size."""
_MODULE = 0.36 * MM
_SMALLEST = 20 * MM
_MASK = 3
"""Any mask can be read; weighing all eight against each other takes longer than the rest of a print."""


def build_code(text: str, about: str = "") -> QrMark | None:
    """Draw a text as a code, or nothing where it is empty or too long to be read."""
    if not text:
        return None
    try:
        code = segno.make_qr(text, error="l", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    if not isinstance(code.version, int) or code.version > LARGEST:
        return None
    rows = tuple(bytes(row) for row in code.matrix)
    across = max(_SMALLEST, len(rows) * _MODULE)
    return QrMark(0, 0, across, rows, about)
