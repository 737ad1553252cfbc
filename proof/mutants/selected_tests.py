"""A pytest plugin that runs only the tests named in a file, in the order of the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the selected tests and sort them."""
    selected = Path(os.environ["MUTANTS_SELECTED"]).read_text(encoding="utf-8").split("\0")
    rank = {name: index for index, name in enumerate(selected)}
    items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write the name of a failed test to a file."""
    if report.failed:
        Path(os.environ["MUTANTS_SELECTED"]).with_suffix(".failed").write_text(report.nodeid, encoding="utf-8")
