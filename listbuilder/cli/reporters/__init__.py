"""Reports for people and machines: each reporter writes records of lists as one text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TypeAlias

from listbuilder.cli.record_types import ListRecord
from listbuilder.cli.terminal import Terminal

Records: TypeAlias = Sequence[ListRecord]
Reporter: TypeAlias = Callable[[Records, str, Terminal], str]

REPORTERS: Mapping[str, str] = {
    "text": "text",
    "json": "json_report",
    "csv": "csv_report",
    "junit": "junit",
    "sarif": "sarif",
    "github": "github",
    "markdown": "markdown",
}


def find_reporter(name: str) -> Reporter:
    """Give the reporter for a format; its module calls it `report`."""
    reporter: Reporter = import_module(f"listbuilder.cli.reporters.{REPORTERS[name]}").report
    return reporter
