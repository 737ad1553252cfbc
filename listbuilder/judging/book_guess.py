"""Guess the book and the size of a list file, to assign lists of one book to the same worker.

A wrong guess costs time and nothing else.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from listbuilder.datafiles.reader import load_head
from listbuilder.worker_pool import JobAffinity

NO_AFFINITY = JobAffinity()
_HEAD_SIZE = 2048
"""Bytes that contain the head and the first unit."""
_BASE_COST = 2000
"""Fixed cost of a list, in bytes of a longer one."""
_MARKS = ((b'"armyName"', b'"'), (b"unit: ", b"/"), (b'"unit"', b"/"), (b"++ ", b" (v"))
"""Text before and after the name of a book: Army Forge saves, our YAML and JSON, share text."""
_MAX_NAME_LENGTH = 200


def guess_affinity(path: str) -> JobAffinity:
    """Guess the book and cost of a file. Anything but a regular file is not opened."""
    try:
        status = os.stat(path)  # noqa: PTH116  # `Path` would double the time for thousands of files
        head = load_head(path, _HEAD_SIZE) if S_ISREG(status.st_mode) else b""
    except (OSError, ValueError):
        return NO_AFFINITY
    name = _find_book_name(head).decode("utf-8", "replace").lower().replace(" ", "-")
    return JobAffinity(name, _BASE_COST + status.st_size)


def _find_book_name(head: bytes) -> bytes:
    for before, after in _MARKS:
        start = head.find(before)
        if start >= 0:
            start += len(before)
            return head[start : start + _MAX_NAME_LENGTH].lstrip(b' :"').partition(after)[0].rpartition(b" - ")[2]
    return b""
