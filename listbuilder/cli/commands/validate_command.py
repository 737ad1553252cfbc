"""Judge lists: files, folders, archives, in any format we read."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import datetime
from functools import cache
from typing import NamedTuple

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.lists import find_files, judge
from listbuilder.cli.record_types import ListRecord
from listbuilder.cli.records import list_record
from listbuilder.cli.reporters import REPORTERS, find_reporter
from listbuilder.library import Library
from listbuilder.model import Event

_WORTH_A_PROCESS = 24
"""Fewer lists than this are judged sooner than a second process has started."""


class Job(NamedTuple):
    """What a process needs to judge one file."""

    path: str
    data: tuple[str, ...]
    event: str | None
    submitted: str | None
    language: str
    every_fix: bool


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="list files, folders or archives; - reads standard input"
    )
    parser.add_argument("--event", metavar="FILE", help="an event's id or file: judge by its rules too")
    parser.add_argument(
        "--submitted",
        type=_moment,
        metavar="TIME",
        help="when the lists were handed in (2026-05-01T18:00), for deadlines",
    )
    parser.add_argument("--format", choices=list(REPORTERS), default="text", help="how to report (default: text)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes to use (default: as many as pay)")
    parser.add_argument("--strict", action="store_true", help="warnings make the exit code 1 too")


def run(arguments: Namespace, context: Context) -> int:
    """Judge, report, and tell by the exit code."""
    files = list(find_files(arguments.paths))
    if not files:
        context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    if arguments.event is not None:
        context.library.find_event(arguments.event)
    records = _judge_all(files, arguments, context)
    report = find_reporter(arguments.format)(records, context.language, context.terminal)
    sys.stdout.write(report)
    return _exit(records, strict=arguments.strict)


def _judge_all(files: list[str], arguments: Namespace, context: Context) -> list[ListRecord]:
    jobs = arguments.jobs or min(os.cpu_count() or 1, len(files) // _WORTH_A_PROCESS)
    every_fix = arguments.format == "json"
    work = [
        Job(path, context.data, arguments.event, arguments.submitted, context.language, every_fix) for path in files
    ]
    if jobs < 2:  # noqa: PLR2004  # one process is this one
        return [record for job in work for record in _records(job, context.library)]
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # costs as much as judging twenty lists

    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(_records, work, chunksize=max(1, len(work) // (jobs * 4)))
        return [record for records in found for record in records]


def _records(job: Job, library: Library | None = None) -> list[ListRecord]:
    library = library or _library(job.data)
    found = judge(job.path, library, _event(library, job.event), job.submitted)
    return [list_record(judged, job.language, every_fix=job.every_fix) for judged in found]


def _moment(text: str) -> str:
    """Check a time as it is typed."""
    return datetime.fromisoformat(text).isoformat()


@cache
def _library(data: tuple[str, ...]) -> Library:
    """Open the data once in each process."""
    return Library.open(data)


@cache
def _event(library: Library, wanted: str | None) -> Event | None:
    return library.find_event(wanted) if wanted is not None else None


def _exit(records: list[ListRecord], *, strict: bool) -> Exit:
    verdicts = {record["verdict"] for record in records}
    if any(finding["code"] == "INT001" for record in records for finding in record["diagnostics"]):
        return Exit.INTERNAL
    if "unreadable" in verdicts:
        return Exit.UNUSABLE
    warned = strict and any(finding["severity"] == "warning" for record in records for finding in record["diagnostics"])
    return Exit.ILLEGAL if verdicts != {"legal"} or warned else Exit.LEGAL
