"""A pytest plugin that notes how long each test takes, how it ends, and which functions of the project it reaches."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from types import CodeType, FrameType

import pytest

_PACKAGE = "listbuilder/"
_ROOT = (Path.cwd() / _PACKAGE).as_posix() + "/"
_reached: set[CodeType] = set()
_tests: dict[str, dict[str, object]] = {}


def _enter(frame: FrameType, _event: str, _argument: object) -> None:
    """Note that a function was called; giving nothing back keeps its lines from being traced, which costs more."""
    _reached.add(frame.f_code)


def _names(codes: set[CodeType]) -> list[str]:
    found: set[str] = set()
    for code in list(codes):
        if code.co_filename.startswith(_ROOT):
            found.add(f"{code.co_filename[len(_ROOT) - len(_PACKAGE) :]}:{code.co_qualname}")
    return sorted(found)


def _trace() -> None:
    threading.settrace(_enter)
    sys.settrace(_enter)


def pytest_configure() -> None:
    """Note from the start: what is worked out while the tests are collected belongs to all of them."""
    _trace()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what one test reaches, its fixtures with it."""
    sys.settrace(None)
    if not _tests:
        _tests[""] = {"reached": _names(_reached)}
    _reached.clear()
    _trace()
    started = perf_counter()
    try:
        return (yield)
    finally:
        sys.settrace(None)
        noted = _tests.setdefault(item.nodeid, {})
        noted |= {"seconds": round(perf_counter() - started, 4), "reached": _names(_reached)}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how a test ended; one that fails at any stage has failed."""
    if report.failed:
        _tests.setdefault(report.nodeid, {})["failed"] = True
    elif report.skipped:
        _tests.setdefault(report.nodeid, {})["skipped"] = True


def pytest_sessionfinish() -> None:
    """Write the notes where they were asked for."""
    sys.settrace(None)
    Path(os.environ["MUTANTS_NOTES"]).write_text(json.dumps(_tests), encoding="utf-8")
