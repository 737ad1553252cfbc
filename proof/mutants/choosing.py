"""A pytest plugin that runs the tests named in a file, in the file's order, and no other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that are most likely to notice first."""
    chosen = Path(os.environ["MUTANTS_CHOSEN"]).read_text(encoding="utf-8").split("\0")
    rank = {name: place for place, name in enumerate(chosen)}
    items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name the test that noticed."""
    if report.failed:
        Path(os.environ["MUTANTS_CHOSEN"]).with_suffix(".failed").write_text(report.nodeid, encoding="utf-8")
