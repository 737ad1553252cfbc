"""Which functions of the project are reached, while tests are collected and while each of them runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

_PACKAGE = "listbuilder/"
_reached: set[CodeType] = set()


def _enter(frame: FrameType, _event: str, _argument: object) -> None:
    """Note that a function was called; giving nothing back keeps its lines from being traced, which costs more."""
    _reached.add(frame.f_code)


@contextmanager
def reached() -> Iterator[list[str]]:
    """Note what is reached inside: a list that is filled at the end."""
    names: list[str] = []
    _reached.clear()
    threading.settrace(_enter)
    sys.settrace(_enter)
    try:
        yield names
    finally:
        sys.settrace(None)
        threading.settrace(None)
        names += _names(set(_reached))


def _names(codes: set[CodeType]) -> list[str]:
    root = (Path.cwd() / _PACKAGE).as_posix() + "/"
    cut = len(root) - len(_PACKAGE)
    return sorted(
        {f"{code.co_filename[cut:]}:{code.co_qualname}" for code in codes if code.co_filename.startswith(root)}
    )
