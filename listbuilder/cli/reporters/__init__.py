"""Reports for people and machines: each reporter writes records of lists, one after the other as they are judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TypeAlias

from listbuilder.cli.streams import ESCAPE, REFERENCE, Terminal
from listbuilder.diagnostics.messages import FileRecord
from listbuilder.judging.verdict_records import ListRecord

Records: TypeAlias = Iterable[ListRecord]
FileRecords: TypeAlias = Iterable[FileRecord]
FileReporter: TypeAlias = Callable[[FileRecords, str, Terminal], Iterator[str]]
"""What reports on any file, not only on lists: it shows findings and nothing else."""
Reporter: TypeAlias = Callable[[Records, str, Terminal], Iterator[str]]

REPORTERS: Mapping[str, str] = {
    "text": "text",
    "json": "json_report",
    "csv": "csv_report",
    "junit": "junit",
    "sarif": "sarif",
    "github": "github",
    "markdown": "markdown",
}
ESCAPES: Mapping[str, str] = {"json": ESCAPE, "sarif": ESCAPE, "junit": REFERENCE}
"""Formats that are UTF-8 by definition, and how they write letters where the output is not."""


def find_file_reporter(name: str) -> FileReporter:
    """Give the reporter for one of the formats that show findings and nothing else: `github`, `sarif`."""
    reporter: FileReporter = import_module(f"listbuilder.cli.reporters.{REPORTERS[name]}").report
    return reporter


def find_reporter(name: str, *, quiet: bool = False) -> Reporter:
    """Give the reporter for a format, which its module calls `report`; quiet is only for people."""
    module = import_module(f"listbuilder.cli.reporters.{REPORTERS[name]}")
    reporter: Reporter = module.report_problems if quiet and name == "text" else module.report
    return reporter
