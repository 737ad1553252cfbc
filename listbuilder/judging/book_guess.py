"""A look at a file before a process gets it: which book its list is of, so that few processes load each; its length.

It is a guess by the first letters. Time depends on it, and nothing else.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from listbuilder.datafiles.reader import load_head
from listbuilder.worker_pool import Kin

NO_KIN = Kin()
_FIRST = 2048
"""Bytes; the head and the first unit stand in them."""
_SETTING_UP = 2000
"""What a list costs however short it is, in bytes of a longer one."""
_MARKS = ((b'"armyName"', b'"'), (b"unit: ", b"/"), (b'"unit"', b"/"), (b"++ ", b" (v"))
"""What stands before and after the name of a book: in Army Forge's saves, in our own YAML and JSON, in share text."""
_LONGEST = 200


def peek(path: str) -> Kin:
    """Look at a file, where that takes nothing out of it: pipes are left alone."""
    try:
        status = os.stat(path)  # noqa: PTH116  # of thousands, a `Path` of each takes as long as all else
        head = load_head(path, _FIRST) if S_ISREG(status.st_mode) else b""
    except (OSError, ValueError):
        return NO_KIN
    return Kin(_book(head).decode("utf-8", "replace").lower().replace(" ", "-"), _SETTING_UP + status.st_size)


def _book(head: bytes) -> bytes:
    for before, after in _MARKS:
        start = head.find(before)
        if start >= 0:
            start += len(before)
            return head[start : start + _LONGEST].lstrip(b' :"').partition(after)[0].rpartition(b" - ")[2]
    return b""
