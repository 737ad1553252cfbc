"""Requirements for every exporter, including future ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.exporters import exporter_ids, find_exporter
from listbuilder.sheet import PrintOptions
from tests.exporters.sheet_samples import document

TESTS = [path for path in Path(__file__).parent.rglob("test_*.py") if path != Path(__file__)]


@pytest.mark.parametrize("name", exporter_ids())
def test_every_exporter_has_a_content_test(name: str) -> None:
    """Golden files only show that something changed; each exporter also needs a test of its content."""
    module, _, _ = find_exporter(name).function.partition(":")
    home = f"listbuilder.exporters.{module.partition('.')[0]}"
    asks = re.compile(rf'^(?:from|import) {re.escape(home)}\b|find_exporter\("{name}"\)', re.MULTILINE)
    own = [path.name for path in TESTS if asks.search(path.read_text(encoding="utf-8"))]
    assert own, f"nothing in tests/exporters is about {home}"


@pytest.mark.parametrize("name", exporter_ids())
def test_same_list_exports_identically_twice(name: str) -> None:
    exporter = find_exporter(name)
    options = PrintOptions()
    first, again = (exporter.export([document(options=options)], options) for _ in range(2))
    assert first == again != b""
    assert exporter.suffix.startswith(".")
