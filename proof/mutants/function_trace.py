"""Records which functions of the project run while tests are collected and while each test runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

_PACKAGE = "listbuilder/"
_reached: set[CodeType] = set()


def _record_call(frame: FrameType, _event: str, _argument: object) -> None:
    # Returning None turns off line tracing, which is slow.
    _reached.add(frame.f_code)


@contextmanager
def trace_functions() -> Iterator[list[str]]:
    """Record the functions that run inside the block. The list is filled at its end."""
    names: list[str] = []
    _reached.clear()
    threading.settrace(_record_call)
    sys.settrace(_record_call)
    try:
        yield names
    finally:
        sys.settrace(None)
        threading.settrace(None)
        names += _format_names(set(_reached))


def _format_names(codes: set[CodeType]) -> list[str]:
    root = (Path.cwd() / _PACKAGE).as_posix() + "/"
    cut = len(root) - len(_PACKAGE)
    return sorted(
        {f"{code.co_filename[cut:]}:{code.co_qualname}" for code in codes if code.co_filename.startswith(root)}
    )
