"""Report formats of `validate`. Each module has a function `report` that formats records as they are judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from listbuilder.cli.streams import ESCAPE, XML_ESCAPE, Terminal
from listbuilder.diagnostics import Verdict
from listbuilder.diagnostics.messages import FileRecord
from listbuilder.judging.results import ListRecord

Records: TypeAlias = Iterable[ListRecord]
FileRecords: TypeAlias = Iterable[FileRecord]
Reporter: TypeAlias = Callable[[Iterable[Any], str, Terminal], Iterator[str]]
"""A reporter for records of lists; `github` and `sarif` only show findings, so they work for any kind of file."""

VERDICTS = tuple(verdict.value for verdict in Verdict)
REPORTERS: Mapping[str, str] = {
    "text": "text_report",
    "json": "json_report",
    "csv": "csv_report",
    "junit": "junit",
    "sarif": "sarif",
    "github": "github",
    "markdown": "markdown_report",
}
ESCAPES: Mapping[str, str] = {"json": ESCAPE, "sarif": ESCAPE, "junit": XML_ESCAPE}
"""Formats that must be UTF-8, and how they escape characters if the stream is not."""


def count_verdicts(verdicts: Counter[str]) -> dict[str, int]:
    """Return the count of every verdict, including those that did not occur."""
    return {verdict: verdicts[verdict] for verdict in VERDICTS}


def find_reporter(name: str, *, quiet: bool = False) -> Reporter:
    """Return the reporter for a format; `quiet` only affects text."""
    module = import_module(f"listbuilder.cli.reporters.{REPORTERS[name]}")
    reporter: Reporter = module.report_problems if quiet and name == "text" else module.report
    return reporter
